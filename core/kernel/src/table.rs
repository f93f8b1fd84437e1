//! A running match: [`Rules`] is what a game supplies, [`Table`] runs it, [`Match`] is the face that the rest
//! of the world sees.

mod following;
mod imagining;
mod observing;
mod outside;
mod telling;
mod words;

use std::sync::Arc;

pub use following::{Became, CardAt, Stay};
pub use observing::{Heard, News, Sighting, Whereabouts, ZoneCards};

use observing::Observing;

use crate::archive::Archived;
use crate::bounds::{self, Bound};
use crate::budget::{self, look, tick};
use crate::decision::{Choice, Illegal, Item, Request};
use crate::digest::{Digest, Touched, Tree};
use crate::given::Luck;
use crate::ids::{ObjectId, RuleId, Seat};
use crate::journal::{Entry, Journal, Retold, ToldEvent};
use crate::parts::{CHANCE, Parts};
use crate::rng::{Purpose, Seed};
use crate::setup::Outcome;
use crate::standing::Standing;
use crate::tag::StateTag;
use crate::turn_step::{StepName, TurnStep};
use crate::view::{Asking, Explanation, RequestView, View, Viewer};

/// A game, as the kernel runs it.
///
/// The state is only ever changed by `apply`; `run` and `answer` reach it through [`Play::emit`].
pub trait Rules: Send + Sync + Sized + 'static {
    /// The game's name.
    const GAME: &'static str;
    /// The game's words for the numbers in [`Item::Act`] and [`Item::Symbol`].
    const WORDS: Words;
    /// The whole state of a match.
    type State: Parts + Archived + Clone + Send + Sync + 'static;
    /// Everything that can change the state.
    type Event: Clone + std::fmt::Debug + Send + Sync + serde::Serialize + 'static;
    /// Values computed from the state, never hashed, always recomputable.
    type Derived: Default + Clone + Send + Sync + 'static;

    /// Changes the state by one event and marks what it touches. Decides nothing, draws nothing, asks no
    /// rule.
    fn apply(state: &mut Self::State, event: Self::Event, touched: &mut Touched);

    /// Tells the derived values which event is applied.
    fn invalidate(derived: &mut Self::Derived, event: &Self::Event);

    /// How much an event carries along, in things as large as a proposed event: the journal keeps it all
    /// ([`bounds::WORK`]).
    fn bulk(event: &Self::Event) -> usize;

    /// Advances one step, or returns [`Flow::Ask`] when a player must decide. Not called when the match is
    /// over.
    fn advance(&self, play: &mut Play<'_, Self>) -> Flow;

    /// Ends a match that has gone [`bounds::RUN`] steps without a decision, by the game's rule for loops that
    /// nobody can stop; by [`Rules::stop_at`] if one effect has taken those steps ([`Play::in_one_effect`]),
    /// which is not a loop.
    fn stop_loop(&self, play: &mut Play<'_, Self>);

    /// Returns whether instructions are being followed: an effect has begun and is not done.
    fn follows_instructions(state: &Self::State) -> bool;

    /// Ends a match that has grown beyond a bound of this engine. Nobody wins.
    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound);

    /// The current request. Depends on the state alone; not called when the match is over.
    fn ask(&self, state: &Self::State, derived: &mut Self::Derived) -> Option<Request>;

    /// Returns whether a request with a single legal answer is asked all the same: if hidden cards decide
    /// that it has no other, being asked must not tell. Called only for such requests.
    fn asks_all_the_same(&self, _: &Self::State, _: &mut Self::Derived, _: &Request) -> bool {
        false
    }

    /// Takes back a request that something has happened to, for instance to use its lists for the next one.
    fn recycle(_: &mut Self::Derived, _: Request) {}

    /// Every step and phase in order: that before the first turn, then those of a turn.
    const STEPS: &'static [StepName];

    /// The first step of a turn, as a view names it.
    const FIRST_STEP: &'static str = Self::STEPS[1].name;

    /// The turn and step that a match is in.
    fn turn_step(state: &Self::State) -> TurnStep;

    /// The name of a player's score: `life`, `shields`.
    const SCORE: &'static str;

    /// The scores of all players, by seat.
    fn scores(&self, state: &Self::State, derived: &mut Self::Derived) -> Vec<i64>;

    /// The players who have left a game that others play on.
    fn left(&self, _state: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// How well each player stands, by seat, for programs that think ahead.
    fn standing(&self, state: &Self::State, derived: &mut Self::Derived) -> Vec<Standing>;

    /// The owner of a card that, for all that `viewer` knows, could be any other such card of the same owner
    /// and of the same sort; `None` for a card that the viewer knows and for anything that is not a card.
    fn interchangeable(&self, state: &Self::State, viewer: Viewer, object: ObjectId) -> Option<(Seat, u8)>;

    /// Makes an object the card that another one is in `from`; both are cards that somebody does not know.
    fn swap_hidden(state: &mut Self::State, object: ObjectId, from: &Self::State, other: ObjectId);

    /// Makes all further draws follow from this seed.
    fn reseed(state: &mut Self::State, seed: Seed);

    /// Returns whether players see an event but leave it out when they tell the game.
    fn is_detail(event: &Self::Event) -> bool;

    /// Takes a legal answer.
    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice);

    /// Returns whether a player is in the game: who has left it says nothing any more.
    fn is_playing(_: &Self::State, _: Seat) -> bool {
        true
    }

    /// A player gives up, which every player in the game may do at any request.
    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat);

    /// True if players may agree to a draw, each at any request.
    const DRAWS_BY_AGREEMENT: bool = false;

    /// A player agrees to a draw; called only where [`Rules::DRAWS_BY_AGREEMENT`] holds.
    fn agree_to_draw(&self, _: &mut Play<'_, Self>, _: Seat) {}

    /// Returns whether `viewer` may know which card or other thing `object` is; never of an id that names
    /// nothing.
    fn may_identify(&self, state: &Self::State, viewer: Viewer, object: ObjectId) -> bool;

    /// Returns what `viewer` knows an object by: the place in [`Parts::zones`] of the zone whose list it stands in,
    /// if it is in one, and the number of its card. `None` if it is hidden from the viewer or gone.
    fn located_for(
        &self,
        state: &Self::State,
        viewer: Viewer,
        object: ObjectId,
    ) -> Option<(Option<usize>, u32)>;

    /// The place of [`Rules::located_for`], for who may know everything.
    fn place_of(state: &Self::State, object: ObjectId) -> Option<Option<usize>>;

    /// The name of a card by the number that [`Rules::located_for`] gives.
    fn card_name(&self, card: u32) -> &str;

    /// The name of the zone at a place in [`Parts::zones`], and the player whose zone it is.
    fn zone_name(place: usize) -> (&'static str, Option<Seat>);

    /// Which objects an event makes other objects, or moves: each as it is in `state`, just before, and as it is
    /// from then on. A pile of cards gives each of its cards.
    fn becomes(_state: &Self::State, _event: &Self::Event) -> Vec<(ObjectId, ObjectId)> {
        Vec::new()
    }

    /// Where each card goes that an event moves: from its place in an object, as it is in `state`, to its place in the
    /// same or another one.
    fn passages(state: &Self::State, event: &Self::Event) -> Vec<(CardAt, CardAt)> {
        let moves = Self::becomes(state, event).into_iter();
        moves.map(|(before, after)| ((before, 0), (after, 0))).collect()
    }

    /// The place of the card that gives an object its name.
    fn top_place(_: &Self::State, _: ObjectId) -> u32 {
        0
    }

    /// The objects that an event shows to somebody without changing them.
    fn shows(_: &Self::Event) -> Vec<ObjectId> {
        Vec::new()
    }

    /// The public description of an object that is offered to a player who may not identify it, for instance
    /// `shield #12 (number 2)`.
    fn hidden_label(&self, state: &Self::State, object: ObjectId) -> String;

    /// Why `item` is not among what `request` offers: a reason and the rule that naming it would break. An
    /// object that the viewer may not know is [`ObjectId::NOTHING`] here, so that it is refused like an
    /// unknown id.
    fn refuse(
        &self,
        state: &Self::State,
        derived: &mut Self::Derived,
        request: &Request,
        item: &Item,
    ) -> (String, RuleId);

    /// How the match ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The table as `viewer` sees it, the request left out.
    fn view(&self, state: &Self::State, derived: &mut Self::Derived, viewer: Viewer) -> View;

    /// The question of a request in words for `viewer`; the subject is left out where the viewer may not know
    /// it.
    fn question(&self, state: &Self::State, viewer: Viewer, request: &Request) -> String;

    /// The effect that asks the current request; none where a rule does.
    fn asking(&self, _: &Self::State) -> Option<Asking> {
        None
    }

    /// An item in words for `viewer`, who may know every object that it names.
    fn describe(
        &self,
        state: &Self::State,
        derived: &mut Self::Derived,
        viewer: Viewer,
        request: Option<&Request>,
        item: &Item,
    ) -> String;

    /// The items by which choices can name the abilities of an object, in the order of its text; those that
    /// effects give it follow.
    fn abilities(&self, state: &Self::State, derived: &mut Self::Derived, object: ObjectId) -> Vec<Item>;

    /// The items by which a player would try to use an object where it lies: a land is played and a spell cast, a
    /// permanent's activated abilities are activated.
    fn ways(&self, state: &Self::State, derived: &mut Self::Derived, object: ObjectId) -> Vec<Item> {
        self.abilities(state, derived, object)
    }

    /// An event in words for `viewer`, told from the state just after it; none where the viewer may not know
    /// of it.
    fn tell(&self, state: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<(String, bool)>;

    /// How the characteristics of an object come about, told to `viewer`, who may know it.
    fn explain(&self, state: &Self::State, viewer: Viewer, object: ObjectId) -> Option<Explanation>;

    /// The words of the card whose values an object shows, line by line as a person reads them, before any effect
    /// changes them; nothing where there is no such card.
    fn reading(&self, _state: &Self::State, _object: ObjectId) -> Vec<String> {
        Vec::new()
    }
}

/// The answer of a step: whether the rules continue by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// They can.
    Go,
    /// A player must decide.
    Ask,
}

/// The one way in which rules change a state.
pub struct Play<'a, R: Rules> {
    rules: &'a R,
    observing: &'a mut Observing,
    state: &'a mut R::State,
    touched: &'a mut Touched,
    journal: &'a mut Journal<R::Event>,
    request: &'a mut Option<Request>,
    luck: &'a mut Luck,
    decision: u32,
    work: u64,
    /// The object count when `ids` ids existed; only a new id can raise it.
    counted: Option<(usize, usize)>,
    passed: Option<Bound>,
    in_one_effect: bool,
    /// Values computed from the state.
    pub derived: &'a mut R::Derived,
}

