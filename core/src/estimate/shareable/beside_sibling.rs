//! The number where the core was shared throughout: from the class of kinds that is disturbed least.
//!
//! Multiplications and floating-point operations need an issue slot every few cycles: beside a sibling that never rests
//! a few windows in a hundred of theirs come through. What is left of the sharing in them makes them longer, never
//! shorter: the interval is wider upwards.

use crate::chain::{Kind, Length, Role};

use super::carriers::{Carriers, Edges};
use super::class::Class;
use super::course::Course;
use super::found::{Found, Refusal};
use super::samples::Samples;
use super::states::States;
use super::time_line;
use super::whole_cycles::WholeCycles;
use crate::estimate::consensus::FEWEST_KINDS;
use crate::estimate::consensus::{Consensus, Periods};
use crate::estimate::frequency::{Frequency, NORMAL_FACTOR, UncertaintyParts};
use crate::estimate::result::{MOMENT, TightLoop};
use crate::estimate::statistics::Uncertain;
use crate::estimate::variation::{Point, Range};
use crate::estimate::verdict::Reason;

/// The quantile of windows that stands for their edge: about so many of them come through.
const EDGE: f64 = 0.05;

/// Windows of a length that such a quantile needs.
const FEWEST_WINDOWS: usize = 20;

/// How much later than the edge all kinds may be: so many times what the least disturbed class differs from the next,
const TIMES_NEXT: f64 = 3.0;
/// ...this part of what additions are late by,
const OF_ADDITIONS: f64 = 0.15;
/// ...and at least this part: the least that was seen between the edge of multiplications and the true clock beside a
/// sibling that never rests (22 recordings, docs/sources.md, SMT siblings: 32 to 1,020 ppm, once 1,990).
const LEAST: f64 = 600e-6;

/// Classes within this part of the lowest edge agree...
const AGREE: f64 = 1e-4;
/// ...and so many of them could hardly be late by the same.
const AGREEING: usize = 3;

/// An interval that is wider upwards than this part is no reading: it says only that the clock is at least so fast.
const WIDEST: f64 = 0.01;

/// The number; a reason where the windows carry none.
pub(super) fn number(samples: &mut Samples) -> Result<Found, Refusal> {
    let cycles = *samples.cycles().ok_or(Reason::NoConsensus)?;
    let mut states = States::of(samples);
    states.share_out(samples);
    let windows = Edge::windows(samples);
    let periods: Periods = Kind::ALL.iter().map(|&kind| (kind, windows.period_ns(kind, samples))).collect();
    let one_cycle = |(kind, period): &&(Kind, Option<Uncertain>)| {
        matches!(kind.role(), Role::OneCycle { .. }) && period.is_some()
    };
    if periods.iter().filter(one_cycle).count() < FEWEST_KINDS {
        return Err(Reason::Starved.into());
    }
    let edges = Edges::of(&periods, &cycles);
    let (_, lowest) = edges.lowest().ok_or(Reason::NoConsensus)?;
    if !is_a_core(&periods, &cycles, lowest) {
        return Err(Reason::NoConsensus.into());
    }
    let carriers = Carriers::lowest(&periods, &cycles);
    let slack = slack(&edges, hidden_by_reads(samples, &carriers, lowest.value));
    let period = lowest;
    let error = period.error / period.value;
    let hz = 1e9 / period.value;
    let slowest_hz = hz_without_lateness(&periods, &edges).map_or(hz, |without| without.min(hz));
    let at_least = |hz: f64| Refusal {
        reason: Reason::NoCleanMoment,
        at_least_hz: Some(hz.min(slowest_hz) * (1.0 - NORMAL_FACTOR * error)),
    };
    // Additions late by so much, and by just so much that all are whole either way.
    if slowest_hz < hz * (1.0 - MOST_LATE) {
        return Err(at_least(hz));
    }
    let whole = |kind| cycles.get(kind);
    let course = Course::of(samples, None);
    if let Some(course) = course.as_ref().filter(|course| !states.tell_all(course, hz)) {
        let additions = edges.of_class(Class::Alu).map_or(0.0, |edge| edge.value / period.value - 1.0);
        if additions > MOST_LATE {
            return Err(at_least(course.least_mean_hz()));
        }
        return Ok(along(course, error, Consensus::beside_sibling(&periods, period, whole)));
    }
    if slack > WIDEST {
        return Err(at_least(hz));
    }
    let mut usual = frequency(hz, hz, error, slack);
    usual.parts.chain_disagreement_ppm = carriers.disagreement_ns(&periods) / period.value * 1e6;
    // What the windows of all moments were late by, if they were, was the sibling's doing or the clock's: which, nothing tells.
    if let Some(course) = course.filter(|_| !states.moved()) {
        usual.low_hz = usual.low_hz.min(course.least_mean_hz());
    }
    let consensus = Consensus::beside_sibling(&periods, period, whole);
    let time_line = time_line::time_line_of_states(samples, hz);
    Ok(over(&states, usual, consensus, time_line))
}

/// The number of a clock that is `usual` in the usual one of its states: where it moved, its mean over them.
fn over(states: &States, usual: Frequency, consensus: Consensus, time_line: Vec<Point>) -> Found {
    let clock_states = states.in_hz(usual.hz);
    let moved = states.moved();
    let (mut frequency, mut range) = (usual, Range::at(usual.hz));
    if moved {
        let lasting = clock_states.iter().filter(|state| state.share > MOMENT);
        range = lasting.fold(range, |range, state| range.with(state.hz));
        frequency = Frequency {
            hz: usual.hz * states.mean,
            low_hz: usual.low_hz * states.mean * (1.0 - NORMAL_FACTOR * states.doubt),
            high_hz: usual.high_hz * states.mean * (1.0 + NORMAL_FACTOR * states.doubt),
            ..usual
        };
    }
    Found { consensus, frequency, moved, range, states: clock_states, time_line, tight_loop: UNKNOWN }
}

