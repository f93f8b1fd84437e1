//! Which changes of objects and players mean something.

use duelog_kernel::scope::Node;

use crate::language::meaning::meaning;

/// Whether a change means nothing to what is not on the battlefield.
pub(super) fn is_of_permanents(change: &Node) -> bool {
    let part = |place: usize| change.parts.get(place).map_or("", |part| part.word);
    match change.word {
        "Control" | "Switch" | "FullText" | "CopyOf" => true,
        "Set" => matches!(part(0), "LandType" | "Chosen"),
        "Rule" => DEEDS_OF_PERMANENTS.contains(&part(1)),
        _ => false,
    }
}

/// Whether only a static ability makes the change.
pub(super) fn is_of_statics(change: &Node) -> bool {
    change.is("Change", "FullText") || change.is("Change", "CopyOf")
}

/// What only permanents do.
const DEEDS_OF_PERMANENTS: [&str; 13] = [
    "BecomeBlocked",
    "Crew",
    "Exert",
    "Attack",
    "AttackAlone",
    "Block",
    "BlockAlone",
    "BeBlocked",
    "BlockAnother",
    "Untap",
    "StayTapped",
    "Regenerate",
    "Activate",
];

/// A rule that nothing asks about is refused, and so is a feature that cannot be set or added.
pub(super) fn change(node: &Node) -> Result<(), String> {
    let part = |place: usize| node.parts.get(place).map_or("", |part| part.word);
    let (ruling, deed) = (part(0), part(1));
    match node.word {
        "Set" if ruling == "Super" => Err("a supertype is added, not set (205.4b)".to_string()),
        "Add" if ruling == "LandType" || node.to_string() == "Add(Chosen(LandType))" => {
            Err("a land type is added with `Subtypes`".to_string())
        }
        "AtMost" if !matches!(deed, "Attack" | "Draw") => {
            Err(format!("`{node}`: only attacks and draws are counted (508.1c, 120.2b)"))
        }
        "PlayersGain" if ruling != "Hexproof" => {
            Err(format!("`{node}`: of the keywords players have hexproof alone (702.11c)"))
        }
        "AbilitiesCostLess" => {
            let keyword = node.parts.first().map_or("", |keyword| keyword.text.as_str());
            meaning(keyword).map(drop)
        }
        "GainSparing" if ruling != "Protection" => {
            Err(format!("`{node}`: only protection takes Auras off (702.16c)"))
        }
        "Rule" => {
            let known: &[&str] = match ruling {
                "Require" => &["Attack", "Block", "BeBlocked", "BecomeBlocked", "ShowTop", "RevealFirstDraw"],
                "Allow" => &[
                    "BlockAnother",
                    "CastAsFlash",
                    "PlayLand",
                    "SeeTop",
                    "KeepHand",
                    "Exert",
                    "StayTapped",
                    "Vote",
                    "Surveil",
                    "TargetHexproof",
                ],
                _ => &[
                    "Attack",
                    "AttackAlone",
                    "Block",
                    "BlockAlone",
                    "BeBlocked",
                    "Untap",
                    "Regenerate",
                    "Activate",
                    "ActivateNonMana",
                    "Cast",
                    "PlayLand",
                    "LoseGame",
                    "WinGame",
                    "GainLife",
                    "LoseLife",
                    "Draw",
                    "Enter",
                    "GetCounters",
                    "GetPlayerCounters",
                    "Crew",
                    "BeCountered",
                    "Prevent",
                    "Cycle",
                    "Search",
                ],
            };
            if known.contains(&deed) {
                Ok(())
            } else {
                Err(format!("`{node}` does nothing: nothing asks whether that is so"))
            }
        }
        _ => Ok(()),
    }
}
