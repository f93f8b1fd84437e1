//! The order in which continuous effects apply: layer by layer, within a layer by dependency and then by
//! timestamp.
//!
//! The kernel knows the procedure; a game supplies what a layer is, how an effect applies and when one effect
//! depends on another. A dependency is a question about the board as it is at that moment, so it is asked
//! again after each effect, unless nothing that either of the two reads has been written since.

use crate::budget::{look, tick};

/// The questions that a game answers to have its effects ordered.
pub trait Layering {
    /// The values being computed.
    type Board;
    /// One effect's part in one layer.
    type Effect;
    /// The changes that an effect makes to the board at a moment.
    type Outcome;
    /// Where in the game's order an effect applies; lower applies first.
    type Layer: Ord + Copy;

    /// The layer of `effect`.
    fn layer(&self, effect: &Self::Effect) -> Self::Layer;

    /// The order within a layer where nothing depends on anything: lower applies first.
    fn order(&self, effect: &Self::Effect) -> (u8, u32);

    /// Returns whether two effects of this layer can depend on each other at all.
    fn may_depend(&self, layer: Self::Layer) -> bool;

    /// What `effect` could ever read, whatever the board, as bits. It cannot depend on an effect that writes
    /// none of them, and what it does stays the same when such an effect applies.
    fn reads(&self, effect: &Self::Effect) -> u64;

    /// What `effect` could ever write, in the same bits.
    fn writes(&self, effect: &Self::Effect) -> u64;

    /// Returns whether `effect` could ever depend on `other`, once the bits say that it could read something
    /// that `other` writes: a closer look.
    fn could_depend(&self, _effect: &Self::Effect, _other: &Self::Effect) -> bool {
        true
    }

    /// What `effect` would do now.
    fn outcome(&self, board: &Self::Board, effect: &Self::Effect) -> Self::Outcome;

    /// Returns whether an effect depends on another one: applying the other first would change what the first
    /// is, applies to or does. Both come with what they would do now. The board may be changed for the trial
    /// and is then put back.
    fn depends(
        &self,
        board: &mut Self::Board,
        effect: (&Self::Effect, &Self::Outcome),
        other: (&Self::Effect, &Self::Outcome),
    ) -> bool;

    /// Applies `effect` to the board.
    fn apply(&self, board: &mut Self::Board, effect: &Self::Effect);

    /// The effects that exist since the last effect was applied in `layer` and that apply from here on; games
    /// whose effects cannot arise from other effects return nothing.
    fn arisen(&self, board: &mut Self::Board, layer: Self::Layer) -> Vec<Self::Effect>;
}

/// Applies all `effects` to `board` in the right order.
pub fn apply_all<L: Layering>(rules: &L, board: &mut L::Board, effects: Vec<L::Effect>) {
    let place = |effect: &L::Effect| (rules.layer(effect), rules.order(effect));
    let mut waiting = effects;
    waiting.sort_by_key(place);
    // The next effect stands last, so that taking it out moves few.
    waiting.reverse();
    while let Some(layer) = waiting.last().map(|effect| rules.layer(effect)) {
        let others =
            waiting.iter().rposition(|effect| rules.layer(effect) != layer).map_or(0, |last| last + 1);
        let mut now = waiting.split_off(others);
        now.reverse();
        let mut search = Search::new(rules, layer, &now);
        while !now.is_empty() {
            // An applied effect leaves the list, and each row of known dependencies gets shorter.
            look(1 + now.len() / 16 + search.known.len() * (1 + search.known.len() / 256));
            let next = search.next(rules, board, &now);
            let effect = now.remove(next);
            search.remove(rules, &now, next, &effect);
            rules.apply(board, &effect);
            let arisen = rules.arisen(board, layer);
            if !arisen.is_empty() {
                waiting.reverse();
                now.append(&mut waiting);
                now.extend(arisen);
                now.sort_by_key(place);
                now.reverse();
                waiting = std::mem::take(&mut now);
            }
        }
    }
}

/// The known dependencies among the effects that wait in one layer, by their places among them.
struct Search<O> {
    reads: Vec<u64>,
    writes: Vec<u64>,
    /// The outcome of an effect, valid until something that it reads is written.
    outcomes: Vec<Option<O>>,
    /// True if the first depends on the second, valid until something that either reads is written. Empty if
    /// no effect could depend on another.
    known: Vec<Vec<Option<bool>>>,
}

