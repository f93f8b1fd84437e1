//! The games of a match of several games, as commands begin them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use duelog_kernel::setup::{Agreement, Start};
use duelog_kernel::{Factory, Setup};
use duelog_log_format::Reader;
use duelog_verifier::several::{self, GameOf, Next};
use duelog_verifier::{Verdict, verify};

use crate::decks::{self, Found, Listed};
use crate::effort::Effort;
use crate::numbers::whole;
use crate::output::{Context, Failure};
use crate::{games, input};

/// Which game of a match of several games begins.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SeveralGames {
    /// Begins the next game of a match: LOG is that of the game before. Terms and names of players stay; the decks too,
    /// unless others are given, which have the same cards together with their sideboards. Who lost says who begins.
    #[arg(long, value_name = "LOG", conflicts_with_all = ["best_of", "terms", "limited"], help_heading = crate::headings::GAME)]
    pub next_game_of: Option<PathBuf>,
    /// Begins a match of several games, which is won by who wins more than half of N; N is odd.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, help_heading = crate::headings::GAME)]
    pub best_of: Option<u32>,
}

/// The game before the one that begins.
pub struct Before {
    log: PathBuf,
    game: GameOf,
    setup: Setup,
}

/// The remedy where a match cannot have several games.
const ONE_GAME: &str = "leave --best-of out for a match of one game";

/// A game that cannot be the next one.
fn refused(log: &Path, why: &str) -> Failure {
    Failure::usage(
        format!("{}: {why}", log.display()),
        "name the log of the last game of a match that was begun with --best-of and is not over",
    )
}

impl SeveralGames {
    /// True if another game of a match is continued.
    pub fn continues(&self) -> bool {
        self.next_game_of.is_some()
    }

    /// Refuses a match of several games for a table of one player.
    ///
    /// # Errors
    /// Wrong use, with the size.
    pub fn seats(&self, seats: usize) -> Result<(), Failure> {
        if self.best_of.is_none() || seats >= 2 {
            return Ok(());
        }
        Err(Failure::usage(format!("a match of several games has 2 players at least, not {seats}"), ONE_GAME))
    }

    /// The game before, which verifies.
    ///
    /// # Errors
    /// Wrong use where the log holds another kind of game, a system error where it cannot be read.
    pub fn before(&self, cards: Option<&Path>) -> Result<Option<Before>, Failure> {
        let Some(log) = &self.next_game_of else { return Ok(None) };
        let unread = |error: std::io::Error| {
            Failure::system(format!("{}: {error}", log.display()), "name a log that exists and can be read")
        };
        let (bytes, games) = (input::log(log).map_err(unread)?, games::with_cards(cards)?);
        let effort = Effort::default();
        let report = effort.hold(|| verify(&games, &bytes))?;
        if report.verdict != Verdict::Verified {
            return Err(refused(log, &format!("the game before is {}: {}", report.verdict, report.message)));
        }
        let game = effort.hold(|| GameOf::read(&games, &bytes))?.map_err(|why| refused(log, &why))?;
        let game = game.ok_or_else(|| refused(log, "it is of no match of several games"))?;
        let reader = Reader::open(&bytes).map_err(|fault| refused(log, &fault.to_string()))?;
        Ok(Some(Before { log: log.clone(), game, setup: reader.header().setup() }))
    }

    /// The labels and the agreement of the game that begins with these decks.
    ///
    /// # Errors
    /// Wrong use where the match has no such game.
    pub fn bound(
        &self,
        before: Option<&Before>,
        decks: &[Listed],
        agreed: Agreement,
    ) -> Result<Next, Failure> {
        if let Some(before) = before {
            let decks: Vec<_> = decks.iter().map(|listed| listed.deck.clone()).collect();
            return before.game.next(&decks).map_err(|why| refused(&before.log, &why));
        }
        let mut labels = BTreeMap::new();
        if let Some(games) = self.best_of {
            let games = several::best_of(games).map_err(|why| Failure::usage(why, ONE_GAME))?;
            if !decks.is_empty() {
                self.seats(decks.len())?;
            }
            labels.insert(several::BEST_OF.to_string(), games.to_string());
        }
        Ok(Next { labels, agreed, clock: None })
    }

    /// A match that is to start there, as its game before binds it.
    ///
    /// # Errors
    /// As [`SeveralGames::bound`]; wrong use for a position, and for terms beside a game before.
    pub fn started(
        &self,
        before: Option<&Before>,
        decks: &[Listed],
        start: Start,
    ) -> Result<(Next, Start), Failure> {
        if !self.continues() && self.best_of.is_none() {
            let (labels, agreed) = (BTreeMap::new(), start.agreement());
            return Ok((Next { labels, agreed, clock: None }, start));
        }
        if matches!(start, Start::Position(_)) || self.continues() && self.best_of.is_some() {
            return Err(Failure::usage(
                "a game of a match starts from decks, and only the first one says `best_of`",
                "leave out `position`, and `best_of` beside `next_game_of`",
            ));
        }
        if before.is_some() && start != Start::Normal {
            return Err(Failure::usage(
                "the terms of the game before stay",
                "leave out `limited` and `terms` beside `next_game_of`",
            ));
        }
        let next = self.bound(before, decks, start.agreement())?;
        let start = Start::by(next.agreed.clone());
        Ok((next, start))
    }
}

impl Before {
    /// The game's name.
    pub fn game(&self) -> String {
        self.setup.game.clone()
    }

    /// Refuses another game.
    ///
    /// # Errors
    /// Wrong use, with both names.
    pub fn is_of(&self, game: &str) -> Result<(), Failure> {
        if self.setup.game == game {
            return Ok(());
        }
        Err(refused(&self.log, &format!("it is a game of {}, not of {game}", self.setup.game)))
    }

    /// The decks of the game before.
    pub fn same_decks(&self) -> Vec<Listed> {
        self.setup.decks.iter().cloned().map(Listed::from).collect()
    }

    /// The decks that were named, as the game reads them; those of the game before where none were.
    ///
    /// # Errors
    /// As [`decks::settle_all`].
    pub fn decks(
        before: Option<&Before>,
        found: Vec<Found>,
        factory: &dyn Factory,
        agreed: &Agreement,
        context: &Context,
    ) -> Result<Vec<Listed>, Failure> {
        match before {
            Some(before) if found.is_empty() => Ok(before.same_decks()),
            Some(before) => decks::settle_all(found, factory, &before.setup.agreement(), context),
            None => decks::settle_all(found, factory, agreed, context),
        }
    }
}
