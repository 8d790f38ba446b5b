//! The frequency of a core that was shared throughout, from the class of kinds that is disturbed
//! least.
//!
//! Multiplications and floating-point operations need an issue slot only every few cycles: with a
//! continuously busy sibling a few in a hundred of their windows are undisturbed. Residual
//! contention makes these longer, never shorter, so the interval is wider upwards.

use crate::Interval;
use crate::chain::{BodyLength, ChainKind, Role};

use super::class::ResourceClass;
use super::clock_trace::ClockTrace;
use super::contributing_kinds::{ContributingKinds, CyclePeriods};
use super::samples::Samples;
use super::solution::{Refusal, Solution};
use super::states::States;
use super::time_line;
use super::whole_cycles::WholeCycles;
use crate::estimate::consensus::FEWEST_KINDS;
use crate::estimate::consensus::{Consensus, Periods};
use crate::estimate::frequency::{Frequency, NORMAL_FACTOR, UncertaintyBudget};
use crate::estimate::result::{MIN_DWELL_SHARE, TightLoop};
use crate::estimate::statistics::Uncertain;
use crate::estimate::variation::{Point, Range};
use crate::estimate::verdict::Reason;

/// The quantile of windows that represents their edge: about this fraction of them is undisturbed.
const EDGE: f64 = 0.05;

/// Minimum number of windows of a length for such a quantile.
const FEWEST_WINDOWS: usize = 20;

/// Common excess of all kinds over the true edge that the interval allows for: at least this
/// multiple of the difference between the least disturbed class and the next,
const TIMES_NEXT: f64 = 3.0;
/// ...this fraction of the excess of additions,
const OF_ADDITIONS: f64 = 0.15;
/// ...and this fraction: with a continuously busy sibling the edge of multiplications was above the
/// true clock's by 32 to 1,020 ppm, once 1,990 (22 recordings, docs/sources.md, SMT siblings).
const LEAST: f64 = 600e-6;

/// Classes within this fraction of the lowest edge agree...
const AGREE: f64 = 1e-4;
/// ...and this many classes are unlikely to have the same excess.
const AGREEING: usize = 3;

/// An interval that extends further upwards than this fraction is not a reading, only a lower bound
/// of the clock.
const WIDEST: f64 = 0.01;

/// Estimates the frequency; a reason if the windows are insufficient.
pub(super) fn number(samples: &mut Samples) -> Result<Solution, Refusal> {
    let cycles = *samples.cycles().ok_or(Reason::NoConsensus)?;
    let mut states = States::of(samples);
    states.reassign_dwell_times(samples);
    let windows = MainStateTimes::windows(samples);
    let periods: Periods =
        ChainKind::ALL.iter().map(|&kind| (kind, windows.period_ns(kind, samples))).collect();
    let one_cycle = |(kind, period): &&(ChainKind, Option<Uncertain>)| {
        matches!(kind.role(), Role::OneCycle { .. }) && period.is_some()
    };
    if periods.iter().filter(one_cycle).count() < FEWEST_KINDS {
        return Err(Reason::TooFewWindows.into());
    }
    let edges = CyclePeriods::of(&periods, &cycles);
    let (_, lowest) = edges.lowest().ok_or(Reason::NoConsensus)?;
    if !is_a_core(&periods, &cycles, lowest) {
        return Err(Reason::NoConsensus.into());
    }
    let contributing = ContributingKinds::lowest(&periods, &cycles);
    let slack = slack(&edges, hidden_by_reads(samples, &contributing, lowest.value));
    let period = lowest;
    let error = period.error / period.value;
    let hz = 1e9 / period.value;
    let slowest_hz = hz_without_lateness(&periods, &edges).map_or(hz, |without| without.min(hz));
    let at_least = |hz: f64| Refusal {
        reason: Reason::NoUndisturbedWindows,
        at_least_hz: Some(hz.min(slowest_hz) * (1.0 - NORMAL_FACTOR * error)),
    };
    // Additions exceed the lowest edge by this much, and all kinds take whole cycles whether or not
    // additions take one.
    if slowest_hz < hz * (1.0 - MOST_LATE) {
        return Err(at_least(hz));
    }
    let whole = |kind| cycles.get(kind);
    let trace = ClockTrace::of(samples, None);
    if let Some(trace) = trace.as_ref().filter(|trace| !states.describe_all(trace, hz)) {
        let additions =
            edges.of_class(ResourceClass::Alu).map_or(0.0, |edge| edge.value / period.value - 1.0);
        if additions > MOST_LATE {
            return Err(at_least(trace.least_mean_hz()));
        }
        return Ok(along(trace, error, Consensus::under_contention(&periods, period, whole)));
    }
    if slack > WIDEST {
        return Err(at_least(hz));
    }
    let mut main = frequency(hz, hz, error, slack);
    main.budget.chain_disagreement_ppm = contributing.disagreement_ns(&periods) / period.value * 1e6;
    // An excess common to the windows of all rounds may be due to the sibling or to a slower clock:
    // nothing distinguishes these.
    if let Some(trace) = trace.filter(|_| !states.moved()) {
        main.hz.low = main.hz.low.min(trace.least_mean_hz());
    }
    let consensus = Consensus::under_contention(&periods, period, whole);
    let time_line = time_line::time_line_of_states(samples, hz);
    Ok(over(&states, main, consensus, time_line))
}

