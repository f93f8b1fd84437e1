//! Whether an optional effect can be generated at all (1.8.3b): only what can succeed may be chosen.

use duelog_kernel::script::{Code, Op};
use duelog_kernel::{ObjectId, Seat};

use super::{Act, keeps_last};
use crate::cite;
use crate::language::definition::{
    Asset, Created, Deed, Destination, FleshAndBloodLanguage, Group, Number, Ref, Shape, Verb, ZoneKind,
};
use crate::language::types::CardType;
use crate::rules::continuous::copying::becoming;
use crate::rules::equipping::{exposed, free_slots, has_such, slots_for, taken_slots};
use crate::rules::eval::Sight;
use crate::rules::event_batch::making::can_transform;
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::restrictions::permits;
use crate::state::apply::blank;
use crate::state::{Kind, Object, Player, Running, Zone, zone_of};

impl FleshAndBlood {
    /// Whether all that an optional part does can succeed now. What depends on what the part itself does
    /// first is not known yet, and does not stand in the way. `unseeing`: as far as everybody can see.
    pub fn can_be_generated(
        &self,
        play: &mut Game<'_>,
        running: &Running,
        code: &Code<FleshAndBloodLanguage>,
        unseeing: bool,
    ) -> bool {
        cite!("1.8.3b", "1.8.5e");
        let mut act = Act { rules: self, play, running, unseeing };
        let (mut at, mut told) = (usize::from(running.cursor.at) + 1, true);
        let Some(Op::May(_, end)) = code.0.get(at - 1) else { return true };
        while let Some(op) = code.0.get(at).filter(|_| at < usize::from(*end)) {
            at += 1;
            match op {
                Op::Do(verb) => {
                    if (told || !speaks_of_last(verb)) && !act.can_succeed(verb) {
                        return false;
                    }
                    told &= keeps_last(verb);
                }
                // The number that is kept here cannot be read back before it is.
                Op::Let(_) => told = false,
                // What depends on a condition, a choice or a number of rounds need not be done, what comes
                // behind it must.
                Op::Unless(_, after)
                | Op::Each(_, after)
                | Op::Repeat(_, after)
                | Op::May(_, after)
                | Op::Pay(_, _, after) => {
                    told = false;
                    at = behind(code, usize::from(*after));
                }
                Op::Delayed(_, after) => at = usize::from(*after),
                // The end of the part, or one of several that are chosen from: each is a part of its own.
                Op::Jump(_) | Op::Next(_) | Op::Choose(..) | Op::End => break,
            }
        }
        true
    }
}

/// The place behind a part that need not be done: where it has another part for the other case, behind that
/// one.
fn behind(code: &Code<FleshAndBloodLanguage>, after: usize) -> usize {
    match after.checked_sub(1).and_then(|last| code.0.get(last)) {
        Some(Op::Jump(end)) if usize::from(*end) > after => usize::from(*end),
        _ => after,
    }
}

