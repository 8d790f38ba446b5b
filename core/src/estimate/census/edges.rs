//! Lower edge of each window type on the reference level, and the noise of the reads.

use super::super::statistics::{median, quantile};
use super::modes::{fullest, lowest_mode, middle};
use super::parameters::{AGREE, FEWEST, MODE_PART, MODE_SIGMAS, PRECISE};
use super::windows::Windows;

/// Width of the central fifth of a normal distribution, in standard deviations.
const FIFTH_OF_NORMAL: f64 = 0.5067;

/// Minimum noise of the reads, in nanoseconds: a cycle or two.
pub(super) const LEAST_NOISE_NS: f64 = 0.6;

/// Number of neighbours in time on either side.
const NEIGHBOURS: isize = 2;

/// The search ends when no edge changes by more than this fraction.
const SETTLED: f64 = 20e-6;

/// Number of passes that put the types on one scale; more change nothing.
const PASSES: usize = 4;

/// Maximum shift of a type, as a logarithm. A larger one is not plausible, and the type keeps its
/// lowest mode.
const FARTHEST: f64 = 0.7;

/// Standard deviation of a pair of reads, in nanoseconds, from the shortest interval that contains
/// a fifth of the short windows.
pub(super) fn noise_ns(windows: &Windows, times: &[Vec<f64>]) -> f64 {
    let least = windows.tick_noise_ns().max(LEAST_NOISE_NS);
    let of_sort = |times: &Vec<f64>| {
        let mut times = times.clone();
        times.sort_unstable_by(f64::total_cmp);
        let fifth = times.len() / 5;
        let widths = times.iter().skip(fifth).zip(&times).map(|(high, low)| high - low);
        widths.min_by(f64::total_cmp).map(|width| width / FIFTH_OF_NORMAL)
    };
    let short = windows
        .types
        .iter()
        .zip(times)
        .filter(|(window_type, times)| window_type.is_short() && times.len() / 5 >= FEWEST.count());
    let mut noise: Vec<f64> = short.filter_map(|(_, times)| of_sort(times)).collect();
    quantile(&mut noise, 0.25).unwrap_or(windows.quantum_ns).max(least)
}

/// Lower edge of each window type on the reference level, in nanoseconds: its lowest mode, then
/// scaled to agree with its neighbours in time.
pub(super) fn edges_ns(windows: &Windows, times: &[Vec<f64>], noise_ns: f64) -> Vec<f64> {
    let mut edges: Vec<f64> = times
        .iter()
        .map(|times| {
            let mut times = times.clone();
            let typical = median(&mut times).unwrap_or(f64::NAN);
            lowest_mode(&mut times, (MODE_SIGMAS.get() * noise_ns).max(MODE_PART.get() * typical))
                .unwrap_or(typical)
        })
        .collect();
    let precise = precise(windows, noise_ns);
    for _ in 0..PASSES {
        let mut shifts = shifts(windows, &edges, noise_ns, &precise);
        let mut of_long: Vec<f64> = shifts
            .iter()
            .zip(&windows.types)
            .filter(|(_, window_type)| window_type.is_exact())
            .map(|(shift, _)| *shift)
            .collect();
        let common = median(&mut of_long).unwrap_or(0.0);
        for shift in &mut shifts {
            *shift -= common;
            if shift.abs() > FARTHEST {
                *shift = 0.0;
            }
        }
        for (edge, shift) in edges.iter_mut().zip(&shifts) {
            *edge *= shift.exp();
        }
        if shifts.iter().all(|shift| shift.abs() < SETTLED) {
            break;
        }
    }
    let mut late: Vec<f64> = precise.iter().map(|&at| windows.list[at].late(&edges)).collect();
    let mut precise_ns: Vec<f64> = precise.iter().map(|&at| windows.list[at].time_ns).collect();
    let typical = median(&mut precise_ns).unwrap_or(f64::NAN);
    if let Some(reference) =
        lowest_mode(&mut late, (MODE_SIGMAS.get() * noise_ns / typical).max(2.0 * MODE_PART.get()))
    {
        for edge in &mut edges {
            *edge *= reference.exp();
        }
    }
    edges
}

/// Indices of the windows with low relative noise, ascending.
fn precise(windows: &Windows, noise_ns: f64) -> Vec<usize> {
    let scatter = |at: &usize| noise_ns / windows.list[*at].time_ns;
    let all = 0..windows.list.len();
    let mut of_long: Vec<f64> = all
        .clone()
        .filter(|at| windows.type_of(&windows.list[*at]).is_exact())
        .map(|at| scatter(&at))
        .collect();
    let most = PRECISE.get() * median(&mut of_long).unwrap_or(f64::INFINITY);
    all.filter(|at| scatter(at) < most).collect()
}

/// Shift of each type, as a logarithm: the mode of the log ratios of its windows to their precise
/// neighbours of other types.
fn shifts(windows: &Windows, edges: &[f64], noise_ns: f64, precise: &[usize]) -> Vec<f64> {
    let mut beside: Vec<Vec<f64>> = vec![Vec::new(); windows.types.len()];
    let late: Vec<f64> = windows.list.iter().map(|window| window.late(edges)).collect();
    let mut next = 0;
    let mut near = Vec::with_capacity(5);
    for (at, window) in windows.list.iter().enumerate() {
        while next < precise.len() && precise[next] < at {
            next += 1;
        }
        near.clear();
        for step in -NEIGHBOURS..=NEIGHBOURS {
            let place = next.saturating_add_signed(step);
            let other =
                precise.get(place).filter(|&&other| windows.list[other].window_type != window.window_type);
            near.extend(other.map(|&other| late[other]));
        }
        if !near.is_empty() {
            near.sort_unstable_by(f64::total_cmp);
            beside[window.window_type].push(late[at] - middle(&near));
        }
    }
    let shift = |(beside, edge): (&mut Vec<f64>, &f64)| {
        beside.sort_unstable_by(f64::total_cmp);
        let agreeing = fullest(beside, (MODE_SIGMAS.get() * noise_ns / edge).max(4.0 * MODE_PART.get()));
        let enough =
            beside.len() >= FEWEST.count() && agreeing.len() as f64 > AGREE.get() * beside.len() as f64;
        if enough { middle(&beside[agreeing]) } else { 0.0 }
    };
    beside.iter_mut().zip(edges).map(shift).collect()
}
