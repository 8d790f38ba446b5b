//! What several measurements have in common, counted as they come: a watch of days keeps its numbers and no curves.

use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::{Measurement, Reading, Warning};

use trueghz::report::lines::whose;

/// Whether it is of a kind of core that this program cannot measure here, and that nobody asked for by number: it is named, and
/// that is all that there is to say of it.
fn is_unreached(reading: &Reading) -> bool {
    reading.cpu.is_none() && matches!(reading.reason, Some(Reason::OutOfReach | Reason::Offline))
}

/// Measurements of the same cores so far.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many.
    pub measurements: usize,
    /// Each core.
    pub cores: Vec<CoreTally>,
    /// Each code of a warning once, as it was first given, and how many measurements had it.
    pub warnings: Vec<(Warning, usize)>,
}

/// The readings of one core so far.
#[derive(Debug)]
pub struct CoreTally {
    /// Which core, in words.
    pub whose: String,
    /// The numbers, in hertz.
    pub numbers_hz: Vec<f64>,
    /// How many were refused, though the core is in reach.
    pub refused: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, measurement: &Measurement) {
        self.measurements += 1;
        for (place, reading) in measurement.cores.iter().enumerate() {
            if place == self.cores.len() {
                self.cores.push(CoreTally { whose: whose(reading), numbers_hz: Vec::new(), refused: 0 });
            }
            let core = &mut self.cores[place];
            core.numbers_hz.extend(reading.frequency_hz);
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

    /// Whether no reading has a number.
    pub fn is_empty(&self) -> bool {
        self.cores.iter().all(|core| core.numbers_hz.is_empty())
    }

    /// Whether every core in reach has a reading: there is one, and none was refused.
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

        // A kind that cannot be chosen is no failure; a core that was asked for and cannot be, is one.
        let mut elsewhere = sound.clone();
        let last = elsewhere.cores.last_mut().expect("a core");
        (last.verdict, last.frequency_hz, last.cpu) = (Verdict::Refused, None, None);
        last.reason = Some(Reason::OutOfReach);
        let mut other = Tally::default();
        other.add(&elsewhere);
        assert!(other.is_complete());
        elsewhere.cores.last_mut().expect("a core").cpu = Some(1);
        other.add(&elsewhere);
        assert!(!other.is_complete());

        let hz = |place: usize| sound.cores[place].frequency_hz.expect("a number");
        assert_eq!(tally.measurements, 2);
        assert_eq!(tally.cores[0].numbers_hz, [hz(0), hz(0)]);
        assert_eq!((&tally.cores[1].numbers_hz[..], tally.cores[1].refused), (&[hz(1)][..], 1));
        let cancelled = tally.warnings.iter().find(|(warning, _)| *warning == Warning::Cancelled);
        assert_eq!(cancelled, Some(&(Warning::Cancelled, 1)), "once for a measurement");
    }
}
