//! Objects, players and numbers of the definition language as phrases.

use duelog_kernel::phrase::{Phrase, article, lower, numbered, of_many, possessive};
use duelog_kernel::prose::{Person, agreeing, lacking};

use super::terms::Wording;
use crate::language::definition::{
    Condition, Expansion, Fact, Filter, Group, Measure, Number, Ref, Sort, Target, Than, Trait,
};
use crate::language::subtypes::{AURA, EQUIPMENT};
use crate::language::types::CardType;
use crate::words::plain::{counter, in_zones};

/// Returns what two objects share.
pub(super) fn shared(which: Trait) -> &'static str {
    match which {
        Trait::Name => "a name",
        Trait::Color => "a color",
        Trait::CreatureType => "a creature type",
        Trait::LandType => "a basic land type",
        Trait::AnyLandType => "a land type",
        Trait::CardType => "a card type",
    }
}

/// Such a thing of each player, or of each of those of whom it is.
fn of_each(noun: &str) -> String {
    let said = [
        (" an opponent ", " each opponent "),
        (" your opponents control", " each opponent controls"),
        (" you don't control", " each other player controls"),
        (" in a graveyard", " in each player's graveyard"),
    ];
    match said.into_iter().find(|(one, _)| noun.contains(one)) {
        Some((one, each)) => noun.replacen(one, each, 1),
        None => format!("{noun} each player controls"),
    }
}

