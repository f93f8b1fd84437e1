//! A viewer's log at a glance, and what its viewer knows of the table at a moment.

use duelog_kernel::decision::{Asked, AskedShape};
use duelog_kernel::{Item, Seat, View};
use duelog_log_format::Party;
use duelog_verifier::moment::Moment;
use duelog_verifier::onlooker_word;
use serde_json::json;

use super::{Known, UNBOUND, ViewerLog, present};
use crate::output::{Context, Done, End, Failure};
use crate::source::Source;
use crate::table;

/// Sums up a viewer's log.
pub fn info(source: &Source, own: &ViewerLog, context: &Context) -> Done {
    let turns = turns(own);
    let (log, finding) = (&own.log, own.finding());
    let public = &log.header.public;
    if context.json() {
        let player = |seat: u8| json!({ "seat": seat, "name": own.name(seat), "cards": public.cards.get(usize::from(seat)) });
        let last = log.seals.last().map(|seen| seen.seal.hash().hex());
        let turn = |turn: &Turn| json!({ "turn": turn.turn, "active": turn.active, "from": turn.from, "to": turn.to, "scores": turn.scores });
        let signed = |(party, seals): &(String, usize)| json!({ "party": party, "seals": seals });
        let signed: Vec<_> = self::signed(own).iter().map(signed).collect();
        context.value(&present(json!({
            "log": source.log().display().to_string(), "viewer": onlooker_word(log.header.viewer), "match": log.match_id.hex(),
            "game": public.game, "edition": public.edition, "revision": public.revision, "engine": public.engine,
            "players": (0..public.seats).map(player).collect::<Vec<_>>(), "decisions": log.decisions, "seals": log.seals.len(),
            "sealed": own.sealed(), "unsealed": log.unsealed(), "last_seal": last, "signed": signed, "closed": log.closed(),
            "score": own.score, "turns": turns.iter().map(turn).collect::<Vec<_>>(), "outcome": log.outcome,
            "state": own.word(), "finding": finding,
        })));
    } else {
        print(source, own, &turns, context);
        finding.iter().for_each(|report| source.say(report, context));
    }
    Ok(End::success_if(finding.is_none()))
}

fn print(source: &Source, own: &ViewerLog, turns: &[Turn], context: &Context) {
    let line = |head: &str, text: String| context.line(format_args!("  {head:<10} {text}"));
    let (log, public) = (&own.log, &own.log.header.public);
    context.line(format_args!("{}: {}", source.log().display(), own.word()));
    line("what", own.proof());
    line("match", log.match_id.hex());
    line(
        "game",
        format!(
            "{}, rules of {}, revision {}, recorded by {}",
            public.game, public.edition, public.revision, public.engine
        ),
    );
    for seat in 0..public.seats {
        let name = own.name(seat).map_or(String::new(), |name| format!(", {name}"));
        let cards =
            public.cards.get(usize::from(seat)).map_or(String::new(), |cards| format!(": {cards} cards"));
        line("player", format!("{}{name}{cards}", Seat(seat)));
    }
    line("decisions", log.decisions.to_string());
    if let Some(last) = log.seals.last() {
        line(
            "last seal",
            format!(
                "number {}, after decision {}: {}",
                last.seal.number,
                last.seal.decisions,
                last.seal.hash().hex()
            ),
        );
    }
    for (party, seals) in signed(own) {
        line(
            "signed",
            format!("{seals} seals for {party}; `duelog check --keys LIST` says whose keys signed"),
        );
    }
    line("result", crate::plain::with_names(&own.end(), &own.names));
    line("unchecked", "rules, draws, decks and what others were told; the full log shows them (`duelog check --against FULL`)".to_string());
    if !turns.is_empty() {
        line("turns", format!("as the words have them; {UNBOUND}"));
    }
    for turn in turns {
        let score = |(seat, score): (u8, &i64)| match turn.left.contains(&Seat(seat)) {
            true => "–".to_string(),
            false => score.to_string(),
        };
        let scores: Vec<String> = (0..).zip(&turn.scores).map(score).collect();
        let called = turn.active.map_or(String::new(), |seat| own.called(seat));
        let scores = format!("{} {}", own.score, scores.join(" to "));
        line(
            &format!("turn {}", turn.turn),
            format!("{called:<8} decisions {:>4} to {:>4}  {scores}", turn.from, turn.to),
        );
    }
}

