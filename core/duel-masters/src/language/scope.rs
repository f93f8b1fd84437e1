//! What the words of a definition refer to (`duelog cards check`).

use duelog_kernel::ron_text::value;
use duelog_kernel::scope::sort::{
    AMOUNT, CHOICE, DELAYED, EVENT, IT, KEPT, LAST, LOOP, OBJECT as EVENT_OBJECT, OTHER,
    PLAYER as EVENT_PLAYER,
};
use duelog_kernel::scope::{self, Kind, Node, Scope, Sense, Sort, done_to, done_to_operands};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

use crate::language::definition::{
    ANYTHING, Asked, ELEMENT, ELSEWHERE, HAND, MANA, OBJECT, PLAYER, Ruling, SHIELD, Subject, Verb, WORD,
    When,
};
use crate::language::parse::{REPLACED, can_be_replaced};

/// The words of Duel Masters.
pub struct Words;

// What there can be to refer to beside what every game has.
const CHOSEN: &str = "choice";
const LOOKED: &str = "looked at";
const GEAR: &str = "cross gear";
/// A group of all that is referred to, whatever kind it is of.
const WHOLE: &str = "whole choice";
/// An ability that a script lets work by itself.
const IMPOSED: &str = "imposed ability";
/// What was chosen at a place.
const KIND: &str = "kind of choice";
const THINGS: u32 = 0;
const RACES: u32 = 1;
const CIVILIZATIONS: u32 = 2;
const NUMBERS: u32 = 3;
const NAMES: u32 = 4;

impl Sense for Words {
    const LASTING: &'static [&'static str] = &[CHOSEN, KEPT, LAST, LOOKED, KIND];
    const APART: &'static [&'static str] = &["Ability"];

    fn enter(node: &Node, scope: &mut Scope) -> Result<(), String> {
        match (node.kind, node.word) {
            ("Card", _) => {
                let is_gear =
                    node.field("kind").is_some_and(|kind| matches!(kind.word, "CrossGear" | "Weapon"));
                scope.set(GEAR, u32::from(is_gear));
                begin(scope);
                Ok(())
            }
            ("Verb", "Impose") => {
                scope.set(IMPOSED, 1);
                Ok(())
            }
            ("Replacement", _) => replacement(node),
            ("Ability", word) => {
                // What was chosen before is known to what works by itself from then on.
                let known = scope.has(IMPOSED).then(|| scope.count(CHOSEN));
                scope.set(IMPOSED, 0);
                begin(scope);
                known.into_iter().for_each(|known| scope.set(CHOSEN, known));
                let of_nothing =
                    word == "While" && node.parts.get(1).is_some_and(|list| list.parts.is_empty());
                if of_nothing { Err("`While` of nothing does nothing".to_string()) } else { Ok(()) }
            }
            // What a card is linked with is printed on it, and knows nothing of what its text does.
            ("", "") if node.role == "links" => {
                begin(scope);
                Ok(())
            }
            // What it waits for knows what was chosen, and nothing else of the script before it.
            ("Moment", _) if scope.has(DELAYED) => {
                [KEPT, LAST, LOOKED].into_iter().for_each(|sort| scope.set(sort, 0));
                Ok(())
            }
            // What can take its place is looked at before it is known which event that is.
            ("Instead", "Other") => {
                EVENT.into_iter().for_each(|sort| scope.set(sort, 0));
                Ok(())
            }
            ("Static", _) if node.entries("changes") == 0 => {
                Err("it does nothing: `changes` is empty".to_string())
            }
            ("Script", _) => scope::script(node, scope),
            ("Verb", "Modify") if node.parts.get(1).is_some_and(|changes| changes.parts.is_empty()) => {
                Err("`Modify` without changes does nothing".to_string())
            }
            ("Verb", "Choose") if node.parts.get(4).is_some() && !no_least(node) => {
                Err("whoever chooses within a bound may choose nothing: the least is `N(0)`".to_string())
            }
            ("Verb", _) => operands(node),
            ("Condition", "Matches") => of_object(node),
            ("Change", "Power") => power(node),
            ("Change", "Rule") => node.parts.iter().try_for_each(ruled),
            ("When", word) => when(node, word),
            ("Ref", _) => reference(node, scope),
            ("Group", _) => group(node, scope),
            ("Number", _) => number(node, scope),
            ("Filter", _) => filter(node, scope),
            _ => Ok(()),
        }
    }

    fn leave(node: &Node, scope: &mut Scope) {
        match (node.kind, node.word) {
            ("Script", "Let") => scope.add(KEPT),
            ("Verb", word) => {
                scope.add(LAST);
                match word {
                    "Show" if node.any(&|part| part.is("Group", "Top")) => scope.set(LOOKED, 1),
                    "Choose" => {
                        let kind = match node.parts.get(1).map_or("", |group| group.word) {
                            "Races" => RACES,
                            "Civilizations" => CIVILIZATIONS,
                            "Numbers" => NUMBERS,
                            "CardNames" => NAMES,
                            _ => THINGS,
                        };
                        scope.mark(KIND, scope.count(CHOSEN), kind);
                        scope.add(CHOSEN);
                    }
                    _ => {}
                }
            }
            ("Ref", _) => scope.set(WHOLE, 0),
            // The group of a loop is worked out before the loop begins.
            ("Group", _) if scope.has(LOOP) => {
                scope.set(LOOP, 0);
                scope.set(IT, 1);
            }
            ("When", _) => told(node).iter().for_each(|sort| scope.set(sort, 1)),
            ("Moment", _) if scope.has(DELAYED) => {
                // What it waits for is a new event, and its script begins anew; what was chosen stays known,
                // and what the new event does not have is that of the old one.
                if let Some(when) = node.parts.iter().find(|part| part.kind == "When") {
                    let known = told(when);
                    let hides = known.contains(&EVENT_OBJECT);
                    EVENT
                        .into_iter()
                        .filter(|sort| hides || known.contains(sort))
                        .for_each(|sort| scope.set(sort, u32::from(known.contains(&sort))));
                }
                [DELAYED, KEPT, LAST].into_iter().for_each(|sort| scope.set(sort, 0));
            }
            _ => {}
        }
    }

    fn names(node: &Node) -> Option<Sort> {
        node.is("Filter", "Named").then_some(Sort::Any)
    }
}

