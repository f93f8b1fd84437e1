//! Events that are about to happen, in words, and what effects make of them (6.4).

use duelog_kernel::prose::{counters, numbered};

use super::telling::{Teller, going};
use super::wording::damage;
use crate::state::event::Application;
use crate::state::{MoveReason, Proposal};

impl Teller<'_> {
    /// Which effect was applied to which event, among which, by whose choice, and what came of it.
    pub(super) fn applied(&self, applied: &Application) -> String {
        applied.in_words(
            |id| self.label(id),
            |key| super::effect_in_words(self.board, self.card_pool, self.viewer, *key),
            |event| self.proposed(event),
            None,
        )
    }

    /// An event that is about to happen.
    fn proposed(&self, event: &Proposal) -> String {
        match event {
            Proposal::Damage { source, to, amount, kind, .. } => {
                format!(
                    "{} would deal {amount} {} to {}",
                    self.label(*source),
                    damage(*kind),
                    self.label(*to)
                )
            }
            Proposal::Move { object, why: MoveReason::Destroyed, .. } => {
                format!("{} would be destroyed", self.label(*object))
            }
            Proposal::Move { object, why: MoveReason::Discarded, .. } => {
                format!("{} would be discarded", self.label(*object))
            }
            Proposal::Move { object, to, bottom, counters: entering, .. } => {
                let with: String = entering
                    .iter()
                    .map(|(kind, count)| format!(", with {}", counters(count, kind.in_words())))
                    .collect();
                format!("{} would {}{with}", self.label(*object), going(*to, *bottom))
            }
            Proposal::Draw(seat, count) => format!("{seat} would draw {}", numbered(count, "cards")),
            Proposal::DrawOne(seat) => format!("{seat} would draw a card"),
            Proposal::Create(seat, card, count) => {
                format!("{seat} would create {count} x {}", self.card_pool.name(*card))
            }
            Proposal::CreateOne(seat, card)
            | Proposal::CreateEquipped(seat, card)
            | Proposal::CreateAt(seat, card, _)
            | Proposal::CreateWith(seat, card, ..)
            | Proposal::CreateCard { seat, card, .. } => {
                format!("{seat} would create {}", self.card_pool.name(*card))
            }
            Proposal::Transform { objects, .. } => format!("{} would transform", self.labels(objects)),
            Proposal::GainLife(id, amount) => format!("{} would gain {amount} life", self.label(*id)),
            Proposal::LoseLife(id, amount) => format!("{} would lose {amount} life", self.label(*id)),
            Proposal::GainActions(seat, amount, _) => {
                format!("{seat} would gain {}", numbered(amount, "action points"))
            }
            Proposal::Entered(id) => {
                format!("more would happen as {} enters the arena", self.label(*id))
            }
            Proposal::PutCounters(id, kind, count) => {
                format!("{} would be put on {}", counters(count, kind.in_words()), self.label(*id))
            }
            Proposal::Apply { object, .. } => format!("an effect would apply to {}", self.label(*object)),
            Proposal::ApplyStatic(applied) => {
                format!("{} would apply to {}", self.label(applied.source), self.label(applied.object))
            }
            Proposal::Roll { seat, dice, sides } => format!("{seat} would roll {dice} dice of {sides} sides"),
            Proposal::Result { seat, results, .. } => {
                let results: Vec<String> = results.iter().map(u32::to_string).collect();
                format!("{seat} rolls {}", results.join(", "))
            }
            Proposal::Clashed { winner: Some(seat), .. } => format!("{seat} would win the clash"),
            Proposal::Clashed { winner: None, .. } => "nobody would win the clash".to_string(),
        }
    }
}
