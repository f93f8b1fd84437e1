//! Effects on how a permanent enters the battlefield (614.12-614.13): they look at it as it would be there.

use duelog_kernel::script::Op;
use duelog_kernel::unsettled::Knows;
use duelog_kernel::{ObjectId, Seat, Touched};

use super::tier;
use crate::cite;
use crate::language::definition::{Ability, Counter, Fact, Filter, Number, Ref, Replacement, Verb, When};
use crate::language::types::CardType;
use crate::rules::continuous::{Layers, lock_in};
use crate::rules::eval::{Computed, Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::state::apply::apply;
use crate::state::card_pool::Compiled;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, Board, CardId, CodeRef, Context, Copied, EffectKey, Entering, LastingKind,
    Proposal, State, Zone,
};

/// The board as it would be with a permanent that is about to enter (614.12).
pub struct Arrival {
    board: Board,
    computed: Computed,
    /// The permanent.
    pub id: ObjectId,
}

impl Arrival {
    /// A look at that board.
    pub fn sight<'a>(&'a self, now: &Sight<'a>) -> Sight<'a> {
        Sight {
            board: &self.board,
            card_pool: now.card_pool,
            computed: &self.computed,
            replacements: &[],
            rulings: &[],
            sources: &[],
            unseeing: false,
        }
    }
}

/// An object that is about to enter: its id where it is now, or for a token the id that it will have; its
/// card; under whose control.
struct Entrant<'a> {
    id: ObjectId,
    card: CardId,
    controller: Seat,
    entering: &'a Entering,
}

fn entrant<'a>(board: &Board, event: &'a Proposal) -> Option<Entrant<'a>> {
    match event {
        Proposal::Move { object, to: Zone::Battlefield, entering, .. } => {
            let object = board.get(*object)?;
            let own = entering.down.map_or(entering.face.unwrap_or(object.card), |down| down.shows);
            // It is face down before it enters.
            cite!("707.3");
            let card = entering.copy.as_ref().map_or(own, |copied| copied.card);
            Some(Entrant {
                id: object.id,
                card,
                controller: entering.controller.unwrap_or(object.owner),
                entering,
            })
        }
        Proposal::Token { card, controller, entering } => {
            let card = entering.copy.as_ref().map_or(*card, |copied| copied.card);
            Some(Entrant {
                id: board.next_id(),
                card,
                controller: entering.controller.unwrap_or(*controller),
                entering,
            })
        }
        _ => None,
    }
}

impl Magic {
    /// The board as it would be if only this permanent had entered: with the effects that already apply to
    /// how it enters, its own static abilities, and what would affect it (614.12).
    pub fn arrival(&self, board: &Board, event: &Proposal) -> Option<Arrival> {
        let id = board.next_id();
        let entered = match event {
            Proposal::Move { object, to, place, entering, why } => {
                let from = board.get(*object)?.zone;
                Event::Moved {
                    object: *object,
                    from,
                    to: *to,
                    place: *place,
                    new: id,
                    entering: entering.clone(),
                    why: *why,
                    last: None,
                    also: None,
                }
            }
            Proposal::Token { card, controller, entering } => {
                Event::TokenMade { card: *card, controller: *controller, new: id, entering: entering.clone() }
            }
            _ => return None,
        };
        let mut state = State::of(board.clone());
        apply(&mut state, &entered, &mut Touched::default());
        let computed = Layers { board: &state.board, card_pool: &self.card_pool }.compute();
        Some(Arrival { board: state.board, computed, id })
    }

    /// Whether anything could make a permanent other than printed as it enters.
    fn shapes_arrivals(&self, sight: &Sight<'_>, own: CardId) -> bool {
        let is_static = |card: CardId| {
            self.card_pool
                .card(card)
                .printed
                .iter()
                .any(|compiled| matches!(compiled.ability, Ability::Static(_)))
        };
        is_static(own)
            || self.card_pool.layers_elsewhere()
            || sight.board.effects.iter().any(|lasting| matches!(lasting.kind, LastingKind::Alter { .. }))
            || sight
                .board
                .zone(Zone::Battlefield)
                .iter()
                .filter_map(|id| sight.characteristics(*id))
                .any(|face| is_static(face.card) || !face.granted.is_empty())
    }

