//! `trueghz info`.

use crate::cli::JsonArg;
use crate::outcome::{Failure, Outcome};

/// Shows them.
pub fn run(_args: JsonArg) -> Result<Outcome, Failure> {
    Ok(Outcome::Complete)
}
