//! The result: its contents, its JSON form, and its raw form that can be estimated again.
//!
//! | file | contents |
//! |---|---|
//! | `reading`, `measurement` | the result for a core and for a measurement: the fields of the JSON |
//! | `assemble` | the reading, from the estimate and the core's context |
//! | `raw` | raw data: the context of each core, reading and writing of files, `replay` |
//! | `validation`, `malformed`, `json_text` | checks of files from others |
//! | `warning`, `causes` | texts of warnings, and causes that are not in the windows |
//! | `advice`, `low`, `phrases`, `explained` | other texts: advice, the cause of a low clock, codes and numbers |
//! | `counted`, `provenance` | hardware counters, time and version |
//! | `number`, `numbers`, `reach`, `display` | rounded numbers, for all front ends |
//! | `axis`, `curve`, `histogram` | plots, ready to be drawn |
//!
//! Reports of loads are in the crate `trueghz-loads`; pages, CSV and the other formats in
//! `trueghz-report`.

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
pub(crate) mod malformed;
mod measurement;
pub mod number;
pub mod numbers;
pub mod phrases;
pub mod provenance;
mod raw;
pub mod reach;
mod reading;
#[cfg(feature = "json")]
pub(crate) mod validation;
mod warning;

pub use counted::{Counted, HardwareCounters};
pub use low::LowCause;
#[cfg(feature = "json")]
pub use measurement::MeasurementError;
pub use measurement::{Measurement, SCHEMA, TimingClock};
pub(crate) use raw::Estimated;
#[cfg(feature = "json")]
pub use raw::RawError;
pub use raw::{CoreContext, CoreOutcome, RAW_SCHEMA, RawCore, RawMeasurement};
pub use reading::{ClaimComparison, OtherLoad, Reading};
#[cfg(feature = "json")]
pub use validation::ValidationError;
