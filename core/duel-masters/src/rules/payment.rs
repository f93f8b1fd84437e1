//! Paying with cards whose mana symbols give more or less than one mana (207): they are tapped one by one.

use duelog_kernel::{ObjectId, Seat};
use std::collections::BTreeSet;

use crate::cite;
use crate::language::definition::{Ability, Change, Filter, Number};
use crate::language::types::{CardType, Civilizations, Place};
use crate::rules::eval::{Scope, Sight};
use crate::state::{CardId, Hold, Zone};

/// A card of the mana zone as a payment sees it.
#[derive(Debug, Clone, Copy)]
struct Giving {
    id: ObjectId,
    civilizations: Civilizations,
    number: u32,
}

/// What has been tapped for a cost, and what else could be.
#[derive(Debug)]
pub struct Payment {
    wanted: Civilizations,
    price: u32,
    tapped: Vec<Giving>,
    left: Vec<Giving>,
}

/// How far a payment has come: the civilizations that are paid, the mana, and whether any of it pays no
/// civilization.
type Reached = (Civilizations, u32, bool);

/// Of which cards of a mana zone an ability says which number stands on the mana symbol.
fn mana_number_said(ability: &Ability) -> Option<(&Filter, &Number)> {
    let Ability::Static(ability) = ability else { return None };
    let number = ability
        .changes
        .iter()
        .find_map(|change| if let Change::ManaNumber(number) = change { Some(number) } else { None });
    number.filter(|_| ability.zone == Place::Mana).map(|number| (&ability.what, number))
}

impl Sight<'_> {
    /// The mana that a card of the mana zone gives (107.2): the number on its mana symbol, as effects have
    /// changed it (207.2); of a card that is face down 1 (405.4).
    pub fn mana_number(&self, id: ObjectId) -> u32 {
        let Some(object) = self.object(id) else { return 0 };
        cite!("207.1", "207.2");
        for source in self.board.zone(Zone::Battle) {
            let Some(owner) = self.object(source).map(|object| object.owner) else { continue };
            let scope = Scope::of(source, owner);
            for (_, (what, number)) in self.abilities(source, mana_number_said) {
                if self.matches(what, id, &scope) {
                    return self.count(number, &scope);
                }
            }
        }
        let card = object.top().card;
        let is_core = |side: &CardId| self.card_pool.card(*side).front().definition.kind == CardType::Core;
        if !object.face_down && self.card_pool.sides(card).iter().any(is_core) {
            // 309.5: whichever face is up, it gives none, and is a card of its civilization all the same.
            cite!("309.5");
            return 0;
        }
        if object.face_down { 1 } else { self.card_pool.card(object.top().card).front().definition.mana }
    }

    /// Whether a card is paid for card by card: where any that could be tapped gives more or less than one
    /// mana, or once that has begun.
    pub fn is_paid_one_by_one(&self, seat: Seat, used: ObjectId, paid: &[ObjectId]) -> bool {
        let counts = |id: &ObjectId| {
            self.object(*id)
                .is_some_and(|object| !object.tapped && (object.hold == Hold::None || object.id == used))
        };
        let asked = self.card_pool.counts_mana;
        !paid.is_empty()
            || (asked
                && self.board.all(Zone::Mana(seat)).iter().any(|id| counts(id) && self.mana_number(*id) != 1))
    }
}

impl Payment {
    /// The payment of a price by these cards.
    pub fn of(
        sight: &Sight<'_>,
        wanted: Civilizations,
        price: u32,
        tapped: &[ObjectId],
        left: &[ObjectId],
    ) -> Payment {
        let giving = |id: &ObjectId| Giving {
            id: *id,
            civilizations: sight.civilizations(*id).shared(wanted),
            number: sight.mana_number(*id),
        };
        Payment {
            wanted,
            price,
            tapped: tapped.iter().map(giving).collect(),
            left: left.iter().map(giving).collect(),
        }
    }

    /// Whether the cost is paid: every civilization by a card of its own, and as much mana as it says
    /// (112.2a). What the cards of the civilizations give beyond it is lost (112.2b).
    pub fn is_complete(&self) -> bool {
        self.is_reached(&self.tapped, &[])
    }

    /// Whether it can be paid at all.
    pub fn is_possible(&self) -> bool {
        self.is_reached(&self.tapped, &self.left)
    }

    /// The cards that can be tapped next (112.2c): those with which the payment can still come to the price.
    pub fn next(&self) -> Vec<ObjectId> {
        let mut found = Vec::new();
        for (place, card) in self.left.iter().enumerate() {
            let tapped: Vec<Giving> = self.tapped.iter().copied().chain([*card]).collect();
            let left: Vec<Giving> =
                self.left.iter().enumerate().filter(|entry| entry.0 != place).map(|entry| *entry.1).collect();
            if self.is_reached(&tapped, &left) {
                found.push(card.id);
            }
        }
        found.sort();
        found
    }

    fn is_reached(&self, tapped: &[Giving], left: &[Giving]) -> bool {
        let mut reached: BTreeSet<Reached> = BTreeSet::from([(Civilizations::default(), 0, false)]);
        for card in tapped {
            reached = reached.iter().flat_map(|from| self.with(*from, card)).collect();
        }
        for card in left {
            let more: Vec<Reached> = reached.iter().flat_map(|from| self.with(*from, card)).collect();
            reached.extend(more);
        }
        reached.iter().any(|(paid, mana, filled)| {
            *paid == self.wanted && (*mana == self.price || (!filled && *mana > self.price))
        })
    }

    /// What tapping one more card comes to: it pays a civilization, or else mana alone.
    fn with(&self, (paid, mana, filled): Reached, card: &Giving) -> Vec<Reached> {
        let sum = mana.saturating_add(card.number);
        let open = card.civilizations.list().into_iter().filter(|civilization| !paid.has(*civilization));
        let mut next: Vec<Reached> =
            open.map(|civilization| (paid.and(Civilizations::of(&[civilization])), sum, filled)).collect();
        if card.number > 0 && sum <= self.price {
            next.push((paid, sum, true));
        }
        next.retain(|(_, mana, filled)| !filled || *mana <= self.price);
        next
    }
}
