//! Replacement and prevention effects (614, 615): which apply to an event and what they make of it.

use duelog_kernel::replacement::Candidate;
use duelog_kernel::{ObjectId, RuleId, Seat, Viewer};

use crate::language::definition::{
    Ability, Deed, Destination, Filter, Reason, Ref, Replacement, Ruling, TurnPart, When,
};
use crate::rules::eval::{Scope, Sight};
use crate::rules::event_batch::{BatchOutcome, ReplacementContext};
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::protection;
use crate::rules::pattern::{Eye, Path, begins, by_effect_now, receives};
use crate::state::event::Event;
use crate::state::secrecy::may_identify;
use crate::state::{
    AbilityPlace, AbilityRef, CodeRef, Context, EffectKey, Entering, EventContext, FollowUp, Lasting,
    LastingKind, MoveReason, Place, Proposal, Proposed, Running, Step, Value, Zone,
};
use crate::{cite, rule};

mod amounts;
mod arrival;
mod commanding;
mod happening;
mod impossible;
mod kinds;
mod prevention;
mod turning_up;

use amounts::amount_of;
pub use amounts::more;
pub use arrival::moving;
pub use commanding::commander_owner;
use commanding::{commanded, into_command_zone};
use happening::{enters, happens, is_of_entering, is_something};

/// The precedence of 616.1a-d, ascending. Effects of a spell or ability on its own resolution (616.1a) are
/// part of its script, which proposes only what is left of them.
mod tier {
    /// 616.1b: under whose control an object enters the battlefield.
    pub const CONTROL: u8 = 1;
    /// 616.1c: what it enters as a copy of.
    pub const COPY: u8 = 2;
    /// 616.1d: all others.
    pub const ANY: u8 = 3;
}

impl Magic {
    /// Who chooses among effects on an event, and the object that it affects (616.1).
    pub fn affected(&self, sight: &Sight<'_>, event: &Proposal) -> (Seat, Option<ObjectId>) {
        let of_object = |id: ObjectId| (sight.controller(id).unwrap_or(Seat(0)), Some(id));
        match event {
            Proposal::Damage { to: Value::Object(id), .. } => of_object(*id),
            Proposal::Damage { to: Value::Seat(seat), .. } => (*seat, None),
            Proposal::Damage { source, .. } => of_object(*source),
            Proposal::Destroy { object, .. }
            | Proposal::PutCounters(object, ..)
            | Proposal::RemoveCounters(object, ..)
            | Proposal::CancelCounters(object, _)
            | Proposal::TurnUp(object, _)
            | Proposal::Unattach(object) => of_object(*object),
            Proposal::Move { object, entering, .. } => {
                let (seat, subject) = of_object(*object);
                (entering.controller.unwrap_or(seat), subject)
            }
            Proposal::Token { controller, entering, .. } => {
                (entering.controller.unwrap_or(*controller), None)
            }
            Proposal::Tokens { controller, .. } => (*controller, None),
            Proposal::Draw(seat)
            | Proposal::Draws(seat, _)
            | Proposal::GainLife(seat, _)
            | Proposal::LoseLife(seat, ..)
            | Proposal::Shuffle(seat)
            | Proposal::Sift(_, seat, _)
            | Proposal::Lose(seat, _)
            | Proposal::Mana { seat, .. }
            | Proposal::GainCounters(seat, ..)
            | Proposal::Turn(seat) => (*seat, None),
            Proposal::Step(_) => (sight.board.turn.active, None),
        }
    }

    fn is_as_drawn(&self, ability: AbilityRef) -> bool {
        matches!(self.card_pool.ability(ability), Some(Ability::Replacement(Replacement::AsDrawn(_))))
    }

    /// Returns whether a script is of an ability that its source has. A question as a card is drawn comes up for other
    /// cards too, so that nobody learns from it what the card is.
    pub fn is_of_its_source(&self, sight: &Sight<'_>, running: &Running) -> bool {
        let CodeRef { card, ability: Some(place) } = running.code else { return true };
        let (own, source) = (AbilityRef { card, place }, running.context.source);
        !self.is_as_drawn(own)
            || sight.unseeing && !may_identify(sight.board, Viewer::Public, source)
            || sight.characteristics(source).is_some_and(|face| face.abilities().any(|entry| entry.1 == own))
    }

