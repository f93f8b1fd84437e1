//! How many cards of a kind can defend an attack at most, where effects say so.

use duelog_kernel::ObjectId;

use super::standing;
use crate::language::definition::Filter;
use crate::rules::eval::{Scope, Sight};
use crate::rules::restrictions::about;
use crate::state::{Alter, CodeRef, FilterAt, Link};

/// How many such cards can defend an attack at most, or must defend it at least.
pub struct Quota<'a> {
    attack: ObjectId,
    number: u32,
    filter: &'a Filter,
    code: CodeRef,
}

impl Quota<'_> {
    /// Whether a card is one of those that count.
    pub fn holds(&self, sight: &Sight<'_>, card: ObjectId) -> bool {
        let Some(seat) = sight.holder(self.attack) else { return false };
        sight.matches(self.filter, card, &Scope::of(self.attack, seat, self.code.card))
    }

    /// How many more such cards it is until the number defends on the chain link.
    pub fn left(&self, sight: &Sight<'_>, link: &Link) -> u32 {
        let defending = standing(sight, link)
            .chain(&link.declared)
            .filter(|defense| self.holds(sight, defense.card))
            .count();
        self.number.saturating_sub(defending as u32)
    }
}

/// By how many cards of a kind effects say that an attack must be defended, if able.
pub fn demanded<'a>(sight: &'a Sight<'a>, attack: ObjectId) -> impl Iterator<Item = Quota<'a>> {
    said(sight, attack, |alter| match alter {
        Alter::DefendedByAtLeast(least, which) => Some((least, which)),
        _ => None,
    })
}

/// What effects say of by how many cards an attack can be defended.
pub fn quotas<'a>(sight: &'a Sight<'a>, attack: ObjectId) -> impl Iterator<Item = Quota<'a>> {
    said(sight, attack, |alter| match alter {
        Alter::DefendedByAtMost(most, which) => Some((most, which)),
        _ => None,
    })
}

/// The quotas of one kind that effects set for an attack.
fn said<'a>(
    sight: &'a Sight<'a>,
    attack: ObjectId,
    of: impl Fn(Alter) -> Option<(u8, FilterAt)>,
) -> impl Iterator<Item = Quota<'a>> {
    sight.said(attack).into_owned().into_iter().filter_map(move |alter| {
        let (number, which) = of(alter)?;
        Some(Quota { attack, number: u32::from(number), filter: about(sight, which)?, code: which.code })
    })
}
