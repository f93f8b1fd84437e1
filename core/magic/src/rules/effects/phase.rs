//! Effects that let permanents phase out and in (702.25).

use super::Act;
use crate::language::definition::Group;
use crate::rule;
use crate::state::Zone;

impl Act<'_, '_> {
    /// Those that are phased in phase out and those that are phased out phase in, at the same time.
    pub(super) fn phase(&mut self, out: Option<&Group>, back: Option<&Group>) {
        let out = out.map_or(Vec::new(), |out| self.permanents(out));
        let back = back.map_or(Vec::new(), |back| {
            self.look(|sight, scope| {
                let away = |id: &_| sight.object(*id).is_some_and(|object| object.zone == Zone::PhasedOut);
                sight.objects(back, scope).into_iter().filter(away).collect()
            })
        });
        let rule = if out.is_empty() { rule!("702.25c") } else { rule!("702.25b") };
        self.magic.phase(self.play, out, back, rule);
    }
}
