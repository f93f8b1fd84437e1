//! Declaring costs (5.1.3): the cost itself or what is paid in its stead, X, additional costs, the order of
//! effect-costs.
use duelog_kernel::{Ask, Item, ObjectId, Request, RuleId, Seat, bounds};

use crate::language::definition::{Activated, Cost, Deed, Filter, Group, Number, Property, Ref, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Supertype, subtype};
use crate::rules::costs::Price;
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::restrictions::{allows, lends};
use crate::rules::targets::scope_of;
use crate::state::card_pool::{Card, CardPool};
use crate::state::{Basis, CardId, CodeRef, Kind, Layer, LayerKind, Object, Playing, source_of};
use crate::{cite, rule};

fn ask(playing: &Playing, prompt: Prompt, rule: RuleId, ask: Ask) -> Option<Request> {
    Some(Request { seat: playing.seat, prompt: prompt.into(), rule, subject: Some(playing.object), ask })
}

fn is_asset(cost: &Cost) -> bool {
    matches!(cost, Cost::Pay(_) | Cost::PayRank(_) | Cost::Chi(_) | Cost::Life(_))
}

/// Keywords that are optional additional costs, in the order in which these stand behind a card's own.
const OPTIONAL: [Keyword; 3] = [Keyword::Boost, Keyword::Scrap, Keyword::BeatChest];

/// What is paid for one of them (8.3.9, 8.3.32, 8.3.33).
fn cost_of(keyword: Keyword) -> Cost {
    cite!("8.3.32", "8.3.33");
    let hand = |filter| Group::Zone(ZoneKind::Hand, Ref::You, filter);
    match keyword {
        Keyword::Scrap => {
            let worn = Filter::Either(vec![Filter::Sub(subtype::ITEM), Filter::Type(CardType::Equipment)]);
            Cost::Deed(Deed::Banish, 1, Group::Zone(ZoneKind::Graveyard, Ref::You, worn))
        }
        Keyword::BeatChest => {
            Cost::Deed(Deed::Discard, 1, hand(Filter::AtLeast(Property::Power, Box::new(Number::N(6)))))
        }
        _ => Cost::Deed(Deed::Banish, 1, Group::Top(Ref::You, Box::new(Number::N(1)))),
    }
}

/// The keywords of a card that are optional additional costs, each with its place among all optional costs.
pub fn optional_keywords(card: &Card) -> impl Iterator<Item = (usize, Keyword)> {
    let own = card.definition.optional.len();
    OPTIONAL
        .into_iter()
        .filter(|keyword| card.has(*keyword))
        .enumerate()
        .map(move |(place, keyword)| (own + place, keyword))
}

/// The optional additional costs of a card: its own, and those that keywords stand for.
fn optional_costs(card: &Card) -> Vec<Vec<Cost>> {
    // Fusion is one of its own: of several elements one cost with all of them, or one cost for each.
    cite!("8.3.17", "8.3.17d");
    let keywords = optional_keywords(card).map(|(_, keyword)| vec![cost_of(keyword)]);
    card.definition.optional.iter().cloned().chain(keywords).collect()
}

/// The places of keywords that a card has from effects begin here, behind all optional costs that can be printed.
const GIVEN: u8 = 29;

/// The keywords of a card that are optional additional costs and that effects give it, each with its place among
/// all optional costs: they stand for the same cost as a printed one (8.0.4).
fn given_keywords<'a>(sight: &'a Sight<'_>, object: &'a Object) -> impl Iterator<Item = (u8, Keyword)> + 'a {
    let card = sight.card_pool.card(object.card);
    (GIVEN..).zip(OPTIONAL).filter(move |(_, keyword)| {
        object.kind == Kind::Card && !card.has(*keyword) && sight.has(object.id, *keyword)
    })
}

/// Those of them whose costs are paid.
pub fn given_and_paid(layer: &Layer) -> impl Iterator<Item = (u8, Keyword)> {
    let optional = layer.optional;
    (GIVEN..).zip(OPTIONAL).filter(move |(place, _)| optional & 1 << place != 0)
}

