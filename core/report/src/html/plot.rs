//! The frame of a plot: a quiet grid with labels, as wide as the page allows.
//!
//! Positions are percentages along x and pixels along y, so that text keeps its size on every
//! screen. Only the lines are in a picture of their own, which is stretched.

use maud::{Markup, html};
use trueghz::report::axis::Axis;

/// Minimum width of a plot, in pixels: on a phone that is 360 wide.
const LEAST_WIDTH: f64 = 264.0;

/// Maximum width of a letter of a label, in pixels: a wide one of 12 pixels' height, of which a
/// label has few.
const LETTER: f64 = 7.2;

/// Minimum distance between labels, in pixels, so that they do not read as one.
const BETWEEN_LABELS: f64 = 8.0;

/// Position of `value` on an axis from left to right, in percent of its length.
pub(super) fn percent_along(axis: &Axis, value: f64) -> f64 {
    (value - axis.low) / (axis.high - axis.low) * 100.0
}

/// A share of the width as an attribute.
pub(super) fn width_percent(percent: f64) -> String {
    format!("{percent:.2}%")
}

/// A label of a place along x.
pub(super) struct PlacedLabel {
    pub(super) text: String,
    pub(super) x: String,
    /// Text anchor, which keeps the label within the plot.
    pub(super) anchor: &'static str,
    /// Its extent at the plot's minimum width, in pixels.
    reach: (f64, f64),
}

impl PlacedLabel {
    /// A label at this percentage of a width that is `least_px` at least.
    pub(super) fn new(text: String, percent: f64, least_px: f64) -> PlacedLabel {
        let width = text.chars().count() as f64 * LETTER;
        let at = percent / 100.0 * least_px;
        let (anchor, from) = if at < width / 2.0 {
            ("start", at)
        } else if at > least_px - width / 2.0 {
            ("end", at - width)
        } else {
            ("middle", at - width / 2.0)
        };
        PlacedLabel { text, x: width_percent(percent), anchor, reach: (from, from + width) }
    }

    /// A label within a plot, whose minimum width is known.
    pub(super) fn in_plot(text: String, percent: f64) -> PlacedLabel {
        PlacedLabel::new(text, percent, LEAST_WIDTH)
    }

    fn is_clear_of(&self, other: &PlacedLabel) -> bool {
        self.reach.0 >= other.reach.1 + BETWEEN_LABELS || other.reach.0 >= self.reach.1 + BETWEEN_LABELS
    }
}

/// The labels of an axis that fit at its minimum width: the last one, which has the `unit`, the
/// first one, and those between.
pub(super) fn tick_labels(axis: &Axis, unit: &str, least_px: f64) -> Vec<PlacedLabel> {
    let count = axis.ticks.len();
    let label = |place: usize| {
        let tick = axis.ticks[place];
        let unit = if place + 1 == count && !unit.is_empty() { format!(" {unit}") } else { String::new() };
        PlacedLabel::new(tick.label.digits() + &unit, percent_along(axis, tick.at), least_px)
    };
    let last = count.saturating_sub(1);
    let mut placed: Vec<PlacedLabel> = Vec::new();
    for label in std::iter::once(last).chain(0..last).filter(|_| count > 0).map(label) {
        if placed.iter().all(|other| label.is_clear_of(other)) {
            placed.push(label);
        }
    }
    placed
}

/// Minimum vertical distance of labels, in pixels: a line of text.
const LABEL_HEIGHT: f64 = 15.0;

/// Returns the labels for which there is room, each at a height in pixels: earlier ones take
/// precedence.
pub(super) fn with_room<T>(labels: impl Iterator<Item = (f64, T)>) -> Vec<(f64, T)> {
    let mut placed: Vec<(f64, T)> = Vec::new();
    for (y, label) in labels {
        if placed.iter().all(|(other, _)| (other - y).abs() >= LABEL_HEIGHT) {
            placed.push((y, label));
        }
    }
    placed
}

pub(super) struct Plot<'a> {
    pub(super) x: &'a Axis,
    pub(super) x_unit: &'static str,
    pub(super) y: &'a Axis,
    pub(super) y_unit: &'static str,
    /// In pixels, without the labels below.
    pub(super) height: f64,
}

/// A plot that was drawn.
pub(super) struct Drawing {
    pub(super) markup: Markup,
    /// In pixels, without the labels around.
    pub(super) height: f64,
}

impl Plot<'_> {
    /// Position of a value along x, as an attribute.
    pub(super) fn x(&self, value: f64) -> String {
        width_percent(percent_along(self.x, value))
    }

    /// Position of a value along y, in pixels from the top.
    pub(super) fn y(&self, value: f64) -> f64 {
        self.height * (1.0 - percent_along(self.y, value) / 100.0)
    }

    /// A line through these points, in the coordinates of [`Plot::stretched`].
    pub(super) fn line(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let place = |(x, y): (f64, f64)| format!("{:.2} {:.1}", percent_along(self.x, x), self.y(y));
        let places: Vec<String> = points.map(place).collect();
        if places.is_empty() { String::new() } else { format!("M{}", places.join("L")) }
    }

    /// The picture for lines: 100 wide, as high as the plot.
    pub(super) fn stretched(&self, lines: &Markup) -> Markup {
        html! {
            svg width="100%" height=(self.height) viewBox=(format!("0 0 100 {}", self.height))
                preserveAspectRatio="none" { (lines) }
        }
    }

    /// The whole plot: the grid with `inside` in front of it. `label` describes it for screen
    /// readers.
    pub(super) fn drawn(&self, label: &str, inside: &Markup) -> Drawing {
        let markup = html! {
            svg.plot role="img" aria-label=(label) width="100%" height=(self.height) {
                (self.grid())
                (inside)
            }
        };
        Drawing { markup, height: self.height }
    }

    fn grid(&self) -> Markup {
        let bottom = self.height;
        html! {
            // Above the label of a tick at the very top.
            text.label x="-8" y="-14" text-anchor="end" { (self.y_unit) }
            @for tick in &self.y.ticks {
                @let y = format!("{:.1}", self.y(tick.at));
                line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
                text.label x="-8" y=(y) dy="0.35em" text-anchor="end" { (tick.label.digits()) }
            }
            line.axis x1="0" x2="100%" y1=(bottom) y2=(bottom) {}
            @for tick in &self.x.ticks {
                @let x = self.x(tick.at);
                line.axis x1=(x) x2=(x) y1=(bottom) y2=(bottom + 4.0) {}
            }
            @for label in tick_labels(self.x, self.x_unit, LEAST_WIDTH) {
                text.label x=(label.x) y=(bottom + 18.0) text-anchor=(label.anchor) { (label.text) }
            }
        }
    }
}
