//! To what verbs do something. The check of definitions refuses a verb that is said of anything else, and play notes
//! one that is done to nothing of the kind.

use duelog_kernel::scope;
use duelog_kernel::scope::Operand::{All, One};

use super::{Action, Doubled, Exchange, Fighting, Group, Ref, Verb};

/// A permanent.
pub const PERMANENT: u32 = 1;
/// A player.
pub const PLAYER: u32 = 2;
/// A spell or an ability on the stack.
pub const ON_STACK: u32 = 4;
/// A card in a hand, a library or a graveyard, or in the command zone.
pub const ELSEWHERE: u32 = 8;
/// A card in exile.
pub const EXILED: u32 = 16;
/// A permanent that is phased out.
pub const PHASED_OUT: u32 = 32;
/// Any object.
pub const OBJECT: u32 = PERMANENT | ON_STACK | ELSEWHERE | EXILED | PHASED_OUT;
/// Anything at all.
pub const ANYTHING: u32 = OBJECT | PLAYER;
/// All that can be dealt damage, or be what something is attached to.
const TARGET: u32 = PERMANENT | PLAYER;

/// A thing that a verb is done to.
pub type Operand<'a> = scope::Operand<'a, Group, Ref>;

impl Verb {
    /// All that it is done to, each with the kinds of things to which it does something.
    #[expect(clippy::too_many_lines, reason = "a flat table of verbs")]
    pub fn operands(&self) -> Vec<(Operand<'_>, u32)> {
        match self {
            Verb::Damage { to, from, also, .. } => {
                let from = from.iter().map(|from| (One(from), OBJECT));
                let also = also.iter().map(|(_, to)| (All(to), TARGET));
                std::iter::once((All(to), TARGET)).chain(also).chain(from).collect()
            }
            Verb::Destroy(what, _)
            | Verb::SacrificeThese(what)
            | Verb::Tap(what)
            | Verb::Untap(what)
            | Verb::StayTapped(what, _)
            | Verb::MissUntapStep(what, _)
            | Verb::Regenerate(what)
            | Verb::LeaveTo(what, _)
            | Verb::MakeRenowned(what)
            | Verb::RemoveFromCombat(what)
            | Verb::Transform(what)
            | Verb::Flip(what)
            | Verb::BecomeBlocked(what)
            | Verb::RemoveDamage(what)
            | Verb::TurnDown(what)
            | Verb::DieTo(what, _)
            | Verb::ReturnAtUntap(what)
            | Verb::UseMana(what) => vec![(All(what), PERMANENT)],
            Verb::TurnUp(what) => vec![(All(what), PERMANENT | EXILED)],
            Verb::Move(what, _)
            | Verb::ReturnWhenGone(what, _)
            | Verb::ExileUntilGone(what)
            | Verb::Link(what)
            | Verb::Hide(what, _)
            | Verb::MoveBelow(what, _)
            | Verb::LookAt(what)
            | Verb::ReturnAtMonarch(what)
            | Verb::Reveal(what)
            | Verb::Performs(what, _) => vec![(All(what), OBJECT)],
            Verb::Put { what, fights, .. } => {
                let mut all = vec![(All(what), OBJECT)];
                all.extend(fights.iter().flat_map(Fighting::operands));
                all
            }
            Verb::Sacrifice(who, ..)
            | Verb::Draw(who, _)
            | Verb::Discard(who, _)
            | Verb::DiscardAtRandom(who, _)
            | Verb::GainLife(who, _)
            | Verb::LoseLife(who, _)
            | Verb::SetLife(who, _)
            | Verb::Mill(who, _)
            | Verb::Look { whose: who, .. }
            | Verb::LoseTheGame(who)
            | Verb::LoseMana(who)
            | Verb::ExtraTurn(who, _)
            | Verb::Skip(who, _)
            | Verb::GainNone(who)
            | Verb::Ignore(who, ..)
            | Verb::ControlPlayers(who, _)
            | Verb::Offer(who, ..)
            | Verb::ChoosePlayer(_, who) => vec![(All(who), PLAYER)],
            Verb::ControlAsResolves(who, spell) => vec![(All(who), PLAYER), (One(spell), ON_STACK)],
            Verb::Counter(what)
            | Verb::CounterTo(what, _)
            | Verb::Retarget(_, what)
            | Verb::ChangeTargets { what, .. } => {
                vec![(All(what), ON_STACK)]
            }
            Verb::CopySpell { what, .. } => vec![(All(what), ON_STACK)],
            Verb::PutCounters(_, _, on) => vec![(All(on), PERMANENT | EXILED | PLAYER)],
            Verb::RemoveAllCounters(from) | Verb::RemoveCounters(_, _, from) => {
                vec![(All(from), PERMANENT | EXILED)]
            }
            Verb::RemoveOne(_, from) => vec![(One(from), PERMANENT | EXILED)],
            Verb::MoveCounters { from, to, .. } => vec![(One(from), PERMANENT), (One(to), PERMANENT)],
            Verb::Shield(shield) => {
                let to = shield.to.iter().map(|to| (All(to), TARGET));
                let source = shield.source.iter().map(|source| (One(source), OBJECT));
                let instead = shield.instead.iter().map(|instead| (One(instead), TARGET));
                to.chain(source).chain(instead).collect()
            }
            Verb::EnterMoving { among, .. } | Verb::Choose { among, .. } => vec![(All(among), OBJECT)],
            Verb::EnterCopy(of, _) | Verb::CreateCopy { of, .. } | Verb::EnterChosen(of) => {
                vec![(One(of), OBJECT)]
            }
            Verb::BecomeCopy { what, of, .. } => vec![(All(what), PERMANENT), (One(of), OBJECT)],
            Verb::CreateAttached(_, _, to) => vec![(One(to), TARGET)],
            Verb::Attach(what, to) => vec![(One(what), PERMANENT), (One(to), TARGET)],
            Verb::PlayFree(card, _)
            | Verb::CastFor(card, _)
            | Verb::NotCast(card)
            | Verb::Play { card, .. }
            | Verb::AddCostOf(_, card) => vec![(One(card), OBJECT)],
            Verb::CreateFighting { fights, .. } => fights.operands().collect(),
            Verb::Redirect(_, what) => vec![(One(what), PERMANENT)],
            Verb::Pair(one, other) | Verb::MakeBlock(one, other) => {
                vec![(One(one), PERMANENT), (One(other), PERMANENT)]
            }
            Verb::Haunt(card, creature) | Verb::Encode(card, creature) => {
                vec![(One(card), OBJECT), (One(creature), PERMANENT)]
            }
            Verb::Phase { out, back } => {
                let out = out.iter().map(|out| (All(out), PERMANENT));
                out.chain(back.iter().map(|back| (All(back), PHASED_OUT))).collect()
            }
            Verb::RestartTheGame(kept) | Verb::Meld(kept) => vec![(All(kept), EXILED)],
            Verb::DamageBy { by, to, .. } => vec![(All(by), OBJECT), (All(to), TARGET)],
            Verb::DamageDivided { from, among, .. } => vec![(One(from), OBJECT), (All(among), TARGET)],
            Verb::CopyCard(what) => vec![(All(what), PERMANENT | ELSEWHERE | EXILED)],
            Verb::Action(action) => action.operands(),
            // The first says what its changes are of; the others are done to whatever there is, or to one who is
            // named by anything of that player.
            Verb::Modify(..)
            | Verb::Note(_)
            | Verb::ChooseAtRandom(..)
            | Verb::Create(..)
            | Verb::CreateWith { .. }
            | Verb::AddMana(..)
            | Verb::AddManaFor { .. }
            | Verb::TakeMana(..)
            | Verb::Trigger(_)
            | Verb::ChooseSource(..)
            | Verb::EnterTapped
            | Verb::EnterWith(..)
            | Verb::ChooseWord(..)
            | Verb::Search { .. }
            | Verb::Shuffle(_)
            | Verb::Scry(..)
            | Verb::DiscardChosen(..)
            | Verb::NameCardOf(..)
            | Verb::NameCardBut(..)
            | Verb::EnterElsewhere(_)
            | Verb::WinTheGame(_)
            | Verb::ExileUntil(..)
            | Verb::EnterAs(_)
            | Verb::FlipCoin(_)
            | Verb::TossCoin(_)
            | Verb::Anchor(_)
            | Verb::Emblem(..)
            | Verb::DrawTheGame
            | Verb::Additional { .. }
            | Verb::RevealThis
            | Verb::EnterKeeping(_)
            | Verb::EndTheTurn
            | Verb::Designate(..)
            | Verb::PlaySubgame
            | Verb::ReachLevel(_)
            | Verb::ChooseNumber(_)
            | Verb::EndOffered
            | Verb::Replaces { .. } => Vec::new(),
        }
    }
}

