//! The definition language in words: what costs, effects and abilities say, for people.

use duelog_kernel::phrase::article;
use duelog_kernel::script::Script;

use super::terms::{Wording, joined, plain, zone_name};
use crate::language::definition::{
    Ability, Activated, Arithmetic, Asset, Change, Condition, Cost, DamageKind, Deed, Destination, Effect,
    Extreme, Fate, Filter, FunctionalZone, Group, Instead, Meta, Mode, Number, Occasion, Ref, Replacement,
    Resolve, Shape, Static, Target, Triggered, Until, Verb, When, Where, Written, ZoneKind,
};
use crate::state::card_pool::Card;
use crate::words::change::{Said, in_words};
use crate::words::symbol;

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

/// What somebody does; what you do is said as it is.
fn by(who: &str, what: String) -> String {
    if who == "you" { what } else { format!("{who}: {what}") }
}

fn so_many(number: u32, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

pub(super) fn damage(kind: DamageKind) -> &'static str {
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
        Wording {
            definition: &card.definition,
            pitch: card.base.pitch,
            targets: &[],
            event: "that object",
            other: "the other object",
        }
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
            Meta::WeaponZones(zones) => {
                format!("start the game with {}", so_many(u32::from(*zones), "weapon zone"))
            }
            Meta::StartInArena(most, filter) => format!(
                "may start the game with {} in the arena",
                self.some(i32::from(*most), filter, "card")
            ),
            Meta::DifferentNames(filter) => {
                format!("{} of the starting inventory have different names", self.noun(filter, "card", true))
            }
            Meta::MayHave { supertypes, specializations } => {
                let supertypes = supertypes.iter().map(|supertype| format!("{} cards", supertype.name()));
                let any = specializations.then(|| "specialization cards of any hero".to_string());
                format!("may have {}", joined(supertypes.chain(any), " and "))
            }
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
        let keywords: String =
            ability.keywords.iter().map(|keyword| format!(", {}", keyword.name())).collect();
        let only = ability
            .only_if
            .as_ref()
            .map_or(String::new(), |condition| format!(" (only if {})", self.condition(condition)));
        format!(
            "{limit}{} - {}: {does}{keywords}{only}{}",
            ability.kind.name().to_lowercase(),
            self.costs(&ability.cost),
            place(ability.from)
        )
    }

    fn triggered(&self, ability: &Triggered) -> String {
        let limit = ability.limit.map_or(String::new(), |limit| {
            if limit == 1 { "once a turn, ".to_string() } else { format!("{limit} times a turn, ") }
        });
        let ordinal = match ability.ordinal {
            None => String::new(),
            Some(1) => " for the first time this turn".to_string(),
            Some(2) => " for the second time this turn".to_string(),
            Some(ordinal) => format!(" for time {ordinal} this turn"),
        };
        let words = self.after(&ability.when);
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!(", if {}", words.condition(condition)));
        format!(
            "{limit}{}{ordinal}{condition}: {}{}",
            self.when(&ability.when),
            words.resolve(&ability.resolve),
            place(ability.from)
        )
    }

    fn static_ability(&self, ability: &Static) -> String {
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!(" while {}", self.condition(condition)));
        let from = if ability.from == FunctionalZone::Under { place(ability.from) } else { "" };
        format!("{}: {}{condition}{from}", self.group(&ability.affects), self.changes(&ability.changes))
    }

    fn replacement(&self, ability: &Replacement) -> String {
        let cost = if ability.cost.is_empty() {
            String::new()
        } else {
            format!(", for {}", self.costs(&ability.cost))
        };
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!(" and {}", self.condition(condition)));
        format!(
            "if {}{condition}{cost}: instead {}",
            self.replaced(&ability.when),
            self.instead(&ability.instead)
        )
    }

    /// An event that would come about.
    fn replaced(&self, when: &When) -> String {
        match when {
            When::Moves(filter, Where::Anywhere, Where::Zone(kind)) => {
                format!("{} would be put into the {}", self.one(filter, "card"), zone_name(*kind))
            }
            When::Moves(filter, Where::Anywhere, Where::Arena) => {
                format!("{} would enter the arena", self.one(filter, "object"))
            }
            When::Happens(Deed::Enter, filter) => {
                format!("{} has entered the arena", self.one(filter, "object"))
            }
            When::Damages { from, to, kind, .. } => {
                let source =
                    if *from == Filter::Any { "anything".to_string() } else { self.one(from, "source") };
                let to = if *to == Filter::Any {
                    String::new()
                } else {
                    format!(" to {}", self.one(to, "object"))
                };
                format!("{source} would deal {}{to}", kind.map_or("damage", damage))
            }
            When::Does(who, Deed::Create, Filter::Named(token)) => {
                format!("{} would create {token} tokens", self.refer(who))
            }
            When::Does(who, deed @ (Deed::Draw | Deed::Gain(_) | Deed::WinClash), _) => {
                let words = if *deed == Deed::Draw { "draw".to_string() } else { deed.in_words() };
                format!("{} would {words}", self.refer(who))
            }
            When::Does(who, Deed::Discard, filter) => {
                format!("{} would discard {}", self.refer(who), self.one(filter, "card"))
            }
            When::Happens(deed, filter) => {
                format!("{} would {}", self.one(filter, "object"), deed.in_words())
            }
            When::Rolls(Ref::You, _) => "you roll dice".to_string(),
            When::Rolls(who, _) => format!("{} rolls dice", self.refer(who)),
            When::Each(each) => format!("{}, each time", self.replaced(each)),
            other => plain(other),
        }
    }

    fn instead(&self, instead: &Instead) -> String {
        match instead {
            Instead::Go(destination) => self.moved("it", *destination),
            Instead::Enters { with, r#as: changes } => {
                let counters = with.iter().map(|(kind, number)| {
                    format!("with {} {} counters on it", self.number(number), kind.name())
                });
                let identity =
                    (!changes.is_empty()).then(|| format!("as something with: {}", self.changes(changes)));
                joined(counters.chain(identity), " and ")
            }
            Instead::Prevent(number) => format!("prevent {} of it", self.number(number)),
            Instead::DestroyAndPrevent(number) => {
                format!("destroy this and prevent {} of it", self.number(number))
            }
            Instead::PreventThenDestroy(number) => {
                format!(
                    "prevent {} of it and destroy this at the beginning of the end phase",
                    self.number(number)
                )
            }
            Instead::Cease => "it ceases to exist".to_string(),
            Instead::GainActions(number) => format!("gain {}", self.points(number, "action point")),
            Instead::Amount(Arithmetic::Times, number) => format!("{} times as much", self.number(number)),
            Instead::Amount(Arithmetic::Plus, number) => format!("{} more", self.number(number)),
            Instead::Dice { more, ignore } => {
                let more = more.iter().map(|number| format!("roll {} more", self.dice(number)));
                let ignored = ignore.iter().map(|(which, number)| {
                    let which = if *which == Extreme::Lowest { "lowest" } else { "highest" };
                    match self.fixed(number) {
                        Some(1) => format!("ignore the {which} result"),
                        _ => format!("ignore the {which} results, as many as {}", self.number(number)),
                    }
                });
                joined(more.chain(ignored), " and ")
            }
            Instead::Wins(Ref::You) => "you win it".to_string(),
            Instead::Wins(who) => format!("{} wins it", self.refer(who)),
            Instead::Again => "do it again".to_string(),
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
        let words = Wording {
            definition: self.definition,
            pitch: self.pitch,
            targets: &targets,
            event: self.event,
            other: self.other,
        };
        let only = mode
            .only_if
            .as_ref()
            .map_or(String::new(), |condition| format!(" (only if {})", words.condition(condition)));
        format!("{}{only}", words.effect(&mode.effect))
    }

    /// The parts of a cost.
    pub fn costs(&self, costs: &[Cost]) -> String {
        if costs.is_empty() {
            "0".to_string()
        } else {
            joined(costs.iter().map(|cost| self.cost(cost)), ", ")
        }
    }

    fn cost(&self, cost: &Cost) -> String {
        let some = |count: &u32| (*count).min(i32::MAX as u32) as i32;
        match cost {
            Cost::Pay(count) => format!("{count}{}", symbol::resource()),
            Cost::PayRank(keyword) => format!("as many resource points as {} says", keyword.plain_name()),
            Cost::Chi(count) => format!("{count}{}", symbol::chi()),
            Cost::Life(count) => format!("{count}{}", symbol::life()),
            Cost::DestroyWithLink => "destroy this when the chain link resolves".to_string(),
            Cost::RemoveCounters(count, kind) => {
                format!("remove {} from this", so_many(*count, &format!("{} counter", kind.name())))
            }
            Cost::Random(deed, count, group) => {
                let cards = match group {
                    Group::Zone(kind, ..) if *kind != ZoneKind::Hand => {
                        format!(" of your {}", zone_name(*kind))
                    }
                    _ => String::new(),
                };
                let (before, behind) = done_to(*deed);
                format!("{before} {}{cards}{behind} at random", so_many(*count, "card"))
            }
            Cost::Deed(deed, count, group) => {
                let (before, behind) = done_to(*deed);
                let what = match group {
                    Group::Of(_) | Group::Top(..) => self.group(group),
                    Group::Zone(ZoneKind::Hand, Ref::You, filter) if *deed == Deed::Discard => {
                        self.some(some(count), filter, "card")
                    }
                    Group::Zone(ZoneKind::Hand, Ref::You, filter) if *deed == Deed::Reveal => {
                        format!("{} in your hand", self.some(some(count), filter, "card"))
                    }
                    Group::Zone(kind, Ref::You, filter) => {
                        format!("{} from your {}", self.some(some(count), filter, "card"), zone_name(*kind))
                    }
                    Group::Arena(filter) => self.some(some(count), filter, "object"),
                    group => format!("{count} of {}", self.members(group, true)),
                };
                format!("{before} {what}{behind}")
            }
        }
    }

    /// What a script does.
    pub fn effect(&self, effect: &Effect) -> String {
        match effect {
            Script::Do(verb) => self.verb(verb),
            Script::Seq(parts) if parts.is_empty() => "nothing".to_string(),
            Script::If(Condition::Did, then) => format!("if so: {}", self.effect(then)),
            Script::If(Condition::Not(inner), then) if **inner == Condition::Did => {
                format!("if not: {}", self.effect(then))
            }
            Script::Seq(parts) => joined(parts.iter().map(|part| self.effect(part)), ", then "),
            Script::If(condition, then) => format!("if {}: {}", self.condition(condition), self.effect(then)),
            Script::IfElse(condition, then, otherwise) => {
                format!(
                    "if {}: {}; if not: {}",
                    self.condition(condition),
                    self.effect(then),
                    self.effect(otherwise)
                )
            }
            Script::Each(group, body) => format!("for {}: {}", self.group(group), self.effect(body)),
            Script::May(who, then) => format!("{} may: {}", self.refer(who), self.effect(then)),
            Script::MayElse(who, then, otherwise) => {
                format!("{} may: {}; if not: {}", self.refer(who), self.effect(then), self.effect(otherwise))
            }
            Script::Pay(who, _, then, otherwise) => format!(
                "{} may pay: {}; if not: {}",
                self.refer(who),
                self.effect(then),
                self.effect(otherwise)
            ),
            Script::Choose(who, parts) => by(
                &self.refer(who),
                format!("one of: {}", joined(parts.iter().map(|part| self.effect(part)), " / ")),
            ),
            Script::Repeat(times, body) => format!("{} times: {}", self.number(times), self.effect(body)),
            Script::Let(number) => format!("note {}", self.number(number)),
            Script::Delayed(moment, body) => {
                format!("later, {}: {}", self.when(moment), self.after(moment).effect(body))
            }
        }
    }

    fn life(&self, number: &Number) -> String {
        self.fixed(number).map_or_else(
            || format!("life equal to {}", self.number(number)),
            |number| format!("{number} life"),
        )
    }

    fn assets(&self, asset: Asset, number: &Number) -> String {
        match asset {
            Asset::Life => self.life(number),
            Asset::Resources => self.points(number, "resource point"),
            Asset::Actions => self.points(number, "action point"),
        }
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
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn verb(&self, verb: &Verb) -> String {
        let player = |who: &Ref, what: String| by(&self.refer(who), what);
        match verb {
            Verb::Damage { amount, to, kind, from } => {
                let source =
                    from.as_ref().map_or(String::new(), |from| format!(" from {}", self.refer(from)));
                let kind = damage(*kind);
                let amount = match self.fixed(amount) {
                    Some(number) => format!("{number} {kind}"),
                    None => format!("{kind} equal to {}", self.number(amount)),
                };
                format!("{amount}{source} to {}", self.group(to))
            }
            Verb::Draw(who, number) => {
                player(who, format!("draw {}", self.number_of(number, &Filter::Any, "card")))
            }
            Verb::Discard(what) => format!("discard {}", self.group(what)),
            Verb::DiscardRandom(who, number) => {
                player(who, format!("discard {} at random", self.number_of(number, &Filter::Any, "card")))
            }
            Verb::Destroy(what) => format!("destroy {}", self.group(what)),
            Verb::Banish(what) => format!("banish {}", self.group(what)),
            Verb::BanishFor { what, until, face_down } => {
                let down = if *face_down { " face down" } else { "" };
                let back = until
                    .as_ref()
                    .map_or(String::new(), |until| format!("; it returns {}", self.when(until)));
                format!("banish {}{down}{back}", self.group(what))
            }
            Verb::Exchange(one, other) => format!("exchange {} with {}", self.refer(one), self.refer(other)),
            Verb::PutFace(what, face) => format!("put {} into the arena as {face}", self.group(what)),
            Verb::Put(what, destination) => self.moved(&self.group(what), *destination),
            Verb::Create(who, number, token) => {
                player(who, format!("create {}", self.points(number, &format!("{token} token"))))
            }
            Verb::CreateCard(who, number, name, to) => player(
                who,
                format!("create {} {}", self.points(number, &format!("{name} card")), created_in(*to)),
            ),
            Verb::CreateEquipped(who, token) => {
                player(who, format!("create and equip {}", article(&format!("{token} token"))))
            }
            Verb::Transform(what, least, into) => {
                let all = if *least > 1 { format!(", at least {least} or none") } else { String::new() };
                match into {
                    Shape::Object(into) => {
                        format!("transform {} into {}{all}", self.group(what), self.refer(into))
                    }
                    Shape::Token(into) => format!(
                        "transform {} into {}{all}",
                        self.group(what),
                        article(&format!("{into} token"))
                    ),
                }
            }
            Verb::Gain(who, asset, number) => player(who, format!("gain {}", self.assets(*asset, number))),
            Verb::Lose(who, asset, number) => player(who, format!("lose {}", self.assets(*asset, number))),
            Verb::PutCounters(kind, number, what) => {
                format!(
                    "put {} on {}",
                    self.points(number, &format!("{} counter", kind.name())),
                    self.group(what)
                )
            }
            Verb::RemoveCounters(kind, Number::All, what) => {
                format!("remove all {} counters from {}", kind.name(), self.group(what))
            }
            Verb::RemoveCounters(kind, number, what) => {
                format!(
                    "remove {} from {}",
                    self.points(number, &format!("{} counter", kind.name())),
                    self.group(what)
                )
            }
            Verb::Modify(what, changes, how_long) => {
                format!("{}: {}{}", self.group(what), self.changes(changes), until(*how_long))
            }
            Verb::ModifyAll(filter, changes, how_long) => {
                format!(
                    "each {}: {}{}",
                    self.noun(filter, "object", false),
                    self.changes(changes),
                    until(*how_long)
                )
            }
            Verb::Become(what, of, how_long) => {
                format!("{} becomes a copy of {}{}", self.group(what), self.refer(of), until(*how_long))
            }
            Verb::ReturnToTheBrood(who) => player(who, "return to the brood".to_string()),
            Verb::Next(occasion, count, filter, changes, how_long) => {
                format!(
                    "{}: {}{}",
                    self.next(*occasion, *count, filter),
                    self.changes(changes),
                    until(*how_long)
                )
            }
            Verb::Shield { to, amount, kind, from } => {
                let damage = self.shielded(to.as_ref(), *kind, from.as_ref());
                match self.fixed(amount) {
                    Some(amount) => format!("prevent the next {amount} {damage} this turn"),
                    None => {
                        format!("prevent the next {damage} this turn, as much as {}", self.number(amount))
                    }
                }
            }
            Verb::PreventNext { to, amount, kind, from } => {
                let amount = amount.as_ref().map_or("all".to_string(), |amount| self.number(amount));
                format!("prevent {amount} of the next {}", self.shielded(to.as_ref(), *kind, from.as_ref()))
            }
            Verb::ReplaceNext(when, instead) => format!(
                "the next time this turn, if {}: instead {}",
                self.replaced(when),
                self.instead(instead)
            ),
            Verb::Intimidate(who) => format!("intimidate {}", self.refer(who)),
            Verb::Roll(Number::N(1), sides) => format!("roll a die of {sides} sides"),
            Verb::Roll(count, sides) => format!("roll {} of {sides} sides", self.dice(count)),
            Verb::Opt(who, number) => player(who, format!("opt {}", self.number(number))),
            Verb::Used(keyword, what) => {
                format!("{} counts as done with {}", keyword.plain_name(), self.group(what))
            }
            Verb::Note(what) => format!("note {}", self.group(what)),
            Verb::Search(who, zones, filter, count) => {
                let zones = joined(zones.iter().map(|kind| zone_name(*kind)), " and the ");
                let some = self.some((*count).min(i32::MAX as u32) as i32, filter, "card");
                let number = if *count == 1 { self.one(filter, "card") } else { format!("up to {some}") };
                player(who, format!("look in the {zones} for {number}"))
            }
            Verb::Shuffle(kind, who) => player(who, format!("shuffle the {}", zone_name(*kind))),
            Verb::Distribute(who, kind, number, among) => {
                let counters = self.points(number, &format!("{} counter", kind.name()));
                player(who, format!("distribute {counters} among {}", self.group(among)))
            }
            Verb::Again => "do this again".to_string(),
            Verb::Reveal(what) => format!("reveal {}", self.group(what)),
            Verb::RevealFor(what, how_long) => format!("reveal {}{}", self.group(what), until(*how_long)),
            Verb::RevealUntil(who, number, filter) => player(
                who,
                format!(
                    "reveal cards from the top of the deck until {} among them",
                    self.found(number, filter)
                ),
            ),
            Verb::Look(who, what) => player(who, format!("look at {}", self.group(what))),
            Verb::LookFor(who, what, how_long) => {
                player(who, format!("look at {}{}", self.group(what), until(*how_long)))
            }
            Verb::Pick(who, from, least, most) => {
                player(who, format!("choose {}", self.picked(from, least, most)))
            }
            Verb::PickKinds(who, from, kinds) => {
                let kinds = joined(
                    kinds.iter().map(|(count, filter)| {
                        self.some((*count).min(i32::MAX as u32) as i32, filter, "card")
                    }),
                    " and ",
                );
                player(who, format!("choose {kinds} among {}", self.members(from, true)))
            }
            Verb::Negate(what) => format!("negate {}", self.group(what)),
            Verb::Charge(who, number) => {
                player(who, format!("charge {}", self.number_of(number, &Filter::Any, "card")))
            }
            Verb::Reload(who) => player(who, "reload".to_string()),
            Verb::Turn(what, true) => format!("turn {} face up", self.group(what)),
            Verb::Turn(what, false) => format!("turn {} face down", self.group(what)),
            Verb::PutUnder(what, under) => format!("put {} under {}", self.group(what), self.refer(under)),
            Verb::Pay(who, number) => {
                format!("{} may pay {}", self.refer(who), self.points(number, "resource point"))
            }
            Verb::Unfreeze(what) => format!("unfreeze {}", self.group(what)),
            Verb::Clash(Ref::You, other) => format!("clash with {}", self.refer(other)),
            Verb::Clash(one, other) => format!("{} clashes with {}", self.refer(one), self.refer(other)),
            Verb::Mark(what) => format!("mark {}", self.group(what)),
            Verb::Tap(what, true) => format!("{} {}", symbol::tap(), self.group(what)),
            Verb::Tap(what, false) => format!("{} {}", symbol::untap(), self.group(what)),
            Verb::AttackWith(what) => format!("attack with {}", self.refer(what)),
            Verb::CloseChain => "close the combat chain".to_string(),
            Verb::GainControl(who, what) => player(who, format!("gain control of {}", self.group(what))),
            Verb::ExtraTurn(who) => player(who, "take an extra turn after this one".to_string()),
            Verb::End(_, Fate::Draws) => "the game is a draw".to_string(),
            Verb::End(who, Fate::Wins) => player(who, "win the game".to_string()),
            Verb::End(who, Fate::Loses) => player(who, "lose the game".to_string()),
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
    pub fn changes(&self, changes: &[Change<Written>]) -> String {
        joined(changes.iter().map(|change| self.change(change)), ", ")
    }

    fn change(&self, change: &Change<Written>) -> String {
        let given = |place: &u8| match self.definition.gives.get(usize::from(*place)) {
            Some(given) => format!("\"{}\"", self.ability(given)),
            None => "an ability".to_string(),
        };
        let with = |filter: &Filter| match (change, filter) {
            (Change::Rule(_, Deed::BeDefendedBy, _), filter) => self.noun(filter, "card", true),
            (Change::DefendedByAtMost(most, _), filter) => self.noun(filter, "card", *most != 1),
            (_, Filter::Any) => String::new(),
            (_, filter) => format!("with {}", self.noun(filter, "object", true)),
        };
        let said = change.settle::<Said>(
            |number| (self.number(number), self.fixed(number)),
            |who| Some(self.refer(who)),
            |of| Some(format!("of the classes of {}", self.refer(of))),
            given,
            |filter| {
                Some(with(filter))
                    .filter(|with| !with.is_empty())
                    .map_or(String::new(), |with| format!(" {with}"))
            },
        );
        said.map_or(String::new(), |said| in_words(&said))
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
fn place(from: FunctionalZone) -> &'static str {
    match from {
        FunctionalZone::Arena | FunctionalZone::Play | FunctionalZone::Anywhere => "",
        FunctionalZone::Hand => " (from hand)",
        FunctionalZone::Banished => " (from the banished zone)",
        FunctionalZone::Graveyard => " (from the graveyard)",
        FunctionalZone::Defending => " (while it defends)",
        FunctionalZone::Arsenal => " (from the arsenal)",
        FunctionalZone::Under => " (while under a permanent)",
        FunctionalZone::Inventory => " (from the inventory)",
    }
}

/// What is done with what as a cost: the words before it and behind it.
fn done_to(deed: Deed) -> (&'static str, &'static str) {
    match deed {
        Deed::Destroy => ("destroy", ""),
        Deed::Discard => ("discard", ""),
        Deed::Banish => ("banish", ""),
        Deed::Reveal => ("reveal", ""),
        Deed::Tap => (symbol::tap(), ""),
        Deed::Untap => (symbol::untap(), ""),
        Deed::TurnUp => ("turn", " face up"),
        Deed::TurnDown => ("turn", " face down"),
        Deed::Bottom => ("put", " on the bottom of your deck"),
        _ => ("use", ""),
    }
}
