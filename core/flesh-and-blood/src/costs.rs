//! Costs (1.14): whether they can be paid, pitching, and paying them.

use duelog_kernel::rng::Purpose;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, bounds};

use crate::definition::{Cost, Deed, Filter, When, ZoneKind};
use crate::engine::{FleshAndBlood, Flow, Game, verb};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::game_state::moved;
use crate::restrictions::{Refusal, permits, refuse, said};
use crate::state::{Alter, Binding, Frame, LastingKind, PickPurpose, PlayingStage, Proposal, Why, Zone};
use crate::turn::picking;
use crate::{cite, rule};

/// Whether paying a cost puts cards into the graveyard.
fn fills_graveyard(cost: &Cost) -> bool {
    matches!(cost, Cost::Discard(..) | Cost::DiscardRandom(_) | Cost::DiscardThis | Cost::DestroyThis)
}

fn is_of_graveyard(cost: &Cost) -> bool {
    matches!(cost, Cost::BanishFromGraveyard(..) | Cost::BanishRandomFromGraveyard(_))
}

// One number for each of the four types of assets.
cite!("1.13.1");

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

impl FleshAndBlood {
    /// The asset-costs of these costs, a base resource cost added, with what effects say of the object (5.1.6a).
    pub fn price(&self, sight: &Sight<'_>, id: ObjectId, base: u32, costs: &[Cost], scope: &Scope<'_>) -> Price {
        let mut price = Price { resources: base, ..Price::default() };
        for cost in costs {
            match cost {
                Cost::Pay(amount) => {
                    cite!("2.2.3");
                    price.resources = price.resources.saturating_add(*amount);
                }
                Cost::PayRank(keyword) => {
                    let rank = sight.count(&crate::definition::Number::Rank(*keyword), scope);
                    price.resources = price.resources.saturating_add(rank);
                }
                Cost::Chi(amount) => price.chi = price.chi.saturating_add(*amount),
                Cost::Life(amount) => price.life = price.life.saturating_add(*amount),
                _ => {}
            }
        }
        cite!("2.2.4a");
        let alters = said(sight, id);
        // First what sets the cost, the last of these deciding; then increases, then reductions, never below 0.
        cite!("5.1.6a");
        let set = alters.iter().rev().find_map(|alter| if let Alter::SetCost(amount) = alter { Some(*amount) } else { None });
        price.resources = set.unwrap_or(price.resources);
        let sum = |which: &dyn Fn(&Alter) -> u32| alters.iter().map(which).fold(0, u32::saturating_add);
        let more = sum(&|alter| if let Alter::CostMore(amount) = alter { *amount } else { 0 });
        let less = sum(&|alter| if let Alter::CostLess(amount) = alter { *amount } else { 0 });
        price.resources = price.resources.saturating_add(more).saturating_sub(less);
        price
    }

