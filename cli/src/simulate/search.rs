//! The bot that thinks ahead: it tries each answer on copies of the match, plays on until its next turn, and
//! takes the answer after which it stands best. In a try its own turn ends in two ways, and the better one
//! counts: it does nothing more unasked, or it acts where it can. With the second alone, anything that kept
//! it from acting badly later would seem good.
//!
//! It knows no more than its player. The copies are matches as they could be for all that its seat knows:
//! hidden cards are dealt anew, and future draws are drawn anew ([`Match::imagined`]).

use std::collections::BTreeMap;

use duelog_kernel::decision::{Ask, Choice, Item, Request};
use duelog_kernel::rng::Stream;
use duelog_kernel::{Match, ObjectId, Seat, Seed, Viewer, payment, sample};
use duelog_magic::rules::prompt as magic;

mod many;
mod standing;

/// On how many imagined matches each answer is tried.
const WORLDS: usize = 6;

/// The number of decisions after which a try is judged.
const HORIZON_DECISIONS: u32 = 250;

/// The number of decisions of both players that are followed to choose an answer within an action in a try.
const ACTION_HORIZON_DECISIONS: u32 = 12;

/// How many ways to block are looked at in a try.
const BLOCKS_MAX: usize = 4;

/// How many answers are tried where there are many.
const CANDIDATES_MAX: usize = 14;

/// By how much acting must be better than passing.
const PASS_BONUS_POINTS: i64 = 4;

/// The number of own decisions in one turn after which it answers at random, so that it leaves every loop.
const OWN_DECISIONS_A_TURN_MAX: u32 = 120;

/// Winning, in the points of [`duelog_kernel::standing::Standing`].
const WON: i64 = 1_000_000;

/// Its memory from one question to the next.
pub struct Search {
    /// True if using an ability makes anything but mana, by object and place.
    acts: BTreeMap<(ObjectId, u32), bool>,
    /// The turn, and how often it has decided in it.
    turn: (u32, u32),
    /// The most that the end of a try counts, in points of a standing.
    cap: i64,
}

/// A decision as the bot sees it, in points of a standing for the player who decides.
pub struct Estimate {
    /// The answer that it would give.
    pub best: Choice,
    /// How the player stands after it.
    pub of_best: i64,
    /// How the player stands after the answer that was given.
    pub of_given: i64,
}

impl Default for Search {
    fn default() -> Search {
        Search::capped(WON)
    }
}

impl Search {
    /// A bot for which the end of a try counts at most `cap` points: without a cap one lost try of several
    /// outweighs everything else.
    pub fn capped(cap: i64) -> Search {
        Search { acts: BTreeMap::new(), turn: (0, 0), cap }
    }

    /// Compares the answer that was given with the bot's own, both tried on the same copies; none where
    /// there is no choice, or the answer only pays.
    pub fn estimate(&mut self, game: &dyn Match, given: &Choice, random: &mut Stream) -> Option<Estimate> {
        let request = game.request()?;
        if request.prompt.pays() || is_forced(request) {
            return None;
        }
        let own = self.answer(game, random);
        let worlds: Vec<_> = (0..WORLDS).map(|_| self.imagine(game, request.seat, random)).collect();
        let mut mean = |choice: &Choice| {
            self.worth(&worlds, request.seat, choice).map(|sum| sum / i64::try_from(WORLDS).unwrap_or(1))
        };
        let of_given = mean(given)?;
        let better = own.filter(|own| own != given).and_then(|own| Some((mean(&own)?, own)));
        Some(match better.filter(|better| better.0 > of_given) {
            Some((of_best, best)) => Estimate { best, of_best, of_given },
            None => Estimate { best: given.clone(), of_best: of_given, of_given },
        })
    }

