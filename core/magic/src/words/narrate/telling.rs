//! Events in words, told from the board just after each, to a viewer who may know only so much.

use duelog_kernel::prose::{counters_are, forgotten, listed};
use duelog_kernel::{ObjectId, Seat, Viewer};

use super::terms::of_one;
use super::{ability_in_words, changed_in_words, changes_in_words, shield_in_words, stack_in_words};
use crate::language::definition::{Deed, Designation};
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::secrecy::may_identify;
use crate::state::{
    AbilityPlace, AbilityRef, Alter, Attack, Board, CardId, Chosen, CodeRef, Ending, EndingKind, Entering,
    Frame, Lasting, LastingKind, MoveReason, OnStack, Pile, Place, Proposal, StackKind, Value, Waiting, Zone,
};
use crate::words::explain::alter_named;
use crate::words::label::{label, name, value_in_words};
use crate::words::plain::{counter, counters, list, symbol, until};
use crate::words::view::{loss_in_words, mana_in_words};

/// How many cards that a player looks at are named one by one; a whole library is only counted.
const LISTED_MAX: usize = 10;

/// An event in words for a viewer, and whether it is only bookkeeping; none where the viewer may not know of
/// it.
pub fn tell(board: &Board, card_pool: &CardPool, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
    let teller = Teller { board, card_pool, viewer };
    let (text, internal) = match event {
        Event::Pushed(frame) => (format!("{} begins", frame.in_words()), true),
        // That the player has left says it of hands and libraries.
        Event::LeftGame { from, .. } if from.is_hidden() => {
            let whose = from.seat().map_or(String::new(), |seat| format!(" of {seat}"));
            (format!("a card in the {}{whose} leaves the game", from.name()), true)
        }
        Event::Popped => ("what went on is over".to_string(), true),
        Event::Replaced(frame) => (format!("{} goes on", frame.in_words()), true),
        Event::StageReached(_) => ("the step goes on".to_string(), true),
        Event::PriorityGiven(seat, _) => (format!("{seat} gets priority"), true),
        Event::PriorityTaken => ("no player has priority".to_string(), true),
        Event::ChainReached(chain) => (format!("the chain of triggered abilities is {chain} long"), true),
        Event::Ceased(id, _) => (format!("{} ceases to exist", teller.label(*id)), true),
        Event::Forgotten(ids) => (forgotten(ids.len()), true),
        Event::StackSet(id, stack) => teller.stack_set(*id, stack),
        Event::LandPlayed => ("one land more has been played this turn".to_string(), true),
        Event::MateLandPlayed(seat) => (format!("{seat} has played one land more this turn"), true),
        Event::OrderStands(Some(seat)) => {
            (format!("behind this turn the order continues with who follows {seat}"), true)
        }
        Event::TurnCounted(seat) => (format!("a turn more of {seat} has begun"), true),
        Event::OrderStands(None) => {
            ("the order of turns continues behind the active player".to_string(), true)
        }
        Event::LoyaltyUsed(id) => {
            (format!("a loyalty ability of {} has been used this turn", teller.label(*id)), true)
        }
        Event::StateChecked => ("state-based actions are checked".to_string(), true),
        Event::WaitingDone(_) => ("a triggered ability waits no longer".to_string(), true),
        Event::DelayedDone(_) => ("a delayed triggered ability is used up".to_string(), true),
        Event::AssignmentsTaken(_) => ("the assigned combat damage is dealt".to_string(), true),
        Event::SicknessEnded(ids) => {
            (format!("under control since the turn began: {}", teller.labels(ids)), true)
        }
        Event::Acted => ("one action more has been chosen in this step or phase".to_string(), true),
        Event::Visited(_) => ("the position is remembered".to_string(), true),
        Event::LoopClosed(_, barred) => (
            "the position has been the same before: a player must choose otherwise".to_string(),
            barred.is_none(),
        ),
        Event::ActionBegun => ("the board is kept in case the action turns out illegal".to_string(), true),
        Event::ActionDone => ("the action is legal".to_string(), true),
        Event::Defended(seat) => (format!("{seat} has declared blockers"), true),
        Event::PaidUnseen => ("the cost asks for a card that nobody has seen".to_string(), false),
        Event::ControlChanged(id, seat) => {
            (format!("{} is now controlled by {seat}", teller.label(*id)), false)
        }
        visible => (teller.visible(visible)?, false),
    };
    Some((text, internal))
}

#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub(super) board: &'a Board,
    pub(super) card_pool: &'a CardPool,
    pub(super) viewer: Viewer,
}

