//! Arbitrary positions: from the words of a scenario to a state.
//!
//! A deck is listed from its top, every other zone in order of arrival. A position begins in the middle of
//! its step.

use std::collections::BTreeMap;

use duelog_kernel::position::{number, seat, unknown, yes};
use duelog_kernel::setup::{Placed, Position, PositionPlayer};
use duelog_kernel::{ObjectId, Seat, Seed};

use crate::language::types::CardType;
use crate::state::card_pool::CardPool;
use crate::state::{Board, End, Frame, Hold, Part, Piece, Spot, State, Step, Zone};

/// The turn on which a position is unless it says otherwise.
const TURN: u32 = 2;

const TURN_FACTS: &str = "active, number, starting, step";
const ZONES: &str = "battle zone (or battle), deck zone, graveyard, hand, hyperspatial zone (or hyperspatial), mana zone (or mana), shield zone (or shields), ultra GR zone (or ultra GR)";
const FACTS: &str = "attached-to, aura-on, face-down, linked-to, on, seals, sick, tapped, turned";

/// The state of a position.
///
/// # Errors
/// The first fact that is not understood or impossible, and what would be.
pub fn start(card_pool: &CardPool, position: &Position, seed: Seed) -> Result<State, String> {
    let mut board = Board::new(Step::Main, seed);
    turn(&mut board, &position.turn)?;
    let mut placing = Placing {
        card_pool,
        labels: BTreeMap::new(),
        attached: Vec::new(),
        stacked: Vec::new(),
        sealed: Vec::new(),
    };
    for (place, player) in position.players.iter().enumerate() {
        if let Some(fact) = player.facts.keys().next() {
            return Err(format!("player {}: a player has no \"{fact}\" (no facts at all)", place + 1));
        }
        placing.zones(&mut board, Seat(place as u8), player)?;
    }
    placing.relate(&mut board)?;
    board.frames.push(Frame::Turn);
    Ok(State { board })
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
            "step" => turn.step = step(value)?,
            _ => return Err(unknown("turn", fact, TURN_FACTS)),
        }
    }
    turn.regular = turn.active;
    Ok(())
}

fn step(value: &str) -> Result<Step, String> {
    let found = Step::ALL.into_iter().filter(|step| *step != Step::Opening).find(|step| step.name() == value);
    found.ok_or_else(|| {
        let known: Vec<&str> = Step::ALL.into_iter().skip(1).map(Step::name).collect();
        format!("there is no step \"{value}\" (known: {})", known.join(", "))
    })
}

