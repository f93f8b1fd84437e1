//! Scripts as sentences: damage that is prevented.

use duelog_kernel::prose::EffectPart;

use super::terms::Wording;
use super::wording::damage;
use crate::language::definition::{DamageKind, Group, Ref, Verb};

impl Wording<'_> {
    /// Returns what is prevented, where the verb prevents damage.
    pub(super) fn prevents(&self, verb: &Verb, actor: &Ref) -> Option<Vec<EffectPart>> {
        let what = match verb {
            Verb::Shield { to, amount, kind, from } => {
                let damage = self.shielded(to.as_ref(), *kind, from.as_ref());
                match self.fixed(amount) {
                    Some(amount) => format!("prevent the next {amount} {damage} this turn"),
                    None => format!("prevent the next {damage} this turn, up to {}", self.number(amount)),
                }
            }
            Verb::PreventNext { to, amount, kind, from } => {
                let shielded = self.shielded(to.as_ref(), *kind, from.as_ref());
                match amount {
                    None => format!("prevent all of the next {shielded} this turn"),
                    Some(amount) => {
                        format!("prevent {} of the next {shielded} this turn", self.number(amount))
                    }
                }
            }
            Verb::PreventTimes { times, to, amount } => {
                format!(
                    "prevent {} of the damage to {} the next {} times this turn",
                    self.number(amount),
                    self.group(to),
                    self.number(times)
                )
            }
            Verb::PreventLess { amount, kind } => {
                let kind = kind.map_or("damage", damage);
                let less = self.number(amount);
                return Some(vec![EffectPart::Says(format!(
                    "the next time {kind} would be prevented this turn, {less} less is prevented"
                ))]);
            }
            _ => return None,
        };
        Some(self.act(actor, what))
    }

    /// The damage that a prevention effect is about: to what, and by what.
    fn shielded(&self, to: Option<&Group>, kind: Option<DamageKind>, from: Option<&Ref>) -> String {
        let by = from.map_or(String::new(), |from| format!(" by {}", self.refer(from)));
        match to {
            Some(to) => {
                format!("{} that would be dealt to {}{by}", kind.map_or("damage", damage), self.group(to))
            }
            None => format!("{} that would be dealt{by}", kind.map_or("damage", damage)),
        }
    }
}
