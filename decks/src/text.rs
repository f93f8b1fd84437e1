//! Lists in lines: plain ones, and those of the programs that write a card a line.

use duelog_kernel::deck::DeckError;

use crate::form::Form;
use crate::line::{self, Mark};
use crate::list::{Entry, List, Written};

/// The part of a list that its lines belong to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Deck,
    Beside,
    /// The name of the deck.
    About,
    Commander,
    Companion,
    /// Cards that are not part of the deck, by the name of their heading.
    LeftOut(&'static str),
}

/// The heading that a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heading {
    Part(Part),
    /// The name of a group of cards inside a part.
    Group,
}

/// Headings in small letters, each with what stands below it.
const HEADINGS: &[(&[&str], Heading)] = &[
    (
        &[
            "deck",
            "main deck",
            "maindeck",
            "main",
            "mainboard",
            "main board",
            "deck cards",
            "arena cards",
            "メインデッキ",
            "デッキ",
        ],
        Heading::Part(Part::Deck),
    ),
    (&["sideboard", "side board", "side", "sideboard cards", "サイドボード"], Heading::Part(Part::Beside)),
    (&["about", "metadata"], Heading::Part(Part::About)),
    (&["commander", "commanders"], Heading::Part(Part::Commander)),
    (&["companion", "companions"], Heading::Part(Part::Companion)),
    (
        &["maybeboard", "maybe", "considering", "acquireboard", "acquire"],
        Heading::Part(Part::LeftOut("maybeboard")),
    ),
    (&["tokens", "token"], Heading::Part(Part::LeftOut("list of tokens"))),
    (
        &["avatar", "planes", "schemes", "conspiracy", "dungeon", "attractions", "contraptions", "stickers"],
        Heading::Part(Part::LeftOut("list of other cards")),
    ),
    (
        &[
            "creature",
            "creatures",
            "land",
            "lands",
            "basic lands",
            "instant",
            "instants",
            "sorcery",
            "sorceries",
            "artifact",
            "artifacts",
            "enchantment",
            "enchantments",
            "planeswalker",
            "planeswalkers",
            "spell",
            "spells",
            "instants and sorceries",
            "other spells",
            "other",
            "weapon",
            "weapons",
            "equipment",
            "inventory",
            "hero",
            "hyperspatial zone",
            "ultra gr zone",
            "超次元ゾーン",
            "超次元",
            "超grゾーン",
            "超gr",
            "クリーチャー",
            "呪文",
        ],
        Heading::Group,
    ),
];

/// Words before a colon or an equals sign whose lines have no card.
const FACTS: [&str; 17] = [
    "author",
    "creator",
    "class",
    "format",
    "description",
    "comment",
    "comments",
    "player",
    "event",
    "date",
    "talent",
    "layout main",
    "layout sideboard",
    "deck type",
    "tags",
    "title",
    "ai hints",
];

/// How the lines begin that the sites of Flesh and Blood put around a list.
const FABRARY: [&str; 4] = ["deck built with", "deck built at", "made with love", "see the full deck"];
const FAB_DB: &str = "deck build - via";

/// Reads a list.
///
/// # Errors
/// The first line that is not understood.
pub(crate) fn read(text: &str) -> Result<List, DeckError> {
    let mut reader = Reader::new();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line.trim()).map_err(|message| DeckError { line: number, message })?;
    }
    reader.finish()
}

/// The signs of the program that wrote a file.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    arena: bool,
    xmage: bool,
    forge: bool,
    workstation: bool,
    marked: bool,
    fabrary: bool,
    fab_db: bool,
}

impl Shown {
    /// The form; the rarer a sign is, the more it counts.
    fn form(self) -> Form {
        let forms = [
            (self.forge, Form::Forge),
            (self.fab_db, Form::FabDb),
            (self.fabrary, Form::Fabrary),
            (self.xmage, Form::Xmage),
            (self.workstation, Form::Workstation),
            (self.arena, Form::Arena),
            (self.marked, Form::Marked),
        ];
        forms.iter().find(|form| form.0).map_or(Form::Plain, |form| form.1)
    }
}

