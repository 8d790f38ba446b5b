//! Loads for tests: seconds of given clocks and conditions.

use std::fmt::Write;

use serde_json::{Value, json};
use trueghz_app::language::{Language, LocaleStyle};
use trueghz_app::load::{Battery, Event, Load, LoadAction};
use trueghz_loads::sustained::SustainedReport;

/// English, as in the United States.
pub fn english() -> Language {
    Language::of(LocaleStyle::default())
}

/// German.
pub fn german() -> Language {
    let [language, decimal_point, thousands] = ["de-DE", ",", "."].map(str::to_owned);
    Language::of(LocaleStyle { language, decimal_point, thousands, ..LocaleStyle::default() })
}

/// A second of a load.
#[derive(Debug, Clone)]
pub struct Second {
    /// The mean clock, in hertz. Windows deviate by up to half a part per thousand.
    pub hz: f64,
    /// The thermal status, as in JSON.
    pub thermal: Option<&'static str>,
    /// Proximity to severe throttling, 0 to 1.
    pub headroom: Option<f64>,
    /// Operations of the load per nanosecond.
    pub operations: Option<f64>,
    /// Whether the app was in the background.
    pub is_away: bool,
    /// Whether power saving was on.
    pub is_saving: bool,
    /// Whether something else interrupted each window.
    pub is_disturbed: bool,
}

impl Second {
    /// A second of a clock that the system says nothing about.
    pub fn at(hz: f64) -> Second {
        let (thermal, headroom, operations) = (None, None, None);
        let (is_away, is_saving, is_disturbed) = (false, false, false);
        Second { hz, thermal, headroom, operations, is_away, is_saving, is_disturbed }
    }
}

/// A load of a phone whose clock falls from 2.8 to 2.1 GHz half of the way, when it becomes hot.
pub fn falling(seconds: usize) -> Vec<Second> {
    let of = |place| {
        let is_hot = place >= seconds / 2;
        let hz = if is_hot { 2.1e9 } else { 2.8e9 };
        Second {
            thermal: Some(if is_hot { "severe" } else { "light" }),
            headroom: Some(if is_hot { 0.87 } else { 0.41 }),
            operations: Some(hz * 15.9e-9),
            ..Second::at(hz)
        }
    };
    (0..seconds).map(of).collect()
}

/// The report of a load of `minutes` that ended after these seconds.
pub fn report(minutes: u32, seconds: &[Second]) -> SustainedReport {
    SustainedReport::from_lines(&lines(minutes, seconds)).expect("they are sound").report
}

fn lines(minutes: u32, seconds: &[Second]) -> String {
    let raw = include_str!("../../../../tests/vectors/raw-two-cores-100ms.json");
    let raw: Value = serde_json::from_str(raw).expect("the vector is JSON");
    let run = json!({
        "schema": "trueghz-sustained/2", "version": "0.1.0", "cpu": 0, "kind": "Cortex-A78", "load": "one",
        "others": [], "work": { "class": "vector", "instructions": "NEON FMA, 2 doubles" },
        "start_ticks": 0, "length_ms": minutes * 60_000, "clock": raw["clock"],
        "timebase": raw["timebase"], "quantum_ns": 20.5, "overhead_uncertainty": 1e-5, "machine": raw["machine"],
    });
    let mut text = format!("{run}\n");
    for (place, second) in seconds.iter().enumerate() {
        let window = |window: usize| {
            json!({
                "at_ns": place as f64 * 1e9 + window as f64 * 20e6, "elapsed_ns": 60e3,
                "hz": second.hz * (1.0 + (window * 7 % 11) as f64 * 1e-4 - 5e-4), "interrupted": second.is_disturbed,
            })
        };
        let record = json!({
            "at_ms": (place + 1) * 1000,
            "windows": (0..50).map(window).collect::<Vec<Value>>(),
            "operations_per_ns": second.operations,
            "conditions": {
                "thermal": second.thermal, "thermal_headroom": second.headroom,
                "power_saving": second.is_saving, "in_background": second.is_away,
            },
        });
        writeln!(text, "{record}").expect("a string takes all");
    }
    text
}

/// A load on the screen that has reported its first `count` records.
pub fn running(report: &SustainedReport, count: usize, battery: Battery) -> Load {
    let mut load = Load::default();
    load.act(LoadAction::Start { is_busy: false });
    load.take(Event::Begun(Box::new(report.run.clone())));
    for record in &report.records[..count] {
        load.take(Event::Recorded(Box::new(record.clone())));
        load.power(battery);
    }
    load
}

/// A load on the screen that has ended.
pub fn ended(report: &SustainedReport, battery: Battery) -> Load {
    let mut load = running(report, report.records.len(), battery);
    load.take(Event::Ended(Box::new(report.clone())));
    load
}
