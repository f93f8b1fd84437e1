//! Which events replacement effects change, and what can happen in their stead (6.4).

use duelog_kernel::scope::Node;

// All that happens, as far as it matters to what can happen instead.
const MOVE: u32 = 1;
const ENTERING: u32 = 2;
const DAMAGE: u32 = 4;
const NUMBER: u32 = 8;
const ROLL: u32 = 16;
const RESULT: u32 = 32;
const CLASH: u32 = 64;
const ENTERED: u32 = 128;
const EVENTS: u32 = 255;

/// When an effect applies: before an event, to what has come of it, or, where it says nothing of that, whenever it
/// can.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Applies {
    Before,
    After,
    Either,
}

/// Checks the event of a replacement ability and what happens instead.
pub(super) fn ability(node: &Node) -> Result<(), String> {
    let applies = if node.field("tier").is_some_and(|tier| tier.word == "Outcome") {
        Applies::After
    } else {
        Applies::Before
    };
    match (node.field("when"), node.field("instead")) {
        (Some(when), Some(instead)) => replaces(when, instead, applies),
        _ => Ok(()),
    }
}

/// Checks the event that is replaced the next time, and what happens instead.
pub(super) fn next(verb: &Node) -> Result<(), String> {
    match verb.parts.as_slice() {
        [when, instead, ..] => replaces(when, instead, Applies::Either),
        _ => Ok(()),
    }
}

/// Checks what happens instead of what the verb itself does.
pub(super) fn own(verb: &Node) -> Result<(), String> {
    let [done, _, instead, ..] = verb.parts.as_slice() else { return Ok(()) };
    let part = |place: usize| done.parts.get(place).map_or("", |part| part.word);
    let happens = match done.word {
        "Damage" => DAMAGE,
        "Create" if part(3) == "In" => 0,
        "Draw" | "Create" | "PutCounters" | "Modify" | "Next" => NUMBER,
        "Gain" if part(1) != "Resources" => NUMBER,
        "Lose" if part(1) == "Life" => NUMBER,
        "Roll" => ROLL | RESULT,
        "Clash" => CLASH,
        "Put" if part(1) == "Arena" => MOVE | ENTERING,
        "Discard" | "DiscardRandom" | "Destroy" | "Banish" | "Put" | "PutFace" => MOVE,
        _ => 0,
    };
    fits(done, instead, happens)
}

fn replaces(when: &Node, instead: &Node, applies: Applies) -> Result<(), String> {
    if let ("While" | "Every", Some(inner)) = (when.word, when.parts.get(1)) {
        return replaces(inner, instead, applies);
    }
    if when.word == "Any" {
        let all = when.parts.iter().flat_map(|list| &list.parts);
        return all.into_iter().try_for_each(|when| replaces(when, instead, applies));
    }
    fits(when, instead, event(when, applies)?)
}

/// True if a filter asks only what is known of a token that does not exist yet.
fn knows_token(filter: &Node) -> bool {
    match filter.word {
        "All" => filter.parts.iter().flat_map(|list| &list.parts).all(knows_token),
        word => matches!(word, "Any" | "Named" | "Sub" | "Type"),
    }
}