    /// 603.11: an ability that reveals the first card that a player draws in a turn.
    pub fn reveal_first_draw(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        card: ObjectId,
        outcome: &mut BatchOutcome,
    ) {
        if play.state().board.player(seat).drawn != 1 {
            return;
        }
        let sight = self.sight(play);
        let asked = outcome.scripts.len();
        for (_, own) in sight.characteristics(card).into_iter().flat_map(|own| own.abilities()) {
            if self.is_as_drawn(own) {
                let code = CodeRef { card: own.card, ability: Some(own.place) };
                outcome.scripts.push((code, Context::of(card, seat)));
            }
        }
        // Who is asked does not tell whether the card has such an ability.
        if outcome.scripts.len() == asked
            && self.card_pool.asks_unseeing()
            && !may_identify(sight.board, Viewer::Public, card)
            && let Some(code) = self.card_pool.as_drawn()
        {
            outcome.scripts.push((code, Context::of(card, seat)));
        }
        let sources = sight.reveals_first_draw(seat);
        for source in sources {
            play.emit(Event::Shown(vec![card], u8::MAX), rule!("603.11"));
            outcome.emit(play, Event::DrawRevealed(card, source), rule!("607.2g"));
        }
    }

    /// The replacement effect at a place among an object's abilities.
    pub fn replacement_of(
        &self,
        sight: &Sight<'_>,
        id: ObjectId,
        place: AbilityPlace,
    ) -> Option<&Replacement> {
        match self.card_pool.ability(sight.characteristics(id)?.ability(place)?)? {
            Ability::Replacement(replacement) => Some(replacement),
            _ => None,
        }
    }

    /// The effects that apply to an event among others of the same moment, oldest first.
    pub fn candidates(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        batch: &[Proposed],
    ) -> Vec<Candidate<EffectKey>> {
        let mut found = Vec::new();
        cite!("614.4", "615.1", "615.4");
        for lasting in &sight.board.effects {
            if self.lasting_applies(sight, event, batch, lasting) {
                found.push((EffectKey::Lasting(lasting.id), tier::ANY));
            }
        }
        match event {
            Proposal::Move { to: Zone::Battlefield, .. } | Proposal::Token { .. } => {
                self.arriving(sight, event, &mut found);
                self.turned_away(sight, event, batch, &mut found);
            }
            Proposal::TurnUp(..) => self.turning_up(sight, event, batch, &mut found),
            _ => self.ability_candidates(sight, event, batch, &mut found),
        }
        match event {
            Proposal::Damage { source, to: Value::Object(id), amount: 1.., .. }
                if protection::protects(sight, *id, *source) =>
            {
                found.push((EffectKey::Protection(*id), tier::ANY));
            }
            Proposal::Damage { source, to: Value::Seat(seat), amount: 1.., .. }
                if protection::protects_player(sight, *seat, *source) =>
            {
                found.push((EffectKey::OfPlayer(*seat), tier::ANY));
            }
            _ => {}
        }
        found.extend(commanded(sight, event).map(|key| (key, tier::ANY)));
        if found.is_empty() {
            return Vec::new();
        }
        let chooser = self.affected(sight, event).0;
        found.into_iter().map(|(key, tier)| Candidate { key, tier, chooser }).collect()
    }

