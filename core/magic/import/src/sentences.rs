//! Sentences: what is done, when and if, and what follows from it.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Change, Condition, Destination, Destruction, Effect, Fact, Filter, Group, Number, Ref, Ruling, Target,
    TurnPart, Until, Verb, When, Written, ZoneKind,
};

use crate::amounts::number;
use crate::conditions::{condition, opposite};
use crate::costs::costs;
use crate::deeds::steps;
use crate::noun::Desc;
use crate::setting::{Done, Setting, sequence};

/// All that sentences do, one after the other.
pub fn effects(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let all = continued(tree, setting, &mut Vec::new())?.into_iter().map(crate::instead::returned).collect();
    let all = crate::instead::kept_as_taken(all, setting)?;
    all.into_iter().map(|step| crate::instead::counted_before(step, setting)).collect()
}

/// The same, where the first sentence is about what has been done before.
pub fn continued(tree: &Tree<'_>, setting: &mut Setting<'_>, before: &mut Vec<Effect>) -> Done<Vec<Effect>> {
    let mut all = std::mem::take(before);
    let sentences: Vec<&Tree<'_>> = tree.all("sentence").collect();
    for (place, sentence) in sentences.iter().enumerate() {
        let own = sentence.need("said")?;
        if own.label == "when_you_do" {
            crate::reflexive::when_done(own, &sentences[place + 1..], setting, &mut all)?;
            break;
        }
        one_more(own, setting, &mut all)?;
    }
    Ok(all)
}

/// Reads one sentence more.
pub fn one_more(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    setting.sentence += 1;
    let mut own = Vec::new();
    said(tree, setting, all, &mut own)?;
    if matches!(tree.label, "steps" | "then" | "later" | "later_behind") {
        of_what_may_be(&mut own, all);
    }
    all.push(sequence(own));
    all.retain(|step| *step != Script::Seq(Vec::new()));
    Ok(())
}

/// Says which cost a condition asks for that may be paid besides.
fn if_paid(held: &Condition) -> Option<Fact> {
    match held {
        Condition::AtLeast(Number::Cast(fact @ Fact::Paid(_)), Number::N(1)) => Some(*fact),
        _ => None,
    }
}

fn nothing() -> Box<Effect> {
    Box::new(Script::Seq(Vec::new()))
}

/// A sentence inside of another one.
fn inner(tree: &Tree<'_>, setting: &mut Setting<'_>, before: &mut Vec<Effect>) -> Done<Effect> {
    let mut own = Vec::new();
    said(tree.need("said")?, setting, before, &mut own)?;
    Ok(sequence(own))
}

