//! The news of each viewer during a match, kept until somebody takes it: facts, and on demand words.
//!
//! The facts are those that states are made of: which zone an object stands in, how many stand there, and which
//! card it is. No word of a game's is in them, so that a game that is told in other words stays the same match.

use super::Rules;
use crate::digest::Touched;
use crate::ids::{ObjectId, Seat};
use crate::parts::{OBJECTS, Parts};
use crate::view::Viewer;

/// The news of all viewers since it was last taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct News {
    /// The zones, by their places, in which another number of objects stands than before, and that number.
    pub counts: Vec<(u32, u32)>,
    /// The scores of all players by seat, where one of them is another than before; else nothing.
    pub scores: Vec<i64>,
    /// The further news of the public and then of each seat.
    pub viewers: Vec<Heard>,
}

/// The news of one viewer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heard {
    /// The objects that the viewer knows something else of, ascending by id; of one object in the order of time.
    pub objects: Vec<Sighting>,
    /// The events in words; empty unless words were requested.
    pub words: Vec<String>,
}

/// A viewer's new knowledge of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// The object.
    pub object: ObjectId,
    /// Where it is; none where the viewer does not know that any more.
    pub place: Option<Whereabouts>,
}

/// Where an object is, and which card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whereabouts {
    /// The place of its zone among those of the state; none where it stands in no list.
    pub zone: Option<u32>,
    /// The name of the card.
    pub card: String,
}

/// A zone with all that stands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneCards {
    /// The zone's name.
    pub name: &'static str,
    /// The player whose zone it is.
    pub seat: Option<Seat>,
    /// The objects, the bottom one first, with the names of their cards.
    pub cards: Vec<(ObjectId, String)>,
}

/// All that [`Rules::located_for`] gives, in one number; 0 where nothing is known.
type Packed = u64;

fn packed(known: Option<(Option<usize>, u32)>) -> Packed {
    known.map_or(0, |(zone, card)| {
        1 << 63 | (zone.map_or(0, |zone| zone as u64 + 1) & 0x3fff_ffff) << 32 | u64::from(card)
    })
}

fn standing<R: Rules>(rules: &R, packed: Packed) -> Option<Whereabouts> {
    let zone = (packed >> 32 & 0x3fff_ffff).checked_sub(1).map(|zone| zone as u32);
    (packed != 0).then(|| Whereabouts { zone, card: rules.card_name(packed as u32).to_string() })
}

/// Who is told, when anybody is.
#[derive(Debug, Clone, Default)]
pub(super) struct Observing {
    watch: Option<Box<Watch>>,
}

#[derive(Debug, Clone, Default)]
struct Watch {
    with_words: bool,
    counts: Vec<u32>,
    scores: Vec<i64>,
    /// The parts that the last event touched.
    touched: Touched,
    viewers: Vec<Watched>,
}

#[derive(Debug, Clone, Default)]
struct Watched {
    /// The viewer's knowledge of each object, by its id.
    known: Vec<Packed>,
    news: Vec<(ObjectId, Packed)>,
    words: Vec<String>,
}

/// The public, then each seat.
fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    std::iter::once(Viewer::Public).chain((0..seats).map(|seat| Viewer::Seat(Seat(seat as u8))))
}

impl Observing {
    /// From now on everything that happens is told; first of all, the table as it is.
    pub(super) fn begin<R: Rules>(&mut self, rules: &R, state: &R::State) {
        let viewers = vec![Watched::default(); state.players().len() + 1];
        let with_words = self.watch.as_ref().is_some_and(|watch| watch.with_words);
        let mut watch = Box::new(Watch { with_words, viewers, ..Watch::default() });
        (0..state.objects().ids() as u32).for_each(|id| watch.look(rules, state, ObjectId(id)));
        self.watch = Some(watch);
    }