/// Cards on their way into a position.
struct Placing<'a> {
    card_pool: &'a CardPool,
    labels: BTreeMap<&'a str, ObjectId>,
    attached: Vec<(ObjectId, &'a str)>,
    stacked: Vec<(ObjectId, &'a str, Part)>,
    sealed: Vec<(ObjectId, u32)>,
}

impl<'a> Placing<'a> {
    fn zones(&mut self, board: &mut Board, seat: Seat, player: &'a PositionPlayer) -> Result<(), String> {
        for (name, cards) in &player.zones {
            let zone = match name.as_str() {
                "battle zone" | "battle" => Zone::Battle,
                "deck" | "deck zone" => Zone::Deck(seat),
                "graveyard" => Zone::Graveyard(seat),
                "hand" => Zone::Hand(seat),
                "mana zone" | "mana" => Zone::Mana(seat),
                "shield zone" | "shields" | "shield" => Zone::Shield(seat),
                "hyperspatial zone" | "hyperspatial" => Zone::Hyperspatial(seat),
                "ultra GR zone" | "ultra GR" => Zone::UltraGr(seat),
                _ => return Err(format!("there is no zone \"{name}\" to place cards in (known: {ZONES})")),
            };
            for placed in cards {
                self.card(board, seat, zone, placed).map_err(|fault| {
                    format!("\"{}\" in player {}'s {name}: {fault}", placed.card, seat.0 + 1)
                })?;
            }
            // A deck is listed from its top, which is the end of its list.
            if let (Zone::Deck(_) | Zone::UltraGr(_), Some(index)) = (zone, zone.index()) {
                let order: Vec<ObjectId> = board.zones.list(index).iter().rev().copied().collect();
                board.zones.reorder(index, &order);
            }
        }
        Ok(())
    }

    fn card(&mut self, board: &mut Board, seat: Seat, zone: Zone, placed: &'a Placed) -> Result<(), String> {
        let card = self.card_pool.find(&placed.card).ok_or("there is no such card")?;
        let id = board.put(card, seat, zone);
        let front = self.card_pool.sides(card).first().copied().filter(|front| *front != card);
        if front.is_some() && zone != Zone::Battle {
            return Err("only its front is up there (804.3)".to_string());
        }
        if let Some(object) = board.objects.get_mut(id) {
            object.pieces.iter_mut().for_each(|piece| piece.front = front);
        }
        if !placed.label.is_empty() && self.labels.insert(&placed.label, id).is_some() {
            return Err(format!("the label [{}] is given twice", placed.label));
        }
        for (fact, value) in &placed.facts {
            self.fact(board, id, fact, value)?;
        }
        Ok(())
    }

    fn fact(&mut self, board: &mut Board, id: ObjectId, fact: &str, value: &'a str) -> Result<(), String> {
        let turn = board.turn.number;
        let Some(object) = board.objects.get_mut(id) else { return Ok(()) };
        match (fact, object.zone) {
            ("tapped", Zone::Battle | Zone::Mana(_)) => object.tapped = yes(fact, value)?,
            ("face-down", Zone::Mana(_)) => object.face_down = yes(fact, value)?,
            ("sick", Zone::Battle) => object.pieces[0].since = if yes(fact, value)? { turn } else { 0 },
            ("turned", Zone::Battle) => object.turned = yes(fact, value)?,
            ("attached-to", Zone::Battle | Zone::Shield(_)) => {
                object.castle = matches!(object.zone, Zone::Shield(_));
                self.attached.push((id, value));
            }
            ("on", Zone::Battle | Zone::Shield(_)) => self.stacked.push((id, value, Part::Stacked)),
            ("aura-on", Zone::Battle) => self.stacked.push((id, value, Part::Aura)),
            ("linked-to", Zone::Battle) => self.stacked.push((id, value, Part::Linked(Spot::default()))),
            ("seals", Zone::Battle) => self.sealed.push((id, number(fact, value)?)),
            _ => return Err(format!("it has no \"{fact}\" there (known: {FACTS})")),
        }
        Ok(())
    }

    fn find(&self, label: &str) -> Result<ObjectId, String> {
        self.labels.get(label).copied().ok_or_else(|| format!("nothing is labelled [{label}]"))
    }

    /// Attaches cards, and puts cards on others: what is put on something becomes its top card.
    fn relate(&self, board: &mut Board) -> Result<(), String> {
        for (id, label) in &self.attached {
            let host = self.find(label)?;
            let kind = |id: ObjectId| {
                board.get(id).map(|object| self.card_pool.card(object.top().card).front().definition.kind)
            };
            let fits = match kind(*id) {
                Some(CardType::CrossGear | CardType::Weapon) => kind(host) == Some(CardType::Creature),
                Some(CardType::Castle) => {
                    board.get(host).map(|object| object.zone) == board.get(*id).map(|object| object.zone)
                }
                _ => false,
            };
            if !fits {
                return Err(format!("what is labelled [{label}] cannot have that attached"));
            }
            if let Some(object) = board.objects.get_mut(*id) {
                object.attached = Some(host);
            }
        }
        for (id, label, part) in &self.stacked {
            let base = self.find(label)?;
            let Some(top) = board
                .get(*id)
                .cloned()
                .filter(|top| board.get(base).is_some_and(|base| base.zone == top.zone && base.id != top.id))
            else {
                return Err(format!("what is labelled [{label}] is not in the same zone"));
            };
            if let Some(index) = top.zone.index() {
                board.zones.take(index, *id);
            }
            board.objects.forget(*id);
            if let Some(object) = board.objects.get_mut(base) {
                // What is linked lies to the right of what is there.
                let mut across = 0;
                for piece in object.pieces.iter_mut().filter(|_| matches!(part, Part::Linked(_))) {
                    piece.part = Part::Linked(Spot { across, up: 0 });
                    across += 1;
                }
                let part = if matches!(part, Part::Linked(_)) {
                    Part::Linked(Spot { across, up: 0 })
                } else {
                    *part
                };
                let auras = object.top_place() + 1;
                let added: Vec<Piece> = top.pieces.into_iter().map(|piece| Piece { part, ..piece }).collect();
                let at = if part == Part::Aura { object.pieces.len() } else { auras };
                object.pieces.splice(at..at, added);
                object.tapped |= top.tapped;
            }
        }
        self.put_seals(board)
    }

    /// Seals come from the top of the deck (116.1a).
    fn put_seals(&self, board: &mut Board) -> Result<(), String> {
        for (host, count) in &self.sealed {
            let Some(owner) = board.get(*host).map(|object| object.owner) else { continue };
            for _ in 0..*count {
                let card = board.all(Zone::Deck(owner)).last().copied();
                let (card, index) =
                    card.zip(Zone::Deck(owner).index()).ok_or("the deck has too few cards for seals")?;
                board.zones.take(index, card);
                if let Some(object) = board.objects.get_mut(card) {
                    (object.zone, object.face_down) = (Zone::Battle, true);
                    (object.hold, object.attached) = (Hold::Seal, Some(*host));
                }
                if let Some(battle) = Zone::Battle.index() {
                    board.zones.put(battle, card, End::Top);
                }
            }
            let kind = |id: ObjectId| {
                board.get(id).map(|object| self.card_pool.card(object.top().card).front().definition.kind)
            };
            if kind(*host) == Some(CardType::Creature)
                && let Some(object) = board.objects.get_mut(*host)
            {
                object.hold = Hold::Sealed;
            }
        }
        Ok(())
    }
}
