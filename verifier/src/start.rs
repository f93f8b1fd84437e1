//! Starting the match that a log's header describes.

use std::sync::Arc;

use duelog_kernel::digest::hex;
use duelog_kernel::{Digest, Factory, Match, SetupError};
use duelog_log_format::{Header, PinFault, seeds};

/// The games that are built in.
pub type Games = [Box<dyn Factory>];

/// Why a log cannot be replayed here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "unsupported")]
pub enum Unsupported {
    /// The game is not built in.
    #[error("the game \"{game}\" is not built in (built in: {available})")]
    Game {
        /// The log's game.
        game: String,
        /// The games that are.
        available: String,
    },
    /// The edition of the rules is not built in.
    #[error("the edition \"{edition}\" of the rules is not built in (built in: {available})")]
    Edition {
        /// The log's edition.
        edition: String,
        /// The editions that are.
        available: String,
    },
    /// A card lacks a definition here.
    #[error("there is no definition of \"{name}\" here{hint}")]
    Unknown {
        /// The card's name.
        name: String,
        /// A similar name, in words, or nothing.
        hint: String,
    },
    /// Definitions that are not those that the log pins.
    #[error("{}", pins(.0))]
    Definitions(Vec<PinFault>),
    /// The match begins with more cards than this engine has room for.
    #[error("{found} cards, more than the {most} that a match of this engine can begin with")]
    TooLarge {
        /// How many there are.
        found: u64,
        /// How many there can be.
        most: u32,
    },
    /// The seed, which host and players choose together, is not shown yet.
    #[error(
        "the seed is not known yet: host and players choose it together, and the host shows its part when the match is over"
    )]
    Unrevealed,
    /// Definitions that the match uses and the log does not pin.
    #[error("the log does not pin the definitions of {}", .0.join(", "))]
    NotPinned(Vec<String>),
}

fn pins(faults: &[PinFault]) -> String {
    let one = |fault: &PinFault| match &fault.found {
        Some(found) => format!("\"{}\" (pinned {}, here {found})", fault.name, fault.expected),
        None => format!("\"{}\" (pinned {}, not here)", fault.name, fault.expected),
    };
    let shown: Vec<String> = faults.iter().take(5).map(one).collect();
    let more = faults.len().saturating_sub(shown.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("definitions here are not those that the log pins: {}{more}", shown.join(", "))
}

/// Why a match does not start from a header.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Something that the log needs is not here.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The rules do not allow such a match.
    #[error("the match cannot start: {0}")]
    Setup(SetupError),
}

impl From<SetupError> for StartError {
    fn from(error: SetupError) -> StartError {
        match error {
            SetupError::UnknownCard { name, hint } => Unsupported::Unknown { name, hint }.into(),
            SetupError::TooLarge { found, most } => Unsupported::TooLarge { found, most }.into(),
            SetupError::Unavailable { what, available } => {
                Unsupported::Edition { edition: what, available }.into()
            }
            SetupError::IllegalDeck { .. }
            | SetupError::Position(_)
            | SetupError::Seats { .. }
            | SetupError::Terms(_) => StartError::Setup(error),
        }
    }
}

/// The factory for a log with this header.
///
/// # Errors
/// [`Unsupported`] when the game is not built in.
pub fn factory<'a>(games: &'a Games, header: &Header) -> Result<&'a dyn Factory, Unsupported> {
    let found = games.iter().find(|factory| factory.game() == header.game);
    found.map(|factory| &**factory).ok_or_else(|| {
        let available: Vec<&str> = games.iter().map(|factory| factory.game()).collect();
        Unsupported::Game { game: header.game.clone(), available: available.join(", ") }
    })
}

/// A game with the definitions that a log pins.
pub enum Pinned<'a> {
    /// They are those of today, or it has none of those that are not.
    Today(&'a dyn Factory),
    /// Some of them were built in before.
    Former(Arc<dyn Factory>),
}

impl Pinned<'_> {
    /// The game.
    pub fn factory(&self) -> &dyn Factory {
        match self {
            Pinned::Today(factory) => *factory,
            Pinned::Former(factory) => &**factory,
        }
    }
}

/// The game with the definitions that a log with this header pins, those that were built in before among them.
pub fn pinned<'a>(factory: &'a dyn Factory, header: &Header) -> Pinned<'a> {
    let mut pins = header.definitions.iter().map(|pin| (pin.name.as_str(), &pin.digest[..]));
    factory.as_pinned(&mut pins).map_or(Pinned::Today(factory), Pinned::Former)
}

/// Starts the match of a header whose edition and definitions are all here, the definitions as they are
/// pinned, under the revision of the rules that the header names. Definitions that were built in before are here.
///
/// # Errors
/// [`StartError`] when something is missing or the rules do not allow the match.
pub fn start(factory: &dyn Factory, header: &Header, journal: bool) -> Result<Box<dyn Match>, StartError> {
    if factory.game() != header.game {
        return Err(
            Unsupported::Game { game: header.game.clone(), available: factory.game().to_string() }.into()
        );
    }
    if !factory.editions().contains(&header.edition.as_str()) {
        return Err(Unsupported::Edition {
            edition: header.edition.clone(),
            available: factory.editions().join(", "),
        }
        .into());
    }
    if header.seed == seeds::SHARED {
        return Err(Unsupported::Unrevealed.into());
    }
    let setup = header.setup();
    let today = factory.definitions(&setup);
    let former;
    let (factory, definitions) = match today {
        Ok(definitions) if header.pin_faults(&definitions).is_empty() => (factory, definitions),
        _ => {
            former = pinned(factory, header);
            (former.factory(), former.factory().definitions(&setup)?)
        }
    };
    let faults = missing(factory, header, &definitions);
    if !faults.is_empty() {
        return Err(Unsupported::Definitions(faults).into());
    }
    let pinned = |name: &String| header.definitions.binary_search_by(|pin| pin.name.cmp(name)).is_ok();
    let unpinned: Vec<String> =
        definitions.into_iter().map(|definition| definition.0).filter(|name| !pinned(name)).collect();
    if !unpinned.is_empty() {
        return Err(Unsupported::NotPinned(unpinned).into());
    }
    Ok(factory.start_under(header.revision, &setup, header.given.as_ref(), journal)?)
}

/// The pins that the definitions here do not satisfy. A pin of a definition that the match does not use
/// counts as well.
fn missing(factory: &dyn Factory, header: &Header, definitions: &[(String, Digest)]) -> Vec<PinFault> {
    let mut faults = header.pin_faults(definitions);
    for fault in &mut faults {
        if fault.found.is_none() {
            fault.found = factory.card(&fault.name).map(|card| hex(&card.digest.0[..16]));
        }
    }
    faults.retain(|fault| fault.found.as_ref() != Some(&fault.expected));
    faults
}
