//! The order of fields and variants that states and requests are encoded by: `fixtures/states/<game>.txt`.
//!
//! A field or variant that is put between others, moved, renamed or taken out changes tags of recorded
//! matches; one that is added at the end does not. `STATES_BLESS=1` takes over what was added; while the
//! format is a draft, anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use duelog_log_format::DRAFT;
use duelog_tests::{files, root};
use syn::visit::{self, Visit};

/// The types of a crate by name: where they stand, what they consist of, and which types that names.
type Types = BTreeMap<String, Type>;

#[derive(Default, Clone)]
struct Type {
    parts: Vec<String>,
    names: BTreeSet<String>,
}

/// The types of the files below some folders. Types of one name are taken together.
fn types(places: &[String]) -> Types {
    let mut types = Types::new();
    let found = places.iter().flat_map(|place| match place.strip_suffix(".rs") {
        None => files(&root(), place, "rs"),
        Some(_) => vec![(place.clone(), fs::read_to_string(root().join(place)).expect("a source file"))],
    });
    // The compiled definitions of a match are no part of its state.
    for (file, text) in found.filter(|(file, _)| !file.ends_with("/card_pool.rs")) {
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        Declared(&mut types).visit_file(&file);
    }
    types
}

struct Declared<'a>(&'a mut Types);

/// The names in a type.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        // What stands for a parameter's own type is named where that is said: `impl Values for Settled`.
        let of_parameter = path.segments.len() > 1
            && path.segments.first().is_some_and(|first| first.ident.to_string().len() == 1);
        if !of_parameter {
            visit::visit_path(self, path);
        }
    }

    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.0.insert(segment.ident.to_string());
        visit::visit_path_segment(self, segment);
    }
}

/// What of an item's attributes counts: whether serde leaves a field out, or takes another way.
fn is_skipped(attributes: &[syn::Attribute]) -> bool {
    let skips = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("serde") && list.tokens.to_string().contains("skip"),
        syn::Meta::Path(_) | syn::Meta::NameValue(_) => false,
    };
    attributes.iter().any(skips)
}

impl Declared<'_> {
    fn put(&mut self, name: &syn::Ident, parts: Vec<String>, fields: &[&syn::Fields]) {
        let mut names = Names::default();
        for field in fields.iter().flat_map(|fields| fields.iter()).filter(|field| !is_skipped(&field.attrs))
        {
            names.visit_type(&field.ty);
        }
        let known = self.0.entry(name.to_string()).or_default();
        known.parts.extend(parts);
        known.names.extend(names.0);
    }
}

/// The fields of a struct or variant, in order.
fn fields(fields: &syn::Fields) -> Vec<String> {
    let named = |(place, field): (usize, &syn::Field)| {
        let name = field.ident.as_ref().map_or_else(|| place.to_string(), ToString::to_string);
        (!is_skipped(&field.attrs)).then_some(name)
    };
    fields.iter().enumerate().filter_map(named).collect()
}

impl<'ast> Visit<'ast> for Declared<'_> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.put(&item.ident, fields(&item.fields), &[&item.fields]);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let parts = item.variants.iter().map(|variant| {
            let fields = fields(&variant.fields);
            if fields.is_empty() {
                variant.ident.to_string()
            } else {
                format!("{}({})", variant.ident, fields.join(" "))
            }
        });
        let inside: Vec<&syn::Fields> = item.variants.iter().map(|variant| &variant.fields).collect();
        self.put(&item.ident, parts.collect(), &inside);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        let mut names = Names::default();
        names.visit_type(&item.ty);
        self.0.entry(item.ident.to_string()).or_default().names.extend(names.0);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let (Some(_), syn::Type::Path(own)) = (&item.trait_, &*item.self_ty)
            && let Some(own) = own.path.segments.last()
        {
            let mut names = Names::default();
            for inner in &item.items {
                if let syn::ImplItem::Type(says) = inner {
                    names.visit_type(&says.ty);
                }
            }
            if !names.0.is_empty() {
                self.0.entry(own.ident.to_string()).or_default().names.extend(names.0);
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        if found.path.segments.last().is_some_and(|last| last.ident == "data" || last.ident == "frames")
            && let Ok(file) = syn::parse2::<syn::File>(found.tokens.clone())
        {
            visit::visit_file(self, &file);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Types of tests are in no state.
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }
}

/// What a game's states are made of, a line a type, ascending.
fn made_of(game: &str) -> Vec<String> {
    let kernel = KERNEL.map(|place| format!("core/kernel/src/{place}"));
    let game = ["state", "language"].map(|place| format!("core/{game}/src/{place}"));
    let types = types(&[kernel.as_slice(), game.as_slice()].concat());
    let mut open: Vec<String> = ROOTS.iter().map(ToString::to_string).collect();
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(found) = types.get(&name)
            && reached.insert(name)
        {
            open.extend(found.names.iter().cloned());
        }
    }
    let line = |name: &String| format!("{name}: {}", types[name].parts.join(", "));
    reached.iter().map(line).collect()
}

