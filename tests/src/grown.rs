//! Definitions put on a table and played: those of an input, and those that grow out of the cards that there
//! are.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::bounds::{EFFECTS, FRAMES, IDS, OBJECTS};
use duelog_kernel::definition::Card;
use duelog_kernel::factory::GameFactory;
use duelog_kernel::parts::Parts;
use duelog_kernel::rng::Stream;
use duelog_kernel::setup::{Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Choice, Item, Match, Outcome, Rules, Seat, Setup, Table, Viewer};
use duelog_magic::Magic;

use crate::games::{Played, decision, random, setup};
use crate::{files, root};

/// What stands between two definitions of an input.
const BETWEEN: &str = "\n====\n";

/// How a game's table is laid.
struct Layout {
    /// Zones that get two of each card that they can hold.
    zones: &'static [&'static str],
    /// What every player has besides, to pay with.
    always: &'static [(&'static str, &'static str, usize)],
    /// Facts of every player.
    facts: &'static [(&'static str, &'static str)],
}

const MAGIC: Layout = Layout {
    zones: &["battlefield", "hand", "graveyard", "library"],
    always: &[
        ("battlefield", "Plains", 2),
        ("battlefield", "Island", 2),
        ("battlefield", "Swamp", 2),
        ("battlefield", "Mountain", 2),
        ("battlefield", "Forest", 2),
        ("battlefield", "Runeclaw Bear", 2),
        ("library", "Plains", 20),
    ],
    facts: &[],
};
const DUEL_MASTERS: Layout = Layout {
    zones: &["battle zone", "mana zone", "hand", "graveyard", "shield zone", "deck zone"],
    always: &[
        ("battle zone", "Bone Spider", 2),
        ("deck zone", "Bone Spider", 20),
        ("mana zone", "Magma Gazer", 3),
        ("mana zone", "Bone Spider", 3),
        ("shield zone", "Bone Spider", 3),
    ],
    facts: &[],
};
const FLESH_AND_BLOOD: Layout = Layout {
    zones: &["arena", "hand", "graveyard", "banished", "deck"],
    always: &[("deck", "Pummel (red)", 20)],
    facts: &[("resources", "9")],
};

/// The most decisions of one input.
const DECISIONS: u32 = 60;

/// Plays what an input says: `GAME SEED`, and definitions below it; or bytes out of which definitions grow.
///
/// What is refused is refused in words. What is not can be played: no legal answer panics, what is kept stays
/// within the kernel's bounds, everybody can be shown the table, and the same answers lead to the same state.
pub fn play_cards(bytes: &[u8]) {
    match std::str::from_utf8(bytes).ok().and_then(Written::read) {
        Some(written) => drop(written.play()),
        None => grow_and_play(bytes),
    }
}

/// Definitions to be played.
pub struct Written<'a> {
    game: &'a str,
    seed: u64,
    texts: Vec<&'a str>,
}

