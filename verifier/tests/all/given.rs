//! Matches whose draws were made elsewhere.

use duelog_kernel::given::{GivenDraw, GivenDraws};
use duelog_kernel::rng::Purpose;
use duelog_kernel::{Factory, sample};
use duelog_log_format::{Given, Reader, Record};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::{Games, Options, RecordError, Recorder, Report, Verdict, fork, verify};

use crate::common::{forged, games, mind, recorded, records, setup, step};

fn draw(purpose: Purpose, number: u32, result: &[u32]) -> GivenDraw {
    GivenDraw { purpose, number, result: result.to_vec(), open: Vec::new() }
}

/// The draws at the start of a match, as its seed has them, with the shuffles the other way round.
fn opening(seed: u64) -> GivenDraws {
    let factory = MagicFactory::default();
    let begun = factory.start_under(factory.revision(), &setup(seed), Some(&GivenDraws::default()), false);
    let mut game = begun.expect("it starts");
    let made = game.luck().made().iter().map(|made| made.draw.clone());
    made.map(|mut draw| {
        draw.result.reverse();
        draw
    })
    .collect()
}

/// A match of stated draws, at most as long as said.
fn stated(seed: u64, most: u32) -> Vec<u8> {
    let options = Options { given: Some(opening(seed)), ..Options::default() };
    let mut recorder =
        Recorder::new(&MagicFactory::default(), &setup(seed), &options, Vec::new()).expect("it starts");
    let mut mind = mind(seed);
    while recorder.progress().line() < most && step(&mut recorder, &mut mind) {}
    recorder.seal().expect("a seal fits");
    recorder.into_storage().expect("memory")
}

fn report(games: &Games, log: &[u8]) -> Report {
    verify(games, log)
}

#[test]
fn a_match_takes_the_stated_draws_and_its_log_says_so() {
    let (log, games) = (stated(3, 80), games());
    let found = report(&games, &log);
    assert_eq!(found.verdict, Verdict::Incomplete, "{}", found.message);
    let contents = found.contents.expect("it can be read");
    assert!(contents.states_draws && contents.given == 3 && contents.open == 0);
    let words = contents.in_words().join("; ");
    assert!(words.contains("3 draws as the host states, so nothing shows that they were fair"), "{words}");
    // By its seed alone the match would have gone otherwise.
    assert_ne!(records(&log).1.last(), records(&recorded(3, 80)).1.last());
}

#[test]
fn a_fork_and_a_resumed_log_keep_the_stated_draws() {
    let (log, games) = (stated(4, 70), games());
    let forked = fork(&games, &log, "log", 30, &Options::default(), Vec::new()).expect("it verifies");
    let forked = forked.into_storage().expect("memory");
    assert_eq!(report(&games, &forked).verdict, Verdict::Incomplete);
    assert_eq!(Reader::open(&forked).expect("a log").header().given, Some(opening(4)));
    let mut resumed = Recorder::resume(&MagicFactory::default(), &log, &Options::default(), log.clone())
        .expect("it verifies");
    resumed.rewind(10).expect("a back-up");
    let mut mind = mind(9);
    assert!((0..20).all(|_| step(&mut resumed, &mut mind)));
    assert_eq!(report(&games, &resumed.into_storage().expect("memory")).verdict, Verdict::Incomplete);
}

#[test]
fn a_statement_that_cannot_be_is_found_and_named() {
    let (log, games) = (stated(5, 20), games());
    let (header, all) = records(&log);
    let Some(Record::Given(given)) = all.first().cloned() else { panic!("the draws come first") };
    let with = |change: &dyn Fn(&mut Vec<Record>)| {
        let mut changed = all.clone();
        change(&mut changed);
        report(&games, &forged(&header, &changed))
    };
    let shorter = with(&|records| {
        let mut given: Given = given.clone();
        given.draws.iter_mut().filter(|draw| draw.purpose == Purpose::Shuffle).for_each(|draw| {
            draw.result = vec![2, 0, 1];
        });
        records[0] = Record::Given(given);
    });
    let late = with(&|records| {
        records.insert(6, Record::Given(Given { draws: vec![draw(Purpose::Choice, 0, &[0])] }));
    });
    let twice = with(&|records| {
        for result in [2, 3] {
            records.insert(6, Record::Given(Given { draws: vec![draw(Purpose::Die, 0, &[result])] }));
        }
    });
    let told = [
        (shorter, "it cannot have the stated result"),
        (late, "after the match made it"),
        (twice, "before with another result"),
    ];
    for (found, words) in told {
        assert_eq!(
            (found.verdict, found.path.as_deref()),
            (Verdict::Diverged, Some("draw")),
            "{}",
            found.message
        );
        assert!(found.message.contains(words), "{}", found.message);
    }
}

#[test]
fn a_host_that_states_what_cannot_be_is_refused_and_the_match_is_as_before() {
    let factory = MagicFactory::default();
    let mut plain = Recorder::new(&factory, &setup(6), &Options::default(), Vec::new()).expect("it starts");
    let options = Options { given: Some(GivenDraws::default()), ..Options::default() };
    let mut open = Recorder::new(&factory, &setup(6), &options, Vec::new()).expect("it starts");
    let request = open.game().request().expect("somebody is asked").clone();
    let choice = sample::answer(&request, &mut mind(1)).expect("something is legal");
    let root = open.game().root();
    for (draw, why) in [
        (draw(Purpose::Choice, 0, &[0]), "after the match made it"),
        (draw(Purpose::Shuffle, 7, &[1, 1]), "cannot have the stated result"),
    ] {
        let refused = open.decide_given(&[draw], request.seat, &choice).expect_err("it cannot be");
        assert!(
            matches!(refused, RecordError::Draw { .. }) && refused.to_string().contains(why),
            "{refused}"
        );
    }
    let future = draw(Purpose::Die, 0, &[3]);
    let refused =
        plain.decide_given(std::slice::from_ref(&future), request.seat, &choice).expect_err("not announced");
    assert!(refused.to_string().contains("did not begin as one whose draws are stated"), "{refused}");
    assert_eq!((open.game().root(), open.progress().decisions()), (root, 0));
    open.decide_given(std::slice::from_ref(&future), request.seat, &choice)
        .expect("a draw may be stated ahead");
    let again = GivenDraw { result: vec![4], ..future };
    let request = open.game().request().expect("somebody is asked").clone();
    let choice = sample::answer(&request, &mut mind(1)).expect("something is legal");
    let refused = open.decide_given(&[again], request.seat, &choice).expect_err("stated twice");
    assert!(refused.to_string().contains("before with another result"), "{refused}");
    open.decide(request.seat, &choice).expect("it is legal");
}
