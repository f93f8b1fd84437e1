//! Subtypes (205.3): a closed, sorted list of the words in the rulebook with the card type that each belongs
//! to.

use duelog_kernel::data;

/// What a subtype belongs to (205.3g-m).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Artifact types (205.3g).
    Artifact,
    /// Creature and tribal types (205.3m).
    Creature,
    /// Enchantment types (205.3h).
    Enchantment,
    /// Land types (205.3i).
    Land,
    /// Planar types (205.3n).
    Plane,
    /// Planeswalker types (205.3j).
    Planeswalker,
    /// Instant and sorcery types (205.3k).
    Spell,
}

data! {
    /// One subtype, by its place in the list of names.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    #[serde(try_from = "String", into = "String")]
    pub struct Subtype(u16);
}

impl Subtype {
    /// The subtype of this name.
    pub const fn named(name: &str) -> Option<Subtype> {
        let mut place = 0;
        while place < NAMES.len() {
            if duelog_kernel::ids::same(NAMES[place].0.as_bytes(), name.as_bytes()) {
                return Some(Subtype(place as u16));
            }
            place += 1;
        }
        None
    }

    /// The names of all creature types (205.3m), ascending.
    pub fn creature_types() -> Vec<String> {
        CREATURES.iter().map(|creature| creature.name().to_string()).collect()
    }

    /// The names of the basic land types (305.6).
    pub fn basic_land_types() -> Vec<String> {
        let mut names: Vec<String> = BASIC_LANDS.iter().map(|land| land.name().to_string()).collect();
        names.sort();
        names
    }

    /// The names of all land types (205.3i), ascending.
    pub fn land_types() -> Vec<String> {
        Subtype::all_land_types().map(|land| land.name().to_string()).collect()
    }

    /// All land types (205.3i), in the order of their names.
    pub fn all_land_types() -> impl Iterator<Item = Subtype> {
        let land = |entry: &(usize, &(&str, Kind))| entry.1.1 == Kind::Land;
        NAMES.iter().enumerate().filter(land).map(|(place, _)| Subtype(place as u16))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)].0
    }

    /// What it belongs to.
    pub fn kind(self) -> Kind {
        NAMES[usize::from(self.0)].1
    }
}

impl TryFrom<String> for Subtype {
    type Error = String;
    fn try_from(name: String) -> Result<Subtype, String> {
        Subtype::named(&name).ok_or_else(|| format!("\"{name}\" is not a subtype of 205.3"))
    }
}

impl From<Subtype> for String {
    fn from(subtype: Subtype) -> String {
        subtype.name().to_string()
    }
}

/// The basic land types (305.6) in the order of their colours: white, blue, black, red, green.
pub const BASIC_LANDS: [Subtype; 5] =
    [known("Plains"), known("Island"), known("Swamp"), known("Mountain"), known("Forest")];

/// Aura (303.4).
pub const AURA: Subtype = known("Aura");
/// Role (303.7).
pub const ROLE: Subtype = known("Role");
/// Class (303.6).
pub const CLASS: Subtype = known("Class");
/// Saga (714).
pub const SAGA: Subtype = known("Saga");

/// Equipment (301.5).
pub const EQUIPMENT: Subtype = known("Equipment");
/// The artifact type of what is attached to lands (301.6).
pub const FORTIFICATION: Subtype = known("Fortification");

const fn known(name: &str) -> Subtype {
    match Subtype::named(name) {
        Some(subtype) => subtype,
        None => panic!("not in the list"),
    }
}

/// How many creature types there are.
const CREATURE_COUNT: usize = {
    let (mut place, mut count) = (0, 0);
    while place < NAMES.len() {
        count += matches!(NAMES[place].1, Kind::Creature) as usize;
        place += 1;
    }
    count
};

/// All creature types (205.3m), ascending.
pub const CREATURES: [Subtype; CREATURE_COUNT] = {
    let (mut place, mut count) = (0, 0);
    let mut creatures = [Subtype(0); CREATURE_COUNT];
    while place < NAMES.len() {
        if matches!(NAMES[place].1, Kind::Creature) {
            creatures[count] = Subtype(place as u16);
            count += 1;
        }
        place += 1;
    }
    creatures
};

