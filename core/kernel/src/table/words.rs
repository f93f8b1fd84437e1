//! A match in words: the one place that keeps what a viewer may not know out of them.
//!
//! A game words only items whose objects the viewer may know. All others are worded here, without their
//! names; where they are not even offered, an id that names something hidden and one that names nothing read
//! the same, and break the same rule for the same reason.

use super::{Rules, Table};
use crate::decision::{Choice, Illegal, Item};
use crate::ids::ObjectId;
use crate::view::{OptionView, RequestView, Viewer};

/// Why a question is asked to which one answer alone is legal.
const ALL_THE_SAME: &str =
    " (there is nothing to choose; the question is asked so that being asked tells nobody what is hidden)";

impl<R: Rules> Table<R> {
    fn knows(&self, viewer: Viewer, object: ObjectId) -> bool {
        self.rules.may_identify(&self.state, viewer, object)
    }

    /// An item in words for a viewer.
    pub(super) fn in_words(&mut self, viewer: Viewer, item: &Item) -> String {
        if item.objects().into_iter().flatten().all(|object| self.knows(viewer, object)) {
            return self.rules.describe(&self.state, &mut self.derived, viewer, self.request.as_ref(), item);
        }
        let offered = self.request.as_ref().is_some_and(|request| {
            viewer.sees(request.seat) && request.options().binary_search(item).is_ok()
        });
        let mut label = |object: ObjectId| {
            if self.knows(viewer, object) {
                self.rules.describe(&self.state, &mut self.derived, viewer, None, &Item::Object(object))
            } else if offered {
                self.rules.hidden_label(&self.state, object)
            } else {
                format!("object {object}")
            }
        };
        match *item {
            Item::Object(object) => label(object),
            Item::Ability(object, _) => format!("an ability of {}", label(object)),
            Item::Act(verb, object) => {
                format!("{} {}", R::WORDS.verbs.get(usize::from(verb)).unwrap_or(&"act with"), label(object))
            }
            Item::Pair(one, other) => format!("{} and {}", label(one), label(other)),
            Item::PairSeat(object, seat) => format!("{} and {seat}", label(object)),
            Item::Pass
            | Item::Flag(_)
            | Item::Seat(_)
            | Item::Mode(_)
            | Item::Number(_)
            | Item::Symbol(_)
            | Item::Concede
            | Item::Draw => String::new(),
        }
    }

    /// The request in words for a viewer.
    pub(super) fn request_in_words(&mut self, viewer: Viewer) -> Option<RequestView> {
        let request = self.request.clone()?;
        let options = request
            .options()
            .iter()
            .map(|item| OptionView { item: *item, text: self.in_words(viewer, item) })
            .collect();
        let mut shown = request.clone();
        shown.subject = request.subject.filter(|subject| self.knows(viewer, *subject));
        let mut question = self.rules.question(&self.state, viewer, &shown);
        let asking = self.rules.asking(&self.state).filter(|asking| self.knows(viewer, asking.source));
        if let Some(asking) = asking.as_ref().filter(|asking| !names(&question, asking.source)) {
            question = format!("{}: {question}", self.in_words(viewer, &Item::Object(asking.source)));
        }
        if request.asks_for_nothing() {
            question.push_str(ALL_THE_SAME);
        }
        Some(RequestView {
            seat: request.seat,
            prompt: request.prompt,
            question,
            rule: request.rule,
            ask: request.ask,
            options,
            source: asking.as_ref().map(|asking| asking.source),
            effect: asking.and_then(|asking| asking.effect),
        })
    }

    /// The fault of a choice, as a viewer may know it.
    pub(super) fn refusal_in_words(&mut self, viewer: Viewer, choice: &Choice, illegal: Illegal) -> Illegal {
        let Some(request) = self.request.clone() else { return illegal };
        match illegal {
            Illegal::NotOffered { .. } => {
                let Some(item) = request.first_not_offered(choice) else { return illegal };
                let what = self.in_words(viewer, &item);
                let known =
                    item.map_objects(
                        |object| if self.knows(viewer, object) { object } else { ObjectId::NOTHING },
                    );
                let (why, rule) = self.rules.refuse(&self.state, &mut self.derived, &request, &known);
                Illegal::NotOffered { what, why, rule }
            }
            Illegal::Together { why, rule } => {
                let broken = request
                    .broken(choice)
                    .map(|constraint| constraint.limit.in_words(|item| self.in_words(viewer, item)));
                Illegal::Together { why: broken.unwrap_or(why), rule }
            }
            Illegal::Over
            | Illegal::WrongSeat { .. }
            | Illegal::WrongShape { .. }
            | Illegal::OutOfRange { .. }
            | Illegal::NotCanonical { .. } => illegal,
        }
    }
}

/// Returns whether a text names an object by its id.
fn names(text: &str, object: ObjectId) -> bool {
    let id = object.to_string();
    text.match_indices(&id)
        .any(|(at, _)| !text[at + id.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_named_by_its_whole_id() {
        assert!(names("do it for Bear #1?", ObjectId(1)) && names("Bear #1", ObjectId(1)));
        assert!(!names("do it for Bear #12?", ObjectId(1)) && !names("choose", ObjectId(1)));
    }
}
