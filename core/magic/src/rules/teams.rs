//! Teams that win and lose as one (810.8), and whose abilities trigger for each of their players.

use duelog_kernel::scope::Node;
use duelog_kernel::{Seat, trigger};

use crate::language::definition::{Triggered, When};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Board, Loss, Waiting};
use crate::{cite, rule};

impl Magic {
    /// 810.8a: players of two-headed giants lose, or draw, with the rest of the team.
    pub(super) fn fall_with_mates(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        if !board.shares_life() {
            return;
        }
        let fate = |seat: &Seat| {
            let mates = board.sharers(*seat);
            let lost = mates.into_iter().find_map(|mate| board.player(mate).lost)?;
            let own = if lost == Loss::Drawn { Loss::Drawn } else { Loss::Mate };
            board.player(*seat).lost.is_none().then_some((*seat, own))
        };
        let falling: Vec<(Seat, Loss)> = board.seats().iter().filter_map(fate).collect();
        for (seat, loss) in falling {
            self.emit(play, Event::PlayerLost(seat, loss), rule!("810.8a"));
        }
    }
}

/// The players for whom an ability triggers that waits for a step whoever's it is: all of the active team where it asks
/// whose step that was, else it triggers once.
pub(super) fn triggers_for(board: &Board, ability: &Triggered) -> Vec<Seat> {
    let whoever = matches!(ability.when, When::Begins { whose: None, .. });
    if !whoever || !board.shares_turns() {
        return Vec::new();
    }
    let asks = Node::of(ability).any(&|node: &Node| node.is("Ref", "EventPlayer"));
    if asks { board.active_players() } else { Vec::new() }
}

/// The next waiting ability, or who says which. A team orders those of all its players together (805.7).
pub fn waiting_next(board: &Board) -> trigger::Next {
    cite!("805.7");
    let owner = |waiting: &Waiting| (0, board.primary(waiting.controller));
    let waiting: Vec<(u8, Seat)> = board.waiting.iter().map(owner).collect();
    trigger::next(&waiting, &board.apnap())
}
