//! Logs whose bytes are whole and whose records are canonical, but which contradict the chain, a seal or the
//! order of records.

use duelog_kernel::Seed;
use duelog_log_format::{Header, Party, Place, Seal, SeedCommitment, SeedReveal, Signature, seeds};

use super::forge::{Forge, Vector, digest, header, header_payload, outcome, payload, shared_header};

const BAD: &str = "tampered";

/// A party did not keep to how the seed is chosen.
const UNFAIR: &str = "unfair";

/// A log of ten decisions, a note, ten decisions and a seal; where the decision before the note, the note,
/// and the seal stand.
fn sealed() -> (Forge, [Place; 3]) {
    let first = Forge::new().plain(9);
    let note = first.clone().plain(1);
    let last = note.clone().note("two minutes more").plain(10);
    let places = [first.place(), note.place(), last.place()];
    (last.seal().plain(3), places)
}

/// Changes that somebody made with the checksums set right.
fn changed() -> Vec<Vector> {
    let (log, [decision, note, seal]) = sealed();
    let end = |place: Place| place.offset as usize + usize::from(log.bytes[place.offset as usize]) + 5;
    let forged = |name, place: Place, change: &dyn Fn(&mut Vec<u8>), text| {
        log.clone().forged(place, change).bad(name, BAD, seal, text)
    };
    let removed = |place: Place| {
        let mut forge = log.clone();
        forge.bytes.drain(place.offset as usize..end(place));
        (forge, seal.offset - (end(place) as u64 - place.offset))
    };
    let (without_note, offset) = removed(note);
    let no_note = Place { offset, record: seal.record - 1, decision: seal.decision };
    let (without_decision, offset) = removed(decision);
    let no_decision = Place { offset, record: seal.record - 1, decision: seal.decision - 1 };
    let mut repeated = log.clone();
    let again = repeated.bytes[decision.offset as usize..end(decision)].to_vec();
    repeated.bytes.splice(end(decision)..end(decision), again.iter().copied());
    let twice = Place {
        offset: seal.offset + again.len() as u64,
        record: seal.record + 1,
        decision: seal.decision + 1,
    };
    let mut swapped = log.clone();
    swapped.bytes[decision.offset as usize..end(note)].rotate_left(again.len());
    let mut other = header();
    other.labels.insert("round".to_string(), "4".to_string());
    let mut lie = header();
    lie.texts.insert(0, "(name: \"Alpha\", power: 9)".to_string());
    let lying = Forge::empty().put(&header_payload(1, &lie));
    let behind = |header: &Header| {
        let mut forge = Forge::empty().put(&header_payload(1, header));
        let offset = seal.offset - Forge::new().bytes.len() as u64 + forge.bytes.len() as u64;
        forge.bytes.extend_from_slice(&log.bytes[Forge::new().bytes.len()..]);
        (forge, Place { offset, ..seal })
    };
    let (relabelled, after_labels) = behind(&other);
    let (aged, after_revision) = behind(&Header { revision: 2, ..header() });
    vec![
        forged("tampered-tag", decision, &|record| record[11] ^= 1, "a decision's tag was changed"),
        forged(
            "tampered-seat",
            decision,
            &|record| record[1] ^= 0x10,
            "a decision was given to the other seat",
        ),
        forged("tampered-choice", decision, &|record| record[3] ^= 1, "a decision names another object"),
        forged("tampered-note", note, &|record| record[6] = b'n', "a note was changed"),
        without_note.bad("tampered-note-removed", BAD, no_note, "a note was taken out"),
        without_decision.bad("tampered-decision-removed", BAD, no_decision, "a decision was taken out"),
        repeated.bad("tampered-decision-repeated", BAD, twice, "a decision was put in twice"),
        swapped.bad("tampered-records-swapped", BAD, seal, "a decision and a note changed places"),
        lying.plain(3).bad(
            "tampered-text",
            BAD,
            super::corrupt::HEADER,
            "the header tells another text of a definition than the one that is pinned",
        ),
        relabelled.bad("tampered-header", BAD, after_labels, "a label was added to the header"),
        aged.bad("tampered-revision", BAD, after_revision, "the header names another revision of the rules"),
    ]
}

