//! Events that nothing replaces any more, done one by one at the same moment.

use std::sync::Arc;

use super::*;
use crate::language::definition::{Counter, Deed, Property, When};
use crate::language::types::CardType;
use crate::rules::combat::home_of;
use crate::rules::equipping::exposed;
use crate::rules::recording::clash_failed;
use crate::state::card_pool::CardPool;
use crate::state::{Alter, Applied, CardId, Properties, moved, power_gained};

impl FleshAndBlood {
    /// Makes events happen together, notices what they trigger, and adds what they came to; returns their
    /// outcomes, which are events too.
    pub(super) fn perform(
        &self,
        play: &mut Game<'_>,
        batch: Vec<Proposal>,
        outcome: &mut (u32, Vec<Value>),
    ) -> Vec<Proposal> {
        let since = play.state().board.history.len();
        let mut so_far = BatchOutcome::default();
        // What happens at the same moment is looked at as it was before (1.2.3).
        self.sight(play);
        for event in batch {
            so_far.made = outcome.1.last().and_then(|value| value.object());
            self.perform_one(play, event, &mut so_far);
        }
        self.proxies_cease(play);
        self.notice(play, since);
        for hero in std::mem::take(&mut so_far.unmarked) {
            // Part of the hit itself, which was noticed as one of a marked hero.
            play.emit(Event::Marked(hero, false), rule!("9.3.3"));
        }
        outcome.0 = outcome.0.saturating_add(so_far.amount);
        outcome.1.extend(so_far.last);
        so_far.outcomes
    }

    pub(super) fn perform_one(&self, play: &mut Game<'_>, event: Proposal, so_far: &mut BatchOutcome) {
        match event {
            Proposal::Damage { source, to, amount, kind, hit, .. } => {
                self.deal(play, source, to, amount, kind, hit, so_far)
            }
            Proposal::Move { object, to, bottom, public, why, by, counters } => {
                let move_ = Move { object, to, bottom, public, why, by, counters };
                self.move_one(play, move_, so_far);
            }
            // What consists of other events has come to them before (1.9.2, 1.9.3).
            Proposal::Draw(..) | Proposal::DrawOne(_) | Proposal::Create(..) => {}
            Proposal::Entered(id) => self.take_over(play, id, so_far),
            Proposal::CreateOne(seat, card) => self.create_one(play, seat, card, Zone::Permanent, so_far),
            Proposal::GainLife(living, amount) => {
                so_far.amount = so_far.amount.saturating_add(amount);
                play.emit(Event::LifeGained(living, amount), rule!("8.5.7a"));
            }
            Proposal::LoseLife(living, amount) => {
                // No damage, and so no hit.
                cite!("8.5.12", "8.5.12b", "8.5.3d");
                so_far.amount = so_far.amount.saturating_add(amount);
                play.emit(Event::LifeLost(living, amount), rule!("8.5.12a"));
            }
            Proposal::GainActions(seat, amount, from) => {
                so_far.amount = so_far.amount.saturating_add(amount);
                play.emit(Event::Actions(seat, amount.min(i32::MAX as u32) as i32), from.rule());
                play.emit(Event::Recorded(Occurrence::ActionsGained(seat, amount)), from.rule());
            }
            Proposal::PutCounters(object, kind, count) => {
                cite!("1.15.1");
                if play.state().board.get(object).is_some_and(|object| object.exists() && object.public) {
                    so_far.amount = so_far.amount.saturating_add(count);
                    self.put_counters(play, object, kind, count, rule!("8.5.14"));
                }
            }
            Proposal::Apply { effect, object, alters } => self.bind(play, effect, object, alters),
            Proposal::ApplyStatic(gain) => self.bind_static(play, gain),
            Proposal::CreateEquipped(seat, card) => self.create_equipped(play, seat, card, so_far),
            Proposal::CreateAt(seat, card, slot) => {
                cite!("3.0.1a");
                if exposed(&play.state().board, seat).contains(&slot) {
                    self.create_one(play, seat, card, home_of(slot, seat), so_far);
                }
            }
            Proposal::CreateWith(seat, card, kind, count) => {
                create_with(self, play, (seat, card), (kind, count), so_far)
            }
            Proposal::CreateCard { seat, card, to, bottom, public } => {
                self.create_card(play, seat, card, (to, bottom, public), so_far)
            }
            Proposal::Transform { objects, into, by } => self.transform_all(play, objects, into, by, so_far),
            Proposal::Roll { seat, dice, sides } => {
                let rule = if dice > 1 { rule!("8.5.18a") } else { rule!("8.5.18") };
                let results = self.throw(play, dice, sides, rule);
                so_far.outcomes.push(Proposal::Result { seat, sides, results });
            }
            Proposal::Clashed { seats, winner } => {
                cite!("8.5.45c");
                clash_failed(self, play, seats, winner);
                if let Some(winner) = winner {
                    so_far.amount += 1;
                    so_far.last.push(Value::Seat(winner));
                    play.emit(Event::Recorded(Occurrence::ClashWon(winner)), rule!("8.5.45a"));
                }
            }
            Proposal::Result { seat, results, .. } => {
                so_far.amount = results.iter().fold(so_far.amount, |sum, result| sum.saturating_add(*result));
                so_far.last.extend(results.iter().map(|result| Value::Number(*result)));
                play.emit(Event::Recorded(Occurrence::Rolled(seat, results)), rule!("8.5.18"));
            }
        }
    }

