//! Scripts as sentences.

use duelog_kernel::prose::{
    Clause, EffectPart, Noun, Person, behind_comma, either, permitted, sentences, times, together,
};
use duelog_kernel::script::Script;

use super::nouns::{Count, SO_MANY};
use super::terms::{Named, Wording};
use super::values::{lasting, stat};
use crate::language::definition::{
    Bound, Condition, Destination, Discarding, Effect, Extent, Filter, Group, Moment, Number, Posture, Ref,
    Role, Until, Verb, When,
};
use crate::language::types::{Place, Step};

impl Wording {
    /// Returns what a script does, in sentences.
    pub fn effect(&self, script: &Effect) -> String {
        sentences(self.tell(script, &Ref::You).iter().map(EffectPart::words))
    }

    /// Returns what a script does, as it stands behind a comma: the first sentence without its capital.
    pub(super) fn then(&self, script: &Effect) -> String {
        behind_comma(&self.tell(script, &Ref::You))
    }

    /// The parts of a script that this player carries out.
    pub(super) fn tell(&self, script: &Effect, actor: &Ref) -> Vec<EffectPart> {
        match script {
            Script::Do(verb) => self.verb(verb, actor),
            Script::Seq(parts) => self.sequence(parts, actor),
            Script::If(holds, then) => {
                let holds = self.if_words(holds, actor);
                vec![EffectPart::Says(format!("{holds}, {}", together(&self.tell(then, actor))))]
            }
            Script::IfElse(holds, then, otherwise) => {
                let holds = self.if_words(holds, actor);
                let before = self.memory.borrow().clone();
                let then = together(&self.tell(then, actor));
                let after = self.memory.replace(before);
                let otherwise = together(&self.tell(otherwise, actor));
                self.memory.replace(after);
                either(&holds, &then, &otherwise)
            }
            Script::Each(over, body) => self.each(over, body, actor),
            Script::May(who, then) => self.may(who, then),
            Script::MayElse(who, then, otherwise) | Script::Pay(who, _, then, otherwise) => {
                let mut told = self.may(who, then);
                let not = if *who == Ref::You { "if you don't" } else { "if that player doesn't" };
                told.push(EffectPart::Says(format!("{not}, {}", together(&self.tell(otherwise, actor)))));
                told
            }
            Script::Choose(who, parts) => {
                let before = self.memory.borrow().clone();
                let modes = parts.iter().map(|part| {
                    self.memory.replace(before.clone());
                    together(&self.tell(part, who))
                });
                let modes = modes.collect::<Vec<_>>().join("; or ");
                vec![EffectPart::Act(Clause::new(self.player(who), format!("choose one: {modes}")))]
            }
            Script::Repeat(count, body) => self.repeat(count, body, actor),
            Script::Again(who, body) => {
                let mut told = self.tell(body, actor);
                let again = "repeat this process any number of times".to_string();
                told.push(EffectPart::Act(Clause::new(self.player(who), again)));
                told
            }
            Script::Let(kept) => {
                let words = self.number(kept);
                self.memory.borrow_mut().kept.push(words);
                Vec::new()
            }
            Script::Delayed(moment, body) => vec![EffectPart::Says(self.delayed(moment, body, actor))],
        }
    }

    fn if_words(&self, holds: &Condition, actor: &Ref) -> String {
        let words = self.condition(holds);
        let other = *actor != Ref::You;
        match words.as_str() {
            "you do" if other => "if they do".to_string(),
            "you don't" if other => "if they don't".to_string(),
            words => format!("if {words}"),
        }
    }

    fn sequence(&self, parts: &[Effect], actor: &Ref) -> Vec<EffectPart> {
        let mut told = Vec::new();
        let mut chooser = actor.clone();
        let mut place = 0;
        while let Some(part) = parts.get(place) {
            place += 1;
            if let Script::Do(Verb::Choose(who, from, least, most, None)) = part {
                chooser = who.clone();
                let next = match parts.get(place) {
                    Some(Script::Do(verb)) => Some(verb),
                    _ => None,
                };
                let (own, folded) = self.choice(who, from, least, most, next);
                told.extend(own);
                place += usize::from(folded);
            } else if let (
                Script::Do(search),
                Some(Script::Do(Verb::Show(Group::Players, Group::Of(Ref::Last)))),
            ) = (part, parts.get(place))
                && matches!(search, Verb::Search(..))
            {
                place += 1;
                told.extend(self.verb(search, actor).into_iter().map(with_reveal));
            } else if matches!(part, Script::If(..) | Script::IfElse(..)) {
                let doer = if chooser == Ref::You { actor.clone() } else { chooser.clone() };
                told.extend(self.tell(part, &doer));
            } else {
                told.extend(self.tell(part, actor));
            }
        }
        told
    }

