//! Events as clauses: what triggers an ability, what has happened, what would happen.

use duelog_kernel::prose::{Noun, Person, agreeing};

use super::terms::{Named, Wording};
use crate::language::definition::{Becoming, Deed, Filter, Ref, Role, When};
use crate::language::types::{Place, Step};

/// An event as a clause.
pub(super) struct Happening {
    subject: Noun,
    /// As `they` have it and as it stands behind `would`: `be destroyed`.
    bare: String,
    /// As it stands behind `have`: `been destroyed`.
    past: String,
}

/// The phrase of a moment instead of a clause: `at the end of your turn`.
fn moment(words: &Wording, step: Step, who: &Ref) -> String {
    let whose = words.possessive(who);
    match (step, who) {
        (Step::Start, Ref::TurnPlayer) => "at the start of each turn".to_string(),
        (Step::End, Ref::TurnPlayer) => "at the end of the turn".to_string(),
        (Step::Start, Ref::You) => "at the start of each of your turns".to_string(),
        (Step::End, Ref::You) => "at the end of each of your turns".to_string(),
        (Step::Start, _) => format!("at the start of {whose} turn"),
        (Step::End, _) => format!("at the end of {whose} turn"),
        (step, _) => format!("at the beginning of {whose} {} step", step.name()),
    }
}

impl Wording {
    /// Returns what triggers an ability, with `when` or `whenever` before it.
    pub(super) fn whenever(&self, when: &When) -> String {
        if let When::Begins(step, who) = when {
            return moment(self, *step, who);
        }
        let once = match when {
            When::Moves { what, .. } | When::Becomes(what, Becoming::Destroyed | Becoming::Over) => {
                *what == Filter::This
            }
            _ => false,
        };
        format!("{} {}", if once { "when" } else { "whenever" }, self.clause(when))
    }

    /// The event as a clause in the present: `this creature attacks`.
    pub(super) fn clause(&self, when: &When) -> String {
        match self.happening(when) {
            Some(event) => format!("{} {}", event.subject.text, agreeing(&event.bare, event.subject.person)),
            None => self.begins(when),
        }
    }

    fn begins(&self, when: &When) -> String {
        let When::Begins(step, who) = when else { return String::new() };
        match step {
            Step::Start => format!("{} turn starts", self.possessive(who)),
            Step::End => format!("{} turn ends", self.possessive(who)),
            step => format!("{} {} step begins", self.possessive(who), step.name()),
        }
    }

    /// The event as it would come about: `this creature would be destroyed`.
    pub(super) fn would(&self, when: &When) -> String {
        match self.happening(when) {
            Some(event) => {
                let bare = event.bare.strip_prefix("be about to ").unwrap_or(&event.bare);
                format!("{} would {bare}", event.subject.text)
            }
            None => self.begins(when),
        }
    }

    /// That the event has happened this turn, or not.
    pub(super) fn has_happened(&self, when: &When, so: bool) -> String {
        let Some(event) = self.happening(when) else { return self.begins(when) };
        let have = if event.subject.person == Person::One { "has" } else { "have" };
        let not = if so { "" } else { "n't" };
        format!("{} {have}{not} {} this turn", event.subject.text, event.past)
    }

    /// That the object of a noun has been that of such an event this turn: `that has attacked this turn`.
    pub(super) fn has_done(&self, when: &When) -> String {
        match (when, self.happening(when)) {
            (When::Does(who, ..), Some(event)) => {
                let have = if *who == Ref::You { "have" } else { "has" };
                let verb = event.past.split(' ').next().unwrap_or_default().to_string();
                format!("that {} {have} {verb} this turn", event.subject.text)
            }
            (_, Some(event)) => format!("that has {} this turn", event.past),
            (_, None) => String::new(),
        }
    }

