//! Time sources of known rate.
//!
//! A [`Clock`] counts integer ticks; a [`Timebase`] turns them into nanoseconds. Nothing here divides before
//! the last moment: ticks stay integers as long as possible.

mod timebase;

pub use timebase::Timebase;

use serde::{Deserialize, Serialize};

/// The time sources that TrueGHz knows, named as their platform names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClockId {
    /// `mach_absolute_time()`: Apple's monotonic counter, stopped in sleep.
    MachAbsoluteTime,
    /// `clock_gettime(CLOCK_MONOTONIC_RAW)`: Linux and Android, the hardware's rate without NTP's slewing.
    MonotonicRaw,
    /// `clock_gettime(CLOCK_MONOTONIC)`: steered by NTP where it runs.
    Monotonic,
    /// `clock_gettime(CLOCK_REALTIME)` or `gettimeofday`: the wall clock, which may step.
    Realtime,
    /// `QueryPerformanceCounter`: Windows.
    QueryPerformanceCounter,
    /// `CNTVCT_EL0`: the Arm generic timer, read directly.
    Cntvct,
    /// The x86 time stamp counter.
    Tsc,
    /// A clock of the tests, which does what it is told.
    Mock,
}

/// A time source: integer ticks at a rate that is known without measuring.
///
/// Reading must be cheap and never fail once the clock exists; what can fail fails when it is opened.
pub trait Clock: Send + Sync {
    /// Which source this is.
    fn id(&self) -> ClockId;

    /// The count now, in ticks. Two reads on one thread never go back on a sound clock; the callers
    /// of this crate check that instead of trusting it.
    fn ticks(&self) -> u64;

    /// The nominal length of a tick, as the platform states it.
    fn timebase(&self) -> Timebase;
}
