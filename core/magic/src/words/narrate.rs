//! The game in words: what is asked, what an answer would do, what happened.

use duelog_kernel::prompt::filled;
use duelog_kernel::prose::{Person, agreeing, listed};
use duelog_kernel::script::{Code, Op};
use duelog_kernel::{Item, ObjectId, Request, Seat, Viewer};

use crate::language::definition::{Change, MagicLanguage, Pay, Permission, Target, Verb};
use crate::language::mana::SYMBOLS;
use crate::rules::continuous::{Layers, text_of};
use crate::rules::eval::Sight;
use crate::rules::event_batch::COMMAND;
use crate::rules::event_batch::ways;
use crate::rules::game::verb;
use crate::rules::prompt::{Prompt, PromptDetail};
use crate::rules::special_actions::offered;
use crate::rules::targets::code_of;
use crate::state::card_pool::{CardPool, DEPLOY};
use crate::state::{
    AbilityPlace, AbilityRef, Board, CardId, Casting, CastingStage, CodeRef, EffectKey, Frame, LastingKind,
    Object, Shield, StackKind, Waiting, Zone,
};
use crate::words::label::{label, name};
use crate::words::plain::symbol;

mod effects;
mod happening;
mod keyword_actions;
mod mana;
mod moves;
mod phrase;
mod proposed;
pub mod reading;
mod replacing;
mod searching;
mod telling;
pub mod terms;
mod tokens;
pub mod wording;

use telling::destination;
pub use telling::tell;
use terms::Wording;

/// The ability at a place of a card; basic land types give abilities at places of their own (305.6).
pub fn ability_in_words(card_pool: &CardPool, card: CardId, place: AbilityPlace) -> String {
    let written = card_pool
        .ability(AbilityRef { card, place })
        .map(|ability| worded(card_pool, card, &[]).ability(ability));
    match place {
        AbilityPlace::Intrinsic(color) => format!("{{T}}: Add {}.", symbol(color as u8)),
        AbilityPlace::Loyalty => {
            format!("enters with {} loyalty counters", card_pool.card(card).base.loyalty)
        }
        AbilityPlace::Printed(place) | AbilityPlace::Granted(place) => {
            written.unwrap_or_else(|| format!("ability {}", u64::from(place) + 1))
        }
        AbilityPlace::Spell | AbilityPlace::Defining => "an ability".to_string(),
        AbilityPlace::Unmanifest => {
            format!("{}: turn {} face up", card_pool.card(card).base.cost, card_pool.name(card))
        }
        AbilityPlace::Help(6) => "in place of {1}".to_string(),
        AbilityPlace::Help(color) => format!("in place of {}", symbol(color)),
        AbilityPlace::Mana(mana) => format!("its {}", symbol((mana & 7) as u8)),
    }
}

/// The name that a definition has for itself: an ability that creatures have by the rules speaks of the creature.
fn own_name(name: &str) -> &str {
    if name == DEPLOY { "this creature" } else { name }
}

/// The words for what a card says: it calls what it is attached to as the card itself does.
fn worded<'a>(card_pool: &'a CardPool, card: CardId, targets: &'a [Target]) -> Wording<'a> {
    Wording::new(own_name(card_pool.name(card)), targets).on(reading::host(&card_pool.card(card).definition))
}

/// The ability at a place among those of an object.
fn ability_of(board: &Board, card_pool: &CardPool, id: ObjectId, place: AbilityPlace) -> String {
    let Some(object) = board.get(id) else { return "an ability".to_string() };
    // Which abilities effects have given to it takes the layers to know.
    let given = || Layers { board, card_pool }.compute().get(id.index())?.as_ref()?.ability(place);
    let given = if matches!(place, AbilityPlace::Granted(_)) { given() } else { None };
    let ability = given.unwrap_or_else(|| AbilityRef { card: text_of(board, card_pool, object), place });
    ability_in_words(card_pool, ability.card, ability.place)
}

/// Returns what a spell or ability on the stack does.
pub fn stack_in_words(card_pool: &CardPool, card: CardId, kind: StackKind) -> String {
    match kind {
        StackKind::Spell => card_pool.name(card).to_string(),
        StackKind::Activated(_, place) | StackKind::Triggered(_, place) => {
            ability_in_words(card_pool, card, place)
        }
        StackKind::Delayed(_, code, at) => code_in_words(card_pool, code, usize::from(at), None),
    }
}

