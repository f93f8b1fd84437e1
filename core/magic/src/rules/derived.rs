//! What is computed from the state: characteristics, and which abilities are at work. Never hashed, always
//! recomputable.

use std::sync::OnceLock;

use duelog_kernel::recurrence::Position;
use duelog_kernel::{Digest, Item, ObjectId, Seat, budget};

use crate::cite;
use crate::language::definition::{Ability, Held, Triggered, Until, When, ZoneKind};
use crate::rules::continuous::Layers;
use crate::rules::eval::{Computed, ManaSource, Sight};
use crate::rules::restrictions::for_players;
use crate::state::card_pool::{Card, CardPool};
use crate::state::event::Event;
use crate::state::reads::aspect;
use crate::state::{AbilityPlace, AbilityRef, Alter, Board, Lasting, LastingKind, Step, Zone};

/// A part of what an event writes when it may change what is on the board: such an event makes everything
/// computed stale.
const EVERYTHING: u32 = 1 << 31;

/// What is computed from the state.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    fresh: bool,
    /// What the effects on the board read that events write.
    reads: u32,
    follows: bool,
    /// A turn that begins changes what effects reach: a plane may be face up, which another player then controls (901.6),
    /// or players who left are no longer between others in a range of influence (801.2c).
    turning: bool,
    /// Of who is tapped and who fights, what the cards of the match could speak of.
    mentions: u32,
    /// Until when effects of resolutions last.
    lasting: Vec<Until>,
    /// The characteristics by object id: of permanents, and of what effects could change elsewhere.
    pub computed: Computed,
    /// Permanents with triggered abilities, by place.
    pub triggers: Vec<(ObjectId, AbilityPlace)>,
    /// Permanents with abilities that trigger on a state (603.8), by place.
    pub states: Vec<(ObjectId, AbilityPlace)>,
    /// Permanents with replacement abilities, by place.
    pub replacements: Vec<(ObjectId, AbilityPlace)>,
    /// The abilities that change the rules for players, each with the object that has it.
    pub rulings: Vec<(ObjectId, AbilityRef)>,
    /// Whether state-based actions have been checked since anything changed.
    pub checked: bool,
    /// Whether no token was found where none can stay since anything has moved.
    pub settled: bool,
    /// What each player was found to be able to do with priority, by seat, until an event writes what that
    /// reads.
    pub able: Vec<PriorityMemo>,
    /// The mana abilities that each player can activate, until anything but who has priority changes.
    pub sources: Vec<OnceLock<Vec<ManaSource>>>,
    /// An empty list that has room for options.
    pub spare: Vec<Item>,
    /// The position on the table and its digest, where loops are looked for, until anything happens.
    pub position: Option<(Position, Digest)>,
    /// Whether what static abilities make copies is up to date (706.2c).
    pub copied: bool,
}

/// What a player was found to be able to do with priority: where a sorcery could not be cast, and where it
/// could.
pub type PriorityMemo = [Option<PriorityOptions>; 2];

/// What a player can do with priority at such a moment.
#[derive(Debug, Clone)]
pub struct PriorityOptions {
    /// The moment.
    pub moment: PriorityMoment,
    /// What can be done, passing included.
    pub options: Vec<Item>,
    /// The permanents that are the player's, or whose abilities anybody may activate.
    pub own: Vec<ObjectId>,
    /// Whether the player has mana.
    pub mana: bool,
}

/// What of the time matters to what a player can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriorityMoment {
    /// Whether a sorcery could be cast, or a land played.
    pub sorcery: bool,
    /// The step, where an ability of the match asks for it.
    pub step: Option<Step>,
}

/// Whether an event writes nothing that what a player can do reads but the moment.
fn only_time_passes(event: &Event) -> bool {
    matches!(
        event,
        Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StepBegan(_)
            | Event::StageReached(_)
            | Event::PriorityGiven(..)
            | Event::PriorityTaken
            | Event::ChainReached(_)
            | Event::Acted
            | Event::Visited(_)
            | Event::LoopClosed(..)
    ) || event.is_told()
}

