//! Types for Swift and Kotlin: additional code that uniffi's derives need
//! (docs/adr/0010-one-set-of-types.md).

use crate::clock::{ClockError, Timebase};

/// The length of a tick in nanoseconds, as the fraction `numer / denom`, neither of them 0.
#[derive(uniffi::Record)]
pub struct TickLength {
    /// The numerator, as the platform states it.
    pub numer: u32,
    /// The denominator, as the platform states it.
    pub denom: u32,
}

// Not derived: values from the other language must pass the same check as any other.
uniffi::custom_type!(Timebase, TickLength, {
    lower: |timebase| TickLength { numer: timebase.numer(), denom: timebase.denom() },
    try_lift: |length| Ok(Timebase::new(length.numer, length.denom)?),
});

// The message of an error on opening a clock. Front ends show it; it is never passed back.
uniffi::custom_type!(ClockError, String, {
    lower: |error| error.to_string(),
    try_lift: |text| Err(uniffi::deps::anyhow::anyhow!("{text:?}: errors come out of the core only")),
});
