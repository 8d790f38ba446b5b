//! Monotonic nanoseconds for plain users.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use super::{Clock, ClockError, choose};

/// Nanoseconds of a clock since this was made: exact scaling, and never a step back.
pub struct Monotonic {
    clock: Arc<dyn Clock>,
    origin_ticks: u64,
    latest_ns: AtomicU64,
}

impl Monotonic {
    /// Starts at 0 now.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let origin_ticks = clock.ticks();
        Self { clock, origin_ticks, latest_ns: AtomicU64::new(0) }
    }

    /// Whole nanoseconds since the start, rounded down. Never less than any thread was told before: where the
    /// clock itself goes back, the time stands still until it has caught up.
    pub fn now_ns(&self) -> u64 {
        let passed = self.clock.ticks().wrapping_sub(self.origin_ticks).cast_signed();
        let ticks = u64::try_from(passed).unwrap_or(0);
        // More than 64 bits of nanoseconds are 584 years after the first use.
        let ns = self.clock.timebase().ticks_to_ns(ticks).unwrap_or(u64::MAX);
        self.latest_ns.fetch_max(ns, Ordering::Relaxed).max(ns)
    }
}

/// Nanoseconds since the first call in this process, by the platform's primary clock.
///
/// The clock is that of [`choose`]: on Apple's systems it stands still while the machine sleeps, on Linux and
/// Android too. It is exact in its unit and as accurate as the machine's oscillator.
///
/// ```
/// let first = trueghz::clock::monotonic_ns()?;
/// assert!(trueghz::clock::monotonic_ns()? >= first);
/// # Ok::<(), trueghz::clock::ClockError>(())
/// ```
///
/// # Errors
/// [`ClockError::NoPrimary`] where the platform has no clock, every time alike.
pub fn monotonic_ns() -> Result<u64, ClockError> {
    static SINCE_FIRST_USE: LazyLock<Result<Monotonic, ClockError>> =
        LazyLock::new(|| choose().map(|clocks| Monotonic::new(clocks.primary)));
    SINCE_FIRST_USE.as_ref().map(Monotonic::now_ns).map_err(Clone::clone)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock::mock::{MockClock, VirtualTime};

    #[test]
    fn it_starts_at_0_wherever_the_counter_stands_and_scales_exactly() {
        let time = VirtualTime::new();
        let clock = Arc::new(MockClock::new(&time, 24_000_000).starting_at(u64::MAX - 5));
        let monotonic = Monotonic::new(clock);
        assert_eq!(monotonic.now_ns(), 0);
        time.advance(Duration::from_secs(3600));
        assert_eq!(monotonic.now_ns(), 3_600_000_000_000);
    }

    #[test]
    fn it_stands_still_while_the_clock_is_behind() {
        let time = VirtualTime::new();
        let clock = Arc::new(MockClock::new(&time, 1_000_000_000));
        let monotonic = Monotonic::new(clock.clone());
        time.advance(Duration::from_nanos(500));
        assert_eq!(monotonic.now_ns(), 500);
        clock.step(-600);
        assert_eq!(monotonic.now_ns(), 500);
        time.advance(Duration::from_nanos(700));
        assert_eq!(monotonic.now_ns(), 600);
    }
}
