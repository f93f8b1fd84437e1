//! What must hold for any bytes at all: the bodies of the fuzz targets in `fuzz/`, and how `cargo test` feeds
//! them without a fuzzer.

use std::sync::{LazyLock, Mutex, OnceLock};

use duelog_decks::Names;
use duelog_duel_masters::factory::DuelMastersFactory;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_duel_masters_import as import;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_flesh_and_blood::factory::FleshAndBloodFactory;
use duelog_flesh_and_blood_import as flesh_and_blood_import;
use duelog_kernel::rng::Stream;
use duelog_kernel::setup::{Agreement, Start};
use duelog_kernel::{Ask, Choice, Factory, Illegal, Item, Match, ObjectId, Request, Seat, Setup};
use duelog_log_format::seeds::SHARED;
use duelog_log_format::{MAGIC, Reader, ViewLog, recover};
use duelog_magic::Magic;
use duelog_magic::factory::MagicFactory;
use duelog_verifier::scenario::{self, Runner, Status};
use duelog_verifier::{Checkpoints, Seeker, Verdict, factory, redact, verify};

use crate::games::{Played, decision, factories, random, recorded_of, setup};
pub use crate::grown::play_cards;
pub use crate::proofs::{good_proofs, proof_files};

/// A fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name: of its file in `fuzz/fuzz_targets` and of its folder in `fixtures/fuzz`.
    pub name: &'static str,
    /// What must hold; it panics where it does not.
    pub body: fn(&[u8]),
    /// Other folders and extensions whose files are good to begin with.
    pub seeds: &'static [(&'static str, &'static str)],
    /// How many times as long as the quick ones an input takes: so many fewer are tried without a fuzzer.
    pub weight: u64,
}

/// All fuzz targets.
pub const TARGETS: [Target; 11] = [
    Target {
        name: "card_definition",
        body: card_definition,
        seeds: &[
            ("core/magic/cards", "ron"),
            ("core/duel-masters/cards", "ron"),
            ("core/flesh-and-blood/cards", "ron"),
        ],
        weight: 1,
    },
    Target { name: "card_import", body: card_import, seeds: &[("fixtures/import", "json")], weight: 2 },
    Target { name: "checkpoints", body: checkpoints, seeds: &[], weight: 80 },
    Target { name: "decisions", body: decisions, seeds: &[], weight: 1 },
    Target {
        name: "deck_file",
        body: deck_file,
        seeds: &[
            ("fixtures/decks", "deck"),
            ("fixtures/deck-forms", "txt"),
            ("fixtures/deck-forms", "csv"),
            ("fixtures/deck-forms", "dek"),
            ("fixtures/deck-forms", "dec"),
            ("fixtures/deck-forms", "dck"),
            ("fixtures/deck-forms", "cod"),
            ("fixtures/deck-forms", "mwDeck"),
            ("fixtures/deck-forms", "json"),
        ],
        weight: 24,
    },
    Target { name: "engine_lines", body: engine_lines, seeds: &[], weight: 4 },
    Target { name: "log_read", body: log_read, seeds: &[("fixtures/vectors", "duelog")], weight: 1 },
    Target { name: "log_recover", body: log_recover, seeds: &[("fixtures/vectors", "duelog")], weight: 1 },
    Target { name: "play_cards", body: play_cards, seeds: &[], weight: 8 },
    Target { name: "proof_files", body: proof_files, seeds: &[], weight: 8 },
    Target { name: "scenario_file", body: scenario_file, seeds: &[("fixtures/scenarios", "md")], weight: 24 },
];

fn games() -> &'static [Box<dyn Factory>] {
    static GAMES: OnceLock<Vec<Box<dyn Factory>>> = OnceLock::new();
    GAMES.get_or_init(factories)
}

/// Reading a log ends: at its end, or at one fault that stays the same. Then the same with every checksum
/// made good, which leads further in.
pub fn log_read(bytes: &[u8]) {
    read(bytes);
    let mended = mended(bytes);
    read(&mended);
    if mended.len() <= 20_000 {
        told(&mended);
    }
}

