//! The combat phase (506-511): declaring attackers and blockers, ordering them, assigning and dealing damage.

use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat};

use crate::actions::Refusal;
use crate::definition::Change;
use crate::engine::{Flow, Game, Magic};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::keywords::Keyword;
use crate::rule;
use crate::state::{Alter, Assignment, Attack, Proposal, Stage, Step, Value, Zone};
use crate::subtypes::Subtype;
use crate::targets::{item, protected, value};
use crate::types::CardType;

fn refuse(why: &str, rule: RuleId) -> Result<(), Refusal> {
    Err((why.to_string(), rule))
}

fn limited(sight: &Sight<'_>, id: ObjectId, alter: &Alter) -> bool {
    sight.characteristics(id).is_some_and(|characteristics| characteristics.limits.contains(alter))
}

/// Whether a creature can be declared as an attacker (508.1a, 508.1c).
///
/// # Errors
/// The reason and the rule.
pub fn can_attack(sight: &Sight<'_>, id: ObjectId) -> Result<(), Refusal> {
    let Some(object) = sight.object(id).filter(|object| object.zone == Zone::Battlefield) else {
        return refuse("it is not on the battlefield", rule!("508.1a"));
    };
    if !sight.is_creature(id) {
        return refuse("only creatures attack", rule!("506.3"));
    }
    if sight.controller(id) != Some(sight.board.turn.active) {
        return refuse("the active player does not control it", rule!("508.1a"));
    }
    if object.permanent.tapped {
        return refuse("it is tapped", rule!("508.1a"));
    }
    if object.permanent.sick && !sight.has(id, Keyword::Haste) {
        return refuse("it has not been under its controller's control since the turn began", rule!("302.6"));
    }
    if sight.has(id, Keyword::Defender) {
        return refuse("it has defender", rule!("702.3b"));
    }
    if limited(sight, id, &Alter::CantAttack) {
        return refuse("an effect says that it cannot attack", rule!("508.1c"));
    }
    Ok(())
}

/// Whether a creature can be declared as a blocker of an attacker (509.1a-b).
///
/// # Errors
/// The reason and the rule.
pub fn can_block(sight: &Sight<'_>, blocker: ObjectId, attacker: ObjectId) -> Result<(), Refusal> {
    let Some(object) = sight.object(blocker).filter(|object| object.zone == Zone::Battlefield) else {
        return refuse("it is not on the battlefield", rule!("509.1a"));
    };
    let Some(attack) = sight.board.attack(attacker) else { return refuse("that creature does not attack", rule!("509.1a")) };
    if !sight.is_creature(blocker) {
        return refuse("only creatures block", rule!("506.3"));
    }
    if sight.controller(blocker) != Some(defending(sight, attack)) {
        return refuse("the defending player does not control it", rule!("509.1a"));
    }
    if object.permanent.tapped {
        return refuse("it is tapped", rule!("509.1a"));
    }
    if limited(sight, blocker, &Alter::CantBlock) {
        return refuse("an effect says that it cannot block", rule!("509.1b"));
    }
    evades(sight, blocker, attacker)
}

/// Whether the attacker's abilities keep a creature from blocking it.
fn evades(sight: &Sight<'_>, blocker: ObjectId, attacker: ObjectId) -> Result<(), Refusal> {
    let (Some(own), Some(other)) = (sight.characteristics(blocker), sight.characteristics(attacker)) else { return Ok(()) };
    let has = |keyword| other.keywords.has(keyword);
    if has(Keyword::Flying) && !own.keywords.has(Keyword::Flying) && !own.keywords.has(Keyword::Reach) {
        return refuse("a creature with flying is blocked only by creatures with flying or reach", rule!("702.9b"));
    }
    if has(Keyword::Shadow) != own.keywords.has(Keyword::Shadow) {
        return refuse("creatures with shadow and those without do not block each other", rule!("702.27b"));
    }
    let artifact = own.types.is(CardType::Artifact);
    if has(Keyword::Fear) && !artifact && !own.colors.has(crate::mana::Color::Black) {
        return refuse("a creature with fear is blocked only by artifact and black creatures", rule!("702.35b"));
    }
    if has(Keyword::Intimidate) && !artifact && !own.colors.shares(other.colors) {
        return refuse("a creature with intimidate is blocked only by artifact creatures and those that share a colour", rule!("702.13b"));
    }
    if protected(sight, attacker, blocker) {
        return refuse("the attacker has protection from it", rule!("702.16f"));
    }
    if other.keywords.special().iter().any(|keyword| matches!(keyword, Keyword::Landwalk(land) if walks(sight, attacker, *land))) {
        return refuse("the defending player controls a land of the attacker's landwalk", rule!("702.14c"));
    }
    if other.limits.contains(&Alter::CantBeBlocked) {
        return refuse("an effect says that it cannot be blocked", rule!("509.1b"));
    }
    for limit in &other.limits {
        if let Alter::BlockedOnlyBy(ability, change) = limit
            && let Some(ability) = sight.library.static_ability(*ability)
            && let Some(Change::BlockedOnlyBy(filter)) = ability.changes.get(usize::from(*change))
            && !sight.matches(filter, blocker, &Scope::of(attacker, sight.controller(attacker).unwrap_or(Seat(0))))
        {
            return refuse("an effect says which creatures can block it", rule!("509.1b"));
        }
    }
    Ok(())
}

