//! Mean clock over the time of a reading: a census of its windows.
//!
//! Nearly all of the time is inside windows, and each window has a known number of cycles. So the
//! mean is not estimated from a sample: each window represents the time until the next one, with
//! its own clock. The remaining error comes from windows that the decoding leaves undecided.

use super::super::frequency::NORMAL_FACTOR;
use super::decode::Decoded;
use super::parameters::{FEWEST, UNDECIDED};
use super::windows::Windows;

/// Mean over time, relative to the clock on the reference level.
#[derive(Debug)]
pub(super) struct Census {
    /// Mean, as a fraction of the reference level's clock.
    pub(super) mean: f64,
    /// Clock in each window, as a fraction of the reference level's clock.
    pub(super) speeds: Vec<f64>,
    /// Share of the time on each level.
    pub(super) shares: Vec<f64>,
    /// Half-width of the 95 % interval, as a fraction, from excess time that may be an interruption
    /// or a lower clock.
    pub(super) unsure: f64,
    /// Half-width of the 95 % interval, as a fraction, from the time between windows and the
    /// interrupted time, in which the clock is not observed.
    pub(super) unseen: f64,
    /// Effective clock: cycles divided by the time of the windows, interruptions and pauses
    /// included, as a fraction of the reference level's clock.
    pub(super) effective: f64,
}

/// Thresholds of a window without other effects: such windows show the mean delay of the reads.
const ALONE: f64 = 0.2;
const CERTAIN: f64 = 0.98;

/// A window that exceeds its duration on the slowest level by more than this factor was
/// interrupted.
const BEYOND_LOWEST: f64 = 1.02;

/// Mean excess time of a clean window because of delayed reads, from the short windows: drift
/// within a level affects them least.
fn read_ns(windows: &Windows, decoded: &Decoded, noise_ns: f64) -> f64 {
    let most_ns = windows.late_read_ns(noise_ns);
    let (mut count, mut sum) = (0, 0.0);
    for (window, told) in windows.list.iter().zip(&decoded.windows) {
        let off_ns = decoded.residual(told) * window.time_ns;
        let is_alone = told.interrupted + told.mixed < ALONE && told.certainty > CERTAIN;
        if is_alone && off_ns.abs() < most_ns && windows.type_of(window).is_short() {
            count += 1;
            sum += off_ns;
        }
    }
    if count > FEWEST.count() { sum / count as f64 } else { 0.0 }
}

impl Census {
    pub(super) fn of(windows: &Windows, decoded: &Decoded, noise_ns: f64) -> Census {
        let levels = &decoded.levels;
        let moved = levels.len() > 1;
        let slower = || levels.iter().map(|level| level.slower);
        let gap = slower().fold(0.0, f64::max) - slower().fold(0.0, f64::min);
        let could_be_slower = (1.0 - (-gap).exp()) * BEYOND_LOWEST;
        let read_ns = read_ns(windows, decoded, noise_ns);
        let mut speeds = Vec::with_capacity(windows.list.len());
        let (mut all_ns, mut clocked, mut counted_ns) = (0.0, 0.0, 0.0);
        let (mut undecided_ns, mut hidden_ns, mut visited_ns) = (0.0, 0.0, 0.0);
        let (mut reference_ns, mut took_ns) = (0.0, 0.0);
        for (window, told) in windows.list.iter().zip(&decoded.windows) {
            let alone_ns = (1.0 - told.interrupted) * (window.own_ns - read_ns);
            let cycles_ns = alone_ns - told.hidden_ns + told.interrupted * told.reference_ns * told.slower;
            let speed = told.reference_ns / cycles_ns;
            speeds.push(speed);
            all_ns += window.stands_ns;
            clocked += window.stands_ns * speed;
            counted_ns += cycles_ns;
            hidden_ns += told.hidden_ns;
            reference_ns += told.reference_ns;
            took_ns += window.own_ns;
            let late_ns = window.own_ns - told.reference_ns * told.slower;
            if late_ns > 0.0 && late_ns <= window.own_ns * could_be_slower {
                undecided_ns += told.interrupted * (1.0 - told.interrupted) * late_ns;
            }
            let on_level_ns = told.reference_ns * levels[told.level].factor();
            visited_ns += told.visit * (window.own_ns - on_level_ns).abs();
        }
        let mean = clocked / all_ns;
        let shares = decoded.shares(windows, |window| window.stands_ns);
        let unsure = if moved {
            let reads_ns = read_ns.abs() * windows.list.len() as f64;
            UNDECIDED.get()
                * ((undecided_ns + visited_ns + hidden_ns) / counted_ns).hypot(reads_ns / counted_ns)
        } else {
            0.0
        };
        let unseen = unseen(windows, decoded, &shares, mean, all_ns);
        Census {
            mean,
            speeds,
            shares,
            unsure,
            unseen,
            effective: reference_ns / (took_ns + windows.paused_ns),
        }
    }
}

/// Half-width of the interval from the time that no window covers, as a fraction. Between two
/// windows the clock is assumed to change at its learned rate.
fn unseen(windows: &Windows, decoded: &Decoded, shares: &[f64], mean: f64, all_ns: f64) -> f64 {
    let speed = |at: usize| (-decoded.levels[at].slower).exp();
    let variance: f64 =
        shares.iter().enumerate().map(|(at, share)| share * (speed(at) - mean).powi(2)).sum::<f64>()
            / mean.powi(2);
    let rate = decoded.changes / all_ns;
    let of_window = |(window, told): (&super::windows::Window, &super::decode::DecodedWindow)| {
        let hole_ns = (window.stands_ns - (1.0 - told.interrupted) * window.own_ns).max(0.0);
        let changes = rate * hole_ns;
        let uncorrelated = (2.0 / changes.max(1e-9)).min(1.0) * (1.0 - (-changes).exp());
        hole_ns.powi(2) * variance * uncorrelated
    };
    let sum: f64 = windows.list.iter().zip(&decoded.windows).map(of_window).sum();
    NORMAL_FACTOR * sum.sqrt() / all_ns
}
