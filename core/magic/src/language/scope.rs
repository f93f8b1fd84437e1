//! What the words of a definition refer to (`duelog cards check`).

mod abilities;
mod changes;
mod events;
mod groups;
mod lasting;
mod replacing;

use abilities::{ABILITY, ACTIVATED, KIND, PARTNER, is_offered};
use changes::{change, done_to, done_to_one, is_of_permanents};
use duelog_kernel::scope::sort::{
    AMOUNT, CHOICE, DELAYED, EVENT, IT, KEPT, LAST, LOOP, MODE, OBJECT as EVENT_OBJECT, OTHER, PLAYER,
    TARGET, X,
};
use duelog_kernel::scope::{self, Node, PLACE, Scope, Sense, Sort};
use events::{recalled, remembered, told, told_instead, when};
use groups::{TARGETED, found_in, held, of_object, operands, targeted};
use lasting::{changes_in, is_of_before, it_within, miss_untap_step, modify, shield};
use replacing::{consequence, replaced, turned_up};

use crate::language::definition::{Fact, OBJECT};
use crate::language::meaning::{Meaning, meaning};

/// Magic's words.
pub struct Words;

// What there can be to refer to beside what every game has.
const NOTED: &str = "kept group";
const SHARES: &str = "division";
const COLOR: &str = "chosen color";
const TYPE: &str = "chosen creature type";
const NAME: &str = "chosen name";
const SEAT: &str = "chosen player";
const CHOSEN: &str = "chosen object";
const LINKED: &str = "linked object";
const HOST: &str = "host";
const MAKER: &str = "maker";
/// That an ability settles a number as it triggers.
const SETTLED: &str = "settled number";
const PAID: &str = "object that was paid";
const BESIDES: &str = "cost that may be paid besides";
const AS_CAST: &str = "condition in `as_cast`";
const INSTEAD: &str = "alternative cost";
/// That a keyword is one of players.
const OF_PLAYERS: &str = "keyword of players";
const ENTERING: &str = "entering object";
const REVEALED: &str = "revealed draw";
const SHOWN: &str = "card on top of a library that is shown";
/// That a permanent is tapped for mana of some type.
const PRODUCED: &str = "type that was produced";
const GRANTED: &str = "given ability";
/// That an event is one that is replaced.
const REPLACES: &str = "replaced event";
/// The mode to which a target group, or the part of a script, belongs; from 1.
const OF_MODE: &str = "mode of a target group";
const IN_MODE: &str = "mode of a script";
/// That an ability is one that an effect lets players use.
const TAKEN: &str = "offered ability";
/// That a condition is what a script asks by itself.
const ALONE: &str = "condition of a script";
/// That something is the source of damage.
const DEALT: &str = "source of the damage";
/// That an event is one of the past.
const PAST: &str = "past event";
/// What only a running script, or the spell or ability that it belongs to, knows.
const SCRIPT: [&str; 12] = [TARGET, MODE, KEPT, NOTED, LAST, IT, LOOP, CHOICE, SHARES, ENTERING, PRODUCED, X];
/// The steps of the combat phase that are not skipped without it.
const NOT_SKIPPED: [&str; 3] = ["BeginCombat", "DeclareAttackers", "DeclareBlockers"];

/// What ends within a turn.
const WITHIN_A_TURN: [&str; 3] = ["Resolved", "EndOfTurn", "EndOfCombat"];

