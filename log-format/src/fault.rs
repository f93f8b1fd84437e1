//! The faults of a log: kind, place, and remedy.

use std::fmt;

use duelog_kernel::Digest;

use crate::frame::RecordKind;
use crate::limits::{DISCLOSURE_MAGIC, SEAL_DECISIONS_MAX, VERSION, VIEW_MAGIC};
use crate::signature::Party;

/// A place in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Place {
    /// Where the record begins, in bytes from the start of the file.
    pub offset: u64,
    /// The record's number; the header is 0.
    pub record: u64,
    /// How many decision records stand before it.
    pub decision: u32,
}

/// A fault of a log and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[error("{} (byte {}, record {}, after decision {})", self.what(), at.offset, at.record, at.decision)]
pub struct Fault {
    /// The fault.
    pub kind: FaultKind,
    /// Where.
    pub at: Place,
}

impl Fault {
    /// The fault in one word.
    pub fn verdict(&self) -> Verdict {
        self.kind.verdict()
    }

    /// The remedy for a person, in one sentence.
    pub fn remedy(&self) -> &'static str {
        match (&self.kind, self.at.record) {
            (FaultKind::Torn { .. }, 0) => {
                "Writing was interrupted before the match began: nothing is lost but the setup. Begin the match again."
            }
            (kind, _) => kind.remedy(),
        }
    }

    /// The fault in words.
    fn what(&self) -> String {
        match (&self.kind, self.at.record) {
            (FaultKind::Torn { .. }, 0) => "no whole header was written, so no match has begun".to_string(),
            (kind, _) => kind.to_string(),
        }
    }
}

/// How a seal is linked to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct SealLink {
    /// Which seal of the log it is, from 1.
    pub number: u32,
    /// The hash of the one before it, zeros for the first.
    pub previous: Digest,
}

impl fmt::Display for SealLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {}", self.number, self.previous)
    }
}

/// The likely content of a file that is not a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Looks {
    /// It is empty.
    Empty,
    /// It is compressed.
    Compressed,
    /// It was a log, until its line ends were changed.
    Converted,
    /// It is a viewer's log, or a disclosure.
    Viewed,
    /// It is text.
    Text,
    /// It is something else.
    Unknown,
    /// It was a log, until its bytes were changed from one encoding of text to another.
    Recoded,
}

impl Looks {
    /// The likely content of bytes that do not begin like a log.
    pub fn of(bytes: &[u8]) -> Looks {
        const COMPRESSED: [&[u8]; 5] =
            [b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"];
        let begins = |heads: &[&[u8]]| heads.iter().any(|head| bytes.starts_with(head));
        let text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..);
        match bytes {
            [] => Looks::Empty,
            _ if begins(&COMPRESSED) => Looks::Compressed,
            _ if begins(&[&VIEW_MAGIC, &DISCLOSURE_MAGIC]) => Looks::Viewed,
            _ if begins(&[b"DUELOG\n", b"DUELOG\r\r\n", b"DUELOG\r"]) => Looks::Converted,
            _ if bytes.iter().take(LOOKED_AT).all(text) => Looks::Text,
            _ => Looks::Unknown,
        }
    }

    /// Returns true if bytes that begin like a log, without a header that can be read, have been changed as if they were
    /// text: the digests in a log are never UTF-8.
    pub fn is_recoded(bytes: &[u8]) -> bool {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        text.chars().filter(|letter| !letter.is_ascii()).nth(RECODED - 1).is_some()
    }

    fn what(self) -> &'static str {
        match self {
            Looks::Empty => "the file is empty",
            Looks::Compressed => "it is compressed",
            Looks::Converted => "its line ends were changed as if it were text",
            Looks::Recoded => "its bytes were changed to another encoding as if it were text",
            Looks::Viewed => "it is a viewer's log or a disclosure",
            Looks::Text => "it is text",
            Looks::Unknown => "it does not begin with the bytes of one",
        }
    }

    fn remedy(self) -> &'static str {
        match self {
            Looks::Empty => {
                "Nothing was written into it: a match can be begun in it with `duelog play --out`, or look for another copy."
            }
            Looks::Compressed => "Unpack it first.",
            Looks::Viewed => {
                "`duelog check` checks it; `info`, `show`, `history`, `view` and `report` show what a viewer was told."
            }
            Looks::Converted | Looks::Recoded => {
                "Copy it again as binary data: bytes inside it were changed too."
            }
            Looks::Text | Looks::Unknown => "Check that this is the right file.",
        }
    }
}

