//! The clocks of each system, and their documented properties.

use std::sync::Arc;
use std::time::Instant;

#[cfg(unix)]
use crate::clock::posix::PosixClock;
use crate::clock::{Clock, ClockError, ClockId, Timebase, Witness, counter};

use super::{NotAClock, QualityRow, SuspendBehaviour};

/// A clock by name, opened or not.
pub(super) type Source = (ClockId, Result<Witness, ClockError>);

/// Every clock of this system, the coarse ones too.
pub(super) fn of_this_system() -> Vec<Source> {
    let mut sources = of_platform();
    sources.push((counter::id(), counter::open()));
    sources.push((ClockId::Instant, Ok(Witness::of_clock(Arc::new(StdInstant::new())))));
    sources
}

pub(super) fn opened<C: Clock + 'static>(clock: Result<C, ClockError>) -> Result<Witness, ClockError> {
    clock.map(|clock| Witness::of_clock(Arc::new(clock)))
}

#[cfg(unix)]
fn of_platform() -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    #[cfg(target_vendor = "apple")]
    {
        use crate::clock::mach::MachClock;
        sources.push((ClockId::MachAbsoluteTime, opened(MachClock::absolute())));
        sources.push((ClockId::MachContinuousTime, opened(MachClock::continuous())));
    }
    sources.extend(POSIX.iter().map(|id| (*id, opened(PosixClock::open(*id)))));
    sources
}

#[cfg(windows)]
fn of_platform() -> Vec<Source> {
    super::windows::sources()
}

#[cfg(any(target_os = "linux", target_os = "android"))]
const POSIX: &[ClockId] = &[
    ClockId::MonotonicRaw,
    ClockId::Monotonic,
    ClockId::MonotonicCoarse,
    ClockId::Realtime,
    ClockId::RealtimeCoarse,
    ClockId::Boottime,
];

#[cfg(target_vendor = "apple")]
const POSIX: &[ClockId] = &[ClockId::UptimeRaw, ClockId::MonotonicRaw, ClockId::Realtime];

#[cfg(all(unix, not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))))]
const POSIX: &[ClockId] = &[ClockId::Monotonic, ClockId::Realtime];

/// Counters that are taken for clocks on this system, but are not.
pub(super) fn no_clocks() -> Vec<QualityRow> {
    let row = |name: &str, reason| QualityRow::NotAClock { name: name.to_owned(), reason };
    let mut rows = Vec::new();
    if cfg!(target_arch = "aarch64") {
        rows.push(row("PMCCNTR_EL0", NotAClock::CountsCycles));
    }
    if cfg!(unix) {
        rows.push(row("CLOCK_PROCESS_CPUTIME_ID", NotAClock::CountsCpuTime));
        rows.push(row("CLOCK_THREAD_CPUTIME_ID", NotAClock::CountsCpuTime));
    }
    rows
}

/// Rust's own clock, as nanoseconds since it was opened.
#[derive(Debug)]
struct StdInstant {
    origin: Instant,
}

impl StdInstant {
    fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Clock for StdInstant {
    fn id(&self) -> ClockId {
        ClockId::Instant
    }

    fn ticks(&self) -> u64 {
        // 584 years of nanoseconds fit.
        self.origin.elapsed().as_nanos() as u64
    }

    fn timebase(&self) -> Timebase {
        Timebase::NANOSECONDS
    }
}

/// Returns whether a clock counts in sleep, by the manual pages of Linux (`clock_getres(2)`) and
/// macOS (`clock_gettime(3)`, `mach_absolute_time`), Microsoft's "Acquiring high-resolution time
/// stamps" and the reference pages of its functions, and Rust's documents of `Instant`.
pub(super) fn counts_in_sleep(id: ClockId) -> SuspendBehaviour {
    let apple = cfg!(target_vendor = "apple");
    match id {
        ClockId::MonotonicRaw if apple => SuspendBehaviour::Yes,
        ClockId::MonotonicRaw
        | ClockId::Monotonic
        | ClockId::MonotonicCoarse
        | ClockId::MachAbsoluteTime
        | ClockId::UnbiasedInterruptTime
        | ClockId::UptimeRaw => SuspendBehaviour::No,
        ClockId::Realtime
        | ClockId::RealtimeCoarse
        | ClockId::Boottime
        | ClockId::MachContinuousTime
        | ClockId::QueryPerformanceCounter
        | ClockId::TickCount64
        | ClockId::SystemTimePrecise
        | ClockId::SystemTime
        | ClockId::InterruptTime => SuspendBehaviour::Yes,
        // It depends on the hardware for the counters: some lie in a domain that is switched off.
        // The documents of Instant promise nothing.
        ClockId::Cntvct | ClockId::Tsc | ClockId::Instant | ClockId::Mock => SuspendBehaviour::Unknown,
    }
}

/// The documented width of a count, in bits.
pub(super) fn width_bits(id: ClockId) -> u32 {
    match id {
        // Arm ARM, "the system counter": at least 56 bits. More are not promised.
        ClockId::Cntvct => 56,
        // Signed 64-bit numbers.
        ClockId::QueryPerformanceCounter | ClockId::SystemTimePrecise | ClockId::SystemTime => 63,
        // As this crate reads them: 64 bits of ticks, or of nanoseconds.
        _ => 64,
    }
}
