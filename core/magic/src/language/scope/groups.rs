//! What groups can hold, and in which zones events find an object.

use duelog_kernel::ron_text::value;
use duelog_kernel::scope::{Kind, Node, Scope, done_to, done_to_operands};

use crate::language::definition::{
    ANYTHING, ELSEWHERE, EXILED, OBJECT, ON_STACK, PERMANENT, PHASED_OUT, PLAYER, Verb,
};

/// The kinds of things, and what says them.
const KINDS: [Kind; 6] = [
    (PERMANENT, "permanents", "All(Type(Creature))"),
    (PLAYER, "players", "Players"),
    (ON_STACK, "what is on the stack", "Spells(Any)"),
    (ELSEWHERE, "cards", "Hand(You, Any)"),
    (EXILED, "cards in exile", "Linked"),
    (PHASED_OUT, "what is phased out", "PhasedOut(Any)"),
];

/// All that the targets of the group at a place can be.
pub(super) const TARGETED: &str = "kind of target";

/// All that a target can be. All that it was when it was chosen it may be no more: it can have moved to where everybody
/// sees it.
pub(super) fn targeted(target: &Node) -> u32 {
    let moved = ELSEWHERE | EXILED;
    match target.word {
        "OneOf" => target.parts.iter().flat_map(|list| &list.parts).fold(0, |all, one| all | targeted(one)),
        "Such" => target.parts.first().map_or(ANYTHING, targeted),
        "Permanent" | "Creature" => PERMANENT | moved,
        "Spell" | "Ability" => ON_STACK | moved,
        "GraveyardCard" => moved,
        "Player" | "Opponent" => PLAYER,
        "Any" | "PlayerOrPlaneswalker" => PERMANENT | PLAYER | moved,
        _ => target.parts.last().map_or(ANYTHING, targeted),
    }
}

fn of_target(node: &Node, scope: &Scope) -> u32 {
    node.number_at(0).and_then(|place| scope.at(TARGETED, place)).unwrap_or(ANYTHING)
}

/// All that a reference can be.
fn referred(reference: &Node, scope: &Scope) -> u32 {
    match reference.word {
        "Target" => of_target(reference, scope),
        "This" | "Event" | "EventOther" | "Maker" | "Paid" | "Bound" | "LastLinked" | "Encoded"
        | "ChosenObject" => OBJECT,
        "You" | "Opponent" | "EventPlayer" | "Controller" | "Owner" | "Active" | "Defending"
        | "ChosenPlayer" => PLAYER,
        _ => ANYTHING,
    }
}

/// All that is in a zone of this kind.
fn in_zone(zone: &Node) -> u32 {
    match zone.word {
        "Battlefield" => PERMANENT,
        "Stack" => ON_STACK,
        "Exile" => EXILED,
        _ => ELSEWHERE,
    }
}

/// What a group can hold.
pub(super) fn held(group: &Node, scope: &Scope) -> u32 {
    let inner = |place: usize| group.parts.get(place).map_or(ANYTHING, |part| held(part, scope));
    let listed = || group.parts.iter().take(1).flat_map(|list| &list.parts);
    match group.word {
        "Of" => group.parts.first().map_or(ANYTHING, |one| referred(one, scope)),
        "Targets" => of_target(group, scope),
        "Players" | "PlayersExcept" | "Attacked" | "Who" => PLAYER,
        "Last" | "Noted" | "AllNoted" | "MostVotes" => ANYTHING,
        "Among" => inner(0) & OBJECT,
        "Except" => inner(0),
        "Together" => listed().fold(0, |all, one| all | held(one, scope)),
        "All" => PERMANENT,
        "Spells" => ON_STACK,
        "PhasedOut" => PHASED_OUT,
        "In" => listed().fold(0, |all, zone| all | in_zone(zone)),
        "Linked" => OBJECT,
        _ => ELSEWHERE,
    }
}

/// Checks that a verb is done to something to which it does something.
pub(super) fn operands(node: &Node, scope: &Scope) -> Result<(), String> {
    let Ok(verb) = value::<Verb>(&node.tree()) else { return Ok(()) };
    done_to_operands(node, verb.operands(), |group| held(group, scope), |one| referred(one, scope), &KINDS)
}

/// Checks that what a word looks at is an object, and no player.
pub(super) fn of_object(node: &Node, scope: &Scope) -> Result<(), String> {
    let looked_at = node.parts.first().filter(|one| one.kind == "Ref");
    looked_at.map_or(Ok(()), |one| done_to(node, one, (referred(one, scope), OBJECT), &OBJECTS))
}

/// How objects are called where any will do.
const OBJECTS: [Kind; 1] = [(OBJECT, "objects", "This")];

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
