//! What the words of a definition refer to (`duelog cards check`).

mod replacing;

use duelog_kernel::ron_text::value;
use duelog_kernel::scope::sort::{
    AMOUNT, CHOICE, DELAYED, EVENT, IT, KEPT, LAST, LOOP, MODE, OBJECT, OTHER, PLAYER, TARGET, X,
};
use duelog_kernel::scope::{self, Kind, Node, Scope, Sense, Sort, done_to_operands};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

use crate::language::definition::{
    ANYTHING, ARENA, Asked, Deed, ELSEWHERE, ON_STACK, Ruling, Verb, ZoneKind,
};

/// The words of Flesh and Blood.
pub struct Words;

// What there can be to refer to beside what every game has.
const NAME: &str = "named card";
const GIVEN: &str = "given ability";
const OPTIONAL: &str = "optional cost";
const COST: &str = "cost";
/// That an ability replaces an event.
const REPLACES: &str = "replaced event";
/// That an event is damage.
const DAMAGE: &str = "damage";
/// Whether the ability at a place notes something (1.7.6).
const NOTES: &str = "noting ability";

impl Sense for Words {
    const LASTING: &'static [&'static str] = &[KEPT, LAST];
    const APART: &'static [&'static str] = &["Ability", "Resolve", "Mode"];

    fn enter(node: &Node, scope: &mut Scope) -> Result<(), String> {
        // What a delayed ability waits for knows nothing of the script before it; what is asked at once knows what
        // that did last.
        if node.kind == "When" && scope.has(DELAYED) {
            scope.set(KEPT, 0);
            if node.word != "Now" {
                scope.set(LAST, 0);
            }
        }
        asked_of_a_player(node)?;
        match (node.kind, node.word) {
            ("Card", _) => card(node, scope),
            ("Ability", _) => begin(scope),
            ("Resolve", _) => resolve(node, scope),
            ("Mode", _) => {
                if let Some(condition) = node.field("only_if").filter(|condition| condition.any(&is_done)) {
                    return Err(format!(
                        "`{condition}` is asked as the mode is chosen, when nothing has been done yet"
                    ));
                }
                let base = scope.count(TARGET);
                scope.set(TARGET, base.saturating_add(node.entries("targets")));
            }
            ("Activated", _) => costs_of_ability(node, scope),
            ("Static", _) => {
                steady(node)?;
                scope.set(IT, 1);
            }
            // Targets are declared without regard to each other.
            ("Target", _) => scope.set(TARGET, 0),
            // What may be paid for a replacement is asked before it is known what is replaced.
            ("Replacement", _) => {
                scope.set(REPLACES, 1);
                return replacing::ability(node);
            }
            ("When", "Each") if !scope.has(REPLACES) => return Err(apart(node)),
            ("Cost", _) if scope.has(REPLACES) => {
                EVENT.into_iter().for_each(|sort| scope.set(sort, 0));
                if matches!(node.word, "Deed" | "Random" | "Times" | "Total") {
                    return deed(node, &[PAID_WITH]);
                }
            }
            ("Script", _) => return scope::script(node, scope),
            ("Verb", word) => return verb(node, word, scope),
            ("When", "Does") => {
                deed(node, &[DONE_WITH, DONE_BY])?;
                let plays = node.parts.iter().any(|part| part.is("Deed", "Play"));
                return if plays { node.parts.iter().try_for_each(of_plays) } else { Ok(()) };
            }
            ("When", "Happens") => return deed(node, &[DONE_WITH]),
            ("Cost", "Deed" | "Random" | "Times" | "Total") => return deed(node, &[PAID_WITH]),
            ("Change", "Rule") => {
                ruled(node)?;
                return settled(node);
            }
            ("Change", "DefendedByAtMost" | "DefendedByAtLeast") => return settled(node),
            // It is worked out as the event comes, of which only damage tells anything, and of no script.
            ("Instead", _) => {
                let damage = scope.has(DAMAGE);
                [TARGET, KEPT, LAST, NAME, OTHER, PLAYER].into_iter().for_each(|sort| scope.set(sort, 0));
                [OBJECT, AMOUNT].into_iter().for_each(|sort| scope.set(sort, u32::from(damage)));
            }
            ("Change", "Ability") => return scope.nth(node, GIVEN),
            ("When", "Any") if node.parts.iter().all(|list| list.parts.is_empty()) => {
                return Err("`Any` of nothing never happens".to_string());
            }
            ("Ref", _) => return reference(node, scope),
            ("Group", _) => return group(node, scope),
            ("Number", "Count") => scope.set(LOOP, 1),
            ("Number", _) => return number(node, scope),
            ("Condition", _) => return condition(node, scope),
            ("Filter", _) => return filter(node, scope),
            _ => {}
        }
        Ok(())
    }

    fn leave(node: &Node, scope: &mut Scope) {
        match (node.kind, node.word) {
            ("Script", "Let") => scope.add(KEPT),
            ("Verb", _) => scope.add(LAST),
            // The group of a loop is worked out before the loop begins.
            ("Group", _) if scope.has(LOOP) => {
                scope.set(LOOP, 0);
                scope.set(IT, 1);
            }
            ("When", word) => {
                scope.set(DAMAGE, u32::from(matches!(word, "Damages" | "Hits")));
                scope.set(DELAYED, 0);
                told(node).into_iter().for_each(|sort| scope.set(sort, 1));
            }
            _ => {}
        }
    }

    fn names(node: &Node) -> Option<Sort> {
        match (node.kind, node.word) {
            ("Filter", "Named") | ("Condition", "LastAttackWas") => Some(Sort::Letters),
            ("Verb", "Create") if made(node) == "In" => Some(Sort::Card),
            ("Verb", "BecomeOne") => Some(Sort::Card),
            ("Verb" | "Cost", "Create") | ("Shape", "Token") => Some(Sort::Token),
            ("", "") if node.role == "back" => Some(Sort::Any),
            _ => None,
        }
    }
}

