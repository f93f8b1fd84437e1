//! What was determined of an object before: as it was put on the stack, what its abilities have noted; and
//! its pitch, which is asked for where no properties are computed.

use super::*;
use crate::language::definition::Property;

impl<'a> Sight<'a> {
    /// The pitch of an object, wherever it is, with what modifies it.
    pub fn pitch(&self, id: ObjectId) -> Option<u8> {
        cite!("2.8.3");
        let own = self.properties(id)?.pitch?;
        let outside = !self.is_computed(id) && self.board.get(id).is_some_and(Object::exists);
        if self.plain_pitch || !outside || self.is_silent_on(id, |spoken| spoken.pitches) {
            return Some(own);
        }
        let plain = Sight { plain_pitch: true, ..*self };
        let more = |alter: &Alter| if let Alter::Plus(Property::Pitch, amount) = alter { *amount } else { 0 };
        let more = plain.said(id).iter().map(more).fold(0, i32::saturating_add);
        Some(i32::from(own).saturating_add(more).clamp(0, i32::from(u8::MAX)) as u8)
    }

    /// What was determined as an object was put on the stack; of a copy, as its reference was (8.5.25b).
    pub fn parameters(&self, id: ObjectId) -> Option<&'a Layer> {
        let copied = self.properties(id).and_then(|properties| properties.parameters.as_deref());
        copied.or_else(|| self.layer(id))
    }

    /// What a leading ability has noted: for abilities that were given, only one that the same effect gave.
    pub(super) fn noted(&self, leading: u8, scope: &Scope<'_>) -> Option<&'a [Value]> {
        cite!("1.7.6a", "1.7.6b", "1.7.6c");
        let (source, card, place) = (self.board.get(scope.source?)?, scope.card?, scope.place?);
        let given = (Places::GIVES..Places::RESOLVE).contains(&place);
        let leading = if given { CodeRef::given(card, leading) } else { CodeRef::ability(card, leading) };
        let note = source.notes.iter().find(|note| note.leading == leading)?;
        (!given || note.given.contains(&CodeRef::ability(card, place))).then_some(&note.values)
    }
}
