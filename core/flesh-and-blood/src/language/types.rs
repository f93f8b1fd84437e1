//! Types, subtypes, supertypes (2.10, 2.11, 2.15) and the type box (2.14).

use duelog_kernel::data;

data! {
    /// A type (2.15.6a).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum CardType {
        /// 8.1.1
        Action,
        /// 8.1.2
        AttackReaction,
        /// 8.1.12
        Block,
        /// 8.1.14
        Companion,
        /// 8.1.3
        DefenseReaction,
        /// 8.1.11
        DemiHero,
        /// 8.1.4
        Equipment,
        /// 8.1.5
        Hero,
        /// 8.1.6
        Instant,
        /// 8.1.13
        Macro,
        /// 8.1.10
        Mentor,
        /// 8.1.7
        Resource,
        /// 8.1.8
        Token,
        /// 8.1.9
        Weapon,
    }

    /// The color of a card's strip (2.1.2).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Color {
        /// Usual with pitch 1.
        Red,
        /// Usual with pitch 2.
        Yellow,
        /// Usual with pitch 3.
        Blue,
    }

    /// One subtype, by its place in the list of names (2.10.6).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    #[serde(try_from = "String", into = "String")]
    pub struct Subtype(u8);

    /// One supertype, by its place in the list of names (2.11.6).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    #[serde(try_from = "String", into = "String")]
    pub struct Supertype(u8);

    /// Some supertypes.
    #[derive(Copy, PartialOrd, Ord, Hash, Default)]
    pub struct Supertypes(u32);

    /// Everything in a type box (2.14.1).
    #[derive(Copy, Default)]
    #[serde(try_from = "String", into = "String")]
    pub struct TypeBox {
        types: u16,
        subtypes: u64,
        supertypes: u32,
        /// The two sets of supertypes of a hybrid card (2.14.1b); empty ones of any other.
        hybrid: [u32; 2],
    }
}

const TYPES: [(CardType, &str); 14] = [
    (CardType::Action, "Action"),
    (CardType::AttackReaction, "Attack Reaction"),
    (CardType::Block, "Block"),
    (CardType::Companion, "Companion"),
    (CardType::DefenseReaction, "Defense Reaction"),
    (CardType::DemiHero, "Demi-Hero"),
    (CardType::Equipment, "Equipment"),
    (CardType::Hero, "Hero"),
    (CardType::Instant, "Instant"),
    (CardType::Macro, "Macro"),
    (CardType::Mentor, "Mentor"),
    (CardType::Resource, "Resource"),
    (CardType::Token, "Token"),
    (CardType::Weapon, "Weapon"),
];

const SUBTYPES: [&str; 56] = [
    "(1H)",
    "(2H)",
    "Affliction",
    "Ally",
    "Angel",
    "Arms",
    "Arrow",
    "Ash",
    "Attack",
    "Aura",
    "Axe",
    "Base",
    "Book",
    "Bow",
    "Brush",
    "Cannon",
    "Chest",
    "Chi",
    "Claw",
    "Club",
    "Cog",
    "Construct",
    "Dagger",
    "Demon",
    "Dragon",
    "Evo",
    "Fiddle",
    "Figment",
    "Flail",
    "Gem",
    "Gun",
    "Hammer",
    "Head",
    "Invocation",
    "Item",
    "Landmark",
    "Legs",
    "Lute",
    "Mercenary",
    "Off-Hand",
    "Orb",
    "Pistol",
    "Pit-Fighter",
    "Polearm",
    "Quiver",
    "Rock",
    "Scepter",
    "Scroll",
    "Scythe",
    "Shuriken",
    "Song",
    "Staff",
    "Sword",
    "Trap",
    "Wrench",
    "Young",
];

const SUPERTYPES: [&str; 29] = [
    "Adjudicator",
    "Assassin",
    "Bard",
    "Brute",
    "Guardian",
    "Illusionist",
    "Mechanologist",
    "Merchant",
    "Necromancer",
    "Ninja",
    "Pirate",
    "Ranger",
    "Runeblade",
    "Shapeshifter",
    "Thief",
    "Warrior",
    "Wizard",
    "Chaos",
    "Draconic",
    "Earth",
    "Elemental",
    "Ice",
    "Light",
    "Lightning",
    "Mystic",
    "Revered",
    "Reviled",
    "Royal",
    "Shadow",
];

