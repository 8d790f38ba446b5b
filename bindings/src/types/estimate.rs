//! What the windows of one core say.

use trueghz::clock::ClockId;
use trueghz::estimate::diagnostic::Diagnostic;
use trueghz::estimate::recording::{WarmUpEnd, WarmUpSample};
use trueghz::estimate::variation::{Point, Range};
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::estimate::{Estimate, Frequency, TightLoop, UncertaintyParts, WindowCount};
use trueghz::report::Warning;

use super::Count;
use super::chain::ChainKind;
use trueghz::estimate::consensus::{ChainFinding, ChainResult};

/// What a reading comes to.
#[uniffi::remote(Enum)]
pub enum Verdict {
    /// A number that the evidence carries.
    Steady,
    /// The clock moved: the number is its mean over time, and there are a range and a time line.
    Varying,
    /// The one-cycle kinds agree, but the ratio chains fit no known core, as under emulation. The number is
    /// shown, flagged.
    Unconfirmed,
    /// No number; a reason instead.
    Refused,
}

/// Why there is no number.
pub type RefusalReason = Reason;

/// Why there is no number.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum RefusalReason {
    /// Fewer than three independent one-cycle kinds agree, or no majority.
    NoConsensus,
    /// Two clocks of this machine disagree by more than 2,000 ppm and nothing tells which is wrong.
    ClocksDisagree,
    /// The clock stands still.
    ClockStopped,
    /// The clock's tick is too coarse for the time that was given.
    ClockTooCoarse,
    /// Too few undisturbed windows.
    Starved,
    /// The core is not there or switched off.
    Offline,
    /// The thread could not be put on the core that was asked for.
    AffinityRefused,
    /// No chains are written for this processor.
    UnsupportedArchitecture,
    /// Cancelled before there was a number.
    Cancelled,
}

/// Something that a reader of the number should know. The most important come first in a reading.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Warning {
    /// Two clocks disagree by more than both uncertainties and 100 ppm.
    ClocksDisagree {
        /// The clock of the reading.
        primary: ClockId,
        /// Its rate as stated, in hertz.
        primary_hz: f64,
        /// The other clock.
        witness: ClockId,
        /// Its rate as stated, in hertz.
        witness_stated_hz: Option<f64>,
        /// Its rate as the clock of the reading sees it, in hertz.
        witness_seen_hz: Option<f64>,
        /// By how much the witness runs fast, in parts per million.
        ppm: f64,
        /// The clock that a third one convicts; absent where there is no third.
        culprit: Option<ClockId>,
    },
    /// A clock jumped, went back or stood still during the measurement.
    ClockStepped {
        /// Which.
        clock: ClockId,
        /// By how much, in nanoseconds; negative when it went back or stood still.
        step_ns: f64,
        /// When, in milliseconds since the session's start.
        at_ms: f64,
    },
    /// A counter states a rate that no counter has. It served to check that the clock of the reading is steady.
    RateNotBelieved {
        /// The counter.
        clock: ClockId,
        /// Its rate as stated, in hertz.
        stated_hz: u64,
        /// Its rate as the clock of the reading sees it, in hertz.
        seen_hz: Option<f64>,
    },
    /// No second clock could check the first.
    Unchecked {
        /// The only clock.
        clock: ClockId,
    },
    /// The platform's first choice of clock was refused and another one taken.
    ClockFallback {
        /// The clock that was taken.
        clock: ClockId,
        /// Why not the first choice.
        why: String,
    },
    /// The number is twice or half of what the system claims: ratios cannot tell such cores apart.
    FactorSuspected {
        /// What the system claims, in hertz.
        claim_hz: f64,
    },
    /// The thread could not be kept on the core.
    AffinityRefused {
        /// The core that was asked for.
        asked: Option<u32>,
        /// The core that was used, where the system tells.
        used: Option<u32>,
    },
    /// The thread was moved to another core; windows that ended there do not count.
    Migrated {
        /// How many windows were lost to it.
        windows: Count,
    },
    /// Another program, or the system, used the core meanwhile.
    Contended {
        /// Undisturbed windows, in percent.
        clean_percent: f64,
    },
    /// A kind of chain is not what it is elsewhere.
    ChainDisagrees {
        /// The kind.
        kind: ChainKind,
        /// What it turned out to be.
        finding: ChainFinding,
        /// Cycles per step, where measured.
        cycles_per_step: Option<f64>,
    },
    /// The core folds additions of constants: the simplest loop would have misled.
    FoldedImmediate {
        /// Steps per cycle.
        steps_per_cycle: f64,
    },
    /// Time is not linear in the number of steps.
    NotLinear {
        /// By how much the middle length is off the line, in parts per million of the long window.
        ppm: f64,
    },
    /// The clock was not flat when the time for the warm-up was over.
    StillWarming,
    /// The measurement was stopped early: the reading covers the time until then.
    Cancelled,
    /// Power saving is on.
    LowPower,
    /// The device is hot.
    Hot,
    /// Measured at background priority.
    Background,
    /// The clock is a virtual machine's.
    VirtualMachine {
        /// Whose, where known.
        hypervisor: Option<String>,
    },
    /// The observer panicked; the measurement did not notice.
    ObserverPanicked,
    /// The observer did not return in time; the session ended without it.
    ObserverStalled,
}

