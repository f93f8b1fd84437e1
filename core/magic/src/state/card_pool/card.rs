//! One definition, compiled.

use std::sync::{Arc, OnceLock};

use duelog_kernel::Seat;
use duelog_kernel::definition::essence;
use duelog_kernel::digest::{self, Digest, Purpose};
use duelog_kernel::info::DefinitionError;
use duelog_kernel::migration::today;
use duelog_kernel::scope::Node;
use duelog_kernel::script::{Code, Op, Script};

use super::{identity, symbols};
use crate::cite;
use crate::language::definition::{
    Ability, Action, Activated, Change, Cost, Deed, Definition, Designation, Effect, Faces, Group,
    MagicLanguage, Mana, Number, Ref, Replacement, Rider, Verb, When, Written, ZoneKind,
};
use crate::language::keyword::{Keyword, Keywords, Quality};
use crate::language::mana::{Color, Colors};
use crate::language::meaning::{Meaning, meanings, texts};
use crate::language::parse;
use crate::language::types::CardType;
use crate::state::reads::{HISTORY, MARKS, ability_reads, change_reads, mentions, number_reads};
use crate::state::{AbilityPlace, CardId, Characteristics};

/// A definition ready to be played.
#[derive(Debug, Clone)]
pub struct Card {
    /// What was defined.
    pub definition: Definition,
    /// Its printed characteristics; the controller is filled in by the board.
    pub base: Characteristics,
    /// The same under the control of each player, by seat, once it has been asked for.
    held: [OnceLock<Arc<Characteristics>>; 2],
    /// Whether it says anything of its own characteristics or those of others.
    pub speaks: bool,
    /// The spell ability's code.
    pub spell: Option<Code<MagicLanguage>>,
    /// Its abilities in the order of the text.
    pub printed: Vec<Compiled>,
    /// The abilities that it gives to other objects, each once.
    pub given: Vec<Compiled>,
    /// What its characteristic-defining abilities read, as aspects.
    pub defining_reads: u32,
    /// Whether it asks since when permanents are under control.
    pub asks_since: bool,
    /// What it asks about that has happened before.
    pub asked: Vec<When>,
    /// The events of which it asks which objects they were about.
    pub recalled: Vec<When>,
    /// Of who is tapped and who fights, what its text could speak of, as aspects.
    pub mentions: u32,
    /// The places of its abilities of which it matters how often they have been activated this turn.
    pub counted: Vec<AbilityPlace>,
    /// Whether it asks what part of the turn is over.
    pub marks_time: bool,
    /// The digest that logs pin.
    pub digest: Digest,
    /// Its other faces, in the order in which it names them.
    pub faces: Vec<CardId>,
    /// The card of which it is a face.
    pub whole: Option<CardId>,
    /// Whether it asks how many spells were cast in the turn before.
    pub counts_spells: bool,
    /// True if it could compare things with X.
    pub compares: bool,
    /// True if it asks how many turns a player has begun.
    pub counts_turns: bool,
    /// Whether it asks what dealt damage was then.
    pub asks_kin: bool,
    /// True if it asks how often an object has done something in a turn.
    pub counts_facts: bool,
    /// Whether it asks whom creatures attacked in a combat.
    pub asks_attacked: bool,
    /// Whether it asks for which types of mana permanents are tapped.
    pub asks_types: bool,
    /// True if it asks who has become a target.
    pub asks_targeted: bool,
    /// Whether it asks whether abilities are activated.
    pub asks_activations: bool,
    /// The places of its abilities of which it asks how often they resolve.
    pub resolutions: Vec<AbilityPlace>,
    /// Whether a cost of it asks for mana that snow permanents have produced.
    pub asks_snow: bool,
    /// Whether it asks whether a spell was cast while no sorcery could have been cast.
    pub asks_time: bool,
    /// True if it says something of an opponent.
    pub speaks_of_opponent: bool,
    /// Whether it looks at the order of a graveyard.
    pub orders_graveyards: bool,
    /// The colours of the mana symbols in its text.
    pub symbols: Colors,
    /// True if it is printed with an activated ability.
    pub acts: bool,
    /// True if by itself it can be cast only when a sorcery can be: most cards can.
    pub slow: bool,
}

