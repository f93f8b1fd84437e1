//! The combat phase (506-511): declaring attackers and blockers, ordering them, assigning and dealing damage.

mod damage;
mod declaring;
mod exert;
mod joining;
pub mod requirements;
mod several;
pub mod tolls;
use duelog_kernel::value::{pair, sides};
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat, budget};
use requirements::{Creature, Declaration, Target};

use crate::language::definition::{Change, Deed, Ruling};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::keywords::{
    banding, defender, fear, flying, haste, horsemanship, intimidate, landwalk, protection, shadow, skulk,
    vigilance,
};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::event::Event;
use crate::state::{Alter, Attack, Declared, Stage, Step, Value, Zone};
use crate::{cite, rule};

/// Whether a creature can be declared as an attacker (508.1a, 508.1c).
///
/// # Errors
/// The reason and the rule.
pub fn can_attack(sight: &Sight<'_>, id: ObjectId) -> Result<(), Refusal> {
    budget::tick(1);
    let Some(object) = sight.object(id).filter(|object| object.zone == Zone::Battlefield) else {
        return refuse("it is not on the battlefield", rule!("508.1a"));
    };
    if !sight.is_creature(id) {
        return refuse("only creatures attack", rule!("506.3"));
    }
    if !sight.is_actives(id) {
        return refuse("the active player does not control it", rule!("508.1a"));
    }
    if object.permanent.tapped {
        return refuse("it is tapped", rule!("508.1a"));
    }
    if haste::rests(sight, id) {
        return refuse("it has not been under its controller's control since the turn began", rule!("302.6"));
    }
    if sight.ruled(id, Ruling::Allow, Deed::Attack) {
        cite!("702.3b", "609.4");
    } else {
        sight.characteristics(id).map_or(Ok(()), defender::may_attack)?;
    }
    if sight.ruled(id, Ruling::Forbid, Deed::Attack) {
        return refuse("an effect says that it cannot attack", rule!("508.1c"));
    }
    Ok(())
}

/// Whether a creature can be declared as a blocker of an attacker (509.1a-b).
///
/// # Errors
/// The reason and the rule.
pub fn can_block(sight: &Sight<'_>, blocker: ObjectId, attacker: ObjectId) -> Result<(), Refusal> {
    // The attack is looked for among all.
    budget::look(1 + sight.board.combat.attacks.len() / 8);
    let Some(object) = sight.object(blocker).filter(|object| object.zone == Zone::Battlefield) else {
        return refuse("it is not on the battlefield", rule!("509.1a"));
    };
    let Some(attack) = sight.board.attack(attacker) else {
        return refuse("that creature does not attack", rule!("509.1a"));
    };
    if !sight.is_creature(blocker) {
        return refuse("only creatures block", rule!("506.3"));
    }
    // A creature blocks for all of its team that takes turns together.
    cite!("805.10d");
    let defends = |seat| sight.board.are_mates(seat, sight.defending(attack));
    if !sight.controller(blocker).is_some_and(defends) {
        return refuse("the defending player does not control it", rule!("509.1a"));
    }
    if object.permanent.tapped {
        return refuse("it is tapped", rule!("509.1a"));
    }
    if sight.ruled(blocker, Ruling::Forbid, Deed::Block) {
        return refuse("an effect says that it cannot block", rule!("509.1b"));
    }
    evades(sight, blocker, attacker)
}

/// Whether the attacker's abilities keep a creature from blocking it.
fn evades(sight: &Sight<'_>, blocker: ObjectId, attacker: ObjectId) -> Result<(), Refusal> {
    let (Some(own), Some(other)) = (sight.characteristics(blocker), sight.characteristics(attacker)) else {
        return Ok(());
    };
    for may_block in [
        flying::may_block,
        shadow::may_block,
        fear::may_block,
        intimidate::may_block,
        horsemanship::may_block,
        skulk::may_block,
    ] {
        may_block(own, other)?;
    }
    protection::may_block(sight, blocker, attacker)?;
    if let Some(attack) = sight.board.attack(attacker) {
        landwalk::may_be_blocked(sight, attacker, sight.defending(attack))?;
    }
    if sight.ruled(attacker, Ruling::Forbid, Deed::BeBlocked) {
        return refuse("an effect says that it cannot be blocked", rule!("509.1b"));
    }
    let scope = Scope::of(attacker, sight.controller(attacker).unwrap_or(Seat(0)));
    let evades = |limit: &Alter| {
        let Alter::CannotBeBlockedHere(ability, at) = limit else { return false };
        let change = sight.card_pool.static_ability(*ability).and_then(|text| text.changes.get(*at as usize));
        matches!(change, Some(Change::Rule(_, _, filter)) if sight.matches(filter, blocker, &scope))
    };
    if other.limits.iter().any(evades) || sight.barred(other, Deed::BeBlocked, blocker) {
        return refuse("an effect says which creatures can block it", rule!("509.1b"));
    }
    if sight.barred(own, Deed::Block, attacker) {
        return refuse("an effect says which creatures it can block", rule!("509.1b"));
    }
    Ok(())
}