impl Teller<'_> {
    /// An object as a sentence calls it: `the ability of Ant Queen #7`.
    pub(super) fn label(&self, id: ObjectId) -> String {
        let label = label(self.board, self.card_pool, self.viewer, id);
        if label.starts_with("ability of ") { format!("the {label}") } else { label }
    }

    /// Changes that are settled; what they speak of is named.
    fn alters(&self, alters: &[Alter], many: bool) -> String {
        let words = |alter: &Alter| alter_named(self.card_pool, alter, &|id| self.label(id));
        let own = |text: String| if many { text } else { of_one(&text) };
        alters.iter().map(|alter| own(words(alter))).collect::<Vec<_>>().join(", ")
    }

    fn labels(&self, ids: &[ObjectId]) -> String {
        if ids.is_empty() {
            return "no card".to_string();
        }
        ids.iter().map(|id| self.label(*id)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn value(&self, value: Value) -> String {
        value_in_words(self.board, self.card_pool, self.viewer, value)
    }

    /// Returns what a player would see happen.
    #[expect(clippy::too_many_lines, reason = "a flat table of events")]
    fn visible(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::StartingPlayer(seat) => format!("{seat} takes the first turn"),
            Event::MulliganTaken(seat) => format!("{seat} takes a mulligan"),
            Event::HandKept(seat) => {
                format!("{seat} keeps a hand of {}", self.board.zone(Zone::Hand(*seat)).len())
            }
            Event::TurnBegan(_) => {
                let whose = self.board.active_players().into_iter().map(|seat| seat.to_string());
                format!("turn {}: {}", self.board.turn.number, listed(whose, "and"))
            }
            Event::StepBegan(step) => {
                format!("the {} {} begins", step.name(), if step.is_main() { "phase" } else { "step" })
            }
            Event::ExtraTurn(seat) => format!("{seat} will take an extra turn"),
            Event::TurnBehindNext(seat) => format!("{seat} will take an extra turn after their next one"),
            Event::Moved { object, from, to, place, new, entering, why, .. } => {
                // A card exiled face down is nobody's to see, and so is where it goes from there (406.3).
                let gone = self.board.get(*object).filter(|_| self.card_pool.plays_from_face_down());
                let seen_before = *from != Zone::Exile || gone.is_none_or(|gone| gone.down.is_none());
                self.moved((*from, seen_before), *to, *place, *new, entering, *why)
            }
            Event::TokenMade { controller, new, entering, .. } => {
                format!("{controller} creates {}{}", self.label(*new), self.entering(entering))
            }
            Event::EmblemMade { seat, new, .. } => format!("{seat} gets {}", self.label(*new)),
            Event::AbilityMade { card, controller, stack, .. } => {
                self.ability_made(*card, *controller, stack.kind)
            }
            Event::StackCopied { of, controller, new } | Event::CardCopied { of, controller, new } => {
                format!("{controller} copies {} as {}", self.label(*of), self.label(*new))
            }
            Event::PileShuffled(Pile::Planes, seat, _) => format!("{seat} shuffles the planar deck"),
            Event::PileShuffled(Pile::Schemes, seat, _) => format!("{seat} shuffles the scheme deck"),
            Event::TurnedFromPile { seat, new, .. } => format!("{seat} turns {} face up", self.label(*new)),
            Event::TurnedToPile(_, id, _) => {
                format!("{} is turned face down and put on the bottom of its deck", self.label(*id))
            }
            Event::AbilityInherited(id, seat) => format!("{} is {seat}'s from now on", self.label(*id)),
            Event::Reordered(seat, _) => format!("cards in the library of {seat} are put in order"),
            Event::Shuffled(seat, _) => format!("{seat} shuffles the library"),
            Event::Chosen { among, .. } => format!("one of {among} is chosen at random"),
            Event::Shown(ids, seats) => self.shown(ids, *seats),
            Event::ShownFor(ids, _) => self.shown(ids, u8::MAX),
            Event::TopShown(_, Some((id, seats))) => self.shown(&[*id], *seats),
            Event::HandShown(seat, ids) if ids.is_empty() => format!("{seat}'s hand is hidden again"),
            Event::HandShown(_, ids) => self.shown(ids, u8::MAX),
            Event::CopiesSet(id, objects) => match objects.as_slice() {
                [] => format!("{} makes no copies", self.effect(*id)),
                some => format!("{} makes copies of {}", self.effect(*id), self.labels(some)),
            },
            Event::CameOff(id, from) => format!("{} comes off {}", self.label(*id), self.label(*from)),
            Event::CoinFlipped(seat, heads, won) => {
                let side = if *heads { "heads" } else { "tails" };
                let how =
                    won.map_or("", |won| if won { " and wins the flip" } else { " and loses the flip" });
                format!("{seat} flips a coin: {side}{how}")
            }
            Event::DrawRevealed(id, by) => format!("{} is revealed by {}", self.label(*id), self.label(*by)),
            Event::TurnSkipped(seat) => format!("{seat} skips a turn"),
            Event::PartsAdded(added) => {
                let parts: Vec<&str> = added.steps.iter().map(|step| step.name()).collect();
                format!("added to the turn: {}", parts.join(", "))
            }
            Event::TurnPlanned(..) => "it is settled what follows".to_string(),
            Event::Damaged { source, to, amount, combat, .. } => {
                let kind = if *combat { "combat damage" } else { "damage" };
                format!("{} deals {amount} {kind} to {}", self.label(*source), self.value(*to))
            }
            Event::DamagePrevented { source, to, amount } => {
                format!("{amount} damage from {} to {} is prevented", self.label(*source), self.value(*to))
            }
            Event::LifeGained(seat, amount) => {
                format!("{seat} gains {amount} life ({})", self.board.player(*seat).life)
            }
            Event::LifeLost(seat, amount) => {
                format!("{seat} loses {amount} life ({})", self.board.player(*seat).life)
            }
            Event::Tapped(id) => format!("{} becomes tapped", self.label(*id)),
            Event::Flipped(id) => format!("{} flips", self.label(*id)),
            Event::TurnedUp(id, _) => format!("{} is turned face up", self.label(*id)),
            Event::TurnedDown(id, _) => format!("a permanent is turned face down: {}", self.label(*id)),
            Event::Transformed(id, _) => format!("{} transforms", self.label(*id)),
            Event::PhasedOut(id, ..) => format!("{} phases out", self.label(*id)),
            Event::PhasedIn(id, _) => format!("{} phases in", self.label(*id)),
            Event::Untapped(id) => format!("{} untaps", self.label(*id)),
            Event::CountersPut(id, kind, count, _) => {
                format!("{} put on {}", counters_are(count, counter(*kind)), self.label(*id))
            }
            Event::CountersRemoved(id, kind, count) => {
                format!("{} removed from {}", counters_are(count, counter(*kind)), self.label(*id))
            }
            Event::Regenerated(id) => format!("{} is regenerated", self.label(*id)),
            Event::Attached(id, Some(to)) => {
                format!("{} is attached to {}", self.label(*id), self.value(*to))
            }
            Event::Attached(id, None) => format!("{} becomes unattached", self.label(*id)),
            Event::ManaAdded(seat, place, amount) => {
                format!("{seat} gets {}", symbol(*place).repeat(usize::from(*amount)))
            }
            Event::ManaSpent(seat, place, amount) => {
                format!("{seat} spends {}", symbol(*place).repeat(usize::from(*amount)))
            }
            Event::MarkedAdded(seat, mana) => format!("{seat} gets {}", mana_in_words(mana)),
            Event::MarkedSpent(seat, mana) => format!("{seat} spends {}", mana_in_words(mana)),
            Event::ManaTaken(from, to) => format!("{from} loses all unspent mana, and {to} gets it"),
            Event::LevelReached(id, level) => format!("{} becomes level {level}", self.label(*id)),
            Event::BecameRenowned(id) => format!("{} becomes renowned", self.label(*id)),
            Event::PoolsEmptied => "unspent mana is lost".to_string(),
            Event::DrewFromEmpty(seat) => format!("{seat} cannot draw: the library is empty"),
            Event::Designated(seat, Designation::Monarch) => format!("{seat} becomes the monarch"),
            Event::Designated(seat, Designation::Blessing) => format!("{seat} gets the city's blessing"),
            Event::Bound(id, Some(to)) if self.board.zone(Zone::Exile).contains(id) => {
                let encoded = self.board.get(*id).is_some_and(|card| self.card_pool.is_encoded(card.card));
                let how = if encoded { "is encoded on" } else { "haunts" };
                format!("{} {how} {}", self.label(*id), self.label(*to))
            }
            Event::Bound(id, Some(to)) => format!("{} is paired with {}", self.label(*id), self.label(*to)),
            Event::Bound(id, None) => format!("{} is paired no more", self.label(*id)),
            Event::DamageRemoved(id) => format!("all damage is removed from {}", self.label(*id)),
            Event::PlayerControlled(seat, by) => {
                format!("{by} will control {seat} in that player's next turn")
            }
            Event::SpellCast(seat, id) => format!("{seat} has cast {}", self.label(*id)),
            Event::BecameTarget(id, by) => {
                format!("{} becomes the target of {}", self.label(*id), self.label(*by))
            }
            Event::Applied(applied) => self.applied(applied),
            Event::Impossible(event) => format!("{}, which cannot happen", self.proposed(event)),
            Event::EffectBegan(lasting) => self.lasting(lasting),
            Event::ShieldLeft(id, left) => format!("{} prevents {left} damage more", self.effect(*id)),
            Event::EffectEnded(_) => "an effect ends".to_string(),
            Event::DelayedSet(delayed) => {
                format!("{} sets up an ability that triggers later", self.label(delayed.context.source))
            }
            Event::Triggered(waiting) => self.triggered(waiting),
            Event::AttackersDeclared(attacks) if attacks.is_empty() => {
                format!("{} attacks with nothing", self.board.turn.active)
            }
            Event::AttackersDeclared(attacks) => {
                attacks.iter().map(|attack| self.attack(attack)).collect::<Vec<_>>().join("; ")
            }
            Event::BlockersDeclared(blocks) if blocks.is_empty() => "nothing blocks".to_string(),
            Event::BlockersDeclared(blocks) => {
                let block = |(blocker, attackers): &(ObjectId, Vec<ObjectId>)| {
                    format!("{} blocks {}", self.label(*blocker), self.labels(attackers))
                };
                blocks.iter().map(block).collect::<Vec<_>>().join("; ")
            }
            Event::CameAttacking(id, whom) => format!("{} attacks {}", self.label(*id), self.value(*whom)),
            Event::CameBlocking { blocker, attacker, .. } => {
                format!("{} blocks {}", self.label(*blocker), self.label(*attacker))
            }
            Event::BlockersOrdered(attacker, order) => {
                format!("{} will deal damage to {} in this order", self.label(*attacker), self.labels(order))
            }
            Event::AttackersOrdered(blocker, order) => {
                format!("{} will deal damage to {} in this order", self.label(*blocker), self.labels(order))
            }
            Event::Assigned(assigned) => {
                let words = |one: &crate::state::Assignment| {
                    format!(
                        "{} assigns {} damage to {}",
                        self.label(one.source),
                        one.amount,
                        self.value(one.to)
                    )
                };
                assigned.iter().map(words).collect::<Vec<_>>().join("; ")
            }
            Event::RemovedFromCombat(id) => format!("{} is removed from combat", self.label(*id)),
            Event::AttackedNoMore(id) => format!("{} is attacked no more", self.label(*id)),
            Event::ChoiceTold(seat, chosen) if chosen.is_empty() => format!("{seat} chooses nothing"),
            Event::ChoiceTold(seat, chosen) => format!("{seat} chooses {}", self.labels(chosen)),
            Event::CombatEnded => "combat ends".to_string(),
            Event::CleanedUp => "damage wears off and effects end".to_string(),
            Event::ActionReversed => "what was begun is illegal and taken back".to_string(),
            // An object that is nowhere any more has no name here.
            Event::LeftGame { object, from, .. } if self.board.get(*object).is_none() => {
                let whose = from.seat().map_or(String::new(), |seat| format!(" of {seat}"));
                format!("a card in the {}{whose} leaves the game", from.name())
            }
            Event::LeftGame { object, .. } => format!("{} leaves the game", self.label(*object)),
            Event::PlayerLeft(seat) => format!("{seat} has left the game"),
            Event::AgendaNamed(id, name) => match self.viewer {
                viewer if self.board.may_look(viewer, *id) => {
                    format!("the name {name} is chosen in secret for {}", self.label(*id))
                }
                _ => "a card name is chosen in secret for a conspiracy".to_string(),
            },
            Event::AgendaRevealed(id) => format!("{} is turned face up", self.label(*id)),
            Event::Deputed(seat, by) => format!("{by} decides in place of {seat}, who has left the game"),
            Event::PlayerLost(seat, loss) => format!("{seat} loses the game: {}", loss_in_words(*loss)),
            Event::GameEnded(ending) => ended(self.board, ending),
            Event::SubgameBegan => "a subgame begins".to_string(),
            Event::SubgameEnded => "the subgame is over, and the game goes on".to_string(),
            Event::GameRestarted(by, _) => format!("the game is restarted, and {by} takes the first turn"),
            Event::EnteringSet(entering) => self.will_enter(entering),
            Event::PoolEmptied(seat) => format!("{seat} loses all unspent mana"),
            Event::TurnedAway(zone, _) => format!("it goes to {zone:?} instead").to_lowercase(),
            Event::PlayerTargeted(seat, by) => format!("{seat} is the target of {}", self.label(*by)),
            Event::Performed(deed, seat, object, _) => self.performed(*deed, *seat, *object)?,
            Event::BecameMonstrous(id) => format!("{} becomes monstrous", self.label(*id)),
            Event::CountersGained(seat, count, kind) => {
                let now = self.board.player(*seat).counters(*kind);
                format!("{seat} gets {} ({now})", counters(&count.to_string(), *kind))
            }
            Event::CountersLost(seat, count, kind) => {
                let now = self.board.player(*seat).counters(*kind);
                format!("{seat} loses {} ({now})", counters(&count.to_string(), *kind))
            }
            Event::BecameBlocked(ids) => {
                let all: Vec<String> = ids.iter().map(|id| self.label(*id)).collect();
                format!("{}: blocked", all.join(", "))
            }
            Event::MadeToBlock { blocker, attacker, .. } => {
                format!("{} blocks {}", self.label(*blocker), self.label(*attacker))
            }
            Event::Redirected(id, whom) => {
                format!("{} attacks {} now", self.label(*id), self.value(*whom))
            }
            Event::Crewed(creature, vehicle) => {
                format!("{} crews {}", self.label(*creature), self.label(*vehicle))
            }
            Event::ControlLost(..)
            | Event::PlayersAttacked(_)
            | Event::UpkeepsBegun(_)
            | Event::TappedForMana(..)
            | Event::TypeGiven(_)
            | Event::StayLeft(..)
            | Event::Joined(_)
            | Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StageReached(_)
            | Event::PriorityGiven(..)
            | Event::PriorityTaken
            | Event::ChainReached(_)
            | Event::Noted(..)
            | Event::Used { .. }
            | Event::EffectUsed(_)
            | Event::Resolved(..)
            | Event::Recalled(_)
            | Event::CombatForgotten(_)
            | Event::Ceased(..)
            | Event::Forgotten(_)
            | Event::StackSet(..)
            | Event::LandPlayed
            | Event::MateLandPlayed(_)
            | Event::OrderStands(_)
            | Event::TurnCounted(_)
            | Event::DrawsCounted
            | Event::LoyaltyUsed(_)
            | Event::StateChecked
            | Event::WaitingDone(_)
            | Event::DelayedDone(_)
            | Event::AssignmentsTaken(_)
            | Event::SicknessEnded(_)
            | Event::Acted
            | Event::Visited(_)
            | Event::LoopClosed(..)
            | Event::ActionBegun
            | Event::ActionDone
            | Event::PaidUnseen
            | Event::Linked(..)
            | Event::TopShown(_, None)
            | Event::TopKnown(_)
            | Event::Renewed(..)
            | Event::ShownNoMore
            | Event::SpellsCounted(_)
            | Event::Defended(_)
            | Event::ControlChanged(..) => return None,
        })
    }

    /// A keyword action that is told by nothing else.
    fn performed(&self, deed: Deed, seat: Seat, object: Option<ObjectId>) -> Option<String> {
        let of = object.map_or(seat.to_string(), |id| self.label(id));
        match deed {
            Deed::Planeswalk => Some(format!("{seat} planeswalks to {of}")),
            Deed::PlaneswalkAway => Some(format!("{seat} planeswalks away from {of}")),
            Deed::RollPlaneswalker => Some(format!("{seat} rolls the planeswalker symbol")),
            Deed::RollChaos => Some(format!("{seat} rolls the chaos symbol")),
            Deed::RollBlank => Some(format!("{seat} rolls a blank side of the planar die")),
            Deed::SetInMotion => Some(format!("{seat} sets {of} in motion")),
            Deed::Abandon => Some(format!("{seat} abandons {of}")),
            Deed::WinClash => Some(format!("{of} wins the clash")),
            Deed::Scry => Some(format!("{of} scries")),
            Deed::Surveil => Some(format!("{of} surveils")),
            Deed::Fight => Some(format!("{of} fights")),
            Deed::Explore => Some(format!("{of} explores")),
            Deed::Exert => Some(format!("{of} is exerted")),
            Deed::Exploit => Some(format!("{of} exploits a creature")),
            Deed::Evolve => Some(format!("{of} evolves")),
            _ => None,
        }
    }

    fn moved(
        &self,
        (from, seen_before): (Zone, bool),
        to: Zone,
        place: Place,
        new: ObjectId,
        entering: &Entering,
        why: MoveReason,
    ) -> String {
        let seen = |zone: Zone| !zone.is_hidden() || zone.seat().is_some_and(|seat| self.sees(zone, seat));
        // Who saw it where it was knows what goes away; what is exiled face down is nobody's to see.
        let unseen = to == Zone::Exile && entering.down.is_some();
        let card = if (seen_before && seen(from) || seen(to)) && !unseen {
            format!("{} {new}", name(self.board, self.card_pool, new))
        } else {
            self.label(new)
        };
        let owner = self.board.get(new).map_or(Seat(0), |object| object.owner);
        let controller = self.board.get(new).map_or(owner, |object| object.controller);
        let destination = destination(to, place);
        match why {
            MoveReason::Drawn => format!("{owner} draws {card}"),
            MoveReason::Discarded | MoveReason::DiscardedUnseen | MoveReason::Cycled => {
                format!(
                    "{owner} discards {card}{}",
                    elsewhere(to, place).replacen(" and goes", ", which goes", 1)
                )
            }
            MoveReason::Sacrificed => format!("{card} is sacrificed{}", elsewhere(to, place)),
            MoveReason::Destroyed => format!("{card} is destroyed{}", elsewhere(to, place)),
            MoveReason::Countered => format!("{card} is countered{}", elsewhere(to, place)),
            MoveReason::Resolved => {
                format!("{card} resolves and goes {destination}{}", self.entering(entering))
            }
            MoveReason::Cast => format!("{controller} casts {card}"),
            MoveReason::Played => format!("{controller} plays {card}{}", self.entering(entering)),
            MoveReason::ZeroToughness if matches!(to, Zone::Graveyard(_)) => {
                format!("{card} dies: its toughness is 0 or less")
            }
            MoveReason::ZeroToughness => {
                format!("{card} has a toughness of 0 or less and goes {destination}")
            }
            MoveReason::LethalDamage => {
                format!("{card} is destroyed by lethal damage{}", elsewhere(to, place))
            }
            MoveReason::DeathtouchDamage => {
                format!("{card} is destroyed by damage from a source with deathtouch{}", elsewhere(to, place))
            }
            MoveReason::NoLoyalty => format!("{card} has no loyalty left and goes {destination}"),
            MoveReason::Legend => format!("{card} is not kept under the legend rule and goes {destination}"),
            MoveReason::Role => format!("{card} is not the newest Role and goes {destination}"),
            MoveReason::World => format!("{card} is not the newest world and goes {destination}"),
            MoveReason::Unattached => format!("{card} is attached to nothing legal and goes {destination}"),
            MoveReason::Unentered => format!("{card} cannot enter the battlefield and goes {destination}"),
            MoveReason::Fizzled => format!("{card} has no legal target left and goes {destination}"),
            MoveReason::NotCast => format!("{card} is not cast and goes {destination}"),
            MoveReason::Effect => {
                format!("{card} goes from {} {destination}{}", origin(from), self.entering(entering))
            }
        }
    }

    /// Returns whether the viewer sees what goes into or out of a hidden zone: hands by their owner, libraries by
    /// nobody but a judge.
    fn sees(&self, zone: Zone, seat: Seat) -> bool {
        match zone {
            Zone::Hand(_) => self.board.sees(self.viewer, seat),
            _ => self.viewer == Viewer::Judge,
        }
    }

    pub(super) fn entering(&self, entering: &Entering) -> String {
        let mut words = String::new();
        if entering.down.is_some() {
            words.push_str(", face down");
        }
        if entering.tapped {
            words.push_str(", tapped");
        }
        for (kind, count) in &entering.counters {
            words.push_str(&format!(", with {}", counters(&count.to_string(), *kind)));
        }
        if let Some(copied) = &entering.copy {
            words.push_str(&format!(", as a copy of {}", self.card_pool.name(copied.card)));
        }
        if let Some(host) = entering.attached {
            words.push_str(&format!(", attached to {}", self.value(host)));
        }
        words
    }

    /// How what enters the battlefield will do so, as far as that is settled.
    fn will_enter(&self, entering: &Entering) -> String {
        let batch = self.board.frames.iter().rev().find_map(|frame| match frame {
            Frame::EventBatch(events) => events.batch.get(usize::from(events.at)),
            _ => None,
        });
        let what = match batch.map(|proposed| &proposed.event) {
            Some(Proposal::Move { object, .. }) => self.label(*object),
            Some(Proposal::Token { .. }) => "a token".to_string(),
            _ => "a permanent".to_string(),
        };
        let mut how = self.entering(entering);
        for (_, chosen) in &entering.chosen {
            how.push_str(&format!(", with {} as the choice", self.choice(chosen)));
        }
        if how.is_empty() && entering.altered.is_some() {
            how.push_str(", changed by what it says itself");
        }
        format!("{what} will enter the battlefield{how}")
    }

    /// The choice for an object that its abilities speak of.
    fn choice(&self, chosen: &Chosen) -> String {
        match chosen {
            Chosen::Name(name) | Chosen::Anchor(name) => format!("\"{name}\""),
            Chosen::Color(color) => color.name().to_string(),
            Chosen::Subtype(subtype) => subtype.name().to_string(),
            Chosen::Number(number) => number.to_string(),
            Chosen::Player(seat) => seat.to_string(),
            Chosen::Object(id) => self.label(*id),
        }
    }

    fn ability_made(&self, card: CardId, controller: Seat, kind: StackKind) -> String {
        let (verb, source) = match kind {
            StackKind::Spell => {
                return format!("{controller} puts {} on the stack", self.card_pool.name(card));
            }
            StackKind::Activated(source, place) if self.turns(card, place) => ("shows the cost of", source),
            StackKind::Activated(source, _) => ("activates", source),
            StackKind::Triggered(source, _) | StackKind::Delayed(source, ..) => ("puts", source),
        };
        let source = if self.board.get(source).is_some() {
            self.label(source)
        } else {
            self.card_pool.name(card).to_string()
        };
        let text = stack_in_words(self.card_pool, card, kind);
        match kind {
            StackKind::Triggered(..) | StackKind::Delayed(..) => {
                format!("{controller} {verb} the triggered ability of {source} on the stack: {text}")
            }
            StackKind::Spell | StackKind::Activated(..) => format!("{controller} {verb} {source}: {text}"),
        }
    }

    /// Returns whether an ability is that an object may be turned face up.
    fn turns(&self, card: CardId, place: AbilityPlace) -> bool {
        place == AbilityPlace::Unmanifest || self.card_pool.is_morph(AbilityRef { card, place })
    }

    fn stack_set(&self, id: ObjectId, stack: &OnStack) -> (String, bool) {
        let mut targets: Vec<String> =
            stack.targets.iter().flatten().map(|target| self.value(*target)).collect();
        for (target, share) in targets.iter_mut().zip(&stack.shares) {
            target.push_str(&format!(" ({share})"));
        }
        let x = if stack.x > 0 { format!(", X is {}", stack.x) } else { String::new() };
        let label = self.label(id);
        match (targets.as_slice(), stack.x) {
            ([], 0) => (format!("{label} is on the stack"), true),
            ([], x) => (format!("X is {x} for {label}"), false),
            (targets, _) => (format!("{label} targets {}{x}", targets.join(", ")), false),
        }
    }

    fn shown(&self, ids: &[ObjectId], seats: u8) -> String {
        if self.board.all_seats(seats) {
            let are = if ids.len() > 1 { "are" } else { "is" };
            return format!("{} {are} revealed to all", self.labels(ids));
        }
        let looking: Vec<String> = self
            .board
            .seats()
            .into_iter()
            .filter(|seat| seats & 1 << seat.0 != 0)
            .map(|seat| seat.to_string())
            .collect();
        let known =
            ids.len() <= LISTED_MAX && ids.iter().all(|id| may_identify(self.board, self.viewer, *id));
        let what = match ids.len() {
            _ if known => self.labels(ids),
            1 => "a card".to_string(),
            count => format!("{count} cards"),
        };
        let look = if looking.len() > 1 { "look" } else { "looks" };
        format!("{} {look} at {what}", looking.join(" and "))
    }

    fn effect(&self, id: u32) -> String {
        let lasting = self.board.effects.iter().find(|lasting| lasting.id == id);
        lasting
            .map_or(format!("effect {id}"), |lasting| format!("the effect of {}", self.label(lasting.source)))
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of what lasts")]
    fn lasting(&self, lasting: &Lasting) -> String {
        let how_long = until(lasting.until);
        match &lasting.kind {
            LastingKind::Alter { objects, alters } => {
                format!("{}: {}{how_long}", self.labels(objects), self.alters(alters, objects.len() > 1))
            }
            LastingKind::Shield(shield) => {
                let what = shield_in_words(self.card_pool, shield);
                let to = shield.to.map_or(String::new(), |to| format!(" to {}", self.value(to)));
                let from = shield.from.map_or(String::new(), |from| format!(" from {}", self.label(from)));
                let instead = shield.instead.map_or(String::new(), |instead| {
                    format!(" and deal it to {} instead", self.value(instead))
                });
                format!("a shield will {what}{from}{to}{instead}{how_long}")
            }
            LastingKind::Copy { objects, copied } => {
                let verb = if objects.len() == 1 { "becomes a copy" } else { "become copies" };
                format!("{} {verb} of {}{how_long}", self.labels(objects), self.card_pool.name(copied.card))
            }
            LastingKind::Copies { objects, copied, .. } => {
                format!("{}: copy of {}", self.labels(objects), self.card_pool.name(copied.card))
            }
            LastingKind::Skip(seat, span) => {
                format!("{seat} will skip the next {}", crate::words::plain::span(*span))
            }
            LastingKind::Stay { objects, .. } => {
                format!("{} will stay tapped in the next untap step", self.labels(objects))
            }
            LastingKind::Misses { code, at, seat, .. } => self.misses(*code, *at, *seat),
            LastingKind::Return(objects) | LastingKind::Handed(objects) => {
                format!("{} will return when {} leaves", self.labels(objects), self.label(lasting.source))
            }
            LastingKind::Ignored { seats, .. } => {
                let who = list(seats.iter().map(ToString::to_string));
                format!("{who} ignores it{how_long}")
            }
            LastingKind::Control { seats, waits } => {
                let who = list(seats.iter().map(ToString::to_string));
                let by = lasting.controller;
                match lasting.on.filter(|_| *waits) {
                    Some(spell) => format!("{by} will control {who} while {} resolves", self.label(spell)),
                    None => format!("{by} controls {who}{how_long}"),
                }
            }
            LastingKind::Offered { seats, ability } => {
                let who = list(seats.iter().map(ToString::to_string));
                let what = ability_in_words(self.card_pool, ability.card, ability.place);
                format!("{who} may, at any time: {what}")
            }
            LastingKind::Crowned(objects) => {
                format!("{} will return once an opponent becomes the monarch", self.labels(objects))
            }
            LastingKind::Untaps(objects) => {
                format!("{} will return to hand in the next untap step", self.labels(objects))
            }
            LastingKind::NoLife(seats) => {
                let who = list(seats.iter().map(ToString::to_string));
                format!("{who} will gain no life{how_long}")
            }
            LastingKind::Replaces { ability, .. } => {
                format!("{}{how_long}", ability_in_words(self.card_pool, ability.card, ability.place))
            }
            LastingKind::Die(objects, to) => {
                let to = duelog_kernel::phrase::lower(to);
                format!("where {} would die: {to} instead{how_long}", self.labels(objects))
            }
            LastingKind::Leave(objects, to) => {
                let to = duelog_kernel::phrase::lower(to);
                format!("where {} would leave the battlefield: {to} instead", self.labels(objects))
            }
            LastingKind::Players { seats, code, at, .. } => {
                let seats: Vec<String> = seats.iter().map(duelog_kernel::Seat::to_string).collect();
                format!("{}: {}{how_long}", seats.join(", "), changes_in_words(self.card_pool, *code, *at))
            }
            LastingKind::Reach { code, at, alters, .. } => {
                let what = changed_in_words(self.card_pool, *code, *at);
                format!("{what}, now and later: {}{how_long}", self.alters(alters, true))
            }
            LastingKind::NextSpell { code, at, alters, .. } => {
                let what = changed_in_words(self.card_pool, *code, *at);
                format!("the next of {what}: {}{how_long}", self.alters(alters, true))
            }
            LastingKind::Regenerate(id) => format!(
                "{} will regenerate the next time that it would be destroyed{how_long}",
                self.label(*id)
            ),
        }
    }

    fn misses(&self, code: CodeRef, at: u16, seat: Seat) -> String {
        let what = changed_in_words(self.card_pool, code, at);
        format!("{what}: will not untap in the next untap step of {seat}")
    }

    fn triggered(&self, waiting: &Waiting) -> String {
        let source = match waiting.kind {
            StackKind::Spell => None,
            StackKind::Activated(source, _)
            | StackKind::Triggered(source, _)
            | StackKind::Delayed(source, ..) => Some(source),
        };
        let source = source
            .filter(|id| self.board.get(*id).is_some())
            .map_or(self.card_pool.name(waiting.card).to_string(), |id| self.label(id));
        format!(
            "an ability of {source} triggers: {}",
            stack_in_words(self.card_pool, waiting.card, waiting.kind)
        )
    }

    fn attack(&self, attack: &Attack) -> String {
        format!(
            "{} attacks {}",
            self.label(attack.attacker),
            attack.defender.map_or("nothing".to_string(), |defender| self.value(defender))
        )
    }
}

