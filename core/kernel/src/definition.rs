//! Card definitions as text: reading them, what identifies them, and the catalogue of those that a game has.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::deck::{closest, which_variant};
use crate::digest::Digest;
use crate::files::{self, Files};
use crate::info::{CardInfo, DefinitionError};
use crate::migration::Migrated;
use crate::pack::Pack;
use crate::renamed::History;
use crate::scope::{Named, Node, Sort, meant};
use crate::setup::SetupError;

pub use duelog_sources::together::{field, file_name, split};

/// A definition's text without comments and without white space outside of strings: what identifies it.
///
/// The text and not the value, so that a definition keeps its identity when the language grows.
pub fn essence(text: &str) -> String {
    let mut essence = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                essence.push(letter);
                while let Some(inner) = letters.next() {
                    essence.push(inner);
                    match inner {
                        '"' => break,
                        '\\' => essence.extend(letters.next()),
                        _ => {}
                    }
                }
            }
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().find(|inner| *inner == '\n');
            }
            '/' if letters.peek() == Some(&'*') => {
                let mut star = false;
                letters.by_ref().skip(1).find(|inner| {
                    let closed = star && *inner == '/';
                    star = *inner == '*';
                    closed
                });
            }
            white if white.is_whitespace() => {}
            other => essence.push(other),
        }
    }
    essence
}

/// A card of a game: one definition has one, or one for each of its variants.
pub trait Card: Sized + Clone + Send + Sync + 'static {
    /// Reads, checks and compiles one definition: its cards, one at least.
    ///
    /// # Errors
    /// The first fault with its place; faults of meaning stand at the definition's beginning.
    fn read(text: &str) -> Result<Vec<Self>, DefinitionError>;
    /// The card's name.
    fn name(&self) -> &str;
    /// All names that effects can find it by.
    fn names(&self) -> Vec<&str> {
        vec![Self::definition_name(self.name())]
    }
    /// The name of the definition that has a card of this name, after which its file is called.
    fn definition_name(name: &str) -> &str {
        name
    }
    /// The names of the cards in a definition, found without reading all of it where the language allows it.
    fn titles(text: &str) -> Vec<String> {
        Self::read(text).into_iter().flatten().map(|card| card.name().to_string()).collect()
    }
    /// Returns whether it exists only for tests.
    fn is_test_only(&self) -> bool;
    /// Returns whether it is a token.
    fn is_token(&self) -> bool {
        false
    }
    /// The names of the tokens that it makes.
    fn tokens(&self) -> Vec<&str> {
        Vec::new()
    }
    /// The names of the cards that it makes.
    fn cards_made(&self) -> Vec<&str> {
        Vec::new()
    }
    /// The names of the other definitions that are faces of the same card.
    fn faces(&self) -> Vec<&str> {
        Vec::new()
    }
    /// A definition as words.
    ///
    /// # Errors
    /// That the text is not a definition.
    fn node(text: &str) -> Result<Node, DefinitionError>;
    /// The version of the language, and the words that it had before.
    fn history() -> &'static History {
        History::NONE
    }
    /// A definition in the words of today.
    ///
    /// # Errors
    /// That the text is not a definition.
    fn migrated(text: &str) -> Result<Migrated, DefinitionError> {
        Self::node(text).map(|_| Migrated { text: text.to_string(), old: Vec::new() })
    }
    /// Checks that each word of a definition that can be read refers to something: the names that it says, of
    /// what must be defined too.
    ///
    /// # Errors
    /// The first word that refers to nothing, with its place.
    fn scope(text: &str) -> Result<Vec<Named>, DefinitionError>;
    /// Every fault of a definition that can be found at once, and the names that it says, of what must be defined too.
    fn faults(text: &str) -> (Vec<Named>, Vec<DefinitionError>) {
        match Self::read(text).and_then(|_| Self::scope(text)) {
            Ok(named) => (named, Vec::new()),
            Err(fault) => (Vec::new(), vec![fault]),
        }
    }
    /// Reads a definition that somebody brings to play with: a field that no word has is a fault. The definitions in a
    /// log are read as they were when it was recorded.
    ///
    /// # Errors
    /// The first fault, with its place.
    fn read_strictly(text: &str) -> Result<(), DefinitionError> {
        Self::read(text).map(drop)
    }
    /// The digest that logs pin.
    fn digest(&self) -> Digest;
    /// The card as a person would read it, line by line.
    fn reading(&self) -> Vec<String>;
}

