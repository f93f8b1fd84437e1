//! The setup of a match as lines give it, and the complaints about lines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use duelog_kernel::digest::unhex;
use duelog_kernel::given::{GivenDraw, GivenDraws};
use duelog_kernel::setup::{Agreement, Deck, Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Seat, Seed};
use duelog_log_format::clock::ClockTerms;
use duelog_log_format::seeds::Part;
use duelog_log_format::{Durability, Pin};
use duelog_verifier::draw_in_words;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::Value;

use super::draws::DrawOf;
use crate::{clock, seeds};

/// A match to begin.
#[derive(Debug)]
pub struct Beginning {
    /// The setup.
    pub setup: SetupOf,
    /// The file of its log; none for no log.
    pub log: Option<PathBuf>,
    /// When what is written is made safe.
    pub durability: Durability,
}

/// A player's step towards a seed that host and players choose together.
#[derive(Debug)]
pub enum ChoosingOf {
    /// It commits itself.
    Commit {
        /// Who.
        seat: Seat,
        /// To what.
        commitment: [u8; 32],
    },
    /// It shows its part.
    Show {
        /// Who.
        seat: Seat,
        /// Its commitment.
        part: Part,
    },
    /// It does neither, as the host says.
    Withheld {
        /// Who.
        seat: Seat,
        /// A note of the host.
        text: String,
    },
}

/// The 32 bytes of a field.
pub fn digits(name: &str, text: &str) -> Result<[u8; 32], String> {
    seeds::bytes(text).ok_or_else(|| format!("`{name}` has 64 hexadecimal digits"))
}

/// The setup.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"game\":\"magic\",\"decks\":[...]}")]
pub struct SetupOf {
    /// The game.
    pub game: String,
    /// The edition of the rules; the newest without it.
    pub edition: Option<String>,
    /// The decks: files, or lists of cards.
    #[serde(default)]
    #[schemars(schema_with = "decks_schema")]
    decks: Vec<Value>,
    /// The seed, where the host alone chooses it: a number, or 64 hexadecimal digits.
    #[serde(default)]
    #[schemars(schema_with = "seed_schema")]
    seed: Option<Value>,
    /// The position to start from; the rulebook's start without it.
    position: Option<PositionOf>,
    /// True for limited decks.
    #[serde(default)]
    limited: bool,
    /// The terms of the table, for instance `{"attack": "left"}`.
    #[serde(default)]
    terms: BTreeMap<String, String>,
    /// The log of the game before, of a match of several games.
    #[serde(default)]
    pub next_game_of: Option<PathBuf>,
    /// How many games the match is the best of, in its first game.
    #[serde(default)]
    pub best_of: Option<u32>,
    /// The time of each player, as `duelog play --clock` takes it; in a later game of a match the terms of the game
    /// before stay without it.
    #[serde(default)]
    clock: Option<String>,
    /// How long a player may leave the table, beside `clock`.
    #[serde(default)]
    absence: Option<String>,
    /// Free labels for the log's header.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// True if the log holds the text of each definition.
    #[serde(default)]
    pub texts: bool,
    /// True if host and players choose the seed together.
    fair: Option<bool>,
    /// True if the log is observed, and the logs of viewers are written beside it.
    #[serde(default)]
    pub observed: bool,
    /// The draws of the match that were made elsewhere, as far as they are known: those of the start at least. With this list,
    /// even an empty one, more can be stated later.
    #[serde(default)]
    draws: Option<Vec<DrawOf>>,
    /// The revision of the rules, to play again what an older log says; the newest without it.
    #[serde(default)]
    pub revision: Option<u32>,
    /// The definitions that an older log pins: of each card the first 32 hexadecimal digits of its digest. Those that were
    /// built in before are played with.
    #[serde(default)]
    pins: Option<BTreeMap<String, String>>,
}

/// A deck as given.
#[derive(Debug)]
pub enum DeckOf {
    /// In a file.
    File(PathBuf),
    /// As a list.
    List(Deck),
}

/// A path, or a list of cards.
fn decks_schema(generator: &mut SchemaGenerator) -> Schema {
    let list = generator.subschema_for::<ListOf>();
    schemars::json_schema!({ "type": "array", "items": { "anyOf": [{ "type": "string" }, list] } })
}

