//! The attack step (505-510): attackers one at a time, what changes what they attack, the battle, the direct
//! attack, the end.

use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat, budget};

use crate::language::definition::{Ability, Ruling, Subject};
use crate::language::keywords::Keyword;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::card_pool::{ability_item, face_and_place};
use crate::state::event::Event;
use crate::state::{Attack, AttackStage, Ending, EndingKind, EventContext, StandbyKind, Step, Value, other};
use crate::{cite, rule};

/// The rule by which a stage of the attack begins.
fn stage_rule(stage: AttackStage) -> RuleId {
    match stage {
        AttackStage::Declared => rule!("506.3"),
        AttackStage::TurnPlayer => rule!("506.3c"),
        AttackStage::OtherDeclares => rule!("506.3d"),
        AttackStage::Others => rule!("506.3e"),
        AttackStage::Redirect => rule!("507.1"),
        AttackStage::Redirecting => rule!("507.2"),
        AttackStage::Blocked => rule!("507.3d"),
        AttackStage::BlockedTurnPlayer => rule!("507.3e"),
        AttackStage::BlockedOtherDeclares => rule!("507.3f"),
        AttackStage::BlockedOthers => rule!("507.3g"),
        AttackStage::Battle => rule!("508.1"),
        AttackStage::BattleEffects => rule!("115.3d"),
        AttackStage::Direct => rule!("509.1"),
        AttackStage::DirectEffects => rule!("509.5e"),
        AttackStage::End => rule!("510.1"),
        AttackStage::Over => rule!("510.2"),
    }
}

/// Revision 3: a creature that has to attack is not tapped for a tap ability in place of attacking (506.1b).
fn forced_attacks_come_first(revision: u32) -> bool {
    revision >= 3
}

impl DuelMasters {
    /// Goes on with the attack step.
    pub fn advance_attack(&self, play: &mut Game<'_>) -> Flow {
        cite!("505.1");
        let Some(attack) = play.state().board.attack.clone() else { return play.wait(self) };
        let active = play.state().board.turn.active;
        let goes_on = self.goes_on(play, &attack);
        match attack.stage {
            AttackStage::Declared => {
                cite!("506.3");
                self.reach_attack(play, AttackStage::TurnPlayer);
                self.declare_in_attack(play, active, goes_on);
            }
            AttackStage::TurnPlayer => {
                self.reach_attack(play, AttackStage::OtherDeclares);
                self.stand(play, 0, Some(active));
            }
            AttackStage::OtherDeclares => {
                self.reach_attack(play, AttackStage::Others);
                self.declare_in_attack(play, other(active), goes_on);
            }
            AttackStage::Others => {
                self.reach_attack(play, AttackStage::Redirect);
                self.stand(play, 0, None);
            }
            // 505.6a: without the attacker or the attacked creature the attack is over at once.
            AttackStage::Redirect if !goes_on => self.reach_attack(play, AttackStage::End),
            AttackStage::Redirect => return play.wait(self),
            AttackStage::Redirecting => self.redirect(play, &attack, goes_on),
            AttackStage::Blocked => {
                self.reach_attack(play, AttackStage::BlockedTurnPlayer);
                self.declare_in_attack(play, active, goes_on && attack.blocker.is_some());
            }
            AttackStage::BlockedTurnPlayer => {
                self.reach_attack(play, AttackStage::BlockedOtherDeclares);
                self.stand(play, 0, Some(active));
            }
            AttackStage::BlockedOtherDeclares => {
                self.reach_attack(play, AttackStage::BlockedOthers);
                self.declare_in_attack(play, other(active), goes_on && attack.blocker.is_some());
            }
            AttackStage::BlockedOthers => {
                self.reach_attack(play, AttackStage::Battle);
                self.stand(play, 0, None);
            }
            AttackStage::Battle => {
                self.reach_attack(play, if goes_on { AttackStage::BattleEffects } else { AttackStage::End });
                if let (true, Value::Object(target)) = (goes_on, attack.target) {
                    self.battle_of_attack(play, attack.attacker, target);
                }
            }
            AttackStage::BattleEffects => {
                self.reach_attack(play, AttackStage::Direct);
                self.stand(play, 0, None);
            }
            AttackStage::Direct => {
                self.reach_attack(play, AttackStage::DirectEffects);
                if let (true, Value::Seat(seat)) = (goes_on, attack.target) {
                    self.direct_attack(play, attack.attacker, seat);
                }
            }
            AttackStage::DirectEffects => {
                self.reach_attack(play, AttackStage::End);
                self.stand(play, 0, None);
            }
            AttackStage::End => {
                self.reach_attack(play, AttackStage::Over);
                self.emit(play, Event::AttackEnding(attack.attacker), rule!("510.1"));
                self.stand(play, 0, None);
            }
            AttackStage::Over => self.emit(play, Event::AttackOver, rule!("510.2")),
        }
        Flow::Go
    }