fn walks(sight: &Sight<'_>, attacker: ObjectId, land: Subtype) -> bool {
    let Some(attack) = sight.board.attack(attacker) else { return false };
    let defender = defending(sight, attack);
    sight.board.zone(Zone::Battlefield).iter().any(|id| {
        sight.controller(*id) == Some(defender)
            && sight.characteristics(*id).is_some_and(|characteristics| characteristics.types.is(CardType::Land) && characteristics.types.has(land))
    })
}

/// The player who defends against an attack (508.5).
fn defending(sight: &Sight<'_>, attack: &Attack) -> Seat {
    match attack.defender {
        Value::Seat(seat) => seat,
        Value::Object(id) => sight.controller(id).unwrap_or(sight.board.next_seat(sight.board.turn.active)),
        Value::Number(_) => sight.board.next_seat(sight.board.turn.active),
    }
}

/// A creature's power as damage: none below 1 (107.1b, 510.1a).
fn strength(sight: &Sight<'_>, id: ObjectId) -> u32 {
    sight.characteristics(id).map_or(0, |characteristics| characteristics.power.max(0) as u32)
}

impl Magic {
    /// The declare attackers step (508).
    pub fn declare_attackers(&self, play: &mut Game<'_>, _: u16) -> Flow {
        self.wait(play)
    }

    /// The declare blockers step (509): blockers, then the orders of damage assignment.
    pub fn declare_blockers(&self, play: &mut Game<'_>, part: u16) -> Flow {
        let combat = &play.state().board.combat;
        if usize::from(part) > combat.attacks.len() + combat.blocks.len() {
            self.give_priority(play);
            return Flow::Go;
        }
        self.wait_or_next(play, part)
    }

    /// A combat damage step (510): each creature assigns in turn, then all damage is dealt.
    pub fn combat_damage(&self, play: &mut Game<'_>, part: u16) -> Flow {
        let combat = &play.state().board.combat;
        if usize::from(part) < combat.attacks.len() + combat.blocks.len() {
            let sight = self.sight(play);
            match self.assignment(&sight, usize::from(part)) {
                Some(Assigning::Settled(assigned)) => {
                    if !assigned.is_empty() {
                        play.emit(Event::Assigned(assigned), rule!("510.1"));
                    }
                    self.reach(play, Stage::Begin(part + 1));
                    return Flow::Go;
                }
                Some(Assigning::Asked(_)) => return self.wait(play),
                None => {
                    self.reach(play, Stage::Begin(part + 1));
                    return Flow::Go;
                }
            }
        }
        let sight = self.sight(play);
        let strikers = sight.board.combat.attacks.iter().map(|attack| attack.attacker).chain(sight.board.combat.blocks.iter().map(|block| block.0));
        let strikers: Vec<ObjectId> = strikers.filter(|id| self.strikes_now(&sight, *id)).collect();
        let damage = sight.board.combat.assigned.iter();
        let batch = damage.map(|hit| Proposal::Damage { source: hit.source, to: hit.to, amount: hit.amount, combat: true, certain: false }).collect();
        play.emit(Event::AssignmentsTaken(strikers), rule!("510.2"));
        self.give_priority(play);
        self.happen(play, batch);
        Flow::Go
    }