impl Sense for Words {
    const LASTING: &'static [&'static str] = &[TARGET, KEPT, NOTED, LAST];
    const APART: &'static [&'static str] =
        &["Spell", "Activated", "Triggered", "Static", "Chapter", "Replacement"];

    fn enter(node: &Node, scope: &mut Scope) -> Result<(), String> {
        if node.kind == "Change" {
            change(node)?;
        }
        if scope.has(DEALT) {
            dealt(node, scope);
        }
        match (node.kind, node.word) {
            ("Card", _) => {
                card(node, scope);
                let defining = node.field("defining").into_iter().flat_map(|list| &list.parts);
                return defining.into_iter().try_for_each(done_to_one);
            }
            // On what mana is spent is known later than what the script that adds it does.
            ("Spending" | "Rider", _) => {
                SCRIPT.into_iter().chain(EVENT).for_each(|sort| scope.set(sort, 0));
                let changes = node.field("changes").into_iter().flat_map(|list| &list.parts);
                return changes.into_iter().try_for_each(done_to_one);
            }
            ("Shield", _) => return shield(node),
            ("Consequence", _) => return consequence(node),
            ("Spell" | "Activated" | "Triggered" | "Static" | "Chapter", _) => return ability(node, scope),
            ("Replacement", word) => return replacement(node, word, scope),
            ("Change", "GainAbility" | "FullText") => scope.set(GRANTED, 1),
            ("Change", "PlayersGain") => scope.set(OF_PLAYERS, 1),
            ("Change", "SizeEach" | "SetSizeEach") => scope.set(IT, 1),
            ("Change", "MayPlay") => {
                scope.set(IT, 1);
                return may_play(node, scope);
            }
            ("Toll", _) => {
                scope.set(IT, 1);
                return toll(node);
            }
            ("Script", _) => return script(node, scope),
            ("Verb", _) => return verb(node, scope),
            ("When", _) => return when(node, scope),
            ("Target", _) => return target(node, scope),
            ("Group", _) => return group(node, scope),
            ("Ref", _) => return reference(node, scope),
            ("Number", _) => return number(node, scope),
            ("Cost", _) => return cost(node),
            ("Held", _) if node.to_string() == "(false, false)" => {
                return Err("`While(())` says nothing of its source: `SourceLeaves` is that".to_string());
            }
            // The number that a keyword which is given keeps of its own cost.
            ("Fact", "Paid")
                if scope.has(GRANTED) && node.number_at(0).is_some_and(|at| at >= Fact::GIVEN.into()) => {}
            ("Fact", "Paid") => return scope.nth(node, BESIDES),
            ("Fact", "Instead") => return scope.nth(node, INSTEAD),
            ("Fact", "Held") => return scope.nth(node, AS_CAST),
            ("Condition", _) => return condition(node, scope),
            ("Filter", "Did" | "Suffered") => {
                scope.set(PAST, 1);
                return filter(node, scope);
            }
            ("Filter", _) => return filter(node, scope),
            // Whether it can be chosen is asked before anything is paid.
            ("Alternative" | "Besides", _) => scope.set(PAID, 0),
            ("Quality", _) => return quality(node, scope),
            ("Mana", "Produced") => {
                return scope.need(
                    node,
                    PRODUCED,
                    "it is not triggered by tapping something for mana (106.11a)",
                );
            }
            ("Mana", "ChosenColor") => {
                return scope.need(node, COLOR, "nothing on this card chooses a color with `ChooseWord`");
            }
            ("", "") if node.role == "targets" => scope.set(TARGET, node.parts.len() as u32),
            _ => {}
        }
        Ok(())
    }

    fn leave(node: &Node, scope: &mut Scope) {
        match (node.kind, node.word) {
            ("Script", "Let") => scope.add(KEPT),
            ("Verb", word) => {
                scope.add(LAST);
                if word == "Note" {
                    scope.add(NOTED);
                }
            }
            // The group of a loop is worked out before the loop begins.
            ("Group", _) if scope.has(LOOP) => {
                scope.set(LOOP, 0);
                scope.set(IT, 1);
            }
            // Of what has happened nothing but what it asks for is known.
            ("When", _) if scope.has(PAST) => {}
            ("When", _) => {
                let known =
                    if scope.has(REPLACES) && !scope.has(DELAYED) { told_instead(node) } else { told(node) };
                known.into_iter().for_each(|sort| scope.set(sort, 1));
                if scope.has(SETTLED) {
                    scope.set(AMOUNT, 1);
                }
                if scope.has(DELAYED) {
                    [DELAYED, KEPT, NOTED, LAST].into_iter().for_each(|sort| scope.set(sort, 0));
                }
            }
            _ => {}
        }
    }

    fn names(node: &Node) -> Option<Sort> {
        match (node.kind, node.word) {
            ("Filter", "Named") => Some(Sort::Any),
            ("Verb", "Create" | "CreateAttached" | "Emblem") | ("Replacement", "TokensInstead") => {
                Some(Sort::Token)
            }
            ("Faces", _) => Some(Sort::Card),
            ("", "") if node.role == "face_of" => Some(Sort::Card),
            // Of a card it says whether it is one.
            ("", "") if node.role == "token" && !matches!(node.text.as_str(), "true" | "false") => {
                Some(Sort::Token)
            }
            _ => None,
        }
    }
}

