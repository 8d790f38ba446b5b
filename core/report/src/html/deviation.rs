//! The measurement magnified: how far its stretches lie from the reading, with the interval of each
//! and of the whole.

use maud::{Markup, html};
use trueghz::Interval;
use trueghz::estimate::variation::Point;
use trueghz::internal::NORMAL_FACTOR;
use trueghz::report::Reading;
use trueghz::report::axis::Axis;
use trueghz::report::number::RoundedNumber;

use super::figure::Figure;
use super::plot::Plot;
use super::table::Table;

/// In pixels: as high as the histogram next to it.
const HEIGHT: f64 = 140.0;

/// A stretch of the measurement, relative to the reading.
struct Stretch {
    at_ms: f64,
    ppm: f64,
    half_width_ppm: f64,
}

impl Stretch {
    fn of(point: &Point, frequency: &Interval) -> Stretch {
        Stretch {
            at_ms: point.at_ms,
            ppm: (point.hz / frequency.value - 1.0) * 1e6,
            half_width_ppm: NORMAL_FACTOR * point.error_hz / frequency.value * 1e6,
        }
    }
}

/// The figure; `None` if there is no number, if there are too few points to compare, or if the
/// clock varies: then the curve shows everything.
pub(super) fn figure(reading: &Reading) -> Option<Figure> {
    let frequency = reading.repeatable_hz?;
    if reading.range.is_some() || reading.time_line.len() < 2 {
        return None;
    }
    let stretches: Vec<Stretch> =
        reading.time_line.iter().map(|point| Stretch::of(point, &frequency)).collect();
    let interval = [frequency.low, frequency.high].map(|hz| (hz / frequency.value - 1.0) * 1e6);
    let low = stretches.iter().map(|s| s.ppm - s.half_width_ppm).fold(interval[0], f64::min);
    let high = stretches.iter().map(|s| s.ppm + s.half_width_ppm).fold(interval[1], f64::max);
    let (first, last) = (stretches.first()?.at_ms, stretches.last()?.at_ms);
    let x = Axis::around(first, last, 0.0, 1.0);
    let y = Axis::around(low, high, 0.0, 1.0);
    let plot = Plot { x: &x, x_unit: "ms", y: &y, y_unit: "ppm", height: HEIGHT };
    let sentence = "Each stretch with its 95 % interval; the band is that of the reading. Both leave out what the reference clock \
                    may be off by.";
    Some(Figure {
        is_wide: false,
        title: "Deviation from the reading",
        keys: &[],
        drawing: plot.drawn(
            &format!("Deviation from the reading, in ppm. {sentence}"),
            &inside(&plot, &stretches, interval),
        ),
        sentence: sentence.to_owned(),
        data: data(&stretches),
    })
}

fn inside(plot: &Plot<'_>, stretches: &[Stretch], [low, high]: [f64; 2]) -> Markup {
    let (top, bottom) = (plot.y(high), plot.y(low));
    html! {
        rect.band x="0" width="100%" y=(format!("{top:.1}")) height=(format!("{:.1}", bottom - top)) {}
        @for stretch in stretches {
            @let x = plot.x(stretch.at_ms);
            @let ends = [-1.0, 1.0].map(|side| plot.y(stretch.ppm + side * stretch.half_width_ppm));
            line.measured x1=(x) x2=(x) y1=(format!("{:.1}", ends[0])) y2=(format!("{:.1}", ends[1])) {}
            circle.measured.dot cx=(x) cy=(format!("{:.1}", plot.y(stretch.ppm))) r="2.5" {}
        }
    }
}

fn data(stretches: &[Stretch]) -> Table {
    let row = |stretch: &Stretch| {
        vec![
            RoundedNumber::new(stretch.at_ms, 1).digits(),
            RoundedNumber::new(stretch.ppm, 1).signed(),
            RoundedNumber::new(stretch.half_width_ppm, 1).digits(),
        ]
    };
    Table::new(&["time, ms", "deviation, ppm", "\u{b1} (95 %), ppm"], stretches.iter().map(row))
}
