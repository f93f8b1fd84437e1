//! Abilities: keywords, labels, static, triggered and replacement abilities, costs.

use duelog_duel_masters::language::definition::{
    Ability, Becoming, Change, Condition, Costs, Deed, Destination, Effect, Filter, Group, Instead, Number,
    Ref, Replacement, Role, Rule as CardRule, Ruling, Static, Subject, Traits, Triggered, Verb, When,
    Written,
};
use duelog_duel_masters::language::types::{CardType, Civilization, Place};
use duelog_kernel::script::Script;

use crate::actions::destination;
use crate::changes::change;
use crate::conditions::condition;
use crate::effects::{clause, effect, sequence};
use crate::events::{moment, subject};
use crate::grammar::{Node, Rule};
use crate::noun::{Noun, all, civilization, either, keyword, race};
use crate::setting::Setting;

type Done<T> = Result<T, String>;

/// A static ability on elements.
pub fn on(what: Filter, changes: Vec<Written>) -> Ability {
    Ability::Static(Static { what, zone: Place::Battle, changes })
}

/// Abilities that hold while a condition does.
pub fn while_so(condition: Option<Condition>, abilities: Vec<Ability>) -> Vec<Ability> {
    match condition {
        Some(condition) => vec![Ability::While(condition, abilities)],
        None => abilities,
    }
}

/// The abilities that a sentence is.
#[expect(clippy::too_many_lines, reason = "one flat table: what each kind of ability means")]
pub fn ability(node: &Node<'_>, setting: &Setting) -> Done<Vec<Ability>> {
    let mut setting = setting.clone();
    let of_this = |change: Written| vec![on(Filter::This, vec![change])];
    match node.rule() {
        Rule::triggered => triggered(node, &mut setting),
        Rule::replacement => replacement(node, &mut setting),
        Rule::static_line => static_line(node, &mut setting),
        Rule::costs => costs(node, &setting),
        Rule::no_trigger => no_trigger(node, &setting),
        Rule::innocent => Ok(of_this(Change::Rule(CardRule(Ruling::Allow, Subject::BeEvolved, Filter::Any)))),
        Rule::keywords_in => Ok(of_this(Change::Gain(keyword(&node.first()?)?))),
        Rule::stealth => {
            let own = Filter::Civilization(civilization(node.first()?.text())?);
            let there = Condition::Exists(Group::In(Place::Mana, Ref::Opponent, own));
            let rule = Change::Rule(CardRule(Ruling::Forbid, Subject::BeBlocked, Filter::Any));
            Ok(while_so(Some(there), of_this(rule)))
        }
        Rule::saver => {
            let own = match node.first()? {
                race if race.rule() == Rule::race => Filter::Race(self::race(race.text())),
                kind if kind.rule() == Rule::all_races => {
                    // Of the other creatures alone, as it cannot be destroyed for itself.
                    all(vec![Filter::Kind(CardType::Creature), Filter::Not(Box::new(Filter::This))])
                }
                _ => Filter::Kind(CardType::CrossGear),
            };
            let mut of_you = match own {
                Filter::All(all) => all,
                one => vec![one],
            };
            of_you.push(Filter::Of(Ref::You));
            let event = When::Becomes(all(of_you), Becoming::Destroyed);
            let instead = Instead::Other(Filter::This, Destination::Graveyard);
            Ok(vec![Ability::Replacement(Replacement { event, instead, may: true, from: Place::Battle })])
        }
        Rule::sympathy => {
            let races = node.all(Rule::race).map(|own| Filter::Race(race(own.text()))).collect();
            let group = Group::Battle(all(vec![Filter::Of(Ref::You), either(races)]));
            let by = Number::Times(-1, Box::new(Number::Count(group)));
            Ok(vec![Ability::Costs(Costs { what: Filter::This, by, least: 2, free: false, may: false })])
        }
        Rule::kin_slayer => {
            let with = civilizations(node)?;
            let when = When::Combat { role: Role::HasBattled, what: Filter::This, with: Some(with) };
            Ok(vec![trigger(when, None, Script::Do(Verb::Destroy(Group::Of(Ref::Other))))])
        }
        Rule::tap_others => {
            let noun = Noun::read(&node.get(Rule::noun_in).ok_or("nobody is named")?, &setting)?;
            let mut filters = noun.filters;
            filters.push(Filter::Of(Ref::You));
            let steps = effect(&node.get(Rule::effect).ok_or("nothing happens")?, &mut setting)?;
            let given = Change::Ability(Box::new(Ability::Tap(sequence(steps))));
            Ok(vec![on(all(filters), vec![given])])
        }
        Rule::considered => {
            let all = Traits { civilizations: Civilization::ALL.to_vec(), ..Traits::default() };
            let own =
                Static { what: Filter::Of(Ref::You), zone: Place::Mana, changes: vec![Change::Add(all)] };
            Ok(vec![Ability::Static(own)])
        }
        Rule::labelled => labelled(node, &setting),
        Rule::acting => acting(node, &setting),
        Rule::must_block => {
            let rule = Change::Rule(CardRule(Ruling::Require, Subject::Block, Filter::Any));
            Ok(vec![on(Filter::This, vec![rule])])
        }
        Rule::unchosen => {
            let what = if node.has(Rule::host) { Filter::Host } else { Filter::This };
            let rule = Change::Rule(CardRule(Ruling::Forbid, Subject::BeChosen, Filter::Any));
            Ok(vec![on(what, vec![rule])])
        }
        Rule::after_attacks => {
            let when = When::Combat { role: Role::EndsAttack, what: Filter::This, with: None };
            Ok(vec![trigger(when, None, Script::Do(Verb::Destroy(Group::Of(Ref::This))))])
        }
        Rule::only_if => {
            let held = condition(&node.first()?, &setting)?;
            Ok(vec![unless_so(held)])
        }
        Rule::crews => Err("a number of shields more that changes cannot be said".to_string()),
        _ => Err(format!("`{}` is not understood", node.text())),
    }
}

