//! The clock round by round where the core was shared: from the chains of long latency.
//!
//! Beside a busy sibling hardly any window lies on the edge, so that the path of a clock which moves is not known to the width
//! of an edge. But chains of long latency are late by less than a hundredth even then, whatever additions are late by, and never
//! early: the least late of each moment follow the clock to that part.

use crate::chain::{Kind, Length};

use super::class::Class;
use super::samples::Samples;
use super::whole_cycles::WholeCycles;
use crate::estimate::frequency::NORMAL_FACTOR;
use crate::estimate::sample::Sample;
use crate::estimate::statistics::quantile;
use crate::estimate::variation::{Point, Range};

/// Rounds on either side whose windows count as those of the same moment: of a round's own all may be late.
const NEIGHBOURS: usize = 1;

/// Of a moment's windows the quantile that stands for the least late.
const LOW: f64 = 0.25;

/// Windows of long latency that a moment needs.
const FEWEST: usize = 4;

/// The least late windows of a moment are late by up to this part, on average over a reading: by 0 to 0.93 % on a guest beside
/// tenants that hardly rest, by the processor's own counter of cycles (60 readings; docs/sources.md, SMT siblings), and a third
/// more for what sixty did not show.
const LATE: f64 = 0.0125;

/// A clock whose course, but for this part of the time at either end, ...
const SELDOM: f64 = 0.05;

/// ...covers more than this part has moved: of a clock that stood still a sibling that never rests made 0.1 to 1.3 % (four
/// recordings), of one that moved it was 3.4 % and more.
const MOVED: f64 = 0.02;

/// A moment is on a level from so far before it, to so far after it...
const NEAR_A_LEVEL: std::ops::Range<f64> = -0.005..0.02;

/// ...and this part of the moments are nearly all: into the others a change fell.
const NEARLY_ALL: f64 = 0.8;

/// What a moment's windows tell of.
#[derive(Debug, Clone, Copy)]
struct Moment {
    at_ms: f64,
    is_shared: bool,
    /// What a cycle took by the least late windows of it and of those beside it.
    cycle_ns: f64,
    /// The same by its own windows.
    own_ns: f64,
}

/// The clock, round by round.
#[derive(Debug, Clone)]
pub(super) struct Course {
    moments: Vec<Moment>,
}

impl Course {
    /// Of all rounds; in those that were quiet, where `quiet_ns` is what a cycle takes on the usual level, by the level.
    /// `None` where the windows do not tell.
    pub(super) fn of(samples: &Samples, quiet_ns: Option<f64>) -> Option<Course> {
        let long_latency = LongLatency::of(samples, samples.cycles()?)?;
        let rounds: Vec<&[Sample]> = samples.list.chunk_by(|a, b| a.round == b.round).collect();
        let cycles: Vec<Vec<f64>> = rounds.iter().map(|round| long_latency.cycles_ns(round)).collect();
        let moment = |index: usize| {
            let round = rounds[index];
            let at_ms = (samples.from_ns + round[0].at_ns) / 1e6;
            let is_shared = samples.contention().is_shared(round[0].round);
            if let Some(quiet_ns) = quiet_ns.filter(|_| !is_shared) {
                let slower = round.iter().map(|sample| sample.level.exp()).sum::<f64>() / round.len() as f64;
                let cycle_ns = quiet_ns * slower;
                return Some(Moment { at_ms, is_shared, cycle_ns, own_ns: cycle_ns });
            }
            let around = index.saturating_sub(NEIGHBOURS)..(index + NEIGHBOURS + 1).min(rounds.len());
            let mut around = cycles[around].concat();
            let cycle_ns = quantile(&mut around, LOW).filter(|_| around.len() >= FEWEST)?;
            let own_ns = quantile(&mut cycles[index].clone(), LOW).unwrap_or(cycle_ns);
            Some(Moment { at_ms, is_shared, cycle_ns, own_ns })
        };
        let moments: Vec<Moment> = (0..rounds.len()).filter_map(moment).collect();
        (2 * moments.len() > rounds.len()).then_some(Course { moments })
    }

    /// The mean over time of the clock, in hertz: a round is a number of cycles.
    pub(super) fn mean_hz(&self) -> f64 {
        self.mean_of(|moment| moment.cycle_ns)
    }

