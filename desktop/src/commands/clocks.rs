//! `trueghz clocks`: quality of the system's clocks.

use std::cell::RefCell;
use std::ops::ControlFlow;

use serde::Serialize;
use trueghz::clock::quality::{
    self, ClockQuality, CoreOffset, CoreOffsetError, KernelEstimate, NotAClock, OscillatorEffect, QualityRow,
    QualityTable, Tolerance, ToleranceSource,
};
use trueghz::clock::{self, ClockError, Clocks, SelectionNote, Timebase};
use trueghz::host::{self, Fact, LiveSystem};
use trueghz::report::phrases::{signed, stated_hz, tolerance_ppm};

use super::info::yes_no;
use crate::cli::JsonArg;
use crate::format::{labelled, paragraph, span_ns, table, time_ns};
use crate::live::Steps;
use crate::outcome::{Failure, Outcome, print};
use crate::output::json;
use crate::style::{ATTENTION, NUMBER, QUIET, paint};

/// The JSON output. Units are in the names.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    #[serde(flatten)]
    made: json::Made,
    quality: QualityTable,
    timebase: Timebase,
    core_offsets: Vec<Offset>,
    tolerance: Tolerance,
    oscillator_effects: Vec<OscillatorEffect>,
    kernel: Kernel,
    invariant_tsc: Fact<bool>,
    notes: Vec<SelectionNote>,
}

/// Whether the primary clock shows the same time on two cores.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Offset {
    Known(CoreOffset),
    Unknown(CoreOffsetError),
}

/// The kernel's estimate of its clock error.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Kernel {
    Known(KernelEstimate),
    Unknown(ClockError),
}

/// Examines the clocks and prints the result.
pub fn run(args: JsonArg) -> Result<Outcome, Failure> {
    let made = json::Made::now("");
    let clocks =
        clock::choose_system().map_err(|error| Failure::new(format!("no clock to compare with: {error}")))?;
    let quality = {
        let steps = RefCell::new(Steps::new("examining the clocks"));
        let tell = |done, total| {
            steps.borrow_mut().at(done, total);
            ControlFlow::Continue(())
        };
        quality::table(&clocks, Some(&tell))
    };
    let kernel = quality::kernel_estimate();
    let tolerance = quality::clock_tolerance(clocks.primary.id(), kernel.as_ref().ok());
    let answer = Answer {
        schema: "trueghz-clocks/2",
        made,
        quality,
        timebase: clocks.primary.timebase(),
        core_offsets: core_offsets(&clocks),
        tolerance,
        oscillator_effects: quality::effects(tolerance.ppm),
        kernel: kernel.map_or_else(Kernel::Unknown, Kernel::Known),
        invariant_tsc: host::invariant_tsc(&LiveSystem),
        notes: clocks.notes.clone(),
    };
    print(&if args.json { json::answer(&answer) } else { text(&answer) })?;
    Ok(Outcome::Complete)
}

/// Every core that this program may use, against the first of them.
fn core_offsets(clocks: &Clocks) -> Vec<Offset> {
    let read = || clocks.primary.ticks();
    // The threads end with the comparison, and their pinning with them.
    let pin = |cpu| host::pin_to(cpu).map(std::mem::forget).is_ok();
    let cpus = host::allowed_cpus();
    let Some((&first, others)) = cpus.split_first() else { return Vec::new() };
    let offset = |&cpu: &u32| match quality::core_offset(&read, &pin, first, cpu) {
        Ok(offset) => Offset::Known(offset),
        Err(error) => Offset::Unknown(error),
    };
    others.iter().map(offset).collect()
}

fn text(answer: &Answer) -> String {
    let mut text = format!("Timed with {}\n\n", paint(NUMBER, answer.quality.primary.name()));
    text.push_str(&clock_table(answer));
    text.push_str(&remarks(&answer.quality));
    text.push_str(&paragraph(&format!("Invariant TSC: {}.", yes_no(&answer.invariant_tsc)), 2));
    text.push('\n');
    text.push_str(&heading("Synchronised across cores?"));
    text.push_str(&offsets(answer));
    text.push('\n');
    let by = match answer.tolerance.source {
        ToleranceSource::Assumed => "assumed",
        ToleranceSource::Kernel => "as the kernel reports",
    };
    let ppm = tolerance_ppm(answer.tolerance.ppm);
    text.push_str(&heading(&format!("Effect of an oscillator error of {ppm}, {by}")));
    text.push_str(&effects(&answer.oscillator_effects));
    text.push('\n');
    text.push_str(&heading("The kernel's estimate of its clock"));
    text.push_str(&paragraph(&kernel(&answer.kernel), 2));
    text
}

fn heading(words: &str) -> String {
    format!("{}\n", paint(NUMBER, words))
}

fn clock_table(answer: &Answer) -> String {
    let header = ["clock", "step", "read", "precision", "rate"];
    let mut rows = vec![header.map(|word| paint(QUIET, word)).to_vec()];
    for row in &answer.quality.rows {
        if let QualityRow::Clock(clock) = row {
            rows.push(clock_row(clock, answer));
        }
    }
    table(&rows, &[])
}

/// Maximum uncertainty of a usable rate: clocks are steered by at most 500 ppm, and off by as much.
const TELLS_NOTHING_PPM: f64 = 1_000.0;