/// Whatever verifies and is observed gives every viewer a log, and what does not verify gives none.
fn told(log: &[u8]) {
    let report = verify(games(), log);
    let good = matches!(report.verdict, Verdict::Verified | Verdict::Incomplete);
    let Ok(reader) = Reader::open(log) else { return };
    let Ok(factory) = factory(games(), reader.header()) else { return };
    let (observed, views) = (report.contents.is_some_and(|contents| contents.observed), redact(factory, log));
    let hidden = reader.header().seed == SHARED && report.contents.is_none_or(|contents| !contents.revealed);
    assert_eq!(views.is_ok(), good && observed && !hidden, "{report:?}");
    for view in views.iter().flatten() {
        let read = ViewLog::read(view).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(read.decisions, report.decisions);
    }
}

fn read(bytes: &[u8]) {
    let mut reader = match Reader::open(bytes) {
        Ok(reader) => reader,
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            return;
        }
    };
    let mut skimmer = reader.clone();
    let mut last = reader.progress().bytes();
    loop {
        match reader.next_record() {
            Ok(None) => {
                assert_eq!(reader.progress().bytes(), bytes.len() as u64);
                assert!(skimmer.skim().is_ok(), "what can be decoded has good frames");
                return;
            }
            Ok(Some(logged)) => {
                assert_eq!(logged.at.offset, last);
                assert!(reader.progress().bytes() > last, "a record has bytes");
                last = reader.progress().bytes();
            }
            Err(fault) => {
                assert_eq!(reader.progress().bytes(), last, "progress stops before the fault");
                assert_eq!(reader.next_record().err(), Some(fault.clone()));
                assert_eq!(verify(games(), bytes).verdict, fault.verdict().into());
                return;
            }
        }
    }
}

/// The log with the checksum of each record, as far as lengths lead, made good.
pub fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let mut at = MAGIC.len();
    while let Some(width) =
        mended.get(at..).and_then(|rest| rest.iter().take(4).position(|byte| byte & 0x80 == 0))
    {
        let length = (0..=width)
            .fold(0, |length, place| length | usize::from(mended[at + place] & 0x7f) << (7 * place));
        let end = at + width + 1 + length;
        if mended.len() < end + 4 {
            break;
        }
        let checksum = crc32c::crc32c(&mended[at..end]).to_le_bytes();
        mended[end..end + 4].copy_from_slice(&checksum);
        at = end + 4;
    }
    mended
}

/// Recovery accounts for every byte, and the beginning that it calls good is good.
pub fn log_recover(bytes: &[u8]) {
    let recovery = recover(bytes);
    assert_eq!(recovery.cut.end, bytes.len() as u64);
    assert!(recovery.fault.is_some() || recovery.cut.is_empty());
    if let Some(progress) = recovery.verified {
        assert_eq!(progress.bytes(), recovery.cut.start);
        let mut again = Reader::open(&bytes[..progress.bytes() as usize]).expect("its header is good");
        assert_eq!(again.check().expect("it is good to its end").chain(), progress.chain());
    }
    let mut parts: Vec<(u64, u64)> =
        recovery.damaged().into_iter().map(|part| (part.start, part.end)).collect();
    for island in &recovery.islands {
        assert_eq!(island.records(bytes).count() as u64, island.records);
        parts.push((island.bytes.start, island.bytes.end));
    }
    parts.sort_unstable();
    let covered = parts.iter().try_fold(recovery.cut.start, |at, part| (part.0 == at).then_some(part.1));
    assert_eq!(covered, Some(recovery.cut.end), "every byte is in one part");
    // A header whose texts are false contradicts itself; anything else contradicts a beginning that verifies.
    let tampered = recovery
        .fault
        .is_some_and(|fault| fault.verdict() == duelog_log_format::Verdict::Tampered && fault.at.record > 0);
    assert!(!tampered || recovery.verified.is_some(), "to contradict something there must be something");
}

/// A definition is refused at its place, or it can be read, compiled and put into words.
pub fn card_definition(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let files = || vec![("fuzz.ron".to_string(), text.to_string())];
    let with: [Box<dyn Factory>; 3] = [
        Box::new(MagicFactory::with_overrides(files()).unwrap_or_default()),
        Box::new(DuelMastersFactory::with_overrides(files()).unwrap_or_default()),
        Box::new(FleshAndBloodFactory::with_overrides(files()).unwrap_or_default()),
    ];
    for (game, with) in games().iter().zip(with) {
        match game.check(text) {
            Err(error) => assert!(error.line >= 1 && !error.message.is_empty(), "{error:?}"),
            Ok(names) => {
                assert!(!names.is_empty());
                for card in names.iter().map(|name| with.card(name).expect("it can be found by its name")) {
                    assert_eq!(card.definition, text);
                    assert!(!card.reading.is_empty());
                }
            }
        }
    }
}

