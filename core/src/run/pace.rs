//! Duration for each core: as requested or, with many cores, as long as its reading needs.

use std::time::{Duration, Instant};

use super::options::Options;

/// Typical time of a core in addition to its windows: the warm-up of a core that was awake, and the
/// estimate.
const BESIDES: Duration = Duration::from_millis(70);

/// Minimum duration of a reading: from a tenth of a second, the clock is known to 20 ppm with a
/// timer of 24 MHz.
pub(super) const SHORTEST: Duration = Duration::from_millis(100);

/// The time budget of a session's cores.
#[derive(Debug)]
pub(super) struct Pace {
    /// Start time; absent on a simulated machine, on which only the recorded time
    /// passes.
    begun: Option<Instant>,
    recorded: Duration,
    full: Duration,
    together: Duration,
    hurries: bool,
}

impl Pace {
    /// Creates the budget for `cores` cores, whose session started at `begun`; `None` on a
    /// simulated machine.
    pub(super) fn new(options: &Options, cores: usize, begun: Option<Instant>) -> Pace {
        let at_full_length =
            (options.duration + BESIDES).saturating_mul(u32::try_from(cores).unwrap_or(u32::MAX));
        Pace {
            begun,
            recorded: Duration::ZERO,
            full: options.duration,
            together: options.together,
            hurries: at_full_length > options.together,
        }
    }

    /// Returns `true` if readings end as soon as they are good enough.
    pub(super) fn hurries(&self) -> bool {
        self.hurries
    }

    /// Records the time that a core has taken.
    pub(super) fn took(&mut self, elapsed_ms: f64) {
        self.recorded += Duration::from_secs_f64(elapsed_ms.max(0.0) / 1e3);
    }

    /// Maximum duration of the next core's windows, with `left` cores still to come.
    pub(super) fn next(&self, left: usize) -> Duration {
        if !self.hurries {
            return self.full;
        }
        let passed = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed()).max(self.recorded);
        let left = u32::try_from(left.max(1)).unwrap_or(u32::MAX);
        let part = self.together.saturating_sub(passed) / left;
        part.saturating_sub(BESIDES).max(SHORTEST).min(self.full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_cores_take_as_long_as_they_may() {
        let pace = Pace::new(&Options::new(), 64, None);
        assert!(!pace.hurries());
        assert_eq!(pace.next(64), Options::new().duration);
    }

    #[test]
    fn whoever_asks_for_a_duration_gets_it() {
        let options = Options::new().duration(Duration::from_secs(2));
        assert_eq!(Pace::new(&options, 256, None).next(256), Duration::from_secs(2));
    }

    #[test]
    fn many_cores_share_their_minute_and_what_others_leave() {
        let mut pace = Pace::new(&Options::new(), 256, None);
        assert!(pace.hurries());
        let first = pace.next(256);
        assert!((Duration::from_millis(150)..Duration::from_millis(170)).contains(&first), "{first:?}");
        (0..128).for_each(|_| pace.took(140.0));
        assert!(pace.next(128) > first);
        pace.took(120e3);
        assert_eq!(pace.next(128), SHORTEST);
        let begun =
            Instant::now().checked_sub(Duration::from_secs(40)).expect("a machine that is up so long");
        assert_eq!(Pace::new(&Options::new(), 256, Some(begun)).next(256), SHORTEST);
    }
}
