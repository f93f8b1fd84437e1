//! Who signed a log: keys, the list of keys that a reader trusts, and what signatures say of a log.
//!
//! Keys are written as those of signed notes (C2SP signed-note, Go's `golang.org/x/mod/sumdb/note`): a secret
//! one as `PRIVATE+KEY+NAME+ID+BASE64`, a public one as `NAME+ID+BASE64`.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use duelog_kernel::{Digest, Seat};
use duelog_log_format::{ED25519, Fault, Party, Reader, Record, Signature, Statement};
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use serde::Serialize;
use signed_note::{Note, StandardVerifier, VerifierList};

/// The type of a key in the text of keys: Ed25519.
const TYPE: u8 = 1;

/// The beginning of a secret key.
const SECRET: &str = "PRIVATE+KEY+";

/// The reason for which a text is not a key, a list of keys or a signed statement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The name of a key.
    #[error("\"{0}\" is not a name for a key: it has 1 to 128 bytes, without spaces and plus signs")]
    Name(String),
    /// The text of a public key.
    #[error("\"{0}\" is not a public key: one reads NAME+ID+BASE64, as `duelog keys new` prints it")]
    Public(String),
    /// The text of a secret key; it is not repeated.
    #[error("this is not a secret key: one reads PRIVATE+KEY+NAME+ID+BASE64, as `duelog keys new` writes it")]
    Secret,
    /// A line of a list of keys.
    #[error("line {line}: {what}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// The fault in it.
        what: String,
    },
    /// A text that is not a signed note of a statement, or whose signature does not fit.
    #[error("{0}")]
    Note(&'static str),
    /// Who has the key does not sign.
    #[error("nothing was signed with the key {name}: {why}")]
    Refused {
        /// The name of the key.
        name: String,
        /// Why not.
        why: String,
    },
}

/// Somebody who signs with a key that only they have: another program, another machine, a device.
pub trait Keeper: Send + Sync {
    /// The text as a signed note (C2SP signed-note) of the key; it need not be trusted to be one.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn sign(&self, text: &str) -> Result<String, String>;
}

/// A key that signs.
#[derive(Clone)]
pub struct SecretKey {
    public: PublicKey,
    kept: KeyPlace,
}

/// Where a key is.
#[derive(Clone)]
enum KeyPlace {
    InMemory(Box<SigningKey>),
    Kept(Arc<dyn Keeper>),
}

impl PartialEq for SecretKey {
    fn eq(&self, other: &SecretKey) -> bool {
        self.public == other.public
    }
}

impl Eq for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("name", &self.public.name).finish_non_exhaustive()
    }
}

/// The key of somebody who signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    /// Its name, for people.
    pub name: String,
    /// Its bytes.
    pub key: [u8; 32],
}

impl SecretKey {
    /// The key that comes of 32 random bytes.
    ///
    /// # Errors
    /// [`KeyError::Name`] when no key may have that name.
    pub fn new(name: &str, random: &[u8; 32]) -> Result<SecretKey, KeyError> {
        if !Signature::is_name(name) {
            return Err(KeyError::Name(name.to_string()));
        }
        let key = SigningKey::from_bytes(random);
        let public = PublicKey { name: name.to_string(), key: key.verifying_key().to_bytes() };
        Ok(SecretKey { public, kept: KeyPlace::InMemory(Box::new(key)) })
    }

    /// The key that somebody else has and signs with.
    pub fn kept_by(keeper: Arc<dyn Keeper>, public: PublicKey) -> SecretKey {
        SecretKey { public, kept: KeyPlace::Kept(keeper) }
    }

    /// The key in a text.
    ///
    /// # Errors
    /// [`KeyError::Secret`] when it is none.
    pub fn read(text: &str) -> Result<SecretKey, KeyError> {
        let (name, id, bytes) =
            text.trim_end().strip_prefix(SECRET).and_then(parts).ok_or(KeyError::Secret)?;
        let key = SecretKey::new(name, &bytes).map_err(|_| KeyError::Secret)?;
        if key.public.id() == id { Ok(key) } else { Err(KeyError::Secret) }
    }

