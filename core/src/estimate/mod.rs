//! From recorded windows to hertz with an interval, a verdict, and what to know besides.
//!
//! The estimate is a pure function of a [`Recording`]. In order:
//!
//! 1. `samples`: which windows were interrupted, each compared with its like at that moment;
//! 2. [`consensus`]: which kinds of chains agree, and whether the others are whole multiples of them;
//! 3. `batches`: the run cut into stretches, each estimated from the *difference* of its long and short
//!    windows;
//! 4. [`variation`]: whether the stretches differ;
//! 5. the number: the mean of the batches, with Student's interval from their spread.
//!
//! **The mathematics.** A window of n trips over a body of U steps takes `a + n·(o + U·c)/f`: a for the clock's
//! reads and the call, o cycles for the loop's end, c cycles per step. For two bodies L and S with the same n
//! the difference of the mean times is `n·(L − S)·c/f`, free of a and o. With c = 1 that is the clock. Quantisation
//! of a tick q adds to one window an error that is triangular over ±q, of standard deviation q/√6 when the
//! phases are spread evenly, as the dither of n (`run::plan`) makes sure (B. Widrow,
//! I. Kollar: Quantization Noise, 2008).

mod aligned;
pub(crate) mod batches;
mod beside_sibling;
mod carriers;
mod class;
pub mod consensus;
mod contention;
pub mod diagnostic;
pub(crate) mod edge;
mod frequency;
mod path;
pub mod recording;
mod reference;
pub(crate) mod samples;
mod states;
pub(crate) mod statistics;
pub mod variation;
pub mod verdict;
mod whole_cycles;
pub mod windows;

use serde::{Deserialize, Serialize};

pub(crate) use frequency::NORMAL_FACTOR;
pub use frequency::{CONFIDENCE, Frequency, UncertaintyParts};

use crate::chain::{Kind, Role};

use batches::{Cut, FEWEST_BATCHES, Stretch};
use carriers::Carriers;
use consensus::{ChainFinding, ChainResult, Consensus, Periods};
use diagnostic::Diagnostic;
use frequency::steady_frequency;
use recording::{ClockFacts, RanOn, Recording};
use samples::{Classification, Sample, Samples};
use states::States;
use statistics::{Uncertain, WeightedMean, median, student_factor};
use variation::{Point, Range};
use verdict::{Reason, Verdict};

/// Below this share of clean windows a reading warns that something else was busy.
const CONTENDED_BELOW: f64 = 0.5;

/// A core that is shared for more than this part of the time is said to be. Less is what rounds are mistaken for in which
/// an interruption, or a step of the clock, hit some kinds and not others.
const SHARED_ABOVE: f64 = 0.05;

/// Below this part of the clock, the cycles that the thread got show that something else was busy.
const CONTENDED_EFFECTIVE: f64 = 0.9;

/// A middle length that is off the line by more than this, and than chance allows, is a warning.
const NOT_LINEAR_PPM: f64 = 200.0;

/// The loop with nothing in it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TightLoop {
    /// Cycles that an iteration takes; absent where it was not measured.
    pub cycles_per_iteration: Option<f64>,
    /// Its standard error, in cycles.
    pub error_cycles: Option<f64>,
}

/// One of the levels among which a clock moved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClockState {
    /// The level, in hertz.
    pub hz: f64,
    /// The share of the time that the clock stood there, 0 to 1.
    pub share: f64,
}

/// How many windows there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct WindowCount {
    /// All.
    pub taken: usize,
    /// Those that nothing disturbed.
    pub kept: usize,
}

/// What the windows of one core say.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Estimate {
    /// The verdict.
    pub verdict: Verdict,
    /// Why there is no number, where there is none.
    pub reason: Option<Reason>,
    /// The number; absent when refused.
    pub frequency: Option<Frequency>,
    /// The clock was at least this, in hertz: what still holds where no moment was undisturbed. Absent where there is
    /// a number, and where nothing holds.
    pub at_least_hz: Option<f64>,
    /// Between what a varying clock moved.
    pub range: Option<Range>,
    /// The levels at which a varying clock stood, that of the most time first; empty where it stood at none.
    pub states: Vec<ClockState>,
    /// The clock over time.
    pub time_line: Vec<Point>,
    /// Every kind of chain.
    pub chains: Vec<ChainResult>,
    /// The loop with nothing in it.
    pub tight_loop: TightLoop,
    /// The effective clock: cycles that the thread got per second of wall time. Steal time, duty cycling and idle
    /// injection show here and hide from clean windows.
    pub effective_hz: Option<f64>,
    /// How many windows.
    pub windows: WindowCount,
    /// The cpu whose windows count, where known.
    pub cpu: Option<u32>,
    /// What the windows show besides the number.
    pub diagnostics: Vec<Diagnostic>,
}

