//! The definitions that one match can use, compiled, one card for each pitch variant (1.3.4).

mod gates;

use std::sync::Arc;

use duelog_kernel::definition::essence;
use duelog_kernel::digest::{self, Digest, Purpose};
use duelog_kernel::info::DefinitionError;
use duelog_kernel::scope::Node;
use duelog_kernel::script::{Code, Op, Script};

use crate::language::definition::{
    Ability, Activated, Change, Condition, Cost, Created, Deed, Definition, Effect, Filter,
    FleshAndBloodLanguage, FunctionalZone, Group, Instead, Meta, Number, Ref, Replacement, Resolve, Shape,
    Since, Static, Target, Triggered, Verb, When, Written,
};
use crate::language::keywords::Keyword;
use crate::language::parse;
use crate::language::types::{Color, TypeBox};
use crate::state::names::is_same;
use crate::state::spoken::Spoken;
use crate::state::statics::{StaticPart, is_said, static_parts};
use crate::state::told::Told;
use crate::state::{CardId, CodeRef, KEYWORD_CARD, Lasting, Places, Properties};
use crate::{cite, holds};

/// One variant of a definition, ready to be played.
#[derive(Debug, Clone)]
pub struct Card {
    /// What was defined.
    pub definition: Arc<Definition>,
    /// Its name, with its color where it has one.
    pub name: String,
    /// The color of its strip (2.1).
    pub color: Option<Color>,
    /// Its printed properties; the controller is filled in by the board.
    pub base: Arc<Properties>,
    /// The scripts by place and mode, ascending.
    codes: Arc<Codes>,
    /// The parts of its static abilities, by place.
    statics: Vec<(u8, StaticPart)>,
    /// The place of its first ability: the right half of a card counts on from the left one (9.2).
    first: u8,
    /// Its halves, the left one first; none of a card that is no whole one of two (9.2).
    pub halves: Vec<Card>,
    /// What its halves are in a card pool.
    sides: Vec<CardId>,
    /// The card of which it is the back face (9.1.1), in a card pool.
    front: Option<CardId>,
    /// Whether it is printed with triggered or replacement abilities that can be functional outside of the
    /// arena and the stack.
    pub listens: bool,
    /// Whether it is printed with activated abilities that can be functional outside of the arena and the
    /// stack.
    pub activates: bool,
    /// Whether it is printed with static abilities that say of objects what is no property.
    pub speaks: bool,
    /// The kinds of what these say.
    pub says: Spoken,
    /// The deeds that it asks for, of those that are recorded only then.
    told: Told,
    /// The places of the scripts that hear only some of the events of a turn, and ask which one it was.
    selective: Vec<u8>,
    /// The digest that logs pin.
    pub digest: Digest,
}

/// Scripts by place and mode.
type Codes = Vec<((u8, u8), Code<FleshAndBloodLanguage>)>;

// Who has heaved what.
holds!("8.3.18a");

/// The abilities that keywords stand for, in the card language.
const KEYWORDS: &str = include_str!("keywords.ron");

/// What is created for a card that is heaved (8.3.18).
const SEISMIC_SURGE: &str = "Seismic Surge";

/// The compiled definitions of one match, by [`CardId`], ascending by name; the halves of cards come last.
#[derive(Debug, Clone, Default)]
pub struct CardPool {
    cards: Vec<Card>,
    /// The revision of the rules that the match is played under, never newer than the engine's.
    pub revision: u32,
    /// How many cards there are that are no half of another one: these come first.
    wholes: usize,
    /// Whether any card listens outside of the arena and the stack.
    pub listens: bool,
    /// Whether any card has static abilities that are functional under a permanent (8.4.5).
    pub under: bool,
    /// The deeds that any card asks for, of those that are recorded only then.
    pub told: Told,
    /// Whether any card has activated abilities that can be functional there.
    pub activates: bool,
    /// Whether any card has scripts that hear only some of the events of a turn, and ask which one it was.
    pub selects: bool,
    /// Returns whether any card asks what has been done this reaction step.
    pub asks_reactions: bool,
    /// True if any card has static abilities that change properties outside of the arena and the stack.
    pub reaches: bool,
    /// The kinds of things, other than properties, that printed static abilities say of objects.
    pub says: Spoken,
}

