//! Cycles or the timer: distinguishes a cycle counter from the timer by its rate.

use crate::counters::CounterError;

/// Number of the timer's ticks over which the counters are compared: enough that the time between
/// both reads is below a percent of it; 54 µs at the slowest timer in use (19.2 MHz).
const TICKS: u64 = 1_024;

/// Readings after which a timer that does not advance is given up. It ticks at 1 MHz or more (Arm
/// ARM, D12), and a reading takes a nanosecond or more.
const READINGS: u32 = 4_000_000;

/// Both counters at one time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub cycles: u64,
    pub ticks: u64,
}

/// Checks that these are cycles: they advance, and not as the timer does.
///
/// # Errors
/// [`CounterError::StandsStill`], [`CounterError::AtTheTimersRate`]. A core whose clock is
/// within 1 % of the timer's rate is refused too: the two are then indistinguishable.
pub(super) fn believe(mut read: impl FnMut() -> Pair) -> Result<(), CounterError> {
    let first = read();
    for _ in 0..READINGS {
        let now = read();
        let ticks = now.ticks.wrapping_sub(first.ticks);
        if ticks < TICKS {
            continue;
        }
        let cycles = now.cycles.wrapping_sub(first.cycles);
        return match cycles {
            0 => Err(CounterError::StandsStill),
            _ if cycles.abs_diff(ticks) <= ticks / 100 => Err(CounterError::AtTheTimersRate),
            _ => Ok(()),
        };
    }
    Err(CounterError::StandsStill)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counters that advance by this much from reading to reading.
    fn advancing(cycles: u64, ticks: u64) -> Result<(), CounterError> {
        let mut at = Pair { cycles: u64::MAX - 10, ticks: 7 };
        believe(|| {
            at = Pair { cycles: at.cycles.wrapping_add(cycles), ticks: at.ticks.wrapping_add(ticks) };
            at
        })
    }

    #[test]
    fn a_core_at_another_rate_than_the_timer_is_believed() {
        for (cycles, ticks) in [(3_000, 24), (1_800, 19), (102, 100), (98, 100), (1, 10)] {
            assert_eq!(advancing(cycles, ticks), Ok(()), "{cycles} cycles in {ticks} ticks");
        }
    }

    #[test]
    fn the_timer_in_the_counters_place_is_noticed() {
        for (cycles, ticks) in [(100, 100), (1, 1), (1_000_001, 1_000_000), (101, 100)] {
            assert_eq!(advancing(cycles, ticks), Err(CounterError::AtTheTimersRate), "{cycles} in {ticks}");
        }
    }

    #[test]
    fn a_counter_or_a_timer_that_stands_still_is_noticed() {
        assert_eq!(advancing(0, 24), Err(CounterError::StandsStill));
        assert_eq!(advancing(3_000, 0), Err(CounterError::StandsStill));
    }
}
