//! Layer-continuous effects (6.2.2), prevention effects, and what they do with their numbers locked in.

use std::sync::Arc;

use duelog_kernel::{ObjectId, Seat, data};

use super::{CardId, CodeRef, Context, Layer};
use crate::definition::{Counter, DamageKind, Deed, Ruling, Until, Uses, ZoneKind};
use crate::keywords::Keyword;
use crate::types::{CardType, Subtype, Supertype, Supertypes};

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
        /// Everything that matches the verb's filter, and that to which it has begun to apply, whatever has become of it (6.2.2c).
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

    /// A modification with its numbers determined.
    #[derive(Copy)]
    pub enum Alter {
        /// More or less power.
        Power(i32),
        /// Power set.
        SetPower(i32),
        /// Base power set.
        BasePower(i32),
        /// Base power multiplied.
        MultiplyBasePower(i32),
        /// More or less defense.
        Defense(i32),
        /// Base defense set.
        BaseDefense(i32),
        /// Base life set.
        BaseLife(i32),
        /// More or less intellect.
        Intellect(i32),
        /// More or less pitch (2.8.3).
        Pitch(i32),
        /// A keyword more.
        Gain(Keyword),
        /// A keyword less.
        Lose(Keyword),
        /// An ability more.
        Ability(CodeRef),
        /// No base abilities.
        LoseAbilities,
        /// A type more.
        AddType(CardType),
        /// A type less.
        LoseType(CardType),
        /// A subtype more.
        AddSubtype(Subtype),
        /// A subtype less.
        LoseSubtype(Subtype),
        /// A supertype more.
        AddSuper(Supertype),
        /// These supertypes more.
        AddSupers(Supertypes),
        /// No supertypes.
        LoseSupers,
        /// Another controller.
        Control(Seat),
        /// Costs more.
        CostMore(u32),
        /// Costs less.
        CostLess(u32),
        /// Costs this, before it costs more or less.
        SetCost(u32),
        /// Abilities that can be activated more often.
        Uses(Uses),
        /// More attacks.
        ExtraAttacks(u8),
        /// A ruling on a deed (1.0.2); its filter is that of the change at this place of the verb or static ability.
        Rule(Ruling, Deed, CodeRef, u16, u32),
        /// Defended by no more than so many cards; their filter is that of the change at this place of the verb or static ability.
        DefendedByAtMost(u8, CodeRef, u16, u32),
        /// Frozen.
        Freeze,
        /// So many more of a subtype equipped, for what counts them (1.8.8).
        CountsAs(u8, Subtype),
        /// The top card of the controller's deck may be looked at (1.10.2c).
        LookAtTop,
        /// More zones of a kind, or fewer (3.0.10).
        Zones(ZoneKind, i8),
        /// A counter that changes a number (1.15.2a), so many times.
        Counter(Counter, u32),
    }
}
