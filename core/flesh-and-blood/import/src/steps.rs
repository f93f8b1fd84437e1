//! Sentences: what is done in which order, what may be done, and under which condition.

use duelog_import::grammar::Tree;

use crate::say::say;
use crate::setting::{Done, Setting, sequence};

/// A step; later sentences can speak of it.
#[derive(Debug, Clone)]
pub enum Step {
    /// Something is done.
    Do(String),
    /// Something may be done.
    May(String, Vec<Step>),
    /// Something may be done; the other is done if not.
    MayElse(String, Vec<Step>, Vec<Step>),
    /// Something is done under a condition.
    If(String, Vec<Step>),
    /// One thing or the other is done.
    IfElse(String, Vec<Step>, Vec<Step>),
}

impl Step {
    fn text(&self) -> String {
        match self {
            Step::Do(text) => text.clone(),
            Step::May(who, steps) => format!("May({who}, {})", texts(steps)),
            Step::MayElse(who, steps, other) => format!("MayElse({who}, {}, {})", texts(steps), texts(other)),
            Step::If(condition, steps) => format!("If({condition}, {})", texts(steps)),
            Step::IfElse(condition, steps, other) => {
                format!("IfElse({condition}, {}, {})", texts(steps), texts(other))
            }
        }
    }
}

/// Steps as one script.
pub fn texts(steps: &[Step]) -> String {
    let all: Vec<String> = steps.iter().flat_map(|step| flat(&step.text())).collect();
    sequence(&one_by_one(all))
}

/// Some actions leave nothing behind that can be spoken of as what was done last. The objects that they were done to are
/// taken one by one, where they are spoken of behind that.
fn one_by_one(mut steps: Vec<String>) -> Vec<String> {
    let silent = |step: &String| {
        let counters = ["Do(PutCounters(", "Do(RemoveCounters("];
        ["Do(Turn(Last, ", "Do(Tap(Last, ", "Do(Mark(Last)"].iter().any(|verb| step.starts_with(verb))
            || counters.iter().any(|verb| step.starts_with(verb)) && step.ends_with(", Last))")
    };
    let spoken = |step: &String| speaks_of_last(&step.replace("LastAmount", "").replace("LastAttack", ""));
    let Some(at) = steps.iter().position(silent) else { return steps };
    let behind = steps[at + 1..].iter().take_while(|step| spoken(step)).count();
    if behind == 0 || steps[at..=at + behind].iter().any(|step| step.contains("LastThat(")) {
        return steps;
    }
    let own: Vec<String> = steps.splice(at..=at + behind, []).map(|step| of_it(&step)).collect();
    steps.insert(at, format!("Each(Last, {})", sequence(&own)));
    steps
}

/// The same of the one at hand in place of what was done last: as a group where a deed is done to it.
fn of_it(step: &str) -> String {
    let mut made = String::new();
    let mut rest = step;
    while let Some((before, behind)) = rest.split_once("Last") {
        made.push_str(before);
        let deed =
            before.ends_with('(') && before.rfind("Do(").is_some_and(|at| !before[at + 3..].contains(", "));
        let counted = before.ends_with(", ") && behind.starts_with("))");
        made.push_str(if deed || counted { "Of(It)" } else { "It" });
        rest = behind;
    }
    made.push_str(rest);
    made
}

/// Reads sentences as one script; several abilities in a row may be said by them.
///
/// # Errors
/// Why the card language cannot say them.
pub fn effects(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let mut groups: Vec<Vec<Step>> = Vec::new();
    add(tree, setting, &mut groups)?;
    let all: Vec<Step> = groups.into_iter().flatten().collect();
    Ok(texts(&all))
}

/// Adds sentences to those that were read before.
///
/// # Errors
/// Why the card language cannot say them.
pub fn add(tree: &Tree<'_>, setting: &mut Setting<'_>, groups: &mut Vec<Vec<Step>>) -> Done<()> {
    for sentence in tree.all("sentence") {
        setting.sentence += 1;
        let made = read_said(sentence.need("said")?, setting, groups);
        setting.many.clear();
        made?;
    }
    Ok(())
}

