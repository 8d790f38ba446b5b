//! The result: what it holds, its JSON form, and its raw form that can be estimated again.

mod assemble;
pub mod axis;
mod causes;
pub mod csv;
pub mod curve;
pub mod display;
pub mod histogram;
mod measurement;
pub mod number;
pub mod numbers;
mod raw;
mod reading;
pub mod text;
mod told;
mod warning;
pub mod words;

pub use measurement::{Measurement, SCHEMA, TimingClock};
pub use raw::{CoreContext, Outcome, RAW_SCHEMA, RawCore, RawError, RawMeasurement};
pub use reading::{ClaimCompared, Interval, OtherLoad, Reading};
pub use warning::Warning;