    /// The key as a text; none where somebody else has it. Who has the text can sign.
    pub fn text(&self) -> Option<String> {
        let KeyPlace::InMemory(key) = &self.kept else { return None };
        Some(format!("{SECRET}{}", written(&self.public.name, self.public.id(), key.as_bytes())))
    }

    /// The key that others check its signatures with.
    pub fn public(&self) -> PublicKey {
        self.public.clone()
    }

    /// Signs a statement, for a log.
    ///
    /// # Errors
    /// [`KeyError::Refused`] when somebody else has the key and does not sign.
    pub fn sign(&self, statement: &Statement) -> Result<Signature, KeyError> {
        let signed = self.signature(&statement.text())?;
        Ok(self.public.signature_of(statement.party, &signed))
    }

    /// A text, which ends with a line feed, as a signed note.
    ///
    /// # Errors
    /// [`KeyError::Refused`] when somebody else has the key and does not sign.
    pub fn note(&self, text: &str) -> Result<String, KeyError> {
        let mut coded = self.public.id().to_be_bytes().to_vec();
        coded.extend_from_slice(&self.signature(text)?);
        Ok(format!("{text}\n— {} {}\n", self.public.name, BASE64_STANDARD.encode(coded)))
    }

    fn signature(&self, text: &str) -> Result<[u8; 64], KeyError> {
        let keeper = match &self.kept {
            KeyPlace::InMemory(key) => return Ok(key.sign(text.as_bytes()).to_bytes()),
            KeyPlace::Kept(keeper) => keeper,
        };
        let refused = |why: String| KeyError::Refused { name: self.public.name.clone(), why };
        let note = keeper.sign(text).map_err(refused)?;
        let (signed, signature) =
            self.public.verified(note.as_bytes()).map_err(|error| refused(error.to_string()))?;
        if signed == text.as_bytes() {
            Ok(signature)
        } else {
            Err(refused("another text than this was signed".to_string()))
        }
    }
}

impl PublicKey {
    /// The key in a text.
    ///
    /// # Errors
    /// [`KeyError::Public`] when it is none.
    pub fn read(text: &str) -> Result<PublicKey, KeyError> {
        let none = || KeyError::Public(text.to_string());
        let (name, id, key) = parts(text).ok_or_else(none)?;
        let read = PublicKey { name: name.to_string(), key };
        let good = Signature::is_name(name) && read.id() == id && VerifyingKey::from_bytes(&key).is_ok();
        if good { Ok(read) } else { Err(none()) }
    }

    /// The key as a text.
    pub fn text(&self) -> String {
        written(&self.name, self.id(), &self.key)
    }

    /// The signature by this key of a party, for a log.
    fn signature_of(&self, party: Party, signature: &[u8; 64]) -> Signature {
        let (name, key, signature) = (self.name.clone(), self.key, Signature::halves(signature));
        Signature { party, scheme: ED25519, name, key, signature }
    }

    /// The text of a signed note, and the signature of this key below it.
    fn verified(&self, note: &[u8]) -> Result<(Vec<u8>, [u8; 64]), KeyError> {
        let none = || KeyError::Note("the key did not sign the note");
        let note = Note::from_bytes(note).map_err(|_| none())?;
        let verifier = StandardVerifier::new(&self.text()).map_err(|_| none())?;
        let verified = note.verify(&VerifierList::new(vec![Box::new(verifier)])).map_err(|_| none())?.0;
        let by = verified.first().and_then(|by| <&[u8; 64]>::try_from(by.signature()).ok());
        Ok((note.text().to_vec(), *by.ok_or_else(none)?))
    }

    /// The identity of the key in signed notes, together with its name.
    fn id(&self) -> u32 {
        let mut typed = vec![TYPE];
        typed.extend_from_slice(&self.key);
        signed_note::key_id(&self.name, &typed)
    }
}

/// Name, id and bytes of a key in the text of signed notes.
fn parts(text: &str) -> Option<(&str, u32, [u8; 32])> {
    let mut parts = text.splitn(3, '+');
    let (name, id, coded) = (parts.next()?, parts.next()?, parts.next()?);
    let bytes = BASE64_STANDARD.decode(coded).ok()?;
    let (kind, key) = bytes.split_first()?;
    let id = if id.len() == 8 { u32::from_str_radix(id, 16).ok()? } else { return None };
    if *kind == TYPE { Some((name, id, key.try_into().ok()?)) } else { None }
}