/// Returns whether a sentence speaks of the next object that something is done with.
fn of_next(tree: &Tree<'_>, setting: &Setting<'_>, groups: &[Vec<Step>]) -> bool {
    let next = groups.last().and_then(|group| group.last()).is_some_and(
        |step| matches!(step, Step::Do(text) if text.starts_with("Do(Next(") && !text.contains("Seq(")),
    );
    let gets = change_of_it(tree).is_some();
    let nobody = setting.seen.iter().all(|seen| seen.one.as_deref() == Some("This"));
    next && gets && nobody
}

/// The change of `if …, it gets …`.
fn change_of_it<'t, 'g>(tree: &'t Tree<'g>) -> Option<&'t Tree<'g>> {
    let said = tree.get("said").filter(|said| said.label == "steps")?;
    only_change_of_it(said.get("steps")?)
}

fn only_change_of_it<'t, 'g>(steps: &'t Tree<'g>) -> Option<&'t Tree<'g>> {
    let only = steps.all("step").next().filter(|_| steps.all("step").count() == 1)?;
    let change = if only.label.is_empty() { only.parts.first().map(|part| &**part)? } else { only };
    let it = change.get("things").is_some_and(|things| things.label == "it_group");
    (change.label == "change" && it).then_some(change)
}

/// The same for the next object, which gets another number of the one thing that it gets.
fn next_instead(next: &str, change: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let (changes, _) = crate::deeds::get(change.need("get")?, setting)?;
    let (before, until) = next.rsplit_once("], ").ok_or("`it` refers to nothing")?;
    let (before, own) = before.rsplit_once(", [").ok_or("`it` refers to nothing")?;
    let numbers = own.matches("Plus(").count() == 1 && own.starts_with("Plus(") && own.ends_with(')');
    if !numbers || own.contains("Gain(") || own.contains("Ability(") {
        return Err("what the next one gets instead is one of several things".to_string());
    }
    Ok(format!("{before}, [{changes}], {until}"))
}

/// Says what the next object gets, and under which condition. It is the source of an ability that it is given, but not
/// where it gets a number alone: then the source is the card that says so.
fn next_gets(tree: &Tree<'_>, it: &str, setting: &mut Setting<'_>) -> Done<(String, String)> {
    let mut inner = Setting::new(setting.of);
    inner.mention_one(it, vec!["attack".to_string(), "card".to_string()]);
    inner.of.keywords.push("Next".to_string());
    let fusions = std::mem::take(&mut inner.of.fusions);
    let condition = say(tree.need("condition")?, &mut inner);
    inner.of.fusions = fusions;
    inner.of.keywords.pop();
    let change = change_of_it(tree).ok_or("nothing is said of it")?;
    let (changes, _) = crate::deeds::get(change.need("get")?, &mut inner)?;
    Ok((condition?, changes))
}

/// One more change of the next object, which it gets under a condition.
fn next_more(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let (condition, changes) = next_gets(tree, "It", setting)?;
    if let Some((stat, number)) = only_number(&changes) {
        return Ok(format!("Plus({stat}, If({condition}, {number}, N(0)))"));
    }
    let (condition, changes) = next_gets(tree, "This", setting)?;
    let place = setting
        .give(format!("Static((condition: Some({condition}), affects: Of(This), changes: [{changes}]))"));
    Ok(format!("Ability({place})"))
}

/// The one number that changes say alone.
pub fn only_number(changes: &str) -> Option<(&str, &str)> {
    let inner = changes.strip_prefix("Plus(")?.strip_suffix(')')?;
    let (stat, number) = inner.split_once(", ")?;
    (number.starts_with("N(") && !number.contains("), ")).then_some((stat, number))
}

