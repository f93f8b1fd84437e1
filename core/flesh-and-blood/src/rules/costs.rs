//! Costs (1.14): whether they can be paid, pitching, and paying them.

use duelog_kernel::decision::most_of;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, bounds};

use crate::language::definition::{Cost, Deed, Filter, Group, Number, Property, Ref, When, ZoneKind};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Flow, Game, verb};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::restrictions::permits;
use crate::state::event::Event;
use crate::state::{
    Alter, Binding, Frame, KEYWORD_CARD, LastingKind, LayerKind, MoveReason, PickPurpose, Picking,
    PlayingStage, Proposal, Zone, frame, moved, picking,
};
use crate::{cite, rule};

/// Whether paying a cost puts cards into the graveyard.
fn fills_graveyard(cost: &Cost) -> bool {
    matches!(
        cost,
        Cost::Deed(Deed::Discard | Deed::Destroy, ..) | Cost::Random(Deed::Discard | Deed::Destroy, ..)
    )
}

fn is_of_graveyard(cost: &Cost) -> bool {
    matches!(
        cost,
        Cost::Deed(_, _, Group::Zone(ZoneKind::Graveyard, ..))
            | Cost::Random(_, _, Group::Zone(ZoneKind::Graveyard, ..))
    )
}

/// Whether a cost is paid with all of a group, so that there is nothing to choose.
fn is_all(group: &Group) -> bool {
    matches!(group, Group::Of(_) | Group::Top(..))
}

/// The most that a card gives when it is pitched (2.8).
const MOST_PITCH: u32 = 3;

/// The asset-costs of a card or ability (5.1.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Price {
    /// Chi points.
    pub chi: u32,
    /// Resource points.
    pub resources: u32,
    /// Life points.
    pub life: u32,
    /// Action points.
    pub actions: u32,
}

/// A move after which nobody sees the object.
fn face_down(event: Proposal) -> Proposal {
    match event {
        Proposal::Move { object, to, bottom, why, by, counters, .. } => {
            Proposal::Move { object, to, bottom, public: false, why, by, counters }
        }
        other => other,
    }
}

impl FleshAndBlood {
    /// The asset-costs of these costs, a base resource cost added, with what effects say of the object
    /// (5.1.6a).
    pub fn price(
        &self,
        sight: &Sight<'_>,
        id: ObjectId,
        base: u32,
        costs: &[Cost],
        scope: &Scope<'_>,
    ) -> Price {
        let mut price = Price { resources: base, ..Price::default() };
        cite!("1.13.1");
        for cost in costs {
            match cost {
                Cost::Pay(amount) => {
                    cite!("2.2.3");
                    price.resources = price.resources.saturating_add(*amount);
                }
                Cost::PayRank(keyword) => {
                    let rank = sight.count(&Number::Rank(*keyword, None), scope);
                    price.resources = price.resources.saturating_add(rank);
                }
                Cost::Chi(amount) => price.chi = price.chi.saturating_add(*amount),
                Cost::Life(amount) => price.life = price.life.saturating_add(*amount),
                Cost::Deed(..)
                | Cost::Random(..)
                | Cost::RemoveCounters(..)
                | Cost::PutCounters(..)
                | Cost::Times(..)
                | Cost::Total(..)
                | Cost::Create(..)
                | Cost::DestroyWithLink
                | Cost::DestroyWithChain => {}
            }
        }
        cite!("2.2.4a");
        let activated = source_of_ability(sight, id).filter(|_| sources_set_prices(self.card_pool.revision));
        let alters = match activated {
            Some(source) => sight.said_of_cost(&[source, id]).into(),
            None => sight.said(id),
        };
        // First what sets the cost, the last of these deciding; then increases, then reductions, never below
        // 0.
        cite!("5.1.6a");
        let set = alters.iter().rev().find_map(|alter| {
            if let Alter::Set(Property::Cost, amount) = alter { Some((*amount).max(0) as u32) } else { None }
        });
        price.resources = set.unwrap_or(price.resources);
        let sum = |which: &dyn Fn(&Alter) -> u32| alters.iter().map(which).fold(0, u32::saturating_add);
        let changed =
            |alter: &Alter| if let Alter::Plus(Property::Cost, amount) = alter { *amount } else { 0 };
        let more = sum(&|alter| changed(alter).max(0) as u32);
        let less = sum(&|alter| changed(alter).min(0).unsigned_abs());
        price.resources = price.resources.saturating_add(more).saturating_sub(less);
        price
    }

