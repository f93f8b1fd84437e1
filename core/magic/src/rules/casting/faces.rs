//! Which face of a card is cast (708.3).

use duelog_kernel::{Item, ObjectId, Seat};

use crate::language::definition::ZoneKind;
use crate::language::keyword::Keyword;
use crate::rules::continuous::Layers;
use crate::rules::eval::{Computed, Sight};
use crate::rules::game::{Magic, verb};
use crate::rules::refusal::{Refusal, refuse};
use crate::state::{Board, CardId};
use crate::{cite, rule};

/// The table as it would be if a card where it is had another face.
pub struct Trial {
    board: Board,
    computed: Computed,
}

impl Trial {
    /// A table as it would be.
    pub(super) fn of(board: Board, computed: Computed) -> Trial {
        Trial { board, computed }
    }

    /// How the table looks then.
    pub fn sight<'a>(&'a self, now: &Sight<'a>) -> Sight<'a> {
        Sight { board: &self.board, computed: &self.computed, ..*now }
    }
}

impl Magic {
    /// The verbs with which a card could be cast.
    fn castings(&self, sight: &Sight<'_>, id: ObjectId) -> &'static [u8] {
        let card = sight.object(id).map(|object| object.card);
        match card.map_or(0, |card| self.card_pool.halves(card).len()) {
            0 if self.has_morph(sight, id) => &[verb::CAST, verb::DOWN],
            0 => &[verb::CAST],
            _ => &[verb::LEFT, verb::RIGHT, verb::FUSE],
        }
    }

    /// Adds the ways in which a card can be cast now.
    pub fn add_castings(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, options: &mut Vec<Item>) {
        let can = |verb: &&u8| self.can_cast_so(sight, seat, id, **verb).is_ok();
        options.extend(self.castings(sight, id).iter().filter(can).map(|verb| Item::Act(*verb, id)));
    }

    /// Whether a card can be cast with a verb now, to the end (601.3).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_cast_so(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, verb: u8) -> Result<(), Refusal> {
        let Some(object) = sight.object(id) else { return refuse("there is no such card", rule!("601.2a")) };
        let split = !self.card_pool.halves(object.card).is_empty();
        match (verb, split) {
            (verb::CAST, true) => refuse("one of its halves is cast, or both if it has fuse", rule!("708.3")),
            (verb::CAST, false) => self.can_cast(sight, seat, id),
            (verb::DOWN, _) if !self.has_morph(sight, id) => {
                refuse("it has no morph: it cannot be cast face down", rule!("702.36d"))
            }
            (verb::FUSE, true) => {
                if !self.card_pool.card(object.card).base.keywords.has(Keyword::Fuse) {
                    return refuse("it has no fuse", rule!("708.2"));
                }
                cite!("702.101a");
                if !object.zone.is(ZoneKind::Hand) {
                    return refuse("it is fused only from a hand", rule!("702.101a"));
                }
                // It has what both halves have, and costs as much.
                cite!("702.101b", "702.101c", "708.4d");
                self.can_cast(sight, seat, id)
            }
            (_, _) => {
                let trial = self.face_for(object.card, verb).and_then(|face| self.trial_of(sight, id, face));
                let Some(trial) = trial else { return refuse("it has no such half", rule!("708.2")) };
                // Only the chosen half counts, or what it is face down.
                cite!("702.36c", "707.4", "708.3a");
                self.can_cast(&trial.sight(sight), seat, id)
            }
        }
    }

    /// The face with which a card is cast by a verb; none for its own.
    pub fn face_for(&self, card: CardId, verb: u8) -> Option<CardId> {
        let halves = self.card_pool.halves(card);
        match verb {
            verb::LEFT => halves.first().copied(),
            verb::RIGHT => halves.get(1).copied(),
            verb::DOWN => self.card_pool.face_down().map(|down| down.shows),
            _ => None,
        }
    }

    /// The table as it would be if a card where it is had this face, or were face down.
    pub fn trial_of(&self, sight: &Sight<'_>, id: ObjectId, face: CardId) -> Option<Trial> {
        let mut board = sight.board.clone();
        let object = board.objects.get_mut(id)?;
        (object.face, object.down) = self.guise(Some(face));
        let computed = Layers { board: &board, card_pool: &self.card_pool }.compute();
        Some(Trial { board, computed })
    }
}