    /// A token is created in a zone of the arena, under the control of a player.
    fn create_one(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        card: CardId,
        zone: Zone,
        so_far: &mut BatchOutcome,
    ) {
        cite!("8.5.2b", "8.5.2c");
        let new = play.state().board.next_id();
        play.emit(Event::Made { new, card, seat, zone, kind: Kind::Token, layer: None }, rule!("8.5.2"));
        so_far.did(new);
        self.enter_as(play, new);
        self.enters(play, new, so_far);
    }

    /// A continuous effect applies to an object from now on, which may gain power or freeze by it.
    fn bind(&self, play: &mut Game<'_>, effect: u32, object: ObjectId, alters: Vec<Alter>) {
        // What its power is set to is a gain where it is more than it was; a base is none.
        cite!("2.0.3b");
        let set = alters
            .iter()
            .filter_map(|alter| if let Alter::Set(Property::Power, set) = alter { Some(*set) } else { None })
            .max();
        let risen = |set: i32| {
            self.sight(play).power(object).map_or(0, |power| set.saturating_sub(power).max(0) as u32)
        };
        let gained = power_gained(&alters).saturating_add(set.map_or(0, risen));
        let freezes = alters.contains(&Alter::Freeze);
        play.emit(Event::EffectBound(effect, object, LastingKind::Alters(alters)), rule!("6.2.4"));
        if gained > 0 {
            play.emit(Event::Recorded(Occurrence::PowerGained(object, gained)), rule!("6.2.5"));
        }
        let effects = &play.state().board.effects;
        let controller =
            effects.iter().find(|lasting| lasting.id == effect).map(|lasting| lasting.controller);
        if let Some(seat) = controller.filter(|_| freezes) {
            play.emit(Event::Recorded(Occurrence::Frozen(seat, object)), rule!("8.5.34a"));
        }
    }

    /// The power that a static ability gives applies to an object from now on.
    fn bind_static(&self, play: &mut Game<'_>, gain: Applied) {
        let mut applied = play.state().board.applied.clone();
        // 6.3.4b: in the order that was decided.
        applied.retain(|known| {
            (known.source, known.code, known.object) != (gain.source, gain.code, gain.object)
        });
        cite!("6.3.4c");
        applied.push(gain);
        play.emit(Event::StaticsApplied(applied), rule!("6.2.5"));
        play.emit(Event::Recorded(Occurrence::PowerGained(gain.object, gain.gained)), rule!("6.2.5"));
    }

