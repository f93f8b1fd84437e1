//! The floors of each game: which folder may use which, and that no files use each other in a circle.
//!
//! The table of floors stands in ARCHITECTURE.md under "Floors", from the ground up. A path in the code of a
//! game, in a `use` or not, that goes to a floor above its own fails here. Two things are counted, and may only
//! become fewer: files in circles where a folder's own file names files of that folder, and methods of games.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use duelog_tests::{SOURCES, files, root};
use syn::visit::{self, Visit};

/// The folders of games and the type on which each game hangs, with how many methods it has. These may only fall.
const GAMES: [(&str, &str, usize); 3] = [
    ("core/magic/src", "Magic", 524),
    ("core/duel-masters/src", "DuelMasters", 191),
    ("core/flesh-and-blood/src", "FleshAndBlood", 288),
];

/// How many files of a folder stand in circles where paths that begin with the name of a file of the own folder count
/// too. These may only fall. The grammar of a text speaks of itself, so compilers have circles by nature.
const CIRCLING: [(&str, usize); 6] = [
    ("core/magic/src", 54),
    ("core/duel-masters/src", 17),
    ("core/flesh-and-blood/src", 26),
    ("core/magic/import/src", 23),
    ("core/duel-masters/import/src", 5),
    ("core/flesh-and-blood/import/src", 8),
];

/// Which modules a module uses, each with one path that says so.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn nothing_uses_a_floor_above_its_own() {
    let floors = floors();
    assert_eq!(floors.len(), 6, "ARCHITECTURE.md has a table of six floors");
    let floor = |module: &str| {
        let first = module.split("::").next().unwrap_or_default();
        let found = floors.iter().position(|rooms| rooms.iter().any(|room| room == first));
        found.unwrap_or_else(|| panic!("ARCHITECTURE.md does not say on which floor `{module}` stands"))
    };
    let mut upward = Vec::new();
    for (game, ..) in GAMES {
        for (module, used) in uses(game, Bare::Outside).iter().filter(|(module, _)| !module.is_empty()) {
            for (other, path) in
                used.iter().filter(|(other, _)| !other.is_empty() && floor(module) < floor(other))
            {
                upward.push(format!("{game}: {module} uses {path}, but {other} stands on a higher floor"));
            }
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let circles: Vec<String> = SOURCES
        .iter()
        .flat_map(|folder| {
            circles(&uses(folder, Bare::Outside))
                .into_iter()
                .map(move |circle| format!("{folder}: {}", circle.join(", ")))
        })
        .collect();
    assert!(circles.is_empty(), "these files use each other in circles:\n{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let code = [
        ("", "mod a; mod b; mod c;"),
        ("a", "use crate::b::{self, thing};"),
        ("b", "fn f() { say!(\"{}\", crate::c::d::g()) }"),
        ("c", "pub mod d;"),
        ("c::d", "use super::super::a;"),
    ];
    let uses = uses_of(&owned(&code), Bare::Outside);
    assert_eq!(circles(&uses), [["a", "b", "c::d"]]);
}

#[test]
fn a_circle_by_the_name_of_a_file_of_the_own_folder_is_found() {
    let code = [
        ("", "mod a; use a::thing;"),
        ("a", "mod b; pub use b::thing;"),
        ("a::b", "use super::other;"),
        ("c", "use a::thing;"),
    ];
    assert!(circles(&uses_of(&owned(&code), Bare::Outside)).is_empty());
    assert_eq!(circles(&uses_of(&owned(&code), Bare::Below)), [["a", "a::b"]]);
}

fn owned(code: &[(&str, &str)]) -> Vec<(String, String)> {
    code.iter().map(|(module, text)| ((*module).to_string(), (*text).to_string())).collect()
}

#[test]
fn circles_inside_of_folders_and_methods_of_games_become_no_more() {
    let circling = |(folder, _): (&'static str, usize)| {
        (folder, circles(&uses(folder, Bare::Below)).iter().map(Vec::len).sum::<usize>())
    };
    assert_eq!(CIRCLING.map(circling), CIRCLING, "files in circles; if there are fewer, say so here");
    let methods = |(folder, name, _): (&'static str, &'static str, usize)| {
        (
            folder,
            name,
            files(&root(), folder, "rs").iter().map(|(_, text)| methods_of(name, text)).sum::<usize>(),
        )
    };
    assert_eq!(GAMES.map(methods), GAMES, "methods of a game; if there are fewer, say so here");
}

/// Counts the methods in the `impl` blocks of a type that are of no trait.
fn methods_of(name: &str, text: &str) -> usize {
    let file = syn::parse_file(text).expect("the sources of a game can be parsed");
    let own = file.items.iter().filter_map(|item| match item {
        syn::Item::Impl(own) if own.trait_.is_none() => match &*own.self_ty {
            syn::Type::Path(path) if path.path.is_ident(name) => Some(&own.items),
            _ => None,
        },
        _ => None,
    });
    own.flatten().filter(|item| matches!(item, syn::ImplItem::Fn(_))).count()
}

/// Where a path leads that begins with neither `crate`, `self` nor `super`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bare {
    /// Out of the crate.
    Outside,
    /// To a file of the own folder, if it has that name.
    Below,
}

