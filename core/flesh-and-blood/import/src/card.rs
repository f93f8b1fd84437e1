//! A card: its facts, and what its text says, as a definition with all its variants.

use duelog_flesh_and_blood::language::definition::Definition;
use duelog_flesh_and_blood::language::parse::parse;
use duelog_flesh_and_blood::language::scope::Words;
use duelog_flesh_and_blood::language::types::{CardType, TypeBox};
use duelog_import::fault::{Fault, Reason};
use duelog_import::text;
use duelog_kernel::{ron_text, scope};

use crate::facts::{self, Figure};
use crate::lines::{Draft, Misread, both, words_of};
use crate::setting::Of;
use crate::source::Printed;
use crate::words::grammar;

/// The most bytes of a text.
const TEXT_MAX: usize = 4_000;

/// The most words of a line.
const WORDS_MAX: usize = 300;

/// A line without the signs of its markup, in which the card calls itself by a sign.
pub fn lines(card: &Printed) -> Result<Vec<String>, String> {
    let mut plain = String::new();
    for line in card.text.lines() {
        let line = line.trim();
        let bullet = ["- ", "* ", "*\t", "• "].iter().find_map(|sign| line.strip_prefix(sign));
        let line = match bullet {
            Some(rest) => format!("• {rest}"),
            None => line.to_string(),
        };
        plain.push_str(&line.replace("**", "").replace(['*', '_'], ""));
        plain.push('\n');
    }
    let mut lines = text::lines(&plain)?;
    for line in &mut lines {
        *line = own_words(line, card);
    }
    Ok(lines)
}

fn own_words(line: &str, card: &Printed) -> String {
    let mut line = with_sign(line, &card.name);
    if let Some((short, _)) = card.name.split_once(", ")
        && card.moniker.is_none()
    {
        line = with_sign(&line, short);
    }
    // A hero calls itself by its moniker.
    if let Some(moniker) = card.moniker.as_deref().filter(|own| card.name.contains(own)) {
        line = with_sign(&line, moniker);
    }
    line
}

/// A name becomes a sign where it is a word by itself.
fn with_sign(line: &str, name: &str) -> String {
    let mut made = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (before, from) = rest.split_at(at);
        let behind = &from[name.len()..];
        let starts = before.chars().next_back().is_none_or(|letter| !letter.is_alphanumeric());
        let ends = behind.chars().next().is_none_or(|letter| !letter.is_alphanumeric() && letter != '-');
        let kind = behind.trim_start().starts_with("token");
        made.push_str(before);
        made.push_str(if starts && ends && !kind { "~" } else { name });
        rest = behind;
    }
    made.push_str(rest);
    made
}

/// Compiles all variants of a card: as one definition, or not at all.
///
/// # Errors
/// All that is not understood of it.
pub fn compile(variants: &[&Printed], all: &[Printed]) -> Result<Definition, Fault> {
    let mut made = Vec::new();
    let mut reasons: Vec<Reason> = Vec::new();
    for card in variants {
        match variant(card, all) {
            Ok(definition) => made.push(definition),
            Err(Fault(why)) => {
                for reason in why {
                    if !reasons.contains(&reason) {
                        reasons.push(reason);
                    }
                }
            }
        }
    }
    if !reasons.is_empty() {
        return Err(Fault(reasons));
    }
    let whole = crate::variants::join(&made).map_err(|why| Fault(vec![Reason::Facts(why)]))?;
    sound(&whole).map_err(|why| Fault(vec![Reason::Own(why)]))?;
    Ok(whole)
}

fn facts_only(why: impl Into<String>) -> Fault {
    Fault(vec![Reason::Facts(why.into())])
}

fn variant(card: &Printed, all: &[Printed]) -> Result<Definition, Fault> {
    if card.name.trim().is_empty() {
        return Err(facts_only("the card has no name"));
    }
    if card.text.len() > TEXT_MAX {
        return Err(facts_only(format!("the text has {} bytes, more than {TEXT_MAX}", card.text.len())));
    }
    let text = if card.name.contains(" // ") { split(card)? } else { whole(card, all)? };
    let read: Definition =
        ron_text::read(&text).map_err(|error| Fault(vec![Reason::Own(format!("{error} in {text}"))]))?;
    Ok(read)
}

fn quote(text: &str) -> String {
    format!("{text:?}")
}

