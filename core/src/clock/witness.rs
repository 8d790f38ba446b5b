//! A second clock, whose rate may be unknown.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Clock, ClockId, Timebase};

/// Source of a clock's stated rate. It matters when two clocks disagree: a register is written by
/// firmware, and firmware has been seen to write 0, half, or another chip's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RateSource {
    /// The operating system, which defines its own unit.
    System,
    /// A register that firmware fills in (`CNTFRQ_EL0`); the hardware does not interpret it.
    Register,
    /// The processor: CPUID leaf 0x15, crystal and ratio.
    Cpuid,
    /// The hypervisor: CPUID leaf 0x40000010.
    Hypervisor,
    /// None: it was measured against the system's clock.
    Measured,
}

/// Reason for an unknown rate of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum UnknownRate {
    /// Neither CPUID leaf 0x15 nor a hypervisor's leaf 0x40000010 gives it (AMD, most guests).
    NotInCpuid,
    /// A rate is stated that no counter of this kind has: firmware or a hypervisor did not fill it
    /// in, or filled it in wrongly.
    NotBelieved {
        /// The stated rate, in hertz.
        hz: u64,
    },
    /// Set by a test.
    Mock,
}

/// A counter's nominal rate, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Rate {
    /// Stated, without measuring.
    Stated {
        /// The length of a tick.
        timebase: Timebase,
        /// Source of the statement.
        by: RateSource,
    },
    /// Not stated. Such a counter can show that the other clock is stable, not that it is right.
    Unknown {
        /// The reason.
        reason: UnknownRate,
    },
}

impl Rate {
    /// The nominal rate in hertz.
    pub fn hz(&self) -> Option<f64> {
        match self {
            Self::Stated { timebase, .. } => Some(timebase.hz()),
            Self::Unknown { .. } => None,
        }
    }
}

type ReadTicks = dyn Fn() -> u64 + Send + Sync;

/// A second or third clock against which the primary one is checked.
#[derive(Clone)]
pub struct Witness {
    id: ClockId,
    rate: Rate,
    read: Arc<ReadTicks>,
}

impl Witness {
    /// A clock as a witness: of rate and of stability.
    pub fn of_clock(clock: Arc<dyn Clock>) -> Self {
        let rate = Rate::Stated { timebase: clock.timebase(), by: clock.rate_source() };
        Self { id: clock.id(), rate, read: Arc::new(move || clock.ticks()) }
    }

    /// A counter without a stated rate: it checks stability only.
    pub fn of_unknown_rate(
        id: ClockId,
        reason: UnknownRate,
        read: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Self {
        Self::of_counter(id, Rate::Unknown { reason }, read)
    }

    /// A counter with its rate, or the reason why there is none.
    pub(super) fn of_counter(
        id: ClockId,
        rate: Rate,
        read: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Self {
        Self { id, rate, read: Arc::new(read) }
    }

    /// The source.
    pub fn id(&self) -> ClockId {
        self.id
    }

    /// Its nominal rate, or the reason why there is none.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// The count now, in ticks.
    pub fn ticks(&self) -> u64 {
        (self.read)()
    }
}

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Witness").field("id", &self.id).field("rate", &self.rate).finish_non_exhaustive()
    }
}
