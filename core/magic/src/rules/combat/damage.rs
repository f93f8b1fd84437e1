//! Combat damage (510): each player assigns that of all own creatures together, then all of it is dealt at
//! once.

use duelog_kernel::value::{pair, sides};
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Deed, Ruling};
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::keywords::{banding, deathtouch, double_strike, first_strike, trample};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Assignment, Attack, Board, Characteristics, Proposal, Stage, Value};
use crate::{cite, rule};

/// A creature that assigns damage among several receivers, in its damage assignment order.
struct Assigner {
    source: ObjectId,
    power: u32,
    receivers: Vec<Value>,
}

/// What the creatures of one player assign: what is settled, and which of them leave a choice.
struct Assigning {
    seat: Seat,
    settled: Vec<Assignment>,
    open: Vec<Assigner>,
    /// The rule by which damage goes from one receiver to the next (510.1c-d).
    rule: RuleId,
    /// Whether it is divided freely (702.21j-k).
    freely: bool,
}

impl Magic {
    /// A combat damage step (510): the attacking player assigns, then the defending player, then all damage
    /// is dealt.
    pub fn combat_damage(&self, play: &mut Game<'_>, part: u16) -> Flow {
        let players = play.state().board.players.len() as u16;
        let parts = if shared(&self.sight(play)) { 2 * players } else { players };
        if part % ASKED < parts {
            let sight = self.sight(play);
            if part == 0 && !past_blockers(&sight).is_empty() {
                return play.wait(self);
            }
            let assigning = self.assigning(&sight, part % ASKED);
            if !assigning.open.is_empty() {
                cite!("703.4k");
                return play.wait(self);
            }
            self.assign(play, part, assigning.settled, rule!("510.1"));
            return Flow::Go;
        }
        let sight = self.sight(play);
        let strikers = sight
            .board
            .combat
            .attacks
            .iter()
            .map(|attack| attack.attacker)
            .chain(sight.board.combat.blocks.iter().map(|block| block.0));
        let strikers: Vec<ObjectId> = strikers.filter(|id| double_strike::strikes_now(&sight, *id)).collect();
        let damage = sight.board.combat.assigned.iter();
        let batch = damage
            .map(|hit| Proposal::Damage {
                source: hit.source,
                to: hit.to,
                amount: hit.amount,
                combat: true,
                certain: false,
            })
            .collect();
        play.emit(Event::AssignmentsTaken(strikers), rule!("510.2"));
        cite!("510.3");
        self.give_priority(play);
        cite!("703.4m");
        self.happen(play, batch);
        Flow::Go
    }

    fn assign(&self, play: &mut Game<'_>, part: u16, assigned: Vec<Assignment>, rule: RuleId) {
        if !assigned.is_empty() {
            play.emit(Event::Assigned(assigned), rule);
        }
        self.reach(play, Stage::Begin(part + 1));
    }

    /// Whether there is a first combat damage step (510.4).
    pub fn strikes_first(&self, play: &mut Game<'_>) -> bool {
        let sight = self.sight(play);
        let combat = &sight.board.combat;
        let mut all = combat
            .attacks
            .iter()
            .map(|attack| attack.attacker)
            .chain(combat.blocks.iter().map(|block| block.0));
        cite!("510.4");
        all.any(|id| first_strike::has(&sight, id) || double_strike::has(&sight, id))
    }

