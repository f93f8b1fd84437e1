//! The chain: one 32-byte value over everything written so far, one fixed-size link a record.

use std::sync::OnceLock;

use duelog_kernel::Digest;

use crate::limits::MAGIC;

/// The longest payload that is linked directly instead of by its hash.
const SHORT_MAX: usize = 31;

struct Keys {
    short: [u8; 32],
    long: [u8; 32],
    payload: [u8; 32],
}

fn keys() -> &'static Keys {
    static KEYS: OnceLock<Keys> = OnceLock::new();
    KEYS.get_or_init(|| Keys {
        short: blake3::derive_key("duelog 2026 log link short", b""),
        long: blake3::derive_key("duelog 2026 log link long", b""),
        payload: blake3::derive_key("duelog 2026 log payload", b""),
    })
}

/// The chain before the first record.
pub(crate) fn genesis() -> Digest {
    static GENESIS: OnceLock<Digest> = OnceLock::new();
    *GENESIS.get_or_init(|| Digest(blake3::derive_key("duelog 2026 log chain genesis", &MAGIC)))
}

/// The chain after a record with this payload.
pub(crate) fn link(previous: Digest, payload: &[u8]) -> Digest {
    let mut input = [0; 64];
    input[..32].copy_from_slice(&previous.0);
    let key = if payload.len() <= SHORT_MAX {
        input[32] = payload.len() as u8;
        input[33..33 + payload.len()].copy_from_slice(payload);
        &keys().short
    } else {
        input[32..].copy_from_slice(blake3::keyed_hash(&keys().payload, payload).as_bytes());
        &keys().long
    };
    Digest(*blake3::keyed_hash(key, &input).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_at_the_boundary_differ() {
        let start = genesis();
        let payload = [0; 40];
        let links: Vec<Digest> = (0..payload.len()).map(|length| link(start, &payload[..length])).collect();
        for (place, one) in links.iter().enumerate() {
            assert!(links[..place].iter().all(|other| other != one), "length {place}");
        }
    }
}
