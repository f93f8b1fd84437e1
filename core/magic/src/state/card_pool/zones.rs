//! In which zones static abilities work, and in which groups look for objects.

use crate::cite;
use crate::language::definition::{Change, Group, Static, ZoneKind};
use crate::state::Zone;

impl Static {
    /// True if it says only what cannot be done with the spell that it stands on: it changes no
    /// characteristics.
    pub(super) fn is_of_spell(&self) -> bool {
        self.zones == [ZoneKind::Stack]
            && self.affects != Group::Players
            && self
                .changes
                .iter()
                .all(|change| matches!(change, Change::Rule(_, deed, _) if deed.is_of_players()))
    }

    /// True if it works in a zone (112.6).
    pub fn works_in(&self, zone: Zone) -> bool {
        cite!("112.6", "112.6b", "604.2");
        self.zones.iter().any(|kind| zone.is(*kind))
    }
}

/// Adds the kinds of zones other than the battlefield in which a group looks for objects.
pub(super) fn reaches(group: &Group, zones: &mut Vec<ZoneKind>) {
    match group {
        Group::Hand(..) => zones.push(ZoneKind::Hand),
        Group::Graveyard(..)
        | Group::Graveyards(_)
        | Group::GraveyardTop(..)
        | Group::Topmost(..)
        | Group::Bottommost(..)
        | Group::Above(..) => zones.push(ZoneKind::Graveyard),
        Group::LibraryTop(..) | Group::Top(..) | Group::Bottom(..) => zones.push(ZoneKind::Library),
        Group::Spells(_) => zones.push(ZoneKind::Stack),
        Group::In(kinds, _) => zones.extend(kinds.iter().filter(|kind| **kind != ZoneKind::Battlefield)),
        Group::Among(group, _) | Group::Except(group, _) => reaches(group, zones),
        Group::Together(groups) => groups.iter().for_each(|group| reaches(group, zones)),
        // 607.2a: what is linked is in exile.
        Group::Linked => zones.push(ZoneKind::Exile),
        Group::Of(_)
        | Group::All(_)
        | Group::Targets(_)
        | Group::Players
        | Group::PlayersExcept(_)
        | Group::Last
        | Group::MostVotes
        | Group::Attacked
        | Group::TargetsOf(_)
        | Group::PhasedOut(_)
        | Group::AllNoted
        | Group::Who(..)
        | Group::Noted(_) => {}
    }
}
