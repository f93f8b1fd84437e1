//! The start of the game (103): shuffling, who goes first, opening hands and mulligans.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Ability, Beginning};
use crate::rules::effects::shuffled;
use crate::rules::eval::Sight;
use crate::rules::event_batch::count_turn;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::looking_back::last_known;
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{
    ARCHENEMY, AbilityPlace, Board, CodeRef, Context, Entering, Frame, MoveReason, Opening, Place, Running,
    SchemeDecks, Step, Value, Variant, Zone,
};
use crate::{cite, rule};

impl Magic {
    fn answer_scry(&self, play: &mut Game<'_>, seat: Seat, yes: bool) {
        let board = &play.state().board;
        match (looked_at(board, seat), top(board, seat)) {
            (None, Some(top)) if yes => {
                // A player looks at it together with the own team.
                let eyes = board.mates(seat).into_iter().fold(0, |eyes, mate| eyes | 1 << mate.0);
                play.emit(Event::Shown(vec![top], eyes), rule!("103.4"));
            }
            (Some(top), _) if yes => {
                let mut order = board.zone(Zone::Library(seat)).to_vec();
                order.retain(|id| *id != top);
                order.insert(0, top);
                play.emit(Event::Reordered(seat, order), rule!("103.4"));
                self.after_scry(play, Some(seat));
            }
            (None | Some(_), _) => self.after_scry(play, Some(seat)),
        }
    }

    /// Goes on to the next player who may look at the top card, after the one given, and then to the first
    /// turn.
    pub(super) fn after_scry(&self, play: &mut Game<'_>, seat: Option<Seat>) {
        let board = &play.state().board;
        let order = board.seats_from(board.turn.starting);
        let done =
            seat.and_then(|seat| order.iter().position(|other| *other == seat)).map_or(0, |place| place + 1);
        let free = board.free_mulligans();
        let may_look = |seat: &Seat| board.player(*seat).mulligans > free && top(board, *seat).is_some();
        match order.into_iter().skip(done).find(may_look) {
            Some(next) => proceed(play, Opening::Scry(next), rule!("103.4")),
            None => self.after_hand(play, None),
        }
    }

    /// What the cards in a player's hand allow at this moment of the beginning, but these cards.
    fn beginnings(&self, board: &Board, seat: Seat, when: Beginning, but: &[ObjectId]) -> Vec<Item> {
        let own = |id: &ObjectId| {
            let object = board.get(*id)?;
            let printed = (0..).zip(&self.card_pool.card(object.card).definition.abilities);
            let mut places = printed.filter_map(|(place, ability)| match ability {
                Ability::Activated(ability) if ability.timing.opening == when => Some(place),
                _ => None,
            });
            places.next().map(|place| Item::Ability(*id, AbilityPlace::Printed(place).number()))
        };
        board.zone(Zone::Hand(seat)).iter().filter(|id| !but.contains(id)).filter_map(own).collect()
    }

    /// Whether a player is asked about the cards of the opening hand, but these: which of them allow something, nobody
    /// else may know. Everybody is asked, or nobody.
    fn has_beginning(&self, board: &Board, seat: Seat, but: &[ObjectId]) -> bool {
        if self.card_pool.asks_unseeing() {
            let left = |id: &ObjectId| !but.contains(id);
            return self.card_pool.opens() && board.zone(Zone::Hand(seat)).iter().any(left);
        }
        !self.beginnings(board, seat, Beginning::Hand, but).is_empty()
    }

    /// 103.5: goes on to the next player whose opening hand allows something, after the one given, and then
    /// to the first turn.
    pub(super) fn after_hand(&self, play: &mut Game<'_>, seat: Option<Seat>) {
        let board = &play.state().board;
        let order = board.seats_from(board.turn.starting);
        let done =
            seat.and_then(|seat| order.iter().position(|other| *other == seat)).map_or(0, |place| place + 1);
        cite!("103.5c", "805.3b");
        let acts = |seat: &Seat| self.has_beginning(board, *seat, &[]);
        match order.into_iter().skip(done).find(acts) {
            Some(next) => proceed(play, Opening::Hand(next, Vec::new()), rule!("103.5")),
            None => {
                self.find_starting_plane(play);
                self.pop(play, rule!("103.7"))
            }
        }
    }

