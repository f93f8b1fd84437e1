//! Seeds on the command line: a number, 64 hexadecimal digits, or one that nobody knows beforehand.

use duelog_kernel::Seed;
use duelog_log_format::seeds::SHARED;

use crate::output::Failure;

/// The seed that a text names: a number, or 32 bytes as 64 hexadecimal digits.
///
/// # Errors
/// What is wrong, in words.
pub fn parse(text: &str) -> Result<Seed, String> {
    if let Ok(number) = text.parse::<u64>() {
        return Ok(Seed::from_number(number));
    }
    let seed = bytes(text).map(Seed);
    let seed = seed.ok_or_else(|| format!("\"{text}\" is neither a number nor 64 hexadecimal digits"))?;
    if seed == SHARED {
        return Err("64 zeros stand for a seed that host and players choose together".to_string());
    }
    Ok(seed)
}

/// The 32 bytes that 64 hexadecimal digits name.
pub fn bytes(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> =
        text.chars().map(|letter| letter.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    if digits.len() == 64 { bytes.try_into().ok() } else { None }
}

/// A seed from the system's entropy.
///
/// # Errors
/// A system error where there is none.
pub fn random() -> Result<Seed, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::system(format!("the system gives no random numbers: {error}"), "name a seed")
    })?;
    Ok(Seed(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_digits_are_read() {
        assert_eq!(parse("7"), Ok(Seed::from_number(7)));
        let digits = "00ff".repeat(16);
        assert_eq!(parse(&digits).map(|seed| seed.0[..3].to_vec()), Ok(vec![0, 255, 0]));
        assert!(parse(&digits[1..]).is_err());
        assert!(parse(&"0".repeat(64)).unwrap_err().contains("choose together"));
        assert!(parse("seven").is_err());
        assert!(parse("-1").is_err());
    }
}