impl Act<'_, '_> {
    /// Whether a verb would succeed as the game stands (1.8.9).
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn can_succeed(&mut self, verb: &Verb) -> bool {
        match verb {
            Verb::Damage { amount, to, .. } => {
                let living = |act: &mut Self, id| act.look(|sight, _| sight.is_living(id));
                self.count(amount) > 0 && self.objects(to).into_iter().any(|id| living(self, id))
            }
            Verb::Draw(who, count) => self.count(count) > 0 && self.size(who, ZoneKind::Deck) > 0,
            Verb::Discard(what) => self.any(what, |object| object.zone.kind() == Some(ZoneKind::Hand)),
            Verb::DiscardRandom(who, count) => self.size(who, ZoneKind::Hand) >= self.count(count).max(1),
            Verb::Destroy(what) => self
                .sees(what, |sight, object| permits(sight, Deed::Destroy, object.id, None, Ok(())).is_ok()),
            Verb::Banish(what, None) => {
                self.any(what, |object| object.zone.kind() != Some(ZoneKind::Banished))
            }
            Verb::Banish(what, Some(_)) => self.any(what, |_| true),
            Verb::Exchange(one, other) => self.can_exchange(one, other),
            Verb::PutFace(what, _) => self.any(what, |object| !object.zone.is_arena()),
            Verb::Put(what, destination) => self.can_put(what, *destination),
            Verb::Gain(who, asset, amount) => self.count(amount) > 0 && self.can_gain(who, *asset),
            Verb::Lose(who, asset, amount) => self.count(amount) > 0 && self.can_lose(who, *asset),
            Verb::PutCounters(_, count, on) => self.count(count) > 0 && self.any(on, |object| object.public),
            Verb::RemoveCounters(kind, count, from) => {
                let count = self.count(count);
                self.any(from, |object| object.counters(*kind) >= count.max(1))
            }
            Verb::Modify(what, _, until) => self.has_time(*until) && self.any(what, |_| true),
            Verb::ModifyAll(_, _, until) => self.has_time(*until),
            Verb::Become(what, of, until) => {
                let of = self.object(of).filter(|id| {
                    self.play.state().board.get(*id).is_some_and(|object| object.is_card() && object.public)
                });
                let there = |object: &Object| {
                    object.is_card()
                        && (object.zone.is_arena() || object.zone == Zone::Stack)
                        && Some(object.id) != of
                };
                of.is_some() && self.has_time(*until) && self.any(what, there)
            }
            Verb::BecomeOne(who, _) => self.seat(who).is_some(),
            Verb::ReturnToTheBrood(who) => self.seat(who).is_some_and(|seat| {
                let board = &self.play.state().board;
                let hero = board.player(seat).hero;
                board.effects.iter().any(|effect| becoming(effect, hero).is_some())
            }),
            Verb::Negate(what) => self.any(what, |object| object.zone == Zone::Stack),
            Verb::Create(who, count, name, None | Some(Created::With(..))) => {
                self.seat(who).is_some() && self.count(count) > 0 && self.rules.card_pool.find(name).is_some()
            }
            Verb::Create(who, count, name, Some(Created::In(to))) => {
                self.count(count) > 0 && self.can_create(who, name, *to)
            }
            Verb::Create(who, _, name, Some(Created::Equipped)) => self.can_create_equipped(who, name),
            Verb::Create(who, _, name, Some(Created::Exposed)) => {
                let seat = self.seat(who);
                let open = |seat| !exposed(&self.play.state().board, seat).is_empty();
                self.rules.card_pool.find(name).is_some() && seat.is_some_and(open)
            }
            Verb::Transform(what, least, into) => self.can_be_transformed(what, *least, into),
            Verb::Shield { to, amount, .. } => {
                self.count(amount) > 0 && to.as_ref().is_none_or(|to| self.any(to, |_| true))
            }
            Verb::PreventTimes { times, to, amount } => {
                self.count(times) > 0 && self.count(amount) > 0 && !self.objects(to).is_empty()
            }
            Verb::PreventNext { to, amount, .. } => {
                amount.as_ref().is_none_or(|amount| self.count(amount) > 0)
                    && to.as_ref().is_none_or(|to| self.any(to, |_| true))
            }
            Verb::PreventLess { amount, .. } => self.count(amount) > 0,
            Verb::ButIf(verb, ..) => self.can_succeed(verb),
            // One without a card is intimidated too (8.5.10a), as decks without cards are shuffled (8.5.20a).
            Verb::Intimidate(who) | Verb::Shuffle(_, who) => self.seat(who).is_some(),
            Verb::Roll(count, sides) => *sides > 0 && self.count(count) > 0,
            Verb::Clash(one, other) => {
                let (one, other) = (self.seat(one), self.seat(other));
                one.is_some() && other.is_some() && one != other
            }
            Verb::PickRandom(from, count) => self.count(count) > 0 && !self.options(from).is_empty(),
            Verb::Awaken(what) => self.sees(what, has_back),
            Verb::Transcend => self.sees(&Group::Of(Ref::This), has_back),
            Verb::Retarget(who, what) => !self.targets_to_change(who, what).is_empty(),
            Verb::PutUnder(what, top) => self.can_put_under(what, top),
            Verb::Unfreeze(what) => !self.freezing(what).is_empty(),
            Verb::GainControl(who, what) | Verb::Give(who, what) => {
                let seat = self.seat(who);
                seat.is_some_and(|seat| self.sees(what, |sight, object| can_control(sight, object, seat)))
            }
            Verb::Steal(what) => {
                let by = self.controller();
                self.sees(what, |sight, object| can_control(sight, object, by))
            }
            Verb::Equip(what) => {
                let by = self.controller();
                self.sees(what, |sight, object| slots_for(sight, by, object.id) != 0)
            }
            Verb::Pitch(what) => {
                let rules = self.rules;
                self.any(what, |_| true)
                    && !self.sees(what, |sight, object| rules.pitch_of(sight, object.id).is_none())
            }
            Verb::MoveCounters(kind, count, from, to) => {
                let there = self.object(to).filter(|id| {
                    self.play.state().board.get(*id).is_some_and(|object| object.exists() && object.public)
                });
                let other = |object: &Object| object.counters(*kind) > 0 && Some(object.id) != there;
                self.count(count) > 0 && there.is_some() && self.any(&Group::Of(from.clone()), other)
            }
            // These come about whatever the game is like, as long as there is the player whom they name.
            Verb::WinWager(who)
            | Verb::Crowd(who, _)
            | Verb::ExtraTurn(who)
            | Verb::End(who, _)
            | Verb::Name(who) => self.seat(who).is_some(),
            Verb::Next(_, _, _, _, until, _) => self.has_time(*until),
            Verb::ReplaceNext(..)
            | Verb::SaveWager(..)
            | Verb::Note(_)
            | Verb::Used(..)
            | Verb::Again
            | Verb::Wager => true,
            Verb::Opt(who, _) => self.size(who, ZoneKind::Deck) > 0,
            Verb::Search(who, zones, ..) => zones.iter().any(|kind| self.size(who, *kind) > 0),
            Verb::Distribute(_, _, count, among) => {
                self.count(count) > 0 && self.any(among, |object| object.public)
            }
            Verb::Charge(who, count) => self.size(who, ZoneKind::Hand) >= self.count(count).max(1),
            Verb::Reload(who) => self.size(who, ZoneKind::Hand) > 0 && self.size(who, ZoneKind::Arsenal) == 0,
            Verb::Reveal(what, _) | Verb::Look(_, what, _) => self.any(what, |object| !object.public),
            Verb::RevealUntil(who, ..) => self.size(who, ZoneKind::Deck) > 0,
            Verb::Pick(_, from, least, _) | Verb::PickNames(_, from, least, ..) => {
                self.options(from).len() as u32 >= self.count(least)
            }
            Verb::PickKinds(_, from, kinds) => {
                let needed = self.kinds(from, kinds);
                needed.iter().all(|(found, count)| found.len() as u32 >= *count)
            }
            Verb::Turn(what, up) => self.any(what, |object| object.public != *up),
            Verb::Mark(what) => {
                self.sees(what, |sight, object| !object.marked && sight.hero_seat(object.id).is_some())
            }
            Verb::Tap(what, true) => self.any(what, |object| !object.tapped),
            Verb::Tap(what, false) => self.sees(what, |sight, object| {
                object.tapped && permits(sight, Deed::Untap, object.id, None, Ok(())).is_ok()
            }),
            Verb::Pay(who, amount) => self.can_pay(who, amount),
            Verb::AttackWith(what) => self.look(|sight, scope| sight.object_of(what, scope).is_some()),
            Verb::CloseChain => self.play.state().board.combat.open,
        }
    }