/// Returns what the steps of a script from one to before another, or to the end of its part, do.
fn code_in_words(card_pool: &CardPool, code: CodeRef, from: usize, to: Option<usize>) -> String {
    let words = worded(card_pool, code.card, card_pool.targets(code));
    let steps = card_pool.code(code).map_or(&[][..], |code| &code.0[..]);
    let part =
        steps.iter().take(to.unwrap_or(steps.len())).skip(from).take_while(|op| !matches!(op, Op::End));
    let verbs: Vec<String> =
        part.filter_map(|op| if let Op::Do(verb) = op { Some(words.verb(verb)) } else { None }).collect();
    let verbs: Vec<&str> = verbs.iter().map(|verb| verb.trim()).filter(|verb| !verb.is_empty()).collect();
    if verbs.is_empty() { "nothing".to_string() } else { verbs.join(" ") }
}

/// Returns what a step of a script changes.
fn changes_in_words(card_pool: &CardPool, code: CodeRef, at: u16) -> String {
    let words = worded(card_pool, code.card, card_pool.targets(code));
    match card_pool.code(code).and_then(|code| code.0.get(usize::from(at))) {
        Some(Op::Do(Verb::Modify(_, changes, _))) => {
            listed(words.changes(changes).iter().map(|change| agreeing(change, Person::One)), "and")
        }
        _ => "nothing".to_string(),
    }
}

/// The group that a step of a script changes.
fn changed_in_words(card_pool: &CardPool, code: CodeRef, at: u16) -> String {
    let words = worded(card_pool, code.card, card_pool.targets(code));
    match card_pool.code(code).and_then(|code| code.0.get(usize::from(at))) {
        Some(Op::Do(Verb::Modify(what, ..) | Verb::MissUntapStep(what, _))) => words.group(what),
        _ => "nothing".to_string(),
    }
}

/// A part that a running script lets a player choose.
fn mode_in_words(board: &Board, card_pool: &CardPool, mode: u32) -> Option<String> {
    let Some(Frame::Running(running)) = board.frames.last() else { return None };
    let code: &Code<MagicLanguage> = card_pool.code(running.code)?;
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
    Some(code_in_words(card_pool, running.code, start, Some(end)))
}

/// A mode of the spell or ability that is put on the stack (700.2).
fn chosen_mode_in_words(board: &Board, card_pool: &CardPool, request: Option<&Request>, mode: u32) -> String {
    let object = request.and_then(|request| request.subject).and_then(|id| board.get(id));
    let code = object.and_then(|object| Some(code_of(object, object.stack.as_deref()?)));
    let effect = code.and_then(|code| card_pool.effect(code).map(|effect| (code, effect)));
    let words = effect.and_then(|(code, effect)| {
        worded(card_pool, code.card, card_pool.targets(code)).mode(effect, u8::try_from(mode).ok()?)
    });
    words.unwrap_or_else(|| format!("mode {}", u64::from(mode) + 1))
}

/// A triggered ability that waits.
fn waiting_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, waiting: &Waiting) -> String {
    let source = match waiting.kind {
        StackKind::Spell => return card_pool.name(waiting.card).to_string(),
        StackKind::Activated(source, _)
        | StackKind::Triggered(source, _)
        | StackKind::Delayed(source, ..) => source,
    };
    let source = board
        .get(source)
        .map_or(card_pool.name(waiting.card).to_string(), |_| label(board, card_pool, viewer, source));
    format!(
        "the ability of {source} that triggered: {}",
        stack_in_words(card_pool, waiting.card, waiting.kind)
    )
}