impl Wording<'_> {
    /// A target.
    pub fn target(&self, target: &Target) -> String {
        match target {
            Target::Several(0, greatest, inner) => {
                let number = match greatest {
                    100.. => "any number of".to_string(),
                    greatest => format!("up to {}", duelog_kernel::prose::counted(i64::from(*greatest))),
                };
                let noun = self.target_noun(inner, *greatest != 1);
                format!("{number} {}", noun.replacen("another target ", "other target ", 1))
            }
            Target::Several(least, greatest, inner) if least == greatest => {
                let number = duelog_kernel::prose::counted(i64::from(*least));
                format!("{number} {}", self.target_noun(inner, *least != 1))
            }
            Target::Several(1, 2, inner) => format!("one or two {}", self.target_noun(inner, true)),
            Target::Several(least, greatest, inner) => {
                let counted = |number: u32| duelog_kernel::prose::counted(i64::from(number));
                format!("{} to {} {}", counted(*least), counted(*greatest), self.target_noun(inner, true))
            }
            Target::XOf(inner) => format!("X {}", self.target_noun(inner, true)),
            Target::ForEachPlayer(least, inner) => {
                let number = if *least == 0 { "up to one " } else { "" };
                format!("{number}{}", of_each(&self.target_noun(inner, false)))
            }
            Target::UpTo(number @ (Number::N(_) | Number::X), inner) => {
                format!("up to {} {}", self.number(number), self.target_noun(inner, true))
            }
            Target::UpTo(number, inner) => {
                format!("up to as many {} as {}", self.target_noun(inner, true), self.number(number))
            }
            Target::Any => "any target".to_string(),
            Target::Another(_, inner) => self
                .target(inner)
                .replacen("any target", "any other target", 1)
                .replacen("another target ", "target ", 1)
                .replacen("target ", "another target ", 1),
            Target::InMode(_, inner) | Target::Paid(_, inner) | Target::Needless(inner) => self.target(inner),
            Target::Such(inner, condition) => {
                format!("{} such that {}", self.target(inner), self.condition(condition))
            }
            Target::OneOf(all) => {
                let all: Vec<String> = all.iter().map(|one| self.target(one)).collect();
                all.join(" or ")
            }
            Target::ByOpponent(inner) => format!("{} of an opponent's choice", self.target(inner)),
            single => self.target_noun(single, false),
        }
    }

    fn target_noun(&self, target: &Target, many: bool) -> String {
        let noun = match target {
            Target::Permanent(filter) => self.noun(filter, "permanent", many),
            // Where it must have another type too, a creature with that type is meant.
            Target::Creature(filter) if has_type(filter) => {
                let creature = Filter::Type(CardType::Creature);
                self.noun(&Filter::All(vec![filter.clone(), creature]), "creature", many)
            }
            Target::Creature(filter) => self.noun(filter, "creature", many),
            Target::Player => numbered("player", many),
            Target::Opponent => numbered("opponent", many),
            Target::Teammate => numbered("teammate", many),
            Target::PlayerOrPlaneswalker => numbered("player or planeswalker", many),
            Target::Any => return numbered("target", many),
            Target::Spell(filter) => self.noun(filter, "spell", many),
            Target::Ability(filter) => self.noun(filter, "activated or triggered ability", many),
            Target::OneOf(all) => {
                let all: Vec<String> = all.iter().map(|one| self.target_noun(one, many)).collect();
                return all.join(" or ");
            }
            Target::GraveyardCard(filter) => format!("{} in a graveyard", self.noun(filter, "card", many)),
            Target::Another(_, inner) => return format!("another {}", self.target_noun(inner, many)),
            Target::Several(_, _, inner)
            | Target::XOf(inner)
            | Target::UpTo(_, inner)
            | Target::ForEachPlayer(_, inner)
            | Target::InMode(_, inner)
            | Target::ByOpponent(inner)
            | Target::Needless(inner)
            | Target::Such(inner, _)
            | Target::Paid(_, inner) => {
                return self.target_noun(inner, many);
            }
        };
        match noun.strip_prefix("other ") {
            Some(rest) if many => format!("other target {rest}"),
            Some(rest) => format!("another target {rest}"),
            None => format!("target {noun}"),
        }
    }

    /// Several objects or players, all of them.
    pub fn group(&self, group: &Group) -> String {
        match group {
            Group::Of(reference) => self.refer(reference),
            Group::Targets(place) => self.target_now(*place, false).text,
            Group::Last => self.last(false).text,
            Group::All(_)
            | Group::Hand(..)
            | Group::Graveyard(..)
            | Group::Graveyards(_)
            | Group::Spells(_)
            | Group::In(..)
            | Group::PhasedOut(_)
            | Group::Among(..) => format!("all {}", self.counted(group)),
            group if group.is_everybody_else() => "each other player".to_string(),
            Group::Except(group, but) => format!("{} except {}", self.group(group), self.group(but)),
            Group::Together(groups) => {
                groups.iter().map(|group| self.group(group)).collect::<Vec<_>>().join(" and ")
            }
            Group::Players
            | Group::PlayersExcept(_)
            | Group::LibraryTop(..)
            | Group::GraveyardTop(..)
            | Group::Topmost(..)
            | Group::Bottommost(..)
            | Group::Above(..)
            | Group::TargetsOf(_)
            | Group::Top(..)
            | Group::Bottom(..)
            | Group::MostVotes
            | Group::Attacked
            | Group::Linked
            | Group::AllNoted
            | Group::Who(..)
            | Group::Noted(_) => self.each_of(group),
        }
    }

    /// Players of whom a condition holds, which is said as each of them sees it.
    pub(super) fn of_whom(&self, players: &str, condition: &Condition) -> String {
        match self.held_by(condition) {
            Ok(does) => format!("{players} who {does}"),
            Err(claim) => format!("{players} for whom {claim}"),
        }
    }

    /// The predicate of a player for whom the condition holds; the whole claim if it is not about that player alone.
    pub(super) fn held_by(&self, condition: &Condition) -> Result<String, String> {
        let claim = self.claim(condition, true).replace("you ", "they ").replace("your ", "their ");
        match claim.strip_prefix("they ") {
            Some(does) => Ok(agreeing(does, Person::One)),
            None => Err(claim),
        }
    }

    /// Cards from an end of a player's library.
    pub(super) fn of_library(&self, whose: &str, number: &Number, end: &str) -> String {
        match number {
            Number::N(1) => format!("the {end} card of {whose} library"),
            Number::N(1_000..) => format!("all cards of {whose} library"),
            Number::N(_) | Number::X => {
                format!("the {end} {} of {whose} library", self.so_many(number, "card"))
            }
            number => format!("as many cards from the {end} of {whose} library as {}", self.number(number)),
        }
    }

    /// Each of a group.
    pub(super) fn each_of(&self, group: &Group) -> String {
        match group {
            Group::All(filter) => self.every(filter, "permanent"),
            Group::Hand(who, filter) => {
                format!("{} in {} hand", self.every(filter, "card"), self.whose(who))
            }
            Group::Graveyard(who, filter) => {
                format!("{} in {} graveyard", self.every(filter, "card"), self.whose(who))
            }
            Group::LibraryTop(who, filter) => {
                format!("{} on top of {} library", self.one(filter, "card"), self.whose(who))
            }
            Group::GraveyardTop(who, filter) => {
                format!("{} on top of {} graveyard", self.one(filter, "card"), self.whose(who))
            }
            Group::Bottom(who, number) => self.of_library(&self.whose(who), number, "bottom"),
            Group::Top(who, number) => self.of_library(&self.whose(who), number, "top"),
            Group::Topmost(who, Number::N(1), filter) => {
                format!("the top {} of {} graveyard", self.noun(filter, "card", false), self.whose(who))
            }
            Group::Topmost(who, number, filter) => {
                let cards = self.noun(filter, "card", true);
                format!("the top {} {cards} of {} graveyard", self.number(number), self.whose(who))
            }
            Group::Bottommost(who, Number::N(1), filter) => {
                format!("the bottom {} of {} graveyard", self.noun(filter, "card", false), self.whose(who))
            }
            Group::Bottommost(who, number, filter) => {
                let cards = self.noun(filter, "card", true);
                format!("the bottom {} {cards} of {} graveyard", self.number(number), self.whose(who))
            }
            Group::TargetsOf(of) => format!("everything that {} targets", self.refer(of)),
            Group::Above(of, None, filter) => {
                format!("{} above {}", self.every(filter, "card"), self.refer(of))
            }
            Group::Above(of, Some(number), filter) => {
                let (cards, number) = (self.noun(filter, "card", true), self.number(number));
                format!("{cards} among the {number} directly above {}", self.refer(of))
            }
            Group::Graveyards(filter) => format!("{} in all graveyards", self.every(filter, "card")),
            Group::Spells(filter) => self.every(filter, "spell"),
            Group::In(zones, filter) => format!("{}{}", self.every(filter, "object"), in_zones(zones)),
            Group::Players => "each player".to_string(),
            Group::PlayersExcept(Ref::You) => "each opponent".to_string(),
            Group::PlayersExcept(who) => format!("each player except {}", self.refer(who)),
            Group::MostVotes => "each one with the most votes".to_string(),
            Group::Attacked => "each player attacked this combat".to_string(),
            Group::PhasedOut(filter) => format!("each phased-out {}", self.noun(filter, "permanent", false)),
            Group::Linked => "the cards exiled with it".to_string(),
            Group::Noted(_) if self.memory.borrow().taken => "the rest".to_string(),
            Group::Noted(_) | Group::AllNoted => "those cards".to_string(),
            Group::Who(group, condition) => self.of_whom(&self.group(group), condition),
            Group::Among(group, filter) => {
                format!("{} among {}", self.every(filter, "card"), self.group(group))
            }
            Group::Targets(place) if self.is_many(*place) => {
                let targets = self.target_now(*place, false).text;
                if targets == "them" { "each of them".to_string() } else { format!("each of {targets}") }
            }
            Group::Of(_) | Group::Targets(_) | Group::Last | Group::Except(..) | Group::Together(_) => {
                self.group(group)
            }
        }
    }

    /// A group as a plural without a number: `creatures you control`.
    pub(super) fn counted(&self, group: &Group) -> String {
        match group {
            Group::All(filter) => self.noun(filter, "permanent", true),
            Group::Hand(who, filter) => {
                format!("{} in {} hand", self.noun(filter, "card", true), self.whose(who))
            }
            Group::Graveyard(who, filter) => {
                format!("{} in {} graveyard", self.noun(filter, "card", true), self.whose(who))
            }
            Group::LibraryTop(who, filter) => {
                format!("{} on top of {} library", self.noun(filter, "card", true), self.whose(who))
            }
            Group::GraveyardTop(who, filter) => {
                format!("{} on top of {} graveyard", self.noun(filter, "card", true), self.whose(who))
            }
            Group::Graveyards(filter) => format!("{} in all graveyards", self.noun(filter, "card", true)),
            Group::Spells(filter) => self.noun(filter, "spell", true),
            Group::In(zones, filter) => format!("{}{}", self.noun(filter, "object", true), in_zones(zones)),
            Group::Players => "players".to_string(),
            Group::PhasedOut(filter) => format!("phased-out {}", self.noun(filter, "permanent", true)),
            Group::Among(group, filter) => {
                format!("{} among {}", self.noun(filter, "card", true), self.group(group))
            }
            Group::Targets(place) => self.target_now(*place, false).text,
            Group::TargetsOf(one) => format!("the targets of {}", self.refer(one)),
            Group::Attacked => "players attacked this combat".to_string(),
            Group::Above(of, None, filter) => {
                format!("{} above {}", self.noun(filter, "card", true), self.refer(of))
            }
            Group::Topmost(..) | Group::Bottommost(..) | Group::Above(..) => self.each_of(group),
            Group::Top(..)
            | Group::Bottom(..)
            | Group::Of(_)
            | Group::Last
            | Group::MostVotes
            | Group::PlayersExcept(_)
            | Group::Noted(_)
            | Group::AllNoted
            | Group::Who(..)
            | Group::Linked
            | Group::Except(..)
            | Group::Together(_) => self.group(group),
        }
    }

    /// One thing that a filter names, with what it says more of it behind its name.
    fn that_one(&self, all: &[Filter]) -> Option<String> {
        let named = all.iter().find_map(|part| match part {
            Filter::Is(reference) => Some(self.refer(reference)),
            _ => None,
        })?;
        let mut phrase = Phrase::default();
        all.iter()
            .filter(|part| !matches!(part, Filter::Is(_)))
            .for_each(|part| self.collect(part, &mut phrase));
        let behind = phrase.before.is_empty() && phrase.types.is_empty();
        behind.then(|| [&[named], phrase.after.as_slice()].concat().join(" "))
    }

    /// Returns what something is: a single state by its adjective, else a noun.
    pub(super) fn quality(&self, filter: &Filter) -> String {
        let mut phrase = Phrase::default();
        self.collect(filter, &mut phrase);
        let (before, after) = (phrase.before.join(" "), phrase.after.join(" "));
        match (phrase.types.is_empty(), before.is_empty(), after.is_empty()) {
            (true, false, true) if before != "other" => before,
            (true, true, false) => {
                let own = after
                    .strip_prefix("that is ")
                    .or_else(|| after.strip_prefix("of ").map(|_| after.as_str()));
                own.map_or_else(|| self.one(filter, "object"), str::to_string)
            }
            _ => self.one(filter, "object"),
        }
    }

    /// A number.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn number(&self, number: &Number) -> String {
        match number {
            Number::N(number) => number.to_string(),
            Number::X => "X".to_string(),
            Number::Count(group) => format!("the number of {}", self.counted(group)),
            Number::Power(reference) => format!("{} power", self.whose(reference)),
            Number::Toughness(reference) => format!("{} toughness", self.whose(reference)),
            Number::ManaValue(reference) => {
                format!("{} converted mana cost", self.whose(reference))
            }
            Number::Life(who) => format!("{} life total", self.whose(who)),
            Number::HandSize(who) => format!("the number of cards in {} hand", self.whose(who)),
            Number::Counters(kind, reference) => {
                let (kind, whose) = (counter(*kind), self.refer(reference));
                match reference {
                    Ref::You => format!("the number of {kind} counters you have"),
                    Ref::Opponent => format!("the number of {kind} counters {whose} has"),
                    _ => format!("the number of {kind} counters on {whose}"),
                }
            }
            Number::Votes(place) => {
                let word = self.memory.borrow().votes.get(usize::from(*place)).cloned();
                word.map_or("the number of those votes".to_string(), |word| {
                    format!("the number of {word} votes")
                })
            }
            Number::EventAmount => "that much".to_string(),
            Number::HowOften(when) => format!("the number of times {}", self.has_happened(when, true)),
            Number::Resolutions(_) => "the number of times this has resolved this turn".to_string(),
            Number::Activations(_) => "the number of times this was activated this turn".to_string(),
            Number::LastAmount => "that much".to_string(),
            Number::Share => "its share".to_string(),
            Number::Kept(place) => {
                let kept = self.memory.borrow().kept.get(usize::from(*place)).cloned();
                kept.unwrap_or("that number".to_string())
            }
            Number::Plus(a, b) => match **b {
                Number::N(less @ ..0) => format!("{} minus {}", self.number(a), less.unsigned_abs()),
                _ => format!("{} plus {}", self.number(a), self.number(b)),
            },
            Number::Times(1, inner) => self.number(inner),
            Number::Times(factor, inner) => format!("{factor} times {}", self.number(inner)),
            Number::Divided(number, by) => {
                format!("{} divided by {}, rounded down", self.number(number), self.number(by))
            }
            Number::HalfDown(inner) => format!("half {}, rounded down", self.number(inner)),
            Number::Devotion(who, colors) => {
                let colors: Vec<&str> = colors.iter().map(|color| color.name()).collect();
                format!("{} devotion to {}", self.whose(who), colors.join(" and "))
            }
            Number::Total(measure, group) => {
                format!("the total {} of {}", measured(*measure), self.counted(group))
            }
            Number::Most(measure, group) => {
                format!("the greatest {} among {}", measured(*measure), self.counted(group))
            }
            Number::Least(measure, group) => {
                format!("the least {} among {}", measured(*measure), self.counted(group))
            }
            Number::Kinds(sort, group) => {
                let what = match sort {
                    Sort::CardType => "card types",
                    Sort::Color => "colors",
                    Sort::LandType => "basic land types",
                    Sort::Name => "different names",
                };
                format!("the number of {what} among {}", self.counted(group))
            }
            Number::KeptFor(reference) => {
                format!("the number kept for {} as it entered", self.refer(reference))
            }
            Number::ClassLevel(of) => format!("the class level of {}", self.refer(of)),
            Number::StartingLife => "the starting life total".to_string(),
            Number::AllKept => "the total of those numbers".to_string(),
            Number::CommandCasts(Ref::You) => {
                "the number of times you've cast your commander from the command zone this game".to_string()
            }
            Number::CommandCasts(of) => {
                let of = self.refer(of);
                format!("the number of times {of} has been cast from the command zone this game")
            }
            Number::TurnsBegun(of) => {
                format!(
                    "the number of turns that {} begun this game",
                    self.thing(of, true).does(&["have".to_string()])
                )
            }
            Number::SpellsLastTurn => "the most spells that one player cast last turn".to_string(),
            Number::Cast(Fact::Paid(_)) => "the number of times its additional cost was paid".to_string(),
            Number::Cast(Fact::Instead(_)) => "1 if the alternative cost was paid".to_string(),
            Number::Cast(Fact::From(zone)) => format!("1 if it was cast from the {}", lower(zone)),
            Number::Cast(Fact::ColorsSpent) => "the number of colors of mana spent to cast it".to_string(),
            Number::Cast(Fact::OwnMain) => "1 if it was cast during its controller's main phase".to_string(),
            Number::Cast(Fact::Held(_)) => "1 if that was so as it was cast".to_string(),
            Number::Cast(Fact::Untimely) => {
                "1 if it was cast while no sorcery could have been cast".to_string()
            }
            Number::Given => "the number behind it".to_string(),
            Number::Product(a, b) => format!("{} times {}", self.number(a), self.number(b)),
            Number::Cast(Fact::Spent(color)) => {
                format!("the amount of {} mana spent to cast it", color.name())
            }
        }
    }

    /// A number of things that match, for instance `a creature` or `up to X cards`.
    pub fn number_of(&self, number: &Number, filter: &Filter, noun: &str) -> String {
        match number {
            Number::N(count) => self.some(*count, filter, noun),
            Number::X | Number::EventAmount | Number::LastAmount => {
                let number = self.number(number).replace("much", "many");
                format!("{number} {}", self.noun(filter, noun, true))
            }
            other => {
                format!("a number of {} equal to {}", self.noun(filter, noun, true), self.number(other))
            }
        }
    }

    /// A fixed number of what matches.
    pub fn some(&self, count: i32, filter: &Filter, noun: &str) -> String {
        match count {
            1 => self.one(filter, noun),
            count => {
                let number = duelog_kernel::prose::counted(i64::from(count));
                format!("{number} {}", self.noun(filter, noun, true))
            }
        }
    }

    /// One thing that matches; what a filter names is named.
    pub fn one(&self, filter: &Filter, noun: &str) -> String {
        match filter {
            Filter::Is(reference) => self.refer(reference),
            Filter::All(all) if all.iter().any(|part| matches!(part, Filter::Is(_))) => {
                self.that_one(all).unwrap_or_else(|| article(&self.noun(filter, noun, false)))
            }
            other => article(&self.noun(other, noun, false)),
        }
    }

    /// Returns what matches, as one noun or as many; `noun` stands where the filter names no type.
    pub fn noun(&self, filter: &Filter, noun: &str, many: bool) -> String {
        let mut phrase = Phrase::default();
        self.collect(filter, &mut phrase);
        if noun == "card" {
            // A card is never a token.
            phrase.before.retain(|word| word != "nontoken");
        }
        let mut types = phrase.types.join(" ");
        // On the battlefield a type says it all; elsewhere it is a card or a spell of that type.
        if types.is_empty() {
            types = noun.to_string();
        } else if matches!(noun, "card" | "spell" | "source") {
            let said = phrase.about(&format!("{types} {}", numbered(noun, many)), false);
            return if many { of_many(&said) } else { said };
        }
        let said = phrase.about(&types, many);
        let said = said
            .replace("you control you own", "you both own and control")
            .replace("you own you control", "you both own and control");
        if many { of_many(&said) } else { said }
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of filters")]
    fn collect(&self, filter: &Filter, phrase: &mut Phrase) {
        match filter {
            Filter::Any => {}
            Filter::Type(card_type) => phrase.types.push(lower(card_type)),
            Filter::Super(supertype) => phrase.before.push(lower(supertype)),
            Filter::Subtype(subtype) => phrase.types.insert(0, subtype.name().to_string()),
            Filter::Color(color) => phrase.before.push(color.name().to_string()),
            Filter::Keyword(keyword) => phrase.after.push(format!("with {}", keyword.name())),
            Filter::Named(name) => phrase.after.push(format!("named {name}")),
            Filter::Chosen(Trait::Name) => phrase.after.push("with the chosen name".to_string()),
            Filter::Chosen(Trait::Color) => phrase.after.push("of the chosen color".to_string()),
            Filter::Chosen(Trait::CreatureType | Trait::LandType | Trait::AnyLandType | Trait::CardType) => {
                phrase.after.push("of the chosen type".to_string())
            }
            Filter::Shares(which, group) => {
                let which = shared(*which);
                phrase.after.push(format!("that shares {which} with {}", self.group(group)))
            }
            Filter::NoAbilities => phrase.after.push("with no abilities".to_string()),
            Filter::ControlledBy(who) => {
                phrase.after.push(self.thing(who, true).does(&["control".to_string()]))
            }
            Filter::OwnedBy(who) => phrase.after.push(self.thing(who, true).does(&["own".to_string()])),
            Filter::Is(reference) => phrase.after.push(format!("that is {}", self.refer(reference))),
            Filter::Phyrexian => phrase.after.push("with {P} in its mana cost".to_string()),
            Filter::Within(zone) => phrase.after.push(in_zones(&[*zone]).trim_start().to_string()),
            Filter::CastFrom(zone) => phrase.after.push(format!("cast from a {}", lower(zone))),
            Filter::Spell => phrase.types.push("spell".to_string()),
            Filter::Activates => {
                phrase.after.push("with an activated ability that isn't a mana ability".to_string())
            }
            Filter::CostsX => phrase.after.push("with {X} in its mana cost".to_string()),
            Filter::In(group) => phrase.after.push(format!("that is one of {}", self.group(group))),
            Filter::Token => phrase.before.push("token".to_string()),
            Filter::Tapped => phrase.before.push("tapped".to_string()),
            Filter::Attacking => phrase.before.push("attacking".to_string()),
            Filter::Blocking => phrase.before.push("blocking".to_string()),
            Filter::Blocked => phrase.before.push("blocked".to_string()),
            Filter::Fights(other) => {
                phrase.after.push(format!("that blocks {0} or is blocked by {0}", self.refer(other)))
            }
            Filter::Monstrous => phrase.before.push("monstrous".to_string()),
            Filter::AnyCounter => phrase.after.push("with a counter on it".to_string()),
            Filter::Historic => phrase.before.push("historic".to_string()),
            Filter::FirstPrinted(set) => {
                let set = match set {
                    Expansion::ArabianNights => "Arabian Nights",
                    Expansion::Antiquities => "Antiquities",
                    Expansion::Homelands => "Homelands",
                };
                phrase.after.push(format!("first printed in {set}"));
            }
            Filter::Damaged => phrase.after.push("dealt damage this turn".to_string()),
            Filter::Compare(measure, than, number) => self.compared(*measure, *than, number, phrase),
            Filter::Counter(kind) => {
                phrase.after.push(format!("with {} on it", article(&format!("{} counter", counter(*kind)))))
            }
            Filter::All(all) => all.iter().for_each(|filter| self.collect(filter, phrase)),
            Filter::Either(either) => self.alternatives(either, phrase),
            Filter::Not(inner) => self.negated(inner, phrase),
            Filter::Did { event, with, times } => {
                let with = with.as_ref().map_or(String::new(), |with| format!(" to {}", self.refer(with)));
                let often = times.map_or(String::new(), |times| {
                    format!(" {}", duelog_kernel::prose::times(i64::from(times)))
                });
                phrase.after.push(format!("{}{with}{often}", self.has_done(event)));
            }
            Filter::SinceLastUpkeep => {
                phrase.after.push("that has come under control since the last upkeep".to_string());
            }
            Filter::Commander => phrase.before.push("commander".to_string()),
            Filter::Paired => phrase.before.push("paired".to_string()),
            Filter::Bears(what) => match **what {
                Filter::Subtype(AURA) => phrase.before.push("enchanted".to_string()),
                Filter::Subtype(EQUIPMENT) => phrase.before.push("equipped".to_string()),
                _ => {
                    let what = self.noun(what, "permanent", false);
                    phrase.after.push(format!("with {} attached to it", article(&what)));
                }
            },
            Filter::AttachedTo(what) => match &**what {
                Filter::Is(one) => phrase.after.push(format!("attached to {}", self.refer(one))),
                what => {
                    let what = self.noun(what, "permanent", false);
                    phrase.after.push(format!("attached to {}", article(&what)));
                }
            },
            Filter::FaceDown => phrase.before.push("face-down".to_string()),
            Filter::Renowned => phrase.before.push("renowned".to_string()),
            Filter::Unblocked => phrase.before.push("unblocked attacking".to_string()),
            Filter::SharesTypeWithEvent { event } => {
                let done = self.has_done(event);
                phrase.after.push(format!("with a creature type of something {done}"));
            }
            Filter::MadeBy(keyword) => phrase.after.push(format!("made by {}", keyword.to_lowercase())),
            Filter::Without(keyword) => {
                phrase.after.push(format!("copied without {}", keyword.to_lowercase()));
            }
            Filter::KeywordSubject => phrase.after.push("of the kind behind it".to_string()),
            Filter::Has(keyword) => phrase.after.push(format!("with {}", keyword.to_lowercase())),
            Filter::Targets { what, only } => {
                let only = if *only { "only " } else { "" };
                phrase.after.push(format!("that targets {only}{}", self.noun(what, "object", true)));
            }
            Filter::Suffered { event, by } => {
                let by = by.as_ref().map(|by| self.refer(by));
                phrase.after.push(self.has_suffered(event, by.as_deref()));
            }
        }
    }

    fn compared(&self, measure: Measure, than: Than, number: &Number, phrase: &mut Phrase) {
        match (measure, than, number) {
            (Measure::Colors, Than::AtLeast, Number::N(2)) => {
                return phrase.before.push("multicolored".to_string());
            }
            (Measure::Colors, Than::Exactly, Number::N(0)) => {
                return phrase.before.push("colorless".to_string());
            }
            (Measure::Targets, Than::Exactly, Number::N(1)) => {
                return phrase.after.push("with a single target".to_string());
            }
            _ => {}
        }
        let what = measured(measure);
        // `its power` would be that of what is compared.
        let own = matches!(
            number,
            Number::Power(Ref::This) | Number::Toughness(Ref::This) | Number::ManaValue(Ref::This)
        );
        let number = self.number(number);
        let number = match number.strip_prefix("its ").filter(|_| own) {
            Some(measure) => format!("{} {measure}", possessive(self.name)),
            None => number,
        };
        phrase.after.push(match than {
            Than::Below => format!("with {what} less than {number}"),
            Than::AtMost => format!("with {what} {number} or less"),
            Than::Exactly if number.parse::<i32>().is_err() && number != "X" => {
                format!("with {what} equal to {number}")
            }
            Than::Exactly => format!("with {what} {number}"),
            Than::AtLeast => format!("with {what} {number} or more"),
            Than::Above => format!("with {what} greater than {number}"),
            Than::MultipleOf => format!("whose {what} is a multiple of {number}"),
        });
    }

    fn alternatives(&self, either: &[Filter], phrase: &mut Phrase) {
        let part = |filter: &Filter| {
            let mut part = Phrase::default();
            self.collect(filter, &mut part);
            part
        };
        match Phrase::alternatives(&either.iter().map(part).collect::<Vec<_>>()) {
            Some(joined) => {
                phrase.types.extend(joined.types);
                phrase.before.extend(joined.before);
                phrase.after.extend(joined.after);
            }
            None => {
                let each: Vec<String> = either.iter().map(|filter| self.one(filter, "object")).collect();
                phrase.after.push(format!("that is {}", each.join(" or ")));
            }
        }
    }

    fn negated(&self, inner: &Filter, phrase: &mut Phrase) {
        match inner {
            Filter::Type(card_type) => phrase.before.push(format!("non{}", lower(card_type))),
            Filter::Super(supertype) => phrase.before.push(format!("non{}", lower(supertype))),
            Filter::Subtype(subtype) => phrase.before.push(format!("non-{}", subtype.name())),
            Filter::Color(color) => phrase.before.push(format!("non{}", color.name())),
            Filter::Token => phrase.before.push("nontoken".to_string()),
            Filter::Tapped => phrase.before.push("untapped".to_string()),
            Filter::Attacking => phrase.before.push("nonattacking".to_string()),
            Filter::Blocking => phrase.before.push("nonblocking".to_string()),
            Filter::Blocked => phrase.before.push("unblocked".to_string()),
            // It stands before all else: `another nonland permanent`.
            Filter::Is(Ref::This) => phrase.before.insert(0, "other".to_string()),
            Filter::Is(Ref::Became(one)) if **one == Ref::This => {
                phrase.before.insert(0, "other".to_string())
            }
            Filter::Keyword(keyword) => phrase.after.push(format!("without {}", keyword.name())),
            Filter::Has(keyword) => phrase.after.push(format!("without {}", keyword.to_lowercase())),
            Filter::ControlledBy(Ref::You) => phrase.after.push("you don't control".to_string()),
            Filter::OwnedBy(Ref::You) => phrase.after.push("you don't own".to_string()),
            Filter::Not(again) => self.collect(again, phrase),
            other => phrase.after.push(lacking(&self.quality(other))),
        }
    }
}

/// Returns what of an object is a number.
fn measured(measure: Measure) -> &'static str {
    match measure {
        Measure::Power => "power",
        Measure::Toughness => "toughness",
        Measure::ManaValue => "converted mana cost",
        Measure::Targets => "number of targets",
        Measure::Colors => "number of colors",
    }
}

/// Returns whether a filter asks for a creature.
pub(super) fn is_creature(filter: &Filter) -> bool {
    match filter {
        Filter::Type(CardType::Creature) => true,
        Filter::All(all) => all.iter().any(is_creature),
        _ => false,
    }
}

/// Returns whether a filter asks for a card type.
fn has_type(filter: &Filter) -> bool {
    match filter {
        Filter::Type(_) => true,
        Filter::All(all) => all.iter().any(has_type),
        _ => false,
    }
}
