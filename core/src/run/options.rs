//! Measurement options.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::host::cpulist;

use super::target::Selection;

/// The cores to measure, and for how long. [`Options::new`] takes half a second on one core of each
/// type; each method changes one option.
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
    /// The cores to measure.
    pub selection: Selection,
    /// Duration for each core from the end of the warm-up to the reading. If a thread cannot
    /// request a core and is on one of the wanted kind for less than a quarter of it: up to four
    /// times as long.
    pub duration: Duration,
    /// Maximum duration for all cores together. If `duration` for each would exceed it, a reading
    /// ends as soon as it is `steady` and repeatable to ±20 ppm, and otherwise after its share of
    /// the time, at least a tenth of a second.
    pub together: Duration,
    /// Maximum duration of each warm-up.
    pub warm_up_limit: Duration,
    /// The seed of the windows' random order and of the dither of their lengths.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            selection: Selection::default(),
            duration: Duration::from_millis(500),
            together: Duration::from_secs(60),
            warm_up_limit: Duration::from_secs(1),
            seed: 0x7ea6,
        }
    }
}

/// The options as on the command line, which has none for the limit of the warm-up and the seed.
/// The duration is left out if `together` may shorten it.
impl Display for Options {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cpu = match &self.selection {
            Selection::EachCoreType => None,
            Selection::All => Some("--cpu all".to_owned()),
            Selection::Current => Some("--cpu current".to_owned()),
            Selection::Cpus(cpus) => Some(format!("--cpu {}", cpulist::format(cpus))),
        };
        let is_kept = self.together == Duration::MAX;
        let duration = is_kept.then(|| format!("--duration {}", TimeOption(self.duration)));
        f.write_str(&cpu.into_iter().chain(duration).collect::<Vec<String>>().join(" "))
    }
}

/// The core of a session that takes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OneOf {
    /// One of the fastest kind that can be measured.
    #[default]
    Fastest,
    /// The core with this number.
    Cpu(u32),
    /// One of this kind of core.
    Kind(WantedKind),
}

/// A kind of core, on a machine that has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum WantedKind {
    /// The fastest.
    Performance,
    /// The slowest. On Apple's systems it is reached while the faster cores are kept busy, or at
    /// background priority.
    Efficiency,
}

impl WantedKind {
    /// The code, as on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            WantedKind::Performance => "performance",
            WantedKind::Efficiency => "efficiency",
        }
    }
}

impl From<u32> for OneOf {
    fn from(cpu: u32) -> OneOf {
        OneOf::Cpu(cpu)
    }
}

impl From<Option<u32>> for OneOf {
    fn from(cpu: Option<u32>) -> OneOf {
        cpu.map_or(OneOf::Fastest, OneOf::Cpu)
    }
}

impl From<WantedKind> for OneOf {
    fn from(kind: WantedKind) -> OneOf {
        OneOf::Kind(kind)
    }
}

/// As a command-line option, with the blank that separates it from the next; empty if no core was
/// requested.
impl Display for OneOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            OneOf::Fastest => Ok(()),
            OneOf::Cpu(cpu) => write!(f, "--cpu {cpu} "),
            OneOf::Kind(kind) => write!(f, "--kind {} ", kind.code()),
        }
    }
}

/// A time as the command line takes it, in the largest unit of which it is a whole number: "500ms",
/// "2s", "5min".
pub struct TimeOption(pub Duration);

impl Display for TimeOption {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let TimeOption(time) = self;
        let seconds = time.as_secs();
        if time.is_zero() || time.subsec_nanos() > 0 {
            write!(f, "{}ms", time.as_secs_f64() * 1e3)
        } else if seconds % 3_600 == 0 {
            write!(f, "{}h", seconds / 3_600)
        } else if seconds % 60 == 0 {
            write!(f, "{}min", seconds / 60)
        } else {
            write!(f, "{seconds}s")
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

    /// Sets the duration for each core, after its warm-up, however many there are.
    #[must_use]
    pub fn duration(self, duration: Duration) -> Options {
        Options { duration, together: Duration::MAX, ..self }
    }

    /// Sets the maximum duration for all cores; see [`Options::together`].
    #[must_use]
    pub fn together(self, together: Duration) -> Options {
        Options { together, ..self }
    }

    /// Sets the maximum time for a core's clock to settle.
    #[must_use]
    pub fn warm_up_limit(self, warm_up_limit: Duration) -> Options {
        Options { warm_up_limit, ..self }
    }

    /// Sets the seed of the order and the lengths of the windows.
    #[must_use]
    pub fn seed(self, seed: u64) -> Options {
        Options { seed, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_spelled_as_on_the_command_line() {
        let options = |selection| Options::new().cores(selection).to_string();
        assert_eq!(options(Selection::EachCoreType), "");
        assert_eq!(options(Selection::All), "--cpu all");
        assert_eq!(options(Selection::Cpus(vec![0, 2, 3])), "--cpu 0,2-3");
        let two_seconds = Options::new().cores(Selection::All).duration(Duration::from_secs(2));
        assert_eq!(two_seconds.to_string(), "--cpu all --duration 2s");
        for (ms, spelled) in
            [(1, "1ms"), (1_500, "1500ms"), (2_000, "2s"), (90_000, "90s"), (300_000, "5min")]
        {
            assert_eq!(TimeOption(Duration::from_millis(ms)).to_string(), spelled);
        }
        assert_eq!(TimeOption(Duration::from_secs(7_200)).to_string(), "2h");
    }
}
