//! The clock of each kind of core with one, two, ... all CPUs busy, by class of work.
//!
//! Its text is in `core/report/src/turbo.rs`.

use serde::{Deserialize, Serialize};
use trueghz::Warning;
use trueghz::host::Machine;
use trueghz::load::LoadFacts;
use trueghz::report::Reading;
use trueghz::report::provenance::Provenance;

use crate::operations::OperationsPerCycle;

/// The name of the JSON form of a [`TurboReport`] and of its version. Names in it stay; new ones
/// may come.
pub const TURBO_SCHEMA: &str = "trueghz-turbo/2";

/// A reading with a number of busy CPUs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TurboRow {
    /// Number of busy CPUs, including the measured one.
    pub busy: usize,
    /// The other busy CPUs; empty if threads cannot be pinned to a core.
    pub others: Vec<u32>,
    /// Work of all of them; absent in files of versions with a different load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub work: Option<LoadFacts>,
    /// Operations of this work per cycle of the measured core; absent if its clock is unknown, and
    /// in those files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub operations: Option<OperationsPerCycle>,
    /// The reading.
    pub reading: Reading,
}

/// The clocks of a machine by number of busy CPUs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TurboReport {
    /// The name of this form: `TURBO_SCHEMA`.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// Start of the session, in UTC as in RFC 3339; absent in files of versions that did not record
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line; absent in files of versions that did not
    /// record them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub options: Option<String>,
    /// The rows: kind after kind, each from one busy CPU to all, and for each number every class of
    /// work.
    pub rows: Vec<TurboRow>,
    /// The machine as the system describes it. None of this was measured.
    pub machine: Machine,
}

impl TurboReport {
    /// Time, library version and options of the report.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }
}

/// Replaces the class in reports of loads without one.
#[doc(hidden)]
pub const PLAIN: &str = "clock";

impl TurboRow {
    /// Returns `true` if one of the busy threads shared the core.
    pub fn is_shared(&self) -> bool {
        self.reading.warnings.iter().any(|warning| matches!(warning, Warning::SmtContention { .. }))
    }

    /// The code of its class; "clock" if its load had none.
    pub fn class(&self) -> &'static str {
        self.work.as_ref().map_or(PLAIN, |work| work.class.code())
    }
}

impl TurboReport {
    /// The rows of each measured core.
    pub fn cores(&self) -> impl Iterator<Item = &[TurboRow]> {
        self.rows.chunk_by(|a, b| a.reading.cpu == b.reading.cpu)
    }

    /// The classes, in the order in which they were measured.
    pub fn classes(&self) -> Vec<&'static str> {
        let mut classes = Vec::new();
        for class in self.rows.iter().map(TurboRow::class) {
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }
}
