//! The game in words: what is asked, what an answer would do, what happened.

use duelog_kernel::script::{Code, Op};
use duelog_kernel::{Item, ObjectId, Request, Viewer};

use crate::language::definition::{Magical, Target, Verb};
use crate::language::mana::SYMBOLS;
use crate::rules::continuous::Layers;
use crate::rules::eval::Sight;
use crate::rules::game::verb;
use crate::rules::targets::code_of;
use crate::state::library::Library;
use crate::state::{
    AbilityPlace, AbilityRef, Board, CardId, Casting, CastingStage, CodeRef, EffectKey, Frame, LastingKind,
    Object, Shield, StackKind, Waiting,
};
use crate::words::label::{label, name};
use crate::words::plain::symbol;

mod phrase;
mod proposed;
mod replacing;
mod telling;
#[cfg(test)]
mod tests;
pub mod wording;

pub use telling::tell;
use wording::Wording;

/// The ability at a place of a card; basic land types give abilities at places of their own (305.6).
pub fn ability_in_words(library: &Library, card: CardId, place: AbilityPlace) -> String {
    let written = library
        .ability(AbilityRef { card, place })
        .map(|ability| wording::ability(library.name(card), ability));
    match place {
        AbilityPlace::Intrinsic(color) => format!("{{T}}: add {}", symbol(color as u8)),
        AbilityPlace::Loyalty => format!("enters with {} loyalty counters", library.card(card).base.loyalty),
        AbilityPlace::Printed(place) | AbilityPlace::Granted(place) => {
            written.unwrap_or_else(|| format!("ability {}", u64::from(place) + 1))
        }
        AbilityPlace::Spell | AbilityPlace::Defining => "an ability".to_string(),
    }
}

/// The ability at a place among those of an object.
fn ability_of(board: &Board, library: &Library, id: ObjectId, place: AbilityPlace) -> String {
    let Some(object) = board.get(id) else { return "an ability".to_string() };
    // Which abilities effects have given to it takes the layers to know.
    let given = || Layers { board, library }.compute().get(id.index())?.as_ref()?.ability(place);
    let given = if matches!(place, AbilityPlace::Granted(_)) { given() } else { None };
    let ability = given.unwrap_or(AbilityRef { card: board.card_of(object), place });
    ability_in_words(library, ability.card, ability.place)
}

/// What a spell or ability on the stack does.
pub fn stack_in_words(library: &Library, card: CardId, kind: StackKind) -> String {
    match kind {
        StackKind::Spell => library.name(card).to_string(),
        StackKind::Activated(_, place) | StackKind::Triggered(_, place) => {
            ability_in_words(library, card, place)
        }
        StackKind::Delayed(_, code, at) => code_in_words(library, code, usize::from(at), None),
    }
}

/// What the steps of a script from one to before another, or to the end of its part, do.
fn code_in_words(library: &Library, code: CodeRef, from: usize, to: Option<usize>) -> String {
    let words = Wording { name: library.name(code.card), targets: library.targets(code) };
    let steps = library.code(code).map_or(&[][..], |code| &code.0[..]);
    let part =
        steps.iter().take(to.unwrap_or(steps.len())).skip(from).take_while(|op| !matches!(op, Op::End));
    let verbs: Vec<String> =
        part.filter_map(|op| if let Op::Do(verb) = op { Some(words.verb(verb)) } else { None }).collect();
    if verbs.is_empty() { "nothing".to_string() } else { verbs.join("; ") }
}

/// What a step of a script changes.
fn changes_in_words(library: &Library, code: CodeRef, at: u16) -> String {
    let words = Wording { name: library.name(code.card), targets: library.targets(code) };
    match library.code(code).and_then(|code| code.0.get(usize::from(at))) {
        Some(Op::Do(Verb::Modify(_, changes, _))) => words.changes(changes),
        _ => "nothing".to_string(),
    }
}

/// A part that a running script lets a player choose.
fn mode_in_words(board: &Board, library: &Library, mode: u32) -> Option<String> {
    let Some(Frame::Running(running)) = board.frames.last() else { return None };
    let code: &Code<Magical> = library.code(running.code)?;
    let Op::Choose(_, starts) = code.0.get(usize::from(running.cursor.at))? else { return None };
    let start = usize::from(*starts.get(mode as usize)?);
    // Each part ends with a jump behind the last one.
    let end = match starts.get(mode as usize + 1) {
        Some(next) => usize::from(*next),
        None => match starts.get(1).and_then(|second| code.0.get(usize::from(second.checked_sub(1)?))) {
            Some(Op::Jump(after)) => usize::from(*after),
            _ => code.0.len(),
        },
    };
    Some(code_in_words(library, running.code, start, Some(end)))
}

