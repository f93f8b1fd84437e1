//! Events and conditions of the definition language in words.

use duelog_kernel::phrase::{article, possessive};

use super::phrase::zone_name;
use super::wording::{Wording, joined, plain};
use crate::definition::{Condition, DamageKind, Filter, Group, Number, Ref, Since, When};

/// An event as a clause: who or what, and its verb in three forms.
struct Clause {
    subject: String,
    /// As `you` and many have it, without its object: `play`.
    bare: &'static str,
    /// As one has it: `plays`.
    third: &'static str,
    /// As it stands behind `have`: `played`.
    past: &'static str,
    /// What follows, with a space before it.
    rest: String,
}

/// Since when something has happened, with a space before it.
pub fn since(since: Since) -> &'static str {
    match since {
        Since::Turn => " this turn",
        Since::Chain => " this combat chain",
        Since::Link => " this chain link",
    }
}

impl Wording<'_> {
    /// What triggers an ability.
    pub fn when(&self, when: &When) -> String {
        let phase = |who: &Ref, name: &str| format!("at the beginning of {} {name}", possessive(&self.refer(who)));
        match when {
            When::ChainCloses => "when the combat chain closes".to_string(),
            When::GameStarts => "when the game starts".to_string(),
            When::TurnStarts(who) => format!("at the start of {} turn", possessive(&self.refer(who))),
            When::ActionPhase(who) => phase(who, "action phase"),
            When::EndPhase(who) => phase(who, "end phase"),
            When::AnyEndPhase => "at the beginning of the end phase".to_string(),
            When::State(condition) => format!("when {}", self.condition(condition)),
            When::Now(condition) => format!("if {}, triggering", self.condition(condition)),
            When::Any(all) => joined(all.iter().map(|when| self.when(when)), ", or "),
            event => match self.clause(event) {
                Some(clause) => {
                    let verb = if clause.subject == "you" { clause.bare } else { clause.third };
                    format!("when {} {verb}{}", clause.subject, clause.rest)
                }
                None => format!("when {}", plain(event)),
            },
        }
    }

    /// That an event has happened.
    pub fn has_happened(&self, when: &When, so: bool) -> String {
        match (when, self.clause(when)) {
            (_, Some(clause)) => {
                let have = if clause.subject == "you" { "have" } else { "has" };
                let not = if so { "" } else { " not" };
                format!("{} {have}{not} {}{}", clause.subject, clause.past, clause.rest)
            }
            (When::Any(all), None) => joined(all.iter().map(|when| self.has_happened(when, so)), if so { " or " } else { " and " }),
            (other, None) => plain(other),
        }
    }

    /// The words for what an event causes: what it calls the objects of the event.
    pub fn after(&self, when: &When) -> Self {
        let (event, other) = match when {
            When::Attacks(_) | When::Hits(..) => ("that attack", "the target"),
            When::Damages { .. } => ("its source", "the target"),
            When::Defends(_) | When::DefendsTogether(..) => ("that card", "the attack"),
            When::Plays(..) | When::Discards(..) | When::Pitches(..) | When::PutInto(..) => ("that card", self.other),
            When::Any(all) => return all.first().map_or(*self, |when| self.after(when)),
            _ => (self.event, self.other),
        };
        Wording { event, other, ..*self }
    }

    fn clause(&self, when: &When) -> Option<Clause> {
        let clause = |subject: String, (bare, third, past): (&'static str, &'static str, &'static str), rest: String| {
            Some(Clause { subject, bare, third, past, rest })
        };
        let player = |who: &Ref, verb, rest: String| clause(self.refer(who), verb, rest);
        let object = |filter: &Filter, noun: &str, verb, rest: String| clause(self.one(filter, noun), verb, rest);
        let none = String::new;
        match when {
            When::Attacks(filter) => object(filter, "attack", ("attack", "attacks", "attacked"), none()),
            When::Hits(filter, target) => {
                let rest = if *target == Filter::Any { none() } else { format!(" {}", self.one(target, "object")) };
                object(filter, "attack", ("hit", "hits", "hit"), rest)
            }
            When::Damages { from, to, least, kind } => {
                let kind = match kind {
                    Some(DamageKind::Arcane) => "arcane damage",
                    Some(DamageKind::Physical) => "physical damage",
                    Some(DamageKind::Generic) | None => "damage",
                };
                let amount = if *least > 0 { format!(" {least} or more") } else { none() };
                let to = if *to == Filter::Any { none() } else { format!(" to {}", self.one(to, "object")) };
                object(from, "source", ("deal", "deals", "dealt"), format!("{amount} {kind}{to}"))
            }
            When::Defends(filter) => object(filter, "card", ("defend", "defends", "defended"), none()),
            When::DefendsTogether(filter, with) => {
                object(filter, "card", ("defend", "defends", "defended"), format!(" together with {}", self.one(with, "card")))
            }
            When::DefendsAlone(filter) => object(filter, "card", ("defend", "defends", "defended"), " alone".to_string()),
            When::Plays(who, filter) => player(who, ("play", "plays", "played"), format!(" {}", self.one(filter, "card"))),
            When::Activates(who, filter) => player(who, ("activate", "activates", "activated"), format!(" {}", self.one(filter, "ability"))),
            When::Discards(who, filter) => player(who, ("discard", "discards", "discarded"), format!(" {}", self.one(filter, "card"))),
            When::Pitches(who, filter) => player(who, ("pitch", "pitches", "pitched"), format!(" {}", self.one(filter, "card"))),
            When::Draws(who) => player(who, ("draw", "draws", "drawn"), " a card".to_string()),
            When::Enters(filter) => object(filter, "object", ("enter", "enters", "entered"), " the arena".to_string()),
            When::Destroyed(filter) => object(filter, "object", ("are destroyed", "is destroyed", "been destroyed"), none()),
            When::Dies(filter) => object(filter, "living object", ("die", "dies", "died"), none()),
            When::Banished(filter) => object(filter, "object", ("are banished", "is banished", "been banished"), none()),
            When::Banishes(who, filter) => player(who, ("banish", "banishes", "banished"), format!(" {}", self.one(filter, "card"))),
            When::Completes(who) => player(who, ("complete", "completes", "completed"), " a contract".to_string()),
            When::PutInto(kind, filter) => object(filter, "card", ("are put", "is put", "been put"), format!(" into the {}", zone_name(*kind))),
            When::PutFrom(kind, filter) => object(filter, "card", ("are put", "is put", "been put"), format!(" out of the {}", zone_name(*kind))),
            When::GainsLife(who) => player(who, ("gain", "gains", "gained"), " life".to_string()),
            When::LosesLife(who) => player(who, ("lose", "loses", "lost"), " life".to_string()),
            When::GainsActions(who) => player(who, ("gain", "gains", "gained"), " action points".to_string()),
            When::Boosts(who) => player(who, ("boost", "boosts", "boosted"), none()),
            When::Scraps(who) => player(who, ("scrap", "scraps", "scrapped"), none()),
            When::BeatsChest(who) => player(who, ("beat", "beats", "beaten"), " the chest".to_string()),
            When::Uses(who, keyword) => player(who, ("use", "uses", "used"), format!(" {}", super::phrase::keyword_word(*keyword))),
            When::Fuses(who, supertype) => player(who, ("fuse", "fuses", "fused"), format!(" {}", supertype.name())),
            When::RuneGates(who) => player(who, ("rune gate", "rune gates", "rune gated"), " a card".to_string()),
            When::Cranks(who) => player(who, ("crank", "cranks", "cranked"), none()),
            When::Protects(who) => player(who, ("protect", "protects", "protected"), none()),
            When::Charges(who) => player(who, ("charge", "charges", "charged"), none()),
            When::Intimidated(who) => player(who, ("are intimidated", "is intimidated", "been intimidated"), none()),
            When::Freezes(who, filter) => player(who, ("freeze", "freezes", "frozen"), format!(" {}", self.one(filter, "object"))),
            When::Attacked(filter) => object(filter, "object", ("are attacked", "is attacked", "been attacked"), none()),
            When::GainsPower(filter) => object(filter, "attack", ("gain", "gains", "gained"), " power".to_string()),
            When::Reveals(who) => player(who, ("reveal", "reveals", "revealed"), " a card".to_string()),
            When::Rolls(who, least) if *least > 1 => player(who, ("roll", "rolls", "rolled"), format!(" {least} or more")),
            When::Rolls(who, _) => player(who, ("roll", "rolls", "rolled"), none()),
            When::Transforms(filter, Filter::Any) => object(filter, "object", ("transform", "transforms", "transformed"), none()),
            When::Transforms(filter, into) => {
                object(filter, "object", ("transform", "transforms", "transformed"), format!(" into {}", self.one(into, "permanent")))
            }
            When::Transcends(who) => player(who, ("transcend", "transcends", "transcended"), none()),
            When::WinsClash(who) => player(who, ("win", "wins", "won"), " a clash".to_string()),
            When::LinkResolves(filter) => {
                clause(format!("the chain link of {}", self.one(filter, "attack")), ("resolve", "resolves", "resolved"), none())
            }
            _ => None,
        }
    }

    /// Something true or false.
    pub fn condition(&self, condition: &Condition) -> String {
        self.claim(condition, true)
    }

    fn claim(&self, condition: &Condition, holds: bool) -> String {
        let is = if holds { "is" } else { "is not" };
        match condition {
            Condition::AtLeast(Number::Count(group), number) => {
                let number = self.number(number);
                let bound = if holds { format!("{number} or more") } else { format!("fewer than {number}") };
                format!("there are {bound} {}", self.members(group, true))
            }
            Condition::AtLeast(a, b) if holds => format!("{} is at least {}", self.number(a), self.number(b)),
            Condition::AtLeast(a, b) => format!("{} is less than {}", self.number(a), self.number(b)),
            Condition::Exists(group @ (Group::Of(_) | Group::Targets(_) | Group::Last)) => format!("there {is} {}", self.group(group)),
            Condition::Exists(Group::Paid(filter) | Group::PaidFor(_, filter)) => {
                format!("a cost was {}paid with {}", if holds { "" } else { "not " }, self.one(filter, "card"))
            }
            Condition::Exists(group) if holds => format!("there is {}", article(&self.members(group, false))),
            Condition::Exists(group) => format!("there is no {}", self.members(group, false)),
            Condition::Matches(reference, filter) => format!("{} {is} {}", self.refer(reference), self.quality(filter)),
            Condition::TurnOf(who) => format!("it {is} {} turn", possessive(&self.refer(who))),
            Condition::ActionPhaseOf(who) => format!("it {is} {} action phase", possessive(&self.refer(who))),
            Condition::LastAttackWas(names) => {
                format!("the last attack this combat chain {} {}", if holds { "was" } else { "was not" }, joined(names.iter().cloned(), " or "))
            }
            Condition::DefendedFromHand => {
                format!("the defending hero has {}defended with a card from hand this chain link", if holds { "" } else { "not " })
            }
            Condition::Happened(when, span) => format!("{}{}", self.has_happened(when, holds), since(*span)),
            Condition::PlayedFrom(kind) => format!("this {} played from the {}", if holds { "was" } else { "was not" }, zone_name(*kind)),
            Condition::Paid(_) => format!("the additional cost {} paid", if holds { "was" } else { "was not" }),
            Condition::Mode(mode) => format!("mode {} {} chosen", u32::from(*mode) + 1, if holds { "was" } else { "was not" }),
            Condition::Did => (if holds { "something came of that" } else { "nothing came of that" }).to_string(),
            Condition::Combat => format!("the combat chain {is} open"),
            Condition::Empty(who, kind) => format!("{} {is} empty", self.zone(*kind, who)),
            Condition::All(all) if holds => joined(all.iter().map(|condition| self.condition(condition)), " and "),
            Condition::Either(all) if holds => joined(all.iter().map(|condition| self.condition(condition)), " or "),
            Condition::Not(inner) => self.claim(inner, !holds),
            other if holds => plain(other),
            other => format!("it is not so that {}", self.condition(other)),
        }
    }

    /// What something is: a single state by its adjective, else a noun.
    fn quality(&self, filter: &Filter) -> String {
        match filter {
            Filter::Attacking => "attacking".to_string(),
            Filter::Defending => "defending".to_string(),
            Filter::Equipped => "equipped".to_string(),
            Filter::EquippedTo(kind) => format!("equipped to the {}", zone_name(*kind)),
            Filter::Tapped => "tapped".to_string(),
            Filter::Frozen => "frozen".to_string(),
            Filter::Marked => "marked".to_string(),
            Filter::FaceUp => "face up".to_string(),
            Filter::FaceDown => "face down".to_string(),
            Filter::In(kind) => format!("in the {}", zone_name(*kind)),
            Filter::From(kind) => format!("from the {}", zone_name(*kind)),
            other => self.one(other, "object"),
        }
    }
}
