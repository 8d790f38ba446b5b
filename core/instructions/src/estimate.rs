//! From timed windows to cycles: the ratio of two length differences, as a pure function.
//!
//! A *quad* is four windows that ran one behind the other, in random order: the form's long and short body, and the long and
//! short body of a reference chain whose step is a cycle. What calls, barriers, loops and reads of the clock cost is the same in
//! both bodies and cancels in the difference; what the clock of the core is cancels in the ratio:
//!
//! ```text
//! cycles = (form long − form short) / (reference long − reference short) · steps of the reference / steps of the form
//! ```
//!
//! Whatever disturbs makes a window longer. So a quad counts if each of its windows is at the lower edge of its sort
//! (`estimate::edge`), and the number is the *median* of the quads that count, with the interval that order statistics give it
//! (docs/sources.md: Conover), which needs no shape of the noise. Where the clock
//! moved, windows are compared with the edge by their length in reference chains nearby.
//!
//! A busy sibling slows the reference's additions by a percent, and other instructions by another (docs/sources.md, SMT
//! siblings), for longer than a row takes. So where the clock stood, quads count only if their reference was as quick as it
//! has been in the session.

use trueghz::Interval;
use trueghz::internal::undisturbed;
use trueghz::internal::{median, quantile};

/// The windows of a quad, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Quad {
    pub(super) long_ns: f64,
    pub(super) short_ns: f64,
    pub(super) reference_long_ns: f64,
    pub(super) reference_short_ns: f64,
}

/// How many steps the two bodies of a window differ by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Steps {
    pub(super) form: f64,
    pub(super) reference: f64,
}

/// What the quads of a row say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    pub(super) cycles: Interval,
    /// How many quads counted.
    pub(super) counted: usize,
    /// What their long windows of the form took together, in nanoseconds.
    pub(super) long_ns: f64,
}

/// Quads that have to count: of six values the median lies between the lowest and the highest in 97 % of cases.
const FEWEST: usize = 6;

/// Stretches by which it is seen whether the clock stood.
const STRETCHES: usize = 6;

/// The reference's quickest windows of two stretches differ by less than this part, besides what the clock's tick does, where
/// the clock stood: a busy sibling, the smallest other reason, adds 1.2 % (docs/sources.md, SMT siblings), and 0.3 % of a cycle
/// is what a row can be told to at most.
const STOOD: f64 = 0.003;

/// The part of a row's reference windows that is as quick as the quickest: a tick's chance goes with the first of them.
const FLOOR: f64 = 0.1;

/// Quads on either side by whose reference windows a moving clock is known: about a millisecond.
const NEARBY: usize = 8;

/// The quickest of the reference's long windows, as far as several are: what they take on an undisturbed core.
pub(super) fn reference_floor_ns(quads: &[Quad]) -> Option<f64> {
    let mut times: Vec<f64> = quads.iter().map(|quad| quad.reference_long_ns).collect();
    quantile(&mut times, FLOOR)
}

/// The cycles of a step; `None` where too few quads were undisturbed. `floor_ns` is what the reference's long window took at
/// the quickest in this session, where the clock is taken to stand.
pub(super) fn cycles(
    quads: &[Quad],
    steps: Steps,
    quantum_ns: f64,
    floor_ns: Option<f64>,
) -> Option<Estimate> {
    let as_quick_as_ever = |quad: &&Quad| {
        floor_ns.is_none_or(|floor| quad.reference_long_ns <= floor * (1.0 + STOOD) + 2.0 * quantum_ns)
    };
    let quads: Vec<Quad> = quads.iter().filter(as_quick_as_ever).copied().collect();
    let of = |part: fn(&Quad) -> f64| quads.iter().map(part).collect::<Vec<f64>>();
    let reference = of(|quad| quad.reference_long_ns);
    let scale = if stood(&reference, quantum_ns) { vec![1.0; quads.len()] } else { nearby(&reference) };
    let parts: [fn(&Quad) -> f64; 4] = [
        |quad| quad.short_ns,
        |quad| quad.long_ns,
        |quad| quad.reference_short_ns,
        |quad| quad.reference_long_ns,
    ];
    let mut counts = vec![true; quads.len()];
    for part in parts {
        let times: Vec<f64> = of(part).iter().zip(&scale).map(|(time, scale)| time / scale).collect();
        for (counts, clean) in counts.iter_mut().zip(undisturbed(&times, quantum_ns)) {
            *counts &= clean;
        }
    }
    let ratio = |quad: &Quad| {
        let form = (quad.long_ns - quad.short_ns) / steps.form;
        form / ((quad.reference_long_ns - quad.reference_short_ns) / steps.reference)
    };
    let counting = quads.iter().zip(counts).filter(|(_, counts)| *counts).map(|(quad, _)| quad);
    let long_ns = counting.clone().map(|quad| quad.long_ns).sum();
    let mut ratios: Vec<f64> = counting.map(ratio).filter(|ratio| ratio.is_finite()).collect();
    if ratios.len() < FEWEST {
        return None;
    }
    let cycles = Interval::of_median(&mut ratios)?;
    Some(Estimate { cycles, counted: ratios.len(), long_ns })
}

/// Whether the quickest windows of each stretch are alike.
fn stood(reference: &[f64], quantum_ns: f64) -> bool {
    let quickest = |stretch: &[f64]| stretch.iter().copied().fold(f64::INFINITY, f64::min);
    let stretches = reference.chunks(reference.len().div_ceil(STRETCHES).max(1)).map(quickest);
    let (low, high) =
        stretches.fold((f64::INFINITY, 0.0_f64), |(low, high), time| (low.min(time), high.max(time)));
    high - low <= STOOD * low + 2.0 * quantum_ns
}

/// The quickest of the windows nearby, for each, in parts of the usual one.
fn nearby(reference: &[f64]) -> Vec<f64> {
    let around = |index: usize| {
        let last = (index + NEARBY).min(reference.len() - 1);
        reference[index.saturating_sub(NEARBY)..=last].iter().copied().fold(f64::INFINITY, f64::min)
    };
    let quickest: Vec<f64> = (0..reference.len()).map(around).collect();
    let usual = median(&mut quickest.clone()).unwrap_or(1.0);
    quickest.iter().map(|time| time / usual).collect()
}