/// What is chosen, linked and numbered on the whole card.
fn card(node: &Node, scope: &mut Scope) {
    let verb = |word: &'static str| node.any(&move |node: &Node| node.is("Verb", word));
    let word = |word: &'static str| {
        node.any(&move |node: &Node| {
            node.is("Verb", "ChooseWord") && node.parts.get(1).is_some_and(|kind| kind.word == word)
        })
    };
    let says = |role: &str, word: &str| node.field(role).is_some_and(|field| field.text.contains(word));
    // What is chosen on one face is known on the other (607.1b).
    let faces = node.field("face_of").is_some_and(|front| !front.text.is_empty())
        || node.field("faces").is_some_and(|faces| !faces.parts.is_empty());
    let line = |keyword: &'static str| {
        node.field("lines").is_some_and(|lines| lines.any(&move |node: &Node| node.text == keyword))
    };
    // A name is chosen in secret before the game (702.105a).
    let agenda = node.field("agenda").is_some_and(|names| names.text != "0" && !names.text.is_empty());
    let (bestows, hides) = (line("Bestow"), line("Hideaway") || line("Champion"));
    let is_host = bestows
        || ["Aura", "Equipment", "Fortification"].into_iter().any(|kind| says("types", kind))
        || node.any(&|node: &Node| {
            node.is("Verb", "Attach") && node.parts.first().is_some_and(|what| what.word == "This")
        });
    // An X of an additional or alternative cost is the X of the spell too (107.3a).
    let paid = ["cost", "alternatives", "additional", "besides", "lines"].map(|role| node.field(role));
    let ruled = |deeds: &'static [&'static str]| {
        node.any(&move |node: &Node| {
            node.is("Change", "Rule") && node.parts.iter().any(|part| deeds.contains(&part.word))
        })
    };
    for (sort, is_there) in [
        (COLOR, word("Color") || faces),
        (TYPE, word("CreatureType") || word("LandType") || word("AnyLandType") || faces),
        (NAME, word("Name") || verb("NameCardOf") || verb("NameCardBut") || faces || agenda),
        (
            LINKED,
            verb("Link")
                || hides
                || faces
                || node.any(&|node: &Node| node.is("Replacement", "ExiledInstead")),
        ),
        (HOST, is_host),
        (SEAT, verb("ChoosePlayer") || faces),
        (CHOSEN, verb("EnterChosen") || faces),
        (MAKER, says("token", "true")),
        (X, paid.into_iter().flatten().any(|cost| cost.any(&pays_x))),
        (PAID, paid.into_iter().flatten().any(|cost| cost.any(&is_chosen))),
        (REVEALED, ruled(&["RevealFirstDraw"])),
        (SHOWN, ruled(&["ShowTop", "SeeTop"])),
    ] {
        scope.set(sort, u32::from(is_there));
    }
    scope.set(ABILITY, node.entries("abilities"));
    let meanings: Vec<&Meaning> = node
        .field("lines")
        .iter()
        .flat_map(|lines| &lines.parts)
        .filter_map(|line| meaning(&line.field("keyword")?.text).ok())
        .collect();
    let given =
        |count: fn(&Meaning) -> usize| meanings.iter().map(|meaning| count(meaning) as u32).sum::<u32>();
    scope.set(BESIDES, node.entries("besides") + given(|meaning| meaning.besides.len()));
    scope.set(AS_CAST, node.entries("as_cast"));
    scope.set(INSTEAD, node.entries("alternatives") + given(|meaning| meaning.alternatives.len()));
    abilities::mark(node, scope);
}

/// True for a word that speaks of a chosen target.
fn is_of_target(node: &Node) -> bool {
    node.is("Ref", "Target") || node.is("Group", "Targets")
}

/// Checks that something divided is known as the targets are chosen (601.2d).
fn divided(node: &Node) -> Result<(), String> {
    let Some(divide) = node.field("divide") else { return Ok(()) };
    let when = if divide.any(&is_of_target) {
        "any of them is known"
    } else if divide.any(&is_of_before) {
        "the script does anything"
    } else {
        return Ok(());
    };
    Err(format!("`{divide}` is divided as the targets are chosen, before {when}"))
}