/// Cards that are left out: from which line to which, how many, and the name of their part.
#[derive(Debug, Clone, Copy)]
struct LeftOut {
    what: &'static str,
    first: u32,
    last: u32,
    count: u32,
}

struct Reader {
    list: List,
    part: Part,
    shown: Shown,
    /// True if an empty line came after the last card.
    gap: bool,
    /// True if something but empty lines marks groups.
    marked: bool,
    /// True if the next line is the name of the deck.
    names: bool,
    left_out: Vec<LeftOut>,
    companions: Vec<Entry>,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            list: List::of(Form::Plain),
            part: Part::Deck,
            shown: Shown::default(),
            gap: false,
            marked: false,
            names: false,
            left_out: Vec::new(),
            companions: Vec::new(),
        }
    }

    fn line(&mut self, number: u32, line: &str) -> Result<(), String> {
        if line.is_empty() {
            self.gap = true;
            return Ok(());
        }
        if let Some(comment) = line.strip_prefix('#').or_else(|| line.strip_prefix("//")) {
            return self.comment(number, comment.trim(), line.starts_with('#'));
        }
        if self.site(line) {
            return Ok(());
        }
        if let Some(section) = section(line) {
            self.shown.forge = true;
            return self.begin(section);
        }
        if let Some(found) = heading(line) {
            self.shown.fabrary |= ["arena cards", "deck cards"].contains(&line.to_lowercase().as_str());
            let arena = matches!(found, Heading::Part(Part::About | Part::Commander | Part::Companion));
            self.shown.arena |= arena || line == "Deck";
            return self.begin(found);
        }
        if self.fact(number, line)? {
            return Ok(());
        }
        let (beside, card) = match line.strip_prefix("SB:") {
            Some(card) => (true, card.trim()),
            None => (self.part == Part::Beside, line),
        };
        self.shown.marked |= card.len() != line.len();
        self.card(number, beside, card)
    }

    /// A comment: the deck's name, the heading of a part, or of a group.
    fn comment(&mut self, number: u32, comment: &str, may_name: bool) -> Result<(), String> {
        let name = comment.split_once(':').filter(|(key, _)| key.trim().eq_ignore_ascii_case("name"));
        if let Some((_, name)) = name {
            self.list.name = name.trim().to_string();
            return Ok(());
        }
        if number == 1 && may_name {
            self.list.name = comment.to_string();
            return Ok(());
        }
        match heading(comment) {
            Some(Heading::Part(part @ (Part::Beside | Part::LeftOut(_)))) => self.begin(Heading::Part(part)),
            Some(Heading::Part(Part::Deck)) if self.part != Part::Deck => {
                self.begin(Heading::Part(Part::Deck))
            }
            _ => {
                self.marked |= !self.list.entries.is_empty();
                Ok(())
            }
        }
    }

    /// Returns whether a line is one that a site puts around a list.
    fn site(&mut self, line: &str) -> bool {
        let small = line.to_lowercase();
        if small.starts_with(FAB_DB) {
            self.shown.fab_db = true;
            self.names = true;
            return true;
        }
        if FABRARY.iter().any(|begin| small.starts_with(begin)) {
            self.shown.fabrary |= !self.shown.fab_db;
            self.names |= small.starts_with(FABRARY[0]);
            return true;
        }
        // The name of the deck stands alone, behind the first line.
        if self.names && !line.contains(':') && heading(line).is_none() && line::read(line).is_err() {
            self.names = false;
            self.list.name = line.to_string();
            return true;
        }
        false
    }

    /// Returns whether a line is a fact about the deck: `Name: Own Deck`, or cards behind the name of their zone.
    fn fact(&mut self, number: u32, line: &str) -> Result<bool, String> {
        if self.part == Part::About
            && let Some(name) = line.strip_prefix("Name ")
        {
            self.list.name = name.trim().to_string();
            return Ok(true);
        }
        let Some((key, value)) = line.split_once([':', '=']) else { return Ok(false) };
        let (key, value) = (key.trim().to_lowercase(), value.trim());
        match key.as_str() {
            "name" | "deck name" | "deck" => self.list.name = value.to_string(),
            "hero" => {
                self.shown.fabrary |= !self.shown.fab_db;
                self.marked = true;
                self.list.push(Entry {
                    line: number,
                    count: 1,
                    name: Written::plain(value),
                    beside: false,
                })?;
            }
            "weapon" | "weapons" | "equipment" if value.is_empty() => {}
            "weapon" | "weapons" | "equipment" => {
                self.shown.fabrary |= !self.shown.fab_db;
                let name = Written { readings: vec![value.to_string()], several: true };
                self.list.push(Entry { line: number, count: 1, name, beside: false })?;
            }
            _ => return Ok(FACTS.contains(&key.as_str()) || self.part == Part::About),
        }
        Ok(true)
    }

    fn card(&mut self, number: u32, beside: bool, card: &str) -> Result<(), String> {
        let (count, name) = line::read(card)?;
        let (name, signs, mark) = line::name(name);
        self.shown.arena |= signs.print;
        self.shown.xmage |= signs.numbered;
        self.shown.workstation |= signs.set;
        self.names = false;
        let entry = Entry { line: number, count, name, beside };
        let part = match (mark, self.part) {
            (Some(Mark::LeftOut), _) => Part::LeftOut("maybeboard"),
            (Some(Mark::Companion), _) => Part::Companion,
            (Some(Mark::Commander), _) => Part::Commander,
            (Some(Mark::Beside), _) => Part::Beside,
            _ if beside => Part::Beside,
            (None, part) => part,
        };
        let gap = std::mem::take(&mut self.gap);
        match part {
            Part::LeftOut(what) => {
                self.leave_out(what, number, count);
                return Ok(());
            }
            Part::Companion => {
                self.companions.push(entry);
                return Ok(());
            }
            Part::Commander => {
                let note = format!("the commander in line {number} is read as a card of the deck");
                self.list.notes.push(note);
            }
            Part::Deck | Part::Beside | Part::About => {}
        }
        let beside = part == Part::Beside;
        self.marked |= beside;
        if gap && !beside && self.list.entries.iter().any(|entry| !entry.beside) {
            self.list.gaps.push(self.list.entries.len());
        }
        self.list.push(Entry { beside, ..entry })
    }

    fn leave_out(&mut self, what: &'static str, number: u32, count: u16) {
        let count = u32::from(count);
        match self.left_out.last_mut().filter(|last| last.what == what) {
            Some(last) => {
                last.last = number;
                last.count = last.count.saturating_add(count);
            }
            None => self.left_out.push(LeftOut { what, first: number, last: number, count }),
        }
    }

    fn begin(&mut self, found: Heading) -> Result<(), String> {
        self.names = false;
        self.marked |= found != Heading::Part(Part::About);
        let Heading::Part(part) = found else { return Ok(()) };
        if part == Part::Beside && self.part == Part::Beside {
            return Err(
                "a second heading `Sideboard`: all cards beside the deck stand behind one".to_string()
            );
        }
        self.part = part;
        Ok(())
    }

    fn finish(self) -> Result<List, DeckError> {
        let Reader { mut list, shown, marked, left_out, companions, .. } = self;
        list.form = shown.form();
        for entry in companions {
            let line = entry.line;
            // Magic Arena lists it in the sideboard too.
            if !list.entries.iter().any(|own| own.beside && own.name.bare() == entry.name.bare()) {
                list.push(Entry { beside: true, ..entry }).map_err(|message| DeckError { line, message })?;
            }
            list.notes.push(format!("the companion in line {line} stands beside the deck"));
        }
        list.notes.extend(left_out.iter().map(|LeftOut { what, first, last, count }| {
            let lines =
                if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
            format!("{count} cards of the {what} are left out ({lines})")
        }));
        if marked {
            list.gaps.clear();
        }
        Ok(list)
    }
}