/// The traits (2.13.3a).
pub const TRAITS: [&str; 1] = ["Agents of Chaos"];

/// How many supertypes are classes (2.11.6a); the rest are talents (2.11.6b).
const CLASSES: usize = 17;

const fn place(names: &[&str], name: &str) -> u8 {
    let mut place = 0;
    while place < names.len() {
        if duelog_kernel::ids::same(names[place].as_bytes(), name.as_bytes()) {
            return place as u8;
        }
        place += 1;
    }
    panic!("no such word")
}

/// Subtypes to which the rules give a meaning (8.2).
pub mod subtype {
    use super::{SUBTYPES, Subtype, place};

    /// 8.2.1
    pub const ONE_HAND: Subtype = Subtype(place(&SUBTYPES, "(1H)"));
    /// 8.2.2
    pub const TWO_HAND: Subtype = Subtype(place(&SUBTYPES, "(2H)"));
    /// 8.2.11
    pub const AFFLICTION: Subtype = Subtype(place(&SUBTYPES, "Affliction"));
    /// 8.2.8
    pub const ALLY: Subtype = Subtype(place(&SUBTYPES, "Ally"));
    /// 3.2
    pub const ARMS: Subtype = Subtype(place(&SUBTYPES, "Arms"));
    /// 8.2.6
    pub const ARROW: Subtype = Subtype(place(&SUBTYPES, "Arrow"));
    /// 8.2.12
    pub const ASH: Subtype = Subtype(place(&SUBTYPES, "Ash"));
    /// 8.2.3
    pub const ATTACK: Subtype = Subtype(place(&SUBTYPES, "Attack"));
    /// 8.2.4
    pub const AURA: Subtype = Subtype(place(&SUBTYPES, "Aura"));
    /// 8.2.6
    pub const BOW: Subtype = Subtype(place(&SUBTYPES, "Bow"));
    /// 3.5
    pub const CHEST: Subtype = Subtype(place(&SUBTYPES, "Chest"));
    /// 8.2.14
    pub const CONSTRUCT: Subtype = Subtype(place(&SUBTYPES, "Construct"));
    /// 8.2.16
    pub const FIGMENT: Subtype = Subtype(place(&SUBTYPES, "Figment"));
    /// 3.10
    pub const HEAD: Subtype = Subtype(place(&SUBTYPES, "Head"));
    /// 8.2.13
    pub const INVOCATION: Subtype = Subtype(place(&SUBTYPES, "Invocation"));
    /// 8.2.5
    pub const ITEM: Subtype = Subtype(place(&SUBTYPES, "Item"));
    /// 8.2.9
    pub const LANDMARK: Subtype = Subtype(place(&SUBTYPES, "Landmark"));
    /// 3.12
    pub const LEGS: Subtype = Subtype(place(&SUBTYPES, "Legs"));
    /// 8.2.10
    pub const OFF_HAND: Subtype = Subtype(place(&SUBTYPES, "Off-Hand"));
    /// 8.2.15
    pub const QUIVER: Subtype = Subtype(place(&SUBTYPES, "Quiver"));
    /// 8.1.10
    pub const YOUNG: Subtype = Subtype(place(&SUBTYPES, "Young"));
    /// The subtypes whose cards become permanents in the arena (1.3.3).
    pub const PERMANENT: [Subtype; 9] =
        [AFFLICTION, ALLY, ASH, AURA, CONSTRUCT, FIGMENT, INVOCATION, ITEM, LANDMARK];
}

impl Subtype {
    /// Its name.
    pub fn name(self) -> &'static str {
        SUBTYPES[usize::from(self.0)]
    }
}

impl Supertype {
    /// What boost looks for (8.3.9).
    pub const MECHANOLOGIST: Supertype = Supertype(place(&SUPERTYPES, "Mechanologist"));

    /// Its name.
    pub fn name(self) -> &'static str {
        SUPERTYPES[usize::from(self.0)]
    }

    /// Whether it is a class and no talent.
    pub fn is_class(self) -> bool {
        usize::from(self.0) < CLASSES
    }
}

