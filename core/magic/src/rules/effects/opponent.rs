//! The player of a script chooses which of several opponents it means.

use duelog_kernel::scope::Node;
use duelog_kernel::script::Pause;

use crate::language::definition::{MagicLanguage, Ref};
use crate::rule;
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Awaited, Frame, Running};

impl Magic {
    /// Has the player of a script choose one of several opponents before it speaks of one. True if it waits for that.
    pub fn awaits_opponent(
        &self,
        play: &mut Game<'_>,
        running: &Running,
        pause: &Pause<'_, MagicLanguage>,
    ) -> bool {
        let board = &play.state().board;
        let controller = running.context.controller;
        let open = board.is_multiplayer()
            && running.opponent.is_none()
            && self.card_pool.card(running.code.card).speaks_of_opponent
            && speaks_of_one(pause)
            && board.opponents_near(controller).len() > 1;
        if open {
            let running = Running { wait: Awaited::Opponent(controller), ..running.clone() };
            play.emit(Event::Replaced(Frame::Running(running)), rule!("608.2d"));
        }
        open
    }
}

/// True if a step of a script does something to one opponent, or asks one.
fn speaks_of_one(pause: &Pause<'_, MagicLanguage>) -> bool {
    match pause {
        Pause::Do(verb) => is_about_one(&Node::of(*verb)),
        Pause::May(who) | Pause::Pay(who, _) | Pause::Choose(who, _) => **who == Ref::Opponent,
        Pause::Delayed(..) | Pause::End | Pause::TooLong => false,
    }
}

/// True if a word speaks of the opponent itself. A word about opponents in a filter, a group, a number or an event is about
/// each.
fn is_about_one(node: &Node) -> bool {
    let each =
        matches!(node.kind, "Filter" | "Group" | "Number" | "When" | "Condition" | "Ability" | "Effect");
    node.parts
        .iter()
        .any(|part| if part.kind == "Ref" && part.word == "Opponent" { !each } else { is_about_one(part) })
}