fn written(name: &str, id: u32, bytes: &[u8; 32]) -> String {
    let mut typed = vec![TYPE];
    typed.extend_from_slice(bytes);
    format!("{name}+{id:08x}+{}", BASE64_STANDARD.encode(typed))
}

/// The keys that a reader trusts, each for one party.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keyring {
    keys: Vec<(Party, PublicKey)>,
}

impl Keyring {
    /// The list in a text: a line a key, `host KEY` or `seat 0 KEY`; what follows `#` at the start of a line,
    /// and empty lines, do not count.
    ///
    /// # Errors
    /// [`KeyError::Line`] at the first line that is none of this.
    pub fn read(text: &str) -> Result<Keyring, KeyError> {
        let mut keys = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |what: String| KeyError::Line { line: number, what };
            let (who, key) = line
                .rsplit_once(char::is_whitespace)
                .ok_or_else(|| wrong("it has a party and a key: `host KEY` or `seat 0 KEY`".to_string()))?;
            let party = party(who.trim_end()).ok_or_else(|| {
                wrong(format!("\"{who}\" is not a party: a party is `host`, `seat 0`, `seat 1` and so on"))
            })?;
            keys.push((party, PublicKey::read(key).map_err(|error| wrong(error.to_string()))?));
        }
        Ok(Keyring { keys })
    }

    /// Returns whether the list has keys of a party.
    pub fn names(&self, party: Party) -> bool {
        self.keys.iter().any(|known| known.0 == party)
    }

    /// Returns whether a signature is by a key that the list has for its party.
    pub fn knows(&self, signature: &Signature) -> bool {
        let fits = |known: &&(Party, PublicKey)| {
            known.0 == signature.party && known.1.key == signature.key && known.1.name == signature.name
        };
        self.keys.iter().find(fits).is_some()
    }
}

/// The party that a word or two name: `host`, `seat 0`.
pub fn party(text: &str) -> Option<Party> {
    match text.strip_prefix("seat") {
        None => (text == "host").then_some(Party::HOST),
        Some(seat) => {
            seat.trim_start().parse().ok().filter(|seat| *seat < u8::MAX).map(|seat| Party::seat(Seat(seat)))
        }
    }
}

/// A statement that somebody keeps signed, apart from the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedStatement {
    /// The signed statement.
    pub statement: Statement,
    /// The text and its signatures.
    note: Vec<u8>,
}

impl SignedStatement {
    /// Signs a statement, to be kept apart from the log.
    ///
    /// # Errors
    /// [`KeyError::Refused`] when somebody else has the key and does not sign.
    pub fn sign(statement: &Statement, key: &SecretKey) -> Result<String, KeyError> {
        key.note(&statement.text())
    }

    /// The signed statement in a text; who signed it is not looked at yet.
    ///
    /// # Errors
    /// [`KeyError::Note`] when it is none.
    pub fn read(text: &str) -> Result<SignedStatement, KeyError> {
        let note = Note::from_bytes(text.as_bytes())
            .map_err(|_| KeyError::Note("this is not a signed note: a text, an empty line and signatures"))?;
        let statement = std::str::from_utf8(note.text()).ok().and_then(Statement::read);
        let statement =
            statement.ok_or(KeyError::Note("what is signed is not a statement about a seal of a log"))?;
        Ok(SignedStatement { statement, note: text.as_bytes().to_vec() })
    }

    /// The signature by this key, for a log.
    ///
    /// # Errors
    /// [`KeyError::Note`] when it did not sign the note.
    pub fn signature(&self, key: &PublicKey) -> Result<Signature, KeyError> {
        Ok(key.signature_of(self.statement.party, &key.verified(&self.note)?.1))
    }

