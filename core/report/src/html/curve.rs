//! The clock over time: the warm-up fades into the measurement, with the claimed clock and the
//! levels of a clock that varied.

use maud::{Markup, html};
use trueghz::estimate::variation::Point;
use trueghz::internal::NORMAL_FACTOR;
use trueghz::report::Reading;
use trueghz::report::curve::Curve;
use trueghz::report::display::{FrequencyDisplay, Rounded};
use trueghz::report::number::RoundedNumber;
use trueghz::report::numbers::StateNumbers;
use trueghz::report::phrases::stated_hz;

use super::figure::{Figure, Key};
use super::plot::{Plot, with_room};
use super::table::Table;

/// In pixels: low relative to its width on a desktop, and high enough for a phone.
const HEIGHT: f64 = 220.0;

/// Minimum height of a visible band, in pixels: the curve's line covers a lower one.
const LOWEST_BAND: f64 = 2.0;

/// Distance of a label's baseline above the line that it names, in pixels.
const ABOVE_LINE: f64 = 6.0;

/// Distance of a label's baseline below the top, in pixels.
const BELOW_TOP: f64 = 14.0;

/// Significant digits of a block of the warm-up, whose error is unknown: as many as in the sentence
/// below the plot.
const WARM_UP_DIGITS: usize = 3;

const KEYS: &[Key] =
    &[Key { class: "warm-up", text: "warm-up" }, Key { class: "measured", text: "measurement" }];

/// The figure; `None` if nothing was measured.
pub(super) fn figure(reading: &Reading) -> Option<Figure> {
    let curve = Curve::magnified(reading);
    if curve.warm_up.is_empty() && curve.steady.is_empty() {
        return None;
    }
    let plot = Plot {
        x: &curve.time,
        x_unit: "ms",
        y: &curve.frequency,
        y_unit: curve.frequency_unit.symbol(),
        height: HEIGHT,
    };
    let sentence = curve.finding.map(|finding| finding.text()).unwrap_or_default();
    let inside = html! {
        (lines(&plot, &curve))
        (labels(&plot, &curve, reading))
    };
    Some(Figure {
        is_wide: true,
        title: "Clock over time",
        keys: KEYS,
        drawing: plot.drawn(&format!("Clock over time. {sentence}"), &inside),
        sentence,
        data: data(&curve),
    })
}

/// The band, the claim, the warm-up and the measurement, one upon the other.
fn lines(plot: &Plot<'_>, curve: &Curve) -> Markup {
    let steady = || curve.steady.iter().map(|point| (point.at_ms, point.hz));
    let pieces = curve.warm_up.chunk_by(|one, next| one.segment == next.segment);
    let mut warm_up: Vec<Vec<(f64, f64)>> =
        pieces.map(|piece| piece.iter().map(|point| (point.at_ms, point.hz)).collect()).collect();
    // On to the first point of the measurement, so that one curve is seen.
    if let Some(last) = warm_up.last_mut() {
        last.extend(steady().take(1));
    }
    html! {
        (plot.stretched(&html! {
            @if let Some(band) = band(plot, curve) { path.band d=(band) {} }
            @for piece in warm_up { path.warm-up.line d=(plot.line(piece.into_iter())) {} }
            path.measured.line d=(plot.line(steady())) {}
        }))
        @if let Some(claim_hz) = curve.claim_hz {
            @let y = format!("{:.1}", plot.y(claim_hz));
            line.claimed.dashed x1="0" x2="100%" y1=(y) y2=(y) {}
        }
        // The start and the end of the measurement.
        @for point in ends(&curve.steady) {
            circle.measured.dot cx=(plot.x(point.at_ms)) cy=(format!("{:.1}", plot.y(point.hz))) r="3.5" {}
        }
    }
}

fn ends(points: &[Point]) -> impl Iterator<Item = &Point> {
    points.first().into_iter().chain(points.last())
}

/// The interval, or the range of a varying clock, over the time of the measurement; `None` if it
/// would not be visible.
fn band(plot: &Plot<'_>, curve: &Curve) -> Option<String> {
    let band = curve.band?;
    let (start, end) = (curve.steady.first()?.at_ms, curve.steady.last()?.at_ms);
    let is_seen = plot.y(band.low_hz) - plot.y(band.high_hz) >= LOWEST_BAND;
    let corners = [(start, band.low_hz), (end, band.low_hz), (end, band.high_hz), (start, band.high_hz)];
    is_seen.then(|| plot.line(corners.into_iter()))
}

/// Labels at the right end: the claimed clock, then the levels with the largest time shares of a
/// varying clock, as far as there is room.
fn labels(plot: &Plot<'_>, curve: &Curve, reading: &Reading) -> Markup {
    let claim = reading.claim.map(|claim| {
        let text = format!("claimed {}", stated_hz(claim.hz));
        match (curve.claim_hz, claim.hz > curve.frequency.high) {
            (Some(hz), _) => (plot.y(hz) - ABOVE_LINE, ("claimed", text)),
            // Beyond the axis: at its end.
            (None, true) => {
                (plot.y(curve.frequency.high) + BELOW_TOP, ("claimed", format!("\u{2191} {text}")))
            }
            (None, false) => {
                (plot.y(curve.frequency.low) - ABOVE_LINE, ("claimed", format!("\u{2193} {text}")))
            }
        }
    });
    let states = reading.states.iter().zip(StateNumbers::of(&reading.states)).map(|(state, numbers)| {
        let text = format!("{}, {} %", numbers.level, numbers.percent_of_time.digits());
        (plot.y(state.hz) - ABOVE_LINE, ("measured", text))
    });
    html! {
        @for (y, (class, text)) in with_room(claim.into_iter().chain(states)) {
            @let y = format!("{y:.1}");
            text class=(format!("label {class}")) x="100%" y=(y) text-anchor="end" { (text) }
        }
    }
}

fn data(curve: &Curve) -> Table {
    let time = |at_ms: f64| RoundedNumber::new(at_ms, 1).digits();
    let unknown = || "unknown".to_owned();
    let warm_up = curve.warm_up.iter().map(|sample| {
        let clock = Rounded::significant(sample.hz, WARM_UP_DIGITS);
        vec![
            "warm-up".to_owned(),
            time(sample.at_ms),
            clock.map_or_else(unknown, |hz| hz.to_string()),
            unknown(),
        ]
    });
    let steady = curve.steady.iter().map(|point| {
        let shown = FrequencyDisplay::new(point.hz, NORMAL_FACTOR * point.error_hz);
        let (clock, half_width) = shown.map_or_else(
            || (unknown(), unknown()),
            |shown| (shown.number.to_string(), shown.uncertainty.to_string()),
        );
        vec!["measurement".to_owned(), time(point.at_ms), clock, half_width]
    });
    Table::new(&["part", "time, ms", "clock", "\u{b1} (95 %)"], warm_up.chain(steady))
}