/// An ability ready to be played.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// What was defined.
    pub ability: Ability,
    /// Its code; none where it has no script.
    pub code: Option<Code<MagicLanguage>>,
    /// What it is, where it is a mana ability without a choice of cost.
    pub mana: Option<ManaAbility>,
    /// What the filters and numbers of a static ability read, as aspects.
    pub reads: u32,
    /// The keyword that stands for it.
    pub keyword: Option<String>,
}

/// A mana ability that only taps its permanent.
#[derive(Debug, Clone, PartialEq)]
pub struct ManaAbility {
    /// Which mana.
    pub mana: Mana,
    /// How much it gives.
    pub amount: Number,
    /// Whether something is said of the mana.
    pub marked: bool,
}

impl Compiled {
    /// Whether it could add mana to a pool as it resolves.
    pub fn gives_mana(&self) -> bool {
        self.code.iter().flat_map(|code| &code.0).any(|op| matches!(op, Op::Do(verb) if verb.adds_mana()))
    }

    /// Whether it is a triggered mana ability (605.1b): without a target, on a mana ability, for mana.
    pub fn is_triggered_mana_ability(&self) -> bool {
        cite!("605.1b");
        match &self.ability {
            Ability::Triggered(ability) => {
                ability.targets.is_empty()
                    && matches!(ability.when, When::Does { deed: Deed::TapForMana, .. })
                    && self.gives_mana()
            }
            Ability::Activated(_)
            | Ability::Static(_)
            | Ability::Replacement(_)
            | Ability::Alternative(_) => false,
        }
    }
}

/// The definition that has the abilities of being the monarch (717.2).
pub const MONARCH: &str = "The Monarch";
/// The definition of the planar die, with the planeswalking ability (901.8, 901.9).
pub const PLANAR_DIE: &str = "Planar Die";
/// The definition that has what is true of a face-down spell or permanent (707.2a).
pub const FACE_DOWN: &str = "Face-Down Creature";
/// The definition with the ability that every creature has where creatures can be deployed (804.2).
pub const DEPLOY: &str = "Deploy Creatures";
/// The definition of a card that is exiled face down: it has no characteristics (406.3).
pub const UNSEEN: &str = "Face-Down Card";

fn code(effect: &Effect) -> Result<Code<MagicLanguage>, DefinitionError> {
    Code::compile(effect).map_err(|message| DefinitionError { line: 1, column: 1, message })
}

fn ready(ability: &Ability) -> Result<Compiled, DefinitionError> {
    let code = match ability {
        Ability::Activated(ability) => Some(code(&ability.effect)?),
        Ability::Triggered(ability) => Some(code(&ability.effect)?),
        Ability::Replacement(replacement) => replacement.effect().map(code).transpose()?,
        Ability::Alternative(way) => way.text.as_ref().map(|text| code(&text.effect)).transpose()?,
        Ability::Static(_) => None,
    };
    let (mana, reads) = (simple_mana(ability), ability_reads(ability));
    Ok(Compiled { ability: ability.clone(), code, mana, reads, keyword: None })
}