/// A card with one text box.
fn whole(card: &Printed, all: &[Printed]) -> Result<String, Fault> {
    let types = facts::types(card).map_err(facts_only)?;
    let mut of = of_card(card, &types);
    let agents = all.iter().filter(|other| other.traits.iter().any(|own| own.ends_with("of Chaos")));
    of.agents = agents.map(|other| other.name.clone()).collect();
    of.agents.sort();
    let lines = lines(card).map_err(facts_only)?;
    let draft = read_lines(&lines, &mut of)?;
    let mut fields = vec![format!("name: {}", quote(&card.name))];
    fields.extend(numbers(card, &draft).map_err(facts_only)?);
    fields.push(format!("types: {}", quote(&types.to_string())));
    let moniker = facts::moniker(card, &types).map(|own| format!("moniker: {}", quote(&own)));
    fields.extend(moniker);
    let names = |all: &[String]| all.iter().map(|own| quote(own)).collect::<Vec<_>>().join(", ");
    if !card.traits.is_empty() {
        let known: Vec<String> = card.traits.iter().map(|own| own.replace("Agent of", "Agents of")).collect();
        fields.push(format!("traits: [{}]", names(&known)));
    }
    if !card.metatypes.is_empty() {
        fields.push(format!("metatypes: [{}]", names(&card.metatypes)));
    }
    if types.subtypes().any(|own| own.name() == "Chi") {
        fields.push("chi: true".to_string());
    }
    fields.extend(back(card, all));
    fields.extend(boxes(&draft, &of));
    let made = format!("Card({})", fields.join(", "));
    match mistaken(&made) {
        Some(what) => Err(facts_only(what)),
        None => Ok(made),
    }
}

/// Why a definition speaks of the wrong thing: of what was done last, where another thing has been done since, or of the
/// card itself, where the text speaks of the next attack.
fn mistaken(made: &str) -> Option<&'static str> {
    let since = ["Do(Create(", "Do(Gain(", "Do(Draw("];
    let spoken = made.match_indices("If(Exists(LastThat(").any(|(at, _)| {
        let before = &made[..at];
        let last = before.rfind("Do(").map_or("", |place| &before[place..]);
        let other = before.strip_suffix(last).unwrap_or(before).ends_with("Do(Discard(Last)), ");
        other && since.iter().any(|verb| last.starts_with(verb))
    });
    if spoken {
        return Some("what is spoken of was done before something else");
    }
    let named = |filter: &str| ["Named(", "NameHas("].iter().any(|own| filter.contains(own));
    let activated = made.split("Activate, ").skip(1);
    if activated.map(in_brackets).any(named) {
        return Some("an ability has no name: what is activated is named");
    }
    let own = made.split("Do(Next(").nth(1).is_some_and(|rest| rest.contains("If(Matches(This, Counter("));
    own.then_some("`it` is the next attack, in a line of its own")
}

/// A text up to the bracket that was open before it.
fn in_brackets(text: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => return &text[..at],
            ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    text
}

fn of_card(card: &Printed, types: &TypeBox) -> Of {
    let cost = card.cost.clone().unwrap_or_default();
    Of {
        name: card.name.clone(),
        attack: facts::attacks(types),
        stays: facts::stays(types),
        weapon: types.is(CardType::Weapon),
        defends: types.is(CardType::Block),
        reacts: types.is(CardType::AttackReaction),
        has_x: cost.to_uppercase().contains('X'),
        ..Of::default()
    }
}

fn numbers(card: &Printed, draft: &Draft) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    fields.extend(card.pitch.map(|pitch| format!("pitch: [{pitch}]")));
    match facts::figure(card.cost.as_ref())? {
        Figure::Absent => {}
        Figure::Number(number) => fields.push(format!("cost: [{number}]")),
        Figure::X(count, number) => fields.push(format!("cost: [{number}], x: {count}")),
        Figure::Star => return Err("a cost that the text defines".to_string()),
    }
    let star = |name: &str| draft.stars.iter().find(|own| own.0 == name);
    for (field, text, many) in
        [("power", &card.power, true), ("defense", &card.defense, true), ("life", &card.life, false)]
    {
        let starred = star(&format!("star_{field}"));
        match facts::figure(text.as_ref())? {
            Figure::Absent => {}
            Figure::Number(number) if many => fields.push(format!("{field}: [{number}]")),
            Figure::Number(number) => fields.push(format!("{field}: Some({number})")),
            Figure::Star if field == "life" && is_demi(card) => {
                fields.push("star_life: Some(N(0))".to_string())
            }
            Figure::Star | Figure::X(..) => match starred {
                Some((name, amount)) => fields.push(format!("{name}: Some({amount})")),
                None => return Err(format!("the {field} is not defined by the text")),
            },
        }
    }
    if let Some(text) = &card.intellect {
        let number: i32 = text.parse().map_err(|_| format!("the intellect \"{text}\""))?;
        fields.push(format!("intellect: Some({number})"));
    }
    Ok(fields)
}

/// Returns whether it is a demi-hero, whose life is that of the hero that it becomes.
fn is_demi(card: &Printed) -> bool {
    facts::types(card).is_ok_and(|types| types.is(CardType::DemiHero))
}

/// The name of the back face (9.1).
fn back(card: &Printed, all: &[Printed]) -> Option<String> {
    let id = card.other_face.as_ref().filter(|_| !card.is_back)?;
    let other = all.iter().find(|other| other.is_back && other.id.starts_with(id.as_str()))?;
    let color = match other.pitch {
        Some(1) => " (red)",
        Some(2) => " (yellow)",
        Some(3) => " (blue)",
        _ => "",
    };
    Some(format!("back: {}", quote(&format!("{}{color}", other.name))))
}

