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

pub(crate) mod batches;
mod clean;
pub mod consensus;
pub mod diagnostic;
mod frequency;
pub mod recording;
mod reference;
pub(crate) mod samples;
pub(crate) mod statistics;
pub mod variation;
pub mod verdict;
pub mod windows;

use serde::{Deserialize, Serialize};

pub(crate) use frequency::NORMAL_FACTOR;
pub use frequency::{CONFIDENCE, Frequency, UncertaintyParts};

use crate::chain::{Kind, Role};

use batches::{Cut, FEWEST_BATCHES, Stretch};
use consensus::{ChainFinding, ChainResult, Consensus, Periods};
use diagnostic::Diagnostic;
use frequency::steady_frequency;
use recording::{RanOn, Recording};
use samples::{Classification, Sample, Samples};
use statistics::{Uncertain, WeightedMean, median, student_factor};
use variation::{Point, Range, SecondState};
use verdict::{Reason, Verdict};

/// Below this share of clean windows a reading warns that something else was busy.
const CONTENDED_BELOW: f64 = 0.5;

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
    /// Between what a varying clock moved.
    pub range: Option<Range>,
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
            range: None,
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
    let samples = Samples::of(recording, ran_on);
    let cpu = ran_on.and_then(RanOn::cpu);
    let windows = WindowCount { taken: samples.list.len(), kept: samples.kept() };
    let refuse = |reason| Estimate { windows, cpu, ..Estimate::refused(reason) };

    let Some(cut) = Cut::of(samples.rounds) else { return refuse(Reason::Starved) };
    let levelled = Stretch::levelled(&samples);
    let periods: Periods = Kind::ALL.iter().map(|&kind| (kind, levelled.period_ns(kind, &samples))).collect();
    let measured = periods
        .iter()
        .filter(|(kind, period)| matches!(kind.role(), Role::OneCycle { .. }) && period.is_some())
        .count();
    if measured < FEWEST_KINDS {
        return refuse(Reason::Starved);
    }
    let Some(consensus) = Consensus::of(&periods) else { return refuse(Reason::NoConsensus) };

    let stretches = Stretch::cut(&samples, cut.batches);
    let batches: Vec<Uncertain> = stretches
        .iter()
        .filter_map(|stretch| stretch.common_period_ns(&consensus.kinds, &samples))
        .filter(|period| period.value > 0.0)
        .collect();
    let Some(mean) = WeightedMean::of(&batches).filter(|mean| mean.count >= FEWEST_BATCHES) else {
        return refuse(Reason::Starved);
    };

    let shares: Vec<(Kind, f64)> = consensus
        .kinds
        .iter()
        .filter_map(|&kind| Some((kind, levelled.chain_share(kind, &samples)?)))
        .collect();
    let time_line = variation::time_line(&samples, &shares, cut.slices);
    let (moved, time_line) = match detect_variation(&samples, &consensus, &batches, &time_line) {
        None => (None, time_line),
        Some(second) => {
            let finest = variation::finest_time_line(&samples, &shares, cut.slices);
            (variation::variation(&finest, second), finest)
        }
    };

    let steady = steady_frequency(&samples, &mean, &batches, &consensus, &periods, moved.is_some());
    let Some(mut frequency) = steady else { return refuse(Reason::Starved) };
    if let Some(variation) = moved {
        frequency = frequency.about(variation.mean);
    }
    let verdict = match (moved.is_some(), consensus.confirmed) {
        (_, false) => Verdict::Unconfirmed,
        (true, true) => Verdict::Varying,
        (false, true) => Verdict::Steady,
    };
    let effective_hz = effective_hz(&samples, frequency.hz);
    Estimate {
        verdict,
        reason: None,
        range: moved.map(|variation| variation.range),
        time_line,
        tight_loop: tight_loop(&periods, &consensus),
        effective_hz: Some(effective_hz),
        windows,
        cpu,
        diagnostics: diagnostics(recording, &samples, &consensus, &levelled, effective_hz / frequency.hz),
        frequency: Some(frequency),
        chains: consensus.chains,
    }
}

/// One-cycle kinds without which there can be no consensus: with fewer the windows are at fault, not the
/// chains.
const FEWEST_KINDS: usize = 3;

/// Whether the clock moved; with the second state that the windows show, if they do.
fn detect_variation(
    samples: &Samples,
    consensus: &Consensus,
    batches: &[Uncertain],
    time_line: &[Point],
) -> Option<Option<SecondState>> {
    let freedom = samples.kept() as f64;
    let second = variation::second_state(samples, &consensus.kinds);
    let in_hz = |period: &Uncertain| {
        let value = 1e9 / period.value;
        Uncertain { value, error: value * period.error / period.value }
    };
    let by_batch: Vec<Uncertain> = batches.iter().map(in_hz).collect();
    let by_slice: Vec<Uncertain> =
        time_line.iter().map(|point| Uncertain { value: point.hz, error: point.error_hz }).collect();
    let moved =
        second.is_some() || variation::differ(&by_batch, freedom) || variation::differ(&by_slice, freedom);
    moved.then_some(second)
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
    levelled: &Stretch,
    effective_part: f64,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if recording.warm_up.end == recording::WarmUpEnd::TimeOut {
        diagnostics.push(Diagnostic::StillWarming);
    }
    let migrated =
        samples.list.iter().filter(|sample| sample.classification == Classification::Migrated).count();
    if migrated > 0 {
        diagnostics.push(Diagnostic::Migrated { windows: migrated });
    }
    let clean = samples.kept() as f64 / samples.list.len() as f64;
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
