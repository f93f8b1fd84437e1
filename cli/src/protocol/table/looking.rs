//! Views of a match, and its history.

use serde_json::{Value, json};

use super::{Asker, Table};
use crate::protocol::wire::event::events;
use crate::protocol::wire::items::Viewer;
use crate::protocol::wire::request::{History, Shown};
use crate::protocol::wire::response::{Error, Looked, Told};
use crate::protocol::wire::view::{View, difference};

/// How many views are remembered of one match, to tell differences.
const VIEWS: usize = 64;

impl Table {
    /// The table as a viewer sees it: whole, or the difference to the last view of this viewer that the connection
    /// got. The first one is whole.
    fn look(
        &mut self,
        connection: u64,
        viewer: Viewer,
        changes: bool,
    ) -> Result<(Option<View>, Option<Value>), Error> {
        self.sits(viewer)?;
        let mut view = self.game()?.recorder.game().view(viewer.into());
        view.request = None;
        let view = View::of(view);
        let now = json!(view);
        let known = self.views.iter().position(|(own, of, _)| (*own, *of) == (connection, viewer));
        let before = known.map(|place| self.views.remove(place).2);
        if self.views.len() >= VIEWS {
            self.views.remove(0);
        }
        let patch = before.filter(|_| changes).map(|before| difference(&before, &now).unwrap_or(Value::Null));
        self.views.push((connection, viewer, now));
        Ok(match patch {
            Some(patch) => (None, Some(patch)),
            None => (Some(view), None),
        })
    }

    /// The view of the player who is asked.
    pub(super) fn view_of_asked(
        &mut self,
        connection: u64,
        shown: Shown,
    ) -> Result<(Option<View>, Option<Value>), Error> {
        let asked = self.game()?.recorder.game().request().map(|request| request.seat);
        match asked {
            Some(seat) => self.look(connection, Viewer::Seat(seat.0), shown == Shown::Changes),
            None => Ok((None, None)),
        }
    }

    /// The response to `view`.
    pub fn view(&mut self, asker: &Asker<'_>, viewer: Viewer, changes: bool) -> Result<Vec<u8>, Error> {
        let (view, changes) = self.look(asker.connection.number, viewer, changes)?;
        Ok(asker.ok(&Looked { view, changes }))
    }

    /// The response to `history`.
    pub fn history(&mut self, asker: &Asker<'_>, history: &History) -> Result<Vec<u8>, Error> {
        self.sits(history.viewer)?;
        let to = history.to.unwrap_or(u32::MAX);
        let game = self.game()?.recorder.game();
        let mut told = game.told(history.from, history.viewer.into());
        told.retain(|told| told.decision <= to);
        Ok(asker.ok(&Told { decision: game.decisions(), events: events(&told, history.all) }))
    }
}
