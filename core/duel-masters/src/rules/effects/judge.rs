//! The Gachinko Judge (701.21).
use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use super::Act;
use crate::language::definition::Ref;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Awaited, Frame, Running, Value, Zone, other};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// Both show their top card and put it at the bottom; the player wins with a cost that is not lower
    /// (701.21).
    pub(super) fn judge(&mut self, who: &Ref) {
        let seat = self.seat(who);
        self.wait(Awaited::Judging(seat, None, None));
    }
}

impl DuelMasters {
    /// Goes on with a judge: each player shows the top card, who shows a card of two costs says which one
    /// counts (201.2c, 701.21c), and the cards go to the bottom.
    pub fn advance_judging(
        &self,
        play: &mut Game<'_>,
        running: Running,
        judging: (Seat, Option<u32>, Option<u32>),
    ) -> Flow {
        let (seat, own, others) = judging;
        let next = match (own, others) {
            (None, _) => Some(seat),
            (Some(_), None) => Some(other(seat)),
            (Some(_), Some(_)) => None,
        };
        if let Some(shows) = next {
            let costs = judged(&self.sight(play), shows);
            if let Some((id, _)) = &costs {
                self.emit_quietly(play, Event::Shown(vec![*id], u8::MAX), rule!("701.21a"));
            }
            return match costs {
                Some((_, costs)) if costs.len() > 1 => play.wait(self),
                // Without a card nothing is shown, and what is nothing loses against every cost.
                found => {
                    let cost = found.and_then(|(_, costs)| costs.first().copied()).unwrap_or(NOTHING);
                    self.judged(play, running, cost);
                    Flow::Go
                }
            };
        }
        for seat in [seat, other(seat)] {
            let deck = play.state().board.all(Zone::Deck(seat));
            let Some(top) = play.state().board.zone(Zone::Deck(seat)).next_back() else { continue };
            let order = std::iter::once(top).chain(deck.iter().copied().filter(|id| *id != top)).collect();
            self.emit_quietly(play, Event::Reordered(seat, order), rule!("701.21a"));
        }
        let won = matches!((own, others), (Some(own), Some(others)) if own != NOTHING && others != NOTHING && own >= others);
        cite!("701.21b");
        self.replace_frame(
            play,
            Frame::Running(Running { wait: Awaited::Nothing, ..running }),
            rule!("701.21a"),
        );
        self.report(play, if won { vec![Value::Seat(seat)] } else { Vec::new() });
        Flow::Go
    }

    /// Asks which cost of a card counts.
    pub fn ask_judging(
        &self,
        sight: &Sight<'_>,
        (seat, own, _): (Seat, Option<u32>, Option<u32>),
    ) -> Option<Request> {
        let shows = if own.is_none() { seat } else { other(seat) };
        let (id, costs) = judged(sight, shows)?;
        cite!("201.2c");
        let options = costs.into_iter().map(Item::Number).collect();
        Some(Request {
            seat: shows,
            prompt: Prompt::JudgeCost.into(),
            rule: rule!("701.21c"),
            subject: Some(id),
            ask: Ask::one_of(options),
        })
    }

    /// The next cost of a judge is settled.
    pub fn judged(&self, play: &mut Game<'_>, mut running: Running, cost: u32) {
        running.wait = match running.wait {
            Awaited::Judging(seat, None, others) => Awaited::Judging(seat, Some(cost), others),
            Awaited::Judging(seat, own, None) => Awaited::Judging(seat, own, Some(cost)),
            wait => wait,
        };
        self.replace_frame(play, Frame::Running(running), rule!("701.21a"));
    }
}

/// The cost of no card at all.
const NOTHING: u32 = u32::MAX;

/// The top card of a player's deck and the costs that it has, ascending.
fn judged(sight: &Sight<'_>, seat: Seat) -> Option<(ObjectId, Vec<u32>)> {
    let id = sight.board.zone(Zone::Deck(seat)).next_back()?;
    let faces = &sight.card_pool.card(sight.object(id)?.top().card).faces;
    let mut costs: Vec<u32> = faces.iter().map(|face| face.definition.cost).collect();
    costs.sort();
    costs.dedup();
    Some((id, costs))
}
