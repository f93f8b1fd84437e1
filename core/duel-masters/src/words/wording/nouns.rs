//! Filters and groups as noun phrases.

use duelog_kernel::phrase::{Phrase, article, of_many};
use duelog_kernel::prose::{Noun, Person, listed};

use super::terms::{Named, Wording};
use crate::language::definition::{Compare, Filter, Group, Likeness, Number, Ref, Rule, Ruling};
use crate::language::types::Place;

/// A noun phrase with whose it is.
#[derive(Default)]
pub(super) struct Described {
    phrase: Phrase,
    owner: Option<Ref>,
    /// A phrase that stands alone: `this creature`.
    whole: Option<String>,
    /// True if it is a creature by its words.
    creature: bool,
}

/// A number that was just spoken of.
pub(super) const SO_MANY: &str = "that many";

/// How many of a group are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Count {
    /// All.
    All,
    /// From one number to another.
    Between(i32, i32),
    /// As many as these words say; true if fewer are meant too.
    Words(String, bool),
}

impl Wording {
    pub(super) fn described(&self, filter: &Filter) -> Described {
        let mut described = Described::default();
        self.collect(filter, &mut described);
        described
    }

    /// Takes a filter over into a phrase.
    fn collect(&self, filter: &Filter, to: &mut Described) {
        let phrase = &mut to.phrase;
        let before = |phrase: &mut Phrase, word: &str| phrase.before.push(word.to_string());
        match filter {
            Filter::Any => {}
            Filter::All(all) => {
                all.iter().for_each(|part| self.collect(part, to));
                exactly(&mut to.phrase.after);
            }
            Filter::Either(either) => self.alternatives(either, to),
            Filter::Not(inner) => self.negated(inner, to),
            Filter::This => to.whole = Some(self.thing(&Ref::This, true).text),
            Filter::Host => {
                to.whole = Some("the creature that this is crossed to".to_string());
                to.creature = true;
            }
            Filter::Is(reference) if to.whole.is_none() => {
                to.whole = Some(self.thing(reference, true).text);
            }
            Filter::Is(reference) => {
                phrase.after.push(format!("that is {}", self.thing(reference, false).text))
            }
            Filter::Kind(kind) => {
                to.creature |= kind.name() == "Creature";
                phrase.types.push(kind.name().to_lowercase());
            }
            Filter::Race(words) => {
                phrase.types.insert(0, words.clone());
                to.creature = true;
            }
            Filter::Evolution => before(phrase, "evolution"),
            // The civilization stands before all else: `a fire Psychic creature`.
            Filter::Civilization(civilization) => phrase.before.insert(0, civilization.name().to_string()),
            Filter::Tapped => before(phrase, "tapped"),
            Filter::TurnedOver => before(phrase, "upside-down"),
            Filter::Attacking => before(phrase, "attacking"),
            Filter::Blocking => before(phrase, "blocking"),
            Filter::Crossed => before(phrase, "crossed"),
            Filter::Special(special) => before(phrase, special.name()),
            Filter::Of(who) if to.owner.is_none() => to.owner = Some(who.clone()),
            Filter::Of(who) => {
                let whose = self.possessive(who);
                to.phrase.after.push(format!("that is {whose} own"));
            }
            other => {
                let words = self.behind(other);
                to.phrase.after.push(words);
            }
        }
    }

