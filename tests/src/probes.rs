//! Each word of a card language in each place: definitions in which one part is another word of its kind, as far
//! as `cards check` accepts them, put on a table and played.
//!
//! A word that is accepted where nothing knows what it speaks of does nothing, and nobody is told. Play notes such
//! words (`duelog_kernel::unsettled`), so that a probe finds them.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::definition::Card;
use duelog_kernel::factory::GameFactory;
use duelog_kernel::vocabulary::Kind;
use duelog_kernel::{Factory, Match, unsettled};

use crate::games::{Played, random};
use crate::grown::{eager, lay, parts};
use crate::{files, root};

/// The kinds of words that can speak of what a script alone knows.
const KINDS: [&str; 5] = ["Ref", "Group", "Number", "Condition", "Filter"];

/// The words that do.
const SPEAKS: [&str; 26] = [
    "It",
    "X",
    "Target",
    "Targets",
    "Event",
    "EventOther",
    "EventPlayer",
    "EventAmount",
    "Other",
    "Chosen",
    "Last",
    "LastWas",
    "LastThat",
    "LastAmount",
    "Noted",
    "Kept",
    "Share",
    "Votes",
    "Paid",
    "Mode",
    "Did",
    "Shown",
    "MostVotes",
    "Amount",
    "Given",
    "CanPlayFree",
];

/// How a reference stands in a word of another kind.
const AROUND: [(&str, &str, &str); 6] = [
    ("Group", "Of(", ")"),
    ("Filter", "Is(", ")"),
    ("Filter", "ControlledBy(", ")"),
    ("Number", "Count(Of(", "))"),
    ("Number", "Power(", ")"),
    ("Condition", "Exists(Of(", "))"),
];

/// What the definitions must have in which a word is tried: the shortest with each of these.
const HOSTS: [&str; 8] = ["", "targets:", "Each(", "Triggered(", "Replacement(", "Let(", "{X}", "Delayed("];

/// How many decisions a probe is played.
const DECISIONS: u32 = 40;

/// A definition with a word in a place.
#[derive(Debug, Clone)]
pub struct Probe {
    /// What the place stands in.
    pub place: String,
    /// The word.
    pub word: String,
    /// The definition.
    pub text: String,
}

/// The word with which a text begins.
fn head(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or("")
}

/// Whether a text says a word that a script alone knows.
fn speaks(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| SPEAKS.contains(&word))
}

/// The texts to be tried for a kind of words.
fn tried(kind: &str, kinds: &[Kind], example: &dyn Fn(&str, &str) -> Option<String>) -> BTreeSet<String> {
    let of = |name: &str| -> Vec<String> {
        let words = kinds.iter().filter(|kind| kind.kind == name).flat_map(|kind| kind.words);
        words.filter_map(|word| example(name, word.word)).collect()
    };
    let references = of("Ref");
    let around = AROUND.iter().filter(|(of, ..)| *of == kind);
    let wrapped = around
        .flat_map(|(_, before, after)| references.iter().map(move |one| format!("{before}{one}{after}")));
    of(kind).into_iter().chain(wrapped).filter(|text| speaks(text)).collect()
}

/// All probes that a game's check accepts.
///
/// # Panics
/// When a definition of the game cannot be read.
pub fn probes<G: Played>() -> Vec<Probe> {
    let factory = GameFactory::<G>::default();
    let (kinds, examples) = (factory.words(), factory.examples());
    let example = |kind: &str, word: &str| examples.of(kind, word).map(|(said, _)| said.to_string());
    let mut definitions: Vec<String> =
        files(&root(), &format!("core/{}/cards", G::GAME), "ron").into_iter().map(|file| file.1).collect();
    definitions.sort_by_key(String::len);
    // Where a part stands in which definition; and what kinds of words have all the words that stand there.
    let mut places: BTreeMap<String, Vec<(usize, usize, usize)>> = BTreeMap::new();
    let mut heads: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (at, text) in definitions.iter().enumerate() {
        for part in parts(text) {
            heads
                .entry(part.within.clone())
                .or_default()
                .insert(head(&text[part.start..part.end]).to_string());
            places.entry(part.within).or_default().push((at, part.start, part.end));
        }
    }
    let mut found = Vec::new();
    for (place, stands) in places {
        let has = |kind: &&Kind| {
            KINDS.contains(&kind.kind)
                && heads[&place].iter().all(|head| kind.words.iter().any(|word| word.word == head))
        };
        let hosts: BTreeSet<(usize, usize, usize)> = HOSTS
            .iter()
            .filter_map(|needed| stands.iter().find(|(at, ..)| definitions[*at].contains(needed)))
            .copied()
            .collect();
        let texts: BTreeSet<String> =
            kinds.iter().filter(has).flat_map(|kind| tried(kind.kind, kinds, &example)).collect();
        for word in texts {
            let accepted = hosts.iter().find_map(|(at, start, end)| {
                let mut text = definitions[*at].clone();
                text.replace_range(*start..*end, &word);
                factory.check(&text).is_ok().then_some(text)
            });
            found.extend(accepted.map(|text| Probe { place: place.clone(), word, text }));
        }
    }
    found
}

/// Plays a probe: the words that nothing knew.
pub fn play<G: Played>(probe: &Probe, seed: u64) -> BTreeSet<String> {
    unsettled::take();
    let files = vec![("probe.ron".to_string(), probe.text.clone())];
    let Ok(factory) = GameFactory::<G>::with_overrides(files) else { return BTreeSet::new() };
    let cards = G::Card::read(&probe.text).unwrap_or_default();
    let names: Vec<&str> = cards.iter().map(Card::name).collect();
    let Ok(mut game) = lay::<G>(&factory, &names, seed)
        .and_then(|setup| factory.table(&setup, false).map_err(|error| error.to_string()))
    else {
        return BTreeSet::new();
    };
    let mut stream = random(seed);
    for _ in 0..DECISIONS {
        let Some((seat, choice)) = eager(&game, &mut stream) else { break };
        if game.decide(seat, &choice).is_err() {
            break;
        }
    }
    unsettled::take()
}
