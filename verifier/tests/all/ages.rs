//! Logs of another revision of the rules: what that explains, and what it does not.

use crate::common::{decision, forged, place_of, records};
use duelog_kernel::factory::{RandomDecks, RandomTable};
use duelog_kernel::info::{CardInfo, CardText, DefinitionError, RuleInfo};
use duelog_kernel::vocabulary::{Examples, Kind};
use duelog_kernel::{
    Choice, Digest, Factory, Item, Match, ObjectId, Outcome, Revision, Seat, Seed, Setup, SetupError,
};
use duelog_log_format::seeds::Part;
use duelog_log_format::{Header, Record, Rewind, ViewLog};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::signing::SecretKey;
use duelog_verifier::{
    Age, Drawing, FactToOpen, ForkError, Options, Parts, Recorder, RedactError, Report, ResumeError, Verdict,
    disclose, fork, redact, verify,
};

/// Magic under another revision; from the ninth on, its cards are shuffled in another way.
struct Revised(u32);

impl Factory for Revised {
    fn game(&self) -> &'static str {
        MagicFactory::default().game()
    }
    fn editions(&self) -> &'static [&'static str] {
        MagicFactory::default().editions()
    }
    fn revision(&self) -> u32 {
        self.0
    }
    fn revisions(&self) -> Vec<Revision> {
        let one = |number| Revision {
            number,
            date: "2027-01-01".into(),
            rule: "510.1c".into(),
            change: format!("change {number}"),
        };
        (1..=self.0).map(one).collect()
    }
    fn definitions(&self, setup: &Setup) -> Result<Vec<(String, Digest)>, SetupError> {
        MagicFactory::default().definitions(setup)
    }
    fn start_under(
        &self,
        _: u32,
        setup: &Setup,
        _: Option<&duelog_kernel::given::GivenDraws>,
        journal: bool,
    ) -> Result<Box<dyn Match>, SetupError> {
        let seed = if self.0 < 9 { setup.seed } else { Seed(setup.seed.0.map(|byte| !byte)) };
        MagicFactory::default().start(&Setup { seed, ..setup.clone() }, journal)
    }
    fn random_decks(&self, compiled: bool, table: &RandomTable) -> Result<RandomDecks, SetupError> {
        MagicFactory::default().random_decks(compiled, table)
    }
    fn cards(&self) -> Vec<CardInfo> {
        MagicFactory::default().cards()
    }
    fn card(&self, name: &str) -> Option<CardText> {
        MagicFactory::default().card(name)
    }
    fn check(&self, text: &str) -> Result<Vec<String>, DefinitionError> {
        MagicFactory::default().check(text)
    }
    fn words(&self) -> &'static [Kind] {
        MagicFactory::default().words()
    }
    fn examples(&self) -> Examples {
        MagicFactory::default().examples()
    }
    fn file_name(&self, name: &str) -> String {
        MagicFactory::default().file_name(name)
    }
    fn rules(&self) -> Vec<RuleInfo> {
        MagicFactory::default().rules()
    }
    fn said(&self) -> &'static [&'static str] {
        MagicFactory::default().said()
    }
}

fn revised(revision: u32) -> Vec<Box<dyn Factory>> {
    vec![Box::new(Revised(revision))]
}

/// The verdict on a log of revision 1, by an engine of revision 3.
fn later(log: &[u8]) -> Report {
    verify(&revised(3), log)
}

/// A log as an engine of the first revision writes it.
fn recorded(seed: u64, most: u32) -> Vec<u8> {
    let (header, records) = records(&crate::common::recorded(seed, most));
    forged(&Header { revision: 1, ..header }, &records)
}

fn game() -> (Vec<u8>, Header, Vec<Record>) {
    let log = recorded(3, u32::MAX);
    let (header, records) = records(&log);
    (log, header, records)
}

/// The log as an engine would have written it whose states differ from decision `number` on: tags that
/// nothing here explains.
fn differs_from(good: &[Record], number: usize) -> Vec<Record> {
    let mut records = good.to_vec();
    for at in number..number + 5 {
        let tag = &mut decision(&mut records, at).tag;
        (tag.0[1], tag.0[5]) = (!tag.0[1], !tag.0[5]);
    }
    records
}

