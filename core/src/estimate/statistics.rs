//! The statistics on which the estimate is based. Distributions come from `statrs`: the F
//! distribution needs the incomplete beta function, which a well-maintained library evaluates
//! better than code of our own.

use std::cmp::Ordering;

use statrs::distribution::{ContinuousCDF, FisherSnedecor, Normal, StudentsT};

/// The quantile `p` (0 to 1) of `values`, by the nearest rank. Reorders `values`. `None` for an
/// empty list.
pub fn quantile(values: &mut [f64], p: f64) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let index = ((values.len() - 1) as f64 * p).round() as usize;
    Some(select(values, index))
}

/// Length below which sorting is faster than partitioning.
const SORTED: usize = 16;

/// The value of rank `index`, which is below the length, in linear time; `values` are reordered.
///
/// Three-way quickselect (Hoare 1961; Dijkstra 1976), since times that a clock rounds to ticks
/// repeat. The standard library's selection takes forty times as long in shipped programs, in which
/// the library is compiled for size (tools/cross.sh).
fn select(mut values: &mut [f64], mut index: usize) -> f64 {
    while values.len() > SORTED {
        let mut three = [values[0], values[values.len() / 2], values[values.len() - 1]];
        three.sort_unstable_by(f64::total_cmp);
        let pivot = three[1];
        let (mut below, mut next, mut above) = (0, 0, values.len());
        while next < above {
            match values[next].total_cmp(&pivot) {
                Ordering::Less => {
                    values.swap(below, next);
                    below += 1;
                    next += 1;
                }
                Ordering::Equal => next += 1,
                Ordering::Greater => {
                    above -= 1;
                    values.swap(next, above);
                }
            }
        }
        if index < below {
            values = &mut values[..below];
        } else if index < above {
            return pivot;
        } else {
            values = &mut values[above..];
            index -= above;
        }
    }
    values.sort_unstable_by(f64::total_cmp);
    values[index]
}

/// The median of `values`, which it reorders; `None` for an empty list.
pub fn median(values: &mut [f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// Sorts `values` and returns the mean of their middle half, with its standard error by the
/// winsorised variance (J. W. Tukey and D. H. McLaughlin, Less vulnerable confidence and
/// significance procedures for location based on a single sample, Sankhya A 25 (1963) 331-352). As
/// robust as the median if a quarter is off on either side, and finer if there are few distinct
/// values: a median is one of them. `None` for fewer than four values.
pub fn middle_mean(values: &mut [f64]) -> Option<Uncertain> {
    if values.len() < 4 {
        return None;
    }
    values.sort_unstable_by(f64::total_cmp);
    let quarter = values.len() / 4;
    let (low, high) = (values[quarter], values[values.len() - 1 - quarter]);
    let (mut middle, mut winsorised) = (Moments::default(), Moments::default());
    for (place, &value) in values.iter().enumerate() {
        winsorised.add(value.clamp(low, high));
        if (quarter..values.len() - quarter).contains(&place) {
            middle.add(value);
        }
    }
    let kept = middle.count / winsorised.count;
    let error = winsorised.variance().sqrt() / (kept * winsorised.count.sqrt());
    Some(Uncertain { value: middle.mean(), error })
}

/// Sorts `values` and returns the middle and half-width of the shortest interval that contains the
/// fraction `part` of them. If most values are valid and the others too high, it contains the valid
/// ones.
///
/// With a share of one half this is the *shorth*, whose middle is the location of least median of
/// squares (P. J. Rousseeuw, Least median of squares regression, JASA 79 (1984) 871-880).
pub fn shortest_interval(values: &mut [f64], part: f64) -> Option<(f64, f64)> {
    if values.is_empty() {
        return None;
    }
    values.sort_unstable_by(f64::total_cmp);
    let held = ((values.len() as f64 * part).ceil() as usize).clamp(1, values.len());
    let (low, high) = values
        .windows(held)
        .map(|run| (run[0], run[held - 1]))
        .min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))?;
    Some(((low + high) / 2.0, (high - low) / 2.0))
}

