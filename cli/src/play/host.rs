//! A table to which another player comes through a local socket: who is let in, and what each terminal is told.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use duelog_kernel::{Factory, Seat, View};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::protocol::{FromPlayer, FromTable, Lines, Seen, VERSION, Welcome, send};
use super::question::Question;
use super::renderer::Face;
use super::typed_lines::Typing;
use crate::ending::Ending;
use crate::full_screen::LOOK;
use crate::local_socket::{LocalSocket, SocketFault};
use crate::output::{Context, Failure};
use crate::plain::{YOU, word};

/// How long a stranger has to say who it is, and a terminal to take what it is told.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many strangers are listened to at a time.
const STRANGERS: usize = 8;
/// The longest name of a player.
const NAME: usize = 40;

/// The socket of a table: its file is removed when the table is.
pub struct HostSocket(LocalSocket);

impl HostSocket {
    /// Opens the socket. Only the user who opens it can come in.
    ///
    /// # Errors
    /// Wrong use where somebody hosts there or another file is there, a system error where no socket can be made.
    pub fn open(path: &Path) -> Result<HostSocket, Failure> {
        let opened = LocalSocket::open(path).map_err(|fault| match fault {
            SocketFault::Taken => Failure::usage(
                format!("{} exists and is not overwritten", path.display()),
                "name a file that does not exist yet: it is made for this match and removed after it",
            ),
            SocketFault::Heard => Failure::usage(
                format!("{}: somebody hosts a match there", path.display()),
                "name another file, or sit down there: `duelog play --join`",
            ),
            SocketFault::System(error) => Failure::system(
                format!("{}: no table can be opened: {error}", path.display()),
                "name a file in a folder of this machine that can be written, with a short path",
            ),
        });
        opened.map(HostSocket)
    }

    /// Lets players in on a thread of its own, as long as the seat is free.
    ///
    /// # Errors
    /// A system error where the socket fails.
    pub fn attend(&self, seat: Seat, arrivals: Sender<(Seat, Heard)>) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::system(format!("the socket: {error}"), "try again");
        let listener = self.0.listener.try_clone().map_err(failed)?;
        let chair = Arc::new(Mutex::new(JoinSeat { taken: false, strangers: 0 }));
        thread::spawn(move || {
            for stranger in listener.incoming() {
                let Ok(stream) = stranger else {
                    thread::sleep(Duration::from_millis(100));
                    continue;
                };
                let (chair, arrivals) = (chair.clone(), arrivals.clone());
                if lock(&chair).strangers >= STRANGERS {
                    continue;
                }
                lock(&chair).strangers += 1;
                thread::spawn(move || receive(stream, seat, &chair, &arrivals));
            }
        });
        Ok(())
    }
}

/// The chair of the player who comes through the socket.
struct JoinSeat {
    taken: bool,
    strangers: usize,
}

fn lock(chair: &Mutex<JoinSeat>) -> std::sync::MutexGuard<'_, JoinSeat> {
    chair.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A person who has joined a table, and the socket at which the person did.
pub struct Arrival {
    socket: HostSocket,
    seat: Seat,
    stream: UnixStream,
    name: Option<String>,
    say: Sender<(Seat, Heard)>,
    heard: Receiver<(Seat, Heard)>,
}

/// Opens a socket and waits for a person to join who gets a seat; none where the host is told to end before.
///
/// # Errors
/// As [`HostSocket::open`].
pub fn wait(path: &Path, seat: Seat, context: &Context) -> Result<Option<Arrival>, Failure> {
    let ended = Arc::new(AtomicBool::new(false));
    let ids = [SIGTERM, SIGHUP, SIGINT].map(|signal| signal_hook::flag::register(signal, ended.clone()));
    // A terminal that is gone sends no signal to a session of its own. Where there is none, the signals are enough.
    let terminal = Ending::heed(|| ()).ok();
    let is_ended = || ended.load(Ordering::Relaxed) || terminal.as_ref().is_some_and(Ending::told);
    let socket = HostSocket::open(path)?;
    let (say, heard) = channel();
    socket.attend(seat, say.clone())?;
    context.line(format_args!("Waiting for the other player: duelog play --join {}", word(path)));
    context.flush();
    let arrived = loop {
        match heard.recv_timeout(LOOK) {
            Ok((_, Heard::Came(stream, name))) => break Some((stream, name)),
            Ok(_) | Err(RecvTimeoutError::Timeout) if !is_ended() => {}
            Ok(_) | Err(_) => break None,
        }
    };
    for id in ids.into_iter().flatten() {
        signal_hook::low_level::unregister(id);
    }
    Ok(arrived.map(|(stream, name)| Arrival { socket, seat, stream, name, say, heard }))
}

