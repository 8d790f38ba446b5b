//! Comparisons of recorded measurements whose clocks are changed by a known amount.

use std::fs;
use std::path::Path;

use trueghz::report::Reading;
use trueghz::{Measurement, Reason, Verdict};
use trueghz_report::compare::{
    Comparison, ComparisonMethod, CoreContrast, Significance, compare, compare_rounds,
};

fn recorded() -> Measurement {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/report-two-cores-100ms.json");
    Measurement::from_json(&fs::read_to_string(path).unwrap()).expect("a measurement")
}

/// Returns `measurement` with every clock faster by `ppm`.
fn faster(measurement: &Measurement, ppm: f64) -> Measurement {
    let mut changed = measurement.clone();
    for reading in &mut changed.cores {
        for clock in [&mut reading.frequency_hz, &mut reading.repeatable_hz] {
            *clock = clock.map(|clock| clock.scaled(1.0 + ppm * 1e-6));
        }
    }
    changed
}

fn refuse(reading: &mut Reading) {
    (reading.frequency_hz, reading.repeatable_hz, reading.uncertainty) = (None, None, None);
    (reading.verdict, reading.reason) = (Verdict::Refused, Some(Reason::TooFewWindows));
}

fn first_core(comparison: &Comparison) -> &CoreContrast {
    &comparison.others[0].cores[0]
}

fn significance(ppm: f64) -> Significance {
    let (a, b) = (recorded(), faster(&recorded(), ppm));
    let comparison = compare(("a", &a), &[("b", &b)]).expect("the same cores");
    first_core(&comparison).difference.expect("two numbers").significance
}

#[test]
fn intervals_add_in_quadrature_each_side_by_itself() {
    let (a, b) = (recorded(), faster(&recorded(), 1000.0));
    let comparison = compare(("a", &a), &[("b", &b)]).expect("the same cores");
    assert_eq!((comparison.method, comparison.others.len()), (ComparisonMethod::Intervals, 1));
    assert_eq!(comparison.others[0].cores.len(), 2);
    let difference = first_core(&comparison).difference.expect("two numbers");
    let reading = &a.cores[0];
    let repeatable = reading.repeatable_hz.unwrap();
    assert!((difference.hz.value / repeatable.value - 1000e-6).abs() < 1e-12, "{difference:?}");
    assert!((difference.ppm.value - 1000.0).abs() < 1e-6, "{difference:?}");
    // To 0.1 %, by which the other's interval is longer.
    let expected = repeatable.below().hypot(repeatable.above());
    let near = |half: f64| (half / expected - 1.0).abs() < 1e-3;
    assert!(near(difference.hz.below()) && near(difference.hz.above()));
    assert_eq!(difference.confidence, 0.95);
    let tolerance = (reading.hz().unwrap() + b.cores[0].hz().unwrap()) * 50e-6;
    assert!((difference.tolerance_hz / tolerance - 1.0).abs() < 1e-12, "both clocks' 50 ppm");
}

#[test]
fn a_difference_is_beyond_the_uncertainty_and_beyond_the_timers() {
    assert_eq!(significance(0.0), Significance::WithinUncertainty);
    assert_eq!(significance(10.0), Significance::WithinUncertainty);
    assert_eq!(significance(150.0), Significance::WithinTolerance);
    assert_eq!(significance(-150.0), Significance::WithinTolerance);
    assert_eq!(significance(300.0), Significance::Beyond);
    assert_eq!(significance(-1e5), Significance::Beyond);
}

#[test]
fn several_are_compared_with_the_first() {
    let a = recorded();
    let (b, c) = (faster(&a, 1000.0), faster(&a, -2000.0));
    let comparison = compare(("a", &a), &[("b", &b), ("c", &c)]).expect("the same cores");
    let ppm = |at: usize| comparison.others[at].cores[1].difference.expect("two numbers").ppm.value.round();
    assert_eq!((ppm(0), ppm(1)), (1000.0, -2000.0));
    assert_eq!(comparison.others[1].subject.name, "c");
}

#[test]
fn a_core_without_a_number_has_no_difference_and_its_reason() {
    let (a, mut b) = (recorded(), recorded());
    refuse(&mut b.cores[0]);
    let comparison = compare(("a", &a), &[("b", &b)]).expect("the same cores");
    let core = first_core(&comparison);
    assert_eq!((core.difference, core.other.repeatable_hz), (None, None));
    assert_eq!(core.other.reasons, [Reason::TooFewWindows]);
    assert!(comparison.others[0].cores[1].difference.is_some());
}

#[test]
fn measurements_without_a_common_core_are_refused_by_name() {
    let (a, mut b) = (recorded(), recorded());
    b.cores.truncate(1);
    b.cores[0].kind = "Cortex-A78".to_owned();
    let said = compare(("a.json", &a), &[("b.json", &b)]).expect_err("nothing in common").to_string();
    let expected = "a.json and b.json share no core: one has core 0 (AMD EPYC), core 1 (AMD EPYC), \
        the other core 0 (Cortex-A78)";
    assert_eq!(said, expected);
}