pub fn done(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Effect> {
    Ok(sequence(steps(tree.need("steps")?, setting)?))
}

/// Reads what is done unless something is paid: in `surveil 2, then counter it unless …` only what stands last.
fn last_deed(tree: &Tree<'_>, setting: &mut Setting<'_>, own: &mut Vec<Effect>) -> Done<Effect> {
    let all = tree.need("steps")?;
    let mut deeds = steps(all, setting)?;
    let last = if all.says("then") { deeds.len().saturating_sub(1) } else { 0 };
    own.extend(deeds.drain(..last));
    Ok(sequence(deeds))
}

/// A sentence. `before` is what the sentences before it do, one entry for each.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn said(
    tree: &Tree<'_>,
    setting: &mut Setting<'_>,
    before: &mut Vec<Effect>,
    own: &mut Vec<Effect>,
) -> Done<()> {
    setting.actor = Ref::You;
    setting.actors = Group::Of(Ref::You);
    setting.speaker = Ref::You;
    match tree.label {
        "steps" | "then" => {
            if crate::entering::token_has(tree, setting, before)? {
                return Ok(());
            }
            own.extend(steps(tree.need("steps")?, setting)?);
            if crate::entering::is_stated(tree) {
                crate::entering::as_it_enters(own, before)?;
            }
        }
        "if" | "then_if" => {
            let held = condition(tree.need("condition")?, setting)?;
            let from = setting.targets.len();
            let then = inner(tree, setting, before)?;
            if let Some(fact) = if_paid(&held) {
                // Its targets are chosen only where that was paid (601.2c).
                for target in setting.targets.iter_mut().skip(from) {
                    *target = Target::Paid(fact, Box::new(target.clone()));
                }
            }
            own.push(Script::If(held, Box::new(then)));
        }
        "only_if" => {
            let held = behind(tree, setting)?;
            own.push(Script::If(held.0, Box::new(held.1)));
        }
        "if_instead" | "instead_first" | "instead_if" => {
            let from = setting.targets.len();
            let (held, then) = if tree.label == "instead_if" {
                let (held, then) = behind(tree, setting)?;
                (held, then)
            } else {
                let held = condition(tree.need("condition")?, setting)?;
                (held, done(tree, setting)?)
            };
            if if_paid(&held).is_some() && from > 0 && setting.targets.len() > from {
                return Err("other targets are chosen instead".to_string());
            }
            let last = before.pop().ok_or("`instead` of nothing")?;
            own.push(Script::IfElse(held, Box::new(then), Box::new(last)));
        }
        "unless_cost" => {
            let deed = done(tree, setting)?;
            let cost = crate::costs::deed(tree.need("cost_deed")?, setting)?;
            own.push(Script::Pay(Ref::You, vec![cost], nothing(), Box::new(deed)));
        }
        "unless" => {
            let deed = last_deed(tree, setting, own)?;
            let who = crate::players::player(tree.need("player")?, setting)?;
            let who = who.one.ok_or("several players may pay")?;
            let costs = costs(tree.need("costs")?, setting)?;
            own.push(Script::Pay(who, costs, nothing(), Box::new(deed)));
        }
        "may_pay" => {
            let who = crate::players::player(tree.need("player")?, setting)?;
            let has_x = setting.of.has_x;
            let costs = costs(tree.need("costs")?, setting)?;
            if costs.iter().any(duelog_magic::language::definition::Cost::has_x) && !has_x {
                return Err("X is chosen as it resolves".to_string());
            }
            own.push(Script::Pay(who.one.ok_or("several players may pay")?, costs, nothing(), nothing()));
        }
        "unless_x" => {
            let deed = last_deed(tree, setting, own)?;
            let who = crate::players::player(tree.need("player")?, setting)?;
            let who = who.one.ok_or("several players may pay")?;
            let cost = duelog_magic::language::definition::Cost::Generic(crate::amounts::amount(
                tree.need("amount")?,
                setting,
            )?);
            own.push(Script::Pay(who, vec![cost], nothing(), Box::new(deed)));
        }
        "unless_held" => {
            let (held, then) = behind(tree, setting)?;
            own.push(Script::If(opposite(held), Box::new(then)));
        }
        "then_unless" => {
            let deed = done(tree, setting)?;
            let cost = crate::costs::deed(tree.need("cost_deed")?, setting)?;
            own.push(Script::Pay(Ref::You, vec![cost], nothing(), Box::new(deed)));
        }
        "tokens_instead" => {
            let held = condition(tree.need("condition")?, setting)?;
            let count = number(tree.need("number")?, setting)?;
            let last = before.pop().ok_or("`instead` of nothing")?;
            let Script::Do(Verb::Create(who, _, token)) = &last else {
                return Err("`instead` of no tokens".to_string());
            };
            let other = Script::Do(Verb::Create(who.clone(), count, token.clone()));
            own.push(Script::IfElse(held, Box::new(other), Box::new(last)));
        }
        "if_cant" => {
            let then = inner(tree, setting, before)?;
            if !matches!(before.last(), Some(Script::Do(Verb::Sacrifice(..)))) {
                return Err("`if you can't` follows no sacrifice".to_string());
            }
            let nothing = opposite(Condition::AtLeast(Number::LastAmount, Number::N(1)));
            own.push(Script::If(nothing, Box::new(then)));
        }
        "when_next" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() || desc.zone.is_some() {
                return Err(format!("`{}` is not cast", tree.text()));
            }
            let seen = setting.seen.clone();
            setting.mention(Group::Of(Ref::Event), Some(Ref::Event), false, desc.nouns.clone());
            let then = crate::reflexive::without_targets(tree, setting)?;
            setting.seen = seen;
            let casts = When::Casts { by: Some(Ref::You), what: desc.filter() };
            own.push(Script::Delayed(When::NextThisTurn(Box::new(casts)), Box::new(then)));
        }
        "when_this_turn" | "until_next_when" | "until_turn_when" => {
            let seen = setting.seen.clone();
            let that = setting.that.take();
            let event = crate::events::event(tree.need("event")?, setting)?;
            if event.zone != ZoneKind::Battlefield || event.condition.is_some() {
                return Err(format!("`{}`", tree.text()));
            }
            let then = crate::reflexive::without_targets(tree, setting)?;
            setting.seen = seen;
            setting.that = that;
            if matches!(
                event.when,
                When::Does { deed: duelog_magic::language::definition::Deed::TapForMana, .. }
            ) {
                // A mana ability for a while (605.1b).
                return Err(format!("`{}`", tree.text()));
            }
            let when = Box::new(event.when);
            let this_turn = tree.label != "until_next_when";
            let when = if this_turn { When::ThisTurn(when) } else { When::UntilYourTurn(when) };
            own.push(Script::Delayed(when, Box::new(then)));
        }
        "choose_target" => {
            let chosen = crate::objects::thing(tree.need("things")?, setting)?;
            if !matches!(chosen.group, Group::Targets(_)) {
                return Err(format!("`{}` is no target", tree.text()));
            }
        }
        "may_pay_cost" => {
            let cost = crate::costs::deed(tree.need("cost_deed")?, setting)?;
            own.push(Script::Pay(Ref::You, vec![cost], nothing(), nothing()));
        }
        "may" => {
            let who = crate::players::player(tree.need("player")?, setting)?;
            let one = who.one.ok_or("several players may do it")?;
            setting.actor = one.clone();
            setting.actors = Group::Of(one.clone());
            setting.speaker = one.clone();
            let then = done(tree, setting);
            setting.speaker = Ref::You;
            own.push(may(one, then?));
        }
        "may_have" => {
            let then = done(tree, setting)?;
            own.push(Script::May(Ref::You, Box::new(then)));
        }
        "may_have_it" => {
            let then = crate::deeds::have(tree, setting)?;
            own.push(Script::May(Ref::You, Box::new(sequence(then))));
        }
        "if_you_do" | "if_they_do" => {
            let then = inner(tree, setting, before)?;
            follow(before, then)?;
        }
        "if_not" | "otherwise" => {
            let then = inner(tree, setting, before)?;
            refuse(before, then)?;
        }
        "later" | "later_behind" => {
            let when = moment(tree.need("moment")?)?;
            let behind = tree.label == "later_behind";
            let then =
                if behind { done(tree, setting)? } else { crate::reflexive::without_targets(tree, setting)? };
            let those = ["those", "them", "they"].iter().any(|word| tree.says(word));
            if those && looks_anew(&then) {
                return Err("those things are others by then".to_string());
            }
            let linked = if those && setting.of.spell { linked(&then)? } else { None };
            own.push(match linked {
                // All of them by one ability (603.7): each spell is an object of its own, and keeps them for it.
                Some((group, then)) => {
                    sequence(vec![setting.verb(Verb::Link(group)), Script::Delayed(when, Box::new(then))])
                }
                None => later(when, then)?,
            });
        }
        "for_each_player" => own.extend(crate::instead::for_each_player(tree, setting)?),
        "for_each" => {
            let group = Desc::read(tree.need("desc")?, setting)?;
            let all = group.group()?;
            setting.mention(Group::Of(Ref::It), Some(Ref::It), false, group.nouns);
            let then = done(tree, setting)?;
            own.push(Script::Each(all, Box::new(then)));
        }
        "until_first" | "until_next_first" => {
            let until = if tree.label == "until_first" { Until::EndOfTurn } else { Until::YourNextTurn };
            let then = steps(tree.need("steps")?, setting)?;
            own.extend(then.into_iter().map(|step| last_until(step, until)).collect::<Done<Vec<_>>>()?);
        }
        "damage_instead" => {
            let held = condition(tree.need("condition")?, setting)?;
            let count = number(tree.need("number")?, setting)?;
            let last = before.pop().ok_or("`instead` of nothing")?;
            let Script::Do(Verb::Damage { to, from, certain, also, .. }) = &last else {
                return Err("`instead` of no damage".to_string());
            };
            if !also.is_empty() {
                return Err("`instead` of two amounts of damage".to_string());
            }
            let other = Verb::Damage {
                amount: count,
                to: to.clone(),
                from: from.clone(),
                certain: *certain,
                also: Vec::new(),
            };
            own.push(Script::IfElse(held, Box::new(Script::Do(other)), Box::new(last)));
        }
        "if_if_instead" => {
            let held = condition(tree.need("condition")?, setting)?;
            let then = done(tree, setting)?;
            let besides = condition(tree.need("other")?, setting)?;
            let last = before.pop().ok_or("`instead` of nothing")?;
            own.push(Script::IfElse(held, Box::new(Script::If(besides, Box::new(then))), Box::new(last)));
        }
        "no_regeneration_hit" => {
            let Some(Script::Do(Verb::Damage { to: Group::Targets(place), also, .. })) = before.last() else {
                return Err("no target is dealt damage".to_string());
            };
            if !also.is_empty() {
                return Err("several are dealt damage".to_string());
            }
            let hit = Condition::AtLeast(Number::LastAmount, Number::N(1));
            let rule = Change::Rule(
                Ruling::Forbid,
                duelog_magic::language::definition::Deed::Regenerate,
                Filter::Any,
            );
            if setting.of.spell {
                // Who is dealt it in the place of a target is meant, and the target is not.
                own.push(setting.verb(Verb::Modify(crate::instead::hit(), vec![rule], Until::EndOfTurn)));
                return Ok(());
            }
            let step = setting.verb(Verb::Modify(Group::Targets(*place), vec![rule], Until::EndOfTurn));
            own.push(Script::If(hit, Box::new(step)));
        }
        "unless_each" => {
            let deed = last_deed(tree, setting, own)?;
            let who = crate::players::player(tree.need("player")?, setting)?
                .one
                .ok_or("several players may pay")?;
            let mana = crate::costs::mana(tree.need("mana")?)?;
            if mana.typed.iter().any(|count| *count > 0) || mana.x > 0 {
                return Err("colored mana for each of something".to_string());
            }
            let each = crate::amounts::counted(tree.need("counted")?, setting)?;
            let cost = duelog_magic::language::definition::Cost::Generic(crate::amounts::times(
                i32::from(mana.generic),
                each,
            ));
            own.push(Script::Pay(who, vec![cost], nothing(), Box::new(deed)));
        }
        "that_discards" => {
            // Here, what was chosen before is what is discarded.
            fn discard(step: &mut Effect) -> bool {
                match step {
                    Script::Do(verb) => match verb {
                        Verb::Choose { who, among: Group::Hand(whose, filter), least: 1, most: 1 } => {
                            *verb =
                                Verb::DiscardChosen(who.clone(), whose.clone(), Number::N(1), filter.clone());
                            true
                        }
                        _ => false,
                    },
                    Script::Seq(steps) => steps.last_mut().is_some_and(discard),
                    _ => false,
                }
            }
            if let Some(Script::Do(Verb::Choose { least: 0, among: Group::Hand(whose, _), .. })) =
                before.last()
            {
                let chosen = Filter::In(Box::new(Group::Last));
                own.push(setting.verb(Verb::DiscardChosen(Ref::You, whose.clone(), Number::N(1), chosen)));
                return Ok(());
            }
            if !before.last_mut().is_some_and(discard) {
                return Err("no card has been chosen to be discarded".to_string());
            }
        }
        "return_linked" => {
            setting.of.linked = true;
            own.push(setting.verb(Verb::Move(Group::Linked, Destination::BattlefieldOwner)));
        }
        "no_regeneration" => for_good(before)?,
        "retarget" => {
            let last = before.last_mut().ok_or("there is no copy")?;
            may_retarget(last)?;
        }
        "mana_only" => only(tree.need("spending")?, setting, before)?,
        "still_land" => {
            if !before.last_mut().is_some_and(keeps_types) {
                return Err("it is not said that a land becomes something".to_string());
            }
        }
        "you_win_flip" | "you_lose_flip" => {
            let won = Condition::AtLeast(Number::LastAmount, Number::N(1));
            let then = inner(tree, setting, before)?;
            match before.last_mut() {
                Some(Script::If(held, first)) if tree.label == "you_lose_flip" && *held == won => {
                    let first = std::mem::replace(&mut **first, Script::Seq(Vec::new()));
                    before.pop();
                    own.push(Script::IfElse(won, Box::new(first), Box::new(then)));
                }
                Some(last) if flips(last) => {
                    let held = if tree.label == "you_win_flip" { won } else { opposite(won) };
                    own.push(Script::If(held, Box::new(then)));
                }
                _ => return Err("no coin has been flipped".to_string()),
            }
        }
        _ => {
            if !crate::instead::said(tree, setting, before, own)? {
                own.extend(crate::looking::looking(tree, setting)?);
            }
        }
    }
    Ok(())
}

