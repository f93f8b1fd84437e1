//! One sitting at the terminal: the loop of questions and answers, and the commands between them.

use std::io::BufRead;
use std::path::Path;

use duelog_kernel::decision::Ask;
use duelog_kernel::view::RequestView;
use duelog_kernel::{Choice, Factory, Illegal, Item, Seat, Viewer, payment};
use duelog_verifier::{RecordError, Recorder, outcome_in_words};

use super::aid::Aid;
use crate::output::{Context, Done, End, Failure};
use crate::plain::plain;
use crate::recording::Kept;
use crate::simulate::bots::Bot;
use crate::{answer, words};

/// What a line that is not an answer asks for.
const HELP: &str = "\
An answer is the number of an option, its words or a part of them, or the object's id: `3`, `cast serra angel`, `#17`.
Several are set apart by spaces: `1 4 #17`; `none` and `all` say it shorter. Shares are `#17=2 3=1`.
  view            the table as you see it
  options         the question again
  history [N]     what happened in the last N decisions (20)
  card CARD       what a card does: `card #17`, `card serra angel`
  auto            pay by itself what is to be paid
  done            pass until something else than passing is to be decided, or the turn ends
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
    /// Pass until this turn is over.
    passing: Option<String>,
}

/// What a typed line leads to.
enum Typed {
    Answer(Choice),
    Auto,
    Again,
    Leave,
}

