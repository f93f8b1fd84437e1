//! Revisions: how often the rules of a game, as this engine plays them, have changed what a recorded match
//! does.
//!
//! A log names the revision that it was written under, and `fixtures/revisions/<game>.md` says what each one
//! changed. So a log that is older than the engine is told from one that is wrong.

/// One revision of a game's rules, as its list tells it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Revision {
    /// Its number, from 1.
    pub number: u32,
    /// When it came, as `year-month-day`.
    pub date: String,
    /// The numbers of the rules concerned; empty where there are none.
    pub rule: String,
    /// The ways in which a recorded match may play differently since then.
    pub change: String,
}

/// The revisions in the text of a list: the rows of its table, `| number | date | rule | what changed |`,
/// from 1 and without a gap.
///
/// # Errors
/// The first row that is not understood or out of order, in words.
pub fn parse(text: &str) -> Result<Vec<Revision>, String> {
    let rows = text.lines().filter(|line| line.starts_with('|')).skip(2);
    let mut revisions = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim().trim_matches('|').split('|').map(str::trim).collect();
        let &[number, date, rule, change] = cells.as_slice() else {
            return Err(format!("four columns are wanted: {row}"));
        };
        let due = revisions.len() as u32 + 1;
        if number.parse() != Ok(due) {
            return Err(format!("revision {due} is wanted here: {row}"));
        }
        let digits = |place: usize, part: &str| {
            part.len() == [4, 2, 2][place] && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        let parts: Vec<&str> = date.split('-').collect();
        if parts.len() != 3
            || !parts.iter().enumerate().all(|(place, part)| digits(place, part))
            || change.is_empty()
        {
            return Err(format!("a date as 2026-11-23 and what changed are wanted: {row}"));
        }
        revisions.push(Revision { number: due, date: date.into(), rule: rule.into(), change: change.into() });
    }
    Ok(revisions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# A game\n\nWords.\n\n| revision | date | rule | what changed |\n|---|---|---|---|\n";

    #[test]
    fn a_list_is_read_row_by_row() {
        let text = format!(
            "{HEAD}| 1 | 2026-11-23 | | the first |\n| 2 | 2026-12-01 | 510.1c, 702.2 | deathtouch |\n\nMore words.\n"
        );
        let found = parse(&text).unwrap();
        assert_eq!(found.iter().map(|revision| revision.number).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((found[1].rule.as_str(), found[1].change.as_str()), ("510.1c, 702.2", "deathtouch"));
        assert_eq!(parse(HEAD), Ok(Vec::new()));
    }

    #[test]
    fn what_is_out_of_order_or_unclear_is_named() {
        let rows = [
            "| 2 | 2026-11-23 | | a gap |",
            "| 1 | today | | no date |",
            "| 1 | 2026-11-23 | | |",
            "| 1 | 2026-11-23 | short |",
        ];
        for row in rows {
            assert!(parse(&format!("{HEAD}{row}\n")).unwrap_err().contains(row), "{row}");
        }
        assert!(parse(&format!("{HEAD}| 1 | 2026-11-23 | | a |\n| 1 | 2026-11-23 | | again |\n")).is_err());
    }
}