fn plain(text: String) -> Vec<Step> {
    vec![Step::Do(text)]
}

/// Reads one sentence as a script.
///
/// # Errors
/// Why the card language cannot say it.
pub fn said(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    alone(tree, setting).map(|steps| texts(&steps))
}

/// Reads what is said by itself.
fn alone(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    let mut groups = Vec::new();
    read_said(tree, setting, &mut groups)?;
    Ok(groups.into_iter().flatten().collect())
}

fn read_said(tree: &Tree<'_>, setting: &mut Setting<'_>, groups: &mut Vec<Vec<Step>>) -> Done<()> {
    match tree.label {
        "if_do" | "if_do_not" => {
            let condition = if tree.label == "if_do" { "Did" } else { "Not(Did)" };
            let last = groups.last_mut().ok_or("nothing has been done before")?;
            knows_whether(last)?;
            // A card that was to be added defends if it was.
            let added = texts(last).trim_end_matches("])").ends_with("Do(Put(Last, Defending))");
            let condition = match (added, tree.label) {
                (true, "if_do") => "Matches(Last, Defending)",
                (true, _) => return Err("what is done if a card could not be added".to_string()),
                (false, _) => condition,
            };
            let inner = alone(tree.need("said")?, setting)?;
            if tree.label == "if_do_not" {
                return done_not(last, inner);
            }
            behind(last, Step::If(condition.to_string(), inner));
            Ok(())
        }
        "otherwise" => {
            let inner = alone(tree.need("said")?, setting)?;
            let last = groups.last_mut().ok_or("nothing has been said before")?;
            otherwise(last, inner)
        }
        "instead" => {
            let condition = say(tree.need("condition")?, setting)?;
            let last = groups.pop().ok_or("nothing has been said before")?;
            let inner = match (only_change_of_it(tree.need("steps")?), &last[..]) {
                (Some(change), [Step::Do(next)]) if next.starts_with("Do(Next(") => {
                    plain(next_instead(next, change, setting)?)
                }
                _ => plain(steps(tree.need("steps")?, setting)?),
            };
            groups.push(vec![Step::IfElse(condition, inner, last)]);
            Ok(())
        }
        "if" if of_next(tree, setting, groups) => {
            let more = next_more(tree, setting)?;
            let last = groups.last_mut().and_then(|group| group.last_mut());
            let Some(Step::Do(text)) = last else { return Err("`it` refers to nothing".to_string()) };
            let (before, behind) = text.rsplit_once("], ").ok_or("`it` refers to nothing")?;
            *text = format!("{before}, {more}], {behind}");
            Ok(())
        }
        _ => {
            let made = sentence(tree, setting)?;
            let optional = groups.last().and_then(|group| group.last());
            let inside = matches!(optional, Some(Step::May(..))) || is_did(optional) || makes_last(optional);
            match groups.last_mut() {
                Some(last) if turned_down(last) && speaks_of_last(&texts(&made)) => color_first(last, made),
                Some(last) if inside && speaks_of_last(&texts(&made)) && asks_of_last(last) => {
                    Err("what is spoken of was done before something".to_string())
                }
                Some(last) if inside && speaks_of_last(&texts(&made)) => {
                    made.into_iter().for_each(|step| inside_of(last, step));
                    Ok(())
                }
                _ => {
                    groups.push(made);
                    Ok(())
                }
            }
        }
    }
}

/// Returns whether a script begins with something that an earlier one has done.
fn speaks_of_last(text: &str) -> bool {
    let Some(at) = text.find("Last") else { return false };
    let makes = [
        "Do(Pick",
        "Do(Search",
        "Do(Create",
        "Do(Reveal",
        "Do(Look",
        "Do(Draw",
        "Do(Clash",
        "Do(Damage",
        "Do(Roll",
    ];
    !makes.iter().any(|verb| text.find(verb).is_some_and(|own| own < at))
}

