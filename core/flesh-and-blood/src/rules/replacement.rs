//! Replacement effects (6.4): which apply to an event and what they make of it.

mod ignoring;
mod preventing;

use duelog_kernel::replacement::Candidate;
use duelog_kernel::script::Op;
use duelog_kernel::{ObjectId, Seat, unsettled};

use crate::language::definition::{
    Arithmetic, Asset, Change, Counter, Deed, Filter, FleshAndBloodLanguage, Instead, Number, Phase,
    Property, Ref, Replacement, Tier, Verb, When, Where, Written,
};
use crate::language::keywords::{Keyword, LATER};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::recording::clash_failed;
use crate::rules::restrictions::permits;
use crate::state::Proposal::{Create, CreateAt, CreateEquipped, CreateOne, CreateWith};
use crate::state::event::Event;
use crate::state::statics::is_said;
use crate::state::{
    Alter, Applied, Board, CardId, CodeRef, EffectKey, KEYWORD_CARD, Lasting, LastingKind, MoveReason,
    Occurrence, PointsFrom, Proposal, Proposed, Value, power_gained, zone_of,
};
use crate::{cite, rule};

impl Tier {
    /// The rule by which effects of this kind apply.
    pub fn rule(self) -> duelog_kernel::RuleId {
        match self {
            Tier::Own => rule!("6.5.3"),
            Tier::Standard => rule!("6.5.4"),
            Tier::Prevention => rule!("6.5.5"),
            Tier::Outcome => rule!("6.5.7"),
        }
    }
}

impl FleshAndBlood {
    /// Whether there is any effect that could replace an event; prevention effects of layers are about damage
    /// alone.
    pub fn may_replace(&self, sight: &Sight<'_>) -> bool {
        !sight.replacements.is_empty()
            || sight.board.effects.iter().any(|lasting| lasting.kind == LastingKind::Replaces)
    }

    /// The effects that may still change an event, with their tier and who controls them; oldest first.
    pub fn candidates(&self, sight: &Sight<'_>, proposed: &Proposed) -> Vec<Candidate<EffectKey>> {
        let event = &proposed.event;
        // 6.5.7: outcome-replacement effects replace what has come of an event, and nothing else does.
        let outcome = matches!(event, Proposal::Result { .. } | Proposal::Clashed { .. });
        let mut found = Vec::new();
        found.extend(proposed.own.map(|(key, chooser)| Candidate { key, tier: Tier::Own as u8, chooser }));
        for lasting in &sight.board.effects {
            if self.shields(sight.board, lasting, event) || self.replaces(sight, lasting, proposed) {
                let key = EffectKey::Lasting(lasting.id);
                found.push(Candidate { key, tier: self.tier_of(lasting) as u8, chooser: lasting.controller });
            }
        }
        for &(id, code) in sight.replacements {
            let (Some(object), Some(ability), Some(controller)) =
                (sight.object(id), self.card_pool.replacement(code), sight.holder(id))
            else {
                continue;
            };
            // Of its own move, and while its layer resolves.
            cite!("1.7.4h", "1.7.4j");
            let own =
                matches!(event, Proposal::Move { object, .. } if *object == id) || resolves(sight.board, id);
            if (ability.tier == Tier::Outcome) == outcome
                && (own || sight.functional(object, ability.from, false))
                && self.applies(sight, proposed, ability, id, code, controller)
            {
                found.push(Candidate {
                    key: EffectKey::Ability(id, code),
                    tier: ability.tier as u8,
                    chooser: controller,
                });
            }
        }
        found.retain(|candidate| {
            candidate.tier >= proposed.reached && !proposed.applied.contains(&candidate.key)
        });
        if outcome {
            self.reroll_first(sight, &mut found);
        }
        found
    }

