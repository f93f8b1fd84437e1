//! Viewers' logs and disclosures, made by hand as the specification has them.

use duelog_kernel::{Choice, Digest, Item, ObjectId, Seat, codec};
use duelog_log_format::observed::{
    OpenedObservation, OpenedZone, Roots, Shown, ViewerCode, ZoneCard, ZoneRoot,
};
use duelog_log_format::{Observation, ObservedFact, Opened, SeenCard, SeenPlace, SeenZone};

use super::forge::{digest, frame, length, outcome, payload};
use super::observed::keyed;

/// A viewer's log, and what a reader must say about it.
pub struct View {
    /// The file's name without its ending.
    pub name: &'static str,
    /// `ok`, or the verdict on it.
    pub verdict: &'static str,
    /// Where the record with the fault begins, and its number; the end of a good one.
    pub at: (u64, u64),
    /// What is special about it.
    pub note: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A disclosure, and what a reader must say about it beside a viewer's log.
pub struct Shows {
    /// The file's name without its ending.
    pub name: &'static str,
    /// `holds`, `unreadable`, `other match`, `no seal` or `false`.
    pub verdict: &'static str,
    /// What is special about it.
    pub note: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

const KEYS: u32 = 300;

fn key(viewer: u8) -> [u8; 32] {
    digest(KEYS + u32::from(viewer)).0
}

fn veiled() -> Digest {
    digest(7)
}

fn salt(key: &[u8; 32], place: u32) -> [u8; 32] {
    *blake3::keyed_hash(key, &place.to_le_bytes()).as_bytes()
}

type PublicHeader = (&'static str, &'static str, u32, &'static str, u8, Vec<u32>, Vec<(String, String)>);

fn public_header() -> PublicHeader {
    let label = ("event".to_string(), "vectors".to_string());
    ("vectors", "1", 1, "duelog vectors", 2, vec![5, 5], vec![label])
}

fn known_by(public: &PublicHeader) -> [u8; 32] {
    let public = keyed("duelog 2026 observed public header", &codec::encode(public));
    keyed("duelog 2026 observed match", &[public, veiled().0].concat())
}

fn node(pair: &[[u8; 32]]) -> [u8; 32] {
    keyed("duelog 2026 observed node", &[pair[0], pair.get(1).copied().unwrap_or_default()].concat())
}

/// The top of a tree, and the neighbours on the way of a leaf.
fn tree(mut row: Vec<[u8; 32]>, mut place: usize) -> ([u8; 32], Vec<Digest>) {
    let mut way = Vec::new();
    while row.len() > 1 {
        way.push(Digest(row.get(place ^ 1).copied().unwrap_or_default()));
        row = row.chunks(2).map(node).collect();
        place /= 2;
    }
    (row.first().copied().unwrap_or_default(), way)
}

fn card(id: u32, name: &str) -> ZoneCard {
    ZoneCard { id: ObjectId(id), name: name.to_string() }
}

/// The zones of the match with their cards.
fn zones() -> Vec<(&'static str, Option<Seat>, Vec<ZoneCard>)> {
    let hand = vec![card(1, "Alpha"), card(2, "Gamma"), card(3, "Alpha")];
    vec![
        ("pile", None, vec![card(9, "Beta")]),
        ("hand", Some(Seat(0)), hand),
        ("hand", Some(Seat(1)), vec![card(5, "Gamma")]),
        ("elsewhere", None, Vec::new()),
    ]
}

fn zone_key(seal: u32, zone: usize) -> [u8; 32] {
    digest(400 + 10 * seal + zone as u32).0
}

fn card_leaves(seal: u32, zone: usize) -> Vec<[u8; 32]> {
    let key = zone_key(seal, zone);
    let leaf = |(place, card): (u32, &ZoneCard)| {
        let place_of = place.to_le_bytes();
        let bytes = [&salt(&key, place)[..], &place_of, &codec::encode(card)].concat();
        keyed("duelog 2026 observed card", &bytes)
    };
    (0..).zip(&zones()[zone].2).map(leaf).collect()
}

fn zone_roots(seal: u32) -> Vec<ZoneRoot> {
    let root = |(place, (name, seat, cards)): (usize, (&str, Option<Seat>, Vec<ZoneCard>))| {
        let top = tree(card_leaves(seal, place), 0).0;
        let root =
            keyed("duelog 2026 observed zone", &[&(cards.len() as u32).to_le_bytes()[..], &top].concat());
        ZoneRoot { name: name.to_string(), seat, root: Digest(root) }
    };
    zones().into_iter().enumerate().map(root).collect()
}

/// What a viewer is told, in the two parts that the seals make.
fn told(viewer: u8) -> [Vec<Observation>; 2] {
    let plain = |what| Observation {
        what,
        counts: Vec::new(),
        scores: Vec::new(),
        cards: Vec::new(),
        awaited: Some(Seat(1)),
        request: None,
    };
    let decided = |seat: u8, item: Item| {
        let mut bytes = Vec::new();
        Choice::one(item).encode(&mut bytes);
        plain(ObservedFact::Decided { seat: Seat(seat), choice: (viewer == seat + 1).then_some(bytes) })
    };
    let seen = |id: u32, place: Option<(Option<u32>, &str)>| SeenCard {
        id: ObjectId(id),
        place: place.map(|(zone, name)| SeenPlace { zone, name: name.to_string() }),
    };
    let zone =
        |(name, seat, _): (&str, Option<Seat>, Vec<ZoneCard>)| SeenZone { name: name.to_string(), seat };
    let begun = Observation {
        counts: vec![(1, 3), (2, 2)],
        scores: vec![20, -3],
        cards: match viewer {
            1 => vec![seen(1, Some((Some(1), "Alpha"))), seen(2, Some((Some(1), "Gamma")))],
            _ => Vec::new(),
        },
        awaited: Some(Seat(0)),
        request: (viewer == 1).then(|| vec![2, 0x81, 4]),
        ..plain(ObservedFact::Begun(zones().into_iter().map(zone).collect()))
    };
    let played = Observation {
        counts: vec![(0, 1), (2, 1)],
        cards: vec![seen(9, Some((Some(0), "Beta"))), seen(300, Some((None, "Alpha"))), seen(300, None)],
        ..decided(1, Item::Object(ObjectId(9)))
    };
    let back = Observation {
        counts: vec![(1, 3), (2, 2)],
        scores: vec![20, -3],
        ..plain(ObservedFact::Rewound { to: 1 })
    };
    let ended = Observation { awaited: None, ..plain(ObservedFact::Ended(outcome(&[1]))) };
    [vec![begun, decided(0, Item::Pass), played], vec![decided(0, Item::Pass), back, ended]]
}

fn leaves(viewer: u8, part: usize) -> Vec<[u8; 32]> {
    let first = if part == 0 { 0 } else { 3 };
    let leaf = |(place, told): (u32, &Observation)| {
        let bytes = [&salt(&key(viewer), place)[..], &place.to_le_bytes(), &codec::encode(told)].concat();
        keyed("duelog 2026 observation", &bytes)
    };
    (first..).zip(&told(viewer)[part]).map(leaf).collect()
}

fn root(viewer: u8, part: usize) -> Digest {
    let (first, count) = (if part == 0 { 0_u32 } else { 3 }, told(viewer)[part].len() as u32);
    let top = tree(leaves(viewer, part), 0).0;
    let bytes = [&[viewer][..], &first.to_le_bytes(), &count.to_le_bytes(), &top].concat();
    Digest(keyed("duelog 2026 observations", &bytes))
}

fn roots(part: usize) -> Roots {
    let zones = zone_roots(part as u32 + 1);
    Roots {
        cards: Digest(keyed("duelog 2026 observed zones", &codec::encode(&zones))),
        told: (0..3).map(|viewer| root(viewer, part)).collect(),
    }
}

type PublicSeal = (u32, Digest, u32, Digest, Digest);

fn seal(part: usize) -> PublicSeal {
    let Roots { cards, told } = roots(part);
    let bytes: Vec<u8> = [cards].into_iter().chain(told).flat_map(|root| root.0).collect();
    let observed = Digest(keyed("duelog 2026 observed roots", &bytes));
    let previous = if part == 0 { known_by(&public_header()) } else { seal_hash(&seal(0)) };
    (part as u32 + 1, Digest(previous), if part == 0 { 2 } else { 3 }, digest(80 + part as u32), observed)
}

fn seal_hash(seal: &PublicSeal) -> [u8; 32] {
    keyed("duelog 2026 public seal", &codec::encode(seal))
}

fn seal_record(viewer: u8, seal: &PublicSeal, part: usize) -> Vec<u8> {
    let Roots { cards, mut told } = roots(part);
    told.remove(usize::from(viewer));
    payload(3, &(*seal, (cards, told)))
}

fn header_record(viewer: u8, public: &PublicHeader, key: [u8; 32]) -> Vec<u8> {
    [&[1, 1, 0][..], &codec::encode(&(viewer, public, veiled(), key))].concat()
}

fn observation_record(told: &Observation, words: &[&str]) -> Vec<u8> {
    payload(2, &(told, words))
}

/// The records of a viewer's log: a header, three observations, a seal, three observations, a seal, a signature.
fn records(viewer: u8) -> Vec<Vec<u8>> {
    let mut records = vec![header_record(viewer, &public_header(), key(viewer))];
    for (part, told) in told(viewer).iter().enumerate() {
        records.extend(told.iter().map(|told| observation_record(told, &["as the engine tells it"])));
        records.push(seal_record(viewer, &seal(part), part));
    }
    records.push(signed_by(0));
    records
}

/// A signature of the last seal that fits.
fn signed_by(party: u8) -> Vec<u8> {
    let mut signer = super::forge::Forge::empty();
    signer.begun = known_by(&public_header());
    (signer.seals, signer.decision) = ((2, seal_hash(&seal(1))), 3);
    payload(8, &signer.signature(party))
}

fn file(records: &[Vec<u8>]) -> Vec<u8> {
    let frames = records.iter().map(|record| frame(&length(record.len()), record));
    frames.fold(b"DUELVW\r\n".to_vec(), |file, frame| [file, frame].concat())
}

fn good(name: &'static str, records: &[Vec<u8>], note: &'static str) -> View {
    bad(name, "ok", records, records.len(), note)
}

/// With a fault in a record.
fn bad(
    name: &'static str,
    verdict: &'static str,
    records: &[Vec<u8>],
    at: usize,
    note: &'static str,
) -> View {
    let offset = file(&records[..at]).len() as u64;
    View { name, verdict, at: (offset, at as u64), note, bytes: file(records) }
}

/// The records of the public's log, changed.
fn changed(viewer: u8, change: impl FnOnce(&mut Vec<Vec<u8>>)) -> Vec<Vec<u8>> {
    let mut all = records(viewer);
    change(&mut all);
    all
}

/// Viewers' logs, good and bad.
pub fn views() -> Vec<View> {
    let in_words = |all: &mut Vec<Vec<u8>>| all[2] = observation_record(&told(0)[0][1], &[]);
    let mut views = vec![
        good("ok-view-public", &records(0), "what everybody was told of a match that is over"),
        good("ok-view-seat-0", &records(1), "the same for the player in seat 0, who is asked and answers"),
        good("ok-view-seat-1", &records(2), "the same for the player in seat 1"),
        good("ok-view-running", &records(1)[..4], "a log that has just begun, nothing of which is sealed"),
        good("ok-view-unsigned", &records(0)[..9], "without the signature"),
        good("ok-view-other-words", &changed(0, in_words), "the same in other words"),
    ];
    views.extend(tampered());
    views.extend(damaged());
    views
}

#[expect(clippy::too_many_lines, reason = "a flat list of vectors")]
fn tampered() -> Vec<View> {
    const BAD: &str = "tampered";
    let other_told = |change: &dyn Fn(&mut Observation)| {
        let mut other = told(0)[0][1].clone();
        change(&mut other);
        changed(0, |all| all[2] = observation_record(&other, &[]))
    };
    let other_seal = |change: &dyn Fn(&mut PublicSeal)| {
        let mut other = seal(0);
        change(&mut other);
        changed(0, |all| all[4] = seal_record(0, &other, 0))
    };
    let mut labels = public_header();
    labels.6[0].1 = "another".to_string();
    vec![
        bad(
            "tampered-view-observation",
            BAD,
            &other_told(&|told| told.scores = vec![1, 2]),
            4,
            "another score",
        ),
        bad(
            "tampered-view-awaited",
            BAD,
            &other_told(&|told| told.awaited = Some(Seat(0))),
            4,
            "another is asked",
        ),
        bad("tampered-view-left-out", BAD, &changed(0, |all| drop(all.remove(2))), 3, "a decision left out"),
        bad(
            "tampered-view-twice",
            BAD,
            &changed(0, |all| all.insert(2, all[2].clone())),
            5,
            "a decision twice",
        ),
        bad("tampered-view-swapped", BAD, &changed(0, |all| all.swap(2, 3)), 4, "two decisions exchanged"),
        bad(
            "tampered-view-begun-twice",
            BAD,
            &changed(0, |all| all.insert(2, all[1].clone())),
            2,
            "it begins twice",
        ),
        bad("tampered-view-not-begun", BAD, &changed(0, |all| drop(all.remove(1))), 1, "it does not begin"),
        bad(
            "tampered-view-answer",
            BAD,
            &changed(0, |all| all[2] = records(1)[2].clone()),
            2,
            "another one's answer",
        ),
        bad(
            "tampered-view-no-answer",
            BAD,
            &changed(1, |all| all[2] = records(0)[2].clone()),
            2,
            "not its own answer",
        ),
        bad(
            "tampered-view-request",
            BAD,
            &changed(0, |all| all[1] = records(1)[1].clone()),
            1,
            "another one's request",
        ),
        bad(
            "tampered-view-rewind",
            BAD,
            &other_told(&|told| told.what = ObservedFact::Rewound { to: 0 }),
            2,
            "back to nowhere",
        ),
        bad(
            "tampered-view-seat",
            BAD,
            &other_told(&|told| told.what = ObservedFact::Decided { seat: Seat(2), choice: None }),
            2,
            "a player whom the match does not have",
        ),
        bad(
            "tampered-view-after-end",
            BAD,
            &changed(0, |all| all.insert(8, all[2].clone())),
            8,
            "after the end",
        ),
        bad(
            "tampered-view-label",
            BAD,
            &changed(0, |all| all[0] = header_record(0, &labels, key(0))),
            4,
            "a label",
        ),
        bad(
            "tampered-view-key",
            BAD,
            &changed(0, |all| all[0] = header_record(0, &public_header(), key(1))),
            4,
            "the key of another viewer",
        ),
        bad(
            "tampered-view-viewer",
            BAD,
            &changed(0, |all| all[0] = header_record(2, &public_header(), key(0))),
            3,
            "the public's log said to be a player's",
        ),
        bad(
            "tampered-view-seal-number",
            BAD,
            &other_seal(&|seal| seal.0 = 2),
            4,
            "the first seal is the second",
        ),
        bad(
            "tampered-view-seal-previous",
            BAD,
            &other_seal(&|seal| seal.1 = digest(1)),
            4,
            "after another seal",
        ),
        bad(
            "tampered-view-seal-decisions",
            BAD,
            &other_seal(&|seal| seal.2 = 3),
            4,
            "another number of decisions",
        ),
        bad("tampered-view-seal-veiled", BAD, &other_seal(&|seal| seal.3 = digest(1)), 8, "another state"),
        bad(
            "tampered-view-seal-observed",
            BAD,
            &other_seal(&|seal| seal.4 = digest(1)),
            4,
            "other observations",
        ),
        bad(
            "tampered-view-root",
            BAD,
            &changed(0, |all| *all[4].last_mut().expect("a byte") ^= 1),
            4,
            "another viewer's root is another",
        ),
        bad("tampered-view-roots", BAD, &changed(0, |all| all[4] = too_many_roots()), 4, "a root too many"),
        bad(
            "tampered-view-signature",
            BAD,
            &changed(0, |all| all[9][80] ^= 1),
            9,
            "a signature that does not fit",
        ),
        bad(
            "tampered-view-signature-alone",
            BAD,
            &changed(0, |all| all.insert(2, all[9].clone())),
            2,
            "no seal before it",
        ),
        bad(
            "tampered-view-signature-twice",
            BAD,
            &changed(0, |all| all.push(all[9].clone())),
            10,
            "signed twice",
        ),
        bad(
            "tampered-view-signature-party-3-of-2",
            BAD,
            &changed(0, |all| all[9] = signed_by(3)),
            9,
            "signed by a party that the match does not have",
        ),
        bad(
            "tampered-view-header-twice",
            BAD,
            &changed(0, |all| all.insert(1, all[0].clone())),
            1,
            "two headers",
        ),
    ]
}

fn too_many_roots() -> Vec<u8> {
    let Roots { cards, told } = roots(0);
    payload(3, &(seal(0), (cards, told)))
}

fn damaged() -> Vec<View> {
    let (mut seats, mut labels) = (public_header(), public_header());
    seats.4 = 0;
    labels.6.push(labels.6[0].clone());
    let flipped = |mut view: View| {
        let last = view.bytes.len() - 1;
        view.bytes[last] ^= 1;
        view
    };
    let cut = |mut view: View| {
        view.bytes.truncate(view.bytes.len() - 9);
        view
    };
    let begins = |mut view: View| {
        view.bytes.splice(..8, *b"DUELOG\r\n");
        View { at: (0, 0), ..view }
    };
    vec![
        flipped(bad("corrupt-view-checksum", "corrupt", &records(0), 9, "a checksum that does not fit")),
        bad(
            "corrupt-view-kind",
            "corrupt",
            &changed(0, |all| all.insert(2, vec![4, 0])),
            2,
            "no record begins with 4",
        ),
        bad("corrupt-view-left-over", "corrupt", &changed(0, |all| all[2].push(0)), 2, "a byte left over"),
        bad(
            "corrupt-view-seats",
            "corrupt",
            &changed(0, |all| all[0] = header_record(0, &seats, key(0))),
            0,
            "a match of nobody",
        ),
        bad(
            "corrupt-view-label-twice",
            "corrupt",
            &changed(0, |all| all[0] = header_record(0, &labels, key(0))),
            0,
            "a label that stands twice",
        ),
        bad(
            "corrupt-view-viewer",
            "corrupt",
            &changed(0, |all| all[0] = header_record(3, &public_header(), key(0))),
            0,
            "the log of a player whom the match does not have",
        ),
        cut(bad("torn-view", "torn", &records(0), 9, "the last record is unfinished")),
        bad("torn-view-empty", "torn", &[], 0, "no header"),
        bad("unreadable-view-version", "unreadable", &changed(0, |all| all[0][1] = 2), 0, "version 2"),
        bad("unreadable-view-first", "unreadable", &records(0)[1..], 0, "the first record is no header"),
        begins(bad("unreadable-view-magic", "unreadable", &records(0), 0, "it begins as a full log")),
    ]
}

type Parts = (Digest, u32, Roots, Opened);

fn disclosure(parts: &Parts) -> Vec<u8> {
    let payload = codec::encode(parts);
    [b"DUELDC\r\n".to_vec(), frame(&length(payload.len()), &payload)].concat()
}

fn whole_hand(seal: u32, zone: usize) -> Parts {
    let shown = Shown::All { key: zone_key(seal, zone), cards: zones()[zone].2.clone() };
    let opened = OpenedZone { zones: zone_roots(seal), zone: zone as u32, shown };
    (Digest(known_by(&public_header())), seal, roots(seal as usize - 1), Opened::Zone(opened))
}

fn one_card(place: u32) -> Parts {
    let key = zone_key(2, 1);
    let shown = Shown::One {
        count: 3,
        place,
        salt: salt(&key, place),
        card: zones()[1].2[place as usize].clone(),
        path: tree(card_leaves(2, 1), place as usize).1,
    };
    let opened = OpenedZone { zones: zone_roots(2), zone: 1, shown };
    (Digest(known_by(&public_header())), 2, roots(1), Opened::Zone(opened))
}

fn one_told(viewer: u8, within: u32) -> Parts {
    let opened = OpenedObservation {
        viewer: ViewerCode(viewer),
        first: 0,
        count: 3,
        within,
        salt: salt(&key(viewer), within),
        observation: codec::encode(&told(viewer)[0][within as usize]),
        path: tree(leaves(viewer, 0), within as usize).1,
    };
    (Digest(known_by(&public_header())), 1, roots(0), Opened::Told(opened))
}

fn with_zone(mut parts: Parts, change: impl FnOnce(&mut OpenedZone)) -> Vec<u8> {
    if let Opened::Zone(opened) = &mut parts.3 {
        change(opened);
    }
    disclosure(&parts)
}

fn with_told(mut parts: Parts, change: impl FnOnce(&mut OpenedObservation)) -> Vec<u8> {
    if let Opened::Told(opened) = &mut parts.3 {
        change(opened);
    }
    disclosure(&parts)
}

fn with_cards(change: impl FnOnce(&mut Vec<ZoneCard>)) -> Vec<u8> {
    with_zone(whole_hand(2, 1), |opened| {
        if let Shown::All { cards, .. } = &mut opened.shown {
            change(cards);
        }
    })
}

/// Disclosures beside the log `ok-view-public`, good and bad.
#[expect(clippy::too_many_lines, reason = "a flat list of vectors")]
pub fn disclosures() -> Vec<Shows> {
    let shows = |name, verdict, bytes, note| Shows { name, verdict, note, bytes };
    let mut flipped = disclosure(&whole_hand(2, 1));
    flipped[40] ^= 1;
    let mut long = disclosure(&whole_hand(2, 1));
    long.push(0);
    vec![
        shows(
            "holds-hand",
            "holds",
            disclosure(&whole_hand(2, 1)),
            "a hand of three cards at the second seal",
        ),
        shows(
            "holds-empty",
            "holds",
            disclosure(&whole_hand(1, 3)),
            "a zone without cards at the first seal",
        ),
        shows("holds-card", "holds", disclosure(&one_card(1)), "one card of the hand alone"),
        shows("holds-last-card", "holds", disclosure(&one_card(2)), "a card without a neighbour in the tree"),
        shows(
            "holds-told",
            "holds",
            disclosure(&one_told(1, 1)),
            "what a player was told with the first decision",
        ),
        shows("false-card", "false", with_cards(|cards| cards[0] = card(1, "Gamma")), "another card"),
        shows("false-id", "false", with_cards(|cards| cards[0] = card(4, "Alpha")), "another id"),
        shows("false-order", "false", with_cards(|cards| cards.reverse()), "another order"),
        shows("false-one-less", "false", with_cards(|cards| drop(cards.pop())), "a card less"),
        shows(
            "false-seat",
            "false",
            with_zone(whole_hand(2, 1), |opened| opened.zone = 2),
            "the hand of another",
        ),
        shows(
            "false-name",
            "false",
            with_zone(whole_hand(2, 1), |opened| opened.zones[1].seat = Some(Seat(1))),
            "a list that calls it the hand of another",
        ),
        shows("false-zone", "false", with_zone(whole_hand(2, 1), |opened| opened.zone = 9), "no such zone"),
        shows(
            "false-moment",
            "false",
            disclosure(&(Digest(known_by(&public_header())), 1, roots(1), whole_hand(2, 1).3)),
            "said of another seal",
        ),
        shows(
            "false-roots",
            "false",
            disclosure(&(Digest(known_by(&public_header())), 1, roots(0), whole_hand(2, 1).3)),
            "with the roots of another seal",
        ),
        shows(
            "false-path",
            "false",
            with_zone(one_card(1), |opened| {
                if let Shown::One { path, .. } = &mut opened.shown {
                    path.push(Digest::default());
                }
            }),
            "a neighbour too many",
        ),
        shows(
            "false-place",
            "false",
            with_zone(one_card(1), |opened| {
                if let Shown::One { place, .. } = &mut opened.shown {
                    *place = 0;
                }
            }),
            "another place",
        ),
        shows(
            "false-viewer",
            "false",
            with_told(one_told(1, 1), |told| told.viewer = ViewerCode(2)),
            "told to another",
        ),
        shows(
            "false-nobody",
            "false",
            with_told(one_told(1, 1), |told| told.viewer = ViewerCode(9)),
            "told to nobody",
        ),
        shows(
            "false-within",
            "false",
            with_told(one_told(1, 1), |told| told.within = 0),
            "told at another time",
        ),
        shows("false-first", "false", with_told(one_told(1, 1), |told| told.first = 1), "another number"),
        shows("false-salt", "false", with_told(one_told(1, 1), |told| told.salt[0] ^= 1), "another salt"),
        shows(
            "false-words",
            "false",
            with_told(one_told(1, 1), |told| told.observation.push(0)),
            "an observation with a byte left over",
        ),
        shows(
            "no-seal-3",
            "no seal",
            disclosure(&(known(), 3, roots(1), whole_hand(2, 1).3)),
            "a seal that is not there",
        ),
        shows(
            "no-seal-0",
            "no seal",
            disclosure(&(known(), 0, roots(1), whole_hand(2, 1).3)),
            "seals count from 1",
        ),
        shows(
            "other-match",
            "other match",
            disclosure(&(digest(1), 2, roots(1), whole_hand(2, 1).3)),
            "of another match",
        ),
        shows("unreadable-flipped", "unreadable", flipped, "a checksum that does not fit"),
        shows("unreadable-long", "unreadable", long, "a byte behind it"),
        shows("unreadable-view", "unreadable", file(&records(0)), "a viewer's log"),
    ]
}

fn known() -> Digest {
    Digest(known_by(&public_header()))
}
