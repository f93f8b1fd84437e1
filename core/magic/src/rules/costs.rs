//! Costs (117): whether they can be paid, with which mana, and paying them.

mod conversion;

use std::borrow::Cow;

use duelog_kernel::script::Op;
use duelog_kernel::{ObjectId, Seat, bounds, test_assert_eq};

use crate::language::definition::{
    Cost, CostDeed, Counter, Deed, Destination, Filter, Group, Mana, Number, Ref, Ruling, Verb,
};
use crate::language::mana::{Color, ManaCost, SNOW};
use crate::language::types::CardType;
use crate::rules::effects::placed;
use crate::rules::eval::{ManaSource, Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::{crew, haste};
use crate::rules::mana_pool::{Given, Purpose, is_engaged};
use crate::rules::refusal::{Refusal, refuse};
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, CardId, CodeRef, Context, Frame, Mark, Marked, MoveReason, PickPurpose,
    Picking, Proposal, Running, Zone,
};
use crate::{cite, rule};

/// An object that can help, what is done with it, and the colours of mana for which it can stand, as bits.
pub struct Helper {
    /// Which object.
    pub id: ObjectId,
    /// What is done.
    pub deed: CostDeed,
    /// The colours.
    pub colors: u8,
}

impl Magic {
    /// The mana abilities that a player can activate for a payment and that only tap their permanent, in the
    /// order of the battlefield.
    pub fn sources<'a>(&self, sight: &Sight<'a>, seat: Seat) -> Cow<'a, [ManaSource]> {
        match sight.sources.get(usize::from(seat.0)) {
            Some(kept) => Cow::Borrowed(kept.get_or_init(|| self.find_sources(sight, seat))),
            None => Cow::Owned(self.find_sources(sight, seat)),
        }
    }

    fn find_sources(&self, sight: &Sight<'_>, seat: Seat) -> Vec<ManaSource> {
        let mut sources = Vec::new();
        let allowed = self.mana_allowed(sight, sight.board, seat);
        cite!("715.7");
        let bars = |id| allowed.as_ref().is_some_and(|(filter, scope)| !sight.matches(filter, id, scope));
        for &id in sight.board.zone(Zone::Battlefield) {
            let Some(own) = sight.characteristics(id).filter(|own| self.card_pool.can_act(own)) else {
                continue;
            };
            // Such an ability only taps its permanent.
            let untapped = sight.object(id).is_some_and(|object| !object.permanent.tapped);
            if !untapped || sight.controller(id) != Some(seat) || bars(id) {
                continue;
            }
            self.card_pool.each_activated(own, |place| {
                let can = || match place {
                    AbilityPlace::Intrinsic(_) => can_tap_for_basic(self, sight, seat, id, place),
                    _ => self.can_activate(sight, seat, id, place).is_ok(),
                };
                sources.extend(self.source_at(sight, seat, id, place).filter(|_| can()));
            });
        }
        sources
    }

    /// What a mana ability that only taps its permanent would give now.
    fn source_at(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: ObjectId,
        place: AbilityPlace,
    ) -> Option<ManaSource> {
        let (types, amount, mark) = self.mana_of(sight, seat, object, place)?;
        let mana = Marked { mark, ..Marked::plain(0, amount.min(u32::from(u16::MAX)) as u16) };
        let given = Given { seat, source: object, mana, tapped: true, whole: true };
        let (types, amount) = self.foreseen(sight, &given, types);
        let types = types | if self.gives_snow(sight, object) { SNOW } else { 0 };
        Some(ManaSource { object, place, types, amount, mark })
    }

    /// The types, the amount and what is said of them.
    fn mana_of(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        place: AbilityPlace,
    ) -> Option<(u8, u32, Option<Mark>)> {
        if let AbilityPlace::Intrinsic(color) = place {
            return Some((1 << color as u8, 1, None));
        }
        let reference = sight.ability(id, place)?.0;
        // 602.5e: what can be activated only with priority helps to pay for nothing.
        if self.card_pool.activated(reference).is_some_and(|ability| ability.timing.instant) {
            cite!("304.5", "602.5e");
            return None;
        }
        // One that costs mana by an effect taps for nothing by itself.
        if self.card_pool.raises()
            && !sight.changed_ability_cost(seat, (id, reference), ManaCost::default()).is_zero()
        {
            return None;
        }
        let ability = self.card_pool.card(reference.card).compiled(reference.place)?.mana.as_ref()?;
        let types = self.mana_types(sight, (id, Some(reference.card)), ability.mana, &mut Vec::new());
        // 106.5: mana whose type is not defined is no mana.
        if types == 0 {
            return None;
        }
        let code = CodeRef { card: reference.card, ability: Some(reference.place) };
        let mark = ability.marked.then_some(Mark { source: id, controller: seat, code, at: 0 });
        Some((types, sight.count(&ability.amount, &Scope::of(id, sight.controller(id)?)), mark))
    }

    /// The types of mana that an ability of a permanent could give now, as bits in the order of `SYMBOLS`.
    /// `written` is the card on which the ability is.
    pub fn mana_types(
        &self,
        sight: &Sight<'_>,
        (id, written): (ObjectId, Option<CardId>),
        mana: Mana,
        asked: &mut Vec<ObjectId>,
    ) -> u8 {
        let seat = sight.controller(id);
        let board = sight.board.zone(Zone::Battlefield).iter().copied();
        match mana {
            Mana::Of(color) => 1 << color as u8,
            Mana::Colorless => 1 << 5,
            Mana::AnyColor => 0b1_1111,
            // 706.7a: without a choice of its own it gives nothing.
            Mana::ChosenColor => {
                let scope = Scope { source: Some(id), written, ..Scope::default() };
                sight.chosen_color(&scope).map_or(0, |color| 1 << color as u8)
            }
            Mana::ColorOfPermanents => {
                let own = board
                    .filter(|own| sight.controller(*own) == seat)
                    .filter_map(|own| sight.characteristics(own));
                own.fold(0, |types, own| {
                    types
                        | Color::ALL
                            .into_iter()
                            .filter(|color| own.colors.has(*color))
                            .fold(0, |bits, color| bits | 1 << color as u8)
                })
            }
            // What was given is known where it is asked.
            Mana::Produced => 0,
            // What they could give is asked of them; one that asks back gives nothing.
            Mana::ColorOfLinked => {
                let scope = Scope { source: Some(id), written, ..Scope::default() };
                sight.linked_colors(&scope)
            }
            Mana::ColorOfCommanders => {
                cite!("106.5", "702.123c");
                let identity = seat.map(|seat| self.card_pool.commanders_identity(sight.board, seat));
                let colors = identity.into_iter().flat_map(|colors| colors.list());
                colors.fold(0, |bits, color| bits | 1 << color as u8)
            }
            Mana::TypeOfLands => {
                if asked.contains(&id) {
                    return 0;
                }
                cite!("106.7");
                asked.push(id);
                let lands = board
                    .filter(|land| sight.controller(*land) == seat && sight.has_type(*land, CardType::Land));
                let types = lands.fold(0, |types, land| types | self.could_give(sight, land, asked));
                asked.pop();
                types
            }
            Mana::ColorOfOpposingLands => {
                if asked.contains(&id) {
                    return 0;
                }
                cite!("106.7");
                asked.push(id);
                let opposes = |land: &ObjectId| {
                    let both = seat.zip(sight.controller(*land));
                    both.is_none_or(|(own, other)| sight.board.are_opponents(own, other))
                };
                let lands = board.filter(|land| opposes(land) && sight.has_type(*land, CardType::Land));
                let types =
                    lands.fold(0, |types, land| types | self.could_give(sight, land, asked)) & 0b1_1111;
                asked.pop();
                types
            }
        }
    }

    /// The types of mana that a permanent could produce (106.7): what its abilities would give now, whatever
    /// they cost.
    fn could_give(&self, sight: &Sight<'_>, id: ObjectId, asked: &mut Vec<ObjectId>) -> u8 {
        let mut types = 0;
        for place in self.activated_places(sight, id) {
            if let AbilityPlace::Intrinsic(color) = place {
                types |= 1 << color as u8;
                continue;
            }
            let written = sight.ability(id, place).map(|(of, _)| of.card);
            let code = sight
                .ability(id, place)
                .and_then(|(of, _)| self.card_pool.card(of.card).compiled(of.place)?.code.as_ref());
            let scope = Scope { source: Some(id), controller: sight.controller(id), ..Scope::default() };
            for op in code.into_iter().flat_map(|code| &code.0) {
                let (Op::Do(Verb::AddMana(_, mana, amount))
                | Op::Do(Verb::AddManaFor { mana, number: amount, .. })) = op
                else {
                    continue;
                };
                if sight.count(amount, &scope) > 0 {
                    types |= self.mana_types(sight, (id, written), *mana, asked);
                }
            }
        }
        let seat = sight.controller(id).unwrap_or(Seat(0));
        let given = Given { seat, source: id, mana: Marked::plain(0, 1), tapped: true, whole: true };
        self.foreseen(sight, &given, types).0
    }

    /// Whether a player can pay the costs other than mana for a spell or an ability of `source`, all of them
    /// together (117.3).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_pay(
        &self,
        sight: &Sight<'_>,
        source: ObjectId,
        costs: &[&Cost],
        scope: &Scope<'_>,
    ) -> Result<(), Refusal> {
        let plain = |cost: &&Cost| cost.is_mana() || matches!(cost, Cost::Tap);
        if costs.iter().all(plain) {
            let tap = costs.iter().find(|cost| matches!(cost, Cost::Tap));
            return tap.map_or(Ok(()), |_| can_pay_one(sight, source, &Due::Tap, 0, scope));
        }
        let dues: Vec<Due> = costs.iter().filter_map(|cost| due(sight, source, cost, costs, scope)).collect();
        for due in &dues {
            let same = dues.iter().map(|other| other.amount_like(due)).fold(0, u32::saturating_add);
            can_pay_one(sight, source, due, same, scope)?;
        }
        for (at, first) in dues.iter().enumerate() {
            let Due::Deed { deed, number, options, .. } = first else { continue };
            let (mut all, mut needed) = (options.clone(), *number);
            for other in &dues[at + 1..] {
                if let Due::Deed { deed: same, number, options, .. } = other
                    && shared(*deed).is_some_and(|use_up| Some(use_up) == shared(*same))
                {
                    all.extend(options);
                    needed = needed.saturating_add(*number);
                }
            }
            all.sort();
            all.dedup();
            // One object pays for one cost only.
            cite!("117.10");
            if (options.len() as u32) < *number || (all.len() as u32) < needed {
                return refuse(too_few(*deed), rule!("117.3"));
            }
        }
        Ok(())
    }

    /// Whether a player's pool and mana abilities can pay this mana.
    pub fn can_pay_mana(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        mana: (&ManaCost, Purpose),
        except: Option<ObjectId>,
    ) -> bool {
        self.can_pay_helped(sight, seat, mana, except, (&[], &[]))
    }

    /// The same, with what can help, and with what other costs use up.
    pub fn can_pay_helped(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (mana, on): (&ManaCost, Purpose),
        except: Option<ObjectId>,
        (helpers, used): (&[Helper], &[(u32, Vec<ObjectId>)]),
    ) -> bool {
        let pool = &sight.board.player(seat).pool;
        cite!("107.4a", "107.4b", "107.4c", "202.1a");
        let mut units = self.marked_units(sight, seat, on);
        if mana.payable(pool, &units) {
            return true;
        }
        let all = self.sources(sight, seat);
        let open = |source: &&ManaSource| {
            Some(source.object) != except
                && !is_engaged(sight.board, source.object)
                && source.mark.is_none_or(|mark| self.may_spend(sight, &mark, on))
        };
        let mut sources: Vec<ManaSource> = all.iter().filter(open).copied().collect();
        // A permanent taps for one of its abilities only.
        sources.dedup_by(|other, first| {
            let same = other.object == first.object;
            if same {
                first.types |= other.types;
                first.amount = first.amount.max(other.amount);
            }
            same
        });
        let marked = units.len();
        units.extend(
            sources.iter().flat_map(|source| std::iter::repeat_n(source.types, bounds::times(source.amount))),
        );
        let given = |source: &ManaSource| (source.object, source.types & !SNOW);
        sources.iter().for_each(|source| self.units_triggered(sight, seat, given(source), &mut units));
        // What taps for mana does not tap in place of it too.
        let taps = |helper: &&Helper| {
            helper.deed == CostDeed::Tap && sources.iter().any(|source| source.object == helper.id)
        };
        units.extend(helpers.iter().filter(|helper| !taps(helper)).map(|helper| helper.colors));
        let both = helpers.iter().filter(taps);
        for (helper, at) in both.filter_map(|helper| {
            let at = sources.iter().position(|source| source.object == helper.id)?;
            Some((helper, sources[..at].iter().map(|source| bounds::times(source.amount)).sum::<usize>()))
        }) {
            if let Some(unit) = units.get_mut(marked + at) {
                *unit |= helper.colors;
            }
        }
        mana.payable(pool, &units)
            || self.converts_to(sight, seat, (mana, on), except, &sources, (helpers, used))
    }

    /// The permanents that a player controls and that match.
    pub fn own(&self, sight: &Sight<'_>, seat: Seat, script: &Scope<'_>, filter: &Filter) -> Vec<ObjectId> {
        // The filter speaks of what the script knows, and of the player who sacrifices.
        let scope = Scope { controller: Some(seat), written: None, ..*script };
        let board = sight.board.zone(Zone::Battlefield);
        board
            .iter()
            .copied()
            .filter(|id| sight.controller(*id) == Some(seat) && sight.matches(filter, *id, &scope))
            .collect()
    }

    /// Pays one cost other than mana; what needs a choice begins a pick (601.2h).
    pub fn pay(
        &self,
        play: &mut Game<'_>,
        source: ObjectId,
        cost: &Cost,
        costs: &[&Cost],
        scope: &Scope<'_>,
    ) {
        let Some(seat) = scope.controller else { return };
        match due(&self.sight(play), source, cost, costs, scope) {
            None => {}
            Some(Due::Tap) => self.emit(play, Event::Tapped(source), rule!("107.5")),
            Some(Due::Untap) => self.emit(play, Event::Untapped(source), rule!("107.6")),
            Some(Due::Life(amount)) => {
                cite!("117.3b");
                self.happen(play, vec![Proposal::LoseLife(seat, amount, false)]);
            }
            Some(Due::OthersGain(amount)) => {
                cite!("118.7");
                let others = play.state().board.opponents(seat);
                let batch = others.map(|other| Proposal::GainLife(other, amount)).collect();
                self.happen(play, batch);
            }
            Some(Due::Loyalty(number)) => self.pay_loyalty(play, source, number),
            Some(Due::Counters(_, 0)) => {}
            Some(Due::Counters(kind, count)) => {
                let rule = if kind == Counter::Energy { rule!("107.14") } else { rule!("117.1") };
                self.emit(play, Event::CountersLost(seat, count, kind), rule);
            }
            Some(Due::Deed { deed, number, times, options, all: true })
                if number as usize == options.len() =>
            {
                self.do_deed(play, deed, times, options);
            }
            Some(Due::Deed { deed: deed @ CostDeed::DiscardRandom, number, times, mut options, .. }) => {
                let chosen = self.lots(play, &mut options, |id| Some(*id), number as usize, rule!("701.8b"));
                self.note_paid(play, &chosen);
                self.do_deed(play, deed, times, chosen);
            }
            Some(Due::Deed { deed: CostDeed::Crew, times, options, .. }) => {
                let most = options.len() as u32;
                let least = u32::from(times > 0);
                self.pick(
                    play,
                    Picking::new(seat, PickPurpose::Cost(CostDeed::Crew, times), options, least, most),
                );
            }
            Some(Due::Deed { deed, number, times, options, .. }) => {
                let possible = match due(&self.sight(play).unseeing(), source, cost, costs, scope) {
                    Some(Due::Deed { options, .. }) => options.len(),
                    _ => options.len(),
                };
                let own = options.len();
                let (_, most) = self.within(number, number, own, possible);
                let most = if own < most as usize { most } else { number };
                self.pick(play, Picking::new(seat, PickPurpose::Cost(deed, times), options, number, most));
            }
        }
    }

    /// Does what a cost demands with these objects.
    pub fn do_deed(&self, play: &mut Game<'_>, deed: CostDeed, times: u32, objects: Vec<ObjectId>) {
        let moved = |to: Destination| -> Vec<Proposal> {
            let put = |id: &ObjectId| {
                let owner = self.owner(play, *id);
                placed(*id, owner, to, owner, MoveReason::Effect)
            };
            objects.iter().map(put).collect()
        };
        match deed {
            CostDeed::Sacrifice | CostDeed::Offer(_) => self.bury(play, objects, MoveReason::Sacrificed),
            CostDeed::Discard | CostDeed::DiscardRandom => self.bury(play, objects, MoveReason::Discarded),
            CostDeed::Cycle => {
                cite!("702.28c");
                self.bury(play, objects, MoveReason::Cycled)
            }
            CostDeed::Exile => {
                let batch = moved(Destination::Exile);
                self.happen(play, batch);
            }
            CostDeed::Return => {
                let batch = moved(Destination::Hand);
                self.happen(play, batch);
            }
            CostDeed::Reveal => play.emit(Event::Shown(objects, u8::MAX), rule!("701.15a")),
            CostDeed::RevealFor(how) => play.emit(Event::ShownFor(objects, how), rule!("701.15a")),
            CostDeed::Tap => {
                objects.into_iter().for_each(|id| self.emit(play, Event::Tapped(id), rule!("601.2h")));
            }
            CostDeed::Crew => self.crew(play, objects),
            // Where nothing is to be removed, nothing happens.
            CostDeed::Remove(_) | CostDeed::RemoveAll(_) | CostDeed::Put(_) if times == 0 => {}
            CostDeed::Put(kind) => {
                let sight = self.sight(play);
                let by = |id| sight.controller(id).unwrap_or(Seat(0));
                let put = |id: &ObjectId| Proposal::PutCounters(*id, kind, times, false, by(*id));
                let batch = objects.iter().map(put).collect();
                self.happen(play, batch);
            }
            CostDeed::Mill => {
                let batch = moved(Destination::Graveyard);
                self.happen(play, batch);
            }
            CostDeed::Bottom => {
                let batch = moved(Destination::LibraryBottom);
                self.happen(play, batch);
            }
            CostDeed::Remove(kind) | CostDeed::RemoveAll(kind) => objects
                .into_iter()
                .for_each(|id| self.emit(play, Event::CountersRemoved(id, kind, times), rule!("117.1"))),
        }
    }

    /// 606.4: loyalty counters are put on the permanent or removed from it, and no other loyalty ability of
    /// it is activated this turn.
    fn pay_loyalty(&self, play: &mut Game<'_>, source: ObjectId, number: i32) {
        cite!("107.7");
        play.emit(Event::LoyaltyUsed(source), rule!("606.3"));
        let count = number.unsigned_abs();
        let by = self.sight(play).controller(source).unwrap_or(Seat(0));
        match number {
            0 => {}
            1.. => self.emit(play, Event::CountersPut(source, Counter::Loyalty, count, by), rule!("606.4")),
            _ => self.emit(play, Event::CountersRemoved(source, Counter::Loyalty, count), rule!("606.4")),
        }
    }

    /// The owner of an object.
    pub fn owner(&self, play: &Game<'_>, id: ObjectId) -> Seat {
        play.state().board.get(id).map_or(Seat(0), |object| object.owner)
    }

    /// Activates a mana ability: it does not use the stack and resolves at once (605.3b). What mana it costs is paid
    /// first, which others of its player can help to pay.
    pub fn activate_mana(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, place: AbilityPlace) {
        cite!("405.6c");
        // Nobody is asked for a mana ability while one is being activated.
        cite!("605.3c");
        if let AbilityPlace::Intrinsic(color) = place {
            self.emit(play, Event::Tapped(id), rule!("605.3b"));
            cite!("106.3");
            let mana = Marked::plain(color as u8, 1);
            return self.produce(play, Given { seat, source: id, mana, tapped: true, whole: true });
        }
        let Some((AbilityRef { card, place }, _)) = self.sight(play).ability(id, place) else { return };
        let Some(ability) = self.card_pool.activated(AbilityRef { card, place }) else { return };
        let code = CodeRef { card, ability: Some(place) };
        let running = Running::new(code, Context::of(id, seat));
        cite!("605.3");
        let costs: Vec<&Cost> = ability.cost.iter().collect();
        let scope = Scope::of(id, seat);
        let unseen = self.card_pool.hides_discards() && costs.iter().any(|cost| cost.asks_for_cards());
        if unseen || costs.iter().any(|cost| cost.is_mana()) {
            return self.begin_mana_ability(play, seat, running);
        }
        self.count_use(play, id, AbilityRef { card, place }, false);
        self.push(play, Frame::Running(running), rule!("605.3b"));
        for cost in &costs {
            self.pay(play, id, cost, &costs, &scope);
        }
    }
}