/// The name of the variant of a color.
fn variant_name(name: &str, color: Option<Color>) -> String {
    color.map_or(name.to_string(), |color| format!("{name} ({})", color.name()))
}

/// The color of a variant: as printed, or the one that is usual with its pitch.
fn color(definition: &Definition, variant: usize) -> Option<Color> {
    // What has no color of its own has the usual one, and one without pitch none.
    cite!("2.1.1", "2.1.2", "2.1.2a");
    definition.colors.get(variant).copied().or_else(|| Color::usual(*definition.pitch.get(variant)?))
}

/// The name that a definition has, without the colour of a variant.
pub fn plain_name(name: &str) -> &str {
    let colored = Color::ALL.iter().find_map(|color| name.strip_suffix(&format!(" ({})", color.name())));
    colored.unwrap_or(name)
}

/// A card of several sides has the abilities of all of them.
/// Returns whether an ability can be activated by what was done this reaction step.
fn asks_reactions(definition: &Definition) -> bool {
    fn asks(condition: &Condition) -> bool {
        match condition {
            Condition::Happened(_, since) => *since == Since::Reaction,
            Condition::All(all) | Condition::Either(all) => all.iter().any(asks),
            Condition::Not(inner) => asks(inner),
            _ => false,
        }
    }
    definition.abilities.iter().chain(&definition.gives).any(|ability| match ability {
        Ability::Activated(own) => own.only_if.as_ref().is_some_and(asks),
        _ => false,
    })
}

fn join_sides(cards: &mut [Card], wholes: usize) {
    for place in 0..wholes {
        cite!("9.2.2");
        // The abilities of both halves.
        cite!("8.3.38c");
        let sides =
            cards[place].sides.iter().map(|side| cards[usize::from(side.0)].base.clone()).collect::<Vec<_>>();
        let codes: Vec<CodeRef> = sides.iter().flat_map(|side| side.abilities.iter().copied()).collect();
        let abilities = &mut Arc::make_mut(&mut cards[place].base).abilities;
        for code in codes {
            if !abilities.contains(&code) {
                abilities.push(code);
            }
        }
    }
}

impl CardPool {
    /// This pool in a match under `revision`.
    pub fn under(self, revision: u32) -> CardPool {
        CardPool { revision, ..self }
    }

