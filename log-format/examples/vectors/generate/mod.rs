//! Everything in `fixtures/vectors/`.

mod clocks;
mod corrupt;
mod forge;
mod given;
mod good;
mod observed;
mod seen;
mod tampered;
mod torn;
mod values;

use std::fmt::Write;

pub use clocks::clocks;
pub use forge::Vector;
pub use seen::{disclosures, views};

/// Every log, the good ones first.
pub fn vectors() -> Vec<Vector> {
    [
        good::vectors(),
        torn::unreadable(),
        torn::torn(),
        corrupt::bytes(),
        corrupt::records(),
        tampered::vectors(),
        observed::good(),
        observed::bad(),
        given::good(),
        given::bad(),
    ]
    .concat()
}

/// Every file with its name.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let mut index = String::from("file\tverdict\toffset\trecord\tdecisions\tnote\n");
    let mut files = Vec::new();
    for vector in vectors() {
        let file = format!("{}.duelog", vector.name);
        let at = vector.at;
        writeln!(
            index,
            "{file}\t{}\t{}\t{}\t{}\t{}",
            vector.verdict, at.offset, at.record, at.decision, vector.note
        )
        .expect("memory");
        files.push((file, vector.bytes));
    }
    let mut index_of_views = String::from("file\tverdict\toffset\trecord\tnote\n");
    for view in views() {
        let file = format!("{}.duelview", view.name);
        let (offset, record) = view.at;
        writeln!(index_of_views, "{file}\t{}\t{offset}\t{record}\t{}", view.verdict, view.note)
            .expect("memory");
        files.push((file, view.bytes));
    }
    let mut index_of_facts = String::from("file\tverdict\tview\tnote\n");
    for shows in disclosures() {
        let file = format!("{}.disclosure", shows.name);
        writeln!(index_of_facts, "{file}\t{}\tok-view-public.duelview\t{}", shows.verdict, shows.note)
            .expect("memory");
        files.push((file, shows.bytes));
    }
    let mut index_of_clocks = String::from("file\tfound\tdecision\tleft\tnote\n");
    for clock in clocks() {
        let file = format!("clocks/{}.duelog", clock.name);
        writeln!(
            index_of_clocks,
            "{file}\t{}\t{}\t{}\t{}",
            clock.found, clock.decision, clock.left, clock.note
        )
        .expect("memory");
        files.push((file, clock.bytes));
    }
    files.push(("clocks.tsv".to_string(), index_of_clocks.into_bytes()));
    files.push(("views.tsv".to_string(), index_of_views.into_bytes()));
    files.push(("disclosures.tsv".to_string(), index_of_facts.into_bytes()));
    files.push(("index.tsv".to_string(), index.into_bytes()));
    files.push(("values.tsv".to_string(), values::table().into_bytes()));
    files
}
