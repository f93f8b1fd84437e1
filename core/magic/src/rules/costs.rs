//! Costs (117): whether they can be paid, with which mana, and paying them.

use duelog_kernel::script::Op;
use duelog_kernel::{ObjectId, RuleId, Seat, bounds};

use crate::language::definition::{Cost, Counter, Filter, Mana, Verb};
use crate::language::mana::{Color, ManaCost};
use crate::language::types::CardType;
use crate::rule;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::haste;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, CardId, CodeRef, Context, Frame, PickPurpose, Picking, Place, Proposal,
    Running, Why, Zone,
};

/// Planeswalkers: loyalty as printed and as counters (209, 306.5), what their abilities are (606.1-2),
/// attacked and damaged (306.6-9).
pub const LOYALTY: [RuleId; 11] = [
    rule!("209.1"),
    rule!("209.2"),
    rule!("306.2"),
    rule!("306.5b"),
    rule!("306.5c"),
    rule!("306.5d"),
    rule!("306.6"),
    rule!("306.8"),
    rule!("306.9"),
    rule!("606.1"),
    rule!("606.2"),
];

/// A mana ability that can be activated now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The permanent.
    pub object: ObjectId,
    /// The ability's place.
    pub place: AbilityPlace,
    /// The mana types that it can give, as bits.
    pub types: u8,
    /// How much it gives.
    pub amount: u32,
}

impl Magic {
    /// The mana abilities that a player can activate for a payment and that only tap their permanent.
    pub fn sources(&self, sight: &Sight<'_>, seat: Seat, except: Option<ObjectId>) -> Vec<Source> {
        let mut sources = Vec::new();
        for &id in sight.board.zone(Zone::Battlefield) {
            if Some(id) == except || sight.controller(id) != Some(seat) {
                continue;
            }
            for place in self.activated_places(sight, id) {
                if let Some((types, amount)) = self.mana_of(sight, id, place)
                    && self.can_activate(sight, seat, id, place).is_ok()
                {
                    sources.push(Source { object: id, place, types, amount });
                }
            }
        }
        sources
    }

    /// What a mana ability that only taps its permanent would give now.
    fn mana_of(&self, sight: &Sight<'_>, id: ObjectId, place: AbilityPlace) -> Option<(u8, u32)> {
        if let AbilityPlace::Intrinsic(color) = place {
            return Some((1 << color as u8, 1));
        }
        let reference = sight.ability(id, place)?.0;
        let ability = self.library.card(reference.card).compiled(reference.place)?.mana.as_ref()?;
        let types = self.mana_types(sight, (id, Some(reference.card)), ability.mana, &mut Vec::new());
        // 106.5: mana whose type is not defined is no mana.
        if types == 0 {
            return None;
        }
        Some((types, sight.count(&ability.amount, &Scope::of(id, sight.controller(id)?))))
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
            // 106.7: what they could give is asked of them; one that asks back gives nothing.
            Mana::ColorOfOpposingLands => {
                if asked.contains(&id) {
                    return 0;
                }
                asked.push(id);
                let lands = board
                    .filter(|land| sight.controller(*land) != seat && sight.has_type(*land, CardType::Land));
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
                .and_then(|(of, _)| self.library.card(of.card).compiled(of.place)?.code.as_ref());
            let scope = Scope { source: Some(id), controller: sight.controller(id), ..Scope::default() };
            for op in code.into_iter().flat_map(|code| &code.0) {
                if let Op::Do(Verb::AddMana(_, mana, amount)) = op
                    && sight.count(amount, &scope) > 0
                {
                    types |= self.mana_types(sight, (id, written), *mana, asked);
                }
            }
        }
        types
    }

