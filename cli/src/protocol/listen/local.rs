//! Connections at a local socket: lines, as over standard input and output.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::{Hall, room, said, too_long};
use crate::hosting::lines::LINE_BYTES_MAX;
use crate::local_socket::{LocalSocket, SocketFault};
use crate::output::{Context, Failure};
use crate::protocol::connection::Connection;
use crate::serve::door::{CONNECTIONS_MAX, SILENCE};
use crate::serve::stop_signs;

/// How much is read at once.
const CHUNK: usize = 1 << 16;

/// Listens at a socket until a signal stops it.
///
/// # Errors
/// Wrong use where something is there already, a system error where no socket can be made.
pub async fn listen(path: &Path, hall: &Arc<Hall>, context: &Context) -> Result<(), Failure> {
    let place = path.display();
    let socket = LocalSocket::open(path).map_err(|fault| match fault {
        SocketFault::Taken => Failure::usage(
            format!("{place} exists and is not overwritten"),
            "name a file that does not exist yet",
        ),
        SocketFault::Heard => Failure::usage(format!("{place}: somebody listens there"), "name another file"),
        SocketFault::System(error) => Failure::system(
            format!("{place}: nobody can listen there: {error}"),
            "name a file in a folder of this machine that can be written, with a short path",
        ),
    })?;
    let failed = |error: io::Error| Failure::system(format!("{place}: {error}"), "try it again");
    let listener = socket.listener.try_clone().map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let listener = UnixListener::from_std(listener).map_err(failed)?;
    let mut stop = stop_signs().map_err(failed)?;
    said(&format!("unix:{place}"), context);
    let guests = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let Ok(place) = guests.clone().acquire_owned().await else { return Ok(()) };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.recv() => return Ok(()),
        };
        match stream {
            Ok((stream, _)) => {
                let hall = hall.clone();
                tokio::spawn(async move {
                    converse(&stream, &hall).await;
                    drop(place);
                });
            }
            // For instance because too many files are open.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(100)).await,
        }
    }
}

async fn converse(stream: &UnixStream, hall: &Hall) {
    let connection = hall.connection();
    let heard = async {
        // A client that is gone has been answered, as far as it was heard.
        let _ = hear(stream, hall, &connection).await;
        while !connection.is_settled() {
            connection.inward.notified().await;
        }
    };
    tokio::select! {
        () = heard => {}
        _ = write(stream, &connection) => {}
    }
    hall.pool.gone(&connection);
}

async fn hear(stream: &UnixStream, hall: &Hall, connection: &Arc<Connection>) -> io::Result<()> {
    let (mut lines, mut chunk) = (Lines::default(), vec![0; CHUNK]);
    loop {
        stream.readable().await?;
        let count = match stream.try_read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            Err(error) => return Err(error),
        };
        for line in lines.take(&chunk[..count]) {
            if !room(connection).await {
                return Ok(());
            }
            match line {
                Some(line) => hall.pool.obey(connection, line, hall.tokens.as_ref()),
                None => connection.respond(&too_long()),
            }
        }
    }
}

/// Lines out of pieces.
#[derive(Default)]
struct Lines {
    begun: Vec<u8>,
    long: bool,
}

impl Lines {
    /// The lines that a piece ends; none in place of one that is too long. Empty ones are left out.
    fn take(&mut self, bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines = Vec::new();
        let mut parts = bytes.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            self.long |= self.begun.len() + part.len() > LINE_BYTES_MAX;
            if self.long {
                self.begun.clear();
            } else {
                self.begun.extend_from_slice(part);
            }
            if parts.peek().is_none() {
                break;
            }
            let line = std::mem::take(&mut self.begun);
            match std::mem::take(&mut self.long) {
                true => lines.push(None),
                false if line.iter().all(u8::is_ascii_whitespace) => {}
                false => lines.push(Some(line)),
            }
        }
        lines
    }
}

async fn write(stream: &UnixStream, connection: &Connection) -> io::Result<()> {
    loop {
        while let Some((lines, responses)) = connection.try_out() {
            match timeout(SILENCE, write_all(stream, &lines)).await {
                Ok(Ok(())) => connection.sent(responses),
                Ok(Err(_)) | Err(_) => {
                    connection.close();
                    return Err(io::ErrorKind::TimedOut.into());
                }
            }
        }
        if connection.is_closed() {
            return Ok(());
        }
        connection.outward.notified().await;
    }
}

async fn write_all(stream: &UnixStream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.writable().await?;
        match stream.try_write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_put_together() {
        let mut lines = Lines::default();
        assert!(lines.take(b"on").is_empty());
        assert_eq!(lines.take(b"e\n\ntwo\nth"), [Some(b"one".to_vec()), Some(b"two".to_vec())]);
        assert!(lines.take(&vec![b'x'; LINE_BYTES_MAX]).is_empty());
        assert_eq!(lines.take(b"x\nfour\n"), [None, Some(b"four".to_vec())]);
    }
}