/// Count, mean and variance of values, in one pass.
///
/// Uses the sum of squares and not Welford's recurrence (B. P. Welford, Technometrics 4 (1962)
/// 419-420), so that recordings give the same value as before to the last bit. The sum of squares
/// keeps 2^53 / (mean / deviation)^2 of the variance. It is used for excess times, which are about
/// as large as they scatter, and for the kinds' periods, where a scatter of 1 ppm keeps four
/// digits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moments {
    /// Number of values.
    pub count: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean; NaN without values.
    pub fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// The variance of the values about their mean (unbiased); 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        let mean = self.mean();
        ((self.squares - self.count * mean * mean) / (self.count - 1.0)).max(0.0)
    }
}

/// A value with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Uncertain {
    /// The value.
    pub value: f64,
    /// Its standard error, in the same unit.
    pub error: f64,
}

impl Uncertain {
    /// The mean of values weighted by the inverse of their variances, with its internal error,
    /// which follows from theirs; `None` without values.
    pub fn weighted(values: impl Iterator<Item = Uncertain>) -> Option<Uncertain> {
        let weighted = |(weights, sum): (f64, f64), value: Uncertain| {
            let weight = value.error.powi(-2);
            (weights + weight, sum + weight * value.value)
        };
        let (weights, sum) = values.fold((0.0, 0.0), weighted);
        (weights > 0.0).then(|| Uncertain { value: sum / weights, error: weights.sqrt().recip() })
    }

    /// Upper limit of the value, exceeded with a probability of 2 %.
    pub fn above(self) -> f64 {
        self.value + 2.0 * self.error
    }
}

/// Standard error of the plain mean of these values from their differences beyond chance, in their
/// unit.
pub(super) fn disagreement(list: impl Iterator<Item = Uncertain>) -> f64 {
    let mut values = Moments::default();
    let mut by_chance = 0.0;
    for value in list {
        values.add(value.value);
        by_chance += value.error.powi(2);
    }
    (values.variance() - by_chance / values.count).max(0.0).sqrt() / values.count.sqrt()
}

/// The mean of values weighted by the inverse of their variances, with its *external* error from
/// the scatter of the values: the internal error, which follows from theirs, times the Birge ratio
/// (R. T. Birge, The calculation of errors by the method of least squares, Phys. Rev. 40 (1932)
/// 207-227).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeightedMean {
    /// The mean, with its external error.
    pub mean: Uncertain,
    /// Sum of the squared deviations, each in units of its value's error.
    pub chi_squared: f64,
    /// Number of values.
    pub count: usize,
}

impl WeightedMean {
    /// See [`WeightedMean`]; `None` for fewer than two values.
    pub fn of(values: &[Uncertain]) -> Option<WeightedMean> {
        if values.len() < 2 {
            return None;
        }
        let weights = || values.iter().map(|v| v.error.powi(-2));
        let total: f64 = weights().sum();
        let value = values.iter().zip(weights()).map(|(v, w)| v.value * w).sum::<f64>() / total;
        let chi_squared: f64 = values.iter().zip(weights()).map(|(v, w)| w * (v.value - value).powi(2)).sum();
        let freedom = (values.len() - 1) as f64;
        let error = (chi_squared / freedom / total).sqrt();
        Some(WeightedMean { mean: Uncertain { value, error }, chi_squared, count: values.len() })
    }

    /// The p-value of the hypothesis that all values are equal: the F test of their scatter against
    /// their errors, which were estimated from `noise_freedom` residuals.
    pub fn p_all_equal(&self, noise_freedom: f64) -> f64 {
        let freedom = (self.count - 1) as f64;
        if !self.chi_squared.is_finite() {
            return 1.0;
        }
        match FisherSnedecor::new(freedom, noise_freedom.max(1.0)) {
            Ok(distribution) => distribution.sf(self.chi_squared / freedom),
            Err(_) => 1.0,
        }
    }
}

/// The quantile of Student's t distribution by which the standard error of the mean of `count`
/// values is multiplied for a two-sided interval of `confidence` (Student, The probable error of a
/// mean, Biometrika 6 (1908) 1-25).
pub fn student_factor(count: usize, confidence: f64) -> f64 {
    let freedom = count.saturating_sub(1).max(1) as f64;
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(0.5 + confidence / 2.0))
}

