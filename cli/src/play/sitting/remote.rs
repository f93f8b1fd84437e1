//! A sitting whose players have terminals of their own: who is told what, and whose lines count.

use std::sync::mpsc::RecvTimeoutError;

use duelog_kernel::{Choice, Item, Seat};

use super::{Input, Sitting, Terminals, split};
use crate::output::Failure;
use crate::plain::word;
use crate::play::host::Heard;
use crate::play::protocol::FromTable;

/// How far back a player is told what happened who joins again.
const AGAIN: u32 = 8;

impl Sitting<'_> {
    /// Those who are not asked see the table too, and who is asked.
    pub(super) fn tell_others(&mut self, asked: Seat) {
        if !matches!(self.terminals, Terminals::Apart(_)) {
            return;
        }
        let decisions = self.recorder.game().decisions();
        for seat in (0..self.recorder.header().seats).map(Seat).filter(|seat| *seat != asked) {
            if self.state(seat).shown == Some(decisions) {
                continue;
            }
            self.news(seat);
            self.show(seat);
            if let Terminals::Apart(players) = &mut self.terminals {
                players.terminal(seat).tell(&FromTable::Waiting(asked));
            }
        }
    }

    /// Says something to all but one.
    pub(super) fn say_to_others(&mut self, but: Seat, text: &str) {
        if matches!(self.terminals, Terminals::Apart(_)) {
            for seat in (0..self.recorder.header().seats).map(Seat).filter(|seat| *seat != but) {
                self.say(seat, text);
            }
        }
    }

    /// The next line of the player who is asked; the other ones may look things up, give up, leave and come back
    /// meanwhile.
    pub(super) fn hear(&mut self, asked: Seat) -> Result<Input, Failure> {
        loop {
            let waits = self.waits();
            let Terminals::Apart(players) = &mut self.terminals else { return Ok(Input::End) };
            let heard = match waits {
                Some(waits) => players.heard.recv_timeout(waits),
                None => players.heard.recv().map_err(RecvTimeoutError::from),
            };
            let (seat, heard) = match heard {
                Ok(heard) => heard,
                // Somebody's time is up.
                Err(RecvTimeoutError::Timeout) => return Ok(Input::Again),
                Err(RecvTimeoutError::Disconnected) => return Ok(Input::End),
            };
            match heard {
                Heard::Line(line) if seat == asked => return Ok(Input::Line(line)),
                Heard::Line(line) => {
                    if self.meanwhile(seat, asked, line.trim())? {
                        return Ok(Input::Again);
                    }
                }
                Heard::Came(stream, _) => {
                    players.comes(seat, stream);
                    self.is_seen(seat, true)?;
                    self.say_to_others(seat, &format!("  * {seat} is at the table"));
                    let decisions = self.recorder.game().decisions();
                    let state = self.state(seat);
                    (state.told, state.shown) = ((decisions + 1).saturating_sub(AGAIN), None);
                    if seat == asked {
                        return Ok(Input::Again);
                    }
                    self.tell_others(asked);
                }
                Heard::Left | Heard::Gone if seat == players.host => return Ok(Input::End),
                Heard::Left => {
                    players.leaves(seat);
                    self.is_away(seat)?;
                }
                Heard::Gone => {
                    players.terminal(seat).goes();
                    self.is_away(seat)?;
                }
            }
        }
    }

    /// The log of a match with a clock says who is at the table.
    fn is_seen(&mut self, seat: Seat, here: bool) -> Result<(), Failure> {
        let known = self.recorder.clock().map(|clock| clock.away_since(seat).is_none());
        if known.is_none_or(|known| known == here) {
            return Ok(());
        }
        self.recorder.seen(seat, here, self.clock.now_ms()).map_err(|error| self.unwritten(&error))
    }

    fn is_away(&mut self, seat: Seat) -> Result<(), Failure> {
        self.is_seen(seat, false)?;
        let Terminals::Apart(players) = &self.terminals else { return Ok(()) };
        let path = word(players.path());
        self.say_to_others(
            seat,
            &format!("  * {seat} has left the table: `duelog play --join {path}` comes back"),
        );
        Ok(())
    }

    /// A line of a player who is not asked: true if the match has changed by it.
    fn meanwhile(&mut self, seat: Seat, asked: Seat, line: &str) -> Result<bool, Failure> {
        let (command, rest) = split(line);
        match command.as_str() {
            "concede" if rest.is_empty() => {
                self.decide(seat, &Choice::one(Item::Concede))?;
                return Ok(true);
            }
            _ if self.aside(&command, rest, seat, None) => {}
            _ => self.say(seat, format_args!("  {asked} is asked now; `view`, `history`, `card NAME`, `help`, `concede` and `quit` work meanwhile")),
        }
        Ok(false)
    }
}
