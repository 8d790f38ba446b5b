//! `trueghz timebase`: three fractions for ticks to nanoseconds, with what each costs.

use serde::Serialize;
use trueghz::clock::{Conversion, Method, Timebase, TimebaseError};
use trueghz::report::words::{signed, stated_hz};

use crate::cli::TimebaseArgs;
use crate::format::{span_ns, table};
use crate::outcome::{Failure, Outcome, print};
use crate::output::json;
use crate::style::{NUMBER, QUIET, paint};

/// The JSON answer. Units are in the names.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    timebase: Timebase,
    nominal_hz: f64,
    conversions: Vec<Line>,
}

/// A conversion, or why there is none.
#[derive(Serialize)]
struct Line {
    method: Method,
    #[serde(flatten)]
    conversion: Option<Conversion>,
    #[serde(flatten)]
    unavailable: Option<TimebaseError>,
}

/// Shows the fractions.
pub fn run(args: TimebaseArgs) -> Result<Outcome, Failure> {
    let timebase = args.timebase;
    let line = |method, found: Result<Conversion, TimebaseError>| Line {
        method,
        conversion: found.ok(),
        unavailable: found.err(),
    };
    let answer = Answer {
        schema: "trueghz-timebase/1",
        timebase,
        nominal_hz: timebase.hz(),
        conversions: vec![
            line(Method::Exact, Ok(timebase.exact())),
            line(Method::Pragmatic, timebase.pragmatic()),
            line(Method::BestFraction, timebase.best_fraction()),
        ],
    };
    print(&if args.json { json::answer(&answer) } else { text(&answer) })?;
    Ok(Outcome::Complete)
}

fn text(answer: &Answer) -> String {
    let (numer, denom) = (answer.timebase.numer(), answer.timebase.denom());
    let hz = paint(NUMBER, stated_hz(answer.nominal_hz));
    let mut rows =
        vec![["", "ticks \u{d7}", "\u{f7}", "error", "lasts"].map(|word| paint(QUIET, word)).to_vec()];
    rows.extend(answer.conversions.iter().map(row));
    format!("A tick of {numer}/{denom} ns is {hz}.\n\n{}", table(&rows, &[1, 2, 3]))
}

fn row(line: &Line) -> Vec<String> {
    let method = match line.method {
        Method::Exact => "as stated",
        Method::Pragmatic => "over 1024",
        Method::BestFraction => "best for ten years",
    };
    let mut row = vec![method.to_owned()];
    match (&line.conversion, &line.unavailable) {
        (Some(conversion), _) => row.extend([
            conversion.numer.to_string(),
            conversion.denom.to_string(),
            error(conversion.error_ppm),
            span_ns(conversion.span_ns as f64),
        ]),
        (None, Some(why)) => row.extend([why.to_string()]),
        (None, None) => {}
    }
    row
}

fn error(ppm: f64) -> String {
    match ppm.abs() {
        0.0 => "none".to_owned(),
        size if size >= 0.001 => format!("{} ppm", signed(ppm, 3)),
        _ => format!("{ppm:+.1e} ppm"),
    }
}