    /// Which kind of replacement effect it is: its place in the order in which they apply.
    pub fn tier(&self, board: &Board, key: EffectKey) -> Tier {
        match key {
            EffectKey::Own(..) => Tier::Own,
            EffectKey::Ability(_, code) => {
                self.card_pool.replacement(code).map_or(Tier::Standard, |ability| ability.tier)
            }
            EffectKey::Lasting(id) => board
                .effects
                .iter()
                .find(|lasting| lasting.id == id)
                .map_or(Tier::Standard, |lasting| self.tier_of(lasting)),
        }
    }

    fn tier_of(&self, lasting: &Lasting) -> Tier {
        let prevents = matches!(
            self.card_pool.verb(lasting.code, lasting.at),
            Some(Verb::ReplaceNext(_, Instead::Prevent(_)))
        );
        if lasting.kind == LastingKind::Replaces && !prevents { Tier::Standard } else { Tier::Prevention }
    }

    /// Whether an effect that replaces the next such event replaces this one (6.4.9).
    fn replaces(&self, sight: &Sight<'_>, lasting: &Lasting, proposed: &Proposed) -> bool {
        let Some(Verb::ReplaceNext(when, instead)) =
            self.card_pool.verb(lasting.code, lasting.at).filter(|_| lasting.kind == LastingKind::Replaces)
        else {
            return false;
        };
        // What speaks of results waits for them.
        let late = matches!(instead, Instead::Dice { ignore: Some(_), .. } | Instead::Again)
            && !matches!(proposed.event, Proposal::Result { .. } | Proposal::Clashed { .. });
        !late && self.fits(sight, proposed, when, &mut Scope::context(&lasting.context, lasting.code.card))
    }

    /// The counters with which something that is created enters the arena (8.5.2b).
    pub fn counters_entering(&self, play: &mut Game<'_>, created: ObjectId) -> Vec<(Counter, u32)> {
        self.entering(play, created, |sight, instead, scope, _| match instead {
            Instead::Enters { with: Some((kind, count)), .. } => vec![(*kind, sight.count(count, scope))],
            _ => Vec::new(),
        })
    }

