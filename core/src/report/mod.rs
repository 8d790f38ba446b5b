//! The result: its contents, its JSON form, and its raw form that can be estimated again.

pub mod advice;
mod assemble;
pub mod axis;
mod causes;
mod counted;
pub mod curve;
pub mod display;
mod explained;
pub mod histogram;
#[cfg(feature = "json")]
pub(crate) mod json_text;
mod low;
#[cfg(feature = "json")]
mod malformed;
mod measurement;
pub mod number;
pub mod numbers;
pub mod operations;
#[cfg(feature = "json")]
pub(crate) mod plausible;
pub mod provenance;
pub mod ramp;
mod raw;
mod reading;
pub mod sustained;
pub mod turbo;
mod warning;
pub mod words;

pub use counted::{Counted, CountersBeside};
pub use low::LowCause;
#[cfg(feature = "json")]
pub use measurement::MeasurementError;
pub use measurement::{Measurement, SCHEMA, TimingClock};
#[cfg(feature = "json")]
pub use plausible::Implausible;
pub(crate) use raw::Estimated;
#[cfg(feature = "json")]
pub use raw::RawError;
pub use raw::{CoreContext, Outcome, RAW_SCHEMA, RawCore, RawMeasurement};
pub use reading::{ClaimCompared, OtherLoad, Reading};
pub use warning::Warning;