    /// The name of the key of its party that signed it.
    ///
    /// # Errors
    /// [`KeyError::Note`] when no key that the list has for the party did.
    pub fn signed_by(&self, keyring: &Keyring) -> Result<String, KeyError> {
        let theirs = keyring.keys.iter().filter(|known| known.0 == self.statement.party);
        let verifiers = theirs
            .filter_map(|known| StandardVerifier::new(&known.1.text()).ok())
            .map(|verifier| Box::new(verifier) as Box<dyn signed_note::Verifier>);
        let verifiers = VerifierList::new(verifiers.collect());
        let note = Note::from_bytes(&self.note);
        let verified = note.ok().and_then(|note| note.verify(&verifiers).ok());
        let by = verified.and_then(|(by, _)| by.first().map(|signature| signature.name().to_string()));
        by.ok_or(KeyError::Note("no key that the list has for that party signed it"))
    }
}

/// The signatures of a party in a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Signed {
    /// Who, in words: `host`, `seat 0`.
    pub party: String,
    /// The name of the key that signed last; none where nothing is signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// True if all of its signatures are by keys that the list has for the party; none where nothing is
    /// signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
    /// How many seals it has signed.
    pub seals: u32,
    /// Up to which decision record: the last seal that it signed stands there.
    pub decisions: u32,
    /// The signature of the latest seal that fits the log and is kept apart from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<KeptSignature>,
}

/// A signature of a seal of the log that is kept apart from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeptSignature {
    /// The name of the key.
    pub key: String,
    /// The seal, counted from 1.
    pub seal: u32,
    /// After which decision record the seal stands.
    pub decisions: u32,
}

/// The findings of signatures against a log, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Against {
    /// Somebody keeps a signature of another seal than the log has in that place.
    Contradicted,
    /// Somebody keeps a signature of a later seal than the log has.
    Cut,
    /// A seal is signed by a key that is not the one of that party.
    WrongKey,
    /// A party that must have signed has not signed the last seal with a key that the list has for it.
    Unsigned,
}

/// The statements of signatures about a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The signatures of each party, the host first.
    pub parties: Vec<Signed>,
    /// The finding against the log, and the reason.
    #[serde(skip)]
    pub finding: Option<(Against, String)>,
}

impl Provenance {
    /// The signatures of each party, in words.
    pub fn in_words(&self, decisions: u32) -> Vec<String> {
        let how_far = |signed: u32| match signed == decisions {
            true => "to the end".to_string(),
            false => format!("up to decision {signed} of {decisions}"),
        };
        let one = |signed: &Signed| {
            let in_log = signed.key.as_ref().map(|key| {
                let known = signed.known == Some(true);
                let by = if known { "" } else { ", which the list does not name for it" };
                format!("{}, by the key {key}{by}", how_far(signed.decisions))
            });
            let apart = signed.kept.as_ref().map(|kept| {
                format!("{}, by the key {}, in a note that is kept apart", how_far(kept.decisions), kept.key)
            });
            let both: Vec<String> = in_log.into_iter().chain(apart).collect();
            let said = if both.is_empty() { "nothing".to_string() } else { both.join("; ") };
            format!("{}: {said}", signed.party)
        };
        self.parties.iter().map(one).collect()
    }
}

/// A seal of a log.
#[derive(Clone, Copy)]
struct Sealed {
    hash: Digest,
    decisions: u32,
}

/// The name of the match of a log, as statements have it; none where the bytes are at fault before that is
/// known.
pub fn match_of(log: &[u8]) -> Option<Digest> {
    let mut reader = Reader::open(log).ok()?;
    // An observed log is known by its second record, too.
    let _ = reader.next_record();
    Some(reader.progress().begun())
}

