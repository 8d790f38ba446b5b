//! From windows to clean samples: what each window took, and whether something came between.
//!
//! An interrupt, a preemption or a migration only ever makes a window longer. Which windows were hit is decided
//! on evidence: a window is held against the others of its own sort (kind and length) *at that moment*, so that
//! a change of the clock, which takes all of them along, is not mistaken for interference.

use crate::chain::{Kind, Length, Role};

use super::recording::{ClockFacts, Recording, Window};
use super::statistics::{Moments, median, quantile, shortest_interval};

/// Rounds on either side that share a local reference: with rounds of about 2.5 ms some 12 ms, 30 long windows
/// of the one-cycle kinds. With one on either side, 1 % of fixed clocks with 2,000 interrupts a second were
/// taken for moving ones (benches/simulation); with two, none in 10,000.
const NEIGHBOURS: usize = 2;

/// The share of the neighbouring long windows in whose shortest interval the local reference lies. Clean ones
/// are alike and interrupted ones are not: it is a clean one as long as a quarter of them are.
const REFERENCE_SHARE: f64 = 0.25;

/// The interval of the clean windows is this many interquartile ranges of the short ones wide: ±3.4 standard
/// deviations of a normal distribution; of an exponential one all but 0.4 %.
const CLEAN_RANGES: f64 = 5.0;

/// The same in standard deviations.
const CLEAN_SIGMAS: f64 = 6.7;

/// The share of the clean windows whose shortest interval tells how much they scatter.
const CORE_SHARE: f64 = 0.4;

/// The width of the shortest interval with 40 % of a normal distribution, in standard deviations.
const CORE_WIDTH_SIGMAS: f64 = 1.049;

/// Times that place and width are refined in turn: they change by little after the second.
const REFINEMENTS: u32 = 2;

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
    /// Steps of the chain at the trips that are usual for its sort.
    pub usual_steps: f64,
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
    /// What the windows of each sort turned out to be like.
    judgements: [Judgement; SORTS],
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
        let mut judgements = [Judgement::NONE; SORTS];
        if let Some(reference) = LocalReference::of(&list, &sorts, rounds) {
            for members in &sorts {
                reference.set_excess(&mut list, members);
            }
            let quantum_ns = recording.clock.quantum_ns();
            for (by_length, judged) in sorts.chunks(LENGTHS).zip(judgements.chunks_mut(LENGTHS)) {
                judged.copy_from_slice(&judge(&mut list, by_length, quantum_ns));
            }
        }
        Samples { list, rounds, trips, judgements }
    }

    /// The trips to which the times of this sort are scaled.
    pub fn trips(&self, kind: Kind, length: Length) -> f64 {
        self.trips[sort(kind, length)]
    }

    /// The standard deviation of this sort's clean windows, in nanoseconds.
    pub fn noise_ns(&self, kind: Kind, length: Length) -> f64 {
        self.judgements[sort(kind, length)].noise_ns
    }

    /// By how much undetected interruptions may have lengthened this sort's clean windows on average, in
    /// nanoseconds.
    pub fn undetected_ns(&self, kind: Kind, length: Length) -> f64 {
        self.judgements[sort(kind, length)].undetected_ns
    }

    /// How many windows count.
    pub fn kept(&self) -> usize {
        self.list.iter().filter(|sample| sample.fate == Fate::Clean).count()
    }
}

/// The trips to which the windows of each sort are scaled: the median over all lengths of the kind, so that
/// what the loop's end costs is the same in all of them and cancels. The lengths of a tight loop differ in
/// nothing but their trips: each has its own.
fn usual_trips(windows: &[Window]) -> [f64; SORTS] {
    let shared = |kind: Kind, length| match kind.role() {
        Role::TightLoop => sort(kind, length),
        Role::OneCycle { .. } | Role::Ratio { .. } => sort(kind, Length::Long),
    };
    let mut by_sort: [Vec<f64>; SORTS] = std::array::from_fn(|_| Vec::new());
    for window in windows {
        by_sort[shared(window.kind, window.length)].push(f64::from(window.trips));
    }
    let medians = by_sort.map(|mut trips| median(&mut trips).unwrap_or(f64::NAN));
    let mut usual = [f64::NAN; SORTS];
    for &kind in Kind::ALL {
        for length in Length::ALL {
            usual[sort(kind, length)] = medians[shared(kind, length)];
        }
    }
    usual
}

