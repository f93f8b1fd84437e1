//! Exchanging a creature in the battle zone with a card of another zone (701.26).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Filter, Group, Ref};
use crate::language::types::{CardType, Place};
use crate::state::event::Event;
use crate::state::{Entering, MoveReason, Proposal, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// Exchanges two cards, or all cards of two zones of one player.
    pub(super) fn exchange(&mut self, one: &Group, other: &Group) {
        if let (Group::In(first, who, Filter::Any), Group::In(second, whose, Filter::Any)) = (one, other)
            && self.seat(who) == self.seat(whose)
        {
            return self.exchange_zones(who, *first, *second);
        }
        if let (Some(one), Some(other)) =
            (self.objects(one).first().copied(), self.objects(other).first().copied())
        {
            self.exchange_cards(one, other);
        }
    }

    /// All cards of two zones change places together, were one of them empty; a move that is replaced does
    /// not stop the others (701.26c).
    fn exchange_zones(&mut self, who: &Ref, one: Place, two: Place) {
        let seat = self.seat(who);
        let (one, two) = (Zone::of(one, seat), Zone::of(two, seat));
        let board = &self.play.state().board;
        let going = |from: Zone, to: Zone| {
            board
                .zone(from)
                .map(move |id| Proposal::movement(id, to, Entering::default(), MoveReason::Effect))
                .collect::<Vec<Proposal>>()
        };
        let batch = [going(one, two), going(two, one)].concat();
        self.rules.happen(self.play, batch, rule!("701.26c"));
    }

    /// The creature goes where the card was, and the card takes its place: tapped or not as that was,
    /// attacking, attacked or blocking if that was; it has not blocked for what triggers on it (507.4). Where
    /// one of the moves would be replaced or cannot be, nothing happens (701.26b).
    fn exchange_cards(&mut self, creature: ObjectId, card: ObjectId) {
        let board = &self.play.state().board;
        let Some((old, new)) = board.get(creature).zip(board.get(card)) else { return };
        let fits = board.in_battle(creature)
            && !matches!(new.zone, Zone::Battle | Zone::Gone)
            && old.owner == new.owner;
        let is_creature =
            self.rules.card_pool.card(new.top().card).front().definition.kind == CardType::Creature;
        if !fits || !is_creature {
            return;
        }
        let (to, tapped, attacking) = (new.zone, old.tapped, board.is_attacking(creature));
        let attacked = board.attack.as_ref().is_some_and(|attack| attack.target == Value::Object(creature));
        let leave = Proposal::movement(creature, to, Entering::default(), MoveReason::Exchanged);
        let enter = Proposal::movement(
            card,
            Zone::Battle,
            Entering { tapped, ..Entering::default() },
            MoveReason::Exchanged,
        );
        let evolution = !self.rules.card_pool.card(new.top().card).front().definition.evolution.is_empty();
        let sight = self.rules.sight(self.play);
        let replaced = |event: &Proposal| {
            !self.rules.candidates(&sight, event).is_empty() || !self.rules.is_possible(&sight, event)
        };
        cite!("701.26b");
        if replaced(&leave) || replaced(&enter) || evolution {
            return;
        }
        self.rules.happen(self.play, vec![leave, enter], rule!("701.26b"));
        // What came last is the card that has taken the place.
        let Some(now) = self.play.state().board.zone(Zone::Battle).next_back() else { return };
        if attacking {
            self.rules.emit(self.play, Event::AttackerReplaced(now), rule!("701.26a"));
        }
        if attacked {
            self.rules.emit(self.play, Event::TargetReplaced(now), rule!("507.4"));
        }
    }
}
