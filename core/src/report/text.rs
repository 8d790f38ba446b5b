//! A measurement as plain text, to be sent to somebody: no colours, no width.

use std::fmt::Write;

use super::words::{claim_source, cycles, machine_line, percent, stated_hz, tolerance_ppm};
use super::{Measurement, Reading};

/// The measurement in some lines: the machine, each core with its claim and warnings, and the clock.
pub fn plain(measurement: &Measurement) -> String {
    let mut text = format!("TrueGHz {}\n{}\n", measurement.version, machine_line(&measurement.machine));
    for reading in &measurement.cores {
        text.push('\n');
        text.push_str(&core(reading));
    }
    if let Some(reading) = measurement.cores.first() {
        let tolerance = tolerance_ppm(reading.clock_tolerance_ppm);
        let name = &measurement.clock.name;
        let _ = write!(text, "\nReference clock: {name}, accurate to \u{b1}{tolerance}.\n");
    }
    text
}

fn core(reading: &Reading) -> String {
    let whose = match reading.cpu {
        Some(cpu) => format!("Core {cpu}, {}", reading.kind),
        None => reading.kind.clone(),
    };
    let mut text = format!("{whose}: {}\n", number(reading));
    if let Some(claim) = reading.claim {
        let difference = claim.difference_percent.map(|value| format!(", deviation {}", percent(value)));
        let (hz, source) = (stated_hz(claim.hz), claim_source(claim.source));
        let _ = writeln!(text, "  claimed: {hz} by {source}{}", difference.unwrap_or_default());
    }
    if let Some(value) = reading.tight_loop.cycles_per_iteration {
        let value = cycles(value, reading.tight_loop.error_cycles);
        let _ = writeln!(text, "  tight loop: {value} cycles per iteration");
    }
    for warning in &reading.warnings {
        let _ = writeln!(text, "  ! {}: {}", warning.text(), warning.advice());
    }
    text
}

/// The number with its uncertainty and verdict, or why there is none.
fn number(reading: &Reading) -> String {
    let verdict = reading.verdict.text();
    match (reading.display(), reading.reason) {
        (Some(shown), _) => format!("{} \u{b1} {}, {verdict}", shown.number, shown.uncertainty),
        (None, Some(reason)) => format!("{verdict}: {}", reason.text()),
        (None, None) => verdict.to_owned(),
    }
}
