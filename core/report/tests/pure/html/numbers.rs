//! Numbers of a measurement, and numbers in a text.

use serde_json::Value;
use trueghz::Measurement;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::{Counted, Reading};

/// Half the width of a 95 % interval, in standard errors.
const NORMAL_FACTOR: f64 = 1.96;

/// A number as it is written.
#[derive(Debug)]
pub struct Written {
    pub value: f64,
    pub decimals: i32,
}

/// The numbers in a text, without their signs. Digits that belong to a word, as in x86-64, do not
/// count.
pub fn in_text(text: &str) -> Vec<Written> {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let words = text.split(|c: char| !(is_of_number(c) || c.is_alphanumeric() || "-_".contains(c)));
    let numbers = words
        .map(|word| word.trim_end_matches(['.', ',']))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(is_of_number));
    let written = |word: &str| {
        let digits = word.replace(',', "");
        let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        Written { value: digits.parse().expect("digits"), decimals: i32::try_from(decimals).unwrap() }
    };
    numbers.map(written).collect()
}

/// Known numbers: those of the JSON form, and those derived from them.
pub struct Known {
    values: Vec<f64>,
    names: Vec<String>,
}

impl Known {
    pub fn of(measurement: &Measurement, histograms: &[Option<WindowHistogram>]) -> Known {
        let mut known = Known { values: Vec::new(), names: Vec::new() };
        known.take(&serde_json::from_str(&measurement.to_json()).expect("JSON"));
        known.values.extend(measurement.cores.iter().flat_map(derived));
        known.values.push(measurement.cores.len() as f64);
        for histogram in histograms.iter().flatten() {
            known.values.push(histogram.beyond as f64);
            for bin in &histogram.bins {
                known.values.extend([bin.low_ppm, bin.high_ppm, bin.kept as f64, bin.dropped as f64]);
            }
        }
        known
    }

    fn take(&mut self, value: &Value) {
        match value {
            Value::Number(number) => self.values.extend(number.as_f64()),
            Value::String(text) => self.names.push(text.clone()),
            Value::Array(values) => values.iter().for_each(|value| self.take(value)),
            Value::Object(members) => members.values().for_each(|value| self.take(value)),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Returns `true` if a number is one of these in some unit: rounded to its last digit, up or
    /// down, as a bound is; or a part of a name.
    pub fn holds(&self, number: &Written) -> bool {
        // Two digits of an uncertainty are shown, the zeros behind them are none: 230 kHz.
        let second_digit =
            if number.decimals == 0 { number.value.max(10.0).log10().floor() - 1.0 } else { f64::MIN };
        let last = 10_f64.powf(second_digit.max(-f64::from(number.decimals))) * 1.001;
        let is_near = |value: &f64| {
            [1.0, 100.0, 1e-3, 1e-6, 1e-9]
                .iter()
                .any(|unit| ((value * unit).abs() - number.value).abs() <= last)
        };
        let digits = format!("{:.*}", usize::try_from(number.decimals).unwrap(), number.value);
        self.values.iter().any(is_near) || self.names.iter().any(|name| name.contains(&digits))
    }
}

/// Numbers derived from those of a reading: half-widths of intervals, and differences in ppm.
fn derived(reading: &Reading) -> Vec<f64> {
    let mut values = Vec::new();
    let hz = reading.hz().unwrap_or_default();
    let clocks = [reading.frequency_hz, reading.repeatable_hz];
    for end in clocks.iter().flatten().flat_map(|clock| [clock.low, clock.high]) {
        values.extend([end - hz, (end / hz - 1.0) * 1e6]);
    }
    for point in &reading.time_line {
        let half_width = NORMAL_FACTOR * point.error_hz;
        values.extend([half_width, (point.hz / hz - 1.0) * 1e6, half_width / hz * 1e6]);
    }
    let of_chains =
        reading.chains.iter().filter_map(|chain| Some((chain.cycles_per_step?, chain.error_cycles?)));
    let tight = reading.tight_loop;
    let of_loop = tight.cycles_per_iteration.zip(tight.error_cycles);
    if let Some((cycles, error)) = of_loop {
        // The clock by which an iteration is one cycle.
        let half_width = reading.frequency_hz.map_or(0.0, |clock| clock.max_half_width()) / cycles;
        values.extend([hz / cycles, half_width.hypot(NORMAL_FACTOR * error * hz / cycles.powi(2))]);
    }
    for (cycles, error) in of_chains.chain(of_loop) {
        let half_width = NORMAL_FACTOR * error;
        let whole = cycles.round().max(1.0);
        values.extend([half_width, half_width / whole * 1e6, (cycles / whole - 1.0) * 1e6]);
    }
    let counted = reading.counters.iter().flat_map(|counters| &counters.counted);
    let ppm = counted.filter_map(Counted::difference_ppm);
    values.extend(ppm.flat_map(|ppm| [ppm.value, ppm.low, ppm.high, ppm.high - ppm.value]));
    values
}
