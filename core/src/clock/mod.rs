//! Time sources of known rate.
//!
//! A [`Clock`] counts integer ticks; a [`Timebase`] turns them into nanoseconds. Ticks stay
//! integers as long as possible: division is the last step.
//!
//! | file | what it holds |
//! |---|---|
//! | `mach`, `posix`, `qpc`, `counter` | the sources, one platform interface each |
//! | `mock` | a clock on a virtual time, for tests (feature `mock`) |
//! | `monotonic` | nanoseconds that never go backwards, for users of the crate |
//! | `selection` | selects the primary clock, and the clocks that check it |
//! | `calibrated` | a counter that times, at the rate of the system's clock |
//! | `crosscheck` | whether the clocks agree, and if not, which one is wrong |
//! | `timebase`, `conversion` | ticks to nanoseconds: exactly, and in 64 bits with an error |
//! | `quality` | clock quality: resolution, read cost and agreement of every clock of the system |

mod calibrated;
mod conversion;
mod counter;
pub mod crosscheck;
mod error;
mod mach;
#[cfg(feature = "mock")]
pub mod mock;
mod monotonic;
mod posix;
mod qpc;
pub mod quality;
mod selection;
mod step;
mod timebase;
mod witness;

pub use calibrated::CounterRejection;
pub use conversion::{Conversion, Method};
pub use error::ClockError;
pub use monotonic::monotonic_ns;
pub use selection::{ClockFactory, Clocks, SelectionNote, choose, choose_from, choose_system};
pub use timebase::{Timebase, TimebaseError};
pub use witness::{Rate, RateSource, UnknownRate, Witness};

use std::fmt;

use crosscheck::MeasuredRate;
use serde::{Deserialize, Serialize};

/// The time sources that TrueGHz knows, named as their platform names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClockId {
    /// `mach_absolute_time()`: Apple's monotonic counter, stopped in sleep.
    MachAbsoluteTime,
    /// `clock_gettime(CLOCK_MONOTONIC_RAW)`: Linux and Android, the hardware's rate without NTP's
    /// slewing.
    MonotonicRaw,
    /// `clock_gettime(CLOCK_MONOTONIC)`: steered by NTP where it runs.
    Monotonic,
    /// `clock_gettime(CLOCK_REALTIME)`: the wall clock, which may step.
    Realtime,
    /// `QueryPerformanceCounter`: Windows.
    QueryPerformanceCounter,
    /// `CNTVCT_EL0`: the Arm generic timer, read directly.
    Cntvct,
    /// The x86 time stamp counter.
    Tsc,
    /// `mach_continuous_time()`: Apple's counter with the time asleep added.
    MachContinuousTime,
    /// `clock_gettime(CLOCK_UPTIME_RAW)`: Apple's nanoseconds of `mach_absolute_time`.
    UptimeRaw,
    /// `clock_gettime(CLOCK_MONOTONIC_COARSE)`: Linux, as of the last timer interrupt.
    MonotonicCoarse,
    /// `clock_gettime(CLOCK_REALTIME_COARSE)`: Linux, as of the last timer interrupt.
    RealtimeCoarse,
    /// `clock_gettime(CLOCK_BOOTTIME)`: Linux, `CLOCK_MONOTONIC` with the time asleep added.
    Boottime,
    /// `GetTickCount64`: Windows, milliseconds as of the last timer interrupt.
    TickCount64,
    /// `GetSystemTimePreciseAsFileTime`: Windows' wall clock, which may step.
    SystemTimePrecise,
    /// `QueryInterruptTime`: Windows, as of the last timer interrupt.
    InterruptTime,
    /// `QueryUnbiasedInterruptTime`: Windows, the interrupt time without the time asleep.
    UnbiasedInterruptTime,
    /// `GetSystemTimeAsFileTime`: Windows' wall clock as of the last timer interrupt, which may
    /// step.
    SystemTime,
    /// `std::time::Instant`: what Rust's standard library takes for monotonic here.
    Instant,
    /// A clock of the tests, controlled by them.
    Mock,
}

impl ClockId {
    /// Maximum amount by which the system may steer this clock's rate, in parts per million.
    ///
    /// 500 for the clocks that NTP disciplines: the kernel's `MAXFREQ`, the limit of `adjtimex`'s
    /// `freq`. 0 for the others.
    pub fn slew_ppm(self) -> f64 {
        match self {
            Self::Monotonic
            | Self::Realtime
            | Self::MonotonicCoarse
            | Self::RealtimeCoarse
            | Self::Boottime
            | Self::SystemTimePrecise
            | Self::SystemTime => 500.0,
            // Rust's standard library reads CLOCK_MONOTONIC there.
            Self::Instant if cfg!(all(unix, not(target_vendor = "apple"))) => 500.0,
            _ => 0.0,
        }
    }

    /// The name in the platform's own spelling.
    pub fn name(self) -> &'static str {
        match self {
            Self::MachAbsoluteTime => "mach_absolute_time",
            Self::MonotonicRaw => "CLOCK_MONOTONIC_RAW",
            Self::Monotonic => "CLOCK_MONOTONIC",
            Self::Realtime => "CLOCK_REALTIME",
            Self::QueryPerformanceCounter => "QueryPerformanceCounter",
            Self::Cntvct => "CNTVCT_EL0",
            Self::Tsc => "TSC",
            Self::MachContinuousTime => "mach_continuous_time",
            Self::UptimeRaw => "CLOCK_UPTIME_RAW",
            Self::MonotonicCoarse => "CLOCK_MONOTONIC_COARSE",
            Self::RealtimeCoarse => "CLOCK_REALTIME_COARSE",
            Self::Boottime => "CLOCK_BOOTTIME",
            Self::TickCount64 => "GetTickCount64",
            Self::SystemTimePrecise => "GetSystemTimePreciseAsFileTime",
            Self::InterruptTime => "QueryInterruptTime",
            Self::UnbiasedInterruptTime => "QueryUnbiasedInterruptTime",
            Self::SystemTime => "GetSystemTimeAsFileTime",
            Self::Instant => "std::time::Instant",
            Self::Mock => "mock",
        }
    }
}

impl fmt::Display for ClockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A time source with integer ticks and a known rate.
///
/// Reading must be cheap and never fail once the clock exists; what can fail fails when it is
/// opened. A counter without a stated rate is not a clock by itself: it can be a [`Witness`] of
/// stability, and a fine one times at the rate that the system's clock gives it
/// ([`Clocks::timed_by_counter`]).
pub trait Clock: Send + Sync {
    /// The source.
    fn id(&self) -> ClockId;

    /// The count now, in ticks. Two reads on one thread never go back on a sound clock; the callers
    /// of this crate check that instead of trusting it.
    fn ticks(&self) -> u64;

    /// The nominal length of a tick, as the platform states it or as it was measured.
    fn timebase(&self) -> Timebase;

    /// Source of that length.
    fn rate_source(&self) -> RateSource {
        RateSource::System
    }

    /// The measurement of the rate; `None` if the rate is stated.
    fn measured_rate(&self) -> Option<MeasuredRate> {
        None
    }
}
