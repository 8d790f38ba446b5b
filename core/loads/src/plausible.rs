//! Permitted values in reports of varying clocks: ramps, sustained loads, and readings with busy
//! CPUs.

use std::ops::RangeInclusive;

use trueghz::Interval;
use trueghz::internal::plausible::{
    CLOCK_NS, CORE_HZ, FINITE, Fields, NOT_NEGATIVE, SHARE, WARM_UP_HZ, at_most, check_interval,
    check_machine, check_reading, check_timebase, refuse,
};
use trueghz::result::ValidationError;

use crate::operations::OperationsPerCycle;
use crate::ramp::{Ramp, RampReport};
use crate::sustained::throttling::Sustained;
use crate::sustained::{SustainedRecord, SustainedReport, SustainedRun};
use crate::turbo::TurboReport;
use crate::windows::timed::{Step, TimedWindow};

/// Windows, records, runs or rows of a report: more than any session makes.
const MOST: usize = 100_000;

/// Duration of a window, in nanoseconds.
const WINDOW_NS: RangeInclusive<f64> = f64::MIN_POSITIVE..=f64::MAX;

/// A relative loss: at most 1.
const LOSS: RangeInclusive<f64> = f64::MIN..=1.0;

/// Checks that a load can have been recorded like this.
pub fn check_load(run: &SustainedRun, records: &[SustainedRecord]) -> Result<(), ValidationError> {
    check_timebase("run.timebase", run.timebase)?;
    check_machine(&run.machine)?;
    let fields = Fields("run");
    fields.within("length_ms", run.length_ms, &NOT_NEGATIVE)?;
    fields.within("quantum_ns", run.quantum_ns, &CLOCK_NS)?;
    fields.within("overhead_uncertainty", run.overhead_uncertainty, &NOT_NEGATIVE)?;
    check_count("records", records.len())?;
    check_count("records[].windows", records.iter().map(|record| record.windows.len()).sum())?;
    let (mut ended_ms, mut began_ns) = (0.0, f64::NEG_INFINITY);
    for (at, record) in records.iter().enumerate() {
        let path = format!("records[{at}]");
        let fields = Fields(&path);
        fields.within("at_ms", record.at_ms, &NOT_NEGATIVE)?;
        if record.at_ms < ended_ms {
            return refuse(&format!("{path}.at_ms"), record.at_ms, "before the record that comes first");
        }
        ended_ms = record.at_ms;
        fields.if_known("timing_ms", record.timing_ms, &NOT_NEGATIVE)?;
        fields.if_known("operations_per_ns", record.operations_per_ns, &NOT_NEGATIVE)?;
        fields.if_known("driver_hz", record.driver_hz.map(|hz| hz as f64), &CORE_HZ)?;
        fields.if_known("conditions.thermal_headroom", record.conditions.thermal_headroom, &NOT_NEGATIVE)?;
        if record.shared > record.windows.len() {
            return refuse(&format!("{path}.shared"), record.shared, "more than there are windows");
        }
        began_ns = check_windows(&path, &record.windows, began_ns)?;
    }
    Ok(())
}

/// Checks that a load can have shown this.
pub fn check_sustained(report: &SustainedReport) -> Result<(), ValidationError> {
    Fields("report").within("window_time_fraction", report.window_time_fraction, &NOT_NEGATIVE)?;
    check_operations("operations", report.operations)?;
    let Some(Sustained { peak_hz, last_hz, last_ms, loss, throttled_ms, alternation, steps, .. }) =
        &report.found
    else {
        return Ok(());
    };
    let fields = Fields("found");
    check_clock("found.peak_hz", peak_hz)?;
    check_clock("found.last_hz", last_hz)?;
    fields.within("last_ms", *last_ms, &NOT_NEGATIVE)?;
    check_interval("found.loss", loss, &LOSS, &LOSS)?;
    check_time("found.throttled_ms", throttled_ms.as_ref())?;
    if let Some(alternation) = alternation {
        check_clock("found.alternation.high_hz", &alternation.high_hz)?;
        check_clock("found.alternation.low_hz", &alternation.low_hz)?;
        fields.within("alternation.high_fraction", alternation.high_fraction, &SHARE)?;
    }
    check_steps("found", steps)
}

