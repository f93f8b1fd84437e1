//! The headings that the options of commands stand under in `--help`.

/// The game and how it begins.
pub const GAME: &str = "Game";
/// The logs that a command takes.
pub const LOGS: &str = "Logs";
/// Who plays.
pub const PLAYERS: &str = "Players";
/// The log that is written while a match is played.
pub const RECORDING: &str = "Recording";
/// The part of a log that the answer is about.
pub const MOMENT: &str = "Moment";
/// The events that are told.
pub const FILTERS: &str = "Filters";
/// One question about a decision.
pub const QUESTION: &str = "Question";
/// The viewer for whom a match is shown.
pub const VIEWER: &str = "Viewer";
/// The hidden fact that is opened.
pub const FACT: &str = "Fact";
/// Keys, and the signatures made with them.
pub const SIGNATURES: &str = "Keys and signatures";
/// The parts of a seed that host and players choose together.
pub const DRAWS: &str = "Fair draws";
/// The folder in which closed logs are published.
pub const TRANSPARENCY: &str = "Transparency log";
/// Other files that a file is compared with.
pub const COMPARISON: &str = "Comparison";
/// How much work a command does at most.
pub const LIMITS: &str = "Limits";
/// The rules and the card definitions that a log is replayed with.
pub const RULES: &str = "Rules and cards";
/// The address that `serve` listens on, and who may ask.
pub const NETWORK: &str = "Network";
/// The servers of a fleet, and who asks them.
#[cfg(feature = "fleet")]
pub const FLEET: &str = "Fleet";
/// How the servers of a fleet keep what they have.
#[cfg(feature = "fleet")]
pub const STORAGE: &str = "Storage";
/// The files that a command writes, and how it prints.
pub const OUTPUT: &str = "Output";
/// The options that every command takes.
pub const GLOBAL: &str = "Global options";
