//! Cards that may go elsewhere than where they would (614.1a), and discarded cards that nobody sees (701.8c).
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::language::definition::{Cost, Replacement};
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::replacement::commander_owner;
use crate::state::event::Event;
use crate::state::{CastingStage, EffectKey, EventBatch, Frame, Paying, PayingStage, Proposal, Proposed};
use crate::{cite, rule};

impl Magic {
    /// Who says whether an effect applies to an event, where that is left to a player.
    pub(super) fn may_decline(&self, sight: &Sight<'_>, event: &Proposal, key: EffectKey) -> Option<Seat> {
        if let EffectKey::Command(_) = key {
            return commander_owner(sight, event);
        }
        let EffectKey::Ability(source, place) = key else { return None };
        let replacement = self.replacement_of(sight, source, place)?;
        matches!(replacement, Replacement::MayMoveInstead { .. }).then(|| self.affected(sight, event).0)
    }

    /// A card has been discarded unseen: what is paid with it is paid with nothing of which it is known what it is.
    pub(super) fn discarded_unseen(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        let before = |next: u8| usize::from(next.saturating_sub(1));
        let asks = match board.acting() {
            Some(Frame::Casting(casting)) => match casting.stage {
                CastingStage::Others(next) => {
                    let costs = self.costs_on_stack(play, casting);
                    costs.get(before(next)).is_some_and(|cost| Cost::asks_for_cards(cost))
                }
                _ => false,
            },
            Some(Frame::Paying(paying @ Paying { stage: PayingStage::Others(next), .. })) => {
                self.asks_for_cards_at(board, paying, before(*next))
            }
            _ => false,
        };
        if asks {
            play.emit(Event::PaidUnseen, rule!("701.8c"));
        }
    }

    /// The cards of a moment of which a player may say that an effect applies to them, by place.
    fn left_open(
        &self,
        sight: &Sight<'_>,
        events: &EventBatch,
        (seat, key): (Seat, EffectKey),
    ) -> Vec<usize> {
        let places = self.subject_to(sight, events, key).into_iter();
        places.filter(|at| self.may_decline(sight, &events.batch[*at].event, key) == Some(seat)).collect()
    }

    /// Asks which cards go where an effect lets them go, and in which order.
    pub(super) fn ask_may(&self, sight: &Sight<'_>, events: &EventBatch, by: (Seat, EffectKey)) -> Request {
        let cards = self.left_open(sight, events, by).into_iter().filter_map(|at| moving(events, at));
        let options: Vec<Item> = cards.map(Item::Object).collect();
        let most = options.len() as u32;
        cite!("401.4");
        let ask = Ask::pick(options, 0, most).ordered();
        let (prompt, rule) = match by.1 {
            EffectKey::Command(_) => (Prompt::Command, rule!("903.9")),
            _ => (Prompt::MayMove, rule!("614.1a")),
        };
        Request { seat: by.0, prompt: prompt.into(), rule, subject: None, ask }
    }

    /// Applies an effect to the cards that a player has named, the first of which comes to lie on top; it does not
    /// apply to the others any more.
    pub(super) fn take_may(
        &self,
        play: &mut Game<'_>,
        events: &mut EventBatch,
        by: (Seat, EffectKey),
        choice: &Choice,
    ) {
        let Choice::Pick(items) = choice else { return };
        let mut places = Vec::new();
        for at in self.left_open(&self.sight(play), events, by) {
            events.at = at as u16;
            if moving(events, at).is_some_and(|id| items.contains(&Item::Object(id))) {
                self.replace_at(play, events, by.1, None);
                places.push(at);
            } else {
                events.batch[at].applied.push(by.1);
            }
        }
        let mut moved: Vec<Proposed> = places.iter().map(|at| events.batch[*at].clone()).collect();
        let rank = |proposed: &Proposed| match proposed.event {
            Proposal::Move { object, .. } => items.iter().position(|item| *item == Item::Object(object)),
            _ => None,
        };
        moved.sort_by_key(|proposed| std::cmp::Reverse(rank(proposed)));
        places.into_iter().zip(moved).for_each(|(at, proposed)| events.batch[at] = proposed);
    }
}

/// The card that moves by the event at a place.
fn moving(events: &EventBatch, at: usize) -> Option<ObjectId> {
    match events.batch.get(at)?.event {
        Proposal::Move { object, .. } => Some(object),
        _ => None,
    }
}