/// The modules on each floor, from the ground up.
fn floors() -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md can be read");
    let section =
        text.split("\n## Floors").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    rows.filter(|cell| cell.starts_with('`'))
        .map(|cell| {
            cell.split(", ").map(|name| name.trim_matches('`').trim_end_matches('/').to_string()).collect()
        })
        .collect()
}

/// What the files below a folder use of each other.
fn uses(folder: &str, bare: Bare) -> Uses {
    let module = |file: &str| {
        let inside = file[folder.len() + 1..].trim_end_matches(".rs");
        let inside = if inside == "lib" { "" } else { inside };
        inside.trim_end_matches("/mod").replace('/', "::")
    };
    // A file of unit tests is no part of the house.
    let sources = files(&root(), folder, "rs").into_iter().map(|(file, text)| (module(&file), text));
    let sources: Vec<(String, String)> = sources.filter(|(module, _)| !module.ends_with("::tests")).collect();
    uses_of(&sources, bare)
}

fn uses_of(sources: &[(String, String)], bare: Bare) -> Uses {
    let modules: BTreeSet<&str> = sources.iter().map(|(module, _)| module.as_str()).collect();
    let mut uses = Uses::new();
    for (module, text) in sources {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{module}: {error}"));
        let mut paths = Paths::default();
        paths.visit_file(&file);
        let used = uses.entry(module.clone()).or_default();
        for path in paths.found {
            let below = || below(module, &path).filter(|_| bare == Bare::Below);
            let Some(absolute) = absolute(module, &path).or_else(below) else { continue };
            let named = (0..=absolute.len())
                .rev()
                .map(|length| absolute[..length].join("::"))
                .find(|name| modules.contains(name.as_str()));
            // A file that names its own folder's root, or the crate's, has not used another file: macros
            // stand there.
            if let Some(named) = named.filter(|named| named != module && !named.is_empty()) {
                used.entry(named).or_insert_with(|| path.join("::"));
            }
        }
    }
    uses
}

/// A path that begins in the folder of a module, as seen from the crate's root. If no file has that name, the path
/// leads to the module itself.
fn below(module: &str, path: &[String]) -> Option<Vec<String>> {
    let at = module.split("::").filter(|part| !part.is_empty()).map(str::to_string);
    Some(at.chain(path.iter().cloned()).collect())
}

/// A path as seen from the crate's root; none where it leads out of the crate.
fn absolute(module: &str, path: &[String]) -> Option<Vec<String>> {
    let mut at: Vec<String> =
        module.split("::").filter(|part| !part.is_empty()).map(str::to_string).collect();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            at.clear();
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        "super" => {
            while let Some(("super", tail)) = rest.split_first().map(|(first, tail)| (first.as_str(), tail)) {
                at.pop();
                rest = tail;
            }
        }
        _ => return None,
    }
    at.extend(rest.iter().cloned());
    Some(at)
}

/// The paths in a file, outside its unit tests.
#[derive(Default)]
struct Paths {
    found: Vec<Vec<String>>,
}

impl Paths {
    fn tree(&mut self, before: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(before, &path.tree);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(before, item)),
            syn::UseTree::Name(syn::UseName { ident, .. })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                let mut path = before.clone();
                path.extend(Some(ident.to_string()).filter(|name| name != "self"));
                self.found.push(path);
            }
            syn::UseTree::Glob(_) => self.found.push(before.clone()),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&mut Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.found.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    /// What stands in a macro is not parsed: paths are looked for in its text.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let text = mac.tokens.to_string().replace(' ', "");
        let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        let path = |part: &str| part.split("::").map(str::to_string).collect::<Vec<_>>();
        let inside = |part: &&str| ["crate::", "super::", "self::"].iter().any(|root| part.starts_with(root));
        self.found.extend(parts.filter(inside).map(path));
        visit::visit_macro(self, mac);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let test = |attribute: &syn::Attribute| attribute.path().is_ident("cfg");
        if !item.attrs.iter().any(test) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The groups of modules of which each uses each of the others, directly or not; a module that uses itself
/// alone is none.
fn circles(uses: &Uses) -> Vec<Vec<String>> {
    let reach = |from: &str| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from.to_string()];
        while let Some(module) = open.pop() {
            open.extend(
                uses.get(&module)
                    .into_iter()
                    .flat_map(|used| used.keys())
                    .filter(|used| reached.insert((*used).clone()))
                    .cloned(),
            );
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        uses.keys().map(|module| (module, reach(module))).collect();
    let mut circles: Vec<Vec<String>> = Vec::new();
    for module in uses.keys().filter(|module| reached[module].contains(*module)) {
        if circles.iter().any(|circle| circle.contains(module)) {
            continue;
        }
        circles
            .push(reached[module].iter().filter(|other| reached[other].contains(module)).cloned().collect());
    }
    circles
}

/// Rules ask the table for draws, so that a draw can be stated in place of the seed's.
#[test]
fn rules_draw_through_the_table() {
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        for (file, text) in duelog_tests::files(&duelog_tests::root(), &format!("core/{game}/src"), "rs") {
            assert!(
                !text.contains(".peek(Purpose"),
                "{file} draws from the seed: use `Play::below` and `Play::shuffle`"
            );
        }
    }
}
