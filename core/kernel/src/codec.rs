//! The one place that touches bincode.
//!
//! bincode 2.0.1, little-endian, variable-length integers. Decoding is canonical: every byte must be used and
//! the value must encode to the same bytes again, so that one value has exactly one encoding.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The largest value, in bytes, that decoding will allocate for.
pub const LIMIT: usize = 16 << 20;

/// Why bytes are not the canonical encoding of a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// The bytes do not hold a value of this shape.
    #[error("the bytes hold no value of the expected shape: {0}")]
    Malformed(String),
    /// The value is followed by bytes that belong to nothing.
    #[error("{0} bytes are left over after the value")]
    Trailing(usize),
    /// The same value has another, canonical encoding.
    #[error("the value is not in its canonical encoding")]
    NotCanonical,
}

/// Decodes with a limit that grows with the bytes that are there, so that a short record cannot claim a long
/// text: no number takes more than 16 times its encoding in memory, and texts take what they are.
fn decode_some<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, usize), bincode::error::DecodeError> {
    use bincode::config::standard;
    use bincode::serde::decode_from_slice;
    match bytes.len() {
        0..=0x80 => decode_from_slice(bytes, standard().with_limit::<0x800>()),
        0x81..=0x2000 => decode_from_slice(bytes, standard().with_limit::<0x2_0000>()),
        0x2001..=0x8_0000 => decode_from_slice(bytes, standard().with_limit::<0x80_0000>()),
        _ => decode_from_slice(bytes, standard().with_limit::<LIMIT>()),
    }
}

/// Appends the canonical encoding of `value` to `out`.
pub fn encode_into<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) {
    // Writing plain data to memory cannot fail; a type that cannot be encoded is a programmer's fault.
    bincode::serde::encode_into_std_write(value, out, bincode::config::standard())
        .expect("plain data encodes");
}

/// The canonical encoding of `value`.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut out = Vec::new();
    encode_into(value, &mut out);
    out
}

/// Decodes exactly one canonical value from all of `bytes`.
///
/// # Errors
/// [`CodecError`] when the bytes are malformed, too long for [`LIMIT`], left over, or not canonical.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let (value, used) = decode_some::<T>(bytes).map_err(|error| CodecError::Malformed(error.to_string()))?;
    if used != bytes.len() {
        return Err(CodecError::Trailing(bytes.len() - used));
    }
    if encode(&value) != bytes {
        return Err(CodecError::NotCanonical);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_one_encoding() {
        type Value = (u32, String, Vec<u64>);
        let value: Value = (7, "text".to_string(), vec![1, 300]);
        let bytes = encode(&value);
        assert_eq!(bytes, [7, 4, b't', b'e', b'x', b't', 2, 1, 251, 44, 1]);
        let mut twice = bytes.clone();
        encode_into(&value, &mut twice);
        assert_eq!(twice, [bytes.as_slice(), &bytes].concat());
        assert_eq!(decode(&bytes), Ok(value));
        assert_eq!(decode::<Value>(&twice), Err(CodecError::Trailing(bytes.len())));
        assert!(matches!(decode::<Value>(&bytes[..5]), Err(CodecError::Malformed(_))));
        assert_eq!(decode::<u32>(&[251, 7, 0]), Err(CodecError::NotCanonical), "a small number at length");
        // A short record cannot claim a long text, and a long one can have it.
        assert!(matches!(decode::<String>(&[252, 0, 0, 0, 1]), Err(CodecError::Malformed(_))));
        for length in [0x7e, 0x80, 0x1ffd, 0x2001, 0x8_0001] {
            let text = "a".repeat(length);
            assert_eq!(decode(&encode(&text)), Ok(text), "{length}");
        }
    }
}
