//! Things that are put onto the battlefield, and tokens, with all that they are there from the beginning.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{Change, Destination, Effect, Group, Ref, Until, Verb, Written};

use crate::setting::{Done, Setting};

/// Returns whether a sentence says of things only that they are something, and not what they become or gain (611.2e).
pub fn is_stated(tree: &Tree<'_>) -> bool {
    let steps: Vec<&Tree<'_>> = tree.get("steps").iter().flat_map(|steps| steps.all("step")).collect();
    let [step] = steps[..] else { return false };
    let Some(deed) = step.get("object_deed").filter(|deed| deed.label == "changes" && !deed.has("until"))
    else {
        return false;
    };
    let mut all = deed.get("changes").into_iter().flat_map(|changes| changes.all("change")).peekable();
    let is = |label: &str| matches!(label, "is" | "is_color" | "basic_type" | "every_type");
    all.peek().is_some() && all.all(|change| is(change.label))
}

/// An effect that puts something onto the battlefield and says that it is something: it is that as it enters (611.2e).
pub fn as_it_enters(own: &mut Vec<Effect>, before: &mut [Effect]) -> Done<()> {
    let [Script::Do(Verb::Modify(group, changes, Until::Forever))] = &own[..] else { return Ok(()) };
    let Some(last) = before.last_mut() else { return Ok(()) };
    if !has_arrival(last) {
        return Ok(());
    }
    if fold(last, group, changes) {
        own.clear();
        return Ok(());
    }
    Err("what is put onto the battlefield is something as it enters".to_string())
}

/// Returns whether something is put onto the battlefield in it.
fn has_arrival(step: &Effect) -> bool {
    let text = duelog_kernel::scope::Node::of(step).tree().to_string();
    text.contains("Battlefield") || text.contains("Put(")
}

/// Says of what is moved last in a script what it is there; whether it is that which is spoken of.
fn fold(step: &mut Effect, group: &Group, changes: &[Change<Written>]) -> bool {
    match step {
        Script::Do(verb) => put(verb, group, changes),
        Script::Seq(steps) => {
            let kept = |step: &Effect| matches!(step, Script::Do(Verb::Note(Group::Last)));
            let last = steps.iter_mut().rev().find(|step| !kept(step));
            last.is_some_and(|step| fold(step, group, changes))
        }
        Script::Delayed(_, step) | Script::If(_, step) | Script::May(_, step) => fold(step, group, changes),
        Script::Pay(_, _, step, other) if **other == Script::Seq(Vec::new()) => fold(step, group, changes),
        _ => false,
    }
}

fn put(verb: &mut Verb, group: &Group, changes: &[Change<Written>]) -> bool {
    let plain = match verb {
        Verb::Put { what, .. } => Some((what.clone(), None)),
        Verb::Move(what, Destination::Battlefield) => Some((what.clone(), Some((false, None)))),
        Verb::Move(what, Destination::BattlefieldTapped) => Some((what.clone(), Some((true, None)))),
        Verb::Move(what, Destination::BattlefieldOwner) => {
            Some((what.clone(), Some((false, Some(Ref::Owner(Box::new(Ref::It)))))))
        }
        _ => None,
    };
    let Some((what, moved)) = plain else { return false };
    let same = what == *group
        || matches!(group, Group::Last | Group::Noted(_))
        || matches!((&what, group), (Group::Targets(own), Group::Of(Ref::Target(other))) if own == other);
    if !same {
        return false;
    }
    if let Some((tapped, under)) = moved {
        *verb = crate::deeds::put(what, tapped, under);
    }
    let Verb::Put { changes: own, .. } = verb else { return false };
    own.extend(changes.iter().cloned());
    true
}

/// All that a sentence says a token has which was made just before; nothing where it says something else.
fn havings<'t, 'g>(tree: &'t Tree<'g>) -> Option<&'t Tree<'g>> {
    let steps: Vec<&Tree<'g>> = tree.get("steps")?.all("step").collect();
    let [step] = steps[..] else { return None };
    let it = crate::objects::kind_of(step.get("things")?);
    let deed = step.get("object_deed").filter(|deed| deed.label == "changes" && !deed.has("until"))?;
    let changes: Vec<&Tree<'g>> = deed.get("changes")?.all("change").collect();
    let [change] = changes[..] else { return None };
    let has =
        change.words.first().is_some_and(|word| ["has", "have"].contains(&word.to_lowercase().as_str()));
    let said = has && change.label == "gain" && matches!(it.label, "it" | "them");
    change.get("havings").filter(|_| said)
}

/// A token has from the beginning all that a sentence behind it says it has (111.3); true if the sentence says that.
pub fn token_has(tree: &Tree<'_>, setting: &mut Setting<'_>, before: &mut [Effect]) -> Done<bool> {
    let Some(own) = havings(tree) else { return Ok(false) };
    let told = setting.it().or_else(|_| setting.them())?;
    let made = setting.token.take().filter(|_| told.nouns.iter().any(|noun| noun == "token"));
    let Some(made) = made else { return Ok(false) };
    let old = made.name.clone();
    let new = crate::tokens::with(made, own, setting)?;
    if before.last_mut().is_some_and(|step| rename(step, &old, &new)) {
        return Ok(true);
    }
    Err("what a token has, in a sentence of its own".to_string())
}

/// Gives the token that is made last in a script another name; whether one is made.
fn rename(step: &mut Effect, old: &str, new: &str) -> bool {
    match step {
        Script::Do(
            Verb::Create(_, _, token) | Verb::CreateWith { token, .. } | Verb::CreateFighting { token, .. },
        ) if token == old => {
            *token = new.to_string();
            true
        }
        Script::Seq(steps) => steps.iter_mut().rev().any(|step| rename(step, old, new)),
        Script::If(_, step) | Script::May(_, step) | Script::Each(_, step) | Script::Repeat(_, step) => {
            rename(step, old, new)
        }
        Script::Pay(_, _, step, other) if **other == Script::Seq(Vec::new()) => rename(step, old, new),
        _ => false,
    }
}
