//! Running summary of several measurements. It stores numbers but no curves, so `--watch` can run
//! for days.

use trueghz::Warning;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::{Measurement, Reading};

use trueghz::report::phrases::stated_hz;
use trueghz_report::lines::whose;

use crate::cli::Requirement;

/// Returns `true` for the reading of a core type that this program cannot measure here and that the
/// user did not request by number: such a reading is listed, but does not count as refused.
fn is_unreached(reading: &Reading) -> bool {
    reading.cpu.is_none() && matches!(reading.reason, Some(Reason::CoreTypeUnreachable | Reason::Offline))
}

/// Conditions that each reading must meet.
#[derive(Debug, Clone, Copy, Default)]
pub struct Conditions {
    /// Required verdict.
    pub require: Option<Requirement>,
    /// Minimum clock, in hertz.
    pub at_least_hz: Option<u64>,
}

impl Conditions {
    /// Describes a condition that the reading does not meet; `None` if it meets all.
    fn unmet(self, reading: &Reading) -> Option<String> {
        let unmet = |is: &str, asked: &str| Some(format!("{}: {is}, not {asked}", whose(reading)));
        if self.require == Some(Requirement::Steady) && reading.verdict != Verdict::Steady {
            return unmet(reading.verdict.text(), "steady (--require)");
        }
        let hz = self.at_least_hz? as f64;
        let asked = || format!("{} or more (--at-least)", stated_hz(hz));
        match reading.is_below(hz) {
            Some(false) => None,
            Some(true) => {
                unmet(&reading.display().map_or_else(String::new, |shown| shown.to_string()), &asked())
            }
            None => unmet(reading.verdict.text(), &asked()),
        }
    }
}

/// Summary of the measurements of the same cores so far.
#[derive(Debug, Default)]
pub struct Tally {
    /// Conditions for each reading.
    pub conditions: Conditions,
    /// The first condition that a reading did not meet, in words.
    pub unmet: Option<String>,
    /// Number of measurements.
    pub measurements: usize,
    /// Summary of each core.
    pub cores: Vec<CoreTally>,
    /// First warning with each code, and the number of measurements that had it.
    pub warnings: Vec<(Warning, usize)>,
}

/// The readings of one core so far.
#[derive(Debug)]
pub struct CoreTally {
    /// Name of the core.
    pub whose: String,
    /// Measured clocks, in hertz.
    pub numbers_hz: Vec<f64>,
    /// Number of refused readings; 0 if the core is out of reach.
    pub refused: usize,
}

impl Tally {
    /// Adds a measurement.
    pub fn add(&mut self, measurement: &Measurement) {
        self.measurements += 1;
        let in_reach = measurement.cores.iter().filter(|reading| !is_unreached(reading));
        self.unmet =
            self.unmet.take().or_else(|| in_reach.clone().find_map(|core| self.conditions.unmet(core)));
        for (place, reading) in measurement.cores.iter().enumerate() {
            if place == self.cores.len() {
                self.cores.push(CoreTally { whose: whose(reading), numbers_hz: Vec::new(), refused: 0 });
            }
            let core = &mut self.cores[place];
            core.numbers_hz.extend(reading.hz());
            core.refused += usize::from(reading.verdict == Verdict::Refused && !is_unreached(reading));
        }
        let mut seen: Vec<&'static str> = Vec::new();
        for warning in measurement.cores.iter().flat_map(|reading| &reading.warnings) {
            if seen.contains(&warning.code()) {
                continue;
            }
            seen.push(warning.code());
            match self.warnings.iter_mut().find(|(other, _)| other.code() == warning.code()) {
                Some((_, times)) => *times += 1,
                None => self.warnings.push((warning.clone(), 1)),
            }
        }
    }

    /// Returns `true` if no core has a measured clock.
    pub fn is_empty(&self) -> bool {
        self.cores.iter().all(|core| core.numbers_hz.is_empty())
    }

    /// Returns `true` if there is a reading and none was refused, apart from cores out of reach.
    pub fn is_complete(&self) -> bool {
        !self.is_empty() && self.cores.iter().all(|core| core.refused == 0)
    }
}

#[cfg(test)]
mod tests {
    use trueghz::report::RawMeasurement;

    use super::*;

    fn measurement() -> Measurement {
        let recorded = include_str!("../../tests/vectors/raw-two-cores-100ms.json");
        RawMeasurement::from_json(recorded).expect("a recording").estimate()
    }

    #[test]
    fn what_is_known_of_several_is_what_their_readings_say() {
        let sound = measurement();
        let mut refused = sound.clone();
        let (verdict, warnings) = (Verdict::Refused, vec![Warning::Cancelled, Warning::Cancelled]);
        let last = refused.cores.last_mut().expect("a core");
        (last.verdict, last.frequency_hz, last.warnings) = (verdict, None, warnings);
        let mut tally = Tally::default();
        assert!(tally.is_empty() && !tally.is_complete());
        tally.add(&sound);
        assert!(!tally.is_empty() && tally.is_complete());
        tally.add(&refused);
        assert!(!tally.is_empty() && !tally.is_complete());

        // A type out of reach is not a failure; a requested core out of reach is one.
        let mut elsewhere = sound.clone();
        let last = elsewhere.cores.last_mut().expect("a core");
        (last.verdict, last.frequency_hz, last.cpu) = (Verdict::Refused, None, None);
        last.reason = Some(Reason::CoreTypeUnreachable);
        let mut other = Tally::default();
        other.add(&elsewhere);
        assert!(other.is_complete());
        elsewhere.cores.last_mut().expect("a core").cpu = Some(1);
        other.add(&elsewhere);
        assert!(!other.is_complete());

        let hz = |place: usize| sound.cores[place].hz().expect("a number");
        assert_eq!((tally.measurements, &tally.unmet), (2, &None), "nothing is asked of them");
        assert_eq!(tally.cores[0].numbers_hz, [hz(0), hz(0)]);
        assert_eq!((&tally.cores[1].numbers_hz[..], tally.cores[1].refused), (&[hz(1)][..], 1));
        let cancelled = tally.warnings.iter().find(|(warning, _)| *warning == Warning::Cancelled);
        assert_eq!(cancelled, Some(&(Warning::Cancelled, 1)), "once for a measurement");
    }
    #[test]
    fn the_first_condition_that_is_not_met_is_named() {
        let unmet = |require, at_least_hz, measurement: &Measurement| {
            let mut tally = Tally { conditions: Conditions { require, at_least_hz }, ..Tally::default() };
            tally.add(measurement);
            tally.unmet
        };
        let sound = measurement();
        assert_eq!(unmet(None, Some(1_000_000_000), &sound), None);
        let low = unmet(None, Some(5_000_000_000), &sound).expect("it is below");
        assert!(
            low.starts_with("core 0: 3.69") && low.ends_with(", not 5.00 GHz or more (--at-least)"),
            "{low}"
        );
        let mut moved = sound.clone();
        moved.cores.iter_mut().for_each(|core| core.verdict = Verdict::Steady);
        assert_eq!(unmet(Some(Requirement::Steady), None, &moved), None);
        moved.cores[1].verdict = Verdict::Varying;
        let said = unmet(Some(Requirement::Steady), None, &moved).expect("it moved");
        assert_eq!(said, "core 1: varying, not steady (--require)");
        // A type out of reach need not meet a condition.
        (moved.cores[1].cpu, moved.cores[1].reason) = (None, Some(Reason::CoreTypeUnreachable));
        assert_eq!(unmet(Some(Requirement::Steady), None, &moved), None);
    }
}
