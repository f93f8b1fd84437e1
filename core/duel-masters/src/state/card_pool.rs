//! The definitions that one match can use, compiled.

use std::sync::{Arc, LazyLock, OnceLock};

use duelog_kernel::definition::essence;
use duelog_kernel::digest::{self, Digest, Purpose};
use duelog_kernel::info::DefinitionError;
use duelog_kernel::ron_text::read;
use duelog_kernel::scope::Node;
use duelog_kernel::script::{Code, Op};
use duelog_kernel::{Item, ObjectId, Seat};

use crate::cite;
use crate::language::definition::{
    Ability, Change, Condition, Deed, Definition, DuelMastersLanguage, Effect, Filter, Instead, Meaning,
    Moment, Rule, Ruling, Subject, Triggered, USABLE, Verb, When, Written,
};
use crate::language::keywords::Keyword;
use crate::language::parse;
use crate::language::types::{CardType, Civilizations, Place, Special};
use crate::state::hearing::Hearing;
use crate::state::reads::{self, Bits};
use crate::state::{CardId, Characteristics, CodeRef, RuleRef};

/// A definition ready to be played.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its faces: one, or the two halves of a twinpact card (808).
    pub faces: Vec<Face>,
    /// The whole name: that of both halves together (808.4).
    pub name: String,
    /// The name by which decks list it: its own, with that of a print behind it (202.6).
    pub listed: String,
    /// Whether it asks what has happened this turn.
    pub remembers: bool,
    /// The digest that logs pin.
    pub digest: Digest,
    /// The faces of a double-faced card, each a card of its own, the front first; itself alone of others.
    pub sides: Vec<CardId>,
}

/// A card, or one half of a twinpact card.
#[derive(Debug, Clone)]
pub struct Face {
    /// What was defined.
    pub definition: Definition,
    /// Its civilizations.
    pub civilizations: Civilizations,
    /// The spell ability's code.
    pub spell: Option<Code<DuelMastersLanguage>>,
    /// Its abilities: those that are printed, without what is inside of a `While`, then those that it gives.
    pub abilities: Vec<Held>,
    /// How many of them are printed.
    pub printed: u32,
    /// The rules that it says of itself, then those that it gives.
    pub rules: Vec<Rule>,
    /// What an element with this face is where nothing changes it, once it has been asked for.
    pub shown: OnceLock<Arc<Characteristics>>,
}

/// An ability of a face, ready to be used.
#[derive(Debug, Clone)]
pub struct Held {
    /// The ability.
    pub ability: Ability,
    /// What must hold for the card to have it (604.2).
    pub conditions: Vec<Condition>,
    /// What it looks at where it changes something or does something by itself.
    pub reads: Bits,
    /// Its script's code; none without a script.
    pub code: Option<Code<DuelMastersLanguage>>,
}

impl Held {
    fn new(ability: Ability, conditions: Vec<Condition>, code: Option<Code<DuelMastersLanguage>>) -> Held {
        let reads = reads::ability(&ability, &conditions);
        Held { ability, conditions, reads, code }
    }
}

/// What keywords mean, as the language says it.
const KEYWORDS: &str = include_str!("../language/keywords.ron");

/// The keywords that mean an ability.
struct Meanings {
    /// Which.
    keywords: Vec<Keyword>,
    /// A card with these abilities in the same order, which is in no deck.
    card: Card,
}

static MEANINGS: LazyLock<Result<Meanings, DefinitionError>> = LazyLock::new(|| {
    let meanings: Vec<Meaning> = read(KEYWORDS)?;
    let (keywords, abilities) = meanings.into_iter().map(|own| (own.keyword, own.ability)).unzip();
    let nothing: Definition = read("Card(name: \"Keywords\", cost: 0, kind: CrossGear)")?;
    let name = nothing.name.clone();
    let faces = vec![Face::compile(&Definition { abilities, ..nothing })?];
    let digest = digest::hash(Purpose::Definition, essence(KEYWORDS).as_bytes());
    Ok(Meanings {
        keywords,
        card: Card { faces, listed: name.clone(), name, remembers: false, digest, sides: Vec::new() },
    })
});

