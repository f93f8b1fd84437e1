//! A player's terminal at a table that another process, or another thread, keeps.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use duelog_kernel::{Factory, Seat, View};
use ratatui::Terminal;
use ratatui::crossterm::event::Event;

use super::host::is_leaving;
use super::protocol::{FromPlayer, FromTable, Lines, VERSION, Welcome, send};
use super::renderer::{Face, Lines as Plain};
use super::screen::{Device, Key, Screen};
use super::typed_lines::read_lines;
use crate::full_screen::{FullScreen, LOOK};
use crate::output::{Context, Done, End, Failure};
use crate::{ending, games};

/// How long a table has to let a player in.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a terminal looks, and whose definitions it reads cards from.
#[derive(Debug, Clone, Copy)]
pub struct Looks<'a> {
    /// True if lines stand one after the other.
    pub plain: bool,
    /// A folder with definitions.
    pub cards: Option<&'a Path>,
}

/// Sits down at a table.
///
/// # Errors
/// Wrong use where nobody hosts there or the player is not let in, a system error where the table is gone.
pub fn join(path: &Path, name: Option<String>, looks: Looks<'_>, context: &Context) -> Done {
    let mut stream = UnixStream::connect(path).map_err(|error| {
        Failure::usage(
            format!("{}: nobody hosts a match there: {error}", path.display()),
            "the host begins: `duelog play --host SOCKET --decks A B --out LOG`; --join names the same file",
        )
    })?;
    send(&mut stream, &FromPlayer::Join { version: VERSION, name }).map_err(|_| gone())?;
    sit(stream, looks, context)
}

/// Sits at a table that has let the player in, up to the end.
///
/// # Errors
/// As [`join`].
pub fn sit(stream: UnixStream, looks: Looks<'_>, context: &Context) -> Done {
    let failed = |error: io::Error| Failure::system(format!("the table: {error}"), "try again");
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    let mut lines = Lines::of_table(stream.try_clone().map_err(failed)?);
    let welcome = match lines.next() {
        Some(FromTable::Welcome(welcome)) if welcome.version == VERSION => welcome,
        Some(FromTable::Welcome(Welcome { version, .. })) => {
            let what = format!("the table speaks version {version} of its lines, and this program {VERSION}");
            return Err(Failure::usage(what, "use the same version of duelog at both terminals"));
        }
        Some(FromTable::Refused(why)) => {
            return Err(Failure::usage(why, "wait until a seat is free, or host a match of your own"));
        }
        _ => return Err(gone()),
    };
    stream.set_read_timeout(None).map_err(failed)?;
    let factory = games::factory(&welcome.game, looks.cards)?;
    context.call_players(welcome.names.clone());
    let table = At { stream, welcome, factory, context };
    if looks.plain || !context.at_terminal() { table.in_lines(lines) } else { table.on_screen(lines) }
}

fn gone() -> Failure {
    Failure::system(
        "the table is gone: its host has ended",
        "the log is kept by the host, who resumes it; then join again",
    )
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::system(format!("the terminal cannot be read: {error}"), "join again: the match continues")
}

/// A player's terminal at a table.
struct At<'a> {
    stream: UnixStream,
    welcome: Welcome,
    factory: Box<dyn Factory>,
    context: &'a Context,
}

/// A terminal that looks often whether the table says something: more often at first, as the table answers at once.
struct Attentive {
    device: FullScreen,
    /// How often nothing has come since something did.
    looks: u32,
}

/// How long is waited for a key before it is looked whether the table says something: at first, and later.
const SOON: Duration = Duration::from_millis(20);
const LATER: Duration = Duration::from_millis(200);

impl Device for Attentive {
    type Backend = <FullScreen as Device>::Backend;

    fn terminal(&mut self) -> &mut Terminal<Self::Backend> {
        self.device.terminal()
    }

    fn next(&mut self) -> io::Result<Option<Event>> {
        let event = self.device.event(if self.looks < 50 { SOON } else { LATER })?;
        self.looks = if event.is_some() { 0 } else { self.looks.saturating_add(1) };
        Ok(event)
    }

    fn ended(&self) -> bool {
        Device::ended(&self.device)
    }
}

/// The state of a terminal in lines.
struct Shown {
    /// After how many decisions the table was printed last.
    decisions: Option<u32>,
    /// True if the player is asked and has not answered.
    asking: bool,
    /// A line that was typed before the question that it answers.
    ahead: Option<String>,
}

/// Something that becomes a terminal in lines.
enum Came {
    Told(Option<FromTable>),
    Typed(io::Result<Option<String>>),
}