    /// Whether a player can pay a base cost and other costs for something of `source` (1.14), as far as can
    /// be told beforehand.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_pay(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        source: ObjectId,
        base: u32,
        costs: &[Cost],
    ) -> Result<(), Refusal> {
        let card = sight.object(source).map(|object| object.card);
        let Some(card) = card else { return refuse("it does not exist any more", rule!("1.14.1")) };
        let scope = Scope::of(source, seat, card);
        // 5.1.8a: in the declared order one cost can provide what another needs.
        let feeds = costs.iter().any(fills_graveyard);
        for cost in costs.iter().filter(|cost| !(feeds && is_of_graveyard(cost))) {
            self.can_pay_one(sight, seat, source, cost, &scope)?;
        }
        let mut price = self.price(sight, id, base, costs, &scope);
        // What will apply to the next card is known only when it is announced: it counts as if it applied.
        price.resources = price.resources.saturating_sub(self.reductions_ahead(sight, seat));
        let player = sight.board.player(seat);
        if price.life > 0 && sight.life(player.hero).unwrap_or(0) < price.life.min(i32::MAX as u32) as i32 {
            return refuse("there is not enough life to pay", rule!("1.14.2e"));
        }
        let (chi, all) = self.assets_ahead(sight, seat, id);
        if price.chi > player.chi.saturating_add(chi) {
            return refuse("the chi cost cannot be paid", rule!("1.14.2c"));
        }
        let have = player.resources.saturating_add(player.chi).saturating_add(all);
        if price.resources.saturating_add(price.chi) > have {
            return refuse("the resource cost cannot be paid", rule!("1.14.2b"));
        }
        Ok(())
    }

    fn reductions_ahead(&self, sight: &Sight<'_>, seat: Seat) -> u32 {
        use crate::language::definition::Change;
        let waiting = sight.board.effects.iter().filter(|lasting| {
            lasting.controller == seat
                && sight.board.is_in_force(lasting)
                && matches!(lasting.binding, Binding::Next(_))
                && matches!(lasting.kind, LastingKind::Later)
        });
        let reduction = |lasting: &crate::state::Lasting| -> u32 {
            let scope = Scope::context(&lasting.context, lasting.code.card);
            let changes = sight.card_pool.effect_text(lasting).1;
            bounds::sum(changes.iter().map(|change| {
                if let Change::Plus(Property::Cost, number) = change {
                    sight.number(number, &scope).min(0).unsigned_abs()
                } else {
                    0
                }
            }))
        };
        waiting.map(reduction).fold(0, u32::saturating_add)
    }

    /// The chi points, and all points, that the other cards in hand would give when pitched.
    fn assets_ahead(&self, sight: &Sight<'_>, seat: Seat, except: ObjectId) -> (u32, u32) {
        let mut sum = (0_u32, 0_u32);
        for id in sight.board.zone(Zone::Of(ZoneKind::Hand, seat)).iter().copied().filter(|id| *id != except)
        {
            if let Some((points, chi)) = self.pitch_of(sight, id) {
                sum.1 = sum.1.saturating_add(points);
                sum.0 = sum.0.saturating_add(if chi { points } else { 0 });
            }
        }
        sum
    }

    /// What a card gives when it is pitched, and whether that is chi (2.8); none where it cannot be pitched
    /// (1.14.3a).
    pub fn pitch_of(&self, sight: &Sight<'_>, id: ObjectId) -> Option<(u32, bool)> {
        let object = sight.object(id)?;
        if sight.could_be_any(id) {
            return Some((MOST_PITCH, true));
        }
        cite!("1.14.3a");
        let points = u32::from(sight.pitch(id)?);
        permits(sight, Deed::Pitch, id, None, Ok(())).ok()?;
        Some((points, self.card_pool.card(object.card).definition.chi))
    }

    /// Whether one cost other than assets can be paid (1.14.4b).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_pay_one(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        cost: &Cost,
        scope: &Scope<'_>,
    ) -> Result<(), Refusal> {
        let Some(object) = sight.object(source) else {
            return refuse("it does not exist any more", rule!("1.14.4b"));
        };
        let short = match cost {
            Cost::Pay(_) | Cost::PayRank(_) | Cost::Chi(_) | Cost::Life(_) | Cost::Create(..) => false,
            Cost::Deed(deed, count, group) | Cost::Random(deed, count, group) => {
                let able = self
                    .payable(sight, seat, source, group, scope)
                    .into_iter()
                    .filter(|id| can_be_paid(sight, seat, *deed, *id));
                (able.count() as u32) < *count
            }
            Cost::DestroyWithLink | Cost::DestroyWithChain | Cost::PutCounters(..) => !object.zone.is_arena(),
            Cost::RemoveCounters(count, kind) => object.counters(*kind) < *count,
            Cost::Times(deed, group) => {
                let x = sight.count(&Number::X, scope);
                let able = self.payable_by(sight, seat, source, *deed, group, scope);
                times_payable(sight, *deed, group, &able) < x
            }
            Cost::Total(deed, property, least, group) => {
                let able = self.payable_by(sight, seat, source, *deed, group, scope);
                let worth =
                    able.into_iter().map(|id| worth(sight, *property, id)).fold(0, u32::saturating_add);
                worth < *least
            }
        };
        if short { refuse("its cost cannot be paid", rule!("1.14.4b")) } else { Ok(()) }
    }

    /// With what of a group a cost can be paid by doing this with it.
    fn payable_by(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        deed: Deed,
        group: &Group,
        scope: &Scope<'_>,
    ) -> Vec<ObjectId> {
        let mut able = self.payable(sight, seat, source, group, scope);
        able.retain(|id| can_be_paid(sight, seat, deed, *id));
        able
    }

    /// The greatest X that can be paid for where a cost is paid that many times; none where there is no such
    /// cost.
    pub fn most_times(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        costs: &[Cost],
        scope: &Scope<'_>,
    ) -> Option<u32> {
        let able = |cost: &Cost| match cost {
            Cost::Times(deed, group) => {
                let able = self.payable_by(sight, seat, source, *deed, group, scope);
                Some(times_payable(sight, *deed, group, &able))
            }
            _ => None,
        };
        costs.iter().filter_map(able).min()
    }

    /// What of a group a cost of a source can be paid with. What is put on the stack pays for nothing of its
    /// own.
    fn payable(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        group: &Group,
        scope: &Scope<'_>,
    ) -> Vec<ObjectId> {
        match group {
            Group::Zone(kind, Ref::You, filter) => {
                let cards = sight.board.zone(Zone::Of(*kind, seat)).iter().copied();
                cards
                    .filter(|id| {
                        *id != source && sight.is_meant(filter, *id) && sight.matches(filter, *id, scope)
                    })
                    .collect()
            }
            group => sight.objects(group, scope),
        }
    }

    /// Pays one cost other than assets for a layer (5.1.9); what it is paid with is remembered on the layer.
    pub fn pay_cost(&self, play: &mut Game<'_>, seat: Seat, layer: ObjectId, source: ObjectId, cost: &Cost) {
        let sight = self.sight(play);
        let card = sight.object(source).map_or(KEYWORD_CARD, |object| object.card);
        let scope = Scope::of(source, seat, card);
        match cost {
            Cost::Pay(_) | Cost::PayRank(_) | Cost::Chi(_) | Cost::Life(_) => {}
            Cost::DestroyWithLink => {
                self.destroy_later(
                    play,
                    source,
                    seat,
                    &When::Happens(Deed::ResolveLink, Filter::Any),
                    rule!("8.6.34"),
                );
            }
            Cost::Create(count, name) => {
                cite!("8.5.2");
                let token = self.card_pool.find(name);
                self.happen(
                    play,
                    token.into_iter().map(|card| Proposal::Create(seat, card, *count)).collect(),
                );
            }
            Cost::DestroyWithChain => {
                self.destroy_later(play, source, seat, &When::ChainCloses, rule!("1.14.4"));
            }
            Cost::PutCounters(count, kind) => self.put_counters(play, source, *kind, *count, rule!("8.5.14")),
            Cost::Times(deed, group) => {
                let x = sight.parameters(layer).map_or(0, |own| own.x);
                let options = self.payable_by(&sight, seat, source, *deed, group, &scope);
                if let (Deed::TakeCounter(kind), true, [one]) = (*deed, is_all(group), &options[..]) {
                    return self.emit(play, Event::CountersRemoved(*one, kind, x), rule!("8.5.16"));
                }
                self.pick(play, picking(seat, PickPurpose::Cost(layer, *deed), options, x, x));
            }
            Cost::Total(deed, property, least, group) => {
                let mut options = self.payable_by(&sight, seat, source, *deed, group, &scope);
                options.retain(|id| *id != layer);
                let worth = options.iter().map(|id| (*id, worth(&sight, *property, *id))).collect();
                let most = options.len() as u32;
                let picking = picking(seat, PickPurpose::Cost(layer, *deed), options, 1, most);
                self.pick(play, Picking { worth, total: *least, ..picking });
            }
            Cost::RemoveCounters(count, kind) => {
                self.emit(play, Event::CountersRemoved(source, *kind, *count), rule!("8.5.16"))
            }
            Cost::Deed(deed, count, group) | Cost::Random(deed, count, group) => {
                // What one cost reveals may be revealed for another one too.
                cite!("8.3.17c");
                let able = |sight: &Sight<'_>| {
                    let mut options = self.payable(sight, seat, source, group, &scope);
                    options.retain(|id| *id != layer || is_all(group));
                    options.retain(|id| can_be_paid(sight, seat, *deed, *id));
                    options
                };
                let options = able(&sight);
                let unseeing = self.card_pool.asks_unseeing();
                let possible = if unseeing { able(&sight.unseeing()).len() } else { options.len() };
                let most = most_of(*count, (*count, options.len()), (*count, possible));
                let most = if options.len() < most as usize { most } else { *count };
                if let Cost::Random(..) = cost {
                    let chosen = self.choose_random(play, options, *count);
                    self.pay_with(play, seat, layer, *deed, chosen, true);
                } else if is_all(group) {
                    self.pay_with(play, seat, layer, *deed, options, false);
                } else {
                    self.pick(play, picking(seat, PickPurpose::Cost(layer, *deed), options, *count, most));
                }
            }
        }
    }

    /// Does with objects what a cost of a layer demands; what they are is kept where they were chosen.
    pub fn pay_with(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        layer: ObjectId,
        deed: Deed,
        objects: Vec<ObjectId>,
        chosen: bool,
    ) {
        let stays = matches!(
            deed,
            Deed::Destroy | Deed::Tap | Deed::Untap | Deed::TurnUp | Deed::TurnDown | Deed::TakeCounter(_)
        );
        if chosen && stays {
            self.note_payment(play, layer, &objects);
        }
        let owner = |id: ObjectId| play.state().board.get(id).map_or(seat, |object| object.owner);
        let put = |kind: ZoneKind, why: MoveReason| {
            objects.iter().map(|id| moved(*id, Zone::Of(kind, owner(*id)), why, seat)).collect()
        };
        match deed {
            Deed::Discard if !chosen => self.discard(play, objects, seat),
            Deed::Discard => {
                let batch = put(ZoneKind::Graveyard, MoveReason::Discarded);
                self.pay_by_moving(play, layer, batch);
            }
            Deed::Banish => {
                let batch = put(ZoneKind::Banished, MoveReason::Banished);
                self.pay_by_moving(play, layer, batch);
            }
            Deed::Charge => {
                cite!("8.5.29");
                let batch = put(ZoneKind::Soul, MoveReason::Charged);
                self.pay_by_moving(play, layer, batch);
            }
            Deed::BanishDown => {
                let batch: Vec<Proposal> = put(ZoneKind::Banished, MoveReason::Banished);
                self.pay_by_moving(play, layer, batch.into_iter().map(face_down).collect());
            }
            Deed::TakeCounter(kind) => {
                let from = objects.into_iter();
                from.for_each(|id| self.emit(play, Event::CountersRemoved(id, kind, 1), rule!("8.5.16")));
            }
            Deed::Bottom => {
                let below = |object| Proposal::Move {
                    object,
                    to: Zone::Of(ZoneKind::Deck, owner(object)),
                    bottom: true,
                    public: false,
                    why: MoveReason::Put,
                    by: seat,
                    counters: Vec::new(),
                };
                self.pay_by_moving(play, layer, objects.into_iter().map(below).collect());
            }
            Deed::Destroy => self.destroy(play, objects, seat),
            Deed::Tap => {
                objects.into_iter().for_each(|id| self.emit(play, Event::Tapped(id), rule!("8.5.55")))
            }
            Deed::Untap => {
                objects.into_iter().for_each(|id| self.emit(play, Event::Untapped(id), rule!("8.5.56")))
            }
            Deed::TurnUp | Deed::TurnDown => {
                for id in objects {
                    self.turn_object(play, id, deed == Deed::TurnUp, rule!("8.5.24"));
                }
            }
            Deed::Reveal => drop(self.reveal(play, seat, objects)),
            // No cost says any other: definitions are checked for that.
            _ => duelog_kernel::test_assert!(false, "nothing is paid by {deed:?}"),
        }
    }

    /// Writes on a layer what a cost of it is paid with.
    fn note_payment(&self, play: &mut Game<'_>, layer: ObjectId, objects: &[ObjectId]) {
        let own = play.state().board.get(layer).and_then(|object| object.layer.clone());
        let Some((mut own, place)) = own.zip(self.cost_in_payment(play, layer)) else { return };
        own.paid.extend(objects.iter().map(|id| (place, *id)));
        own.paid.sort_by_key(|paid| paid.0);
        play.emit(Event::LayerSet(layer, own), rule!("1.14.4"));
    }

    /// Moves cards as a cost and writes on the layer what they became.
    pub fn pay_by_moving(&self, play: &mut Game<'_>, layer: ObjectId, batch: Vec<Proposal>) {
        let objects: Vec<ObjectId> = batch
            .iter()
            .filter_map(|event| if let Proposal::Move { object, .. } = event { Some(*object) } else { None })
            .collect();
        let own = play.state().board.get(layer).and_then(|object| object.layer.clone());
        let Some((mut own, place)) = own.zip(self.cost_in_payment(play, layer)) else {
            return self.happen(play, batch);
        };
        // The cards as they were: what is asked of them is asked of their last known information, or of what
        // they are now (1.7.6).
        own.paid.extend(objects.into_iter().map(|id| (place, id)));
        own.paid.sort_by_key(|paid| paid.0);
        play.emit(Event::LayerSet(layer, own), rule!("1.14.4"));
        self.happen(play, batch);
    }

    /// The place in the text of the effect-cost that is being paid for a layer; none where what is paid for
    /// is no layer.
    fn cost_in_payment(&self, play: &Game<'_>, layer: ObjectId) -> Option<u8> {
        let pays = |frame: &Frame| match frame {
            Frame::Playing(playing) if playing.object == layer => match playing.stage {
                PlayingStage::Pay(next) => self
                    .ordered_costs(play, playing)
                    .1
                    .get(usize::from(next).checked_sub(1)?)
                    .map(|cost| cost.0),
                _ => None,
            },
            _ => None,
        };
        play.state().board.frames.iter().rev().find_map(pays)
    }

    /// Chooses random cards among these.
    pub fn choose_random(&self, play: &mut Game<'_>, mut cards: Vec<ObjectId>, count: u32) -> Vec<ObjectId> {
        let mut chosen = Vec::new();
        cards.sort();
        while (chosen.len() as u32) < count && !cards.is_empty() {
            let among = cards.len() as u32;
            let place = play.one_of(&cards);
            play.emit(Event::Chosen { among, chosen: place }, rule!("1.1.1a"));
            chosen.push(cards.remove(place as usize));
        }
        chosen
    }

    /// Begins to pay points (1.14.2).
    pub fn begin_paying(&self, play: &mut Game<'_>, seat: Seat, price: Price, layer: Option<ObjectId>) {
        let frame = Frame::Paying { seat, resources: price.resources, chi: price.chi, layer };
        // 1.14.5: a cost of 0 is a cost, which is paid.
        let rule = if price == Price::default() { rule!("1.14.5") } else { rule!("1.14.2a") };
        self.push(play, frame, rule);
    }

    /// Pitches a card (1.14.3).
    pub fn pitch(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, layer: Option<ObjectId>) {
        if let Some(layer) = layer
            && let Some(mut own) = play.state().board.get(layer).and_then(|object| object.layer.clone())
        {
            own.pitched.push(id);
            play.emit(Event::LayerSet(layer, own), rule!("1.14.3"));
        }
        cite!("1.14.3c", "3.14.2");
        self.happen(play, vec![moved(id, Zone::Of(ZoneKind::Pitch, seat), MoveReason::Pitched, seat)]);
    }
}

