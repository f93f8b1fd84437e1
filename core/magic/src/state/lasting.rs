//! Effects that do not come from static abilities (611.2), and the changes that effects make.

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::{ObjectId, Seat, data};

use super::{CardId, Value};
use crate::definition::Until;
use crate::keywords::Keyword;
use crate::mana::Colors;
use crate::subtypes::Subtype;
use crate::types::{CardType, Supertype};

data! {
    /// An effect from a resolved spell or ability (611.2, 614, 615).
    pub struct Lasting {
        /// Counted up over the match.
        pub id: u32,
        /// What it comes from.
        pub source: ObjectId,
        /// Whose it is.
        pub controller: Seat,
        /// When it began (613.6b).
        pub timestamp: u32,
        /// How long it lasts.
        pub until: Until,
        /// What it does.
        pub kind: LastingKind,
    }

    /// What an effect from a resolution does.
    pub enum LastingKind {
        /// It changes these objects (611.2c).
        Alter {
            /// Which objects.
            objects: Vec<ObjectId>,
            /// How.
            alters: Vec<Alter>,
        },
        /// It prevents damage to this object or player: the next so much, or all (615.7).
        Prevent {
            /// To whom.
            to: Value,
            /// How much is left; none for all.
            amount: Option<u32>,
        },
        /// It prevents all combat damage.
        PreventCombat,
        /// The next destruction of the object is replaced (701.14).
        Regenerate(ObjectId),
    }

    /// One change with its numbers locked in (611.2c, 613.1).
    pub enum Alter {
        /// Layer 2.
        Control(Seat),
        /// Layer 4.
        AddType(CardType),
        /// Layer 4.
        AddSubtype(Subtype),
        /// Layer 4.
        AddSuper(Supertype),
        /// Layer 5.
        SetColors(Colors),
        /// Layer 5.
        AddColors(Colors),
        /// Layer 6.
        Gain(Keyword),
        /// Layer 6.
        Lose(Keyword),
        /// Layer 6.
        LoseAbilities,
        /// Layer 7b.
        SetSize(i32, i32),
        /// Layer 7c.
        Size(i32, i32),
        /// Layer 7e.
        Switch,
        /// 508.1c
        CantAttack,
        /// 509.1b
        CantBlock,
        /// 509.1b
        CantBeBlocked,
        /// 509.1b: the filter stands in the card's ability of this place, at this change.
        BlockedOnlyBy(CardId, u8, u8),
        /// 508.1d
        MustAttack,
        /// 509.1c
        MustBlock,
        /// 509.1a
        BlocksMore(u32),
        /// 502.3
        DoesNotUntap,
        /// 602.5
        CantActivate,
        /// 701.14c
        CantRegenerate,
    }
}