/// A replacement or prevention effect.
fn effect_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, key: EffectKey) -> String {
    match key {
        EffectKey::Lasting(id) => match board.effects.iter().find(|lasting| lasting.id == id) {
            Some(lasting) => {
                let what = match &lasting.kind {
                    LastingKind::Shield(shield) => shield_in_words(card_pool, shield),
                    LastingKind::Skip(_, span) => format!("skip the {}", crate::words::plain::span(*span)),
                    LastingKind::Stay { .. } | LastingKind::Misses { .. } | LastingKind::Return(_) => {
                        "wait".to_string()
                    }
                    LastingKind::Regenerate(_) => "regenerate".to_string(),
                    LastingKind::Crowned(_) | LastingKind::Untaps(_) | LastingKind::Handed(_) => {
                        "return later".to_string()
                    }
                    LastingKind::Leave(..) | LastingKind::Die(..) => "goes elsewhere".to_string(),
                    LastingKind::NoLife(_) => "gain no life".to_string(),
                    LastingKind::Replaces { ability, .. } => {
                        ability_in_words(card_pool, ability.card, ability.place)
                    }
                    LastingKind::Ignored { .. } => "is ignored".to_string(),
                    LastingKind::Control { .. } => "control".to_string(),
                    LastingKind::Offered { .. } => "may be ended".to_string(),
                    LastingKind::Alter { .. }
                    | LastingKind::Copy { .. }
                    | LastingKind::Copies { .. }
                    | LastingKind::Reach { .. }
                    | LastingKind::NextSpell { .. }
                    | LastingKind::Players { .. } => "change".to_string(),
                };
                format!("{what} (effect of {})", label(board, card_pool, viewer, lasting.source))
            }
            None => "an effect".to_string(),
        },
        EffectKey::Ability(id, place) => {
            let text = ability_of(board, card_pool, id, place);
            format!("{text} ({})", label(board, card_pool, viewer, id))
        }
        EffectKey::Own(card, place) => {
            format!("{} ({})", ability_in_words(card_pool, card, place), card_pool.name(card))
        }
        EffectKey::Protection(id) => format!("protection of {}", label(board, card_pool, viewer, id)),
        EffectKey::OfPlayer(seat) => protection_of(seat),
        EffectKey::Command(_) => "its owner may put the commander into the command zone".to_string(),
    }
}

/// A pile of cards that are exiled face down (406.4).
fn pile_in_words(board: &Board, pile: u32) -> String {
    let lies =
        |id: &&ObjectId| board.get(**id).and_then(|card| card.down).is_some_and(|down| down.pile == pile);
    let count = board.zone(Zone::Exile).iter().filter(lies).count();
    format!("one of {count} cards that were exiled face down together, at random")
}

/// Where one of several instructions moves the object that is asked about (400.6).
fn way_in_words(board: &Board, about: Option<ObjectId>, place: u32) -> String {
    let batch = match board.frames.last() {
        Some(Frame::EventBatch(events)) => events.batch.as_slice(),
        _ => &[],
    };
    let way = about.and_then(|id| ways(batch, id).get(place as usize).copied());
    way.map_or_else(
        || format!("choice {}", u64::from(place) + 1),
        |(to, place)| format!("it goes {}", destination(to, place)),
    )
}

/// Returns what an effect lets a player do (115.2c).
fn offer_in_words(board: &Board, card_pool: &CardPool, id: u32) -> String {
    match offered(board, id) {
        Some((_, ability)) => {
            let what = ability_in_words(card_pool, ability.card, ability.place);
            format!("{what} (effect of {})", card_pool.name(ability.card))
        }
        None => format!("effect {id}"),
    }
}

/// Returns what a shield does with damage, with what is left to it.
pub fn shield_in_words(card_pool: &CardPool, shield: &Shield) -> String {
    let verb = if shield.instead.is_some() { "redirect" } else { "prevent" };
    match (card_pool.verb(shield.code, shield.at), shield.left) {
        (_, Some(left)) => format!("{verb} the next {left} damage"),
        (Some(Verb::Shield(text)), None) if text.combat => format!("{verb} the combat damage"),
        _ => format!("{verb} the damage"),
    }
}