/// Returns the word for the kind of thing that is created, where that is said.
fn made(verb: &Node) -> &'static str {
    verb.parts.get(3).map_or("", |made| made.word)
}

/// Returns whether a number is one, whatever is on the table.
fn is_one(number: Option<&Node>) -> bool {
    number.is_some_and(|number| number.is("Number", "N") && number.number_at(0) == Some(1))
}

/// The changes of a static ability are worked out for each object by itself, which is `It`; its group and its condition are
/// not.
fn apart_from_it(node: &Node) -> Result<(), String> {
    let whole = ["affects", "condition"].map(|role| node.field(role));
    match whole.into_iter().flatten().find(|said| says_it(said)) {
        Some(said) => Err(format!("`{said}` refers to nothing: `It` is each object that `changes` is about")),
        None => Ok(()),
    }
}

/// Returns whether something speaks of an `It` that is not one of those which it counts.
fn says_it(node: &Node) -> bool {
    let parts =
        if node.is("Number", "Count") { node.parts.get(..1).unwrap_or_default() } else { &node.parts };
    node.is("Ref", "It") || parts.iter().any(says_it)
}

/// All that a static ability must satisfy.
fn steady(node: &Node) -> Result<(), String> {
    if node.entries("changes") == 0 {
        return Err("it does nothing: `changes` is empty".to_string());
    }
    apart_from_it(node)?;
    reaching(node)
}

/// The costs of an activated ability are numbered: its own first, then those that may be paid instead.
fn costs_of_ability(node: &Node, scope: &mut Scope) {
    let others = node.field("alternatives").map_or(&[][..], |list| &list.parts);
    let all = others.iter().map(|costs| costs.parts.len() as u32);
    let all = all.fold(node.entries("cost"), u32::saturating_add);
    scope.set(COST, scope.count(COST).max(all));
}

/// A static ability that changes properties outside of the arena and the stack says that of everything, and gives
/// nothing that works only where properties are computed.
fn reaching(node: &Node) -> Result<(), String> {
    let said = |role: &str| node.field(role);
    if said("anywhere").is_none_or(|anywhere| anywhere.text != "true" && anywhere.word != "true") {
        return Ok(());
    }
    if said("affects").is_none_or(|affects| affects.word != "Everything") {
        return Err("`anywhere` is said of `Everything(..)`".to_string());
    }
    match said("changes")
        .into_iter()
        .flat_map(|changes| &changes.parts)
        .find(|change| change.word == "Ability")
    {
        Some(change) => {
            Err(format!("`{change}`: an ability that is given outside of the arena does nothing there"))
        }
        None => Ok(()),
    }
}

