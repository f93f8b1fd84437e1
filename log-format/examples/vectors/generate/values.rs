//! Values that a second reader can compare with: hashes, chains, draws, encodings.

use std::fmt::Write;

use duelog_kernel::digest::{self, Components, Purpose, Touched, Tree, hex};
use duelog_kernel::rng::{self, Rng};
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat, Seed, TagKey};
use duelog_log_format::seeds;

use super::forge::{Forge, digest, header, link};
use super::good::choices;

/// A state of two components: one leaf of text, and numbers of which even ones are empty.
struct Little(u32);

impl Components for Little {
    const NAMES: &'static [&'static str] = &["text", "numbers"];

    fn leaves(&self, component: usize) -> u32 {
        if component == 0 { 1 } else { self.0 }
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

fn requests() -> Vec<(&'static str, Request)> {
    let items = vec![Item::Pass, Item::Object(ObjectId(5)), Item::Object(ObjectId(300))];
    let rule = RuleId::new("1.1");
    let request = |subject, ask| Request { seat: Seat(1), prompt: "prompt", rule, subject, ask };
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
    ]
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
    for (name, request) in requests() {
        row("request hash", name, &format!("{:016x}", request.hash(&mut Vec::new())));
    }
    for leaves in [0, 1, 2, 3, 4, 5, 8] {
        let mut touched = Touched::default();
        touched.all();
        let mut tree = Tree::default();
        let root = tree.root(&Little(leaves), &mut touched);
        row("state root", &format!("text + {leaves} numbers"), &root.hex());
        let request = requests()[2].1.hash(&mut Vec::new());
        let state = tree.tag(&Little(leaves), &mut touched, request);
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