impl Magic {
    /// The declare attackers step (508).
    pub fn declare_attackers(&self, play: &mut Game<'_>, _: u16) -> Flow {
        if play.state().board.has_left(play.state().board.turn.active) {
            cite!("800.4i");
            self.attackers_declared(play, Vec::new());
            return Flow::Go;
        }
        play.wait(self)
    }

    /// The declare blockers step (509): blockers, then the orders of damage assignment.
    pub fn declare_blockers(&self, play: &mut Game<'_>, part: u16) -> Flow {
        let combat = &play.state().board.combat;
        if usize::from(part) > combat.attacks.len() + combat.blocks.len() {
            cite!("509.4");
            self.give_priority(play);
            return Flow::Go;
        }
        self.wait_or_next(play, part)
    }

    fn wait_or_next(&self, play: &mut Game<'_>, part: u16) -> Flow {
        if play.asked(self).is_some() {
            return play.wait(self);
        }
        self.reach(play, Stage::Begin(part + 1));
        Flow::Go
    }

    /// What the combat step at hand asks.
    pub fn ask_combat(&self, sight: &Sight<'_>) -> Option<Request> {
        let Stage::Begin(part) = sight.board.turn.stage else { return None };
        match sight.board.turn.step {
            Step::DeclareAttackers => Some(self.ask_attackers(sight)),
            Step::DeclareBlockers if part == 0 => Some(self.ask_blockers(sight)),
            Step::DeclareBlockers => ask_order(sight, usize::from(part) - 1),
            Step::FirstStrikeDamage | Step::CombatDamage => self.ask_damage(sight, part),
            Step::Opening
            | Step::Untap
            | Step::Upkeep
            | Step::Draw
            | Step::MainOne
            | Step::BeginCombat
            | Step::EndCombat
            | Step::MainTwo
            | Step::End
            | Step::Cleanup => None,
        }
    }

    /// Takes the answer to what the combat step asked.
    pub fn answer_combat(&self, play: &mut Game<'_>, choice: &Choice) {
        let Stage::Begin(part) = play.state().board.turn.stage else { return };
        match (play.state().board.turn.step, choice) {
            (Step::DeclareAttackers, Choice::Pick(items)) => self.attack(play, items),
            (Step::DeclareBlockers, Choice::Pick(items)) if part == 0 => {
                let mut blocks: Vec<(ObjectId, Vec<ObjectId>)> = Vec::new();
                for item in items {
                    let Item::Pair(blocker, attacker) = item else { continue };
                    match blocks.last_mut().filter(|block| block.0 == *blocker) {
                        Some(block) => block.1.push(*attacker),
                        None => blocks.push((*blocker, vec![*attacker])),
                    }
                }
                self.block(play, blocks);
            }
            (Step::DeclareBlockers, Choice::Pick(items)) => {
                cite!("703.4i", "703.4j");
                let order: Vec<ObjectId> = items
                    .iter()
                    .filter_map(|item| if let Item::Object(id) = item { Some(*id) } else { None })
                    .collect();
                let combat = &play.state().board.combat;
                let place = usize::from(part) - 1;
                let event = match combat.attacks.get(place) {
                    Some(attack) => (Event::BlockersOrdered(attack.attacker, order), rule!("509.2")),
                    None => {
                        let Some(block) = combat.blocks.get(place - combat.attacks.len()) else { return };
                        (Event::AttackersOrdered(block.0, order), rule!("509.3"))
                    }
                };
                play.emit(event.0, event.1);
                self.reach(play, Stage::Begin(part + 1));
            }
            (Step::FirstStrikeDamage | Step::CombatDamage, _) => self.answer_damage(play, part, choice),
            _ => {}
        }
    }

