//! Selects the primary clock of this platform, and the clocks that check it.
//!
//! | platform | primary | witnesses |
//! |---|---|---|
//! | Linux, Android | `CLOCK_MONOTONIC_RAW`, else `CLOCK_MONOTONIC` | counter, `CLOCK_REALTIME` |
//! | Apple | `mach_absolute_time` | `CLOCK_REALTIME` |
//! | Windows | `QueryPerformanceCounter` | counter |
//! | other Unix | `CLOCK_MONOTONIC` | counter, `CLOCK_REALTIME` |
//! | x86-64, not Apple | TSC, at the rate of the clock above | that clock, `CLOCK_REALTIME` |
//! | AArch64 with a counter of 1 GHz, not Apple | `CNTVCT_EL0`, at the rate of the clock above | that clock, `CLOCK_REALTIME` |
//!
//! The counter is `CNTVCT_EL0` or the TSC, read directly. If the TSC is not invariant, or either is
//! slow to read, or does not run evenly with the system's clock, that clock times instead
//! (`calibrated`).
//!
//! Agreement proves only so much. On Linux the kernel usually derives its clock from the same
//! counter: agreement then shows that the counter's stated rate is the one that the kernel uses. On
//! Apple all clocks tick from one oscillator: agreement proves the conversion of units, no more.
//! Only a wall clock that NTP steers holds a measure from outside, and that one may be off by
//! 500 ppm while it is being steered. A counter that times has the rate of the system's clock:
//! their agreement proves nothing of the rate, and only that neither jumped or changed in between.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

#[cfg(not(target_vendor = "apple"))]
use super::counter;
use super::{Clock, ClockError, ClockId, CounterRejection, Witness};

/// The clocks of a session.
#[derive(Clone)]
pub struct Clocks {
    /// The timing clock.
    pub primary: Arc<dyn Clock>,
    /// The second and third clocks, best first. There may be none.
    pub witnesses: Vec<Witness>,
    /// Problems with the choice, in the order in which they happened.
    pub notes: Vec<SelectionNote>,
}

impl fmt::Debug for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clocks")
            .field("primary", &self.primary.id())
            .field("witnesses", &self.witnesses)
            .field("notes", &self.notes)
            .finish()
    }
}

/// A note on the choice of clocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "note")]
#[non_exhaustive]
pub enum SelectionNote {
    /// A better primary clock did not open; a later candidate is used.
    PrimaryFallback {
        /// The preferred clock.
        wanted: ClockId,
        /// Reason why it did not open.
        error: ClockError,
    },
    /// A witness did not open.
    WitnessMissing {
        /// The preferred clock.
        wanted: ClockId,
        /// Reason why it did not open.
        error: ClockError,
    },
    /// A counter that is read in one instruction takes long: the kernel traps and emulates the
    /// read. Its values are right, its time stamps coarse.
    TrappedReads {
        /// The counter.
        id: ClockId,
        /// The fastest of a few reads, in nanoseconds of the primary clock.
        read_cost_ns: f64,
    },
    /// A counter is there but is not the timing clock: the system's clock is.
    CounterRejected {
        /// The counter.
        id: ClockId,
        /// Reason why it does not.
        reason: CounterRejection,
    },
}

/// A function that opens one source.
pub type Opener<T> = Box<dyn Fn() -> Result<T, ClockError>>;

/// The candidates, best first. A test provides its own.
#[derive(Default)]
pub struct ClockFactory {
    /// Candidates for the primary clock: the first that opens is taken.
    pub primaries: Vec<(ClockId, Opener<Arc<dyn Clock>>)>,
    /// Candidates for witnesses: all that open are taken.
    pub witnesses: Vec<(ClockId, Opener<Witness>)>,
}

impl ClockFactory {
    /// The table of this platform.
    pub fn platform() -> Self {
        let mut openers = Self::default();
        #[cfg(target_vendor = "apple")]
        openers.primary(ClockId::MachAbsoluteTime, || Ok(Arc::new(super::mach::MachClock::absolute()?)));
        #[cfg(windows)]
        openers.primary(ClockId::QueryPerformanceCounter, || Ok(Arc::new(super::qpc::QpcClock::open()?)));
        #[cfg(any(target_os = "linux", target_os = "android"))]
        openers.posix_primary(ClockId::MonotonicRaw);
        #[cfg(all(unix, not(target_vendor = "apple")))]
        openers.posix_primary(ClockId::Monotonic);
        #[cfg(not(target_vendor = "apple"))]
        openers.witness(counter::id(), counter::open);
        #[cfg(unix)]
        openers.witness(ClockId::Realtime, || {
            Ok(Witness::of_clock(Arc::new(super::posix::PosixClock::open(ClockId::Realtime)?)))
        });
        openers
    }

