//! Replacement and prevention effects (614, 615): which apply to an event and what they make of it.

use duelog_kernel::replacement::Candidate;
use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::{
    Ability, Aftermath, Change, Consequence, Counter, Deed, Destination, Filter, Reason, Ref, Replacement,
    Ruling, Shield as ShieldText, TurnPart, Verb, When,
};
use crate::rules::eval::{Scope, Sight};
use crate::rules::event_batch::{BatchOutcome, ReplacementContext};
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::protection;
use crate::rules::pattern::{Eye, Path, begins, receives};
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, CodeRef, Context, EffectKey, Entering, EventContext, FollowUp, Lasting,
    LastingKind, MoveReason, Place, Proposal, Proposed, Shield, Step, Value, Zone,
};
use crate::{cite, rule};

mod arrival;
mod kinds;

pub use arrival::moving;

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
            | Proposal::GainLife(seat, _)
            | Proposal::LoseLife(seat, ..)
            | Proposal::Shuffle(seat)
            | Proposal::Lose(seat, _)
            | Proposal::Turn(seat) => (*seat, None),
            Proposal::Step(_) => (sight.board.turn.active, None),
        }
    }

    /// Whether an event cannot happen (614.17); then nothing replaces it either (614.17c).
    pub fn impossible(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        let of = |seat, deed| sight.ruled_for(seat, Ruling::Forbid, deed) > 0;
        let with = |deed, object| {
            sight.forbidden(deed).iter().any(|(filter, scope)| sight.matches(filter, object, scope))
        };
        match event {
            Proposal::Lose(seat, _) => of(*seat, Deed::LoseGame),
            Proposal::GainLife(seat, _) => of(*seat, Deed::GainLife),
            Proposal::Draw(seat) => of(*seat, Deed::Draw),
            Proposal::Move { object, why: MoveReason::Countered, .. } => {
                with(Deed::BeCountered, *object) || self.never_countered(sight, *object)
            }
            Proposal::PutCounters(object, ..) => with(Deed::GetCounters, *object),
            Proposal::Move { to: Zone::Battlefield, .. } | Proposal::Token { .. } => {
                self.arrives_under(sight, event, Deed::Enter)
            }
            Proposal::Move { .. }
            | Proposal::Damage { .. }
            | Proposal::Destroy { .. }
            | Proposal::RemoveCounters(..)
            | Proposal::CancelCounters(..)
            | Proposal::Unattach(_)
            | Proposal::Tokens { .. }
            | Proposal::LoseLife(..)
            | Proposal::Shuffle(_)
            | Proposal::Turn(_)
            | Proposal::Step(_) => false,
        }
    }

    /// Whether something is forbidden of what is about to enter, as it would be on the battlefield (614.17d).
    fn arrives_under(&self, sight: &Sight<'_>, event: &Proposal, deed: Deed) -> bool {
        let bans = sight.forbidden(deed);
        let arrival = if bans.is_empty() { None } else { self.arrival(sight.board, event) };
        arrival.is_some_and(|arrival| {
            let there = arrival.sight(sight);
            bans.iter().any(|(filter, scope)| there.matches(filter, arrival.id, scope))
        })
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
        let sources = sight.reveals_first_draw(seat);
        for source in sources {
            play.emit(Event::Shown(vec![card], u8::MAX), rule!("603.11"));
            outcome.emit(play, Event::DrawRevealed(card, source), rule!("607.2g"));
        }
    }

    /// Whether a player cannot win the game (614.17).
    pub fn cannot_win(&self, sight: &Sight<'_>, seat: Seat) -> bool {
        sight.ruled_for(seat, Ruling::Forbid, Deed::WinGame) > 0
    }

    fn replacement_of(&self, sight: &Sight<'_>, id: ObjectId, place: AbilityPlace) -> Option<&Replacement> {
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
        for lasting in &sight.board.effects {
            if self.lasting_applies(sight, event, lasting) {
                found.push((EffectKey::Lasting(lasting.id), tier::ANY));
            }
        }
        match event {
            Proposal::Move { to: Zone::Battlefield, .. } | Proposal::Token { .. } => {
                self.arriving(sight, event, &mut found)
            }
            _ => self.ability_candidates(sight, event, batch, &mut found),
        }
        if let Proposal::Damage { source, to: Value::Object(id), amount, .. } = event
            && *amount > 0
            && protection::protects(sight, *id, *source)
        {
            found.push((EffectKey::Protection(*id), tier::ANY));
        }
        if found.is_empty() {
            return Vec::new();
        }
        let chooser = self.affected(sight, event).0;
        found.into_iter().map(|(key, tier)| Candidate { key, tier, chooser }).collect()
    }

    fn lasting_applies(&self, sight: &Sight<'_>, event: &Proposal, lasting: &Lasting) -> bool {
        match &lasting.kind {
            LastingKind::Shield(shield) => self.shields(sight, event, lasting, shield),
            LastingKind::Regenerate(shielded) => {
                matches!(event, Proposal::Destroy { object, regenerable: true, .. }
                    if shielded == object && !cannot_regenerate(sight, *object))
            }
            LastingKind::Skip(seat, span) => match event {
                Proposal::Step(step) => *seat == sight.board.turn.active && begins(*span, *step),
                Proposal::Turn(next) => *span == TurnPart::Turn && seat == next,
                _ => false,
            },
            LastingKind::Alter { .. }
            | LastingKind::Copy { .. }
            | LastingKind::Stay { .. }
            | LastingKind::Return(_)
            | LastingKind::Players { .. } => false,
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
            let leaves = |ability: AbilityRef| {
                matches!(
                    self.card_pool.ability(ability),
                    Some(Ability::Replacement(Replacement::MovesInstead(
                        When::Moves { what: Filter::Is(Ref::This), .. },
                        _
                    )))
                )
            };
            found.extend(
                own.abilities()
                    .filter(|(_, ability)| leaves(*ability))
                    .map(|(place, _)| (EffectKey::Ability(*object, place), tier::ANY)),
            );
        }
        for &(id, place) in sight.replacements {
            if let Some(replacement) = self.replacement_of(sight, id, place)
                && self.applies(sight, event, batch, replacement, id)
            {
                found.push((EffectKey::Ability(id, place), tier::ANY));
            }
        }
    }

    fn applies(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        batch: &[Proposed],
        replacement: &Replacement,
        source: ObjectId,
    ) -> bool {
        let Some(controller) = sight.controller(source) else { return false };
        let scope = Scope::of(source, controller);
        let eye = Eye { sight, scope: &scope };
        match replacement {
            Replacement::MovesInstead(when, _) => match event {
                Proposal::Move { object, to, why, .. } => {
                    Path::of(when).is_some_and(|path| path.fits(eye, *object, *to, *why))
                }
                _ => false,
            },
            Replacement::Instead(when, _) => happens(eye, when, event),
            Replacement::Amount { event: when, by_effect: only, .. } => {
                let by_effect = !matches!(event, Proposal::PutCounters(_, _, _, false));
                (by_effect || !only) && amount_of(event) > 0 && happens(eye, when, event)
            }
            Replacement::Prevent { from, to, combat, instead, .. } => {
                let Proposal::Damage { source: dealer, to: hit, amount, combat: fight, .. } = event else {
                    return false;
                };
                let receives_instead = |instead| {
                    let whom = sight.refer(instead, &scope);
                    whom.is_some_and(|instead| instead != *hit && can_receive(sight, instead))
                };
                *amount > 0
                    && combat.is_none_or(|combat| combat == *fight)
                    && sight.matches(from, *dealer, &scope)
                    && receives(sight, to, *hit, &scope)
                    && instead.as_ref().is_none_or(receives_instead)
            }
            Replacement::LifeStaysAt(condition, least) => match event {
                Proposal::LoseLife(seat, _, true) => {
                    *seat == controller
                        && sight.holds(condition, &scope)
                        && life_after(sight, *seat, batch) < i64::from(*least)
                }
                _ => false,
            },
            Replacement::Skip(who, span) => match event {
                Proposal::Step(step) => {
                    sight.seat(who, &scope) == Some(sight.board.turn.active) && begins(*span, *step)
                }
                Proposal::Turn(seat) => *span == TurnPart::Turn && sight.seat(who, &scope) == Some(*seat),
                _ => false,
            },
            Replacement::Enters { .. } => false,
        }
    }

    /// Whether a shield covers damage.
    fn shields(&self, sight: &Sight<'_>, event: &Proposal, lasting: &Lasting, shield: &Shield) -> bool {
        let Proposal::Damage { source, to, amount, combat, .. } = event else { return false };
        let Some(text) = self.shield_text(shield) else { return false };
        let scope = Scope::of(lasting.source, lasting.controller);
        cite!("615.9");
        *amount > 0
            && (*combat || !text.combat)
            && shield.from.is_none_or(|from| from == *source || became(sight, from) == Some(*source))
            && text.from.as_ref().is_none_or(|filter| sight.matches(filter, *source, &scope))
            && shield
                .to
                .map_or_else(|| receives(sight, &text.whoever, *to, &scope), |shielded| shielded == *to)
            && shield.instead.is_none_or(|instead| instead != *to && can_receive(sight, instead))
    }

    fn shield_text(&self, shield: &Shield) -> Option<&ShieldText> {
        match self.card_pool.verb(shield.code, shield.at)? {
            Verb::Shield(text) => Some(text),
            _ => None,
        }
    }

    /// How much damage is left to a shield of a certain amount (615.7).
    pub fn shield_left(&self, sight: &Sight<'_>, key: EffectKey) -> Option<u32> {
        let EffectKey::Lasting(id) = key else { return None };
        let lasting = sight.board.effects.iter().find(|lasting| lasting.id == id)?;
        if let LastingKind::Shield(shield) = &lasting.kind { shield.left } else { None }
    }

    /// The effect that is used up by the next time (615.8).
    pub fn once(&self, play: &Game<'_>, key: EffectKey) -> Option<u32> {
        let EffectKey::Lasting(id) = key else { return None };
        let lasting = play.state().board.effects.iter().find(|lasting| lasting.id == id)?;
        let LastingKind::Shield(shield) = &lasting.kind else { return None };
        self.shield_text(shield)?.once.then_some(id)
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
                self.replace_by_ability(play, event, (source, place), turning)
            }
            EffectKey::Own(card, place) => self.replace_by_own(play, event, card, place),
            // 702.16e: damage from sources of the quality is prevented.
            EffectKey::Protection(_) => self.prevent(play, event, u32::MAX, rule!("702.16e")).1,
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
                let most = turning.share.or(shield.left).unwrap_or(u32::MAX);
                let (taken, left_over) = match shield.instead {
                    Some(instead) => redirect(event, instead, most),
                    None => self.prevent(play, event, most, rule!("615.6")),
                };
                if let Some(left) = shield.left.filter(|_| taken > 0) {
                    let left = left - taken.min(left);
                    play.emit(
                        if left == 0 { Event::EffectEnded(id) } else { Event::ShieldLeft(id, left) },
                        rule!("615.7"),
                    );
                }
                let parts = self.shield_text(&shield).map_or(&[][..], |text| &text.then);
                let whom = parts.iter().zip(shield.then);
                turning.after.extend(
                    whom.filter_map(|(then, whom)| aftermath(then, whom?, lasting.source, taken, event)),
                );
                left_over
            }
            LastingKind::Regenerate(object) => {
                play.emit(Event::EffectEnded(id), rule!("701.14a"));
                if play.state().board.get(object).is_some_and(|object| !object.permanent.tapped) {
                    self.emit(play, Event::Tapped(object), rule!("701.14a"));
                }
                play.emit(Event::Regenerated(object), rule!("701.14a"));
                Vec::new()
            }
            LastingKind::Skip(..) => {
                play.emit(Event::EffectEnded(id), rule!("614.10a"));
                self.skip_span(play, event)
            }
            LastingKind::Alter { .. }
            | LastingKind::Copy { .. }
            | LastingKind::Stay { .. }
            | LastingKind::Return(_)
            | LastingKind::Players { .. } => vec![event.clone()],
        }
    }

    fn replace_by_ability(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        (source, place): (ObjectId, AbilityPlace),
        turning: &mut ReplacementContext<'_>,
    ) -> Vec<Proposal> {
        let sight = self.sight(play);
        let Some(replacement) = self.replacement_of(&sight, source, place) else {
            return vec![event.clone()];
        };
        let Some(AbilityRef { card, place }) =
            sight.characteristics(source).and_then(|face| face.ability(place))
        else {
            return vec![event.clone()];
        };
        let scope = Scope::of(source, sight.controller(source).unwrap_or(Seat(0)));
        match replacement {
            Replacement::MovesInstead(_, destination) => {
                let Proposal::Move { object, why, .. } = event else { return vec![event.clone()] };
                let owner = sight.object(*object).map_or(Seat(0), |object| object.owner);
                let (to, place) = destination_zone(*destination, owner);
                if *destination == Destination::LibraryShuffled {
                    turning.after.push(FollowUp::Event(Proposal::Shuffle(owner)));
                }
                vec![Proposal::Move { object: *object, to, place, entering: Entering::default(), why: *why }]
            }
            Replacement::Prevent { instead: Some(instead), amount, .. } => {
                let most = amount.as_ref().map_or(u32::MAX, |number| sight.count(number, &scope));
                match sight.refer(instead, &scope) {
                    Some(instead) => redirect(event, instead, most).1,
                    None => vec![event.clone()],
                }
            }
            Replacement::Prevent { instead: None, amount, then, .. } => {
                let most = amount.as_ref().map_or(u32::MAX, |number| sight.count(number, &scope));
                let whom: Vec<Option<Value>> =
                    then.iter().map(|then| sight.refer(&then.whom, &scope)).collect();
                let (taken, left_over) = self.prevent(play, event, most, rule!("615.6"));
                turning.after.extend(
                    then.iter()
                        .zip(whom)
                        .filter_map(|(then, whom)| aftermath(then, whom?, source, taken, event)),
                );
                left_over
            }
            Replacement::Amount { event: when, times, plus, .. } => {
                let kind = if let When::Counters { kind, .. } = when { *kind } else { None };
                vec![more(event.clone(), kind, *times, *plus)]
            }
            Replacement::Instead(..) => {
                let context = Context {
                    event: EventContext { player: seat_of(event), amount: 1, ..EventContext::default() },
                    ..Context::of(source, scope.controller.unwrap_or(Seat(0)))
                };
                turning.after.push(FollowUp::Script(
                    CodeRef { card, ability: Some(place) },
                    context,
                    turning.applied.to_vec(),
                ));
                Vec::new()
            }
            Replacement::LifeStaysAt(_, least) => {
                let Proposal::LoseLife(seat, amount, damage) = event else { return vec![event.clone()] };
                let room = life_after(&sight, *seat, turning.batch) - i64::from(*least);
                vec![Proposal::LoseLife(*seat, room.clamp(0, i64::from(*amount)) as u32, *damage)]
            }
            Replacement::Skip(..) => self.skip_span(play, event),
            Replacement::Enters { .. } => self.replace_arrival(play, event, replacement, &scope),
        }
    }

    /// 614.10: nothing happens in place of a step, phase or turn; what comes after it begins.
    fn skip_span(&self, play: &mut Game<'_>, event: &Proposal) -> Vec<Proposal> {
        match event {
            Proposal::Step(Step::BeginCombat) => vec![Proposal::Step(Step::MainTwo)],
            Proposal::Step(step) => {
                let next = self.next_step(play, *step);
                vec![Proposal::Step(next)]
            }
            Proposal::Turn(seat) => {
                let extra = play.state().board.turn.extra.last() == Some(seat);
                play.emit(Event::TurnSkipped(*seat), rule!("614.10"));
                let board = &play.state().board;
                let after = if extra { board.turn.active } else { *seat };
                vec![Proposal::Turn(board.turn.extra.last().copied().unwrap_or(board.next_seat(after)))]
            }
            other => vec![other.clone()],
        }
    }

    /// Whether damage cannot be prevented (615.12).
    fn cannot_be_prevented(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        let Proposal::Damage { source, certain, .. } = event else { return false };
        *certain
            || sight
                .forbidden(Deed::Prevent)
                .iter()
                .any(|(filter, scope)| sight.matches(filter, *source, scope))
    }

    /// Prevents damage up to an amount: how much it comes to and what is left. What cannot be prevented is
    /// dealt in full (615.12).
    fn prevent(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        most: u32,
        rule: RuleId,
    ) -> (u32, Vec<Proposal>) {
        let Proposal::Damage { source, to, amount, combat, certain } = *event else {
            return (0, vec![event.clone()]);
        };
        if self.cannot_be_prevented(&self.sight(play), event) {
            return (0, vec![event.clone()]);
        }
        let prevented = most.min(amount);
        if prevented > 0 {
            play.emit(Event::DamagePrevented { source, to, amount: prevented }, rule);
            self.notice(play, &[Event::DamagePrevented { source, to, amount: prevented }], None);
        }
        let left = amount - prevented;
        (
            prevented,
            if left == 0 {
                Vec::new()
            } else {
                vec![Proposal::Damage { source, to, amount: left, combat, certain }]
            },
        )
    }
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
        }
    }
}

