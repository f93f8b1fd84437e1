//! The forms of deck files.

use std::fmt;

/// A form of deck files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Lines of a number and a name.
    Plain,
    /// The same with the sideboard behind an empty line.
    MagicOnlineText,
    /// The XML of Magic Online.
    MagicOnlineDek,
    /// The table of Magic Online.
    MagicOnlineCsv,
    /// The table of Moxfield.
    MoxfieldCsv,
    /// The table of Archidekt.
    ArchidektCsv,
    /// Another table with columns for names and numbers.
    Csv,
    /// The export of Magic Arena, which many sites write.
    Arena,
    /// The deck of XMage.
    Xmage,
    /// The deck of Forge.
    Forge,
    /// The XML of Cockatrice.
    Cockatrice,
    /// The deck of Magic Workstation.
    Workstation,
    /// Lines of a number and a name, those beside the deck with `SB:` in front.
    Marked,
    /// The export of FaBrary.
    Fabrary,
    /// The export of FaB DB.
    FabDb,
    /// The list of Talishar: names of cards as words.
    Talishar,
    /// The deck that Talishar takes from other sites.
    TalisharJson,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 17] = [
        Form::Plain,
        Form::MagicOnlineText,
        Form::MagicOnlineDek,
        Form::MagicOnlineCsv,
        Form::MoxfieldCsv,
        Form::ArchidektCsv,
        Form::Csv,
        Form::Arena,
        Form::Xmage,
        Form::Forge,
        Form::Cockatrice,
        Form::Workstation,
        Form::Marked,
        Form::Fabrary,
        Form::FabDb,
        Form::Talishar,
        Form::TalisharJson,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Form::Plain => "plain list",
            Form::MagicOnlineText => "Magic Online text",
            Form::MagicOnlineDek => "Magic Online deck (.dek)",
            Form::MagicOnlineCsv => "Magic Online table (.csv)",
            Form::MoxfieldCsv => "Moxfield table (.csv)",
            Form::ArchidektCsv => "Archidekt table (.csv)",
            Form::Csv => "table (.csv)",
            Form::Arena => "Arena export",
            Form::Xmage => "XMage deck (.dck)",
            Form::Forge => "Forge deck (.dck)",
            Form::Cockatrice => "Cockatrice deck (.cod)",
            Form::Workstation => "Magic Workstation deck (.mwDeck)",
            Form::Marked => "list with SB: lines",
            Form::Fabrary => "FaBrary export",
            Form::FabDb => "FaB DB export",
            Form::Talishar => "Talishar list",
            Form::TalisharJson => "Talishar deck (JSON)",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
