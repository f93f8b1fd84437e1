//! Other engines: the verdict by one, and where two part.

use crate::common::{forged, games, place_of, recorded, records};
use duelog_kernel::{Choice, Digest, Factory, Item, ObjectId, Outcome, Revision, Seat, StateTag};
use duelog_log_format::{Header, Record, Rewind, Seal};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::{
    Bisection, Engine, LocalEngine, NoMatch, NotBegun, Refusal, Report, StateDigests, Verdict, bisect,
    verify, verify_with,
};
use serde_json::{Value, json};

/// An engine that is like this one but for what a test changes.
struct Changed<'a> {
    here: LocalEngine<'a>,
    /// The decisions after which the state differs.
    differs: std::ops::Range<u32>,
    /// The decision that it refuses.
    refuses: u32,
    /// Whether it calls another winner.
    other_winner: bool,
    /// Whether it begins no match.
    begins: bool,
    taken: u32,
    asked: u32,
}

impl<'a> Changed<'a> {
    fn new(factory: &'a dyn Factory) -> Changed<'a> {
        Changed {
            here: LocalEngine::new(factory),
            differs: 0..0,
            refuses: u32::MAX,
            other_winner: false,
            begins: true,
            taken: 0,
            asked: 0,
        }
    }

    fn tag(&mut self, at: u32) -> Result<StateTag, NoMatch> {
        let tag = self.here.moment(at)?.tag;
        Ok(if self.differs.contains(&at) { StateTag::from_hex("0123456789abcdef").unwrap() } else { tag })
    }
}

impl Engine for Changed<'_> {
    type Trouble = NoMatch;

    fn begin(&mut self, header: &Header) -> Result<Result<(), NotBegun>, NoMatch> {
        self.taken = 0;
        if !self.begins {
            return Ok(Err(NotBegun::Illegal("no such deck".into())));
        }
        self.here.begin(header)
    }

    fn decide(&mut self, answers: &[(Seat, Choice)]) -> Result<(u32, Option<Refusal>), NoMatch> {
        let room = self.refuses.saturating_sub(self.taken + 1).min(answers.len() as u32);
        let (taken, refusal) = self.here.decide(&answers[..room as usize])?;
        self.taken += taken;
        let mine = (taken < answers.len() as u32)
            .then(|| Refusal { message: "not any more (1.1)".into(), rule: Some("1.1".into()) });
        Ok((taken, refusal.or(mine)))
    }

    fn rewind(&mut self, to: u32) -> Result<(), NoMatch> {
        self.here.rewind(to)
    }

