//! The result of a measurement.

use trueghz::clock::crosscheck::CrossCheck;
use trueghz::clock::quality::ToleranceSource;
use trueghz::estimate::consensus::ChainResult;
use trueghz::estimate::recording::WarmUpSample;
use trueghz::estimate::verdict::Verdict;
use trueghz::estimate::{TightLoop, UncertaintyParts, WindowCount};
use trueghz::host::{ClaimSource, Conditions, CpuLoad, Machine};
use trueghz::report::display::{FrequencyDisplay, FrequencyUnit, Rounded};
use trueghz::report::{ClaimCompared, Interval, Measurement, OtherLoad, Reading, TimingClock, Warning};

use super::Count;
use super::estimate::{FrequencyRange, RefusalReason, TimePoint};

/// All that a measurement found.
pub type MeasurementReport = Measurement;

/// All that a measurement found.
#[uniffi::remote(Record)]
pub struct MeasurementReport {
    /// The name of the JSON form and of its version.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// The clock that times.
    pub clock: TimingClock,
    /// A reading for each core that was asked for.
    pub cores: Vec<Reading>,
    /// What the system says of the machine. None of it was measured.
    pub machine: Machine,
}

/// What was found out about one core.
#[uniffi::remote(Record)]
pub struct Reading {
    /// The core that was measured, as the system numbers it; absent where the system tells no number.
    pub cpu: Option<u32>,
    /// The kind of core: "Cortex-A78", or what is known instead.
    pub kind: String,
    /// All cores of that kind.
    pub cpus: Vec<u32>,
    /// The core's clock in hertz; absent when refused.
    pub frequency_hz: Option<f64>,
    /// Lower end of the interval, in hertz.
    pub low_hz: Option<f64>,
    /// Upper end of the interval, in hertz.
    pub high_hz: Option<f64>,
    /// The probability that the interval is meant for.
    pub confidence: f64,
    /// What the interval is made of.
    pub uncertainty: Option<UncertaintyParts>,
    /// How far the timing clock itself may be off, in parts per million. It stands apart from the interval.
    pub clock_tolerance_ppm: f64,
    /// Where that comes from.
    pub clock_tolerance_source: ToleranceSource,
    /// What the reading comes to.
    pub verdict: Verdict,
    /// Why there is no number, where there is none.
    pub reason: Option<RefusalReason>,
    /// What to know besides, the most important first.
    pub warnings: Vec<Warning>,
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
    /// How many windows were taken, and kept.
    pub windows: WindowCount,
    /// What the system says the core runs at.
    pub claim: Option<ClaimCompared>,
    /// How busy the other cores were meanwhile; absent where the system does not tell.
    pub load: Option<OtherLoad>,
    /// The clocks of this measurement against each other; absent when there were no windows.
    pub cross_check: Option<CrossCheck>,
    /// From the first window to the last, in milliseconds.
    pub elapsed_ms: f64,
    /// How long the warm-up took, in milliseconds.
    pub warm_up_ms: f64,
    /// The warm-up's curve in some hundred points at most.
    pub warm_up_curve: Vec<WarmUpSample>,
    /// From the warm-up's end to the first number, in milliseconds; absent where there was none.
    pub first_number_ms: Option<f64>,
    /// What the platform told meanwhile, the worst of it.
    pub conditions: Conditions,
}

/// A claim, compared with the reading.
#[uniffi::remote(Record)]
pub struct ClaimCompared {
    /// What is claimed, in hertz.
    pub hz: f64,
    /// Who claims it.
    pub source: ClaimSource,
    /// By how much the reading is above it, in percent of the claim; absent when refused.
    pub difference_percent: Option<f64>,
}

/// How busy the rest of the machine was.
#[uniffi::remote(Record)]
pub struct OtherLoad {
    /// Each of the other cores.
    pub others: Vec<CpuLoad>,
    /// The busiest thread that shares the measured core, 0 to 1; absent where none does.
    pub sibling_busy: Option<f64>,
}

/// A value with the interval that holds it.
#[uniffi::remote(Record)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A unit of frequency.
#[uniffi::remote(Enum)]
pub enum FrequencyUnit {
    /// Hertz.
    Hz,
    /// Kilohertz.
    KHz,
    /// Megahertz.
    MHz,
    /// Gigahertz.
    GHz,
}

/// A rounded frequency: `value` with `decimals` digits after the point, in `unit`.
#[uniffi::remote(Record)]
pub struct Rounded {
    /// The rounded value, in the unit.
    pub value: f64,
    /// Digits after the point, trailing zeros included.
    pub decimals: Count,
    /// The unit.
    pub unit: FrequencyUnit,
}

/// A frequency with its uncertainty, as people read it.
#[uniffi::remote(Record)]
pub struct FrequencyDisplay {
    /// The number, its last digit the guard digit, to be shown weaker.
    pub number: Rounded,
    /// Digits that the interval carries: all but the guard digit. 0 where it carries none.
    pub carried_digits: Count,
    /// Half the interval's width, rounded up to two digits, and to a hertz at least.
    pub uncertainty: Rounded,
}