    /// The properties with which something that is created enters the arena (6.4.8a).
    pub fn identity_entering(&self, play: &mut Game<'_>, created: ObjectId) -> Vec<Alter> {
        self.entering(play, created, |sight, instead, scope, code| match instead {
            Instead::Enters { r#as: changes, .. } => self.identity(sight, changes, scope, code),
            _ => Vec::new(),
        })
    }

    /// What abilities make of how something that is created enters the arena.
    fn entering<T>(
        &self,
        play: &mut Game<'_>,
        created: ObjectId,
        made: impl Fn(&Sight<'_>, &Instead, &Scope<'_>, CodeRef) -> Vec<T>,
    ) -> Vec<T> {
        cite!("6.4.8");
        let sight = self.sight(play);
        let mut found = Vec::new();
        for &(id, code) in sight.replacements {
            let (Some(object), Some(ability), Some(controller)) =
                (sight.object(id), self.card_pool.replacement(code), sight.holder(id))
            else {
                continue;
            };
            let scope = Scope::of(id, controller, code.card);
            if let When::Moves(filter, Where::Anywhere, Where::Arena) = &ability.when
                && sight.functional(object, ability.from, false)
                && sight.matches(filter, created, &scope)
                && ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
            {
                found.extend(made(&sight, &ability.instead, &scope, code));
            }
        }
        found
    }

    /// What an identity-replacement effect makes of an object, with its numbers determined; no more than its
    /// properties (6.4.8a).
    fn identity(
        &self,
        sight: &Sight<'_>,
        changes: &[Change<Written>],
        scope: &Scope<'_>,
        code: CodeRef,
    ) -> Vec<Alter> {
        let all = changes.iter().enumerate().filter(|(_, change)| !is_said(change));
        all.filter_map(|(place, change)| sight.alter(change, scope, (code, u16::MAX, place as u32))).collect()
    }

    fn applies(
        &self,
        sight: &Sight<'_>,
        proposed: &Proposed,
        ability: &Replacement,
        source: ObjectId,
        code: CodeRef,
        controller: Seat,
    ) -> bool {
        let mut scope = Scope::of(source, controller, code.card);
        let destroys = matches!(ability.instead, Instead::DestroyAndPrevent(_));
        if destroys && permits(sight, Deed::Destroy, source, None, Ok(())).is_err() {
            return false;
        }
        cite!("6.4.2a");
        self.fits(sight, proposed, &ability.when, &mut scope)
            && ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
    }

    /// Whether an event is one that is waited for; the scope learns what it is about.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn fits(&self, sight: &Sight<'_>, proposed: &Proposed, when: &When, scope: &mut Scope<'_>) -> bool {
        let seat_is = |who: &Ref, seat: Seat, scope: &Scope<'_>| sight.is_player(who, seat, scope);
        let called = |filter: &Filter, card: CardId| self.will_match(filter, card);
        match (when, &proposed.event) {
            (When::Any(all), _) => all.iter().any(|when| self.fits(sight, proposed, when, scope)),
            (When::While(condition, when), _) => {
                sight.holds(condition, scope) && self.fits(sight, proposed, when, scope)
            }
            (When::Every(_, when), _) => self.fits(sight, proposed, when, scope),
            (When::Moves(filter, from, to), Proposal::Move { .. }) => {
                self.fits_move(sight, proposed, filter, (*from, *to), scope)
            }
            (
                When::Does(who, Deed::Discard, filter),
                Proposal::Move { object, why: MoveReason::Discarded, .. },
            ) => {
                let own = sight.object(*object).is_some_and(|object| seat_is(who, object.owner, scope));
                !proposed.inside && own && sight.matches(filter, *object, scope)
            }
            (
                When::Happens(Deed::Destroy, filter),
                Proposal::Move { object, why: MoveReason::Destroyed, .. },
            )
            | (
                When::Happens(Deed::Banish, filter),
                Proposal::Move { object, why: MoveReason::Banished, .. },
            ) => !proposed.inside && sight.matches(filter, *object, scope),
            (
                When::Damages { from, to, least, kind },
                Proposal::Damage { source: dealer, to: hit, kind: dealt, amount, .. },
            ) => {
                cite!("8.2.8f", "8.5.3f");
                scope.event.object = Some(*dealer);
                scope.event.amount = *amount;
                cite!("6.4.10c", "6.4.10d", "6.4.10e");
                let such = *amount >= *least && kind.is_none_or(|kind| kind == *dealt);
                such && sight.matches(from, *dealer, scope) && sight.matches(to, *hit, scope)
            }
            (When::Does(who, Deed::Draw, _), Proposal::Draw(seat, _))
            | (When::Does(who, Deed::Gain(Asset::Actions), _), Proposal::GainActions(seat, ..)) => {
                seat_is(who, *seat, scope)
            }
            (When::Rolls(who, _), Proposal::Roll { seat, .. } | Proposal::Result { seat, .. }) => {
                seat_is(who, *seat, scope)
            }
            (
                When::Does(who, Deed::Create, filter),
                Create(seat, card, _)
                | CreateEquipped(seat, card)
                | CreateAt(seat, card, _)
                | CreateWith(seat, card, ..),
            ) => seat_is(who, *seat, scope) && called(filter, *card),
            (When::Does(who, Deed::WinClash, _), Proposal::Clashed { winner, .. }) => {
                winner.is_some_and(|seat| seat_is(who, seat, scope))
            }
            (When::Does(who, Deed::FailClash, _), Proposal::Clashed { seats, winner }) => {
                cite!("8.5.45c");
                seats.iter().any(|seat| seat_is(who, *seat, scope) && Some(*seat) != *winner)
            }
            (When::Happens(Deed::Enter, filter), Proposal::Entered(object)) => {
                sight.matches(filter, *object, scope)
            }
            (When::Happens(Deed::GainPower, filter), Proposal::ApplyStatic(applied)) => {
                sight.matches(filter, applied.object, scope)
            }
            (When::Happens(Deed::GainPower, filter), Proposal::Apply { object, alters, .. }) => {
                power_gained(alters) > 0 && sight.matches(filter, *object, scope)
            }
            (When::Each(each), event) => match (&**each, event) {
                (When::Does(who, Deed::Draw, _), Proposal::DrawOne(seat)) => seat_is(who, *seat, scope),
                (
                    When::Does(who, Deed::Create, filter),
                    CreateOne(seat, card)
                    | CreateEquipped(seat, card)
                    | CreateAt(seat, card, _)
                    | CreateWith(seat, card, ..),
                ) => seat_is(who, *seat, scope) && called(filter, *card),
                _ => false,
            },
            _ => unfit(when),
        }
    }

