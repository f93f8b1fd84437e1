//! Replacement and prevention effects (6.4): which apply to an event and what they make of it.

use duelog_kernel::replacement::Candidate;
use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::definition::{Instead, Replaced, Replacement, Tier};
use crate::engine::{FleshAndBlood, Game};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::rule;
use crate::state::{Binding, CodeRef, EffectKey, LastingKind, Proposal, Proposed, Value, Why, zone_of};

impl FleshAndBlood {
    /// The effects that apply to an event, with their tier and who controls them; oldest first.
    pub fn candidates(&self, sight: &Sight<'_>, proposed: &Proposed) -> Vec<Candidate<EffectKey>> {
        let event = &proposed.event;
        let mut found = Vec::new();
        for lasting in &sight.board.effects {
            let applies = match (&lasting.kind, &lasting.binding, event) {
                (LastingKind::Shield(left, kind), Binding::Locked(shielded), Proposal::Damage { to, kind: dealt, .. }) => {
                    *left > 0 && shielded.contains(to) && kind.is_none_or(|kind| kind == *dealt)
                }
                (LastingKind::PreventNext(_), Binding::Locked(shielded), Proposal::Damage { to, .. }) => shielded.contains(to),
                _ => false,
            };
            if applies {
                found.push(Candidate { key: EffectKey::Lasting(lasting.id), tier: Tier::Prevention as u8, chooser: lasting.controller });
            }
        }
        for (id, code) in self.replacing_abilities(sight) {
            let (Some(object), Some(ability), Some(controller)) = (sight.object(id), self.library.replacement(code), sight.holder(id)) else {
                continue;
            };
            // Of its own move (1.7.4j), and while its layer resolves (1.7.4h).
            let own = matches!(event, Proposal::Move { object, .. } if *object == id) || resolves(sight.board, id);
            if (own || sight.functional(object, ability.from, false)) && self.applies(sight, proposed, ability, id, code, controller) {
                found.push(Candidate { key: EffectKey::Ability(id, code), tier: ability.tier as u8, chooser: controller });
            }
        }
        found
    }

    /// Every replacement ability of an object that could be functional; in the order of the objects.
    fn replacing_abilities(&self, sight: &Sight<'_>) -> Vec<(ObjectId, CodeRef)> {
        let mut found = Vec::new();
        for object in sight.board.objects.iter().filter(|object| object.exists() && object.is_source()) {
            let abilities = sight.properties(object.id).map_or(&[][..], |properties| properties.abilities.as_slice());
            found.extend(abilities.iter().filter(|code| self.library.replacement(**code).is_some()).map(|code| (object.id, *code)));
        }
        found
    }

    fn applies(&self, sight: &Sight<'_>, proposed: &Proposed, ability: &Replacement, source: ObjectId, code: CodeRef, controller: Seat) -> bool {
        let mut scope = Scope::of(source, controller, code.card);
        let inside = proposed.inside;
        let fits = match (&ability.when, &proposed.event) {
            (Replaced::Discard(who, filter), Proposal::Move { object, why: Why::Discarded, .. }) => {
                let owner = sight.object(*object).map(|object| object.owner);
                !inside && owner.is_some() && sight.seat(who, &scope) == owner && sight.matches(filter, *object, &scope)
            }
            (Replaced::Destroy(filter), Proposal::Move { object, why: Why::Destroyed, .. }) => !inside && sight.matches(filter, *object, &scope),
            (Replaced::PutInto(kind, filter), Proposal::Move { object, to, why, .. }) => {
                (inside || *why == Why::Put) && to.kind() == Some(*kind) && sight.matches(filter, *object, &scope)
            }
            (Replaced::Enters(filter), Proposal::Move { object, to, why, .. }) => {
                (inside || *why == Why::Put)
                    && to.is_arena()
                    && sight.object(*object).is_some_and(|object| !object.zone.is_arena())
                    && sight.matches(filter, *object, &scope)
            }
            (Replaced::Damage { from, to, kind }, Proposal::Damage { source: dealer, to: hit, kind: dealt, amount, .. }) => {
                scope.event.object = Some(*dealer);
                scope.event.amount = *amount;
                kind.is_none_or(|kind| kind == *dealt) && sight.matches(from, *dealer, &scope) && sight.matches(to, *hit, &scope)
            }
            (Replaced::Draw(who), Proposal::Draw(seat, _)) | (Replaced::DrawOne(who), Proposal::DrawOne(seat)) => {
                sight.seat(who, &scope) == Some(*seat)
            }
            (Replaced::GainActions(who), Proposal::GainActions(seat, ..)) => sight.seat(who, &scope) == Some(*seat),
            (Replaced::Create(who, name), Proposal::Create(seat, card, _)) | (Replaced::CreateOne(who, name), Proposal::CreateOne(seat, card)) => {
                sight.seat(who, &scope) == Some(*seat) && self.library.name(*card) == name
            }
            _ => false,
        };
        fits && ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
    }

