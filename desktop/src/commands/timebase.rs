//! `trueghz timebase`.

use crate::cli::TimebaseArgs;
use crate::outcome::{Failure, Outcome};

/// Shows them.
pub fn run(_args: TimebaseArgs) -> Result<Outcome, Failure> {
    Ok(Outcome::Complete)
}