/// True if the mana ability that a basic land type gives to an untapped permanent of the player can be activated.
fn can_tap_for_basic(
    rules: &Magic,
    sight: &Sight<'_>,
    seat: Seat,
    id: ObjectId,
    place: AbilityPlace,
) -> bool {
    let can = !sight.ruled(id, Ruling::Forbid, Deed::Activate) && !haste::rests(sight, id);
    test_assert_eq!(
        can,
        rules.can_activate(sight, seat, id, place).is_ok(),
        "nothing else keeps it from that"
    );
    can
}

/// Whether a cost taps its own permanent.
pub fn taps(costs: &[Cost]) -> bool {
    costs.contains(&Cost::Tap)
}

/// How much life costs come to.
pub fn life(sight: &Sight<'_>, costs: &[&Cost], scope: &Scope<'_>) -> u32 {
    let life = |cost: &&Cost| if let Cost::Life(amount) = cost { sight.count(amount, scope) } else { 0 };
    costs.iter().map(life).fold(0, u32::saturating_add)
}

/// Part of a cost as it is to be paid: its numbers worked out, and what it can be paid with.
#[derive(Debug, Clone, PartialEq)]
enum Due {
    Tap,
    Untap,
    Life(u32),
    OthersGain(u32),
    Loyalty(i32),
    Counters(Counter, u32),
    Deed {
        deed: CostDeed,
        /// With how many objects.
        number: u32,
        /// How many counters each of them loses.
        times: u32,
        options: Vec<ObjectId>,
        /// Whether it is paid with all of them, so that there is nothing to choose.
        all: bool,
    },
}

