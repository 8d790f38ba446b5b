//! Rows of a table that are drawn along a shared axis: each plot is next to its numbers.

use maud::{Markup, html};
use trueghz::report::axis::Axis;

use super::plot::{percent_along, tick_labels, width_percent};

/// In pixels: two lines of text, as high as the text next to it on a phone.
const HEIGHT: f64 = 26.0;

/// Minimum width of a strip, in pixels (`min-width` in `style.css`).
const LEAST_WIDTH: f64 = 128.0;

/// A mark in a row, in the axis's unit.
pub(super) enum Mark {
    /// A value with its interval.
    Dot { class: &'static str, at: f64, low: f64, high: f64 },
    /// A value that is only stated.
    Tick { class: &'static str, at: f64 },
    /// A range of values.
    Bar { class: &'static str, from: f64, to: f64 },
}

/// A row. `label` describes it for screen readers.
pub(super) fn row(axis: &Axis, label: &str, marks: &[Mark]) -> Markup {
    html! {
        svg.strip role="img" aria-label=(label) width="100%" height=(HEIGHT) {
            @for tick in &axis.ticks {
                @let x = along(axis, tick.at);
                line.grid x1=(x) x2=(x) y1="0" y2="100%" {}
            }
            @for mark in marks { (drawn(axis, mark)) }
        }
    }
}

/// The labels of the axis, for a row of their own; their unit is in the header of a column.
pub(super) fn labels(axis: &Axis) -> Markup {
    html! {
        svg.strip aria-hidden="true" width="100%" height="18" {
            @for label in tick_labels(axis, "", LEAST_WIDTH) {
                text.label x=(label.x) y="13" text-anchor=(label.anchor) { (label.text) }
            }
        }
    }
}

fn drawn(axis: &Axis, mark: &Mark) -> Markup {
    let middle = HEIGHT / 2.0;
    match *mark {
        Mark::Dot { class, at, low, high } => html! {
            line class=(class) x1=(along(axis, low)) x2=(along(axis, high)) y1=(middle) y2=(middle) {}
            circle class=(format!("{class} dot")) cx=(along(axis, at)) cy=(middle) r="3.5" {}
        },
        Mark::Tick { class, at } => {
            let x = along(axis, at);
            html! { line class=(class) x1=(x) x2=(x) y1="5" y2=(HEIGHT - 5.0) {} }
        }
        Mark::Bar { class, from, to } => {
            let width = width_percent(percent_along(axis, to) - percent_along(axis, from));
            html! { rect class=(class) x=(along(axis, from)) width=(width) y="8" height=(HEIGHT - 16.0) {} }
        }
    }
}

fn along(axis: &Axis, value: f64) -> String {
    width_percent(percent_along(axis, value))
}
