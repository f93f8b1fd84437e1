//! Printed texts as the grammar reads them: without reminders, a line at a time, in small letters, with races and
//! card names marked.

use duelog_import::text::without_reminders;

/// The races and card names that texts may speak of.
#[derive(Debug, Clone, Default)]
pub struct Names {
    races: Lookup,
    cards: Lookup,
}

/// How some printings spell a race.
const SPELLINGS: [(&str, &str); 3] =
    [("Xeno Part", "Xenoparts"), ("Horn Beast", "Horned Beast"), ("Mecha del Sol", "Mecha Del Sol")];

/// Texts, ascending, to find those that another text begins with.
#[derive(Debug, Clone, Default)]
struct Lookup(Vec<String>);

impl Lookup {
    /// These texts; an empty one is none, as every text begins with it.
    fn of(texts: impl IntoIterator<Item = String>) -> Lookup {
        let mut texts: Vec<String> = texts.into_iter().filter(|text| !text.trim().is_empty()).collect();
        texts.sort();
        texts.dedup();
        Lookup(texts)
    }

    /// The texts that `text` begins with, the longest first. The work grows with their length, and not with
    /// how many others there are.
    fn beginning(&self, text: &str) -> impl Iterator<Item = &str> {
        let mut found = Vec::new();
        // All of these begin like `text`, for as many bytes as have been looked at.
        let mut alike = &self.0[..];
        for (place, byte) in text.bytes().enumerate() {
            let here = |known: &String| known.as_bytes().get(place).copied();
            let from = alike.partition_point(|known| here(known) < Some(byte));
            let until = alike.partition_point(|known| here(known) <= Some(byte));
            alike = &alike[from..until];
            match alike.first() {
                None => break,
                // The shortest of those that begin alike stands before all others.
                Some(known) if known.len() == place + 1 => {
                    found.push(known.as_str());
                    alike = &alike[1..];
                }
                Some(_) => {}
            }
        }
        found.into_iter().rev()
    }
}

impl Names {
    /// These names; in a text the longer one counts where one stands inside of another.
    pub fn new(races: impl IntoIterator<Item = String>, cards: impl IntoIterator<Item = String>) -> Names {
        Names { races: Lookup::of(races), cards: Lookup::of(cards) }
    }

    /// The name at the beginning of a text, marked, and how long it is there.
    fn at(&self, text: &str) -> Option<(String, usize)> {
        let whole = |length: usize| text[length..].chars().next().is_none_or(|next| !next.is_alphanumeric());
        // Names of several cards end like words of several things.
        let ends = |printed: &str| {
            let ends = ["es", "s", ""].into_iter().filter(|end| text[printed.len()..].starts_with(end));
            ends.map(|end| printed.len() + end.len()).find(|length| whole(*length))
        };
        let mut cards = self.cards.beginning(text);
        if let Some((name, length)) = cards.find_map(|name| Some((name, ends(name)?))) {
            return Some((format!("«{name}»"), length));
        }
        let spelled = SPELLINGS.into_iter().filter(|(printed, _)| text.starts_with(printed));
        let mut races = spelled.chain(self.races.beginning(text).map(|race| (race, race)));
        races.find_map(|(printed, race)| Some((format!("<{race}>"), ends(printed)?)))
    }

    /// A line with its names marked and everything else in small letters.
    fn mark(&self, line: &str) -> String {
        let mut marked = String::new();
        let mut rest = line;
        let mut inside = false;
        while let Some(letter) = rest.chars().next() {
            if !inside && let Some((name, length)) = self.at(rest) {
                marked.push_str(&name);
                rest = &rest[length..];
                continue;
            }
            marked.extend(letter.to_lowercase());
            inside = letter.is_alphanumeric();
            rest = &rest[letter.len_utf8()..];
        }
        marked
    }
}

/// The lines of a text as the grammar reads them.
///
/// # Errors
/// What is not closed: a parenthesis or a quotation mark.
pub fn lines(text: &str, names: &Names) -> Result<Vec<String>, String> {
    let text = text.replace("â€”", "—").replace(['―', '–'], "—");
    let mut lines = Vec::new();
    for line in without_reminders(&text)?.lines() {
        let line = quotes(&line.split_whitespace().collect::<Vec<_>>().join(" "))?;
        let line =
            line.replace(" .", ".").replace(" ,", ",").replace(" - ", "—").replace("breaker-", "breaker—");
        if !line.is_empty() {
            lines.push(names.mark(&line));
        }
    }
    Ok(lines)
}

/// What is quoted stands close to its marks, and stops and commas stand behind them.
fn quotes(line: &str) -> Result<String, String> {
    let mut parts = line.split('"');
    let mut out = parts.next().unwrap_or_default().to_string();
    let mut inside = true;
    for part in parts {
        if inside {
            let part = part.trim();
            let bare = part.trim_end_matches(['.', ',', ' ']);
            out.push('"');
            out.push_str(bare);
            out.push('"');
            out.push_str(part[bare.len()..].trim());
        } else {
            out.push_str(part);
        }
        inside = !inside;
    }
    if inside { Ok(out) } else { Err("a quotation mark is not closed".to_string()) }
}

/// The last place of a text at or before this one that is between two letters.
pub fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|place| text.is_char_boundary(*place)).unwrap_or(0)
}
