//! Sentences: what spells and abilities do.

use duelog_duel_masters::language::definition::When;
use duelog_duel_masters::language::definition::{
    Condition, Destination, Effect, Extent, Filter, Group, Moment, Number, Ref, Role, Until, Verb,
};
use duelog_duel_masters::language::types::{Place, Step};
use duelog_kernel::script::Script;

use crate::actions::{action, counted, destination, is_destination};
use crate::changes::until;
use crate::conditions::condition;
use crate::grammar::{Node, Rule};
use crate::looking::{
    cloned, look_deck, look_hand, look_shields, look_some_top, pay_each, reveal, reveal_one, search,
};
use crate::noun::{all, quality};
use crate::setting::Setting;

type Done<T> = Result<T, String>;

/// One script of several.
pub fn sequence(mut steps: Vec<Effect>) -> Effect {
    if steps.len() == 1 { steps.remove(0) } else { Script::Seq(steps) }
}

/// The script of a text's sentences.
pub fn effect(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let mut steps: Vec<Effect> = Vec::new();
    let mut stop = false;
    for part in node.parts() {
        match part.rule() {
            // What goes on with `then` is done with what came before, and is replaced with it.
            Rule::stop => stop = !part.has(Rule::then),
            Rule::sentence => sentence(&part, setting, &mut steps, stop)?,
            _ => return Err(format!("`{}` is not a sentence", part.text())),
        }
    }
    Ok(steps)
}

/// Adds what a sentence does.
#[expect(clippy::too_many_lines, reason = "one flat table: what each kind of sentence does")]
fn sentence(node: &Node<'_>, setting: &mut Setting, steps: &mut Vec<Effect>, stop: bool) -> Done<()> {
    let own = node.first()?;
    if matches!(steps.last(), Some(Script::Delayed(Moment::Whenever(..), _))) {
        return Err("it is not said whether this happens at once or each time".to_string());
    }
    match own.rule() {
        Rule::if_you_do => return if_you_do(&own, setting, steps),
        Rule::no_such_trigger => return no_trigger(setting, steps),
        _ => {}
    }
    if stop && !steps.is_empty() {
        steps.push(Script::Do(Verb::Stop));
    }
    let mut said = match own.rule() {
        Rule::clause => clause(&own, setting)?,
        Rule::if_so => if_so(&own, setting)?,
        Rule::choose_race => {
            setting.race = Some(setting.chosen);
            setting.chosen += 1;
            let mut said =
                vec![Script::Do(Verb::choosing(Ref::You, Group::Races, Number::N(1), Number::N(1)))];
            sentence(&own.first()?, setting, &mut said, false)?;
            said
        }
        Rule::search => search(&own, setting)?,
        Rule::either_way => {
            let mut ways = Vec::new();
            for part in own.parts() {
                let mut way = Vec::new();
                action(&part, setting, &mut way, None)?;
                ways.push(sequence(way));
            }
            setting.it = None;
            vec![Script::Choose(Ref::You, ways)]
        }
        Rule::look_top => {
            let top = Group::Top(Ref::You, Box::new(Number::N(own.digits()?)));
            let chosen = Ref::Chosen(setting.chosen);
            setting.chosen += 1;
            let steps = vec![
                Script::Do(Verb::Show(Group::Of(Ref::You), top)),
                Script::Do(Verb::Stop),
                Script::Do(Verb::choosing(Ref::You, Group::Looked(Filter::Any), Number::N(1), Number::N(1))),
                Script::Do(Verb::moving(Group::Of(chosen), Destination::Hand)),
                Script::Do(Verb::Stop),
                Script::Do(Verb::PutBack(Ref::You, Destination::DeckBottom)),
            ];
            if own.has(Rule::may) { vec![Script::May(Ref::You, Box::new(sequence(steps)))] } else { steps }
        }
        Rule::look_some_top => look_some_top(&own, setting)?,
        Rule::reveal => reveal(&own, setting)?,
        Rule::reveal_one => reveal_one(&own, setting)?,
        Rule::look_deck => look_deck(&own, setting)?,
        Rule::look_shields => look_shields(&own, setting)?,
        Rule::look_hand_discard => look_hand(&own, setting)?,
        Rule::delayed => delayed(&own, setting)?,
        Rule::end_of_turn => {
            let mut later = Vec::new();
            sentence(
                &own.get(Rule::effect_in).ok_or("nothing happens")?.first()?,
                setting,
                &mut later,
                false,
            )?;
            let moment = Moment::Next(When::Begins(Step::End, Ref::TurnPlayer), Until::EndOfTurn);
            vec![Script::Delayed(moment, Box::new(sequence(later)))]
        }
        Rule::pay_each => pay_each(&own, setting)?,
        Rule::each_top => {
            let count = counted(&own.get(Rule::counted).ok_or("it is not said of what")?, setting)?;
            let to =
                own.parts().find(|part| is_destination(part.rule())).ok_or("it is not said where it goes")?;
            vec![Script::Do(Verb::moving(Group::Top(Ref::You, Box::new(count)), destination(&to)?))]
        }
        Rule::cloned => cloned(&own, setting)?,
        Rule::reveal_top => {
            let what = quality(&own.get(Rule::core).ok_or("it is not said what")?)?;
            let goes: Vec<Node<'_>> = own.parts().filter(|part| is_destination(part.rule())).collect();
            let [yes, no] = &goes[..] else { return Err("it is not said where it goes".to_string()) };
            let put = |to: &Node<'_>| {
                destination(to).map(|to| Box::new(Script::Do(Verb::moving(Group::Looked(Filter::Any), to))))
            };
            vec![
                Script::Do(Verb::Show(Group::Players, Group::Top(Ref::You, Box::new(Number::N(1))))),
                Script::Do(Verb::Stop),
                Script::IfElse(Condition::Exists(Group::Looked(what)), put(yes)?, put(no)?),
            ]
        }
        _ => return Err(format!("`{}` is not understood", own.text())),
    };
    steps.append(&mut said);
    Ok(())
}

