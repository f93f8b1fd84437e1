//! Connected abilities (1.7.6): what the leading one notes for those that follow.

use super::Act;
use crate::language::definition::Group;
use crate::rules::continuous::static_gifts;
use crate::state::event::Event;
use crate::state::{Alter, Binding, CodeRef, LastingKind, Note};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 1.7.6: kept with the source as long as it is the same object.
    pub fn note(&mut self, what: &Group) {
        let (source, leading) = (self.source(), CodeRef { mode: CodeRef::WHOLE, ..self.running.code });
        if self.play.state().board.get(source).is_none_or(|object| !object.exists()) {
            return;
        }
        let values = self.look(|sight, scope| sight.members(what, scope));
        let given = self.given_along(leading);
        self.play.emit(Event::Noted(source, Note { leading, given, values }), rule!("1.7.6"));
    }

    /// The abilities that the same effect gave to the source as this one.
    fn given_along(&mut self, leading: CodeRef) -> Vec<CodeRef> {
        cite!("1.7.6c");
        let source = self.source();
        self.look(|sight, _| {
            let ability = |alter: &Alter| if let Alter::Ability(code) = alter { Some(*code) } else { None };
            let mut gifts: Vec<Vec<CodeRef>> = Vec::new();
            for effect in &sight.board.effects {
                if let LastingKind::Alters(alters) = &effect.kind
                    && !matches!(&effect.binding, Binding::Locked(bound) if !bound.contains(&source))
                {
                    gifts.push(alters.iter().filter_map(ability).collect());
                }
            }
            gifts.extend(static_gifts(sight));
            let with: Vec<CodeRef> =
                gifts.into_iter().filter(|gift| gift.contains(&leading)).flatten().collect();
            with.into_iter().filter(|code| *code != leading).collect()
        })
    }
}