/// The fault that the parts of a compound event are waited for.
fn apart(when: &Node) -> String {
    format!("`{when}` never happens: only what is replaced is taken apart (1.9.2)")
}

/// What is numbered, named and noted on the whole card.
fn card(node: &Node, scope: &mut Scope) {
    begin(scope);
    let keywords = node.entries("keywords");
    let declared = |cost: &Node| cost.is("Cost", "Times");
    let has_x = node.field("x").and_then(Node::number).is_some_and(|x| x > 0)
        || ["costs", "abilities", "gives"]
            .iter()
            .filter_map(|role| node.field(role))
            .any(|part| part.any(&declared));
    scope.set(X, u32::from(has_x));
    scope.set(NAME, u32::from(node.any(&|node: &Node| node.is("Verb", "Name"))));
    scope.set(GIVEN, node.entries("gives"));
    scope.set(OPTIONAL, node.entries("optional").saturating_add(keywords));
    let choices =
        ["alternatives", "optional"].map(|role| node.field(role).map_or(&[][..], |list| &list.parts));
    let costs = choices
        .into_iter()
        .flatten()
        .map(|costs| costs.parts.len() as u32)
        .fold(node.entries("costs"), u32::saturating_add);
    scope.set(COST, costs.saturating_add(keywords));
    scope.set(MODE, node.field("resolve").map_or(0, |resolve| resolve.entries("modes")));
    for role in ["abilities", "gives"] {
        for (place, ability) in node.field(role).iter().flat_map(|list| &list.parts).enumerate() {
            if ability.any(&|node: &Node| node.is("Verb", "Note")) {
                scope.mark(NOTES, place as u32, 1);
            }
        }
    }
}

/// An ability knows nothing of others.
fn begin(scope: &mut Scope) {
    [TARGET, KEPT, LAST, IT, LOOP, CHOICE, DAMAGE, REPLACES]
        .into_iter()
        .chain(EVENT)
        .for_each(|sort| scope.set(sort, 0));
}

/// What is done before the modes is known to them.
fn resolve(node: &Node, scope: &mut Scope) {
    [KEPT, LAST, IT, LOOP, CHOICE].into_iter().for_each(|sort| scope.set(sort, 0));
    scope.set(TARGET, node.entries("targets"));
    let modes = node.entries("modes");
    if modes > 0 {
        scope.set(MODE, modes);
        if let Some(effect) = node.field("effect").filter(|effect| !effect.kind.is_empty()) {
            scope.set(LAST, 1);
            scope.set(KEPT, lets(effect));
        }
    }
}

/// How many numbers a script keeps.
fn lets(node: &Node) -> u32 {
    node.parts.iter().map(lets).fold(u32::from(node.is("Script", "Let")), u32::saturating_add)
}

fn verb(node: &Node, word: &str, scope: &mut Scope) -> Result<(), String> {
    let first = |word: &str| node.parts.first().is_some_and(|inner| inner.word == word);
    operands(node)?;
    match word {
        // What is waited for is `It` where it comes; of the script before it nothing is known then.
        "Next" => {
            scope.set(IT, 1);
            [KEPT, LAST].into_iter().for_each(|sort| scope.set(sort, 0));
        }
        "ButIf" => {
            let condition = node.parts.get(1).into_iter();
            let unknown = |node: &Node| is_done(node) && !(first("Next") && node.is("Ref", "It"));
            if let Some(said) = condition.into_iter().find(|condition| condition.any(&unknown)) {
                return Err(format!("`{said}` is asked as that happens, and knows nothing of this script"));
            }
            if first("Next") {
                scope.set(IT, 1);
            }
            replacing::own(node)?;
        }
        "ReplaceNext" => {
            [IT, KEPT, LAST].into_iter().for_each(|sort| scope.set(sort, 0));
            scope.set(REPLACES, 1);
            replacing::next(node)?;
        }
        "Create" if matches!(made(node), "Equipped" | "Exposed" | "With") && !is_one(node.parts.get(1)) => {
            return Err(
                "a token that is equipped, created in an exposed zone or with counters is created alone \
                 (8.5.41d, 3.0.1a, 8.5.2b): the number is `N(1)`"
                    .to_string(),
            );
        }
        "ModifyAll" if node.parts.first().is_some_and(is_forgotten) => {
            return Err(format!(
                "`{}` is asked of whatever comes, and nothing of this script is known then",
                node.parts[0]
            ));
        }
        _ => {}
    }
    let changes = match word {
        "Modify" | "ModifyAll" => node.parts.get(1),
        "Next" => node.parts.get(3),
        _ => None,
    };
    match changes {
        Some(changes) if changes.parts.is_empty() => Err(format!("`{word}` without changes does nothing")),
        _ => Ok(()),
    }
}

