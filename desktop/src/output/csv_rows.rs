//! Rows as CSV (RFC 4180).

use serde::Serialize;

/// Formats a header with the names of the fields, and a row for each item.
pub fn written(rows: impl IntoIterator<Item = impl Serialize>) -> String {
    trueghz_report::csv::table(rows, true)
}

/// Formats only the header for rows such as this one. Used if there are no rows, so that programs
/// which select columns by name find them.
pub fn header(of: impl Serialize) -> String {
    written([of]).split_inclusive('\n').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_without_rows_keeps_its_columns() {
        #[derive(Serialize)]
        struct Row {
            core: &'static str,
            distance: f64,
        }
        assert_eq!(
            header((Row { core: "", distance: 0.0 }, Row { core: "", distance: 0.0 })),
            "core,distance,core,distance\r\n"
        );
        assert_eq!(written([(); 0]), "");
    }
}
