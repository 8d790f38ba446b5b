//! CSV: a row for each latency and throughput, units in the header, quoted as RFC 4180 has it.

use serde::Serialize;
use trueghz_report::csv::written;

use super::table::{Measure, Missing, Table, TableRow};

/// New columns come last, so that readers that count columns keep working.
#[derive(Serialize)]
struct Row<'a> {
    instruction: &'a str,
    group: &'a str,
    measure: &'static str,
    from: Option<&'a str>,
    to: Option<&'a str>,
    via: Option<&'a str>,
    cycles: Option<f64>,
    low_cycles: Option<f64>,
    high_cycles: Option<f64>,
    shapes_agree: Option<bool>,
    missing: Option<Missing>,
    marks: String,
    cpu: Option<u32>,
    clock_hz: Option<f64>,
    counted_cycles: Option<f64>,
    counted_events: String,
}

impl Table {
    /// The rows, with a header.
    pub fn to_csv(&self) -> String {
        let reading = self.reading();
        let rows = self.rows.iter().map(|row| {
            let (measure, from, to, via) = match &row.measure {
                Measure::Latency { from, to, via } => {
                    ("latency", Some(from.as_str()), Some(to.as_str()), via.as_deref())
                }
                Measure::Throughput => ("throughput", None, None, None),
            };
            Row {
                instruction: &row.form,
                group: &row.group,
                measure,
                from,
                to,
                via,
                counted_cycles: row.counted_cycles(),
                cycles: row.cycles.map(|cycles| cycles.value),
                low_cycles: row.cycles.map(|cycles| cycles.low),
                high_cycles: row.cycles.map(|cycles| cycles.high),
                shapes_agree: row.shapes_agree,
                missing: row.missing,
                marks: row.marks.join(" "),
                cpu: reading.cpu,
                clock_hz: reading.hz(),
                counted_events: counted_events(row),
            }
        });
        written(rows, self.provenance())
    }
}

/// `event=count` of each counted event, separated by spaces: which events there are depends on the
/// core, so they cannot be columns.
fn counted_events(row: &TableRow) -> String {
    let counted = row.events.iter().map(|counted| format!("{}={}", counted.event, counted.per_step.value));
    counted.collect::<Vec<_>>().join(" ")
}