    /// What an effect makes of an event: the events that happen in its stead.
    pub fn replace(&self, play: &mut Game<'_>, event: &Proposal, key: EffectKey) -> Vec<Proposal> {
        match key {
            EffectKey::Lasting(id) => self.replace_by_lasting(play, event, id),
            EffectKey::Ability(source, code) => self.replace_by_ability(play, event, source, code),
        }
    }

    fn replace_by_lasting(&self, play: &mut Game<'_>, event: &Proposal, id: u32) -> Vec<Proposal> {
        let Some(lasting) = play.state().board.effects.iter().find(|lasting| lasting.id == id).cloned() else { return vec![event.clone()] };
        let Proposal::Damage { amount, .. } = event else { return vec![event.clone()] };
        match lasting.kind {
            LastingKind::Shield(left, kind) => {
                let prevented = left.min(*amount);
                let rest = left - prevented;
                let changed = if rest == 0 { Event::EffectEnded(id) } else { Event::EffectLeft(id, LastingKind::Shield(rest, kind)) };
                play.emit(changed, rule!("6.4.10j"));
                prevent(play, event, prevented, rule!("6.4.10a"))
            }
            LastingKind::PreventNext(most) => {
                play.emit(Event::EffectEnded(id), rule!("6.4.10i"));
                // 6.4.10b: without an amount it is that of the event.
                prevent(play, event, most.unwrap_or(*amount), rule!("6.4.10b"))
            }
            LastingKind::Alters(_) | LastingKind::Later => vec![event.clone()],
        }
    }

    fn replace_by_ability(&self, play: &mut Game<'_>, event: &Proposal, source: ObjectId, code: CodeRef) -> Vec<Proposal> {
        let Some(ability) = self.library.replacement(code) else { return vec![event.clone()] };
        let sight = self.sight(play);
        let Some(controller) = sight.holder(source) else { return vec![event.clone()] };
        let mut scope = Scope::of(source, controller, code.card);
        if let Proposal::Damage { source: dealer, amount, .. } = event {
            scope.event.object = Some(*dealer);
            scope.event.amount = *amount;
        }
        // 6.4.2a: variable values are determined as the effect is applied.
        let number = |number: &crate::definition::Number| sight.count(number, &scope);
        match (&ability.instead, event) {
            (Instead::Go(destination), Proposal::Move { object, why, by, .. }) => {
                let owner = sight.object(*object).map_or(controller, |object| object.owner);
                let (to, bottom, public) = zone_of(*destination, owner);
                vec![Proposal::Move { object: *object, to, bottom, public, why: *why, by: *by, counters: Vec::new() }]
            }
            (Instead::Counters(kind, count), Proposal::Move { object, to, bottom, public, why, by, counters }) => {
                let mut counters = counters.clone();
                counters.push((*kind, number(count)));
                vec![Proposal::Move { object: *object, to: *to, bottom: *bottom, public: *public, why: *why, by: *by, counters }]
            }
            (Instead::Cease, Proposal::Move { object, .. }) => {
                let last = crate::happening::last_known(&sight, *object);
                play.emit(Event::Ceased(*object, last), rule!("8.3.21b"));
                Vec::new()
            }
            (Instead::Prevent(most), _) => {
                let most = number(most);
                prevent(play, event, most, rule!("6.4.10a"))
            }
            (Instead::DestroyAndPrevent(most), _) => {
                let most = number(most);
                // 6.4.1a: the destruction is a sub-event before the damage.
                self.destroy_quietly(play, source, controller);
                prevent(play, event, most, rule!("6.4.1a"))
            }
            (Instead::PreventThenDestroy(most), _) => {
                let most = number(most);
                self.destroy_at_end_phase(play, source, controller);
                prevent(play, event, most, rule!("6.4.10a"))
            }
            (Instead::Multiply(factor), event) => vec![scaled(event, number(factor), 0)],
            (Instead::Add(amount), event) => vec![scaled(event, 1, number(amount))],
            (Instead::Nothing, _) => Vec::new(),
            _ => vec![event.clone()],
        }
    }

