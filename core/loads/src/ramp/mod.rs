//! The rise of a core's clock after a rest.
//!
//! | file | what it holds |
//! |---|---|
//! | `session` | rests and runs |
//! | `estimate` | from the windows of a run to its levels and times |
//! | `report` | the result |

mod estimate;
mod report;
mod session;

pub use estimate::Ramp;
pub use report::{Driver, RAMP_SCHEMA, RampReport, RampRun};
pub use session::{RampOptions, ramp, ramp_at};
