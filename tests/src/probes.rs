//! Each word of a card language in each place: definitions in which one part is another word of its kind, as far
//! as `cards check` accepts them, put on a table and played.
//!
//! A word that is accepted where nothing knows what it speaks of, or where it does nothing to what it is said of, is
//! ignored, and nobody is told. Play notes such words (`duelog_kernel::unsettled`), so that a probe finds them.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use duelog_kernel::definition::Card;
use duelog_kernel::factory::GameFactory;
use duelog_kernel::vocabulary::Kind;
use duelog_kernel::{Factory, Match, unsettled};

use crate::games::{Played, random};
use crate::grown::{eager, lay, parts};
use crate::{files, root};

/// The kinds of words that can speak of what a script alone knows.
const KINDS: [&str; 5] = ["Ref", "Group", "Number", "Condition", "Filter"];

/// The kinds of words that are tried in each place whatever they speak of: to what something is done, what happens
/// and is replaced, and what rulings are on.
const ALL: [&str; 7] = ["Ref", "Group", "When", "Instead", "Deed", "Subject", "Ruling"];

/// The kinds of words that mean something only with others: each is tried beside each of those.
const PAIRED: [&str; 2] = ["When", "Instead"];

/// Beside what.
const BESIDE: [&str; 2] = ["Instead", "Replacement"];

/// Events with each word of a kind in them.
const EVENTS: [(&str, &str, &str); 14] = [
    ("Does(You, ", "Deed", ", Any)"),
    ("Each(Does(You, ", "Deed", ", Any))"),
    ("Happens(", "Deed", ", Any)"),
    ("Does(deed: ", "Deed", ")"),
    ("Does(deed: ", "Deed", ", what: Type(Creature))"),
    ("Becomes(state: ", "Becoming", ")"),
    ("Becomes(Any, ", "Becoming", ")"),
    ("Combat(role: ", "Role", ")"),
    ("Begins(step: ", "TurnPart", ")"),
    ("Begins(", "Step", ", You)"),
    ("Begins(", "Phase", ", You)"),
    ("Moves(why: ", "Reason", ")"),
    ("Moves(to: ", "ZoneKind", ")"),
    ("Moves(to: ", "Place", ")"),
];

/// The words that speak of what a script alone knows.
const SPEAKS: [&str; 27] = [
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
    "AllNoted",
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
const HOSTS: [&str; 9] =
    ["", "targets:", "Each(", "Triggered(", "Replacement(", "Let(", "{X}", "x: 1", "Delayed("];

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

/// A word to be tried in a place.
#[derive(Debug, Clone)]
pub struct Candidate {
    place: String,
    word: String,
    /// Where the place is: the definitions by number, each with where the part that stands there begins and ends.
    hosts: BTreeSet<(usize, usize, usize)>,
    /// True if it is tried in each of these, and not in the first that accepts it alone.
    paired: bool,
}

/// All that there is to be tried in a game.
pub struct Candidates {
    definitions: Vec<String>,
    /// All that can be tried.
    pub all: Vec<Candidate>,
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
        // A word without parts needs no example.
        let said = |word: &str| example(name, word).unwrap_or_else(|| word.to_string());
        words.map(|word| said(word.word)).collect()
    };
    let wrapped = |within: &str, before: &str, after: &str| -> Vec<String> {
        of(within).into_iter().map(|one| format!("{before}{one}{after}")).collect()
    };
    let around = AROUND.iter().filter(|(of, ..)| *of == kind);
    let around = around.flat_map(|(_, before, after)| wrapped("Ref", before, after));
    let events = EVENTS.iter().filter(|_| kind == "When");
    let events = events.flat_map(|(before, within, after)| wrapped(within, before, after));
    let meant = |text: &String| ALL.contains(&kind) || speaks(text);
    of(kind).into_iter().chain(around).chain(events).filter(meant).collect()
}