/// The supertypes that a card was fused with: those of the cards that were revealed for its fusion.
pub fn fused(card: &Card, layer: &Layer) -> Vec<Supertype> {
    if !card.has(Keyword::Fusion) {
        return Vec::new();
    }
    let paid = card
        .definition
        .optional
        .iter()
        .enumerate()
        .filter(|(place, _)| layer.optional & 1 << (place & 31) != 0);
    let supertype = |cost: &Cost| match cost {
        Cost::Deed(Deed::Reveal, _, Group::Zone(_, _, Filter::Super(supertype))) => Some(*supertype),
        _ => None,
    };
    paid.flat_map(|(_, costs)| costs).filter_map(supertype).collect()
}

/// The place of the first cost of an optional additional one among all costs that a card could have: its
/// additional ones, its alternative ones, its optional ones.
pub fn place_of_optional(card: &Card, optional: usize) -> u8 {
    let own = card.definition.costs.len() + card.definition.alternatives.iter().map(Vec::len).sum::<usize>();
    let given = optional.saturating_sub(usize::from(GIVEN));
    (own + optional_costs(card).iter().take(optional).map(Vec::len).sum::<usize>() + given) as u8
}

/// All costs of a layer beside the card's own: of an ability its costs; of a card the additional ones, the
/// alternative one that is paid instead, the optional ones that are paid. Each with its place among all that
/// there could be.
fn placed_costs(card_pool: &CardPool, object: &Object, layer: &Layer) -> Vec<(u8, Cost)> {
    match layer.kind {
        LayerKind::Activated(_, code) => {
            cite!("5.2.1c");
            let Some(ability) = card_pool.activated(code) else { return Vec::new() };
            let own = (Basis::Own, &ability.cost);
            let others =
                ability.alternatives.iter().zip(0..).map(|(costs, place)| (Basis::Alternative(place), costs));
            let all = [own].into_iter().chain(others);
            let all = all.flat_map(|(basis, costs)| costs.iter().map(move |cost| (basis, cost)));
            let paid = (0u8..).zip(all).filter(|(_, (basis, _))| *basis == layer.basis);
            paid.map(|(place, (_, cost))| (place, cost.clone())).collect()
        }
        LayerKind::Card => {
            let card = card_pool.card(object.card);
            let definition = &card.definition;
            cite!("5.4.4", "5.4.4a", "5.4.4b");
            let mut costs: Vec<(u8, Cost)> =
                definition.costs.iter().cloned().zip(0u8..).map(|(cost, place)| (place, cost)).collect();
            let mut next = costs.len() as u8;
            let mut more = |group: &[Cost], paid: bool| {
                costs.extend(
                    group.iter().zip(next..).filter(|_| paid).map(|(cost, place)| (place, cost.clone())),
                );
                next = next.saturating_add(group.len() as u8);
            };
            for (group, place) in definition.alternatives.iter().zip(0u8..) {
                more(group, layer.basis == Basis::Alternative(place));
            }
            for (place, group) in optional_costs(card).iter().enumerate() {
                more(group, layer.optional & 1 << (place & 31) != 0);
            }
            let given = given_and_paid(layer);
            costs
                .extend(given.map(|(place, keyword)| (next.saturating_add(place - GIVEN), cost_of(keyword))));
            costs
        }
        LayerKind::Triggered(..) | LayerKind::Delayed(..) => Vec::new(),
    }
}

/// The costs of a layer beside the card's own.
pub fn declared_costs(card_pool: &CardPool, object: &Object, layer: &Layer) -> Vec<Cost> {
    placed_costs(card_pool, object, layer).into_iter().map(|cost| cost.1).collect()
}

/// The effect-costs of a layer, in the order of the text.
pub fn effect_costs(card_pool: &CardPool, object: &Object, layer: &Layer) -> Vec<(u8, Cost)> {
    placed_costs(card_pool, object, layer).into_iter().filter(|cost| !is_asset(&cost.1)).collect()
}

