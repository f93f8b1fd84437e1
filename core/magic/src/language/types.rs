//! Card types, supertypes and the type line (205).

use duelog_kernel::data;

use crate::language::subtypes::{CREATURES, Kind, Subtype};

data! {
    /// A card type (205.2a).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum CardType {
        /// 301
        Artifact,
        /// 302
        Creature,
        /// 303
        Enchantment,
        /// 304
        Instant,
        /// 305
        Land,
        /// 306
        Planeswalker,
        /// 307
        Sorcery,
        /// 308
        Tribal,
        /// 311
        Vanguard,
        /// 313
        Conspiracy,
        /// 309
        Plane,
        /// 310
        Phenomenon,
        /// 312
        Scheme,
    }

    /// A supertype (205.4a).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Supertype {
        /// 205.4c
        Basic,
        /// 205.4d
        Legendary,
        /// 205.4g
        Snow,
        /// 205.4f
        World,
        /// 205.4h
        Ongoing,
    }

    /// Everything on a type line.
    #[derive(Default)]
    #[serde(try_from = "String", into = "String")]
    pub struct TypeLine {
        types: u16,
        supertypes: u8,
        /// The subtypes, in the order of the type line.
        pub subtypes: Vec<Subtype>,
    }
}

/// In the order in which type lines have them.
const TYPES: [(CardType, &str); 13] = [
    (CardType::Tribal, "Tribal"),
    (CardType::Artifact, "Artifact"),
    (CardType::Enchantment, "Enchantment"),
    (CardType::Land, "Land"),
    (CardType::Creature, "Creature"),
    (CardType::Planeswalker, "Planeswalker"),
    (CardType::Instant, "Instant"),
    (CardType::Sorcery, "Sorcery"),
    (CardType::Vanguard, "Vanguard"),
    (CardType::Plane, "Plane"),
    (CardType::Phenomenon, "Phenomenon"),
    (CardType::Scheme, "Scheme"),
    (CardType::Conspiracy, "Conspiracy"),
];

const SUPERTYPES: [(Supertype, &str); 5] = [
    (Supertype::Basic, "Basic"),
    (Supertype::Legendary, "Legendary"),
    (Supertype::Snow, "Snow"),
    (Supertype::World, "World"),
    (Supertype::Ongoing, "Ongoing"),
];

impl CardType {
    /// All of them.
    pub fn all() -> impl Iterator<Item = CardType> {
        TYPES.iter().map(|kind| kind.0)
    }
}

impl TypeLine {
    /// True if its cards stand in a planar deck (901.3).
    pub fn is_planar(&self) -> bool {
        self.is(CardType::Plane) || self.is(CardType::Phenomenon)
    }

    /// True if its cards are face up in the command zone at most, and stay there (400.4b).
    pub fn is_supplementary(&self) -> bool {
        self.is_planar() || self.is(CardType::Scheme)
    }

    /// Whether it has the type.
    pub fn is(&self, card_type: CardType) -> bool {
        self.types & 1 << card_type as u8 != 0
    }

    /// Whether it has the supertype.
    pub fn is_super(&self, supertype: Supertype) -> bool {
        self.supertypes & 1 << supertype as u8 != 0
    }

    /// Whether it has the subtype.
    pub fn has(&self, subtype: Subtype) -> bool {
        self.subtypes.contains(&subtype)
    }

    /// Has all that another type line has, too.
    pub fn join(&mut self, other: &TypeLine) {
        self.types |= other.types;
        self.supertypes |= other.supertypes;
        other.subtypes.iter().for_each(|subtype| self.add_subtype(*subtype));
    }

    /// Adds a type.
    pub fn add(&mut self, card_type: CardType) {
        self.types |= 1 << card_type as u8;
    }

    /// Adds a supertype.
    pub fn add_super(&mut self, supertype: Supertype) {
        self.supertypes |= 1 << supertype as u8;
    }

    /// Loses a supertype.
    pub fn lose_super(&mut self, supertype: Supertype) {
        self.supertypes &= !(1 << supertype as u8);
    }

    /// Has these types and no others; supertypes stay, subtypes of types that are lost go (205.1a).
    pub fn set_types(&mut self, types: &[CardType]) {
        self.types = 0;
        types.iter().for_each(|kind| self.add(*kind));
        let subtypes = self.subtypes.iter().copied().filter(|subtype| self.bears(subtype.kind())).collect();
        self.subtypes = subtypes;
    }

