//! Who watches a match, and what they are told.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use duelog_kernel::journal::ToldEvent;
use duelog_kernel::{Outcome, Viewer as KernelViewer};

use super::{Table, taken_back};
use crate::protocol::connection::{Connection, Push};
use crate::protocol::errors::error;
use crate::protocol::tokens::Grant;
use crate::protocol::wire::asked::Asked;
use crate::protocol::wire::event::events;
use crate::protocol::wire::items::Viewer;
use crate::protocol::wire::request::Seen;
use crate::protocol::wire::response::{Error, Notification, Role};
use crate::protocol::{WATCHERS, WATCHES_OF_TOKEN};

/// Somebody who watches.
pub struct Watcher {
    connection: Arc<Connection>,
    /// The token by which it watches, where it is for this match alone.
    grant: Option<Arc<Grant>>,
    viewer: Viewer,
    /// The last question that the connection was told: the numbers of decisions, and of those taken back.
    asked: Option<(u32, u32)>,
    /// By how many turns events come later.
    delay: u32,
    /// The events that come later.
    held: VecDeque<ToldEvent>,
    /// The last decision that the watcher was told of.
    told: u32,
    /// True if the watcher reads too slowly and is told no more.
    lost: Arc<AtomicBool>,
}

/// Events that have happened, and how the match stands just now.
struct Moment<'a> {
    turn: u32,
    decision: u32,
    taken_back: u32,
    /// How the match ended, where watchers do not know it yet.
    ended: Option<&'a Outcome>,
    over: bool,
}

