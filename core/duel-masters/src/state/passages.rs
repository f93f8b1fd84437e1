//! Where each card of an object goes as events move and merge objects, for those who follow one card.

use duelog_kernel::ObjectId;
use duelog_kernel::table::CardAt;

use crate::state::event::Event;
use crate::state::{Board, Entering, MoveReason, Object, Part, Piece, Zone};

/// The cards that an event moves, each from its place in an object to its place in the same or another one.
pub fn passages(board: &Board, event: &Event) -> Vec<(CardAt, CardAt)> {
    let all = match event {
        Event::Moved { object, top_only, to, new, entering, why, .. } => {
            moved(board, *object, *top_only, (*to, *new), entering, *why)
        }
        Event::Merged { into, others, pieces } => merged(board, *into, others, pieces),
        Event::Composed(id, pieces) => matched(vec![(*id, pieces)], cards(board, *id)),
        // The first part has the top of the pile.
        Event::Split(id, parts) => {
            let from: Vec<_> = cards(board, *id).into_iter().rev().collect();
            matched(parts.iter().map(|part| (part.0, &part.1)).collect(), from)
        }
        Event::Rearranged(shields) => {
            let shields = || shields.iter().filter(|(_, pieces)| !pieces.is_empty());
            let from = shields().flat_map(|(id, _)| cards(board, *id)).collect();
            matched(shields().map(|(id, pieces)| (*id, pieces)).collect(), from)
        }
        _ => Vec::new(),
    };
    all.into_iter().filter(|(from, to)| from != to).collect()
}

/// The cards of an object with their places, the lowest first.
fn cards(board: &Board, id: ObjectId) -> Vec<(CardAt, Piece)> {
    let pieces = board.get(id).map_or(&[][..], |object| &object.pieces);
    (0..).zip(pieces).map(|(place, piece)| ((id, place), *piece)).collect()
}

/// The places of an object's cards that leave it.
fn taken(object: &Object, top_only: bool) -> std::ops::Range<usize> {
    if !top_only || object.pieces.len() <= 1 + object.auras() {
        return 0..object.pieces.len();
    }
    let top = object.top_place();
    let from = object.pieces[..top].iter().rposition(|piece| piece.part != Part::Stacked);
    let from = if object.is_linked() { from.map_or(0, |place| place + 1) } else { top };
    from..top + 1
}

fn moved(
    board: &Board,
    id: ObjectId,
    top_only: bool,
    (to, new): (Zone, ObjectId),
    entering: &Entering,
    why: MoveReason,
) -> Vec<(CardAt, CardAt)> {
    let Some(old) = board.get(id) else { return Vec::new() };
    let range = taken(old, top_only);
    let place = |place: usize| place as u32;
    // Cards above those that leave come down.
    let stay = (range.end..old.pieces.len()).map(|at| ((id, place(at)), (id, place(at - range.len()))));
    let mut all: Vec<(CardAt, CardAt)> = stay.collect();
    let hosted = to == Zone::Shield(old.owner)
        || to == Zone::Battle && !matches!(why, MoveReason::Attached | MoveReason::Sealed);
    let host = entering.onto.filter(|_| hosted).and_then(|host| board.get(host));
    let host = host.filter(|_| to == Zone::Battle || why != MoveReason::Used);
    if old.is_linked() && old.zone != Zone::Battle && to == Zone::Battle {
        all.extend(range.map(|at| ((id, place(at)), (new, place(at)))));
    } else if let Some(first) = entering.bases.first().filter(|_| to == Zone::Battle) {
        let below = entering.bases.iter().flat_map(|base| cards(board, *base));
        let (auras, mut pile): (Vec<_>, Vec<_>) = below.partition(|card| card.1.part == Part::Aura);
        pile.extend(range.map(|at| ((id, place(at)), old.pieces[at])));
        pile.extend(auras);
        all.extend((0..).zip(pile).map(|(at, card)| (card.0, (*first, at))));
    } else if let Some(host) = host {
        let above = host.pieces.len();
        all.extend(range.enumerate().map(|(at, from)| ((id, place(from)), (host.id, place(above + at)))));
    } else {
        // The top card is the first of the new objects.
        let apart = range.rev().zip(new.0..);
        all.extend(apart.map(|(from, new)| ((id, place(from)), (ObjectId(new), 0))));
    }
    all
}

fn merged(board: &Board, into: ObjectId, others: &[ObjectId], pieces: &[Piece]) -> Vec<(CardAt, CardAt)> {
    let own = cards(board, into);
    let other: Vec<_> = others.iter().flat_map(|id| cards(board, *id)).collect();
    // Below what is there, if the cards say so.
    let ends = pieces.len().checked_sub(own.len()).and_then(|at| pieces.get(at..));
    let below = ends.is_some_and(|end| end.iter().zip(&own).all(|(piece, own)| *piece == own.1));
    let from = if below { [other, own].concat() } else { [own, other].concat() };
    matched(vec![(into, pieces)], from)
}

/// Finds each card of these objects among the cards that there were: the same one, else the first that is alike, else one
/// that only shows another face.
fn matched<P: AsRef<[Piece]>>(
    objects: Vec<(ObjectId, P)>,
    mut from: Vec<(CardAt, Piece)>,
) -> Vec<(CardAt, CardAt)> {
    let mut all = Vec::new();
    let mut left = Vec::new();
    for (id, pieces) in &objects {
        for (place, piece) in (0..).zip(pieces.as_ref()) {
            let found = from
                .iter()
                .position(|card| card.1 == *piece)
                .or_else(|| from.iter().position(|card| card.1.card == piece.card));
            match found {
                Some(found) => all.push((from.remove(found).0, (*id, place))),
                None => left.push((*id, place)),
            }
        }
    }
    // A card whose other face is up has another number.
    for to in left {
        let same = from.iter().position(|card| card.0 == to);
        if let Some(found) = same.or(if from.is_empty() { None } else { Some(0) }) {
            all.push((from.remove(found).0, to));
        }
    }
    all
}