    /// The answer that it thinks best, if it has a preference.
    pub fn answer(&mut self, game: &dyn Match, random: &mut Stream) -> Option<Choice> {
        let request = game.request()?;
        let turn = game.turn_step().turn;
        self.turn = if self.turn.0 == turn { (turn, self.turn.1 + 1) } else { (turn, 1) };
        if self.turn.1 > OWN_DECISIONS_A_TURN_MAX {
            return None;
        }
        if request.prompt == magic::Prompt::Mulligan {
            return Some(Choice::one(Item::Flag(!can_start(game, request.seat))));
        }
        let mut first = self.imagine(game, request.seat, random);
        if by_abilities(request) {
            let mut world = first;
            return payment::find(&mut *world).and_then(|choices| choices.into_iter().next());
        }
        if let Some(pass) = self.only_passes(&*first, request) {
            return Some(pass);
        }
        if can_wait(game, request) && !waits(game) {
            return Some(Choice::one(Item::Pass));
        }
        if game.game() == duelog_magic::factory::GAME && first.standing().len() > 2 {
            return self.at_many(&*first, request, random);
        }
        let mut worlds = vec![first];
        worlds.extend((1..WORLDS).map(|_| self.imagine(game, request.seat, random)));
        self.best(&worlds, request, random)
    }

    fn imagine(&self, game: &dyn Match, seat: Seat, random: &mut Stream) -> Box<dyn Match> {
        game.imagined(Viewer::Seat(seat), seed(random))
    }

    /// Passing, where nothing else but mana can be had.
    fn only_passes(&mut self, world: &dyn Match, request: &Request) -> Option<Choice> {
        let Ask::Pick { options, min: 1, max: 1, .. } = &request.ask else { return None };
        let pass = options.contains(&Item::Pass);
        let idle = |item: &Item| match *item {
            Item::Pass => true,
            Item::Ability(object, place) => !self.acts(world, request.seat, object, place),
            _ => false,
        };
        (pass && options.iter().all(idle)).then(|| Choice::one(Item::Pass))
    }

    /// Returns whether using an ability makes something new, as one does that waits to resolve; those that
    /// only make mana do not.
    fn acts(&mut self, world: &dyn Match, seat: Seat, object: ObjectId, place: u32) -> bool {
        *self.acts.entry((object, place)).or_insert_with(|| {
            let mut copy = world.fork();
            let before = copy.ids();
            copy.decide(seat, &Choice::one(Item::Ability(object, place))).is_ok() && copy.ids() > before
        })
    }

    fn best(&mut self, worlds: &[Box<dyn Match>], request: &Request, random: &mut Stream) -> Option<Choice> {
        if let Ask::Pick { options, min, max, ordered: false, .. } = &request.ask
            && (*min, *max) != (1, 1)
            && options.len() > 1
        {
            return self.best_of_several(worlds, request, options, random);
        }
        let answers = self.answers(&*worlds[0], request, random);
        self.better(worlds, request, answers).map(|best| best.0)
    }

    /// The best of some answers with what it is worth; passing where nothing is clearly better.
    fn better(
        &mut self,
        worlds: &[Box<dyn Match>],
        request: &Request,
        answers: Vec<Choice>,
    ) -> Option<(Choice, i64)> {
        let mut best: Option<(Choice, i64)> = None;
        for choice in answers {
            let bonus = if is_pass(&choice) { PASS_BONUS_POINTS * worlds.len() as i64 } else { 0 };
            let Some(worth) = self.worth(worlds, request.seat, &choice) else { continue };
            if best.as_ref().is_none_or(|best| worth + bonus > best.1) {
                best = Some((choice, worth + bonus));
            }
        }
        best
    }

    /// Several things are picked by adding, and leaving out, one after the other as long as that is better.
    fn best_of_several(
        &mut self,
        worlds: &[Box<dyn Match>],
        request: &Request,
        options: &[Item],
        random: &mut Stream,
    ) -> Option<Choice> {
        let mut starts = vec![Choice::Pick(Vec::new()), most(request, options)];
        starts.extend((0..2).filter_map(|_| sample::answer(request, random)));
        starts.retain(|choice| request.validate(choice).is_ok());
        starts.dedup();
        let (mut best, mut worth) = self.better(worlds, request, starts)?;
        let mut order = options.to_vec();
        random.shuffle(&mut order);
        for item in order.into_iter().take(CANDIDATES_MAX) {
            let Choice::Pick(items) = &best else { break };
            let mut other: Vec<Item> = items.iter().copied().filter(|own| *own != item).collect();
            if other.len() == items.len() {
                other.push(item);
            }
            let mut tries = vec![Choice::Pick(other.clone()).canonical(request)];
            // In place of each other.
            if let (Some(_), true) = (items.first(), items.len() < other.len()) {
                tries.extend((0..items.len().min(2)).map(|place| {
                    let mut other = other.clone();
                    other.remove(place);
                    Choice::Pick(other).canonical(request)
                }));
            }
            tries.retain(|choice| request.validate(choice).is_ok());
            for choice in tries {
                if let Some(now) = self.worth(worlds, request.seat, &choice).filter(|now| *now > worth) {
                    (best, worth) = (choice, now);
                }
            }
        }
        Some(best)
    }