impl Card {
    /// Reads, checks and compiles one definition.
    ///
    /// # Errors
    /// The first fault with its place; faults of meaning stand at the definition's beginning.
    pub fn compile(text: &str) -> Result<Card, DefinitionError> {
        let mut definition = parse::parse(text)?;
        let counts_facts = text.contains("times") && Node::of(&definition).any(&is_counted);
        symbols::spell_out(&mut definition);
        let spell = definition.spell.as_ref().map(|spell| code(&spell.effect)).transpose()?;
        let mut printed = definition.abilities.iter().map(ready).collect::<Result<Vec<_>, _>>()?;
        let own = printed.len().saturating_sub(definition.spelled.len());
        for (compiled, keyword) in printed[own..].iter_mut().zip(&definition.spelled) {
            compiled.keyword = Some(keyword.clone());
        }
        let mut given = given(&definition).into_iter().map(ready).collect::<Result<Vec<_>, _>>()?;
        given.iter_mut().for_each(|compiled| compiled.keyword = keyword_like(&compiled.ability));
        let base = base(&definition);
        let digest = digest::hash(Purpose::Definition, essence(text).as_bytes());
        let text = &*today::<Definition>(text);
        let changes = definition.defining.iter().fold(0, |reads, change| reads | change_reads(change));
        let defining_reads = definition
            .own_size()
            .map_or(0, |(power, toughness)| number_reads(power) | number_reads(toughness))
            | changes;
        let whole = format!("{text}{}", texts(definition.lines.iter().map(|line| line.keyword.as_str())));
        let (asked, recalled) = asked(&definition, &whole);
        let mentions = mentions(&whole);
        let marks_time = MARKS.iter().any(|word| whole.contains(word));
        let asks_since = whole.contains("SinceLastUpkeep");
        let counted = counted(&definition, text, [&printed, &given]);
        let resolutions = numbered(&definition, text, "Resolutions");
        let is_static = |ability: &Ability| matches!(ability, Ability::Static(_));
        let speaks = definition.defines() || definition.abilities.iter().any(is_static);
        let held = Default::default();
        Ok(Card {
            symbols: identity::symbols(text),
            definition,
            base,
            held,
            speaks,
            spell,
            printed,
            given,
            defining_reads,
            asks_since,
            asked,
            recalled,
            mentions,
            counted,
            marks_time,
            digest,
            faces: Vec::new(),
            whole: None,
            counts_spells: text.contains("SpellsLastTurn"),
            compares: text.contains("Compare(") && text.contains('X'),
            counts_turns: text.contains("TurnsBegun"),
            asks_kin: whole.contains("SharesTypeWithEvent"),
            counts_facts,
            asks_attacked: whole.contains("Attacked"),
            asks_types: text.contains("Produced"),
            asks_targeted: text.contains("Targeted"),
            asks_activations: whole.contains("deed: Activate"),
            resolutions,
            asks_snow: text.contains("{S}"),
            asks_time: text.contains("Untimely") || text.contains("OwnMain"),
            speaks_of_opponent: text.contains("Opponent"),
            orders_graveyards: whole.contains("GraveyardTop"),
            acts: false,
            slow: false,
        })
    }

    /// Notes what is asked of it again and again, once it knows its faces.
    pub(super) fn note(&mut self) {
        let activated = |compiled: &Compiled| {
            if let Ability::Activated(ability) = &compiled.ability {
                Some(ability.timing.face_down)
            } else {
                None
            }
        };
        self.acts = self.printed.iter().any(|compiled| activated(compiled).is_some());
        self.slow = !self.base.types.is(CardType::Instant)
            && !self.base.keywords.has(Keyword::Flash)
            && self.definition.alternatives.is_empty()
            && !matches!(self.definition.faces, Faces::Halves(..))
            && !self.printed.iter().any(|compiled| activated(compiled) == Some(true));
    }

    /// What it is printed with, under a player's control.
    pub fn held_by(&self, seat: Seat) -> Arc<Characteristics> {
        let make = || Arc::new(Characteristics { controller: Some(seat), ..self.base.clone() });
        match self.held.get(usize::from(seat.0)) {
            Some(kept) => kept.get_or_init(make).clone(),
            None => make(),
        }
    }

    /// The ability at a place: its own, and those that it gives to others.
    pub fn compiled(&self, place: AbilityPlace) -> Option<&Compiled> {
        match place {
            AbilityPlace::Printed(place) => self.printed.get(place as usize),
            AbilityPlace::Granted(place) => self.given.get(place as usize),
            AbilityPlace::Intrinsic(_)
            | AbilityPlace::Loyalty
            | AbilityPlace::Spell
            | AbilityPlace::Defining
            | AbilityPlace::Help(_)
            | AbilityPlace::Unmanifest
            | AbilityPlace::Mana(_) => None,
        }
    }

    /// The place of an ability that it gives to others.
    pub fn place_given(&self, ability: &Ability) -> Option<AbilityPlace> {
        self.given
            .iter()
            .position(|given| given.ability == *ability)
            .map(|place| AbilityPlace::Granted(place as u32))
    }

