//! Which instructions there are to measure: a chosen set of core's, small enough for a phone's library.

use trueghz::instructions::{FORMS, Table};

use crate::error::{TrueGhzError, guarded};

/// An instruction of the set.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Instruction {
    /// Its text, with classes in place of registers: what a session is asked for.
    pub name: String,
    /// What it belongs to.
    pub group: String,
    /// Whether this core has it.
    pub is_present: bool,
}

/// The instructions that a session can measure on this processor.
#[uniffi::export]
pub fn instructions() -> Vec<Instruction> {
    let instruction = |form: &trueghz::instructions::Form| Instruction {
        name: form.name().to_owned(),
        group: form.group().to_owned(),
        is_present: form.is_present(),
    };
    FORMS.iter().map(instruction).collect()
}

/// A table of instructions as JSON, as `docs/schema/trueghz-instructions-1.schema.json` describes it.
#[uniffi::export]
pub fn instructions_json(table: Table) -> Result<String, TrueGhzError> {
    guarded(|| table.to_json())
}

/// A table of instructions as CSV: a row for each latency and throughput.
#[uniffi::export]
pub fn instructions_csv(table: Table) -> Result<String, TrueGhzError> {
    guarded(|| table.to_csv())
}
