//! Numbers and lines as text.

use std::sync::OnceLock;

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::core::display_width;
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::number::RoundedNumber;

use crate::style::{NUMBER, QUIET, paint};

/// The width of lines where the answer is not written to a terminal: whatever reads it, `grep` or a mail, has lines of its own.
const ENDLESS: usize = u16::MAX as usize;

/// Lines are no wider than this, however wide the terminal: beyond it an eye loses the line.
const READABLE_WIDTH: usize = 100;

/// Text is not broken into narrower lines than this: words would be cut.
const NARROWEST_WIDTH: usize = 20;

#[cfg(test)]
thread_local! {
    /// The width in a test; 0 where it is that of no terminal.
    static TEST_WIDTH: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// What `write` writes on a terminal of so many columns.
#[cfg(test)]
pub fn with_width(columns: usize, write: impl FnOnce() -> String) -> String {
    TEST_WIDTH.set(columns);
    let text = write();
    TEST_WIDTH.set(0);
    text
}

/// The width that every line of the answer keeps to: the terminal's, as it was at the start.
pub fn width() -> usize {
    #[cfg(test)]
    if TEST_WIDTH.get() > 0 {
        return TEST_WIDTH.get();
    }
    static FOUND: OnceLock<usize> = OnceLock::new();
    *FOUND.get_or_init(|| width_of(terminal_size_of(std::io::stdout())))
}

/// The width that lines keep to which are written to a terminal of this size, or to none.
pub fn width_of(terminal: Option<(Width, Height)>) -> usize {
    match terminal {
        Some((Width(columns), _)) => usize::from(columns).clamp(NARROWEST_WIDTH, READABLE_WIDTH),
        None => ENDLESS,
    }
}

/// What a number's unit may be, where both stay on one line.
const UNITS: [&str; 17] = [
    "GHz", "MHz", "kHz", "Hz", "h", "min", "s", "ms", "\u{b5}s", "ns", "ppm", "%", "cycles", "\u{b0}C",
    "\u{b1}", "bits", "MB",
];

/// Lines are filled one after the other. Otherwise how they break would depend on the crate's features, which other programs of the
/// workspace turn on.
pub fn wrapping<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width).wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
}

/// Wrapped to a width, indented from the second line on. No line begins with the unit of a number, or between it and its
/// uncertainty.
fn wrapped(text: &str, width: usize, indent: &str) -> String {
    const NO_BREAK: &str = "\u{a0}";
    let mut words = text.split(' ');
    let mut joined = words.next().unwrap_or_default().to_owned();
    let mut ends_in_number = joined.ends_with(|c: char| c.is_ascii_digit());
    for word in words {
        let plain = anstream::adapter::strip_str(word).to_string();
        let begins_with_unit =
            UNITS.contains(&plain.trim_end_matches(|c: char| c.is_ascii_punctuation() && c != '%'));
        let after_sign = joined.ends_with('\u{b1}');
        joined.push_str(if after_sign || (ends_in_number && begins_with_unit) { NO_BREAK } else { " " });
        joined.push_str(word);
        ends_in_number = plain.ends_with(|c: char| c.is_ascii_digit());
    }
    let options = wrapping(width).subsequent_indent(indent);
    // In the answer a blank is a blank: who searches for "3.1 GHz" finds it.
    textwrap::fill(&joined, options).replace(NO_BREAK, " ")
}

/// Where values begin in a line with a label.
const VALUE_COLUMN: usize = 14;

/// A line with a label, wrapped under its value.
pub fn labelled(label: &str, value: &str) -> String {
    let gap = " ".repeat(VALUE_COLUMN);
    let value = wrapped(&format!("{gap}{value}"), width(), &gap);
    let padding = " ".repeat((VALUE_COLUMN - 2).saturating_sub(label.len()));
    format!("  {}{padding}{}\n", paint(QUIET, label), value.trim_start())
}

/// A paragraph, indented by so many columns.
pub fn paragraph(text: &str, indent: usize) -> String {
    let gap = " ".repeat(indent);
    format!("{}\n", wrapped(&format!("{gap}{text}"), width(), &gap))
}

/// Columns with two blanks between them, indented by two; those named in `right` are set flush right.
///
/// The last cell of a row may be wider than its column: nothing stands beside it. Where it does not fit the terminal's width, it
/// goes on below itself; if the columns before it leave no room, it has lines of its own.
pub fn table(rows: &[Vec<String>], right: &[usize]) -> String {
    table_of_width(rows, right, width())
}