    /// The pool of these cards, under the newest revision.
    pub fn new(mut cards: Vec<Card>) -> CardPool {
        // An empty name stands before all others, so that this card is always the first.
        cards.extend(keyword_card());
        cards.sort_by(|a, b| a.name.cmp(&b.name));
        let wholes = cards.len();
        for place in 0..wholes {
            for half in cards[place].halves.clone() {
                let id = CardId(cards.len() as u16);
                cards[place].sides.push(id);
                cards.push(half);
            }
        }
        for (place, card) in cards.iter_mut().enumerate() {
            let id = CardId(place as u16);
            cite!("2.12.3");
            cite!("1.7.1");
            let own = (0..card.definition.abilities.len())
                .map(|ability| CodeRef::ability(id, card.first + ability as u8));
            cite!("8.0.4");
            let keywords = card
                .base
                .keywords
                .iter()
                .flat_map(|keyword| keyword.places())
                .map(|place| CodeRef::ability(KEYWORD_CARD, *place));
            let abilities = own.chain(keywords).collect();
            let base = Arc::make_mut(&mut card.base);
            (base.abilities, base.card) = (abilities, Some(id));
        }
        join_sides(&mut cards[..], wholes);
        let mut card_pool = CardPool { cards, wholes, revision: u32::MAX, ..CardPool::default() };
        for place in 0..wholes {
            let back = Some(card_pool.cards[place].definition.back.as_str()).filter(|back| !back.is_empty());
            if let Some(back) = back.and_then(|back| card_pool.find(back)) {
                card_pool.cards[usize::from(back.0)].front.get_or_insert(CardId(place as u16));
            }
        }
        for place in 0..card_pool.cards.len() {
            let own = |asked: &dyn Fn(CodeRef) -> bool| {
                card_pool.cards[place].base.abilities.iter().any(|code| asked(*code))
            };
            let activates = own(&|code| {
                card_pool.activated(code).is_some_and(|ability| works_elsewhere(from_where(ability)))
            });
            let speaks = own(&|code| {
                card_pool.static_ability(code).is_some_and(|ability| ability.changes.iter().any(is_said))
            });
            card_pool.cards[place].activates = activates;
            card_pool.cards[place].speaks = speaks;
            card_pool.cards[place].listens =
                card_pool.cards[place].base.abilities.iter().any(|code| card_pool.listens_elsewhere(*code));
        }
        card_pool.note_sayings();
        card_pool.activates = card_pool.cards.iter().any(|card| card.activates);
        let under = |code: &CodeRef| {
            card_pool.static_ability(*code).is_some_and(|ability| ability.from == FunctionalZone::Under)
        };
        card_pool.under = card_pool.cards.iter().any(|card| card.base.abilities.iter().any(under));
        let reaches = |ability: &Ability| matches!(ability, Ability::Static(own) if own.anywhere);
        card_pool.reaches = card_pool.cards.iter().any(|card| {
            let Definition { abilities, gives, .. } = &*card.definition;
            abilities.iter().chain(gives).any(reaches)
        });
        card_pool.told = card_pool.cards.iter().fold(Told::default(), |told, card| told.with(card.told));
        card_pool.listens = card_pool.cards.iter().any(|card| card.listens);
        card_pool.asks_reactions = card_pool.cards.iter().any(|card| asks_reactions(&card.definition));
        card_pool.selects = card_pool.cards.iter().any(|card| !card.selective.is_empty());
        card_pool
    }

    /// Notes the kinds of things, other than properties, that each card is printed to say of objects, and any card.
    fn note_sayings(&mut self) {
        for place in 0..self.cards.len() {
            let mut says = Spoken::default();
            let printed = self.cards[place].base.abilities.iter();
            printed.for_each(|code| says.hear_all(self.static_ability(*code)));
            // Keywords speak through the cards that have them.
            if place != usize::from(KEYWORD_CARD.0) {
                self.says.add(&says);
            }
            self.cards[place].says = says;
        }
    }

    /// Whether what is written at this place hears only some of the events of a turn, and asks which one it was.
    pub fn is_selective(&self, code: CodeRef) -> bool {
        self.card(code.card).selective.contains(&code.place)
    }

    fn listens_elsewhere(&self, code: CodeRef) -> bool {
        match self.ability(code) {
            Some(Ability::Triggered(ability)) => works_elsewhere(ability.from),
            // What replaces its own move is functional wherever that begins.
            Some(Ability::Replacement(ability)) => {
                cite!("1.7.4j");
                works_elsewhere(ability.from) || matches!(ability.when, When::Moves(..))
            }
            Some(Ability::Activated(_) | Ability::Static(_) | Ability::Meta(_)) | None => false,
        }
    }

    /// Whether an activated ability attacks: by the attack ability (8.3.1), or by an effect that attacks with
    /// an object (8.5.38).
    pub fn attacks(&self, code: CodeRef) -> bool {
        let effect = |ability: &Activated| {
            ability.resolve.as_ref().and_then(|resolve| resolve.effect.as_ref()).is_some_and(attacks_with)
        };
        self.activated(code).is_some_and(|ability| ability.attack || effect(ability))
    }