/// How many of the first bytes are looked at to tell text from other data.
const LOOKED_AT: usize = 256;

/// How many letters beyond ASCII show that a log was changed as if it were text.
const RECODED: usize = 32;

/// The closed set of faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "fault")]
pub enum FaultKind {
    /// The file does not begin as a log does.
    #[error("this is not a log: {}", looks.what())]
    NotALog {
        /// The likely content.
        looks: Looks,
    },
    /// The log is of a version that is not known here.
    #[error("unknown version {found}: this program reads version {VERSION}")]
    UnknownVersion {
        /// The version found.
        found: u16,
    },
    /// The first record is something else than a header.
    #[error("the first record is not a header (its kind is {found})")]
    HeaderMissing {
        /// The first byte of the first record.
        found: u8,
    },
    /// A record of a kind that the format reserves.
    #[error("{} is reserved and cannot be checked by this version", kind.word())]
    Reserved {
        /// The reserved kind.
        kind: RecordKind,
    },
    /// The last record is unfinished.
    #[error("the last record is unfinished: {bytes} bytes of it are there")]
    Torn {
        /// How many bytes there are, without zeros at the end of the file.
        bytes: u64,
    },
    /// The bytes of a record are damaged.
    #[error("the record is damaged: {why}")]
    Corrupt {
        /// How it shows.
        why: &'static str,
    },
    /// A length beyond the limit.
    #[error("the record claims {length} bytes or more, but at most {limit} are allowed")]
    TooLong {
        /// The length claimed.
        length: u64,
        /// The limit.
        limit: u64,
    },
    /// A record of no known kind.
    #[error("no record begins with {head:#04x}")]
    UnknownKind {
        /// The first byte of its payload.
        head: u8,
    },
    /// A record that is not the one encoding of what it says.
    #[error("the record is not canonical: {why}")]
    NonCanonical {
        /// The fault in it.
        why: String,
    },
    /// A header with a text that is not that of the definition that it pins.
    #[error("the header tells a text of \"{name}\" that is not that of the definition that it pins")]
    FalseText {
        /// The definition's name.
        name: String,
    },
    /// A seal that does not fit the records before it.
    #[error("the seal does not fit the records before it: the chain is {expected}, the seal says {found}")]
    SealChain {
        /// The chain over the records before the seal.
        expected: Digest,
        /// The chain that the seal names.
        found: Digest,
    },
    /// A seal that does not follow the seal before it.
    #[error("the seal does not follow the one before it: it should be number {expected}, and says {found}")]
    SealOrder {
        /// Its number, and what the seal before it is known by.
        expected: SealLink,
        /// Its content.
        found: SealLink,
    },
    /// A seal with a wrong number of decisions.
    #[error("the seal counts {found} decisions, but {expected} stand before it")]
    SealCount {
        /// The decisions before the seal.
        expected: u32,
        /// The decisions that the seal names.
        found: u32,
    },
    /// More decisions than may stand without a seal.
    #[error("{SEAL_DECISIONS_MAX} decisions stand without a seal, and another one follows")]
    SealMissing,
    /// A seal right after a seal.
    #[error("a seal follows a seal")]
    DuplicateSeal,
    /// A second header.
    #[error("a second header")]
    DuplicateHeader,
    /// A record after the end of the match.
    #[error("{} after the end of the match", kind.word())]
    DecisionAfterEnd {
        /// The kind of record.
        kind: RecordKind,
    },
    /// A seat that the match does not have.
    #[error("seat {seat} in a match of {seats}")]
    WrongSeat {
        /// The seat.
        seat: u8,
        /// How many seats there are.
        seats: u8,
    },
    /// A rewind to a decision that has not been made.
    #[error("a rewind to decision {to}, but the match is at decision {line}")]
    RewindTarget {
        /// The decision to return to.
        to: u32,
        /// The decisions on the line being played.
        line: u32,
    },
    /// A seed that was not committed to, or is not the one that was.
    #[error("{why}")]
    Seed {
        /// The fault.
        why: &'static str,
    },
    /// A party that did not keep to how the seed is chosen.
    #[error("{} {}", party.named(), what.word())]
    Unfair {
        /// Who.
        party: Party,
        /// In which way.
        what: Unfair,
    },
    /// A signature that stands where none can, or does not fit the seal before it.
    #[error("the signature {why}")]
    Signature {
        /// The fault in it.
        why: &'static str,
    },
    /// More decisions than can be counted.
    #[error("more decisions than can be counted")]
    TooMany,
    /// A log that is observed by halves.
    #[error("{why}")]
    Observed {
        /// The fault.
        why: &'static str,
    },
    /// Draws that are stated where they cannot be.
    #[error("{why}")]
    Given {
        /// The fault.
        why: &'static str,
    },
}