impl Estimate {
    /// No number, for `reason`.
    pub fn refused(reason: Reason) -> Estimate {
        Estimate {
            verdict: Verdict::Refused,
            reason: Some(reason),
            frequency: None,
            at_least_hz: None,
            range: None,
            states: Vec::new(),
            time_line: Vec::new(),
            chains: Vec::new(),
            tight_loop: TightLoop { cycles_per_iteration: None, error_cycles: None },
            effective_hz: None,
            windows: WindowCount { taken: 0, kept: 0 },
            cpu: None,
            diagnostics: Vec::new(),
        }
    }
}

/// Estimates the clock of the core whose windows `recording` holds.
pub fn estimate(recording: &Recording) -> Estimate {
    let ran_on = recording.ran_on();
    if ran_on.is_none() && recording.not_on.is_some() {
        return Estimate::refused(Reason::AffinityRefused);
    }
    let mut samples = Samples::of(recording, ran_on);
    let mut found = if samples.contention().always {
        Err(Reason::Starved.into())
    } else {
        by_quiet_moments(&mut samples, &recording.clock)
    };
    if found.is_err() && samples.contention().is_mostly_shared() {
        samples.share_throughout();
        found = beside_sibling::number(&mut samples).or(found);
    }
    let windows = WindowCount { taken: samples.list.len(), kept: samples.kept() };
    let cpu = ran_on.and_then(RanOn::cpu);
    match found {
        Err(Refusal { reason, at_least_hz }) => {
            Estimate { windows, cpu, at_least_hz, ..Estimate::refused(reason) }
        }
        Ok(found) => {
            let effective_hz = effective_hz(&samples, found.frequency.hz);
            Estimate {
                verdict: found.verdict(),
                reason: None,
                at_least_hz: None,
                range: found.moved.then_some(found.range),
                states: if found.states.len() > 1 { found.states } else { Vec::new() },
                time_line: found.time_line,
                tight_loop: found.tight_loop,
                effective_hz: Some(effective_hz),
                windows,
                cpu,
                diagnostics: diagnostics(
                    recording,
                    &samples,
                    &found.consensus,
                    effective_hz / found.frequency.hz,
                ),
                frequency: Some(found.frequency),
                chains: found.consensus.chains,
            }
        }
    }
}

/// Why there is no number, and the bound that still holds, if one does.
struct Refusal {
    reason: Reason,
    at_least_hz: Option<f64>,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { reason, at_least_hz: None }
    }
}

/// A number, and what it rests on.
struct Found {
    consensus: Consensus,
    frequency: Frequency,
    moved: bool,
    range: Range,
    states: Vec<ClockState>,
    time_line: Vec<Point>,
    tight_loop: TightLoop,
}

impl Found {
    fn verdict(&self) -> Verdict {
        match (self.consensus.confirmed, self.moved) {
            (false, _) => Verdict::Unconfirmed,
            (true, true) => Verdict::Varying,
            (true, false) => Verdict::Steady,
        }
    }
}

/// One-cycle kinds without which there can be no consensus: with fewer the windows are at fault, not the
/// chains.
const FEWEST_KINDS: usize = 3;

