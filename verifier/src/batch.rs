//! Many logs at once, on all cores, with results in the order of the logs.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

/// How many logs are in work before the first of them are reported.
const CHUNK: usize = 256;

/// The reason for a missing result.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The program failed on it.
    #[error("the program failed on this log, which is a fault of the program: {0}")]
    Failed(String),
}

/// Does `work` on every item in parallel. `done` is called as each one is finished, in any order; `report`
/// gets the results in the order of the items.
pub fn each<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> io::Result<R> + Sync,
    done: impl Fn() + Sync,
    mut report: impl FnMut(&T, Result<R, Trouble>),
) {
    let one = |item: &T| {
        let result = catch_unwind(AssertUnwindSafe(|| work(item)));
        done();
        result
            .map_err(|panic| Trouble::Failed(in_words(&*panic)))
            .and_then(|result| result.map_err(Trouble::Read))
    };
    for chunk in items.chunks(CHUNK) {
        // One by one, so that no core is left with several long ones at the end.
        let results: Vec<Result<R, Trouble>> = chunk.par_iter().with_max_len(1).map(one).collect();
        chunk.iter().zip(results).for_each(|(item, result)| report(item, result));
    }
}

/// The words of a panic.
pub fn in_words(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason given").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_failures_stay_alone() {
        let items: Vec<u32> = (0..1000).collect();
        let work = |item: &u32| match item {
            7 => Err(io::Error::other("no such thing")),
            600 => panic!("on purpose"),
            _ => Ok(item * 2),
        };
        let (mut seen, mut troubles) = (Vec::new(), Vec::new());
        each(
            &items,
            work,
            || {},
            |item, result| match result {
                Ok(double) => {
                    assert_eq!(double, item * 2);
                    seen.push(*item);
                }
                Err(trouble) => troubles.push((*item, trouble.to_string())),
            },
        );
        assert!(seen.is_sorted());
        assert_eq!(seen.len(), 998);
        assert_eq!(troubles[0], (7, "no such thing".to_string()));
        assert!(troubles[1].0 == 600 && troubles[1].1.ends_with("on purpose"));
    }
}