/// How often the base cost is paid: twice for meld, which comes before what increases and reduces it.
fn times_of(basis: Basis) -> u32 {
    match basis {
        Basis::Own => 1,
        Basis::Meld => 2,
        Basis::Alternative(_) | Basis::Free => 0,
    }
}

/// Which of its costs is paid for an activated ability; what cannot be paid is not offered.
fn ask_ability_basis(
    rules: &FleshAndBlood,
    sight: &Sight<'_>,
    playing: &Playing,
    source: ObjectId,
    code: CodeRef,
) -> Option<Request> {
    let ability = rules.card_pool.activated(code).filter(|ability| !ability.alternatives.is_empty())?;
    let all = (Item::Flag(false), &ability.cost);
    let others = ability.alternatives.iter().zip(0..).map(|(costs, place)| (Item::Mode(place), costs));
    let payable =
        |costs: &[Cost]| rules.can_pay(sight, playing.seat, playing.object, source, 0, costs).is_ok();
    let options = [all].into_iter().chain(others).filter(|(_, costs)| payable(costs));
    let options: Vec<Item> = options.map(|entry| entry.0).collect();
    ask(playing, Prompt::InsteadOfCost, rule!("5.1.3c"), Ask::one_of(options))
}

/// Checks that an activated ability can be paid for in some way, as far as can be told beforehand.
///
/// # Errors
/// Why its own cost cannot be paid, and the rule.
pub fn can_pay_ability(
    rules: &FleshAndBlood,
    sight: &Sight<'_>,
    seat: Seat,
    id: ObjectId,
    ability: &Activated,
) -> Result<(), Refusal> {
    let can = |costs: &[Cost]| rules.can_pay(sight, seat, id, id, 0, costs);
    let own = can(&ability.cost);
    if ability.alternatives.iter().any(|costs| can(costs).is_ok()) { Ok(()) } else { own }
}

impl FleshAndBlood {
    /// The optional additional costs of a card (5.1.3b).
    pub fn optional_of(&self, card: CardId) -> Vec<Vec<Cost>> {
        optional_costs(self.card_pool.card(card))
    }

    /// The place of the next keyword behind this one that effects give a card and that is an optional additional
    /// cost.
    pub fn next_given(&self, sight: &Sight<'_>, object: ObjectId, behind: u8) -> Option<u8> {
        let object = sight.object(object)?;
        given_keywords(sight, object).map(|entry| entry.0).find(|place| *place > behind)
    }

    /// The resource cost from which a layer's starts: that of the card, the declared X in it, unless another
    /// cost is paid instead.
    fn base_cost(&self, sight: &Sight<'_>, object: &Object, layer: &Layer) -> u32 {
        cite!("2.2.1", "5.1.6c");
        if layer.kind != LayerKind::Card {
            return 0;
        }
        let cost = sight.properties(object.id).and_then(|properties| properties.cost).unwrap_or(0);
        cite!("8.3.38b");
        cost.saturating_mul(times_of(layer.basis))
    }

    /// 5.1.6: what a layer costs.
    pub fn price_of(&self, sight: &Sight<'_>, object: &Object, layer: &Layer) -> Price {
        let costs = declared_costs(&self.card_pool, object, layer);
        self.price(sight, object.id, self.base_cost(sight, object, layer), &costs, &scope_of(object, layer))
    }

    /// The effect-costs of a layer in the declared order, and the object that pays those that name it
    /// (5.1.8).
    pub fn ordered_costs(&self, play: &Game<'_>, playing: &Playing) -> (ObjectId, Vec<(u8, Cost)>) {
        let Some((object, layer)) = play
            .state()
            .board
            .get(playing.object)
            .and_then(|object| Some((object, object.layer.as_deref()?)))
        else {
            return (playing.object, Vec::new());
        };
        let source = if let LayerKind::Activated(source, _) = layer.kind { source } else { playing.object };
        let costs = effect_costs(&self.card_pool, object, layer);
        if layer.order.is_empty() {
            return (source, costs);
        }
        (source, layer.order.iter().filter_map(|place| costs.get(usize::from(*place)).cloned()).collect())
    }