    /// Follows the instructions of a card in a player's hand.
    fn begin_with_card(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, place: u32, rule: RuleId) {
        let Some(card) = play.state().board.get(id).map(|object| object.card) else { return };
        let Some(place) = AbilityPlace::numbered(place) else { return };
        cite!("103.5a");
        // What is set up by it comes from the card that says it, and is its player's.
        cite!("603.7g");
        let script = Running::new(CodeRef { card, ability: Some(place) }, Context::of(id, seat));
        self.push(play, Frame::Running(script), rule);
    }

    /// 103.7: the first turn, once nothing is going on before it.
    pub fn begin_first_turn(&self, play: &mut Game<'_>) {
        let starting = play.state().board.turn.starting;
        play.emit(Event::TurnBegan(starting), rule!("103.7"));
        count_turn(self, play);
        self.end_sickness(play);
        play.emit(Event::StepBegan(Step::Untap), rule!("103.7"));
    }

    /// Who takes the first turn is settled: players draw their hands, and may take mulligans.
    fn begin_with(&self, play: &mut Game<'_>, starting: Seat, rule: RuleId) {
        play.emit(Event::StartingPlayer(starting), rule);
        for seat in seats(&play.state().board) {
            let size = play.state().board.hand_size(seat);
            draw_hand(play, seat, size);
        }
        // The players of a team sit side by side: each team decides after the other.
        cite!("103.4d", "805.3a");
        proceed(play, Opening::Mulligans(Vec::new()), rule!("103.4"));
    }

    /// The team drawn by lot says which team begins, by its primary player.
    fn draw_team(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        let teams = board.once_a_team(seats(board), Board::primary);
        cite!("103.2a", "805.3");
        // After the first game of a match it is the team that lost the game before.
        let agreed = board.terms.chooser.map(|seat| board.primary(seat));
        let says = agreed.unwrap_or_else(|| {
            let chosen = self.lot(play, teams.len() as u32, rule!("103.2"));
            teams.get(chosen as usize).copied().unwrap_or(Seat(0))
        });
        proceed(play, Opening::First(says), rule!("103.2"));
    }

    /// 719.5: the game that a subgame was played in goes on: its libraries are shuffled, and what made the
    /// subgame knows who won.
    fn resume_main_game(&self, play: &mut Game<'_>, winner: Option<Seat>, brought: &[ObjectId]) {
        let sight = self.sight(play);
        let mut moves = Vec::new();
        let brought = brought.iter().filter_map(|id| sight.object(*id));
        for (next, object) in (sight.board.next_id().0..).zip(brought) {
            moves.push(Event::Moved {
                object: object.id,
                from: object.zone,
                to: Zone::Library(object.owner),
                place: Place::Top,
                new: ObjectId(next),
                also: None,
                entering: Entering::default(),
                why: MoveReason::Effect,
                last: last_known(&sight, object.id),
            });
        }
        // Abilities that trigger on leaving wait until a player would get priority (719.4a).
        cite!("719.4a");
        self.emit_together(play, moves, rule!("719.5"));
        self.shuffle_decks(play, rule!("719.5"));
        self.pop(play, rule!("719.5"));
        cite!("719.1b");
        self.report(play, u32::from(winner.is_some()), winner.map(Value::Seat).into_iter().collect());
    }

    fn shuffle_decks(&self, play: &mut Game<'_>, rule: RuleId) {
        for seat in seats(&play.state().board) {
            self.shuffle_deck(play, seat, rule);
        }
        self.shuffle_piles(play);
    }

    fn take_mulligans(&self, play: &mut Game<'_>, taking: &[Seat]) {
        for seat in taking {
            play.emit(Event::MulliganTaken(*seat), rule!("103.4"));
            let (hand, card_pool) = (Zone::Hand(*seat), Zone::Library(*seat));
            for card in play.state().board.zone(hand).to_vec() {
                relocate(play, card, hand, card_pool, MoveReason::Effect);
            }
            self.shuffle_deck(play, *seat, rule!("103.4"));
        }
        for seat in taking {
            let board = &play.state().board;
            cite!("800.5");
            let free = board.free_mulligans();
            let fewer = board.player(*seat).mulligans.saturating_sub(free);
            cite!("902.5a");
            let size = board.hand_size(*seat).saturating_sub(fewer.into());
            draw_hand(play, *seat, size);
        }
        proceed(play, Opening::Mulligans(Vec::new()), rule!("103.4"));
    }

    fn shuffle_deck(&self, play: &mut Game<'_>, seat: Seat, rule: RuleId) {
        let event = shuffled(play, seat);
        play.emit(event, rule);
    }