    /// Puts counters on an object, which gains power by those that give it (2.0.3d).
    pub fn put_counters(
        &self,
        play: &mut Game<'_>,
        object: ObjectId,
        kind: Counter,
        count: u32,
        rule: RuleId,
    ) {
        play.emit(Event::CountersPut(object, kind, count), rule);
        let gains = kind == Counter::POWER_UP && count > 0 && self.sight(play).power(object).is_some();
        if gains {
            cite!("2.0.3b", "2.0.3d");
            play.emit(Event::Recorded(Occurrence::PowerGained(object, count)), rule!("1.15.2a"));
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one event")]
    fn deal(
        &self,
        play: &mut Game<'_>,
        source: ObjectId,
        to: ObjectId,
        amount: u32,
        kind: DamageKind,
        hit: bool,
        so_far: &mut BatchOutcome,
    ) {
        let sight = self.sight(play);
        cite!("8.5.3c");
        if !sight.is_living(to) {
            return;
        }
        cite!("9.3.2b");
        let marked = hit
            && sight.object(to).is_some_and(|object| object.marked)
            && sight.holder(source) != sight.controller(to);
        let rule = if hit { rule!("7.5.2a") } else { rule!("8.5.3") };
        play.emit(Event::Damaged { source, to, amount, kind, hit }, rule);
        if marked && !hits_notice_marks(self.card_pool.revision) {
            play.emit(Event::Marked(to, false), rule!("9.3.3"));
        } else if marked && !so_far.unmarked.contains(&to) {
            so_far.unmarked.push(to);
        }
        // What has been dealt, for what asks how much that was.
        cite!("8.4.8");
        so_far.amount = so_far.amount.saturating_add(amount);
        so_far.last.push(Value::Object(to));
    }

    /// An object moves; where it resets it becomes a new one.
    fn move_one(&self, play: &mut Game<'_>, mut move_: Move, so_far: &mut BatchOutcome) {
        let Some(old) = play.state().board.get(move_.object).filter(|object| object.exists()).cloned() else {
            return;
        };
        let last = self.sight_before(play).last_known(move_.object);
        let (id, from, to) = (move_.object, old.zone, move_.to);
        if matches!(old.kind, Kind::Layer | Kind::Proxy)
            || (old.kind == Kind::Token && !to.is_arena() && !to.is_under())
        {
            self.ceases(play, &old, &move_, last);
            so_far.did(id);
            return self.uncover(play, &old, (to, move_.public), so_far);
        }
        if old.kind == Kind::Macro && !to.is_arena() {
            // A macro goes nowhere else: it is removed from the game.
            return play.emit(Event::Ceased(id, last), rule!("1.5.3"));
        }
        if from == to && move_.why != MoveReason::EndOfTurn {
            // 3.0.7b: no move occurs; at most its visibility changes, and its place in a deck.
            if let Zone::Of(ZoneKind::Deck, seat) = to
                && decks_reorder(self.card_pool.revision)
            {
                let deck = play.state().board.zone(to).iter().copied();
                let mut order: Vec<ObjectId> = deck.filter(|other| *other != id).collect();
                order.insert(if move_.bottom { 0 } else { order.len() }, id);
                play.emit(Event::Reordered(seat, order), rule!("8.5.15"));
                so_far.did(id);
            }
            self.turn_object(play, id, move_.public, rule!("3.0.7b"));
            return;
        }
        let limit = match move_.why {
            MoveReason::MadePermanent => None,
            _ => self.room(&self.sight_before(play), &old, to).err(),
        };
        if let Some(limit) = limit {
            // What a rule would put there is cleared, what an effect would put there stays.
            cite!("3.0.11");
            let graveyard = Zone::Of(ZoneKind::Graveyard, old.owner);
            if move_.why.is_rule() && to != graveyard {
                return self.perform_one(play, moved(id, graveyard, MoveReason::Cleared, old.owner), so_far);
            }
            play.emit(Event::Stayed(id, to), limit);
            return self.settle_face(play, id);
        }
        cite!("3.0.9", "3.0.14b");
        let resets = (!to.is_arena() && to != Zone::Stack) || (old.public && !move_.public);
        let new = if resets { play.state().board.next_id() } else { id };
        let controller = controller_there(&old, &move_);
        if to.is_arena() && !move_.public {
            move_.public = true;
        }
        let Move { bottom, public, why, by, counters, .. } = move_;
        let event =
            Event::Moved { object: id, new, from, to, bottom, public, why, by, controller, counters, last };
        play.emit(event, why.rule());
        self.settle_face(play, new);
        so_far.did(new);
        if to.is_arena() && !from.is_arena() && to != Zone::Chain {
            self.enters(play, new, so_far);
        }
        if why == MoveReason::Pitched {
            self.gain_from_pitch(play, by, id);
        }
        if why == MoveReason::Intimidated && to.kind() == Some(ZoneKind::Banished) {
            self.return_at_end_phase(play, new, by);
        }
        if to == Zone::Permanent && from != Zone::Chain {
            self.replace_landmarks(play, new, so_far);
        }
        if resets {
            self.uncover(play, &old, (to, public), so_far);
        }
    }

    /// 3.0.12a, 8.1.8a: what is no card simply ceases to exist. That a token was destroyed is still so.
    fn ceases(&self, play: &mut Game<'_>, old: &Object, move_: &Move, last: Option<Arc<Properties>>) {
        let (object, from, to) = (old.id, old.zone, move_.to);
        let (why, by) = (move_.why, move_.by);
        cite!("3.0.12a");
        let rule = if old.kind == Kind::Token { rule!("8.1.8a") } else { rule!("3.0.12a") };
        play.emit(Event::Ceased(object, last), rule);
        let gone = Occurrence::Moved { object, new: object, from, to, why, by, known: true };
        play.emit(Event::Recorded(gone), why.rule());
    }

    /// A landmark that has entered takes the place of all others.
    fn replace_landmarks(&self, play: &mut Game<'_>, new: ObjectId, so_far: &mut BatchOutcome) {
        cite!("8.2.9b");
        let board = &play.state().board;
        let landmark = |id: ObjectId| {
            board.get(id).is_some_and(|object| self.card_pool.card(object.card).base.types.has(LANDMARK))
        };
        if !landmark(new) {
            return;
        }
        let others: Vec<(ObjectId, Seat)> = board
            .zone(Zone::Permanent)
            .iter()
            .filter(|id| **id != new && landmark(**id))
            .filter_map(|id| Some((*id, board.get(*id)?.owner)))
            .collect();
        for (other, owner) in others {
            let graveyard = Zone::Of(ZoneKind::Graveyard, owner);
            self.perform_one(play, moved(other, graveyard, MoveReason::Cleared, owner), so_far);
        }
    }

    /// Where something may be done with an object as it enters, that comes before the event that it enters by
    /// is complete.
    pub(super) fn enters(&self, play: &Game<'_>, id: ObjectId, so_far: &mut BatchOutcome) {
        let Some(card) = play.state().board.get(id).map(|object| object.card) else { return };
        cite!("8.3.29");
        let base = &self.card_pool.card(card).base;
        if base.types.is(CardType::DemiHero) || acts_on_entering(&self.card_pool, &base.abilities) {
            so_far.outcomes.push(Proposal::Entered(id));
        }
    }

    /// 8.1.11b: a demi-hero takes the place of the hero that its controller does not control; otherwise it is
    /// cleared.
    fn take_over(&self, play: &mut Game<'_>, id: ObjectId, so_far: &mut BatchOutcome) {
        let sight = self.sight(play);
        let Some(seat) = sight.controller(id).filter(|_| sight.is(id, CardType::DemiHero)) else { return };
        if sight.controls_hero(seat) {
            let owner = sight.object(id).map_or(seat, |object| object.owner);
            self.perform_one(
                play,
                moved(id, Zone::Of(ZoneKind::Graveyard, owner), MoveReason::Cleared, owner),
                so_far,
            );
        } else {
            play.emit(Event::HeroTaken(seat, id), rule!("8.1.11b"));
        }
    }

    /// What was under a card that has ceased to exist: it goes along under another permanent (3.0.14c), or is
    /// cleared in the same event.
    fn uncover(
        &self,
        play: &mut Game<'_>,
        top: &Object,
        (to, public): (Zone, bool),
        so_far: &mut BatchOutcome,
    ) {
        // Cards are under permanents alone, and heroes' souls.
        if !top.zone.is_arena() && top.zone != Zone::Stack && !top.zone.is_under() {
            return;
        }
        for card in play.state().board.sub_cards(top.id) {
            if to.is_under() {
                self.go_along(play, card, to, public);
                continue;
            }
            let Some(owner) = play.state().board.get(card).map(|object| object.owner) else { continue };
            cite!("3.0.14e");
            self.perform_one(
                play,
                moved(card, Zone::Of(ZoneKind::Graveyard, owner), MoveReason::Cleared, owner),
                so_far,
            );
        }
    }

    /// A sub-card goes along under another card: as public as that one, and another object where it becomes
    /// private (3.0.9).
    fn go_along(&self, play: &mut Game<'_>, card: ObjectId, to: Zone, public: bool) {
        let Some(old) = play.state().board.get(card).cloned() else { return };
        cite!("3.0.14d");
        let (new, last) = if old.public && !public {
            (play.state().board.next_id(), self.sight_before(play).last_known(card))
        } else {
            (card, None)
        };
        let (from, by, controller) = (old.zone, old.owner, old.owner);
        let event = Event::Moved {
            object: card,
            new,
            from,
            to,
            bottom: false,
            public,
            why: MoveReason::Put,
            by,
            controller,
            counters: Vec::new(),
            last,
        };
        play.emit(event, rule!("3.0.14c"));
    }

    /// 1.14.3: what a pitched card gives.
    fn gain_from_pitch(&self, play: &mut Game<'_>, seat: Seat, card: ObjectId) {
        cite!("2.8.1");
        let points =
            play.state().board.get(card).and_then(|object| object.last.as_ref()?.pitch).map_or(0, i32::from);
        let chi = play
            .state()
            .board
            .get(card)
            .is_some_and(|object| self.card_pool.card(object.card).definition.chi);
        if points > 0 {
            cite!("1.13.3a", "1.13.5a");
            play.emit(
                if chi { Event::Chi(seat, points) } else { Event::Resources(seat, points) },
                rule!("1.14.3"),
            );
        }
    }

    /// Destroys objects (8.5.4).
    pub fn destroy(&self, play: &mut Game<'_>, mut ids: Vec<ObjectId>, by: Seat) {
        let sight = self.sight(play);
        ids.retain(|id| permits(&sight, Deed::Destroy, *id, None, Ok(())).is_ok());
        let board = &play.state().board;
        // An attack-proxy alone, which ceases to exist by it: what is done to it is not done to its source.
        cite!("1.4.3e");
        cite!("3.8.2");
        let destroyed = |id: ObjectId| {
            board.get(id).map(|object| {
                moved(id, Zone::Of(ZoneKind::Graveyard, object.owner), MoveReason::Destroyed, by)
            })
        };
        let batch = ids.into_iter().filter_map(destroyed).collect();
        self.happen_in_order(play, Some(by), batch);
    }

    /// Discards cards (8.5.5).
    pub fn discard(&self, play: &mut Game<'_>, ids: Vec<ObjectId>, by: Seat) {
        let board = &play.state().board;
        cite!("8.5.5b");
        let in_hand =
            |id: &ObjectId| board.get(*id).is_some_and(|object| object.zone.kind() == Some(ZoneKind::Hand));
        let owner = |id: ObjectId| board.get(id).map_or(by, |object| object.owner);
        // Who discards determines the order, of the cards of several players whose effect it is.
        let one = |first: &ObjectId| ids.iter().all(|id| owner(*id) == owner(*first));
        let orders = ids.first().filter(|first| one(first)).map_or(by, |first| owner(*first));
        let batch = ids
            .into_iter()
            .filter(in_hand)
            .map(|id| moved(id, Zone::Of(ZoneKind::Graveyard, owner(id)), MoveReason::Discarded, by))
            .collect();
        self.happen_in_order(play, Some(orders), batch);
    }

    /// Tells the script that waits that nothing came of an action.
    pub fn nothing(&self, play: &mut Game<'_>) {
        if matches!(play.state().board.frames.last(), Some(Frame::Running(_))) {
            self.report(play, 0, Vec::new());
        }
    }
}

/// Returns whether an ability replaces that its object enters the arena (8.3.29).
fn acts_on_entering(card_pool: &CardPool, abilities: &[CodeRef]) -> bool {
    let enters = |code: &CodeRef| {
        card_pool
            .replacement(*code)
            .is_some_and(|ability| matches!(ability.when, When::Happens(Deed::Enter, _)))
    };
    abilities.iter().any(enters)
}

/// A token is created with counters on it; as it enters, something may be done with it by what it has then, be that
/// printed or given.
fn create_with(
    rules: &FleshAndBlood,
    play: &mut Game<'_>,
    (seat, card): (Seat, CardId),
    (kind, count): (Counter, u32),
    so_far: &mut BatchOutcome,
) {
    cite!("8.5.2b");
    let new = play.state().board.next_id();
    let zone = Zone::Permanent;
    play.emit(Event::Made { new, card, seat, zone, kind: Kind::Token, layer: None }, rule!("8.5.2"));
    so_far.did(new);
    rules.enter_as(play, new);
    if count > 0 {
        rules.put_counters(play, new, kind, count, rule!("8.5.2b"));
    }
    let abilities = rules.sight(play).properties(new).map(|own| own.abilities.clone());
    if acts_on_entering(&rules.card_pool, &abilities.unwrap_or_default()) {
        so_far.outcomes.push(Proposal::Entered(new));
    }
}

/// Who controls an object where it goes: who played a card controls it; otherwise it enters the arena under
/// its owner's control.
fn controller_there(old: &Object, move_: &Move) -> Seat {
    cite!("1.3.1b");
    let (from, to) = (old.zone, move_.to);
    match (from.is_arena(), to.is_arena() || to == Zone::Stack) {
        (true, true) => old.controller,
        (false, true)
            if matches!(
                move_.why,
                MoveReason::Resolved | MoveReason::Afflicted | MoveReason::MadePermanent
            ) =>
        {
            move_.by
        }
        (false, true) => to.seat().unwrap_or(old.owner),
        (_, false) => old.owner,
    }
}

/// A move that is about to be made.
struct Move {
    object: ObjectId,
    to: Zone,
    bottom: bool,
    public: bool,
    why: MoveReason,
    by: Seat,
    counters: Vec<(crate::language::definition::Counter, u32)>,
}

/// What a batch of events comes to while it happens.
#[derive(Default)]
pub(super) struct BatchOutcome {
    amount: u32,
    pub(super) last: Vec<Value>,
    outcomes: Vec<Proposal>,
    /// The heroes that are no longer marked once the hits have been noticed.
    unmarked: Vec<ObjectId>,
    /// What the events before these came to last.
    pub(super) made: Option<ObjectId>,
}

impl BatchOutcome {
    /// The last thing that was done is not so.
    pub(super) fn undo(&mut self) {
        self.amount = self.amount.saturating_sub(1);
        self.last.pop();
    }

    pub(super) fn did(&mut self, object: ObjectId) {
        self.amount = self.amount.saturating_add(1);
        self.last.push(Value::Object(object));
    }
}

/// Revision 11: what waits for a hit of a marked hero notices it, though the hit ends the mark (6.6.5b).
fn hits_notice_marks(revision: u32) -> bool {
    revision >= 11
}

/// Revision 7: what is put on the top or the bottom of the deck in which it is gets there (8.5.15).
fn decks_reorder(revision: u32) -> bool {
    revision >= 7
}
