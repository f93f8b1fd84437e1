//! Keyword actions (701) in words.

use duelog_kernel::phrase::possessive;

use super::wording::Wording;
use crate::language::definition::{Action, Ballot, Doubled, Exchange};
use crate::words::plain::{by, counter, joined};

impl Wording<'_> {
    /// What a keyword action does.
    pub(super) fn keyword_action(&self, action: &Action) -> String {
        match action {
            Action::Fight(one, other) => format!("{} fights {}", self.refer(one), self.refer(other)),
            Action::Double(what, doubled) => {
                let of = match doubled {
                    Doubled::Power => "the power".to_string(),
                    Doubled::Toughness => "the toughness".to_string(),
                    Doubled::Size => "power and toughness".to_string(),
                    Doubled::Life => "the life total".to_string(),
                    Doubled::Counters(kind) => format!("the number of {} counters", counter(*kind)),
                    Doubled::Mana => "each type of unspent mana".to_string(),
                };
                format!("double {of} of {}", self.group(what))
            }
            Action::Exchange(Exchange::Control(one, other)) => {
                format!("exchange control of {} and {}", self.refer(one), self.refer(other))
            }
            Action::Exchange(Exchange::Life(one, other)) => {
                format!("exchange the life totals of {} and {}", self.refer(one), self.refer(other))
            }
            Action::Exchange(Exchange::Zones(who, one, other)) => {
                let zone = duelog_kernel::phrase::lower;
                format!("exchange {} {} and {}", possessive(&self.refer(who)), zone(one), zone(other))
            }
            Action::Exchange(Exchange::LifeAndSize(who, creature, which)) => {
                let life = format!("{} life total", possessive(&self.refer(who)));
                let which = duelog_kernel::phrase::lower(which);
                format!("exchange {life} and the {which} of {}", self.refer(creature))
            }
            Action::Exchange(Exchange::Cards(one, other)) => {
                format!("exchange {} and {}", self.group(one), self.group(other))
            }
            Action::Scry(who, number) => by(&self.group(who), format!("scry {}", self.number(number))),
            Action::Surveil(who, number) => by(&self.group(who), format!("surveil {}", self.number(number))),
            Action::Fateseal(who, whose, number) => by(
                &self.refer(who),
                format!("fateseal {}, in the library of {}", self.number(number), self.refer(whose)),
            ),
            Action::Clash(with) => format!("clash with {}", self.refer(with)),
            Action::Search(who, filter, count, to) => {
                let what = self.some(*count as i32, filter, "card");
                let then = self.moved("what is found", *to);
                by(&self.group(who), format!("look in the library for {what}, {then}, shuffle"))
            }
            Action::Proliferate(who) => by(&self.refer(who), "proliferate".to_string()),
            Action::Detain(what) => format!("detain {}", self.group(what)),
            Action::Populate(who) => by(&self.refer(who), "populate".to_string()),
            Action::Monstrosity(number) => format!("monstrosity {}", self.number(number)),
            Action::Bolster(number) => format!("bolster {}", self.number(number)),
            Action::Support(place) => {
                format!("support {}", self.group(&crate::language::definition::Group::Targets(*place)))
            }
            Action::Goad(what) => format!("goad {}", self.group(what)),
            Action::Explore(who) => format!("{} explores", self.refer(who)),
            Action::Adapt(number) => format!("adapt {}", self.number(number)),
            Action::Manifest(who, what) => by(&self.refer(who), format!("manifest {}", self.group(what))),
            Action::Vote(first, Ballot::Words(words)) => format!(
                "each player votes for {}, first {}",
                joined(words.iter().cloned(), " or "),
                self.refer(first)
            ),
            Action::Vote(first, Ballot::Among(group)) => {
                format!("each player votes for one of {}, first {}", self.group(group), self.refer(first))
            }
        }
    }
}
