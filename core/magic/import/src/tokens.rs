//! Tokens: those that are defined already, and those that compiled cards need besides.

use std::collections::{BTreeMap, BTreeSet};

use duelog_import::grammar::Tree;
use duelog_kernel::definition::file_name;
use duelog_kernel::info::DefinitionError;
use duelog_kernel::scope::Node;
use duelog_magic::cards::{COMPILED, FILES};
use duelog_magic::language::definition::Definition;
use duelog_magic::language::parse::parse;
use duelog_magic::language::types::{CardType, Supertype, TypeLine};
use duelog_magic::rules::naming::COMPILED_TOKENS;

use crate::changes::{Quoted, keyword, quoted, token_color};
use crate::setting::{Done, Setting};
use crate::words;

/// The tokens that are known, by what they are.
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    known: BTreeMap<String, String>,
    /// The files that names have.
    names: BTreeSet<String>,
    /// Says what was added, in order: what it is, and its name.
    added: Vec<(String, String)>,
    /// The tokens that were compiled for the definitions that are built in, by what they are: they keep their names.
    compiled: BTreeMap<String, Definition>,
    /// Tokens that were not written by hand.
    pub made: BTreeMap<String, Definition>,
}

/// A token as it is written: its keywords are not spelled out, as those of a compiled one are not.
fn read(text: &str) -> Result<Definition, DefinitionError> {
    duelog_kernel::migration::read(text)
}

/// Reads what a token is, without what definitions call it.
fn essence(token: &Definition) -> String {
    let called = if token.called.is_empty() { token.name.clone() } else { token.called.clone() };
    let mut plain = Definition { name: String::new(), called, ..token.clone() };
    plain.keywords.sort();
    if plain.colors.as_ref().is_some_and(Vec::is_empty) {
        plain.colors = None;
    }
    crate::compare::simplify(&plain)
}

impl Tokens {
    /// Those that are built in.
    pub fn built_in() -> Tokens {
        let mut tokens = Tokens::default();
        for (path, text) in COMPILED.iter() {
            if path.starts_with(COMPILED_TOKENS)
                && let Ok(token) = read(text)
            {
                tokens.compiled.insert(essence(&token), token);
            }
        }
        for (path, text) in FILES.iter() {
            tokens.names.insert(duelog_kernel::files::name(path).to_string());
            if path.contains("tokens/")
                && let Ok(token) = read(text)
                && !token.test_only
            {
                tokens.known.insert(essence(&token), token.name);
            }
        }
        tokens
    }

    /// The name of a token, which is defined anew where it is not known.
    fn name(&mut self, token: Definition) -> String {
        let essence = essence(&token);
        if let Some(name) = self.known.get(&essence) {
            return name.clone();
        }
        let called = token.name.clone();
        let name = self.kept_name(&essence).unwrap_or_else(|| self.free_name(&token));
        let called = if name == called { String::new() } else { called };
        self.names.insert(file_name(&name));
        self.added.push((essence.clone(), name.clone()));
        self.known.insert(essence, name.clone());
        self.made.insert(name.clone(), Definition { name: name.clone(), called, ..token });
        name
    }

    /// How many have been added.
    pub fn mark(&self) -> usize {
        self.added.len()
    }

    /// Takes back what was added since then: nothing that is compiled needs it.
    pub fn forget(&mut self, mark: usize) {
        for (essence, name) in self.added.drain(mark..) {
            self.known.remove(&essence);
            self.made.remove(&name);
            self.names.remove(&file_name(&name));
        }
    }

    /// Names that are taken by cards.
    pub fn reserve(&mut self, name: &str) {
        self.names.insert(file_name(name));
    }

    /// The name that this token has among the definitions that are built in, unless a card has taken it since.
    fn kept_name(&self, essence: &str) -> Option<String> {
        let name = &self.compiled.get(essence)?.name;
        (!self.names.contains(&file_name(name))).then(|| name.clone())
    }

    fn free_name(&self, token: &Definition) -> String {
        let colors: Vec<String> = token.colors.iter().flatten().map(|color| format!("{color:?}")).collect();
        let colors = if colors.is_empty() { "Colorless".to_string() } else { colors.join(" and ") };
        let size = token.size.map_or(String::new(), |(power, toughness)| format!(" {power} {toughness}"));
        let first = [
            token.name.clone(),
            format!("{colors} {}", token.name),
            format!("{colors} {}{size}", token.name),
        ];
        let kept: BTreeSet<String> = self.compiled.values().map(|token| file_name(&token.name)).collect();
        let free = |name: &String| {
            let file = file_name(name);
            !self.names.contains(&file) && !kept.contains(&file)
        };
        let mut more = (2..).map(|count| format!("{} {count}", first[2]));
        first.iter().find(|name| free(name)).cloned().or_else(|| more.find(free)).unwrap_or_default()
    }
}