fn table_of_width(rows: &[Vec<String>], right: &[usize], most: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width_of = |column: usize| {
        let is_last = |row: &&Vec<String>| column + 1 == row.len();
        let counts = |row: &&Vec<String>| !is_last(row) || (right.contains(&column) && row.len() == columns);
        let cells = rows.iter().filter(counts).filter_map(|row| row.get(column));
        cells.map(|cell| display_width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width_of).collect();
    rows.iter().map(|row| table_row(row, &widths, right, most)).collect()
}

/// The narrowest that a last column gets before a row falls apart.
const NARROWEST_COLUMN: usize = 16;

fn table_row(row: &[String], widths: &[usize], right: &[usize], most: usize) -> String {
    // What is not there leaves no blanks.
    let length = row.iter().rposition(|cell| display_width(cell) > 0).map_or(0, |place| place + 1);
    let Some((last, before)) = row[..length].split_last() else { return "\n".to_owned() };
    let cell = |column: usize, cell: &str| {
        let gap = " ".repeat(widths[column].saturating_sub(display_width(cell)));
        if right.contains(&column) { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
    };
    let beginning: String =
        before.iter().enumerate().map(|(column, text)| cell(column, text) + "  ").collect();
    let beginning = format!("  {beginning}");
    let last = if right.contains(&before.len()) { cell(before.len(), last) } else { last.clone() };
    let indent = display_width(&beginning);
    if indent + display_width(&last) <= most || indent + NARROWEST_COLUMN <= most {
        let beginning = beginning + &last;
        return format!("{}\n", wrapped(&beginning, most, &" ".repeat(indent)));
    }
    let below = "      ";
    let last = wrapped(&format!("{below}{last}"), most, below);
    format!("{}\n{last}\n", wrapped(beginning.trim_end(), most, below))
}

/// `text`, cut with an ellipsis where it is wider than `width`.
pub fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('\u{2026}');
    short
}

/// The number with its unit, the guard digit weaker.
pub fn number(display: &FrequencyDisplay) -> String {
    let (carried, guard) = display.carried_and_guard();
    let unit = display.number.unit.symbol();
    format!("{}{} {}", paint(NUMBER, carried), paint(QUIET, guard), paint(NUMBER, unit))
}

/// A time in nanoseconds, in the unit in which it has one to three digits before the point.
pub fn time_ns(ns: f64) -> String {
    let (value, unit) = match ns.abs() {
        size if size >= 1e9 => (ns / 1e9, "s"),
        size if size >= 1e6 => (ns / 1e6, "ms"),
        size if size >= 1e3 => (ns / 1e3, "\u{b5}s"),
        _ => (ns, "ns"),
    };
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    format!("{} {unit}", RoundedNumber::new(value, decimals).digits())
}

/// Units of long spans and their nanoseconds; a year is of 365.25 days.
const SPAN_UNITS: [(&str, f64); 9] = [
    ("years", 31_557_600e9),
    ("weeks", 604_800e9),
    ("days", 86_400e9),
    ("hours", 3_600e9),
    ("min", 60e9),
    ("s", 1e9),
    ("ms", 1e6),
    ("\u{b5}s", 1e3),
    ("ns", 1.0),
];

/// A span, in the largest unit of which it holds one, to three digits at most.
pub fn span_ns(ns: f64) -> String {
    let (unit, size) = SPAN_UNITS.into_iter().find(|&(_, size)| ns >= size).unwrap_or(("ns", 1.0));
    let value = ns / size;
    let decimals = match value {
        value if value.fract() == 0.0 || value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        _ => 2,
    };
    let unit = if value == 1.0 {
        unit.strip_suffix('s').filter(|word| word.len() > 2).unwrap_or(unit)
    } else {
        unit
    };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_counts_are_short() {
        assert_eq!(time_ns(41.666), "41.7 ns");
        assert_eq!(time_ns(1.5e6), "1.50 ms");
        assert_eq!(time_ns(-2.5e10), "\u{2212}25.0 s", "a minus, no hyphen");
    }

    #[test]
    fn spans_have_the_unit_that_fits() {
        assert_eq!(span_ns(1e9), "1 s");
        assert_eq!(span_ns(604_800e9), "1 week");
        assert_eq!(span_ns(60e9), "1 min");
        assert_eq!(span_ns(553.4e9), "9.22 min");
        assert_eq!(span_ns(6.149e18), "195 years");
    }

    #[test]
    fn columns_stand_under_each_other() {
        let rows = [vec!["a", "bb", "c"], vec!["dd", "wide and last"], vec!["e", "f", "g"]];
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        assert_eq!(table(&rows, &[0]), "   a  bb  c\n  dd  wide and last\n   e  f   g\n");
    }

    #[test]
    fn a_row_that_is_too_wide_goes_on_below() {
        let rows: Vec<Vec<String>> =
            vec![["core", "a long name of it", "2.80 GHz"].map(str::to_owned).to_vec()];
        let text = table_of_width(&rows, &[], 24);
        assert_eq!(text, "  core  a long name of\n      it\n      2.80 GHz\n");
        assert_eq!(table_of_width(&rows, &[], ENDLESS).lines().count(), 1);
    }

    #[test]
    fn one_row_that_is_too_wide_leaves_the_others_aligned() {
        let rows = [["add", "1", "an addition that a core may do without executing it"], ["imul", "3", ""]];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let text = table_of_width(&rows, &[1], 36);
        let lines = [
            "  add   1  an addition that a core",
            "           may do without executing",
            "           it",
            "  imul  3",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn a_number_keeps_its_unit_and_its_uncertainty() {
        assert_eq!(wrapped("from 3.694 GHz to 3.695 GHz", 23, ""), "from 3.694 GHz to\n3.695 GHz");
        assert_eq!(wrapped("reads 3.694 GHz \u{b1} 70 kHz.", 18, " "), "reads 3.694 GHz\n \u{b1} 70 kHz.");
    }

    #[test]
    fn names_are_cut_with_an_ellipsis() {
        assert_eq!(shortened("Cortex-A78", 10), "Cortex-A78");
        assert_eq!(shortened("Cortex A78", 8), "Cortex\u{2026}");
    }
}