    fn wait_or_next(&self, play: &mut Game<'_>, part: u16) -> Flow {
        if self.asked(play).is_some() {
            return self.wait(play);
        }
        self.reach(play, Stage::Begin(part + 1));
        Flow::Go
    }

    /// Whether there is a first combat damage step (510.4).
    pub fn strikes_first(&self, play: &mut Game<'_>) -> bool {
        let sight = self.sight(play);
        let combat = &sight.board.combat;
        let mut all = combat.attacks.iter().map(|attack| attack.attacker).chain(combat.blocks.iter().map(|block| block.0));
        all.any(|id| sight.has(id, Keyword::FirstStrike) || sight.has(id, Keyword::DoubleStrike))
    }

    /// Whether a creature deals damage in this combat damage step (510.4).
    fn strikes_now(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        let twice = sight.has(id, Keyword::DoubleStrike);
        match sight.board.turn.step {
            Step::FirstStrikeDamage => twice || sight.has(id, Keyword::FirstStrike),
            _ => twice || !sight.board.combat.struck.contains(&id),
        }
    }

    /// What the combat step at hand asks.
    pub fn ask_combat(&self, sight: &Sight<'_>) -> Option<Request> {
        let Stage::Begin(part) = sight.board.turn.stage else { return None };
        match sight.board.turn.step {
            Step::DeclareAttackers => Some(ask_attackers(sight)),
            Step::DeclareBlockers if part == 0 => Some(ask_blockers(sight)),
            Step::DeclareBlockers => ask_order(sight, usize::from(part) - 1),
            Step::FirstStrikeDamage | Step::CombatDamage => match self.assignment(sight, usize::from(part))? {
                Assigning::Asked(request) => Some(request),
                Assigning::Settled(_) => None,
            },
            _ => None,
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
                self.reach(play, Stage::Begin(1));
                self.emit(play, Event::BlockersDeclared(blocks), rule!("509.1"));
            }
            (Step::DeclareBlockers, Choice::Pick(items)) => {
                let order: Vec<ObjectId> = items.iter().filter_map(|item| if let Item::Object(id) = item { Some(*id) } else { None }).collect();
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
            (_, Choice::Split(shares)) => {
                let combat = &play.state().board.combat;
                let source = match combat.attacks.get(usize::from(part)) {
                    Some(attack) => attack.attacker,
                    None => match combat.blocks.get(usize::from(part) - combat.attacks.len()) {
                        Some(block) => block.0,
                        None => return,
                    },
                };
                let assigned = shares.iter().filter_map(|(to, amount)| Some(Assignment { source, to: value(*to)?, amount: *amount })).collect();
                play.emit(Event::Assigned(assigned), rule!("510.1"));
                self.reach(play, Stage::Begin(part + 1));
            }
            _ => {}
        }
    }

    /// 508.1f, 508.1k: the chosen creatures tap and become attackers.
    fn attack(&self, play: &mut Game<'_>, items: &[Item]) {
        let mut attacks = Vec::new();
        for item in items {
            let (attacker, defender) = match item {
                Item::PairSeat(attacker, seat) => (*attacker, Value::Seat(*seat)),
                Item::Pair(attacker, planeswalker) => (*attacker, Value::Object(*planeswalker)),
                _ => continue,
            };
            attacks.push(Attack { attacker, defender, blocked: false, blockers: Vec::new() });
        }
        let sight = self.sight(play);
        let tap: Vec<ObjectId> = attacks.iter().map(|attack| attack.attacker).filter(|id| !sight.has(*id, Keyword::Vigilance)).collect();
        for id in tap {
            self.emit(play, Event::Tapped(id), rule!("508.1f"));
        }
        self.emit(play, Event::AttackersDeclared(attacks), rule!("508.1k"));
        self.give_priority(play);
    }

    /// How the creature at a place, attackers first, assigns its damage; nothing when it deals none.
    fn assignment(&self, sight: &Sight<'_>, place: usize) -> Option<Assigning> {
        let combat = &sight.board.combat;
        match combat.attacks.get(place) {
            Some(attack) => {
                let source = attack.attacker;
                if !self.strikes_now(sight, source) {
                    return None;
                }
                let tramples = sight.has(source, Keyword::Trample);
                let through = (!attack.blocked || tramples).then_some(attack.defender).filter(|defender| can_be_hit(sight, *defender));
                Some(assign(sight, source, sight.controller(source)?, &attack.blockers, through))
            }
            None => {
                let block = combat.blocks.get(place.checked_sub(combat.attacks.len())?)?;
                if !self.strikes_now(sight, block.0) {
                    return None;
                }
                Some(assign(sight, block.0, sight.controller(block.0)?, &block.1, None))
            }
        }
    }
}