/// Each card of a list is compiled to a definition that the game reads, or left out with a reason. What is no
/// list is the text of a creature and of a spell.
pub fn card_import(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let cards = import::read(text).unwrap_or_else(|error| {
        assert!(!error.is_empty());
        ["Creature", "Spell"].map(|kind| printed(kind, text)).to_vec()
    });
    let outcomes = import::compile_all(&cards);
    assert_eq!(outcomes.len(), cards.len());
    let game = games().iter().find(|factory| factory.game() == "duel-masters").expect("it is built in");
    for outcome in outcomes {
        assert!(!outcome.to_string().is_empty());
        if let Ok(definition) = &outcome.result {
            let text = import::print(definition);
            // A word that refers to nothing is a fault of the card; one that cannot be read is a fault of ours.
            assert!(
                DuelMastersFactory::with_overrides(vec![("fuzz.ron".to_string(), text.clone())]).is_ok(),
                "{text}"
            );
            assert!(!game.file_name(&definition.name).contains(['/', '\\']), "{}", definition.name);
        }
    }
    flesh_and_blood_texts(text);
}

/// The same of Flesh and Blood: what is not a list is the text of an attack and of an item.
fn flesh_and_blood_texts(text: &str) {
    use flesh_and_blood_import::{Printed, compile_all, print, read};
    let cards = read(text).unwrap_or_else(|error| {
        assert!(!error.is_empty());
        let card = |types: &str| Printed {
            name: format!("Fuzz {types}"),
            types: vec![types.to_string()],
            text: text.to_string(),
            ..Printed::default()
        };
        ["Generic Action - Attack", "Generic Action - Item"].map(card).to_vec()
    });
    for outcome in compile_all(&cards, |_| true) {
        match &outcome.result {
            Ok(definition) => {
                let text = print(definition);
                assert!(duelog_flesh_and_blood::language::parse::parse(&text).is_ok(), "{text}");
            }
            Err(fault) => assert!(!outcome.told(fault).is_empty()),
        }
    }
}

fn printed(kind: &str, text: &str) -> import::Printed {
    let creature = kind == "Creature";
    import::Printed {
        name: "Fuzz".to_string(),
        civilizations: vec!["Fire".to_string()],
        cost: 3,
        power: creature.then(|| "3000".to_string()),
        kind: kind.to_string(),
        subtypes: if creature { vec!["Human".to_string()] } else { Vec::new() },
        supertypes: Vec::new(),
        text: Some(text.to_string()),
        sets: Vec::new(),
    }
}

/// Every line to the engine that is not blank gets one response, none of them tells of a fault of the
/// program, and none of files is obeyed.
pub fn engine_lines(bytes: &[u8]) {
    let responses = duelog::engine::responses(bytes);
    let lines =
        bytes.split(|byte| *byte == b'\n').filter(|line| !line.iter().all(u8::is_ascii_whitespace)).count();
    // The end of the input closes the match, which is a response too; after a line that quits there are no
    // more.
    let quit = responses.len() <= lines;
    assert!(quit || responses.len() == lines + 1, "{lines} lines, {} responses", responses.len());
    let last = responses.last().expect("the end, at least");
    assert!(last.get("closed").is_some(), "{last}");
    for response in &responses {
        let error = &response["error"]["kind"];
        assert!(error != "internal" && error != "log" && response.get("finding").is_none(), "{response}");
    }
}

