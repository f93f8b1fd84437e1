//! Seeds that nobody chooses alone: commitments, and the seed that follows from all parts.

use duelog_kernel::digest::{hex, unhex};
use duelog_kernel::{Digest, Seed, codec};

use crate::header::Header;

/// The party that runs the match; players are 1 and up in seat order.
pub const HOST: u8 = 0;

/// What the header holds in place of a seed that host and players choose together. No match has this seed.
pub const SHARED: Seed = Seed([0; 32]);

/// What the text of a part begins with.
const PART: &str = "duelog part 1\n";

/// What one party puts into the seed, and what hides it until it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// What hides the part.
    pub salt: [u8; 32],
    /// The part.
    pub seed: Seed,
}

impl Part {
    /// The commitment of `party` to the part.
    pub fn commitment(&self, binding: &Digest, party: u8) -> Digest {
        commitment(binding, party, &self.salt, &self.seed)
    }

    /// The part as a text, which its party keeps to itself until it shows it.
    pub fn text(&self) -> String {
        format!("{PART}{}\n{}\n", hex(&self.salt), hex(&self.seed.0))
    }

    /// The part in a text; none where it is none.
    pub fn read(text: &str) -> Option<Part> {
        let (salt, seed) = text.strip_prefix(PART)?.strip_suffix('\n')?.split_once('\n')?;
        Some(Part { salt: unhex(salt)?, seed: Seed(unhex(seed)?) })
    }
}

/// What binds a commitment to one match: its game, edition, revision, definitions, decks and labels, but not
/// its seed.
pub fn binding(header: &Header) -> Digest {
    let Header {
        game,
        edition,
        revision,
        engine: _,
        seats,
        definitions,
        decks,
        start,
        seed: _,
        texts: _,
        labels,
    } = header;
    let mut bytes = Vec::new();
    codec::encode_into(&(game, edition, revision, seats, definitions, decks, start, labels), &mut bytes);
    keyed("duelog 2026 seed binding", &bytes)
}

/// The commitment of `party` to `seed`, hidden by `salt`.
pub fn commitment(binding: &Digest, party: u8, salt: &[u8; 32], seed: &Seed) -> Digest {
    let mut bytes = [0; 97];
    bytes[0] = party;
    bytes[1..33].copy_from_slice(&binding.0);
    bytes[33..65].copy_from_slice(salt);
    bytes[65..].copy_from_slice(&seed.0);
    keyed("duelog 2026 seed commitment", &bytes)
}

/// The match's seed from the parts of all parties, the host first and then the seats in order.
pub fn combined(parts: &[Seed]) -> Seed {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.0).collect();
    Seed(blake3::derive_key("duelog 2026 seed of a match", &bytes))
}

fn keyed(context: &str, bytes: &[u8]) -> Digest {
    Digest(*blake3::keyed_hash(&blake3::derive_key(context, b""), bytes).as_bytes())
}
