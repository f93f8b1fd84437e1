//! Decks in tables (.csv), with the names of their columns in the first line.

use csv::{ReaderBuilder, StringRecord};
use duelog_kernel::deck::DeckError;

use crate::form::Form;
use crate::line::{self, Mark};
use crate::list::{Entry, List};

/// The names of columns in small letters, without blanks and marks.
const NAMES: [&str; 4] = ["name", "cardname", "card", "simplename"];
const COUNTS: [&str; 6] = ["quantity", "count", "qty", "amount", "number", "copies"];
const PLACES: [&str; 7] = ["sideboarded", "sideboard", "board", "section", "categories", "category", "zone"];

/// Where a table has what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Columns {
    /// The sign between columns.
    delimiter: u8,
    /// How many lines stand before the rows.
    before: u32,
    form: Form,
    name: usize,
    count: usize,
    place: Option<usize>,
}

/// The columns, if the text begins as a table with cards and their numbers does.
pub(crate) fn columns(text: &str) -> Option<Columns> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (mut before, mut head) = lines.next()?;
    // The first line of spreadsheets.
    if head.trim().to_lowercase().starts_with("sep=") {
        (before, head) = lines.next()?;
    }
    if head.starts_with(['#', '/']) {
        return None;
    }
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let names = record(head, delimiter)?;
        let names: Vec<String> = names.iter().map(key).collect();
        let column =
            |wanted: &[&str]| wanted.iter().find_map(|wanted| names.iter().position(|name| name == wanted));
        let has = |name: &str| names.iter().any(|own| own == name);
        let form = if has("id") && has("cardname") && has("quantity") {
            Form::MagicOnlineCsv
        } else if has("tradelistcount") && has("lastmodified") {
            Form::MoxfieldCsv
        } else if has("categories") {
            Form::ArchidektCsv
        } else {
            Form::Csv
        };
        let (name, count) = (column(&NAMES)?, column(&COUNTS)?);
        Some(Columns { delimiter, before, form, name, count, place: column(&PLACES) })
    })
}

/// The name of a column as it is compared.
fn key(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn record(line: &str, delimiter: u8) -> Option<StringRecord> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// Reads the rows of a table.
///
/// # Errors
/// The first row without a card or its number.
pub(crate) fn read(text: &str, columns: &Columns) -> Result<List, DeckError> {
    let mut list = List::of(columns.form);
    let rest = text.split_inclusive('\n').skip(columns.before as usize).map(str::len).sum::<usize>();
    let rows = &text[text.len() - rest..];
    let mut reader = ReaderBuilder::new()
        .delimiter(columns.delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(rows.as_bytes());
    let mut left_out = 0_u32;
    let mut row = StringRecord::new();
    loop {
        let line = |row: &StringRecord| {
            let within = row.position().map_or(1, csv::Position::line) as u32;
            columns.before + within
        };
        match reader.read_record(&mut row) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                let message = format!("this row cannot be read: {error}");
                return Err(DeckError { line: line(&row), message });
            }
        }
        let line = line(&row);
        let fault = |message: String| DeckError { line, message };
        let cell = |column: usize| row.get(column).unwrap_or_default().trim();
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let (name, count) = (cell(columns.name), cell(columns.count));
        if name.is_empty() {
            return Err(fault("this row does not name its card".to_string()));
        }
        let count = count.trim_end_matches(['x', 'X']).parse::<u16>().ok().filter(|count| *count > 0);
        let count = count.ok_or_else(|| {
            fault(format!("\"{}\" is not a number of cards", line::short(cell(columns.count))))
        })?;
        let mark = columns.place.and_then(|column| line::place_mark(cell(column)));
        match mark {
            Some(Mark::LeftOut) => {
                left_out = left_out.saturating_add(u32::from(count));
                continue;
            }
            Some(Mark::Commander) => {
                list.notes.push(format!("the commander in line {line} is read as a card of the deck"));
            }
            Some(Mark::Companion) => {
                list.notes.push(format!("the companion in line {line} stands beside the deck"));
            }
            Some(Mark::Beside) | None => {}
        }
        let beside = matches!(mark, Some(Mark::Beside | Mark::Companion));
        list.push(Entry { line, count, name: line::name(name).0, beside }).map_err(fault)?;
    }
    if left_out > 0 {
        list.notes.push(format!("{left_out} cards of the maybeboard are left out"));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> List {
        read(text, &columns(text).expect("a table")).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn tables_of_several_programs_are_read() {
        let online = "Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation\n\"Wear/Tear\",4,1,Rare,DGM,1/2,No,No,0\n\"Own, Card\",3,2,Rare,DGM,1/2,Yes,Yes,0\n";
        let moxfield = "\"Count\",\"Tradelist Count\",\"Name\",\"Edition\",\"Last Modified\"\n\"4\",\"0\",\"Wear // Tear\",\"dgm\",\"\"\n";
        let archidekt = "Quantity,Name,Categories\n4,Wear // Tear,\"Spells;Other\"\n3,\"Own, Card\",Sideboard\n2,Other,\"Maybeboard,Ramp\"\n";
        let other = "sep=;\nBoard;Qty;Name\nmain;4;Wear // Tear\nside;3;Own Card\nmaybe;2;Other\n\n;;\n";
        for (text, form, counts) in [
            (online, Form::MagicOnlineCsv, (4, 3)),
            (moxfield, Form::MoxfieldCsv, (4, 0)),
            (archidekt, Form::ArchidektCsv, (4, 3)),
            (other, Form::Csv, (4, 3)),
        ] {
            let list = told(text);
            assert_eq!((list.form, (list.counts().deck, list.counts().beside)), (form, counts), "{text}");
        }
        assert_eq!(told(other).notes, ["2 cards of the maybeboard are left out"]);
        assert_eq!(told(other).entries[1].line, 4);
        assert_eq!(told(online).entries[1].line, 3);
        assert_eq!(told(online).entries[1].name.bare(), "Own, Card");
    }

    #[test]
    fn a_faulty_row_is_named() {
        let fault = |text: &str| read(text, &columns(text).expect("a table")).unwrap_err().line;
        assert_eq!(fault("Count,Name\n4,Forest\nmany,Forest\n"), 3);
        assert_eq!(fault("\nCount,Name\n4,\n"), 3);
        assert_eq!(fault("Count,Name\n0,Forest\n"), 2);
    }

    #[test]
    fn a_list_is_no_table() {
        for text in
            ["4 Forest\n", "", "# Own, Name\n4 Forest", "1 Name, Count\n", "Name: Own, Count\n4 Forest"]
        {
            assert_eq!(columns(text), None, "{text}");
        }
    }
}