    /// A choice with what is done with it right after it: as one sentence where that says the same.
    fn choice(
        &self,
        who: &Ref,
        from: &Group,
        least: &Number,
        most: &Number,
        next: Option<&Verb>,
    ) -> (Vec<EffectPart>, bool) {
        let count = self.count(least, most);
        let source = self.source(from);
        let many = !matches!(count, Count::Between(_, 1));
        let named = Named { many, ..source };
        let alone = ["race", "civilization", "number", "card name", "player"].contains(&named.noun.as_str());
        let place = self.memory.borrow().choices.len() as u8;
        let register = || {
            let mut memory = self.memory.borrow_mut();
            memory.choices.push(named.clone());
            memory.last = named.clone();
        };
        let before = self.memory.borrow().clone();
        if let Some(next) = next.filter(|next| !alone && (*who == Ref::You || acts(next))) {
            let chosen = self.by(who, || self.some(from, &count, taken(next)));
            register();
            self.memory.borrow_mut().folded = Some((place, chosen));
            let told = self.verb(&with_choice(next, place), who);
            if self.memory.borrow().folded.is_none() {
                return (told, true);
            }
            self.memory.replace(before);
        }
        let chosen = self.by(who, || self.some(from, &count, "in"));
        register();
        self.mention((!alone).then_some(Ref::Chosen(place)));
        (vec![EffectPart::Act(Clause::new(self.player(who), format!("choose {}", chosen.text)))], false)
    }

    /// From how many to how many are meant.
    fn count(&self, least: &Number, most: &Number) -> Count {
        match (least, most) {
            (Number::N(least), Number::N(most)) => Count::Between(*least, *most),
            (Number::N(0), most) => Count::Words(self.number(most), true),
            (_, most) => Count::Words(self.number(most), false),
        }
    }

    fn each(&self, over: &Group, body: &Effect, actor: &Ref) -> Vec<EffectPart> {
        let before = self.memory.borrow().each.clone();
        let players = *over == Group::Players;
        let told = if players {
            self.memory.borrow_mut().each = Some("each player".to_string());
            self.by(&Ref::It, || self.tell(body, &Ref::It))
        } else {
            let each = self.each_of(over);
            self.memory.borrow_mut().each =
                Some("that creature".to_string()).filter(|_| self.is_creature(over));
            self.mention(Some(Ref::It));
            let told = self.tell(body, actor);
            if each == "it" {
                told
            } else {
                vec![EffectPart::Says(format!("for each {each}, {}", together(&told)))]
            }
        };
        self.memory.borrow_mut().each = before;
        told
    }

    fn is_creature(&self, over: &Group) -> bool {
        self.source(over).noun == "creature"
    }

    fn may(&self, who: &Ref, then: &Effect) -> Vec<EffectPart> {
        permitted(&self.player(who), self.tell(then, who))
    }

    fn repeat(&self, count: &Number, body: &Effect, actor: &Ref) -> Vec<EffectPart> {
        let before = match (count, self.for_each(count)) {
            (Number::N(number), _) => times(i64::from(*number)),
            (Number::Amount(_), _) => "that many times".to_string(),
            (_, Some((1, each))) => each.trim().to_string(),
            (count, _) => format!("as many times as {}", self.number(count)),
        };
        match self.tell(body, actor).as_slice() {
            [EffectPart::Act(clause)] => vec![EffectPart::Says(format!("{before}, {}", clause.told()))],
            parts => vec![EffectPart::Says(format!("{before}, do this: {}", together(parts)))],
        }
    }

