//! A simulated machine with faults, a measurement of it, and the expected result.

use std::time::Duration;

use trueghz::Options;
use trueghz::Warning;
use trueghz::clock::ClockId;
use trueghz::clock::quality::ToleranceSource;
use trueghz::estimate::recording::Recording;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::host::Claim;
use trueghz::report::{CoreContext, CoreOutcome, RawCore, Reading};
use trueghz::run::record::{NoProgress, record};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, SecondClock, Timer};

use crate::bench::{TIMER, drawn_hz};

/// Nanoseconds in a millisecond.
pub const MS: f64 = 1e6;

/// The middle of a measurement: the warm-up of a fixed clock takes some 55 ms, the windows 500.
pub const MID_RUN_NS: f64 = 300.0 * MS;

/// Seeds with which a row must be proven.
const SEEDS: std::ops::Range<u64> = 0..3;

/// Runs `proof` with each seed; all must give the same result.
pub fn with_each_seed(proof: impl Fn(u64) -> String) -> String {
    let mut seen: Vec<String> = SEEDS.map(proof).collect();
    seen.dedup();
    assert_eq!(seen.len(), 1, "the seeds do not agree: {seen:#?}");
    seen.remove(0)
}

/// Interrupts as on a quiet machine.
pub fn quiet() -> Disturbances {
    Disturbances::interrupts(1000.0)
}

/// A machine of a plain core with this clock and this timer, which simulates Linux on Arm: the
/// kernel's clock, the counter, the wall clock.
pub fn machine_with(profile: Profile, timer: Timer, seed: u64) -> Machine {
    Machine::new(profile, CoreModel::default(), timer, quiet(), seed)
        .timed_by(ClockId::MonotonicRaw)
        .with_witnesses([counter(), wall()])
}

/// Like [`machine_with`], but with a fixed clock drawn from the seed, and a counter of 24 MHz.
pub fn machine(seed: u64) -> Machine {
    machine_with(Profile::Fixed(drawn_hz(seed)), TIMER, seed)
}

/// A second clock: the counter.
pub fn counter() -> SecondClock {
    SecondClock::sound(ClockId::Cntvct, 24_000_000)
}

/// A third one: the wall clock.
pub fn wall() -> SecondClock {
    SecondClock::sound(ClockId::Realtime, 1_000_000_000)
}

/// Options for half a second of windows.
pub fn usual(seed: u64) -> Options {
    Options::new().seed(seed)
}

/// The reading of core 0 of this machine.
pub fn read(machine: Machine, seed: u64) -> Reading {
    read_for(machine, usual(seed))
}

/// Measures `machine` with these options.
pub fn read_for(mut machine: Machine, options: Options) -> Reading {
    report(record(&mut machine, Some(0), &options, &mut NoProgress), None)
}

/// Options for a measurement of this duration.
pub fn lasting(seed: u64, duration: Duration) -> Options {
    usual(seed).duration(duration)
}

/// The reading that a report gives of a recording, or of its failure, on a core with this claim.
pub fn report(recorded: Result<Recording, Reason>, claim: Option<Claim>) -> Reading {
    report_with(recorded, claim, vec![])
}

/// Like [`report`], but of a recording that was cancelled.
pub fn report_cancelled(recorded: Result<Recording, Reason>) -> Reading {
    report_with(recorded, None, vec![Warning::Cancelled])
}

fn report_with(recorded: Result<Recording, Reason>, claim: Option<Claim>, warnings: Vec<Warning>) -> Reading {
    let context = CoreContext {
        cpu: Some(0),
        has_os_cpu_ids: true,
        urgency: Default::default(),
        kind: "simulated".to_owned(),
        cpus: vec![0],
        claim,
        siblings: vec![],
        load: None,
        clock_tolerance_ppm: 50.0,
        clock_correction_ppm: 0.0,
        claims: Vec::new(),
        limits: Vec::new(),
        clock_tolerance_source: ToleranceSource::Assumed,
        warnings,
        time_to_first_estimate_ms: None,
        conditions: Default::default(),
        counters: None,
    };
    let outcome = match recorded {
        Ok(recording) => CoreOutcome::Recorded(Box::new(recording)),
        Err(reason) => CoreOutcome::Refused(reason),
    };
    RawCore { context, outcome }.reading()
}

/// Expectations of a reading. Each is asserted, and listed at the end.
pub struct Expected<'a> {
    reading: &'a Reading,
    told: Vec<String>,
}

/// The value's name in JSON.
pub fn name(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|name| Some(name.as_str()?.to_owned())).expect("a name")
}

pub fn expect(reading: &Reading) -> Expected<'_> {
    Expected { reading, told: Vec::new() }
}

impl Expected<'_> {
    fn with(mut self, told: String) -> Self {
        self.told.push(told);
        self
    }

    /// Asserts a reading with this verdict.
    pub fn verdict(self, verdict: Verdict) -> Self {
        let Reading { verdict: found, reason, warnings, .. } = self.reading;
        assert_eq!(*found, verdict, "{reason:?} {warnings:?}");
        self.with(format!("`{}`", name(&verdict)))
    }

    pub fn steady(self) -> Self {
        self.verdict(Verdict::Steady)
    }

    /// Asserts a refused reading with this reason.
    pub fn refused(self, reason: Reason) -> Self {
        let Reading { verdict, reason: found, frequency_hz, warnings, .. } = self.reading;
        let refused = (Verdict::Refused, Some(reason), None);
        assert_eq!((*verdict, *found, *frequency_hz), refused, "{warnings:?}");
        self.with(format!("refused `{}`", name(&reason)))
    }

    /// Asserts an error of at most `ppm`.
    pub fn right_to(self, truth_hz: f64, ppm: f64) -> Self {
        let hz = self.reading.hz().expect("a number");
        let off_ppm = (hz / truth_hz - 1.0) * 1e6;
        assert!(off_ppm.abs() <= ppm, "off by {off_ppm:.1} ppm: {:?}", self.reading.warnings);
        self.with(format!("right to {ppm:.0} ppm"))
    }

    /// Asserts exactly these warnings, in any order.
    pub fn warned(self, codes: &[&str]) -> Self {
        let mut found: Vec<&str> = self.reading.warnings.iter().map(Warning::code).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, codes, "{:?}", self.reading.warnings);
        let told: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        self.with(if told.is_empty() { "no warning".to_owned() } else { told.join(", ") })
    }

    /// Asserts a warning in these words.
    pub fn in_words(self, words: &str) -> Self {
        let texts: Vec<String> = self.reading.warnings.iter().map(Warning::text).collect();
        assert!(texts.iter().any(|text| text.contains(words)), "{texts:?}");
        self.with(format!("\"{words}\""))
    }

    /// Asserts something else, described by `told`.
    pub fn and(self, holds: bool, told: &str) -> Self {
        assert!(holds, "not so: {told}: {:?}", self.reading);
        self.with(told.to_owned())
    }

    /// Lists all expectations.
    pub fn seen(self) -> String {
        self.told.join("; ")
    }
}
