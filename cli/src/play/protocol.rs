//! The lines between a table and the terminals of its players: one JSON object each.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;

use duelog_kernel::view::{Fact, PlayerView, ZoneView};
use duelog_kernel::{Seat, View};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::question::Question;
use crate::games;
use crate::output::json;

/// The version of these lines.
pub const VERSION: u32 = 1;

/// The longest line from a table: a view of the largest match is far below it.
const FROM_TABLE: u64 = 16 << 20;
/// The longest line from a player.
const FROM_PLAYER: u64 = 1 << 14;

/// A line from the table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromTable {
    /// The player is let in.
    Welcome(Welcome),
    /// The player is not let in, and why.
    Refused(String),
    /// Events, and answers to commands.
    Said(String),
    /// A longer answer to a command.
    Sheet(String),
    /// The table as the player sees it.
    Table(Box<Seen>),
    /// A question to the player.
    Question(Question),
    /// Another player is asked.
    Waiting(Seat),
    /// The match or the sitting is over.
    Over(String),
}

/// A line from a player's terminal.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromPlayer {
    /// A player wants to sit down.
    Join {
        /// The version of these lines.
        version: u32,
        /// The player's name.
        #[serde(default)]
        name: Option<String>,
    },
    /// A line that the player typed.
    Line(String),
    /// The player leaves.
    Leave,
}

/// The facts that a terminal needs before the first table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of these lines.
    pub version: u32,
    /// Where the player sits.
    pub seat: Seat,
    /// The game.
    pub game: String,
    /// The line above the table.
    pub title: String,
    /// The name of the score.
    pub score: String,
    /// The names of the players by seat.
    pub names: Vec<Option<String>>,
}

/// A table as a player sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Seen {
    /// Who looks.
    pub near: Seat,
    /// How many decisions have been made.
    pub decisions: u32,
    /// The state of the turn.
    pub turn: Vec<Fact>,
    /// The players.
    pub players: Vec<PlayerView>,
    /// The zones with the cards that the player may see.
    pub zones: Vec<ZoneView>,
}

impl Seen {
    /// A view without its request, from a seat.
    pub fn of(view: View, near: Seat) -> Seen {
        let View { decisions, turn, players, zones, .. } = view;
        Seen { near, decisions, turn, players, zones }
    }

    /// The view, in a game of this name.
    pub fn view(self, game: &str) -> View {
        let Seen { decisions, turn, players, zones, .. } = self;
        let game = games::names().into_iter().find(|known| *known == game).unwrap_or_default();
        View { game, decisions, turn, players, zones, request: None, waiting_for: None }
    }
}

/// Sends a line.
///
/// # Errors
/// Where the other side is gone.
pub fn send(stream: &mut UnixStream, line: &impl Serialize) -> io::Result<()> {
    stream.write_all((json(line) + "\n").as_bytes())
}

/// The lines of the other side.
pub struct Lines {
    from: BufReader<UnixStream>,
    longest: u64,
}

impl Lines {
    /// The lines from a table.
    pub fn of_table(stream: UnixStream) -> Lines {
        Lines { from: BufReader::new(stream), longest: FROM_TABLE }
    }

    /// The lines from a player.
    pub fn of_player(stream: UnixStream) -> Lines {
        Lines { from: BufReader::new(stream), longest: FROM_PLAYER }
    }

    /// The next line; none at the end, and where the line makes no sense.
    pub fn next<T: DeserializeOwned>(&mut self) -> Option<T> {
        let mut line = Vec::new();
        (&mut self.from).take(self.longest).read_until(b'\n', &mut line).ok()?;
        if line.last() != Some(&b'\n') {
            return None;
        }
        serde_json::from_slice(&line).ok()
    }
}
