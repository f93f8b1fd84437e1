//! The path of each card through shuffles and zones, and where on it somebody saw the card.

use std::collections::BTreeMap;

use duelog_kernel::ObjectId;
use duelog_kernel::given::MadeDraw;
use duelog_kernel::rng::Purpose;
use duelog_kernel::table::Became;

/// A shuffle of a match.
pub(super) struct Shuffle {
    /// Its number among the shuffles.
    pub(super) number: u32,
    /// How many decisions had been made.
    pub(super) at: u32,
    /// The objects in the order that it led to.
    pub(super) order: Vec<ObjectId>,
}

/// The paths of all cards of a match.
pub(super) struct Paths {
    shuffles: Vec<Shuffle>,
    before: BTreeMap<ObjectId, ObjectId>,
    after: BTreeMap<ObjectId, ObjectId>,
    /// When each object was first seen, in decisions.
    first: BTreeMap<ObjectId, u32>,
    /// When each object was last seen.
    seen: BTreeMap<ObjectId, u32>,
}

impl Paths {
    pub(super) fn new<'m>(
        opening: &'m [MadeDraw],
        steps: impl Iterator<Item = &'m [MadeDraw]>,
        became: &[Became],
        seen: impl Iterator<Item = (ObjectId, u32)>,
    ) -> Paths {
        let all = std::iter::once(opening).chain(steps);
        let shuffles =
            all.zip(0..).flat_map(|(draws, at)| draws.iter().filter_map(move |made| shuffle(made, at)));
        let shuffles = shuffles.collect();
        let moves = || became.iter().filter(|became| became.before != became.after);
        let mut last: BTreeMap<ObjectId, u32> = BTreeMap::new();
        let mut first: BTreeMap<ObjectId, u32> = BTreeMap::new();
        for (object, at) in seen {
            first.entry(object).or_insert(at);
            let known = last.entry(object).or_default();
            *known = (*known).max(at);
        }
        Paths {
            shuffles,
            before: moves().map(|became| (became.after, became.before)).collect(),
            after: moves().map(|became| (became.before, became.after)).collect(),
            first,
            seen: last,
        }
    }

    /// All shuffles, the last one first.
    pub(super) fn shuffles(&self) -> impl Iterator<Item = &Shuffle> {
        self.shuffles.iter().rev()
    }

    /// The object that a card was when a shuffle moved it; none where it was not in that pile.
    pub(super) fn in_shuffle(&self, object: ObjectId, shuffle: &Shuffle) -> Option<ObjectId> {
        let back = std::iter::successors(Some(object), |object| self.before.get(object).copied());
        back.into_iter().find(|object| shuffle.order.contains(object))
    }

    /// Returns whether somebody has seen a card since a shuffle: `object` is what it was in that pile.
    pub(super) fn is_seen_since(&self, object: ObjectId, shuffle: &Shuffle) -> bool {
        self.way(object).any(|object| self.seen.get(&object).is_some_and(|seen| *seen >= shuffle.at))
    }

    /// Returns whether it is known which card an object is: somebody saw it and no shuffle has mixed it since.
    pub(super) fn is_known(&self, object: ObjectId) -> bool {
        let last = self.shuffles().find_map(|shuffle| Some((self.in_shuffle(object, shuffle)?, shuffle)));
        last.is_none_or(|(then, shuffle)| self.is_seen_since(then, shuffle))
    }

    /// The object in a shuffle that a card was which is seen now and was unknown when `from` decisions had been made: a
    /// shuffle moved it, and nobody saw it between that and then. None for every other card.
    pub(super) fn newly_seen(&self, object: ObjectId, from: u32) -> Option<ObjectId> {
        let last = self.shuffles().find_map(|shuffle| Some((self.in_shuffle(object, shuffle)?, shuffle)));
        let (then, shuffle) = last?;
        let old = |object: ObjectId| {
            self.first.get(&object).is_some_and(|first| (shuffle.at..=from).contains(first))
        };
        (!self.way(then).any(old)).then_some(then)
    }

    /// An object and all that its card was from then on.
    pub(super) fn way(&self, object: ObjectId) -> impl Iterator<Item = ObjectId> {
        std::iter::successors(Some(object), |object| self.after.get(object).copied())
    }

    /// The places of a shuffle whose cards nobody has seen since.
    pub(super) fn open(&self, number: u32) -> Vec<u32> {
        let Some(shuffle) = self.shuffles.iter().find(|shuffle| shuffle.number == number) else {
            return Vec::new();
        };
        let places = shuffle.order.iter().zip(0..);
        places.filter(|(object, _)| !self.is_seen_since(**object, shuffle)).map(|(_, place)| place).collect()
    }
}

fn shuffle(made: &MadeDraw, at: u32) -> Option<Shuffle> {
    if made.draw.purpose != Purpose::Shuffle || made.objects.is_empty() {
        return None;
    }
    let order =
        made.draw.result.iter().filter_map(|from| made.objects.get(*from as usize).copied()).collect();
    Some(Shuffle { number: made.draw.number, at, order })
}
