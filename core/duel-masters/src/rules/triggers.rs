//! Triggered abilities: noticing what events trigger (603.2).

use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::{Ability, Filter, Moment, When};
use crate::language::types::{Place, Step};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Game};
use crate::state::card_pool::Held;
use crate::state::event::Event;
use crate::state::{Characteristics, CodeRef, Context, EventContext, Occasion, Standby, StandbyKind, Zone};
use crate::{cite, rule};

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
        let occasions: Vec<Option<Occasion>> =
            events.iter().map(|event| Occasion::of(event, &play.state().board)).collect();
        let happened = events.iter().zip(&occasions);
        let happened = happened.filter_map(|(event, occasion)| Some((event, (*occasion)?)));
        let found: Vec<Found> =
            happened.flat_map(|(event, occasion)| heard(self, play, Some(event), occasion)).collect();
        self.all_on_standby(play, found, rule!("603.2"));
        occasions.into_iter().flatten().for_each(|occasion| self.after_notice(play, occasion));
    }

    /// What has triggered its abilities is heard by those that wait for it, and kept for those who ask later.
    fn after_notice(&self, play: &mut Game<'_>, occasion: Occasion) {
        self.notice_delayed(play, occasion);
        if self.card_pool.remembers {
            self.emit_quietly(play, Event::Noted(occasion), rule!("603.2"));
        }
    }

    /// Puts on standby what triggers as a turn starts or ends, delayed abilities included (603.6).
    pub fn notice_moment(&self, play: &mut Game<'_>, step: Step, seat: Seat, rule: RuleId) {
        let occasion = Occasion::Began(step, seat);
        let found = heard(self, play, None, occasion);
        self.all_on_standby(play, found, rule);
        self.after_notice(play, occasion);
    }

    fn all_on_standby(&self, play: &mut Game<'_>, found: Vec<Found>, rule: RuleId) {
        for found in found {
            self.put_on_standby(play, found.kind, found.source, found.controller, found.event, rule);
        }
    }

    /// Puts on standby the delayed triggered abilities that wait for such an event (603.6).
    fn notice_delayed(&self, play: &mut Game<'_>, occasion: Occasion) {
        for delayed in play.state().board.delayed.clone() {
            let Some(Moment::Next(when, _) | Moment::Whenever(when, _)) =
                self.card_pool.moment(delayed.code, delayed.at)
            else {
                continue;
            };
            let mut met = {
                let scope = Scope { it: delayed.it, ..Scope::context(&delayed.context, delayed.code.card) };
                self.sight(play).occurrences(when, &scope, occasion)
            };
            if delayed.waits.once && !met.is_empty() {
                met.truncate(1);
                self.emit_quietly(play, Event::DelayedDone(delayed.id), rule!("603.6"));
            }
            for event in met {
                let event = completed(event, delayed.context.event);
                let context = Context { event, ..delayed.context.clone() };
                let (source, controller) = (context.source, context.controller);
                let kind = StandbyKind::Delayed(delayed.code, delayed.at, context, delayed.it);
                self.put_on_standby(play, kind, source, controller, event, rule!("603.6"));
            }
        }
    }

    /// Puts one effect on standby (603.3).
    pub fn put_on_standby(
        &self,
        play: &mut Game<'_>,
        kind: StandbyKind,
        source: ObjectId,
        controller: Seat,
        event: EventContext,
        rule: RuleId,
    ) {
        // 603.3a: what waits is the whole ability as it is written, with what stands behind its icon.
        cite!("110.5", "603.3a");
        let board = &play.state().board;
        let standby = Standby { id: board.clock + 1, kind, source, controller, event, pool: board.pool };
        self.emit_quietly(play, Event::Triggered(standby), rule);
    }

    fn triggered(&self, sight: &Sight<'_>, event: Option<&Event>, occasion: Occasion) -> Vec<Found> {
        let mut found = Vec::new();
        // The turn player's first; their order has no further meaning (605.1).
        for id in sight.board.turn_order().into_iter().flat_map(|seat| self.listening(sight, seat)) {
            self.triggered_of(sight, id, None, occasion, &mut found);
        }
        if let Some(Event::Moved { object, top_only, from: Zone::Battle, to, last: Some(last), .. }) = event
            && *to != Zone::Battle
            && (*top_only || !sight.board.in_battle(*object))
        {
            cite!("603.5c");
            // For the card itself one looks back at how it was.
            self.triggered_of(sight, *object, Some(last), occasion, &mut found);
        }
        found
    }

    /// The objects of a player whose abilities can trigger by themselves, in the public zones (603.2e).
    fn listening<'a>(&self, sight: &Sight<'a>, seat: Seat) -> impl Iterator<Item = ObjectId> + use<'a> {
        let sight = *sight;
        let own = move |id: &ObjectId| sight.object(*id).is_some_and(|object| object.owner == seat);
        let zones = [Zone::Graveyard(seat), Zone::Mana(seat)];
        cite!("405.4");
        let face_up = move |id: &ObjectId| sight.object(*id).is_some_and(|object| !object.face_down);
        let listens = self.card_pool.listens;
        let elsewhere = zones
            .into_iter()
            .filter(move |_| listens)
            .flat_map(move |zone| sight.board.zone(zone))
            .filter(face_up);
        sight.computed.listening.iter().copied().filter(own).chain(elsewhere)
    }

    /// What triggers of one object's abilities: as it is, or as it was before it left the battle zone.
    fn triggered_of(
        &self,
        sight: &Sight<'_>,
        id: ObjectId,
        before: Option<&Characteristics>,
        occasion: Occasion,
        found: &mut Vec<Found>,
    ) {
        let Some(object) = sight.object(id) else { return };
        let place_of =
            if before.is_some() || object.castle { Some(Place::Battle) } else { object.zone.place() };
        let own: Vec<(CodeRef, &Held)> = match before.or(sight.characteristics(id)) {
            Some(own) => sight.held(own).collect(),
            None => {
                let card = object.top().card;
                let printed = self.card_pool.card(card).front().own().iter().zip(0..);
                printed.map(|(held, place)| (CodeRef { card, face: 0, ability: Some(place) }, held)).collect()
            }
        };
        let entered = match occasion {
            Occasion::Moved { new, to: Zone::Battle, .. } if sight.board.current(new) == id && new != id => {
                sight.object(new).map(|card| card.top().card)
            }
            _ => None,
        };
        let moves = matches!(occasion, Occasion::Moved { old, from: Zone::Battle, .. } if old == id);
        let stayed = before.is_none() && moves && self.card_pool.follows_what_left();
        let scope = Scope { stayed, ..Scope::of(id, object.owner) };
        for (code, held) in own {
            cite!("603.1");
            let Ability::Triggered(ability) = &held.ability else { continue };
            // 803.1c: it is that card of a linked god which has come.
            let when_put = When::Moves { what: Filter::This, from: None, to: Some(Place::Battle), by: None };
            if entered.is_some_and(|card| card != code.card) && ability.when == when_put {
                cite!("803.1c");
                continue;
            }
            cite!("110.4g");
            if Some(ability.from) != place_of || !sight.has_now(id, held) {
                continue;
            }
            cite!("603.2b");
            for event in sight.occurrences(&ability.when, &scope, occasion) {
                found.push(Found {
                    kind: StandbyKind::Ability(code),
                    source: id,
                    controller: object.owner,
                    event,
                });
            }
        }
    }
}

/// Returns what triggers, where any ability of the match waits for such a thing; else nobody is asked.
fn heard(rules: &DuelMasters, play: &mut Game<'_>, event: Option<&Event>, occasion: Occasion) -> Vec<Found> {
    if rules.card_pool.hearing.hears(&occasion) {
        return rules.triggered(&rules.sight(play), event, occasion);
    }
    duelog_kernel::test_assert!(
        rules.triggered(&rules.sight(play), event, occasion).is_empty(),
        "something waits for {occasion:?}"
    );
    Vec::new()
}

/// What a script knows of an event: what the new one does not have is as in the event in which it was set up.
fn completed(event: EventContext, outer: EventContext) -> EventContext {
    match event.object {
        Some(_) => event,
        None => EventContext { player: event.player.or(outer.player), ..outer },
    }
}