impl At<'_> {
    fn say(&mut self, line: &FromPlayer) -> Result<(), Failure> {
        send(&mut self.stream, line).map_err(|_| gone())
    }

    fn view(&self, seen: super::protocol::Seen) -> (View, Seat) {
        let near = seen.near;
        (seen.view(&self.welcome.game), near)
    }

    /// On a screen: the table stays in place, also while another player is asked.
    fn on_screen(mut self, lines: Lines) -> Done {
        let failed = |error: io::Error| {
            Failure::system(
                format!("the terminal: {error}"),
                "try --plain, which needs no terminal of its own",
            )
        };
        let device = Attentive { device: FullScreen::begin().map_err(failed)?, looks: 0 };
        let (say, told) = channel();
        hear(lines, move |line| say.send(line).is_ok());
        let mut screen =
            Screen::new(device, self.context, self.welcome.title.clone(), self.welcome.score.clone());
        loop {
            for line in told.try_iter() {
                match line {
                    Some(FromTable::Over(text)) => {
                        screen.farewell(&text, &*self.factory).map_err(|error| unreadable(&error))?;
                        drop(screen);
                        self.context.page(&text);
                        return Ok(End::Success);
                    }
                    Some(line) => self.put(line, &mut screen),
                    None => return Err(gone()),
                }
            }
            match screen.pump(&*self.factory).map_err(|error| unreadable(&error))? {
                Key::Stay => {}
                Key::Line(line) => self.say(&FromPlayer::Line(line))?,
                Key::Leave => {
                    drop(screen);
                    return self.leave(|| told.recv_timeout(PATIENCE).ok().flatten());
                }
            }
        }
    }

    /// Puts on the screen what the table says.
    fn put(&self, line: FromTable, screen: &mut Screen<'_, Attentive>) {
        match line {
            FromTable::Said(text) => screen.say(&text),
            FromTable::Sheet(text) => screen.sheet(&text),
            FromTable::Question(question) => screen.question(question),
            FromTable::Waiting(seat) => screen.wait_for(seat),
            FromTable::Table(seen) => {
                let (view, near) = self.view(*seen);
                screen.table(view, near);
            }
            FromTable::Welcome(_) | FromTable::Refused(_) | FromTable::Over(_) => {}
        }
    }

    /// In lines, one after the other.
    fn in_lines(mut self, lines: Lines) -> Done {
        let ended = ending::signals()?;
        let (say, came) = channel();
        let typed = say.clone();
        let want = read_lines(move |line| typed.send(Came::Typed(line)).is_ok());
        hear(lines, move |line| say.send(Came::Told(line)).is_ok());
        let mut shown = Shown { decisions: None, asking: false, ahead: None };
        let _ = want.send(());
        loop {
            match came.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) if !ended.load(Ordering::Relaxed) => {}
                Err(RecvTimeoutError::Timeout) | Ok(Came::Typed(Ok(None))) => {
                    return self.leave(|| {
                        loop {
                            match came.recv_timeout(PATIENCE) {
                                Ok(Came::Told(line)) => return line,
                                Ok(Came::Typed(_)) => {}
                                Err(_) => return None,
                            }
                        }
                    });
                }
                Err(RecvTimeoutError::Disconnected) | Ok(Came::Told(None)) => return Err(gone()),
                Ok(Came::Typed(line)) => {
                    let line = line.map_err(|error| unreadable(&error))?.unwrap_or_default();
                    self.typed(line, &mut shown, &want)?;
                }
                Ok(Came::Told(Some(FromTable::Over(text)))) => {
                    self.context.page(&text);
                    return Ok(End::Success);
                }
                Ok(Came::Told(Some(line))) => {
                    self.print(line, &mut shown);
                    if let Some(line) = shown.ahead.take() {
                        self.typed(line, &mut shown, &want)?;
                    }
                }
            }
        }
    }

    /// Says a line that was typed, and reads on; a line that answers a question waits for it.
    fn typed(&mut self, line: String, shown: &mut Shown, want: &Sender<()>) -> Result<(), Failure> {
        if !shown.asking && !is_for_any_time(&line) {
            shown.ahead = Some(line);
            return Ok(());
        }
        shown.asking = false;
        if matches!(line.trim().to_lowercase().as_str(), "view" | "v") {
            // The table is printed once for each decision, and whenever it is wanted.
            shown.decisions = None;
        }
        self.say(&FromPlayer::Line(line))?;
        let _ = want.send(());
        Ok(())
    }

    /// Prints what the table says.
    fn print(&self, line: FromTable, shown: &mut Shown) {
        let mut face = Plain::new(self.context);
        match line {
            FromTable::Said(text) | FromTable::Sheet(text) => face.say(&text),
            FromTable::Table(seen) if shown.decisions != Some(seen.decisions) => {
                shown.decisions = Some(seen.decisions);
                let (view, near) = self.view(*seen);
                face.table(view, near);
            }
            FromTable::Question(question) => {
                face.question(question);
                self.context.prompt();
                shown.asking = true;
            }
            FromTable::Waiting(seat) => self.context.line(format_args!("{seat} is asked now.")),
            FromTable::Table(_) | FromTable::Welcome(_) | FromTable::Refused(_) | FromTable::Over(_) => {}
        }
    }

    /// Leaves the table, and hears its last words.
    fn leave(mut self, next: impl Fn() -> Option<FromTable>) -> Done {
        // A table that has let the player go hears no more, and its last words are here already.
        let heard = self.say(&FromPlayer::Leave);
        while let Some(line) = next() {
            if let FromTable::Over(text) = line {
                self.context.page(&text);
                return Ok(End::Success);
            }
        }
        heard.map(|()| End::Success)
    }
}

/// Hears a table on a thread of its own, as long as `say` takes what it says; none at the end.
fn hear(mut lines: Lines, say: impl Fn(Option<FromTable>) -> bool + Send + 'static) {
    thread::spawn(move || {
        loop {
            let line = lines.next();
            let ends = line.is_none();
            if !say(line) || ends {
                return;
            }
        }
    });
}

/// Returns whether a line is heard also from who is not asked.
fn is_for_any_time(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    let asks = ["?", "help", "view", "v", "history", "h", "card", "concede"];
    asks.contains(&word.as_str()) || is_leaving(line)
}