    /// The answers that are tried.
    fn answers(&mut self, world: &dyn Match, request: &Request, random: &mut Stream) -> Vec<Choice> {
        match &request.ask {
            Ask::Pick { options, min: 1, max: 1, .. } => self.singles(world, request, options, random),
            Ask::Number { min, max } => {
                let step = ((max - min) / 6).max(1);
                let steps = (*min..=*max).rev().step_by(step as usize);
                steps.take(CANDIDATES_MAX).map(Choice::Number).collect()
            }
            Ask::Pick { .. } | Ask::Split { .. } | Ask::Name { .. } => {
                let mut drawn: Vec<Choice> = (0..6).filter_map(|_| sample::answer(request, random)).collect();
                drawn.sort();
                drawn.dedup();
                drawn
            }
        }
    }

    fn singles(
        &mut self,
        world: &dyn Match,
        request: &Request,
        options: &[Item],
        random: &mut Stream,
    ) -> Vec<Choice> {
        let goes_on = goes_on(options);
        let priority = options.contains(&Item::Pass);
        let mut wanted: Vec<Item> = options
            .iter()
            .copied()
            .filter(|item| match *item {
                Item::Pass | Item::Concede | Item::Draw => false,
                Item::Flag(false) => !goes_on,
                Item::Ability(object, place) => !priority || self.acts(world, request.seat, object, place),
                _ => true,
            })
            .collect();
        if wanted.len() > CANDIDATES_MAX {
            random.shuffle(&mut wanted);
            wanted.truncate(CANDIDATES_MAX);
        }
        let pass = priority.then_some(Item::Pass);
        pass.into_iter().chain(wanted).map(Choice::one).collect()
    }

    /// The worth of an answer, summed over the imagined matches, with the better of two continuations; none
    /// if it is illegal in one.
    fn worth(&mut self, worlds: &[Box<dyn Match>], seat: Seat, choice: &Choice) -> Option<i64> {
        let mut sums = [0; 2];
        for (number, world) in worlds.iter().enumerate() {
            let mut decided = world.fork();
            decided.decide(seat, choice).ok()?;
            let (still, asked) = self.after(&*decided, seat, false, number as u64);
            // The ways part only where the seat is asked in its own turn.
            let acting = if asked { self.after(&*decided, seat, true, number as u64).0 } else { still };
            sums = [sums[0] + still, sums[1] + acting];
        }
        sums.into_iter().max()
    }

    /// The end of a try with this continuation, and whether the seat was asked in its own turn. Each answer
    /// meets the same luck.
    fn after(&mut self, decided: &dyn Match, seat: Seat, acts: bool, world: u64) -> (i64, bool) {
        let mut copy = decided.fork();
        let mut random =
            duelog_kernel::Rng::new(Seed::from_number(world)).peek(duelog_kernel::rng::Purpose::Choice);
        let asked = self.play_on(&mut *copy, seat, acts, HORIZON_DECISIONS, &mut random);
        (stands(&mut *copy, seat).clamp(-self.cap, self.cap), asked)
    }

    /// Plays on until the seat's next turn: in its own turn the seat acts as it can where it `acts` at all, in
    /// another's it only answers; the others always act as they can. Tells whether the seat was asked in its own turn.
    fn play_on(
        &mut self,
        game: &mut dyn Match,
        seat: Seat,
        acts: bool,
        horizon: u32,
        random: &mut Stream,
    ) -> bool {
        let begun = game.turn_step().turn;
        let mut own = false;
        for _ in 0..horizon {
            let now = game.turn_step();
            if now.turn > begun && now.active == seat {
                break;
            }
            let Some(request) = game.request() else { break };
            let asked = request.seat;
            own |= asked == seat && now.active == seat;
            let answers = asked == seat && (now.active != seat || !acts);
            let choice = if answers { self.quiet(game, random) } else { self.eager(game, seat, random) };
            if choice.is_none_or(|choice| game.decide(asked, &choice).is_err()) {
                break;
            }
        }
        own
    }