/// The statements of the signatures in a log, and of those kept apart from it. Signatures in the log fit
/// their seals, which its reader checks; the list tells whose keys they are. Each party in `required` must
/// have signed the last seal with a key of the list, in the log or in a note that is kept.
///
/// # Errors
/// [`Fault`] at the first fault of the log's bytes.
pub fn provenance(
    log: &[u8],
    keyring: &Keyring,
    kept: &[SignedStatement],
    required: &[Party],
) -> Result<Provenance, Fault> {
    let mut reader = Reader::open(log)?;
    let seats = reader.header().seats;
    let nothing = |party: u8| Signed {
        party: Party(party).to_string(),
        key: None,
        known: None,
        seals: 0,
        decisions: 0,
        kept: None,
    };
    let mut parties: Vec<Signed> = (0..=seats).map(nothing).collect();
    // The last seal that each party has signed with a key of the list.
    let mut known_to = vec![0_u32; parties.len()];
    let (mut seals, mut finding) = (Vec::<Sealed>::new(), None);
    while let Some(logged) = reader.next_record()? {
        match logged.record {
            Record::Seal(seal) => {
                seals.push(Sealed { hash: reader.progress().seal_hash(), decisions: seal.decisions });
            }
            Record::Signature(signature) => {
                let party = signature.party;
                let known = keyring.knows(&signature);
                let place = usize::from(party.0);
                if let (Some(signed), Some(known_to)) = (parties.get_mut(place), known_to.get_mut(place)) {
                    signed.seals += 1;
                    signed.decisions = reader.progress().decisions();
                    signed.known = Some(known && signed.known != Some(false));
                    signed.key = Some(signature.name.clone());
                    *known_to = if known { reader.progress().seals() } else { *known_to };
                }
                if !known && keyring.names(party) && finding.is_none() {
                    finding = Some((Against::WrongKey, wrong_key(signature, reader.progress().seals())));
                }
            }
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Decision(_)
            | Record::Rewind(_)
            | Record::Annotation(_)
            | Record::Outcome(_)
            | Record::Observed(_)
            | Record::Given(_) => {}
        }
    }
    let begun = reader.progress().begun();
    for note in kept.iter().filter(|kept| fits(kept, begun, &seals)) {
        let Statement { party, number, decisions, .. } = note.statement;
        let place = usize::from(party.0);
        let (Some(signed), Some(known_to)) = (parties.get_mut(place), known_to.get_mut(place)) else {
            continue;
        };
        *known_to = number.max(*known_to);
        if let Ok(key) = note.signed_by(keyring)
            && signed.kept.as_ref().is_none_or(|kept| kept.seal < number)
        {
            signed.kept = Some(KeptSignature { key, seal: number, decisions });
        }
    }
    let against = kept.iter().filter_map(|kept| against(kept, begun, &seals));
    let unsigned = required.iter().find_map(|party| unsigned(*party, &known_to, seals.len() as u32));
    let unsigned = unsigned.map(|what| (Against::Unsigned, what));
    let finding = against.chain(finding).chain(unsigned).min_by_key(|found| found.0);
    Ok(Provenance { parties, finding })
}

fn wrong_key(signature: Signature, seal: u32) -> String {
    format!(
        "seal {seal} is signed for {} by the key {}, which is not the one that the list has for it",
        signature.party.named(),
        PublicKey { name: signature.name, key: signature.key }.text()
    )
}

/// Why a party that must have signed the last seal has not; `known_to` is up to which seal each party has signed
/// with a key of the list.
fn unsigned(party: Party, known_to: &[u32], seals: u32) -> Option<String> {
    let who = party.named();
    let with = "with a key that the list has for it";
    match known_to.get(usize::from(party.0)) {
        None => Some(format!("{who} must have signed, and the match has no such party")),
        Some(_) if seals == 0 => {
            Some(format!("{who} must have signed, and the log has no seal to be signed"))
        }
        Some(0) => Some(format!("{who} has signed no seal of this log {with}")),
        Some(last) if *last < seals => {
            Some(format!("{who} has signed seal {last} of {seals} {with}, and not the last one"))
        }
        Some(_) => None,
    }
}

/// True where a signed statement that somebody keeps says that a log with these seals is right up to one of them.
fn fits(kept: &SignedStatement, begun: Digest, seals: &[Sealed]) -> bool {
    kept.statement.begun == begun && against(kept, begun, seals).is_none()
}