/// Returns whether something speaks of deeds of the script which a lasting effect does not know. The effect knows the thing
/// that a loop has at hand where it is about objects of that player.
fn is_forgotten(node: &Node) -> bool {
    if matches!((node.kind, node.word), ("Filter", "ControlledBy" | "OwnedBy")) {
        return node.any(&|node: &Node| is_done(node) && !node.is("Ref", "It"));
    }
    is_done(node) || node.parts.iter().any(is_forgotten)
}

/// Whether a word speaks of what a script has done before.
fn is_done(node: &Node) -> bool {
    match node.kind {
        "Ref" => matches!(node.word, "It" | "Last"),
        "Group" => matches!(node.word, "Last" | "LastThat"),
        "Number" => matches!(node.word, "Kept" | "LastAmount" | "Shown"),
        "Condition" => node.word == "Did",
        _ => false,
    }
}

/// That what can be any of several players stands only where it is asked of one whether it is among them.
fn asked_of_a_player(node: &Node) -> Result<(), String> {
    let asks = match node.kind {
        "Filter" => matches!(node.word, "ControlledBy" | "OwnedBy"),
        "When" => matches!(node.word, "Begins" | "Does" | "Rolls"),
        _ => false,
    };
    match node.parts.iter().find(|part| part.is("Ref", "OtherThan")) {
        Some(several) if !asks => {
            Err(format!("`{several}` can be any of several players, and here one is meant"))
        }
        _ => Ok(()),
    }
}

/// What a script knows of an event.
fn told(when: &Node) -> Vec<&'static str> {
    let deed = when.parts.iter().find(|part| part.kind == "Deed").map_or("", |deed| deed.word);
    match when.word {
        "Hits" | "Damages" | "Now" => EVENT.to_vec(),
        "DefendsTogether" | "DefendedBy" | "Moves" => vec![OBJECT, OTHER, PLAYER],
        "Does" | "Happens" => of_deed(when.word == "Does", deed),
        "Rolls" => vec![PLAYER, AMOUNT],
        "Begins" => vec![PLAYER],
        "Any" => when.parts.iter().flat_map(|list| &list.parts).flat_map(told).collect(),
        "While" | "Every" => when.parts.get(1).map_or(Vec::new(), told),
        _ => Vec::new(),
    }
}

/// What a script knows of a deed, which somebody does, or which happens whoever does it.
fn of_deed(does: bool, deed: &str) -> Vec<&'static str> {
    match deed {
        "Attack" | "Defend" | "DefendAlone" | "Destroy" | "Die" | "Banish" => vec![OBJECT, OTHER, PLAYER],
        "BeAttacked" | "Transform" => vec![OBJECT, OTHER],
        "GainPower" => vec![OBJECT, AMOUNT],
        "Trigger" | "GainGoAgain" => vec![OBJECT, PLAYER],
        "Prevent" => EVENT.to_vec(),
        "ResolveLink" => vec![OBJECT],
        "Play" | "PlayAsInstant" | "Activate" | "Discard" | "Pitch" | "Freeze" | "Charge" | "Transcend"
        | "Create" | "Equip" | "TurnUp" | "BanishToBoost" => vec![OBJECT, PLAYER],
        "Use" | "Fuse" | "Complete" | "Wager" | "WinWager" | "Give" | "Steal" => vec![OBJECT, PLAYER, AMOUNT],
        _ if does => vec![PLAYER, AMOUNT],
        _ => Vec::new(),
    }
}

