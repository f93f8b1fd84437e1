//! What happens to the whole table: a game that is restarted (718), subgames (719).

use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use super::objects::blank;
use crate::cite;
use crate::state::{Board, CardId, Frame, Object, Opening, Outer, Place, State, Step, Zone, component};

/// Whether an object in a zone is a card, and no token, copy, ability or emblem.
fn is_card(board: &Board, object: &Object) -> bool {
    let card = match object.zone {
        Zone::Command => board.begins_in_command(object),
        zone => zone != Zone::Gone,
    };
    card && !object.token && !object.is_ability()
}

impl StateWriter<'_> {
    /// A new game begins with all cards of this one in their owners' decks, but those that are kept where
    /// they are; the instructions that say so go on.
    pub(super) fn game_restarted(&mut self, by: Seat, kept: &[ObjectId]) {
        let left = self.state.clone();
        let old = &left.board;
        let mut board = Board::new(Step::Opening, old.players.len() as u8, old.rng.clone());
        board.clock = old.clock;
        board.edition = old.edition;
        board.agree_as(old);
        board.supply(old, true);
        board.turn.subgame = old.turn.subgame;
        board.objects.keep_ids_of(&old.objects);
        let there =
            || old.zones.iter().flatten().filter_map(|id| old.get(*id)).filter(|object| is_card(old, object));
        cite!("718.5");
        let stays = |object: &&Object| kept.contains(&object.id) || is_outside(object);
        for object in there().filter(stays) {
            place(&mut board, object.clone());
        }
        cite!("718.2");
        let cards: Vec<(CardId, Seat)> =
            there().filter(|object| !stays(object)).map(|object| (object.card, object.owner)).collect();
        deck(&mut board, cards);
        cite!("718.4");
        let runs = |frame: &&Frame| matches!(frame, Frame::Running(_));
        let going_on = old.frames.iter().rev().take_while(runs).count();
        board.frames = vec![Frame::Turn];
        board.frames.extend_from_slice(&old.frames[old.frames.len() - going_on..]);
        board.frames.push(Frame::Opening(Opening::Again(by)));
        // The game that a subgame is played in is not affected.
        cite!("718.6");
        *self.state = State { outer: left.outer.clone(), ..State::of(board) };
        component::mark_differences(&left, self.state, self.touched);
    }

    /// The libraries become the decks of a new game, outside of which everything else is.
    pub(super) fn subgame_began(&mut self) {
        let left = self.state.clone();
        let mut main = left.board.clone();
        let mut board = Board::new(Step::Opening, main.players.len() as u8, main.rng.clone());
        board.clock = main.clock;
        board.edition = main.edition;
        board.agree_as(&main);
        // The cards that are face up stay where they are.
        cite!("719.2a", "719.2d");
        board.supply(&main, false);
        for player in &mut main.players {
            player.supplements.planes.clear();
            player.supplements.schemes.clear();
        }
        board.turn.subgame = main.turn.subgame.saturating_add(1);
        let mut cards = Vec::new();
        for seat in main.seats() {
            cards.extend(taken(&mut main, Zone::Library(seat), |_, _| true));
        }
        cite!("719.2b", "719.2c");
        cards.extend(taken(&mut main, Zone::Command, |board, object| board.begins_in_command(object)));
        board.objects.keep_ids_of(&main.objects);
        deck(&mut board, cards);
        cite!("719.4");
        let mut outside = Vec::new();
        for object in main.objects.iter().filter(|object| is_card(&main, object)) {
            let stand_in = board.next_id();
            place(&mut board, blank(stand_in, object.card, object.owner, Zone::Outside(object.owner)));
            outside.push((object.id, stand_in));
        }
        board.frames = vec![Frame::Turn, Frame::Opening(Opening::Subgame)];
        let mut outer = left.outer.clone();
        cite!("719.1", "719.1a", "719.6");
        outer.push(Outer { board: main, outside });
        *self.state = State { outer, ..State::of(board) };
        component::mark_differences(&left, self.state, self.touched);
    }

    /// The cards of the subgame go back to their owners' libraries, and nothing else of it is left.
    pub(super) fn subgame_ended(&mut self) {
        let left = self.state.clone();
        let mut outer = left.outer.clone();
        let Some(Outer { board: mut main, outside }) = outer.pop() else { return };
        let over = &left.board;
        main.rng = over.rng.clone();
        main.clock = over.clock;
        main.objects.keep_ids_of(&over.objects);
        cite!("719.5a", "719.5d");
        main.supply(over, true);
        let own = over.objects.iter().filter(|object| is_card(over, object) && !is_outside(object));
        let (commanding, own): (Vec<&Object>, Vec<&Object>) =
            own.partition(|object| object.zone == Zone::Command);
        let mut cards: Vec<(CardId, Seat)> =
            own.into_iter().map(|object| (object.card, object.owner)).collect();
        let is_in = |(_, stand_in): &&(ObjectId, ObjectId)| !over.get(*stand_in).is_some_and(is_outside);
        let brought: Vec<ObjectId> = outside.iter().filter(is_in).map(|entry| entry.0).collect();
        // What was brought in moves from where it still is in the game that goes on.
        for card in brought.iter().filter_map(|id| main.get(*id)).map(|object| (object.card, object.owner)) {
            if let Some(place) = cards.iter().position(|other| *other == card) {
                cards.remove(place);
            }
        }
        cite!("719.4b");
        for (card, owner) in cards {
            let id = main.next_id();
            place(&mut main, blank(id, card, owner, Zone::Library(owner)));
        }
        cite!("719.5b", "719.5c");
        for object in commanding {
            let id = main.next_id();
            place(&mut main, blank(id, object.card, object.owner, Zone::Command));
        }
        let winner = over.ending.as_ref().and_then(|ending| ending.winner);
        main.frames.push(Frame::Opening(Opening::Over(winner, brought)));
        *self.state = State { outer, ..State::of(main) };
        component::mark_differences(&left, self.state, self.touched);
    }
}

