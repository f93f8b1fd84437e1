//! Tests of the hands and draws in matches whose seed a host chose: chance gives them, or it hardly does.
#![expect(clippy::float_arithmetic, reason = "chances are told to people and kept out of every log")]

use std::collections::BTreeMap;

use serde::Serialize;

use super::chance::{Deal, corrected, probability};
use super::reading::{Opening, Reading};

/// Fewer matches of one player with one card are not tested: they could show nothing.
const MATCHES_MIN: usize = 5;

/// Which cards of a match are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cards {
    /// The opening hand.
    OpeningHand,
    /// The cards on top of the library behind the opening hand.
    FirstDraws,
}

/// One test: the copies of a card that one player was dealt in the matches of one host.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Test {
    /// The game.
    pub game: String,
    /// The host as the label says; none where logs have no such label.
    pub host: Option<String>,
    /// The player's name, or the seat where logs name no players.
    pub player: String,
    /// The card.
    pub card: String,
    /// Which cards were looked at.
    pub cards: Cards,
    /// How many matches were looked at.
    pub matches: usize,
    /// How many copies were dealt.
    pub copies: u32,
    /// How many chance deals in the mean.
    pub expected: f64,
    /// The probability that chance deals a number as unlikely.
    pub probability: f64,
    /// The same, corrected for the number of tests.
    pub corrected: f64,
    /// The logs.
    pub logs: Vec<String>,
}

impl Test {
    /// The test as a sentence.
    pub fn in_words(&self) -> String {
        let host = self.host.as_ref().map_or_else(String::new, |host| format!(" hosted by {host}"));
        let matches = self.matches;
        let place = match self.cards {
            Cards::OpeningHand => format!("in the opening hands of {matches} matches{host}"),
            Cards::FirstDraws => {
                format!("in the ten cards behind the opening hands of {matches} matches{host}")
            }
        };
        format!(
            "{}: {} of {} {place}, {:.1} by chance; {}, {} corrected",
            self.player,
            self.copies,
            self.card,
            self.expected,
            odds(self.probability),
            odds(self.corrected)
        )
    }
}

/// A probability as people say it.
fn odds(probability: f64) -> String {
    match 1.0 / probability.max(1e-60) {
        few if few < 20.0 => format!("{probability:.2}"),
        some if some < 1e6 => format!("1 in {some:.0}"),
        many => format!("1 in {many:.0e}"),
    }
}

type Key = (String, Option<String>, String, Cards, String);

#[derive(Default)]
struct Sample<'a> {
    deals: Vec<Deal>,
    copies: u32,
    logs: Vec<&'a str>,
}

/// Tests all cards of all players in matches whose seed a host chose alone, the least likely first.
pub fn tests(readings: &[(&str, &Reading)]) -> Vec<Test> {
    let mut samples: BTreeMap<Key, Sample<'_>> = BTreeMap::new();
    for (log, reading) in readings.iter().filter(|(_, reading)| reading.seed.is_some()) {
        for opening in &reading.openings {
            add(&mut samples, log, reading, opening);
        }
    }
    samples.retain(|_, sample| sample.deals.len() >= MATCHES_MIN);
    let probabilities: Vec<f64> =
        samples.values().map(|sample| probability(&sample.deals, sample.copies)).collect();
    let corrected = corrected(&probabilities);
    let mut tests: Vec<Test> = samples
        .into_iter()
        .zip(probabilities.into_iter().zip(corrected))
        .map(|(((game, host, player, cards, card), sample), (probability, corrected))| Test {
            game,
            host,
            player,
            card,
            cards,
            matches: sample.deals.len(),
            copies: sample.copies,
            expected: sample.deals.iter().map(|deal| deal.expected()).sum(),
            probability,
            corrected,
            logs: sample.logs.into_iter().map(str::to_string).collect(),
        })
        .collect();
    tests.sort_by(|one, other| one.probability.total_cmp(&other.probability));
    tests
}

