//! Viewers' logs and disclosures, checked without the full log.

use std::cmp::Ordering;
use std::path::Path;

use duelog_log_format::observed::{Shown, ZoneCard};
use duelog_log_format::{Disclosure, Observation, ObservedFact, Opened, Party, SeenZone, ViewLog};
use duelog_verifier::signing::Keyring;
use duelog_verifier::{
    Age, NotOf, RedactError, Report, factory, follows, observation_in_words, onlooker_word, outcome_in_words,
    zone_in_words,
};
use serde::Serialize;
use serde_json::json;

use super::{Args, finding};
use crate::games::with_cards;
use crate::output::{Context, Done, End, Failure};
use crate::{input, keys};

/// Checks a viewer's log.
pub(super) fn view(args: &Args, context: &Context, bytes: &[u8]) -> Done {
    let file = args.file.display().to_string();
    if args.log.is_some() || args.of.is_some() {
        return Err(Failure::usage(
            format!("{file}: this is a viewer's log"),
            "--against FULL says whether it follows from a full log",
        ));
    }
    let log = match ViewLog::read(bytes) {
        Ok(log) => log,
        Err(fault) => return finding(context, &file, &format_args!("{}: {fault}", fault.verdict)),
    };
    let keyring = args.keys.as_deref().map(keys::list).transpose()?;
    if let Some((party, key)) = keyring.as_ref().and_then(|keyring| foreign(&log, keyring)) {
        let what = format!(
            "a seal is signed for {} by the key {key}, which is not the one of the list",
            party.named()
        );
        return finding(context, &file, &what);
    }
    let mut against = None;
    if let Some(path) = &args.against {
        match compared(args, bytes, &log, path)? {
            Ok(order) => against = Some((path.display().to_string(), order)),
            Err(what) => return finding(context, &file, &what),
        }
    }
    let signed = signed(&log, keyring.as_ref());
    // An unsigned log has no keys to check.
    let open = not_checked(keyring.is_some() || signed.is_empty(), against.is_some());
    if context.json() {
        context.value(&json!({
            "view": file, "viewer": onlooker_word(log.header.viewer), "match": log.match_id.to_string(), "game": log.header.public.game,
            "seals": log.seals.len(), "decisions": log.decisions, "sealed": sealed(&log), "closed": log.closed(),
            "outcome": log.outcome, "signed": signed, "not_checked": open, "against": against.as_ref().map(|against| &against.0),
        }));
        return Ok(End::Success);
    }
    told(context, &file, &log, &signed);
    compared_with(context, against.as_ref());
    for word in open {
        context.line(format_args!("  not checked: {}", unchecked_in_words(word)));
    }
    Ok(End::Success)
}

/// Tells what a viewer's log says of its match.
fn told(context: &Context, file: &str, log: &ViewLog, signed: &[Signed]) {
    let sealed = sealed(log);
    context.line(format_args!(
        "holds: {file}: what {} was told of a match of {}",
        log.header.viewer, log.header.public.game
    ));
    context.line(format_args!("  match     {}", log.match_id));
    context.line(format_args!(
        "  told      {} decisions, {} seals; what was told up to decision {sealed} is what the seals say",
        log.decisions,
        log.seals.len()
    ));
    context.line(format_args!("  end       {}", end(log)));
    if log.unsealed() > 0 {
        context.line(format_args!("  not sealed yet: the last {} that were told", log.unsealed()));
    }
    for signed in signed {
        context.line(format_args!("  signed    {}", signed.in_words()));
    }
}

/// Tells how a viewer's log stands to the full one.
fn compared_with(context: &Context, against: Option<&(String, Ordering)>) {
    let Some((full, order)) = against else { return };
    context.line(match order {
        Ordering::Equal => format!("  it is all that {full} has for this viewer, which was replayed"),
        Ordering::Less => {
            format!("  it is the beginning of what {full} has for this viewer; the full log was replayed")
        }
        Ordering::Greater => {
            format!(
                "  all that {full} has for this viewer is in it, and it goes on; the full log was replayed"
            )
        }
    });
}

