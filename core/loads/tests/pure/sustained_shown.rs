//! A sustained load as front ends show it: its numbers, its curve, missing data, and how it ended.

use std::time::Duration;
use trueghz_report::Outlined;

use trueghz::NoObserver;
use trueghz::host::{Conditions, ThermalStatus};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, Timer};
use trueghz_loads::sustained::{
    SustainedCurve, SustainedEnd, SustainedFinding, SustainedOptions, SustainedReport, SustainedSummary,
    SustainedTimeline, TimeUnit, sustained_at,
};

use crate::environment::SimulatedEnvironment;

/// A core that falls from 2.8 to 2.1 GHz in the middle. The session gets `conditions` at once.
fn load(seconds: u64, conditions: Conditions) -> SustainedReport {
    let falls = Profile::Steps(vec![(0.0, 2.8e9), (seconds as f64 * 0.5e9, 2.1e9)]);
    let machine = move || {
        let timer = Timer { hz: 24_000_000, read_ns: 20.0, jitter_ns: 0.0 };
        Machine::new(falls.clone(), CoreModel::default(), timer, Disturbances::default(), 7)
    };
    let options = SustainedOptions::new().duration(Duration::from_secs(seconds));
    let session = sustained_at(SimulatedEnvironment(machine), options, NoObserver).expect("a session");
    session.set_conditions(conditions);
    session.wait().expect("no panic").expect("a report")
}

fn told(in_background: bool, thermal: Option<ThermalStatus>) -> Conditions {
    Conditions { in_background: Some(in_background), thermal, ..Conditions::default() }
}

#[test]
fn a_whole_load_has_rounded_numbers_and_a_curve_that_ends_with_it() {
    let report = load(40, told(false, Some(ThermalStatus::Light)));
    let summary = SustainedSummary::of(&report);
    assert_eq!((summary.end, summary.missing_s), (SustainedEnd::Complete, None));
    assert_eq!((summary.hottest, summary.power_saving), (Some(ThermalStatus::Light), false));
    let numbers = summary.numbers.expect("numbers");
    assert_eq!(numbers.finding, SustainedFinding::Throttled);
    assert!(numbers.peak.number.to_string().starts_with("2.80"), "{:?}", numbers.peak);
    assert!(numbers.last.number.to_string().starts_with("2.10"), "{:?}", numbers.last);
    assert_eq!((numbers.last_s.digits(), numbers.is_last_minute), ("8".to_owned(), false));
    assert_eq!(numbers.loss_percent.digits(), "25");
    let (low, high) = (numbers.loss_low_percent, numbers.loss_high_percent);
    assert!(low.value < high.value && low.decimals == high.decimals, "{low:?} to {high:?}");
    assert_eq!(numbers.levels, None);
    let fell_s = numbers.throttled_after_s.expect("it fell").value;
    assert!((18.0..20.1).contains(&fell_s), "{fell_s}");
    let curve = SustainedCurve::of(&report);
    assert!(curve.throttled_ms.is_some() && curve.missing.is_empty(), "{curve:?}");
    assert_eq!(curve.time_unit, TimeUnit::Seconds);
    assert!((curve.time.high - 40e3).abs() < 100.0, "{:?}", curve.time);
    assert!(curve.points.len() > 20 && curve.points.iter().all(|point| point.segment == 0));
    let [heat] = curve.heat[..] else { panic!("one stretch: {:?}", curve.heat) };
    assert_eq!((heat.from_ms, heat.thermal), (0.0, ThermalStatus::Light));
}

#[test]
fn a_running_load_says_how_things_stand() {
    let report = load(40, told(false, None));
    let mut track = SustainedTimeline::new(&report.run);
    let half = report.records.len() / 2;
    let nows: Vec<_> = report.records[..half - 1].iter().map(|record| track.add(record)).collect();
    let now = nows.last().expect("a record");
    assert_eq!(now.frequency.expect("a clock").to_string(), "2.80 GHz");
    assert_eq!((now.thermal, now.headroom_percent), (None, None));
    assert!((0.4..0.5).contains(&now.part) && now.length.digits() == "40", "{now:?}");
    let curve = track.curve();
    assert_eq!((curve.time.high, curve.throttled_ms), (40e3, None));
    let mut warm = report.records[half].clone();
    warm.conditions.thermal_headroom = Some(0.874);
    assert_eq!(track.add(&warm).headroom_percent.expect("told").digits(), "87");
}

#[test]
fn what_was_recorded_in_the_background_is_missing_and_said_to_be() {
    let whole = load(40, told(false, None));
    let mut records = whole.records.clone();
    // The fall: from 16 to 24 s.
    for record in records.iter_mut().filter(|record| (16e3..24e3).contains(&record.at_ms)) {
        record.conditions = told(true, None);
        record.windows.iter_mut().for_each(|window| window.hz = 1e9);
    }
    let report = SustainedReport::of(whole.run.clone(), records);
    let found = report.found.as_ref().expect("a result");
    assert!((found.loss.value - 0.25).abs() < 1e-3, "{found:?}");
    let missing_s = SustainedSummary::of(&report).missing_s.expect("missing").value;
    assert!((7.0..=9.0).contains(&missing_s), "{missing_s}");
    let curve = SustainedCurve::of(&report);
    let [missing] = curve.missing[..] else { panic!("one absence: {:?}", curve.missing) };
    assert!(curve.points.iter().all(|point| !(missing.from_ms..missing.to_ms).contains(&point.at_ms)));
    assert!(curve.points.iter().all(|point| point.low_hz > 2e9), "{:?}", curve.points);
    let pieces: Vec<u32> = curve.points.iter().map(|point| point.segment).collect();
    assert_eq!((pieces.first(), pieces.last()), (Some(&0), Some(&1)));
    let facts = report.outline().facts;
    assert!(
        facts.iter().any(|(label, fact)| label == "left out" && fact.ends_with("s in the background")),
        "{facts:?}"
    );
}

#[test]
fn critical_heat_and_a_long_absence_end_a_load() {
    let hot = load(3_600, told(false, Some(ThermalStatus::Critical)));
    assert_eq!(SustainedSummary::of(&hot).end, SustainedEnd::Critical);
    let away = load(3_600, told(true, None));
    let summary = SustainedSummary::of(&away);
    assert_eq!((summary.end, summary.numbers), (SustainedEnd::InBackground, None));
    let missing_s = summary.missing_s.expect("missing").value;
    assert!((30.0..40.0).contains(&missing_s), "{missing_s}");
}

#[test]
fn a_long_load_has_few_points_and_is_told_in_minutes() {
    let report = load(600, told(false, None));
    let curve = SustainedCurve::of(&report);
    assert!((100..=240).contains(&curve.points.len()), "{}", curve.points.len());
    assert_eq!(curve.time_unit, TimeUnit::Minutes);
    let numbers = SustainedSummary::of(&report).numbers.expect("numbers");
    assert!(numbers.is_last_minute && numbers.last_s.digits() == "60", "{numbers:?}");
    let mut stopped = report.clone();
    stopped.records.truncate(60);
    assert_eq!(SustainedSummary::of(&stopped).end, SustainedEnd::Stopped);
}
