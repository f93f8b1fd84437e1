//! What cannot happen, and is therefore not replaced either (614.17).

use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::{Ability, Change, Counter, Deed, Ruling};
use crate::language::subtypes::AURA;
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::Magic;
use crate::rules::restrictions::Ruling as Ban;
use crate::state::{MoveReason, Proposal, Zone};
use crate::{cite, rule};

impl Magic {
    /// Whether an event cannot happen (614.17); then nothing replaces it either (614.17c).
    pub fn impossible(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        let of = |seat, deed| sight.ruled_for(seat, Ruling::Forbid, deed) > 0;
        // A ban on one player is one on all who share life and poison counters with that player.
        let of_any = |seat, deed| sight.board.sharers(seat).into_iter().any(|mate| of(mate, deed));
        let with = |deed, object| sight.forbidden(deed).iter().any(|ruling| ruling.is_about(sight, object));
        // It is asked before the event alone.
        cite!("614.17a");
        if sight.board.is_multiplayer() && self.is_out_of_reach(sight, event) {
            return true;
        }
        if let Proposal::Move { object, .. } = event
            && let Some(object) = sight.board.get(*object)
            && object.zone == Zone::Command
            && (sight.board.is_vanguard(object.card, object.owner)
                || sight.card_pool.card(object.card).definition.types.is_supplementary()
                || sight.board.conspiracy(object.card, object.owner).is_some()
                || Some(object.card) == sight.card_pool.planar_die())
        {
            cite!("309.2", "311.2", "312.2", "313.3", "400.4b");
            return true;
        }
        match event {
            Proposal::Lose(seat, _) => {
                cite!("810.8a");
                of_any(*seat, Deed::LoseGame)
            }
            Proposal::GainLife(seat, _) => {
                cite!("810.9g");
                of_any(*seat, Deed::GainLife)
            }
            Proposal::LoseLife(seat, ..) => {
                cite!("810.9h");
                of_any(*seat, Deed::LoseLife)
            }
            Proposal::Draw(seat) => of(*seat, Deed::Draw) || self.drawn_all(sight, *seat, 1),
            Proposal::Move { object, why: MoveReason::Countered, .. } => {
                // What says so of a spell says it while that is on the stack.
                cite!("112.6f");
                with(Deed::BeCountered, *object)
                    || sight.ruled(*object, Ruling::Forbid, Deed::BeCountered)
                    || self.never_countered(sight, *object)
            }
            // What effects say of permanents they do not say of cards in exile.
            Proposal::PutCounters(object, kind, ..) => {
                sight.board.is_permanent(*object)
                    && (with(Deed::GetCounters, *object) || sight.bears_none(*object, *kind))
            }
            Proposal::GainCounters(seat, Counter::Poison, _) => {
                cite!("810.10c");
                let none = |mate| sight.gets_none(mate, Counter::Poison);
                of_any(*seat, Deed::GetPlayerCounters) || sight.board.sharers(*seat).into_iter().any(none)
            }
            Proposal::GainCounters(seat, kind, _) => {
                of(*seat, Deed::GetPlayerCounters) || sight.gets_none(*seat, *kind)
            }
            Proposal::Move { to: Zone::Battlefield, .. } | Proposal::Token { .. } => {
                cite!("110.5d");
                self.stays_away(sight, event).is_some() || self.arrives_under(sight, event, Deed::Enter)
            }
            Proposal::Move { .. }
            | Proposal::Damage { .. }
            | Proposal::Destroy { .. }
            | Proposal::RemoveCounters(..)
            | Proposal::CancelCounters(..)
            | Proposal::Unattach(_)
            | Proposal::Tokens { .. }
            | Proposal::Shuffle(_)
            | Proposal::Sift(..)
            | Proposal::Mana { .. }
            | Proposal::Turn(_)
            | Proposal::TurnUp(..)
            | Proposal::Draws(..)
            | Proposal::Step(_) => false,
        }
    }

    /// True if it would happen to a player who has left the game, or under that player's control (800.4b), or if it
    /// is damage that an effect deals to what it does not reach (801.13a).
    fn is_out_of_reach(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        cite!("800.4b");
        if event.parties().1.into_iter().flatten().any(|seat| sight.board.has_left(seat)) {
            return true;
        }
        let Proposal::Damage { source, to, combat: false, .. } = event else { return false };
        // An object that another effect made of it may be out of reach.
        cite!("801.13", "801.13a");
        sight.controller(*source).is_some_and(|own| !sight.in_range(own, *to))
    }

    /// Whether a player who draws so many cards more draws more than can be drawn in a turn (120.2b).
    pub fn drawn_all(&self, sight: &Sight<'_>, seat: Seat, more: u32) -> bool {
        sight.draws_at_most(seat).is_some_and(|most| {
            cite!("120.2b");
            sight.board.player(seat).drawn.saturating_add(more) > most
        })
    }

