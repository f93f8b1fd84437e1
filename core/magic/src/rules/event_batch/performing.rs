//! Events that nothing replaces any more, done one by one at the same moment.

use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::{Counter, Destination};
use crate::language::types::CardType;
use crate::rules::effects::{placed, shuffled};
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::{deathtouch, infect, lifelink, wither};
use crate::rules::mana_pool::Given;
use crate::rules::replacement::destination_zone;
use crate::state::event::Event;
use crate::state::{
    Board, CardId, CodeRef, Context, Entering, Frame, Last, LastingKind, MoveReason, Place, Proposal, Sift,
    Step, Value, Zone,
};
use crate::{cite, rule};

impl MoveReason {
    /// The rule by which an object moves for this reason.
    pub fn rule(self) -> RuleId {
        match self {
            MoveReason::Drawn => rule!("120.1"),
            MoveReason::Discarded | MoveReason::Cycled => rule!("701.8a"),
            MoveReason::DiscardedUnseen => rule!("701.8c"),
            MoveReason::Sacrificed => rule!("701.16a"),
            MoveReason::Destroyed => rule!("701.7a"),
            MoveReason::Countered => rule!("701.5a"),
            MoveReason::Resolved => rule!("608.3"),
            MoveReason::Cast => rule!("601.2a"),
            MoveReason::Played => rule!("305.1"),
            MoveReason::ZeroToughness => rule!("704.5f"),
            MoveReason::LethalDamage => rule!("704.5g"),
            MoveReason::DeathtouchDamage => rule!("704.5h"),
            MoveReason::NoLoyalty => rule!("704.5i"),
            MoveReason::Legend => rule!("704.5j"),
            MoveReason::World => rule!("704.5k"),
            MoveReason::Role => rule!("303.7a"),
            MoveReason::Unattached => rule!("704.5m"),
            MoveReason::Fizzled => rule!("608.2b"),
            MoveReason::Unentered => rule!("608.3b"),
            MoveReason::NotCast => rule!("702.34a"),
            MoveReason::Effect => rule!("400.7"),
        }
    }
}

/// What a batch of events comes to while it happens.
#[derive(Default)]
pub struct BatchOutcome {
    pub(super) events: Vec<Event>,
    pub(super) follows: Vec<Proposal>,
    pub(super) draws: Vec<(Seat, u32)>,
    pub(super) sifts: Vec<(Sift, Seat, u32)>,
    pub(super) amount: u32,
    pub(super) last: Vec<Value>,
    /// The sources whose damage lets somebody gain life, each with the place among what follows (118.9).
    gains: Vec<(ObjectId, usize)>,
    /// Scripts that run right afterwards.
    pub(crate) scripts: Vec<(CodeRef, Context)>,
}

impl BatchOutcome {
    pub(crate) fn emit(&mut self, play: &mut Game<'_>, event: Event, rule: RuleId) {
        play.emit(event.clone(), rule);
        self.events.push(event);
    }

    /// Lets a player gain life because of a source's damage. All that the source deals at the same time is one gain, if it
    /// counts `together` (118.9).
    fn gain(&mut self, source: ObjectId, seat: Seat, amount: u32, together: bool) {
        let before = self.gains.iter().find(|(other, _)| together && *other == source);
        if let Some(Proposal::GainLife(_, gained)) = before.and_then(|(_, at)| self.follows.get_mut(*at)) {
            cite!("118.9");
            *gained = gained.saturating_add(amount);
            return;
        }
        self.gains.push((source, self.follows.len()));
        self.follows.push(Proposal::GainLife(seat, amount));
    }
}