impl FrameRules<FleshAndBlood> for frame::Paying {
    /// Goes on with paying points: pitching while short, then the points are spent.
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        let frame::Paying { seat, resources, chi, layer } = self;
        let player = play.state().board.player(seat);
        cite!("1.14.2");
        if player.chi >= chi && player.resources.saturating_add(player.chi - chi) >= resources {
            cite!("1.13.5b");
            // 1.14.2d: chi points are spent before resource points.
            let spare = (player.chi - chi).min(resources);
            let (chi, resources) = (chi.saturating_add(spare), resources - spare);
            rules.pop(play, rule!("1.14.2a"));
            if chi > 0 {
                cite!("1.13.5");
                play.emit(Event::Chi(seat, -bounds::signed(chi)), rule!("1.14.2c"));
            }
            if resources > 0 {
                cite!("1.13.3");
                play.emit(Event::Resources(seat, -bounds::signed(resources)), rule!("1.14.2d"));
            }
            if layer.is_none() {
                rules.paid(play, true);
            }
            return Flow::Go;
        }
        match play.asked(rules) {
            Some(_) => play.wait(rules),
            None => {
                rules.pop(play, rule!("1.14.2b"));
                rules.paid(play, false);
                Flow::Go
            }
        }
    }

    /// Which card to pitch (1.14.2c-d); or to take back what is being played (1.14.2b).
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        let need_chi = sight.board.player(self.seat).chi < self.chi;
        cite!("1.14.3b");
        let helps = |id: &ObjectId| {
            rules.pitch_of(sight, *id).is_some_and(|(points, is_chi)| points > 0 && (is_chi || !need_chi))
        };
        let hand = sight.board.zone(Zone::Of(ZoneKind::Hand, self.seat)).iter().copied();
        let mut options: Vec<Item> = hand.filter(helps).map(|id| Item::Act(verb::PITCH, id)).collect();
        if self.layer.is_some() {
            options.push(Item::Flag(false));
        }
        if options.is_empty() {
            return None;
        }
        let rule = if need_chi { rule!("1.14.2c") } else { rule!("1.14.2d") };
        Some(Request {
            seat: self.seat,
            prompt: Prompt::PayPitch.into(),
            rule,
            subject: self.layer,
            ask: Ask::one_of(options),
        })
    }

    /// Takes the card to pitch.
    fn answer(self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        match items.first() {
            Some(Item::Act(verb::PITCH, id)) => rules.pitch(play, self.seat, *id, self.layer),
            _ => {
                cite!("5.1.7a");
                play.emit(Event::ActionReversed, rule!("1.14.2b"));
            }
        }
    }
}

