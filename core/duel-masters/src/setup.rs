//! The start of a match from two decks (103), and its end in words (104).

use duelog_kernel::objects::Objects;
use duelog_kernel::rng::Purpose;
use duelog_kernel::table::Deck;
use duelog_kernel::zone::Zones;
use duelog_kernel::{ObjectId, Outcome, Rng, RuleId, Seat, Seed, SetupError};

use crate::engine::{DuelMasters, Flow, Game};
use crate::event::Event;
use crate::library::Library;
use crate::state::{Board, CardId, End, EndingKind, Entering, Frame, Hold, Object, Piece, Player, State, Step, Turn, Why, Zone, other};
use crate::{cite, rule};

/// How many players a match has (100.1).
pub const SEATS: u8 = 2;
const _: RuleId = rule!("100.1");

/// How many cards a deck has (100.2).
pub const DECK_SIZE: u32 = 40;

/// The most cards of one name (100.2a).
pub const COPIES_MAX: u32 = 4;

/// How many shields and cards in the hand a player begins with (103.3, 113.1, 402.1, 406.1).
pub const OPENING: usize = 5;
const OPENING_RULES: [RuleId; 3] = [rule!("113.1"), rule!("402.1"), rule!("406.1")];

/// An empty table in the given step, with nothing going on.
pub fn table(step: Step, seed: Seed) -> Board {
    let turn = Turn { number: 0, active: Seat(0), starting: Seat(0), step, stage: 0, extra: Vec::new(), regular: Seat(0), charged: 0 };
    Board {
        turn,
        attack: None,
        players: (0..SEATS).map(|_| Player::default()).collect(),
        zones: Zones::new(Zone::count(SEATS)),
        objects: Objects::default(),
        effects: Vec::new(),
        delayed: Vec::new(),
        standby: Vec::new(),
        pool: 0,
        frames: Vec::new(),
        rng: Rng::new(seed),
        clock: 0,
        ending: None,
    }
}

/// Puts a new object on top of a zone and tells its id.
pub fn put(board: &mut Board, card: CardId, owner: Seat, zone: Zone) -> ObjectId {
    let id = board.next_id();
    let object = Object {
        id,
        pieces: vec![Piece { card, since: 0 }],
        owner,
        zone,
        tapped: false,
        face_down: false,
        turned: false,
        castle: false,
        attached: None,
        hold: Hold::None,
        last: None,
        became: None,
        seen: 0,
    };
    board.objects.put(id, object);
    if let Some(index) = zone.index() {
        board.zones.put(index, id, End::Top);
    }
    id
}

/// The state before anything has happened: every deck in the order of its list. All draws of chance are left to events.
///
/// # Errors
/// [`SetupError::UnknownCard`] when the library of definitions lacks a card.
pub fn start(library: &Library, decks: &[Deck], seed: Seed) -> Result<State, SetupError> {
    let mut board = table(Step::Opening, seed);
    for (seat, deck) in (0..SEATS).map(Seat).zip(decks) {
        for (count, name) in &deck.cards {
            let card = library.find(name).ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
            for _ in 0..*count {
                cite!("401.1");
                put(&mut board, card, seat, Zone::Deck(seat));
            }
        }
    }
    board.frames = vec![Frame::Turn, Frame::Opening];
    Ok(State { board })
}

/// Whether a deck may be played (100.2).
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check_deck(library: &Library, seat: Seat, deck: &Deck) -> Result<(), SetupError> {
    let illegal = |why: String, rule: RuleId| SetupError::IllegalDeck { seat, why, rule };
    let total = deck.total();
    if total != DECK_SIZE {
        return Err(illegal(format!("it has {total} cards, a deck has exactly {DECK_SIZE}"), rule!("100.2")));
    }
    // 202.6: a print under another name is the same card.
    let _ = rule!("202.6");
    let own = |listed: &String| library.find(listed).map(|id| &library.card(id).name);
    for (_, name) in &deck.cards {
        own(name).ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
        let same = deck.cards.iter().filter(|entry| own(&entry.1) == own(name));
        let copies: u32 = same.map(|entry| u32::from(entry.0)).fold(0, u32::saturating_add);
        if copies > COPIES_MAX {
            return Err(illegal(format!("it has {copies} of \"{name}\", no more than {COPIES_MAX} are allowed"), rule!("100.2a")));
        }
    }
    Ok(())
}

/// How the match ended, if it has (104.1).
pub fn ending(board: &Board) -> Option<Outcome> {
    let ending = board.ending.as_ref()?;
    let (why, rule) = match ending.why {
        EndingKind::Bound(bound) => {
            return Some(Outcome { winners: Vec::new(), reason: bound.to_string(), rule: rule!("104.1").number().to_string() });
        }
        EndingKind::DirectAttack => ("was attacked directly without a shield", rule!("104.2a")),
        EndingKind::EmptyDeck => ("has no cards left in the deck", rule!("104.2b")),
        EndingKind::Effect => ("loses by an effect", rule!("104.2c")),
        EndingKind::Conceded => ("gave up", rule!("104.1")),
        EndingKind::Loop => ("a state-based action is replaced without end", rule!("703.3")),
        EndingKind::Run => ("nobody can stop what goes on", rule!("104.1")),
    };
    let reason = ending.winner.map_or(why.to_string(), |seat| format!("{} {why}", other(seat)));
    Some(Outcome { winners: ending.winner.into_iter().collect(), reason, rule: rule.number().to_string() })
}

impl DuelMasters {
    /// Shuffles the decks, deals shields and hands, and says who goes first (103).
    pub fn advance_opening(&self, play: &mut Game<'_>) -> Flow {
        for seat in [Seat(0), Seat(1)] {
            self.shuffle(play, seat, rule!("103.2"));
        }
        for seat in [Seat(0), Seat(1)] {
            for _ in 0..OPENING {
                self.deal(play, seat, Zone::Shield(seat), OPENING_RULES[2]);
            }
            for _ in 0..OPENING {
                self.deal(play, seat, Zone::Hand(seat), OPENING_RULES[1]);
            }
        }
        let chosen = play.state().board.rng.peek(Purpose::Choice).below(u32::from(SEATS));
        self.emit_quietly(play, Event::Chosen { among: u32::from(SEATS), chosen }, rule!("103.4"));
        self.emit_quietly(play, Event::StartingPlayer(Seat(chosen as u8)), rule!("103.4"));
        self.pop(play, rule!("103.5"));
        Flow::Go
    }

    fn deal(&self, play: &mut Game<'_>, seat: Seat, to: Zone, rule: RuleId) {
        let board = &play.state().board;
        let Some(object) = board.all(Zone::Deck(seat)).last().copied() else { return };
        let (new, from) = (board.next_id(), Zone::Deck(seat));
        let (entering, why) = (Entering::default(), Why::Dealt);
        self.emit_quietly(play, Event::Moved { object, top_only: false, from, to, end: End::Top, new, entering, why, last: None }, rule);
    }

    /// Shuffles a deck; cards that are being looked at stay out of it, on top (701.11).
    pub fn shuffle(&self, play: &mut Game<'_>, seat: Seat, rule: RuleId) {
        let board = &play.state().board;
        let mut order: Vec<ObjectId> = board.zone(Zone::Deck(seat)).collect();
        board.rng.peek(Purpose::Shuffle).shuffle(&mut order);
        order.extend(board.all(Zone::Deck(seat)).iter().filter(|id| board.get(**id).is_some_and(|object| object.hold != Hold::None)));
        self.emit_quietly(play, Event::Shuffled(seat, order), rule);
    }
}