/// Whether an event that is about to happen is the one that is meant.
fn happens(eye: Eye<'_, '_>, when: &When, event: &Proposal) -> bool {
    match (when, event) {
        (When::Moves { why: Some(Reason::Drawn), by, .. }, Proposal::Draw(seat)) => {
            eye.is(by.as_ref(), *seat)
        }
        (When::Does { who, deed: Deed::LoseGame, .. }, Proposal::Lose(seat, _))
        | (When::Does { who, deed: Deed::GainLife, .. }, Proposal::GainLife(seat, _))
        | (When::Does { who, deed: Deed::CreateToken, .. }, Proposal::Tokens { controller: seat, .. }) => {
            eye.is(who.as_ref(), *seat)
        }
        (When::Damages { from, to, combat, .. }, Proposal::Damage { source, to: hit, combat: fight, .. }) => {
            combat.is_none_or(|combat| combat == *fight)
                && eye.matches(from, *source)
                && receives(eye.sight, to, *hit, eye.scope)
        }
        (When::Counters { kind, what, removed: false }, Proposal::PutCounters(object, put, ..)) => {
            kind.is_none_or(|kind| kind == *put) && eye.matches(what, *object)
        }
        (When::Either(all), _) => all.iter().any(|when| happens(eye, when, event)),
        // The other patterns are no events that are replaced so.
        (_, _) => false,
    }
}

