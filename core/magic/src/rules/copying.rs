//! Copy effects of static abilities (706.2c): they go on as long as the ability says, with the copiable
//! values that there were when they first began to apply.
use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Ability, Change, Ref, Until};
use crate::rule;
use crate::rules::continuous::Layers;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{AbilityPlace, AbilityRef, Board, Copied, LastingKind, Object, Value, Zone};

/// A static ability of a permanent that makes copies.
#[derive(Clone, Copy)]
struct Copying {
    source: ObjectId,
    ability: AbilityRef,
    timestamp: u32,
}

impl Magic {
    /// Brings up to date what static abilities make copies; whether anything changed.
    pub fn settle_copies(&self, play: &mut Game<'_>) -> bool {
        if !self.card_pool.copies_always() || std::mem::replace(&mut play.derived.copied, true) {
            return false;
        }
        let mut changed = false;
        for copying in self.copying(&play.state().board) {
            changed |= self.settle_copy(play, copying);
        }
        // What has begun has noted itself: nothing else waits.
        play.derived.copied = true;
        changed
    }

    /// All such abilities that there are or that have made copies, the earliest first.
    fn copying(&self, board: &Board) -> Vec<Copying> {
        let mut found: Vec<Copying> = Vec::new();
        for object in board.zone(Zone::Battlefield).iter().filter_map(|id| board.get(*id)) {
            let card = self.card_pool.card_of(board, object);
            for (place, compiled) in (0..).map(AbilityPlace::Printed).zip(&self.card_pool.card(card).printed)
            {
                if copy_of(&compiled.ability).is_some() {
                    found.push(Copying {
                        source: object.id,
                        ability: AbilityRef { card, place },
                        timestamp: object.timestamp,
                    });
                }
            }
        }
        // One that has made its own object a copy of something else goes on by what it would be without that.
        for lasting in &board.effects {
            if let LastingKind::Copies { ability, .. } = &lasting.kind
                && !found.iter().any(|known| (known.source, known.ability) == (lasting.source, *ability))
            {
                let timestamp = board.copies_since(lasting);
                found.push(Copying { source: lasting.source, ability: *ability, timestamp });
            }
        }
        found.sort_by_key(|copying| copying.timestamp);
        found
    }

    /// Lets one such effect begin, or apply to what it is about now; whether anything changed.
    fn settle_copy(&self, play: &mut Game<'_>, copying: Copying) -> bool {
        let board = &play.state().board;
        let affected = self.affected_by(board, copying);
        let own = board.effects.iter().find_map(|lasting| match &lasting.kind {
            LastingKind::Copies { ability, objects, .. }
                if (lasting.source, *ability) == (copying.source, copying.ability) =>
            {
                Some((lasting.id, objects))
            }
            _ => None,
        });
        match own {
            Some((_, objects)) if *objects == affected => false,
            Some((id, _)) => {
                play.emit(Event::CopiesSet(id, affected), rule!("706.2c"));
                true
            }
            None if affected.is_empty() => false,
            None => {
                let Some((copied, controller)) = self.copied_by(play, copying) else { return false };
                let kind = LastingKind::Copies { ability: copying.ability, objects: affected, copied };
                self.begin_effect(
                    play,
                    (copying.source, controller),
                    kind,
                    Until::SourceLeaves,
                    rule!("706.2c"),
                );
                true
            }
        }
    }

    /// The permanents that such an effect makes copies now: by the values in layer 1 without this effect and
    /// without any that is later.
    fn affected_by(&self, board: &Board, copying: Copying) -> Vec<ObjectId> {
        let mut before = board.clone();
        before.effects.retain(|lasting| match &lasting.kind {
            LastingKind::Copies { .. } => board.copies_since(lasting) < copying.timestamp,
            LastingKind::Copy { .. } => lasting.timestamp < copying.timestamp,
            _ => true,
        });
        let computed = Layers { board: &before, card_pool: &self.card_pool }.copiable().computed;
        let sight = Sight {
            board: &before,
            card_pool: &self.card_pool,
            computed: &computed,
            replacements: &[],
            rulings: &[],
            sources: &[],
            unseeing: false,
        };
        let Some(Ability::Static(ability)) = self.card_pool.ability(copying.ability) else {
            return Vec::new();
        };
        let Some(source) = sight.object(copying.source) else { return Vec::new() };
        let has = |source: &Object| {
            source.zone == Zone::Battlefield
                && self.card_pool.card_of(&before, source) == copying.ability.card
        };
        let scope = Scope { written: Some(copying.ability.card), ..Scope::of(source.id, source.controller) };
        if !has(source) || !ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
        {
            return Vec::new();
        }
        let mut affected = sight.objects(&ability.affects, &scope);
        affected.retain(|id| sight.board.is_permanent(*id));
        affected
    }

    /// What such an effect makes them copies of as it begins, and whose it is.
    fn copied_by(&self, play: &mut Game<'_>, copying: Copying) -> Option<(Box<Copied>, Seat)> {
        let of = copy_of(self.card_pool.ability(copying.ability)?)?;
        let sight = self.sight(play);
        let controller = sight.controller(copying.source)?;
        let scope = Scope { written: Some(copying.ability.card), ..Scope::of(copying.source, controller) };
        let Some(Value::Object(id)) = sight.refer(of, &scope) else { return None };
        let (card, except) = sight.board.copiable(sight.object(id)?);
        Some((Box::new(Copied { card, except: except.to_vec() }), controller))
    }
}

/// What a static ability makes something a copy of.
fn copy_of(ability: &Ability) -> Option<&Ref> {
    let Ability::Static(ability) = ability else { return None };
    ability.changes.iter().find_map(|change| if let Change::CopyOf(of) = change { Some(of) } else { None })
}