    /// The card of this id.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[usize::from(id.0).min(self.cards.len() - 1)]
    }

    /// The cards that the definitions define, ascending by name.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.wholes]
    }

    /// The id of the card of this name.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.cards[..self.wholes]
            .binary_search_by(|card| card.name.as_str().cmp(name))
            .ok()
            .map(|place| CardId(place as u16))
    }

    /// The halves of a card (9.2), the left one first; none of a card that is no whole one of two.
    pub fn sides(&self, id: CardId) -> &[CardId] {
        &self.card(id).sides
    }

    /// Whether a card is the whole one of a split-card (9.2.1).
    pub fn is_split(&self, id: CardId) -> bool {
        self.card(id).definition.is_split()
    }

    /// The face of a twin-card that has this name (9.1.4b), or its first one; none of a card that is no whole
    /// one of two faces.
    pub fn face(&self, id: CardId, name: Option<&str>) -> Option<CardId> {
        let faces = if self.is_split(id) { &[][..] } else { self.sides(id) };
        faces.iter().copied().find(|face| name.is_none_or(|name| self.is_called(*face, name)))
    }

    /// Whether a card has a moniker: of one with two faces either's.
    pub fn has_moniker(&self, id: CardId, moniker: &str) -> bool {
        cite!("2.7.3", "2.7.3a", "2.7.3b");
        let has = |id: CardId| is_same(&self.card(id).definition.moniker, moniker);
        has(id) || self.sides(id).iter().any(|side| has(*side))
    }

    /// The names of a card without its color: of one with two halves those of both (9.2.1).
    pub fn names(&self, id: CardId) -> impl Iterator<Item = &str> {
        cite!("2.7.2");
        let sides = self.sides(id);
        let own = sides.is_empty().then_some(id);
        own.into_iter().chain(sides.iter().copied()).map(|id| plain_name(self.name(id)))
    }

    /// Whether a card has a name (9.2.2b).
    pub fn is_called(&self, id: CardId, name: &str) -> bool {
        self.names(id).any(|own| is_same(own, name))
    }

    /// Whether the supertypes of a card are among those of a hero (1.1.3), and if it has two halves, those of
    /// both (9.2.2a).
    pub fn fits(&self, id: CardId, hero: &TypeBox) -> bool {
        cite!("1.1.3b");
        let sides = self.sides(id);
        let fits = |id: CardId| self.card(id).definition.types.fits(hero);
        if sides.is_empty() { fits(id) } else { sides.iter().all(|side| fits(*side)) }
    }

    /// The types that decide what kind of card it is (1.3.2): those of its front face, and of a twin-card
    /// those of both faces.
    pub fn kind_of(&self, id: CardId) -> &TypeBox {
        cite!("9.1.3", "9.1.4", "9.1.5");
        &self.card(self.card(id).front.unwrap_or(id)).definition.types
    }

    /// Whether a card of this name is the back face of another one (9.1.1).
    pub fn is_back(&self, name: &str) -> bool {
        self.cards.iter().any(|card| card.definition.back == name)
    }

    /// The card's name with its colour.
    pub fn name(&self, id: CardId) -> &str {
        &self.card(id).name
    }

    /// The script at a place, of a mode where one is given.
    pub fn code(&self, code: CodeRef) -> Option<&Code<FleshAndBloodLanguage>> {
        let codes = &self.card(code.card).codes;
        codes
            .binary_search_by_key(&(code.place, code.mode), |entry| entry.0)
            .ok()
            .map(|place| &codes[place].1)
    }

    /// The ability at a place.
    pub fn ability(&self, code: CodeRef) -> Option<&Ability> {
        let card = self.card(code.card);
        match code.place {
            Places::RESOLVE => None,
            place if place >= Places::GIVES => card.definition.gives.get(usize::from(place - Places::GIVES)),
            place => card.definition.abilities.get(usize::from(place.checked_sub(card.first)?)),
        }
    }

    /// The activated ability at a place.
    pub fn activated(&self, code: CodeRef) -> Option<&Activated> {
        match self.ability(code)? {
            Ability::Activated(ability) => Some(ability),
            Ability::Triggered(_) | Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_) => None,
        }
    }

    /// The triggered ability at a place.
    pub fn triggered(&self, code: CodeRef) -> Option<&Triggered> {
        match self.ability(code)? {
            Ability::Triggered(ability) => Some(ability),
            Ability::Activated(_) | Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_) => None,
        }
    }

    /// The static ability at a place.
    pub fn static_ability(&self, code: CodeRef) -> Option<&Static> {
        match self.ability(code)? {
            Ability::Static(ability) => Some(ability),
            Ability::Activated(_) | Ability::Triggered(_) | Ability::Replacement(_) | Ability::Meta(_) => {
                None
            }
        }
    }

    /// The parts of the static ability at a place; nothing where none stands there.
    pub fn static_parts(&self, code: CodeRef) -> impl Iterator<Item = &StaticPart> {
        self.card(code.card).statics.iter().filter(move |part| part.0 == code.place).map(|part| &part.1)
    }

    /// The replacement ability at a place.
    pub fn replacement(&self, code: CodeRef) -> Option<&Replacement> {
        match self.ability(code)? {
            Ability::Replacement(ability) => Some(ability),
            Ability::Activated(_) | Ability::Triggered(_) | Ability::Static(_) | Ability::Meta(_) => None,
        }
    }

    /// The places of a card's own abilities that are of some kind.
    pub fn places(&self, card: CardId) -> impl Iterator<Item = (CodeRef, &Ability)> {
        let card_of = self.card(card);
        let code = move |place: usize| CodeRef::ability(card, card_of.first.saturating_add(place as u8));
        card_of.definition.abilities.iter().enumerate().map(move |(place, ability)| (code(place), ability))
    }

    /// What a layer of this code does as it resolves.
    pub fn resolve(&self, code: CodeRef) -> Option<&Resolve> {
        match self.ability(code) {
            Some(Ability::Activated(ability)) => ability.resolve.as_ref(),
            Some(Ability::Triggered(ability)) => {
                cite!("6.6.1d");
                Some(&ability.resolve)
            }
            Some(Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_)) => None,
            None => {
                self.card(code.card).definition.resolve.as_ref().filter(|_| code.place == Places::RESOLVE)
            }
        }
    }

    /// The target groups of a layer with these modes chosen: its own, then those of each mode.
    pub fn targets(&self, code: CodeRef, modes: &[u8]) -> Vec<&Target> {
        let Some(resolve) = self.resolve(code) else { return Vec::new() };
        let chosen = modes.iter().filter_map(|mode| resolve.modes.get(usize::from(*mode)));
        resolve.targets.iter().chain(chosen.flat_map(|mode| &mode.targets)).collect()
    }

    /// The verb at a step of a script.
    pub fn verb(&self, code: CodeRef, at: u16) -> Option<&Verb> {
        match self.code(code)?.0.get(usize::from(at))? {
            Op::Do(Verb::ButIf(verb, ..)) => Some(verb),
            Op::Do(verb) => Some(verb),
            _ => None,
        }
    }

    /// The filter of an open or waiting effect, and its changes.
    pub fn effect_text(&self, lasting: &Lasting) -> (Option<&Filter>, &[Change<Written>]) {
        match self.verb(lasting.code, lasting.at) {
            Some(Verb::ModifyAll(filter, changes, _) | Verb::Next(_, _, filter, changes, _, _)) => {
                (Some(filter), changes)
            }
            Some(Verb::Modify(_, changes, _)) => (None, changes),
            _ => (None, &[]),
        }
    }

    /// The self-replacement effect at a step of a script: its condition and what happens instead (6.4.7).
    pub fn self_replacement(&self, code: CodeRef, at: u16) -> Option<(&Condition, &Instead)> {
        match self.code(code)?.0.get(usize::from(at))? {
            Op::Do(Verb::ButIf(_, condition, instead)) => Some((condition, instead)),
            _ => None,
        }
    }
}

