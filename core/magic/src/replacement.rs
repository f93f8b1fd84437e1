//! Replacement and prevention effects (614, 615): which apply to an event and what they make of it.

use duelog_kernel::replacement::Candidate;
use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::definition::{Ability, Recipient, Replacement};
use crate::engine::{Game, Magic};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::rule;
use crate::state::{Alter, EffectKey, Entering, LastingKind, Place, Proposal, Value, Zone};
use crate::targets::protected;

/// The precedence of 616.1a-d; only the last is used by effects that change neither control nor what is copied.
const ANY: u8 = 3;

impl Magic {
    /// Who chooses among effects on an event, and the object that it affects (616.1).
    pub fn affected(&self, sight: &Sight<'_>, event: &Proposal) -> (Seat, Option<ObjectId>) {
        let of_object = |id: ObjectId| (sight.controller(id).unwrap_or(Seat(0)), Some(id));
        match event {
            Proposal::Damage { to: Value::Object(id), .. } => of_object(*id),
            Proposal::Damage { to: Value::Seat(seat), .. } => (*seat, None),
            Proposal::Damage { source, .. } => of_object(*source),
            Proposal::Destroy { object, .. } | Proposal::PutCounters(object, ..) => of_object(*object),
            Proposal::Move { object, entering, .. } => {
                let (seat, subject) = of_object(*object);
                (entering.controller.unwrap_or(seat), subject)
            }
            Proposal::Token { controller, .. } => (*controller, None),
            Proposal::Draw(seat) | Proposal::GainLife(seat, _) | Proposal::LoseLife(seat, _) => (*seat, None),
        }
    }

    /// The effects that apply to an event, oldest first.
    pub fn candidates(&self, sight: &Sight<'_>, event: &Proposal) -> Vec<Candidate<EffectKey>> {
        let mut keys = Vec::new();
        for lasting in &sight.board.effects {
            let applies = match (&lasting.kind, event) {
                (LastingKind::Prevent { to, .. }, Proposal::Damage { to: recipient, amount, .. }) => to == recipient && *amount > 0,
                (LastingKind::PreventCombat, Proposal::Damage { combat, amount, .. }) => *combat && *amount > 0,
                (LastingKind::Regenerate(shielded), Proposal::Destroy { object, regenerable, .. }) => {
                    shielded == object && *regenerable && !cannot_regenerate(sight, *object)
                }
                _ => false,
            };
            if applies {
                keys.push(EffectKey::Lasting(lasting.id));
            }
        }
        self.ability_candidates(sight, event, &mut keys);
        if let Proposal::Damage { source, to: Value::Object(id), amount, .. } = event
            && *amount > 0
            && protected(sight, *id, *source)
        {
            keys.push(EffectKey::Protection(*id));
        }
        if keys.is_empty() {
            return Vec::new();
        }
        let chooser = self.affected(sight, event).0;
        keys.into_iter().map(|key| Candidate { key, tier: ANY, chooser }).collect()
    }

    fn ability_candidates(&self, sight: &Sight<'_>, event: &Proposal, keys: &mut Vec<EffectKey>) {
        // What enters brings its own abilities with it (614.12).
        let entering = match event {
            Proposal::Move { object, to: Zone::Battlefield, .. } => sight.object(*object).map(|object| (object.id, object.card)),
            _ => None,
        };
        if let Some((id, card)) = entering {
            for (place, ability) in self.library.card(card).definition.abilities.iter().enumerate() {
                if let Ability::Replacement(replacement) = ability
                    && self.applies(sight, event, replacement, id)
                {
                    keys.push(EffectKey::Ability(id, place as u8));
                }
            }
        }
        for &(id, place) in sight.replacements {
            let Some(object) = sight.object(id) else { continue };
            if let Some(Ability::Replacement(replacement)) = self.library.card(object.card).definition.abilities.get(usize::from(place))
                && self.applies(sight, event, replacement, id)
            {
                keys.push(EffectKey::Ability(id, place));
            }
        }
    }