impl<R: Rules> Play<'_, R> {
    /// The state.
    pub fn state(&self) -> &R::State {
        self.state
    }

    /// The state together with the derived values, which may be brought up to date.
    pub fn split(&mut self) -> (&R::State, &mut R::Derived) {
        (self.state, self.derived)
    }

    /// How many decisions have been made.
    pub fn decision(&self) -> u32 {
        self.decision
    }

    /// Records that a bound of this engine is exceeded: the match ends after the current step, which may skip
    /// the rest of its work.
    pub fn exceed(&mut self, bound: Bound) {
        self.passed.get_or_insert(bound);
    }

    /// Returns whether a single effect took the steps of a run that is stopped.
    pub fn in_one_effect(&self) -> bool {
        self.in_one_effect
    }

    /// The next draw for `purpose`: a number below `bound`, as the seed or a stated draw has it. The event that follows
    /// counts it.
    pub fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.luck.below(self.state.chance().rng, purpose, bound, &[])
    }

    /// The next random choice among objects, by the place of the one that is chosen.
    pub fn one_of(&mut self, objects: &[ObjectId]) -> u32 {
        self.luck.below(self.state.chance().rng, Purpose::Choice, objects.len() as u32, objects)
    }

    /// The next shuffle: puts objects in random order, as the seed or a stated draw has it.
    pub fn shuffle(&mut self, objects: &mut [ObjectId]) {
        let before = if self.luck.is_given() { objects.to_vec() } else { Vec::new() };
        self.luck.shuffle(self.state.chance().rng, objects, &before);
    }

    /// The next shuffle, of things that are no objects.
    pub fn shuffle_cards<T: Clone>(&mut self, cards: &mut [T]) {
        self.luck.shuffle(self.state.chance().rng, cards, &[]);
    }

    /// Makes an event happen by `rule`.
    pub fn emit(&mut self, event: R::Event, rule: RuleId) {
        R::invalidate(self.derived, &event);
        if let Some(request) = self.request.take() {
            R::recycle(self.derived, request);
        }
        self.journal.note(self.decision, rule, &event);
        let before = self.state.size();
        let objects = match self.counted {
            Some((ids, objects)) if ids == before.ids => objects,
            Some(_) | None => self.state.zones().iter().map(<[ObjectId]>::len).sum(),
        };
        self.counted = Some((before.ids, objects));
        let work = before.work(objects) + R::bulk(&event) as u64;
        self.work += work;
        tick(budget::PER_EVENT * work);
        // Events are large: where nobody is told, one goes from here to the state without a further copy.
        if self.observing.is_on() {
            self.observing.apply(self.rules, self.state, event, self.touched);
        } else {
            R::apply(self.state, event, self.touched);
        }
        if self.state.objects().ids() != before.ids {
            self.touched.mark(CHANCE, 0);
        }
    }

    /// The current request, kept until something happens.
    pub fn asked(&mut self, rules: &R) -> Option<&Request> {
        if self.request.is_none() {
            *self.request = rules.ask(self.state, self.derived);
        }
        self.request.as_ref()
    }

    /// Returns whether the current request has a single legal answer, and everybody can see that.
    pub fn is_forced(&mut self, rules: &R) -> bool {
        self.only_answer(rules).is_some()
    }

    /// The only legal answer to the current request, if everybody can see that it is the only one.
    fn only_answer(&mut self, rules: &R) -> Option<Choice> {
        let choice = self.asked(rules)?.forced()?;
        let request = self.request.as_ref()?;
        (!rules.asks_all_the_same(self.state, self.derived, request)).then_some(choice)
    }

    /// Waits for an answer to the current request, or gives it if only one is legal and everybody can see
    /// that.
    pub fn wait(&mut self, rules: &R) -> Flow {
        match self.only_answer(rules) {
            Some(choice) => {
                rules.answer(self, &choice);
                Flow::Go
            }
            None => Flow::Ask,
        }
    }

    /// Advances until a player must decide or the match is over.
    fn run(&mut self, rules: &R) {
        let mut steps = 0;
        while rules.outcome(self.state).is_none() {
            look(4 + self.state.objects().ids() / 16);
            if steps >= bounds::RUN / 2 {
                let begins = steps == bounds::RUN / 2;
                self.in_one_effect = (begins || self.in_one_effect) && R::follows_instructions(self.state);
            }
            if let Some(bound) = self.bound_passed() {
                rules.stop_at(self, bound);
            } else if steps == bounds::RUN {
                rules.stop_loop(self);
            } else if rules.advance(self) == Flow::Ask {
                // The step may have stopped half-way.
                match self.bound_passed() {
                    Some(bound) => rules.stop_at(self, bound),
                    None => break,
                }
            }
            steps += 1;
        }
    }

    /// The bound of this engine that the match has passed.
    fn bound_passed(&self) -> Option<Bound> {
        let size = self.state.size();
        let too_much = (self.work > bounds::WORK).then_some(Bound::Work);
        self.passed.or_else(|| size.passed(|| self.state.objects().iter().count())).or(too_much)
    }
}