impl Card {
    /// Reads, checks and compiles one definition: a card for each of its variants.
    ///
    /// # Errors
    /// The first fault with its place; faults of meaning stand at the definition's beginning.
    pub fn compile(text: &str) -> Result<Vec<Card>, DefinitionError> {
        // What a type box is made of, and which words there are, stands in types.rs and parse.rs: the build
        // script reads them too, so nothing can be cited there.
        cite!("2.14.1", "2.10.6a", "2.10.6b", "2.11.6a", "2.11.6b", "2.13.3a", "2.15.6a");
        let definition = parse::parse(text)?;
        let fault = |message: String| DefinitionError { line: 1, column: 1, message };
        let digest = digest::hash(Purpose::Definition, essence(text).as_bytes());
        cite!("9.2.1");
        let told = Told::of(&definition, text);
        let Some([left, right]) = definition.halves() else {
            let all = Card::variants(definition, 0, digest).map_err(fault)?;
            return Ok(all.into_iter().map(|card| Card { told, ..card }).collect());
        };
        // The codes of a whole card are those of its halves.
        let first = left.abilities.len() as u8;
        cite!("9.1.4", "9.1.4a", "9.2.2");
        let wholes = Card::variants(definition.combined(), 0, digest).map_err(fault)?;
        let lefts = Card::variants(left, 0, digest).map_err(fault)?;
        let rights = Card::variants(right, first, digest).map_err(fault)?;
        let halves = lefts.into_iter().zip(rights).map(|(left, right)| vec![left, right]);
        Ok(wholes.into_iter().zip(halves).map(|(whole, halves)| Card { halves, told, ..whole }).collect())
    }