    /// 103.2: who begins, or who chooses that.
    fn choose_who_begins(&self, play: &mut Game<'_>) {
        let starters = self.starters(&play.state().board);
        if !starters.is_empty() {
            cite!("313.5a");
            let chosen = self.lot(play, starters.len() as u32, rule!("103.2c")) as usize;
            self.begin_with(play, starters[chosen], rule!("103.2c"));
            return;
        }
        let board = &play.state().board;
        if board.terms.schemes == SchemeDecks::One {
            cite!("103.2b");
            self.begin_with(play, ARCHENEMY, rule!("904.6"));
            return;
        }
        // All are archenemies: nobody of them begins by right.
        cite!("904.12c");
        let (among, team) = (board.players.len() as u32, u32::from(board.terms.team));
        let beside = board.terms.alternating == 0;
        if board.shares_turns() {
            self.draw_team(play);
            return;
        }
        if let Some(teams) = among.checked_div(team).filter(|_| beside) {
            // The player in the middle of the drawn team begins, or the one to the left of its middle.
            let emperor = board.terms.variant == Variant::Emperor;
            let chosen = self.lot(play, teams, rule!("103.2"));
            let rule = if emperor { rule!("809.4") } else { rule!("808.4") };
            self.begin_with(play, Seat((chosen * team + team / 2) as u8), rule);
            return;
        }
        // After the first game of a match it is the loser of the game before.
        let agreed = board.terms.chooser;
        let chooser = agreed.unwrap_or_else(|| Seat(self.lot(play, among, rule!("103.2")) as u8));
        proceed(play, Opening::First(chooser), rule!("103.2"));
    }
}

impl FrameRules<Magic> for Opening {
    /// Goes on with the start of the game.
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        match &self {
            Opening::Shuffle | Opening::Again(_) if play.state().board.unnamed().is_some() => {
                play.wait(rules)
            }
            Opening::Shuffle => {
                rules.shuffle_decks(play, rule!("103.1"));
                rules.choose_who_begins(play);
                Flow::Go
            }
            Opening::First(_) => play.wait(rules),
            Opening::Mulligans(taking) => {
                if undecided(&play.state().board, taking).is_some() {
                    return play.wait(rules);
                }
                if taking.is_empty() {
                    rules.after_scry(play, None);
                } else {
                    rules.take_mulligans(play, taking);
                }
                Flow::Go
            }
            Opening::Scry(_) => play.wait(rules),
            Opening::Again(starting) => {
                cite!("718.1");
                rules.shuffle_decks(play, rule!("103.1"));
                let starting = play.state().board.primary(*starting);
                rules.begin_with(play, starting, rule!("718.1a"));
                Flow::Go
            }
            Opening::Subgame => {
                cite!("719.3");
                rules.shuffle_decks(play, rule!("719.2"));
                let among = play.state().board.players.len() as u32;
                let one = play.state().board.terms.schemes == SchemeDecks::One;
                let starting =
                    if one { ARCHENEMY } else { Seat(rules.lot(play, among, rule!("719.2")) as u8) };
                let starting = play.state().board.primary(starting);
                rules.begin_with(play, starting, rule!("719.2"));
                Flow::Go
            }
            Opening::Hand(seat, used) => {
                if !rules.has_beginning(&play.state().board, *seat, used) {
                    rules.after_hand(play, Some(*seat));
                    return Flow::Go;
                }
                play.wait(rules)
            }
            Opening::Over(winner, brought) => {
                rules.resume_main_game(play, *winner, brought);
                Flow::Go
            }
        }
    }

    /// What the start of the game asks now.
    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let board = sight.board;
        match self {
            Opening::Shuffle | Opening::Again(_) => rules.ask_agenda(board),
            Opening::Subgame | Opening::Over(..) => None,
            Opening::First(seat) => {
                let options = board.once_a_team(seats(board), Board::primary);
                let options = options.into_iter().map(Item::Seat).collect();
                Some(one_of(*seat, Prompt::StartingPlayer, rule!("103.2"), None, options))
            }
            Opening::Mulligans(taking) => {
                let seat = undecided(board, taking)?;
                // A hand without cards can only be kept.
                let mut options = if board.zone(Zone::Hand(seat)).is_empty() {
                    vec![Item::Flag(false)]
                } else {
                    yes_or_no()
                };
                cite!("103.4b");
                options.extend(rules.beginnings(board, seat, Beginning::Mulligan, &[]));
                Some(one_of(seat, Prompt::Mulligan, rule!("103.4"), None, options))
            }
            Opening::Hand(seat, used) => {
                let mut options = vec![Item::Pass];
                options.extend(rules.beginnings(board, *seat, Beginning::Hand, used));
                Some(one_of(*seat, Prompt::OpeningHand, rule!("103.5"), None, options))
            }
            Opening::Scry(seat) => {
                Some(one_of(*seat, Prompt::OpeningScry, rule!("103.4"), looked_at(board, *seat), yes_or_no()))
            }
        }
    }

    /// Takes the answer to what the start of the game asks.
    fn answer(self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        if let Choice::Name(name) = choice {
            return rules.name_agenda(play, name);
        }
        let Choice::Pick(items) = choice else { return };
        match (&self, items.first()) {
            (Opening::First(_), Some(Item::Seat(seat))) => {
                rules.begin_with(play, *seat, rule!("103.2"));
            }
            (Opening::Mulligans(taking), Some(Item::Flag(takes))) => {
                let Some(seat) = undecided(&play.state().board, taking) else { return };
                if *takes {
                    let mut taking = taking.clone();
                    taking.push(seat);
                    proceed(play, Opening::Mulligans(taking), rule!("103.4"));
                } else {
                    play.emit(Event::HandKept(seat), rule!("103.4"));
                }
            }
            (Opening::Mulligans(taking), Some(Item::Ability(id, place))) => {
                if let Some(seat) = undecided(&play.state().board, taking) {
                    rules.begin_with_card(play, seat, *id, *place, rule!("103.4b"));
                }
            }
            (Opening::Hand(seat, _), Some(Item::Pass)) => rules.after_hand(play, Some(*seat)),
            (Opening::Hand(seat, used), Some(Item::Ability(id, place))) => {
                // 103.5b: each card once.
                let used = [used.as_slice(), &[*id]].concat();
                proceed(play, Opening::Hand(*seat, used), rule!("103.5b"));
                rules.begin_with_card(play, *seat, *id, *place, rule!("103.5"));
            }
            (Opening::Scry(seat), Some(Item::Flag(yes))) => rules.answer_scry(play, *seat, *yes),
            (
                Opening::Shuffle
                | Opening::First(_)
                | Opening::Mulligans(_)
                | Opening::Scry(_)
                | Opening::Again(_)
                | Opening::Subgame
                | Opening::Over(..)
                | Opening::Hand(..),
                _,
            ) => {}
        }
    }
}

