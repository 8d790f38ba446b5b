//! The clock of a core under a steady load, for minutes or hours.
//!
//! | file | what it holds |
//! |---|---|
//! | `options` | how to load, and for how long |
//! | `session` | the load, and the windows inside it |
//! | `throttling` | from windows to peak, last level, loss and the time of throttling |
//! | `report` | the result, and the records of which it is made |
//! | `lines` | reads the records again (`trueghz replay`) |
//! | `shown` | rounded numbers, for front ends with texts of their own |
//! | `track` | the clock over time, ready to be drawn |

#[cfg(feature = "json")]
mod lines;
mod options;
mod report;
mod session;
mod shown;
pub mod throttling;
mod track;

#[cfg(feature = "json")]
pub use lines::{LinesError, ReadLines};
pub use options::SustainedOptions;
pub use report::{
    SUSTAINED_SCHEMA, SustainedLoad, SustainedRecord, SustainedReport, SustainedRun, shared, unseen_part,
};
pub use session::{MOST_WINDOWS, SustainedEvent, sustained, sustained_at};
pub use shown::{SustainedEnd, SustainedFinding, SustainedNumbers, SustainedSummary};
pub use track::{
    SustainedCurve, SustainedPoint, SustainedProgress, SustainedTimeline, ThermalSpan, TimeSpan, TimeUnit,
};
