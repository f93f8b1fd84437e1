//! Lines, as they are read from whoever speaks to the engine.

use std::io::{self, BufRead};

/// The longest line that is read.
pub const LINE_BYTES_MAX: usize = 4 << 20;

/// The outcome of reading a line.
pub enum Read {
    /// A line.
    Line,
    /// A line that is too long.
    TooLong,
    /// The end.
    End,
}

/// Reads a line without its end; of one that is too long only the end is looked for.
///
/// # Errors
/// The input cannot be read.
pub fn read(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Read> {
    line.clear();
    let (mut any, mut long) = (false, false);
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        any |= !bytes.is_empty();
        long |= line.len() + part.len() > LINE_BYTES_MAX;
        if !long {
            line.extend_from_slice(part);
        }
        let (taken, over) = (end.map_or(bytes.len(), |end| end + 1), end.is_some() || bytes.is_empty());
        input.consume(taken);
        if over {
            return Ok(if !any {
                Read::End
            } else if long {
                Read::TooLong
            } else {
                Read::Line
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one() {
        let long = vec![b'x'; LINE_BYTES_MAX + 1];
        let bytes = [b"one\n".as_slice(), &long, b"\n\ntwo"].concat();
        let mut input = io::BufReader::with_capacity(7, bytes.as_slice());
        let mut line = Vec::new();
        let mut next = |line: &mut Vec<u8>| read(&mut input, line).unwrap();
        assert!(matches!(next(&mut line), Read::Line) && line == b"one");
        assert!(matches!(next(&mut line), Read::TooLong));
        assert!(matches!(next(&mut line), Read::Line) && line.is_empty());
        assert!(matches!(next(&mut line), Read::Line) && line == b"two");
        assert!(matches!(next(&mut line), Read::End));
    }
}
