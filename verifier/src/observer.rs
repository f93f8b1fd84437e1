//! The observations of viewers during an observed match, and the commitments of its seals to them.

use duelog_kernel::table::{News, Sighting, Whereabouts, ZoneCards};
use duelog_kernel::{Choice, Match, Outcome, Seat};
use duelog_log_format::observed::{
    self, MatchSecret, PublicHeader, PublicSeal, Roots, ViewerCode, ViewerTree, Zone, ZoneCard,
};
use duelog_log_format::{
    Header, Observation, Observed, ObservedFact, Progress, Record, SeenCard, SeenPlace, SeenZone, ViewHeader,
    put_observation, put_seal, put_signature,
};

use crate::line::Timeline;

/// Follows an observed match: what it has, record by record, for the public and for each seat.
pub struct Observer {
    observed: Observed,
    secret: MatchSecret,
    zones: Vec<SeenZone>,
    told: Vec<ViewerTree>,
    /// After how many decisions of the line all that is known of the table was told last.
    since: u32,
    with_words: bool,
    words: Vec<Vec<String>>,
    roots: Option<Roots>,
}

/// The public, then the seats of a match in order.
pub(crate) fn onlookers(seats: u8) -> impl Iterator<Item = ViewerCode> {
    (0..=seats).map(ViewerCode)
}

impl Observer {
    /// Begins to follow a match that has just started. `header` holds the seed.
    pub(crate) fn new(header: &Header, observed: &Observed, game: &mut dyn Match) -> Observer {
        let secret = MatchSecret::new(&header.seed, observed);
        let told = |onlooker| ViewerTree::new(onlooker, secret.viewer_key(onlooker));
        let told: Vec<ViewerTree> = onlookers(header.seats).map(told).collect();
        let words = vec![Vec::new(); told.len()];
        let zone = |zone: ZoneCards| SeenZone { name: zone.name.to_string(), seat: zone.seat };
        let mut observer = Observer {
            zones: game.zones().into_iter().map(zone).collect(),
            observed: *observed,
            secret,
            told,
            since: 0,
            with_words: false,
            words,
            roots: None,
        };
        game.observe();
        let begun = ObservedFact::Begun(observer.zones.clone());
        observer.hear(game, begun, None);
        observer
    }

    /// From now on what happens is told in words too.
    pub(crate) fn tell_in_words(&mut self, game: &mut dyn Match) {
        self.with_words = true;
        game.observe_in_words();
    }

    /// A line whose last decision was taken back as if it had never been made is followed as before.
    pub(crate) fn again(&self, line: &mut Timeline) {
        line.observe_again(self.since, self.with_words);
    }

    /// A record has been written or replayed, after which `game` stands.
    pub(crate) fn after(&mut self, record: &Record, game: &mut dyn Match) {
        match record {
            Record::Decision(made) => self.decided(made.seat, &made.choice, game),
            Record::Rewind(rewind) => {
                // The match may be a copy that tells nobody; all that is known of it is told again.
                game.observe();
                if self.with_words {
                    game.observe_in_words();
                }
                self.since = rewind.to;
                self.hear(game, ObservedFact::Rewound { to: rewind.to }, None);
            }
            Record::Outcome(outcome) => self.ended(outcome, game),
            Record::Seal(_) => self.told.iter_mut().for_each(ViewerTree::sealed),
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Annotation(_)
            | Record::Signature(_)
            | Record::Observed(_)
            | Record::Given(_) => {}
        }
    }

    /// A decision has been made, after which `game` stands.
    pub(crate) fn decided(&mut self, seat: Seat, choice: &Choice, game: &mut dyn Match) {
        let mut bytes = Vec::new();
        choice.encode(&mut bytes);
        self.hear(game, ObservedFact::Decided { seat, choice: None }, Some(bytes));
    }

    fn ended(&mut self, outcome: &Outcome, game: &mut dyn Match) {
        self.hear(game, ObservedFact::Ended(outcome.clone()), None);
    }

