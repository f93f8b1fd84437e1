//! The definitions that one match can use, compiled.

use std::sync::{Arc, OnceLock};

use duelog_kernel::Seat;
use duelog_kernel::definition::essence;
use duelog_kernel::digest::{self, Digest, Purpose};
use duelog_kernel::info::DefinitionError;
use duelog_kernel::scope::Node;
use duelog_kernel::script::{Code, Op, Script};

use crate::cite;
use crate::language::definition::{
    Ability, Activated, Change, Cost, Deed, Definition, Destination, Effect, Group, MagicLanguage, Mana,
    Modes, Number, Permission, Ref, Static, Target, Verb, When, Written, ZoneKind,
};
use crate::language::mana::Colors;
use crate::language::parse;
use crate::state::reads::{HISTORY, ability_reads, change_reads, mentions, number_reads};
use crate::state::{AbilityPlace, AbilityRef, CardId, Cast, Characteristics, CodeRef, Object, Permit, Zone};

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
    /// What it asks about that has happened before.
    pub asked: Vec<When>,
    /// The events of which it asks which objects they were about.
    pub recalled: Vec<When>,
    /// Of who is tapped and who fights, what its text could speak of, as aspects.
    pub mentions: u32,
    /// The places of its abilities of which it matters how often they have been activated this turn.
    pub counted: Vec<AbilityPlace>,
    /// The digest that logs pin.
    pub digest: Digest,
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
}

/// A mana ability that only taps its permanent.
#[derive(Debug, Clone, PartialEq)]
pub struct ManaAbility {
    /// Which mana.
    pub mana: Mana,
    /// How much it gives.
    pub amount: Number,
}

impl Compiled {
    /// Whether it could add mana to a pool as it resolves.
    pub fn gives_mana(&self) -> bool {
        self.code.iter().flat_map(|code| &code.0).any(|op| matches!(op, Op::Do(Verb::AddMana(..))))
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
            Ability::Activated(_) | Ability::Static(_) | Ability::Replacement(_) => false,
        }
    }
}

/// The compiled definitions of one match, by [`CardId`], ascending by name.
#[derive(Debug, Clone, Default)]
pub struct CardPool {
    cards: Vec<Card>,
    /// Whether any card has triggered abilities that work outside of the battlefield.
    elsewhere: bool,
    /// Whether the layers matter outside of the battlefield at all.
    layered: bool,
    /// The kinds of zones other than the battlefield whose objects static abilities affect.
    reached: Vec<ZoneKind>,
    /// Whether any card has a triggered mana ability (605.1b).
    mana_triggers: bool,
    /// Whether any card shows the top cards of libraries (401.5).
    shows_tops: bool,
    /// Whether anything can be cast or activated during a part of a turn only (602.5d).
    timed: bool,
    /// Whether any card can be cast from a graveyard.
    casts_from_graveyards: bool,
    /// Whether any activated ability works outside of the battlefield.
    acts_elsewhere: bool,
    /// Of who is tapped and who fights, what the cards could speak of, as aspects.
    mentions: u32,
    /// What has happened that definitions ask about, each once.
    asked: Vec<When>,
    /// The events of which they ask which objects they were about, each once.
    recalled: Vec<When>,
}