fn seed_schema(_: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({ "type": ["integer", "string", "null"] })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "a path or an object such as {\"name\":\"...\",\"cards\":[[4,\"...\"]]}"
)]
struct ListOf {
    #[serde(default)]
    name: String,
    cards: Vec<(u16, String)>,
    #[serde(default)]
    sideboard: Vec<(u16, String)>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, expecting = "an object such as {\"turn\":{},\"players\":[{},{}]}")]
#[derive(Default)]
struct PositionOf {
    turn: BTreeMap<String, Value>,
    players: Vec<PlayerOf>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, expecting = "an object such as {\"facts\":{},\"zones\":{}}")]
#[derive(Default)]
struct PlayerOf {
    facts: BTreeMap<String, Value>,
    zones: BTreeMap<String, Vec<Value>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a name or an object such as {\"card\":\"...\"}")]
struct PlacedOf {
    card: String,
    #[serde(default)]
    label: String,
    #[serde(default)]
    facts: BTreeMap<String, Value>,
}

impl SetupOf {
    /// The decks.
    ///
    /// # Errors
    /// Which deck is not understood.
    pub fn decks(&self) -> Result<Vec<DeckOf>, String> {
        let deck = |(place, value): (usize, &Value)| match value {
            Value::String(path) => Ok(DeckOf::File(PathBuf::from(path))),
            other => {
                let list: ListOf = serde_json::from_value(other.clone())
                    .map_err(|error| format!("deck {place}: {}", in_words(&error)))?;
                Ok(DeckOf::List(Deck { name: list.name, cards: list.cards, sideboard: list.sideboard }))
            }
        };
        self.decks.iter().enumerate().map(deck).collect()
    }

    /// How many seats it names, by decks or by players of a position; 0 where it names none.
    pub fn seats(&self) -> usize {
        self.decks.len().max(self.position.as_ref().map_or(0, |position| position.players.len()))
    }

    /// The seed; none when none is given.
    ///
    /// # Errors
    /// The reason why it is not understood.
    pub fn seed(&self) -> Result<Option<Seed>, String> {
        match &self.seed {
            None => Ok(None),
            Some(Value::String(text)) => seeds::parse(text).map(Some),
            Some(Value::Number(number)) => number
                .as_u64()
                .map(|number| Some(Seed::from_number(number)))
                .ok_or_else(|| format!("the seed {number} is not a whole number of 64 bits")),
            Some(other) => Err(format!("the seed {other} is neither a number nor 64 hexadecimal digits")),
        }
    }

    /// The terms of the clock.
    ///
    /// # Errors
    /// The part that is not understood.
    pub fn clock(&self) -> Result<Option<ClockTerms>, String> {
        let absence_ms = self.absence.as_deref().map(clock::duration).transpose()?;
        match self.clock.as_deref().map(clock::terms).transpose()? {
            None if absence_ms.is_some() => Err("`absence` belongs to `clock`".to_string()),
            None => Ok(None),
            Some(terms) => Ok(Some(ClockTerms { absence_ms, ..terms })),
        }
    }

    /// True if host and players choose the seed together: the default unless the match starts from a
    /// position.
    pub fn fair(&self) -> bool {
        self.fair.unwrap_or(self.seed.is_none() && self.position.is_none())
    }

    /// The draws that were made elsewhere; none where all are those of the seed.
    ///
    /// # Errors
    /// The draw that no match can have, or that is stated in two ways.
    pub fn draws(&self) -> Result<Option<GivenDraws>, String> {
        let Some(stated) = &self.draws else { return Ok(None) };
        if self.fair() {
            return Err(
                "draws are stated where the host alone chooses the seed: give a seed, or \"fair\":false"
                    .to_string(),
            );
        }
        let mut draws = GivenDraws::default();
        for draw in stated {
            let draw = GivenDraw::from(draw.clone());
            let named = draw_in_words(draw.purpose, draw.number);
            if let Some(fault) = draw.fault() {
                return Err(format!("{named} cannot be as stated: {fault}"));
            }
            if !draws.add(draw) {
                return Err(format!("{named} is stated twice, with different results"));
            }
        }
        Ok(Some(draws))
    }

