//! Conspiracies (905): card names are chosen for them in secret, and they are turned face up.

use duelog_kernel::decision::Names;
use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use crate::rules::game::{Game, Magic, verb};
use crate::rules::naming::card_names;
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Board, Chosen, Zone};
use crate::{cite, rule};

impl Magic {
    /// Who chooses a card name in secret now, for which conspiracy (702.105a).
    pub fn ask_agenda(&self, board: &Board) -> Option<Request> {
        let (seat, conspiracy) = board.unnamed()?;
        cite!("103.1c");
        Some(Request {
            seat,
            prompt: Prompt::Agenda.into(),
            rule: rule!("702.105a"),
            subject: Some(conspiracy),
            ask: Ask::Name { among: Names::Known(card_names(&self.card_pool)) },
        })
    }

    /// Takes the name that a player has chosen. The second name is another one than the first; the same again counts for none.
    pub fn name_agenda(&self, play: &mut Game<'_>, name: &str) {
        let board = &play.state().board;
        let Some((_, id)) = board.unnamed() else { return };
        let same = |chosen: &Chosen| matches!(chosen, Chosen::Name(known) if known == name);
        let taken = board.get(id).is_some_and(|own| own.permanent.chosen.iter().any(|(_, own)| same(own)));
        if taken {
            cite!("702.105f");
            return;
        }
        cite!("702.105b");
        play.emit(Event::AgendaNamed(id, name.to_string()), rule!("702.105a"));
    }

    /// The conspiracies that a player can turn face up (115.2h).
    pub fn revealable(&self, board: &Board, seat: Seat) -> Vec<Item> {
        cite!("115.2h");
        let own = board.agendas().filter(|object| object.owner == seat);
        own.map(|object| Item::Act(verb::UP, object.id)).collect()
    }

    /// A player turns a conspiracy face up.
    pub fn reveal_agenda(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId) {
        self.keep_priority(play, seat, rule!("116.3c"));
        play.emit(Event::AgendaRevealed(id), rule!("702.105c"));
    }

    /// The conspiracies of players who leave the game are revealed.
    pub fn reveal_of(&self, play: &mut Game<'_>, leaving: &[Seat]) {
        let board = &play.state().board;
        let theirs: Vec<ObjectId> = board
            .agendas()
            .filter(|object| leaving.contains(&object.owner))
            .map(|object| object.id)
            .collect();
        for id in theirs {
            play.emit(Event::AgendaRevealed(id), rule!("702.105e"));
        }
    }

    /// The players whom a card makes take the first turn.
    pub fn starters(&self, board: &Board) -> Vec<Seat> {
        let starts = |id: &&ObjectId| {
            board.get(**id).is_some_and(|own| self.card_pool.card(own.printed()).definition.starts)
        };
        let mut seats: Vec<Seat> = board
            .zone(Zone::Command)
            .iter()
            .filter(starts)
            .filter_map(|id| board.get(*id))
            .map(|own| own.owner)
            .collect();
        seats.sort();
        seats.dedup();
        seats
    }
}
