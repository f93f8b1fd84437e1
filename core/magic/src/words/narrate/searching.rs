//! Searching, looking, choosing and copying as sentences.

use duelog_kernel::phrase::{article, lower};
use duelog_kernel::prose::{EffectPart, Noun, Person, counted};

use super::phrase::shared;
use super::terms::{Wording, fact, order, says, speaks_of_noted, with_owner};
use crate::language::definition::{Changing, Destination, Filter, Group, Number, Ref, Trait, Verb, ZoneKind};

impl Wording<'_> {
    /// The cards that are looked at, among those of an owner.
    fn place_looked_at(
        &self,
        owner: &str,
        zone: ZoneKind,
        number: Option<&Number>,
        until: Option<&Filter>,
    ) -> String {
        match (zone, number, until) {
            (ZoneKind::Hand, ..) => format!("{owner} hand"),
            (_, _, Some(until)) => {
                format!("cards from the top of {owner} library until {} is found", self.one(until, "card"))
            }
            (_, Some(number), None) => self.of_library(owner, number, "top"),
            (_, None, None) => format!("{owner} library"),
        }
    }

    /// Cards up to a number that is searched for.
    fn as_many(&self, count: u32, filter: &Filter) -> String {
        let cards = self.noun(filter, "card", true);
        match count {
            100.. => format!("any number of {cards}"),
            count => format!("up to {} {cards}", counted(i64::from(count))),
        }
    }

    /// Cards that return as the source leaves the battlefield.
    pub(super) fn returned(&self, what: &Group, to: Destination) -> Vec<EffectPart> {
        let hand = if self.may_be_many(what) { "their owners' hands" } else { "its owner's hand" };
        let to = if to == Destination::Hand { hand } else { "the battlefield" };
        let what = self.group(what);
        fact(format!("when {} leaves the battlefield, return {what} to {to}", self.name))
    }

    /// Returns what is done, of searching, looking and choosing.
    #[expect(clippy::too_many_lines, reason = "a flat table of verbs")]
    pub(super) fn with_cards(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        match verb {
            Verb::Search { who, whose, filter, count, most, to, reveal, different, alike } => {
                let subject = self.thing(who, true);
                let it = if *count == 1 { "it" } else { "them" };
                let what = match count {
                    _ if most.is_some() => {
                        let most = most.as_ref().map_or(String::new(), |most| self.number(most));
                        format!("{} up to {most}", self.noun(filter, "card", true))
                    }
                    1 => self.one(filter, "card"),
                    count => self.as_many(*count, filter),
                };
                let whose = self.by(who, || self.whose(whose.as_ref().unwrap_or(who)));
                let names = match alike {
                    Some(alike) => format!(" that share {}", shared(*alike)),
                    None if different.is_some() => " with different names".to_string(),
                    None => String::new(),
                };
                let mut does = vec![format!("search {whose} library for {what}{names}")];
                does.extend(reveal.then(|| format!("reveal {it}")));
                if let Some(to) = to {
                    let moved = self.moved_of(it, *count != 1, *to).replacen("return ", "put ", 1);
                    let moved =
                        if *to == Destination::Hand { moved.replacen(" to ", " into ", 1) } else { moved };
                    does.push(with_owner(&moved, Some(&whose)));
                    does.push("shuffle".to_string());
                }
                self.memory.borrow_mut().many = *count != 1;
                self.mention(Some(Ref::Last));
                says(subject, does)
            }
            Verb::Look { whose, zone, number, until, reveal, whole } => {
                let look = if *reveal { "reveal" } else { "look at" };
                let owner = match whose {
                    Group::Of(who) => self.whose(who),
                    Group::Players => "each player's".to_string(),
                    group => duelog_kernel::phrase::possessive(&self.group(group)),
                };
                let many = !matches!(number, Some(Number::N(1)));
                let place = self.place_looked_at(&owner, *zone, number.as_ref(), until.as_ref());
                self.memory.borrow_mut().many = many && (until.is_none() || *whole);
                self.memory.borrow_mut().owner = match whose {
                    Group::Of(who) => Some(who.clone()),
                    _ => None,
                };
                self.memory.borrow_mut().taken = false;
                self.mention(Some(Ref::Last));
                self.act(actor, format!("{look} {place}"))
            }
            Verb::DiscardChosen(who, from, number, filter) => {
                let what = self.number_of(number, filter, "card");
                let whose = self.whose(from);
                let mut told = self.act(who, format!("choose {what} from {whose} hand"));
                told.push(EffectPart::Says(format!("{} discards it", self.refer(from))));
                told
            }
            Verb::NameCardOf(who, kind) => {
                self.act(who, format!("choose {} card name", article(&lower(kind))))
            }
            Verb::LookAt(what) => self.does(actor, "look at", what, ""),
            Verb::ReturnAtMonarch(what) => {
                let many = self.may_be_many(what);
                let it = if many { "they" } else { "it" };
                let returns = if many { "return" } else { "returns" };
                let whose = if many { "their owners'" } else { "its owner's" };
                fact(format!(
                    "{it} {returns} to the battlefield under {whose} control as an opponent becomes the monarch"
                ))
            }
            Verb::ReturnAtUntap(what) => {
                let to = " to its owner's hand as you untap your permanents in your next untap step";
                self.does(actor, "return", what, to)
            }
            Verb::LoseMana(who) => says(self.all_of(who), vec!["lose all unspent mana".to_string()]),
            Verb::NameCardBut(who, kind) => self.act(who, format!("choose a non{} card name", lower(kind))),
            Verb::Note(_) | Verb::Link(_) => Vec::new(),
            Verb::CopySpell { what, by: who, retarget, without, at, one } => {
                let again = match at {
                    Some(at) if *one => format!(" for one of {} it could target", self.counted(at)),
                    Some(at) => format!(" for {} it could target", self.each_of(at)),
                    None => String::new(),
                };
                let but = without.as_ref().map_or(String::new(), |keyword| {
                    format!(", except the copy doesn't have {}", keyword.to_lowercase())
                });
                let what = self.group(what);
                let mut told = self.act(who, format!("copy {what}{but}{again}"));
                if *retarget && at.is_none() {
                    let who = if *who == Ref::You { "you" } else { "that player" };
                    told.push(EffectPart::Says(format!("{who} may choose new targets for the copy")));
                }
                told
            }
            Verb::Retarget(who, what) => {
                let what = self.group(what);
                self.act(who, format!("may choose new targets for {what}"))
            }
            Verb::ExileUntil(who, filter) => {
                let whose = self.by(who, || self.whose(who));
                let found = self.one(filter, "card");
                self.memory.borrow_mut().many = true;
                self.act(who, format!("exile cards from the top of {whose} library until {found} is exiled"))
            }
            Verb::ChooseAtRandom(among, number) => {
                let what = match number {
                    Number::N(1) => article(&self.single(among)),
                    number => format!("{} {}", self.number(number), self.counted(among)),
                };
                self.memory.borrow_mut().many = *number != Number::N(1);
                order(format!("choose {what} at random"))
            }
            Verb::ChoosePlayer(who, among) => {
                let among = match among {
                    Group::Players => "a player".to_string(),
                    Group::PlayersExcept(Ref::You) | Group::Of(Ref::Opponent) => "an opponent".to_string(),
                    group => format!("one of {}", self.group(group)),
                };
                self.act(who, format!("choose {among}"))
            }
            Verb::Choose { who, among, least, most } => {
                let owner = self.owner_of(among);
                if owner.is_some() {
                    self.memory.borrow_mut().owner = owner;
                }
                let chosen = self.by(who, || self.picked(among, *least, *most));
                self.memory.borrow_mut().taken |= speaks_of_noted(among);
                self.memory.borrow_mut().many = chosen.person == Person::Many;
                self.mention(Some(Ref::Last));
                self.act(who, format!("choose {}", chosen.text))
            }
            Verb::ChooseSource(who, filter) => {
                self.act(who, format!("choose {}", self.one(filter, "source")))
            }
            Verb::ChooseWord(who, kind) => {
                let what = match kind {
                    Trait::Name => "a card name",
                    kind => shared(*kind),
                };
                self.act(who, format!("choose {what}"))
            }
            Verb::ChooseNumber(who) => self.act(who, "choose a number".to_string()),
            Verb::Anchor(word) => order(format!("choose {word}")),
            Verb::FlipCoin(who) => self.act(who, "flip a coin and call it".to_string()),
            Verb::TossCoin(who) => self.act(who, "flip a coin".to_string()),
            Verb::Reveal(what) => self.does(actor, "reveal", what, ""),
            Verb::RevealThis => order(format!("reveal {}", self.name)),
            Verb::PlayFree(card, who) => {
                let who = who.as_ref().map_or_else(Noun::you, |who| self.thing(who, true));
                says(who, vec![format!("play {} without paying its mana cost", self.refer(card))])
            }
            Verb::CastFor(card, _) => order(format!("cast {} for that cost", self.refer(card))),
            Verb::CopyCard(what) => self.does(actor, "copy", what, ""),
            Verb::NotCast(card) => order(format!("put {} into its owner's graveyard", self.refer(card))),
            Verb::Play { who, card, mana } => {
                let only = mana.as_ref().map_or(String::new(), |filter| {
                    let of = self.noun(filter, "permanent", true);
                    format!(", spending only mana of {of} and all of it")
                });
                let card = self.refer(card);
                self.act(who, format!("play {card} if able{only}"))
            }
            Verb::ChangeTargets { who, what, how, to, among } => {
                let which = match how {
                    Changing::Anew => "choose new targets for",
                    Changing::All => "change the targets of",
                    Changing::One => "change a target of",
                    Changing::Any => "change any targets of",
                };
                let what = self.group(what);
                let to = to.as_ref().map(|to| self.refer(to));
                let to = to.or(among.as_ref().map(|among| self.one(among, "permanent")));
                let to = to.map_or(String::new(), |to| format!(" to {to}"));
                self.act(who, format!("{which} {what}{to}"))
            }
            other => self.on_the_battlefield(other, actor),
        }
    }
}