    /// A filter whose words stand behind the noun.
    fn behind(&self, filter: &Filter) -> String {
        match filter {
            Filter::OfChosen(place) => {
                let noun = self.memory.borrow().choices.get(usize::from(*place)).map(|own| own.noun.clone());
                match noun.as_deref() {
                    Some("card name") => "with that name".to_string(),
                    noun => format!("of that {}", noun.filter(|noun| !noun.is_empty()).unwrap_or("kind")),
                }
            }
            Filter::Symbol(symbol) => format!("with \"{symbol}\""),
            Filter::SaysWhenPut => {
                "with an ability that triggers when it is put into the battle zone".to_string()
            }
            Filter::Civilizations(how, value) => match (how, &**value) {
                (Compare::Exactly | Compare::AtMost, Number::N(0)) => "without a civilization".to_string(),
                (Compare::AtLeast, Number::N(2)) => "with more than one civilization".to_string(),
                (Compare::Exactly, Number::N(1)) => "with only one civilization".to_string(),
                (how, value) => format!("with {} civilizations", self.compared(*how, value)),
            },
            Filter::Keyword(keyword) => format!("with {}", keyword.kind()),
            Filter::Named(name) => format!("named {name}"),
            Filter::NameHas(words) => format!("with \"{words}\" in the name"),
            Filter::AttackingPlayer => "attacking a player".to_string(),
            Filter::CrossedWith(inner) => format!("crossed with {}", self.one(inner, "creature")),
            Filter::Power(how, value) => format!("with power {}", self.compared(*how, value)),
            Filter::Cost(how, value) => format!("with cost {}", self.compared(*how, value)),
            Filter::Battling(inner) => format!("battling {}", self.one(inner, "creature")),
            Filter::Shares(what, among) => {
                let among = self.some(among, &Count::Between(1, 1), "in");
                match what {
                    Likeness::Name => format!("with the same name as {}", among.text),
                    Likeness::Cost => format!("with the same cost as {}", among.text),
                    Likeness::Race => format!("that shares a race with {}", among.text),
                    Likeness::Civilization => format!("that shares a civilization with {}", among.text),
                }
            }
            Filter::Happened(when) => self.has_done(when),
            Filter::SilentSkill => "with a silent skill".to_string(),
            Filter::Can(act) => format!("that {}", self.rule(&Rule(Ruling::Allow, *act, Filter::Any))),
            Filter::EvolvesFrom(words) => format!("that evolves from {}", article(words)),
            other => format!("that is {}", self.one(other, "card")),
        }
    }

    fn alternatives(&self, either: &[Filter], to: &mut Described) {
        let parts: Vec<Described> = either.iter().map(|part| self.described(part)).collect();
        to.creature |= parts.iter().all(|part| part.creature);
        let plain = parts.iter().all(|part| part.whole.is_none() && part.owner.is_none());
        let parts: Vec<Phrase> = parts.into_iter().map(|part| part.phrase).collect();
        match Phrase::alternatives(&parts).filter(|_| plain) {
            Some(joined) => {
                to.phrase.types.splice(0..0, joined.types);
                to.phrase.before.extend(joined.before);
                to.phrase.after.extend(joined.after);
            }
            None => {
                let each = either.iter().map(|part| self.one(part, "card"));
                let each = listed(each, "or");
                if to.phrase.types.is_empty() && to.whole.is_none() && to.owner.is_none() {
                    to.whole = Some(each);
                } else {
                    to.phrase.after.push(format!("that is {each}"));
                }
            }
        }
    }

    fn negated(&self, inner: &Filter, to: &mut Described) {
        let phrase = &mut to.phrase;
        let word = match inner {
            Filter::This => "other".to_string(),
            Filter::Is(_) => "other".to_string(),
            Filter::Evolution => "non-evolution".to_string(),
            Filter::Tapped => "untapped".to_string(),
            Filter::Kind(kind) => format!("non-{}", kind.name().to_lowercase()),
            Filter::Race(words) => format!("non-{words}"),
            Filter::Civilization(civilization) => format!("non-{}", civilization.name()),
            Filter::Special(special) => format!("non-{}", special.name()),
            Filter::Crossed => "uncrossed".to_string(),
            Filter::TurnedOver => "upright".to_string(),
            Filter::Keyword(keyword) => return phrase.after.push(format!("without {}", keyword.kind())),
            Filter::Not(again) => return self.collect(again, to),
            Filter::Power(how @ (Compare::AtLeast | Compare::AtMost), value) => {
                let than = if *how == Compare::AtLeast { "less" } else { "more" };
                let number = self.number(value);
                return to.phrase.after.push(format!("with power {than} than {number}"));
            }
            Filter::Cost(how @ (Compare::AtLeast | Compare::AtMost), value) => {
                let than = if *how == Compare::AtLeast { "less" } else { "more" };
                let number = self.number(value);
                return to.phrase.after.push(format!("with cost {than} than {number}"));
            }
            Filter::Of(Ref::You) => return self.collect(&Filter::Of(Ref::Opponent), to),
            Filter::Of(Ref::Opponent) => return self.collect(&Filter::Of(Ref::You), to),
            other => {
                let words = self.behind(other);
                let not = words.strip_prefix("with ").map(|rest| format!("without {rest}"));
                let not =
                    not.or_else(|| words.strip_prefix("that is ").map(|rest| format!("that is not {rest}")));
                return phrase.after.push(not.unwrap_or_else(|| format!("not {words}")));
            }
        };
        if word == "other" { phrase.before.insert(0, word) } else { phrase.before.push(word) }
    }

