//! Replacement and prevention effects of the definition language in words.

use duelog_kernel::phrase::{lower, possessive};

use super::wording::Wording;
use crate::language::definition::{
    Aftermath, Consequence, Filter, Group, Recipient, Ref, Replacement, Shield, Taking,
};
use crate::words::plain::{by, counter, counters, joined, span, until};

/// Which damage, where it must be combat damage, must not or may be.
fn damage(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat damage",
        Some(false) => "noncombat damage",
        None => "damage",
    }
}

impl Wording<'_> {
    /// What a replacement or prevention effect does.
    #[expect(clippy::too_many_lines, reason = "a flat table of replacement effects")]
    pub fn replacement(&self, replacement: &Replacement) -> String {
        match replacement {
            Replacement::Enters { what, tapped, with, under, as_this, does, unless } => {
                let own = *what == Filter::Is(Ref::This);
                if let (true, Some(effect)) = (own, does) {
                    return format!("as it enters: {}", self.effect(effect));
                }
                let how = [
                    tapped.then(|| "tapped".to_string()),
                    with.as_ref()
                        .map(|(kind, number)| format!("with {}", counters(&self.number(number), *kind))),
                    under.as_ref().map(|who| format!("under {} control", possessive(&self.refer(who)))),
                    as_this.then(|| format!("as a copy of {}", self.name)),
                ];
                let what = if own { String::new() } else { format!("{} ", self.one(what, "permanent")) };
                let unless = unless
                    .as_ref()
                    .map_or(String::new(), |unless| format!(" unless {}", self.condition(unless)));
                format!("{what}enters {}{unless}", joined(how.into_iter().flatten(), ", "))
            }
            Replacement::MayMoveInstead { event, to, by_effect } => {
                let whose = if *by_effect { " by an effect" } else { "" };
                format!("perhaps instead, {}{whose}: {}", self.when(event), self.moved("it", *to))
            }
            Replacement::MovesInstead(when, destination) => {
                format!("instead, {}: {}", self.when(when), self.moved("it", *destination))
            }
            Replacement::Instead(when, effect) => {
                format!("instead, {}: {}", self.when(when), self.effect(effect))
            }
            Replacement::Amount { event, times, plus, by_effect } => {
                let times = if *times == 1 { String::new() } else { format!(" {times} times as much") };
                let plus = if *plus == 0 { String::new() } else { format!(" {plus} more") };
                let whose = if *by_effect { " by an effect" } else { "" };
                format!("{}{whose}:{times}{plus}", self.when(event))
            }
            Replacement::Prevent { from, to, amount, combat, instead, then } => {
                let kind = damage(*combat);
                let amount = amount.as_ref().map_or("all".to_string(), |amount| self.number(amount));
                let what = match instead {
                    Some(instead) => format!("{amount} of it to {} instead", self.refer(instead)),
                    None => format!("prevent {amount} of it"),
                };
                format!(
                    "{kind} from {} to {}: {what}{}",
                    self.one(from, "source"),
                    self.recipient(to),
                    self.thens(then)
                )
            }
            Replacement::Regenerates(filter) => {
                format!("instead of {} being destroyed, regenerate it", self.one(filter, "permanent"))
            }
            Replacement::TokensInstead(who, kind, token) => {
                format!("each {} token that {} would create is {token} instead", lower(kind), self.refer(who))
            }
            Replacement::SearchesTop(who, number) => {
                format!("where {} would search a library, only its top {number} cards", self.recipient(who))
            }
            Replacement::LifeStaysAt(condition, least) => {
                format!("while {}: damage leaves you with {least} life", self.condition(condition))
            }
            Replacement::ExiledInstead(when) => format!("{}: it is exiled instead", self.when(when)),
            Replacement::FromGraveyard(event, effect) => {
                format!("from the graveyard, instead of {}: {}", self.when(event), self.effect(effect))
            }
            Replacement::AsDrawn(effect) => {
                format!("as it is drawn as the first card in a turn: {}", self.effect(effect))
            }
            Replacement::TurnedUp { with, paid, does } => {
                let why = if *paid { " for its morph cost" } else { "" };
                let put = with
                    .as_ref()
                    .map(|(kind, number)| format!("put {} on it", counters(&self.number(number), *kind)));
                let done = does.as_ref().map(|does| self.effect(does));
                let all: Vec<String> = done.into_iter().chain(put).collect();
                format!("as it is turned face up{why}: {}", all.join("; "))
            }
            Replacement::ManaInstead { .. } => self.mana_instead(replacement),
            Replacement::Skip(who, what) => by(&self.refer(who), format!("skip each {}", span(*what))),
        }
    }

    fn thens(&self, thens: &[Consequence]) -> String {
        let words = thens.iter().map(|then| {
            let kind = then.kind.map_or("", counter);
            let whom = self.refer(&then.whom);
            match then.does {
                Aftermath::GainLife => by(&whom, ", gain that much life".to_string()),
                Aftermath::Draw => by(&whom, ", draw that many cards".to_string()),
                Aftermath::Damage => format!(", deal that much damage to {whom}"),
                Aftermath::PutCounters => format!(", put that many {kind} counters on {whom}"),
                Aftermath::RemoveCounters => format!(", remove that many {kind} counters from {whom}"),
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
            Recipient::MostLife => "a player with the most life".to_string(),
            Recipient::Either(all) => joined(all.iter().map(|recipient| self.recipient(recipient)), " or "),
        }
    }
}