fn seats(board: &Board) -> Vec<Seat> {
    (0..board.players.len()).map(|place| Seat(place as u8)).collect()
}

/// Who must next say keep or mulligan, in turn order.
fn undecided(board: &Board, taking: &[Seat]) -> Option<Seat> {
    board
        .seats_from(board.turn.starting)
        .into_iter()
        .find(|seat| !board.player(*seat).kept && !taking.contains(seat))
}

fn top(board: &Board, seat: Seat) -> Option<ObjectId> {
    board.zone(Zone::Library(seat)).last().copied()
}

/// The top card of the player's library, if the player has looked at it.
fn looked_at(board: &Board, seat: Seat) -> Option<ObjectId> {
    top(board, seat).filter(|id| board.shown_to(*id) & 1 << seat.0 != 0)
}

fn proceed(play: &mut Game<'_>, opening: Opening, rule: RuleId) {
    play.emit(Event::Replaced(Frame::Opening(opening)), rule);
}

fn draw_hand(play: &mut Game<'_>, seat: Seat, cards: u32) {
    for _ in 0..cards {
        let Some(card) = top(&play.state().board, seat) else {
            // State-based actions are checked as a player would first get priority.
            return play.emit(Event::DrewFromEmpty(seat), rule!("718.3"));
        };
        relocate(play, card, Zone::Library(seat), Zone::Hand(seat), MoveReason::Drawn);
    }
}

fn relocate(play: &mut Game<'_>, object: ObjectId, from: Zone, to: Zone, why: MoveReason) {
    let new = play.state().board.next_id();
    let moved = Event::Moved {
        object,
        from,
        to,
        place: Place::Top,
        new,
        entering: Entering::default(),
        why,
        last: None,
        also: None,
    };
    play.emit(moved, rule!("103.4"));
}

fn yes_or_no() -> Vec<Item> {
    vec![Item::Flag(false), Item::Flag(true)]
}

fn one_of(
    seat: Seat,
    prompt: Prompt,
    rule: RuleId,
    subject: Option<ObjectId>,
    options: Vec<Item>,
) -> Request {
    let ask = Ask::one_of(options);
    Request { seat, prompt: prompt.into(), rule, subject, ask }
}
