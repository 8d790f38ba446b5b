//! A measurement as text. `brief`: the number, changes of the clock, the claimed clock, and the
//! warnings that affect the number. `verbose`: everything.

use textwrap::core::display_width;
use trueghz::estimate::verdict::Verdict;
use trueghz::report::curve::Curve;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::number::RoundedNumber;
use trueghz::report::{Measurement, Reading};
use trueghz_report::lines::SharedWarning;
use trueghz_report::measurement_outline::{CoreOutline, MeasurementOutline};

use super::curve::{Drawn, bar, drawn, low_to_high};
use super::words;
use crate::format::{self, labelled, paragraph, shortened, table};
use crate::style::{NUMBER, QUIET, paint};

/// Maximum number of lines of `brief` for one core: half of the smallest terminal, readable at a
/// glance.
const BRIEF_LINES: usize = 8;

/// Maximum number of warnings of `brief`; `verbose` shows all.
const BRIEF_WARNINGS: usize = 2;

/// Message if no core may be used.
const NO_CORE: &str = "no core that this program may use";

/// Formats the main results, in at most eight lines for one core.
pub fn brief(measurement: &Measurement) -> String {
    let outline = MeasurementOutline::of(measurement);
    let mut text = paint(QUIET, paragraph(&outline.machine, 0).trim_end()) + "\n";
    let warnings = match outline.cores.as_slice() {
        [] => return text + &paragraph(NO_CORE, 2),
        [core] => {
            text.push_str(&brief_core(core));
            let room = BRIEF_LINES.saturating_sub(text.lines().count() + 1);
            brief_warnings(&outline.warnings, room)
        }
        cores => {
            text.push_str(&several_cores(cores));
            brief_warnings(&outline.warnings, usize::MAX)
        }
    };
    text + &warnings
}

/// Formats a core: number and verdict, changes of the clock or advice, and the claimed clock.
fn brief_core(core: &CoreOutline) -> String {
    let claim = core.claim.as_ref().map(|claim| paragraph(&format!("claimed: {claim}"), indent(core)));
    let repeatable = core.repeatable.map(|half| paint(QUIET, format!("repeatable \u{b1} {half}")));
    head(core, repeatable) + &claim.unwrap_or_default()
}

/// Column at which the number begins, after the core's name.
fn indent(core: &CoreOutline) -> usize {
    2 + display_width(&core.whose) + 3
}

/// Formats a core: number and verdict, followed by `beside`; below them changes of the clock, or
/// advice.
fn head(core: &CoreOutline, beside: Option<String>) -> String {
    let indent = indent(core);
    let number = match core.number {
        Some(shown) => format!("{} \u{b1} {}", format::number(&shown), shown.uncertainty),
        None => paint(NUMBER, core.number_or_reason()),
    };
    let (whose, verdict) = (paint(QUIET, &core.whose), words::verdict(core.verdict));
    let parts: Vec<String> = [number, verdict].into_iter().chain(beside).collect();
    let line = parts.join("   ");
    let fits = indent + display_width(&line) <= format::width();
    let lines = if fits { vec![line] } else { parts };
    let lines: String = lines.iter().map(|line| paragraph(line, indent)).collect();
    let advice = core.advice.filter(|_| core.verdict != Verdict::Varying);
    let below = core.moved.as_deref().into_iter().chain(advice);
    let below: String = below.map(|line| paragraph(line, indent)).collect();
    format!("  {whose}   {}{below}", lines.trim_start())
}

/// Formats the first warnings that affect a number, in at most `room` lines, and a line on how to
/// show the others.
fn brief_warnings(warnings: &[SharedWarning], room: usize) -> String {
    let bearing: Vec<&SharedWarning> = warnings.iter().filter(|warning| !warning.is_information).collect();
    let (mut text, mut shown) = (String::new(), 0);
    for warning in bearing.iter().take(BRIEF_WARNINGS) {
        let lines = words::warning(&warning.text, warning.advice);
        if text.lines().count() + lines.lines().count() > room {
            break;
        }
        text.push_str(&lines);
        shown += 1;
    }
    let more = match bearing.len() - shown {
        0 => String::new(),
        1 => "1 more warning, ".to_owned(),
        count => format!("{count} more warnings, "),
    };
    text + &paint(QUIET, paragraph(&format!("{more}details: trueghz -v"), 2).trim_end()) + "\n"
}

