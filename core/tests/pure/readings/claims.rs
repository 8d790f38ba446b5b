//! Coverage of the interval for the mean, whatever the clock does, on cores that nothing can share.

use trueghz::estimate::estimate;
use trueghz::estimate::verdict::Verdict;

use super::bench::{error_ppm, holds};
use super::motions::{Group, settings};

/// Maximum share of readings that miss the mean, with 95 % intervals.
const MISSES: f64 = 0.05;

#[test]
fn the_interval_holds_the_mean_of_clocks_that_move_at_random() {
    let mut missed = Vec::new();
    let mut all = 0;
    let settings = settings().into_iter().filter(|setting| setting.group != Group::Apart);
    // The bench has a hundred readings of each setting; here is one.
    for (seed, setting) in (0..).zip(settings) {
        let (recording, mean_hz) = setting.record(seed).expect("a recording");
        let estimate = estimate(&recording);
        all += 1;
        let place =
            || format!("{}, {} Hz, seed {seed}: {:?}", setting.name, setting.timer.hz, estimate.verdict);
        let Some(frequency) = estimate.frequency else {
            missed.push(place());
            continue;
        };
        let off_ppm = error_ppm(frequency, mean_hz);
        if !holds(frequency, mean_hz) {
            missed.push(format!("{}, off by {off_ppm:.1} ppm", place()));
        }
        let is_wrong = off_ppm.abs() > 50.0 && !holds(frequency, mean_hz);
        assert!(estimate.verdict != Verdict::Steady || !is_wrong, "{}, off by {off_ppm:.1} ppm", place());
    }
    assert!(missed.len() as f64 <= MISSES * f64::from(all), "of {all}:\n{}", missed.join("\n"));
}
