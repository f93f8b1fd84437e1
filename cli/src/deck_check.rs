//! `duelog decks`: checks deck files of every form.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use duelog_decks::{DeckError, Form, List, Missing, Names, Settled};
use duelog_kernel::setup::{Agreement, Deck, Start};
use duelog_kernel::{Factory, Setup, SetupError};
use serde::Serialize;

use crate::output::{Context, Done, End, Failure};
use crate::{decks, games, simulate};

/// Checks deck files of every form.
#[derive(Debug, clap::Subcommand)]
pub enum Args {
    /// Checks deck files: says which form each has, names every card that is not known, and whether it may be played.
    #[command(after_help = "\
Examples:
  duelog decks check fixtures/decks
  duelog decks check --game magic fixtures/deck-forms/magic/arena.txt

The form of a file is found by its content:
  lists in lines: `4 Name`, `4x Name`, `(4) Name`, `Name x4`; comments behind # or //; `SB: 2 Name`; headings such as Deck, Sideboard, Commander,
    Companion, Maybeboard or Creatures (20); Magic Online's text, whose sideboard stands behind the only empty line; exports of Magic Arena, Moxfield
    and Archidekt, as 4 Name (SET) 123 *F*; decks of XMage, 4 [SET:123] Name; of Forge, [main] and 4 Name|SET; of Magic Workstation, 4 [SET] Name;
    exports of FaBrary and FaB DB; the words of Talishar, head_jab_red
  XML of Magic Online (.dek) and Cockatrice (.cod)
  tables (.csv) with columns for the name and the number: Magic Online, Moxfield, Archidekt and others
  JSON as deck sites give it to Talishar

Names may be written in any case, without accents, with any apostrophe, and with / or // between two halves.

A deck is judged by the rules of its game for constructed decks, with --limited for limited ones: the first rule that it breaks is named. Folders are
searched for files that end in .deck, .dek, .dec, .dck, .cod, .mwdeck, .txt, .csv or .json. The exit code is 1 if a deck may not be played.

--format json prints {file, form, name, game, cards, sideboard, missing, notes, legal, fault} for each deck, then {summary: {decks, legal}}.")]
    Check {
        /// Deck files, folders that are searched for them, or names of decks that are built in.
        #[arg(value_name = "DECK", required = true)]
        decks: Vec<PathBuf>,
        /// The game. [default: the one that knows most of the cards of a deck]
        #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
        game: Option<String>,
        #[command(flatten)]
        table: crate::terms::Terms,
        /// The decks are limited decks (in Magic of 40 cards at least).
        #[arg(long, help_heading = crate::headings::GAME)]
        limited: bool,
        /// A folder with card definitions that add to those built in, or replace them.
        #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
        cards: Option<PathBuf>,
    },
}

/// How the names of deck files end, in small letters.
const ENDINGS: [&str; 9] = ["deck", "dek", "dec", "dck", "cod", "mwdeck", "txt", "csv", "json"];

/// How deep folders are searched.
const DEPTH_MAX: u32 = 16;

/// The answer for a deck.
#[derive(Debug, Serialize)]
struct DeckAnswer {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Form>,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    cards: u32,
    sideboard: u32,
    missing: Vec<Missing>,
    notes: Vec<String>,
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Fault>,
}

/// Why a deck may not be played.
#[derive(Debug, Serialize)]
struct Fault {
    message: String,
    /// The rule that it breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The line that is not understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

impl From<DeckError> for Fault {
    fn from(error: DeckError) -> Fault {
        Fault { message: error.message, rule: None, line: Some(error.line) }
    }
}

#[derive(Debug, Serialize)]
struct Summary {
    decks: usize,
    legal: usize,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> Done {
    let Args::Check { decks, game, table, limited, cards } = args;
    let factories = match game {
        Some(game) => vec![games::factory(game, cards.as_deref())?],
        None => games::with_cards(cards.as_deref())?,
    };
    let names: Vec<Names<'_>> = factories.iter().map(|factory| Names::of(&**factory)).collect();
    let agreed = table.agreed(*limited);
    let mut summary = Summary { decks: 0, legal: 0 };
    let mut missing = false;
    for path in files(decks)? {
        let told = check(&path, &factories, &names, &agreed)?;
        summary.decks += 1;
        summary.legal += usize::from(told.legal);
        missing |= !told.missing.is_empty();
        if context.json() { context.value(&told) } else { print(&told, context) }
    }
    if context.json() {
        context.value(&serde_json::json!({ "summary": summary }));
    } else {
        let noun = if summary.decks == 1 { "deck" } else { "decks" };
        context.line(format_args!("{} {noun}, {} of them legal", summary.decks, summary.legal));
        if missing {
            context.line(games::HOW_TO_GET_CARDS);
        }
    }
    Ok(End::success_if(summary.decks == summary.legal))
}

/// The files that the paths name, each once, those of a folder by path.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for path in paths {
        let mut own = vec![path.clone()];
        if path.is_dir() {
            own.clear();
            search(path, DEPTH_MAX, &mut own)?;
            own.sort();
        }
        if own.is_empty() {
            let remedy =
                format!("deck files end in {}; one that ends otherwise is named itself", ENDINGS.join(", "));
            return Err(Failure::usage(
                format!("{}: there is no deck file in this folder", path.display()),
                remedy,
            ));
        }
        found.extend(own.into_iter().filter(|path| seen.insert(path.clone())));
    }
    Ok(found)
}

