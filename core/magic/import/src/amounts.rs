//! Numbers.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{Deed, Fact, Filter, Group, Measure, Number, Ref, Sort, When};
use duelog_magic::language::types::CardType;

use crate::noun::{Desc, counter, measure};
use crate::objects::thing;
use crate::players::{possessor, whose};
use crate::setting::{Done, Setting, not};
use crate::words;

/// A number as it stands before a noun.
pub fn number(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    match tree.label {
        "n" => {
            let word = tree.text().to_lowercase();
            words::number(&word).map(Number::N).ok_or_else(|| format!("`{word}` is no number"))
        }
        "x" => x(setting),
        "that" => setting.that_much(),
        _ => Err(format!("`{}` is no number that the card language has here", tree.text())),
    }
}

/// The X of the sentence.
pub fn x(setting: &mut Setting<'_>) -> Done<Number> {
    match &setting.x {
        Some(number) => Ok(number.clone()),
        None if setting.of.has_x => Ok(Number::X),
        None => Err("X is nothing here".to_string()),
    }
}

/// An amount behind `equal to`.
pub fn amount(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    let base = amounted(tree.need("base")?, setting)?;
    Ok(match tree.label {
        "plus" => plus(base, amounted(tree.need("plus")?, setting)?),
        "minus" => {
            let less = words::number(&tree.need("number")?.text().to_lowercase()).ok_or("no number")?;
            plus(base, Number::N(-less))
        }
        _ => base,
    })
}

