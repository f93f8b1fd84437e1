//! Which events replacement and prevention effects change, and what can be done in their stead (614, 615).

use duelog_kernel::scope::Node;

use super::events::{is_said, listed};

/// The deeds in whose stead something can be done.
const INSTEAD: [&str; 8] =
    ["LoseGame", "GainLife", "LoseLife", "CreateToken", "Shuffle", "Scry", "Surveil", "GetPlayerCounters"];

/// All that a field of a word says; nothing where it is left out.
fn says<'a>(node: &'a Node, role: &str) -> &'a str {
    node.field(role).map_or("", |field| field.word)
}

/// Returns whether a field of a word says yes.
fn is_true(node: &Node, role: &str) -> bool {
    node.field(role).is_some_and(|field| field.text == "true")
}

/// Checks that a replacement effect changes the event that it names, and that all that is said of it is asked for.
pub(super) fn replaced(node: &Node, word: &str) -> Result<(), String> {
    match word {
        "Prevent" => return prevented(node),
        "Begun" => return node.parts.first().map_or(Ok(()), begun),
        _ => {}
    }
    let event = node.field("event").or(node.parts.first()).filter(|event| event.kind == "When");
    let Some(event) = event else { return Ok(()) };
    let moves = matches!(event.word, "Moves" | "Dies" | "Enters");
    let fits = match word {
        "Instead" => return instead(event, node.parts.get(1)),
        "MovesInstead" => moves,
        "ExiledInstead" => moves && says(event, "to") != "Exile",
        "MayMoveInstead" => moves && event.word != "Enters" && says(event, "to") != "Battlefield",
        "FromGraveyard" => event.word == "Moves" && says(event, "why") == "Drawn",
        "ManaInstead" => event.word == "Does" && says(event, "deed") == "TapForMana",
        "Amount" => match event.word {
            "Damages" => !is_true(event, "prevented"),
            "Counters" => !is_true(event, "removed"),
            "Does" => {
                matches!(says(event, "deed"), "GainLife" | "CreateToken" | "TapForMana" | "GetPlayerCounters")
            }
            _ => false,
        },
        _ => return Ok(()),
    };
    if !fits {
        return Err(format!("`{word}` does not replace such an event"));
    }
    match word {
        "FromGraveyard" => drawn(event),
        "MovesInstead" | "ExiledInstead" | "MayMoveInstead" if says(event, "why") == "Drawn" => Err(format!(
            "`{word}` does not replace `{event}`: a card that is drawn moves as its player draws (120.1); `Instead` replaces the draw"
        )),
        "MovesInstead" | "ExiledInstead" | "MayMoveInstead" if says(event, "to") == "Stack" => {
            Err(format!("`{word}` does not replace `{event}`: nothing replaces that a card is cast (601.2a)"))
        }
        "Amount" if is_true(node, "by_effect") && event.word != "Counters" => Err(format!(
            "`{node}`: `by_effect` is asked of counters alone (614.16), so that it does nothing; leave it out"
        )),
        _ => Ok(()),
    }
}

/// The replacement effects that a script can begin (614.3).
const BEGUN: [&str; 6] = ["MovesInstead", "Instead", "Amount", "Prevent", "LifeStaysAt", "TokensInstead"];

/// Checks that a script can begin such a replacement effect.
fn begun(node: &Node) -> Result<(), String> {
    let mana = node.field("event").is_some_and(|event| says(event, "deed") == "TapForMana");
    if BEGUN.contains(&node.word) && !mana {
        return Ok(());
    }
    Err(format!("`{node}` is of a static ability alone: no script begins it"))
}

/// About a draw only whose it is can be asked: whether there is a card is not known (120.6).
fn drawn(event: &Node) -> Result<(), String> {
    let said = ["from", "to"].into_iter().find(|role| !says(event, role).is_empty());
    match said.or(is_said(event.field("what")).then_some("what")) {
        Some(role) => Err(format!(
            "`{event}`: of a draw only whose it is can be asked (120.6), so that `{role}` does nothing; leave it out"
        )),
        None => Ok(()),
    }
}