fn search(folder: &Path, depth: u32, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::system(format!("{}: {error}", folder.display()), "name a folder that can be read")
    };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
        if path.is_dir() {
            if let Some(depth) = depth.checked_sub(1) {
                search(&path, depth, found)?;
            }
        } else if ENDINGS.contains(&ending.as_str()) {
            found.push(path);
        }
    }
    Ok(())
}

/// The answer for a deck file.
fn check(
    path: &Path,
    factories: &[Box<dyn Factory>],
    names: &[Names<'_>],
    agreed: &Agreement,
) -> Result<DeckAnswer, Failure> {
    let mut told = DeckAnswer {
        file: path.display().to_string(),
        form: None,
        name: String::new(),
        game: None,
        cards: 0,
        sideboard: 0,
        missing: Vec::new(),
        notes: Vec::new(),
        legal: false,
        fault: None,
    };
    let built_in = decks::named_by(path);
    let read = match built_in {
        Some(deck) => duelog_decks::read(deck.text.as_bytes()),
        None => duelog_decks::read(&decks::bytes(path)?),
    };
    let list = match read {
        Ok(list) => list,
        Err(error) => return Ok(DeckAnswer { fault: Some(error.into()), ..told }),
    };
    told.form = Some(list.form);
    let own = built_in.and_then(|deck| factories.iter().position(|factory| factory.game() == deck.game));
    let place = own.unwrap_or_else(|| likely(&list, names));
    let (Some(factory), Some(names)) = (factories.get(place), names.get(place)) else { return Ok(told) };
    told.game = Some(factory.game());
    let by = factory.beside(agreed).filter(|_| built_in.is_none());
    match list.settled(names, by) {
        Err(error) => told.fault = Some(error.into()),
        Ok(Settled { form, deck, missing, notes, .. }) => {
            (told.form, told.name) = (Some(form), deck.name.clone());
            (told.cards, told.sideboard) = (deck.total(), deck.beside());
            (told.missing, told.notes) = (missing, notes);
            decks::explain(&mut told.missing, &**factory);
            if told.missing.is_empty() {
                told.fault = judged(&**factory, &deck, agreed)?;
                told.legal = told.fault.is_none();
            }
        }
    }
    Ok(told)
}

/// The place of the game that knows most of the cards of a list.
fn likely(list: &List, names: &[Names<'_>]) -> usize {
    if names.len() == 1 {
        return 0;
    }
    let known =
        |names: &Names<'_>| list.entries.iter().filter(|entry| names.read(&entry.name).is_ok()).count();
    let known: Vec<usize> = names.iter().map(known).collect();
    let most = known.iter().max().copied().unwrap_or(0);
    known.iter().position(|known| *known == most).unwrap_or(0)
}

/// Why a deck may not be played, by the rules of its game.
fn judged(factory: &dyn Factory, deck: &Deck, agreed: &Agreement) -> Result<Option<Fault>, Failure> {
    let decks = [deck.clone(), deck.clone()];
    let setup = Setup { start: Start::by(agreed.clone()), ..simulate::setup(factory, &decks, 0) };
    match factory.start(&setup, false) {
        Ok(_) => Ok(None),
        Err(SetupError::IllegalDeck { why, rule, .. }) => {
            Ok(Some(Fault { message: why, rule: Some(rule.to_string()), line: None }))
        }
        Err(error @ SetupError::Unavailable { .. }) => Err(decks::refused(&error, factory.game(), &[])),
        Err(error) => Ok(Some(Fault { message: error.to_string(), rule: None, line: None })),
    }
}

/// Says it to people.
fn print(told: &DeckAnswer, context: &Context) {
    let mut line = told.file.clone();
    if let Some(form) = told.form {
        line.push_str(&format!(": {form}"));
    }
    if let Some(game) = told.game {
        line.push_str(&format!(", {game}, {} cards", told.cards));
        if told.sideboard > 0 {
            line.push_str(&format!(" and {} beside them", told.sideboard));
        }
    }
    let verdict = match &told.fault {
        Some(Fault { message, line: Some(line), .. }) => format!("cannot be read: line {line}: {message}"),
        Some(Fault { message, rule: Some(rule), .. }) => format!("not legal: {message} ({rule})"),
        Some(Fault { message, .. }) => format!("not legal: {message}"),
        None if told.legal => "legal".to_string(),
        None => format!("not judged, as {} of its cards are not known", told.missing.len()),
    };
    context.line(format_args!("{line}: {verdict}"));
    for card in &told.missing {
        context.line(format_args!("  line {}: {}", card.line, decks::in_words(card)));
    }
    for note in &told.notes {
        context.line(format_args!("  note: {note}"));
    }
}
