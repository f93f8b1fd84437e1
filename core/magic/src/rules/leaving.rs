//! Players who leave a game that others continue (800.4).

use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Designation, Destination};
use crate::rules::effects::placed;
use crate::rules::game::{Game, Magic};
use crate::rules::looking_back::last_known;
use crate::state::event::Event;
use crate::state::{Alter, Frame, LastingKind, MoveReason, Opening, PlanarDecks, Zone};
use crate::{cite, rule};

impl Magic {
    /// Lets players who have lost leave a game that others continue. True if anybody left.
    pub fn see_off(&self, play: &mut Game<'_>) -> bool {
        let board = &play.state().board;
        if board.players.iter().all(|player| player.lost.is_none()) {
            return false;
        }
        let leaves = |seat: &Seat| board.player(*seat).lost.is_some() && !board.has_left(*seat);
        let leaving: Vec<Seat> = board.seats().into_iter().filter(leaves).collect();
        if leaving.is_empty() {
            return self.exile_strays(play);
        }
        cite!("800.4", "104.5", "405.6h");
        self.go_on_in_opening(play, &leaving);
        self.reveal_of(play, &leaving);
        let planes = self.planes_leave(play, &leaving);
        self.inherit_phenomena(play, &leaving);
        self.take_along(play, &leaving);
        self.end_control(play, &leaving);
        self.crown_another(play, &leaving);
        for seat in &leaving {
            play.emit(Event::PlayerLeft(*seat), rule!("800.4a"));
        }
        if planes {
            self.replace_planes(play);
        }
        self.exile_the_rest(play, &leaving);
        true
    }

    /// 800.4c: what comes back under the control of a player who has left is exiled. True if anything was.
    fn exile_strays(&self, play: &mut Game<'_>) -> bool {
        let board = &play.state().board;
        let left: Vec<Seat> = board.seats().into_iter().filter(|seat| board.has_left(*seat)).collect();
        !left.is_empty() && self.exile_the_rest(play, &left)
    }

    /// The start of the game asks the next player in place of one who leaves.
    fn go_on_in_opening(&self, play: &mut Game<'_>, leaving: &[Seat]) {
        while let Some(Frame::Opening(opening)) = play.state().board.frames.last() {
            match opening {
                Opening::Scry(seat) | Opening::Hand(seat, _) if leaving.contains(seat) => {
                    let (seat, scries) = (*seat, matches!(opening, Opening::Scry(_)));
                    if scries { self.after_scry(play, Some(seat)) } else { self.after_hand(play, Some(seat)) }
                }
                _ => return,
            }
        }
    }

    /// 800.4a: all objects that the players own leave the game, in every zone at once.
    fn take_along(&self, play: &mut Game<'_>, leaving: &[Seat]) {
        let sight = self.sight(play);
        let owned = |object: &&crate::state::Object| {
            // With one planar deck for all, the new planar controller is the owner of its planes.
            cite!("108.3a", "702.25j", "901.15b");
            let shared = sight.board.terms.planes == PlanarDecks::Shared && sight.board.is_plane(object.id);
            leaving.contains(&object.owner) && object.zone != Zone::Gone && !object.is_ability() && !shared
        };
        let all: Vec<(ObjectId, Zone)> =
            sight.board.objects.iter().filter(owned).map(|object| (object.id, object.zone)).collect();
        let left = |(object, from): (ObjectId, Zone)| {
            let last = if from == Zone::Battlefield { last_known(&sight, object) } else { None };
            Event::LeftGame { object, from, last }
        };
        let planes = all.iter().map(|left| left.0).filter(|id| sight.board.is_plane(*id));
        let away = planes.zip(sight.board.planar_controller().into_iter().cycle());
        let away: Vec<Event> = away.map(|(plane, seat)| self.left_plane(seat, plane)).collect();
        let left: Vec<Event> = all.into_iter().map(left).chain(away).collect();
        self.emit_together(play, left, rule!("800.4a"));
        // An object that no card represents leaves with its controller.
        let controlled = |id: &ObjectId| {
            let object = play.state().board.get(*id);
            object.is_some_and(|object| {
                leaving.contains(&object.controller) && (object.token || object.is_ability())
            })
        };
        let ceased: Vec<ObjectId> =
            play.state().board.zone(Zone::Stack).iter().copied().filter(controlled).collect();
        for id in ceased {
            play.emit(Event::Ceased(id, None), rule!("800.4a"));
        }
    }

    /// 800.4a: effects that give the players control of anything end.
    fn end_control(&self, play: &mut Game<'_>, leaving: &[Seat]) {
        let gives = |alter: &Alter| matches!(alter, Alter::Control(seat) if leaving.contains(seat));
        let ended: Vec<u32> = play
            .state()
            .board
            .effects
            .iter()
            .filter(|effect| {
                matches!(&effect.kind, LastingKind::Alter { alters, .. } if alters.iter().any(gives))
            })
            .map(|effect| effect.id)
            .collect();
        for id in ended {
            play.emit(Event::EffectEnded(id), rule!("800.4a"));
        }
        self.notice_control(play);
    }

    /// 717.4: somebody else becomes the monarch.
    fn crown_another(&self, play: &mut Game<'_>, leaving: &[Seat]) {
        let board = &play.state().board;
        if board.turn.monarch.is_some_and(|monarch| leaving.contains(&monarch)) {
            let stays = |seat: &Seat| !leaving.contains(seat);
            if let Some(next) = board.apnap().into_iter().find(stays) {
                self.emit(play, Event::Designated(next, Designation::Monarch), rule!("717.4"));
            }
        }
    }

    /// 800.4a: what the players still control is exiled.
    fn exile_the_rest(&self, play: &mut Game<'_>, leaving: &[Seat]) -> bool {
        let sight = self.sight(play);
        let board = sight.board;
        let here = board.zone(Zone::Battlefield).iter().chain(board.zone(Zone::Stack));
        let theirs = here.filter(|id| sight.controller(**id).is_some_and(|seat| leaving.contains(&seat)));
        let exiled = theirs.filter_map(|id| sight.object(*id)).map(|object| {
            placed(object.id, object.owner, Destination::Exile, object.owner, MoveReason::Effect)
        });
        let exiled: Vec<_> = exiled.collect();
        let any = !exiled.is_empty();
        if any {
            cite!("800.4c");
            self.happen(play, exiled);
        }
        any
    }
}
