//! Who attacks, who blocks, and how much damage is assigned (506).

use duelog_kernel::{ObjectId, Seat, data};

use super::{Permit, Value};

data! {
    /// Who attacks, who blocks (506).
    #[derive(Default)]
    pub struct Combat {
        /// The attacking creatures in the order of their declaration.
        pub attacks: Vec<Attack>,
        /// The blocking creatures with what they block, in damage assignment order (509.3).
        pub blocks: Vec<(ObjectId, Vec<ObjectId>)>,
        /// Creatures that have dealt damage in the first combat damage step (510.4).
        pub struck: Vec<ObjectId>,
        /// Damage assigned so far in this step (510.1).
        pub assigned: Vec<Assignment>,
        /// Whether any creature has been declared as an attacker (508.8).
        pub declared: bool,
        /// Whether blockers have been declared.
        pub blocked: bool,
        /// The players whom declared attackers attacked (508.6), as far as a definition asks for them.
        pub attacked: Vec<Seat>,
        /// The defending players who have declared their blockers, where there are several (802.4).
        pub defended: Vec<Seat>,
    }

    /// An attacking creature (508.1).
    pub struct Attack {
        /// The creature.
        pub attacker: ObjectId,
        /// The player or planeswalker; none any more when the planeswalker has left combat (506.4c).
        pub defender: Option<Value>,
        /// Whether it has become blocked (509.1h).
        pub blocked: bool,
        /// Its blockers in damage assignment order (509.2).
        pub blockers: Vec<ObjectId>,
        /// The band in which it attacks, from 1; 0 where it is in none (702.21c).
        pub band: u8,
        /// The defending player as the attack was declared, where there are several (508.5, 802.2a).
        pub against: Option<Seat>,
    }

    /// What has been chosen as attackers or blockers are declared.
    pub enum Declared {
        /// Who attacks whom (508.1).
        Attackers(Vec<Attack>),
        /// Who blocks what (509.1).
        Blockers(Vec<(ObjectId, Vec<ObjectId>)>),
    }

    /// Part of a cost to attack or block that is not mana, settled (508.1h).
    #[derive(Copy)]
    pub struct Due {
        /// What says so.
        pub permit: Permit,
        /// Which of the costs there.
        pub place: u8,
        /// The number in it.
        pub number: u32,
    }

    /// Combat damage assigned (510.1).
    #[derive(Copy)]
    pub struct Assignment {
        /// From what.
        pub source: ObjectId,
        /// To whom.
        pub to: Value,
        /// How much.
        pub amount: u32,
    }
}

impl Attack {
    /// A creature's attack on whom, alone and not blocked so far.
    pub fn new(attacker: ObjectId, defender: Value) -> Attack {
        let defender = Some(defender);
        Attack { attacker, defender, blocked: false, blockers: Vec::new(), band: 0, against: None }
    }
}

impl Combat {
    /// The attackers in the band of one, itself first; it alone where it is in none.
    pub fn band_of(&self, attacker: ObjectId) -> Vec<ObjectId> {
        let band = self.attacks.iter().find(|attack| attack.attacker == attacker).map_or(0, |own| own.band);
        let mates = self.attacks.iter().filter(|other| other.band == band && other.attacker != attacker);
        let mates = mates.filter(|_| band != 0).map(|mate| mate.attacker);
        std::iter::once(attacker).chain(mates).collect()
    }
}
