//! Numbers on the command line.

use std::str::FromStr;

const FROM_ONE: &str = "it must be 1 at least";

/// A whole number.
///
/// # Errors
/// That it is none, in words.
pub fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().map_err(|_| match digits {
        true if text.bytes().all(|byte| byte == b'0') => FROM_ONE.to_string(),
        true => "it is too large".to_string(),
        false => "it is not a whole number".to_string(),
    })
}

/// A whole number from 1.
///
/// # Errors
/// That it is none, in words.
pub fn from_one(text: &str) -> Result<u64, String> {
    match whole(text)? {
        0 => Err(FROM_ONE.to_string()),
        number => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_said() {
        assert_eq!(whole::<u32>("40"), Ok(40));
        assert_eq!(whole::<u8>("256"), Err("it is too large".to_string()));
        assert_eq!(whole::<std::num::NonZeroU16>("0"), Err(FROM_ONE.to_string()));
        for text in ["", "abc", "-1", "1.5", "turn5"] {
            assert_eq!(whole::<u32>(text), Err("it is not a whole number".to_string()), "{text}");
        }
        assert_eq!((from_one("1"), from_one("0").is_err()), (Ok(1), true));
    }
}
