//! The parts of effects, applied one after the other (6.3.4-6).

use duelog_kernel::ObjectId;
use duelog_kernel::continuous::Layering;

use super::altering::{adds, has, modify, takes};
use super::{Bits, Computed, Dependent, Piece, PieceFrom, Stages, outside, reads};
use crate::cite;
use crate::language::definition::Property;
use crate::state::statics::SAID;
use crate::state::{Alter, Applied, Binding, CodeRef, Kind, Object, Zone};

/// The board while effects are applied.
pub struct Working {
    pub(super) values: Computed,
    pub(super) watched: Option<ObjectId>,
    pub(super) steps: Vec<(Piece, Alter)>,
    pub(super) gains: Vec<Applied>,
    pub(super) begun: Vec<(u32, ObjectId)>,
    /// Every piece that there is by now.
    pub(super) known: Vec<Piece>,
    /// What effects have given to objects that others could take away.
    pub(super) added: Vec<(ObjectId, Alter)>,
    /// Abilities that objects have gained and that have not joined in yet, with the timestamp of the effect
    /// that gave them.
    pub(super) gained: Vec<(ObjectId, CodeRef, u32)>,
    /// What depends on which stage.
    pub(super) found: Dependent,
    /// What the pieces that have been applied did, in order.
    pub(super) done: Vec<Done>,
}

/// A piece that has been applied.
#[derive(Debug, Clone)]
pub struct Done {
    pub(super) piece: Piece,
    /// Whether it was applied to attack-proxies.
    pub(super) proxies: bool,
    /// What it did, as generated.
    pub(super) outcome: Vec<(ObjectId, Alter)>,
    /// What it reads beside properties.
    pub(super) looks: Bits,
}

impl Stages<'_> {
    /// What a static ability does to an object in the form in which it applies (6.2.5), which is noted; as
    /// written where that is not known yet.
    fn replaced(self, piece: &Piece, object: ObjectId, alter: Alter, gains: &mut Vec<Applied>) -> Alter {
        let (PieceFrom::Static(source, code), Alter::Plus(Property::Power, amount)) = (piece.from, alter)
        else {
            return alter;
        };
        let own = amount.max(0) as u32;
        if own == 0 {
            return alter;
        }
        let known =
            self.board.applied.iter().find(|known| {
                (known.source, known.code, known.object, known.own) == (source, code, object, own)
            });
        let gained = known.map_or(own, |known| known.gained);
        gains.push(Applied { source, code, object, own, gained });
        Alter::Plus(Property::Power, gained.min(i32::MAX as u32) as i32)
    }

    /// Of an effect of a layer that applies to whatever has some properties: which it is, and to what it has
    /// begun to apply (6.2.2c).
    fn open(&self, piece: &Piece) -> Option<(u32, &[ObjectId])> {
        let PieceFrom::Lasting(place) = piece.from else { return None };
        let lasting = self.board.effects.get(place).filter(|_| piece.reads & reads::PROPERTIES != 0)?;
        if let Binding::Open(begun) = &lasting.binding { Some((lasting.id, begun)) } else { None }
    }

    /// What a piece reads beside properties.
    fn looks(&self, piece: &Piece) -> Bits {
        let mut looks = piece.reads & outside::ALL;
        // An effect that is open looks at whatever comes.
        if let PieceFrom::Lasting(place) = piece.from
            && self.board.effects.get(place).is_some_and(|effect| matches!(effect.binding, Binding::Open(_)))
        {
            looks |= outside::HERE;
        }
        // What defends works elsewhere than what does not.
        let defends = |id: ObjectId| self.board.get(id).is_some_and(|object| object.zone == Zone::Chain);
        if piece.from.object().is_some_and(defends) {
            looks |= outside::COMBAT;
        }
        looks
    }

    /// The parts that a piece could change, with what they do before it is applied: those in whose stage or a
    /// later one it applies (6.3.2a).
    fn before(self, working: &Working, piece: &Piece) -> Vec<(Piece, Vec<(ObjectId, Alter)>)> {
        let could = |other: &&Piece| {
            other.from != piece.from
                && other.own.0.max(1) <= piece.key.0
                && piece.key.0 < SAID
                && other.reads & piece.writes != 0
        };
        working
            .known
            .iter()
            .filter(could)
            .map(|other| (*other, self.outcome(&working.values, other)))
            .collect()
    }
}

