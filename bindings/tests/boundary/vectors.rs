//! Recorded windows and their reports: the files with which every language is compared
//! (tests/vectors).
//!
//! `raw-NAME.json` holds windows, `report-NAME.json` the report of them. Swift and Kotlin rebuild
//! the report from the records they get. Run with `TRUEGHZ_WRITE_VECTORS=1` to rewrite the files
//! made here.

use std::path::PathBuf;

use serde_json::Value;
use trueghz::Warning;
use trueghz::chain::ChainKind;
use trueghz::clock::ClockId;
use trueghz::estimate::consensus::ChainFinding;
use trueghz::estimate::verdict::Reason;
use trueghz::host::{Conditions, ThermalStatus, ThreadPriority};
use trueghz::report::{CoreOutcome, RawCore, RawMeasurement};
use trueghz_ffi::{replay, report_json};

const NAMES: [&str; 4] = ["two-cores-100ms", "every-warning", "every-reason", "clocks-disagree"];

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors").join(format!("{name}.json"))
}

fn read(name: &str) -> String {
    let file = file(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn is_writing() -> bool {
    std::env::var_os("TRUEGHZ_WRITE_VECTORS").is_some()
}

/// Returns `true` if two values are equal, numbers to one in 10^9: the last bits of logarithms and
/// roots depend on the processor, and on which of its features a library of functions was built
/// with.
fn same(a: &Value, b: &Value) -> bool {
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| close(a, b)),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// Compares with the file, or writes it.
fn keep(name: &str, json: &str) {
    if is_writing() {
        std::fs::write(file(name), format!("{json}\n")).expect("the vectors can be written");
    }
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert!(
        same(&value(&read(name)), &value(json)),
        "{name} is another one: TRUEGHZ_WRITE_VECTORS=1 writes it"
    );
}

fn recorded() -> RawMeasurement {
    RawMeasurement::from_json(&read("raw-two-cores-100ms")).expect("a recording")
}

fn refused(reason: Reason) -> RawCore {
    let context = recorded().cores[0].context.clone();
    RawCore { context, outcome: CoreOutcome::Refused(reason) }
}

/// One of each, with values in every field that may be absent.
fn every_warning() -> Vec<Warning> {
    let disagreement = |witness_stated_hz, witness_measured_hz, culprit| Warning::ClocksDisagree {
        primary: ClockId::MonotonicRaw,
        primary_hz: 1e9,
        witness: ClockId::Cntvct,
        witness_stated_hz,
        witness_measured_hz,
        ppm: -500_000.25,
        culprit,
    };
    vec![
        disagreement(Some(48e6), Some(24e6), Some(ClockId::Cntvct)),
        disagreement(None, None, None),
        Warning::ClockStepped { clock: ClockId::Realtime, step_ns: -1.5e6, at_ms: 250.125 },
        Warning::ImplausibleRate { clock: ClockId::Cntvct, stated_hz: 0, measured_hz: Some(24e6) },
        Warning::ImplausibleRate { clock: ClockId::Cntvct, stated_hz: 1, measured_hz: None },
        Warning::Unchecked { clock: ClockId::QueryPerformanceCounter },
        Warning::ClockFallback {
            clock: ClockId::Monotonic,
            why: "CLOCK_MONOTONIC_RAW was refused".to_owned(),
        },
        Warning::FactorSuspected { claim_hz: 3.2e9 },
        Warning::AffinityRefused { asked: Some(4), used: Some(0) },
        Warning::AffinityRefused { asked: None, used: None },
        Warning::Migrated { windows: 17 },
        Warning::Preempted { undisturbed_percent: 41.5, busy_cores: None },
        Warning::Preempted { undisturbed_percent: 41.5, busy_cores: Some(3) },
        Warning::SmtContention {
            percent_of_time: 23.5,
            slower_percent: Some(1.25),
            tight_loop_cycles: Some(2.125),
            sibling_known: true,
        },
        Warning::SmtContention {
            percent_of_time: 100.0,
            slower_percent: None,
            tight_loop_cycles: None,
            sibling_known: false,
        },
        Warning::StealTime { percent: 12.5 },
        Warning::QuotaReached { throttled_percent: 37.25 },
        Warning::ChainDisagrees {
            kind: ChainKind::Rotate,
            finding: ChainFinding::SeveralCycles,
            cycles_per_step: Some(2.0),
        },
        Warning::ChainDisagrees {
            kind: ChainKind::FloatAdd,
            finding: ChainFinding::NotMeasured,
            cycles_per_step: None,
        },
        Warning::FoldedImmediate { steps_per_cycle: 5.875 },
        Warning::NotLinear { ppm: 312.5 },
        Warning::WarmUpIncomplete,
        Warning::Cancelled,
        Warning::LowPower,
        Warning::ThermalPressure,
        Warning::Background,
        Warning::LowPriority,
        Warning::CoreTypeUnknown,
        Warning::VirtualMachine { hypervisor: Some("KVM".to_owned()) },
        Warning::VirtualMachine { hypervisor: None },
        Warning::Emulated { emulator: "Rosetta 2".to_owned() },
        Warning::ObserverPanicked,
        Warning::ObserverStalled,
    ]
}

const EVERY_REASON: [Reason; 12] = [
    Reason::NoConsensus,
    Reason::ClocksDisagree,
    Reason::ClockStopped,
    Reason::ClockTooCoarse,
    Reason::TooFewWindows,
    Reason::NoUndisturbedWindows,
    Reason::Implausible,
    Reason::Offline,
    Reason::CoreTypeUnreachable,
    Reason::AffinityRefused,
    Reason::UnsupportedArchitecture,
    Reason::Cancelled,
];

#[test]
fn the_vectors_hold_every_warning() {
    let mut core = refused(Reason::Cancelled);
    core.context.warnings = every_warning();
    core.context.urgency = ThreadPriority::Background;
    core.context.conditions = Conditions {
        thermal: Some(ThermalStatus::Severe),
        thermal_headroom: Some(1.0625),
        power_saving: Some(true),
        in_background: Some(true),
    };
    let raw = RawMeasurement { cores: vec![core], ..recorded() };
    keep("raw-every-warning", &raw.to_json());
    let ours: Vec<&str> = every_warning().iter().map(Warning::code).collect();
    for code in Warning::CODES {
        assert!(ours.contains(code), "no vector has the warning {code}");
    }
}

#[test]
fn the_vectors_hold_every_reason() {
    let raw = RawMeasurement { cores: EVERY_REASON.map(refused).to_vec(), ..recorded() };
    keep("raw-every-reason", &raw.to_json());
}

/// The second core's witness runs 1,500 ppm fast and steps in the middle: a cross-check with all
/// that it can hold.
#[test]
fn the_vectors_hold_clocks_that_disagree() {
    let mut raw = recorded();
    let mut core = raw.cores.remove(1);
    let CoreOutcome::Recorded(recording) = &mut core.outcome else { panic!("a recorded core") };
    for witness in &mut recording.session.witnesses {
        let middle = witness.brackets.len() / 2;
        for (place, bracket) in witness.brackets.iter_mut().enumerate() {
            let ticks = bracket.witness_ticks;
            bracket.witness_ticks = ticks + ticks * 15 / 10_000 + if place >= middle { 2_000_000 } else { 0 };
        }
    }
    raw.cores = vec![core];
    keep("raw-clocks-disagree", &raw.to_json());
    let report = raw.estimate();
    let check = report.cores[0].cross_check.as_ref().expect("clocks were compared");
    assert!(
        !check.events.is_empty() && report.cores[0].warnings.iter().any(|w| w.code() == "clocks_disagree")
    );
}

#[test]
fn each_recording_comes_to_its_report() {
    if is_writing() {
        // The recordings of the other tests are being written at this moment.
        the_vectors_hold_every_warning();
        the_vectors_hold_every_reason();
        the_vectors_hold_clocks_that_disagree();
    }
    for name in NAMES {
        let report = replay(read(&format!("raw-{name}"))).expect("a recording");
        keep(&format!("report-{name}"), &report_json(report).expect("JSON"));
    }
}
