//! The terms of a table that a match is begun at: its variant, its options for several players.

use std::collections::BTreeMap;

use duelog_kernel::setup::Agreement;

use crate::output::Failure;

/// The terms that the players have agreed on.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Terms {
    /// A term of the table, as often as there are terms, such as attack=left or teams=2. A game that is told a term
    /// that it does not have lists those that it has.
    #[arg(long = "table", value_name = "TERM=VALUE", value_parser = term, help_heading = crate::headings::GAME)]
    terms: Vec<(String, String)>,
}

impl Terms {
    /// The terms by name; of a term that is given twice the last one.
    pub fn by_name(&self) -> BTreeMap<String, String> {
        self.terms.iter().cloned().collect()
    }

    /// Refuses terms where they come too late.
    ///
    /// # Errors
    /// Wrong use, with the reason.
    pub fn are_none(&self, why: &str) -> Result<(), Failure> {
        if self.terms.is_empty() {
            return Ok(());
        }
        Err(Failure::usage(format!("--table comes too late: {why}"), "leave it out"))
    }

    /// The agreement of players with these terms.
    pub fn agreed(&self, limited: bool) -> Agreement {
        Agreement { limited, terms: self.by_name() }
    }
}

fn term(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a term is written as TERM=VALUE, such as attack=left")?;
    Ok((name.trim().to_string(), value.trim().to_string()))
}
