//! What effects do: the verbs of the card language, one group of effect keywords a file (8.5).

mod cards;
mod contests;
mod continuous;
mod control;
mod copying;
mod counters;
mod damage;
mod equip;
mod exchanging;
mod faces;
mod feasible;
mod game;
mod hidden;
mod kinds;
mod making;
mod noting;
mod points;
mod repeating;
mod retargeting;
mod returning;
mod revealing;

use duelog_kernel::{ObjectId, Seat, TESTED, unsettled};

use crate::cite;
use crate::language::definition::{
    ARENA, Banishing, Cost, Created, Deed, ELSEWHERE, Group, Number, ON_STACK, Operand, Ref, Verb,
};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::{Object, Running, Value, Zone};

/// A verb at work: the game and the script that it belongs to.
pub struct Act<'a, 'b> {
    rules: &'a FleshAndBlood,
    play: &'a mut Game<'b>,
    running: &'a Running,
    /// Whether it looks at the board as everybody sees it.
    unseeing: bool,
}

impl FleshAndBlood {
    /// Does one thing for a running script.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn act(&self, play: &mut Game<'_>, running: &Running, verb: &Verb) {
        cite!("6.1.1");
        cite!("1.8.1");
        let mut act = Act { rules: self, play, running, unseeing: false };
        act.note_operands(verb);
        match verb {
            Verb::Damage { amount, to, kind, from, hits } => {
                act.damage(amount, to, *kind, from.as_ref(), *hits)
            }
            Verb::Shield { to, amount, kind, from } => act.shield(to.as_ref(), amount, *kind, from.as_ref()),
            Verb::PreventNext { to, amount, kind, from } => {
                act.prevent_next(to.as_ref(), amount.as_ref(), *kind, from.as_ref())
            }
            Verb::PreventTimes { times, to, amount } => act.prevent_times(times, to, amount),
            Verb::PreventLess { amount, kind } => act.prevent_less(amount, *kind),
            Verb::ReplaceNext(..) => act.replace_next(),
            Verb::ButIf(verb, ..) => self.act(play, running, verb),
            Verb::Draw(who, count) => act.draw(who, count),
            Verb::Discard(what) => act.discard(what),
            Verb::DiscardRandom(who, count) => act.discard_random(who, count),
            Verb::Destroy(what) => act.destroy(what),
            Verb::Banish(what, None) => act.banish(what, true),
            Verb::Banish(what, Some(Banishing { until: None, face_down })) => act.banish(what, !face_down),
            Verb::Banish(what, Some(Banishing { until: Some(_), face_down })) => {
                act.banish_until(what, !face_down)
            }
            Verb::Exchange(one, other) => act.exchange(one, other),
            Verb::PutFace(what, face) => act.put_face(what, face),
            Verb::Put(what, destination) => act.put(what, *destination),
            Verb::Create(who, count, token, None) => act.create(who, count, token),
            Verb::Create(who, count, name, Some(Created::In(to))) => act.create_card(who, count, name, *to),
            Verb::Create(who, _, token, Some(Created::Equipped)) => act.create_equipped(who, token),
            Verb::Create(who, _, token, Some(Created::Exposed)) => act.create_exposed(who, token),
            Verb::Create(who, _, token, Some(Created::With(kind, count))) => {
                act.create_with(who, token, *kind, count)
            }
            Verb::Transform(what, least, into) => act.transform(what, *least, into),
            Verb::Negate(what) => act.negate(what),
            Verb::Retarget(who, what) => act.retarget(who, what),
            Verb::Charge(who, count) => act.charge(who, count),
            Verb::Reload(who) => act.reload(who),
            Verb::AttackWith(what) => act.attack_with(what),
            Verb::Gain(who, asset, amount) => act.gain(who, *asset, amount),
            Verb::Lose(who, asset, amount) => act.lose(who, *asset, amount),
            Verb::Pay(who, amount) => act.pay(who, amount),
            Verb::PutCounters(kind, count, on) => act.put_counters(*kind, count, on),
            Verb::RemoveCounters(kind, count, from) => act.remove_counters(*kind, count, from),
            Verb::Modify(what, changes, until) => act.modify(what, changes, *until),
            Verb::ModifyAll(filter, changes, until) => act.modify_all(filter, changes, *until),
            Verb::Next(_, count, _, _, until, who) => act.next(*count, *until, who.as_ref()),
            Verb::Become(what, of, until) => act.become_copy(what, of, *until),
            Verb::BecomeOne(who, names) => act.become_one(who, names),
            Verb::ReturnToTheBrood(who) => act.return_to_the_brood(who),
            Verb::Unfreeze(what) => act.unfreeze(what),
            Verb::Intimidate(who) => act.intimidate(who),
            Verb::Roll(count, sides) => act.roll(count, *sides),
            Verb::Clash(one, other) => act.clash(one, other),
            Verb::Opt(who, count) => act.opt(who, count),
            Verb::Search(who, zones, filter, count) => act.search(who, zones, filter, *count),
            Verb::Shuffle(kind, who) => act.shuffle(*kind, who),
            Verb::Reveal(what, None) => act.reveal(what),
            Verb::Reveal(what, Some(until)) => act.reveal_for(what, *until),
            Verb::RevealUntil(who, count, filter) => act.reveal_until(who, count, filter),
            Verb::Look(who, what, until) => act.look_at(who, what, *until),
            Verb::Pick(who, from, min, max) => act.pick(who, from, min, max),
            Verb::PickKinds(who, from, kinds) => act.pick_kinds(who, from, kinds),
            Verb::PickNames(who, from, min, max, names) => act.pick_names(who, from, (min, max), *names),
            Verb::Turn(what, up) => act.turn(what, *up),
            Verb::PickRandom(from, count) => act.pick_random(from, count),
            Verb::Note(what) => act.note(what),
            Verb::Name(who) => act.name(who),
            Verb::Awaken(what) => act.awaken(what),
            Verb::Transcend => act.transcend(),
            Verb::PutUnder(what, top) => act.put_under(what, top),
            Verb::Mark(what) => act.mark(what),
            Verb::Tap(what, taps) => act.tap(what, *taps),
            Verb::CloseChain => act.close_chain(),
            Verb::GainControl(who, what) => act.gain_control(who, what),
            Verb::Give(who, what) => act.give(who, what),
            Verb::Steal(what) => act.steal(what),
            Verb::Equip(what) => act.equip(what),
            Verb::Pitch(what) => act.pitch(what),
            Verb::Distribute(who, kind, count, among) => act.distribute(who, *kind, count, among),
            Verb::Again => act.again(),
            Verb::MoveCounters(kind, count, from, to) => act.move_counters(*kind, count, from, to),
            Verb::Wager => act.wager(),
            Verb::WinWager(who) => act.win_wager(who),
            Verb::SaveWager(..) => act.save_wager(),
            Verb::Used(keyword, what) => act.used(*keyword, what),
            Verb::Crowd(who, cheers) => act.crowd(who, *cheers),
            Verb::ExtraTurn(who) => act.extra_turn(who),
            Verb::End(who, fate) => act.end(who, *fate),
        }
    }
}

