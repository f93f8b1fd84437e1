//! One sitting: the loop of questions and answers, and the commands between them.

use std::path::Path;

use duelog_kernel::decision::Ask;
use duelog_kernel::view::RequestView;
use duelog_kernel::{Choice, Factory, Illegal, Item, Request, Seat, Viewer, payment};
use duelog_log_format::clock::GameClock;
use duelog_verifier::timing::with_losses;
use duelog_verifier::{RecordError, Recorder, outcome_in_words};

use super::autopass::Aid;
use super::passing::{Stop, Until, waiting};
use super::question::Question;
use super::renderer::Face;
use super::typed_lines::Typing;
use super::undo::Before;
use crate::answer;
use crate::apart::tell_apart;
use crate::clock::HostClock;
use crate::output::{Context, Done, End, Failure};
use crate::plain::{with_names, word};
use crate::recording::{self, Destination};
use crate::simulate::bots::Bot;

mod asides;
mod news;
mod phrases;
#[cfg(unix)]
mod remote;
mod stated;
mod timing;

pub use news::TURN;
pub use stated::Stated;

/// The players' terminals.
pub enum Terminals<'a> {
    /// One for all who play here.
    One(Box<dyn Face + 'a>),
    /// One for each, in processes of their own.
    #[cfg(unix)]
    Apart(super::host::RemotePlayers),
}

/// The sitting of one player.
struct SeatState {
    /// The names that the player reads in place of seats.
    names: Vec<Option<String>>,
    /// Up to which decision the player has been told what happened.
    told: u32,
    /// At which decision the table was last shown.
    shown: Option<u32>,
    /// At which decision the player was last asked: nothing is passed there but by an answer.
    asked_at: Option<u32>,
    /// Up to where is passed.
    passing: Option<Until>,
    /// The cards that could be cast or played when passing began.
    offered: Vec<Item>,
    /// At which steps the player wants to be asked.
    stops: Vec<Stop>,
    /// True if the player wants to be asked always.
    hold: bool,
    /// The situation before each answer that can still be undone.
    before: Vec<Before>,
    /// An answer that is given once the player says yes to it.
    doubted: Option<Choice>,
}

/// One sitting.
pub struct Sitting<'a> {
    factory: &'a dyn Factory,
    recorder: Recorder<Destination>,
    /// Where draws are stated, what the players have said of them.
    stated: Option<Stated<'a>>,
    clock: HostClock,
    bot: Option<Bot>,
    /// The person's seat; none when people have all seats.
    own: Option<Seat>,
    context: &'a Context,
    terminals: Terminals<'a>,
    log: &'a Path,
    auto_pass: bool,
    aid: Aid,
    /// By seat.
    seats: Vec<SeatState>,
    /// The seat that looks at the screen.
    looking: Option<Seat>,
    /// True if nothing is played by itself: the match was resumed, and nobody has answered yet.
    resting: bool,
}

/// The effect of a typed line.
enum Typed {
    Answer(Choice),
    Auto,
    Undo,
    Again,
    Leave,
}

/// A line that is typed, or the reason for which there is none.
enum Input {
    Line(String),
    Again,
    End,
}

/// A match that is to be played, and by whom.
pub struct Sat<'a> {
    /// Its game.
    pub factory: &'a dyn Factory,
    /// The match and its log.
    pub recorder: Recorder<Destination>,
    /// Where draws are stated, what the players have said of them.
    pub stated: Option<Stated<'a>>,
    /// Who has the other seats.
    pub bot: Option<Bot>,
    /// The person's seat; none when people have all seats.
    pub own: Option<Seat>,
    /// How it looks.
    pub terminals: Terminals<'a>,
    /// By seat, the names that each player reads in place of seats.
    pub names: Vec<Vec<Option<String>>>,
    /// True if the person is not asked where nothing else can be done than pass.
    pub auto_pass: bool,
    /// True if the match was begun before this sitting.
    pub resumed: bool,
}

