//! The definitions that one match can use, compiled.

use duelog_kernel::definition::essence;
use duelog_kernel::digest::{self, Digest, Purpose};
use duelog_kernel::script::{Code, Op};
use duelog_kernel::table::DefinitionError;

use crate::definition::{Ability, Change, Definition, Effect, Instead, Kaijudo, Moment, When};
use crate::parse;
use crate::state::{CardId, CodeRef};
use crate::types::{CardType, Civilizations, Place};
use crate::{cite, rule};

/// A definition ready to be played.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its faces: one, or the two halves of a twinpact card (808).
    pub faces: Vec<Face>,
    /// The whole name: that of both halves together (808.4).
    pub name: String,
    /// The name by which decks list it: its own, with that of a print behind it (202.6).
    pub listed: String,
    /// The digest that logs pin.
    pub digest: Digest,
}

/// A card, or one half of a twinpact card.
#[derive(Debug, Clone)]
pub struct Face {
    /// What was defined.
    pub definition: Definition,
    /// Its civilizations.
    pub civilizations: Civilizations,
    /// The spell ability's code.
    pub spell: Option<Code<Kaijudo>>,
    /// The abilities' code by place; none for those without a script.
    pub codes: Vec<Option<Code<Kaijudo>>>,
}

/// The compiled definitions of one match, by [`CardId`], ascending by the names that decks list.
#[derive(Debug, Clone, Default)]
pub struct Library {
    cards: Vec<Card>,
    /// Whether any card has an ability that triggers outside of the battle zone.
    pub listens: bool,
    /// Whether any card has a triggered ability that must be declared (603.2e): only then are players asked for declarations.
    pub declares: bool,
    /// Whether any card has an ability that triggers on a draw to come (114.5).
    pub awaits_draws: bool,
    /// Whether any card gives more or less than one mana, or lets others do so (207.2).
    pub counts_mana: bool,
    /// Whether any card allows others to be used from other zones than the hand.
    pub allows_use: bool,
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
        let card = Card { faces, listed: name.clone(), name, digest };
        let prints = definition.prints.iter().map(|print| Card { listed: format!("{} ({print})", card.name), ..card.clone() });
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

impl Face {
    fn compile(definition: &Definition) -> Result<Face, DefinitionError> {
        let fault = |message: String| DefinitionError { line: 1, column: 1, message };
        let compile = |effect: &Effect| Code::compile(effect).map_err(fault);
        let spell = definition.spell.as_ref().map(compile).transpose()?;
        let codes = definition.abilities.iter().map(|ability| effect(ability).map(compile).transpose()).collect::<Result<Vec<_>, _>>()?;
        let mut definition = definition.clone();
        let mut civilizations = Civilizations::of(&definition.civilizations);
        // 110.4a: what such an ability says of the card holds in every zone.
        let _ = rule!("110.4a");
        let defined = definition.abilities.iter().flat_map(|ability| if let Ability::Defines(changes) = ability { &changes[..] } else { &[] });
        let mut races = Vec::new();
        for change in defined {
            match change {
                Change::AddCivilization(civilization) => civilizations = civilizations.and(Civilizations::of(&[*civilization])),
                Change::AddRace(race) => races.push(race.clone()),
                _ => {}
            }
        }
        definition.races.append(&mut races);
        Ok(Face { definition, civilizations, spell, codes })
    }
}

/// The script of an ability, if it has one.
pub fn effect(ability: &Ability) -> Option<&Effect> {
    match ability {
        Ability::Triggered(ability) | Ability::Declared(ability) => Some(&ability.effect),
        Ability::Tap(effect) | Ability::Silent(effect) | Ability::OneShot(_, effect) => Some(effect),
        Ability::Replacement(ability) => match &ability.instead {
            Instead::Do(effect) => Some(effect),
            Instead::To(_) | Instead::Other(..) => None,
        },
        Ability::Static(_)
        | Ability::Costs(_)
        | Ability::ShieldTriggers(_)
        | Ability::StrikeBack(_)
        | Ability::Sabaki(_)
        | Ability::NoCost(_)
        | Ability::Defines(_)
        | Ability::ManaNumbers(..)
        | Ability::Allows(..)
        | Ability::Offering(..)
        | Ability::UseFrom(_) => None,
    }
}

impl Library {
    /// The library of these cards.
    pub fn new(mut cards: Vec<Card>) -> Library {
        cards.sort_by(|a, b| a.listed.cmp(&b.listed));
        let abilities = || cards.iter().flat_map(|card| &card.faces).flat_map(|face| &face.definition.abilities);
        let declares = abilities().any(|ability| matches!(ability, Ability::Declared(_)));
        let awaits = |ability: &Ability| matches!(ability, Ability::Triggered(ability) if matches!(ability.when, When::Drawing(_)));
        let later = |op: &Op<Kaijudo>| matches!(op, Op::Delayed(Moment::Next(When::Drawing(_), _) | Moment::Whenever(When::Drawing(_), _), _));
        let mut codes = cards.iter().flat_map(|card| &card.faces).flat_map(|face| face.codes.iter().flatten().chain(&face.spell));
        let awaits_draws = abilities().any(awaits) || codes.any(|code| code.0.iter().any(later));
        let counts_mana =
            abilities().any(|ability| matches!(ability, Ability::ManaNumbers(..))) || cards.iter().any(|card| card.front().definition.mana != 1);
        let allows_use = abilities().any(|ability| matches!(ability, Ability::Allows(..)));
        let listens = abilities().any(|ability| matches!(ability, Ability::Triggered(ability) if ability.from != Place::Battle));
        Library { cards, declares, awaits_draws, counts_mana, allows_use, listens }
    }

    /// The card of this id.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[usize::from(id.0)]
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
        self.cards.binary_search_by(|card| card.listed.as_str().cmp(name)).ok().map(|place| CardId(place as u16))
    }

    /// The ability at a place of a face.
    pub fn ability(&self, id: CardId, face: u8, place: u32) -> Option<&Ability> {
        self.face(id, face).definition.abilities.get(place as usize)
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
    pub fn code(&self, code: CodeRef) -> Option<&Code<Kaijudo>> {
        let face = self.face(code.card, code.face);
        match code.ability {
            None => face.spell.as_ref(),
            Some(place) => face.codes.get(place as usize)?.as_ref(),
        }
    }
}
