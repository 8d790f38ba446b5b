//! The answer for people: the number first, then the verdict, the claims, the warnings.

use trueghz::estimate::verdict::Verdict;
use trueghz::host::cpulist;
use trueghz::report::advice::Advice;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::lines::{claim, core, range, reference_clock, tight_loop, whose, windows};
use trueghz::report::words::{cycles, machine_line, percent, states};
use trueghz::report::{Counted, Measurement, Reading};

use super::curve::{Drawn, bar, drawn, low_to_high};
use super::words;
use crate::format::{self, labelled, paragraph, shortened, table};
use crate::style::{NUMBER, QUIET, paint};

/// A single measurement.
pub fn measurement(measurement: &Measurement, histograms: &[Option<WindowHistogram>]) -> String {
    let mut text = paint(QUIET, paragraph(&machine_line(&measurement.machine), 0).trim_end());
    text.push_str("\n\n");
    match measurement.cores.as_slice() {
        [] => text.push_str(&paragraph("no core that this program may use", 2)),
        [reading] => {
            let histogram = histograms.first().and_then(Option::as_ref);
            text.push_str(&one_core(reading, measurement, histogram));
        }
        readings => text.push_str(&several_cores(readings, measurement)),
    }
    text + &words::warnings_below(measurement)
}

fn one_core(reading: &Reading, measurement: &Measurement, histogram: Option<&WindowHistogram>) -> String {
    let mut text = hero(reading);
    text.push('\n');
    text.push_str(&labelled("core", &core(reading, measurement)));
    if let Some(compared) = reading.claim {
        text.push_str(&labelled("claimed", &claim(compared)));
    }
    if let Some(cycles) = tight_loop(reading.tight_loop) {
        text.push_str(&labelled("tight loop", &cycles));
    }
    text.push_str(&clock(reading, measurement));
    text.push_str(&warm_up(reading));
    if let Some(windows) = windows(reading) {
        text.push_str(&labelled("windows", &windows));
    }
    text.push_str(&histogram.map(excess).unwrap_or_default());
    text.push_str(&counters(reading));
    text
}

/// What the processor's own counters said beside the chains, and why others say nothing.
fn counters(reading: &Reading) -> String {
    let Some(counters) = &reading.counters else { return String::new() };
    let missing = counters.missing_texts().into_iter().map(|text| format!("not read: {text}"));
    let texts: Vec<String> = counters.counted_texts().into_iter().chain(missing).collect();
    let named = |(place, text): (usize, &String)| labelled(if place == 0 { "counters" } else { "" }, text);
    texts.iter().enumerate().map(named).collect()
}

/// The number, the largest thing; or the reason in its place.
fn hero(reading: &Reading) -> String {
    let verdict = words::verdict(reading.verdict);
    let Some(display) = reading.display() else {
        let (reason, advice) = reading.reason.map_or(("", ""), |reason| (reason.text(), reason.advice()));
        let Some(bound) = reading.at_least() else {
            let rest = paragraph(&format!("{verdict} \u{b7} {advice}"), 2);
            return format!("  {}\n{rest}", paint(NUMBER, reason));
        };
        let rest = paragraph(&format!("{verdict} \u{b7} {reason}: {advice}"), 2);
        return format!("  {} {}\n{rest}", paint(QUIET, "at least"), paint(NUMBER, bound));
    };
    let mut text =
        format!("  {}\n  \u{b1} {} \u{b7} {verdict}\n", format::number(&display), display.uncertainty);
    if let Some(range) = range(reading) {
        text.push_str(&paragraph(&range, 2));
    }
    if let Some(states) = states(reading) {
        text.push_str(&paragraph(&states, 2));
    }
    if let Some(advice) = reading.advice() {
        text.push_str(&paint(QUIET, paragraph(advice.text(), 2)));
    }
    text
}

fn clock(reading: &Reading, measurement: &Measurement) -> String {
    labelled("reference", &reference_clock(reading, measurement))
}

/// The columns of a small plot: half of a line, so that what it shows fits beside it.
const SPARK: usize = 24;