/// The finding of a separately kept signed statement against a log with these seals.
fn against(kept: &SignedStatement, begun: Digest, seals: &[Sealed]) -> Option<(Against, String)> {
    let Statement { party, number, decisions, seal, .. } = kept.statement;
    if kept.statement.begun != begun {
        return None;
    }
    // No seal is number 0.
    let (place, party) = ((number as usize).wrapping_sub(1), party.named());
    match seals.get(place) {
        None => {
            let (count, last) = (seals.len(), seals.last().map_or(0, |seal| seal.decisions));
            let what = format!(
                "{party} keeps a signature of seal {number}, after decision {decisions}, and this log ends after seal {count}, after decision {last}: its end was cut off"
            );
            Some((Against::Cut, what))
        }
        // The hash covers the number of decisions: to compare the hashes alone would be the same.
        Some(here) if here.hash != seal || here.decisions != decisions => {
            let what = format!(
                "{party} keeps a signature of another seal {number} than this log has: there are two versions of this match from there on, or from before it"
            );
            Some((Against::Contradicted, what))
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(number: u8) -> SecretKey {
        SecretKey::new("example.com/table-5", &[number; 32]).expect("a name")
    }

    fn text(key: &SecretKey) -> String {
        key.text().expect("it is here")
    }

    fn note(statement: &Statement) -> String {
        SignedStatement::sign(statement, &secret(1)).expect("it is here")
    }

    /// Signs with a key, once what is to be signed has been changed.
    struct Changing(SecretKey, fn(&str) -> Result<String, String>);

    impl Keeper for Changing {
        fn sign(&self, text: &str) -> Result<String, String> {
            self.0.note(&(self.1)(text)?).map_err(|error| error.to_string())
        }
    }

    #[test]
    fn who_keeps_a_key_elsewhere_signs_the_same_or_nothing() {
        let statement = Statement {
            party: Party::HOST,
            begun: Digest([1; 32]),
            number: 2,
            decisions: 90,
            seal: Digest([2; 32]),
        };
        let by = |of: u8, change| {
            let keeper: Arc<dyn Keeper> = Arc::new(Changing(secret(of), change));
            SecretKey::kept_by(keeper, secret(1).public()).sign(&statement)
        };
        assert_eq!(by(1, |text| Ok(text.to_string())), secret(1).sign(&statement));
        let refused = |found: Result<Signature, KeyError>, part: &str| {
            let said = found.expect_err("refused").to_string();
            assert!(said.starts_with("nothing was signed with the key example.com/table-5: "), "{said}");
            assert!(said.contains(part), "{said}");
        };
        refused(by(1, |_| Err("nobody is there".to_string())), "nobody is there");
        refused(by(1, |text| Ok(text.replace("seal 2", "seal 3"))), "another text");
        refused(by(2, |text| Ok(text.to_string())), "the key did not sign");
        let elsewhere = Arc::new(Changing(secret(1), |text| Ok(text.to_string())));
        let elsewhere = SecretKey::kept_by(elsewhere, secret(1).public());
        assert_eq!((elsewhere.text(), elsewhere), (None, secret(1)));
    }

    #[test]
    fn keys_read_back_and_nothing_like_them_does() {
        let key = secret(7);
        assert_eq!(SecretKey::read(&text(&key)).map(|read| read.public()), Ok(key.public()));
        assert_eq!(PublicKey::read(&key.public().text()), Ok(key.public()));
        for (place, _) in text(&key).char_indices() {
            let mut changed = text(&key).into_bytes();
            changed[place] ^= 1;
            let read = std::str::from_utf8(&changed).ok().and_then(|text| SecretKey::read(text).ok());
            assert!(read.is_none_or(|read| read.public() != key.public()), "at {place}");
        }
        for wrong in ["", "a+b", "a+00000000+AQ==", &text(&key)] {
            assert!(PublicKey::read(wrong).is_err(), "{wrong}");
        }
        assert!(SecretKey::new("two words", &[1; 32]).is_err());
        assert!(!format!("{key:?}").contains("key:"), "a secret is not shown");
    }

    #[test]
    fn the_keys_are_those_of_signed_notes() {
        let text = text(&secret(7));
        assert!(signed_note::StandardSigner::new(&text).is_ok());
        assert!(StandardVerifier::new(&secret(7).public().text()).is_ok());
    }

    #[test]
    fn a_list_of_keys_names_its_faults() {
        let (host, seat) = (secret(1).public(), secret(2).public());
        let list = format!("# table 5\n\nhost {}\n  seat 0   {}\n", host.text(), seat.text());
        let read = Keyring::read(&list).expect("a list");
        assert_eq!(read.keys, vec![(Party::HOST, host.clone()), (Party::seat(Seat(0)), seat)]);
        let fault = |text: &str| Keyring::read(text).map_err(|error| error.to_string()).expect_err("a fault");
        assert!(fault(&host.text()).starts_with("line 1: it has a party and a key"));
        assert!(fault(&format!("\njudge {}", host.text())).starts_with("line 2: \"judge\" is not a party"));
        assert!(fault("host key").starts_with("line 1: \"key\" is not a public key"));
    }

    #[test]
    fn a_kept_statement_is_signed_by_a_key_of_its_party() {
        let (begun, seal) = (Digest([1; 32]), Digest([2; 32]));
        let statement = Statement { party: Party::HOST, begun, number: 2, decisions: 90, seal };
        let kept = SignedStatement::read(&note(&statement)).expect("a note");
        assert_eq!(kept.statement, statement);
        let ring = |who: &str, number| {
            Keyring::read(&format!("{who} {}", secret(number).public().text())).expect("a list")
        };
        assert_eq!(kept.signed_by(&ring("host", 1)), Ok("example.com/table-5".to_string()));
        assert!(kept.signed_by(&ring("host", 2)).is_err());
        assert!(kept.signed_by(&ring("seat 0", 1)).is_err());
        let text = note(&statement);
        assert!(SignedStatement::read(&text.replace("seal 2", "seal two")).is_err());
        let forged = SignedStatement::read(&text.replace("seal 2", "seal 3")).expect("a statement");
        assert!(forged.signed_by(&ring("host", 1)).is_err());
        let seals = [Sealed { hash: Digest([9; 32]), decisions: 64 }, Sealed { hash: seal, decisions: 90 }];
        let verdict = |seals: &[Sealed]| against(&kept, begun, seals).map(|found| found.0);
        assert_eq!(verdict(&seals), None);
        assert_eq!(verdict(&seals[..1]), Some(Against::Cut));
        assert_eq!(verdict(&[seals[0]; 3]), Some(Against::Contradicted));
        assert_eq!(against(&kept, Digest([3; 32]), &[]), None);
    }

    #[test]
    fn a_key_is_known_for_its_party_and_by_its_name() {
        let list = format!("host {}\nseat 0 {}\n", secret(1).public().text(), secret(2).public().text());
        let keyring = Keyring::read(&list).expect("a list");
        let signed = |number: u8, party: Party| {
            let statement =
                Statement { party, begun: Digest([1; 32]), number: 1, decisions: 3, seal: Digest([2; 32]) };
            secret(number).sign(&statement).expect("it is here")
        };
        assert!(keyring.knows(&signed(1, Party::HOST)) && keyring.knows(&signed(2, Party(1))));
        assert!(!keyring.knows(&signed(1, Party(1))), "the host's key, for a player");
        assert!(!keyring.knows(&signed(2, Party::HOST)), "a player's key, for the host");
        assert!(!keyring.knows(&signed(3, Party::HOST)), "a stranger's key of the same name");
        let renamed = Signature { name: "example.com/table-6".to_string(), ..signed(1, Party::HOST) };
        assert!(!keyring.knows(&renamed), "the host's key under another name");
    }

    #[test]
    fn who_must_have_signed_is_asked_for_the_last_seal() {
        let said = |party: u8, known_to: &[u32], seals| unsigned(Party(party), known_to, seals);
        assert_eq!(said(1, &[0, 3], 3), None);
        let has = |found: Option<String>, part: &str| {
            assert!(found.is_some_and(|said| said.contains(part)), "{part}")
        };
        has(said(0, &[0, 3], 3), "the host has signed no seal");
        has(said(1, &[3, 2], 3), "seat 0 has signed seal 2 of 3");
        has(said(1, &[0, 0], 0), "no seal to be signed");
        has(said(4, &[0, 0], 3), "no such party");
    }
}