    fn moment(&mut self, at: u32) -> Result<StateDigests, NoMatch> {
        self.asked += 1;
        let mut chain = Digest::default();
        for before in 1..=at {
            chain = self.tag(before)?.chained(&chain);
        }
        Ok(StateDigests { tag: self.tag(at)?, chain, ..self.here.moment(at)? })
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, NoMatch> {
        let mut outcome = self.here.outcome()?;
        if let (Some(outcome), true) = (&mut outcome, self.other_winner) {
            outcome.winners.clear();
        }
        Ok(outcome)
    }

    fn view(&mut self) -> Result<Value, NoMatch> {
        let mut view = self.here.view()?;
        if self.differs.contains(&self.taken) {
            view["players"][0]["facts"][0]["value"] = json!("changed");
        }
        Ok(view)
    }
}

fn parted(log: &[u8], change: impl FnOnce(&mut Changed<'_>)) -> Bisection {
    let factory = MagicFactory::default();
    let mut there = Changed::new(&factory);
    change(&mut there);
    let found = bisect(&mut LocalEngine::new(&factory), &mut there, log).unwrap();
    assert!(there.asked <= found.comparisons + 1, "each comparison asks once, and the table once more");
    found
}

#[test]
fn the_first_decision_at_which_two_engines_differ_is_found_in_few_comparisons() {
    let log = recorded(3, u32::MAX);
    let total = parted(&log, |_| {}).decisions;
    for first in [1, 2, 40, 64, 65, total - 1, total] {
        let found = parted(&log, |there| there.differs = first..u32::MAX);
        assert_eq!((found.at, found.agreed, found.both_refuse), (Some(first), first - 1, None));
        assert!(
            found.comparisons <= 2 + u32::BITS - total.leading_zeros() + 1,
            "{} of {total}",
            found.comparisons
        );
        let (here, there) = (found.here.unwrap(), found.there.unwrap());
        assert!(
            here.tag != there.tag
                && here.root == there.root
                && here.refused.is_none()
                && there.refused.is_none()
        );
        assert_eq!(
            found.differences.iter().map(|one| one.path.as_str()).collect::<Vec<_>>(),
            ["table/players/0/facts/0/value"]
        );
        assert_eq!(here.view.unwrap()["decisions"], first);
        assert!(found.decision.unwrap().starts_with("seat "));
    }
}

#[test]
fn a_decision_that_picks_nothing_says_so() {
    let log = recorded(3, u32::MAX);
    let (_, records) = records(&log);
    let made = records.iter().filter_map(|record| match record {
        Record::Decision(made) => Some(made),
        _ => None,
    });
    let (number, seat) = (1..)
        .zip(made)
        .find_map(|(number, made)| (made.choice == Choice::Pick(Vec::new())).then_some((number, made.seat)))
        .expect("somebody attacks or blocks with nothing");
    let found = parted(&log, |there| there.differs = number..u32::MAX);
    assert_eq!(found.decision, Some(format!("{seat}: nothing")));
}

/// After the difference, both matches are the same again: halving single states would not find it.
#[test]
fn a_difference_that_goes_away_again_is_found() {
    let log = recorded(3, u32::MAX);
    for first in [1, 17, 100, 200] {
        let found = parted(&log, |there| there.differs = first..first + 1);
        assert_eq!((found.at, found.agreed), (Some(first), first - 1));
    }
}

#[test]
fn engines_that_agree_to_the_end_do_not_part() {
    let log = recorded(3, u32::MAX);
    let found = parted(&log, |_| {});
    assert_eq!((found.at, found.agreed, found.comparisons), (None, found.decisions, 3));
    assert!(found.here.is_none() && found.differences.is_empty());
    // Rewinds are gone along with.
    let (header, good) = records(&recorded(3, 80));
    let mut with = good[..place_of(&good, 40)].to_vec();
    with.push(Record::Rewind(Rewind { to: 10 }));
    with.extend_from_slice(&good[place_of(&good, 11)..place_of(&good, 30)]);
    let log = forged(&header, &with);
    assert_eq!(parted(&log, |_| {}).at, None);
    // Decision record 45 is the sixteenth of its line.
    let found = parted(&log, |there| there.differs = 45..u32::MAX);
    assert_eq!((found.at, found.here.unwrap().view.unwrap()["decisions"].as_u64()), (Some(45), Some(16)));
}

#[test]
fn an_engine_that_refuses_a_decision_parts_there() {
    let log = recorded(3, u32::MAX);
    let found = parted(&log, |there| there.refuses = 40);
    assert_eq!((found.at, found.agreed), (Some(40), 39));
    let (here, there) = (found.here.unwrap(), found.there.unwrap());
    assert_eq!(
        (here.refused, there.refused.map(|refused| refused.rule)),
        (None, Some(Some("1.1".to_string())))
    );
    assert_eq!(
        (here.view.unwrap()["decisions"].as_u64(), there.view.unwrap()["decisions"].as_u64()),
        (Some(40), Some(39))
    );
    // A difference before it comes first.
    let found = parted(&log, |there| (there.refuses, there.differs) = (40, 30..31));
    assert_eq!((found.at, found.agreed), (Some(30), 29));
    // What both refuse ends the comparison without a difference.
    let (header, mut illegal) = records(&log);
    let place = place_of(&illegal, 50);
    if let Record::Decision(made) = &mut illegal[place] {
        made.choice = Choice::one(Item::Object(ObjectId(9999)));
    }
    let found = parted(&forged(&header, &illegal), |_| {});
    assert_eq!((found.at, found.agreed, found.both_refuse), (None, 49, Some(50)));
}

#[test]
fn setups_and_outcomes_count_too() {
    let log = recorded(3, u32::MAX);
    let found = parted(&log, |there| there.differs = 0..1);
    assert_eq!((found.at, found.agreed, found.comparisons), (Some(0), 0, 1));
    let found = parted(&log, |there| there.begins = false);
    assert_eq!(
        (found.at, found.there.unwrap().refused.unwrap().message),
        (Some(0), "no such deck".to_string())
    );
    let found = parted(&log, |there| there.other_winner = true);
    assert_eq!(found.at, Some(found.decisions));
    assert_ne!(found.here.unwrap().outcome, found.there.unwrap().outcome);
}

/// The revision of Magic's rules in this build.
const HERE: u32 = <duelog_magic::Magic as duelog_kernel::factory::GameDefinition>::REVISION;

/// The verdict by another engine, which has this revision.
fn elsewhere(log: &[u8], revision: u32, change: impl FnOnce(&mut Changed<'_>)) -> Report {
    let factory = MagicFactory::default();
    let mut there = Changed::new(&factory);
    change(&mut there);
    let one = |number| Revision {
        number,
        date: "2027-01-01".into(),
        rule: String::new(),
        change: format!("change {number}"),
    };
    let known: Vec<Revision> = (1..=HERE + 2).map(one).collect();
    verify_with(&mut there, revision, &known, log, &mut |_, _| Ok(())).unwrap()
}

/// All but words and what only the own engine can tell.
fn essence(report: Report) -> (Verdict, u32, Option<u32>, [Option<String>; 3], Option<Outcome>) {
    let Report { verdict, decisions, at, rule, expected, found, outcome, .. } = report;
    (verdict, decisions, at, [rule, expected, found], outcome)
}

#[test]
fn another_engine_gives_the_verdicts_that_this_one_gives() {
    let log = recorded(3, u32::MAX);
    let (header, good) = records(&log);
    let changed = |change: &dyn Fn(&mut Vec<Record>)| {
        let mut records = good.clone();
        change(&mut records);
        forged(&header, &records)
    };
    let place = |number| place_of(&good, number);
    let decision = |records: &mut Vec<Record>, number, change: &dyn Fn(&mut duelog_log_format::Decision)| {
        match &mut records[place(number)] {
            Record::Decision(made) => change(made),
            other => panic!("{other:?}"),
        }
    };
    let root = |records: &mut Vec<Record>, nth: usize| {
        let seal = records
            .iter_mut()
            .filter_map(|record| if let Record::Seal(seal) = record { Some(seal) } else { None })
            .nth(nth);
        seal.unwrap().root = Digest([7; 32]);
    };
    let logs = [
        log.clone(),
        log[..log.len() - 2].to_vec(),
        recorded(3, 80),
        recorded(3, 0),
        changed(&|records| decision(records, 40, &|made| made.tag.0[1] ^= 1)),
        changed(&|records| decision(records, 40, &|made| made.tag.0[7] ^= 0x10)),
        changed(&|records| {
            decision(records, 40, &|made| made.choice = Choice::one(Item::Object(ObjectId(9999))))
        }),
        changed(&|records| decision(records, 1, &|made| made.seat = Seat(1 - made.seat.0))),
        changed(&|records| root(records, 0)),
        changed(&|records| root(records, 2)),
        changed(&|records| {
            root(records, 1);
            decision(records, 70, &|made| made.tag.0[1] ^= 1);
        }),
        changed(&|records| {
            // The tag of a decision stands before the root of the seal behind it.
            root(records, 0);
            decision(records, 64, &|made| made.tag.0[1] ^= 1);
        }),
        changed(&|records| {
            records.truncate(place(30));
            records.push(Record::Outcome(Outcome {
                winners: vec![Seat(0)],
                reason: "no".into(),
                rule: "1.1".into(),
            }));
        }),
        changed(&|records| {
            // A seal after a rewind is of the state that the match has gone back to.
            records.truncate(place(20));
            records.push(Record::Rewind(Rewind { to: 5 }));
            let root = crate::common::played(&header, &records[..place(6)]).root();
            records.push(Record::Seal(Seal {
                number: 0,
                previous: Digest::default(),
                chain: Digest::default(),
                root,
                decisions: 19,
                observed: None,
            }));
        }),
    ];
    for (number, log) in logs.iter().enumerate() {
        let (here, there) = (verify(&games(), log), elsewhere(log, HERE, |_| {}));
        assert_eq!((here.age.as_ref(), there.age.as_ref()), (None, None));
        assert_eq!(here.contents, there.contents, "log {number}");
        assert_eq!(essence(here), essence(there), "log {number}");
    }
}

#[test]
fn another_engine_that_differs_gives_another_verdict() {
    let log = recorded(3, u32::MAX);
    let report = elsewhere(&log, HERE, |there| there.differs = 40..41);
    assert_eq!((report.verdict, report.at), (Verdict::Diverged, Some(40)), "{report:?}");
    assert!(report.message.contains("the other engine"), "{report:?}");
    let report = elsewhere(&log, HERE, |there| there.refuses = 40);
    assert_eq!(
        (report.verdict, report.at, report.rule.as_deref()),
        (Verdict::Illegal, Some(40), Some("1.1")),
        "{report:?}"
    );
    let report = elsewhere(&log, HERE, |there| there.begins = false);
    assert_eq!((report.verdict, report.at), (Verdict::Illegal, Some(0)), "{report:?}");
    assert_eq!(elsewhere(&log, HERE, |there| there.other_winner = true).verdict, Verdict::Diverged);
    // Of another revision, it cannot tell either.
    let report = elsewhere(&log, HERE + 2, |there| there.differs = 40..u32::MAX);
    assert_eq!(
        (report.verdict, report.otherwise, report.at),
        (Verdict::Outdated, Some(Verdict::Diverged), Some(40)),
        "{report:?}"
    );
    assert_eq!(report.age.unwrap().between.len(), 2);
    assert_eq!(elsewhere(&log, HERE + 2, |_| {}).verdict, Verdict::Verified);
    assert_eq!(elsewhere(&log, HERE + 2, |there| there.refuses = 40).verdict, Verdict::Illegal);
}

#[test]
fn another_engine_is_stopped_at_a_limit() {
    let log = recorded(3, u32::MAX);
    let factory = MagicFactory::default();
    let mut asked = 0;
    let mut limiter = |done: u32, _: u32| {
        asked += 1;
        if done >= 256 { Err("enough".to_string()) } else { Ok(()) }
    };
    let report = verify_with(&mut LocalEngine::new(&factory), HERE, &[], &log, &mut limiter).unwrap();
    assert_eq!((report.verdict, report.at), (Verdict::Undecided, Some(256)), "{report:?}");
    let report =
        verify_with(&mut LocalEngine::new(&factory), HERE, &[], &log, &mut |_, _| Err("too long".into()))
            .unwrap();
    assert_eq!((report.verdict, report.at), (Verdict::Undecided, Some(0)), "{report:?}");
}
