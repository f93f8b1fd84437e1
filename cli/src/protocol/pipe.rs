//! The protocol over standard input and output: one connection, which may do everything.

use std::io::{self, BufReader, Write};
use std::sync::Arc;
use std::thread;

use super::connection::Connection;
use super::errors::error;
use super::pool::Pool;
use super::refusal;
use super::wire::response::Role;
use crate::hosting::lines::{LINE_BYTES_MAX, Read, read};
use crate::output::{Done, End, Failure};

/// How much is read at once.
const CHUNK: usize = 1 << 16;

/// The error of a line that is too long.
pub fn too_long() -> Vec<u8> {
    let message = format!("a line has more than {LINE_BYTES_MAX} bytes");
    refusal(None, error("too_long", message, "send several smaller requests"))
}

/// Obeys every line until the input ends, and answers what was asked; then ends all matches, with their logs as they are.
///
/// # Errors
/// A system error where the input cannot be read, or a response cannot be written although somebody reads.
pub fn converse(pool: Pool) -> Done {
    let connection = pool.connection(Some(Role::Host));
    let writer = {
        let connection = connection.clone();
        thread::spawn(move || write(&connection))
    };
    let heard = hear(&pool, &connection);
    connection.settle();
    pool.end();
    connection.close();
    let written = writer.join().unwrap_or(Ok(()));
    heard.map_err(|error| {
        Failure::system(format!("standard input: {error}"), "the logs, where there are any, are kept")
    })?;
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::system(
            format!("standard output: {error}"),
            "the logs, where there are any, have every answer that was taken",
        )),
        // Nobody listens: what is in the logs is kept.
        Ok(()) | Err(_) => Ok(End::Success),
    }
}

fn hear(pool: &Pool, connection: &Arc<Connection>) -> io::Result<()> {
    let mut input = BufReader::with_capacity(CHUNK, io::stdin().lock());
    let mut line = Vec::new();
    loop {
        match read(&mut input, &mut line)? {
            Read::End => return Ok(()),
            Read::Line if line.iter().all(u8::is_ascii_whitespace) => {}
            outcome => {
                if !connection.take_in() {
                    return Ok(());
                }
                match outcome {
                    Read::TooLong => connection.respond(&too_long()),
                    Read::Line | Read::End => pool.obey(connection, std::mem::take(&mut line), None),
                }
            }
        }
    }
}

fn write(connection: &Connection) -> io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "lines of JSON for a program, whose failures are kept")]
    let mut output = io::stdout().lock();
    while let Some((lines, responses)) = connection.out() {
        let written = output.write_all(&lines).and_then(|()| output.flush());
        if let Err(error) = written {
            connection.close();
            return Err(error);
        }
        connection.sent(responses);
    }
    Ok(())
}
