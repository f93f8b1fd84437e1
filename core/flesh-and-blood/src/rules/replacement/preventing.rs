//! Prevention effects (6.4.10): how much damage they prevent, of which event, and what is left of them.

use duelog_kernel::{ObjectId, RuleId};

use crate::language::definition::{DamageKind, Deed, Tier};
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::restrictions::permits;
use crate::state::event::{Application, Event};
use crate::state::{Binding, Board, Dividing, EffectKey, EventBatch, Lasting, LastingKind, Object, Proposal};
use crate::{cite, rule};

impl FleshAndBlood {
    /// Whether a prevention effect of a layer shields what an event would damage: where it names no source,
    /// from any, and where it names no kind, from any kind of damage. An attack-proxy is an extension of
    /// the source that is named.
    pub fn shields(&self, board: &Board, lasting: &Lasting, event: &Proposal) -> bool {
        cite!("6.4.10c", "6.4.10d");
        let (kind, from) = match lasting.kind {
            LastingKind::Shield(left, kind, from) if left > 0 => (kind, from),
            LastingKind::PreventNext(_, kind, from) => (kind, from),
            LastingKind::PreventTimes(..) => (None, None),
            _ => return false,
        };
        let Proposal::Damage { source, to, kind: dealt, .. } = event else { return false };
        let shielded = match &lasting.binding {
            Binding::Locked(shielded) => shielded.contains(to),
            // Where it names nothing that is shielded, it is about all that the source damages.
            Binding::Open(_) => {
                cite!("6.4.10e");
                true
            }
            Binding::Next(_) => false,
        };
        cite!("8.5.3f");
        let dealer =
            |named: ObjectId| named == *source || board.get(*source).and_then(Object::source) == Some(named);
        shielded && kind.is_none_or(|kind| kind == *dealt) && from.is_none_or(dealer)
    }

    /// Whether a lasting effect is a prevention effect.
    pub fn prevents(&self, play: &Game<'_>, effect: u32) -> bool {
        let kind = play
            .state()
            .board
            .effects
            .iter()
            .find(|lasting| lasting.id == effect)
            .map(|lasting| &lasting.kind);
        matches!(
            kind,
            Some(LastingKind::Shield(..) | LastingKind::PreventNext(..) | LastingKind::PreventTimes(..))
        )
    }

    /// Applies a prevention effect of a layer to all events of the batch that it shields from. Where it
    /// cannot prevent all of their damage, its controller declares each point (6.4.10f).
    pub fn prevent_by(&self, play: &mut Game<'_>, events: &mut EventBatch, effect: u32) {
        let Some(lasting) = play.state().board.effects.iter().find(|lasting| lasting.id == effect) else {
            return;
        };
        let mut among = Vec::new();
        for (place, proposed) in events.batch.iter().enumerate().skip(usize::from(events.at)) {
            if let Proposal::Damage { amount, .. } = proposed.event
                && self.shields(&play.state().board, lasting, &proposed.event)
                && !proposed.applied.contains(&EffectKey::Lasting(effect))
            {
                among.push((place as u16, amount));
            }
        }
        let damage = among.iter().fold(0, |sum: u32, entry| sum.saturating_add(entry.1));
        let most = match lasting.kind {
            LastingKind::Shield(left, ..) => left,
            // 6.4.10b: without an amount it is that of the event.
            LastingKind::PreventNext(most, ..) => most.unwrap_or(damage),
            LastingKind::PreventTimes(_, most) => most,
            LastingKind::Alters(_)
            | LastingKind::Later
            | LastingKind::PreventLess(..)
            | LastingKind::Replaces
            | LastingKind::Reveals
            | LastingKind::Shows(_)
            | LastingKind::Becomes(_) => 0,
        };
        if among.len() > 1 && most < damage {
            events.dividing = Some(Dividing { effect, seat: lasting.controller, total: most, among });
            return;
        }
        let shares = among.into_iter().map(|(place, amount)| (place, amount.min(most))).collect();
        self.share_out(play, events, effect, shares);
    }