/// Returns whether something can be done instead of an event, and whether what is done fits it.
fn instead(event: &Node, script: Option<&Node>) -> Result<(), String> {
    let fault = |why: &str| Err(format!("`Instead` does not replace `{event}`: {why}"));
    let (deed, why, to) = (says(event, "deed"), says(event, "why"), says(event, "to"));
    match event.word {
        "Draws" | "DrawsBeside" | "Begins" => Ok(()),
        "Either" => listed(event).try_for_each(|part| instead(part, script)),
        "Does" if INSTEAD.contains(&deed) => Ok(()),
        "Does" => fault("nothing is done instead of that deed"),
        "Damages" if is_true(event, "prevented") => fault("what is prevented does not happen"),
        "Counters" if !says(event, "by").is_empty() && is_true(event, "removed") => {
            fault("nobody is named who removes counters")
        }
        "Damages" | "Counters" => Ok(()),
        "Enters" => fault("where what would enter goes instead `MovesInstead` says"),
        "Moves" if why == "Drawn" => drawn(event),
        "Moves" if to == "Battlefield" => fault("where what would enter goes instead `MovesInstead` says"),
        "Moves" if to == "Stack" => fault("nothing replaces that a card is cast (601.2a)"),
        "Moves" if why == "Destroyed" => {
            let from = says(event, "from");
            if matches!(from, "" | "Battlefield") && matches!(to, "" | "Graveyard") {
                Ok(())
            } else {
                fault("what is destroyed goes from the battlefield to a graveyard (701.7a)")
            }
        }
        "Moves" if matches!(why, "Discarded" | "Sacrificed") => Ok(()),
        "Moves" | "Dies" if script.is_some_and(begins_with_move) => Ok(()),
        "Moves" | "Dies" => fault("what is done instead begins with where it goes, `Move(Of(Event), ..)`"),
        _ => fault("it is not an event that is replaced (614.1)"),
    }
}

/// Returns whether a script begins with the move of what its event is about.
fn begins_with_move(script: &Node) -> bool {
    match script.word {
        "Seq" => listed(script).next().is_some_and(begins_with_move),
        "Do" => script.parts.first().is_some_and(|verb| {
            let of = verb.parts.first().map(Node::to_string);
            verb.word == "Move" && matches!(of.as_deref(), Some("Of(Event)" | "Of(This)"))
        }),
        _ => false,
    }
}

/// All that else a prevention effect does follows from what it prevents; damage that is dealt to another is not
/// prevented.
fn prevented(node: &Node) -> Result<(), String> {
    if !says(node, "instead").is_empty() && (node.entries("then") > 0 || !says(node, "does").is_empty()) {
        return Err(format!(
            "`{node}`: damage that is dealt to another `instead` is not prevented (614.9), so that `then` and `does` do nothing"
        ));
    }
    Ok(())
}

/// Checks what else a prevention effect does: with which counters, and with no others.
pub(super) fn consequence(node: &Node) -> Result<(), String> {
    let counters = matches!(says(node, "does"), "PutCounters" | "RemoveCounters" | "RemoveCounter");
    let kind = node.field("kind").is_some_and(|kind| !kind.to_string().is_empty());
    match (counters, kind) {
        (true, false) => Err(format!("`{node}` does nothing: say which counters, with `kind`")),
        (false, true) => Err(format!("`{node}`: it is done with no counters, so that `kind` does nothing")),
        _ => Ok(()),
    }
}

/// Checks what is done as a permanent is turned face up.
pub(super) fn turned_up(node: &Node) -> Result<(), String> {
    let said = |role: &str| node.field(role).is_some_and(|field| !field.to_string().is_empty());
    match (said("with"), said("does")) {
        (false, false) => Err(format!("`{node}` does nothing: say `with` which counters, or what it `does`")),
        (true, true) => {
            Err(format!("`{node}`: what is done first and the counters are two abilities (614.1e)"))
        }
        (false, true) if is_true(node, "paid") => {
            Err(format!("`{node}`: only counters depend on what was `paid` (702.36b)"))
        }
        _ => Ok(()),
    }
}