    /// Attacker and attacked creature battle (508.1), where nothing says that no battle happens.
    fn battle_of_attack(&self, play: &mut Game<'_>, attacker: ObjectId, target: ObjectId) {
        cite!("101.2");
        let sight = self.sight(play);
        if ![attacker, target].into_iter().any(|id| sight.is_forbidden(id, Subject::Battle)) {
            self.battle(play, attacker, target);
        }
    }

    fn reach_attack(&self, play: &mut Game<'_>, stage: AttackStage) {
        play.emit(Event::AttackReached(stage), stage_rule(stage));
    }

    fn declare_in_attack(&self, play: &mut Game<'_>, seat: Seat, goes_on: bool) {
        cite!("506.2a");
        if let Some(window) = self.window(play).filter(|_| goes_on) {
            self.declare(play, seat, window);
        }
    }

    /// Whether the attacker and what it attacks are still in the battle zone (505.6, 505.6a).
    fn goes_on(&self, play: &mut Game<'_>, attack: &Attack) -> bool {
        // 505.6b: whether it is tapped does not matter.
        cite!("505.6", "505.6b");
        let sight = self.sight(play);
        let target = match attack.target {
            Value::Object(id) => sight.is_creature(id),
            Value::Seat(_) | Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => {
                true
            }
        };
        sight.is_creature(attack.attacker) && target
    }

    /// Why a creature cannot attack a player or a creature (505.2).
    pub fn can_attack_it(&self, sight: &Sight<'_>, id: ObjectId, target: Value) -> Result<(), Refusal> {
        // What is ruled of attacker and target is looked for several times.
        budget::tick(4);
        let anyway = matches!(target, Value::Seat(_)) && self.attacks_players_anyway(sight, id);
        if !anyway {
            sight.can_attack(id)?;
        }
        cite!("506.1e");
        match target {
            Value::Seat(seat) if seat != other(sight.board.turn.active) => {
                refuse("a creature attacks the other player", rule!("505.2"))
            }
            Value::Seat(_) if !anyway && sight.is_forbidden(id, Subject::AttackPlayers) => {
                refuse("it cannot attack players", rule!("506.1e"))
            }
            Value::Seat(_) => Ok(()),
            Value::Object(target) => {
                let Some(object) = sight.object(target).filter(|object| {
                    object.owner == other(sight.board.turn.active) && sight.is_creature(target)
                }) else {
                    return refuse("it is not a creature of the other player", rule!("505.2"));
                };
                if sight.is_ruled(id, Ruling::Forbid, Subject::AttackCreatures, Some(target)) {
                    return refuse("it cannot attack creatures", rule!("506.1e"));
                }
                if sight.is_ruled(target, Ruling::Forbid, Subject::BeAttacked, Some(id)) {
                    return refuse("it cannot be attacked", rule!("101.2"));
                }
                let untapped_too = sight.is_ruled(id, Ruling::Allow, Subject::AttackCreatures, Some(target))
                    || sight.is_ruled(target, Ruling::Allow, Subject::BeAttacked, Some(id));
                // 101.1: what a card says wins over the rule that only tapped creatures are attacked.
                cite!("101.1");
                if object.tapped || untapped_too { Ok(()) } else { refuse("it is untapped", rule!("505.2")) }
            }
            Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => {
                refuse("nothing of that kind is attacked", rule!("505.2"))
            }
        }
    }

