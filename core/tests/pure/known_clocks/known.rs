//! The recordings whose clock is known, and their known clocks: tests/recordings and its
//! known.json.

use std::fs::{File, read_to_string};
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use trueghz::estimate::Frequency;
use trueghz::report::RawMeasurement;
use trueghz::{Reading, Verdict};

/// All that known.json states.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub machines: Vec<KnownMachine>,
    pub recordings: Vec<Case>,
}

/// A machine, and how its clock was established.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownMachine {
    pub id: String,
    pub what: String,
    pub how_known: String,
    /// How exactly the clocks of its states are known, in parts per million.
    pub within_ppm: f64,
}

/// A recording: the core's clock, and the expected reading.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The file's name without `.json.gz`.
    pub name: String,
    /// The machine's id.
    pub machine: String,
    /// The mean clock over the windows' time, in hertz; absent if unknown.
    pub mean_hz: Option<f64>,
    /// Uncertainty of the mean, in parts per million: two methods of finding the dwell times differ
    /// by up to this.
    pub mean_within_ppm: Option<f64>,
    /// The levels of the clock, the one that lasted longest first.
    pub states: Vec<State>,
    /// Time spans of the levels, if known.
    #[serde(default)]
    pub spans: Vec<Span>,
    /// Kinds that have undisturbed windows, if the clock is constant.
    pub clean: Option<Clean>,
    /// Error of readings because of how the windows were timed, in parts per million: a window's
    /// fixed overhead grows with its length if `clock_gettime` times it.
    pub vdso_ppm: f64,
    /// The accepted verdicts.
    pub wanted: Vec<Verdict>,
}

/// A clock that lasted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub hz: f64,
    /// The share of the windows' time, 0 to 1.
    pub share: f64,
}

/// The time that the clock stayed at one level, in milliseconds since the first window's start.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    pub from_ms: f64,
    pub to_ms: f64,
    pub hz: f64,
}

/// Which kinds have windows that nothing disturbed, 2 % of them at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clean {
    AllKinds,
    /// Multiplication and floating point: the sibling never rested, but it seldom reaches these.
    LongLatency,
    None,
}

impl Known {
    pub fn read() -> Known {
        let text = read_to_string(folder().join("known.json")).expect("known.json");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("known.json: {error}"))
    }

    /// How exactly the clock of this case's states is known, in parts per million.
    pub fn within_ppm(&self, case: &Case) -> f64 {
        let machine = self.machines.iter().find(|machine| machine.id == case.machine);
        machine.unwrap_or_else(|| panic!("{}: no machine {}", case.name, case.machine)).within_ppm
    }

    /// Returns `true` if the interval contains the clock of the state that lasted longest, within
    /// the uncertainty of that clock.
    pub fn holds(&self, case: &Case, frequency: &Frequency) -> bool {
        case.is_held(frequency, case.main_hz(), self.within_ppm(case))
    }
}

impl Case {
    /// Returns `true` if the repeatable interval contains a clock that is known to `within_ppm`
    /// parts per million by the same reference clock.
    pub fn is_held(&self, frequency: &Frequency, hz: f64, within_ppm: f64) -> bool {
        let clock = frequency.repeatable().hz;
        let at = |ppm: f64| hz * (1.0 + ppm * 1e-6);
        let lowest_hz = at(self.vdso_ppm.min(0.0) - within_ppm);
        let highest_hz = at(self.vdso_ppm.max(0.0) + within_ppm);
        clock.low <= highest_hz && clock.high >= lowest_hz
    }

    pub fn path(&self) -> PathBuf {
        folder().join(format!("{}.json.gz", self.name))
    }

    /// The clock that lasted longest, in hertz.
    pub fn main_hz(&self) -> f64 {
        self.states.first().expect("a state").hz
    }
}

/// Where the recordings are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/recordings")
}

/// Reads a recording: a raw file, gzipped or not.
pub fn recorded(path: &Path) -> RawMeasurement {
    let mut text = String::new();
    let mut file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let result = if path.extension().is_some_and(|extension| extension == "gz") {
        MultiGzDecoder::new(file).read_to_string(&mut text)
    } else {
        file.read_to_string(&mut text)
    };
    result.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    RawMeasurement::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Error of a value relative to the true clock, in parts per million.
pub fn error_ppm(hz: f64, true_hz: f64) -> f64 {
    (hz / true_hz - 1.0) * 1e6
}

/// A number with its interval and verdict, in megahertz.
pub fn described(reading: &Reading) -> String {
    match reading.repeatable_hz {
        Some(f) => {
            let mhz = [f.value, f.low, f.high].map(|hz| hz / 1e6);
            format!("{:.3} [{:.3}, {:.3}] {}", mhz[0], mhz[1], mhz[2], reading.verdict.code())
        }
        None => format!("{} ({:?})", reading.verdict.code(), reading.reason),
    }
}
