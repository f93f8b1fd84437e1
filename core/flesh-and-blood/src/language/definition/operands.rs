//! To what verbs do something. The check of definitions refuses a verb that is said of anything else, and play notes
//! one that is done to nothing of the kind.

use duelog_kernel::scope;
use duelog_kernel::scope::Operand::{All, One};

use super::{Group, Ref, Verb, ZoneKind};

/// An object in the arena; a player stands for the own hero (1.1.2b).
pub const ARENA: u32 = 1;
/// A card or a layer on the stack.
pub const ON_STACK: u32 = 2;
/// A card in any other zone, or under an object.
pub const ELSEWHERE: u32 = 4;
/// Anything at all.
pub const ANYTHING: u32 = ARENA | ON_STACK | ELSEWHERE;

/// A thing that a verb is done to.
pub type Operand<'a> = scope::Operand<'a, Group, Ref>;

impl Verb {
    /// All that it is done to, each with the kinds of things to which it does something.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn operands(&self) -> Vec<(Operand<'_>, u32)> {
        match self {
            Verb::Damage { to, .. } => vec![(All(to), ARENA)],
            Verb::Shield { to, .. } | Verb::PreventNext { to, .. } => {
                to.iter().map(|to| (All(to), ARENA)).collect()
            }
            Verb::PreventTimes { to, .. } => vec![(All(to), ARENA)],
            Verb::Discard(what) => vec![(All(what), ELSEWHERE)],
            Verb::Negate(what) => vec![(All(what), ON_STACK)],
            Verb::Retarget(_, what) => vec![(One(what), ON_STACK)],
            Verb::Mark(what) | Verb::Tap(what, _) => vec![(All(what), ARENA)],
            Verb::GainControl(_, what) | Verb::Give(_, what) | Verb::Steal(what) | Verb::Become(what, ..) => {
                vec![(All(what), ARENA | ON_STACK)]
            }
            Verb::ButIf(verb, ..) => verb.operands(),
            // They are done to whatever there is; who does something can be named by anything of that player.
            Verb::Draw(..)
            | Verb::DiscardRandom(..)
            | Verb::Destroy(_)
            | Verb::Banish(..)
            | Verb::Put(..)
            | Verb::Exchange(..)
            | Verb::PutFace(..)
            | Verb::Create(..)
            | Verb::Transform(..)
            | Verb::Gain(..)
            | Verb::Lose(..)
            | Verb::PutCounters(..)
            | Verb::RemoveCounters(..)
            | Verb::Modify(..)
            | Verb::ModifyAll(..)
            | Verb::BecomeOne(..)
            | Verb::ReturnToTheBrood(_)
            | Verb::Next(..)
            | Verb::PreventLess { .. }
            | Verb::ReplaceNext(..)
            | Verb::Intimidate(_)
            | Verb::Roll(..)
            | Verb::Opt(..)
            | Verb::Search(..)
            | Verb::Shuffle(..)
            | Verb::Reveal(..)
            | Verb::RevealUntil(..)
            | Verb::Look(..)
            | Verb::Pick(..)
            | Verb::PickKinds(..)
            | Verb::PickNames(..)
            | Verb::PickRandom(..)
            | Verb::Awaken(_)
            | Verb::Transcend
            | Verb::Note(_)
            | Verb::Name(_)
            | Verb::Charge(..)
            | Verb::Reload(_)
            | Verb::Turn(..)
            | Verb::PutUnder(..)
            | Verb::Pay(..)
            | Verb::Unfreeze(_)
            | Verb::Clash(..)
            | Verb::AttackWith(_)
            | Verb::CloseChain
            | Verb::Equip(_)
            | Verb::Pitch(_)
            | Verb::Distribute(..)
            | Verb::Again
            | Verb::MoveCounters(..)
            | Verb::Wager
            | Verb::WinWager(_)
            | Verb::SaveWager(..)
            | Verb::Used(..)
            | Verb::Crowd(..)
            | Verb::ExtraTurn(_)
            | Verb::End(..) => Vec::new(),
        }
    }
}

impl ZoneKind {
    /// All that is in such a zone.
    pub fn holds(self) -> u32 {
        match self {
            ZoneKind::Arms
            | ZoneKind::Chain
            | ZoneKind::Chest
            | ZoneKind::Head
            | ZoneKind::Hero
            | ZoneKind::Legs
            | ZoneKind::Permanent
            | ZoneKind::Weapon => ARENA,
            ZoneKind::Stack => ON_STACK,
            ZoneKind::Arsenal
            | ZoneKind::Banished
            | ZoneKind::Deck
            | ZoneKind::Graveyard
            | ZoneKind::Hand
            | ZoneKind::Pitch
            | ZoneKind::Soul => ELSEWHERE,
        }
    }
}

impl Group {
    /// Returns whether what it holds is of the kind that its word says, whatever is on the table.
    pub fn is_of_its_kind(&self) -> bool {
        match self {
            Group::Of(one) => one.is_player(),
            Group::Arena(_)
            | Group::Zone(..)
            | Group::Inventory(..)
            | Group::Top(..)
            | Group::Players
            | Group::Opponents => true,
            Group::Targets(_)
            | Group::Play(_)
            | Group::Everything(_)
            | Group::Under(..)
            | Group::Defenders(_)
            | Group::DefendersOf(..)
            | Group::Links(_)
            | Group::Paid(_)
            | Group::PaidFor(..)
            | Group::Pitched(..)
            | Group::Last
            | Group::LastThat(_)
            | Group::Noted(_)
            | Group::Clashing => false,
        }
    }
}

impl Ref {
    /// Returns whether it names a player by its word.
    pub fn is_player(&self) -> bool {
        matches!(
            self,
            Ref::You
                | Ref::Opponent
                | Ref::TurnPlayer
                | Ref::EventPlayer
                | Ref::Controller(_)
                | Ref::Owner(_)
        )
    }
}
