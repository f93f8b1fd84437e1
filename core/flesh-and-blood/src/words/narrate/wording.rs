//! Abilities of the definition language in words.

use std::rc::Rc;

use duelog_kernel::phrase::article;
use duelog_kernel::prose::{EffectPart, Noun, behind_comma, capital, counted, listed, sentences, times};

use super::costs::so_many;
use super::terms::{Wording, plain, zone_name};
use crate::language::definition::{
    Ability, Activated, Arithmetic, Change, Condition, DamageKind, Deed, Extreme, Filter, FunctionalZone,
    Group, Instead, Meta, Mode, Ref, Replacement, Resolve, Static, Target, Triggered, When, Where, Written,
};
use crate::state::card_pool::Card;
use crate::words::change::{Said, in_words};

pub(super) fn damage(kind: DamageKind) -> &'static str {
    match kind {
        DamageKind::Generic => "damage",
        DamageKind::Physical => "physical damage",
        DamageKind::Arcane => "arcane damage",
    }
}

impl<'a> Wording<'a> {
    /// The words for what a card says outside of layers.
    pub fn of(card: &'a Card) -> Wording<'a> {
        Wording {
            definition: &card.definition,
            pitch: card.base.pitch,
            targets: &[],
            event: "that object",
            other: "the other object",
            memory: Rc::default(),
        }
    }

    /// An ability in sentences.
    pub fn ability(&self, ability: &Ability) -> String {
        let words = self.anew();
        sentences([match ability {
            Ability::Activated(ability) => words.activated(ability),
            Ability::Triggered(ability) => words.triggered(ability),
            Ability::Static(ability) => words.static_ability(ability),
            Ability::Replacement(ability) => words.replacement(ability),
            Ability::Meta(meta) => words.meta(meta),
        }])
    }

    fn meta(&self, meta: &Meta) -> String {
        match meta {
            Meta::WeaponZones(zones) => {
                format!("you start the game with {}", so_many(u32::from(*zones), "weapon zone"))
            }
            Meta::StartInArena(most, filter) => format!(
                "you may start the game with {} in the arena",
                self.some(i32::from(*most), filter, "card")
            ),
            Meta::StartInGraveyard(most, filter) => format!(
                "you may start the game with {} in your graveyard",
                self.some(i32::from(*most), filter, "card")
            ),
            Meta::DifferentNames(filter) => {
                format!(
                    "{} in your starting inventory must have different names",
                    self.noun(filter, "card", true)
                )
            }
            Meta::OnlyColor(color) => {
                format!("you may only have {} cards in your deck", color.name())
            }
            Meta::MayHave { supertypes, specializations, any_number } => {
                let supertypes = supertypes.iter().map(|supertype| format!("{} cards", supertype.name()));
                let any = specializations.then(|| "specialization cards of any hero".to_string());
                let many = any_number.iter().map(|name| format!("any number of {name}"));
                format!("you may have {} in your deck", listed(supertypes.chain(any).chain(many), "and"))
            }
        }
    }

    fn activated(&self, ability: &Activated) -> String {
        let limit = match ability.limit {
            Some(limit) => format!("{} per turn, ", times(i64::from(limit))),
            None => String::new(),
        };
        let does = match (&ability.resolve, ability.attack) {
            (_, true) => "attack with this".to_string(),
            (Some(inner), false) => self.resolve_behind(inner),
            (None, false) => "nothing happens".to_string(),
        };
        let only = ability.only_if.as_ref();
        let only =
            only.map(|condition| format!("activate this only if {}", self.anew().condition(condition)));
        let keywords = ability.keywords.iter().map(|keyword| keyword.name());
        let kind = article(&ability.kind.name().to_lowercase());
        let costs = match (&*ability.cost, &*ability.alternatives) {
            ([], []) => String::new(),
            (own, others) => {
                let all = [own].into_iter().chain(others.iter().map(Vec::as_slice));
                format!(", {}", listed(all.map(|costs| self.costs(costs)), "or"))
            }
        };
        let head = format!("{limit}{}as {kind}{costs}: {}", place(ability.from), capital(&does));
        sentences([head].into_iter().chain(only).chain(keywords))
    }

    fn triggered(&self, ability: &Triggered) -> String {
        let limit =
            ability.limit.map_or(String::new(), |limit| format!("{} per turn, ", times(i64::from(limit))));
        let ordinal = match ability.ordinal {
            None => String::new(),
            Some(1) => " for the first time each turn".to_string(),
            Some(ordinal) => {
                format!(" for the {} time each turn", duelog_kernel::prose::ordinal(i64::from(ordinal)))
            }
        };
        let event = self.when(&ability.when);
        let words = self.after(&ability.when);
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!(", if {}", words.condition(condition)));
        let contract = if ability.contract { "contract: " } else { "" };
        format!(
            "{contract}{}{limit}{event}{ordinal}{condition}, {}",
            place(ability.from),
            words.resolve_behind(&ability.resolve)
        )
    }

