//! Triggered abilities: noticing what events trigger (603.2).

use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::definition::{self, Ability, Filter, When};
use crate::engine::{DuelMasters, Game};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::keywords::Keyword;
use crate::state::{CodeRef, Context, Delayed, EventContext, Standby, StandbyKind, WaitsFor, Why, Zone};
use crate::types::Place;
use crate::{cite, rule};

/// A point in the turn at which abilities trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The turn of a player starts (501.2).
    TurnStarts(Seat),
    /// The turn of a player ends (511.1).
    TurnEnds(Seat),
    /// The attack ends (510.1).
    AttackEnds,
}

/// What happened, as a trigger's condition is compared with it.
#[derive(Clone, Copy)]
enum Occasion<'a> {
    Event(&'a Event),
    Moment(Moment),
}

/// An ability that has triggered.
struct Found {
    kind: StandbyKind,
    source: ObjectId,
    controller: Seat,
    event: EventContext,
}

impl DuelMasters {
    /// Puts on standby what these simultaneous events trigger (603.2).
    pub fn notice(&self, play: &mut Game<'_>, events: &[Event]) {
        // At once, whatever is going on; with the characteristics as they are after the events.
        cite!("111.2a", "603.5b");
        let found: Vec<Found> = {
            let sight = self.sight(play);
            events.iter().flat_map(|event| self.triggered(&sight, Occasion::Event(event))).collect()
        };
        for found in found {
            self.put_on_standby(play, found.kind, found.source, found.controller, found.event, rule!("603.2"));
        }
        events.iter().for_each(|event| self.notice_delayed(play, Occasion::Event(event)));
    }

    /// Puts on standby the delayed triggered abilities that wait for such an event (603.6).
    fn notice_delayed(&self, play: &mut Game<'_>, occasion: Occasion<'_>) {
        let waiting = play.state().board.delayed.iter().filter(|delayed| matches!(delayed.waits, WaitsFor::Event { .. }));
        for delayed in waiting.cloned().collect::<Vec<Delayed>>() {
            let (WaitsFor::Event { once, .. }, Some(definition::Moment::Next(when, _) | definition::Moment::Whenever(when, _))) =
                (delayed.waits, self.library.moment(delayed.code, delayed.at))
            else {
                continue;
            };
            let mut met = {
                let scope = Scope { it: delayed.it, ..Scope::context(&delayed.context) };
                self.occurrences(&self.sight(play), when, &scope, occasion)
            };
            if once && !met.is_empty() {
                met.truncate(1);
                self.emit_quietly(play, Event::DelayedDone(delayed.id), rule!("603.6"));
            }
            for event in met {
                let context = Context { event, ..delayed.context.clone() };
                let (source, controller) = (context.source, context.controller);
                let kind = StandbyKind::Delayed(delayed.code, delayed.at, context, delayed.it);
                self.put_on_standby(play, kind, source, controller, event, rule!("603.6"));
            }
        }
    }

    /// Puts on standby what triggers at a point of the turn, delayed abilities included (603.6).
    pub fn notice_moment(&self, play: &mut Game<'_>, moment: Moment, rule: RuleId) {
        let found: Vec<Found> = {
            let sight = self.sight(play);
            self.triggered(&sight, Occasion::Moment(moment))
        };
        for found in found {
            self.put_on_standby(play, found.kind, found.source, found.controller, found.event, rule);
        }
        self.notice_delayed(play, Occasion::Moment(moment));
        let waits = DuelMasters::waits_for(&moment);
        let due: Vec<_> = play.state().board.delayed.iter().filter(|delayed| is_due(delayed.waits, waits)).cloned().collect();
        for delayed in due {
            self.emit_quietly(play, Event::DelayedDone(delayed.id), rule!("603.6"));
            let (source, controller, event) = (delayed.context.source, delayed.context.controller, delayed.context.event);
            let kind = StandbyKind::Delayed(delayed.code, delayed.at, delayed.context, delayed.it);
            self.put_on_standby(play, kind, source, controller, event, rule!("603.6"));
        }
    }

    /// Puts one effect on standby (603.3).
    pub fn put_on_standby(&self, play: &mut Game<'_>, kind: StandbyKind, source: ObjectId, controller: Seat, event: EventContext, rule: RuleId) {
        cite!("110.5");
        let board = &play.state().board;
        let standby = Standby { id: board.clock + 1, kind, source, controller, event, pool: board.pool };
        self.emit_quietly(play, Event::Triggered(standby), rule);
    }