    /// Whether a creature can attack players whatever else would prevent it, as long as it can be tapped for it
    /// (506.1c).
    fn attacks_players_anyway(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        let own = sight.object(id).filter(|object| object.owner == sight.board.turn.active && !object.tapped);
        cite!("101.1");
        own.is_some()
            && sight.is_creature(id)
            && sight.is_ruled(id, Ruling::Allow, Subject::AttackPlayers, None)
    }

    fn targets(&self, sight: &Sight<'_>, id: ObjectId) -> Vec<Item> {
        let seat = other(sight.board.turn.active);
        let creatures = sight
            .creatures(seat)
            .filter(|target| self.can_attack_it(sight, id, Value::Object(*target)).is_ok());
        let creatures: Vec<ObjectId> = creatures.collect();
        let must = |target: &ObjectId| {
            sight.is_ruled(id, Ruling::Require, Subject::AttackCreatures, Some(*target))
                || sight.is_ruled(*target, Ruling::Require, Subject::BeAttacked, Some(id))
        };
        let required: Vec<Item> =
            creatures.iter().copied().filter(must).map(|target| Item::Pair(id, target)).collect();
        if !required.is_empty() {
            // 506.1d: what it must attack if it can leaves nothing else to attack.
            cite!("506.1b");
            return required;
        }
        let mut items: Vec<Item> = creatures.into_iter().map(|target| Item::Pair(id, target)).collect();
        if self.can_attack_it(sight, id, Value::Seat(seat)).is_ok() {
            items.push(Item::PairSeat(id, seat));
        }
        items
    }

    /// Why a creature cannot use tap abilities: where an effect forbids it (602.3), where it could not
    /// attack (602.3a), or where it has to attack and can (506.1b).
    pub fn can_use_tap_abilities(&self, sight: &Sight<'_>, id: ObjectId) -> Result<(), Refusal> {
        if sight.is_forbidden(id, Subject::UseTapAbilities) {
            return refuse("it cannot use tap abilities", rule!("602.3"));
        }
        sight.can_attack(id)?;
        let forced = forced_attacks_come_first(self.card_pool.revision)
            && self.has_to_attack(sight, id, &self.targets(sight, id));
        if forced { refuse("it has to attack in this turn", rule!("506.1b")) } else { Ok(()) }
    }

    /// Whether a creature with these attacks has to make one of them (506.1b): an effect says so of the
    /// creature, or of what it could attack.
    fn has_to_attack(&self, sight: &Sight<'_>, id: ObjectId, attacks: &[Item]) -> bool {
        let draws = |item: &Item| match item {
            Item::Pair(_, target) => sight.is_ruled(*target, Ruling::Require, Subject::BeAttacked, Some(id)),
            _ => false,
        };
        !attacks.is_empty()
            && (sight.is_ruled(id, Ruling::Require, Subject::Attack, None) || attacks.iter().any(draws))
    }

    /// The tap abilities that can be used now: where the creature could attack (602.1, 602.3a).
    fn tap_abilities(&self, sight: &Sight<'_>, id: ObjectId) -> Vec<Item> {
        cite!("602.1", "602.3a");
        if self.can_use_tap_abilities(sight, id).is_err() {
            return Vec::new();
        }
        let usable = |ability: &Ability| matches!(ability, Ability::Tap(_)).then_some(());
        sight.abilities(id, usable).map(|(code, ())| ability_item(id, 0, sight.number_of(id, code))).collect()
    }

    /// What is asked in the attack step: the next attack (505.5), or redirecting abilities (507.1).
    pub fn ask_attack(&self, sight: &Sight<'_>) -> Option<Request> {
        let active = sight.board.turn.active;
        match &sight.board.attack {
            None => {
                cite!("505.4", "505.5", "506.1", "702.3c");
                let mut options = Vec::new();
                let mut must = Vec::new();
                for id in sight.creatures(active) {
                    let targets = self.targets(sight, id);
                    if self.has_to_attack(sight, id, &targets) {
                        must.extend(targets.iter().copied());
                    }
                    options.extend(targets);
                    options.extend(self.tap_abilities(sight, id));
                }
                // 506.1b: as long as a creature that must attack can, the turn player goes on; in which order
                // is free.
                cite!("506.1b");
                let (min, rule) = if must.is_empty() { (0, rule!("506.1a")) } else { (1, rule!("506.1b")) };
                Some(Request {
                    seat: active,
                    prompt: Prompt::Attack.into(),
                    rule,
                    subject: None,
                    ask: Ask::pick(options, min, 1),
                })
            }
            Some(attack) if attack.stage == AttackStage::Redirect => self.ask_redirect(sight, attack),
            Some(_) => None,
        }
    }

