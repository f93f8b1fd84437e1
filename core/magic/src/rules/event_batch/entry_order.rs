//! For which of the permanents that enter together a player chooses first (101.4c), and whose choice comes next (101.4d).

use duelog_kernel::replacement::Next;
use duelog_kernel::script::Op;
use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use crate::language::definition::{MagicLanguage, Ref, Verb};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{EffectKey, EventBatch, Frame, Proposal, Zone};
use crate::{cite, rule};

impl Magic {
    /// Who is asked first by what is done as a permanent enters, where that is what comes next.
    pub fn asked_first(&self, sight: &Sight<'_>, event: &Proposal, next: &Next<EffectKey>) -> Option<Seat> {
        let Next::Apply(key) = next else { return None };
        let (code, context) = self.entering_script(sight.board, event, *key)?;
        let asked = self.card_pool.code(code)?.0.iter().find_map(asks)?;
        sight.seat(asked, &Scope::of(context.source, context.controller))
    }

    /// The player who chooses first for the event at this place, and the events among which that is.
    pub fn chooses_first(
        &self,
        play: &mut Game<'_>,
        events: &EventBatch,
        at: u16,
    ) -> Option<(Seat, Vec<u16>)> {
        if events.batch.len() < 2 {
            return None;
        }
        let sight = self.sight(play);
        let asked = |at: u16| {
            events.entrant(at)?;
            let event = &events.batch.get(usize::from(at))?.event;
            self.asked_first(&sight, event, &self.next_of(&sight, &events.batch, at))
        };
        let seat = asked(at)?;
        let places: Vec<u16> = (0..events.batch.len() as u16).filter(|at| asked(*at) == Some(seat)).collect();
        cite!("101.4c");
        (places.len() > 1).then_some((seat, places))
    }
}

/// Whom a step of a script asks something.
fn asks(op: &Op<MagicLanguage>) -> Option<&Ref> {
    match op {
        Op::May(who, _) | Op::Choose(who, _) | Op::Pay(who, ..) => Some(who),
        Op::Do(
            Verb::Choose { who, .. }
            | Verb::ChooseWord(who, _)
            | Verb::ChoosePlayer(who, _)
            | Verb::ChooseNumber(who)
            | Verb::RemoveOne(who, _)
            | Verb::NameCardOf(who, _),
        ) => Some(who),
        Op::Do(_)
        | Op::Unless(..)
        | Op::Jump(_)
        | Op::Each(..)
        | Op::Repeat(..)
        | Op::Next(_)
        | Op::Let(_)
        | Op::Delayed(..)
        | Op::End => None,
    }
}

impl EventBatch {
    /// The object that enters by the event at this place. Tokens that enter together are alike.
    fn entrant(&self, at: u16) -> Option<ObjectId> {
        match self.batch.get(usize::from(at))?.event {
            Proposal::Move { object, to: Zone::Battlefield, .. } => Some(object),
            _ => None,
        }
    }

    /// Asks for which of these a player chooses first.
    pub fn ask_first(&self, seat: Seat, places: &[u16]) -> Request {
        let options = places.iter().filter_map(|at| self.entrant(*at)).map(Item::Object).collect();
        let prompt = Prompt::EntersFirst.into();
        Request { seat, prompt, rule: rule!("101.4c"), subject: None, ask: Ask::one_of(options) }
    }

    /// The event that a player has chosen comes next.
    pub fn take_first(mut self, rules: &Magic, play: &mut Game<'_>, places: &[u16], items: &[Item]) {
        let chosen = |at: &&u16| self.entrant(**at).map(Item::Object).as_ref() == items.first();
        let Some(at) = places.iter().find(chosen).copied() else { return };
        let next = rules.next_of(&rules.sight(play), &self.batch, at);
        if self.take_up(rules, play, at, next) == Flow::Go {
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("101.4c"));
        }
    }
}
