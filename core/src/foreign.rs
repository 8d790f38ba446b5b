//! Types for Swift and Kotlin: what uniffi's derives need beside them (docs/adr/0010-one-set-of-types.md).

use crate::clock::{ClockError, Timebase};

/// The length of a tick in nanoseconds, as the fraction `numer / denom`, neither of them 0.
#[derive(uniffi::Record)]
pub struct TickLength {
    /// The numerator, as the platform states it.
    pub numer: u32,
    /// The denominator, as the platform states it.
    pub denom: u32,
}

// Not derived: what comes back must pass the same check as any other.
uniffi::custom_type!(Timebase, TickLength, {
    lower: |timebase| TickLength { numer: timebase.numer(), denom: timebase.denom() },
    try_lift: |length| Ok(Timebase::new(length.numer, length.denom)?),
});

// Why a clock does not open: its words. Front ends show them, and nothing sends them back.
uniffi::custom_type!(ClockError, String, {
    lower: |error| error.to_string(),
    try_lift: |text| Err(uniffi::deps::anyhow::anyhow!("{text:?}: errors come out of the core only")),
});
