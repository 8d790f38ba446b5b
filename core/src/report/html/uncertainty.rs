//! What the interval is made of, part by part.

use maud::{Markup, html};

use super::strip::{self, Mark};
use crate::estimate::Frequency;
use crate::report::axis::Axis;
use crate::report::number::RoundedNumber;
use crate::report::numbers::ReadingNumbers;

/// Significant digits of the interval's ends, as many as its parts have.
const DIGITS: usize = 2;

/// An interval that reaches farther up by this factor has a reason that is none of its parts.
const LOPSIDED: f64 = 1.1;

/// The table of a reading that has a number.
pub(super) fn table(frequency: &Frequency, numbers: &ReadingNumbers) -> Markup {
    let parts = numbers.uncertainty_ppm.map(|parts| {
        [
            ("Clock quantisation", parts.quantisation),
            ("Scatter between batches", parts.batch_spread),
            ("Disagreement between chains", parts.chain_disagreement),
            ("Undetected interruptions", parts.undetected),
        ]
    });
    let rows = parts.into_iter().flatten();
    let largest = rows.clone().map(|(_, part)| part.value).fold(0.0, f64::max);
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
                tbody { @for (name, part) in rows { (row(name, part, &axis)) } }
            }
            p { (interval(frequency, numbers)) }
        }
    }
}

/// From where to where the interval reaches, and what is not in it.
fn interval(frequency: &Frequency, numbers: &ReadingNumbers) -> String {
    let ppm = |hz: f64| RoundedNumber::significant((hz / frequency.hz - 1.0) * 1e6, DIGITS).signed();
    let (low, high) = (ppm(frequency.low_hz), ppm(frequency.high_hz));
    let confidence = numbers.confidence_percent.digits();
    let is_lopsided = frequency.high_hz - frequency.hz > (frequency.hz - frequency.low_hz) * LOPSIDED;
    let farther = if is_lopsided {
        " It reaches farther up than its parts: late reads of the clock or a busy SMT sibling may have \
         lengthened every window."
    } else {
        ""
    };
    let tolerance = numbers.clock_tolerance_ppm.digits();
    format!(
        "The {confidence} % interval reaches from {low} to {high} ppm.{farther} The tolerance of the reference \
         clock, \u{b1}{tolerance} ppm, is stated separately."
    )
}

fn row(name: &str, part: RoundedNumber, axis: &Axis) -> Markup {
    let digits = part.digits();
    let bar = Mark::Bar { class: "measured", from: 0.0, to: part.value };
    html! {
        tr {
            th scope="row" { (name) }
            td { (strip::row(axis, &format!("{name}: {digits} ppm"), &[bar])) }
            td { (digits) }
        }
    }
}
