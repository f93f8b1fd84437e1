//! Values that a second reader can compare with: hashes, chains, draws, encodings.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use duelog_kernel::decision::{Known, Names};
use duelog_kernel::digest::{self, Components, Purpose, Touched, Tree, hex};
use duelog_kernel::rng::{self, Rng};
use duelog_kernel::siphash::Key;
use duelog_kernel::{
    Ask, Choice, Constraint, Item, Limit, ObjectId, Prompt, Request, RuleId, Seat, Seed, StateTag, TagKey,
    canonical,
};
use duelog_log_format::observed::{MatchSecret, ViewerCode, ViewerTree, salt};
use duelog_log_format::{Observed, seeds};

use super::forge::{Forge, digest, header, link};
use super::good::choices;

/// A state of two components: one leaf of text, and numbers of which even ones are empty.
struct Little(u32);

impl Components for Little {
    const NAMES: &'static [&'static str] = &["text", "numbers"];

    fn leaves(&self, component: usize) -> u32 {
        if component == 0 { 1 } else { self.0 }
    }

    fn is_one_leaf(component: usize) -> bool {
        component == 0
    }

    fn encode_leaf(&self, component: usize, leaf: u32, out: &mut Vec<u8>) {
        if component == 0 {
            out.extend_from_slice(b"little");
        } else if leaf % 2 == 1 {
            out.extend_from_slice(&leaf.to_le_bytes());
        }
    }

    fn leaf_value(&self, _: usize, _: u32) -> serde_json::Value {
        serde_json::Value::Null
    }
}

/// One value of each kind that the canonical encoding knows.
#[derive(Default, serde::Serialize)]
struct Everything {
    number: u64,
    signed: i32,
    flag: bool,
    text: String,
    option: Option<u32>,
    list: Vec<(u32, Option<bool>)>,
    way: Way,
    map: BTreeMap<u8, bool>,
    array: [u8; 4],
}

#[derive(Clone, Copy, Default, serde::Serialize)]
enum Way {
    #[default]
    Unit,
    Other,
    Newtype(Option<u32>),
    Fields {
        first: u32,
        second: bool,
    },
}