fn convert(windows: &[Window], clock: &ClockFacts, trips: &[f64; SORTS], cpu: Option<u32>) -> Vec<Sample> {
    let origin = windows.first().map_or(0, |first| first.start_ticks);
    let sample = |window: &Window| {
        let elapsed_ns = clock.timebase.ns_f64(window.elapsed_ticks);
        let waited_ns = clock.poll_ns.unwrap_or(0.0) * f64::from(window.polls);
        let usual_trips = trips[sort(window.kind, window.length)];
        let scale = usual_trips / f64::from(window.trips);
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
            usual_steps: usual_trips * f64::from(window.kind.steps_per_trip(window.length)),
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

        // In nanoseconds a step, because the kinds' usual trips differ a little.
        let step_ns = |index: usize| list[index].time_ns / list[index].usual_steps;
        let mut by_round: Vec<Vec<f64>> = vec![Vec::new(); rounds];
        for &index in long.iter().copied().flatten() {
            by_round[list[index].round].push(step_ns(index));
        }
        let typical: Vec<Option<f64>> =
            by_round.iter_mut().map(|times| quantile(times, REFERENCE_SHARE)).collect();

        // A kind that is not like the others (folded, two cycles) is brought to their scale. Within a round
        // all kinds see the same clock, so the scale does not depend on which state the clock was in.
        for times in &mut by_round {
            times.clear();
        }
        for members in long {
            let ratio = |&index: &usize| Some(step_ns(index) / typical[list[index].round]?);
            let mut ratios: Vec<f64> = members.iter().filter_map(ratio).collect();
            // Both may have been interrupted: the usual ratio is the densest, not the middle one.
            let Some((scale, _)) = shortest_interval(&mut ratios, REFERENCE_SHARE) else { continue };
            for &index in members {
                by_round[list[index].round].push(step_ns(index) / scale);
            }
        }

        let mut around = Vec::new();
        let mut local = |round: usize| {
            around.clear();
            let last = (round + NEIGHBOURS).min(rounds - 1);
            for times in &by_round[round.saturating_sub(NEIGHBOURS)..=last] {
                around.extend_from_slice(times);
            }
            shortest_interval(&mut around, REFERENCE_SHARE).map(|(middle, _)| middle)
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
        let scale = shortest_interval(&mut ratios, REFERENCE_SHARE).map_or(f64::NAN, |(middle, _)| middle);
        for &index in members {
            let sample = &mut list[index];
            let here = self.by_round[sample.round];
            sample.excess_ns = sample.time_ns - scale * here;
            sample.level_ns = sample.time_ns * (self.usual / here);
        }
    }
}

/// Decides which windows of one kind are clean.
///
/// What the reads of the clock do to a window, quantisation above all, they do to all lengths of a kind alike,
/// and the short windows show it nearly undisturbed. So the clean windows of each length are those in the
/// interval of *that* width which holds the most of them. Whatever the shape of the noise, its mean is then the
/// same in all lengths and cancels in their difference.
fn judge(list: &mut [Sample], by_length: &[Vec<usize>], quantum_ns: f64) -> [Judgement; LENGTHS] {
    let excess = |members: &[usize]| members.iter().map(|&index| list[index].excess_ns).collect::<Vec<f64>>();
    let least_ns = 2.0 * CLEAN_QUANTA * quantum_ns;
    let mut short = excess(&by_length[Length::Short as usize]);
    let width_ns = interquartile(&mut short).map_or(least_ns, |range| least_ns.max(CLEAN_RANGES * range));

    let mut judgements = [Judgement::NONE; LENGTHS];
    for (members, judgement) in by_length.iter().zip(&mut judgements) {
        let mut excess: Vec<f64> = members.iter().map(|&index| list[index].excess_ns).collect();
        excess.sort_unstable_by(f64::total_cmp);
        let Some(clean) = CleanRange::of(&excess, width_ns) else { continue };
        *judgement = clean.judge(list, members, quantum_ns);
    }
    judgements
}

fn interquartile(values: &mut [f64]) -> Option<f64> {
    Some(-quantile(values, 0.25)? + quantile(values, 0.75)?)
}

/// What the windows of one sort turned out to be like.
#[derive(Debug, Clone, Copy)]
struct Judgement {
    /// Standard deviation of the clean windows, in nanoseconds.
    noise_ns: f64,
    /// By how much undetected interruptions may have lengthened the clean windows on average, in nanoseconds.
    undetected_ns: f64,
}

impl Judgement {
    const NONE: Judgement = Judgement { noise_ns: f64::NAN, undetected_ns: 0.0 };
}

/// Where the clean windows of a sort lie.
struct CleanRange {
    low_ns: f64,
    high_ns: f64,
}

impl CleanRange {
    /// The interval that holds the most of `sorted`, at least `width_ns` wide; wider where windows of this
    /// sort scatter more than the clock's reads make them.
    fn of(sorted: &[f64], width_ns: f64) -> Option<CleanRange> {
        let mut width_ns = width_ns;
        let mut held = fullest(sorted, width_ns)?;
        for _ in 0..REFINEMENTS {
            let share = CORE_SHARE * (held.1 - held.0) as f64 / sorted.len() as f64;
            let core = shortest_run(sorted, share)?;
            width_ns = width_ns.max(core * CLEAN_SIGMAS / CORE_WIDTH_SIGMAS);
            held = fullest(sorted, width_ns)?;
        }
        // The interval is as long as it is wherever its points leave it room: put them in its middle.
        let (first, last) = (sorted[held.0], sorted[held.1 - 1]);
        let room = (width_ns - (last - first)) / 2.0;
        Some(CleanRange { low_ns: first - room, high_ns: last + room })
    }

    fn judge(&self, list: &mut [Sample], members: &[usize], quantum_ns: f64) -> Judgement {
        let width_ns = self.high_ns - self.low_ns;
        let mut clean = Moments::default();
        let mut just_above = 0.0;
        for &index in members {
            let sample = &mut list[index];
            let excess_ns = sample.excess_ns;
            sample.fate = if excess_ns > self.high_ns {
                if excess_ns <= self.high_ns + width_ns {
                    just_above += 1.0;
                }
                Fate::Slow
            } else if excess_ns < self.low_ns {
                Fate::Fast
            } else {
                clean.add(excess_ns);
                Fate::Clean
            };
        }
        let location_ns = clean.mean();
        for &index in members {
            list[index].excess_ns -= location_ns;
        }
        Judgement {
            // A noise below that of the quantisation itself is chance: one step over the root of twelve.
            noise_ns: clean.variance().sqrt().max(quantum_ns / 12_f64.sqrt()),
            // Inside the interval interruptions are no denser than just above it, and the shorter the rarer.
            // As dense, those inside would add half its width each; falling evenly to none at no length, a
            // third as many would add two thirds of it. A third of the width each is between the two.
            undetected_ns: just_above / clean.count * width_ns / 3.0,
        }
    }
}

/// The first and one past the last of the `sorted` values in the interval of this width that holds the most.
fn fullest(sorted: &[f64], width_ns: f64) -> Option<(usize, usize)> {
    let mut end = 0;
    let mut best = None;
    let mut most = 0;
    for (start, &low) in sorted.iter().enumerate() {
        while end < sorted.len() && sorted[end] <= low + width_ns {
            end += 1;
        }
        if end - start > most {
            most = end - start;
            best = Some((start, end));
        }
    }
    best
}

/// The width of the shortest interval that holds this share of the `sorted` values.
fn shortest_run(sorted: &[f64], share: f64) -> Option<f64> {
    let held = ((sorted.len() as f64 * share).ceil() as usize).max(1);
    sorted.windows(held).map(|run| run[held - 1] - run[0]).min_by(f64::total_cmp)
}