/// Returns whether the last step asks already what the last action's card is.
fn asks_of_last(steps: &[Step]) -> bool {
    match steps.last() {
        Some(Step::If(condition, _)) if condition.contains("Last") => true,
        Some(Step::May(_, inner) | Step::If(_, inner)) => asks_of_last(inner),
        _ => false,
    }
}

/// Does something with the last of what was done, be it inside of what may be done.
fn innermost<T>(steps: &mut Vec<Step>, deed: impl FnOnce(&mut Vec<Step>) -> T) -> T {
    match steps.last_mut() {
        Some(Step::May(_, inner) | Step::If(_, inner)) => innermost_of(inner, Box::new(deed)),
        _ => deed(steps),
    }
}

type OnSteps<'a, T> = Box<dyn FnOnce(&mut Vec<Step>) -> T + 'a>;

fn innermost_of<T>(steps: &mut Vec<Step>, deed: OnSteps<'_, T>) -> T {
    match steps.last_mut() {
        Some(Step::May(_, inner) | Step::If(_, inner)) => innermost_of(inner, deed),
        _ => deed(steps),
    }
}

const TURN: &str = "Do(Turn(Last, false))";

/// Returns whether a card was turned face down last: what it is can be asked no more then.
fn turned_down(steps: &[Step]) -> bool {
    match steps.last() {
        Some(Step::May(_, inner) | Step::If(_, inner)) => turned_down(inner),
        Some(step) => step.text().trim_end_matches("])").ends_with(TURN.trim_end_matches("])")),
        None => false,
    }
}

/// Asks what a card is before it is turned face down.
fn color_first(steps: &mut Vec<Step>, made: Vec<Step>) -> Done<()> {
    let [Step::If(condition, inner)] = &made[..] else {
        return Err("a card that was turned face down is spoken of".to_string());
    };
    let (condition, inner) = (condition.clone(), inner.clone());
    innermost(steps, move |last| {
        let Some(Step::Do(text)) = last.pop() else {
            return Err("a card that was turned face down is spoken of".to_string());
        };
        let mut before = flat(&text);
        before.pop();
        last.extend(before.into_iter().map(Step::Do));
        let mut first = plain(TURN.to_string());
        first.extend(inner);
        last.push(Step::IfElse(condition, first, plain(TURN.to_string())));
        Ok(())
    })
}

/// That it can be asked whether the last thing was done.
fn knows_whether(steps: &[Step]) -> Done<()> {
    let text = texts(steps);
    let last = text.rsplit("Do(").next().unwrap_or_default();
    // A prevention that waits for damage has prevented nothing yet.
    let keeps =
        ["Modify(", "ModifyAll(", "Next(", "PreventNext(", "PreventTimes(", "Shield(", "ReplaceNext("];
    if keeps.iter().any(|verb| last.starts_with(verb)) && !text.contains("Do(Pick(") {
        return Err("whether that was done is not kept".to_string());
    }
    Ok(())
}

/// Puts a step behind what was done last, be it inside of what may be done.
fn behind(steps: &mut Vec<Step>, step: Step) {
    match steps.last_mut() {
        Some(Step::May(_, inner) | Step::If(_, inner)) => behind(inner, step),
        _ => steps.push(step),
    }
}

/// Returns whether what is done under a condition is what is spoken of as the last thing.
fn makes_last(step: Option<&Step>) -> bool {
    let Some(Step::If(_, inner)) = step else { return false };
    let text = texts(inner);
    let keeps = ["Modify(", "ModifyAll(", "Next(", "Shuffle("];
    text.rsplit("Do(").next().is_some_and(|last| !keeps.iter().any(|verb| last.starts_with(verb)))
}

/// Returns whether a step is what follows where something was done.
fn is_did(step: Option<&Step>) -> bool {
    matches!(step, Some(Step::If(condition, _)) if condition == "Did")
}