/// Where the kernel declares what is in every state, and requests.
const KERNEL: [&str; 11] = [
    "parts.rs",
    "objects.rs",
    "zone.rs",
    "rng.rs",
    "ids.rs",
    "script.rs",
    "value.rs",
    "recurrence.rs",
    "bounds.rs",
    "decision.rs",
    "decision",
];

/// Where a state begins, what the games make of its parts, and the request.
const ROOTS: [&str; 7] = ["State", "Chances", "Legal", "TurnComponent", "Effects", "Frames", "Item"];

/// Whether what was there before still stands where it stood.
fn continues(before: &str, now: &str) -> bool {
    let parts = |line: &str| -> (String, Vec<String>) {
        let (name, parts) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
        (name.to_string(), parts.split(", ").filter(|part| !part.is_empty()).map(str::to_string).collect())
    };
    let (before, now) = (parts(before), parts(now));
    let same = |(before, now): (&String, &String)| {
        now.strip_prefix(before.trim_end_matches(')')).is_some_and(|rest| {
            rest.is_empty() || rest == ")" || rest.starts_with(if before.ends_with(')') { ' ' } else { '(' })
        })
    };
    before.0 == now.0 && before.1.len() <= now.1.len() && before.1.iter().zip(&now.1).all(same)
}

/// Faults of a game's list against the code: what moved, and what is not listed yet.
fn compared(before: &[String], now: &[String]) -> (Vec<String>, Vec<String>) {
    let name = |line: &str| line.split(':').next().unwrap_or_default().to_string();
    let mut moved = Vec::new();
    let mut new = Vec::new();
    for line in now {
        match before.iter().find(|old| name(old) == name(line)) {
            None => new.push(line.clone()),
            Some(old) if old == line => {}
            Some(old) if continues(old, line) => new.push(line.clone()),
            Some(old) => moved.push(format!("- {old}\n+ {line}")),
        }
    }
    let gone = before.iter().filter(|old| now.iter().all(|line| name(line) != name(old)));
    moved.extend(gone.map(|old| format!("- {old}")));
    (moved, new)
}

#[test]
fn what_states_are_made_of_keeps_its_order() {
    let bless = std::env::var_os("STATES_BLESS").is_some();
    let mut faults = Vec::new();
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        let file = root().join(format!("fixtures/states/{game}.txt"));
        let text = fs::read_to_string(&file).unwrap_or_default();
        let before: Vec<String> = text.lines().map(str::to_string).collect();
        let now = made_of(game);
        assert!(now.len() > 30, "{game}: only {} types were found", now.len());
        let (moved, new) = compared(&before, &now);
        if bless && (moved.is_empty() || DRAFT) {
            fs::write(&file, now.join("\n") + "\n").expect("the list can be written");
            continue;
        }
        if !moved.is_empty() {
            faults.push(format!(
                "{game}: put new fields and variants at the end, and leave those that are there; this changes tags:\n{}",
                moved.join("\n")
            ));
        }
        if !new.is_empty() {
            faults.push(format!(
                "{game}: not listed yet, which STATES_BLESS=1 cargo test -p duelog-tests --test across grown_states does:\n{}",
                new.join("\n")
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_put_in_between_is_found() {
    let lines = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
    let before = lines(&["Player: life, pool", "Step: Untap, Draw(0 1), End"]);
    for (now, moved, new) in [
        (["Player: life, pool", "Step: Untap, Draw(0 1), End"], 0, 0),
        (["Player: life, pool, poison", "Step: Untap, Draw(0 1), End, Cleanup"], 0, 2),
        (["Player: life, pool", "Step: Untap, Draw(0 1 2), End(0)"], 0, 1),
        (["Player: poison, life, pool", "Step: Untap, Draw(0 1), End"], 1, 0),
        (["Player: life", "Step: Untap, Upkeep, Draw(0 1), End"], 2, 0),
        (["Player: life, pool", "Step: Untap, Draw(1 0), End"], 1, 0),
        (["Player: life, pools", "Step: Untap, Draw(0 1), End"], 1, 0),
    ] {
        let (found, added) = compared(&before, &lines(&now));
        assert_eq!((found.len(), added.len()), (moved, new), "{now:?}: {found:?} {added:?}");
    }
    assert_eq!(compared(&before, &lines(&["Player: life, pool", "Turn: number"])).0.len(), 1);
}
