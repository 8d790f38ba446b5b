//! Clock trace of a shared core, round by round, from the chains of long latency.
//!
//! With a busy sibling very few windows lie on the edge, so that the path of a moving clock is not
//! known to the width of an edge. But even then chains of long latency are lengthened by less than
//! 1 %, however much additions are, and never shortened: the shortest windows of each round follow
//! the clock to that accuracy.

use crate::chain::{BodyLength, ChainKind};

use super::class::ResourceClass;
use super::samples::Samples;
use super::whole_cycles::WholeCycles;
use crate::estimate::frequency::NORMAL_FACTOR;
use crate::estimate::sample::Sample;
use crate::estimate::statistics::quantile;
use crate::estimate::variation::{Point, Range};

/// Rounds on either side whose windows are pooled: all of a round's own windows may be lengthened.
const NEIGHBOURS: usize = 1;

/// The quantile of the pooled windows that represents the shortest.
const LOW: f64 = 0.25;

/// Minimum number of pooled windows of long latency.
const FEWEST: usize = 4;

/// The shortest pooled windows are too long by up to this fraction, on average over a reading: by 0
/// to 0.93 % on a guest whose neighbours are almost always busy, according to the hardware cycle
/// counter (60 readings; docs/sources.md, SMT siblings), and a third more for cases that did not
/// occur in sixty.
const LATE: f64 = 0.0125;

/// A clock moved if its trace, without this fraction of the rounds at either end, ...
const SELDOM: f64 = 0.05;

/// ...covers more than this fraction: with a constant clock, a continuously busy sibling made it
/// 0.1 to 1.3 % (four recordings); with a moving clock it was 3.4 % and more.
const MOVED: f64 = 0.02;

/// A round is on a level if its relative difference in cycle time is in this range...
const NEAR_A_LEVEL: std::ops::Range<f64> = -0.005..0.02;

/// ...and this fraction of the rounds is nearly all: a change fell into the others.
const NEARLY_ALL: f64 = 0.8;

/// The clock in a round.
#[derive(Debug, Clone, Copy)]
struct RoundClock {
    at_ms: f64,
    is_shared: bool,
    /// Cycle time from the shortest windows of this round and its neighbours.
    cycle_ns: f64,
    /// Cycle time from this round's own windows.
    own_ns: f64,
}

/// The clock, round by round.
#[derive(Debug, Clone)]
pub(super) struct ClockTrace {
    moments: Vec<RoundClock>,
}

impl ClockTrace {
    /// Traces all rounds. In uncontended rounds the trace follows the level if `quiet_ns`, the
    /// cycle time on the main level, is given. `None` if the windows are insufficient.
    pub(super) fn of(samples: &Samples, quiet_ns: Option<f64>) -> Option<ClockTrace> {
        let long_latency = LongLatency::of(samples, samples.cycles()?)?;
        let rounds: Vec<&[Sample]> = samples.list.chunk_by(|a, b| a.round == b.round).collect();
        let cycles: Vec<Vec<f64>> = rounds.iter().map(|round| long_latency.cycles_ns(round)).collect();
        let moment = |index: usize| {
            let round = rounds[index];
            let at_ms = (samples.from_ns + round[0].at_ns) / 1e6;
            let is_shared = samples.contention().is_contended(round[0].round);
            if let Some(quiet_ns) = quiet_ns.filter(|_| !is_shared) {
                let slower = round.iter().map(|sample| sample.level.exp()).sum::<f64>() / round.len() as f64;
                let cycle_ns = quiet_ns * slower;
                return Some(RoundClock { at_ms, is_shared, cycle_ns, own_ns: cycle_ns });
            }
            let around = index.saturating_sub(NEIGHBOURS)..(index + NEIGHBOURS + 1).min(rounds.len());
            let mut around = cycles[around].concat();
            let cycle_ns = quantile(&mut around, LOW).filter(|_| around.len() >= FEWEST)?;
            let own_ns = quantile(&mut cycles[index].clone(), LOW).unwrap_or(cycle_ns);
            Some(RoundClock { at_ms, is_shared, cycle_ns, own_ns })
        };
        let moments: Vec<RoundClock> = (0..rounds.len()).filter_map(moment).collect();
        (2 * moments.len() > rounds.len()).then_some(ClockTrace { moments })
    }

    /// Time average of the clock, in hertz: each round is a number of cycles.
    pub(super) fn mean_hz(&self) -> f64 {
        self.mean_of(|moment| moment.cycle_ns)
    }

