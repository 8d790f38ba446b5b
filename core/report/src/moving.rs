//! Texts about a varying clock: its core, its levels, times and steps.

use trueghz::Interval;
use trueghz::report::display::{FrequencyDisplay, Rounded};
use trueghz::report::number::RoundedNumber;
use trueghz::report::phrases::stated_hz;
use trueghz_loads::windows::timed::Step;

/// Replaces an unknown number.
pub(super) const UNKNOWN: &str = "\u{2013}";

/// Significant digits of the clocks of a step, which is of 3 % and more.
const STEP_DIGITS: usize = 3;

/// The core and its kind: "core 4, Cortex-A78".
pub fn whose(cpu: Option<u32>, kind: &str) -> String {
    cpu.map_or_else(|| kind.to_owned(), |cpu| format!("core {cpu}, {kind}"))
}

/// A clock, rounded to its significant digits.
pub fn level(hz: &Interval) -> String {
    FrequencyDisplay::of(hz).map_or_else(|| stated_hz(hz.value), |display| display.number.to_string())
}

/// A half-width of at least this fraction of the clock is displayed in percent.
const COARSE: f64 = 1e-3;

/// A clock with its half-width: "3.6941 GHz \u{b1} 12 ppm", "2.30 GHz \u{b1} 1.3 %".
pub fn plus_minus(hz: &Interval) -> String {
    let half = hz.max_half_width() / hz.value;
    let half = if half < COARSE {
        format!("{:.0} ppm", half * 1e6)
    } else {
        format!("{} %", RoundedNumber::percent(half * 100.0).digits())
    };
    format!("{} \u{b1} {half}", level(hz))
}

/// A change of the clock: "1.20 GHz \u{2192} 2.00 GHz at 4.20 ms".
pub fn step(step: &Step) -> String {
    let at = if step.at_ms < 1e3 { format!("{:.2} ms", step.at_ms) } else { time_ms(step.at_ms) };
    let [from, to] = [step.from_hz, step.to_hz]
        .map(|hz| Rounded::significant(hz, STEP_DIGITS).map_or_else(|| stated_hz(hz), |hz| hz.to_string()));
    format!("{from} \u{2192} {to} at {at}")
}

/// A time of milliseconds to hours in common notation: 300 ms, 12.5 s, 5 min 0 s, 2 h 3 min.
pub fn time_ms(ms: f64) -> String {
    let seconds = ms / 1e3;
    if seconds < 1.0 {
        format!("{ms:.0} ms")
    } else if seconds < 60.0 {
        format!("{} s", RoundedNumber::new(seconds, 1).digits())
    } else if seconds < 3_600.0 {
        let whole = seconds.round() as u64;
        format!("{} min {} s", whole / 60, whole % 60)
    } else {
        let minutes = (seconds / 60.0).round() as u64;
        format!("{} h {} min", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_interval_is_in_percent() {
        let of = |half: f64| plus_minus(&Interval::around(2.3e9, 2.3e9 * half));
        assert_eq!(of(12e-6), "2.30000 GHz \u{b1} 12 ppm");
        assert_eq!(of(0.013), "2.30 GHz \u{b1} 1.3 %");
    }
}
