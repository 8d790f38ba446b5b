//! Window durations relative to an undisturbed window.

use maud::{Markup, html};
use trueghz::report::Reading;
use trueghz::report::axis::Axis;
use trueghz::report::histogram::{Bin, WindowHistogram};
use trueghz::report::number::RoundedNumber;
use trueghz::report::phrases::count;

use super::figure::{Figure, Key};
use super::plot::{Plot, percent_along, width_percent};
use super::table::Table;
use crate::lines::windows;

/// In pixels: as high as the deviations next to it.
const HEIGHT: f64 = 140.0;

/// Fraction of a bin's width that its bar fills: bars that touch would be one shape.
const BAR: f64 = 0.86;

const KEYS: &[Key] =
    &[Key { class: "measured", text: "undisturbed" }, Key { class: "dropped", text: "disturbed" }];

pub(super) fn figure(histogram: &WindowHistogram, reading: &Reading) -> Figure {
    let most = histogram.bins.iter().map(|bin| bin.kept + bin.dropped).max().unwrap_or(0);
    let windows_axis = Axis::exact(0.0, most as f64, 1.0);
    let plot =
        Plot { x: &histogram.axis, x_unit: "ppm", y: &windows_axis, y_unit: "windows", height: HEIGHT };
    let kept = windows(reading).map(|windows| format!("{windows}.")).unwrap_or_default();
    let beyond = match histogram.beyond {
        0 => String::new(),
        beyond => format!(" {} more are off the scale.", count(beyond)),
    };
    let sentence = format!("ppm longer than undisturbed. {kept}{beyond}");
    Figure {
        is_wide: false,
        title: "Window durations",
        keys: KEYS,
        drawing: plot.drawn(&format!("Window durations. {sentence}"), &bars(&plot, &histogram.bins)),
        sentence,
        data: data(&histogram.bins),
    }
}

fn bars(plot: &Plot<'_>, bins: &[Bin]) -> Markup {
    let bar = |bin: &Bin, class: &str, from: usize, to: usize| {
        let (top, bottom) = (plot.y(to as f64), plot.y(from as f64));
        let width = (percent_along(plot.x, bin.high_ppm) - percent_along(plot.x, bin.low_ppm)) * BAR;
        html! {
            @if to > from {
                rect class=(class) x=(plot.x(bin.low_ppm)) width=(width_percent(width))
                    y=(format!("{top:.1}")) height=(format!("{:.1}", bottom - top)) {}
            }
        }
    };
    html! {
        @for bin in bins {
            (bar(bin, "measured", 0, bin.kept))
            (bar(bin, "dropped", bin.kept, bin.kept + bin.dropped))
        }
    }
}

fn data(bins: &[Bin]) -> Table {
    let ppm = |value: f64| RoundedNumber::new(value, 0).signed();
    let row = |bin: &Bin| vec![ppm(bin.low_ppm), ppm(bin.high_ppm), count(bin.kept), count(bin.dropped)];
    Table::new(&["from, ppm", "to, ppm", "undisturbed", "disturbed"], bins.iter().map(row))
}