impl Derived {
    /// Brings the characteristics up to date.
    pub fn refresh(&mut self, board: &Board, card_pool: &CardPool) {
        if self.fresh {
            return;
        }
        budget::look(board.objects.ids());
        self.fresh = true;
        self.mentions = card_pool.mentions();
        cite!("801.2c");
        self.turning = !board.turned_up.is_empty() || !board.terms.range.is_empty();
        self.lasting.clear();
        self.lasting.extend(board.effects.iter().map(|lasting| lasting.until));
        self.computed = Layers { board, card_pool }.compute();
        self.triggers.clear();
        self.states.clear();
        self.replacements.clear();
        self.rulings.clear();
        self.reads = read(&self.computed, board, card_pool);
        let elsewhere = |id: &ObjectId| board.get(*id).is_some_and(|object| object.zone != Zone::Battlefield);
        self.follows =
            card_pool.layers_elsewhere() || board.effects.iter().flat_map(Lasting::changed).any(elsewhere);
        // Permanents in their order, then what was computed elsewhere; there only static abilities count.
        let others = (0..self.computed.len() as u32)
            .map(ObjectId)
            .filter(|id| self.follows && self.computed[id.index()].is_some() && elsewhere(id));
        let others: Vec<ObjectId> = others.collect();
        for &id in board.zone(Zone::Battlefield).iter().chain(&others) {
            let Some(Some(characteristics)) = self.computed.get(id.index()) else { continue };
            let Some(zone) = board.get(id).map(|object| object.zone) else { continue };
            for (place, reference) in characteristics.abilities() {
                let Some(compiled) = card_pool.card(reference.card).compiled(reference.place) else {
                    continue;
                };
                let works = match &compiled.ability {
                    Ability::Static(ability) => ability.works_in(zone),
                    Ability::Replacement(_) if zone == Zone::Command => {
                        card_pool.card(reference.card).definition.is_of_command()
                    }
                    Ability::Triggered(Triggered {
                        when: When::State(_), zone: ZoneKind::Command, ..
                    }) => zone == Zone::Command,
                    Ability::Activated(_) | Ability::Triggered(_) | Ability::Replacement(_) => {
                        zone == Zone::Battlefield
                    }
                    Ability::Alternative(_) => false,
                };
                if !works {
                    continue;
                }
                self.reads |= compiled.reads;
                match &compiled.ability {
                    Ability::Triggered(Triggered { when: When::State(_), .. }) => {
                        self.states.push((id, place))
                    }
                    Ability::Triggered(_) => self.triggers.push((id, place)),
                    Ability::Replacement(_) => self.replacements.push((id, place)),
                    Ability::Static(ability) if ability.changes.iter().any(for_players) => {
                        self.rulings.push((id, reference))
                    }
                    Ability::Activated(_) | Ability::Static(_) | Ability::Alternative(_) => {}
                }
            }
        }
    }

    /// Tells which event is applied: what it writes that something computed reads makes it stale.
    pub fn invalidate(&mut self, event: &Event) {
        self.position = None;
        let written = self.written(event);
        self.checked &= written.is_none();
        self.copied &= written.is_none();
        self.settled &= written.is_none_or(|written| written & (aspect::CARDS | EVERYTHING) == 0);
        self.fresh &= written.is_none_or(|written| written & (self.reads | EVERYTHING) == 0);
        self.forget_able(event);
        let same_sources = matches!(
            event,
            Event::PriorityGiven(..) | Event::PriorityTaken | Event::Acted | Event::Visited(_)
        );
        if !same_sources {
            self.sources.iter_mut().for_each(|sources| drop(sources.take()));
        }
    }

