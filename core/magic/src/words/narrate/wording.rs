//! The definition language in words: what costs, effects and abilities say, for people.

use duelog_kernel::phrase::{article, lower, numbered};
use duelog_kernel::prose::{Noun, Person, capital, claim, listed, sentences, times};

use super::phrase::is_creature;
use super::terms::{Wording, of_them};
use crate::language::definition::{
    Ability, Activated, By, Change, Condition, Cost, CostDeed, Deed, Designation, Fact, Filter, Group, Line,
    Never, Number, Pay, Permission, Recipient, Ref, Ruling, Saving, Showing, Static, Timing, Toll, Triggered,
    TurnPart, Written, ZoneKind,
};
use crate::words::change::{Says, in_words};
use crate::words::plain::{counter, in_zones, span};

/// The only parts of a turn during which something can be done.
pub fn only_during(spans: &[TurnPart]) -> String {
    format!("only during {}", listed(spans.iter().map(|part| format!("the {}", span(*part))), "or"))
}

/// An ability of an object of this name in sentences.
pub fn ability(name: &str, ability: &Ability) -> String {
    Wording::new(name, &[]).ability(ability)
}

/// An activated ability in sentences.
pub fn activated(name: &str, ability: &Activated) -> String {
    Wording::new(name, &[]).activated(ability)
}

impl Says<Written> for Wording<'_> {
    fn number(&self, number: &Number) -> String {
        Wording::number(self, number)
    }

    fn signed(&self, number: &Number) -> Option<String> {
        match number {
            Number::N(number) => Some(format!("{number:+}")),
            Number::X => Some("+X".to_string()),
            Number::Times(-1, inner) if **inner == Number::X => Some("-X".to_string()),
            _ => None,
        }
    }

    fn who(&self, who: &Ref) -> String {
        self.refer(who)
    }

    fn ability(&self, given: &Box<Ability>) -> String {
        let works_elsewhere =
            matches!(&**given, Ability::Activated(own) if own.zone != ZoneKind::Battlefield);
        let name = if works_elsewhere { "this card" } else { "this creature" };
        Wording::new(name, &[]).ability(given)
    }

    fn filter(&self, filter: &Filter, noun: &str) -> String {
        self.noun(filter, noun, true)
    }

    fn ruled(&self, filter: &Filter, deed: Deed) -> String {
        let noun = match deed {
            Deed::Cast | Deed::CastAsFlash | Deed::BeCountered | Deed::Counter => "spell",
            Deed::ActivateNonMana => "object",
            Deed::BeBlocked | Deed::Block | Deed::BeTarget if *filter == Filter::Any => {
                return String::new();
            }
            Deed::BeTarget => "source",
            Deed::BeBlocked | Deed::Block => "creature",
            Deed::Prevent => "source",
            _ => "permanent",
        };
        match filter {
            Filter::Is(reference) => self.refer(reference),
            filter => self.noun(filter, noun, true),
        }
    }

    fn word(&self, word: &Never) -> &'static str {
        match *word {}
    }

    fn card(&self, card: &Group) -> String {
        self.group(card)
    }

    fn permission(&self, permission: &Permission) -> String {
        let Permission { what, pay, times: most, flash, any_mana, then, any_color } = permission;
        let mut how = vec![self.counted(what)];
        how.extend((*pay == Pay::Nothing).then(|| " without paying their mana costs".to_string()));
        how.extend(flash.then(|| " as though they had flash".to_string()));
        how.extend(any_mana.then(|| " spending mana as though it were mana of any type".to_string()));
        how.extend(any_color.then(|| " spending mana as though it were mana of any color".to_string()));
        how.extend(most.map(|most| format!(" no more than {}", times(i64::from(most)))));
        let goes = |to| format!(", and if one would go to a graveyard, {} instead", self.moved("it", to));
        how.extend(then.map(goes));
        how.concat()
    }

    fn costs(&self, costs: &Vec<Cost>) -> String {
        Wording::costs(&Wording { name: "the spell", ..self.clone() }, costs)
    }

    fn one(&self, one: &Ref) -> String {
        self.refer(one)
    }

    fn line(&self, line: &Line) -> String {
        line.keyword.to_lowercase()
    }

    fn toll(&self, toll: &Toll) -> String {
        self.toll_of(toll, "")
    }

    fn evades(&self, text: &Never, _: u32) -> String {
        match *text {}
    }

    fn told(&self, told: &Never) -> String {
        match *told {}
    }
}