/// A definition as written.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file that it stands in.
    pub file: Cow<'static, str>,
    /// The text.
    pub text: Cow<'static, str>,
}

impl Source {
    fn built_in((file, text): (&'static str, &'static str)) -> Source {
        Source { file: Cow::Borrowed(file), text: Cow::Borrowed(text) }
    }
}

/// The definitions of a game by [`file_name`]: those that are built in, and what was added. A definition is
/// read when it is asked for.
#[derive(Debug, Clone)]
pub struct Catalog {
    built_in: Files,
    /// Definitions that were compiled out of printed texts, beside those that are built in.
    compiled: Files,
    /// The definitions of packs. An earlier pack wins, and what is built in by hand wins over all packs.
    packs: Vec<Arc<Pack>>,
    /// Definitions that replace all others or stand beside them.
    added: BTreeMap<String, Source>,
    /// Definitions that were built in before: those of a name below each other.
    former: Files,
}

impl Catalog {
    /// The definitions that are built in: those that were written by hand, and those that were compiled.
    pub fn new(built_in: Files, compiled: Files) -> Catalog {
        Catalog { built_in, compiled, packs: Vec::new(), added: BTreeMap::new(), former: Files::NONE }
    }

    /// The same with definitions that were built in before.
    pub fn with_former(self, former: Files) -> Catalog {
        Catalog { former, ..self }
    }

    /// Returns whether another definition of this card was built in before.
    pub fn has_former<C: Card>(&self, name: &str) -> bool {
        self.former.get(&file_name(C::definition_name(name))).is_some()
    }

    /// The definition of this card that was built in before and that `fits`.
    pub fn former<C: Card>(&self, name: &str, fits: impl Fn(&C) -> bool) -> Option<Source> {
        let (file, texts) = self.former.get(&file_name(C::definition_name(name)))?;
        let found = split(texts)
            .into_iter()
            .find(|(_, text)| C::read(text).is_ok_and(|cards| cards.iter().any(&fits)));
        found.map(|(_, text)| Source::built_in((file, text)))
    }

    /// Has a definition take the place of all others of the card.
    pub fn replace<C: Card>(&mut self, name: &str, source: Source) {
        self.added.insert(file_name(C::definition_name(name)), source);
    }

    /// Adds the definitions of a pack.
    pub fn add_pack(&mut self, pack: Arc<Pack>) {
        self.packs.push(pack);
    }

    fn get(&self, name: &str) -> Option<Source> {
        let found = || self.packs.iter().find_map(|pack| pack.get(name));
        let packed = || found().map(|(file, text)| Source { file: file.into(), text: text.into() });
        self.added
            .get(name)
            .cloned()
            .or_else(|| self.built_in.get(name).map(Source::built_in))
            .or_else(packed)
            .or_else(|| self.compiled.get(name).map(Source::built_in))
    }

    /// Why a card of this name is in none of the packs, where one of them says so.
    pub fn refusal(&self, name: &str) -> Option<String> {
        self.packs.iter().find_map(|pack| pack.refusal(name))
    }

    /// Returns whether the definition of this card is a compiled one: it changes when the compiler does.
    pub(crate) fn is_compiled<C: Card>(&self, name: &str) -> bool {
        let file = file_name(C::definition_name(name));
        !self.added.contains_key(&file) && self.built_in.get(&file).is_none()
    }

