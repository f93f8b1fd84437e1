//! A card: its facts, and what its text says, as definitions.

use duelog_import::fault::{Fault, Reason};
use duelog_import::text;
use duelog_kernel::ron_text;
use duelog_kernel::scope;
use duelog_magic::language::definition::{Ability, Chapter, Definition, Faces, Level, ZoneKind};
use duelog_magic::language::mana::ManaCost;
use duelog_magic::language::parse::parse;
use duelog_magic::language::scope::Words;
use duelog_magic::language::subtypes::{AURA, EQUIPMENT, FORTIFICATION};
use duelog_magic::language::types::CardType;

use crate::abilities::{Draft, Misread, SpellDraft};
use crate::facts::facts;
use crate::setting::Of;
use crate::source::{Face, Printed};
use crate::tokens::Tokens;
use crate::words::{self, grammar};

/// A card that is compiled.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Its definitions: of several faces the whole first.
    pub definitions: Vec<Definition>,
}

/// The most bytes of a text.
const TEXT_MAX: usize = 4_000;

/// The most words of a line.
const WORDS_MAX: usize = 400;

/// Ability words, which mean nothing (207.2c).
const ABILITY_WORDS: [&str; 66] = [
    "Adamant",
    "Addendum",
    "Alliance",
    "Battalion",
    "Bloodrush",
    "Celebration",
    "Channel",
    "Chroma",
    "Cohort",
    "Constellation",
    "Converge",
    "Corrupted",
    "Council's dilemma",
    "Coven",
    "Delirium",
    "Descend 4",
    "Descend 8",
    "Domain",
    "Eminence",
    "Enrage",
    "Fateful hour",
    "Fathomless descent",
    "Ferocious",
    "Flurry",
    "Formidable",
    "Grandeur",
    "Hellbent",
    "Heroic",
    "Imprint",
    "Inspired",
    "Join forces",
    "Kinship",
    "Landfall",
    "Lieutenant",
    "Magecraft",
    "Metalcraft",
    "Morbid",
    "Pack tactics",
    "Paradox",
    "Parley",
    "Radiance",
    "Raid",
    "Rally",
    "Renew",
    "Revolt",
    "Secret council",
    "Spell mastery",
    "Start your engines",
    "Strive",
    "Survival",
    "Sweep",
    "Tempting offer",
    "Threshold",
    "Underdog",
    "Undergrowth",
    "Valiant",
    "Void",
    "Will of the council",
    "Will of the planeswalkers",
    "Cycling partner",
    "Eerie",
    "Hero's reward",
    "Mobilize",
    "Basic training",
    "Max speed",
    "Kinfall",
];

/// Says what a card calls itself by its kind.
const OWN_NOUNS: [&str; 18] = [
    "emblem",
    "creature",
    "land",
    "artifact",
    "enchantment",
    "spell",
    "card",
    "permanent",
    "Aura",
    "Equipment",
    "Vehicle",
    "planeswalker",
    "token",
    "Saga",
    "Class",
    "plane",
    "phenomenon",
    "scheme",
];

/// A line in which the card calls itself by a sign, and no ability word stands before it.
pub fn own_words(line: &str, face: Option<&Face>) -> String {
    let mut line = match line.split_once(" — ") {
        Some((first, rest)) if ABILITY_WORDS.iter().any(|word| word.eq_ignore_ascii_case(first)) => {
            rest.to_string()
        }
        _ => line.to_string(),
    };
    if let Some(face) = face {
        line = outside_quotes(&line, |part| {
            let mut part = with_sign(part, &face.name);
            if let Some(short) = short_name(face) {
                part = with_sign(&part, short);
            }
            part
        });
    }
    for noun in OWN_NOUNS {
        for this in ["this", "This"] {
            line = with_sign(&line, &format!("{this} {noun}"));
        }
    }
    line
}

