//! Who attacks, who blocks, and how much damage is assigned (506).

use duelog_kernel::{ObjectId, data};

use super::Value;

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
