//! Arbitrary positions: from the words of a scenario to a state.
//!
//! Zones are listed from the top for a library and in order of arrival everywhere else. A position begins in
//! the middle of its step, where players get priority; steps that begin with an action of a player begin
//! there.

use std::collections::BTreeMap;

use duelog_kernel::position::{counters, number, seat, unknown, yes};
use duelog_kernel::setup::{CHOOSER, Placed, Position, PositionPlayer};
use duelog_kernel::{ObjectId, Seat, Seed};

use crate::language::definition::Counter;
use crate::language::mana::ManaCost;
use crate::language::types::CardType;
use crate::rules::continuous::Layers;
use crate::setup;
use crate::state::card_pool::CardPool;
use crate::state::{
    Board, CardId, Chosen, Commander, Down, FaceUp, Frame, Pile, Stage, State, Step, Terms, Vanguard,
    Variant, Zone,
};

/// The turn on which a position is unless it says otherwise: not the first, whose draw is skipped (103.7a).
const TURN: u32 = 2;

const TURN_FACTS: &str = "active, number, priority, starting, step";
const PLAYER_FACTS: &str = "counters, lands-played, life, mana, poison";
const ZONES: &str =
    "battlefield, command, exile, graveyard, hand, library, outside, planar-deck, scheme-deck";
const PERMANENT_FACTS: &str =
    "attached-to, commander, counters, damage, face-down, manifested, owner, renowned, sick, tapped";

/// The fact of a card that it is its player's commander.
const COMMANDER: &str = "commander";

/// The fact of a conspiracy that says which name was chosen for it.
const NAMED: &str = "named";

/// Other words for steps.
const STEP_WORDS: [(&str, Step); 12] = [
    ("main", Step::MainOne),
    ("main 1", Step::MainOne),
    ("main 2", Step::MainTwo),
    ("combat", Step::BeginCombat),
    ("begin combat", Step::BeginCombat),
    ("attackers", Step::DeclareAttackers),
    ("blockers", Step::DeclareBlockers),
    ("first strike damage", Step::FirstStrikeDamage),
    ("damage", Step::CombatDamage),
    ("end combat", Step::EndCombat),
    ("end step", Step::End),
    ("draw step", Step::Draw),
];

/// The state of a position.
///
/// # Errors
/// The first fact that is not understood or impossible, and what would be.
pub fn start(card_pool: &CardPool, position: &Position, seed: Seed) -> Result<State, String> {
    let seats = position.players.len() as u8;
    let mut board = setup::table(Step::MainOne, seats, seed);
    let (terms, facts): (BTreeMap<String, String>, BTreeMap<String, String>) = position
        .turn
        .clone()
        .into_iter()
        .partition(|(fact, _)| fact != CHOOSER && setup::TERMS.iter().any(|term| term.0 == fact));
    board.agree(Terms::read(&terms, seats, card_pool.revision)?);
    turn(&mut board, &facts)?;
    board.turn.active = board.primary(board.turn.active);
    let mut placing = Placing { card_pool, labels: BTreeMap::new(), attached: Vec::new() };
    for (place, player) in position.players.iter().enumerate() {
        let seat = Seat(place as u8);
        placing.zones(&mut board, seat, player)?;
        player_facts(&mut board, seat, &player.facts)
            .map_err(|fault| format!("player {}: {fault}", place + 1))?;
    }
    placing.attach(&mut board)?;
    setup::give_dice(&mut board, card_pool);
    // Who controls what in the position has done so since the turn began.
    let computed = Layers { board: &board, card_pool }.compute();
    for (object, characteristics) in
        board.objects.iter_mut().zip(computed.into_iter().chain(std::iter::repeat_with(|| None)))
    {
        object.permanent.held = characteristics.and_then(|characteristics| characteristics.controller);
    }
    let acts_first = matches!(
        board.turn.step,
        Step::Untap
            | Step::DeclareAttackers
            | Step::DeclareBlockers
            | Step::FirstStrikeDamage
            | Step::CombatDamage
            | Step::Cleanup
    );
    board.frames.push(Frame::Turn);
    if acts_first && board.turn.priority.is_some() {
        return Err(format!("nobody has priority as the step \"{}\" begins", board.turn.step.name()));
    }
    // Where another than the active player has priority, those between them have passed.
    let place = board.apnap().into_iter().position(|seat| Some(seat) == board.turn.priority);
    board.turn.passed = place.unwrap_or(0) as u8;
    if !acts_first {
        board.turn.stage = Stage::Priority;
        board.frames.push(Frame::Priority);
    }
    Ok(State::of(board))
}