    fn applies(&self, sight: &Sight<'_>, event: &Proposal, replacement: &Replacement, source: ObjectId) -> bool {
        let Some(controller) = sight.controller(source) else { return false };
        let scope = Scope::of(source, controller);
        match (replacement, event) {
            (Replacement::EntersTapped, Proposal::Move { object, to: Zone::Battlefield, entering, .. }) => *object == source && !entering.tapped,
            (Replacement::EntersTappedUnless(condition), Proposal::Move { object, to: Zone::Battlefield, entering, .. }) => {
                *object == source && !entering.tapped && !sight.holds(condition, &scope)
            }
            (Replacement::EntersWithCounters(..), Proposal::Move { object, to: Zone::Battlefield, .. }) => *object == source,
            (Replacement::OthersEnterTapped(filter), Proposal::Move { object, to: Zone::Battlefield, entering, .. }) => {
                *object != source && !entering.tapped && sight.matches(filter, *object, &scope)
            }
            (Replacement::GraveyardInstead(filter, _), Proposal::Move { object, to: Zone::Graveyard(_), .. }) => {
                sight.matches(filter, *object, &scope)
            }
            (
                Replacement::PreventDamage { from, to, .. } | Replacement::MultiplyDamage { from, to, .. },
                Proposal::Damage { source: dealer, to: hit, amount, .. },
            ) => *amount > 0 && sight.matches(from, *dealer, &scope) && receives(sight, to, *hit, &scope),
            (Replacement::MultiplyLifeGain(_), Proposal::GainLife(seat, amount)) => *seat == controller && *amount > 0,
            _ => false,
        }
    }

    /// What an effect makes of an event: the events that happen in its stead.
    pub fn replace(&self, play: &mut Game<'_>, event: &Proposal, key: EffectKey) -> Vec<Proposal> {
        match key {
            EffectKey::Lasting(id) => self.replace_by_lasting(play, event, id),
            EffectKey::Ability(source, place) => self.replace_by_ability(play, event, source, place),
            // 702.16e: damage from sources of the quality is prevented.
            EffectKey::Protection(_) => match event {
                Proposal::Damage { source, to, amount, combat } => prevent(play, *source, *to, *amount, *amount, *combat, rule!("702.16e")),
                other => vec![other.clone()],
            },
        }
    }

    fn replace_by_lasting(&self, play: &mut Game<'_>, event: &Proposal, id: u32) -> Vec<Proposal> {
        let Some(lasting) = play.state().board.effects.iter().find(|lasting| lasting.id == id).cloned() else { return vec![event.clone()] };
        match (lasting.kind, event) {
            (LastingKind::Prevent { amount: shield, .. }, Proposal::Damage { source, to, amount, combat }) => {
                let prevented = shield.unwrap_or(u32::MAX).min(*amount);
                if let Some(shield) = shield {
                    let left = shield - prevented;
                    play.emit(if left == 0 { Event::EffectEnded(id) } else { Event::ShieldLeft(id, left) }, rule!("615.7"));
                }
                prevent(play, *source, *to, *amount, prevented, *combat, rule!("615.6"))
            }
            (LastingKind::PreventCombat, Proposal::Damage { source, to, amount, combat }) => {
                prevent(play, *source, *to, *amount, *amount, *combat, rule!("615.6"))
            }
            (LastingKind::Regenerate(object), Proposal::Destroy { .. }) => {
                play.emit(Event::EffectEnded(id), rule!("701.14a"));
                play.emit(Event::Regenerated(object), rule!("701.14a"));
                Vec::new()
            }
            _ => vec![event.clone()],
        }
    }

