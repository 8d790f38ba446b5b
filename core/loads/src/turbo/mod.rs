//! The clock of each kind of core with one, two, ... all processors busy, by class of work.
//!
//! | file | what it holds |
//! |---|---|
//! | `session` | the points to measure, and the readings |
//! | `report` | the result |

mod report;
mod session;

pub use report::{PLAIN, TURBO_SCHEMA, TurboReport, TurboRow};
pub use session::{TurboOptions, turbo, turbo_at};