fn turn(board: &mut Board, facts: &BTreeMap<String, String>) -> Result<(), String> {
    let players = board.players.len();
    let turn = &mut board.turn;
    turn.number = TURN;
    for (fact, value) in facts {
        match fact.as_str() {
            "active" => turn.active = seat(value, players)?,
            "starting" => turn.starting = seat(value, players)?,
            "number" => turn.number = number(fact, value)?,
            "priority" => turn.priority = Some(seat(value, players)?),
            "step" => turn.step = step(value)?,
            _ => return Err(unknown("turn", fact, TURN_FACTS)),
        }
    }
    Ok(())
}

fn player_facts(board: &mut Board, seat: Seat, facts: &BTreeMap<String, String>) -> Result<(), String> {
    let together = board.shares_turns() && board.is_active(seat);
    let player = &mut board.players[usize::from(seat.0)];
    player.kept = true;
    for (fact, value) in facts {
        match fact.as_str() {
            "life" => player.life = number(fact, value)?,
            "counters" => player.counters = counters(value, &COUNTERS)?,
            "poison" => player.poison = number(fact, value)?,
            "mana" => player.pool = pool(value)?,
            "lands-played" if together => player.lands = number(fact, value)?,
            "lands-played" if seat == board.turn.active => board.turn.lands = number(fact, value)?,
            "lands-played" => return Err("only the active player can have played lands".to_string()),
            _ => return Err(unknown("player", fact, PLAYER_FACTS)),
        }
    }
    if facts.contains_key("life") || facts.contains_key("poison") {
        board.share(seat);
    }
    Ok(())
}

/// Cards on their way into a position.
struct Placing<'a> {
    card_pool: &'a CardPool,
    labels: BTreeMap<&'a str, ObjectId>,
    attached: Vec<(ObjectId, &'a str)>,
}

impl<'a> Placing<'a> {
    fn zones(&mut self, board: &mut Board, seat: Seat, player: &'a PositionPlayer) -> Result<(), String> {
        for (name, cards) in &player.zones {
            if let Some(pile) = pile_named(name) {
                self.pile(board, pile, seat, cards)
                    .map_err(|fault| format!("player {}'s {name}: {fault}", seat.0 + 1))?;
                continue;
            }
            let zone = match name.as_str() {
                "battlefield" => Zone::Battlefield,
                "command" => Zone::Command,
                "exile" => Zone::Exile,
                "graveyard" => Zone::Graveyard(seat),
                "hand" => Zone::Hand(seat),
                "library" => Zone::Library(seat),
                "outside" => Zone::Outside(seat),
                _ => return Err(format!("there is no zone \"{name}\" to place cards in (known: {ZONES})")),
            };
            for placed in cards {
                self.card(board, seat, zone, placed).map_err(|fault| {
                    format!("\"{}\" in player {}'s {name}: {fault}", placed.card, seat.0 + 1)
                })?;
            }
            // A library is listed from its top, which is the end of its list.
            if let (Zone::Library(_), Some(index)) = (zone, zone.index()) {
                let order: Vec<ObjectId> = board.zones.list(index).iter().rev().copied().collect();
                board.zones.reorder(index, &order);
            }
        }
        Ok(())
    }

