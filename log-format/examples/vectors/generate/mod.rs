//! Everything in `fixtures/vectors/`.

mod corrupt;
mod forge;
mod good;
mod observed;
mod tampered;
mod torn;
mod values;

use std::fmt::Write;

pub use forge::Vector;

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
    files.push(("index.tsv".to_string(), index.into_bytes()));
    files.push(("values.tsv".to_string(), values::table().into_bytes()));
    files
}