impl Arrival {
    /// The person's name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The terminals of both players, and the host's end of its own. `names` are what each reads, and the table is
    /// told with its game, its title and its score.
    ///
    /// # Errors
    /// A system error where the host's own terminal cannot be connected.
    pub fn players(
        self,
        host: Seat,
        names: Vec<Vec<Option<String>>>,
        (game, title, score): (String, String, String),
    ) -> Result<(RemotePlayers, UnixStream), Failure> {
        let Arrival { socket, seat, stream, say, heard, .. } = self;
        let failed = |error: io::Error| Failure::system(format!("a socket: {error}"), "try again");
        let (own, ours) = UnixStream::pair().map_err(failed)?;
        let lines = Lines::of_player(ours.try_clone().map_err(failed)?);
        thread::spawn(move || listen(lines, host, &say));
        let welcome = Welcome { version: VERSION, seat: host, game, title, score, names: Vec::new() };
        let terminals = names.iter().map(|_| RemoteTerminal::default()).collect();
        let mut players = RemotePlayers { terminals, host, heard, welcome, names, socket };
        players.comes(host, ours);
        players.comes(seat, stream);
        Ok((players, own))
    }
}

/// A sign of life of a player's terminal.
pub enum Heard {
    /// It is there: the stream to talk to it, and the player's name.
    Came(UnixStream, Option<String>),
    /// The player typed a line.
    Line(String),
    /// The player leaves.
    Left,
    /// It is gone.
    Gone,
}

/// Hears who comes, lets one player in, and passes on whatever that player says.
fn receive(mut stream: UnixStream, seat: Seat, chair: &Mutex<JoinSeat>, say: &Sender<(Seat, Heard)>) {
    let (lines, name) = match admitted(&stream, chair) {
        Ok(player) => player,
        Err(why) => {
            lock(chair).strangers -= 1;
            let _ = send(&mut stream, &FromTable::Refused(why));
            return;
        }
    };
    lock(chair).strangers -= 1;
    if say.send((seat, Heard::Came(stream, name))).is_ok() {
        listen(lines, seat, say);
    }
    lock(chair).taken = false;
}

/// The lines and the name of a player who may sit down.
///
/// # Errors
/// Why not, in words.
fn admitted(stream: &UnixStream, chair: &Mutex<JoinSeat>) -> Result<(Lines, Option<String>), String> {
    let failed = |error: io::Error| error.to_string();
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    stream.set_write_timeout(Some(PATIENCE)).map_err(failed)?;
    let mut lines = Lines::of_player(stream.try_clone().map_err(failed)?);
    let name = match lines.next() {
        Some(FromPlayer::Join { version: VERSION, name }) => name,
        Some(FromPlayer::Join { version, .. }) => {
            return Err(format!("this table speaks version {VERSION} of its lines, and not {version}"));
        }
        _ => return Err("a player joins first: {\"join\":{\"version\":1,\"name\":\"Ann\"}}".to_string()),
    };
    stream.set_read_timeout(None).map_err(failed)?;
    if std::mem::replace(&mut lock(chair).taken, true) {
        return Err("two players sit at this table already".to_string());
    }
    Ok((lines, name.and_then(|name| called(&name))))
}

/// A name as the host takes it: short, without signs that move the cursor, and never the word for who reads.
fn called(name: &str) -> Option<String> {
    let plain = name.chars().filter(|letter| !letter.is_control()).take(NAME).collect::<String>();
    let name = plain.trim();
    (!name.is_empty() && !name.eq_ignore_ascii_case(YOU)).then(|| name.to_string())
}

/// Returns whether a line says that the player leaves.
pub fn is_leaving(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "quit" | "exit" | "save" | "q")
}

/// Passes on what a player says, up to the end.
pub fn listen(mut lines: Lines, seat: Seat, say: &Sender<(Seat, Heard)>) {
    loop {
        let heard = match lines.next() {
            Some(FromPlayer::Line(line)) if is_leaving(&line) => Heard::Left,
            Some(FromPlayer::Line(line)) => Heard::Line(line),
            Some(FromPlayer::Leave) => Heard::Left,
            Some(FromPlayer::Join { .. }) => continue,
            None => Heard::Gone,
        };
        let ends = matches!(heard, Heard::Gone | Heard::Left);
        if say.send((seat, heard)).is_err() || ends {
            return;
        }
    }
}

/// The terminal of a player, as the table talks to it.
#[derive(Default)]
pub struct RemoteTerminal {
    /// None as long as it is not there.
    stream: Option<UnixStream>,
}