/// Returns whether what is done is done to whatever is such by then.
fn looks_anew(then: &Effect) -> bool {
    let text = duelog_kernel::scope::Node::of(then).tree().to_string();
    ["All(", "Graveyard(", "Graveyards("].iter().any(|word| {
        text.contains(&format!("({word}"))
            || text.contains(&format!("[{word}"))
            || text.contains(&format!(" {word}"))
    })
}

/// A sentence that speaks on of a target to which something may be done belongs to that.
fn of_what_may_be(own: &mut Vec<Effect>, before: &mut [Effect]) {
    let targets = |step: &Effect| -> Vec<String> {
        let text = duelog_kernel::scope::Node::of(step).tree().to_string();
        (0..8).map(|place| format!("Targets({place})")).filter(|own| text.contains(own)).collect()
    };
    let first = match before.last_mut() {
        Some(Script::May(_, first)) => first,
        Some(Script::Pay(_, _, first, other)) if **other == Script::Seq(Vec::new()) => first,
        _ => return,
    };
    let known = targets(first);
    let spoken = own.iter().flat_map(&targets).collect::<Vec<_>>();
    if spoken.is_empty() || !spoken.iter().all(|own| known.contains(own)) {
        return;
    }
    let done = std::mem::replace(&mut **first, Script::Seq(Vec::new()));
    **first = sequence([done].into_iter().chain(own.drain(..)).collect());
}