impl ViewerLog {
    /// The name of the player in a seat.
    fn name(&self, seat: u8) -> Option<&String> {
        self.names.get(usize::from(seat)).and_then(Option::as_ref)
    }

    /// Returns the name of the player in a seat, or the seat.
    pub(super) fn called(&self, seat: Seat) -> String {
        self.name(seat.0).cloned().unwrap_or_else(|| seat.to_string())
    }
}

/// How many seals each party has signed.
fn signed(own: &ViewerLog) -> Vec<(String, usize)> {
    let signed = |party: &Party| {
        let all = own.log.seals.iter().flat_map(|seen| &seen.signed);
        all.filter(|signature| signature.party == *party).count()
    };
    let parties = (0..=own.log.header.public.seats).map(Party);
    parties.map(|party| (party.named(), signed(&party))).filter(|signed| signed.1 > 0).collect()
}

/// A turn, as the words have it.
struct Turn {
    turn: u32,
    active: Option<Seat>,
    from: u32,
    to: u32,
    scores: Vec<i64>,
    /// Who has left the game before.
    left: Vec<Seat>,
}

fn turns(own: &ViewerLog) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    own.walk(|_, known| match turns.last_mut() {
        _ if known.turn == 0 => {}
        Some(last) if last.turn == known.turn => last.to = known.decision,
        _ => turns.push(Turn {
            turn: known.turn,
            active: known.active,
            from: known.decision,
            to: known.decision,
            scores: known.scores.clone(),
            left: (0..known.scores.len() as u8)
                .map(Seat)
                .filter(|seat| known.has_left(*seat).is_some())
                .collect(),
        }),
    });
    turns
}

/// Shows what the viewer knows of the table at a moment.
pub fn show(source: &Source, own: &ViewerLog, at: Option<&Moment>, context: &Context) -> Done {
    let at = at.map(|at| own.decision_of(at)).transpose()?;
    let (known, finding) = (own.known_at(at), own.finding());
    let beyond = at.is_some_and(|at| at > own.log.decisions);
    if let (Some(at), true, None) = (at, beyond, &finding) {
        return Err(own.beyond("--at", at));
    }
    let view = own.view(&known);
    if context.json() {
        let mut value = serde_json::to_value(&view)
            .map_err(|error| Failure::system(error.to_string(), "report this fault of the program"))?;
        if let Some(fields) = value.as_object_mut() {
            let log = &own.log;
            fields.insert("decision".to_string(), known.decision.into());
            fields.insert("viewer".to_string(), onlooker_word(log.header.viewer).into());
            fields.insert("seals".to_string(), log.seals.len().into());
            fields.insert("sealed".to_string(), own.sealed().into());
            fields.insert("state".to_string(), own.word().into());
            fields.extend(
                known.asked.as_ref().map(|asked| ("asked".to_string(), asked_in_json(own, &known, asked))),
            );
            let ended = log.outcome.as_ref().filter(|_| at.is_none_or(|at| at >= log.decisions));
            fields.extend(ended.map(|outcome| ("outcome".to_string(), json!(outcome))));
            fields.extend(finding.as_ref().map(|report| ("finding".to_string(), json!(report))));
        }
        context.value(&present(value));
        return Ok(End::success_if(finding.is_none()));
    }
    context.line(format_args!("{}.", table::capital(&own.proof())));
    context.line(
        "Where cards are and which they are is what was told; what stands on them, and their order, is not.",
    );
    if let (Some(report), true) = (&finding, at.is_none_or(|at| at >= known.decision)) {
        source.say(report, context);
        context.line(format_args!("The table after decision {}, the last good one:", known.decision));
    }
    print_table(own, &known, view, context);
    Ok(End::success_if(finding.is_none()))
}

fn print_table(own: &ViewerLog, known: &Known, view: View, context: &Context) {
    let near = own.log.header.viewer.of_seat();
    context.table(view, near);
    match (&known.asked, known.awaited, &own.log.outcome) {
        (Some(asked), ..) => question(own, known, asked).iter().for_each(|line| context.line(line)),
        (None, Some(seat), _) => {
            context.line(format_args!("{} is asked.", table::capital(&seat.to_string())))
        }
        (None, None, Some(_)) => context.line(format_args!("The match is over: {}", own.end())),
        (None, None, None) => {}
    }
}