    /// The chosen creatures become blockers, once that is paid for (509.1).
    fn block(&self, play: &mut Game<'_>, blocks: Vec<(ObjectId, Vec<ObjectId>)>) {
        let declared = Declared::Blockers(blocks);
        let sight = self.sight(play);
        let seat = sight.blocks_next();
        if self.costs_anybody(&sight, seat, &declared) {
            return self.begin_declaring(play, seat, declared);
        }
        if let Declared::Blockers(blocks) = declared {
            self.blockers_declared(play, blocks);
        }
    }

    /// 509.1g: the creatures block.
    fn blockers_declared(&self, play: &mut Game<'_>, blocks: Vec<(ObjectId, Vec<ObjectId>)>) {
        let blocks = banding::whole(&play.state().board.combat, blocks);
        cite!("703.4h");
        let sight = self.sight(play);
        let seat = sight.blocks_next();
        let several = sight.board.is_multiplayer();
        let next = |other: Seat| other != seat && sight.is_to_block(other);
        let more = several && sight.board.apnap().into_iter().any(next);
        if !more {
            self.reach(play, Stage::Begin(1));
        }
        if several {
            cite!("802.4");
            play.emit(Event::Defended(seat), rule!("802.4"));
        }
        cite!("509.1i");
        self.emit(play, Event::BlockersDeclared(blocks), rule!("509.1"));
    }

    /// The chosen creatures attack, once bands are formed and all is paid for (508.1).
    fn attack(&self, play: &mut Game<'_>, items: &[Item]) {
        let sides = items.iter().filter_map(sides);
        let mut attacks: Vec<Attack> = sides.map(|(attacker, whom)| Attack::new(attacker, whom)).collect();
        let sight = self.sight(play);
        if sight.board.is_multiplayer() {
            attacks.iter_mut().for_each(|attack| attack.against = Some(sight.defending(attack)));
        }
        let seat = sight.board.turn.active;
        let bands = attacks.len() > 1 && !banding::kinds(&sight, &attacks).is_empty();
        let declared = Declared::Attackers(attacks);
        if bands || self.costs_anybody(&sight, seat, &declared) {
            return self.begin_declaring(play, seat, declared);
        }
        if let Declared::Attackers(attacks) = declared {
            self.tap_attackers(play, &attacks);
            self.attackers_declared(play, attacks);
        }
    }

    /// 508.1f: attackers tap.
    fn tap_attackers(&self, play: &mut Game<'_>, attacks: &[Attack]) {
        let sight = self.sight(play);
        let tap: Vec<ObjectId> = attacks
            .iter()
            .map(|attack| attack.attacker)
            .filter(|id| !vigilance::stays_untapped(&sight, *id))
            .collect();
        self.emit_together(play, tap.into_iter().map(Event::Tapped).collect(), rule!("508.1f"));
    }

    /// 508.1k: the creatures attack.
    fn attackers_declared(&self, play: &mut Game<'_>, attacks: Vec<Attack>) {
        if self.card_pool.asks_attacked() {
            let seat = |attack: &Attack| match attack.defender {
                Some(Value::Seat(seat)) => Some(seat),
                Some(Value::Object(_) | Value::Number(_)) | None => None,
            };
            let mut seats: Vec<Seat> = attacks.iter().filter_map(seat).collect();
            seats.sort();
            seats.dedup();
            play.emit(Event::PlayersAttacked(seats), rule!("508.6"));
        }
        cite!("508.1m", "703.4g");
        self.emit(play, Event::AttackersDeclared(attacks.clone()), rule!("508.1k"));
        cite!("508.2");
        self.give_priority(play);
        self.ask_exert(play, &attacks);
    }
}