    /// Prevents so much of each of these events, which stand in order.
    pub fn share_out(
        &self,
        play: &mut Game<'_>,
        events: &mut EventBatch,
        effect: u32,
        mut shares: Vec<(u16, u32)>,
    ) {
        let Some(lasting) = play.state().board.effects.iter().find(|lasting| lasting.id == effect).cloned()
        else {
            return;
        };
        // Told of each event, as the effect was before it is used up.
        let first = shares.first().and_then(|share| events.batch.get(usize::from(share.0)));
        let told = first.map(|first| self.telling(play, first, EffectKey::Lasting(effect)));
        for (place, share) in &mut shares {
            let unpreventable = events
                .batch
                .get(usize::from(*place))
                .is_none_or(|proposed| !self.preventable(play, &proposed.event));
            if unpreventable {
                *share = 0;
            }
        }
        let total = shares.iter().fold(0, |sum: u32, share| sum.saturating_add(share.1));
        match lasting.kind {
            LastingKind::Shield(left, kind, from) if total < left => {
                // 6.4.10h: what cannot be prevented takes nothing of the prevention amount.
                let rule = if total == 0 { rule!("6.4.10h") } else { rule!("6.4.10j") };
                play.emit(Event::EffectLeft(effect, LastingKind::Shield(left - total, kind, from)), rule);
            }
            LastingKind::Shield(..) => play.emit(Event::EffectEnded(effect), rule!("6.4.10j")),
            LastingKind::PreventTimes(left, most) if left > 1 => {
                let left = LastingKind::PreventTimes(left - 1, most);
                play.emit(Event::EffectLeft(effect, left), rule!("6.4.10i"));
            }
            _ => play.emit(Event::EffectEnded(effect), rule!("6.4.10i")),
        }
        let rule =
            if matches!(lasting.kind, LastingKind::Shield(..)) { rule!("6.4.10a") } else { rule!("6.4.10b") };
        // From the last: what is prevented wholly leaves the batch.
        for (place, share) in shares.into_iter().rev() {
            let place = usize::from(place);
            let Some(mut proposed) = events.batch.get(place).cloned() else { continue };
            let told = told.clone().map(|told| Application { event: proposed.event.clone(), ..told });
            proposed.applied.push(EffectKey::Lasting(effect));
            proposed.reached = proposed.reached.max(Tier::Prevention as u8);
            let left = self.prevent_exactly(play, &proposed.event, share, rule);
            told.into_iter().for_each(|told| self.tell_applied(play, told, left.as_slice()));
            match left {
                Some(event) => events.batch[place] = crate::state::Proposed { event, ..proposed },
                None => drop(events.batch.remove(place)),
            }
        }
    }

    /// 6.4.10a: so much of a damage event is prevented; the rest is dealt.
    pub fn prevent(&self, play: &mut Game<'_>, event: &Proposal, most: u32, rule: RuleId) -> Vec<Proposal> {
        let Proposal::Damage { amount, .. } = event else { return vec![event.clone()] };
        let total = if self.preventable(play, event) { most.min(*amount) } else { 0 };
        self.prevent_exactly(play, event, total, rule).into_iter().collect()
    }

    /// What is left of a damage event of which so much is to be prevented.
    fn prevent_exactly(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        total: u32,
        rule: RuleId,
    ) -> Option<Proposal> {
        let Proposal::Damage { source, to, amount, kind, hit, sure } = event else {
            return Some(event.clone());
        };
        let prevented = total - self.less(play, total, *kind);
        if prevented > 0 {
            self.emit(play, Event::Prevented { source: *source, to: *to, amount: prevented }, rule);
        }
        cite!("7.5.5b");
        let amount = amount.saturating_sub(prevented);
        (amount > 0).then_some(Proposal::Damage {
            source: *source,
            to: *to,
            amount,
            kind: *kind,
            hit: *hit,
            sure: *sure,
        })
    }

    /// 6.4.10h: whether no effect says that the damage cannot be prevented.
    fn preventable(&self, play: &mut Game<'_>, event: &Proposal) -> bool {
        let Proposal::Damage { source, sure, .. } = event else { return false };
        !sure && permits(&self.sight(play), Deed::Prevent, *source, None, Ok(())).is_ok()
    }

    /// 6.4.10g: how much less a prevention effect prevents that would prevent so much, which is determined
    /// before.
    fn less(&self, play: &mut Game<'_>, total: u32, dealt: DamageKind) -> u32 {
        if total == 0 {
            return 0;
        }
        let found = play.state().board.effects.iter().find_map(|lasting| match lasting.kind {
            LastingKind::PreventLess(less, kind) if kind.is_none_or(|kind| kind == dealt) => {
                Some((lasting.id, less))
            }
            _ => None,
        });
        let Some((id, less)) = found else { return 0 };
        play.emit(Event::EffectEnded(id), rule!("6.4.10g"));
        less.min(total)
    }
}
