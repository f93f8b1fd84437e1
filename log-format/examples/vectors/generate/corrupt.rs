//! Logs with damaged bytes, and records that no writer produces.

use duelog_kernel::codec;
use duelog_log_format::{Header, Place};

use super::forge::{
    Forge, Vector, decision, digest, frame, header, header_payload, length, outcome, payload,
};

pub const HEADER: Place = Place { offset: 8, record: 0, decision: 0 };
const BAD: &str = "corrupt";

/// 30 decisions, something wrong in or at the next record, and good records after it up to two seals.
fn before() -> Forge {
    Forge::new().plain(30)
}

fn after(forge: Forge) -> Forge {
    forge.plain(10).seal().plain(10).seal()
}

/// Damage to bytes.
#[expect(clippy::too_many_lines, reason = "a flat table of vectors")]
pub fn bytes() -> Vec<Vector> {
    let at = before().place();
    let start = at.offset as usize;
    let flipped = |name, place: usize, bit: u8, note| {
        let mut forge = after(before());
        forge.bytes[start + place] ^= 1 << bit;
        forge.bad(name, BAD, at, note)
    };
    let spliced = |name, from: usize, to: usize, with: &[u8], note| {
        let mut forge = after(before());
        forge.bytes.splice(start + from..start + to, with.iter().copied());
        forge.bad(name, BAD, at, note)
    };
    let inserted = |name, bytes: &[u8], note| spliced(name, 0, 0, bytes, note);
    let header = |name, length: &[u8], note| {
        let mut forge = Forge::empty();
        forge.bytes.extend_from_slice(length);
        forge.bytes.resize(200, 7);
        forge.bad(name, BAD, HEADER, note)
    };
    let mut header_bit = after(before());
    header_bit.bytes[20] ^= 4;
    let mut last = before().plain(1);
    *last.bytes.last_mut().expect("bytes") ^= 1;
    let sealed = before().seal();
    let mut seal = after(sealed.clone());
    seal.bytes[start + 40] ^= 128;
    let mut twice = after(before());
    let end = twice.place();
    twice.bytes.extend(Forge::new().plain(5).bytes);
    vec![
        header_bit.bad("corrupt-header", BAD, HEADER, "a flipped bit in the header"),
        flipped("corrupt-seat", 1, 4, "a flipped bit in a decision's seat"),
        flipped("corrupt-choice", 1, 0, "a flipped bit in a decision's choice"),
        flipped("corrupt-tag", 6, 7, "a flipped bit in a decision's tag"),
        flipped("corrupt-kind", 1, 7, "a flipped bit that makes a decision something else"),
        flipped("corrupt-checksum", 15, 3, "a flipped bit in a checksum"),
        flipped("corrupt-length-shorter", 0, 0, "a flipped bit in a length: the record seems shorter"),
        flipped(
            "corrupt-length-longer",
            0,
            6,
            "a flipped bit in a length: the record seems to hold those after it",
        ),
        flipped(
            "corrupt-length-beyond-the-end",
            0,
            7,
            "a flipped bit in a length: the record seems to go on beyond the end, but good ones follow",
        ),
        seal.bad("corrupt-seal", BAD, at, "a flipped bit in a seal"),
        last.bad(
            "corrupt-last-record",
            BAD,
            at,
            "a flipped bit in the last record: it is whole, so this is not torn",
        ),
        spliced("corrupt-bytes-missing", 3, 40, &[], "37 bytes are missing"),
        spliced("corrupt-bytes-zeroed", 0, 64, &[0; 64], "64 bytes have become zeros, good records follow"),
        inserted("corrupt-bytes-inserted", b"stray bytes", "stray bytes between two records"),
        inserted("corrupt-length-0", &frame(&[0], &[]), "a frame without payload"),
        inserted("corrupt-length-bomb", &[0xff, 0xff, 0xff, 0x7f, 0x85], "a length of 256 MiB"),
        inserted("corrupt-length-endless", &[0xff; 12], "a length that never ends"),
        inserted(
            "corrupt-length-1-too-long",
            &length((1 << 20) + 1),
            "a length of one byte more than allowed",
        ),
        inserted(
            "corrupt-decision-too-long",
            &frame(&length((128 << 10) + 1), &vec![0x86; (128 << 10) + 1]),
            "a decision of one byte more than allowed",
        ),
        header("corrupt-header-too-long", &length((4 << 20) + 1), "a header of one byte more than allowed"),
        header("corrupt-header-length-0", &[0], "a header without payload"),
        twice.bad("corrupt-log-after-log", BAD, end, "a whole second log in the same file"),
    ]
}

