//! Which object is meant where a name fits several.

use duelog_kernel::view::{CardView, ZoneView};
use duelog_kernel::{ObjectId, Seat};

use super::play::Play;
use super::reference::{belongs, cards, zone_in_words};

/// The objects that a verb speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaks {
    /// Cards that are played out of a hand, or else of another zone.
    OfCards,
    /// Objects that lie on the table, or else in another zone.
    OfTable,
}

impl Speaks {
    /// How far a card is from those that the verb speaks of.
    fn distance(self, zone: &ZoneView, card: &CardView) -> u8 {
        let is_on_table = card.figure.side.is_some();
        match (self, zone.name.as_str()) {
            (_, "library" | "deck") => 5,
            (Speaks::OfCards, "hand") => 0,
            (Speaks::OfCards, _) => 1 + u8::from(is_on_table && zone.seat.is_none()),
            (Speaks::OfTable, "graveyard") => 4,
            (Speaks::OfTable, "hand") => 3,
            (Speaks::OfTable, _) if is_on_table => u8::from(zone.seat.is_some()),
            (Speaks::OfTable, _) => 2,
        }
    }
}

impl Play {
    /// Those of several objects that a verb speaks of, for the rules to refuse: the nearest ones, and among them those
    /// of the player.
    pub fn nearest(&mut self, ids: &[ObjectId], seat: Seat, speaks: Speaks) -> Vec<ObjectId> {
        let ranked = self.ranked(ids, seat, speaks);
        let Some(first) = ranked.first().map(|ranked| ranked.0) else { return Vec::new() };
        ranked.into_iter().take_while(|ranked| ranked.0 == first).map(|ranked| ranked.1).collect()
    }

    /// The same objects, the nearest ones first.
    pub fn nearest_first(&mut self, ids: &[ObjectId], seat: Seat) -> Vec<ObjectId> {
        self.ranked(ids, seat, Speaks::OfTable).into_iter().map(|ranked| ranked.1).collect()
    }

    fn ranked(&mut self, ids: &[ObjectId], seat: Seat, speaks: Speaks) -> Vec<((u8, bool), ObjectId)> {
        let view = self.view();
        let meant = cards(&view).filter(|(_, card)| ids.contains(&card.id));
        let mut ranked: Vec<((u8, bool), ObjectId)> = meant
            .map(|(zone, card)| ((speaks.distance(zone, card), !belongs(zone, card, seat)), card.id))
            .collect();
        ranked.sort_by_key(|ranked| ranked.0);
        ranked
    }

    /// The one object that is meant, out of several that a reference fits: those that read the same are as
    /// good as each other.
    pub fn one_of(&mut self, ids: &[ObjectId], what: &str) -> Result<ObjectId, String> {
        let view = self.view();
        let found: Vec<(&ZoneView, &CardView)> =
            cards(&view).filter(|(_, card)| ids.contains(&card.id)).collect();
        let Some((first, rest)) = found.split_first() else { return Err(format!("there is no {what}")) };
        let alike = |(zone, card): &(&ZoneView, &CardView)| {
            (&zone.name, zone.seat) == (&first.0.name, first.0.seat)
                && (&card.name, &card.line, &card.facts) == (&first.1.name, &first.1.line, &first.1.facts)
        };
        if rest.iter().all(alike) {
            let known = self.known.as_ref();
            let is_known = |id: &ObjectId| known.is_some_and(|known| known.contains(id));
            let preferred = found.iter().map(|found| found.1.id).find(is_known);
            return Ok(preferred.unwrap_or(first.1.id));
        }
        let unseen = self.unseen(ids.iter().copied());
        let (hidden, open): (Vec<_>, Vec<_>) = found.iter().partition(|found| unseen.contains(&found.1.id));
        let mut list: Vec<String> = Vec::new();
        for (zone, card) in open {
            list.push(format!("{} {} in {}", card.name, card.id, zone_in_words(zone)));
        }
        for (zone, _) in hidden {
            let one = format!("one in {} that nobody has seen", zone_in_words(zone));
            if !list.contains(&one) {
                list.push(one);
            }
        }
        Err(format!(
            "\"{what}\" may mean {}: say which, by its zone, a label or a quality such as `(tapped)`",
            list.join(", ")
        ))
    }
}