/// `[Sideboard]`, the heading of a section.
fn section(line: &str) -> Option<Heading> {
    heading(line.strip_prefix('[')?.strip_suffix(']')?)
}

/// The heading that a line is: with a colon or a number of cards behind it, or without.
fn heading(line: &str) -> Option<Heading> {
    let mut words = line.trim();
    // `Creatures (20)`, `Sideboard (15 cards)`.
    if let Some((before, count)) =
        words.strip_suffix([')', ']']).and_then(|words| words.rsplit_once(['(', '[']))
    {
        let count = count.trim_end_matches(|sign: char| sign.is_alphabetic()).trim();
        if !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit()) {
            words = before;
        }
    }
    let words = words.trim().trim_end_matches([':', '：']).trim_end().to_lowercase();
    HEADINGS.iter().find(|(names, _)| names.contains(&words.as_str())).map(|found| found.1)
}

#[cfg(test)]
mod tests {
    use duelog_kernel::deck::Beside;

    use super::*;

    /// How many of each name.
    type Counted = Vec<(u16, String)>;

    /// The form, the name, and the cards of the deck and beside it.
    fn told(text: &str) -> (Form, String, Counted, Counted) {
        let list = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let of = |beside: bool| {
            let of = list.entries.iter().filter(|entry| entry.beside == beside);
            of.map(|entry| (entry.count, entry.name.bare().to_string())).collect::<Vec<_>>()
        };
        (list.form, list.name.clone(), of(false), of(true))
    }