    fn triggered(&self, sight: &Sight<'_>, occasion: Occasion<'_>) -> Vec<Found> {
        let mut found = Vec::new();
        // The turn player's first; their order has no further meaning (605.1).
        for id in sight.board.turn_order().into_iter().flat_map(|seat| self.listening(sight, seat)) {
            self.triggered_of(sight, id, None, occasion, &mut found);
        }
        if let Occasion::Event(Event::Moved { object, top_only, from: Zone::Battle, to, last: Some(last), .. }) = occasion
            && *to != Zone::Battle
            && (*top_only || !sight.board.in_battle(*object))
        {
            cite!("603.5c");
            // For the card itself one looks back at how it was.
            self.triggered_of(sight, *object, Some(last.abilities), occasion, &mut found);
        }
        if let Occasion::Event(Event::BattleEnded(one, two)) = occasion {
            for (own, other) in [(*one, *two), (*two, *one)] {
                let Some(object) = sight.object(own) else { continue };
                // 110.7: each slayer destroys for itself.
                let slayers = sight.keywords(own).iter().filter(|keyword| **keyword == Keyword::Slayer).count();
                let event = EventContext { object: Some(own), other: Some(other), ..EventContext::default() };
                found.extend((0..slayers).map(|_| Found { kind: StandbyKind::Slayer, source: own, controller: object.owner, event }));
            }
        }
        found
    }

    /// The objects of a player whose abilities can trigger by themselves, in the public zones (603.2e).
    fn listening(&self, sight: &Sight<'_>, seat: Seat) -> Vec<ObjectId> {
        let own = |id: &ObjectId| sight.object(*id).is_some_and(|object| object.owner == seat);
        let castles = sight.board.all(Zone::Shield(seat)).iter().copied().filter(|id| sight.object(*id).is_some_and(|object| object.castle));
        let zones = [Zone::Graveyard(seat), Zone::Mana(seat)];
        cite!("405.4");
        let face_up = |id: &ObjectId| sight.object(*id).is_some_and(|object| !object.face_down);
        let elsewhere = zones.into_iter().filter(|_| self.library.listens).flat_map(|zone| sight.board.zone(zone)).filter(face_up);
        sight.board.zone(Zone::Battle).filter(own).chain(castles).chain(elsewhere).collect()
    }

    fn triggered_of(&self, sight: &Sight<'_>, id: ObjectId, before: Option<u32>, occasion: Occasion<'_>, found: &mut Vec<Found>) {
        let Some(object) = sight.object(id) else { return };
        let place_of = if before.is_some() || object.castle { Some(Place::Battle) } else { object.zone.place() };
        let had = before.or(sight.characteristics(id).map(|characteristics| characteristics.abilities));
        let card = match before {
            Some(_) => object.last.as_ref().map_or(object.top().card, |last| last.card),
            None => object.top().card,
        };
        for (place, ability) in self.library.card(card).front().definition.abilities.iter().enumerate() {
            cite!("603.1");
            let Ability::Triggered(ability) = ability else { continue };
            let has = had.is_none_or(|had| place < had as usize);
            cite!("110.4g");
            if Some(ability.from) != place_of || !has {
                continue;
            }
            cite!("603.2b");
            for event in self.occurrences(sight, &ability.when, &Scope::of(id, object.owner), occasion) {
                let kind = StandbyKind::Ability(CodeRef { card, face: 0, ability: Some(place as u32) });
                found.push(Found { kind, source: id, controller: object.owner, event });
            }
        }
    }

