//! A disclosure that fits its seal shows nothing where it opens something else than an observation.

use duelog_kernel::{Digest, Seat, Seed};
use duelog_log_format::observed::{MatchSecret, PublicHeader, PublicSeal, Roots, ViewerCode, ViewerTree};
use duelog_log_format::{
    Disclosure, Observation, Observed, ObservedFact, Opened, Undisclosed, ViewHeader, ViewLog,
    put_observation, put_seal,
};

/// The log of the public of a match whose host told seat 0 these bytes, and the host's opening of them.
fn told(observation: &[u8]) -> (ViewLog, Disclosure) {
    let secret = MatchSecret::new(&Seed([1; 32]), &Observed { salt: [2; 32] });
    let public = PublicHeader {
        game: "vectors".to_string(),
        edition: "1".to_string(),
        revision: 1,
        engine: "duelog vectors".to_string(),
        seats: 1,
        cards: vec![5],
        labels: Vec::new(),
    };
    let header = ViewHeader::new(ViewerCode::PUBLIC, &secret, public, Digest([3; 32]));
    let mut all = [ViewerCode::PUBLIC, ViewerCode::seat(Seat(0))]
        .map(|onlooker| ViewerTree::new(onlooker, secret.viewer_key(onlooker)));
    all[0].hear_bytes(&begun().bytes());
    all[1].hear_bytes(observation);
    let opened = all[1].open(0, observation.to_vec()).expect("it was told");
    let roots = Roots { cards: Digest([4; 32]), told: all.iter().map(ViewerTree::root).collect() };
    let (match_id, observed) = (header.match_id(), roots.hash());
    let seal = PublicSeal { number: 1, previous: match_id, decisions: 0, veiled: Digest([5; 32]), observed };
    let mut bytes = header.bytes();
    put_observation(&begun().bytes(), &[], &mut bytes);
    put_seal(&seal, &roots, ViewerCode::PUBLIC, &mut bytes);
    let log = ViewLog::read(&bytes).unwrap_or_else(|fault| panic!("{fault}"));
    (log, Disclosure { match_id, seal: 1, roots, fact: Opened::Told(opened) })
}

fn begun() -> Observation {
    Observation {
        what: ObservedFact::Begun(Vec::new()),
        counts: Vec::new(),
        scores: Vec::new(),
        cards: Vec::new(),
        awaited: None,
        request: None,
    }
}

#[test]
fn what_is_opened_is_an_observation_in_its_one_encoding() {
    let bytes = begun().bytes();
    let (log, disclosure) = told(&bytes);
    assert_eq!(disclosure.check(&log), Ok(()));
    // A number of zones that is longer than it need be.
    let long = [&bytes[..1], &[251, 0, 0], &bytes[2..]].concat();
    for wrong in [&[&bytes[..], &[0]].concat()[..], &bytes[..bytes.len() - 1], b"nothing", &long] {
        let (log, disclosure) = told(wrong);
        assert_eq!(disclosure.check(&log), Err(Undisclosed::False(1)), "{wrong:?}");
    }
}