/// The compiled definitions of one match, by [`CardId`], ascending by the names that decks list.
#[derive(Debug, Clone, Default)]
pub struct CardPool {
    cards: Vec<Card>,
    /// The revision of the rules that the match is played under, never newer than the engine's.
    pub revision: u32,
    /// Whether any card has an ability that triggers outside of the battle zone.
    pub listens: bool,
    /// Whether any card has a triggered ability that must be declared (603.2e): only then are players asked
    /// for declarations.
    pub declares: bool,
    /// Whether any card has an ability that triggers on a draw to come (114.5).
    pub awaits_draws: bool,
    /// Whether any card gives more or less than one mana, or lets others do so (207.2).
    pub counts_mana: bool,
    /// Whether any card allows others to be used from other zones than the hand.
    pub allows_use: bool,
    /// Whether any card forbids that others are used, declared or untapped.
    pub forbids: bool,
    /// Whether any card asks what has happened this turn: only then is it noted.
    pub remembers: bool,
    /// Whether any card belongs in the hyperspatial or the ultra GR zone.
    pub homes: bool,
    /// The static abilities that cards give to others.
    pub given_statics: Vec<CodeRef>,
    /// Whether any card links with others.
    pub links: bool,
    /// Whether any card is a dream element (815).
    pub dreams: bool,
    /// True if any card is a land (313).
    pub lands: bool,
    /// The events that triggered abilities of cards and keywords wait for.
    pub hearing: Hearing,
}

impl Card {
    /// Reads, checks and compiles one definition: the card, and what it is listed as in its other prints.
    ///
    /// # Errors
    /// The first fault with its place; faults of meaning stand at the definition's beginning.
    pub fn compile(text: &str) -> Result<Vec<Card>, DefinitionError> {
        let definition = parse::parse(text)?;
        let digest = digest::hash(Purpose::Definition, essence(text).as_bytes());
        let name = whole_name(&definition);
        cite!("808.1");
        let mut faces = vec![Face::compile(&definition)?];
        if let Some(twin) = &definition.twin {
            faces.push(Face::compile(twin)?);
        }
        let remembers = Node::of(&definition)
            .any(&|node| ["Condition", "Number", "Filter"].iter().any(|kind| node.is(kind, "Happened")));
        let sides = Vec::new();
        let card = Card { faces, listed: name.clone(), name, remembers, digest, sides };
        let prints = definition
            .prints
            .iter()
            .map(|print| Card { listed: format!("{} ({print})", card.name), ..card.clone() });
        let prints: Vec<Card> = prints.collect();
        Ok([vec![card], prints].concat())
    }

    /// The face that is up in the battle zone, and everywhere first.
    pub fn front(&self) -> &Face {
        &self.faces[0]
    }

    /// The face of this type, if it has one.
    pub fn face_of(&self, kind: impl Fn(CardType) -> bool) -> Option<u8> {
        self.faces.iter().position(|face| kind(face.definition.kind)).map(|place| place as u8)
    }

    /// The civilizations of all faces together.
    pub fn civilizations(&self) -> Civilizations {
        self.faces.iter().fold(Civilizations::default(), |all, face| all.and(face.civilizations))
    }

    /// Whether it can be alone in the battle zone.
    pub fn is_element(&self) -> bool {
        cite!("316.1", "316.2", "403.1");
        self.front().definition.kind.is_element()
    }
}

/// The name of a card in lists: both halves of a twinpact card (808.4).
pub fn whole_name(definition: &Definition) -> String {
    match &definition.twin {
        Some(twin) => format!("{} / {}", definition.name, twin.name),
        None => definition.name.clone(),
    }
}

