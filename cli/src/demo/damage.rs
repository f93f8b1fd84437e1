//! Three ways to spoil a log: by accident twice, once on purpose.

use duelog_kernel::{Choice, Factory, Item, Match, Seat, Viewer};
use duelog_log_format::{Durability, Reader, Record, RecordKind, Writer};

use crate::output::Failure;

/// The rule that the cheat breaks where it can: one land a turn. It is the first that every player learns.
const FAVOURITE: &str = "305.2";

/// A decision that the rules do not allow, to be put in the place of one that was made.
#[derive(Debug)]
pub struct Cheat {
    /// The decision's number, from 1.
    pub decision: u32,
    /// Who is made to cheat.
    pub seat: Seat,
    /// The recorded answer, in words.
    pub instead_of: String,
    /// The claimed answer, in words.
    pub claimed: String,
    choice: Choice,
}

/// Where a decision record begins, about two thirds into the log.
pub fn later_record(log: &[u8]) -> usize {
    let mut starts = decision_starts(log);
    starts.retain(|start| *start > log.len() / 3 * 2);
    starts.first().copied().unwrap_or(log.len() / 2)
}

fn decision_starts(log: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    if let Ok(mut reader) = Reader::open(log) {
        while let Ok(Some(frame)) = reader.next_frame() {
            if frame.kind == RecordKind::Decision {
                starts.push(frame.at.offset as usize);
            }
        }
    }
    starts
}

/// The log with one bit flipped.
pub fn flip(log: &[u8], byte: usize) -> Vec<u8> {
    let mut damaged = log.to_vec();
    if let Some(byte) = damaged.get_mut(byte) {
        *byte ^= 0b0001_0000;
    }
    damaged
}

/// A cheat for a log: a player who passed claims to have done something that was not legal then.
pub fn find_cheat(factory: &dyn Factory, log: &[u8]) -> Option<Cheat> {
    let reader = Reader::open(log).ok()?;
    let header = reader.header();
    let mut game = factory.start_under(header.revision, &header.setup(), None, false).ok()?;
    let mut found: Option<Cheat> = None;
    for logged in reader.flatten() {
        let Record::Decision(decision) = logged.record else { continue };
        if decision.choice == Choice::one(Item::Pass)
            && let Some((item, rule)) = forbidden(&mut *game, decision.seat)
            && (found.is_none() || rule == FAVOURITE)
        {
            let favourite = rule == FAVOURITE;
            let (claimed, instead_of) =
                (game.describe(Viewer::Judge, &item), game.describe(Viewer::Judge, &Item::Pass));
            found = Some(Cheat {
                decision: logged.at.decision + 1,
                seat: decision.seat,
                instead_of,
                claimed,
                choice: Choice::one(item),
            });
            if favourite {
                break;
            }
        }
        game.decide(decision.seat, &decision.choice).ok()?;
    }
    found
}

/// Something that the player may not do now with a card that the player sees, and the rule against it.
fn forbidden(game: &mut dyn Match, seat: Seat) -> Option<(Item, &'static str)> {
    let cards: Vec<_> = game
        .view(Viewer::Seat(seat))
        .zones
        .into_iter()
        .flat_map(|zone| zone.cards)
        .map(|card| card.id)
        .collect();
    let verbs = 0..game.words().verbs.len() as u8;
    let items = cards.iter().flat_map(|card| verbs.clone().map(move |verb| Item::Act(verb, *card)));
    let mut refused = Vec::new();
    for item in items {
        if let Err(illegal) = game.fork().decide(seat, &Choice::one(item))
            && let Some(rule) = illegal.rule()
        {
            refused.push((item, rule.number()));
        }
    }
    refused.iter().find(|(_, rule)| *rule == FAVOURITE).or(refused.first()).copied()
}

/// The log with the cheat in it, written by the writer itself: every checksum, the chain and the seals fit.
///
/// # Errors
/// A system error where the log cannot be read or written again.
pub fn forge(log: &[u8], cheat: &Cheat) -> Result<Vec<u8>, Failure> {
    let fault = |error: &dyn std::fmt::Display| {
        Failure::system(format!("the demo's log: {error}"), "this is a fault of the program: report it")
    };
    let mut reader = Reader::open(log).map_err(|error| fault(&error))?;
    let mut writer =
        Writer::create(Vec::new(), reader.header(), Durability::None).map_err(|error| fault(&error))?;
    while let Some(logged) = reader.next_record().map_err(|error| fault(&error))? {
        let written = match logged.record {
            Record::Decision(decision) if logged.at.decision + 1 == cheat.decision => {
                writer.decision(decision.seat, &cheat.choice, decision.tag).map(drop)
            }
            Record::Seal(seal) => writer.seal(seal.root),
            record => writer.append(&record),
        };
        written.map_err(|error| fault(&error))?;
    }
    writer.into_storage().map_err(|error| fault(&error))
}