/// Puts a step that speaks of what was done last behind that.
fn inside_of(steps: &mut Vec<Step>, step: Step) {
    let did = is_did(steps.last()) || makes_last(steps.last());
    match steps.last_mut() {
        Some(Step::May(_, inner)) => inside_of(inner, step),
        Some(Step::If(_, inner)) if did => inside_of(inner, step),
        _ => steps.push(step),
    }
}

/// Says what is done where the last thing was not.
fn done_not(steps: &mut Vec<Step>, other: Vec<Step>) -> Done<()> {
    match steps.pop() {
        Some(Step::May(who, mut inner)) => {
            inner.push(Step::If("Not(Did)".to_string(), other.clone()));
            steps.push(Step::MayElse(who, inner, other));
        }
        Some(step) => {
            steps.push(step);
            steps.push(Step::If("Not(Did)".to_string(), other));
        }
        None => return Err("nothing has been done before".to_string()),
    }
    Ok(())
}

fn otherwise(steps: &mut Vec<Step>, other: Vec<Step>) -> Done<()> {
    match steps.pop() {
        Some(Step::If(condition, inner)) => steps.push(Step::IfElse(condition, inner, other)),
        Some(Step::May(who, mut inner)) => {
            if let Some(Step::If(condition, then)) = inner.pop() {
                inner.push(Step::IfElse(condition, then, other.clone()));
            } else {
                return Err("`otherwise` stands behind no condition".to_string());
            }
            steps.push(Step::MayElse(who, inner, other));
        }
        _ => return Err("`otherwise` stands behind no condition".to_string()),
    }
    Ok(())
}

fn sentence(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    match tree.label {
        "if" => {
            let condition = say(tree.need("condition")?, setting)?;
            let inner = alone(tree.need("said")?, setting)?;
            Ok(vec![Step::If(condition, inner)])
        }
        "if_behind" if tree.need("steps")?.all("step").count() > 1 => {
            Err("a condition stands behind several things".to_string())
        }
        "if_behind" => {
            let inner = plain(steps(tree.need("steps")?, setting)?);
            let condition = say(tree.need("condition")?, setting)?;
            Ok(vec![Step::If(condition, inner)])
        }
        "if_else" => {
            let condition = say(tree.need("condition")?, setting)?;
            let first = alone(tree.need("first")?, setting)?;
            let second = alone(tree.need("second")?, setting)?;
            Ok(vec![Step::IfElse(condition, first, second)])
        }
        // The opposite of the condition, not of what is done under it (1.8.4a).
        "if_else_steps" => {
            let condition = say(tree.need("condition")?, setting)?;
            let first = plain(steps(tree.need("first")?, setting)?);
            let second = plain(steps(tree.need("second")?, setting)?);
            Ok(vec![Step::IfElse(condition, first, second)])
        }
        "or_else" => {
            let first = steps(tree.need("first")?, setting)?;
            let second = steps(tree.need("second")?, setting)?;
            Ok(vec![Step::Do(first), Step::If("Not(Did)".to_string(), plain(second))])
        }
        "for_each_lost" => for_each_lost(tree, setting),
        "then_if" => {
            let mut made = plain(steps(tree.need("steps")?, setting)?);
            let condition = say(tree.need("condition")?, setting)?;
            let inner = alone(tree.need("said")?, setting)?;
            made.push(Step::If(condition, inner));
            Ok(made)
        }
        "closes_behind" if tree.need("steps")?.all("step").count() > 1 => {
            Err("the combat chain closes behind several things".to_string())
        }
        "closes_behind" => {
            let made = steps(tree.need("steps")?, setting)?;
            Ok(plain(format!("Delayed(ChainCloses, {made})")))
        }
        "then" => alone(tree.need("said")?, setting),
        "unless_pay" | "unless_do" => unless(tree, setting),
        "may" => may(tree, setting),
        "may_have_deal" | "each_deals" | "deals_hit" => hit(tree, setting),
        "may_have" => Ok(vec![Step::May("You".to_string(), plain(steps(tree.need("steps")?, setting)?))]),
        "delayed" | "delayed_link" | "delayed_chain" | "every_turn" | "every_chain" | "later" | "closes" => {
            delayed(tree, setting)
        }
        "until_end" | "this_turn" | "this_chain" => lasting(tree, setting),
        "winner" => {
            let before = std::mem::replace(&mut setting.actor, "Last".to_string());
            let made = step_text(tree.need("deed")?, setting);
            setting.actor = before;
            Ok(vec![Step::If("Did".to_string(), plain(made?))])
        }
        "next_attack" => Ok(plain(step_text(tree.need("next_phrase")?, setting)?)),
        "repeat" => Ok(plain("Do(Again)".to_string())),
        "steps" => Ok(plain(steps(tree.need("steps")?, setting)?)),
        other => Err(format!("`{}` is read as `{other}`, which has no meaning yet", tree.text())),
    }
}

