//! The lines of a case that set it up: turn, players, zones, decks, seed.

use duelog_kernel::setup::{Agreement, Deck, Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Factory, Seat, Seed, Setup};

use super::Fault;
use super::page::{Case, Line};
use super::reference::Names;
use super::words::{first_word, label, seat, split_outside};

/// Reads the lines that set a case up; gives back those that follow.
pub fn read<'c>(case: &'c Case, factory: &dyn Factory, names: &Names) -> Result<(Setup, &'c [Line]), Fault> {
    let mut reader =
        Reader { names, position: Position::default(), seed: 1, edition: None, agreed: Agreement::default() };
    let mut count = 0;
    for line in &case.lines {
        let Some((head, body)) = head(&line.text, names) else { break };
        reader.line(head, body).map_err(|what| Fault { line: line.number, what })?;
        count += 1;
    }
    let Reader { mut position, seed, edition, agreed, .. } = reader;
    let decks = decks(&position);
    while position.players.len() < 2 {
        position.players.push(PositionPlayer::default());
    }
    let edition = edition
        .or_else(|| factory.editions().first().map(|edition| (*edition).to_string()))
        .unwrap_or_default();
    if decks.is_empty() {
        position.turn.extend(agreed.terms.clone());
    }
    let start = if decks.is_empty() { Start::Position(position) } else { Start::by(agreed) };
    let setup =
        Setup { game: factory.game().to_string(), edition, decks, start, seed: Seed::from_number(seed) };
    Ok((setup, &case.lines[count..]))
}

/// The head of a line of the setup: the one to four words before its colon, the first being `P1`, `turn`,
/// `seed`, `edition`, `format` or `table`. A colon inside of a card's name does not count.
pub fn head<'t>(text: &'t str, names: &Names) -> Option<(&'t str, &'t str)> {
    let (head, body) = text.split_once(':')?;
    let first = first_word(head).0;
    let known = matches!(first, "turn" | "seed" | "edition" | "format" | "table")
        || seat(first.strip_suffix("'s").unwrap_or(first)).is_some();
    // Names are looked at last, as there are many.
    (known
        && !head.contains('"')
        && head.split_whitespace().count() <= 4
        && !names.is_inside_a_name(text, head.len()))
    .then_some((head.trim(), body.trim()))
}

/// The decks of a case that sets up nothing else: it begins by the rulebook's start of the game. Beside
/// anything else a deck is a zone, in the games that have one of this name.
fn decks(position: &Position) -> Vec<Deck> {
    let only_deck = |player: &PositionPlayer| {
        player.facts.is_empty() && player.zones.keys().all(|zone| [DECK, SIDEBOARD].contains(&zone.as_str()))
    };
    if !position.turn.is_empty() || !position.players.iter().all(only_deck) {
        return Vec::new();
    }
    let list = |player: &PositionPlayer, zone: &str| {
        let mut cards: Vec<(u16, String)> = Vec::new();
        for placed in player.zones.get(zone).into_iter().flatten() {
            match cards.last_mut().filter(|entry| entry.1 == placed.card) {
                Some(entry) => entry.0 = entry.0.saturating_add(1),
                None => cards.push((1, placed.card.clone())),
            }
        }
        cards
    };
    let deck = |player: &PositionPlayer| Deck {
        cards: list(player, DECK),
        sideboard: list(player, SIDEBOARD),
        ..Deck::default()
    };
    let decks: Vec<Deck> = position.players.iter().map(deck).collect();
    if decks.iter().all(|deck| deck.cards.is_empty()) { Vec::new() } else { decks }
}

/// The word for a player's deck.
const DECK: &str = "deck";

/// The word for what stands beside it.
const SIDEBOARD: &str = "sideboard";

struct Reader<'n> {
    names: &'n Names,
    position: Position,
    seed: u64,
    edition: Option<String>,
    agreed: Agreement,
}