    /// Whether a creature can use blocker or guardman in this attack (507.1a): a blocker is set against the
    /// attacker, a guardman against the creature that it protects.
    pub fn can_redirect(
        &self,
        sight: &Sight<'_>,
        attack: &Attack,
        id: ObjectId,
        blocks: bool,
    ) -> Result<(), Refusal> {
        let Some(object) = sight
            .object(id)
            .filter(|object| object.owner == other(sight.board.turn.active) && sight.is_creature(id))
        else {
            return refuse("only creatures of the other player can change what is attacked", rule!("507.1"));
        };
        if object.tapped {
            return refuse("it is tapped", rule!("507.1a"));
        }
        if blocks {
            cite!("701.12a");
            if !sight.has(id, Keyword::Blocker)
                && !sight.is_ruled(id, Ruling::Allow, Subject::Block, Some(attack.attacker))
            {
                return refuse("it is not a blocker against this attacker", rule!("701.12a"));
            }
            if sight.is_ruled(id, Ruling::Forbid, Subject::Block, Some(attack.attacker)) {
                return refuse("it cannot block", rule!("507.1a"));
            }
            if sight.is_ruled(attack.attacker, Ruling::Forbid, Subject::BeBlocked, Some(id)) {
                return refuse("the attacker cannot be blocked", rule!("700.4"));
            }
            if attack.target == Value::Object(id) {
                return refuse("it is attacked itself", rule!("507.1a"));
            }
            return Ok(());
        }
        if !sight.has(id, Keyword::Guardman) {
            return refuse("it is not a guardman", rule!("507.1a"));
        }
        match attack.target {
            Value::Object(target) if target != id => Ok(()),
            Value::Object(_) => refuse("it is attacked itself", rule!("507.1a")),
            Value::Seat(_) | Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => {
                refuse("a player is attacked", rule!("507.1a"))
            }
        }
    }

    fn ask_redirect(&self, sight: &Sight<'_>, attack: &Attack) -> Option<Request> {
        cite!("702.3d");
        let seat = other(sight.board.turn.active);
        let (mut options, mut constraints) = (Vec::new(), Vec::new());
        for id in sight.creatures(seat) {
            let mut own = Vec::new();
            if self.can_redirect(sight, attack, id, true).is_ok() {
                let block = Item::Pair(id, attack.attacker);
                own.push(block);
                if sight.is_ruled(id, Ruling::Require, Subject::Block, Some(attack.attacker)) {
                    // 507.1b: every creature that must block is chosen.
                    constraints.push(Constraint {
                        rule: rule!("507.1b"),
                        limit: Limit::AtLeast { items: vec![block], min: 1 },
                    });
                }
            }
            if let (Value::Object(target), true) =
                (attack.target, self.can_redirect(sight, attack, id, false).is_ok())
            {
                own.push(Item::Pair(id, target));
            }
            if own.len() > 1 {
                constraints.push(Constraint {
                    rule: rule!("507.1a"),
                    limit: Limit::AtMost { items: own.clone(), max: 1 },
                });
            }
            options.extend(own);
        }
        let max = options.len() as u32;
        let ask = Ask::pick(options, 0, max).with(constraints);
        // 507.2: they are resolved in the order in which they are named; the last decides.
        let ask = if max > 1 { ask.ordered() } else { ask };
        Some(Request {
            seat,
            prompt: Prompt::Block.into(),
            rule: rule!("507.1"),
            subject: Some(attack.attacker),
            ask,
        })
    }