    fn can_gain(&mut self, who: &Ref, asset: Asset) -> bool {
        match asset {
            Asset::Life => self.living(who).is_some(),
            Asset::Resources => true,
            Asset::Actions => {
                self.seat(who).is_some_and(|seat| self.play.state().board.is_action_phase_of(seat))
            }
        }
    }

    fn can_lose(&mut self, who: &Ref, asset: Asset) -> bool {
        match asset {
            Asset::Life => self.living(who).is_some(),
            Asset::Resources => self.player(who).is_some_and(|player| player.resources > 0),
            Asset::Actions => self.player(who).is_some_and(|player| player.actions > 0),
        }
    }

    fn object(&mut self, what: &Ref) -> Option<ObjectId> {
        self.look(|sight, scope| sight.object_of(what, scope))
    }

    /// Whether an object of a group fits as the properties are.
    fn sees(&mut self, what: &Group, fits: impl Fn(&Sight<'_>, &Object) -> bool) -> bool {
        let objects = self.objects(what);
        self.look(|sight, _| {
            objects.into_iter().any(|id| sight.object(id).is_some_and(|object| fits(sight, object)))
        })
    }

    fn can_create(&mut self, who: &Ref, name: &str, to: Destination) -> bool {
        let (Some(seat), Some(card)) = (self.seat(who), self.rules.card_pool.find(name)) else {
            return false;
        };
        let combat = matches!(to, Destination::Attacking | Destination::Defending);
        if combat || self.rules.card_pool.card(card).base.types.is(CardType::Token) {
            return false;
        }
        let to = zone_of(to, seat).0;
        let object = blank(self.play.state().board.next_id(), card, seat, to, Kind::Card);
        self.look(|sight, _| sight.room(&object, to).is_ok())
    }

    fn can_create_equipped(&mut self, who: &Ref, name: &str) -> bool {
        let (Some(seat), Some(card)) = (self.seat(who), self.rules.card_pool.find(name)) else {
            return false;
        };
        let types = self.rules.card_pool.card(card).base.types;
        free_slots(&types, taken_slots(&self.play.state().board, seat)) != 0
            && self.look(|sight, _| !has_such(sight, seat, &types, &[]))
    }

    fn can_be_transformed(&mut self, what: &Group, least: u32, into: &Shape) -> bool {
        let top = match into {
            Shape::Token(name) => self.rules.card_pool.find(name).is_some(),
            Shape::Object(of) => {
                self.object(of).is_some_and(|id| self.play.state().board.get(id).is_some_and(Object::exists))
            }
        };
        let all = self.look(|sight, scope| sight.members(what, scope).len());
        let objects = self.objects(what);
        let able = self.look(|sight, _| objects.iter().all(|id| can_transform(sight, *id)));
        top && able && !objects.is_empty() && objects.len() == all && objects.len() >= least as usize
    }

    fn can_put_under(&mut self, what: &Group, top: &Ref) -> bool {
        let Some(top) = self.object(top) else { return false };
        let board = &self.play.state().board;
        let there = board
            .get(top)
            .is_some_and(|top| top.is_card() && (top.zone.is_arena() || top.zone == Zone::Stack));
        let under = board.under(top);
        there && self.any(what, |object| object.id != top && object.zone != under)
    }

    fn any(&mut self, what: &Group, fits: impl Fn(&Object) -> bool) -> bool {
        let objects = self.objects(what);
        objects.into_iter().any(|id| self.play.state().board.get(id).is_some_and(&fits))
    }

    fn player(&mut self, who: &Ref) -> Option<&Player> {
        let seat = self.seat(who)?;
        Some(self.play.state().board.player(seat))
    }

    fn size(&mut self, who: &Ref, zone: ZoneKind) -> u32 {
        self.seat(who).map_or(0, |seat| self.play.state().board.zone(Zone::Of(zone, seat)).len() as u32)
    }

    fn can_put(&mut self, what: &Group, destination: Destination) -> bool {
        let objects = self.objects(what);
        let sight = self.rules.sight(self.play);
        let suits = |id: ObjectId| {
            let to = |object: &Object| zone_of(destination, object.owner).0;
            sight.object(id).is_some_and(|object| {
                object.zone == to(object) || self.rules.room(&sight, object, to(object)).is_ok()
            })
        };
        objects.into_iter().any(suits)
    }

    fn can_pay(&mut self, who: &Ref, amount: &Number) -> bool {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return false };
        let unseeing = self.unseeing;
        let sight = Sight { unseeing, ..self.rules.sight(self.play) };
        let hero = sight.board.player(seat).hero;
        self.rules.can_pay(&sight, seat, hero, hero, amount, &[]).is_ok()
    }
}

