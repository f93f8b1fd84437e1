//! Replacement and prevention effects (614, 615): which apply to an event and what they make of it.

use duelog_kernel::replacement::Candidate;
use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::{
    Ability, Never, Recipient, Replacement, Shield as ShieldText, Span, Then, Verb,
};
use crate::rule;
use crate::rules::effects::whom;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::happening::{Doing, Turning};
use crate::rules::keywords::protection;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, After, Alter, CodeRef, Context, EffectKey, Entering, EventContext, Lasting,
    LastingKind, Place, Proposal, Proposed, Shield, Step, Value, Why, Zone,
};

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
        self.nevers(sight).into_iter().any(|(never, scope)| match (never, event) {
            (Never::Lose(who), Proposal::Lose(seat, _))
            | (Never::GainLife(who), Proposal::GainLife(seat, _))
            | (Never::Draw(who), Proposal::Draw(seat)) => sight.seat(who, &scope) == Some(*seat),
            (Never::Counter(filter), Proposal::Move { object, why: Why::Countered, .. }) => {
                sight.matches(filter, *object, &scope)
            }
            (Never::Counters(filter), Proposal::PutCounters(object, ..)) => {
                sight.matches(filter, *object, &scope)
            }
            (Never::Enter(filter), Proposal::Move { to: Zone::Battlefield, .. } | Proposal::Token { .. }) => {
                self.arrival(sight.board, event)
                    .is_some_and(|arrival| arrival.sight(sight).matches(filter, arrival.id, &scope))
            }
            _ => false,
        }) || matches!(event, Proposal::Move { object, why: Why::Countered, .. } if self.never_countered(sight, *object))
    }

    /// Whether what enters cannot have counters put on it: it enters without those that it would have entered
    /// with (614.17d).
    pub fn enters_bare(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        let (Proposal::Move { to: Zone::Battlefield, entering, .. } | Proposal::Token { entering, .. }) =
            event
        else {
            return false;
        };
        if entering.counters.is_empty() {
            return false;
        }
        let mut bans = self.nevers(sight);
        bans.retain(|(never, _)| matches!(never, Never::Counters(_)));
        let arrival = if bans.is_empty() { None } else { self.arrival(sight.board, event) };
        arrival.is_some_and(|arrival| {
            let there = arrival.sight(sight);
            bans.iter().any(|(never, scope)| matches!(never, Never::Counters(filter) if there.matches(filter, arrival.id, scope)))
        })
    }

    /// Whether a spell's own ability says that it cannot be countered (112.6).
    fn never_countered(&self, sight: &Sight<'_>, spell: ObjectId) -> bool {
        let scope = Scope { source: Some(spell), controller: sight.controller(spell), ..Scope::default() };
        let own = |(_, ability)| match self.library.ability(ability) {
            Some(Ability::Replacement(Replacement::Never(Never::Counter(filter)))) => {
                sight.matches(filter, spell, &scope)
            }
            _ => false,
        };
        sight.characteristics(spell).is_some_and(|characteristics| characteristics.abilities().any(own))
    }

    /// 603.11: an ability that reveals the first card that a player draws in a turn.
    pub fn reveal_first_draw(&self, play: &mut Game<'_>, seat: Seat, card: ObjectId, doing: &mut Doing) {
        if play.state().board.player(seat).drawn != 1 {
            return;
        }
        let sight = self.sight(play);
        let reveals = |(id, place): &(ObjectId, AbilityPlace)| match self.replacement_of(&sight, *id, *place)
        {
            Some(Replacement::RevealFirstDraw(who)) => {
                let scope =
                    Scope { source: Some(*id), controller: sight.controller(*id), ..Scope::default() };
                sight.seat(who, &scope) == Some(seat)
            }
            _ => false,
        };
        let sources: Vec<ObjectId> =
            sight.replacements.iter().filter(|entry| reveals(entry)).map(|entry| entry.0).collect();
        for source in sources {
            play.emit(Event::Shown(vec![card], u8::MAX), rule!("603.11"));
            doing.emit(play, Event::DrawRevealed(card, source), rule!("607.2g"));
        }
    }

    /// How many counters of a kind a permanent may have at most, where its own ability says so (704.5r).
    pub fn counters_at_most(
        &self,
        sight: &Sight<'_>,
    ) -> Vec<(ObjectId, crate::language::definition::Counter, u32)> {
        let limit = |(id, place): &(ObjectId, AbilityPlace)| match self.replacement_of(sight, *id, *place)? {
            Replacement::Never(Never::CountersAbove(kind, most)) => Some((*id, *kind, *most)),
            _ => None,
        };
        sight.replacements.iter().filter_map(limit).collect()
    }

    /// Whether a player cannot win the game (614.17).
    pub fn cannot_win(&self, sight: &Sight<'_>, seat: Seat) -> bool {
        self.nevers(sight)
            .into_iter()
            .any(|(never, scope)| matches!(never, Never::Win(who) if sight.seat(who, &scope) == Some(seat)))
    }

    /// How many creatures can attack at most (508.1c).
    pub fn attackers_at_most(&self, sight: &Sight<'_>) -> Option<u32> {
        let most = self
            .nevers(sight)
            .into_iter()
            .filter_map(|(never, _)| if let Never::AttackMore(most) = never { Some(*most) } else { None });
        most.min()
    }

    fn nevers<'a>(&'a self, sight: &Sight<'a>) -> Vec<(&'a Never, Scope<'a>)> {
        let mut all = Vec::new();
        for &(id, place) in sight.replacements {
            if let Some(Replacement::Never(never)) = self.replacement_of(sight, id, place)
                && let Some(controller) = sight.controller(id)
            {
                all.push((never, Scope::of(id, controller)));
            }
        }
        for lasting in &sight.board.effects {
            if let LastingKind::Never(code, at) = lasting.kind
                && let Some(Verb::Never(never)) = self.library.verb(code, at)
            {
                all.push((never, Scope::of(lasting.source, lasting.controller)));
            }
        }
        all
    }

    fn replacement_of(&self, sight: &Sight<'_>, id: ObjectId, place: AbilityPlace) -> Option<&Replacement> {
        match self.library.ability(sight.characteristics(id)?.ability(place)?)? {
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
        match (&lasting.kind, event) {
            (LastingKind::Shield(shield), Proposal::Damage { .. }) => {
                self.shields(sight, event, lasting, shield)
            }
            (LastingKind::Regenerate(shielded), Proposal::Destroy { object, regenerable, .. }) => {
                shielded == object && *regenerable && !cannot_regenerate(sight, *object)
            }
            (LastingKind::Skip(seat, span), Proposal::Step(step)) => {
                *seat == sight.board.turn.active && begins(*span, *step)
            }
            (LastingKind::Skip(seat, Span::Turn), Proposal::Turn(next)) => seat == next,
            _ => false,
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
                    self.library.ability(ability),
                    Some(Ability::Replacement(Replacement::ThisInstead(_)))
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
        match (replacement, event) {
            (
                Replacement::GraveyardInstead(filter, _),
                Proposal::Move { object, to: Zone::Graveyard(_), .. },
            ) => sight.matches(filter, *object, &scope),
            (Replacement::ThisInstead(_), Proposal::Move { object, to: Zone::Graveyard(_), .. }) => {
                *object == source
            }
            (Replacement::PreventDamage { noncombat: true, .. }, Proposal::Damage { combat: true, .. }) => {
                false
            }
            (
                Replacement::PreventDamage { from, to, .. } | Replacement::MultiplyDamage { from, to, .. },
                Proposal::Damage { source: dealer, to: hit, amount, .. },
            ) => *amount > 0 && sight.matches(from, *dealer, &scope) && receives(sight, to, *hit, &scope),
            (
                Replacement::RedirectDamage { from, to, instead },
                Proposal::Damage { source: dealer, to: hit, amount, .. },
            ) => {
                *amount > 0
                    && sight.matches(from, *dealer, &scope)
                    && receives(sight, to, *hit, &scope)
                    && sight
                        .refer(instead, &scope)
                        .is_some_and(|instead| instead != *hit && can_receive(sight, instead))
            }
            (Replacement::MultiplyLifeGain(_), Proposal::GainLife(seat, amount)) => {
                *seat == controller && *amount > 0
            }
            (Replacement::MultiplyTokens(_), Proposal::Tokens { controller: seat, count, .. }) => {
                *seat == controller && *count > 0
            }
            (
                Replacement::MultiplyCounters { on: filter, by_effect: only, .. },
                Proposal::PutCounters(object, _, count, by_effect),
            ) => *count > 0 && (*by_effect || !only) && sight.matches(filter, *object, &scope),
            (Replacement::DrawInstead(who, _), Proposal::Draw(seat))
            | (Replacement::LossInstead(who, _), Proposal::Lose(seat, _)) => {
                sight.seat(who, &scope) == Some(*seat)
            }
            (Replacement::LifeStaysAt(condition, least), Proposal::LoseLife(seat, _, true)) => {
                *seat == controller
                    && sight.holds(condition, &scope)
                    && life_after(sight, *seat, batch) < i64::from(*least)
            }
            (Replacement::Skip(who, span), Proposal::Step(step)) => {
                sight.seat(who, &scope) == Some(sight.board.turn.active) && begins(*span, *step)
            }
            (Replacement::Skip(who, Span::Turn), Proposal::Turn(seat)) => {
                sight.seat(who, &scope) == Some(*seat)
            }
            _ => false,
        }
    }

    /// Whether a shield covers damage.
    fn shields(&self, sight: &Sight<'_>, event: &Proposal, lasting: &Lasting, shield: &Shield) -> bool {
        let Proposal::Damage { source, to, amount, combat, .. } = event else { return false };
        let Some(text) = self.shield_text(shield) else { return false };
        let scope = Scope::of(lasting.source, lasting.controller);
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
        match self.library.verb(shield.code, shield.at)? {
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
        turning: &mut Turning<'_>,
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
        turning: &mut Turning<'_>,
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
            | LastingKind::Never(..)
            | LastingKind::Players { .. } => vec![event.clone()],
        }
    }

    fn replace_by_ability(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        (source, place): (ObjectId, AbilityPlace),
        turning: &mut Turning<'_>,
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
        match (replacement, event) {
            (
                Replacement::GraveyardInstead(_, destination) | Replacement::ThisInstead(destination),
                Proposal::Move { object, why, .. },
            ) => {
                let owner = sight.object(*object).map_or(Seat(0), |object| object.owner);
                let (to, place) = destination_zone(*destination, owner);
                if *destination == crate::language::definition::Destination::LibraryShuffled {
                    turning.after.push(After::Event(Proposal::Shuffle(owner)));
                }
                vec![Proposal::Move { object: *object, to, place, entering: Entering::default(), why: *why }]
            }
            (Replacement::PreventDamage { amount: limit, then, .. }, Proposal::Damage { .. }) => {
                let most = limit.as_ref().map_or(u32::MAX, |number| sight.count(number, &scope));
                let whom: Vec<Option<Value>> =
                    then.iter().map(|then| sight.refer(whom(then), &scope)).collect();
                let (taken, left_over) = self.prevent(play, event, most, rule!("615.6"));
                turning.after.extend(
                    then.iter()
                        .zip(whom)
                        .filter_map(|(then, whom)| aftermath(then, whom?, source, taken, event)),
                );
                left_over
            }
            (Replacement::RedirectDamage { instead, .. }, Proposal::Damage { .. }) => {
                match sight.refer(instead, &scope) {
                    Some(instead) => redirect(event, instead, u32::MAX).1,
                    None => vec![event.clone()],
                }
            }
            (
                Replacement::MultiplyDamage { by, .. },
                Proposal::Damage { source: dealer, to, amount, combat, certain },
            ) => {
                vec![Proposal::Damage {
                    source: *dealer,
                    to: *to,
                    amount: amount.saturating_mul(*by),
                    combat: *combat,
                    certain: *certain,
                }]
            }
            (Replacement::MultiplyLifeGain(by), Proposal::GainLife(seat, amount)) => {
                vec![Proposal::GainLife(*seat, amount.saturating_mul(*by))]
            }
            (Replacement::MultiplyTokens(by), Proposal::Tokens { card, controller, count, entering }) => {
                vec![Proposal::Tokens {
                    card: *card,
                    controller: *controller,
                    count: count.saturating_mul(*by),
                    entering: entering.clone(),
                }]
            }
            (
                Replacement::MultiplyCounters { by, .. },
                Proposal::PutCounters(object, kind, count, by_effect),
            ) => {
                vec![Proposal::PutCounters(*object, *kind, count.saturating_mul(*by), *by_effect)]
            }
            (Replacement::DrawInstead(..) | Replacement::LossInstead(..), _) => {
                let context = Context::of(source, scope.controller.unwrap_or(Seat(0)));
                turning.after.push(After::Script(
                    CodeRef { card, ability: Some(place) },
                    context,
                    turning.applied.to_vec(),
                ));
                Vec::new()
            }
            (Replacement::LifeStaysAt(_, least), Proposal::LoseLife(seat, amount, damage)) => {
                let room = life_after(&sight, *seat, turning.batch) - i64::from(*least);
                vec![Proposal::LoseLife(*seat, room.clamp(0, i64::from(*amount)) as u32, *damage)]
            }
            (Replacement::Skip(..), _) => self.skip_span(play, event),
            _ => self.replace_arrival(play, event, replacement, &scope),
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
        let fixed = |(never, scope): &(&Never, Scope<'_>)| matches!(never, Never::Prevent(filter) if sight.matches(filter, *source, scope));
        *certain || self.nevers(sight).iter().any(fixed)
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

/// Whether a span begins with a step.
pub fn begins(span: Span, step: Step) -> bool {
    match span {
        Span::Untap => step == Step::Untap,
        Span::Upkeep => step == Step::Upkeep,
        Span::Draw => step == Step::Draw,
        Span::Combat => step == Step::BeginCombat,
        Span::FirstMain => step == Step::MainOne,
        Span::SecondMain => step == Step::MainTwo,
        Span::EndCombat => step == Step::EndCombat,
        Span::End => step == Step::End,
        Span::Turn => false,
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
fn aftermath(then: &Then, whom: Value, source: ObjectId, prevented: u32, event: &Proposal) -> Option<After> {
    let Proposal::Damage { amount, .. } = event else { return None };
    let proposal = match (then, whom) {
        (Then::GainLife(_), Value::Seat(seat)) => Proposal::GainLife(seat, prevented),
        (Then::Damage(_), to) => {
            Proposal::Damage { source, to, amount: prevented, combat: false, certain: false }
        }
        (Then::PutCounters(kind, _), Value::Object(id)) => Proposal::PutCounters(id, *kind, prevented, true),
        (Then::RemoveCounters(kind, _), Value::Object(id)) => Proposal::RemoveCounters(id, *kind, *amount),
        _ => return None,
    };
    Some(After::Event(proposal))
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
    sight
        .characteristics(id)
        .is_some_and(|characteristics| characteristics.limits.contains(&Alter::CantRegenerate))
}

/// Whether damage to `hit` is what a recipient describes.
pub fn receives(sight: &Sight<'_>, recipient: &Recipient, hit: Value, scope: &Scope<'_>) -> bool {
    match (recipient, hit) {
        (Recipient::Anything, _) | (Recipient::Players, Value::Seat(_)) => true,
        (Recipient::You, Value::Seat(seat)) => scope.controller == Some(seat),
        (Recipient::Opponents, Value::Seat(seat)) => scope.controller != Some(seat),
        (Recipient::Objects(filter), Value::Object(id)) => sight.matches(filter, id, scope),
        (Recipient::Either(all), _) => all.iter().any(|recipient| receives(sight, recipient, hit, scope)),
        _ => false,
    }
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