/// Says what a legendary card calls itself for short: what stands before a comma, ` the ` or ` of ` of its name, or the
/// first word, where that is not a type.
fn short_name(face: &Face) -> Option<&str> {
    if !face.types.contains("Legendary") {
        return None;
    }
    let walker = face.types.contains("Planeswalker").then_some(" ");
    if let Some((short, _)) = face.name.split_once(", ") {
        return Some(short);
    }
    let short = [" the ", " of ", " "].into_iter().find_map(|end| face.name.split_once(end))?.0;
    let named = words::is_type_word(&short.to_lowercase()) && walker.is_none();
    (!named && short != "The").then_some(short)
}

/// Reads what stands in quotation marks is said of what has it.
fn outside_quotes(line: &str, change: impl Fn(&str) -> String) -> String {
    let parts = line.split('"').enumerate();
    parts
        .map(|(place, part)| if place % 2 == 0 { change(part) } else { part.to_string() })
        .collect::<Vec<_>>()
        .join("\"")
}

/// A name becomes a sign where it is a word by itself.
fn with_sign(line: &str, name: &str) -> String {
    let mut made = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(name) {
        let (before, from) = rest.split_at(at);
        let behind = &from[name.len()..];
        let starts = before.chars().next_back().is_none_or(|letter| !letter.is_alphanumeric());
        let ends = behind.chars().next().is_none_or(|letter| !letter.is_alphanumeric() && letter != '-');
        made.push_str(before);
        made.push_str(if starts && ends { "~" } else { name });
        rest = behind;
    }
    made.push_str(rest);
    made
}

/// Compiles a card: all of its faces, or none.
///
/// # Errors
/// All that is not understood of it.
pub fn compile(card: &Printed, tokens: &mut Tokens) -> Result<Compiled, Fault> {
    let mark = tokens.mark();
    let made = faces(card, tokens);
    if made.is_err() {
        tokens.forget(mark);
    }
    made
}

fn facts_only(why: impl Into<String>) -> Fault {
    Fault(vec![Reason::Facts(why.into())])
}

fn faces(card: &Printed, tokens: &mut Tokens) -> Result<Compiled, Fault> {
    let several = match card.layout.as_str() {
        "normal" | "saga" | "leveler" | "class" | "planar" | "scheme" => 1,
        "split" | "aftermath" | "flip" | "transform" => 2,
        other => return Err(facts_only(format!("the layout `{other}`"))),
    };
    if card.name.starts_with("A-") {
        return Err(facts_only("a card that was changed for a digital game, which no rulebook knows"));
    }
    if card.faces.len() < several {
        return Err(facts_only(format!(
            "the text of one face alone is in the list, and the card has {several}"
        )));
    }
    if card.faces.len() > several {
        return Err(facts_only("more faces than the layout has"));
    }
    if several == 1 {
        return face(&card.faces[0], tokens, true).map(|own| Compiled { definitions: vec![own] });
    }
    let mut reasons = Vec::new();
    let mut made = Vec::new();
    for own in &card.faces {
        match face(own, tokens, false) {
            Ok(own) => made.push(own),
            Err(Fault(why)) => reasons.extend(why),
        }
    }
    let (Some(mut back), Some(mut front), true) = (made.pop(), made.pop(), reasons.is_empty()) else {
        return Err(Fault(reasons));
    };
    let (one, other) = (front.name.clone(), back.name.clone());
    match card.layout.as_str() {
        "flip" | "transform" => {
            if card.layout == "flip" {
                front.faces = Faces::Flipped(other);
            } else {
                front.faces = Faces::Back(other);
                back.front = Some(front.cost.clone());
            }
            back.cost = ManaCost::default();
            back.face_of = one;
        }
        _ => {
            let mut whole = crate::setting::blank(&format!("{one} // {other}"));
            whole.types = front.types.clone();
            whole.types.join(&back.types);
            whole.faces = Faces::Halves(one, other);
            front.face_of.clone_from(&whole.name);
            back.face_of.clone_from(&whole.name);
            let fuse = duelog_magic::language::keyword::Keyword::Fuse;
            let has = |own: &Definition| own.keywords.contains(&fuse);
            if has(&front) || has(&back) {
                whole.keywords.push(fuse);
                front.keywords.retain(|own| *own != fuse);
                back.keywords.retain(|own| *own != fuse);
            }
            let all = vec![whole, front, back];
            all.iter().try_for_each(|own| sound(own).map_err(|why| Fault(vec![Reason::Own(why)])))?;
            return Ok(Compiled { definitions: all });
        }
    }
    let all = vec![front, back];
    all.iter().try_for_each(|own| sound(own).map_err(|why| Fault(vec![Reason::Own(why)])))?;
    Ok(Compiled { definitions: all })
}

