//! Rows as CSV (RFC 4180).

use serde::Serialize;

/// A header of the fields' names, and a row for each item.
pub fn written(rows: impl IntoIterator<Item = impl Serialize>) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("rows of equal length go into memory");
    }
    let bytes = writer.into_inner().expect("memory takes all that is written");
    String::from_utf8(bytes).expect("text remains text")
}
