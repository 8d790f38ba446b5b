//! Counts at one time, and differences between two.

use super::Counter;

/// A count for each counter that has one.
type Counts = [Option<u64>; Counter::ALL.len()];

/// The counts at one time. No memory is allocated for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Snapshot {
    counts: Counts,
}

impl Snapshot {
    /// Enters a count.
    #[doc(hidden)]
    pub fn set(&mut self, counter: Counter, count: u64) {
        self.counts[counter as usize] = Some(count);
    }

    /// The count, if the counter could be read.
    pub fn get(&self, counter: Counter) -> Option<u64> {
        self.counts[counter as usize]
    }

    /// Counts since `earlier`. A counter that was not read at both times, or stepped back, has
    /// none.
    #[must_use]
    pub fn difference(&self, earlier: &Snapshot) -> Difference {
        Difference::combine(&self.counts, &earlier.counts, u64::checked_sub)
    }
}

/// Counts between two times.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Difference {
    counts: Counts,
}

impl Difference {
    /// The count of a counter; `None` if it has none.
    pub fn get(&self, counter: Counter) -> Option<u64> {
        self.counts[counter as usize]
    }

    /// The counters that have a count, in the order of [`Counter::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Counter, u64)> {
        Counter::ALL.iter().filter_map(|&counter| Some((counter, self.get(counter)?)))
    }

    /// Subtracts the cost of reading ([`super::Counters::cost`]). A count below its cost is
    /// dropped.
    #[must_use]
    pub fn minus(&self, cost: &Difference) -> Difference {
        Self::combine(&self.counts, &cost.counts, u64::checked_sub)
    }

    /// Relative excess of a count over `expected`, for example the cycles of the chains that ran,
    /// in ppm. `None` if the counter has no count or nothing is expected.
    pub fn ppm_above(&self, counter: Counter, expected: f64) -> Option<f64> {
        let count = self.get(counter)? as f64;
        let ppm = (count - expected) / expected * 1e6;
        (expected > 0.0 && ppm.is_finite()).then_some(ppm)
    }

    /// The smaller of each two counts; if one is missing, the other.
    pub(super) fn least(&self, other: &Difference) -> Difference {
        let mut counts = self.counts;
        for (mine, theirs) in counts.iter_mut().zip(other.counts) {
            *mine = mine.iter().copied().chain(theirs).min();
        }
        Difference { counts }
    }

    fn combine(a: &Counts, b: &Counts, of: impl Fn(u64, u64) -> Option<u64>) -> Difference {
        let mut counts = Counts::default();
        for (count, (a, b)) in counts.iter_mut().zip(a.iter().zip(b)) {
            *count = a.zip(*b).and_then(|(a, b)| of(a, b));
        }
        Difference { counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(counts: &[(Counter, u64)]) -> Snapshot {
        let mut snapshot = Snapshot::default();
        counts.iter().for_each(|&(counter, count)| snapshot.set(counter, count));
        snapshot
    }

    #[test]
    fn what_was_counted_is_the_difference_of_both_moments() {
        let before = at(&[(Counter::PerfCycles, 100), (Counter::Tsc, 5), (Counter::Pmccntr, 9)]);
        let after = at(&[(Counter::PerfCycles, 350), (Counter::Tsc, 4), (Counter::RdpruActual, 1)]);
        let counted: Vec<_> = after.difference(&before).iter().collect();
        assert_eq!(counted, [(Counter::PerfCycles, 250)], "one stepped back, two were read once");
    }

    #[test]
    fn the_cost_of_reading_is_taken_off_and_never_makes_a_count_negative() {
        let counted = at(&[(Counter::PerfCycles, 250), (Counter::PerfInstructions, 10)]);
        let cost = at(&[(Counter::PerfCycles, 50), (Counter::PerfInstructions, 11)]);
        let zero = at(&[(Counter::PerfCycles, 0), (Counter::PerfInstructions, 0)]);
        let net = counted.difference(&zero).minus(&cost.difference(&zero));
        assert_eq!(net.iter().collect::<Vec<_>>(), [(Counter::PerfCycles, 200)]);
    }

    #[test]
    fn counts_are_compared_in_parts_in_a_million() {
        let zero = at(&[(Counter::PerfCycles, 0)]);
        let counted = at(&[(Counter::PerfCycles, 1_000_029)]).difference(&zero);
        assert!((counted.ppm_above(Counter::PerfCycles, 1e6).unwrap() - 29.0).abs() < 1e-6);
        assert_eq!(counted.ppm_above(Counter::PerfCycles, 0.0), None);
        assert_eq!(counted.ppm_above(Counter::Tsc, 1e6), None);
    }
}