/// How a creature's damage is assigned.
enum Assigning {
    /// There is only one way.
    Settled(Vec<Assignment>),
    /// Its controller chooses.
    Asked(Request),
}

fn can_be_hit(sight: &Sight<'_>, defender: Value) -> bool {
    match defender {
        Value::Seat(_) => true,
        Value::Object(id) => sight.object(id).is_some_and(|object| object.zone == Zone::Battlefield),
        Value::Number(_) => false,
    }
}

/// 510.1b-d: damage goes to the opposing creatures in order, and past them where it may.
fn assign(sight: &Sight<'_>, source: ObjectId, seat: Seat, opposing: &[ObjectId], through: Option<Value>) -> Assigning {
    let total = strength(sight, source);
    let mut receivers: Vec<Value> = opposing.iter().copied().map(Value::Object).collect();
    receivers.extend(through);
    match receivers.as_slice() {
        _ if total == 0 => Assigning::Settled(Vec::new()),
        [] => Assigning::Settled(Vec::new()),
        [only] => Assigning::Settled(vec![Assignment { source, to: *only, amount: total }]),
        several => {
            let order = several.iter().map(|to| (item(*to), if let Value::Object(id) = to { lethal(sight, source, *id) } else { 0 })).collect();
            let options: Vec<Item> = several.iter().copied().map(item).collect();
            let constraints = vec![Constraint { rule: rule!("510.1c"), limit: Limit::InOrder(order) }];
            let ask = Ask::split(options, total).with(constraints);
            Assigning::Asked(Request { seat, prompt: "assign-damage", rule: rule!("510.1"), subject: Some(source), ask })
        }
    }
}

/// How much damage is lethal to a creature, counting what it has and what others assign to it in this step (510.1c, 702.2c).
fn lethal(sight: &Sight<'_>, source: ObjectId, id: ObjectId) -> u32 {
    let (Some(object), Some(characteristics)) = (sight.object(id), sight.characteristics(id)) else { return 0 };
    let hits = || sight.board.combat.assigned.iter().filter(|hit| hit.to == Value::Object(id) && hit.amount > 0);
    if hits().any(|hit| sight.has(hit.source, Keyword::Deathtouch)) {
        return 0;
    }
    let assigned: u32 = hits().map(|hit| hit.amount).sum();
    let left = (characteristics.toughness.max(0) as u32).saturating_sub(object.permanent.damage).saturating_sub(assigned);
    if sight.has(source, Keyword::Deathtouch) { left.min(1) } else { left }
}

/// 508.1: which creatures may attack whom, and what must be true of all together.
fn ask_attackers(sight: &Sight<'_>) -> Request {
    let board = sight.board;
    let (active, enemy) = (board.turn.active, board.next_seat(board.turn.active));
    let planeswalkers: Vec<ObjectId> = board
        .zone(Zone::Battlefield)
        .iter()
        .copied()
        .filter(|id| sight.has_type(*id, CardType::Planeswalker) && sight.controller(*id) == Some(enemy))
        .collect();
    let mut options = Vec::new();
    let mut constraints = Vec::new();
    for &id in board.zone(Zone::Battlefield) {
        if can_attack(sight, id).is_err() {
            continue;
        }
        let mut ways = vec![Item::PairSeat(id, enemy)];
        ways.extend(planeswalkers.iter().map(|planeswalker| Item::Pair(id, *planeswalker)));
        if ways.len() > 1 {
            constraints.push(Constraint { rule: rule!("508.1b"), limit: Limit::AtMost { items: ways.clone(), max: 1 } });
        }
        if limited(sight, id, &Alter::MustAttack) {
            constraints.push(Constraint { rule: rule!("508.1d"), limit: Limit::AtLeast { items: ways.clone(), min: 1 } });
        }
        options.extend(ways);
    }
    declaration(active, "attackers", rule!("508.1"), options, constraints)
}

