//! Printed texts as the grammar reads them: without reminders, a line at a time, in small letters, with races and
//! card names marked.

/// The races and card names that texts may speak of.
#[derive(Debug, Clone, Default)]
pub struct Names {
    races: Vec<String>,
    cards: Vec<String>,
}

/// How some printings spell a race.
const SPELLINGS: [(&str, &str); 3] =
    [("Xeno Part", "Xenoparts"), ("Horn Beast", "Horned Beast"), ("Mecha del Sol", "Mecha Del Sol")];

impl Names {
    /// These names; in a text the longer one counts where one stands inside of another.
    pub fn new(races: impl IntoIterator<Item = String>, cards: impl IntoIterator<Item = String>) -> Names {
        let sorted = |mut names: Vec<String>| {
            names.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
            names.dedup();
            names
        };
        Names { races: sorted(races.into_iter().collect()), cards: sorted(cards.into_iter().collect()) }
    }

    /// The name at the beginning of a text, marked, and how long it is there.
    fn at(&self, text: &str) -> Option<(String, usize)> {
        let whole = |length: usize| text[length..].chars().next().is_none_or(|next| !next.is_alphanumeric());
        // Names of several cards end like words of several things.
        let ends = |text: &str, printed: &str| {
            let ends = ["es", "s", ""].into_iter().filter(|end| text[printed.len()..].starts_with(end));
            ends.map(|end| printed.len() + end.len()).find(|length| whole(*length))
        };
        let cards = self.cards.iter().filter(|name| text.starts_with(name.as_str()));
        if let Some((name, length)) = cards.filter_map(|name| Some((name, ends(text, name)?))).next() {
            return Some((format!("«{name}»"), length));
        }
        let spelled = SPELLINGS.iter().map(|(printed, race)| (*printed, *race));
        let own = self.races.iter().map(|race| (race.as_str(), race.as_str()));
        for (printed, race) in spelled.chain(own).filter(|(printed, _)| text.starts_with(printed)) {
            if let Some(length) = ends(text, printed) {
                return Some((format!("<{race}>"), length));
            }
        }
        None
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

/// The text without what stands in parentheses.
fn without_reminders(text: &str) -> Result<String, String> {
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