impl Candidates {
    /// Reads what there is to be tried.
    ///
    /// # Panics
    /// When a definition of the game cannot be read.
    pub fn read<G: Played>() -> Candidates {
        let factory = GameFactory::<G>::default();
        let (kinds, examples) = (factory.words(), factory.examples());
        let example = |kind: &str, word: &str| examples.of(kind, word).map(|(said, _)| said.to_string());
        let mut definitions: Vec<String> = files(&root(), &format!("core/{}/cards", G::GAME), "ron")
            .into_iter()
            .map(|file| file.1)
            .collect();
        definitions.sort_by_key(String::len);
        // Where a part stands in which definition; and what kinds of words have all the words that stand there.
        let mut places: BTreeMap<String, Vec<(usize, usize, usize)>> = BTreeMap::new();
        let mut heads: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (at, text) in definitions.iter().enumerate() {
            for part in parts(text) {
                let said = head(&text[part.start..part.end]).to_string();
                heads.entry(part.within.clone()).or_default().insert(said);
                places.entry(part.within).or_default().push((at, part.start, part.end));
            }
        }
        let beside: Vec<String> = kinds
            .iter()
            .filter(|kind| BESIDE.contains(&kind.kind))
            .flat_map(|kind| kind.words)
            .filter(|word| !word.word.is_empty())
            .map(|word| word.word.to_string())
            .collect();
        let mut all = Vec::new();
        for (place, stands) in places {
            let has = |kind: &&Kind| {
                (KINDS.contains(&kind.kind) || ALL.contains(&kind.kind))
                    && heads[&place].iter().all(|head| kind.words.iter().any(|word| word.word == head))
            };
            for kind in kinds.iter().filter(has) {
                let paired = PAIRED.contains(&kind.kind);
                let needed =
                    HOSTS.iter().copied().chain(beside.iter().map(String::as_str).filter(|_| paired));
                let hosts: BTreeSet<(usize, usize, usize)> = needed
                    .filter_map(|needed| stands.iter().find(|(at, ..)| definitions[*at].contains(needed)))
                    .copied()
                    .collect();
                all.extend(tried(kind.kind, kinds, &example).into_iter().map(|word| Candidate {
                    place: place.clone(),
                    word,
                    hosts: hosts.clone(),
                    paired,
                }));
            }
        }
        Candidates { definitions, all }
    }

    /// The definitions with a word in its place that a game's check accepts.
    pub fn accepted<G: Played>(&self, factory: &GameFactory<G>, candidate: &Candidate) -> Vec<Probe> {
        let accepted = candidate.hosts.iter().filter_map(|(at, start, end)| {
            let mut text = self.definitions[*at].clone();
            text.replace_range(*start..*end, &candidate.word);
            factory.check(&text).is_ok().then_some(text)
        });
        let most = if candidate.paired { usize::MAX } else { 1 };
        accepted
            .take(most)
            .map(|text| Probe { place: candidate.place.clone(), word: candidate.word.clone(), text })
            .collect()
    }
}

/// Plays a probe: the words that nothing knew or that did nothing, and what broke.
pub fn play<G: Played>(probe: &Probe, seed: u64) -> BTreeSet<String> {
    unsettled::take();
    let played = catch_unwind(AssertUnwindSafe(|| played::<G>(probe, seed)));
    let mut found = unsettled::take();
    if let Err(broken) = played {
        let text = broken.downcast_ref::<String>().map(String::as_str);
        found.insert(text.or(broken.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_string());
    }
    found
}

fn played<G: Played>(probe: &Probe, seed: u64) {
    let files = vec![("probe.ron".to_string(), probe.text.clone())];
    let Ok(factory) = GameFactory::<G>::with_overrides(files) else { return };
    let cards = G::Card::read(&probe.text).unwrap_or_default();
    let names: Vec<&str> = cards.iter().map(Card::name).collect();
    let Ok(mut game) = lay::<G>(&factory, &names, seed)
        .and_then(|setup| factory.table(&setup, false).map_err(|error| error.to_string()))
    else {
        return;
    };
    let mut stream = random(seed);
    for _ in 0..DECISIONS {
        let Some((seat, choice)) = eager(&game, &mut stream) else { break };
        if game.decide(seat, &choice).is_err() {
            break;
        }
    }
}
