//! The text of a file, whatever its bytes stand for.

use duelog_kernel::deck::DeckError;

/// The letters of the bytes 0x80 to 0x9F in Windows-1252; a blank for those that stand for nothing.
const WINDOWS: [char; 32] = [
    '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', ' ', '‘', '’', '“', '”',
    '•', '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
];

/// The text, and how it was read where that needs to be said. A byte order mark and the kind of line ends are no part
/// of it.
///
/// # Errors
/// Where the bytes are not text.
pub(crate) fn text(bytes: &[u8]) -> Result<(String, Option<String>), DeckError> {
    let (text, note) = match bytes {
        [0xFF, 0xFE, rest @ ..] => (wide(rest, u16::from_le_bytes)?, None),
        [0xFE, 0xFF, rest @ ..] => (wide(rest, u16::from_be_bytes)?, None),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (text.trim_start_matches('\u{feff}').to_string(), None),
            Err(_) => (
                bytes.iter().map(|byte| windows(*byte)).collect(),
                Some("the letters beyond ASCII are read as Windows-1252".to_string()),
            ),
        },
    };
    if let Some(place) = text.find('\0') {
        let line = 1 + text[..place].matches('\n').count() as u32;
        return Err(DeckError { line, message: "this is not text: a byte of it is 0".to_string() });
    }
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
    Ok((text, note))
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DeckError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let text = String::from_utf16(&units).ok().filter(|_| rest.is_empty());
    text.ok_or_else(|| DeckError {
        line: 1,
        message: "it begins as UTF-16 and is not text in it".to_string(),
    })
}

fn windows(byte: u8) -> char {
    WINDOWS.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_in_each_encoding() {
        let read = |bytes: &[u8]| text(bytes).map(|read| read.0);
        for bytes in [
            "\u{feff}1 Æther Vial\r\n".as_bytes(),
            b"1 \xC6ther Vial\r",
            &[
                &[0xFF, 0xFE][..],
                &"1 Æther Vial\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
            ]
            .concat(),
            &[
                &[0xFE, 0xFF][..],
                &"1 Æther Vial\n".encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>(),
            ]
            .concat(),
        ] {
            assert_eq!(read(bytes).unwrap(), "1 Æther Vial\n");
        }
        assert_eq!(read(b"4 Giant\x92s Grasp").unwrap(), "4 Giant’s Grasp");
        assert_eq!(
            text(b"\xC6").unwrap().1.as_deref(),
            Some("the letters beyond ASCII are read as Windows-1252")
        );
        assert_eq!(read(b"4 Forest\n\0").unwrap_err().line, 2);
        assert_eq!(read(&[0xFF, 0xFE, 0x41]).unwrap_err().line, 1);
    }
}
