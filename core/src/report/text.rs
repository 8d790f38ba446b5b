//! Reports as plain text, to be sent to somebody: no colours, no width.

use std::fmt::Write;

use super::lines::{claim, core_and_kind, tight_loop};
use super::outline::{Headline, Outline, OutlineTable};
use super::words::{machine_line, states, tolerance_ppm};
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
        let clock = measurement.clock.description();
        let _ = write!(text, "\nReference clock: {clock}, accurate to \u{b1}{tolerance}.\n");
    }
    text
}

/// A report in words. `version` is that of the library.
pub fn outline(outline: &Outline, version: &str) -> String {
    let Outline { title, machine, headline, facts, tables, summary } = outline;
    let mut text = format!("TrueGHz {version}\n{machine}\n\n{title}\n");
    if let Some(Headline { number, unit, of }) = headline {
        let _ = writeln!(text, "{number} {unit} {of}");
    }
    for (label, value) in facts {
        let _ = writeln!(text, "  {label}: {value}");
    }
    tables.iter().for_each(|of| table(&mut text, of));
    if !summary.is_empty() {
        let _ = write!(text, "\n{summary}\n");
    }
    text
}

/// A line for each row: its first cell names it, the others are named by their columns.
fn table(text: &mut String, of: &OutlineTable) {
    if !of.title.is_empty() {
        let _ = write!(text, "\n{}\n", of.title);
    }
    for row in &of.rows {
        let cells = row.iter().zip(&of.head).map(|(cell, name)| format!("{name} {cell}").trim().to_owned());
        let _ = writeln!(text, "  {}", cells.collect::<Vec<String>>().join(", "));
    }
}

fn core(reading: &Reading) -> String {
    let mut text = format!("{}: {}\n", core_and_kind(reading), number(reading));
    if let Some(states) = states(reading) {
        let _ = writeln!(text, "  levels: {states}");
    }
    if let Some(compared) = reading.claim {
        let _ = writeln!(text, "  claimed: {}", claim(compared));
    }
    if let Some(cycles) = tight_loop(reading.tight_loop) {
        let _ = writeln!(text, "  tight loop: {cycles}");
    }
    for counted in reading.counters.iter().flat_map(|counters| &counters.counted) {
        let _ = writeln!(text, "  {}", counted.text());
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
        (None, Some(reason)) => {
            let bound = reading.at_least().map(|hz| format!(", at least {hz}"));
            format!("{verdict}: {}{}", reason.text(), bound.unwrap_or_default())
        }
        (None, None) => verdict.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::ClockState;
    use crate::estimate::verdict::Reason;
    use crate::report::{CoreContext, Outcome, RawCore};

    fn refused(reason: Reason, at_least_hz: Option<f64>) -> Reading {
        let core = RawCore { context: CoreContext::simulated(), outcome: Outcome::Refused(reason) };
        Reading { at_least_hz, ..core.reading() }
    }

    #[test]
    fn a_bound_stands_beside_the_reason() {
        let bound = refused(Reason::NoCleanMoment, Some(3.0509e9));
        assert_eq!(number(&bound), "no reading: no undisturbed moment, at least 3.050 GHz");
        let none = refused(Reason::NoCleanMoment, None);
        assert_eq!(number(&none), "no reading: no undisturbed moment");
    }

    #[test]
    fn the_levels_of_a_clock_have_a_line() {
        let states = [(3.0999e9, 0.43), (2.6999e9, 0.57)].map(|(hz, share)| ClockState { hz, share });
        let reading = Reading { states: states.to_vec(), ..refused(Reason::Starved, None) };
        let line = "\n  levels: 3.0999 GHz 43 % of the time, 2.6999 GHz 57 %\n";
        assert!(core(&reading).contains(line), "{}", core(&reading));
    }
}
