//! Paired differences: Wilcoxon's signed-rank test, and the estimate and the interval that belong
//! to it.
//!
//! Under the hypothesis that a pair could as well have come the other way round, every difference
//! has either sign with the same probability, whatever its distribution: the test is exact. With a
//! shift, differences are to be symmetric about it. docs/sources.md: Wilcoxon; Hodges, Lehmann;
//! Hollander, Wolfe, Chicken.

use trueghz::Interval;

/// Result of paired differences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRank {
    /// The Hodges-Lehmann estimate of the shift: the median of the means of all pairs of
    /// differences (Walsh averages), with an interval whose ends are such averages.
    pub shift: Interval,
    /// Coverage of such an interval: the requested one or more, because there are finitely many
    /// intervals.
    pub confidence: f64,
    /// The two-sided probability of ranks as uneven as these, or more, if there is no shift.
    pub p_value: f64,
}

impl SignedRank {
    /// Tests `differences`, with an interval of `confidence` (0 to 1, exclusive); `None` for fewer
    /// than an interval needs, six for 95 %. Takes a time that grows with the cube of their number:
    /// a second for 500.
    pub fn of(differences: &[f64], confidence: f64) -> Option<SignedRank> {
        let ranks: Vec<usize> = (1..=differences.len()).collect();
        let below = cumulated(&distribution(&ranks));
        // The largest tails that together are no more than the rest of the confidence.
        let tail = (1.0 - confidence) / 2.0;
        let cut = below.iter().take_while(|&&probability| probability <= tail).count().checked_sub(1)?;
        let mut averages = walsh_averages(differences);
        averages.sort_unstable_by(f64::total_cmp);
        let last = averages.len() - 1;
        Some(SignedRank {
            shift: Interval {
                value: (averages[last / 2] + averages[last.div_ceil(2)]) / 2.0,
                low: averages[cut],
                high: averages[last - cut],
            },
            confidence: 1.0 - 2.0 * below[cut],
            p_value: p_value(differences),
        })
    }
}

/// The means of all pairs of values, each with itself included.
fn walsh_averages(values: &[f64]) -> Vec<f64> {
    let from = |at: usize| values[at..].iter().map(move |other| (values[at] + other) / 2.0);
    (0..values.len()).flat_map(from).collect()
}

/// Two-sided p-value of the signed ranks. Zero differences have no sign and are omitted, as
/// Wilcoxon does; ties share the mean of their ranks, and the distribution is computed for the
/// shared ranks.
fn p_value(differences: &[f64]) -> f64 {
    let mut signed: Vec<f64> = differences.iter().copied().filter(|&difference| difference != 0.0).collect();
    signed.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let ranks = doubled_midranks(&signed);
    let of_sign = |is_wanted: fn(f64) -> bool| -> usize {
        signed.iter().zip(&ranks).filter(|(value, _)| is_wanted(**value)).map(|(_, rank)| rank).sum()
    };
    let less = of_sign(|value| value > 0.0).min(of_sign(|value| value < 0.0));
    let below = cumulated(&distribution(&ranks));
    (2.0 * below[less]).min(1.0)
}

/// Twice the rank of each of `sorted` by size: a whole number even if equal ones share the mean of
/// their ranks.
fn doubled_midranks(sorted: &[f64]) -> Vec<usize> {
    let mut ranks = Vec::with_capacity(sorted.len());
    for equal in sorted.chunk_by(|a, b| a.abs() == b.abs()) {
        let (first, last) = (ranks.len() + 1, ranks.len() + equal.len());
        ranks.resize(last, first + last);
    }
    ranks
}

/// Probability of each sum of the ranks with a positive sign, from 0, if either sign is equally
/// likely.
fn distribution(ranks: &[usize]) -> Vec<f64> {
    let mut probabilities = vec![0.0; ranks.iter().sum::<usize>() + 1];
    probabilities[0] = 1.0;
    let mut most = 0;
    for rank in ranks {
        most += rank;
        // In descending order, so that each sum is still computed from the previous ranks only.
        for sum in (0..=most).rev() {
            let without = probabilities[sum];
            let with = sum.checked_sub(*rank).map_or(0.0, |rest| probabilities[rest]);
            probabilities[sum] = (without + with) / 2.0;
        }
    }
    probabilities
}

