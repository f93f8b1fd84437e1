//! One sitting: the loop of questions and answers, and the commands between them.

use std::path::Path;

use duelog_kernel::decision::Ask;
use duelog_kernel::view::RequestView;
use duelog_kernel::{Choice, Factory, Illegal, Item, Seat, Viewer, payment};
use duelog_verifier::{RecordError, Recorder, outcome_in_words};

use super::autopass::Aid;
use super::passing::{Stop, Until, waiting};
use super::renderer::Face;
use super::undo::Before;
use crate::answer;
use crate::output::{Context, Done, End, Failure};
use crate::plain::plain;
use crate::recording::Kept;
use crate::simulate::bots::Bot;

mod asides;

/// The request of a line that is not an answer.
const HELP: &str = "\
An answer is the number of an option, its words or a part of them, or the object's id: `3`, `cast serra angel`, `#17`.
Several are set apart by spaces: `1 4 #17`; `none` and `all` say it shorter. Shares are `#17=2 3=1`.
  info            what is asked, by which rule, what is wanted, and what the cards among the options do
  view            the table as you see it
  options         the question again
  history [N]     what happened in the last N decisions (20)
  card CARD       what a card does: `card #17`, `card 3` (of option 3), `card serra angel`
  auto            pay by itself what is to be paid
  undo            take your last answer back, as long as it has shown nothing new
  done            pass until something else than passing is to be decided, or the turn ends
  until MOMENT    pass that long: `until my turn`, `until combat`, `until t9`, `until resolved`
  stop [STEP]     ask me at a step, and pass by itself at the others: `stop my main1`, `stop their end`; `stop none` forgets them
  hold            ask me always, also where nothing else can be done than pass; `hold` again ends that
  why ITEM        why something is not among the options: `why #17`, `why cast:17`
  concede         give up; `draw` agrees to a draw where the game has that
  quit            leave; the log is kept and `--resume` continues it (also: save, exit, the end of the input)";

/// One sitting.
pub struct Sitting<'a> {
    factory: Box<dyn Factory>,
    recorder: Recorder<Kept>,
    bot: Option<Bot>,
    /// The person's seat; none when people have all seats.
    own: Option<Seat>,
    context: &'a Context,
    face: Box<dyn Face + 'a>,
    log: &'a Path,
    auto_pass: bool,
    aid: Aid,
    /// Up to which decision each seat has been told what happened.
    told: Vec<u32>,
    /// The seat that looks at the screen.
    looking: Option<Seat>,
    /// At which decision the table was last shown.
    shown: Option<u32>,
    /// At which decision the person was last asked: nothing is passed there but by an answer.
    asked_at: Option<u32>,
    /// Up to where is passed.
    passing: Option<Until>,
    /// At which steps the person wants to be asked.
    stops: Vec<Stop>,
    /// True if the person wants to be asked always.
    hold: bool,
    /// The situation before each answer that can still be undone.
    before: Vec<Before>,
}

/// The effect of a typed line.
enum Typed {
    Answer(Choice),
    Auto,
    Undo,
    Again,
    Leave,
}

/// A match that is to be played, and by whom.
pub struct Sat<'a> {
    /// Its game.
    pub factory: Box<dyn Factory>,
    /// The match and its log.
    pub recorder: Recorder<Kept>,
    /// Who has the other seats.
    pub bot: Option<Bot>,
    /// The person's seat; none when people have all seats.
    pub own: Option<Seat>,
    /// How it looks.
    pub face: Box<dyn Face + 'a>,
    /// True if the person is not asked where nothing else can be done than pass.
    pub auto_pass: bool,
}

