//! The layers (613.1, 613.3), and in which of them a change applies.

use duelog_kernel::RuleId;

use crate::language::definition::{Change, Feature, Trait, Values};
use crate::{cite, rule};

/// A layer or sublayer, in order (613.1, 613.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// 613.1a
    Copies,
    /// 613.1b
    Control,
    /// 613.1c
    Text,
    /// 613.1d
    Types,
    /// 613.1e
    Colors,
    /// 613.1f
    Abilities,
    /// 613.3a
    SizeDefined,
    /// 613.3b
    SizeSet,
    /// 613.3c
    SizeChanged,
    /// 613.3d
    SizeCounters,
    /// 613.3e
    SizeSwitched,
    /// 613.10: after all characteristics.
    Rules,
}

impl Layer {
    /// The layer's name, for people, and its rule.
    pub fn describe(self) -> (&'static str, RuleId) {
        match self {
            Layer::Copies => ("layer 1", rule!("613.1a")),
            Layer::Control => ("layer 2", rule!("613.1b")),
            Layer::Text => ("layer 3", rule!("613.1c")),
            Layer::Types => ("layer 4", rule!("613.1d")),
            Layer::Colors => ("layer 5", rule!("613.1e")),
            Layer::Abilities => ("layer 6", rule!("613.1f")),
            Layer::SizeDefined => ("layer 7a", rule!("613.3a")),
            Layer::SizeSet => ("layer 7b", rule!("613.3b")),
            Layer::SizeChanged => ("layer 7c", rule!("613.3c")),
            Layer::SizeCounters => ("layer 7d", rule!("613.3d")),
            Layer::SizeSwitched => ("layer 7e", rule!("613.3e")),
            Layer::Rules => ("rules of the game", rule!("613.10")),
        }
    }
}

fn feature_layer(feature: &Feature) -> Layer {
    match feature {
        Feature::Types(_)
        | Feature::Subtypes(_)
        | Feature::LandType(_)
        | Feature::Chosen(
            Trait::Name | Trait::CreatureType | Trait::LandType | Trait::AnyLandType | Trait::CardType,
        )
        | Feature::EveryCreatureType
        | Feature::NoManaCost
        | Feature::NoType(_)
        | Feature::NoSuper(_)
        | Feature::Super(_) => {
            cite!("613.1d");
            Layer::Types
        }
        Feature::Colors(_) | Feature::Chosen(Trait::Color) => Layer::Colors,
    }
}

/// The layer of a change.
pub fn layer_of<V: Values>(change: &Change<V>) -> Layer {
    match change {
        Change::Control(_) => Layer::Control,
        Change::Word(..) | Change::ColorWord(..) | Change::TypeWord(..) => Layer::Text,
        Change::EveryName | Change::Named(_) | Change::FullText(..) => Layer::Text,
        Change::CopyOf(_) => Layer::Copies,
        Change::Set(feature) | Change::Add(feature) => feature_layer(feature),
        Change::Gain(_)
        | Change::GainAbility(_)
        | Change::GainThis
        | Change::GainSparing(..)
        | Change::SparingProtection(..)
        | Change::GainLine(_)
        | Change::GainActivated(_)
        | Change::Lose(_)
        | Change::CannotHave(_)
        | Change::LoseAbilities => Layer::Abilities,
        Change::SetSize(..) | Change::SetSizeEach(..) | Change::SetOne(..) => {
            cite!("613.1g", "613.3");
            Layer::SizeSet
        }
        Change::Size(..) | Change::SizeEach(..) => Layer::SizeChanged,
        Change::Switch => Layer::SizeSwitched,
        Change::Rule(..)
        | Change::CannotBeBlockedHere(..)
        | Change::Bars(_)
        | Change::MustBlock(_)
        | Change::MustAttackThis(_)
        | Change::MustAttack(_)
        | Change::BlockedBy(..)
        | Change::Costs(_)
        | Change::PlayersGain(_)
        | Change::AtMost(..)
        | Change::MostCounters(..)
        | Change::CostsMore(..)
        | Change::CostsLess(..)
        | Change::CostsLessBy(..)
        | Change::MayPlay(..)
        | Change::AbilitiesCostLess(..)
        | Change::AbilitiesCostMore(..)
        | Change::CostsAtLeast(..)
        | Change::NoCounters(..)
        | Change::GetNo(_)
        | Change::UntapsAtMost(..)
        | Change::CostsInstead(..) => Layer::Rules,
    }
}
