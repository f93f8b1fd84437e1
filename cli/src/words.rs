//! Items in short words, as people type them: `pass`, `#17`, `cast:17`, `ability:17.0`, `17-18`, `17-seat:1`,
//! `symbol:white`.

use duelog_kernel::table::Words;
use duelog_kernel::{Item, ObjectId, Seat};

/// The ways to write an item, for help texts.
pub const FORMS: &str = "pass, yes, no, concede, draw, #ID, VERB:ID (such as cast:17), ability:ID.PLACE, ID-ID, ID-seat:N, seat:N, mode:N, number:N, symbol:NAME";

/// An item in short words.
pub fn of(item: &Item, words: Words) -> String {
    let name = |names: &[&str], place: u8| {
        names.get(usize::from(place)).map_or_else(|| place.to_string(), |name| (*name).to_string())
    };
    match *item {
        Item::Pass => "pass".to_string(),
        Item::Flag(true) => "yes".to_string(),
        Item::Flag(false) => "no".to_string(),
        Item::Seat(seat) => format!("seat:{}", seat.0),
        Item::Object(id) => id.to_string(),
        Item::Ability(id, place) => format!("ability:{}.{place}", id.0),
        Item::Mode(mode) => format!("mode:{mode}"),
        Item::Number(number) => format!("number:{number}"),
        Item::Symbol(symbol) => format!("symbol:{}", name(words.symbols, symbol)),
        Item::Act(verb, id) => format!("{}:{}", name(words.verbs, verb), id.0),
        Item::Pair(a, b) => format!("{}-{}", a.0, b.0),
        Item::PairSeat(a, seat) => format!("{}-seat:{}", a.0, seat.0),
        Item::Concede => "concede".to_string(),
        Item::Draw => "draw".to_string(),
    }
}

/// The item that short words name; none when they name none.
pub fn item(text: &str, words: Words) -> Option<Item> {
    let place = |names: &[&str], name: &str| {
        names.iter().position(|known| *known == name).map(|place| place as u8).or_else(|| name.parse().ok())
    };
    match text {
        "pass" => return Some(Item::Pass),
        "yes" | "y" => return Some(Item::Flag(true)),
        "no" | "n" => return Some(Item::Flag(false)),
        "concede" => return Some(Item::Concede),
        "draw" => return Some(Item::Draw),
        _ => {}
    }
    if let Some(id) = object(text) {
        return Some(Item::Object(id));
    }
    if let Some((first, second)) = text.split_once('-') {
        let first = object(first)?;
        let pair = object(second).map(|second| Item::Pair(first, second));
        return pair.or_else(|| Some(Item::PairSeat(first, seat(second)?)));
    }
    let (kind, rest) = text.split_once(':')?;
    match kind {
        "seat" => seat(text).map(Item::Seat),
        "object" => object(rest).map(Item::Object),
        "ability" => {
            let (id, place) = rest.split_once('.').unwrap_or((rest, "0"));
            Some(Item::Ability(object(id)?, place.parse().ok()?))
        }
        "mode" => rest.parse().ok().map(Item::Mode),
        "number" => rest.parse().ok().map(Item::Number),
        "symbol" => place(words.symbols, rest).map(Item::Symbol),
        verb => Some(Item::Act(place(words.verbs, verb)?, object(rest)?)),
    }
}

/// The object of `17` or `#17`.
pub fn object(text: &str) -> Option<ObjectId> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten().map(ObjectId)
}

fn seat(text: &str) -> Option<Seat> {
    text.strip_prefix("seat:")?.parse().ok().map(Seat)
}

/// Whether an item names an object.
pub fn names(item: &Item, object: ObjectId) -> bool {
    match *item {
        Item::Object(id) | Item::Ability(id, _) | Item::Act(_, id) | Item::PairSeat(id, _) => id == object,
        Item::Pair(a, b) => a == object || b == object,
        Item::Pass
        | Item::Flag(_)
        | Item::Seat(_)
        | Item::Mode(_)
        | Item::Number(_)
        | Item::Symbol(_)
        | Item::Concede
        | Item::Draw => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words { verbs: &["cast", "play"], symbols: &["white", "blue"] };

    #[test]
    fn what_is_written_is_read() {
        let id = ObjectId;
        let items = [
            Item::Pass,
            Item::Flag(true),
            Item::Flag(false),
            Item::Seat(Seat(1)),
            Item::Object(id(17)),
            Item::Ability(id(17), 3),
            Item::Mode(2),
            Item::Number(9),
            Item::Symbol(1),
            Item::Symbol(9),
            Item::Act(0, id(4)),
            Item::Act(7, id(4)),
            Item::Pair(id(1), id(2)),
            Item::PairSeat(id(1), Seat(0)),
            Item::Concede,
            Item::Draw,
        ];
        for expected in items {
            assert_eq!(item(&of(&expected, WORDS), WORDS), Some(expected), "{}", of(&expected, WORDS));
        }
    }

    #[test]
    fn nonsense_is_not_read() {
        for text in [
            "",
            "#",
            "cast",
            "cast:",
            "cast:x",
            "fly:3",
            "ability:",
            "1-",
            "-1",
            "seat:",
            "4294967296",
            "+3",
            "symbol:beige",
            "mode:4294967296",
        ] {
            assert_eq!(item(text, WORDS), None, "{text}");
        }
    }
}
