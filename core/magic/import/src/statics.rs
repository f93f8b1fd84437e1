//! Static abilities and replacement effects.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Ability, Change, Condition, Cost, Counter, Deed, Destination, Filter, Group, Number, Recipient, Ref,
    Replacement, Ruling, Static, Toll, Trait, TurnPart, Verb, When, Written, ZoneKind,
};
use duelog_magic::language::keyword::Keyword;
use duelog_magic::language::types::CardType;

use crate::abilities::Draft;
use crate::amounts::{amount, counted, number, times};
use crate::changes::{Said, changes};
use crate::conditions::{condition, moves, opposite};
use crate::costs::mana;
use crate::counting::more_of;
use crate::deeds::for_each;
use crate::noun::{Desc, counter};
use crate::objects::thing;
use crate::setting::{Done, Setting, all, not};
use crate::words;

fn of_this() -> Group {
    Group::Of(Ref::This)
}

/// The zones that a card can be cast from.
const CAST_FROM: [ZoneKind; 5] =
    [ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Library, ZoneKind::Exile, ZoneKind::Command];

fn fixed(affects: Group, changes: Vec<Change<Written>>) -> Ability {
    // An ability that lets this card be cast works where it is cast from (112.6).
    let cast = affects == of_this() && changes == [Change::Gain(Keyword::Flash)];
    let zones = if cast { CAST_FROM.to_vec() } else { vec![ZoneKind::Battlefield] };
    Ability::Static(Static { zones, affects, changes, condition: None })
}

/// That attacking these costs that much; without a cost they cannot be attacked.
fn attack_costs(what: Filter, whom: Recipient, costs: Vec<Cost>) -> Ability {
    let never = costs.is_empty();
    fixed(Group::Players, vec![Change::Costs(Toll { to: Deed::Attack, what, whom, costs, never })])
}

/// That this cannot attack a player of whom the condition holds (508.5).
fn cannot_attack(of_defender: Condition) -> Ability {
    attack_costs(Filter::Is(Ref::This), Recipient::Defender(Box::new(of_defender)), Vec::new())
}

/// That this spell cannot be countered.
pub fn uncounterable() -> Ability {
    let rule = Change::Rule(Ruling::Forbid, Deed::BeCountered, Filter::Is(Ref::This));
    Ability::Static(Static {
        zones: vec![ZoneKind::Stack],
        affects: Group::Players,
        changes: vec![rule],
        condition: None,
    })
}

/// That the game may begin with this card on the battlefield (103.5).
pub fn opening() -> Ability {
    use duelog_magic::language::definition::{Activated, Beginning, Timing};
    Ability::Activated(Activated {
        cost: Vec::new(),
        targets: Vec::new(),
        timing: Timing { opening: Beginning::Hand, ..Timing::default() },
        zone: ZoneKind::Hand,
        modes: None,
        effect: Script::Do(crate::deeds::put(of_this(), false, None)),
        divide: None,
    })
}

/// That it may be cast as though it had flash, and that its controller then sacrifices it.
pub fn untimely_flash() -> Vec<Ability> {
    use duelog_magic::language::definition::{Fact, Triggered};
    let untimely = Condition::AtLeast(Number::Cast(Fact::Untimely), Number::N(1));
    vec![
        Ability::Static(Static {
            zones: CAST_FROM.to_vec(),
            affects: of_this(),
            changes: vec![Change::Gain(Keyword::Flash)],
            condition: None,
        }),
        Ability::Triggered(Triggered {
            when: When::Begins { step: TurnPart::Cleanup, whose: None },
            condition: Some(untimely),
            targets: Vec::new(),
            modes: None,
            divide: None,
            zone: ZoneKind::Battlefield,
            effect: Script::Do(Verb::SacrificeThese(of_this())),
            amount: None,
        }),
    ]
}