/// Returns whether a choice can be of nothing, whatever is on the table.
fn no_least(choice: &Node) -> bool {
    choice.parts.get(2).is_some_and(|least| least.is("Number", "N") && least.number_at(0) == Some(0))
}

/// An ability knows nothing of others.
fn begin(scope: &mut Scope) {
    [CHOSEN, KEPT, LAST, LOOKED, IT, LOOP, CHOICE, DELAYED, WHOLE]
        .into_iter()
        .chain(EVENT)
        .for_each(|sort| scope.set(sort, 0));
}

/// What a script knows of an event.
fn told(when: &Node) -> &'static [&'static str] {
    let says = |word: &str| when.parts.iter().any(|part| part.word == word);
    match when.word {
        "Begins" => &[EVENT_PLAYER],
        "Does" if says("WillDraw") => &[EVENT_PLAYER],
        "Does" if ["Draw", "TurnDraw", "ExtraDraw"].into_iter().any(says) => &EVENT,
        "Does" if says("Use") => &[EVENT_OBJECT, EVENT_PLAYER],
        "Becomes" if says("Tapped") => &[EVENT_OBJECT, EVENT_PLAYER],
        "Combat" if says("Breaks") || says("EndsAttack") => &[EVENT_OBJECT, EVENT_PLAYER, AMOUNT],
        "Combat" if ["NotBlocked", "WillBreak"].into_iter().any(says) => &[EVENT_OBJECT, EVENT_PLAYER],
        _ => &[EVENT_OBJECT, OTHER, EVENT_PLAYER],
    }
}

fn when(node: &Node, word: &str) -> Result<(), String> {
    let says = |word: &str| node.parts.iter().any(|part| part.word == word);
    let filters = |of: fn(&Node) -> Result<(), String>| {
        node.parts.iter().filter(|part| part.kind == "Filter").try_for_each(of)
    };
    match word {
        "Moves" if says("Battle") => filters(of_elements),
        "Becomes" if says("Over") => {
            filters(|filter| scope::asked(filter, "no spell", &|filter| asks(filter, |kind| kind != "Spell")))
        }
        "Becomes" => filters(of_elements),
        "Combat" => filters(of_creatures),
        "Does" if says("WillDraw") => filters(|filter| match filter.word {
            "Any" => Ok(()),
            _ => Err(format!(
                "`{filter}` does nothing: which card will be drawn is not known (114.5); write `Any`"
            )),
        }),
        _ => Ok(()),
    }
}

/// Whether a filter asks for a card type that the thing never has.
fn asks(filter: &Node, never: impl Fn(&str) -> bool) -> bool {
    filter.word == "Kind" && filter.parts.iter().any(|kind| never(kind.word))
}

fn of_elements(filter: &Node) -> Result<(), String> {
    scope::asked(filter, "no element", &|filter| asks(filter, |kind| kind == "Spell"))
}

fn of_creatures(filter: &Node) -> Result<(), String> {
    scope::asked(filter, "no creature", &|filter| asks(filter, |kind| kind != "Creature"))
}

