//! The clock of each kind of core with one, two, ... all processors busy, by what they work on.
//!
//! * `display`: in words.

mod display;

use serde::{Deserialize, Serialize};

use super::Reading;
use super::operations::OperationsPerCycle;
use super::provenance::Provenance;
use crate::host::Machine;
use crate::load::LoadFacts;

/// The name of the JSON form of a [`TurboReport`] and of its version. Names in it stay; new ones may come.
pub const TURBO_SCHEMA: &str = "trueghz-turbo/1";

/// A reading beside busy processors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TurboRow {
    /// How many processors were busy, the measured one included.
    pub busy: usize,
    /// The other ones; empty where no thread can ask for one.
    pub others: Vec<u32>,
    /// What all of them worked on; absent in files of versions whose load was another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub work: Option<LoadFacts>,
    /// What the measured core did in each cycle of that; absent where its clock is unknown, and in those files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub operations: Option<OperationsPerCycle>,
    /// The reading.
    pub reading: Reading,
}

/// The clocks of a machine by how much of it is busy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TurboReport {
    /// The name of this form: `TURBO_SCHEMA`.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// When the session began, in UTC as RFC 3339 has it; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub options: Option<String>,
    /// The rows: kind after kind, each from one busy processor to all, and of each number every class of work.
    pub rows: Vec<TurboRow>,
    /// What the system says of the machine. None of it was measured.
    pub machine: Machine,
}

impl TurboReport {
    /// When, by which version and with which options it was made.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }
}
