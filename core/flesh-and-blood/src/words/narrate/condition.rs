//! Events and conditions of the definition language in words.

use duelog_kernel::phrase::{article, possessive};

use super::terms::{Wording, joined, plain, since, zone_name};
use crate::language::definition::{
    Condition, DamageKind, Deed, Filter, Group, Number, Phase, Ref, When, Where,
};
use crate::language::keywords::Keyword;

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

impl Wording<'_> {
    /// What triggers an ability.
    pub fn when(&self, when: &When) -> String {
        let phase =
            |who: &Ref, name: &str| format!("at the beginning of {} {name}", possessive(&self.refer(who)));
        match when {
            When::ChainCloses => "when the combat chain closes".to_string(),
            When::GameStarts => "when the game starts".to_string(),
            When::Begins(Phase::Start, who) => {
                format!("at the start of {} turn", possessive(&self.refer(who)))
            }
            When::Begins(Phase::Action, who) => phase(who, "action phase"),
            When::Begins(Phase::End, Ref::TurnPlayer) => "at the beginning of the end phase".to_string(),
            When::Begins(Phase::End, who) => phase(who, "end phase"),
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
            (When::Any(all), None) => {
                joined(all.iter().map(|when| self.has_happened(when, so)), if so { " or " } else { " and " })
            }
            (other, None) => plain(other),
        }
    }

    /// The words for what an event causes: what it calls the objects of the event.
    pub fn after(&self, when: &When) -> Self {
        let (event, other) = match when {
            When::Happens(Deed::Attack, _) | When::Hits(..) => ("that attack", "the target"),
            When::Damages { .. } => ("its source", "the target"),
            When::Happens(Deed::Defend, _) | When::DefendsTogether(..) => ("that card", "the attack"),
            When::Does(_, Deed::Play | Deed::Discard | Deed::Pitch, _)
            | When::Moves(_, _, Where::Zone(_)) => ("that card", self.other),
            When::Any(all) => return all.first().map_or(*self, |when| self.after(when)),
            _ => (self.event, self.other),
        };
        Wording { event, other, ..*self }
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn clause(&self, when: &When) -> Option<Clause> {
        let clause =
            |subject: String,
             (bare, third, past): (&'static str, &'static str, &'static str),
             rest: String| { Some(Clause { subject, bare, third, past, rest }) };
        let object =
            |filter: &Filter, noun: &str, verb, rest: String| clause(self.one(filter, noun), verb, rest);
        let none = String::new;
        match when {
            When::Does(who, deed, filter) => {
                let (verb, rest) = does(*deed);
                let rest = match rest {
                    Rest::Words(words) => words,
                    Rest::Object(noun) => format!(" {}", self.one(filter, noun)),
                };
                clause(self.refer(who), verb, rest)
            }
            When::Happens(Deed::ResolveLink, filter) => clause(
                format!("the chain link of {}", self.one(filter, "attack")),
                ("resolve", "resolves", "resolved"),
                none(),
            ),
            When::Happens(deed, filter) => {
                let (noun, verb, rest) = happens(*deed);
                object(filter, noun, verb, rest.to_string())
            }
            When::Moves(filter, Where::Anywhere, Where::Arena) => {
                object(filter, "object", ("enter", "enters", "entered"), " the arena".to_string())
            }
            When::Moves(filter, Where::Arena, Where::Anywhere) => {
                object(filter, "object", ("leave", "leaves", "left"), " the arena".to_string())
            }
            When::Moves(filter, from, to) => {
                let place = |place: &Where, before: &str| match place {
                    Where::Anywhere => none(),
                    Where::Arena => format!("{before} the arena"),
                    Where::Zone(kind) => format!("{before} the {}", zone_name(*kind)),
                };
                let rest = format!("{}{}", place(from, " out of"), place(to, " into"));
                object(filter, "card", ("are put", "is put", "been put"), rest)
            }
            When::Hits(filter, target) => {
                let rest =
                    if *target == Filter::Any { none() } else { format!(" {}", self.one(target, "object")) };
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
            When::DefendsTogether(filter, with) => object(
                filter,
                "card",
                ("defend", "defends", "defended"),
                format!(" together with {}", self.one(with, "card")),
            ),
            When::Rolls(who, least) => {
                let rest = if *least > 1 { format!(" {least} or more") } else { none() };
                clause(self.refer(who), ("roll", "rolls", "rolled"), rest)
            }
            When::Begins(..)
            | When::ChainCloses
            | When::GameStarts
            | When::State(_)
            | When::Now(_)
            | When::Any(_)
            | When::Each(_) => None,
        }
    }

    /// Something true or false.
    pub fn condition(&self, condition: &Condition) -> String {
        self.claim(condition, true)
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
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
            Condition::Exists(group @ (Group::Of(_) | Group::Targets(_) | Group::Last)) => {
                format!("there {is} {}", self.group(group))
            }
            Condition::Exists(Group::Paid(filter) | Group::PaidFor(_, filter)) => {
                format!(
                    "a cost was {}paid with {}",
                    if holds { "" } else { "not " },
                    self.one(filter, "card")
                )
            }
            Condition::Exists(group) if holds => format!("there is {}", article(&self.members(group, false))),
            Condition::Exists(group) => format!("there is no {}", self.members(group, false)),
            Condition::Matches(reference, filter) => {
                format!("{} {is} {}", self.refer(reference), self.quality(filter))
            }
            Condition::TurnOf(who) => format!("it {is} {} turn", possessive(&self.refer(who))),
            Condition::PhaseOf(phase, who) => {
                let phase = match phase {
                    Phase::Start => "start phase",
                    Phase::Action => "action phase",
                    Phase::End => "end phase",
                };
                format!("it {is} {} {phase}", possessive(&self.refer(who)))
            }
            Condition::LastAttackWas(names) => {
                format!(
                    "the last attack this combat chain {} {}",
                    if holds { "was" } else { "was not" },
                    joined(names.iter().cloned(), " or ")
                )
            }
            Condition::DefendedFromHand => {
                format!(
                    "the defending hero has {}defended with a card from hand this chain link",
                    if holds { "" } else { "not " }
                )
            }
            Condition::Happened(when, span) => format!("{}{}", self.has_happened(when, holds), since(*span)),
            Condition::PlayedFrom(kind) => {
                format!("this {} played from the {}", if holds { "was" } else { "was not" }, zone_name(*kind))
            }
            Condition::Paid(_) => {
                format!("the additional cost {} paid", if holds { "was" } else { "was not" })
            }
            Condition::Mode(mode) => {
                format!("mode {} {} chosen", u32::from(*mode) + 1, if holds { "was" } else { "was not" })
            }
            Condition::Did => {
                (if holds { "something came of that" } else { "nothing came of that" }).to_string()
            }
            Condition::Combat => format!("the combat chain {is} open"),
            Condition::Empty(who, kind) => format!("{} {is} empty", self.zone(*kind, who)),
            Condition::All(all) if holds => {
                joined(all.iter().map(|condition| self.condition(condition)), " and ")
            }
            Condition::Either(all) if holds => {
                joined(all.iter().map(|condition| self.condition(condition)), " or ")
            }
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

/// What stands behind the verb of a clause.
enum Rest {
    /// These words, with a space before them.
    Words(String),
    /// The object, which is called this where its filter has no noun.
    Object(&'static str),
}

/// A verb as `you` and many have it, as one has it, and as it stands behind `have`.
type VerbForms = (&'static str, &'static str, &'static str);

/// What a player does.
fn does(deed: Deed) -> (VerbForms, Rest) {
    let words = |words: &str| Rest::Words(words.to_string());
    match deed {
        Deed::Play => (("play", "plays", "played"), Rest::Object("card")),
        Deed::Activate => (("activate", "activates", "activated"), Rest::Object("ability")),
        Deed::Attack => (("attack", "attacks", "attacked"), words(" with something")),
        Deed::Defend | Deed::DefendAlone => (("defend", "defends", "defended"), Rest::Object("card")),
        Deed::Pitch => (("pitch", "pitches", "pitched"), Rest::Object("card")),
        Deed::Draw => (("draw", "draws", "drawn"), words(" a card")),
        Deed::Discard => (("discard", "discards", "discarded"), Rest::Object("card")),
        Deed::Banish => (("banish", "banishes", "banished"), Rest::Object("card")),
        Deed::Destroy => (("destroy", "destroys", "destroyed"), Rest::Object("object")),
        Deed::Reveal => (("reveal", "reveals", "revealed"), words(" a card")),
        Deed::Create => (("create", "creates", "created"), Rest::Object("token")),
        Deed::Equip => (("equip", "equips", "equipped"), Rest::Object("object")),
        Deed::Freeze => (("freeze", "freezes", "frozen"), Rest::Object("object")),
        Deed::Charge => (("charge", "charges", "charged"), words("")),
        Deed::Give => (("give", "gives", "given"), words(" something away")),
        Deed::Steal => (("steal", "steals", "stolen"), words(" something")),
        Deed::Transcend => (("transcend", "transcends", "transcended"), words("")),
        Deed::Gain(asset) => (("gain", "gains", "gained"), Rest::Words(format!(" {}", asset.in_words()))),
        Deed::Lose(asset) => (("lose", "loses", "lost"), Rest::Words(format!(" {}", asset.in_words()))),
        Deed::WinClash => (("win", "wins", "won"), words(" a clash")),
        Deed::Wager => (("wager", "wagers", "wagered"), words("")),
        Deed::WinWager => (("win", "wins", "won"), words(" a wager")),
        Deed::Complete => (("complete", "completes", "completed"), words(" a contract")),
        Deed::BeIntimidated => (("are intimidated", "is intimidated", "been intimidated"), words("")),
        Deed::BeCheered => (("are cheered", "is cheered", "been cheered"), words("")),
        Deed::BeBooed => (("are booed", "is booed", "been booed"), words("")),
        Deed::Use(Keyword::Boost) => (("boost", "boosts", "boosted"), words("")),
        Deed::Use(Keyword::Scrap) => (("scrap", "scraps", "scrapped"), words("")),
        Deed::Use(Keyword::BeatChest) => (("beat", "beats", "beaten"), words(" the chest")),
        Deed::Use(Keyword::RuneGate) => (("rune gate", "rune gates", "rune gated"), words(" a card")),
        Deed::Use(Keyword::Crank) => (("crank", "cranks", "cranked"), words("")),
        Deed::Use(Keyword::Protect) => (("protect", "protects", "protected"), words("")),
        Deed::Use(keyword) => (("use", "uses", "used"), Rest::Words(format!(" {}", keyword.plain_name()))),
        Deed::Fuse(supertype) => (("fuse", "fuses", "fused"), Rest::Words(format!(" {}", supertype.name()))),
        deed => (("do", "does", "done"), Rest::Words(format!(" what lets something {}", deed.in_words()))),
    }
}

/// What is done with an object: what it is called where its filter has no noun, the verb, and what stands
/// behind that.
fn happens(deed: Deed) -> (&'static str, VerbForms, &'static str) {
    match deed {
        Deed::Attack => ("attack", ("attack", "attacks", "attacked"), ""),
        Deed::BeAttacked => ("object", ("are attacked", "is attacked", "been attacked"), ""),
        Deed::Defend => ("card", ("defend", "defends", "defended"), ""),
        Deed::DefendAlone => ("card", ("defend", "defends", "defended"), " alone"),
        Deed::Destroy => ("object", ("are destroyed", "is destroyed", "been destroyed"), ""),
        Deed::Die => ("living object", ("die", "dies", "died"), ""),
        Deed::Banish => ("object", ("are banished", "is banished", "been banished"), ""),
        Deed::GainPower => ("attack", ("gain", "gains", "gained"), " power"),
        Deed::Transform => ("object", ("transform", "transforms", "transformed"), ""),
        Deed::Equip => ("object", ("are equipped", "is equipped", "been equipped"), ""),
        Deed::TurnUp => ("card", ("are put or turned", "is put or turned", "been put or turned"), " face up"),
        Deed::Prevent => ("object", ("have", "has", "had"), " damage prevented"),
        Deed::Play => ("card", ("are played", "is played", "been played"), ""),
        Deed::Discard => ("card", ("are discarded", "is discarded", "been discarded"), ""),
        Deed::Pitch => ("card", ("are pitched", "is pitched", "been pitched"), ""),
        _ => ("object", ("are concerned", "is concerned", "been concerned"), ""),
    }
}

/// What an object has done or suffered, behind `has`.
pub fn has_done(deed: Deed) -> String {
    let ((_, _, past), rest) = match deed {
        Deed::Use(_) | Deed::Fuse(_) | Deed::Wager | Deed::WinWager | Deed::Transcend => does(deed),
        deed => {
            let (_, verb, rest) = happens(deed);
            (verb, Rest::Words(rest.to_string()))
        }
    };
    match rest {
        Rest::Words(words) => format!("{past}{words}"),
        Rest::Object(noun) => format!("{past} {}", article(noun)),
    }
}