/// A face as a definition. Reads what was made or moved at last is kept only where something speaks of it later.
fn face(face: &Face, tokens: &mut Tokens, alone: bool) -> Result<Definition, Fault> {
    let mark = tokens.mark();
    let first = read_face(face, tokens, alone, false);
    let stale = |reason: &Reason| matches!(reason, Reason::Unsayable { why, .. } if why.contains("is not kept until it is spoken of"));
    match &first {
        Err(Fault(reasons)) if reasons.iter().any(stale) => {
            tokens.forget(mark);
            read_face(face, tokens, alone, true)
        }
        _ => first,
    }
}

fn read_face(face: &Face, tokens: &mut Tokens, alone: bool, notes: bool) -> Result<Definition, Fault> {
    if face.name.trim().is_empty() {
        return Err(facts_only("the card has no name"));
    }
    if face.text.len() > TEXT_MAX {
        return Err(facts_only(format!("the text has {} bytes, more than {TEXT_MAX}", face.text.len())));
    }
    let mut definition = facts(face).map_err(facts_only)?;
    let lines = text::lines(&face.text).map_err(facts_only)?;
    if lines.iter().any(|line| text::tokens(line).len() > WORDS_MAX) {
        return Err(facts_only(format!("a line has more than {WORDS_MAX} words")));
    }
    let types = &definition.types;
    let mut of = Of {
        spell: types.is(CardType::Instant) || types.is(CardType::Sorcery),
        attached: types.has(AURA) || types.has(EQUIPMENT) || types.has(FORTIFICATION),
        name: face.name.clone(),
        has_x: definition.cost.x > 0,
        notes,
        printed: (printed(&face.power), printed(&face.toughness)),
        types: CardType::all().filter(|kind| *kind != CardType::Creature && types.is(*kind)).collect(),
        ..Of::default()
    };
    tokens.reserve(&face.name);
    let mut reading = Reading { face, of: &mut of, tokens, reasons: Vec::new(), draft: Draft::default() };
    if reading.of.spell {
        reading.spell(&lines, &mut definition)
    } else {
        reading.permanent(&lines, &mut definition)
    };
    let Reading { draft, mut reasons, .. } = reading;
    let said = definition.spell.as_ref().map(|spell| scope::Node::of(&spell.effect).tree().to_string());
    let of_this = ["Controller(This)", "Owner(This)", "Power(This)", "Toughness(This)", "ManaValue(This)"];
    if said.is_some_and(|said| !said.contains("Ability(") && of_this.iter().any(|word| said.contains(word))) {
        reasons.push(Reason::Facts("a spell speaks of itself as of a permanent".to_string()));
    }
    if !reasons.is_empty() {
        return Err(Fault(reasons));
    }
    if !of.spell {
        draft.finish(&mut definition);
    }
    if definition.types.is_supplementary() {
        definition.abilities.iter_mut().for_each(works_in_command);
    }
    if of.linked {
        link(&mut definition).map_err(facts_only)?;
    }
    if chosen_for_later(&definition) {
        return Err(facts_only("something that is chosen as it resolves is asked for later"));
    }
    if crate::marks::on_others(&definition) {
        return Err(facts_only("counters of a kind without a word of its own are on other objects"));
    }
    if alone {
        sound(&definition).map_err(|why| Fault(vec![Reason::Own(why)]))?;
    }
    Ok(definition)
}