    /// The answers of a player who does nothing unasked.
    fn quiet(&self, game: &dyn Match, random: &mut Stream) -> Option<Choice> {
        let request = game.request()?;
        if let Ask::Pick { options, min, .. } = &request.ask {
            if options.contains(&Item::Pass) {
                return Some(Choice::one(Item::Pass));
            }
            if request.prompt.pays() {
                return sample::answer(request, random);
            }
            if let Some(choice) = within_action(game, request, random) {
                return Some(choice);
            }
            let none = Choice::Pick(Vec::new());
            if options.iter().any(|item| matches!(item, Item::PairSeat(..)))
                && request.validate(&none).is_ok()
            {
                return Some(none);
            }
            if *min == 0 && options.iter().all(|item| matches!(item, Item::Pair(..))) {
                let mut blocks = vec![none];
                blocks.extend((0..BLOCKS_MAX).filter_map(|_| sample::answer(request, random)));
                return soon_best(game, request, blocks, random);
            }
        }
        sample::answer(request, random)
    }

    /// The answers of a player who acts where it can, and attacks players with everything. The seat itself
    /// picks its targets well, and waits for its moments; others do not.
    fn eager(&mut self, game: &dyn Match, seat: Seat, random: &mut Stream) -> Option<Choice> {
        let request = game.request()?;
        if request.seat == seat
            && let Some(choice) = within_action(game, request, random)
        {
            return Some(choice);
        }
        if let Ask::Pick { options, min, max, .. } = &request.ask {
            if (*min, *max) == (1, 1) && options.contains(&Item::Pass) {
                if request.seat == seat && can_wait(game, request) {
                    return Some(Choice::one(Item::Pass));
                }
                let acts: Vec<Item> =
                    options.iter().copied().filter(|item| matches!(item, Item::Act(..))).collect();
                if let Some(act) = random.one_of(&acts) {
                    return Some(Choice::one(*act));
                }
                let abilities: Vec<Item> = options
                    .iter()
                    .copied()
                    .filter(|item| match *item {
                        Item::Ability(object, place) => self.acts(game, request.seat, object, place),
                        _ => false,
                    })
                    .collect();
                return Some(Choice::one(random.one_of(&abilities).copied().unwrap_or(Item::Pass)));
            }
            let mut players: Vec<Item> =
                options.iter().copied().filter(|item| matches!(item, Item::PairSeat(..))).collect();
            if !players.is_empty() {
                // Nobody knows whom others attack.
                if several_seats(&players) {
                    random.shuffle(&mut players);
                }
                let choice = most(request, &players);
                if request.validate(&choice).is_ok() {
                    return Some(choice);
                }
            }
        }
        sample::answer(request, random)
    }
}

/// Returns whether more than one player can be attacked.
fn several_seats(attacks: &[Item]) -> bool {
    let first = attacked(attacks).next();
    attacked(attacks).any(|seat| Some(seat) != first)
}

/// The players whom these answers attack.
fn attacked(attacks: &[Item]) -> impl Iterator<Item = Seat> {
    attacks.iter().filter_map(|item| if let Item::PairSeat(_, seat) = item { Some(*seat) } else { None })
}

/// The best target, mode or the like, where one is chosen within an action.
fn within_action(game: &dyn Match, request: &Request, random: &mut Stream) -> Option<Choice> {
    let Ask::Pick { options, min: 1, max: 1, .. } = &request.ask else { return None };
    if request.subject.is_none() || request.prompt.pays() || options.contains(&Item::Pass) {
        return None;
    }
    let goes_on = goes_on(options);
    let wanted = options.iter().filter(|item| !goes_on || **item != Item::Flag(false));
    soon_best(game, request, wanted.take(8).copied().map(Choice::one).collect(), random)
}

