//! What using a card costs, and how it is paid (112, 601.1d-f).
use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Request, Seat};

use crate::language::definition::{Ability, Costs, Destination};
use crate::language::types::{CardType, Civilizations};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::DuelMasters;
use crate::rules::payment::Payment;
use crate::rules::prompt::Prompt;
use crate::state::{CardUse, Lasting, MoveReason, Object, Proposal, Zone};
use crate::{cite, rule};

impl DuelMasters {
    /// The mana that using a face of a card costs: its cost, changed by effects (112.2b), never below the
    /// number of its civilizations, which are paid in any case; less the cost of what is used up for it.
    pub fn price(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, place: u8, offered: u32) -> u32 {
        let Some(object) = sight.object(id) else { return 0 };
        let face = self.card_pool.face(object.top().card, place);
        cite!("112.1", "201.1", "201.1a");
        // 812.1c: what all of the cells cost together.
        let cell = face.definition.kind == CardType::Cell;
        let printed = if cell { face.definition.belongs.cost } else { face.definition.cost };
        let mut cost = i64::from(printed);
        let scope =
            |source: ObjectId| Scope::of(source, sight.object(source).map_or(seat, |object| object.owner));
        let own = sight
            .said(object, place)
            .filter_map(|(_, ability)| Some((object.id, costs_said(ability)?)))
            .filter(|_| object.zone != Zone::Battle);
        let others = sight
            .board
            .zone(Zone::Battle)
            .flat_map(|other| sight.abilities(other, costs_said).map(move |(_, costs)| (other, costs)));
        let (mut more, mut less) = (0i64, vec![(i64::from(offered), 0)]);
        let mut change = |costs: &Costs, scope: &Scope<'_>| {
            let by = i64::from(sight.number(&costs.by, scope));
            if by < 0 { less.push((-by, i64::from(costs.least))) } else { more += by }
        };
        cite!("110.4e", "604.3");
        for (source, costs) in own.chain(others) {
            if costs.free || costs.may || !sight.matches(&costs.what, id, &scope(source)) {
                continue;
            }
            change(costs, &scope(source));
        }
        for (effect, costs) in sight.imposed_costs(id) {
            change(costs, &Scope::imposed(effect));
        }
        // 108.2: what is added comes first.
        cost += more;
        less.sort_by_key(|entry| std::cmp::Reverse(entry.1));
        for (by, least) in less {
            cost = (cost - by).max(least.min(cost)).max(0);
        }
        let civilizations = sight.wanted_civilizations(object, face).count();
        cite!("112.2b");
        u32::try_from(cost).unwrap_or(0).max(civilizations)
    }

    /// What a card costs with what may be paid in addition, if it can be paid (112.2d).
    pub fn with_additional_cost(&self, sight: &Sight<'_>, using: &CardUse) -> Option<u32> {
        let object = sight.object(using.object)?;
        let scope = Scope::of(using.object, using.seat);
        let more = |ability: &Ability| match ability {
            Ability::Costs(costs) if costs.may => Some(sight.count(&costs.by, &scope)),
            _ => None,
        };
        let more: u32 = sight.said(object, using.face).filter_map(|(_, ability)| more(ability)).sum();
        let price = using.price.saturating_add(more);
        cite!("112.2d");
        (more > 0 && self.is_payable(sight, &CardUse { price, ..using.clone() })).then_some(price)
    }

    /// The cards that a player can tap for mana (107.2): a pending card of the mana zone too, if it is the
    /// one being used (601.1c).
    pub fn mana(&self, sight: &Sight<'_>, seat: Seat, used: ObjectId) -> Vec<ObjectId> {
        cite!("107.2", "601.1c");
        let all = sight.board.all(Zone::Mana(seat)).iter().copied();
        let ready = |object: &Object| {
            !object.tapped && (object.hold == crate::state::Hold::None || object.id == used)
        };
        all.filter(|id| sight.object(*id).is_some_and(ready)).collect()
    }

    /// Whether a player can pay for a face of a card: with as many cards as it costs, and a different one for
    /// each civilization (112.2a).
    pub fn can_pay(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, face: u8, offered: u32) -> bool {
        self.is_payable(
            sight,
            &CardUse { price: self.price(sight, seat, id, face, offered), ..CardUse::of(id, face, seat) },
        )
    }

    /// Whether what has been settled of a card's cost can be paid.
    pub fn is_payable(&self, sight: &Sight<'_>, using: &CardUse) -> bool {
        let Some(object) = sight.object(using.object) else { return false };
        if sight.is_paid_one_by_one(using.seat, using.object, &using.paid) {
            return self.payment(sight, using).is_some_and(|payment| payment.is_possible());
        }
        let mana = self.mana(sight, using.seat, using.object);
        // A colorless card asks for no civilization.
        cite!("106.2c");
        let wanted = sight.wanted_civilizations(object, self.card_pool.face(object.top().card, using.face));
        mana.len() as u32 >= using.price
            && wanted.subsets().all(|set| giving(sight, &mana, set).len() as u32 >= set.count())
    }

    /// What can be used up to make a card cheaper, so that it can be paid, and where it goes (601.1a,
    /// 601.1b).
    pub fn offerings(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        face: u8,
    ) -> Vec<(ObjectId, Destination)> {
        let Some(object) = sight.object(id).filter(|object| object.zone != Zone::Battle) else {
            return Vec::new();
        };
        let scope = Scope::of(id, seat);
        let mut found = Vec::new();
        for (_, ability) in sight.said(object, face) {
            let Ability::Offering(filter, to) = ability else { continue };
            for offered in sight.board.zone(Zone::Battle) {
                let own = sight.object(offered).is_some_and(|object| object.owner == seat);
                let event = Proposal::sent(offered, false, *to, seat, MoveReason::Effect);
                let can = own && sight.matches(filter, offered, &scope) && self.is_possible(sight, &event);
                if can && self.can_pay(sight, seat, id, face, sight.cost(offered)) {
                    found.push((offered, *to));
                }
            }
        }
        found
    }

    /// What has been tapped for a card so far, and what else could be.
    pub fn payment(&self, sight: &Sight<'_>, using: &CardUse) -> Option<Payment> {
        let object = sight.object(using.object)?;
        let wanted = sight.wanted_civilizations(object, self.card_pool.face(object.top().card, using.face));
        Some(Payment::of(
            sight,
            wanted,
            using.price,
            &using.paid,
            &self.mana(sight, using.seat, using.object),
        ))
    }

    /// Which cards are tapped: exactly as many as the cost says (112.2c), of which every set of the card's
    /// civilizations needs as many as it has members, so that each civilization can be paid by a card of its
    /// own (112.2a). Where cards give more or less than one mana, they are tapped one by one.
    pub fn ask_payment(&self, sight: &Sight<'_>, using: &CardUse) -> Option<Request> {
        cite!("107.1", "112.2");
        let subject = Some(using.object);
        if sight.is_paid_one_by_one(using.seat, using.object, &using.paid) {
            let options = self.payment(sight, using)?.next().into_iter().map(Item::Object).collect();
            return Some(Request {
                seat: using.seat,
                prompt: Prompt::PayMana.into(),
                rule: rule!("112.2a"),
                subject,
                ask: Ask::one_of(options),
            });
        }
        let object = sight.object(using.object)?;
        let wanted: Civilizations =
            sight.wanted_civilizations(object, self.card_pool.face(object.top().card, using.face));
        let mana = self.mana(sight, using.seat, using.object);
        let price = using.price;
        let items = |ids: Vec<ObjectId>| -> Vec<Item> {
            let mut items: Vec<Item> = ids.into_iter().map(Item::Object).collect();
            items.sort();
            items
        };
        let binding =
            |set: &Civilizations| giving(sight, &mana, *set).len() < mana.len() || set.count() > price;
        let limit =
            |set: Civilizations| Limit::AtLeast { items: items(giving(sight, &mana, set)), min: set.count() };
        let constraints: Vec<Constraint> = wanted
            .subsets()
            .filter(binding)
            .map(|set| Constraint { rule: rule!("112.2a"), limit: limit(set) })
            .collect();
        let ask = Ask::pick(items(mana.clone()), price, price).with(constraints);
        Some(Request {
            seat: using.seat,
            prompt: Prompt::PayMana.into(),
            rule: rule!("112.2c"),
            subject,
            ask,
        })
    }

    /// Whether a card may be used for no cost (112.3e).
    pub fn no_cost(&self, sight: &Sight<'_>, seat: Seat, object: &Object, face: u8) -> bool {
        let scope = Scope::of(object.id, seat);
        cite!("112.3e");
        sight.said(object, face).any(|(_, ability)| match ability {
            Ability::Costs(costs) => costs.free && sight.matches(&costs.what, object.id, &scope),
            Ability::Triggered(_)
            | Ability::Static(_)
            | Ability::Replacement(_)
            | Ability::Tap(_)
            | Ability::Silent(_)
            | Ability::OneShot(..)
            | Ability::Offering(..)
            | Ability::Strike(..)
            | Ability::While(..) => false,
        })
    }
}

impl<'a> Sight<'a> {
    /// The effects that work by themselves and change what a card costs.
    pub fn imposed_costs(self, id: ObjectId) -> impl Iterator<Item = (&'a Lasting, &'a Costs)> {
        self.board.effects.iter().filter_map(move |effect| {
            let Ability::Costs(costs) = self.card_pool.written(effect.imposed?)? else { return None };
            self.matches(&costs.what, id, &Scope::imposed(effect)).then_some((effect, costs))
        })
    }
}

/// The cards that can give mana of one of these civilizations.
fn giving(sight: &Sight<'_>, mana: &[ObjectId], set: Civilizations) -> Vec<ObjectId> {
    // 207.3: a colorless card gives mana of none.
    cite!("207.3");
    mana.iter().copied().filter(|id| sight.civilizations(*id).shared(set).count() > 0).collect()
}

/// What an ability says of costs.
fn costs_said(ability: &Ability) -> Option<&Costs> {
    if let Ability::Costs(costs) = ability { Some(costs) } else { None }
}
