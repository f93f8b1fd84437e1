//! The kinds of things, other than properties, that effects say of objects: where none says anything of a kind, no object need be
//! asked for it.

use super::{Board, Computed, LastingKind};
use crate::language::definition::{Change, Deed, Property, Static, Values};

/// The kinds of what some abilities and effects say of objects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The deeds that are ruled on, each once (1.0.2).
    deeds: Vec<Deed>,
    /// True if a player may play what another one may own (5.1.1).
    pub lends: bool,
    /// True if something is frozen (8.5.34).
    pub freezes: bool,
    /// True if pitch is modified (2.8.3).
    pub pitches: bool,
    /// How many effects of layers there are.
    effects: usize,
}

impl Spoken {
    /// The kinds that these abilities say, the effects of layers, and those that objects already have.
    pub fn of<'a>(
        board: &Board,
        computed: &Computed,
        speakers: impl IntoIterator<Item = Option<&'a Static>>,
    ) -> Spoken {
        let mut spoken = Spoken { effects: board.effects.len(), ..Spoken::default() };
        speakers.into_iter().for_each(|ability| spoken.hear_all(ability));
        for (_, properties) in computed.iter() {
            properties.limits.iter().for_each(|alter| spoken.hear(alter));
        }
        for lasting in &board.effects {
            if let LastingKind::Alters(alters) = &lasting.kind {
                alters.iter().for_each(|alter| spoken.hear(alter));
            }
        }
        spoken
    }

    /// Adds what a static ability says.
    pub fn hear_all(&mut self, ability: Option<&Static>) {
        ability.into_iter().flat_map(|ability| &ability.changes).for_each(|change| self.hear(change));
    }

    /// Adds what another one has.
    pub fn add(&mut self, other: &Spoken) {
        other.deeds.iter().for_each(|deed| self.rule_on(*deed));
        self.lends |= other.lends;
        self.freezes |= other.freezes;
        self.pitches |= other.pitches;
    }

    fn rule_on(&mut self, deed: Deed) {
        if !self.deeds.contains(&deed) {
            self.deeds.push(deed);
        }
    }

    fn hear<V: Values>(&mut self, change: &Change<V>) {
        match change {
            Change::Rule(_, deed, _) => self.rule_on(*deed),
            Change::Lent(..) => self.lends = true,
            Change::Freeze => self.freezes = true,
            Change::Plus(Property::Pitch, _)
            | Change::Set(Property::Pitch, _)
            | Change::Times(Property::Pitch, _) => self.pitches = true,
            _ => {}
        }
    }

    /// Returns whether it tells of a board with this many effects of layers.
    pub fn knows(&self, board: &Board) -> bool {
        self.effects == board.effects.len()
    }

    /// Returns whether any ruling is about a deed.
    pub fn rules_on(&self, deed: Deed) -> bool {
        self.deeds.contains(&deed)
    }
}