/// The clock while the core warmed up.
fn warm_up(reading: &Reading) -> String {
    let curve = &reading.warm_up_curve;
    let end_ms = curve.last().map_or(f64::INFINITY, |last| last.at_ms);
    let points = curve.iter().map(|sample| (sample.at_ms / end_ms, sample.hz));
    let Some(Drawn { bars, low_hz, high_hz }) = drawn(points, SPARK) else { return String::new() };
    labelled("warm-up", &format!("{} {}", paint(QUIET, bars), low_to_high(low_hz, high_hz)))
}

/// How many of the long windows took how much longer than an undisturbed one.
fn excess(histogram: &WindowHistogram) -> String {
    let bins = &histogram.bins;
    let merged: Vec<usize> = bins
        .chunks(bins.len().div_ceil(SPARK))
        .map(|bins| bins.iter().map(|bin| bin.kept + bin.dropped).sum())
        .collect();
    let most = merged.iter().copied().max().unwrap_or(1).max(1);
    let height = |count: &usize| if *count == 0 { ' ' } else { bar(*count as f64 / most as f64) };
    let bars: String = merged.iter().map(height).collect();
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return String::new() };
    let range = format!("{:.0} to {:.0} ppm", first.low_ppm, last.high_ppm).replace('-', "\u{2212}");
    labelled("", &format!("{} {range} longer than a clean one", paint(QUIET, bars)))
}

fn several_cores(readings: &[Reading], measurement: &Measurement) -> String {
    let header = ["core", "type", "clock", "", "claim", "verdict"];
    let mut rows = vec![header.map(|word| paint(QUIET, word)).to_vec()];
    rows.extend(readings.iter().map(row));
    let mut text = table(&rows, &[0, 4]);
    text.push('\n');
    for (verdict, advice) in advice(readings) {
        text.push_str(&labelled(words::short_verdict(verdict), advice.text()));
    }
    for reading in readings {
        let moved = [range(reading), states(reading)].into_iter().flatten().collect::<Vec<_>>();
        let moved = (!moved.is_empty()).then(|| moved.join(": "));
        if let Some(more) = moved.or_else(|| words::refusal(reading)) {
            text.push_str(&labelled(&whose(reading), &more));
        }
    }
    let turns = tight_loops(readings);
    if !turns.is_empty() {
        text.push_str(&labelled("tight loop", &turns));
    }
    if let Some(reading) = readings.iter().find(|reading| reading.cross_check.is_some()) {
        text.push_str(&clock(reading, measurement));
    }
    text.push_str(&all_counters(readings));
    text
}

/// The counters of each core that count its cycles; where none does on any core, why.
fn all_counters(readings: &[Reading]) -> String {
    let of = |reading: &Reading| {
        let counted = reading.counters.iter().flat_map(|counters| &counters.counted);
        let texts = counted.filter(|counted| counted.difference_ppm().is_some()).map(Counted::text);
        let line = |text: String| labelled(&whose(reading), &text);
        texts.map(line).collect::<String>()
    };
    let text: String = readings.iter().map(of).collect();
    match readings.iter().find(|reading| reading.counters.is_some()) {
        Some(reading) if text.is_empty() => counters(reading),
        _ => text,
    }
}

/// What to do about the verdicts, each advice once.
fn advice(readings: &[Reading]) -> Vec<(Verdict, Advice)> {
    let mut told = Vec::new();
    for verdict in [Verdict::Varying, Verdict::Unconfirmed] {
        for reading in readings.iter().filter(|reading| reading.verdict == verdict) {
            let advice = reading.advice().map(|advice| (verdict, advice));
            told.extend(advice.filter(|advice| !told.contains(advice)));
        }
    }
    told
}

/// The widest that a kind's name may be, so that the widest row has 72 columns.
const KIND_WIDTH: usize = 18;

fn row(reading: &Reading) -> Vec<String> {
    let display = reading.display();
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "\u{2013}".to_owned());
    let bound = || reading.at_least().map(|hz| format!("\u{2265} {hz}"));
    vec![
        or_dash(reading.cpu.map(|cpu| cpu.to_string())),
        shortened(&reading.kind, KIND_WIDTH),
        or_dash(display.as_ref().map(format::number).or_else(bound)),
        display.map(|display| format!("\u{b1} {}", display.uncertainty)).unwrap_or_default(),
        or_dash(reading.claim.and_then(|claim| claim.difference_percent).map(percent)),
        words::painted_short_verdict(reading.verdict),
    ]
}

