//! Reads the types of a card language out of its sources, as `Kind`s of the kernel.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

use syn::{Attribute, Expr, Fields, Item, Lit, Meta, Type};

/// The declarations in a language's sources.
#[derive(Default)]
struct Declared {
    /// By name.
    types: BTreeMap<String, Item>,
    /// The meaning of type parameters in a definition: `V::Number` is `Number`.
    stands_for: BTreeMap<String, Type>,
}

/// A word: itself, what it says, its fields.
type Word = (String, String, Vec<Field>);

/// A field: its name, its type, what it says, whether it may be left out.
type Field = (String, String, String, bool);

/// Source text that defines `WORDS`: all types that `Definition` leads to, in that order.
///
/// # Errors
/// That a source cannot be read as Rust.
pub fn source(sources: &BTreeMap<String, String>) -> Result<String, String> {
    let mut declared = Declared::default();
    for (file, text) in sources {
        let parsed = syn::parse_file(text).map_err(|error| format!("{file}: {error}"))?;
        parsed.items.into_iter().for_each(|item| declared.take(item));
    }
    let mut out = String::from(
        "/// The words of the card language.\npub static WORDS: &[::duelog_kernel::vocabulary::Kind] = &[\n",
    );
    let mut waiting = VecDeque::from(["Definition".to_string()]);
    let mut seen: BTreeSet<String> = waiting.iter().cloned().collect();
    while let Some(name) = waiting.pop_front() {
        let Some(item) = declared.types.get(&name) else { continue };
        let Some((says, words)) = declared.kind(item) else { continue };
        let _ = writeln!(
            out,
            "    ::duelog_kernel::vocabulary::Kind {{ kind: {name:?}, says: {says:?}, words: &["
        );
        for (word, says, fields) in words {
            let _ = write!(
                out,
                "        ::duelog_kernel::vocabulary::Word {{ word: {word:?}, says: {says:?}, fields: &["
            );
            for (name, of, says, optional) in fields {
                let _ = write!(
                    out,
                    "::duelog_kernel::vocabulary::Field {{ name: {name:?}, of: {of:?}, says: {says:?}, optional: {optional} }}, "
                );
                let names = of.split(|letter: char| !letter.is_alphanumeric()).map(str::to_string);
                waiting.extend(names.filter(|name| !name.is_empty() && seen.insert(name.clone())));
            }
            out.push_str("] },\n");
        }
        out.push_str("    ] },\n");
    }
    out.push_str("];\n");
    Ok(out)
}

impl Declared {
    fn take(&mut self, item: Item) {
        match item {
            Item::Macro(item) if item.mac.path.is_ident("data") => {
                if let Ok(file) = item.mac.parse_body::<syn::File>() {
                    file.items.into_iter().for_each(|item| self.take(item));
                }
            }
            Item::Impl(item) => {
                // The parameters of what a compiled card says come after those of what a definition says.
                let written =
                    last(&item.self_ty).is_some_and(|name| name == "Written" || name.ends_with("Language"));
                for inner in item.items {
                    if let (true, syn::ImplItem::Type(says)) = (written, inner) {
                        self.stands_for.insert(says.ident.to_string(), says.ty);
                    }
                }
            }
            Item::Enum(item) => {
                self.types.insert(item.ident.to_string(), Item::Enum(item));
            }
            Item::Struct(item) => {
                self.types.insert(item.ident.to_string(), Item::Struct(item));
            }
            Item::Type(item) => {
                self.types.insert(item.ident.to_string(), Item::Type(item));
            }
            _ => {}
        }
    }

    /// The description of a type, and its words: name, meaning, fields.
    fn kind(&self, item: &Item) -> Option<(String, Vec<Word>)> {
        match item {
            Item::Enum(item) => {
                let mut words = Vec::new();
                for variant in &item.variants {
                    let Some(fields) = self.fields(&variant.fields) else { continue };
                    let word = serde(&variant.attrs, "rename").unwrap_or(variant.ident.to_string());
                    words.push((word, doc(&variant.attrs), fields));
                }
                Some((doc(&item.attrs), words))
            }
            // A text that is read in a way of its own.
            Item::Struct(item) if serde(&item.attrs, "try_from").is_some() => {
                Some((doc(&item.attrs), Vec::new()))
            }
            Item::Struct(item) => {
                let fields = self.fields(&item.fields)?;
                Some((doc(&item.attrs), vec![(String::new(), String::new(), fields)]))
            }
            _ => None,
        }
    }

    /// The fields of a word; nothing where a definition cannot say it.
    fn fields(&self, fields: &Fields) -> Option<Vec<Field>> {
        let said = fields.iter().filter(|field| !has(&field.attrs, "skip"));
        said.map(|field| {
            let (of, optional) = self.of(&field.ty, 0)?;
            let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            Some((name, of, doc(&field.attrs), optional || has(&field.attrs, "default")))
        })
        .collect()
    }

