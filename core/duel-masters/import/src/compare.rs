//! Whether two definitions say the same.

use duelog_duel_masters::language::definition::Definition;

/// A definition in a form in which those that say the same are the same: no Japanese name, lists of what must all
/// be so in order, one step as itself, no full stops.
pub fn simplify(definition: &Definition) -> String {
    let plain = Definition { japanese: None, ..definition.clone() };
    let text = crate::print::plain(&plain).unwrap_or_default();
    tree(&text, 0).0.simple(false)
}

/// A value as it is written: a word with what stands in brackets behind it.
struct Written {
    word: String,
    open: Option<char>,
    parts: Vec<Written>,
}

fn tree(text: &str, from: usize) -> (Written, usize) {
    let mut node = Written { word: String::new(), open: None, parts: Vec::new() };
    let mut at = from;
    let mut quoted = false;
    while let Some(letter) = text[at..].chars().next() {
        match letter {
            '"' => {
                quoted = !quoted;
                node.word.push(letter);
            }
            '(' | '[' if !quoted => {
                node.open = Some(letter);
                at += 1;
                loop {
                    if text[at..].starts_with([')', ']']) {
                        at += 1;
                        break;
                    }
                    if text[at..].starts_with([',', ' ']) {
                        at += 1;
                        continue;
                    }
                    if at >= text.len() {
                        break;
                    }
                    let (part, end) = tree(text, at);
                    node.parts.push(part);
                    at = end;
                }
                return (node, at);
            }
            ',' | ')' | ']' if !quoted => return (node, at),
            _ => node.word.push(letter),
        }
        at += letter.len_utf8();
    }
    (node, at)
}

impl Written {
    /// The word without the field that it stands in.
    fn kind(&self) -> &str {
        self.word.rsplit(' ').next().unwrap_or_default()
    }

    /// In its simplest form. Only creatures fight, and only they have races and power.
    fn simple(&self, fights: bool) -> String {
        let fights = fights || self.kind() == "Combat";
        let mut parts: Vec<String> =
            self.parts.iter().map(|part| part.simple(fights)).filter(|part| part != "Do(Stop)").collect();
        let close = match self.open {
            Some('(') => ")",
            Some(_) => "]",
            None => return self.word.clone(),
        };
        let open = self.open.map(String::from).unwrap_or_default();
        if ["keywords:", "rules:", "symbols:"].contains(&self.word.trim()) {
            parts.sort();
        }
        let inner = parts.join(", ");
        if self.kind() == "Seq" && parts.len() == 1 {
            // The list inside of it, whose own brackets are left out where it has one step.
            let list = &self.parts[0];
            let steps: Vec<String> =
                list.parts.iter().map(|part| part.simple(fights)).filter(|part| part != "Do(Stop)").collect();
            if steps.len() == 1 {
                return steps.join("");
            }
        }
        if (self.kind() == "All" || self.kind() == "Either") && parts.len() == 1 {
            let list = &self.parts[0];
            let mut all: Vec<String> = list.parts.iter().map(|part| part.simple(fights)).collect();
            let battle = fights
                || all.iter().any(|part| {
                    ["Race(", "Power(", "Either([Race("].into_iter().any(|word| part.starts_with(word))
                });
            if self.kind() == "All" && battle {
                all.retain(|part| part != "Kind(Creature)");
            }
            exactly(&mut all);
            all.sort();
            let before = self.word.strip_suffix(self.kind()).unwrap_or_default();
            return if all.len() == 1 {
                format!("{before}{}", all.join(""))
            } else {
                format!("{}([{}])", self.word, all.join(", "))
            };
        }
        format!("{}{open}{inner}{close}", self.word)
    }
}

/// At least and at most the same power is exactly this power.
fn exactly(all: &mut Vec<String>) {
    let power = |part: &String| part.strip_prefix("Power(AtLeast, ").map(str::to_string);
    let Some(number) = all.iter().find_map(power) else { return };
    let (least, most) = (format!("Power(AtLeast, {number}"), format!("Power(AtMost, {number}"));
    if all.contains(&most) {
        all.retain(|part| *part != least && *part != most);
        all.push(format!("Power(Exactly, {number}"));
    }
}