/// What G-Strike does to a creature (509.5b).
pub const CANNOT_ATTACK: Rule = Rule(Ruling::Forbid, Subject::Attack, Filter::Any);

impl Face {
    fn compile(definition: &Definition) -> Result<Face, DefinitionError> {
        let fault = |message: String| DefinitionError { line: 1, column: 1, message };
        let spell = definition.spell.as_ref().map(Code::compile).transpose().map_err(fault)?;
        let mut abilities = Vec::new();
        hold(&definition.abilities, &[], &mut abilities).map_err(fault)?;
        let printed = abilities.len() as u32;
        let mut rules = definition.rules.clone();
        if definition.keywords.contains(&Keyword::GStrike) {
            cite!("509.5b");
            give(&Change::Rule(CANNOT_ATTACK), &mut abilities, &mut rules);
        }
        spell.iter().for_each(|code| give_all(code, &mut abilities, &mut rules));
        let mut next = 0;
        while let Some(held) = abilities.get_mut(next) {
            if let Some(effect) = effect(&held.ability).filter(|_| held.code.is_none()) {
                held.code = Some(Code::compile(effect).map_err(fault)?);
            }
            let held = held.clone();
            let stated =
                if let Ability::Static(ability) = &held.ability { &ability.changes[..] } else { &[] };
            stated.iter().for_each(|change| give(change, &mut abilities, &mut rules));
            held.code.iter().for_each(|code| give_all(code, &mut abilities, &mut rules));
            next += 1;
        }
        let mut definition = definition.clone();
        let civilizations = [&definition.civilizations[..], &definition.defines.civilizations].concat();
        let civilizations = Civilizations::of(&civilizations);
        // What such an ability says of the card holds in every zone.
        cite!("110.4a");
        definition.races.extend_from_slice(&definition.defines.races.clone());
        let shown = OnceLock::new();
        Ok(Face { definition, civilizations, spell, abilities, printed, rules, shown })
    }

    /// The printed abilities.
    pub fn own(&self) -> &[Held] {
        &self.abilities[..self.printed as usize]
    }

    /// Whether it has such a printed ability, whatever must hold for it.
    pub fn says(&self, such: impl Fn(&Ability) -> bool) -> bool {
        self.own().iter().any(|held| such(&held.ability))
    }

    /// The place of an ability that it gives.
    pub fn place_of(&self, ability: &Ability) -> Option<u32> {
        let (conditions, own) = under_conditions(ability);
        let is = |held: &Held| held.ability == *own && held.conditions == conditions;
        let found = self.abilities.iter().skip(self.printed as usize).position(is);
        found.map(|place| place as u32 + self.printed)
    }
}

/// Lists abilities, those inside of a `While` with its condition.
fn hold(written: &[Ability], conditions: &[Condition], abilities: &mut Vec<Held>) -> Result<(), String> {
    for ability in written {
        match ability {
            Ability::While(condition, inner) => {
                hold(inner, &[conditions, std::slice::from_ref(condition)].concat(), abilities)?
            }
            Ability::Triggered(_)
            | Ability::Static(_)
            | Ability::Costs(_)
            | Ability::Replacement(_)
            | Ability::Tap(_)
            | Ability::Silent(_)
            | Ability::OneShot(..)
            | Ability::Offering(..)
            | Ability::Strike(..) => {
                let code = effect(ability).map(Code::compile).transpose()?;
                abilities.push(Held::new(ability.clone(), conditions.to_vec(), code));
            }
        }
    }
    Ok(())
}

/// Keeps what a script gives, each once.
fn give_all(code: &Code<DuelMastersLanguage>, abilities: &mut Vec<Held>, rules: &mut Vec<Rule>) {
    for op in &code.0 {
        match op {
            Op::Do(Verb::Modify(_, changes, _)) => {
                changes.iter().for_each(|change| give(change, abilities, rules));
            }
            Op::Do(Verb::Impose(ability, _)) => {
                give(&Change::Ability(ability.clone()), abilities, rules);
            }
            _ => {}
        }
    }
}