impl CardPool {
    /// The pool of these cards.
    pub fn new(mut cards: Vec<Card>) -> CardPool {
        cards.sort_by(|a, b| a.definition.name.cmp(&b.definition.name));
        for (place, card) in cards.iter_mut().enumerate() {
            card.base.card = CardId(place as u16);
        }
        let abilities = || {
            cards
                .iter()
                .flat_map(|card| card.printed.iter().chain(&card.given))
                .map(|compiled| &compiled.ability)
        };
        let elsewhere = abilities().any(
            |ability| matches!(ability, Ability::Triggered(ability) if ability.zone != ZoneKind::Battlefield),
        );
        let statics = || {
            abilities().filter_map(
                |ability| if let Ability::Static(ability) = ability { Some(ability) } else { None },
            )
        };
        let mut reached: Vec<ZoneKind> = Vec::new();
        statics().for_each(|ability| reaches(&ability.affects, &mut reached));
        let works_elsewhere = statics().any(|ability| {
            !ability.is_of_spell() && ability.zones.iter().any(|zone| *zone != ZoneKind::Battlefield)
        });
        let layered =
            works_elsewhere || !reached.is_empty() || cards.iter().any(|card| card.definition.defines());
        let mana_triggers = cards
            .iter()
            .any(|card| card.printed.iter().chain(&card.given).any(Compiled::is_triggered_mana_ability));
        let timed = abilities().any(
            |ability| matches!(ability, Ability::Activated(ability) if !ability.timing.during.is_empty()),
        ) || cards
            .iter()
            .any(|card| card.definition.spell.as_ref().is_some_and(|spell| !spell.during.is_empty()));
        let shows_tops = statics().any(|ability| {
            ability
                .changes
                .iter()
                .any(|change| matches!(change, Change::Rule(_, Deed::ShowTop | Deed::SeeTop, _)))
        });
        let asked = each_once(cards.iter().flat_map(|card| &card.asked));
        let recalled = each_once(cards.iter().flat_map(|card| &card.recalled));
        let mentions = cards.iter().fold(0, |all, card| all | card.mentions);
        let acts_elsewhere = abilities().any(Ability::acts_elsewhere);
        let casts_from_graveyards = cards.iter().any(|card| card.definition.casts_from(ZoneKind::Graveyard));
        CardPool {
            cards,
            elsewhere,
            layered,
            reached,
            mana_triggers,
            shows_tops,
            timed,
            casts_from_graveyards,
            acts_elsewhere,
            mentions,
            asked,
            recalled,
        }
    }

    /// What has happened that definitions ask about.
    pub fn asked(&self) -> &[When] {
        &self.asked
    }

    /// The place of such a pattern.
    pub fn asked_at(&self, when: &When) -> Option<usize> {
        self.asked.iter().position(|asked| asked == when)
    }

    /// The events of which definitions ask which objects they were about.
    pub fn recalled(&self) -> &[When] {
        &self.recalled
    }

    /// The place of such a pattern.
    pub fn recalled_at(&self, when: &When) -> Option<usize> {
        self.recalled.iter().position(|recalled| recalled == when)
    }

    /// Whether the characteristics of anything but permanents could be other than printed, or make permanents
    /// so: by characteristic-defining abilities (604.3), by static abilities that work elsewhere (112.6),
    /// by those that affect what is elsewhere.
    pub fn layers_elsewhere(&self) -> bool {
        self.layered
    }

    /// Whether the layers matter for an object outside of the battlefield.
    pub fn is_layered(&self, object: &Object) -> bool {
        cite!("112.6a", "604.3");
        let card = self.card(object.card);
        let works = |compiled: &Compiled| matches!(&compiled.ability, Ability::Static(ability) if ability.works_in(object.zone));
        self.reached.iter().any(|kind| object.zone.is(*kind))
            || card.definition.defines()
            || (card.speaks && card.printed.iter().any(works))
    }