impl<O> Search<O> {
    fn new<L: Layering<Outcome = O>>(rules: &L, layer: L::Layer, now: &[L::Effect]) -> Search<O> {
        let mut search =
            Search { reads: Vec::new(), writes: Vec::new(), outcomes: Vec::new(), known: Vec::new() };
        if !rules.may_depend(layer) || now.len() < 2 {
            return search;
        }
        search.reads = now.iter().map(|effect| rules.reads(effect)).collect();
        search.writes = now.iter().map(|effect| rules.writes(effect)).collect();
        let all = |bits: &[u64]| bits.iter().fold(0, |all, bits| all | bits);
        let overlap = all(&search.reads) & all(&search.writes);
        let could = |a: usize| {
            look(now.len());
            search.reads[a] & overlap != 0
                && (0..now.len()).any(|b| a != b && search.could_depend(rules, now, a, b))
        };
        if (0..now.len()).any(could) {
            search.outcomes.resize_with(now.len(), || None);
            look(now.len() * now.len() / 64);
            search.known.resize_with(now.len(), || vec![None; now.len()]);
        }
        search
    }

    /// Returns whether one effect could ever depend on another.
    fn could_depend<L: Layering>(&self, rules: &L, now: &[L::Effect], a: usize, b: usize) -> bool {
        self.reads[a] & self.writes[b] != 0 && rules.could_depend(&now[a], &now[b])
    }

    /// Forgets the effect that has been taken out of `now` to be applied, and what it makes stale.
    fn remove<L: Layering>(&mut self, rules: &L, now: &[L::Effect], place: usize, applied: &L::Effect) {
        if self.known.is_empty() {
            return;
        }
        let written = self.writes.remove(place);
        self.reads.remove(place);
        self.outcomes.remove(place);
        self.known.remove(place);
        let stale: Vec<bool> = (0..now.len())
            .map(|a| self.reads[a] & written != 0 && rules.could_depend(&now[a], applied))
            .collect();
        for (a, row) in self.known.iter_mut().enumerate() {
            row.remove(place);
            row.iter_mut()
                .zip(&stale)
                .filter(|(_, other)| stale[a] || **other)
                .for_each(|(known, _)| *known = None);
        }
        self.outcomes
            .iter_mut()
            .zip(&stale)
            .filter(|(_, stale)| **stale)
            .for_each(|(outcome, _)| *outcome = None);
    }

    /// Returns whether one effect depends on another.
    fn depends<L: Layering<Outcome = O>>(
        &mut self,
        rules: &L,
        board: &mut L::Board,
        now: &[L::Effect],
        a: usize,
        b: usize,
    ) -> bool {
        if a == b {
            return false;
        }
        tick(1);
        if let Some(known) = self.known[a][b] {
            return known;
        }
        if !self.could_depend(rules, now, a, b) {
            self.known[a][b] = Some(false);
            return false;
        }
        for place in [a, b] {
            if self.outcomes[place].is_none() {
                self.outcomes[place] = Some(rules.outcome(board, &now[place]));
            }
        }
        let depends = match (&self.outcomes[a], &self.outcomes[b]) {
            (Some(one), Some(other)) => rules.depends(board, (&now[a], one), (&now[b], other)),
            _ => false,
        };
        self.known[a][b] = Some(depends);
        depends
    }

    /// The place of the effect to apply next among `now`, which is in order: the first all of whose
    /// dependencies are part of loops back to it. Loops are ignored.
    fn next<L: Layering<Outcome = O>>(
        &mut self,
        rules: &L,
        board: &mut L::Board,
        now: &[L::Effect],
    ) -> usize {
        if self.known.is_empty() {
            return 0;
        }
        // Characteristic-defining abilities and the like come before what is not, and depend on nothing else.
        let class = rules.order(&now[0]).0;
        let count = now.iter().take_while(|effect| rules.order(effect).0 == class).count();
        let mut loops = Loops {
            number: vec![0; count],
            low: vec![0; count],
            found: vec![0; count],
            open: Vec::new(),
            numbers: 0,
            loops: 0,
        };
        for place in 0..count {
            if loops.found[place] == 0 {
                loops.visit(place, |a, b| self.depends(rules, board, now, a, b));
            }
            if (0..count).all(|other| {
                loops.found[other] == loops.found[place] || !self.depends(rules, board, now, place, other)
            }) {
                return place;
            }
        }
        0
    }
}

