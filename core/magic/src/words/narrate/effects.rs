//! Scripts as sentences: what spells and abilities do.

use duelog_kernel::phrase::article;
use duelog_kernel::prose::{
    EffectPart, Noun, behind_comma, counted, either, listed, permitted, sentences, times, together,
};
use duelog_kernel::script::Script;

use super::terms::{Wording, fact, order, says, speaks_of_noted, with_owner};
use crate::language::definition::{Condition, Deed, Destruction, Effect, Group, Number, Ref, Verb, When};
use crate::words::plain::{counter, span, until};

impl Wording<'_> {
    /// Returns what a script does, in sentences.
    pub fn effect(&self, effect: &Effect) -> String {
        sentences([self.behind(effect)])
    }

    /// Returns what a script does, behind a comma or colon.
    pub(super) fn behind(&self, effect: &Effect) -> String {
        behind_comma(&self.tell(effect, &Ref::You))
    }

    /// Returns what a mode of a script does (700.2).
    pub fn mode(&self, effect: &Effect, mode: u8) -> Option<String> {
        match effect {
            Script::If(Condition::Mode(which), then) if *which == mode => Some(self.effect(then)),
            Script::Seq(parts) => parts.iter().find_map(|part| self.mode(part, mode)),
            _ => None,
        }
    }

    /// Returns what is done.
    pub fn verb(&self, verb: &Verb) -> String {
        sentences(self.done(verb, &Ref::You).iter().map(EffectPart::words))
    }

    /// That a player may pay costs, and what is done then and otherwise.
    fn paid(
        &self,
        who: &Ref,
        costs: &str,
        (then, otherwise): (&Effect, &Effect),
        actor: &Ref,
    ) -> Vec<EffectPart> {
        let pays = if costs.starts_with('{') { format!("may pay {costs}") } else { format!("may {costs}") };
        let mut told = self.act(who, pays);
        let do_so = if *who == Ref::You { "if you do" } else { "if they do" };
        let then = self.tell(then, actor);
        if !then.is_empty() {
            told.push(EffectPart::Says(format!("{do_so}, {}", together(&then))));
        }
        let otherwise = self.tell(otherwise, actor);
        if !otherwise.is_empty() {
            told.push(EffectPart::Says(format!("{}, {}", if_not(who), together(&otherwise))));
        }
        told
    }

    /// The parts of a script that this player carries out.
    pub(super) fn tell(&self, effect: &Effect, actor: &Ref) -> Vec<EffectPart> {
        match effect {
            Script::Do(verb) => self.done(verb, actor),
            Script::Seq(parts) => self.sequence(parts, actor),
            Script::If(condition, then) => {
                let holds = self.if_so(condition);
                fact(format!("{holds}, {}", together(&self.tell(then, actor))))
            }
            Script::IfElse(condition, then, otherwise) => {
                let holds = self.if_so(condition);
                let before = self.memory.borrow().clone();
                let then = together(&self.tell(then, actor));
                self.memory.replace(before);
                let otherwise = together(&self.tell(otherwise, actor));
                either(&holds, &then, &otherwise)
            }
            Script::Each(group, body) => self.each(group, body, actor),
            Script::May(who, then) => {
                permitted(&self.thing(who, true), self.by(who, || self.tell(then, who)))
            }
            Script::MayElse(who, then, otherwise) => {
                let mut told = permitted(&self.thing(who, true), self.by(who, || self.tell(then, who)));
                told.push(EffectPart::Says(format!(
                    "{}, {}",
                    if_not(who),
                    together(&self.tell(otherwise, actor))
                )));
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
                let often = match count {
                    Number::N(number) => times(i64::from(*number)),
                    Number::EventAmount | Number::LastAmount => "that many times".to_string(),
                    number => format!("as many times as {}", self.number(number)),
                };
                fact(format!("do this {often}: {}", together(&self.tell(body, actor))))
            }
            Script::Let(number) => {
                let words = self.number(number);
                self.memory.borrow_mut().kept.push(words);
                Vec::new()
            }
            Script::Pay(who, costs, then, otherwise) => {
                let costs = self.by(who, || self.costs(costs));
                self.paid(who, &costs, (then, otherwise), actor)
            }
            Script::Delayed(moment, body) => self.delayed(moment, body, actor),
        }
    }

    /// The parts of a script that is carried out at a moment that is still to come (603.7).
    fn delayed(&self, moment: &When, body: &Effect, actor: &Ref) -> Vec<EffectPart> {
        let told = self.when(moment);
        // One with a duration triggers as often as its event happens (603.7b).
        let told = match moment {
            When::ThisTurn(_) | When::UntilYourTurn(_) | When::Always(_) => told,
            _ => told.replacen("of each ", "of the next ", 1).replacen("whenever ", "the next time ", 1),
        };
        fact(format!("{told}, {}", together(&self.tell(body, actor))))
    }

    fn sequence(&self, parts: &[Effect], actor: &Ref) -> Vec<EffectPart> {
        let is_mode = |part: &Effect| matches!(part, Script::If(Condition::Mode(_), _));
        if parts.len() > 1 && parts.iter().all(is_mode) {
            return fact(self.modes(parts, actor));
        }
        let mut told = Vec::new();
        let mut place = 0;
        while let Some(part) = parts.get(place) {
            place += 1;
            let next = parts.get(place);
            let (Script::Do(choose @ Verb::Choose { .. }), Some(Script::Do(next))) = (part, next) else {
                told.extend(self.tell(part, actor));
                continue;
            };
            let before = self.memory.borrow().clone();
            match self.chosen_and(choose, next) {
                Some(parts) => {
                    told.extend(parts);
                    place += 1;
                }
                None => {
                    self.memory.replace(before);
                    told.extend(self.done(choose, actor));
                }
            }
        }
        told
    }

    /// The modes of a script, one after the other.
    fn modes(&self, parts: &[Effect], actor: &Ref) -> String {
        let before = self.memory.borrow().clone();
        let modes = parts.iter().filter_map(|part| {
            self.memory.replace(before.clone());
            let Script::If(_, then) = part else { return None };
            Some(together(&self.tell(then, actor)))
        });
        modes.collect::<Vec<_>>().join("; or ")
    }

    /// A choice and what is done with it, as one sentence where that says the same.
    fn chosen_and(&self, choose: &Verb, next: &Verb) -> Option<Vec<EffectPart>> {
        let Verb::Choose { who, among, least, most } = choose else { return None };
        let acts = matches!(
            next,
            Verb::Destroy(Group::Last, Destruction::Plain)
                | Verb::Move(Group::Last, _)
                | Verb::SacrificeThese(Group::Last)
                | Verb::Tap(Group::Last)
                | Verb::Untap(Group::Last)
                | Verb::Reveal(Group::Last)
        );
        if !acts {
            return None;
        }
        self.memory.borrow_mut().owner = self.owner_of(among);
        let chosen = self.by(who, || self.picked(among, *least, *most));
        self.memory.borrow_mut().taken |= speaks_of_noted(among);
        let moves = matches!(next, Verb::Move(..));
        let text = if moves { chosen.text.replacen(" in ", " from ", 1) } else { chosen.text.clone() };
        self.memory.borrow_mut().chosen = Some(Noun { text, ..chosen });
        let told = self.done(next, who);
        self.memory.borrow().chosen.is_none().then_some(told)
    }

    /// A number of a group's members, as something to choose.
    pub(super) fn picked(&self, among: &Group, least: u32, most: u32) -> Noun {
        let of = matches!(
            among,
            Group::Last | Group::Linked | Group::Noted(_) | Group::Top(..) | Group::Targets(_) | Group::Of(_)
        );
        let many = || self.counted(among);
        let of = if of { "of " } else { "" };
        match (least, most) {
            (1, 1) if of.is_empty() => Noun::one(article(&self.single(among))),
            (1, 1) => Noun::one(format!("one of {}", many())),
            (0, 1) if of.is_empty() => Noun::one(format!("up to one {}", self.single(among))),
            (0, 1) => Noun::one(format!("up to one of {}", many())),
            (0, most) if most >= 100 => Noun::many(format!("any number of {}", many())),
            (0, most) => Noun::many(format!("up to {} {of}{}", counted(i64::from(most)), many())),
            (least, most) if least == most => {
                Noun::many(format!("{} {of}{}", counted(i64::from(most)), many()))
            }
            (least, most) => Noun::many(format!("{least} to {most} {of}{}", many())),
        }
    }

    fn each(&self, group: &Group, body: &Effect, actor: &Ref) -> Vec<EffectPart> {
        let before = self.memory.borrow().each.clone();
        let players = match group {
            Group::Players => Some("each player"),
            Group::PlayersExcept(Ref::You) => Some("each opponent"),
            group if group.is_everybody_else() => Some("each other player"),
            _ => None,
        };
        let told = match players {
            Some(each) => {
                self.memory.borrow_mut().each = Some(each.to_string());
                self.by(&Ref::It, || self.tell(body, &Ref::It))
            }
            None => {
                if let Script::Do(Verb::Damage { amount: Number::Share, from, .. }) = body {
                    let source = self.thing(from.as_ref().unwrap_or(&Ref::This), true);
                    let among = self.group(group);
                    let divided = self.memory.borrow().divided.clone();
                    let damage = divided.map_or("that damage".to_string(), |sum| format!("{sum} damage"));
                    return says(source, vec![format!("deal {damage} divided as you choose among {among}")]);
                }
                let each = self.each_of(group);
                let each = if each.starts_with("each ") { each } else { format!("each of {each}") };
                self.memory.borrow_mut().each = None;
                self.mention(Some(Ref::It));
                fact(format!("for {each}, {}", together(&self.tell(body, actor))))
            }
        };
        self.memory.borrow_mut().each = before;
        told
    }

    pub(super) fn act(&self, who: &Ref, does: String) -> Vec<EffectPart> {
        says(self.thing(who, true), vec![does])
    }

    /// Returns what each of some players does.
    pub(super) fn acts(&self, who: &Group, does: String) -> Vec<EffectPart> {
        let subject = self.all_of(who);
        says(subject, vec![does])
    }

    /// An act on objects, which are what is spoken of from then on.
    pub(super) fn does(&self, actor: &Ref, verb: &str, what: &Group, behind: &str) -> Vec<EffectPart> {
        let said = self.by(actor, || self.group(what));
        let told = self.act(actor, format!("{verb} {said}{behind}"));
        self.was_about(what);
        told
    }

    pub(super) fn was_about(&self, what: &Group) {
        let many = self.may_be_many(what);
        let owner = self.owner_of(what);
        self.memory.borrow_mut().owner = owner;
        self.memory.borrow_mut().many = many;
        self.mention(match what {
            Group::Of(reference) => Some(reference.clone()),
            Group::Targets(place) => Some(Ref::Target(*place)),
            _ => Some(Ref::Last),
        });
    }

    fn made(&self, number: &Number) {
        self.memory.borrow_mut().many = *number != Number::N(1);
        self.mention(Some(Ref::Last));
    }

    /// A noun with its number: `two cards`, `a card`.
    pub(super) fn so_many(&self, number: &Number, noun: &str) -> String {
        match number {
            Number::N(1) => article(noun),
            Number::N(count) => {
                format!("{} {}", counted(i64::from(*count)), duelog_kernel::phrase::numbered(noun, true))
            }
            Number::X => format!("X {}", duelog_kernel::phrase::numbered(noun, true)),
            Number::EventAmount | Number::LastAmount => {
                format!("that many {}", duelog_kernel::phrase::numbered(noun, true))
            }
            Number::Count(group) => format!("{} for {}", article(noun), self.each_of(group)),
            other => {
                let noun = duelog_kernel::phrase::numbered(noun, true);
                format!("a number of {noun} equal to {}", self.number(other))
            }
        }
    }

    fn some_life(&self, number: &Number) -> String {
        match number {
            Number::N(_) | Number::X => format!("{} life", self.number(number)),
            Number::EventAmount | Number::LastAmount => "that much life".to_string(),
            Number::Count(group) => format!("1 life for {}", self.each_of(group)),
            other => format!("life equal to {}", self.number(other)),
        }
    }

    pub(super) fn some_counters(
        &self,
        number: &Number,
        kind: crate::language::definition::Counter,
    ) -> String {
        self.so_many(number, &format!("{} counter", counter(kind)))
    }

    /// Counters in words, on the thing that is spoken of.
    pub(super) fn counters_on_it(
        &self,
        number: &Number,
        kind: crate::language::definition::Counter,
    ) -> String {
        let counters = self.some_counters(number, kind);
        match counters.split_once(" equal to ") {
            Some((counters, number)) => format!("{counters} on it equal to {number}"),
            None => format!("{counters} on it"),
        }
    }

    /// Returns what is done, of what happens most.
    #[expect(clippy::too_many_lines, reason = "a flat table of verbs")]
    pub(super) fn done(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        match verb {
            Verb::Damage { amount, to, from, certain, also } => {
                let source = self.thing(from.as_ref().unwrap_or(&Ref::This), true);
                let one =
                    |amount: &Number, to: &Group| format!("{} to {}", self.damage(amount), self.each_of(to));
                let mut hits = vec![one(amount, to)];
                hits.extend(also.iter().map(|(amount, to)| one(amount, to)));
                let mut told = says(source, vec![format!("deal {}", hits.join(" and "))]);
                if *certain {
                    told.push(EffectPart::Says("the damage can't be prevented".to_string()));
                }
                told
            }
            Verb::DamageBy { by, amount, to } => {
                let by = self.each_of(by);
                let does = format!("deal {} to {}", self.damage(amount), self.each_of(to));
                says(Noun::one(by), vec![does])
            }
            Verb::DamageDivided { who, from, amount, among } => {
                let source = self.thing(from, true);
                let chooser = if *who == Ref::You {
                    "you choose".to_string()
                } else {
                    format!("{} chooses", self.refer(who))
                };
                let does = format!(
                    "deal {} divided as {chooser} among any number of {}",
                    self.damage(amount),
                    self.counted(among)
                );
                says(source, vec![does])
            }
            Verb::Destroy(group, Destruction::Plain) => self.does(actor, "destroy", group, ""),
            Verb::Destroy(group, Destruction::ForGood) => {
                let mut told = self.does(actor, "destroy", group, "");
                let they = if self.may_be_many(group) { "they" } else { "it" };
                told.push(EffectPart::Says(format!("{they} can't be regenerated")));
                told
            }
            Verb::Move(group, destination) => {
                let said = self.by(actor, || self.group(group));
                let many = self.may_be_many(group);
                let moved = self.moved_of(&said, many, *destination);
                let whose = self.owner_of(group).map(|owner| self.by(actor, || self.whose(&owner)));
                let told = self.act(actor, with_owner(&moved, whose.as_deref()));
                self.was_about(group);
                told
            }
            Verb::Sacrifice(who, number, filter) => {
                let subject = self.all_of(who);
                let what = match number {
                    Number::N(100..) => format!("all {}", self.noun(filter, "permanent", true)),
                    number => self.number_of(number, filter, "permanent"),
                };
                says(subject, vec![format!("sacrifice {what}")])
            }
            Verb::SacrificeThese(group) => self.does(actor, "sacrifice", group, ""),
            Verb::Counter(group) => self.does(actor, "counter", group, ""),
            Verb::CounterTo(group, to) => {
                let many = self.may_be_many(group);
                let it = if many { "them" } else { "it" };
                let instead = self.moved_of(it, many, *to);
                self.does(
                    actor,
                    "counter",
                    group,
                    &format!(", and {instead} instead of its owner's graveyard"),
                )
            }
            Verb::RemoveOne(who, from) => {
                self.act(who, format!("remove a counter from {}", self.refer(from)))
            }
            Verb::RemoveAllCounters(group) => {
                order(format!("remove all counters from {}", self.group(group)))
            }
            Verb::Draw(who, number) => self.acts(who, format!("draw {}", self.so_many(number, "card"))),
            Verb::Discard(who, Number::N(100..)) => self.acts(who, "discard all cards in hand".to_string()),
            Verb::Discard(who, number) => self.acts(who, format!("discard {}", self.so_many(number, "card"))),
            Verb::DiscardAtRandom(who, number) => {
                self.acts(who, format!("discard {} at random", self.so_many(number, "card")))
            }
            Verb::GainLife(who, number) => {
                let subject = self.all_of(who);
                says(subject, vec![format!("gain {}", self.some_life(number))])
            }
            Verb::LoseLife(who, number) => {
                let subject = self.all_of(who);
                says(subject, vec![format!("lose {}", self.some_life(number))])
            }
            Verb::SetLife(who, number) => {
                let whose = match who {
                    Group::Of(who) => self.whose(who),
                    who => duelog_kernel::phrase::possessive(&self.each_of(who)),
                };
                fact(format!("{whose} life total becomes {}", self.number(number)))
            }
            Verb::Create(who, number, token) => {
                let told = self.act(who, format!("create {}", self.tokens(number, "", token)));
                self.made(number);
                told
            }
            Verb::CreateFighting { who, number, token, tapped, fights } => {
                let tapped = if *tapped { "tapped " } else { "" };
                let token = self.tokens(number, tapped, token);
                let told = self.act(who, format!("create {token}{}", self.fighting(fights)));
                self.made(number);
                told
            }
            Verb::CreateWith { who, number, token, size, tapped } => {
                let tapped = if *tapped { "tapped " } else { "" };
                let size = size.as_ref().map_or(String::new(), |(power, toughness)| {
                    let (power, toughness) = (self.number(power), self.number(toughness));
                    if power == toughness {
                        format!(" whose power and toughness are each {power}")
                    } else {
                        format!(" with power {power} and toughness {toughness}")
                    }
                });
                let token = self.tokens(number, tapped, token);
                let told = self.act(who, format!("create {token}{size}"));
                self.made(number);
                told
            }
            Verb::CreateAttached(who, token, to) => {
                let to = self.refer(to);
                let token = self.tokens(&Number::N(1), "", token);
                self.act(who, format!("create {token} attached to {to}"))
            }
            Verb::CreateCopy { who, number, of, except, tapped, fights } => {
                let tapped = if *tapped { "tapped " } else { "" };
                let fights = fights.as_ref().map_or(String::new(), |fights| self.fighting(fights));
                let copy = format!("{}{fights}", self.so_many(number, &format!("{tapped}token")));
                let that = if *number == Number::N(1) { "that's a copy of" } else { "that are copies of" };
                let told =
                    self.act(who, format!("create {copy} {that} {}{}", self.refer(of), self.except(except)));
                self.made(number);
                told
            }
            Verb::PutCounters(kind, number, group) => {
                let counters = self.some_counters(number, *kind);
                self.counters_on(actor, &counters, group)
            }
            Verb::RemoveCounters(kind, number, group) => {
                let counters = self.some_counters(number, *kind);
                self.does(actor, &format!("remove {counters} from"), group, "")
            }
            Verb::Tap(group) => self.does(actor, "tap", group, ""),
            Verb::Untap(group) => self.does(actor, "untap", group, ""),
            Verb::Modify(group, changes, how_long) => {
                let subject = self.all_of(group);
                let told = self.changed(subject, changes, *how_long);
                self.was_about(group);
                told
            }
            Verb::Regenerate(group) => self.does(actor, "regenerate", group, ""),
            Verb::Attach(what, to) => {
                let what = self.refer(what);
                order(format!("attach {what} to {}", self.refer(to)))
            }
            Verb::Shuffle(who) => {
                self.act(who, format!("shuffle {} library", self.by(who, || self.whose(who))))
            }
            Verb::Mill(who, number) => self.acts(who, format!("mill {}", self.so_many(number, "card"))),
            Verb::Scry(who, number) => self.act(who, format!("scry {}", self.number(number))),
            Verb::Action(action) => self.keyword_action(action, actor),
            Verb::Shield(shield) => order(self.shield(shield)),
            Verb::Skip(who, what) => self.acts(
                who,
                format!("skip their next {}", span(*what)).replace("you skip their", "you skip your"),
            ),
            Verb::EnterTapped => fact("it enters tapped".to_string()),
            Verb::EnterWith(kind, number) => {
                fact(format!("it enters with {}", self.counters_on_it(number, *kind)))
            }
            other => self.with_cards(other, actor),
        }
    }

    fn counters_on(&self, actor: &Ref, counters: &str, group: &Group) -> Vec<EffectPart> {
        match group {
            group
                if matches!(group, Group::Players | Group::PlayersExcept(_)) || group.is_everybody_else() =>
            {
                self.acts(group, format!("get {counters}"))
            }
            Group::Of(Ref::You) => order(format!("get {counters}")),
            group => {
                let on = self.by(actor, || self.each_of(group));
                let told = self.act(actor, format!("put {counters} on {on}"));
                self.was_about(group);
                told
            }
        }
    }

    /// Returns what is done, of permanents and mana.
    #[expect(clippy::too_many_lines, reason = "a flat table of verbs")]
    pub(super) fn on_the_battlefield(&self, verb: &Verb, actor: &Ref) -> Vec<EffectPart> {
        match verb {
            Verb::AddMana(who, mana, number) => self.act(who, self.add_mana(*mana, number)),
            Verb::AddManaFor { who, mana, number, only, rider } => {
                let said = self.add_mana(*mana, number);
                let mut told = self.act(who, said);
                told.extend(self.said_of_mana(only, rider.as_ref()).into_iter().map(EffectPart::Says));
                told
            }
            Verb::AddCostOf(who, of) => {
                let of = self.refer(of);
                self.act(who, format!("add mana equal to the mana cost of {of}"))
            }
            Verb::TakeMana(to, from) => {
                let from = self.thing(from, true);
                let lost = from.does(&["lose all unspent mana".to_string()]);
                let gets = self.thing(to, true).does(&["add the mana lost this way".to_string()]);
                fact(format!("{lost} and {gets}"))
            }
            Verb::UseMana(what) => fact(format!("a mana ability of {} is activated", self.each_of(what))),
            Verb::ReachLevel(level) => fact(format!("it becomes level {level}")),
            Verb::Flip(group) => self.does(actor, "flip", group, ""),
            Verb::TurnUp(group) => self.does(actor, "turn", group, " face up"),
            Verb::TurnDown(group) => self.does(actor, "turn", group, " face down"),
            Verb::Hide(group, _) => self.does(actor, "exile", group, " face down"),
            Verb::BecomeBlocked(group) => says(self.all_of(group), vec!["become blocked".to_string()]),
            Verb::MakeBlock(blocker, attacker) => {
                let blocker = self.thing(blocker, true);
                let attacker = self.refer(attacker);
                says(blocker, vec![format!("block {attacker}")])
            }
            Verb::Redirect(who, what) => {
                let what = self.refer(what);
                self.act(who, format!("choose which player or planeswalker {what} is attacking"))
            }
            Verb::EnterKeeping(_) | Verb::EnterChosen(_) => Vec::new(),
            Verb::Performs(who, Deed::Champion) => fact(format!("{} is championed", self.group(who))),
            Verb::Performs(who, deed) => says(self.all_of(who), vec![super::happening::spaced(*deed)]),
            Verb::Transform(group) => self.does(actor, "transform", group, ""),
            Verb::Meld(cards) => self.does(actor, "meld", cards, ""),
            Verb::Phase { out, back } => {
                let out = out.iter().map(|out| self.all_of(out).does(&["phase out".to_string()]));
                let back = back.iter().map(|back| self.all_of(back).does(&["phase in".to_string()]));
                fact(listed(out.chain(back).collect::<Vec<_>>(), "and"))
            }
            Verb::Trigger(_) => Vec::new(),
            Verb::ReturnWhenGone(what, to) => self.returned(what, *to),
            Verb::ExileUntilGone(what) => {
                let until = format!(" until {} leaves the battlefield", self.name);
                self.does(actor, "exile", what, &until)
            }
            Verb::Put { .. } => self.puts(verb, actor),
            Verb::StayTapped(what, whose) => {
                let subject = self.all_of(what);
                let whose = whose.as_ref().map_or("its controller's".to_string(), |whose| self.whose(whose));
                says(subject, vec![format!("don't untap during {whose} next untap step")])
            }
            Verb::MissUntapStep(what, whose) => {
                let subject = self.all_of(what);
                let whose = self.whose(whose);
                says(subject, vec![format!("don't untap during {whose} next untap step")])
            }
            Verb::EnterElsewhere(to) => order(format!("{} instead", self.moved_of("it", false, *to))),
            Verb::EnterMoving { among, least, most, how } => order(self.moving(among, *least, *most, *how)),
            Verb::EnterCopy(Ref::This, except) => fact(format!("it enters as it is{}", self.except(except))),
            Verb::EnterCopy(of, except) => {
                fact(format!("it enters as a copy of {}{}", self.refer(of), self.except(except)))
            }
            Verb::EnterAs(changes) => {
                fact(format!("as it enters, {}", Noun::one("it").does(&self.changes(changes))))
            }
            Verb::BecomeCopy { what, of, except, until: how_long } => {
                let subject = self.all_of(what);
                let of = self.refer(of);
                says(
                    subject,
                    vec![format!("become a copy of {of}{}{}", self.except(except), until(*how_long))],
                )
            }
            Verb::MakeRenowned(what) => says(self.all_of(what), vec!["become renowned".to_string()]),
            Verb::LeaveTo(what, to) => {
                let many = self.may_be_many(what);
                let subject = self.all_of(what).text;
                let it = if many { "them" } else { "it" };
                fact(format!(
                    "if {subject} would leave the battlefield, {} instead",
                    self.moved_of(it, many, *to)
                ))
            }
            Verb::DieTo(what, to) => {
                let many = self.may_be_many(what);
                let subject = self.all_of(what).text;
                let it = if many { "them" } else { "it" };
                fact(format!("if {subject} would die this turn, {} instead", self.moved_of(it, many, *to)))
            }
            Verb::GainNone(who) => {
                let subject = self.all_of(who).text;
                fact(format!("if {subject} would gain life this turn, no life is gained instead"))
            }
            Verb::MoveBelow(what, number) => {
                let number = self.number(number);
                let to = format!(" into its owner's library just beneath the top {number} cards");
                self.does(actor, "put", what, &to)
            }
            Verb::MoveCounters { kind, number, from, to } => {
                let what = self.some_counters(number, *kind);
                let from = self.refer(from);
                order(format!("move {what} from {from} onto {}", self.refer(to)))
            }
            Verb::RemoveFromCombat(what) => self.does(actor, "remove", what, " from combat"),
            Verb::RemoveDamage(what) => self.does(actor, "remove all damage from", what, ""),
            Verb::Pair(one, other) => {
                let one = self.refer(one);
                order(format!("pair {one} with {}", self.refer(other)))
            }
            Verb::Encode(card, creature) => {
                let card = self.thing(card, true);
                says(card, vec![format!("be encoded on {}", self.refer(creature))])
            }
            Verb::Haunt(card, creature) => {
                let card = self.thing(card, true);
                says(card, vec![format!("haunt {}", self.refer(creature))])
            }
            other => self.with_the_game(other),
        }
    }
}

fn if_not(who: &Ref) -> &'static str {
    if *who == Ref::You { "if you don't" } else { "if they don't" }
}