/// The question of a request in words.
pub fn question(board: &Board, card_pool: &CardPool, viewer: Viewer, request: &Request) -> String {
    let Some(prompt) = Prompt::of(request) else { return request.prompt.to_string() };
    let subject = request.subject.map_or("it".to_string(), |id| label(board, card_pool, viewer, id));
    let subject = if subject.starts_with("ability of ") { format!("the {subject}") } else { subject };
    let number = request.ask.amount_in_words();
    match prompt.question() {
        Ok(_) if prompt == Prompt::MayPay && costs_asked(board, card_pool).is_some() => {
            let costs = costs_asked(board, card_pool).unwrap_or_default();
            format!("Do you pay for {subject}: {costs}?")
        }
        Ok(question) => filled(question, &[("{number}", &number), ("{it}", &subject)]),
        Err(PromptDetail::OpeningScry) if request.subject.is_none() => {
            "Look at the top card of your library?".to_string()
        }
        Err(PromptDetail::OpeningScry) => format!("Put {subject} on the bottom of your library?"),
        Err(PromptDetail::ChooseTargets) => match asked_target(board, card_pool) {
            Some((object, target)) => {
                let words = Wording::new(card_pool.name(object.card), &[]);
                format!("What does {subject} target ({})?", words.target(target))
            }
            None => format!("What does {subject} target ({number})?"),
        },
        Err(PromptDetail::PayMana) => {
            format!("Which mana ability do you activate to pay {} for {subject}?", cost(board))
        }
        Err(PromptDetail::SpendMana) => {
            format!("Which mana do you spend on the generic part of {} for {subject}?", cost(board))
        }
        Err(PromptDetail::May) => {
            let does = may_in_words(board, card_pool, request.subject.zip(Some(&subject)));
            format!("Do what {subject} lets you do: {}?", does.trim_end_matches('.'))
        }
        Err(PromptDetail::Replacement) if request.subject.is_some() => {
            format!("Which effect applies first to what happens to {subject}?")
        }
        Err(PromptDetail::Replacement) => "Which effect applies first to what happens?".to_string(),
        Err(PromptDetail::AssignDamage) if request.subject.is_none() => {
            format!("How is the combat damage of your creatures assigned ({number})?")
        }
        Err(PromptDetail::AssignDamage) => format!("How does {subject} deal its {number} combat damage?"),
    }
}

/// The spell or ability that is being given targets, and the target group that is asked for (601.2c, 603.3d,
/// 114.7).
pub fn asked_target<'a>(board: &'a Board, card_pool: &'a CardPool) -> Option<(&'a Object, &'a Target)> {
    let (id, group) = match board.frames.last()? {
        Frame::Casting(Casting { object, stage: CastingStage::Targets(group), .. }) => (*object, *group),
        Frame::Placing(placing) => (placing.object, placing.group),
        Frame::Retargeting(retargeting) => (retargeting.object, retargeting.chosen.len() as u8),
        _ => return None,
    };
    let object = board.get(id)?;
    let code = code_of(object, object.stack.as_deref()?);
    Some((object, card_pool.targets(code).get(usize::from(group))?))
}

/// The mana that the spell or ability being put on the stack still costs.
fn cost(board: &Board) -> String {
    match board.frames.last() {
        Some(Frame::Casting(casting)) => casting.mana.to_string(),
        Some(Frame::Paying(paying)) => paying.mana.to_string(),
        _ => "the cost".to_string(),
    }
}

/// Returns what a running script lets a player do or not do. An object that is
/// asked about by the text of another card, so that being asked tells nobody what is hidden, has its own label there.
fn may_in_words(board: &Board, card_pool: &CardPool, subject: Option<(ObjectId, &String)>) -> String {
    let Some(Frame::Running(running)) = board.frames.last() else { return "this".to_string() };
    let at = usize::from(running.cursor.at);
    match card_pool.code(running.code).and_then(|code| code.0.get(at)) {
        Some(Op::May(_, end)) => {
            let does = code_in_words(card_pool, running.code, at, Some(usize::from(*end)));
            let card = running.code.card;
            match subject.filter(|(id, _)| board.get(*id).is_some_and(|own| own.card != card)) {
                Some((_, label)) => does.replace(card_pool.name(card), label),
                None => does,
            }
        }
        _ => "this".to_string(),
    }
}

/// The costs that a running script lets a player pay, as its card says them.
fn costs_asked(board: &Board, card_pool: &CardPool) -> Option<String> {
    let Some(Frame::Running(running)) = board.frames.last() else { return None };
    match card_pool.code(running.code)?.0.get(usize::from(running.cursor.at))? {
        Op::Pay(_, costs, _) => {
            let targets = card_pool.targets(running.code);
            Some(worded(card_pool, running.code.card, targets).costs(costs))
        }
        _ => None,
    }
}