impl<'a> Sitting<'a> {
    /// A sitting over a match that has begun.
    pub fn new(sat: Sat<'a>, context: &'a Context, log: &'a Path) -> Sitting<'a> {
        let Sat { factory, mut recorder, bot, own, face, auto_pass } = sat;
        let seats = usize::from(recorder.header().seats);
        let decisions = recorder.game().decisions();
        // After the start, past events are news; on a resumed log, `history` tells them.
        let told = if decisions == 0 { 0 } else { decisions + 1 };
        Sitting {
            factory,
            recorder,
            bot,
            own,
            context,
            face,
            log,
            auto_pass,
            aid: Aid::default(),
            told: vec![told; seats],
            looking: None,
            shown: None,
            asked_at: None,
            passing: None,
            stops: Vec::new(),
            hold: false,
            before: Vec::new(),
        }
    }

    /// Plays until the match is over or the person leaves.
    pub fn play(mut self) -> Done {
        loop {
            let Some(seat) = self.recorder.game().request().map(|request| request.seat) else {
                return self.end();
            };
            if let Some(bot) = self.bot.as_mut().filter(|_| Some(seat) != self.own) {
                let fault = || {
                    Failure::system(
                        "the bot has no legal answer",
                        "this is a fault of the program: report it with the log",
                    )
                };
                let choice = bot.answer(self.recorder.game()).ok_or_else(fault)?;
                self.before.clear();
                self.decide(seat, &choice)?;
                continue;
            }
            if let Some(choice) = self.nothing_to_choose() {
                self.decide(seat, &choice)?;
                continue;
            }
            if self.passes(seat) {
                self.decide(seat, &Choice::one(Item::Pass))?;
                continue;
            }
            match self.ask(seat)? {
                Typed::Answer(choice) => self.answer(seat, choice)?,
                Typed::Auto => self.pay(seat)?,
                Typed::Undo => self.undo(seat)?,
                Typed::Again => {}
                Typed::Leave => return self.leave(),
            }
        }
    }

    fn say(&mut self, text: impl std::fmt::Display) {
        self.face.say(&text.to_string());
    }

    fn decide(&mut self, seat: Seat, choice: &Choice) -> Result<(), Failure> {
        self.recorder.decide(seat, choice).map(drop).map_err(|error| self.unwritten(&error))
    }

    fn unwritten(&self, error: &RecordError) -> Failure {
        let remedy =
            format!("make room on the disk; `duelog play --resume {}` then continues", self.log.display());
        Failure::system(format!("{}: {error}", self.log.display()), remedy)
    }

    /// Returns whether the seat passes without being asked: it wants to, or there is nothing else that it
    /// could do. After a question, a line that is not an answer passes nothing.
    fn passes(&mut self, seat: Seat) -> bool {
        let game = self.recorder.game();
        let asked = self.asked_at == Some(game.decisions());
        let can = game.request().is_some_and(|request| {
            request.subject.is_none()
                && matches!(&request.ask, Ask::Pick { options, .. } if options.contains(&Item::Pass))
        });
        if asked || !can {
            self.passing = None;
            return false;
        }
        let (now, waits) = (game.turn_step(), waiting(game, seat));
        if self.passing.as_ref().is_some_and(|until| until.goes_on(now, seat, waits)) {
            return true;
        }
        self.passing = None;
        if self.hold || self.stops.iter().any(|stop| stop.is_at(now, seat)) {
            return false;
        }
        if !self.stops.is_empty() && waits == 0 {
            return true;
        }
        self.auto_pass && self.aid.idle(self.recorder.game())
    }

    /// The answer to a question that comes up only for secrecy: a person with a single answer is not asked
    /// unless that is wanted, and passing continues behind it.
    fn nothing_to_choose(&mut self) -> Option<Choice> {
        let game = self.recorder.game();
        let request = game.request().filter(|request| request.asks_for_nothing())?;
        let spared = self.passing.is_some() || self.auto_pass && !self.hold;
        request.forced().filter(|_| spared)
    }

    fn ask(&mut self, seat: Seat) -> Result<Typed, Failure> {
        self.hand_over(seat)?;
        self.news(seat);
        let Some(asked) = self.recorder.game().asked() else { return Ok(Typed::Again) };
        let within = self.recorder.game().request().is_some_and(|request| request.subject.is_some());
        let decisions = self.recorder.game().decisions();
        if self.face.stays() || (!within && self.shown != Some(decisions)) {
            self.show(seat);
            self.shown = Some(decisions);
        }
        self.asked_at = Some(decisions);
        let state = self.state();
        self.face.question(asked.clone(), asked.prompt.pays(), &state);
        let Some(line) = self.read()? else { return Ok(Typed::Leave) };
        Ok(self.typed(line.trim(), seat, &asked))
    }

    /// Other settings of the sitting, in few words.
    fn state(&self) -> String {
        let stops = self.stops.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let stops = if stops.is_empty() { String::new() } else { format!("stops at {stops}") };
        let hold = if self.hold { "asks always" } else { "" };
        [stops.as_str(), hold].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// Between people, the screen is cleared before the other one looks.
    fn hand_over(&mut self, seat: Seat) -> Result<(), Failure> {
        let other = self.looking.is_some_and(|looking| looking != seat);
        self.looking = Some(seat);
        if self.own.is_some() || !other {
            return Ok(());
        }
        self.shown = None;
        self.before.clear();
        self.face.hand_over(seat, &*self.factory).map_err(unreadable)
    }

    fn news(&mut self, seat: Seat) {
        let place = usize::from(seat.0);
        let Some(from) = self.told.get(place).copied() else { return };
        let told = self.recorder.game().told(from, Viewer::Seat(seat));
        let lines: Vec<String> = told
            .iter()
            .filter(|told| !told.internal)
            .map(|told| format!("{} ({})", told.text, told.rule))
            .collect();
        for same in lines.chunk_by(|a, b| a == b) {
            let times = if same.len() > 1 { format!(", {} times", same.len()) } else { String::new() };
            self.say(format_args!("  * {}{times}", same[0]));
        }
        self.told[place] = self.recorder.game().decisions() + 1;
    }

    fn show(&mut self, seat: Seat) {
        let mut view = self.recorder.game().view(Viewer::Seat(seat));
        view.request = None;
        self.face.table(view, seat);
    }

    /// The next line; none at the end of the input.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        self.face.read(&*self.factory).map_err(unreadable)
    }

    fn typed(&mut self, line: &str, seat: Seat, asked: &RequestView) -> Typed {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_lowercase().as_str() {
            "" => self.say(format_args!("  {}; `help` for help", answer::hint(asked))),
            "?" | "help" => self.say(format_args!("Here: {}.\n{HELP}", plain(&answer::hint(asked)))),
            "view" | "v" if rest.is_empty() => self.show(seat),
            "options" if rest.is_empty() => {}
            "info" if rest.is_empty() => self.info(asked),
            "history" | "h" if rest.is_empty() || rest.parse::<u32>().is_ok() => {
                self.history(seat, rest.parse().unwrap_or(20))
            }
            "card" if !rest.is_empty() => self.card(rest, seat, asked),
            "auto" if rest.is_empty() && asked.prompt.pays() => return Typed::Auto,
            "auto" if rest.is_empty() => self.say("  there is nothing to pay now"),
            "undo" if rest.is_empty() => return Typed::Undo,
            "done" if rest.is_empty() && answer::only(asked).is_none() => {
                return self.begin_passing("", seat, asked);
            }
            "until" => return self.begin_passing(rest, seat, asked),
            "pass" if rest.starts_with("until ") => {
                return self.begin_passing(rest.trim_start_matches("until"), seat, asked);
            }
            "stop" => self.stop(rest),
            "hold" if rest.is_empty() => self.toggle_hold(),
            "why" => self.why(rest, seat, asked),
            "quit" | "exit" | "save" | "q" => return Typed::Leave,
            _ => match answer::read(line, asked, self.recorder.game().words()) {
                Ok(choice) => return Typed::Answer(choice),
                Err(why) => self.say(format_args!("  {why}; wanted: {}", answer::hint(asked))),
            },
        }
        Typed::Again
    }

    fn begin_passing(&mut self, until: &str, seat: Seat, asked: &RequestView) -> Typed {
        let game = self.recorder.game();
        let within = game.request().is_some_and(|request| request.subject.is_some());
        if within || !asked.options.iter().any(|option| option.item == Item::Pass) {
            self.say("  this is not a question that can be passed");
            return Typed::Again;
        }
        let waits = waiting(game, seat);
        match Until::read(until, game.turn_step(), waits, game.steps()) {
            Ok(until) => self.passing = Some(until),
            Err(why) => {
                self.say(format_args!("  {why}"));
                return Typed::Again;
            }
        }
        Typed::Answer(Choice::one(Item::Pass))
    }

    fn answer(&mut self, seat: Seat, choice: Choice) -> Result<(), Failure> {
        let game = self.recorder.game();
        let choice = match game.request() {
            Some(request) => choice.canonical(request),
            None => choice,
        };
        let before = Before::now(game, seat);
        match self.recorder.decide(seat, &choice) {
            Ok(_) => {
                self.before.push(before);
                Ok(())
            }
            Err(RecordError::Illegal(illegal)) => {
                self.passing = None;
                // A number out of range says more with what is wanted.
                let wanted = match (&illegal, self.recorder.game().asked()) {
                    (Illegal::OutOfRange { .. } | Illegal::WrongShape { .. }, Some(asked)) => {
                        format!("; wanted: {}", answer::hint(&asked))
                    }
                    _ => String::new(),
                };
                self.say(format_args!("  Not legal: {illegal}{wanted}"));
                Ok(())
            }
            Err(error) => Err(self.unwritten(&error)),
        }
    }

    fn pay(&mut self, seat: Seat) -> Result<(), Failure> {
        let before = Before::now(self.recorder.game(), seat);
        match payment::find(self.recorder.game()) {
            Some(choices) => {
                self.before.push(before);
                choices.iter().try_for_each(|choice| self.decide(seat, choice))
            }
            None => {
                self.say("  no way to pay was found: choose by hand");
                Ok(())
            }
        }
    }

    /// Goes back to before the last answer, where that has shown nothing new and nobody else has answered since.
    fn undo(&mut self, seat: Seat) -> Result<(), Failure> {
        let Some(before) = self.before.last().copied() else {
            self.say("  there is nothing to take back: the other player has answered since, or nothing was answered yet");
            return Ok(());
        };
        if let Some(why) = before.too_late(&Before::now(self.recorder.game(), seat)) {
            self.say(format_args!("  this cannot be taken back: {why}"));
            return Ok(());
        }
        self.recorder.rewind(before.decisions).map_err(|error| self.unwritten(&error))?;
        self.before.pop();
        self.passing = None;
        self.aid = Aid::default();
        self.shown = None;
        let place = usize::from(seat.0);
        if let Some(told) = self.told.get_mut(place) {
            *told = before.decisions + 1;
        }
        // That request comes up again, and is not passed automatically.
        self.asked_at = Some(before.decisions);
        self.say("  * taken back");
        Ok(())
    }

    fn end(mut self) -> Done {
        let seats: Vec<Seat> =
            self.own.map_or_else(|| (0..self.recorder.header().seats).map(Seat).collect(), |own| vec![own]);
        let looks = self.looking.or(seats.first().copied());
        if let Some(seat) = looks {
            self.news(seat);
        }
        let outcome = self.recorder.finish().map_err(|error| self.unwritten(&error))?;
        let over = format!("The match is over: {}", outcome_in_words(&outcome));
        if let Some(seat) = looks.filter(|_| self.face.stays()) {
            self.show(seat);
        }
        self.face.farewell(&over, &*self.factory).map_err(unreadable)?;
        let (context, log) = (self.context, self.log.display());
        drop(self.face);
        context.line(over);
        context.line(format_args!("The log {log} is closed. Verify it: duelog verify {log}"));
        Ok(End::Success)
    }

    fn leave(mut self) -> Done {
        self.recorder.sync().map_err(|error| self.unwritten(&error))?;
        let decisions = self.recorder.game().decisions();
        let (context, log) = (self.context, self.log.display());
        drop(self.face);
        context.line("");
        context.line(format_args!(
            "The log {log} is kept after decision {decisions} (incomplete). Continue it with:"
        ));
        context.line(format_args!("  duelog play --resume {log}"));
        Ok(End::Success)
    }
}

fn unreadable(error: std::io::Error) -> Failure {
    Failure::system(format!("the terminal cannot be read: {error}"), "the log is kept; --resume continues it")
}