    /// Whether a player can pay the costs other than mana for a spell or an ability of `source`, all of them
    /// together (117.3).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_pay<'c>(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        costs: impl IntoIterator<Item = &'c Cost> + Clone,
    ) -> Result<(), Refusal> {
        let mut picks: Vec<(PickPurpose, u32, Vec<ObjectId>)> = Vec::new();
        for cost in costs.clone() {
            let same =
                costs.clone().into_iter().map(|other| other.amount_like(cost)).fold(0, u32::saturating_add);
            self.can_pay_one(sight, seat, source, cost, same)?;
            picks.extend(self.pick_for(sight, seat, source, cost, costs.clone()));
        }
        for (at, (purpose, number, options)) in picks.iter().enumerate() {
            let mut all = options.clone();
            let mut needed = *number;
            for (_, more, others) in picks[at + 1..].iter().filter(|other| other.0 == *purpose) {
                all.extend(others.iter().filter(|id| !options.contains(id)));
                needed = needed.saturating_add(*more);
            }
            all.sort_unstable();
            all.dedup();
            if (options.len() as u32) < *number || (all.len() as u32) < needed {
                return refuse(too_few(*purpose), rule!("117.3"));
            }
        }
        Ok(())
    }

    /// Whether a player's pool and mana abilities can pay this mana.
    pub fn can_pay_mana(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        mana: &ManaCost,
        except: Option<ObjectId>,
    ) -> bool {
        let pool = &sight.board.player(seat).pool;
        if mana.payable(pool, &[]) {
            return true;
        }
        let mut sources = self.sources(sight, seat, except);
        // A permanent taps for one of its abilities only.
        sources.dedup_by(|other, first| {
            let same = other.object == first.object;
            if same {
                first.types |= other.types;
                first.amount = first.amount.max(other.amount);
            }
            same
        });
        let mut units: Vec<u8> = sources
            .iter()
            .flat_map(|source| std::iter::repeat_n(source.types, bounds::times(source.amount)))
            .collect();
        sources.iter().for_each(|source| self.units_triggered(sight, seat, source.object, &mut units));
        mana.payable(pool, &units)
    }

    /// Whether a cost can be paid that takes so much of its kind together with the others.
    fn can_pay_one(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        cost: &Cost,
        same: u32,
    ) -> Result<(), Refusal> {
        let Some(object) = sight.object(source) else {
            return refuse("it does not exist any more", rule!("117.3"));
        };
        let permanent = &object.permanent;
        let rests = || haste::rests(sight, source);
        match cost {
            Cost::Mana(_) => Ok(()),
            Cost::Tap if permanent.tapped => refuse("it is already tapped", rule!("107.5")),
            Cost::Untap if !permanent.tapped => refuse("it is already untapped", rule!("107.6")),
            Cost::Tap | Cost::Untap if rests() => {
                refuse("it has not been under its controller's control since the turn began", rule!("302.6"))
            }
            Cost::SacrificeThis if object.zone != Zone::Battlefield => {
                refuse("it is not on the battlefield", rule!("117.3"))
            }
            Cost::Tap | Cost::Untap | Cost::SacrificeThis => Ok(()),
            // 117.3b: no life can always be paid.
            Cost::Life(_) if same > 0 && i64::from(sight.board.player(seat).life) < i64::from(same) => {
                refuse("there is not enough life to pay", rule!("118.4"))
            }
            Cost::RemoveCounters(_, kind) if object.counters(*kind) < same => {
                refuse("there are not enough counters to remove", rule!("117.3"))
            }
            Cost::ExileThis if !matches!(object.zone, Zone::Graveyard(_)) => {
                refuse("it is not in the graveyard", rule!("117.3"))
            }
            Cost::DiscardThis if !matches!(object.zone, Zone::Hand(_)) => {
                refuse("it is not in the hand", rule!("117.3"))
            }
            Cost::Loyalty(number)
                if i64::from(object.counters(Counter::Loyalty)) + i64::from(*number) < 0 =>
            {
                refuse("it has not enough loyalty counters", rule!("606.5"))
            }
            Cost::Sacrifice(..)
            | Cost::TapOthers(..)
            | Cost::Discard(..)
            | Cost::Life(_)
            | Cost::RemoveCounters(..)
            | Cost::ExileThis
            | Cost::DiscardThis
            | Cost::Loyalty(_)
            | Cost::LoyaltyX => Ok(()),
        }
    }

    /// The permanents that a player controls and that match.
    pub fn own(&self, sight: &Sight<'_>, seat: Seat, source: ObjectId, filter: &Filter) -> Vec<ObjectId> {
        let scope = Scope::of(source, seat);
        let board = sight.board.zone(Zone::Battlefield);
        board
            .iter()
            .copied()
            .filter(|id| sight.controller(*id) == Some(seat) && sight.matches(filter, *id, &scope))
            .collect()
    }

    /// What a player picks to pay a cost: how many, and of what. What another of the costs takes of `source`
    /// itself is not among it.
    fn pick_for<'c>(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        cost: &Cost,
        costs: impl IntoIterator<Item = &'c Cost>,
    ) -> Option<(PickPurpose, u32, Vec<ObjectId>)> {
        let (purpose, number, mut options) = match cost {
            Cost::Sacrifice(number, filter) => {
                (PickPurpose::SacrificeCost, *number, self.own(sight, seat, source, filter))
            }
            Cost::TapOthers(number, filter) => {
                let mut own = self.own(sight, seat, source, filter);
                own.retain(|id| sight.object(*id).is_some_and(|object| !object.permanent.tapped));
                (PickPurpose::TapCost, *number, own)
            }
            Cost::Discard(number, filter) => {
                let scope = Scope::of(source, seat);
                let hand = sight.board.zone(Zone::Hand(seat)).iter().copied();
                (
                    PickPurpose::Discard,
                    *number,
                    hand.filter(|id| *id != source && sight.matches(filter, *id, &scope)).collect(),
                )
            }
            Cost::Mana(_)
            | Cost::Tap
            | Cost::Untap
            | Cost::SacrificeThis
            | Cost::ExileThis
            | Cost::DiscardThis
            | Cost::Life(_)
            | Cost::RemoveCounters(..)
            | Cost::Loyalty(_)
            | Cost::LoyaltyX => return None,
        };
        let taken = match purpose {
            PickPurpose::SacrificeCost => Cost::SacrificeThis,
            PickPurpose::TapCost => Cost::Tap,
            _ => Cost::DiscardThis,
        };
        if costs.into_iter().any(|other| *other == taken) {
            options.retain(|id| *id != source);
        }
        Some((purpose, number, options))
    }

    /// Pays one cost other than mana; what needs a choice begins a pick (601.2h).
    pub fn pay(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        source: ObjectId,
        cost: &Cost,
        costs: &[&Cost],
        x: u32,
    ) {
        match cost {
            Cost::Mana(_) => {}
            Cost::Tap => self.emit(play, Event::Tapped(source), rule!("107.5")),
            Cost::Untap => self.emit(play, Event::Untapped(source), rule!("107.6")),
            Cost::SacrificeThis => self.happen(
                play,
                vec![Proposal::to_graveyard(source, self.owner(play, source), Why::Sacrificed)],
            ),
            Cost::ExileThis => self.happen(
                play,
                vec![Proposal::Move {
                    object: source,
                    to: Zone::Exile,
                    place: Place::Top,
                    entering: Default::default(),
                    why: Why::Effect,
                }],
            ),
            Cost::Life(amount) => self.happen(play, vec![Proposal::LoseLife(seat, *amount, false)]),
            Cost::DiscardThis => self
                .happen(play, vec![Proposal::to_graveyard(source, self.owner(play, source), Why::Discarded)]),
            Cost::Loyalty(number) => self.pay_loyalty(play, source, *number),
            Cost::LoyaltyX => self.pay_loyalty(play, source, -(x.min(i32::MAX as u32) as i32)),
            Cost::RemoveCounters(number, kind) => {
                self.emit(play, Event::CountersRemoved(source, *kind, *number), rule!("117.1"))
            }
            Cost::Sacrifice(..) | Cost::TapOthers(..) | Cost::Discard(..) => {
                if let Some((purpose, number, options)) =
                    self.pick_for(&self.sight(play), seat, source, cost, costs.iter().copied())
                {
                    self.pick(play, Picking::new(seat, purpose, options, number, number));
                }
            }
        }
    }

    /// 606.4: loyalty counters are put on the permanent or removed from it, and no other loyalty ability of
    /// it is activated this turn.
    fn pay_loyalty(&self, play: &mut Game<'_>, source: ObjectId, number: i32) {
        play.emit(Event::LoyaltyUsed(source), rule!("606.3"));
        let count = number.unsigned_abs();
        match number {
            0 => {}
            1.. => self.emit(play, Event::CountersPut(source, Counter::Loyalty, count), rule!("606.4")),
            _ => self.emit(play, Event::CountersRemoved(source, Counter::Loyalty, count), rule!("606.4")),
        }
    }

    /// The owner of an object.
    pub fn owner(&self, play: &Game<'_>, id: ObjectId) -> Seat {
        play.state().board.get(id).map_or(Seat(0), |object| object.owner)
    }

    /// Activates a mana ability: it does not use the stack and resolves at once (605.3b).
    pub fn activate_mana(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, place: AbilityPlace) {
        if let AbilityPlace::Intrinsic(color) = place {
            self.emit(play, Event::Tapped(id), rule!("605.3b"));
            play.emit(Event::ManaAdded(seat, color as u8, 1), rule!("305.6"));
            return self.emit(play, Event::TappedForMana(id, seat), rule!("106.11"));
        }
        let Some((AbilityRef { card, place }, _)) = self.sight(play).ability(id, place) else { return };
        let Some(ability) = self.library.activated(AbilityRef { card, place }) else { return };
        let code = CodeRef { card, ability: Some(place) };
        let context = Context::of(id, seat);
        self.push(play, Frame::Running(Running::new(code, context)), rule!("605.3b"));
        let costs: Vec<&Cost> = ability.cost.iter().collect();
        for cost in &costs {
            self.pay(play, seat, id, cost, &costs, 0);
        }
    }
}

/// Whether a cost taps its own permanent.
pub fn taps(costs: &[Cost]) -> bool {
    costs.contains(&Cost::Tap)
}

/// How much life costs come to.
pub fn life<'c>(costs: impl IntoIterator<Item = &'c Cost>) -> u32 {
    costs.into_iter().map(|cost| cost.amount_like(&Cost::Life(0))).fold(0, u32::saturating_add)
}

fn too_few(purpose: PickPurpose) -> &'static str {
    match purpose {
        PickPurpose::SacrificeCost => "there are not enough permanents to sacrifice",
        PickPurpose::TapCost => "there are not enough permanents to tap",
        _ => "there are not enough cards to discard",
    }
}

impl Cost {
    /// How much it takes of the life or the counters that another cost takes too.
    fn amount_like(&self, other: &Cost) -> u32 {
        match (self, other) {
            (Cost::Life(amount), Cost::Life(_)) => *amount,
            (Cost::RemoveCounters(number, kind), Cost::RemoveCounters(_, same)) if kind == same => *number,
            _ => 0,
        }
    }
}
