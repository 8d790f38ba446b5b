#![doc = include_str!("../README.md")]
//!
//! ## How it works
//!
//! 1. `chain`: instructions whose length in cycles is known, and why they are believed.
//! 2. `clock`: time sources, their quality, and whether two of them agree.
//! 3. `run`: warm-up on evidence, a plan, rounds of short windows in random order.
//! 4. `estimate`: from recorded windows to a number, as a pure function.
//! 5. [`host`]: cores, names, pinning, and the claimed clock, which never enters the estimate.
//! 6. `load`: loops that keep cores busy, under which a clock is measured.
//! 7. `report`: the result, its JSON, and recordings that can be estimated again.
//!
//! The [`method`] page has the mathematics and the sources. A trait, `run::bench::Bench`, is all
//! that a measurement needs of the world: behind the feature `simulate` a machine of known clock
//! implements it, on which the instrument is proven.
//!
//! The modules without a link are hidden: they are for the other crates and programs of this
//! project, and may change with any version.

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a
// Kotlin package and a Swift file. All belongs to the one whose functions use it
// (docs/adr/0010-one-set-of-types.md).
#[cfg(feature = "uniffi")]
macro_rules! module_path {
    () => {
        "trueghz_ffi"
    };
}

/// Puts a function into the section of its own that each artifact's machine code is checked in:
/// chains, and loads.
#[allow(unused_macros, reason = "other architectures have neither")]
macro_rules! in_section {
    ($function:item) => {
        #[cfg_attr(not(any(target_vendor = "apple", windows)), unsafe(link_section = "trueghz_chains"))]
        #[cfg_attr(
            target_vendor = "apple",
            unsafe(link_section = "__TEXT,__trueghz,regular,pure_instructions")
        )]
        #[cfg_attr(windows, unsafe(link_section = ".trueghz"))]
        $function
    };
}

#[doc(hidden)]
pub mod chain;
#[doc(hidden)]
pub mod clock;
#[doc(hidden)]
pub mod estimate;
#[cfg(feature = "uniffi")]
mod foreign;
mod interval;
#[doc(hidden)]
pub mod load;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod run;
#[cfg(feature = "simulate")]
#[doc(hidden)]
pub mod simulate;
mod warning;

pub use trueghz_host as host;

/// Parts of a session and of an estimate on which the other crates of this folder are built. They
/// may change with any version.
#[doc(hidden)]
pub mod internal {
    pub use crate::estimate::held::{HELD, are_few, is_calm, valleys};
    pub use crate::estimate::lower_edge::undisturbed;
    pub use crate::estimate::statistics::{
        Moments, Uncertain, median, middle_mean, quantile, student_factor,
    };
    pub use crate::estimate::{NORMAL_FACTOR, reference_ppm, true_hz};
    #[cfg(feature = "json")]
    pub use crate::report::json_text::{harmless, in_a_line, is_acted_on};
    #[cfg(feature = "json")]
    pub use crate::report::malformed::read_json;
    pub use crate::run::bench::time_with;
    pub use crate::run::calibrate::{CalibrationError, calibrate};
    pub use crate::run::hardware::Hardware;
    pub use crate::run::measure::{MeasuredCore, measure_one};
    pub use crate::run::occupied::{occupy_faster_cores, only_target};
    pub use crate::run::placement::{Placement, is_elsewhere};
    pub use crate::run::session::{Worker, start_and_log};
    pub use crate::run::timing::{Stopwatch, overhead_ns, timed_ns};

    /// Checks of the values in a file, which are shared by reports of all kinds.
    #[cfg(feature = "json")]
    pub mod plausible {
        pub use crate::estimate::plausible::{CORE_HZ, NOT_NEGATIVE, SHARE};
        pub use crate::report::validation::{
            CLOCK_NS, FINITE, Fields, WARM_UP_HZ, at_most, check_interval, check_machine, check_measurement,
            check_reading, check_timebase, refuse,
        };
    }
}

/// The components of a [`Reading`] and of a [`Measurement`].
pub mod result {
    pub use crate::chain::{ChainKind, Role};
    pub use crate::clock::crosscheck::{
        Agreement, ClockEvent, ClockFinding, CrossCheck, Disagreement, EventKind, NotChecked, Ppm,
        WitnessCheck,
    };
    pub use crate::clock::quality::ToleranceSource;
    pub use crate::estimate::consensus::{ChainFinding, ChainResult};
    pub use crate::estimate::recording::{WarmUpEnd, WarmUpSample};
    pub use crate::estimate::variation::{Point, Range};
    pub use crate::estimate::windows::WindowCount;
    pub use crate::estimate::{ClockState, TightLoop, UncertaintyBudget};
    pub use crate::report::advice::Advice;
    pub use crate::report::provenance::Provenance;
    pub use crate::report::{ClaimComparison, Counted, HardwareCounters, LowCause, OtherLoad, TimingClock};
    #[cfg(feature = "json")]
    pub use crate::report::{MeasurementError, ValidationError};
}

/// The raw data of a measurement, from which its readings can be computed again.
pub mod raw {
    pub use crate::chain::BodyLength;
    pub use crate::clock::crosscheck::{Bracket, ClockRecord, MeasuredRate, SessionRecord, WitnessRecord};
    pub use crate::estimate::Estimate;
    pub use crate::estimate::recording::{ClockFacts, CpuSet, Recording, WarmUp};
    pub use crate::estimate::windows::{Window, Windows};
    #[cfg(feature = "json")]
    pub use crate::report::RawError;
    pub use crate::report::{CoreContext, CoreOutcome, RawCore, RawMeasurement};
}

/// Clocks that time, and their quality.
pub mod quality {
    pub use crate::clock::quality::{NotAClock, QualityRow, ReadCost, SuspendBehaviour};
    pub use crate::clock::{
        ClockError, Conversion, Method, Rate, RateSource, TimebaseError, UnknownRate, monotonic_ns,
    };
}

/// Numbers and plots as front ends show them: rounded to their uncertainty, with axes.
pub mod display {
    pub use crate::report::axis::{Axis, Tick};
    pub use crate::report::curve::{Curve, CurveFinding, WarmUpPoint};
    pub use crate::report::display::{FrequencyDisplay, FrequencyUnit, Rounded};
    pub use crate::report::histogram::{Bin, WindowHistogram};
    pub use crate::report::number::RoundedNumber;
    pub use crate::report::numbers::{ClaimNumbers, ClaimRelation};
    pub use crate::report::reach::ClockReach;
}

#[cfg(doc)]
#[doc = include_str!("../method.md")]
pub mod method {}

pub use clock::quality::{ClockQuality, QualityTable};
pub use clock::{ClockId, Timebase};
pub use estimate::Frequency;
pub use estimate::verdict::{Reason, Verdict};
pub use interval::Interval;
pub use report::{Measurement, Reading};
pub use run::clocks::clocks;
pub use run::event::{Event, NoObserver, Observer};
pub use run::here::clock;
pub use run::measure::{MeasureError, Measured, measure, measure_observed};
pub use run::options::Options;
pub use run::session::{Control, Session, StartError};
pub use run::target::{Selection, Target};
#[cfg(feature = "uniffi")]
pub use trueghz_host::UniFfiTag;
pub use warning::Warning;