/// What is only done if what was allowed before was done.
fn if_you_do(node: &Node<'_>, setting: &mut Setting, steps: &mut [Effect]) -> Done<()> {
    let Some(Script::May(_, done)) = steps.last_mut() else {
        return Err("`if you do` follows nothing that may be done".to_string());
    };
    let mut then = Vec::new();
    for part in node.all(Rule::sentence) {
        sentence(&part, setting, &mut then, false)?;
    }
    for part in node.all(Rule::clause) {
        then.extend(clause(&part, setting)?);
    }
    let mut all = match std::mem::replace(&mut **done, Script::Seq(Vec::new())) {
        Script::Seq(all) => all,
        one => vec![one],
    };
    all.push(Script::Do(Verb::Stop));
    // What was chosen first is what was done: where there was nothing to choose, nothing was.
    let chosen = all.iter().find_map(|step| match step {
        Script::Do(Verb::Choose(..)) => Some(()),
        _ => None,
    });
    if let Some(()) = chosen {
        let first =
            setting.chosen.checked_sub(choices(&all) + choices(&then)).ok_or("a choice is missing")?;
        let done = Condition::Exists(Group::Of(Ref::Chosen(first)));
        all.push(Script::If(done, Box::new(sequence(then))));
    } else {
        all.append(&mut then);
    }
    **done = Script::Seq(all);
    Ok(())
}

/// How many choices scripts make.
fn choices(steps: &[Effect]) -> u8 {
    steps
        .iter()
        .map(|step| match step {
            Script::Do(Verb::Choose(..)) => 1,
            Script::Seq(all) | Script::Choose(_, all) => choices(all),
            Script::If(_, one)
            | Script::Each(_, one)
            | Script::May(_, one)
            | Script::Repeat(_, one)
            | Script::Again(_, one)
            | Script::Delayed(_, one) => choices(std::slice::from_ref(&**one)),
            Script::IfElse(_, one, two) | Script::MayElse(_, one, two) | Script::Pay(_, _, one, two) => {
                choices(std::slice::from_ref(&**one)) + choices(std::slice::from_ref(&**two))
            }
            Script::Do(_) | Script::Let(_) => 0,
        })
        .sum()
}

/// Shields that were put into the hand were not put there like broken ones.
fn no_trigger(setting: &Setting, steps: &mut [Effect]) -> Done<()> {
    if setting.it_in != Some(Place::Shield) {
        return Err("`that shield` refers to no shield".to_string());
    }
    if quiet(steps) { Ok(()) } else { Err("no shield was put anywhere".to_string()) }
}

/// Makes the last move of shields to the hand a plain one; whether there is a move.
fn quiet(steps: &mut [Effect]) -> bool {
    steps.iter_mut().rev().any(|step| match step {
        Script::Do(verb) => match verb {
            Verb::ShieldsToHand(group) => {
                *verb = Verb::moving(group.clone(), Destination::Hand);
                true
            }
            Verb::Move(_, Destination::Graveyard | Destination::Hand, Extent::Whole) => true,
            _ => false,
        },
        Script::Seq(all) => quiet(all),
        Script::May(_, one) | Script::If(_, one) => quiet(std::slice::from_mut(&mut **one)),
        _ => false,
    })
}

fn if_so(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let own = node.first()?;
    let holds = if own.rule() == Rule::it_is {
        let it = setting.it.clone().ok_or("`it` refers to nothing")?;
        let qualities = own.parts().filter(|part| part.rule() != Rule::num);
        let filters = qualities.map(|part| quality(&part)).collect::<Done<Vec<_>>>()?;
        Condition::Matches(it, all(filters))
    } else {
        condition(&own, setting)?
    };
    let mut then = Vec::new();
    let said = node.get(Rule::clause).ok_or("nothing happens then")?;
    then.extend(clause(&said, setting)?);
    Ok(vec![Script::If(holds, Box::new(sequence(then)))])
}