impl Color {
    /// The colors in the order of the pitch with which they are usual (2.1.2a).
    pub const ALL: [Color; 3] = [Color::Red, Color::Yellow, Color::Blue];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Yellow => "yellow",
            Color::Blue => "blue",
        }
    }

    /// The color that is usual with a pitch.
    pub fn usual(pitch: u8) -> Option<Color> {
        Color::ALL.get(usize::from(pitch).checked_sub(1)?).copied()
    }
}

impl CardType {
    /// Its name.
    pub fn name(self) -> &'static str {
        TYPES[self as usize].1
    }
}

impl TryFrom<String> for Subtype {
    type Error = String;
    fn try_from(name: String) -> Result<Subtype, String> {
        let known =
            SUBTYPES.iter().position(|known| *known == name || known.trim_matches(['(', ')']) == name);
        known.map(|place| Subtype(place as u8)).ok_or_else(|| format!("\"{name}\" is not a subtype (2.10.6)"))
    }
}

impl From<Subtype> for String {
    fn from(subtype: Subtype) -> String {
        subtype.name().to_string()
    }
}

impl TryFrom<String> for Supertype {
    type Error = String;
    fn try_from(name: String) -> Result<Supertype, String> {
        let known = SUPERTYPES.iter().position(|known| *known == name);
        known
            .map(|place| Supertype(place as u8))
            .ok_or_else(|| format!("\"{name}\" is not a supertype (2.11.6)"))
    }
}

impl From<Supertype> for String {
    fn from(supertype: Supertype) -> String {
        supertype.name().to_string()
    }
}

impl Supertypes {
    /// Their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        SUPERTYPES
            .into_iter()
            .enumerate()
            .filter(move |(place, _)| self.0 & 1 << place != 0)
            .map(|entry| entry.1)
    }
}

impl TypeBox {
    /// Whether it has the type.
    pub fn is(&self, card_type: CardType) -> bool {
        self.types & 1 << card_type as u16 != 0
    }

    /// Whether it has the subtype.
    pub fn has(&self, subtype: Subtype) -> bool {
        self.subtypes & 1 << subtype.0 != 0
    }

    /// Whether it has the supertype.
    pub fn is_super(&self, supertype: Supertype) -> bool {
        self.supertypes & 1 << supertype.0 != 0
    }

    /// Whether it has any class and any talent.
    pub fn supertypes(&self) -> impl Iterator<Item = Supertype> {
        let bits = self.supertypes;
        (0..SUPERTYPES.len() as u8).filter(move |place| bits & 1 << place != 0).map(Supertype)
    }

    /// The subtypes.
    pub fn subtypes(&self) -> impl Iterator<Item = Subtype> {
        let bits = self.subtypes;
        (0..SUBTYPES.len() as u8).filter(move |place| bits & 1 << place != 0).map(Subtype)
    }

    /// The types.
    pub fn types(&self) -> impl Iterator<Item = CardType> {
        let bits = self.types;
        TYPES.iter().map(|entry| entry.0).filter(move |card_type| bits & 1 << *card_type as u16 != 0)
    }

    /// Whether its supertypes are a subset of those of a hero (1.1.3); of a hybrid card, either set of them
    /// (1.1.3b).
    pub fn fits(&self, hero: &TypeBox) -> bool {
        let sets = if self.is_hybrid() { self.hybrid } else { [self.supertypes; 2] };
        sets.iter().any(|set| set & !hero.supertypes == 0)
    }

    /// Whether it is that of a hybrid card, which has all supertypes of both sets (2.14.1b).
    fn is_hybrid(&self) -> bool {
        self.hybrid != [0; 2] && self.hybrid[0] | self.hybrid[1] == self.supertypes
    }

    /// With everything that another one has (8.3.38c).
    pub fn with(&self, other: &TypeBox) -> TypeBox {
        TypeBox {
            types: self.types | other.types,
            subtypes: self.subtypes | other.subtypes,
            supertypes: self.supertypes | other.supertypes,
            hybrid: [0; 2],
        }
    }

    /// The classes among its supertypes (2.11.6a).
    pub fn classes(&self) -> Supertypes {
        Supertypes(self.supertypes & ((1 << CLASSES) - 1))
    }