/// A frequency of this standard `error`, a part of it, that is `least_hz` at least but for that, and may be faster by the part `late`.
fn frequency(hz: f64, least_hz: f64, error: f64, late: f64) -> Frequency {
    Frequency {
        hz,
        low_hz: least_hz * (1.0 - NORMAL_FACTOR * error),
        high_hz: hz * (1.0 + late.hypot(NORMAL_FACTOR * error)),
        parts: UncertaintyParts {
            quantisation_ppm: NORMAL_FACTOR * error * 1e6,
            batch_spread_ppm: NORMAL_FACTOR * error * 1e6,
            chain_disagreement_ppm: 0.0,
            undetected_ppm: late * 1e6,
            reference_ppm: 0.0,
        },
    }
}

/// Beside a sibling the tight loop says nothing of the core.
const UNKNOWN: TightLoop = TightLoop { cycles_per_iteration: None, error_cycles: None };

/// Additions later than this part of the lowest edge are beside a sibling that long latencies may be late by more than usual
/// beside: 0.4 % to 3 % is usual, and 37 to 40 % was seen (docs/sources.md, SMT siblings).
const MOST_LATE: f64 = 0.1;

/// The number of a clock that moved: its mean over `course`.
fn along(course: &Course, error: f64, consensus: Consensus) -> Found {
    Found {
        consensus,
        frequency: frequency(course.mean_hz(), course.least_mean_hz(), error, Course::late(1.0)),
        moved: true,
        range: course.range(MOMENT),
        states: Vec::new(),
        time_line: course.shared_points(),
        tight_loop: UNKNOWN,
    }
}

/// Beside a sibling that never rests a kind of several cycles was late by up to 3.2 % of the lowest edge, which is that of
/// another such kind. What is later is not late but something else: an emulator, whose chains take what they take.
const LATEST: f64 = 0.05;

/// Whether the kinds are those of a core: one-cycle kinds that agree, and all others whole but for what a sibling makes of
/// them.
fn is_a_core(periods: &Periods, cycles: &WholeCycles, cycle: Uncertain) -> bool {
    let is_late = |&(kind, period): &(Kind, Option<Uncertain>)| {
        let Some(period) = period.filter(|_| kind.role() == Role::Ratio) else { return false };
        cycles.get(kind).is_none_or(|whole| (period.value / (whole * cycle.value) - 1.0).abs() > LATEST)
    };
    Consensus::of(periods).is_some() && !periods.iter().any(is_late)
}

/// The clock if nothing were late: where additions take a cycle and all other kinds whole ones, as they are, nothing tells a
/// sibling from a slower clock. Absent where that is no core.
fn hz_without_lateness(periods: &Periods, edges: &Edges) -> Option<f64> {
    Consensus::of(periods).filter(|consensus| consensus.confirmed)?;
    Some(1e9 / edges.of_class(Class::Alu)?.value)
}

/// So much of the reads' scatter hides what a sibling adds to windows: with it 99 % of 1,000 simulated intervals hold at ticks of
/// 100 ns beside siblings that hardly rest, without it 80 to 90 %; a third instead of a half gives 97 %.
const OF_READS: f64 = 0.5;

/// By which part the lowest edge may be late because it cannot be told more finely than the reads of the clock scatter: windows
/// that are late by less lie among the others. The two roundings of a tick q scatter by q/√6.
fn hidden_by_reads(samples: &Samples, carriers: &Carriers, cycle_ns: f64) -> f64 {
    let scatter_ns = samples.quantum_ns() / 6_f64.sqrt();
    OF_READS * scatter_ns / (carriers.difference_cycles(samples) * cycle_ns)
}

/// By which part the clock may be faster than the lowest edge says, where the reads may hide this part.
fn slack(edges: &Edges, hidden: f64) -> f64 {
    let late = edges.late();
    let agreeing = late.iter().filter(|(_, late)| *late <= AGREE).count();
    let additions = late.iter().find(|(class, _)| *class == Class::Alu).map_or(0.0, |(_, late)| *late);
    let next =
        late.iter().skip(1).find(|(class, _)| *class != Class::Alu).map_or(additions, |(_, late)| *late);
    let of_additions = if agreeing >= AGREEING { 0.0 } else { OF_ADDITIONS * additions };
    (TIMES_NEXT * next).max(of_additions).max(LEAST + hidden)
}

/// The times of the windows in the main state, by sort, in ascending order.
struct Edge {
    times: Vec<[Vec<f64>; Length::ALL.len()]>,
}

impl Edge {
    fn windows(samples: &Samples) -> Edge {
        let mut times: Vec<[Vec<f64>; Length::ALL.len()]> = vec![Default::default(); Kind::ALL.len()];
        let list = &samples.list;
        // A window beside a change of the level may have met both.
        let stood = |index: usize| {
            let around = index.saturating_sub(2)..(index + 2).min(list.len());
            list[around].iter().all(|sample| sample.level == 0.0)
        };
        for (_, sample) in
            list.iter().enumerate().filter(|(index, sample)| sample.is_sound() && stood(*index))
        {
            times[sample.kind as usize][sample.length as usize].push(sample.time_ns);
        }
        for by_length in times.iter_mut().flatten() {
            by_length.sort_unstable_by(f64::total_cmp);
        }
        Edge { times }
    }

    /// The period of a step by equal low quantiles of long and short windows, with its standard error from the order
    /// statistics around them.
    fn period_ns(&self, kind: Kind, samples: &Samples) -> Option<Uncertain> {
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