    /// A card for each variant of a definition, whose abilities are counted from `first`.
    fn variants(definition: Definition, first: u8, digest: Digest) -> Result<Vec<Card>, String> {
        let definition = Arc::new(definition);
        let (mut codes, mut statics) = (Vec::new(), Vec::new());
        let mut add = |place: u8, resolve: &Resolve| -> Result<(), String> {
            let own = resolve.effect.iter().map(|effect| (CodeRef::WHOLE, effect));
            let modes = resolve.modes.iter().enumerate().map(|(mode, part)| (mode as u8, &part.effect));
            for (mode, effect) in own.chain(modes) {
                codes.push(((place, mode), Code::compile(effect)?));
            }
            Ok(())
        };
        // Labels that need no word of their own: what they group is an ability like any other, as it is
        // written.
        cite!("8.4.4", "8.4.12", "8.4.13", "8.4.17", "8.4.18", "8.4.19");
        let given = definition
            .gives
            .iter()
            .enumerate()
            .map(|(place, ability)| (Places::GIVES + place as u8, ability));
        for (place, ability) in definition
            .abilities
            .iter()
            .enumerate()
            .map(|(place, ability)| (first + place as u8, ability))
            .chain(given)
        {
            cite!("1.7.3");
            match ability {
                Ability::Activated(ability) => {
                    ability.resolve.iter().try_for_each(|resolve| add(place, resolve))?
                }
                Ability::Triggered(ability) => add(place, &ability.resolve)?,
                Ability::Static(ability) => statics.extend(static_parts(ability).map(|part| (place, part))),
                Ability::Replacement(_) | Ability::Meta(_) => {}
            }
        }
        definition.resolve.iter().try_for_each(|resolve| add(Places::RESOLVE, resolve))?;
        codes.sort_by_key(|entry| entry.0);
        let selective = selective(&definition, first, &codes);
        let codes = Arc::new(codes);
        cite!("1.3.4");
        let variants = definition.pitch.len().max(1);
        let card = |variant: usize| Card {
            definition: definition.clone(),
            name: variant_name(&definition.name, color(&definition, variant)),
            color: color(&definition, variant),
            base: Arc::new(base(&definition, variant)),
            codes: codes.clone(),
            statics: statics.clone(),
            first,
            halves: Vec::new(),
            sides: Vec::new(),
            front: None,
            listens: false,
            activates: false,
            speaks: false,
            says: Spoken::default(),
            told: Told::default(),
            selective: selective.clone(),
            digest,
        };
        Ok((0..variants).map(card).collect())
    }

