//! Signatures: who says that a log is right up to a seal.
//!
//! What is signed is a short text, the [`Statement`]. A signature in a log and a signed note (C2SP signed-note)
//! that a party keeps for itself hold the same bytes, so that each can be made of the other.

use std::fmt;

use duelog_kernel::digest::unhex;
use duelog_kernel::{Digest, Seat};
use ed25519_dalek::VerifyingKey;
use serde::{Deserialize, Serialize};

/// The scheme of all signatures that there are: Ed25519 (RFC 8032), checked strictly.
pub const ED25519: u8 = 1;

/// The most bytes in the name of a key.
pub(crate) const NAME_BYTES_MAX: usize = 128;

/// Who takes part in recording a match: its host, or the player in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Party(pub u8);

impl Party {
    /// Who runs the match.
    pub const HOST: Party = Party(0);

    /// The player in a seat.
    pub fn seat(seat: Seat) -> Party {
        Party(seat.0.saturating_add(1))
    }

    /// The party as a sentence names it: the host, seat 0.
    pub fn named(self) -> String {
        if self == Party::HOST { "the host".to_string() } else { self.to_string() }
    }

    /// The party's bit among those of a match with `seats` seats.
    pub(crate) fn bit(self, seats: u8) -> Option<u16> {
        if self.0 <= seats { 1_u16.checked_shl(u32::from(self.0)) } else { None }
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.checked_sub(1) {
            None => f.write_str("host"),
            Some(seat) => write!(f, "seat {seat}"),
        }
    }
}

/// The party that a text names as [`Party`] is written.
pub(crate) fn party_in(text: &str) -> Option<Party> {
    match text {
        "host" => Some(Party::HOST),
        seat => Some(Party::seat(Seat(seat.strip_prefix("seat ")?.parse().ok()?))),
    }
}

/// The signed statement: that a match reached this seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// Who says so.
    pub party: Party,
    /// The identity of the match: the chain after its header.
    pub begun: Digest,
    /// Which seal of the log it is, from 1.
    pub number: u32,
    /// How many decision records stand before it.
    pub decisions: u32,
    /// The seal's hash.
    pub seal: Digest,
}

/// The first line of every statement.
const FIRST_LINE: &str = "duelog seal 1";

impl Statement {
    /// The text that is signed.
    pub fn text(&self) -> String {
        let Statement { party, begun, number, decisions, seal } = self;
        format!("{FIRST_LINE}\nparty {party}\nmatch {begun}\nseal {number}\ndecisions {decisions}\n{seal}\n")
    }

    /// The statement in a text; none when it is not one, to the letter.
    pub fn read(text: &str) -> Option<Statement> {
        let mut lines = text.lines();
        let mut after = |word: &str| lines.next()?.strip_prefix(word);
        let first = after(FIRST_LINE)?;
        let party = party_in(after("party ")?)?;
        let begun = Digest(unhex(after("match ")?)?);
        let number = after("seal ")?.parse().ok()?;
        let decisions = after("decisions ")?.parse().ok()?;
        let seal = Digest(unhex(after("")?)?);
        let statement = Statement { party, begun, number, decisions, seal };
        (first.is_empty() && statement.text() == text).then_some(statement)
    }
}

/// A party's signature of the seal before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Who signs.
    pub party: Party,
    /// How: [`ED25519`].
    pub scheme: u8,
    /// The name of the key, for people; whose key it is says no log.
    pub name: String,
    /// The public key.
    pub key: [u8; 32],
    /// The signature of the statement's text: its two halves.
    pub signature: [[u8; 32]; 2],
}

impl Signature {
    /// Returns whether a name is one that a key may have: short, without spaces, plus signs and control
    /// characters.
    pub fn is_name(name: &str) -> bool {
        let good = |letter: char| !letter.is_whitespace() && !letter.is_control() && letter != '+';
        !name.is_empty() && name.len() <= NAME_BYTES_MAX && name.chars().all(good)
    }

