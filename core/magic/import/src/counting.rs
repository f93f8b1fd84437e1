//! Replacement effects about counters.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{Aftermath, Consequence, Filter, Recipient, Ref, Replacement, When};

use crate::noun::{Desc, counter};
use crate::setting::{Done, Setting, all};

/// Damage to the source is prevented, and counters are put on it or removed from it.
pub fn phantom(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Replacement> {
    let kind = counter(tree.need("kind")?, setting)?;
    let does = match tree.label {
        "phantom_many" if tree.says("remove") => Aftermath::RemoveCounters,
        "phantom_many" => Aftermath::PutCounters,
        _ => Aftermath::RemoveCounter,
    };
    let mut what = vec![Filter::Is(Ref::This)];
    if tree.label == "phantom_while" {
        what.push(Filter::Counter(kind));
    }
    Ok(Replacement::Prevent {
        from: Filter::Any,
        to: Recipient::Objects(all(what)),
        amount: None,
        combat: None,
        instead: None,
        then: vec![Consequence { does, whom: Ref::This, kind: Some(kind) }],
        does: None,
    })
}

/// More counters are put on something than would be.
pub fn more_counters(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Replacement> {
    let kind = Some(counter(tree.need("kind")?, setting)?);
    let desc = Desc::read(tree.need("desc")?, setting)?;
    if desc.zone.is_some() || desc.is_card() {
        return Err(format!("`{}`", tree.text()));
    }
    let event = When::Counters { kind, what: desc.filter(), removed: false, by: None };
    Ok(if tree.label == "twice_counters" { more_of(event, 2, 0) } else { more_of(event, 1, 1) })
}

/// There is so many times as much of an event, and so much more.
pub fn more_of(event: When, times: u32, plus: u32) -> Replacement {
    Replacement::Amount { event, times, plus, less: 0, by_effect: false }
}