/// The best of some answers where both players then do nothing more: for targets, modes and blocks.
fn soon_best(
    game: &dyn Match,
    request: &Request,
    answers: Vec<Choice>,
    random: &mut Stream,
) -> Option<Choice> {
    let mut best: Option<(Choice, i64)> = None;
    for choice in answers {
        let mut copy = game.fork();
        if copy.decide(request.seat, &choice).is_err() {
            continue;
        }
        for _ in 0..ACTION_HORIZON_DECISIONS {
            let Some(request) = copy.request() else { break };
            let passes = matches!(&request.ask, Ask::Pick { options, .. } if options.contains(&Item::Pass));
            let answer = if passes { Some(Choice::one(Item::Pass)) } else { sample::answer(request, random) };
            let (asked, Some(answer)) = (request.seat, answer) else { break };
            if copy.decide(asked, &answer).is_err() {
                break;
            }
        }
        let worth = stands(&mut *copy, request.seat);
        if best.as_ref().is_none_or(|best| worth > best.1) {
            best = Some((choice, worth));
        }
    }
    best.map(|best| best.0)
}

/// As many of these options as are legal together.
fn most(request: &Request, options: &[Item]) -> Choice {
    let mut picked: Vec<Item> = Vec::new();
    for item in options {
        let more = Choice::Pick(picked.iter().copied().chain([*item]).collect()).canonical(request);
        if request.validate(&more).is_ok() {
            picked.push(*item);
        }
    }
    Choice::Pick(picked).canonical(request)
}

/// Returns whether a card or an ability can be used, so that refusing ends the current activity.
fn goes_on(options: &[Item]) -> bool {
    options.iter().any(|item| matches!(item, Item::Ability(..) | Item::Act(..)))
}

/// Returns whether something is paid by using abilities, as mana is.
fn by_abilities(request: &Request) -> bool {
    let Ask::Pick { options, min: 1, max: 1, .. } = &request.ask else { return false };
    let ability = |item: &Item| matches!(item, Item::Ability(..));
    let other = |item: &Item| matches!(item, Item::Pass | Item::Flag(_));
    request.prompt.pays()
        && options.iter().any(ability)
        && options.iter().all(|item| ability(item) || other(item))
}

/// True if a request has one answer only.
fn is_forced(request: &Request) -> bool {
    match &request.ask {
        Ask::Pick { options, min, .. } => options.len() <= usize::try_from(*min).unwrap_or(usize::MAX),
        Ask::Number { min, max } => min == max,
        Ask::Split { .. } | Ask::Name { .. } => false,
    }
}

fn is_pass(choice: &Choice) -> bool {
    *choice == Choice::one(Item::Pass)
}

/// Returns whether a player of Magic with priority should wait for a better moment to act unasked: the own
/// main phases, attacks and blocks, the end of another's turn.
fn can_wait(game: &dyn Match, request: &Request) -> bool {
    if game.game() != duelog_magic::factory::GAME || request.prompt != magic::Prompt::Priority {
        return false;
    }
    let now = game.turn_step();
    let own = now.active == request.seat;
    match now.step.name {
        "main1" | "main2" => !own,
        "attacks" | "blocks" => false,
        "end" => own,
        _ => true,
    }
}

/// Returns whether something waits on the stack to resolve.
fn waits(game: &dyn Match) -> bool {
    game.lean().view(Viewer::Public).zones.iter().any(|zone| zone.name == "stack" && zone.count > 0)
}

/// Returns whether a game of Magic can be begun with this hand: with two to five lands, or with few cards.
fn can_start(game: &dyn Match, seat: Seat) -> bool {
    let view = game.lean().view(Viewer::Seat(seat));
    let hand = view.zones.iter().find(|zone| zone.name == "hand" && zone.seat == Some(seat));
    let cards = hand.map_or(&[][..], |hand| &hand.cards);
    let lands = cards.iter().filter(|card| card.figure.types.iter().any(|kind| kind == "Land")).count();
    cards.len() < 6 || (2..=5).contains(&lands)
}

/// How much better a player stands than the others.
fn stands(game: &mut dyn Match, seat: Seat) -> i64 {
    if let Some(outcome) = game.outcome() {
        return match outcome.winners.as_slice() {
            [] => 0,
            winners if winners.contains(&seat) => WON,
            _ => -WON,
        };
    }
    let all = game.standing();
    if all.len() > 2 {
        return standing::among_many(&all, seat);
    }
    let own = all.get(usize::from(seat.0)).map_or(0, |own| own.total());
    let sum: i64 = all.iter().map(|standing| standing.total()).sum();
    own - (sum - own)
}

/// A seed out of a stream.
fn seed(random: &mut Stream) -> Seed {
    let half = |random: &mut Stream| u64::from(random.below(u32::MAX));
    let high = half(random) << 32;
    Seed::from_number(high | half(random))
}