/// The cycles per iteration of the tight loop; cores of which it is the same are named together.
fn tight_loops(readings: &[Reading]) -> String {
    let mut told: Vec<(String, Vec<u32>)> = Vec::new();
    for reading in readings {
        let Some(value) = reading.tight_loop.cycles_per_iteration else { continue };
        let cycles = cycles(value, None);
        match told.iter_mut().find(|(other, _)| *other == cycles) {
            Some((_, cpus)) => cpus.extend(reading.cpu),
            None => told.push((cycles, reading.cpu.into_iter().collect())),
        }
    }
    if let [(cycles, _)] = told.as_slice() {
        return format!("{cycles} cycles per iteration");
    }
    let of = |(cycles, cpus): &(String, Vec<u32>)| match cpus.as_slice() {
        [] => cycles.clone(),
        [cpu] => format!("{cycles} on core {cpu}"),
        _ => format!("{cycles} on cores {}", cpulist::format(cpus)),
    };
    let list: Vec<String> = told.iter().map(of).collect();
    if list.is_empty() { String::new() } else { format!("cycles per iteration: {}", list.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use trueghz::estimate::ClockState;
    use trueghz::estimate::variation::Range;
    use trueghz::estimate::verdict::Reason;

    /// Shared by all languages: a refused reading for each reason.
    fn refused() -> Measurement {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/report-every-reason.json");
        let text = std::fs::read_to_string(file).expect("the vectors are there");
        let mut all: Measurement = serde_json::from_str(&text).expect("a measurement");
        all.cores.retain(|reading| reading.reason == Some(Reason::NoCleanMoment));
        all.cores[0].at_least_hz = Some(3.0509e9);
        all
    }

    fn varying() -> Reading {
        let states = [(3.0999e9, 0.57), (2.6999e9, 0.43)].map(|(hz, share)| ClockState { hz, share });
        Reading {
            verdict: Verdict::Varying,
            reason: None,
            frequency_hz: Some(2.93e9),
            low_hz: Some(2.92e9),
            high_hz: Some(2.94e9),
            uncertainty: serde_json::from_value(serde_json::json!({
                "quantisation_ppm": 1.0, "batch_spread_ppm": 1.0, "chain_disagreement_ppm": 0.0, "undetected_ppm": 0.0
            }))
            .expect("parts"),
            range: Some(Range { low_hz: 2.7e9, high_hz: 3.1e9 }),
            states: states.to_vec(),
            at_least_hz: None,
            ..refused().cores.remove(0)
        }
    }

    fn plain(text: &str) -> String {
        strip_str(text).to_string()
    }

    #[test]
    fn a_bound_stands_where_the_number_would() {
        let all = refused();
        let text = plain(&measurement(&all, &[]));
        let hero = "\n  at least 3.050 GHz\n  no reading \u{b7} no undisturbed moment: close other programs";
        assert!(text.contains(hero), "{text}");
        let both = [all.cores[0].clone(), all.cores[0].clone()].to_vec();
        let text = plain(&measurement(&Measurement { cores: both, ..all }, &[]));
        assert_eq!(text.matches("\u{2265} 3.050 GHz").count(), 2, "{text}");
    }

    #[test]
    fn the_levels_stand_below_the_range() {
        let text = plain(&hero(&varying()));
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(
            lines[2..4],
            ["from 2.70 GHz to 3.10 GHz", "3.0999 GHz 57 % of the time, 2.6999 GHz 43 %"],
            "{text}"
        );
    }

    #[test]
    fn each_advice_is_told_once() {
        let neutral = varying();
        let mut hot = varying();
        hot.warnings.clear();
        hot.conditions.thermal = Some(trueghz::host::ThermalStatus::Severe);
        let readings = [neutral.clone(), hot, neutral];
        let told = advice(&readings);
        assert_eq!(told, [(Verdict::Varying, Advice::MeasureAgain), (Verdict::Varying, Advice::CoolDown)]);
    }
}