    /// The name of a type in the language, and whether it may be left out; none for a type that a definition
    /// cannot say.
    fn of(&self, ty: &Type, depth: u8) -> Option<(String, bool)> {
        let inner = |arguments: &syn::PathArguments| match arguments {
            syn::PathArguments::AngleBracketed(list) => {
                list.args.iter().find_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(ty.clone()),
                    _ => None,
                })
            }
            _ => None,
        };
        match ty {
            Type::Tuple(tuple) => {
                let parts: Option<Vec<String>> =
                    tuple.elems.iter().map(|part| self.of(part, depth).map(|part| part.0)).collect();
                Some((format!("({})", parts?.join(", ")), false))
            }
            Type::Path(path) if depth < 8 => {
                let segment = path.path.segments.last()?;
                let name = segment.ident.to_string();
                let list = |list: String| format!("[{list}]");
                match name.as_str() {
                    "Never" | "NoCost" => None,
                    "Box" | "Arc" => self.of(&inner(&segment.arguments)?, depth),
                    "Option" => Some((self.of(&inner(&segment.arguments)?, depth)?.0, true)),
                    "Vec" | "BTreeSet" => Some((list(self.of(&inner(&segment.arguments)?, depth)?.0), false)),
                    "String" => Some(("text".to_string(), false)),
                    "bool" => Some(("true or false".to_string(), false)),
                    "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => {
                        Some(("number".to_string(), false))
                    }
                    _ => {
                        let parameter = path.path.segments.len() == 2;
                        let alias = match self.types.get(&name) {
                            Some(Item::Type(alias)) => Some(&*alias.ty),
                            _ => None,
                        };
                        match self.stands_for.get(&name).filter(|_| parameter).or(alias) {
                            Some(stands_for) => self.of(stands_for, depth + 1),
                            None => Some((name, false)),
                        }
                    }
                }
            }
            _ => None,
        }
    }
}

/// The last name of a type.
fn last(of: &Type) -> Option<String> {
    let Type::Path(path) = of else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// The text of a documentation comment, on one line.
fn doc(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(said) if said.path.is_ident("doc") => match &said.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_string()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let lines: Vec<String> = attributes.iter().filter_map(line).take_while(|line| !line.is_empty()).collect();
    // A reference to code is its name.
    lines.join(" ").replace("[`", "").replace("`]", "")
}

/// The text behind a word of `serde(…)`.
fn serde(attributes: &[Attribute], word: &str) -> Option<String> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        let _ = attribute.parse_nested_meta(|meta| {
            let named = meta.path.is_ident(word);
            if let Ok(value) = meta.value() {
                let text: Expr = value.parse()?;
                if let (true, Expr::Lit(literal)) = (named, &text)
                    && let Lit::Str(text) = &literal.lit
                {
                    found = Some(text.value());
                }
            }
            Ok(())
        });
    }
    found
}

/// Returns whether a word stands in `serde(…)`.
fn has(attributes: &[Attribute], word: &str) -> bool {
    let mut found = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident(word);
            if let Ok(value) = meta.value() {
                let _: Expr = value.parse()?;
            }
            Ok(())
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGE: &str = "
        /// A card.
        pub struct Definition {
            /// Its name.
            pub name: String,
            #[serde(default)]
            pub does: Vec<Script<OwnLanguage>>,
            #[serde(skip)]
            pub known: Secret,
        }
        impl Language for OwnLanguage { type Verb = Verb; type Cost = NoCost; }
        pub enum Script<L: Language> { /** Does it. */ Do(L::Verb), Pays(L::Cost), }
        data! {
            /// What is done,
            /// see [`Script`].
            pub enum Verb { /// 1.1
                Draw(Option<Box<Amount>>), #[serde(rename = \"Burn\")] Hurt { how: (u8, bool) } }
        }
        pub type Amount = u32;
        pub struct Secret { pub all: Verb }
    ";

    #[test]
    fn what_a_definition_leads_to_is_told() {
        let sources = BTreeMap::from([("language.rs".to_string(), LANGUAGE.to_string())]);
        let out = source(&sources).unwrap();
        let kinds: Vec<&str> = out.lines().filter(|line| line.contains("Kind {")).collect();
        assert_eq!(kinds.len(), 3, "{out}");
        for said in [
            "kind: \"Definition\", says: \"A card.\"",
            "name: \"name\", of: \"text\", says: \"Its name.\", optional: false",
            "name: \"does\", of: \"[Script]\", says: \"\", optional: true",
            "word: \"Do\", says: \"Does it.\"",
            "kind: \"Verb\", says: \"What is done, see Script.\"",
            "of: \"number\", says: \"\", optional: true",
            "word: \"Burn\"",
            "of: \"(number, true or false)\"",
        ] {
            assert!(out.contains(said), "{said}: {out}");
        }
        // Types that no definition can say, and types that it does not lead to.
        assert!(!out.contains("Pays") && !out.contains("Secret") && !out.contains("known"), "{out}");
    }

    #[test]
    fn what_is_no_rust_is_named() {
        let sources = BTreeMap::from([("language.rs".to_string(), "enum {".to_string())]);
        assert!(source(&sources).unwrap_err().starts_with("language.rs: "));
    }
}