/// Whether an attacker can be blocked at all: one with menace only where two creatures can block it (702.110b). What cannot be done is
/// not required either (509.1c).
///
/// # Errors
/// The reason and the rule.
pub fn enough_blockers(sight: &Sight<'_>, attacker: ObjectId) -> Result<(), Refusal> {
    let able = || sight.board.zone(Zone::Battlefield).iter().filter(|id| can_block(sight, **id, attacker).is_ok()).count();
    if sight.has(attacker, Keyword::Menace) && able() < 2 {
        return refuse("a creature with menace is blocked by two creatures or more, and no others can", rule!("702.110b"));
    }
    Ok(())
}

/// 509.1: which creatures may block which attackers, and what must be true of all together.
fn ask_blockers(sight: &Sight<'_>) -> Request {
    let board = sight.board;
    let defender = board.next_seat(board.turn.active);
    let all = board.combat.attacks.iter().map(|attack| attack.attacker);
    let attackers: Vec<ObjectId> = all.filter(|attacker| enough_blockers(sight, *attacker).is_ok()).collect();
    let mut options = Vec::new();
    let mut constraints = Vec::new();
    for &id in board.zone(Zone::Battlefield) {
        let ways: Vec<Item> =
            attackers.iter().filter(|attacker| can_block(sight, id, **attacker).is_ok()).map(|attacker| Item::Pair(id, *attacker)).collect();
        if ways.is_empty() {
            continue;
        }
        let more = sight.characteristics(id).map_or(0, |characteristics| {
            characteristics.limits.iter().map(|limit| if let Alter::BlocksMore(more) = limit { *more } else { 0 }).sum::<u32>()
        });
        if ways.len() as u32 > 1 + more {
            constraints.push(Constraint { rule: rule!("509.1a"), limit: Limit::AtMost { items: ways.clone(), max: 1 + more } });
        }
        // 509.1c: what no legal declaration can do is not demanded.
        let alone = |attacker: &ObjectId| blocked_by_too_few(sight, *attacker);
        let possible = ways.iter().any(|way| matches!(way, Item::Pair(_, attacker) if !alone(attacker)));
        if limited(sight, id, &Alter::MustBlock) && possible {
            constraints.push(Constraint { rule: rule!("509.1c"), limit: Limit::AtLeast { items: ways.clone(), min: 1 } });
        }
        options.extend(ways);
    }
    for attacker in attackers {
        if sight.has(attacker, Keyword::Menace) {
            let items: Vec<Item> = options.iter().copied().filter(|item| matches!(item, Item::Pair(_, blocked) if *blocked == attacker)).collect();
            constraints.push(Constraint { rule: rule!("702.110b"), limit: Limit::NoneOrAtLeast { items, min: 2 } });
        }
    }
    declaration(defender, "blockers", rule!("509.1"), options, constraints)
}

/// Whether an attacker with menace cannot be blocked because fewer than two creatures could do it together (702.110b).
fn blocked_by_too_few(sight: &Sight<'_>, attacker: ObjectId) -> bool {
    sight.has(attacker, Keyword::Menace)
        && sight.board.zone(Zone::Battlefield).iter().filter(|blocker| can_block(sight, **blocker, attacker).is_ok()).count() < 2
}

fn declaration(seat: Seat, prompt: &'static str, rule: RuleId, options: Vec<Item>, constraints: Vec<Constraint>) -> Request {
    let max = options.len() as u32;
    Request { seat, prompt, rule, subject: None, ask: Ask::pick(options, 0, max).with(constraints) }
}

/// 509.2, 509.3: the order in which a creature assigns damage to several others.
fn ask_order(sight: &Sight<'_>, place: usize) -> Option<Request> {
    let combat = &sight.board.combat;
    let (creature, others, prompt, rule) = match combat.attacks.get(place) {
        Some(attack) => (attack.attacker, &attack.blockers, "order-blockers", rule!("509.2")),
        None => {
            let block = combat.blocks.get(place - combat.attacks.len())?;
            (block.0, &block.1, "order-attackers", rule!("509.3"))
        }
    };
    if others.len() < 2 {
        return None;
    }
    let ask = Ask::order_of(others.iter().copied().map(Item::Object).collect());
    Some(Request { seat: sight.controller(creature)?, prompt, rule, subject: Some(creature), ask })
}