impl FaultKind {
    /// The fault in one word.
    pub fn verdict(&self) -> Verdict {
        match self {
            FaultKind::NotALog { .. }
            | FaultKind::UnknownVersion { .. }
            | FaultKind::HeaderMissing { .. }
            | FaultKind::Reserved { .. } => Verdict::Unreadable,
            FaultKind::Torn { .. } => Verdict::Torn,
            FaultKind::Corrupt { .. }
            | FaultKind::TooLong { .. }
            | FaultKind::UnknownKind { .. }
            | FaultKind::NonCanonical { .. } => Verdict::Corrupt,
            FaultKind::Unfair { .. } => Verdict::Unfair,
            FaultKind::FalseText { .. }
            | FaultKind::SealChain { .. }
            | FaultKind::SealOrder { .. }
            | FaultKind::SealCount { .. }
            | FaultKind::SealMissing
            | FaultKind::DuplicateSeal
            | FaultKind::DuplicateHeader
            | FaultKind::DecisionAfterEnd { .. }
            | FaultKind::WrongSeat { .. }
            | FaultKind::RewindTarget { .. }
            | FaultKind::Seed { .. }
            | FaultKind::Signature { .. }
            | FaultKind::Observed { .. }
            | FaultKind::Given { .. }
            | FaultKind::TooMany => Verdict::Tampered,
        }
    }

    /// The remedy for a person, in one sentence.
    pub fn remedy(&self) -> &'static str {
        match self {
            FaultKind::NotALog { looks } => looks.remedy(),
            FaultKind::UnknownVersion { .. } => "Read it with a newer version of the program.",
            FaultKind::HeaderMissing { .. } => {
                "The beginning of the file is lost: look for another copy; `repair` cannot help without a header."
            }
            FaultKind::Reserved { .. } => {
                "Read it with a version of the program that knows this kind of record."
            }
            FaultKind::Torn { .. } => {
                "Writing was interrupted: `repair` keeps every whole record and sets the unfinished bytes aside."
            }
            FaultKind::Corrupt { .. } | FaultKind::TooLong { .. } => {
                "The file was damaged after it was written: look for another copy, or let `repair` keep what verifies before and list what is good after."
            }
            FaultKind::UnknownKind { .. } | FaultKind::NonCanonical { .. } => {
                "Whatever wrote this record does not follow the format: report it to the maker of that program; `repair` keeps what stands before."
            }
            FaultKind::FalseText { .. } => {
                "Somebody changed what a card is said to do, or the program that wrote it is at fault: compare with another copy."
            }
            FaultKind::SealChain { .. } => {
                "A record since the last good seal was changed, added or removed: compare with another copy; `repair` keeps what the last good seal covers."
            }
            FaultKind::SealCount { .. }
            | FaultKind::SealOrder { .. }
            | FaultKind::SealMissing
            | FaultKind::Observed { .. }
            | FaultKind::DuplicateSeal => {
                "Seals were added, removed or moved: compare with another copy; `repair` keeps what the last good seal covers."
            }
            FaultKind::DuplicateHeader
            | FaultKind::DecisionAfterEnd { .. }
            | FaultKind::WrongSeat { .. }
            | FaultKind::Given { .. }
            | FaultKind::RewindTarget { .. } => {
                "No match produces this record here: compare with another copy; `repair` keeps what the last good seal covers."
            }
            FaultKind::Unfair { .. } => {
                "The draws cannot be trusted: hold that party to what it committed itself to. Whoever wrote the log says so; a signature of the party shows that it agreed."
            }
            FaultKind::Seed { .. } => "Hold the host to what it committed to: the seed cannot be trusted.",
            FaultKind::Signature { .. } => {
                "What was signed is not this log, or the signature was put together by somebody else: compare with the copy of the party that signed."
            }
            FaultKind::TooMany => "A match of this length is beyond the format.",
        }
    }
}