    /// The card of this id.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[usize::from(id.0)]
    }

    /// The id of the card of this name.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.cards
            .binary_search_by(|card| card.definition.name.as_str().cmp(name))
            .ok()
            .map(|place| CardId(place as u16))
    }

    /// The card's name.
    pub fn name(&self, id: CardId) -> &str {
        &self.card(id).definition.name
    }

    /// All cards, ascending by name.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The code of a spell or ability.
    pub fn code(&self, code: CodeRef) -> Option<&Code<MagicLanguage>> {
        let card = self.card(code.card);
        match code.ability {
            None => card.spell.as_ref(),
            Some(place) => card.compiled(place)?.code.as_ref(),
        }
    }

    /// The verb at a step of a script.
    pub fn verb(&self, code: CodeRef, at: u16) -> Option<&Verb> {
        match self.code(code)?.0.get(usize::from(at))? {
            Op::Do(verb) => Some(verb),
            _ => None,
        }
    }

    /// An ability.
    pub fn ability(&self, ability: AbilityRef) -> Option<&Ability> {
        self.card(ability.card).compiled(ability.place).map(|compiled| &compiled.ability)
    }

    /// What is divided among the targets of a triggered ability (603.3d).
    pub fn divided(&self, code: CodeRef) -> Option<&Number> {
        match self.ability(AbilityRef { card: code.card, place: code.ability? }) {
            Some(Ability::Triggered(ability)) => ability.divide.as_ref(),
            _ => None,
        }
    }

    /// Whether any card has a triggered ability that works outside of the battlefield.
    pub fn triggers_elsewhere(&self) -> bool {
        self.elsewhere
    }

    /// Whether any card has a triggered mana ability (605.1b).
    pub fn triggers_for_mana(&self) -> bool {
        self.mana_triggers
    }

    /// Whether any card shows the top cards of libraries (401.5).
    pub fn shows_tops(&self) -> bool {
        self.shows_tops
    }

    /// Whether anything can be cast or activated during a part of a turn only (602.5d).
    pub fn timed(&self) -> bool {
        self.timed
    }

    /// Whether any card can be cast from a graveyard.
    pub fn casts_from_graveyards(&self) -> bool {
        self.casts_from_graveyards
    }

    /// Whether any activated ability works outside of the battlefield.
    pub fn acts_elsewhere(&self) -> bool {
        self.acts_elsewhere
    }

    /// Of who is tapped and who fights, what the cards could speak of, as aspects.
    pub fn mentions(&self) -> u32 {
        self.mentions
    }

    /// The target groups of a spell or ability; an Aura spell has one for what it will enchant (303.4a).
    pub fn targets(&self, code: CodeRef) -> &[Target] {
        let definition = &self.card(code.card).definition;
        match code.ability {
            None => match (&definition.spell, &definition.enchant) {
                (Some(spell), _) => &spell.targets,
                (None, Some(enchant)) => std::slice::from_ref(enchant),
                (None, None) => &[],
            },
            Some(place) => match self.ability(AbilityRef { card: code.card, place }) {
                Some(Ability::Activated(ability)) => &ability.targets,
                Some(Ability::Triggered(ability)) => &ability.targets,
                Some(Ability::Static(_) | Ability::Replacement(_)) | None => &[],
            },
        }
    }

    /// What a spell or ability does, as written.
    pub fn effect(&self, code: CodeRef) -> Option<&Effect> {
        let definition = &self.card(code.card).definition;
        match code.ability {
            None => definition.spell.as_ref().map(|spell| &spell.effect),
            Some(place) => match self.ability(AbilityRef { card: code.card, place })? {
                Ability::Activated(ability) => Some(&ability.effect),
                Ability::Triggered(ability) => Some(&ability.effect),
                Ability::Static(_) | Ability::Replacement(_) => None,
            },
        }
    }

    /// The modes of a spell or ability (700.2).
    pub fn modes(&self, code: CodeRef) -> Option<Modes> {
        let definition = &self.card(code.card).definition;
        match code.ability {
            None => definition.spell.as_ref()?.modes,
            Some(place) => match self.ability(AbilityRef { card: code.card, place }) {
                Some(Ability::Activated(ability)) => ability.modes,
                Some(Ability::Triggered(ability)) => ability.modes,
                Some(Ability::Static(_) | Ability::Replacement(_)) | None => None,
            },
        }
    }

    /// Where a spell goes as it resolves, because of a cost that was paid besides.
    pub fn kept(&self, spell: &Object) -> Option<Destination> {
        let paid = &spell.stack.as_ref()?.cast.paid;
        let besides = self.card(spell.card).definition.besides.iter().zip(paid);
        besides.filter(|(_, times)| **times > 0).find_map(|(besides, _)| besides.then)
    }

    /// Where a spell goes whenever it would leave the stack, because of the cost that was paid for it.
    pub fn kept_anyway(&self, spell: &Object) -> Option<Destination> {
        let instead = spell.stack.as_ref()?.cast.instead?;
        self.card(spell.card).definition.alternatives.get(usize::from(instead))?.then
    }

    /// A static ability.
    pub fn static_ability(&self, ability: AbilityRef) -> Option<&Static> {
        match self.ability(ability) {
            Some(Ability::Static(ability)) => Some(ability),
            _ => None,
        }
    }

    /// What an effect says of how a card can be played.
    pub fn allowed(&self, permit: &Permit) -> Option<&Change<Written>> {
        let changes = match permit.effect {
            None => &self.static_ability(permit.code.as_ability())?.changes,
            Some(_) => match self.verb(permit.code, permit.at)? {
                Verb::Modify(_, changes, _) => changes,
                _ => return None,
            },
        };
        changes.get(usize::from(permit.change))
    }

    /// That a card may be played where it is, if that is what an effect says.
    pub fn permission(&self, permit: &Permit) -> Option<&Permission> {
        match self.allowed(permit)? {
            Change::MayPlay(permission) => Some(permission),
            _ => None,
        }
    }

    /// By whose leave a spell is cast that could not be cast otherwise.
    pub fn permitted(&self, cast: &Cast) -> Option<&Permission> {
        self.permission(cast.permits.get(usize::from(cast.permit?))?)
    }

    /// An activated ability.
    pub fn activated(&self, ability: AbilityRef) -> Option<&Activated> {
        match self.ability(ability) {
            Some(Ability::Activated(ability)) => Some(ability),
            _ => None,
        }
    }
}

