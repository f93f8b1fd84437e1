//! Requests read back from the encoding that viewers' logs hold.

use duelog_kernel::decision::{Asked, AskedShape, Constraint, Known, Limit, Names};
use duelog_kernel::{Ask, Item, ObjectId, Prompt, Request, RuleId, Seat};

fn items() -> Vec<Item> {
    let id = ObjectId;
    let mut items = vec![
        Item::Pass,
        Item::Flag(false),
        Item::Flag(true),
        Item::Seat(Seat(0)),
        Item::Seat(Seat(1)),
        Item::Object(id(0)),
        Item::Object(id(300)),
        Item::Ability(id(0), 0),
        Item::Ability(id(70_000), 64),
        Item::Mode(0),
        Item::Mode(2),
        Item::Number(0),
        Item::Number(u32::MAX),
        Item::Symbol(0),
        Item::Symbol(4),
        Item::Act(0, id(0)),
        Item::Act(7, id(5)),
        Item::Pair(id(0), id(3)),
        Item::Pair(id(4), id(0)),
        Item::PairSeat(id(0), Seat(0)),
        Item::PairSeat(id(9), Seat(1)),
        Item::Concede,
        Item::Draw,
    ];
    items.sort();
    items
}

fn encoded(seat: u8, subject: Option<ObjectId>, ask: Ask) -> Vec<u8> {
    let rule = RuleId::new("1");
    let request = Request { seat: Seat(seat), prompt: Prompt::new("priority", false), rule, subject, ask };
    let mut bytes = Vec::new();
    request.encode(&mut bytes);
    bytes
}

#[test]
fn what_was_asked_is_read_back() {
    let limit = Limit::AtMost { items: items(), max: 3 };
    let constraints = vec![Constraint { limit, rule: RuleId::new("2") }];
    let pick = |options: Vec<Item>, min, max, ordered, constraints: &[Constraint]| {
        let ask =
            Ask::Pick { options: options.clone(), min, max, ordered, constraints: constraints.to_vec() };
        (ask, AskedShape::Pick { options, min, max, ordered })
    };
    let names = vec!["Forest".to_string(), "Æther Vial".to_string()];
    let known = Names::Known(Known::new("artifact card".to_string(), names.clone()).into());
    let split = Ask::Split { total: 300, options: items(), constraints: constraints.clone() };
    let shapes = [
        pick(items(), 1, 1, false, &[]),
        pick(items(), 0, 23, true, &constraints),
        pick(Vec::new(), 0, 0, false, &[]),
        pick(vec![Item::Pass], 0, 1, false, &[]),
        (Ask::Number { min: 0, max: 0 }, AskedShape::Number { min: 0, max: 0 }),
        (Ask::Number { min: 3, max: 1_000 }, AskedShape::Number { min: 3, max: 1_000 }),
        (split, AskedShape::Split { options: items(), total: 300 }),
        (Ask::Name { among: names.clone().into() }, AskedShape::Name(names)),
        (Ask::Name { among: known }, AskedShape::NameOf("artifact card".to_string())),
    ];
    for (ask, shape) in shapes {
        for (seat, subject) in [(0, None), (1, Some(ObjectId(0))), (1, Some(ObjectId(200)))] {
            let bytes = encoded(seat, subject, ask.clone());
            let prompt = "priority".to_string();
            let asked = Asked { seat: Seat(seat), prompt, subject, shape: shape.clone() };
            assert_eq!(Asked::read(&bytes), Some(asked), "{ask:?}");
            for end in 1..bytes.len() {
                // A request that is cut off is read as far as it is one, or not at all; it never fails otherwise.
                let _ = Asked::read(&bytes[..end]);
            }
        }
    }
    assert_eq!(Asked::read(&[0xff; 40]), None);
    assert_eq!(Asked::read(&[8, 1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f]), None, "a list longer than the bytes");
}
