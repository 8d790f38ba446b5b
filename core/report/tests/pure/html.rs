//! The page of a measurement: well-formed, self-contained, and without a number that the
//! measurement does not contain.
//!
//! * `numbers`: the numbers of a measurement, and the numbers in a text.

use std::fs;
use std::path::Path;

use roxmltree::{Document, Node, ParsingOptions};
use trueghz::Interval;
use trueghz::Measurement;
use trueghz::estimate::variation::Range;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::estimate::{ClockState, consensus::ChainFinding};
use trueghz::host::counters::Counter;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::{Counted, HardwareCounters, RawMeasurement, Reading};
use trueghz_report::html;

mod numbers;

use numbers::Known;

/// A measurement and the histograms of its windows.
struct Recorded {
    measurement: Measurement,
    histograms: Vec<Option<WindowHistogram>>,
}

impl Recorded {
    fn of(name: &str) -> Recorded {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name);
        let raw = RawMeasurement::from_json(&fs::read_to_string(path).unwrap()).unwrap();
        Recorded { measurement: raw.estimate(), histograms: WindowHistogram::of_each(&raw) }
    }

    fn steady() -> Recorded {
        Recorded::of("raw-two-cores-100ms.json")
    }

    /// One core of the steady ones, changed.
    fn one(change: impl FnOnce(&mut Reading)) -> Recorded {
        let mut recorded = Recorded::steady();
        recorded.measurement.cores.truncate(1);
        change(&mut recorded.measurement.cores[0]);
        recorded
    }

    fn page(&self) -> String {
        html::page(&self.measurement, &self.histograms)
    }
}

/// A clock with two levels.
fn varying(reading: &mut Reading) {
    reading.verdict = Verdict::Varying;
    reading.range = Some(Range { low_hz: 2.7e9, high_hz: 3.1e9 });
    reading.states =
        [(3.0999e9, 0.57), (2.6999e9, 0.43)].map(|(hz, share)| ClockState { hz, time_share: share }).to_vec();
    for (place, point) in reading.time_line.iter_mut().enumerate() {
        point.hz = if place % 2 == 0 { 3.0999e9 } else { 2.6999e9 };
    }
}

/// A core without a value, of which only a bound is known, and which folds a chain.
fn bounded(reading: &mut Reading) {
    reading.verdict = Verdict::Refused;
    reading.reason = Some(Reason::NoUndisturbedWindows);
    (reading.frequency_hz, reading.repeatable_hz) = (None, None);
    reading.uncertainty = None;
    reading.at_least_hz = Some(3.0509e9);
    reading.chains[0].agrees = false;
    reading.chains[0].finding = ChainFinding::Folded;
    reading.chains[0].cycles_per_step = Some(0.17);
}

fn counted(reading: &mut Reading) {
    let around = |value: f64| Interval::around(value, 2e-6 * value);
    let cycles = Counted {
        counter: Counter::PerfCycles,
        per_second: around(3.694_516e9),
        per_step: Some(around(1.000_003)),
    };
    reading.counters = Some(HardwareCounters { counted: vec![cycles], missing: Vec::new() });
}

/// As many cores as a server has.
fn many() -> Recorded {
    let mut recorded = Recorded::steady();
    let of_core = |cpu: u32| {
        let mut reading = recorded.measurement.cores[cpu as usize % 2].clone();
        reading.cpu = Some(cpu);
        reading
    };
    recorded.measurement.cores = (0..64).map(of_core).collect();
    recorded
}

fn all() -> Vec<(&'static str, Recorded)> {
    let mut none = Recorded::steady();
    none.measurement.cores.clear();
    vec![
        ("steady", Recorded::steady()),
        ("one", Recorded::one(|_| ())),
        ("varying", Recorded::one(varying)),
        ("bounded", Recorded::one(bounded)),
        ("counted", Recorded::one(counted)),
        ("refused", Recorded::of("raw-every-reason.json")),
        ("warned", Recorded::of("raw-every-warning.json")),
        ("clocks disagree", Recorded::of("raw-clocks-disagree.json")),
        ("many", many()),
        ("none", none),
    ]
}

fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}"))
}

fn elements<'a>(document: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|node| node.text()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_page_is_well_formed_and_loads_nothing() {
    for (name, recorded) in all() {
        let page = recorded.page();
        parsed(&page);
        for outside in ["http:", "https:", "src=", "<script", "url(", "@import", "<link"] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
    }
}

#[test]
fn a_title_tells_pages_apart() {
    let title = |mut recorded: Recorded| {
        recorded.measurement.measured_at = Some("2026-11-25T23:59:00Z".to_owned());
        let page = recorded.page();
        let document = parsed(&page);
        let title = elements(&document, "title").next().and_then(|title| title.text().map(str::to_owned));
        title.expect("a title")
    };
    assert_eq!(title(Recorded::one(|_| ())), "3.6945 GHz \u{b7} core 0 \u{b7} measure \u{b7} 2026-11-25");
    assert_eq!(title(Recorded::one(bounded)), "no reading \u{b7} core 0 \u{b7} measure \u{b7} 2026-11-25");
    assert_eq!(title(many()), "64 cores \u{b7} measure \u{b7} 2026-11-25");
}

