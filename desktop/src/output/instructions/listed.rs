//! The list of instructions as JSON: what would be measured of each, and the machine words of it.

use serde::Serialize;
use trueghz_instructions::{Form, Measure, Property, Row, Shape};

/// A form.
#[derive(Serialize)]
pub struct Listed<'a> {
    form: &'a str,
    group: &'a str,
    needs: &'a [&'a str],
    present: bool,
    rows: Vec<ListedRow>,
}

/// What would be measured of it.
#[derive(Serialize)]
struct ListedRow {
    measure: Measure,
    /// The shapes in which it can be measured on this system.
    shapes: Vec<Shape>,
    /// The instructions of a step; none where the architecture's are not all of a length.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<u32>,
    /// Of throughput: how many stand side by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<u32>,
}

impl<'a> Listed<'a> {
    /// A form as it is listed.
    pub fn of(form: &'a Form) -> Listed<'a> {
        let row = |row: &Row| ListedRow {
            measure: Measure::from(row.property()),
            shapes: row.shapes(),
            words: words(row),
            copies: match row.property() {
                Property::Throughput { copies } => Some(copies),
                Property::Latency { .. } => None,
            },
        };
        Listed {
            form: form.name(),
            group: form.group(),
            needs: form.features(),
            present: form.is_present(),
            rows: form.rows().iter().map(row).collect(),
        }
    }
}

#[cfg(target_arch = "aarch64")]
fn words(row: &Row) -> Vec<u32> {
    row.code().step_words()
}

#[cfg(not(target_arch = "aarch64"))]
fn words(_: &Row) -> Vec<u32> {
    Vec::new()
}
