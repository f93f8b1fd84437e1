//! Effects that do not come from static abilities (611.2), and the changes that effects make.

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::{ObjectId, Seat, data};

use super::{AbilityRef, CardId, CodeRef, Context, Copied, Permit, Value};
use crate::language::definition::{Change, Destination, TurnPart, Until, Values};
use crate::language::mana::Color;
use crate::language::subtypes::Subtype;

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
        /// The spell or ability on the stack with which it ends, if it ends with one.
        pub on: Option<ObjectId>,
        /// The effect by which players may end it (115.2c).
        pub offer: Option<u32>,
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
        /// These objects become copies (706.1).
        Copy {
            /// Which objects.
            objects: Vec<ObjectId>,
            /// Of what.
            copied: Box<Copied>,
        },
        /// It changes damage: prevents it or has it dealt to another (614.9, 615).
        Shield(Shield),
        /// These permanents do not untap in the next untap step of this player, or of their controllers
        /// (502.2).
        Stay {
            /// Which permanents.
            objects: Vec<ObjectId>,
            /// In whose untap step.
            seat: Option<Seat>,
        },
        /// These cards return to the battlefield as soon as the source has left it (610.3).
        Return(Vec<ObjectId>),
        /// The player's next step, phase or turn of this kind is skipped (614.10).
        Skip(Seat, TurnPart),
        /// The next destruction of the object is replaced (701.14).
        Regenerate(ObjectId),
        /// It says what these players can and cannot do (613.10): the changes stand in the step at this place
        /// of the code.
        Players {
            /// Which players.
            seats: Vec<Seat>,
            /// The code.
            code: CodeRef,
            /// The step.
            at: u16,
            /// The cards that they may play, where the effect is about certain ones (611.2c).
            cards: Vec<ObjectId>,
            /// How often they have done what it allows only so often.
            used: u32,
            /// The X with which it began.
            x: u32,
            /// What its changes speak of, one for each; none where they speak of nothing that is over (608.2h).
            fixed: Vec<Fixed>,
        },
        /// As often as these permanents would leave the battlefield, they go there instead.
        Leave(Vec<ObjectId>, Destination),
        /// These players ignore the effect of a static ability of its source (115.2d).
        Ignored {
            /// Which players.
            seats: Vec<Seat>,
            /// Which ability.
            ability: AbilityRef,
        },
        /// Its player controls these players (715.2).
        Control {
            /// Which players.
            seats: Vec<Seat>,
            /// Whether only once the spell resolves with which it ends.
            waits: bool,
        },
        /// These players may do what an ability says (115.2c).
        Offered {
            /// Which players.
            seats: Vec<Seat>,
            /// Which ability.
            ability: AbilityRef,
        },
        /// A static ability of its source makes these objects copies (706.2c).
        Copies {
            /// Which ability.
            ability: AbilityRef,
            /// Which objects now.
            objects: Vec<ObjectId>,
            /// Of what, as that was when the effect began to apply.
            copied: Box<Copied>,
        },
        /// It says what whatever is in a group can and cannot do (611.2c): the group stands in the step at this
        /// place of the code.
        Reach {
            /// The code.
            code: CodeRef,
            /// The step.
            at: u16,
            /// All that its script knew.
            context: Box<Context>,
            /// All that the loop around it had at hand.
            it: Option<Value>,
            /// What they can and cannot do.
            alters: Vec<Alter>,
        },
        /// Whatever is in a group in the next untap step of this player does not untap then (502.2, 611.2c): the
        /// group stands in the step at this place of the code.
        Misses {
            /// The code.
            code: CodeRef,
            /// The step.
            at: u16,
            /// All that its script knew.
            context: Box<Context>,
            /// All that the loop around it had at hand.
            it: Option<Value>,
            /// Whose untap step.
            seat: Seat,
        },
        /// As often as these permanents would die, they go there instead (700.4).
        Die(Vec<ObjectId>, Destination),
        /// These cards return to the battlefield as soon as an opponent becomes the monarch (610.3).
        Crowned(Vec<ObjectId>),
        /// These permanents return to their owners' hands as the player untaps permanents (502.2).
        Untaps(Vec<ObjectId>),
        /// As often as these players would gain life, they gain none instead (614.1a).
        NoLife(Vec<Seat>),
        /// These cards return to their owners' hands as soon as the source has left the battlefield (610.3).
        Handed(Vec<ObjectId>),
        /// The next spell of the player that is in a group is changed as it has been cast (611.2a): the group stands in the
        /// step at this place of the code.
        NextSpell {
            /// The code.
            code: CodeRef,
            /// The step.
            at: u16,
            /// All that its script knew.
            context: Box<Context>,
            /// How.
            alters: Vec<Alter>,
        },
        /// It replaces events as an ability says (614.3).
        Replaces {
            /// Which ability.
            ability: AbilityRef,
            /// True if it ends with the next event that it replaces.
            once: bool,
        },
    }

    /// What the words of an effect that lasts spoke of as it began, in the order of the text (608.2h).
    #[derive(Default)]
    pub struct Fixed {
        /// What each reference and each group spoke of.
        pub groups: Vec<Vec<Value>>,
        /// What each number came out as.
        pub numbers: Vec<i32>,
        /// The names that scripts had chosen; empty where none had been.
        pub names: Vec<String>,
    }

    /// A ruling that is read back where it stands, as its source sees it.
    pub struct HeldRuling {
        /// Where it is written, and the source.
        pub written: Permit,
        /// Whose it is.
        pub controller: Seat,
        /// What it speaks of, where a script says it.
        pub fixed: Fixed,
    }

    /// A shield against damage (615.7).
    pub struct Shield {
        /// The code with the step that describes it.
        pub code: CodeRef,
        /// Which step.
        pub at: u16,
        /// The only source of damage that matters (609.7a).
        pub from: Option<ObjectId>,
        /// Whom it shields, where that is settled (615.11).
        pub to: Option<Value>,
        /// How much damage is left to it (615.7).
        pub left: Option<u32>,
        /// To whom damage is dealt instead (614.9).
        pub instead: Option<Value>,
        /// Whom the rest of the effect is about, one for each part (615.5).
        pub then: Vec<Option<Value>>,
    }

    /// A word that effects change in a text (612.2).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Word {
        /// A colour word.
        Color(Color),
        /// A basic land type or a creature type.
        Subtype(Subtype),
    }

    /// With everything locked in (611.2c). Of a ruling's filter only [`Change::CannotBeBlockedHere`] keeps where it stands.
    #[derive(Copy)]
    pub struct Settled;
}

