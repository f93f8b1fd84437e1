//! Commanders (903) and what else stands beside the decks of a variant: who has which, and what has come of it.

use duelog_kernel::{ObjectId, Seat, data};

use super::fresh::STARTING_LIFE;
use super::{Board, CardId, Cast, Object, Terms, Value, Variant, Zone};
use crate::cite;
use crate::language::definition::ZoneKind;

/// With how many cards a player begins without a vanguard.
const HAND: i32 = 7;

/// With how much life an archenemy begins (904.5).
const ARCHENEMY_LIFE: i32 = 40;

/// How much combat damage of one commander makes a player lose (903.10a).
const DEADLY: u32 = 21;

data! {
    /// A card that is a player's commander (903.3).
    #[derive(Copy)]
    pub struct Commander {
        /// The card.
        pub card: CardId,
        /// How often it was cast from the command zone (903.8).
        pub casts: u32,
    }

    /// The combat damage that a player was dealt by one commander in this game (903.10a).
    #[derive(Copy)]
    pub struct Struck {
        /// Whose commander.
        pub owner: Seat,
        /// Which card.
        pub card: CardId,
        /// How much.
        pub damage: u32,
    }
}

data! {
    /// A player's vanguard (902.3).
    #[derive(Copy)]
    pub struct Vanguard {
        /// The card.
        pub card: CardId,
        /// Its hand modifier (210.1).
        pub hand: i32,
        /// Its life modifier (211.1).
        pub life: i32,
    }
}

impl Terms {
    /// The life total with which each player begins (103.3), by the number of players; what vanguards change comes on top.
    fn starting_life(&self, players: usize) -> i32 {
        match self.variant {
            Variant::Usual
            | Variant::Emperor
            | Variant::Vanguard
            | Variant::Planechase
            | Variant::Archenemy => STARTING_LIFE,
            Variant::Conspiracy => {
                cite!("905.3", "905.6");
                STARTING_LIFE
            }
            Variant::TwoHeadedGiant => self.shared_life(),
            Variant::Commander => {
                cite!("103.3c", "118.1c", "903.7");
                40
            }
            Variant::Brawl => {
                cite!("103.3d", "118.1d", "903.11f");
                if players > 2 { 30 } else { 25 }
            }
        }
    }
}

impl Board {
    /// The players have agreed on these terms, and begin with the life that these give them.
    pub fn agree(&mut self, terms: Terms) {
        self.terms = terms;
        for seat in self.seats() {
            self.players[usize::from(seat.0)].life = self.starting_life(seat);
        }
    }

    /// The life total with which a player begins (103.3).
    pub fn starting_life(&self, seat: Seat) -> i32 {
        let life = if self.is_archenemy(seat) {
            cite!("103.3e", "118.1e", "904.5");
            ARCHENEMY_LIFE
        } else {
            self.terms.starting_life(self.players.len())
        };
        life.saturating_add(self.player(seat).vanguard.map_or(0, |vanguard| vanguard.life))
    }

    /// A new game begins on the terms of an older one, with the same commanders, not yet cast. Who has left the old
    /// one does not play in the new one.
    pub fn agree_as(&mut self, old: &Board) {
        self.agree(old.terms.clone());
        cite!("718.5a");
        for (new, old) in self.players.iter_mut().zip(&old.players) {
            new.conspiracies = old.conspiracies.clone();
            new.commanders = old.commanders.iter().map(|of| Commander { casts: 0, ..*of }).collect();
        }
        for (seat, vanguard) in self.seats().into_iter().zip(old.players.iter().map(|old| old.vanguard)) {
            vanguard.into_iter().for_each(|vanguard| self.fight_for(seat, vanguard));
        }
        for (player, before) in self.players.iter_mut().zip(&old.players).filter(|(_, before)| before.left) {
            (player.left, player.lost) = (true, before.lost);
        }
    }

    /// A player has a vanguard, by whose modifiers the game begins.
    pub fn fight_for(&mut self, seat: Seat, vanguard: Vanguard) {
        cite!("103.3b", "118.1b", "211.1", "311.7", "902.4");
        let player = &mut self.players[usize::from(seat.0)];
        player.vanguard = Some(vanguard);
        player.life = player.life.saturating_add(vanguard.life);
    }

