//! What must hold for replacement effects, in games that are full of them: most events have several that
//! apply.

use std::collections::BTreeSet;
use std::fmt::Debug;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::definition::Card;
use duelog_kernel::factory::GameDefinition;
use duelog_kernel::{Match, Table};
use duelog_magic::Magic;
use duelog_tests::games::{Played, number_from, random};
use duelog_tests::grown::{crowded, eager};
use duelog_tests::{files, root};

/// Effects that have been decided on for an event: those that have changed it or have been declined, then the
/// kind that has been reached.
type Decided = (Vec<String>, u8);

/// Games whose events wait while replacement effects are decided on.
trait Replacing: Played {
    /// For each moment at which events waited, what had been decided on for each of them. What each moment
    /// alone must meet is checked here.
    fn moments(game: &Table<Self>) -> Vec<Vec<Decided>>;
}

fn distinct<K: Ord + Debug>(keys: &[K]) -> Vec<String> {
    let set: BTreeSet<&K> = keys.iter().collect();
    assert_eq!(set.len(), keys.len(), "an effect was decided on twice for one event: {keys:?}");
    keys.iter().map(|key| format!("{key:?}")).collect()
}

impl Replacing for Magic {
    fn moments(game: &Table<Self>) -> Vec<Vec<Decided>> {
        use duelog_magic::state::Frame;
        use duelog_magic::state::event::Event;
        let mut moments = Vec::new();
        for entry in game.journal() {
            if let Event::Pushed(Frame::EventBatch(events)) | Event::Replaced(Frame::EventBatch(events)) =
                &entry.event
            {
                // 614.5: what stands in an event's place has met the effects that put it there.
                let met = |key| events.batch.iter().all(|proposed| proposed.applied.contains(key));
                assert!(events.lineage.iter().all(met), "an effect could apply to what it made: {events:?}");
                moments.push(events.batch.iter().map(|proposed| (distinct(&proposed.applied), 0)).collect());
            }
        }
        moments
    }
}

impl Replacing for DuelMasters {
    fn moments(game: &Table<Self>) -> Vec<Vec<Decided>> {
        use duelog_duel_masters::state::Frame;
        use duelog_duel_masters::state::event::Event;
        let mut moments = Vec::new();
        for entry in game.journal() {
            if let Event::Pushed(Frame::EventBatch(events)) | Event::Replaced(Frame::EventBatch(events)) =
                &entry.event
            {
                let decided = events.batch.iter().map(|proposed| {
                    let planned = proposed.plan.map(|plan| plan.effect);
                    (
                        distinct(&proposed.left.iter().copied().chain(planned).collect::<Vec<_>>()),
                        u8::from(planned.is_some()),
                    )
                });
                moments.push(decided.collect());
            }
        }
        moments
    }
}

impl Replacing for FleshAndBlood {
    fn moments(game: &Table<Self>) -> Vec<Vec<Decided>> {
        use duelog_flesh_and_blood::state::Frame;
        use duelog_flesh_and_blood::state::event::Event;
        let mut moments = Vec::new();
        for entry in game.journal() {
            if let Event::Pushed(Frame::EventBatch(events)) | Event::Replaced(Frame::EventBatch(events)) =
                &entry.event
            {
                moments.push(
                    events
                        .batch
                        .iter()
                        .map(|proposed| (distinct(&proposed.applied), proposed.reached))
                        .collect(),
                );
            }
        }
        moments
    }
}

/// What was seen.
#[derive(Debug, Default)]
struct Seen {
    /// Events for which two effects or more were decided on.
    several: u32,
    /// Choices of a player among effects.
    chosen: u32,
    tables: u32,
}

fn effects_apply_once_and_in_their_order<G: Replacing>(several: u32, chosen: u32) {
    let texts = files(&root(), &format!("core/{}/cards", G::GAME), "ron").into_iter().map(|file| file.1);
    // Cards that repeat without end run into a bound of the engine, which takes long on a crowded board.
    let texts: Vec<String> = texts.filter(|text| !text.contains("1000000")).collect();
    let names = |wanted: &dyn Fn(&str) -> bool| -> Vec<String> {
        let read = |text: &String| {
            <G as GameDefinition>::Card::read(text).ok()?.first().map(|card| card.name().to_string())
        };
        texts.iter().filter(|text| wanted(text)).filter_map(read).collect()
    };
    // What only shapes how something enters is seldom one of several.
    let replaces = |text: &str| text.contains("Replacement(") && !text.contains("Replacement(Enters");
    let (replacing, others) = (names(&|text| replaces(text)), names(&|text| !replaces(text)));
    let mut seen = Seen::default();
    let tables = number_from("DUELOG_REPLACEMENT_TABLES", 40);
    // Not all cards can stand together, for instance two helmets.
    for seed in 0..100 * tables {
        let enough = seen.several >= several && seen.chosen >= chosen;
        if u64::from(seen.tables) >= if enough { tables } else { 6 * tables } {
            break;
        }
        let mut stream = random(seed);
        let mut some = |names: &[String], count: u32| -> Vec<String> {
            (0..count).map(|_| names[stream.below(names.len() as u32) as usize].clone()).collect()
        };
        let cards = [some(&replacing, 6), some(&others, 12)].concat();
        let Ok(mut game) = crowded::<G>(&cards.iter().map(String::as_str).collect::<Vec<_>>(), seed) else {
            continue;
        };
        seen.tables += 1;
        while let Some((seat, choice)) = eager(&game, &mut stream).filter(|_| game.decisions() < 150) {
            seen.chosen += u32::from(game.request().is_some_and(|request| {
                request.prompt.name() == "replacement" && request.options().len() > 1
            }));
            game.decide(seat, &choice).expect("offered");
        }
        let moments = G::moments(&game);
        for pair in moments.windows(2) {
            let (before, after) = (&pair[0], &pair[1]);
            let grew = |(one, other): (&Decided, &Decided)| other.0.starts_with(&one.0);
            // The same events, somewhat later: what had been decided on stands, and no kind comes back.
            if before.len() == after.len()
                && before.iter().zip(after).all(grew)
                && before != after
                && before.iter().any(|one| !one.0.is_empty())
            {
                for (one, other) in before.iter().zip(after) {
                    assert!(
                        one.1 <= other.1,
                        "seed {seed}: the order of kinds goes back from {one:?} to {other:?}"
                    );
                }
            }
        }
        seen.several += moments.iter().flatten().filter(|decided| decided.0.len() > 1).count() as u32;
    }
    println!("{}: {seen:?}", G::GAME);
    assert!(seen.several >= several && seen.chosen >= chosen, "too little was seen: {seen:?}");
}

// covers: magic 614.5, 616.1
#[test]
fn magic() {
    effects_apply_once_and_in_their_order::<Magic>(1_000, 150);
}

// covers: duel-masters 101.5, 609.8
#[test]
fn duel_masters() {
    // One effect an event, so that there are never several.
    effects_apply_once_and_in_their_order::<DuelMasters>(0, 800);
}

// covers: flesh-and-blood 6.4.5, 6.5.1
#[test]
fn flesh_and_blood() {
    effects_apply_once_and_in_their_order::<FleshAndBlood>(300, 150);
}