/// Expected maximum of `count` standard normal values (G. Blom, Statistical estimates and
/// transformed beta-variables, 1958).
pub fn normal_extreme(count: usize) -> f64 {
    let count = count.max(1);
    let place = (count as f64 - 0.375) / (count as f64 + 0.25);
    Normal::standard().inverse_cdf(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Ranks among few distinct values, as times of a coarse clock are, and among many.
        #[test]
        fn the_value_of_a_rank_is_that_of_the_sorted_list(
            values in prop::collection::vec(prop_oneof![-2.0..2.0, (0_u8..4).prop_map(f64::from)], 1..200),
            rank in any::<prop::sample::Index>(),
        ) {
            let index = rank.index(values.len());
            let mut sorted = values.clone();
            sorted.sort_unstable_by(f64::total_cmp);
            prop_assert_eq!(select(&mut values.clone(), index), sorted[index]);
        }
    }

    #[test]
    fn the_shortest_interval_finds_the_sound_values_among_late_ones() {
        let mut values: Vec<f64> = (0..60).map(|i| 100.0 + f64::from(i % 7)).collect();
        values.extend((0..40).map(|i| 200.0 + 37.0 * f64::from(i)));
        let (middle, half) = shortest_interval(&mut values, 0.4).unwrap();
        assert!((100.0..=106.0).contains(&middle), "{middle}");
        assert!(half <= 3.0, "{half}");
    }

    #[test]
    fn the_mean_of_the_middle_half_ignores_what_is_off() {
        // A coarse timer's two values, one in five too high: the median is one of the two.
        let mut values: Vec<f64> =
            (0..100).map(|i| if i % 5 == 4 { 500.0 } else { [10.0, 11.0][i % 2] }).collect();
        let found = middle_mean(&mut values).expect("a mean");
        assert!((10.3..=10.9).contains(&found.value) && found.error < 0.2, "{found:?}");
        assert_eq!(middle_mean(&mut [1.0, 2.0, 3.0]), None);
        let mut spread: Vec<f64> = (0..400).map(|i| f64::from(i % 20)).collect();
        let found = middle_mean(&mut spread).expect("a mean");
        assert!((found.value - 9.5).abs() < 1e-9 && (0.2..0.5).contains(&found.error), "{found:?}");
    }

    #[test]
    fn moments_are_those_of_the_textbook() {
        let mut moments = Moments::default();
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            moments.add(value);
        }
        assert_eq!(moments.mean(), 5.0);
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn student_factor_is_the_table_s() {
        // Student's t, two-sided 95 %: 15 degrees of freedom 2.131, 4 degrees 2.776.
        assert!((student_factor(16, 0.95) - 2.131).abs() < 1e-3);
        assert!((student_factor(5, 0.95) - 2.776).abs() < 1e-3);
    }

    #[test]
    fn the_extreme_of_normal_values_is_the_table_s() {
        // H. L. Harter, Expected values of normal order statistics, Biometrika 48 (1961) 151-165.
        for (count, extreme) in [(2, 0.564), (8, 1.424), (16, 1.766), (100, 2.508), (400, 2.968)] {
            assert!((normal_extreme(count) - extreme).abs() < 0.03, "{count}: {}", normal_extreme(count));
        }
        assert!(normal_extreme(1).abs() < 1e-12 && normal_extreme(0).abs() < 1e-12);
    }

    #[test]
    fn equal_values_are_not_called_different_and_different_ones_are() {
        let at = |value| Uncertain { value, error: 1.0 };
        let near = WeightedMean::of(&[at(0.5), at(-0.6), at(0.2), at(-0.1)]).unwrap();
        assert!(near.p_all_equal(1000.0) > 0.5);
        let far = WeightedMean::of(&[at(0.5), at(9.0), at(0.2), at(-0.1)]).unwrap();
        assert!(far.p_all_equal(1000.0) < 1e-6);
    }
}
