//! From windows to clean samples: what each window took, and whether something came between.
//!
//! An interrupt, a preemption or a migration only ever makes a window longer. Which windows were hit is decided
//! on evidence: a window is held against the others of its own sort (kind and length) *at that moment*, so that
//! a change of the clock, which takes all of them along, is not mistaken for interference.

use crate::chain::{Kind, Length, Role};

use super::recording::{ClockFacts, Recording, Window};
use super::statistics::{median, quantile, shortest_interval};

/// Rounds on either side that share a local reference: with rounds of about 2.5 ms some 12 ms, 30 long windows
/// of the one-cycle kinds.
const NEIGHBOURS: usize = 2;

/// The quantile of the neighbouring long windows that serves as local reference: it is a clean one as long as
/// a quarter of them are.
const REFERENCE_QUANTILE: f64 = 0.25;

/// The share of a sort's windows whose shortest interval locates the clean ones.
const CORE_SHARE: f64 = 0.4;

/// Half-width of the shortest interval with 40 % of a normal distribution, in standard deviations.
const CORE_HALF_WIDTH_SIGMAS: f64 = 0.5244;

/// A clean window lies within this many standard deviations of its sort's location.
const CLEAN_SIGMAS: f64 = 4.0;

/// Two reads of a clock that steps leave an error of up to one step each way, whatever the noise.
const CLEAN_QUANTA: f64 = 1.05;

/// Sorts of windows: a kind in a length.
const LENGTHS: usize = Length::ALL.len();

/// What a window turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Nothing came between: it counts.
    Clean,
    /// Longer than its kind takes: interrupted.
    Slow,
    /// Shorter than its kind takes: the clock lost time, or the window's sort is not understood.
    Fast,
    /// The clock went back, or stood still.
    Impossible,
    /// It ended on another cpu than it was meant for.
    Migrated,
}

/// A window in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The chain's kind.
    pub kind: Kind,
    /// The chain's body.
    pub length: Length,
    /// The round.
    pub round: usize,
    /// When it began, since the first window, in nanoseconds.
    pub at_ns: f64,
    /// What the clock saw, in nanoseconds.
    pub elapsed_ns: f64,
    /// The same, scaled to the trips that are usual for its sort and freed of the wait for the edge.
    pub time_ns: f64,
    /// The same again, at the run's usual clock instead of the one at that moment: for comparing kinds.
    pub level_ns: f64,
    /// What the window took beyond what its sort takes at that moment, in nanoseconds.
    pub excess_ns: f64,
    /// Steps that the chain ran.
    pub steps: f64,
    /// What it turned out to be.
    pub fate: Fate,
}

/// All samples of a recording, cleaned, and what was found on the way.
#[derive(Debug)]
pub struct Samples {
    /// One for each window.
    pub list: Vec<Sample>,
    /// How many rounds.
    pub rounds: usize,
    /// Usual trips of each sort.
    trips: [f64; SORTS],
    /// Standard deviation of the clean windows of each sort, in nanoseconds.
    noise_ns: [f64; SORTS],
}

const SORTS: usize = Kind::ALL.len() * LENGTHS;

/// The place of a sort in tables.
fn sort(kind: Kind, length: Length) -> usize {
    kind as usize * LENGTHS + length as usize
}

impl Samples {
    /// Reads and cleans the windows of `recording`. `cpu`: the one that counts, where any does.
    pub fn of(recording: &Recording, cpu: Option<u32>) -> Samples {
        let windows = &recording.windows.0;
        let trips = usual_trips(windows);
        let mut list = convert(windows, &recording.clock, &trips, cpu);
        let rounds = list.last().map_or(0, |last| last.round + 1);
        let sorts = indices_by_sort(&list);
        let mut noise_ns = [f64::NAN; SORTS];
        if let Some(reference) = LocalReference::of(&list, &sorts, rounds) {
            for members in sorts.iter().filter(|members| !members.is_empty()) {
                reference.set_excess(&mut list, members);
                let first = list[members[0]];
                noise_ns[sort(first.kind, first.length)] =
                    judge(&mut list, members, recording.clock.quantum_ns());
            }
        }
        Samples { list, rounds, trips, noise_ns }
    }

    /// The trips to which the times of this sort are scaled.
    pub fn trips(&self, kind: Kind, length: Length) -> f64 {
        self.trips[sort(kind, length)]
    }

    /// The standard deviation of this sort's clean windows, in nanoseconds.
    pub fn noise_ns(&self, kind: Kind, length: Length) -> f64 {
        self.noise_ns[sort(kind, length)]
    }

    /// How many windows count.
    pub fn kept(&self) -> usize {
        self.list.iter().filter(|sample| sample.fate == Fate::Clean).count()
    }
}

fn usual_trips(windows: &[Window]) -> [f64; SORTS] {
    let mut by_sort: [Vec<f64>; SORTS] = std::array::from_fn(|_| Vec::new());
    for window in windows {
        by_sort[sort(window.kind, window.length)].push(f64::from(window.trips));
    }
    std::array::from_fn(|index| median(&mut by_sort[index]).unwrap_or(f64::NAN))
}