fn between(report: &Report) -> Vec<u32> {
    report.age.iter().flat_map(|age| &age.between).map(|revision| revision.number).collect()
}

#[test]
fn an_older_log_that_replays_the_same_verifies_and_tells_its_age() {
    let (log, header, good) = game();
    assert_eq!(header.revision, 1);
    let report = later(&log);
    assert_eq!((report.verdict, report.otherwise, between(&report)), (Verdict::Verified, None, vec![2, 3]));
    assert_eq!(report.age.as_ref().map(|age| (age.log, age.here, age.is_newer())), Some((1, 3, false)));
    assert_eq!(verify(&revised(1), &log).age, None);
    // Without its end.
    let report = later(&forged(&header, &good[..place_of(&good, 70)]));
    assert_eq!((report.verdict, report.age.is_some()), (Verdict::Incomplete, true));
}

#[test]
fn an_older_log_that_differs_is_outdated_at_its_first_difference() {
    let (_, header, good) = game();
    let log = forged(&header, &differs_from(&good, 40));
    let report = later(&log);
    assert_eq!(
        (report.verdict, report.otherwise, report.at),
        (Verdict::Outdated, Some(Verdict::Diverged), Some(40)),
        "{report:?}"
    );
    assert_eq!(between(&report), [2, 3]);
    assert!(
        report.message.contains("revision 1")
            && report.message.contains("revision 3")
            && report.message.contains("diverged"),
        "{report:?}"
    );
    assert!(report.remedy.as_ref().unwrap().contains("--engine"), "{report:?}");
    assert!(
        report.expected.is_some() && report.found.is_some() && !report.components.is_empty(),
        "{report:?}"
    );
    assert_eq!(
        verify(&revised(1), &log).verdict,
        Verdict::Diverged,
        "the same log is wrong for an engine of its revision"
    );
}

#[test]
fn a_newer_log_that_differs_is_unsupported_and_a_newer_one_that_does_not_verifies() {
    let (_, header, good) = game();
    let newer = Header { revision: 9, ..header };
    let report = later(&forged(&newer, &good));
    assert_eq!(
        (report.verdict, report.age.as_ref().map(Age::is_newer)),
        (Verdict::Verified, Some(true)),
        "{report:?}"
    );
    let report = later(&forged(&newer, &differs_from(&good, 40)));
    assert_eq!(
        (report.verdict, report.otherwise, report.at),
        (Verdict::Unsupported, Some(Verdict::Diverged), Some(40)),
        "{report:?}"
    );
    assert!(
        report.message.contains("revision 9") && report.message.contains("newer than this engine"),
        "{report:?}"
    );
}

/// The tag before it says that the same was asked under any revision, so that no revision makes the answer
/// legal.
#[test]
fn an_illegal_answer_to_the_same_question_is_illegal_under_any_revision() {
    let (_, header, good) = game();
    let mut illegal = good.clone();
    decision(&mut illegal, 40).choice = Choice::one(Item::Object(ObjectId(9999)));
    for revision in [1, 9] {
        let report = later(&forged(&Header { revision, ..header.clone() }, &illegal));
        assert_eq!(
            (report.verdict, report.at, report.otherwise),
            (Verdict::Illegal, Some(40), None),
            "{report:?}"
        );
        assert!(report.message.contains("does not explain") && report.age.is_some(), "{report:?}");
    }
    let mut out_of_turn = good.clone();
    let made = decision(&mut out_of_turn, 40);
    made.seat = Seat(1 - made.seat.0);
    assert_eq!(later(&forged(&header, &out_of_turn)).verdict, Verdict::Illegal);
    // Nothing says what an older engine asked first.
    let mut first = good.clone();
    decision(&mut first, 1).choice = Choice::one(Item::Object(ObjectId(9999)));
    let report = later(&forged(&header, &first));
    assert_eq!(
        (report.verdict, report.otherwise, report.at),
        (Verdict::Outdated, Some(Verdict::Illegal), Some(1)),
        "{report:?}"
    );
    // Nor does anything after going back to the start.
    let mut again = good[..place_of(&good, 20)].to_vec();
    again.push(Record::Rewind(Rewind { to: 0 }));
    let mut made = decision(&mut good.clone(), 1).clone();
    made.choice = Choice::one(Item::Object(ObjectId(9999)));
    again.push(Record::Decision(made));
    let report = later(&forged(&header, &again));
    assert_eq!((report.verdict, report.otherwise), (Verdict::Outdated, Some(Verdict::Illegal)), "{report:?}");
    // Whether players may agree to a draw is nothing that a request says.
    let mut drawn = good;
    decision(&mut drawn, 40).choice = Choice::one(Item::Draw);
    let report = later(&forged(&header, &drawn));
    assert_eq!((report.verdict, report.otherwise), (Verdict::Outdated, Some(Verdict::Illegal)), "{report:?}");
}