    fn delayed(&self, moment: &Moment, body: &Effect, actor: &Ref) -> String {
        let before = self.memory.borrow().clone();
        let (when, until, each) = match moment {
            Moment::Next(when, until) => (when, *until, false),
            Moment::Whenever(when, until) => (when, *until, true),
        };
        let lead = match when {
            When::Begins(Step::End, Ref::TurnPlayer) => "at the end of the turn".to_string(),
            When::Begins(Step::End, Ref::You) => "at the end of your turn".to_string(),
            When::Begins(Step::Start, Ref::You) => "at the start of your next turn".to_string(),
            When::Combat { role: Role::HasBattled, what, .. } if !each => {
                format!("after {} battles", self.one(what, "creature"))
            }
            When::Combat { role: Role::EndsAttack, what, .. } if !each => {
                format!("after {} attacks", self.one(what, "creature"))
            }
            when if each => format!("{}, whenever {}", lead_until(until), self.clause(when)),
            when => format!("{}, the next time {}", lead_until(until), self.clause(when)),
        };
        let lead = lead.trim_start_matches(", ").to_string();
        self.after(when);
        // The end of the turn that then begins is told as one moment.
        if let (
            When::Begins(Step::Start, Ref::You),
            Effect::Delayed(Moment::Next(When::Begins(Step::End, Ref::TurnPlayer), Until::EndOfTurn), at_end),
        ) = (when, body)
        {
            return format!("at the end of your next turn, {}", together(&self.tell(at_end, actor)));
        }
        {
            // All that was chosen before is still spoken of.
            let mut memory = self.memory.borrow_mut();
            memory.event = memory.event.take().or(before.event);
            memory.it = memory.it.take().or(before.it);
        }
        format!("{lead}, {}", together(&self.tell(body, actor)))
    }

    fn so_many_cards(&self, count: &Number) -> String {
        match (count, self.for_each(count)) {
            (Number::N(1), _) => "a card".to_string(),
            (Number::N(number), _) => format!("{number} cards"),
            (Number::Count(_), Some((1, each))) => format!("a card{each}"),
            (count, _) => match self.number(count) {
                number if number == SO_MANY => format!("{number} cards"),
                number => format!("as many cards as {number}"),
            },
        }
    }

    fn act(&self, actor: &Ref, does: impl Into<String>) -> Vec<EffectPart> {
        vec![EffectPart::Act(Clause::new(self.player(actor), does))]
    }

    /// Remembers what an action has made or moved.
    fn done(&self, what: &Group, place: Option<Place>) {
        let source = self.source(what);
        let source = Named { place, ..source };
        let referred = match what {
            Group::Of(Ref::Event) if self.memory.borrow().event.is_none() => Some(Ref::This),
            Group::Of(reference) => Some(reference.clone()),
            Group::Top(_, number) => {
                let many = **number != Number::N(1);
                self.memory.borrow_mut().last = Named { many, ..source };
                return self.mention(Some(Ref::Last));
            }
            _ => None,
        };
        self.mention(referred.or(Some(Ref::Last)));
        self.memory.borrow_mut().last = source;
    }

