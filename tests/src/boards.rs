//! Random boards of definitions that exist only for tests, and how to make one that shows a fault smaller.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use duelog_kernel::rng::Stream;
use duelog_kernel::setup::{Placed, Position, PositionPlayer};
use duelog_kernel::{ObjectId, Seat, Seed};
use duelog_magic::language::definition::{Deed, Feature, Ruling, Until};
use duelog_magic::language::keyword::Keyword;
use duelog_magic::language::mana::Color;
use duelog_magic::language::subtypes::Subtype;
use duelog_magic::language::types::{CardType, Supertype};
use duelog_magic::position;
use duelog_magic::state::card_pool::{Card, CardPool};
use duelog_magic::state::{Alter, Board, Copied, Lasting, LastingKind, Word};

/// A board in words: what stands on the battlefield, in order of arrival, and which effects of resolutions
/// there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The permanents.
    pub permanents: Vec<Permanent>,
    /// Effects of resolutions: which permanents by place, and what.
    pub lasting: Vec<Effect>,
}

/// One permanent with a definition of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Permanent {
    /// Whose it is.
    pub seat: u8,
    /// Its type line.
    pub types: String,
    /// Its power and toughness.
    pub size: Option<(i32, i32)>,
    /// The number that defines both.
    pub star: Option<String>,
    /// Its colours.
    pub colors: Vec<&'static str>,
    /// Its keywords.
    pub keywords: Vec<&'static str>,
    /// Its static abilities.
    pub abilities: Vec<Ability>,
    /// Its facts, as a position names them.
    pub facts: BTreeMap<String, String>,
    /// The place of the permanent that it is attached to.
    pub attached: Option<usize>,
    /// Whether it is a token.
    pub token: bool,
    /// Where it is instead of on the battlefield.
    pub zone: Option<&'static str>,
}

/// One static ability in the card language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ability {
    /// Where it works instead of on the battlefield.
    pub zones: Vec<&'static str>,
    /// What it affects.
    pub affects: String,
    /// What it does.
    pub changes: Vec<String>,
    /// When.
    pub condition: Option<String>,
}

/// One effect of a resolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The permanents that it affects, by place.
    pub objects: Vec<usize>,
    /// What it does.
    pub alters: Vec<Alter>,
    /// The place of the permanent that they become copies of, instead of what it does.
    pub copy: Option<usize>,
    /// After how many of the permanents it began: its timestamp is between theirs.
    pub after: usize,
}

/// The name of the permanent at a place.
pub fn name(place: usize) -> String {
    format!("Permanent {place}")
}

impl Permanent {
    /// Its definition.
    pub fn definition(&self, place: usize) -> String {
        let mut text = format!("Card(name: \"{}\", types: \"{}\", ", name(place), self.types);
        let _ = match (&self.star, self.size) {
            (Some(star), _) => write!(text, "star: {star}, "),
            (None, Some(size)) => write!(text, "size: {size:?}, "),
            (None, None) => Ok(()),
        };
        let _ =
            write!(text, "colors: [{}], keywords: [{}], ", self.colors.join(", "), self.keywords.join(", "));
        if self.types.ends_with("Aura") {
            text.push_str("enchant: Permanent(Any), ");
        }
        let ability = |ability: &Ability| {
            let condition = ability
                .condition
                .as_ref()
                .map_or(String::new(), |condition| format!(", condition: {condition}"));
            let zones = if ability.zones.is_empty() {
                String::new()
            } else {
                format!("zones: [{}], ", ability.zones.join(", "))
            };
            format!(
                "Static(({zones}affects: {}, changes: [{}]{condition}))",
                ability.affects,
                ability.changes.join(", ")
            )
        };
        let abilities: Vec<String> = self.abilities.iter().map(ability).collect();
        let _ =
            write!(text, "abilities: [{}], token: {}, test_only: true)", abilities.join(", "), self.token);
        text
    }
}

