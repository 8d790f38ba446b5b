//! The list of instructions as JSON: the properties that would be measured, and the machine words.

use serde::Serialize;
use trueghz_instructions::{InstructionForm, InstructionProperty, LoopShape, Measure, Metric};

/// A form with its properties.
#[derive(Serialize)]
pub struct Listed<'a> {
    form: &'a str,
    group: &'a str,
    needs: &'a [&'a str],
    present: bool,
    rows: Vec<ListedRow>,
}

/// A property that would be measured.
#[derive(Serialize)]
struct ListedRow {
    measure: Measure,
    /// The shapes in which it can be measured on this system.
    shapes: Vec<LoopShape>,
    /// Machine words of a step; empty on architectures whose instructions vary in length.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<u32>,
    /// Number of independent instructions, for throughput.
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<u32>,
}

impl<'a> Listed<'a> {
    /// Creates the entry of a form.
    pub fn of(form: &'a InstructionForm) -> Listed<'a> {
        let row = |row: &InstructionProperty| ListedRow {
            measure: Measure::from(row.metric()),
            shapes: row.shapes(),
            words: words(row),
            copies: match row.metric() {
                Metric::Throughput { copies } => Some(copies),
                Metric::Latency { .. } => None,
            },
        };
        Listed {
            form: form.name(),
            group: form.group(),
            needs: form.features(),
            present: form.is_present(),
            rows: form.properties().iter().map(row).collect(),
        }
    }
}

#[cfg(target_arch = "aarch64")]
fn words(row: &InstructionProperty) -> Vec<u32> {
    row.code().step_words()
}

#[cfg(not(target_arch = "aarch64"))]
fn words(_: &InstructionProperty) -> Vec<u32> {
    Vec::new()
}