    /// Adds a candidate for the primary clock.
    pub fn primary(&mut self, id: ClockId, open: impl Fn() -> Result<Arc<dyn Clock>, ClockError> + 'static) {
        self.primaries.push((id, Box::new(open)));
    }

    /// Adds a candidate for a witness.
    pub fn witness(&mut self, id: ClockId, open: impl Fn() -> Result<Witness, ClockError> + 'static) {
        self.witnesses.push((id, Box::new(open)));
    }

    #[cfg(all(unix, not(target_vendor = "apple")))]
    fn posix_primary(&mut self, id: ClockId) {
        self.primary(id, move || Ok(Arc::new(super::posix::PosixClock::open(id)?)));
    }
}

/// The timing clocks of this machine: if the processor's counter ticks finely, as on x86-64, this
/// one at the rate of the system's clock, which takes 16 ms to measure; elsewhere the clocks of
/// [`choose_system`].
///
/// # Errors
/// [`ClockError::NoPrimary`] if no candidate opens.
pub fn choose() -> Result<Clocks, ClockError> {
    Ok(choose_system()?.timed_by_counter())
}

/// Selects the system's clock, and those that check it.
///
/// # Errors
/// [`ClockError::NoPrimary`] if no candidate opens.
pub fn choose_system() -> Result<Clocks, ClockError> {
    choose_from(&ClockFactory::platform())
}

/// The clocks of a table: the first primary that opens, and every witness that does.
///
/// # Errors
/// [`ClockError::NoPrimary`] if no candidate opens, or there is none.
pub fn choose_from(openers: &ClockFactory) -> Result<Clocks, ClockError> {
    let mut notes = Vec::new();
    let primary = open_primary(openers, &mut notes)?;
    let mut witnesses = Vec::new();
    for (wanted, open) in &openers.witnesses {
        match open() {
            Ok(witness) => {
                notes.extend(slow_reads(primary.as_ref(), &witness));
                witnesses.push(witness);
            }
            Err(error) => notes.push(SelectionNote::WitnessMissing { wanted: *wanted, error }),
        }
    }
    Ok(Clocks { primary, witnesses, notes })
}

fn open_primary(
    openers: &ClockFactory,
    notes: &mut Vec<SelectionNote>,
) -> Result<Arc<dyn Clock>, ClockError> {
    let mut failures: Vec<(ClockId, ClockError)> = Vec::new();
    for (id, open) in &openers.primaries {
        match open() {
            Ok(clock) => {
                let fallen = |(wanted, error)| SelectionNote::PrimaryFallback { wanted, error };
                notes.extend(failures.into_iter().map(fallen));
                return Ok(clock);
            }
            Err(error) => failures.push((*id, error)),
        }
    }
    Err(ClockError::NoPrimary { tried: failures.into_iter().map(|(_, error)| error).collect() })
}

/// Number of reads from which a counter's read cost is determined: enough that not all are
/// interrupted, few enough to take 0.1 ms if each is trapped.
const READS: u32 = 64;

/// Limit between a counter read without the kernel, which takes at most some 30 ns, and a trapped
/// one, which takes microseconds: it has room on both sides.
const TRAPPED_NS: f64 = 500.0;

/// Detects a counter whose reads the kernel traps, by the fastest of a few.
///
/// The read cost is the duration of a pair of primary reads around the counter's, less the duration
/// of the pair alone. A coarse primary clock makes it too short by up to a tick, so that there are
/// no false positives.
fn slow_reads(primary: &dyn Clock, witness: &Witness) -> Option<SelectionNote> {
    if !matches!(witness.id(), ClockId::Cntvct | ClockId::Tsc) {
        return None;
    }
    let fastest = |read: &dyn Fn()| {
        let time = || {
            let before = primary.ticks();
            read();
            primary.ticks().wrapping_sub(before)
        };
        (0..READS).map(|_| time()).min().unwrap_or(u64::MAX)
    };
    let around = fastest(&|| {
        std::hint::black_box(witness.ticks());
    });
    let alone = fastest(&|| ());
    let read_cost_ns = primary.timebase().ns_f64(around.saturating_sub(alone).cast_signed());
    (read_cost_ns > TRAPPED_NS).then_some(SelectionNote::TrappedReads { id: witness.id(), read_cost_ns })
}

#[cfg(test)]
mod tests;