    /// Forgets what players were found to be able to do where an event may change it.
    fn forget_able(&mut self, event: &Event) {
        let only_for = |able: &mut Vec<PriorityMemo>, seat: Seat| {
            able.iter_mut()
                .skip(usize::from(seat.0))
                .take(1)
                .for_each(|kept| *kept = PriorityMemo::default());
        };
        match event {
            event if only_time_passes(event) => {}
            Event::PoolsEmptied => {
                for able in self.able.iter_mut().flatten() {
                    able.take_if(|able| able.mana);
                }
            }
            Event::ManaAdded(seat, ..)
            | Event::ManaSpent(seat, ..)
            | Event::MarkedAdded(seat, ..)
            | Event::MarkedSpent(seat, ..) => only_for(&mut self.able, *seat),
            Event::ManaTaken(from, to) => {
                [*from, *to].into_iter().for_each(|seat| only_for(&mut self.able, seat))
            }
            Event::Untapped(_) if self.lasts_tapped() => {
                self.able.iter_mut().for_each(|kept| *kept = PriorityMemo::default())
            }
            Event::Tapped(id) | Event::Untapped(id) if self.fresh && self.mentions & aspect::TAPPED == 0 => {
                for able in self.able.iter_mut().flatten() {
                    able.take_if(|able| able.own.contains(id));
                }
            }
            Event::AttackersDeclared(_)
            | Event::BlockersDeclared(_)
            | Event::BlockersOrdered(..)
            | Event::AttackersOrdered(..)
            | Event::Assigned(_)
            | Event::AssignmentsTaken(_)
            | Event::CombatEnded
                if self.fresh && self.mentions & aspect::COMBAT == 0 => {}
            _ => self.able.iter_mut().for_each(|kept| *kept = PriorityMemo::default()),
        }
    }

    /// Whether an effect of a resolution may last until then.
    fn lasts(&self, until: Until) -> bool {
        !self.fresh || self.lasting.contains(&until)
    }

    /// Whether an effect of a resolution may last as long as its source is tapped.
    fn lasts_tapped(&self) -> bool {
        !self.fresh
            || self.lasting.iter().any(|until| matches!(until, Until::While(Held { tapped: true, .. })))
    }

    /// What an event writes of what is computed, as aspects; nothing where it writes nothing that state-based
    /// actions look at either.
    #[expect(clippy::too_many_lines, reason = "a flat table of events")]
    fn written(&self, event: &Event) -> Option<u32> {
        Some(match event {
            event if event.is_told() => return None,
            Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StageReached(_)
            | Event::PriorityGiven(..)
            | Event::PriorityTaken
            | Event::ChainReached(_)
            | Event::ManaAdded(..)
            | Event::ManaSpent(..)
            | Event::MarkedAdded(..)
            | Event::MarkedSpent(..)
            | Event::TypeGiven(_)
            | Event::ManaTaken(..)
            | Event::PoolsEmptied
            | Event::PoolEmptied(_)
            | Event::StateChecked
            | Event::Acted
            | Event::Visited(_)
            | Event::LoopClosed(..)
            | Event::ActionBegun
            | Event::ActionDone
            | Event::EnteringSet(_)
            | Event::TurnedAway(..)
            | Event::Joined(_)
            | Event::Shown(..)
            | Event::TopShown(..)
            | Event::HandShown(..)
            | Event::TopKnown(_)
            | Event::ShownNoMore
            | Event::ShownFor(..)
            | Event::Forgotten(_) => return None,
            Event::Moved { to, from, .. } if *to == Zone::Battlefield || *from == Zone::Battlefield => {
                u32::MAX
            }
            // An effect may end with what leaves the stack.
            Event::Moved { from: Zone::Stack, .. } | Event::Ceased(..) if self.lasts(Until::Resolved) => {
                u32::MAX
            }
            // Where effects reach other zones, whatever comes or goes there may bring or take one.
            Event::Moved { .. }
            | Event::Ceased(..)
            | Event::AbilityMade { .. }
            | Event::StackCopied { .. }
                if self.follows =>
            {
                u32::MAX
            }
            Event::Moved { .. }
            | Event::AbilityMade { .. }
            | Event::StackCopied { .. }
            | Event::Ceased(..)
            | Event::StackSet(..)
            | Event::Reordered(..)
            | Event::Linked(..)
            | Event::Shuffled(..) => aspect::CARDS,
            // An effect may end as its source untaps.
            Event::Untapped(_) if self.lasts_tapped() => u32::MAX,
            // Nothing is waited for but a state, and no state-based action looks at what is tapped.
            Event::Tapped(_) | Event::Untapped(_)
                if self.fresh && self.states.is_empty() && self.mentions & aspect::TAPPED == 0 =>
            {
                return None;
            }
            Event::Tapped(_) | Event::Untapped(_) => aspect::TAPPED,
            Event::Regenerated(_) => aspect::TAPPED | aspect::DAMAGE | aspect::COMBAT,
            Event::Damaged { .. } | Event::DamagePrevented { .. } => aspect::DAMAGE,
            Event::LifeGained(..) | Event::LifeLost(..) => aspect::LIFE,
            Event::TurnBegan(_) if self.turning || !self.fresh => u32::MAX,
            // Something lasts until then.
            Event::TurnBegan(_) if self.lasts(Until::YourNextTurn) => u32::MAX,
            Event::CleanedUp if !self.lasts(Until::EndOfTurn) => aspect::DAMAGE | aspect::TURN,
            Event::TurnBegan(_)
            | Event::TurnCounted(_)
            | Event::DrawsCounted
            | Event::StartingPlayer(_)
            | Event::Noted(..)
            | Event::CombatForgotten(_)
            | Event::Recalled(_) => aspect::TURN,
            Event::AttackersDeclared(_)
            | Event::BlockersDeclared(_)
            | Event::CameAttacking(..)
            | Event::CameBlocking { .. }
            | Event::BlockersOrdered(..)
            | Event::AttackersOrdered(..)
            | Event::Assigned(_)
            | Event::AssignmentsTaken(_)
            | Event::RemovedFromCombat(_)
            | Event::PlayersAttacked(_)
            | Event::BecameBlocked(_)
            | Event::MadeToBlock { .. }
            | Event::Redirected(..)
            | Event::Defended(_)
            | Event::AttackedNoMore(_) => aspect::COMBAT,
            // Nothing lasts until then.
            Event::CombatEnded if !self.lasts(Until::EndOfCombat) => aspect::COMBAT,
            // Nothing is waited for but a state, and no state-based action looks at the step.
            Event::StepBegan(_) if self.fresh && self.states.is_empty() => return None,
            // How often commanders have been cast.
            Event::SpellCast(..) => aspect::TURN,
            Event::StepBegan(_)
            | Event::StayLeft(..)
            | Event::LandPlayed
            | Event::MateLandPlayed(_)
            | Event::OrderStands(_)
            | Event::TurnBehindNext(_)
            | Event::Triggered(_)
            | Event::WaitingDone(_)
            | Event::ExtraTurn(_)
            | Event::PartsAdded(_)
            | Event::TurnPlanned(..)
            | Event::SicknessEnded(_) => 0,
            // What is left changes what there is on the board, or happens once a game.
            _ => u32::MAX,
        })
    }
}