    /// Like [`ClockTrace::mean_hz`], but from each round's own windows: it does not exceed the true
    /// mean, while the shortest pooled windows may be from a neighbouring round with a faster
    /// clock.
    pub(super) fn least_mean_hz(&self) -> f64 {
        self.mean_of(|moment| moment.own_ns).min(self.mean_hz())
    }

    fn mean_of(&self, ns: impl Fn(&RoundClock) -> f64) -> f64 {
        1e9 * self.moments.len() as f64 / self.moments.iter().map(ns).sum::<f64>()
    }

    /// Returns `true` if the clock moved by more than contention can explain.
    pub(super) fn moved(&self) -> bool {
        let main = self.range(SELDOM);
        main.high_hz / main.low_hz - 1.0 > MOVED
    }

    /// Returns `true` if the clock was on one of these levels, in hertz, in nearly all rounds,
    /// within the effect of contention on long latencies.
    pub(super) fn stood_on(&self, levels_hz: &[f64]) -> bool {
        let on = |moment: &&RoundClock| {
            levels_hz.iter().any(|hz| NEAR_A_LEVEL.contains(&(moment.cycle_ns * hz * 1e-9 - 1.0)))
        };
        self.moments.iter().filter(on).count() as f64 >= NEARLY_ALL * self.moments.len() as f64
    }

    /// Fraction by which the clock may be faster than [`ClockTrace::mean_hz`] if this `share` of
    /// the rounds was contended.
    pub(super) fn late(share: f64) -> f64 {
        LATE * share
    }

    /// Range of the clock, without the fraction `beyond` of the rounds at either end.
    pub(super) fn range(&self, beyond: f64) -> Range {
        let mut cycles: Vec<f64> = self.moments.iter().map(|moment| moment.cycle_ns).collect();
        let mut at = |part: f64| 1e9 / quantile(&mut cycles, part).unwrap_or(f64::NAN);
        Range { low_hz: at(1.0 - beyond), high_hz: at(beyond) }
    }

    /// The shared rounds.
    pub(super) fn shared_points(&self) -> Vec<Point> {
        let point = |moment: &RoundClock| {
            let hz = 1e9 / moment.cycle_ns;
            Point { at_ms: moment.at_ms, hz, error_hz: LATE / NORMAL_FACTOR * hz }
        };
        self.moments.iter().filter(|moment| moment.is_shared).map(point).collect()
    }
}

/// Derives cycle times from windows of long latency.
struct LongLatency<'a> {
    cycles: &'a WholeCycles,
    /// Duration of a window without its steps, in nanoseconds.
    besides_ns: f64,
}

impl<'a> LongLatency<'a> {
    fn of(samples: &Samples, cycles: &'a WholeCycles) -> Option<LongLatency<'a>> {
        let kinds = ChainKind::ALL.iter().copied().filter(|&kind| ResourceClass::is_of_long_latency(kind));
        // The edges of a kind may come from two levels of the clock, that of the long windows from
        // the faster one: the difference is too large then.
        let besides_ns =
            kinds.filter_map(|kind| overhead_ns(kind, samples, cycles)).min_by(f64::total_cmp)?;
        Some(LongLatency { cycles, besides_ns })
    }

    /// Cycle time from each long window of `round`, in nanoseconds.
    fn cycles_ns(&self, round: &[Sample]) -> Vec<f64> {
        let cycle_ns = |sample: &Sample| {
            let cycles = sample.nominal_steps * self.cycles.get(sample.kind)?;
            let cycle_ns = (sample.time_ns - self.besides_ns) / cycles;
            (cycle_ns > 0.0).then_some(cycle_ns)
        };
        let tells = |sample: &&Sample| {
            ResourceClass::is_of_long_latency(sample.kind)
                && sample.length == BodyLength::Long
                && sample.is_valid()
        };
        round.iter().filter(tells).filter_map(cycle_ns).collect()
    }
}

/// Duration of an undisturbed window of a kind without its steps, in nanoseconds: that of a short
/// window less its cycles, with the cycle time from the difference between long and short windows.
fn overhead_ns(kind: ChainKind, samples: &Samples, cycles: &WholeCycles) -> Option<f64> {
    let whole = cycles.get(kind)?;
    let cycles = |length| samples.steps(kind, length) * whole;
    let floor_ns = |length| samples.edge_fit(kind, length).edge_ns;
    let (short_ns, short_cycles) = (floor_ns(BodyLength::Short), cycles(BodyLength::Short));
    let cycle_ns = (floor_ns(BodyLength::Long) - short_ns) / (cycles(BodyLength::Long) - short_cycles);
    let is_known = cycle_ns > 0.0 && cycle_ns.is_finite();
    is_known.then_some(short_ns - short_cycles * cycle_ns)
}
