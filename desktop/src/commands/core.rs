//! Which core a command takes: `--cpu` or `--kind`.

use trueghz::host::{LiveSystem, Machine};
use trueghz::run::options::{OneOf, WantedKind};

use crate::cli::{CoreArgs, Kind};
use crate::outcome::Failure;

impl CoreArgs {
    /// The core.
    ///
    /// # Errors
    /// [`Failure`] if a type is asked for on a machine that has but one, or of which the system does not say what it has.
    pub fn which(&self) -> Result<OneOf, Failure> {
        let Some(kind) = self.kind else { return Ok(self.cpu.into()) };
        let kinds = Machine::read(&LiveSystem).kinds();
        if let [only] = kinds.as_slice() {
            return Err(Failure::new(format!(
                "this machine has one type of core, as far as the system tells ({}): leave out --kind",
                only.name
            )));
        }
        Ok(OneOf::Kind(match kind {
            Kind::Performance => WantedKind::Performance,
            Kind::Efficiency => WantedKind::Efficiency,
        }))
    }
}
