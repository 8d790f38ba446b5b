//! Several measurements as text: a line for each core of each measurement, then a summary.

use std::time::Duration;

use trueghz::estimate::verdict::Reason;
use trueghz::report::display::Repeats;
use trueghz::report::number::RoundedNumber;
use trueghz::report::phrases::machine_line;
use trueghz::report::{Measurement, Reading};
use trueghz_report::lines::whose;

use super::words;
use crate::format::{self, labelled, paragraph, table};
use crate::style::{QUIET, paint};
use crate::tally::{CoreTally, Tally};

/// Formats the lines of one measurement: the `index`th from 0, started `at` after the first.
pub fn lines(measurement: &Measurement, index: usize, at: Duration) -> String {
    let mut text = String::new();
    if index == 0 {
        text.push_str(&paint(QUIET, paragraph(&machine_line(&measurement.machine), 0).trim_end()));
        text.push_str("\n\n");
    }
    let several = measurement.cores.len() > 1;
    for reading in &measurement.cores {
        text.push_str(&line(reading, several, at));
    }
    text
}

/// Formats a line with fixed columns, so that lines printed one at a time are aligned.
fn line(reading: &Reading, several: bool, at: Duration) -> String {
    let time = format!("{:>8.1} s", at.as_secs_f64());
    let core = if several { format!("  {:<8}", whose(reading)) } else { String::new() };
    let verdict = words::verdict(reading.verdict);
    let Some(display) = reading.display() else {
        let reason = reading.reason.map(Reason::text).unwrap_or_default();
        let bound = reading.at_least().map(|hz| format!(", at least {hz}")).unwrap_or_default();
        return format!("{}{core}  {verdict}: {reason}{bound}\n", paint(QUIET, time));
    };
    // Width of a number with an uncertainty of one kilohertz; more digits are rare and only shift
    // the rest of the line.
    let number = format::number(&display);
    let gap = " ".repeat(12_usize.saturating_sub(textwrap::core::display_width(&number)));
    let uncertainty = display.uncertainty.to_string();
    format!("{}{core}  {number}{gap}  \u{b1} {uncertainty:<8}  {verdict}\n", paint(QUIET, time))
}

/// Formats medians, spreads and warnings of all measurements; a single one has no median.
pub fn summary(tally: &Tally) -> String {
    if tally.measurements == 0 {
        return String::new();
    }
    let mut text = String::from("\n");
    if tally.measurements > 1 {
        text.push_str(&medians(tally));
    }
    text + &words::warnings_of_several(tally)
}

fn medians(tally: &Tally) -> String {
    let several = tally.cores.len() > 1;
    let mut rows = Vec::new();
    for CoreTally { whose, numbers_hz, refused } in &tally.cores {
        let (median, spread) = match Repeats::of(numbers_hz) {
            Some(repeats) => {
                let median = repeats.display().as_ref().map(format::number).unwrap_or_default();
                (median, format!("spread {}", spread(repeats.spread_ppm)))
            }
            None => ("\u{2013}".to_owned(), String::new()),
        };
        let mut of = format!("of {}", numbers_hz.len());
        if *refused > 0 {
            of.push_str(&format!(", {refused} without a reading"));
        }
        if !several {
            return labelled("median", &format!("{median} {of}, {spread}"));
        }
        rows.push(vec![paint(QUIET, "median"), whose.clone(), median, of, spread]);
    }
    table(&rows, &[])
}

/// Spread from which it is shown in percent.
const IN_PERCENT_PPM: f64 = 10_000.0;

fn spread(ppm: f64) -> String {
    if ppm >= IN_PERCENT_PPM {
        format!("{} %", RoundedNumber::percent(ppm / 1e4).digits())
    } else {
        format!("{ppm:.0} ppm")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_spread_is_told_in_percent() {
        assert_eq!(spread(212.4), "212 ppm");
        assert_eq!(spread(74_014.0), "7.4 %");
    }
}