    /// Whether the ability at a place is an activated mana ability (605.1a).
    pub fn is_mana_ability(&self, place: AbilityPlace) -> bool {
        cite!("605.1a", "605.5a");
        self.compiled(place).is_some_and(|compiled| match &compiled.ability {
            Ability::Activated(ability) => {
                let loyalty = ability.cost.iter().any(|cost| matches!(cost, Cost::Loyalty(_)));
                cite!("605.2");
                ability.targets.is_empty() && !loyalty && compiled.gives_mana()
            }
            Ability::Triggered(_)
            | Ability::Static(_)
            | Ability::Replacement(_)
            | Ability::Alternative(_) => false,
        })
    }

    /// Its verbs, in the spell and in all abilities.
    fn verbs(&self) -> impl Iterator<Item = &Verb> {
        let codes = self.abilities().filter_map(|compiled| compiled.code.as_ref());
        let ops = self.spell.iter().chain(codes).flat_map(|code| &code.0);
        ops.filter_map(|op| if let Op::Do(verb) = op { Some(verb) } else { None })
    }

    /// Its own abilities, and those that it gives to others.
    pub fn abilities(&self) -> impl Iterator<Item = &Compiled> {
        self.printed.iter().chain(&self.given)
    }

    /// Whether it makes emblems.
    pub fn emblems(&self) -> bool {
        self.verbs().any(|verb| matches!(verb, Verb::Emblem(..)))
    }

    /// Whether effects of it that last are about cards in libraries.
    pub fn changes_libraries(&self) -> bool {
        let reaches = |group: &Group| {
            let mut zones = Vec::new();
            super::zones::reaches(group, &mut zones);
            zones.contains(&ZoneKind::Library)
        };
        self.verbs().any(|verb| matches!(verb, Verb::Modify(what, ..) if reaches(what)))
    }

    /// Whether an effect of it that lasts makes such a change.
    pub fn changes_for_a_while(&self, such: fn(&Change<Written>) -> bool) -> bool {
        self.verbs().any(|verb| matches!(verb, Verb::Modify(_, changes, _) if changes.iter().any(such)))
    }

    /// Whether it pairs creatures.
    pub fn pairs(&self) -> bool {
        self.verbs().any(|verb| matches!(verb, Verb::Pair(..)))
    }

    /// Whether it is encoded on creatures.
    pub fn encodes(&self) -> bool {
        self.verbs().any(|verb| matches!(verb, Verb::Encode(..)))
    }

    /// The names of the tokens that it can make.
    pub fn makes(&self) -> Vec<&str> {
        let made = self.verbs().filter_map(|verb| match verb {
            Verb::Create(_, _, name)
            | Verb::CreateAttached(_, name, _)
            | Verb::Emblem(_, name)
            | Verb::CreateFighting { token: name, .. }
            | Verb::CreateWith { token: name, .. } => Some(name.as_str()),
            Verb::Designate(_, Designation::Monarch) => Some(MONARCH),
            Verb::TurnUp(_)
            | Verb::TurnDown(_)
            | Verb::Action(Action::Manifest(..))
            | Verb::Put { face_down: true, .. } => Some(FACE_DOWN),
            Verb::Hide(..) => Some(UNSEEN),
            _ => None,
        });
        let instead = self.abilities().filter_map(|compiled| match &compiled.ability {
            Ability::Replacement(own) => match own.whenever() {
                Replacement::TokensInstead(_, _, name) => Some(name.as_str()),
                _ => None,
            },
            _ => None,
        });
        // What is drawn while something is being cast lies face down.
        let draws = |compiled: &&Compiled| {
            let ops = compiled.code.iter().flat_map(|code| &code.0);
            compiled.gives_mana() && ops.into_iter().any(|op| matches!(op, Op::Do(Verb::Draw(..))))
        };
        let planar = self.definition.types.is_planar().then_some(PLANAR_DIE);
        made.chain(instead).chain(self.abilities().find(draws).map(|_| UNSEEN)).chain(planar).collect()
    }
}

/// The keyword that stands for such an ability that is given away, written out.
fn keyword_like(ability: &Ability) -> Option<String> {
    let all = meanings().as_ref().ok()?;
    let means = |meaning: &&Meaning| !meaning.costs && meaning.abilities.contains(ability);
    all.iter().find(means).map(|meaning| meaning.keyword.clone())
}