    /// Remembers what the event is about, for the words that follow it.
    pub(super) fn after(&self, when: &When) {
        let (what, with, place) = match when {
            When::Moves { what, to, .. } => (Some(what), None, *to),
            When::Combat { role: Role::WillBreak, .. } => (None, None, None),
            When::Combat { what, with, .. } => (Some(what), with.as_ref(), Some(Place::Battle)),
            When::Becomes(what, _) => (Some(what), None, None),
            When::Does(_, Deed::ShieldTrigger | Deed::Use | Deed::Discard, what) => (Some(what), None, None),
            When::Does(..) | When::Begins(..) => (None, None, None),
        };
        let own = what.is_some_and(|what| match what {
            Filter::All(all) => all.contains(&Filter::This),
            what => *what == Filter::This,
        });
        let event = what.filter(|_| !own).map(|what| {
            let described = self.source(&crate::language::definition::Group::Battle(what.clone()));
            Named { many: false, place, ..described }
        });
        let card = Named { noun: "card".to_string(), ..Named::default() };
        let shield = Named { noun: "shield".to_string(), place: Some(Place::Shield), ..Named::default() };
        let event = match when {
            When::Combat { role: Role::WillBreak, .. } => Some(shield),
            When::Does(_, Deed::Draw | Deed::WillDraw | Deed::TurnDraw | Deed::ExtraDraw, _) => Some(card),
            _ => event,
        };
        let other = with.map(|_| "the other creature".to_string()).unwrap_or_default();
        let it = if own { Some(Ref::This) } else { event.as_ref().map(|_| Ref::Event) };
        let mut memory = self.memory.borrow_mut();
        memory.event = event;
        memory.other = other;
        memory.it = it;
    }

    fn happening(&self, when: &When) -> Option<Happening> {
        let said = |subject: Noun, bare: String, past: String| Some(Happening { subject, bare, past });
        match when {
            When::Moves { what, from, to, by } => {
                let (bare, past) = self.moved(what, *from, *to);
                let by = by.as_ref().map_or(String::new(), |by| match by {
                    Ref::You => " by your effect".to_string(),
                    by => format!(" by {} effect", self.possessive(by)),
                });
                let usual = match from.or(*to) {
                    Some(Place::Battle) => "creature",
                    Some(Place::Shield) => "shield",
                    _ => "card",
                };
                said(self.subject(what, usual), format!("{bare}{by}"), format!("{past}{by}"))
            }
            When::Combat { role, what, with } => self.fights(*role, what, with.as_ref()),
            When::Does(who, deed, what) => {
                let card = |usual: &str| self.one(what, usual);
                let (bare, past) = match deed {
                    Deed::WillDraw => ("be about to draw a card".to_string(), "drawn a card".to_string()),
                    Deed::Draw => (format!("draw {}", card("card")), format!("drawn {}", card("card"))),
                    Deed::TurnDraw => (
                        "draw a card at the start of the turn".to_string(),
                        "drawn a card at the start of the turn".to_string(),
                    ),
                    Deed::ExtraDraw => (
                        "draw a card other than at the start of the turn".to_string(),
                        "drawn a card other than at the start of the turn".to_string(),
                    ),
                    Deed::ShieldTrigger if *what == Filter::Any => {
                        ("use an S-Trigger".to_string(), "used an S-Trigger".to_string())
                    }
                    Deed::ShieldTrigger => {
                        let whose = match card("card").as_str() {
                            "it" => "its S-Trigger".to_string(),
                            card => format!("the S-Trigger of {card}"),
                        };
                        (format!("use {whose}"), format!("used {whose}"))
                    }
                    Deed::Discard => {
                        (format!("discard {}", card("card")), format!("discarded {}", card("card")))
                    }
                    Deed::Use => (format!("use {}", card("card")), format!("used {}", card("card"))),
                };
                said(self.player(who), bare, past)
            }
            When::Becomes(what, becoming) => {
                let (bare, past) = match becoming {
                    Becoming::Destroyed => ("be destroyed", "been destroyed"),
                    Becoming::Tapped => ("become tapped", "become tapped"),
                    Becoming::Over => (
                        "be put into the graveyard after it was cast",
                        "been put into the graveyard after it was cast",
                    ),
                };
                let usual = if *becoming == Becoming::Over { "spell" } else { "creature" };
                said(self.subject(what, usual), bare.to_string(), past.to_string())
            }
            When::Begins(..) => None,
        }
    }

