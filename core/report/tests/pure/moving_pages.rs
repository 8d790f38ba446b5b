//! The pages and documents of varying clocks: well-formed, self-contained, and with the reports'
//! findings.
//!
//! `TRUEGHZ_WRITE_PAGES=FOLDER` keeps the pages, which a browser opens then (tests/html).

use std::path::Path;
use std::time::Duration;

use roxmltree::{Document, ParsingOptions};
use trueghz::NoObserver;
use trueghz::host::ThermalZone;
use trueghz::load::{LoadClass, LoadFacts};
use trueghz::report::RawMeasurement;
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Timer};
use trueghz_loads::operations::OperationsPerCycle;
use trueghz_loads::ramp::{RampOptions, RampReport, ramp_at};
use trueghz_loads::sustained::{SustainedOptions, SustainedReport, sustained_at};
use trueghz_loads::turbo::{TURBO_SCHEMA, TurboReport, TurboRow};
use trueghz_report::outline::{Outline, Outlined};
use trueghz_report::{Report, html, markdown};

use crate::environment::SimulatedEnvironment;

const REST_MS: f64 = 100.0;

fn simulated(profile: Profile) -> SimulatedEnvironment<impl FnMut() -> Machine + Send + 'static> {
    SimulatedEnvironment(move || {
        let timer = Timer { hz: 24_000_000, read_ns: 20.0, jitter_ns: 0.0 };
        let interrupts = vec![Interrupts::per_second(250.0)];
        let disturbances = Disturbances { interrupts, ..Disturbances::default() };
        Machine::new(profile.clone(), CoreModel::default(), timer, disturbances, 7)
    })
}

fn ramp(profile: Profile) -> RampReport {
    let options = RampOptions::new().rest(Duration::from_millis(REST_MS as u64)).repeat(3);
    let session = ramp_at(simulated(profile), options, NoObserver).expect("a session");
    session.wait().expect("no panic").expect("a report")
}

/// From 0.6 to 3 GHz in three steps, 8 ms apart.
fn climbing() -> Profile {
    let at = |step: i32| ((REST_MS + 8.0 * f64::from(step)) * 1e6, 0.6e9 + 0.8e9 * f64::from(step));
    Profile::Steps(std::iter::once((0.0, 0.6e9)).chain((1..=3).map(at)).collect())
}

/// A phone that throttles after eight seconds, and gets warmer.
fn sustained() -> SustainedReport {
    let falls = Profile::Steps(vec![(0.0, 2.8e9), (8e9, 2.1e9)]);
    let options = SustainedOptions::new().duration(Duration::from_secs(20));
    let session = sustained_at(simulated(falls), options, NoObserver).expect("a session");
    let mut report = session.wait().expect("no panic").expect("a report");
    for (place, record) in report.records.iter_mut().enumerate() {
        let millicelsius = 38_000 + 700 * i64::try_from(place).expect("few records").min(40);
        record.zones = vec![ThermalZone { name: "cpu-thermal".to_owned(), millicelsius }];
    }
    report
}

/// Two kinds of core, of which one loses 50 MHz with each processor more, and the last reading was
/// refused.
fn turbo() -> TurboReport {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/raw-two-cores-100ms.json");
    let raw = RawMeasurement::from_json(&std::fs::read_to_string(path).unwrap()).unwrap();
    let measurement = raw.estimate();
    let row = |kind: usize, busy: usize, class: LoadClass| {
        let mut reading = measurement.cores[kind].clone();
        let of_class = 1.0 + f64::from(class as u8);
        let lost_hz = 20e6 * (busy - 1) as f64 * of_class * (1 - kind) as f64;
        for clock in [&mut reading.frequency_hz, &mut reading.repeatable_hz] {
            *clock = clock.map(|clock| clock.map(|hz| hz - lost_hz));
        }
        let work = LoadFacts { class, instructions: "AVX2 FMA, 4 doubles".to_owned(), stream_bytes: None };
        let operations = Some(OperationsPerCycle { median: 15.6, low: 15.1, high: 15.9 });
        TurboRow { busy, others: (1..busy as u32).collect(), work: Some(work), operations, reading }
    };
    TurboReport {
        schema: TURBO_SCHEMA.to_owned(),
        version: measurement.version.clone(),
        measured_at: None,
        options: None,
        rows: (0..2)
            .flat_map(|kind| (1..=6).map(move |busy| (kind, busy)))
            .flat_map(|(kind, busy)| LoadClass::ALL.map(|class| row(kind, busy, class)))
            .collect(),
        machine: measurement.machine.clone(),
    }
}

/// Each page by its name, with the words that it is made of.
fn pages() -> Vec<(&'static str, String, Outline)> {
    let (climbed, stood) = (ramp(climbing()), ramp(Profile::Fixed(2.4e9)));
    let (turbo, sustained) = (turbo(), sustained());
    vec![
        ("ramp", html::ramp_page(&climbed), climbed.outline()),
        ("no-ramp", html::ramp_page(&stood), stood.outline()),
        ("turbo", html::turbo_page(&turbo), turbo.outline()),
        ("sustained", html::sustained_page(&sustained), sustained.outline()),
    ]
}

