//! Agreement of the chains: the deviation of each from a whole number of cycles, with the readings
//! of the hardware counters.

use maud::{Markup, html};
use trueghz::Interval;
use trueghz::estimate::consensus::ChainResult;
use trueghz::internal::NORMAL_FACTOR;
use trueghz::report::Reading;
use trueghz::report::axis::Axis;
use trueghz::report::number::RoundedNumber;
use trueghz::report::numbers::{ChainNumbers, MeasuredNumber, ReadingNumbers};
use trueghz::report::phrases::signed;

use super::strip::{self, Mark};

/// The ends of an axis on which nothing could be placed, in parts per million.
const EMPTY_PPM: f64 = 1.0;

/// A row of the table.
struct Row {
    name: &'static str,
    class: &'static str,
    /// Cycles per step, or the finding for the chain.
    cycles: String,
    /// Deviation from a whole number of cycles, in parts per million; `None` if the chain is not
    /// near one.
    off: Option<Interval>,
}

pub(super) fn table(reading: &Reading, numbers: &ReadingNumbers) -> Markup {
    let chains = reading.chains.iter().zip(&numbers.chains);
    let mut rows: Vec<Row> = chains.map(|(chain, numbers)| of_chain(chain, numbers)).collect();
    rows.extend(counters(reading));
    let farthest = rows.iter().filter_map(|row| row.off).map(|off| off.low.abs().max(off.high.abs()));
    let farthest = farthest.fold(0.0, f64::max);
    let axis = Axis::around(-farthest, farthest, EMPTY_PPM, 1.0);
    html! {
        @if !rows.is_empty() {
            figure {
                figcaption { "Instruction chains" }
                table.strips {
                    thead { tr {
                        th scope="col" { "chain" }
                        td { (strip::labels(&axis)) }
                        th scope="col" { "cycles per step" }
                        th scope="col" { "off, ppm" }
                    } }
                    tbody { @for row in &rows { (drawn(row, &axis)) } }
                }
                p {
                    "Off: from a whole number of cycles, with the 95 % interval. Five different instructions \
                     must agree on one cycle per step; the slower ones must take a whole number of cycles."
                }
            }
        }
    }
}

fn of_chain(chain: &ChainResult, numbers: &ChainNumbers) -> Row {
    let off = chain.cycles_per_step.zip(chain.error_cycles).filter(|_| chain.agrees);
    let cycles = match numbers.cycles_per_step {
        // The uncertainty is in the next column, in parts per million.
        Some(cycles) if off.is_some() => cycles.value.digits(),
        Some(cycles) if chain.agrees => measured(cycles),
        Some(cycles) => format!("{}, {}", measured(cycles), chain.finding.text()),
        None => chain.finding.text().to_owned(),
    };
    Row {
        name: chain.kind.text(),
        class: "measured",
        cycles,
        off: off.map(|(value, error)| off_whole(value, error)),
    }
}

/// "1.000 ± 0.001"
fn measured(number: MeasuredNumber) -> String {
    let uncertainty = number.uncertainty.map(|uncertainty| format!(" \u{b1} {}", uncertainty.digits()));
    format!("{}{}", number.value.digits(), uncertainty.unwrap_or_default())
}

/// Deviation of `cycles` from the nearest whole number, which is at least one, in parts per
/// million.
fn off_whole(cycles: f64, standard_error: f64) -> Interval {
    let whole = cycles.round().max(1.0);
    let ppm = |cycles: f64| (cycles / whole - 1.0) * 1e6;
    Interval::around(cycles, NORMAL_FACTOR * standard_error).map(ppm)
}

/// Rows for the cycle counters, which are compared with the chain of additions.
fn counters(reading: &Reading) -> impl Iterator<Item = Row> {
    let counted = reading.counters.iter().flat_map(|counters| &counters.counted);
    counted.filter_map(|counted| {
        let off = counted.difference_ppm()?;
        let name = counted.counter.name();
        Some(Row { name, class: "claimed", cycles: String::new(), off: Some(off) })
    })
}

fn drawn(row: &Row, axis: &Axis) -> Markup {
    let off = row.off.as_ref().map(in_words).unwrap_or_default();
    let marks: Vec<Mark> = row.off.iter().map(|off| dot(row.class, off)).collect();
    html! {
        tr {
            th scope="row" { (row.name) }
            td { (strip::row(axis, &format!("{}: {} {off}", row.name, row.cycles), &marks)) }
            td { (row.cycles) }
            td { (off) }
        }
    }
}

/// "−6 ± 15": the uncertainty is the larger half-width, rounded up.
fn in_words(off: &Interval) -> String {
    let farther = off.max_half_width();
    format!("{} \u{b1} {}", signed(off.value, 0), RoundedNumber::new(farther.ceil(), 0).digits())
}

fn dot(class: &'static str, off: &Interval) -> Mark {
    Mark::Dot { class, at: off.value, low: off.low, high: off.high }
}