    /// The effects that apply to a permanent's entering: its own on itself, and those of other permanents
    /// (614.12).
    pub(super) fn arriving(&self, sight: &Sight<'_>, event: &Proposal, found: &mut Vec<(EffectKey, u8)>) {
        let Some(entrant) = entrant(sight.board, event) else { return };
        if self.loyalty(entrant.card) > 0
            && !entrant.entering.counters.iter().any(|entry| entry.0 == Counter::Loyalty)
        {
            found.push((EffectKey::Own(entrant.card, AbilityPlace::Loyalty), tier::ANY));
        }
        let abilities = &self.card_pool.card(entrant.card).printed;
        let replaces = |compiled: &Compiled| matches!(compiled.ability, Ability::Replacement(_));
        let given = self.given_for_entering(sight, (sight, entrant.id), &entrant);
        found.extend(given.iter().map(|key| (*key, tier::ANY)));
        let own =
            self.card_pool.rewrites() || self.card_pool.gives_entering() || abilities.iter().any(replaces);
        let others: Vec<(ObjectId, AbilityPlace, &Replacement)> = sight
            .replacements
            .iter()
            .filter_map(|(id, place)| Some((*id, *place, self.replacement_of(sight, *id, *place)?)))
            .filter(|(_, _, replacement)| on_others(replacement))
            .collect();
        if !own && others.is_empty() {
            return;
        }
        let arrival = if !others.is_empty() || self.shapes_arrivals(sight, entrant.card) {
            self.arrival(sight.board, event)
        } else {
            None
        };
        let there = arrival.as_ref().map(|arrival| (arrival.sight(sight), arrival.id));
        let has = |place: AbilityPlace| match &there {
            Some((there, id)) => there
                .characteristics(*id)
                .is_some_and(|characteristics| characteristics.ability(place).is_some()),
            None => true,
        };
        // It has the text that it would have there.
        let card = match &there {
            Some((there, id)) if self.card_pool.rewrites() => {
                there.characteristics(*id).map_or(entrant.card, |own| own.card)
            }
            _ => entrant.card,
        };
        let abilities = &self.card_pool.card(card).printed;
        let scope = Scope::of(entrant.id, entrant.controller);
        for (place, compiled) in (0..).map(AbilityPlace::Printed).zip(abilities) {
            if let Ability::Replacement(replacement) = &compiled.ability
                && self.own_applies(sight, replacement, &entrant, &scope)
                && has(place)
            {
                let copies = compiled
                    .code
                    .as_ref()
                    .is_some_and(|code| code.0.iter().any(|op| matches!(op, Op::Do(Verb::EnterCopy(..)))));
                found.push((EffectKey::Own(card, place), if copies { tier::COPY } else { tier::ANY }));
            }
        }
        let Some((there, id)) = there else { return };
        if self.card_pool.gives_entering() {
            let more = self.given_for_entering(sight, (&there, id), &entrant).into_iter();
            found.extend(more.filter(|key| !given.contains(key)).map(|key| (key, tier::ANY)));
        }
        for (source, place, replacement) in others {
            let scope =
                Scope { source: Some(source), controller: sight.controller(source), ..Scope::default() };
            let Some(tier) = others_tier(replacement, (&there, id, &scope), entrant.entering) else {
                continue;
            };
            found.push((EffectKey::Ability(source, place), tier));
        }
    }

