//! Activated and triggered abilities.

use duelog_import::grammar::Tree;

use crate::lines::{both, cost};
use crate::say::say;
use crate::setting::{Done, Of, Setting};
use crate::steps::{effects, flat};

/// An activated ability.
///
/// # Errors
/// Why the card language cannot say it.
pub fn activated(tree: &Tree<'_>, of: &mut Of) -> Done<String> {
    let mut setting = Setting::new(of);
    setting.lasting = true;
    let limit = match tree.get("often") {
        Some(often) => format!("limit: Some({}), ", say(often, &mut setting)?),
        None => String::new(),
    };
    let kind = say(tree.need("kind")?, &mut setting)?;
    let reacts = std::mem::replace(&mut setting.of.reacts, kind == "AttackReaction");
    let mut costs = Vec::new();
    for own in tree.need("costs")?.all("cost") {
        costs.extend(cost(own, &mut setting)?);
    }
    setting.lasting = false;
    let pays =
        costs.iter().any(|cost| cost.contains("Zone(") || cost.contains("Arena(") || cost.contains("Top("));
    let paid_before = std::mem::replace(&mut setting.of.pays_card, pays);
    let discards = costs.iter().any(|cost| cost == "Deed(Discard, 1, Of(This))");
    let does = tree.need("does")?;
    let mut conditions = only_if(does, &mut setting)?;
    let while_it = |what: &str| conditions.contains(&format!("Matches(This, {what})"));
    let (defends, down) = (while_it("Defending"), while_it("FaceDown"));
    if down {
        if !setting.of.keywords.iter().any(|own| own == "Cloaked") {
            return Err("an ability of what is face down and not equipped".to_string());
        }
        conditions.push("Matches(This, Equipped)".to_string());
    }
    let only = both(&conditions).map_or(String::new(), |all| format!("only_if: Some({all}), "));
    let words: Vec<String> = does.words.iter().map(|word| word.to_lowercase()).collect();
    let words = words.join(" ");
    let attacks_again = ["attack go again", "attack . go again"].iter().any(|own| words.starts_with(own));
    let ends_again = does.label.starts_with("attack") && attacks_again || trailing(does);
    let keywords = if ends_again { "keywords: [GoAgain], " } else { "" };
    let body = match does.label {
        "attack" | "attack_and" | "attack_if" => "attack: true, ".to_string(),
        "modal" => {
            let (count, modes) = modes(does.need("modes")?, &mut setting)?;
            format!("resolve: Some((choose: Some({count}), modes: [{}])), ", modes.join(", "))
        }
        _ => {
            setting.mention_one("This", vec!["card".to_string()]);
            if costs.iter().filter(|cost| is_chosen(cost)).count() == 1 {
                setting.sentence += 1;
                setting.mention_one("Paid", vec!["card".to_string()]);
            }
            let made = effects(does.need("effects")?, &mut setting)?;
            let targets = match &setting.targets[..] {
                [] => String::new(),
                all => format!("targets: [{}], ", all.join(", ")),
            };
            format!("resolve: Some(({targets}effect: Some({made}))), ")
        }
    };
    setting.of.reacts = reacts;
    setting.of.pays_card = paid_before;
    // A card in a hand that is discarded for it works from there; so does one that resolves on the stack.
    let from = match setting.zone.clone() {
        Some(zone) => format!("from: {zone}, "),
        // A defending card works where it says that it does (1.7.4a), and so does a face-down one (1.7.4b).
        None if !of.stays && defends => "from: Defending, ".to_string(),
        None if down => "from: Anywhere, ".to_string(),
        None if !discards && of.attack && !of.stays => "from: Play, ".to_string(),
        None => String::new(),
    };
    Ok(format!(
        "Activated(({limit}kind: {kind}, cost: [{}], {from}{only}{keywords}{body}))",
        costs.join(", ")
    ))
}

/// Returns whether a cost is paid with one thing that is chosen.
fn is_chosen(cost: &str) -> bool {
    let one = cost.strip_prefix("Deed(").and_then(|rest| rest.split_once(", 1, "));
    one.is_some_and(|(_, group)| !group.starts_with("Of("))
}

/// Returns whether `go again` stands behind all sentences.
fn trailing(does: &Tree<'_>) -> bool {
    let words: Vec<String> = does.words.iter().map(|word| word.to_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != ".").collect();
    if !words.ends_with(&["go", "again"]) {
        return false;
    }
    // Said of something else it is part of a sentence.
    let end = does.parts.iter().map(|part| part.span.1).max().unwrap_or_default();
    does.span.1 > end + 1
}

fn only_if(does: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let mut conditions = Vec::new();
    for role in ["only", "only_said"] {
        for own in does.all(role) {
            let own = own.get("only_said").unwrap_or(own);
            conditions.push(say(own.need("condition")?, setting)?);
        }
    }
    Ok(conditions)
}