#[test]
fn pages_are_well_formed_and_hold_what_was_found() {
    for (name, page, outline) in pages() {
        if let Some(folder) = std::env::var_os("TRUEGHZ_WRITE_PAGES") {
            std::fs::write(Path::new(&folder).join(name).with_extension("html"), &page).unwrap();
        }
        for outside in ["http:", "https:", "src=", "<script", "url(", "@import", "<link", "NaN", "inf%"] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&page, options).expect("XML");
        let plots: Vec<_> =
            document.descendants().filter(|node| node.attribute("role") == Some("img")).collect();
        assert!(!plots.is_empty(), "{name}");
        assert!(
            plots.iter().all(|plot| plot.attribute("aria-label").is_some_and(|label| label.len() > 10)),
            "{name}"
        );
        let words: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        let words = words.join(" ");
        let facts = outline.facts.iter().map(|(_, value)| value);
        let cells = outline.tables.iter().flat_map(|table| table.rows.iter().flatten());
        for text in
            facts.chain(cells).chain([&outline.summary]).chain(outline.headline.iter().map(|line| &line.of))
        {
            assert!(words.contains(text.as_str()), "{name}: {text}");
        }
    }
}

/// Reports of each kind, by name.
fn reports() -> Vec<(&'static str, Report)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/raw-two-cores-100ms.json");
    let raw = RawMeasurement::from_json(&std::fs::read_to_string(path).unwrap()).unwrap();
    vec![
        ("ramp", Report::Ramp(Box::new(ramp(climbing())))),
        ("no-ramp", Report::Ramp(Box::new(ramp(Profile::Fixed(2.4e9))))),
        ("turbo", Report::Turbo(Box::new(turbo()))),
        ("sustained", Report::Sustained(Box::new(sustained()))),
        ("measurement", Report::Measurement(Box::new(raw.estimate()))),
    ]
}

#[test]
fn pictures_are_well_formed_and_need_nothing_from_outside() {
    for (name, report) in reports() {
        let picture = html::picture(&report);
        if let Some(folder) = std::env::var_os("TRUEGHZ_WRITE_PAGES") {
            std::fs::write(Path::new(&folder).join(name).with_extension("svg"), &picture).unwrap();
        }
        let document = Document::parse(&picture).expect("XML");
        let root = document.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")), "{name}");
        for outside in ["https:", "src=", "<script", "url(", "@import", "var(", "NaN", "inf%"] {
            assert!(!picture.contains(outside), "{name}: {outside}");
        }
        let plots = document.descendants().filter(|node| node.attribute("role") == Some("img")).count();
        // A picture of a load also plots its temperature; the one with busy processors has a plot
        // for each core type.
        let wanted = if matches!(name, "sustained" | "measurement" | "turbo") { 2 } else { 1 };
        assert_eq!(plots, wanted, "{name}");
        let words: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        assert!(
            words.contains(&report.found().as_str()) && words.contains(&report.machine().as_str()),
            "{name}"
        );
    }
}

#[test]
fn every_report_is_a_text_a_table_and_a_document() {
    for (name, report) in reports() {
        let text = report.to_text();
        assert!(text.starts_with("TrueGHz ") && text.contains(&report.machine()), "{name}: {text}");
        let csv = report.to_csv();
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        assert!(rows.headers().expect("a header").iter().any(|column| column.ends_with("hz")), "{name}");
        assert!(rows.records().all(|row| row.is_ok()) && csv.lines().count() > 2, "{name}");
        let json: serde_json::Value = serde_json::from_str(&report.to_json()).expect("JSON");
        let schema = json.pointer("/schema").or(json.pointer("/run/schema")).and_then(|name| name.as_str());
        assert!(schema.is_some_and(|schema| schema.starts_with("trueghz")), "{name}");
        assert!(
            markdown::report(&report).starts_with("# ") && html::report_page(&report).ends_with("</html>")
        );
        assert!(!report.found().is_empty() && !report.found().contains('\n'), "{name}");
    }
    let (_, ramp) = reports().swap_remove(0);
    let text = ramp.to_text();
    assert!(text.contains("\n  run 1, begins at 600") && text.contains(" MHz, 50 % 16."), "{text}");
}

#[test]
fn headlines_are_what_is_asked_for_first() {
    let headline = |name: &str| {
        let (.., outline) = pages().into_iter().find(|(page, ..)| *page == name).expect("a page");
        outline.headline.map(|line| (line.number, line.unit, line.of))
    };
    // The last of three equal steps has the 90 %: it came 24 ms after the rest.
    let (ms, unit, _) = headline("ramp").expect("it climbed");
    assert!((ms.parse::<f64>().unwrap() - 24.0).abs() < 0.3 && unit == "ms", "{ms} {unit}");
    assert_eq!(headline("no-ramp"), None);
    let (percent, unit, of) = headline("sustained").expect("it fell");
    assert_eq!((percent.as_str(), unit), ("25.00", "%"), "{of}");
    let lost_ghz = of.strip_prefix("lost: ").and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
    assert!(lost_ghz.is_some_and(|ghz| (ghz - 2.1).abs() < 1e-3) && of.ends_with("at the peak"), "{of}");
    let (_, unit, of) = headline("turbo").expect("numbers");
    assert!(unit == "GHz" && of.starts_with("with 6 processors busy (vector), "), "{of}");
    assert!(of.contains(" % below ") && of.ends_with(" with one processor busy"), "{of}");
}

#[test]
fn documents_are_tables_and_names_are_no_markup() {
    let mut report = ramp(climbing());
    report.kind = "a|b <c>".to_owned();
    let text = markdown::outline(&report.outline(), report.provenance());
    assert!(text.starts_with("# Clock after a rest\n") && text.contains("a\\|b \\<c\\>"), "{text}");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| run ")).collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row.matches('|').count() == 7), "{text}");
    assert!(html::ramp_page(&report).contains("a|b &lt;c&gt;"));
}
