//! State-based actions (703), checked whenever anything has happened, in the middle of effects too (111.2d),
//! and static abilities that do something once (604.4).
use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Ability, Condition, Subject};
use crate::language::types::CardType;
use crate::rules::characteristics::INFINITY;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Game};
use crate::rules::turn::acts_first;
use crate::state::{CodeRef, Entering, Frame, Hold, MoveReason, Object, Part, Proposal, Zone};
use crate::{cite, rule};

impl DuelMasters {
    /// Performs the state-based actions that apply, all of them at once (703.3); whether anything was done.
    pub fn settle(&self, play: &mut Game<'_>) -> bool {
        let board = &play.state().board;
        if play.derived.checked
            || matches!(board.frames.last(), Some(Frame::EventBatch(_)))
            || acts_first(board)
        {
            return false;
        }
        cite!("703.1b");
        if self.unlink(play) {
            return true;
        }
        let sight = self.sight(play);
        let mut batch = self.powerless(&sight);
        batch.extend(self.misplaced(&sight));
        batch.extend(self.strays(&sight));
        let one_shot = if batch.is_empty() { self.one_shot(&sight) } else { None };
        play.derived.checked = batch.is_empty() && one_shot.is_none();
        if let Some((code, source, seat)) = one_shot {
            self.run_script(play, code, 0, DuelMasters::context(source, seat), None, rule!("604.4"));
            return true;
        }
        if batch.is_empty() {
            return false;
        }
        let events = play.state().board.next_id();
        self.happen(play, batch, rule!("703.3"));
        // Where nothing came of it, it must not be tried for ever.
        let pending = matches!(play.state().board.frames.last(), Some(Frame::EventBatch(_)));
        play.derived.checked = !pending && events == play.state().board.next_id();
        true
    }

    /// Creatures with a power of 0 or less are destroyed (703.4c), and also those whose power is infinitely
    /// reduced (108.1c).
    fn powerless(&self, sight: &Sight<'_>) -> Vec<Proposal> {
        cite!("703.4c", "111.2d", "108.1c");
        let creatures = sight.board.turn_order().into_iter().flat_map(|seat| sight.creatures(seat));
        let powerless = creatures.filter(|id| sight.power(*id) <= 0 && sight.power(*id) != INFINITY);
        powerless
            .filter(|id| !self.stays(sight, *id))
            .filter_map(|id| to_graveyard(sight, id, MoveReason::ZeroPower))
            .collect()
    }

    /// Gods whose links hold no longer become several (703.4e).
    fn unlink(&self, play: &mut Game<'_>) -> bool {
        if !self.card_pool.links {
            return false;
        }
        let found = self.unlinked(&self.sight(play));
        let split = found.is_some();
        if let Some((id, groups)) = found {
            self.split(play, id, groups, rule!("703.4e"));
        }
        split
    }

    fn stays(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        cite!("700.3");
        sight.is_forbidden(id, Subject::BeDestroyed) || sight.is_forbidden(id, Subject::Leave)
    }

    /// What cannot be where it is goes to the graveyard.
    fn misplaced(&self, sight: &Sight<'_>) -> Vec<Proposal> {
        let mut batch = Vec::new();
        for id in sight.board.zone(Zone::Battle) {
            let Some(object) = sight.object(id) else { continue };
            // 703.4i, 302.3; 801.4a, 801.4b: below a card that left, what cannot be alone in the battle zone
            // goes one by one.
            cite!("302.3", "801.4a", "801.4b");
            if !self.is_alone_well(sight, object) {
                let top_only = object.pieces.len() > 1 && !object.is_linked();
                let ((to, why), entering) = (self.out_of_battle(object), Entering::default());
                let end = crate::state::End::Top;
                batch.push(Proposal::Move { object: id, top_only, to, end, entering, why });
            }
        }
        // What lies on a card that has left lies on nothing.
        for id in sight.board.all(Zone::Battle) {
            let lost = |seal: &&Object| seal.hold == Hold::Seal && seal.attached.is_none();
            if let Some(seal) = sight.object(*id).filter(lost) {
                let to = Zone::Graveyard(seal.owner);
                batch.push(Proposal::movement(*id, to, Entering::default(), MoveReason::Invalid));
            }
        }
        batch.extend(
            self.older_d2(sight).into_iter().filter_map(|id| to_graveyard(sight, id, MoveReason::Invalid)),
        );
        for seat in sight.board.turn_order() {
            let castles = sight
                .board
                .zone(Zone::Shield(seat))
                .filter(|id| sight.object(*id).is_some_and(|object| object.castle));
            batch.extend(
                castles
                    .filter(|id| self.castle_falls(sight, *id))
                    .filter_map(|id| to_graveyard(sight, id, MoveReason::Invalid)),
            );
        }
        batch
    }

