//! How much work the engine may do: counted in steps, never in seconds, so that a log costs the same everywhere.
//!
//! A thread has at most one budget in force at a time ([`within`]). The kernel and the games [`tick`] wherever
//! their work can grow with what a log, a card or a position says: an event, an object that a filter looks at, a
//! candidate for an answer, an effect that is ordered, bytes that are hashed. Where the budget is used up, the
//! work ends at that very place: the stack unwinds to [`within`] or [`caught`], nothing is printed, and what was
//! worked on stands half done. **Nobody looks at it again**; the caller drops it. A match that stays inside its
//! budget is not changed by any of this.
//!
//! The kernel reads no clock. Whoever sets a budget may give it a question that is asked every [`SLICE`] steps:
//! there a command line looks at its clock, and a server asks whether anybody still waits for the answer.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// After how many steps the question of a budget is asked again: a few milliseconds of work even in a build
/// that is not optimised.
pub const SLICE: u64 = 4_096;

/// The steps of taking a decision, beside those of its consequences.
pub(crate) const PER_DECISION: u64 = 64;

/// The steps for each unit of an event's work ([`crate::bounds::WORK`]).
pub(crate) const PER_EVENT: u64 = 4;

/// The question that a budget asks during the work: the reason to end it, if there is one.
pub type Limiter = Box<dyn FnMut() -> Result<(), String>>;

/// How much may be done.
#[derive(Default)]
pub struct Budget {
    steps: Option<u64>,
    hint: &'static str,
    limiter: Option<Limiter>,
}

impl Budget {
    /// A number of steps; 0 sets no limit.
    pub fn steps(steps: u64) -> Budget {
        Budget { steps: (steps > 0).then_some(steps), ..Budget::default() }
    }

    /// How a person gets more steps, in words that follow the reason.
    #[must_use]
    pub fn hint(self, hint: &'static str) -> Budget {
        Budget { hint, ..self }
    }

    /// Asks this from time to time. Once it gives a reason to end the work, it must keep giving it.
    #[must_use]
    pub fn watched(self, limiter: Limiter) -> Budget {
        Budget { limiter: Some(limiter), ..self }
    }
}

/// Why work was ended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Spent {
    /// Why, in words.
    pub why: String,
    /// The decision of the match that was worked on, from 1; 0 before the first.
    pub decision: u32,
}

/// The payload that unwinds. Nothing else is ever caught as the end of a budget.
struct Unwound;

/// A budget in force.
struct Held {
    budget: Budget,
    total: u64,
    /// The steps before the slice at hand.
    used: u64,
    /// How many steps the slice at hand has.
    slice: u64,
    spent: Option<Spent>,
}

thread_local! {
    /// The rest of the current slice.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static DECISION: Cell<u32> = const { Cell::new(0) };
    /// The budgets in force, the innermost last.
    static HELD: RefCell<Vec<Held>> = const { RefCell::new(Vec::new()) };
}

/// Counts steps of work that are done, or about to be done.
#[inline]
pub fn tick(steps: u64) {
    let left = LEFT.get();
    if steps < left { LEFT.set(left - steps) } else { next_slice(steps) }
}

/// The same for as many steps as there are things to look at.
#[inline]
pub fn look(things: usize) {
    tick(things as u64);
}

/// Work on this decision of a match begins.
pub(crate) fn reached(decision: u32) {
    DECISION.set(decision);
}

#[cold]
#[inline(never)]
fn next_slice(steps: u64) {
    // Destructors may look at the game once more while the stack unwinds.
    if std::thread::panicking() {
        return;
    }
    // The questions themselves cost nothing.
    let left = LEFT.replace(u64::MAX);
    let over = HELD.with_borrow_mut(|held| {
        let Some((inner, outer)) = held.split_last_mut() else { return false };
        inner.close(left);
        inner.used = inner.used.saturating_add(steps);
        if inner.spent.is_none() {
            inner.spent = inner.end().or_else(|| outer.iter_mut().rev().find_map(Held::ask));
        }
        inner.slice = if inner.spent.is_some() { 0 } else { SLICE.min(inner.total - inner.used) };
        LEFT.set(inner.slice);
        inner.spent.is_some()
    });
    if over {
        resume_unwind(Box::new(Unwound));
    }
}

impl Held {
    /// Counts the used part of the current slice, given its rest.
    fn close(&mut self, left: u64) {
        self.used = self.used.saturating_add(self.slice.saturating_sub(left));
        self.slice = 0;
    }

    /// Why the work ends, if it does.
    fn end(&mut self) -> Option<Spent> {
        if self.used > self.total {
            let Budget { steps, hint, .. } = &self.budget;
            let steps = steps.unwrap_or(self.total);
            return Some(Spent::because(format!("it takes more than {steps} steps of work{hint}")));
        }
        self.ask()
    }

    fn ask(&mut self) -> Option<Spent> {
        let why = self.budget.limiter.as_mut().and_then(|limiter| limiter().err())?;
        Some(Spent::because(why))
    }
}

impl Spent {
    fn because(why: String) -> Spent {
        Spent { why, decision: DECISION.get() }
    }
}

/// Does work within a budget. A nested budget has no more than the rest of the outer one, and the questions
/// of both are asked.
///
/// # Errors
/// [`Spent`] if the budget is used up or its question ends the work; everything that was worked on must then
/// be dropped.
pub fn within<T>(budget: Budget, work: impl FnOnce() -> T) -> Result<T, Spent> {
    HELD.with_borrow_mut(|held| {
        let room = held.last_mut().map_or(u64::MAX, |outer| {
            outer.close(LEFT.get());
            outer.total.saturating_sub(outer.used)
        });
        let total = budget.steps.map_or(room, |steps| steps.min(room));
        held.push(Held { budget, total, used: 0, slice: 0, spent: None });
        LEFT.set(0);
    });
    let _held = InForce;
    // Somebody who waits no more, or a clock that has run out, is seen before anything begins.
    caught(|| {
        tick(0);
        work()
    })
}