    fn static_ability(&self, ability: &Static) -> String {
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!("while {}, ", self.condition(condition)));
        let from = if ability.from == FunctionalZone::Under { place(ability.from) } else { "" };
        let subject = self.all_of(&ability.affects);
        let there = if ability.anywhere { ", in whatever zone" } else { "" };
        format!("{from}{condition}{}{there}", subject.does(&self.changes(&ability.changes)))
    }

    fn replacement(&self, ability: &Replacement) -> String {
        let event = self.replaced(&ability.when);
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!(" and {}", self.condition(condition)));
        let instead = self.instead(&ability.instead);
        let from = place(ability.from);
        if ability.cost.is_empty() {
            return format!("{from}if {event}{condition}, {instead}");
        }
        let costs = self.costs(&ability.cost);
        format!("{from}if {event}{condition}, you may {costs}. If you do, {instead}")
    }

    /// An event that would come about.
    pub(super) fn replaced(&self, when: &When) -> String {
        match when {
            When::Moves(filter, Where::Anywhere, Where::Zone(kind)) => {
                format!("{} would be put into the {}", self.one(filter, "card"), zone_name(*kind))
            }
            When::Moves(filter, Where::Anywhere, Where::Arena) => {
                format!("{} would enter the arena", self.one(filter, "object"))
            }
            When::Happens(Deed::Enter, filter) => {
                format!("{} enters the arena", self.one(filter, "object"))
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
            When::Does(who, deed @ (Deed::Draw | Deed::Gain(_) | Deed::WinClash | Deed::FailClash), _) => {
                let words = if *deed == Deed::Draw { "draw".to_string() } else { deed.in_words() };
                format!("{} would {words}", self.refer(who))
            }
            When::Does(who, Deed::Discard, filter) => {
                format!("{} would discard {}", self.refer(who), self.one(filter, "card"))
            }
            When::Happens(deed, filter) => {
                format!("{} would {}", self.one(filter, "object"), deed.in_words())
            }
            When::Any(all) => listed(all.iter().map(|when| self.replaced(when)), "or"),
            When::Rolls(Ref::You, _) => "you roll dice".to_string(),
            When::Rolls(who, _) => format!("{} rolls dice", self.refer(who)),
            When::Each(each) => format!("{}, each time", self.replaced(each)),
            other => match self.would(other) {
                Some(words) => words,
                None => plain(other),
            },
        }
    }

    pub(super) fn instead(&self, instead: &Instead) -> String {
        match instead {
            Instead::Go(destination) => format!("{} instead", self.moved("it", false, *destination, None)),
            Instead::Enters { with, r#as: changes } => {
                let counters = with.iter().map(|(kind, number)| {
                    format!("with {} on it", self.points(number, &format!("{} counter", kind.in_words())))
                });
                let identity = (!changes.is_empty()).then(|| {
                    let changes = Noun::one("it").does(&self.changes(changes));
                    format!("as it enters, {changes}")
                });
                match with {
                    Some(_) => format!("it enters {}", listed(counters.chain(identity), "and")),
                    None => identity.unwrap_or_default(),
                }
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
            Instead::Cease => "it ceases to exist instead".to_string(),
            Instead::GainActions(number) => format!("gain {} instead", self.points(number, "action point")),
            Instead::Amount(Arithmetic::Times, number) => match self.fixed(number) {
                Some(2) => "it is twice as much instead".to_string(),
                _ => format!("it is {} times as much instead", self.number(number)),
            },
            Instead::Amount(Arithmetic::Plus, number) => {
                format!("it is that much plus {} instead", self.number(number))
            }
            Instead::Amount(Arithmetic::Minus, number) => {
                format!("it is that much minus {} instead", self.number(number))
            }
            Instead::Unpreventable => "that damage can't be prevented".to_string(),
            Instead::Amount(Arithmetic::Equals, number) => format!("it is {} instead", self.number(number)),
            Instead::Dice { more, ignore } => {
                let more = more.iter().map(|number| format!("roll {} more", self.dice(number)));
                let ignored = ignore.iter().map(|(which, number)| {
                    let which = if *which == Extreme::Lowest { "lowest" } else { "highest" };
                    match self.fixed(number) {
                        Some(1) => format!("ignore the {which} result"),
                        _ => format!("ignore as many of the {which} results as {}", self.number(number)),
                    }
                });
                format!("instead {}", listed(more.chain(ignored), "and"))
            }
            Instead::Wins(Ref::You) => "you win it instead".to_string(),
            Instead::Wins(who) => format!("{} wins it instead", self.refer(who)),
            Instead::Redirect(to, less) => {
                let less = less.iter().map(|less| format!("prevent {} of it", self.number(less)));
                let dealt = format!("that damage is dealt to {} instead", self.refer(to));
                listed([dealt].into_iter().chain(less), "and")
            }
            Instead::Again => "do it again instead".to_string(),
            Instead::Nothing => "nothing happens instead".to_string(),
        }
    }

    /// Returns what a layer does as it resolves, in sentences.
    pub fn resolve(&self, resolve: &Resolve) -> String {
        sentences([self.resolve_behind(resolve)])
    }

    /// Returns what a layer does as it resolves, behind a comma or colon.
    fn resolve_behind(&self, resolve: &Resolve) -> String {
        let words = Wording { targets: &resolve.targets, ..self.clone() };
        let mut parts: Vec<EffectPart> =
            resolve.effect.iter().flat_map(|effect| words.tell(effect, &Ref::You)).collect();
        if let Some(choose) = &resolve.choose {
            let modes: Vec<String> = resolve.modes.iter().map(|mode| words.mode(resolve, mode)).collect();
            let again = match (resolve.repeat, resolve.each) {
                (true, Some(most)) => format!(" (each up to {most} times, if you like)"),
                (true, None) => " (the same more than once, if you like)".to_string(),
                (false, _) => String::new(),
            };
            let or_more =
                resolve.most.as_ref().map_or(String::new(), |most| format!(" to {}", words.number(most)));
            let number = match words.fixed(choose) {
                Some(number) => counted(i64::from(number)),
                None => words.number(choose),
            };
            parts.push(EffectPart::Says(format!("choose {number}{or_more}{again}: {}", modes.join("; or "))));
        }
        behind_comma(&parts)
    }

    /// The mode at a place, as a sentence.
    pub fn mode_of(&self, resolve: &Resolve, place: usize) -> Option<String> {
        let words = Wording { targets: &resolve.targets, ..self.clone() };
        Some(sentences([words.mode(resolve, resolve.modes.get(place)?)]))
    }

    fn mode(&self, resolve: &Resolve, mode: &Mode) -> String {
        let targets: Vec<Target> = resolve.targets.iter().chain(&mode.targets).cloned().collect();
        let words = Wording {
            definition: self.definition,
            pitch: self.pitch,
            targets: &targets,
            event: self.event,
            other: self.other,
            memory: Rc::new((*self.memory).clone()),
        };
        let only = mode
            .only_if
            .as_ref()
            .map_or(String::new(), |condition| format!(" (only if {})", words.condition(condition)));
        let does = behind_comma(&words.tell(&mode.effect, &Ref::You));
        format!("{}{only}", does.trim_end_matches('.'))
    }

    /// All of a group as the subject of a sentence.
    pub(super) fn all_of(&self, group: &Group) -> Noun {
        match group {
            Group::Of(reference) => self.thing(reference, true),
            Group::Targets(place) => self.target_now(*place, true),
            Group::Last => self.last(true),
            Group::Players => Noun::one("each player"),
            Group::Opponents => Noun::one("each opponent"),
            Group::Noted(_) | Group::Top(..) => Noun::many(self.group(group)),
            group => Noun::many(self.members(group, true)),
        }
    }

    /// Returns what changes do to their object, as `they` do it.
    pub fn changes(&self, changes: &[Change<Written>]) -> Vec<String> {
        changes.iter().map(|change| self.change(change)).collect()
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

    /// Something true or false behind `if`.
    pub(super) fn if_so(&self, condition: &Condition, doer: &Ref) -> String {
        let who = if *doer == Ref::You { "you" } else { "they" };
        match condition {
            Condition::Did if self.memory.borrow().clashed => "if there is a winner".to_string(),
            Condition::Did => format!("if {who} do"),
            Condition::Not(inner) if **inner == Condition::Did => format!("if {who} don't"),
            other => format!("if {}", self.condition(other)),
        }
    }
}

/// Where the source of an ability must be, where that is not the arena.
fn place(from: FunctionalZone) -> &'static str {
    match from {
        FunctionalZone::Arena | FunctionalZone::Play | FunctionalZone::Anywhere => "",
        FunctionalZone::Hand => "while this is in your hand, ",
        FunctionalZone::Banished => "while this is in your banished zone, ",
        FunctionalZone::Graveyard => "while this is in your graveyard, ",
        FunctionalZone::Defending => "while this is defending, ",
        FunctionalZone::Arsenal => "while this is in your arsenal, ",
        FunctionalZone::Under => "while this is under a permanent, ",
        FunctionalZone::Inventory => "while this is in your inventory, ",
    }
}
