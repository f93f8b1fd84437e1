//! State-based actions (704): all that apply are done at once, again and again until none applies.

use duelog_kernel::{ObjectId, RuleId, Seat};
use std::collections::BTreeSet;

use crate::language::definition::Counter;
use crate::language::subtypes::{AURA, ROLE};
use crate::language::types::{CardType, Supertype};
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::indestructible;
use crate::rules::looking_back::last_known;
use crate::state::event::Event;
use crate::state::{
    Characteristics, Edition, Ending, EndingKind, Loss, MoveReason, PickPurpose, Picking, Pile, Proposal,
    Value, Zone,
};
use crate::{cite, rule};

/// What must be done now.
#[derive(Debug, Default)]
struct Due {
    losses: Vec<(Seat, Vec<Loss>)>,
    moves: Vec<Proposal>,
    events: Vec<(Event, RuleId)>,
    legends: Vec<(Seat, Vec<ObjectId>)>,
    /// True if the planar controller planeswalks.
    walks: bool,
    schemes: Vec<ObjectId>,
}

impl Due {
    fn is_empty(&self) -> bool {
        self.losses.is_empty()
            && self.moves.is_empty()
            && self.events.is_empty()
            && self.legends.is_empty()
            && !self.walks
            && self.schemes.is_empty()
    }
}

