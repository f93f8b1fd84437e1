//! Creatures that enter the battlefield attacking or blocking (508.4, 509.7).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::language::definition::TurnPart;
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::event_batch::BatchOutcome;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::targets::{item, value};
use crate::state::event::Event;
use crate::state::{EventBatch, Fights, Frame, Pending, Proposal, Value, Zone, frame};
use crate::{cite, rule};

/// How what an event puts onto the battlefield comes into combat, and under whose control.
fn fighter(sight: &Sight<'_>, event: &Proposal) -> Option<(Fights, Seat)> {
    match event {
        Proposal::Move { object, to: Zone::Battlefield, entering, .. } => {
            let owner = sight.object(*object)?.owner;
            Some((entering.fights?, entering.controller.unwrap_or(owner)))
        }
        Proposal::Token { controller, entering, .. } => {
            Some((entering.fights?, entering.controller.unwrap_or(*controller)))
        }
        _ => None,
    }
}

/// Whom creatures of the attacking player can attack: the defending players and their planeswalkers (506.2).
pub(super) fn foes(sight: &Sight<'_>) -> Vec<Value> {
    cite!("306.6", "506.2", "506.2a");
    let players = sight.board.defenders();
    let theirs = |id: &ObjectId| {
        sight.has_type(*id, CardType::Planeswalker)
            && sight.controller(*id).is_some_and(|seat| players.contains(&seat))
    };
    let walkers = sight.board.zone(Zone::Battlefield).iter().copied().filter(theirs).map(Value::Object);
    players.iter().copied().map(Value::Seat).chain(walkers).collect()
}

/// What a creature that enters so can attack.
fn attackable(sight: &Sight<'_>, fights: Fights) -> Vec<Value> {
    let of = |whom: &Value| match (fights, *whom) {
        (Fights::AttacksOf(seat), Value::Seat(whom)) => whom == seat,
        (Fights::AttacksOf(seat), Value::Object(id)) => sight.controller(id) == Some(seat),
        (Fights::Attacks(Some(said)), whom) => whom == said,
        (Fights::Attacks(None) | Fights::AttacksOf(_) | Fights::Blocks(..), _) => true,
    };
    foes(sight).into_iter().filter(of).collect()
}

/// What there is to choose for a creature that enters fighting.
fn open(sight: &Sight<'_>, event: &Proposal) -> Option<(Pending, Vec<Item>)> {
    let active = sight.board.turn.active;
    let (fights, seat) = fighter(sight, event)?;
    match fights {
        Fights::Attacks(None) | Fights::AttacksOf(_) if sight.board.is_active(seat) => {
            let options: Vec<Item> = attackable(sight, fights).into_iter().map(item).collect();
            (options.len() > 1).then_some((Pending::Foe(seat), options))
        }
        Fights::Blocks(attacker, None) => {
            let others = &sight.board.attack(attacker)?.blockers;
            let options = others.iter().copied().map(Item::Object).chain([Item::Flag(false)]).collect();
            let ranks = if sight.board.shares_turns() { sight.controller(attacker)? } else { active };
            (!others.is_empty()).then_some((Pending::Rank(ranks), options))
        }
        Fights::Attacks(_) | Fights::AttacksOf(_) | Fights::Blocks(_, Some(_)) => None,
    }
}

impl Magic {
    /// Whether a player must say more of a creature that enters fighting.
    pub fn needs_foe(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        open(sight, event).is_some()
    }

    /// Looks for the next creature of which a player must say more.
    pub fn find_foes(&self, play: &mut Game<'_>, events: &mut EventBatch) -> bool {
        let sight = self.sight(play);
        let mut all = events.batch.iter().enumerate();
        let found = all.find_map(|(at, proposed)| Some((at, open(&sight, &proposed.event)?.0)));
        let Some((at, pending)) = found else { return false };
        events.at = at as u16;
        events.pending = pending;
        true
    }

    /// Asks whom a creature attacks as it enters (508.4), or its place among the blockers (509.7).
    pub fn ask_foe(&self, sight: &Sight<'_>, events: &EventBatch, seat: Seat) -> Option<Request> {
        let event = &events.batch.get(usize::from(events.at))?.event;
        let (pending, options) = open(sight, event)?;
        let subject = if let Proposal::Move { object, .. } = event { Some(*object) } else { None };
        let (prompt, rule) = match pending {
            Pending::Rank(_) => (Prompt::RankBlocker, rule!("509.7")),
            _ => (Prompt::EnterAttacking, rule!("508.4")),
        };
        Some(Request { seat, prompt: prompt.into(), rule, subject, ask: Ask::one_of(options) })
    }

    /// Takes what a player said.
    pub fn take_foe(&self, play: &mut Game<'_>, events: &mut EventBatch, items: &[Item]) {
        let board = &play.state().board;
        let Some(proposed) = events.batch.get_mut(usize::from(events.at)) else { return };
        let (Proposal::Move { entering, .. } | Proposal::Token { entering, .. }) = &mut proposed.event else {
            return;
        };
        entering.fights = match entering.fights {
            Some(Fights::Attacks(_) | Fights::AttacksOf(_)) => {
                Some(Fights::Attacks(items.first().and_then(|item| value(*item))))
            }
            Some(Fights::Blocks(attacker, _)) => {
                let others = board.attack(attacker).map_or(&[][..], |attack| &attack.blockers);
                let before = |id: &ObjectId| items.first() == Some(&Item::Object(*id));
                let place = others.iter().position(before).unwrap_or(others.len());
                Some(Fights::Blocks(attacker, Some(place as u8)))
            }
            None => None,
        };
    }

