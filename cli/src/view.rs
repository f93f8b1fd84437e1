//! `duelog view`: a match in the terminal, to be stepped through.

mod app;
mod frames;
mod screen;

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use duelog_kernel::Viewer;
use duelog_verifier::moment::{Moment, WantedEvent};

use crate::effort::Effort;
use crate::full_screen::{FullScreen, LOOK};
use crate::input;
use crate::output::{Context, Done, End, Failure, Format, at_terminal};
use crate::replayed::Looking;
use crate::report::{Shown, Sort, Step};
use crate::source::Source;
use crate::viewer_log::{self, ViewerLog};
use app::{App, Then};
use frames::Reel;

/// Shows a match in the terminal: the table at every event, the questions, the legal answers and why.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog view fixtures/golden/magic/magic-1.duelog --at t5.combat --names Ann,Bob

It shows the same as the page of `duelog report`. Keys lead through it, and `?` lists them: arrows go from event to event, `,` and `.` from
decision to decision, PageUp and PageDown from turn to turn; Tab chooses a card and tells how its values came about; `/` searches; `q` ends it.
A mouse works too: its wheel, the time line and the cards. A log that grows is followed, a viewer's log (.duelview) too. The terminal needs at least 80 columns and 24 lines.")]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The moment to begin at, for instance 57 or t5.combat (see `duelog history --help`). [default: the disputed
    /// decision, else the beginning]
    #[arg(long, value_name = "MOMENT", help_heading = crate::headings::MOMENT)]
    at: Option<Moment>,
    #[command(flatten)]
    looking: Looking,
    #[command(flatten)]
    effort: Effort,
}

/// Shows the match until it is ended.
pub fn run(args: &Args, context: &Context) -> Done {
    if context.json() || !at_terminal() {
        return Err(Failure::usage(
            "this is not a terminal: a match cannot be shown here",
            "run it in a terminal, or use `duelog report`, `duelog show` or `duelog history`",
        ));
    }
    let bytes = args.source.bytes(context)?;
    let shown = args.effort.hold(|| Shown::of(&args.source, &bytes, &args.looking, context))?;
    let Some(shown) = shown? else {
        return Ok(End::Finding);
    };
    let finding = shown.finding.clone();
    let near = if let Viewer::Seat(seat) = shown.head.viewer { seat.0 } else { 0 };
    let reel = Reel::new(shown);
    let place = match &args.at {
        Some(moment) => found(args, &bytes, &reel, moment)?,
        None => reel.disputed().or(reel.last_of(0)).unwrap_or(0),
    };
    let mut app = App::new(reel, place, near);
    let failed = |error: std::io::Error| {
        Failure::system(format!("the terminal: {error}"), "try another terminal, or use `duelog report`")
    };
    let mut screen = FullScreen::begin().map_err(failed)?;
    let looked = look(args, &mut screen, &mut app);
    let ended = screen.ended();
    drop(screen);
    // A terminal that is gone shows nothing, which is as it should be.
    if !ended {
        looked.map_err(failed)?;
    }
    finding.iter().for_each(|finding| args.source.say(finding, context));
    Ok(End::success_if(finding.is_none()))
}

/// Draws and obeys keys, until the end. Nothing is drawn while nothing happens.
fn look(args: &Args, screen: &mut FullScreen, app: &mut App) -> std::io::Result<()> {
    let grown = follow(args);
    let mut news = true;
    while !screen.ended() {
        if std::mem::take(&mut news) {
            screen.terminal.draw(|frame| screen::draw(frame, app))?;
        }
        match screen.event(if app.playing { app.pause() } else { LOOK })? {
            Some(event) => {
                news = true;
                match app.on(&event) {
                    Then::Stay => {}
                    Then::End => return Ok(()),
                    Then::Find(text) => match sought(args, app, &text) {
                        Ok(place) => app.go(place),
                        Err(why) => app.notice = why,
                    },
                }
            }
            None => {
                news |= app.playing;
                app.play();
            }
        }
        // Only the last of several states is shown.
        if let Some(shown) = grown.try_iter().last() {
            app.becomes(Reel::new(shown));
            news = true;
        }
    }
    Ok(())
}