/// Seals that do not fit.
fn seals() -> Vec<Vector> {
    let before = Forge::new().plain(20);
    let at = before.place();
    let seal = |name, change: &dyn Fn(&mut Seal), text| {
        let mut seal = before.fitting_seal();
        change(&mut seal);
        before.clone().put(&payload(6, &seal)).plain(3).bad(name, BAD, at, text)
    };
    let rooted = before.clone().seal();
    let later = rooted.clone().plain(5);
    let second = later.place();
    let full = Forge::new().plain(64);
    let unlinked = later.clone();
    let second_seal = Seal { previous: digest(3), ..later.fitting_seal() };
    vec![
        seal("tampered-seal-chain", &|seal| seal.chain = digest(9), "a seal over other records"),
        seal(
            "tampered-seal-count-less",
            &|seal| seal.decisions = 19,
            "a seal that counts a decision too few",
        ),
        seal(
            "tampered-seal-count-more",
            &|seal| seal.decisions = 21,
            "a seal that counts a decision too many",
        ),
        seal("tampered-seal-number-0", &|seal| seal.number = 0, "the first seal says that it is none"),
        seal("tampered-seal-number-2", &|seal| seal.number = 2, "the first seal says that it is the second"),
        seal(
            "tampered-seal-previous",
            &|seal| seal.previous = digest(3),
            "the first seal names one before it",
        ),
        unlinked.put(&payload(6, &second_seal)).bad(
            "tampered-seal-unlinked",
            BAD,
            second,
            "the second seal names another one than the first",
        ),
        later.seal().forged(at, |record| record[80] ^= 1).bad(
            "tampered-seal-root",
            BAD,
            second,
            "a seal's root was changed: the next seal shows it",
        ),
        rooted.clone().seal().bad("tampered-seal-twice", BAD, rooted.place(), "a seal right after a seal"),
        full.clone().plain(1).seal().bad(
            "tampered-seal-missing",
            BAD,
            full.place(),
            "65 decisions without a seal",
        ),
        full.clone().note("n").rewind(3).plain(1).bad(
            "tampered-seal-missing-after-rewind",
            BAD,
            full.note("n").rewind(3).place(),
            "a rewind does not put off the seal",
        ),
    ]
}

/// Signatures that do not fit.
fn signatures() -> Vec<Vector> {
    let sealed = Forge::new().plain(3).seal();
    let at = sealed.place();
    let wrong = |name, change: &dyn Fn(&mut Signature), text| {
        let mut signature = sealed.signature(1);
        change(&mut signature);
        sealed.clone().put(&payload(8, &signature)).plain(1).bad(name, BAD, at, text)
    };
    let other = Forge::new().plain(4).seal().signature(1);
    let signed = sealed.clone().signed(&[1]);
    let noted = signed.clone().note("n");
    let begun = Forge::new().plain(1);
    vec![
        wrong("tampered-signature", &|signature| signature.signature[0][0] ^= 1, "a signature was changed"),
        wrong(
            "tampered-signature-s",
            &|signature| signature.signature[1][31] |= 0xf0,
            "a number that is too large",
        ),
        wrong("tampered-signature-key", &|signature| signature.key = sealed.signature(2).key, "another key"),
        wrong("tampered-signature-no-key", &|signature| signature.key = [2; 32], "a key that is no point"),
        wrong("tampered-signature-weak-key", &|signature| signature.key = weak(), "a key of small order"),
        wrong("tampered-signature-party", &|signature| signature.party = Party(2), "given to another party"),
        wrong("tampered-signature-party-3-of-2", &|signature| signature.party = Party(3), "of no party"),
        wrong(
            "tampered-signature-name",
            &|signature| signature.name = "two words".to_string(),
            "a name with a space",
        ),
        wrong("tampered-signature-no-name", &|signature| signature.name.clear(), "a key without a name"),
        wrong(
            "tampered-signature-of-another-seal",
            &|signature| *signature = other.clone(),
            "of another log",
        ),
        signed.clone().signed(&[1]).bad(
            "tampered-signature-twice",
            BAD,
            signed.place(),
            "a party signs a seal twice",
        ),
        signed.clone().seal().bad(
            "tampered-seal-after-signature",
            BAD,
            signed.place(),
            "a seal after signatures of one",
        ),
        noted.clone().signed(&[2]).bad(
            "tampered-signature-late",
            BAD,
            noted.place(),
            "not directly after its seal",
        ),
        begun.clone().signed(&[0]).bad(
            "tampered-signature-without-seal",
            BAD,
            begun.place(),
            "there is no seal",
        ),
    ]
}

