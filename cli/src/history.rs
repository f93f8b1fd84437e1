//! `duelog history`: what happened, event by event.

use std::collections::BTreeMap;
use std::path::PathBuf;

use duelog_kernel::journal::Told;
use duelog_kernel::{Choice, Seat, Viewer};
use duelog_log_format::{Annotation, Record};
use duelog_verifier::answer_in_words;
use serde_json::json;

use crate::input;
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::replayed::{Looking, Replayed, say};

/// Tells what happened, event by event, each with its rule.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog history fixtures/golden/magic/magic-1.duelog --from 30 --to 40

Decision 0 is the setup. Every record is checked on the way; where one does not verify, everything before it is told and the exit
code is 1. The fields of --format json (one event a line) are listed in cli/JSON.md.")]
pub struct Args {
    /// The log; `-` is the standard input.
    log: PathBuf,
    /// The first decision to tell. [default: the setup]
    #[arg(long, value_parser = whole::<u32>, value_name = "N", default_value_t = 0, hide_default_value = true)]
    from: u32,
    /// The last decision to tell. [default: the end]
    #[arg(long, value_parser = whole::<u32>, value_name = "N")]
    to: Option<u32>,
    #[command(flatten)]
    looking: Looking,
    /// Tell the bookkeeping too.
    #[arg(long)]
    all: bool,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
}

/// Replays the log and tells what happened.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = input::bytes(&args.log)?;
    let mut replayed = match Replayed::open(&bytes, args.cards.as_deref())? {
        Ok(replayed) => replayed,
        Err(report) => {
            say(&report, &args.log, context);
            return Ok(End::Finding);
        }
    };
    let viewer = args.looking.viewer(&replayed)?;
    replayed.look_as(viewer);
    replayed.in_range("--from", args.from, 0, replayed.total())?;
    let to = args.to.unwrap_or(u32::MAX);
    if args.to.is_some() {
        replayed.in_range("--to", to, 0, replayed.total())?;
    }
    if to < args.from {
        return Err(Failure::usage(
            format!("--to {to} is before --from {}", args.from),
            "name the earlier decision with --from",
        ));
    }
    let mut history = History {
        viewer,
        first: args.from,
        last: to,
        all: args.all,
        context,
        answers: BTreeMap::new(),
        begin: 0,
    };
    history.follow(&mut replayed);
    let finding = replayed.finding();
    if let Some(report) = &finding {
        say(report, &args.log, context);
        if args.from > replayed.decisions() && !context.json() {
            let (last, from) = (replayed.decisions(), args.from);
            context.complain(format_args!(
                "  Nothing is told: what can be read ends with decision {last}, before decision {from}."
            ));
        }
    }
    Ok(End::well_if(finding.is_none()))
}

/// What a player answered.
struct Answer {
    seat: Seat,
    /// What, where the viewer may know it.
    what: Option<(Choice, String)>,
}

struct History<'a> {
    viewer: Viewer,
    first: u32,
    last: u32,
    all: bool,
    context: &'a Context,
    /// Answers that have not been told, by the number of their decision record.
    answers: BTreeMap<u32, Answer>,
    /// The first decision of the line that has not been told.
    begin: u32,
}

impl History<'_> {
    /// Tells everything up to the last decision that is asked for.
    fn follow(&mut self, replayed: &mut Replayed<'_>) {
        // Records after the last decision that is told are not looked at, unless they are told too.
        while replayed.decisions() < self.last || !replayed.decides() {
            if replayed.rewinds() {
                self.flush(replayed);
            }
            let asked = if replayed.decides() { Some(replayed.game().fork()) } else { None };
            let Some(logged) = replayed.step() else { break };
            match (&logged.record, asked) {
                (Record::Decision(decision), Some(mut before)) => {
                    let open = self.viewer.sees(decision.seat);
                    let what = open.then(|| {
                        (
                            decision.choice.clone(),
                            answer_in_words(&mut *before, self.viewer, &decision.choice),
                        )
                    });
                    self.answers.insert(replayed.decisions(), Answer { seat: decision.seat, what });
                }
                (Record::Rewind(rewind), _) => {
                    self.begin = rewind.to + 1;
                    let number = replayed.number(rewind.to);
                    self.line(logged.at.decision, json!({ "kind": "rewind", "to": number }), || {
                        format!("the match goes back to decision {number}")
                    });
                }
                (Record::Annotation(annotation), _) => {
                    self.annotation(replayed, logged.at.decision, annotation)
                }
                _ => {}
            }
        }
        self.flush(replayed);
    }

    /// Notes stand where they were made, after what had happened until then.
    fn annotation(&mut self, replayed: &mut Replayed<'_>, decision: u32, annotation: &Annotation) {
        self.flush(replayed);
        let mut value = json!({ "kind": "annotation" });
        if let (Some(fields), Ok(serde_json::Value::Object(own))) =
            (value.as_object_mut(), serde_json::to_value(annotation))
        {
            fields.extend(own);
        }
        self.line(decision, value, || {
            let seat = annotation.seat.map_or(String::new(), |seat| format!(" ({seat})"));
            format!("{}{seat}: {}", format!("{:?}", annotation.topic).to_lowercase(), annotation.text)
        });
    }

    /// Tells what happened on the line since the last time.
    fn flush(&mut self, replayed: &mut Replayed<'_>) {
        let game = replayed.settled();
        let mut told = game.told(self.begin, self.viewer);
        if self.begin == 0 {
            self.events(0, told.extract_if(.., |told| told.decision == 0));
        }
        for decision in self.begin.max(1)..=game.decisions() {
            let number = replayed.number(decision);
            if let Some(answer) = self.answers.remove(&number) {
                self.answer(number, &answer);
            }
            self.events(number, told.extract_if(.., |told| told.decision == decision));
        }
        self.begin = game.decisions() + 1;
    }

    fn answer(&self, number: u32, answer: &Answer) {
        let mut value = json!({ "kind": "answer", "seat": answer.seat });
        if let (Some(fields), Some((choice, text))) = (value.as_object_mut(), &answer.what) {
            fields.insert("choice".to_string(), json!(choice));
            fields.insert("text".to_string(), json!(text));
        }
        let what = answer.what.as_ref().map_or("an answer", |what| what.1.as_str());
        self.line(number, value, || format!("{}: {what}", answer.seat));
    }

    fn events(&self, number: u32, events: impl Iterator<Item = Told>) {
        for told in events.filter(|told| self.all || !told.internal) {
            let Ok(mut value) = serde_json::to_value(&told) else { continue };
            value["kind"] = json!("event");
            self.line(number, value, || format!("  {} ({})", told.text, told.rule));
        }
    }

    /// Prints a line that belongs to a decision, if it is asked for.
    fn line(&self, number: u32, mut value: serde_json::Value, text: impl FnOnce() -> String) {
        if number < self.first || number > self.last {
            return;
        }
        if self.context.json() {
            value["decision"] = json!(number);
            self.context.value(&value);
        } else {
            self.context.line(format_args!("{number:>5}  {}", text()));
        }
    }
}