fn cumulated(probabilities: &[f64]) -> Vec<f64> {
    let add = |sum: &mut f64, probability: &f64| {
        *sum += probability;
        Some(*sum)
    };
    probabilities.iter().scan(0.0, add).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heights of cross- and self-fertilised maize, in eighths of an inch (C. Darwin, 1876; R. A.
    /// Fisher, The Design of Experiments, 1935, chapter III).
    const MAIZE: [f64; 15] =
        [49.0, -67.0, 8.0, 16.0, 6.0, 23.0, 28.0, 41.0, 14.0, 29.0, 56.0, 24.0, 75.0, 60.0, -48.0];

    /// The p-value by its definition: all signs, one by one.
    fn by_enumeration(differences: &[f64]) -> f64 {
        let sizes: Vec<f64> = differences.iter().map(|d| d.abs()).filter(|&size| size > 0.0).collect();
        let rank = |size: f64| {
            let smaller = sizes.iter().filter(|&&other| other < size).count() as f64;
            let equal = sizes.iter().filter(|&&other| other == size).count() as f64;
            smaller + (equal + 1.0) / 2.0
        };
        let ranks: Vec<f64> = sizes.iter().map(|&size| rank(size)).collect();
        let total: f64 = ranks.iter().sum();
        let unevenness = |positive: f64| (positive - total / 2.0).abs();
        let seen: f64 = differences.iter().filter(|&&d| d > 0.0).map(|d| rank(*d)).sum();
        let signs = 0..1_u32 << ranks.len();
        let as_uneven = signs.clone().filter(|signs| {
            let positive = ranks.iter().enumerate().filter(|(at, _)| (signs >> at) & 1 == 1);
            unevenness(positive.map(|(_, rank)| rank).sum()) >= unevenness(seen) - 1e-9
        });
        as_uneven.count() as f64 / f64::from(signs.end)
    }

    #[test]
    fn the_test_is_exact() {
        let ties = [1.0, 1.0, -1.0, 2.0, 2.0, 0.0, 3.0, 3.5, -0.5];
        for differences in [&MAIZE[..], &MAIZE[..9], &ties, &[1.0; 6], &[-1.0, 1.0]] {
            let (ours, counted) = (p_value(differences), by_enumeration(differences));
            assert!((ours - counted).abs() < 1e-12, "{differences:?}: {ours} {counted}");
        }
        assert_eq!(p_value(&[0.0, 0.0]), 1.0);
    }

    #[test]
    fn the_interval_has_the_tables_critical_values() {
        // Two-sided 5 %: the rank sum is at most 0 of 6 pairs, 8 of 10, 25 of 15 (Wilcoxon's
        // table).
        for (count, critical) in [(6, 0), (10, 8), (15, 25)] {
            let ranks: Vec<usize> = (1..=count).collect();
            let below = cumulated(&distribution(&ranks));
            assert!(below[critical] <= 0.025 && below[critical + 1] > 0.025, "{count}: {below:?}");
        }
        let found = SignedRank::of(&MAIZE, 0.95).expect("15 pairs");
        assert!((0.95..0.96).contains(&found.confidence), "{found:?}");
        assert!((found.p_value - 0.041_26).abs() < 1e-5, "{found:?}");
        assert!(found.shift.low > 0.0 && found.shift.below() > 0.0 && found.shift.above() > 0.0, "{found:?}");
    }

    #[test]
    fn fewer_than_six_pairs_carry_no_interval() {
        assert_eq!(SignedRank::of(&[1.0; 5], 0.95), None);
        assert_eq!(SignedRank::of(&[], 0.95), None);
        let six = SignedRank::of(&[1.0; 6], 0.95).expect("six pairs");
        assert_eq!(six.shift, Interval { value: 1.0, low: 1.0, high: 1.0 });
        assert_eq!(six.p_value, 2.0 / 64.0);
    }

    #[test]
    fn the_interval_holds_the_shift_as_often_as_it_says() {
        let mut random = fastrand::Rng::with_seed(17);
        let (runs, shift) = (2_000, 3.0);
        let mut held = 0;
        for _ in 0..runs {
            // Symmetric, and far from normal: now and then ten times as far.
            let mut noise = || (random.f64() - 0.5) * if random.u8(..10) == 0 { 10.0 } else { 1.0 };
            let differences: Vec<f64> = (0..10).map(|_| shift + noise()).collect();
            let found = SignedRank::of(&differences, 0.95).expect("ten pairs");
            held += u32::from(found.shift.contains(shift));
        }
        // 95.1 %, and four standard errors of it to either side.
        let share = f64::from(held) / f64::from(runs);
        assert!((0.932..0.970).contains(&share), "{share}");
    }
}