/// Revision 6: what effects say of an object changes the costs of its abilities, as what they say of the layers
/// does (5.2.2, 5.1.6a).
fn sources_set_prices(revision: u32) -> bool {
    revision >= 6
}

/// The source of an activated ability that is on the stack.
fn source_of_ability(sight: &Sight<'_>, id: ObjectId) -> Option<ObjectId> {
    match sight.layer(id)?.kind {
        LayerKind::Activated(source, _) => Some(source),
        _ => None,
    }
}

/// How much a card counts for a cost that speaks of a sum.
fn worth(sight: &Sight<'_>, property: Property, id: ObjectId) -> u32 {
    sight.property(property, id).unwrap_or(0).max(0) as u32
}

/// How many times a cost can be paid by doing this with these: counters are removed from one object again and again.
fn times_payable(sight: &Sight<'_>, deed: Deed, group: &Group, able: &[ObjectId]) -> u32 {
    match (deed, is_all(group), able) {
        (Deed::TakeCounter(kind), true, [one]) => {
            sight.object(*one).map_or(0, |object| object.counters(kind))
        }
        _ => able.len() as u32,
    }
}

/// Whether an object is such that a cost can be paid by doing this with it (1.14.4b).
fn can_be_paid(sight: &Sight<'_>, seat: Seat, deed: Deed, id: ObjectId) -> bool {
    let Some(object) = sight.object(id) else { return false };
    match deed {
        Deed::Destroy => {
            cite!("8.3.15a");
            object.zone.is_arena() && permits(sight, Deed::Destroy, id, None, Ok(())).is_ok()
        }
        Deed::Discard | Deed::Charge => object.zone == Zone::Of(ZoneKind::Hand, seat),
        Deed::Tap => object.zone.is_arena() && !object.tapped,
        Deed::Untap => {
            object.zone.is_arena() && object.tapped && permits(sight, Deed::Untap, id, None, Ok(())).is_ok()
        }
        Deed::TurnUp => !object.public,
        Deed::TurnDown => object.public,
        Deed::BanishDown => object.zone == Zone::Of(ZoneKind::Hand, seat),
        Deed::TakeCounter(kind) => object.zone.is_arena() && object.counters(kind) > 0,
        _ => object.exists(),
    }
}
