//! Effects on the rules of the game (613.10): what players can and cannot do, and what it costs them.
//!
//! "Cannot" beats "can" (101.2), so it is asked first wherever both are asked.

use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Ability, Change, Verb};
use crate::language::mana::ManaCost;
use crate::rules::eval::{Scope, Sight};
use crate::rules::refusal::Refusal;
use crate::state::LastingKind;
use crate::{holds, rule};

// What players can do at all: how many lands they play (305.2a) and how many cards they keep (402.2); and
// that a quality which an effect gives is no ability (112.12).
holds!("112.12", "305.2a", "402.2");

/// A change to the rules for a player, and from where its filters are looked at.
pub struct Ruling<'a> {
    /// What changes.
    pub change: &'a Change,
    /// Its source and whose it is.
    pub scope: Scope<'a>,
}

/// Whether a change is one to the rules for players and not to objects.
pub fn for_players(change: &Change) -> bool {
    matches!(
        change,
        Change::CantCast(_)
            | Change::CantActivateOf(_)
            | Change::CantPlayLands
            | Change::PlaysMoreLands(_)
            | Change::CastsAsFlash(_)
            | Change::CostsMore(..)
            | Change::CostsLess(..)
            | Change::TopRevealed
            | Change::TopSeen
            | Change::NoMaximumHandSize
    )
}

impl<'a> Sight<'a> {
    /// The changes to the rules for a player that are in force, those of permanents first.
    pub fn rulings(&self, seat: Seat) -> Vec<Ruling<'a>> {
        let mut rulings = Vec::new();
        let of = |changes: &'a [Change], scope: Scope<'a>| {
            changes.iter().filter(|change| for_players(change)).map(move |change| Ruling { change, scope })
        };
        for &(id, place) in self.rulings {
            let (Some(controller), Some((reference, Ability::Static(ability)))) =
                (self.controller(id), self.ability(id, place))
            else {
                continue;
            };
            let scope = Scope { written: Some(reference.card), ..Scope::of(id, controller) };
            let holds = ability.condition.as_ref().is_none_or(|condition| self.holds(condition, &scope));
            if holds && self.seats(&ability.affects, &scope).contains(&seat) {
                rulings.extend(of(&ability.changes, scope));
            }
        }
        for lasting in &self.board.effects {
            if let LastingKind::Players { seats, code, at } = &lasting.kind
                && seats.contains(&seat)
                && let Some(Verb::Modify(_, changes, _)) = self.library.verb(*code, *at)
            {
                rulings.extend(of(changes, Scope::of(lasting.source, lasting.controller)));
            }
        }
        rulings
    }

    /// Whether no effect forbids a player to cast this (101.2). What can still change while it is proposed
    /// does not count, unless it is `settled` (601.3a).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn may_cast(&self, seat: Seat, id: ObjectId, settled: bool) -> Result<(), Refusal> {
        let open =
            !settled && self.characteristics(id).is_some_and(|characteristics| characteristics.cost.x > 0);
        let forbids = |ruling: &Ruling<'_>| match ruling.change {
            Change::CantCast(filter) => {
                !(open && crate::state::library::reads_mana_value(filter))
                    && self.matches(filter, id, &ruling.scope)
            }
            _ => false,
        };
        if self.rulings(seat).iter().any(forbids) {
            return Err(("an effect says that the player cannot cast it".to_string(), rule!("101.2")));
        }
        Ok(())
    }

    /// Whether a player may cast this as though it had flash (601.3b).
    pub fn as_flash(&self, seat: Seat, id: ObjectId) -> bool {
        self.rulings(seat).iter().any(|ruling| matches!(ruling.change, Change::CastsAsFlash(filter) if self.matches(filter, id, &ruling.scope)))
    }

    /// Whether an effect keeps a player from activating abilities of this that are no mana abilities (602.5).
    pub fn cannot_activate(&self, seat: Seat, id: ObjectId) -> bool {
        self.rulings(seat).iter().any(|ruling| matches!(ruling.change, Change::CantActivateOf(filter) if self.matches(filter, id, &ruling.scope)))
    }

    /// How many lands a player may play on each of the own turns (305.2); none where an effect forbids it
    /// (101.2).
    pub fn land_plays(&self, seat: Seat) -> Option<u32> {
        let mut plays = 1u32;
        for ruling in self.rulings(seat) {
            match ruling.change {
                Change::CantPlayLands => return None,
                Change::PlaysMoreLands(more) => plays = plays.saturating_add(u32::from(*more)),
                _ => {}
            }
        }
        Some(plays)
    }

    /// The top card of a player's library that effects show, and to whom: seats as bits (401.5).
    pub fn top_shown(&self, seat: Seat) -> Option<(ObjectId, u8)> {
        let seats = self.rulings(seat).iter().fold(0, |seats, ruling| match ruling.change {
            Change::TopRevealed => u8::MAX,
            Change::TopSeen => seats | 1 << seat.0,
            _ => seats,
        });
        self.board.top(seat).next().filter(|_| seats != 0).map(|top| (top, seats))
    }

    /// A player's maximum hand size; none for no maximum (402.2).
    pub fn hand_size_max(&self, seat: Seat) -> Option<u32> {
        let unlimited = self.rulings(seat).iter().any(|ruling| *ruling.change == Change::NoMaximumHandSize);
        (!unlimited).then_some(7)
    }

    /// A cost with what effects make of it for a spell: first what it costs more, then what it costs less
    /// (601.2f).
    pub fn changed_cost(
        &self,
        seat: Seat,
        id: ObjectId,
        mut cost: ManaCost,
        more: u32,
        less: u32,
    ) -> ManaCost {
        let rulings = self.rulings(seat);
        cost.add_generic(more);
        for ruling in &rulings {
            if let Change::CostsMore(filter, mana) = ruling.change
                && self.matches(filter, id, &ruling.scope)
            {
                cost.add(mana);
            }
        }
        cost.reduce(&ManaCost { generic: less.min(u32::from(u16::MAX)) as u16, ..ManaCost::default() });
        for ruling in &rulings {
            if let Change::CostsLess(filter, mana) = ruling.change
                && self.matches(filter, id, &ruling.scope)
            {
                cost.reduce(mana);
            }
        }
        cost
    }
}