    /// The noun of a phrase: what the filter names, else what is usual there.
    fn noun_of(described: &Described, usual: &str, place: Option<Place>) -> String {
        let types = &described.phrase.types;
        let named = types
            .iter()
            .filter(|word| !(*word == "creature" && types.len() > 1 && place == Some(Place::Battle)));
        let noun = named.cloned().collect::<Vec<_>>().join(" ");
        if noun.is_empty() { usual.to_string() } else { noun }
    }

    /// Returns what matches, without an article or an owner, as one or as many.
    fn bare(described: Described, usual: &str, place: Option<Place>, many: bool) -> String {
        let noun = Wording::noun_of(&described, usual, place);
        let phrase = described.phrase.about(&noun, many);
        if many { of_many(&phrase) } else { phrase }
    }

    /// Such ones in general: `creatures with power 2000 or less`.
    pub(super) fn many(&self, filter: &Filter, usual: &str) -> String {
        let mut described = self.described(filter);
        match (described.whole.take(), described.owner.take()) {
            (Some(whole), _) => whole,
            (None, None) => Wording::bare(described, usual, None, true),
            (None, Some(who)) => {
                format!(
                    "{} {}",
                    self.possessive(&who),
                    Wording::bare(described, usual, Some(Place::Battle), true)
                )
            }
        }
    }

    /// Such a one: `one of your creatures`, `a creature with blocker`.
    pub(super) fn one(&self, filter: &Filter, usual: &str) -> String {
        let mut described = self.described(filter);
        match (described.whole.take(), described.owner.take()) {
            (Some(whole), _) => {
                let after = &described.phrase.after;
                if after.is_empty() { whole } else { format!("{whole} {}", after.join(" ")) }
            }
            (None, None) => article(&Wording::bare(described, usual, None, false)),
            (None, Some(who)) => {
                let many = Wording::bare(described, usual, Some(Place::Battle), true);
                format!("one of {} {many}", self.possessive(&who))
            }
        }
    }

    /// Returns what something is: a single state by its adjective, else a noun.
    pub(super) fn quality(&self, filter: &Filter) -> String {
        let mut described = self.described(filter);
        let phrase = &described.phrase;
        let (before, after) = (phrase.before.join(" "), phrase.after.join(" "));
        match (described.whole.take(), phrase.types.is_empty(), described.owner.take()) {
            (Some(whole), ..) => whole,
            (None, true, None) if !before.is_empty() && after.is_empty() => before,
            (None, true, Some(who)) if before.is_empty() && after.is_empty() => {
                format!("{} card", self.possessive(&who))
            }
            (None, true, None) if before.is_empty() && !after.is_empty() => {
                after.strip_prefix("that is ").map_or(after.clone(), str::to_string)
            }
            _ => self.one(filter, "card"),
        }
    }

    /// Where the members of a group are, whose they are, and what is usual there.
    pub(super) fn source(&self, group: &Group) -> Named {
        // Nothing is said here, so nothing has been spoken of.
        let it = self.memory.borrow().it.clone();
        let source = self.source_of(group);
        self.mention(it);
        source
    }

    fn source_of(&self, group: &Group) -> Named {
        let named = |filter: &Filter, usual: &str, place: Option<Place>| {
            let described = self.described(filter);
            let noun = Wording::noun_of(&described, usual, place);
            Named { noun, many: true, owner: described.owner, place }
        };
        let memory = self.memory.borrow().clone();
        match group {
            Group::Battle(filter) | Group::Cards(filter) => named(filter, "card", Some(Place::Battle)),
            Group::In(place, who, filter) => {
                let own = named(filter, usual_in(*place), Some(*place));
                Named { owner: Some(who.clone()), ..own }
            }
            Group::Top(who, _) => Named {
                noun: "card".to_string(),
                many: true,
                owner: Some(who.clone()),
                place: Some(Place::Deck),
            },
            Group::Looked(filter) => {
                let own = named(filter, "card", None);
                Named { owner: memory.last.owner.clone(), ..own }
            }
            Group::Of(Ref::Chosen(place)) => {
                memory.choices.get(usize::from(*place)).cloned().unwrap_or_default()
            }
            Group::Of(Ref::Last) => memory.last,
            Group::Of(Ref::Event) if memory.event.is_some() => memory.event.unwrap_or_default(),
            Group::Of(Ref::This | Ref::Event) => {
                Named { owner: Some(Ref::You), place: Some(Place::Battle), ..Named::default() }
            }
            Group::Together(groups) => {
                let all: Vec<Named> = groups.iter().map(|group| self.source(group)).collect();
                let owner = all.first().and_then(|first| first.owner.clone());
                let owner = owner.filter(|owner| all.iter().all(|own| own.owner.as_ref() == Some(owner)));
                Named { noun: "card".to_string(), many: true, owner, place: None }
            }
            Group::Seals(_) => Named { noun: "seal".to_string(), many: true, ..Named::default() },
            Group::Races => Named { noun: "race".to_string(), ..Named::default() },
            Group::Civilizations => Named { noun: "civilization".to_string(), ..Named::default() },
            Group::Numbers(_) => Named { noun: "number".to_string(), ..Named::default() },
            Group::CardNames => Named { noun: "card name".to_string(), ..Named::default() },
            Group::Players => Named { noun: "player".to_string(), ..Named::default() },
            Group::Of(_) => Named::default(),
        }
    }