/// Keeps what a change gives, each once.
fn give(change: &Written, abilities: &mut Vec<Held>, rules: &mut Vec<Rule>) {
    match change {
        Change::Ability(ability) => {
            let (conditions, own) = under_conditions(ability);
            if abilities.iter().all(|held| held.ability != *own || held.conditions != conditions) {
                abilities.push(Held::new(own.clone(), conditions, None));
            }
        }
        Change::Rule(rule) if !rules.contains(rule) => rules.push(rule.clone()),
        Change::Rule(_)
        | Change::Add(_)
        | Change::Gain(_)
        | Change::Lose(_)
        | Change::Power(..)
        | Change::Instead(..)
        | Change::BreaksMore(_)
        | Change::ManaNumber(_) => {}
    }
}

/// An ability that is given, and what must hold for it: of a `While` the one ability in it.
fn under_conditions(ability: &Ability) -> (Vec<Condition>, &Ability) {
    let (mut conditions, mut own) = (Vec::new(), ability);
    while let Ability::While(condition, inner) = own
        && let [one] = &inner[..]
    {
        conditions.push(condition.clone());
        own = one;
    }
    (conditions, own)
}

/// The item that names an ability in a choice: its place and, in the lowest bit, the face of the card on
/// which it stands.
pub fn ability_item(id: ObjectId, face: u8, place: u32) -> Item {
    Item::Ability(id, place << 1 | u32::from(face))
}

/// The face and the place of the ability that a choice names by a number.
pub fn face_and_place(number: u32) -> (u8, u32) {
    ((number & 1) as u8, number >> 1)
}

/// The script of an ability, if it has one.
pub fn effect(ability: &Ability) -> Option<&Effect> {
    match ability {
        Ability::Triggered(ability) => Some(&ability.effect),
        Ability::Tap(effect) | Ability::Silent(effect) | Ability::OneShot(_, effect) => Some(effect),
        Ability::Replacement(ability) => match &ability.instead {
            Instead::Do(effect) => Some(effect),
            Instead::To(_) | Instead::Other(..) => None,
        },
        Ability::Static(_)
        | Ability::Costs(_)
        | Ability::Offering(..)
        | Ability::Strike(..)
        | Ability::While(..) => None,
    }
}

impl CardPool {
    /// Whether an effect that is too long for this engine ends the match by a limit, and not by the rule for
    /// loops: since revision 3.
    pub fn tells_limits(&self) -> bool {
        self.revision >= 3
    }

    /// Returns true where only the scripts of a card that left alone follow it, as they do since revision 5; before, all
    /// that spoke of the creature that stayed meant that card.
    pub fn follows_what_left(&self) -> bool {
        self.revision >= 5
    }

    /// This pool in a match under `revision`.
    pub fn under(self, revision: u32) -> CardPool {
        CardPool { revision, ..self }
    }

    /// Whether players are asked without regard to what somebody may not know, as they are since revision 3.
    pub fn asks_unseeing(&self) -> bool {
        self.revision >= 3
    }