impl Static {
    /// Whether it says nothing but what cannot be done with the spell that it stands on: it changes no
    /// characteristics.
    fn is_of_spell(&self) -> bool {
        self.zones == [ZoneKind::Stack]
            && self
                .changes
                .iter()
                .all(|change| matches!(change, Change::Rule(_, deed, _) if deed.is_of_players()))
    }

    /// Whether it works in a zone (112.6).
    pub fn works_in(&self, zone: Zone) -> bool {
        cite!("112.6", "112.6b", "604.2");
        self.zones.iter().any(|kind| zone.is(*kind))
    }
}

/// Adds the kinds of zones other than the battlefield in which a group looks for objects.
fn reaches(group: &Group, zones: &mut Vec<ZoneKind>) {
    match group {
        Group::Hand(..) => zones.push(ZoneKind::Hand),
        Group::Graveyard(..) | Group::Graveyards(_) => zones.push(ZoneKind::Graveyard),
        Group::LibraryTop(..) | Group::Top(..) => zones.push(ZoneKind::Library),
        Group::Spells(_) => zones.push(ZoneKind::Stack),
        Group::In(kinds, _) => zones.extend(kinds.iter().filter(|kind| **kind != ZoneKind::Battlefield)),
        Group::Among(group, _) => reaches(group, zones),
        Group::Together(groups) => groups.iter().for_each(|group| reaches(group, zones)),
        // 607.2a: what is linked is in exile.
        Group::Linked => zones.push(ZoneKind::Exile),
        Group::Of(_)
        | Group::All(_)
        | Group::Targets(_)
        | Group::Players
        | Group::PlayersExcept(_)
        | Group::Last
        | Group::Noted(_) => {}
    }
}

impl Definition {
    /// Whether it has characteristic-defining abilities (604.3).
    pub fn defines(&self) -> bool {
        self.star.is_some() || !self.defining.is_empty()
    }

    /// Whether the card can be cast from such a zone for one of its own costs (117.9).
    pub fn casts_from(&self, zone: ZoneKind) -> bool {
        self.alternatives.iter().any(|alternative| alternative.zone == zone)
    }
}

impl Ability {
    /// Whether it is an activated ability that works outside of the battlefield.
    pub fn acts_elsewhere(&self) -> bool {
        matches!(self, Ability::Activated(ability) if ability.zone != ZoneKind::Battlefield)
    }
}

impl Card {
    /// Reads, checks and compiles one definition.
    ///
    /// # Errors
    /// The first fault with its place; faults of meaning stand at the definition's beginning.
    pub fn compile(text: &str) -> Result<Card, DefinitionError> {
        let definition = parse::parse(text)?;
        let fault = |message: String| DefinitionError { line: 1, column: 1, message };
        let compile = |effect: &Effect| Code::compile(effect).map_err(fault);
        let spell = definition.spell.as_ref().map(|spell| compile(&spell.effect)).transpose()?;
        let ready = |ability: &Ability| {
            let code = match ability {
                Ability::Activated(ability) => Some(compile(&ability.effect)?),
                Ability::Triggered(ability) => Some(compile(&ability.effect)?),
                Ability::Replacement(replacement) => replacement.effect().map(compile).transpose()?,
                Ability::Static(_) => None,
            };
            Ok(Compiled {
                ability: ability.clone(),
                code,
                mana: simple_mana(ability),
                reads: ability_reads(ability),
            })
        };
        let printed = definition.abilities.iter().map(ready).collect::<Result<Vec<_>, _>>()?;
        let given = given(&definition).into_iter().map(ready).collect::<Result<Vec<_>, _>>()?;
        let base = base(&definition);
        let digest = digest::hash(Purpose::Definition, essence(text).as_bytes());
        let changes = definition.defining.iter().fold(0, |reads, change| reads | change_reads(change));
        let defining_reads = definition.star.as_ref().map_or(0, number_reads) | changes;
        let (asked, recalled) = asked(&definition, text);
        let mentions = mentions(text);
        let counted = counted(&definition, text, [&printed, &given]);
        let is_static = |ability: &Ability| matches!(ability, Ability::Static(_));
        let speaks = definition.defines() || definition.abilities.iter().any(is_static);
        let held = Default::default();
        Ok(Card {
            definition,
            base,
            held,
            speaks,
            spell,
            printed,
            given,
            defining_reads,
            asked,
            recalled,
            mentions,
            counted,
            digest,
        })
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
            | AbilityPlace::Defining => None,
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
                ability.targets.is_empty() && !loyalty && compiled.gives_mana()
            }
            Ability::Triggered(_) | Ability::Static(_) | Ability::Replacement(_) => false,
        })
    }

    /// The names of the tokens that it can make.
    pub fn makes(&self) -> Vec<&str> {
        let codes = self
            .spell
            .iter()
            .chain(self.printed.iter().chain(&self.given).filter_map(|compiled| compiled.code.as_ref()));
        codes
            .flat_map(|code| &code.0)
            .filter_map(
                |op| if let Op::Do(Verb::Create(_, _, name)) = op { Some(name.as_str()) } else { None },
            )
            .collect()
    }
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
    if text.contains("Activations") {
        activations(&Node::read(definition, text), &mut counted);
    }
    counted
}

