//! The combat chain and its links (7.0.2-5).

use crate::{cite, holds};
use duelog_kernel::{ObjectId, Seat, data};

holds!("7.0.2");

data! {
    /// The combat chain (7.0.2).
    #[derive(Default)]
    pub struct Combat {
        /// Whether it is open.
        pub open: bool,
        /// Whether an effect or a rule has closed it, so that the close step is to begin (7.7.2).
        pub closing: bool,
        /// Counts the combat chains of the match.
        pub serial: u32,
        /// The attack whose layer is on the stack or has left it in the attack step (7.1).
        pub layer: Option<ObjectId>,
        /// The chain links, oldest first (7.0.3).
        pub links: Vec<Link>,
    }

    /// A chain link (7.0.3).
    pub struct Link {
        /// The active-attack (7.0.4).
        pub attack: ObjectId,
        /// The attack-source of a proxy (1.4.3b).
        pub source: Option<ObjectId>,
        /// The attack-targets (1.4.5).
        pub targets: Vec<ObjectId>,
        /// Who controls the attack.
        pub controller: Seat,
        /// The defending cards in the order in which they became defending (7.0.5).
        pub defenses: Vec<Defense>,
        /// Cards declared for an attack-target that do not defend yet (7.3.2).
        pub declared: Vec<Defense>,
        /// Whether the attack has hit (7.5.5d).
        pub hit: bool,
        /// Whether damage has been calculated (7.7.2c).
        pub calculated: bool,
        /// Whether it is resolved (7.6.2).
        pub resolved: bool,
    }

    /// A defending card on a chain link.
    #[derive(Copy)]
    pub struct Defense {
        /// The card.
        pub card: ObjectId,
        /// For which attack-target.
        pub target: ObjectId,
        /// Whether it came from hand.
        pub from_hand: bool,
        /// Who defended with it (7.0.5a).
        pub controller: Seat,
    }
}

impl Combat {
    /// The active chain link.
    pub fn active(&self) -> Option<&Link> {
        cite!("7.0.3b");
        self.links.last().filter(|link| !link.resolved)
    }

    /// The chain link on which a card defends.
    pub fn defends_on(&self, card: ObjectId) -> Option<&Link> {
        self.links.iter().find(|link| link.defenses.iter().any(|defense| defense.card == card))
    }

    /// The chain link of which this is the attack or its source: of what has attacked more than once the last
    /// one.
    pub fn link_of(&self, id: ObjectId) -> Option<&Link> {
        self.links.iter().rev().find(|link| link.is_of(id))
    }
}

impl Link {
    /// Whether this is the attack or its source.
    pub fn is_of(&self, id: ObjectId) -> bool {
        self.attack == id || self.source == Some(id)
    }
}