impl Magic {
    /// 508.1: which creatures may attack whom, and what must be true of all together.
    fn ask_attackers(&self, sight: &Sight<'_>) -> Request {
        let board = sight.board;
        let active = board.turn.active;
        // The players and planeswalkers that can be attacked, in this order.
        let foes = joining::foes(sight);
        cite!("805.10a", "805.10b", "810.7");
        let tolls = sight.team_tolls(active, Deed::Attack);
        let mut all: Vec<(ObjectId, Vec<Item>)> = Vec::new();
        for id in board.zone(Zone::Battlefield).iter().copied().filter(|id| can_attack(sight, *id).is_ok()) {
            cite!("802.3", "802.3a");
            let mut ways: Vec<Item> = foes.iter().filter_map(|foe| pair(id, *foe)).collect();
            ways.retain(|way| self.can_pay_toll(sight, active, Deed::Attack, &tolls, way).is_ok());
            if !ways.is_empty() {
                all.push((id, ways));
            }
        }
        let mut constraints = Vec::new();
        for (_, ways) in all.iter().filter(|(_, ways)| ways.len() > 1) {
            constraints.push(Constraint {
                rule: rule!("508.1b"),
                limit: Limit::AtMost { items: ways.clone(), max: 1 },
            });
        }
        constraints.extend(not_alone(sight, &all, Deed::AttackAlone, rule!("508.1c")));
        let options: Vec<Item> = all.iter().flat_map(|(_, ways)| ways).copied().collect();
        let most = sight.at_most(Deed::Attack);
        constraints.extend(most.map(|max| Constraint {
            rule: rule!("508.1c"),
            limit: Limit::AtMost { items: options.clone(), max },
        }));
        constraints.extend(self.paid_at_most(sight, active, &tolls, &options, rule!("508.1h")));
        // Whatever a creature attacks obeys what is required of it, but nobody has to pay for it.
        cite!("508.1d");
        all.retain(|(_, ways)| ways.iter().any(|way| tolls::is_free(sight, &tolls, way)));
        constraints.splice(0..0, attack_demands(sight, all, &foes, &tolls, most));
        declare(active, Prompt::Attackers, rule!("508.1"), options, constraints)
    }
}

/// The attacks that effects require of creatures that may attack for nothing (508.1d).
fn attack_demands(
    sight: &Sight<'_>,
    all: Vec<(ObjectId, Vec<Item>)>,
    attacked: &[Value],
    tolls: &[crate::rules::restrictions::Ruling<'_>],
    most: Option<u32>,
) -> Vec<Constraint> {
    let place = |way: &Item| {
        let whom = sides(way).map(|(_, whom)| whom);
        attacked.iter().position(|other| Some(*other) == whom).unwrap_or(0)
    };
    let creature = |(id, ways): &(ObjectId, Vec<Item>)| Creature {
        ways: ways.iter().map(place).collect(),
        most: 1,
        required: sight.ruled(*id, Ruling::Require, Deed::Attack),
        never_alone: sight.ruled(*id, Ruling::Forbid, Deed::AttackAlone),
        told: told_to_attack(sight, *id, ways, tolls).map(|way| place(&way)).collect(),
    };
    let declaration = Declaration {
        creatures: all.iter().map(creature).collect(),
        targets: vec![Target::default(); attacked.len()],
        most,
    };
    let mut required: Vec<Vec<Item>> = Vec::new();
    for (id, ways) in all {
        required.extend(told_to_attack(sight, id, &ways, tolls).map(|way| vec![way]));
        if sight.ruled(id, Ruling::Require, Deed::Attack) {
            required.push(ways);
        }
    }
    requirements::demands(&declaration, required, rule!("508.1d"))
}

/// The attacks on certain players to which effects oblige a creature, as far as it can make them and they cost
/// nothing (508.1d), each as often as it is obliged to it.
fn told_to_attack<'s>(
    sight: &'s Sight<'_>,
    id: ObjectId,
    ways: &'s [Item],
    tolls: &'s [crate::rules::restrictions::Ruling<'_>],
) -> impl Iterator<Item = Item> + 's {
    let limits = sight.characteristics(id).map_or(&[][..], |characteristics| &characteristics.limits);
    limits.iter().filter_map(move |limit| {
        let way = match limit {
            Alter::MustAttack(seat) => Item::PairSeat(id, *seat),
            Alter::MustAttackThis(walker) => Item::Pair(id, *walker),
            _ => return None,
        };
        (ways.contains(&way) && tolls::is_free(sight, tolls, &way)).then_some(way)
    })
}

/// What creatures that cannot attack or block alone need: another one that does (508.1c, 509.1b).
fn not_alone(sight: &Sight<'_>, all: &[(ObjectId, Vec<Item>)], alone: Deed, rule: RuleId) -> Vec<Constraint> {
    let shy = all.iter().filter(|(id, _)| sight.ruled(*id, Ruling::Forbid, alone));
    let needs = |id: &ObjectId| {
        all.iter().filter(|(other, _)| other != id).flat_map(|(_, ways)| ways).map(|way| (*way, 1)).collect()
    };
    shy.map(|(id, ways)| Constraint {
        rule,
        limit: Limit::OnlyIf { items: ways.clone(), needs: needs(id), least: 1 },
    })
    .collect()
}