impl<'a> Written<'a> {
    /// Reads an input.
    pub fn read(text: &'a str) -> Option<Written<'a>> {
        let (head, texts) = text.split_once('\n')?;
        let (game, seed) = head.split_once(' ')?;
        let seed = seed.trim().parse().ok()?;
        [Magic::GAME, DuelMasters::GAME, FleshAndBlood::GAME].contains(&game).then(|| Written {
            game,
            seed,
            texts: texts.split(BETWEEN).collect(),
        })
    }

    /// Plays them: how the match ended, or why there is none.
    ///
    /// # Errors
    /// Why a definition or the table is refused.
    pub fn play(&self) -> Result<Option<Outcome>, String> {
        match self.game {
            Magic::GAME => play::<Magic>(&self.texts, self.seed),
            DuelMasters::GAME => play::<DuelMasters>(&self.texts, self.seed),
            _ => play::<FleshAndBlood>(&self.texts, self.seed),
        }
    }
}

fn play<G: Played>(texts: &[&str], seed: u64) -> Result<Option<Outcome>, String> {
    let files =
        texts.iter().enumerate().map(|(place, text)| (format!("{place}.ron"), (*text).to_string())).collect();
    let factory = GameFactory::<G>::with_overrides(files).map_err(|(_, error)| {
        assert!(error.line >= 1 && !error.message.is_empty());
        error.to_string()
    })?;
    let cards: Vec<G::Card> =
        texts.iter().flat_map(|text| G::Card::read(text).into_iter().flatten()).collect();
    let names: Vec<&str> = cards.iter().map(Card::name).collect();
    let setup = lay::<G>(&factory, &names, seed)?;
    let mut game = factory.table(&setup, true).map_err(|error| error.to_string())?;
    let mut stream = random(seed);
    let mut answers = Vec::new();
    while let Some((seat, choice)) = eager(&game, &mut stream).filter(|_| game.decisions() < DECISIONS) {
        game.decide(seat, &choice).unwrap_or_else(|illegal| panic!("{choice:?} is refused: {illegal}"));
        within_bounds(&game);
        answers.push((seat, choice));
    }
    for viewer in [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Judge] {
        game.view(viewer);
        game.told(game.decisions().saturating_sub(1), viewer);
    }
    let mut again = factory.table(&setup, false).map_err(|error| error.to_string())?;
    answers.iter().for_each(|(seat, choice)| {
        again.decide(*seat, choice).unwrap_or_else(|illegal| panic!("the second time: {illegal}"))
    });
    assert_eq!(game.root(), again.root(), "the same answers lead to another state");
    Ok(game.outcome())
}

/// A table at which both players have two of each of these cards in each zone that can hold it.
///
/// # Errors
/// Why there is none.
pub fn crowded<G: Played>(names: &[&str], seed: u64) -> Result<Table<G>, String> {
    let factory = GameFactory::<G>::default();
    factory.table(&lay::<G>(&factory, names, seed)?, true).map_err(|error| error.to_string())
}

/// A random legal decision that is seldom to pass.
pub fn eager(game: &dyn Match, stream: &mut Stream) -> Option<(Seat, Choice)> {
    let mut tries = (0..8).map(|_| decision(game, stream));
    let first = tries.next()??;
    Some(
        tries
            .flatten()
            .find(|(_, choice)| *choice != Choice::one(Item::Pass))
            .filter(|_| first.1 == Choice::one(Item::Pass))
            .unwrap_or(first),
    )
}

/// A position with two of each card in each zone that can hold it.
pub(crate) fn lay<G: Played>(factory: &GameFactory<G>, names: &[&str], seed: u64) -> Result<Setup, String> {
    let layout = match G::GAME {
        Magic::GAME => &MAGIC,
        DuelMasters::GAME => &DUEL_MASTERS,
        _ => &FLESH_AND_BLOOD,
    };
    let put = |player: &mut PositionPlayer, zone: &str, name: &str, count: usize| {
        let placed = Placed { card: name.to_string(), ..Placed::default() };
        player.zones.entry(zone.to_string()).or_default().extend(std::iter::repeat_n(placed, count));
    };
    let setup = |players: Vec<PositionPlayer>| Setup {
        decks: Vec::new(),
        start: Start::Position(Position { turn: BTreeMap::new(), players }),
        ..setup::<G>(seed)
    };
    let facts =
        layout.facts.iter().map(|(fact, value)| ((*fact).to_string(), (*value).to_string())).collect();
    let mut player = PositionPlayer { facts, ..PositionPlayer::default() };
    layout.always.iter().for_each(|(zone, name, count)| put(&mut player, zone, name, *count));
    let mut refused = Ok(());
    for name in names {
        for zone in layout.zones {
            let mut alone = PositionPlayer::default();
            put(&mut alone, zone, name, 1);
            match factory.table(&setup(vec![alone, PositionPlayer::default()]), false) {
                Ok(_) => put(&mut player, zone, name, 2),
                Err(error) => refused = Err(error.to_string()),
            }
        }
    }
    let laid = setup(vec![player.clone(), player]);
    if factory.table(&laid, false).is_ok() { Ok(laid) } else { refused.and(Ok(laid)) }
}

fn within_bounds<G: Played>(game: &Table<G>) {
    let size = game.state().size();
    assert_eq!(game.request().is_none(), game.outcome().is_some());
    if game.request().is_some() {
        assert!(size.frames <= FRAMES && size.effects <= EFFECTS && size.ids <= IDS, "{size:?}");
        assert!(game.state().objects().iter().count() <= OBJECTS, "{size:?}");
    }
    for zone in 0..game.state().zones().count() {
        for id in game.state().zones().list(zone) {
            assert!(game.state().objects().get(*id).is_some(), "{id} is in zone {zone} and does not exist");
        }
    }
}

/// A part of a definition: what it stands in (the path of words to it, without what its word is), and its
/// text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) within: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The parts of a definition. What stands at the same place of the same word is of the same type, so it can
/// stand there, too.
pub(crate) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let (mut word, mut field, mut start) = (String::new(), String::new(), None);
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '(' | '[' => {
                let begun = *start.get_or_insert(at);
                let inside = if word.is_empty() {
                    open.last().map_or(String::new(), |_| place(&open, &field))
                } else {
                    std::mem::take(&mut word)
                };
                open.push(Open {
                    inside,
                    place: 0,
                    begun,
                    list: letter == '[',
                    field: std::mem::take(&mut field),
                });
                start = None;
            }
            ')' | ']' | ',' => {
                if let Some(start) = start.take() {
                    parts.push(Part { within: place(&open, &field), start, end: at });
                }
                word.clear();
                field.clear();
                if letter == ',' {
                    open.iter_mut()
                        .next_back()
                        .into_iter()
                        .for_each(|open| open.place += u32::from(!open.list));
                } else if let Some(closed) = open.pop() {
                    (start, field) = (Some(closed.begun), closed.field);
                }
            }
            ':' => {
                field = std::mem::take(&mut word);
                start = None;
            }
            '"' => {
                start.get_or_insert(at);
                let mut escaped = false;
                letters.by_ref().find(|(_, letter)| {
                    let closes = *letter == '"' && !escaped;
                    escaped = *letter == '\\' && !escaped;
                    closes
                });
            }
            '/' => drop(letters.by_ref().find(|(_, letter)| *letter == '\n')),
            white if white.is_whitespace() => {}
            letter => {
                start.get_or_insert(at);
                word.push(letter);
            }
        }
    }
    parts
}