/// Says what the text box says.
fn boxes(draft: &Draft, of: &Of) -> Vec<String> {
    let mut fields = Vec::new();
    let mut add = |name: &str, all: &[String]| {
        if !all.is_empty() {
            fields.push(format!("{name}: [{}]", all.join(", ")));
        }
    };
    add("keywords", &draft.keywords);
    add("costs", &draft.costs);
    add("optional", &draft.optional);
    add("if_paid", &draft.if_paid);
    add("abilities", &draft.abilities);
    add("gives", &of.gives);
    fields.extend(draft.specialization.as_ref().map(|own| format!("specialization: {}", quote(own))));
    fields.extend(both(&draft.only_if).map(|own| format!("only_if: Some({own})")));
    fields.extend(draft.resolve().map(|own| format!("resolve: Some({own})")));
    fields
}

/// Reads all lines; what is not understood of any is told.
fn read_lines(lines: &[String], of: &mut Of) -> Result<Draft, Fault> {
    let mut draft = Draft::default();
    let mut reasons = Vec::new();
    for line in lines {
        let tokens = words_of(line);
        if tokens.len() > WORDS_MAX {
            return Err(facts_only(format!("a line has more than {WORDS_MAX} words")));
        }
        match draft.line(&tokens, of) {
            Ok(()) => {}
            Err(Misread::Unknown(at)) => {
                let (before, after) = tokens.split_at(at.min(tokens.len()));
                reasons.push(Reason::Unknown { before: text::joined(before), after: text::joined(after) });
            }
            Err(Misread::Unsayable(why)) => {
                reasons.push(Reason::Unsayable { line: text::joined(&tokens), why })
            }
        }
    }
    if reasons.is_empty() { Ok(draft) } else { Err(Fault(reasons)) }
}

/// A split-card: each side has a type box and a text box, the rest is the card's (9.2.1).
fn split(card: &Printed) -> Result<String, Fault> {
    let printed = card.types.first().cloned().unwrap_or_default();
    let sides = card.name.split_once(" // ").zip(printed.split_once(" // "));
    let Some(((left, right), (left_types, right_types))) = sides else {
        return Err(facts_only("the type box of a side is missing"));
    };
    let Some((first, second)) = card.text.split_once("\n//") else {
        return Err(facts_only("the text of a side is missing"));
    };
    let first: String =
        first.lines().filter(|line| line.replace('*', "").trim() != "Meld").collect::<Vec<_>>().join("\n");
    let side = |name: &str, types: &str, text: &str| -> Result<String, Fault> {
        let own = Printed {
            name: name.to_string(),
            types: vec![types.to_string()],
            text: text.to_string(),
            ..Printed::default()
        };
        let types = facts::types(&own).map_err(facts_only)?;
        let mut of = of_card(&own, &types);
        let draft = read_lines(&lines(&own).map_err(facts_only)?, &mut of)?;
        let mut fields =
            vec![format!("name: {}", quote(name)), format!("types: {}", quote(&types.to_string()))];
        fields.extend(boxes(&draft, &of));
        Ok(format!("({})", fields.join(", ")))
    };
    let (left_side, right_side) = (side(left, left_types, &first), side(right, right_types, second));
    let (left_side, right_side) = match (left_side, right_side) {
        (Ok(left), Ok(right)) => (left, right),
        (Err(Fault(mut one)), Err(Fault(other))) => {
            one.extend(other);
            return Err(Fault(one));
        }
        (Err(fault), _) | (_, Err(fault)) => return Err(fault),
    };
    let mut fields = vec![format!("name: {}", quote(&format!("{left}||{right}")))];
    fields.extend(numbers(card, &Draft::default()).map_err(facts_only)?);
    fields.push("keywords: [Meld]".to_string());
    fields.push(format!("sides: Some((are: Split, left: {left_side}, right: {right_side}))"));
    Ok(format!("Card({})", fields.join(", ")))
}

/// That a definition is written as it is meant, and that nothing in it refers to nothing.
fn sound(definition: &Definition) -> Result<(), String> {
    let text = crate::print::definition(definition);
    let fault = |error: &dyn std::fmt::Display| format!("{error}\n{text}");
    let read: Definition = ron_text::read(&text).map_err(|error| fault(&error))?;
    if read != *definition {
        return Err(fault(&"the definition is not written as it is meant"));
    }
    parse(&text).map_err(|error| fault(&error))?;
    scope::check::<Definition, Words>(&text).map_err(|error| fault(&error))?;
    Ok(())
}

/// How a card is read: each line with the tree of what was understood.
pub fn explain(card: &Printed) -> String {
    let mut out = String::new();
    for line in lines(card).unwrap_or_default() {
        let tokens = words_of(&line);
        out.push_str(&format!("{}\n", text::joined(&tokens)));
        match grammar().read("line", &tokens) {
            Ok(tree) => out.push_str(&tree.shown()),
            Err(misread) => {
                let after = text::joined(&tokens[misread.at.min(tokens.len())..]);
                out.push_str(&format!("not understood from here on: {after}\n"));
            }
        }
    }
    out
}