/// Lets an ability of a plane, a phenomenon or a scheme work where such a card is face up.
fn works_in_command(ability: &mut Ability) {
    match ability {
        Ability::Activated(own) if own.zone == ZoneKind::Battlefield => own.zone = ZoneKind::Command,
        Ability::Triggered(own) if own.zone == ZoneKind::Battlefield => own.zone = ZoneKind::Command,
        Ability::Static(own) if own.zones == [ZoneKind::Battlefield] => own.zones = vec![ZoneKind::Command],
        Ability::Activated(_)
        | Ability::Triggered(_)
        | Ability::Static(_)
        | Ability::Replacement(_)
        | Ability::Alternative(_) => {}
    }
}

/// A number of a size as it is printed, where it is one.
fn printed(text: &Option<String>) -> Option<i32> {
    text.as_ref().and_then(|text| text.parse().ok())
}

/// Returns whether a word that is chosen while something resolves is asked for after that.
fn chosen_for_later(definition: &Definition) -> bool {
    let later = |text: String| {
        let asks = |word: &str| text.split(word).skip(1).any(|rest| rest.contains("Chosen("));
        text.contains("ChooseWord(")
            && (asks("Delayed(")
                || asks("Rule(")
                || ["Protection(Chosen)", "GainAbility(", "ChosenColor"]
                    .iter()
                    .any(|word| text.contains(word)))
    };
    let told =
        |effect: &duelog_magic::language::definition::Effect| scope::Node::of(effect).tree().to_string();
    let of_abilities = definition.abilities.iter().any(|ability| match ability {
        Ability::Activated(own) => later(told(&own.effect)),
        Ability::Triggered(own) => later(told(&own.effect)),
        _ => false,
    });
    of_abilities || definition.spell.as_ref().is_some_and(|spell| later(told(&spell.effect)))
}

/// Reads what one ability exiles is what another one speaks of (607.2a).
fn link(definition: &mut Definition) -> Result<(), String> {
    use duelog_kernel::script::Script;
    use duelog_magic::language::definition::{Destination, Effect, Group, Verb};
    fn exiles(step: &mut Effect) -> usize {
        match step {
            Script::Do(Verb::Move(_, Destination::Exile)) => {
                let link = Script::Do(Verb::Link(Group::Last));
                *step = Script::Seq(vec![step.clone(), link]);
                1
            }
            Script::Seq(steps) => {
                let count = steps.iter_mut().map(exiles).sum();
                *step = crate::setting::sequence(std::mem::take(steps));
                count
            }
            Script::May(_, step) | Script::If(_, step) => exiles(step),
            Script::Pay(_, _, one, other)
            | Script::IfElse(_, one, other)
            | Script::MayElse(_, one, other) => exiles(one) + exiles(other),
            _ => 0,
        }
    }
    let mut count = 0;
    for ability in &mut definition.abilities {
        count += match ability {
            Ability::Activated(ability) => exiles(&mut ability.effect),
            Ability::Triggered(ability) => exiles(&mut ability.effect),
            _ => 0,
        };
    }
    if count == 1 { Ok(()) } else { Err(format!("what is exiled is one of {count} things")) }
}

/// That a definition is written as it is meant, and that nothing in it refers to nothing.
fn sound(definition: &Definition) -> Result<(), String> {
    let text = crate::print::definition(definition);
    let fault = |error: &dyn std::fmt::Display| format!("{error}\n{text}");
    let read: Definition = ron_text::read(&text).map_err(|error| fault(&error))?;
    if read != *definition {
        return Err(fault(&"the definition is not written as it is meant"));
    }
    // Here, what stood in a place for something else.
    if ["Protection(ChosenPlayer)", "Kept(251)", "Resolutions(199)", "Trigger(200)"]
        .iter()
        .any(|place| text.contains(place))
    {
        return Err(fault(&"something is not settled in it"));
    }
    parse(&text).map_err(|error| fault(&error))?;
    scope::check::<Definition, Words>(&text).map_err(|error| fault(&error))?;
    Ok(())
}

