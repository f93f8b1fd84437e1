//! To banish until something is so (8.5.1c): what is banished returns at once then, and nothing goes on the
//! stack for it.

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Verb, When};
use crate::rule;
use crate::rules::combat::home_of;
use crate::rules::equipping::ways_to_equip;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{MoveReason, PastEvent, Proposal, Returning, Zone};

impl FleshAndBlood {
    /// What keeps an object banished.
    fn banished_until(&self, returning: &Returning) -> Option<&When> {
        match self.card_pool.verb(returning.code, returning.at)? {
            Verb::Banish(_, Some(banishing)) => banishing.until.as_ref(),
            _ => None,
        }
    }

    /// The places of those that return because of what has happened now.
    pub fn returning_now(&self, sight: &Sight<'_>, news: &[PastEvent]) -> Vec<u16> {
        let heard = |returning: &Returning| {
            let Some(until) = self.banished_until(returning).filter(|_| !returning.due) else { return false };
            let scope = Scope { it: returning.it, ..Scope::context(&returning.context, returning.code.card) };
            news.iter().any(|past| !sight.occurrences(until, &past.what, &scope).is_empty())
        };
        (0u16..)
            .zip(&sight.board.returning)
            .filter(|(_, returning)| heard(returning))
            .map(|(place, _)| place)
            .collect()
    }

    /// Whether the state that an object waits for is there.
    fn state_is_met(&self, sight: &Sight<'_>, returning: &Returning) -> bool {
        let Some(When::State(condition)) = self.banished_until(returning) else { return false };
        sight.holds(
            condition,
            &Scope { it: returning.it, ..Scope::context(&returning.context, returning.code.card) },
        )
    }

    /// 8.5.1c: lets return what is due; whether anything was.
    pub fn something_returns(&self, play: &mut Game<'_>) -> bool {
        if play.state().board.returning.is_empty() {
            return false;
        }
        let sight = self.sight(play);
        let over = |returning: &Returning| returning.due || self.state_is_met(&sight, returning);
        let due: Vec<(u16, Returning)> = (0u16..)
            .zip(&sight.board.returning)
            .filter(|(_, returning)| over(returning))
            .map(|(place, returning)| (place, returning.clone()))
            .collect();
        for (place, _) in due.iter().rev() {
            play.emit(Event::ReturnDone(*place), rule!("8.5.1c"));
        }
        let back: Vec<Proposal> =
            due.iter().filter_map(|(_, returning)| self.bring_back(play, returning)).collect();
        self.happen_quietly(play, back);
        !due.is_empty()
    }

    /// The move of an object back to where it was; none where it has ceased to exist, and for what is
    /// equipped at once.
    fn bring_back(&self, play: &mut Game<'_>, returning: &Returning) -> Option<Proposal> {
        let board = &play.state().board;
        let banished = board
            .get(returning.object)?
            .became
            .and_then(|id| board.get(id))
            .filter(|object| object.exists())?;
        let (object, by) = (banished.id, returning.context.controller);
        match (returning.to, returning.to.seat()) {
            // Layers and chain links are not there to come back to.
            (Zone::Stack | Zone::Chain | Zone::Under(_) | Zone::Gone, _) => None,
            (to, Some(seat)) if to.is_arena() => {
                // What is modular goes back to its zone.
                let ways = ways_to_equip(&self.sight(play), seat, object, &[]);
                let slots = ways.iter().find(|slots| home_of(**slots, seat) == to).or(ways.first());
                if let Some(slots) = slots {
                    self.equip(play, object, *slots, seat, rule!("8.5.1c"));
                }
                None
            }
            (to, _) => Some(Proposal::Move {
                object,
                to,
                bottom: false,
                public: returning.public,
                why: MoveReason::BroughtBack,
                by,
                counters: Vec::new(),
            }),
        }
    }
}

impl Act<'_, '_> {
    /// 8.5.1c: they are banished as ever, and it is kept from where.
    pub fn banish_until(&mut self, what: &Group, public: bool) {
        let objects = self.objects(what);
        let returning: Vec<Returning> = objects.iter().filter_map(|id| self.returning(*id)).collect();
        self.banish(what, public);
        for returning in returning {
            self.play.emit(Event::ReturnSet(returning), rule!("8.5.1c"));
        }
    }

    fn returning(&self, object: ObjectId) -> Option<Returning> {
        let now = self.play.state().board.get(object)?;
        let (code, at) = (self.running.code, self.running.cursor.at.checked_sub(1)?);
        let (context, it) = (self.running.context.clone(), self.running.cursor.it().copied());
        Some(Returning { object, to: now.zone, public: now.public, code, at, context, it, due: false })
    }
}