/// The frequency of a clock that is `main` on its main level: the mean over its states if it
/// moved.
fn over(states: &States, main: Frequency, consensus: Consensus, time_line: Vec<Point>) -> Solution {
    let clock_states = states.in_hz(main.hz.value);
    let moved = states.moved();
    let (mut frequency, mut range) = (main, Range::at(main.hz.value));
    if moved {
        let lasting = clock_states.iter().filter(|state| state.time_share > MIN_DWELL_SHARE);
        range = lasting.fold(range, |range, state| range.with(state.hz));
        frequency = Frequency {
            hz: Interval {
                value: main.hz.value * states.mean,
                low: main.hz.low * states.mean * (1.0 - NORMAL_FACTOR * states.uncertainty),
                high: main.hz.high * states.mean * (1.0 + NORMAL_FACTOR * states.uncertainty),
            },
            ..main
        };
    }
    Solution { consensus, frequency, moved, range, states: clock_states, time_line, tight_loop: UNKNOWN }
}

/// Returns a frequency with the relative standard uncertainty `error` that is at least `least_hz`,
/// apart from this uncertainty, and may be faster by the fraction `late`.
fn frequency(hz: f64, least_hz: f64, error: f64, late: f64) -> Frequency {
    Frequency {
        hz: Interval {
            value: hz,
            low: least_hz * (1.0 - NORMAL_FACTOR * error),
            high: hz * (1.0 + late.hypot(NORMAL_FACTOR * error)),
        },
        budget: UncertaintyBudget {
            quantisation_ppm: NORMAL_FACTOR * error * 1e6,
            batch_spread_ppm: NORMAL_FACTOR * error * 1e6,
            chain_disagreement_ppm: 0.0,
            undetected_ppm: late * 1e6,
            reference_ppm: 0.0,
        },
    }
}

/// Under contention the tight loop does not characterise the core.
const UNKNOWN: TightLoop = TightLoop { cycles_per_iteration: None, error_cycles: None };

/// If additions exceed the lowest edge by more than this fraction, the sibling may lengthen long
/// latencies more than usual. An excess of additions of 0.4 % to 3 % is usual, and 37 to 40 % was
/// observed (docs/sources.md, SMT siblings).
const MOST_LATE: f64 = 0.1;

/// The frequency of a clock that moved: its mean over `trace`.
fn along(trace: &ClockTrace, error: f64, consensus: Consensus) -> Solution {
    Solution {
        consensus,
        frequency: frequency(trace.mean_hz(), trace.least_mean_hz(), error, ClockTrace::late(1.0)),
        moved: true,
        range: trace.range(MIN_DWELL_SHARE),
        states: Vec::new(),
        time_line: trace.shared_points(),
        tight_loop: UNKNOWN,
    }
}

/// With a continuously busy sibling a kind of several cycles exceeded the lowest edge, set by
/// another such kind, by up to 3.2 %. A larger excess has another cause: an emulator, whose chains
/// take arbitrary numbers of cycles.
const LATEST: f64 = 0.05;

/// Returns `true` if the kinds are consistent with a core: the one-cycle kinds agree, and all
/// others take whole cycles apart from the effect of a sibling.
fn is_a_core(periods: &Periods, cycles: &WholeCycles, cycle: Uncertain) -> bool {
    let is_late = |&(kind, period): &(ChainKind, Option<Uncertain>)| {
        let Some(period) = period.filter(|_| kind.role() == Role::Ratio) else { return false };
        cycles.get(kind).is_none_or(|whole| (period.value / (whole * cycle.value) - 1.0).abs() > LATEST)
    };
    Consensus::of(periods).is_some() && !periods.iter().any(is_late)
}

