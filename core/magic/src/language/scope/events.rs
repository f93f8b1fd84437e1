//! What events tell, and which of them can happen.

use duelog_kernel::scope::sort::{AMOUNT, DELAYED, EVENT, KEPT, LAST, OBJECT, OTHER, PLAYER};
use duelog_kernel::scope::{Node, Scope};

use super::{NOTED, PAST, PRODUCED, REPLACES, REVEALED, of_permanents, of_spells};

/// What events are about; the other deeds are what rules speak of.
const DEEDS_OF_EVENTS: [&str; 31] = [
    "AddMana",
    "Activate",
    "Champion",
    "Exploit",
    "Evolve",
    "Crew",
    "Search",
    "GainLife",
    "LoseLife",
    "Shuffle",
    "TapForMana",
    "LoseControl",
    "RevealFirstDraw",
    "Fight",
    "Scry",
    "Surveil",
    "Clash",
    "WinClash",
    "BecomeMonstrous",
    "Explore",
    "Exert",
    "LoseGame",
    "WinFlip",
    "LoseFlip",
    "Planeswalk",
    "PlaneswalkAway",
    "RollPlaneswalker",
    "RollChaos",
    "RollBlank",
    "SetInMotion",
    "Abandon",
];

/// Those of them, and of what is replaced, that are done with no object.
const WITHOUT_OBJECT: [&str; 16] = [
    "GainLife",
    "LoseLife",
    "Shuffle",
    "LoseGame",
    "WinFlip",
    "LoseFlip",
    "CreateToken",
    "GetPlayerCounters",
    "Search",
    "Scry",
    "Surveil",
    "Clash",
    "WinClash",
    "RollPlaneswalker",
    "RollChaos",
    "RollBlank",
];

/// Returns whether a filter asks for anything.
pub(super) fn is_said(filter: Option<&Node>) -> bool {
    filter.is_some_and(|filter| !matches!(filter.word, "" | "Any"))
}

/// What a script knows of an event.
pub(super) fn told(when: &Node) -> Vec<&'static str> {
    let says = |role: &str| when.field(role).map_or("", |field| field.word);
    match when.word {
        "Reflexive" => EVENT.to_vec(),
        "Enters" | "Dies" | "Casts" => vec![OBJECT, PLAYER],
        "Moves" if says("why") == "Drawn" => vec![PLAYER, AMOUNT],
        "Moves" => vec![OBJECT, OTHER, PLAYER],
        "Combat" => match says("role") {
            "Attacks" => vec![OBJECT, OTHER, PLAYER],
            "IsUnblocked" => vec![OBJECT],
            _ => vec![OBJECT, OTHER],
        },
        "Damages" => match says("to") {
            "Objects" => vec![OBJECT, OTHER, AMOUNT],
            "You" | "Opponents" | "Players" => vec![OBJECT, PLAYER, AMOUNT],
            _ => EVENT.to_vec(),
        },
        "Begins" => vec![PLAYER],
        "Draws" => vec![PLAYER, AMOUNT],
        "DrawsBeside" => vec![PLAYER],
        "Targeted" => vec![PLAYER, OTHER],
        "Does" => match says("deed") {
            "GainLife" | "LoseLife" | "Shuffle" | "LoseGame" | "Search" | "Scry" | "Surveil" | "Clash"
            | "WinClash" | "WinFlip" | "LoseFlip" | "RollPlaneswalker" | "RollChaos" | "RollBlank" => {
                vec![PLAYER, AMOUNT]
            }
            "BecomeMonstrous" => vec![OBJECT, PLAYER, AMOUNT],
            "RevealFirstDraw" => vec![OBJECT],
            "Crew" => vec![OBJECT, OTHER],
            "TapForMana" => vec![OBJECT, PLAYER, PRODUCED],
            _ => vec![OBJECT, PLAYER],
        },
        "Becomes" => match says("state") {
            "Target" | "Unattached" => vec![OBJECT, OTHER],
            // The X of what it cost.
            "FaceUp" => vec![OBJECT, AMOUNT],
            _ => vec![OBJECT],
        },
        "Counters" => vec![OBJECT],
        "Either" | "Together" | "ThisTurn" | "UntilYourTurn" | "NextThisTurn" | "Always" | "Nth"
        | "ThisCombat" | "EachOf" => when
            .parts
            .iter()
            .flat_map(|part| if part.kind.is_empty() { &part.parts[..] } else { std::slice::from_ref(part) })
            .flat_map(told)
            .collect(),
        _ => Vec::new(),
    }
}

/// The parts of a word that stand in a list.
pub(super) fn listed(node: &Node) -> impl Iterator<Item = &Node> {
    node.parts
        .iter()
        .flat_map(|part| if part.kind.is_empty() { &part.parts[..] } else { std::slice::from_ref(part) })
}

/// What a script knows of the event in whose stead it is done.
pub(super) fn told_instead(when: &Node) -> Vec<&'static str> {
    let says = |role: &str| when.field(role).map_or("", |field| field.word);
    match when.word {
        "Dies" | "Enters" => vec![OBJECT, PLAYER],
        "Moves" if says("why") != "Drawn" => vec![OBJECT, PLAYER],
        "Counters" if says("removed") == "true" => vec![OBJECT, AMOUNT],
        "Counters" => vec![OBJECT, PLAYER, AMOUNT],
        "Does" if matches!(says("deed"), "CreateToken" | "GetPlayerCounters") => vec![PLAYER, AMOUNT],
        "Either" => listed(when).flat_map(told_instead).collect(),
        _ => told(when),
    }
}

