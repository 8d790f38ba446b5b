//! Builds the reading: the value with its interval, the verdict, and the clock over time.

use crate::Interval;
use crate::chain::{BodyLength, Role};

use super::super::frequency::{Frequency, UncertaintyBudget, WIDEST, read_delay_ns};
use super::super::partition::Partition;
use super::super::recording::Recording;
use super::super::warnings::{not_linear, of_chains, of_the_run, preempted};

use super::super::result::{ClockState, Estimate, MIN_DWELL_SHARE, TightLoop};
use super::super::statistics::{Uncertain, median};
use super::super::variation::{Point, Range, finest, range_of};
use super::super::verdict::{Reason, Verdict};
use super::super::windows::WindowCount;
use super::exposed::hides_visits;
use super::levels::Level;
use super::mean::Census;
use super::parameters::{AWAY, MOST_INTERRUPTED, NEAR, ONE_NUMBER, READ_TAIL_NS};
use super::reference_level::ReferenceLevel;
use super::solution::Solution;
use super::windows::Windows;

/// Builds the reading from the results of the stages before.
pub(super) fn estimate(
    recording: &Recording,
    windows: &Windows,
    solution: &Solution,
    reference: ReferenceLevel,
    census: &Census,
    counts: WindowCount,
    cpu: Option<u32>,
) -> Estimate {
    let levels = &solution.decoded.levels;
    let reference_hz = 1e9 / reference.cycle_ns;
    // On a constant clock the edges are more precise than the windows' own durations.
    let stands = levels.len() == 1 && !reference.drifts;
    let mean = if stands { 1.0 } else { census.mean };
    let hz = reference_hz * mean;
    let effective_hz = (reference_hz * census.effective).min(hz);
    let hides_visits = hides_visits(windows, &solution.decoded, solution.noise_ns);

    let difference_ns = difference_ns(windows, solution);
    let undetected = census.unsure.hypot(census.unseen).hypot(READ_TAIL_NS.get() / difference_ns);
    let half = reference.half.hypot(reference.disagreement).hypot(undetected);
    if half >= WIDEST {
        return Estimate { windows: counts, cpu, ..Estimate::refused(Reason::TooFewWindows) };
    }
    let above = half.hypot(read_delay_ns(&recording.clock) / difference_ns);
    let below = if hides_visits { half.max(1.0 - effective_hz / hz) } else { half };
    let frequency = Frequency {
        hz: Interval { value: hz, low: hz * (1.0 - below), high: hz * (1.0 + above) },
        budget: UncertaintyBudget {
            quantisation_ppm: reference.noise * 1e6,
            batch_spread_ppm: reference.half * 1e6,
            chain_disagreement_ppm: reference.disagreement * 1e6,
            undetected_ppm: if hides_visits { below * 1e6 } else { undetected * 1e6 },
            reference_ppm: 0.0,
        },
    };

    let level_hz = |at: usize| reference_hz * (-levels[at].slower).exp();
    let is_away = |at: usize| (level_hz(at) / hz - 1.0).abs() > NEAR.get();
    let away: f64 = (0..levels.len()).filter(|&at| is_away(at)).map(|at| census.shares[at]).sum();
    let main = (0..levels.len()).max_by(|a, b| census.shares[*a].total_cmp(&census.shares[*b])).unwrap_or(0);
    let is_one_number = (hz / level_hz(main) - 1.0).abs() <= reference.half.max(ONE_NUMBER.get());
    let moved = away >= AWAY.get() || !is_one_number || hides_visits;

    let mut states: Vec<ClockState> = (0..levels.len())
        .filter(|&at| census.shares[at] > MIN_DWELL_SHARE && !levels[at].is_rung)
        .map(|at| ClockState { hz: level_hz(at), time_share: census.shares[at].min(1.0) })
        .collect();
    states.sort_by(|a, b| b.time_share.total_cmp(&a.time_share));
    let has_glided =
        levels.iter().zip(&census.shares).any(|(level, share)| level.is_rung && *share >= AWAY.get());
    let on_levels = (0..levels.len()).filter(|&at| census.shares[at] >= AWAY.get()).map(|at| {
        if levels[at].is_rung {
            reference_hz * speed_near(at, windows, solution, census)
        } else {
            level_hz(at)
        }
    });
    let slices = if has_glided { slices_hz(windows, solution, census, reference_hz) } else { Vec::new() };
    let range = range_of(on_levels.chain(slices).chain([hz]));
    let range = range.unwrap_or(Range { low_hz: hz, high_hz: hz });
    let range = if hides_visits { Range { low_hz: range.low_hz.min(effective_hz), ..range } } else { range };

    let mut warnings = of_the_run(recording, windows.migrated);
    warnings.extend(preempted(counts, windows.list.len(), effective_hz / hz));
    warnings.extend(of_chains(&reference.consensus));
    warnings.extend(not_linear(&bends(windows, solution, &reference)));
    Estimate {
        verdict: Verdict::of(reference.consensus.confirmed, moved),
        reason: None,
        frequency: Some(frequency),
        at_least_hz: None,
        range: moved.then_some(range),
        states: if moved && states.len() > 1 { states } else { Vec::new() },
        time_line: time_line(windows, solution, census, reference_hz, moved),
        tight_loop: TightLoop {
            cycles_per_iteration: reference.tight_loop.map(|tight| tight.value),
            error_cycles: reference.tight_loop.map(|tight| tight.error),
        },
        effective_hz: Some(effective_hz),
        windows: counts,
        cpu,
        warnings,
        chains: reference.consensus.chains,
    }
}