    /// A number of a group's members: `up to 2 of your creatures`, `all cards in your hand`. `prep` is how the words of a
    /// zone begin: `from` where something is taken out of it, else `in`.
    pub(super) fn some(&self, group: &Group, count: &Count, prep: &str) -> Noun {
        let noun = self.some_of(group, count, prep);
        match count {
            Count::Words(words, _) if words != SO_MANY => {
                Noun { text: format!("{} as {words}", noun.text), ..noun }
            }
            Count::All | Count::Between(..) | Count::Words(..) => noun,
        }
    }

    fn some_of(&self, group: &Group, count: &Count, prep: &str) -> Noun {
        match group {
            Group::Of(reference) if *count == Count::All => self.thing(reference, false),
            Group::Of(reference) => {
                let all = self.thing(reference, false);
                if all.person == Person::One { all } else { quantified(count, |_| Some(all.text.clone())) }
            }
            Group::Battle(filter) | Group::Cards(filter) => {
                self.some_in(filter, count, Place::Battle, None, prep)
            }
            Group::In(place, who, filter) => self.some_in(filter, count, *place, Some(who), prep),
            Group::Top(who, number) => {
                let deck = format!("{} deck", self.possessive(who));
                match &**number {
                    Number::N(1) => Noun::one(format!("the top card of {deck}")),
                    Number::Until(_, such) => Noun::many(format!(
                        "cards from the top of {deck} until {} is among them",
                        self.one(such, "card")
                    )),
                    other => Noun::many(match other {
                        Number::N(number) => format!("the top {number} cards of {deck}"),
                        other => match self.number(other) {
                            number if number == SO_MANY => format!("{number} cards from the top of {deck}"),
                            number => format!("as many cards from the top of {deck} as {number}"),
                        },
                    }),
                }
            }
            Group::Looked(Filter::Any) if !self.memory.borrow().last.many => Noun::one("it"),
            // A card that was chosen among several before is not all that was looked at.
            Group::Looked(_)
                if !self.memory.borrow().last.many && self.memory.borrow().choices.is_empty() =>
            {
                Noun::one("it")
            }
            Group::Looked(Filter::Any) if *count == Count::All => Noun::many("them"),
            Group::Looked(Filter::Any) => quantified(count, |_| Some("them".to_string())),
            Group::Looked(filter) => {
                let bare = |many| Wording::bare(self.described(filter), "card", None, many);
                match count {
                    Count::Between(1, 1) => Noun::one(format!("{} from among them", article(&bare(false)))),
                    count => {
                        let noun = quantified(count, |_| None);
                        let many = noun.person == Person::Many;
                        Noun { text: format!("{} {} from among them", noun.text, bare(many)), ..noun }
                    }
                }
            }
            Group::Together(groups) => {
                let all: Vec<Noun> = groups.iter().map(|group| self.some_of(group, count, prep)).collect();
                let person = all.first().map(|noun| noun.person).unwrap_or_default();
                let word = if *count == Count::All { "and" } else { "or" };
                Noun { text: listed(all.into_iter().map(|noun| noun.text), word), person }
            }
            Group::Seals(on) => {
                let on = self.thing(on, false).text;
                match count {
                    Count::All => Noun::many(format!("all seals on {on}")),
                    count => quantified(count, |_| Some(format!("the seals on {on}"))),
                }
            }
            Group::Players if *count == Count::All => Noun::one("each player"),
            Group::Players => Noun::one("a player"),
            Group::Civilizations => Noun::one("a civilization"),
            Group::Races => Noun::one("a race"),
            Group::CardNames => Noun::one("a card name"),
            Group::Numbers(most) => Noun::one(format!("a number from 0 to {}", self.number(most))),
        }
    }