    /// The 64 bytes of the signature.
    pub fn bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&self.signature[0]);
        bytes[32..].copy_from_slice(&self.signature[1]);
        bytes
    }

    /// The two halves of a signature's 64 bytes.
    pub fn halves(bytes: &[u8; 64]) -> [[u8; 32]; 2] {
        let mut halves = [[0; 32]; 2];
        halves[0].copy_from_slice(&bytes[..32]);
        halves[1].copy_from_slice(&bytes[32..]);
        halves
    }

    /// Checks that the signature is one of `statement`.
    ///
    /// # Errors
    /// What is wrong with it, in words that follow "the signature".
    pub fn check(&self, statement: &Statement) -> Result<(), &'static str> {
        if !Signature::is_name(&self.name) {
            return Err("has a key with a name that no key may have");
        }
        let key = VerifyingKey::from_bytes(&self.key).ok();
        // A point has one encoding (RFC 8032, 5.1.3); the library reads others too.
        let key = key
            .filter(|key| key.to_edwards().compress().to_bytes() == self.key)
            .ok_or("has bytes for a key that are none")?;
        let signature = ed25519_dalek::Signature::from_bytes(&self.bytes());
        key.verify_strict(statement.text().as_bytes(), &signature)
            .map_err(|_| "does not fit what it should sign: the seal before it")
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer, SigningKey};

    use super::*;

    fn statement() -> Statement {
        Statement {
            party: Party(2),
            begun: Digest([1; 32]),
            number: 3,
            decisions: 130,
            seal: Digest([171; 32]),
        }
    }

    #[test]
    fn a_statement_reads_back_and_nothing_else_does() {
        let text = statement().text();
        assert_eq!(Statement::read(&text), Some(statement()));
        let host = Statement { party: Party::HOST, ..statement() };
        assert_eq!(Statement::read(&host.text()), Some(host));
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 0x20;
            let read = std::str::from_utf8(&bytes).ok().and_then(Statement::read);
            assert_ne!(read, Some(statement()), "at {place}");
        }
        for wrong in ["", "duelog seal 1\n", &text[1..], &text[..text.len() - 1], &format!("{text}\n")] {
            assert_eq!(Statement::read(wrong), None, "{wrong:?}");
        }
        assert_eq!(Statement::read(&text.replace("seal 3", "seal 03")), None);
        assert_eq!(Statement::read(&text.replace("ab", "AB")), None);
    }

    #[test]
    fn a_signature_fits_one_statement_alone() {
        let secret = SigningKey::from_bytes(&[5; 32]);
        let signed = secret.sign(statement().text().as_bytes());
        let signature = Signature {
            party: Party(2),
            scheme: ED25519,
            name: "table-5".to_string(),
            key: secret.verifying_key().to_bytes(),
            signature: Signature::halves(&signed.to_bytes()),
        };
        assert_eq!(signature.check(&statement()), Ok(()));
        assert!(signature.check(&Statement { decisions: 131, ..statement() }).is_err());
        assert!(Signature { key: [2; 32], ..signature.clone() }.check(&statement()).is_err());
        assert!(Signature { name: "two words".to_string(), ..signature }.check(&statement()).is_err());
    }

    fn by(key: [u8; 32], halves: [[u8; 32]; 2]) -> Signature {
        let (party, name) = (Party(2), "table-5".to_string());
        Signature { party, scheme: ED25519, name, key, signature: halves }
    }

    /// With a key of small order, one signature fits every text, unless it is checked strictly.
    #[test]
    fn a_key_of_small_order_signs_nothing() {
        let mut one = [0; 32];
        one[0] = 1;
        let signature = by(one, [one, [0; 32]]);
        let key = VerifyingKey::from_bytes(&one).expect("a point");
        let fits = ed25519_dalek::Signature::from_bytes(&signature.bytes());
        for text in ["one", "another"] {
            assert!(ed25519_dalek::Verifier::verify(&key, text.as_bytes(), &fits).is_ok(), "{text}");
        }
        let refused = signature.check(&statement());
        assert_eq!(refused, Err("does not fit what it should sign: the seal before it"));
    }

    /// The bytes of a point whose second coordinate has `2^255 - 19` added to it: the library reads them, and one
    /// key would have two names.
    #[test]
    fn a_key_has_one_encoding() {
        let twice = |above: u8| {
            let mut key = [0xff; 32];
            (key[0], key[31]) = (0xed + above, 0x7f);
            key
        };
        let read: Vec<u8> =
            (2..19).filter(|above| VerifyingKey::from_bytes(&twice(*above)).is_ok()).collect();
        assert!(!read.is_empty(), "the library reads some of them");
        for above in read {
            let mut plain = [0; 32];
            plain[0] = above;
            let checked = |key| by(key, [[1; 32], [0; 32]]).check(&statement());
            assert_eq!(checked(twice(above)), Err("has bytes for a key that are none"), "{above}");
            let other = checked(plain).expect_err("nobody signed");
            assert!(other.starts_with("does not fit"), "{above}: {other}");
        }
    }

    #[test]
    fn names_of_keys_are_those_of_signed_notes() {
        assert!(Signature::is_name("example.com/table-5"));
        for wrong in ["", "a b", "a+b", "a\u{a0}b", "a\nb", &"a".repeat(129)] {
            assert!(!Signature::is_name(wrong), "{wrong:?}");
        }
    }
}