impl Due {
    /// How much it takes of the life or the counters that another one takes too.
    fn amount_like(&self, other: &Due) -> u32 {
        match (self, other) {
            (Due::Life(amount), Due::Life(_)) => *amount,
            (Due::Counters(kind, amount), Due::Counters(same, _)) if kind == same => *amount,
            (
                Due::Deed { deed: CostDeed::Remove(kind) | CostDeed::RemoveAll(kind), times, .. },
                Due::Deed { deed: CostDeed::Remove(same) | CostDeed::RemoveAll(same), .. },
            ) if kind == same => *times,
            _ => 0,
        }
    }
}

/// What a cost other than mana comes to. What another of the costs takes of `source` itself is not among
/// what can be chosen.
fn due(sight: &Sight<'_>, source: ObjectId, cost: &Cost, costs: &[&Cost], scope: &Scope<'_>) -> Option<Due> {
    match cost {
        Cost::Mana(_)
        | Cost::Generic(_)
        | Cost::ManaTimes(..)
        | Cost::Either(_)
        | Cost::Behind
        | Cost::OwnMana
        | Cost::ManaOf(..)
        | Cost::BehindTimes(_) => None,
        Cost::Tap => Some(Due::Tap),
        Cost::Untap => Some(Due::Untap),
        Cost::Life(amount) => Some(Due::Life(sight.count(amount, scope))),
        Cost::OthersGain(amount) => Some(Due::OthersGain(sight.count(amount, scope))),
        Cost::Loyalty(number) => Some(Due::Loyalty(sight.number(number, scope))),
        Cost::Counters(kind, number) => Some(Due::Counters(*kind, sight.count(number, scope))),
        Cost::Deed(deed, number, group) => {
            let seat = scope.controller?;
            let itself = matches!(group, Group::Of(_));
            let all = itself || matches!(number, Number::Count(of) if **of == *group);
            let mut options = sight.objects(group, scope);
            let taken = |other: &&Cost| match other {
                Cost::Tap => matches!(deed, CostDeed::Tap | CostDeed::Crew),
                Cost::Deed(same, _, Group::Of(Ref::This)) => {
                    shared(*deed).is_some_and(|use_up| Some(use_up) == shared(*same))
                }
                _ => false,
            };
            let other_pays = costs.iter().any(taken);
            let hidden = sight.object(source).is_some_and(|object| object.zone != Zone::Battlefield);
            options.retain(|id| {
                can_be_paid(sight, seat, *deed, *id) && (itself || *id != source || !(other_pays || hidden))
            });
            // 702.47b, 702.118b: it has been chosen as the spell was announced.
            let offered = scope.offered.filter(|_| matches!(deed, CostDeed::Offer(_)));
            options.retain(|id| offered.is_none_or(|offered| offered == *id));
            let number = sight.count(number, scope);
            let (number, times) = match deed {
                CostDeed::Remove(kind) | CostDeed::RemoveAll(kind) => {
                    options.retain(|id| sight.object(*id).is_some_and(|it| it.counters(*kind) >= number));
                    (1, number)
                }
                CostDeed::Put(_) => (1, number),
                // How many of them it takes at least, and what it takes of them.
                CostDeed::Crew => (crew::least(sight, &options, number), number),
                CostDeed::Sacrifice
                | CostDeed::Discard
                | CostDeed::DiscardRandom
                | CostDeed::Cycle
                | CostDeed::Exile
                | CostDeed::Return
                | CostDeed::Reveal
                | CostDeed::RevealFor(_)
                | CostDeed::Offer(_)
                | CostDeed::Bottom
                | CostDeed::Mill
                | CostDeed::Tap => (if all && !itself { options.len() as u32 } else { number }, 1),
            };
            Some(Due::Deed { deed: *deed, number, times, options, all })
        }
    }
}