/// A change with its numbers, players, abilities and words locked in (611.2c, 613.1).
pub type Alter = Change<Settled>;

impl Values for Settled {
    type Number = i32;
    type Who = Seat;
    type Ability = AbilityRef;
    type Filter = ();
    type Permission = ();
    type Costs = ();
    type Word = Word;
    type Toll = ();
    type One = ObjectId;
    type Text = AbilityRef;
    type Line = ();
    type Card = CardId;
    type HeldRuling = Box<HeldRuling>;
}

impl Lasting {
    /// Whether its player controls this player by it now (715.2).
    pub fn controls(&self, seat: Seat) -> bool {
        matches!(&self.kind, LastingKind::Control { seats, waits: false } if seats.contains(&seat))
    }

    /// Whether it changes the characteristics of this object.
    pub fn changes(&self, object: ObjectId) -> bool {
        self.changed().contains(&object)
    }

    /// Whether it ends as soon as this object is not on the battlefield any more.
    pub fn needs(&self, object: ObjectId) -> bool {
        self.source == object && matches!(self.until, Until::SourceLeaves | Until::While(_))
    }

    /// The objects whose characteristics it changes.
    pub fn changed(&self) -> &[ObjectId] {
        self.kind.changed()
    }
}

impl LastingKind {
    /// The objects whose characteristics it changes.
    pub fn changed(&self) -> &[ObjectId] {
        match self {
            LastingKind::Alter { objects, .. }
            | LastingKind::Copy { objects, .. }
            | LastingKind::Copies { objects, .. } => objects,
            LastingKind::Shield(_)
            | LastingKind::Skip(..)
            | LastingKind::Players { .. }
            | LastingKind::Reach { .. }
            | LastingKind::NextSpell { .. }
            | LastingKind::Misses { .. }
            | LastingKind::Stay { .. }
            | LastingKind::Ignored { .. }
            | LastingKind::Control { .. }
            | LastingKind::Offered { .. }
            | LastingKind::Return(_)
            | LastingKind::Leave(..)
            | LastingKind::Die(..)
            | LastingKind::Crowned(_)
            | LastingKind::Untaps(_)
            | LastingKind::NoLife(_)
            | LastingKind::Handed(_)
            | LastingKind::Regenerate(_)
            | LastingKind::Replaces { .. } => &[],
        }
    }
}