/// How a clause's player acts.
struct Actor {
    /// Whether they may leave it.
    may: bool,
    /// Whether each player does it.
    each: bool,
}

fn actor(node: Option<Node<'_>>, setting: &mut Setting) -> Done<Actor> {
    let mut how = Actor { may: false, each: false };
    setting.actor = None;
    let Some(own) = node.map(|node| node.first()).transpose()? else { return Ok(how) };
    match own.rule() {
        Rule::a_you_may => how.may = true,
        Rule::a_opp_may => {
            how.may = true;
            setting.actor = Some(setting.him.clone().unwrap_or(Ref::Opponent));
        }
        Rule::a_opp => setting.actor = Some(Ref::Opponent),
        Rule::a_he => setting.actor = Some(setting.him.clone().unwrap_or(Ref::Opponent)),
        Rule::a_each => how.each = true,
        Rule::a_each_may => {
            how.each = true;
            how.may = true;
        }
        Rule::a_that | Rule::a_that_may => {
            how.may = own.rule() == Rule::a_that_may;
            setting.actor = Some(setting.him.clone().ok_or("`that player` refers to nobody")?);
        }
        Rule::a_owner => {
            setting.actor =
                Some(Ref::Owner(Box::new(setting.it.clone().ok_or("`that creature` refers to nothing")?)))
        }
        _ => return Err(format!("`{}` is not understood", own.text())),
    }
    if how.each {
        setting.actor = Some(Ref::It);
        setting.looped = true;
    }
    Ok(how)
}

/// What a clause does.
pub fn clause(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let before = setting.looped;
    let how = actor(node.get(Rule::actor), setting)?;
    let duration = node.parts().find_map(|part| until(&part));
    if node.has(Rule::at_that_end) && (how.may || how.each) {
        return Err("what happens later is not said so".to_string());
    }
    let later = [(Rule::after_battle, Role::HasBattled), (Rule::after_attack, Role::EndsAttack)];
    let later = later.into_iter().find(|(rule, _)| node.has(*rule)).map(|(_, role)| role);
    let mut steps = Vec::new();
    for part in node.parts() {
        match part.rule() {
            Rule::actor
            | Rule::eot
            | Rule::next_start
            | Rule::after_battle
            | Rule::after_attack
            | Rule::at_that_end => {}
            _ => action(&part, setting, &mut steps, duration)?,
        }
    }
    if let Some(role) = later {
        if how.may || how.each {
            return Err("what happens later is not said so".to_string());
        }
        if setting.battling && role == Role::HasBattled {
            // The event is the end of the battle itself.
            return Ok(steps);
        }
        let when = When::Combat { role, what: Filter::This, with: None };
        let moment = Moment::Next(when, Until::EndOfAttack);
        steps = vec![Script::Delayed(moment, Box::new(sequence(steps)))];
    }
    if node.has(Rule::at_that_end) {
        let moment = Moment::Next(When::Begins(Step::End, Ref::TurnPlayer), Until::EndOfTurn);
        steps = vec![Script::Delayed(moment, Box::new(sequence(steps)))];
    }
    let who = setting.actor();
    if how.may {
        let one = sequence(steps);
        // Each card of several may be left: each draw is asked about by itself.
        steps = vec![match one {
            Script::Repeat(count, inner) => Script::Repeat(count, Box::new(Script::May(who, inner))),
            Script::Do(Verb::Draw(player, count)) if !matches!(count, Number::N(_)) => Script::Repeat(
                count,
                Box::new(Script::May(who, Box::new(Script::Do(Verb::Draw(player, Number::N(1)))))),
            ),
            one => Script::May(who, Box::new(one)),
        }];
    }
    if how.each {
        steps = vec![Script::Each(Group::Players, Box::new(sequence(steps)))];
        setting.looped = before;
        setting.it = None;
    }
    setting.actor = None;
    Ok(steps)
}

fn delayed(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let own = node.get(Rule::when_event).ok_or("it is not said when")?;
    let said = own.get(Rule::event_turn).is_some_and(|turn| turn.has(Rule::this_turn));
    if !said && !node.has(Rule::this_turn) {
        return Err("it is not said for how long".to_string());
    }
    let before = setting.clone();
    let mut found = crate::events::when_event(&own, setting)?;
    if found.len() != 1 {
        return Err("one event alone can be waited for".to_string());
    }
    let when = found.remove(0);
    let mut then = Vec::new();
    sentence(&node.get(Rule::effect_in).ok_or("nothing happens")?.first()?, setting, &mut then, false)?;
    *setting = Setting { chosen: setting.chosen, ..before };
    Ok(vec![Script::Delayed(Moment::Whenever(when, Until::EndOfTurn), Box::new(sequence(then)))])
}
