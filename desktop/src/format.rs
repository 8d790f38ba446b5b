//! Formatting of numbers, lines and tables.

use std::sync::OnceLock;

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::core::display_width;
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::number::RoundedNumber;

use crate::style::{NUMBER, QUIET, paint};

/// Width of lines if the output is not a terminal: `grep`, mail programs and so on wrap lines
/// themselves.
const ENDLESS: usize = u16::MAX as usize;

/// Maximum width of lines on a terminal of any width: longer lines are hard to read.
const READABLE_WIDTH: usize = 100;

/// Minimum width to which text is wrapped: narrower lines would cut words.
const NARROWEST_WIDTH: usize = 20;

#[cfg(test)]
thread_local! {
    /// Width in a test; 0 if there is no terminal.
    static TEST_WIDTH: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Returns the text that `write` produces on a terminal with `columns` columns.
#[cfg(test)]
pub fn with_width(columns: usize, write: impl FnOnce() -> String) -> String {
    TEST_WIDTH.set(columns);
    let text = write();
    TEST_WIDTH.set(0);
    text
}

/// Maximum width of each line of the output: the width of the terminal at the start.
pub fn width() -> usize {
    #[cfg(test)]
    if TEST_WIDTH.get() > 0 {
        return TEST_WIDTH.get();
    }
    static FOUND: OnceLock<usize> = OnceLock::new();
    *FOUND.get_or_init(|| width_of(terminal_size_of(std::io::stdout())))
}

/// Maximum width of lines on a terminal of this size, or without a terminal.
pub fn width_of(terminal: Option<(Width, Height)>) -> usize {
    match terminal {
        Some((Width(columns), _)) => usize::from(columns).clamp(NARROWEST_WIDTH, READABLE_WIDTH),
        None => ENDLESS,
    }
}

/// Units that stay on the line of their number.
const UNITS: [&str; 17] = [
    "GHz", "MHz", "kHz", "Hz", "h", "min", "s", "ms", "\u{b5}s", "ns", "ppm", "%", "cycles", "\u{b0}C",
    "\u{b1}", "bits", "MB",
];

/// Options that fill lines one after another. With the default algorithm, line breaks would depend
/// on features of the crate that other programs of the workspace enable.
pub fn wrapping<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width).wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
}

/// Wraps text to a width and indents it from the second line on. Never breaks between a number and
/// its unit, or between a number and its uncertainty.
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
    // The output has plain spaces, so that a search for "3.1 GHz" finds it.
    textwrap::fill(&joined, options).replace(NO_BREAK, " ")
}

/// Column at which values begin in a line with a label.
const VALUE_COLUMN: usize = 14;

/// Formats a line with a label; further lines are aligned with its value.
pub fn labelled(label: &str, value: &str) -> String {
    let gap = " ".repeat(VALUE_COLUMN);
    let value = wrapped(&format!("{gap}{value}"), width(), &gap);
    let padding = " ".repeat((VALUE_COLUMN - 2).saturating_sub(label.len()));
    format!("  {}{padding}{}\n", paint(QUIET, label), value.trim_start())
}

/// Formats a paragraph, indented by `indent` columns.
pub fn paragraph(text: &str, indent: usize) -> String {
    let gap = " ".repeat(indent);
    format!("{}\n", wrapped(&format!("{gap}{text}"), width(), &gap))
}

/// Formats a table with two spaces between columns, indented by two; the columns in `right` are
/// right-aligned.
///
/// The last cell of a row may be wider than its column, because no cell follows it. If it does not
/// fit the terminal's width, it continues below itself; if the columns before it leave no room, it
/// has lines of its own.
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

/// Minimum width of a last column; below it, the last cell gets lines of its own.
const NARROWEST_COLUMN: usize = 16;

fn table_row(row: &[String], widths: &[usize], right: &[usize], most: usize) -> String {
    // Empty cells at the end leave no trailing spaces.
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

/// Returns `text`, cut with an ellipsis if it is wider than `width`.
pub fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('\u{2026}');
    short
}

/// Formats a frequency with its unit; the guard digit is dimmed.
pub fn number(display: &FrequencyDisplay) -> String {
    let (carried, guard) = display.carried_and_guard();
    let unit = display.number.unit.symbol();
    format!("{}{} {}", paint(NUMBER, carried), paint(QUIET, guard), paint(NUMBER, unit))
}

/// Formats a time in nanoseconds, in the unit that leaves one to three digits before the point.
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

/// Units of long durations, in nanoseconds; a year has 365.25 days.
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

/// Formats a duration in the largest unit not longer than it, to at most three digits.
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
