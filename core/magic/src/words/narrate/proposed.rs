//! Events that are about to happen, in words, and what effects make of them (614, 616).

use super::telling::{Teller, destination};
use crate::state::event::Application;
use crate::state::{Proposal, Zone};
use crate::words::plain::{counters, symbol};
use crate::words::view::loss_in_words;

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
    pub(super) fn proposed(&self, event: &Proposal) -> String {
        match event {
            Proposal::Damage { source, to, amount, combat, .. } => {
                let kind = if *combat { "combat damage" } else { "damage" };
                format!("{} would deal {amount} {kind} to {}", self.label(*source), self.value(*to))
            }
            Proposal::Destroy { object, .. } => format!("{} would be destroyed", self.label(*object)),
            Proposal::Move { object, to: Zone::Battlefield, entering, .. } => {
                format!("{} would enter the battlefield{}", self.label(*object), self.entering(entering))
            }
            Proposal::Move { object, to, place, .. } => {
                format!("{} would go {}", self.label(*object), destination(*to, *place))
            }
            Proposal::Tokens { card, controller, count, .. } => {
                format!("{controller} would create {count} x {}", self.card_pool.name(*card))
            }
            Proposal::Token { card, controller, entering } => {
                format!("{controller} would create {}{}", self.card_pool.name(*card), self.entering(entering))
            }
            Proposal::Draws(seat, number) => format!("{seat} would draw {number} cards"),
            Proposal::Draw(seat) => format!("{seat} would draw a card"),
            Proposal::GainLife(seat, amount) => format!("{seat} would gain {amount} life"),
            Proposal::LoseLife(seat, amount, _) => format!("{seat} would lose {amount} life"),
            Proposal::PutCounters(id, kind, count, ..) => {
                format!("{} would be put on {}", counters(&count.to_string(), *kind), self.label(*id))
            }
            Proposal::RemoveCounters(id, kind, count) => {
                format!("{} would be removed from {}", counters(&count.to_string(), *kind), self.label(*id))
            }
            Proposal::CancelCounters(id, count) => {
                format!("{count} +1/+1 and {count} -1/-1 counters would be removed from {}", self.label(*id))
            }
            Proposal::Unattach(id) => format!("{} would become unattached", self.label(*id)),
            Proposal::TurnUp(id, _) => format!("{} would be turned face up", self.label(*id)),
            Proposal::Shuffle(seat) => format!("{seat} would shuffle the library"),
            Proposal::Sift(kind, seat, number) => {
                format!("{seat} would {} {number}", duelog_kernel::phrase::lower(kind))
            }
            Proposal::Lose(seat, losses) => {
                let why: Vec<String> = losses.iter().map(|loss| loss_in_words(*loss).to_string()).collect();
                format!("{seat} would lose the game: {}", why.join(", "))
            }
            Proposal::Step(step) => {
                format!("the {} {} would begin", step.name(), if step.is_main() { "phase" } else { "step" })
            }
            Proposal::Turn(seat) => format!("a turn of {seat} would begin"),
            Proposal::Mana { seat, mana, .. } => {
                format!("{seat} would get {}", symbol(mana.symbol).repeat(usize::from(mana.amount)))
            }
            Proposal::GainCounters(seat, kind, count) => {
                format!("{seat} would get {}", counters(&count.to_string(), *kind))
            }
        }
    }
}