    /// How often, and with which objects, an event meets a trigger's condition.
    fn occurrences(&self, sight: &Sight<'_>, when: &When, scope: &Scope<'_>, occasion: Occasion<'_>) -> Vec<EventContext> {
        let is = |who: &crate::definition::Ref, seat: Seat| sight.seat(who, scope) == Some(seat);
        let one = |holds: bool, event: EventContext| if holds { vec![event] } else { Vec::new() };
        let of = |object: ObjectId, other: Option<ObjectId>| {
            let player = sight.object(object).map(|object| object.owner);
            EventContext { object: Some(object), other, player, amount: 0 }
        };
        let matching = |filter: &Filter, object: ObjectId, other: Option<ObjectId>| one(sight.matches(filter, object, scope), of(object, other));
        match (occasion, when) {
            (Occasion::Moment(Moment::TurnStarts(seat)), When::TurnStarts(who)) | (Occasion::Moment(Moment::TurnEnds(seat)), When::TurnEnds(who)) => {
                one(is(who, seat), EventContext { player: Some(seat), ..EventContext::default() })
            }
            (Occasion::Moment(_), _) => Vec::new(),
            (Occasion::Event(event), when) => match (event, when) {
                (Event::Moved { object, new, from, to, why, .. }, _) => self.moves(sight, scope, when, (*object, *new), (*from, *to), *why),
                (Event::AttackDeclared(attacker, target), When::Attacks(filter)) => {
                    cite!("506.3a");
                    let attacked = if let crate::state::Value::Object(id) = target { Some(*id) } else { None };
                    matching(filter, *attacker, attacked)
                }
                (Event::Blocked(blocker), When::Blocks(filter)) => {
                    cite!("507.3a", "507.3b");
                    matching(filter, *blocker, sight.board.attack.as_ref().map(|attack| attack.attacker))
                }
                (Event::Blocked(blocker), When::Blocked(filter)) => {
                    sight.board.attack.as_ref().map_or(Vec::new(), |attack| matching(filter, attack.attacker, Some(*blocker)))
                }
                (Event::Unblocked(attacker), When::Unblocked(filter)) | (Event::AttackEnding(attacker), When::AttackEnds(filter)) => {
                    matching(filter, *attacker, None)
                }
                (Event::BattleBegan(a, b), When::Battles(filter)) | (Event::BattleEnded(a, b), When::Battled(filter)) => {
                    [matching(filter, *a, Some(*b)), matching(filter, *b, Some(*a))].concat()
                }
                (Event::BattleWon(own, other), When::Wins(filter)) | (Event::BattleLost(own, other), When::Loses(filter)) => {
                    matching(filter, *own, Some(*other))
                }
                (Event::BreakChosen(by, shields), When::BeforeBreak(filter)) => {
                    // 509.3: once for each shield that is to be broken.
                    let hits = matching(filter, *by, None);
                    shields.iter().flat_map(|_| hits.clone()).collect()
                }
                (Event::Broke(by, seat, count), When::Breaks(filter)) => {
                    let mut hits = matching(filter, *by, None);
                    hits.iter_mut().for_each(|event| (event.player, event.amount) = (Some(*seat), *count));
                    hits
                }
                // 500.4, 603.2a: all of them as the step begins.
                (Event::StepBegan(step), When::StepBegins(who, wanted)) => {
                    let _ = [rule!("500.4"), rule!("603.2a")];
                    let active = sight.board.turn.active;
                    one(step == wanted && is(who, active), EventContext { player: Some(active), ..EventContext::default() })
                }
                (Event::DrawBegan(seat), When::Drawing(who)) => one(is(who, *seat), EventContext { player: Some(*seat), ..EventContext::default() }),
                (Event::Tapped(id), When::Tapped(filter)) if sight.board.in_battle(*id) => {
                    cite!("603.2c");
                    matching(filter, *id, None)
                }
                (Event::CardUsed(seat, object), When::Uses(who, filter)) => {
                    let mut hits = matching(filter, *object, None);
                    hits.retain(|_| is(who, *seat));
                    hits
                }
                (_, _) => Vec::new(),
            },
        }
    }

    /// How a zone change meets a trigger's condition.
    fn moves(
        &self,
        sight: &Sight<'_>,
        scope: &Scope<'_>,
        when: &When,
        (old, new): (ObjectId, ObjectId),
        (from, to): (Zone, Zone),
        why: Why,
    ) -> Vec<EventContext> {
        cite!("603.5");
        let leaves = from == Zone::Battle && to != Zone::Battle;
        cite!("109.2b");
        // A card that leaves from under an evolution creature leaves as a card; the top card leaves as the creature.
        let mut seen = if leaves { old } else { new };
        let player = sight.object(new).map(|object| object.owner);
        let event = EventContext { object: Some(if leaves { old } else { new }), other: Some(new), player, amount: 0 };
        let (holds, filter) = match when {
            When::Put(filter) => {
                cite!("603.5a");
                (to == Zone::Battle, filter)
            }
            When::Leaves(filter) => (leaves, filter),
            When::Destroyed(filter) => (leaves && why.is_destruction(), filter),
            When::Moves(filter, wanted_from, wanted_to) => {
                let fits = |wanted: &Option<Place>, zone: Zone| wanted.is_none_or(|wanted| zone.place() == Some(wanted));
                // What is said to come somewhere is looked at as it is there (603.5b), and only what is said to leave as it was.
                if leaves && wanted_from.is_none() && wanted_to.is_some() {
                    seen = new;
                }
                (fits(wanted_from, from) && fits(wanted_to, to), filter)
            }
            When::Draws(who) => {
                let holds = why == Why::Drawn && sight.seat(who, scope) == player;
                // Which of the player's cards of the turn it is.
                let drawn = player.and_then(|player| sight.board.players.get(usize::from(player.0))).map_or(0, |player| u32::from(player.drawn));
                return if holds { vec![EventContext { amount: drawn, ..event }] } else { Vec::new() };
            }
            When::Discards(who, filter) => (why == Why::Discarded && sight.seat(who, scope) == player, filter),
            _ => return Vec::new(),
        };
        if holds && sight.matches(filter, seen, scope) { vec![event] } else { Vec::new() }
    }
}

fn is_due(waits: WaitsFor, now: WaitsFor) -> bool {
    match (waits, now) {
        (WaitsFor::EndOfTurn, WaitsFor::EndOfTurn) | (WaitsFor::EndOfAttack, WaitsFor::EndOfAttack) => true,
        (WaitsFor::StartOfTurn(own), WaitsFor::StartOfTurn(seat)) => own == seat,
        (WaitsFor::EndOfTurn | WaitsFor::EndOfAttack | WaitsFor::StartOfTurn(_) | WaitsFor::Event { .. }, _) => false,
    }
}