/// Whether this part can be paid, which takes so much of its kind together with the others.
fn can_pay_one(
    sight: &Sight<'_>,
    source: ObjectId,
    due: &Due,
    same: u32,
    scope: &Scope<'_>,
) -> Result<(), Refusal> {
    let Some(object) = sight.object(source) else {
        return refuse("it does not exist any more", rule!("117.3"));
    };
    let life = scope.controller.map_or(0, |seat| sight.board.player(seat).life);
    let has = |kind| scope.controller.map_or(0, |seat| sight.board.player(seat).counters(kind));
    match due {
        Due::Tap if object.permanent.tapped => refuse("it is already tapped", rule!("107.5")),
        Due::Untap if !object.permanent.tapped => refuse("it is already untapped", rule!("107.6")),
        Due::Tap | Due::Untap if haste::rests(sight, source) => {
            cite!("602.5a");
            refuse("it has not been under its controller's control since the turn began", rule!("302.6"))
        }
        Due::Life(_) if same > 0 && scope.controller.is_some_and(|seat| keeps_life(sight, seat)) => {
            refuse("the player cannot lose life", rule!("118.8"))
        }
        // 117.3b: no life can always be paid.
        Due::Life(_) if same > 0 && i64::from(life) < i64::from(same) => {
            refuse("there is not enough life to pay", rule!("118.4"))
        }
        Due::OthersGain(_) if scope.controller.is_some_and(|seat| gain_nothing(sight, seat)) => {
            refuse("an opponent cannot gain life", rule!("118.7"))
        }
        Due::Counters(kind, _) if has(*kind) < same => {
            refuse("there are not enough counters to pay with", rule!("117.3"))
        }
        Due::Loyalty(number) if *number > 0 && cannot_get_counters(sight, source) => {
            refuse("no counters can be put on it", rule!("614.17b"))
        }
        Due::Loyalty(number) if i64::from(object.counters(Counter::Loyalty)) + i64::from(*number) < 0 => {
            refuse("it has not enough loyalty counters", rule!("606.5"))
        }
        Due::Deed { deed: CostDeed::Remove(kind) | CostDeed::RemoveAll(kind), options, .. }
            if !options.iter().any(|id| sight.object(*id).is_some_and(|it| it.counters(*kind) >= same)) =>
        {
            refuse("there are not enough counters to remove", rule!("117.3"))
        }
        Due::Deed { deed: CostDeed::Put(_), options, .. }
            if options.iter().all(|id| cannot_get_counters(sight, *id)) =>
        {
            refuse("no counters can be put on it", rule!("614.17b"))
        }
        Due::Tap
        | Due::Untap
        | Due::Life(_)
        | Due::OthersGain(_)
        | Due::Loyalty(_)
        | Due::Counters(..)
        | Due::Deed { .. } => Ok(()),
    }
}

