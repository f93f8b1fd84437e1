//! What viewers are told as an observed match goes on, and what its seals say of that.

use duelog_kernel::view::{Fact, View, ZoneView};
use duelog_kernel::{Choice, Match, Outcome, Seat, Viewer};
use duelog_log_format::observed::{
    self, MatchSecret, Onlooker, PublicHeader, PublicSeal, Roots, Told, Zone, ZoneCard,
};
use duelog_log_format::{
    Header, Observation, Observed, Progress, Record, SeenZone, Sight, ViewHeader, What, put_observation,
    put_seal, put_signature,
};

/// Follows an observed match: what it has, record by record, for the public and for each seat.
pub struct Observer {
    observed: Observed,
    secret: MatchSecret,
    told: Vec<Told>,
    latest: Vec<Vec<u8>>,
    roots: Option<Roots>,
}

/// The public, then the seats of a match in order.
pub(crate) fn onlookers(seats: u8) -> impl Iterator<Item = Onlooker> {
    (0..=seats).map(Onlooker)
}

/// The same viewer for the kernel.
pub fn viewer(onlooker: Onlooker) -> Viewer {
    onlooker.of_seat().map_or(Viewer::Public, Viewer::Seat)
}

impl Observer {
    /// Begins to follow a match that has just started. `header` holds the seed.
    pub(crate) fn new(header: &Header, observed: &Observed, game: &mut dyn Match) -> Observer {
        let secret = MatchSecret::new(&header.seed, observed);
        let told = |onlooker| Told::new(onlooker, secret.viewer_key(onlooker));
        let told: Vec<Told> = onlookers(header.seats).map(told).collect();
        let mut observer =
            Observer { observed: *observed, secret, latest: vec![Vec::new(); told.len()], told, roots: None };
        game.observe();
        observer.hear(game, |sight, _| What::Begun(sight.clone()), true);
        observer
    }

    /// A record has been written or replayed, after which `game` stands.
    pub(crate) fn after(&mut self, record: &Record, game: &mut dyn Match) {
        match record {
            Record::Decision(made) => self.decided(made.seat, &made.choice, game),
            Record::Rewind(rewind) => {
                // The way back was told too, and the match may be a copy that tells nobody.
                game.observe();
                self.hear(game, |sight, _| What::Rewound { to: rewind.to, sight: sight.clone() }, true);
            }
            Record::Outcome(outcome) => self.ended(outcome, game),
            Record::Seal(_) => self.told.iter_mut().for_each(Told::sealed),
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Annotation(_)
            | Record::Signature(_)
            | Record::Observed(_) => {}
        }
    }

    /// A decision has been made, after which `game` stands.
    pub(crate) fn decided(&mut self, seat: Seat, choice: &Choice, game: &mut dyn Match) {
        let mut bytes = Vec::new();
        choice.encode(&mut bytes);
        let what = |_: &Sight, onlooker| What::Decided {
            seat,
            choice: (onlooker == Onlooker::seat(seat)).then(|| bytes.clone()),
        };
        self.hear(game, what, false);
    }

    fn ended(&mut self, outcome: &Outcome, game: &mut dyn Match) {
        self.hear(game, |_, _| What::Ended(outcome.clone()), false);
    }

    fn hear(&mut self, game: &mut dyn Match, what: impl Fn(&Sight, Onlooker) -> What, with_sight: bool) {
        let awaited = game.request().map(|request| request.seat);
        let mut events = game.observed().into_iter();
        for (told, latest) in self.told.iter_mut().zip(&mut self.latest) {
            let onlooker = told.viewer();
            let sight = if with_sight { sight(game.view(viewer(onlooker))) } else { Sight::default() };
            let request = game.request().filter(|request| onlooker == Onlooker::seat(request.seat));
            let request = request.map(|request| {
                let mut bytes = Vec::new();
                request.encode(&mut bytes);
                bytes
            });
            let what = what(&sight, onlooker);
            let observation = Observation { what, told: events.next().unwrap_or_default(), awaited, request };
            *latest = observation.bytes();
            told.hear(latest);
        }
    }

    /// What the seal of this number binds itself to, where `game` stands.
    pub(crate) fn seal(&mut self, number: u32, game: &mut dyn Match) -> &Roots {
        let zones = observed::zone_roots(&self.secret, number, &zones(game));
        let told = self.told.iter().map(Told::root).collect();
        self.roots.insert(Roots { cards: observed::cards_root(&zones), told })
    }

    /// What the last seal binds itself to.
    pub(crate) fn roots(&self) -> Option<&Roots> {
        self.roots.as_ref()
    }

    /// What each was told since the last seal.
    pub(crate) fn told(&self) -> &[Told] {
        &self.told
    }

    /// What each was told last, in bytes.
    pub(crate) fn latest(&self) -> &[Vec<u8>] {
        &self.latest
    }

    /// The secret of the match.
    pub(crate) fn secret(&self) -> &MatchSecret {
        &self.secret
    }

    /// How the logs of all viewers begin, before anything but the beginning of the match was told.
    pub(crate) fn beginnings(&self, header: &Header, progress: &Progress) -> Vec<Vec<u8>> {
        let public = PublicHeader::of(header);
        let begin = |(told, latest): (&Told, &Vec<u8>)| {
            let veiled = progress.veiled_header();
            let mut log = ViewHeader::new(told.viewer(), &self.secret, public.clone(), veiled).bytes();
            put_observation(latest, &mut log);
            log
        };
        self.told.iter().zip(&self.latest).map(begin).collect()
    }

    /// What a record adds to the log of a viewer, after [`Observer::after`] for it.
    pub(crate) fn add(&self, record: &Record, onlooker: Onlooker, log: &mut Vec<u8>) {
        match record {
            Record::Decision(_) | Record::Rewind(_) | Record::Outcome(_) => {
                if let Some(latest) = self.latest.get(usize::from(onlooker.0)) {
                    put_observation(latest, log);
                }
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
            | Record::Observed(_) => {}
        }
    }
}

fn sight(view: View) -> Sight {
    let facts = |facts: Vec<Fact>| facts.into_iter().map(|fact| (fact.name, fact.value)).collect();
    let zone = |zone: ZoneView| {
        let ZoneView { name, seat, count, cards } = zone;
        let cards = cards.into_iter().map(|card| ZoneCard { id: card.id, name: card.name }).collect();
        SeenZone { name, seat, count, cards }
    };
    Sight {
        turn: facts(view.turn),
        players: view.players.into_iter().map(|player| facts(player.facts)).collect(),
        zones: view.zones.into_iter().map(zone).collect(),
    }
}

/// All zones with all their cards, in the game's order.
pub(crate) fn zones(game: &mut dyn Match) -> Vec<Zone> {
    let zone = |zone: ZoneView| {
        let cards = zone.cards.into_iter().map(|card| ZoneCard { id: card.id, name: card.name }).collect();
        Zone { name: zone.name, seat: zone.seat, cards }
    };
    game.view(Viewer::Judge).zones.into_iter().map(zone).collect()
}