    /// The definitions that were written by hand or added, as written.
    fn sources(&self) -> impl Iterator<Item = Source> {
        let built_in = self.built_in.iter().filter(|(file, _)| !self.added.contains_key(files::name(file)));
        built_in.map(Source::built_in).chain(self.added.values().cloned())
    }

    /// The other definitions, of packs and those that are compiled: file and text.
    fn others<'a>(&'a self) -> impl Iterator<Item = (Cow<'a, str>, &'a str)> {
        let earlier = |count: usize, name: &str| {
            !self.added.contains_key(name)
                && self.built_in.get(name).is_none()
                && !self.packs.iter().take(count).any(|pack| pack.has(name))
        };
        let packed = self.packs.iter().enumerate().flat_map(move |(place, pack)| {
            let own = pack.iter().filter(move |(file, _)| earlier(place, files::name(file)));
            own.map(|(file, text)| (Cow::Owned(format!("{}/{file}", pack.file())), text))
        });
        let all = self.packs.len();
        let compiled = self.compiled.iter().filter(move |(file, _)| earlier(all, files::name(file)));
        packed.chain(compiled.map(|(file, text)| (Cow::Borrowed(file), text)))
    }

    /// The names of the cards in the other definitions. None of them is read.
    fn other_names<C: Card>(&self) -> impl Iterator<Item = String> {
        self.others().flat_map(|(_, text)| C::titles(text))
    }

    /// Adds a definition, given as file and text; it takes the place of a built-in one of the same name.
    ///
    /// # Errors
    /// The file and the fault of its definition.
    pub fn add<C: Card>(&mut self, file: String, text: String) -> Result<(), (String, DefinitionError)> {
        let cards = match C::read(&text) {
            Ok(cards) => cards,
            Err(error) => return Err((file, error)),
        };
        if let Some(card) = cards.first() {
            self.replace::<C>(card.name(), Source { file: Cow::Owned(file), text: Cow::Owned(text) });
        }
        Ok(())
    }

    /// The card of this name, with its definition.
    pub fn find<C: Card>(&self, name: &str) -> Option<(Source, C)> {
        let (source, cards) = self.read(&file_name(C::definition_name(name)))?;
        Some((source, cards.into_iter().find(|card: &C| card.name() == name)?))
    }

    /// The cards of the definition in a file of this name, with it.
    pub fn read<C: Card>(&self, file: &str) -> Option<(Source, Vec<C>)> {
        let source = self.get(file)?;
        let cards = C::read(&source.text).ok()?;
        Some((source, cards))
    }

    /// The cards that were written by hand or added, where their definitions can be read.
    fn cards<C: Card>(&self) -> impl Iterator<Item = (Source, C)> {
        self.sources().flat_map(|source| {
            let cards: Vec<C> = C::read(&source.text).into_iter().flatten().collect();
            cards.into_iter().map(move |card| (source.clone(), card))
        })
    }

    /// Checks that what a definition names is defined.
    ///
    /// # Errors
    /// The first name that nothing has, with its place and the most similar name.
    pub fn check_name<C: Card>(&self, named: &Named) -> Result<(), DefinitionError> {
        let fits = |card: &C| match named.sort {
            Sort::Any | Sort::Letters => true,
            Sort::Card => !card.is_token(),
            Sort::Token => card.is_token(),
        };
        let name = named.node.text.as_str();
        let is = |own: &str| {
            own == name || named.sort == Sort::Letters && own.to_lowercase() == name.to_lowercase()
        };
        let is_called = |card: &C| is(card.name()) || card.names().into_iter().any(is);
        if self.find::<C>(name).is_some_and(|(_, card)| fits(&card))
            || self.cards::<C>().any(|(_, card)| is_called(&card) && fits(&card))
            || named.sort != Sort::Token
                && self.other_names::<C>().any(|own| is(&own) || is(C::definition_name(&own)))
        {
            return Ok(());
        }
        let names: Vec<String> = self
            .cards::<C>()
            .filter(|(_, card)| fits(card))
            .map(|(_, card)| C::definition_name(card.name()).to_string())
            .collect();
        let what = match named.sort {
            Sort::Any | Sort::Letters => "card or token",
            Sort::Card => "card",
            Sort::Token => "token",
        };
        Err(named.node.fault(format!(
            "no {what} called \"{name}\" is defined{}",
            meant(name, names.iter().map(String::as_str))
        )))
    }

    /// That no card has this name, with the most similar one.
    pub fn unknown<C: Card>(&self, name: &str) -> SetupError {
        if let Some(why) = self.refusal(name) {
            return SetupError::UnknownCard { name: name.to_string(), hint: format!(": {why}") };
        }
        let own: Vec<Source> = self.sources().collect();
        let texts = own.iter().map(|source| &*source.text).chain(self.others().map(|(_, text)| text));
        let near = texts.filter(|text| could_be_called::<C>(text, name));
        let names: Vec<String> = near.flat_map(C::titles).collect();
        let names = || names.iter().map(String::as_str);
        let hint =
            which_variant(name, names()).map(|variants| format!(": {variants}")).unwrap_or_else(|| {
                closest(name, names()).map_or(String::new(), |name| format!(": did you mean \"{name}\"?"))
            });
        SetupError::UnknownCard { name: name.to_string(), hint }
    }

    /// All cards as a list, ascending by name.
    pub fn list<C: Card>(&self, game: &'static str) -> Vec<CardInfo> {
        let info = |(source, card): (Source, C)| CardInfo {
            game,
            name: card.name().to_string(),
            file: source.file.to_string(),
            test_only: card.is_test_only(),
            compiled: false,
        };
        let others = self.others().flat_map(|(file, text)| {
            C::titles(text).into_iter().map(move |name| CardInfo {
                game,
                name,
                file: file.to_string(),
                test_only: false,
                compiled: true,
            })
        });
        let mut cards: Vec<CardInfo> = self.cards().map(info).chain(others).collect();
        cards.sort_by(|a, b| (&a.name, &a.file).cmp(&(&b.name, &b.file)));
        cards
    }
}