/// What is done with an object, be there a player who does it or not.
const DONE_WITH: &[&str] = &[
    "Activate",
    "Attack",
    "Banish",
    "BanishToBoost",
    "BeAttacked",
    "Become",
    "Charge",
    "Complete",
    "Create",
    "Defend",
    "DefendAlone",
    "Destroy",
    "Die",
    "Discard",
    "Enter",
    "Equip",
    "Freeze",
    "Fuse",
    "GainGoAgain",
    "GainPower",
    "Give",
    "Pitch",
    "Play",
    "PlayAsInstant",
    "Prevent",
    "ResolveLink",
    "Steal",
    "Transcend",
    "Transform",
    "Trigger",
    "TurnUp",
    "Use",
    "Wager",
    "WinWager",
];

/// What players do beside that.
const DONE_BY: &[&str] = &[
    "BeBooed",
    "BeCheered",
    "BeIntimidated",
    "Draw",
    "FailClash",
    "Gain",
    "Lose",
    "Opt",
    "Reveal",
    "WinClash",
];

/// What costs are paid with.
const PAID_WITH: &[&str] = &[
    "Banish",
    "BanishDown",
    "Bottom",
    "Charge",
    "Destroy",
    "Discard",
    "Reveal",
    "TakeCounter",
    "Tap",
    "TurnDown",
    "TurnUp",
    "Untap",
];

/// That a word says something of a deed that can be said of it.
fn deed(node: &Node, there_are: &[&[&str]]) -> Result<(), String> {
    let Some(deed) = node.parts.iter().find(|part| part.kind == "Deed") else { return Ok(()) };
    if there_are.iter().any(|words| words.contains(&deed.word)) {
        return Ok(());
    }
    let known: Vec<&str> = there_are.iter().flat_map(|words| words.iter().copied()).collect();
    Err(format!("`{}` is nothing that `{}` speaks of (known: {})", deed.word, node.word, known.join(", ")))
}

/// How play asks for a ruling.
fn asked(rule: &Node) -> Option<Asked> {
    let word = |place: usize| {
        IntoDeserializer::<Error>::into_deserializer(rule.parts.get(place).map_or("", |part| part.word))
    };
    let deed = rule.parts.get(1).and_then(|deed| value::<Deed>(&deed.tree()).ok())?;
    Ruling::deserialize(word(0)).ok()?.asked(deed)
}

/// That something asks for a ruling, and with what the deed is done where that is said.
fn ruled(node: &Node) -> Result<(), String> {
    let any = node.parts.get(2).is_none_or(|part| part.word == "Any");
    match asked(node) {
        None => Err(format!("`{node}` does nothing: nothing asks whether that is so")),
        Some(Asked::Alone) if !any => Err(format!(
            "`{node}`: nothing asks with what that is done, so that its last word does nothing; write `Any`"
        )),
        Some(_) => Ok(()),
    }
}

/// That a ruling speaks of nothing that a script alone knows: it is asked for whenever the deed is done, and looks
/// from the object that it is said of.
fn settled(node: &Node) -> Result<(), String> {
    let of_script = |node: &Node| match node.kind {
        "Ref" => matches!(
            node.word,
            "Target" | "It" | "Event" | "EventOther" | "EventPlayer" | "Last" | "Paid" | "PaidFor"
        ),
        "Group" => matches!(node.word, "Targets" | "Last" | "LastThat" | "Noted" | "PaidFor"),
        "Number" => matches!(node.word, "X" | "EventAmount" | "LastAmount" | "Kept" | "Shown"),
        "Condition" => matches!(node.word, "Did" | "Mode" | "Paid"),
        "Filter" => node.word == "NamedCard",
        _ => false,
    };
    if node.any(&of_script) {
        return Err(format!(
            "`{node}`: it is asked for whenever that is done, and nothing of this script is known then; say what matches by its own properties"
        ));
    }
    Ok(())
}