impl Magic {
    /// 610.3: what was exiled until a permanent leaves the battlefield returns right after it has left, all
    /// at once (610.3c).
    pub(super) fn return_exiled(&self, play: &mut Game<'_>, outcome: &mut BatchOutcome) {
        let gone = |source: ObjectId| {
            outcome.events.iter().any(|event| matches!(event, Event::Moved { from: Zone::Battlefield, object, .. } if *object == source))
        };
        let returns: Vec<(u32, Destination, Vec<ObjectId>)> = play
            .state()
            .board
            .effects
            .iter()
            .filter(|lasting| gone(lasting.source))
            .filter_map(|lasting| {
                // Each goes back to the zone that it came from.
                let (to, objects) = match &lasting.kind {
                    LastingKind::Return(objects) => (Destination::BattlefieldOwner, objects),
                    LastingKind::Handed(objects) => (Destination::Hand, objects),
                    _ => return None,
                };
                Some((lasting.id, to, objects.clone()))
            })
            .collect();
        for (id, to, objects) in returns {
            play.emit(Event::EffectEnded(id), rule!("610.3"));
            for object in objects {
                let Some(owner) = play
                    .state()
                    .board
                    .get(object)
                    .filter(|object| object.zone == Zone::Exile)
                    .map(|object| object.owner)
                else {
                    continue;
                };
                cite!("610.3b", "610.3c");
                outcome.follows.push(placed(object, owner, to, owner, MoveReason::Effect));
            }
        }
    }

    /// Where a spell goes that was cast for a cost that says so, wherever it would have gone (702.33a).
    pub(super) fn kept_off(&self, board: &Board, object: ObjectId, to: Zone) -> Option<(Zone, Place)> {
        let spell = board.get(object).filter(|object| object.zone == Zone::Stack)?;
        let permitted = spell.stack.as_ref().and_then(|stack| self.card_pool.permitted(&stack.cast));
        let there = permitted.and_then(|permission| permission.then);
        if let Some(there) = there.filter(|_| matches!(to, Zone::Graveyard(_))) {
            cite!("400.7g");
            return Some(destination_zone(there, spell.owner));
        }
        let to = self.card_pool.kept_anyway(spell)?;
        cite!("702.33a");
        Some(destination_zone(to, spell.owner))
    }

    /// An object changes its zone; what it was attached to is told.
    fn move_one(
        &self,
        play: &mut Game<'_>,
        (object, to, place): (ObjectId, Zone, Place),
        entering: Entering,
        why: MoveReason,
        last: Option<Box<Last>>,
        outcome: &mut BatchOutcome,
    ) {
        let board = &play.state().board;
        let new = board.next_id();
        let Some(moving) = board.get(object).filter(|moving| moving.zone.exists()) else { return };
        let from = moving.zone;
        if moving.token && !matches!(from, Zone::Battlefield | Zone::Stack) {
            cite!("110.5g");
            return;
        }
        let host = moving.permanent.attached.filter(|_| from == Zone::Battlefield);
        let (to, place) = self.kept_off(board, object, to).unwrap_or((to, place));
        let hides =
            matches!(from, Zone::Battlefield | Zone::Stack) && to.is_hidden() && moving.down.is_some();
        let down = entering.down.filter(|down| self.card_pool.stays_down(*down, to));
        let entering = Entering { down, ..entering };
        let fights = entering.fights;
        // Both cards go where the permanent goes, whatever has replaced that.
        cite!("712.4d");
        let also = moving.melded.filter(|_| from == Zone::Battlefield).map(|_| ObjectId(new.0 + 1));
        let melds = entering.melds.filter(|_| to != Zone::Battlefield);
        let above = entering.above == Some(true);
        cite!("400.6", "400.8", "406.7");
        let moved = Event::Moved { object, from, to, place, new, entering, why, last, also };
        outcome.emit(play, moved, why.rule());
        if let Some(host) = host {
            outcome.emit(play, Event::CameOff(object, host), rule!("701.3d"));
        }
        if hides {
            // Where it would be hidden it is shown to all.
            outcome.emit(play, Event::Shown(vec![new], u8::MAX), rule!("707.9"));
        }
        if let Some(fights) = fights.filter(|_| to == Zone::Battlefield) {
            self.join_combat(play, new, fights, outcome);
        }
        // One object, but two cards.
        cite!("712.4e");
        outcome.amount = outcome.amount.saturating_add(1);
        if why == MoveReason::DiscardedUnseen {
            // One more was discarded, and nothing can be said of it.
            cite!("701.8c");
            return self.discarded_unseen(play);
        }
        outcome.last.push(Value::Object(new));
        if let Some(also) = also {
            let place = outcome.last.len() - usize::from(above);
            outcome.last.insert(place, Value::Object(also));
        }
        if let Some(other) = melds {
            // What was to be melded with it goes where it goes.
            self.move_one(play, (other, to, place), Entering::default(), why, None, outcome);
        }
    }

