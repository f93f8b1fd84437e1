//! Casting cards face down (702.36, 707.4) and turning permanents face up (115.2b).

use duelog_kernel::unsettled::Knows;
use duelog_kernel::{ObjectId, Seat};

use super::Trial;
use crate::language::definition::{Ability, Counter, Number, Replacement};
use crate::language::types::CardType;
use crate::rules::continuous::Layers;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic, verb};
use crate::rules::refusal::{Refusal, refuse};
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, Board, CardId, CastMethod, Down, Object, OnStack, Proposal, StackKind, Zone,
};
use crate::{cite, rule};

impl Magic {
    /// Whether a card has an ability by which it can be cast face down (702.36a).
    pub(super) fn has_morph(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        let morph = |(_, ability)| self.card_pool.is_morph(ability);
        cite!("702.36a", "702.36d");
        self.card_pool.face_down().is_some()
            && sight.characteristics(id).is_some_and(|own| own.abilities().any(morph))
    }

    /// The face with which a card is cast, or that it is cast face down.
    pub(super) fn guise(&self, face: Option<CardId>) -> (Option<CardId>, Option<Down>) {
        match self.card_pool.face_down().filter(|down| Some(down.shows) == face) {
            Some(down) => (None, Some(down)),
            None => (face, None),
        }
    }

    /// The table as it would be if an object were face up.
    pub fn trial_up(&self, sight: &Sight<'_>, id: ObjectId) -> Option<Trial> {
        let mut board = sight.board.clone();
        board.objects.get_mut(id)?.down = None;
        let computed = Layers { board: &board, card_pool: &self.card_pool }.compute();
        Some(Trial::of(board, computed))
    }

    /// The ability by which a player may turn a permanent face up with a verb.
    ///
    /// # Errors
    /// Why the player may not, and the rule.
    fn turning(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, verb: u8) -> Result<AbilityRef, Refusal> {
        let Some(object) = sight.object(id).filter(|object| object.zone == Zone::Battlefield) else {
            return refuse("only permanents are turned face up so", rule!("707.7"));
        };
        if sight.controller(id) != Some(seat) {
            return refuse("only its controller can turn it face up so", rule!("115.2b"));
        }
        let Some(down) = object.down else { return refuse("it is not face down", rule!("707.7")) };
        if verb == verb::UNMANIFEST {
            return self.unmanifesting(object, down);
        }
        let trial = self.trial_up(sight, id);
        // It is looked at as it would be, whatever it is now.
        let up = trial.as_ref().map(|trial| trial.sight(sight));
        let own = up.as_ref().and_then(|up| up.characteristics(id));
        let morph =
            own.and_then(|own| own.abilities().find(|(_, ability)| self.card_pool.is_morph(*ability)));
        cite!("701.33c");
        match morph {
            Some((_, ability)) => Ok(ability),
            None => refuse("it would have no morph cost if it were face up", rule!("702.36e")),
        }
    }

    /// The ability by which a manifested permanent is turned face up for its mana cost.
    fn unmanifesting(&self, object: &Object, down: Down) -> Result<AbilityRef, Refusal> {
        let card = object.card;
        let base = &self.card_pool.card(card).base;
        if !down.manifested {
            return refuse("it is not manifested", rule!("701.33b"));
        }
        if !base.types.is(CardType::Creature) || !base.cost.exists {
            return refuse("its card is not a creature card with a mana cost", rule!("701.33b"));
        }
        Ok(AbilityRef { card, place: AbilityPlace::Unmanifest })
    }

