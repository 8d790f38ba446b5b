//! A simulated machine and a measurement of it.

use std::time::Duration;

use trueghz::Options;
use trueghz::estimate::recording::Recording;
use trueghz::estimate::verdict::Reason;
use trueghz::estimate::{Estimate, Frequency, estimate};
use trueghz::run::record::{KnownCore, NoProgress, record_on};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, Timer};

/// Apple's and many phones' counter: a tick of 41.67 ns.
pub const TIMER: Timer = Timer { hz: 24_000_000, read_ns: 25.0, jitter_ns: 5.0 };

/// A machine and how it is measured.
#[derive(Debug, Clone)]
pub struct Setting {
    pub profile: Profile,
    pub core: CoreModel,
    pub timer: Timer,
    pub disturbances: Disturbances,
    pub duration: Duration,
    /// Whether the core may have a busy sibling.
    pub can_be_shared: bool,
}

impl Setting {
    /// A plain core without siblings, with this clock, 1,000 interrupts a second and a counter of
    /// 24 MHz, for half a second.
    pub fn of(profile: Profile) -> Setting {
        Setting {
            profile,
            core: CoreModel::default(),
            timer: TIMER,
            disturbances: Disturbances::interrupts(1000.0),
            duration: Duration::from_millis(500),
            can_be_shared: false,
        }
    }

    fn machine(&self, seed: u64) -> Machine {
        Machine::new(self.profile.clone(), self.core.clone(), self.timer, self.disturbances.clone(), seed)
    }

    /// The recording that the measurement with this seed leaves.
    pub fn record(&self, seed: u64) -> Result<Recording, Reason> {
        self.record_on(&mut self.machine(seed), seed)
    }

    fn record_on(&self, machine: &mut Machine, seed: u64) -> Result<Recording, Reason> {
        let options = Options::new().duration(self.duration).seed(seed);
        let known =
            KnownCore { cpu: Some(0), can_be_shared: Some(self.can_be_shared), ..KnownCore::default() };
        record_on(machine, known, &options, &mut NoProgress)
    }

    /// The estimate of the measurement with this seed, and the clock's true mean over its windows,
    /// in hertz.
    pub fn estimate_and_mean_hz(&self, seed: u64) -> (Estimate, f64) {
        let mut machine = self.machine(seed);
        let recording = self.record_on(&mut machine, seed).expect("a recording");
        let runs = machine.last_timed_runs(recording.windows.0.len());
        let (first, last) = (runs[0], runs[runs.len() - 1]);
        (estimate(&recording), self.profile.mean_hz(first.from_ns, last.until_ns))
    }

    /// The estimate of the measurement with this seed.
    pub fn estimate(&self, seed: u64) -> Estimate {
        match self.record(seed) {
            Ok(recording) => estimate(&recording),
            Err(reason) => Estimate::refused(reason),
        }
    }

    /// When the first window begins if the clock does not change before, in the machine's
    /// nanoseconds.
    pub fn windows_begin_ns(&self, seed: u64) -> f64 {
        // A few rounds begin when many do.
        let few = Setting { duration: Duration::from_millis(20), ..self.clone() };
        let recording = few.record(seed).expect("a recording");
        let first = recording.windows.0.first().expect("a window");
        first.start_ticks as f64 / self.timer.hz as f64 * 1e9
    }
}

/// A clock drawn from 0.6 to 5 GHz, in hertz: nothing can gain by rounding.
pub fn drawn_hz(seed: u64) -> f64 {
    0.6e9 + fastrand::Rng::with_seed(seed).f64() * 4.4e9
}

/// Error of a reading, in parts per million.
pub fn error_ppm(frequency: Frequency, truth_hz: f64) -> f64 {
    (frequency.hz.value / truth_hz - 1.0) * 1e6
}

/// Returns `true` if the interval contains the truth.
pub fn holds(frequency: Frequency, truth_hz: f64) -> bool {
    frequency.hz.contains(truth_hz)
}
