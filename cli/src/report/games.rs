//! The games of a match of several games, as pages name them: in order, with links, and with those that are missing.

use duelog_verifier::several::{Named, Played, Several, together};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use crate::plain::{plain, with_names};

/// A match of several games.
#[derive(Debug, Clone, Serialize)]
pub struct GamesOfMatch {
    /// How it stands, in words.
    said: String,
    /// Its games in order, the missing ones among them.
    games: Vec<OneGame>,
    /// The faults in how the games belong together.
    findings: Vec<String>,
}

/// A game of a match.
#[derive(Debug, Clone, Serialize)]
struct OneGame {
    game: u32,
    /// How it ended, in words, or that it is missing.
    end: String,
    /// Its log; absent where the game is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<String>,
    /// Its page; absent on the page itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
}

/// How a game ended.
fn end(game: &Played) -> String {
    match game.winners.as_deref() {
        None => "not over".to_string(),
        Some([]) => "a draw".to_string(),
        Some(winners) => {
            let winners: Vec<String> = winners.iter().map(ToString::to_string).collect();
            format!("{} won", winners.join(" and "))
        }
    }
}

impl GamesOfMatch {
    /// A match, where people read these names in place of seats; `page` finds the page of a game by its number and
    /// its log.
    pub fn of(
        several: &Several,
        names: &[Option<String>],
        page: impl Fn(u32, &str) -> Option<String>,
    ) -> GamesOfMatch {
        let words = |text: &str| plain(&with_names(text, names));
        let one = |game: &Played| OneGame {
            game: game.game,
            end: words(&end(game)),
            log: Some(plain(&game.log)),
            page: page(game.game, &game.log),
        };
        let gone = |game: &u32| OneGame { game: *game, end: "missing".to_string(), log: None, page: None };
        let mut games: Vec<OneGame> =
            several.games.iter().map(one).chain(several.missing.iter().map(gone)).collect();
        games.sort_by_key(|game| game.game);
        let said = if several.first.is_some() { several.in_words() } else { "not bound".to_string() };
        GamesOfMatch {
            said: words(&said),
            games,
            findings: several.findings.iter().map(|finding| words(finding)).collect(),
        }
    }

    /// A match in the list of logs, where each log is a link itself.
    pub fn listed(several: &Several, names: &[Option<String>]) -> GamesOfMatch {
        GamesOfMatch::of(several, names, |_, log| Some(served(log)))
    }
}

/// The bytes of a path that stand in an address as they are: letters, digits, and these.
const PLAIN: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// The address at which a log is served.
pub fn served(log: &str) -> String {
    format!("/report/{}", utf8_percent_encode(log, &PLAIN))
}

/// The match that a log is of, among the matches of all these logs.
pub fn match_of(log: &str, games: &[Named]) -> Option<Several> {
    together(games).into_iter().find(|several| several.games.iter().any(|game| game.log == log))
}