    fn card(&mut self, board: &mut Board, seat: Seat, zone: Zone, placed: &'a Placed) -> Result<(), String> {
        let card = self.card_pool.find(&placed.card).ok_or("there is no such card")?;
        let definition = &self.card_pool.card(card).definition;
        if zone != Zone::Battlefield {
            if definition.token {
                return Err("tokens can only be on the battlefield".to_string());
            }
            let known = |fact: &&String| [COMMANDER, NAMED].contains(&fact.as_str());
            if let Some(fact) = placed.facts.keys().find(|fact| !known(fact)) {
                return Err(format!(
                    "a card outside the battlefield has no \"{fact}\" (no fact but \"{COMMANDER}\" and, of a conspiracy, \"{NAMED}\")"
                ));
            }
        } else if !definition.types.is_permanent() && !placed.facts.contains_key("manifested") {
            return Err("it is not a permanent card and cannot be on the battlefield".to_string());
        }
        let parts = self.card_pool.parts(card);
        if zone != Zone::Battlefield && parts.is_some() {
            return Err("two cards are melded into it on the battlefield alone".to_string());
        }
        let own = parts.map_or(card, |parts| parts[0]);
        let conspires = definition.is_conspiracy() && zone == Zone::Command;
        if conspires && board.terms.variant != Variant::Conspiracy {
            return Err("conspiracies need a match of theirs (table: variant conspiracy)".to_string());
        }
        let id = if conspires {
            setup::conspire(board, self.card_pool, seat, own)
        } else {
            setup::put(board, own, seat, zone, definition.token)
        };
        if let Some(name) = placed.facts.get(NAMED).filter(|_| conspires)
            && let Some(object) = board.objects.get_mut(id)
        {
            object.permanent.chosen.push((own, Chosen::Name(name.clone())));
        }
        board.clock += 1;
        let clock = board.clock;
        if let Some(object) = board.objects.get_mut(id) {
            object.timestamp = clock;
            object.melded = parts.map(|parts| parts[1]);
            object.face = parts.map(|_| card);
        }
        let types = &definition.types;
        if types.is_supplementary() {
            if zone != Zone::Command {
                return Err("it is in the command zone, in its deck or face up, and nowhere else".to_string());
            }
            let pile = Pile::of(types);
            supplies(board, pile)?;
            board.turned_up.push(FaceUp { pile, object: id });
        }
        if let Some((hand, life)) = definition.vanguard {
            board.fight_for(seat, Vanguard { card: own, hand, life });
        }
        if let Some(value) = placed.facts.get(COMMANDER)
            && yes(COMMANDER, value)?
        {
            commands(board, seat, own)?;
        }
        if !placed.label.is_empty() && self.labels.insert(&placed.label, id).is_some() {
            return Err(format!("the label \"{}\" is already another card's", placed.label));
        }
        if zone == Zone::Battlefield { self.permanent(board, id, card, placed) } else { Ok(()) }
    }

    /// A planar deck or scheme deck, listed from its top.
    fn pile(&self, board: &mut Board, pile: Pile, seat: Seat, placed: &'a [Placed]) -> Result<(), String> {
        supplies(board, pile)?;
        let mut cards = Vec::new();
        for placed in placed.iter().rev() {
            let card = self.card_pool.find(&placed.card);
            let card = card.ok_or_else(|| format!("there is no card \"{}\"", placed.card))?;
            let types = &self.card_pool.card(card).definition.types;
            if !types.is_supplementary() || Pile::of(types) != pile {
                return Err(format!("\"{}\" does not belong in such a deck", placed.card));
            }
            cards.push(card);
        }
        let keeper = board.keeper(pile, seat);
        *board.players[usize::from(keeper.0)].supplements.deck_mut(pile) = cards;
        Ok(())
    }

    fn permanent(
        &mut self,
        board: &mut Board,
        id: ObjectId,
        card: CardId,
        placed: &'a Placed,
    ) -> Result<(), String> {
        let players = board.players.len();
        let Some(object) = board.objects.get_mut(id) else { return Ok(()) };
        for (fact, value) in &placed.facts {
            match fact.as_str() {
                COMMANDER => {}
                "attached-to" => self.attached.push((id, value)),
                "counters" => object.permanent.counters = counters(value, &COUNTERS)?,
                "damage" => {
                    object.permanent.damage = number(fact, value)?;
                    object.permanent.damaged = object.permanent.damage > 0;
                }
                "face-down" | "manifested" if yes(fact, value)? => {
                    let down = self.card_pool.face_down().ok_or("no card here turns anything face down")?;
                    object.down = Some(Down { manifested: fact == "manifested", ..down });
                }
                "face-down" | "manifested" => {}
                "owner" => object.owner = seat(value, players)?,
                "renowned" => object.permanent.renowned = yes(fact, value)?,
                "sick" => object.permanent.sick = yes(fact, value)?,
                "tapped" => object.permanent.tapped = yes(fact, value)?,
                _ => return Err(unknown("permanent", fact, PERMANENT_FACTS)),
            }
        }
        let definition = &self.card_pool.card(card).definition;
        let walks = definition.types.is(CardType::Planeswalker) && object.down.is_none();
        if walks && !placed.facts.contains_key("counters") {
            object.permanent.counters =
                definition.loyalty.map(|loyalty| (Counter::Loyalty, loyalty)).into_iter().collect();
        }
        Ok(())
    }

