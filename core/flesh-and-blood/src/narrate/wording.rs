//! The definition language in words: what costs, effects and abilities say, for people.

use duelog_kernel::script::Script;

use duelog_kernel::phrase::article;

use super::phrase::{keyword_word, zone_name};
use crate::definition::{
    Ability, Activated, Change, Condition, Cost, Counter, DamageKind, Deed, Definition, Destination, Effect, Extreme, Filter, From, Group, Instead,
    Meta, Mode, Number, Occasion, Ref, Replaced, Replacement, Resolve, Ruling, Shape, Static, Target, Triggered, Until, Uses, Verb,
};
use crate::library::Card;
use crate::position::COUNTERS;
use crate::restrictions::in_words;

/// The symbols of properties, assets, and of what is tapped and untapped, in the order of their rules.
pub(super) mod symbol {
    use crate::cite;

    cite!("1.12.4", "1.12.4a", "1.12.4b", "1.12.4c", "1.12.4d", "1.12.4e", "1.12.4f", "1.12.4g", "1.12.4h");

    /// Defense.
    pub const DEFENSE: &str = "{d}";
    /// Intellect.
    pub const INTELLECT: &str = "{i}";
    /// Life.
    pub const LIFE: &str = "{h}";
    /// Power.
    pub const POWER: &str = "{p}";
    /// Resource points.
    pub const RESOURCE: &str = "{r}";
    /// Chi points.
    pub const CHI: &str = "{c}";
    /// To tap.
    pub const TAP: &str = "{t}";
    /// To untap.
    pub const UNTAP: &str = "{u}";
}

/// The words for one layer of a card.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// The definition, whose given abilities effects name.
    pub definition: &'a Definition,
    /// The pitch of the variant (2.8).
    pub pitch: Option<u8>,
    /// The target groups that the text refers to.
    pub targets: &'a [Target],
    /// What the object of the triggering event is called.
    pub event: &'a str,
    /// What the other object of the event is called.
    pub other: &'a str,
}

/// A counter's kind.
pub fn counter(kind: Counter) -> &'static str {
    COUNTERS.into_iter().find(|entry| entry.0 == kind).map_or("", |entry| entry.1)
}

/// How long an effect lasts, with a space before it; nothing when it does not end.
fn until(until: Until) -> &'static str {
    match until {
        Until::EndOfTurn => " this turn",
        Until::ChainLink => " this chain link",
        Until::TurnThenChainLink => " this turn, for that chain link",
        Until::CombatChain => " this combat chain",
        Until::YourNextTurn => " until the start of your next turn",
        Until::EndOfTheirNextTurn => " until the end of their next turn",
        Until::SourceLeaves => " for as long as this stays",
        Until::Always => "",
    }
}

pub(super) fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(between)
}

/// What somebody does; what you do is said as it is.
fn by(who: &str, what: String) -> String {
    if who == "you" { what } else { format!("{who}: {what}") }
}

fn so_many(number: u32, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

fn damage(kind: DamageKind) -> &'static str {
    match kind {
        DamageKind::Generic => "damage",
        DamageKind::Physical => "physical damage",
        DamageKind::Arcane => "arcane damage",
    }
}

impl<'a> Wording<'a> {
    /// The damage that a prevention effect is about: to what, and by what.
    fn shielded(&self, to: Option<&Group>, kind: Option<DamageKind>, from: Option<&Ref>) -> String {
        let to = to.map_or(String::new(), |to| format!(" to {}", self.group(to)));
        let from = from.map_or(String::new(), |from| format!(" by {}", self.refer(from)));
        format!("{}{to}{from}", kind.map_or("damage", damage))
    }