    /// 704.5n, 704.5p: what is attached to something comes off.
    fn unattach(&self, play: &mut Game<'_>, object: ObjectId, outcome: &mut BatchOutcome) {
        let creature = self.sight(play).is_creature(object);
        let host = play.state().board.get(object).and_then(|object| object.permanent.attached);
        outcome.emit(
            play,
            Event::Attached(object, None),
            if creature { rule!("704.5p") } else { rule!("704.5n") },
        );
        if let Some(host) = host {
            outcome.emit(play, Event::CameOff(object, host), rule!("701.3d"));
        }
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of events")]
    pub(super) fn perform_one(
        &self,
        play: &mut Game<'_>,
        event: Proposal,
        last: Option<Box<Last>>,
        outcome: &mut BatchOutcome,
    ) {
        match event {
            Proposal::Damage { source, to, amount, combat, .. } => {
                self.deal_damage(play, source, to, amount, combat, outcome)
            }
            // Turned into what they consist of before they get here.
            Proposal::Destroy { .. } | Proposal::Tokens { .. } => {}
            Proposal::Move { object, to, place, entering, why } => {
                self.move_one(play, (object, to, place), entering, why, last, outcome);
            }
            Proposal::Token { card, controller, entering } => {
                self.make_token(play, (card, controller, entering), outcome);
            }
            Proposal::Draw(seat) => self.draw(play, seat, outcome),
            Proposal::Draws(seat, number) => outcome.draws.push((seat, number)),
            Proposal::Sift(kind, seat, number) => outcome.sifts.push((kind, seat, number)),
            Proposal::GainLife(seat, amount) if amount > 0 => {
                outcome.amount = outcome.amount.saturating_add(amount);
                outcome.emit(play, Event::LifeGained(seat, amount), rule!("118.3"));
            }
            Proposal::LoseLife(seat, amount, _) if amount > 0 => {
                outcome.amount = outcome.amount.saturating_add(amount);
                outcome.emit(play, Event::LifeLost(seat, amount), rule!("118.3"));
            }
            // Of no life there is no event, and nothing triggers.
            Proposal::GainLife(..) | Proposal::LoseLife(..) => {
                cite!("118.9");
            }
            Proposal::PutCounters(object, kind, count, _, seat) => {
                if count > 0 {
                    outcome.amount = outcome.amount.saturating_add(count);
                    outcome.emit(play, Event::CountersPut(object, kind, count, seat), rule!("121.6"));
                }
            }
            Proposal::GainCounters(seat, kind, count) => {
                if count > 0 {
                    outcome.amount = outcome.amount.saturating_add(count);
                    outcome.emit(play, Event::CountersGained(seat, count, kind), rule!("121.1"));
                }
            }
            Proposal::Mana { seat, source, mana, tapped, whole } => {
                outcome.amount = outcome.amount.saturating_add(mana.amount.into());
                self.put_into_pool(play, &Given { seat, source, mana, tapped, whole });
                if whole {
                    let types = self.types_told(mana.symbol);
                    outcome.emit(play, Event::TappedForMana(source, seat, types), rule!("106.11"));
                }
            }
            Proposal::RemoveCounters(object, kind, count) => {
                let count =
                    play.state().board.get(object).map_or(0, |object| object.counters(kind)).min(count);
                if count > 0 {
                    outcome.amount = outcome.amount.saturating_add(count);
                    outcome.emit(play, Event::CountersRemoved(object, kind, count), rule!("121.1"));
                }
            }
            // 704.7: what has left at the same time is remembered as it was.
            Proposal::CancelCounters(object, _) | Proposal::Unattach(object)
                if !play.state().board.is_permanent(object) =>
            {
                cite!("704.7");
            }
            Proposal::CancelCounters(object, count) => {
                outcome.emit(play, Event::CountersRemoved(object, Counter::PlusOne, count), rule!("704.5q"));
                outcome.emit(play, Event::CountersRemoved(object, Counter::MinusOne, count), rule!("704.5q"));
            }
            Proposal::Unattach(object) => self.unattach(play, object, outcome),
            Proposal::Shuffle(seat) => {
                // Each of several effects shuffles.
                cite!("701.19f");
                let event = shuffled(play, seat);
                outcome.emit(play, event, rule!("701.19a"));
            }
            Proposal::Lose(seat, losses) => {
                if let Some(loss) = losses.first() {
                    outcome.emit(play, Event::PlayerLost(seat, *loss), loss.rule());
                }
            }
            Proposal::TurnUp(object, x) => {
                outcome.amount = outcome.amount.saturating_add(1);
                outcome.last.push(Value::Object(object));
                outcome.emit(play, Event::TurnedUp(object, x), rule!("707.8"));
            }
            Proposal::Step(step) => self.emit_step(play, step, outcome),
            Proposal::Turn(seat) => self.emit_turn(play, seat, outcome),
        }
    }

    fn make_token(
        &self,
        play: &mut Game<'_>,
        (card, controller, entering): (CardId, Seat, Entering),
        outcome: &mut BatchOutcome,
    ) {
        let new = play.state().board.next_id();
        let fights = entering.fights;
        outcome.emit(play, Event::TokenMade { card, controller, new, entering }, rule!("110.5a"));
        if let Some(fights) = fights {
            self.join_combat(play, new, fights, outcome);
        }
        outcome.amount = outcome.amount.saturating_add(1);
        outcome.last.push(Value::Object(new));
    }

    fn emit_step(&self, play: &mut Game<'_>, step: Step, outcome: &mut BatchOutcome) {
        if step == Step::Upkeep {
            self.count_upkeep(play);
        }
        if step == Step::Draw && self.card_pool.counts_draws() {
            outcome.emit(play, Event::DrawsCounted, rule!("504.1"));
        }
        let rule = if step == Step::Untap { rule!("501.1") } else { rule!("500.1") };
        outcome.emit(play, Event::StepBegan(step), rule);
    }

    fn emit_turn(&self, play: &mut Game<'_>, seat: Seat, outcome: &mut BatchOutcome) {
        if self.card_pool.counts_spells() {
            let most = play.state().board.players.iter().map(|player| player.spells).max();
            outcome.emit(play, Event::SpellsCounted(most.unwrap_or(0)), rule!("500.1"));
        }
        let turn = &play.state().board.turn;
        let extra = turn.number > 0 && turn.extra.last() == Some(&seat);
        let stands =
            Some(turn.in_order()).filter(|own| extra && *own != seat && self.card_pool.keeps_turn_order());
        let behind = turn.behind_next.iter().filter(|waiting| **waiting == seat).count();
        outcome.emit(play, Event::TurnBegan(seat), rule!("500.1"));
        for _ in 0..behind {
            outcome.emit(play, Event::ExtraTurn(seat), rule!("500.7"));
        }
        count_turn(self, play);
        if play.state().board.turn.stands != stands {
            outcome.emit(play, Event::OrderStands(stands), rule!("500.7"));
        }
        self.end_sickness(play);
        outcome.follows.push(Proposal::Step(Step::Untap));
    }

    /// 702.29a: what the active player controls has seen one upkeep more begin.
    fn count_upkeep(&self, play: &mut Game<'_>) {
        if !self.card_pool.asks_since() {
            return;
        }
        let sight = self.sight(play);
        let own = |id: &ObjectId| sight.is_actives(*id);
        let own: Vec<ObjectId> = sight.board.zone(Zone::Battlefield).iter().copied().filter(own).collect();
        if !own.is_empty() {
            play.emit(Event::UpkeepsBegun(own), rule!("702.29a"));
        }
    }

    /// 120.1: the top card of the library goes to its owner's hand.
    fn draw(&self, play: &mut Game<'_>, seat: Seat, outcome: &mut BatchOutcome) {
        let Some(object) = play.state().board.top(seat).next() else {
            return outcome.emit(play, Event::DrewFromEmpty(seat), rule!("120.4"));
        };
        let (new, from, to) = (play.state().board.next_id(), Zone::Library(seat), Zone::Hand(seat));
        // While a spell is being cast or an ability activated nobody sees what is drawn.
        let casts = play.state().board.frames.iter().any(|frame| matches!(frame, Frame::Casting(_)));
        let down = if casts {
            cite!("120.8");
            self.card_pool.unseen(0)
        } else {
            None
        };
        let moved = Event::Moved {
            object,
            from,
            to,
            place: Place::Top,
            new,
            entering: Entering { down, ..Entering::default() },
            why: MoveReason::Drawn,
            last: None,
            also: None,
        };
        outcome.emit(play, moved, rule!("120.1"));
        outcome.amount = outcome.amount.saturating_add(1);
        outcome.last.push(Value::Object(new));
        self.reveal_first_draw(play, seat, new, outcome);
    }

    /// 119.3: what damage does depends on what it is dealt to and on what its source can do.
    fn deal_damage(
        &self,
        play: &mut Game<'_>,
        source: ObjectId,
        to: Value,
        amount: u32,
        combat: bool,
        outcome: &mut BatchOutcome,
    ) {
        if amount == 0 {
            cite!("119.8");
            return;
        }
        let sight = self.sight(play);
        let deathtouch = deathtouch::has(&sight, source);
        // 119.3d: damage from a source with wither is -1/-1 counters on a creature, and is not marked.
        let creature = matches!(to, Value::Object(id) if sight.is_creature(id));
        let infects = infect::has(&sight, source);
        let by = sight.controller(source).unwrap_or(Seat(0));
        let withers = creature && (infects || wither::has(&sight, source));
        let gains = lifelink::gains(&sight, source);
        let loyal = matches!(to, Value::Object(id) if sight.has_type(id, CardType::Planeswalker));
        let takes = match to {
            Value::Object(id) => sight.takes_damage(id),
            Value::Seat(_) => true,
            Value::Number(_) => false,
        };
        if !takes {
            return;
        }
        cite!("119.3e", "119.4c");
        outcome.emit(
            play,
            Event::Damaged { source, to, amount, combat, deathtouch, marked: creature && !withers },
            match (withers, infects, combat) {
                (true, true, _) => rule!("702.89c"),
                (true, false, _) => rule!("702.79a"),
                (false, _, true) => rule!("510.2"),
                (false, _, false) => rule!("119.3"),
            },
        );
        outcome.amount = outcome.amount.saturating_add(amount);
        outcome.last.push(to);
        match to {
            Value::Seat(seat) if infects => {
                cite!("119.3b", "702.89b");
                outcome.follows.push(Proposal::GainCounters(seat, Counter::Poison, amount));
            }
            Value::Seat(seat) => {
                cite!("119.3a");
                outcome.follows.push(Proposal::LoseLife(seat, amount, true))
            }
            Value::Object(id) => {
                if withers {
                    cite!("119.3d");
                    // 614.16: combat damage is no effect of a spell or ability, so what results from it is
                    // none either.
                    outcome.follows.push(Proposal::PutCounters(id, Counter::MinusOne, amount, !combat, by));
                }
                let loyalty = play
                    .state()
                    .board
                    .get(id)
                    .map_or(0, |object| object.counters(Counter::Loyalty))
                    .min(amount);
                if loyal && loyalty > 0 {
                    cite!("306.8");
                    outcome.emit(
                        play,
                        Event::CountersRemoved(id, Counter::Loyalty, loyalty),
                        rule!("119.3c"),
                    );
                }
            }
            Value::Number(_) => {}
        }
        if let Some(seat) = gains {
            cite!("119.3f");
            outcome.gain(source, seat, amount, self.card_pool.gains_by_source());
        }
    }
}

/// The turn that has begun is one of each player who takes it.
pub fn count_turn(rules: &Magic, play: &mut Game<'_>) {
    if !rules.card_pool.counts_turns() {
        return;
    }
    let board = &play.state().board;
    let active: Vec<Seat> = board.apnap().into_iter().filter(|seat| board.is_active(*seat)).collect();
    active.into_iter().for_each(|seat| play.emit(Event::TurnCounted(seat), rule!("500.1")));
}