/// A mode of the spell or ability that is put on the stack (700.2).
fn chosen_mode_in_words(board: &Board, library: &Library, request: Option<&Request>, mode: u32) -> String {
    let object = request.and_then(|request| request.subject).and_then(|id| board.get(id));
    let code = object.and_then(|object| Some(code_of(object, object.stack.as_deref()?)));
    let effect = code.and_then(|code| library.effect(code).map(|effect| (code, effect)));
    let words = effect.and_then(|(code, effect)| {
        Wording { name: library.name(code.card), targets: library.targets(code) }
            .mode(effect, u8::try_from(mode).ok()?)
    });
    words.unwrap_or_else(|| format!("mode {}", u64::from(mode) + 1))
}

/// A triggered ability that waits.
fn waiting_in_words(board: &Board, library: &Library, viewer: Viewer, waiting: &Waiting) -> String {
    let source = match waiting.kind {
        StackKind::Spell => return library.name(waiting.card).to_string(),
        StackKind::Activated(source, _)
        | StackKind::Triggered(source, _)
        | StackKind::Delayed(source, ..) => source,
    };
    let source = board
        .get(source)
        .map_or(library.name(waiting.card).to_string(), |_| label(board, library, viewer, source));
    format!("the ability of {source} that triggered: {}", stack_in_words(library, waiting.card, waiting.kind))
}

/// A replacement or prevention effect.
fn effect_in_words(board: &Board, library: &Library, viewer: Viewer, key: EffectKey) -> String {
    match key {
        EffectKey::Lasting(id) => match board.effects.iter().find(|lasting| lasting.id == id) {
            Some(lasting) => {
                let what = match &lasting.kind {
                    LastingKind::Shield(shield) => shield_in_words(library, shield),
                    LastingKind::Skip(_, span) => format!("skip the {}", crate::words::plain::span(*span)),
                    LastingKind::Stay { .. } | LastingKind::Return(_) => "wait".to_string(),
                    LastingKind::Regenerate(_) => "regenerate".to_string(),
                    LastingKind::Alter { .. } | LastingKind::Copy { .. } | LastingKind::Players { .. } => {
                        "change".to_string()
                    }
                };
                format!("{what} (effect of {})", label(board, library, viewer, lasting.source))
            }
            None => "an effect".to_string(),
        },
        EffectKey::Ability(id, place) => {
            let text = ability_of(board, library, id, place);
            format!("{text} ({})", label(board, library, viewer, id))
        }
        EffectKey::Own(card, place) => {
            format!("{} ({})", ability_in_words(library, card, place), library.name(card))
        }
        EffectKey::Protection(id) => format!("protection of {}", label(board, library, viewer, id)),
    }
}

/// What a shield does with damage, with what is left to it.
pub fn shield_in_words(library: &Library, shield: &Shield) -> String {
    let verb = if shield.instead.is_some() { "redirect" } else { "prevent" };
    match (library.verb(shield.code, shield.at), shield.left) {
        (_, Some(left)) => format!("{verb} the next {left} damage"),
        (Some(Verb::Shield(text)), None) if text.combat => format!("{verb} the combat damage"),
        _ => format!("{verb} the damage"),
    }
}