/// Which of the costs of a spell one is: its mana cost, one of its alternative costs, or what an effect puts
/// behind them.
fn cost_in_words(board: &Board, card_pool: &CardPool, request: Option<&Request>, place: u32) -> String {
    let spell = request.and_then(|request| board.get(request.subject?));
    let own = spell.map_or(usize::MAX, |spell| card_pool.card(spell.printed()).definition.alternatives.len());
    let permit = spell.and_then(|spell| {
        let place = (place as usize).checked_sub(own.saturating_add(1))?;
        spell.stack.as_ref()?.cast.permits.get(place)
    });
    match (place, permit.and_then(|permit| card_pool.allowed(permit))) {
        (0, _) => "the mana cost".to_string(),
        (_, Some(Change::CostsInstead(_, costs))) => Wording::new("it", &[]).costs(costs),
        (_, Some(Change::MayPlay(Permission { pay: Pay::Costs, any_mana: true, .. }))) => {
            "the mana cost, with mana of any type".to_string()
        }
        (_, Some(Change::MayPlay(Permission { pay: Pay::Costs, any_color: true, .. }))) => {
            "the mana cost, with mana of any color".to_string()
        }
        (_, Some(Change::MayPlay(Permission { pay: Pay::Costs, .. }))) => {
            "the mana cost, as another effect lets it be cast".to_string()
        }
        (_, Some(_)) => "nothing in place of the mana cost".to_string(),
        (_, None) => "the alternative cost".to_string(),
    }
}

/// One of the two cards of the melded permanent that is asked about.
fn part(board: &Board, card_pool: &CardPool, request: Option<&Request>, place: u32) -> String {
    let melded = request.and_then(|request| board.get(request.subject?));
    let card = melded.and_then(|melded| if place == 0 { Some(melded.card) } else { melded.melded });
    card.map_or("it".to_string(), |card| card_pool.name(card).to_string())
}

/// A player among the options of a request.
fn player_in_words(prompt: Option<Prompt>, seat: Seat) -> String {
    match prompt {
        Some(Prompt::StartingPlayer) => format!("{seat} takes the first turn"),
        Some(Prompt::Replacement) => protection_of(seat),
        _ => seat.to_string(),
    }
}

/// The effect by which a player's protection prevents damage (702.16e).
fn protection_of(seat: Seat) -> String {
    format!("protection of {seat}")
}

