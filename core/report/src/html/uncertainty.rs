//! The uncertainty budget: the components of the interval, and their combination.

use maud::{Markup, html};
use trueghz::Interval;
use trueghz::estimate::{Frequency, UncertaintyBudget};
use trueghz::report::axis::Axis;
use trueghz::report::number::RoundedNumber;
use trueghz::report::numbers::ReadingNumbers;

use super::strip::{self, Mark};

/// Significant digits of the parts and of the interval's ends.
const DIGITS: usize = 2;

/// Largest relative step of a number with two significant digits: a change by less than half of it
/// does not show.
const SHOWS: f64 = 0.1;

/// A part of the half-width, in parts per million.
struct Part {
    name: &'static str,
    ppm: f64,
    /// Whether the interval has it above the reading only.
    is_upwards: bool,
}

impl Part {
    fn new(name: &'static str, ppm: f64) -> Part {
        Part { name, ppm, is_upwards: false }
    }
}

/// The components of an interval, in parts per million: their sums in quadrature are the distances
/// of its ends.
fn parts(frequency: &Frequency) -> Vec<Part> {
    let UncertaintyBudget {
        quantisation_ppm,
        batch_spread_ppm,
        chain_disagreement_ppm,
        undetected_ppm,
        reference_ppm,
    } = frequency.budget;
    // The spread of the batches includes the quantisation, and few batches may show less of it by
    // chance.
    let scatter = if batch_spread_ppm >= quantisation_ppm {
        Part::new("Scatter between batches", batch_spread_ppm)
    } else {
        Part::new("Clock quantisation", quantisation_ppm)
    };
    let mut parts = vec![
        scatter,
        Part::new("Disagreement between chains", chain_disagreement_ppm),
        Part::new("Undetected interruptions", undetected_ppm),
    ];
    // Further components are found in the repeatable interval: next to the reference's they would
    // not show.
    let [low, high] = ends_ppm(&frequency.repeatable().hz).map(f64::abs);
    let known = parts.iter().fold(0.0_f64, |sum, part| sum.hypot(part.ppm));
    let moved = left(low, known);
    let upwards = left(high, low.max(known));
    parts.extend(moved.map(|ppm| Part::new("Changes of the clock", ppm)));
    parts.extend(upwards.map(|ppm| Part { name: "Late reads, sharing", ppm, is_upwards: true }));
    if reference_ppm > 0.0 {
        parts.push(Part::new("Reference clock", reference_ppm));
    }
    parts
}

/// Remainder of a sum in quadrature without its known components; `None` if it would not show.
fn left(sum: f64, known: f64) -> Option<f64> {
    (sum > known * (1.0 + SHOWS / 2.0)).then(|| (sum * sum - known * known).sqrt())
}

/// Distances of the interval's ends from the reading, in parts per million.
fn ends_ppm(clock: &Interval) -> [f64; 2] {
    [clock.low, clock.high].map(|hz| (hz / clock.value - 1.0) * 1e6)
}

fn shown(ppm: f64) -> RoundedNumber {
    RoundedNumber::significant(ppm, DIGITS)
}

/// The table of a reading that has a number.
pub(super) fn table(frequency: &Frequency, numbers: &ReadingNumbers) -> Markup {
    let parts = parts(frequency);
    let largest = parts.iter().map(|part| part.ppm).fold(0.0, f64::max);
    let axis = Axis::exact(0.0, largest, 1.0);
    html! {
        figure {
            figcaption { "Uncertainty budget" }
            table.strips {
                thead { tr {
                    th scope="col" { "part" }
                    td { (strip::labels(&axis)) }
                    th scope="col" { "ppm" }
                } }
                tbody { @for part in &parts { (row(part, &axis)) } }
            }
            p { (combined(frequency, &parts, numbers)) }
        }
    }
}

/// Describes the combination of the components, the ends of the interval, and the repeatable
/// interval.
fn combined(frequency: &Frequency, parts: &[Part], numbers: &ReadingNumbers) -> String {
    let ends = |clock: &Interval| {
        let [low, high] = ends_ppm(clock).map(|ppm| shown(ppm).signed());
        format!("from {low} to {high} ppm")
    };
    let confidence = numbers.confidence_percent.digits();
    let upwards = match parts.iter().find(|part| part.is_upwards) {
        Some(_) => {
            " Late reads of the clock, or a busy SMT sibling, only make windows longer: that part counts upwards."
        }
        None => "",
    };
    let (whole, repeatable) = (ends(&frequency.hz), ends(&frequency.repeatable().hz));
    let tolerance = numbers.clock_tolerance_ppm.digits();
    let reference = if frequency.budget.reference_ppm > 0.0 {
        format!(
            " The reference clock's tolerance of \u{b1}{tolerance} ppm counts as a rectangular distribution. Readings by the same \
             clock share its error: they lie {repeatable}."
        )
    } else {
        String::new()
    };
    format!(
        "The parts combine in quadrature, the root of the sum of their squares: the {confidence} % interval reaches {whole}.\
         {upwards}{reference}"
    )
}

fn row(part: &Part, axis: &Axis) -> Markup {
    let sign = if part.is_upwards { "+" } else { "" };
    let digits = format!("{sign}{}", shown(part.ppm).digits());
    let bar = Mark::Bar { class: "measured", from: 0.0, to: part.ppm };
    html! {
        tr {
            th scope="row" { (part.name) }
            td { (strip::row(axis, &format!("{}: {digits} ppm", part.name), &[bar])) }
            td { (digits) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An interval about 3 GHz with these distances of its ends, in parts per million, and these
    /// parts.
    fn frequency(low: f64, high: f64, parts: [f64; 4]) -> Frequency {
        let [quantisation_ppm, batch_spread_ppm, chain_disagreement_ppm, undetected_ppm] = parts;
        let hz = |ppm: f64| 3e9 * (1.0 + ppm * 1e-6);
        Frequency {
            hz: Interval { value: 3e9, low: hz(-low), high: hz(high) },
            budget: UncertaintyBudget {
                quantisation_ppm,
                batch_spread_ppm,
                chain_disagreement_ppm,
                undetected_ppm,
                reference_ppm: 0.0,
            },
        }
    }

    #[test]
    fn what_is_shown_adds_up_to_the_interval() {
        // As found on a guest; a clock that moved; one under SMT contention.
        for (low, high, of) in [
            (12.26, 12.26, [6.5, 7.34, 9.82, 0.0]),
            (12.3, 12.3, [7.34, 5.2, 9.82, 0.5]),
            (400.0, 410.0, [7.0, 40.0, 9.0, 0.0]),
            (12.26, 300.0, [6.5, 7.34, 9.82, 0.0]),
            (1_000.0, 2_500.0, [6.5, 7.34, 0.0, 20.0]),
        ] {
            let parts = parts(&frequency(low, high, of));
            let sum = |upwards: bool| {
                let counting = parts.iter().filter(|part| upwards || !part.is_upwards);
                counting.fold(0.0_f64, |sum, part| sum.hypot(shown(part.ppm).value))
            };
            for (sum, end) in [(sum(false), low), (sum(true), high)] {
                assert!((sum / end - 1.0).abs() < SHOWS, "{sum} is not {end}: {of:?}");
            }
        }
    }
}