    /// What the creatures of the attacking player (part 0) or the defending player assign; then those of each
    /// of which the other player says it (702.21j-k).
    fn assigning(&self, sight: &Sight<'_>, part: u16) -> Assigning {
        cite!("510.1b");
        let combat = &sight.board.combat;
        let (seat, attacks, freely) = assigner(sight.board, part);
        let mut assigners = Vec::new();
        let mut add = |source: ObjectId, opposing: &[ObjectId], through: Option<Value>| {
            let power = strength(sight, source);
            let receivers: Vec<Value> = opposing.iter().copied().map(Value::Object).chain(through).collect();
            // 510.1a: one that would assign no damage assigns none.
            cite!("510.1a");
            let done = combat.assigned.iter().any(|hit| hit.source == source);
            let assigns = power > 0 && !done && !sight.ruled(source, Ruling::Forbid, Deed::AssignDamage);
            if double_strike::strikes_now(sight, source) && assigns && !receivers.is_empty() {
                assigners.push(Assigner { source, power, receivers });
            }
        };
        let meant = |opposing: &[ObjectId]| banding::divides(sight, opposing) == freely;
        let several = sight.board.is_multiplayer();
        if attacks {
            let together = sight.board.shares_turns();
            let theirs = |attack: &&Attack| match (several, freely) {
                (false, _) => true,
                (true, false) => !together || sight.controller(attack.attacker) == Some(seat),
                (true, true) => sight.defending(attack) == seat,
            };
            for attack in combat.attacks.iter().filter(theirs).filter(|attack| meant(&attack.blockers)) {
                let tramples = trample::goes_through(sight, attack.attacker);
                let through = attack
                    .defender
                    .filter(|_| !attack.blocked || (tramples && !freely))
                    .filter(|defender| can_be_hit(sight, *defender));
                add(attack.attacker, &attack.blockers, through);
            }
        } else {
            let theirs = |id| !several || freely || sight.controller(id) == Some(seat);
            let blocks = combat.blocks.iter().filter(|block| theirs(block.0) && meant(&block.1));
            blocks.for_each(|block| add(block.0, &block.1, None));
        }
        let (open, alone): (Vec<Assigner>, Vec<Assigner>) =
            assigners.into_iter().partition(|assigner| assigner.receivers.len() > 1);
        let settled = alone.into_iter().map(|assigner| Assignment {
            source: assigner.source,
            to: assigner.receivers[0],
            amount: assigner.power,
        });
        let rule = match (attacks, freely) {
            (true, false) => rule!("510.1c"),
            (false, false) => rule!("510.1d"),
            (true, true) => rule!("702.21j"),
            (false, true) => rule!("702.21k"),
        };
        cite!("802.6");
        Assigning { seat, settled: settled.collect(), open, rule, freely }
    }

    /// Asks how a player's creatures assign their damage, all at once (510.1e).
    pub(super) fn ask_damage(&self, sight: &Sight<'_>, part: u16) -> Option<Request> {
        if part == 0
            && let Some(request) = ask_past_blockers(sight)
        {
            return Some(request);
        }
        let Assigning { seat, settled, open, rule, freely } = self.assigning(sight, part % ASKED);
        let mut options = Vec::new();
        let mut constraints = Vec::new();
        for assigner in &open {
            let own: Vec<Item> =
                assigner.receivers.iter().filter_map(|to| pair(assigner.source, *to)).collect();
            for (place, receiver) in assigner.receivers.iter().enumerate() {
                let Value::Object(id) = *receiver else { continue };
                let least = lethal(sight, id, &settled);
                if least > 0 && place + 1 < own.len() && !freely {
                    let hitting = open.iter().filter(|other| other.receivers.contains(receiver));
                    // 702.2c: any damage from a source with deathtouch is lethal.
                    let weight = |source| deathtouch::weight(sight, source, least);
                    let needs = hitting
                        .filter_map(|other| Some((pair(other.source, *receiver)?, weight(other.source))))
                        .collect();
                    constraints.push(Constraint {
                        rule,
                        limit: Limit::OnlyIf { items: own[place + 1..].to_vec(), needs, least },
                    });
                }
            }
            if open.len() > 1 {
                constraints.push(Constraint {
                    rule: rule!("510.1a"),
                    limit: Limit::AtMost { items: own.clone(), max: assigner.power },
                });
            }
            options.extend(own);
        }
        let total = open.iter().fold(0u32, |total, assigner| total.saturating_add(assigner.power));
        let subject = if let [only] = open.as_slice() { Some(only.source) } else { None };
        let ask = Ask::split(options, total).with(constraints);
        (!open.is_empty()).then_some(Request {
            seat,
            prompt: Prompt::AssignDamage.into(),
            rule: if freely { rule } else { rule!("510.1") },
            subject,
            ask,
        })
    }

    /// Takes what a player assigned.
    pub(super) fn answer_damage(&self, play: &mut Game<'_>, part: u16, choice: &Choice) {
        if let Choice::Pick(items) = choice {
            let assigned = past_blockers(&self.sight(play));
            let picked = |hit: &Assignment| items.contains(&Item::Object(hit.source));
            let assigned: Vec<Assignment> = assigned.into_iter().filter(picked).collect();
            if !assigned.is_empty() {
                play.emit(Event::Assigned(assigned), rule!("510.1b"));
            }
            return self.reach(play, Stage::Begin(ASKED));
        }
        let Choice::Split(shares) = choice else { return };
        let mut assigned = self.assigning(&self.sight(play), part % ASKED).settled;
        assigned.extend(shares.iter().filter_map(|(item, amount)| {
            sides(item).map(|(source, to)| Assignment { source, to, amount: *amount })
        }));
        self.assign(play, part, assigned, rule!("510.1e"));
    }
}

