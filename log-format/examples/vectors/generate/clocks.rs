//! Logs with a clock: right ones, and one for each way in which it can be wrong.

use duelog_kernel::{Choice, Item, Seat};
use duelog_log_format::{Annotation, Header, Topic};

use super::forge::{Forge, header, header_payload, payload};

/// A log with a clock, and what a reader says of it.
pub struct Clocked {
    /// The file's name without its ending.
    pub name: &'static str,
    /// `right` or `mistimed`.
    pub found: &'static str,
    /// After how many decision records that is said.
    pub decision: u32,
    /// The time that each seat has left there.
    pub left: &'static str,
    /// The special thing about it.
    pub note: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// When the clock starts, in milliseconds since 1970.
const BEGUN: u64 = 1_795_900_000_000;

fn begun(labels: &[(&str, &str)]) -> Forge {
    let timed = labels.iter().fold(header(), |header: Header, (name, value)| header.label(name, value));
    Forge::empty().put(&header_payload(1, &timed))
}

/// A minute for each seat, and a second of each decision free.
fn minute() -> Forge {
    begun(&[("clock-terms", "60000+1000"), ("clock-absence", "300000")])
}

impl Forge {
    fn clock(self, topic: Topic, seat: Option<u8>, at: u64, text: &str) -> Forge {
        let (seat, text) = (seat.map(Seat), text.to_string());
        self.put(&payload(5, &Annotation { topic, seat, time_ms: Some(BEGUN + at), text }))
    }

    fn start(self, at: u64) -> Forge {
        self.clock(Topic::Clock, None, at, "start")
    }

    fn reads(self, seat: u8, at: u64, text: &str) -> Forge {
        self.clock(Topic::Clock, Some(seat), at, text)
    }

    fn loses(self, seat: u8, at: u64, text: &str) -> Forge {
        self.clock(Topic::Penalty, Some(seat), at, text)
    }

    fn passes(self, seat: u8) -> Forge {
        self.decide(seat, &Choice::one(Item::Pass))
    }

    fn concedes(self, seat: u8) -> Forge {
        self.decide(seat, &Choice::one(Item::Concede))
    }

    /// A first decision of seat 0, of five seconds.
    fn first(self) -> Forge {
        self.start(0).passes(0).reads(0, 5_000, "used 5000 left 56000")
    }

    fn right(self, name: &'static str, left: &'static str, note: &'static str) -> Clocked {
        Clocked { name, found: "right", decision: self.decision, left, note, bytes: self.bytes }
    }

    fn wrong(self, name: &'static str, (decision, left): (u32, &'static str), note: &'static str) -> Clocked {
        Clocked { name, found: "mistimed", decision, left, note, bytes: self.bytes }
    }
}

/// Every log with a clock.
pub fn clocks() -> Vec<Clocked> {
    [right(), readings(), losses()].into_iter().flatten().collect()
}

fn right() -> Vec<Clocked> {
    let whole = minute().first().passes(1).reads(1, 5_900, "used 900 left 60000");
    let away = || minute().first().reads(1, 6_000, "away");
    vec![
        begun(&[]).passes(0).right("right-none", "", "no clock is stated"),
        begun(&[("clock-terms", "60000")]).start(0).passes(0).reads(0, 400, "used 400 left 59600").right(
            "right-nothing-free",
            "59600 60000",
            "nothing of a decision is free",
        ),
        whole.clone().seal().right("right-free", "56000 60000", "a decision within its free second"),
        whole.clone().rewind(1).note("a note").passes(1).reads(1, 9_000, "used 3000 left 58000").right(
            "right-rewind",
            "56000 58000",
            "a rewind gives no time back",
        ),
        whole.clone().passes(0).right("right-unread", "56000 60000", "the log ends before a reading"),
        whole.start(90_000).passes(0).reads(0, 91_500, "used 1500 left 55500").right(
            "right-pause",
            "55500 60000",
            "a pause is nobody's time",
        ),
        minute()
            .first()
            .loses(1, 70_000, "loss on time")
            .seal()
            .concedes(1)
            .reads(1, 70_000, "used 65000 left 0")
            .outcome()
            .seal()
            .right("right-loss-on-time", "56000 0", "the time of seat 1 has run out"),
        away()
            .loses(1, 306_000, "loss by absence")
            .concedes(1)
            .reads(1, 306_000, "used 0 left 60000")
            .outcome()
            .seal()
            .right("right-loss-by-absence", "56000 60000", "seat 1 has been away for five minutes"),
        away().reads(1, 200_000, "back").passes(1).reads(1, 201_000, "used 1500 left 59500").right(
            "right-back",
            "56000 59500",
            "seat 1 comes back",
        ),
    ]
}

