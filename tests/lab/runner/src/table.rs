//! Many machines, and what the instrument says of them.

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Arguments {}

/// Measures.
pub fn run(_arguments: &Arguments) -> Result<bool, crate::emulator::Error> {
    Ok(false)
}