    /// Whether an object can be in the battle zone as it is: an element, a weapon on its creature, or cells that
    /// are all there.
    fn is_alone_well(&self, sight: &Sight<'_>, object: &Object) -> bool {
        let card = self.card_pool.card(object.top().card);
        let definition = &card.front().definition;
        match definition.kind {
            CardType::Weapon => {
                cite!("117.2", "305.3", "305.2");
                object.attached.is_some()
            }
            CardType::Cell | CardType::Core => {
                cite!("309.7", "703.4g", "805.1a", "812.1d");
                let linked =
                    object.beside().filter(|piece| matches!(piece.part, Part::Linked(_))).count() + 1;
                object.is_linked() && linked == definition.belongs.whole.len()
                    || sight.board.frames.iter().any(|frame| matches!(frame, Frame::Picking(_)))
            }
            CardType::Aura | CardType::Land | CardType::RulePlus => {
                cite!("310.5", "313.3", "314.4");
                false
            }
            _ => {
                cite!("306.2");
                card.is_element()
            }
        }
    }

    /// D2 Fields that were there before the newest one (703.4l).
    fn older_d2(&self, sight: &Sight<'_>) -> Vec<ObjectId> {
        cite!("703.4l", "204.3c");
        let is_d2 = |id: &ObjectId| {
            sight
                .object(*id)
                .is_some_and(|object| self.card_pool.card(object.top().card).front().definition.d2)
        };
        let mut fields: Vec<ObjectId> = sight.board.zone(Zone::Battle).filter(is_d2).collect();
        fields.sort();
        fields.pop();
        fields
    }

    /// Whether the shield of a castle has left: then it goes, but not before the shield's S-Trigger has been
    /// used (304.3, 703.4k).
    fn castle_falls(&self, sight: &Sight<'_>, castle: ObjectId) -> bool {
        cite!("304.3", "703.4k");
        let Some(shield) = sight.object(castle).and_then(|castle| castle.attached) else { return true };
        let Some(object) = sight.object(shield) else { return true };
        if matches!(object.zone, Zone::Shield(_)) {
            return false;
        }
        let now = object.became.unwrap_or(shield);
        let used = |frame: &Frame| matches!(frame, Frame::CardUse(using) if using.object == now);
        let declared = |frame: &Frame| matches!(frame, Frame::ShieldsToHand(to_hand) if to_hand.declared.iter().any(|entry| entry.0 == shield));
        let waits =
            sight.board.standby.iter().any(|standby| standby.source == now && standby.is_shield_trigger());
        !waits && !sight.board.frames.iter().any(|frame| used(frame) || declared(frame))
    }

    /// The next static ability that does something now: the turn player's first (604.4b).
    fn one_shot(&self, sight: &Sight<'_>) -> Option<(CodeRef, ObjectId, Seat)> {
        cite!("604.4a", "604.4b");
        // 604.4: what it does is done before it is looked for again.
        let running = |code: CodeRef, source: ObjectId| {
            sight
                .board
                .frames
                .iter()
                .any(|frame| matches!(frame, Frame::Running(running) if running.code == code && running.context.source == source))
        };
        for seat in sight.board.turn_order() {
            for id in sight.board.zone(Zone::Battle) {
                if sight.object(id).is_none_or(|object| object.owner != seat) {
                    continue;
                }
                for (code, condition) in sight.abilities(id, one_shot) {
                    if !running(code, id) && sight.holds(condition, &Scope::of(id, seat)) {
                        return Some((code, id, seat));
                    }
                }
            }
        }
        None
    }
}

/// What must hold for an ability to do something once.
fn one_shot(ability: &Ability) -> Option<&Condition> {
    if let Ability::OneShot(condition, _) = ability { Some(condition) } else { None }
}

/// The move of an object to its owner's graveyard.
pub fn to_graveyard(sight: &Sight<'_>, id: ObjectId, why: MoveReason) -> Option<Proposal> {
    let object: &Object = sight.object(id).filter(|object| object.hold == Hold::None)?;
    Some(Proposal::movement(id, Zone::Graveyard(object.owner), Entering::default(), why))
}