/// Modes: how many are chosen, and which there are.
///
/// # Errors
/// Why the card language cannot say them.
pub fn modes(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<(String, Vec<String>)> {
    let both = tree.label == "modes_most";
    let count = if both { "N(1)), most: Some(N(2)".to_string() } else { say(tree.need("n")?, setting)? };
    let mut all = Vec::new();
    let base = setting.base + setting.targets.len();
    for mode in tree.all("mode") {
        let mut own = Setting::new(setting.of);
        own.base = base;
        own.mention_one("This", vec!["card".to_string()]);
        let made = effects(mode.need("effects")?, &mut own)?;
        let targets = match &own.targets[..] {
            [] => String::new(),
            targets => format!("targets: [{}], ", targets.join(", ")),
        };
        all.push(format!("({targets}effect: {made})"));
    }
    Ok((count, all))
}

/// A triggered ability.
///
/// # Errors
/// Why the card language cannot say it.
pub fn triggered(tree: &Tree<'_>, of: &mut Of, limit: &str) -> Done<Vec<String>> {
    let mut setting = Setting::new(of);
    if tree.label == "event_moment" || tree.label == "two_moments" {
        return two(tree, &mut setting);
    }
    let when = match tree.get("event") {
        Some(event) => say(event, &mut setting)?,
        None => {
            let moment = say(tree.need("moment")?, &mut setting)?;
            setting.mention_one("This", vec!["card".to_string()]);
            moment
        }
    };
    let said = setting.ordinal.clone().map(|place| format!("ordinal: Some({place}), "));
    let ordinal = match tree.label {
        _ if said.is_some() => said.unwrap_or_default(),
        "ordinal" => {
            let which = tree.words.get(1).map(|word| word.to_lowercase()).unwrap_or_default();
            let place = ["first", "second", "third"].iter().position(|word| *word == which);
            format!("ordinal: Some({}), ", place.map_or(1, |place| place + 1))
        }
        _ => String::new(),
    };
    if let Some(during) = tree.get("during") {
        let own = say(during, &mut setting)?;
        setting.conditions.push(own);
    }
    let limit = if tree.label == "once_triggered" { "limit: Some(1), " } else { limit };
    if let Some(condition) = tree.get("condition") {
        let own = say(condition, &mut setting)?;
        setting.conditions.push(own);
    }
    if tree.has("each_turn") && tree.label != "ordinal" {
        return Err("an event each turn".to_string());
    }
    if setting.of.weapon
        && ["Happens(Attack, Is(This))", "Hits(Is(This)"].iter().any(|own| when.starts_with(own))
    {
        setting.mention_one("Event", vec!["attack".to_string()]);
        setting.seen.retain(|seen| seen.one.as_deref() != Some("This"));
    }
    let conditions = setting.conditions.clone();
    let made = effects(tree.need("effects")?, &mut setting)?;
    // A sentence with a condition of its own does not stand under the first one.
    let first = ["Last", "Did", "Target", "Event", "Paid("];
    let own = |step: &String| {
        let condition = step.strip_prefix("If(").and_then(|rest| rest.split("Do(").next());
        condition.is_some_and(|condition| !first.iter().any(|word| condition.contains(word)))
    };
    if tree.has("condition") && flat(&made).iter().skip(1).any(own) {
        return Err("a condition of its own behind that of the event".to_string());
    }
    Ok(vec![written(&when, &conditions, &format!("{limit}{ordinal}"), &made, &setting)])
}

fn written(when: &str, conditions: &[String], more: &str, made: &str, setting: &Setting<'_>) -> String {
    let condition = both(conditions).map_or(String::new(), |all| format!("condition: Some({all}), "));
    let targets = match &setting.targets[..] {
        [] => String::new(),
        all => format!("targets: [{}], ", all.join(", ")),
    };
    let from = setting.zone.as_ref().map_or(String::new(), |zone| format!("from: {zone}, "));
    format!("Triggered((when: {when}, {condition}{more}{from}resolve: ({targets}effect: Some({made}))))")
}

/// An ability that triggers on one of two events of different kinds.
fn two(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let one = say(tree.need("event")?, setting)?;
    let other = match tree.get("moment") {
        Some(moment) => say(moment, setting)?,
        None => say(tree.need("second")?, setting)?,
    };
    if !setting.conditions.is_empty() {
        return Err("one of two events has a condition".to_string());
    }
    setting.seen.clear();
    setting.mention_one("This", vec!["card".to_string()]);
    let made = effects(tree.need("effects")?, setting)?;
    Ok(vec![written(&format!("Any([{one}, {other}])"), &[], "", &made, setting)])
}
