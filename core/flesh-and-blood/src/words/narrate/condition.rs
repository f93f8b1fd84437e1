//! Events and conditions of the definition language in words.

use duelog_kernel::phrase::article;
use duelog_kernel::prose::{Noun, Person, agreeing, claim, listed};

use super::terms::{Wording, joined, plain, since, zone_name};
use crate::language::definition::{
    Condition, DamageKind, Deed, Filter, Group, Number, Phase, Ref, When, Where,
};
use crate::language::keywords::Keyword;
use crate::language::types::CardType;

/// An event as a clause: who or what, and its verb in three forms.
struct Clause {
    subject: Noun,
    /// As `you` and many have it, without its object: `play`.
    bare: &'static str,
    /// As one has it: `plays`.
    third: &'static str,
    /// As it stands behind `have`: `played`.
    past: &'static str,
    /// The words that follow, with a space before them.
    rest: String,
}

impl Wording<'_> {
    /// Returns what triggers an ability, with `when` or `whenever` before it.
    pub fn when(&self, when: &When) -> String {
        let phase = |who: &Ref, name: &str| format!("at the beginning of {} {name}", self.whose(who));
        match when {
            When::ChainCloses => "when the combat chain closes".to_string(),
            When::GameStarts => "when the game starts".to_string(),
            When::Begins(Phase::Start, who) => format!("at the start of {} turn", self.whose(who)),
            When::Begins(Phase::Action, who) => phase(who, "action phase"),
            When::Begins(Phase::End, Ref::TurnPlayer) => "at the beginning of the end phase".to_string(),
            When::Begins(Phase::End, who) => phase(who, "end phase"),
            When::State(condition) => format!("when {}", self.condition(condition)),
            When::Now(condition) => format!("if {}", self.condition(condition)),
            When::Any(all) => joined(all.iter().map(|when| self.when(when)), " or "),
            When::Every(span, when) => {
                let said = self.when(when);
                let said = said.strip_prefix("when ").map_or(said.clone(), |rest| format!("whenever {rest}"));
                format!("{said}{}", since(*span))
            }
            When::While(condition, when) => {
                format!("{} while {}", self.when(when), self.condition(condition))
            }
            event => match self.clause(event) {
                Some(clause) => {
                    let verb = match clause.subject.person {
                        Person::One => clause.third,
                        Person::You | Person::Many => clause.bare,
                    };
                    let once = clause.subject.text == "this" || clause.rest == " this";
                    let word = if once { "when" } else { "whenever" };
                    format!("{word} {} {verb}{}", clause.subject.text, clause.rest)
                }
                None => format!("when {}", plain(event)),
            },
        }
    }

    /// An event as it would come about.
    pub(super) fn would(&self, when: &When) -> Option<String> {
        let clause = self.clause(when)?;
        let bare =
            clause.bare.strip_prefix("are ").map_or(clause.bare.to_string(), |rest| format!("be {rest}"));
        Some(format!("{} would {bare}{}", clause.subject.text, clause.rest))
    }

    /// That an event has happened.
    pub fn has_happened(&self, when: &When, so: bool) -> String {
        match (when, self.clause(when)) {
            (_, Some(clause)) => {
                let have = if clause.subject.person == Person::One { "has" } else { "have" };
                let not = if so { "" } else { "n't" };
                format!("{} {have}{not} {}{}", clause.subject.text, clause.past, clause.rest)
            }
            (When::Any(all), None) => {
                joined(all.iter().map(|when| self.has_happened(when, so)), if so { " or " } else { " and " })
            }
            (other, None) => plain(other),
        }
    }

    /// The words for what an event causes: what it calls the objects of the event.
    pub fn after(&self, when: &When) -> Self {
        let hero = |to: &Filter| if *to == Filter::Type(CardType::Hero) { "that hero" } else { "the target" };
        let (event, other) = match when {
            When::Hits(filter, to) => {
                (if *filter == Filter::Is(Ref::This) { "this" } else { "that attack" }, hero(to))
            }
            When::Happens(Deed::Attack, _) | When::Does(_, Deed::Attack | Deed::Wager, _) => {
                ("that attack", "the target")
            }
            When::Damages { to, .. } => ("its source", hero(to)),
            When::Happens(Deed::Defend, _) | When::DefendsTogether(..) => ("that card", "the attack"),
            When::DefendedBy(..) => ("the attack", "that card"),
            When::Does(_, Deed::Play | Deed::Discard | Deed::Pitch, _)
            | When::Moves(_, _, Where::Zone(_)) => ("that card", self.other),
            When::Any(all) => return all.first().map_or_else(|| self.clone(), |when| self.after(when)),
            When::While(_, when) | When::Every(_, when) => return self.after(when),
            _ => (self.event, self.other),
        };
        Wording { event, other, ..self.clone() }
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn clause(&self, when: &When) -> Option<Clause> {
        let clause =
            |subject: Noun, (bare, third, past): (&'static str, &'static str, &'static str), rest: String| {
                Some(Clause { subject, bare, third, past, rest })
            };
        let object = |filter: &Filter, noun: &str, verb, rest: String| {
            clause(Noun::one(self.one(filter, noun)), verb, rest)
        };
        let none = String::new;
        match when {
            When::Does(who, deed, filter) => {
                let (verb, rest) = does(*deed);
                let rest = match rest {
                    Rest::Words(words) => words,
                    Rest::Object(noun) => format!(" {}", self.one(filter, noun)),
                };
                clause(self.player(who), verb, rest)
            }
            When::Happens(Deed::ResolveLink, filter) => clause(
                Noun::one(format!("the chain link of {}", self.one(filter, "attack"))),
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
                if *from == Filter::Any {
                    return clause(
                        Noun::one("a source"),
                        ("deal", "deals", "dealt"),
                        format!("{amount} {kind}{to}"),
                    );
                }
                object(from, "source", ("deal", "deals", "dealt"), format!("{amount} {kind}{to}"))
            }
            When::DefendsTogether(filter, with) => object(
                filter,
                "card",
                ("defend", "defends", "defended"),
                format!(" together with {}", self.one(with, "card")),
            ),
            When::DefendedBy(filter, by) => object(
                filter,
                "attack",
                ("become", "becomes", "become"),
                format!(" defended by one or more {}", self.noun(by, "card", true)),
            ),
            When::Rolls(who, least) => {
                let rest = if *least > 1 { format!(" {least} or more") } else { none() };
                clause(self.player(who), ("roll", "rolls", "rolled"), rest)
            }
            When::Begins(..)
            | When::ChainCloses
            | When::GameStarts
            | When::State(_)
            | When::Now(_)
            | When::Any(_)
            | When::While(..)
            | When::Every(..)
            | When::Each(_) => None,
        }
    }

    /// Something true or false.
    pub fn condition(&self, condition: &Condition) -> String {
        self.claim(condition, true)
    }

    fn at_least(&self, number: &Number, least: &Number, holds: bool) -> String {
        if let Number::N(least) = least
            && let Some(said) = self.has_at_least(number, i64::from(*least), holds)
        {
            return said;
        }
        let (number, least) = (self.number(number), self.number(least));
        let least = match least.parse::<i32>() {
            Ok(_) if holds => format!("{least} or more"),
            _ if holds => format!("at least {least}"),
            _ => format!("less than {least}"),
        };
        format!("{number} is {least}")
    }

    /// That there is at least this number of what is counted, as a sentence about who or what has it.
    fn has_at_least(&self, number: &Number, least: i64, holds: bool) -> Option<String> {
        let many = match (least, holds) {
            (least, true) => format!("{least} or more"),
            (1, false) => "no".to_string(),
            (least, false) => format!("fewer than {least}"),
        };
        Some(match number {
            Number::Times(when, span) => match (least, holds) {
                (1, holds) => format!("{}{}", self.has_happened(when, holds), since(*span)),
                _ => format!("{} {many} times{}", self.has_happened(when, true), since(*span)),
            },
            Number::HandSize(who) => self.player(who).does(&[format!("have {many} cards in hand")]),
            Number::Counters(kind, on) => {
                let are = if holds && least == 1 { "is a" } else { "are" };
                match are {
                    "is a" => format!("there is a {} counter on {}", kind.in_words(), self.refer(on)),
                    _ => format!("there are {many} {} counters on {}", kind.in_words(), self.refer(on)),
                }
            }
            _ => return None,
        })
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn claim(&self, condition: &Condition, holds: bool) -> String {
        let is = if holds { "is" } else { "isn't" };
        match condition {
            Condition::AtLeast(Number::Count(group, None), number) => {
                let number = self.number(number);
                let bound = if holds { format!("{number} or more") } else { format!("fewer than {number}") };
                self.have(group, &bound)
            }
            Condition::AtLeast(Number::N(most), Number::Count(group, None)) if holds => {
                self.have(group, &if *most == 0 { "no".to_string() } else { format!("{most} or fewer") })
            }
            Condition::AtLeast(Number::Count(group, Some(each)), Number::N(1))
                if holds && self.asked(each).is_some() =>
            {
                let asked = self.asked(each).map_or(String::new(), |asked| self.condition(asked));
                format!("of {} at least one is such that {asked}", self.summed(group))
            }
            Condition::AtLeast(a, b) => self.at_least(a, b, holds),
            Condition::Exists(
                Group::Of(_) | Group::Targets(_) | Group::Last | Group::LastThat(Filter::Any),
            ) => (if holds { "you do" } else { "you don't" }).to_string(),
            Condition::Exists(Group::Paid(filter) | Group::PaidFor(_, filter)) => {
                format!(
                    "{} {}used to pay the cost",
                    self.one(filter, "card"),
                    if holds { "was " } else { "wasn't " },
                )
            }
            Condition::Exists(Group::Pitched(filter, None)) => {
                format!(
                    "{} {} pitched to play this",
                    self.one(filter, "card"),
                    if holds { "was" } else { "wasn't" }
                )
            }
            Condition::Exists(group) if holds => self.have(group, ""),
            Condition::Exists(group) => self.have(group, "no"),
            Condition::Matches(reference, filter) => {
                claim(&self.thing(reference, true), &self.quality(filter), holds)
            }
            Condition::TurnOf(who) => format!("it {is} {} turn", self.whose(who)),
            Condition::PhaseOf(phase, who) => {
                let phase = match phase {
                    Phase::Start => "start phase",
                    Phase::Action => "action phase",
                    Phase::End => "end phase",
                };
                format!("it {is} {} {phase}", self.whose(who))
            }
            Condition::LastAttackWas(names) => {
                format!(
                    "the last attack this combat chain {} {}",
                    if holds { "was" } else { "wasn't" },
                    joined(names.iter().cloned(), " or ")
                )
            }
            Condition::LastAttack(filter) => {
                let was = if holds { "was" } else { "wasn't" };
                format!("{} {was} the last attack this combat chain", self.one(filter, "attack"))
            }
            Condition::LastAttackOfTurn(filter) => {
                let was = if holds { "was" } else { "wasn't" };
                format!("{} {was} the last attack this turn", self.one(filter, "attack"))
            }
            Condition::DefendedFromHand => {
                format!(
                    "the defending hero has{} defended with a card from their hand this chain link",
                    if holds { "" } else { "n't" }
                )
            }
            Condition::Happened(when, span) => format!("{}{}", self.has_happened(when, holds), since(*span)),
            Condition::PlayedFrom(kind) => {
                format!("this {} played from the {}", if holds { "was" } else { "wasn't" }, zone_name(*kind))
            }
            Condition::Paid(_) => {
                format!("the additional cost {} paid", if holds { "was" } else { "wasn't" })
            }
            Condition::Mode(mode) => {
                format!("mode {} {} chosen", u32::from(*mode) + 1, if holds { "was" } else { "wasn't" })
            }
            Condition::Did => (if holds { "you do" } else { "you don't" }).to_string(),
            Condition::ByEffectOf(filter) => {
                format!("it {is} because of the effect of {}", self.one(filter, "layer"))
            }
            Condition::CanEquip(object) => {
                format!("{} {} be equipped", self.refer(object), if holds { "can" } else { "can't" })
            }
            Condition::Room(object, _) => {
                format!("there {is} room for {}", self.refer(object))
            }
            Condition::Combat => format!("the combat chain {is} open"),
            Condition::Empty(who, kind) => format!("{} {is} empty", self.zone(*kind, who)),
            Condition::All(all) | Condition::Either(all) => {
                let and = matches!(condition, Condition::All(_)) == holds;
                listed(all.iter().map(|part| self.claim(part, holds)), if and { "and" } else { "or" })
            }
            Condition::Not(inner) => self.claim(inner, !holds),
        }
    }

    /// That there are as many of a group, or that somebody controls them; without a number, at least one.
    fn have(&self, group: &Group, number: &str) -> String {
        let who = match group {
            Group::Arena(filter) | Group::Play(filter) => controller(filter),
            _ => None,
        };
        let Some(who) = who else {
            return match number {
                "" => format!("there is {}", article(&self.members(group, false))),
                "no" => format!("there are no {}", self.members(group, true)),
                number => format!("there are {number} {}", self.members(group, true)),
            };
        };
        let others = matches!(who, Ref::OtherThan(_));
        let who = self.player(&who);
        let control = agreeing("control", who.person);
        let own = |many: bool| {
            let said = self.members(group, many);
            said.replacen(&format!(" {} {control}", who.text), "", 1)
        };
        match number {
            "" => format!("{} {control} {}", who.text, article(&own(false))),
            "no" if others => {
                let none = who.text.trim_start_matches("an").trim_start();
                format!("no {none} {control} {}", article(&own(false)))
            }
            number => format!("{} {control} {number} {}", who.text, own(true)),
        }
    }

    /// Returns what something is: a single state by its adjective, else a noun.
    fn quality(&self, filter: &Filter) -> String {
        match filter {
            Filter::Attacking => "attacking".to_string(),
            Filter::Against(target) => format!("attacking {}", self.one(target, "object")),
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
            other => self.quality_of(other),
        }
    }
}

/// Who controls what matches, if the filter says so.
fn controller(filter: &Filter) -> Option<Ref> {
    match filter {
        Filter::ControlledBy(who) => Some(who.clone()),
        Filter::All(all) => all.iter().find_map(controller),
        _ => None,
    }
}

/// The words behind the verb of a clause.
enum Rest {
    /// These words, with a space before them.
    Words(String),
    /// The object, which is called this where its filter has no noun.
    Object(&'static str),
}

/// A verb as `you` and many have it, as one has it, and as it stands behind `have`.
type VerbForms = (&'static str, &'static str, &'static str);

/// Returns what a player does.
fn does(deed: Deed) -> (VerbForms, Rest) {
    let words = |words: &str| Rest::Words(words.to_string());
    match deed {
        Deed::Play => (("play", "plays", "played"), Rest::Object("card")),
        Deed::PlayAsInstant => {
            (("play as an instant", "plays as an instant", "played as an instant"), Rest::Object("card"))
        }
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
        Deed::FailClash => (("fail", "fails", "failed"), words(" to win a clash")),
        Deed::Opt => (("opt", "opts", "opted"), words("")),
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

/// Returns what is done with an object: what it is called where its filter has no noun, the verb, and what stands
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
        Deed::GainGoAgain => ("attack", ("gain", "gains", "gained"), " go again"),
        Deed::Trigger => ("object", ("trigger", "triggers", "triggered"), ""),
        Deed::Transform => ("object", ("transform", "transforms", "transformed"), ""),
        Deed::Equip => ("object", ("are equipped", "is equipped", "been equipped"), ""),
        Deed::TurnUp => ("card", ("are put or turned", "is put or turned", "been put or turned"), " face up"),
        Deed::Prevent => ("object", ("have", "has", "had"), " damage prevented"),
        Deed::Play => ("card", ("are played", "is played", "been played"), ""),
        Deed::Discard => ("card", ("are discarded", "is discarded", "been discarded"), ""),
        Deed::Become => ("hero", ("are become", "is become", "been become"), ""),
        Deed::Pitch => ("card", ("are pitched", "is pitched", "been pitched"), ""),
        Deed::BanishToBoost => ("card", ("are banished", "is banished", "been banished"), " to boost a card"),
        _ => ("object", ("are concerned", "is concerned", "been concerned"), ""),
    }
}

/// Returns what an object has done or suffered, behind `has`.
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
