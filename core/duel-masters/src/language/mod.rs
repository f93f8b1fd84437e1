//! What a card says: the language of definitions, and what a definition must satisfy.

pub mod aliases;
pub mod definition;
pub mod keywords;
pub mod parse;
pub mod races;
pub mod scope;
pub mod types;