/// The question of a request in words.
#[expect(clippy::too_many_lines, reason = "a flat table of questions")]
pub fn question(board: &Board, library: &Library, viewer: Viewer, request: &Request) -> String {
    let subject = request.subject.map_or("it".to_string(), |id| label(board, library, viewer, id));
    let number = request.ask.amount_in_words();
    match request.prompt {
        "starting-player" => "Who takes the first turn?".to_string(),
        "mulligan" => "Take a mulligan?".to_string(),
        "opening-scry" if request.subject.is_none() => "Look at the top card of your library?".to_string(),
        "opening-scry" => format!("Put {subject} on the bottom of your library?"),
        "priority" => "You have priority. What do you do?".to_string(),
        "choose-cost" | "choose-either" => format!("Which cost do you pay for {subject}?"),
        "choose-besides" => format!("How often do you pay the cost that {subject} may cost besides?"),
        "may-pay" => format!("Do you pay for {subject}?"),
        "exile-cost" => format!("What do you exile ({number})?"),
        "return-cost" => format!("What returns to its owner's hand ({number})?"),
        "reveal-cost" => format!("What do you reveal ({number})?"),
        "counters-cost" => "From what are the counters removed?".to_string(),
        "choose-hybrid" => {
            format!("How do you pay the next symbol of the cost of {subject} that can be paid in two ways?")
        }
        "choose-x" => format!("Which number is X for {subject} ({number})?"),
        "choose-targets" => match asked_target(board, library) {
            Some((object, target)) => {
                let words = Wording { name: library.name(object.card), targets: &[] };
                format!("What does {subject} target ({})?", words.target(target))
            }
            None => format!("What does {subject} target ({number})?"),
        },
        "divide" => format!("How is {number} divided among the targets of {subject}?"),
        "pay-mana" => format!("Which mana ability do you activate to pay {} for {subject}?", cost(board)),
        "spend-mana" => {
            format!("Which mana do you spend on the generic part of {} for {subject}?", cost(board))
        }
        "order-triggers" => "Which of your triggered abilities goes to the stack next?".to_string(),
        "may" => format!("Do what {subject} lets you do: {}?", may_in_words(board, library)),
        "choose-mode" => format!("Which do you choose for {subject}?"),
        "choose-modes" => format!("Which modes do you choose for {subject} ({number})?"),
        "choose-creature-type" => format!("Which creature type do you choose for {subject}?"),
        "choose-name" => format!("Which card name do you choose for {subject}?"),
        "choose-new-targets" => format!("What does {subject} target now ({number})?"),
        "arrange" => {
            "In which order do these cards lie on top of your library, the first on top?".to_string()
        }
        "put-on-bottom" => {
            "In which order do these cards go to the bottom of your library, the last at the very bottom?"
                .to_string()
        }
        "put-on-top" => {
            "In which order do these cards go to the top of your library, the first on top?".to_string()
        }
        "choose-color" => format!("Which color of mana does {subject} give?"),
        "replacement" if request.subject.is_some() => {
            format!("Which effect applies first to what happens to {subject}?")
        }
        "replacement" => "Which effect applies first to what happens?".to_string(),
        "shield" => format!("Which of the damage does the shield take ({number})?"),
        "choose-source" => "Which source of damage do you choose?".to_string(),
        "choose-objects" => format!("Which do you choose ({number})?"),
        "as-it-enters" => format!("Which do you choose as it enters ({number})?"),
        "discard" => format!("Which cards do you discard ({number})?"),
        "choose-discard" => format!("Which cards of the hand do you choose, to be discarded ({number})?"),
        "hand-size" => format!("Your hand is too large. Which cards do you discard ({number})?"),
        "sacrifice" => format!("What do you sacrifice ({number})?"),
        "tap-cost" => format!("What do you tap ({number})?"),
        "legend" => "Which of these legendary permanents do you keep?".to_string(),
        "search" => format!("Which cards do you find ({number})?"),
        "scry-top" => {
            "In which order do the other cards lie on top of your library, the first on top?".to_string()
        }
        "scry" => "Which of these cards do you put on the bottom of your library?".to_string(),
        "enchant" => format!("What is {subject} attached to?"),
        "attackers" => "Which creatures attack?".to_string(),
        "blockers" => "Which creatures block?".to_string(),
        "order-blockers" => format!("In which order does {subject} deal its combat damage to its blockers?"),
        "order-attackers" => {
            format!("In which order does {subject} deal its combat damage to what it blocks?")
        }
        "assign-damage" if request.subject.is_none() => {
            format!("How is the combat damage of your creatures assigned ({number})?")
        }
        "assign-damage" => format!("How does {subject} deal its {number} combat damage?"),
        other => format!("{}?", other.replace('-', " ")),
    }
}

/// The spell or ability that is being given targets, and the target group that is asked for (601.2c, 603.3d,
/// 114.7).
pub fn asked_target<'a>(board: &'a Board, library: &'a Library) -> Option<(&'a Object, &'a Target)> {
    let (id, group) = match board.frames.last()? {
        Frame::Casting(Casting { object, stage: CastingStage::Targets(group), .. }) => (*object, *group),
        Frame::Placing(placing) => (placing.object, placing.group),
        Frame::Retargeting(retargeting) => (retargeting.object, retargeting.chosen.len() as u8),
        _ => return None,
    };
    let object = board.get(id)?;
    let code = code_of(object, object.stack.as_deref()?);
    Some((object, library.targets(code).get(usize::from(group))?))
}

/// The mana that the spell or ability being put on the stack still costs.
fn cost(board: &Board) -> String {
    match board.frames.last() {
        Some(Frame::Casting(casting)) => casting.mana.to_string(),
        Some(Frame::Paying(paying)) => paying.mana.to_string(),
        _ => "the cost".to_string(),
    }
}

/// What a running script lets a player do or not do.
fn may_in_words(board: &Board, library: &Library) -> String {
    let Some(Frame::Running(running)) = board.frames.last() else { return "this".to_string() };
    let at = usize::from(running.cursor.at);
    match library.code(running.code).and_then(|code| code.0.get(at)) {
        Some(Op::May(_, end)) => code_in_words(library, running.code, at, Some(usize::from(*end))),
        _ => "this".to_string(),
    }
}

