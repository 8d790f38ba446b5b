//! Pages within a page: each takes its place when the address names it, without a script.

use maud::{Markup, html};

use super::outline::{facts, table};
use crate::outline::OutlineTable;

/// A page about a row of an outline's tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subpage {
    /// The title, which is the first cell of the row that links to it.
    pub title: String,
    /// Facts, each with its label.
    pub facts: Vec<(String, String)>,
    /// Rows of numbers.
    pub tables: Vec<OutlineTable>,
    /// Listings, each with its caption.
    pub listings: Vec<(String, String)>,
}

/// The name of a page in addresses.
fn anchor(place: usize) -> String {
    format!("p{place}")
}

/// The address of the page with this title.
pub(super) fn address(pages: &[Subpage], title: &str) -> Option<String> {
    let place = pages.iter().position(|page| page.title == title)?;
    Some(format!("#{}", anchor(place)))
}

/// The pages, each hidden until the address names it.
pub(super) fn subpages(pages: &[Subpage]) -> Markup {
    html! {
        @for (place, page) in pages.iter().enumerate() {
            article.page id=(anchor(place)) {
                p.quiet { a href="#" { "Back to the table" } }
                h2 { (page.title) }
                (facts(&page.facts))
                @for of in &page.tables { (table(of, &[], false)) }
                @for (caption, text) in &page.listings {
                    figure.rows {
                        figcaption { (caption) }
                        pre { (text) }
                    }
                }
            }
        }
    }
}