/// Says what each player does who lost life this turn.
fn for_each_lost(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    let before = std::mem::replace(&mut setting.actor, "You".to_string());
    let seen = setting.seen.clone();
    setting.mention_hero("It");
    let made = steps(tree.need("steps")?, setting);
    setting.actor = before;
    setting.seen = seen;
    Ok(plain(format!("Each(Players, If(Happened(Does(It, Lose(Life), Any), Turn), {}))", made?)))
}

/// Steps whose duration is said in front of them.
fn lasting(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    let until = if tree.label == "this_chain" { "CombatChain" } else { "EndOfTurn" };
    let before = std::mem::replace(&mut setting.until, until);
    let waits = std::mem::replace(&mut setting.waits, true);
    let made = steps(tree.need("steps")?, setting);
    setting.until = before;
    setting.waits = waits;
    Ok(plain(made?))
}

/// Steps one after the other.
pub fn steps(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let before = setting.x.clone();
    if let Some(amount) = tree.get("amount") {
        setting.x = Some(say(amount, setting)?);
    }
    let all: Vec<&Tree<'_>> = tree.all("step").collect();
    let mut made = Vec::new();
    let mut at = 0;
    while let Some(step) = all.get(at) {
        let behind = all.get(at + 1..).unwrap_or_default();
        let more = behind.iter().take_while(|next| is_of_the_same(step, next)).count();
        match step_with(step, behind.get(..more).unwrap_or_default(), setting) {
            Ok(text) => made.push(text),
            Err(why) => {
                setting.x = before;
                return Err(why);
            }
        }
        at += 1 + more;
    }
    setting.x = before;
    Ok(sequence(&made.into_iter().flat_map(|step| flat(&step)).collect::<Vec<_>>()))
}

/// Returns whether a step without a subject is done by whom the step before names: its verb agrees with that.
fn is_of_the_same(step: &Tree<'_>, next: &Tree<'_>) -> bool {
    let third = next.words.first().is_some_and(|verb| verb.ends_with('s'));
    let step = only(step);
    next.label.is_empty()
        && next.has("deed")
        && match step.label {
            "each" | "each_who" => third,
            "who" => third || step.get("who").is_some_and(|who| who.says("they")),
            _ => false,
        }
}

/// A tree without a label is its only part.
fn only<'t, 'g>(tree: &'t Tree<'g>) -> &'t Tree<'g> {
    match (&tree.label.is_empty(), &tree.parts[..]) {
        (true, [only]) => only,
        _ => tree,
    }
}

/// Several deeds of the one who does them.
fn deeds(tree: &Tree<'_>, more: &[&Tree<'_>], setting: &mut Setting<'_>) -> Done<String> {
    let mut made = Vec::new();
    for deed in std::iter::once(tree).chain(more.iter().copied()) {
        made.extend(flat(&step_text(deed, setting)?));
    }
    Ok(sequence(&made))
}

