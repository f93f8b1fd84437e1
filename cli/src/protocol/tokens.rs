//! The tokens that connections show.

use std::path::Path;

use super::wire::response::Role;
use crate::input;
use crate::output::Failure;

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
            let alike = token.len() == shown.len();
            let apart = token.bytes().zip(shown.bytes()).fold(0, |apart, (one, other)| apart | (one ^ other));
            if alike && apart == 0 {
                found = Some(*role);
            }
        }
        found
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
}
