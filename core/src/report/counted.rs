//! Readings of the hardware counters, compared with the chains: the data and their text.

use serde::{Deserialize, Serialize};

use crate::host::counters::{Counter, Quantity, UnavailableCounter};

use super::number::RoundedNumber;
use super::phrases::signed;
use crate::Interval;

/// Readings of the hardware counters during a chain of additions that ran after the windows of a
/// core, and the counters that cannot be read. No number of a reading depends on them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct HardwareCounters {
    /// Readings, one for each counter.
    pub counted: Vec<Counted>,
    /// The counters that cannot be read here, with the reason.
    pub missing: Vec<UnavailableCounter>,
}

/// Reading of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Counted {
    /// The counter.
    pub counter: Counter,
    /// Counts per second of the timing clock, with the 95 % interval; for a cycle counter the
    /// core's clock in hertz. If other cores were kept busy for the reading (Apple's efficiency
    /// cores), it was counted at background priority, whose clock may be lower.
    pub per_second: Interval,
    /// Counts per addition of the chain, with the 95 % interval; absent if the counter runs at a
    /// fixed rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_step: Option<Interval>,
}

impl Counted {
    /// Excess of the counted cycles over those of the chain, one for each addition, in parts per
    /// million, with the ends of the interval. `None` if the counter does not count cycles.
    pub fn difference_ppm(&self) -> Option<Interval> {
        let step = self.per_step.filter(|_| self.counter.quantity() == Quantity::CoreCycles)?;
        let ppm = |cycles: f64| (cycles - 1.0) * 1e6;
        Some(step.map(ppm))
    }

    /// "perf_event cycles: +3 ppm (+1 to +5) beside the chains", "TSC: 3,700.00 MHz", "task time on
    /// P cores: 99.8 % (99.7 to 99.9) of the time", "task energy: 0.512 nJ (0.508 to 0.517) for
    /// each addition".
    pub fn text(&self) -> String {
        let name = self.counter.name();
        if let Some(ppm) = self.difference_ppm() {
            let [value, low, high] = [ppm.value, ppm.low, ppm.high].map(|ppm| signed(ppm, 0));
            return format!("{name}: {value} ppm ({low} to {high}) beside the chains");
        }
        let digits = |interval: Interval, scale: f64| {
            let decimals = RoundedNumber::significant(interval.value * scale, 3).decimals;
            [interval.value, interval.low, interval.high]
                .map(|value| RoundedNumber::new(value * scale, decimals).digits())
        };
        match (self.counter.quantity(), self.per_step) {
            // Nanoseconds in a second.
            (Quantity::PerformanceTime, _) => {
                let [value, low, high] = digits(self.per_second, 1e-7);
                format!("{name}: {value} % ({low} to {high}) of the time")
            }
            (Quantity::Energy, Some(step)) => {
                let [value, low, high] = digits(step, 1.0);
                format!("{name}: {value} nJ ({low} to {high}) for each addition")
            }
            (_, Some(step)) => {
                format!("{name}: {} for each addition", RoundedNumber::new(step.value, 3).digits())
            }
            (_, None) => {
                format!("{name}: {} MHz", RoundedNumber::new(self.per_second.value / 1e6, 2).digits())
            }
        }
    }
}

impl HardwareCounters {
    /// Returns a text for each counter that was read.
    pub fn counted_texts(&self) -> Vec<String> {
        self.counted.iter().map(Counted::text).collect()
    }

    /// Returns the missing counters, a text for each reason: "perf_event cycles, perf_event
    /// instructions: the kernel offers no performance monitoring unit of this core".
    pub fn missing_texts(&self) -> Vec<String> {
        let alike = self.missing.chunk_by(|a, b| a.why == b.why);
        let text = |missing: &[UnavailableCounter]| {
            let names: Vec<&str> = missing.iter().map(|missing| missing.counter.name()).collect();
            format!("{}: {}", names.join(", "), missing[0].why)
        };
        alike.map(text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::counters::CounterError;

    fn counted(counter: Counter, per_step: Option<f64>) -> Counted {
        let around = |value: f64| Interval::around(value, 2e-6 * value);
        Counted { counter, per_second: around(3.1e9), per_step: per_step.map(around) }
    }

    #[test]
    fn each_counter_has_the_words_of_what_it_counts() {
        let cycles = counted(Counter::PerfCycles, Some(1.000_003));
        assert_eq!(cycles.text(), "perf_event cycles: +3 ppm (+1 to +5) beside the chains");
        let instructions = counted(Counter::PerfInstructions, Some(1.0));
        assert_eq!(instructions.text(), "perf_event instructions: 1.000 for each addition");
        assert_eq!(instructions.difference_ppm(), None);
        assert_eq!(counted(Counter::Tsc, None).text(), "TSC: 3,100.00 MHz");
        let around = |value: f64| Interval { value, low: value - 0.01 * value, high: value + 0.01 * value };
        let share = Counted { per_second: around(0.95e9), ..counted(Counter::TaskPerformanceTime, None) };
        assert_eq!(share.text(), "task time on P cores: 95.0 % (94.1 to 95.9) of the time");
        let energy = Counted { per_step: Some(around(0.5)), ..counted(Counter::TaskEnergy, None) };
        assert_eq!(energy.text(), "task energy: 0.500 nJ (0.495 to 0.505) for each addition");
    }

    #[test]
    fn a_reason_is_said_once() {
        let missing = |counter, why| UnavailableCounter { counter, why };
        let none = HardwareCounters {
            counted: Vec::new(),
            missing: vec![
                missing(Counter::PerfCycles, CounterError::NoPmu),
                missing(Counter::PerfInstructions, CounterError::NoPmu),
                missing(Counter::RdpruActual, CounterError::Hypervisor),
            ],
        };
        let texts = none.missing_texts();
        assert_eq!(texts.len(), 2);
        let first =
            "perf_event cycles, perf_event instructions: the kernel offers no performance monitoring unit";
        assert!(texts[0].starts_with(first), "{texts:?}");
    }
}
