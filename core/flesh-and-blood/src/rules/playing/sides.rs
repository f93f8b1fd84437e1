//! Cards with two halves: which of them is played (5.1.2c), and meld, with which both are (8.3.38).

use duelog_kernel::{Ask, Item, ObjectId, Request, RuleId, Seat};

use crate::language::keywords::Keyword;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::resolving::running;
use crate::rules::targets;
use crate::state::event::Event;
use crate::state::{Basis, CardId, CodeRef, Context, Layer, Object, Playing, Running, Zone};
use crate::{cite, rule};

/// The choice that names both halves, behind those that name the left and the right one.
pub const BOTH: u8 = 2;

impl FleshAndBlood {
    /// Whether a card can be played now (5.1.2b), as far as can be told before it is announced; one with two
    /// halves in some way.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_play(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Result<(), Refusal> {
        if sight.object(id).is_none_or(|object| self.card_pool.sides(object.card).is_empty()) {
            return self.can_play_as(sight, seat, id, false);
        }
        let mut ways = self.ways(sight, seat, id).into_iter().map(|way| way.1);
        let first = ways.next().unwrap_or(refuse("there is no such card", rule!("5.1.1")));
        if first.is_ok() || ways.any(|way| way.is_ok()) { Ok(()) } else { first }
    }

    /// Whether each way to play a card with two halves is legal (5.1.2c): its left one, its right one, both.
    /// Each half is looked at as what the card would be.
    fn ways(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Vec<(u8, Result<(), Refusal>)> {
        let sides = sight.object(id).map_or(&[][..], |object| self.card_pool.sides(object.card));
        if sides.is_empty() {
            return Vec::new();
        }
        let mut board = sight.board.clone();
        let mut ways: Vec<(u8, Result<(), Refusal>)> = Vec::new();
        for (place, side) in sides.iter().enumerate() {
            if let Some(object) = board.objects.get_mut(id) {
                object.card = *side;
            }
            ways.push((place as u8, self.can_play_as(&Sight { board: &board, ..*sight }, seat, id, false)));
        }
        cite!("8.3.38");
        let split = sight.object(id).is_some_and(|object| self.card_pool.is_split(object.card));
        if split && sight.has(id, Keyword::Meld) {
            ways.push((BOTH, self.can_play_as(sight, seat, id, true)));
        }
        ways
    }

    /// The ways to play a card with two halves that are legal, as bits.
    pub fn open_ways(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> u8 {
        self.ways(sight, seat, id)
            .into_iter()
            .filter(|way| way.1.is_ok())
            .fold(0, |ways, way| ways | 1 << way.0)
    }

    /// 5.1.2c: which half is played, or both.
    pub fn ask_side(&self, playing: &Playing, object: &Object, ways: u8) -> Option<Request> {
        let options =
            (0..=BOTH).filter(|way| ways & 1 << way != 0).map(|way| Item::Mode(way.into())).collect();
        let (seat, subject) = (playing.seat, Some(playing.object));
        let rule = self.rule_of_sides(object.front, rule!("5.1.2c"));
        Some(Request { seat, prompt: Prompt::ChooseSide.into(), rule, subject, ask: Ask::one_of(options) })
    }

    /// The rule by which one half of a card is determined: of a twin-card by the player that plays it
    /// (9.1.4b).
    fn rule_of_sides(&self, card: CardId, split: RuleId) -> RuleId {
        if self.card_pool.is_split(card) { split } else { rule!("9.1.4b") }
    }

    /// Takes the declared half: from then on the card is nothing else (9.2.3); or both, which is an
    /// alternative cost (8.3.38a).
    pub fn declare_side(&self, play: &mut Game<'_>, playing: &Playing, layer: Layer, way: u8) {
        let object = playing.object;
        let Some(card) = play.state().board.get(object).map(|object| object.card) else { return };
        match self.card_pool.sides(card).get(usize::from(way)) {
            Some(face) => {
                let rule = self.rule_of_sides(card, rule!("9.2.3"));
                play.emit(Event::Flipped { object, face: *face, lasting: false }, rule);
            }
            None => play.emit(Event::LayerSet(object, Box::new(self.melded(card, layer))), rule!("8.3.38a")),
        }
    }

    /// A layer that is melded: of a split-card both sides are its modes; any other is unaffected.
    pub fn melded(&self, card: CardId, layer: Layer) -> Layer {
        cite!("8.3.38c");
        let sides = self.card_pool.sides(card).len() as u8;
        let modes = if sides == 0 { layer.modes.clone() } else { (0..sides).collect() };
        Layer { basis: Basis::Meld, modes, ..layer }
    }

    /// Whether all that must be declared for a card can be (5.1.4): of a melded one for both sides.
    pub fn can_declare_for(
        &self,
        sight: &Sight<'_>,
        object: &Object,
        melded: bool,
        scope: &Scope<'_>,
    ) -> bool {
        let declared = |card: CardId| targets::can_declare(sight, CodeRef::resolve(card), scope);
        let sides = self.card_pool.sides(object.card);
        if melded && !sides.is_empty() {
            sides.iter().all(|side| declared(*side))
        } else {
            declared(object.card)
        }
    }

    /// What a side of a melded layer does as it resolves: the resolution ability of that half, with the
    /// targets that were declared for it.
    pub fn melded_part(
        &self,
        play: &mut Game<'_>,
        object: &Object,
        layer: &Layer,
        part: u16,
        side: usize,
    ) -> Option<Running> {
        let code = CodeRef::resolve(*self.card_pool.sides(object.card).get(side)?);
        self.card_pool.code(code).filter(|_| part == 0)?;
        let sight = self.sight(play);
        let legal = self.legal_targets(&sight, object, layer).unwrap_or_default();
        let targets = self.targets_of_part(object, layer, side as u16 + 1, legal);
        let controller = sight.controller(object.id).unwrap_or(object.controller);
        Some(running(
            code,
            Context { targets, x: layer.x, event: layer.event, ..Context::of(object.id, controller) },
        ))
    }

    /// 5.3.4d: when the right side of a melded layer has resolved, it stays on the stack, and the turn-player
    /// gains priority.
    pub fn stops_halfway(&self, play: &mut Game<'_>, id: ObjectId) -> bool {
        let Some((object, layer)) =
            self.resolves_as(play, id).filter(|layer| layer.0.zone == Zone::Stack && !layer.1.half)
        else {
            return false;
        };
        let Some(own) = play.state().board.get(id).and_then(|object| object.layer.as_deref()) else {
            return false;
        };
        if self.resolving_side(&object, &layer).is_none() {
            return false;
        }
        let layer = Box::new(Layer { half: true, ..own.clone() });
        play.emit(Event::LayerSet(id, layer), rule!("5.3.4d"));
        self.pop(play, rule!("5.3.4d"));
        play.emit(Event::PriorityTaken, rule!("5.3.4d"));
        true
    }

    /// The half of a melded layer that resolves now: first the right side, then the left one (5.3.4d); none
    /// of any other.
    pub fn resolving_side(&self, object: &Object, layer: &Layer) -> Option<usize> {
        let melded = object.is_melded() && !self.card_pool.sides(object.card).is_empty();
        melded.then(|| usize::from(!layer.half))
    }
}