    fn lasting_applies(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        batch: &[Proposed],
        lasting: &Lasting,
    ) -> bool {
        match &lasting.kind {
            LastingKind::Shield(shield) => self.shields(sight, event, lasting, shield),
            LastingKind::Regenerate(shielded) => {
                // What was said of regenerating it does not matter before it would be destroyed.
                cite!("701.14c");
                matches!(event, Proposal::Destroy { object, regenerable: true, .. }
                    if shielded == object && !cannot_regenerate(sight, *object))
            }
            LastingKind::Skip(seat, span) => match event {
                Proposal::Step(step) => sight.board.is_active(*seat) && begins(*span, *step),
                Proposal::Turn(next) => *span == TurnPart::Turn && sight.board.are_mates(*seat, *next),
                _ => false,
            },
            LastingKind::Leave(objects, to) => match event {
                Proposal::Move { object, to: zone, .. } => {
                    let owner = sight.object(*object).map_or(Seat(0), |object| object.owner);
                    objects.contains(object) && destination_zone(*to, owner).0 != *zone
                }
                _ => false,
            },
            LastingKind::Die(objects, _) => match event {
                Proposal::Move { object, to: Zone::Graveyard(_), .. } => {
                    objects.contains(object) && sight.board.is_permanent(*object)
                }
                _ => false,
            },
            LastingKind::NoLife(seats) => match event {
                Proposal::GainLife(seat, amount) => *amount > 0 && seats.contains(seat),
                _ => false,
            },
            LastingKind::Replaces { ability, .. } => {
                self.card_pool.begun(*ability).is_some_and(|replacement| {
                    cite!("614.3");
                    self.applies(
                        sight,
                        event,
                        batch,
                        replacement,
                        &Scope::of(lasting.source, lasting.controller),
                    )
                })
            }
            LastingKind::Alter { .. }
            | LastingKind::Copy { .. }
            | LastingKind::Copies { .. }
            | LastingKind::Stay { .. }
            | LastingKind::Ignored { .. }
            | LastingKind::Control { .. }
            | LastingKind::Offered { .. }
            | LastingKind::Return(_)
            | LastingKind::Crowned(_)
            | LastingKind::Untaps(_)
            | LastingKind::Handed(_)
            | LastingKind::Reach { .. }
            | LastingKind::NextSpell { .. }
            | LastingKind::Misses { .. }
            | LastingKind::Players { .. } => false,
        }
    }

    /// The effects by which what would enter the battlefield goes elsewhere.
    fn turned_away(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        batch: &[Proposed],
        found: &mut Vec<(EffectKey, u8)>,
    ) {
        for &(id, place) in sight.replacements.iter().filter(|_| enters(event)) {
            let Some(replacement) = self.replacement_of(sight, id, place) else { continue };
            let meant = match replacement {
                Replacement::MovesInstead(when, _) | Replacement::ExiledInstead(when) => is_of_entering(when),
                _ => false,
            };
            if meant
                && seen_by(sight, id)
                    .is_some_and(|scope| self.applies(sight, event, batch, replacement, &scope))
            {
                found.push((EffectKey::Ability(id, place), tier::ANY));
            }
        }
    }

