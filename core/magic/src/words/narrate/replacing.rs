//! Replacement and prevention effects of the definition language in words.

use duelog_kernel::phrase::{lower, possessive};

use super::wording::Wording;
use crate::language::definition::{Group, Never, Recipient, Replacement, Shield, Taking, Then};
use crate::words::plain::{by, counter, counters, joined, span, until};

impl Wording<'_> {
    /// What a replacement or prevention effect does.
    pub fn replacement(&self, replacement: &Replacement) -> String {
        match replacement {
            Replacement::EntersTapped => "enters tapped".to_string(),
            Replacement::EntersTappedUnless(condition) => {
                format!("enters tapped unless {}", self.condition(condition))
            }
            Replacement::EntersWithCounters(kind, number) => {
                format!("enters with {}", counters(&self.number(number), *kind))
            }
            Replacement::AsEnters(effect) => format!("as it enters: {}", self.effect(effect)),
            Replacement::OthersEnterTapped(filter) => {
                format!("each {} enters tapped", self.noun(filter, "permanent", false))
            }
            Replacement::EnterUnder(filter, who) => {
                format!(
                    "{} enters under {} control",
                    self.one(filter, "permanent"),
                    possessive(&self.refer(who))
                )
            }
            Replacement::OthersEnterAsThis(filter) => {
                format!("{} enters as a copy of {}", self.one(filter, "permanent"), self.name)
            }
            Replacement::GraveyardInstead(filter, destination) => {
                format!(
                    "instead of into a graveyard: {}",
                    self.moved(&self.one(filter, "card"), *destination)
                )
            }
            Replacement::ThisInstead(destination) => {
                format!("instead of into a graveyard: {}", self.moved(self.name, *destination))
            }
            Replacement::PreventDamage { from, to, amount, noncombat, then } => {
                let kind = if *noncombat { "noncombat damage" } else { "damage" };
                let amount = amount.as_ref().map_or("all".to_string(), |amount| self.number(amount));
                format!(
                    "{kind} from {} to {}: prevent {amount} of it{}",
                    self.one(from, "source"),
                    self.recipient(to),
                    self.thens(then)
                )
            }
            Replacement::RedirectDamage { from, to, instead } => {
                format!(
                    "damage from {} to {}: to {} instead",
                    self.one(from, "source"),
                    self.recipient(to),
                    self.refer(instead)
                )
            }
            Replacement::MultiplyDamage { from, to, by } => {
                format!(
                    "damage from {} to {}: {by} times as much",
                    self.one(from, "source"),
                    self.recipient(to)
                )
            }
            Replacement::MultiplyLifeGain(by) => format!("life that you gain: {by} times as much"),
            Replacement::MultiplyTokens(by) => format!("tokens that you create: {by} times as many"),
            Replacement::MultiplyCounters { on, by, by_effect } => {
                let whose = if *by_effect { " by effects" } else { "" };
                format!("counters put{whose} on {}: {by} times as many", self.one(on, "permanent"))
            }
            Replacement::DrawInstead(who, effect) => {
                format!("instead of a draw of {}: {}", self.refer(who), self.effect(effect))
            }
            Replacement::LifeStaysAt(condition, least) => {
                format!("while {}: damage leaves you with {least} life", self.condition(condition))
            }
            Replacement::LossInstead(who, effect) => {
                format!("instead of a loss of {}: {}", self.refer(who), self.effect(effect))
            }
            Replacement::RevealFirstDraw(who) => {
                by(&self.refer(who), "reveal the first card drawn each turn".to_string())
            }
            Replacement::Skip(who, what) => by(&self.refer(who), format!("skip each {}", span(*what))),
            Replacement::Never(never) => self.never(never),
        }
    }

    pub(super) fn never(&self, never: &Never) -> String {
        match never {
            Never::Lose(who) => format!("{} cannot lose the game", self.refer(who)),
            Never::Win(who) => format!("{} cannot win the game", self.refer(who)),
            Never::GainLife(who) => format!("{} cannot gain life", self.refer(who)),
            Never::Draw(who) => format!("{} cannot draw cards", self.refer(who)),
            Never::Enter(filter) => format!("{} cannot enter the battlefield", self.one(filter, "permanent")),
            Never::Counters(filter) => {
                format!("{} cannot have counters put on it", self.one(filter, "permanent"))
            }
            Never::CountersAbove(kind, most) => {
                format!("{} cannot have more than {most} {} counters", self.name, counter(*kind))
            }
            Never::Counter(filter) => format!("{} cannot be countered", self.one(filter, "spell")),
            Never::AttackMore(most) => format!("more than {most} creatures cannot attack"),
            Never::Prevent(filter) => {
                format!("damage from {} cannot be prevented", self.one(filter, "source"))
            }
        }
    }

    fn thens(&self, thens: &[Then]) -> String {
        let words = thens.iter().map(|then| match then {
            Then::GainLife(who) => by(&self.refer(who), ", gain that much life".to_string()),
            Then::Damage(to) => format!(", deal that much damage to {}", self.refer(to)),
            Then::PutCounters(kind, on) => {
                format!(", put that many {} counters on {}", counter(*kind), self.refer(on))
            }
            Then::RemoveCounters(kind, from) => {
                format!(", remove that many {} counters from {}", counter(*kind), self.refer(from))
            }
        });
        joined(words, "")
    }

    fn recipient_or_group(&self, to: Option<&Group>, whoever: &Recipient) -> String {
        to.map_or_else(|| self.recipient(whoever), |to| self.group(to))
    }

    /// A shield.
    pub(super) fn shield(&self, shield: &Shield) -> String {
        let amount = match (&shield.amount, shield.once) {
            (Some(amount), _) => format!("the next {}", self.number(amount)),
            (None, true) => "the next".to_string(),
            (None, false) => "all".to_string(),
        };
        let kind = if shield.combat { "combat damage" } else { "damage" };
        let source = match (&shield.source, &shield.from) {
            (Some(source), _) => format!(" from {}", self.refer(source)),
            (None, Some(filter)) => format!(" from {}", self.one(filter, "source")),
            (None, None) => String::new(),
        };
        let to = match (&shield.to, &shield.whoever) {
            (None, Recipient::Anything) => String::new(),
            (to, whoever) => format!(" to {}", self.recipient_or_group(to.as_ref(), whoever)),
        };
        let what = match &shield.instead {
            Some(instead) => format!("{amount} {kind}{source}{to}: to {} instead", self.refer(instead)),
            None => format!("prevent {amount} {kind}{source}{to}"),
        };
        format!("{what}{}{}", self.thens(&shield.then), until(shield.until))
    }

    /// What an object takes as it enters.
    pub(super) fn moving(&self, among: &Group, least: u32, most: Option<u32>, how: Taking) -> String {
        let most = most.map_or("any number".to_string(), |most| most.to_string());
        format!("{} {least} to {most} of these: {}", lower(&how), self.group(among))
    }

    pub(super) fn recipient(&self, recipient: &Recipient) -> String {
        match recipient {
            Recipient::Objects(filter) => self.one(filter, "permanent"),
            Recipient::You => "you".to_string(),
            Recipient::Opponents => "an opponent".to_string(),
            Recipient::Players => "a player".to_string(),
            Recipient::Anything => "anything".to_string(),
            Recipient::Either(all) => joined(all.iter().map(|recipient| self.recipient(recipient)), " or "),
        }
    }
}
