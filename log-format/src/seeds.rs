//! Seeds that nobody chooses alone: commitments, and the seed that follows from all parts.

use duelog_kernel::digest::{hex, unhex};
use duelog_kernel::{Digest, Seed, codec};

use crate::header::Header;
use crate::signature::{Party, party_in};

/// The party that runs the match; players are 1 and up in seat order.
pub const HOST: u8 = 0;

/// Placeholder in the header for a seed that host and players choose together. It is never the seed of a
/// match.
pub const SHARED: Seed = Seed([0; 32]);

/// The beginning of the text of a part.
const PART: &str = "duelog part 1\n";

/// The contribution of one party to the seed, and the salt that hides it until it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The salt of the part.
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

/// A part as its party keeps it: with the match that it is used for. A part is used once, because whoever is
/// shown it can begin other matches with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPart {
    /// The part.
    pub part: Part,
    /// Who committed to it, and for which match ([`binding`]); none while nobody did.
    pub used: Option<(Party, Digest)>,
    /// The commitments of all parties that stood when it was shown, the host's first: none before it is
    /// shown, and empty where they were not kept.
    pub shown: Option<Vec<Digest>>,
}

const USED: &str = "used by ";
const SHOWN: &str = "shown beside";

impl KeptPart {
    /// A part that was used for nothing yet.
    pub fn fresh(part: Part) -> KeptPart {
        KeptPart { part, used: None, shown: None }
    }

    /// The text of its file: the part, then what it was used for.
    pub fn text(&self) -> String {
        let mut text = self.part.text();
        if let Some((party, binding)) = &self.used {
            text.push_str(&format!("{USED}{party} for {binding}\n"));
        }
        if let Some(seen) = &self.shown {
            let seen: String = seen.iter().map(|commitment| format!(" {commitment}")).collect();
            text.push_str(&format!("{SHOWN}{seen}\n"));
        }
        text
    }

    /// The kept part in a text; none where it is none, to the letter.
    pub fn read(text: &str) -> Option<KeptPart> {
        let end = text.match_indices('\n').nth(2)?.0 + 1;
        let mut kept = KeptPart::fresh(Part::read(&text[..end])?);
        for line in text[end..].lines() {
            if let Some(used) = line.strip_prefix(USED) {
                let (party, binding) = used.split_once(" for ")?;
                kept.used = Some((party_in(party)?, Digest(unhex(binding)?)));
            } else {
                let seen = line.strip_prefix(SHOWN)?.split_terminator(' ').skip(1);
                kept.shown = Some(seen.map(|hex| unhex(hex).map(Digest)).collect::<Option<_>>()?);
            }
        }
        (kept.text() == text).then_some(kept)
    }
}

/// The binding of a commitment to one match: its game, edition, revision, definitions, decks and labels, but
/// not its seed.
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
        given: _,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_part_reads_back_with_what_it_was_used_for() {
        let part = Part { salt: [1; 32], seed: Seed([2; 32]) };
        let used = Some((Party(2), Digest([3; 32])));
        let mut texts = Vec::new();
        for (used, shown) in [
            (None, None),
            (used, None),
            (Some((Party::HOST, Digest([3; 32]))), None),
            (used, Some(Vec::new())),
            (used, Some(vec![Digest([4; 32]), Digest([5; 32]), Digest([6; 32])])),
        ] {
            let kept = KeptPart { part, used, shown };
            assert_eq!(KeptPart::read(&kept.text()), Some(kept.clone()));
            texts.push(kept.text());
        }
        assert_eq!(texts[0], part.text());
        let last = texts.last().expect("one");
        for (end, _) in last.char_indices().filter(|(end, _)| !texts.iter().any(|text| *text == last[..*end]))
        {
            assert_eq!(KeptPart::read(&last[..end]), None, "{end}");
        }
        assert_eq!(KeptPart::read(&last.replace("seat 1", "seat 01")), None);
        assert_eq!(KeptPart::read(&last.replace("used by", "given by")), None);
    }
}
