//! Whether two definitions say the same.

use duelog_duel_masters::language::definition::Definition;
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::Tree;

/// A definition in a form in which those that say the same are the same: no Japanese name, lists of what must all
/// be so in order, one step as itself, no full stops.
pub fn simplify(definition: &Definition) -> String {
    let plain = Definition { japanese: None, ..definition.clone() };
    Written::of(&Node::of(&plain).tree()).simple(false)
}

/// A value as it is written: a word, with its field before it and what stands in brackets behind it.
struct Written {
    word: String,
    brackets: Option<(char, char)>,
    parts: Vec<Written>,
}

impl Written {
    fn of(tree: &Tree<'_>) -> Written {
        let brackets = tree.shape.brackets();
        let word = if brackets.is_some() { tree.word.to_string() } else { tree.to_string() };
        let field = if tree.role.is_empty() { String::new() } else { format!("{}: ", tree.role) };
        Written { word: field + &word, brackets, parts: tree.parts.iter().map(Written::of).collect() }
    }

    /// The word without the field that it stands in.
    fn kind(&self) -> &str {
        self.word.rsplit(' ').next().unwrap_or_default()
    }

    /// In its simplest form. Only creatures fight, and only they have races and power.
    fn simple(&self, fights: bool) -> String {
        let fights = fights || self.kind() == "Combat";
        let mut parts: Vec<String> =
            self.parts.iter().map(|part| part.simple(fights)).filter(|part| part != "Do(Stop)").collect();
        let Some((open, close)) = self.brackets else { return self.word.clone() };
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