impl Wording<'_> {
    /// A toll of some players alone, such as ` of each opponent`.
    fn toll_of(&self, toll: &Toll, whose: &str) -> String {
        let does = if toll.to == Deed::Block { "block" } else { "attack" };
        let whom = match &toll.whom {
            Recipient::Anything => String::new(),
            whom => format!(" {}", self.recipient(whom)),
        };
        let what = match &toll.what {
            Filter::Is(one) => self.refer(one),
            what => self.noun(what, "creature", true),
        };
        let what = format!("{what}{whose}");
        match &toll.whom {
            Recipient::Defender(condition) if toll.never => {
                let (word, condition) = match &**condition {
                    Condition::Not(inner) => ("unless", &**inner),
                    condition => ("if", condition),
                };
                let held = match self.held_by(condition) {
                    Ok(does) => format!("defending player {does}"),
                    Err(claim) => claim.replace("they ", "defending player "),
                };
                return format!("{what} can't {does} {word} {held}");
            }
            _ if toll.never => return format!("{what} can't {does}{whom}"),
            _ => {}
        }
        let costs = Wording::costs(self, &toll.costs);
        let pays =
            if costs.starts_with('{') { format!("pays {costs}") } else { format!("does this: {costs}") };
        if matches!(toll.what, Filter::Is(_)) {
            return format!("{what} can't {does}{whom} unless its controller {pays}");
        }
        format!("{what} can't {does}{whom} unless their controller {pays} for each of them")
    }

    /// An ability in sentences.
    pub fn ability(&self, ability: &Ability) -> String {
        let words = self.anew(&[]);
        match ability {
            Ability::Activated(ability) => self.activated(ability),
            Ability::Triggered(ability) => self.triggered(ability),
            Ability::Static(ability) => sentences([words.static_ability(ability)]),
            Ability::Replacement(replacement) => sentences([words.replacement(replacement)]),
            Ability::Alternative(way) => sentences([words.way(self.name, way)]),
        }
    }

    /// An activated ability: cost, effect, timing.
    pub fn activated(&self, ability: &Activated) -> String {
        let words = self.anew(&ability.targets).dividing(ability.divide.as_ref());
        let costs = words.costs_of_ability(&ability.cost);
        let does = capital(&words.behind(&ability.effect));
        let from = match ability.zone {
            ZoneKind::Battlefield => None,
            ZoneKind::Command => Some("this works from the command zone".to_string()),
            ZoneKind::Exile => Some("this works from exile".to_string()),
            zone => Some(format!("this works from your {}", lower(&zone))),
        };
        sentences([format!("{costs}: {does}")].into_iter().chain(words.timing(&ability.timing)).chain(from))
    }

    fn triggered(&self, ability: &Triggered) -> String {
        let words = self.anew(&ability.targets).dividing(ability.divide.as_ref());
        let event = words.when(&ability.when);
        words.after(&ability.when);
        // It works in the graveyard (112.6), where its condition does not say so.
        let within = Condition::Matches(Ref::This, Filter::Within(ZoneKind::Graveyard));
        let said = ability.condition.iter().any(|held| match held {
            Condition::All(all) => all.contains(&within),
            held => *held == within,
        });
        let there = ability.zone == ZoneKind::Graveyard && !ability.when.moves_this() && !said;
        let there = there.then(|| format!("{} is in your graveyard", words.refer(&Ref::This)));
        let held = ability.condition.as_ref().map(|condition| words.condition(condition));
        let held: Vec<String> = there.into_iter().chain(held).collect();
        let condition = if held.is_empty() { String::new() } else { format!(", if {}", held.join(" and ")) };
        sentences([format!("{event}{condition}, {}", words.behind(&ability.effect))])
    }

    /// The parts of a cost as they stand before a colon.
    fn costs_of_ability(&self, costs: &[Cost]) -> String {
        let costs: Vec<String> = costs.iter().map(|cost| capital(&self.cost(cost))).collect();
        if costs.is_empty() { "{0}".to_string() } else { costs.join(", ") }
    }

    /// The parts of a cost, as they are paid.
    pub fn costs(&self, costs: &[Cost]) -> String {
        listed(costs.iter().map(|cost| self.cost(cost)), "and")
    }

    fn cost(&self, cost: &Cost) -> String {
        match cost {
            Cost::Mana(mana) => mana.to_string(),
            Cost::Tap => "{T}".to_string(),
            Cost::Untap => "{Q}".to_string(),
            Cost::OwnMana => "its mana cost".to_string(),
            Cost::ManaOf(of, less) => format!("the mana cost of {} reduced by {less}", self.refer(of)),
            Cost::ManaTimes(mana, Number::Count(group)) => format!("{mana} for {}", self.each_of(group)),
            Cost::ManaTimes(mana, Number::Counters(kind, on)) => {
                format!("{mana} for each {} counter on {}", counter(*kind), self.refer(on))
            }
            Cost::ManaTimes(mana, number) => format!("{mana} times {}", self.number(number)),
            Cost::Behind | Cost::BehindTimes(_) => "the cost behind it".to_string(),
            Cost::Generic(Number::Count(group)) => format!("{{1}} for {}", self.each_of(group)),
            Cost::Generic(number) => format!("{{X}}, where X is {}", self.number(number)),
            Cost::Life(amount) => format!("pay {} life", self.number(amount)),
            Cost::OthersGain(amount) => format!("have each opponent gain {} life", self.number(amount)),
            Cost::Loyalty(Number::N(number)) => format!("[{number:+}]"),
            Cost::Loyalty(Number::Times(-1, amount)) => format!("[-{}]", self.number(amount)),
            Cost::Loyalty(number) => format!("[{}]", self.number(number)),
            Cost::Counters(kind, number) => format!("pay {}", self.some_counters(number, *kind)),
            Cost::Deed(deed, number, group) => self.cost_deed(*deed, number, group),
            Cost::Either(ways) => listed(ways.iter().map(|way| self.costs(way)), "or"),
        }
    }

    /// Returns what a cost does to objects.
    fn cost_deed(&self, deed: CostDeed, number: &Number, group: &Group) -> String {
        let what = match group {
            Group::Of(reference) => self.refer(reference),
            Group::All(filter) => self.number_of(number, filter, "permanent"),
            Group::Hand(_, filter)
                if matches!(deed, CostDeed::Discard | CostDeed::DiscardRandom | CostDeed::Cycle) =>
            {
                self.number_of(number, filter, "card")
            }
            Group::Hand(_, filter) => format!("{} from your hand", self.number_of(number, filter, "card")),
            Group::Graveyard(_, filter) => {
                format!("{} from your graveyard", self.number_of(number, filter, "card"))
            }
            other => format!("{} of {}", self.number(number), self.counted(other)),
        };
        self.note_payment(deed, group);
        match deed {
            CostDeed::Sacrifice => format!("sacrifice {what}"),
            CostDeed::Offer(Saving::Value) => {
                format!("sacrifice {what} and pay less by its converted mana cost")
            }
            CostDeed::Offer(Saving::Cost) => format!("sacrifice {what} and pay less by its mana cost"),
            CostDeed::Discard | CostDeed::Cycle => format!("discard {what}"),
            CostDeed::DiscardRandom => format!("discard {what} at random"),
            CostDeed::Exile => format!("exile {what}"),
            CostDeed::Return => format!("return {what} to its owner's hand"),
            CostDeed::Reveal => format!("reveal {what}"),
            CostDeed::RevealFor(Showing::Effect) => format!("reveal {what}"),
            CostDeed::RevealFor(Showing::Ability) => format!("reveal {what} until this is over"),
            CostDeed::RevealFor(Showing::Upkeep) => format!("reveal {what} until the upkeep step is over"),
            CostDeed::Tap => format!("tap {what}"),
            CostDeed::Crew => {
                let creatures = match group {
                    Group::All(filter) => self.noun(filter, "creature", true),
                    other => self.counted(other),
                };
                format!("tap any number of {creatures} with total power {} or more", self.number(number))
            }
            CostDeed::Bottom => format!("put {what} on the bottom of your library"),
            CostDeed::Mill => format!("put {what} into your graveyard"),
            CostDeed::Put(kind) => {
                let on = match group {
                    Group::All(filter) => self.one(filter, "permanent"),
                    other => self.group(other),
                };
                format!("put {} on {on}", self.some_counters(number, kind))
            }
            CostDeed::RemoveAll(kind) => {
                let from = self.group(group);
                format!("remove all {} counters from {from}", crate::words::plain::counter(kind))
            }
            CostDeed::Remove(kind) => {
                let from = match group {
                    Group::All(filter) => self.one(filter, "permanent"),
                    other => self.group(other),
                };
                format!("remove {} from {from}", self.some_counters(number, kind))
            }
        }
    }

    /// Remembers what a cost is paid with, for the words that follow it.
    fn note_payment(&self, deed: CostDeed, group: &Group) {
        let done = match deed {
            CostDeed::Sacrifice | CostDeed::Offer(_) => "sacrificed",
            CostDeed::Discard | CostDeed::DiscardRandom | CostDeed::Cycle => "discarded",
            CostDeed::Exile => "exiled",
            CostDeed::Return => "returned",
            CostDeed::Reveal | CostDeed::RevealFor(_) => "revealed",
            CostDeed::Tap => "tapped",
            _ => return,
        };
        let what = match group {
            Group::All(filter) if is_creature(filter) => "creature",
            Group::All(_) => "permanent",
            Group::Hand(..) | Group::Graveyard(..) => "card",
            _ => return,
        };
        self.memory.borrow_mut().paid = Some(format!("the {done} {what}"));
    }

    /// When an ability can be activated, as sentences behind what it does.
    fn timing(&self, timing: &Timing) -> Vec<String> {
        let mut only = Vec::new();
        if timing.sorcery {
            only.push("only as a sorcery".to_string());
        }
        if timing.instant {
            only.push("only as an instant".to_string());
        }
        if !timing.during.is_empty() {
            only.push(only_during(&timing.during));
        }
        only.extend(
            timing.only_if.as_ref().map(|condition| format!("only if {}", self.condition(condition))),
        );
        only.extend(timing.limit.map(|limit| format!("only {} each turn", times(i64::from(limit)))));
        only.extend(timing.ever.map(|ever| format!("only {} in all", times(i64::from(ever)))));
        only.extend(timing.offered.then(|| "only as an effect lets you".to_string()));
        only.extend(timing.face_down.then(|| "only while it is face down".to_string()));
        only.extend(timing.castable.then(|| "only when you could begin to cast it".to_string()));
        let mut limits = Vec::new();
        if !only.is_empty() {
            limits.push(format!("activate {}", listed(only, "and")));
        }
        limits.extend(match timing.by {
            By::Controller => None,
            By::Anyone => Some("any player may activate this ability".to_string()),
            By::Opponents => Some("only your opponents may activate this ability".to_string()),
        });
        limits.extend(timing.special.then(|| "this doesn't use the stack".to_string()));
        limits.extend(
            timing.less.as_ref().map(|less| format!("this costs {{1}} less for {}", self.each_number(less))),
        );
        limits
    }

    /// Returns what there is one of for each of a number: `each creature you control`.
    pub(super) fn each_number(&self, number: &Number) -> String {
        match number {
            Number::Count(group) => self.each_of(group),
            other => format!("each of {}", self.number(other)),
        }
    }

    fn static_ability(&self, ability: &Static) -> String {
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!("as long as {}, ", self.condition(condition)));
        if let (Group::Players, [Change::Rule(Ruling::Forbid, Deed::BeCountered, what)]) =
            (&ability.affects, &*ability.changes)
        {
            let what = self.ruled(what, Deed::BeCountered);
            return format!("{condition}{what} can't be countered");
        }
        let zones = if ability.zones == [ZoneKind::Battlefield] {
            String::new()
        } else {
            format!("while this is{}, ", in_zones(&ability.zones))
        };
        let subject = match &ability.affects {
            Group::Of(Ref::This) if !zones.is_empty() => Noun::one("it"),
            Group::Players => Noun::many("players"),
            affects => self.all_of(affects),
        };
        format!("{zones}{condition}{}", self.statement(&subject, &ability.changes))
    }

    /// Returns what is true of something by changes: what they do to it, and what they say of spells, abilities and creatures.
    fn statement(&self, subject: &Noun, changes: &[Change<Written>]) -> String {
        let who = match subject.text.as_str() {
            "players" | "each player" => String::new(),
            _ => format!(" {}", subject.does(&["cast".to_string()])),
        };
        let mut said = Vec::new();
        let mut does = Vec::new();
        for change in changes {
            match change {
                Change::CostsMore(filter, mana) => {
                    said.push(format!("{}{who} cost {mana} more to cast", self.noun(filter, "spell", true)));
                }
                Change::CostsLess(filter, mana) => {
                    said.push(format!("{}{who} cost {mana} less to cast", self.noun(filter, "spell", true)));
                }
                Change::CostsLessBy(filter, number) => {
                    let what = self.noun(filter, "spell", true);
                    let less = match number {
                        Number::Count(group) => format!("{{1}} less to cast for {}", self.each_of(group)),
                        number => format!("{{1}} less to cast as many times as {}", self.number(number)),
                    };
                    said.push(format!("{what}{who} cost {less}"));
                }
                Change::AbilitiesCostLess(keyword, mana) => {
                    let who = who.replace(" cast", " activate");
                    said.push(format!(
                        "{} abilities{who} cost {mana} less to activate",
                        keyword.to_lowercase()
                    ));
                }
                Change::AbilitiesCostMore(filter, mana, all) => {
                    let who = who.replace(" cast", " activate");
                    let of = self.noun(filter, "object", true);
                    let but = if *all { "" } else { " unless they're mana abilities" };
                    said.push(format!("activated abilities of {of}{who} cost {mana} more to activate{but}"));
                }
                Change::CostsAtLeast(filter, least) => {
                    let spells = self.noun(filter, "spell", true);
                    said.push(format!("{spells}{who} cost at least {least} mana to cast"));
                }
                Change::Costs(toll) => {
                    let whose = if who.is_empty() { who.clone() } else { format!(" of {}", subject.text) };
                    said.push(self.toll_of(toll, &whose));
                }
                change => does.push(in_words(change, self)),
            }
        }
        let many = subject.person == Person::Many;
        if many {
            does.iter_mut().for_each(|does| *does = of_them(does));
        }
        let own = (!does.is_empty()).then(|| subject.does(&does));
        let own = own.map(|own| match subject.person {
            Person::You => {
                let own = own.replace(" the library", " your library");
                own.replace(" their library", " your library").replace(" their hand ", " your hand ")
            }
            _ => own.replace(" the library", " their library"),
        });
        listed(own.into_iter().chain(said), "and")
    }

    /// Returns what changes do to their object or player, as `they` do it.
    pub fn changes(&self, changes: &[Change<Written>]) -> Vec<String> {
        changes.iter().map(|change| in_words(change, self)).collect()
    }

    /// Something true or false behind `if`.
    pub(super) fn if_so(&self, condition: &Condition) -> String {
        format!("if {}", self.condition(condition))
    }

    /// Returns what is true or false.
    pub fn condition(&self, condition: &Condition) -> String {
        self.claim(condition, true)
    }

    pub(super) fn claim(&self, condition: &Condition, so: bool) -> String {
        let is = if so { "is" } else { "isn't" };
        match condition {
            Condition::AtLeast(Number::Cast(fact), Number::N(_)) => self.was_cast(fact, so),
            Condition::AtLeast(Number::Count(group), least @ (Number::N(_) | Number::X)) => {
                let least = self.number(least);
                self.have(group, &if so { format!("{least} or more") } else { format!("fewer than {least}") })
            }
            Condition::AtLeast(Number::N(most), Number::Count(group)) if so => match most {
                0 => self.have(group, "no"),
                most => self.have(group, &format!("{most} or fewer")),
            },
            Condition::AtLeast(Number::LastAmount, Number::N(1)) => {
                (if so { "you do" } else { "you don't" }).to_string()
            }
            Condition::AtLeast(Number::HowOften(when), Number::N(1)) => self.has_happened(when, so),
            Condition::AtLeast(Number::HowOften(when), Number::N(least)) if so => {
                let happened = self.has_happened(when, true);
                let happened = happened.strip_suffix(" this turn").unwrap_or(&happened);
                format!("{happened} {least} or more times this turn")
            }
            Condition::AtLeast(a, Number::Plus(b, one)) if **one == Number::N(1) => {
                format!("{} {is} greater than {}", self.number(a), self.number(b))
            }
            Condition::AtLeast(a, b) => {
                if let Some(said) = self.has_at_least(a, b, so) {
                    return said;
                }
                let (a, b) = (self.number(a), self.number(b));
                match b.parse::<i32>() {
                    Ok(_) if so => format!("{a} is {b} or more"),
                    _ if so => format!("{a} is at least {b}"),
                    _ => format!("{a} is less than {b}"),
                }
            }
            Condition::Exists(Group::Of(_) | Group::Last | Group::Targets(_)) => {
                (if so { "you do" } else { "you don't" }).to_string()
            }
            Condition::Exists(group) => self.have(group, if so { "" } else { "no" }),
            Condition::Matches(reference, filter) => {
                claim(&self.thing(reference, true), &self.quality(filter), so)
            }
            Condition::Happened(when) => self.has_happened(when, so),
            Condition::Mode(mode) => format!("mode {} {is} chosen", u32::from(*mode) + 1),
            Condition::CanPlayFree(card) => {
                format!("you {} play {}", if so { "can" } else { "can't" }, self.refer(card))
            }
            Condition::TurnOf(who) => format!("it {is} {} turn", self.whose(who)),
            Condition::All(all) => {
                listed(all.iter().map(|part| self.claim(part, so)), if so { "and" } else { "or" })
            }
            Condition::Anchored(word) => format!("{word} {is} chosen"),
            Condition::Not(inner) => self.claim(inner, !so),
            Condition::AnyOpponent(inner) => self.claim(inner, so),
            Condition::Before(part) => format!("it {is} before the {}", span(*part)),
            Condition::After(part) => format!("it {is} after the {}", span(*part)),
            Condition::BlocksDeclared => {
                format!("blockers {} been declared", if so { "have" } else { "haven't" })
            }
            Condition::CostsHidden(card) => {
                let must = if so { "must" } else { "needn't" };
                format!("{} costs {must} be paid with cards from a hidden zone", self.whose(card))
            }
            Condition::Designated(who, Designation::Monarch) => {
                format!("{} the monarch", self.thing(who, true).does(&["be".to_string()]))
            }
            Condition::Designated(who, Designation::Blessing) => {
                self.thing(who, true).does(&["have the city's blessing".to_string()])
            }
        }
    }

    /// That there is at least this number of what is counted, as a sentence about who or what has it.
    fn has_at_least(&self, number: &Number, least: &Number, so: bool) -> Option<String> {
        let many = match (least, so) {
            (Number::N(1), true) => "a".to_string(),
            (Number::N(least), true) => format!("{least} or more"),
            (Number::N(1), false) => "no".to_string(),
            (Number::N(least), false) => format!("fewer than {least}"),
            // The other way round: this number at most.
            _ => return self.has_at_most(least, number, so),
        };
        self.has(number, &many)
    }

    fn has_at_most(&self, number: &Number, most: &Number, so: bool) -> Option<String> {
        let many = match (most, so) {
            (Number::N(0), true) => "no".to_string(),
            (Number::N(most), true) => format!("{most} or fewer"),
            (Number::N(most), false) => format!("{} or more", i64::from(*most) + 1),
            _ => return None,
        };
        self.has(number, &many)
    }

    /// That somebody or something has this number of what is counted.
    fn has(&self, number: &Number, many: &str) -> Option<String> {
        let some = |one: &str| match many {
            "a" => article(one),
            many => format!("{many} {}", numbered(one, true)),
        };
        Some(match number {
            Number::HandSize(who) => self.thing(who, true).does(&[format!("have {} in hand", some("card"))]),
            Number::Counters(kind, on) => {
                let counters = some(&format!("{} counter", counter(*kind)));
                match on {
                    Ref::You | Ref::Opponent | Ref::EventPlayer => {
                        self.thing(on, true).does(&[format!("have {counters}")])
                    }
                    on => {
                        let are = if many == "a" { "is" } else { "are" };
                        format!("there {are} {counters} on {}", self.refer(on))
                    }
                }
            }
            Number::SpellsLastTurn => match many {
                "a" => "a spell was cast last turn".to_string(),
                "no" => "no spells were cast last turn".to_string(),
                many => match many.strip_prefix("fewer than ") {
                    Some(most) => format!("no player cast {most} or more spells last turn"),
                    None => format!("a player cast {many} spells last turn"),
                },
            },
            _ => return None,
        })
    }

    /// How a spell was cast, or was not.
    fn was_cast(&self, fact: &Fact, so: bool) -> String {
        let was = if so { "was" } else { "wasn't" };
        match fact {
            Fact::Paid(_) => format!("its additional cost {was} paid"),
            Fact::Instead(_) => format!("its alternative cost {was} paid"),
            Fact::From(zone) => format!("it {was} cast from a {}", lower(zone)),
            Fact::Spent(color) => format!("{} mana {was} spent to cast it", color.name()),
            Fact::ColorsSpent => format!("mana of enough colors {was} spent to cast it"),
            Fact::OwnMain => format!("it {was} cast during your main phase"),
            Fact::Held(_) if so => "that was so as it was cast".to_string(),
            Fact::Held(_) => "that wasn't so as it was cast".to_string(),
            Fact::Untimely => format!("it {was} cast when you couldn't have cast a sorcery"),
        }
    }

    /// That there are as many of a group, or that somebody controls them; without a number, at least one.
    fn have(&self, group: &Group, number: &str) -> String {
        if let Group::All(Filter::Is(reference)) = group {
            let is = if number == "no" { "isn't" } else { "is" };
            return format!("{} {is} still on the battlefield", self.refer(reference));
        }
        let who = match group {
            Group::All(filter) => controller(filter),
            _ => None,
        };
        if *group == Group::Linked {
            return format!("there {} cards exiled with it", if number == "no" { "are no" } else { "are" });
        }
        let number_of = |members: String| match number {
            "no" => format!("there are no {members}"),
            number => format!("there are {number} {members}"),
        };
        let Some(who) = who else {
            return match number {
                "" => format!("there is {}", article(&self.single(group))),
                _ => number_of(self.counted(group)),
            };
        };
        let who = self.thing(&who, true);
        let control = duelog_kernel::prose::agreeing("control", who.person);
        let own = |text: String| text.replacen(&format!(" {} {control}", who.text), "", 1);
        match number {
            "" => format!("{} {control} {}", who.text, article(&own(self.single(group)))),
            number => format!("{} {control} {number} {}", who.text, own(self.counted(group))),
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
