//! What a running script asks of the board.

use duelog_kernel::script::{Cursor, Eye};

use crate::language::definition::{Condition, DuelMastersLanguage, Group, Number};
use crate::rules::eval::{Scope, Sight};
use crate::state::{CardId, Context, Value};

/// A script's eye on the board.
pub struct ScriptEye<'a> {
    /// The board.
    pub sight: Sight<'a>,
    /// The card that the script stands on.
    pub card: CardId,
    /// The script's context.
    pub context: &'a Context,
    /// What the last action came to.
    pub amount: u32,
    /// What the last action made or moved.
    pub last: &'a [Value],
}

impl ScriptEye<'_> {
    fn scope<'b>(&'b self, cursor: &'b Cursor<Value>) -> Scope<'b> {
        Scope {
            it: cursor.it().copied(),
            kept: &cursor.kept,
            amount: self.amount,
            last: self.last,
            knows: duelog_kernel::unsettled::Knows::Script,
            ..Scope::context(self.context, self.card)
        }
    }
}

impl Eye<DuelMastersLanguage, Value> for ScriptEye<'_> {
    fn holds(&mut self, condition: &Condition, cursor: &Cursor<Value>) -> bool {
        self.sight.holds(condition, &self.scope(cursor))
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