fn add<'a>(samples: &mut BTreeMap<Key, Sample<'a>>, log: &'a str, reading: &Reading, opening: &Opening) {
    let seat = usize::from(opening.seat.0);
    let player = reading.players.get(seat).cloned().unwrap_or_default();
    let (in_hand, in_library): (u32, u32) = (opening.hand.values().sum(), opening.library.values().sum());
    let draws: u32 = opening.next.values().sum();
    let copies = |of: &BTreeMap<String, u32>, card: &str| of.get(card).copied().unwrap_or(0);
    let mut names: Vec<&String> = opening.hand.keys().chain(opening.library.keys()).collect();
    names.sort_unstable();
    names.dedup();
    for card in names {
        let (held, left) = (copies(&opening.hand, card), copies(&opening.library, card));
        let drawn = copies(&opening.next, card);
        let hand = Deal { cards: in_hand + in_library, copies: held + left, dealt: in_hand };
        let next = Deal { cards: in_library, copies: left, dealt: draws };
        for (cards, deal, copies) in [(Cards::OpeningHand, hand, held), (Cards::FirstDraws, next, drawn)] {
            if deal.is_open() {
                let key = (reading.game.clone(), reading.host.clone(), player.clone(), cards, card.clone());
                let sample = samples.entry(key).or_default();
                sample.deals.push(deal);
                sample.copies += copies;
                sample.logs.push(log);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use duelog_kernel::rng::{Purpose, Rng, Stream};
    use duelog_kernel::{Digest, Seat, Seed};

    use super::*;

    /// Forty matches of 40 cards, ten of them gold. The host takes, among that number of shuffles, the one with the most gold in the
    /// hand of five.
    fn matches(shuffles: u32) -> Vec<(String, Reading)> {
        let mut stream = Rng::new(Seed::from_number(7)).peek(Purpose::Shuffle);
        let mut matches = Vec::new();
        for number in 0..40_u64 {
            let shuffled = |stream: &mut Stream| {
                let mut cards: Vec<&str> = [["gold"; 10], ["lead"; 10], ["iron"; 10], ["tin"; 10]].concat();
                stream.shuffle(&mut cards);
                cards
            };
            let gold = |cards: &Vec<&str>| cards[..5].iter().filter(|card| **card == "gold").count();
            let best = (0..shuffles).map(|_| shuffled(&mut stream)).max_by_key(gold).unwrap_or_default();
            let named = |cards: &[&str]| {
                let mut names: BTreeMap<String, u32> = BTreeMap::new();
                cards.iter().for_each(|card| *names.entry((*card).to_string()).or_default() += 1);
                names
            };
            let opening = Opening {
                seat: Seat(1),
                hand: named(&best[..5]),
                next: named(&best[5..15]),
                library: named(&best[5..]),
            };
            let reading = Reading {
                digest: blake3::hash(&number.to_le_bytes()),
                game: "magic".to_string(),
                begun: Digest([number as u8; 32]),
                played: None,
                host: Some("Harbour Games".to_string()),
                players: vec!["Bob".to_string(), "Ann".to_string()],
                seed: Some(Seed::from_number(number)),
                given: Vec::new(),
                decks: Vec::new(),
                first: true,
                backwards: None,
                openings: vec![opening],
            };
            matches.push((format!("{number}.duelog"), reading));
        }
        matches
    }

    fn tested(matches: &[(String, Reading)]) -> Vec<Test> {
        tests(&matches.iter().map(|(log, reading)| (log.as_str(), reading)).collect::<Vec<_>>())
    }

    #[test]
    fn a_host_who_chooses_among_shuffles_is_found_and_a_fair_one_is_not() {
        let fair = tested(&matches(1));
        assert_eq!(fair.len(), 8, "four cards, in hand and behind it");
        assert!(fair.iter().all(|test| test.corrected > 0.01), "{fair:?}");
        let chosen = tested(&matches(4));
        let first = &chosen[0];
        assert_eq!((first.card.as_str(), first.cards, first.matches), ("gold", Cards::OpeningHand, 40));
        assert!(first.corrected < 1e-6 && f64::from(first.copies) > first.expected * 1.5, "{first:?}");
        assert!(first.in_words().starts_with("Ann: ") && first.logs.len() == 40, "{}", first.in_words());
        assert_eq!([0.4, 0.011, 3e-9].map(odds), ["0.40", "1 in 91", "1 in 3e8"]);
        assert!(
            chosen.iter().filter(|test| test.cards == Cards::FirstDraws).all(|test| test.corrected > 0.01)
        );
    }

    #[test]
    fn few_matches_and_seeds_drawn_together_are_not_tested() {
        assert_eq!(tested(&matches(4)[..4]), []);
        let mut together = matches(4);
        together.iter_mut().for_each(|(_, reading)| reading.seed = None);
        assert_eq!(tested(&together), []);
    }
}