    fn ability_candidates(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        batch: &[Proposed],
        found: &mut Vec<(EffectKey, u8)>,
    ) {
        // A card that is not on the battlefield replaces its own move (112.6).
        if let Proposal::Move { object, to: Zone::Graveyard(_), .. } = event
            && sight.object(*object).is_some_and(|own| own.zone != Zone::Battlefield && !own.token)
            && let Some(own) = sight.characteristics(*object)
        {
            let leaves = |ability: AbilityRef| match self.card_pool.ability(ability) {
                Some(Ability::Replacement(
                    own @ (Replacement::MovesInstead(When::Moves { what: Filter::Is(Ref::This), .. }, _)
                    | Replacement::Instead(
                        When::Moves { what: Filter::Is(Ref::This), why: Some(Reason::Discarded), .. },
                        _,
                    )),
                )) => seen_by(sight, *object)
                    .is_some_and(|scope| self.applies(sight, event, batch, own, &scope)),
                _ => false,
            };
            found.extend(
                own.abilities()
                    .filter(|(_, ability)| leaves(*ability))
                    .map(|(place, _)| (EffectKey::Ability(*object, place), tier::ANY)),
            );
        }
        if let Proposal::Draw(seat) = event
            && self.card_pool.replaces_from_graveyards()
        {
            for &id in sight.board.zone(Zone::Graveyard(*seat)) {
                let Some(face) = sight.characteristics(id) else { continue };
                for (place, ability) in face.abilities() {
                    if let Some(Ability::Replacement(Replacement::FromGraveyard(when, _))) =
                        self.card_pool.ability(ability)
                        && happens(Eye { sight, scope: &Scope::of(id, *seat) }, when, event)
                    {
                        found.push((EffectKey::Ability(id, place), tier::ANY));
                    }
                }
            }
        }
        for &(id, place) in sight.replacements {
            if let Some(replacement) = self.replacement_of(sight, id, place)
                && seen_by(sight, id)
                    .is_some_and(|scope| self.applies(sight, event, batch, replacement, &scope))
            {
                found.push((EffectKey::Ability(id, place), tier::ANY));
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of replacement effects")]
    fn applies(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        batch: &[Proposed],
        replacement: &Replacement,
        scope: &Scope<'_>,
    ) -> bool {
        let eye = Eye { sight, scope };
        match replacement {
            Replacement::MovesInstead(when, _) => match event {
                Proposal::Move { object, to, why, .. } => {
                    Path::of(when).is_some_and(|path| path.fits(eye, *object, *to, *why))
                }
                _ => false,
            },
            Replacement::MayMoveInstead { event: when, by_effect, .. } => match event {
                Proposal::Move { object, to, why, .. } => {
                    (!by_effect || by_effect_now(sight.board).is_some())
                        && Path::of(when).is_some_and(|path| path.fits(eye, *object, *to, *why))
                }
                _ => false,
            },
            Replacement::ExiledInstead(when) => match event {
                Proposal::Move { object, to, why, .. } => {
                    *to != Zone::Exile
                        && Path::of(when).is_some_and(|path| path.fits(eye, *object, *to, *why))
                }
                _ => false,
            },
            Replacement::Instead(when, _) => {
                cite!("616.2");
                is_something(event) && happens(eye, when, event)
            }
            Replacement::Amount { event: when, by_effect: only, .. } => {
                let by_effect = !matches!(event, Proposal::PutCounters(_, _, _, false, _));
                cite!("614.7a");
                (by_effect || !only) && amount_of(event) > 0 && happens(eye, when, event)
            }
            Replacement::Prevent { from, to, combat, instead, .. } => {
                let Proposal::Damage { source: dealer, to: hit, amount, combat: fight, .. } = event else {
                    return false;
                };
                let receives_instead = |instead| {
                    let event = EventContext { object: Some(*dealer), ..EventContext::default() };
                    let whom = sight.refer(instead, &Scope { event, ..*scope });
                    whom.is_some_and(|instead| instead != *hit && prevention::can_receive(sight, instead))
                };
                cite!("609.7c");
                *amount > 0
                    && combat.is_none_or(|combat| combat == *fight)
                    && sight.matches(from, *dealer, scope)
                    && receives(sight, to, *hit, scope)
                    && instead.as_ref().is_none_or(receives_instead)
            }
            Replacement::LifeStaysAt(condition, least) => match event {
                Proposal::LoseLife(seat, _, true) => {
                    scope.controller == Some(*seat)
                        && sight.holds(condition, scope)
                        && life_after(sight, *seat, batch) < i64::from(*least)
                }
                _ => false,
            },
            Replacement::Skip(who, span) => match event {
                Proposal::Step(step) => {
                    let whose = sight.seat(who, scope);
                    whose.is_some_and(|seat| sight.board.is_active(seat)) && begins(*span, *step)
                }
                Proposal::Turn(next) => {
                    let whose = sight.seat(who, scope);
                    *span == TurnPart::Turn && whose.is_some_and(|seat| sight.board.are_mates(seat, *next))
                }
                _ => false,
            },
            Replacement::Regenerates(filter) => matches!(event,
                Proposal::Destroy { object, regenerable: true, .. }
                    if sight.matches(filter, *object, scope) && !cannot_regenerate(sight, *object)),
            // 701.6b: what the tokens are created as counts, and not what effects would make of them.
            Replacement::TokensInstead(who, kind, _) => {
                cite!("701.6b");
                matches!(event, Proposal::Tokens { card, controller, .. }
                    if sight.seat(who, scope) == Some(*controller)
                        && self.card_pool.card(*card).base.types.is(*kind))
            }
            Replacement::ManaInstead { event: when, least, .. } => {
                amount_of(event) >= *least && happens(eye, when, event)
            }
            // A search is looked at where it is made, and a draw once it has been.
            Replacement::Enters { .. }
            | Replacement::SearchesTop(..)
            | Replacement::FromGraveyard(..)
            | Replacement::TurnedUp { .. }
            | Replacement::AsDrawn(_)
            | Replacement::Begun(_) => false,
        }
    }

    /// The rule by which an effect has been chosen (616.1b-d).
    pub fn tier_rule(&self, sight: &Sight<'_>, event: &Proposal, key: EffectKey) -> RuleId {
        let candidates = self.candidates(sight, event, &[]);
        match candidates.iter().find(|candidate| candidate.key == key).map(|candidate| candidate.tier) {
            Some(tier::CONTROL) => rule!("616.1b"),
            Some(tier::COPY) => rule!("616.1c"),
            _ => rule!("616.1d"),
        }
    }

    /// What an effect makes of an event: the events that happen in its stead.
    pub fn replace(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        key: EffectKey,
        turning: &mut ReplacementContext<'_>,
    ) -> Vec<Proposal> {
        match key {
            EffectKey::Lasting(id) => self.replace_by_lasting(play, event, id, turning),
            EffectKey::Ability(source, place) => {
                let sight = self.sight(play);
                let ability = sight.characteristics(source).and_then(|face| face.ability(place));
                let scope = seen_by(&sight, source).unwrap_or(Scope::of(source, Seat(0)));
                match (self.replacement_of(&sight, source, place), ability) {
                    (Some(replacement), Some(ability)) => {
                        self.replace_by_effect(play, event, (replacement, ability, &scope), turning)
                    }
                    _ => vec![event.clone()],
                }
            }
            EffectKey::Own(card, place) => {
                cite!("112.6g");
                self.replace_by_own(play, event, card, place)
            }
            EffectKey::Command(_) => vec![into_command_zone(&self.sight(play), event)],
            // 702.16e: damage from sources of the quality is prevented.
            EffectKey::Protection(_) | EffectKey::OfPlayer(_) => {
                self.prevent(play, event, u32::MAX, rule!("702.16e")).1
            }
        }
    }

    fn replace_by_lasting(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        id: u32,
        turning: &mut ReplacementContext<'_>,
    ) -> Vec<Proposal> {
        let Some(lasting) = play.state().board.effects.iter().find(|lasting| lasting.id == id).cloned()
        else {
            return vec![event.clone()];
        };
        match lasting.kind {
            LastingKind::Shield(shield) => {
                self.replace_by_shield(play, event, (id, lasting.source, shield), turning)
            }
            LastingKind::Regenerate(object) => {
                play.emit(Event::EffectEnded(id), rule!("701.14a"));
                self.regenerates(play, object, rule!("701.14a"));
                Vec::new()
            }
            LastingKind::Skip(..) => {
                play.emit(Event::EffectEnded(id), rule!("614.10a"));
                self.skip_span(play, event)
            }
            LastingKind::Leave(_, to) | LastingKind::Die(_, to) => {
                self.moves_instead(play, event, to, turning)
            }
            LastingKind::NoLife(_) => Vec::new(),
            LastingKind::Replaces { ability, .. } => match self.card_pool.begun(ability) {
                Some(replacement) => {
                    let scope = Scope::of(lasting.source, lasting.controller);
                    self.replace_by_effect(play, event, (replacement, ability, &scope), turning)
                }
                None => vec![event.clone()],
            },
            LastingKind::Alter { .. }
            | LastingKind::Copy { .. }
            | LastingKind::Copies { .. }
            | LastingKind::Stay { .. }
            | LastingKind::Ignored { .. }
            | LastingKind::Control { .. }
            | LastingKind::Offered { .. }
            | LastingKind::Return(_)
            | LastingKind::Crowned(_)
            | LastingKind::Untaps(_)
            | LastingKind::Handed(_)
            | LastingKind::Reach { .. }
            | LastingKind::NextSpell { .. }
            | LastingKind::Misses { .. }
            | LastingKind::Players { .. } => vec![event.clone()],
        }
    }

    /// What would be destroyed is tapped instead, its damage is removed, and it leaves combat (701.7c).
    fn regenerates(&self, play: &mut Game<'_>, object: ObjectId, rule: RuleId) {
        cite!("701.7c");
        if play.state().board.get(object).is_some_and(|object| !object.permanent.tapped) {
            self.emit(play, Event::Tapped(object), rule);
        }
        play.emit(Event::Regenerated(object), rule);
    }

    /// Puts in place of an event what a replacement effect says, as its source sees it.
    #[expect(clippy::too_many_lines, reason = "a flat table of what replaces")]
    fn replace_by_effect(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        (replacement, AbilityRef { card, place }, scope): (&Replacement, AbilityRef, &Scope<'_>),
        turning: &mut ReplacementContext<'_>,
    ) -> Vec<Proposal> {
        let sight = self.sight(play);
        let (Some(source), controller) = (scope.source, scope.controller.unwrap_or(Seat(0))) else {
            return vec![event.clone()];
        };
        match replacement {
            Replacement::MovesInstead(_, destination) => {
                self.moves_instead(play, event, *destination, turning)
            }
            Replacement::MayMoveInstead { to, .. } => {
                let instead = self.moves_instead(play, event, *to, turning);
                instead.into_iter().map(unseen).collect()
            }
            Replacement::ExiledInstead(_) => {
                if let Proposal::Move { object, .. } = event {
                    turning.after.push(FollowUp::Link(source, card, *object));
                }
                self.moves_instead(play, event, Destination::Exile, turning)
            }
            Replacement::Prevent { instead, amount, then, does, .. } => {
                let (object, much) = match event {
                    Proposal::Damage { source, amount, .. } => (Some(*source), *amount),
                    _ => (None, 0),
                };
                let scope = Scope {
                    event: EventContext { object, amount: much, ..EventContext::default() },
                    ..*scope
                };
                let most = amount.as_ref().map_or(u32::MAX, |number| sight.count(number, &scope));
                if does.is_some() {
                    let told = self.told_instead(&sight, event);
                    let prevented = if self.cannot_be_prevented(&sight, event) { 0 } else { most.min(much) };
                    let own = Context::of(source, controller);
                    let context = Context { event: told, x: prevented, ..own };
                    let code = CodeRef { card, ability: Some(place) };
                    cite!("615.5");
                    turning.after.push(FollowUp::Script(code, context, turning.applied.to_vec()));
                }
                let instead = instead.as_ref().map(|instead| sight.refer(instead, &scope));
                let whom = then.iter().map(|then| sight.refer(&then.whom, &scope)).collect();
                self.replace_by_prevention(play, event, (source, most, instead), (then, whom), turning)
            }
            Replacement::Amount { .. } => {
                let more = more(event.clone(), replacement);
                // Where no counter is left, none is put (614.6).
                if amount_of(&more) == 0 && amount_of(event) > 0 { Vec::new() } else { vec![more] }
            }
            Replacement::Instead(..) | Replacement::FromGraveyard(..) => {
                let told = self.told_instead(&sight, event);
                // What is done in exchange for a step, phase or turn is the first that is done in the next one.
                let next = match event {
                    Proposal::Step(_) | Proposal::Turn(_) => {
                        cite!("614.10b");
                        self.skip_span(play, event)
                    }
                    _ => self.begins_with(&sight, CodeRef { card, ability: Some(place) }, source, event),
                };
                cite!("603.7f");
                let context = Context { event: told, ..Context::of(source, controller) };
                let code = CodeRef { card, ability: Some(place) };
                turning.after.push(FollowUp::Script(code, context, turning.applied.to_vec()));
                next
            }
            Replacement::LifeStaysAt(_, least) => {
                let Proposal::LoseLife(seat, amount, damage) = event else { return vec![event.clone()] };
                let room = life_after(&sight, *seat, turning.batch) - i64::from(*least);
                vec![Proposal::LoseLife(*seat, room.clamp(0, i64::from(*amount)) as u32, *damage)]
            }
            Replacement::Skip(..) => self.skip_span(play, event),
            Replacement::Enters { .. } => {
                self.replace_arrival(play, event, (replacement, AbilityRef { card, place }), scope)
            }
            Replacement::Regenerates(_) => {
                if let Proposal::Destroy { object, .. } = event {
                    self.regenerates(play, *object, rule!("701.14b"));
                }
                Vec::new()
            }
            Replacement::TokensInstead(_, _, token) => match (event, self.card_pool.find(token)) {
                (Proposal::Tokens { controller, count, entering, .. }, Some(card)) => {
                    let entering = Entering { copy: None, ..entering.clone() };
                    vec![Proposal::Tokens { card, controller: *controller, count: *count, entering }]
                }
                _ => vec![event.clone()],
            },
            Replacement::ManaInstead { mana, number, .. } => {
                vec![self.other_mana(&sight, event, (source, card), *mana, *number)]
            }
            Replacement::SearchesTop(..)
            | Replacement::AsDrawn(_)
            | Replacement::TurnedUp { .. }
            | Replacement::Begun(_) => vec![event.clone()],
        }
    }

    /// What moves goes elsewhere (614.6).
    fn moves_instead(
        &self,
        play: &Game<'_>,
        event: &Proposal,
        destination: Destination,
        turning: &mut ReplacementContext<'_>,
    ) -> Vec<Proposal> {
        let Proposal::Move { object, why, .. } = *event else { return vec![event.clone()] };
        let owner = self.owner(play, object);
        let (to, place) = destination_zone(destination, owner);
        if destination == Destination::LibraryShuffled {
            turning.after.push(FollowUp::Event(Proposal::Shuffle(owner)));
        }
        vec![Proposal::Move { object, to, place, entering: Entering::default(), why }]
    }

    /// 614.10: nothing happens in place of a step, phase or turn; what comes after it begins.
    fn skip_span(&self, play: &mut Game<'_>, event: &Proposal) -> Vec<Proposal> {
        cite!("500.10");
        match event {
            // The phase is skipped as a whole.
            Proposal::Step(Step::BeginCombat) => {
                vec![Proposal::Step(self.following(play, Step::EndCombat))]
            }
            Proposal::Step(step) => {
                let next = self.following(play, *step);
                vec![Proposal::Step(next)]
            }
            Proposal::Turn(seat) => {
                let extra = play.state().board.turn.extra.last() == Some(seat);
                play.emit(Event::TurnSkipped(*seat), rule!("614.10"));
                let board = &play.state().board;
                let after = if extra { board.turn.in_order() } else { *seat };
                vec![Proposal::Turn(board.turn.extra.last().copied().unwrap_or(board.next_turn(after)))]
            }
            other => vec![other.clone()],
        }
    }
}

/// All that an ability of an object knows.
fn seen_by<'a>(sight: &Sight<'_>, source: ObjectId) -> Option<Scope<'a>> {
    sight.controller(source).map(|controller| Scope::of(source, controller))
}

/// What is discarded into a hidden zone is not shown (701.8c).
fn unseen(mut event: Proposal) -> Proposal {
    if let Proposal::Move { to, why: why @ MoveReason::Discarded, .. } = &mut event
        && to.is_hidden()
    {
        cite!("701.8c");
        *why = MoveReason::DiscardedUnseen;
    }
    event
}

impl Context {
    /// What an effect of an object knows that has no targets.
    pub fn of(source: ObjectId, controller: Seat) -> Context {
        Context {
            source,
            controller,
            targets: Vec::new(),
            modes: Vec::new(),
            x: 0,
            shares: Vec::new(),
            event: EventContext::default(),
            finds: Vec::new(),
            paid: Vec::new(),
            since: 0,
        }
    }
}

/// A player's life total as the life changes of one moment would leave it (119.4c).
fn life_after(sight: &Sight<'_>, seat: Seat, batch: &[Proposed]) -> i64 {
    let sharers = sight.board.sharers(seat);
    let shares = |who: Seat| sharers.contains(&who);
    batch.iter().fold(i64::from(sight.board.player(seat).life), |life, proposed| match proposed.event {
        Proposal::GainLife(who, amount) if shares(who) => life + i64::from(amount),
        Proposal::LoseLife(who, amount, _) if shares(who) => life - i64::from(amount),
        _ => life,
    })
}

fn cannot_regenerate(sight: &Sight<'_>, id: ObjectId) -> bool {
    sight.ruled(id, Ruling::Forbid, Deed::Regenerate)
}

/// The zone of a destination for a card of `owner`, and the place in it.
pub fn destination_zone(destination: crate::language::definition::Destination, owner: Seat) -> (Zone, Place) {
    use crate::language::definition::Destination;
    cite!("400.3");
    match destination {
        Destination::Hand => (Zone::Hand(owner), Place::Top),
        Destination::LibraryTop | Destination::LibraryShuffled => (Zone::Library(owner), Place::Top),
        Destination::LibraryBottom | Destination::LibraryRandom => (Zone::Library(owner), Place::Bottom),
        Destination::Graveyard => (Zone::Graveyard(owner), Place::Top),
        Destination::Exile => {
            cite!("406.2", "701.11a");
            (Zone::Exile, Place::Top)
        }
        Destination::LibraryBelow(above) => {
            cite!("401.7");
            (Zone::Library(owner), Place::Under(u32::from(above)))
        }
        Destination::Battlefield | Destination::BattlefieldTapped | Destination::BattlefieldOwner => {
            (Zone::Battlefield, Place::Top)
        }
    }
}
