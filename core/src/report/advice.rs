//! Advice on a verdict. It depends on the rest of the reading: a clock also varies without heat.

use crate::estimate::variation::Point;
use crate::estimate::verdict::Verdict;
use crate::host::ThermalStatus;

use crate::warning::Warning;

use super::Reading;

/// A clock went down if its mean in the second half is lower by this fraction of its total range.
/// An even drift gives a half, a single step within the middle two thirds at least a third, an
/// alternating clock nothing.
const WENT_DOWN: f64 = 1.0 / 3.0;

/// What to do about a verdict, or how to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// The clock moved.
    MeasureAgain,
    /// The clock moved, and heat may have moved it.
    CoolDown,
    /// The checks match no core in the list.
    TakeCare,
}

impl Advice {
    /// The code: the code of the verdict, with a suffix for [`Advice::CoolDown`].
    pub fn code(self) -> &'static str {
        match self {
            Advice::MeasureAgain => "varying",
            Advice::CoolDown => "varying_hot",
            Advice::TakeCare => "unconfirmed",
        }
    }

    /// The words for people.
    pub fn text(self) -> &'static str {
        match self {
            Advice::MeasureAgain => "the clock moved; measure again, or for longer to see its course",
            Advice::CoolDown => "measure again when the machine is idle and cool",
            Advice::TakeCare => {
                "the checks match no core in the list: one that is not listed, or an emulator; treat the reading with care"
            }
        }
    }
}

impl Reading {
    /// Returns what to do about the verdict, or how to read it; `None` if there is nothing to do. A
    /// refusal has the advice of its reason.
    pub fn advice(&self) -> Option<Advice> {
        match self.verdict {
            Verdict::Steady | Verdict::Refused => None,
            Verdict::Varying if self.heat_is_plausible() => Some(Advice::CoolDown),
            Verdict::Varying => Some(Advice::MeasureAgain),
            Verdict::Unconfirmed => Some(Advice::TakeCare),
        }
    }

    /// Returns `true` if heat may have moved the clock: the device reports heat, or the clock went
    /// down. `false` in a virtual machine, where heat is unknown and nothing can be done about it.
    fn heat_is_plausible(&self) -> bool {
        let is_virtual = self
            .warnings
            .iter()
            .any(|warning| matches!(warning, Warning::VirtualMachine { .. } | Warning::Emulated { .. }));
        // The system lowers clocks from `Light` on.
        let is_warm = self.conditions.thermal >= Some(ThermalStatus::Light);
        !is_virtual && (is_warm || went_down(&self.time_line))
    }
}

fn went_down(time_line: &[Point]) -> bool {
    let mean = |points: &[Point]| points.iter().map(|point| point.hz).sum::<f64>() / points.len() as f64;
    let (early, late) = time_line.split_at(time_line.len() / 2);
    if early.is_empty() {
        return false;
    }
    let all = || time_line.iter().map(|point| point.hz);
    let moved = all().fold(f64::MIN, f64::max) - all().fold(f64::MAX, f64::min);
    mean(early) - mean(late) > WENT_DOWN * moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::verdict::Reason;
    use crate::report::{CoreContext, CoreOutcome, RawCore};

    /// A varying clock in a reading about which nothing else is known.
    fn varying(time_line: Vec<Point>) -> Reading {
        let core = RawCore {
            context: CoreContext::simulated(),
            outcome: CoreOutcome::Refused(Reason::TooFewWindows),
        };
        Reading { verdict: Verdict::Varying, reason: None, time_line, ..core.reading() }
    }

    fn line(hz: impl Fn(usize) -> f64) -> Vec<Point> {
        (0..60).map(|at| Point { at_ms: at as f64, hz: hz(at), error_hz: 1e5 }).collect()
    }

    #[test]
    fn to_cool_down_is_advised_where_heat_is_plausible_only() {
        let down = || varying(line(|at| 3e9 - 1e6 * at as f64));
        let up = || varying(line(|at| 3e9 + 1e6 * at as f64));
        assert_eq!(down().advice(), Some(Advice::CoolDown));
        assert_eq!(up().advice(), Some(Advice::MeasureAgain));
        let mut guest = down();
        guest.warnings.push(Warning::VirtualMachine { hypervisor: None });
        assert_eq!(guest.advice(), Some(Advice::MeasureAgain));
        for (status, advice) in [
            (ThermalStatus::Nominal, Advice::MeasureAgain),
            (ThermalStatus::Light, Advice::CoolDown),
            (ThermalStatus::Critical, Advice::CoolDown),
        ] {
            let mut reading = up();
            reading.conditions.thermal = Some(status);
            assert_eq!(reading.advice(), Some(advice), "{status:?}");
            reading.warnings.push(Warning::VirtualMachine { hypervisor: None });
            assert_eq!(reading.advice(), Some(Advice::MeasureAgain), "{status:?}");
        }
    }

    #[test]
    fn what_does_not_vary_has_the_advice_of_its_verdict() {
        let of = |verdict| Reading { verdict, ..varying(Vec::new()) }.advice();
        assert_eq!(of(Verdict::Steady), None);
        assert_eq!(of(Verdict::Refused), None);
        assert_eq!(of(Verdict::Unconfirmed), Some(Advice::TakeCare));
    }

    #[test]
    fn a_clock_goes_down_evenly_or_in_a_step() {
        assert!(went_down(&line(|at| 3e9 - 1e6 * at as f64)));
        for step in [11, 20, 30, 40, 49] {
            assert!(went_down(&line(|at| if at < step { 3e9 } else { 2.5e9 })), "{step}");
            assert!(!went_down(&line(|at| if at < step { 2.5e9 } else { 3e9 })), "{step}");
        }
    }

    #[test]
    fn a_clock_that_moves_to_and_fro_did_not_go_down() {
        for period in [2, 3, 8, 12] {
            let to_and_fro = line(|at| if at % period < period / 2 { 3.1e9 } else { 2.7e9 });
            assert!(!went_down(&to_and_fro), "{period}");
        }
        assert!(!went_down(&line(|_| 3e9)));
        assert!(!went_down(&line(|at| if at == 59 { 2.4e9 } else { 3e9 })), "one dip at the end");
        assert!(!went_down(&[]));
        assert!(!went_down(&line(|_| 3e9)[..1]));
    }
}