type Check = fn(&Magic, &Sight<'_>, &mut Due);

/// What there is, as bits: an action that is about nothing that there is is not looked for.
mod about {
    /// Whatever there is.
    pub const ALL: u8 = 0;
    /// Tokens that may be where none can stay.
    pub const STRAYS: u8 = 1;
    pub const CREATURES: u8 = 1 << 1;
    pub const PLANESWALKERS: u8 = 1 << 2;
    pub const LEGENDS: u8 = 1 << 3;
    pub const WORLDS: u8 = 1 << 4;
    pub const AURAS: u8 = 1 << 5;
    /// What is attached to something.
    pub const ATTACHED: u8 = 1 << 6;
    pub const COUNTERS: u8 = 1 << 7;
}

/// The state-based actions, in the order of 704.5, and what they are about.
const CHECKS: [(u8, Check); 13] = [
    (about::ALL, Magic::players_lose),
    (about::STRAYS, Magic::stray_tokens),
    (about::CREATURES, Magic::creatures_die),
    (about::PLANESWALKERS, Magic::planeswalkers_go),
    (about::LEGENDS, Magic::legend_rule),
    (about::WORLDS, Magic::world_rule),
    (about::AURAS, Magic::unattached),
    (about::ATTACHED, Magic::attached_wrongly),
    (about::COUNTERS, Magic::counters_cancel),
    (about::ALL, Magic::counters_limited),
    (about::ALL, Magic::sagas_go),
    (about::ATTACHED, Magic::roles_go),
    (about::ALL, Magic::supplements_go),
];

/// What there is on the battlefield that state-based actions are about.
fn seen(sight: &Sight<'_>) -> u8 {
    let bit = |is: bool, bit: u8| if is { bit } else { 0 };
    let mut seen = 0;
    for &id in sight.board.zone(Zone::Battlefield) {
        let (Some(object), Some(own)) = (sight.object(id), sight.characteristics(id)) else { continue };
        let (types, permanent) = (&own.types, &object.permanent);
        seen |= bit(types.is(CardType::Creature), about::CREATURES)
            | bit(types.is(CardType::Planeswalker), about::PLANESWALKERS)
            | bit(types.is_super(Supertype::Legendary), about::LEGENDS)
            | bit(types.is_super(Supertype::World), about::WORLDS)
            | bit(types.has(AURA), about::AURAS)
            | bit(permanent.attached.is_some() || permanent.enchanting.is_some(), about::ATTACHED)
            | bit(!permanent.counters.is_empty(), about::COUNTERS);
    }
    seen
}

impl Magic {
    /// Permanents that have come under another player's control are new to that player (302.6) and leave
    /// combat (506.4), as do those that lose the type they are in combat for.
    pub fn notice_control(&self, play: &mut Game<'_>) {
        let sight = self.sight(play);
        let new_holder = |id: &ObjectId| {
            let seat = sight.controller(*id)?;
            (sight.object(*id)?.permanent.held != Some(seat)).then_some((*id, seat))
        };
        let changed: Vec<(ObjectId, Seat)> =
            sight.board.zone(Zone::Battlefield).iter().filter_map(new_holder).collect();
        // All at once and looked back at: who held what is still known while abilities trigger.
        let held = |(id, _): &(ObjectId, Seat)| {
            sight.object(*id)?.permanent.held.map(|held| Event::ControlLost(*id, held))
        };
        let lost: Vec<Event> = changed.iter().filter_map(held).collect();
        self.emit_together(play, lost, rule!("603.10d"));
        for (id, seat) in changed {
            play.emit(Event::ControlChanged(id, seat), rule!("302.6"));
        }
        self.notice_types(play);
    }

    /// What is no creature any more attacks and blocks no more, and what is no planeswalker any more is
    /// attacked no more (506.4, 506.4c-d).
    fn notice_types(&self, play: &mut Game<'_>) {
        cite!("506.4d");
        let sight = self.sight(play);
        let combat = &sight.board.combat;
        if combat.attacks.is_empty() && combat.blocks.is_empty() {
            return;
        }
        let fighters = combat
            .attacks
            .iter()
            .map(|attack| attack.attacker)
            .chain(combat.blocks.iter().map(|block| block.0));
        cite!("506.4a", "506.4b");
        let gone: Vec<ObjectId> = fighters.filter(|id| !sight.is_creature(*id)).collect();
        let attacked = combat
            .attacks
            .iter()
            .filter_map(|attack| if let Some(Value::Object(id)) = attack.defender { Some(id) } else { None });
        let left: BTreeSet<ObjectId> =
            attacked.filter(|id| !sight.has_type(*id, CardType::Planeswalker)).collect();
        gone.into_iter().for_each(|id| play.emit(Event::RemovedFromCombat(id), rule!("506.4")));
        left.into_iter().for_each(|id| play.emit(Event::AttackedNoMore(id), rule!("506.4c")));
    }

    /// Does what 704.3 demands once; whether anything was done.
    pub fn state_actions(&self, play: &mut Game<'_>) -> bool {
        self.notice_control(play);
        let due = self.due(play);
        let flagged =
            play.state().board.players.iter().any(|player| player.drew_from_empty)
                || play.state().board.zone(Zone::Battlefield).iter().any(|id| {
                    play.state().board.get(*id).is_some_and(|object| object.permanent.deathtouched)
                });
        if due.is_empty() {
            if flagged {
                play.emit(Event::StateChecked, rule!("704.3"));
            }
            return false;
        }
        // 101.4: each player picks which legend stays, then everything happens.
        let mut legends = due.legends.iter().cloned();
        match legends.next() {
            Some((seat, objects)) => {
                let mut pick = Picking::new(seat, PickPurpose::Legend, objects, 1, 1);
                pick.after = legends.map(|(seat, objects)| (seat, objects, 1)).collect();
                self.pick(play, pick);
            }
            None => self.do_due(play, due, Vec::new()),
        }
        true
    }

    /// Does what is due together with the legends that are not kept (704.3).
    pub fn legends_go(&self, play: &mut Game<'_>, others: Vec<Proposal>) {
        let due = self.due(play);
        self.do_due(play, due, others);
    }

    fn do_due(&self, play: &mut Game<'_>, due: Due, others: Vec<Proposal>) {
        play.emit(Event::StateChecked, rule!("704.3"));
        for (event, rule) in due.events {
            self.emit(play, event, rule);
        }
        for scheme in due.schemes {
            let last = last_known(&self.sight(play), scheme);
            self.emit(play, Event::TurnedToPile(Pile::Schemes, scheme, last), rule!("704.5w"));
        }
        if due.walks {
            self.planeswalk(play, rule!("704.5x"));
        }
        cite!("704.6");
        let losses = due.losses.into_iter().map(|(seat, losses)| Proposal::Lose(seat, losses));
        self.happen(play, losses.chain(due.moves).chain(others).collect());
    }

    /// Whether any state-based action applies (514.3a).
    pub fn state_actions_wait(&self, play: &mut Game<'_>) -> bool {
        !self.due(play).is_empty()
    }

    fn due(&self, play: &mut Game<'_>) -> Due {
        let settled = play.derived.settled;
        let sight = self.sight(play);
        let seen = seen(&sight) | if settled && !duelog_kernel::TESTED { 0 } else { about::STRAYS };
        let mut due = Due::default();
        for (about, check) in CHECKS {
            if about == about::ALL || about & seen != 0 {
                check(self, &sight, &mut due);
            }
        }
        let strays = due.events.iter().any(|(event, _)| matches!(event, Event::Ceased(..)));
        duelog_kernel::test_assert!(!settled || !strays, "tokens were looked for when they had to be");
        play.derived.settled = !strays;
        due
    }

    /// 704.5a-c.
    fn players_lose(&self, sight: &Sight<'_>, due: &mut Due) {
        for (place, player) in sight.board.players.iter().enumerate() {
            let seat = Seat(place as u8);
            if player.lost.is_some() {
                continue;
            }
            let board = sight.board;
            let (life, poison, deadly) = if board.shares_life() {
                cite!("704.5t", "810.8c");
                (Loss::TeamLife, Loss::TeamPoison, board.terms.deadly_poison())
            } else {
                (Loss::Life, Loss::Poison, 10)
            };
            let reasons = [
                (player.life <= 0, life),
                (player.drew_from_empty, Loss::EmptyLibrary),
                (player.poison >= deadly, poison),
                (sight.board.is_struck_down(seat), Loss::Commander),
            ];
            cite!("121.1c");
            let losses: Vec<Loss> =
                reasons.into_iter().filter(|reason| reason.0).map(|reason| reason.1).collect();
            if !losses.is_empty() && !self.impossible(sight, &Proposal::Lose(seat, losses.clone())) {
                due.losses.push((seat, losses));
            }
        }
    }

    /// 704.5d-e.
    fn stray_tokens(&self, sight: &Sight<'_>, due: &mut Due) {
        for (index, zone) in sight.board.zones.iter().enumerate() {
            let stray = |id: &&ObjectId| sight.object(**id).is_some_and(|object| object.token);
            if !matches!(Zone::at(index), Zone::Battlefield | Zone::Stack) {
                // The copy of a spell is the copy of an instant or sorcery.
                let rule = |id: &ObjectId| {
                    let token = sight.object(*id).is_some_and(|object| {
                        self.card_pool.card(object.printed()).base.types.is_permanent()
                    });
                    if token {
                        cite!("110.5f");
                        rule!("704.5d")
                    } else {
                        cite!("706.10a");
                        rule!("704.5e")
                    }
                };
                due.events.extend(zone.iter().filter(stray).map(|id| (Event::Ceased(*id, None), rule(id))));
            }
        }
    }

    /// 704.5f-h.
    fn creatures_die(&self, sight: &Sight<'_>, due: &mut Due) {
        for &id in sight.board.zone(Zone::Battlefield) {
            let (Some(object), Some(characteristics)) = (sight.object(id), sight.characteristics(id)) else {
                continue;
            };
            if !characteristics.types.is(CardType::Creature) {
                continue;
            }
            let permanent = &object.permanent;
            if characteristics.toughness <= 0 {
                due.moves.push(Proposal::to_graveyard(id, object.owner, MoveReason::ZeroToughness));
                continue;
            }
            if indestructible::is(sight, id) {
                continue;
            }
            let why = if i64::from(permanent.damage) >= i64::from(characteristics.toughness) {
                MoveReason::LethalDamage
            } else if permanent.deathtouched {
                cite!("702.2b");
                MoveReason::DeathtouchDamage
            } else {
                continue;
            };
            due.moves.push(Proposal::Destroy { object: id, regenerable: true, why });
        }
    }

    /// 704.5s.
    fn sagas_go(&self, sight: &Sight<'_>, due: &mut Due) {
        for id in self.told_sagas(sight) {
            if let Some(object) = sight.object(id) {
                cite!("704.5s");
                due.moves.push(Proposal::to_graveyard(id, object.owner, MoveReason::Sacrificed));
            }
        }
    }

    /// 704.5i.
    fn planeswalkers_go(&self, sight: &Sight<'_>, due: &mut Due) {
        for &id in sight.board.zone(Zone::Battlefield) {
            if let Some(object) = sight.object(id)
                && sight.has_type(id, CardType::Planeswalker)
                && object.counters(Counter::Loyalty) == 0
            {
                cite!("121.1b", "306.9");
                due.moves.push(Proposal::to_graveyard(id, object.owner, MoveReason::NoLoyalty));
            }
        }
    }

    /// 704.5j.
    fn legend_rule(&self, sight: &Sight<'_>, due: &mut Due) {
        let legend = |id: &ObjectId| {
            let own = sight.characteristics(*id).filter(|own| own.types.is_super(Supertype::Legendary));
            Some((sight.controller(*id)?, own?, *id))
        };
        let mut legends: Vec<_> = sight.board.zone(Zone::Battlefield).iter().filter_map(legend).collect();
        // 101.4: the active player chooses first.
        let order = sight.board.apnap();
        legends.sort_by_key(|(seat, _, id)| (order.iter().position(|other| other == seat), *id));
        // What has several names is looked at again once one of these has gone.
        while let Some((seat, own, first)) = legends.first().copied() {
            let same = |other: &(Seat, &Characteristics, ObjectId)| {
                cite!("704.5j");
                other.2 == first || other.0 == seat && sight.shares_name(own, other.1)
            };
            let (alike, others): (Vec<_>, Vec<_>) = legends.iter().copied().partition(same);
            legends = others;
            if alike.len() > 1 {
                due.legends.push((seat, alike.into_iter().map(|legend| legend.2).collect()));
            }
        }
    }

    /// 704.5k: of all world permanents only the newest stays.
    fn world_rule(&self, sight: &Sight<'_>, due: &mut Due) {
        let is_world = |id: &&ObjectId| {
            sight
                .characteristics(**id)
                .is_some_and(|characteristics| characteristics.types.is_super(Supertype::World))
        };
        let worlds =
            sight.board.zone(Zone::Battlefield).iter().filter(is_world).filter_map(|id| sight.object(*id));
        cite!("205.4f");
        let mut worlds: Vec<(u32, ObjectId, Seat)> =
            worlds.map(|object| (object.timestamp, object.id, object.owner)).collect();
        worlds.sort();
        if sight.board.terms.range.is_empty() {
            worlds.pop();
        } else {
            // Only where a newer one is within the range of its controller.
            cite!("801.12");
            let all = worlds.clone();
            let newer = |(timestamp, id, _): &(u32, ObjectId, Seat)| {
                let own = sight.controller(*id);
                all.iter().any(|(other, world, _)| {
                    let near = own.is_some_and(|own| sight.in_range(own, Value::Object(*world)));
                    other > timestamp && near
                })
            };
            worlds.retain(newer);
        }
        due.moves.extend(
            worlds.into_iter().map(|(_, id, owner)| Proposal::to_graveyard(id, owner, MoveReason::World)),
        );
    }

    /// 303.7a: of the Roles of one player on a permanent only the newest stays.
    fn roles_go(&self, sight: &Sight<'_>, due: &mut Due) {
        if sight.board.edition == Edition::First {
            return;
        }
        let role = |id: &ObjectId| {
            let object = sight.object(*id)?;
            let host = object.permanent.attached?;
            let is_role = sight.characteristics(*id).is_some_and(|face| face.types.has(ROLE));
            is_role.then(|| ((host, sight.controller(*id)), object.timestamp, object))
        };
        let mut roles: Vec<_> = sight.board.zone(Zone::Battlefield).iter().filter_map(role).collect();
        roles.sort_by_key(|(place, timestamp, _)| (*place, *timestamp));
        for same in roles.chunk_by(|a, b| a.0 == b.0) {
            for (_, _, object) in &same[..same.len() - 1] {
                due.moves.push(Proposal::to_graveyard(object.id, object.owner, MoveReason::Role));
            }
        }
    }

    /// 704.5m.
    fn unattached(&self, sight: &Sight<'_>, due: &mut Due) {
        for &id in sight.board.zone(Zone::Battlefield) {
            let (Some(object), Some(characteristics)) = (sight.object(id), sight.characteristics(id)) else {
                continue;
            };
            if !characteristics.types.has(AURA) {
                continue;
            }
            let seat = sight.controller(id).unwrap_or(object.controller);
            let may = match (object.permanent.attached, object.permanent.enchanting) {
                (Some(host), _) => {
                    self.may_enchant(sight, id, characteristics.card, seat, Value::Object(host))
                }
                (None, Some(enchanted)) => {
                    self.may_enchant(sight, id, characteristics.card, seat, Value::Seat(enchanted))
                }
                (None, None) => false,
            };
            let bestowed = object.permanent.cast.as_ref().and_then(|cast| cast.instead).is_some()
                && self.is_bestowable(characteristics.card);
            if !may && bestowed {
                // 702.102e: it comes off, and is a creature again.
                cite!("702.102e");
                due.moves.push(Proposal::Unattach(id));
            } else if !may {
                cite!("303.4c");
                due.moves.push(Proposal::to_graveyard(id, object.owner, MoveReason::Unattached));
            }
        }
    }

    /// 704.5n, 704.5p.
    fn attached_wrongly(&self, sight: &Sight<'_>, due: &mut Due) {
        for &id in sight.board.zone(Zone::Battlefield) {
            let (Some(object), Some(characteristics)) = (sight.object(id), sight.characteristics(id)) else {
                continue;
            };
            let permanent = &object.permanent;
            let aura = characteristics.types.has(AURA) && !characteristics.types.is(CardType::Creature);
            let Some(host) = permanent.attached.filter(|_| !aura) else {
                if permanent.enchanting.is_some() && !aura {
                    due.moves.push(Proposal::Unattach(id));
                }
                continue;
            };
            if !self.may_be_attached(sight, id, Value::Object(host)) {
                cite!("301.5c", "303.4d");
                due.moves.push(Proposal::Unattach(id));
            }
        }
    }

    /// 704.5q.
    fn counters_cancel(&self, sight: &Sight<'_>, due: &mut Due) {
        for &id in sight.board.zone(Zone::Battlefield) {
            let Some(object) = sight.object(id) else { continue };
            let both = object.counters(Counter::PlusOne).min(object.counters(Counter::MinusOne));
            if both > 0 {
                cite!("121.3");
                due.moves.push(Proposal::CancelCounters(id, both));
            }
        }
    }

    /// 704.5r.
    fn counters_limited(&self, sight: &Sight<'_>, due: &mut Due) {
        for (id, kind, most) in sight.counters_at_most() {
            let more = sight.object(id).map_or(0, |object| object.counters(kind)).saturating_sub(most);
            if more > 0 {
                cite!("121.4");
                due.events.push((Event::CountersRemoved(id, kind, more), rule!("704.5r")));
            }
        }
    }

    /// 704.5w, 704.5x.
    fn supplements_go(&self, sight: &Sight<'_>, due: &mut Due) {
        if !sight.board.turned_up.is_empty() {
            due.walks = self.passes_phenomenon(sight);
            due.schemes = self.schemes_done(sight);
        }
    }

    /// A player loses at once (104.3a).
    pub fn lose_by_conceding(&self, play: &mut Game<'_>, seat: Seat) {
        if play.state().board.is_multiplayer() && play.state().before.is_some() {
            // The others continue: a half-done action is taken back, and can be begun again.
            play.emit(Event::ActionReversed, rule!("721.1"));
        }
        cite!("810.8b");
        self.emit(play, Event::PlayerLost(seat, Loss::Conceded), Loss::Conceded.rule());
        self.end_for_losers(play, Loss::Conceded);
    }

    /// The game ends when at most one player, or team, is left (104.2a, 104.2c, 104.4a).
    pub fn end_for_losers(&self, play: &mut Game<'_>, loss: Loss) {
        self.fall_with_emperors(play);
        self.fall_with_mates(play);
        cite!("104.3g", "104.4d", "104.4g");
        let left: Vec<Seat> = play
            .state()
            .board
            .apnap()
            .into_iter()
            .filter(|seat| play.state().board.player(*seat).lost.is_none())
            .collect();
        match left.as_slice() {
            [] => play
                .emit(Event::GameEnded(Ending { winner: None, why: EndingKind::AllLost }), rule!("104.4a")),
            // Whoever is left of a team wins, and the team with them.
            [winner, others @ ..]
                if others.iter().all(|other| !play.state().board.are_opponents(*winner, *other)) =>
            {
                let rule = if others.is_empty() { rule!("104.2a") } else { rule!("104.2c") };
                let ending = Ending { winner: Some(*winner), why: EndingKind::LastStanding(loss) };
                play.emit(Event::GameEnded(ending), rule);
            }
            _ => {}
        }
    }
}

impl Magic {
    /// The game is a draw for some players; the others play on (104.4b, 104.4e).
    pub fn draw_for(&self, play: &mut Game<'_>, seats: Vec<Seat>, rule: RuleId) {
        for seat in seats {
            self.emit(play, Event::PlayerLost(seat, Loss::Drawn), rule);
        }
        self.end_for_losers(play, Loss::Drawn);
    }

    /// 809.5b: a team loses with its emperor.
    fn fall_with_emperors(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        let lost = |seat: &Seat| board.player(*seat).lost.is_some();
        let fallen: Vec<Seat> =
            board.seats().into_iter().filter(|seat| board.is_emperor(*seat) && lost(seat)).collect();
        let falls =
            |seat: &Seat| !lost(seat) && fallen.iter().any(|emperor| !board.are_opponents(*emperor, *seat));
        let falling: Vec<Seat> = board.seats().into_iter().filter(falls).collect();
        let drew = |seat: Seat| {
            let emperor = fallen.iter().find(|emperor| !board.are_opponents(**emperor, seat));
            emperor.is_some_and(|emperor| board.player(*emperor).lost == Some(Loss::Drawn))
        };
        cite!("104.3i", "104.4h");
        let falling: Vec<(Seat, bool)> = falling.into_iter().map(|seat| (seat, drew(seat))).collect();
        for (seat, drawn) in falling {
            let (loss, rule) =
                if drawn { (Loss::Drawn, rule!("809.5c")) } else { (Loss::Team, rule!("809.5b")) };
            self.emit(play, Event::PlayerLost(seat, loss), rule);
        }
    }
}

impl Loss {
    /// The rule by which a player loses for this reason.
    pub fn rule(self) -> RuleId {
        match self {
            Loss::Conceded => rule!("104.3a"),
            Loss::Life => rule!("704.5a"),
            Loss::EmptyLibrary => rule!("704.5b"),
            Loss::Poison => rule!("704.5c"),
            Loss::Effect => rule!("104.3e"),
            Loss::Team => rule!("809.5b"),
            Loss::Drawn => rule!("104.4e"),
            Loss::TeamLife => rule!("704.5t"),
            Loss::TeamPoison => rule!("704.5u"),
            Loss::Mate => rule!("810.8a"),
            Loss::Commander => {
                cite!("903.10a");
                rule!("704.5v")
            }
        }
    }
}