    /// Whether a player can pay a base cost and other costs for something of `source` (1.14), as far as can be told beforehand.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_pay(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, source: ObjectId, base: u32, costs: &[Cost]) -> Result<(), Refusal> {
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
        use crate::definition::Change;
        let waiting = sight.board.effects.iter().filter(|lasting| {
            lasting.controller == seat && matches!(lasting.binding, Binding::Next(_)) && matches!(lasting.kind, LastingKind::Later)
        });
        let reduction = |lasting: &crate::state::Lasting| -> u32 {
            let scope = Scope::context(&lasting.context, lasting.code.card);
            let changes = crate::continuous::effect_text(sight.library, lasting).1;
            bounds::sum(changes.iter().map(|change| if let Change::CostLess(number) = change { sight.count(number, &scope) } else { 0 }))
        };
        waiting.map(reduction).fold(0, u32::saturating_add)
    }

    /// The chi points, and all points, that the other cards in hand would give when pitched.
    fn assets_ahead(&self, sight: &Sight<'_>, seat: Seat, except: ObjectId) -> (u32, u32) {
        let mut sum = (0_u32, 0_u32);
        for id in sight.board.zone(Zone::Of(ZoneKind::Hand, seat)).iter().copied().filter(|id| *id != except) {
            if let Some((points, chi)) = self.pitch_of(sight, id) {
                sum.1 = sum.1.saturating_add(points);
                sum.0 = sum.0.saturating_add(if chi { points } else { 0 });
            }
        }
        sum
    }

    /// What a card gives when it is pitched, and whether that is chi (2.8); none where it cannot be pitched (1.14.3a).
    pub fn pitch_of(&self, sight: &Sight<'_>, id: ObjectId) -> Option<(u32, bool)> {
        let object = sight.object(id)?;
        let points = u32::from(sight.pitch(id)?);
        permits(sight, Deed::Pitch, id, None, Ok(())).ok()?;
        Some((points, self.library.card(object.card).definition.chi))
    }

    /// Whether one cost other than assets can be paid (1.14.4b).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_pay_one(&self, sight: &Sight<'_>, seat: Seat, source: ObjectId, cost: &Cost, scope: &Scope<'_>) -> Result<(), Refusal> {
        let Some(object) = sight.object(source) else { return refuse("it does not exist any more", rule!("1.14.4b")) };
        let have = |kind: ZoneKind, filter: &Filter| {
            let cards = sight.board.zone(Zone::Of(kind, seat)).iter();
            cards.filter(|id| **id != source && sight.is_meant(filter, **id) && sight.matches(filter, **id, scope)).count() as u32
        };
        let short = match cost {
            Cost::Pay(_) | Cost::PayRank(_) | Cost::Chi(_) | Cost::Life(_) => false,
            Cost::DestroyThis => {
                cite!("8.3.15a");
                !object.zone.is_arena() || permits(sight, Deed::BeDestroyed, source, None, Ok(())).is_err()
            }
            Cost::DestroyThisWithLink => !object.zone.is_arena(),
            Cost::DiscardThis => object.zone != Zone::Of(ZoneKind::Hand, seat),
            Cost::BanishThis => !object.exists(),
            Cost::TapThis => object.tapped,
            Cost::TapHero => sight.object(sight.board.player(seat).hero).is_none_or(|hero| hero.tapped),
            Cost::RemoveCounters(count, kind) => object.counters(*kind) < *count,
            Cost::Discard(count, filter) | Cost::Reveal(count, filter) | Cost::Bottom(count, filter) => have(ZoneKind::Hand, filter) < *count,
            Cost::DiscardRandom(count) => have(ZoneKind::Hand, &Filter::Any) < *count,
            Cost::BanishFromGraveyard(count, filter) => have(ZoneKind::Graveyard, filter) < *count,
            Cost::BanishRandomFromGraveyard(count) => have(ZoneKind::Graveyard, &Filter::Any) < *count,
            Cost::BanishTop => sight.board.zone(Zone::Of(ZoneKind::Deck, seat)).is_empty(),
            Cost::BottomFromPitch(count, filter) => have(ZoneKind::Pitch, filter) < *count,
        };
        if short { refuse("its cost cannot be paid", rule!("1.14.4b")) } else { Ok(()) }
    }

    /// Pays one cost other than assets for a layer (5.1.9); what it is paid with is remembered on the layer.
    pub fn pay_cost(&self, play: &mut Game<'_>, seat: Seat, layer: ObjectId, source: ObjectId, cost: &Cost) {
        let sight = self.sight(play);
        let card = sight.object(source).map_or(crate::library::KEYWORD_CARD, |object| object.card);
        let scope = Scope::of(source, seat, card);
        let among = |kind: ZoneKind, filter: &Filter| -> Vec<ObjectId> {
            let cards = sight.board.zone(Zone::Of(kind, seat)).iter().copied();
            cards.filter(|id| *id != source && *id != layer && sight.is_meant(filter, *id) && sight.matches(filter, *id, &scope)).collect()
        };
        let banish = Zone::Of(ZoneKind::Banished, seat);
        match cost {
            Cost::Pay(_) | Cost::PayRank(_) | Cost::Chi(_) | Cost::Life(_) => {}
            Cost::DestroyThis => self.destroy(play, vec![source], seat),
            Cost::DestroyThisWithLink => self.destroy_later(play, source, seat, &When::LinkResolves(Filter::Any), rule!("8.6.34")),
            Cost::DiscardThis => self.discard(play, vec![source], seat),
            Cost::BanishThis => self.pay_by_moving(play, layer, vec![moved(source, banish, Why::Banished, seat)]),
            Cost::TapThis => self.emit(play, Event::Tapped(source), rule!("8.5.55")),
            Cost::TapHero => {
                let hero = sight.board.player(seat).hero;
                self.emit(play, Event::Tapped(hero), rule!("8.5.55"));
            }
            Cost::RemoveCounters(count, kind) => self.emit(play, Event::CountersRemoved(source, *kind, *count), rule!("8.5.16")),
            Cost::Discard(count, filter) => {
                let options = among(ZoneKind::Hand, filter);
                self.pick(play, picking(seat, PickPurpose::CostDiscard(layer), options, *count, *count));
            }
            Cost::Reveal(count, filter) => {
                // What one cost reveals may be revealed for another one too.
                cite!("8.3.17c");
                let options = among(ZoneKind::Hand, filter);
                self.pick(play, picking(seat, PickPurpose::CostReveal(layer), options, *count, *count));
            }
            Cost::Bottom(count, filter) => {
                let options = among(ZoneKind::Hand, filter);
                self.pick(play, picking(seat, PickPurpose::CostBottom(layer), options, *count, *count));
            }
            Cost::BottomFromPitch(count, filter) => {
                let options = among(ZoneKind::Pitch, filter);
                self.pick(play, picking(seat, PickPurpose::CostBottom(layer), options, *count, *count));
            }
            Cost::BanishFromGraveyard(count, filter) => {
                let options = among(ZoneKind::Graveyard, filter);
                self.pick(play, picking(seat, PickPurpose::CostBanish(layer), options, *count, *count));
            }
            Cost::DiscardRandom(count) => {
                let hand = among(ZoneKind::Hand, &Filter::Any);
                let cards = self.choose_random(play, hand, *count);
                let batch = cards.into_iter().map(|id| moved(id, Zone::Of(ZoneKind::Graveyard, seat), Why::Discarded, seat)).collect();
                self.pay_by_moving(play, layer, batch);
            }
            Cost::BanishRandomFromGraveyard(count) => {
                let cards = among(ZoneKind::Graveyard, &Filter::Any);
                let cards = self.choose_random(play, cards, *count);
                let batch = cards.into_iter().map(|id| moved(id, banish, Why::Banished, seat)).collect();
                self.pay_by_moving(play, layer, batch);
            }
            Cost::BanishTop => {
                let top = sight.board.zone(Zone::Of(ZoneKind::Deck, seat)).last().copied();
                let batch = top.into_iter().map(|id| moved(id, banish, Why::Banished, seat)).collect();
                self.pay_by_moving(play, layer, batch);
            }
        }
    }

    /// Moves cards as a cost and writes on the layer what they became.
    pub fn pay_by_moving(&self, play: &mut Game<'_>, layer: ObjectId, batch: Vec<Proposal>) {
        let objects: Vec<ObjectId> =
            batch.iter().filter_map(|event| if let Proposal::Move { object, .. } = event { Some(*object) } else { None }).collect();
        let own = play.state().board.get(layer).and_then(|object| object.layer.clone());
        let Some((mut own, place)) = own.zip(self.cost_in_payment(play, layer)) else { return self.happen(play, batch) };
        // The cards as they were: what is asked of them is asked of their last known information, or of what they are now (1.7.6).
        own.paid.extend(objects.into_iter().map(|id| (place, id)));
        own.paid.sort_by_key(|paid| paid.0);
        play.emit(Event::LayerSet(layer, own), rule!("1.14.4"));
        self.happen(play, batch);
    }

    /// The place in the text of the effect-cost that is being paid for a layer; none where what is paid for is no layer.
    fn cost_in_payment(&self, play: &Game<'_>, layer: ObjectId) -> Option<u8> {
        let pays = |frame: &Frame| match frame {
            Frame::Playing(playing) if playing.object == layer => match playing.stage {
                PlayingStage::Pay(next) => self.ordered_costs(play, playing).1.get(usize::from(next).checked_sub(1)?).map(|cost| cost.0),
                _ => None,
            },
            _ => None,
        };
        play.state().board.frames.iter().rev().find_map(pays)
    }

    /// Chooses random cards among these.
    pub fn choose_random(&self, play: &mut Game<'_>, mut cards: Vec<ObjectId>, count: u32) -> Vec<ObjectId> {
        let mut chosen = Vec::new();
        cards.sort_unstable();
        while (chosen.len() as u32) < count && !cards.is_empty() {
            let among = cards.len() as u32;
            let place = play.state().board.rng.peek(Purpose::Choice).below(among);
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

    /// Goes on with paying points: pitching while short, then the points are spent.
    pub fn advance_paying(&self, play: &mut Game<'_>, seat: Seat, resources: u32, chi: u32, layer: Option<ObjectId>) -> Flow {
        let player = play.state().board.player(seat);
        cite!("1.14.2");
        if player.chi >= chi && player.resources.saturating_add(player.chi - chi) >= resources {
            cite!("1.13.5b");
            // 1.14.2d: chi points are spent before resource points.
            let spare = (player.chi - chi).min(resources);
            let (chi, resources) = (chi.saturating_add(spare), resources - spare);
            self.pop(play, rule!("1.14.2a"));
            if chi > 0 {
                cite!("1.13.5");
                play.emit(Event::Chi(seat, -bounds::signed(chi)), rule!("1.14.2c"));
            }
            if resources > 0 {
                cite!("1.13.3");
                play.emit(Event::Resources(seat, -bounds::signed(resources)), rule!("1.14.2d"));
            }
            if layer.is_none() {
                self.paid(play, true);
            }
            return Flow::Go;
        }
        match play.asked(self) {
            Some(_) => play.wait(self),
            None => {
                self.pop(play, rule!("1.14.2b"));
                self.paid(play, false);
                Flow::Go
            }
        }
    }

    /// Which card to pitch (1.14.2c-d); or to take back what is being played (1.14.2b).
    pub fn ask_paying(&self, sight: &Sight<'_>, seat: Seat, _: u32, chi: u32, layer: Option<ObjectId>) -> Option<Request> {
        let need_chi = sight.board.player(seat).chi < chi;
        let helps = |id: &ObjectId| self.pitch_of(sight, *id).is_some_and(|(points, is_chi)| points > 0 && (is_chi || !need_chi));
        let hand = sight.board.zone(Zone::Of(ZoneKind::Hand, seat)).iter().copied();
        let mut options: Vec<Item> = hand.filter(helps).map(|id| Item::Act(verb::PITCH, id)).collect();
        if layer.is_some() {
            options.push(Item::Flag(false));
        }
        if options.is_empty() {
            return None;
        }
        let rule = if need_chi { rule!("1.14.2c") } else { rule!("1.14.2d") };
        Some(Request { seat, prompt: "pay-pitch", rule, subject: layer, ask: Ask::one_of(options) })
    }

    /// Takes the card to pitch.
    pub fn answer_paying(&self, play: &mut Game<'_>, seat: Seat, layer: Option<ObjectId>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        match items.first() {
            Some(Item::Act(verb::PITCH, id)) => self.pitch(play, seat, *id, layer),
            _ => play.emit(Event::ActionReversed, rule!("1.14.2b")),
        }
    }

    /// Pitches a card (1.14.3).
    pub fn pitch(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, layer: Option<ObjectId>) {
        if let Some(layer) = layer
            && let Some(mut own) = play.state().board.get(layer).and_then(|object| object.layer.clone())
        {
            own.pitched.push(id);
            play.emit(Event::LayerSet(layer, own), rule!("1.14.3"));
        }
        cite!("1.14.3c");
        self.happen(play, vec![moved(id, Zone::Of(ZoneKind::Pitch, seat), Why::Pitched, seat)]);
    }
}