/// Estimates the clock from the moments in which nothing shared the core.
fn by_quiet_moments(samples: &mut Samples, clock: &ClockFacts) -> Result<Found, Refusal> {
    let cut = Cut::of(samples.rounds).ok_or(Reason::Starved)?;
    let states = States::of(samples);
    let levelled = Stretch::levelled(samples);
    let periods: Periods = Kind::ALL.iter().map(|&kind| (kind, levelled.period_ns(kind, samples))).collect();
    let measured = periods
        .iter()
        .filter(|(kind, period)| matches!(kind.role(), Role::OneCycle { .. }) && period.is_some())
        .count();
    if measured < FEWEST_KINDS {
        return Err(Reason::Starved.into());
    }
    let consensus = Consensus::of(&periods).ok_or(Reason::NoConsensus)?;
    let carriers = Carriers::of(&consensus, &periods, samples.cycles());

    let batches = |time_ns: &dyn Fn(&Sample) -> Option<f64>| {
        let stretches = Stretch::cut(samples, cut.batches, time_ns);
        let cycles = stretches.iter().filter_map(|stretch| carriers.cycle_ns(stretch, samples));
        cycles.filter(|cycle| cycle.value > 0.0).collect::<Vec<Uncertain>>()
    };
    // In the main state as they are: a level that follows the noise must not narrow the interval.
    let on_main = batches(&|sample| Some(if is_on_main(sample) { sample.time_ns } else { sample.level_ns }));
    let mean =
        WeightedMean::of(&on_main).filter(|mean| mean.count >= FEWEST_BATCHES).ok_or(Reason::Starved)?;

    let share = |&(kind, cycles): &(Kind, f64)| Some((kind, levelled.chain_share(kind, samples)? / cycles));
    let shares: Vec<(Kind, f64)> = carriers.list().iter().filter_map(share).collect();
    let mut time_line = variation::time_line(samples, &shares, cut.slices, |sample| Some(sample.time_ns));

    let stepped = states.moved();
    // Batches of a few quiet moments differ by what is left of the sharing in them.
    let drifted = samples.contention().share() <= MOST_SHARED && {
        // An excursion that is too brief for a state does not make a drift.
        let as_they_are = |sample: &Sample| (stepped || is_near_main(sample)).then_some(sample.time_ns);
        let line = variation::time_line(samples, &shares, cut.slices, as_they_are);
        drifted(samples, &batches(&as_they_are), &line)
    };
    let moved = stepped || drifted;
    let steady = steady_frequency(samples, &mean, &on_main, &carriers, &periods, clock, moved);
    let mut frequency = steady.ok_or(Reason::Starved)?;
    let in_hz = |level: f64| frequency.hz * (-level).exp();
    let clock_states: Vec<ClockState> =
        states.list.iter().map(|state| ClockState { hz: in_hz(state.level), share: state.share }).collect();
    let mut range = Range { low_hz: frequency.hz, high_hz: frequency.hz };
    if stepped {
        range = range.with(in_hz(states.range.0)).with(in_hz(states.range.1));
    }
    if moved {
        time_line = variation::finest_time_line(samples, &shares, cut.slices);
    }
    if stepped {
        // Where nothing was quiet, the states tell.
        time_line.append(&mut variation::time_line_of_states(samples, frequency.hz));
        time_line.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
    }
    let variation = if drifted { variation::variation(&time_line) } else { None };
    if stepped {
        frequency = frequency.over_states(states.mean, states.doubt);
    } else if let Some(variation) = variation {
        frequency = frequency.about(variation.mean);
        range = variation.range;
    }
    if let Some(variation) = variation {
        range = range.with(variation.range.low_hz).with(variation.range.high_hz);
    }
    let tight_loop = tight_loop(&periods, &consensus);
    Ok(Found { consensus, frequency, moved, range, states: clock_states, time_line, tight_loop })
}

fn is_on_main(sample: &Sample) -> bool {
    sample.level.abs() < states::FAR
}

fn is_near_main(sample: &Sample) -> bool {
    sample.level.abs() < EXCURSION
}

/// A level farther from the usual one than this part is an excursion, and no drift.
const EXCURSION: f64 = 0.015;

/// Where the core was shared for a larger part of the time, batches are not compared.
const MOST_SHARED: f64 = 0.05;

/// Whether the clock drifted: whether batches, or slices, of the run differ.
fn drifted(samples: &Samples, batches: &[Uncertain], time_line: &[Point]) -> bool {
    let freedom = samples.kept() as f64;
    let in_hz = |period: &Uncertain| {
        let value = 1e9 / period.value;
        Uncertain { value, error: value * period.error / period.value }
    };
    let by_batch: Vec<Uncertain> = batches.iter().map(in_hz).collect();
    let by_slice: Vec<Uncertain> =
        time_line.iter().map(|point| Uncertain { value: point.hz, error: point.error_hz }).collect();
    variation::differ(&by_batch, freedom) || variation::differ(&by_slice, freedom)
}

