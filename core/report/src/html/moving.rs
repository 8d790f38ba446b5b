//! The plot of a clock that moves.

use maud::{Markup, html};
use trueghz::report::axis::Axis;
use trueghz::report::curve::NARROWEST;
use trueghz::report::display::{FrequencyUnit, Rounded};

use super::plot::{Drawing, PlacedLabel, Plot, percent_along, with_room};

/// In pixels.
const HEIGHT: f64 = 260.0;

/// Distance of a name's baseline above the end of its curve, in pixels.
const NAME_ABOVE: f64 = 8.0;

/// Significant digits of a point in the data.
const DIGITS: usize = 5;

/// A mark across the plot with its name.
pub(super) struct Mark {
    /// Position along x.
    pub(super) at: f64,
    pub(super) name: String,
}

/// Clocks over something.
pub(super) struct Moving<'a> {
    pub(super) x: &'a Axis,
    pub(super) x_unit: &'static str,
    /// Points of `x` and hertz, a line each.
    pub(super) lines: &'a [Vec<(f64, f64)>],
    /// Names of the lines, in their order; empty if they need not be distinguished.
    pub(super) names: &'a [String],
    /// The class of the lines: how they look.
    pub(super) class: &'static str,
    /// Lowest and highest clock at each `x`; empty if they are not drawn.
    pub(super) band: &'a [(f64, f64, f64)],
    /// Whether each point is a measurement of its own, which deserves a dot.
    pub(super) has_dots: bool,
    pub(super) marks: &'a [Mark],
}

impl Moving<'_> {
    /// Draws them. `label` describes the plot for screen readers.
    pub(super) fn drawn(&self, label: &str) -> Drawing {
        let points = || self.lines.iter().flatten().copied();
        let clocks =
            || points().map(|(_, hz)| hz).chain(self.band.iter().flat_map(|&(_, low, high)| [low, high]));
        let (low, high) =
            clocks().fold((f64::INFINITY, 0.0_f64), |(low, high), hz| (low.min(hz), high.max(hz)));
        let (unit, unit_hz) = FrequencyUnit::of_axis(high);
        let y = Axis::around(low, high, high * NARROWEST, unit_hz);
        let plot = Plot { x: self.x, x_unit: self.x_unit, y: &y, y_unit: unit.symbol(), height: HEIGHT };
        let above = self.band.iter().map(|&(x, _, high)| (x, high));
        let below = self.band.iter().rev().map(|&(x, low, _)| (x, low));
        let class = format!("{} line", self.class);
        plot.drawn(
            label,
            &html! {
                (plot.stretched(&html! {
                    @if !self.band.is_empty() { path.band d=(plot.line(above.chain(below))) {} }
                    @for line in self.lines { path class=(class) d=(plot.line(line.iter().copied())) {} }
                }))
                @if self.has_dots {
                    @for (x, hz) in points() {
                        circle.measured.dot cx=(plot.x(x)) cy=(format!("{:.1}", plot.y(hz))) r="3.5" {}
                    }
                }
                (self.named(&plot))
                @for mark in self.marks { (mark.drawn(&plot)) }
            },
        )
    }

    /// The names of the lines, above their ends, as far as there is room.
    fn named(&self, plot: &Plot<'_>) -> Markup {
        let at_the_end = |(line, name): (&Vec<(f64, f64)>, _)| {
            let &(_, hz) = line.last()?;
            Some((plot.y(hz) - NAME_ABOVE, name))
        };
        html! {
            @for (y, name) in with_room(self.lines.iter().zip(self.names).filter_map(at_the_end)) {
                text.label.measured x="100%" y=(format!("{y:.1}")) text-anchor="end" { (name) }
            }
        }
    }
}

impl Mark {
    /// Above the plot, where no curve runs.
    fn drawn(&self, plot: &Plot<'_>) -> Markup {
        let PlacedLabel { text, x, anchor, .. } =
            PlacedLabel::in_plot(self.name.clone(), percent_along(plot.x, self.at));
        html! {
            line.claimed.dashed x1=(x) x2=(x) y1="0" y2=(HEIGHT) {}
            text.label.claimed x=(x) y="-8" text-anchor=(anchor) { (text) }
        }
    }
}

/// A clock of the data, in words.
pub(super) fn clock(hz: f64) -> String {
    Rounded::significant(hz, DIGITS).map_or_else(|| "unknown".to_owned(), |hz| hz.to_string())
}
