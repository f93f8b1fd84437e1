//! Names are chosen for conspiracies, which are turned face up (702.105).

use duelog_kernel::ObjectId;

use super::StateWriter;
use crate::cite;
use crate::state::Chosen;

impl StateWriter<'_> {
    pub(super) fn agenda_named(&mut self, id: ObjectId, name: &str) {
        if let Some(object) = self.object(id) {
            let card = object.card;
            cite!("702.105d");
            object.permanent.chosen.push((card, Chosen::Name(name.to_string())));
        }
    }

    pub(super) fn agenda_revealed(&mut self, id: ObjectId) {
        let timestamp = self.tick();
        if let Some(object) = self.object(id) {
            object.down = None;
            cite!("613.6i");
            object.timestamp = timestamp;
        }
    }
}