/// Whether a card is outside of the game.
fn is_outside(object: &Object) -> bool {
    matches!(object.zone, Zone::Outside(_))
}

/// Puts an object where it says that it is.
fn place(board: &mut Board, object: Object) {
    let (id, zone) = (object.id, object.zone);
    board.objects.put(id, object);
    if let Some(zone) = zone.index() {
        board.zones.put(zone, id, Place::Top);
    }
}

/// Takes cards out of a zone of a game.
fn taken(game: &mut Board, zone: Zone, meant: impl Fn(&Board, &Object) -> bool) -> Vec<(CardId, Seat)> {
    let mut cards = Vec::new();
    for id in game.zone(zone).to_vec() {
        let Some(object) = game.get(id).filter(|object| meant(game, object)) else { continue };
        cards.extend(is_card(game, object).then_some((object.card, object.owner)));
        if let Some(index) = zone.index() {
            game.zones.take(index, id);
        }
        game.objects.forget(id);
        game.shown.retain(|shown| shown.object != id);
    }
    cards
}

/// Gives each player a planar die, where there are planes.
fn lay_dice(board: &mut Board) {
    for seat in board.seats() {
        if let Some(die) = board.player(seat).supplements.die {
            place(board, blank(board.next_id(), die, seat, Zone::Command));
        }
    }
}

/// Puts the cards of a new game into their owners' libraries, and commanders into the command zone.
fn deck(board: &mut Board, cards: Vec<(CardId, Seat)>) {
    for (card, owner) in cards {
        cite!("103.1b");
        let conspiracy = board.conspiracy(card, owner);
        let commands = board.is_commander_card(card, owner) || board.is_vanguard(card, owner);
        let zone = if commands || conspiracy.is_some() { Zone::Command } else { Zone::Library(owner) };
        let down = conspiracy.and_then(|own| own.down(owner));
        place(board, Object { down, ..blank(board.next_id(), card, owner, zone) });
    }
    lay_dice(board);
}