/// The places of abilities of which it matters how often they have been activated this turn: they can be
/// activated only so often, or something on the card asks for it.
fn counted(definition: &Definition, text: &str, abilities: [&[Compiled]; 2]) -> Vec<AbilityPlace> {
    let limited = |compiled: &Compiled| matches!(&compiled.ability, Ability::Activated(ability) if ability.timing.limit.is_some());
    let places = [AbilityPlace::Printed as fn(u32) -> AbilityPlace, AbilityPlace::Granted];
    let mut counted = Vec::new();
    for (list, place) in abilities.into_iter().zip(places) {
        counted
            .extend(list.iter().zip(0..).filter(|(compiled, _)| limited(compiled)).map(|(_, at)| place(at)));
    }
    counted.extend(numbered(definition, text, "Activations"));
    counted
}

/// The places of the abilities of which a definition asks this number.
fn numbered(definition: &Definition, text: &str, number: &'static str) -> Vec<AbilityPlace> {
    let mut places = Vec::new();
    if text.contains(number) {
        numbers(&Node::of(definition), number, &mut places);
    }
    places
}

fn numbers(node: &Node, number: &'static str, places: &mut Vec<AbilityPlace>) {
    if node.is("Number", number) {
        places.extend(node.number_at(0).map(AbilityPlace::Printed));
    }
    node.parts.iter().for_each(|part| numbers(part, number, places));
}

/// What a definition asks about that has happened before, and the events of which it asks which objects they
/// were about.
fn asked(definition: &Definition, text: &str) -> (Vec<When>, Vec<When>) {
    let (mut asked, mut recalled) = (Vec::new(), Vec::new());
    if HISTORY.iter().any(|word| text.contains(word)) {
        patterns(&Node::of(definition), &mut asked, &mut recalled);
    }
    (asked, recalled)
}

fn patterns(node: &Node, asked: &mut Vec<When>, recalled: &mut Vec<When>) {
    let read = |pattern: Option<&Node>| pattern.and_then(|pattern| parse::pattern(&spelled(pattern)).ok());
    match (node.kind, node.word) {
        ("Condition", "Happened") | ("Number", "HowOften") => asked.extend(read(node.parts.first())),
        ("Condition", "Before" | "After") => {
            let condition = parse::condition(&spelled(node)).ok();
            asked.extend(condition.and_then(|condition| condition.marks()));
        }
        ("When", "Nth") => asked.extend(read(node.parts.get(1))),
        ("Filter", "Did" | "Suffered" | "SharesTypeWithEvent") => recalled.extend(read(node.field("event"))),
        _ => {}
    }
    node.parts.iter().for_each(|part| patterns(part, asked, recalled));
}

/// Returns true if a word asks how often an object has done something.
fn is_counted(node: &Node) -> bool {
    node.is("Filter", "Did") && node.field("times").is_some_and(|times| times.number().is_some())
}

/// A word as a definition writes it; nothing for what is left out.
fn spelled(node: &Node) -> String {
    if !node.text.is_empty() {
        let plain = node.text.parse::<i64>().is_ok() || matches!(node.text.as_str(), "true" | "false");
        return if plain { node.text.clone() } else { format!("{:?}", node.text) };
    }
    let part = |part: &Node| match (part.role, spelled(part)) {
        (_, text) if text.is_empty() => None,
        ("", text) => Some(text),
        (role, text) => Some(format!("{role}: {text}")),
    };
    let parts: Vec<String> = node.parts.iter().filter_map(part).collect();
    match (node.word, parts.join(", ")) {
        ("", parts) if parts.is_empty() => String::new(),
        ("", parts) => format!("[{parts}]"),
        (word, _) if node.parts.is_empty() => word.to_string(),
        (word, parts) => format!("{word}({parts})"),
    }
}