    fn destroy_quietly(&self, play: &mut Game<'_>, source: ObjectId, by: Seat) {
        let Some(owner) = play.state().board.get(source).map(|object| object.owner) else { return };
        let graveyard = crate::state::Zone::Of(crate::definition::ZoneKind::Graveyard, owner);
        self.happen_quietly(play, vec![crate::game_state::moved(source, graveyard, crate::state::Why::Destroyed, by)]);
    }

    /// 8.3.19: the source is destroyed at the beginning of the end phase, by a delayed-triggered effect that the card of keywords holds.
    fn destroy_at_end_phase(&self, play: &mut Game<'_>, source: ObjectId, controller: Seat) {
        let Some((code, at)) = self.quell_trigger() else { return };
        let context =
            crate::state::Context { source, layer: source, controller, targets: Vec::new(), x: 0, event: crate::state::EventContext::default() };
        let turn = play.state().board.turn.number;
        play.emit(Event::DelayedSet(crate::state::Delayed { code, at, context, it: Some(Value::Object(source)), turn }), rule!("8.3.19"));
    }

    /// Where the script of the keyword card stands that destroys a source at the beginning of the end phase.
    fn quell_trigger(&self) -> Option<(CodeRef, u16)> {
        let code = CodeRef::resolve(crate::library::KEYWORD_CARD);
        let ops = &self.library.code(code)?.0;
        let at = ops.iter().position(|op| matches!(op, duelog_kernel::script::Op::Delayed(..)))?;
        Some((code, at as u16 + 1))
    }
}

/// What static abilities do as their source resolves or enters.
const _: [duelog_kernel::RuleId; 1] = [rule!("1.7.4h")];

/// Whether the layer of an object resolves.
fn resolves(board: &crate::state::Board, id: ObjectId) -> bool {
    board.frames.iter().any(|frame| matches!(frame, crate::state::Frame::Resolving(resolving) if resolving.object == id))
}

/// 6.4.10a: so much of a damage event is prevented; the rest is dealt.
fn prevent(play: &mut Game<'_>, event: &Proposal, most: u32, rule: RuleId) -> Vec<Proposal> {
    let Proposal::Damage { source, to, amount, kind, hit } = event else { return vec![event.clone()] };
    let prevented = most.min(*amount);
    if prevented > 0 {
        play.emit(Event::Prevented { source: *source, to: *to, amount: prevented }, rule);
    }
    let amount = amount - prevented;
    if amount == 0 { Vec::new() } else { vec![Proposal::Damage { source: *source, to: *to, amount, kind: *kind, hit: *hit }] }
}

/// An event with another number.
fn scaled(event: &Proposal, factor: u32, more: u32) -> Proposal {
    let scale = |amount: u32| amount.saturating_mul(factor).saturating_add(more);
    let mut event = event.clone();
    match &mut event {
        Proposal::Damage { amount, .. }
        | Proposal::GainLife(_, amount)
        | Proposal::LoseLife(_, amount)
        | Proposal::PutCounters(_, _, amount)
        | Proposal::GainActions(_, amount, _) => {
            *amount = scale(*amount);
        }
        Proposal::Draw(_, count) | Proposal::Create(_, _, count) => *count = scale(*count),
        Proposal::DrawOne(seat) => return Proposal::Draw(*seat, scale(1)),
        Proposal::CreateOne(seat, card) => return Proposal::Create(*seat, *card, scale(1)),
        Proposal::Move { .. } => {}
    }
    event
}