    /// Returns what an event is about, as the subject of its clause.
    fn subject(&self, what: &Filter, usual: &str) -> Noun {
        Noun::one(self.one(what, usual))
    }

    /// A move, behind `they` and behind `have`.
    fn moved(&self, what: &Filter, from: Option<Place>, to: Option<Place>) -> (String, String) {
        let owner = if *what == Filter::This { Some(Ref::You) } else { self.owner(what) };
        let zone = |place: Place| match (&owner, place) {
            (_, Place::Battle) => "the battle zone".to_string(),
            (Some(who), place) => format!("{} {}", self.possessive(who), place.name()),
            (None, place) => format!("its owner's {}", place.name()),
        };
        match (from, to) {
            (Some(from), None) => (format!("leave {}", zone(from)), format!("left {}", zone(from))),
            (from, to) => {
                let to = to.map_or(" somewhere else".to_string(), |to| format!(" into {}", zone(to)));
                let from = from.map_or(String::new(), |from| format!(" from {}", zone(from)));
                (format!("be put{to}{from}"), format!("been put{to}{from}"))
            }
        }
    }

    /// Whose what matches is, if the filter says so.
    pub(super) fn owner(&self, what: &Filter) -> Option<Ref> {
        match what {
            Filter::Of(who) => Some(who.clone()),
            Filter::All(all) => all.iter().find_map(|part| self.owner(part)),
            _ => None,
        }
    }

    fn fights(&self, role: Role, what: &Filter, with: Option<&Filter>) -> Option<Happening> {
        let player = |filter: &Filter| *filter == Filter::AttackingPlayer;
        let (what, at_player) = match what {
            Filter::All(all) if all.iter().any(player) => {
                let rest: Vec<Filter> = all.iter().filter(|part| !player(part)).cloned().collect();
                (if let [one] = rest.as_slice() { one.clone() } else { Filter::All(rest) }, true)
            }
            other => (other.clone(), false),
        };
        let subject = self.subject(&what, "creature");
        let other = with.map(|with| self.one(with, "creature"));
        let behind = |before: &str| other.as_ref().map_or(String::new(), |other| format!(" {before}{other}"));
        let while_at = if at_player { " while attacking a player" } else { "" };
        let player = if at_player { " a player" } else { "" };
        let (bare, past) = match role {
            Role::Attacks => {
                (format!("attack{player}{}", behind("")), format!("attacked{player}{}", behind("")))
            }
            Role::Attacked => {
                (format!("be attacked{}", behind("by ")), format!("been attacked{}", behind("by ")))
            }
            Role::Blocks => (format!("block{}", behind("")), format!("blocked{}", behind(""))),
            Role::BecomesBlocked => {
                let words = format!("become blocked{}{while_at}", behind("by "));
                (words.clone(), words)
            }
            Role::NotBlocked => (
                format!("attack{player} and isn't blocked"),
                format!("attacked{player} without being blocked"),
            ),
            Role::EndsAttack => ("finish attacking".to_string(), "finished attacking".to_string()),
            Role::Battles => (format!("battle{}", behind("")), format!("battled{}", behind(""))),
            Role::HasBattled => (format!("have battled{}", behind("")), format!("battled{}", behind(""))),
            Role::Wins => {
                (format!("win a battle{}", behind("against ")), format!("won a battle{}", behind("against ")))
            }
            Role::Loses => (
                format!("lose a battle{}", behind("against ")),
                format!("lost a battle{}", behind("against ")),
            ),
            Role::WillBreak => ("be about to break a shield".to_string(), "broken a shield".to_string()),
            Role::Breaks => ("break shields".to_string(), "broken a shield".to_string()),
        };
        Some(Happening {
            subject,
            bare: format!("{bare}{}", if role == Role::Wins { while_at } else { "" }),
            past,
        })
    }
}