/// An ability knows nothing of others: its own targets, modes and X, and in it begins a script of its own.
fn ability(node: &Node, scope: &mut Scope) -> Result<(), String> {
    let own = [
        TARGET, MODE, KEPT, NOTED, LAST, IT, LOOP, CHOICE, DELAYED, SHARES, ENTERING, IN_MODE, PRODUCED,
        ALONE, DEALT, PAST,
    ];
    own.into_iter().chain(EVENT).chain([REPLACES]).for_each(|sort| scope.set(sort, 0));
    let modes = node.field("modes").and_then(|modes| modes.field("of")).and_then(Node::number);
    scope.set(MODE, modes.and_then(|modes| u32::try_from(modes).ok()).unwrap_or(0));
    for (place, target) in node.field("targets").iter().flat_map(|list| &list.parts).enumerate() {
        let mode = if target.word == "InMode" {
            target.number_at(0).map_or(0, |mode| mode.saturating_add(1))
        } else {
            0
        };
        scope.mark(OF_MODE, place as u32, mode);
        scope.mark(TARGETED, place as u32, targeted(target));
    }
    divided(node)?;
    let chosen = |node: &Node| {
        is_of_target(node) || node.is("Number", "X") || node.is("Ref", "Paid") || node.is("Condition", "Mode")
    };
    let first = ["only_if", "timing"].map(|role| node.field(role));
    if let Some(said) = first.into_iter().flatten().find(|said| said.any(&chosen)) {
        return Err(format!("`{said}` is asked first, before anything is chosen or paid for it"));
    }
    scope.set(SHARES, u32::from(node.field("divide").is_some_and(|divide| !divide.word.is_empty())));
    match node.kind {
        "Activated" => {
            scope.set(TAKEN, u32::from(is_offered(node)));
            scope.set(X, u32::from(node.field("cost").is_some_and(|cost| cost.any(&pays_x))));
            scope.set(PAID, u32::from(node.field("cost").is_some_and(|cost| cost.any(&is_chosen))));
        }
        "Triggered" => {
            scope.set(X, 0);
            settled(node, scope)?;
            scope.set(PAID, 0);
            let zone = node.field("zone").map_or("", |zone| zone.word);
            if matches!(zone, "Hand" | "Library") {
                return Err(format!(
                    "it never triggers: what not all players can see, as in the zone `{zone}`, does not (603.2e)"
                ));
            }
            let zone = if zone.is_empty() { "Battlefield" } else { zone };
            if let Some(found) = node.field("when").and_then(found_in)
                && !found.contains(&zone)
            {
                let zones = found.join("` or `zone: ");
                return Err(format!(
                    "it never triggers: the ability works in the zone `{zone}`, and the event finds this object elsewhere; say `zone: {zones}` (112.6)"
                ));
            }
            let place = scope.count(PLACE);
            let reflexive = node.field("when").is_some_and(|when| when.word == "Reflexive");
            if reflexive && !scope.has(GRANTED) && scope.at(PARTNER, place) != Some(1) {
                return Err(format!(
                    "it never triggers: no script of this card does `Trigger({place})` (603.12)"
                ));
            }
        }
        "Static" => {
            [X, PAID].into_iter().for_each(|sort| scope.set(sort, 0));
            return statics(node, scope);
        }
        _ => {}
    }
    Ok(())
}

/// A number that an ability settles as it triggers knows nothing but the event.
fn settled(node: &Node, scope: &mut Scope) -> Result<(), String> {
    let settled = node.field("amount").filter(|amount| !amount.word.is_empty());
    if let Some(amount) = settled.filter(|amount| amount.any(&is_of_before) || amount.any(&is_of_target)) {
        return Err(format!(
            "`{amount}` is settled as it triggers, before anything is chosen or done for it"
        ));
    }
    scope.set(SETTLED, u32::from(settled.is_some()));
    Ok(())
}

/// Whom damage is dealt to instead, and what else is done, can be named by what would deal it (614.9, 615.5). How much
/// it would be is known too, and to a script how much of it is prevented.
fn dealt(node: &Node, scope: &mut Scope) {
    let known: &[&str] = match (node.kind, node.role) {
        ("Consequence", _) | ("Ref", "instead") => &[EVENT_OBJECT],
        ("Number", "amount") => &[AMOUNT],
        ("Script", "does") => &[EVENT_OBJECT, AMOUNT, X],
        _ => &[],
    };
    known.iter().for_each(|sort| scope.set(sort, 1));
}

