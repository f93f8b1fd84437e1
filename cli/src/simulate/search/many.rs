//! The bot at a table of more than two players. A whole round is too long to be played out for each answer, so it
//! looks at what an answer leads to in the same step, and plays on only where it attacks.

use duelog_kernel::decision::{Ask, Choice, Item, Request};
use duelog_kernel::rng::Stream;
use duelog_kernel::standing::Standing;
use duelog_kernel::{Match, Seat, TurnStep, sample};

use super::{CANDIDATES_MAX, PASS_BONUS_POINTS, Search, attacked, is_pass, most, stands};

/// The number of decisions of all players after which an answer is judged at the latest.
const SOON_DECISIONS: u32 = 40;

/// The number of decisions after which an attack is judged: those of the fight, and of what others do about it.
const ATTACK_DECISIONS: u32 = 120;

/// How many attackers are left out, or sent along, one by one.
const ATTACKERS_TRIED: usize = 6;

/// The part of a turn in which an answer shows what it is worth.
#[derive(Clone, Copy)]
struct Moment {
    now: TurnStep,
    fights: bool,
}

impl Moment {
    fn is_over(self, at: TurnStep) -> bool {
        if self.fights {
            return at.turn != self.now.turn || matches!(at.step.name, "main2" | "end" | "cleanup");
        }
        (at.turn, at.step.name) != (self.now.turn, self.now.step.name)
    }
}

impl Search {
    /// The best answer at a table of many, on a match as it could be.
    pub(super) fn at_many(
        &mut self,
        world: &dyn Match,
        request: &Request,
        random: &mut Stream,
    ) -> Option<Choice> {
        let Ask::Pick { options, min, max, .. } = &request.ask else {
            let answers = self.answers(world, request, random);
            return soon(world, request, answers, random).map(|best| best.0);
        };
        if options.iter().any(|item| matches!(item, Item::PairSeat(..))) {
            return self.attack(world, request, options, random);
        }
        let mut answers = if (*min, *max) == (1, 1) {
            self.answers(world, request, random)
        } else {
            let mut several = vec![Choice::Pick(Vec::new()), most(request, options)];
            several.extend((0..8).filter_map(|_| sample::answer(request, random)));
            several
        };
        answers.retain(|choice| request.validate(choice).is_ok());
        answers.dedup();
        soon(world, request, answers, random).map(|best| best.0)
    }

    /// Whom to attack, and with what: nobody, or one of the others with all that can, and then with one more or less.
    fn attack(
        &mut self,
        world: &dyn Match,
        request: &Request,
        options: &[Item],
        random: &mut Stream,
    ) -> Option<Choice> {
        let mut starts = vec![Choice::Pick(Vec::new())];
        for seat in targets(world, options) {
            let at: Vec<Item> = options
                .iter()
                .copied()
                .filter(|item| matches!(item, Item::PairSeat(_, to) if *to == seat))
                .collect();
            starts.push(most(request, &at));
        }
        starts.extend(sample::answer(request, random));
        starts.retain(|choice| request.validate(choice).is_ok());
        let mut best: Option<(Choice, i64)> = None;
        for choice in starts {
            let Some(worth) = self.after_attack(world, request.seat, &choice) else { continue };
            if best.as_ref().is_none_or(|best| worth > best.1) {
                best = Some((choice, worth));
            }
        }
        let (mut best, mut worth) = best?;
        let mut order: Vec<Item> =
            options.iter().copied().filter(|item| matches!(item, Item::PairSeat(..))).collect();
        random.shuffle(&mut order);
        for item in order.into_iter().take(ATTACKERS_TRIED) {
            let Choice::Pick(items) = &best else { break };
            let mut other: Vec<Item> = items.iter().copied().filter(|own| *own != item).collect();
            if other.len() == items.len() {
                other.push(item);
            }
            let other = Choice::Pick(other).canonical(request);
            if request.validate(&other).is_err() {
                continue;
            }
            if let Some(now) = self.after_attack(world, request.seat, &other).filter(|now| *now > worth) {
                (best, worth) = (other, now);
            }
        }
        Some(best)
    }

    /// How the seat stands some time after an attack.
    fn after_attack(&mut self, world: &dyn Match, seat: Seat, choice: &Choice) -> Option<i64> {
        let mut copy = world.fork();
        copy.decide(seat, choice).ok()?;
        let seed = duelog_kernel::Seed::from_number(1);
        let mut random = duelog_kernel::Rng::new(seed).peek(duelog_kernel::rng::Purpose::Choice);
        self.play_on(&mut *copy, seat, false, ATTACK_DECISIONS, &mut random);
        Some(stands(&mut *copy, seat))
    }
}

/// The weakest and the strongest of those who can be attacked.
fn targets(world: &dyn Match, options: &[Item]) -> Vec<Seat> {
    let all = world.fork().standing();
    let mut seats: Vec<Seat> = attacked(options).collect();
    seats.sort_unstable();
    seats.dedup();
    seats.sort_by_key(|seat| all.get(usize::from(seat.0)).map(Standing::total));
    let strongest = if seats.len() > 1 { seats.last().copied() } else { None };
    seats.first().copied().into_iter().chain(strongest).collect()
}

/// The best of some answers by how the player stands once the step, or the fight, is over and everybody has passed.
fn soon(
    world: &dyn Match,
    request: &Request,
    answers: Vec<Choice>,
    random: &mut Stream,
) -> Option<(Choice, i64)> {
    let now = world.turn_step();
    let moment =
        Moment { now, fights: matches!(now.step.name, "attacks" | "blocks" | "first-damage" | "damage") };
    let mut best: Option<(Choice, i64)> = None;
    for choice in answers.into_iter().take(CANDIDATES_MAX) {
        let mut copy = world.fork();
        // Passing leaves the table as it is, and a fight to its end.
        let passes = is_pass(&choice) && !moment.fights;
        if !passes && copy.decide(request.seat, &choice).is_err() {
            continue;
        }
        for _ in 0..if passes { 0 } else { SOON_DECISIONS } {
            if moment.is_over(copy.turn_step()) {
                break;
            }
            let Some(request) = copy.request() else { break };
            let asked = request.seat;
            let free = matches!(&request.ask, Ask::Pick { options, .. } if options.contains(&Item::Pass));
            let answer = if free { Some(Choice::one(Item::Pass)) } else { sample::answer(request, random) };
            if answer.is_none_or(|answer| copy.decide(asked, &answer).is_err()) {
                break;
            }
        }
        let worth = stands(&mut *copy, request.seat) + if is_pass(&choice) { PASS_BONUS_POINTS } else { 0 };
        if best.as_ref().is_none_or(|best| worth > best.1) {
            best = Some((choice, worth));
        }
    }
    best
}
