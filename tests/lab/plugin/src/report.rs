//! The file that is written at the end of a run.

use serde::Serialize;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::follow::Counts;
use trueghz_lab_model::machine::Cluster;

/// The events on the machine.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Time of the machine at its end, in femtoseconds: that of the core that is furthest.
    pub time_fs: u64,
    /// Time at which the program started the clocks' profiles.
    pub marked_fs: Option<u64>,
    /// Number of calls that the main loop did not serve: the time of interrupts is not exact then.
    pub unanswered_calls: u64,
    /// The cores, by number.
    pub cores: Vec<CoreReport>,
}

/// The events on a core.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CoreReport {
    /// Its cluster's name.
    pub cluster: String,
    /// Its clock at the end, in Hz.
    pub hz_at_end: u64,
    /// Its cycles while it was awake, rounded down.
    pub cycles: u64,
    /// Its time at the end, in femtoseconds: since then it has slept.
    pub time_fs: u64,
    /// Time awake, in femtoseconds.
    pub awake_fs: u64,
    /// Time not awake, in femtoseconds: asleep, or held up by the emulator.
    pub away_fs: u64,
    /// Beginning and end of each time for which vectors lowered its clock, in femtoseconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub low_fs: Vec<[u64; 2]>,
    /// Instructions modelled.
    pub instructions: u64,
    /// Those of them whose time was looked up.
    pub looked_up: u64,
    /// The kernel's instructions, a cycle each.
    pub kernel_instructions: u64,
    /// Number of calls to the main loop to run its timers.
    pub calls: u64,
    /// Number of calls that were not served.
    pub unanswered_calls: u64,
}

impl CoreReport {
    /// A core on which nothing has happened.
    pub fn of(cluster: &Cluster) -> Self {
        Self { cluster: cluster.name.clone(), ..Self::default() }
    }

    /// Takes the counts of the model.
    pub fn filled(self, counts: Counts, units: u64, time_fs: u64, hz: u64) -> Self {
        Self {
            hz_at_end: hz,
            cycles: units / UNITS_PER_CYCLE,
            time_fs,
            awake_fs: time_fs - self.away_fs,
            instructions: counts.instructions,
            looked_up: counts.looked_up,
            kernel_instructions: counts.unmodelled,
            ..self
        }
    }
}

impl Report {
    /// Combines the reports of the cores.
    pub fn of(cores: Vec<CoreReport>, marked_fs: Option<u64>) -> Self {
        Self {
            time_fs: cores.iter().map(|core| core.time_fs).max().unwrap_or(0),
            marked_fs,
            unanswered_calls: cores.iter().map(|core| core.unanswered_calls).sum(),
            cores,
        }
    }
}

/// Writes the report. The caller of the run treats a missing report as a failed run.
pub fn write(report: &Report, file: &str) {
    let written = serde_json::to_string(report).map_err(std::io::Error::from);
    if let Err(error) = written.and_then(|text| std::fs::write(file, text)) {
        eprintln!("trueghz-lab-plugin: {file}: {error}");
    }
}