    /// True if a token that does not exist yet will match: it is known by its name, types and subtypes alone.
    fn will_match(&self, filter: &Filter, card: CardId) -> bool {
        let types = &self.card_pool.card(card).base.types;
        match filter {
            Filter::Named(name) => self.card_pool.is_called(card, name),
            Filter::Sub(subtype) => types.has(*subtype),
            Filter::Type(own) => types.is(*own),
            Filter::All(all) => all.iter().all(|filter| self.will_match(filter, card)),
            filter => *filter == Filter::Any,
        }
    }

    /// Whether a move is one that is waited for.
    fn fits_move(
        &self,
        sight: &Sight<'_>,
        proposed: &Proposed,
        filter: &Filter,
        (from, to): (Where, Where),
        scope: &Scope<'_>,
    ) -> bool {
        let Proposal::Move { object: id, to: reached, public, why, .. } = &proposed.event else {
            return false;
        };
        let Some(object) = sight.object(*id) else { return false };
        let out = match from {
            Where::Anywhere => true,
            Where::Arena => object.zone.is_arena() && !reached.is_arena(),
            Where::Zone(kind) => object.zone.kind() == Some(kind),
        };
        let single = proposed.inside || *why == MoveReason::Put;
        single
            && out
            && match to {
                Where::Anywhere => sight.matches(filter, *id, scope),
                Where::Arena => {
                    reached.is_arena() && !object.zone.is_arena() && sight.matches(filter, *id, scope)
                }
                Where::Zone(kind) => {
                    reached.kind() == Some(kind)
                        && sight.matches_moving(filter, *id, *public || object.public, scope)
                }
            }
    }

    /// What an effect makes of an event: the events that happen in its stead.
    pub fn replace(&self, play: &mut Game<'_>, event: &Proposal, key: EffectKey) -> Vec<Proposal> {
        cite!("6.4.1");
        let unchanged = vec![event.clone()];
        match key {
            EffectKey::Own(source, code, at) => {
                let Some((_, instead)) = self.card_pool.self_replacement(code, at) else { return unchanged };
                let instead = instead.clone();
                self.instead(play, event, &instead, source, code)
            }
            EffectKey::Lasting(id) => {
                let lasting = play.state().board.effects.iter().find(|lasting| lasting.id == id);
                let Some((source, code, at)) =
                    lasting.map(|lasting| (lasting.source, lasting.code, lasting.at))
                else {
                    return unchanged;
                };
                let Some(Verb::ReplaceNext(when, instead)) = self.card_pool.verb(code, at) else {
                    return unchanged;
                };
                if !matches!(when, When::Every(..)) {
                    play.emit(Event::EffectEnded(id), rule!("6.4.9"));
                }
                self.instead(play, event, instead, source, code)
            }
            EffectKey::Ability(source, code) => match self.card_pool.replacement(code) {
                Some(ability) => self.instead(play, event, &ability.instead, source, code),
                None => unchanged,
            },
        }
    }