impl Plan {
    /// The definitions, as files.
    pub fn files(&self) -> Vec<(String, String)> {
        self.permanents
            .iter()
            .enumerate()
            .map(|(place, permanent)| (format!("{place}.ron"), permanent.definition(place)))
            .collect()
    }

    /// The position. Seats take turns in it, so that the places of permanents are not their order of arrival.
    pub fn position(&self) -> Position {
        let mut position = Position {
            players: vec![PositionPlayer::default(), PositionPlayer::default()],
            ..Position::default()
        };
        for (place, permanent) in self.permanents.iter().enumerate() {
            let mut facts = permanent.facts.clone();
            if let Some(host) = permanent.attached {
                facts.insert("attached-to".to_string(), name(host));
            }
            let placed = Placed { card: name(place), label: name(place), facts };
            position.players[usize::from(permanent.seat)]
                .zones
                .entry(permanent.zone.unwrap_or("battlefield").to_string())
                .or_default()
                .push(placed);
        }
        position
    }

    /// The board itself, with nothing done to it yet by the game's rules.
    ///
    /// # Errors
    /// What is wrong with a definition or the position.
    pub fn board(&self) -> Result<(CardPool, Board), String> {
        let cards = self
            .files()
            .iter()
            .map(|(_, text)| Card::compile(text).map_err(|error| format!("{error} in {text}")))
            .collect::<Result<_, _>>()?;
        let card_pool = CardPool::new(cards);
        let mut board = position::start(&card_pool, &self.position(), Seed::from_number(0))
            .map_err(|error| error.to_string())?
            .board;
        // Room for effects between the permanents: the first of them has timestamp 10.
        let objects = board.objects.iter_mut();
        objects.for_each(|object| object.timestamp *= 10);
        let find = |place: usize| {
            let wanted = card_pool.find(&name(place));
            board
                .objects
                .iter()
                .find(|object| Some(object.card) == wanted)
                .map(|object| (object.id, object.timestamp))
        };
        let mut effects = Vec::new();
        for (number, effect) in self.lasting.iter().enumerate() {
            let objects: Vec<ObjectId> =
                effect.objects.iter().filter_map(|place| Some(find(*place)?.0)).collect();
            let copied = effect.copy.and_then(|place| card_pool.find(&name(place)));
            let kind = match copied {
                Some(card) => LastingKind::Copy {
                    objects,
                    copied: Box::new(Copied { card, except: effect.alters.clone() }),
                },
                None => LastingKind::Alter { objects, alters: effect.alters.clone() },
            };
            let timestamp = effect.after as u32 * 10 + 1 + number as u32;
            effects.push(Lasting {
                id: number as u32,
                source: ObjectId(0),
                controller: Seat(0),
                timestamp,
                until: Until::EndOfTurn,
                kind,
                on: None,
                offer: None,
            });
        }
        effects.sort_by_key(|effect| effect.timestamp);
        board.effects = effects;
        Ok((card_pool, board))
    }

    /// All plans that lack one thing of this one.
    pub fn smaller(&self) -> Vec<Plan> {
        let mut all = Vec::new();
        let mut without = |edit: &dyn Fn(&mut Plan)| {
            let mut plan = self.clone();
            edit(&mut plan);
            if plan != *self {
                all.push(plan);
            }
        };
        for place in 0..self.permanents.len() {
            without(&|plan| plan.remove(place));
        }
        for effect in 0..self.lasting.len() {
            without(&|plan| {
                plan.lasting.remove(effect);
            });
            for alter in 0..self.lasting[effect].alters.len() {
                without(&|plan| {
                    plan.lasting[effect].alters.remove(alter);
                });
            }
            for object in 0..self.lasting[effect].objects.len() {
                without(&|plan| {
                    plan.lasting[effect].objects.remove(object);
                });
            }
        }
        for (place, permanent) in self.permanents.iter().enumerate() {
            for ability in 0..permanent.abilities.len() {
                without(&|plan| {
                    plan.permanents[place].abilities.remove(ability);
                });
                without(&|plan| plan.permanents[place].abilities[ability].condition = None);
                without(&|plan| plan.permanents[place].abilities[ability].zones.clear());
                without(&|plan| plan.permanents[place].abilities[ability].affects = "All(Any)".to_string());
                for change in 0..permanent.abilities[ability].changes.len() {
                    without(&|plan| {
                        plan.permanents[place].abilities[ability].changes.remove(change);
                    });
                }
            }
            for keyword in 0..permanent.keywords.len() {
                without(&|plan| {
                    plan.permanents[place].keywords.remove(keyword);
                });
            }
            without(&|plan| plan.permanents[place].colors.clear());
            without(&|plan| plan.permanents[place].facts.clear());
            without(&|plan| plan.permanents[place].token = false);
            without(&|plan| plan.permanents[place].seat = 0);
            without(&|plan| plan.permanents[place].zone = None);
        }
        all
    }