/// The abilities that a definition gives to other objects, each once.
fn given(definition: &Definition) -> Vec<&Ability> {
    let mut changes: Vec<&Change<Written>> = Vec::new();
    let mut abilities: Vec<&Ability> = definition.abilities.iter().collect();
    let mut found: Vec<&Ability> = Vec::new();
    if let Some(spell) = &definition.spell {
        modified(&spell.effect, &mut changes);
    }
    loop {
        for ability in abilities.drain(..) {
            match ability {
                Ability::Activated(ability) => modified(&ability.effect, &mut changes),
                Ability::Triggered(ability) => modified(&ability.effect, &mut changes),
                Ability::Static(ability) => changes.extend(&ability.changes),
                Ability::Alternative(way) => {
                    way.text.iter().for_each(|text| modified(&text.effect, &mut changes))
                }
                Ability::Replacement(replacement) => {
                    replacement.effect().into_iter().for_each(|effect| modified(effect, &mut changes))
                }
            }
        }
        for change in changes.drain(..) {
            let gives = match change {
                Change::GainAbility(ability) => std::slice::from_ref(ability),
                Change::FullText(_, abilities) => abilities,
                _ => &[],
            };
            for ability in gives {
                if !found.contains(&&**ability) {
                    found.push(ability);
                    abilities.push(ability);
                }
            }
        }
        if abilities.is_empty() {
            return found;
        }
    }
}

/// The changes that a script makes.
fn modified<'a>(effect: &'a Effect, changes: &mut Vec<&'a Change<Written>>) {
    match effect {
        Script::Do(
            Verb::Modify(_, made, _)
            | Verb::EnterAs(made)
            | Verb::EnterCopy(_, made)
            | Verb::Put { changes: made, .. }
            | Verb::BecomeCopy { except: made, .. }
            | Verb::CreateCopy { except: made, .. }
            | Verb::AddManaFor { rider: Some(Rider { changes: made, .. }), .. },
        ) => changes.extend(made),
        Script::Seq(parts) | Script::Choose(_, parts) => {
            parts.iter().for_each(|part| modified(part, changes))
        }
        Script::If(_, then)
        | Script::Each(_, then)
        | Script::May(_, then)
        | Script::Repeat(_, then)
        | Script::Again(_, then)
        | Script::Delayed(_, then) => {
            modified(then, changes);
        }
        Script::IfElse(_, then, otherwise)
        | Script::MayElse(_, then, otherwise)
        | Script::Pay(_, _, then, otherwise) => {
            modified(then, changes);
            modified(otherwise, changes);
        }
        Script::Do(_) | Script::Let(_) => {}
    }
}

fn base(definition: &Definition) -> Characteristics {
    let colors = match &definition.colors {
        // A colour indicator.
        Some(colors) => {
            cite!("107.13", "202.2e", "204.2");
            Colors::of(colors)
        }
        None => {
            cite!("105.2", "202.2", "202.2b", "202.2c", "202.2d");
            definition.cost.colors()
        }
    };
    let mut keywords = Keywords::default();
    cite!("208.5");
    for keyword in &definition.keywords {
        match keyword {
            // One for each colour (702.16h).
            Keyword::Protection(Quality::AllColors) => Color::ALL
                .into_iter()
                .for_each(|color| keywords.add(Keyword::Protection(Quality::Color(color)))),
            single => keywords.add(*single),
        }
    }
    let (power, toughness) = definition.size.unwrap_or_default();
    let mut base = Characteristics {
        card: CardId::default(),
        cost: definition.cost.clone(),
        colors,
        types: definition.types.clone(),
        keywords,
        granted: Vec::new(),
        words: Vec::new(),
        abilities: definition.abilities.len() as u32,
        power,
        toughness,
        loyalty: definition.loyalty.unwrap_or_default(),
        controller: None,
        limits: Vec::new(),
        intrinsic: 0,
        bare: false,
    };
    base.gain_intrinsic();
    base
}

fn simple_mana(ability: &Ability) -> Option<ManaAbility> {
    let Ability::Activated(Activated { cost, targets, effect: Script::Do(verb), .. }) = ability else {
        return None;
    };
    let (mana, amount, marked) = match verb {
        Verb::AddMana(Ref::You, mana, amount) => (mana, amount, false),
        Verb::AddManaFor { who: Ref::You, mana, number, .. } => (mana, number, true),
        _ => return None,
    };
    (cost.as_slice() == [Cost::Tap] && targets.is_empty()).then(|| ManaAbility {
        mana: *mana,
        amount: amount.clone(),
        marked,
    })
}
