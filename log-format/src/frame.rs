//! Frames: length, payload, checksum.

use crate::limits::{CRC_BYTES, DECISION_BYTES_MAX, HEADER_BYTES_MAX, RECORD_BYTES_MAX};

/// The kind of a record, given by the first byte of its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordKind {
    /// The game, its players and their decks.
    Header,
    /// A party binds itself to its part of the seed.
    SeedCommitment,
    /// A party shows its part of the seed.
    SeedReveal,
    /// The match goes back to an earlier decision.
    Rewind,
    /// A clock reading, a note, a penalty: chained, not part of the game.
    Annotation,
    /// The chain and the state root so far.
    Seal,
    /// How the match ended.
    Outcome,
    /// A party signs the seal before it.
    Signature,
    /// The log is observed: its seals bind themselves to what viewers are told.
    Observed,
    /// A seal of an observed log.
    ObservedSeal,
    /// The host states results of draws.
    Given,
    /// A player's answer.
    Decision,
}

const KINDS: [RecordKind; 11] = [
    RecordKind::Header,
    RecordKind::SeedCommitment,
    RecordKind::SeedReveal,
    RecordKind::Rewind,
    RecordKind::Annotation,
    RecordKind::Seal,
    RecordKind::Outcome,
    RecordKind::Signature,
    RecordKind::Observed,
    RecordKind::ObservedSeal,
    RecordKind::Given,
];

impl RecordKind {
    /// The kind of a payload that begins with `head`; none if the format lacks such a record.
    pub fn of(head: u8) -> Option<RecordKind> {
        if head & 0x80 != 0 {
            Some(RecordKind::Decision)
        } else {
            KINDS.get(usize::from(head).wrapping_sub(1)).copied()
        }
    }

    /// The first byte of the payload; for a decision, without its seat and choice.
    pub fn head(self) -> u8 {
        match self {
            RecordKind::Decision => 0x80,
            RecordKind::Header => 1,
            RecordKind::SeedCommitment => 2,
            RecordKind::SeedReveal => 3,
            RecordKind::Rewind => 4,
            RecordKind::Annotation => 5,
            RecordKind::Seal => 6,
            RecordKind::Outcome => 7,
            RecordKind::Signature => 8,
            RecordKind::Observed => 9,
            RecordKind::ObservedSeal => 10,
            RecordKind::Given => 11,
        }
    }

    /// The kind in words.
    pub fn word(self) -> &'static str {
        match self {
            RecordKind::Header => "a header",
            RecordKind::SeedCommitment => "a seed commitment",
            RecordKind::SeedReveal => "a seed reveal",
            RecordKind::Rewind => "a rewind",
            RecordKind::Annotation => "an annotation",
            RecordKind::Seal => "a seal",
            RecordKind::Outcome => "an outcome",
            RecordKind::Signature => "a signature",
            RecordKind::Observed => "the salt of an observed log",
            RecordKind::ObservedSeal => "a seal",
            RecordKind::Given => "given draws",
            RecordKind::Decision => "a decision",
        }
    }

    /// The most bytes that the payload may have.
    pub fn bytes_max(self) -> usize {
        match self {
            RecordKind::Header => HEADER_BYTES_MAX,
            RecordKind::Decision => DECISION_BYTES_MAX,
            RecordKind::SeedCommitment
            | RecordKind::SeedReveal
            | RecordKind::Rewind
            | RecordKind::Annotation
            | RecordKind::Seal
            | RecordKind::Outcome
            | RecordKind::Signature
            | RecordKind::Observed
            | RecordKind::ObservedSeal
            | RecordKind::Given => RECORD_BYTES_MAX,
        }
    }

    /// Returns whether it is a seal of any log.
    pub fn is_seal(self) -> bool {
        matches!(self, RecordKind::Seal | RecordKind::ObservedSeal)
    }
}

/// A frame whose length and checksum are good.
#[derive(Debug)]
pub(crate) struct Parsed<'a> {
    /// The payload; never empty.
    pub payload: &'a [u8],
    /// Where the frame ends.
    pub end: usize,
}

/// The reason for which the bytes at a place are not a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bad {
    /// The bytes end before the frame does.
    Short,
    /// The length is 0; it takes the bytes up to `end`.
    Empty { end: usize },
    /// The length is beyond the limit.
    TooLong { length: u64 },
    /// The checksum is wrong; the frame would end at `end`.
    Checksum { end: usize },
    /// The checksum is right, but the length is not written in its shortest form.
    Overlong,
}

