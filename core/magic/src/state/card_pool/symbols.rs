//! What the symbols of leveler cards and Sagas and the levels of Classes say, as abilities (710.2, 714.2, 303.6).

use duelog_kernel::script::Script;

use crate::cite;
use crate::language::definition::{
    Ability, Activated, Change, Chapter, ClassLevel, Condition, Cost, CostDeed, Counter, Definition, Filter,
    Group, Level, Number, Ref, Replacement, Showing, Static, Timing, Triggered, TurnPart, Verb, When,
    Written, ZoneKind,
};

/// Adds the abilities for which a definition's level symbols and chapters stand.
pub fn spell_out(definition: &mut Definition) {
    cite!("710.4");
    let mut own: Vec<Ability> = definition.levels.iter().map(level).collect();
    if !definition.chapters.is_empty() {
        cite!("303.5");
        own.push(first_counter());
        own.extend(definition.chapters.iter().flat_map(chapter));
    }
    own.extend(definition.forecasts.iter().map(forecast));
    own.extend((2..).zip(&definition.classes).flat_map(|(level, class)| class_level(level, class)));
    // Those of keywords stay the last.
    let place = definition.abilities.len().saturating_sub(definition.spelled.len());
    definition.abilities.splice(place..place, own);
}

/// A static ability that works on the battlefield while there are so many level counters.
fn level(level: &Level) -> Ability {
    let at_least =
        |number| Condition::AtLeast(Number::Counters(Counter::Level, Ref::This), Number::N(number));
    cite!("107.8", "710.2", "710.5", "710.6");
    let mut holds = vec![at_least(level.from)];
    match level.to {
        Some(to) => {
            cite!("107.8a", "710.2a");
            holds.push(Condition::Not(Box::new(at_least(to.saturating_add(1)))));
        }
        None => {
            cite!("107.8b", "710.2b");
        }
    }
    let (power, toughness) = level.size;
    let mut changes = vec![Change::SetSize(Number::N(power), Number::N(toughness))];
    changes.extend(level.keywords.iter().map(|keyword| Change::Gain(*keyword)));
    changes.extend(level.abilities.iter().map(|ability| Change::GainAbility(Box::new(ability.clone()))));
    Ability::Static(Static {
        zones: vec![ZoneKind::Battlefield],
        affects: Group::Of(Ref::This),
        changes,
        condition: Some(Condition::All(holds)),
    })
}

/// A triggered ability for each number of a chapter.
fn chapter(chapter: &Chapter) -> impl Iterator<Item = Ability> + '_ {
    cite!("107.15", "107.15a", "107.15b", "714.2", "714.2a", "714.2c");
    chapter.of.iter().map(|number| {
        Ability::Triggered(Triggered {
            when: When::Chapter(*number),
            condition: None,
            targets: chapter.targets.clone(),
            modes: None,
            divide: None,
            zone: ZoneKind::Battlefield,
            effect: chapter.effect.clone(),
            amount: None,
        })
    })
}

/// The ability by which a Class reaches a level from the one before it, and what it has from that level on.
fn class_level(level: u8, class: &ClassLevel) -> [Ability; 2] {
    cite!("303.6");
    let has = |level: u8| Condition::AtLeast(Number::ClassLevel(Ref::This), Number::N(level.into()));
    let before = Condition::All(vec![has(level - 1), Condition::Not(Box::new(has(level)))]);
    let reach = Ability::Activated(Activated {
        cost: vec![Cost::Mana(class.cost.clone())],
        targets: Vec::new(),
        timing: Timing { sorcery: true, only_if: Some(before), ..Timing::default() },
        zone: ZoneKind::Battlefield,
        modes: None,
        effect: Script::Do(Verb::ReachLevel(level)),
        divide: None,
    });
    let mut changes: Vec<Change<Written>> =
        class.keywords.iter().map(|keyword| Change::Gain(*keyword)).collect();
    changes.extend(class.abilities.iter().map(|ability| Change::GainAbility(Box::new(ability.clone()))));
    let affects = Group::Of(Ref::This);
    let zones = vec![ZoneKind::Battlefield];
    [reach, Ability::Static(Static { zones, affects, changes, condition: Some(has(level)) })]
}

/// An ability that is activated from the hand, once in each of the own upkeep steps; its card is revealed.
fn forecast(written: &Activated) -> Ability {
    cite!("702.56a", "702.56b");
    let mut cost = written.cost.clone();
    cost.push(Cost::Deed(CostDeed::RevealFor(Showing::Upkeep), Number::N(1), Group::Of(Ref::This)));
    let timing = Timing {
        during: vec![TurnPart::Upkeep],
        only_if: Some(Condition::TurnOf(Ref::You)),
        limit: Some(1),
        ..written.timing.clone()
    };
    Ability::Activated(Activated { cost, timing, zone: ZoneKind::Hand, ..written.clone() })
}

/// A Saga enters with a lore counter.
fn first_counter() -> Ability {
    cite!("714.3", "714.3a");
    Ability::Replacement(Replacement::Enters {
        what: Filter::Is(Ref::This),
        tapped: false,
        with: Some((Counter::Lore, Number::N(1))),
        under: None,
        as_this: false,
        unless: None,
        does: None,
        changes: Vec::new(),
    })
}