impl Reader<'_> {
    fn line(&mut self, head: &str, body: &str) -> Result<(), String> {
        let (first, zone) = first_word(head);
        match first {
            "turn" => {
                for (fact, value) in facts(body) {
                    self.position.turn.insert(fact, value);
                }
                return Ok(());
            }
            "seed" => {
                self.seed = body.parse().map_err(|_| format!("a seed is a number, not \"{body}\""))?;
                return Ok(());
            }
            "table" => {
                self.agreed.terms.extend(facts(body));
                return Ok(());
            }
            "edition" => {
                self.edition = Some(body.to_string());
                return Ok(());
            }
            "format" => {
                self.agreed.limited = match body {
                    "limited" => true,
                    "constructed" => false,
                    other => return Err(format!("a format is `limited` or `constructed`, not \"{other}\"")),
                };
                return Ok(());
            }
            _ => {}
        }
        let player = seat(first.strip_suffix("'s").unwrap_or(first))
            .ok_or_else(|| format!("\"{first}\" is not a player such as P1"))?;
        match zone {
            "" => {
                let known = self.player(player);
                for (fact, value) in facts(body) {
                    known.facts.insert(fact, value);
                }
            }
            zone => {
                let cards = self.names.cards(body, "that is defined")?;
                let list = self.player(player).zones.entry(zone.to_string()).or_default();
                list.extend(
                    cards
                        .into_iter()
                        .flat_map(|(count, placed)| std::iter::repeat_n(placed, usize::from(count))),
                );
            }
        }
        Ok(())
    }

    fn player(&mut self, seat: Seat) -> &mut PositionPlayer {
        let place = usize::from(seat.0);
        while self.position.players.len() <= place {
            self.position.players.push(PositionPlayer::default());
        }
        &mut self.position.players[place]
    }
}

impl Names {
    /// `2 Forest, Runeclaw Bear [A] (tapped, damage 1); Plains`; `whence` says which names are known.
    pub fn cards(&self, body: &str, whence: &str) -> Result<Vec<(u16, Placed)>, String> {
        let mut cards = Vec::new();
        let mut rest = body.trim();
        while !rest.is_empty() {
            let (count, after) = match first_word(rest) {
                (number, after) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    (number.parse().map_err(|_| format!("{number} is too many"))?, after)
                }
                _ => (1, rest),
            };
            let unknown = || {
                self.lacks_variant(after).unwrap_or_else(|| {
                    format!(
                        "no card {whence} has the name at the beginning of \"{after}\"; cards are separated by commas"
                    )
                })
            };
            let (card, after) = self.name(after, None).ok_or_else(unknown)?;
            let (label, after) = label(after)?;
            let mut placed = Placed { card, label: label.unwrap_or_default(), ..Placed::default() };
            let mut after = after.trim_start();
            if let Some(inside) = after.strip_prefix('(') {
                let (inside, behind) = inside
                    .split_once(')')
                    .ok_or_else(|| format!("a parenthesis is not closed: \"{after}\""))?;
                placed.facts = facts(inside).into_iter().fold(placed.facts, |mut known, (fact, value)| {
                    known
                        .entry(fact)
                        .and_modify(|other| *other = format!("{other}, {value}"))
                        .or_insert(value);
                    known
                });
                after = behind.trim_start();
            }
            rest = match after.strip_prefix([',', ';']) {
                Some(rest) => rest.trim_start(),
                None if after.is_empty() => after,
                None => return Err(format!("a comma is expected after {}, not \"{after}\"", placed.card)),
            };
            if count != 1 && !placed.label.is_empty() {
                return Err(format!("one label cannot be that of {count} cards"));
            }
            cards.push((count, placed));
        }
        Ok(cards)
    }
}

/// `life 12, mana {G}{G}, tapped`: each fact's name and value; `yes` where only a name is given.
fn facts(text: &str) -> Vec<(String, String)> {
    let fact = |part: &str| {
        let (name, value) = first_word(part);
        let value = value.trim().trim_start_matches(['[']).trim_end_matches([']']);
        (name.to_string(), if value.is_empty() { "yes".to_string() } else { value.to_string() })
    };
    split_outside(text, ',').into_iter().flat_map(|part| split_outside(part, ';')).map(fact).collect()
}
