//! Game state actions (1.10.2), priority's frame around them, and the end of the game (4.5).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Choice, ObjectId, Request, Seat};

use crate::language::definition::{Deed, ZoneKind};
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, Flow, Game};
use crate::rules::recording::gains_go_again;
use crate::rules::restrictions::allows;
use crate::state::event::Event;
use crate::state::{
    Applied, Ending, EndingKind, Frame, Kind, Loss, MoveReason, Proposal, Resolving, ResolvingStage, Step,
    Zone, frame, moved,
};
use crate::{cite, rule};

impl FleshAndBlood {
    /// The game state actions in their order; whether anything was done or has to be decided first.
    pub fn game_state_actions(&self, play: &mut Game<'_>) -> Option<Flow> {
        cite!("1.10.2");
        cite!("2.5.3f");
        if play.derived.settled {
            return None;
        }
        if self.heroes_die(play) || self.living_die(play) {
            return Some(Flow::Go);
        }
        self.look_at_places(play);
        if self.zones_cease(play) {
            return Some(Flow::Go);
        }
        // States trigger before triggered-layers are added.
        cite!("1.10.2d");
        if self.statics_apply(play) || gains_go_again(self, play) || self.notice_states(play) {
            return Some(Flow::Go);
        }
        if let Some(flow) = self.place_next(play) {
            return Some(flow);
        }
        if self.must_close(play) {
            play.emit(Event::Closing, rule!("7.7.2c"));
        }
        play.derived.settled = true;
        None
    }

    /// Notes to what effects of layers have begun to apply: they go on to apply to it.
    pub fn effects_begin(&self, play: &mut Game<'_>) {
        let (state, derived) = play.split();
        derived.refresh(&state.board, &self.card_pool);
        for (effect, object) in derived.begun().to_vec() {
            let kind = play
                .state()
                .board
                .effects
                .iter()
                .find(|lasting| lasting.id == effect)
                .map(|lasting| lasting.kind.clone());
            if let Some(kind) = kind {
                play.emit(Event::EffectBound(effect, object, kind), rule!("6.2.2c"));
            }
        }
    }

    /// 6.2.5: that a static-continuous effect begins to apply to an object, or applies in another way, is an
    /// event where it gives power.
    fn statics_apply(&self, play: &mut Game<'_>) -> bool {
        self.effects_begin(play);
        let (state, derived) = play.split();
        derived.refresh(&state.board, &self.card_pool);
        let same = |a: &Applied, b: &Applied| {
            (a.source, a.code, a.object, a.own) == (b.source, b.code, b.object, b.own)
        };
        let among = |gain: &Applied, others: &[Applied]| others.iter().any(|other| same(gain, other));
        let (gains, known) = (derived.gains(), &state.board.applied);
        let new: Vec<Applied> = gains.iter().filter(|gain| !among(gain, known)).copied().collect();
        let mut applied: Vec<Applied> = known.iter().filter(|gain| among(gain, gains)).copied().collect();
        if new.is_empty() && applied.len() == known.len() {
            return false;
        }
        // Until the event has happened, they give nothing.
        applied.extend(new.iter().map(|gain| Applied { gained: 0, ..*gain }));
        play.emit(Event::StaticsApplied(applied), rule!("6.2.5"));
        self.happen_quietly(play, new.into_iter().map(Proposal::ApplyStatic).collect());
        true
    }

    /// Players whose heroes have died lose.
    fn heroes_die(&self, play: &mut Game<'_>) -> bool {
        cite!("1.10.2a");
        let sight = self.sight(play);
        let dead = |seat: &Seat| {
            !sight.controls_hero(*seat) || sight.life(sight.board.player(*seat).hero) == Some(0)
        };
        let dead: Vec<Seat> = sight.board.seats_from(Seat(0)).filter(dead).collect();
        if dead.is_empty() {
            return false;
        }
        self.lose(play, dead.into_iter().map(|seat| (seat, Loss::Life)).collect());
        true
    }