/// Whether an attacker can be blocked at all: one with menace only where two creatures can block it
/// (702.110b), and so for other numbers. What cannot be done is not required either (509.1c).
///
/// # Errors
/// The reason and the rule.
pub fn enough_blockers(sight: &Sight<'_>, attacker: ObjectId) -> Result<(), Refusal> {
    let able = || {
        sight
            .board
            .zone(Zone::Battlefield)
            .iter()
            .filter(|id| can_block(sight, **id, attacker).is_ok())
            .count()
    };
    several::may_be_blocked(sight, attacker, able)
}

impl Magic {
    /// 509.1: which creatures may block which attackers, and what must be true of all together.
    fn ask_blockers(&self, sight: &Sight<'_>) -> Request {
        let board = sight.board;
        let defender = sight.blocks_next();
        let seat = chooses_blocks(sight, defender);
        let tolls = sight.team_tolls(defender, Deed::Block);
        // With several defending players each declares blockers for the own attackers alone, and a team for its own.
        let theirs =
            |attack: &&Attack| !board.is_multiplayer() || board.are_mates(sight.defending(attack), defender);
        cite!("802.4a", "802.4b");
        let all = board.combat.attacks.iter().filter(theirs).map(|attack| attack.attacker);
        let attackers: Vec<ObjectId> =
            all.filter(|attacker| enough_blockers(sight, *attacker).is_ok()).collect();
        let mut all: Vec<(ObjectId, Vec<Item>)> = Vec::new();
        let mut constraints = Vec::new();
        let mut required = Vec::new();
        let mut creatures = Vec::new();
        for &id in board.zone(Zone::Battlefield) {
            let pairs = attackers.iter().filter(|attacker| can_block(sight, id, **attacker).is_ok());
            let mut ways: Vec<Item> = pairs.map(|attacker| Item::Pair(id, *attacker)).collect();
            ways.retain(|way| self.can_pay_toll(sight, defender, Deed::Block, &tolls, way).is_ok());
            if ways.is_empty() {
                continue;
            }
            let max = blocks_at_most(sight, id);
            if ways.len() as u32 > max {
                constraints.push(Constraint {
                    rule: rule!("509.1a"),
                    limit: Limit::AtMost { items: ways.clone(), max },
                });
            }
            let (creature, groups) = demanded(sight, id, &ways, &attackers, &tolls);
            creatures.push(Creature { most: max, ..creature });
            required.extend(groups);
            all.push((id, ways));
        }
        let options: Vec<Item> = all.iter().flat_map(|(_, ways)| ways).copied().collect();
        let target = |id: &ObjectId| {
            let (least, most) = several::limits(sight, *id);
            let by_all = sight.ruled(*id, Ruling::Require, Deed::BeBlocked);
            Target { by_all, least, most, by_one: sight.ruled(*id, Ruling::Require, Deed::BecomeBlocked) }
        };
        let targets = attackers.iter().map(target).collect();
        // That it be blocked at all, whoever does it for free.
        let blocks = |attacker: &ObjectId| {
            let free = |way: &&Item| {
                matches!(way, Item::Pair(_, other) if other == attacker) && tolls::is_free(sight, &tolls, way)
            };
            options.iter().filter(free).copied().collect::<Vec<Item>>()
        };
        let wanted = attackers.iter().filter(|id| sight.ruled(**id, Ruling::Require, Deed::BecomeBlocked));
        required.extend(wanted.map(blocks).filter(|ways| !ways.is_empty()));
        constraints.extend(
            attackers.into_iter().flat_map(|attacker| several::constraints(sight, attacker, &options)),
        );
        constraints.extend(not_alone(sight, &all, Deed::BlockAlone, rule!("509.1b")));
        constraints.extend(self.paid_at_most(sight, defender, &tolls, &options, rule!("509.1d")));
        let demands =
            requirements::demands(&Declaration { creatures, targets, most: None }, required, rule!("509.1c"));
        constraints.splice(0..0, demands);
        declare(seat, Prompt::Blockers, rule!("509.1"), options, constraints)
    }
}

/// Who says how the creatures of a defending player block: the attacking player where an effect says so.
fn chooses_blocks(sight: &Sight<'_>, defender: Seat) -> Seat {
    let chooses = |seat: &Seat| sight.ruled_for(*seat, Ruling::Allow, Deed::ChooseBlocks) > 0;
    sight.board.active_players().into_iter().find(chooses).unwrap_or(defender)
}