fn clock_row(clock: &ClockQuality, answer: &Answer) -> Vec<String> {
    let or_dash = |ns: Option<f64>| ns.map_or_else(|| "\u{2013}".to_owned(), time_ns);
    let rate = match (clock.rate, clock.measured_hz) {
        _ if clock.id == answer.quality.primary => stated_hz(answer.timebase.hz()),
        (Some(rate), _) if rate.uncertainty_ppm > TELLS_NOTHING_PPM => "too coarse".to_owned(),
        (Some(rate), _) => {
            let uncertainty = ppm(rate.uncertainty_ppm);
            format!("{} \u{b1} {} ppm", ppm(rate.ppm), uncertainty.trim_start_matches('+'))
        }
        (None, Some(hz)) => format!("{}, seen", stated_hz(hz)),
        (None, None) => "\u{2013}".to_owned(),
    };
    vec![
        clock.id.name().to_owned(),
        or_dash(clock.resolution_ns),
        time_ns(clock.access.median_ns),
        or_dash(clock.precision_ns),
        rate,
    ]
}

fn ppm(value: f64) -> String {
    signed(value, if value.abs() < 10.0 { 1 } else { 0 })
}

/// Remarks that do not merit a column of the table.
fn remarks(table: &QualityTable) -> String {
    let clocks = || {
        table.rows.iter().filter_map(|row| match row {
            QualityRow::Clock(clock) => Some(clock),
            _ => None,
        })
    };
    let names = |chosen: &dyn Fn(&&ClockQuality) -> bool| {
        clocks().filter(chosen).map(|clock| clock.id.name()).collect::<Vec<_>>().join(", ")
    };
    let mut text = String::from("\n");
    for row in &table.rows {
        if let QualityRow::Unavailable { error, .. } = row {
            text.push_str(&paragraph(&format!("{error}."), 2));
        }
    }
    let still = names(&|clock| clock.counts_during_suspend == quality::SuspendBehaviour::No);
    if !still.is_empty() {
        text.push_str(&paragraph(&format!("Stops while the machine sleeps: {still}."), 2));
    }
    let words = [
        (NotAClock::CountsCycles, "Counts core cycles: not a clock"),
        (NotAClock::CountsCpuTime, "Counts processor time: not a clock"),
    ];
    for (why, words) in words {
        let names: Vec<&str> = table
            .rows
            .iter()
            .filter_map(|row| match row {
                QualityRow::NotAClock { name, reason } if *reason == why => Some(name.as_str()),
                _ => None,
            })
            .collect();
        if !names.is_empty() {
            text.push_str(&paragraph(&format!("{words}: {}.", names.join(", ")), 2));
        }
    }
    for clock in clocks().filter(|clock| clock.steps_back > 0) {
        let name = clock.id.name();
        let words = format!("{name} stepped back in {} of {} reads.", clock.steps_back, clock.reads);
        text.push_str(&paint(ATTENTION, paragraph(&words, 2)));
    }
    text
}

/// Reason why no cores are compared. `cpus` are those that this program may use: none on a system
/// that cannot pin threads.
fn nothing_to_compare(cpus: &[u32]) -> &'static str {
    match cpus {
        [] => "unknown: this system cannot pin threads to cores",
        _ => "There is only one core that this program may use.",
    }
}

fn offsets(answer: &Answer) -> String {
    if answer.core_offsets.is_empty() {
        return paragraph(nothing_to_compare(&host::allowed_cpus()), 2);
    }
    let line = |offset: &Offset| match offset {
        Offset::Known(offset) => {
            let ns = |ticks| signed(answer.timebase.ns_f64(ticks), 0);
            let (low, high) = (ns(offset.low_ticks), ns(offset.high_ticks));
            let may = if offset.may_be_zero() { "yes, within the resolution" } else { "no" };
            labelled(
                &format!("{} and {}", offset.reference_cpu, offset.cpu),
                &format!("{low} to {high} ns: {may}"),
            )
        }
        Offset::Unknown(error) => paragraph(&format!("unknown: {error}"), 2),
    };
    answer.core_offsets.iter().map(line).collect()
}

/// Two spans on a line.
fn effects(effects: &[OscillatorEffect]) -> String {
    let cells = |effect: &OscillatorEffect| {
        let (span, error) = (span_ns(effect.span_ns as f64), time_ns(effect.error_ns));
        [paint(QUIET, format!("in {span}")), format!("\u{b1} {error}")]
    };
    let (left, right) = effects.split_at(effects.len().div_ceil(2));
    let rows: Vec<Vec<String>> = left
        .iter()
        .enumerate()
        .map(|(at, effect)| {
            cells(effect).into_iter().chain(right.get(at).into_iter().flat_map(cells)).collect()
        })
        .collect();
    table(&rows, &[])
}

fn kernel(kernel: &Kernel) -> String {
    match kernel {
        Kernel::Known(estimate) if estimate.synchronised => {
            let correction = ppm(estimate.correction_ppm);
            let most = time_ns(estimate.max_error_us as f64 * 1e3);
            format!(
                "Synchronised: corrects by {correction} ppm; the error of the wall clock is at most {most}."
            )
        }
        Kernel::Known(_) => "None: no NTP daemon disciplines it.".to_owned(),
        Kernel::Unknown(error) => format!("Unknown: {error}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_core_and_a_system_that_pins_none_are_told_apart() {
        assert!(nothing_to_compare(&[]).contains("cannot pin"));
        assert!(nothing_to_compare(&[3]).contains("only one core"));
    }
}