    /// Whether a card can be paid for in some way, as far as can be told beforehand.
    ///
    /// # Errors
    /// Why its own cost cannot be paid, and the rule.
    pub fn can_pay_somehow(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: &Object,
        melded: bool,
    ) -> Result<(), Refusal> {
        if self.only_free(sight, seat, object.id) {
            // 8.3.38: meld is an alternative cost, and nothing is paid.
            let whole = melded && !self.card_pool.sides(object.card).is_empty();
            return if whole {
                refuse("it can only be played without paying its cost", rule!("5.1.3c"))
            } else {
                self.can_pay_basis(sight, seat, object, Basis::Free)
            };
        }
        if melded {
            return self.can_pay_basis(sight, seat, object, Basis::Meld);
        }
        let own = self.can_pay_basis(sight, seat, object, Basis::Own);
        let others = self.other_bases(sight, seat, object);
        if others.into_iter().any(|basis| self.can_pay_basis(sight, seat, object, basis).is_ok()) {
            Ok(())
        } else {
            own
        }
    }

    /// Whether a card can be played from where it is only without paying its cost (8.3.27): it is neither in
    /// a hand nor in an arsenal, and no effect lets it be played otherwise.
    pub fn only_free(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
        let usual = |object: &Object| {
            matches!(object.zone.kind(), Some(ZoneKind::Hand | ZoneKind::Arsenal | ZoneKind::Stack))
        };
        let allowed = |owner: Seat| owner == seat && allows(sight, Deed::Play, id, None);
        let elsewhere = sight.object(id).filter(|object| !usual(object));
        elsewhere.is_some_and(|object| !allowed(object.owner) && !lends(sight, seat, id, false))
    }

    /// What a card can be played for instead of its cost: its alternative costs, meld, or nothing where an
    /// effect allows that.
    fn other_bases(&self, sight: &Sight<'_>, seat: Seat, object: &Object) -> Vec<Basis> {
        let alternatives = self.card_pool.card(object.card).definition.alternatives.len() as u8;
        let allowed = object.owner == seat && allows(sight, Deed::PlayFree, object.id, None);
        let free = (allowed || lends(sight, seat, object.id, true)).then_some(Basis::Free);
        // Of a card with two halves both are declared as it is announced, or one (5.1.2c).
        let meld = (sight.has(object.id, Keyword::Meld) && !self.card_pool.is_split(object.front))
            .then_some(Basis::Meld);
        (0..alternatives).map(Basis::Alternative).chain(meld).chain(free).collect()
    }

    fn can_pay_basis(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: &Object,
        basis: Basis,
    ) -> Result<(), Refusal> {
        let layer = Layer { basis, ..crate::state::blank_layer(LayerKind::Card) };
        let base = self.base_cost(sight, object, &layer);
        self.can_pay(
            sight,
            seat,
            object.id,
            object.id,
            base,
            &declared_costs(&self.card_pool, object, &layer),
        )
    }

    /// 5.1.3c: whether the cost itself is paid, an alternative one, or nothing; what cannot be paid is not
    /// offered.
    pub fn ask_basis(
        &self,
        sight: &Sight<'_>,
        playing: &Playing,
        object: &Object,
        layer: &Layer,
    ) -> Option<Request> {
        if let LayerKind::Activated(source, code) = layer.kind {
            return ask_ability_basis(self, sight, playing, source, code);
        }
        if object.kind != Kind::Card || layer.basis != Basis::Own {
            return None;
        }
        let others = self.other_bases(sight, playing.seat, object);
        if others.is_empty() {
            return None;
        }
        let item = |basis| self.item_of(object, basis);
        let payable = |basis: &Basis| self.can_pay_basis(sight, playing.seat, object, *basis).is_ok();
        let mut options: Vec<Item> =
            [Basis::Own].into_iter().chain(others).filter(payable).map(item).collect();
        options.sort();
        ask(playing, Prompt::InsteadOfCost, rule!("5.1.3c"), Ask::one_of(options))
    }