/// The steps of a sequence that is one itself.
pub fn flat(step: &str) -> Vec<String> {
    let Some(inner) = step.strip_prefix("Seq([").and_then(|rest| rest.strip_suffix("])")) else {
        return vec![step.to_string()];
    };
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut from) = (0, false, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(inner[from..at].trim().to_string());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(inner[from..].trim().to_string());
    parts
}

/// One step, with the choices that come before it.
pub fn step_text(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    step_with(tree, &[], setting)
}

/// One step, and those behind it that are done by the same.
fn step_with(tree: &Tree<'_>, more: &[&Tree<'_>], setting: &mut Setting<'_>) -> Done<String> {
    let tree = only(tree);
    let waiting = std::mem::take(&mut setting.first);
    let own = match tree.label {
        "each" => each(tree, more, setting),
        "each_who" => each_who(tree, more, setting),
        "deed_or" => {
            let before = setting.verbs;
            let one = step_text(tree.need("one")?, setting)?;
            setting.verbs = before;
            let other = step_text(tree.need("other")?, setting)?;
            setting.verbs = setting.verbs.max(before + 1);
            setting.seen.retain(|seen| seen.group != "Last");
            // Either way it is a card that was moved, which is the last action's.
            let moves = |own: &str| {
                ["Do(Discard(Last))", "Do(Destroy(Top(", "Do(Banish("].iter().any(|deed| own.contains(deed))
            };
            if moves(&one) && moves(&other) {
                setting.mention_one("Last", vec!["card".to_string()]);
            }
            Ok(format!("Choose({}, [{one}, {other}])", setting.actor))
        }
        "who" => {
            let who = say(tree.need("who")?, setting)?;
            let before = std::mem::replace(&mut setting.actor, who);
            let made = deeds(tree.need("deed")?, more, setting);
            setting.actor = before;
            made
        }
        "choose" => say(tree, setting),
        _ => say(tree, setting).inspect(|own| setting.count(own)),
    };
    let first = std::mem::replace(&mut setting.first, waiting);
    let mut all = first;
    all.extend(flat(&own?));
    Ok(sequence(&all))
}

fn each(tree: &Tree<'_>, more: &[&Tree<'_>], setting: &mut Setting<'_>) -> Done<String> {
    let group = say(tree.need("everybody")?, setting)?;
    let before = std::mem::replace(&mut setting.actor, "It".to_string());
    let seen = setting.seen.clone();
    setting.mention_hero("It");
    let made = deeds(tree.need("deed")?, more, setting);
    setting.actor = before;
    setting.seen = seen;
    Ok(format!("Each({group}, {})", made?))
}

fn each_who(tree: &Tree<'_>, more: &[&Tree<'_>], setting: &mut Setting<'_>) -> Done<String> {
    let before = std::mem::replace(&mut setting.actor, "It".to_string());
    let seen = setting.seen.clone();
    setting.mention_hero("It");
    let made = deeds(tree.need("deed")?, more, setting);
    setting.actor = before;
    setting.seen = seen;
    Ok(format!("Each(Players, If(Happened(Does(It, Lose(Life), Any), Turn), {}))", made?))
}

/// Something deals damage, has hit by it, and is destroyed.
fn hit(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    let desc = crate::noun::Desc::read(tree.need("desc")?, setting)?;
    let each = tree.label == "each_deals";
    let (one, group) = if each {
        ("It".to_string(), desc.group()?)
    } else {
        let place = setting.target(desc.target()?);
        (format!("Target({place})"), format!("Targets({place})"))
    };
    let amount = say(tree.need("n")?, setting)?;
    let to = say(tree.need("v")?, setting)?;
    let deals =
        format!("Do(Damage(amount: {amount}, to: {to}, kind: Generic, from: Some({one}), hits: true))");
    let hits = tree.need("hits")?;
    let mut steps = Vec::new();
    if each {
        steps.push(format!("Each({group}, {deals})"));
    } else {
        steps.push(deals);
        if let Some(and) = hits.get("and") {
            let made = step_text(and.need("deed")?, setting)?;
            steps.push(format!("If(AtLeast(LastAmount, N(1)), {made})"));
        }
    }
    steps.push(format!("Do(Destroy({group}))"));
    let made = sequence(&steps);
    // With another target the rest is done where this one is gone, and what is gone deals nothing (1.8.9).
    let alone = setting.base + setting.targets.len() == 1;
    let made = if each || alone { made } else { format!("If(Exists({group}), {made})") };
    setting.count(&made);
    Ok(match tree.label {
        "may_have_deal" => vec![Step::May("You".to_string(), plain(made))],
        _ => plain(made),
    })
}

