//! Multiplications right after a window of additions show whether another thread shares the core,
//! and whether the window was interrupted.
//!
//! On a core with SMT the sibling's work takes execution ports from ours.
//!
//! A chain of additions then takes some 1.2 % longer, one of multiplications 0.1 %
//! (docs/sources.md, SMT siblings). The latency of a multiplication is a whole number of additions,
//! so the ratio of the two shows contention at any clock, even if the sibling never rests.

/// Minimum relative slowdown of additions against multiplications that indicates contention: a
/// quarter of the effect of a busy sibling.
const SHARED: f64 = 0.003;

/// Above this fraction the quotient is not near a whole number: the multiplications did not run on
/// a real core.
const NOT_WHOLE: f64 = 0.03;

/// A clock's step may be at most this fraction of a check: half of the slowdown to be detected.
/// (The read cost is subtracted.)
const SEEN: f64 = 0.0015;

/// Multiplications that ran right after a window of additions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Check {
    /// Number of multiplications.
    pub(crate) steps: f64,
    /// Their duration without the window overhead, in nanoseconds.
    pub(crate) took_ns: f64,
    /// Duration of an addition in the window, in nanoseconds.
    pub(crate) addition_ns: f64,
}

impl Check {
    /// Returns the latency of a multiplication in additions.
    pub(crate) fn additions(&self) -> f64 {
        self.took_ns / (self.steps * self.addition_ns)
    }

    /// Returns `true` if the core was shared, for a clock with this step.
    pub(crate) fn is_shared(&self, step_ns: f64) -> bool {
        let additions = self.additions();
        let late = additions.round() / additions - 1.0;
        step_ns < SEEN * self.took_ns && late > SHARED && late < NOT_WHOLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn additions_that_are_late_beside_multiplications_share_their_core() {
        // Three nanoseconds a cycle at first sight; with a sibling additions take 1.2 % longer.
        for cycles in [3.0, 4.0, 5.0] {
            let took_ns = 20_000.0 * cycles * 0.25 * 1.001;
            let alone = Check { steps: 20_000.0, took_ns, addition_ns: 0.25 };
            let shared = Check { addition_ns: 0.25 * 1.012, ..alone };
            assert!(!alone.is_shared(10.0), "{cycles}");
            assert!(shared.is_shared(10.0), "{cycles}");
            assert!(!shared.is_shared(77.0), "the clock is too coarse to tell");
        }
        let emulated = Check { steps: 20_000.0, took_ns: 20_000.0 * 3.4 * 0.25, addition_ns: 0.25 };
        assert!(!emulated.is_shared(10.0), "no whole number");
    }
}