    /// The pins of an older log; none where the definitions are those of today.
    ///
    /// # Errors
    /// The card whose pin is not understood.
    pub fn pins(&self) -> Result<Vec<Pin>, String> {
        let pin = |(name, digits): (&String, &String)| {
            let digest = unhex(digits).ok_or_else(|| {
                format!("the pin of \"{name}\" is not the first 32 hexadecimal digits of a digest")
            })?;
            Ok(Pin { name: name.clone(), digest })
        };
        self.pins.iter().flatten().map(pin).collect()
    }

    /// Where the match starts.
    ///
    /// # Errors
    /// The reason why it is not understood.
    pub fn start(&self) -> Result<Start, String> {
        let Some(position) = &self.position else {
            return Ok(Start::by(Agreement { limited: self.limited, terms: self.terms.clone() }));
        };
        let players = position.players.iter().map(player).collect::<Result<_, String>>()?;
        Ok(Start::Position(Position { turn: facts(&position.turn)?, players }))
    }
}

fn player(player: &PlayerOf) -> Result<PositionPlayer, String> {
    let placed = |value: &Value| match value {
        Value::String(card) => Ok(Placed { card: card.clone(), ..Placed::default() }),
        other => {
            let placed: PlacedOf = serde_json::from_value(other.clone())
                .map_err(|error| format!("a card of the position: {}", in_words(&error)))?;
            Ok(Placed { card: placed.card, label: placed.label, facts: facts(&placed.facts)? })
        }
    };
    let zone = |(name, cards): (&String, &Vec<Value>)| {
        Ok((name.clone(), cards.iter().map(placed).collect::<Result<_, String>>()?))
    };
    Ok(PositionPlayer {
        facts: facts(&player.facts)?,
        zones: player.zones.iter().map(zone).collect::<Result<_, String>>()?,
    })
}

/// Facts as words: numbers and truth values are written out.
fn facts(facts: &BTreeMap<String, Value>) -> Result<BTreeMap<String, String>, String> {
    let word = |(name, value): (&String, &Value)| match value {
        Value::String(text) => Ok((name.clone(), text.clone())),
        Value::Number(number) => Ok((name.clone(), number.to_string())),
        Value::Bool(yes) => Ok((name.clone(), if *yes { "yes" } else { "no" }.to_string())),
        _ => Err(format!("the fact \"{name}\" is neither a text nor a number")),
    };
    facts.iter().map(word).collect()
}

/// The complaint of the JSON parser about a line that is JSON: where a word stands for what follows it, as in
/// `{"pick": []}`, the parser calls any other object bad JSON.
pub fn misread(error: &serde_json::Error) -> String {
    if error.is_syntax() {
        return format!("an object with one field is wanted here (at byte {})", error.column());
    }
    in_words(error)
}

/// The complaint of the JSON parser about a line, without this program's internals.
pub fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    let at = if error.column() > 0 { format!(" (at byte {})", error.column()) } else { String::new() };
    if error.is_eof() {
        return format!("the line ends in the middle of its JSON{at}");
    }
    if error.is_syntax() {
        let what = what
            .strip_prefix("expected ")
            .map_or_else(|| what.to_string(), |wanted| format!("{wanted} is wanted"));
        return format!("the line is not JSON: {what}{at}");
    }
    let said = |parts: Option<(&str, &str)>, word: &str| {
        parts.map(|(found, wanted)| format!("{found} {word}{wanted}{at}"))
    };
    let unlike = what
        .strip_prefix("invalid type: ")
        .or_else(|| what.strip_prefix("invalid value: "))
        .or_else(|| what.strip_prefix("invalid length "));
    let unlike = unlike
        .and_then(|rest| rest.rsplit_once(", expected "))
        .map(|(found, wanted)| format!("{wanted} is wanted here, and not {found}{at}"));
    let unknown = ["unknown field ", "unknown variant "].iter().find_map(|head| what.strip_prefix(head));
    let unknown = unknown.map(|rest| {
        rest.split_once(", expected ").or_else(|| rest.split_once(", there are ")).unwrap_or((rest, ""))
    });
    let unknown = unknown.and_then(|(name, known)| match known {
        "" | "no fields" => Some(format!("{name} is not known here{at}")),
        known => said(Some((name, known)), "is not known here, but "),
    });
    let missing = what.strip_prefix("missing field ").map(|name| format!("{name} is missing{at}"));
    let twice = what.strip_prefix("duplicate field ").map(|name| format!("{name} is given twice{at}"));
    unlike.or(unknown).or(missing).or(twice).unwrap_or_else(|| format!("{what}{at}"))
}