    /// Something that is done with all of a group.
    fn does(&self, actor: &Ref, verb: &str, what: &Group, behind: &str) -> Vec<EffectPart> {
        let said = self.by(actor, || self.some(what, &Count::All, "in"));
        let told = self.act(actor, format!("{verb} {}{behind}", said.text));
        self.done(what, self.source(what).place);
        told
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn verb(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        match verb {
            Verb::Stop => Vec::new(),
            Verb::Choose(who, from, least, most, None) => self.choice(who, from, least, most, None).0,
            Verb::Draw(who, count) => self.act(who, format!("draw {}", self.so_many_cards(count))),
            Verb::Destroy(what) => self.does(actor, "destroy", what, ""),
            Verb::DiscardThese(what) => self.does(actor, "discard", what, ""),
            Verb::Turn(what, Posture::Tapped) => self.does(actor, "tap", what, ""),
            Verb::Turn(what, Posture::Untapped) => self.does(actor, "untap", what, ""),
            Verb::Turn(what, Posture::UpsideDown) => self.does(actor, "turn", what, " upside down"),
            Verb::Move(what, to, Extent::Whole) => self.moves(actor, what, *to, ""),
            Verb::Move(what, to, Extent::TopCard) => self.moves(actor, what, *to, "the top card of "),
            Verb::Discard(who, how, count) => {
                let random = if *how == Discarding::AtRandom { " at random" } else { "" };
                self.act(who, format!("discard {}{random}", self.so_many_cards(count)))
            }
            Verb::Break(by, count) => {
                let breaker = self.thing(by, true);
                let shields = match self.so_many_cards(count) {
                    one if one == "a card" => "one of your opponent's shields".to_string(),
                    other => other.replace("cards", "shields").replace("a card", "a shield"),
                };
                vec![EffectPart::Act(Clause::new(breaker, format!("break {shields}")))]
            }
            Verb::ShieldsToHand(what) => {
                let said = self.some(what, &Count::All, "in");
                let whose = if said.person == Person::Many { "their owners'" } else { "its owner's" };
                self.act(actor, format!("put {} into {whose} hand as if broken", said.text))
            }
            Verb::PutOn(what, on) => {
                let said = self.by(actor, || self.some(what, &Count::All, "from")).text;
                let said = if *what == Group::Of(Ref::This) { self.this() } else { said };
                let on = self.by(actor, || self.some(on, &Count::All, "in")).text;
                match what {
                    Group::Of(Ref::This) if self.is_crossed_to() => {
                        self.act(actor, format!("cross {said} to {on}"))
                    }
                    _ => self.act(actor, format!("put {said} on {on}")),
                }
            }
            Verb::Battle(one, two) => {
                let (one, two) = (self.thing(one, true), self.thing(two, false));
                vec![EffectPart::Act(Clause::new(one, format!("battle {}", two.text)))]
            }
            Verb::Modify(what, changes, until) => self.modify(what, changes, *until),
            Verb::Become(who, what, until) => {
                let who = self.thing(who, true);
                let what = self.some(what, &Count::All, "in").text;
                vec![EffectPart::Act(Clause::new(who, format!("become {what}{}", lasting(*until))))]
            }
            Verb::Impose(given, until) => {
                let inner = Wording::of(None);
                let before = self.memory.borrow().clone();
                inner.memory.replace(before);
                let words = inner.ability_here(given);
                vec![EffectPart::Says(
                    format!("{}, {words}", lead_until(*until)).trim_start_matches(", ").to_string(),
                )]
            }
            Verb::Use(who, what) => {
                let said = self.by(who, || self.some(what, &Count::All, "from"));
                self.act(who, format!("use {} for no cost", said.text))
            }
            Verb::Exchange(one, other) => {
                let zones = |group: &Group| match group {
                    Group::In(place, who, Filter::Any) => {
                        format!("{} {}", self.possessive(who), place.name())
                    }
                    group => self.some(group, &Count::All, "in").text,
                };
                let (one, other) = self.by(actor, || (zones(one), zones(other)));
                self.act(actor, format!("exchange {one} with {other}"))
            }
            Verb::PutBack(who, to) => {
                let whose = self.memory.borrow().last.owner.clone().unwrap_or(Ref::You);
                let whose = self.by(who, || self.possessive(&whose));
                let to = destination(*to, &whose);
                self.act(who, format!("put the rest {to} in any order"))
            }
            Verb::Show(to, what) => self.show(to, what, actor),
            Verb::Search(who, filter, count, to, whose) => {
                self.search(who, whose.as_ref().unwrap_or(who), filter, count, *to)
            }
            Verb::Choose(who, from, _, count, Some(Bound::Total(own, most))) => {
                let all = Count::Words(String::new(), true);
                let count = match count {
                    Number::N(number) => Count::Between(0, *number),
                    _ => all,
                };
                let said = self.by(who, || self.some(from, &count, "in"));
                let named = Named { many: true, ..self.source(from) };
                let place = self.memory.borrow().choices.len() as u8;
                self.memory.borrow_mut().choices.push(named);
                self.mention(Some(Ref::Chosen(place)));
                let most = self.number(most);
                self.act(
                    who,
                    format!(
                        "choose {} with total {} {most} or less",
                        said.text.trim_end_matches(" as "),
                        stat(*own)
                    ),
                )
            }
            Verb::Rearrange(who) => self.act(who, "rearrange the cards of their shields"),
            Verb::Judge(who) => self.act(who, "hold a Gachinko Judge"),
            Verb::ExtraTurn(who) => self.act(who, "take an extra turn after this one"),
            Verb::Lose(who) => vec![EffectPart::Says(self.player(who).does(&["lose the game".to_string()]))],
            Verb::Flip(what, 0) => self.does(actor, "flip", what, " to its front"),
            Verb::Flip(what, _) => self.does(actor, "flip", what, ""),
        }
    }

    fn modify(
        &self,
        what: &Group,
        changes: &[crate::language::definition::Written],
        until: Until,
    ) -> Vec<EffectPart> {
        let subject = match what {
            Group::Of(reference) => self.thing(reference, true),
            group => {
                let text = self.members(group);
                Noun::many(text)
            }
        };
        let many = subject.person == Person::Many;
        let mut does: Vec<String> = self
            .changes(changes)
            .iter()
            .map(|change| change.replacen("have ", "gain ", usize::from(change.starts_with("have "))))
            .collect();
        if many {
            does.iter_mut().for_each(|does| *does = does.replace(" its ", " their "));
        }
        if let Some(last) = does.last_mut() {
            last.push_str(lasting(until));
        }
        self.mention(if many { None } else { self.memory.borrow().it.clone() });
        vec![EffectPart::Act(Clause { subject, does })]
    }

    fn show(&self, to: &Group, what: &Group, actor: &Ref) -> Vec<EffectPart> {
        let said = match what {
            Group::In(Place::Hand, who, Filter::Any) => format!("{} hand", self.possessive(who)),
            what => self.by(actor, || self.some(what, &Count::All, "in")).text,
        };
        self.done(what, self.source(what).place);
        let memory_owner = self.source(what).owner;
        if memory_owner.is_some() {
            self.memory.borrow_mut().last.owner = memory_owner;
        }
        match to {
            Group::Players => self.act(actor, format!("reveal {said}")),
            Group::Of(who) => self.act(who, format!("look at {said}")),
            to => {
                let to = self.some(to, &Count::All, "in").text;
                self.act(actor, format!("show {said} to {to}"))
            }
        }
    }

    fn search(
        &self,
        who: &Ref,
        whose: &Ref,
        filter: &Filter,
        count: &Number,
        to: Destination,
    ) -> Vec<EffectPart> {
        let one = *count == Number::N(1);
        let described = self.source(&Group::In(Place::Deck, whose.clone(), filter.clone()));
        let wanted = match count {
            Number::N(1) => self.one(filter, "card"),
            Number::N(most) if *most >= 20 => format!("any number of {}", self.many(filter, "card")),
            Number::N(most) => format!("up to {most} {}", self.many(filter, "card")),
            other => format!("up to as many {} as {}", self.many(filter, "card"), self.number(other)),
        };
        let (deck, whose) =
            self.by(who, || (format!("{} deck", self.possessive(whose)), self.possessive(whose)));
        let it = if one { "it" } else { "them" };
        self.memory.borrow_mut().last = Named { many: !one, ..described };
        self.mention(Some(Ref::Last));
        let mut does = vec![format!("search {deck} for {wanted}")];
        if to != Destination::Stay {
            does.push(format!("put {it} {}", destination(to, &whose)));
        }
        does.push("shuffle".to_string());
        vec![EffectPart::Act(Clause { subject: self.player(who), does })]
    }

    fn moves(&self, actor: &Ref, what: &Group, to: Destination, part: &str) -> Vec<EffectPart> {
        let source = self.source(what);
        let said = self.by(actor, || self.some(what, &Count::All, "from"));
        let many = said.person == Person::Many;
        let own = source.owner.clone().filter(|_| !matches!(what, Group::Of(Ref::Other)));
        let whose = match own {
            Some(own) => self.by(actor, || self.possessive(&own)),
            None if many => "their owners'".to_string(),
            None => "its owner's".to_string(),
        };
        let whose =
            if whose.contains(' ') && said.text.contains(&whose) { "their".to_string() } else { whose };
        let back = matches!(source.place, Some(Place::Battle | Place::Mana | Place::Graveyard) | None);
        let verb = match to {
            Destination::Hand if back => format!("return {part}{} to {whose} hand", said.text),
            Destination::DeckShuffled => format!("shuffle {part}{} into {whose} deck", said.text),
            Destination::Shield => format!("add {part}{} to {whose} shields face down", said.text),
            Destination::Stay => format!("leave {part}{} there", said.text),
            Destination::TopCard => format!("put only the top card of {} there", said.text),
            to => format!("put {part}{} {}", said.text, destination(to, &whose)),
        };
        let told = self.act(actor, of_owners(verb));
        self.done(what, None);
        told
    }

    /// Where a replaced move goes instead.
    pub(super) fn goes_instead(&self, to: Destination, whose: &str) -> String {
        match to {
            Destination::Hand => format!("return it to {whose} hand instead"),
            Destination::DeckShuffled => format!("shuffle it into {whose} deck instead"),
            Destination::Stay => "it stays where it is instead".to_string(),
            Destination::TopCard => "only its top card goes there instead".to_string(),
            Destination::Shield => format!("add it to {whose} shields face down instead"),
            to => format!("put it {} instead", destination(to, whose)),
        }
    }
}

/// A move into the zones of several owners: `to their owners' hands`.
fn of_owners(moved: String) -> String {
    ["hand", "graveyard", "mana zone", "shield zone"].iter().fold(moved, |moved, zone| {
        let (one, many) = (format!("their owners' {zone}"), format!("their owners' {zone}s"));
        moved.replace(&one, &many)
    })
}

/// A search whose finds are revealed.
fn with_reveal(told: EffectPart) -> EffectPart {
    match told {
        EffectPart::Act(mut clause) => {
            let many = clause.does.iter().any(|does| does.starts_with("put them"));
            clause.does.insert(1, if many { "reveal them" } else { "reveal it" }.to_string());
            EffectPart::Act(clause)
        }
        told => told,
    }
}

/// How long something lasts, at the beginning of a sentence.
fn lead_until(until: Until) -> String {
    match until {
        Until::EndOfTurn => "this turn".to_string(),
        Until::Forever => String::new(),
        other => lasting(other).trim().to_string(),
    }
}

/// Where a card goes.
pub(super) fn destination(to: Destination, whose: &str) -> String {
    match to {
        Destination::Hand => format!("into {whose} hand"),
        Destination::Graveyard => format!("into {whose} graveyard"),
        Destination::Mana => format!("into {whose} mana zone"),
        Destination::ManaTapped => format!("into {whose} mana zone tapped"),
        Destination::ManaFaceDown => format!("into {whose} mana zone face down"),
        Destination::Shield => format!("into {whose} shield zone"),
        Destination::DeckTop => format!("on top of {whose} deck"),
        Destination::DeckNth(place) => format!("into {whose} deck as card {place} from the top"),
        Destination::DeckBottom => format!("on the bottom of {whose} deck"),
        Destination::DeckShuffled => format!("into {whose} deck, which is shuffled"),
        Destination::Battle => "into the battle zone".to_string(),
        Destination::Stay => "where it is".to_string(),
        Destination::TopCard => "there, its top card alone".to_string(),
    }
}

/// Returns whether it is a player's act, so that the one who chose does it.
fn acts(verb: &Verb) -> bool {
    matches!(
        verb,
        Verb::Destroy(_)
            | Verb::Move(..)
            | Verb::DiscardThese(_)
            | Verb::Turn(..)
            | Verb::PutOn(..)
            | Verb::Show(Group::Players, _)
    )
}

/// How the zone of what an act takes is introduced.
fn taken(verb: &Verb) -> &'static str {
    match verb {
        Verb::Move(..) | Verb::Use(..) | Verb::PutOn(..) | Verb::DiscardThese(_) => "from",
        _ => "in",
    }
}

/// The act with the choice at this place where it speaks of what was done last, which is that choice.
fn with_choice(verb: &Verb, place: u8) -> Verb {
    let chosen = |group: &Group| match group {
        Group::Of(Ref::Last) => Group::Of(Ref::Chosen(place)),
        other => other.clone(),
    };
    match verb {
        Verb::Destroy(what) => Verb::Destroy(chosen(what)),
        Verb::Move(what, to, extent) => Verb::Move(chosen(what), *to, *extent),
        Verb::DiscardThese(what) => Verb::DiscardThese(chosen(what)),
        Verb::Turn(what, posture) => Verb::Turn(chosen(what), *posture),
        Verb::Show(to, what) => Verb::Show(to.clone(), chosen(what)),
        Verb::Use(who, what) => Verb::Use(who.clone(), chosen(what)),
        Verb::PutOn(what, on) => Verb::PutOn(chosen(what), on.clone()),
        other => other.clone(),
    }
}