fn civilizations(node: &Node<'_>) -> Done<Filter> {
    let each = node.all(Rule::civ).map(|own| civilization(own.text()).map(Filter::Civilization));
    Ok(either(each.collect::<Done<_>>()?))
}

fn trigger(when: When, condition: Option<Condition>, effect: Effect) -> Ability {
    Ability::Triggered(Triggered { when, keyword: None, condition, from: Place::Battle, effect })
}

fn triggered(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Ability>> {
    let own = node.first()?;
    setting.it = Some(Ref::This);
    setting.after = node.text().trim_end_matches('.').trim_end().ends_with("after the battle");
    let whens = moment(&own, setting)?;
    let turn = own.get(Rule::event_turn);
    let during = turn.map(|turn| turn.first()).transpose()?.map(|turn| match turn.rule() {
        Rule::during_theirs => Ok(Condition::TurnOf(Ref::Opponent)),
        Rule::during_mine => Ok(Condition::TurnOf(Ref::You)),
        _ => Err("an ability does not trigger for one turn alone".to_string()),
    });
    let during = during.transpose()?;
    let said = node.get(Rule::effect).ok_or("nothing happens")?;
    let asked = node.parts().find(|part| part.rule() != Rule::effect && part.text() != own.text());
    let condition = asked.map(|asked| condition(&asked, setting)).transpose()?;
    let effect = sequence(effect(&said, setting)?);
    let abilities = whens.into_iter().map(|when| trigger(when, condition.clone(), effect.clone())).collect();
    Ok(while_so(during, abilities))
}

fn replacement(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Ability>> {
    let from_hand = |setting: &mut Setting| {
        setting.it = Some(Ref::This);
        (When::Does(Ref::You, Deed::Discard, Filter::This), Place::Hand)
    };
    let mut during = None;
    let mut may = false;
    let mut asked = None;
    let mut event = None;
    let mut instead = None;
    let parts: Vec<Node<'_>> = match node.get(Rule::r_theirs_first) {
        Some(first) => {
            event = Some(from_hand(setting));
            during = Some(Condition::TurnOf(Ref::Opponent));
            first.parts().collect()
        }
        None => node.parts().collect(),
    };
    for part in parts {
        match part.rule() {
            Rule::r_destroyed => {
                let what = subject(&part.first()?, setting)?;
                event = Some((When::Becomes(what, Becoming::Destroyed), Place::Battle));
            }
            Rule::r_to_grave => {
                let what = subject(&part.first()?, setting)?;
                let when =
                    When::Moves { what, from: Some(Place::Battle), to: Some(Place::Graveyard), by: None };
                event = Some((when, Place::Battle));
            }
            Rule::r_discarded => event = Some(from_hand(setting)),
            Rule::r_turn if part.has(Rule::during_theirs) => during = Some(Condition::TurnOf(Ref::Opponent)),
            Rule::may => may = true,
            Rule::i_destroy => instead = Some(Instead::Other(Filter::This, Destination::Graveyard)),
            Rule::i_gear => {
                let crossed = Filter::CrossedWith(Box::new(Filter::This));
                let gear = Filter::All(vec![Filter::Kind(CardType::CrossGear), crossed]);
                instead = Some(Instead::Other(gear, Destination::Graveyard));
            }
            Rule::i_stays => instead = Some(Instead::To(Destination::Stay)),
            Rule::i_goes => {
                let of = part.first()?;
                if of.rule() == Rule::this && setting.it != Some(Ref::This) {
                    return Err("another card cannot go in its place".to_string());
                }
                let to = destination(&part.parts().nth(1).ok_or("it is not said where it goes")?)?;
                instead = Some(match part.get(Rule::i_then) {
                    Some(then) => Instead::Do(moves_then(to, &then, setting)?),
                    None => Instead::To(to),
                });
            }
            _ => asked = Some(condition(&part, setting)?),
        }
    }
    let (event, from) = event.ok_or("it is not said what is replaced")?;
    let instead = instead.ok_or("it is not said what happens instead")?;
    let abilities = vec![Ability::Replacement(Replacement { event, instead, may, from })];
    Ok(while_so(during, while_so(asked, abilities)))
}

/// What goes elsewhere for what would have become of it, and what is done then.
fn moves_then(to: Destination, then: &Node<'_>, setting: &mut Setting) -> Done<Effect> {
    if setting.it != Some(Ref::This) {
        return Err("something else is done for this creature alone".to_string());
    }
    let mut steps = vec![Script::Do(Verb::moving(Group::Of(Ref::This), to)), Script::Do(Verb::Stop)];
    steps.extend(clause(&then.first()?, setting)?);
    Ok(sequence(steps))
}

/// When a static sentence holds.
fn holds(node: &Node<'_>, setting: &Setting) -> Done<Option<Condition>> {
    let own = node.parts().next();
    match own {
        None => Err(format!("`{}` is not understood", node.text())),
        Some(own) => match own.rule() {
            Rule::during_mine => Ok(Some(Condition::TurnOf(Ref::You))),
            Rule::during_theirs => Ok(Some(Condition::TurnOf(Ref::Opponent))),
            Rule::during_attacks => Ok(Some(Condition::Matches(Ref::This, Filter::Attacking))),
            Rule::this_here => Ok(None),
            Rule::whenever_power if own.has(Rule::more_power) => {
                let most = Number::N(own.get(Rule::more_power).ok_or("no number is said")?.digits()?);
                let power =
                    Filter::Power(duelog_duel_masters::language::definition::Compare::AtMost, Box::new(most));
                Ok(Some(Condition::Matches(Ref::This, Filter::Not(Box::new(power)))))
            }
            Rule::whenever_power => {
                let power = Filter::Power(
                    duelog_duel_masters::language::definition::Compare::AtLeast,
                    Box::new(Number::N(own.digits()?)),
                );
                Ok(Some(Condition::Matches(Ref::This, power)))
            }
            _ => condition(&own, setting).map(Some),
        },
    }
}

fn static_line(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Ability>> {
    setting.him = Some(Ref::Opponent);
    let before = node.get(Rule::when_so).map(|own| holds(&own, setting)).transpose()?.flatten();
    let after = node.get(Rule::static_if).map(|own| holds(&own, setting)).transpose()?.flatten();
    let body = node.get(Rule::static_body).ok_or("nothing is said")?;
    let subject = body.get(Rule::static_subject).ok_or("nobody is named")?.first()?;
    let what = match subject.rule() {
        Rule::this => Filter::This,
        Rule::host if setting.gear => Filter::Host,
        Rule::pronoun if before.is_some() && subject.text() == "it" && !setting.gear => Filter::This,
        Rule::pronoun if before.is_some() && subject.text() == "it" => Filter::Host,
        Rule::noun => {
            let noun = Noun::read(&subject, setting)?;
            if noun.many != crate::noun::Many::All {
                return Err("one of several is not named by an ability that always works".to_string());
            }
            noun.creatures()?
        }
        _ => return Err(format!("`{}` refers to nothing", subject.text())),
    };
    let mut changes = Vec::new();
    let mut abilities = Vec::new();
    for part in body.all(Rule::change) {
        for one in change(&part.first()?, setting)? {
            match one {
                Change::Ability(own) if what == Filter::This => abilities.push(*own),
                other => changes.push(other),
            }
        }
    }
    if !changes.is_empty() {
        abilities.insert(0, on(what, changes));
    }
    if abilities.is_empty() {
        return Err("nothing is changed".to_string());
    }
    Ok(while_so(before, while_so(after, abilities)))
}

fn costs(node: &Node<'_>, setting: &Setting) -> Done<Vec<Ability>> {
    let least = match node.get(Rule::cost_least) {
        Some(least) => least.digits()?,
        None => 0,
    };
    let mut found: Vec<(Vec<Filter>, i32)> = Vec::new();
    for each in node.all(Rule::cost_each) {
        let noun = Noun::read(&each.get(Rule::cost_noun).ok_or("it is not said of what")?, setting)?;
        if noun.place.is_some() || noun.total.is_some() {
            return Err("only what a card is counts for its cost".to_string());
        }
        let mut filters = noun.filters.clone();
        filters.extend(noun.owner.clone().map(Filter::Of));
        let digits = each.digits()?;
        found.push((filters, if each.has(Rule::cost_less) { -digits } else { digits }));
    }
    // The same of two types is one ability.
    if let [(one, by), (other, same)] = &found[..]
        && by == same
    {
        let is_kind = |filter: &Filter| matches!(filter, Filter::Kind(_));
        let rest =
            |filters: &[Filter]| filters.iter().filter(|own| !is_kind(own)).cloned().collect::<Vec<_>>();
        let kinds: Vec<Filter> = one.iter().chain(other).filter(|own| is_kind(own)).cloned().collect();
        if rest(one) == rest(other) && kinds.len() == 2 {
            let mut filters = rest(one);
            filters.push(Filter::Either(kinds));
            found = vec![(filters, *by)];
        }
    }
    let least = u32::try_from(least).map_err(|error| error.to_string())?;
    let cost = |(filters, by): (Vec<Filter>, i32)| {
        Ability::Costs(Costs { what: all(filters), by: Number::N(by), least, free: false, may: false })
    };
    Ok(found.into_iter().map(cost).collect())
}

fn no_trigger(node: &Node<'_>, setting: &Setting) -> Done<Vec<Ability>> {
    let when = node.get(Rule::when_so).map(|own| holds(&own, setting)).transpose()?.flatten();
    let what = match node.get(Rule::players_cant) {
        Some(own) => civilizations(&own)?,
        None => Filter::Of(Ref::Opponent),
    };
    let rule = Change::Rule(CardRule(Ruling::Forbid, Subject::ShieldTrigger, Filter::Any));
    let own = Ability::Static(Static { what, zone: Place::Shield, changes: vec![rule] });
    Ok(while_so(when, vec![own]))
}

/// What is done with a creature that is tapped for it, or stays tapped.
fn acting(node: &Node<'_>, setting: &Setting) -> Done<Vec<Ability>> {
    let how = node.get(Rule::act_label).ok_or("there is no label")?.first()?;
    let said = node.get(Rule::effect).ok_or("nothing happens")?;
    let mut setting = Setting { it: Some(Ref::This), given: setting.gear, ..setting.clone() };
    let steps = sequence(effect(&said, &mut setting)?);
    let own = if how.rule() == Rule::lb_silent { Ability::Silent(steps) } else { Ability::Tap(steps) };
    if setting.gear {
        return Ok(vec![on(Filter::Host, vec![Change::Ability(Box::new(own))])]);
    }
    Ok(vec![own])
}

/// Abilities behind a label, with what the label means.
fn labelled(node: &Node<'_>, setting: &Setting) -> Done<Vec<Ability>> {
    let label = node.get(Rule::label).ok_or("there is no label")?.first()?;
    let mut abilities = Vec::new();
    for part in node.all(Rule::labelled_part) {
        abilities.extend(ability(&part.first()?, setting)?);
    }
    label_means(label.rule(), abilities)
}

fn label_means(said: Rule, abilities: Vec<Ability>) -> Done<Vec<Ability>> {
    let own_kind = |filters: Vec<Filter>| all(filters);
    match said {
        Rule::lb_wave => {
            let others = own_kind(vec![
                Filter::Kind(CardType::Creature),
                Filter::Symbol("Wave Striker".to_string()),
                Filter::Not(Box::new(Filter::This)),
            ]);
            let two = Condition::AtLeast(Number::Count(Group::Battle(others)), Number::N(2));
            Ok(while_so(Some(two), abilities))
        }
        Rule::lb_turbo => {
            let others = own_kind(vec![Filter::Of(Ref::You), Filter::Not(Box::new(Filter::This))]);
            let broke = When::Combat { role: Role::Breaks, what: others, with: None };
            Ok(while_so(Some(Condition::Happened(broke)), abilities))
        }
        Rule::lb_accel => Ok(while_so(Some(Condition::Matches(Ref::This, Filter::Crossed)), abilities)),
        Rule::lb_meta => {
            let mana = Group::In(Place::Mana, Ref::You, Filter::Any);
            Ok(while_so(Some(Condition::AtLeast(Number::Count(mana), Number::N(7))), abilities))
        }
        Rule::lb_survivor => {
            let survivors = own_kind(vec![Filter::Of(Ref::You), Filter::Race("Survivor".to_string())]);
            let mut given = Vec::new();
            for own in abilities {
                match own {
                    Ability::Static(own) if own.what == Filter::This && own.zone == Place::Battle => {
                        given.extend(own.changes)
                    }
                    Ability::Static(_) | Ability::While(..) | Ability::Costs(_) => {
                        return Err("such an ability cannot be given to Survivors".to_string());
                    }
                    other => given.push(Change::Ability(Box::new(other))),
                }
            }
            Ok(vec![on(survivors, given)])
        }
        _ => Err("this label has no meaning".to_string()),
    }
}

/// That a card can be used only if something is so.
pub fn unless_so(condition: Condition) -> Ability {
    let rule = Change::Rule(CardRule(Ruling::Forbid, Subject::Use, Filter::Any));
    let never = Ability::Static(Static { what: Filter::This, zone: Place::Hand, changes: vec![rule] });
    let so = match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    };
    Ability::While(so, vec![never])
}
