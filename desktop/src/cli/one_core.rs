//! Core that a command measures: `--cpu` or `--kind`.

use clap::{Args, ValueEnum};
use trueghz::host::{LiveSystem, Machine};
use trueghz::run::options::{OneOf, WantedKind};

use crate::outcome::Failure;

/// Core that a session measures.
#[derive(Debug, Clone, Copy, Args)]
pub struct CoreArgs {
    /// Core by its number [default: one of the fastest type; of "turbo": one of each type]
    #[arg(short, long, value_name = "CORE")]
    pub cpu: Option<u32>,
    /// Core by its type, on machines that have several: the fastest type or the slowest
    #[arg(long, value_name = "TYPE", value_enum, conflicts_with = "cpu")]
    pub kind: Option<Kind>,
}

/// A type of core.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Kind {
    /// The fastest
    Performance,
    /// The slowest
    Efficiency,
}

impl CoreArgs {
    /// The core.
    ///
    /// # Errors
    /// [`Failure`] if a type is requested but the machine has only one, or the system does not
    /// report its types.
    pub fn which(&self) -> Result<OneOf, Failure> {
        let Some(kind) = self.kind else { return Ok(self.cpu.into()) };
        let kinds = Machine::read(&LiveSystem).core_types();
        if let [only] = kinds.as_slice() {
            return Err(Failure::new(format!(
                "this machine has one type of core, as far as the system reports ({}): leave out --kind",
                only.name
            )));
        }
        Ok(OneOf::Kind(match kind {
            Kind::Performance => WantedKind::Performance,
            Kind::Efficiency => WantedKind::Efficiency,
        }))
    }
}