    /// Whether a player who has priority can turn a permanent face up with a verb, and pay for it.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_turn(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, verb: u8) -> Result<(), Refusal> {
        let ability = self.turning(sight, seat, id, verb)?;
        let stack = OnStack::new(StackKind::Activated(id, ability.place));
        self.can_afford(sight, seat, (id, ability.card), &stack, CastMethod::Priority)
    }

    /// The verbs with which a player could turn a permanent face up now.
    pub fn turnings<'a>(
        &'a self,
        sight: &'a Sight<'a>,
        seat: Seat,
        object: &'a Object,
    ) -> impl Iterator<Item = u8> + 'a {
        let verbs: &[u8] = if object.down.is_some() { &[verb::UP, verb::UNMANIFEST] } else { &[] };
        verbs.iter().copied().filter(move |verb| self.can_turn(sight, seat, object.id, *verb).is_ok())
    }

    /// Begins to turn a permanent face up: its cost is shown to all players, and is paid (702.36e, 701.33b).
    pub fn begin_turning(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, verb: u8) {
        let Ok(ability) = self.turning(&self.sight(play), seat, id, verb) else { return };
        let new = play.state().board.next_id();
        play.emit(Event::ActionBegun, rule!("115.2b"));
        let stack = Box::new(OnStack::new(StackKind::Activated(id, ability.place)));
        let rule = if verb == verb::UP { rule!("702.36e") } else { rule!("701.33b") };
        play.emit(Event::AbilityMade { card: ability.card, controller: seat, new, stack }, rule);
        self.begin(play, seat, new, (CastMethod::Priority, None));
    }

    /// Turns permanents face up (707.8), for a cost with this X; whether that is their morph cost.
    pub fn turn_up(&self, play: &mut Game<'_>, ids: &[ObjectId], x: u32, paid: bool) {
        let mut batch = Vec::new();
        for &id in ids {
            let board = &play.state().board;
            let Some(card) = down_card(board, id) else { continue };
            if !self.card_pool.card(card).base.types.is_permanent() {
                // It stays face down, and nothing triggers.
                play.emit(Event::Shown(vec![id], u8::MAX), rule!("701.33f"));
                continue;
            }
            batch.push(Proposal::TurnUp(id, x));
            // While it is turned, not afterwards.
            cite!("614.1e", "707.11");
            batch.extend(self.counters_as_turned(&self.sight(play), id, x, paid));
        }
        self.happen(play, batch);
    }

    /// The counters that a permanent says are put on it as it is turned face up. Where something is done first, those
    /// alone of the cost that was paid: all others are said by what it is then.
    fn counters_as_turned(&self, sight: &Sight<'_>, id: ObjectId, x: u32, is_paid: bool) -> Vec<Proposal> {
        let Some(trial) = self.trial_up(sight, id) else { return Vec::new() };
        let up = trial.sight(sight);
        let Some(own) = up.characteristics(id) else { return Vec::new() };
        let acts = |(_, ability)| {
            let ability = self.card_pool.ability(ability);
            matches!(ability, Some(Ability::Replacement(Replacement::TurnedUp { does: Some(_), .. })))
        };
        let acts = own.abilities().any(acts);
        let said = |(_, ability)| match self.card_pool.ability(ability)? {
            Ability::Replacement(Replacement::TurnedUp { with: Some(with), paid, .. }) => {
                (if *paid { is_paid } else { !acts }).then_some(with)
            }
            _ => None,
        };
        own.abilities().filter_map(said).flat_map(|with| self.counter_as_turned(sight, id, x, with)).collect()
    }

    /// Counters are put on a permanent as it is turned face up; how many, what it is then says.
    pub fn counter_as_turned(
        &self,
        sight: &Sight<'_>,
        id: ObjectId,
        x: u32,
        (kind, number): &(Counter, Number),
    ) -> Option<Proposal> {
        let trial = self.trial_up(sight, id)?;
        let up = trial.sight(sight);
        let seat = up.controller(id)?;
        let scope = Scope { x, knows: Knows::Context, ..Scope::of(id, seat) };
        let by = sight.controller(id).unwrap_or(Seat(0));
        Some(Proposal::PutCounters(id, *kind, up.count(number, &scope), true, by))
    }
}

/// The card that a face-down permanent is.
fn down_card(board: &Board, id: ObjectId) -> Option<CardId> {
    let object = board.get(id).filter(|object| object.zone == Zone::Battlefield)?;
    object.down.map(|_| object.card)
}