/// That a word refers to a choice of its kind.
fn chosen(node: &Node, scope: &Scope, kind: u32, what: &str) -> Result<(), String> {
    scope.nth(node, CHOSEN)?;
    if scope.at(KIND, node.number_at(0).unwrap_or(0)) == Some(kind) {
        Ok(())
    } else {
        Err(format!("`{node}` refers to nothing: that choice is not one of {what}"))
    }
}

fn reference(node: &Node, scope: &mut Scope) -> Result<(), String> {
    let event = |sort: &'static str| scope.need(node, sort, &format!("there is no {sort} here"));
    match node.word {
        "It" => scope.need(node, IT, "it is not in an `Each`"),
        "Event" => event(EVENT_OBJECT),
        "Other" => event(OTHER),
        "EventPlayer" => event(EVENT_PLAYER),
        "Chosen" if scope.has(WHOLE) => scope.nth(node, CHOSEN),
        "Chosen" => chosen(node, scope, THINGS, "objects or players"),
        "Owner" => {
            scope.set(WHOLE, 0);
            Ok(())
        }
        "Last" => scope.need(node, LAST, "nothing has been done before in this script"),
        _ => Ok(()),
    }
}

fn group(node: &Node, scope: &mut Scope) -> Result<(), String> {
    // A loop is over its outermost group alone.
    scope.set(LOOP, 0);
    match node.word {
        "Of" => {
            scope.set(WHOLE, 1);
            Ok(())
        }
        "Looked" => scope.need(
            node,
            LOOKED,
            "nothing is being looked at: there is no `Show` of the top of a deck before",
        ),
        "Battle" => node.parts.iter().try_for_each(of_elements),
        _ => Ok(()),
    }
}

/// How play asks for a rule.
fn asked(rule: &Node) -> Option<Asked> {
    let word = |place: usize| {
        IntoDeserializer::<Error>::into_deserializer(rule.parts.get(place).map_or("", |part| part.word))
    };
    Ruling::deserialize(word(0)).ok()?.asked(Subject::deserialize(word(1)).ok()?)
}

/// That something asks for a rule, and against what where that is said; and that it speaks of nothing that a script
/// alone knows, as it is asked for whenever that is done and looks from the element that it is said of.
fn ruled(rule: &Node) -> Result<(), String> {
    let asked = asked(rule);
    let any = rule.parts.get(2).is_none_or(|part| part.word == "Any");
    let of_script = |node: &Node| match node.kind {
        "Ref" => matches!(node.word, "It" | "Event" | "Other" | "EventPlayer" | "Chosen" | "Last"),
        "Number" => matches!(node.word, "Amount" | "Kept"),
        "Group" => node.word == "Looked",
        "Filter" => node.word == "OfChosen",
        _ => false,
    };
    if asked.is_none() {
        return Err(format!("`Rule{rule}` does nothing: nothing asks whether that is so"));
    }
    if asked == Some(Asked::Alone) && !any {
        return Err(format!(
            "`Rule{rule}`: nothing asks against what that is, so that its last word does nothing; write `Any`"
        ));
    }
    if rule.any(&of_script) {
        return Err(format!(
            "`Rule{rule}`: it is asked for whenever that is done, and nothing of this script is known then; say what matches by what it is"
        ));
    }
    Ok(())
}

/// That a power is not divided by what nothing can be divided by.
fn power(node: &Node) -> Result<(), String> {
    let divides = node.parts.first().is_some_and(|how| how.word == "DividedBy");
    let by = node.parts.get(1).filter(|number| number.is("Number", "N"));
    let by = by.and_then(|number| number.parts.first()).and_then(Node::number);
    match by {
        Some(by) if divides && by < 1 => Err(format!("a power is divided by 1 or more, not by {by} (108.2)")),
        Some(_) | None => Ok(()),
    }
}

fn number(node: &Node, scope: &Scope) -> Result<(), String> {
    let says = |word: &str| node.parts.iter().any(|part| part.word == word);
    match node.word {
        "Amount" if says("Keyword") => {
            Err("only what a keyword means has a number behind it: write the number".to_string())
        }
        "Amount" if says("Event") => scope.need(node, AMOUNT, "there is no amount of the event here"),
        "Amount" => scope.need(node, LAST, "nothing has been done before in this script"),
        "Total" => {
            let (kind, what) = if says("Value") { (NUMBERS, "numbers") } else { (THINGS, "objects") };
            let of = node.parts.get(1).filter(|group| group.is("Group", "Of"));
            let choice = of.and_then(|group| group.parts.first()).filter(|of| of.is("Ref", "Chosen"));
            match choice {
                Some(choice) => chosen(choice, scope, kind, what),
                None if kind == NUMBERS => {
                    Err("`Total(Value, ..)` is of numbers that were chosen: `Of(Chosen(..))`".to_string())
                }
                None => Ok(()),
            }
        }
        "Kept" => scope.nth(node, KEPT),
        _ => Ok(()),
    }
}