/// Reads what a player may do. Where it begins with the choice of one thing, nothing may be chosen.
pub fn may(who: Ref, then: Effect) -> Effect {
    if let Script::Seq(steps) = &then
        && let [Script::Do(Verb::Choose { who: chooser, among, most: 1, .. }), rest @ ..] = &steps[..]
        && *chooser == who
        && matches!(rest, [Script::Do(_)])
    {
        let choose = Verb::Choose { who, among: among.clone(), least: 0, most: 1 };
        return sequence([Script::Do(choose)].into_iter().chain(rest.iter().cloned()).collect());
    }
    Script::May(who, Box::new(then))
}

/// Reads what is done, with the condition behind it.
fn behind(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<(Condition, Effect)> {
    let then = done(tree, setting)?;
    let held = condition(tree.need("condition")?, setting)?;
    // The condition is tested before anything is done.
    Ok((held, then))
}

/// Reads what is done if what came before was done.
pub fn follow(before: &mut [Effect], then: Effect) -> Done<()> {
    match before.last_mut() {
        Some(Script::Pay(_, _, first, _)) => {
            let done = std::mem::replace(&mut **first, Script::Seq(Vec::new()));
            **first = sequence(vec![done, then]);
            Ok(())
        }
        Some(Script::May(_, first)) => {
            let done = std::mem::replace(&mut **first, Script::Seq(Vec::new()));
            let sure = is_sure(&done);
            let then = if sure {
                then
            } else {
                Script::If(Condition::AtLeast(Number::LastAmount, Number::N(1)), Box::new(then))
            };
            **first = sequence(vec![done, then]);
            Ok(())
        }
        Some(Script::Seq(steps))
            if matches!(steps.first(), Some(Script::Do(Verb::Choose { least: 0, .. }))) =>
        {
            steps.push(Script::If(Condition::Exists(Group::Last), Box::new(then)));
            Ok(())
        }
        Some(last @ Script::Do(Verb::Choose { least: 0, .. })) => {
            let chosen = Script::If(Condition::Exists(Group::Last), Box::new(then));
            *last = Script::Seq(vec![last.clone(), chosen]);
            Ok(())
        }
        Some(
            last @ Script::Do(
                Verb::SacrificeThese(_)
                | Verb::Sacrifice(..)
                | Verb::Move(..)
                | Verb::Discard(..)
                | Verb::RemoveCounters(..),
            ),
        ) => {
            let done = Condition::AtLeast(Number::LastAmount, Number::N(1));
            *last = Script::Seq(vec![last.clone(), Script::If(done, Box::new(then))]);
            Ok(())
        }
        _ => Err("`if you do` follows nothing that may be done".to_string()),
    }
}

/// Returns whether what a player chooses to do is done, whatever comes of it (117.12).
pub fn is_sure(step: &Effect) -> bool {
    match step {
        Script::Do(verb) => matches!(
            verb,
            Verb::GainLife(..)
                | Verb::Draw(..)
                | Verb::LoseLife(..)
                | Verb::Create(..)
                | Verb::Search { .. }
                | Verb::Scry(..)
                | Verb::Modify(..)
                | Verb::Destroy(..)
                | Verb::Damage { .. }
                | Verb::PutCounters(..)
        ),
        Script::Seq(steps) => steps.last().is_some_and(is_sure),
        _ => false,
    }
}

/// Reads what is done if what came before was not done.
fn refuse(before: &mut Vec<Effect>, then: Effect) -> Done<()> {
    match before.last_mut() {
        Some(Script::Pay(_, _, _, other)) if **other == Script::Seq(Vec::new()) => {
            **other = then;
            Ok(())
        }
        Some(Script::May(who, first)) => {
            let (who, first) = (who.clone(), first.clone());
            before.pop();
            before.push(Script::MayElse(who, first, Box::new(then)));
            Ok(())
        }
        Some(Script::If(held, first)) => {
            let (held, first) = (held.clone(), first.clone());
            before.pop();
            before.push(Script::IfElse(held, first, Box::new(then)));
            Ok(())
        }
        _ => Err("`otherwise` follows nothing that may be otherwise".to_string()),
    }
}

/// The moment of a delayed ability.
fn moment(tree: &Tree<'_>) -> Done<When> {
    let begins = |step: TurnPart, whose: Option<Ref>| When::Begins { step, whose };
    Ok(match tree.label {
        "next_end" => begins(TurnPart::End, None),
        "your_next_end" => begins(TurnPart::End, Some(Ref::You)),
        "next_upkeep" => begins(TurnPart::Upkeep, None),
        "your_next_upkeep" => begins(TurnPart::Upkeep, Some(Ref::You)),
        "cleanup" => begins(TurnPart::Cleanup, None),
        "combat_end" => begins(TurnPart::EndCombat, None),
        _ => return Err(format!("the moment `{}`", tree.text())),
    })
}

/// Reads what is done later. Reads what was moved or made at last is looked for as it is now.
fn later(when: When, then: Effect) -> Done<Effect> {
    if matches!(&then, Script::Do(Verb::Put { attached: Some(_), .. })) {
        return Err("it is attached later to what may be another object by then".to_string());
    }
    let text = duelog_kernel::scope::Node::of(&then).tree().to_string();
    if text.contains("Paid") {
        return Err("what was paid is another object by then".to_string());
    }
    if let Some(group) = noted(&text) {
        // Here, what has been kept is known later one by one.
        let then = in_place_of(&group, &Group::Of(Ref::It), &then)?;
        return Ok(Script::Each(group, Box::new(Script::Delayed(when, Box::new(then)))));
    }
    let last = text.contains("Last");
    if !last {
        return Ok(Script::Delayed(when, Box::new(then)));
    }
    // Each of them, one after the other.
    let of_each = replaced(&then)?;
    Ok(Script::Each(Group::Last, Box::new(Script::Delayed(when, Box::new(of_each)))))
}

/// The group that has been kept and is spoken of.
fn noted(text: &str) -> Option<Group> {
    (0..16).find(|place| text.contains(&format!("Noted({place})"))).map(Group::Noted)
}

/// The same with one group in the place of another.
pub fn in_place_of(old: &Group, new: &Group, then: &Effect) -> Done<Effect> {
    use duelog_kernel::scope::Node;
    let mut tree = Node::of(then).tree();
    crate::setting::replace(&mut tree, &Node::of(old).tree(), &Node::of(new).tree());
    duelog_kernel::ron_text::value(&tree).map_err(|fault| fault.to_string())
}

/// Several things that have been moved or made, and the same done to what the spell keeps of them.
fn linked(then: &Effect) -> Done<Option<(Group, Effect)>> {
    let text = duelog_kernel::scope::Node::of(then).tree().to_string();
    let last = text.contains("(Last").then_some(Group::Last);
    let Some(group) = noted(&text).or(last) else { return Ok(None) };
    let then = in_place_of(&group, &Group::Linked, then)?;
    let told = duelog_kernel::scope::Node::of(&then).tree().to_string();
    Ok((!told.contains("Last") && noted(&told).is_none()).then_some((group, then)))
}

/// The same for each of the last things.
fn replaced(step: &Effect) -> Done<Effect> {
    use duelog_kernel::ron_text::{Fault, value};
    use duelog_kernel::scope::Node;
    use duelog_kernel::syntax::Tree;
    fn put(tree: &mut Tree<'static>) {
        if tree.is_word("Last") {
            let it = Node::of(&Ref::It).tree();
            *tree = Tree { role: tree.role, ..it };
        }
        tree.parts.iter_mut().for_each(put);
    }
    let Script::Do(verb) = step else { return Err("several things are done later".to_string()) };
    let verb = match verb {
        Verb::Move(Group::Last, to) => Verb::Move(Group::Of(Ref::It), *to),
        Verb::SacrificeThese(Group::Last) => Verb::SacrificeThese(Group::Of(Ref::It)),
        Verb::Destroy(Group::Last, how) => Verb::Destroy(Group::Of(Ref::It), *how),
        other => {
            let mut tree = Node::of(other).tree();
            put(&mut tree);
            value(&tree).map_err(|fault: Fault| fault.to_string())?
        }
    };
    Ok(Script::Do(verb))
}

/// The same with a duration where none was said.
fn last_until(step: Effect, until: Until) -> Done<Effect> {
    match step {
        Script::Do(Verb::Modify(group, changes, Until::Forever)) => {
            Ok(Script::Do(Verb::Modify(group, changes, until)))
        }
        _ => Err("a duration is said of what is done at once".to_string()),
    }
}

/// Returns whether the last thing that is done is a coin flip.
fn flips(step: &Effect) -> bool {
    match step {
        Script::Do(verb) => matches!(verb, Verb::FlipCoin(_)),
        Script::Seq(steps) => steps.last().is_some_and(flips),
        _ => false,
    }
}

/// Reads what is destroyed cannot be regenerated.
fn for_good(before: &mut [Effect]) -> Done<()> {
    fn change(step: &mut Effect) -> bool {
        match step {
            Script::Do(verb) => match verb {
                Verb::Destroy(_, how) if how.is_plain() => {
                    *how = Destruction::ForGood;
                    true
                }
                _ => false,
            },
            Script::Seq(steps) => steps.iter_mut().rev().any(change),
            Script::If(_, step) | Script::May(_, step) | Script::Pay(_, _, _, step) => change(step),
            _ => false,
        }
    }
    if before.last_mut().is_some_and(change) { Ok(()) } else { Err("nothing is destroyed".to_string()) }
}

/// New targets may be chosen for a copy.
fn may_retarget(step: &mut Effect) -> Done<()> {
    match step {
        Script::Do(Verb::CopySpell { retarget, .. }) => {
            *retarget = true;
            Ok(())
        }
        Script::May(_, step)
        | Script::If(_, step)
        | Script::Delayed(_, step)
        | Script::Pay(_, _, step, _) => may_retarget(step),
        Script::Seq(steps) => {
            steps.last_mut().map_or_else(|| Err("there is no copy".to_string()), may_retarget)
        }
        _ => Err("there is no copy".to_string()),
    }
}

/// On what mana can be spent.
fn only(tree: &Tree<'_>, setting: &mut Setting<'_>, before: &mut [Effect]) -> Done<()> {
    use duelog_magic::language::definition::Spending;
    let mut read = |role: &str| -> Done<Filter> { Ok(Desc::read(tree.need(role)?, setting)?.cast()) };
    let spending = match tree.label {
        "cast" | "cast_many" => vec![Spending::Cast(read("desc")?)],
        "activate" => vec![Spending::Activate(read("desc")?)],
        _ => vec![Spending::Cast(read("cast")?), Spending::Activate(read("activate")?)],
    };
    match before.last_mut() {
        Some(Script::Do(verb)) => match verb {
            Verb::AddMana(who, mana, number) => {
                *verb = Verb::AddManaFor {
                    who: who.clone(),
                    mana: *mana,
                    number: number.clone(),
                    only: spending,
                    rider: None,
                };
                Ok(())
            }
            _ => Err("no mana is added".to_string()),
        },
        _ => Err("mana of several types with something said of it".to_string()),
    }
}

/// Lets things keep their types and subtypes as they become something (205.1b); returns whether any do.
fn keeps_types(step: &mut Effect) -> bool {
    use duelog_magic::language::definition::Feature;
    match step {
        Script::Do(Verb::Modify(_, changes, _)) => {
            let becomes = changes.iter().any(|change| {
                matches!(change, Change::Set(Feature::Types(_)) | Change::Add(Feature::Types(_)))
            });
            for change in changes.iter_mut().filter(|_| becomes) {
                if let Change::Set(feature @ (Feature::Types(_) | Feature::Subtypes(_))) = change {
                    *change = Change::Add(feature.clone());
                }
            }
            becomes
        }
        Script::Seq(steps) => steps.iter_mut().map(keeps_types).filter(|any| *any).count() > 0,
        Script::Pay(_, _, step, _) | Script::If(_, step) | Script::May(_, step) => keeps_types(step),
        _ => false,
    }
}

/// Reads what is forbidden to players.
pub fn forbidden(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Change<Written>> {
    use duelog_magic::language::definition::Deed;
    let forbid = |deed: Deed| Change::Rule(Ruling::Forbid, deed, Filter::Any);
    Ok(match tree.label {
        "gain_life" => forbid(Deed::GainLife),
        "win" => forbid(Deed::WinGame),
        "lose" => forbid(Deed::LoseGame),
        "search" => forbid(Deed::Search),
        "draw_more" => Change::AtMost(1, Deed::Draw),
        "cast" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if desc.zone == Some(ZoneKind::Graveyard) || !desc.is_spell() {
                return Err(format!("`{}` is forbidden", tree.text()));
            }
            Change::Rule(Ruling::Forbid, Deed::Cast, desc.filter())
        }
        _ => return Err(format!("`{}` is forbidden", tree.text())),
    })
}

/// Where the rest goes.
pub fn rest_place(tree: &Tree<'_>) -> Done<Destination> {
    Ok(match tree.label {
        "bottom" | "bottom_one" => Destination::LibraryBottom,
        "bottom_random" => Destination::LibraryRandom,
        "graveyard" => Destination::Graveyard,
        _ => Destination::LibraryTop,
    })
}

/// A number with its place, for what is looked at.
pub fn looked_at(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    if let Some(own) = tree.get("amount") {
        return match tree.get("number").map(|number| number.label) {
            Some("x") => crate::amounts::amount(own, setting),
            _ => Err("X is told, and nothing says it".to_string()),
        };
    }
    tree.get("number").map_or(Ok(Number::N(1)), |own| number(own, setting))
}