/// All that happens where such an event does; a word that is not asked for is refused.
fn event(when: &Node, applies: Applies) -> Result<u32, String> {
    let part = |place: usize| when.parts.get(place).map_or("", |part| part.word);
    let unasked = |place: usize| {
        let said = when.parts.get(place).map(Node::to_string).unwrap_or_default();
        if matches!(said.as_str(), "Any" | "0") {
            return Ok(());
        }
        let any = if part(place).is_empty() { "0" } else { "Any" };
        Err(format!(
            "`{when}`: of what is replaced that is not known yet, so that `{said}` does nothing; write `{any}`"
        ))
    };
    let (before, after) = match (when.word, part(1)) {
        ("Moves", _) if part(2) == "Arena" => (MOVE | ENTERING, 0),
        ("Moves", _) | ("Does", "Discard") => (MOVE, 0),
        ("Happens", _) => match part(0) {
            "Destroy" | "Banish" => (MOVE, 0),
            "GainPower" => (NUMBER, 0),
            "Enter" => (ENTERED, 0),
            _ => (0, 0),
        },
        ("Damages", _) => (DAMAGE, 0),
        ("Does", "Draw") => {
            unasked(2)?;
            (NUMBER, 0)
        }
        ("Does", "Gain") if when.parts.get(1).is_some_and(|deed| deed.to_string() == "Gain(Actions)") => {
            unasked(2)?;
            (NUMBER, 0)
        }
        ("Does", "Create") if when.parts.get(2).is_some_and(knows_token) => (NUMBER, 0),
        ("Does", "Create") => {
            return Err(format!(
                "`{when}`: what does not exist yet is known by its name, types and subtypes alone; write \
                 `Named(..)`, `Type(..)`, `Sub(..)`, `All([..])` of these, or `Any`"
            ));
        }
        ("Does", "WinClash" | "FailClash") => {
            unasked(2)?;
            (0, CLASH)
        }
        ("Rolls", _) => {
            unasked(1)?;
            (ROLL, RESULT)
        }
        ("Each", _) => {
            let inner = when.parts.first();
            let of = inner.and_then(|inner| inner.parts.get(1)).map_or("", |deed| deed.word);
            match inner.filter(|inner| inner.word == "Does" && matches!(of, "Draw" | "Create")) {
                Some(inner) => (event(inner, applies)?, 0),
                None => (0, 0),
            }
        }
        _ => (0, 0),
    };
    let happens = match applies {
        Applies::Before => before,
        Applies::After => after,
        Applies::Either => before | after,
    };
    match (happens, applies) {
        (0, Applies::After) if before != 0 => Err(format!(
            "`{when}` does not come of an event: only rolls and clashes have an outcome that is replaced (6.4.11)"
        )),
        (0, Applies::Before) if after != 0 => {
            Err(format!("`{when}` comes of an event: write `tier: Outcome` (6.4.11)"))
        }
        (0, _) => Err(format!("`{when}` is not an event that is replaced (6.4)")),
        (happens, _) => Ok(happens),
    }
}

/// Returns whether something can happen instead of what happens.
fn fits(done: &Node, instead: &Node, happens: u32) -> Result<(), String> {
    let said = |role: &str| {
        instead.field(role).is_some_and(|field| !field.word.is_empty() || !field.parts.is_empty())
    };
    let takes = match instead.word {
        "Go" | "Cease" => MOVE,
        "Enters" if !said("with") && !said("as") => {
            return Err(format!("`{instead}` changes nothing: say `with` what it enters, or `as` what"));
        }
        "Enters" => ENTERING,
        "Prevent" | "DestroyAndPrevent" | "PreventThenDestroy" | "Unpreventable" | "Redirect" => DAMAGE,
        "Amount" => DAMAGE | NUMBER | ROLL | RESULT,
        "Again" => RESULT | CLASH,
        "Wins" => CLASH,
        "Dice" => match (said("more"), said("ignore")) {
            (true, true) => {
                return Err(format!(
                    "`{instead}`: an effect rolls more dice, or ignores some of those that were rolled; write two"
                ));
            }
            (true, false) => ROLL,
            (false, true) => RESULT,
            (false, false) => return Err(format!("`{instead}` changes nothing")),
        },
        _ => EVENTS,
    };
    if happens & takes == 0 {
        return Err(format!("`{instead}` does nothing instead of `{done}`: {}", fitting(happens)));
    }
    Ok(())
}

/// All that can happen instead of what happens.
fn fitting(happens: u32) -> String {
    let of = [
        (MOVE, "it goes elsewhere with `Go`, or ceases to exist with `Cease`"),
        (ENTERING, "it enters otherwise with `Enters`"),
        (DAMAGE, "it is prevented with `Prevent`, or dealt to another with `Redirect`"),
        (DAMAGE | NUMBER | ROLL | RESULT, "there is more or less of it with `Amount`"),
        (ROLL, "more dice are rolled with `Dice(more: ..)`"),
        (RESULT, "dice are ignored with `Dice(ignore: ..)`, or rolled `Again`"),
        (CLASH, "another player `Wins`, or they clash `Again`"),
        (EVENTS, "`Nothing` happens"),
    ];
    let all: Vec<&str> = of.iter().filter(|(kind, _)| kind & happens != 0).map(|(_, says)| *says).collect();
    if all.is_empty() { "nothing replaces that".to_string() } else { all.join("; ") }
}
