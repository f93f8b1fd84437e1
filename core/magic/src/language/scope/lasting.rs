//! What effects that last speak of, and what is looked at later than it is said.

use duelog_kernel::scope::sort::IT;
use duelog_kernel::scope::{Node, Scope};

use super::changes::{done_to, is_of_permanents, is_of_statics};

/// The changes that a verb makes.
pub(super) fn changes_in(verb: &Node) -> impl Iterator<Item = &Node> {
    verb.parts.iter().flat_map(|part| &part.parts).filter(|part| part.kind == "Change")
}

/// That an effect that lasts changes something.
pub(super) fn modify(node: &Node, scope: &Scope) -> Result<(), String> {
    let Some(group) = node.parts.first() else { return Ok(()) };
    if changes_in(node).next().is_none() {
        return Err("`Modify` without changes does nothing".to_string());
    }
    let elsewhere = matches!(
        group.word,
        "Hand" | "Graveyard" | "Graveyards" | "LibraryTop" | "GraveyardTop" | "Top" | "Bottom" | "Linked"
    );
    let next = node.parts.get(2).is_some_and(|until| until.word == "NextCast");
    let casts = |deed: &Node| deed.word == "CastAsFlash";
    for change in changes_in(node) {
        let of_next = next
            && group.word == "Spells"
            && change.parts.get(1).is_some_and(|deed| deed.word == "BeCountered");
        if !of_next {
            done_to(group, change, scope)?;
        }
        if elsewhere && is_of_permanents(change) {
            return Err(format!("`{change}` does nothing to `{group}`: it is about permanents"));
        }
        match change.word {
            "SizeEach" | "SetSizeEach" => {
                return Err(format!(
                    "`{change}`: only a static ability works it out for each object by itself; say `Each(GROUP, Do(Modify(Of(It), ..)))` with `Size` or `SetSize`"
                ));
            }
            _ if next
                && group.word != "Spells"
                && !(change.word == "Rule" && change.parts.get(1).is_some_and(casts)) =>
            {
                return Err(format!(
                    "`{change}` does not last until `NextCast`: only what a player may cast does, with `CastAsFlash`, and what becomes of `Spells(..)`"
                ));
            }
            _ if is_of_statics(change) => return Err(format!("`{change}`: only a static ability says it")),
            // What is paid is looked up later, where nothing of the script is known.
            "CostsInstead" | "Costs" => later(change)?,
            _ => {}
        }
    }
    Ok(())
}

/// Checks that an effect on what untaps is about whatever is in its group then, and not about certain objects.
pub(super) fn miss_untap_step(node: &Node) -> Result<(), String> {
    let Some(group) = node.parts.first() else { return Ok(()) };
    let of_script = |node: &Node| match node.word {
        "Of" | "Targets" | "Linked" => node.kind == "Group",
        _ => is_of_before(node),
    };
    if group.any(&of_script) {
        return Err(format!(
            "`{node}`: what is in the group is asked in that untap step (611.2c), and `{group}` is settled before; say `StayTapped`"
        ));
    }
    Ok(())
}

/// True for a word that speaks of what a script has done before.
pub(super) fn is_of_before(node: &Node) -> bool {
    matches!(
        node.word,
        "Last" | "LastWas" | "LastAmount" | "Noted" | "AllNoted" | "MostVotes" | "Kept" | "Votes"
    )
}

/// Whether a word is one of which a script alone knows what it speaks of.
fn is_of_script(node: &Node) -> bool {
    match node.kind {
        "Ref" => matches!(
            node.word,
            "Target" | "Event" | "EventOther" | "EventPlayer" | "Last" | "LastWas" | "Paid"
        ),
        "Group" => matches!(node.word, "Targets" | "Last" | "Noted" | "AllNoted" | "MostVotes"),
        "Number" => matches!(node.word, "Kept" | "LastAmount" | "EventAmount" | "Share" | "Votes"),
        _ => false,
    }
}

/// That a shield is about damage that can be told when it would be dealt.
pub(super) fn shield(node: &Node) -> Result<(), String> {
    let unknown = |node: &Node| is_of_script(node) || node.is("Ref", "It") || node.is("Number", "X");
    let later = ["from", "whoever"].map(|role| node.field(role));
    match later.into_iter().flatten().find(|said| said.any(&unknown)) {
        Some(said) => Err(format!(
            "`{said}` is asked when the damage would be dealt, and nothing of this script is known then; `source` and `to` are settled as the effect begins"
        )),
        None => Ok(()),
    }
}

/// That what a lasting effect has paid later speaks of nothing that its script alone knows.
fn later(change: &Node) -> Result<(), String> {
    let known = is_of_script;
    let inside = |costs: &Node| {
        if change.word == "CostsInstead" {
            return costs.any(&known);
        }
        // Numbers are settled as the effect begins, but for those that are about the creature that pays.
        let of_it = |node: &Node| node.kind == "Number" && node.any(&|part: &Node| part.is("Ref", "It"));
        costs.any(&|node: &Node| (node.kind == "Group" || of_it(node)) && node.any(&known))
    };
    let costs =
        change.field("costs").or(change.parts.get(1)).or_else(|| change.parts.first()?.field("costs"));
    match costs {
        Some(costs) if inside(costs) => Err(format!(
            "`{change}`: what is paid is looked up when it is paid, and nothing of this script is known then"
        )),
        _ => Ok(()),
    }
}

/// That `It`, which in one field of a verb is what that is worked out for, stands in no other one.
pub(super) fn it_within(verb: &Node, fields: &[&str], scope: &Scope) -> Result<(), String> {
    let it = |node: &Node| node.is("Ref", "It");
    let wrong = verb.parts.iter().find(|part| !fields.contains(&part.role) && part.any(&it));
    match wrong.filter(|_| !scope.has(IT)) {
        Some(part) => {
            let fields = fields.join("` and `");
            Err(format!("`{part}` refers to nothing: of `{}` only `{fields}` speaks of `It`", verb.word))
        }
        None => Ok(()),
    }
}