#[test]
fn cores_without_a_counterpart_are_named() {
    let (a, mut b) = (recorded(), recorded());
    b.cores.truncate(1);
    let comparison = compare(("a", &a), &[("b", &b)]).expect("one core");
    let contrast = &comparison.others[0];
    assert_eq!((contrast.cores.len(), contrast.only_other.len()), (1, 0));
    assert_eq!(contrast.only_first.iter().map(|core| core.cpu).collect::<Vec<_>>(), [Some(1)]);
}

/// Rounds of a clock that wanders by 300 ppm, with the other setting faster by `ppm`.
fn rounds(count: u32, ppm: f64) -> Vec<(Measurement, Measurement)> {
    let base = recorded();
    let wandering = |round: u32, step: u32| 300.0 * f64::from((2 * round + step) * 7 % 11) / 11.0;
    let noise = |round: u32| 3.0 * f64::from(round * 5 % 7) / 7.0;
    (0..count)
        .map(|round| {
            let at = wandering(round, 0);
            (faster(&base, at), faster(&base, at + ppm + noise(round)))
        })
        .collect()
}

#[test]
fn rounds_find_what_a_wandering_clock_hides() {
    let comparison = compare_rounds("a", "b", &rounds(10, 50.0)).expect("the same cores").expect("rounds");
    assert_eq!(comparison.method, ComparisonMethod::PairedRounds);
    let core = first_core(&comparison);
    let difference = core.difference.expect("ten pairs");
    assert!((difference.ppm.value - 51.5).abs() < 2.0, "{difference:?}");
    assert!(difference.ppm.low > 49.0 && difference.ppm.high < 54.0, "{difference:?}");
    assert!(difference.confidence >= 0.95, "{difference:?}");
    assert_ne!(difference.significance, Significance::WithinUncertainty);
    let tested = core.rounds.expect("rounds");
    assert_eq!((tested.pairs, tested.p_value), (10, Some(2.0 / 1024.0)), "all ten go one way");
    let median = core.first.repeatable_hz.expect("ten rounds");
    assert!(2.0 * median.half_width() > 100e-6 * median.value, "the medians wander");
}

#[test]
fn no_difference_is_within_the_uncertainty() {
    let rounds: Vec<(Measurement, Measurement)> = rounds(10, -1.5);
    let comparison = compare_rounds("a", "b", &rounds).expect("the same cores").expect("rounds");
    let core = first_core(&comparison);
    assert_eq!(core.difference.expect("ten pairs").significance, Significance::WithinUncertainty);
    assert!(core.rounds.and_then(|rounds| rounds.p_value).expect("ten pairs") > 0.05);
}

#[test]
fn five_rounds_carry_no_difference() {
    let mut rounds = rounds(6, 50.0);
    refuse(&mut rounds[3].1.cores[0]);
    let comparison = compare_rounds("a", "b", &rounds).expect("the same cores").expect("rounds");
    let core = first_core(&comparison);
    assert_eq!((core.difference, core.first.repeatable_hz), (None, None));
    assert_eq!(core.rounds.map(|rounds| (rounds.pairs, rounds.p_value)), Some((5, None)));
    assert_eq!(core.other.verdicts, [Verdict::Steady, Verdict::Refused]);
    assert!(comparison.others[0].cores[1].difference.is_some(), "the other core had six");
    assert_eq!(compare_rounds("a", "b", &[]), Ok(None));
}

#[test]
fn what_is_no_measurement_is_refused_in_a_sentence() {
    let mut value = serde_json::to_value(recorded()).expect("JSON");
    let refusal = |text: &str| Measurement::from_json(text).expect_err("it was taken").to_string();
    assert_eq!(refusal(""), "not a measurement: it is empty");
    assert_eq!(refusal("{}"), "not a measurement: the field `schema` is missing");
    let sound = value.to_string();
    assert_eq!(refusal(&sound[..sound.len() / 2]), "not a measurement: it ends in the middle");
    value["schema"] = "trueghz/3".into();
    let newer = r#"a measurement of schema "trueghz/3", and this version of trueghz reads "trueghz/2""#;
    assert_eq!(refusal(&value.to_string()), newer);
    value["schema"] = "trueghz-raw/2".into();
    assert!(refusal(&value.to_string()).starts_with(r#"not a measurement but "trueghz-raw/2""#));
    value["schema"] = "trueghz/2".into();
    value["cores"][0]["frequency_hz"]["value"] = 1e30.into();
    assert!(refusal(&value.to_string()).contains("cores[0].frequency_hz.value is 1e30"));
}