    /// Takes the answer.
    pub fn answer_attack(&self, play: &mut Game<'_>, items: &[Item]) {
        let Some(attack) = play.state().board.attack.clone() else {
            return match items.first() {
                Some(Item::Pair(attacker, target)) => self.attack(play, *attacker, Value::Object(*target)),
                Some(Item::PairSeat(attacker, seat)) => self.attack(play, *attacker, Value::Seat(*seat)),
                Some(Item::Ability(id, number)) => self.use_tap_ability(play, *id, face_and_place(*number).1),
                // 506.2: without an attacker there is nothing more to this step.
                _ => self.emit(play, Event::StepBegan(Step::End), rule!("506.2")),
            };
        };
        let blocks = |item: &Item| match item {
            Item::Pair(id, against) => Some((*id, *against == attack.attacker)),
            _ => None,
        };
        let chosen: Vec<(ObjectId, bool)> = items.iter().rev().filter_map(blocks).collect();
        self.emit(play, Event::RedirectsChosen(chosen), rule!("507.1a"));
        self.reach_attack(play, AttackStage::Redirecting);
    }

    /// Declares an attack: the creature is tapped and attacks (506.1c-e).
    fn attack(&self, play: &mut Game<'_>, attacker: ObjectId, target: Value) {
        cite!("105.3");
        self.emit(play, Event::Tapped(attacker), rule!("506.1c"));
        self.emit(play, Event::AttackDeclared(attacker, target), rule!("506.1d"));
    }

    fn use_tap_ability(&self, play: &mut Game<'_>, id: ObjectId, place: u32) {
        let Some(code) = self.sight(play).numbered(id, 0, place) else { return };
        let Some(owner) = play.state().board.get(id).map(|object| object.owner) else { return };
        self.emit(play, Event::Tapped(id), rule!("602.1"));
        self.put_on_standby(
            play,
            StandbyKind::Ability(code),
            id,
            owner,
            EventContext::default(),
            rule!("602.2"),
        );
    }

    /// Resolves the next redirecting ability: its creature is tapped and is attacked instead (507.2); in the
    /// end the last one counts.
    fn redirect(&self, play: &mut Game<'_>, attack: &Attack, goes_on: bool) {
        match attack.redirecting.last() {
            Some((id, blocks)) => {
                self.emit(play, Event::Tapped(*id), rule!("507.2"));
                self.emit(
                    play,
                    Event::Redirected(*id, *blocks),
                    if *blocks { rule!("507.2") } else { rule!("507.2b") },
                );
                let last = attack.redirecting.len() == 1;
                if last && *blocks {
                    cite!("507.2c", "507.3");
                    self.emit(play, Event::Blocked(*id), rule!("507.2a"));
                }
            }
            None => {
                if attack.blocker.is_none() && goes_on {
                    self.emit(play, Event::Unblocked(attack.attacker), rule!("507.3c"));
                }
                self.reach_attack(play, AttackStage::Blocked);
            }
        }
    }

    /// 509.1: a player without shields loses; otherwise shields are broken.
    fn direct_attack(&self, play: &mut Game<'_>, attacker: ObjectId, seat: Seat) {
        if play.state().board.shields(seat).next().is_none() {
            let ending = Ending { winner: Some(other(seat)), why: EndingKind::DirectAttack };
            return play.emit(Event::GameEnded(ending), rule!("703.4a"));
        }
        self.break_shields(play, attacker, other(seat), None);
    }
}

impl Sight<'_> {
    /// Why a creature cannot attack (506.1a).
    pub fn can_attack(&self, id: ObjectId) -> Result<(), Refusal> {
        budget::tick(1);
        cite!("301.4");
        let Some(object) =
            self.object(id).filter(|object| object.owner == self.board.turn.active && self.is_creature(id))
        else {
            return refuse("only creatures of the turn player attack", rule!("505.3"));
        };
        if object.tapped {
            return refuse("it is tapped", rule!("506.1a"));
        }
        if !self.is_awake(id) {
            return refuse("it has not been in the battle zone since the turn began", rule!("301.5"));
        }
        if self.is_forbidden(id, Subject::Attack) {
            return refuse("it cannot attack", rule!("506.1a"));
        }
        Ok(())
    }
}