    fn replace_by_ability(&self, play: &mut Game<'_>, event: &Proposal, source: ObjectId, place: u8) -> Vec<Proposal> {
        let sight = self.sight(play);
        let card = sight.object(source).map(|object| object.card);
        let Some(Ability::Replacement(replacement)) = card.and_then(|card| self.library.card(card).definition.abilities.get(usize::from(place)))
        else {
            return vec![event.clone()];
        };
        let scope = Scope::of(source, sight.controller(source).unwrap_or(Seat(0)));
        match (replacement, event) {
            (
                Replacement::EntersTapped | Replacement::EntersTappedUnless(_) | Replacement::OthersEnterTapped(_),
                Proposal::Move { object, to, place, entering, why },
            ) => {
                let entering = Entering { tapped: true, ..entering.clone() };
                vec![Proposal::Move { object: *object, to: *to, place: *place, entering, why: *why }]
            }
            (Replacement::EntersWithCounters(kind, number), Proposal::Move { object, to, place, entering, why }) => {
                let x = sight.object(source).and_then(|object| object.stack.as_ref()).map_or(0, |stack| stack.x);
                let count = sight.count(number, &Scope { x, ..scope });
                let mut entering = entering.clone();
                entering.counters.push((*kind, count));
                vec![Proposal::Move { object: *object, to: *to, place: *place, entering, why: *why }]
            }
            (Replacement::GraveyardInstead(_, destination), Proposal::Move { object, why, .. }) => {
                let owner = sight.object(*object).map_or(Seat(0), |object| object.owner);
                let (to, place) = destination_zone(*destination, owner);
                vec![Proposal::Move { object: *object, to, place, entering: Entering::default(), why: *why }]
            }
            (Replacement::PreventDamage { amount: limit, .. }, Proposal::Damage { source: dealer, to, amount, combat }) => {
                let most = limit.as_ref().map_or(u32::MAX, |number| sight.count(number, &scope));
                prevent(play, *dealer, *to, *amount, most.min(*amount), *combat, rule!("615.6"))
            }
            (Replacement::MultiplyDamage { by, .. }, Proposal::Damage { source: dealer, to, amount, combat }) => {
                vec![Proposal::Damage { source: *dealer, to: *to, amount: amount.saturating_mul(*by), combat: *combat }]
            }
            (Replacement::MultiplyLifeGain(by), Proposal::GainLife(seat, amount)) => vec![Proposal::GainLife(*seat, amount.saturating_mul(*by))],
            _ => vec![event.clone()],
        }
    }
}

fn prevent(play: &mut Game<'_>, source: ObjectId, to: Value, amount: u32, prevented: u32, combat: bool, rule: RuleId) -> Vec<Proposal> {
    if prevented == 0 {
        return vec![Proposal::Damage { source, to, amount, combat }];
    }
    play.emit(Event::DamagePrevented { source, to, amount: prevented }, rule);
    if prevented == amount { Vec::new() } else { vec![Proposal::Damage { source, to, amount: amount - prevented, combat }] }
}

fn cannot_regenerate(sight: &Sight<'_>, id: ObjectId) -> bool {
    sight.characteristics(id).is_some_and(|characteristics| characteristics.limits.contains(&Alter::CantRegenerate))
}

/// Whether damage to `hit` is what a recipient describes.
pub fn receives(sight: &Sight<'_>, recipient: &Recipient, hit: Value, scope: &Scope<'_>) -> bool {
    match (recipient, hit) {
        (Recipient::Anything, _) | (Recipient::Players, Value::Seat(_)) => true,
        (Recipient::You, Value::Seat(seat)) => scope.controller == Some(seat),
        (Recipient::Objects(filter), Value::Object(id)) => sight.matches(filter, id, scope),
        _ => false,
    }
}

/// The zone of a destination for a card of `owner`, and the place in it.
pub fn destination_zone(destination: crate::definition::Destination, owner: Seat) -> (Zone, Place) {
    use crate::definition::Destination;
    match destination {
        Destination::Hand => (Zone::Hand(owner), Place::Top),
        Destination::LibraryTop | Destination::LibraryShuffled => (Zone::Library(owner), Place::Top),
        Destination::LibraryBottom => (Zone::Library(owner), Place::Bottom),
        Destination::Graveyard => (Zone::Graveyard(owner), Place::Top),
        Destination::Exile => (Zone::Exile, Place::Top),
        Destination::Battlefield | Destination::BattlefieldTapped | Destination::BattlefieldOwner => (Zone::Battlefield, Place::Top),
    }
}
