//! Keyword actions (701) in words.

use duelog_kernel::prose::{Clause, EffectPart, Noun};

use super::terms::Wording;
use crate::language::definition::{Action, Ballot, Doubled, Exchange, Ref};
use crate::words::plain::{counter, joined};

impl Wording<'_> {
    /// Returns what a keyword action does.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub(super) fn keyword_action(&self, action: &Action, actor: &Ref) -> Vec<EffectPart> {
        let order = |does: String| vec![EffectPart::Act(Clause::new(self.thing(actor, true), does))];
        let by = |who: Noun, does: String| vec![EffectPart::Act(Clause::new(who, does))];
        match action {
            Action::Fight(one, other) => {
                let one = self.thing(one, true);
                by(one, format!("fight {}", self.refer(other)))
            }
            Action::Double(what, doubled) => {
                let of = match doubled {
                    Doubled::Power => "the power".to_string(),
                    Doubled::Toughness => "the toughness".to_string(),
                    Doubled::Size => "power and toughness".to_string(),
                    Doubled::Life => "the life total".to_string(),
                    Doubled::Counters(None) => "the number of each kind of counter".to_string(),
                    Doubled::Counters(Some(kind)) => format!("the number of {} counters", counter(*kind)),
                    Doubled::Mana => "each type of unspent mana".to_string(),
                };
                order(format!("double {of} of {}", self.each_of(what)))
            }
            Action::Exchange(Exchange::Control(one, other)) => {
                order(format!("exchange control of {} and {}", self.refer(one), self.refer(other)))
            }
            Action::Exchange(Exchange::Life(one, other)) => {
                order(format!("exchange the life totals of {} and {}", self.refer(one), self.refer(other)))
            }
            Action::Exchange(Exchange::Zones(who, one, other)) => {
                let zone = duelog_kernel::phrase::lower;
                order(format!("exchange {} {} and {}", self.whose(who), zone(one), zone(other)))
            }
            Action::Exchange(Exchange::LifeAndSize(who, creature, which)) => {
                let life = format!("{} life total", self.whose(who));
                let which = duelog_kernel::phrase::lower(which);
                order(format!("exchange {life} and the {which} of {}", self.refer(creature)))
            }
            Action::Exchange(Exchange::Cards(one, other)) => {
                order(format!("exchange {} and {}", self.group(one), self.group(other)))
            }
            Action::Scry(who, number) => by(self.all_of(who), format!("scry {}", self.number(number))),
            Action::Surveil(who, number) => by(self.all_of(who), format!("surveil {}", self.number(number))),
            Action::Fateseal(who, whose, number) => by(
                self.thing(who, true),
                format!("fateseal {} in {} library", self.number(number), self.whose(whose)),
            ),
            Action::Clash(with) => order(format!("clash with {}", self.refer(with))),
            Action::Search(who, filter, count, to) => {
                let what = self.some(*count as i32, filter, "card");
                let then = self.moved(if *count == 1 { "it" } else { "them" }, *to);
                let does = vec![format!("search their library for {what}"), then, "shuffle".to_string()];
                vec![EffectPart::Act(Clause { subject: self.all_of(who), does })]
            }
            Action::Proliferate(who) => by(self.thing(who, true), "proliferate".to_string()),
            Action::Detain(what) => order(format!("detain {}", self.group(what))),
            Action::Populate(who) => by(self.thing(who, true), "populate".to_string()),
            Action::Monstrosity(number) => order(format!("monstrosity {}", self.number(number))),
            Action::Bolster(number) => order(format!("bolster {}", self.number(number))),
            Action::Support(place) => {
                order(format!("support {}", self.group(&crate::language::definition::Group::Targets(*place))))
            }
            Action::Goad(what) => order(format!("goad {}", self.group(what))),
            Action::Explore(who) => by(self.thing(who, true), "explore".to_string()),
            Action::Adapt(number) => order(format!("adapt {}", self.number(number))),
            Action::Manifest(who, what) => {
                let who = self.thing(who, true);
                by(who, format!("manifest {}", self.group(what)))
            }
            Action::Planeswalk(who) => by(self.thing(who, true), "planeswalk".to_string()),
            Action::RollPlanarDie(who) => by(self.thing(who, true), "roll the planar die".to_string()),
            Action::SetInMotion(who, number) => {
                by(self.thing(who, true), format!("set {} schemes in motion", self.number(number)))
            }
            Action::Abandon(what) => order(format!("abandon {}", self.group(what))),
            Action::Vote(first, Ballot::Words(words)) => {
                self.memory.borrow_mut().votes.clone_from(words);
                vec![EffectPart::Says(format!(
                    "starting with {}, each player votes for {}",
                    self.refer(first),
                    joined(words.iter().cloned(), " or ")
                ))]
            }
            Action::Vote(first, Ballot::Among(group)) => {
                let first = self.refer(first);
                vec![EffectPart::Says(format!(
                    "starting with {first}, each player votes for one of {}",
                    self.counted(group)
                ))]
            }
        }
    }
}
