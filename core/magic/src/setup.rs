//! The start of a match from two decks, and its end in words.

use duelog_kernel::objects::Objects;
use duelog_kernel::setup::Deck;
use duelog_kernel::zone::{Place, Zones};
use duelog_kernel::{ObjectId, Outcome, Rng, RuleId, Seat, Seed, SetupError};

use crate::language::types::{CardType, Supertype};
use crate::rules::game::Magic;
use crate::state::card_pool::CardPool;
use crate::state::{
    Board, CardId, Combat, EndingKind, Frame, Loss, Object, Opening, Permanent, Player, Stage, State, Step,
    Turn, Zone,
};
use crate::{cite, rule};

/// How many players a match has (100.1a).
pub const SEATS: u8 = 2;

/// The starting life total.
pub const STARTING_LIFE: i32 = 20;

/// The fewest cards of a constructed deck (100.2a).
pub const DECK_SIZE_MIN: u32 = 60;

/// The most cards of one name other than basic lands (100.2a).
pub const COPIES_MAX: u32 = 4;

/// A player at the beginning of a match.
pub fn player() -> Player {
    cite!("103.3");
    Player {
        life: STARTING_LIFE,
        pool: [0; 6],
        poison: 0,
        counters: Vec::new(),
        drew_from_empty: false,
        lost: None,
        mulligans: 0,
        kept: false,
        spells: 0,
        drawn: 0,
        blessed: false,
        marked: Vec::new(),
    }
}

/// An empty table in the given step, with nothing going on.
pub fn table(step: Step, seed: Seed) -> Board {
    let turn = Turn {
        number: 0,
        active: Seat(0),
        starting: Seat(0),
        step,
        stage: Stage::Begin(0),
        priority: None,
        passed: 0,
        lands: 0,
        extra: Vec::new(),
        chain: 0,
        past: Vec::new(),
        added: Vec::new(),
        steps: Vec::new(),
        phases: Vec::new(),
        spells_before: 0,
        monarch: None,
        control: None,
        control_next: Vec::new(),
    };
    Board {
        turn,
        combat: Combat::default(),
        players: (0..SEATS).map(|_| player()).collect(),
        zones: Zones::new(4 + 3 * usize::from(SEATS)),
        objects: Objects::default(),
        effects: Vec::new(),
        delayed: Vec::new(),
        shown: Vec::new(),
        waiting: Vec::new(),
        frames: Vec::new(),
        rng: Rng::new(seed),
        clock: 0,
        ending: None,
        history: Vec::new(),
    }
}

/// Puts a new object on top of a zone and tells its id.
pub fn put(board: &mut Board, card: CardId, owner: Seat, zone: Zone, token: bool) -> ObjectId {
    let id = board.next_id();
    cite!("108.3");
    let object = Object {
        id,
        card,
        owner,
        controller: owner,
        zone,
        copy: None,
        timestamp: 0,
        token,
        permanent: Permanent::default(),
        stack: None,
        last: None,
        became: None,
        face: None,
    };
    board.objects.put(id, object);
    if let Some(index) = zone.index() {
        board.zones.put(index, id, Place::Top);
    }
    id
}

/// The state before anything has happened: every deck a library in the order of its list. All draws of chance
/// are left to events.
///
/// # Errors
/// [`SetupError::UnknownCard`] when the card pool lacks a card.
pub fn start(card_pool: &CardPool, decks: &[Deck], seed: Seed) -> Result<State, SetupError> {
    let mut board = table(Step::Opening, seed);
    for (seat, deck) in (0..SEATS).map(Seat).zip(decks) {
        for (count, name) in &deck.cards {
            let card = card_pool
                .find(name)
                .ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
            for _ in 0..*count {
                cite!("401.1");
                put(&mut board, card, seat, Zone::Library(seat), false);
            }
        }
    }
    board.frames = vec![Frame::Turn, Frame::Opening(Opening::Shuffle)];
    Ok(State::of(board))
}

/// Whether a deck may be played in a constructed game (100.2a).
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check_deck(card_pool: &CardPool, seat: Seat, deck: &Deck) -> Result<(), SetupError> {
    let illegal = |why: String, rule: RuleId| SetupError::IllegalDeck { seat, why, rule };
    let total = deck.total();
    if total < DECK_SIZE_MIN {
        return Err(illegal(
            format!("it has {total} cards, a constructed deck has {DECK_SIZE_MIN} at least"),
            rule!("100.2a"),
        ));
    }
    // The rules name no greatest size; a setup that is too large for this engine was refused before
    // (`bounds::SETUP_OBJECTS`).
    cite!("100.5");
    for (_, name) in &deck.cards {
        let card = card_pool.find(name).map(|id| &card_pool.card(id).definition);
        let card = card.ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
        if card.token {
            return Err(illegal(format!("\"{name}\" is a token, not a card"), rule!("100.2a")));
        }
        if !card.face_of.is_empty() {
            let whole = &card.face_of;
            return Err(illegal(format!("\"{name}\" is a face of \"{whole}\", not a card"), rule!("100.2a")));
        }
        if card.test_only {
            return Err(illegal(
                format!("\"{name}\" exists only for tests: positions may use it, decks may not"),
                rule!("100.2a"),
            ));
        }
        let basic = card.types.is_super(Supertype::Basic) && card.types.is(CardType::Land);
        let copies = deck.copies(name);
        cite!("112.6m");
        if copies > COPIES_MAX && !basic && !card.any_number {
            return Err(illegal(
                format!("it has {copies} of \"{name}\", no more than {COPIES_MAX} are allowed"),
                rule!("100.2a"),
            ));
        }
    }
    Ok(())
}

impl Magic {
    /// How the match ended, if it has (104.1).
    pub fn ending(&self, board: &Board) -> Option<Outcome> {
        let ending = board.ending.as_ref()?;
        let (reason, rule) = match ending.why {
            EndingKind::LastStanding(loss) => {
                let (why, rule) = loss_in_words(loss);
                let losers: Vec<String> = board
                    .seats_from(Seat(0))
                    .into_iter()
                    .filter(|seat| Some(*seat) != ending.winner)
                    .map(|seat| seat.to_string())
                    .collect();
                (
                    format!(
                        "{} {why}, so nobody else is left in the game ({})",
                        losers.join(", "),
                        rule!("104.2a")
                    ),
                    rule,
                )
            }
            EndingKind::Effect => {
                let rule = if ending.winner.is_some() { rule!("104.2b") } else { rule!("104.4c") };
                ("an effect says so".to_string(), rule)
            }
            EndingKind::AllLost => ("all players lost at the same time".to_string(), rule!("104.4a")),
            EndingKind::Loop => ("a loop of actions that nobody can stop".to_string(), rule!("104.4b")),
            EndingKind::Bound(bound) => (bound.to_string(), rule!("104.1")),
        };
        Some(Outcome {
            winners: ending.winner.into_iter().collect(),
            reason,
            rule: rule.number().to_string(),
        })
    }
}

fn loss_in_words(loss: Loss) -> (&'static str, RuleId) {
    match loss {
        Loss::Conceded => ("conceded", rule!("104.3a")),
        Loss::Life => ("has no life left", rule!("104.3b")),
        Loss::EmptyLibrary => ("was to draw from an empty library", rule!("104.3c")),
        Loss::Poison => ("has ten or more poison counters", rule!("104.3d")),
        Loss::Effect => ("loses by an effect", rule!("104.3e")),
    }
}