    /// Takes off a card type, and the subtypes that went with it alone (205.1a).
    pub fn lose_type(&mut self, lost: CardType) {
        let kept: Vec<CardType> = CardType::all().filter(|kind| *kind != lost && self.is(*kind)).collect();
        self.set_types(&kept);
    }

    /// Whether it has a card type that subtypes of this kind go with.
    fn bears(&self, kind: Kind) -> bool {
        match kind {
            Kind::Artifact => self.is(CardType::Artifact),
            Kind::Creature => self.is(CardType::Creature) || self.is(CardType::Tribal),
            Kind::Enchantment => self.is(CardType::Enchantment),
            Kind::Land => self.is(CardType::Land),
            Kind::Plane => self.is(CardType::Plane),
            Kind::Planeswalker => self.is(CardType::Planeswalker),
            Kind::Spell => self.is(CardType::Instant) || self.is(CardType::Sorcery),
        }
    }

    /// Has these subtypes instead of all others of the same kinds (205.1a).
    pub fn set_subtypes(&mut self, subtypes: &[Subtype]) {
        self.subtypes.retain(|old| subtypes.iter().all(|new| new.kind() != old.kind()));
        subtypes.iter().for_each(|subtype| self.gain_subtype(*subtype));
    }

    /// Adds a subtype by an effect, which only a card type that it goes with allows.
    pub fn gain_subtype(&mut self, subtype: Subtype) {
        if self.bears(subtype.kind()) {
            self.add_subtype(subtype);
        }
    }

    /// Adds a subtype.
    pub fn add_subtype(&mut self, subtype: Subtype) {
        if !self.has(subtype) {
            self.subtypes.push(subtype);
        }
    }

    /// Adds every creature type (205.3m).
    pub fn add_every_creature_type(&mut self) {
        let before = self.subtypes.len();
        self.subtypes.extend_from_slice(&CREATURES);
        // Each of them comes once: only what it had before can be among them.
        for place in 0..before {
            if let Ok(again) = self.subtypes[before..].binary_search(&self.subtypes[place]) {
                self.subtypes.remove(before + again);
            }
        }
    }

    /// Whether both have a creature type in common (205.3m).
    pub fn shares_creature_type(&self, other: &TypeLine) -> bool {
        self.subtypes.iter().any(|subtype| subtype.kind() == Kind::Creature && other.has(*subtype))
    }

    /// Whether an object of this type line is put onto the battlefield when it resolves (110.4a).
    pub fn is_permanent(&self) -> bool {
        [
            CardType::Artifact,
            CardType::Creature,
            CardType::Enchantment,
            CardType::Land,
            CardType::Planeswalker,
        ]
        .into_iter()
        .any(|kind| self.is(kind))
    }

    /// Reads a type line such as `Basic Land - Forest` (205.1, 205.4).
    ///
    /// # Errors
    /// Names the word that is not understood.
    pub fn parse(text: &str) -> Result<TypeLine, String> {
        let mut line = TypeLine::default();
        let (front, back) = text.split_once(" - ").unwrap_or((text, ""));
        for word in front.split_whitespace() {
            if let Some((kind, _)) = TYPES.iter().find(|entry| entry.1 == word) {
                line.add(*kind);
            } else if let Some((supertype, _)) = SUPERTYPES.iter().find(|entry| entry.1 == word) {
                line.add_super(*supertype);
            } else {
                return Err(format!("\"{word}\" is not a card type or supertype (205.2a, 205.4a)"));
            }
        }
        // All words of a planar type are one subtype.
        let words = if line.is(CardType::Plane) && !back.is_empty() {
            crate::cite!("205.3n");
            vec![back]
        } else {
            back.split_whitespace().collect()
        };
        for word in words {
            line.add_subtype(Subtype::try_from(word.to_string())?);
        }
        Ok(line)
    }
}

impl std::fmt::Display for TypeLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut words: Vec<&str> =
            SUPERTYPES.iter().filter(|entry| self.is_super(entry.0)).map(|entry| entry.1).collect();
        words.extend(TYPES.iter().filter(|entry| self.is(entry.0)).map(|entry| entry.1));
        if !self.subtypes.is_empty() {
            words.push("-");
            words.extend(self.subtypes.iter().map(|subtype| subtype.name()));
        }
        f.write_str(&words.join(" "))
    }
}

impl TryFrom<String> for TypeLine {
    type Error = String;
    fn try_from(text: String) -> Result<TypeLine, String> {
        TypeLine::parse(&text)
    }
}

impl From<TypeLine> for String {
    fn from(line: TypeLine) -> String {
        line.to_string()
    }
}
