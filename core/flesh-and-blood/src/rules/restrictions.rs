//! Restrictions over requirements over allowances (1.0.2), as one mechanism: rules say by default whether
//! something can be done, effects say otherwise, and the strongest class decides.

use duelog_kernel::{ObjectId, Seat, test_assert, test_assert_eq};

use crate::language::definition::{Asked, Change, Deed, Filter, Ruling, Verb, Written};
use crate::rules::eval::{Scope, Sight};
use crate::rules::refusal::Refusal;
use crate::state::{Alter, FilterAt};
use crate::{cite, rule};

/// The filter of a ruling, or of a number of defending cards: with which other object it is about.
pub fn about<'a>(sight: &Sight<'a>, FilterAt { code, at, place }: FilterAt) -> Option<&'a Filter> {
    let changes: &'a [Change<Written>] = if at == u16::MAX {
        &sight.card_pool.static_ability(code)?.changes
    } else {
        match sight.card_pool.verb(code, at)? {
            Verb::Modify(_, changes, _)
            | Verb::ModifyAll(_, changes, _)
            | Verb::Next(_, _, _, changes, _, _) => changes,
            _ => return None,
        }
    };
    match changes.get(place as usize)? {
        Change::Rule(_, _, filter)
        | Change::DefendedByAtMost(_, filter)
        | Change::DefendedByAtLeast(_, filter) => Some(filter),
        _ => None,
    }
}

/// The strongest ruling of effects on a deed with an object and another one (1.0.2).
fn ruling(sight: &Sight<'_>, deed: Deed, id: ObjectId, other: Option<ObjectId>) -> Option<Ruling> {
    if sight.is_silent_on(id, |spoken| spoken.rules_on(deed)) {
        test_assert!(
            !sight.said(id).iter().any(|alter| matches!(alter, Alter::Rule(_, said, _) if *said == deed)),
            "something says of {id} whether it can {deed:?}"
        );
        return None;
    }
    let speaks = |alter: Alter| match alter {
        Alter::Rule(ruling, said, about_what) if said == deed => {
            let scope = Scope::of(id, sight.holder(id)?, about_what.code.card);
            let fits = match (about(sight, about_what), other) {
                (Some(filter), Some(other)) => sight.matches(filter, other, &scope),
                (Some(Filter::Any) | None, None) => true,
                (Some(_), None) => false,
                (None, Some(_)) => true,
            };
            fits.then_some(ruling)
        }
        _ => None,
    };
    sight.said(id).iter().copied().filter_map(speaks).min()
}

/// Asserts that the check of definitions knows that play asks for such a ruling.
fn asserted(ruling: Ruling, deed: Deed, other: Option<ObjectId>) {
    let asked = if other.is_some() { Asked::With } else { Asked::Alone };
    test_assert_eq!(ruling.asked(deed), Some(asked), "{ruling:?} {deed:?}");
}

/// Whether a deed with an object is legal: a restriction wins over everything, a requirement or an allowance
/// of an effect over what the rules say by default, which is `by_rules` (1.0.2).
///
/// # Errors
/// The reason and the rule.
pub fn permits(
    sight: &Sight<'_>,
    deed: Deed,
    id: ObjectId,
    other: Option<ObjectId>,
    by_rules: Result<(), Refusal>,
) -> Result<(), Refusal> {
    asserted(Ruling::Restriction, deed, other);
    match ruling(sight, deed, id, other) {
        Some(Ruling::Restriction) => {
            Err((format!("an effect says that it cannot {}", deed.in_words()).into(), rule!("1.0.2")))
        }
        Some(Ruling::Requirement | Ruling::Allowance) => {
            cite!("1.0.1a");
            Ok(())
        }
        None => by_rules,
    }
}

/// Whether an effect demands the deed if it is possible (1.0.2).
pub fn demands(sight: &Sight<'_>, deed: Deed, id: ObjectId, other: Option<ObjectId>) -> bool {
    asserted(Ruling::Requirement, deed, other);
    ruling(sight, deed, id, other) == Some(Ruling::Requirement)
}

/// Whether an effect allows what the rules do not, and none forbids it.
pub fn allows(sight: &Sight<'_>, deed: Deed, id: ObjectId, other: Option<ObjectId>) -> bool {
    asserted(Ruling::Allowance, deed, other);
    matches!(ruling(sight, deed, id, other), Some(Ruling::Requirement | Ruling::Allowance))
}

/// Returns whether an effect lets a player play a card from where it is, whoever owns it (5.1.1): for its cost, or without
/// paying it.
pub fn lends(sight: &Sight<'_>, seat: Seat, id: ObjectId, free: bool) -> bool {
    lent(sight, id, |to, without_cost| (to, without_cost) == (seat, free))
}

/// Returns whether an effect lets a player play a card in some way, whoever owns it.
pub fn is_lent(sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
    lent(sight, id, |to, _| to == seat)
}

/// Returns whether a card is lent in a way that is meant: to whom, and whether without its cost.
fn lent(sight: &Sight<'_>, id: ObjectId, meant: impl Fn(Seat, bool) -> bool) -> bool {
    let lends = |alter: &Alter| matches!(alter, Alter::Lent(to, free) if meant(*to, *free));
    !sight.is_silent_on(id, |spoken| spoken.lends) && sight.said(id).iter().any(lends)
}
