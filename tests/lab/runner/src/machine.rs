//! Reads a machine's file, draws its clock.

use std::path::Path;

use trueghz_lab_model::machine::{Clock, Machine};

use crate::emulator::Error;

/// What a run sets beside the file.
#[derive(Debug, Clone, clap::Args)]
pub struct Set {
    /// What clocks are drawn from: the same seed, the same clocks
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Another timer than the file's, in Hz
    #[arg(long)]
    pub timer_hz: Option<u64>,
    /// Another clock than the file's, in MHz
    #[arg(long)]
    pub mhz: Option<f64>,
}

/// Reads a machine and draws what is to be drawn.
pub fn read(file: &Path, set: &Set) -> Result<Machine, Error> {
    let wrong = |reason: String| Error::Machine(file.display().to_string(), reason);
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let mut machine: Machine = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if let Some(hz) = set.timer_hz {
        machine.timer_hz = hz;
    }
    if let Some(mhz) = set.mhz {
        machine.clock = Clock::Mhz(mhz);
    }
    machine.check().map_err(|error| wrong(error.to_string()))?;
    if let Clock::DrawMhz([least, most]) = machine.clock {
        machine.clock = Clock::Mhz(draw(least, most, set.seed));
    }
    Ok(machine)
}

/// A clock between two bounds in MHz, to a thousandth: nothing can gain by rounding.
pub fn draw(least: f64, most: f64, seed: u64) -> f64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let thousandths = random.u64((least * 1e3) as u64..=(most * 1e3) as u64);
    thousandths as f64 / 1e3
}