/// Formats all results. `histograms` contains the windows of each core; missing ones are not drawn.
pub fn verbose(measurement: &Measurement, histograms: &[Option<WindowHistogram>]) -> String {
    let MeasurementOutline { machine, cores, warnings, .. } = MeasurementOutline::of(measurement);
    let mut text = paint(QUIET, paragraph(&machine, 0).trim_end()) + "\n";
    if cores.is_empty() {
        text.push_str(&paragraph(NO_CORE, 2));
    }
    for (place, core) in cores.iter().enumerate() {
        let histogram = histograms.get(place).and_then(Option::as_ref);
        text.push('\n');
        text.push_str(&verbose_core(core, &measurement.cores[place], histogram));
    }
    if !warnings.is_empty() {
        text.push('\n');
    }
    text + &words::all_warnings(&warnings)
}

fn verbose_core(core: &CoreOutline, reading: &Reading, histogram: Option<&WindowHistogram>) -> String {
    let mut text = head(core, None);
    let advice = core.advice.filter(|_| core.verdict == Verdict::Varying);
    text.push_str(&advice.map_or_else(String::new, |advice| paint(QUIET, paragraph(advice, 2))));
    text.push('\n');
    let claim = core.claim.clone().map(|claim| ("claimed", claim));
    let mut before = "";
    for (label, value) in claim.iter().chain(&core.facts) {
        text.push_str(&labelled(if *label == before { "" } else { label }, value));
        if *label == "windows" {
            text.push_str(&histogram.map(excess).unwrap_or_default());
            text.push_str(&warm_up(reading));
        }
        before = label;
    }
    text
}

/// Width of a small plot: half of a line, so that its values fit on the same line.
const SPARK: usize = 24;

/// Draws the clock during the warm-up.
fn warm_up(reading: &Reading) -> String {
    let points = Curve::of(reading).warm_up;
    let end_ms = points.last().map_or(f64::INFINITY, |last| last.at_ms);
    let points = points.iter().map(|point| (point.at_ms / end_ms, point.hz));
    let Some(Drawn { bars, low_hz, high_hz }) = drawn(points, SPARK) else { return String::new() };
    labelled("warm-up", &format!("{} {}", paint(QUIET, bars), low_to_high(low_hz, high_hz)))
}

/// Draws the distribution of the long windows' excess time over an undisturbed window.
fn excess(histogram: &WindowHistogram) -> String {
    let bins = &histogram.bins;
    let merged: Vec<usize> = bins
        .chunks(bins.len().div_ceil(SPARK))
        .map(|bins| bins.iter().map(|bin| bin.kept + bin.dropped).sum())
        .collect();
    let most = merged.iter().copied().max().unwrap_or(1).max(1);
    let height = |count: &usize| if *count == 0 { ' ' } else { bar(*count as f64 / most as f64) };
    let bars: String = merged.iter().map(height).collect();
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return String::new() };
    let [low, high] = [first.low_ppm, last.high_ppm].map(|ppm| RoundedNumber::percent(ppm / 1e4).signed());
    labelled("", &format!("{} {low} to {high} % against undisturbed windows", paint(QUIET, bars)))
}

fn several_cores(cores: &[CoreOutline]) -> String {
    let header = ["core", "type", "clock", "", "repeatable", "verdict"];
    let mut rows = vec![header.map(|word| paint(QUIET, word)).to_vec()];
    rows.extend(cores.iter().map(row));
    let mut text = table(&rows, &[0]);
    for core in cores {
        let refusal = || core.reason.map(|reason| format!("{reason}: {}", core.advice.unwrap_or_default()));
        if let Some(more) = core.moved.clone().or_else(refusal) {
            text.push_str(&labelled(&core.whose, &more));
        }
    }
    for (label, claims) in claims(cores) {
        text.push_str(&labelled(label, &claims));
    }
    let unconfirmed = cores.iter().find(|core| core.verdict == Verdict::Unconfirmed);
    if let Some(advice) = unconfirmed.and_then(|core| core.advice) {
        text.push_str(&labelled("unconfirmed", advice));
    }
    text
}

/// Claimed clocks: once if all cores have the same claim, otherwise for each core.
fn claims(cores: &[CoreOutline]) -> Vec<(&str, String)> {
    let mut claims: Vec<&String> = cores.iter().filter_map(|core| core.claim.as_ref()).collect();
    claims.dedup();
    match claims.as_slice() {
        [claim] => vec![("claimed", (*claim).clone())],
        _ => {
            let each = cores.iter().filter_map(|core| Some((core, core.claim.as_ref()?)));
            let line = |(place, (core, claim)): (usize, (&CoreOutline, &String))| {
                (if place == 0 { "claimed" } else { "" }, format!("{}: {claim}", core.whose))
            };
            each.enumerate().map(line).collect()
        }
    }
}

/// Maximum width of a core type's name, so that the widest row has 72 columns.
const KIND_WIDTH: usize = 18;