    fn remove(&mut self, place: usize) {
        self.permanents.remove(place);
        let moved = |at: usize| if at > place { at - 1 } else { at };
        for permanent in &mut self.permanents {
            permanent.attached = permanent.attached.filter(|host| *host != place).map(moved);
        }
        for effect in &mut self.lasting {
            effect.objects = effect.objects.iter().copied().filter(|at| *at != place).map(moved).collect();
            effect.copy = effect.copy.filter(|at| *at != place).map(moved);
            effect.after = effect.after.min(self.permanents.len());
        }
    }

    /// The smallest plan, found by leaving out one thing after another, that still has the fault.
    pub fn shrink(self, faulty: impl Fn(&Plan) -> bool) -> Plan {
        let mut plan = self;
        while let Some(smaller) = plan.smaller().into_iter().find(|smaller| faulty(smaller)) {
            plan = smaller;
        }
        plan
    }
}

const CREATURE_TYPES: [&str; 4] = ["Goblin", "Elf", "Zombie", "Soldier"];
const COLORS: [&str; 3] = ["White", "Black", "Red"];
const KEYWORDS: [&str; 4] = ["Flying", "Reach", "Haste", "Protection(Color(Red))"];
const LAND_TYPES: [&str; 2] = ["Swamp", "Mountain"];
const TYPES: [&str; 4] = ["Creature", "Artifact", "Enchantment", "Land"];
/// Zones other than the battlefield, as positions and as definitions name them.
const ZONES: [(&str, &str); 4] =
    [("graveyard", "Graveyard"), ("hand", "Hand"), ("exile", "Exile"), ("library", "Library")];

fn one<T: Copy>(random: &mut Stream, of: &[T]) -> T {
    of[random.below(of.len() as u32) as usize]
}

fn some<T: Clone>(random: &mut Stream, of: &[T], one_in: u32) -> Vec<T> {
    of.iter().filter(|_| random.below(one_in) == 0).cloned().collect()
}

/// A random board on which effects change what other effects look at.
pub fn random(random: &mut Stream) -> Plan {
    let count = 2 + random.below(6) as usize;
    of_size(random, count)
}

/// A random board on which many effects could depend on each other.
pub fn crowded(random: &mut Stream) -> Plan {
    let count = 20 + random.below(8) as usize;
    let mut plan = of_size(random, count);
    // What spreads over so many comes to more effects than a twin by the letter works out in a test's time.
    for ability in plan.permanents.iter_mut().flat_map(|permanent| &mut permanent.abilities) {
        let spreads = |change: &String| {
            change.contains("GainThis") || change.starts_with("GainAbility") || change.starts_with("FullText")
        };
        ability.changes.retain(|change| !spreads(change));
    }
    plan
}

fn of_size(random: &mut Stream, count: usize) -> Plan {
    let mut permanents: Vec<Permanent> = Vec::new();
    for place in 0..count {
        let hosts: Vec<usize> = (0..place).filter(|at| permanents[*at].zone.is_none()).collect();
        permanents.push(permanent(random, &hosts));
    }
    let lasting = (0..random.below(4)).map(|_| effect(random, count)).collect();
    Plan { permanents, lasting }
}

