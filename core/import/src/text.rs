//! A printed text as a grammar reads it: lines without reminders, and their words.

/// A word, a sign or something quoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As the grammar compares it: in small letters.
    pub text: String,
    /// As it is printed; of something quoted, what stands between the marks.
    pub printed: String,
    /// True if it is something quoted.
    pub quoted: bool,
}

/// Signs that stand by themselves.
const SIGNS: [char; 6] = [',', '.', ':', ';', '—', '•'];

/// The lines of a text: without what stands in parentheses, in plain letters, a list of bullets with the line before
/// it.
///
/// # Errors
/// That a parenthesis or a quotation mark is not closed.
pub fn lines(text: &str) -> Result<Vec<String>, String> {
    let plain: String = text
        .chars()
        .map(|letter| match letter {
            '’' | '‘' => '\'',
            '“' | '”' => '"',
            '−' | '–' => '-',
            other => other,
        })
        .collect();
    let mut lines: Vec<String> = Vec::new();
    for line in without_reminders(&plain)?.lines() {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.matches('"').count() % 2 == 1 {
            return Err("a quotation mark is not closed".to_string());
        }
        match lines.last_mut() {
            _ if line.is_empty() => {}
            Some(last) if line.starts_with('•') => {
                last.push(' ');
                last.push_str(&line);
            }
            _ => lines.push(line),
        }
    }
    Ok(lines)
}

/// The text without what stands in parentheses.
///
/// # Errors
/// A parenthesis that is not closed, or was not opened.
pub fn without_reminders(text: &str) -> Result<String, String> {
    let mut kept = String::new();
    let mut depth = 0u32;
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return Err("a parenthesis is closed that was not opened".to_string()),
            ')' => depth -= 1,
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    if depth == 0 { Ok(kept) } else { Err("a parenthesis is not closed".to_string()) }
}

/// The words of a line. A quotation is one word; the full stop inside of the marks ends the sentence around it too,
/// where that goes no further.
pub fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (place, part) in line.split('"').enumerate() {
        if place % 2 == 0 {
            let ends = part.trim_start().chars().next().is_none_or(char::is_uppercase);
            if place > 0 && ends && tokens.last().is_some_and(closes) {
                tokens.push(sign('.'));
            }
            part.split_whitespace().for_each(|word| split(word, &mut tokens));
        } else {
            let printed = part.trim().to_string();
            tokens.push(Token { text: "\"\"".to_string(), printed, quoted: true });
        }
    }
    tokens
}

/// Returns whether what is quoted is a whole sentence.
fn closes(token: &Token) -> bool {
    token.quoted && token.printed.ends_with('.')
}

fn sign(sign: char) -> Token {
    Token { text: sign.to_string(), printed: sign.to_string(), quoted: false }
}

/// Splits signs off a word, symbols in braces from each other, and a possessive from a sign for a name.
fn split(word: &str, tokens: &mut Vec<Token>) {
    let mut held = String::new();
    let flush = |held: &mut String, tokens: &mut Vec<Token>| {
        if !held.is_empty() {
            tokens.push(Token { text: held.to_lowercase(), printed: std::mem::take(held), quoted: false });
        }
    };
    let mut inside = false;
    for letter in word.chars() {
        match letter {
            '{' => {
                flush(&mut held, tokens);
                inside = true;
                held.push(letter);
            }
            '}' => {
                held.push(letter);
                inside = false;
                flush(&mut held, tokens);
            }
            _ if inside => held.push(letter),
            '\'' if held == "~" => {
                flush(&mut held, tokens);
                held.push(letter);
            }
            _ if SIGNS.contains(&letter) => {
                flush(&mut held, tokens);
                tokens.push(sign(letter));
            }
            _ => held.push(letter),
        }
    }
    flush(&mut held, tokens);
}

/// Words as a line.
pub fn joined(tokens: &[Token]) -> String {
    let mut line = String::new();
    for token in tokens {
        let close = [",", ".", ":", ";", "'s"].contains(&token.text.as_str());
        if !line.is_empty() && !close {
            line.push(' ');
        }
        if token.quoted {
            line.push('"');
            line.push_str(&token.printed);
            line.push('"');
        } else {
            line.push_str(&token.text);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        tokens(line).into_iter().map(|token| if token.quoted { token.printed } else { token.text }).collect()
    }

    #[test]
    fn a_line_is_taken_apart() {
        assert_eq!(
            words("{2}{R}, {T}: Tap ~'s foe."),
            ["{2}", "{r}", ",", "{t}", ":", "tap", "~", "'s", "foe", "."]
        );
        assert_eq!(words("It has \"Draw a card.\""), ["it", "has", "Draw a card.", "."]);
        assert_eq!(words("It gains \"Fly.\" this turn."), ["it", "gains", "Fly.", "this", "turn", "."]);
    }

    #[test]
    fn reminders_are_left_out_and_bullets_joined() {
        let text = "Choose one —\n• Tap it. (It is tired.)\n• Untap it.\nFlying";
        assert_eq!(lines(text).unwrap(), ["Choose one — • Tap it. • Untap it.", "Flying"]);
        assert!(lines("(open").is_err());
    }
}