struct Reading<'a> {
    face: &'a Face,
    of: &'a mut Of,
    tokens: &'a mut Tokens,
    reasons: Vec<Reason>,
    draft: Draft,
}

impl Reading<'_> {
    fn tokens_of(&self, line: &str) -> Vec<text::Token> {
        text::tokens(&own_words(line, Some(self.face)))
    }

    fn note(&mut self, tokens: &[text::Token], misread: Misread) {
        self.reasons.push(match misread {
            Misread::Unknown(at) => {
                let (before, after) = tokens.split_at(at.min(tokens.len()));
                Reason::Unknown { before: text::joined(before), after: text::joined(after) }
            }
            Misread::Unsayable(why) => Reason::Unsayable { line: text::joined(tokens), why },
        });
    }

    fn permanent(&mut self, lines: &[String], definition: &mut Definition) {
        let mut lines = lines.iter().peekable();
        while let Some(line) = lines.next() {
            if line.starts_with("LEVEL ") {
                let mut block = vec![line];
                while let Some(more) = lines.next_if(|more| !more.starts_with("LEVEL ")) {
                    block.push(more);
                }
                self.level(&block, definition);
                continue;
            }
            if let Some((numbers, rest)) = chapter(line) {
                self.chapter(numbers, rest, definition);
                continue;
            }
            let tokens = self.tokens_of(line);
            let mut draft = std::mem::take(&mut self.draft);
            if let Err(misread) = draft.line(&tokens, self.of, self.tokens) {
                self.note(&tokens, misread);
            }
            self.draft = draft;
        }
    }

    fn level(&mut self, block: &[&String], definition: &mut Definition) {
        let range = block[0].trim_start_matches("LEVEL ");
        let (from, to) = match range.split_once('-') {
            Some((from, to)) => (from.parse().ok(), to.parse().ok()),
            None => (range.trim_end_matches('+').parse().ok(), None),
        };
        let size = block.get(1).and_then(|size| words::pair(size));
        let (Some(from), Some([Some(power), Some(toughness)])) = (from, size) else {
            self.reasons.push(Reason::Facts(format!("the level `{}`", block[0])));
            return;
        };
        let mut draft = Draft::default();
        for line in &block[2..] {
            let tokens = self.tokens_of(line);
            if let Err(misread) = draft.line(&tokens, self.of, self.tokens) {
                self.note(&tokens, misread);
            }
        }
        let reflexive = draft.abilities.iter().any(crate::reflexive::is_reflexive);
        if !draft.lines.is_empty() || draft.star.is_some() || draft.stars.is_some() || reflexive {
            self.reasons.push(Reason::Facts("a level with such a keyword".to_string()));
        }
        definition.levels.push(Level {
            from,
            to,
            size: (power, toughness),
            keywords: draft.keywords,
            abilities: draft.abilities,
        });
    }

    fn chapter(&mut self, of: Vec<u32>, rest: &str, definition: &mut Definition) {
        let tokens = self.tokens_of(rest);
        let mut setting = crate::setting::Setting::new(self.of, self.tokens);
        let made = match grammar().read("effects", &tokens) {
            Err(misread) => Err(Misread::Unknown(misread.at)),
            Ok(tree) => crate::sentences::effects(&tree, &mut setting).map_err(Misread::Unsayable),
        };
        let targets = std::mem::take(&mut setting.targets);
        let divides = setting.divide.is_some() || !setting.reflexive.is_empty();
        match made {
            Ok(_) if divides => self.reasons.push(Reason::Facts("a chapter divides something".to_string())),
            Ok(steps) => {
                definition.chapters.push(Chapter { of, targets, effect: crate::setting::sequence(steps) });
            }
            Err(misread) => self.note(&tokens, misread),
        }
    }

    fn spell(&mut self, lines: &[String], definition: &mut Definition) {
        let all: Vec<Vec<text::Token>> = lines.iter().map(|line| self.tokens_of(line)).collect();
        let mut rest = Vec::new();
        // Here, what is said of the spell is known before what it does.
        for tokens in &all {
            match grammar().read("spell_line", tokens) {
                Err(misread) => self.note(tokens, Misread::Unknown(misread.at)),
                Ok(tree) => {
                    let mut draft = std::mem::take(&mut self.draft);
                    match draft.shared(&tree, self.of, self.tokens) {
                        Ok(true) => {}
                        Ok(false) => rest.push((tokens, tree)),
                        Err(why) => self.note(tokens, Misread::Unsayable(why)),
                    }
                    self.draft = draft;
                }
            }
        }
        let mut faults = Vec::new();
        let mut draft = SpellDraft::new(std::mem::take(&mut self.draft), self.of, self.tokens);
        for (tokens, tree) in rest {
            if let Err(why) = draft.line(&tree) {
                faults.push((tokens, why));
            }
        }
        let finished = draft.finish();
        for (tokens, why) in faults {
            self.note(tokens, Misread::Unsayable(why));
        }
        match finished {
            Ok((draft, spell)) => {
                draft.finish(definition);
                // Here, what a spell blesses as it resolves (702.130b).
                let ascends = definition.lines.iter().position(|line| line.keyword == "Ascend");
                let spell = match ascends {
                    Some(place) => {
                        definition.lines.remove(place);
                        let who = duelog_magic::language::definition::Ref::You;
                        let what = duelog_magic::language::definition::Designation::Blessing;
                        let verb = duelog_magic::language::definition::Verb::Designate(who, what);
                        let first = duelog_kernel::script::Script::Do(verb);
                        let effect = crate::setting::sequence(vec![first, spell.effect]);
                        duelog_magic::language::definition::Spell { effect, ..spell }
                    }
                    None => spell,
                };
                definition.spell = Some(spell);
            }
            Err(why) if self.reasons.is_empty() => self.reasons.push(Reason::Facts(why)),
            Err(_) => {}
        }
    }
}