/// That this card costs less where something is so.
pub fn own_less(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Ability> {
    let cost = mana(tree.need("mana")?)?;
    if cost.x > 0 {
        return Err(format!("`{}`", tree.text()));
    }
    // Before targets are chosen it is not known which of them make it cheaper.
    let Some(own) = tree.get("condition") else { return Err(format!("`{}`", tree.text())) };
    let held = Some(condition(own, setting)?);
    Ok(Ability::Static(Static {
        zones: CAST_FROM.into_iter().chain([ZoneKind::Stack]).collect(),
        affects: Group::Of(Ref::You),
        changes: vec![Change::CostsLess(Filter::Is(Ref::This), cost)],
        condition: held,
    }))
}

/// That it may be exerted as it attacks.
pub fn may_exert() -> Ability {
    fixed(of_this(), vec![Change::Rule(Ruling::Allow, Deed::Exert, Filter::Any)])
}

/// All sentences of a line that says what is always so.
pub fn statics(tree: &Tree<'_>, setting: &mut Setting<'_>, draft: &mut Draft) -> Done<Vec<Ability>> {
    let mut made: Vec<Ability> = Vec::new();
    for sentence in tree.all("static_sentence") {
        setting.sentence += 1;
        if let Some(own) = sentence.get("static") {
            let mut condition_of = None;
            match own.label {
                "while" => condition_of = Some(condition(own.need("condition")?, setting)?),
                "otherwise" => {
                    let Some(Ability::Static(Static { condition: Some(held), .. })) = made.last() else {
                        return Err("`otherwise` follows nothing that may be otherwise".to_string());
                    };
                    condition_of = Some(opposite(held.clone()));
                }
                "during" => condition_of = Some(Condition::TurnOf(Ref::You)),
                "during_other" => condition_of = Some(opposite(Condition::TurnOf(Ref::You))),
                _ => {}
            }
            let mut abilities = always(own.need("statics_of")?, setting, draft)?;
            // Behind it, `it` is what is spoken of before.
            if own.label == "while_behind" {
                condition_of = Some(condition(own.need("condition")?, setting)?);
            }
            let zone = setting.zone.take();
            if let Some(held) = condition_of {
                let (held, paired) = plain(held);
                for ability in &mut abilities {
                    match ability {
                        Ability::Static(ability) => {
                            ability.condition.clone_from(&held);
                            if let Some(zone) = zone {
                                ability.zones = vec![zone];
                            }
                            if own.text().to_lowercase().contains("both creatures")
                                || own.text().to_lowercase().contains("each of those creatures")
                            {
                                if !paired {
                                    return Err("both creatures of no pair".to_string());
                                }
                                ability.affects =
                                    Group::Together(vec![Group::Of(Ref::This), Group::Of(Ref::Bound)]);
                            }
                        }
                        _ => return Err(format!("`{}` only for a while", own.text())),
                    }
                }
                if abilities.is_empty() {
                    return Err(format!("`{}` only for a while", own.text()));
                }
            }
            made.extend(abilities);
        } else {
            replacement(sentence.need("replacement")?, setting, &mut made)?;
        }
    }
    let unpaid = made.iter().any(|ability| {
        matches!(ability, Ability::Replacement(Replacement::Enters { does: Some(Script::Pay(_, _, _, other)), .. })
            if **other == Script::Seq(Vec::new()))
    });
    if unpaid {
        return Err("it is not said what happens otherwise".to_string());
    }
    Ok(made)
}

/// A condition without what its zone says, and whether it is that the source is paired.
fn plain(held: Condition) -> (Option<Condition>, bool) {
    let there = Condition::Matches(Ref::This, Filter::Within(ZoneKind::Graveyard));
    let pair = Condition::Matches(Ref::This, Filter::Paired);
    let held = match held {
        Condition::All(parts) => {
            let mut parts: Vec<Condition> = parts.into_iter().filter(|part| *part != there).collect();
            match parts.len() {
                0 => None,
                1 => Some(parts.remove(0)),
                _ => Some(Condition::All(parts)),
            }
        }
        held => Some(held).filter(|held| *held != there),
    };
    let paired = held == Some(pair);
    (held, paired)
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn always(tree: &Tree<'_>, setting: &mut Setting<'_>, draft: &mut Draft) -> Done<Vec<Ability>> {
    let rule = |who: Group, ruling: Ruling, deed: Deed, filter: Filter| {
        fixed(who, vec![Change::Rule(ruling, deed, filter)])
    };
    let you = || Group::Of(Ref::You);
    let spells = |tree: &Tree<'_>, setting: &mut Setting<'_>| -> Done<Filter> {
        let desc = Desc::read(tree.need("desc")?, setting)?;
        if !desc.is_spell() || desc.zone.is_some() {
            return Err(format!("`{}` are no spells", tree.text()));
        }
        Ok(desc.filter())
    };
    Ok(vec![match tree.label {
        "uncounterable" => uncounterable(),
        "uncounterable_spells" => {
            let filter = spells(tree, setting)?;
            rule(Group::Players, Ruling::Forbid, Deed::BeCountered, filter)
        }
        "changes" | "changes_x" => {
            let things = thing(tree.need("things")?, setting)?;
            if !setting.first.is_empty() || !setting.targets.is_empty() {
                return Err(format!("`{}` is no static ability", tree.text()));
            }
            if let Some(own) = tree.get("amount") {
                setting.x = Some(amount(own, setting)?);
            }
            let list = changes(tree.need("changes")?, Said::Always, setting)?;
            setting.x = None;
            if let Group::Together(parts) = &things.group {
                let each = parts.iter().map(|part| fixed(part.clone(), list.clone()));
                return Ok(each.collect());
            }
            fixed(things.group, list)
        }
        "two_changes" => {
            let mut made = Vec::new();
            for (things, list) in [("one", "own"), ("two", "other")] {
                let things = thing(tree.need(things)?, setting)?;
                if !setting.first.is_empty() || !setting.targets.is_empty() {
                    return Err(format!("`{}` is no static ability", tree.text()));
                }
                made.push(fixed(things.group, changes(tree.need(list)?, Said::Always, setting)?));
            }
            return Ok(made);
        }
        "cant_unless" => {
            let things = thing(tree.need("things")?, setting)?;
            let list = changes(tree.need("changes")?, Said::Always, setting)?;
            let forbids = list.iter().all(|change| matches!(change, Change::Rule(Ruling::Forbid, ..)));
            if !forbids || !setting.first.is_empty() || matches!(things.group, Group::Together(_)) {
                return Err(format!("`{}`", tree.text()));
            }
            let held = opposite(condition(tree.need("condition")?, setting)?);
            let Ability::Static(own) = fixed(things.group, list) else {
                return Err("it is no static ability".to_string());
            };
            Ability::Static(Static { condition: Some(held), ..own })
        }
        "changes_each" => {
            let things = thing(tree.need("things")?, setting)?;
            if !setting.first.is_empty() {
                return Err(format!("`{}` is no static ability", tree.text()));
            }
            let each = counted(tree.need("counted")?, setting)?;
            if things.one.is_none() {
                return Err("several things, for each of something".to_string());
            }
            let mut list = for_each(tree.need("changes")?, &each, setting)?;
            if let Some(more) = tree.get("more") {
                list.extend(changes(more, Said::Always, setting)?);
            }
            fixed(things.group, list)
        }
        "cost_less" | "cost_more" | "cost_less_all" | "cost_more_all" | "cost_more_opponents" => {
            let filter = spells(tree, setting)?;
            let cost = mana(tree.need("mana")?)?;
            let who = match tree.label {
                "cost_less" | "cost_more" => you(),
                "cost_more_opponents" => Group::PlayersExcept(Ref::You),
                _ => Group::Players,
            };
            let change = if tree.label.starts_with("cost_less") {
                Change::CostsLess(filter, cost)
            } else {
                Change::CostsMore(filter, cost)
            };
            fixed(who, vec![change])
        }
        "own_less_each" => {
            let less = mana(tree.need("mana")?)?;
            if less.typed.iter().any(|count| *count > 0) || less.x > 0 {
                return Err("colored mana less".to_string());
            }
            let each = counted(tree.need("counted")?, setting)?;
            draft.less.push(times(i32::from(less.generic), each));
            return Ok(Vec::new());
        }
        "own_less_x" => {
            draft.less.push(crate::abilities::amount_less(tree, setting)?);
            return Ok(Vec::new());
        }
        "own_less_if" | "own_less_targets" => own_less(tree, setting)?,
        "cast_this_from" => {
            let Ability::Static(own) = may_play(of_this()) else {
                return Err("it is no static ability".to_string());
            };
            Ability::Static(Static { zones: vec![ZoneKind::Graveyard], ..own })
        }
        "cant_block_this" => {
            if setting.of.attached && !tree.says("~") {
                return Err(format!("`{}`: it is not said what", tree.text()));
            }
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            filters.retain(|own| *own != Filter::Type(CardType::Creature));
            rule(of_this(), Ruling::Forbid, Deed::BeBlocked, all(filters))
        }
        "attack_unless" | "attack_if" => {
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            filters.push(Filter::ControlledBy(Ref::You));
            let controls = Condition::Exists(Group::All(all(filters)));
            cannot_attack(if tree.label == "attack_if" { controls } else { opposite(controls) })
        }
        "attack_unless_poisoned" => {
            let poison = Number::Counters(Counter::Poison, Ref::You);
            cannot_attack(opposite(Condition::AtLeast(poison, Number::N(1))))
        }
        "you_control" if setting.of.attached => {
            fixed(Group::Of(Ref::Attached), vec![Change::Control(Ref::You)])
        }
        "no_activation" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            rule(Group::Players, Ruling::Forbid, Deed::ActivateNonMana, desc.filter())
        }
        "no_activation_all" => {
            let group = Desc::read(tree.need("desc")?, setting)?.group()?;
            if !matches!(group, Group::All(_)) {
                return Err(format!("`{}`", tree.text()));
            }
            rule(group, Ruling::Forbid, Deed::Activate, Filter::Any)
        }
        "lure" => {
            let things = thing(tree.need("things")?, setting)?;
            rule(things.group, Ruling::Require, Deed::BeBlocked, Filter::Any)
        }
        "both_changes" => {
            let list = changes(tree.need("changes")?, Said::Always, setting)?;
            fixed(of_this(), list)
        }
        "play_from" => {
            let what = match tree.need("zone_from")?.label {
                "top" => Group::LibraryTop(Ref::You, Filter::Type(CardType::Land)),
                _ => Group::Graveyard(Ref::You, Filter::Type(CardType::Land)),
            };
            may_play(what)
        }
        "play_all_top" => may_play(Group::LibraryTop(Ref::You, Filter::Any)),
        "cast_from" => {
            let filter = crate::setting::castable(spells(tree, setting)?);
            may_play(match tree.need("zone_from")?.label {
                "top" => Group::LibraryTop(Ref::You, filter),
                _ => Group::Graveyard(Ref::You, filter),
            })
        }
        "see_top" => rule(you(), Ruling::Allow, Deed::SeeTop, Filter::Any),
        "no_untap" => rule(of_this(), Ruling::Forbid, Deed::Untap, Filter::Any),
        "may_stay" => rule(of_this(), Ruling::Allow, Deed::StayTapped, Filter::Any),
        "extra_land" => rule(you(), Ruling::Allow, Deed::PlayLand, Filter::Any),
        "extra_lands" => {
            let Number::N(count) = number(tree.need("number")?, setting)? else {
                return Err(format!("`{}` lands", tree.text()));
            };
            let one = Change::Rule(Ruling::Allow, Deed::PlayLand, Filter::Any);
            fixed(you(), (0..count).map(|_| one.clone()).collect())
        }
        "no_max_hand" => rule(you(), Ruling::Allow, Deed::KeepHand, Filter::Any),
        "top_revealed" => rule(you(), Ruling::Require, Deed::ShowTop, Filter::Any),
        "each_top_revealed" => rule(Group::Players, Ruling::Require, Deed::ShowTop, Filter::Any),
        "hands_revealed" => {
            rule(Group::PlayersExcept(Ref::You), Ruling::Require, Deed::ShowHand, Filter::Any)
        }
        "hands_revealed_all" => rule(Group::Players, Ruling::Require, Deed::ShowHand, Filter::Any),
        "flash_spells" => {
            let filter = spells(tree, setting)?;
            rule(you(), Ruling::Allow, Deed::CastAsFlash, filter)
        }
        "players_cant" => {
            let who = crate::players::player(tree.need("player")?, setting)?;
            let change = crate::sentences::forbidden(tree.need("forbidden")?, setting)?;
            fixed(who.group, vec![change])
        }
        "you_hexproof" => {
            let keyword = if tree.says("shroud") { Keyword::Shroud } else { Keyword::Hexproof };
            fixed(you(), vec![Change::PlayersGain(keyword)])
        }
        "cant_be_cast" => rule(Group::Players, Ruling::Forbid, Deed::Cast, spells(tree, setting)?),
        "any_number" => {
            draft.any_number = true;
            return Ok(Vec::new());
        }
        "commander" => {
            draft.commander = true;
            return Ok(Vec::new());
        }
        "tax_attack" => {
            let cost = Cost::Mana(mana(tree.need("mana")?)?);
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            filters.retain(|own| *own != Filter::Type(CardType::Creature));
            let what_attacks = all(filters);
            attack_costs(what_attacks, Recipient::You, vec![cost])
        }
        "cant_attack_you" | "tax_attack_walkers" => {
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            filters.retain(|filter| *filter != Filter::Type(CardType::Creature));
            let costs = match tree.get("mana") {
                Some(own) => vec![Cost::Mana(mana(own)?)],
                None => Vec::new(),
            };
            let walkers = all(vec![Filter::Type(CardType::Planeswalker), Filter::ControlledBy(Ref::You)]);
            let whom = if tree.says("planeswalkers") {
                Recipient::Either(vec![Recipient::You, Recipient::Objects(walkers)])
            } else {
                Recipient::You
            };
            attack_costs(all(filters), whom, costs)
        }
        "one_attacker" if !tree.says("you") => {
            let count = match tree.get("number") {
                Some(own) => words::number(&own.text().to_lowercase()).ok_or("no number")?,
                None => 1,
            };
            let count = u32::try_from(count).map_err(|_| "a number below 0")?;
            fixed(Group::Players, vec![Change::AtMost(count, Deed::Attack)])
        }
        _ => return Err(format!("`{}` is not sayable", tree.text())),
    }])
}

fn may_play(what: Group) -> Ability {
    let permission = duelog_magic::language::definition::Permission {
        what,
        pay: duelog_magic::language::definition::Pay::Costs,
        times: None,
        flash: false,
        any_mana: false,
        any_color: false,
        then: None,
    };
    fixed(Group::Of(Ref::You), vec![Change::MayPlay(permission)])
}

fn enters() -> Replacement {
    Replacement::Enters {
        what: Filter::Is(Ref::This),
        tapped: false,
        with: None,
        under: None,
        as_this: false,
        does: None,
        unless: None,
        changes: Vec::new(),
    }
}

/// With which counters something enters.
fn counters_on(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<(Counter, Number)> {
    let kind = counter(tree.need("kind")?, setting)?;
    let count = match tree.get("number") {
        Some(own) => number(own, setting)?,
        None => Number::N(1),
    };
    let count = match tree.label {
        "one" | "many" => count,
        "each" | "eachs" => {
            let each = counted(tree.need("counted")?, setting)?;
            let Number::N(count) = count else { return Err("two numbers of counters".to_string()) };
            times(count, each)
        }
        _ => amount(tree.need("amount")?, setting)?,
    };
    Ok((kind, count))
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn replacement(tree: &Tree<'_>, setting: &mut Setting<'_>, made: &mut Vec<Ability>) -> Done<()> {
    let own = match tree.label {
        "enters_tapped" => tapped(enters()),
        "enters_tapped_unless" => with_unless(tapped(enters()), condition(tree.need("condition")?, setting)?),
        "enters_tapped_unless_you" => {
            let lands = vec![
                Filter::Type(CardType::Land),
                Filter::ControlledBy(Ref::You),
                not(Filter::Is(Ref::This)),
            ];
            let three = Condition::AtLeast(Number::Count(Box::new(Group::All(all(lands)))), Number::N(3));
            with_unless(tapped(enters()), opposite(three))
        }
        "enters_tapped_with" => {
            let with = counters_on(tree.need("counters_on")?, setting)?;
            with_counters(tapped(enters()), with)
        }
        "enters_with" => {
            let with = counters_on(tree.need("counters_on")?, setting)?;
            with_counters(enters(), with)
        }
        "enters_with_if" | "enters_kicked" => {
            let held = match tree.get("condition") {
                Some(own) => condition(own, setting)?,
                None if setting.of.besides == 1 => Condition::AtLeast(
                    Number::Cast(duelog_magic::language::definition::Fact::Paid(0)),
                    Number::N(1),
                ),
                None => return Err("it is kicked by one of several costs, or by none".to_string()),
            };
            let with = counters_on(tree.need("counters_on")?, setting)?;
            with_unless(with_counters(enters(), with), opposite(held))
        }
        "they_enter_tapped" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            what(tapped(enters()), desc.filter())
        }
        "they_enter_with" => {
            let own = crate::objects::kind_of(tree.need("things")?);
            let desc = Desc::read(own.need("desc")?, setting)?;
            if !matches!(own.label, "each" | "all") {
                return Err(format!("`{}`", tree.text()));
            }
            let mut filters = desc.filters;
            if own.has("other") {
                filters.push(not(Filter::Is(Ref::This)));
            }
            let kind = counter(tree.need("kind")?, setting)?;
            what(with_counters(enters(), (kind, Number::N(1))), all(filters))
        }
        "pay_or_tapped" => {
            let count = words::number(&tree.need("number")?.text().to_lowercase()).ok_or("no number")?;
            let nothing = || Box::new(Script::Seq(Vec::new()));
            let cost = vec![Cost::Life(Number::N(count))];
            does(enters(), Script::Pay(Ref::You, cost, nothing(), nothing()))
        }
        "if_not_tapped" => {
            let Some(Ability::Replacement(Replacement::Enters {
                does: Some(Script::Pay(.., other)), ..
            })) = made.last_mut()
            else {
                return Err("nothing is paid before".to_string());
            };
            **other = Script::Do(Verb::EnterTapped);
            return Ok(());
        }
        "copy" | "copy_except" | "copy_has" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let choose = Verb::Choose { who: Ref::You, among: desc.group()?, least: 0, most: 1 };
            let mut except = Vec::new();
            if let Some(kind) = tree.get("too") {
                use duelog_magic::language::definition::Feature;
                let word = |own: &Tree<'_>| own.text().to_lowercase();
                let types: Vec<CardType> =
                    kind.all("type").filter_map(|own| words::card_type(&word(own))).collect();
                let subtypes: Vec<_> =
                    kind.all("subtype").filter_map(|own| words::subtype(&word(own))).collect();
                except.push(Change::Add(if types.is_empty() {
                    Feature::Subtypes(subtypes)
                } else {
                    Feature::Types(types)
                }));
            }
            if let Some(own) = tree.get("havings") {
                for having in own.all("having") {
                    crate::changes::having(having, Said::Lasting, setting, &mut except)?;
                }
            }
            let copy = Script::Do(Verb::EnterCopy(Ref::Last, except));
            let tapped = tree.words.get(5).is_some_and(|word| *word == "tapped");
            let copy = if tapped { Script::Seq(vec![Script::Do(Verb::EnterTapped), copy]) } else { copy };
            let held = Condition::Exists(Group::Last);
            does(enters(), Script::Seq(vec![Script::Do(choose), Script::If(held, Box::new(copy))]))
        }
        "more_damage" => {
            let from = damage_source(tree, setting)?;
            let to = Recipient::Anything;
            more_of(When::Damages { from, to, combat: None, prevented: false, sum: false }, 2, 0)
        }
        "less_damage" => {
            let count = words::number(&tree.need("number")?.text().to_lowercase()).ok_or("no number")?;
            let from = damage_source(tree, setting)?;
            Replacement::Prevent {
                from,
                to: Recipient::You,
                amount: Some(Number::N(count)),
                combat: None,
                instead: None,
                then: Vec::new(),
                does: None,
            }
        }
        "reveal_or_tapped" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if desc.zone != Some(ZoneKind::Hand) {
                return Err(format!("`{}`", tree.text()));
            }
            let nothing = || Box::new(Script::Seq(Vec::new()));
            let deed = duelog_magic::language::definition::CostDeed::Reveal;
            let cost = vec![Cost::Deed(deed, Number::N(1), desc.group()?)];
            does(enters(), Script::Pay(Ref::You, cost, nothing(), nothing()))
        }
        "enters_tapped_and" => {
            let with = counters_on(tree.need("counters_on")?, setting)?;
            with_counters(tapped(enters()), with)
        }
        "redirect_all" => {
            let to = receives(tree.need("damaged")?, setting)?;
            let instead = thing(tree.need("things")?, setting)?.one.ok_or("damage to several things")?;
            if !setting.targets.is_empty() || !setting.first.is_empty() {
                return Err(format!("`{}`", tree.text()));
            }
            Replacement::Prevent {
                from: Filter::Any,
                to,
                amount: None,
                combat: None,
                instead: Some(instead),
                then: Vec::new(),
                does: None,
            }
        }
        "double_life" | "more_life" => {
            let plus = match tree.get("number") {
                Some(own) => words::number(&own.text().to_lowercase()).ok_or("no number")?,
                None => 0,
            };
            let plus = u32::try_from(plus).map_err(|_| "a number below 0")?;
            more_of(by_you(Deed::GainLife), if tree.label == "double_life" { 2 } else { 1 }, plus)
        }
        "choose_color" => chooses(Trait::Color),
        "choose_type" => chooses(Trait::CreatureType),
        "choose_name" => match tree.get("name_kind") {
            None => chooses(Trait::Name),
            Some(kind) => does(enters(), Script::Do(crate::looking::name_of(kind)?)),
        },
        "phantom" | "phantom_while" | "phantom_many" => crate::counting::phantom(tree, setting)?,
        "more_counters" | "twice_counters" => crate::counting::more_counters(tree, setting)?,
        "discard_play" => {
            let made = crate::events::made_discard(Some(ZoneKind::Graveyard));
            Replacement::MovesInstead(made, Destination::BattlefieldOwner)
        }
        "prevent_noncombat" => {
            let to = receives(tree.need("damaged")?, setting)?;
            if !setting.targets.is_empty() || !setting.first.is_empty() {
                return Err(format!("`{}`", tree.text()));
            }
            prevent(Filter::Any, to, Some(false))
        }
        "exile_instead" if tree.says("die") => {
            Replacement::MovesInstead(When::Dies(Filter::Is(Ref::This)), Destination::Exile)
        }
        "shuffle_instead" => {
            let moves = moves(Filter::Is(Ref::This), None, Some(ZoneKind::Graveyard), None, None);
            Replacement::MovesInstead(moves, Destination::LibraryShuffled)
        }
        "prevent_you" => prevent(Filter::Any, Recipient::You, None),
        "prevent_all" => {
            let things = thing(tree.need("things")?, setting)?;
            prevent(Filter::Any, recipient(things.group, things.one)?, None)
        }
        "prevent_by" => {
            let things = thing(tree.need("things")?, setting)?;
            prevent(source(things.group, things.one)?, Recipient::Anything, None)
        }
        "prevent_all_combat" => {
            let things = thing(tree.need("things")?, setting)?;
            let text = tree.text().to_lowercase();
            if text.contains("to and dealt by") {
                let to =
                    prevent(Filter::Any, recipient(things.group.clone(), things.one.clone())?, Some(true));
                made.push(Ability::Replacement(to));
                prevent(source(things.group, things.one)?, Recipient::Anything, Some(true))
            } else if text.contains("dealt by") {
                prevent(source(things.group, things.one)?, Recipient::Anything, Some(true))
            } else {
                prevent(Filter::Any, recipient(things.group, things.one)?, Some(true))
            }
        }
        "skip" => Replacement::Skip(
            Ref::You,
            match tree.need("part_of_turn")?.label {
                "draw" => TurnPart::Draw,
                "upkeep" => TurnPart::Upkeep,
                "untap" => TurnPart::Untap,
                _ => TurnPart::Combat,
            },
        ),
        "double_tokens_any" => more_of(by_you(Deed::CreateToken), 2, 0),
        "double_tokens" if tree.says("effect") => more_of(by_you(Deed::CreateToken), 2, 0),
        _ => return Err(format!("`{}` is not sayable", tree.text())),
    };
    made.push(Ability::Replacement(own));
    Ok(())
}