/// Something that the windows of a running measurement show besides the number; a reading has warnings.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Diagnostic {
    /// The clock was not flat when the time for the warm-up was over.
    StillWarming,
    /// The thread was moved to another core; windows that ended there do not count.
    Migrated {
        /// How many windows were lost to it.
        windows: Count,
    },
    /// Another program, or the system, used the core meanwhile.
    Contended {
        /// Undisturbed windows, in percent.
        clean_percent: f64,
    },
    /// A kind of chain is not what it is elsewhere.
    ChainDisagrees {
        /// The kind.
        kind: ChainKind,
        /// What it turned out to be.
        finding: ChainFinding,
        /// Cycles per step, where measured.
        cycles_per_step: Option<f64>,
    },
    /// The core folds additions of constants.
    FoldedImmediate {
        /// Steps per cycle.
        steps_per_cycle: f64,
    },
    /// Time is not linear in the number of steps.
    NotLinear {
        /// By how much the middle length is off the line, in parts per million of the long window.
        ppm: f64,
    },
}

/// What the half-width of an interval is made of, each at the interval's confidence.
#[uniffi::remote(Record)]
pub struct UncertaintyParts {
    /// What the clock's tick alone would cause, in parts per million. It is part of the batches' spread.
    pub quantisation_ppm: f64,
    /// The spread of the batches, in parts per million.
    pub batch_spread_ppm: f64,
    /// How far the kinds disagree beyond their own errors, in parts per million.
    pub chain_disagreement_ppm: f64,
    /// What interruptions too short to be seen may have added, in parts per million.
    pub undetected_ppm: f64,
}

/// A frequency with its interval.
#[uniffi::remote(Record)]
pub struct Frequency {
    /// The clock, in hertz.
    pub hz: f64,
    /// Lower end of the interval, in hertz.
    pub low_hz: f64,
    /// Upper end of the interval, in hertz.
    pub high_hz: f64,
    /// What the interval is made of.
    pub parts: UncertaintyParts,
}

/// A point of the clock over time.
pub type TimePoint = Point;

/// A point of the clock over time.
#[uniffi::remote(Record)]
pub struct TimePoint {
    /// Middle of the stretch, in milliseconds since the session's start.
    pub at_ms: f64,
    /// The clock, in hertz.
    pub hz: f64,
    /// Its standard error, in hertz.
    pub error_hz: f64,
}

/// Between what a varying clock moved.
pub type FrequencyRange = Range;

/// Between what a varying clock moved.
#[uniffi::remote(Record)]
pub struct FrequencyRange {
    /// The lowest state, in hertz.
    pub low_hz: f64,
    /// The highest state, in hertz.
    pub high_hz: f64,
}

/// How many windows there were.
#[uniffi::remote(Record)]
pub struct WindowCount {
    /// All.
    pub taken: Count,
    /// Those that nothing disturbed.
    pub kept: Count,
}

/// What the windows of one core say so far.
#[uniffi::remote(Record)]
pub struct Estimate {
    /// The verdict.
    pub verdict: Verdict,
    /// Why there is no number, where there is none.
    pub reason: Option<RefusalReason>,
    /// The number; absent when refused.
    pub frequency: Option<Frequency>,
    /// Between what a varying clock moved.
    pub range: Option<FrequencyRange>,
    /// The clock over time.
    pub time_line: Vec<TimePoint>,
    /// Every kind of chain.
    pub chains: Vec<ChainResult>,
    /// The loop with nothing in it.
    pub tight_loop: TightLoop,
    /// The effective clock: cycles that the thread got per second of wall time.
    pub effective_hz: Option<f64>,
    /// How many windows.
    pub windows: WindowCount,
    /// The cpu whose windows count, where known.
    pub cpu: Option<u32>,
    /// What the windows show besides the number.
    pub diagnostics: Vec<Diagnostic>,
}

/// A point of the warm-up curve.
#[uniffi::remote(Record)]
pub struct WarmUpSample {
    /// Time since the session's start, in milliseconds.
    pub at_ms: f64,
    /// The clock of the core, in hertz. Its uncertainty is that of a single window.
    pub hz: f64,
}

/// How the warm-up ended.
#[uniffi::remote(Enum)]
pub enum WarmUpEnd {
    /// The clock had been flat for long enough.
    Flat,
    /// It had not become flat when the time for it was over.
    TimeOut,
    /// The session was cancelled in it.
    Cancelled,
    /// The primary clock stood still.
    ClockStopped,
}
