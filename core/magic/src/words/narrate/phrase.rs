//! Objects, players and numbers of the definition language as phrases.

use duelog_kernel::phrase::{Phrase, article, lower, numbered, possessive};

use super::wording::Wording;
use crate::language::definition::{
    Expansion, Fact, Filter, Group, Measure, Number, Ref, Sort, Target, Than, Trait,
};
use crate::words::plain::{counter, in_zones};

impl Wording<'_> {
    /// A target.
    pub fn target(&self, target: &Target) -> String {
        match target {
            Target::Several(0, greatest, inner) => {
                format!("up to {greatest} {}", self.target_noun(inner, *greatest != 1))
            }
            Target::Several(least, greatest, inner) if least == greatest => {
                format!("{least} {}", self.target_noun(inner, *least != 1))
            }
            Target::Several(least, greatest, inner) => {
                format!("{least} to {greatest} {}", self.target_noun(inner, true))
            }
            Target::XOf(inner) => format!("X {}", self.target_noun(inner, true)),
            Target::Any => "any target".to_string(),
            Target::Another(_, inner) => self
                .target(inner)
                .replacen("any target", "any other target", 1)
                .replacen("target ", "another target ", 1),
            Target::InMode(_, inner) | Target::Paid(_, inner) => self.target(inner),
            Target::ByOpponent(inner) => format!("{} of an opponent's choice", self.target(inner)),
            single => self.target_noun(single, false),
        }
    }

    fn target_noun(&self, target: &Target, many: bool) -> String {
        let noun = match target {
            Target::Permanent(filter) => self.noun(filter, "permanent", many),
            Target::Creature(filter) => self.noun(filter, "creature", many),
            Target::Player => numbered("player", many),
            Target::Opponent => numbered("opponent", many),
            Target::PlayerOrPlaneswalker => numbered("player or planeswalker", many),
            Target::Any => return numbered("target", many),
            Target::Spell(filter) => self.noun(filter, "spell", many),
            Target::GraveyardCard(filter) => format!("{} in a graveyard", self.noun(filter, "card", many)),
            Target::Another(_, inner) => return format!("another {}", self.target_noun(inner, many)),
            Target::Several(_, _, inner)
            | Target::XOf(inner)
            | Target::InMode(_, inner)
            | Target::ByOpponent(inner)
            | Target::Paid(_, inner) => {
                return self.target_noun(inner, many);
            }
        };
        format!("target {noun}")
    }

    fn target_at(&self, place: u8) -> String {
        self.targets.get(usize::from(place)).map_or("the target".to_string(), |target| self.target(target))
    }

    /// One object or player.
    pub fn refer(&self, reference: &Ref) -> String {
        match reference {
            Ref::Target(place) => self.target_at(*place),
            Ref::This => self.name.to_string(),
            Ref::It => "it".to_string(),
            Ref::Event => "that object".to_string(),
            Ref::EventOther => "the other object".to_string(),
            Ref::EventPlayer => "that player".to_string(),
            Ref::Attached => "the host".to_string(),
            Ref::LastLinked => "the last that it has exiled or put there".to_string(),
            Ref::Encoded => "the card that is encoded on it".to_string(),
            Ref::Bound => "the creature that it is paired with or haunts".to_string(),
            Ref::You => "you".to_string(),
            Ref::Opponent => "your opponent".to_string(),
            Ref::Controller(inner) => format!("{} controller", possessive(&self.refer(inner))),
            Ref::Owner(inner) => format!("{} owner", possessive(&self.refer(inner))),
            Ref::Active => "the active player".to_string(),
            Ref::Defending(creature) => format!("the player defending against {}", self.refer(creature)),
            Ref::Attacked(creature) => format!("what {} attacks", self.refer(creature)),
            Ref::Last => "that one".to_string(),
            Ref::Maker => "what made it".to_string(),
            Ref::LastWas => "what it was".to_string(),
            Ref::ChosenPlayer => "the chosen player".to_string(),
            Ref::ChosenObject => "the chosen object".to_string(),
            Ref::Paid => "what was paid".to_string(),
        }
    }

    /// Several objects or players.
    pub fn group(&self, group: &Group) -> String {
        match group {
            Group::Of(reference) => self.refer(reference),
            Group::Targets(place) => self.target_at(*place),
            Group::All(filter) => format!("each {}", self.noun(filter, "permanent", false)),
            Group::Hand(who, filter) => {
                format!("each {} in {} hand", self.noun(filter, "card", false), possessive(&self.refer(who)))
            }
            Group::Graveyard(who, filter) => format!(
                "each {} in {} graveyard",
                self.noun(filter, "card", false),
                possessive(&self.refer(who))
            ),
            Group::LibraryTop(who, filter) => {
                format!("{}, if on top of the library of {}", self.one(filter, "card"), self.refer(who))
            }
            Group::GraveyardTop(who, filter) => {
                format!("{}, if on top of the graveyard of {}", self.one(filter, "card"), self.refer(who))
            }
            Group::Top(who, number) => {
                let library = format!("{} library", possessive(&self.refer(who)));
                match number {
                    Number::N(1) => format!("the top card of {library}"),
                    number => format!("the top {} cards of {library}", self.number(number)),
                }
            }
            Group::Graveyards(filter) => format!("each {} in a graveyard", self.noun(filter, "card", false)),
            Group::Spells(filter) => format!("each {}", self.noun(filter, "spell", false)),
            Group::In(zones, filter) => {
                format!("each {}{}", self.noun(filter, "object", false), in_zones(zones))
            }
            Group::Players => "each player".to_string(),
            Group::PlayersExcept(Ref::You) => "each opponent".to_string(),
            Group::PlayersExcept(who) => format!("each player but {}", self.refer(who)),
            Group::Last => "those".to_string(),
            Group::MostVotes => "those with the most votes".to_string(),
            Group::Attacked => "players attacked in this combat".to_string(),
            Group::PhasedOut(filter) => format!("each phased-out {}", self.noun(filter, "permanent", false)),
            Group::Linked => "what it has exiled or put there".to_string(),
            Group::Noted(place) => format!("what is kept at {}", u32::from(*place) + 1),
            Group::Among(group, filter) => {
                format!("each {} of {}", self.noun(filter, "object", false), self.group(group))
            }
            Group::Except(group, but) => format!("{} but not {}", self.group(group), self.group(but)),
            Group::Together(groups) => {
                groups.iter().map(|group| self.group(group)).collect::<Vec<_>>().join(" and ")
            }
        }
    }

    fn counted(&self, group: &Group) -> String {
        match group {
            Group::All(filter) => self.noun(filter, "permanent", true),
            Group::Hand(who, filter) => {
                format!("{} in {} hand", self.noun(filter, "card", true), possessive(&self.refer(who)))
            }
            Group::Graveyard(who, filter) => {
                format!("{} in {} graveyard", self.noun(filter, "card", true), possessive(&self.refer(who)))
            }
            Group::LibraryTop(..) | Group::GraveyardTop(..) | Group::Top(..) => self.group(group),
            Group::Graveyards(filter) => format!("{} in all graveyards", self.noun(filter, "card", true)),
            Group::Spells(filter) => self.noun(filter, "spell", true),
            Group::In(zones, filter) => format!("{}{}", self.noun(filter, "object", true), in_zones(zones)),
            Group::Players => "players".to_string(),
            Group::Among(group, filter) => {
                format!("{} among {}", self.noun(filter, "object", true), self.group(group))
            }
            Group::Targets(_) => "targets".to_string(),
            Group::Of(_)
            | Group::Last
            | Group::MostVotes
            | Group::Attacked
            | Group::PhasedOut(_)
            | Group::PlayersExcept(_)
            | Group::Noted(_)
            | Group::Linked
            | Group::Except(..)
            | Group::Together(_) => self.group(group),
        }
    }

    /// A number.
    pub fn number(&self, number: &Number) -> String {
        match number {
            Number::N(number) => number.to_string(),
            Number::X => "X".to_string(),
            Number::Count(group) => format!("the number of {}", self.counted(group)),
            Number::Power(reference) => format!("{} power", possessive(&self.refer(reference))),
            Number::Toughness(reference) => format!("{} toughness", possessive(&self.refer(reference))),
            Number::ManaValue(reference) => {
                format!("{} converted mana cost", possessive(&self.refer(reference)))
            }
            Number::Life(who) => format!("{} life total", possessive(&self.refer(who))),
            Number::HandSize(who) => format!("the number of cards in {} hand", possessive(&self.refer(who))),
            Number::Counters(kind, reference) => {
                format!("the number of {} counters on {}", counter(*kind), self.refer(reference))
            }
            Number::Votes(place) => format!("the votes for choice {}", u32::from(*place) + 1),
            Number::EventAmount => "that much".to_string(),
            Number::HowOften(when) => format!("how often this turn: {}", self.when(when)),
            Number::Resolutions(_) => "how often this has resolved this turn".to_string(),
            Number::Activations(_) => "how often this was activated this turn".to_string(),
            Number::LastAmount => "as much as that came to".to_string(),
            Number::Share => "its share".to_string(),
            Number::Kept(place) => format!("the number noted at {}", u32::from(*place) + 1),
            Number::Plus(a, b) => format!("{} plus {}", self.number(a), self.number(b)),
            Number::Times(factor, inner) => format!("{factor} times {}", self.number(inner)),
            Number::Divided(number, by) => {
                format!("{} divided by {}, rounded down", self.number(number), self.number(by))
            }
            Number::HalfDown(inner) => format!("half of {}, rounded down", self.number(inner)),
            Number::Devotion(who, colors) => {
                let colors: Vec<&str> = colors.iter().map(|color| color.name()).collect();
                format!("{} devotion to {}", possessive(&self.refer(who)), colors.join(" and "))
            }
            Number::Total(measure, group) => {
                format!("the total {} of {}", measured(*measure), self.counted(group))
            }
            Number::Most(measure, group) => {
                format!("the greatest {} of {}", measured(*measure), self.counted(group))
            }
            Number::Least(measure, group) => {
                format!("the least {} of {}", measured(*measure), self.counted(group))
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
            Number::SpellsLastTurn => "the most spells that one player cast last turn".to_string(),
            Number::Cast(Fact::Paid(_)) => {
                format!("how often the cost besides was paid for {}", self.name)
            }
            Number::Cast(Fact::Instead(_)) => "1 if the alternative cost was paid".to_string(),
            Number::Cast(Fact::From(zone)) => format!("1 if it was cast from the {}", lower(zone)),
            Number::Cast(Fact::ColorsSpent) => "the number of colors of mana spent to cast it".to_string(),
            Number::Cast(Fact::Untimely) => {
                "1 if it was cast while no sorcery could have been cast".to_string()
            }
            Number::Given => "the number behind it".to_string(),
            Number::Product(a, b) => format!("{} times {}", self.number(a), self.number(b)),
            Number::Cast(Fact::Spent(color)) => {
                format!("how much {} mana was spent to cast it", color.name())
            }
        }
    }

    /// So many of what matches, for instance `a creature` or `up to X cards`.
    pub fn number_of(&self, number: &Number, filter: &Filter, noun: &str) -> String {
        match number {
            Number::N(count) => self.some(*count, filter, noun),
            other => format!("{} {}", self.number(other), self.noun(filter, noun, true)),
        }
    }

    /// A fixed number of what matches.
    pub fn some(&self, count: i32, filter: &Filter, noun: &str) -> String {
        if count == 1 { self.one(filter, noun) } else { format!("{count} {}", self.noun(filter, noun, true)) }
    }

    /// One thing that matches; what a filter names is named.
    pub fn one(&self, filter: &Filter, noun: &str) -> String {
        match filter {
            Filter::Is(reference) => self.refer(reference),
            other => article(&self.noun(other, noun, false)),
        }
    }

    /// What matches, as one noun or as many; `noun` stands where the filter names no type.
    pub fn noun(&self, filter: &Filter, noun: &str, many: bool) -> String {
        let mut phrase = Phrase::default();
        self.collect(filter, &mut phrase);
        let mut types = phrase.types.join(" ");
        // On the battlefield a type says it all; elsewhere it is a card or a spell of that type.
        if types.is_empty() {
            types = noun.to_string();
        } else if matches!(noun, "card" | "spell" | "source") {
            types = format!("{types} {noun}");
        }
        phrase.about(&types, many)
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
            Filter::Chosen(Trait::CreatureType | Trait::LandType) => {
                phrase.after.push("of the chosen type".to_string())
            }
            Filter::Shares(which, group) => {
                let which = match which {
                    Trait::Name => "a name",
                    Trait::Color => "a color",
                    Trait::CreatureType => "a creature type",
                    Trait::LandType => "a basic land type",
                };
                phrase.after.push(format!("that shares {which} with {}", self.group(group)))
            }
            Filter::NoAbilities => phrase.after.push("with no abilities".to_string()),
            Filter::ControlledBy(Ref::You) => phrase.after.push("that you control".to_string()),
            Filter::ControlledBy(who) => phrase.after.push(format!("that {} controls", self.refer(who))),
            Filter::OwnedBy(Ref::You) => phrase.after.push("that you own".to_string()),
            Filter::OwnedBy(who) => phrase.after.push(format!("that {} owns", self.refer(who))),
            Filter::Is(reference) => phrase.after.push(format!("that is {}", self.refer(reference))),
            Filter::Phyrexian => phrase.after.push("with {P} in its mana cost".to_string()),
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
            Filter::Did { event, with } => {
                let with = with.as_ref().map_or(String::new(), |with| format!(" to {}", self.refer(with)));
                phrase.after.push(format!("that did so{with} this turn ({})", self.when(event)));
            }
            Filter::Fresh => phrase.after.push("under control since the last upkeep".to_string()),
            Filter::Paired => phrase.before.push("paired".to_string()),
            Filter::FaceDown => phrase.before.push("face-down".to_string()),
            Filter::Renowned => phrase.before.push("renowned".to_string()),
            Filter::Unblocked => phrase.before.push("unblocked attacking".to_string()),
            Filter::Kin { event } => {
                let whose = format!("with a creature type of what did this this turn ({})", self.when(event));
                phrase.after.push(whose);
            }
            Filter::MadeBy(keyword) => phrase.after.push(format!("made by {}", keyword.to_lowercase())),
            Filter::Without(keyword) => {
                phrase.after.push(format!("copied without {}", keyword.to_lowercase()));
            }
            Filter::Wanted => phrase.after.push("of the kind behind it".to_string()),
            Filter::Has(keyword) => phrase.after.push(format!("with {}", keyword.to_lowercase())),
            Filter::Targets { what, only } => {
                let only = if *only { "only " } else { "" };
                phrase.after.push(format!("that targets {only}{}", self.noun(what, "object", true)));
            }
            Filter::Suffered { event, by } => {
                let by = by.as_ref().map_or(String::new(), |by| format!(" from {}", self.refer(by)));
                phrase.after.push(format!("that suffered so{by} this turn ({})", self.when(event)));
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
            _ => {}
        }
        let what = measured(measure);
        let number = self.number(number);
        phrase.after.push(match than {
            Than::Below => format!("with {what} less than {number}"),
            Than::AtMost => format!("with {what} {number} or less"),
            Than::Exactly => format!("with {what} {number}"),
            Than::AtLeast => format!("with {what} {number} or more"),
            Than::Above => format!("with {what} more than {number}"),
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
            Filter::Is(Ref::This) => phrase.before.push("other".to_string()),
            Filter::Keyword(keyword) => phrase.after.push(format!("without {}", keyword.name())),
            Filter::Has(keyword) => phrase.after.push(format!("without {}", keyword.to_lowercase())),
            Filter::ControlledBy(Ref::You) => phrase.after.push("that you do not control".to_string()),
            Filter::OwnedBy(Ref::You) => phrase.after.push("that you do not own".to_string()),
            Filter::Not(again) => self.collect(again, phrase),
            other => phrase.after.push(format!("that is not {}", self.one(other, "object"))),
        }
    }
}

/// What of an object is a number.
fn measured(measure: Measure) -> &'static str {
    match measure {
        Measure::Power => "power",
        Measure::Toughness => "toughness",
        Measure::ManaValue => "converted mana cost",
        Measure::Targets => "number of targets",
        Measure::Colors => "number of colors",
    }
}