/// The log each time that it has grown, from another thread.
fn follow(args: &Args) -> Receiver<Shown> {
    let (say, hear) = channel();
    let (source, looking, effort) = (args.source.clone(), args.looking.clone(), args.effort);
    let size = |log: &Path| std::fs::metadata(log).map_or(0, |metadata| metadata.len());
    let mut known = size(source.log());
    if !input::is_stdin(source.log()) {
        thread::spawn(move || {
            loop {
                thread::sleep(LOOK);
                let now = size(source.log());
                if now == known {
                    continue;
                }
                known = now;
                let context = Context::new(Format::Text).quiet();
                let Ok(bytes) = input::bytes(source.log()) else { continue };
                if let Ok(Ok(Some(shown))) = effort.hold(|| Shown::of(&source, &bytes, &looking, &context))
                    && say.send(shown).is_err()
                {
                    return;
                }
            }
        });
    }
    hear
}

fn sought(args: &Args, app: &App, text: &str) -> Result<usize, String> {
    let moment: Moment = text.parse().map_err(|error| format!("{text}: {error}"))?;
    let in_words = |failure: Failure| failure.to_string();
    let bytes = if matches!(moment, Moment::Event(_)) {
        input::bytes(args.source.log()).map_err(in_words)?
    } else {
        Vec::new()
    };
    found(args, &bytes, &app.reel, &moment).map_err(in_words)
}

/// The step that a moment means.
fn found(args: &Args, bytes: &[u8], reel: &Reel, moment: &Moment) -> Result<usize, Failure> {
    if viewer_log::is_one(bytes) {
        return found_by_viewer(args, bytes, reel, moment);
    }
    let at = match moment {
        Moment::Decision(decision) => reel.last_of(*decision),
        Moment::Start => reel.last_of(0),
        Moment::End => Some(reel.last()),
        Moment::Disputed => reel.disputed(),
        Moment::Event(_) => {
            let context = Context::new(Format::Text).quiet();
            let reached = args.effort.hold(|| {
                let opened = args.source.opened(bytes, &args.looking, &context)?;
                opened.map(|opened| opened.replayed.reached(moment)).transpose()
            })??;
            reached.and_then(|reached| {
                let steps = reel.shown.steps.iter().enumerate();
                let mut events =
                    steps.filter(|(_, step)| step.sort == Sort::Event && step.decision == reached.decision);
                events.nth(reached.shown).map(|event| event.0).or(reel.last_of(reached.decision))
            })
        }
    };
    at.ok_or_else(|| {
        Failure::usage(
            "there is no such moment in this log",
            format!("it has decisions 0 to {}", reel.shown.head.decisions),
        )
    })
}

/// The step that a moment of a viewer's log means: the first of a turn, or that of a decision.
fn found_by_viewer(args: &Args, bytes: &[u8], reel: &Reel, moment: &Moment) -> Result<usize, Failure> {
    let context = Context::new(Format::Text).quiet();
    let own = ViewerLog::open(&args.source, bytes, &args.looking, &context)?;
    let decision = own.map(|own| own.decision_of(moment)).transpose()?;
    let turn = if let Moment::Event(WantedEvent { turn, said: None, .. }) = moment { *turn } else { None };
    let begins = |step: &Step| turn == Some(step.turn);
    let place = match (turn, moment) {
        (_, Moment::End) => Some(reel.last()),
        (Some(_), _) => reel.shown.steps.iter().position(begins),
        (None, _) => decision.and_then(|decision| reel.last_of(decision)),
    };
    place.ok_or_else(|| {
        let remedy = format!("it has decisions 0 to {}", reel.shown.head.decisions);
        Failure::usage("there is no such moment in this log", remedy)
    })
}

#[cfg(test)]
mod tests;
