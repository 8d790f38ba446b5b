//! Rounded numbers: what a front end shows, and in how many digits.

use trueghz::chain::Kind;
use trueghz::estimate::consensus::ChainFinding;
use trueghz::host::ClaimSource;
use trueghz::report::display::{FrequencyDisplay, Rounded};
use trueghz::report::number::RoundedNumber;
use trueghz::report::numbers::{
    ChainNumbers, ClaimNumbers, ClockNumbers, MeasuredNumber, RangeNumbers, ReadingNumbers,
    UncertaintyNumbers,
};
use trueghz::report::words::MachineNames;

use super::Count;

/// A value that is rounded to `decimals` digits after the point, trailing zeros included.
#[uniffi::remote(Record)]
pub struct RoundedNumber {
    /// The rounded value.
    pub value: f64,
    /// Digits after the point.
    pub decimals: Count,
}

/// A number with its uncertainty.
#[uniffi::remote(Record)]
pub struct MeasuredNumber {
    /// The number.
    pub value: RoundedNumber,
    /// Half the width of its 95 % interval, rounded up; absent where it is unknown.
    pub uncertainty: Option<RoundedNumber>,
}

/// Between what a varying clock moved.
#[uniffi::remote(Record)]
pub struct RangeNumbers {
    /// Its lowest state.
    pub low: Rounded,
    /// Its highest state.
    pub high: Rounded,
}

/// What the system claims, compared with the reading.
#[uniffi::remote(Record)]
pub struct ClaimNumbers {
    /// What is claimed.
    pub stated: Rounded,
    /// Who claims it.
    pub source: ClaimSource,
    /// By how much the reading is above it, in percent of the claim; absent when refused.
    pub difference_percent: Option<RoundedNumber>,
}

/// What the half-width of the interval is made of, in parts per million.
#[uniffi::remote(Record)]
pub struct UncertaintyNumbers {
    /// What the clock's tick alone would cause.
    pub quantisation: RoundedNumber,
    /// The spread of the batches.
    pub batch_spread: RoundedNumber,
    /// How far the kinds disagree beyond their own errors.
    pub chain_disagreement: RoundedNumber,
    /// What interruptions too short to be seen may have added.
    pub undetected: RoundedNumber,
}

/// One kind of chain.
#[uniffi::remote(Record)]
pub struct ChainNumbers {
    /// The kind.
    pub kind: Kind,
    /// What it turned out to be.
    pub finding: ChainFinding,
    /// Whether it fits the consensus.
    pub agrees: bool,
    /// Cycles that a step takes; absent where it was not measured.
    pub cycles_per_step: Option<MeasuredNumber>,
}

/// All numbers of a reading.
#[uniffi::remote(Record)]
pub struct ReadingNumbers {
    /// The clock with its uncertainty; absent when refused.
    pub frequency: Option<FrequencyDisplay>,
    /// Between what a varying clock moved.
    pub range: Option<RangeNumbers>,
    /// What the system claims.
    pub claim: Option<ClaimNumbers>,
    /// Cycles that an iteration of the tight loop takes; absent where it was not measured.
    pub tight_loop: Option<MeasuredNumber>,
    /// The effective clock: cycles that the thread got per second of wall time.
    pub effective: Option<Rounded>,
    /// The probability that the interval is meant for, in percent.
    pub confidence_percent: RoundedNumber,
    /// What the interval is made of; absent when refused.
    pub uncertainty_ppm: Option<UncertaintyNumbers>,
    /// How far the timing clock itself may be off, in parts per million.
    pub clock_tolerance_ppm: RoundedNumber,
    /// Every kind of chain.
    pub chains: Vec<ChainNumbers>,
    /// How long the warm-up took, in milliseconds.
    pub warm_up_ms: RoundedNumber,
    /// From the warm-up's end to the first number, in milliseconds; absent where there was none.
    pub first_number_ms: Option<RoundedNumber>,
    /// From the first window to the last, in milliseconds.
    pub elapsed_ms: RoundedNumber,
}

/// The numbers of the clock that times.
#[uniffi::remote(Record)]
pub struct ClockNumbers {
    /// Its nominal rate.
    pub nominal: Rounded,
    /// The smallest step seen, in nanoseconds; absent where nothing was measured.
    pub step_ns: Option<RoundedNumber>,
    /// What a read costs, in nanoseconds; absent where nothing was measured.
    pub access_ns: Option<RoundedNumber>,
}

/// What a machine is called; absent what is not known.
#[uniffi::remote(Record)]
pub struct MachineNames {
    /// The chip.
    pub chip: Option<String>,
    /// The device, where it is not called as the chip is.
    pub device: Option<String>,
    /// The operating system.
    pub system: String,
    /// What stands between the program and the hardware.
    pub between: Option<String>,
}