    /// With these supertypes more.
    pub fn add_supers(&mut self, supertypes: Supertypes) {
        self.supertypes |= supertypes.0;
    }

    /// Without a type.
    pub fn remove(&mut self, card_type: CardType) {
        self.types &= !(1 << card_type as u16);
    }

    /// With a type more.
    pub fn add(&mut self, card_type: CardType) {
        self.types |= 1 << card_type as u16;
    }

    /// With a subtype more.
    pub fn add_subtype(&mut self, subtype: Subtype) {
        self.subtypes |= 1 << subtype.0;
    }

    /// With a supertype more.
    pub fn add_super(&mut self, supertype: Supertype) {
        self.supertypes |= 1 << supertype.0;
    }

    /// Without a subtype.
    pub fn remove_subtype(&mut self, subtype: Subtype) {
        self.subtypes &= !(1 << subtype.0);
    }

    /// Without any supertype.
    pub fn remove_supers(&mut self) {
        self.supertypes = 0;
    }

    /// Whether it is that of a deck-card (1.3.2c).
    pub fn is_deck_card(&self) -> bool {
        use CardType::{Action, AttackReaction, Block, DefenseReaction, Instant, Mentor, Resource};
        [Action, AttackReaction, Block, DefenseReaction, Instant, Mentor, Resource]
            .into_iter()
            .any(|card_type| self.is(card_type))
    }

    /// Whether it is that of an arena-card (1.3.2d).
    pub fn is_arena_card(&self) -> bool {
        !self.is(CardType::Hero) && !self.is(CardType::Token) && !self.is_deck_card()
    }

    /// Whether a card with it becomes a permanent when it is put into the arena (1.3.3).
    pub fn becomes_permanent(&self) -> bool {
        !self.is_deck_card() || subtype::PERMANENT.into_iter().any(|subtype| self.has(subtype))
    }
}

impl TryFrom<String> for TypeBox {
    type Error = String;

    fn try_from(text: String) -> Result<TypeBox, String> {
        let mut types = TypeBox::default();
        let (left, right) = text.split_once(" - ").unwrap_or((&text, ""));
        let mut rest = left.trim();
        while !rest.is_empty() {
            let named =
                TYPES.iter().filter(|entry| rest.starts_with(entry.1)).max_by_key(|entry| entry.1.len());
            match named {
                Some((card_type, name)) => {
                    types.add(*card_type);
                    rest = rest[name.len()..].trim_start();
                }
                None => {
                    let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
                    if word == "/" {
                        types.hybrid[0] = types.supertypes;
                    } else if word != "Generic" {
                        types.add_super(Supertype::try_from(word.to_string())?);
                    }
                    rest = after.trim_start();
                }
            }
        }
        for word in right.split_whitespace() {
            types.add_subtype(Subtype::try_from(word.to_string())?);
        }
        if types.hybrid[0] != 0 {
            let second = left.split_once('/').map_or("", |parts| parts.1).split_whitespace();
            let known = second.filter_map(|word| Supertype::try_from(word.to_string()).ok());
            types.hybrid[1] = known.fold(0, |set, supertype| set | 1 << supertype.0);
        }
        Ok(types)
    }
}

impl From<TypeBox> for String {
    /// States are encoded with it, so it is put together without detours.
    fn from(types: TypeBox) -> String {
        let set = |bits: u32| {
            (0..SUPERTYPES.len() as u8)
                .filter(move |place| bits & 1 << place != 0)
                .map(|place| Supertype(place).name())
        };
        let [first, second] = if types.is_hybrid() { types.hybrid } else { [types.supertypes, 0] };
        let plain = if first == 0 && !types.is_hybrid() { Some("Generic") } else { None };
        let between = if types.is_hybrid() { Some("/") } else { None };
        let supertypes = set(first).chain(plain).chain(between).chain(set(second));
        let dash = if types.subtypes == 0 { None } else { Some("-") };
        let subtypes = dash.into_iter().chain(types.subtypes().map(Subtype::name));
        let mut text = String::with_capacity(64);
        for word in supertypes.chain(types.types().map(CardType::name)).chain(subtypes) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        text
    }
}

impl std::fmt::Display for TypeBox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from(*self))
    }
}
