//! The frame of a plot: a quiet grid with labels, as wide as the page allows.
//!
//! Along x, places are percentages; along y, pixels. So text keeps its size on every screen, and only the lines
//! stand in a picture of their own that is stretched.

use maud::{Markup, html};

use crate::report::axis::Axis;

/// A label nearer to an end than this, in percent of the width, would stick out if it stood in the middle of its
/// tick.
const NEAR_AN_END: f64 = 6.0;

/// Where `value` lies on an axis from left to right, in percent of its length.
pub(super) fn percent_along(axis: &Axis, value: f64) -> f64 {
    (value - axis.low) / (axis.high - axis.low) * 100.0
}

/// A share of the width as an attribute.
pub(super) fn width_percent(percent: f64) -> String {
    format!("{percent:.2}%")
}

/// The side of its place at which a label stands, so that it stays within the plot.
pub(super) fn anchor_at(percent: f64) -> &'static str {
    match percent {
        percent if percent < NEAR_AN_END => "start",
        percent if percent > 100.0 - NEAR_AN_END => "end",
        _ => "middle",
    }
}

/// Labels are at least so far above each other, in pixels: a line of text.
const LABEL_HEIGHT: f64 = 15.0;

/// Of labels, each at a height in pixels, those for which there is room: who comes first stays.
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
    /// Where a value lies along x, as an attribute.
    pub(super) fn x(&self, value: f64) -> String {
        width_percent(percent_along(self.x, value))
    }

    /// Where a value lies along y, in pixels from above.
    pub(super) fn y(&self, value: f64) -> f64 {
        self.height * (1.0 - percent_along(self.y, value) / 100.0)
    }

    /// A line through these points, in the coordinates of [`Plot::stretched`].
    pub(super) fn line(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let place = |(x, y): (f64, f64)| format!("{:.2} {:.1}", percent_along(self.x, x), self.y(y));
        let places: Vec<String> = points.map(place).collect();
        if places.is_empty() { String::new() } else { format!("M{}", places.join("L")) }
    }

    /// The picture in which lines stand: 100 wide, as high as the plot.
    pub(super) fn stretched(&self, lines: &Markup) -> Markup {
        html! {
            svg width="100%" height=(self.height) viewBox=(format!("0 0 100 {}", self.height))
                preserveAspectRatio="none" { (lines) }
        }
    }

    /// The whole plot: the grid with `inside` before it. `label` is what it shows, for those who do not see
    /// it.
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
            text.label x="-8" y="-8" text-anchor="end" { (self.y_unit) }
            @for tick in &self.y.ticks {
                @let y = format!("{:.1}", self.y(tick.at));
                line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
                text.label x="-8" y=(y) dy="0.35em" text-anchor="end" { (tick.label.digits()) }
            }
            line.axis x1="0" x2="100%" y1=(bottom) y2=(bottom) {}
            @for (place, tick) in self.x.ticks.iter().enumerate() {
                @let percent = percent_along(self.x, tick.at);
                @let x = width_percent(percent);
                line.axis x1=(x) x2=(x) y1=(bottom) y2=(bottom + 4.0) {}
                text.label x=(x) y=(bottom + 18.0) text-anchor=(anchor_at(percent)) {
                    (tick.label.digits())
                    @if place + 1 == self.x.ticks.len() { " " (self.x_unit) }
                }
            }
        }
    }
}