fn permanent(random: &mut Stream, hosts: &[usize]) -> Permanent {
    let zone = (!hosts.is_empty() && random.below(5) == 0).then(|| one(random, &ZONES).0);
    let aura = zone.is_none() && !hosts.is_empty() && random.below(6) == 0;
    let creature = !aura && random.below(3) > 0;
    let mut types: Vec<&str> = Vec::new();
    if random.below(6) == 0 {
        types.push(one(random, &["Legendary", "Snow"]));
    }
    if creature {
        types.push("Creature");
    } else {
        types.push(if aura { "Enchantment" } else { one(random, &["Artifact", "Enchantment", "Land"]) });
    }
    if creature && random.below(4) == 0 {
        types.push("Artifact");
    }
    let mut line = types.join(" ");
    if aura {
        line.push_str(" - Aura");
    } else if creature {
        line = format!("{line} - {}", one(random, &CREATURE_TYPES));
    } else if line.ends_with("Land") && random.below(2) == 0 {
        line = format!("{line} - {}", one(random, &LAND_TYPES));
    }
    let mut facts = BTreeMap::new();
    if random.below(4) == 0 {
        facts.insert(
            "counters".to_string(),
            one(random, &["+1/+1", "+1/+1 x2", "-1/-1", "charge", "+1/+1 x3, -1/-1"]).to_string(),
        );
    }
    if random.below(4) == 0 {
        facts.insert("tapped".to_string(), "yes".to_string());
    }
    if random.below(6) == 0 {
        facts.insert("owner".to_string(), one(random, &["P1", "P2"]).to_string());
    }
    if zone.is_some() {
        facts.clear();
    }
    let abilities =
        (0..[0, 1, 1, 1, 2, 2][random.below(6) as usize]).map(|_| ability(random, aura, zone)).collect();
    Permanent {
        seat: random.below(2) as u8,
        types: line,
        size: creature.then(|| (random.below(5) as i32, 1 + random.below(4) as i32)),
        star: (creature && random.below(6) == 0).then(|| number(random)),
        colors: some(random, &COLORS, 3),
        keywords: some(random, &KEYWORDS, 5),
        abilities,
        facts,
        attached: aura.then(|| one(random, hosts)),
        token: zone.is_none() && random.below(8) == 0,
        zone,
    }
}

fn ability(random: &mut Stream, aura: bool, zone: Option<&str>) -> Ability {
    let affects = match random.below(10) {
        0 => "Of(This)".to_string(),
        _ if aura => "Of(Attached)".to_string(),
        1 => format!("In([Battlefield, {}], {})", one(random, &ZONES).1, filter(random, 1)),
        2 => format!("Graveyards({})", filter(random, 1)),
        _ => format!("All({})", filter(random, 2)),
    };
    let changes = (0..1 + random.below(3)).map(|_| change(random)).collect();
    // Most of what stands elsewhere works there, and little on the battlefield works elsewhere too.
    let own = ZONES.iter().filter(|(name, _)| Some(*name) == zone).map(|(_, kind)| *kind);
    let mut zones: Vec<&'static str> = if random.below(4) > 0 { own.collect() } else { Vec::new() };
    if random.below(8) == 0 {
        zones.extend(["Battlefield", "Graveyard"]);
    }
    Ability { zones, affects, changes, condition: (random.below(4) == 0).then(|| condition(random)) }
}