fn filter(node: &Node, scope: &Scope) -> Result<(), String> {
    match node.word {
        "OfChosen" => {
            let of = "races, civilizations or names";
            let found = [RACES, CIVILIZATIONS, NAMES].map(|kind| chosen(node, scope, kind, of));
            let [first, ..] = found.clone();
            if found.iter().any(Result::is_ok) { Ok(()) } else { first }
        }
        "Is" => of_object(node),
        "Can" if !node.parts.iter().any(|part| could_be_forbidden(part.word)) => {
            Err(format!("`{node}` says nothing: nothing forbids that"))
        }
        "Host" => scope.need(node, GEAR, "only a cross gear is crossed to a creature (303.3a)"),
        _ => scope::filter(node),
    }
}

/// The kinds of things, and what says them.
const KINDS: [Kind; 7] = [
    (ELEMENT, "elements", "Battle(Any)"),
    (PLAYER, "players", "Players"),
    (SHIELD, "shields", "In(Shield, You, Any)"),
    (HAND, "cards in a hand", "In(Hand, You, Any)"),
    (MANA, "cards in a mana zone", "In(Mana, You, Any)"),
    (ELSEWHERE, "other cards", "In(Graveyard, You, Any)"),
    (WORD, "words", "Races"),
];

/// All that a reference can be.
fn referred(reference: &Node) -> u32 {
    match reference.word {
        "This" | "Event" | "Other" => OBJECT,
        "You" | "Opponent" | "TurnPlayer" | "EventPlayer" | "Owner" => PLAYER,
        _ => ANYTHING,
    }
}

/// All that a group can hold.
fn held(group: &Node) -> u32 {
    let first = group.parts.first();
    match group.word {
        "Of" => first.map_or(ANYTHING, referred),
        "Battle" => ELEMENT,
        "In" => match first.map_or("", |place| place.word) {
            "Battle" => ELEMENT,
            "Shield" => SHIELD,
            "Hand" => HAND,
            "Mana" => MANA,
            _ => ELSEWHERE,
        },
        "Top" => ELSEWHERE,
        "Players" => PLAYER,
        "Civilizations" | "Races" | "Numbers" | "CardNames" => WORD,
        "Together" => {
            first.map_or(ANYTHING, |list| list.parts.iter().fold(0, |all, group| all | held(group)))
        }
        _ => OBJECT,
    }
}

/// Checks that a verb is done to something to which it does something.
fn operands(node: &Node) -> Result<(), String> {
    let Ok(verb) = value::<Verb>(&node.tree()) else { return Ok(()) };
    done_to_operands(node, verb.operands(), held, referred, &KINDS)
}

/// Checks that what a word looks at is an object, and no player.
fn of_object(node: &Node) -> Result<(), String> {
    let looked_at = node.parts.first().filter(|one| one.kind == "Ref");
    looked_at
        .map_or(Ok(()), |one| done_to(node, one, (referred(one), OBJECT), &[(OBJECT, "objects", "This")]))
}

/// Returns whether play asks whether something forbids this.
fn could_be_forbidden(subject: &str) -> bool {
    let subject = Subject::deserialize(IntoDeserializer::<Error>::into_deserializer(subject));
    subject.is_ok_and(|subject| Ruling::Forbid.asked(subject).is_some())
}

/// Checks that the event of a replacement effect is one that is replaced, and that what happens instead fits it.
fn replacement(node: &Node) -> Result<(), String> {
    let (Some(event), Some(instead)) = (node.field("event"), node.field("instead")) else { return Ok(()) };
    if value::<When>(&event.tree()).is_ok_and(|event| !can_be_replaced(&event)) {
        return Err(format!("`{event}` is not an event that is replaced: {REPLACED}"));
    }
    let says = |word: &str| event.parts.iter().any(|part| part.word == word);
    let to = instead.parts.first().filter(|_| instead.word == "To").map_or("", |to| to.word);
    match event.word {
        "Does" if says("WillDraw") && !to.is_empty() => Err(format!(
            "`{instead}` does nothing: no card has been drawn yet that could go elsewhere; say what is done, with `Do`"
        )),
        "Does" | "Combat" if to == "TopCard" && !says("Loses") => Err(format!(
            "`{instead}` does nothing: only an element that leaves can let its top card go alone (811.1)"
        )),
        _ => Ok(()),
    }
}
