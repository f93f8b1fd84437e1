//! Which changes of objects and players mean something, and where.

use duelog_kernel::scope::{Node, Scope};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

use super::groups::held;
use crate::language::definition::{Asked, Deed, OBJECT, PLAYER, Ruling};
use crate::language::meaning::meaning;

fn part(node: &Node, place: usize) -> &'static str {
    node.parts.get(place).map_or("", |part| part.word)
}

/// How play asks for a ruling.
fn asked(rule: &Node) -> Option<Asked> {
    let ruling = Ruling::deserialize(IntoDeserializer::<Error>::into_deserializer(part(rule, 0))).ok()?;
    let deed = Deed::deserialize(IntoDeserializer::<Error>::into_deserializer(part(rule, 1))).ok()?;
    ruling.asked(deed)
}

/// Whether a change means nothing to what is not on the battlefield.
pub(super) fn is_of_permanents(change: &Node) -> bool {
    match change.word {
        "Control" | "Switch" | "FullText" | "CopyOf" | "MustBlock" | "MustAttack" | "MustAttackThis"
        | "BlockedBy" => true,
        "Set" => matches!(part(change, 0), "LandType" | "Chosen"),
        "Rule" if part(change, 1) == "BeTarget" => false,
        "Rule" => matches!(asked(change), Some(Asked::Object | Asked::ObjectWith)),
        _ => false,
    }
}

/// Whether only a static ability makes the change.
pub(super) fn is_of_statics(change: &Node) -> bool {
    change.kind == "Change"
        && matches!(
            change.word,
            "FullText" | "CopyOf" | "SizeEach" | "SetSizeEach" | "GainSparing" | "MostCounters" | "GainLine"
        )
}

/// What a change is said of: objects or players.
fn is_of(change: &Node) -> u32 {
    match change.word {
        "AtMost" | "CostsMore" | "CostsLess" | "CostsLessBy" | "CostsInstead" | "AbilitiesCostLess"
        | "AbilitiesCostMore" | "CostsAtLeast" | "NoCounters" | "GetNo" | "UntapsAtMost" | "Costs"
        | "PlayersGain" | "MayPlay" => PLAYER,
        "Rule" => match asked(change) {
            Some(Asked::Player | Asked::PlayerWith | Asked::Game) => PLAYER,
            _ => OBJECT,
        },
        _ => OBJECT,
    }
}

/// Whether a change is about the whole game, whomever it is said of.
fn is_of_all(change: &Node) -> bool {
    change.is("Change", "Rule") && asked(change) == Some(Asked::Game)
        || change.is("Change", "NoCounters")
        || change.is("Change", "AtMost") && part(change, 1) == "Attack"
}

/// That a change does something to what it is said of.
pub(super) fn done_to(group: &Node, change: &Node, scope: &Scope) -> Result<(), String> {
    let of = is_of(change);
    if is_of_all(change) && group.word != "Players" {
        return Err(format!("`{change}` is about the whole game: it is said of `Players`, not of `{group}`"));
    }
    if change.word == "MostCounters" && group.to_string() != "Of(This)" {
        return Err(format!("`{change}` is said of the object itself alone, of `Of(This)`"));
    }
    // A card in a hand is no player who plays it.
    let in_hand = group.word == "Hand"
        && matches!(part(change, 1), "Cast" | "PlayLand" | "Cycle" | "CastAsFlash" | "ActivateNonMana");
    match held(group, scope) & of {
        0 if in_hand => Ok(()),
        0 if of == PLAYER => Err(format!(
            "`{change}` does nothing to `{group}`: it is said of players, as `Of(You)` or `Players` are"
        )),
        0 => Err(format!(
            "`{change}` does nothing to `{group}`: it is said of objects, as `Of(This)` or `All(Type(Creature))` are"
        )),
        _ => Ok(()),
    }
}

/// That a change does something to one object as that is copied, enters or is cast.
pub(super) fn done_to_one(change: &Node) -> Result<(), String> {
    if change.kind != "Change" {
        return Ok(());
    }
    let with = |change: &Node| part(change, 2) != "Any";
    match change.word {
        "Rule" if part(change, 1) == "BeCountered" && !with(change) => Ok(()),
        "Rule" if matches!(asked(change), Some(Asked::ObjectWith)) && with(change) => {
            Err(format!("`{change}` does nothing here: give the ability that says it, with `GainAbility`"))
        }
        "GainActivated" => Err("only an effect that lasts gives the abilities of another object".to_string()),
        _ if is_of(change) == PLAYER || is_of_statics(change) => {
            Err(format!("`{change}` does nothing to one object: a static ability or `Modify` says it"))
        }
        _ => Ok(()),
    }
}

/// A rule that nothing asks about is refused, and so is a feature that cannot be set or added.
pub(super) fn change(node: &Node) -> Result<(), String> {
    let first = part(node, 0);
    let named = node.parts.first().and_then(|feature| feature.parts.first());
    let of_nothing = named.is_some_and(|list| list.kind.is_empty() && list.word.is_empty())
        && named.is_some_and(|list| list.text.is_empty() && list.parts.is_empty());
    match node.word {
        "Set" if first == "Subtypes" && of_nothing => Err(
            "`Set(Subtypes([]))` does nothing: it takes the place of others of the kind of the subtypes that it names; name one, or take the card type away with `Set(Types([..]))`"
                .to_string(),
        ),
        "Add" if matches!(first, "Types" | "Subtypes" | "Colors") && of_nothing => {
            Err(format!("`Add({first}([]))` adds nothing: name what it adds"))
        }
        "Set" if first == "Super" => Err("a supertype is added, not set (205.4b)".to_string()),
        "Set" | "Add" if named.is_some_and(|named| named.is("Trait", "Name")) => {
            Err(format!("`{node}` does nothing: a name is given with `Named`"))
        }
        "Add" if first == "LandType" => {
            Err("a land type is added with `Subtypes`".to_string())
        }
        "AtMost" if !matches!(part(node, 1), "Attack" | "Draw" | "KeepHand") => {
            Err(format!("`{node}`: only attacks, draws and cards in hand are counted (508.1c, 120.2b, 402.2)"))
        }
        "PlayersGain" if !matches!(first, "Hexproof" | "Shroud" | "Protection") => Err(format!(
            "`{node}`: of the keywords players have hexproof, shroud and protection alone (702.11c, 702.16b, 702.18a)"
        )),
        "PlayersGain" if named.is_some_and(|quality| quality.word == "AllColors") => {
            Err(format!("`{node}`: say a protection for each color (702.16h)"))
        }
        "AbilitiesCostLess" => {
            let keyword = node.parts.first().map_or("", |keyword| keyword.text.as_str());
            meaning(keyword).map(drop)
        }
        "GainSparing" if first != "Protection" => {
            Err(format!("`{node}`: only protection takes Auras off (702.16c)"))
        }
        "Rule" => match asked(node) {
            None => Err(format!("`{node}` does nothing: nothing asks whether that is so")),
            Some(Asked::Object | Asked::Player) if part(node, 2) != "Any" => Err(format!(
                "`{node}`: nothing asks with what that is done, so that its last word does nothing; write `Any`"
            )),
            Some(_) => Ok(()),
        },
        _ => Ok(()),
    }
}
