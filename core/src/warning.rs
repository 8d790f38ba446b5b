//! Warnings about a reading, as data. Their causes are in three files: `estimate::warnings` has
//! those in the windows, `report::causes` those of the clocks, of the claim, of lost time and of
//! the device's conditions, and `run::core_measurement` those of the thread's placement and of the
//! machine. `report::warning` has the texts.

use serde::{Deserialize, Serialize};

use crate::chain::ChainKind;
use crate::clock::ClockId;
use crate::estimate::consensus::ChainFinding;

/// A warning about a reading. The most important ones come first in a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(tag = "code", rename_all = "snake_case")]
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
        #[serde(alias = "witness_seen_hz")]
        witness_measured_hz: Option<f64>,
        /// Deviation of the witness's rate, in parts per million; positive if it runs fast.
        ppm: f64,
        /// The clock that a third one shows to be wrong; `None` if there is no third.
        culprit: Option<ClockId>,
    },
    /// A clock jumped, went back or stopped during the measurement.
    ClockStepped {
        /// The clock.
        clock: ClockId,
        /// Size of the step, in nanoseconds; negative if the clock went back or stopped.
        step_ns: f64,
        /// Time of the step, in milliseconds since the session's start.
        at_ms: f64,
    },
    /// A counter states a rate that no counter has. It served to check that the clock of the
    /// reading is steady.
    #[serde(alias = "rate_not_believed")]
    ImplausibleRate {
        /// The counter.
        clock: ClockId,
        /// Its rate as stated, in hertz.
        stated_hz: u64,
        /// Its rate as the clock of the reading sees it, in hertz.
        #[serde(alias = "seen_hz")]
        measured_hz: Option<f64>,
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
        /// Reason for not using the first choice.
        why: String,
    },
    /// The number is twice or half the claimed clock, which ratios cannot distinguish.
    FactorSuspected {
        /// The claimed clock, in hertz.
        claim_hz: f64,
    },
    /// The thread could not be kept on the core.
    AffinityRefused {
        /// The requested core.
        asked: Option<u32>,
        /// The core that was used, if the system reports it.
        used: Option<u32>,
    },
    /// The thread was moved to another core; windows that ended there do not count.
    Migrated {
        /// Number of windows that were lost to this.
        windows: usize,
    },
    /// Another program, or the system, used the core during the measurement.
    #[serde(alias = "contended")]
    Preempted {
        /// Undisturbed windows, in percent of all that were taken.
        #[serde(alias = "clean_percent")]
        undisturbed_percent: f64,
        /// Number of other cores that were busy for at least half of the time; `None` if the system
        /// does not report it.
        busy_cores: Option<u64>,
    },
    /// Another hardware thread of the core was busy: chains of one cycle were slower relative to
    /// those of several, and the tight loop took more cycles, as under SMT contention.
    #[serde(alias = "shared_core")]
    SmtContention {
        /// Share of the time under contention, in percent, above 0 to 100.
        percent_of_time: f64,
        /// Slowdown of chains of one cycle under contention, in percent; `None` if unknown.
        slower_percent: Option<f64>,
        /// Cycles per iteration of the tight loop under contention; `None` if unknown.
        tight_loop_cycles: Option<f64>,
        /// Whether the system reports that the core has another thread. Virtual machines usually
        /// hide it.
        sibling_known: bool,
    },
    /// The hypervisor ran others on this processor (steal time).
    #[serde(alias = "stolen")]
    StealTime {
        /// Minimum share of the time, in percent: the kernel counts in jiffies of usually 10 ms.
        percent: f64,
    },
    /// The quota of a control group held this program back.
    QuotaReached {
        /// Maximum share of the time, in percent: the kernel adds up the group's CPUs.
        throttled_percent: f64,
    },
    /// A kind of chain does not behave as on other cores.
    ChainDisagrees {
        /// The kind.
        kind: ChainKind,
        /// The finding for this chain.
        finding: ChainFinding,
        /// Cycles per step, if measured.
        cycles_per_step: Option<f64>,
    },
    /// The core folds additions of constants: the simplest loop would have misled.
    FoldedImmediate {
        /// Steps per cycle.
        steps_per_cycle: f64,
    },
    /// Time is not linear in the number of steps.
    NotLinear {
        /// Deviation of the middle length from the line, in parts per million of the long window.
        ppm: f64,
    },
    /// The clock was not flat when the time for the warm-up was over.
    #[serde(alias = "still_warming")]
    WarmUpIncomplete,
    /// The measurement was stopped early: the reading covers the time until then.
    Cancelled,
    /// Power saving is on.
    LowPower,
    /// The device is hot.
    #[serde(alias = "hot")]
    ThermalPressure,
    /// Measured while another program was in front.
    Background,
    /// The measuring thread had background priority: Apple's efficiency cores then run below their
    /// highest clock.
    LowPriority,
    /// Nothing shows which kind of core the thread ran on.
    #[serde(alias = "kind_unknown")]
    CoreTypeUnknown,
    /// The clock is a virtual machine's.
    VirtualMachine {
        /// The hypervisor, if known.
        hypervisor: Option<String>,
    },
    /// An emulator translates the program's instructions.
    Emulated {
        /// The emulator.
        emulator: String,
    },
    /// The observer panicked; the measurement did not notice.
    ObserverPanicked,
    /// The observer did not return in time; the session ended without it.
    ObserverStalled,
}

/// The code of each variant, as serde writes it, and the list of them.
macro_rules! codes {
    ($($variant:ident => $code:literal,)+) => {
        impl Warning {
            /// Every code.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The code, the same as in JSON.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Warning::$variant { .. } => $code,)+
                }
            }
        }
    };
}

codes! {
    ClocksDisagree => "clocks_disagree",
    ClockStepped => "clock_stepped",
    ImplausibleRate => "implausible_rate",
    Unchecked => "unchecked",
    ClockFallback => "clock_fallback",
    FactorSuspected => "factor_suspected",
    AffinityRefused => "affinity_refused",
    Migrated => "migrated",
    Preempted => "preempted",
    SmtContention => "smt_contention",
    StealTime => "steal_time",
    QuotaReached => "quota_reached",
    ChainDisagrees => "chain_disagrees",
    FoldedImmediate => "folded_immediate",
    NotLinear => "not_linear",
    WarmUpIncomplete => "warm_up_incomplete",
    Cancelled => "cancelled",
    LowPower => "low_power",
    ThermalPressure => "thermal_pressure",
    Background => "background",
    LowPriority => "low_priority",
    CoreTypeUnknown => "core_type_unknown",
    VirtualMachine => "virtual_machine",
    Emulated => "emulated",
    ObserverPanicked => "observer_panicked",
    ObserverStalled => "observer_stalled",
}
