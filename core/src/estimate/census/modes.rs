//! Modes of a set of values.

use std::ops::Range;

use super::parameters::{FEWEST_OF_A_MODE, LOWEST_MODE};

/// Number of `sorted` values that are within `width` above each.
fn crowds(sorted: &[f64], width: f64) -> Vec<usize> {
    let mut end = 0;
    let count = |(at, &value): (usize, &f64)| {
        while end < sorted.len() && sorted[end] <= value + width {
            end += 1;
        }
        end - at
    };
    sorted.iter().enumerate().map(count).collect()
}

/// The interval of `width` that contains most of the `sorted` values.
pub(super) fn fullest(sorted: &[f64], width: f64) -> Range<usize> {
    let crowds = crowds(sorted, width);
    // The first of equally full intervals.
    let best =
        crowds.iter().enumerate().fold((0, 0), |best, (at, &n)| if n > best.1 { (at, n) } else { best });
    best.0..best.0 + best.1
}

/// Sorts `values` and returns the median of their lowest mode: the first interval of `width` that
/// contains enough of them, and at least as many as any interval that begins in it. `None` if there
/// are no values.
pub(super) fn lowest_mode(values: &mut [f64], width: f64) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let crowds = crowds(values, width);
    let fullest = *crowds.iter().max()? as f64;
    let enough = (LOWEST_MODE.get() * fullest).max(FEWEST_OF_A_MODE.get());
    let mut at = crowds.iter().position(|&n| n as f64 >= enough).unwrap_or(0);
    loop {
        let within = at..(at + crowds[at]).max(at + 1);
        let fuller = within.fold(at, |best, other| if crowds[other] > crowds[best] { other } else { best });
        if fuller == at {
            let mode = &values[at..at + crowds[at]];
            return Some(middle(mode));
        }
        at = fuller;
    }
}

/// The median of `sorted`.
pub(super) fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { f64::midpoint(sorted[half - 1], sorted[half]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_mode_is_not_the_fullest() {
        // Forty values at 100 to 101, a hundred at 130 to 131, and one below.
        let mut values: Vec<f64> = (0..40).map(|i| 100.0 + f64::from(i) / 40.0).collect();
        values.extend((0..100).map(|i| 130.0 + f64::from(i) / 100.0));
        values.push(90.0);
        let mode = lowest_mode(&mut values, 2.0).expect("a mode");
        assert!((100.0..=101.0).contains(&mode), "{mode}");
        assert!((130.0..=131.0).contains(&middle(&values[fullest(&values, 2.0)])));
        assert_eq!(lowest_mode(&mut [], 2.0), None);
    }
}
