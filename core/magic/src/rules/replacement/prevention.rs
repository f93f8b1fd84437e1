//! Preventing and redirecting damage (614.9, 615).

use duelog_kernel::{ObjectId, RuleId, Seat};

use super::{Game, Magic};
use crate::language::definition::{Aftermath, Consequence, Deed, Recipient, Shield as ShieldText, Verb};
use crate::rules::eval::{Scope, Sight};
use crate::rules::event_batch::ReplacementContext;
use crate::rules::pattern::receives;
use crate::state::event::Event;
use crate::state::{EffectKey, FollowUp, Lasting, LastingKind, Proposal, Shield, Value, Zone};
use crate::{cite, rule};

impl Magic {
    /// Whether a shield covers damage.
    pub(super) fn shields(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        lasting: &Lasting,
        shield: &Shield,
    ) -> bool {
        let Proposal::Damage { source, to, amount, combat, .. } = event else { return false };
        let Some(text) = self.shield_text(shield) else { return false };
        let scope = Scope::of(lasting.source, lasting.controller);
        cite!("615.9", "801.13b");
        cite!("609.7", "609.7b");
        *amount > 0
            && (*combat || !text.combat)
            && shield.from.is_none_or(|from| from == *source || became(sight, from) == Some(*source))
            && text.from.as_ref().is_none_or(|filter| sight.matches(filter, *source, &scope))
            // Where neither the source nor what is shielded is named, both must be in range (801.13b).
            && (text.from.is_some()
                || shield.from.or(shield.to.and(Some(*source))).is_some()
                || text.whoever != Recipient::Anything
                || sight.reaches(Value::Object(*source), &scope))
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
        let once = match &lasting.kind {
            LastingKind::Shield(shield) => self.shield_text(shield)?.once,
            LastingKind::Replaces { once, .. } => *once,
            _ => false,
        };
        once.then_some(id)
    }

    /// What a shield makes of damage, and what is left of it.
    pub(super) fn replace_by_shield(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        (id, source, shield): (u32, ObjectId, Shield),
        turning: &mut ReplacementContext<'_>,
    ) -> Vec<Proposal> {
        let most = turning.share.or(shield.left).unwrap_or(u32::MAX);
        let (taken, left_over) = match shield.instead {
            Some(instead) => redirect(event, instead, most),
            None => self.prevent(play, event, most, rule!("615.6")),
        };
        if let Some(left) = shield.left.filter(|_| taken > 0) {
            let left = left - taken.min(left);
            let changed = if left == 0 { Event::EffectEnded(id) } else { Event::ShieldLeft(id, left) };
            play.emit(changed, rule!("615.7"));
        }
        let by = self.sight(play).controller(source).unwrap_or(Seat(0));
        let then = self.shield_text(&shield).map_or(&[][..], |text| &text.then);
        turning.after.extend(consequences(then, shield.then, (source, by, taken), event, &[]));
        left_over
    }

    /// What a static ability makes of damage that it prevents, or deals to another instead.
    pub(super) fn replace_by_prevention(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        (source, most, instead): (ObjectId, u32, Option<Option<Value>>),
        (then, whom): (&[Consequence], Vec<Option<Value>>),
        turning: &mut ReplacementContext<'_>,
    ) -> Vec<Proposal> {
        match instead {
            Some(Some(instead)) => redirect(event, instead, most).1,
            Some(None) => vec![event.clone()],
            None => {
                let (taken, left_over) = self.prevent(play, event, most, rule!("615.6"));
                let by = self.sight(play).controller(source).unwrap_or(Seat(0));
                let before = if self.card_pool.removes_once() { turning.before } else { &[] };
                turning.after.extend(consequences(then, whom, (source, by, taken), event, before));
                left_over
            }
        }
    }

    /// Whether damage cannot be prevented (615.12).
    pub(super) fn cannot_be_prevented(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        let Proposal::Damage { source, certain, .. } = event else { return false };
        *certain || sight.forbidden(Deed::Prevent).iter().any(|ruling| ruling.is_about(sight, *source))
    }

    /// Prevents damage up to an amount: how much it comes to and what is left. What cannot be prevented is
    /// dealt in full (615.12).
    pub(super) fn prevent(
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
            cite!("615.13");
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

/// 614.9: so much of the damage is dealt to another.
pub(super) fn redirect(event: &Proposal, instead: Value, most: u32) -> (u32, Vec<Proposal>) {
    let Proposal::Damage { source, to, amount, combat, certain } = *event else {
        return (0, vec![event.clone()]);
    };
    let taken = most.min(amount);
    let part = |to, amount| (amount > 0).then_some(Proposal::Damage { source, to, amount, combat, certain });
    (taken, [part(to, amount - taken), part(instead, taken)].into_iter().flatten().collect())
}

/// Whether damage can be dealt to something (614.9).
pub(super) fn can_receive(sight: &Sight<'_>, to: Value) -> bool {
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

/// What prevention effects do besides to what they name (615.5). One counter is removed once for all damage that is
/// dealt at the same time: not again where it follows `before`.
pub(super) fn consequences(
    then: &[Consequence],
    whom: Vec<Option<Value>>,
    (source, by, prevented): (ObjectId, Seat, u32),
    event: &Proposal,
    before: &[FollowUp],
) -> impl Iterator<Item = FollowUp> {
    then.iter().zip(whom).filter_map(move |(then, whom)| {
        let follows = aftermath(then, whom?, (source, by), prevented, event)?;
        let again = then.does == Aftermath::RemoveCounter && before.contains(&follows);
        (!again).then_some(follows)
    })
}

/// What a prevention effect does besides (615.5).
fn aftermath(
    then: &Consequence,
    whom: Value,
    (source, by): (ObjectId, Seat),
    prevented: u32,
    event: &Proposal,
) -> Option<FollowUp> {
    let Proposal::Damage { amount, .. } = event else { return None };
    let proposal = match (then.does, whom) {
        (Aftermath::GainLife, Value::Seat(seat)) => Proposal::GainLife(seat, prevented),
        (Aftermath::Damage, to) => {
            Proposal::Damage { source, to, amount: prevented, combat: false, certain: false }
        }
        (Aftermath::PutCounters, Value::Object(id)) => {
            Proposal::PutCounters(id, then.kind?, prevented, true, by)
        }
        (Aftermath::RemoveCounters, Value::Object(id)) => Proposal::RemoveCounters(id, then.kind?, *amount),
        (Aftermath::RemoveCounter, Value::Object(id)) => Proposal::RemoveCounters(id, then.kind?, 1),
        (Aftermath::Draw, Value::Seat(seat)) => return Some(FollowUp::Draws(seat, prevented)),
        (
            Aftermath::GainLife
            | Aftermath::PutCounters
            | Aftermath::RemoveCounters
            | Aftermath::RemoveCounter
            | Aftermath::Draw,
            _,
        ) => return None,
    };
    Some(FollowUp::Event(proposal))
}