#[test]
fn an_exchanged_answer_and_an_altered_tag_are_found_under_any_revision() {
    let (_, header, good) = game();
    // The tag was made for passing, as this engine gives it: an older one that differs would not have it.
    let passes = |records: &mut [Record], number| decision(records, number).choice == Choice::one(Item::Pass);
    let number = (10..300).find(|number| {
        let mut records = good.clone();
        passes(&mut records, *number) && {
            decision(&mut records, *number).choice = Choice::one(Item::Concede);
            later(&forged(&header, &records)).path.as_deref() == Some("answer")
        }
    });
    let number = number.expect("somebody passes");
    let mut exchanged = good.clone();
    decision(&mut exchanged, number).choice = Choice::one(Item::Concede);
    let report = later(&forged(&header, &exchanged));
    assert_eq!((report.verdict, report.otherwise), (Verdict::Diverged, None), "{report:?}");
    assert!(
        report.message.contains("exchanged") && report.message.contains("does not explain"),
        "{report:?}"
    );
    // Its first half is what this engine gives.
    let mut altered = good.clone();
    decision(&mut altered, 40).tag.0[5] ^= 0x10;
    let report = later(&forged(&header, &altered));
    assert_eq!((report.verdict, report.path.is_some()), (Verdict::Diverged, true), "{report:?}");
}

#[test]
fn roots_and_outcomes_that_contradict_their_own_tags_are_wrong_under_any_revision() {
    let (_, header, good) = game();
    let mut root = good.clone();
    let seal = root
        .iter_mut()
        .find_map(|record| if let Record::Seal(seal) = record { Some(seal) } else { None })
        .unwrap();
    seal.root = Digest([7; 32]);
    assert_eq!(later(&forged(&header, &root)).verdict, Verdict::Diverged);
    // A match that went on by its own tag did not end.
    let mut early = good[..place_of(&good, 30)].to_vec();
    early.push(Record::Outcome(Outcome {
        winners: vec![Seat(0)],
        reason: "seat 1 left".into(),
        rule: "104.2a".into(),
    }));
    assert_eq!(later(&forged(&header, &early)).verdict, Verdict::Diverged);
    // Who wins where it has ended is by the rules.
    let mut winner = good;
    let outcome = winner
        .iter_mut()
        .find_map(|record| if let Record::Outcome(outcome) = record { Some(outcome) } else { None })
        .unwrap();
    outcome.winners = outcome.winners.iter().map(|seat| Seat(1 - seat.0)).collect();
    let report = later(&forged(&header, &winner));
    assert_eq!(
        (report.verdict, report.otherwise),
        (Verdict::Outdated, Some(Verdict::Diverged)),
        "{report:?}"
    );
}

#[test]
fn a_setup_that_is_refused_may_be_a_matter_of_age_and_another_definition_is_unsupported() {
    let (_, mut header, _) = game();
    let first = header.decks[0].cards[0].1;
    header.decks[0].cards = vec![(60, first)];
    let report = later(&forged(&header, &[]));
    assert_eq!(
        (report.verdict, report.otherwise, report.at),
        (Verdict::Outdated, Some(Verdict::Illegal), Some(0)),
        "{report:?}"
    );
    let (_, mut header, good) = game();
    header.definitions[0].digest[3] ^= 1;
    let report = later(&forged(&header, &good));
    assert_eq!(
        (report.verdict, report.otherwise, between(&report)),
        (Verdict::Unsupported, None, vec![2, 3]),
        "{report:?}"
    );
}

