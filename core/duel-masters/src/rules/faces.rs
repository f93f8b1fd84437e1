//! Double-faced cards (804, 806, 807), what is made up of several cards (701.18), and the zones where cards
//! belong that are in no deck (117, 118).

use duelog_kernel::{ObjectId, RuleId};

use crate::language::types::{CardType, Special};
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Game};
use crate::state::event::Event;
use crate::state::{
    Board, CardId, End, Entering, Frame, Hold, MoveReason, Object, Part, PickPurpose, Picking, Piece,
    Proposal, Spot, Value, Zone,
};
use crate::{cite, rule};

impl Sight<'_> {
    /// Whether a card is one that together with others is a creature, and no creature by itself (805.1a).
    pub fn is_cell(&self, card: CardId) -> bool {
        matches!(self.card_pool.card(card).front().definition.kind, CardType::Cell | CardType::Core)
    }

    /// Whether an element is made up of cells.
    pub fn is_of_cells(&self, object: &Object) -> bool {
        self.is_cell(object.top().card)
    }

    /// Whether one of the cards of a creature leaves for all of it (805.1b).
    pub fn releases_links(&self, object: &Object) -> bool {
        let release = |piece: &Piece| self.card_pool.card(piece.card).front().definition.belongs.release;
        object.is_linked() && object.pieces.iter().any(release)
    }

    /// Whether a psychic creature has been turned over (804.6).
    pub fn is_awakened(&self, object: &Object) -> bool {
        cite!("804.6");
        let top = object.top();
        top.front.is_some()
            && self.card_pool.card(top.card).front().definition.special.contains(&Special::Psychic)
    }
}

impl DuelMasters {
    /// Turns a double-faced card of the battle zone to one of its faces: it stays the same object, as it lies
    /// (804.5).
    pub fn flip(&self, play: &mut Game<'_>, id: ObjectId, face: u8) {
        let board = &play.state().board;
        let Some(object) = board.get(id).filter(|_| board.in_battle(id)) else { return };
        let top = object.top();
        let sides = self.card_pool.sides(top.card);
        let Some((front, side)) = sides.first().copied().zip(sides.get(usize::from(face)).copied()) else {
            return;
        };
        if side == top.card {
            return;
        }
        cite!("804.1", "804.2", "804.5", "806.1", "806.2");
        let mut pieces = object.pieces.clone();
        pieces[object.top_place()] =
            Piece { front: Some(front).filter(|_| side != front), card: side, ..top };
        let was_attached = object.attached.is_some();
        let cost = |card: CardId| self.card_pool.card(card).front().definition.cost;
        let rule = self.flip_rule(side, cost(side) < cost(top.card));
        self.emit(play, Event::Composed(id, pieces), rule);
        // 806.1a: a weapon that becomes a creature is equipped no longer.
        let weapon = self.card_pool.card(side).front().definition.kind == CardType::Weapon;
        if was_attached && !weapon {
            self.emit(play, Event::Crossed(id, None), rule);
        }
    }

    /// The rule by which a face comes up: one of lower cost instead of leaving.
    fn flip_rule(&self, side: CardId, lower: bool) -> RuleId {
        let special = &self.card_pool.card(side).front().definition.special;
        if special.contains(&Special::Dragheart) {
            if lower {
                rule!("806.1b")
            } else {
                // As it lay.
                cite!("806.1a");
                rule!("701.22a")
            }
        } else if special.contains(&Special::Forbidden) {
            cite!("807.1", "807.1a");
            rule!("701.25a")
        } else if lower {
            rule!("804.1b")
        } else {
            cite!("804.1a");
            rule!("701.20a")
        }
    }

    /// Whether these faces of cards are such that only together are a creature.
    pub fn are_cells(&self, board: &Board, ids: &[ObjectId], face: u8) -> bool {
        let cell = |id: &ObjectId| {
            let side = board.get(*id).and_then(|object| self.side_of(object, face));
            side.is_some_and(|side| !self.card_pool.card(side).front().definition.belongs.whole.is_empty())
        };
        !ids.is_empty() && ids.iter().all(cell)
    }

    fn side_of(&self, object: &Object, face: u8) -> Option<CardId> {
        self.card_pool.sides(object.top().card).get(usize::from(face)).copied()
    }