/// A game's words for what items number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Words {
    /// The verbs of [`Item::Act`], by number, for instance `cast`.
    pub verbs: &'static [&'static str],
    /// The symbols of [`Item::Symbol`], by number, for instance `white`.
    pub symbols: &'static [&'static str],
}

/// The object-safe face of a running match.
pub trait Match: Send {
    /// The game's words for verbs and symbols.
    fn words(&self) -> Words;
    /// The game's name.
    fn game(&self) -> &'static str;
    /// How many decisions have been made.
    fn decisions(&self) -> u32;
    /// The current request; none when the match is over.
    fn request(&self) -> Option<&Request>;
    /// How the match ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Takes a decision.
    ///
    /// # Errors
    /// [`Illegal`] with the rule that the answer breaks, as the player who is asked may know it; the state is
    /// then untouched.
    fn decide(&mut self, seat: Seat, choice: &Choice) -> Result<(), Illegal>;
    /// Why a decision would be refused, as `viewer` may know it; none where it is legal.
    fn refusal(&mut self, viewer: Viewer, seat: Seat, choice: &Choice) -> Option<Illegal>;
    /// The root of the state's hash tree.
    fn root(&mut self) -> Digest;
    /// The tag over the state and the request that follows, as no log shows it.
    fn state_tag(&mut self) -> StateTag;
    /// The components' names and digests.
    fn components(&mut self) -> Vec<(&'static str, Digest)>;
    /// The table as `viewer` sees it.
    fn view(&mut self, viewer: Viewer) -> View;
    /// The request in words as `viewer` may know it, to be shown only to those who may see what its seat is
    /// asked.
    fn request_view(&mut self, viewer: Viewer) -> Option<RequestView>;
    /// The question of the request alone, in words as `viewer` may know it.
    fn question(&self, viewer: Viewer) -> Option<String>;
    /// The request in words for the player who is asked.
    fn asked(&mut self) -> Option<RequestView> {
        let viewer = Viewer::Seat(self.request()?.seat);
        self.request_view(viewer)
    }
    /// An item in words as `viewer` may know it.
    fn describe(&mut self, viewer: Viewer, item: &Item) -> String;
    /// The items by which choices can name the abilities of an object, in the order of its text; those that
    /// effects give it follow.
    fn abilities(&mut self, object: ObjectId) -> Vec<Item>;
    /// The items by which a player would try to use an object where it lies.
    fn ways(&mut self, object: ObjectId) -> Vec<Item>;
    /// Where the card that an object is lay, before and after it was this object, as far as `viewer` could follow
    /// it; nothing where the viewer never knew the object. Needs a match started with a journal.
    fn followed(&self, viewer: Viewer, object: ObjectId) -> Vec<Stay>;
    /// Which objects became which since decision `from` was about to be made, for whoever may know everything;
    /// needs a match started with a journal.
    fn became(&self, from: u32) -> Vec<Became>;
    /// How the characteristics of an object come about, as `viewer` may know it; none where the viewer may
    /// not know the object.
    fn explain(&self, viewer: Viewer, object: ObjectId) -> Option<Explanation>;
    /// Returns the words of a card on the table, as `viewer` may know them: its name and its types, its numbers and its
    /// text, line by line, and then a line for each effect of another object that changes it. Nothing where the viewer
    /// may not know the object. Every front end that tells what a card does takes these.
    fn card_words(&self, viewer: Viewer, object: ObjectId) -> Vec<String>;
    /// The events since decision `from` was about to be made, as `viewer` may know them; needs a match
    /// started with a journal.
    fn told(&self, from: u32, viewer: Viewer) -> Vec<ToldEvent>;
    /// The events since this was last called, or since the start, as each of these viewers may know them; needs a
    /// match started with a journal. It takes as long late in a match as early. A copy of the match begins anew.
    fn news(&mut self, viewers: &[Viewer]) -> Vec<Vec<ToldEvent>>;
    /// The same as [`Match::told`] one after the other, and where each decision has been followed, with the table just then.
    fn retold(&self, from: u32, viewer: Viewer, see: &mut dyn FnMut(Retold, &mut dyn FnMut() -> View));
    /// From now on everything that happens is told to the public and to each seat, for [`Match::observed`]; first
    /// of all the table as it is.
    fn observe(&mut self);
    /// Tells viewers in words, too.
    fn observe_in_words(&mut self);
    /// The news for the public and then each seat since the last call; `None` before [`Match::observe`].
    fn observed(&mut self) -> Option<News>;
    /// All zones with all cards in them, the last one those that stand in none.
    fn zones(&self) -> Vec<ZoneCards>;
    /// How many cards lie in each of [`Match::zones`], without naming any; `counts` is filled anew.
    fn zone_counts(&self, counts: &mut Vec<usize>);
    /// The place among [`Match::zones`] of the zone that an object lies in; none where it is gone.
    fn zone_of(&self, object: ObjectId) -> Option<usize>;
    /// The turn and step that the match is in.
    fn turn_step(&self) -> TurnStep;
    /// Every step and phase of a turn of this game, in order.
    fn steps(&self) -> &'static [StepName];
    /// The name of a player's score: `life`, `shields`.
    fn score(&self) -> &'static str;
    /// How much of it each player has, by seat.
    fn scores(&mut self) -> Vec<i64>;
    /// How well each player stands, by seat, for programs that think ahead.
    fn standing(&mut self) -> Vec<Standing>;
    /// How many ids have been given to objects.
    fn ids(&self) -> u32;
    /// How often chance has decided something.
    fn draws(&self) -> u32;
    /// The number of the next draw for `purpose`, from 0.
    fn next_draw(&self, purpose: Purpose) -> u32;
    /// The stated draws of the match.
    fn luck(&mut self) -> &mut Luck;
    /// A copy of the match as it could be for all that `viewer` knows: hidden cards are dealt anew among those of
    /// the same owner, and what is drawn from now on follows from `seed`. It keeps no journal.
    fn imagined(&self, viewer: Viewer, seed: Seed) -> Box<dyn Match>;
    /// Every component of the state as a JSON tree.
    fn state_value(&self) -> serde_json::Value;
    /// The state as a discardable archive.
    fn checkpoint(&self) -> Vec<u8>;
    /// Returns to an archived state, which must have the given number of decisions.
    ///
    /// # Errors
    /// A description of what is wrong with the archive; the match is then untouched.
    fn restore(&mut self, bytes: &[u8], decisions: u32) -> Result<(), String>;
    /// An independent copy at the same point, with the journal: what that takes grows with the match.
    fn fork(&self) -> Box<dyn Match>;
    /// An independent copy at the same point that keeps no journal, to try something on: it is made as quickly
    /// late in a match as early.
    fn lean(&self) -> Box<dyn Match>;
}

/// One running match of a game.
pub struct Table<R: Rules> {
    rules: Arc<R>,
    state: R::State,
    derived: R::Derived,
    touched: Touched,
    tree: Tree,
    journal: Journal<R::Event>,
    initial: Option<R::State>,
    request: Option<Request>,
    observing: Observing,
    luck: Luck,
    /// How far the events have been told to [`Match::news`].
    telling: Option<Box<telling::Telling<R>>>,
    decisions: u32,
    buffer: Vec<u8>,
}

impl<R: Rules> Clone for Table<R> {
    fn clone(&self) -> Self {
        look(self.journal.entries().len());
        Table { journal: self.journal.clone(), initial: self.initial.clone(), ..self.without_journal() }
    }
}

impl<R: Rules> Table<R> {
    fn without_journal(&self) -> Table<R> {
        look(self.state.objects().ids());
        Table {
            rules: self.rules.clone(),
            state: self.state.clone(),
            derived: self.derived.clone(),
            touched: self.touched.clone(),
            tree: self.tree.clone(),
            journal: Journal::default(),
            initial: None,
            request: self.request.clone(),
            observing: self.observing.clone(),
            luck: self.luck.clone(),
            telling: None,
            decisions: self.decisions,
            buffer: Vec::new(),
        }
    }

