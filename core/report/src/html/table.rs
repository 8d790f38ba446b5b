//! Numbers as a table.

use maud::{Markup, Render, html};

use super::subpage::{Subpage, address};

/// A table, which scrolls on a narrow screen. The last cell of a short row spans the remaining
/// columns. A first cell that is the title of one of `pages` links to it.
pub(super) fn scrolled(head: &[impl Render], rows: &[Vec<String>], pages: &[Subpage]) -> Markup {
    html! {
        div.scrolled {
            table.data {
                thead { tr { @for name in head { th scope="col" { (name) } } } }
                tbody { @for row in rows { (cells(row, head.len(), pages)) } }
            }
        }
    }
}

fn cells(row: &[String], columns: usize, pages: &[Subpage]) -> Markup {
    let page = row.first().and_then(|title| address(pages, title));
    let rest = (row.len() < columns).then(|| columns - row.len() + 1);
    html! {
        tr {
            @for (place, cell) in row.iter().enumerate() {
                td colspan=[rest.filter(|_| place + 1 == row.len())] {
                    @match page.as_ref().filter(|_| place == 0) {
                        Some(page) => a href=(page) { (cell) },
                        None => (cell),
                    }
                }
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
                (scrolled(&self.head, &self.rows, &[]))
            }
        }
    }
}
