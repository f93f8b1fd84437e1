//! Files that are no log of ours, and logs whose last record is unfinished.

use duelog_log_format::{Place, Signature};

use super::forge::{Forge, Vector, header, header_payload, payload};

const HEADER: Place = Place { offset: 8, record: 0, decision: 0 };

fn whole(bytes: &[u8]) -> Forge {
    Forge { bytes: bytes.to_vec(), ..Forge::empty() }
}

/// Files that cannot be read at all.
pub fn unreadable() -> Vec<Vector> {
    let start = Place::default();
    let good = Forge::new().plain(3);
    let mut converted = good.bytes.clone();
    converted.remove(6);
    let mut magic = good.bytes.clone();
    magic[0] = b'd';
    let sealed = Forge::new().plain(3).seal();
    let scheme = Signature { scheme: 2, ..sealed.signature(0) };
    let bad = "unreadable";
    vec![
        whole(b"").bad("unreadable-empty", bad, start, "no bytes at all"),
        whole(b"duelog is a word\n").bad("unreadable-text", bad, start, "some other file"),
        whole(&magic).bad("unreadable-magic", bad, start, "the first byte is wrong"),
        whole(&converted).bad("unreadable-line-ends", bad, start, "converted as text: CR LF has become LF"),
        Forge::empty().put(&header_payload(2, &header())).bad(
            "unreadable-version-2",
            bad,
            HEADER,
            "a later version of the format",
        ),
        Forge::empty().put(&[1, 0xff, 0xff]).bad(
            "unreadable-version-65535",
            bad,
            HEADER,
            "a later version whose header means nothing here",
        ),
        Forge::empty().put(&header_payload(0, &header())).bad(
            "unreadable-version-0",
            bad,
            HEADER,
            "there is no version 0",
        ),
        Forge::empty().plain(2).bad("unreadable-no-header", bad, HEADER, "the first record is a decision"),
        sealed.clone().put(&payload(8, &scheme)).plain(1).bad(
            "unreadable-signature-scheme-2",
            bad,
            sealed.place(),
            "a signature of a kind that is not known",
        ),
    ]
}

/// Logs whose last record is unfinished.
pub fn torn() -> Vec<Vector> {
    let cut = |forge: &Forge, length: usize| Forge { bytes: forge.bytes[..length].to_vec(), ..forge.clone() };
    let header = Forge::new();
    let before = Forge::new().plain(70 - 6).seal().plain(6);
    let at = before.place();
    let next = before.clone().plain(1);
    let long = before.clone().note(&"x".repeat(300));
    // A payload of 128 bytes.
    let sized = before.clone().note(&"x".repeat(123));
    let zeros = |forge: &Forge, length: usize, zeros: usize| {
        let mut forge = cut(forge, length);
        forge.bytes.resize(length + zeros, 0);
        forge
    };
    let end = before.bytes.len();
    let bad = "torn";
    vec![
        cut(&header, 5).bad("torn-in-magic", bad, Place::default(), "five of the eight magic bytes"),
        cut(&header, 8).bad("torn-after-magic", bad, HEADER, "the magic bytes alone"),
        cut(&header, 9).bad("torn-in-header-length", bad, HEADER, "the header's length is unfinished"),
        cut(&header, 40).bad("torn-in-header", bad, HEADER, "the header is unfinished"),
        cut(&long, end + 1).bad("torn-in-length", bad, at, "the length is unfinished"),
        cut(&long, end + 2).bad("torn-after-length", bad, at, "a length and nothing else"),
        cut(&next, end + 5).bad("torn-in-payload", bad, at, "the payload is unfinished"),
        cut(&next, next.bytes.len() - 4).bad("torn-before-checksum", bad, at, "the checksum is missing"),
        cut(&next, next.bytes.len() - 1).bad("torn-in-checksum", bad, at, "the last byte is missing"),
        zeros(&before, end, 100).bad("torn-zeros", bad, at, "blocks that were never written read as zeros"),
        zeros(&long, end + 60, 300).bad(
            "torn-record-into-zeros",
            bad,
            at,
            "a record whose later bytes were never written, longer than the file",
        ),
        zeros(&sized, end + 1, 100).bad(
            "torn-length-into-zeros",
            bad,
            at,
            "a length whose second byte was never written, so that it reads as 0",
        ),
        zeros(&next, end + 5, 10).bad(
            "torn-record-of-zeros",
            bad,
            at,
            "a record of the right length whose later bytes were never written",
        ),
    ]
}
