//! What happens on a machine while the program runs.

use serde::{Deserialize, Serialize};

use crate::machine::{Invalid, within};

/// Processes that run in addition to the program. The first process starts them: tests/lab/init.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Events {
    /// Rate in hertz at which a timer wakes a process of real-time priority, which goes back to
    /// sleep at once, in addition to the kernel's own 250 ticks a second.
    pub interrupts_hz: u32,
    /// Number of processes that are busy all the time.
    pub hogs: u32,
    /// The core that these processes are on. The program measures the first core first.
    pub on_core: u32,
    /// The program is moved to another core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub migrate: Option<Migration>,
}

/// All threads of the program are moved to a core, once, by another process.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Migration {
    /// When, in milliseconds after the program's start.
    pub at_ms: f64,
    /// The destination.
    pub to_core: u32,
}

/// A fault of the timer, once.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimerFault {
    /// When, in milliseconds after the program's start.
    pub at_ms: f64,
    /// Milliseconds for which it stops while the core goes on.
    #[serde(default)]
    pub freeze_ms: f64,
    /// It is so many milliseconds ahead afterwards.
    #[serde(default)]
    pub jump_ms: f64,
}

impl Events {
    /// Checks every range, on a machine with `cores` cores.
    pub(crate) fn check(self, cores: usize) -> Result<(), Invalid> {
        // Faster than a modelled core could serve them.
        within("interrupts_hz", f64::from(self.interrupts_hz), 0.0, 1e5, "0 to 100,000")?;
        within("hogs", f64::from(self.hogs), 0.0, 16.0, "0 to 16")?;
        let last = (cores - 1) as f64;
        within("on_core", f64::from(self.on_core), 0.0, last, "one of the cores")?;
        let Some(Migration { at_ms, to_core }) = self.migrate else { return Ok(()) };
        within("to_core", f64::from(to_core), 0.0, last, "one of the cores")?;
        within("at_ms of a migration", at_ms, 0.0, 6e4, "0 to 60,000 ms")
    }
}

impl TimerFault {
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        // Longer ones are beyond what a run takes.
        let minute = |what, ms| within(what, ms, 0.0, 6e4, "0 to 60,000 ms");
        minute("at_ms of a timer's fault", self.at_ms)?;
        minute("freeze_ms", self.freeze_ms)?;
        minute("jump_ms", self.jump_ms)
    }
}