/// Returns true if an effect keeps some opponent of a player from gaining life (118.7).
fn gain_nothing(sight: &Sight<'_>, seat: Seat) -> bool {
    sight.board.opponents(seat).any(|other| sight.ruled_for(other, Ruling::Forbid, Deed::GainLife) > 0)
}

/// Whether an effect says that a player cannot lose life (118.8).
pub fn keeps_life(sight: &Sight<'_>, seat: Seat) -> bool {
    let keeps = |mate| sight.ruled_for(mate, Ruling::Forbid, Deed::LoseLife) > 0;
    sight.board.sharers(seat).into_iter().any(keeps)
}

/// Whether an effect says that no counters can be put on an object.
fn cannot_get_counters(sight: &Sight<'_>, id: ObjectId) -> bool {
    sight.forbidden(Deed::GetCounters).iter().any(|ruling| ruling.is_about(sight, id))
}

/// Whether a player can pay with this object.
pub fn can_be_paid(sight: &Sight<'_>, seat: Seat, deed: CostDeed, id: ObjectId) -> bool {
    let Some(object) = sight.object(id) else { return false };
    let own = object.zone == Zone::Battlefield && sight.controller(id) == Some(seat);
    match deed {
        CostDeed::Sacrifice | CostDeed::Offer(_) => own && sight.can_be_sacrificed(id),
        CostDeed::Return | CostDeed::Remove(_) | CostDeed::RemoveAll(_) | CostDeed::Put(_) => own,
        CostDeed::Bottom => object.owner == seat && matches!(object.zone, Zone::Hand(_) | Zone::Graveyard(_)),
        CostDeed::Mill => object.zone == Zone::Library(seat),
        CostDeed::Tap => own && !object.permanent.tapped,
        CostDeed::Crew => {
            cite!("702.121c");
            own && !object.permanent.tapped && !sight.ruled(id, Ruling::Forbid, Deed::Crew)
        }
        CostDeed::Discard
        | CostDeed::DiscardRandom
        | CostDeed::Cycle
        | CostDeed::Reveal
        | CostDeed::RevealFor(_) => object.zone == Zone::Hand(seat),
        CostDeed::Exile => {
            own || (object.owner == seat && object.zone != Zone::Battlefield && object.zone.exists())
        }
    }
}