    #[expect(clippy::too_many_lines, reason = "one flat table of what happens instead of what")]
    fn instead(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        instead: &Instead,
        source: ObjectId,
        code: CodeRef,
    ) -> Vec<Proposal> {
        let sight = self.sight(play);
        let Some(controller) = sight.holder(source) else { return vec![event.clone()] };
        let mut scope = Scope::of(source, controller, code.card);
        match event {
            Proposal::Damage { source: dealer, amount, .. } => {
                scope.event.object = Some(*dealer);
                scope.event.amount = *amount;
            }
            Proposal::Apply { object, .. } | Proposal::ApplyStatic(Applied { object, .. }) => {
                scope.it = Some(Value::Object(*object))
            }
            _ => {}
        }
        // Variable values are determined as the effect is applied.
        cite!("6.4.2a");
        let number = |number: &Number| sight.count(number, &scope);
        match (instead, event) {
            (Instead::Go(destination), Proposal::Move { object, why, by, .. }) => {
                // It goes elsewhere, and is still what happens to it.
                cite!("8.5.1b", "8.5.5c", "8.5.6c");
                let owner = sight.object(*object).map_or(controller, |object| object.owner);
                let (to, bottom, public) = zone_of(*destination, owner);
                cite!("1.9.3c");
                vec![Proposal::Move {
                    object: *object,
                    to,
                    bottom,
                    public,
                    why: *why,
                    by: *by,
                    counters: Vec::new(),
                }]
            }
            (Instead::Enters { with, r#as: changes }, Proposal::Move { object, .. }) => {
                cite!("6.4.8");
                let more: Vec<_> = with.iter().map(|(kind, count)| (*kind, number(count))).collect();
                let identity = self.identity(&sight, changes, &scope, code);
                if !identity.is_empty() {
                    play.emit(Event::Identified(*object, identity), rule!("6.4.8a"));
                }
                let mut event = event.clone();
                if let Proposal::Move { counters, .. } = &mut event {
                    counters.extend(more);
                }
                vec![event]
            }
            (Instead::Cease, Proposal::Move { object, .. }) => {
                let last = sight.last_known(*object);
                let under = sight.board.sub_cards(*object);
                play.emit(Event::Ceased(*object, last), rule!("8.3.21b"));
                cite!("3.0.14e");
                crate::rules::combat::cleared(&play.state().board, under)
            }
            (Instead::Prevent(most), _) => {
                let most = number(most);
                self.prevent(play, event, most, rule!("6.4.10a"))
            }
            (Instead::DestroyAndPrevent(most), _) => {
                let most = number(most);
                self.prevent(play, event, most, rule!("6.4.1a"))
            }
            (Instead::PreventThenDestroy(most), _) => {
                let most = number(most);
                self.destroy_at_end_phase(play, source, controller);
                self.prevent(play, event, most, rule!("6.4.10a"))
            }
            (Instead::GainActions(amount), _) => {
                let amount = number(amount);
                self.gain_actions_instead(play, source, code, controller, amount)
            }
            (Instead::Amount(how, other), event) => {
                let other = number(other);
                scaled(play, event, |amount| match how {
                    Arithmetic::Plus => amount.saturating_add(other),
                    Arithmetic::Times => amount.saturating_mul(other),
                    Arithmetic::Equals => other,
                    Arithmetic::Minus => amount.saturating_sub(other),
                })
            }
            // What the dice showed before is no result of anything; each effect rolls them again when its
            // turn comes.
            (Instead::Again, Proposal::Result { seat, sides, results }) => {
                cite!("8.5.28a", "8.5.28b");
                let (dice, sides) = (results.len() as u32, *sides);
                let results = self.throw(play, dice, sides, rule!("8.5.28"));
                vec![Proposal::Result { seat: *seat, sides, results }]
            }
            (Instead::Dice { more: Some(more), .. }, Proposal::Roll { seat, dice, sides }) => {
                vec![Proposal::Roll { seat: *seat, dice: dice.saturating_add(number(more)), sides: *sides }]
            }
            (
                Instead::Dice { ignore: Some((which, count)), .. },
                Proposal::Result { seat, sides, results },
            ) => {
                let count = number(count);
                let results = self.ignore(play, results, *which, count);
                // Where nothing is left, nothing has happened.
                cite!("8.5.33a");
                if results.is_empty() {
                    Vec::new()
                } else {
                    vec![Proposal::Result { seat: *seat, sides: *sides, results }]
                }
            }
            (Instead::Wins(who), Proposal::Clashed { seats, winner: before }) => {
                cite!("6.4.11");
                let winner = sight.seat(who, &scope).filter(|seat| seats.contains(seat));
                clash_failed(self, play, *seats, *before);
                vec![Proposal::Clashed { seats: *seats, winner }]
            }
            (Instead::Again, Proposal::Clashed { seats, winner }) => {
                clash_failed(self, play, *seats, *winner);
                vec![self.clashed(play, *seats)]
            }
            (Instead::Unpreventable, Proposal::Damage { .. }) => {
                cite!("6.4.10h");
                let mut event = event.clone();
                if let Proposal::Damage { sure, .. } = &mut event {
                    *sure = true;
                }
                vec![event]
            }
            (Instead::Redirect(to, less), Proposal::Damage { .. }) => {
                let Some(to) = sight.object_of(to, &scope).filter(|id| sight.is_living(*id)) else {
                    return vec![event.clone()];
                };
                let less = less.as_ref().map_or(0, number);
                redirect(self, play, event, to, less)
            }
            (Instead::Nothing, _) => {
                cite!("1.9.3d");
                Vec::new()
            }
            _ => {
                unsettled::note(true, instead);
                vec![event.clone()]
            }
        }
    }

    /// The controller gains action points, in the own action phase only (1.13.2b).
    fn gain_actions_instead(
        &self,
        play: &mut Game<'_>,
        source: ObjectId,
        code: CodeRef,
        controller: Seat,
        amount: u32,
    ) -> Vec<Proposal> {
        let gains = play.state().board.is_action_phase_of(controller);
        if code.card == KEYWORD_CARD && Keyword::Crank.places().contains(&code.place) {
            let cranked = Occurrence::KeywordUsed(Keyword::Crank, controller, source);
            self.emit(play, Event::Recorded(cranked), rule!("8.3.29a"));
        }
        let gained = gains.then_some(Proposal::GainActions(controller, amount, PointsFrom::Effect));
        gained.into_iter().collect()
    }

    /// 8.3.19: the source is destroyed at the beginning of the end phase.
    fn destroy_at_end_phase(&self, play: &mut Game<'_>, source: ObjectId, controller: Seat) {
        self.destroy_later(
            play,
            source,
            controller,
            &When::Begins(Phase::End, Ref::TurnPlayer),
            rule!("8.3.19"),
        );
    }

    /// An object is destroyed at a moment, by a delayed-triggered effect that the card of keywords holds.
    pub fn destroy_later(
        &self,
        play: &mut Game<'_>,
        source: ObjectId,
        controller: Seat,
        when: &When,
        rule: duelog_kernel::RuleId,
    ) {
        let code = CodeRef::ability(KEYWORD_CARD, LATER);
        let waits = |op: &Op<FleshAndBloodLanguage>| matches!(op, Op::Delayed(moment, _) if moment == when);
        let Some(at) = self.card_pool.code(code).and_then(|code| code.0.iter().position(waits)) else {
            return;
        };
        let (context, turn, at) =
            (crate::state::Context::of(source, controller), play.state().board.turn.number, at as u16 + 1);
        play.emit(
            Event::DelayedSet(crate::state::Delayed {
                code,
                at,
                context,
                it: Some(Value::Object(source)),
                turn,
            }),
            rule,
        );
    }
}

/// Damage is dealt to another object, less what is prevented of it; a hit only where that is attacked.
fn redirect(
    rules: &FleshAndBlood,
    play: &mut Game<'_>,
    event: &Proposal,
    goal: ObjectId,
    less: u32,
) -> Vec<Proposal> {
    cite!("7.5.5b");
    let attacked = play.state().board.combat.active().is_some_and(|link| link.targets.contains(&goal));
    let mut event = event.clone();
    if let Proposal::Damage { to, hit, .. } = &mut event {
        (*to, *hit) = (goal, *hit && attacked);
    }
    if less == 0 { vec![event] } else { rules.prevent(play, &event, less, rule!("6.4.10a")) }
}

/// Whether the layer of an object resolves.
fn resolves(board: &crate::state::Board, id: ObjectId) -> bool {
    board
        .frames
        .iter()
        .any(|frame| matches!(frame, crate::state::Frame::Resolving(resolving) if resolving.object == id))
}

/// An event that does not fit what is waited for; notes what no event fits.
fn unfit(when: &When) -> bool {
    unsettled::note(!is_replaced(when), when);
    false
}

/// Returns whether such events are replaced; a definition that says so of others is refused.
fn is_replaced(when: &When) -> bool {
    match when {
        When::Does(_, deed, _) => matches!(
            deed,
            Deed::Discard
                | Deed::Draw
                | Deed::Gain(Asset::Actions)
                | Deed::Create
                | Deed::WinClash
                | Deed::FailClash
        ),
        When::Happens(deed, _) => {
            matches!(deed, Deed::Destroy | Deed::Banish | Deed::Enter | Deed::GainPower)
        }
        When::Moves(..) | When::Damages { .. } | When::Rolls(..) | When::Any(_) | When::Each(_) => true,
        When::Hits(..)
        | When::DefendsTogether(..)
        | When::DefendedBy(..)
        | When::Begins(..)
        | When::ChainCloses
        | When::GameStarts
        | When::State(_)
        | When::Now(_) => false,
        When::While(_, inner) | When::Every(_, inner) => is_replaced(inner),
    }
}

/// An event with another number.
fn scaled(play: &mut Game<'_>, event: &Proposal, scale: impl Fn(u32) -> u32) -> Vec<Proposal> {
    let mut event = event.clone();
    match &mut event {
        Proposal::Damage { amount, .. }
        | Proposal::GainLife(_, amount)
        | Proposal::LoseLife(_, amount)
        | Proposal::PutCounters(_, _, amount)
        | Proposal::GainActions(_, amount, _) => {
            *amount = scale(*amount);
        }
        Proposal::DrawOne(seat) => return vec![Proposal::Draw(*seat, scale(1))],
        Proposal::CreateOne(seat, card) => return vec![Proposal::Create(*seat, *card, scale(1))],
        Proposal::CreateEquipped(..) | Proposal::CreateAt(..) | Proposal::CreateWith(..) => {
            return vec![event.clone(); duelog_kernel::bounds::times(scale(1))];
        }
        Proposal::Draw(_, count) | Proposal::Create(_, _, count) => *count = scale(*count),
        Proposal::Roll { sides, .. } => *sides = scale(*sides),
        // 6.4.11: what was rolled stays rolled; what comes of it is another number.
        Proposal::Result { results, .. } => {
            for result in results {
                *result = scale(*result);
                play.emit(Event::ResultReplaced(*result), rule!("6.4.11"));
            }
        }
        Proposal::ApplyStatic(applied) => applied.gained = scale(applied.gained),
        Proposal::Apply { alters, .. } => {
            if let Some(Alter::Plus(Property::Power, amount)) = alters
                .iter_mut()
                .find(|alter| matches!(alter, Alter::Plus(Property::Power, amount) if *amount > 0))
            {
                *amount = scale(amount.unsigned_abs()).min(i32::MAX as u32) as i32;
            }
        }
        Proposal::Move { .. }
        | Proposal::Entered(_)
        | Proposal::CreateCard { .. }
        | Proposal::Transform { .. }
        | Proposal::Clashed { .. } => {}
    }
    vec![event]
}
