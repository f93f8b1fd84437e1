//! Moves, changes and damage: the parts that verbs share.

use duelog_kernel::phrase::article;
use duelog_kernel::prose::{EffectPart, Noun, Person, lasting, listed};

use super::terms::{Wording, fact, of_one, of_them, order, says};
use crate::language::definition::{
    Behind, Change, Designation, Destination, Fighting, Filter, Group, Number, Ref, Until, Verb, Written,
};
use crate::words::plain::{span, until};

impl Wording<'_> {
    pub(super) fn puts(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        let Verb::Put { what, tapped, under, with, changes, fights, attached, transformed, face_down } = verb
        else {
            return Vec::new();
        };
        let mut said = format!("put {} onto the battlefield", self.by(actor, || self.group(what)));
        self.was_about(what);
        said.push_str(if *tapped { " tapped" } else { "" });
        said.push_str(if *transformed { " transformed" } else { "" });
        said.push_str(if *face_down { " face down" } else { "" });
        if let Some(under) = under {
            said.push_str(&format!(" under {} control", self.whose(under)));
        }
        if let Some((kind, number)) = with {
            said.push_str(&format!(" with {} on it", self.some_counters(number, *kind)));
        }
        if let Some(fights) = fights {
            said.push_str(&self.fighting(fights));
        }
        if let Some(attached) = attached {
            said.push_str(&format!(" attached to {}", self.refer(attached)));
        }
        let mut told = self.act(actor, said);
        if !changes.is_empty() {
            told.push(EffectPart::Says(Noun::one("it").does(&self.changes(changes))));
        }
        told
    }

    pub(super) fn changed(
        &self,
        subject: Noun,
        changes: &[Change<Written>],
        how_long: Until,
    ) -> Vec<EffectPart> {
        if let [Change::Control(who)] = changes {
            let subject = if subject.text == "they" { "them".to_string() } else { subject.text };
            let who = self.thing(who, true);
            return says(who, vec![format!("gain control of {subject}{}", until(how_long))]);
        }
        let mut does = self.changes(changes);
        if let Some(last) = does.last_mut() {
            *last = lasting(last, &until(how_long));
        }
        if subject.person == Person::Many {
            does.iter_mut().for_each(|does| *does = of_them(does));
        } else {
            does.iter_mut().for_each(|does| *does = of_one(does));
        }
        says(subject, does)
    }

    pub(super) fn damage(&self, amount: &Number) -> String {
        match amount {
            Number::N(_) | Number::X => format!("{} damage", self.number(amount)),
            Number::Share => "its share of the damage".to_string(),
            Number::EventAmount | Number::LastAmount => "that much damage".to_string(),
            Number::Count(group) => format!("1 damage for {}", self.each_of(group)),
            other => format!("damage equal to {}", self.number(other)),
        }
    }

    /// Where something is put, as `they` do it.
    pub(super) fn moved(&self, what: &str, destination: Destination) -> String {
        self.moved_of(what, false, destination)
    }

    /// Where one or many are put, as `they` do it.
    pub(super) fn moved_of(&self, what: &str, many: bool, destination: Destination) -> String {
        let whose = if many { "their owners'" } else { "its owner's" };
        let library = if many { "libraries" } else { "library" };
        match destination {
            Destination::Hand => format!("return {what} to {whose} {}", if many { "hands" } else { "hand" }),
            Destination::LibraryTop => format!("put {what} on top of {whose} {library}"),
            Destination::LibraryBottom => format!("put {what} on the bottom of {whose} {library}"),
            Destination::LibraryRandom => {
                format!("put {what} on the bottom of {whose} {library} in a random order")
            }
            Destination::LibraryShuffled => format!("shuffle {what} into {whose} {library}"),
            Destination::Graveyard => {
                format!("put {what} into {whose} {}", if many { "graveyards" } else { "graveyard" })
            }
            Destination::Exile => format!("exile {what}"),
            Destination::Battlefield => format!("put {what} onto the battlefield"),
            Destination::BattlefieldTapped => format!("put {what} onto the battlefield tapped"),
            Destination::LibraryBelow(above) => {
                format!("put {what} into {whose} {library} just beneath the top {above} cards")
            }
            Destination::BattlefieldOwner => {
                format!("put {what} onto the battlefield under {whose} control")
            }
        }
    }

    pub(super) fn except(&self, changes: &[Change<Written>]) -> String {
        if changes.is_empty() {
            return String::new();
        }
        format!(", except {}", Noun::one("it").does(&self.changes(changes)))
    }

    pub(super) fn fighting(&self, fights: &Fighting) -> String {
        match (&fights.blocks, &fights.whom) {
            (Some(attacker), _) => format!(" blocking {}", self.refer(attacker)),
            (None, Some(whom)) if fights.walkers => {
                let whom = self.refer(whom);
                format!(" attacking {whom} or a planeswalker they control")
            }
            (None, Some(whom)) => format!(" attacking {}", self.refer(whom)),
            (None, None) => " attacking".to_string(),
        }
    }

    /// Whose the objects of a group are; none where each can have another owner.
    pub(super) fn owner_of(&self, group: &Group) -> Option<Ref> {
        match group {
            Group::Hand(who, _) | Group::Graveyard(who, _) | Group::Top(who, _) | Group::Bottom(who, _) => {
                Some(who.clone())
            }
            Group::Last | Group::Noted(_) | Group::AllNoted => self.memory.borrow().owner.clone(),
            Group::Among(group, _) | Group::Except(group, _) => self.owner_of(group),
            _ => None,
        }
    }

    /// One of a group as a noun without an article: `creature you control`.
    pub(super) fn single(&self, group: &Group) -> String {
        let each = self.each_of(group);
        each.strip_prefix("each ").unwrap_or(&each).to_string()
    }

    /// All objects that match, by this noun.
    pub(super) fn every(&self, filter: &Filter, noun: &str) -> String {
        match filter {
            Filter::Is(reference) => self.refer(reference),
            filter => format!("each {}", self.noun(filter, noun, false)),
        }
    }

    /// Returns what is done with players, turns and the game itself.
    pub(super) fn with_the_game(&self, verb: &Verb) -> Vec<EffectPart> {
        match verb {
            Verb::LoseTheGame(who) => says(self.all_of(who), vec!["lose the game".to_string()]),
            Verb::WinTheGame(who) => self.act(who, "win the game".to_string()),
            Verb::DrawTheGame => fact("the game is a draw".to_string()),
            Verb::Emblem(who, emblem) => self
                .act(who, format!("get {}", article(&format!("emblem: {}", super::tokens::emblem(emblem))))),
            Verb::ExtraTurn(who, Behind::This) => {
                self.acts(who, "take an extra turn after this one".to_string())
            }
            Verb::ExtraTurn(who, Behind::Next) => {
                self.acts(who, "take an extra turn after that player's next turn".to_string())
            }
            Verb::Additional { parts, after } => {
                let parts = listed(parts.iter().map(|part| format!("an additional {}", span(*part))), "and");
                let after = listed(after.iter().map(|part| format!("this {}", span(*part))), "or");
                let after = if after.is_empty() { "this part of the turn".to_string() } else { after };
                fact(format!("there is {parts} after {after}"))
            }
            Verb::EndTheTurn => order("end the turn".to_string()),
            Verb::Designate(who, Designation::Monarch) => self.act(who, "become the monarch".to_string()),
            Verb::Designate(who, Designation::Blessing) => {
                self.act(who, "get the city's blessing with ten or more permanents".to_string())
            }
            Verb::PlaySubgame => fact("the players play a subgame with their libraries as decks".to_string()),
            Verb::RestartTheGame(kept) => {
                order(format!("restart the game, leaving in exile {}", self.counted(kept)))
            }
            Verb::ControlPlayers(who, None) => {
                let whose = self.group(who);
                order(format!("control {whose} during that player's next turn"))
            }
            Verb::ControlPlayers(who, Some(how_long)) => {
                order(format!("control {}{}", self.group(who), until(*how_long)))
            }
            Verb::ControlAsResolves(who, spell) => {
                let who = self.group(who);
                order(format!("control {who} while {} resolves", self.refer(spell)))
            }
            Verb::Ignore(who, place, how_long) => {
                let number = u32::from(*place) + 1;
                let who = self.all_of(who);
                says(who, vec![format!("ignore the effect of ability {number}{}", until(*how_long))])
            }
            Verb::Offer(who, place, how_long) => {
                let number = u32::from(*place) + 1;
                let who = self.all_of(who);
                says(who, vec![format!("may do what ability {number} says at any time{}", until(*how_long))])
            }
            Verb::EndOffered => order("end the effect".to_string()),
            Verb::Replaces { ability, until: how_long, once } => {
                let often = if *once { " to the next such event" } else { "" };
                let number = u32::from(*ability) + 1;
                fact(format!("ability {number} applies{often}{}", until(*how_long)))
            }
            // The other verbs stand in the tables before this one.
            _ => Vec::new(),
        }
    }
}
