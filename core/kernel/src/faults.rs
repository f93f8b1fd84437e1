//! All faults of a definition that can be found at once.
//!
//! A text is read; where that fails, the field or the entry of a field's list in which the fault stands is taken out,
//! and the rest is read again.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::info::DefinitionError;
use crate::renamed::{Past, Versioned};
use crate::ron_text::value_with;
use crate::scope::{Named, Sense, check_all};
use crate::syntax::{self, Shape, Tree};

/// The most faults that are told of one definition.
const FAULTS_MAX: usize = 50;

/// Every fault of a definition that is read as this type and checked by this function, and the names that it says. A
/// definition that cannot be read says no names.
pub fn faults<D: Serialize + DeserializeOwned + Versioned, S: Sense>(
    text: &str,
    check: impl Fn(&str) -> Result<(), DefinitionError>,
) -> (Vec<Named>, Vec<DefinitionError>) {
    let mut tree = match syntax::parse(text) {
        Ok(tree) => tree,
        Err(fault) => return (Vec::new(), vec![fault]),
    };
    let unreadable = unreadable::<D>(&mut tree, text);
    if !unreadable.is_empty() {
        return (Vec::new(), unreadable);
    }
    let (named, mut all) = match check_all::<D, S>(text) {
        Ok(found) => found,
        Err(fault) => (Vec::new(), vec![fault]),
    };
    if let Err(fault) = check(text)
        && !all.contains(&fault)
    {
        all.push(fault);
    }
    all.sort_by_key(|fault| (fault.line, fault.column));
    (named, all)
}

/// The first field of a definition that no word of today has, or another fault for which the text cannot be read.
///
/// # Errors
/// The fault, with its place.
pub fn read_strictly<D: DeserializeOwned + Versioned>(text: &str) -> Result<(), DefinitionError> {
    let tree = syntax::parse(text)?;
    value_with::<D>(&tree, &Past::strict(D::HISTORY)).map(drop).map_err(|fault| fault.placed(&tree, text))
}

/// The faults for which a text is not a value of a type. All that they stand in is taken out of the tree.
fn unreadable<D: DeserializeOwned + Versioned>(tree: &mut Tree<'_>, text: &str) -> Vec<DefinitionError> {
    let mut all = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    while all.len() < FAULTS_MAX {
        let Err(fault) = value_with::<D>(tree, &Past::strict(D::HISTORY)) else { break };
        let (at, message) = fault.into_parts();
        // A field that was taken out is missing only because of that.
        if taken.iter().any(|field| message.contains(&format!("`{field}` is missing"))) {
            break;
        }
        all.push(syntax::fault(text, at.unwrap_or(tree.at), message));
        match at.and_then(|at| take_out(tree, at)) {
            Some(field) => taken.push(field),
            None => break,
        }
    }
    all
}

/// Takes the part out in which a byte stands: an entry of a field's list, or a field. Returns the field's name.
fn take_out(tree: &mut Tree<'_>, at: usize) -> Option<String> {
    let begins = |part: &Tree<'_>| if part.role.is_empty() { part.at } else { part.role_at };
    let place = tree.parts.iter().rposition(|part| begins(part) <= at)?;
    let field = tree.parts.get_mut(place)?;
    let name = field.role.to_string();
    if field.shape == Shape::Square
        && let Some(entry) = field.parts.iter().rposition(|part| part.at <= at)
    {
        field.parts.remove(entry);
    } else {
        tree.parts.remove(place);
    }
    Some(name)
}