#[test]
fn bytes_are_judged_whatever_the_revision() {
    let (log, header, _) = game();
    // Another header before the same records: the first seal contradicts it.
    let head = |revision| forged(&Header { revision, ..header.clone() }, &[]);
    let tampered = [&head(2)[..], &log[head(1).len()..]].concat();
    let report = later(&tampered);
    assert_eq!((report.verdict, report.age), (Verdict::Tampered, None), "{:?}", report.message);
    assert_eq!(later(&log[..log.len() - 3]).verdict, Verdict::Torn);
}

#[test]
fn a_log_goes_on_under_its_own_revision_and_a_fork_begins_under_this_one() {
    let log = recorded(3, 80);
    let refused = Recorder::resume(&Revised(3), &log, &Options::default(), log.clone()).err();
    assert!(matches!(refused, Some(ResumeError::Revision { log: 1, here: 3 })), "{refused:?}");
    let forked = fork(&revised(3), &log, "log", 40, &Options::default(), Vec::new()).unwrap();
    assert_eq!((forked.header().revision, forked.progress().line()), (3, 40));
    let (header, good) = records(&log);
    let differs = forged(&header, &differs_from(&good, 30));
    let Err(ForkError::Stop(stop)) = fork(&revised(3), &differs, "log", 40, &Options::default(), Vec::new())
    else {
        panic!("it differs")
    };
    let report = Report::of(&stop, 40, Age::of(&revised(3), &differs).as_ref());
    assert_eq!((report.verdict, report.at), (Verdict::Outdated, Some(30)), "{report:?}");
}

/// A match that is given up after eighty decisions.
fn given_up(options: &Options) -> Vec<u8> {
    let setup = crate::common::setup(1);
    let mut recorder = Drawing::or_alone(&Revised(8), &setup, options, Vec::new()).unwrap();
    let mut mind = crate::common::mind(1);
    while recorder.progress().decisions() < 80 && crate::common::step(&mut recorder, &mut mind) {}
    let seat = recorder.game().request().unwrap().seat;
    recorder.decide(seat, &Choice::one(Item::Concede)).unwrap();
    recorder.finish().unwrap();
    recorder.into_storage().unwrap()
}

/// What logs will be under rules that have changed: full, of a seed that all chose, signed, observed.
#[test]
fn every_kind_of_log_is_outdated_under_rules_that_touch_it_and_nothing_worse() {
    let key = Some(SecretKey::new("example.com/host", &[7; 32]).unwrap());
    let part = |number: u8| Part { salt: [number; 32], seed: Seed([number; 32]) };
    let parts = Some(Parts { host: part(1), players: vec![part(2), part(3)] });
    let signed = Options { key, parts, ..Options::default() };
    let observed = Options { observed: Some([5; 32]), ..signed.clone() };
    for options in [Options::default(), signed, observed] {
        let log = given_up(&options);
        assert_eq!(verify(&revised(8), &log).verdict, Verdict::Verified);
        let report = verify(&revised(9), &log);
        assert_eq!((report.verdict, report.otherwise), (Verdict::Outdated, Some(Verdict::Diverged)));
        assert!(report.message.contains("revision 8") && report.message.contains("revision 9"), "{report:?}");
        if options.observed.is_none() {
            continue;
        }
        // What was given away of it stays good without the rules; new is made of it only with its own.
        let views = redact(&Revised(8), &log).unwrap();
        let view = ViewLog::read(&views[0]).unwrap();
        let hand = FactToOpen::Zone { name: "hand".to_string(), seat: Some(Seat(1)), card: None };
        let disclosed = disclose(&Revised(8), &log, 64, &hand).unwrap().disclosure;
        assert_eq!((view.closed(), disclosed.check(&view)), (true, Ok(())));
        assert!(matches!(redact(&Revised(9), &log), Err(RedactError::Stop(_))));
        assert!(matches!(disclose(&Revised(9), &log, 64, &hand), Err(RedactError::Stop(_))));
    }
}