impl<'a> Sitting<'a> {
    /// A sitting over a match that has begun; `own` is the person's seat, none when people have all seats.
    pub fn new(
        factory: Box<dyn Factory>,
        mut recorder: Recorder<Kept>,
        bot: Option<Bot>,
        own: Option<Seat>,
        context: &'a Context,
        log: &'a Path,
        auto_pass: bool,
    ) -> Sitting<'a> {
        let seats = usize::from(recorder.header().seats);
        let decisions = recorder.game().decisions();
        // After the start, what has already happened is news; on a log that goes on, `history` tells it.
        let told = if decisions == 0 { 0 } else { decisions + 1 };
        Sitting {
            factory,
            recorder,
            bot,
            own,
            context,
            log,
            auto_pass,
            aid: Aid::default(),
            told: vec![told; seats],
            looking: None,
            shown: None,
            asked_at: None,
            passing: None,
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
                Typed::Again => {}
                Typed::Leave => return self.leave(),
            }
        }
    }

    fn decide(&mut self, seat: Seat, choice: &Choice) -> Result<(), Failure> {
        self.recorder.decide(seat, choice).map(drop).map_err(|error| self.unwritten(&error))
    }

    fn unwritten(&self, error: &RecordError) -> Failure {
        let remedy =
            format!("see that the disk has room; `duelog play --resume {}` then goes on", self.log.display());
        Failure::system(format!("{}: {error}", self.log.display()), remedy)
    }

    /// Whether the seat passes without being asked: it wants to, or there is nothing else that it could do.
    /// Once it has been asked, a line that is not an answer passes nothing.
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
        if let Some(turn) = &self.passing {
            let view = game.view(Viewer::Seat(seat));
            let same = view.turn.iter().any(|fact| fact.name == "turn" && fact.value == *turn);
            let quiet = view.zones.iter().all(|zone| zone.name != "stack" || zone.count == 0);
            if same && quiet {
                return true;
            }
            self.passing = None;
        }
        self.auto_pass && self.aid.idle(self.recorder.game())
    }

    fn ask(&mut self, seat: Seat) -> Result<Typed, Failure> {
        self.hand_over(seat);
        self.news(seat);
        let Some(asked) = self.recorder.game().asked() else { return Ok(Typed::Again) };
        let within = self.recorder.game().request().is_some_and(|request| request.subject.is_some());
        let decisions = self.recorder.game().decisions();
        if !within && self.shown != Some(decisions) {
            self.show(seat);
            self.shown = Some(decisions);
        }
        self.asked_at = Some(decisions);
        self.question(asked.clone());
        let Some(line) = self.read()? else { return Ok(Typed::Leave) };
        Ok(self.typed(line.trim(), seat, &asked))
    }

    fn question(&self, asked: RequestView) {
        let pays = asked.prompt.pays();
        self.context.question(asked);
        if pays {
            self.context.line("  auto) pay by itself");
        }
    }

    /// Between people, the screen is cleared before the other one looks.
    fn hand_over(&mut self, seat: Seat) {
        let other = self.looking.is_some_and(|looking| looking != seat);
        self.looking = Some(seat);
        if self.own.is_some() || !other {
            return;
        }
        self.shown = None;
        if self.context.at_terminal() {
            self.context.clear();
            self.context.line(format_args!("{seat} is asked next. Press Enter when only that player looks."));
            let _ = self.read();
        } else {
            self.context.line(format_args!("---- {seat} ----"));
        }
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
            self.context.line(format_args!("  * {}{times}", same[0]));
        }
        self.told[place] = self.recorder.game().decisions() + 1;
    }

    fn show(&mut self, seat: Seat) {
        let mut view = self.recorder.game().view(Viewer::Seat(seat));
        view.request = None;
        self.context.line("");
        self.context.table(view, Some(seat));
    }

    /// The next line; none at the end of the input.
    fn read(&self) -> Result<Option<String>, Failure> {
        self.context.prompt();
        if self.context.broken() {
            return Ok(None);
        }
        let unreadable = |error: std::io::Error| {
            Failure::system(
                format!("the terminal cannot be read: {error}"),
                "the log is kept; --resume continues it",
            )
        };
        let mut bytes = Vec::new();
        let count = std::io::stdin().lock().read_until(b'\n', &mut bytes).map_err(unreadable)?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn typed(&mut self, line: &str, seat: Seat, asked: &RequestView) -> Typed {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command.to_lowercase().as_str() {
            "" => self.context.line(format_args!("  {}; `help` for help", answer::hint(asked))),
            "?" | "help" => self.context.page(&format!("Here: {}.\n{HELP}", plain(&answer::hint(asked)))),
            "view" | "v" if rest.is_empty() => self.show(seat),
            "options" if rest.is_empty() => {}
            "history" | "h" if rest.is_empty() || rest.trim().parse::<u32>().is_ok() => {
                self.history(seat, rest.trim().parse().unwrap_or(20))
            }
            "card" if !rest.is_empty() => self.card(rest.trim(), seat),
            "auto" if rest.is_empty() && asked.prompt.pays() => return Typed::Auto,
            "auto" if rest.is_empty() => self.context.line("  there is nothing to pay now"),
            "done" if rest.is_empty() => return self.begin_passing(seat, asked),
            "why" => self.why(rest.trim(), seat, asked),
            "quit" | "exit" | "save" | "q" => return Typed::Leave,
            _ => match answer::read(line, asked, self.recorder.game().words()) {
                Ok(choice) => return Typed::Answer(choice),
                Err(why) => self.context.line(format_args!("  {why}; wanted: {}", answer::hint(asked))),
            },
        }
        Typed::Again
    }

    /// What a card does, by its name or as an object that the seat sees.
    fn card(&mut self, card: &str, seat: Seat) {
        let view = self.recorder.game().view(Viewer::Seat(seat));
        let seen = words::object(card)
            .and_then(|id| view.zones.iter().flat_map(|zone| &zone.cards).find(|card| card.id == id));
        let known = || {
            self.factory
                .cards()
                .into_iter()
                .map(|info| info.name)
                .find(|name| name.eq_ignore_ascii_case(card))
        };
        let text =
            seen.map(|card| card.name.clone()).or_else(known).and_then(|name| self.factory.card(&name));
        match text {
            Some(text) => text.reading.iter().for_each(|line| self.context.line(format_args!("  {line}"))),
            None => self.context.line(format_args!("  no card \"{card}\" is known or can be seen")),
        }
    }

    fn begin_passing(&mut self, seat: Seat, asked: &RequestView) -> Typed {
        let view = self.recorder.game().view(Viewer::Seat(seat));
        let within = self.recorder.game().request().is_some_and(|request| request.subject.is_some());
        if within || !asked.options.iter().any(|option| option.item == Item::Pass) {
            self.context.line("  this is not a question that can be passed");
            return Typed::Again;
        }
        self.passing = view.turn.iter().find(|fact| fact.name == "turn").map(|fact| fact.value.clone());
        Typed::Answer(Choice::one(Item::Pass))
    }

    fn history(&mut self, seat: Seat, last: u32) {
        let from = (self.recorder.game().decisions() + 1).saturating_sub(last);
        for told in self.recorder.game().told(from, Viewer::Seat(seat)).iter().filter(|told| !told.internal) {
            self.context.line(format_args!("  {:>4}  {} ({})", told.decision, told.text, told.rule));
        }
    }

    /// Why an item is not among the options, tried on a copy of the match.
    fn why(&mut self, item: &str, seat: Seat, asked: &RequestView) {
        let choice = match answer::read_whole(item, asked, self.recorder.game().words()) {
            Ok(choice) => choice,
            Err(why) => return self.context.line(format_args!("  {why}; wanted: {}", words::FORMS)),
        };
        if asked.options.iter().any(|option| choice == Choice::one(option.item)) {
            return self.context.line("  it is among the options");
        }
        match self.recorder.game().fork().decide(seat, &choice) {
            Ok(()) => self.context.line("  it is legal"),
            Err(illegal) => self.context.line(format_args!("  {illegal}")),
        }
    }

    fn answer(&mut self, seat: Seat, choice: Choice) -> Result<(), Failure> {
        let choice = match self.recorder.game().request() {
            Some(request) => choice.canonical(request),
            None => choice,
        };
        match self.recorder.decide(seat, &choice) {
            Ok(_) => Ok(()),
            Err(RecordError::Illegal(illegal)) => {
                self.passing = None;
                // A number out of range says more with what is wanted.
                let wanted = match (&illegal, self.recorder.game().asked()) {
                    (Illegal::OutOfRange { .. } | Illegal::WrongShape { .. }, Some(asked)) => {
                        format!("; wanted: {}", answer::hint(&asked))
                    }
                    _ => String::new(),
                };
                self.context.line(format_args!("  Not legal: {illegal}{wanted}"));
                Ok(())
            }
            Err(error) => Err(self.unwritten(&error)),
        }
    }

    fn pay(&mut self, seat: Seat) -> Result<(), Failure> {
        match payment::find(self.recorder.game()) {
            Some(choices) => choices.iter().try_for_each(|choice| self.decide(seat, choice)),
            None => {
                self.context.line("  no way to pay was found: choose by hand");
                Ok(())
            }
        }
    }

    fn end(mut self) -> Done {
        let seats: Vec<Seat> =
            self.own.map_or_else(|| (0..self.recorder.header().seats).map(Seat).collect(), |own| vec![own]);
        if let Some(seat) = self.looking.or(seats.first().copied()) {
            self.news(seat);
        }
        let outcome = self.recorder.finish().map_err(|error| self.unwritten(&error))?;
        self.context.line(format_args!("The match is over: {}", outcome_in_words(&outcome)));
        self.context.line(format_args!(
            "The log {} is closed. Verify it: duelog verify {}",
            self.log.display(),
            self.log.display()
        ));
        Ok(End::Well)
    }

    fn leave(mut self) -> Done {
        self.recorder.sync().map_err(|error| self.unwritten(&error))?;
        let decisions = self.recorder.game().decisions();
        self.context.line("");
        self.context.line(format_args!(
            "The log {} is kept after decision {decisions} (incomplete). Go on with it:",
            self.log.display()
        ));
        self.context.line(format_args!("  duelog play --resume {}", self.log.display()));
        Ok(End::Well)
    }
}
