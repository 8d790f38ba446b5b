//! A report in words, laid out on a page: what is asked for first, large; the facts; the plots; the tables.

use maud::{Markup, html};

use super::figure::Figure;
use super::frame;
use super::table::scrolled;
use crate::report::outline::{Headline, Outline, OutlineTable};
use crate::report::provenance::Provenance;

/// The page. `explained` is what a reader should know who has never seen one.
pub(super) fn page(
    outline: &Outline,
    figures: &[Figure],
    explained: &str,
    provenance: Provenance<'_>,
) -> String {
    let body = html! {
        h2 { (outline.title) }
        @match &outline.headline {
            Some(headline) => { (number(headline)) p.quiet { (outline.summary) } }
            None => p.number.reason { (outline.summary) },
        }
        @if !outline.facts.is_empty() {
            dl { @for (label, value) in &outline.facts { div { dt { (label) } dd { (value) } } } }
        }
        @if !figures.is_empty() { div.figures { @for figure in figures { (figure) } } }
        @for of in &outline.tables { (table(of, outline.tables.len() > 1)) }
        footer {
            p { (explained) }
            p { (provenance) "." }
        }
    };
    frame::page(&outline.machine, &body)
}

fn number(headline: &Headline) -> Markup {
    html! {
        p.number { (headline.number) " " span.unit { (headline.unit) } }
        p.uncertainty { (headline.of) }
    }
}

/// One of several has its columns where the others have theirs.
fn table(of: &OutlineTable, is_aligned: bool) -> Markup {
    html! {
        figure.rows.aligned[is_aligned] {
            @if !of.title.is_empty() { figcaption { (of.title) } }
            (scrolled(&of.head, &of.rows))
        }
    }
}
