//! The order in which continuous effects apply: layer by layer, within a layer by dependency and then by timestamp.
//!
//! The kernel knows the procedure; a game supplies what a layer is, how an effect applies and when one effect depends on
//! another. A dependency is a question about the board as it is at that moment, so it is asked again after each effect.

/// What a game supplies to have its effects ordered.
pub trait Layering {
    /// The values being computed.
    type Board;
    /// One effect's part in one layer.
    type Effect;
    /// Where in the game's order an effect applies; lower applies first.
    type Layer: Ord + Copy;

    /// The layer of `effect`.
    fn layer(&self, effect: &Self::Effect) -> Self::Layer;

    /// The order within a layer where nothing depends on anything: lower applies first.
    fn order(&self, effect: &Self::Effect) -> (u8, u32);

    /// Whether two effects of this layer can depend on each other at all; a cheap test that spares the trial.
    fn may_depend(&self, layer: Self::Layer) -> bool;

    /// Whether `effect` could ever depend on `other`, whatever the board: no where what one writes is nothing that the other reads.
    fn could_depend(&self, _effect: &Self::Effect, _other: &Self::Effect) -> bool {
        true
    }

    /// Whether `effect` depends on `other`: applying `other` first would change what `effect` is, applies to or does.
    fn depends(&self, board: &Self::Board, effect: &Self::Effect, other: &Self::Effect) -> bool;

    /// Applies `effect` to the board.
    fn apply(&self, board: &mut Self::Board, effect: &Self::Effect);

    /// The effects that exist since the last effect was applied in `layer` and that apply from here on; games whose effects cannot
    /// arise from other effects return nothing.
    fn arisen(&self, board: &mut Self::Board, layer: Self::Layer) -> Vec<Self::Effect>;
}

/// Applies all `effects` to `board` in the right order.
pub fn apply_all<L: Layering>(rules: &L, board: &mut L::Board, effects: Vec<L::Effect>) {
    let place = |effect: &L::Effect| (rules.layer(effect), rules.order(effect));
    let mut waiting = effects;
    waiting.sort_by_key(place);
    // The layer that has been reached, and whether the effects that wait in it could depend on each other.
    let mut reached = None;
    while let Some(layer) = waiting.first().map(|effect| rules.layer(effect)) {
        let now = waiting.iter().take_while(|effect| rules.layer(effect) == layer).count();
        let is_tangled = match reached {
            Some((known, is_tangled)) if known == layer => is_tangled,
            _ => tangled(rules, layer, &waiting[..now]),
        };
        let next = if is_tangled { next_independent(rules, board, &waiting[..now]) } else { 0 };
        let effect = waiting.remove(next);
        rules.apply(board, &effect);
        let arisen = rules.arisen(board, layer);
        reached = Some((layer, is_tangled)).filter(|_| arisen.is_empty());
        if !arisen.is_empty() {
            waiting.extend(arisen);
            waiting.sort_by_key(place);
        }
    }
}

/// Whether any of these effects could depend on another one at some moment.
fn tangled<L: Layering>(rules: &L, layer: L::Layer, now: &[L::Effect]) -> bool {
    let any = |(a, effect)| now.iter().enumerate().any(|(b, other)| a != b && rules.could_depend(effect, other));
    rules.may_depend(layer) && now.iter().enumerate().any(any)
}

/// The place of the effect to apply next among `now`, which is in order: the first that depends on nothing that waits; inside a loop of
/// dependencies, the loop is ignored.
fn next_independent<L: Layering>(rules: &L, board: &L::Board, now: &[L::Effect]) -> usize {
    let count = now.len();
    let mut reach = vec![false; count * count];
    for a in 0..count {
        for b in 0..count {
            reach[a * count + b] = a != b && rules.order(&now[a]).0 == rules.order(&now[b]).0 && rules.depends(board, &now[a], &now[b]);
        }
    }
    let direct = reach.clone();
    for middle in 0..count {
        for a in 0..count {
            for b in 0..count {
                reach[a * count + b] |= reach[a * count + middle] && reach[middle * count + b];
            }
        }
    }
    let first_class = rules.order(&now[0]).0;
    let free = |a: usize| (0..count).all(|b| !direct[a * count + b] || reach[b * count + a]);
    (0..count).find(|a| rules.order(&now[*a]).0 == first_class && free(*a)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Words(Vec<(char, char)>);

    impl Layering for Words {
        type Board = String;
        type Effect = (u8, char, u32);
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
        fn depends(&self, _: &String, effect: &Self::Effect, other: &Self::Effect) -> bool {
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
        assert_eq!(order(&[('a', 'b'), ('b', 'a'), ('b', 'c')], &[(1, 'a', 1), (1, 'b', 2), (1, 'c', 3)]), "acb");
    }
}