    fn cards(listed: &[(u16, &str)]) -> Vec<(u16, String)> {
        listed.iter().map(|(count, name)| (*count, name.to_string())).collect()
    }

    #[test]
    fn a_fault_names_its_line() {
        let fault = |text: &str| read(text).unwrap_err().line;
        assert_eq!(fault("# deck\n4 Forest\nForest"), 3);
        assert_eq!(fault("four Forest"), 1);
        assert_eq!(fault("0 Forest"), 1);
        assert_eq!(fault("70000 Forest"), 1);
        assert_eq!(fault("4"), 1);
        assert_eq!(fault("4 Forest\nSideboard\n1 Plains\nSideboard"), 4);
        assert_eq!(fault("4 Forest\nUnknown: thing"), 2);
    }

    #[test]
    fn only_the_first_line_names_the_deck() {
        assert_eq!(told("4 Forest\n# not the name\n").1, "");
        assert_eq!(told("# Own\n4 Forest").1, "Own");
        assert_eq!(told("// NAME : Own\n4 Forest").1, "Own");
        assert!(told("").2.is_empty());
    }

    #[test]
    fn the_forms_of_other_programs_are_told_apart() {
        let bolts = cards(&[(4, "Lightning Bolt")]);
        let negates = cards(&[(3, "Negate")]);
        for (text, form) in [
            ("4 Lightning Bolt\n\nSideboard\n3 Negate", Form::Plain),
            ("Mainboard:\n4x Lightning Bolt\nSIDEBOARD:\n3x Negate", Form::Plain),
            ("Creatures (4)\n4 Lightning Bolt\n\nSideboard (3 cards)\n3 Negate", Form::Plain),
            ("4 Lightning Bolt\n// Sideboard\n3 Negate", Form::Plain),
            ("Deck\n4 Lightning Bolt (M10) 146\n\nSideboard\n3 Negate (M10) 65", Form::Arena),
            ("About\nName Own\n\nDeck\n4 Lightning Bolt\n\nSideboard\n3 Negate", Form::Arena),
            ("4 Lightning Bolt (M10) 146 *F*\n\nSIDEBOARD:\n3 Negate (M10) 65", Form::Arena),
            (
                "NAME:Own\nAUTHOR:Ann\n4 [M10:146] Lightning Bolt\nSB: 3 [M10:65] Negate\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M10:146])",
                Form::Xmage,
            ),
            ("[metadata]\nName=Own\n[main]\n4 Lightning Bolt|M10\n[sideboard]\n3 Negate+|M10|1", Form::Forge),
            (
                "// NAME : Own\n// CREATOR : Ann\n        4 [M10] Lightning Bolt\nSB:  3 [M10] Negate",
                Form::Workstation,
            ),
            ("SB: 3 Negate\n4 Lightning Bolt", Form::Marked),
        ] {
            let found = told(text);
            assert_eq!((found.0, found.2, found.3), (form, bolts.clone(), negates.clone()), "{text}");
            assert!(found.1.is_empty() || found.1 == "Own", "{text}: {}", found.1);
        }
    }

