//! Rows as CSV (RFC 4180).

use serde::Serialize;

/// A header of the fields' names, and a row for each item.
pub fn written(rows: impl IntoIterator<Item = impl Serialize>) -> String {
    trueghz_report::csv::table(rows, true)
}

/// The header alone, of rows such as this one: where there is none, whoever reads columns by their names finds them.
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