/// A budget is in force until this is dropped, however the work ends.
struct InForce;

impl Drop for InForce {
    fn drop(&mut self) {
        let left = LEFT.get();
        HELD.with_borrow_mut(|held| {
            let Some(mut done) = held.pop() else { return };
            done.close(left);
            let outer = held.last_mut().map(|outer| outer.used = outer.used.saturating_add(done.used));
            LEFT.set(if outer.is_some() { 0 } else { u64::MAX });
        });
    }
}

/// Does a part of the work of the budget in force, whose end is seen here; what was worked on is then to be
/// dropped. Work that is begun after that ends at its first step.
///
/// # Errors
/// [`Spent`] where the budget in force ends the work.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Spent> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        if !payload.is::<Unwound>() {
            resume_unwind(payload);
        }
        let spent = HELD.with_borrow(|held| held.last().and_then(|held| held.spent.clone()));
        spent.unwrap_or_else(|| Spent::because(String::new()))
    })
}

/// Does what only a test of the engine itself wants: its steps are not counted in the end.
pub fn uncounted<T>(work: impl FnOnce() -> T) -> T {
    let used = used();
    let done = work();
    HELD.with_borrow_mut(|held| {
        if let Some(held) = held.last_mut() {
            (held.used, held.slice) = (used, 0);
            LEFT.set(0);
        }
    });
    done
}

/// How many steps were used of the budget in force; 0 without one.
pub fn used() -> u64 {
    HELD.with_borrow(|held| {
        held.last().map_or(0, |held| held.used.saturating_add(held.slice.saturating_sub(LEFT.get())))
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    fn work(steps: u64) {
        (0..steps).for_each(|_| tick(1));
    }

    #[test]
    fn work_ends_at_the_step_that_is_too_many() {
        for steps in [1, 2, SLICE - 1, SLICE, SLICE + 1, 3 * SLICE] {
            assert_eq!(within(Budget::steps(steps), || work(steps)), Ok(()), "{steps}");
            let done = Cell::new(0);
            let spent = within(Budget::steps(steps).hint(" (more: ask)"), || {
                (0..=steps).for_each(|step| {
                    tick(1);
                    done.set(step + 1);
                });
            })
            .unwrap_err();
            assert_eq!(done.get(), steps);
            assert_eq!(spent.why, format!("it takes more than {steps} steps of work (more: ask)"));
        }
        assert!(within(Budget::steps(10 * SLICE), || tick(u64::MAX)).is_err());
        // Without a budget the work is unlimited.
        tick(u64::MAX);
        assert_eq!(within(Budget::steps(0), || work(3 * SLICE)), Ok(()));
    }

    #[test]
    fn what_is_used_is_counted_also_inside() {
        let done = within(Budget::steps(100_000), || {
            work(10);
            within(Budget::steps(0), || work(9_000)).unwrap();
            uncounted(|| work(50_000));
            look(7);
            used()
        });
        assert_eq!(done, Ok(9_017));
        // The inner one has no more than the outer one, and its end ends the outer one, too.
        let done = within(Budget::steps(1_000), || {
            assert!(within(Budget::steps(2_000), || work(1_001)).is_err());
            work(1);
        });
        assert_eq!(done.unwrap_err().why, "it takes more than 1000 steps of work");
        assert_eq!(within(Budget::steps(10), || within(Budget::steps(5), || work(6)).is_err()), Ok(true));
        assert_eq!(used(), 0);
    }

    #[test]
    fn the_question_is_asked_from_time_to_time_and_at_the_beginning() {
        let left = Rc::new(Cell::new(3));
        let asks = |left: &Rc<Cell<i32>>| -> Limiter {
            let left = left.clone();
            Box::new(move || {
                left.set(left.get() - 1);
                if left.get() < 0 { Err("nobody waits".to_string()) } else { Ok(()) }
            })
        };
        let done = Cell::new(0);
        let spent = within(Budget::default().watched(asks(&left)), || {
            (0..10 * SLICE).for_each(|step| {
                tick(1);
                done.set(step);
            });
        });
        assert_eq!(spent.unwrap_err().why, "nobody waits");
        assert_eq!(done.get().div_ceil(SLICE), 3);
        let begun = within(Budget::default().watched(asks(&left)), || done.set(0));
        assert!(begun.is_err() && done.get() > 0, "what nobody waits for is not begun");
        // The outer one is asked inside of the inner one too.
        left.set(5);
        let inside = within(Budget::default().watched(asks(&left)), || {
            within(Budget::steps(0), || work(100 * SLICE)).unwrap_err().why
        });
        assert_eq!(inside, Ok("nobody waits".to_string()));
    }

    #[test]
    fn a_part_can_end_by_itself_and_nothing_follows_it() {
        let ends = within(Budget::steps(5), || {
            reached(3);
            let first = caught(|| work(9)).unwrap_err();
            let second = caught(|| work(1)).unwrap_err();
            (first.decision, second == first)
        });
        assert_eq!(ends, Ok((3, true)));
        let panic = catch_unwind(|| within(Budget::steps(5), || resume_unwind(Box::new("another"))));
        assert_eq!(panic.err().and_then(|panic| panic.downcast_ref::<&str>().copied()), Some("another"));
        assert_eq!(within(Budget::steps(5), || work(5)), Ok(()), "that one is not in force any more");
    }
}