    /// The rule by which a card that is about to enter the battlefield stays where it is: instants and
    /// sorceries do (400.4a).
    pub fn stays_away(&self, sight: &Sight<'_>, event: &Proposal) -> Option<RuleId> {
        let Proposal::Move { object, to: Zone::Battlefield, entering, .. } = event else { return None };
        let card = match (&entering.down, &entering.copy) {
            (Some(down), _) => {
                // What could not enter face down stays where it is, and as it is.
                cite!("701.33e", "711.9");
                down.shows
            }
            (None, Some(copied)) => copied.card,
            (None, None) => {
                // With its back face up that face alone counts, whatever the front is.
                cite!("711.8");
                entering.face.unwrap_or(sight.object(*object)?.card)
            }
        };
        let types = &self.card_pool.card(card).base.types;
        if let (Some(host), Some(seat), true) = (entering.attached, entering.controller, types.has(AURA))
            && !self.may_enchant(sight, *object, card, seat, host)
            && sight.object(*object).is_some_and(|object| object.zone != Zone::Stack)
        {
            return Some(rule!("303.4i"));
        }
        if types.is(CardType::Instant) {
            cite!("304.4");
            return Some(rule!("400.4a"));
        }
        types.is(CardType::Sorcery).then(|| {
            cite!("307.4");
            rule!("400.4a")
        })
    }

    /// Whether something is forbidden of what is about to enter, as it would be on the battlefield (614.17d).
    fn arrives_under(&self, sight: &Sight<'_>, event: &Proposal, deed: Deed) -> bool {
        let bans = sight.forbidden(deed);
        let own = self.says_of_itself(event, deed);
        let arrival = if bans.is_empty() && !own { None } else { self.arrival(sight.board, event) };
        arrival.is_some_and(|arrival| {
            let there = arrival.sight(sight);
            // Where it comes from is asked of it there.
            let object = if let Proposal::Move { object, .. } = event { Some(*object) } else { None };
            let about = |ban: &Ban<'_>| match (&*ban.change, object) {
                (Change::Rule(_, _, filter), Some(object)) if filter.asks_where() => {
                    ban.is_about(sight, object)
                }
                _ => ban.is_about(&there, arrival.id),
            };
            bans.iter().any(about) || (own && self.forbids_itself(&there, arrival.id, deed))
        })
    }

    /// Whether any card forbids something of itself: of anything that is about to enter, where it is not yet
    /// known what it will be.
    fn says_of_itself(&self, event: &Proposal, deed: Deed) -> bool {
        matches!(event, Proposal::Move { .. } | Proposal::Token { .. })
            && deed == Deed::GetCounters
            && self.card_pool.counterless()
    }

    /// Whether an object's own ability forbids something of it, as it would be on the battlefield.
    fn forbids_itself(&self, there: &Sight<'_>, id: ObjectId, deed: Deed) -> bool {
        cite!("112.6h");
        let Some(characteristics) = there.characteristics(id) else { return false };
        let scope = Scope { source: Some(id), controller: there.controller(id), ..Scope::default() };
        let forbids = |(_, ability)| match self.card_pool.ability(ability) {
            Some(Ability::Static(text)) if text.works_in(Zone::Battlefield) => {
                text.changes.iter().any(|change| {
                    matches!(change, Change::Rule(Ruling::Forbid, of, filter)
                        if *of == deed && there.matches(filter, id, &scope))
                })
            }
            _ => false,
        };
        characteristics.abilities().any(forbids)
    }

    /// Whether what enters cannot have counters put on it: it enters without those that it would have entered
    /// with (614.17d).
    pub fn enters_bare(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        let (Proposal::Move { to: Zone::Battlefield, entering, .. } | Proposal::Token { entering, .. }) =
            event
        else {
            return false;
        };
        !entering.counters.is_empty() && self.arrives_under(sight, event, Deed::GetCounters)
    }

    /// Whether a spell's own ability says that it cannot be countered (112.6).
    fn never_countered(&self, sight: &Sight<'_>, spell: ObjectId) -> bool {
        let scope = Scope { source: Some(spell), controller: sight.controller(spell), ..Scope::default() };
        let own = |(_, ability)| match self.card_pool.ability(ability) {
            Some(Ability::Static(text)) if text.works_in(Zone::Stack) => text.changes.iter().any(|change| {
                matches!(change, Change::Rule(Ruling::Forbid, Deed::BeCountered, filter)
                    if sight.matches(filter, spell, &scope))
            }),
            _ => false,
        };
        sight.characteristics(spell).is_some_and(|characteristics| characteristics.abilities().any(own))
    }

    /// Whether a player cannot win the game (614.17).
    pub fn cannot_win(&self, sight: &Sight<'_>, seat: Seat) -> bool {
        let forbidden = |mate| sight.ruled_for(mate, Ruling::Forbid, Deed::WinGame) > 0;
        sight.board.sharers(seat).into_iter().any(forbidden)
    }
}