impl Watcher {
    fn of(connection: &Arc<Connection>, viewer: Viewer, delay: u32, told: u32) -> Watcher {
        Watcher {
            connection: connection.clone(),
            grant: connection.admitted().and_then(|admitted| admitted.grant),
            viewer,
            asked: None,
            delay,
            held: VecDeque::new(),
            told,
            lost: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Returns whether somebody is still told.
    fn is_there(&self) -> bool {
        !self.lost.load(Ordering::Relaxed)
            && !self.connection.is_closed()
            && self.grant.as_ref().is_none_or(|grant| grant.holds())
    }

    /// The events that are due, those of `told` among them.
    fn due(&mut self, told: &Rc<Vec<ToldEvent>>, moment: &Moment<'_>) -> Rc<Vec<ToldEvent>> {
        if self.delay == 0 {
            self.told = moment.decision;
            return told.clone();
        }
        self.held.extend(told.iter().cloned());
        let due = |told: &ToldEvent| moment.over || told.at.turn.saturating_add(self.delay) <= moment.turn;
        let mut count = self.held.iter().take_while(|told| due(told)).count();
        // The events of one decision are told at once: who comes back says up to which one it was.
        if let Some(next) = self.held.get(count).map(|told| told.decision) {
            count = self.held.iter().take(count).take_while(|told| told.decision != next).count();
        }
        let due: Vec<ToldEvent> = self.held.drain(..count).collect();
        self.told = due.last().map_or(self.told, |told| told.decision);
        Rc::new(due)
    }

    /// The notification of events.
    fn push(&self, table: &Arc<str>, told: &[ToldEvent], moment: &Moment<'_>) -> Option<Push> {
        if moment.ended.is_none() && told.iter().all(|told| told.internal) {
            return None;
        }
        let news = Notification::News {
            table,
            viewer: self.viewer,
            // Who is told later does not learn how far the match is.
            decision: self.told,
            taken_back: moment.taken_back,
            events: events(told, false),
            outcome: moment.ended.map(Into::into),
        };
        Some(self.line(table, &news))
    }

    fn line(&self, table: &Arc<str>, notification: &Notification<'_>) -> Push {
        Push {
            connection: self.connection.clone(),
            line: crate::protocol::line(notification),
            table: table.clone(),
            lost: self.lost.clone(),
        }
    }
}

impl Table {
    /// From now on a connection is told as this viewer. Returns the events that it has not seen yet and may be told now.
    pub fn watch(
        &mut self,
        connection: &Arc<Connection>,
        viewer: Viewer,
        after: Option<Seen>,
        delay: u32,
    ) -> Result<(Viewer, Vec<ToldEvent>), Error> {
        self.sits(viewer)?;
        self.watchers.retain(|watcher| {
            watcher.is_there() && (watcher.connection.number, watcher.viewer) != (connection.number, viewer)
        });
        if self.watchers.len() >= WATCHERS {
            let message = format!("{WATCHERS} watch this match already");
            return Err(error("limit", message, "`unwatch` makes room"));
        }
        let own = connection.admitted().and_then(|admitted| admitted.grant);
        let alike = |watcher: &&Watcher| match (&watcher.grant, &own) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        if self.watchers.iter().filter(alike).count() >= WATCHES_OF_TOKEN {
            let message = format!("this token watches {WATCHES_OF_TOKEN} times already");
            return Err(error("limit", message, "`unwatch` makes room"));
        }
        let playing = self.game()?;
        let back = taken_back(playing);
        let game = playing.recorder.game();
        let from = match after {
            Some(seen) if seen.taken_back == back && seen.decision <= game.decisions() => seen.decision + 1,
            Some(_) | None => 0,
        };
        let told = Rc::new(game.told(from, viewer.into()));
        // All who watch know everything up to here.
        game.news(&[]);
        let moment = Moment {
            turn: game.turn_step().turn,
            decision: game.decisions(),
            taken_back: back,
            ended: None,
            over: game.request().is_none(),
        };
        let mut watcher = Watcher::of(connection, viewer, delay, from.saturating_sub(1));
        let due = watcher.due(&told, &moment);
        self.watchers.push(watcher);
        drop(told);
        Ok((viewer, Rc::unwrap_or_clone(due)))
    }

    /// From now on the connection that begins the match is told as this viewer, what has happened so far too.
    pub fn join(&mut self, connection: &Arc<Connection>, viewer: Viewer) -> Result<(), Error> {
        self.sits(viewer)?;
        self.watchers.push(Watcher::of(connection, viewer, 0, 0));
        Ok(())
    }

    /// Returns the notifications of those who watch when the match is no longer there, but for one connection.
    pub fn watch_ended(&mut self, but: u64) -> Vec<Push> {
        let ended = Notification::WatchEnded { table: &self.id, reason: "the match is closed here" };
        let others = self.watchers.iter().filter(|watcher| watcher.connection.number != but);
        others.map(|watcher| watcher.line(&self.id, &ended)).collect()
    }

    /// A connection is no longer told.
    pub fn unwatch(&mut self, connection: u64) {
        self.watchers.retain(|watcher| watcher.connection.number != connection);
        self.views.retain(|view| view.0 != connection);
    }

    /// Returns the new events of a connection; those of others are pushed.
    pub(super) fn news(&mut self, own: u64) -> Result<Vec<(Viewer, Vec<ToldEvent>)>, Error> {
        if self.watchers.is_empty() {
            return Ok(Vec::new());
        }
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(Watcher::is_there);
        let mut viewers: Vec<Viewer> = Vec::new();
        for watcher in &watchers {
            if !viewers.contains(&watcher.viewer) {
                viewers.push(watcher.viewer);
            }
        }
        let playing = self.game()?;
        let back = taken_back(playing);
        let game = playing.recorder.game();
        let known: Vec<KernelViewer> = viewers.iter().map(|viewer| (*viewer).into()).collect();
        let told: Vec<Rc<Vec<ToldEvent>>> = game.news(&known).into_iter().map(Rc::new).collect();
        let (decision, turn, outcome) = (game.decisions(), game.turn_step().turn, game.outcome());
        let (over, ended) = (outcome.is_some(), outcome.filter(|_| !self.end_told));
        let moment = Moment { turn, decision, taken_back: back, ended: ended.as_ref(), over };
        let mut news = Vec::new();
        let mut pushes = Vec::new();
        for watcher in &mut watchers {
            let place = viewers.iter().position(|viewer| *viewer == watcher.viewer).unwrap_or(0);
            let due = watcher.due(&told[place], &moment);
            if watcher.connection.number == own {
                news.push((watcher.viewer, due));
            } else {
                pushes.extend(watcher.push(&self.id, &due, &moment));
            }
        }
        drop(told);
        self.end_told |= over;
        self.watchers = watchers;
        self.pushes.extend(pushes);
        Ok(news.into_iter().map(|(viewer, told)| (viewer, Rc::unwrap_or_clone(told))).collect())
    }

    /// A player who watches by a token of the own learns of a question to that player, but for who asks here.
    pub(super) fn tell_asked(&mut self, own: u64) -> Result<(), Error> {
        let by_token = |watcher: &Watcher| {
            let role = watcher.grant.as_ref().map(|grant| grant.role);
            matches!((role, watcher.viewer), (Some(Role::Seat(_)), Viewer::Seat(_)))
        };
        if !self.watchers.iter().any(by_token) {
            return Ok(());
        }
        let (mut watchers, id, words) = (std::mem::take(&mut self.watchers), self.id.clone(), self.words);
        let playing = self.game()?;
        let back = taken_back(playing);
        let game = playing.recorder.game();
        let (decision, asked) = (game.decisions(), if words { game.asked() } else { None });
        let mut pushes = Vec::new();
        if let Some(request) = game.request() {
            let next = Box::new(Asked::of(request, asked.as_ref()));
            let note = Notification::Asked { table: &id, decision, taken_back: back, next };
            let is_asked = |watcher: &&mut Watcher| {
                by_token(watcher)
                    && watcher.viewer == Viewer::Seat(request.seat.0)
                    && watcher.asked != Some((decision, back))
            };
            for watcher in watchers.iter_mut().filter(is_asked) {
                watcher.asked = Some((decision, back));
                if watcher.connection.number != own {
                    pushes.push(watcher.line(&id, &note));
                }
            }
        }
        self.watchers = watchers;
        self.pushes.extend(pushes);
        Ok(())
    }

    /// Everybody who watches learns that decisions were taken back.
    pub(super) fn tell_taken_back(&mut self, own: u64) -> Result<(), Error> {
        let playing = self.game()?;
        let back = taken_back(playing);
        let game = playing.recorder.game();
        // The next events are told from here on.
        game.news(&[]);
        let decision = game.decisions();
        self.end_told = false;
        let mut pushes = Vec::new();
        for watcher in &mut self.watchers {
            watcher.held.retain(|told| told.decision <= decision);
            watcher.told = watcher.told.min(decision);
            let decision = watcher.told;
            if watcher.connection.number != own {
                let viewer = watcher.viewer;
                let note = Notification::TakenBack { table: &self.id, viewer, decision, taken_back: back };
                pushes.push(watcher.line(&self.id, &note));
            }
        }
        self.pushes.extend(pushes);
        Ok(())
    }
}
