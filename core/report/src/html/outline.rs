//! A report in words, laid out on a page: first the main result, large; the facts; the plots; the
//! tables.

use maud::{Markup, html};
use trueghz::report::provenance::Provenance;

use super::figure::Figure;
use super::frame;
use super::subpage::{Subpage, subpages};
use super::table::scrolled;
use crate::outline::{Headline, Outline, OutlineTable};

/// The page. `explained` explains it to first-time readers.
pub(super) fn page(
    outline: &Outline,
    figures: &[Figure],
    pages: &[Subpage],
    explained: &str,
    provenance: Provenance<'_>,
) -> String {
    let body = html! {
        (subpages(pages))
        h2 { (outline.title) }
        @match &outline.headline {
            Some(headline) => { (number(headline)) p.quiet { (outline.summary) } }
            None => (no_number(&outline.summary)),
        }
        @if !outline.facts.is_empty() {
            (facts(&outline.facts))
        }
        @if !figures.is_empty() { div.figures { @for figure in figures { (figure) } } }
        @for of in &outline.tables { (table(of, pages, outline.tables.len() > 1)) }
        footer {
            p { (explained) }
            p { (provenance) "." }
        }
    };
    let found = outline.headline.as_ref().map(|headline| format!("{} {}", headline.number, headline.unit));
    // Without the core's kind, which is not part of the name that people use.
    let core = outline.facts.iter().find(|(label, _)| label == "core");
    let core = core.and_then(|(_, core)| core.split(',').next()).unwrap_or_default();
    frame::page(
        &frame::title(found.as_deref(), core, outline.verb, provenance.measured_at),
        &outline.machine,
        &body,
    )
}

/// Facts with their labels.
pub(super) fn facts(facts: &[(String, String)]) -> Markup {
    html! { dl { @for (label, value) in facts { div { dt { (label) } dd { (value) } } } } }
}

/// The first sentence of the summary in the number's place, and the rest in smaller print.
fn no_number(summary: &str) -> Markup {
    let (first, rest) = summary.find(". ").map_or((summary, ""), |end| summary.split_at(end + 1));
    html! {
        p.number.reason { (first) }
        p.quiet { (rest.trim_start()) }
    }
}

fn number(headline: &Headline) -> Markup {
    html! {
        p.number { (headline.number) " " span.unit { (headline.unit) } }
        p.uncertainty { (headline.of) }
    }
}

/// Names with more letters leave too little room for the other columns on a phone.
const LONG: usize = 8;

/// Tables of fewer columns have cells of many letters, which are not to be broken.
const MANY_COLUMNS: usize = 5;

/// A cell with more letters is a text, which is wrapped in its column.
const TEXT: usize = 40;

/// If there are several tables, their columns are aligned with each other. A first cell that is the
/// name of a page links to it.
pub(super) fn table(of: &OutlineTable, pages: &[Subpage], is_one_of_several: bool) -> Markup {
    let is_aligned = is_one_of_several && of.head.len() >= MANY_COLUMNS;
    let is_long = of.rows.iter().any(|row| row.first().is_some_and(|name| name.chars().count() > LONG));
    let has_texts = of.rows.iter().any(|row| row.last().is_some_and(|cell| cell.chars().count() > TEXT));
    html! {
        figure.rows.aligned[is_aligned].long[is_aligned && is_long].worded[!is_aligned && has_texts] {
            @if !of.title.is_empty() { figcaption { (of.title) } }
            (scrolled(&of.head, &of.rows, pages))
        }
    }
}
