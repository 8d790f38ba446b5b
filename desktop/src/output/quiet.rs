//! Output of `--quiet`: lines of tab-separated cells, for shells.

use trueghz::report::{Measurement, Reading};
use trueghz_instructions::{Measure, Table, TableRow};
use trueghz_loads::turbo::TurboRow;
use trueghz_report::Report;

/// Formats one core per line: number or type, GHz, \u{b1} GHz, verdict.
pub fn measurement(measurement: &Measurement) -> String {
    let line = |reading: &Reading| {
        let core = reading.cpu.map_or_else(|| reading.kind.clone(), |cpu| cpu.to_string());
        format!("{core}\t{}\n", clock(reading))
    };
    measurement.cores.iter().map(line).collect()
}

/// Formats any report. Turbo readings have the number of busy CPUs and their work before the clock;
/// ramps and sustained loads are summarised in one line.
pub fn report(report: &Report) -> String {
    match report {
        Report::Measurement(report) => measurement(report),
        Report::Turbo(report) => {
            let row = |row: &TurboRow| format!("{}\t{}\t{}\n", row.busy, row.class(), clock(&row.reading));
            report.rows.iter().map(row).collect()
        }
        Report::Ramp(_) | Report::Sustained(_) => report.found() + "\n",
    }
}

/// Formats one row of instructions per line: instruction, measured property, cycles.
pub fn instructions(table: &Table) -> String {
    let line = |row: &TableRow| {
        let cycles = row.cycles.map_or_else(unknown, |cycles| format!("{:.3}", cycles.value));
        let measure = match &row.measure {
            Measure::Throughput => "throughput".to_owned(),
            Measure::Latency { from, to, .. } => format!("latency {from}>{to}"),
        };
        format!("{}\t{measure}\t{cycles}\n", row.form)
    };
    table.rows.iter().map(line).collect()
}

fn clock(reading: &Reading) -> String {
    let shown = reading.display();
    let [ghz, uncertainty] = [shown.map(|shown| shown.number), shown.map(|shown| shown.uncertainty)]
        .map(|number| number.map_or_else(unknown, |number| number.ghz_digits()));
    format!("{ghz}\t{uncertainty}\t{}", reading.verdict.code())
}

/// Text of a cell without a number.
fn unknown() -> String {
    "-".to_owned()
}
