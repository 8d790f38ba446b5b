//! Measurements as gauges for Prometheus. `make test-fleet` has Prometheus and node_exporter read
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use trueghz::Measurement;
use trueghz::host::{Claim, ClaimSource};
use trueghz_report::openmetrics::text;

fn report(name: &str) -> Measurement {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

const REPORTS: [&str; 4] = [
    "report-two-cores-100ms.json",
    "report-clocks-disagree.json",
    "report-every-reason.json",
    "report-every-warning.json",
];

/// Returns the samples by series, and checks the requirements of both formats.
fn samples(text: &str) -> BTreeMap<String, f64> {
    let mut samples = BTreeMap::new();
    let mut families = BTreeSet::new();
    let mut family = "";
    let lines = text.strip_suffix("# EOF\n").expect("the end is marked");
    for line in lines.lines() {
        if let Some(typed) = line.strip_prefix("# TYPE ") {
            let (name, kind) = typed.split_once(' ').expect("a name and a type");
            assert_eq!(kind, "gauge", "the only type that both formats know: {line}");
            assert!(name.starts_with("trueghz_") && families.insert(name), "{line}");
            family = name;
        } else if let Some(unit) = line.strip_prefix("# UNIT ") {
            let (name, unit) = unit.split_once(' ').expect("a name and a unit");
            assert!(name == family && name.ends_with(&format!("_{unit}")), "{line}");
        } else if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, help) = help.split_once(' ').expect("a name and a help");
            assert!(name == family && help.ends_with('.') && !help.contains(['\\', '"']), "{line}");
        } else {
            let (series, value) = line.rsplit_once(' ').expect("a series and a value");
            let name = series.split('{').next().expect("a name");
            assert_eq!(name, family, "samples follow their type: {line}");
            let value: f64 = value.parse().expect("a number, and no timestamp behind it");
            assert!(value.is_finite(), "{line}");
            assert_eq!(samples.insert(series.to_owned(), value), None, "{line} is there twice");
        }
    }
    samples
}

#[test]
fn a_reading_is_there_in_base_units() {
    let mut report = report("report-two-cores-100ms.json");
    let samples = samples(&text(&report));
    let of_core_0 = |name: &str| samples[&format!("trueghz_{name}{{cpu=\"0\",kind=\"AMD EPYC\"}}")];
    let reading = &report.cores[0];
    assert_eq!(Some(of_core_0("clock_hertz")), reading.hz());
    let (clock, repeatable) = (reading.frequency_hz.unwrap(), reading.repeatable_hz.unwrap());
    assert_eq!(of_core_0("clock_lower_hertz"), clock.low);
    assert_eq!(of_core_0("clock_upper_hertz"), clock.high);
    assert_eq!(of_core_0("clock_repeatable_lower_hertz"), repeatable.low);
    assert_eq!(of_core_0("clock_repeatable_upper_hertz"), repeatable.high);
    assert_eq!(of_core_0("clock_confidence_ratio"), 0.95);
    assert_eq!(of_core_0("timer_tolerance_ratio"), 5e-5);
    assert_eq!(Some(of_core_0("effective_clock_hertz")), reading.effective_hz);
    assert_eq!(Some(of_core_0("tight_loop_cycles_per_iteration")), reading.tight_loop.cycles_per_iteration);
    let core = "cpu=\"1\",kind=\"AMD EPYC\"";
    let sample = |name: &str, label: &str| samples[&format!("trueghz_{name}{{{core},{label}}}")];
    assert_eq!(sample("claimed_clock_hertz", "source=\"proc_cpuinfo_mhz\""), 2_596_134_000.0);
    for (verdict, value) in [("steady", 1.0), ("varying", 0.0), ("unconfirmed", 0.0), ("refused", 0.0)] {
        assert_eq!(sample("verdict", &format!("verdict=\"{verdict}\"")), value);
    }
    assert_eq!(sample("warning_info", "code=\"virtual_machine\""), 1.0);
    report.measured_at = Some("2026-11-26T01:00:00Z".to_owned());
    report.options = Some("--cpu all --duration 500ms".to_owned());
    let made = self::samples(&text(&report));
    assert_eq!(made["trueghz_measurement_start_time_seconds"], 1_795_654_800.0);
    assert_eq!(made["trueghz_build_info{version=\"0.1.0\",options=\"--cpu all --duration 500ms\"}"], 1.0);
    assert_eq!(samples["trueghz_timer_info{timer=\"CLOCK_MONOTONIC_RAW\"}"], 1.0);
    let read_cost_ns = report.clock.read_cost_ns.expect("a clock that was measured");
    assert_eq!(samples["trueghz_timer_precision_seconds"], read_cost_ns / 1e9, "longer than its step");
}

