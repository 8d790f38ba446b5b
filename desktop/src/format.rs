//! Numbers and lines as text.

use textwrap::core::display_width;
use trueghz::host::{ClaimSource, Fact, Machine, Virtualisation};
use trueghz::report::display::{FrequencyDisplay, decimals_carried};

use crate::style::{NUMBER, QUIET, paint};

/// The width that every line keeps to.
pub const WIDTH: usize = 72;

/// Where values begin in a line with a label.
const VALUE_COLUMN: usize = 14;

/// A line with a label, wrapped under its value.
pub fn labelled(label: &str, value: &str) -> String {
    let gap = " ".repeat(VALUE_COLUMN);
    let options = textwrap::Options::new(WIDTH).initial_indent(&gap).subsequent_indent(&gap);
    let wrapped = textwrap::fill(value, options);
    let padding = " ".repeat((VALUE_COLUMN - 2).saturating_sub(label.len()));
    format!("  {}{padding}{}\n", paint(QUIET, label), wrapped.trim_start())
}

/// A paragraph, indented by so many columns.
pub fn paragraph(text: &str, indent: usize) -> String {
    let gap = " ".repeat(indent);
    let options = textwrap::Options::new(WIDTH).initial_indent(&gap).subsequent_indent(&gap);
    format!("{}\n", textwrap::fill(text, options))
}

/// Columns with two blanks between them, indented by two; those named in `right` are set flush right.
///
/// The last cell of a row may be wider than its column: nothing stands beside it.
pub fn table(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let counts = |row: &&Vec<String>| column + 1 < row.len() || right.contains(&column);
        let cells = rows.iter().filter(counts).filter_map(|row| row.get(column));
        cells.map(|cell| display_width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let gap = " ".repeat(widths[column].saturating_sub(display_width(cell)));
            if right.contains(&column) { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
        });
        format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
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

/// A value in hertz that is stated, not measured: "2.80 GHz", "2.596 GHz", "600 MHz".
pub fn stated_hz(hz: f64) -> String {
    let (value, unit, fewest) = match hz {
        hz if hz >= 1e9 => (hz / 1e9, "GHz", 2),
        hz if hz >= 1e6 => (hz / 1e6, "MHz", 0),
        hz if hz >= 1e3 => (hz / 1e3, "kHz", 0),
        hz => (hz, "Hz", 0),
    };
    let mut digits = format!("{value:.3}");
    while digits.ends_with('0') && decimals(&digits) > fewest {
        digits.pop();
    }
    format!("{} {unit}", digits.trim_end_matches('.'))
}

fn decimals(digits: &str) -> usize {
    digits.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

/// A tolerance in parts per million: never nothing, however small.
pub fn tolerance_ppm(ppm: f64) -> String {
    let decimals = if ppm >= 10.0 { 0 } else { 2 };
    format!("{:.decimals$} ppm", ppm.max(0.01))
}

/// A difference in percent, with its sign.
pub fn percent(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 9.95 => 0,
        size if size >= 0.995 => 1,
        _ => 2,
    };
    format!("{} %", signed(value, decimals))
}

/// A number with its sign, the minus as typographers want it. Zero has none.
pub fn signed(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let is_zero = digits.chars().all(|c| c == '0' || c == '.');
    match value {
        _ if is_zero => digits,
        value if value < 0.0 => format!("\u{2212}{digits}"),
        _ => format!("+{digits}"),
    }
}

/// Cycles, in the digits that their standard error carries: three decimals at most.
pub fn cycles(value: f64, standard_error: Option<f64>) -> String {
    format!("{value:.*}", standard_error.map_or(2, |error| decimals_carried(error, 3)))
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
    format!("{value:.decimals$} {unit}")
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

/// A count with its thousands set apart.
pub fn count(value: usize) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Chip, device, system and what stands between, as far as they are known.
pub fn machine_line(machine: &Machine) -> String {
    let mut parts: Vec<&str> = Vec::new();
    parts.extend(machine.chip.value().map(String::as_str));
    parts.extend(machine.device.value().map(String::as_str).filter(|device| !parts.contains(device)));
    if parts.is_empty() {
        parts.push("unknown chip");
    }
    parts.push(&machine.system.name);
    if let Fact::Known { value, .. } = &machine.virtualisation {
        match value {
            Virtualisation::None => {}
            Virtualisation::Hypervisor { name } | Virtualisation::Emulator { name } => parts.push(name),
        }
    }
    parts.join(" \u{b7} ")
}

/// Who claims a clock.
pub fn claim_source(source: ClaimSource) -> &'static str {
    match source {
        ClaimSource::CpuinfoMaxFreq => "the driver (cpuinfo_max_freq)",
        ClaimSource::ScalingMaxFreq => "the driver's limit (scaling_max_freq)",
        ClaimSource::BaseFrequency => "the driver (base_frequency)",
        ClaimSource::ScalingCurFreq => "the driver (scaling_cur_freq)",
        ClaimSource::CpuidMax | ClaimSource::CpuidBase => "the processor (cpuid)",
        ClaimSource::CpuidTsc => "the time stamp counter (cpuid)",
        ClaimSource::BrandString => "the processor's name",
        ClaimSource::DeviceTree => "the device tree",
        ClaimSource::ProcCpuinfoMhz => "/proc/cpuinfo",
        ClaimSource::SysctlMax | ClaimSource::SysctlNominal => "the system (sysctl)",
        ClaimSource::WindowsRegistry => "the registry",
        ClaimSource::WindowsPowerMax | ClaimSource::WindowsPowerCurrent => "Windows",
        _ => "the system",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stated_clocks_keep_what_was_stated() {
        for (hz, text) in [
            (2.8e9, "2.80 GHz"),
            (2.596e9, "2.596 GHz"),
            (3e9, "3.00 GHz"),
            (600e6, "600 MHz"),
            (1.0e6, "1 MHz"),
            (32_768.0, "32.768 kHz"),
            (100.0, "100 Hz"),
        ] {
            assert_eq!(stated_hz(hz), text);
        }
    }

    #[test]
    fn differences_have_a_sign_unless_they_are_none() {
        assert_eq!(percent(58.31), "+58 %");
        assert_eq!(percent(-0.21), "\u{2212}0.21 %");
        assert_eq!(percent(-2.04), "\u{2212}2.0 %");
        assert_eq!(percent(-0.001), "0.00 %");
    }

    #[test]
    fn times_and_counts_are_short() {
        assert_eq!(time_ns(41.666), "41.7 ns");
        assert_eq!(time_ns(1.5e6), "1.50 ms");
        assert_eq!(time_ns(-2.5e10), "-25.0 s");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count(999), "999");
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
    fn names_are_cut_with_an_ellipsis() {
        assert_eq!(shortened("Cortex-A78", 10), "Cortex-A78");
        assert_eq!(shortened("Cortex A78", 8), "Cortex\u{2026}");
    }

    #[test]
    fn long_values_wrap_under_their_label() {
        let text = labelled("clock", &"word ".repeat(30));
        assert!(anstream::adapter::strip_str(&text).to_string().lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.lines().count(), 3);
    }
}