impl RemoteTerminal {
    /// The terminal is there, or once more.
    pub fn comes(&mut self, stream: UnixStream, welcome: Welcome) {
        self.stream = Some(stream);
        self.tell(&FromTable::Welcome(welcome));
    }

    /// The terminal is gone.
    pub fn goes(&mut self) {
        self.stream = None;
    }

    /// Tells it something. One that does not listen is as good as gone: its own thread says so.
    pub fn tell(&mut self, line: &FromTable) {
        if let Some(stream) = &mut self.stream
            && send(stream, line).is_err()
        {
            let _ = stream.shutdown(std::net::Shutdown::Both);
            self.stream = None;
        }
    }
}

impl Face for RemoteTerminal {
    fn say(&mut self, text: &str) {
        self.tell(&FromTable::Said(text.to_string()));
    }

    fn sheet(&mut self, text: &str) {
        self.tell(&FromTable::Sheet(text.to_string()));
    }

    fn table(&mut self, view: View, near: Seat) {
        self.tell(&FromTable::Table(Box::new(Seen::of(view, near))));
    }

    fn stays(&self) -> bool {
        true
    }

    fn question(&mut self, question: Question) {
        self.tell(&FromTable::Question(question));
    }

    /// Its lines are heard together with those of the others.
    fn read(&mut self, _: &dyn Factory, _: Option<Duration>) -> io::Result<Typing> {
        Ok(Typing::End)
    }

    fn hand_over(&mut self, _: Seat, _: &dyn Factory) -> io::Result<()> {
        Ok(())
    }

    fn farewell(&mut self, text: &str, _: &dyn Factory) -> io::Result<()> {
        self.tell(&FromTable::Over(text.to_string()));
        Ok(())
    }
}

/// The players at terminals of their own.
pub struct RemotePlayers {
    /// By seat.
    pub terminals: Vec<RemoteTerminal>,
    /// The seat of the host, who keeps the log.
    pub host: Seat,
    /// The signs of life of their terminals.
    pub heard: Receiver<(Seat, Heard)>,
    /// The game, the title and the score.
    pub welcome: Welcome,
    /// By seat, the names that each player reads in place of seats.
    pub names: Vec<Vec<Option<String>>>,
    /// Where one joins.
    socket: HostSocket,
}

impl RemotePlayers {
    /// The terminal of a player.
    pub fn terminal(&mut self, seat: Seat) -> &mut RemoteTerminal {
        let last = self.terminals.len().saturating_sub(1);
        &mut self.terminals[usize::from(seat.0).min(last)]
    }

    /// A terminal has come.
    pub fn comes(&mut self, seat: Seat, stream: UnixStream) {
        let names = self.names.get(usize::from(seat.0)).cloned().unwrap_or_default();
        let welcome = Welcome { seat, names, ..self.welcome.clone() };
        self.terminal(seat).comes(stream, welcome);
    }

    /// Where one joins.
    pub fn path(&self) -> &Path {
        self.socket.0.path()
    }

    /// A player who joined leaves, and may come back.
    pub fn leaves(&mut self, seat: Seat) {
        let path = word(self.path());
        let back = format!(
            "You have left the table. As long as the host sits there, `duelog play --join {path}` comes back."
        );
        let terminal = self.terminal(seat);
        terminal.tell(&FromTable::Over(back));
        terminal.goes();
    }

    /// The match is over; the host is told where its log is.
    pub fn says_over(&mut self, seat: Seat, over: &str, closed: &str) {
        let text = if seat == self.host { format!("{over}\n{closed}") } else { over.to_string() };
        self.terminal(seat).tell(&FromTable::Over(text));
    }

    /// The host leaves, and with it everybody.
    pub fn host_leaves(&mut self, kept: &str) {
        let path = word(self.path());
        let left = format!(
            "The host has left the table and keeps the log. When it is resumed, `duelog play --join {path}` comes back."
        );
        for seat in (0..).map(Seat).take(self.terminals.len()) {
            let text = if seat == self.host { kept } else { left.as_str() };
            self.terminal(seat).tell(&FromTable::Over(text.to_string()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_plain() {
        for (given, taken) in [
            (" Bob ", Some("Bob")),
            ("Bob\u{1b}[2J\n", Some("Bob[2J")),
            ("you", None),
            (" \u{7}", None),
            ("", None),
        ] {
            assert_eq!(called(given).as_deref(), taken, "{given:?}");
        }
        assert_eq!(called(&"x".repeat(500)).map(|name| name.len()), Some(NAME));
    }
}