/// Returns whether a card of a definition could have a name like this one: what it is called is looked at without reading
/// the rest, where it has one name alone.
fn could_be_called<C: Card>(text: &str, name: &str) -> bool {
    let wanted = C::definition_name(name);
    match field(text, "name") {
        Some(own) if text.matches("name:").count() == 1 => {
            own == wanted || [name, wanted].into_iter().any(|name| closest(name, [own.as_str()]).is_some())
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{Card, Catalog, Named, Node, essence, file_name};
    use crate::digest::{Digest, Purpose, hash};
    use crate::files::Files;
    use crate::info::DefinitionError;

    thread_local! {
        static READ: Cell<u32> = const { Cell::new(0) };
    }

    /// A card whose definition is its name.
    #[derive(Clone)]
    struct Plain(String);

    impl Card for Plain {
        fn read(text: &str) -> Result<Vec<Plain>, DefinitionError> {
            READ.set(READ.get() + 1);
            Ok(vec![Plain(text.to_string())])
        }
        fn name(&self) -> &str {
            &self.0
        }
        fn is_test_only(&self) -> bool {
            false
        }
        fn node(text: &str) -> Result<Node, DefinitionError> {
            Ok(Node::of(&text))
        }
        fn scope(_: &str) -> Result<Vec<Named>, DefinitionError> {
            Ok(Vec::new())
        }
        fn digest(&self) -> Digest {
            hash(Purpose::Definition, self.0.as_bytes())
        }
        fn reading(&self) -> Vec<String> {
            vec![self.0.clone()]
        }
    }

    /// `count` definitions that are built in.
    fn built_in(count: u32) -> Files {
        let (mut text, mut index) = (String::new(), Vec::new());
        for number in 0..count {
            let name = format!("card-{number:05}.ron");
            index.push((text.len() as u32, (text.len() + name.len()) as u32));
            text.push_str(&name);
            text.push_str(&format!("Card {number:05}"));
        }
        Files { text: text.leak(), index: index.leak() }
    }

    #[test]
    fn of_many_definitions_only_those_that_are_asked_for_are_read() {
        let mut catalog = Catalog::new(built_in(35_000), Files::NONE);
        let read = |action: &mut dyn FnMut()| {
            let before = READ.get();
            action();
            READ.get() - before
        };
        for name in ["Card 00000", "Card 17321", "Card 34999"] {
            assert_eq!(read(&mut || assert_eq!(catalog.find::<Plain>(name).unwrap().1.0, name)), 1);
        }
        assert_eq!(read(&mut || assert!(catalog.find::<Plain>("Card 35000").is_none())), 0);
        assert!(
            read(&mut || catalog.add::<Plain>("mine.ron".to_string(), "Card 00007".to_string()).unwrap())
                <= 2
        );
        assert_eq!(catalog.find::<Plain>("Card 00007").unwrap().0.file, "mine.ron");
        assert_eq!(catalog.list::<Plain>("plain").len(), 35_000);
    }

    #[test]
    fn of_former_definitions_the_one_that_fits_is_found() {
        let text = "former/elf.ronCard(name: \"Elf\", size: 1)\nCard(name: \"Elf\", size: 2)\n";
        let former = Files { text, index: &[(0, 14)] };
        let catalog = Catalog::new(Files::NONE, Files::NONE).with_former(former);
        let with = |size: &'static str| {
            catalog.former("Elf", move |card: &Plain| card.0.contains(size)).map(|found| found.text)
        };
        assert_eq!(with("size: 2").unwrap(), "Card(name: \"Elf\", size: 2)\n");
        assert_eq!(with("size: 1").unwrap(), "Card(name: \"Elf\", size: 1)\n");
        assert!(with("size: 3").is_none() && catalog.former("Orc", |_: &Plain| true).is_none());
        let mut catalog = catalog;
        let found = catalog.former("Elf", |_: &Plain| true).unwrap();
        catalog.replace::<Plain>("Elf", found);
        assert!(catalog.find::<Plain>("Card(name: \"Elf\", size: 1)\n").is_none());
        assert_eq!(catalog.read::<Plain>("elf.ron").unwrap().0.file, "former/elf.ron");
    }

    #[test]
    fn layout_and_comments_do_not_identify() {
        let one = "Card(name: \"Wind // Drake\", /* a * b */ cost: \"{2}{U}\") // end";
        let two = "Card(\n  name:\"Wind // Drake\",\n  cost:\"{2}{U}\"\n)";
        assert_eq!(essence(one), essence(two));
        assert_ne!(essence(two), essence("Card(name:\"Wind //Drake\",cost:\"{2}{U}\")"));
    }

    #[test]
    fn a_card_that_says_no_more_has_one_name_and_brings_nothing_along() {
        let card = Plain("Elf".to_string());
        assert_eq!((card.names(), Plain::definition_name("Elf")), (vec!["Elf"], "Elf"));
        assert_eq!((card.tokens().len(), card.cards_made().len(), card.faces().len()), (0, 0, 0));
        assert!(!card.is_token());
    }

    #[test]
    fn a_file_is_named_after_its_card() {
        assert_eq!(file_name("Jace's Ruse, the 2nd"), "jaces-ruse-the-2nd.ron");
        assert_eq!(file_name("Comet//Storm"), "comet--storm.ron");
    }

    #[test]
    fn comments_and_white_space_are_left_out_but_in_strings() {
        assert_eq!(essence("a /* b ** c */ d // e\n f / g"), "adf/g");
        assert_eq!(essence("\"a \\\" // b\" c"), "\"a \\\" // b\"c");
        assert_eq!(essence("a /* b"), "a");
    }
}
