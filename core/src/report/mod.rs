//! The result: what it holds, its JSON form, and its raw form that can be estimated again.

mod assemble;
pub mod axis;
pub mod csv;
pub mod curve;
pub mod display;
pub mod histogram;
mod measurement;
pub mod number;
pub mod numbers;
mod plausible;
mod raw;
mod reading;
pub mod text;
mod told;
pub mod words;

pub use measurement::{Measurement, SCHEMA, TimingClock};
pub use plausible::Implausible;
pub use raw::{CoreContext, Outcome, RAW_SCHEMA, RawCore, RawError, RawMeasurement};
pub use reading::{ClaimCompared, Interval, OtherLoad, Reading};