/// Of how much an event is; 0 where that is no number.
fn amount_of(event: &Proposal) -> u32 {
    match event {
        Proposal::Damage { amount, .. } | Proposal::GainLife(_, amount) => *amount,
        Proposal::Tokens { count, .. } | Proposal::PutCounters(_, _, count, _) => *count,
        Proposal::Destroy { .. }
        | Proposal::Move { .. }
        | Proposal::Token { .. }
        | Proposal::Draw(_)
        | Proposal::LoseLife(..)
        | Proposal::RemoveCounters(..)
        | Proposal::CancelCounters(..)
        | Proposal::Unattach(_)
        | Proposal::Shuffle(_)
        | Proposal::Lose(..)
        | Proposal::Step(_)
        | Proposal::Turn(_) => 0,
    }
}

/// The event with so many times as much, and so much more after that.
fn more(mut event: Proposal, kind: Option<Counter>, times: u32, plus: u32) -> Proposal {
    if let Proposal::Damage { amount: number, .. }
    | Proposal::GainLife(_, number)
    | Proposal::Tokens { count: number, .. }
    | Proposal::PutCounters(_, _, number, _) = &mut event
    {
        *number = number.saturating_mul(times).saturating_add(plus);
    } else if let Proposal::Move { entering, .. } | Proposal::Token { entering, .. } = &mut event {
        let more = |entry: &mut (Counter, u32)| entry.1 = entry.1.saturating_mul(times).saturating_add(plus);
        let meant = |entry: &&mut (Counter, u32)| kind.is_none_or(|kind| kind == entry.0);
        entering.counters.iter_mut().filter(meant).for_each(more);
    }
    event
}

