//! Which kind of effect a replacement or prevention effect is, by the rule that describes it.

use duelog_kernel::RuleId;

use crate::language::definition::{Ability, Deed, Filter, Reason, Ref, Replacement, When};
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::game::Magic;
use crate::state::{AbilityRef, EffectKey, LastingKind, Proposal, Shield};

impl Magic {
    /// Whether an effect would prevent damage that cannot be prevented.
    pub fn is_certain(&self, sight: &Sight<'_>, event: &Proposal, key: EffectKey) -> bool {
        self.prevents(sight, key) && self.cannot_be_prevented(sight, event)
    }

    fn prevents(&self, sight: &Sight<'_>, key: EffectKey) -> bool {
        match key {
            EffectKey::Protection(_) | EffectKey::OfPlayer(_) => true,
            EffectKey::Lasting(id) => {
                let lasting = sight.board.effects.iter().find(|lasting| lasting.id == id);
                lasting.is_some_and(|lasting| match &lasting.kind {
                    LastingKind::Shield(shield) => shield.instead.is_none(),
                    LastingKind::Replaces { ability, .. } => {
                        matches!(
                            self.card_pool.begun(*ability),
                            Some(Replacement::Prevent { instead: None, .. })
                        )
                    }
                    _ => false,
                })
            }
            EffectKey::Ability(id, place) => {
                matches!(
                    self.replacement_of(sight, id, place),
                    Some(Replacement::Prevent { instead: None, .. })
                )
            }
            EffectKey::Own(..) | EffectKey::Command(_) => false,
        }
    }

    /// The rule that says what kind of effect one is.
    pub fn effect_rule(&self, sight: &Sight<'_>, event: &Proposal, key: EffectKey) -> RuleId {
        if self.is_certain(sight, event, key) {
            return rule!("615.12");
        }
        match key {
            EffectKey::Protection(_) | EffectKey::OfPlayer(_) => rule!("702.16e"),
            EffectKey::Command(_) => rule!("903.9"),
            EffectKey::Lasting(id) => {
                let lasting = sight.board.effects.iter().find(|lasting| lasting.id == id);
                match lasting.map(|lasting| &lasting.kind) {
                    Some(LastingKind::Shield(Shield { instead: Some(_), .. })) => rule!("614.9"),
                    Some(LastingKind::Shield(Shield { left: Some(_), to: Some(_), .. })) => rule!("615.11"),
                    Some(LastingKind::Shield(Shield { left: Some(_), .. })) => rule!("615.7"),
                    Some(LastingKind::Shield(Shield { from: Some(_), .. })) => rule!("615.9"),
                    Some(LastingKind::Regenerate(_)) => rule!("614.8"),
                    Some(LastingKind::Skip(..)) => rule!("614.10"),
                    Some(LastingKind::Die(..) | LastingKind::NoLife(_)) => rule!("614.1a"),
                    Some(LastingKind::Replaces { ability, .. }) => {
                        self.card_pool.begun(*ability).map_or(rule!("614.1"), replacement_rule)
                    }
                    _ => rule!("615.1a"),
                }
            }
            EffectKey::Ability(id, place) => {
                self.replacement_of(sight, id, place).map_or(rule!("614.1"), replacement_rule)
            }
            EffectKey::Own(card, place) => match self.card_pool.ability(AbilityRef { card, place }) {
                Some(Ability::Replacement(replacement)) => replacement_rule(replacement),
                _ => rule!("614.1c"),
            },
        }
    }
}

/// The rule that says what kind of effect one is.
fn replacement_rule(replacement: &Replacement) -> RuleId {
    match replacement {
        Replacement::Enters { under: Some(_), .. } => rule!("616.1b"),
        Replacement::Enters { as_this: true, .. } => rule!("616.1c"),
        Replacement::Enters { what, .. } if *what != Filter::Is(Ref::This) => rule!("614.12"),
        Replacement::Enters { tapped: true, .. } => rule!("614.1d"),
        Replacement::Enters { .. } => rule!("614.1c"),
        Replacement::Instead(When::Moves { why: Some(Reason::Destroyed), .. }, _) => rule!("614.1a"),
        Replacement::Instead(When::Moves { why: Some(Reason::Drawn), .. } | When::DrawsBeside { .. }, _)
        | Replacement::FromGraveyard(..) => rule!("614.11"),
        Replacement::MovesInstead(..)
        | Replacement::MayMoveInstead { .. }
        | Replacement::ExiledInstead(_)
        | Replacement::Instead(..) => rule!("614.1a"),
        Replacement::Prevent { instead: Some(_), .. } => rule!("614.9"),
        Replacement::Prevent { then, .. } if !then.is_empty() => rule!("615.5"),
        Replacement::Prevent { amount: Some(_), .. } => rule!("615.10"),
        Replacement::Prevent { .. } => rule!("615.1a"),
        Replacement::Amount { event: When::Damages { .. }, .. } => rule!("614.2"),
        Replacement::Amount { event: When::Does { deed: Deed::TapForMana, .. }, .. }
        | Replacement::ManaInstead { .. } => rule!("106.11b"),
        Replacement::Amount { event: When::Does { deed: Deed::GainLife, .. }, .. } => rule!("614.1a"),
        Replacement::Amount { .. } => rule!("614.16"),
        Replacement::LifeStaysAt(..) => rule!("119.4b"),
        Replacement::Skip(..) => rule!("614.1b"),
        Replacement::AsDrawn(_) => rule!("702.93a"),
        Replacement::Regenerates(_) => rule!("701.14b"),
        Replacement::TokensInstead(..) => rule!("701.6b"),
        Replacement::SearchesTop(..) => rule!("701.18f"),
        Replacement::TurnedUp { .. } => rule!("614.1e"),
        Replacement::Begun(_) => rule!("614.3"),
    }
}