    /// All are told the same, but for what each of them knows, the player who decided its own answer, and the player
    /// who is asked the request.
    fn hear(&mut self, game: &mut dyn Match, what: ObservedFact, mut answer: Option<Vec<u8>>) {
        let news = game.observed().unwrap_or_default();
        let awaited = game.request().map(|request| request.seat);
        let mut asked = game.request().map(|request| {
            let mut bytes = Vec::new();
            request.encode(&mut bytes);
            bytes
        });
        let News { counts, scores, viewers } = news;
        let mut observation = Observation { what, counts, scores, cards: Vec::new(), awaited, request: None };
        let mut heard = viewers.into_iter();
        for (place, told) in self.told.iter_mut().enumerate() {
            let heard = heard.next().unwrap_or_default();
            observation.cards.extend(heard.objects.into_iter().map(seen));
            if let ObservedFact::Decided { seat, choice } = &mut observation.what {
                *choice = answer.take_if(|_| told.viewer() == ViewerCode::seat(*seat));
            }
            let is_asked = awaited.is_some_and(|seat| told.viewer() == ViewerCode::seat(seat));
            observation.request = asked.take_if(|_| is_asked);
            told.hear(&observation);
            self.words[place] = heard.words;
            observation.cards.clear();
        }
    }

    /// The commitments of the seal of this number at the current state of `game`.
    pub(crate) fn seal(&mut self, number: u32, game: &mut dyn Match) -> &Roots {
        let zones = observed::zone_roots(&self.secret, number, &zones(game));
        let told = self.told.iter().map(ViewerTree::root).collect();
        self.roots.insert(Roots { cards: observed::cards_root(&zones), told })
    }

    /// The zones of the match, by the places that observations name.
    pub(crate) fn zones(&self) -> &[SeenZone] {
        &self.zones
    }

    /// The commitments of the last seal.
    pub(crate) fn roots(&self) -> Option<&Roots> {
        self.roots.as_ref()
    }

    /// The observations of each since the last seal.
    pub(crate) fn told(&self) -> &[ViewerTree] {
        &self.told
    }

    /// The secret of the match.
    pub(crate) fn secret(&self) -> &MatchSecret {
        &self.secret
    }

    /// How the logs of all viewers begin, before anything but the beginning of the match was told.
    pub(crate) fn beginnings(&self, header: &Header, progress: &Progress) -> Vec<Vec<u8>> {
        let public = PublicHeader::of(header);
        let begin = |told: &ViewerTree| {
            let veiled = progress.veiled_header();
            let mut log = ViewHeader::new(told.viewer(), &self.secret, public.clone(), veiled).bytes();
            self.put_latest(told.viewer(), &mut log);
            log
        };
        self.told.iter().map(begin).collect()
    }

    fn put_latest(&self, onlooker: ViewerCode, log: &mut Vec<u8>) {
        let place = usize::from(onlooker.0);
        if let (Some(told), Some(words)) = (self.told.get(place), self.words.get(place)) {
            put_observation(told.latest(), words, log);
        }
    }

    /// The bytes that a record adds to a viewer's log, after [`Observer::after`] for it.
    pub(crate) fn add(&self, record: &Record, onlooker: ViewerCode, log: &mut Vec<u8>) {
        match record {
            Record::Decision(_) | Record::Rewind(_) | Record::Outcome(_) => {
                self.put_latest(onlooker, log);
            }
            Record::Seal(seal) => {
                if let (Some(seal), Some(roots)) = (PublicSeal::of(seal, &self.observed), &self.roots) {
                    put_seal(&seal, roots, onlooker, log);
                }
            }
            Record::Signature(signature) => put_signature(signature, log),
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Annotation(_)
            | Record::Observed(_)
            | Record::Given(_) => {}
        }
    }
}

fn seen(sighting: Sighting) -> SeenCard {
    let place = sighting.place.map(|Whereabouts { zone, card }| SeenPlace { zone, name: card });
    SeenCard { id: sighting.object, place }
}

/// All zones with all their cards, in the game's order.
pub(crate) fn zones(game: &dyn Match) -> Vec<Zone> {
    let card = |(id, name)| ZoneCard { id, name };
    let zone = |zone: ZoneCards| Zone {
        name: zone.name.to_string(),
        seat: zone.seat,
        cards: zone.cards.into_iter().map(card).collect(),
    };
    game.zones().into_iter().map(zone).collect()
}
