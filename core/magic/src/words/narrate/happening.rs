//! Events in words: what happens.

use duelog_kernel::phrase::{article, lower, possessive};

use super::wording::Wording;
use crate::language::definition::{Becoming, Deed, Filter, Recipient, Ref, Role, When, ZoneKind};
use crate::words::plain::{counter, joined, span};

impl Wording<'_> {
    /// What triggers an ability.
    #[expect(clippy::too_many_lines, reason = "a flat table of events")]
    pub fn when(&self, when: &When) -> String {
        match when {
            When::Enters(filter) => format!("when {} enters", self.one(filter, "permanent")),
            When::Dies(filter) => format!("when {} dies", self.one(filter, "creature")),
            When::Moves { what, from, to, why, by } => {
                let owner = by.as_ref().map_or(String::new(), |by| format!(" of {}", self.refer(by)));
                let place = |word: &str, zone: &Option<ZoneKind>| {
                    zone.map_or(String::new(), |zone| format!(" {word} {}", lower(&zone)))
                };
                let does = why.map_or("goes".to_string(), |why| format!("is {}", lower(&why)));
                let path = format!("{}{}", place("from", from), place("to", to));
                format!("when {}{owner} {does}{path}", self.one(what, "card"))
            }
            When::Combat { role, what, with, alone, least } => {
                let does = match role {
                    Role::Attacks => "attacks",
                    Role::Blocks => "blocks",
                    Role::IsBlocked => "is blocked",
                    Role::IsUnblocked => "attacks and is not blocked",
                };
                let by = if *role == Role::IsBlocked { " by" } else { "" };
                let other = |with: &Recipient| match with {
                    Recipient::Objects(filter) => self.one(filter, "creature"),
                    with => self.recipient(with),
                };
                let with = with.as_ref().map_or(String::new(), |with| format!("{by} {}", other(with)));
                let alone = if *alone { " alone" } else { "" };
                let least = if *least > 0 { format!("{by} {least} or more") } else { String::new() };
                format!("when {} {does}{with}{least}{alone}", self.one(what, "creature"))
            }
            When::Damages { from, to, combat, prevented } => {
                let kind = match combat {
                    Some(true) => "combat damage",
                    Some(false) => "noncombat damage",
                    None => "damage",
                };
                let (from, to) = (self.one(from, "source"), self.recipient(to));
                if *prevented {
                    format!("when {kind} to {to} from {from} is prevented")
                } else {
                    format!("when {from} deals {kind} to {to}")
                }
            }
            When::Begins { step, whose: Some(who) } => {
                format!("when {} {} begins", possessive(&self.refer(who)), span(*step))
            }
            When::Begins { step, whose: None } => format!("when the next {} begins", span(*step)),
            When::Casts { by, what } => {
                format!("when {} {}", self.does(by.as_ref(), "cast"), self.one(what, "spell"))
            }
            When::Does { who, deed, what } => self.deed(who.as_ref(), *deed, what),
            When::Becomes { what, state } => {
                format!("when {} {}", self.one(what, "permanent"), becomes(*state))
            }
            When::Level(level) => format!("when this becomes level {level}"),
            When::Chapter(number) => format!("chapter {number}"),
            When::EachOf(when) => format!("{}, for each of it", self.when(when)),
            When::Counters { kind, what, removed, by } => format!(
                "when {} {} {}{}",
                self.one(what, "permanent"),
                if *removed { "loses" } else { "gets" },
                kind.map_or("a counter".to_string(), |kind| article(&format!("{} counter", counter(kind)))),
                by.as_ref().map_or(String::new(), |by| format!(" from {}", self.refer(by)))
            ),
            When::Reflexive => "when this is done".to_string(),
            When::Either(all) => joined(all.iter().map(|when| self.when(when)), " or "),
            When::Together(when) => format!("{}, one or more at once", self.when(when)),
            When::Nth(number, when) => format!("{}, time {number} this turn", self.when(when)),
            When::Draws { by, least } => {
                format!("when {} at least {least} cards", self.does(by.as_ref(), "draw"))
            }
            When::ThisTurn(when) => format!("{} this turn", self.when(when)),
            When::Always(when) => format!("{} for the rest of the game", self.when(when)),
            When::State(condition) => format!("when {}", self.condition(condition)),
        }
    }

    fn does(&self, who: Option<&Ref>, bare: &str) -> String {
        let player = who.map_or("anyone".to_string(), |who| self.refer(who));
        format!("{player} {bare}{}", if who == Some(&Ref::You) { "" } else { "s" })
    }

    fn deed(&self, who: Option<&Ref>, deed: Deed, what: &Filter) -> String {
        match deed {
            Deed::GainLife => format!("when {} life", self.does(who, "gain")),
            Deed::LoseLife => format!("when {} life", self.does(who, "lose")),
            Deed::WinFlip => format!("when {} a coin flip", self.does(who, "win")),
            Deed::LoseFlip => format!("when {} a coin flip", self.does(who, "lose")),
            Deed::LoseGame => format!("when {} the game", self.does(who, "lose")),
            Deed::Shuffle => format!("when {} the library", self.does(who, "shuffle")),
            Deed::TapForMana => match who {
                None => format!("when {} is tapped for mana", self.one(what, "permanent")),
                who => format!("when {} {} for mana", self.does(who, "tap"), self.one(what, "permanent")),
            },
            Deed::LoseControl => {
                format!("when {} control of {}", self.does(who, "lose"), self.one(what, "permanent"))
            }
            Deed::Activate => format!("when {} an ability", self.does(who, "activate")),
            Deed::RevealFirstDraw => format!("when {} is revealed this way", self.one(what, "card")),
            other => format!("when {} {}", self.does(who, &lower(&other)), self.one(what, "object")),
        }
    }
}

/// What a permanent comes to be.
fn becomes(state: Becoming) -> String {
    match state {
        Becoming::FaceUp => "is turned face up".to_string(),
        Becoming::Target => "becomes a target".to_string(),
        state => format!("becomes {}", lower(&state)),
    }
}