    /// Starts a match from a state, with or without a journal.
    pub fn start(rules: Arc<R>, state: R::State, journal: bool) -> Table<R> {
        Table::start_with(rules, state, Luck::default(), journal)
    }

    /// Starts a match whose draws may be stated.
    pub fn start_with(rules: Arc<R>, state: R::State, luck: Luck, journal: bool) -> Table<R> {
        let mut touched = Touched::default();
        touched.all();
        let mut table = Table {
            rules,
            initial: journal.then(|| state.clone()),
            state,
            derived: R::Derived::default(),
            touched,
            tree: Tree::default(),
            journal: if journal { Journal::kept() } else { Journal::default() },
            request: None,
            observing: Observing::default(),
            luck,
            telling: None,
            decisions: 0,
            buffer: Vec::new(),
        };
        table.play(|rules, play| play.run(rules));
        table
    }

    fn play(&mut self, action: impl FnOnce(&R, &mut Play<'_, R>)) {
        let rules = self.rules.clone();
        let mut play = Play {
            rules: &*rules,
            observing: &mut self.observing,
            state: &mut self.state,
            touched: &mut self.touched,
            journal: &mut self.journal,
            request: &mut self.request,
            luck: &mut self.luck,
            decision: self.decisions,
            work: 0,
            counted: None,
            passed: (self.decisions >= bounds::DECISIONS).then_some(Bound::Decisions),
            in_one_effect: false,
            derived: &mut self.derived,
        };
        action(&rules, &mut play);
        self.ask();
    }

    /// Brings the request up to date.
    fn ask(&mut self) {
        if self.rules.outcome(&self.state).is_some() {
            self.request = None;
        } else if self.request.is_none() {
            self.request = self.rules.ask(&self.state, &mut self.derived);
            look(self.request.as_ref().map_or(0, |request| request.options().len()));
            crate::test_assert_eq!(
                self.request,
                budget::uncounted(|| self.rules.ask(&self.state, &mut R::Derived::default())),
                "what is kept from one decision to the next is not what would be worked out"
            );
        }
    }

    /// The state.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The events since the start, when the match keeps a journal.
    pub fn journal(&self) -> &[Entry<R::Event>] {
        self.journal.entries()
    }

    /// The state before the first event, when the match keeps a journal.
    pub fn initial(&self) -> Option<&R::State> {
        self.initial.as_ref()
    }

    /// Checks that `choice` answers the request, without taking it.
    ///
    /// # Errors
    /// [`Illegal`] with the rule that the answer breaks, as the player who is asked may know it.
    pub fn check(&mut self, seat: Seat, choice: &Choice) -> Result<(), Illegal> {
        let asked = Viewer::Seat(self.request.as_ref().ok_or(Illegal::Over)?.seat);
        self.validate(seat, choice).map_err(|illegal| self.refusal_in_words(asked, choice, illegal))
    }

    fn validate(&self, seat: Seat, choice: &Choice) -> Result<(), Illegal> {
        let request = self.request.as_ref().ok_or(Illegal::Over)?;
        let plays = usize::from(seat.0) < self.state.players().len() && R::is_playing(&self.state, seat);
        if StandingAnswer::of::<R>(choice).is_some() && plays {
            return Ok(());
        }
        if seat != request.seat {
            return Err(Illegal::WrongSeat { expected: request.seat, found: seat });
        }
        request.validate(choice)
    }
}

impl Request {
    /// The options of a pick or a split; empty for the other shapes.
    pub fn options(&self) -> &[Item] {
        match &self.ask {
            crate::decision::Ask::Pick { options, .. } | crate::decision::Ask::Split { options, .. } => {
                options
            }
            crate::decision::Ask::Number { .. } | crate::decision::Ask::Name { .. } => &[],
        }
    }

    /// The first thing that a pick or a split names and that is not among the options.
    fn first_not_offered(&self, choice: &Choice) -> Option<Item> {
        let missing = |item: &&Item| self.options().binary_search(item).is_err();
        match choice {
            Choice::Pick(items) => items.iter().find(missing).copied(),
            Choice::Split(shares) => shares.iter().map(|share| &share.0).find(missing).copied(),
            Choice::Number(_) | Choice::Name(_) => None,
        }
    }
}

/// The answers that any player may give at any request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StandingAnswer {
    Concedes,
    AgreesToDraw,
}

impl StandingAnswer {
    /// The standing answer that a choice gives, if it is one.
    fn of<R: Rules>(choice: &Choice) -> Option<StandingAnswer> {
        match choice {
            Choice::Pick(items) if *items == [Item::Concede] => Some(StandingAnswer::Concedes),
            Choice::Pick(items) if *items == [Item::Draw] && R::DRAWS_BY_AGREEMENT => {
                Some(StandingAnswer::AgreesToDraw)
            }
            _ => None,
        }
    }
}