/// Whether a verb leaves what the action before it came to, so that the script can still speak of it.
pub fn keeps_last(verb: &Verb) -> bool {
    let verb = if let Verb::ButIf(inner, ..) = verb { inner } else { verb };
    matches!(
        verb,
        Verb::Shuffle(..)
            | Verb::Modify(..)
            | Verb::ModifyAll(..)
            | Verb::Next(..)
            | Verb::Reveal(..)
            | Verb::Look(_, _, Some(_))
            | Verb::Note(_)
            | Verb::Used(..)
    )
}

/// Whether to pay a cost takes its source elsewhere.
fn spends_source(cost: &Cost) -> bool {
    matches!(cost, Cost::Deed(Deed::Destroy | Deed::Discard | Deed::Banish, _, Group::Of(Ref::This)))
}

impl Act<'_, '_> {
    /// Looks at the board from where the script stands.
    fn look<T>(&mut self, question: impl FnOnce(&Sight<'_>, &Scope<'_>) -> T) -> T {
        let cursor = &self.running.cursor;
        let scope = Scope {
            it: cursor.it().copied(),
            kept: &cursor.kept,
            amount: self.running.amount,
            last: &self.running.last,
            place: Some(self.running.code.place),
            knows: duelog_kernel::unsettled::Knows::Script,
            ..Scope::context(&self.running.context, self.running.code.card)
        };
        let unseeing = self.unseeing;
        let sight = self.rules.sight(self.play);
        question(&Sight { unseeing, ..sight }, &scope)
    }