/// A file of any form is refused at a line that it has, or it is a list whose cards are known or named, and a setup of
/// it starts or is refused with a reason.
pub fn deck_file(bytes: &[u8]) {
    static NAMES: LazyLock<Vec<Names<'_>>> =
        LazyLock::new(|| games().iter().map(|game| Names::of(&**game)).collect());
    let ends = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    let is_a_line = |line: u32| (1..=ends as u32 + 1).contains(&line);
    let list = match duelog_decks::read(bytes) {
        Ok(list) => list,
        Err(error) => {
            assert!(is_a_line(error.line) && !error.message.is_empty(), "{error}");
            return;
        }
    };
    assert!(list.entries.iter().all(|entry| entry.count > 0 && is_a_line(entry.line)));
    let all = list.counts();
    let likes = [setup::<Magic>(0), setup::<DuelMasters>(0), setup::<FleshAndBlood>(0)];
    for ((game, names), like) in games().iter().zip(&*NAMES).zip(likes) {
        let settled = match list.clone().settled(names, game.beside(&Agreement::default())) {
            Ok(settled) => settled,
            Err(error) => {
                assert!(is_a_line(error.line), "{error}");
                continue;
            }
        };
        let deck = settled.deck;
        assert_eq!(settled.lines.len(), deck.all().count());
        assert!(deck.total() + deck.beside() >= all.deck + all.beside, "no card is lost");
        let known = deck.all().filter(|card| game.card(&card.1).is_some()).count();
        assert!(known + settled.missing.len() >= deck.all().count(), "what is not known is named");
        let setup = Setup { decks: vec![deck.clone(), deck], start: Start::Normal, ..like };
        match game.start(&setup, false) {
            Ok(game) => assert!(game.request().is_some() && settled.missing.is_empty()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A scenario passes, fails with a reason, or is skipped.
pub fn scenario_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    static RUNNER: LazyLock<Runner<'_>> = LazyLock::new(|| Runner::new(games()));
    let results = RUNNER.run(text, "fixtures/scenarios/magic/fuzz.md");
    for result in &results {
        assert_eq!(result.status == Status::Passed, result.reason.is_empty(), "{result:?}");
    }
    assert_eq!(results.len(), scenario::list_file(text, "fixtures/scenarios/magic/fuzz.md", games()).len());
}

/// A log with its checkpoints and what it shows at each of some decisions.
struct Sought {
    log: Vec<u8>,
    checkpoints: Vec<u8>,
    roots: Vec<(u32, duelog_kernel::Digest)>,
}

impl Sought {
    fn of<G: Played>() -> Sought {
        let log = recorded_of::<G>(5_000);
        let mut seeker = Seeker::open(games(), &log, false, Checkpoints::default())
            .unwrap_or_else(|stop| panic!("{stop}"));
        let last = seeker.decisions();
        let decisions = [0, 1, 64, 65, 130, last].map(|decision| decision.min(last));
        let roots = decisions
            .map(|decision| {
                (decision, seeker.seek(decision).unwrap_or_else(|error| panic!("{error}")).root())
            })
            .to_vec();
        Sought { checkpoints: seeker.checkpoints().bytes(), log, roots }
    }
}

/// A log of each game.
fn sought() -> &'static [Sought; 3] {
    static SOUGHT: OnceLock<[Sought; 3]> = OnceLock::new();
    SOUGHT.get_or_init(|| [Sought::of::<Magic>(), Sought::of::<DuelMasters>(), Sought::of::<FleshAndBlood>()])
}

/// The stored checkpoints of a log of each game, to begin with.
pub fn good_checkpoints() -> Vec<Vec<u8>> {
    sought().iter().map(|sought| sought.checkpoints.clone()).collect()
}

/// Checkpoints are a cache: whatever bytes stand in their file, were they another game's, the log shows the
/// same states.
pub fn checkpoints(bytes: &[u8]) {
    for sought in sought() {
        let mut seeker = Seeker::open(games(), &sought.log, false, Checkpoints::read(bytes))
            .unwrap_or_else(|stop| panic!("{stop}"));
        for (decision, root) in &sought.roots {
            let game = seeker.seek(*decision).unwrap_or_else(|error| panic!("decision {decision}: {error}"));
            assert_eq!(game.root(), *root, "decision {decision}");
        }
    }
}

/// Tables at different moments of different games.
struct Tables(Vec<Mutex<Box<dyn Match>>>);

impl Tables {
    fn add<G: Played>(&mut self) {
        for seed in 0..16 {
            let mut game = G::table(&setup::<G>(seed), true);
            let mut stream = random(seed);
            for _ in 0..seed * 40 {
                let Some((seat, choice)) = decision(&game, &mut stream) else { break };
                game.decide(seat, &choice).expect("offered");
            }
            self.0.push(Mutex::new(Box::new(game)));
        }
    }
}

/// An independent copy of one of the tables.
fn table(place: usize) -> Box<dyn Match> {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let mut tables = Tables(Vec::new());
        tables.add::<Magic>();
        tables.add::<DuelMasters>();
        tables.add::<FleshAndBlood>();
        tables
    });
    tables.0[place % tables.0.len()].lock().expect("nobody panics with it").fork()
}

/// The most answers of one input.
const ANSWERS_MAX: usize = 200;