fn activations(node: &Node, counted: &mut Vec<AbilityPlace>) {
    if node.is("Number", "Activations") {
        counted.extend(node.number_at(0).map(AbilityPlace::Printed));
    }
    node.parts.iter().for_each(|part| activations(part, counted));
}

/// What a definition asks about that has happened before, and the events of which it asks which objects they
/// were about.
fn asked(definition: &Definition, text: &str) -> (Vec<When>, Vec<When>) {
    let (mut asked, mut recalled) = (Vec::new(), Vec::new());
    if HISTORY.iter().any(|word| text.contains(word)) {
        patterns(&Node::read(definition, text), &mut asked, &mut recalled);
    }
    (asked, recalled)
}

fn patterns(node: &Node, asked: &mut Vec<When>, recalled: &mut Vec<When>) {
    let read = |pattern: Option<&Node>| pattern.and_then(|pattern| parse::pattern(&spelled(pattern)).ok());
    match (node.kind, node.word) {
        ("Condition", "Happened") | ("Number", "HowOften") => asked.extend(read(node.parts.first())),
        ("When", "Nth") => asked.extend(read(node.parts.get(1))),
        ("Filter", "Did" | "Suffered") => recalled.extend(read(node.field("event"))),
        _ => {}
    }
    node.parts.iter().for_each(|part| patterns(part, asked, recalled));
}

fn each_once<'a>(patterns: impl Iterator<Item = &'a When>) -> Vec<When> {
    let mut all: Vec<When> = Vec::new();
    for when in patterns {
        if !all.contains(when) {
            all.push(when.clone());
        }
    }
    all
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
                Ability::Replacement(replacement) => {
                    replacement.effect().into_iter().for_each(|effect| modified(effect, &mut changes))
                }
            }
        }
        for change in changes.drain(..) {
            if let Change::GainAbility(ability) = change
                && !found.contains(&&**ability)
            {
                found.push(ability);
                abilities.push(ability);
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
            | Verb::EnterCopy(_, made)
            | Verb::Put { changes: made, .. }
            | Verb::BecomeCopy { except: made, .. }
            | Verb::CreateCopy { except: made, .. },
        ) => changes.extend(made),
        Script::Seq(parts) | Script::Choose(_, parts) => {
            parts.iter().for_each(|part| modified(part, changes))
        }
        Script::If(_, then)
        | Script::Each(_, then)
        | Script::May(_, then)
        | Script::Repeat(_, then)
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
        Some(colors) => Colors::of(colors),
        None => definition.cost.colors(),
    };
    let mut keywords = crate::language::keyword::Keywords::default();
    definition.keywords.iter().for_each(|keyword| keywords.add(*keyword));
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
    };
    base.gain_intrinsic();
    base
}

fn simple_mana(ability: &Ability) -> Option<ManaAbility> {
    let Ability::Activated(Activated {
        cost,
        targets,
        effect: Script::Do(Verb::AddMana(Ref::You, mana, amount)),
        ..
    }) = ability
    else {
        return None;
    };
    (cost.as_slice() == [Cost::Tap] && targets.is_empty())
        .then(|| ManaAbility { mana: *mana, amount: amount.clone() })
}
