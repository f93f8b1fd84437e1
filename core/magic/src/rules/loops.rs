//! Loops that players keep up by their choices (720): the same position that comes about again, and who must
//! choose otherwise.
//!
//! Loops that nobody keeps up end by 104.4b. Nobody has to do anything to end a loop (720.5): what falls away
//! is the action that led back to the position, never passing or declining.

use duelog_kernel::recurrence::{Position, Visit};
use duelog_kernel::{Ask, Choice, Digest, Item, ObjectId, Request, RuleId, Seat};

use crate::rules::derived::Derived;
use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::Refusal;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::{AbilityRef, Board, Ending, EndingKind, Frame, Object, State, Zone};
use crate::{cite, rule};

impl Magic {
    /// A loop that nobody can stop is a draw: for everybody, or where the range of influence is limited for the
    /// players whose objects are on the stack or act, and those whom they reach (104.4b).
    pub fn end_by_loop(&self, play: &mut Game<'_>, rule: RuleId) {
        let board = &play.state().board;
        if board.terms.range.is_empty() {
            let ending = Ending { winner: None, why: EndingKind::Loop };
            return play.emit(Event::GameEnded(ending), rule);
        }
        cite!("801.16");
        let involved: Vec<Seat> = board
            .zone(Zone::Stack)
            .iter()
            .filter_map(|id| board.get(*id))
            .map(|object| object.controller)
            .collect();
        let drawn =
            |seat: &Seat| involved.is_empty() || involved.iter().any(|own| board.in_range(*own, *seat));
        let drawn: Vec<Seat> = board.apnap().into_iter().filter(drawn).collect();
        self.draw_for(play, drawn, rule!("104.4f"));
    }
}

/// What makes no other position: names, times, how long the chain of triggers was, and what no rule and no
/// card reads. How often abilities were activated is written where it matters, and the order of timestamps is
/// written for all.
const NO_MATTER: &[&str] = &["id", "timestamp", "chain", "spells", "activations"];

/// The position on the table, and its digest.
fn position(board: &Board, card_pool: &CardPool) -> (Position, Digest) {
    let Board {
        turn,
        combat,
        players,
        zones,
        objects,
        effects,
        delayed,
        shown,
        waiting,
        frames,
        rng,
        clock: _,
        ending: _,
        history,
        // The same throughout a match.
        edition: _,
        terms: _,
        revealed,
        turned_up,
    } = board;
    let mut position = Position::of(zones, NO_MATTER);
    position.write(&(turn, combat, players, effects, delayed, shown, waiting, frames, rng, history));
    if !revealed.is_empty() {
        position.write(revealed);
    }
    if !turned_up.is_empty() {
        position.write(turned_up);
    }
    let seen: Vec<&Object> = zones.iter().flatten().filter_map(|id| objects.get(*id)).collect();
    for object in &seen {
        position.write(*object);
        position.write(
            &object
                .permanent
                .activations
                .iter()
                .filter(|entry| is_counted(card_pool, entry.0))
                .collect::<Vec<_>>(),
        );
    }
    // Older before newer, objects and effects together (613.6).
    let timed = seen
        .iter()
        .filter(|object| !object.zone.is_hidden())
        .map(|object| (object.timestamp, Some(object.id), 0));
    let mut timed: Vec<(u32, Option<ObjectId>, usize)> = timed.collect();
    timed.extend(effects.iter().enumerate().map(|(place, effect)| (effect.timestamp, None, place)));
    timed.sort();
    timed.iter().for_each(|(_, object, place)| position.write(&(object, *place as u32)));
    while let Some(id) = position.elsewhere() {
        position.write(&objects.get(id));
    }
    let digest = position.digest();
    (position, digest)
}

/// Whether it matters how often the ability has been activated this turn: it can be only so often, or
/// something on its card asks for it.
fn is_counted(card_pool: &CardPool, ability: AbilityRef) -> bool {
    card_pool.card(ability.card).counted.contains(&ability.place)
}

/// Whether a choice is none that ends a loop or keeps it up: passing is no action, declining leaves what goes
/// on as if it were mandatory (720.6), and the order of what triggers changes nothing.
pub fn ends_nothing(frame: &Frame, request: &Request, choice: &Choice) -> bool {
    cite!("720.6");
    let only = match choice {
        Choice::Pick(items) if items.len() == 1 => items.first(),
        Choice::Pick(_) | Choice::Number(_) | Choice::Split(_) | Choice::Name(_) => None,
    };
    let declines = matches!(frame, Frame::Running(_)) && only == Some(&Item::Flag(false));
    declines || only == Some(&Item::Pass) || request.prompt == Prompt::OrderTriggers
}

/// Whether a choice is an action that may keep a loop up, and could have been another one.
fn is_action(frame: &Frame, request: &Request, choice: &Choice) -> bool {
    let Ask::Pick { options, min: 1, max: 1, .. } = &request.ask else { return false };
    options.len() > 1 && !ends_nothing(frame, request, choice)
}

impl Magic {
    /// The position on the table and its digest, kept from the question to its answer.
    fn position_now<'a>(&self, board: &Board, derived: &'a mut Derived) -> &'a mut (Position, Digest) {
        let kept = derived.position.get_or_insert_with(|| position(board, &self.card_pool));
        duelog_kernel::test_assert_eq!(
            kept.1,
            position(board, &self.card_pool).1,
            "the position that is kept is not stale"
        );
        kept
    }

    /// Remembers what is chosen, and where positions are looked at, in which one.
    pub fn watch(&self, play: &mut Game<'_>, frame: &Frame, choice: &Choice) {
        let asked = play.asked(self).map(|request| (request.seat, is_action(frame, request, choice)));
        let Some((seat, action)) = asked else { return };
        if !play.state().loops.watching() {
            if action {
                play.emit(Event::Acted, rule!("720.3"));
            }
            return;
        }
        let (state, derived) = play.split();
        let (position, at) = self.position_now(&state.board, derived);
        let (at, taken) = (*at, position.with(*at, choice));
        play.emit(Event::Visited(Visit { at, taken, seat, action }), rule!("720.3"));
    }

    /// 720.3: where the position has come about before, the active player chooses otherwise than on the way
    /// from there, or the first player in turn order who took an action on it.
    pub fn close_loop(&self, play: &mut Game<'_>) {
        let (State { board, loops, .. }, derived) = play.split();
        if loops.path.is_empty() {
            return;
        }
        let at = self.position_now(board, derived).1;
        if let Some((from, barred)) = loops.closed(at, &board.apnap()) {
            play.emit(Event::LoopClosed(from, barred), rule!("720.3"));
        }
    }

    /// What is asked, without the actions that led from this position back to it.
    pub fn without_loops(&self, state: &State, mut request: Request) -> Request {
        cite!("720.5");
        if state.loops.barred.is_empty() {
            return request;
        }
        if let Ask::Pick { options, min: 1, max: 1, .. } = &mut request.ask {
            let (mut position, at) = position(&state.board, &self.card_pool);
            options.retain(|item| !state.loops.barred.contains(&position.with(at, &Choice::one(*item))));
        }
        request
    }

    /// Why something is not chosen that led from this position back to it.
    pub fn why_barred(&self, state: &State, item: &Item) -> Option<Refusal> {
        if state.loops.barred.is_empty() {
            return None;
        }
        let (mut position, at) = position(&state.board, &self.card_pool);
        let barred = state.loops.barred.contains(&position.with(at, &Choice::one(*item)));
        barred.then(|| {
            ("it has led back to this very position: something else must be chosen".into(), rule!("720.3"))
        })
    }
}