/// A token that a text describes: what definitions call it.
pub fn token(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    match tree.label {
        "creature" | "legendary" => {}
        "treasure" => return predefined("Treasure", setting),
        "clue" => return Ok("Clue".to_string()),
        _ => return Err(format!("`{}` is no token that is known", tree.text())),
    }
    let size = words::pair(&tree.need("pt")?.text().to_lowercase()).ok_or("a token without a size")?;
    let (power, toughness) = match size {
        [Some(power), Some(toughness)] => (power, toughness),
        // It gets its size as it is made.
        [None, None] => (0, 0),
        _ => return Err("a token whose size is X in part".to_string()),
    };
    let mut types = TypeLine::default();
    types.add(CardType::Creature);
    match tree.get("artifact").map(|kind| kind.text().to_lowercase()).as_deref() {
        Some("enchantment artifact") => {
            types.add(CardType::Enchantment);
            types.add(CardType::Artifact);
        }
        Some("artifact") => types.add(CardType::Artifact),
        Some("enchantment") => types.add(CardType::Enchantment),
        _ => {}
    }
    if tree.label == "legendary" {
        types.add_super(Supertype::Legendary);
    }
    let mut names = Vec::new();
    for own in tree.all("subtype") {
        let subtype = words::subtype(&own.text().to_lowercase()).ok_or("no subtype")?;
        types.add_subtype(subtype);
        names.push(subtype.name());
    }
    let mut token = Definition {
        types,
        size: Some((power, toughness)),
        colors: Some(token_color(tree.need("token_color")?)?),
        token: true,
        ..crate::setting::blank(&names.join(" "))
    };
    if let Some(own) = tree.get("token_abilities") {
        have(&mut token, own, setting)?;
    }
    let mark = setting.tokens.mark();
    let name = setting.tokens.name(token.clone());
    setting.token = Some(Made { token, name: name.clone(), mark });
    Ok(name)
}

/// Keywords and abilities that a token has.
fn have(token: &mut Definition, tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<()> {
    for having in tree.all("having") {
        match having.label {
            "protections" => return Err("a token with two protections".to_string()),
            "keyword" => token.keywords.push(keyword(having.need("keyword")?)?),
            "line" => {
                token.lines.extend(crate::abilities::line_keyword(having.need("line_keyword")?, setting)?);
            }
            _ => {
                for given in quoted(having.need("quote")?, setting)? {
                    match given {
                        Quoted::Keyword(keyword) => token.keywords.push(keyword),
                        Quoted::Ability(ability) => token.abilities.push(*ability),
                    }
                }
            }
        }
    }
    Ok(())
}

/// A token that the sentence before has made.
#[derive(Debug, Clone)]
pub struct Made {
    token: Definition,
    /// How definitions call it.
    pub name: String,
    /// How many tokens had been added before it.
    mark: usize,
}

/// The token that was made, with what a sentence behind it says that it has: it has that from the beginning, and its
/// copies too (111.3). Returns what definitions call it then.
pub fn with(made: Made, havings: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let Made { mut token, mark, .. } = made;
    have(&mut token, havings, setting)?;
    setting.tokens.forget(mark);
    Ok(setting.tokens.name(token))
}

/// An emblem with what stands in quotation marks (113): what definitions call it.
pub fn emblem(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    use duelog_magic::language::definition::{Ability, ZoneKind};
    let mut abilities = Vec::new();
    for given in quoted(tree, setting)? {
        let Quoted::Ability(own) = given else { return Err("an emblem with a keyword".to_string()) };
        abilities.push(match *own {
            Ability::Static(own) => Ability::Static(duelog_magic::language::definition::Static {
                zones: vec![ZoneKind::Command],
                ..own
            }),
            Ability::Triggered(own) if own.zone == ZoneKind::Battlefield => {
                Ability::Triggered(duelog_magic::language::definition::Triggered {
                    zone: ZoneKind::Command,
                    ..own
                })
            }
            _ => return Err("an emblem with such an ability".to_string()),
        });
    }
    let name = format!("{} Emblem", setting.of.name);
    let emblem = Definition { abilities, token: true, ..crate::setting::blank(&name) };
    Ok(setting.tokens.name(emblem))
}

/// A token that the rules describe.
fn predefined(name: &str, setting: &mut Setting<'_>) -> Done<String> {
    let text = "Card(
        name: \"Treasure\",
        types: \"Artifact - Treasure\",
        abilities: [Activated((cost: [Tap, Deed(Sacrifice, N(1), Of(This))], effect: Do(AddMana(You, AnyColor, N(1)))))],
        token: true,
    )";
    let token = parse(text).map_err(|fault| format!("the token {name}: {fault}"))?;
    Ok(setting.tokens.name(token))
}

/// The names of the tokens that a definition makes.
pub fn tokens_in(definition: &Definition) -> Vec<String> {
    fn find(node: &Node, found: &mut Vec<String>) {
        let makes = node.kind == "Verb"
            && matches!(node.word, "Create" | "CreateFighting" | "CreateWith" | "CreateAttached" | "Emblem");
        if makes {
            let texts = node.parts.iter().flat_map(|part| [part].into_iter().chain(&part.parts));
            found.extend(
                texts
                    .filter(|part| part.kind.is_empty() && !part.text.is_empty())
                    .map(|part| part.text.clone()),
            );
        }
        node.parts.iter().for_each(|part| find(part, found));
    }
    let mut found = Vec::new();
    find(&Node::of(definition), &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiled_tokens_keep_their_names() {
        let mut tokens = Tokens::built_in();
        let compiled: Vec<Definition> = tokens.compiled.values().cloned().collect();
        assert!(compiled.len() > 200, "only {} tokens are compiled", compiled.len());
        for token in compiled {
            let called = if token.called.is_empty() { token.name.clone() } else { token.called.clone() };
            let made = Definition { name: called, called: String::new(), ..token.clone() };
            assert_eq!(tokens.name(made), token.name);
        }
    }
}