pub(super) fn when(node: &Node, scope: &mut Scope) -> Result<(), String> {
    // A delayed ability knows what its spell or ability was about, and nothing of the script before it.
    if scope.has(DELAYED) {
        [KEPT, NOTED, LAST].into_iter().for_each(|sort| scope.set(sort, 0));
    }
    let scope = &*scope;
    let says = |role: &str, word: &str| node.field(role).is_some_and(|field| field.word == word);
    let what = || node.field("what").into_iter();
    match node.word {
        "Casts" => what().try_for_each(of_spells),
        "Moves" if says("why", "Countered") => what().try_for_each(of_spells),
        "Moves" if says("from", "Battlefield") || says("to", "Battlefield") || says("why", "Sacrificed") => {
            what().try_for_each(of_permanents)
        }
        "Combat"
            if says("role", "IsUnblocked")
                && node.field("with").is_some_and(|with| !with.word.is_empty()) =>
        {
            Err("`IsUnblocked` has no other creature `with` it".to_string())
        }
        "Draws" | "DrawsBeside" if !scope.has(REPLACES) => Err(format!(
            "`{node}` is what `Instead` replaces; an ability waits for `Moves(why: Drawn, by: ..)`"
        )),
        "Does" if !scope.has(REPLACES) && !DEEDS_OF_EVENTS.iter().any(|deed| says("deed", deed)) => {
            Err(format!("`{node}` never happens: that deed is one of rules, not of events"))
        }
        "Does" if WITHOUT_OBJECT.iter().any(|deed| says("deed", deed)) && is_said(what().next()) => {
            Err(format!("`{node}`: no object is part of that, so that `what` does nothing; leave it out"))
        }
        "Does" if says("deed", "RevealFirstDraw") => {
            scope.need(node, REVEALED, "nothing on this card reveals it with `RevealFirstDraw` (603.11)")
        }
        "Either" if node.parts.iter().all(|list| list.parts.is_empty()) => {
            Err("`Either` of nothing never happens".to_string())
        }
        "Nth" => remembered(node),
        "ThisCombat" if !scope.has(PAST) => Err(format!(
            "`{node}`: only what an object has done or suffered is asked of one combat, with `Did` and `Suffered`"
        )),
        "Either" | "Together" | "ThisTurn" | "UntilYourTurn" | "NextThisTurn" | "Always" if nested(node) => {
            Err(format!("`{node}`: how often it counts is said once, around all of it"))
        }
        "Enters" | "Dies" => node.parts.iter().try_for_each(of_permanents),
        "Combat" | "Becomes" | "Counters" | "Does" => what().try_for_each(of_permanents),
        _ => Ok(()),
    }
}

/// Whether an event that is part of another says how often it counts.
fn nested(when: &Node) -> bool {
    let inner = |part: &Node| {
        part.any(&|node: &Node| {
            node.kind == "When"
                && matches!(
                    node.word,
                    "Together" | "ThisTurn" | "UntilYourTurn" | "NextThisTurn" | "Always" | "Nth"
                )
        })
    };
    when.parts.iter().any(inner)
}

/// What has happened is remembered for players and not for single objects.
pub(super) fn remembered(node: &Node) -> Result<(), String> {
    if node.parts.iter().any(is_of_one) {
        return Err(format!("`{node}`: what has happened is remembered for players, not for single objects"));
    }
    Ok(())
}

/// Whether an event is one that only a single object could tell.
fn is_of_one(event: &Node) -> bool {
    let single = |node: &Node| match node.kind {
        "Ref" => !matches!(node.word, "You" | "Opponent" | "Active"),
        "Filter" => node.word == "Chosen",
        "Number" => !matches!(node.word, "N" | "HowOften"),
        "When" => matches!(
            node.word,
            "State" | "Reflexive" | "ThisTurn" | "UntilYourTurn" | "NextThisTurn" | "Always" | "Together"
        ),
        _ => false,
    };
    event.any(&single)
}

/// Of an event that has happened only the objects are remembered that it was about.
pub(super) fn recalled(node: &Node) -> Result<(), String> {
    let Some(event) = node.field("event") else { return Ok(()) };
    if is_of_one(event) || event.any(&|node: &Node| node.is("When", "Nth")) {
        let side = if node.word == "Did" { "with" } else { "by" };
        return Err(format!("`{node}`: single objects are named behind the event, with `{side}`"));
    }
    let mut knows = told(event);
    // A player knows which cards have been drawn.
    if event.word == "Moves" && event.field("why").is_some_and(|why| why.word == "Drawn") {
        knows.push(OBJECT);
    }
    let side = if node.word == "Did" { OBJECT } else { OTHER };
    let moves = matches!(event.word, "Moves" | "Enters" | "Dies");
    let both = node.field("with").or(node.field("by")).is_some_and(|named| !named.word.is_empty());
    if !knows.contains(&side) || (moves && side == OTHER) || (both && (moves || !knows.contains(&OTHER))) {
        return Err(format!("`{node}` matches nothing: that event is about no such object"));
    }
    Ok(())
}
