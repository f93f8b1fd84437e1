//! What a card says: the language of definitions, and what a definition must satisfy.

pub mod aliases;
pub mod definition;
pub mod keyword;
pub mod mana;
pub mod meaning;
pub mod parse;
pub mod scope;
pub mod subtypes;
pub mod types;