fn unchecked_in_words(word: &str) -> &'static str {
    match word {
        "keys" => "whose keys signed it: anybody can make a key of any name (--keys LIST)",
        _ => "rules, draws, decks and what others were told; the full log shows them (--against FULL)",
    }
}

/// The things that a viewer's log is not checked for, in one word each.
fn not_checked(keys: bool, against: bool) -> Vec<&'static str> {
    let open = [("keys", keys), ("rules", against)];
    open.into_iter().filter(|(_, checked)| !checked).map(|(word, _)| word).collect()
}

/// After how many decisions the last seal stands.
fn sealed(log: &ViewLog) -> u32 {
    log.seals.last().map_or(0, |seen| seen.seal.decisions)
}

/// How the match ends, as far as the viewer was told.
fn end(log: &ViewLog) -> String {
    match (&log.outcome, log.closed()) {
        (Some(outcome), true) => format!("{}, sealed", outcome_in_words(outcome)),
        (Some(outcome), false) => format!("{}, not sealed yet", outcome_in_words(outcome)),
        (None, _) => "the match goes on, or the rest is missing".to_string(),
    }
}

/// Checks that a viewer's log follows from the full one.
fn compared(
    args: &Args,
    bytes: &[u8],
    log: &ViewLog,
    full: &Path,
) -> Result<Result<Ordering, String>, Failure> {
    let mut whole = input::bytes(full)?;
    if let Some(secret) = &args.secret {
        whole = duelog_verifier::reveal(&whole, crate::part::read(secret)?).map_err(|fault| {
            Failure::usage(format!("{}: {fault}", full.display()), "name the part of this match's host")
        })?;
    }
    let games = with_cards(args.cards.as_deref())?;
    let header = match duelog_log_format::Reader::open(&whole) {
        Ok(reader) => reader.header().clone(),
        Err(fault) => return Ok(Err(format!("{}: {fault}", full.display()))),
    };
    let factory = match factory(&games, &header) {
        Ok(factory) => factory,
        Err(error) => return Ok(Err(format!("{}: {error}", full.display()))),
    };
    Ok(follows(factory, bytes, log, &whole).map_err(|error| {
        let NotOf::Redact(RedactError::Stop(stop)) = &error else {
            return format!("{}: {error}", full.display());
        };
        // An older log may be right, and not replay by the rules of this engine.
        let report = Report::of(stop, log.decisions, Age::under(factory, &header).as_ref());
        format!("{} is {}: {}", full.display(), report.verdict, report.message)
    }))
}

/// The first signature by another key than the list has for its party.
fn foreign(log: &ViewLog, keyring: &Keyring) -> Option<(Party, String)> {
    let signatures = log.seals.iter().flat_map(|seen| &seen.signed);
    let mut foreign =
        signatures.filter(|signature| keyring.names(signature.party) && !keyring.knows(signature));
    foreign.next().map(|signature| (signature.party, signature.name.clone()))
}

/// A party that has signed seals of a viewer's log.
#[derive(Serialize)]
struct Signed {
    party: String,
    #[serde(skip)]
    of: Party,
    seals: usize,
    /// The name that the key gives itself which signed last.
    key: String,
    /// True if all are by keys that the list has for the party; none without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<bool>,
}

impl Signed {
    fn in_words(&self) -> String {
        let Signed { of, seals, key, known, .. } = self;
        let count = if *seals == 1 { "1 seal".to_string() } else { format!("{seals} seals") };
        let by = of.named();
        match known {
            Some(true) => format!("{count} by {by}, with the key {key}"),
            Some(false) => {
                format!(
                    "{count} for {by}, with a key that the list does not name for it; it calls itself {key}"
                )
            }
            None => {
                format!("{count} for {by}, with a key that is not checked; it calls itself {key}")
            }
        }
    }
}

