//! All cores on one axis, with the claimed clock of each.

use maud::{Markup, html};
use trueghz::report::Reading;
use trueghz::report::axis::Axis;
use trueghz::report::curve::{CLAIM_WITHIN, NARROWEST};
use trueghz::report::display::FrequencyUnit;
use trueghz::report::phrases::{percent, stated_hz};

use super::core_section::verdict;
use super::strip::{self, Mark};
use crate::lines::core_and_kind;

/// The id of the section of a core, by its place among those of the measurement.
pub(super) fn anchor(place: usize) -> String {
    format!("reading-{place}")
}

pub(super) fn of(readings: &[Reading]) -> Markup {
    let (axis, unit) = axis(readings);
    html! {
        figure.wide {
            figcaption {
                "Clock of each core"
                span.key { i.measured {} "measured" }
                span.key { i.claimed {} "claimed" }
            }
            table.strips.cores {
                thead { tr {
                    th scope="col" { "core" }
                    td { (strip::labels(&axis)) }
                    th scope="col" { "clock" @if !axis.ticks.is_empty() { ", " (unit.symbol()) } }
                    th scope="col" { "claimed" }
                    th scope="col" { "deviation" }
                    th scope="col" { "verdict" }
                } }
                tbody {
                    @for (place, reading) in readings.iter().enumerate() { (row(place, reading, &axis)) }
                }
            }
        }
    }
}

/// An axis that contains every clock, and every claimed clock that is near enough to be drawn.
fn axis(readings: &[Reading]) -> (Axis, FrequencyUnit) {
    let measured: Vec<f64> = readings.iter().flat_map(measured_hz).collect();
    let lowest = measured.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = measured.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let claims = readings.iter().filter_map(|reading| reading.claim).map(|claim| claim.hz);
    let near = |hz: &f64| (lowest / CLAIM_WITHIN..=highest * CLAIM_WITHIN).contains(hz);
    let (low, high) =
        claims.filter(near).fold((lowest, highest), |(low, high), hz| (low.min(hz), high.max(hz)));
    let (unit, unit_hz) = FrequencyUnit::of_axis(highest);
    (Axis::around(low, high, highest * NARROWEST, unit_hz), unit)
}

/// All measured clocks that are drawn for a reading.
fn measured_hz(reading: &Reading) -> impl Iterator<Item = f64> {
    let range = reading.range.iter().flat_map(|range| [range.low_hz, range.high_hz]);
    let clock = reading.frequency_hz.iter().flat_map(|clock| [clock.value, clock.low, clock.high]);
    clock.chain(range)
}

fn row(place: usize, reading: &Reading, axis: &Axis) -> Markup {
    let clock = clock(reading);
    let claimed = reading.claim.map(|claim| stated_hz(claim.hz));
    let deviation = reading.claim.and_then(|claim| claim.difference_percent).map(percent);
    let label = match &claimed {
        Some(claimed) => format!("{clock}, claimed {claimed}"),
        None => clock.clone(),
    };
    html! {
        tr {
            th scope="row" {
                a href=(format!("#{}", anchor(place))) { (core_and_kind(reading)) }
            }
            td { (strip::row(axis, &label, &marks(reading, axis))) }
            td.reason[reading.display().is_none()] { (clock) }
            td { (claimed.unwrap_or_default()) }
            td { (deviation.unwrap_or_default()) }
            td { (verdict(reading.verdict)) }
        }
    }
}

/// The number with its uncertainty, or a lower bound, or the reason if there is neither.
fn clock(reading: &Reading) -> String {
    let bound = reading.at_least().map(|hz| format!("\u{2265} {hz}"));
    let number = reading.display().map(|shown| format!("{} \u{b1} {}", shown.number, shown.uncertainty));
    let reason = || reading.reason.map(|reason| reason.text().to_owned());
    number.or(bound).or_else(reason).unwrap_or_default()
}

/// The range and the levels of a varying clock below the number, and the claimed clock if it is
/// within the axis.
fn marks(reading: &Reading, axis: &Axis) -> Vec<Mark> {
    let range = reading.range.map(|range| Mark::Bar { class: "band", from: range.low_hz, to: range.high_hz });
    let level = |hz: f64| Mark::Tick { class: "measured", at: hz };
    let dot = reading.frequency_hz.map(|clock| Mark::Dot {
        class: "measured",
        at: clock.value,
        low: clock.low,
        high: clock.high,
    });
    let claim = reading.claim.map(|claim| claim.hz).filter(|hz| (axis.low..=axis.high).contains(hz));
    let claim = claim.map(|hz| Mark::Tick { class: "claimed", at: hz });
    range
        .into_iter()
        .chain(claim)
        .chain(reading.states.iter().map(|state| level(state.hz)))
        .chain(dot)
        .collect()
}