/// Records whose checksums are good and that are still not canonical.
#[expect(clippy::too_many_lines, reason = "a flat table of vectors")]
pub fn records() -> Vec<Vector> {
    let at = before().place();
    let raw = |name, bytes: Vec<u8>, note| {
        let mut forge = before();
        forge.bytes.extend(bytes);
        after(forge).bad(name, BAD, at, note)
    };
    let record = |name, payload: &[u8], note| after(before().put(payload)).bad(name, BAD, at, note);
    let choice = |name, choice: &[u8], note| {
        let payload = [choice, &digest(3).0[..8]].concat();
        record(name, &payload, note)
    };
    let with_header = |name, change: &dyn Fn(&mut Header), note| {
        let mut header = header();
        change(&mut header);
        Forge::empty().put(&header_payload(1, &header)).plain(3).bad(name, BAD, HEADER, note)
    };
    let header_bytes =
        |name, payload: Vec<u8>, note| Forge::empty().put(&payload).plain(3).bad(name, BAD, HEADER, note);
    let good_header = header_payload(1, &header());
    let mut unordered = header_payload(1, &header().label("a", "").label("b", ""));
    let place = unordered.len() - 4;
    unordered.swap(place, place + 2);
    let pass = decision(0, &duelog_kernel::Choice::one(duelog_kernel::Item::Pass), 3);
    vec![
        raw(
            "corrupt-length-overlong",
            frame(&[0x89, 0x00], &pass),
            "a length that is not in its shortest form",
        ),
        record("corrupt-kind-0", &[0, 1, 2], "no record begins with 0"),
        record("corrupt-kind-9", &[9, 1, 2], "a salt that is too short"),
        record("corrupt-kind-127", &[127], "no record begins with 127"),
        choice("corrupt-choice-head-15", &[0x8f], "no choice begins with 15"),
        choice("corrupt-choice-left-over", &[0x80, 0], "a byte too many after a choice"),
        choice("corrupt-choice-unfinished", &[0x87, 0x80], "a choice that ends in the middle of a number"),
        choice("corrupt-choice-overlong", &[0x87, 0x85, 0x00], "a number that is not in its shortest form"),
        choice(
            "corrupt-choice-number-too-large",
            &[0x84, 0xff, 0xff, 0xff, 0xff, 0x1f],
            "a number beyond 32 bits",
        ),
        choice(
            "corrupt-choice-one-as-list",
            &[0x83, 1, 4, 5],
            "one object as a list of one: it has a form of its own",
        ),
        choice(
            "corrupt-choice-pass-as-one",
            &[0x82, 0],
            "a pass as one of the listed items: it has a form of its own",
        ),
        choice("corrupt-choice-item-255", &[0x82, 255], "no item begins with 255"),
        choice(
            "corrupt-choice-list-bomb",
            &[0x83, 0xff, 0xff, 0xff, 0xff, 0x0f],
            "a list that claims four thousand million items",
        ),
        choice("corrupt-choice-name-bomb", &[0x86, 0x81, 0x20, b'x'], "a name that claims 4097 bytes"),
        choice("corrupt-choice-name-not-text", &[0x86, 2, 0xc3, 0x28], "a name that is not UTF-8"),
        record(
            "corrupt-decision-without-choice",
            &[0x80, 1, 2, 3, 4, 5, 6, 7],
            "a decision that is too short to have a tag",
        ),
        record(
            "corrupt-annotation-left-over",
            &[payload(5, &super::forge::note("n")), vec![0]].concat(),
            "a byte too many after an annotation",
        ),
        record(
            "corrupt-annotation-overlong",
            &[5, 1, 0, 0, 251, 1, 0, b'n'],
            "a text's length that is not in its shortest form",
        ),
        record(
            "corrupt-annotation-bomb",
            &[5, 1, 0, 0, 253, 0, 0, 0, 0, 0, 1, 0, 0],
            "a text that claims a million million bytes",
        ),
        record("corrupt-annotation-not-text", &[5, 1, 0, 0, 2, 0xc3, 0x28], "a text that is not UTF-8"),
        record("corrupt-annotation-topic-4", &[5, 4, 0, 0, 0], "no topic has the number 4"),
        record("corrupt-option-2", &[5, 1, 2, 0, 0, 0], "an option is 0 or 1"),
        record("corrupt-seal-short", &payload(6, &(digest(1), 3u32)), "a seal that is too short"),
        record(
            "corrupt-rewind-overlong",
            &[4, 251, 5, 0],
            "a rewind's number that is not in its shortest form",
        ),
        record("corrupt-winners-descend", &payload(7, &outcome(&[1, 0])), "winners in the wrong order"),
        header_bytes(
            "corrupt-header-left-over",
            [good_header.clone(), vec![0]].concat(),
            "a byte too many after the header",
        ),
        header_bytes(
            "corrupt-header-unfinished",
            good_header[..good_header.len() - 1].to_vec(),
            "a header that ends too early",
        ),
        header_bytes("corrupt-header-without-version", vec![1, 1], "a header of two bytes"),
        header_bytes("corrupt-labels-descend", unordered, "labels in the wrong order"),
        with_header(
            "corrupt-definitions-descend",
            &|header| header.definitions.swap(0, 1),
            "definitions in the wrong order",
        ),
        with_header(
            "corrupt-definition-twice",
            &|header| header.definitions[1].name = "Alpha".to_string(),
            "a definition twice",
        ),
        with_header(
            "corrupt-deck-without-definition",
            &|header| header.decks[0].cards[0].1 = 3,
            "a deck with a definition that does not exist",
        ),
        with_header(
            "corrupt-deck-none-of",
            &|header| header.decks[0].cards[1].0 = 0,
            "a deck with 0 of something",
        ),
        with_header(
            "corrupt-text-without-definition",
            &|header| drop(header.texts.insert(3, String::new())),
            "a text of a definition that does not exist",
        ),
        with_header(
            "corrupt-revision-0",
            &|header| header.revision = 0,
            "a revision of the rules that there is not",
        ),
        with_header("corrupt-seats-0", &|header| (header.seats, header.decks) = (0, Vec::new()), "no seats"),
        with_header(
            "corrupt-seats-9",
            &|header| (header.seats, header.decks) = (9, vec![header.decks[0].clone(); 9]),
            "more seats than the format has room for",
        ),
        with_header("corrupt-seats-not-decks", &|header| header.seats = 3, "three seats and two decks"),
        header_bytes(
            "corrupt-header-bomb",
            [vec![1, 1, 0, 253], codec::encode(&u64::MAX)[1..].to_vec()].concat(),
            "a header whose first text claims all the bytes there are",
        ),
    ]
}