/// Whether a cost has an X.
fn pays_x(node: &Node) -> bool {
    node.text.contains("{X}") || node.is("Number", "X")
}

/// Whether objects are chosen to pay a cost.
fn is_chosen(node: &Node) -> bool {
    node.is("Cost", "Deed") && node.parts.get(2).is_some_and(|group| group.word != "Of")
}

/// A deed that nothing in the group can pay for.
fn cost(node: &Node) -> Result<(), String> {
    if matches!(node.word, "Behind" | "BehindTimes") {
        return Err(format!("`{node}` stands in `keywords.ron` alone"));
    }
    if node.word != "Deed" {
        return Ok(());
    }
    let (Some(deed), Some(group)) = (node.parts.first(), node.parts.get(2)) else { return Ok(()) };
    let from: &[&str] = match deed.word {
        "Discard" | "DiscardRandom" | "Cycle" | "Reveal" | "RevealFor" => &["Of", "Hand"],
        "Sacrifice" | "Offer" | "Return" | "Tap" | "Crew" | "Remove" | "Put" => &["Of", "All"],
        "Bottom" => &["Of", "Hand", "Graveyard"],
        "Mill" => &["Top"],
        _ => &["Of", "All", "Hand", "Graveyard", "Top", "Topmost"],
    };
    if from.contains(&group.word) {
        Ok(())
    } else {
        Err(format!("no cost is paid by `{deed}` of `{group}`: it takes one of {}", from.join(", ")))
    }
}

/// What a script asks a player to pay: what is chosen as a spell is cast has no place there.
fn asked(node: &Node) -> Result<(), String> {
    let costs = node.parts.get(1);
    let two_ways = |node: &Node| node.is("Cost", "Either") || node.text.contains("/P");
    if costs.is_some_and(|costs| costs.any(&two_ways)) {
        return Err("`Pay` cannot ask for costs that are paid in one way or another".to_string());
    }
    Ok(())
}

/// What is paid as creatures attack or block: what is chosen as a spell is cast, or is about one permanent
/// alone, has no place there.
fn toll(node: &Node) -> Result<(), String> {
    if !node.field("to").is_some_and(|deed| matches!(deed.word, "Attack" | "Block")) {
        return Err(format!("`{node}`: only attacking and blocking cost something (508.1h, 509.1d)"));
    }
    let wrong = |node: &Node| {
        node.kind == "Cost" && !matches!(node.word, "Mana" | "Generic" | "ManaTimes" | "Life" | "Deed")
            || node.text.contains('/')
    };
    match node.field("costs") {
        Some(costs) if costs.any(&wrong) => {
            Err(format!("`{node}` cannot be paid as creatures attack or block"))
        }
        _ => Ok(()),
    }
}

fn statics(node: &Node, scope: &Scope) -> Result<(), String> {
    let Some((affects, changes)) = node.field("affects").zip(node.field("changes")) else { return Ok(()) };
    if changes.parts.is_empty() {
        return Err("it does nothing: `changes` is empty".to_string());
    }
    let elsewhere = matches!(
        affects.word,
        "Hand"
            | "Graveyard"
            | "Graveyards"
            | "LibraryTop"
            | "GraveyardTop"
            | "Top"
            | "Bottom"
            | "Spells"
            | "Linked"
    );
    if changes.parts.iter().any(|change| change.is("Change", "GainActivated")) {
        return Err("only an effect that lasts gives the abilities of another object".to_string());
    }
    changes.parts.iter().try_for_each(|change| done_to(affects, change, scope))?;
    match changes.parts.iter().find(|change| is_of_permanents(change)) {
        Some(change) if elsewhere => {
            Err(format!("`{change}` does nothing to `{affects}`: it is about permanents"))
        }
        _ => Ok(()),
    }
}