fn readings() -> Vec<Clocked> {
    let full = (0, "60000 60000");
    let first = (1, "60000 60000");
    vec![
        begun(&[("clock-terms", "25m")]).wrong("mistimed-terms", (0, ""), "terms that state no milliseconds"),
        begun(&[("clock-absence", "1000")]).wrong(
            "mistimed-absence-alone",
            (0, ""),
            "absence without a clock",
        ),
        minute().passes(0).wrong("mistimed-not-started", full, "a decision before the clock is started"),
        minute().start(0).passes(0).passes(1).wrong(
            "mistimed-no-reading",
            first,
            "a decision without a reading",
        ),
        minute().start(0).passes(0).seal().wrong("mistimed-late-reading", first, "a seal before the reading"),
        minute().start(0).passes(0).reads(1, 5_000, "used 5000 left 56000").wrong(
            "mistimed-seat",
            first,
            "a reading of the other seat",
        ),
        minute().start(0).passes(0).reads(0, 5_000, "used 5000 left 56001").wrong(
            "mistimed-left",
            first,
            "a millisecond too much is left",
        ),
        minute().start(0).passes(0).reads(0, 5_000, "used 5001 left 55999").wrong(
            "mistimed-used",
            first,
            "more time was used than had passed",
        ),
        minute().start(0).passes(0).reads(0, 5_000, "used 05000 left 56000").wrong(
            "mistimed-zeros",
            first,
            "a number with a leading zero",
        ),
        minute().first().start(4_999).wrong("mistimed-backwards", (1, "56000 60000"), "time goes backwards"),
        minute().first().reads(0, 6_000, "used 0 left 56000").wrong(
            "mistimed-twice",
            (1, "56000 60000"),
            "two readings of a decision",
        ),
    ]
}

fn losses() -> Vec<Clocked> {
    let at = (1, "56000 60000");
    let early = minute().first().loses(1, 64_000, "loss on time").concedes(1);
    let away = minute().first().reads(1, 6_000, "away");
    vec![
        early.reads(1, 64_000, "used 59000 left 2000").wrong(
            "mistimed-loss-on-time",
            (2, "56000 60000"),
            "a loss on time with two seconds left",
        ),
        minute().first().loses(1, 70_000, "loss on time").passes(1).wrong(
            "mistimed-loss-ignored",
            at,
            "a loss on time, and the player plays on",
        ),
        minute().first().loses(1, 70_000, "loss on time").concedes(0).wrong(
            "mistimed-loss-of-another",
            at,
            "a loss on time, and the other player gives up",
        ),
        away.clone().loses(1, 305_999, "loss by absence").wrong(
            "mistimed-absence-short",
            at,
            "a loss by absence a millisecond too early",
        ),
        away.clone().reads(1, 9_000, "back").loses(1, 400_000, "loss by absence").wrong(
            "mistimed-absence-back",
            at,
            "a loss by absence of a player who is back",
        ),
        away.reads(1, 7_000, "away").wrong("mistimed-away-twice", at, "a player leaves twice"),
    ]
}