    /// 1.10.2b: living objects without life are cleared at once.
    fn living_die(&self, play: &mut Game<'_>) -> bool {
        let sight = self.sight(play);
        let living = sight.computed.iter().filter(|(_, properties)| properties.life.is_some());
        let dying: Vec<Proposal> = living
            .filter_map(|(id, _)| sight.object(id))
            .filter(|object| {
                object.zone.is_arena()
                    && sight.life(object.id) == Some(0)
                    && sight.is_permanent(object.id)
                    && sight.hero_seat(object.id).is_none()
            })
            .map(|object| {
                moved(object.id, Zone::Of(ZoneKind::Graveyard, object.owner), MoveReason::Died, object.owner)
            })
            .collect();
        if dying.is_empty() {
            return false;
        }
        self.happen(play, dying);
        true
    }

    /// 1.10.2c: who may look at the card at a place begins to look at the one that is there now.
    fn look_at_places(&self, play: &mut Game<'_>) {
        cite!("8.5.11d");
        let sight = self.sight(play);
        if sight.board.watched.is_empty() && sight.is_silent(|spoken| spoken.rules_on(Deed::LookAtTop)) {
            return;
        }
        let seen = |seat: Seat| -> Option<(ObjectId, Seat)> {
            let top = sight.board.zone(Zone::Of(ZoneKind::Deck, seat)).last().copied()?;
            let may = allows(&sight, Deed::LookAtTop, sight.board.player(seat).hero, None);
            (may && sight.object(top).is_some_and(|card| !card.public)).then_some((top, seat))
        };
        let watched: Vec<(ObjectId, Seat)> =
            sight.board.seats_from(sight.board.turn.active).filter_map(seen).collect();
        if watched != sight.board.watched {
            play.emit(Event::Watched(watched), rule!("1.10.2c"));
        }
    }

    /// 7.7.2c: whether the attack ceased to exist before its damage was calculated.
    fn must_close(&self, play: &Game<'_>) -> bool {
        let board = &play.state().board;
        let combat = &board.combat;
        if !combat.open || combat.closing || board.turn.step == Step::Close {
            return false;
        }
        let gone = |id: ObjectId, zone: Zone| board.get(id).is_none_or(|object| object.zone != zone);
        match (board.turn.step, combat.active()) {
            (Step::Layer, _) => combat.layer.is_none_or(|attack| gone(attack, Zone::Stack)),
            (Step::Attack, None) => false,
            (_, Some(link)) => {
                cite!("8.3.13b");
                !link.calculated && gone(link.attack, Zone::Chain)
            }
            (_, None) => false,
        }
    }

    /// Players lose (4.5.3); when nobody or one player is left, the game ends (4.5.1).
    pub fn lose(&self, play: &mut Game<'_>, losing: Vec<(Seat, Loss)>) {
        let rule_of = |loss: Loss| match loss {
            Loss::Life => rule!("4.5.3a"),
            Loss::Effect => rule!("4.5.3b"),
            Loss::Conceded => rule!("4.5.3c"),
        };
        for (seat, loss) in &losing {
            play.emit(Event::PlayerLost(*seat, *loss), rule_of(*loss));
        }
        let board = &play.state().board;
        let left: Vec<Seat> =
            board.seats_from(Seat(0)).filter(|seat| board.player(*seat).lost.is_none()).collect();
        match left.as_slice() {
            [] => play
                .emit(Event::GameEnded(Ending { winner: None, why: EndingKind::AllDied }), rule!("4.5.4a")),
            [winner] => {
                let why = EndingKind::LastStanding(losing.first().map_or(Loss::Effect, |entry| entry.1));
                play.emit(Event::GameEnded(Ending { winner: Some(*winner), why }), rule!("4.5.2a"));
            }
            _ => losing.into_iter().for_each(|(seat, _)| self.leave_game(play, seat)),
        }
    }