    /// With how many cards a player begins, and how many may be kept as the turn ends (103.4, 402.2).
    pub fn hand_size(&self, seat: Seat) -> u32 {
        let player = self.player(seat);
        cite!("103.4a", "210.1", "311.6", "902.5");
        let more = player.vanguard.map_or(0, |vanguard| vanguard.hand);
        HAND.saturating_add(more).max(0) as u32
    }

    /// True if a card is its owner's vanguard.
    pub fn is_vanguard(&self, card: CardId, owner: Seat) -> bool {
        let player = self.players.get(usize::from(owner.0));
        player.and_then(|player| player.vanguard).is_some_and(|vanguard| vanguard.card == card)
    }

    /// True if an object in the command zone is a card that belongs there in every game: a commander or a vanguard.
    pub fn begins_in_command(&self, object: &Object) -> bool {
        !object.token
            && !object.is_ability()
            && (self.commander_of(object).is_some()
                || self.is_vanguard(object.card, object.owner)
                || self.conspiracy(object.card, object.owner).is_some())
    }

    /// True if a card is the commander of the player who owns it, wherever it is.
    pub fn is_commander_card(&self, card: CardId, owner: Seat) -> bool {
        let player = self.players.get(usize::from(owner.0));
        player.is_some_and(|player| player.commanders.iter().any(|of| of.card == card))
    }

    /// The card of an object that is its owner's commander: a fact of the card, in whichever zone and whatever it looks
    /// like, which no copy of it shares (903.3).
    pub fn commander_of(&self, object: &Object) -> Option<CardId> {
        if object.token || object.is_ability() {
            return None;
        }
        cite!("903.3", "903.3b");
        let cards = [Some(object.card), object.melded];
        cards.into_iter().flatten().find(|card| self.is_commander_card(*card, object.owner))
    }

    /// How often a commander was cast from the command zone, or all of a player's (903.8).
    pub fn command_casts(&self, of: Value) -> u32 {
        let all = |seat: Seat| self.players.get(usize::from(seat.0)).map_or(&[][..], |own| &own.commanders);
        match of {
            Value::Object(id) => self.get(id).map_or(0, |object| {
                let card = self.commander_of(object);
                let own = all(object.owner).iter().find(|of| Some(of.card) == card);
                own.map_or(0, |of| of.casts)
            }),
            Value::Seat(seat) => all(seat).iter().fold(0, |sum, of| sum.saturating_add(of.casts)),
            Value::Number(_) => 0,
        }
    }

    /// True if an object is a commander.
    pub fn is_commander(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|object| self.commander_of(object).is_some())
    }

    /// True if a player can cast this card from the command zone (903.8).
    pub fn can_be_commanded(&self, seat: Seat, id: ObjectId) -> bool {
        let own = |object: &Object| object.zone == Zone::Command && object.owner == seat;
        self.get(id).is_some_and(own) && self.is_commander(id)
    }

    /// How much more a commander costs from the command zone: two for each time that it was cast from there (903.8).
    pub fn commander_tax(&self, id: ObjectId, cast: &Cast) -> u32 {
        if cast.from != Some(ZoneKind::Command) {
            return 0;
        }
        let Some(object) = self.get(id) else { return 0 };
        let commander = self.commander_of(object).and_then(|card| {
            // Each of two counts by itself.
            cite!("702.123d");
            self.player(object.owner).commanders.iter().find(|of| of.card == card)
        });
        cite!("903.8");
        commander.map_or(0, |of| of.casts.saturating_mul(2))
    }

    /// True if one commander has dealt a player too much combat damage in this game.
    pub fn is_struck_down(&self, seat: Seat) -> bool {
        // Not so in Brawl.
        cite!("903.11h");
        self.terms.variant == Variant::Commander
            && self.player(seat).struck.iter().any(|struck| struck.damage >= DEADLY)
    }

    /// How many of the first mulligans of a player cost no card (103.4c).
    pub fn free_mulligans(&self) -> u8 {
        cite!("103.4c", "903.11g");
        u8::from(self.is_multiplayer() || self.terms.variant == Variant::Brawl)
    }
}
