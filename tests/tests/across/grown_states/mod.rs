//! States that grow: a field, a variant, a zone or a component more, which a match does not use, changes no
//! tag and no root of it; and what a state is made of keeps its order.

mod growing;
mod order;

use std::fs;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::digest::{Components, Touched, Tree};
use duelog_kernel::parts::{CHANCE, Chance, EFFECTS, FRAMES, HISTORY, OBJECTS, PLAYERS, Parts, TURN, ZONES};
use duelog_kernel::{Match, ObjectId, Rng, StateTag, canonical};
use duelog_log_format::{Reader, Record};
use duelog_magic::Magic;
use duelog_tests::games::Played;
use duelog_tests::root;
use growing::Grown;

/// A state whose types have grown, with a zone more, and a component behind the last.
struct More<'a, S>(&'a S);

/// The leaf of [`CHANCE`], which the kernel makes.
#[derive(serde::Serialize)]
struct Chances<'a, E> {
    rng: &'a Rng,
    clock: u32,
    ending: &'a Option<E>,
    ids: u32,
}

const NINE: &[&str] =
    &["turn", "players", "zones", "objects", "effects", "frames", "chance", "history", "grown"];

impl<S: Parts> Components for More<'_, S> {
    const NAMES: &'static [&'static str] = NINE;

    fn leaves(&self, component: usize) -> u32 {
        match component {
            ZONES => self.0.leaves(ZONES) + 1,
            8 => 3,
            _ => self.0.leaves(component),
        }
    }

    fn is_one_leaf(component: usize) -> bool {
        S::is_one_leaf(component)
    }

    fn encode_leaf(&self, component: usize, leaf: u32, out: &mut Vec<u8>) {
        let state = self.0;
        match component {
            TURN => canonical::encode_into(&Grown(state.turn()), out),
            PLAYERS => canonical::encode_into(&Grown(state.players().get(leaf as usize)), out),
            ZONES => canonical::encode_into(&Grown(state.zones().list(leaf as usize)), out),
            OBJECTS => canonical::encode_into(&Grown(state.objects().get(ObjectId(leaf))), out),
            EFFECTS => canonical::encode_into(&Grown(state.effects()), out),
            FRAMES => canonical::encode_into(&Grown(state.frames()), out),
            CHANCE => {
                let Chance { rng, clock, ending } = state.chance();
                let ids = state.objects().ids() as u32;
                canonical::encode_into(&Grown(Chances { rng, clock, ending, ids }), out);
            }
            HISTORY => canonical::encode_into(&Grown(state.history().get(leaf as usize)), out),
            _ => {}
        }
    }

    fn leaf_value(&self, _: usize, _: u32) -> serde_json::Value {
        serde_json::Value::Null
    }
}

/// The sums, the tag for some request, and the root.
fn known_by<S: Components>(state: &S) -> (Vec<u64>, StateTag, String) {
    let mut everything = Touched::default();
    everything.all();
    let mut tree = Tree::default();
    let sums: Vec<u64> = tree.sums(state, &mut everything).collect();
    let tag = StateTag::new(sums.iter().copied(), 5);
    (sums, tag, tree.root(state, &mut everything).hex())
}

/// How many decisions apart states are looked at, beside the last.
const EVERY: u32 = 64;

/// Of so many logs one is looked at.
const OF: usize = 6;

/// Replays the golden logs of a game and compares.
fn grows<G: Played>() {
    let folder = root().join("fixtures/golden").join(G::GAME);
    let mut looked_at = 0;
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "duelog"));
    paths.sort();
    for path in paths.iter().step_by(OF) {
        let log = fs::read(path).expect("a golden log");
        let mut reader = Reader::open(&log).expect("a golden log has a header");
        let mut table = G::table_under(reader.header().revision, &reader.header().setup());
        while let Ok(Some(logged)) = reader.next_record() {
            let Record::Decision(made) = logged.record else {
                // Who goes back in a log is replayed up to there.
                if matches!(logged.record, Record::Rewind(_)) {
                    break;
                }
                continue;
            };
            table.decide(made.seat, &made.choice).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            if !table.decisions().is_multiple_of(EVERY) && table.outcome().is_none() {
                continue;
            }
            let (now, later) = (known_by(table.state()), known_by(&More(table.state())));
            let place = || format!("{} after {} decisions", path.display(), table.decisions());
            assert_eq!(later.0[..8], now.0, "the sums of {}", place());
            assert_eq!((later.1, later.2), (now.1, now.2), "tag and root of {}", place());
            looked_at += 1;
        }
    }
    assert!(looked_at >= 20, "only {looked_at} states of {} were looked at", G::GAME);
}

#[test]
fn states_of_magic_can_grow() {
    grows::<Magic>();
}

#[test]
fn states_of_duel_masters_can_grow() {
    grows::<DuelMasters>();
}

#[test]
fn states_of_flesh_and_blood_can_grow() {
    grows::<FleshAndBlood>();
}
