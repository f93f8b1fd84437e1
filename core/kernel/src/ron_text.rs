//! Reading definitions: RON within bounds.

use serde::de::DeserializeOwned;

use crate::bounds;
use crate::deck::closest;
use crate::info::DefinitionError;

/// Reads a value from RON.
///
/// # Errors
/// The first fault with its place; also what is larger than [`bounds`] let a definition be.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, DefinitionError> {
    bounds::check_definition(text)?;
    let options = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .with_recursion_limit(bounds::DEFINITION_DEPTH);
    options.from_str(text).map_err(|error| DefinitionError {
        line: error.span.start.line as u32,
        column: error.span.start.col as u32,
        message: message(&error.code),
    })
}

/// What is wrong with a text that is not a definition: for a word that is not known, the one that may have
/// been meant instead of all that there are.
fn message(error: &ron::Error) -> String {
    let (found, expected, what) = match error {
        ron::Error::NoSuchEnumVariant { found, expected, .. } => (found, expected, "word"),
        ron::Error::NoSuchStructField { found, expected, .. } => (found, expected, "field"),
        other => return other.to_string(),
    };
    match closest(found, expected.iter().copied()) {
        Some(meant) => format!("there is no {what} `{found}` here; did you mean `{meant}`?"),
        None => format!("there is no {what} `{found}` here; there are: {}", expected.join(", ")),
    }
}
