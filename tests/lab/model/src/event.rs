//! What happens on a machine while the program runs.

use serde::{Deserialize, Serialize};

use crate::machine::{Invalid, within};

/// Processes beside the program, on its core. The first process starts them: tests/lab/init.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Events {
    /// How often a second a process of real-time priority is woken by a timer and goes back to sleep at once,
    /// besides the kernel's own 250 ticks a second.
    pub interrupts_hz: u32,
    /// How many processes are busy all the time.
    pub hogs: u32,
}

/// What befalls the timer, once.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimerFault {
    /// When, in milliseconds after the program's start.
    pub at_ms: f64,
    /// For so many milliseconds it stands still while the core goes on.
    #[serde(default)]
    pub freeze_ms: f64,
    /// It is so many milliseconds ahead afterwards.
    #[serde(default)]
    pub jump_ms: f64,
}

impl Events {
    pub(crate) fn check(self) -> Result<(), Invalid> {
        // Faster than a modelled core could serve them.
        within("interrupts_hz", f64::from(self.interrupts_hz), 0.0, 1e5, "0 to 100,000")?;
        within("hogs", f64::from(self.hogs), 0.0, 16.0, "0 to 16")
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