/// The first part of the step after it has been asked which creatures assign their damage past their blockers.
const ASKED: u16 = 1024;

/// How much combat damage a creature assigns (510.1a).
fn strength(sight: &Sight<'_>, id: ObjectId) -> u32 {
    let by_toughness = sight.ruled(id, Ruling::Require, Deed::AssignByToughness);
    let strength = |own: &Characteristics| if by_toughness { own.toughness } else { own.power };
    sight.characteristics(id).map_or(0, |own| strength(own).max(0) as u32)
}

/// The blocked creatures that may assign their damage as though they weren't blocked, with what they then do
/// (510.1b).
fn past_blockers(sight: &Sight<'_>) -> Vec<Assignment> {
    let could = |attack: &&Attack| {
        attack.blocked
            && sight.ruled(attack.attacker, Ruling::Allow, Deed::AssignPastBlockers)
            && !sight.ruled(attack.attacker, Ruling::Forbid, Deed::AssignDamage)
            && double_strike::strikes_now(sight, attack.attacker)
            && strength(sight, attack.attacker) > 0
    };
    let past = |attack: &Attack| {
        let to = attack.defender.filter(|defender| can_be_hit(sight, *defender))?;
        cite!("609.4");
        Some(Assignment { source: attack.attacker, to, amount: strength(sight, attack.attacker) })
    };
    sight.board.combat.attacks.iter().filter(could).filter_map(past).collect()
}

/// Asks which creatures assign their damage as though they weren't blocked, where some may.
fn ask_past_blockers(sight: &Sight<'_>) -> Option<Request> {
    let options: Vec<Item> = past_blockers(sight).iter().map(|hit| Item::Object(hit.source)).collect();
    let number = options.len() as u32;
    (number > 0).then(|| Request {
        seat: sight.board.turn.active,
        prompt: Prompt::PastBlockers.into(),
        rule: rule!("510.1b"),
        subject: None,
        ask: Ask::pick(options, 0, number),
    })
}

/// Who assigns in a part of the step, for the attackers or for the blockers, and whether it is divided
/// freely: each player for the own creatures in turn order (510.1, 802.6), then each defending player for the attackers
/// that bands block, and the active player for the blockers that block bands (702.21j-k).
fn assigner(board: &Board, part: u16) -> (Seat, bool, bool) {
    let (active, players) = (board.turn.active, board.players.len() as u16);
    let after = |places: u16| Seat(((u16::from(active.0) + places) % players) as u8);
    if board.shares_turns() {
        // All players of the active team for their attackers, then those of the other teams for their blockers.
        cite!("805.10g");
        let seat = after(part % players);
        let freely = part >= players;
        return (seat, board.is_active(seat) != freely, freely);
    }
    match part {
        0 => (active, true, false),
        part if part < players => (after(part), false, false),
        part if part < 2 * players - 1 => (after(part - players + 1), true, true),
        _ => (active, false, true),
    }
}

/// Whether of some creature the other player says how it deals its damage.
fn shared(sight: &Sight<'_>) -> bool {
    let combat = &sight.board.combat;
    combat.attacks.iter().any(|attack| banding::divides(sight, &attack.blockers))
        || combat.blocks.iter().any(|block| banding::divides(sight, &block.1))
}

fn can_be_hit(sight: &Sight<'_>, defender: Value) -> bool {
    match defender {
        Value::Seat(seat) => {
            cite!("800.4e");
            !sight.board.has_left(seat)
        }
        Value::Object(id) => sight.board.is_permanent(id),
        Value::Number(_) => false,
    }
}

/// How much damage is lethal to a creature, counting what it has and what is settled in this step (510.1c,
/// 702.2c).
fn lethal(sight: &Sight<'_>, id: ObjectId, settled: &[Assignment]) -> u32 {
    let (Some(object), Some(characteristics)) = (sight.object(id), sight.characteristics(id)) else {
        return 0;
    };
    let hits = || settled.iter().filter(|hit| hit.to == Value::Object(id));
    if hits().any(|hit| deathtouch::has(sight, hit.source)) {
        return 0;
    }
    let assigned = hits().fold(0u32, |sum, hit| sum.saturating_add(hit.amount));
    (characteristics.toughness.max(0) as u32).saturating_sub(object.permanent.damage).saturating_sub(assigned)
}