fn convert(
    windows: &[Window],
    clock: &ClockFacts,
    trips: &[f64; SORTS],
    cpu: Option<u32>,
) -> Vec<Sample> {
    let origin = windows.first().map_or(0, |first| first.start_ticks);
    let sample = |window: &Window| {
        let elapsed_ns = clock.timebase.ns_f64(window.elapsed_ticks);
        let waited_ns = clock.poll_ns.unwrap_or(0.0) * f64::from(window.polls);
        let scale = trips[sort(window.kind, window.length)] / f64::from(window.trips);
        let at = window.start_ticks.wrapping_sub(origin).cast_signed();
        Sample {
            kind: window.kind,
            length: window.length,
            round: window.round as usize,
            at_ns: clock.timebase.ns_f64(at),
            elapsed_ns,
            time_ns: (elapsed_ns - waited_ns) * scale,
            level_ns: f64::NAN,
            excess_ns: f64::NAN,
            steps: f64::from(window.trips) * f64::from(window.kind.steps_per_trip(window.length)),
            fate: if window.elapsed_ticks <= 0 {
                Fate::Impossible
            } else if cpu.is_some() && window.cpu.is_some() && cpu != window.cpu {
                Fate::Migrated
            } else {
                // Until it is judged: a window that cannot be compared does not count.
                Fate::Slow
            },
        }
    };
    windows.iter().map(sample).collect()
}

fn indices_by_sort(list: &[Sample]) -> Vec<Vec<usize>> {
    let mut sorts = vec![Vec::new(); SORTS];
    for (index, sample) in list.iter().enumerate() {
        if !matches!(sample.fate, Fate::Impossible | Fate::Migrated) {
            sorts[sort(sample.kind, sample.length)].push(index);
        }
    }
    sorts
}

/// What a long window of a one-cycle kind takes at each moment.
struct LocalReference {
    by_round: Vec<f64>,
    /// Over the whole run.
    usual: f64,
}

impl LocalReference {
    fn of(list: &[Sample], sorts: &[Vec<usize>], rounds: usize) -> Option<LocalReference> {
        let one_cycle = Kind::ALL.iter().filter(|kind| matches!(kind.role(), Role::OneCycle { .. }));
        let long: Vec<&Vec<usize>> = one_cycle.map(|&kind| &sorts[sort(kind, Length::Long)]).collect();

        let mut by_round: Vec<Vec<f64>> = vec![Vec::new(); rounds];
        for &index in long.iter().copied().flatten() {
            by_round[list[index].round].push(list[index].time_ns);
        }
        let middle: Vec<Option<f64>> = by_round.iter_mut().map(|times| median(times)).collect();

        // A kind that is not like the others (folded, two cycles) is brought to their scale. Within a round
        // all kinds see the same clock, so the scale does not depend on which state the clock was in.
        for times in &mut by_round {
            times.clear();
        }
        for members in long {
            let ratio = |&index: &usize| Some(list[index].time_ns / middle[list[index].round]?);
            let mut ratios: Vec<f64> = members.iter().filter_map(ratio).collect();
            let Some(scale) = median(&mut ratios) else { continue };
            for &index in members {
                by_round[list[index].round].push(list[index].time_ns / scale);
            }
        }

        let mut around = Vec::new();
        let mut local = |round: usize| {
            around.clear();
            let last = (round + NEIGHBOURS).min(rounds - 1);
            for times in &by_round[round.saturating_sub(NEIGHBOURS)..=last] {
                around.extend_from_slice(times);
            }
            quantile(&mut around, REFERENCE_QUANTILE)
        };
        // A round without a window of the reference borrows from the one before, the first from the next.
        let mut known: Vec<Option<f64>> = (0..rounds).map(&mut local).collect();
        let first = known.iter().copied().flatten().next()?;
        let mut last_known = first;
        for value in &mut known {
            last_known = value.unwrap_or(last_known);
            *value = Some(last_known);
        }
        let by_round: Vec<f64> = known.into_iter().flatten().collect();
        let usual = median(&mut by_round.clone())?;
        Some(LocalReference { by_round, usual })
    }

    /// Sets what each of `members`, windows of one sort, took beyond what the sort takes at that moment.
    fn set_excess(&self, list: &mut [Sample], members: &[usize]) {
        let mut ratios: Vec<f64> =
            members.iter().map(|&index| list[index].time_ns / self.by_round[list[index].round]).collect();
        let scale = quantile(&mut ratios, REFERENCE_QUANTILE).unwrap_or(f64::NAN);
        for &index in members {
            let sample = &mut list[index];
            let here = self.by_round[sample.round];
            sample.excess_ns = sample.time_ns - scale * here;
            sample.level_ns = sample.time_ns * (self.usual / here);
        }
    }
}

/// Decides which of `members`, windows of one sort, are clean; returns the standard deviation of those.
fn judge(list: &mut [Sample], members: &[usize], quantum_ns: f64) -> f64 {
    let mut excess: Vec<f64> = members.iter().map(|&index| list[index].excess_ns).collect();
    let Some((location, half)) = shortest_interval(&mut excess, CORE_SHARE) else { return f64::NAN };
    let width = (CLEAN_SIGMAS * half / CORE_HALF_WIDTH_SIGMAS).max(CLEAN_QUANTA * quantum_ns);
    let mut squares = 0.0;
    let mut count = 0.0;
    for &index in members {
        let sample = &mut list[index];
        sample.excess_ns -= location;
        sample.fate = if sample.excess_ns > width {
            Fate::Slow
        } else if sample.excess_ns < -width {
            Fate::Fast
        } else {
            squares += sample.excess_ns.powi(2);
            count += 1.0;
            Fate::Clean
        };
    }
    // A noise below that of the quantisation itself is chance: one step over the square root of twelve.
    (squares / count).sqrt().max(quantum_ns / 12_f64.sqrt())
}
