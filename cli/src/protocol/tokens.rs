//! The tokens that connections show: those of a file, and those that a host gives out for one match.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::TOKENS;
use super::errors::error;
use super::wire::response::{Error, Role};
use crate::output::Failure;
use crate::{input, seeds};

/// The shortest token: one that is guessed is none.
const SHORTEST: usize = 16;

/// The tokens of a file.
pub struct Tokens(Vec<(String, Role)>);

impl Tokens {
    /// The tokens of a file: `host TOKEN` or `public TURNS TOKEN` on each line; empty lines and those that begin with `#`
    /// are skipped.
    ///
    /// # Errors
    /// It cannot be read, or a line is not understood.
    pub fn read(path: &Path) -> Result<Tokens, Failure> {
        let bytes = input::bytes(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().map(str::trim).enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let wrong = |place: usize| {
            Failure::usage(
                format!(
                    "{}:{}: it is neither `host TOKEN` nor `public TURNS TOKEN`",
                    path.display(),
                    place + 1
                ),
                format!("a token has {SHORTEST} letters at least and no spaces"),
            )
        };
        let tokens = lines.map(|(place, line)| token(line).ok_or_else(|| wrong(place)));
        let tokens = tokens.collect::<Result<Vec<_>, _>>()?;
        if tokens.is_empty() {
            return Err(Failure::usage(
                format!("{}: there is no token in it", path.display()),
                "write one into it",
            ));
        }
        Ok(Tokens(tokens))
    }

    /// The role of who shows this token. Every token is compared to its end: how long that takes tells nothing.
    pub fn role(&self, shown: &str) -> Option<Role> {
        let mut found = None;
        for (token, role) in &self.0 {
            if same(token, shown) {
                found = Some(*role);
            }
        }
        found
    }
}

/// Returns whether two tokens are the same. They are compared to their end.
fn same(token: &str, shown: &str) -> bool {
    let alike = token.len() == shown.len();
    let apart = token.bytes().zip(shown.bytes()).fold(0, |apart, (one, other)| apart | (one ^ other));
    alike && std::hint::black_box(apart) == 0
}

/// A token that was given out for one match.
pub struct Grant {
    /// The match.
    pub table: String,
    /// The role of who shows it.
    pub role: Role,
    token: String,
    void: AtomicBool,
}

impl Grant {
    /// Returns whether the token still holds.
    pub fn holds(&self) -> bool {
        !self.void.load(Ordering::Relaxed)
    }

    fn ends(&self) {
        self.void.store(true, Ordering::Relaxed);
    }
}

/// The tokens that were given out, by match.
#[derive(Default)]
pub struct Grants(Mutex<BTreeMap<String, Vec<Arc<Grant>>>>);

impl Grants {
    fn given(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Arc<Grant>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a new token of a match out: its id, and 256 bits that nobody can guess. With `renew`, those before for the
    /// same viewer hold no longer.
    ///
    /// # Errors
    /// There are too many, or the system gives no random numbers.
    pub fn give(&self, table: &str, role: Role, renew: bool) -> Result<String, Error> {
        let secret =
            seeds::random().map_err(|failure| error("internal", failure.to_string(), "try it again"))?;
        let token = format!("{table}.{}", secret.0.map(|byte| format!("{byte:02x}")).concat());
        let mut given = self.given();
        let of_table = given.entry(table.to_string()).or_default();
        if renew {
            of_table.retain(|grant| {
                let other = std::mem::discriminant(&grant.role) != std::mem::discriminant(&role)
                    || matches!(role, Role::Seat(_)) && grant.role != role;
                if !other {
                    grant.ends();
                }
                other
            });
        }
        if of_table.len() >= TOKENS {
            let message = format!("{TOKENS} tokens of this match are given out already");
            return Err(error("limit", message, "`renew` makes those of one viewer void"));
        }
        let (table, void) = (table.to_string(), AtomicBool::new(false));
        of_table.push(Arc::new(Grant { table, role, token: token.clone(), void }));
        Ok(token)
    }

    /// The token that is shown. All tokens of its match are compared to their end.
    pub fn shown(&self, shown: &str) -> Option<Arc<Grant>> {
        let (table, _) = shown.rsplit_once('.')?;
        let given = self.given();
        let of_table = given.get(table)?;
        of_table.iter().fold(None, |found, grant| same(&grant.token, shown).then(|| grant.clone()).or(found))
    }

    /// The tokens of a match that is no longer there hold no longer.
    pub fn forget(&self, table: &str) {
        self.given().remove(table).into_iter().flatten().for_each(|grant| grant.ends());
    }
}

fn token(line: &str) -> Option<(String, Role)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (token, role) = match words.as_slice() {
        ["host", token] => (*token, Role::Host),
        ["public", turns, token] => (*token, Role::Public(turns.parse().ok()?)),
        _ => return None,
    };
    (token.len() >= SHORTEST).then(|| (token.to_string(), role))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_role_and_a_token() {
        let long = "0123456789abcdef";
        assert_eq!(token(&format!("host {long}")), Some((long.to_string(), Role::Host)));
        assert_eq!(token(&format!("public 3 {long}")), Some((long.to_string(), Role::Public(3))));
        for line in ["host short", "public 0123456789abcdef", "judge 0123456789abcdef", "host", ""] {
            assert_eq!(token(line), None, "{line}");
        }
        let tokens = Tokens(vec![(long.to_string(), Role::Public(3))]);
        assert_eq!(tokens.role(long), Some(Role::Public(3)));
        assert_eq!(tokens.role("0123456789abcdeg"), None);
        assert_eq!(tokens.role("0123456789abcdef0"), None);
    }

    #[test]
    fn a_token_of_a_match_holds_until_it_is_renewed_or_the_match_is_gone() {
        let grants = Grants::default();
        let give = |table, role, renew| grants.give(table, role, renew).unwrap();
        let (one, other) = (give("a", Role::Seat(0), false), give("a", Role::Seat(1), false));
        assert!(one != other && one.len() == "a.".len() + 64, "{one}");
        let role = |token: &str| grants.shown(token).map(|grant| grant.role);
        assert_eq!((role(&one), role(&other)), (Some(Role::Seat(0)), Some(Role::Seat(1))));
        for wrong in ["", "a", "a.", &one[2..], &one.replace("a.", "b."), &format!("{one}0"), &one[..65]] {
            assert_eq!(role(wrong), None, "{wrong}");
        }
        let (watching, again) = (give("a", Role::Public(2), false), give("a", Role::Seat(0), true));
        assert_eq!((role(&one), role(&again)), (None, Some(Role::Seat(0))));
        assert_eq!((role(&other), role(&watching)), (Some(Role::Seat(1)), Some(Role::Public(2))));
        give("a", Role::Public(0), true);
        assert_eq!(role(&watching), None);
        let held = grants.shown(&again).unwrap();
        assert!(held.holds());
        grants.forget("a");
        assert!(!held.holds() && grants.shown(&again).is_none());
    }
}