fn tight_loop(periods: &Periods, consensus: &Consensus) -> TightLoop {
    let reference = consensus
        .kinds
        .iter()
        .filter_map(|kind| periods.iter().find(|(other, _)| other == kind)?.1)
        .map(|period| period.value)
        .collect::<Vec<f64>>();
    let cycle = reference.iter().sum::<f64>() / reference.len() as f64;
    let tight = periods.iter().find(|(kind, _)| kind.role() == Role::TightLoop).and_then(|&(_, p)| p);
    TightLoop {
        cycles_per_iteration: tight.map(|period| period.value / cycle),
        error_cycles: tight.map(|period| period.error / cycle),
    }
}

/// Cycles that the thread got per second of wall time: the clock, times the part of the time that the windows
/// would have needed undisturbed. The gaps between windows are this program's own; what they took beyond the
/// usual counts as lost. Where rounds were left out nothing is known of the time between.
fn effective_hz(samples: &Samples, hz: f64) -> f64 {
    let follow = |pair: &&[Sample]| pair[1].round - pair[0].round <= 1;
    let mut gaps: Vec<f64> = samples.list.windows(2).filter(follow).map(|pair| pair[1].gap_ns).collect();
    let all_gaps: f64 = gaps.iter().sum();
    let usual_gaps = median(&mut gaps).unwrap_or(0.0) * gaps.len() as f64;
    let (mut needed, mut took) = (0.0, (all_gaps - usual_gaps).max(0.0));
    for sample in samples.list.iter().filter(|sample| sample.excess_ns.is_finite()) {
        needed += sample.time_ns - sample.excess_ns;
        took += sample.time_ns;
    }
    // An undisturbed thread gets its clock: the noise of the windows does not make it more.
    hz * (needed / took).min(1.0)
}

fn diagnostics(
    recording: &Recording,
    samples: &Samples,
    consensus: &Consensus,
    effective_part: f64,
) -> Vec<Diagnostic> {
    let levelled = Stretch::levelled(samples);
    let mut diagnostics = Vec::new();
    if recording.warm_up.end == recording::WarmUpEnd::TimeOut {
        diagnostics.push(Diagnostic::StillWarming);
    }
    let migrated =
        samples.list.iter().filter(|sample| sample.classification == Classification::Migrated).count();
    if migrated > 0 {
        diagnostics.push(Diagnostic::Migrated { windows: migrated });
    }
    let contention = samples.contention();
    if contention.of_time > SHARED_ABOVE {
        diagnostics.push(Diagnostic::SharedCore {
            percent_of_time: contention.of_time * 100.0,
            slower_percent: contention.slower.map(|slower| slower * 100.0),
            tight_loop_cycles: contention.tight_cycles,
        });
    }
    // What a sibling lengthened has its own name.
    let counting = samples.list.iter().filter(|sample| sample.counts).count();
    let clean = samples.kept() as f64 / counting as f64;
    if clean < CONTENDED_BELOW || effective_part < CONTENDED_EFFECTIVE {
        diagnostics.push(Diagnostic::Contended { clean_percent: clean * 100.0 });
    }
    for chain in consensus.chains.iter().filter(|chain| !chain.agrees) {
        let &ChainResult { kind, finding, cycles_per_step, .. } = chain;
        diagnostics.push(match (finding, cycles_per_step) {
            (ChainFinding::Folded, Some(cycles)) if kind == Kind::Decrement => {
                Diagnostic::FoldedImmediate { steps_per_cycle: cycles.recip() }
            }
            _ => Diagnostic::ChainDisagrees { kind, finding, cycles_per_step },
        });
    }
    let bends = consensus.kinds.iter().filter_map(|&kind| levelled.bend(kind, samples)).collect::<Vec<_>>();
    if let Some(bend) = WeightedMean::of(&bends) {
        let chance = student_factor(bend.count, CONFIDENCE) * bend.mean.error;
        if bend.mean.value.abs() * 1e6 > NOT_LINEAR_PPM && bend.mean.value.abs() > chance {
            diagnostics.push(Diagnostic::NotLinear { ppm: bend.mean.value * 1e6 });
        }
    }
    diagnostics
}