#[rustfmt::skip]
const NAMES: [(&str, Kind); 359] = [
    ("Advisor", Kind::Creature), ("Aetherborn", Kind::Creature), ("Ajani", Kind::Planeswalker), ("Alara", Kind::Plane),
    ("Ally", Kind::Creature),
    ("Aminatou", Kind::Planeswalker), ("Angel", Kind::Creature), ("Angrath", Kind::Planeswalker), ("Antelope", Kind::Creature),
    ("Ape", Kind::Creature), ("Arcane", Kind::Spell), ("Archer", Kind::Creature), ("Archon", Kind::Creature), ("Arkhos", Kind::Plane),
    ("Arlinn", Kind::Planeswalker),
    ("Artificer", Kind::Creature), ("Ashiok", Kind::Planeswalker), ("Assassin", Kind::Creature), ("Assembly-Worker", Kind::Creature),
    ("Atog", Kind::Creature), ("Aura", Kind::Enchantment), ("Aurochs", Kind::Creature), ("Avatar", Kind::Creature),
    ("Azgol", Kind::Plane), ("Azra", Kind::Creature),
    ("Badger", Kind::Creature), ("Barbarian", Kind::Creature), ("Basilisk", Kind::Creature), ("Bat", Kind::Creature),
    ("Bear", Kind::Creature),
    ("Beast", Kind::Creature), ("Beeble", Kind::Creature), ("Belenon", Kind::Plane), ("Berserker", Kind::Creature),
    ("Bird", Kind::Creature),
    ("Blinkmoth", Kind::Creature), ("Boar", Kind::Creature), ("Bolas", Kind::Planeswalker), ("Bolas's Meditation Realm", Kind::Plane),
    ("Bringer", Kind::Creature),
    ("Brushwagg", Kind::Creature), ("Camarid", Kind::Creature), ("Camel", Kind::Creature), ("Caribou", Kind::Creature),
    ("Carrier", Kind::Creature), ("Cartouche", Kind::Enchantment), ("Cat", Kind::Creature), ("Centaur", Kind::Creature),
    ("Cephalid", Kind::Creature), ("Chandra", Kind::Planeswalker), ("Chimera", Kind::Creature), ("Citizen", Kind::Creature),
    ("Class", Kind::Enchantment),
    ("Cleric", Kind::Creature), ("Clue", Kind::Artifact), ("Cockatrice", Kind::Creature), ("Construct", Kind::Creature),
    ("Contraption", Kind::Artifact), ("Coward", Kind::Creature), ("Crab", Kind::Creature), ("Crocodile", Kind::Creature),
    ("Curse", Kind::Enchantment), ("Cyclops", Kind::Creature), ("Dack", Kind::Planeswalker), ("Daretti", Kind::Planeswalker),
    ("Dauthi", Kind::Creature), ("Demon", Kind::Creature), ("Desert", Kind::Land), ("Deserter", Kind::Creature),
    ("Devil", Kind::Creature),
    ("Dinosaur", Kind::Creature), ("Djinn", Kind::Creature), ("Dominaria", Kind::Plane), ("Domri", Kind::Planeswalker),
    ("Dovin", Kind::Planeswalker),
    ("Dragon", Kind::Creature), ("Drake", Kind::Creature), ("Dreadnought", Kind::Creature), ("Drone", Kind::Creature),
    ("Druid", Kind::Creature),
    ("Dryad", Kind::Creature), ("Dwarf", Kind::Creature), ("Efreet", Kind::Creature), ("Egg", Kind::Creature), ("Elder", Kind::Creature),
    ("Eldrazi", Kind::Creature), ("Elemental", Kind::Creature), ("Elephant", Kind::Creature), ("Elf", Kind::Creature),
    ("Elk", Kind::Creature),
    ("Elspeth", Kind::Planeswalker), ("Equilor", Kind::Plane), ("Equipment", Kind::Artifact), ("Ergamon", Kind::Plane),
    ("Estrid", Kind::Planeswalker), ("Eye", Kind::Creature),
    ("Fabacin", Kind::Plane), ("Faerie", Kind::Creature), ("Ferret", Kind::Creature), ("Fish", Kind::Creature),
    ("Flagbearer", Kind::Creature), ("Forest", Kind::Land),
    ("Fortification", Kind::Artifact), ("Fox", Kind::Creature), ("Freyalise", Kind::Planeswalker), ("Frog", Kind::Creature),
    ("Fungus", Kind::Creature), ("Gargoyle", Kind::Creature), ("Garruk", Kind::Planeswalker), ("Gate", Kind::Land),
    ("Germ", Kind::Creature),
    ("Giant", Kind::Creature), ("Gideon", Kind::Planeswalker), ("Gnome", Kind::Creature), ("Goat", Kind::Creature),
    ("Goblin", Kind::Creature),
    ("God", Kind::Creature), ("Golem", Kind::Creature), ("Gorgon", Kind::Creature), ("Graveborn", Kind::Creature),
    ("Gremlin", Kind::Creature),
    ("Griffin", Kind::Creature), ("Hag", Kind::Creature), ("Harpy", Kind::Creature), ("Hellion", Kind::Creature),
    ("Hippo", Kind::Creature),
    ("Hippogriff", Kind::Creature), ("Homarid", Kind::Creature), ("Homunculus", Kind::Creature), ("Horror", Kind::Creature),
    ("Horse", Kind::Creature), ("Hound", Kind::Creature), ("Huatli", Kind::Planeswalker), ("Human", Kind::Creature),
    ("Hydra", Kind::Creature),
    ("Hyena", Kind::Creature), ("Illusion", Kind::Creature), ("Imp", Kind::Creature), ("Incarnation", Kind::Creature),
    ("Innistrad", Kind::Plane), ("Insect", Kind::Creature), ("Iquatana", Kind::Plane), ("Ir", Kind::Plane), ("Island", Kind::Land),
    ("Jace", Kind::Planeswalker), ("Jackal", Kind::Creature), ("Jaya", Kind::Planeswalker),
    ("Jellyfish", Kind::Creature), ("Juggernaut", Kind::Creature), ("Kaldheim", Kind::Plane), ("Kamigawa", Kind::Plane),
    ("Karn", Kind::Planeswalker), ("Karsus", Kind::Plane), ("Kavu", Kind::Creature),
    ("Kaya", Kind::Planeswalker), ("Kephalai", Kind::Plane), ("Kinshala", Kind::Plane), ("Kiora", Kind::Planeswalker),
    ("Kirin", Kind::Creature), ("Kithkin", Kind::Creature),
    ("Knight", Kind::Creature), ("Kobold", Kind::Creature), ("Kolbahan", Kind::Plane), ("Kor", Kind::Creature),
    ("Koth", Kind::Planeswalker), ("Kraken", Kind::Creature),
    ("Kyneth", Kind::Plane), ("Lair", Kind::Land), ("Lamia", Kind::Creature), ("Lammasu", Kind::Creature), ("Leech", Kind::Creature),
    ("Leviathan", Kind::Creature),
    ("Lhurgoyf", Kind::Creature), ("Licid", Kind::Creature), ("Liliana", Kind::Planeswalker), ("Lizard", Kind::Creature),
    ("Locus", Kind::Land),
    ("Lorwyn", Kind::Plane), ("Luvion", Kind::Plane), ("Manticore", Kind::Creature), ("Masticore", Kind::Creature),
    ("Mercadia", Kind::Plane), ("Mercenary", Kind::Creature), ("Merfolk", Kind::Creature),
    ("Metathran", Kind::Creature), ("Mine", Kind::Land), ("Minion", Kind::Creature), ("Minotaur", Kind::Creature),
    ("Mirrodin", Kind::Plane), ("Moag", Kind::Plane), ("Mole", Kind::Creature),
    ("Monger", Kind::Creature), ("Mongoose", Kind::Creature), ("Mongseng", Kind::Plane), ("Monk", Kind::Creature),
    ("Monkey", Kind::Creature), ("Moonfolk", Kind::Creature),
    ("Mountain", Kind::Land), ("Muraganda", Kind::Plane), ("Mutant", Kind::Creature), ("Myr", Kind::Creature),
    ("Mystic", Kind::Creature), ("Naga", Kind::Creature),
    ("Nahiri", Kind::Planeswalker), ("Narset", Kind::Planeswalker), ("Nautilus", Kind::Creature), ("Nephilim", Kind::Creature),
    ("New Phyrexia", Kind::Plane), ("Nightmare", Kind::Creature), ("Nightstalker", Kind::Creature), ("Ninja", Kind::Creature),
    ("Nissa", Kind::Planeswalker),
    ("Nixilis", Kind::Planeswalker), ("Noggle", Kind::Creature), ("Nomad", Kind::Creature), ("Nymph", Kind::Creature),
    ("Octopus", Kind::Creature), ("Ogre", Kind::Creature), ("Ooze", Kind::Creature), ("Orb", Kind::Creature), ("Orc", Kind::Creature),
    ("Orgg", Kind::Creature), ("Ouphe", Kind::Creature), ("Ox", Kind::Creature), ("Oyster", Kind::Creature), ("Pangolin", Kind::Creature),
    ("Pegasus", Kind::Creature), ("Pentavite", Kind::Creature), ("Pest", Kind::Creature), ("Phelddagrif", Kind::Creature),
    ("Phoenix", Kind::Creature), ("Phyrexia", Kind::Plane), ("Pilot", Kind::Creature), ("Pincher", Kind::Creature),
    ("Pirate", Kind::Creature), ("Plains", Kind::Land),
    ("Plant", Kind::Creature), ("Power-Plant", Kind::Land), ("Praetor", Kind::Creature), ("Prism", Kind::Creature),
    ("Processor", Kind::Creature), ("Pyrulea", Kind::Plane), ("Rabbit", Kind::Creature), ("Rabiah", Kind::Plane),
    ("Ral", Kind::Planeswalker), ("Rat", Kind::Creature), ("Rath", Kind::Plane), ("Ravnica", Kind::Plane), ("Rebel", Kind::Creature),
    ("Reflection", Kind::Creature), ("Regatha", Kind::Plane), ("Rhino", Kind::Creature), ("Rigger", Kind::Creature),
    ("Rogue", Kind::Creature), ("Role", Kind::Enchantment),
    ("Rowan", Kind::Planeswalker), ("Sable", Kind::Creature), ("Saga", Kind::Enchantment), ("Saheeli", Kind::Planeswalker),
    ("Salamander", Kind::Creature), ("Samurai", Kind::Creature), ("Samut", Kind::Planeswalker), ("Sand", Kind::Creature),
    ("Saproling", Kind::Creature), ("Sarkhan", Kind::Planeswalker), ("Satyr", Kind::Creature), ("Scarecrow", Kind::Creature),
    ("Scion", Kind::Creature), ("Scorpion", Kind::Creature), ("Scout", Kind::Creature), ("Segovia", Kind::Plane),
    ("Serf", Kind::Creature), ("Serpent", Kind::Creature),
    ("Serra's Realm", Kind::Plane), ("Servo", Kind::Creature), ("Shade", Kind::Creature), ("Shadowmoor", Kind::Plane),
    ("Shaman", Kind::Creature), ("Shandalar", Kind::Plane), ("Shapeshifter", Kind::Creature),
    ("Sheep", Kind::Creature), ("Shrine", Kind::Enchantment), ("Siren", Kind::Creature), ("Skeleton", Kind::Creature),
    ("Slith", Kind::Creature),
    ("Sliver", Kind::Creature), ("Slug", Kind::Creature), ("Snake", Kind::Creature), ("Soldier", Kind::Creature),
    ("Soltari", Kind::Creature),
    ("Sorin", Kind::Planeswalker), ("Spawn", Kind::Creature), ("Specter", Kind::Creature), ("Spellshaper", Kind::Creature),
    ("Sphinx", Kind::Creature), ("Spider", Kind::Creature), ("Spike", Kind::Creature), ("Spirit", Kind::Creature),
    ("Splinter", Kind::Creature),
    ("Sponge", Kind::Creature), ("Squid", Kind::Creature), ("Squirrel", Kind::Creature), ("Starfish", Kind::Creature),
    ("Surrakar", Kind::Creature), ("Survivor", Kind::Creature), ("Swamp", Kind::Land), ("Tamiyo", Kind::Planeswalker),
    ("Teferi", Kind::Planeswalker), ("Tetravite", Kind::Creature), ("Tezzeret", Kind::Planeswalker), ("Thalakos", Kind::Creature),
    ("Thopter", Kind::Creature), ("Thrull", Kind::Creature), ("Tibalt", Kind::Planeswalker), ("Tower", Kind::Land), ("Trap", Kind::Spell),
    ("Treasure", Kind::Artifact), ("Treefolk", Kind::Creature), ("Trilobite", Kind::Creature), ("Triskelavite", Kind::Creature),
    ("Troll", Kind::Creature), ("Turtle", Kind::Creature), ("Ugin", Kind::Planeswalker), ("Ulgrotha", Kind::Plane),
    ("Unicorn", Kind::Creature), ("Urza's", Kind::Land),
    ("Valla", Kind::Plane), ("Vampire", Kind::Creature), ("Vedalken", Kind::Creature), ("Vehicle", Kind::Artifact),
    ("Venser", Kind::Planeswalker),
    ("Viashino", Kind::Creature), ("Vivien", Kind::Planeswalker), ("Volver", Kind::Creature), ("Vraska", Kind::Planeswalker),
    ("Vryn", Kind::Plane), ("Wall", Kind::Creature), ("Warrior", Kind::Creature), ("Weird", Kind::Creature),
    ("Werewolf", Kind::Creature), ("Whale", Kind::Creature),
    ("Wildfire", Kind::Plane), ("Will", Kind::Planeswalker), ("Windgrace", Kind::Planeswalker), ("Wizard", Kind::Creature),
    ("Wolf", Kind::Creature),
    ("Wolverine", Kind::Creature), ("Wombat", Kind::Creature), ("Worm", Kind::Creature), ("Wraith", Kind::Creature),
    ("Wurm", Kind::Creature),
    ("Xenagos", Kind::Planeswalker), ("Xerex", Kind::Plane), ("Yanggu", Kind::Planeswalker), ("Yanling", Kind::Planeswalker),
    ("Yeti", Kind::Creature),
    ("Zendikar", Kind::Plane), ("Zombie", Kind::Creature), ("Zubera", Kind::Creature),
];
