//! Replacement and prevention effects of the definition language in words.

use duelog_kernel::phrase::{article, lower};
use duelog_kernel::prose::{Noun, listed};

use super::terms::Wording;
use crate::language::definition::{
    Aftermath, Condition, Consequence, Filter, Group, Recipient, Ref, Replacement, Shield, Taking,
};
use crate::words::change::of_one;
use crate::words::plain::{counter, joined, span, until};

/// Which damage, where it must be combat damage, must not or may be.
fn damage(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat damage",
        Some(false) => "noncombat damage",
        None => "damage",
    }
}

impl Wording<'_> {
    /// Returns what a replacement or prevention effect does.
    #[expect(clippy::too_many_lines, reason = "a flat table of replacement effects")]
    pub fn replacement(&self, replacement: &Replacement) -> String {
        match replacement {
            Replacement::Enters { what, tapped, with, under, as_this, does, unless, changes } => {
                let own = *what == Filter::Is(Ref::This);
                if let (true, Some(effect)) = (own, does) {
                    return format!("as {} enters, {}", self.refer(&Ref::This), self.behind(effect));
                }
                let how = [
                    tapped.then(|| "tapped".to_string()),
                    with.as_ref()
                        .map(|(kind, number)| format!("with {}", self.counters_on_it(number, *kind))),
                    under.as_ref().map(|who| format!("under {} control", self.whose(who))),
                    as_this.then(|| format!("as a copy of {}", self.name)),
                    (!changes.is_empty()).then(|| {
                        let changes = changes.iter().map(|change| of_one(change, self));
                        format!("so that it {}", listed(changes, "and"))
                    }),
                ];
                let what = self.one(what, "permanent");
                let unless = unless.as_ref().map_or(String::new(), |unless| match unless {
                    Condition::Not(inner) => format!(" if {}", self.condition(inner)),
                    unless => format!(" unless {}", self.condition(unless)),
                });
                format!("{what} enters {}{unless}", listed(how.into_iter().flatten(), "and"))
            }
            Replacement::MayMoveInstead { event, to, by_effect } => {
                let whose = if *by_effect { " by an effect" } else { "" };
                format!("if {}{whose}, you may {} instead", self.would(event), self.moved("it", *to))
            }
            Replacement::MovesInstead(when, destination) => {
                format!("if {}, {} instead", self.would(when), self.moved("it", *destination))
            }
            Replacement::Instead(when, effect) => {
                let event = self.would(when);
                self.after(when);
                format!("if {event}, instead {}", self.behind(effect))
            }
            Replacement::Amount { event, times, plus, less, by_effect } => {
                let mut much = match *times {
                    1 => "that much".to_string(),
                    2 => "twice that much".to_string(),
                    times => format!("{times} times that much"),
                };
                for (how, number) in [("plus", plus), ("minus", less)] {
                    if *number > 0 {
                        much.push_str(&format!(" {how} {number}"));
                    }
                }
                let whose = if *by_effect { " by an effect" } else { "" };
                format!("if {}{whose}, it is {much} instead", self.would(event))
            }
            Replacement::Prevent { from, to, amount, combat, instead, then, does } => {
                let kind = damage(*combat);
                let amount = amount.as_ref().map_or("all".to_string(), |amount| self.number(amount));
                let from =
                    if *from == Filter::Any { "a source".to_string() } else { self.one(from, "source") };
                let event = format!("if {from} would deal {kind} to {}", self.recipient(to));
                let what = match instead {
                    Some(instead) => format!("it deals {amount} of it to {} instead", self.refer(instead)),
                    None => format!("prevent {amount} of it"),
                };
                let does = does.as_ref().map_or(String::new(), |does| {
                    format!(" and {}, where X is how much is prevented", self.behind(does))
                });
                format!("{event}, {what}{}{does}", self.thens(then))
            }
            Replacement::Regenerates(filter) => {
                format!("if {} would be destroyed, regenerate it", self.one(filter, "permanent"))
            }
            Replacement::TokensInstead(who, kind, token) => {
                let would = format!("if {} would create {} tokens", self.refer(who), lower(kind));
                format!("{would}, each of them is {} token instead", article(token))
            }
            Replacement::SearchesTop(who, number) => format!(
                "if {} would search a library, that player searches only its top {number} cards instead",
                self.recipient(who)
            ),
            Replacement::LifeStaysAt(condition, least) => format!(
                "as long as {}, damage that would reduce your life total to less than {least} reduces it to {least} instead",
                self.condition(condition)
            ),
            Replacement::ExiledInstead(when) => format!("if {}, exile it instead", self.would(when)),
            Replacement::FromGraveyard(event, effect) => {
                let event = self.would(event);
                format!("while this is in your graveyard, if {event}, instead {}", self.behind(effect))
            }
            Replacement::AsDrawn(effect) => {
                format!("as you draw this as the first card in a turn, {}", self.behind(effect))
            }
            Replacement::TurnedUp { with, paid, does } => {
                let why = if *paid { " for its morph cost" } else { "" };
                let put = with
                    .as_ref()
                    .map(|(kind, number)| format!("put {} on it", self.some_counters(number, *kind)));
                let done = does.as_ref().map(|does| self.behind(does));
                format!("as it is turned face up{why}, {}", listed(done.into_iter().chain(put), "and"))
            }
            Replacement::ManaInstead { .. } => self.mana_instead(replacement),
            Replacement::Begun(own) => format!("once this has begun, {}", self.replacement(own)),
            Replacement::Skip(who, what) => {
                let who = self.thing(who, true);
                let whose = if who == Noun::you() { "your" } else { "their" };
                who.does(&[format!("skip {whose} {}s", span(*what))])
            }
        }
    }

    fn thens(&self, thens: &[Consequence]) -> String {
        let words = thens.iter().map(|then| {
            let kind = then.kind.map_or("", counter);
            let said = match then.does {
                Aftermath::GainLife => {
                    self.thing(&then.whom, true).does(&["gain that much life".to_string()])
                }
                Aftermath::Draw => self.thing(&then.whom, true).does(&["draw that many cards".to_string()]),
                Aftermath::Damage => format!("that much damage is dealt to {}", self.refer(&then.whom)),
                Aftermath::PutCounters => {
                    format!("put that many {kind} counters on {}", self.refer(&then.whom))
                }
                Aftermath::RemoveCounter => {
                    format!("remove a {kind} counter from {}", self.refer(&then.whom))
                }
                Aftermath::RemoveCounters => {
                    format!("remove that many {kind} counters from {}", self.refer(&then.whom))
                }
            };
            format!(", and {said}")
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
            Some(instead) => {
                format!(
                    "{amount} {kind}{source} that would be dealt{to} is dealt to {} instead",
                    self.refer(instead)
                )
            }
            None => format!("prevent {amount} {kind}{source} that would be dealt{to}"),
        };
        let how_long = until(shield.until).replace(" until end of turn", " this turn");
        format!("{what}{how_long}{}", self.thens(&shield.then))
    }

    /// Returns what an object takes as it enters.
    pub(super) fn moving(&self, among: &Group, least: u32, most: Option<u32>, how: Taking) -> String {
        let number = match (least, most) {
            (0, None) => "any number of".to_string(),
            (least, None) => format!("{least} or more"),
            (least, Some(most)) if least == most => duelog_kernel::prose::counted(i64::from(most)),
            (least, Some(most)) => format!("{least} to {most}"),
        };
        format!("{} {number} {}", lower(&how), self.counted(among))
    }

    pub(super) fn recipient(&self, recipient: &Recipient) -> String {
        match recipient {
            Recipient::Objects(filter) => self.one(filter, "permanent"),
            Recipient::You => "you".to_string(),
            Recipient::Opponents => "an opponent".to_string(),
            Recipient::Players => "a player".to_string(),
            Recipient::Anything => "anything".to_string(),
            Recipient::Player(who) => self.refer(who),
            Recipient::Defender(condition) => {
                format!("{}, or a planeswalker of such a player", self.of_whom("a player", condition))
            }
            Recipient::MostLife => "a player with the most life".to_string(),
            Recipient::Either(all) => joined(all.iter().map(|recipient| self.recipient(recipient)), " or "),
        }
    }
}
