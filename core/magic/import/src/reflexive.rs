//! Abilities that trigger as something is done by another one (603.12).

use duelog_import::grammar::Tree;
use duelog_kernel::ron_text::{Fault, value};
use duelog_kernel::scope::Node;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{Ability, Effect, Number, Ref, Triggered, Verb, When, ZoneKind};

use crate::conditions::condition;
use crate::setting::{Done, Setting, sequence};

/// Stands for the place of the first of them until it is known.
const PLACE: u8 = 200;

/// Stands for the place of the ability that is read until it is known.
pub const OWN: u8 = 199;

/// Reads `when you do`, with all that stands behind it.
pub fn when_done(
    tree: &Tree<'_>,
    rest: &[&Tree<'_>],
    setting: &mut Setting<'_>,
    all: &mut Vec<Effect>,
) -> Done<()> {
    if setting.of.spell || setting.mode.is_some() {
        return Err("`when you do` of a spell or in a mode".to_string());
    }
    let place = u8::try_from(setting.reflexive.len()).ok().and_then(|place| PLACE.checked_add(place));
    let place = place.ok_or("too many abilities")?;
    let made = own_ability(tree, rest, setting)?;
    setting.reflexive.push(made);
    let trigger = setting.verb(Verb::Trigger(place));
    if all.last().is_some_and(crate::sentences::is_sure) {
        all.push(trigger);
        return Ok(());
    }
    crate::sentences::follow(all, trigger)
}

/// Reads the ability by itself: of what was spoken of before, only the source is known in it.
fn own_ability(tree: &Tree<'_>, rest: &[&Tree<'_>], setting: &mut Setting<'_>) -> Done<Triggered> {
    let has_x = std::mem::take(&mut setting.of.has_x);
    let linked = setting.of.linked;
    let mut own = Setting::new(setting.of, setting.tokens);
    own.seen = setting.seen.iter().filter(|seen| seen.one == Some(Ref::This)).cloned().collect();
    let made = body(tree, rest, &mut own);
    let nested = !own.reflexive.is_empty();
    setting.of.has_x = has_x;
    // Here, what has just been exiled is meant, and not all that was ever exiled.
    if setting.of.linked != linked {
        return Err("`when you do` about what was exiled".to_string());
    }
    if nested {
        return Err("`when you do` behind `when you do`".to_string());
    }
    made
}

fn body(tree: &Tree<'_>, rest: &[&Tree<'_>], own: &mut Setting<'_>) -> Done<Triggered> {
    let held = tree.get("condition").map(|held| condition(held, own)).transpose()?;
    let mut steps = Vec::new();
    crate::sentences::one_more(tree.need("said")?, own, &mut steps)?;
    for sentence in rest {
        crate::sentences::one_more(sentence.need("said")?, own, &mut steps)?;
    }
    if !own.first.is_empty() || own.zone.is_some() {
        return Err("something is chosen for nothing".to_string());
    }
    Ok(Triggered {
        when: When::Reflexive,
        condition: held,
        targets: std::mem::take(&mut own.targets),
        modes: None,
        divide: own.divide.take(),
        zone: ZoneKind::Battlefield,
        effect: sequence(steps),
        amount: None,
    })
}

/// Abilities with those that they make trigger, which stand behind them from this place on.
pub fn placed(made: Vec<Ability>, reflexive: Vec<Triggered>, before: usize) -> Done<Vec<Ability>> {
    let own = |place: u8| Node::of(&Number::Resolutions(place)).tree();
    let speaks = |ability: &Ability| Node::of(ability).tree().to_string().contains("Resolutions(199)");
    if reflexive.is_empty() && !made.iter().any(speaks) {
        return Ok(made);
    }
    let first = before + made.len();
    let trigger = |place: u8| {
        Node::of(&Script::<duelog_magic::language::definition::MagicLanguage>::Do(Verb::Trigger(place)))
            .tree()
    };
    let mut all = Vec::new();
    for (at, ability) in made.into_iter().enumerate() {
        let mut tree = Node::of(&ability).tree();
        let at = u8::try_from(before + at).map_err(|_| "too many abilities")?;
        crate::setting::replace(&mut tree, &own(OWN), &own(at));
        for count in 0..reflexive.len() {
            let place = u8::try_from(first + count).map_err(|_| "too many abilities")?;
            crate::setting::replace(&mut tree, &trigger(PLACE + count as u8), &trigger(place));
        }
        all.push(value(&tree).map_err(|fault: Fault| fault.to_string())?);
    }
    all.extend(reflexive.into_iter().map(Ability::Triggered));
    Ok(all)
}

/// Returns whether an ability is one that another one makes trigger.
pub fn is_reflexive(ability: &Ability) -> bool {
    matches!(ability, Ability::Triggered(own) if own.when == When::Reflexive)
}

/// Reads what a delayed ability does: its targets are chosen as it triggers (603.3d, 603.7), and not before.
pub fn without_targets(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Effect> {
    let chosen = setting.targets.len();
    let then = crate::sentences::done(tree, setting)?;
    if setting.targets.len() > chosen {
        return Err("a delayed ability has targets".to_string());
    }
    Ok(then)
}