/// The numbers of a chapter of a Saga, and what stands behind them.
fn chapter(line: &str) -> Option<(Vec<u32>, &str)> {
    let (numbers, rest) = line.split_once(" — ")?;
    let roman = |word: &str| {
        let place = ["I", "II", "III", "IV", "V", "VI"].iter().position(|known| *known == word)?;
        u32::try_from(place + 1).ok()
    };
    let numbers: Option<Vec<u32>> = numbers.split(", ").map(roman).collect();
    Some((numbers?, rest))
}

/// The lines of a card as the grammar reads them.
pub fn sentences(card: &Printed) -> Vec<String> {
    let lines = |face: &Face| -> Vec<String> {
        let lines = text::lines(&face.text).unwrap_or_default();
        lines.iter().map(|line| text::joined(&text::tokens(&own_words(line, Some(face))))).collect()
    };
    card.faces.iter().flat_map(lines).collect()
}

/// How a card is read: each line with the tree of what was understood.
pub fn explain(card: &Printed) -> String {
    let mut out = String::new();
    for face in &card.faces {
        let spell = face.types.contains("Instant") || face.types.contains("Sorcery");
        for line in text::lines(&face.text).unwrap_or_default() {
            let tokens = text::tokens(&own_words(&line, Some(face)));
            out.push_str(&format!("{}\n", text::joined(&tokens)));
            match grammar().read(if spell { "spell_line" } else { "line" }, &tokens) {
                Ok(tree) => out.push_str(&tree.shown()),
                Err(misread) => {
                    let after = text::joined(&tokens[misread.at.min(tokens.len())..]);
                    out.push_str(&format!("not understood from here on: {after}\n"));
                }
            }
        }
    }
    out
}