/// The strongly connected components of what depends on what, found by Tarjan's algorithm as far as somebody
/// asks.
struct Loops {
    /// When an effect was first visited; 0 for never.
    number: Vec<usize>,
    /// The earliest open effect to which it leads.
    low: Vec<usize>,
    /// In which component it is; 0 where that is not known yet.
    found: Vec<usize>,
    /// Those visited whose component is not known yet.
    open: Vec<usize>,
    numbers: usize,
    loops: usize,
}

impl Loops {
    /// Finds the components of everything that `first` leads to.
    fn visit(&mut self, first: usize, mut depends: impl FnMut(usize, usize) -> bool) {
        // An effect, and the next one that it could depend on. No recursion: the chain can be as long as
        // there are effects.
        let mut path = vec![(first, 0)];
        self.begin(first);
        while let Some((at, next)) = path.last_mut() {
            let (here, to) = (*at, *next);
            *next += 1;
            if to == self.number.len() {
                path.pop();
                if let Some((before, _)) = path.last() {
                    self.low[*before] = self.low[*before].min(self.low[here]);
                }
                if self.low[here] == self.number[here] {
                    self.close(here);
                }
            } else if depends(here, to) {
                if self.number[to] == 0 {
                    self.begin(to);
                    path.push((to, 0));
                } else if self.found[to] == 0 {
                    self.low[here] = self.low[here].min(self.number[to]);
                }
            }
        }
    }

    fn begin(&mut self, place: usize) {
        self.numbers += 1;
        self.number[place] = self.numbers;
        self.low[place] = self.numbers;
        self.open.push(place);
    }

    fn close(&mut self, root: usize) {
        self.loops += 1;
        while let Some(place) = self.open.pop() {
            self.found[place] = self.loops;
            if place == root {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Words(Vec<(char, char)>);

    impl Layering for Words {
        type Board = String;
        type Effect = (u8, char, u32);
        type Outcome = ();
        type Layer = u8;
        fn layer(&self, effect: &Self::Effect) -> u8 {
            effect.0
        }
        fn order(&self, effect: &Self::Effect) -> (u8, u32) {
            (1, effect.2)
        }
        fn may_depend(&self, _: u8) -> bool {
            true
        }
        fn reads(&self, _: &Self::Effect) -> u64 {
            1
        }
        fn writes(&self, _: &Self::Effect) -> u64 {
            1
        }
        fn outcome(&self, _: &String, _: &Self::Effect) {}
        fn depends(
            &self,
            _: &mut String,
            (effect, ()): (&Self::Effect, &()),
            (other, ()): (&Self::Effect, &()),
        ) -> bool {
            self.0.contains(&(effect.1, other.1))
        }
        fn apply(&self, board: &mut String, effect: &Self::Effect) {
            board.push(effect.1);
        }
        fn arisen(&self, _: &mut String, _: u8) -> Vec<Self::Effect> {
            Vec::new()
        }
    }

    fn order(depends: &[(char, char)], effects: &[(u8, char, u32)]) -> String {
        let mut board = String::new();
        apply_all(&Words(depends.to_vec()), &mut board, effects.to_vec());
        board
    }

    #[test]
    fn layers_then_timestamps() {
        assert_eq!(order(&[], &[(2, 'c', 1), (1, 'b', 9), (1, 'a', 3)]), "abc");
    }

    #[test]
    fn a_dependent_effect_waits() {
        assert_eq!(order(&[('a', 'b')], &[(1, 'a', 1), (1, 'b', 2), (1, 'c', 3)]), "bac");
    }

    #[test]
    fn a_loop_falls_back_to_timestamps() {
        assert_eq!(order(&[('a', 'b'), ('b', 'a')], &[(1, 'b', 1), (1, 'a', 2)]), "ba");
        assert_eq!(
            order(&[('a', 'b'), ('b', 'a'), ('b', 'c')], &[(1, 'a', 1), (1, 'b', 2), (1, 'c', 3)]),
            "acb"
        );
    }
}