    /// How a choice among costs names one: meld stands behind the alternative costs that are written.
    fn item_of(&self, object: &Object, basis: Basis) -> Item {
        match basis {
            Basis::Own => Item::Flag(false),
            Basis::Alternative(place) => Item::Mode(place.into()),
            Basis::Meld => Item::Mode(self.card_pool.card(object.card).definition.alternatives.len() as u32),
            Basis::Free => Item::Flag(true),
        }
    }

    /// What a choice among costs names.
    pub fn basis_of(&self, play: &Game<'_>, playing: &Playing, item: Item) -> Basis {
        let object = play.state().board.get(playing.object).filter(|object| object.kind == Kind::Card);
        let named = |basis: &Basis| object.is_some_and(|object| self.item_of(object, *basis) == item);
        let alternative =
            if let Item::Mode(place) = item { Basis::Alternative(place as u8) } else { Basis::Own };
        [Basis::Free, Basis::Meld].into_iter().find(named).unwrap_or(alternative)
    }

    /// 5.1.3a: X; 0 where the cost that includes it is not paid.
    pub fn ask_x(
        &self,
        sight: &Sight<'_>,
        playing: &Playing,
        object: &Object,
        layer: &Layer,
    ) -> Option<Request> {
        let times = self.card_pool.card(object.card).definition.x.saturating_mul(times_of(layer.basis));
        let costs = declared_costs(&self.card_pool, object, layer);
        let scope = scope_of(object, layer);
        if let Some(max) = self.most_times(sight, playing.seat, source_of(object.id, layer), &costs, &scope) {
            return ask(playing, Prompt::ChooseX, rule!("5.1.3a"), Ask::Number { min: 0, max });
        }
        if object.kind != Kind::Card || times == 0 {
            return None;
        }
        let base = self.base_cost(sight, object, layer);
        let payable = |x: u32| {
            self.can_pay(
                sight,
                playing.seat,
                object.id,
                object.id,
                base.saturating_add(x.saturating_mul(times)),
                &costs,
            )
            .is_ok()
        };
        let max = bounds::largest(0, bounds::X, payable);
        cite!("1.12.1b", "1.12.2");
        ask(playing, Prompt::ChooseX, rule!("5.1.3a"), Ask::Number { min: 0, max })
    }

    /// 5.1.3b: whether an optional additional cost is paid; not asked where everybody sees that it cannot be.
    pub fn ask_optional(
        &self,
        sight: &Sight<'_>,
        playing: &Playing,
        object: &Object,
        layer: &Layer,
        place: u8,
    ) -> Option<Request> {
        let options = if object.kind == Kind::Card { self.optional_of(object.card) } else { Vec::new() };
        let given = || given_keywords(sight, object).find(|entry| entry.0 == place);
        let costs = match options.get(usize::from(place)) {
            Some(costs) => costs.clone(),
            None => {
                cite!("8.0.4");
                vec![cost_of(given()?.1)]
            }
        };
        let all: Vec<Cost> =
            declared_costs(&self.card_pool, object, layer).into_iter().chain(costs.iter().cloned()).collect();
        cite!("8.3.9b", "8.3.17b", "8.3.32b", "8.3.33b");
        let base = self.base_cost(sight, object, layer);
        let payable =
            |sight: &Sight<'_>| self.can_pay(sight, playing.seat, object.id, object.id, base, &all).is_ok();
        let could = || self.card_pool.asks_unseeing() && payable(&sight.unseeing());
        ask(playing, Prompt::OptionalCost, rule!("5.1.3b"), Ask::whether(payable(sight), could)?)
    }

    /// 5.1.3e: the order of two or more effect-costs.
    pub fn ask_order(&self, playing: &Playing, object: &Object, layer: &Layer) -> Option<Request> {
        let count = effect_costs(&self.card_pool, object, layer).len() as u32;
        let options: Vec<Item> = (0..count).map(Item::Mode).collect();
        cite!("1.14.4a");
        if count < 2 {
            None
        } else {
            ask(playing, Prompt::CostOrder, rule!("5.1.3e"), Ask::pick(options, count, count).ordered())
        }
    }
}