/// A point of order 1, as a key.
fn weak() -> [u8; 32] {
    let mut key = [0; 32];
    key[0] = 1;
    key
}

/// Records where no match has them.
fn order() -> Vec<Vector> {
    let before = Forge::new().plain(5);
    let ended = before.clone().outcome();
    let closed = ended.clone().seal();
    let out = |name, before: &Forge, payload: &[u8], text| {
        before.clone().put(payload).plain(1).bad(name, BAD, before.place(), text)
    };
    let rewound = before.clone().rewind(2);
    vec![
        out("tampered-header-twice", &before, &header_payload(1, &header()), "a second header"),
        out(
            "tampered-seat-2-of-2",
            &before,
            &super::forge::decision(2, &duelog_kernel::Choice::Number(1), 1),
            "a decision of a third seat",
        ),
        out("tampered-winner-2-of-2", &before, &payload(7, &outcome(&[2])), "a winner who does not play"),
        ended.clone().plain(1).bad(
            "tampered-decision-after-outcome",
            BAD,
            ended.place(),
            "a decision after the outcome",
        ),
        ended.clone().rewind(1).bad(
            "tampered-rewind-after-outcome",
            BAD,
            ended.place(),
            "a rewind after the outcome",
        ),
        ended.clone().outcome().bad("tampered-outcome-twice", BAD, ended.place(), "a second outcome"),
        closed.clone().plain(1).bad(
            "tampered-decision-after-end",
            BAD,
            closed.place(),
            "a decision after the closing seal",
        ),
        closed.clone().note("n").bad(
            "tampered-note-after-end",
            BAD,
            closed.place(),
            "a note after the closing seal",
        ),
        closed.clone().seal().bad(
            "tampered-seal-after-end",
            BAD,
            closed.place(),
            "a seal after the closing seal",
        ),
        before.clone().rewind(5).bad(
            "tampered-rewind-nowhere",
            BAD,
            before.place(),
            "a rewind to where the match already is",
        ),
        rewound.clone().rewind(3).bad(
            "tampered-rewind-forward",
            BAD,
            rewound.place(),
            "a rewind to a decision that was taken back",
        ),
    ]
}

/// Seeds that are not what was committed to.
fn seed() -> Vec<Vector> {
    let header = header();
    let salt = [7; 32];
    let commit = |seed: &Seed| {
        let commitment = seeds::commitment(&seeds::binding(&header), seeds::HOST, &salt, seed);
        payload(2, &SeedCommitment { party: seeds::HOST, commitment })
    };
    let reveal = |salt: [u8; 32], seed: Seed| payload(3, &SeedReveal { party: seeds::HOST, salt, seed });
    let other = Seed::from_number(2);
    let right = Forge::new().put(&commit(&header.seed));
    let wrong = Forge::new().put(&commit(&other)).plain(1);
    let played = right.clone().plain(1);
    let shown = played.clone().put(&reveal(salt, header.seed));
    let at = |forge: &Forge| forge.place();
    vec![
        Forge::new().put(&reveal(salt, header.seed)).bad(
            "tampered-seed-not-committed",
            BAD,
            at(&Forge::new()),
            "a seed shown without a commitment",
        ),
        right.clone().put(&commit(&header.seed)).bad(
            "tampered-seed-committed-twice",
            BAD,
            at(&right),
            "a second commitment",
        ),
        Forge::new().plain(1).put(&commit(&header.seed)).bad(
            "unfair-seed-late",
            UNFAIR,
            at(&Forge::new().plain(1)),
            "a commitment after the first decision",
        ),
        played.clone().put(&reveal([8; 32], header.seed)).bad(
            "unfair-seed-salt",
            UNFAIR,
            at(&played),
            "a salt that does not fit the commitment",
        ),
        played.clone().put(&reveal(salt, other)).bad(
            "unfair-seed-mismatch",
            UNFAIR,
            at(&played),
            "a seed that does not fit the commitment",
        ),
        wrong.clone().put(&reveal(salt, other)).bad(
            "unfair-seed-not-played",
            UNFAIR,
            at(&wrong),
            "a seed that fits the commitment but is not the match's",
        ),
        shown.clone().put(&reveal(salt, header.seed)).bad(
            "tampered-seed-shown-twice",
            BAD,
            at(&shown),
            "the seed shown twice",
        ),
        played.clone().put(&payload(2, &SeedCommitment { party: 1, commitment: digest(5) })).bad(
            "tampered-seed-commitment-of-a-player",
            BAD,
            at(&played),
            "a player commits to a seed that the host alone chooses",
        ),
        played.clone().put(&payload(3, &SeedReveal { party: 2, salt, seed: header.seed })).bad(
            "tampered-seed-reveal-of-a-player",
            BAD,
            at(&played),
            "a player shows a seed that the host alone chooses",
        ),
    ]
}