    /// A number of things that match in a zone.
    fn some_in(&self, filter: &Filter, count: &Count, place: Place, who: Option<&Ref>, prep: &str) -> Noun {
        let it = self.memory.borrow().it.clone();
        let described = self.described(filter);
        match described.whole.as_deref() {
            Some("they") => return Noun::many("them"),
            Some(whole) => return Noun::one(whole),
            None => {}
        }
        let owner = who.cloned().or_else(|| described.owner.clone());
        let behind = match (place, &owner) {
            (Place::Battle, _) if described.creature => String::new(),
            (Place::Battle, _) => " in the battle zone".to_string(),
            (Place::Shield, _) => String::new(),
            (place, Some(who)) => format!(" {prep} {} {}", self.possessive(who), place.name()),
            (place, None) => format!(" {prep} a {}", place.name()),
        };
        let whose = match (place, &owner) {
            (Place::Battle | Place::Shield, Some(who)) => Some(self.possessive(who)),
            _ => None,
        };
        let one = |many: bool| {
            self.mention(it.clone());
            let bare = Wording::bare(self.described(filter), usual_in(place), Some(place), many);
            format!("{bare}{behind}")
        };
        let many = match count {
            Count::All => true,
            Count::Between(_, most) => *most != 1,
            Count::Words(..) => true,
        };
        match (whose, count) {
            (Some(whose), Count::All) => Noun::many(format!("all {whose} {}", one(true))),
            (None, Count::All) => Noun::many(format!("all {}", one(true))),
            (Some(whose), count) => quantified(count, |_| Some(format!("{whose} {}", one(true)))),
            (None, Count::Between(1, 1)) => Noun::one(article(&one(false))),
            (None, count) => {
                let number = quantified(count, |_| None).text;
                let of = if number == "any number" { " of" } else { "" };
                Noun::counted(format!("{number}{of} {}", one(many)), many)
            }
        }
    }

    /// Returns what there is one of for each of a group: `card in your graveyard`, `of your other creatures`.
    pub(super) fn each_of(&self, group: &Group) -> String {
        let one = self.some(group, &Count::Between(1, 1), "in").text;
        match one.strip_prefix("one of ") {
            Some(rest) => format!("of {rest}"),
            None => one.strip_prefix("a ").or_else(|| one.strip_prefix("an ")).unwrap_or(&one).to_string(),
        }
    }

    /// The members of a group as a plural without a number: `cards in your hand`.
    pub(super) fn members(&self, group: &Group) -> String {
        let all = self.some(group, &Count::All, "in").text;
        all.strip_prefix("all ").unwrap_or(&all).to_string()
    }
}

/// Two bounds of one number are that number: `with power 6000`.
fn exactly(after: &mut Vec<String>) {
    let least = |words: &String| words.strip_suffix(" or more").map(|number| format!("{number} or less"));
    let both = after.iter().position(|words| least(words).is_some_and(|most| after.contains(&most)));
    if let Some(place) = both {
        let most = after.remove(place).replace(" or more", " or less");
        after.iter_mut().filter(|words| **words == most).for_each(|words| {
            *words = words.trim_end_matches(" or less").to_string();
        });
    }
}

/// A number of something; `of` names them, and nothing where the noun stands right behind the number.
fn quantified(count: &Count, of: impl Fn(bool) -> Option<String>) -> Noun {
    let with = |number: String, many: bool| {
        let text = of(many).map_or(number.clone(), |of| format!("{number} of {of}"));
        Noun::counted(text, many)
    };
    match count {
        Count::All => with("all".to_string(), true),
        Count::Between(1, 1) => with("one".to_string(), false),
        Count::Between(0, 1) => with("up to one".to_string(), false),
        Count::Between(0, most) if *most >= 20 => with("any number".to_string(), true),
        Count::Between(0, most) => with(format!("up to {most}"), true),
        Count::Between(least, most) if least == most => with(most.to_string(), true),
        Count::Between(least, most) if *most >= 20 => with(format!("{least} or more"), true),
        Count::Between(least, most) => with(format!("{least} to {most}"), true),
        Count::Words(words, upto) if words == SO_MANY => {
            with(if *upto { format!("up to {SO_MANY}") } else { SO_MANY.to_string() }, true)
        }
        Count::Words(_, true) => with("up to as many".to_string(), true),
        Count::Words(_, false) => with("as many".to_string(), true),
    }
}

/// Returns what cards of a zone are called.
pub(super) fn usual_in(place: Place) -> &'static str {
    if place == Place::Shield { "shield" } else { "card" }
}