/// Reads a length: its value and how many bytes it takes. The fourth byte always ends it.
fn length(bytes: &[u8]) -> Result<(usize, usize), Bad> {
    let mut value = 0;
    for (place, &byte) in bytes.iter().take(4).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Ok((value, place + 1));
        }
    }
    if bytes.len() < 4 { Err(Bad::Short) } else { Err(Bad::TooLong { length: value as u64 | 1 << 28 }) }
}

/// The payload of the frame at `at` and how many bytes its checksum covers, the checksum not looked at.
pub(crate) fn outline(bytes: &[u8], at: usize, limit: usize) -> Option<(&[u8], usize)> {
    let rest = bytes.get(at..)?;
    let (length, width) = length(rest).ok()?;
    let covered = rest.get(..width + length + CRC_BYTES)?.split_at(width + length).0;
    (length > 0 && length <= limit).then(|| (&covered[width..], covered.len()))
}

/// Reads the frame at `at`, whose payload may have up to `limit` bytes.
#[inline]
pub(crate) fn parse(bytes: &[u8], at: usize, limit: usize) -> Result<Parsed<'_>, Bad> {
    let rest = bytes.get(at..).ok_or(Bad::Short)?;
    let (length, width) = match rest.first() {
        Some(&byte) if byte & 0x80 == 0 => (usize::from(byte), 1),
        _ => length(rest)?,
    };
    if length == 0 {
        return Err(Bad::Empty { end: at + width });
    }
    if length > limit {
        return Err(Bad::TooLong { length: length as u64 });
    }
    let covered = rest.get(..width + length).ok_or(Bad::Short)?;
    let stored = rest.get(width + length..width + length + CRC_BYTES).ok_or(Bad::Short)?;
    let end = at + width + length + CRC_BYTES;
    if crc32c::crc32c(covered).to_le_bytes() != stored {
        return Err(Bad::Checksum { end });
    }
    if width > 1 && covered[width - 1] == 0 {
        return Err(Bad::Overlong);
    }
    Ok(Parsed { payload: &covered[width..], end })
}

/// Appends the frame of `payload`.
pub(crate) fn put(payload: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let mut length = payload.len();
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend_from_slice(payload);
    let checksum = crc32c::crc32c(&out[start..]);
    out.extend_from_slice(&checksum.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_at_their_boundaries() {
        for length in [1, 2, 127, 128, 16_383, 16_384, RECORD_BYTES_MAX] {
            let payload = vec![7; length];
            let mut bytes = vec![9];
            put(&payload, &mut bytes);
            let parsed = parse(&bytes, 1, RECORD_BYTES_MAX).expect("a good frame");
            assert_eq!((parsed.payload, parsed.end), (payload.as_slice(), bytes.len()));
            assert_eq!(parse(&bytes[..bytes.len() - 1], 1, RECORD_BYTES_MAX).err(), Some(Bad::Short));
        }
    }

    #[test]
    fn kinds_and_heads_agree() {
        for head in 0..=255 {
            if let Some(kind) = RecordKind::of(head) {
                assert_eq!(kind.head(), if head >= 0x80 { 0x80 } else { head });
            }
        }
        assert_eq!((RecordKind::of(0), RecordKind::of(12)), (None, None));
    }

    #[test]
    fn lengths_that_cannot_be_are_told() {
        let fault = |bytes: &[u8]| parse(bytes, 0, 300).err();
        assert_eq!(fault(&[0xff, 0xff, 0xff, 0xff, 1]), Some(Bad::TooLong { length: (1 << 29) - 1 }));
        assert_eq!(fault(&[0x80, 0x80, 0x80, 0x80]), Some(Bad::TooLong { length: 1 << 28 }));
        assert_eq!(fault(&[0xad, 0x02, 1, 2]), Some(Bad::TooLong { length: 301 }));
        assert_eq!(fault(&[0xff, 0xff, 0xff]), Some(Bad::Short));
        assert_eq!(fault(&[0x80, 0, 1]), Some(Bad::Empty { end: 2 }));
        assert_eq!(parse(&[1, 2], 3, 300).err(), Some(Bad::Short));
        let mut bytes = vec![9];
        put(&[7; 300], &mut bytes);
        let payload = &bytes[3..303];
        assert_eq!(outline(&bytes, 1, 300), Some((payload, 302)));
        assert_eq!((outline(&bytes, 1, 299), outline(&bytes[..306], 1, 300)), (None, None));
        assert_eq!(outline(&[0, 0, 0, 0, 0], 0, 300), None);
    }
}