/// The player of an event that a script takes the place of.
fn seat_of(event: &Proposal) -> Option<Seat> {
    match event {
        Proposal::Draw(seat) | Proposal::Lose(seat, _) => Some(*seat),
        _ => None,
    }
}

/// 614.9: so much of the damage is dealt to another.
fn redirect(event: &Proposal, instead: Value, most: u32) -> (u32, Vec<Proposal>) {
    let Proposal::Damage { source, to, amount, combat, certain } = *event else {
        return (0, vec![event.clone()]);
    };
    let taken = most.min(amount);
    let part = |to, amount| (amount > 0).then_some(Proposal::Damage { source, to, amount, combat, certain });
    (taken, [part(to, amount - taken), part(instead, taken)].into_iter().flatten().collect())
}

/// Whether damage can be dealt to something (614.9).
fn can_receive(sight: &Sight<'_>, to: Value) -> bool {
    match to {
        Value::Seat(_) => true,
        Value::Object(id) => sight.takes_damage(id),
        Value::Number(_) => false,
    }
}

/// The permanent that a spell became (609.7a).
fn became(sight: &Sight<'_>, id: ObjectId) -> Option<ObjectId> {
    let gone = sight.object(id).filter(|object| object.zone == Zone::Gone && object.is_spell())?;
    gone.became
}