impl<'a> Sitting<'a> {
    /// A sitting over a match that has begun.
    pub fn new(sat: Sat<'a>, context: &'a Context, log: &'a Path) -> Sitting<'a> {
        let Sat { factory, mut recorder, stated, bot, own, terminals, names, auto_pass, resumed } = sat;
        let decisions = recorder.game().decisions();
        // After the start, past events are news; on a resumed log, `history` tells them.
        let told = if decisions == 0 { 0 } else { decisions + 1 };
        let state = |names: Vec<Option<String>>| SeatState {
            names,
            told,
            shown: None,
            asked_at: None,
            passing: None,
            offered: Vec::new(),
            stops: Vec::new(),
            hold: false,
            before: Vec::new(),
            doubted: None,
        };
        let mut names = names.into_iter();
        let seats = (0..recorder.header().seats).map(|_| state(names.next().unwrap_or_default())).collect();
        Sitting {
            factory,
            recorder,
            stated,
            clock: HostClock::start(),
            bot,
            own,
            context,
            terminals,
            log,
            auto_pass,
            aid: Aid::default(),
            seats,
            looking: None,
            resting: resumed,
        }
    }

    /// Plays until the match is over or the person leaves.
    pub fn play(mut self) -> Done {
        self.begin_clock()?;
        self.begin_stated()?;
        loop {
            if self.stated.as_ref().is_some_and(|stated| stated.leaves) {
                return self.leave();
            }
            if !self.resting && self.time_is_up()? {
                continue;
            }
            let Some(seat) = self.recorder.game().request().map(|request| request.seat) else {
                return self.end();
            };
            let answers_itself = self.bot.is_some() && Some(seat) != self.own;
            if self.resting && answers_itself {
                match self.rest(seat)? {
                    Typed::Leave => return self.leave(),
                    _ => continue,
                }
            }
            if let Some(bot) = self.bot.as_mut().filter(|_| answers_itself) {
                let fault = || {
                    Failure::system(
                        "the bot has no legal answer",
                        "this is a fault of the program: report it with the log",
                    )
                };
                let choice = bot.answer(self.recorder.game()).ok_or_else(fault)?;
                self.forget(None);
                if !self.time_is_up()? {
                    self.decide(seat, &choice)?;
                }
                continue;
            }
            if !self.resting {
                if let Some(choice) = self.nothing_to_choose(seat) {
                    self.decide(seat, &choice)?;
                    continue;
                }
                if self.passes(seat) {
                    self.decide(seat, &Choice::one(Item::Pass))?;
                    continue;
                }
            }
            let typed = self.ask(seat)?;
            if matches!(typed, Typed::Answer(_) | Typed::Auto) && self.time_is_up()? {
                continue;
            }
            match typed {
                Typed::Answer(choice) => self.answer(seat, choice)?,
                Typed::Auto => self.pay(seat)?,
                Typed::Undo => self.undo(seat)?,
                Typed::Again => {}
                Typed::Leave => return self.leave(),
            }
        }
    }

    fn state(&mut self, seat: Seat) -> &mut SeatState {
        let last = self.seats.len().saturating_sub(1);
        &mut self.seats[usize::from(seat.0).min(last)]
    }

    fn face(&mut self, seat: Seat) -> &mut dyn Face {
        match &mut self.terminals {
            Terminals::One(face) => &mut **face,
            #[cfg(unix)]
            Terminals::Apart(players) => players.terminal(seat),
        }
    }

    fn say(&mut self, seat: Seat, text: impl std::fmt::Display) {
        self.face(seat).say(&text.to_string());
    }

    fn decide(&mut self, seat: Seat, choice: &Choice) -> Result<(), Failure> {
        let taken = self.take(seat, choice)?;
        taken.map(drop).map_err(|illegal| self.unwritten(&RecordError::Illegal(illegal)))
    }

    /// Takes an answer and writes it. False where the player has taken it back at a question about its draws.
    fn take(&mut self, seat: Seat, choice: &Choice) -> Result<Result<bool, Illegal>, Failure> {
        if self.stated.is_some() {
            return self.decide_stated(seat, choice);
        }
        self.take_time();
        match self.recorder.decide(seat, choice) {
            Ok(_) => {
                self.clock.asks();
                Ok(Ok(true))
            }
            Err(RecordError::Illegal(illegal)) => Ok(Err(illegal)),
            Err(error) => Err(self.unwritten(&error)),
        }
    }

    /// Nobody but one can take answers back any more.
    fn forget(&mut self, but: Option<Seat>) {
        for (place, state) in (0..).zip(&mut self.seats) {
            if Some(Seat(place)) != but {
                state.before.clear();
            }
        }
    }

    fn unwritten(&self, error: &RecordError) -> Failure {
        let first = recording::remedy(error);
        let remedy = format!("{first}; `duelog play --resume {}` then continues", word(self.log));
        Failure::system(format!("{}: {error}", self.log.display()), remedy)
    }

    /// Returns whether the seat passes without being asked: it wants to, or there is nothing else that it
    /// could do. After a question, a line that is not an answer passes nothing.
    fn passes(&mut self, seat: Seat) -> bool {
        let game = self.recorder.game();
        let decisions = game.decisions();
        let can = game.request().is_some_and(|request| {
            request.subject.is_none()
                && matches!(&request.ask, Ask::Pick { options, .. } if options.contains(&Item::Pass))
        });
        let acts = acts(game.request());
        let (now, waits) = (game.turn_step(), waiting(game, seat));
        let state = self.state(seat);
        if state.asked_at == Some(decisions) || !can {
            state.passing = None;
            return false;
        }
        // Who is done before the own main phase may not know yet what can be played there.
        let more = now.active == seat && acts.iter().any(|act| !state.offered.contains(act));
        let ends = |until: &Until| matches!(until, Until::TurnEnds(_)) && more;
        if state.passing.as_ref().is_some_and(|until| until.goes_on(now, seat, waits) && !ends(until)) {
            return true;
        }
        state.passing = None;
        if state.hold || state.stops.iter().any(|stop| stop.is_at(now, seat)) {
            return false;
        }
        if !state.stops.is_empty() && waits == 0 {
            return true;
        }
        self.auto_pass && self.aid.idle(self.recorder.game())
    }

    /// The answer to a question that comes up only for secrecy: a person with a single answer is not asked
    /// unless that is wanted, and passing continues behind it.
    fn nothing_to_choose(&mut self, seat: Seat) -> Option<Choice> {
        let auto_pass = self.auto_pass;
        let state = self.state(seat);
        let spared = state.passing.is_some() || auto_pass && !state.hold;
        let request = self.recorder.game().request().filter(|request| request.asks_for_nothing())?;
        request.forced().filter(|_| spared)
    }

    fn ask(&mut self, seat: Seat) -> Result<Typed, Failure> {
        self.hand_over(seat)?;
        if let Some(typed) = self.ask_cards(seat)? {
            return Ok(typed);
        }
        self.news(seat);
        let Some(mut asked) = self.recorder.game().asked() else { return Ok(Typed::Again) };
        tell_apart(&mut asked, &self.recorder.game().view(Viewer::Seat(seat)));
        let asked = self.worded(seat, asked);
        let within = self.recorder.game().request().is_some_and(|request| request.subject.is_some());
        let decisions = self.recorder.game().decisions();
        if self.face(seat).stays() || (!within && self.state(seat).shown != Some(decisions)) {
            self.show(seat);
        }
        self.state(seat).asked_at = Some(decisions);
        let question = Question::of(&asked, self.takes_all(&asked).is_some(), self.settings(seat));
        let time = self.time_of(seat);
        self.face(seat).question(Question { time, ..question });
        #[cfg(unix)]
        self.tell_others(seat);
        match self.read(seat)? {
            Input::Line(line) if self.is_scribed(line.trim()) => {
                self.write_down(line.trim(), seat).map(|()| Typed::Again)
            }
            Input::Line(line) => Ok(self.typed(line.trim(), seat, &asked)),
            Input::Again => Ok(Typed::Again),
            Input::End => Ok(Typed::Leave),
        }
    }

    /// A question in the words that the player reads: options are named by these too.
    fn worded(&mut self, seat: Seat, mut asked: RequestView) -> RequestView {
        let names = &self.state(seat).names;
        for option in &mut asked.options {
            option.text = with_names(&option.text, names);
        }
        asked
    }

    /// A resumed match in which the bot is asked: it waits until the person lets it play.
    fn rest(&mut self, asked: Seat) -> Result<Typed, Failure> {
        let own = self.own.unwrap_or(asked);
        self.show(own);
        let question = Question {
            seat: asked,
            prompt: "resumed".to_string(),
            question: "the match was resumed. `go` lets it play on; before that nothing is played"
                .to_string(),
            rule: String::new(),
            how: None,
            effect: None,
            options: Vec::new(),
            state: String::new(),
            time: None,
        };
        self.face(own).question(question);
        let line = match self.read(own)? {
            Input::Line(line) => line,
            Input::Again => return Ok(Typed::Again),
            Input::End => return Ok(Typed::Leave),
        };
        let (command, rest) = split(line.trim());
        match command.as_str() {
            "go" if rest.is_empty() => self.resting = false,
            "quit" | "exit" | "save" | "q" => return Ok(Typed::Leave),
            _ if self.aside(&command, rest, own, None) => {}
            _ => self.say(own, "  `go` lets the match play on; `view`, `history`, `card NAME`, `help` and `quit` play nothing"),
        }
        Ok(Typed::Again)
    }

    /// Other settings of the player, in few words.
    fn settings(&mut self, seat: Seat) -> String {
        let state = self.state(seat);
        let stops = state.stops.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let stops = if stops.is_empty() { String::new() } else { format!("stops at {stops}") };
        let hold = if state.hold { "asks always" } else { "" };
        [stops.as_str(), hold].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// Between people at one terminal, the screen is cleared before the other one looks.
    fn hand_over(&mut self, seat: Seat) -> Result<(), Failure> {
        let other = self.looking.is_some_and(|looking| looking != seat);
        self.looking = Some(seat);
        let Terminals::One(face) = &mut self.terminals else { return Ok(()) };
        if self.own.is_some() || !other {
            return Ok(());
        }
        face.hand_over(seat, self.factory).map_err(unreadable)?;
        self.state(seat).shown = None;
        self.forget(None);
        Ok(())
    }

    fn show(&mut self, seat: Seat) {
        let mut view = self.recorder.game().view(Viewer::Seat(seat));
        view.request = None;
        self.state(seat).shown = Some(view.decisions);
        self.face(seat).table(view, seat);
    }

    /// The next line of a player; none at the end of the input.
    fn read(&mut self, _seat: Seat) -> Result<Input, Failure> {
        // Where the match rests after it was resumed, no time runs.
        let wait = if self.resting { None } else { self.waits() };
        match &mut self.terminals {
            Terminals::One(face) => Ok(match face.read(self.factory, wait).map_err(unreadable)? {
                Typing::Line(line) => Input::Line(line),
                Typing::Late => Input::Again,
                Typing::End => Input::End,
            }),
            #[cfg(unix)]
            Terminals::Apart(_) => self.hear(_seat),
        }
    }

    fn typed(&mut self, line: &str, seat: Seat, asked: &RequestView) -> Typed {
        let (command, rest) = split(line);
        if let Some(choice) = self.state(seat).doubted.take() {
            match command.as_str() {
                "yes" | "y" => return Typed::Answer(choice),
                "no" | "n" | "undo" => {
                    self.say(seat, "  nothing is answered yet");
                    return Typed::Again;
                }
                "" => {
                    self.say(seat, "  `yes` gives that answer, `no` does not");
                    self.state(seat).doubted = Some(choice);
                    return Typed::Again;
                }
                _ => {}
            }
        }
        if self.aside(&command, rest, seat, Some(asked)) {
            return Typed::Again;
        }
        match command.as_str() {
            "" => match self.takes_all(asked) {
                Some(all) => return Typed::Answer(all),
                None => self.say(seat, format_args!("  {}; `help` for help", answer::hint(asked))),
            },
            "options" if rest.is_empty() => self.options(seat, asked),
            "info" if rest.is_empty() => self.info(seat, asked),
            "auto" if rest.is_empty() && asked.prompt.pays() => return Typed::Auto,
            "auto" if rest.is_empty() => self.say(seat, "  there is nothing to pay now"),
            "undo" if rest.is_empty() => return Typed::Undo,
            "done" if rest.is_empty() && answer::only(asked).is_none() => {
                return self.begin_passing("", seat, asked);
            }
            "until" => return self.begin_passing(rest, seat, asked),
            "pass" if rest.starts_with("until ") => {
                return self.begin_passing(rest.trim_start_matches("until"), seat, asked);
            }
            "stop" => self.stop(seat, rest),
            "hold" if rest.is_empty() => self.toggle_hold(seat),
            "why" => self.why(rest, seat, asked),
            "quit" | "exit" | "save" | "q" => return Typed::Leave,
            _ => return self.answered(line, seat, asked),
        }
        Typed::Again
    }

    /// A line that is not a command, as an answer.
    fn answered(&mut self, line: &str, seat: Seat, asked: &RequestView) -> Typed {
        match answer::read(line, asked, self.recorder.game().words()) {
            Ok(choice) => {
                let doubt = self.doubt(line, asked, &choice);
                let Some(doubt) = doubt else { return Typed::Answer(choice) };
                self.say(seat, format_args!("  {doubt}"));
                self.state(seat).doubted = Some(choice);
                Typed::Again
            }
            Err(why) => self.spoken(line, seat, asked, why),
        }
    }

    fn begin_passing(&mut self, until: &str, seat: Seat, asked: &RequestView) -> Typed {
        let game = self.recorder.game();
        let within = game.request().is_some_and(|request| request.subject.is_some());
        if within || !asked.options.iter().any(|option| option.item == Item::Pass) {
            let none = matches!(asked.ask, Ask::Pick { min: 0, .. });
            let instead = if none { ": `none` chooses nothing" } else { "" };
            self.say(seat, format_args!("  this is not a question that can be passed{instead}"));
            return Typed::Again;
        }
        let (waits, offered) = (waiting(game, seat), acts(game.request()));
        match Until::read(until, game.turn_step(), waits, game.steps()) {
            Ok(until) => {
                let state = self.state(seat);
                (state.passing, state.offered) = (Some(until), offered);
            }
            Err(why) => {
                self.say(seat, format_args!("  {why}"));
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
        match self.take(seat, &choice)? {
            Ok(false) => Ok(()),
            Ok(true) => {
                self.resting = false;
                self.forget(Some(seat));
                self.state(seat).before.push(before);
                Ok(())
            }
            Err(illegal) => {
                self.state(seat).passing = None;
                // A number out of range says more with what is wanted.
                let wanted = match (&illegal, self.recorder.game().asked()) {
                    (Illegal::OutOfRange { .. } | Illegal::WrongShape { .. }, Some(asked)) => {
                        format!("; wanted: {}", answer::hint(&asked))
                    }
                    _ => String::new(),
                };
                self.say(seat, format_args!("  Not legal: {illegal}{wanted}"));
                Ok(())
            }
        }
    }

    fn pay(&mut self, seat: Seat) -> Result<(), Failure> {
        let before = Before::now(self.recorder.game(), seat);
        match payment::find(self.recorder.game()) {
            Some(choices) => {
                self.resting = false;
                self.forget(Some(seat));
                self.state(seat).before.push(before);
                choices.iter().try_for_each(|choice| self.decide(seat, choice))
            }
            None => {
                self.say(seat, "  no way to pay was found: choose by hand");
                Ok(())
            }
        }
    }

    /// Goes back to before the last answer, where that has shown nothing new and nobody else has answered since.
    fn undo(&mut self, seat: Seat) -> Result<(), Failure> {
        let Some(before) = self.state(seat).before.last().copied() else {
            self.say(seat, "  there is nothing to take back: the other player has answered since, or nothing was answered yet");
            return Ok(());
        };
        if let Some(why) = before.too_late(&Before::now(self.recorder.game(), seat)) {
            self.say(seat, format_args!("  this cannot be taken back: {why}"));
            return Ok(());
        }
        self.go_back(before.decisions)?;
        self.aid = Aid::default();
        for state in &mut self.seats {
            state.shown = None;
            state.told = state.told.min(before.decisions + 1);
        }
        let state = self.state(seat);
        state.before.pop();
        state.passing = None;
        // That request comes up again, and is not passed automatically.
        state.asked_at = Some(before.decisions);
        self.say(seat, "  * taken back");
        #[cfg(unix)]
        self.say_to_others(seat, &format!("  * {seat} takes the last answer back"));
        Ok(())
    }

    fn end(mut self) -> Done {
        let seats: Vec<Seat> =
            self.own.map_or_else(|| (0..self.recorder.header().seats).map(Seat).collect(), |own| vec![own]);
        let looks = match &self.terminals {
            Terminals::One(_) => self.looking.or(seats.first().copied()).into_iter().collect(),
            #[cfg(unix)]
            Terminals::Apart(_) => seats,
        };
        looks.iter().for_each(|seat| self.news(*seat));
        let outcome = self.recorder.finish().map_err(|error| self.unwritten(&error))?;
        let losses = self.recorder.clock().map_or(&[][..], GameClock::losses);
        let over = format!("The match is over: {}", with_losses(&outcome_in_words(&outcome), losses));
        let log = self.log.display();
        let closed = format!("The log {log} is closed. Verify it: duelog verify {}", word(self.log));
        for seat in looks {
            if self.face(seat).stays() {
                self.show(seat);
            }
            #[cfg(unix)]
            if let Terminals::Apart(players) = &mut self.terminals {
                players.says_over(seat, &over, &closed);
            }
        }
        if let Terminals::One(mut face) = self.terminals {
            face.farewell(&over, self.factory).map_err(unreadable)?;
            drop(face);
            self.context.line(over);
            self.context.line(closed);
        }
        Ok(End::Success)
    }

    fn leave(mut self) -> Done {
        self.recorder.sync().map_err(|error| self.unwritten(&error))?;
        let decisions = self.recorder.game().decisions();
        let log = self.log.display();
        let kept = format!(
            "The log {log} is kept after decision {decisions} (incomplete). Continue it with:\n  duelog play --resume {}",
            word(self.log)
        );
        match self.terminals {
            Terminals::One(face) => {
                drop(face);
                self.context.line("");
                self.context.page(&kept);
            }
            #[cfg(unix)]
            Terminals::Apart(mut players) => players.host_leaves(&kept),
        }
        Ok(End::Success)
    }
}

/// The cards that a request lets be cast or played.
fn acts(request: Option<&Request>) -> Vec<Item> {
    let Some(Ask::Pick { options, .. }) = request.map(|request| &request.ask) else { return Vec::new() };
    options.iter().filter(|item| matches!(item, Item::Act(..))).copied().collect()
}

/// The command of a line in small letters, and the rest of the line.
fn split(line: &str) -> (String, &str) {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command.to_lowercase(), rest.trim())
}

fn unreadable(error: std::io::Error) -> Failure {
    Failure::system(format!("the terminal cannot be read: {error}"), "the log is kept; --resume continues it")
}
