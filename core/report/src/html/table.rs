//! Numbers as a table.

use maud::{Markup, Render, html};

/// A table, which scrolls on a narrow screen. The last cell of a short row spans the remaining
/// columns.
pub(super) fn scrolled(head: &[impl Render], rows: &[Vec<String>]) -> Markup {
    html! {
        div.scrolled {
            table.data {
                thead { tr { @for name in head { th scope="col" { (name) } } } }
                tbody { @for row in rows { (cells(row, head.len())) } }
            }
        }
    }
}

fn cells(row: &[String], columns: usize) -> Markup {
    let rest = (row.len() < columns).then(|| columns - row.len() + 1);
    html! {
        tr {
            @for (place, cell) in row.iter().enumerate() {
                td colspan=[rest.filter(|_| place + 1 == row.len())] { (cell) }
            }
        }
    }
}

/// The data of a plot: columns with their units, and rows of as many cells.
pub(super) struct Table {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
        Table { head: head.iter().map(ToString::to_string).collect(), rows: rows.collect() }
    }

    /// The table, collapsed by default: a curve has a hundred points.
    pub(super) fn folded(&self) -> Markup {
        html! {
            details {
                summary { "Data" }
                (scrolled(&self.head, &self.rows))
            }
        }
    }
}