impl Sight<'_> {
    /// The player who declares blockers next: of several defending players the first in turn order who has not yet
    /// (802.4).
    fn blocks_next(&self) -> Seat {
        let next = self.board.apnap().into_iter().find(|seat| self.is_to_block(*seat));
        next.filter(|_| self.board.is_multiplayer())
            .unwrap_or_else(|| self.board.next_opponent(self.board.turn.active))
    }

    /// True if a player is attacked and has not declared blockers.
    fn is_to_block(&self, seat: Seat) -> bool {
        let combat = &self.board.combat;
        let board = self.board;
        let own = |attack: &Attack| board.are_mates(self.defending(attack), seat);
        cite!("506.2b");
        !board.is_active(seat)
            && board.primary(seat) == seat
            && !combat.defended.contains(&seat)
            && combat.attacks.iter().any(own)
    }
}

/// How many attackers a creature can block at most (509.1a).
fn blocks_at_most(sight: &Sight<'_>, id: ObjectId) -> u32 {
    if sight.ruled(id, Ruling::Allow, Deed::BlockAny) {
        return u32::MAX;
    }
    let another = Alter::Rule(Ruling::Allow, Deed::BlockAnother, ());
    let more = sight.characteristics(id).map_or(0, |characteristics| {
        characteristics.limits.iter().filter(|limit| **limit == another).count() as u32
    });
    more.saturating_add(1)
}

/// What a creature that may block is required to do, as far as it costs nothing (509.1c): with the ways that
/// obey each requirement.
fn demanded(
    sight: &Sight<'_>,
    id: ObjectId,
    ways: &[Item],
    attackers: &[ObjectId],
    tolls: &[crate::rules::restrictions::Ruling<'_>],
) -> (Creature, Vec<Vec<Item>>) {
    let free: Vec<Item> = ways.iter().copied().filter(|way| tolls::is_free(sight, tolls, way)).collect();
    let open = |place: &usize| free.contains(&Item::Pair(id, attackers[*place]));
    let own: Vec<usize> = (0..attackers.len()).filter(open).collect();
    let must = sight.ruled(id, Ruling::Require, Deed::Block) && !free.is_empty();
    let mut groups: Vec<Vec<Item>> = must.then(|| ways.to_vec()).into_iter().collect();
    let lured = free.iter().filter(
        |way| matches!(way, Item::Pair(_, attacker) if sight.ruled(*attacker, Ruling::Require, Deed::BeBlocked)),
    );
    groups.extend(lured.map(|way| vec![*way]));
    let limits = sight.characteristics(id).map_or(&[][..], |characteristics| &characteristics.limits);
    let told = limits.iter().filter_map(|limit| match limit {
        Alter::MustBlock(attacker) => own.iter().copied().find(|place| attackers[*place] == *attacker),
        _ => None,
    });
    let told: Vec<usize> = told.collect();
    groups.extend(told.iter().map(|place| vec![Item::Pair(id, attackers[*place])]));
    let never_alone = sight.ruled(id, Ruling::Forbid, Deed::BlockAlone);
    (Creature { ways: own, most: 1, required: must, never_alone, told }, groups)
}

fn declare(
    seat: Seat,
    prompt: Prompt,
    rule: RuleId,
    options: Vec<Item>,
    constraints: Vec<Constraint>,
) -> Request {
    let max = options.len() as u32;
    Request {
        seat,
        prompt: prompt.into(),
        rule,
        subject: None,
        ask: Ask::pick(options, 0, max).with(constraints),
    }
}

/// 509.2, 509.3: the order in which a creature assigns damage to several others.
fn ask_order(sight: &Sight<'_>, place: usize) -> Option<Request> {
    let combat = &sight.board.combat;
    let (creature, others, prompt, rule) = match combat.attacks.get(place) {
        Some(attack) => (attack.attacker, &attack.blockers, Prompt::OrderBlockers, rule!("509.2")),
        None => {
            let block = combat.blocks.get(place - combat.attacks.len())?;
            (block.0, &block.1, Prompt::OrderAttackers, rule!("509.3"))
        }
    };
    if others.len() < 2 {
        return None;
    }
    cite!("802.5", "805.10f");
    let ask = Ask::order_of(others.iter().copied().map(Item::Object).collect());
    Some(Request {
        seat: sight.controller(creature)?,
        prompt: prompt.into(),
        rule,
        subject: Some(creature),
        ask,
    })
}
