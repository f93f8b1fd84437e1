//! Changes as they are settled: with their numbers, players and words (611.2c, 611.2d).

use crate::cite;
use crate::language::definition::{Ability, Change, Deed, Feature, Filter, Ruling, Trait, Written};
use crate::language::keyword::{Keyword, Quality};
use crate::rules::eval::{Scope, Sight};
use crate::state::{AbilityRef, Alter, CodeRef, Fixed, HeldRuling, Permit, Word};

/// The place of an ability that the definition of `ability` gives to others.
fn given_at(sight: &Sight<'_>, ability: AbilityRef, given: &Ability) -> Option<AbilityRef> {
    let place = sight.card_pool.card(ability.card).place_given(given)?;
    Some(AbilityRef { card: ability.card, place })
}

/// The ruling on blocks at the place `at` of a static ability's changes: its filter is read back from there.
fn bars(scope: &Scope<'_>, ability: AbilityRef, at: u32) -> Option<Alter> {
    let code = CodeRef { card: ability.card, ability: Some(ability.place) };
    let written = Permit { source: scope.source?, code, at: 0, change: at as u8, effect: None };
    Some(Alter::Bars(Box::new(HeldRuling {
        written,
        controller: scope.controller?,
        fixed: Fixed::default(),
    })))
}

/// A change with its numbers, players and words as they are now (611.2c). It stands in `ability`, for a
/// static one at the place `at` of its changes.
#[expect(clippy::too_many_lines, reason = "a flat table of changes")]
pub fn lock_in(
    change: &Change<Written>,
    sight: &Sight<'_>,
    scope: &Scope<'_>,
    ability: AbilityRef,
    at: u32,
) -> Option<Alter> {
    let words = sight.words(scope);
    Some(match change {
        Change::Control(who) => Alter::Control(sight.seat(who, scope)?),
        Change::ColorWord(from, to) => Alter::Word(Word::Color(*from), Word::Color(*to)),
        Change::TypeWord(from, to) => Alter::Word(Word::Subtype(*from), Word::Subtype(*to)),
        Change::Set(Feature::Chosen(which)) => Alter::Set(chosen(*which, sight, scope)?),
        Change::Add(Feature::Chosen(which)) => Alter::Add(chosen(*which, sight, scope)?),
        Change::Set(feature) => Alter::Set(feature.read(words)),
        Change::Add(feature) => Alter::Add(feature.read(words)),
        Change::Gain(keyword) => Alter::Gain(settled(*keyword, sight, scope)?),
        Change::GainSparing(keyword, _) => {
            sight.card_pool.static_ability(ability)?;
            Alter::SparingProtection(settled(*keyword, sight, scope)?, scope.source?, ability, at)
        }
        Change::GainAbility(given) => Alter::GainAbility(given_at(sight, ability, given)?),
        Change::GainThis => Alter::GainAbility(ability),
        Change::FullText(of, given) => {
            let of = sight.object(*sight.objects(of, scope).first()?)?;
            let given = given.iter().filter_map(|given| given_at(sight, ability, given)).collect();
            Alter::FullText(sight.card_pool.card_of(sight.board, of), given)
        }
        Change::Lose(keyword) => Alter::Lose(keyword.read(words)),
        Change::LoseAbilities => Alter::LoseAbilities,
        Change::EveryName => Alter::EveryName,
        Change::Named(name) => Alter::Named(name.clone()),
        Change::CannotHave(keyword) => Alter::CannotHave(keyword.read(words)),
        Change::SetOne(which, number) => Alter::SetOne(*which, sight.number(number, scope)),
        Change::SetSize(power, toughness) => {
            Alter::SetSize(sight.number(power, scope), sight.number(toughness, scope))
        }
        Change::Size(power, toughness) => {
            cite!("611.2d");
            Alter::Size(sight.bonus(power, scope), sight.bonus(toughness, scope))
        }
        Change::Switch => Alter::Switch,
        Change::Rule(_, deed, _) if deed.is_of_players() => return None,
        Change::Rule(Ruling::Forbid, Deed::BeTarget | Deed::Counter, _) => bars(scope, ability, at)?,
        Change::Rule(Ruling::Forbid, deed @ (Deed::BeBlocked | Deed::Block), filter)
            if *filter != Filter::Any =>
        {
            sight.card_pool.static_ability(ability)?;
            if *deed == Deed::BeBlocked && !filter.speaks() {
                Alter::CannotBeBlockedHere(ability, at)
            } else {
                bars(scope, ability, at)?
            }
        }
        Change::Rule(ruling, deed, _) => Alter::Rule(*ruling, *deed, ()),
        Change::MustBlock(creature) => Alter::MustBlock(sight.object_of(creature, scope)?),
        Change::MustAttackThis(walker) => Alter::MustAttackThis(sight.object_of(walker, scope)?),
        Change::BlockedBy(least, most) => Alter::BlockedBy(*least, *most),
        Change::MustAttack(who) => Alter::MustAttack(sight.seat(who, scope)?),
        Change::Word(never, _)
        | Change::CannotBeBlockedHere(never, _)
        | Change::SparingProtection(_, _, never, _)
        | Change::Bars(never) => match *never {},
        // These change no object: players are asked about directly, and what is worked out for each object
        // by itself is.
        Change::AtMost(..)
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
        | Change::CostsInstead(..)
        | Change::Costs(_)
        | Change::PlayersGain(_)
        | Change::GainLine(_)
        | Change::GainActivated(_)
        | Change::CopyOf(_)
        | Change::SizeEach(..)
        | Change::SetSizeEach(..) => return None,
    })
}

/// The choice for the source, as a feature that an effect can give; effects give basic land types only.
fn chosen(which: Trait, sight: &Sight<'_>, scope: &Scope<'_>) -> Option<Feature> {
    match which {
        Trait::Color => Some(Feature::Colors(vec![sight.chosen_color(scope)?])),
        Trait::CreatureType => Some(Feature::Subtypes(vec![sight.chosen_subtype(scope)?])),
        Trait::AnyLandType => None,
        Trait::LandType => Some(Feature::LandType(sight.chosen_subtype(scope)?)),
        Trait::Name | Trait::CardType => None,
    }
}

/// A keyword with what has been chosen for it, and the words of the text.
pub fn settled(keyword: Keyword, sight: &Sight<'_>, scope: &Scope<'_>) -> Option<Keyword> {
    Some(match keyword {
        Keyword::Protection(Quality::Chosen) => {
            Keyword::Protection(Quality::Color(sight.chosen_color(scope)?))
        }
        Keyword::Protection(Quality::ChosenPlayer) => {
            Keyword::Protection(Quality::Player(sight.chosen_player(scope)?))
        }
        keyword => keyword.read(sight.words(scope)),
    })
}
