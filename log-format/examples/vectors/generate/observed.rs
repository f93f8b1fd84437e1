//! Observed logs: a salt after the header, and seals that bind what viewers were told.

use duelog_kernel::{Digest, codec};
use duelog_log_format::{Seal, Signature};

use super::forge::{Forge, Vector, digest, payload};

const BAD: &str = "tampered";
const SALT: [u8; 32] = [77; 32];

/// The keyed hash of a context.
pub fn keyed(context: &str, bytes: &[u8]) -> [u8; 32] {
    *blake3::keyed_hash(&blake3::derive_key(context, b""), bytes).as_bytes()
}

fn veil(number: u32) -> [u8; 32] {
    blake3::derive_key("duelog 2026 observed veil", &[&SALT[..], &number.to_le_bytes()].concat())
}

/// What the match with the header of [`super::forge::header`] is known by.
fn known_by(begun: &[u8; 32]) -> [u8; 32] {
    let labels: [(&str, &str); 0] = [];
    let public = codec::encode(&("vectors", "1", 1_u32, "duelog vectors", 2_u8, vec![5_u32, 5], &labels[..]));
    let veiled = keyed("duelog 2026 observed header", &[veil(0), *begun].concat());
    let public = keyed("duelog 2026 observed public header", &public);
    keyed("duelog 2026 observed match", &[public, veiled].concat())
}

/// A log with its salt.
pub fn salted() -> Forge {
    let forge = Forge::new();
    let known = known_by(&forge.begun);
    let mut forge = forge.put(&[&[9][..], &SALT].concat());
    // What signatures name, and what the first seal names as the one before it.
    forge.begun = known;
    forge.seals.1 = known;
    forge
}

fn put_seal(forge: Forge, seal: &Seal) -> Forge {
    let observed = digest(100 + seal.number);
    let veiled = keyed("duelog 2026 observed seal", &[veil(seal.number), seal.chain.0, seal.root.0].concat());
    let public = (seal.number, seal.previous, seal.decisions, Digest(veiled), observed);
    let mut forge = forge
        .put(&payload(10, &(seal.number, seal.previous, seal.chain, seal.root, seal.decisions, observed)));
    forge.seals = (seal.number, keyed("duelog 2026 public seal", &codec::encode(&public)));
    forge
}

fn seal(forge: Forge) -> Forge {
    let fitting = forge.fitting_seal();
    put_seal(forge, &fitting)
}

/// Good ones.
pub fn good() -> Vec<Vector> {
    let two = seal(seal(salted().plain(20)).plain(7));
    let ended = seal(seal(salted().plain(20)).plain(7).outcome());
    vec![
        salted().good("ok-observed-salt-alone", "an observed log that has just begun"),
        two.good("ok-observed-two-seals", "two seals of an observed log, the first names the match"),
        ended.signed(&[0, 1, 2]).good("ok-observed-signed", "an observed log, closed and signed by all"),
    ]
}

/// Wrong ones.
pub fn bad() -> Vec<Vector> {
    let before = salted().plain(20);
    let at = before.place();
    let wrong = |name, change: &dyn Fn(&mut Seal), text| {
        let mut seal = before.fitting_seal();
        change(&mut seal);
        put_seal(before.clone(), &seal).plain(1).bad(name, BAD, at, text)
    };
    let salt = [&[9][..], &SALT].concat();
    let bare = Forge::new().plain(3);
    let sealed = seal(before.clone());
    let unlinked = sealed.clone().plain(2);
    let second = Seal { previous: digest(3), ..unlinked.fitting_seal() };
    let mut other = sealed.clone();
    other.begun = digest(5).0;
    let signature: Signature = other.signature(0);
    vec![
        bare.clone().put(&salt).bad(
            "tampered-observed-salt-late",
            BAD,
            bare.place(),
            "a salt after decisions",
        ),
        salted().put(&salt).bad("tampered-observed-salt-twice", BAD, salted().place(), "two salts"),
        seal(bare.clone()).bad(
            "tampered-observed-seal-without-salt",
            BAD,
            bare.place(),
            "a seal of an observed log in one that is not",
        ),
        before.clone().seal().bad("tampered-observed-plain-seal", BAD, at, "a plain seal in an observed log"),
        wrong(
            "tampered-observed-match",
            &|seal| seal.previous = Digest([0; 32]),
            "the first seal names no match",
        ),
        wrong(
            "tampered-observed-chain",
            &|seal| seal.chain = digest(9),
            "an observed seal over other records",
        ),
        put_seal(unlinked.clone(), &second).bad(
            "tampered-observed-unlinked",
            BAD,
            unlinked.place(),
            "the second seal names another one than the public form of the first",
        ),
        sealed.clone().put(&payload(8, &signature)).bad(
            "tampered-observed-signature",
            BAD,
            sealed.place(),
            "a signature that names another match",
        ),
        Forge::new().put(&[&[9][..], &SALT, &[0]].concat()).bad(
            "corrupt-observed-salt-left-over",
            "corrupt",
            Forge::new().place(),
            "a byte after the salt",
        ),
    ]
}
