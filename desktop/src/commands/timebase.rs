//! `trueghz timebase`: four fractions that convert ticks to nanoseconds, with error and range.

use serde::Serialize;
use trueghz::clock::{Conversion, Method, Timebase, TimebaseError};
use trueghz::report::phrases::{signed, stated_hz};

use crate::cli::TimebaseArgs;
use crate::format::{span_ns, table, time_ns};
use crate::outcome::{Failure, Outcome, print};
use crate::output::json;
use crate::style::{NUMBER, QUIET, paint};

/// The JSON output. Units are in the names.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    timebase: Timebase,
    nominal_hz: f64,
    conversions: Vec<Line>,
}

/// A conversion, or the reason why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Line {
    Available(Conversion),
    Unavailable {
        method: Method,
        #[serde(flatten)]
        why: TimebaseError,
    },
}

/// Shows the fractions.
pub fn run(args: TimebaseArgs) -> Result<Outcome, Failure> {
    let timebase = args.timebase;
    let line = |method, found: Result<Conversion, TimebaseError>| {
        found.map_or_else(|why| Line::Unavailable { method, why }, Line::Available)
    };
    let answer = Answer {
        schema: "trueghz-timebase/1",
        timebase,
        nominal_hz: timebase.hz(),
        conversions: vec![
            line(Method::Exact, Ok(timebase.exact())),
            line(Method::Pragmatic, timebase.pragmatic()),
            line(Method::BestFraction, timebase.best_fraction()),
            line(Method::Reduced, Ok(timebase.in_lowest_terms())),
        ],
    };
    print(&if args.json { json::answer(&answer) } else { text(&answer) })?;
    Ok(Outcome::Complete)
}

fn text(answer: &Answer) -> String {
    let (numer, denom) = (answer.timebase.numer(), answer.timebase.denom());
    let hz = paint(NUMBER, stated_hz(answer.nominal_hz));
    let header = ["", "ticks \u{d7}", "\u{f7}", "error", "in 10 years", "lasts"];
    let mut rows = vec![header.map(|word| paint(QUIET, word)).to_vec()];
    // It is last in JSON; in the table it follows the fraction as stated, to ease comparison.
    let (lowest, others) = answer.conversions.split_last().expect("there are four");
    let (stated, others) = others.split_first().expect("there are four");
    let in_lowest_terms = answer.timebase.reduced() == answer.timebase;
    let differs = |line: &&Line| match line {
        Line::Available(conversion) if conversion.method == Method::Pragmatic => {
            (conversion.numer, conversion.denom) != (numer.into(), denom.into())
        }
        _ => true,
    };
    let others = others.iter().filter(differs);
    rows.extend([stated].into_iter().chain((!in_lowest_terms).then_some(lowest)).chain(others).map(row));
    format!("A tick of {numer}/{denom} ns is {hz}.\n\n{}", table(&rows, &[1, 2, 3, 4]))
}

fn row(line: &Line) -> Vec<String> {
    let (Line::Available(Conversion { method, .. }) | Line::Unavailable { method, .. }) = line;
    let name = match method {
        Method::Exact => "as stated",
        Method::Reduced => "reduced",
        Method::Pragmatic => "over 1024",
        Method::BestFraction => "nearest",
    };
    let mut row = vec![name.to_owned()];
    match line {
        Line::Available(conversion) => row.extend([
            conversion.numer.to_string(),
            conversion.denom.to_string(),
            error(conversion.error_ppm),
            ten_years(conversion.ten_years_error_ns),
            span_ns(conversion.span_ns as f64),
        ]),
        Line::Unavailable { why, .. } => row.push(why.to_string()),
    }
    row
}

fn error(ppm: f64) -> String {
    match ppm.abs() {
        0.0 => "none".to_owned(),
        size if size >= 0.001 => format!("{} ppm", signed(ppm, 3)),
        _ => format!("{ppm:+.1e} ppm").replace('-', "\u{2212}"),
    }
}

fn ten_years(error_ns: f64) -> String {
    match error_ns {
        0.0 => "none".to_owned(),
        ns if ns > 0.0 => format!("+{}", time(ns)),
        ns => format!("\u{2212}{}", time(-ns)),
    }
}

/// Formats a duration; from one minute on in minutes, hours and so on.
fn time(ns: f64) -> String {
    if ns < 60e9 { time_ns(ns) } else { span_ns(ns) }
}