impl Fighting {
    fn operands(&self) -> impl Iterator<Item = (Operand<'_>, u32)> {
        let whom = self.whom.iter().map(|whom| (One(whom), TARGET));
        whom.chain(self.blocks.iter().map(|blocks| (One(blocks), PERMANENT)))
    }
}

impl Action {
    fn operands(&self) -> Vec<(Operand<'_>, u32)> {
        match self {
            Action::Fight(one, other) => vec![(One(one), PERMANENT), (One(other), PERMANENT)],
            Action::Double(what, doubled) => {
                let takes = match doubled {
                    Doubled::Life | Doubled::Mana => PLAYER,
                    Doubled::Power | Doubled::Toughness | Doubled::Size | Doubled::Counters(_) => PERMANENT,
                };
                vec![(All(what), takes)]
            }
            Action::Exchange(exchange) => match exchange {
                Exchange::Control(one, other) => vec![(One(one), PERMANENT), (One(other), PERMANENT)],
                Exchange::Cards(one, other) => vec![(All(one), OBJECT), (All(other), OBJECT)],
                Exchange::LifeAndSize(_, creature, _) => vec![(One(creature), PERMANENT)],
                Exchange::Life(..) | Exchange::Zones(..) => Vec::new(),
            },
            Action::Scry(who, _) | Action::Surveil(who, _) | Action::Search(who, ..) => {
                vec![(All(who), PLAYER)]
            }
            Action::Detain(what) | Action::Goad(what) => vec![(All(what), PERMANENT)],
            Action::Explore(what) => vec![(One(what), OBJECT)],
            Action::Manifest(_, what) => vec![(All(what), OBJECT)],
            Action::Planeswalk(who) | Action::RollPlanarDie(who) | Action::SetInMotion(who, _) => {
                vec![(One(who), PLAYER)]
            }
            Action::Abandon(what) => vec![(All(what), ELSEWHERE)],
            Action::Fateseal(..)
            | Action::Clash(_)
            | Action::Proliferate(_)
            | Action::Populate(_)
            | Action::Monstrosity(_)
            | Action::Bolster(_)
            | Action::Support(_)
            | Action::Adapt(_)
            | Action::Vote(..) => Vec::new(),
        }
    }
}
