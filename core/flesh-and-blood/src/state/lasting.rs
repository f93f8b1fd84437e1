//! Layer-continuous effects (6.2.2), prevention effects, and what they do with their numbers locked in.

use std::sync::Arc;

use duelog_kernel::{ObjectId, Seat, data};

use super::{CardId, CodeRef, Context, Layer};
use crate::cite;
use crate::language::definition::{Change, DamageKind, Property, Until, Values};
use crate::language::types::Supertypes;

data! {
    /// A continuous effect that a layer generated.
    pub struct Lasting {
        /// By which it is named: its timestamp (6.3.4a).
        pub id: u32,
        /// Its source (1.8.1a).
        pub source: ObjectId,
        /// Its controller (1.8.1b).
        pub controller: Seat,
        /// The script whose verb generated it, and the verb's step: there stand the filter and the changes.
        pub code: CodeRef,
        /// The step.
        pub at: u16,
        /// To what it applies.
        pub binding: Binding,
        /// What it does.
        pub kind: LastingKind,
        /// How long.
        pub until: Until,
        /// When it was generated: turn number and combat chain.
        pub since: (u32, u32),
        /// What the script knew.
        pub context: Box<Context>,
        /// The player whose next turn `until` means, where there are several opponents.
        pub theirs: Option<Seat>,
    }

    /// That a static-continuous effect applies to an object and gives it power (6.2.5).
    #[derive(Copy)]
    pub struct Applied {
        /// Whose ability it is.
        pub source: ObjectId,
        /// The ability.
        pub code: CodeRef,
        /// The object.
        pub object: ObjectId,
        /// How much power it gives by itself.
        pub own: u32,
        /// How much it gives in the form in which it applies; nothing before it does.
        pub gained: u32,
    }

    /// To which objects an effect applies.
    pub enum Binding {
        /// These.
        Locked(Vec<ObjectId>),
        /// Everything that matches the verb's filter, and that to which it has begun to apply, whatever has
        /// become of it (6.2.2c).
        Open(Vec<ObjectId>),
        /// So many next objects that match (6.2.4).
        Next(u8),
    }

    /// What a lasting effect does.
    pub enum LastingKind {
        /// Modifies objects or what can be done with them.
        Alters(Vec<Alter>),
        /// Its numbers are determined when it first applies (6.2.2b).
        Later,
        /// Prevents so much damage in all (6.4.10j), of a kind, by a source.
        Shield(u32, Option<DamageKind>, Option<ObjectId>),
        /// Prevents so much of the next damage, all where it is none (6.4.10i), of a kind, by a source.
        PreventNext(Option<u32>, Option<DamageKind>, Option<ObjectId>),
        /// The next prevention effect prevents so much less (6.4.10g).
        PreventLess(u32, Option<DamageKind>),
        /// Replaces the next such event, as its verb says (6.4.9).
        Replaces,
        /// Private objects are public (8.5.17b).
        Reveals,
        /// These seats, as bits, may look at private objects (8.5.11a).
        Shows(u8),
        /// Objects become this (8.5.25).
        Becomes(Box<Copyable>),
        /// So many times yet, prevents so much of the next damage (6.4.10i).
        PreventTimes(u32, u32),
    }

    /// What is copied of an object (8.5.25a), as it was when the effect was generated (8.5.25c).
    pub struct Copyable {
        /// The object that was the reference.
        pub of: ObjectId,
        /// What it is printed as, or was created with.
        pub card: CardId,
        /// What identity-replacement effects made of it (6.4.8a).
        pub identity: Vec<Alter>,
        /// What was determined as it was put on the stack (8.5.25b).
        pub parameters: Option<Arc<Layer>>,
    }

    /// With everything determined (6.2.2b).
    #[derive(Copy)]
    pub struct Settled;

    /// Where the filter of a change is written.
    #[derive(Copy)]
    pub struct FilterAt {
        /// The script whose verb generated the effect, or the static ability.
        pub code: CodeRef,
        /// The step of the script; the greatest number for a static ability.
        pub at: u16,
        /// The place among the changes.
        pub place: u32,
    }
}

impl Lasting {
    /// Returns whether a turn is one of the opponent whose next turn `until` means.
    pub fn is_theirs(&self, turn: Seat) -> bool {
        self.theirs.map_or(self.controller != turn, |seat| seat == turn)
    }
}

/// A modification with its numbers determined.
pub type Alter = Change<Settled>;

impl Values for Settled {
    type Number = i32;
    type Who = Seat;
    type Classes = Supertypes;
    type Ability = CodeRef;
    type Filter = FilterAt;
}

impl Copy for Alter {}

/// How much power a modification gives (6.2.5).
pub fn power_gained(alters: &[Alter]) -> u32 {
    // A base value that changes, or a property that an object gets, is no gain.
    cite!("2.0.3b", "2.0.4");
    let gain = |alter: &Alter| {
        if let Alter::Plus(Property::Power, amount) = alter { (*amount).max(0) as u32 } else { 0 }
    };
    alters.iter().map(gain).fold(0, u32::saturating_add)
}