/// What is never played: a filter that asks for it matches nothing that is.
fn of_plays(filter: &Node) -> Result<(), String> {
    scope::asked(filter, "nothing that is played", &|filter| {
        filter.word == "Type"
            && filter.parts.iter().any(|kind| matches!(kind.word, "Hero" | "Token" | "Equipment" | "Weapon"))
    })
}

fn reference(node: &Node, scope: &Scope) -> Result<(), String> {
    let event = |sort: &'static str| scope.need(node, sort, &format!("there is no {sort} here"));
    match node.word {
        "Target" => scope.nth(node, TARGET),
        "It" => scope.need(node, IT, "it is not in an `Each`"),
        "Event" => event(OBJECT),
        "EventOther" => event(OTHER),
        "EventPlayer" => event(PLAYER),
        "Last" => scope.need(node, LAST, "nothing has been done before in this script"),
        "PaidFor" => scope.nth(node, COST),
        _ => Ok(()),
    }
}

fn group(node: &Node, scope: &mut Scope) -> Result<(), String> {
    // A loop is over its outermost group alone.
    scope.set(LOOP, 0);
    match node.word {
        "Targets" => scope.nth(node, TARGET),
        "Last" | "LastThat" => scope.need(node, LAST, "nothing has been done before in this script"),
        "PaidFor" => scope.nth(node, COST),
        "Noted" if scope.at(NOTES, node.number_at(0).unwrap_or(0)).is_none() => Err(format!(
            "`{node}` refers to nothing: the ability at that place notes nothing with `Note` (1.7.6)"
        )),
        _ => Ok(()),
    }
}

fn number(node: &Node, scope: &Scope) -> Result<(), String> {
    match node.word {
        "X" => scope.need(node, X, "the cost of this card has no `x`"),
        "EventAmount" => scope.need(node, AMOUNT, "there is no amount of the event here"),
        "LastAmount" | "Shown" => scope.need(node, LAST, "nothing has been done before in this script"),
        "Kept" => scope.nth(node, KEPT),
        _ => Ok(()),
    }
}

fn condition(node: &Node, scope: &Scope) -> Result<(), String> {
    match node.word {
        "Paid" => scope.nth(node, OPTIONAL),
        "Mode" => scope.nth(node, MODE),
        "Did" => scope.need(node, LAST, "nothing has been done before in this script"),
        _ => Ok(()),
    }
}

fn filter(node: &Node, scope: &Scope) -> Result<(), String> {
    match node.word {
        "NamedCard" => scope.need(node, NAME, "nothing on this card names a card with `Name`"),
        _ => scope::filter(node),
    }
}

/// The kinds of things, and what says them.
const KINDS: [Kind; 3] = [
    (ARENA, "objects in the arena", "Arena(Any)"),
    (ON_STACK, "what is on the stack", "Targets(0)"),
    (ELSEWHERE, "cards elsewhere", "Zone(Hand, You, Any)"),
];

/// All that a reference can be; a player stands for the own hero (1.1.2b).
fn referred(reference: &Node) -> u32 {
    match reference.word {
        "You" | "Opponent" | "TurnPlayer" | "EventPlayer" | "Controller" | "Owner" | "AttackingHero"
        | "DefendingHero" | "HeroOf" => ARENA,
        "Attack" | "AttackOf" => ARENA | ON_STACK,
        _ => ANYTHING,
    }
}

/// All that a group can hold.
fn held(group: &Node) -> u32 {
    let first = group.parts.first();
    match group.word {
        "Of" => first.map_or(ANYTHING, referred),
        "Arena" | "Defenders" | "DefendersOf" | "Links" | "Players" | "Opponents" => ARENA,
        "Play" => ARENA | ON_STACK,
        "Top" | "Inventory" => ELSEWHERE,
        "Zone" => {
            let kind = IntoDeserializer::<Error>::into_deserializer(first.map_or("", |kind| kind.word));
            ZoneKind::deserialize(kind).map_or(ANYTHING, ZoneKind::holds)
        }
        _ => ANYTHING,
    }
}

/// Checks that a verb is done to something to which it does something.
fn operands(node: &Node) -> Result<(), String> {
    let Ok(verb) = value::<Verb>(&node.tree()) else { return Ok(()) };
    done_to_operands(node, verb.operands(), held, referred, &KINDS)
}