fn change(random: &mut Stream) -> String {
    match random.below(36) {
        33 => "FullText(GraveyardTop(You, Any), [])".to_string(),
        34 => format!(
            "FullText(GraveyardTop({}, {}), [])",
            one(random, &["You", "Opponent"]),
            filter(random, 1)
        ),
        35 => format!(
            "FullText(GraveyardTop(Opponent, Any), [Static((affects: All({}), changes: [{}]))])",
            filter(random, 1),
            change(random)
        ),
        32 => "GainThis".to_string(),
        0 | 1 => format!(
            "Control({})",
            one(random, &["You", "You", "Opponent", "Active", "Controller(Attached)", "Owner(This)"])
        ),
        2..=4 => format!("Add(Types([{}]))", one(random, &TYPES)),
        5 => format!("Add(Subtypes([\"{}\"]))", one(random, &CREATURE_TYPES)),
        6 => format!("Add(Subtypes([\"{}\"]))", one(random, &LAND_TYPES)),
        7 => format!("Add(Super({}))", one(random, &["Legendary", "Snow"])),
        8 | 9 => format!("Set(Colors([{}]))", some(random, &COLORS, 2).join(", ")),
        10 => format!("Add(Colors([{}]))", one(random, &COLORS)),
        11..=13 => format!("Gain({})", one(random, &KEYWORDS)),
        14 | 15 => format!("Lose({})", one(random, &KEYWORDS)),
        16 | 17 => "LoseAbilities".to_string(),
        18 => format!("SetSize({}, {})", number(random), number(random)),
        19 => format!("SetSize(N({}), N({}))", random.below(4), random.below(4)),
        20 | 21 => format!("Size({}, {})", number(random), number(random)),
        22 => "Switch".to_string(),
        31 => "SizeEach(Count(All(All([Type(Creature), Not(Is(It)), Shares(CreatureType, Of(It))]))), N(1))"
            .to_string(),
        23 => format!("Set(Types([{}]))", one(random, &TYPES)),
        24 => format!("Set(Subtypes([\"{}\"]))", one(random, &CREATURE_TYPES)),
        25 | 26 => format!("Set(LandType(\"{}\"))", one(random, &LAND_TYPES)),
        27 => format!("ColorWord({}, {})", one(random, &COLORS), one(random, &COLORS)),
        28 => format!("TypeWord(\"{}\", \"{}\")", one(random, &CREATURE_TYPES), one(random, &CREATURE_TYPES)),
        29 | 30 => format!(
            "GainAbility(Static((affects: All({}), changes: [{}])))",
            filter(random, 1),
            change(random)
        ),
        _ => one(
            random,
            &[
                "Rule(Forbid, Attack, Any)",
                "Rule(Require, Attack, Any)",
                "Rule(Forbid, Block, Any)",
                "Rule(Allow, BlockAnother, Any)",
                "Rule(Forbid, Untap, Any)",
            ],
        )
        .to_string(),
    }
}

fn filter(random: &mut Stream, depth: u32) -> String {
    match random.below(if depth == 0 { 10 } else { 14 }) {
        0 | 1 => format!("Type({})", one(random, &TYPES)),
        2 => format!("Subtype(\"{}\")", one(random, &CREATURE_TYPES)),
        3 => format!("Color({})", one(random, &COLORS)),
        4 => one(
            random,
            &[
                "Compare(Colors, Exactly, N(0))",
                "Compare(Colors, AtLeast, N(2))",
                "NoAbilities",
                "Tapped",
                "Token",
                "Counter(PlusOne)",
                "Counter(Charge)",
            ],
        )
        .to_string(),
        5 | 6 => format!("Keyword({})", one(random, &KEYWORDS)),
        7 => format!("ControlledBy({})", one(random, &["You", "Opponent", "Active", "Controller(Attached)"])),
        8 => one(
            random,
            &["Any", "Is(This)", "OwnedBy(You)", "Super(Legendary)", "Super(Snow)", "Named(\"Permanent 1\")"],
        )
        .to_string(),
        9 => {
            let bound = one(random, &["Power, AtLeast", "Power, AtMost", "Toughness, AtMost"]);
            let number = if depth == 0 || random.below(3) > 0 {
                format!("N({})", random.below(5))
            } else {
                number(random)
            };
            format!("All([Type(Creature), Compare({bound}, {number})])")
        }
        10 | 11 => format!("Not({})", filter(random, depth - 1)),
        12 => format!("All([{}, {}])", filter(random, depth - 1), filter(random, depth - 1)),
        _ => format!("Either([{}, {}])", filter(random, depth - 1), filter(random, depth - 1)),
    }
}