/// The clock if no window were lengthened: if additions, as measured, take one cycle and all other
/// kinds whole cycles, contention cannot be distinguished from a slower clock. `None` if they do
/// not.
fn hz_without_lateness(periods: &Periods, edges: &CyclePeriods) -> Option<f64> {
    Consensus::of(periods).filter(|consensus| consensus.confirmed)?;
    Some(1e9 / edges.of_class(ResourceClass::Alu)?.value)
}

/// Share of the reads' scatter that may hide the effect of a sibling. With this half, coverage is
/// 99 % in 1,000 simulations with ticks of 100 ns and siblings that are almost always busy; 97 %
/// with a third and 80 to 90 % without it.
const OF_READS: f64 = 0.5;

/// Fraction by which the lowest edge may be too long because it cannot be located more finely than
/// the reads of the clock scatter: windows with a smaller excess lie among the others. The two
/// quantisation errors of a tick q have a standard deviation of q/√6.
fn hidden_by_reads(samples: &Samples, contributing: &ContributingKinds, cycle_ns: f64) -> f64 {
    let scatter_ns = samples.quantum_ns() / 6_f64.sqrt();
    OF_READS * scatter_ns / (contributing.difference_cycles(samples) * cycle_ns)
}

/// Fraction by which the clock may be faster than the lowest edge indicates, if the reads may hide
/// the fraction `hidden`.
fn slack(edges: &CyclePeriods, hidden: f64) -> f64 {
    let late = edges.late();
    let agreeing = late.iter().filter(|(_, late)| *late <= AGREE).count();
    let additions =
        late.iter().find(|(class, _)| *class == ResourceClass::Alu).map_or(0.0, |(_, late)| *late);
    let next = late
        .iter()
        .skip(1)
        .find(|(class, _)| *class != ResourceClass::Alu)
        .map_or(additions, |(_, late)| *late);
    let of_additions = if agreeing >= AGREEING { 0.0 } else { OF_ADDITIONS * additions };
    (TIMES_NEXT * next).max(of_additions).max(LEAST + hidden)
}

/// Durations of the windows on the main level, by type, in ascending order.
struct MainStateTimes {
    times: Vec<[Vec<f64>; BodyLength::ALL.len()]>,
}

impl MainStateTimes {
    fn windows(samples: &Samples) -> MainStateTimes {
        let mut times: Vec<[Vec<f64>; BodyLength::ALL.len()]> =
            vec![Default::default(); ChainKind::ALL.len()];
        let list = &samples.list;
        // A window next to a change of level may contain both levels.
        let stood = |index: usize| {
            let around = index.saturating_sub(2)..(index + 2).min(list.len());
            list[around].iter().all(|sample| sample.level == 0.0)
        };
        for (_, sample) in
            list.iter().enumerate().filter(|(index, sample)| sample.is_valid() && stood(*index))
        {
            times[sample.kind as usize][sample.length as usize].push(sample.time_ns);
        }
        for by_length in times.iter_mut().flatten() {
            by_length.sort_unstable_by(f64::total_cmp);
        }
        MainStateTimes { times }
    }

    /// The period of a step by equal low quantiles of long and short windows, with its standard
    /// error from the order statistics around them.
    fn period_ns(&self, kind: ChainKind, samples: &Samples) -> Option<Uncertain> {
        let [short, _, long] = &self.times[kind as usize];
        let fewest = short.len().min(long.len());
        if fewest < FEWEST_WINDOWS {
            return None;
        }
        let difference = samples.step_difference(kind);
        let at = |times: &[f64], part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
        let apart = |part: f64| at(long, part) - at(short, part);
        let value = (apart(EDGE / 2.0) + apart(EDGE) + apart(EDGE * 2.0)) / 3.0 / difference;
        let reach = |times: &[f64]| at(times, EDGE * 2.0) - at(times, EDGE / 2.0);
        let error = reach(long).max(reach(short)) / (fewest as f64 * EDGE).sqrt() / difference.abs();
        (value > 0.0).then_some(Uncertain { value, error })
    }
}