fn replacement(node: &Node, word: &str, scope: &mut Scope) -> Result<(), String> {
    let own = [
        TARGET, MODE, KEPT, NOTED, LAST, IT, LOOP, CHOICE, DELAYED, SHARES, ENTERING, IN_MODE, PRODUCED,
        ALONE,
    ];
    own.into_iter().chain(EVENT).for_each(|sort| scope.set(sort, 0));
    if word != "Enters" {
        [X, PAID].into_iter().for_each(|sort| scope.set(sort, 0));
    }
    scope.set(REPLACES, 1);
    scope.set(ENTERING, u32::from(word == "Enters"));
    // Whatever else is done with the damage knows its source, and so does whom it is dealt to instead.
    scope.set(DEALT, u32::from(word == "Prevent"));
    if word == "Begun" && !scope.has(GRANTED) && scope.at(PARTNER, scope.count(PLACE)) != Some(1) {
        return Err(format!(
            "`{node}` never applies: no script of this card does `Replaces` with it (614.3)"
        ));
    }
    replaced(node, word)?;
    let number = |role: &str| node.field(role).and_then(Node::number).unwrap_or(0);
    match word {
        "Skip" => skipped(node),
        "TurnedUp" => turned_up(node),
        "Amount" if number("times") == 1 && number("plus") == number("less") => {
            Err(format!("`{node}` replaces an event with the same event"))
        }
        "Enters" if node.field("does").is_some_and(|does| !does.word.is_empty()) => {
            let own = node.field("what").is_some_and(|what| what.to_string() == "Is(This)");
            if own { Ok(()) } else { Err("a script runs only as this object itself enters".to_string()) }
        }
        _ => Ok(()),
    }
}

/// What nobody has seen cannot be played.
fn may_play(node: &Node, scope: &Scope) -> Result<(), String> {
    if node.any(&|node: &Node| matches!(node.word, "LibraryTop" | "Top" | "Bottom") && node.kind == "Group") {
        scope.need(
            node,
            SHOWN,
            "nothing on this card shows that card, with `ShowTop` or `SeeTop` (401.5)",
        )?;
    }
    let what = node.parts.first().and_then(|said| said.field("what"));
    match what.filter(|what| held(what, scope) & OBJECT == 0) {
        Some(what) => Err(format!("`{node}` allows nothing: `{what}` are players, not cards")),
        None => Ok(()),
    }
}

fn skipped(node: &Node) -> Result<(), String> {
    match node.parts.get(1) {
        Some(span) if NOT_SKIPPED.contains(&span.word) => {
            Err(format!("`{node}`: that step is skipped with the phase, `Combat`, alone"))
        }
        _ => Ok(()),
    }
}

fn script(node: &Node, scope: &mut Scope) -> Result<(), String> {
    if node.word == "If"
        && let Some(mode) = node.parts.first().filter(|condition| condition.word == "Mode")
    {
        scope.set(IN_MODE, mode.number_at(0).map_or(0, |mode| mode.saturating_add(1)));
    }
    if node.word == "Pay" {
        asked(node)?;
    }
    if matches!(node.word, "If" | "IfElse") {
        scope.set(ALONE, 1);
    }
    scope::script(node, scope)
}

fn verb(node: &Node, scope: &mut Scope) -> Result<(), String> {
    if node.word != "Modify" {
        let own = |change: &&Node| !matches!(change.word, "GainLine" | "FullText" | "CopyOf");
        changes_in(node).filter(own).try_for_each(done_to_one)?;
    }
    operands(node, scope)?;
    match node.word {
        "EnterTapped" | "EnterElsewhere" | "EnterWith" | "EnterKeeping" | "EnterChosen" | "EnterMoving"
        | "EnterCopy" | "EnterAs" | "Anchor" => {
            scope.need(node, ENTERING, "it is done as an object enters, in `Enters(does: ..)`")
        }
        "Performs"
            if !node
                .parts
                .get(1)
                .is_some_and(|deed| matches!(deed.word, "Exploit" | "Evolve" | "Champion" | "AddMana")) =>
        {
            Err(format!("`{node}`: that deed is told by what does it"))
        }
        "Trigger" | "Offer" | "Replaces" => abilities::meant(node, scope),
        "ChooseWord" if node.parts.get(1).is_some_and(|kind| kind.word == "CardType") => {
            Err(format!("`{node}`: a card type is what objects share, and nobody chooses one"))
        }
        "Skip" => skipped(node),
        "ControlPlayers" if node.parts.get(1).is_some_and(|until| !WITHIN_A_TURN.contains(&until.word)) => {
            Err(format!(
                "`{node}`: so a player is controlled within a turn; without a duration for the next turn"
            ))
        }
        "EndOffered" if !scope.has(TAKEN) => {
            Err(format!("`{node}` ends nothing: it is not in an ability that is `offered` (115.2c)"))
        }
        _ if node.parts.iter().any(|part| part.word == "Needed") => {
            Err(format!("`{node}`: only what players may do with `Offer` is `Needed`"))
        }
        _ if node
            .parts
            .iter()
            .any(|part| part.parts.iter().any(|change| change.is("Change", "GainLine"))) =>
        {
            Err("only a static ability gives a keyword by its name".to_string())
        }
        _ if changes_in(node).any(|change| matches!(change.word, "FullText" | "CopyOf")) => {
            Err("only a static ability gives the full text of a card, or makes a copy as long as it is there"
                .to_string())
        }
        "Modify" => modify(node, scope),
        "MissUntapStep" => miss_untap_step(node),
        "Put" | "DamageBy" => {
            it_within(node, if node.word == "Put" { &["under"] } else { &["amount", "to"] }, scope)?;
            scope.set(IT, 1);
            Ok(())
        }
        "Look" => look(node, scope),
        _ => Ok(()),
    }
}