fn unless(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    let own = tree.need("steps")?;
    let all = steps(own, setting)?;
    // A sentence behind the last of several deeds in order speaks of that one.
    if own.all("step").count() > 1 {
        if !own.all("joint").all(|joint| joint.says("then")) {
            return Err("`unless` can be said of one or of all".to_string());
        }
        return Err("`unless` stands behind several things".to_string());
    }
    let done = all;
    let who = say(tree.need("who")?, setting)?;
    let not_done = || Step::If("Not(Did)".to_string(), plain(done.clone()));
    if let Some(points) = tree.get("points") {
        return Ok(vec![Step::Do(format!("Do(Pay({who}, N({})))", points.words.len())), not_done()]);
    }
    let before = std::mem::replace(&mut setting.actor, who.clone());
    let other = step_text(tree.need("deed")?, setting);
    setting.actor = before;
    let inner = vec![Step::Do(other?), not_done()];
    Ok(vec![Step::MayElse(who, inner, plain(done.clone()))])
}

fn may(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    let who = say(tree.need("who")?, setting)?;
    let before = std::mem::replace(&mut setting.actor, who.clone());
    let made = steps(tree.need("steps")?, setting);
    setting.actor = before;
    let made = made?;
    // To pay is a choice by itself (8.5.31).
    if made.starts_with("Do(Pay(") && !made.contains("Seq(") {
        return Ok(plain(made));
    }
    // So is a permission.
    if made.starts_with("Do(Modify(") && made.contains("[Rule(Allowance") || made.contains("Uses(") {
        return Ok(plain(made));
    }
    // One choice of several things with a payment among them: it is made by paying, where the rest can be done.
    if flat(&made).iter().any(|step| step.starts_with("Do(Pay(")) {
        return match &flat(&made)[..] {
            [tap, pay] if tap == "Do(Tap(Of(This), true))" => {
                let then = vec![Step::Do(pay.clone()), Step::If("Did".to_string(), plain(tap.clone()))];
                Ok(vec![Step::If("Not(Matches(This, Tapped))".to_string(), then)])
            }
            _ => Err("a payment is one of several things that may be done".to_string()),
        };
    }
    Ok(vec![Step::May(who, vec![Step::Do(made)])])
}

fn delayed(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Step>> {
    let before = setting.conditions.len();
    let when = match tree.label {
        "later" => "Begins(End, TurnPlayer)".to_string(),
        "closes" => "ChainCloses".to_string(),
        _ => say(tree.need("event")?, setting)?,
    };
    if setting.conditions.len() > before {
        return Err("what is waited for has a condition".to_string());
    }
    match tree.label {
        "delayed_link" => {
            return Err("an event that is waited for as long as the chain link is the active one".to_string());
        }
        "delayed_chain" => {
            return Err("an event that is waited for as long as the combat chain is open".to_string());
        }
        _ => {}
    }
    let targets = setting.targets.len();
    let made = steps(tree.need("steps")?, setting)?;
    if setting.targets.len() > targets {
        return Err("a target is chosen later".to_string());
    }
    let when = match tree.label {
        "every_turn" => format!("Every(Turn, {when})"),
        "every_chain" => format!("Every(Chain, {when})"),
        _ => when,
    };
    Ok(plain(format!("Delayed({when}, {made})")))
}