#[test]
fn every_plot_is_described_and_has_its_data() {
    for (name, recorded) in all() {
        let page = recorded.page();
        let document = parsed(&page);
        for plot in elements(&document, "svg").filter(|svg| svg.attribute("role") == Some("img")) {
            let label = plot.attribute("aria-label").unwrap_or_default();
            assert!(!label.is_empty(), "{name}: a plot that nobody hears of");
            let figure = plot.ancestors().find(|node| node.has_tag_name("figure")).expect("a figure");
            let table = figure.descendants().find(|node| node.has_tag_name("table"));
            let rows = table.map_or(0, |table| table.descendants().filter(|n| n.has_tag_name("tr")).count());
            assert!(rows >= 2, "{name}: {label} has no data");
        }
        // A picture inside a plot is a part of it; what is left are labels of axes, which only
        // repeat.
        let silent = elements(&document, "svg").filter(|svg| {
            let is_part =
                svg.parent().is_some_and(|parent| parent.ancestors().any(|n| n.has_tag_name("svg")));
            svg.attribute("role").is_none() && svg.attribute("aria-hidden").is_none() && !is_part
        });
        assert_eq!(silent.count(), 0, "{name}");
    }
}

#[test]
fn what_a_reading_has_is_drawn() {
    let titles = |recorded: &Recorded| -> Vec<String> {
        let page = recorded.page();
        let document = parsed(&page);
        elements(&document, "figcaption").map(|caption| text_of(caption).trim().to_owned()).collect()
    };
    let has = |titles: &[String], title: &str| titles.iter().any(|other| other.starts_with(title));
    let one = titles(&Recorded::one(|_| ()));
    for title in [
        "Clock over time",
        "Instruction chains",
        "Uncertainty budget",
        "Deviation from the reading",
        "Window durations",
    ] {
        assert!(has(&one, title), "{title}: {one:?}");
    }
    assert!(!has(&one, "Clock of each core"), "{one:?}");
    assert!(has(&titles(&Recorded::steady()), "Clock of each core"));
    assert!(!has(&titles(&Recorded::one(varying)), "Deviation"), "the curve shows it all");
    assert!(!has(&titles(&Recorded::one(bounded)), "Uncertainty"), "there is no number");
}

#[test]
fn a_page_says_what_the_other_texts_say() {
    let page = Recorded::one(varying).page();
    for words in ["from 2.70 GHz to 3.10 GHz", "3.0999 GHz 57 % of the time, 2.6999 GHz 43 %"] {
        assert!(page.contains(words), "{words}");
    }
    let page = Recorded::one(bounded).page();
    assert!(page.contains("folded by the core") && page.contains("no undisturbed moment"));
    assert!(text_of(parsed(&page).root()).contains("at least  3.050"), "a bound in the number's place");
    let page = Recorded::one(counted).page();
    assert!(page.contains("perf_event cycles: +3 ppm (+1 to +5) beside the chains"));
    let refused = Recorded::of("raw-every-reason.json");
    let page = refused.page();
    for reading in &refused.measurement.cores {
        let reason = reading.reason.expect("a reason");
        assert!(page.contains(reason.text()) && page.contains(reason.advice()), "{reason:?}");
    }
}

#[test]
fn every_number_is_one_of_the_measurement() {
    for (name, recorded) in all() {
        let known = Known::of(&recorded.measurement, &recorded.histograms);
        let page = recorded.page();
        let document = parsed(&page);
        let is_own = |node: &Node<'_, '_>| {
            // The labels of axes are round numbers, and general sentences contain numbers of their
            // own.
            let is_tick = node.attribute("class") == Some("label");
            is_tick || node.has_tag_name("style") || node.has_tag_name("footer")
        };
        for node in document.descendants().filter(Node::is_text) {
            if node.ancestors().any(|node| is_own(&node)) {
                continue;
            }
            let text = node.text().unwrap_or_default();
            for number in numbers::in_text(text) {
                assert!(known.holds(&number), "{name}: {number:?} in {text:?}");
            }
        }
    }
}

#[test]
fn names_are_no_markup() {
    let hostile = "<b>&amp;\"'</b>\u{7}<script>";
    let mut recorded = Recorded::one(|reading| reading.kind = hostile.to_owned());
    recorded.measurement.version = hostile.to_owned();
    let page = recorded.page();
    assert!(!page.contains("<b>") && !page.contains("<script"));
    let text = text_of(parsed(&page).root());
    assert!(text.contains("<b>&amp;\"'</b> <script>"), "shown as it is");
}

#[test]
fn places_are_within_their_plots() {
    for (name, recorded) in all() {
        let page = recorded.page();
        for node in parsed(&page).descendants() {
            for attribute in ["x", "x1", "x2", "cx"] {
                let Some(percent) = node.attribute(attribute).and_then(|value| value.strip_suffix('%'))
                else {
                    continue;
                };
                let percent: f64 = percent.parse().unwrap_or_else(|_| panic!("{name}: {percent}%"));
                assert!((-0.01..=100.01).contains(&percent), "{name}: {attribute} is {percent}%");
            }
        }
        assert!(!page.contains("NaN") && !page.contains("inf%"), "{name}");
    }
}
