//! The result: its contents, its JSON form, and its raw form that can be estimated again.

pub mod advice;
mod any;
mod assemble;
pub mod axis;
pub mod bars;
mod causes;
pub mod compare;
mod counted;
#[cfg(feature = "csv")]
pub mod csv;
pub mod curve;
pub mod display;
mod explained;
pub mod histogram;
#[cfg(feature = "html")]
pub mod html;
#[cfg(feature = "json")]
mod json_text;
pub mod lines;
mod low;
#[cfg(feature = "json")]
mod malformed;
#[cfg(feature = "markdown")]
pub mod markdown;
mod measurement;
pub mod measurement_outline;
pub mod moving;
pub mod number;
pub mod numbers;
#[cfg(feature = "openmetrics")]
pub mod openmetrics;
pub mod operations;
pub mod outline;
#[cfg(feature = "json")]
mod plausible;
pub mod provenance;
pub mod ramp;
mod raw;
mod reading;
pub mod replay;
#[cfg(feature = "json")]
pub mod store;
pub mod sustained;
pub mod text;
pub mod turbo;
mod warning;
pub mod words;

pub use any::Report;
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