    /// 4.5.1a: what a player who has lost controls is cleared, then what the player owns is removed from the
    /// game.
    fn leave_game(&self, play: &mut Game<'_>, seat: Seat) {
        let board = &play.state().board;
        let waiting: Vec<u16> = (0u16..)
            .zip(&board.waiting)
            .filter(|(_, waiting)| waiting.controller == seat)
            .map(|entry| entry.0)
            .collect();
        waiting.into_iter().rev().for_each(|place| play.emit(Event::WaitingDone(place), rule!("4.5.1a")));
        if play.state().board.turn.priority == Some(seat) {
            play.emit(Event::PriorityTaken, rule!("4.5.1a"));
        }
        let sight = self.sight(play);
        let stack = sight.board.zone(Zone::Stack).iter().copied();
        let all = sight.arena().map(|object| object.id).chain(stack);
        let controlled: Vec<ObjectId> =
            all.filter(|id| sight.controller(*id) == Some(seat) && sight.hero_seat(*id).is_none()).collect();
        self.clear(play, controlled);
        let owned: Vec<ObjectId> = play
            .state()
            .board
            .objects
            .iter()
            .filter(|object| object.exists() && object.owner == seat)
            .map(|object| object.id)
            .collect();
        let board = &play.state().board;
        let others = |id: &ObjectId| board.get(*id).is_some_and(|object| object.owner != seat);
        let under = owned.iter().flat_map(|id| board.sub_cards(*id)).filter(others).collect();
        for id in owned {
            let last = self.sight(play).last_known(id);
            play.emit(Event::Ceased(id, last), rule!("4.5.1a"));
        }
        // What others own and was under it stays in the game.
        cite!("3.0.14e");
        self.clear(play, under);
    }

    /// 4.5.4c: a player agrees to a draw; when all that are left do, the game is one.
    pub fn agree(&self, play: &mut Game<'_>, seat: Seat) {
        play.emit(Event::DrawAgreed(seat, true), rule!("4.5.4c"));
        if play.state().board.players.iter().all(|player| player.draws || player.lost.is_some()) {
            play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Agreed }), rule!("4.5.4c"));
        }
    }

    /// 4.5.4c: who decides something else has not agreed with those who do.
    pub fn decline_draws(&self, play: &mut Game<'_>) {
        if !play.state().board.players.iter().any(|player| player.draws) {
            return;
        }
        let Some(decides) =
            play.asked(self).filter(|request| request.forced().is_none()).map(|request| request.seat)
        else {
            return;
        };
        let others: Vec<Seat> = play.state().board.seats_from(decides).skip(1).collect();
        for seat in
            others.into_iter().filter(|seat| play.state().board.player(*seat).draws).collect::<Vec<_>>()
        {
            play.emit(Event::DrawAgreed(seat, false), rule!("4.5.4c"));
        }
    }

    /// Begins to resolve a layer (5.3.1).
    pub fn resolve_top(&self, play: &mut Game<'_>, top: ObjectId) {
        let began = play.state().board.clock;
        self.push(
            play,
            Frame::Resolving(Resolving { object: top, stage: ResolvingStage::Check, began }),
            rule!("5.3.1"),
        );
    }

    /// 1.4.3c: proxies whose source has ceased to exist, or attacks on a later chain link, cease to exist.
    pub fn proxies_cease(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        let dangling = |id: ObjectId| {
            let Some(object) = board.get(id).filter(|object| object.kind == Kind::Proxy && object.exists())
            else {
                return false;
            };
            let source = object.source().and_then(|source| board.get(source));
            let Some(source) = source.filter(|source| source.exists()) else { return true };
            object.zone == Zone::Chain
                && (source.zone != Zone::Chain
                    || board.combat.link_of(source.id).is_none_or(|link| link.attack != id))
        };
        let mut ids: Vec<ObjectId> = board
            .zone(Zone::Chain)
            .iter()
            .chain(board.zone(Zone::Stack))
            .copied()
            .filter(|id| dangling(*id))
            .collect();
        ids.sort();
        for id in ids {
            let last = self.sight(play).last_known(id);
            play.emit(Event::Ceased(id, last), rule!("1.4.3c"));
        }
    }
}

impl FrameRules<FleshAndBlood> for frame::Settling {
    /// Goes on where layers resolve as if all players passed (4.2.2).
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        if let Some(flow) = rules.game_state_actions(play) {
            return flow;
        }
        match play.state().board.zone(Zone::Stack).last().copied() {
            Some(top) => rules.resolve_top(play, top),
            None => rules.pop(play, rule!("1.10.1")),
        }
        Flow::Go
    }

    /// Who adds triggered-layers, and which.
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        rules.ask_waiting(sight)
    }

    fn answer(self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        if rules.answers_waiting(play) {
            rules.answer_waiting(play, choice);
        }
    }
}