    /// The same by each round's own windows: it is not more than the clock's, while the least late windows of a moment may be
    /// those that met a faster clock beside it.
    pub(super) fn least_mean_hz(&self) -> f64 {
        self.mean_of(|moment| moment.own_ns).min(self.mean_hz())
    }

    fn mean_of(&self, ns: impl Fn(&Moment) -> f64) -> f64 {
        1e9 * self.moments.len() as f64 / self.moments.iter().map(ns).sum::<f64>()
    }

    /// Whether the clock moved by more than a sibling makes windows late.
    pub(super) fn moved(&self) -> bool {
        let usual = self.range(SELDOM);
        usual.high_hz / usual.low_hz - 1.0 > MOVED
    }

    /// Whether it stood on these levels, in hertz, in nearly all rounds: within what long latencies are late by.
    pub(super) fn stood_on(&self, levels_hz: &[f64]) -> bool {
        let on = |moment: &&Moment| {
            levels_hz.iter().any(|hz| NEAR_A_LEVEL.contains(&(moment.cycle_ns * hz * 1e-9 - 1.0)))
        };
        self.moments.iter().filter(on).count() as f64 >= NEARLY_ALL * self.moments.len() as f64
    }

    /// By which part the clock may be faster than [`Course::mean_hz`], where `share` of the rounds were shared.
    pub(super) fn late(share: f64) -> f64 {
        LATE * share
    }

    /// Between what it moved, but for this part of the time at either end.
    pub(super) fn range(&self, beyond: f64) -> Range {
        let mut cycles: Vec<f64> = self.moments.iter().map(|moment| moment.cycle_ns).collect();
        let mut at = |part: f64| 1e9 / quantile(&mut cycles, part).unwrap_or(f64::NAN);
        Range { low_hz: at(1.0 - beyond), high_hz: at(beyond) }
    }

    /// The shared rounds.
    pub(super) fn shared_points(&self) -> Vec<Point> {
        let point = |moment: &Moment| {
            let hz = 1e9 / moment.cycle_ns;
            Point { at_ms: moment.at_ms, hz, error_hz: LATE / NORMAL_FACTOR * hz }
        };
        self.moments.iter().filter(|moment| moment.is_shared).map(point).collect()
    }
}

/// How windows of long latency tell what a cycle takes.
struct LongLatency<'a> {
    cycles: &'a WholeCycles,
    /// What a window takes besides its steps, in nanoseconds.
    besides_ns: f64,
}

impl<'a> LongLatency<'a> {
    fn of(samples: &Samples, cycles: &'a WholeCycles) -> Option<LongLatency<'a>> {
        let kinds = Kind::ALL.iter().copied().filter(|&kind| Class::is_of_long_latency(kind));
        // The floors of a kind may come from two levels of the clock, the long windows' from the faster one: then it is too much.
        let besides_ns = kinds.filter_map(|kind| besides_ns(kind, samples, cycles)).min_by(f64::total_cmp)?;
        Some(LongLatency { cycles, besides_ns })
    }

    /// What a cycle took by each long window of `round`.
    fn cycles_ns(&self, round: &[Sample]) -> Vec<f64> {
        let cycle_ns = |sample: &Sample| {
            let cycles = sample.usual_steps * self.cycles.get(sample.kind)?;
            let cycle_ns = (sample.time_ns - self.besides_ns) / cycles;
            (cycle_ns > 0.0).then_some(cycle_ns)
        };
        let tells = |sample: &&Sample| {
            Class::is_of_long_latency(sample.kind) && sample.length == Length::Long && sample.is_sound()
        };
        round.iter().filter(tells).filter_map(cycle_ns).collect()
    }
}

/// What a window of a kind takes besides its steps where nothing disturbs it, in nanoseconds: what is left of a short one when
/// a cycle takes what long and short ones differ by.
fn besides_ns(kind: Kind, samples: &Samples, cycles: &WholeCycles) -> Option<f64> {
    let whole = cycles.get(kind)?;
    let cycles = |length| samples.steps(kind, length) * whole;
    let floor_ns = |length| samples.judgement(kind, length).floor_ns;
    let (short_ns, short_cycles) = (floor_ns(Length::Short), cycles(Length::Short));
    let cycle_ns = (floor_ns(Length::Long) - short_ns) / (cycles(Length::Long) - short_cycles);
    let is_known = cycle_ns > 0.0 && cycle_ns.is_finite();
    is_known.then_some(short_ns - short_cycles * cycle_ns)
}
