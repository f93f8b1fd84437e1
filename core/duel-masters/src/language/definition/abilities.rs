//! Abilities: triggered, static, of costs, and replacement effects.

use serde::{Deserialize, Serialize};

use super::*;

/// An ability that is no keyword and no spell ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ability {
    /// 110.3b; one that works in the hand must be shown and declared by its player (603.2e).
    Triggered(Triggered),
    /// 110.3d: a continuous effect on elements, or on cards of another zone.
    Static(Static),
    /// A continuous effect on what cards cost to use (112.2b).
    Costs(Costs),
    /// 609
    Replacement(Replacement),
    /// An effect used by tapping the creature instead of attacking with it (602.1).
    Tap(Effect),
    /// An effect used by leaving the creature tapped at the start of its player's turn (501.1a).
    Silent(Effect),
    /// A static ability that does something once as often as its condition holds (604.4).
    OneShot(Condition, Effect),
    /// When the card is used, one such element of its player may be put there, which makes the card cheaper
    /// by the element's cost (601.1a).
    Offering(Filter, Destination),
    /// Used for no cost by discarding such a card of the own shields, at that moment (112.3b, 112.3d).
    Strike(Strike, Filter),
    /// These abilities, while the condition holds (604.2).
    While(Condition, Vec<Ability>),
}

impl Ability {
    /// The static ability that this is, if it forbids such an act to what it changes.
    pub fn forbidding(&self, act: Subject) -> Option<&Static> {
        let Ability::Static(own) = self else { return None };
        let says = |change: &Written| matches!(change, Change::Rule(rule) if rule.0 == Ruling::Forbid && rule.1 == act);
        own.changes.iter().any(says).then_some(own)
    }
}

/// A triggered ability (603).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The event.
    pub when: When,
    /// The keyword that stands before the text (205.1a).
    #[serde(default, skip_serializing_if = "is_default")]
    pub keyword: Option<String>,
    /// The condition, which is checked on resolution (603.4).
    #[serde(default, rename = "if", skip_serializing_if = "is_default")]
    pub condition: Option<Condition>,
    /// The zone in which it works, where that is not the battle zone (110.4b). What works in the hand works
    /// wherever the card can be used from (110.4d).
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Place,
    /// What it does.
    pub effect: Effect,
}

/// A static ability (604).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Static {
    /// What it changes: elements in the battle zone, or cards in `zone`.
    pub what: Filter,
    /// The zone whose cards it changes, where that is not the battle zone (603.5b): their civilizations,
    /// races and power, where they can be used from, their mana numbers; S-Trigger is given to shields
    /// (113.6b), or to what comes from them into the hand (113.6c).
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Place,
    /// How.
    pub changes: Vec<Written>,
}

/// A static ability that changes what cards cost (112.2b).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Which cards, of either player; the card itself while it is being used.
    pub what: Filter,
    /// How much more they cost; a negative number makes them cheaper.
    #[serde(default = "nothing", skip_serializing_if = "is_nothing")]
    pub by: Number,
    /// The least that they can cost because of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub least: u32,
    /// Whether they may be used for no cost (112.3e).
    #[serde(default, skip_serializing_if = "is_default")]
    pub free: bool,
    /// Whether it is an additional cost that the player need not pay (112.2d): only the card itself says so.
    #[serde(default, skip_serializing_if = "is_default")]
    pub may: bool,
}

fn nothing() -> Number {
    Number::N(0)
}

fn is_nothing(number: &Number) -> bool {
    *number == nothing()
}

/// Whether something has its default, which definitions leave out.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A replacement effect of an ability (609).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// What it replaces: a move, a destruction, a discard, a draw, that a spell is over, that a shield is broken
    /// or that a creature is destroyed for losing a battle.
    pub event: When,
    /// What happens instead.
    pub instead: Instead,
    /// Whether its player may leave it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub may: bool,
    /// The zone in which it works, where that is not the battle zone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Place,
}

/// What happens instead of a replaced event.
#[expect(clippy::large_enum_variant, reason = "a definition has a few, and is read once")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Instead {
    /// The card goes elsewhere.
    To(Destination),
    /// It does not happen, and this is done.
    Do(Effect),
    /// It does not happen; one such element of the player goes there (609.9a).
    Other(Filter, Destination),
}