    /// The pool of these cards, under the newest revision.
    pub fn new(mut cards: Vec<Card>) -> CardPool {
        cards.sort_by(|a, b| a.listed.cmp(&b.listed));
        let faces = || cards.iter().flat_map(|card| &card.faces);
        let any = |such: &dyn Fn(&Ability) -> bool| {
            faces().any(|face| face.abilities.iter().any(|held| such(&held.ability)))
        };
        let triggered = |ability: &Ability, such: &dyn Fn(&Triggered) -> bool| matches!(ability, Ability::Triggered(own) if such(own));
        let declares = any(&|ability| triggered(ability, &|own| own.from == Place::Hand));
        let listens =
            any(&|ability| triggered(ability, &|own| !matches!(own.from, Place::Battle | Place::Hand)));
        let will_draw = |when: &When| matches!(when, When::Does(_, Deed::WillDraw, _));
        let later = |op: &Op<DuelMastersLanguage>| match op {
            Op::Delayed(Moment::Next(when, _) | Moment::Whenever(when, _), _) => will_draw(when),
            _ => false,
        };
        let mut codes = faces()
            .flat_map(|face| face.abilities.iter().filter_map(|held| held.code.as_ref()).chain(&face.spell));
        let awaits_draws = any(&|ability| triggered(ability, &|own| will_draw(&own.when)))
            || codes.any(|code| code.0.iter().any(later));
        let changes = |such: fn(&Written) -> bool| {
            any(&|ability| matches!(ability, Ability::Static(own) if own.changes.iter().any(such)))
        };
        let counts_mana = changes(|change| matches!(change, Change::ManaNumber(_)))
            || cards.iter().any(|card| {
                let own = &card.front().definition;
                own.mana != 1 || own.kind == CardType::Core
            });
        let allows_use = changes(|change| *change == Change::Rule(USABLE));
        let forbids = changes(|change| {
            matches!(
                change,
                Change::Rule(Rule(
                    Ruling::Forbid,
                    Subject::Use
                        | Subject::ShieldTrigger
                        | Subject::Untap
                        | Subject::EnterUntapped
                        | Subject::EnterMana,
                    _
                ))
            )
        });
        let remembers = cards.iter().any(|card| card.remembers);
        let links = cards.iter().any(|card| {
            let own = &card.front().definition;
            !own.links.is_empty() || !own.belongs.whole.is_empty()
        });
        let homes = false;
        let dreams = cards.iter().any(|card| card.front().definition.special.contains(&Special::Dream));
        let lands = cards.iter().any(|card| card.front().definition.kind == CardType::Land);
        let mut pool = CardPool {
            revision: u32::MAX,
            cards,
            declares,
            awaits_draws,
            counts_mana,
            allows_use,
            forbids,
            listens,
            remembers,
            homes,
            given_statics: Vec::new(),
            links,
            dreams,
            lands,
            hearing: Hearing::default(),
        };
        pool.given_statics = pool.list_given_statics();
        pool.hearing = pool.find_hearing();
        pool.turn_faces();
        pool
    }

    /// Finds the faces of double-faced cards, and whether any card has a zone of its own.
    fn turn_faces(&mut self) {
        let all = (0..self.cards.len() as u16).map(CardId);
        let sides: Vec<Vec<CardId>> = all.clone().map(|id| self.find_sides(id)).collect();
        self.cards.iter_mut().zip(sides).for_each(|(card, sides)| card.sides = sides);
        self.homes = all.into_iter().any(|id| self.home(id, Seat(0)).is_some());
    }

    fn find_sides(&self, id: CardId) -> Vec<CardId> {
        let definition = &self.card(id).front().definition;
        let front = if definition.face_of.is_empty() { Some(id) } else { self.find(&definition.face_of) };
        let Some(front) = front else { return vec![id] };
        let others = &self.card(front).front().definition.faces;
        std::iter::once(front).chain(others.iter().filter_map(|name| self.find(name))).collect()
    }

    /// The faces of a card, the front first (804.1).
    pub fn sides(&self, id: CardId) -> &[CardId] {
        &self.card(id).sides
    }

    /// The card of this id.
    pub fn card(&self, id: CardId) -> &Card {
        match &*MEANINGS {
            Ok(meanings) if id == CardId::KEYWORDS => &meanings.card,
            Ok(_) | Err(_) => &self.cards[usize::from(id.0)],
        }
    }

