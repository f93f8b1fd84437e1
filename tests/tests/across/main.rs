//! Tests that reach across the crates: one program, so that what all of them use is compiled once.

/// The allocator that the program has: with it the games of the tests take less time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod any_cards;
mod bounds;
mod checkout;
mod deck_forms;
mod decks;
mod definitions_twin;
mod english;
mod exchanged_answers;
mod flipped_bits;
mod floors;
mod following;
mod former;
mod frozen;
mod fuzz_corpus;
mod golden_gate;
mod grown_states;
mod language_history;
mod layers_twin;
mod magic_loops;
mod news;
mod noninterference;
mod properties;
mod random_decks;
mod redacted;
mod replacements;
mod revisions;
mod rule_citations;
mod scenarios;
mod scribe;
mod scribe_reasons;
mod thousand_games;
mod twins;
mod unsettled;
mod used_abilities;
mod vocabulary;
mod words;