/// Which of the costs of a spell one is: its mana cost, one of its alternative costs, or what an effect puts
/// behind them.
fn cost_in_words(board: &Board, library: &Library, request: Option<&Request>, place: u32) -> &'static str {
    let spell = request.and_then(|request| board.get(request.subject?));
    let own = spell.map_or(usize::MAX, |spell| library.card(spell.card).definition.alternatives.len());
    match place {
        0 => "the mana cost",
        place if place as usize <= own => "the alternative cost",
        _ => "nothing in place of the mana cost",
    }
}

/// An item in words, whose objects the viewer may know.
pub fn describe(sight: &Sight<'_>, viewer: Viewer, request: Option<&Request>, item: &Item) -> String {
    let (board, library) = (sight.board, sight.library);
    let prompt = request.map_or("", |request| request.prompt);
    let label = |id: ObjectId| label(board, library, viewer, id);
    let name = |id: ObjectId| name(board, library, id);
    match *item {
        Item::Pass if prompt == "priority" => "pass".to_string(),
        Item::Pass if prompt == "pay-mana" => "pay now".to_string(),
        Item::Pass => "nothing".to_string(),
        Item::Flag(yes) => {
            flag(prompt, request.and_then(|request| request.subject).is_some(), yes).to_string()
        }
        Item::Seat(seat) if prompt == "starting-player" => format!("{seat} takes the first turn"),
        Item::Seat(seat) => seat.to_string(),
        Item::Object(id) if prompt == "replacement" => {
            effect_in_words(board, library, viewer, EffectKey::Protection(id))
        }
        Item::Object(id) if prompt == "legend" => format!("keep {}", label(id)),
        Item::Object(id) => label(id),
        Item::Ability(id, number) => match AbilityPlace::numbered(number) {
            Some(place) => format!("{} ({})", ability_of(board, library, id, place), label(id)),
            None => format!("an ability of {}", label(id)),
        },
        Item::Mode(place) if prompt == "choose-cost" => {
            cost_in_words(board, library, request, place).to_string()
        }
        Item::Mode(place) if prompt == "choose-either" => format!("cost {}", u64::from(place) + 1),
        Item::Mode(place) if prompt == "choose-modes" => chosen_mode_in_words(board, library, request, place),
        Item::Mode(place) => {
            mode_in_words(board, library, place).unwrap_or_else(|| format!("choice {}", u64::from(place) + 1))
        }
        Item::Number(id) if prompt == "order-triggers" => {
            let waiting = board.waiting.iter().find(|waiting| waiting.id == id);
            waiting
                .map_or_else(|| id.to_string(), |waiting| waiting_in_words(board, library, viewer, waiting))
        }
        Item::Number(id) if prompt == "replacement" => {
            effect_in_words(board, library, viewer, EffectKey::Lasting(id))
        }
        Item::Number(number) => number.to_string(),
        Item::Symbol(place) if prompt == "choose-color" => {
            SYMBOLS.get(usize::from(place)).map_or("no color", |name| name).to_string()
        }
        Item::Symbol(place) => symbol(place),
        Item::Act(verb::CAST, id) => format!("cast {}", name(id)),
        Item::Act(verb::PLAY, id) => format!("play {}", name(id)),
        Item::Act(other, id) => format!("verb {other} with {}", name(id)),
        Item::Pair(blocker, attacker) if prompt == "blockers" => {
            format!("{} blocks {}", label(blocker), label(attacker))
        }
        Item::Pair(attacker, defender) if prompt == "attackers" => {
            format!("{} attacks {}", label(attacker), label(defender))
        }
        Item::Pair(source, to) if matches!(prompt, "shield" | "assign-damage") => {
            format!("damage from {} to {}", label(source), label(to))
        }
        Item::PairSeat(source, seat) if matches!(prompt, "shield" | "assign-damage") => {
            format!("damage from {} to {seat}", label(source))
        }
        Item::Pair(first, second) => format!("{} and {}", label(first), label(second)),
        Item::PairSeat(attacker, seat) if prompt == "attackers" => {
            format!("{} attacks {seat}", label(attacker))
        }
        Item::PairSeat(object, seat) => format!("{} and {seat}", label(object)),
        Item::Concede => "concede".to_string(),
        Item::Draw => "agree to a draw".to_string(),
    }
}

fn flag(prompt: &str, looked: bool, yes: bool) -> &'static str {
    match (prompt, yes) {
        ("mulligan", true) => "take a mulligan",
        ("mulligan", false) => "keep the hand",
        ("opening-scry", true) if looked => "put it on the bottom",
        ("opening-scry", false) if looked => "leave it on top",
        ("opening-scry", true) => "look at it",
        ("opening-scry", false) => "do not look",
        ("pay-mana", false) => "take it back",
        (_, true) => "yes",
        (_, false) => "no",
    }
}
