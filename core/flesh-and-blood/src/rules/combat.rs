//! Combat (7): the steps of a chain link, from the attack's resolution to the close of the combat chain.

mod defending;
mod quotas;

pub use defending::standing;
use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{DamageKind, Since, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::CardType;
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::targets::attackable;
use crate::state::event::Event;
use crate::state::{
    Board, Kind, Link, MoveReason, Object, Occurrence, PointsFrom, Proposal, Stage, Step, Zone, moved,
};
use crate::{cite, rule};

impl FleshAndBlood {
    /// The attack step (7.2): targets, resolution abilities, onto the combat chain, the attack event.
    pub fn attack_step(&self, play: &mut Game<'_>, part: u16) {
        cite!("7.2.1");
        let Some(attack) = play.state().board.combat.layer else { return self.attack_fails(play) };
        let Some(layer) = play.state().board.get(attack).and_then(|object| object.layer.as_deref()).cloned()
        else {
            return self.attack_fails(play);
        };
        if part == 0 {
            let sight = self.sight(play);
            let controller = sight.controller(attack).unwrap_or(sight.board.turn.active);
            cite!("8.3.14b", "7.2.2a");
            if !layer.attacked.iter().any(|target| attackable(&sight, *target, attack, controller).is_ok()) {
                return self.attack_fails(play);
            }
        }
        // Resolution abilities first, one after the other.
        cite!("7.2.3");
        if let Some(script) = self.resolution_part(play, attack, part) {
            self.reach(play, Stage::Begin(part + 1));
            return self.run_script(play, script);
        }
        self.onto_chain(play, attack);
    }

    /// 7.2.2, 7.2.3d: without a target or an attack the combat chain closes.
    fn attack_fails(&self, play: &mut Game<'_>) {
        play.emit(Event::Closing, rule!("7.7.2b"));
        self.begin_step(play, Step::Close, rule!("7.2.2"));
    }

    fn onto_chain(&self, play: &mut Game<'_>, attack: ObjectId) {
        cite!("7.2.3d");
        let Some(object) =
            play.state().board.get(attack).cloned().filter(|object| object.zone == Zone::Stack)
        else {
            return self.attack_fails(play);
        };
        let Some(layer) = object.layer.as_deref().filter(|_| object.kind != Kind::Layer) else {
            // What the attack-layer names does not exist, and the layer is neither card nor attack-proxy.
            cite!("3.6.2");
            return self.attack_fails(play);
        };
        let controller = self.sight(play).controller(attack).unwrap_or(object.controller);
        let source = if object.kind == Kind::Proxy { object.source() } else { None };
        let since = play.state().board.history.len();
        cite!("8.3.1a");
        self.relocate(play, attack, Zone::Chain, MoveReason::Attacking, rule!("7.2.3a"));
        if let Some(source) = source {
            // 7.2.3b: the source comes along, from wherever it is in the arena.
            self.relocate(play, source, Zone::Chain, MoveReason::Attacking, rule!("7.2.3b"));
        }
        cite!("1.4.5b");
        cite!("7.0.3", "7.0.4");
        let link = Link {
            attack,
            source,
            targets: layer.attacked.clone(),
            controller,
            defenses: Vec::new(),
            declared: Vec::new(),
            hit: false,
            calculated: false,
            resolved: false,
        };
        play.emit(Event::LinkMade(link), rule!("7.0.3a"));
        self.proxies_cease(play);
        cite!("7.2.4");
        self.notice(play, since);
        self.give_priority(play, rule!("7.2.5"));
    }

    /// The damage step (7.5): the attack deals the difference between its power and the sum of defense, to
    /// one attack-target after the other.
    pub fn damage_step(&self, play: &mut Game<'_>, part: u16) {
        cite!("7.5.1");
        let Some(link) = play.state().board.combat.active().cloned() else {
            return self.give_priority(play, rule!("7.5.3"));
        };
        self.reach(play, Stage::Begin(part + 1));
        let Some(place) = part.checked_sub(1) else {
            // In clockwise order; those of one player in the order of the attack's controller.
            cite!("7.5.2c");
            self.order_targets(play, |_| link.controller);
            return play.emit(Event::Calculated, rule!("7.5.2"));
        };
        let Some(target) = link.targets.get(usize::from(place)).copied() else {
            return self.give_priority(play, rule!("7.5.3"));
        };
        let sight = self.sight(play);
        cite!("2.3.1", "2.9.1");
        let power = sight.properties(link.attack).and_then(|properties| properties.power).unwrap_or(0);
        let defense: i32 = standing(&sight, &link)
            .filter(|defense| defense.target == target)
            .filter_map(|defense| sight.properties(defense.card)?.defense)
            .fold(0, i32::saturating_add);
        let amount = power.saturating_sub(defense);
        // Nothing is dealt to what is no longer there.
        cite!("7.5.2b");
        let there = attackable(&sight, target, link.attack, link.controller).is_ok();
        if amount > 0 && there && sight.object(link.attack).is_some_and(Object::exists) {
            // Damage is physical where an attack deals it by its power.
            cite!("8.5.3b");
            let (source, amount) = (link.attack, amount as u32);
            cite!("7.5.5");
            self.happen(
                play,
                vec![Proposal::Damage {
                    source,
                    to: target,
                    amount,
                    kind: DamageKind::Physical,
                    hit: true,
                    sure: false,
                }],
            );
        }
    }

    /// The resolution step (7.6): the chain link resolves, and go again gives an action point.
    pub fn resolution_step(&self, play: &mut Game<'_>, _: u16) {
        cite!("7.6.1");
        let sight = self.sight(play);
        let Some(link) = sight.board.combat.active().cloned() else {
            return self.give_priority(play, rule!("7.6.3"));
        };
        cite!("8.3.5", "7.6.2a");
        let again = sight.has(link.attack, Keyword::GoAgain);
        self.emit(play, Event::LinkResolved, rule!("7.6.2"));
        self.give_priority(play, rule!("7.6.3"));
        if again {
            self.gain_actions(play, link.controller, 1, PointsFrom::Link);
        }
    }

    /// A player gains action points, in the own action phase only (1.13.2b).
    pub fn gain_actions(&self, play: &mut Game<'_>, seat: Seat, points: u32, from: PointsFrom) {
        cite!("1.13.2b");
        if play.state().board.is_action_phase_of(seat) {
            self.happen(play, vec![Proposal::GainActions(seat, points, from)]);
        }
    }

    /// The close step (7.7): triggers, permanents go home, the rest is cleared, the combat chain closes.
    pub fn close_step(&self, play: &mut Game<'_>, part: u16) {
        cite!("7.7.1");
        match part {
            0 => {
                self.settle(play, 1, rule!("7.7.4"));
                self.emit(play, Event::Recorded(Occurrence::ChainClosed), rule!("7.7.3"));
                let sight = self.sight(play);
                cite!("8.1.2c", "8.1.3c");
                let reaction = |id: ObjectId| {
                    sight.is(id, CardType::AttackReaction) || sight.is(id, CardType::DefenseReaction)
                };
                let card = |id: ObjectId| sight.object(id).is_some_and(|object| object.kind == Kind::Card);
                let leaving = |id: &ObjectId| sight.is_attack(*id) || (reaction(*id) && card(*id));
                let cards: Vec<ObjectId> =
                    sight.board.zone(Zone::Stack).iter().copied().filter(leaving).collect();
                self.clear(play, cards);
            }
            1 => {
                self.reach(play, Stage::Begin(2));
                let sight = self.sight(play);
                let here = sight.board.zone(Zone::Chain).to_vec();
                let (home, rest): (Vec<ObjectId>, Vec<ObjectId>) =
                    here.into_iter().partition(|id| sight.is_permanent(*id));
                for id in home {
                    let to = play
                        .state()
                        .board
                        .get(id)
                        .map_or(Zone::Permanent, |object| home_of(object.equipped, object.controller));
                    self.relocate(play, id, to, MoveReason::Returned, rule!("7.7.5"));
                }
                cite!("7.7.6");
                self.clear(play, rest);
            }
            _ => {
                play.emit(Event::ChainClosed, rule!("7.7.7"));
                self.end_delayed_of(play, &[Since::Chain, Since::Link]);
                self.begin_step(play, Step::Action, rule!("7.7.7"));
                self.reach(play, Stage::Begin(1));
            }
        }
    }

    /// Clears objects (3.0.12).
    pub fn clear(&self, play: &mut Game<'_>, ids: Vec<ObjectId>) {
        let batch = cleared(&play.state().board, ids);
        self.happen(play, batch);
    }

    /// Moves an object within the arena or the stack as a rule demands.
    pub fn relocate(
        &self,
        play: &mut Game<'_>,
        id: ObjectId,
        to: Zone,
        why: MoveReason,
        rule: duelog_kernel::RuleId,
    ) {
        let Some(controller) = self.sight(play).holder(id) else { return };
        self.relocate_for(play, id, to, why, controller, rule);
    }

    /// The same for a player who gets control.
    pub fn relocate_for(
        &self,
        play: &mut Game<'_>,
        id: ObjectId,
        to: Zone,
        why: MoveReason,
        controller: Seat,
        rule: duelog_kernel::RuleId,
    ) {
        let Some(from) =
            play.state().board.get(id).map(|object| object.zone).filter(|zone| *zone != Zone::Gone)
        else {
            return;
        };
        let event = Event::Moved {
            object: id,
            new: id,
            from,
            to,
            bottom: false,
            public: true,
            why,
            by: controller,
            controller,
            counters: Vec::new(),
            last: None,
        };
        play.emit(event, rule);
    }
}

/// The moves by which objects are cleared (3.0.12).
pub fn cleared(board: &Board, ids: Vec<ObjectId>) -> Vec<Proposal> {
    let cleared = |id: ObjectId| {
        let owner = board.get(id).map_or(Seat(0), |object| object.owner);
        moved(id, Zone::Of(ZoneKind::Graveyard, owner), MoveReason::Cleared, owner)
    };
    ids.into_iter().map(cleared).collect()
}

/// The zone that a permanent returns to (7.7.5): one that it is equipped to, or the permanent zone.
pub fn home_of(equipped: u8, seat: Seat) -> Zone {
    // A two-hander is in the first of its zones; what goes beside it is in the second.
    cite!("8.2.2c");
    let own = |kind| Zone::Of(kind, seat);
    let zones = [
        own(ZoneKind::Head),
        own(ZoneKind::Chest),
        own(ZoneKind::Arms),
        own(ZoneKind::Legs),
        own(ZoneKind::Weapon),
        Zone::Weapon2(seat),
    ];
    zones
        .into_iter()
        .enumerate()
        .find(|(place, _)| equipped & 1 << place != 0)
        .map_or(Zone::Permanent, |entry| entry.1)
}