/// In the number `It` is the player.
fn look(node: &Node, scope: &mut Scope) -> Result<(), String> {
    it_within(node, &["number"], scope)?;
    scope.set(IT, 1);
    let zone = node.field("zone").map_or("Library", |zone| zone.word);
    let top = [node.field("number"), node.field("until")];
    match (zone, top.into_iter().flatten().any(|part| !part.word.is_empty())) {
        ("Library", _) | ("Hand", false) => Ok(()),
        ("Hand", true) => Err("a hand has no top: all of it is looked at".to_string()),
        _ => Err(format!("all players can look at the zone `{zone}` anyway")),
    }
}

fn target(node: &Node, scope: &mut Scope) -> Result<(), String> {
    // Of the targets only those are known that have been chosen before.
    scope.set(TARGET, scope.count(TARGET).min(scope.count(PLACE)));
    match node.word {
        "InMode" => scope.nth(node, MODE),
        "Such" => {
            scope.set(IT, 1);
            Ok(())
        }
        "Another" if node.number_at(0).is_none_or(|other| other >= scope.count(PLACE)) => {
            Err(format!("`{node}` refers to nothing: \"another\" is said of a target group before this one"))
        }
        "Spell" | "Ability" => node.parts.iter().try_for_each(of_spells),
        "Permanent" | "Creature" => node.parts.iter().try_for_each(of_permanents),
        _ => Ok(()),
    }
}

/// What is no spell: a filter that asks for it matches none.
fn of_spells(filter: &Node) -> Result<(), String> {
    scope::asked(filter, "no spell", &|filter| match filter.word {
        "Type" => filter.parts.iter().any(|part| part.word == "Land"),
        word => matches!(word, "Tapped" | "Attacking" | "Blocking" | "Damaged" | "Fights"),
    })
}

/// What is no permanent.
fn of_permanents(filter: &Node) -> Result<(), String> {
    scope::asked(filter, "no permanent", &|filter| {
        filter.word == "Type" && filter.parts.iter().any(|part| matches!(part.word, "Instant" | "Sorcery"))
    })
}

fn targets(node: &Node, scope: &Scope) -> Result<(), String> {
    scope.nth(node, TARGET)?;
    let place = node.number_at(0).unwrap_or(0);
    match (scope.at(OF_MODE, place).unwrap_or(0), scope.count(IN_MODE)) {
        (of, here) if of != 0 && here != 0 && of != here => Err(format!(
            "`{node}` refers to nothing: it is a target of mode {}, and this is done in mode {}",
            of - 1,
            here - 1
        )),
        _ => Ok(()),
    }
}

fn group(node: &Node, scope: &mut Scope) -> Result<(), String> {
    // A loop is over its outermost group alone.
    scope.set(LOOP, 0);
    match node.word {
        "Targets" => targets(node, scope),
        "Noted" => scope.nth(node, NOTED),
        "AllNoted" => scope.need(node, NOTED, "this script has no `Note` before"),
        "Last" | "MostVotes" => scope.need(node, LAST, "nothing has been done before in this script"),
        "Linked" => scope.need(node, LINKED, "no ability of this card links anything with `Link` (607.2)"),
        "Spells" => node.parts.iter().try_for_each(of_spells),
        "All" => node.parts.iter().try_for_each(of_permanents),
        _ => Ok(()),
    }
}

