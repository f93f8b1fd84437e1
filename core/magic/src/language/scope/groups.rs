//! What groups can hold, and in which zones events find an object.

use duelog_kernel::scope::{Node, Scope};

/// A group can hold objects.
pub(super) const OBJECTS: u32 = 1;
/// A group can hold players.
pub(super) const PLAYERS: u32 = 2;
const EITHER: u32 = OBJECTS | PLAYERS;

/// What the targets of the group at a place can be: [`OBJECTS`] and [`PLAYERS`].
pub(super) const TARGETED: &str = "kind of target";

/// What a target can be.
pub(super) fn targeted(target: &Node) -> u32 {
    match target.word {
        "Permanent" | "Creature" | "Spell" | "GraveyardCard" => OBJECTS,
        "Player" | "Opponent" => PLAYERS,
        "Any" | "PlayerOrPlaneswalker" => EITHER,
        _ => target.parts.last().map_or(EITHER, targeted),
    }
}

fn of_target(node: &Node, scope: &Scope) -> u32 {
    node.number_at(0).and_then(|place| scope.at(TARGETED, place)).unwrap_or(EITHER)
}

fn referred(reference: &Node, scope: &Scope) -> u32 {
    match reference.word {
        "Target" => of_target(reference, scope),
        "This" | "Event" | "EventOther" | "Maker" | "Paid" | "Bound" | "LastLinked" | "Encoded"
        | "ChosenObject" => OBJECTS,
        "You" | "Opponent" | "EventPlayer" | "Controller" | "Owner" | "Active" | "Defending"
        | "ChosenPlayer" => PLAYERS,
        _ => EITHER,
    }
}

/// What a group can hold.
pub(super) fn held(group: &Node, scope: &Scope) -> u32 {
    let inner = |place: usize| group.parts.get(place).map_or(EITHER, |part| held(part, scope));
    match group.word {
        "Of" => group.parts.first().map_or(EITHER, |one| referred(one, scope)),
        "Targets" => of_target(group, scope),
        "Players" | "PlayersExcept" | "Attacked" => PLAYERS,
        "Last" | "Noted" | "MostVotes" => EITHER,
        "Among" => inner(0) & OBJECTS,
        "Except" => inner(0),
        "Together" => {
            let all = group.parts.iter().flat_map(|list| &list.parts);
            all.fold(0, |all, one| all | held(one, scope))
        }
        _ => OBJECTS,
    }
}

/// The zones in which an event about the very object of an ability finds it, before or after it; nothing where
/// that is not known.
pub(super) fn found_in(when: &Node) -> Option<Vec<&'static str>> {
    let word = |role: &str| when.field(role).map_or("", |field| field.word);
    let own = |filter: Option<&Node>| filter.is_some_and(|filter| filter.to_string() == "Is(This)");
    match when.word {
        "Enters" if own(when.parts.first()) => Some(vec!["Battlefield"]),
        "Dies" if own(when.parts.first()) => Some(vec!["Battlefield", "Graveyard"]),
        "Casts" if own(when.field("what")) => Some(vec!["Stack"]),
        "Combat" | "Counters" if own(when.field("what")) => Some(vec!["Battlefield"]),
        "Moves" if own(when.field("what")) => match (word("from"), word("to"), word("why")) {
            ("", "", "Discarded" | "Cycled") => Some(vec!["Hand", "Graveyard", "Exile"]),
            ("", "", "Sacrificed" | "Destroyed") => Some(vec!["Battlefield", "Graveyard"]),
            ("", to, "Sacrificed" | "Destroyed") => Some(vec!["Battlefield", to]),
            // Where it goes then is not said: what it is said of is the zone that it leaves.
            (from, "", _) if !from.is_empty() => Some(vec![from]),
            ("", _, _) => None,
            (from, to, _) => Some(vec![from, to]),
        },
        _ => None,
    }
}