    /// Where the ability is written that a keyword means, if it means one.
    pub fn meaning(&self, keyword: Keyword) -> Option<CodeRef> {
        let meanings = MEANINGS.as_ref().ok()?;
        let place = meanings.keywords.iter().position(|own| own.is_kind_of(keyword))?;
        Some(CodeRef { card: CardId::KEYWORDS, face: 0, ability: Some(place as u32) })
    }

    /// The keywords that mean an ability, in the order of [`CardPool::meanings`].
    pub fn keywords(&self) -> &'static [Keyword] {
        MEANINGS.as_ref().map_or(&[], |meanings| &meanings.keywords)
    }

    /// The abilities that keywords mean, by place.
    pub fn meanings(&self) -> impl Iterator<Item = &Held> {
        MEANINGS.iter().flat_map(|meanings| meanings.card.front().own())
    }

    /// An ability as it is written.
    pub fn written(&self, code: CodeRef) -> Option<&Ability> {
        self.ability(code.card, code.face, code.ability?)
    }

    /// The same, with what belongs to it.
    pub fn held_at(&self, code: CodeRef) -> Option<&Held> {
        self.held(code.card, code.face, code.ability?)
    }

    fn find_hearing(&self) -> Hearing {
        let mut hearing = Hearing::default();
        let written = self.cards.iter().flat_map(|card| &card.faces).flat_map(|face| &face.abilities);
        for held in written.chain(self.meanings()) {
            if let Ability::Triggered(ability) = &held.ability {
                hearing.add(&ability.when);
            }
        }
        hearing
    }

    fn list_given_statics(&self) -> Vec<CodeRef> {
        let mut found = Vec::new();
        for (card, own) in self.cards.iter().enumerate() {
            for (face, own) in own.faces.iter().enumerate() {
                for place in own.printed..own.abilities.len() as u32 {
                    let code = CodeRef { card: CardId(card as u16), face: face as u8, ability: Some(place) };
                    if matches!(self.written(code), Some(Ability::Static(_))) {
                        found.push(code);
                    }
                }
            }
        }
        found
    }

    /// The keyword at a place of those that mean an ability.
    pub fn keyword(&self, place: u32) -> Option<Keyword> {
        MEANINGS.as_ref().ok()?.keywords.get(place as usize).copied()
    }

    /// All cards, ascending by name.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// A face of a card; its first where it has no such face.
    pub fn face(&self, id: CardId, face: u8) -> &Face {
        let card = self.card(id);
        card.faces.get(usize::from(face)).unwrap_or(card.front())
    }

    /// The id of the card that is listed by this name.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.cards
            .binary_search_by(|card| card.listed.as_str().cmp(name))
            .ok()
            .map(|place| CardId(place as u16))
    }

    /// The ability at a place of a face.
    pub fn ability(&self, id: CardId, face: u8, place: u32) -> Option<&Ability> {
        self.held(id, face, place).map(|held| &held.ability)
    }

    /// The ability at a place of a face, with what belongs to it.
    pub fn held(&self, id: CardId, face: u8, place: u32) -> Option<&Held> {
        self.face(id, face).abilities.get(place as usize)
    }

    /// A rule that a face says.
    pub fn rule(&self, reference: RuleRef) -> Option<&Rule> {
        self.face(reference.card, reference.face).rules.get(usize::from(reference.place))
    }

    /// What a delayed triggered ability waits for, whose script begins at this step of the code.
    pub fn moment(&self, code: CodeRef, at: u16) -> Option<&Moment> {
        // The step before it is the one that set it up.
        match self.code(code)?.0.get(usize::from(at.checked_sub(1)?))? {
            Op::Delayed(moment, _) => Some(moment),
            _ => None,
        }
    }

    /// The code of a spell or ability.
    pub fn code(&self, code: CodeRef) -> Option<&Code<DuelMastersLanguage>> {
        let face = self.face(code.card, code.face);
        match code.ability {
            None => face.spell.as_ref(),
            Some(place) => face.abilities.get(place as usize)?.code.as_ref(),
        }
    }
}