/// Whether a card has a back face that is not active.
fn has_back(sight: &Sight<'_>, object: &Object) -> bool {
    let back = &sight.card_pool.card(object.card).definition.back;
    !back.is_empty() && sight.card_pool.find(back).is_some()
}

/// Whether a player can gain control of an object.
fn can_control(sight: &Sight<'_>, object: &Object, seat: Seat) -> bool {
    let others = sight.controller(object.id).is_some_and(|controller| controller != seat);
    others && (object.equipped == 0 || slots_for(sight, seat, object.id) != 0)
}

/// Whether what a verb does depends on what the action before it came to.
#[expect(clippy::too_many_lines, reason = "one flat table")]
fn speaks_of_last(verb: &Verb) -> bool {
    match verb {
        Verb::Discard(what)
        | Verb::Destroy(what)
        | Verb::Banish(what, _)
        | Verb::Put(what, _)
        | Verb::PutFace(what, _)
        | Verb::Modify(what, ..)
        | Verb::Negate(what)
        | Verb::Reveal(what, _)
        | Verb::Look(_, what, _)
        | Verb::Turn(what, _)
        | Verb::Mark(what)
        | Verb::Tap(what, _)
        | Verb::Awaken(what)
        | Verb::Unfreeze(what)
        | Verb::Steal(what)
        | Verb::Equip(what)
        | Verb::Pitch(what)
        | Verb::PickRandom(what, _)
        | Verb::Note(what)
        | Verb::Used(_, what) => group(what),
        Verb::Shield { to, amount, from, .. } => {
            number(amount) || to.iter().any(group) || from.iter().any(reference)
        }
        Verb::PreventTimes { times, to, amount } => number(times) || number(amount) || group(to),
        Verb::PreventNext { to, amount, from, .. } => {
            amount.iter().any(number) || to.iter().any(group) || from.iter().any(reference)
        }
        Verb::PreventLess { amount, .. } | Verb::Roll(amount, _) => number(amount),
        Verb::Transform(what, _, Shape::Token(_)) => group(what),
        Verb::Transform(what, _, Shape::Object(of)) | Verb::PutUnder(what, of) => {
            group(what) || reference(of)
        }
        Verb::GainControl(who, what) | Verb::Give(who, what) => reference(who) || group(what),
        Verb::Create(who, count, ..) => reference(who) || number(count),
        Verb::MoveCounters(_, count, from, to) => number(count) || reference(from) || reference(to),
        Verb::Retarget(one, other) | Verb::Clash(one, other) => reference(one) || reference(other),
        Verb::Become(what, of, _) => group(what) || reference(of),
        Verb::ButIf(verb, ..) => speaks_of_last(verb),
        Verb::BecomeOne(who, _)
        | Verb::ReturnToTheBrood(who)
        | Verb::Intimidate(who)
        | Verb::Shuffle(_, who)
        | Verb::Search(who, ..)
        | Verb::RevealUntil(who, ..)
        | Verb::Reload(who)
        | Verb::Name(who)
        | Verb::WinWager(who)
        | Verb::Crowd(who, _)
        | Verb::ExtraTurn(who)
        | Verb::End(who, _) => reference(who),
        Verb::Damage { amount, to, .. } => number(amount) || group(to),
        Verb::PutCounters(_, count, on) | Verb::Distribute(_, _, count, on) => number(count) || group(on),
        Verb::RemoveCounters(_, count, from) => number(count) || group(from),
        Verb::PickKinds(who, from, _) => reference(who) || group(from),
        Verb::PickNames(who, from, least, ..) => reference(who) || group(from) || number(least),
        Verb::Pick(who, from, least, _) => reference(who) || group(from) || number(least),
        Verb::AttackWith(what) => reference(what),
        Verb::Exchange(one, other) => reference(one) || reference(other),
        Verb::Draw(who, count)
        | Verb::DiscardRandom(who, count)
        | Verb::Gain(who, _, count)
        | Verb::Lose(who, _, count)
        | Verb::Charge(who, count)
        | Verb::Pay(who, count)
        | Verb::Opt(who, count) => reference(who) || number(count),
        Verb::ModifyAll(..)
        | Verb::Next(..)
        | Verb::ReplaceNext(..)
        | Verb::SaveWager(..)
        | Verb::Transcend
        | Verb::CloseChain
        | Verb::Again
        | Verb::Wager => false,
    }
}

