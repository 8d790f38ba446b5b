//! What a measurement is asked for.

use std::time::Duration;

use super::target::Selection;

/// Which cores, and for how long. [`Options::new`] asks for half a second on one core of each type; each method changes
/// one thing.
///
/// ```
/// use std::time::Duration;
/// use trueghz::{Options, Selection};
///
/// let options = Options::new().cores(Selection::All).duration(Duration::from_secs(2));
/// assert_eq!(options.duration, Duration::from_secs(2));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Which cores.
    pub selection: Selection,
    /// How long each core takes from the warm-up's end to the reading. Where a thread cannot ask for a core and is on one of
    /// the wanted kind for less than a quarter of it: up to four times as long.
    pub duration: Duration,
    /// How long each warm-up may take.
    pub warm_up_limit: Duration,
    /// The seed of the windows' random order and of the dither of their lengths.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            selection: Selection::default(),
            duration: Duration::from_millis(500),
            warm_up_limit: Duration::from_secs(1),
            seed: 0x7ea6,
        }
    }
}

impl Options {
    /// Half a second of windows after at most a second of warm-up, on one core of each type.
    #[must_use]
    pub fn new() -> Options {
        Options::default()
    }

    /// Measures these cores.
    #[must_use]
    pub fn cores(self, selection: Selection) -> Options {
        Options { selection, ..self }
    }

    /// Takes this long for each core, after its warm-up.
    #[must_use]
    pub fn duration(self, duration: Duration) -> Options {
        Options { duration, ..self }
    }

    /// Waits at most this long for a core's clock to settle.
    #[must_use]
    pub fn warm_up_limit(self, warm_up_limit: Duration) -> Options {
        Options { warm_up_limit, ..self }
    }

    /// Draws the order and the lengths of the windows from this seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Options {
        Options { seed, ..self }
    }
}