/// What a deed uses up of an object, so that it pays no other cost that uses the same (117.10).
fn shared(deed: CostDeed) -> Option<bool> {
    match deed {
        CostDeed::Sacrifice
        | CostDeed::Offer(_)
        | CostDeed::Discard
        | CostDeed::DiscardRandom
        | CostDeed::Cycle
        | CostDeed::Exile
        | CostDeed::Bottom
        | CostDeed::Mill
        | CostDeed::Return => Some(true),
        CostDeed::Tap | CostDeed::Crew => Some(false),
        CostDeed::Reveal
        | CostDeed::RevealFor(_)
        | CostDeed::Remove(_)
        | CostDeed::RemoveAll(_)
        | CostDeed::Put(_) => None,
    }
}

fn too_few(deed: CostDeed) -> &'static str {
    match deed {
        CostDeed::Sacrifice | CostDeed::Offer(_) => "there are not enough permanents to sacrifice",
        CostDeed::Tap => "there are not enough permanents to tap",
        CostDeed::Crew => "there are no creatures of enough power to crew",
        CostDeed::Discard | CostDeed::DiscardRandom | CostDeed::Cycle => {
            "there are not enough cards to discard"
        }
        CostDeed::Exile => "there is not enough to exile",
        CostDeed::Return => "there are not enough permanents to return",
        CostDeed::Reveal | CostDeed::RevealFor(_) => "there are not enough cards to reveal",
        CostDeed::Remove(_) | CostDeed::RemoveAll(_) => "there are not enough counters to remove",
        CostDeed::Put(_) => "there is nothing to put counters on",
        CostDeed::Mill => "there are not enough cards in the library",
        CostDeed::Bottom => "there are not enough cards to put on the bottom of the library",
    }
}
