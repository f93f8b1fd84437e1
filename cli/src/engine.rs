//! `duelog engine`: matches over line-delimited JSON, for platforms and bots in any language. This is version 1 of its
//! protocol; version 2 stands in `protocol`.

use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::effort::Effort;
use crate::hosting::beginning::{Beginner, Problem, Shelf};
use crate::hosting::lines::{LINE_BYTES_MAX, Read, read};
use crate::keys::Signs;
use crate::output::{Context, Done, End, Failure};
use crate::protocol;

mod command;
mod host;

use command::{CommandLine, Incoming};
use host::Host;

pub use crate::hosting::PROTOCOL;

/// Plays matches over line-delimited JSON on standard input and output.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  echo '{\"setup\":{\"game\":\"magic\",\"seed\":1,\"decks\":[\"fixtures/decks/magic/white-blue-flyers.deck\",\"fixtures/decks/magic/red-green-beasts.deck\"]}}' | duelog engine

Each line is one command and gets one response, in order; empty lines are skipped. Commands:
  {\"hello\":{\"protocol\":1}}                                    protocol, games, revisions of their rules
  {\"setup\":{\"game\":\"magic\",\"decks\":[...],\"seed\":1},\"log\":\"FILE\"}   starts a match; the log is optional
  {\"resume\":\"FILE\"}                                              continues a log
  {\"answer\":{\"seat\":0,\"choice\":{\"pick\":[\"pass\"]}}}               answers; choices: pick, number, split, name
  {\"replay\":{\"answers\":[...]}}, {\"moment\":{\"at\":12}}           many answers at once; the digests after one
  {\"definitions\":{}}                                             the card definitions of the match
  {\"request\":{}}                                                 repeats the question
  {\"view\":{\"seat\":0}}, {\"view\":\"judge\"}, {\"view\":\"public\"}         the table as one viewer sees it
  {\"answer\":{...},\"view\":false}                               beside any command: the question comes without the table
  {\"history\":{\"viewer\":{\"seat\":0},\"from\":0}}                     the events, as one viewer may know them
  {\"rewind\":{\"to\":12}}, {\"annotate\":{\"topic\":\"note\",\"text\":\"\"}}   a judge's back-up; a note in the log
  {\"commit\":{..}}, {\"show\":{..}}, {\"withheld\":{..}}             a player's part of the seed (setup with \"fair\":true)
  {\"seal\":{}}, {\"sign\":{\"note\":\"..\",\"key\":\"..\"}}                    seals the log here; a party's signature of that
  {\"forfeit\":{\"seat\":0,\"reason\":\"time\"}}, {\"away\":{\"seat\":0}}    where setup has \"clock\":\"25m+10s\", \"absence\":\"5m\"; also back
  {\"close\":{}}, {\"quit\":{}}                                      ends the match; ends the program
With --protocol 2 the engine plays many matches at once, over this or --listen, and docs/protocol.md has the lines:
  {\"id\":1,\"do\":\"open\",\"match\":\"t1\",\"setup\":{..}}, {\"id\":2,\"do\":\"answer\",\"match\":\"t1\",\"seat\":0,\"choice\":{..}}
Responses: hello, request, outcome, refused, replayed, moment, definitions, view, history, annotated, fair, sealed, signed, closed, finding, error. cli/ENGINE.md has
all fields.")]
pub(crate) struct Args {
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
    /// Refuses lines that name a file: no log is written or resumed, and decks are given as lists.
    #[arg(long, help_heading = crate::headings::LIMITS)]
    no_files: bool,
    /// The version of the protocol: 1 is one match at a time, 2 is many (docs/protocol.md).
    #[arg(long, value_name = "VERSION", default_value_t = PROTOCOL, value_parser = clap::value_parser!(u32).range(1..=2), help_heading = crate::headings::LIMITS)]
    protocol: u32,
    /// Prints the JSON Schema of protocol 2, and ends.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    schema: bool,
    #[command(flatten)]
    many: protocol::Options,
    #[command(flatten)]
    signs: Signs,
    #[command(flatten)]
    effort: Effort,
}

/// Answers every line until the input ends.
pub(crate) fn run(args: &Args, context: &Context) -> Done {
    if args.schema {
        context.page(&format!("{:#}", protocol::schema()));
        return Ok(End::Success);
    }
    if args.protocol == protocol::PROTOCOL {
        let beginner = Beginner {
            cards: args.cards.clone(),
            files: !args.no_files,
            key: args.signs.key()?,
            // Definitions in a folder may change while it runs; those that are built in do not.
            shelf: args.cards.is_none().then(Shelf::default),
            ..Beginner::default()
        };
        return protocol::run(&args.many, beginner, args.effort, context);
    }
    args.many.refused()?;
    let mut host = Host::new(args.cards.clone(), !args.no_files, args.signs.key()?);
    // Nobody listens: what is in the log is kept, and no more is answered.
    let answered = |response: &Value| {
        context.value(response);
        !context.broken()
    };
    let broken = |error: io::Error| {
        Failure::system(format!("standard input: {error}"), "the log, if there is one, is kept")
    };
    converse(&mut host, args.effort, &mut io::stdin().lock(), answered).map_err(broken)?;
    Ok(End::Success)
}

/// The responses to `lines`, by an engine that touches no file.
pub fn responses(mut lines: &[u8]) -> Vec<Value> {
    let mut responses = Vec::new();
    let answered = |response: &Value| {
        responses.push(response.clone());
        true
    };
    // Bytes in memory can be read.
    let _ = converse(&mut Host::new(None, false, None), Effort::default(), &mut lines, answered);
    responses
}

/// Answers every line until the input ends, a line quits, or the answers are not taken any more; then closes
/// the match.
fn converse(
    host: &mut Host,
    effort: Effort,
    input: &mut impl BufRead,
    mut answered: impl FnMut(&Value) -> bool,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        let response = match read(input, &mut line)? {
            Read::End => break,
            Read::TooLong => error("too-long", format!("a line has more than {LINE_BYTES_MAX} bytes"), None),
            Read::Line if line.iter().all(u8::is_ascii_whitespace) => continue,
            Read::Line => respond(host, effort, &line),
        };
        let taken = answered(&response);
        if host.quits() {
            return Ok(());
        }
        if !taken {
            break;
        }
    }
    answered(&host.close());
    Ok(())
}

fn respond(host: &mut Host, effort: Effort, line: &[u8]) -> Value {
    let Incoming { id, command, view } = match CommandLine::parse(line) {
        Ok(parsed) => parsed,
        Err((id, message)) => {
            return with_id(
                id,
                error(
                    "malformed",
                    message,
                    Some("`duelog engine --help` lists the commands; the match is as before"),
                ),
            );
        }
    };
    // No line may end the program. A failure inside of the rules leaves an unreliable state: the match is
    // closed, and its log holds every acknowledged decision.
    let response = match catch_unwind(AssertUnwindSafe(|| effort.hold(|| host.obey(command)))) {
        Ok(Ok(response)) => response,
        Ok(Err(spent)) => {
            host.forget();
            error(
                "limit",
                format!("this line makes too much work; the match is closed, its log is kept: {}", spent.why),
                Some("start the engine with a larger --budget or --timeout; `resume` continues the log"),
            )
        }
        Err(_) => {
            host.forget();
            error(
                "internal",
                "this line shows a fault of the program; the match is closed, its log is kept",
                Some("report it with the log; `resume` continues the log"),
            )
        }
    };
    with_id(id, if view { response } else { without_view(response) })
}

/// A response without the table of the player who must answer.
fn without_view(mut response: Value) -> Value {
    if let Some(fields) = response.as_object_mut().filter(|fields| fields.contains_key("request")) {
        fields.remove("view");
    }
    response
}

fn with_id(id: Option<Value>, mut response: Value) -> Value {
    if let (Some(id), Some(fields)) = (id, response.as_object_mut()) {
        fields.insert("id".to_string(), id);
    }
    response
}

/// A response that says what is wrong.
fn error(kind: &str, message: impl Into<String>, remedy: Option<&str>) -> Value {
    let message: String = message.into();
    match remedy {
        Some(remedy) => json!({ "error": { "kind": kind, "message": message, "remedy": remedy } }),
        None => json!({ "error": { "kind": kind, "message": message } }),
    }
}

impl From<Problem> for Value {
    fn from(problem: Problem) -> Value {
        let mut response = error(problem.kind, problem.message, problem.remedy.as_deref());
        if problem.illegal {
            response["error"]["illegal"] = json!(true);
        }
        response
    }
}