fn row(core: &CoreOutline) -> Vec<String> {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "\u{2013}".to_owned());
    let bound = || core.at_least.map(|hz| format!("\u{2265} {hz}"));
    vec![
        or_dash(core.cpu.map(|cpu| cpu.to_string())),
        shortened(&core.kind, KIND_WIDTH),
        or_dash(core.number.as_ref().map(format::number).or_else(bound)),
        core.number.map(|shown| format!("\u{b1} {}", shown.uncertainty)).unwrap_or_default(),
        core.repeatable.map(|half| format!("\u{b1} {half}")).unwrap_or_default(),
        words::verdict(core.verdict),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use trueghz::estimate::ClockState;
    use trueghz::estimate::variation::Range;

    /// Reads a test vector shared by all languages: readings with every warning, or refused for
    /// every reason.
    fn vectors(name: &str) -> Measurement {
        let file = format!("{}/../tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).expect("the vectors are there");
        serde_json::from_str(&text).expect("a measurement")
    }

    /// Measurements with one reading each: every reading unchanged, and again as varying.
    fn each_alone() -> Vec<Measurement> {
        let files = ["report-every-warning", "report-every-reason", "report-two-cores-100ms"].map(vectors);
        let mut alone = Vec::new();
        for measurement in files {
            for reading in &measurement.cores {
                let mut varying = reading.clone();
                varying.verdict = Verdict::Varying;
                varying.range = Some(Range { low_hz: 2.7e9, high_hz: 3.1e9 });
                let states = [(3.0999e9, 0.57), (2.6999e9, 0.41), (2.8e9, 0.02)];
                varying.states = states.map(|(hz, share)| ClockState { hz, time_share: share }).to_vec();
                for reading in [reading.clone(), varying] {
                    let mut one = measurement.clone();
                    one.cores = vec![reading];
                    alone.push(one);
                }
            }
        }
        assert!(alone.len() > 20);
        alone
    }

    fn plain(text: &str) -> String {
        strip_str(text).to_string()
    }

    #[test]
    fn the_first_screen_of_a_core_has_eight_lines_at_most() {
        for measurement in each_alone() {
            let text = plain(&format::with_width(80, || brief(&measurement)));
            assert!(text.lines().count() <= BRIEF_LINES, "{text}");
            assert!(text.matches("\n  ! ").count() <= BRIEF_WARNINGS, "{text}");
            assert!(text.lines().last().is_some_and(|line| line.ends_with("details: trueghz -v")), "{text}");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for measurement in each_alone() {
            for columns in [30, 48, 60, 100] {
                let text = format::with_width(columns, || brief(&measurement) + &verbose(&measurement, &[]));
                let text = plain(&text);
                let wide = text.lines().find(|line| display_width(line) > columns);
                assert_eq!(wide, None, "{columns} columns: {text}");
            }
        }
    }

    #[test]
    fn a_warning_without_room_is_counted() {
        let warning = |text: &str, is_information| SharedWarning {
            text: text.to_owned(),
            advice: "do this",
            is_information,
        };
        let warnings = [warning("a", false), warning("b", true), warning("c", false), warning("d", false)];
        let two = plain(&brief_warnings(&warnings, 9));
        assert_eq!(two, "  ! a; do this\n  ! c; do this\n  1 more warning, details: trueghz -v\n");
        let none = plain(&brief_warnings(&warnings, 0));
        assert_eq!(none, "  3 more warnings, details: trueghz -v\n");
        assert_eq!(plain(&brief_warnings(&warnings[1..2], 9)), "  details: trueghz -v\n");
    }

    #[test]
    fn with_details_nothing_is_left_out() {
        for measurement in each_alone() {
            let text = plain(&verbose(&measurement, &[])).split_whitespace().collect::<Vec<_>>().join(" ");
            let outline = MeasurementOutline::of(&measurement);
            let known = outline.warnings.iter().map(|warning| &warning.text);
            for words in known.chain(outline.cores[0].facts.iter().map(|(_, value)| value)) {
                let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(text.contains(&words), "{words} is not in {text}");
            }
        }
    }

    #[test]
    fn a_bound_stands_where_the_number_would() {
        let mut all = vectors("report-every-reason");
        all.cores.retain(|reading| reading.reason.is_some());
        all.cores.truncate(2);
        for reading in &mut all.cores {
            reading.at_least_hz = Some(3.0509e9);
        }
        let text = plain(&brief(&all));
        assert_eq!(text.matches("\u{2265} 3.050 GHz").count(), 2, "{text}");
        all.cores.truncate(1);
        let text = plain(&brief(&all));
        assert!(text.contains("   at least 3.050 GHz ("), "{text}");
    }
}
