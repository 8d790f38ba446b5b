//! Nanoseconds that never go backwards.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::{Clock, ClockError, choose_system};

/// Nanoseconds since the first call in this process, by the system's reference clock
/// ([`choose_system`]).
///
/// No call returns less than one before it did, on whatever thread: if the clock steps back, the
/// time stays constant until the clock has caught up. It runs for 584 years. Whether it counts
/// while the machine sleeps depends on the clock ([`quality`](super::quality)), and so does its
/// resolution.
///
/// # Errors
/// [`ClockError::NoPrimary`] if no clock opens; then every call returns it.
pub fn monotonic_ns() -> Result<u64, ClockError> {
    static CLOCK: OnceLock<Result<Monotonic, ClockError>> = OnceLock::new();
    match CLOCK.get_or_init(|| choose_system().map(|clocks| Monotonic::new(clocks.primary))) {
        Ok(clock) => Ok(clock.ns()),
        Err(error) => Err(error.clone()),
    }
}

/// A clock since it was first read.
struct Monotonic {
    clock: Arc<dyn Clock>,
    first_ticks: u64,
    latest_ns: AtomicU64,
}

impl Monotonic {
    fn new(clock: Arc<dyn Clock>) -> Self {
        let first_ticks = clock.ticks();
        Self { clock, first_ticks, latest_ns: AtomicU64::new(0) }
    }

    fn ns(&self) -> u64 {
        let ticks = self.clock.ticks().saturating_sub(self.first_ticks);
        let ns = self.clock.timebase().ticks_to_ns(ticks).unwrap_or(u64::MAX);
        self.latest_ns.fetch_max(ns, Ordering::Relaxed).max(ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{ClockId, Timebase};

    /// A clock of 24 MHz that shows what it is set to.
    #[derive(Default)]
    struct Set(AtomicU64);

    impl Clock for Set {
        fn id(&self) -> ClockId {
            ClockId::Mock
        }

        fn ticks(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }

        fn timebase(&self) -> Timebase {
            Timebase::from_hz(24_000_000).unwrap()
        }
    }

    #[test]
    fn it_begins_at_zero_and_stands_still_while_the_clock_is_back() {
        let set = Arc::new(Set(AtomicU64::new(1 << 40)));
        let monotonic = Monotonic::new(set.clone());
        let at = |ticks: u64| {
            set.0.store((1 << 40) + ticks, Ordering::Relaxed);
            monotonic.ns()
        };
        assert_eq!([at(0), at(24), at(24_000_000)], [0, 1_000, 1_000_000_000]);
        assert_eq!([at(48), at(24_000_001)], [1_000_000_000, 1_000_000_041]);
        set.0.store(0, Ordering::Relaxed);
        assert_eq!(monotonic.ns(), 1_000_000_041, "before the first read");
    }

    #[test]
    fn the_systems_goes_on() {
        let first = monotonic_ns().expect("every system has a clock");
        while monotonic_ns().unwrap() == first {}
        let later = std::thread::spawn(|| monotonic_ns().unwrap()).join().unwrap();
        assert!(later > first);
    }
}
