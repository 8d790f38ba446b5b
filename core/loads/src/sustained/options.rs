//! The options of a sustained load.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use trueghz::load::LoadClass;
use trueghz::run::options::{OneOf, TimeOption};

use super::SustainedLoad;

/// How to load, and for how long. [`SustainedOptions::new`] sets five minutes on a core of the
/// fastest kind.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SustainedOptions {
    /// The measured core.
    pub core: OneOf,
    /// Cores to load.
    pub load: SustainedLoad,
    /// Work of the busy cores.
    pub class: LoadClass,
    /// Duration of the load.
    pub duration: Duration,
}

impl Default for SustainedOptions {
    fn default() -> SustainedOptions {
        SustainedOptions {
            core: OneOf::Fastest,
            load: SustainedLoad::One,
            class: LoadClass::default(),
            duration: Duration::from_secs(300),
        }
    }
}

/// The options as on the command line.
impl Display for SustainedOptions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (core, duration) = (self.core, TimeOption(self.duration));
        write!(f, "{core}--duration {duration} --load {} --class {}", self.load.code(), self.class.code())
    }
}

impl SustainedOptions {
    /// Five minutes of vectors, one core.
    #[must_use]
    pub fn new() -> SustainedOptions {
        SustainedOptions::default()
    }

    /// Sets the core: a processor's number, or a kind.
    #[must_use]
    pub fn core(self, core: impl Into<OneOf>) -> SustainedOptions {
        SustainedOptions { core: core.into(), ..self }
    }

    /// Sets the cores to load.
    #[must_use]
    pub fn load(self, load: SustainedLoad) -> SustainedOptions {
        SustainedOptions { load, ..self }
    }

    /// Sets the class of the load.
    #[must_use]
    pub fn class(self, class: LoadClass) -> SustainedOptions {
        SustainedOptions { class, ..self }
    }

    /// Sets the duration.
    #[must_use]
    pub fn duration(self, duration: Duration) -> SustainedOptions {
        SustainedOptions { duration, ..self }
    }
}