/// In which way a party did not keep to how the seed is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unfair {
    /// It has not shown its part when it was due.
    Withheld,
    /// It shows something else than it committed itself to.
    False,
    /// It commits itself after the first decision.
    Late,
    /// The host shows its part before the end of the match.
    Early,
    /// The host committed itself to another seed than the one that is played with.
    NotPlayed,
}

impl Unfair {
    /// The act of the party, in words that follow its name.
    fn word(self) -> &'static str {
        match self {
            Unfair::Withheld => "has not shown its part of the seed when it was due",
            Unfair::False => "shows another part of the seed than it committed itself to",
            Unfair::Late => "commits itself to a seed after the first decision",
            Unfair::Early => "has shown its part of the seed before the end of the match",
            Unfair::NotPlayed => "shows another seed than the one that the match is played with",
        }
    }
}

/// A fault of a log's bytes in one word, from the outside in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Not a log, or one that this program cannot read.
    Unreadable,
    /// The last record is unfinished.
    Torn,
    /// Bytes in the middle are damaged.
    Corrupt,
    /// The bytes are whole, but what they say contradicts the chain, a seal or the order of records.
    Tampered,
    /// A party did not keep to how the seed is chosen.
    Unfair,
}

impl Verdict {
    /// The verdict as one lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unreadable => "unreadable",
            Verdict::Torn => "torn",
            Verdict::Corrupt => "corrupt",
            Verdict::Tampered => "tampered",
            Verdict::Unfair => "unfair",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_says_what_is_wrong_where_and_what_to_do() {
        let fault = |kind, record| Fault { kind, at: Place { offset: 30, record, decision: 2 } };
        let torn = fault(FaultKind::Torn { bytes: 4 }, 3);
        assert_eq!(
            torn.to_string(),
            "the last record is unfinished: 4 bytes of it are there (byte 30, record 3, after decision 2)"
        );
        assert!(torn.remedy().contains("`repair` keeps every whole record"));
        let begun = fault(FaultKind::Torn { bytes: 4 }, 0);
        assert!(begun.to_string().starts_with("no whole header was written"));
        assert!(begun.remedy().contains("Begin the match again"));
        let other = fault(FaultKind::DuplicateSeal, 0);
        assert!(other.to_string().starts_with("a seal follows a seal (") && other.remedy().contains("Seals"));
        assert_eq!((torn.verdict(), other.verdict()), (Verdict::Torn, Verdict::Tampered));
        let words = [Verdict::Unreadable, Verdict::Torn, Verdict::Corrupt, Verdict::Tampered];
        let words = words.map(|verdict| verdict.to_string());
        assert_eq!(words, ["unreadable", "torn", "corrupt", "tampered"]);
    }

    #[test]
    fn a_file_that_is_no_log_is_told_by_what_it_looks_like() {
        let looks: [(&[u8], Looks, &str, &str); 8] = [
            (&VIEW_MAGIC, Looks::Viewed, "it is a viewer's log", "check"),
            (b"", Looks::Empty, "the file is empty", "Nothing was written"),
            (b"PK\x03\x04rest", Looks::Compressed, "it is compressed", "Unpack"),
            (b"DUELOG\n\x01", Looks::Converted, "its line ends were changed", "binary"),
            (b"DUELOG\r\r\n", Looks::Converted, "its line ends were changed", "binary"),
            (b"a text\n", Looks::Text, "it is text", "right file"),
            (&[b'a'; 300], Looks::Text, "it is text", "right file"),
            (b"\x00\x01\x02", Looks::Unknown, "it does not begin", "right file"),
        ];
        for (bytes, expected, what, remedy) in looks {
            let kind = FaultKind::NotALog { looks: Looks::of(bytes) };
            assert_eq!(kind, FaultKind::NotALog { looks: expected });
            assert!(kind.to_string().contains(what) && kind.remedy().contains(remedy), "{kind}");
        }
        // Only the beginning is looked at.
        let mut long = vec![b'a'; LOOKED_AT];
        long.push(0);
        assert_eq!(Looks::of(&long), Looks::Text);
        long[LOOKED_AT - 1] = 0;
        assert_eq!(Looks::of(&long), Looks::Unknown);
    }
}