/// A question as a viewer's log has it, in lines.
fn question(own: &ViewerLog, known: &Known, asked: &Asked) -> Vec<String> {
    let who = table::capital(&asked.seat.to_string());
    let mut lines = vec![format!("{who} is asked: {}", own.question_in_words(known, asked))];
    let options = asked.shape.options().iter().enumerate();
    lines.extend(
        options.map(|(place, item)| format!("  {:>3}) {}", place + 1, own.item_in_words(known, item))),
    );
    lines
}

fn asked_in_json(own: &ViewerLog, known: &Known, asked: &Asked) -> serde_json::Value {
    let option = |item: &Item| json!({ "item": item, "text": own.item_in_words(known, item) });
    let options: Vec<_> = asked.shape.options().iter().map(option).collect();
    json!({ "seat": asked.seat, "prompt": asked.prompt, "subject": asked.subject, "shape": asked.shape, "options": options })
}

impl ViewerLog {
    /// The question as far as the log has words for it: the prompt's name and the shape of the answer.
    pub fn question_in_words(&self, known: &Known, asked: &Asked) -> String {
        let about = asked.subject.map_or(String::new(), |id| format!(" for {}", known.label(id)));
        let shape = match &asked.shape {
            AskedShape::Pick { min: 1, max: 1, .. } => "one of these".to_string(),
            AskedShape::Pick { min, max, ordered, .. } => {
                let order = if *ordered { ", in order" } else { "" };
                if min == max {
                    format!("{min} of these{order}")
                } else {
                    format!("{min} to {max} of these{order}")
                }
            }
            AskedShape::Number { min, max } => format!("a number from {min} to {max}"),
            AskedShape::Split { total, .. } => format!("{total}, split among these"),
            AskedShape::Name(names) => format!("one of the names {}", names.join(", ")),
            AskedShape::NameOf(kind) => format!("the name of a {kind}"),
        };
        format!("{}{about}; {shape}", asked.prompt.replace('-', " "))
    }

    /// Wrong use where the log has fewer decisions.
    pub(super) fn beyond(&self, flag: &str, at: u32) -> Failure {
        let last = self.log.decisions;
        Failure::usage(
            format!("there is no decision {at}: this log has decisions 0 to {last}"),
            format!("name one of them: {flag} {last}"),
        )
    }

    /// The decision that a moment means.
    ///
    /// # Errors
    /// Wrong use for a moment that a viewer's log does not have.
    pub fn decision_of(&self, moment: &Moment) -> Result<u32, Failure> {
        let wanted = match moment {
            Moment::Decision(decision) => return Ok(*decision),
            Moment::Start => return Ok(0),
            Moment::End => return Ok(self.log.decisions),
            Moment::Disputed => {
                return Err(Failure::usage(
                    "a viewer's log has no disputed decision: the rules are not checked in it",
                    "name another moment, for instance 57, t5 or end",
                ));
            }
            Moment::Event(wanted) => wanted,
        };
        if let Some(step) = wanted.steps.first() {
            return Err(Failure::usage(
                format!("a viewer's log tells no steps of turns, and \"{step}\" is one"),
                "name a decision (57), a turn (t5) or words (t5.first(cast \"Shock\"))",
            ));
        }
        let fits = |turn: u32| wanted.turn.is_none_or(|wanted| wanted == turn);
        let (mut first, mut found, mut last_turn) = (None, None, 0);
        self.walk(|told, known| {
            last_turn = last_turn.max(known.turn);
            if !fits(known.turn) {
                return;
            }
            first = first.or(Some(known.decision));
            let Some(said) = &wanted.said else { return };
            let says = |text: &String| {
                let small = text.to_lowercase();
                said.words.iter().all(|word| small.contains(word))
            };
            if told.words.iter().any(says) && (said.last || found.is_none()) {
                found = Some(known.decision);
            }
        });
        match (wanted.turn, first, &wanted.said, found) {
            (_, Some(first), None, _) => Ok(first),
            (_, _, Some(_), Some(found)) => Ok(found),
            (Some(turn), None, ..) => Err(Failure::usage(
                format!("there is no turn {turn}: the last one is turn {last_turn}"),
                format!("name one of t1 to t{last_turn}"),
            )),
            _ => Err(Failure::usage(
                "nothing is told there with these words",
                "`duelog history LOG` tells what happened; every word must stand in one line of it",
            )),
        }
    }
}
