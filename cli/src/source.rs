//! The log that a command looks at, and how it is opened: in this one way by all that replay it for people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use duelog_kernel::{Factory, Viewer};
use duelog_verifier::several::GameOf;
use duelog_verifier::{Report, verify};

use crate::games::{factory, with_cards};
use crate::input;
use crate::output::{Context, Failure};
use crate::players::Named;
use crate::replayed::{Looking, Replayed, say};

/// A log, with what is needed to replay it and to tell of it.
#[derive(Debug, Clone, clap::Args)]
pub struct Source {
    /// The log; `-` is standard input.
    log: PathBuf,
    #[command(flatten)]
    how: How,
}

/// How logs are replayed and told of.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct How {
    #[command(flatten)]
    named: Named,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// A log that is being replayed.
pub struct Opened<'a> {
    /// The replay, at its beginning.
    pub replayed: Replayed<'a>,
    /// Who looks.
    pub viewer: Viewer,
    /// The names of the players, by seat.
    pub names: Vec<Option<String>>,
}

impl How {
    /// With these names of players, and definitions from a folder.
    pub fn of(names: Vec<String>, cards: Option<PathBuf>) -> How {
        How { named: Named { names }, cards }
    }
}

impl Source {
    /// A log, looked at in the ways that are given.
    pub fn of(log: PathBuf, how: How) -> Source {
        Source { log, how }
    }

    /// Another log, looked at in the same ways.
    ///
    /// # Errors
    /// Wrong use where both are standard input.
    pub fn beside(&self, other: &Path) -> Result<Source, Failure> {
        if input::is_stdin(&self.log) && input::is_stdin(other) {
            return Err(Failure::usage("both logs are standard input", "name a file for one of them"));
        }
        Ok(Source { log: other.to_path_buf(), how: self.how.clone() })
    }

    /// The file.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// The bytes of the log.
    ///
    /// # Errors
    /// A system error that names the file.
    pub fn bytes<'c>(&self, context: &'c Context) -> Result<Cow<'c, [u8]>, Failure> {
        input::named(&self.log, context)
    }

    /// Starts the match of the log as somebody looks at it; where it has none, says why.
    ///
    /// # Errors
    /// Wrong use for a seat or a name that the match does not have; as [`Replayed::open`].
    pub fn opened<'a>(
        &self,
        bytes: &'a [u8],
        looking: &Looking,
        context: &Context,
    ) -> Result<Option<Opened<'a>>, Failure> {
        let opened = Replayed::open(bytes, self.how.cards.as_deref())?;
        let mut replayed = match opened {
            Ok(replayed) => replayed,
            Err(report) => {
                self.say(&report, context);
                return Ok(None);
            }
        };
        let viewer = looking.viewer(&replayed)?;
        replayed.look_as(viewer);
        let names = self.how.named.names(replayed.header())?;
        Ok(Some(Opened { replayed, viewer, names }))
    }

    /// The names of the players, by seat, where the labels of the log are these.
    ///
    /// # Errors
    /// Wrong use where there are more names than players.
    pub fn names(
        &self,
        seats: u8,
        labels: &BTreeMap<String, String>,
    ) -> Result<Vec<Option<String>>, Failure> {
        self.how.named.by_seat(seats, labels)
    }

    /// The game of this name, with the definitions that are given.
    ///
    /// # Errors
    /// As [`crate::games::factory`].
    pub fn factory(&self, game: &str) -> Result<Box<dyn Factory>, Failure> {
        let games = with_cards(self.how.cards.as_deref())?;
        games.into_iter().find(|known| known.game() == game).map_or_else(|| factory(game, None), Ok)
    }

    /// The verdict on the log.
    ///
    /// # Errors
    /// As [`with_cards`].
    pub fn verdict(&self, bytes: &[u8]) -> Result<Report, Failure> {
        Ok(verify(&with_cards(self.how.cards.as_deref())?, bytes))
    }

    /// The place of the log among the games of a match, in words; none where it is of one game alone.
    ///
    /// # Errors
    /// As [`with_cards`].
    pub fn game_of(&self, bytes: &[u8]) -> Result<Option<String>, Failure> {
        let game = self.game(bytes)?;
        Ok(game.map(|game| game.map_or_else(|why| why, |game| game.in_words())))
    }

    /// The game of a match of several games that the log is of, or why its labels bind none; none where it is of one
    /// game alone.
    ///
    /// # Errors
    /// As [`with_cards`].
    pub fn game(&self, bytes: &[u8]) -> Result<Option<Result<GameOf, String>>, Failure> {
        Ok(GameOf::read(&with_cards(self.how.cards.as_deref())?, bytes).transpose())
    }

    /// Says what is wrong with the log.
    pub fn say(&self, report: &Report, context: &Context) {
        say(report, &self.log, context);
    }
}

impl Opened<'_> {
    /// From now on people read the players' names in place of seats.
    pub fn call_players(&self, context: &Context) {
        context.call_players(self.names.clone());
    }
}