    /// Whether it is printed with a keyword, numbers aside.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.base.has(keyword)
    }

    /// Its meta-static abilities.
    pub fn metas(&self) -> impl Iterator<Item = &Meta> {
        cite!("5.4.3");
        self.definition
            .abilities
            .iter()
            .filter_map(|ability| if let Ability::Meta(meta) = ability { Some(meta) } else { None })
    }

    /// The names of the tokens that it can make.
    pub fn tokens(&self) -> Vec<&str> {
        self.makes(|verb| match verb {
            Verb::Create(
                _,
                _,
                name,
                None | Some(Created::Equipped | Created::Exposed | Created::With(..)),
            )
            | Verb::Transform(_, _, Shape::Token(name)) => Some(name),
            _ => None,
        })
        .into_iter()
        .chain(self.tokens_paid())
        .chain(self.has(Keyword::Heave(0)).then_some(SEISMIC_SURGE))
        .collect()
    }

    /// The names of the tokens that are created to pay for its abilities.
    fn tokens_paid(&self) -> impl Iterator<Item = &str> {
        let abilities = self.definition.abilities.iter().chain(&self.definition.gives);
        let costs = abilities.filter_map(|ability| match ability {
            Ability::Activated(ability) => Some([&ability.cost].into_iter().chain(&ability.alternatives)),
            _ => None,
        });
        costs.flatten().flatten().filter_map(|cost| match cost {
            Cost::Create(_, name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// The names of the cards that it can make (8.5.40), and of those that it can become (8.5.25).
    pub fn cards_made(&self) -> Vec<&str> {
        let all = self.codes.iter().flat_map(|entry| entry.1.0.iter());
        let becomes = |op| match op {
            &Op::Do(Verb::BecomeOne(_, ref names)) => Some(names),
            _ => None,
        };
        let others = all.filter_map(becomes).flatten().map(String::as_str);
        let made = self.makes(|verb| match verb {
            Verb::Create(_, _, name, Some(Created::In(_))) => Some(name),
            _ => None,
        });
        made.into_iter().chain(others).collect()
    }

    fn makes(&self, made: impl Fn(&Verb) -> Option<&String>) -> Vec<&str> {
        let halves = self.halves.iter().flat_map(|half| half.codes.iter());
        let ops = self.codes.iter().chain(halves).flat_map(|entry| &entry.1.0);
        let created = |op| match op {
            &Op::Do(Verb::ButIf(ref verb, ..)) => Some(&**verb),
            Op::Do(verb) => Some(verb),
            _ => None,
        };
        ops.filter_map(created).filter_map(made).map(String::as_str).collect()
    }

    /// All scripts with their places.
    pub fn scripts(&self) -> impl Iterator<Item = &Code<FleshAndBloodLanguage>> {
        self.codes.iter().map(|entry| &entry.1)
    }
}

/// The places of the scripts of a definition that hear only some of the events of a turn and ask which one it
/// was: of what triggers a number of times or at one of the events (6.6.1a, 6.6.1b), and of what sets up a
/// delayed-triggered effect (6.6.3).
fn selective(definition: &Definition, first: u8, codes: &Codes) -> Vec<u8> {
    let asks = |node: &Node| {
        let event = |node: &Node| {
            ["Event", "EventOther", "EventPlayer"].iter().any(|word| node.is("Ref", word))
                || node.is("Number", "EventAmount")
        };
        node.any(&event)
    };
    let delays = |place: u8| {
        let op = |op: &Op<FleshAndBloodLanguage>| matches!(op, Op::Delayed(..));
        codes.iter().any(|((own, _), code)| *own == place && code.0.iter().any(op))
    };
    let selects = |ability: &Ability, place: u8| match ability {
        Ability::Triggered(ability) => {
            (ability.limit.is_some() || ability.ordinal.is_some() || delays(place))
                && asks(&Node::of(ability))
        }
        Ability::Activated(ability) => delays(place) && asks(&Node::of(ability)),
        Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_) => false,
    };
    let own = definition.abilities.iter().zip(first..);
    let given = definition.gives.iter().zip(Places::GIVES..);
    let resolves = |resolve: &&Resolve| delays(Places::RESOLVE) && asks(&Node::of(*resolve));
    own.chain(given)
        .filter(|(ability, place)| selects(ability, *place))
        .map(|entry| entry.1)
        .chain(definition.resolve.as_ref().filter(resolves).map(|_| Places::RESOLVE))
        .collect()
}

/// Whether an ability can be functional outside of the arena and the stack.
fn works_elsewhere(from: FunctionalZone) -> bool {
    match from {
        FunctionalZone::Arena | FunctionalZone::Play | FunctionalZone::Defending => false,
        FunctionalZone::Hand
        | FunctionalZone::Banished
        | FunctionalZone::Graveyard
        | FunctionalZone::Arsenal
        | FunctionalZone::Under
        | FunctionalZone::Inventory
        | FunctionalZone::Anywhere => true,
    }
}

fn keyword_card() -> Option<Card> {
    let mut card = Card::compile(KEYWORDS).ok()?.pop()?;
    card.name = String::new();
    Some(card)
}

fn at<T: Copy>(numbers: &[T], variant: usize) -> Option<T> {
    numbers.get(variant).or(numbers.first().filter(|_| numbers.len() == 1)).copied()
}

/// What is printed on a variant: its properties. What is not printed is not there.
fn base(definition: &Definition, variant: usize) -> Properties {
    cite!("2.0.1");
    cite!("1.12.3a");
    let star = |number: &Option<Number>, printed: Option<i32>| printed.or(number.as_ref().map(|_| 0));
    cite!("2.3.2", "2.9.2");
    let power = star(&definition.star_power, at(&definition.power, variant));
    let defense = star(&definition.star_defense, at(&definition.defense, variant));
    let life = star(&definition.star_life, definition.life);
    cite!("2.2.2", "2.4.2", "2.5.2", "2.8.2");
    // The type box, be there something in each part of it or not.
    cite!("2.10.2", "2.10.3", "2.11.2", "2.11.3", "2.15.2", "2.15.3");
    Properties {
        card: None,
        types: definition.types,
        cost: at(&definition.cost, variant),
        pitch: definition.pitch.get(variant).copied(),
        base_power: power,
        power,
        base_defense: defense,
        defense,
        life,
        intellect: definition.intellect,
        keywords: definition.keywords.clone(),
        abilities: Vec::new(),
        defined: definition.stars().next().is_some(),
        controller: None,
        limits: Vec::new(),
        parameters: None,
    }
}

/// Whether a script of a definition attacks with an object itself (8.5.38).
pub fn attacks_with(effect: &Effect) -> bool {
    does_itself(effect, &|verb| matches!(verb, Verb::AttackWith(_)))
}

/// Whether a script of a definition does something that `wanted` names, now or in a layer that it makes for
/// later.
pub fn does(effect: &Effect, wanted: &impl Fn(&Verb) -> bool) -> bool {
    does_within(effect, wanted, true)
}

/// Whether a script of a definition does something that `wanted` names itself.
pub fn does_itself(effect: &Effect, wanted: &impl Fn(&Verb) -> bool) -> bool {
    does_within(effect, wanted, false)
}

fn does_within(effect: &Effect, wanted: &impl Fn(&Verb) -> bool, later: bool) -> bool {
    let does = |part: &Effect| does_within(part, wanted, later);
    match effect {
        Script::Do(verb) => wanted(verb),
        Script::Seq(parts) | Script::Choose(_, parts) => parts.iter().any(does),
        Script::If(_, then)
        | Script::Each(_, then)
        | Script::May(_, then)
        | Script::Again(_, then)
        | Script::Repeat(_, then) => does(then),
        Script::IfElse(_, then, otherwise)
        | Script::MayElse(_, then, otherwise)
        | Script::Pay(_, _, then, otherwise) => does(then) || does(otherwise),
        Script::Delayed(_, then) => later && does(then),
        Script::Let(_) => false,
    }
}

/// Where the source of an activated ability must be: a cost that can be paid in one place only says so.
pub fn from_where(ability: &Activated) -> FunctionalZone {
    cite!("1.7.4b");
    cite!("5.2.4");
    if ability.cost.contains(&Cost::Deed(Deed::Discard, 1, Group::Of(Ref::This))) {
        FunctionalZone::Hand
    } else {
        ability.from
    }
}
