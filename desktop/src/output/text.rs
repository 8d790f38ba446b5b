//! The answer for people: the number first, then the verdict, the claims, the warnings.

use trueghz::clock::crosscheck::Agreement;
use trueghz::report::{Measurement, Reading};

use super::words;
use crate::format::{
    self, claim_source, count, cycles, labelled, machine_line, paragraph, percent, shortened, stated_hz, table,
};
use crate::style::{QUIET, REFUSED, paint};

/// A single measurement.
pub fn measurement(measurement: &Measurement) -> String {
    let mut text = paint(QUIET, paragraph(&machine_line(&measurement.machine), 0).trim_end());
    text.push_str("\n\n");
    match measurement.cores.as_slice() {
        [] => text.push_str(&paragraph("no core that this program may use", 2)),
        [reading] => text.push_str(&one_core(reading, measurement)),
        readings => text.push_str(&several_cores(readings)),
    }
    let warnings = words::warnings(measurement);
    if !warnings.is_empty() {
        text.push('\n');
        text.push_str(&warnings);
    }
    text
}

fn one_core(reading: &Reading, measurement: &Measurement) -> String {
    let mut text = hero(reading);
    text.push('\n');
    if let Some(cpu) = reading.cpu {
        let known_as_chip = measurement.machine.chip.value() == Some(&reading.kind);
        let kind = if known_as_chip { String::new() } else { format!(", {}", reading.kind) };
        text.push_str(&labelled("core", &format!("{cpu}{kind}")));
    } else {
        text.push_str(&labelled("core", &reading.kind));
    }
    if let (Some(claim), Some(words)) = (reading.claim, words::claim(reading)) {
        let said = format!("{} by {}", stated_hz(claim.hz), claim_source(claim.source));
        text.push_str(&labelled("claimed", &words.replacen(&stated_hz(claim.hz), &said, 1)));
    }
    if let Some(value) = reading.tight_loop.cycles_per_iteration {
        let cycles = cycles(value, reading.tight_loop.error_cycles);
        text.push_str(&labelled("tight loop", &format!("{cycles} cycles per iteration")));
    }
    text.push_str(&clock(reading, measurement));
    text.push_str(&windows(reading));
    text
}

/// The number, the largest thing; or the reason in its place.
fn hero(reading: &Reading) -> String {
    let verdict = words::verdict(reading.verdict);
    let Some(display) = words::display(reading) else {
        let sentence = words::refusal(reading).unwrap_or_default();
        return format!("  {verdict}\n{}", paint(REFUSED, paragraph(&sentence, 2).trim_end()) + "\n");
    };
    let mut text = format!("  {}\n  \u{b1} {} \u{b7} {verdict}\n", format::number(&display), display.uncertainty);
    if let Some(range) = words::range(reading) {
        text.push_str(&paragraph(&range, 2));
    }
    text
}

fn clock(reading: &Reading, measurement: &Measurement) -> String {
    let (name, ppm) = (&measurement.clock.name, reading.clock_tolerance_ppm);
    let checked = match reading.cross_check.as_ref().map(|check| &check.rate) {
        Some(Agreement::Agree { witness, .. }) => format!("; {} agrees", witness.name()),
        _ => String::new(),
    };
    let source = &reading.clock_tolerance_source;
    labelled("timed with", &format!("{name}, off by up to {ppm:.0} ppm ({source}){checked}"))
}

fn windows(reading: &Reading) -> String {
    let counts = reading.windows;
    if counts.taken == 0 {
        return String::new();
    }
    let (kept, taken) = (count(counts.kept), count(counts.taken));
    let warm_up_ms = reading.warm_up_ms;
    labelled("windows", &format!("{kept} of {taken} clean, after {warm_up_ms:.0} ms of warm-up"))
}

fn several_cores(readings: &[Reading]) -> String {
    let header = ["core", "kind", "clock", "", "claim", "turn", "verdict"];
    let mut rows = vec![header.map(|word| paint(QUIET, word)).to_vec()];
    rows.extend(readings.iter().map(row));
    let mut text = table(&rows, &[0, 4, 5]);
    text.push('\n');
    for reading in readings {
        let more = words::range(reading).or_else(|| words::refusal(reading));
        if let Some(more) = more {
            text.push_str(&paragraph(&format!("{}: {more}", words::whose(reading)), 2));
        }
    }
    text.push_str(&paragraph(TURN, 2));
    text
}

/// What the column "turn" of the table holds.
const TURN: &str = "turn: cycles per iteration of the tight loop";

/// The widest that a kind's name may be in the table.
const KIND_WIDTH: usize = 16;

fn row(reading: &Reading) -> Vec<String> {
    let display = words::display(reading);
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "\u{2013}".to_owned());
    let tight = reading.tight_loop;
    let turn = tight.cycles_per_iteration.map(|value| cycles(value, tight.error_cycles));
    vec![
        or_dash(reading.cpu.map(|cpu| cpu.to_string())),
        shortened(&reading.kind, KIND_WIDTH),
        or_dash(display.as_ref().map(format::number)),
        display.map(|display| format!("\u{b1} {}", display.uncertainty)).unwrap_or_default(),
        or_dash(reading.claim.and_then(|claim| claim.difference_percent).map(percent)),
        or_dash(turn),
        words::verdict(reading.verdict),
    ]
}
