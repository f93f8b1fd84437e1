//! Lines that say what cannot be: there is no such player, no such card in the deck, no room for them, or chance
//! decides among others.

use duelog_kernel::{ObjectId, Seat};

use super::super::words::{seat, split_outside};
use super::tossing::Toss;
use super::unfit::Unfit;
use super::{Scribe, player};

impl Scribe<'_> {
    /// Checks that the match has a player.
    ///
    /// # Errors
    /// That it has none of this number.
    pub(super) fn is_there(&self, seat: Seat) -> Result<(), String> {
        let players = self.setup.decks.len();
        if usize::from(seat.0) < players {
            return Ok(());
        }
        Err(format!("there is no {}: the match has {players} players, P1 to P{players}", player(seat)))
    }

    /// Checks that a zone has as many cards as are named in it.
    ///
    /// # Errors
    /// That it has fewer.
    pub(super) fn is_room(&self, seat: Seat, zone: &str, named: &[String]) -> Result<(), String> {
        let Some(written) = &self.written else { return Ok(()) };
        let zones = written.play.game.zones();
        let here = zones.iter().filter(|found| found.seat == Some(seat) && found.name == zone);
        let count: usize = here.map(|zone| zone.cards.len()).sum();
        if named.len() <= count {
            return Ok(());
        }
        Err(format!("{}'s {zone} has {count} cards, and {} are named", player(seat), named.len()))
    }

    /// Why no card of a name can be an object, beside the `fixed` ones.
    pub(super) fn lacks(&self, object: ObjectId, name: &str, fixed: &[ObjectId]) -> String {
        let seen = || format!("no {name} can be there: every one that the decks have was seen elsewhere");
        let Some(written) = &self.written else { return seen() };
        let zones = written.play.game.zones();
        let lies = |object: &ObjectId| {
            zones.iter().find_map(|zone| Some((zone.seat, zone.cards.iter().find(|card| card.0 == *object)?)))
        };
        let Some((Some(seat), _)) = lies(&object) else { return seen() };
        let of = |seat: usize| {
            let decks = self.setup.decks.get(seat);
            let cards = decks.into_iter().flat_map(|deck| deck.cards.iter().chain(&deck.sideboard));
            cards.filter(|card| card.1 == name).map(|card| card.0 as usize).sum::<usize>()
        };
        // A name that no list has in full, such as that of one half, says nothing about them.
        let listed: usize = (0..self.setup.decks.len()).map(of).sum();
        let has = of(usize::from(seat.0));
        let beside =
            fixed.iter().filter_map(lies).filter(|(whose, card)| *whose == Some(seat) && card.1 == name);
        match (has, beside.count()) {
            _ if listed == 0 => seen(),
            (0, _) => format!("no {name} can be there: {}'s deck has none", player(seat)),
            (has, named) if named >= has => {
                format!("no {name} can be there beside the others: {}'s deck has {has}", player(seat))
            }
            _ => seen(),
        }
    }

    /// Takes down how the next draws came out.
    pub(super) fn toss(&mut self, results: &str) -> Result<(), Unfit> {
        let before = self.tosses.len();
        self.tosses.extend(split_outside(results, ',').into_iter().map(Toss::read));
        let mut can_be = Ok(());
        for toss in &self.tosses[before..] {
            can_be = can_be.and_then(|()| seat(toss.text()).map_or(Ok(()), |seat| self.is_there(seat)));
        }
        // The draws with which the match begins are known before any line has begun it.
        if can_be.is_ok() && self.written.is_none() {
            let said = self.tosses.clone();
            if let Err(Unfit::Refused(why)) = self.begin() {
                can_be = Err(why);
            }
            self.tosses = said;
        }
        can_be.map_err(|why| {
            self.tosses.truncate(before);
            why.into()
        })
    }
}