    /// Turns cards of the battle zone to the faces that belong together, and links them to one creature.
    pub fn assemble(&self, play: &mut Game<'_>, ids: &[ObjectId], face: u8) {
        let board = &play.state().board;
        let mut pieces = Vec::new();
        let mut whole: Option<&[String]> = None;
        for (place, id) in ids.iter().enumerate() {
            let Some(object) = board.get(*id).filter(|_| board.in_battle(*id)) else { return };
            let top = object.top();
            let Some(cell) = self.side_of(object, face) else { return };
            let names = &self.card_pool.card(cell).front().definition.belongs.whole;
            if whole.is_some_and(|own| own != names.as_slice()) {
                return;
            }
            whole = Some(names);
            let front = self.card_pool.sides(top.card).first().copied().filter(|front| *front != cell);
            let at = object.top_place();
            let turned = |(own, piece): (usize, &Piece)| {
                if own == at {
                    let part = Part::Linked(Spot { across: place as i8, up: 0 });
                    Piece { card: cell, front, part, ..*piece }
                } else {
                    *piece
                }
            };
            pieces.extend(object.pieces.iter().enumerate().map(turned));
        }
        // All of them are needed.
        if whole.is_none_or(|names| names.len() != ids.len()) {
            return;
        }
        let (Some((into, others)), Some(first)) = (ids.split_first(), pieces.first()) else { return };
        let rule = match self.card_pool.card(first.card).front().definition.kind {
            CardType::Core => {
                cite!("309.1");
                rule!("701.29a")
            }
            _ if first.front.is_some_and(|front| {
                matches!(
                    self.card_pool.card(front).front().definition.kind,
                    CardType::Ritual | CardType::Nebula
                )
            }) =>
            {
                cite!("810.1", "810.1a");
                rule!("701.31a")
            }
            _ => rule!("804.1c"),
        };
        cite!("701.18a", "701.18b", "805.1");
        self.emit(play, Event::Merged { into: *into, others: others.to_vec(), pieces }, rule);
    }

    /// An element becomes several; where it was attacking, the attacking player says which of them goes on
    /// (803.4a, 805.2a).
    pub fn split(&self, play: &mut Game<'_>, id: ObjectId, groups: Vec<Vec<Piece>>, rule: RuleId) {
        let board = &play.state().board;
        let next = board.next_id().0;
        let ids = std::iter::once(id).chain((next..).map(ObjectId));
        let parts: Vec<(ObjectId, Vec<Piece>)> = ids.zip(groups.into_iter().map(alone)).collect();
        let options: Vec<Value> = parts.iter().map(|part| Value::Object(part.0)).collect();
        let attacker = board.get(id).map(|object| object.owner).filter(|_| board.is_attacking(id));
        self.emit(play, Event::Split(id, parts), rule);
        if let Some(seat) = attacker.filter(|_| options.len() > 1) {
            let purpose = PickPurpose::GoOnAttacking;
            self.push(
                play,
                Frame::Picking(Picking { seat, purpose, options, min: 1, max: 1, taken: Vec::new() }),
                rule!("803.4a"),
            );
        }
    }

    /// One of the cards that a creature was made up of has left: the others are turned over, and are
    /// creatures of their own (805.1b, 805.2).
    pub fn release_links(&self, play: &mut Game<'_>, id: ObjectId) {
        let Some(object) = play.state().board.get(id) else { return };
        let mut groups: Vec<Vec<Piece>> = vec![Vec::new()];
        for piece in &object.pieces {
            let Some(group) = groups.last_mut() else { continue };
            let linked = matches!(piece.part, Part::Linked(_));
            let card = if linked { piece.front.unwrap_or(piece.card) } else { piece.card };
            let front = if linked { None } else { piece.front };
            group.push(Piece { card, front, ..*piece });
            if linked {
                groups.push(Vec::new());
            }
        }
        groups.retain(|group| !group.is_empty());
        cite!("805.2", "805.2a");
        self.split(play, id, groups, rule!("805.1b"));
    }

    /// Cards that belong in the hyperspatial or the ultra GR zone and are elsewhere, and what does not belong
    /// in the latter (117.1, 118).
    pub fn strays(&self, sight: &Sight<'_>) -> Vec<Proposal> {
        if !self.card_pool.homes {
            return Vec::new();
        }
        let mut batch = Vec::new();
        for object in sight.board.objects.iter().filter(|object| object.hold == Hold::None) {
            let home = self.card_pool.home(object.top().card, object.owner);
            let entering = Entering::default();
            let (to, end, why) = match (object.zone, home) {
                (Zone::Battle | Zone::Gone, _) => continue,
                (Zone::UltraGr(owner), other) if other != Some(Zone::UltraGr(owner)) => {
                    cite!("118.2");
                    (Zone::Graveyard(owner), End::Top, MoveReason::Invalid)
                }
                (zone, Some(home)) if zone != home => {
                    cite!("804.4b", "806.4b", "809.2b", "314.4");
                    (home, End::Bottom, MoveReason::Home)
                }
                _ => continue,
            };
            batch.push(Proposal::Move { object: object.id, top_only: false, to, end, entering, why });
        }
        batch
    }

    /// Where a card goes that cannot stay in the battle zone as it is: home, or to the graveyard.
    pub fn out_of_battle(&self, object: &Object) -> (Zone, MoveReason) {
        let home = self.card_pool.home(object.top().card, object.owner);
        match home
            .filter(|_| self.card_pool.card(object.top().card).front().definition.kind != CardType::RulePlus)
        {
            Some(home) => (home, MoveReason::Home),
            None => (Zone::Graveyard(object.owner), MoveReason::Invalid),
        }
    }
}

/// A group of cards as the cards of one element: a single card is linked no longer.
fn alone(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let linked = pieces.iter().filter(|piece| matches!(piece.part, Part::Linked(_))).count();
    if linked == 1 {
        for piece in pieces.iter_mut().filter(|piece| matches!(piece.part, Part::Linked(_))) {
            piece.part = Part::Stacked;
        }
    }
    pieces
}
