//! What is written at the end of a run.

use serde::Serialize;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::follow::Follower;

/// What happened on the machine.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Cycles of the core, rounded down.
    pub cycles: u64,
    /// Time of the machine at its end, in femtoseconds.
    pub time_fs: u64,
    /// The core's clock at the end, in Hz.
    pub hz_at_end: u64,
    /// When the program said that the clock's profile starts.
    pub marked_fs: Option<u64>,
    /// Instructions modelled.
    pub instructions: u64,
    /// Those of them whose time was looked up.
    pub looked_up: u64,
    /// The kernel's instructions, a cycle each.
    pub kernel_instructions: u64,
    /// How often the core slept, and for how long.
    pub sleeps: u64,
    /// See `sleeps`.
    pub slept_fs: u64,
    /// How often the main loop was called to run its timers.
    pub calls: u64,
    /// How often it did not answer: the time of interrupts is not exact then.
    pub unanswered_calls: u64,
}

impl Report {
    /// Takes the counts of the model.
    pub fn fill(&mut self, follower: &Follower, units: u64, time_fs: u64, hz: u64) {
        let counts = follower.counts();
        self.cycles = units / UNITS_PER_CYCLE;
        self.time_fs = time_fs;
        self.hz_at_end = hz;
        self.instructions = counts.instructions;
        self.looked_up = counts.looked_up;
        self.kernel_instructions = counts.unmodelled;
    }
}

/// Writes the report. A run without one is a failed run to whoever waits for it.
pub fn write(report: &Report, file: &str) {
    let written = serde_json::to_string(report).map_err(std::io::Error::from);
    if let Err(error) = written.and_then(|text| std::fs::write(file, text)) {
        eprintln!("trueghz-lab-plugin: {file}: {error}");
    }
}