/// Whom damage would be dealt to.
fn receives(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Recipient> {
    let mut all = Vec::new();
    for own in tree.all("damaged_one") {
        all.push(match own.get("player") {
            Some(who) if who.label == "you" => Recipient::You,
            Some(who) => return Err(format!("damage to `{}`", who.text())),
            None => {
                let things = thing(own.need("things")?, setting)?;
                recipient(things.group, things.one)?
            }
        });
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Recipient::Either(all) })
}

/// That the player does something.
fn by_you(deed: Deed) -> When {
    When::Does { who: Some(Ref::You), deed, what: Filter::Any }
}

fn damage_source(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Filter> {
    let desc = Desc::read(tree.need("desc")?, setting)?;
    if desc.zone.is_some() { Err(format!("`{}`", tree.text())) } else { Ok(desc.filter()) }
}

fn tapped(mut enters: Replacement) -> Replacement {
    if let Replacement::Enters { tapped, .. } = &mut enters {
        *tapped = true;
    }
    enters
}

fn with_unless(mut enters: Replacement, held: Condition) -> Replacement {
    if let Replacement::Enters { unless, .. } = &mut enters {
        *unless = Some(held);
    }
    enters
}

fn with_counters(mut enters: Replacement, counters: (Counter, Number)) -> Replacement {
    if let Replacement::Enters { with, .. } = &mut enters {
        *with = Some(counters);
    }
    enters
}

fn what(mut enters: Replacement, filter: Filter) -> Replacement {
    if let Replacement::Enters { what, .. } = &mut enters {
        *what = filter;
    }
    enters
}

fn does(mut enters: Replacement, effect: duelog_magic::language::definition::Effect) -> Replacement {
    if let Replacement::Enters { does, .. } = &mut enters {
        *does = Some(effect);
    }
    enters
}

fn chooses(kind: Trait) -> Replacement {
    does(enters(), Script::Do(Verb::ChooseWord(Ref::You, kind)))
}

fn prevent(from: Filter, to: Recipient, combat: Option<bool>) -> Replacement {
    Replacement::Prevent { from, to, amount: None, combat, instead: None, then: Vec::new(), does: None }
}

fn recipient(group: Group, one: Option<Ref>) -> Done<Recipient> {
    Ok(Recipient::Objects(source(group, one)?))
}

fn source(group: Group, one: Option<Ref>) -> Done<Filter> {
    match (group, one) {
        (_, Some(one)) => Ok(Filter::Is(one)),
        (Group::All(filter), None) => Ok(filter),
        (other, None) => Err(format!("damage of `{other:?}`")),
    }
}
