//! Which of a card's abilities others speak of by their place (603.12, 115.2c, 614.3).

use duelog_kernel::scope::{Node, Scope};

pub(super) const ABILITY: &str = "ability";
/// The kind of the ability at a place.
pub(super) const KIND: &str = "kind of ability";
pub(super) const ACTIVATED: u32 = 1;
const REFLEXIVE: u32 = 2;
const OFFERED: u32 = 3;
const BEGUN: u32 = 4;
/// The ability at a place that a script triggers or begins.
pub(super) const PARTNER: &str = "partner";

/// Says what each ability of a card is, and whether a script of the card triggers or begins it.
pub(super) fn mark(node: &Node, scope: &mut Scope) {
    for (place, ability) in node.field("abilities").iter().flat_map(|list| &list.parts).enumerate() {
        let reflexive = ability
            .parts
            .iter()
            .any(|record| record.field("when").is_some_and(|when| when.word == "Reflexive"));
        let activated = if ability.parts.iter().any(is_offered) { OFFERED } else { ACTIVATED };
        let begun = ability.parts.iter().any(|own| own.is("Replacement", "Begun"));
        let kind = match ability.word {
            _ if reflexive => REFLEXIVE,
            "Activated" => activated,
            _ => u32::from(begun) * BEGUN,
        };
        scope.mark(KIND, place as u32, kind);
        let triggers = |node: &Node| triggered(node) == Some(place as u32);
        scope.mark(PARTNER, place as u32, u32::from(node.any(&triggers)));
    }
}

/// Returns whether an effect lets players use an activated ability.
pub(super) fn is_offered(ability: &Node) -> bool {
    let timing = ability.field("timing");
    timing.and_then(|timing| timing.field("offered")).is_some_and(|offered| offered.text == "true")
}

/// The ability of the same card that a verb triggers or begins, or that what is said of mana triggers.
fn triggered(node: &Node) -> Option<u32> {
    match node.field("triggers") {
        Some(place) => {
            place.parts.first().unwrap_or(place).number().and_then(|place| u32::try_from(place).ok())
        }
        None if node.is("Verb", "Trigger") || node.is("Verb", "Replaces") => node.number_at(0),
        None => None,
    }
}

/// Checks that a verb speaks of an ability of its kind.
pub(super) fn meant(node: &Node, scope: &Scope) -> Result<(), String> {
    let kind = |part: usize| scope.at(KIND, node.number_at(part)?);
    match node.word {
        "Trigger" => {
            scope.nth(node, ABILITY)?;
            if kind(0) == Some(REFLEXIVE) {
                return Ok(());
            }
            Err(format!(
                "`{node}` refers to nothing: that ability does not wait for it with `when: Reflexive` (603.12)"
            ))
        }
        "Offer" if kind(1) != Some(OFFERED) => {
            Err(format!("`{node}` refers to nothing: that ability is not `offered` (115.2c)"))
        }
        "Replaces" if kind(0) != Some(BEGUN) => {
            Err(format!("`{node}` refers to nothing: that ability is not a `Begun` replacement (614.3)"))
        }
        _ => Ok(()),
    }
}
