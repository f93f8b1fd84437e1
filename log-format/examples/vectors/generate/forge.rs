//! Logs made by hand: frames, chain and seals written without the crate's writer, so that they can be wrong.

use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Choice, Digest, Item, ObjectId, Outcome, Seat, Seed, Setup, codec};
use duelog_log_format::seeds::{self, Part};
use duelog_log_format::{
    Annotation, Header, Party, Place, Rewind, Seal, SeedCommitment, SeedReveal, Signature, Topic,
};
use ed25519_dalek::{Signer, SigningKey};

/// One log and what a reader must say about it.
#[derive(Clone)]
pub struct Vector {
    /// The file's name without its ending.
    pub name: &'static str,
    /// `ok`, or the verdict on it.
    pub verdict: &'static str,
    /// Where reading stops: at the fault, or at the end.
    pub at: Place,
    /// What is special about it.
    pub note: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A log in the making.
#[derive(Clone)]
pub struct Forge {
    /// Its bytes so far.
    pub bytes: Vec<u8>,
    /// The chain so far.
    pub chain: [u8; 32],
    /// The records so far.
    pub record: u64,
    /// The decisions so far.
    pub decision: u32,
    /// The chain after the header.
    pub begun: [u8; 32],
    /// The seals so far, and the hash of the last one.
    pub seals: (u32, [u8; 32]),
}

/// A digest of a small number.
pub fn digest(number: u32) -> Digest {
    Digest(Seed::from_number(u64::from(number)).0)
}

/// The header of a game that does not exist.
pub fn header() -> Header {
    let deck = |name: &str| Deck {
        name: name.to_string(),
        cards: vec![(3, "Alpha".to_string()), (2, "Gamma".to_string())],
        ..Deck::default()
    };
    let setup = Setup {
        game: "vectors".to_string(),
        edition: "1".to_string(),
        decks: vec![deck("first"), deck("second")],
        start: Start::Normal,
        seed: Seed::from_number(1),
    };
    let definitions: Vec<(String, Digest)> = (0..)
        .zip(["Alpha", "Beta", "Gamma"])
        .map(|(place, name)| (name.to_string(), digest(place)))
        .collect();
    Header::new(&setup, 1, &definitions, "duelog vectors").expect("a good header")
}

/// The header of a match whose seed host and players choose together.
pub fn shared_header() -> Header {
    Header { seed: seeds::SHARED, ..header() }
}

/// A part of a seed.
pub fn shared_part(number: u8) -> Part {
    Part { salt: [number + 20; 32], seed: Seed::from_number(u64::from(number) + 30) }
}

/// The payload of `header` for a version.
pub fn header_payload(version: u16, header: &Header) -> Vec<u8> {
    let mut payload = vec![1];
    payload.extend_from_slice(&version.to_le_bytes());
    codec::encode_into(header, &mut payload);
    payload
}

/// The payload of any other record with a body.
pub fn payload<T: serde::Serialize>(kind: u8, body: &T) -> Vec<u8> {
    let mut payload = vec![kind];
    codec::encode_into(body, &mut payload);
    payload
}

/// The payload of a decision.
pub fn decision(seat: u8, choice: &Choice, number: u32) -> Vec<u8> {
    let mut payload = Vec::new();
    choice.encode(&mut payload);
    payload[0] |= 0x80 | seat << 4;
    payload.extend_from_slice(&digest(number).0[..8]);
    payload
}

/// A note.
pub fn note(text: &str) -> Annotation {
    Annotation { topic: Topic::Note, seat: None, time_ms: None, text: text.to_string() }
}

/// An outcome.
pub fn outcome(winners: &[u8]) -> Outcome {
    Outcome {
        winners: winners.iter().map(|seat| Seat(*seat)).collect(),
        reason: "no cards left".to_string(),
        rule: "1.1".to_string(),
    }
}

/// A length in its shortest form.
pub fn length(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// A frame of `length` and `payload` with the right checksum.
pub fn frame(length: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut bytes = [length, payload].concat();
    let checksum = crc32c::crc32c(&bytes).to_le_bytes();
    bytes.extend_from_slice(&checksum);
    bytes
}

/// The chain after a payload.
pub fn link(chain: [u8; 32], payload: &[u8]) -> [u8; 32] {
    let key = |context| blake3::derive_key(context, b"");
    let mut input = chain.to_vec();
    let context = if payload.len() < 32 {
        input.push(payload.len() as u8);
        input.extend_from_slice(payload);
        input.resize(64, 0);
        "duelog 2026 log link short"
    } else {
        input.extend_from_slice(blake3::keyed_hash(&key("duelog 2026 log payload"), payload).as_bytes());
        "duelog 2026 log link long"
    };
    *blake3::keyed_hash(&key(context), &input).as_bytes()
}

impl Forge {
    /// A log with nothing but the magic bytes.
    pub fn empty() -> Forge {
        Forge {
            bytes: b"DUELOG\r\n".to_vec(),
            chain: blake3::derive_key("duelog 2026 log chain genesis", b"DUELOG\r\n"),
            record: 0,
            decision: 0,
            begun: [0; 32],
            seals: (0, [0; 32]),
        }
    }

    /// A log with a header.
    pub fn new() -> Forge {
        Forge::empty().put(&header_payload(1, &header()))
    }

    /// With a record of any payload.
    pub fn put(mut self, payload: &[u8]) -> Forge {
        self.bytes.extend(frame(&length(payload.len()), payload));
        self.chain = link(self.chain, payload);
        if self.record == 0 {
            self.begun = self.chain;
        }
        if payload[0] == 6 {
            let key = blake3::derive_key("duelog 2026 log seal", b"");
            self.seals = (self.seals.0 + 1, *blake3::keyed_hash(&key, payload).as_bytes());
        }
        self.record += 1;
        self.decision += u32::from(payload[0] >= 0x80);
        self
    }

    /// With a decision.
    pub fn decide(self, seat: u8, choice: &Choice) -> Forge {
        let number = self.decision;
        self.put(&decision(seat, choice, number))
    }

    /// With plain decisions of both seats in turn.
    pub fn plain(self, count: u32) -> Forge {
        (0..count).fold(self, |forge, _| {
            let number = forge.decision;
            let item = if number.is_multiple_of(3) { Item::Act(1, ObjectId(number)) } else { Item::Pass };
            forge.decide((number % 2) as u8, &Choice::one(item))
        })
    }

    /// The seal that fits.
    pub fn fitting_seal(&self) -> Seal {
        Seal {
            number: self.seals.0 + 1,
            previous: Digest(self.seals.1),
            chain: Digest(self.chain),
            root: digest(self.decision),
            decisions: self.decision,
            observed: None,
        }
    }

    /// With a seal that fits.
    pub fn seal(self) -> Forge {
        let seal = self.fitting_seal();
        self.put(&payload(6, &seal))
    }

    /// The signature of a party that fits the last seal.
    pub fn signature(&self, party: u8) -> Signature {
        let who = if party == 0 { "host".to_string() } else { format!("seat {}", party - 1) };
        let hex = |bytes: &[u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let (begun, seal) = (hex(&self.begun), hex(&self.seals.1));
        let (number, decisions) = (self.seals.0, self.decision);
        let text = format!(
            "duelog seal 1\nparty {who}\nmatch {begun}\nseal {number}\ndecisions {decisions}\n{seal}\n"
        );
        let secret = SigningKey::from_bytes(&[party + 1; 32]);
        let signed = secret.sign(text.as_bytes()).to_bytes();
        Signature {
            party: Party(party),
            scheme: 1,
            name: format!("example.com/{party}"),
            key: secret.verifying_key().to_bytes(),
            signature: Signature::halves(&signed),
        }
    }

    /// With signatures of the last seal that fit.
    pub fn signed(self, parties: &[u8]) -> Forge {
        parties.iter().fold(self, |forge, party| {
            let signature = forge.signature(*party);
            forge.put(&payload(8, &signature))
        })
    }

    /// A match whose seed all choose: all have committed themselves.
    pub fn shared() -> Forge {
        let begun = Forge::empty().put(&header_payload(1, &shared_header()));
        (0..3).fold(begun, |forge, party| forge.commits(party, party))
    }

    /// With the commitment of a party to the part of that number.
    pub fn commits(self, party: u8, part: u8) -> Forge {
        let commitment = shared_part(part).commitment(&seeds::binding(&shared_header()), party);
        self.put(&payload(2, &SeedCommitment { party, commitment }))
    }

    /// With a party's showing of the part of that number.
    pub fn shows(self, party: u8, part: u8) -> Forge {
        let Part { salt, seed } = shared_part(part);
        self.put(&payload(3, &SeedReveal { party, salt, seed }))
    }

    /// With a note.
    pub fn note(self, text: &str) -> Forge {
        self.put(&payload(5, &note(text)))
    }

    /// With a rewind.
    pub fn rewind(self, to: u32) -> Forge {
        self.put(&payload(4, &Rewind { to }))
    }

    /// With an outcome.
    pub fn outcome(self) -> Forge {
        self.put(&payload(7, &outcome(&[1])))
    }

    /// Where the next record begins.
    pub fn place(&self) -> Place {
        Place { offset: self.bytes.len() as u64, record: self.record, decision: self.decision }
    }

    /// A log without fault.
    pub fn good(self, name: &'static str, note: &'static str) -> Vector {
        let at = self.place();
        self.bad(name, "ok", at, note)
    }

    /// A log with a fault at `at`.
    pub fn bad(self, name: &'static str, verdict: &'static str, at: Place, note: &'static str) -> Vector {
        Vector { name, verdict, at, note, bytes: self.bytes }
    }

    /// With the bytes from `from` on changed, and the checksum of the one record there made right again. The
    /// chain stays as it was.
    pub fn forged(mut self, from: Place, change: impl Fn(&mut Vec<u8>)) -> Forge {
        let start = from.offset as usize;
        let size = usize::from(self.bytes[start]) + 1;
        assert!(size <= 128, "a short record");
        let mut record = self.bytes[start..start + size].to_vec();
        change(&mut record);
        let checksum = crc32c::crc32c(&record).to_le_bytes();
        record.extend_from_slice(&checksum);
        self.bytes.splice(start..start + size + 4, record);
        self
    }
}