/// What the effects on the board read that events write, as aspects.
fn read(computed: &Computed, board: &Board, card_pool: &CardPool) -> u32 {
    // An ability that was lost may have begun to apply before (613.5), also one that an effect gave.
    let written = |card: &Card| {
        card.printed
            .iter()
            .chain(&card.given)
            .fold(card.defining_reads, |reads, compiled| reads | compiled.reads)
    };
    let given = board.effects.iter().flat_map(|lasting| match &lasting.kind {
        LastingKind::Alter { alters, .. } => alters.as_slice(),
        _ => &[],
    });
    // What an effect is about may depend on anything.
    if board.effects.iter().any(|lasting| matches!(lasting.kind, LastingKind::Reach { .. })) {
        return u32::MAX;
    }
    let given = given
        .filter_map(|alter| if let Alter::GainAbility(ability) = alter { Some(ability.card) } else { None });
    // The full text of another card hides what says that it has it.
    let rewrites = card_pool.rewrites();
    let hidden = board.zone(Zone::Battlefield).iter().filter(|_| rewrites);
    let hidden = hidden.filter_map(|id| board.get(*id)).map(|object| card_pool.card_of(board, object));
    let cards = computed.iter().flatten().map(|characteristics| characteristics.card);
    let cards = cards.chain(given).chain(hidden);
    cards.fold(0, |reads, card| reads | written(card_pool.card(card)))
}

/// The board with its characteristics brought up to date.
pub fn look<'a>(board: &'a Board, card_pool: &'a CardPool, derived: &'a mut Derived) -> Sight<'a> {
    derived.refresh(board, card_pool);
    derived.sources.resize_with(board.players.len(), OnceLock::new);
    Sight {
        board,
        card_pool,
        computed: &derived.computed,
        replacements: &derived.replacements,
        rulings: &derived.rulings,
        sources: &derived.sources,
        unseeing: false,
    }
}