/// What a prevention effect does besides (615.5).
fn aftermath(
    then: &Consequence,
    whom: Value,
    source: ObjectId,
    prevented: u32,
    event: &Proposal,
) -> Option<FollowUp> {
    let Proposal::Damage { amount, .. } = event else { return None };
    let proposal = match (then.does, whom) {
        (Aftermath::GainLife, Value::Seat(seat)) => Proposal::GainLife(seat, prevented),
        (Aftermath::Damage, to) => {
            Proposal::Damage { source, to, amount: prevented, combat: false, certain: false }
        }
        (Aftermath::PutCounters, Value::Object(id)) => Proposal::PutCounters(id, then.kind?, prevented, true),
        (Aftermath::RemoveCounters, Value::Object(id)) => Proposal::RemoveCounters(id, then.kind?, *amount),
        (Aftermath::GainLife | Aftermath::PutCounters | Aftermath::RemoveCounters, _) => return None,
    };
    Some(FollowUp::Event(proposal))
}

/// A player's life total as the life changes of one moment would leave it (119.4c).
fn life_after(sight: &Sight<'_>, seat: Seat, batch: &[Proposed]) -> i64 {
    batch.iter().fold(i64::from(sight.board.player(seat).life), |life, proposed| match proposed.event {
        Proposal::GainLife(who, amount) if who == seat => life + i64::from(amount),
        Proposal::LoseLife(who, amount, _) if who == seat => life - i64::from(amount),
        _ => life,
    })
}

fn cannot_regenerate(sight: &Sight<'_>, id: ObjectId) -> bool {
    sight.ruled(id, Ruling::Forbid, Deed::Regenerate)
}

/// The zone of a destination for a card of `owner`, and the place in it.
pub fn destination_zone(destination: crate::language::definition::Destination, owner: Seat) -> (Zone, Place) {
    use crate::language::definition::Destination;
    match destination {
        Destination::Hand => (Zone::Hand(owner), Place::Top),
        Destination::LibraryTop | Destination::LibraryShuffled => (Zone::Library(owner), Place::Top),
        Destination::LibraryBottom => (Zone::Library(owner), Place::Bottom),
        Destination::Graveyard => (Zone::Graveyard(owner), Place::Top),
        Destination::Exile => (Zone::Exile, Place::Top),
        Destination::Battlefield | Destination::BattlefieldTapped | Destination::BattlefieldOwner => {
            (Zone::Battlefield, Place::Top)
        }
    }
}