/// Who has signed how many seals, with which key last.
fn signed(log: &ViewLog, keyring: Option<&Keyring>) -> Vec<Signed> {
    let parties = (0..=log.header.public.seats).map(Party);
    let of = |party: Party| {
        let all: Vec<_> =
            log.seals.iter().flat_map(|seen| &seen.signed).filter(|signed| signed.party == party).collect();
        let known = keyring.map(|keyring| all.iter().all(|signature| keyring.knows(signature)));
        let last = all.last()?;
        Some(Signed { party: party.to_string(), of: party, seals: all.len(), key: last.name.clone(), known })
    };
    parties.filter_map(of).collect()
}

/// Checks a disclosure against a viewer's log.
pub(super) fn disclosure(args: &Args, context: &Context, bytes: &[u8]) -> Done {
    let file = args.file.display().to_string();
    let Some(path) = &args.log else {
        return Err(Failure::usage(
            format!("{file}: this is a disclosure, and a viewer's log is needed to check it"),
            "name one: --log VIEW",
        ));
    };
    let disclosure = match Disclosure::read(bytes) {
        Ok(disclosure) => disclosure,
        Err(error) => return finding(context, &file, &error),
    };
    let log = match ViewLog::read(&input::damaged(path)?) {
        Ok(log) => log,
        Err(fault) => {
            return finding(
                context,
                &path.display().to_string(),
                &format_args!("{}: {fault}", fault.verdict),
            );
        }
    };
    if let Err(error) = disclosure.check(&log) {
        return finding(context, &file, &error);
    }
    let decisions = log.seals.get(disclosure.seal as usize - 1).map_or(0, |seen| seen.seal.decisions);
    let fact = fact_in_words(&disclosure, zones(&log));
    if context.json() {
        context.value(&json!({
            "disclosure": file, "match": disclosure.match_id.to_string(), "seal": disclosure.seal, "decisions": decisions, "fact": fact,
        }));
        return Ok(End::Success);
    }
    let at = match &disclosure.fact {
        Opened::Zone(_) => format!("so it was at seal {}, after decision {decisions}", disclosure.seal),
        Opened::Told(_) => {
            format!("so it was told before seal {}, which stands after decision {decisions}", disclosure.seal)
        }
    };
    context.line(format_args!("holds: {file}: {at}"));
    fact.iter().for_each(|line| context.line(format_args!("  {line}")));
    Ok(End::Success)
}

/// The zones of a match, as a viewer's log lists them.
fn zones(log: &ViewLog) -> &[SeenZone] {
    match log.observations.first().map(|first| &first.what) {
        Some(ObservedFact::Begun(zones)) => zones,
        Some(ObservedFact::Decided { .. } | ObservedFact::Rewound { .. } | ObservedFact::Ended(_)) | None => {
            &[]
        }
    }
}

/// The content of a disclosure, line by line; `zones` are those of the match.
pub fn fact_in_words(disclosure: &Disclosure, zones: &[SeenZone]) -> Vec<String> {
    let named = |card: &ZoneCard| format!("{} {}", card.name, card.id);
    match &disclosure.fact {
        Opened::Zone(opened) => {
            let zone = opened.zones.get(opened.zone as usize);
            let zone = zone.map_or_else(String::new, |zone| zone_in_words(&zone.name, zone.seat));
            match &opened.shown {
                Shown::All { cards, .. } => {
                    let cards: Vec<String> = cards.iter().map(named).collect();
                    let listed = if cards.is_empty() { "nothing".to_string() } else { cards.join(", ") };
                    vec![format!("{zone}, {} cards: {listed}", cards.len())]
                }
                Shown::One { count, place, card, .. } => {
                    vec![format!("{zone}, place {place} of {count}: {}", named(card))]
                }
            }
        }
        Opened::Told(opened) => {
            let Some(observation) = Observation::read(&opened.observation) else { return Vec::new() };
            let about = match &observation.what {
                ObservedFact::Begun(_) => "as the match began".to_string(),
                ObservedFact::Decided { seat, .. } => format!("with a decision of {seat}"),
                ObservedFact::Rewound { to } => format!("as the match went back to decision {to}"),
                ObservedFact::Ended(_) => "as the match ended".to_string(),
            };
            let mut lines = vec![format!("{} was told, {about}:", opened.viewer)];
            lines.extend(observation_in_words(&observation, zones));
            lines
        }
    }
}