    fn attach(&self, board: &mut Board) -> Result<(), String> {
        for (id, to) in &self.attached {
            let player = seat(to, board.players.len()).ok();
            let host = self.labels.get(to).copied();
            let here = host
                .and_then(|host| board.get(host))
                .is_some_and(|host| host.zone == Zone::Battlefield && host.id != *id);
            if player.is_none() && !here {
                return Err(format!("nothing on the battlefield is labelled \"{to}\" to be attached to"));
            }
            if let Some(object) = board.objects.get_mut(*id) {
                object.permanent.attached = host;
                object.permanent.enchanting = if here { None } else { player };
            }
        }
        Ok(())
    }
}

/// The deck in the command zone of this name.
fn pile_named(name: &str) -> Option<Pile> {
    match name {
        "planar-deck" => Some(Pile::Planes),
        "scheme-deck" => Some(Pile::Schemes),
        _ => None,
    }
}

/// Refuses cards of a deck that the terms of the table do not have.
fn supplies(board: &Board, pile: Pile) -> Result<(), String> {
    if board.terms.supply(pile) {
        return Ok(());
    }
    Err("there are planes only in a match of Planechase, and schemes in one of Archenemy (table: variant planechase)"
        .to_string())
}

/// A card is a player's commander.
fn commands(board: &mut Board, seat: Seat, card: CardId) -> Result<(), String> {
    if !board.terms.variant.has_commanders() {
        return Err("there are commanders only in a match of Commander or Brawl (table: variant commander)"
            .to_string());
    }
    let commanders = &mut board.players[usize::from(seat.0)].commanders;
    if commanders.iter().any(|of| of.card == card) {
        return Err("it is the player's commander already, and there is one card of it".to_string());
    }
    commanders.push(Commander { card, casts: 0 });
    Ok(())
}

fn step(value: &str) -> Result<Step, String> {
    let wanted = value.trim().to_lowercase().replace('-', " ");
    let playable = || Step::ALL.into_iter().filter(|step| *step != Step::Opening);
    let named = playable().find(|step| step.name() == wanted);
    let known = || playable().map(Step::name).collect::<Vec<_>>().join(", ");
    named
        .or_else(|| STEP_WORDS.into_iter().find(|entry| entry.0 == wanted).map(|entry| entry.1))
        .ok_or_else(|| format!("\"{value}\" is not a step (known: {})", known()))
}

fn pool(value: &str) -> Result<[u16; 6], String> {
    let cost = ManaCost::parse(value.trim())?;
    if cost.generic > 0 || cost.x > 0 {
        return Err(format!(
            "mana in a pool has a type: {{W}}, {{U}}, {{B}}, {{R}}, {{G}} or {{C}}, unlike \"{value}\""
        ));
    }
    Ok(cost.typed.map(u16::from))
}

const COUNTERS: [(Counter, &str); 34] = [
    (Counter::PlusOne, "+1/+1"),
    (Counter::MinusOne, "-1/-1"),
    (Counter::Loyalty, "loyalty"),
    (Counter::Charge, "charge"),
    (Counter::Mark, "mark"),
    (Counter::Age, "age"),
    (Counter::Fade, "fade"),
    (Counter::Time, "time"),
    (Counter::Level, "level"),
    (Counter::Lore, "lore"),
    (Counter::Energy, "energy"),
    (Counter::Experience, "experience"),
    (Counter::Plus1Plus0, "+1/+0"),
    (Counter::Plus0Plus1, "+0/+1"),
    (Counter::Plus0Plus2, "+0/+2"),
    (Counter::Plus1Plus2, "+1/+2"),
    (Counter::Plus2Plus0, "+2/+0"),
    (Counter::Plus2Plus2, "+2/+2"),
    (Counter::Minus0Minus1, "-0/-1"),
    (Counter::Minus0Minus2, "-0/-2"),
    (Counter::Minus1Minus0, "-1/-0"),
    (Counter::Minus2Minus1, "-2/-1"),
    (Counter::Minus2Minus2, "-2/-2"),
    (Counter::Ice, "ice"),
    (Counter::Fate, "fate"),
    (Counter::Silver, "silver"),
    (Counter::Spore, "spore"),
    (Counter::Divinity, "divinity"),
    (Counter::Feather, "feather"),
    (Counter::Bounty, "bounty"),
    (Counter::Bribery, "bribery"),
    (Counter::Slime, "slime"),
    (Counter::Trap, "trap"),
    (Counter::Awakening, "awakening"),
];