/// Checks that a session can have made this report.
pub fn check_ramp(report: &RampReport) -> Result<(), ValidationError> {
    check_timebase("timebase", report.timebase)?;
    check_machine(&report.machine)?;
    let fields = Fields("report");
    fields.within("quantum_ns", report.quantum_ns, &CLOCK_NS)?;
    fields.within("rest_ms", report.rest_ms, &NOT_NEGATIVE)?;
    check_count("runs", report.runs.len())?;
    for (at, run) in report.runs.iter().enumerate() {
        let path = format!("runs[{at}]");
        let fields = Fields(&path);
        fields.within("overhead_uncertainty", run.overhead_uncertainty, &NOT_NEGATIVE)?;
        if let Some(driver) = &run.driver {
            fields.if_known("driver.before_hz", driver.before_hz.map(|hz| hz as f64), &CORE_HZ)?;
            fields.if_known("driver.after_hz", driver.after_hz.map(|hz| hz as f64), &CORE_HZ)?;
        }
        check_count(&format!("{path}.windows"), run.windows.len())?;
        check_windows(&path, &run.windows, f64::NEG_INFINITY)?;
        if let Some(Ramp { idle_hz, last_hz, t50_ms, t90_ms, t99_ms, steps, .. }) = &run.ramp {
            check_clock(&format!("{path}.ramp.idle_hz"), idle_hz)?;
            check_clock(&format!("{path}.ramp.last_hz"), last_hz)?;
            for (name, time) in [("t50_ms", t50_ms), ("t90_ms", t90_ms), ("t99_ms", t99_ms)] {
                check_time(&format!("{path}.ramp.{name}"), time.as_ref())?;
            }
            check_steps(&format!("{path}.ramp"), steps)?;
        }
    }
    Ok(())
}

/// Checks that a session can have made this report.
pub fn check_turbo(report: &TurboReport) -> Result<(), ValidationError> {
    check_machine(&report.machine)?;
    check_count("rows", report.rows.len())?;
    report.rows.iter().enumerate().try_for_each(|(at, row)| {
        check_count(&format!("rows[{at}].busy"), row.busy)?;
        check_operations(&format!("rows[{at}].operations"), row.operations)?;
        check_reading(&row.reading, &format!("rows[{at}].reading"))
    })
}

/// Checks the operations of a load: the median must lie between the ends.
fn check_operations(path: &str, operations: Option<OperationsPerCycle>) -> Result<(), ValidationError> {
    let Some(OperationsPerCycle { median, low, high }) = operations else { return Ok(()) };
    let fields = Fields(path);
    fields.within("low", low, &NOT_NEGATIVE)?;
    fields.within("median", median, &(low..=f64::MAX))?;
    fields.within("high", high, &(median..=f64::MAX))
}

fn check_count(field: &str, count: usize) -> Result<(), ValidationError> {
    at_most(field, count, MOST)
}

/// Checks windows that follow one that began at `after_ns`; returns the start of the last one.
fn check_windows(path: &str, windows: &[TimedWindow], mut after_ns: f64) -> Result<f64, ValidationError> {
    for (at, window) in windows.iter().enumerate() {
        let path = format!("{path}.windows[{at}]");
        let fields = Fields(&path);
        fields.within("at_ns", window.at_ns, &NOT_NEGATIVE)?;
        if window.at_ns <= after_ns {
            refuse(&format!("{path}.at_ns"), window.at_ns, "not after the window that comes first")?;
        }
        after_ns = window.at_ns;
        fields.within("elapsed_ns", window.elapsed_ns, &WINDOW_NS)?;
        fields.within("hz", window.hz, &WARM_UP_HZ)?;
    }
    Ok(after_ns)
}

fn check_clock(path: &str, hz: &Interval) -> Result<(), ValidationError> {
    check_interval(path, hz, &CORE_HZ, &FINITE)
}

fn check_time(path: &str, ms: Option<&Interval>) -> Result<(), ValidationError> {
    ms.map_or(Ok(()), |ms| check_interval(path, ms, &NOT_NEGATIVE, &NOT_NEGATIVE))
}

fn check_steps(path: &str, steps: &[Step]) -> Result<(), ValidationError> {
    check_count(&format!("{path}.steps"), steps.len())?;
    steps.iter().enumerate().try_for_each(|(at, step)| {
        let path = format!("{path}.steps[{at}]");
        let fields = Fields(&path);
        fields.within("at_ms", step.at_ms, &NOT_NEGATIVE)?;
        fields.within("from_hz", step.from_hz, &WARM_UP_HZ)?;
        fields.within("to_hz", step.to_hz, &WARM_UP_HZ)
    })
}