    /// The abilities about how it enters that effects give a spell or a permanent, looked at as it is there: as it
    /// becomes a permanent, they apply to it.
    fn given_for_entering(
        &self,
        sight: &Sight<'_>,
        (there, id): (&Sight<'_>, ObjectId),
        entrant: &Entrant<'_>,
    ) -> Vec<EffectKey> {
        if !self.card_pool.enters_as_given() {
            return Vec::new();
        }
        let scope = Scope::of(entrant.id, entrant.controller);
        let of = |ability: &AbilityRef| match self.card_pool.ability(*ability) {
            Some(Ability::Replacement(replacement)) => self.own_applies(sight, replacement, entrant, &scope),
            _ => false,
        };
        cite!("614.12");
        let granted = there.characteristics(id).map_or(&[][..], |own| &own.granted);
        granted
            .iter()
            .filter(|ability| of(ability))
            .map(|given| EffectKey::Own(given.card, given.place))
            .collect()
    }

    fn own_applies(
        &self,
        sight: &Sight<'_>,
        replacement: &Replacement,
        entrant: &Entrant<'_>,
        scope: &Scope<'_>,
    ) -> bool {
        let Replacement::Enters { what: Filter::Is(Ref::This), tapped, unless, .. } = replacement else {
            return false;
        };
        (!tapped || !entrant.entering.tapped)
            && unless.as_ref().is_none_or(|condition| !sight.holds(condition, scope))
    }

    /// The script that runs as a permanent enters, when the effect is one (614.12a).
    pub fn entering_script(
        &self,
        board: &Board,
        event: &Proposal,
        key: EffectKey,
    ) -> Option<(CodeRef, Context)> {
        let EffectKey::Own(card, place) = key else { return None };
        let entrant = entrant(board, event)?;
        match self.card_pool.ability(AbilityRef { card, place })? {
            Ability::Replacement(Replacement::Enters { does: Some(_), .. }) => {
                cite!("706.6");
                let mut context = Context::of(entrant.id, entrant.controller);
                context.x =
                    board.get(entrant.id).and_then(|object| object.stack.as_ref()).map_or(0, |stack| stack.x);
                Some((CodeRef { card, ability: Some(place) }, context))
            }
            _ => None,
        }
    }

    pub(super) fn replace_by_own(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        card: CardId,
        place: AbilityPlace,
    ) -> Vec<Proposal> {
        if place == AbilityPlace::Loyalty {
            let mut event = event.clone();
            let loyalty =
                entrant(&play.state().board, &event).map_or(0, |entrant| self.loyalty(entrant.card));
            if let Proposal::Move { entering, .. } | Proposal::Token { entering, .. } = &mut event {
                entering.add(Counter::Loyalty, loyalty);
            }
            return vec![event];
        }
        if matches!(event, Proposal::TurnUp(..)) {
            return self.turned_with(play, event, AbilityRef { card, place });
        }
        let Some(Ability::Replacement(replacement)) = self.card_pool.ability(AbilityRef { card, place })
        else {
            return vec![event.clone()];
        };
        let scope = entrant(&play.state().board, event)
            .map(|entrant| Scope::of(entrant.id, entrant.controller))
            .unwrap_or_default();
        self.replace_arrival(play, event, (replacement, AbilityRef { card, place }), &scope)
    }

    /// How often the cost was paid that the static abilities of a card gave a spell, all of them together.
    fn paid_by_gift(&self, sight: &Sight<'_>, spell: Option<ObjectId>, giver: CardId, place: u8) -> u32 {
        let own = spell.and_then(|id| sight.object(id)).and_then(|own| Some((own.printed(), own.cast()?)));
        let Some((card, cast)) = own else { return 0 };
        let paid = (0..).map(|nth| self.card_pool.paid_given(giver, place, card, cast, nth));
        cite!("614.12");
        paid.take_while(|count| *count > 0).fold(0, u32::saturating_add)
    }

    /// With how many loyalty counters a permanent enters (306.5b).
    fn loyalty(&self, card: CardId) -> u32 {
        let base = &self.card_pool.card(card).base;
        cite!("209.1", "306.5b");
        if base.types.is(CardType::Planeswalker) { base.loyalty } else { 0 }
    }

    /// What an effect makes of a permanent's entering.
    pub(super) fn replace_arrival(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        (replacement, ability): (&Replacement, AbilityRef),
        scope: &Scope<'_>,
    ) -> Vec<Proposal> {
        let sight = self.sight(play);
        let mut event = event.clone();
        let x = entrant(sight.board, &event)
            .and_then(|entrant| sight.object(entrant.id))
            .and_then(|object| object.stack.as_ref())
            .map_or(0, |stack| stack.x);
        let (Proposal::Move { entering, .. } | Proposal::Token { entering, .. }) = &mut event else {
            return vec![event];
        };
        match replacement {
            Replacement::Enters { tapped, with, under, as_this, changes, .. } => {
                entering.tapped |= *tapped;
                if let (Some(source), Some(controller), false) =
                    (scope.source, scope.controller, changes.is_empty())
                {
                    let settled = changes.iter();
                    let settled =
                        settled.filter_map(|change| lock_in(change, &sight, scope, ability, u32::MAX));
                    let before = entering.altered.take();
                    let (source, controller, mut all) = before.unwrap_or((source, controller, Vec::new()));
                    all.extend(settled);
                    cite!("611.2e");
                    entering.altered = Some((source, controller, all));
                }
                if let Some((kind, number)) = with {
                    let count = match number {
                        Number::Cast(Fact::Paid(place)) if *place >= Fact::GIVEN => {
                            self.paid_by_gift(&sight, scope.source, ability.card, *place - Fact::GIVEN)
                        }
                        number => sight.count(number, &Scope { x, knows: Knows::Context, ..*scope }),
                    };
                    entering.add(*kind, count);
                }
                if let Some(who) = under {
                    entering.controller = sight.seat(who, scope);
                }
                if *as_this {
                    entering.copy = scope.source.and_then(|source| sight.object(source)).map(|source| {
                        let (card, except) = sight.board.copiable(source);
                        Box::new(Copied { card, except: except.to_vec() })
                    });
                }
            }
            Replacement::MovesInstead(..)
            | Replacement::MayMoveInstead { .. }
            | Replacement::Instead(..)
            | Replacement::Amount { .. }
            | Replacement::Prevent { .. }
            | Replacement::LifeStaysAt(..)
            | Replacement::FromGraveyard(..)
            | Replacement::AsDrawn(_)
            | Replacement::Skip(..)
            | Replacement::Regenerates(_)
            | Replacement::TokensInstead(..)
            | Replacement::SearchesTop(..)
            | Replacement::TurnedUp { .. }
            | Replacement::ManaInstead { .. }
            | Replacement::ExiledInstead(_)
            | Replacement::Begun(_) => {}
        }
        cite!("603.6d");
        vec![event]
    }
}

impl Entering {
    /// With so many more counters.
    pub fn add(&mut self, kind: crate::language::definition::Counter, count: u32) {
        match self.counters.iter_mut().find(|entry| entry.0 == kind) {
            Some(entry) => entry.1 = entry.1.saturating_add(count),
            None if count > 0 => self.counters.push((kind, count)),
            None => {}
        }
    }
}

/// Whether an effect of a permanent is on how others enter.
fn on_others(replacement: &Replacement) -> bool {
    match replacement {
        Replacement::Enters { what, .. } => *what != Filter::Is(Ref::This),
        Replacement::Amount { event, .. } => matches!(event, When::Counters { removed: false, .. }),
        Replacement::MovesInstead(..)
        | Replacement::MayMoveInstead { .. }
        | Replacement::Instead(..)
        | Replacement::Prevent { .. }
        | Replacement::LifeStaysAt(..)
        | Replacement::FromGraveyard(..)
        | Replacement::AsDrawn(_)
        | Replacement::Skip(..)
        | Replacement::Regenerates(_)
        | Replacement::TokensInstead(..)
        | Replacement::SearchesTop(..)
        | Replacement::TurnedUp { .. }
        | Replacement::ManaInstead { .. }
        | Replacement::ExiledInstead(_)
        | Replacement::Begun(_) => false,
    }
}

/// In which order an effect of another permanent applies to what is about to enter (616.1b-d), if it does.
fn others_tier(
    replacement: &Replacement,
    (there, id, scope): (&Sight<'_>, ObjectId, &Scope<'_>),
    entering: &Entering,
) -> Option<u8> {
    match replacement {
        Replacement::Enters { what, tapped, under, as_this, unless, .. } => {
            let elsewhere = |who| there.controller(id) != there.seat(who, scope);
            let applies = (!tapped || !entering.tapped)
                && under.as_ref().is_none_or(elsewhere)
                && there.matches(what, id, scope)
                && unless.as_ref().is_none_or(|condition| !there.holds(condition, scope));
            let tier = match (under, as_this) {
                (Some(_), _) => tier::CONTROL,
                (None, true) => tier::COPY,
                (None, false) => tier::ANY,
            };
            applies.then_some(tier)
        }
        Replacement::Amount { event: When::Counters { kind, what, by, .. }, .. } => {
            let some = entering.counters.iter().any(|entry| kind.is_none_or(|kind| kind == entry.0));
            let by = by.as_ref().map(|by| there.seat(by, scope));
            let own = by.is_none_or(|by| by.is_some() && by == there.controller(id));
            (some && own && there.matches(what, id, scope)).then_some(tier::ANY)
        }
        _ => None,
    }
}

/// The objects that move in the events of one moment: none of them can be chosen to move once more
/// (614.13a-b).
pub fn moving(batch: &[crate::state::Proposed]) -> Vec<ObjectId> {
    let object =
        |event: &Proposal| if let Proposal::Move { object, .. } = event { Some(*object) } else { None };
    batch.iter().filter_map(|proposed| object(&proposed.event)).collect()
}