fn reference(node: &Node, scope: &Scope) -> Result<(), String> {
    let event = |sort: &'static str| scope.need(node, sort, &format!("there is no {sort} here"));
    match node.word {
        "Target" => targets(node, scope),
        "It" => scope.need(node, IT, "it is not in an `Each`"),
        "LastLinked" => {
            scope.need(node, LINKED, "no ability of this card links anything with `Link` (607.2)")
        }
        "Event" => event(EVENT_OBJECT),
        "EventOther" => event(OTHER),
        "EventPlayer" => event(PLAYER),
        "Last" | "LastWas" => scope.need(node, LAST, "nothing has been done before in this script"),
        "Attached" => {
            scope.need(node, HOST, "this card is attached to nothing: it is neither an Aura nor an Equipment")
        }
        "ChosenObject" => {
            scope.need(node, CHOSEN, "nothing on this card chooses an object with `EnterChosen`")
        }
        "ChosenPlayer" => scope.need(node, SEAT, "nothing on this card chooses a player with `ChoosePlayer`"),
        "Paid" => scope.need(node, PAID, "nothing is chosen to pay for it"),
        "Maker" => scope.need(node, MAKER, "only a token is made by something"),
        _ => Ok(()),
    }
}

fn quality(node: &Node, scope: &Scope) -> Result<(), String> {
    match node.word {
        "Player" => Err(format!("`{node}` is said of no player by name")),
        "ChosenName" if !scope.has(OF_PLAYERS) => {
            Err(format!("`{node}`: players alone have protection from a card name"))
        }
        _ => Ok(()),
    }
}

fn number(node: &Node, scope: &Scope) -> Result<(), String> {
    match node.word {
        "X" => scope.need(node, X, "no cost here has {X}"),
        "Given" => Err(format!("`{node}` stands in `keywords.ron` alone")),
        "EventAmount" => scope.need(node, AMOUNT, "there is no amount of the event here"),
        "HowOften" => remembered(node),
        "Power" | "Toughness" | "ManaValue" => of_object(node, scope),
        "Kept" => scope.nth(node, KEPT),
        "LastAmount" | "Votes" => scope.need(node, LAST, "nothing has been done before in this script"),
        "Share" => scope.need(node, SHARES, "nothing is divided: there is no `divide` here"),
        "Activations" | "Resolutions" if scope.has(GRANTED) => Err(format!(
            "`{node}` is asked of an ability that is given away: it counts those of its own card"
        )),
        "Activations" | "Resolutions" => {
            scope.nth(node, ABILITY)?;
            match scope.at(KIND, node.number_at(0).unwrap_or(0)) {
                Some(ACTIVATED) => Ok(()),
                _ => Err(format!("`{node}` refers to nothing: that ability is not activated")),
            }
        }
        _ => Ok(()),
    }
}

fn condition(node: &Node, scope: &mut Scope) -> Result<(), String> {
    match node.word {
        "Matches" => of_object(node, scope),
        "CanPlayFree" if !scope.has(ALONE) => {
            Err(format!("`{node}` is asked by `If` and `IfElse` alone, and by itself"))
        }
        "All" | "Not" => {
            scope.set(ALONE, 0);
            Ok(())
        }
        "Mode" => scope.nth(node, MODE),
        "Happened" => remembered(node),
        _ => Ok(()),
    }
}

fn filter(node: &Node, scope: &Scope) -> Result<(), String> {
    match node.word {
        "Chosen" => match node.parts.first().map_or("", |which| which.word) {
            "Name" => scope.need(node, NAME, "nothing on this card chooses a name with `ChooseWord`"),
            "Color" => scope.need(node, COLOR, "nothing on this card chooses a color with `ChooseWord`"),
            _ => scope.need(node, TYPE, "nothing on this card chooses a type with `ChooseWord`"),
        },
        "Did" | "Suffered" => recalled(node),
        "Is" | "Fights" => of_object(node, scope),
        "MadeBy" | "Without" => meaning(node.parts.first().map_or("", |name| name.text.as_str())).map(drop),
        "KeywordSubject" => Err(format!("`{node}` stands in `keywords.ron` alone")),
        "Has" => meaning(node.parts.first().map_or("", |name| name.text.as_str())).map(drop),
        _ => scope::filter(node),
    }
}
