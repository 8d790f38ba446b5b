//! From timed windows to cycles: the ratio of two length differences, as a pure function.
//!
//! A *quad* is four windows that ran one after the other, in random order: the form's long and
//! short body, and the long and short body of a reference chain of one cycle per step. The overhead
//! of calls, barriers, loops and clock reads is the same in both bodies and cancels in the
//! difference; the core's clock cancels in the ratio:
//!
//! ```text
//! cycles = (form long − form short) / (reference long − reference short) · steps of the reference / steps of the form
//! ```
//!
//! Every disturbance lengthens a window. So a quad counts if each of its windows is at the lower
//! edge of its type (`estimate::lower_edge`), and the value is the *median* of the quads that
//! count, with its interval from order statistics (docs/sources.md: Conover), which assumes no
//! shape of the noise. If the clock changed, windows are compared with the edge by their length in
//! nearby reference chains.
//!
//! A busy sibling slows the reference's additions by one percentage, and other instructions by
//! another (docs/sources.md, SMT siblings), for longer than a row takes. So if the clock was
//! constant, quads count only if their reference was as fast as the fastest in the session.

use trueghz::Interval;
use trueghz::internal::undisturbed;
use trueghz::internal::{median, quantile};

/// The windows of a quad, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WindowQuad {
    pub(super) long_ns: f64,
    pub(super) short_ns: f64,
    pub(super) reference_long_ns: f64,
    pub(super) reference_short_ns: f64,
}

/// Difference in steps between the long and the short body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Steps {
    pub(super) form: f64,
    pub(super) reference: f64,
}

/// Result of a row's quads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    pub(super) cycles: Interval,
    /// Number of quads that count.
    pub(super) counted: usize,
    /// Total duration of their long windows of the form, in nanoseconds.
    pub(super) long_ns: f64,
}

/// Minimum number of quads that count: of six values the median lies between the lowest and the
/// highest in 97 % of cases.
const FEWEST: usize = 6;

/// Number of batches that are compared to determine if the clock was constant.
const STRETCHES: usize = 6;

/// Maximum relative difference between the reference's fastest windows of two batches if the clock
/// was constant, apart from the effect of the clock's tick. A busy sibling, the smallest other
/// cause, adds 1.2 % (docs/sources.md, SMT siblings). A row can be resolved to 0.3 % of a cycle at
/// best.
const STOOD: f64 = 0.003;

/// Quantile of a row's reference windows that counts as the fastest: the very first depend on the
/// chance of a tick.
const FLOOR: f64 = 0.1;

/// Number of quads on either side whose reference windows determine a varying clock: about a
/// millisecond.
const NEARBY: usize = 8;

/// The fastest of the reference's long windows, as a low quantile: their duration on an undisturbed
/// core.
pub(super) fn reference_floor_ns(quads: &[WindowQuad]) -> Option<f64> {
    let mut times: Vec<f64> = quads.iter().map(|quad| quad.reference_long_ns).collect();
    quantile(&mut times, FLOOR)
}

/// The cycles of a step; `None` if too few quads were undisturbed. `edge_ns` is the duration of
/// the reference's fastest long window in this session, if the clock is assumed to be constant.
pub(super) fn cycles(
    quads: &[WindowQuad],
    steps: Steps,
    quantum_ns: f64,
    floor_ns: Option<f64>,
) -> Option<Estimate> {
    let as_quick_as_ever = |quad: &&WindowQuad| {
        floor_ns.is_none_or(|floor| quad.reference_long_ns <= floor * (1.0 + STOOD) + 2.0 * quantum_ns)
    };
    let quads: Vec<WindowQuad> = quads.iter().filter(as_quick_as_ever).copied().collect();
    let of = |part: fn(&WindowQuad) -> f64| quads.iter().map(part).collect::<Vec<f64>>();
    let reference = of(|quad| quad.reference_long_ns);
    let scale = if is_constant(&reference, quantum_ns) { vec![1.0; quads.len()] } else { nearby(&reference) };
    let parts: [fn(&WindowQuad) -> f64; 4] = [
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
    let ratio = |quad: &WindowQuad| {
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

/// Returns `true` if the fastest windows of all batches agree.
fn is_constant(reference: &[f64], quantum_ns: f64) -> bool {
    let quickest = |stretch: &[f64]| stretch.iter().copied().fold(f64::INFINITY, f64::min);
    let stretches = reference.chunks(reference.len().div_ceil(STRETCHES).max(1)).map(quickest);
    let (low, high) =
        stretches.fold((f64::INFINITY, 0.0_f64), |(low, high), time| (low.min(time), high.max(time)));
    high - low <= STOOD * low + 2.0 * quantum_ns
}

/// The fastest nearby window, for each window, relative to their median.
fn nearby(reference: &[f64]) -> Vec<f64> {
    let around = |index: usize| {
        let last = (index + NEARBY).min(reference.len() - 1);
        reference[index.saturating_sub(NEARBY)..=last].iter().copied().fold(f64::INFINITY, f64::min)
    };
    let quickest: Vec<f64> = (0..reference.len()).map(around).collect();
    let usual = median(&mut quickest.clone()).unwrap_or(1.0);
    quickest.iter().map(|time| time / usual).collect()
}