/// Difference of long and short windows, in nanoseconds: the median of the one-cycle kinds.
fn difference_ns(windows: &Windows, solution: &Solution) -> f64 {
    let long = windows.types.iter().enumerate().filter(|(_, window_type)| window_type.is_exact());
    let mut differences: Vec<f64> = long
        .filter_map(|(at, window_type)| {
            let short = windows.place(window_type.kind, BodyLength::Short)?;
            Some(solution.edges[at] - solution.edges[short])
        })
        .collect();
    median(&mut differences).unwrap_or(f64::NAN)
}

/// Number of slices of the reading that have enough windows for an estimate of their own.
fn slices(windows: &Windows) -> usize {
    Partition::of(windows.rounds).map_or(1, |partition| partition.slices)
}

/// The clock over time: as finely as its noise permits, or in a few dozen slices if it did not
/// vary.
fn time_line(
    windows: &Windows,
    solution: &Solution,
    census: &Census,
    reference_hz: f64,
    moved: bool,
) -> Vec<Point> {
    let slices = slices(windows);
    let rounds = if moved { windows.rounds } else { slices };
    finest(rounds, slices, |count| points(windows, solution, census, reference_hz, count))
}

/// Mean clock near a rung, as a fraction of the reference level's clock: of the time on this rung
/// and on all levels within [`NEAR`] of it.
fn speed_near(rung: usize, windows: &Windows, solution: &Solution, census: &Census) -> f64 {
    let levels = &solution.decoded.levels;
    let is_near = |level: &Level| (level.slower - levels[rung].slower).abs() <= NEAR.get();
    let near: Vec<bool> = levels.iter().map(is_near).collect();
    let on = |row: &[f64]| row.iter().zip(&near).filter(|(_, near)| **near).map(|(on, _)| on).sum::<f64>();
    let weights = solution
        .decoded
        .on
        .chunks(levels.len())
        .zip(&windows.list)
        .map(|(row, window)| on(row) * window.stands_ns);
    let (all, sum) = weights
        .zip(&census.speeds)
        .fold((0.0, 0.0), |(all, sum), (weight, speed)| (all + weight, sum + weight * speed));
    sum / all
}

/// Clock of each slice, in hertz, moved towards the mean by its standard error. Without this
/// correction the noise of the most extreme of many slices would widen the range.
fn slices_hz(windows: &Windows, solution: &Solution, census: &Census, reference_hz: f64) -> Vec<f64> {
    let mean_hz = reference_hz * census.mean;
    let towards_mean = |point: &Point| point.hz + (mean_hz - point.hz).clamp(-point.error_hz, point.error_hz);
    points(windows, solution, census, reference_hz, slices(windows)).iter().map(towards_mean).collect()
}

/// Clock in `count` slices of equal time, each from its windows without an interruption.
fn points(
    windows: &Windows,
    solution: &Solution,
    census: &Census,
    reference_hz: f64,
    count: usize,
) -> Vec<Point> {
    let end_ns = windows.list.last().map_or(0.0, |last| last.at_ns + last.stands_ns);
    let each_ns = end_ns / count as f64;
    let mut sums = vec![(0.0, 0.0, 0.0, 0.0); count];
    let told = windows.list.iter().zip(&solution.decoded.windows).zip(&census.speeds);
    for ((window, _), speed) in told.filter(|((_, told), _)| told.interrupted < MOST_INTERRUPTED.get()) {
        let place = ((window.at_ns + window.own_ns / 2.0) / each_ns) as usize;
        let (time_ns, at_ns, clocked, squares) = &mut sums[place.min(count - 1)];
        *time_ns += window.own_ns;
        *at_ns += window.own_ns * (window.at_ns + window.own_ns / 2.0);
        *clocked += window.own_ns * speed;
        *squares += (speed * solution.noise_ns).powi(2);
    }
    let point = |&(time_ns, at_ns, clocked, squares): &(f64, f64, f64, f64)| {
        let at_ms = (windows.from_ns + at_ns / time_ns) / 1e6;
        let (hz, error_hz) = (reference_hz * clocked / time_ns, reference_hz * squares.sqrt() / time_ns);
        (clocked > 0.0).then_some(Point { at_ms, hz, error_hz })
    };
    sums.iter().filter_map(point).collect()
}

/// Deviation of the middle length from the line through the other two lengths, as a fraction of the
/// long one, for each kind in the consensus.
fn bends(windows: &Windows, solution: &Solution, reference: &ReferenceLevel) -> Vec<Uncertain> {
    let bend = |&kind: &crate::chain::ChainKind| {
        if kind.role() == Role::TightLoop {
            return None;
        }
        let place = |length| windows.place(kind, length);
        let (short, middle, long) =
            (place(BodyLength::Short)?, place(BodyLength::Middle)?, place(BodyLength::Long)?);
        let steps = |place: usize| windows.types[place].steps;
        let part = (steps(middle) - steps(short)) / (steps(long) - steps(short));
        let edge = |place: usize| solution.edges[place];
        let expected = edge(short) + part * (edge(long) - edge(short));
        let count = |place: usize| {
            let clean = windows
                .list
                .iter()
                .zip(&solution.clean)
                .filter(|(window, clean)| window.window_type == place && **clean);
            clean.count().max(1) as f64
        };
        let variance = 1.0 / count(middle) + part.powi(2) / count(long) + (1.0 - part).powi(2) / count(short);
        let error = solution.noise_ns * variance.sqrt() / edge(long);
        Some(Uncertain { value: (edge(middle) - expected) / edge(long), error })
    };
    reference.consensus.kinds.iter().filter_map(bend).collect()
}