    /// What has entered comes into combat, if it can; requirements and restrictions do not matter (508.4b,
    /// 509.7b).
    pub fn join_combat(&self, play: &mut Game<'_>, id: ObjectId, fights: Fights, outcome: &mut BatchOutcome) {
        let sight = self.sight(play);
        let board = sight.board;
        cite!("506.3a");
        if !sight.is_creature(id) || !board.turn.step.is_in(TurnPart::Combat) {
            return;
        }
        match fights {
            Fights::Attacks(_) | Fights::AttacksOf(_) => {
                cite!("506.3b");
                if !sight.is_actives(id) {
                    return;
                }
                cite!("506.3c", "508.4a");
                let Some(whom) = attackable(&sight, fights).first().copied() else { return };
                cite!("508.4b");
                outcome.emit(play, Event::CameAttacking(id, whom), rule!("508.4"));
            }
            Fights::Blocks(attacker, place) => {
                cite!("509.7a");
                let Some(attack) = board.attack(attacker) else { return };
                cite!("506.3d");
                if !sight.controls_with(sight.defending(attack), id) {
                    return;
                }
                let place = place.unwrap_or(attack.blockers.len() as u8);
                let first = !attack.blocked;
                cite!("509.7b");
                let event = Event::CameBlocking { blocker: id, attacker, place, first };
                outcome.emit(play, event, rule!("509.7"));
            }
        }
    }
}

impl FrameRules<Magic> for frame::Redirecting {
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        play.wait(rules)
    }

    /// What the creature could attack now; what is required of declared attackers, or keeps them from
    /// attacking, does not matter.
    fn ask(&self, _: &Magic, sight: &Sight<'_>) -> Option<Request> {
        cite!("508.7b", "508.7c", "508.7d", "508.7e");
        Some(Request {
            seat: self.seat,
            prompt: Prompt::Redirect.into(),
            rule: rule!("508.7"),
            subject: Some(self.attacker),
            ask: Ask::one_of(foes(sight).into_iter().map(item).collect()),
        })
    }

    fn answer(self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        rules.pop(play, rule!("508.7"));
        if let Some(whom) = items.first().and_then(|item| value(*item)) {
            play.emit(Event::Redirected(self.attacker, whom), rule!("508.7"));
        }
    }
}

impl frame::MakingBlock {
    /// Who says next before which others the creature, or what it blocks, gets combat damage.
    fn open(&self, sight: &Sight<'_>) -> Option<(Seat, Prompt, ObjectId, Vec<ObjectId>)> {
        let board = sight.board;
        let (seat, prompt, subject, others) = match self.place {
            None => {
                let others = board.attack(self.attacker)?.blockers.clone();
                let ranks = if board.shares_turns() { sight.controller(self.attacker) } else { None };
                (ranks.unwrap_or(board.turn.active), Prompt::RankBlocker, self.blocker, others)
            }
            Some(_) => {
                let others = board.blocks(self.blocker)?.to_vec();
                (sight.controller(self.blocker)?, Prompt::RankAttacker, self.attacker, others)
            }
        };
        (!others.is_empty()).then_some((seat, prompt, subject, others))
    }

    /// Goes on with a place: first among the blockers, then among what the creature blocks.
    fn ranked(self, rules: &Magic, play: &mut Game<'_>, chosen: u8) {
        let Some(place) = self.place else {
            let next =
                Frame::MakingBlock { blocker: self.blocker, attacker: self.attacker, place: Some(chosen) };
            return play.emit(Event::Replaced(next), rule!("509.6"));
        };
        let board = &play.state().board;
        let first = board.attack(self.attacker).is_some_and(|attack| !attack.blocked);
        let anew = !board.is_blocking(self.blocker);
        rules.pop(play, rule!("509.6"));
        let (blocker, attacker) = (self.blocker, self.attacker);
        let event = Event::MadeToBlock { blocker, attacker, place, at: chosen, first, anew };
        rules.emit(play, event, rule!("509.6"));
    }
}

impl FrameRules<Magic> for frame::MakingBlock {
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if play.asked(rules).is_some() {
            return play.wait(rules);
        }
        self.ranked(rules, play, 0);
        Flow::Go
    }

    fn ask(&self, _: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let (seat, prompt, subject, others) = self.open(sight)?;
        let options = others.into_iter().map(Item::Object).chain([Item::Flag(false)]).collect();
        let ask = Ask::one_of(options);
        Some(Request { seat, prompt: prompt.into(), rule: rule!("509.6"), subject: Some(subject), ask })
    }

    fn answer(self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        let others = self.open(&rules.sight(play)).map_or(Vec::new(), |open| open.3);
        let before = |id: &ObjectId| items.first() == Some(&Item::Object(*id));
        let place = others.iter().position(before).unwrap_or(others.len());
        self.ranked(rules, play, place as u8);
    }
}