/// Any sequence of answers at any moment: none panics, a refused one names a rule and changes nothing.
///
/// The first byte chooses the moment. Each answer begins with a byte that says how the next ones are read: as
/// an encoded choice after their number, or as places among what is offered, with now and then something
/// else.
pub fn decisions(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut game = table(usize::from(bytes.byte()));
    for _ in 0..ANSWERS_MAX {
        if bytes.0.is_empty() {
            return;
        }
        let Some(request) = game.request().cloned() else { return };
        let how = bytes.byte();
        let seat = if how & 0xf0 == 0xf0 { Seat(how & 3) } else { request.seat };
        let Some(choice) = (if how & 1 == 1 { bytes.encoded() } else { Some(bytes.built(&request)) }) else {
            continue;
        };
        decide(&mut *game, &request, seat, &choice);
    }
}

fn decide(game: &mut dyn Match, request: &Request, seat: Seat, choice: &Choice) {
    let (before, decisions) = (game.state_tag(), game.decisions());
    // Every player may give up at any request, and in some games agree to a draw.
    let draws = game.game() == "flesh-and-blood" && *choice == Choice::one(Item::Draw);
    let standing = (draws || *choice == Choice::one(Item::Concede)) && seat.0 < 2;
    let legal = standing || (seat == request.seat && request.validate(choice).is_ok());
    match game.decide(seat, choice) {
        Ok(()) => {
            assert!(legal && game.decisions() == decisions + 1);
            assert_eq!(game.request().is_none(), game.outcome().is_some());
        }
        Err(illegal) => {
            assert!(!legal, "{choice:?} is legal and refused: {illegal}");
            assert!(
                illegal.rule().is_some() || matches!(illegal, Illegal::Over | Illegal::WrongSeat { .. }),
                "{illegal}"
            );
            assert_eq!(game.request(), Some(request));
            assert_eq!(
                (game.state_tag(), game.decisions()),
                (before, decisions),
                "a refused answer changed the state"
            );
        }
    }
}

/// Bytes that are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    /// The next byte; 0 when there is none.
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn encoded(&mut self) -> Option<Choice> {
        let length = usize::from(self.byte()).min(self.0.len());
        let (choice, rest) = self.0.split_at(length);
        self.0 = rest;
        Choice::decode(choice)
    }

    /// An answer to a request, more often legal than not.
    fn built(&mut self, request: &Request) -> Choice {
        let choice = match &request.ask {
            Ask::Pick { options, min, max, .. } => {
                let most = (*max).min(options.len() as u32);
                let count = min + u32::from(self.byte()) % (most.saturating_sub(*min) + 1);
                Choice::Pick((0..count).map(|_| self.item(options)).collect())
            }
            Ask::Number { min, .. } => Choice::Number(min.saturating_add(u32::from(self.byte()))),
            Ask::Split { options, .. } => {
                Choice::Split(options.iter().map(|item| (*item, u32::from(self.byte() % 8))).collect())
            }
            Ask::Name { among } => {
                Choice::Name(among.get(usize::from(self.byte())).cloned().unwrap_or_default())
            }
        };
        choice.canonical(request)
    }

    fn item(&mut self, options: &[Item]) -> Item {
        let place = self.byte();
        let strange = Item::Object(ObjectId(u32::from(place)));
        // Conceding ends a game at once: it is left to encoded choices.
        let offered = options
            .get(usize::from(place) % options.len().max(1))
            .copied()
            .filter(|item| *item != Item::Concede);
        if place >= 250 { strange } else { offered.or(options.first().copied()).unwrap_or(strange) }
    }
}

/// One change of an input, as a fuzzer makes them: bits, bytes, numbers, parts of itself and of another
/// input.
pub fn mutate(input: &[u8], other: &[u8], random: &mut Stream) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() as u32 + 1) as usize;
        let end = at + random.below((bytes.len() - at).min(64) as u32 + 1) as usize;
        match random.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            2 => bytes.insert(at, random.below(256) as u8),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            5 if !other.is_empty() => {
                let from = random.below(other.len() as u32) as usize;
                let to = (from + 1 + random.below(64) as usize).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            6 if at < bytes.len() => {
                bytes[at] = [0, 1, 0x7f, 0x80, 0xff, b'0', b'9', b'-'][random.below(8) as usize]
            }
            7 => bytes.truncate(at.max(bytes.len() / 2)),
            _ => {
                let number = [0u64, 1, 255, 65_536, u64::from(u32::MAX), u64::MAX][random.below(6) as usize]
                    .to_string();
                bytes.splice(at..at, number.into_bytes());
            }
        }
    }
    bytes
}