fn group(what: &Group) -> bool {
    match what {
        Group::Last | Group::LastThat(_) => true,
        Group::Of(who) | Group::Zone(_, who, _) | Group::Inventory(who, _) => reference(who),
        Group::Top(who, count) => reference(who) || number(count),
        Group::Targets(_)
        | Group::Arena(_)
        | Group::Play(_)
        | Group::Everything(_)
        | Group::Under(..)
        | Group::Defenders(_)
        | Group::DefendersOf(..)
        | Group::Links(_)
        | Group::Paid(_)
        | Group::PaidFor(..)
        | Group::Pitched(..)
        | Group::Players
        | Group::Opponents
        | Group::Noted(_)
        | Group::Clashing => false,
    }
}

fn reference(who: &Ref) -> bool {
    match who {
        Ref::Last => true,
        Ref::HeroOf(inner)
        | Ref::Above(inner)
        | Ref::TopOf(inner)
        | Ref::Now(inner)
        | Ref::SourceOf(inner)
        | Ref::Controller(inner)
        | Ref::Owner(inner)
        | Ref::OtherThan(inner) => reference(inner),
        Ref::Target(_)
        | Ref::This
        | Ref::You
        | Ref::Opponent
        | Ref::It
        | Ref::Event
        | Ref::EventOther
        | Ref::EventPlayer
        | Ref::Paid
        | Ref::PaidFor(_)
        | Ref::TurnPlayer
        | Ref::Attack
        | Ref::AttackOf(_)
        | Ref::AttackingHero
        | Ref::DefendingHero => false,
    }
}

fn number(count: &Number) -> bool {
    match count {
        Number::LastAmount | Number::Kept(_) => true,
        Number::Count(what, each) => group(what) || each.as_ref().is_some_and(|each| number(each)),
        Number::DifferentCosts(what) | Number::DifferentNames(what) | Number::AllCounters(_, what) => {
            group(what)
        }
        Number::Of(_, who) => reference(who),
        Number::Plus(one, other) => number(one) || number(other),
        Number::Product(_, inner) | Number::Half(inner) => number(inner),
        Number::N(_)
        | Number::ByPitch(..)
        | Number::X
        | Number::Payment(_)
        | Number::HandSize(_)
        | Number::Counters(..)
        | Number::Rank(..)
        | Number::Times(..)
        | Number::Total(..)
        | Number::Activation
        | Number::Links
        | Number::HitsInARow
        | Number::Equipped(..)
        | Number::EventAmount
        | Number::Shown(_)
        | Number::If(..)
        | Number::All => false,
    }
}