/// Seeds that host and players choose together, and do not keep to it.
#[expect(clippy::too_many_lines, reason = "a flat table of vectors")]
fn shared() -> Vec<Vector> {
    let committed = Forge::shared();
    let commitments = Forge::empty().put(&header_payload(1, &shared_header()));
    let shown = committed.clone().shows(1, 1).shows(2, 2);
    let ended = shown.clone().plain(3).outcome();
    let revealed = shown.clone().plain(3).shows(0, 0);
    let bad = |name, verdict, before: &Forge, after: &dyn Fn(Forge) -> Forge, text| {
        after(before.clone()).bad(name, verdict, before.place(), text)
    };
    vec![
        bad(
            "unfair-decision-without-parts",
            UNFAIR,
            &committed,
            &|log| log.plain(1),
            "the match begins before the players have shown their parts",
        ),
        bad(
            "unfair-decision-without-a-part",
            UNFAIR,
            &committed.clone().shows(1, 1),
            &|log| log.plain(1),
            "the match begins without the second player's part",
        ),
        bad(
            "unfair-decision-without-commitments",
            UNFAIR,
            &commitments,
            &|log| log.plain(1),
            "the match begins before anybody has committed",
        ),
        bad("unfair-part", UNFAIR, &committed, &|log| log.shows(1, 2), "a player shows another part"),
        bad("unfair-part-of-the-host", UNFAIR, &ended, &|log| log.shows(0, 2), "the host shows another part"),
        bad(
            "unfair-part-withheld",
            UNFAIR,
            &ended,
            &|log| log.seal(),
            "the log is closed, and the host has not shown its part",
        ),
        bad(
            "unfair-part-too-early",
            UNFAIR,
            &revealed,
            &|log| log.plain(1),
            "the match goes on after the host has shown its part",
        ),
        bad(
            "unfair-host-first",
            UNFAIR,
            &committed,
            &|log| log.shows(0, 0),
            "the host shows its part before the players",
        ),
        bad(
            "unfair-commitment-late",
            UNFAIR,
            &shown.clone().plain(1),
            &|log| log.commits(1, 1),
            "a commitment after the first decision",
        ),
        bad(
            "tampered-commitments-out-of-order",
            BAD,
            &commitments,
            &|log| log.commits(1, 1),
            "a player commits before the host",
        ),
        bad("tampered-commitment-twice", BAD, &committed, &|log| log.commits(1, 1), "a player commits twice"),
        bad(
            "tampered-commitment-of-nobody",
            BAD,
            &committed,
            &|log| log.commits(3, 3),
            "a party that there is not commits",
        ),
        bad(
            "tampered-parts-out-of-order",
            BAD,
            &committed,
            &|log| log.shows(2, 2),
            "the second player shows its part first",
        ),
        bad(
            "tampered-part-before-commitments",
            BAD,
            &commitments.clone().commits(0, 0).commits(1, 1),
            &|log| log.shows(1, 1),
            "a part is shown before all have committed",
        ),
        bad(
            "tampered-part-twice",
            BAD,
            &committed.clone().shows(1, 1),
            &|log| log.shows(1, 1),
            "a player shows its part twice",
        ),
        bad(
            "tampered-part-of-nobody",
            BAD,
            &shown,
            &|log| log.shows(3, 3),
            "a party that there is not shows a part",
        ),
    ]
}

/// The vectors.
pub fn vectors() -> Vec<Vector> {
    [changed(), seals(), signatures(), order(), seed(), shared()].concat()
}