    #[test]
    fn lists_of_flesh_and_blood_are_read() {
        let text = "Name: Own\nHero: Katsu\nFormat: Blitz\n\nArena cards\n2x Harmonized Kodachi\n\nDeck cards\n2x Head Jab (red)\n\nMade with love at the FaBrary\nSee the full deck @ an address\n";
        let deck = cards(&[(1, "Katsu"), (2, "Harmonized Kodachi"), (2, "Head Jab (red)")]);
        assert_eq!(told(text), (Form::Fabrary, "Own".to_string(), deck, Vec::new()));
        let text = "Deck build - via https://fabdb.net :\n\nOwn\n\nClass: Ninja\nHero: Katsu\nWeapons: Harmonized Kodachi, Harmonized Kodachi\nEquipment: Breaking Scales\n\n(2) Head Jab (red)\n[1] Leg Tap (blue)\n\nSee the full deck at: an address\n";
        let deck = cards(&[
            (1, "Katsu"),
            (1, "Harmonized Kodachi, Harmonized Kodachi"),
            (1, "Breaking Scales"),
            (2, "Head Jab (red)"),
            (1, "Leg Tap (blue)"),
        ]);
        assert_eq!(told(text), (Form::FabDb, "Own".to_string(), deck, Vec::new()));
    }

    #[test]
    fn commanders_companions_and_maybeboards_are_told() {
        let text = "Commander\n1 Own Chief\n\nCompanion\n1 Own Friend\n\nDeck\n4 Forest\n\nSideboard\n1 Own Friend\n2 Negate\n\nMaybeboard\n3 Plains\n1 Swamp";
        let list = read(text).unwrap();
        assert_eq!((list.counts().deck, list.counts().beside), (5, 3));
        let wanted = [
            "the commander in line 2 is read as a card of the deck",
            "the companion in line 5 stands beside the deck",
            "4 cards of the maybeboard are left out (lines 15 to 16)",
        ];
        assert_eq!(list.notes, wanted);
        let alone = read("Companion\n1 Own Friend\n\nDeck\n4 Forest").unwrap();
        assert_eq!((alone.counts().deck, alone.counts().beside), (4, 1));
        let archidekt =
            read("1x Own Card (cmm) 3 [Ramp]\n2x Other (cmm) 4 [Maybeboard{noDeck},Ramp]").unwrap();
        assert_eq!(archidekt.counts().deck, 1);
        assert_eq!(archidekt.notes, ["2 cards of the maybeboard are left out (line 2)"]);
    }

    #[test]
    fn an_empty_line_parts_a_whole_deck_from_a_sideboard() {
        const MAGIC: Beside = Beside { deck: 60, most: Some(15) };
        let counts = |text: &str, by: Beside| {
            read(text).unwrap().parted(by).map_err(|fault| fault.line).map(|list| {
                let counts = list.counts();
                (counts.deck, counts.beside, list.form)
            })
        };
        let bolts = "4 Bolt\n56 Mountain\n\n3 Negate\n";
        let online = Form::MagicOnlineText;
        assert_eq!(counts(bolts, MAGIC), Ok((60, 3, online)));
        assert_eq!(counts(&format!("# Bolts\n\n{bolts}\n\n"), MAGIC), Ok((60, 3, online)));
        // No deck without the last group, more than a sideboard, or groups that have headings.
        for whole in [
            "4 Bolt\n40 Mountain\n\n16 Forest",
            "4 Bolt\n56 Mountain\n\n16 Forest",
            "4 Bolt\n\n# the lands\n60 Mountain\n\n3 Negate",
            "Deck\n4 Bolt\n56 Mountain\n\n3 Negate",
        ] {
            assert_eq!(counts(whole, MAGIC).unwrap().1, 0, "{whole}");
        }
        let groups = "4 Bolt\n\n56 Mountain\n\n3 Negate\n";
        assert_eq!(counts(groups, MAGIC), Err(5), "a third group, or a sideboard");
        assert_eq!(counts(bolts, Beside { deck: 40, most: None }), Err(4));
        assert_eq!(counts("Deck\n4 Bolt\n\nSideboard\n1 Negate\n\n1 Negate", MAGIC).unwrap().1, 2);
    }
}
