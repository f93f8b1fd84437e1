//! Scripts as sentences: what effects do.

use duelog_kernel::phrase::{article, possessive};
use duelog_kernel::prose::{
    Clause, EffectPart, Noun, Person, agreeing, either, lasting, listed, permitted, times, together,
};
use duelog_kernel::script::Script;

use super::terms::{Wording, created_in, joined, zone_name};
use super::wording::damage;
use crate::language::definition::{
    Asset, Banishing, Change, Condition, Created, DamageKind, Destination, Effect, Fate, Filter, Group,
    Instead, Names, Number, Occasion, Ref, Shape, Until, Verb, When, Written,
};
use crate::words::symbol;

/// How long an effect lasts, with a space before it; nothing when it does not end.
pub(super) fn until(until: Until) -> &'static str {
    match until {
        Until::EndOfTurn => " this turn",
        Until::ChainLink => " this chain link",
        Until::TurnThenChainLink => " this turn, for that chain link",
        Until::CombatChain => " this combat chain",
        Until::YourNextTurn => " until the start of your next turn",
        Until::EndOfTheirNextTurn => " until the end of their next turn",
        Until::SourceLeaves => " for as long as this stays",
        Until::DuringTheirNextTurn => " during their next turn",
        Until::DuringYourNextTurn => " during your next turn",
        Until::DuringTheirNextActionPhase => " during their next action phase",
        Until::Always => "",
    }
}

/// A sentence about a subject.
fn says(subject: Noun, does: Vec<String>) -> Vec<EffectPart> {
    vec![EffectPart::Act(Clause { subject, does })]
}

/// The parts that say that damage is dealt, and that it is a hit.
fn hitting(mut told: Vec<EffectPart>, hits: bool) -> Vec<EffectPart> {
    if hits {
        told.extend(says(Noun::one("that"), vec!["be a hit".to_string()]));
    }
    told
}

