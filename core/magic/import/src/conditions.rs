//! Reads what must be so.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{
    Condition, Deed, Designation, Fact, Filter, Group, Measure, Number, Reason, Recipient, Ref, Role, Sort,
    Than, When, ZoneKind,
};
use duelog_magic::language::subtypes::{AURA, EQUIPMENT};
use duelog_magic::language::types::CardType;

use crate::amounts::{measured, number};
use crate::changes::keyword;
use crate::noun::{Desc, bears, counter, measure, quality};
use crate::objects::thing;
use crate::players::possessor;
use crate::setting::{Done, Setting, all, not};
use crate::words;

/// A condition that holds for at least one opponent, who is `Opponent` in it.
fn of_one(condition: Condition) -> Condition {
    Condition::AnyOpponent(Box::new(condition))
}

/// Not this condition.
pub fn opposite(condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

/// That something is not such. An object with the source attached to it must be there to be otherwise.
fn otherwise(held: Condition) -> Condition {
    match held {
        Condition::Matches(Ref::Attached, filter) => Condition::Matches(Ref::Attached, not(filter)),
        held => opposite(held),
    }
}

/// Reads a condition.
pub fn condition(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Condition> {
    let one = single(tree.need("one")?, setting)?;
    if tree.label != "both" {
        return Ok(one);
    }
    let other = single(tree.need("other")?, setting)?;
    let mut flat = Vec::new();
    for part in [one, other] {
        match part {
            Condition::All(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    Ok(Condition::All(flat))
}

/// Reads what a player controls.
fn controlled(desc: &Desc, who: Ref, other: bool, setting: &Setting<'_>) -> Done<Group> {
    let mut filters = desc.filters.clone();
    if desc.zone.is_some() || desc.is_card() || desc.is_spell() {
        return Err("what is controlled is a permanent".to_string());
    }
    if filters.contains(&Filter::ControlledBy(Ref::You)) {
        return Err("it is said twice whose it is".to_string());
    }
    filters.push(Filter::ControlledBy(who));
    if other {
        if setting.of.spell {
            return Err("`other` than a spell".to_string());
        }
        filters.push(not(Filter::Is(Ref::This)));
    }
    Ok(Group::All(all(filters)))
}

fn least(group: Group, count: Number) -> Condition {
    Condition::AtLeast(Number::Count(Box::new(group)), count)
}

fn given(tree: &Tree<'_>) -> Done<i32> {
    let own = tree.need("number")?;
    words::number(&own.text().to_lowercase()).ok_or_else(|| format!("`{}` in a condition", own.text()))
}

fn happened(when: When) -> Condition {
    Condition::Happened(Box::new(when))
}

fn kicked(setting: &Setting<'_>) -> Done<Condition> {
    if setting.of.besides == 1 {
        Ok(Condition::AtLeast(Number::Cast(Fact::Paid(0)), Number::N(1)))
    } else {
        Err("it is kicked by one of several costs, or by none".to_string())
    }
}

/// Reads what is said of the things of a condition.
fn matches(tree: &Tree<'_>, filter: Filter, setting: &mut Setting<'_>) -> Done<Condition> {
    let own = tree.need("things")?;
    if let Some(part) = own.get("one")
        && part.label == "chosen"
    {
        // Nothing is chosen: it is asked whether there is one.
        let mut filters = Desc::read(part.need("desc")?, setting)?.filters;
        if part.words.first().is_some_and(|word| word.eq_ignore_ascii_case("another")) {
            filters.push(not(Filter::Is(Ref::This)));
        }
        filters.push(filter);
        return Ok(Condition::Exists(Group::All(all(filters))));
    }
    let things = thing(own, setting)?;
    said_of(things.group, things.one, filter)
}

/// Reads what `it` is: a card where it is said to be one.
fn it_of(tree: &Tree<'_>, setting: &Setting<'_>) -> Done<crate::setting::Seen> {
    let card = tree.words.last().is_some_and(|word| word.eq_ignore_ascii_case("card"));
    let card = card.then(|| setting.that(&["card".to_string()], false)).and_then(Result::ok);
    card.map_or_else(|| setting.it(), Ok)
}

/// Reads what is said of one thing, or of one card that is looked at.
fn said_of(group: Group, one: Option<Ref>, filter: Filter) -> Done<Condition> {
    match (one, group) {
        (Some(one), _) => Ok(Condition::Matches(one, filter)),
        (None, group @ Group::Noted(_)) => Ok(Condition::Exists(Group::Among(Box::new(group), filter))),
        (None, _) => Err("it is said of several things".to_string()),
    }
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn single(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Condition> {
    if !setting.of.spell && tree.words.contains(&"~") && !tree.has("things") && !tree.has("desc") {
        setting.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string()]);
    }
    if setting.of.spell && tree.words.contains(&"~") {
        // `It` is the spell behind such a condition.
        setting.own = Some(setting.sentence);
    }
    let other = tree.label != "control_and"
        && tree.words.iter().any(|word| ["other", "another"].contains(&word.to_lowercase().as_str()));
    let yes = Number::N(1);
    Ok(match tree.label {
        "control_commander" => {
            let such = vec![Filter::Commander, Filter::OwnedBy(Ref::You), Filter::ControlledBy(Ref::You)];
            Condition::Exists(Group::All(all(such)))
        }
        "control_a" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            Condition::Exists(controlled(&desc, Ref::You, other, setting)?)
        }
        "control_or" => {
            let mut parts = Vec::new();
            for role in ["one", "other"] {
                let desc = Desc::read(tree.need(role)?, setting)?;
                parts.push(desc.filter());
            }
            let such = Filter::Either(parts);
            Condition::Exists(Group::All(all(vec![such, Filter::ControlledBy(Ref::You)])))
        }
        "control_and" => {
            let mut parts = Vec::new();
            for role in ["one", "other"] {
                let desc = Desc::read(tree.need(role)?, setting)?;
                parts.push(Condition::Exists(controlled(&desc, Ref::You, false, setting)?));
            }
            Condition::All(parts)
        }
        "opponent_controls_least" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            of_one(least(controlled(&desc, Ref::Opponent, false, setting)?, Number::N(given(tree)?)))
        }
        "control_no" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            opposite(Condition::Exists(controlled(&desc, Ref::You, other, setting)?))
        }
        "control_least" | "control_most" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let group = controlled(&desc, Ref::You, other, setting)?;
            let count = given(tree)?;
            match tree.label {
                "control_least" => least(group, Number::N(count)),
                _ => opposite(least(group, Number::N(count + 1))),
            }
        }
        "opponent_controls" | "no_opponent_controls" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let held = Condition::Exists(controlled(&desc, Ref::Opponent, false, setting)?);
            if tree.label == "opponent_controls" { held } else { opposite(held) }
        }
        "opponent_controls_more" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let count = |group: Group| Number::Count(Box::new(group));
            let mine = count(controlled(&desc, Ref::You, false, setting)?);
            let theirs = count(controlled(&desc, Ref::Opponent, false, setting)?);
            of_one(opposite(Condition::AtLeast(mine, theirs)))
        }
        "greatest_power" => {
            let power = |group: Group| Number::Most(Measure::Power, Box::new(group));
            let creature = Filter::Type(CardType::Creature);
            let mine = Group::All(Filter::All(vec![creature.clone(), Filter::ControlledBy(Ref::You)]));
            let greatest = Condition::AtLeast(power(mine.clone()), power(Group::All(creature)));
            Condition::All(vec![Condition::Exists(mine), greatest])
        }
        "gained_least" => {
            let gains = When::Does { who: Some(Ref::You), deed: Deed::GainLife, what: Filter::Any };
            let each = When::EachOf(Box::new(gains));
            Condition::AtLeast(Number::HowOften(Box::new(each)), Number::N(given(tree)?))
        }
        "control_most_others" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let mut group = controlled(&desc, Ref::You, true, setting)?;
            // In an event of such things, other than what it is about.
            let event = setting.seen.iter().rev().find(|seen| seen.one == Some(Ref::Event));
            if let (Some(_), Group::All(Filter::All(all))) = (event, &mut group) {
                let this = not(Filter::Is(Ref::This));
                all.iter_mut().filter(|own| **own == this).for_each(|own| *own = not(Filter::Is(Ref::Event)));
            }
            least(group, Number::N(given(tree)?))
        }
        "control_exactly" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let group = controlled(&desc, Ref::You, false, setting)?;
            let count = given(tree)?;
            let more = opposite(least(group.clone(), Number::N(count + 1)));
            Condition::All(vec![least(group, Number::N(count)), more])
        }
        "control_fewer" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let count = |group: Group| Number::Count(Box::new(group));
            let mine = count(controlled(&desc, Ref::You, false, setting)?);
            let theirs = count(controlled(&desc, Ref::Opponent, false, setting)?);
            of_one(opposite(Condition::AtLeast(mine, theirs)))
        }
        "total_power" => {
            let group = Desc::read(tree.need("desc")?, setting)?.group()?;
            let total = Number::Total(measure(tree.need("measure")?)?, Box::new(group));
            Condition::AtLeast(total, Number::N(given(tree)?))
        }
        "life_less" => {
            of_one(opposite(Condition::AtLeast(Number::Life(Ref::You), Number::Life(Ref::Opponent))))
        }
        "opponent_life_most" => {
            of_one(opposite(Condition::AtLeast(Number::Life(Ref::Opponent), Number::N(given(tree)? + 1))))
        }
        "opponent_grave" => {
            of_one(least(Group::Graveyard(Ref::Opponent, Filter::Any), Number::N(given(tree)?)))
        }
        "land_entered" => happened(When::Enters(Filter::All(vec![
            Filter::Type(CardType::Land),
            Filter::ControlledBy(Ref::You),
        ]))),
        "cast_such" | "opponent_cast" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() || desc.zone.is_some() {
                return Err(format!("`{}` is not cast", tree.text()));
            }
            let by = if tree.label == "cast_such" { Ref::You } else { Ref::Opponent };
            happened(When::Casts { by: Some(by), what: desc.filter() })
        }
        "opponent_cast_many" => {
            let casts = When::Casts { by: Some(Ref::Opponent), what: Filter::Any };
            of_one(Condition::AtLeast(Number::HowOften(Box::new(casts)), Number::N(given(tree)?)))
        }
        "not_lost" => {
            opposite(happened(When::Does { who: Some(Ref::You), deed: Deed::LoseLife, what: Filter::Any }))
        }
        "no_spells" => opposite(Condition::AtLeast(Number::SpellsLastTurn, yes)),
        "two_spells" => Condition::AtLeast(Number::SpellsLastTurn, Number::N(2)),
        "x_least" => Condition::AtLeast(crate::amounts::x(setting)?, Number::N(given(tree)?)),
        "opponents_least" => least(Group::PlayersExcept(Ref::You), Number::N(given(tree)?)),
        "they_hand_most" | "they_hand_least" => {
            let who = setting.that_player()?.one.ok_or("several players")?;
            let more = i32::from(tree.label == "they_hand_most");
            let held = Condition::AtLeast(Number::HandSize(who), Number::N(given(tree)? + more));
            if more == 1 { opposite(held) } else { held }
        }
        "there_fewer" => {
            let group = Desc::read(tree.need("desc")?, setting)?.group()?;
            opposite(least(group, Number::N(given(tree)?)))
        }
        "enchanted" => Condition::Matches(Ref::This, bears(AURA)),
        "equipped" => Condition::Matches(Ref::This, bears(EQUIPMENT)),
        "cast_it" if setting.seen.iter().any(|seen| seen.one == Some(Ref::Event)) => {
            let from = [ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Exile, ZoneKind::Library];
            let from = from.into_iter().chain([ZoneKind::Command]).map(Filter::CastFrom).collect();
            Condition::Matches(Ref::Event, Filter::Either(from))
        }
        "cast_it" => {
            let from = |zone: ZoneKind| Number::Cast(Fact::From(zone));
            let zones = [ZoneKind::Graveyard, ZoneKind::Exile, ZoneKind::Library, ZoneKind::Command];
            let all = zones.into_iter().map(from).fold(from(ZoneKind::Hand), crate::amounts::plus);
            Condition::AtLeast(all, yes)
        }
        "nobody_controls" => opposite(Condition::Exists(Group::All(Filter::Type(CardType::Creature)))),
        "there_are" | "graveyard_kind" => {
            let group = Desc::read(tree.need("desc")?, setting)?.group()?;
            least(group, Number::N(given(tree)?))
        }
        "there_is" => Condition::Exists(Desc::read(tree.need("desc")?, setting)?.group()?),
        "exist" => opposite(Condition::Exists(Desc::read(tree.need("desc")?, setting)?.group()?)),
        "kicked" => kicked(setting)?,
        "not_kicked" => opposite(kicked(setting)?),
        "cast_least" => {
            let casts = When::Casts { by: Some(Ref::You), what: Filter::Any };
            Condition::AtLeast(Number::HowOften(Box::new(casts)), Number::N(given(tree)?))
        }
        "resolved_times" => {
            let place = ["second", "third", "fourth"].iter().position(|word| tree.says(word));
            let count = place.map(|place| place as i32 + 2).ok_or("no place in order")?;
            let times = || Number::Resolutions(crate::reflexive::OWN);
            let more = opposite(Condition::AtLeast(times(), Number::N(count + 1)));
            Condition::All(vec![Condition::AtLeast(times(), Number::N(count)), more])
        }
        "spent_least" => {
            let color = words::color(&tree.need("color")?.text().to_lowercase()).ok_or("no color")?;
            Condition::AtLeast(Number::Cast(Fact::Spent(color)), Number::N(given(tree)?))
        }
        "cast_from_grave" => {
            let from = Condition::AtLeast(Number::Cast(Fact::From(ZoneKind::Graveyard)), yes);
            if tree.says("your") {
                Condition::All(vec![from, Condition::Matches(Ref::This, Filter::OwnedBy(Ref::You))])
            } else {
                from
            }
        }
        "cast_main" => Condition::AtLeast(Number::Cast(Fact::OwnMain), yes),
        "drawn_least" => Condition::AtLeast(crate::amounts::drawn_turn(), Number::N(given(tree)?)),
        "died_least" => {
            let dies = Number::HowOften(Box::new(When::Dies(Filter::Type(CardType::Creature))));
            Condition::AtLeast(dies, Number::N(given(tree)?))
        }
        "any_life_most" => {
            let more = Number::N(given(tree)? + 1);
            let above = |who: Ref| Condition::AtLeast(Number::Life(who), more.clone());
            let all_above = opposite(of_one(opposite(above(Ref::Opponent))));
            opposite(Condition::All(vec![above(Ref::You), all_above]))
        }
        "defending_controls" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            Condition::Exists(controlled(&desc, crate::players::defending(setting), false, setting)?)
        }
        // The cards in a player's hand are that player's own, and another one may control the spell by now.
        "cast_from_hand" => Condition::All(vec![
            Condition::AtLeast(Number::Cast(Fact::From(ZoneKind::Hand)), yes),
            Condition::Matches(Ref::This, Filter::OwnedBy(Ref::You)),
        ]),
        "hand_none" => opposite(Condition::AtLeast(Number::HandSize(Ref::You), yes)),
        "hand_most" => opposite(Condition::AtLeast(Number::HandSize(Ref::You), Number::N(given(tree)? + 1))),
        "hand_least" => Condition::AtLeast(Number::HandSize(Ref::You), Number::N(given(tree)?)),
        "opponent_hand_none" if tree.says("opponent") => {
            of_one(opposite(Condition::AtLeast(Number::HandSize(Ref::Opponent), yes)))
        }
        "opponent_hand_none" => {
            let who = setting.that_player()?.one.ok_or("several players")?;
            opposite(Condition::AtLeast(Number::HandSize(who), yes))
        }
        "life_least" => Condition::AtLeast(Number::Life(Ref::You), Number::N(given(tree)?)),
        "life_most" => opposite(Condition::AtLeast(Number::Life(Ref::You), Number::N(given(tree)? + 1))),
        "life_more" => {
            of_one(opposite(Condition::AtLeast(Number::Life(Ref::You), Number::Life(Ref::Opponent))))
        }
        "died" => happened(When::Dies(Filter::Type(CardType::Creature))),
        "your_left" => happened(When::Moves {
            what: Filter::Any,
            from: Some(ZoneKind::Battlefield),
            to: None,
            why: None,
            by: Some(Ref::You),
            because: None,
        }),
        "attacked" => happened(When::Combat {
            role: Role::Attacks,
            what: Filter::ControlledBy(Ref::You),
            with: None,
            alone: false,
            least: 0,
        }),
        "opponent_lost" => {
            happened(When::Does { who: Some(Ref::Opponent), deed: Deed::LoseLife, what: Filter::Any })
        }
        "gained" => happened(When::Does { who: Some(Ref::You), deed: Deed::GainLife, what: Filter::Any }),
        "opponent_damaged" => happened(When::Damages {
            from: Filter::Any,
            to: Recipient::Opponents,
            combat: None,
            prevented: false,
            sum: false,
        }),
        "your_turn" => Condition::TurnOf(Ref::You),
        "not_your_turn" => opposite(Condition::TurnOf(Ref::You)),
        "graveyard_least" => least(Group::Graveyard(Ref::You, Filter::Any), Number::N(given(tree)?)),
        "graveyard_kinds" => {
            let own = Box::new(Group::Graveyard(Ref::You, Filter::Any));
            Condition::AtLeast(Number::Kinds(Sort::CardType, own), Number::N(given(tree)?))
        }
        "blessing" => Condition::Designated(Ref::You, Designation::Blessing),
        "monarch" => Condition::Designated(Ref::You, Designation::Monarch),
        "spent" => {
            let mana = crate::costs::mana(tree.need("mana")?)?;
            let spent: Vec<_> = duelog_magic::language::mana::Color::ALL
                .into_iter()
                .filter(|color| mana.typed[*color as usize] > 0)
                .collect();
            let [color] = spent[..] else { return Err("mana of one color is asked for".to_string()) };
            let count = i32::from(mana.typed[color as usize]);
            Condition::AtLeast(Number::Cast(Fact::Spent(color)), Number::N(count))
        }
        "is_tapped" => {
            let untapped = tree.says("untapped");
            let held = matches(tree, Filter::Tapped, setting)?;
            if untapped { otherwise(held) } else { held }
        }
        "is" => {
            let filter = quality(tree.need("quality")?)?;
            matches(tree, filter, setting)?
        }
        "was" => {
            let filter = quality(tree.need("quality")?)?;
            let it = it_of(tree, setting)?;
            said_of(it.group, it.one, filter)?
        }
        "was_that" => {
            let nouns = crate::setting::nouns(tree.need("noun")?);
            let that = if tree.says("sacrificed") || tree.says("exiled") {
                let paid = setting.seen.iter().rev().find(|seen| seen.one == Some(Ref::Paid));
                paid.cloned().ok_or("nothing was paid so")?
            } else {
                setting.that(&nouns, false)?
            };
            let filter = quality(tree.need("quality")?)?;
            said_of(that.group, that.one, filter)?
        }
        "value_most" => {
            let one = possessor(tree.need("possessive")?, setting)?;
            let count = number(tree.need("number")?, setting)?;
            Condition::Matches(one, Filter::Compare(measure(tree.need("measure")?)?, Than::AtMost, count))
        }
        "isnt" => {
            let filter = quality(tree.need("quality")?)?;
            otherwise(matches(tree, filter, setting)?)
        }
        "is_its" | "isnt_its" => {
            let filter = quality(tree.need("quality")?)?;
            let it = it_of(tree, setting)?;
            let held = said_of(it.group, it.one, filter)?;
            if tree.label == "is_its" { held } else { opposite(held) }
        }
        "attacking" => Condition::Matches(Ref::This, Filter::Attacking),
        "has_counter" => {
            let kind = counter(tree.need("kind")?, setting)?;
            matches(tree, Filter::Counter(kind), setting)?
        }
        "has_no_counter" => {
            let kind = counter(tree.need("kind")?, setting)?;
            opposite(matches(tree, Filter::Counter(kind), setting)?)
        }
        "no_counters" => {
            opposite(Condition::Matches(Ref::This, Filter::Counter(counter(tree.need("kind")?, setting)?)))
        }
        "has_counters" => {
            let kind = counter(tree.need("kind")?, setting)?;
            let one = thing(tree.need("things")?, setting)?.one.ok_or("it is said of several things")?;
            Condition::AtLeast(Number::Counters(kind, one), Number::N(given(tree)?))
        }
        "counters_least" => {
            let kind = counter(tree.need("kind")?, setting)?;
            Condition::AtLeast(Number::Counters(kind, Ref::This), Number::N(given(tree)?))
        }
        "has_keyword" => {
            let own = keyword(tree.need("keyword")?)?;
            matches(tree, Filter::Keyword(own), setting)?
        }
        "power_least" => {
            let one = possessor(tree.need("possessive")?, setting)?;
            let own = measured(measure(tree.need("measure")?)?, one)?;
            Condition::AtLeast(own, number(tree.need("number")?, setting)?)
        }
        "measured" | "measured_least" => {
            let one = setting.it()?.one.ok_or("it is said of several things")?;
            let than = if tree.label == "measured" { Than::AtMost } else { Than::AtLeast };
            let count = number(tree.need("number")?, setting)?;
            Condition::Matches(one, Filter::Compare(measure(tree.need("measure")?)?, than, count))
        }
        "on_battlefield" => Condition::Exists(Group::All(Filter::Is(Ref::This))),
        "paired" => Condition::Matches(Ref::This, Filter::Paired),
        "in_graveyard" => {
            setting.zone = Some(ZoneKind::Graveyard);
            // Asked again as the ability resolves (603.4).
            Condition::Matches(Ref::This, Filter::Within(ZoneKind::Graveyard))
        }
        "tribute" => Condition::Anchored("tribute not paid".to_string()),
        "monstrous" => Condition::Matches(Ref::This, Filter::Monstrous),
        "renowned" => Condition::Matches(Ref::This, Filter::Renowned),
        "devotion" => {
            let colors =
                tree.all("color").filter_map(|color| words::color(&color.text().to_lowercase())).collect();
            opposite(Condition::AtLeast(Number::Devotion(Ref::You, colors), Number::N(given(tree)?)))
        }
        "this_attacked" => {
            let attacks =
                When::Combat { role: Role::Attacks, what: Filter::Any, with: None, alone: false, least: 0 };
            Condition::Matches(Ref::This, Filter::Did { event: Box::new(attacks), with: None, times: None })
        }
        _ => return Err(format!("the condition `{}`", tree.text())),
    })
}

/// A move, with only this said of it.
pub fn moves(
    what: Filter,
    from: Option<ZoneKind>,
    to: Option<ZoneKind>,
    why: Option<Reason>,
    by: Option<Ref>,
) -> When {
    When::Moves { what, from, to, why, by, because: None }
}