/// Encodings, each with its value as JSON: numbers, texts, bools and lists as they are, none as null, the
/// rest as an object that says what it is.
fn encodings() -> Vec<(String, Vec<u8>)> {
    let enums: [(&str, Way); 8] = [
        (r#"{"enum":[0]}"#, Way::Unit),
        (r#"{"enum":[1]}"#, Way::Other),
        (r#"{"enum":[2,null]}"#, Way::Newtype(None)),
        (r#"{"enum":[2,{"some":0}]}"#, Way::Newtype(Some(0))),
        (r#"{"enum":[2,{"some":200}]}"#, Way::Newtype(Some(200))),
        (r#"{"enum":[3,0,false]}"#, Way::Fields { first: 0, second: false }),
        (r#"{"enum":[3,0,true]}"#, Way::Fields { first: 0, second: true }),
        (r#"{"enum":[3,9,true]}"#, Way::Fields { first: 9, second: true }),
    ];
    let mut found: Vec<_> =
        enums.iter().map(|(json, way)| ((*json).to_string(), canonical::encode(way))).collect();
    found.push((
        format!("[{}]", enums.map(|way| way.0).join(",")),
        canonical::encode(&enums.map(|way| way.1).to_vec()),
    ));
    let json = |text: &str, end: &str| {
        format!(r#"{{"struct":[0,{{"signed":0}},false,"{text}",null,[],{{"enum":[0]}},{end}]}}"#)
    };
    let none = r#"{"map":[]},{"tuple":[0,0,0,0]}"#;
    found.push((json("", none), canonical::encode(&Everything::default())));
    let text = Everything { text: "クローン".to_string(), ..Everything::default() };
    found.push((json(&text.text, none), canonical::encode(&text)));
    let last = Everything { array: [0, 7, 0, 0], ..Everything::default() };
    found.push((json("", r#"{"map":[]},{"tuple":[0,7,0,0]}"#), canonical::encode(&last)));
    found.push((
        concat!(
            r#"{"struct":[18446744073709551615,{"signed":-65},true,"x",{"some":0},"#,
            r#"[{"tuple":[0,null]},{"tuple":[1,null]},{"tuple":[0,{"some":false}]}],{"enum":[3,9,true]},"#,
            r#"{"map":[[0,false],[5,true]]},{"tuple":[1,2,3,4]}]}"#
        )
        .to_string(),
        canonical::encode(&Everything {
            number: u64::MAX,
            signed: -65,
            flag: true,
            text: "x".to_string(),
            option: Some(0),
            list: vec![(0, None), (1, None), (0, Some(false))],
            way: Way::Fields { first: 9, second: true },
            map: BTreeMap::from([(0, false), (5, true)]),
            array: [1, 2, 3, 4],
        }),
    ));
    found
}

fn artifacts() -> Arc<Known> {
    Arc::new(Known::new("artifact card".to_string(), []))
}

fn requests() -> Vec<(&'static str, Request)> {
    let items = vec![Item::Pass, Item::Object(ObjectId(5)), Item::Object(ObjectId(300))];
    let every = vec![
        Item::Pass,
        Item::Flag(false),
        Item::Flag(true),
        Item::Seat(Seat(1)),
        Item::Object(ObjectId(0)),
        Item::Ability(ObjectId(3), 128),
        Item::Mode(1),
        Item::Number(300),
        Item::Symbol(4),
        Item::Act(9, ObjectId(16384)),
        Item::Pair(ObjectId(5), ObjectId(6)),
        Item::PairSeat(ObjectId(7), Seat(0)),
        Item::Concede,
        Item::Draw,
    ];
    let rule = RuleId::new("1.1");
    let request =
        |subject, ask| Request { seat: Seat(1), prompt: Prompt::new("prompt", false), rule, subject, ask };
    let constraint = |limit| Constraint { rule, limit };
    let limits = vec![
        constraint(Limit::AtMost { items: items.clone(), max: 2 }),
        constraint(Limit::AtLeast { items: items[..1].to_vec(), min: 1 }),
        constraint(Limit::NoneOrAtLeast { items: items[1..].to_vec(), min: 2 }),
        constraint(Limit::Groups { groups: vec![items[..2].to_vec(), items[2..].to_vec()], min: 1 }),
    ];
    let shares = vec![
        constraint(Limit::EachAtLeast(1)),
        constraint(Limit::OnlyIf {
            items: items[2..].to_vec(),
            needs: vec![(items[0], 1), (items[1], 3)],
            least: 3,
        }),
    ];
    vec![
        (
            "pick",
            request(
                None,
                Ask::Pick { options: items.clone(), min: 1, max: 1, ordered: false, constraints: Vec::new() },
            ),
        ),
        (
            "pick-ordered-limits",
            request(
                Some(ObjectId(200)),
                Ask::Pick { options: items.clone(), min: 0, max: 3, ordered: true, constraints: limits },
            ),
        ),
        ("number", request(None, Ask::Number { min: 0, max: 1000 })),
        ("split", request(None, Ask::Split { total: 5, options: items, constraints: shares })),
        ("name", request(None, Ask::Name { among: vec!["Alpha".to_string(), "Beta".to_string()].into() })),
        ("name-of-a-kind", request(None, Ask::Name { among: Names::Known(artifacts()) })),
        ("every-item", request(None, Ask::Split { total: 0, options: every, constraints: Vec::new() })),
    ]
}

/// SipHash-2-4 under the key 00 01 02 and so on.
fn sip(bytes: &[u8]) -> u64 {
    Key::new(&std::array::from_fn(|place| place as u8)).hash(bytes)
}

/// The table: what, of what, and the value, numbers in decimal and bytes in hexadecimal.
pub fn table() -> String {
    let mut out = String::from("what\tinput\tvalue\n");
    let mut row =
        |what: &str, input: &str, value: &str| writeln!(out, "{what}\t{input}\t{value}").expect("memory");
    let counting = |length: usize| -> Vec<u8> { (0..length).map(|place| place as u8).collect() };

    row("crc32c", &hex(b"123456789"), &hex(&crc32c::crc32c(b"123456789").to_le_bytes()));
    row("chain genesis", "", &hex(&Forge::empty().chain));
    for length in [1, 9, 30, 31, 32, 33, 64, 1025] {
        row(
            "chain link from genesis",
            &hex(&counting(length)),
            &hex(&link(Forge::empty().chain, &counting(length))),
        );
    }
    for choice in choices() {
        let mut bytes = Vec::new();
        choice.encode(&mut bytes);
        row("choice", &format!("{choice:?}"), &hex(&bytes));
    }
    for (json, bytes) in encodings() {
        row("canonical encoding", &json, &hex(&bytes));
    }
    row("siphash", &hex(&counting(15)), &format!("{:016x}", sip(&counting(15))));
    row("siphash", &hex(&counting(16)), &format!("{:016x}", sip(&counting(16))));
    for (name, request) in requests() {
        let mut bytes = Vec::new();
        request.encode(&mut bytes);
        row("request", name, &hex(&bytes));
        row("request hash", name, &format!("{:016x}", request.hash(&mut Vec::new())));
    }
    for leaves in [0, 1, 2, 3, 4, 5, 8] {
        let mut touched = Touched::default();
        touched.all();
        let mut tree = Tree::default();
        let root = tree.root(&Little(leaves), &mut touched);
        row("state root", &format!("text + {leaves} numbers"), &root.hex());
        let request = requests()[2].1.hash(&mut Vec::new());
        let state = StateTag::new(tree.sums(&Little(leaves), &mut touched), request);
        row("state tag", &format!("text + {leaves} numbers, request number"), &state.hex());
        let mut key = TagKey::new(&Seed::from_number(7));
        for (number, seat, choice) in [
            (1, 0, Choice::one(Item::Pass)),
            (300, 1, Choice::Pick(vec![Item::Object(ObjectId(300)), Item::Flag(true)])),
        ] {
            let mut bytes = Vec::new();
            choice.encode(&mut bytes);
            let input = format!(
                "text + {leaves} numbers, the same request, seed from number 7, decision {number}, seat {seat}, choice {}",
                hex(&bytes)
            );
            row("decision tag", &input, &key.hide(number, Seat(seat), &choice, state).hex());
        }
    }
    row("definition digest", &hex(b"definition"), &digest::hash(Purpose::Definition, b"definition").hex());
    row("seed from number", "7", &hex(&Seed::from_number(7).0));
    row("seed binding", "header of ok-header-alone", &seeds::binding(&header()).hex());
    row(
        "seed commitment",
        "that binding, host, salt 07 x 32, seed from number 1",
        &seeds::commitment(&seeds::binding(&header()), seeds::HOST, &[7; 32], &header().seed).hex(),
    );
    row(
        "combined seed",
        "seeds from numbers 1, 2, 3",
        &hex(&seeds::combined(&[1, 2, 3].map(Seed::from_number)).0),
    );
    observed(&mut row);
    draws(&mut row);
    row("digest of a number", "3", &digest(3).hex());
    out
}

fn draws(row: &mut impl FnMut(&str, &str, &str)) {
    // The first word of this draw is rejected.
    let mut rng = Rng::new(Seed::from_number(7));
    (0..663_102).for_each(|_| rng.advance(rng::Purpose::Choice));
    let mut stream = rng.peek(rng::Purpose::Choice);
    let numbers: Vec<String> = (0..8).map(|_| stream.below(997).to_string()).collect();
    row("draw", "seed from number 7, choice 663102, eight numbers below 997", &numbers.join(" "));
    let words = |numbers: Vec<u32>| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let purposes = [
        ("shuffle", rng::Purpose::Shuffle),
        ("coin", rng::Purpose::Coin),
        ("die", rng::Purpose::Die),
        ("choice", rng::Purpose::Choice),
    ];
    for (name, purpose) in purposes {
        let mut rng = Rng::new(Seed::from_number(7));
        for draw in 0..2 {
            for bound in [2u32, 6, 1000, 3_000_000_000] {
                let mut stream = rng.peek(purpose);
                let numbers = (0..8).map(|_| stream.below(bound)).collect();
                row(
                    "draw",
                    &format!("seed from number 7, {name} {draw}, eight numbers below {bound}"),
                    &words(numbers),
                );
            }
            for size in [10u32, 60] {
                let mut pile: Vec<u32> = (0..size).collect();
                rng.peek(purpose).shuffle(&mut pile);
                row(
                    "shuffle",
                    &format!("seed from number 7, {name} {draw}, 0 to {}", size - 1),
                    &words(pile),
                );
            }
            rng.advance(purpose);
        }
    }
}

/// What is derived for an observed log from the seed and 32 bytes `4d`.
fn observed(row: &mut impl FnMut(&str, &str, &str)) {
    let secret = MatchSecret::new(&Seed::from_number(7), &Observed { salt: [0x4d; 32] });
    for seat in [0, 1] {
        let key = secret.viewer_key(ViewerCode::seat(Seat(seat)));
        row("viewer key", &format!("viewer {}", seat + 1), &hex(&key));
        row("observed salt", &format!("viewer {}, place 300", seat + 1), &hex(&salt(&key, 300)));
    }
    row("zone key", "seal 2, zone 300", &hex(&secret.zone_key(2, 300)));
    let viewer = ViewerCode::seat(Seat(0));
    let mut told = ViewerTree::new(viewer, secret.viewer_key(viewer));
    for count in 0..=5_u8 {
        let given = format!("viewer 1, from 0, {count} of one byte each, its number");
        row("observations root", &given, &hex(&told.root().0));
        told.hear_bytes(&[count]);
    }
}
