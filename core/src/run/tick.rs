//! The tick of a counter that its clock shows in finer units.
//!
//! A system may show a counter of 24 MHz as nanoseconds. Its steps are then multiples of 41.67 ns,
//! each rounded to the unit: the tick is the spacing of the values about which they lie.

/// A tick of fewer units of the clock is not distinguished from them: by chance 3 of 8 values would
/// fit.
const COARSE_UNITS: f64 = 8.0;

/// Minimum fraction of the steps, and of those that differ from the most frequent value, that must
/// fit a tick...
const FITTING: f64 = 0.9;

/// ...and minimum number of such differing steps: by chance 3 of 8 fit a tick of eight units, and
/// so all of six in one of 350 sessions.
const FEWEST_OTHERS: usize = 6;

/// Steps beyond this multiple of the median were interrupted; the tick is not known well enough to
/// count their ticks.
const NEAR: f64 = 16.0;

/// The tick of which all `sorted` steps are multiples, within the rounding to the clock's unit, if
/// it is coarser than that: a system shows a counter of 24 MHz as nanoseconds. `stood` states that
/// the clock also showed the same value in two reads.
pub(super) fn of_steps(sorted: &[f64], usual_ns: f64, stood: bool, unit_ns: f64) -> Option<f64> {
    let near = &sorted[..sorted.partition_point(|&step| step <= NEAR * usual_ns)];
    // A multiple of the tick is rounded to at most two values of the clock, which are a unit apart.
    let values: Vec<&[f64]> = near.chunk_by(|a, b| b - a <= 1.5 * unit_ns).collect();
    let several = values.iter().filter(|value| value.len() > 1).map(|value| mean(value));
    let several: Vec<f64> = stood.then_some(0.0).into_iter().chain(several).collect();
    let apart_ns = several.windows(2).map(|pair| pair[1] - pair[0]).min_by(f64::total_cmp)?;
    if apart_ns < COARSE_UNITS * unit_ns {
        return None;
    }
    // Fits the tick to all of them, from the small ones on: the larger a multiple, the better the
    // tick must be known to count it.
    let mut tick_ns = apart_ns;
    let (mut time_ns, mut ticks, mut fitting, mut usual) = (0.0, 0.0, 0, 0);
    for value in &values {
        let centre_ns = mean(value);
        let multiple = (centre_ns / tick_ns).round();
        let is_narrow = value[value.len() - 1] - value[0] <= 1.5 * unit_ns;
        if is_narrow && multiple >= 1.0 && (centre_ns - multiple * tick_ns).abs() <= 1.5 * unit_ns {
            fitting += value.len();
            time_ns += centre_ns * value.len() as f64;
            ticks += multiple * value.len() as f64;
            tick_ns = time_ns / ticks;
        }
        usual = usual.max(value.len());
    }
    // Reads that all cost the same look like a tick, too: then the others do not fit.
    let others = near.len() - usual;
    let other_fitting = fitting.saturating_sub(usual);
    let is_tick = stood || (others >= FEWEST_OTHERS && other_fitting as f64 >= FITTING * others as f64);
    (is_tick && fitting as f64 >= FITTING * near.len() as f64).then_some(tick_ns)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_is_told_from_the_rounding_of_its_unit() {
        // Rounding shows a multiple of 41.67 ns as either of two values.
        let shown = |ticks: u32, up: u32| (f64::from(ticks) * 1e9 / 24e6).floor() + f64::from(up);
        // Nearly all reads take two ticks; a few are longer by one, and two were interrupted.
        let mut steps: Vec<f64> = (0..240).map(|i| shown(2 + u32::from(i % 30 == 0), i % 3 / 2)).collect();
        steps.extend([shown(97, 0), shown(203, 1)]);
        steps.sort_unstable_by(f64::total_cmp);
        let tick = of_steps(&steps, 83.0, false, 1.0).expect("two values");
        assert!((tick - 41.67).abs() < 0.4, "{tick}");
        // One read takes one tick or none.
        let tick = of_steps(&[41.0, 41.0, 42.0, 42.0, 42.0], 42.0, true, 1.0).expect("two values");
        assert!((tick - 41.6).abs() < 0.1, "{tick}");
    }

    #[test]
    fn a_clock_that_shows_its_unit_has_no_coarser_tick() {
        let even: Vec<f64> = (0..64).map(|i| 25.0 + f64::from(i / 4)).collect();
        assert_eq!(of_steps(&even, 33.0, false, 1.0), None);
        // An exact cost that every read takes: nothing shows that it is the tick.
        assert_eq!(of_steps(&[30.0; 64], 30.0, false, 1.0), None);
        let mut interrupted = vec![25.0; 64];
        interrupted.extend([52.0, 52.0, 75.0, 81.0, 96.0, 118.0, 131.0, 131.0]);
        assert_eq!(of_steps(&interrupted, 25.0, false, 1.0), None);
    }
}