/// Power and toughness that are numbers of their own (208.2a).
pub fn stars(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<(Number, Number)> {
    let own = amount(tree.need("amount")?, setting)?;
    let (power, toughness) = setting.of.printed;
    match tree.label {
        "defining_power" => Ok((own, Number::N(toughness.ok_or("the toughness is no number")?))),
        "defining_toughness" => Ok((Number::N(power.ok_or("the power is no number")?), own)),
        _ => {
            let more = words::number(&tree.need("number")?.text().to_lowercase()).ok_or("no number")?;
            Ok((own.clone(), plus(own, Number::N(more))))
        }
    }
}

/// The sum of two numbers.
pub fn plus(a: Number, b: Number) -> Number {
    Number::Plus(Box::new(a), Box::new(b))
}

/// A number multiplied.
pub fn times(count: i32, number: Number) -> Number {
    match (count, number) {
        (1, number) => number,
        (count, Number::N(number)) => Number::N(count * number),
        (count, number) => Number::Times(count, Box::new(number)),
    }
}

fn amounted(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    let count = |group: Group| Number::Count(Box::new(group));
    Ok(match tree.label {
        "twice" => times(2, amounted(tree.need("amounted")?, setting)?),
        "times" => {
            let count = words::number(&tree.need("number")?.text().to_lowercase()).ok_or("no number")?;
            times(count, amounted(tree.need("amounted")?, setting)?)
        }
        "half_down" => Number::HalfDown(Box::new(amounted(tree.need("amounted")?, setting)?)),
        "half_up" => half_up(amounted(tree.need("amounted")?, setting)?),
        "number" => number(tree.need("number")?, setting)?,
        "hand" => match whose(tree.need("whose")?, setting)? {
            Some(who) => Number::HandSize(who),
            None => return Err("the cards in all hands".to_string()),
        },
        "graveyard" => match whose(tree.need("whose")?, setting)? {
            Some(who) => count(Group::Graveyard(who, Filter::Any)),
            None => count(Group::Graveyards(Filter::Any)),
        },
        "counters" => {
            let one = thing(tree.need("things")?, setting)?.one.ok_or("counters on several things")?;
            Number::Counters(counter(tree.need("kind")?, setting)?, one)
        }
        "counters_you" => Number::Counters(counter(tree.need("kind")?, setting)?, Ref::You),
        "types_land" => kinds_of_land(),
        "types_card" | "colors" => {
            let sort = if tree.label == "colors" { Sort::Color } else { Sort::CardType };
            Number::Kinds(sort, Box::new(Desc::read(tree.need("desc")?, setting)?.group()?))
        }
        "count" => count(counted_group(tree, setting)?),
        "colors_spent" => Number::Cast(Fact::ColorsSpent),
        "cast_turn" => cast_turn(tree, setting)?,
        "died_turn" => died_turn(tree, setting)?,
        "drawn_turn" => drawn_turn(),
        "gained_turn" => {
            let gains = When::Does { who: Some(Ref::You), deed: Deed::GainLife, what: Filter::Any };
            Number::HowOften(Box::new(When::EachOf(Box::new(gains))))
        }
        "life_event" => setting.that_much()?,
        "removed" if setting.of.has_x => Number::X,
        "commander_casts" => Number::CommandCasts(Ref::You),
        "spells_turn" => spells_turn(0),
        "others_spells" => spells_turn(-1),
        "measure" => {
            let one = possessor(tree.need("possessive")?, setting)?;
            measured(measure(tree.need("measure")?)?, one)?
        }
        "measure_of" => {
            let one = thing(tree.need("things")?, setting)?.one.ok_or("the power of several things")?;
            measured(measure(tree.need("measure")?)?, one)?
        }
        "greatest" | "total" => {
            let what = measure(tree.need("measure")?)?;
            let group = Box::new(counted_group(tree, setting)?);
            if tree.label == "total" { Number::Total(what, group) } else { Number::Most(what, group) }
        }
        "life" => match whose(tree.need("whose")?, setting)? {
            Some(who) => Number::Life(who),
            None => return Err("the life totals of all players".to_string()),
        },
        "devotion" => {
            let colors =
                tree.all("color").filter_map(|color| words::color(&color.text().to_lowercase())).collect();
            let who = whose(tree.need("whose")?, setting)?.ok_or("the devotion of all players")?;
            Number::Devotion(who, colors)
        }
        "damage" | "that" | "life_lost" => setting.that_much()?,
        "kicked_times" if setting.of.besides > 0 => kicked(setting),
        "opponents" => count(Group::PlayersExcept(Ref::You)),
        _ => return Err(format!("`{}` is no number that the card language has", tree.text())),
    })
}

/// Half of a number, rounded up.
pub fn half_up(number: Number) -> Number {
    plus(number.clone(), times(-1, Number::HalfDown(Box::new(number))))
}

/// A number of an object.
pub fn measured(what: Measure, one: Ref) -> Done<Number> {
    Ok(match what {
        Measure::Power => Number::Power(one),
        Measure::Toughness => Number::Toughness(one),
        Measure::ManaValue => Number::ManaValue(one),
        Measure::Colors | Measure::Targets => return Err("that is no number of one thing".to_string()),
    })
}

fn counted_group(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Group> {
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    if tree
        .words
        .iter()
        .take_while(|word| !word.eq_ignore_ascii_case("than"))
        .any(|word| word.eq_ignore_ascii_case("other"))
    {
        desc.filters.push(not(desc.other_than(setting)?));
    }
    desc.group()
}

/// How often it was kicked, for whichever of its costs.
fn kicked(setting: &Setting<'_>) -> Number {
    let paid = |place: u8| Number::Cast(Fact::Paid(place));
    (1..setting.of.besides).fold(paid(0), |sum, place| plus(sum, paid(place)))
}

fn kinds_of_land() -> Number {
    let lands = Filter::All(vec![Filter::Type(CardType::Land), Filter::ControlledBy(Ref::You)]);
    Number::Kinds(Sort::LandType, Box::new(Group::All(lands)))
}

fn spells_turn(more: i32) -> Number {
    let cast = When::Casts { by: Some(Ref::You), what: Filter::Any };
    let often = Number::HowOften(Box::new(cast));
    if more == 0 { often } else { plus(often, Number::N(more)) }
}

/// How many such creatures died this turn.
fn died_turn(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    let desc = Desc::read(tree.need("desc")?, setting)?;
    let creature = desc.nouns.iter().any(|noun| noun == "creature");
    if desc.zone.is_some() || !creature {
        return Err(format!("`{}` died", tree.text()));
    }
    let mut filters = desc.filters;
    if tree.says("under") {
        filters.push(Filter::ControlledBy(Ref::You));
    }
    Ok(Number::HowOften(Box::new(When::Dies(crate::setting::all(filters)))))
}

/// How many cards you have drawn this turn.
pub fn drawn_turn() -> Number {
    let why = Some(duelog_magic::language::definition::Reason::Drawn);
    Number::HowOften(Box::new(crate::conditions::moves(Filter::Any, None, None, why, Some(Ref::You))))
}

/// How many such spells have been cast this turn.
fn cast_turn(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    let desc = Desc::read(tree.need("desc")?, setting)?;
    if !desc.is_spell() || desc.zone.is_some() {
        return Err(format!("`{}` is not cast", tree.text()));
    }
    Ok(Number::HowOften(Box::new(When::Casts { by: Some(Ref::You), what: desc.filter() })))
}

/// Reads what is counted for each.
pub fn counted(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    let count = |group: Group| Number::Count(Box::new(group));
    Ok(match tree.label {
        "counter_on" => {
            let one = thing(tree.need("things")?, setting)?.one.ok_or("counters on several things")?;
            Number::Counters(counter(tree.need("kind")?, setting)?, one)
        }
        "counter_you" => Number::Counters(counter(tree.need("kind")?, setting)?, Ref::You),
        "kicked" if setting.of.besides > 0 => kicked(setting),
        "opponent" => count(Group::PlayersExcept(Ref::You)),
        "color_spent" => Number::Cast(Fact::ColorsSpent),
        "commander_casts" => Number::CommandCasts(Ref::You),
        "removed" if setting.of.has_x => Number::X,
        "cast_turn" => cast_turn(tree, setting)?,
        "died_turn" => died_turn(tree, setting)?,
        "drawn_turn" => drawn_turn(),
        "desc" => count(counted_group(tree, setting)?),
        "card_hand" => match whose(tree.need("whose")?, setting)? {
            Some(who) => Number::HandSize(who),
            None => return Err("the cards in all hands".to_string()),
        },
        "land_type" => kinds_of_land(),
        "color" => Number::Kinds(Sort::Color, Box::new(Desc::read(tree.need("desc")?, setting)?.group()?)),
        "spell_turn" => spells_turn(if tree.says("other") { -1 } else { 0 }),
        _ => return Err(format!("`{}` is no number that the card language has", tree.text())),
    })
}