#[test]
fn the_base_clock_is_the_most_exact_that_the_system_states() {
    let mut report = report("report-two-cores-100ms.json");
    let series =
        |source: &str| format!("trueghz_base_clock_hertz{{cpu=\"0\",kind=\"AMD EPYC\",source=\"{source}\"}}");
    let turbo = Claim { hz: 3_700_000_000, source: ClaimSource::CpuinfoMaxFreq };
    let rounded = Claim { hz: 2_100_000_000, source: ClaimSource::BrandString };
    let exact = Claim { hz: 2_095_000_000, source: ClaimSource::BaseFrequency };
    let mut bases = |claims: &[Claim]| {
        report.machine.cores[0].claims = claims.to_vec();
        let mut samples = samples(&text(&report));
        samples.retain(|series, _| series.starts_with("trueghz_base_clock_hertz"));
        samples
    };
    assert!(bases(&[turbo]).is_empty(), "a limit of one core by itself");
    assert_eq!(bases(&[turbo, rounded]), BTreeMap::from([(series("brand_string"), 2.1e9)]));
    assert_eq!(bases(&[rounded, turbo, exact]), BTreeMap::from([(series("base_frequency"), 2.095e9)]));
}

#[test]
fn what_is_unknown_has_no_sample_and_every_text_has_every_name() {
    let names = |text: &str| -> BTreeSet<String> {
        let typed = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        typed.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    let all = names(&text(&report(REPORTS[0])));
    for name in REPORTS {
        let report = report(name);
        let text = text(&report);
        assert_eq!(names(&text), all, "{name}");
        let samples = samples(&text);
        let numbers = samples.keys().filter(|series| series.starts_with("trueghz_clock_hertz")).count();
        let known = report.cores.iter().filter(|reading| reading.hz().is_some()).count();
        assert_eq!(numbers, known, "{name}");
        let clocks = samples.iter().filter(|(series, _)| series.contains("_hertz"));
        assert!(clocks.into_iter().all(|(_, &hz)| hz > 0.0), "{name}");
    }
}

#[test]
fn a_refusal_has_its_reason() {
    let samples = samples(&text(&report("report-every-reason.json")));
    let core = "cpu=\"0\",kind=\"AMD EPYC\"";
    assert_eq!(samples[&format!("trueghz_verdict{{{core},verdict=\"refused\"}}")], 1.0);
    assert_eq!(samples[&format!("trueghz_refusal_info{{{core},reason=\"no_consensus\"}}")], 1.0);
    assert!(!samples.contains_key("trueghz_timer_precision_seconds"), "nothing was measured");
    let refusals = samples.keys().filter(|series| series.starts_with("trueghz_refusal_info")).count();
    assert_eq!(refusals, 1, "of readings of one core the first counts");
}

#[test]
fn a_timer_that_deviates_is_there_with_its_bound() {
    let samples = samples(&text(&report("report-clocks-disagree.json")));
    let series =
        |name: &str| format!("trueghz_{name}{{cpu=\"1\",kind=\"AMD EPYC\",witness=\"CLOCK_REALTIME\"}}");
    let (deviation, bound) =
        (samples[&series("timer_deviation_ratio")], samples[&series("timer_deviation_bound_ratio")]);
    assert!((deviation - 1500e-6).abs() < bound && bound < 200e-6, "{deviation} {bound}");
    assert_eq!(samples["trueghz_warning_info{cpu=\"1\",kind=\"AMD EPYC\",code=\"clocks_disagree\"}"], 1.0);
}

#[test]
fn names_are_escaped_and_a_core_without_a_number_has_no_label_for_it() {
    let mut report = report("report-two-cores-100ms.json");
    report.cores.truncate(1);
    report.cores[0].cpu = None;
    report.cores[0].kind = "a \"core\"\\\nof two lines".to_owned();
    let samples = samples(&text(&report));
    let series = r#"trueghz_clock_hertz{kind="a \"core\"\\\nof two lines"}"#;
    assert_eq!(samples.get(series).copied(), report.cores[0].hz(), "{:?}", samples.keys());
}