impl Wording<'_> {
    /// The parts of a script that this player carries out.
    pub(super) fn tell(&self, effect: &Effect, actor: &Ref) -> Vec<EffectPart> {
        match effect {
            Script::Do(verb) => self.verb(verb, actor),
            Script::Seq(parts) => self.sequence(parts, actor),
            Script::If(condition, then) => {
                let holds = self.if_so(condition, actor);
                vec![EffectPart::Says(format!(
                    "{holds}, {}",
                    together(&self.tell(then, &self.doer(condition, actor)))
                ))]
            }
            Script::IfElse(condition, then, otherwise) => {
                let holds = self.if_so(condition, actor);
                let before = self.memory.borrow().clone();
                let then = together(&self.tell(then, actor));
                let after = self.memory.replace(before);
                let otherwise = together(&self.tell(otherwise, actor));
                self.memory.replace(after);
                either(&holds, &then, &otherwise)
            }
            Script::Each(group, body) => self.each(group, body, actor),
            Script::May(who, then) => permitted(&self.player(who), self.by(who, || self.tell(then, who))),
            Script::MayElse(who, then, otherwise) | Script::Pay(who, _, then, otherwise) => {
                let mut told = permitted(&self.player(who), self.by(who, || self.tell(then, who)));
                let not = if *who == Ref::You { "if you don't" } else { "if they don't" };
                told.push(EffectPart::Says(format!("{not}, {}", together(&self.tell(otherwise, actor)))));
                told
            }
            Script::Choose(who, parts) => {
                let before = self.memory.borrow().clone();
                let modes = parts.iter().map(|part| {
                    self.memory.replace(before.clone());
                    together(&self.tell(part, who))
                });
                let modes: Vec<String> = modes.collect();
                self.act(who, format!("choose one: {}", modes.join("; or ")))
            }
            Script::Again(who, body) => {
                let mut told = self.tell(body, actor);
                told.extend(self.act(who, "repeat this process any number of times".to_string()));
                told
            }
            Script::Repeat(count, body) => {
                let often = match self.fixed(count) {
                    Some(number) => times(i64::from(number)),
                    None => format!("as many times as {}", self.number(count)),
                };
                vec![EffectPart::Says(format!("do this {often}: {}", together(&self.tell(body, actor))))]
            }
            Script::Let(number) => {
                let words = self.number(number);
                self.memory.borrow_mut().kept.push(words);
                Vec::new()
            }
            Script::Delayed(moment, body) => {
                let event = self.next_time(moment);
                let words = self.after(moment);
                vec![EffectPart::Says(format!("{event}, {}", together(&words.tell(body, actor))))]
            }
        }
    }

    /// Who does what a condition leads to.
    fn doer(&self, _: &Condition, actor: &Ref) -> Ref {
        actor.clone()
    }

    fn sequence(&self, parts: &[Effect], actor: &Ref) -> Vec<EffectPart> {
        let mut told = Vec::new();
        let mut place = 0;
        let mut chooser = actor.clone();
        while let Some(part) = parts.get(place) {
            place += 1;
            match (part, parts.get(place)) {
                (Script::Do(pick @ Verb::Pick(who, ..)), Some(Script::Do(next))) => {
                    chooser = who.clone();
                    let before = self.memory.borrow().clone();
                    match self.picked_and(pick, next) {
                        Some(parts) => {
                            told.extend(parts);
                            place += 1;
                        }
                        None => {
                            self.memory.replace(before);
                            told.extend(self.verb(pick, actor));
                        }
                    }
                }
                (Script::Do(Verb::Pick(who, ..) | Verb::Pay(who, _)), _) => {
                    chooser = who.clone();
                    told.extend(self.tell(part, actor));
                }
                (Script::If(condition, then), _) => {
                    let holds = self.if_so(condition, &chooser);
                    told.push(EffectPart::Says(format!("{holds}, {}", together(&self.tell(then, actor)))));
                }
                _ => told.extend(self.tell(part, actor)),
            }
        }
        told
    }

    /// A pick and what is done with it, as one sentence where that says the same.
    fn picked_and(&self, pick: &Verb, next: &Verb) -> Option<Vec<EffectPart>> {
        let Verb::Pick(who, from, least, most) = pick else { return None };
        let acts = matches!(
            next,
            Verb::Discard(_)
                | Verb::Destroy(_)
                | Verb::Banish(..)
                | Verb::Put(..)
                | Verb::Reveal(_, None)
                | Verb::Turn(..)
                | Verb::Tap(..)
                | Verb::PutUnder(..)
                | Verb::PutCounters(..)
                | Verb::RemoveCounters(..)
                | Verb::Equip(_)
                | Verb::Unfreeze(_)
                | Verb::Pitch(_)
        );
        if !acts && *who != Ref::You {
            return None;
        }
        let taken = matches!(
            next,
            Verb::Discard(_)
                | Verb::Banish(..)
                | Verb::Put(..)
                | Verb::PutUnder(..)
                | Verb::Reveal(_, None)
                | Verb::Equip(_)
                | Verb::Pitch(_)
        );
        self.memory.borrow_mut().owner = self.owner_of(from);
        let picked = self.by(who, || self.picked(from, least, most));
        let text = if taken { picked.text.replacen(" in ", " from ", 1) } else { picked.text.clone() };
        let own_hand = matches!(next, Verb::Discard(_)).then(|| text.split_once(" from ")).flatten();
        let text = own_hand.map_or(text.clone(), |(cards, _)| cards.to_string());
        self.memory.borrow_mut().picked = Some(Noun { text, ..picked });
        let told = self.verb(next, who);
        self.memory.borrow().picked.is_none().then_some(told)
    }

    fn each(&self, group: &Group, body: &Effect, actor: &Ref) -> Vec<EffectPart> {
        let before = self.memory.borrow().each.clone();
        let players = match group {
            Group::Players => Some("each player"),
            Group::Opponents => Some("each opponent"),
            _ => None,
        };
        let told = match players {
            Some(each) => {
                self.memory.borrow_mut().each = Some(each.to_string());
                self.by(&Ref::It, || self.tell(body, &Ref::It))
            }
            None => {
                let each = match group {
                    Group::Last => "of them".to_string(),
                    group => self.members(group, false),
                };
                self.memory.borrow_mut().each = None;
                self.mention(Some(Ref::It));
                vec![EffectPart::Says(format!("for each {each}, {}", together(&self.tell(body, actor))))]
            }
        };
        self.memory.borrow_mut().each = before;
        told
    }

    fn next_time(&self, moment: &When) -> String {
        match moment {
            When::Begins(..) | When::ChainCloses | When::Now(_) | When::Every(..) => self.when(moment),
            other => format!(
                "the next time {}",
                self.when(other).trim_start_matches("when ").trim_start_matches("whenever ")
            ),
        }
    }

    pub(super) fn act(&self, actor: &Ref, does: impl Into<String>) -> Vec<EffectPart> {
        says(self.player(actor), vec![does.into()])
    }

    /// An act on objects, which are what is spoken of from then on.
    fn does(&self, actor: &Ref, verb: &str, what: &Group, behind: &str) -> Vec<EffectPart> {
        let said = self.by(actor, || self.group(what));
        let told = self.act(actor, format!("{verb} {said}{behind}"));
        self.done(what);
        told
    }

    /// Remembers what the last action was about.
    fn done(&self, what: &Group) {
        let many = match what {
            Group::Of(_) => false,
            Group::Targets(place) => self.is_many(*place),
            Group::Last | Group::LastThat(_) => self.memory.borrow().many,
            Group::Top(_, number) => self.fixed(number) != Some(1),
            _ => true,
        };
        let owner = self.owner_of(what);
        let mut memory = self.memory.borrow_mut();
        memory.many = many;
        memory.clashed = false;
        memory.owner = owner;
        drop(memory);
        self.mention(match what {
            Group::Of(reference) => Some(reference.clone()),
            Group::Targets(place) => Some(Ref::Target(*place)),
            _ => Some(Ref::Last),
        });
    }

    fn made(&self, number: &Number) {
        self.memory.borrow_mut().many = self.fixed(number) != Some(1);
        self.mention(Some(Ref::Last));
    }

    fn life(&self, number: &Number) -> String {
        self.fixed(number).map_or_else(
            || format!("life equal to {}", self.number(number)),
            |number| format!("{number} life"),
        )
    }

    fn assets(&self, asset: Asset, number: &Number) -> String {
        match asset {
            Asset::Life => self.life(number),
            Asset::Resources => self.points(number, "resource point"),
            Asset::Actions => self.points(number, "action point"),
        }
    }

    pub(super) fn points(&self, number: &Number, what: &str) -> String {
        match self.fixed(number) {
            Some(1) => article(what),
            Some(count) => format!("{count} {what}s"),
            None => match number {
                Number::Count(group, None) => {
                    format!("{} for each {}", article(what), self.members(group, false))
                }
                number => format!("a number of {what}s equal to {}", self.number(number)),
            },
        }
    }

    pub(super) fn dice(&self, count: &Number) -> String {
        match self.fixed(count) {
            Some(1) => "a die".to_string(),
            Some(count) => format!("{count} dice"),
            None => format!("as many dice as {}", self.number(count)),
        }
    }

    fn cards(&self, number: &Number) -> String {
        match self.fixed(number) {
            None => match number {
                Number::Count(group, None) => format!("a card for each {}", self.members(group, false)),
                Number::LastAmount | Number::EventAmount => "that many cards".to_string(),
                number => format!("a number of cards equal to {}", self.number(number)),
            },
            _ => self.number_of(number, &Filter::Any, "card"),
        }
    }

    /// Returns what is done, of moves, damage and things that are made.
    #[expect(clippy::too_many_lines, reason = "a flat table of verbs")]
    fn verb(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        let player = |who: &Ref, what: String| self.act(who, what);
        match verb {
            Verb::Damage { amount, to, kind, from, hits } => {
                hitting(self.deals(amount, to, *kind, from.as_ref(), actor), *hits)
            }
            Verb::Draw(who, number) => player(who, format!("draw {}", self.cards(number))),
            Verb::Discard(what) => self.does(actor, "discard", what, ""),
            Verb::DiscardRandom(who, number) => {
                player(who, format!("discard {} at random", self.cards(number)))
            }
            Verb::Destroy(what) => self.does(actor, "destroy", what, ""),
            Verb::Banish(what, None) => self.does(actor, "banish", what, ""),
            Verb::Banish(what, Some(Banishing { until, face_down })) => {
                let down = if *face_down { " face down" } else { "" };
                let back = until.as_ref().map(|until| {
                    let event = self.when(until);
                    let event = event.trim_start_matches("when ").trim_start_matches("whenever ");
                    format!(" until {event}")
                });
                self.does(actor, "banish", what, &format!("{down}{}", back.unwrap_or_default()))
            }
            Verb::Exchange(one, other) => {
                let (one, other) = (self.refer(one), self.refer(other));
                player(actor, format!("exchange {one} with {other}"))
            }
            Verb::PutFace(what, face) => self.does(actor, "put", what, &format!(" into the arena as {face}")),
            Verb::Put(what, destination) => {
                let said = self.by(actor, || self.group(what));
                let many = self.all_are_many(what);
                let owner = self.owner_of(what);
                let owner = owner.map(|owner| self.by(actor, || self.whose(&owner)));
                let told = match destination {
                    Destination::Defending => {
                        let said = if said == "them" { "they".to_string() } else { said };
                        says(Noun::counted(said, many), vec!["defend".to_string()])
                    }
                    Destination::Attacking => {
                        says(Noun::counted(said, many), vec!["become the attack".to_string()])
                    }
                    to => player(actor, self.moved(&said, many, *to, owner.as_deref())),
                };
                self.done(what);
                told
            }
            Verb::Create(who, number, token, None) => {
                let told = player(who, format!("create {}", self.points(number, &format!("{token} token"))));
                self.made(number);
                told
            }
            Verb::Create(who, number, name, Some(Created::In(to))) => {
                let card = self.points(number, &format!("{name} card"));
                let told = player(who, format!("create {card} {}", created_in(*to)));
                self.made(number);
                told
            }
            Verb::Create(who, _, token, Some(Created::Equipped)) => {
                player(who, format!("create and equip {}", article(&format!("{token} token"))))
            }
            Verb::Create(who, _, token, Some(Created::Exposed)) => {
                let token = article(&format!("{token} token"));
                player(who, format!("create {token} in an exposed head, chest, arms or legs zone"))
            }
            Verb::Create(who, _, token, Some(Created::With(kind, count))) => {
                let token = article(&format!("{token} token"));
                let counters = self.points(count, &format!("{} counter", kind.in_words()));
                player(who, format!("create {token} with {counters}"))
            }
            Verb::Transform(what, least, into) => self.transforms(what, *least, into, actor),
            Verb::Gain(who, asset, number) => player(who, format!("gain {}", self.assets(*asset, number))),
            Verb::Lose(who, asset, number) => player(who, format!("lose {}", self.assets(*asset, number))),
            Verb::PutCounters(kind, number, what) => {
                let counters = self.points(number, &format!("{} counter", kind.in_words()));
                self.does(actor, &format!("put {counters} on"), what, "")
            }
            Verb::RemoveCounters(kind, number, what) => {
                let counters = match number {
                    Number::All => format!("all {} counters", kind.in_words()),
                    number => self.points(number, &format!("{} counter", kind.in_words())),
                };
                self.does(actor, &format!("remove {counters} from"), what, "")
            }
            other => self.of_effects(other, actor),
        }
    }

    /// Returns what is done, of effects that last.
    fn of_effects(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        match verb {
            Verb::Modify(what, changes, how_long) => {
                let subject = self.all_of(what);
                let told = self.changed(subject, changes, *how_long);
                self.done(what);
                told
            }
            Verb::ModifyAll(filter, changes, how_long) => {
                self.changed(Noun::many(self.noun(filter, "object", true)), changes, *how_long)
            }
            Verb::Become(what, of, how_long) => {
                let subject = self.all_of(what);
                let of = self.refer(of);
                says(subject, vec![format!("become a copy of {of}{}", until(*how_long))])
            }
            Verb::BecomeOne(who, names) => {
                let names = joined(names.iter().cloned(), " or ");
                self.act(who, format!("become a random one of {names}"))
            }
            Verb::ReturnToTheBrood(who) => self.act(who, "return to the brood"),
            Verb::Next(occasion, count, filter, changes, how_long, who) => {
                let subject = Noun::counted(self.next(*occasion, *count, filter, who.as_ref()), *count != 1);
                self.changed(subject, changes, *how_long)
            }
            Verb::SaveWager(who, cards) => {
                let cards = self.by(who, || article(&self.members(cards, false)));
                let who = self.player(who);
                let would = format!("the next time {} would lose a wager this turn", who.text);
                let wins = agreeing("win", who.person);
                vec![EffectPart::Says(format!(
                    "{would}, {} may discard {cards}; if so, {} {wins} it instead",
                    who.text, who.text
                ))]
            }
            Verb::ReplaceNext(when, instead) => {
                let (when, instead) = (self.replaced(when), self.instead(instead));
                vec![EffectPart::Says(format!("the next time {when} this turn, {instead}"))]
            }
            Verb::ButIf(verb, condition, instead) => {
                let mut told = self.verb(verb, actor);
                let condition = self.condition(condition);
                // A condition that always holds is not said.
                let so = if condition.is_empty() { String::new() } else { format!("if {condition}, ") };
                told.push(EffectPart::Says(format!("{so}{}", self.but(verb, instead))));
                told
            }
            other => self.prevents(other, actor).unwrap_or_else(|| self.deals_with_cards(other, actor)),
        }
    }

    /// Returns what another number than the one that was said does.
    fn but(&self, verb: &Verb, instead: &Instead) -> String {
        match (verb, instead) {
            (
                Verb::Gain(Ref::You, asset, _),
                Instead::Amount(crate::language::definition::Arithmetic::Equals, number),
            ) => {
                format!("gain {} instead", self.assets(*asset, number))
            }
            (
                Verb::Draw(Ref::You, _),
                Instead::Amount(crate::language::definition::Arithmetic::Equals, number),
            ) => {
                format!("draw {} instead", self.cards(number))
            }
            (_, instead) => self.instead(instead),
        }
    }

    /// Returns what is done, of looking, choosing, and moving in a deck.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn deals_with_cards(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        let player = |who: &Ref, what: String| self.act(who, what);
        match verb {
            Verb::Roll(Number::N(1), 6) => player(actor, "roll a 6-sided die".to_string()),
            Verb::Roll(count, sides) => {
                player(actor, format!("roll {} with {sides} sides", self.dice(count)))
            }
            Verb::Opt(who, number) => player(who, format!("opt {}", self.number(number))),
            Verb::Search(who, zones, filter, count) => {
                let number = if *count == 1 {
                    self.one(filter, "card")
                } else {
                    format!("up to {}", self.some((*count).min(i32::MAX as u32) as i32, filter, "card"))
                };
                let whose = self.by(who, || self.whose(who));
                let zones = listed(zones.iter().map(|kind| zone_name(*kind)), "and");
                self.memory.borrow_mut().many = *count != 1;
                self.memory.borrow_mut().owner = Some(who.clone());
                self.mention(Some(Ref::Last));
                player(who, format!("search {whose} {zones} for {number}"))
            }
            Verb::Shuffle(kind, who) => {
                let whose = self.by(who, || self.whose(who));
                player(who, format!("shuffle {whose} {}", zone_name(*kind)))
            }
            Verb::Reveal(what, how_long) => self.does(actor, "reveal", what, how_long.map_or("", until)),
            Verb::RevealUntil(who, number, filter) => {
                let whose = self.by(who, || self.whose(who));
                let found = self.found(number, filter);
                self.memory.borrow_mut().many = true;
                self.mention(Some(Ref::Last));
                player(
                    who,
                    format!("reveal cards from the top of {whose} deck until {found} revealed this way"),
                )
            }
            Verb::Look(who, what, how_long) => self.does(who, "look at", what, how_long.map_or("", until)),
            Verb::Pick(who, from, least, most) => {
                self.memory.borrow_mut().owner = self.owner_of(from);
                let picked = self.by(who, || self.picked(from, least, most));
                self.memory.borrow_mut().many = picked.person == Person::Many;
                self.mention(Some(Ref::Last));
                player(who, format!("choose {}", picked.text))
            }
            Verb::PickNames(who, from, least, most, names) => {
                self.memory.borrow_mut().owner = self.owner_of(from);
                let picked = self.by(who, || self.picked(from, least, most));
                self.memory.borrow_mut().many = true;
                self.mention(Some(Ref::Last));
                let names = if *names == Names::Same { "the same name" } else { "different names" };
                player(who, format!("choose {} with {names}", picked.text))
            }
            Verb::PickKinds(who, from, kinds) => {
                let kinds = kinds
                    .iter()
                    .map(|(count, filter)| self.some((*count).min(i32::MAX as u32) as i32, filter, "card"));
                let kinds = listed(kinds, "and");
                let from = self.by(who, || self.members(from, true));
                self.memory.borrow_mut().many = true;
                self.mention(Some(Ref::Last));
                player(who, format!("choose {kinds} among {from}"))
            }
            Verb::PickRandom(group, number) => {
                let number = self.number(number);
                let many = number != "1";
                let from = self.by(actor, || self.members(group, many));
                self.memory.borrow_mut().many = many;
                self.mention(Some(Ref::Last));
                let what = if many { format!("{number} {from}") } else { article(&from) };
                player(actor, format!("choose {what} at random"))
            }
            Verb::Charge(who, number) => match self.fixed(number) {
                Some(1) => player(who, "charge".to_string()),
                _ => player(who, format!("charge {}", self.cards(number))),
            },
            Verb::Reload(who) => player(who, "reload".to_string()),
            Verb::Name(who) => player(who, "name a card".to_string()),
            Verb::PutUnder(what, under) => {
                let under = format!(" under {}", self.refer(under));
                self.does(actor, "put", what, &under)
            }
            Verb::Note(_) => Vec::new(),
            other => self.keyword_acts(other, actor),
        }
    }

    /// Returns what is done, of everything else.
    fn keyword_acts(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        let player = |who: &Ref, what: String| self.act(who, what);
        match verb {
            Verb::Intimidate(who) => player(actor, format!("intimidate {}", self.refer(who))),
            Verb::Used(..) => Vec::new(),
            Verb::Distribute(who, kind, number, among) => {
                let counters = self.points(number, &format!("{} counter", kind.in_words()));
                player(who, format!("distribute {counters} among {}", self.members(among, true)))
            }
            Verb::Again => player(actor, "do this again".to_string()),
            Verb::Negate(what) => self.does(actor, "negate", what, ""),
            Verb::Retarget(who, what) => player(who, format!("choose new targets for {}", self.refer(what))),
            Verb::Turn(what, true) => self.does(actor, "turn", what, " face up"),
            Verb::Turn(what, false) => self.does(actor, "turn", what, " face down"),
            Verb::Pay(who, number) => {
                let pay = match self.fixed(number) {
                    Some(count) => format!("may pay {count}{}", symbol::resource()),
                    None => format!("may pay {} equal to {}", symbol::resource(), self.number(number)),
                };
                player(who, pay)
            }
            Verb::Unfreeze(what) => self.does(actor, "unfreeze", what, ""),
            Verb::Clash(one, other) => {
                let other = self.refer(other);
                let told = player(one, format!("clash with {other}"));
                self.memory.borrow_mut().clashed = true;
                told
            }
            Verb::Mark(what) => self.does(actor, "mark", what, ""),
            Verb::Tap(what, true) => self.does(actor, symbol::tap(), what, ""),
            Verb::Tap(what, false) => self.does(actor, symbol::untap(), what, ""),
            Verb::AttackWith(what) => player(actor, format!("attack with {}", self.refer(what))),
            Verb::CloseChain => player(actor, "close the combat chain".to_string()),
            Verb::GainControl(who, what) => {
                let what = self.group(what);
                player(who, format!("gain control of {what}"))
            }
            Verb::Give(who, what) => {
                let what = self.by(actor, || self.group(what));
                player(actor, format!("give {what} to {}", self.refer(who)))
            }
            Verb::Steal(what) => self.does(actor, "steal", what, ""),
            Verb::Equip(what) => self.does(actor, "equip", what, ""),
            Verb::Pitch(what) => self.does(actor, "pitch", what, ""),
            Verb::Awaken(what) => self.does(actor, "awaken", what, ""),
            Verb::Transcend => player(actor, "transcend".to_string()),
            Verb::MoveCounters(kind, number, from, to) => {
                let counters = self.points(number, &format!("{} counter", kind.in_words()));
                player(actor, format!("move {counters} from {} to {}", self.refer(from), self.refer(to)))
            }
            Verb::Wager => player(actor, "wager".to_string()),
            Verb::WinWager(who) => player(who, "win the wager".to_string()),
            Verb::Crowd(who, cheers) => {
                let does = if *cheers { "cheers" } else { "boos" };
                vec![EffectPart::Says(format!("the crowd {does} {}", self.refer(who)))]
            }
            Verb::ExtraTurn(who) => player(who, "take an extra turn after this one".to_string()),
            Verb::End(_, Fate::Draws) => vec![EffectPart::Says("the game is a draw".to_string())],
            Verb::End(who, Fate::Wins) => player(who, "win the game".to_string()),
            Verb::End(who, Fate::Loses) => player(who, "lose the game".to_string()),
            // The other verbs stand in the tables before this one.
            other => vec![EffectPart::Says(super::terms::plain(other))],
        }
    }

    fn deals(
        &self,
        amount: &Number,
        to: &Group,
        kind: DamageKind,
        from: Option<&Ref>,
        actor: &Ref,
    ) -> Vec<EffectPart> {
        let kind = damage(kind);
        let source = from.map(|from| self.thing(from, true));
        let amount = match self.fixed(amount) {
            Some(number) => format!("{number} {kind}"),
            None => format!("{kind} equal to {}", self.number(amount)),
        };
        let to = self.group(to);
        let subject = source.unwrap_or_else(|| self.player(actor));
        says(subject, vec![format!("deal {amount} to {to}")])
    }

    fn changed(&self, subject: Noun, changes: &[Change<Written>], how_long: Until) -> Vec<EffectPart> {
        let mut does = self.changes(changes);
        if let Some(last) = does.last_mut() {
            *last = lasting(last, until(how_long));
        }
        says(subject, does)
    }

    fn transforms(&self, what: &Group, least: u32, into: &Shape, actor: &Ref) -> Vec<EffectPart> {
        let into = match into {
            Shape::Object(into) => self.refer(into),
            Shape::Token(into) => article(&format!("{into} token")),
        };
        let all = if least > 1 { format!(", at least {least} of them or none") } else { String::new() };
        self.does(actor, "transform", what, &format!(" into {into}{all}"))
    }

    /// How many there are of what is looked for.
    fn found(&self, number: &Number, filter: &Filter) -> String {
        if self.fixed(number) == Some(1) {
            format!("{} is", self.one(filter, "card"))
        } else {
            format!("{} are", self.number_of(number, filter, "card"))
        }
    }

    /// Returns what is chosen of a group: how many, and of what.
    fn picked(&self, from: &Group, least: &Number, most: &Number) -> Noun {
        let one = || self.members(from, false);
        let many = || self.members(from, true);
        let own =
            matches!(from, Group::Of(_) | Group::Targets(_) | Group::Last | Group::Noted(_) | Group::Top(..));
        let of = if own { "of " } else { "" };
        match (self.fixed(least), self.fixed(most)) {
            (Some(1), Some(1)) if own => Noun::one(format!("one of {}", one())),
            (Some(1), Some(1)) => Noun::one(article(&one())),
            (Some(least), Some(most)) if least == most => Noun::many(format!("{most} {of}{}", many())),
            (Some(0), Some(1)) => Noun::one(format!("up to one {of}{}", one())),
            (Some(0), Some(most)) => Noun::many(format!("up to {most} {of}{}", many())),
            (Some(0), None) => match most {
                Number::LastAmount | Number::EventAmount => {
                    Noun::many(format!("up to that many {of}{}", many()))
                }
                _ => Noun::many(format!("any number of {}", many())),
            },
            (_, None) => Noun::many(format!("{of}{}, as many as {}", many(), self.number(most))),
            _ => Noun::many(format!("{} to {} {of}{}", self.number(least), self.number(most), many())),
        }
    }

    /// The next objects to which an effect applies (6.2.4).
    fn next(&self, occasion: Occasion, count: u8, filter: &Filter, who: Option<&Ref>) -> String {
        let many = count != 1;
        let number = if many { format!("{count} ") } else { String::new() };
        let (noun, after) = match occasion {
            Occasion::Attack => ("attack", ""),
            Occasion::Play => ("card", " you play"),
            Occasion::Activate => ("ability", " you activate"),
            Occasion::PlayOrActivate => ("card or ability", " you play or activate"),
            Occasion::Defend => ("card", " you defend with"),
            Occasion::DefendTogether => ("card", " you defend with the next time"),
        };
        let together = occasion == Occasion::DefendTogether;
        let which = if together { "each ".to_string() } else { format!("the next {number}") };
        match (occasion, who) {
            (Occasion::Attack, None) => format!("your next {number}{}", self.noun_of_attack(filter, many)),
            (Occasion::Attack, Some(who)) => {
                format!("{} next {number}{}", self.whose(who), self.noun_of_attack(filter, many))
            }
            (_, Some(who)) => {
                let after = after.replacen(" you ", "", 1);
                let does = self.player(who).does(&[after]);
                format!("{which}{} {does}", self.noun(filter, noun, many))
            }
            _ => format!("{which}{}{after}", self.noun(filter, noun, many)),
        }
    }

    fn noun_of_attack(&self, filter: &Filter, many: bool) -> String {
        let noun = self.noun(filter, "attack", many);
        if noun.contains("attack") {
            return noun;
        }
        match self.noun(filter, "attack", false) {
            kind if kind.contains(' ') => format!("attack of {}", article(&kind)),
            kind => format!("{kind} {}", duelog_kernel::phrase::numbered("attack", many)),
        }
    }

    /// Whose the zone is into which objects of a group are put; none where each has its own.
    fn owner_of(&self, group: &Group) -> Option<Ref> {
        match group {
            Group::Zone(_, who, _) | Group::Top(who, _) => Some(who.clone()),
            Group::Of(Ref::This) => Some(Ref::You),
            Group::Last | Group::LastThat(_) => self.memory.borrow().owner.clone(),
            _ => None,
        }
    }

    fn all_are_many(&self, group: &Group) -> bool {
        match group {
            Group::Of(_) => false,
            Group::Targets(place) => self.is_many(*place),
            Group::Last | Group::LastThat(_) => self.memory.borrow().many,
            Group::Top(_, number) => self.fixed(number) != Some(1),
            _ => true,
        }
    }

    /// Whose something is.
    pub(super) fn whose(&self, who: &Ref) -> String {
        if *who == Ref::You {
            "your".to_string()
        } else if self.memory.borrow().subject.as_ref() == Some(who) {
            "their".to_string()
        } else {
            match self.player(who).text.as_str() {
                "they" => "their".to_string(),
                other => possessive(other),
            }
        }
    }

    /// Where an effect puts something, as `they` do it.
    pub(super) fn moved(
        &self,
        what: &str,
        many: bool,
        destination: Destination,
        whose: Option<&str>,
    ) -> String {
        let whose = whose.unwrap_or(if many { "their owners'" } else { "its owner's" });
        match destination {
            Destination::Hand => format!("put {what} into {whose} hand"),
            Destination::DeckTop => format!("put {what} on top of {whose} deck"),
            Destination::DeckBottom => format!("put {what} on the bottom of {whose} deck"),
            Destination::Graveyard => format!("put {what} into {whose} graveyard"),
            Destination::Banished => format!("put {what} into {whose} banished zone"),
            Destination::BanishedFaceDown => format!("put {what} face down into {whose} banished zone"),
            Destination::Arsenal => format!("put {what} face down into {whose} arsenal"),
            Destination::ArsenalFaceUp => format!("put {what} face up into {whose} arsenal"),
            Destination::Soul => format!("put {what} into {whose} soul"),
            Destination::Arena => format!("put {what} into the arena"),
            Destination::Defending => format!("put {what} onto the chain link as a defending card"),
            Destination::Attacking => format!("put {what} onto the combat chain as the attack"),
        }
    }
}