pub(super) fn destination(to: Zone, place: Place) -> String {
    match (to, place) {
        (Zone::Battlefield, _) => "onto the battlefield".to_string(),
        (Zone::Stack, _) => "on the stack".to_string(),
        (Zone::Exile, _) => "into exile".to_string(),
        (Zone::Command, _) => "into the command zone".to_string(),
        (Zone::Library(seat), Place::Top) => format!("to the top of the library of {seat}"),
        (Zone::Library(seat), Place::Under(above)) => {
            format!("into the library of {seat}, {above} cards below the top")
        }
        (Zone::Library(seat), Place::Bottom) => format!("to the bottom of the library of {seat}"),
        (Zone::Hand(seat), _) => format!("into the hand of {seat}"),
        (Zone::Graveyard(seat), _) => format!("into the graveyard of {seat}"),
        (Zone::Outside(_), _) => "out of the game".to_string(),
        (Zone::Gone | Zone::PhasedOut, _) => "nowhere".to_string(),
    }
}

fn origin(from: Zone) -> String {
    match from.seat() {
        Some(seat) => format!("the {} of {seat}", from.name()),
        None if from == Zone::Exile => "exile".to_string(),
        None if from == Zone::Command => "the command zone".to_string(),
        None => format!("the {}", from.name()),
    }
}

/// Where something goes that usually goes to the graveyard; nothing when it does go there.
fn elsewhere(to: Zone, place: Place) -> String {
    if matches!(to, Zone::Graveyard(_)) {
        String::new()
    } else {
        format!(" and goes {}", destination(to, place))
    }
}

fn ended(board: &Board, ending: &Ending) -> String {
    let why = match ending.why {
        EndingKind::Bound(bound) => return format!("the game is a draw ({bound})"),
        EndingKind::LastStanding(_) => "nobody else is left",
        EndingKind::Effect => "an effect says so",
        EndingKind::AllLost => "all players lost at the same time",
        EndingKind::Loop => "a loop of mandatory actions",
    };
    match ending.winner {
        // A team wins together (104.2c).
        Some(seat) => {
            let team = board.seats().into_iter().filter(|other| board.team(*other) == board.team(seat));
            let team: Vec<String> = team.map(|seat| seat.to_string()).collect();
            let win = if team.len() == 1 { "wins" } else { "win" };
            format!("{} {win} the game ({why})", listed(team, "and"))
        }
        None => format!("the game is a draw ({why})"),
    }
}