/// An item in words, whose objects the viewer may know.
pub fn describe(sight: &Sight<'_>, viewer: Viewer, request: Option<&Request>, item: &Item) -> String {
    let (board, card_pool) = (sight.board, sight.card_pool);
    let (prompt, about) = (request.and_then(Prompt::of), request.and_then(|request| request.subject));
    let label = |id: ObjectId| label(board, card_pool, viewer, id);
    match *item {
        Item::Pass if prompt == Some(Prompt::Priority) => "pass".to_string(),
        Item::Pass if prompt == Some(Prompt::PayMana) => "pay now".to_string(),
        Item::Pass => "nothing".to_string(),
        Item::Flag(yes) => flag(prompt, about.is_some(), yes).to_string(),
        Item::Seat(seat) => player_in_words(prompt, seat),
        Item::Object(id) if prompt == Some(Prompt::Replacement) => {
            effect_in_words(board, card_pool, viewer, EffectKey::Protection(id))
        }
        Item::Object(id) if prompt == Some(Prompt::Legend) => format!("keep {}", label(id)),
        Item::Object(id) => label(id),
        Item::Ability(id, number) => match AbilityPlace::numbered(number) {
            Some(place) => {
                let words = ability_of(board, card_pool, id, place);
                format!("{} ({})", words.trim_end_matches('.'), label(id))
            }
            None => format!("an ability of {}", label(id)),
        },
        Item::Mode(place) if prompt == Some(Prompt::ChooseCost) => {
            cost_in_words(board, card_pool, request, place)
        }
        Item::Mode(place) if prompt == Some(Prompt::Clash) => way_in_words(board, about, place),
        Item::Mode(place) if prompt == Some(Prompt::Parting) => part(board, card_pool, request, place),
        Item::Mode(place) if prompt == Some(Prompt::ChooseEither) => format!("cost {}", u64::from(place) + 1),
        Item::Mode(place) if prompt == Some(Prompt::ChooseModes) => {
            chosen_mode_in_words(board, card_pool, request, place)
        }
        Item::Mode(COMMAND) => "its owner may put the commander into the command zone".to_string(),
        Item::Mode(place) => mode_in_words(board, card_pool, place)
            .unwrap_or_else(|| format!("choice {}", u64::from(place) + 1)),
        Item::Number(id) if prompt == Some(Prompt::OrderTriggers) => {
            let waiting = board.waiting.iter().find(|waiting| waiting.id == id);
            waiting
                .map_or_else(|| id.to_string(), |waiting| waiting_in_words(board, card_pool, viewer, waiting))
        }
        Item::Number(id) if prompt == Some(Prompt::Replacement) => {
            effect_in_words(board, card_pool, viewer, EffectKey::Lasting(id))
        }
        Item::Number(pile) if prompt == Some(Prompt::ChooseObjects) => pile_in_words(board, pile),
        Item::Number(id) if prompt == Some(Prompt::Priority) => offer_in_words(board, card_pool, id),
        Item::Number(number) => number.to_string(),
        Item::Symbol(place) if prompt == Some(Prompt::ChooseColor) => {
            SYMBOLS.get(usize::from(place)).map_or("no color", |name| name).to_string()
        }
        Item::Symbol(place) => symbol(place),
        Item::Act(verb, id) => act_in_words(verb, &name(board, card_pool, id), &label(id)),
        Item::Pair(blocker, attacker) if prompt == Some(Prompt::Blockers) => {
            format!("{} blocks {}", label(blocker), label(attacker))
        }
        Item::Pair(attacker, defender) if prompt == Some(Prompt::Attackers) => {
            format!("{} attacks {}", label(attacker), label(defender))
        }
        Item::Pair(source, to) if matches!(prompt, Some(Prompt::Shield | Prompt::AssignDamage)) => {
            damage_to(prompt, request, source, &label(source), label(to))
        }
        Item::PairSeat(source, seat) if matches!(prompt, Some(Prompt::Shield | Prompt::AssignDamage)) => {
            damage_to(prompt, request, source, &label(source), seat.to_string())
        }
        Item::Pair(first, second) => format!("{} and {}", label(first), label(second)),
        Item::PairSeat(attacker, seat) if prompt == Some(Prompt::Attackers) => {
            format!("{} attacks {seat}", label(attacker))
        }
        Item::PairSeat(object, seat) => format!("{} and {seat}", label(object)),
        Item::Concede => "concede".to_string(),
        Item::Draw => "agree to a draw".to_string(),
    }
}

/// Damage from a source to somebody. A question about how one source deals its damage says whose it is.
fn damage_to(
    prompt: Option<Prompt>,
    request: Option<&Request>,
    id: ObjectId,
    source: &str,
    to: String,
) -> String {
    let asked = request.is_some_and(|request| request.subject == Some(id));
    if asked && prompt == Some(Prompt::AssignDamage) { to } else { format!("damage from {source} to {to}") }
}

/// Returns what a player with priority does with an object that has this name and, with its id, this label.
fn act_in_words(act: u8, name: &str, label: &str) -> String {
    match act {
        verb::CAST => format!("cast {name}"),
        verb::PLAY => format!("play {name}"),
        verb::LEFT => format!("cast the left half of {name}"),
        verb::RIGHT => format!("cast the right half of {name}"),
        verb::FUSE => format!("cast both halves of {name}"),
        verb::DOWN => format!("cast {name} face down"),
        // Each of those that look alike is named with its id.
        verb::UP => format!("turn {label} face up"),
        verb::UNMANIFEST => format!("turn {label} face up for its mana cost"),
        other => format!("verb {other} with {name}"),
    }
}

fn flag(prompt: Option<Prompt>, looked: bool, yes: bool) -> &'static str {
    match (prompt, yes) {
        (Some(Prompt::Mulligan), true) => "take a mulligan",
        (Some(Prompt::Mulligan), false) => "keep the hand",
        (Some(Prompt::OpeningScry), true) if looked => "put it on the bottom",
        (Some(Prompt::OpeningScry), false) if looked => "leave it on top",
        (Some(Prompt::OpeningScry), true) => "look at it",
        (Some(Prompt::OpeningScry), false) => "do not look",
        (Some(Prompt::PayMana), false) => "take it back",
        (_, true) => "yes",
        (_, false) => "no",
    }
}
