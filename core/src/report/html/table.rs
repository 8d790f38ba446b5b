//! The data of a plot as a table.

use maud::{Markup, html};

/// Columns with their units, and rows of as many cells.
pub(super) struct Table {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
        Table { head: head.iter().map(ToString::to_string).collect(), rows: rows.collect() }
    }

    /// The table, folded until somebody asks for it: a curve has a hundred points.
    pub(super) fn folded(&self) -> Markup {
        html! {
            details {
                summary { "Data" }
                div.scrolled {
                    table.data {
                        thead { tr { @for name in &self.head { th scope="col" { (name) } } } }
                        tbody { @for row in &self.rows { tr { @for cell in row { td { (cell) } } } } }
                    }
                }
            }
        }
    }
}