fn number(random: &mut Stream) -> String {
    match random.below(10) {
        0..=3 => format!("N({})", random.below(5) as i32 - 1),
        4 | 5 => format!("Count(All({}))", filter(random, 0)),
        6 => format!("{}({})", one(random, &["Power", "Toughness"]), one(random, &["This", "Attached"])),
        7 => format!("Counters(PlusOne, {})", one(random, &["This", "Attached"])),
        8 => format!("Times(-1, Count(All({})))", filter(random, 0)),
        _ => format!("Plus(N(1), HalfDown({}(This)))", one(random, &["Power", "Toughness"])),
    }
}

fn condition(random: &mut Stream) -> String {
    match random.below(5) {
        0 => format!("AtLeast(Count(All({})), N({}))", filter(random, 0), 1 + random.below(3)),
        1 => format!("Matches(This, {})", filter(random, 1)),
        2 => format!("Matches(Attached, {})", filter(random, 1)),
        3 => format!("Not(Exists(All({})))", filter(random, 1)),
        _ => format!("Exists(All({}))", filter(random, 1)),
    }
}

fn effect(random: &mut Stream, permanents: usize) -> Effect {
    let objects = (0..permanents).filter(|_| random.below(3) == 0).collect();
    let alters = (0..1 + random.below(2)).map(|_| alter(random)).collect();
    let copy = (random.below(4) == 0).then(|| random.below(permanents as u32) as usize);
    // What a copy is except for: no layer but the first (706.9).
    let alters = if copy.is_some() {
        some(
            random,
            &[
                Alter::Add(Feature::Types(vec![CardType::Artifact])),
                Alter::Gain(Keyword::Flying),
                Alter::SetSize(7, 7),
            ],
            3,
        )
    } else {
        alters
    };
    Effect { objects, alters, copy, after: random.below(permanents as u32 + 1) as usize }
}

fn alter(random: &mut Stream) -> Alter {
    let keyword = one(random, &[Keyword::Flying, Keyword::Reach, Keyword::Haste]);
    let color = one(random, &[Color::White, Color::Black, Color::Red]);
    let (power, toughness) = (random.below(4) as i32, random.below(4) as i32);
    match random.below(17) {
        0 => Alter::Control(Seat(random.below(2) as u8)),
        1 => Alter::Add(Feature::Types(vec![one(
            random,
            &[CardType::Creature, CardType::Artifact, CardType::Land],
        )])),
        2 => Subtype::named(one(random, &CREATURE_TYPES))
            .map_or(Alter::Switch, |subtype| Alter::Add(Feature::Subtypes(vec![subtype]))),
        3 => Alter::Add(Feature::Super(Supertype::Legendary)),
        4 => Alter::Set(Feature::Colors(vec![color])),
        5 => Alter::Add(Feature::Colors(vec![color])),
        6 => Alter::Gain(keyword),
        7 => Alter::Lose(keyword),
        8 => Alter::LoseAbilities,
        9 => Alter::SetSize(power, toughness),
        10 => Alter::Size(power, toughness),
        11 => Alter::Switch,
        12 => Alter::Set(Feature::Types(vec![one(
            random,
            &[CardType::Creature, CardType::Artifact, CardType::Land],
        )])),
        13 => Subtype::named(one(random, &CREATURE_TYPES))
            .map_or(Alter::Switch, |subtype| Alter::Set(Feature::Subtypes(vec![subtype]))),
        14 => Subtype::named(one(random, &LAND_TYPES))
            .map_or(Alter::Switch, |land| Alter::Set(Feature::LandType(land))),
        15 => Alter::Word(Word::Color(one(random, &[Color::White, Color::Black])), Word::Color(color)),
        _ => Alter::Rule(Ruling::Forbid, Deed::Block, ()),
    }
}