impl Layering for Stages<'_> {
    type Board = Working;
    type Effect = Piece;
    type Outcome = ();
    type Layer = (u8, u8);

    fn layer(&self, piece: &Piece) -> (u8, u8) {
        cite!("6.3.2", "6.3.3");
        piece.key
    }

    fn order(&self, piece: &Piece) -> (u8, u32) {
        cite!("6.3.3a", "6.3.4");
        (1, piece.timestamp)
    }

    /// Dependency has moved a piece to the stage on which it depends, where timestamps decide (6.3.3a).
    fn may_depend(&self, _: (u8, u8)) -> bool {
        false
    }

    fn reads(&self, _: &Piece) -> u64 {
        0
    }

    fn writes(&self, _: &Piece) -> u64 {
        0
    }

    fn outcome(&self, _: &Working, _: &Piece) {}

    fn depends(&self, _: &mut Working, _: (&Piece, &()), _: (&Piece, &())) -> bool {
        false
    }

    fn apply(&self, working: &mut Working, piece: &Piece) {
        let before = self.before(working, piece);
        let open = self.open(piece);
        cite!("6.2.1", "6.3.5a");
        let outcome = Stages::outcome(*self, &working.values, piece);
        for &(id, alter) in &outcome {
            if let Some((effect, begun)) = open
                && !begun.contains(&id)
                && !working.begun.contains(&(effect, id))
            {
                working.begun.push((effect, id));
            }
            // What a proxy has from its source is no base property of it where the source has only gained it.
            let source =
                self.board.get(id).filter(|object| object.kind == Kind::Proxy).and_then(Object::source);
            let alter = self.replaced(piece, id, alter, &mut working.gains);
            // What is gone is not computed any more.
            if let Some(properties) = working.values.get_mut(id) {
                let had = properties.abilities.len();
                // What an effect has added, no other one removes.
                cite!("6.3.6", "8.5.13a");
                let inherited =
                    |added: &&(ObjectId, Alter)| Some(added.0) == source && has(properties, added.1);
                let kept: Vec<Alter> = working
                    .added
                    .iter()
                    .filter(|added| (added.0 == id || inherited(added)) && takes(alter, added.1))
                    .map(|added| added.1)
                    .collect();
                modify(properties, alter);
                kept.into_iter().for_each(|added| modify(properties, added));
                working
                    .gained
                    .extend(properties.abilities.iter().skip(had).map(|code| (id, *code, piece.timestamp)));
                if adds(alter) {
                    working.added.push((id, alter));
                }
                if working.watched == Some(id) {
                    working.steps.push((*piece, alter));
                }
            }
        }
        working.done.push(Done { piece: *piece, proxies: self.proxies, outcome, looks: self.looks(piece) });
        for (other, outcome) in before {
            if Stages::outcome(*self, &working.values, &other) != outcome {
                let stage = working.found.entry((other.from, self.proxies, other.own)).or_insert(0);
                cite!("6.3.2b");
                // Of several stages the highest.
                *stage = (*stage).max(piece.key.0);
            }
        }
    }

    /// Static abilities that objects gain join in the stages that are still to come; to those before, nothing
    /// goes back (6.3.5b).
    fn arisen(&self, working: &mut Working, layer: (u8, u8)) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (id, code, given) in std::mem::take(&mut working.gained) {
            if let Some(object) = self.board.get(id) {
                cite!("6.3.4a");
                pieces.extend(self.statics(id, code, object.timestamp.max(given)));
            }
        }
        cite!("6.3.5b");
        let joins = |piece: &Piece| {
            piece.key >= layer
                && !working.known.iter().any(|known| (known.from, known.own) == (piece.from, piece.own))
        };
        pieces.retain(joins);
        working.known.extend(&pieces);
        pieces
    }
}
