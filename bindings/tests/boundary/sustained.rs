//! A load's records, line by line: what an app keeps while a load runs, and opens when it was
//! ended.

use trueghz::clock::ClockId;
use trueghz::host::Conditions;
use trueghz::load::{LoadClass, LoadFacts};
use trueghz_ffi::{
    TrueGhzError, sustained_from_lines, sustained_record_line, sustained_run_line, sustained_summary,
};
use trueghz_loads::sustained::{SUSTAINED_SCHEMA, SustainedLoad, SustainedRecord, SustainedRun};
use trueghz_loads::windows::timed::TimedWindow;

use crate::compare::measurement;

fn run() -> SustainedRun {
    let measurement = measurement();
    SustainedRun {
        schema: SUSTAINED_SCHEMA.to_owned(),
        version: String::new(),
        measured_at: None,
        options: None,
        cpu: Some(0),
        kind: "A core".to_owned(),
        load: SustainedLoad::One,
        others: Vec::new(),
        work: Some(LoadFacts {
            class: LoadClass::Vector,
            instructions: "NEON FMA, 2 doubles".to_owned(),
            stream_bytes: None,
        }),
        start_ticks: 0,
        length_ms: 10e3,
        clock: ClockId::MonotonicRaw,
        timebase: measurement.clock.timebase,
        quantum_ns: 41.7,
        overhead_uncertainty: 1e-5,
        machine: measurement.machine,
    }
}

fn record(second: u32) -> SustainedRecord {
    let window = TimedWindow { at_ns: f64::from(second) * 1e9, elapsed_ns: 1e6, hz: 2e9, interrupted: false };
    SustainedRecord {
        at_ms: f64::from(second) * 1e3,
        windows: vec![window],
        shared: 0,
        elsewhere: 0,
        timing_ms: None,
        operations_per_ns: Some(32.0),
        zones: Vec::new(),
        conditions: Conditions::default(),
        driver_hz: None,
    }
}

#[test]
fn lines_open_again_wherever_their_writer_was_ended() {
    let first = sustained_run_line(run()).unwrap();
    let lines: Vec<String> = (1..=3).map(|second| sustained_record_line(record(second)).unwrap()).collect();
    let whole = first.clone() + &lines.concat();
    assert_eq!(whole.lines().count(), 4);
    for length in first.len()..=whole.len() {
        let report = sustained_from_lines(whole[..length].to_owned()).unwrap();
        // A line whose end alone is missing is whole.
        let ends = (1..=lines.len()).map(|count| first.len() + lines[..count].concat().len() - 1);
        assert_eq!(report.records.len(), ends.filter(|end| *end <= length).count(), "{length}");
        assert_eq!(report.run, run());
    }
    let half = whole[..first.len() / 2].to_owned();
    assert!(matches!(sustained_from_lines(half), Err(TrueGhzError::NotARecording(_))));
}

#[test]
fn summaries_name_the_work_and_its_operations_per_cycle() {
    let lines = sustained_run_line(run()).unwrap() + &sustained_record_line(record(1)).unwrap();
    let summary = sustained_summary(sustained_from_lines(lines).unwrap()).unwrap();
    assert_eq!(summary.work, Some(LoadClass::Vector));
    // 32 operations in a nanosecond at 2 GHz.
    assert_eq!(summary.operations.map(|operations| operations.digits()), Some("16.0".to_owned()));
}
