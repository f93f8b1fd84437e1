//! The table as a running script looks at it.

use duelog_kernel::script::{Cursor, Eye};

use crate::cite;
use crate::language::definition::{Condition, Group, MagicLanguage, Number};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::Magic;
use crate::state::{Running, Value};

/// A script's eye on the board.
pub struct ScriptEye<'a> {
    /// The board.
    pub sight: Sight<'a>,
    /// The rules, for conditions on what a player can do.
    pub rules: &'a Magic,
    /// The script.
    pub running: &'a Running,
}

impl ScriptEye<'_> {
    fn scope<'b>(&'b self, cursor: &'b Cursor<Value>) -> Scope<'b> {
        Scope::running(self.running, cursor)
    }
}

impl Eye<MagicLanguage, Value> for ScriptEye<'_> {
    fn holds(&mut self, condition: &Condition, cursor: &Cursor<Value>) -> bool {
        let scope = self.scope(cursor);
        match condition {
            Condition::CanPlayFree(card) => {
                let (card, seat) = (self.sight.object_of(card, &scope), self.running.context.controller);
                card.is_some_and(|card| self.rules.can_play_free(&self.sight, seat, card))
            }
            condition => {
                // What a spell or ability replaces of its own effect is done before anything else is.
                cite!("614.15", "616.1a");
                self.sight.holds(condition, &scope)
            }
        }
    }

    fn members(&mut self, group: &Group, cursor: &Cursor<Value>) -> Vec<Value> {
        self.sight.members(group, &self.scope(cursor))
    }

    fn number(&mut self, number: &Number, cursor: &Cursor<Value>) -> i32 {
        self.sight.number(number, &self.scope(cursor))
    }

    fn round(&self, round: u32) -> Value {
        Value::Number(round)
    }
}