    /// Notes a verb that is done to nothing of the kind to which it does something, whatever is on the table.
    fn note_operands(&mut self, verb: &Verb) {
        if !TESTED {
            return;
        }
        for (operand, takes) in verb.operands() {
            let held = self.look(|sight, scope| match operand {
                Operand::All(group) if group.is_of_its_kind() => {
                    sight.objects(group, scope).into_iter().fold(0, |all, id| all | kind_of(sight, id))
                }
                Operand::One(one) if one.is_player() => ARENA,
                Operand::All(_) | Operand::One(_) => 0,
            });
            unsettled::note(held != 0 && held & takes == 0, verb);
        }
    }

    /// The objects of a group that still exist; what has become another object where the effect still knows
    /// it is followed as long as it is public.
    fn objects(&mut self, group: &Group) -> Vec<ObjectId> {
        let running = self.running;
        let spends_source = || {
            self.rules
                .card_pool
                .activated(running.code)
                .is_some_and(|ability| ability.cost.iter().any(spends_source))
        };
        self.look(|sight, scope| {
            cite!("1.8.9");
            let knows = |old: ObjectId, new: &Object| {
                let (moved, event, worked) = (new.timestamp, &running.context.event, running.context.worked);
                // In the event that it triggered on, or as a cost was paid for it.
                cite!("3.0.9a");
                let before = event.object == Some(new.id)
                    || event.other == Some(new.id)
                    || sight.is_paid_with(old, scope);
                // By the effect itself, or by that which made it as a delayed one.
                cite!("3.0.9b");
                before
                    || moved > running.began
                    || (worked.0 < moved && moved <= worked.1)
                    || (old == running.context.source && spends_source())
            };
            let now = |id: ObjectId| match sight.object(id) {
                Some(object) if object.exists() => Some(id),
                Some(object) => object.became.filter(|new| {
                    sight.object(*new).is_some_and(|new| new.exists() && new.public && knows(id, new))
                }),
                None => None,
            };
            // Nothing is done to what is gone.
            cite!("1.2.3c");
            sight.objects(group, scope).into_iter().filter_map(now).collect()
        })
    }

    fn seat(&mut self, who: &Ref) -> Option<Seat> {
        self.look(|sight, scope| sight.seat(who, scope))
    }

    fn count(&mut self, number: &Number) -> u32 {
        self.look(|sight, scope| sight.count(number, scope))
    }

    /// The controller of the effect.
    fn controller(&self) -> Seat {
        self.running.context.controller
    }

    /// The source of the effect.
    fn source(&self) -> ObjectId {
        self.running.context.source
    }

    /// Tells the script what the action came to.
    fn report(&mut self, amount: u32, last: Vec<Value>) {
        self.rules.report(self.play, amount, last);
    }
}

/// The kind of things that an object is one of.
fn kind_of(sight: &Sight<'_>, id: ObjectId) -> u32 {
    match sight.object(id) {
        Some(object) if object.zone.is_arena() => ARENA,
        Some(object) if object.zone == Zone::Stack => ON_STACK,
        Some(object) if object.exists() => ELSEWHERE,
        Some(_) | None => 0,
    }
}