    /// Events are told in words too.
    pub(super) fn in_words(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.with_words = true;
        }
    }

    /// True if anybody is told.
    pub(super) fn is_on(&self) -> bool {
        self.watch.is_some()
    }

    /// Makes an event happen, and notes what viewers learn by it.
    pub(super) fn apply<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        event: R::Event,
        touched: &mut Touched,
    ) {
        let Some(watch) = &mut self.watch else { return R::apply(state, event, touched) };
        let shown = R::shows(&event);
        let tell = watch.with_words.then(|| event.clone());
        R::apply(state, event, &mut watch.touched);
        if let Some(event) = tell {
            watch.tell(rules, state, &event);
        }
        if watch.touched.is_everything() {
            (0..state.objects().ids() as u32).for_each(|id| watch.look(rules, state, ObjectId(id)));
        }
        let changed = watch.touched.leaves().filter(|(component, _)| usize::from(*component) == OBJECTS);
        for (_, object) in changed.collect::<Vec<_>>() {
            watch.look(rules, state, ObjectId(object));
        }
        shown.into_iter().for_each(|id| watch.look(rules, state, id));
        watch.touched.move_to(touched);
    }

    /// The news of each viewer since it was last taken.
    pub(super) fn take<R: Rules>(
        &mut self,
        rules: &R,
        state: &R::State,
        derived: &mut R::Derived,
    ) -> Option<News> {
        let watch = self.watch.as_mut()?;
        let mut news = News::default();
        watch.counts.resize(state.zones().count(), 0);
        for (zone, (before, list)) in watch.counts.iter_mut().zip(state.zones().iter()).enumerate() {
            let now = list.len() as u32;
            if std::mem::replace(before, now) != now {
                news.counts.push((zone as u32, now));
            }
        }
        let scores = rules.scores(state, derived);
        if watch.scores != scores {
            watch.scores.clone_from(&scores);
            news.scores = scores;
        }
        let heard = |watched: &mut Watched| {
            // Which event came first is the engine's affair; what became of each object is not.
            watched.news.sort_by_key(|news| news.0);
            let objects = watched.news.drain(..);
            let objects =
                objects.map(|(object, packed)| Sighting { object, place: standing(rules, packed) }).collect();
            Heard { objects, words: std::mem::take(&mut watched.words) }
        };
        news.viewers = watch.viewers.iter_mut().map(heard).collect();
        Some(news)
    }
}

impl Watch {
    /// Notes what each viewer knows of an object now.
    fn look<R: Rules>(&mut self, rules: &R, state: &R::State, object: ObjectId) {
        for (viewer, watched) in viewers(self.viewers.len() - 1).zip(&mut self.viewers) {
            let now = packed(rules.located_for(state, viewer, object));
            if watched.known.len() <= object.index() {
                if now == 0 {
                    continue;
                }
                watched.known.resize(object.index() + 1, 0);
            }
            if std::mem::replace(&mut watched.known[object.index()], now) != now {
                watched.news.push((object, now));
            }
        }
    }

    /// Tells an event in words. Events that a player would not see are told to nobody, and neither are
    /// details: steps that begin, cards that are tapped to pay.
    fn tell<R: Rules>(&mut self, rules: &R, state: &R::State, event: &R::Event) {
        if R::is_detail(event) {
            return;
        }
        for (viewer, watched) in viewers(self.viewers.len() - 1).zip(&mut self.viewers) {
            if let Some((text, false)) = rules.tell(state, event, viewer) {
                watched.words.push(text);
            }
        }
    }
}

/// All zones of a state with what stands in them, and behind them what stands in none.
pub(super) fn zones<R: Rules>(rules: &R, state: &R::State) -> Vec<ZoneCards> {
    let name = |object: ObjectId| {
        let known = rules.located_for(state, Viewer::Judge, object);
        (object, known.map_or_else(String::new, |(_, card)| rules.card_name(card).to_string()))
    };
    let zone = |(place, list): (usize, &[ObjectId])| {
        let (zone, seat) = R::zone_name(place);
        ZoneCards { name: zone, seat, cards: list.iter().copied().map(name).collect() }
    };
    let mut zones: Vec<ZoneCards> = state.zones().iter().enumerate().map(zone).collect();
    let nowhere = nowhere::<R>(state).map(name).collect();
    zones.push(ZoneCards { name: "elsewhere", seat: None, cards: nowhere });
    zones
}

/// The objects that stand in the list of no zone.
pub(super) fn nowhere<R: Rules>(state: &R::State) -> impl Iterator<Item = ObjectId> {
    let listed: usize = state.zones().iter().map(<[ObjectId]>::len).sum();
    // Nothing stands in two lists: where there is no more than they hold, nothing is elsewhere.
    let ids = if state.objects().iter().count() > listed { state.objects().ids() } else { 0 };
    (0..ids as u32).map(ObjectId).filter(|id| R::place_of(state, *id) == Some(None))
}