    /// The words for what a card says outside of layers.
    pub fn of(card: &'a Card) -> Wording<'a> {
        Wording { definition: &card.definition, pitch: card.base.pitch, targets: &[], event: "that object", other: "the other object" }
    }

    /// An ability on one line.
    pub fn ability(&self, ability: &Ability) -> String {
        match ability {
            Ability::Activated(ability) => self.activated(ability),
            Ability::Triggered(ability) => self.triggered(ability),
            Ability::Static(ability) => self.static_ability(ability),
            Ability::Replacement(ability) => self.replacement(ability),
            Ability::Meta(meta) => self.meta(meta),
        }
    }

    fn meta(&self, meta: &Meta) -> String {
        match meta {
            Meta::WeaponZones(zones) => format!("start the game with {}", so_many(u32::from(*zones), "weapon zone")),
            Meta::StartInArena(most, filter) => format!("may start the game with {} in the arena", self.some(i32::from(*most), filter, "card")),
            Meta::DifferentNames(filter) => format!("{} of the starting inventory have different names", self.noun(filter, "card", true)),
            Meta::AnySpecialization => "may have specialization cards of any hero".to_string(),
            other => plain(other),
        }
    }

    fn activated(&self, ability: &Activated) -> String {
        let limit = match ability.limit {
            Some(1) => "once a turn, ".to_string(),
            Some(limit) => format!("{limit} times a turn, "),
            None => String::new(),
        };
        let does = match (&ability.resolve, ability.attack) {
            (_, true) => "attack".to_string(),
            (Some(inner), false) => self.resolve(inner),
            (None, false) => "nothing".to_string(),
        };
        let keywords: String = ability.keywords.iter().map(|keyword| format!(", {}", keyword.name())).collect();
        let only = ability.only_if.as_ref().map_or(String::new(), |condition| format!(" (only if {})", self.condition(condition)));
        format!("{limit}{} - {}: {does}{keywords}{only}{}", ability.kind.name().to_lowercase(), self.costs(&ability.cost), place(ability.from))
    }

    fn triggered(&self, ability: &Triggered) -> String {
        let limit =
            ability.limit.map_or(String::new(), |limit| if limit == 1 { "once a turn, ".to_string() } else { format!("{limit} times a turn, ") });
        let ordinal = match ability.ordinal {
            None => String::new(),
            Some(1) => " for the first time this turn".to_string(),
            Some(2) => " for the second time this turn".to_string(),
            Some(ordinal) => format!(" for time {ordinal} this turn"),
        };
        let words = self.after(&ability.when);
        let condition = ability.condition.as_ref().map_or(String::new(), |condition| format!(", if {}", words.condition(condition)));
        format!("{limit}{}{ordinal}{condition}: {}{}", self.when(&ability.when), words.resolve(&ability.resolve), place(ability.from))
    }

    fn static_ability(&self, ability: &Static) -> String {
        let condition = ability.condition.as_ref().map_or(String::new(), |condition| format!(" while {}", self.condition(condition)));
        let from = if ability.from == From::Under { place(ability.from) } else { "" };
        format!("{}: {}{condition}{from}", self.group(&ability.affects), self.changes(&ability.changes))
    }

    fn replacement(&self, ability: &Replacement) -> String {
        let cost = if ability.cost.is_empty() { String::new() } else { format!(", for {}", self.costs(&ability.cost)) };
        let condition = ability.condition.as_ref().map_or(String::new(), |condition| format!(" and {}", self.condition(condition)));
        format!("if {}{condition}{cost}: instead {}", self.replaced(&ability.when), self.instead(&ability.instead))
    }

    fn replaced(&self, when: &Replaced) -> String {
        match when {
            Replaced::PutInto(kind, filter) => format!("{} would be put into the {}", self.one(filter, "card"), zone_name(*kind)),
            Replaced::Enters(filter) => format!("{} would enter the arena", self.one(filter, "object")),
            Replaced::Entered(filter) => format!("{} has entered the arena", self.one(filter, "object")),
            Replaced::Damage { from, to, kind } => {
                let kind = kind.map_or("damage", damage);
                format!("{} would deal {kind} to {}", self.one(from, "source"), self.one(to, "object"))
            }
            Replaced::Draw(who) => format!("{} would draw", self.refer(who)),
            Replaced::Create(who, token) => format!("{} would create {token} tokens", self.refer(who)),
            Replaced::GainActions(who) => format!("{} would gain action points", self.refer(who)),
            Replaced::Destroy(filter) => format!("{} would be destroyed", self.one(filter, "object")),
            Replaced::WinClash(Ref::You) => "you would win a clash".to_string(),
            Replaced::WinClash(who) => format!("{} would win a clash", self.refer(who)),
            Replaced::Roll(Ref::You) => "you roll dice".to_string(),
            Replaced::Roll(who) => format!("{} rolls dice", self.refer(who)),
            Replaced::Discard(who, filter) => format!("{} would discard {}", self.refer(who), self.one(filter, "card")),
            other => plain(other),
        }
    }

    fn instead(&self, instead: &Instead) -> String {
        match instead {
            Instead::Go(destination) => self.moved("it", *destination),
            Instead::Counters(kind, number) => format!("with {} {} on it", self.number(number), format_args!("{} counters", counter(*kind))),
            Instead::Prevent(number) => format!("prevent {} of it", self.number(number)),
            Instead::DestroyAndPrevent(number) => format!("destroy this and prevent {} of it", self.number(number)),
            Instead::PreventThenDestroy(number) => {
                format!("prevent {} of it and destroy this at the beginning of the end phase", self.number(number))
            }
            Instead::Identity(changes) => format!("as something with: {}", self.changes(changes)),
            Instead::Cease => "it ceases to exist".to_string(),
            Instead::GainActions(number) => format!("gain {}", self.points(number, "action point")),
            Instead::Multiply(number) => format!("{} times as much", self.number(number)),
            Instead::Add(number) => format!("{} more", self.number(number)),
            Instead::MoreDice(number) => format!("roll {} more", self.dice(number)),
            Instead::Ignore(which, number) => {
                let which = if *which == Extreme::Lowest { "lowest" } else { "highest" };
                match self.fixed(number) {
                    Some(1) => format!("ignore the {which} result"),
                    _ => format!("ignore the {which} results, as many as {}", self.number(number)),
                }
            }
            Instead::Wins(Ref::You) => "you win it".to_string(),
            Instead::Wins(who) => format!("{} wins it", self.refer(who)),
            Instead::ClashAgain => "clash again".to_string(),
            Instead::Reroll => "roll the dice again".to_string(),
            Instead::Nothing => "nothing".to_string(),
            other => plain(other),
        }
    }

    /// What a layer does as it resolves.
    pub fn resolve(&self, resolve: &Resolve) -> String {
        let words = Wording { targets: &resolve.targets, ..*self };
        let mut parts: Vec<String> = resolve.effect.iter().map(|effect| words.effect(effect)).collect();
        if let Some(choose) = &resolve.choose {
            let modes = joined(resolve.modes.iter().map(|mode| words.mode(resolve, mode)), " / ");
            let again = if resolve.repeat { ", the same more than once" } else { "" };
            parts.push(format!("choose {}{again} of: {modes}", words.number(choose)));
        }
        if parts.is_empty() { "nothing".to_string() } else { parts.join(", then ") }
    }

    fn mode(&self, resolve: &Resolve, mode: &Mode) -> String {
        let targets: Vec<Target> = resolve.targets.iter().chain(&mode.targets).cloned().collect();
        let words = Wording { definition: self.definition, pitch: self.pitch, targets: &targets, event: self.event, other: self.other };
        let only = mode.only_if.as_ref().map_or(String::new(), |condition| format!(" (only if {})", words.condition(condition)));
        format!("{}{only}", words.effect(&mode.effect))
    }

    /// The parts of a cost.
    pub fn costs(&self, costs: &[Cost]) -> String {
        if costs.is_empty() { "0".to_string() } else { joined(costs.iter().map(|cost| self.cost(cost)), ", ") }
    }

    fn cost(&self, cost: &Cost) -> String {
        let some = |count: &u32, filter: &Filter| self.some((*count).min(i32::MAX as u32) as i32, filter, "card");
        match cost {
            Cost::Pay(count) => format!("{count}{}", symbol::RESOURCE),
            Cost::PayRank(keyword) => format!("as many resource points as {} says", keyword_word(*keyword)),
            Cost::Chi(count) => format!("{count}{}", symbol::CHI),
            Cost::Life(count) => format!("{count}{}", symbol::LIFE),
            Cost::DestroyThisWithLink => "destroy this when the chain link resolves".to_string(),
            Cost::DestroyThis => "destroy this".to_string(),
            Cost::DiscardThis => "discard this".to_string(),
            Cost::BanishThis => "banish this".to_string(),
            Cost::TapHero => format!("{} your hero", symbol::TAP),
            Cost::TapThis => format!("{} this", symbol::TAP),
            Cost::RemoveCounters(count, kind) => format!("remove {} from this", so_many(*count, &format!("{} counter", counter(*kind)))),
            Cost::Discard(count, filter) => format!("discard {}", some(count, filter)),
            Cost::DiscardRandom(count) => format!("discard {} at random", so_many(*count, "card")),
            Cost::Reveal(count, filter) => format!("reveal {} in your hand", some(count, filter)),
            Cost::Bottom(count, filter) => format!("put {} from your hand on the bottom of your deck", some(count, filter)),
            Cost::BanishFromGraveyard(count, filter) => format!("banish {} from your graveyard", some(count, filter)),
            Cost::BanishRandomFromGraveyard(count) => format!("banish {} of your graveyard at random", so_many(*count, "card")),
            Cost::BanishTop => "banish the top card of your deck".to_string(),
            Cost::BottomFromPitch(count, filter) => format!("put {} from your pitch zone on the bottom of your deck", some(count, filter)),
        }
    }

    /// What a script does.
    pub fn effect(&self, effect: &Effect) -> String {
        match effect {
            Script::Do(verb) => self.verb(verb),
            Script::Seq(parts) if parts.is_empty() => "nothing".to_string(),
            Script::If(Condition::Did, then) => format!("if so: {}", self.effect(then)),
            Script::If(Condition::Not(inner), then) if **inner == Condition::Did => format!("if not: {}", self.effect(then)),
            Script::Seq(parts) => joined(parts.iter().map(|part| self.effect(part)), ", then "),
            Script::If(condition, then) => format!("if {}: {}", self.condition(condition), self.effect(then)),
            Script::IfElse(condition, then, otherwise) => {
                format!("if {}: {}; if not: {}", self.condition(condition), self.effect(then), self.effect(otherwise))
            }
            Script::Each(group, body) => format!("for {}: {}", self.group(group), self.effect(body)),
            Script::May(who, then) => format!("{} may: {}", self.refer(who), self.effect(then)),
            Script::MayElse(who, then, otherwise) => format!("{} may: {}; if not: {}", self.refer(who), self.effect(then), self.effect(otherwise)),
            Script::Choose(who, parts) => by(&self.refer(who), format!("one of: {}", joined(parts.iter().map(|part| self.effect(part)), " / "))),
            Script::Repeat(times, body) => format!("{} times: {}", self.number(times), self.effect(body)),
            Script::Let(number) => format!("note {}", self.number(number)),
            Script::Delayed(moment, body) => format!("later, {}: {}", self.when(moment), self.after(moment).effect(body)),
        }
    }

    fn life(&self, number: &Number) -> String {
        self.fixed(number).map_or_else(|| format!("life equal to {}", self.number(number)), |number| format!("{number} life"))
    }

    fn points(&self, number: &Number, what: &str) -> String {
        match self.fixed(number) {
            Some(1) => format!("1 {what}"),
            Some(count) => format!("{count} {what}s"),
            None => format!("{what}s equal to {}", self.number(number)),
        }
    }

    fn dice(&self, count: &Number) -> String {
        match self.fixed(count) {
            Some(1) => "a die".to_string(),
            Some(count) => format!("{count} dice"),
            None => format!("as many dice as {}", self.number(count)),
        }
    }

    /// What is done.
    pub fn verb(&self, verb: &Verb) -> String {
        let player = |who: &Ref, what: String| by(&self.refer(who), what);
        match verb {
            Verb::Damage { amount, to, kind, from } => {
                let source = from.as_ref().map_or(String::new(), |from| format!(" from {}", self.refer(from)));
                let kind = damage(*kind);
                let amount = match self.fixed(amount) {
                    Some(number) => format!("{number} {kind}"),
                    None => format!("{kind} equal to {}", self.number(amount)),
                };
                format!("{amount}{source} to {}", self.group(to))
            }
            Verb::Draw(who, number) => player(who, format!("draw {}", self.number_of(number, &Filter::Any, "card"))),
            Verb::Discard(what) => format!("discard {}", self.group(what)),
            Verb::DiscardRandom(who, number) => player(who, format!("discard {} at random", self.number_of(number, &Filter::Any, "card"))),
            Verb::Destroy(what) => format!("destroy {}", self.group(what)),
            Verb::Banish(what) => format!("banish {}", self.group(what)),
            Verb::BanishFaceDown(what) => format!("banish {} face down", self.group(what)),
            Verb::BanishUntil { what, until, face_down } => {
                let down = if *face_down { " face down" } else { "" };
                format!("banish {}{down}; it returns {}", self.group(what), self.when(until))
            }
            Verb::Exchange(one, other) => format!("exchange {} with {}", self.refer(one), self.refer(other)),
            Verb::PutFace(what, face) => format!("put {} into the arena as {face}", self.group(what)),
            Verb::Put(what, destination) => self.moved(&self.group(what), *destination),
            Verb::Create(who, number, token) => player(who, format!("create {}", self.points(number, &format!("{token} token")))),
            Verb::CreateCard(who, number, name, to) => {
                player(who, format!("create {} {}", self.points(number, &format!("{name} card")), created_in(*to)))
            }
            Verb::CreateEquipped(who, token) => player(who, format!("create and equip {}", article(&format!("{token} token")))),
            Verb::Transform(what, least, into) => {
                let all = if *least > 1 { format!(", at least {least} or none") } else { String::new() };
                match into {
                    Shape::Object(into) => format!("transform {} into {}{all}", self.group(what), self.refer(into)),
                    Shape::Token(into) => format!("transform {} into {}{all}", self.group(what), article(&format!("{into} token"))),
                }
            }
            Verb::GainLife(who, number) => player(who, format!("gain {}", self.life(number))),
            Verb::LoseLife(who, number) => player(who, format!("lose {}", self.life(number))),
            Verb::LoseResources(who, number) => player(who, format!("lose {}", self.points(number, "resource point"))),
            Verb::LoseActions(who, number) => player(who, format!("lose {}", self.points(number, "action point"))),
            Verb::GainResources(who, number) => player(who, format!("gain {}", self.points(number, "resource point"))),
            Verb::GainActions(who, number) => player(who, format!("gain {}", self.points(number, "action point"))),
            Verb::PutCounters(kind, number, what) => {
                format!("put {} on {}", self.points(number, &format!("{} counter", counter(*kind))), self.group(what))
            }
            Verb::RemoveCounters(kind, Number::All, what) => format!("remove all {} counters from {}", counter(*kind), self.group(what)),
            Verb::RemoveCounters(kind, number, what) => {
                format!("remove {} from {}", self.points(number, &format!("{} counter", counter(*kind))), self.group(what))
            }
            Verb::Modify(what, changes, how_long) => format!("{}: {}{}", self.group(what), self.changes(changes), until(*how_long)),
            Verb::ModifyAll(filter, changes, how_long) => {
                format!("each {}: {}{}", self.noun(filter, "object", false), self.changes(changes), until(*how_long))
            }
            Verb::Become(what, of, how_long) => format!("{} becomes a copy of {}{}", self.group(what), self.refer(of), until(*how_long)),
            Verb::ReturnToTheBrood(who) => player(who, "return to the brood".to_string()),
            Verb::Next(occasion, count, filter, changes, how_long) => {
                format!("{}: {}{}", self.next(*occasion, *count, filter), self.changes(changes), until(*how_long))
            }
            Verb::Shield { to, amount, kind, from } => {
                let damage = self.shielded(to.as_ref(), *kind, from.as_ref());
                match self.fixed(amount) {
                    Some(amount) => format!("prevent the next {amount} {damage} this turn"),
                    None => format!("prevent the next {damage} this turn, as much as {}", self.number(amount)),
                }
            }
            Verb::PreventNext { to, amount, kind, from } => {
                let amount = amount.as_ref().map_or("all".to_string(), |amount| self.number(amount));
                format!("prevent {amount} of the next {}", self.shielded(to.as_ref(), *kind, from.as_ref()))
            }
            Verb::ReplaceNext(when, instead) => format!("the next time this turn, if {}: instead {}", self.replaced(when), self.instead(instead)),
            Verb::Intimidate(who) => format!("intimidate {}", self.refer(who)),
            Verb::RollDice(count, sides) => format!("roll {} of {sides} sides", self.dice(count)),
            Verb::Roll(sides) => format!("roll a die of {sides} sides"),
            Verb::Opt(who, number) => player(who, format!("opt {}", self.number(number))),
            Verb::Used(keyword, what) => format!("{} counts as done with {}", keyword_word(*keyword), self.group(what)),
            Verb::Note(what) => format!("note {}", self.group(what)),
            Verb::Search(who, filter, count) => {
                let number = if *count == 1 { self.one(filter, "card") } else { format!("up to {}", self.some(*count as i32, filter, "card")) };
                player(who, format!("look in the deck for {number}"))
            }
            Verb::SearchZones(who, zones, filter, count) => {
                let zones = joined(zones.iter().map(|kind| zone_name(*kind)), " and the ");
                player(who, format!("look in the {zones} for {}", self.some(*count as i32, filter, "card")))
            }
            Verb::Shuffle(who) => player(who, "shuffle the deck".to_string()),
            Verb::ShuffleZone(kind, who) => player(who, format!("shuffle the {}", zone_name(*kind))),
            Verb::Distribute(who, kind, number, among) => {
                let counters = self.points(number, &format!("{} counter", counter(*kind)));
                player(who, format!("distribute {counters} among {}", self.group(among)))
            }
            Verb::Again => "do this again".to_string(),
            Verb::Reveal(what) => format!("reveal {}", self.group(what)),
            Verb::RevealFor(what, how_long) => format!("reveal {}{}", self.group(what), until(*how_long)),
            Verb::RevealUntil(who, number, filter) => {
                player(who, format!("reveal cards from the top of the deck until {} among them", self.found(number, filter)))
            }
            Verb::Look(who, what) => player(who, format!("look at {}", self.group(what))),
            Verb::LookFor(who, what, how_long) => player(who, format!("look at {}{}", self.group(what), until(*how_long))),
            Verb::Pick(who, from, least, most) => player(who, format!("choose {}", self.picked(from, least, most))),
            Verb::PickKinds(who, from, kinds) => {
                let kinds = joined(kinds.iter().map(|(count, filter)| self.some((*count).min(i32::MAX as u32) as i32, filter, "card")), " and ");
                player(who, format!("choose {kinds} among {}", self.members(from, true)))
            }
            Verb::Negate(what) => format!("negate {}", self.group(what)),
            Verb::Charge(who, number) => player(who, format!("charge {}", self.number_of(number, &Filter::Any, "card"))),
            Verb::Reload(who) => player(who, "reload".to_string()),
            Verb::Turn(what, true) => format!("turn {} face up", self.group(what)),
            Verb::Turn(what, false) => format!("turn {} face down", self.group(what)),
            Verb::PutUnder(what, under) => format!("put {} under {}", self.group(what), self.refer(under)),
            Verb::Pay(who, number) => format!("{} may pay {}", self.refer(who), self.points(number, "resource point")),
            Verb::Unfreeze(what) => format!("unfreeze {}", self.group(what)),
            Verb::Clash(Ref::You, other) => format!("clash with {}", self.refer(other)),
            Verb::Clash(one, other) => format!("{} clashes with {}", self.refer(one), self.refer(other)),
            Verb::Mark(what) => format!("mark {}", self.group(what)),
            Verb::Tap(what) => format!("{} {}", symbol::TAP, self.group(what)),
            Verb::Untap(what) => format!("{} {}", symbol::UNTAP, self.group(what)),
            Verb::AttackWith(what) => format!("attack with {}", self.refer(what)),
            Verb::CloseChain => "close the combat chain".to_string(),
            Verb::GainControl(who, what) => player(who, format!("gain control of {}", self.group(what))),
            Verb::ExtraTurn(who) => player(who, "take an extra turn after this one".to_string()),
            Verb::DrawTheGame => "the game is a draw".to_string(),
            Verb::WinTheGame(who) => player(who, "win the game".to_string()),
            Verb::LoseTheGame(who) => player(who, "lose the game".to_string()),
            other => plain(other),
        }
    }

    /// How many there are of what is looked for.
    fn found(&self, number: &Number, filter: &Filter) -> String {
        if self.fixed(number) == Some(1) {
            format!("{} is", self.one(filter, "card"))
        } else {
            format!("{} are", self.number_of(number, filter, "card"))
        }
    }

    /// What is chosen of a group: how many, and of what.
    fn picked(&self, from: &Group, least: &Number, most: &Number) -> String {
        match (self.fixed(least), self.fixed(most)) {
            (Some(1), Some(1)) => article(&self.members(from, false)),
            (Some(least), Some(most)) if least == most => format!("{most} {}", self.members(from, true)),
            (Some(0), Some(1)) => format!("up to 1 {}", self.members(from, false)),
            (Some(0), Some(most)) => format!("up to {most} {}", self.members(from, true)),
            (Some(0), None) => format!("any number of {}", self.members(from, true)),
            _ => format!("{} to {} {}", self.number(least), self.number(most), self.members(from, true)),
        }
    }

    /// The next objects to which an effect applies (6.2.4).
    fn next(&self, occasion: Occasion, count: u8, filter: &Filter) -> String {
        let many = count != 1;
        let number = if many { format!("{count} ") } else { String::new() };
        let (noun, after) = match occasion {
            Occasion::Attack => ("attack", ""),
            Occasion::Play => ("card", " that you play"),
            Occasion::Activate => ("ability", " that you activate"),
            Occasion::PlayOrActivate => ("card or ability", " that you play or activate"),
            Occasion::Defend => ("card", " that you defend with"),
        };
        match occasion {
            Occasion::Attack => format!("your next {number}{}", self.noun_of_attack(filter, many)),
            _ => format!("the next {number}{}{after}", self.noun(filter, noun, many)),
        }
    }

    fn noun_of_attack(&self, filter: &Filter, many: bool) -> String {
        let noun = self.noun(filter, "attack", many);
        if noun.contains("attack") { noun } else { format!("attack of {}", article(&noun)) }
    }

    /// Where an effect puts something.
    fn moved(&self, what: &str, destination: Destination) -> String {
        match destination {
            Destination::Hand => format!("put {what} into the owner's hand"),
            Destination::DeckTop => format!("put {what} on top of the owner's deck"),
            Destination::DeckBottom => format!("put {what} on the bottom of the owner's deck"),
            Destination::Graveyard => format!("put {what} into the owner's graveyard"),
            Destination::Banished => format!("put {what} into the owner's banished zone"),
            Destination::BanishedFaceDown => format!("put {what} face down into the owner's banished zone"),
            Destination::Arsenal => format!("put {what} face down into the owner's arsenal"),
            Destination::ArsenalFaceUp => format!("put {what} face up into the owner's arsenal"),
            Destination::Soul => format!("put {what} into the owner's soul"),
            Destination::Arena => format!("put {what} into the arena"),
            Destination::Defending => format!("{what} defends"),
            Destination::Attacking => format!("{what} becomes the attack"),
        }
    }

    /// What changes do to their object.
    pub fn changes(&self, changes: &[Change]) -> String {
        joined(changes.iter().map(|change| self.change(change)), ", ")
    }

    fn signed(&self, number: &Number, what: &str) -> String {
        match self.fixed(number) {
            Some(number) => format!("{number:+}{what}"),
            None => format!("+n{what} with n = {}", self.number(number)),
        }
    }

    fn change(&self, change: &Change) -> String {
        match change {
            Change::Power(number) => self.signed(number, symbol::POWER),
            Change::SetPower(number) => format!("power becomes {}", self.number(number)),
            Change::BasePower(number) => format!("base power becomes {}", self.number(number)),
            Change::MultiplyBasePower(number) => format!("base power is multiplied by {}", self.number(number)),
            Change::Defense(number) => self.signed(number, symbol::DEFENSE),
            Change::BaseDefense(number) => format!("base defense becomes {}", self.number(number)),
            Change::Intellect(number) => self.signed(number, symbol::INTELLECT),
            Change::Pitch(number) => self.signed(number, " pitch"),
            Change::Gain(keyword) => format!("gains {}", keyword.name()),
            Change::Lose(keyword) => format!("loses {}", keyword_word(*keyword)),
            Change::Ability(place) => match self.definition.gives.get(usize::from(*place)) {
                Some(given) => format!("gains \"{}\"", self.ability(given)),
                None => "gains an ability".to_string(),
            },
            Change::LoseAbilities => "loses all base abilities".to_string(),
            Change::AddType(card_type) => format!("also {}", card_type.name()),
            Change::LoseType(card_type) => format!("no longer {}", card_type.name()),
            Change::AddSubtype(subtype) => format!("also {}", subtype.name()),
            Change::LoseSubtype(subtype) => format!("no longer {}", subtype.name()),
            Change::AddSuper(supertype) => format!("also {}", supertype.name()),
            Change::ClassesOf(of) => format!("also of the classes of {}", self.refer(of)),
            Change::DefendedByAtMost(most, filter) => format!("cannot be defended by more than {}", self.some(i32::from(*most), filter, "card")),
            Change::LoseSupers => "loses all supertypes".to_string(),
            Change::Control(who) => format!("controlled by {}", self.refer(who)),
            Change::CostMore(number) => format!("costs {} more", self.number(number)),
            Change::CostLess(number) => format!("costs {} less", self.number(number)),
            Change::SetCost(number) => format!("costs {}", self.number(number)),
            Change::Uses(Uses::MoreEach(times)) => format!("each of its abilities can be activated {times} more times"),
            Change::Uses(Uses::MoreInAll(times)) => format!("its abilities can be activated {times} more times in all"),
            Change::Uses(Uses::Attacks(times)) => format!("can attack {times} times in all"),
            Change::ExtraAttacks(1) => "can attack once more".to_string(),
            Change::ExtraAttacks(times) => format!("can attack {times} more times"),
            Change::Rule(ruling, deed, filter) => self.ruling(*ruling, *deed, filter),
            Change::Freeze => "is frozen".to_string(),
            Change::Zones(kind, number) => format!("{number:+} {}", zone_name(*kind)),
            other => plain(other),
        }
    }

    fn ruling(&self, ruling: Ruling, deed: Deed, filter: &Filter) -> String {
        let verb = match ruling {
            Ruling::Restriction => "cannot",
            Ruling::Requirement => "must, if possible,",
            Ruling::Allowance => "may",
        };
        match (deed, filter) {
            (Deed::BeDefendedBy, filter) => format!("{verb} be defended by {}", self.noun(filter, "card", true)),
            (deed, Filter::Any) => format!("{verb} {}", in_words(deed)),
            (deed, filter) => format!("{verb} {} with {}", in_words(deed), self.noun(filter, "object", true)),
        }
    }
}

/// Where a card is created (8.5.40).
fn created_in(destination: Destination) -> &'static str {
    match destination {
        Destination::Hand => "in the hand",
        Destination::DeckTop => "on top of the deck",
        Destination::DeckBottom => "on the bottom of the deck",
        Destination::Graveyard => "in the graveyard",
        Destination::Banished => "in the banished zone",
        Destination::BanishedFaceDown => "face down in the banished zone",
        Destination::Arsenal => "face down in the arsenal",
        Destination::ArsenalFaceUp => "face up in the arsenal",
        Destination::Soul => "in the soul",
        Destination::Arena => "in the arena",
        Destination::Defending | Destination::Attacking => "nowhere",
    }
}

/// Where the source of an ability must be, where that is not the arena.
fn place(from: From) -> &'static str {
    match from {
        From::Arena | From::Play | From::Anywhere => "",
        From::Hand => " (from hand)",
        From::Banished => " (from the banished zone)",
        From::Graveyard => " (from the graveyard)",
        From::Defending => " (while it defends)",
        From::Arsenal => " (from the arsenal)",
        From::Under => " (while under a permanent)",
        From::Inventory => " (from the inventory)",
    }
}

/// A word of the language as it is written in definitions, in small letters; for words that few definitions use.
pub(super) fn plain(word: &impl std::fmt::Debug) -> String {
    let written = format!("{word:?}");
    let mut text = String::with_capacity(written.len());
    let mut before = ' ';
    for letter in written.chars() {
        match letter {
            '(' | '{' => text.push(' '),
            ')' | '}' | '"' | '[' | ']' => {}
            upper if upper.is_uppercase() => {
                if before.is_lowercase() {
                    text.push(' ');
                }
                text.extend(upper.to_lowercase());
            }
            other => text.push(other),
        }
        before = letter;
    }
    text.split_whitespace().filter(|word| *word != "n" && *word != "of").collect::<Vec<_>>().join(" ")
}
