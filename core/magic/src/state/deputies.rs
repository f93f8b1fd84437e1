//! Who decides for players who have left the game (800.4f, 800.4g).

use duelog_kernel::Seat;

use super::{Board, Frame, Running};
use crate::cite;

impl Board {
    /// The script that is carried out now and asks what is asked, if one does.
    pub fn asks_by(&self) -> Option<&Running> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Running(running) => Some(running),
            _ => None,
        })
    }

    /// Who decides for a player who has left: whom the controller of the object that asks has chosen, else the next
    /// player in turn order.
    pub fn decides_for_left(&self, seat: Seat) -> Seat {
        let chosen = self.asks_by().and_then(|running| {
            running.deputies.iter().find(|deputy| deputy.0 == seat).map(|deputy| deputy.1)
        });
        cite!("800.4g");
        chosen.unwrap_or_else(|| self.next_seat(seat))
    }

    /// Who can decide for a player who has left and whom an object asks: where that was an opponent of the object's
    /// controller another opponent, if there is one.
    pub fn deputies_for(&self, seat: Seat, controller: Seat) -> Vec<Seat> {
        cite!("800.4f");
        let opponents: Vec<Seat> = self.opponents(controller).collect();
        if self.are_opponents(controller, seat) && !opponents.is_empty() {
            return opponents;
        }
        self.each_from(controller).filter(|other| *other != controller).collect()
    }
}