/// Something in a definition that is open: what stands in it, the place that is reached, where its part
/// began, whether it is a list, and the field that it is.
struct Open {
    inside: String,
    place: u32,
    begun: usize,
    list: bool,
    field: String,
}

fn place(open: &[Open], field: &str) -> String {
    let Some(Open { inside, place, .. }) = open.last() else { return String::new() };
    if field.is_empty() { format!("{inside}/{place}") } else { format!("{inside}/{field}") }
}

/// The definitions of a game with their parts, and the texts of all parts by what they stand in.
struct Stock {
    definitions: Vec<String>,
    texts: BTreeMap<String, Vec<String>>,
}

fn stock(game: usize) -> &'static Stock {
    static STOCK: OnceLock<Vec<Stock>> = OnceLock::new();
    let read = |game: &str| {
        let definitions: Vec<String> =
            files(&root(), &format!("core/{game}/cards"), "ron").into_iter().map(|file| file.1).collect();
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for text in &definitions {
            parts(text).into_iter().for_each(|part| {
                texts.entry(part.within).or_default().push(text[part.start..part.end].to_string())
            });
        }
        texts.values_mut().for_each(|texts| {
            texts.sort_unstable();
            texts.dedup();
        });
        Stock { definitions, texts }
    };
    &STOCK
        .get_or_init(|| [Magic::GAME, DuelMasters::GAME, FleshAndBlood::GAME].map(read).into_iter().collect())
        [game % 3]
}

/// Numbers that a definition can say.
const NUMBERS: [&str; 10] = ["0", "1", "2", "3", "7", "64", "255", "1000", "1000000", "-1000000"];

impl Stock {
    /// A definition of which some parts are those of others.
    fn grow(&self, stream: &mut Stream) -> String {
        let mut any = |from: usize| stream.below(from.max(1) as u32) as usize;
        let mut text = self.definitions[any(self.definitions.len())].clone();
        for _ in 0..1 + any(6) {
            let parts = parts(&text);
            let part = &parts[any(parts.len())];
            let number = text[part.start..part.end].parse::<i64>().is_ok();
            if part.within.ends_with("/name") {
                continue;
            }
            let texts = self.texts.get(&part.within).map_or(&[][..], Vec::as_slice);
            let graft = if number && any(2) == 0 {
                NUMBERS[any(NUMBERS.len())]
            } else {
                texts.get(any(texts.len())).map_or("", String::as_str)
            };
            text.replace_range(part.start..part.end, graft);
        }
        text
    }
}

fn grow_and_play(bytes: &[u8]) {
    let mut hash = duelog_kernel::digest::hash(duelog_kernel::digest::Purpose::Leaf, bytes).0;
    hash[0] = bytes.first().copied().unwrap_or(0) % 3;
    let seed = u64::from_le_bytes(hash[..8].try_into().unwrap_or_default());
    let (game, mut stream) = (usize::from(hash[0]), random(seed));
    let texts: Vec<String> = (0..3).map(|_| stock(game).grow(&mut stream)).collect();
    let readable = |text: &&str| match game {
        0 => <Magic as duelog_kernel::factory::GameDefinition>::Card::read(text).is_ok(),
        1 => <DuelMasters as duelog_kernel::factory::GameDefinition>::Card::read(text).is_ok(),
        _ => <FleshAndBlood as duelog_kernel::factory::GameDefinition>::Card::read(text).is_ok(),
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).filter(readable).collect();
    let games = [Magic::GAME, DuelMasters::GAME, FleshAndBlood::GAME];
    let _ = Written { game: games[game], seed, texts }.play();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_where_their_word_says() {
        let text = "Card(name: \"A (b)\", spell: (effect: Do(Draw(Of(You), N(2)))))";
        let found: Vec<(String, &str)> =
            parts(text).into_iter().map(|part| (part.within, &text[part.start..part.end])).collect();
        let has =
            |within: &str, text: &str| assert!(found.contains(&(within.to_string(), text)), "{found:?}");
        has("Card/name", "\"A (b)\"");
        has("Do/0", "Draw(Of(You), N(2))");
        has("Draw/1", "N(2)");
        has("N/0", "2");
        has("Card/spell/effect", "Do(Draw(Of(You), N(2)))");
    }

    #[test]
    fn most_grown_definitions_can_be_played() {
        let mut readable = 0;
        for seed in 0..60 {
            let text = stock(0).grow(&mut random(seed));
            readable +=
                u32::from(<Magic as duelog_kernel::factory::GameDefinition>::Card::read(&text).is_ok());
        }
        assert!(readable >= 20, "{readable} of 60");
    }
}
