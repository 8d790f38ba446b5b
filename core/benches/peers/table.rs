//! The table: results of each method in each situation.

use std::collections::BTreeMap;

/// Maximum distance from the reference of a value that is accurate enough for counting cycles, in
/// parts per million.
const NEAR_PPM: f64 = 100.0;

/// All readings by one method in one situation.
#[derive(Default)]
pub struct Readings {
    /// Values in hertz; `None` for a reading without a value.
    pub hz: Vec<Option<f64>>,
    /// Number of times that each verdict and each warning was given; empty for a method without
    /// them.
    pub said: BTreeMap<&'static str, usize>,
}

impl Readings {
    fn sorted(&self) -> Vec<f64> {
        let mut hz: Vec<f64> = self.hz.iter().copied().flatten().collect();
        hz.sort_unstable_by(f64::total_cmp);
        hz
    }

    /// Median of the values.
    pub fn median(&self) -> Option<f64> {
        let hz = self.sorted();
        hz.get(hz.len() / 2).copied()
    }
}

/// The head of the table.
pub fn head() {
    println!(
        "| situation | method | median MHz | least to greatest MHz | spread ppm | within {NEAR_PPM} ppm | verdicts and warnings |"
    );
    println!("|---|---|---|---|---|---|---|");
}

/// Prints a row; `reference_hz` is taken as the true value.
pub fn row(situation: &str, method: &str, readings: &Readings, reference_hz: f64) {
    let (hz, count) = (readings.sorted(), readings.hz.len());
    let near = hz.iter().filter(|&hz| (hz / reference_hz - 1.0).abs() * 1e6 <= NEAR_PPM).count();
    let said: Vec<String> = readings.said.iter().map(|(code, times)| format!("{code} {times}")).collect();
    let said = if said.is_empty() { "none given".to_owned() } else { said.join(", ") };
    let (Some(least), Some(most), Some(median)) = (hz.first(), hz.last(), readings.median()) else {
        println!("| {situation} | {method} | no number | | | 0 of {count} | {said} |");
        return;
    };
    println!(
        "| {situation} | {method} | {:.3} | {:.3} to {:.3} | {:.0} | {near} of {count} | {said} |",
        median / 1e6,
        least / 1e6,
        most / 1e6,
        (most - least) / median * 1e6,
    );
}
