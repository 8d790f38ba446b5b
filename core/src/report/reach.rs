//! Whether a clock reaches the claimed clock, or is held down.

use super::number::RoundedNumber;
use super::reading::Reading;
use crate::estimate::verdict::Verdict;
use crate::warning::Warning;

/// Significant digits of the clock in percent of the claim: claimed clocks are nominal.
const PERCENT_DIGITS: usize = 2;

/// Whether a clock reaches the claimed clock.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ClockReach {
    /// It does.
    Full,
    /// It is lower; the reading has the cause, if the system reports one.
    HeldDown {
        /// The clock, in percent of the claimed clock.
        percent: RoundedNumber,
    },
}

impl ClockReach {
    /// `None` if there is no number, or an unconfirmed one, no claim, or a claim that shows nothing
    /// about the full clock: a guaranteed clock is exceeded by most processors.
    pub(super) fn of(reading: &Reading) -> Option<ClockReach> {
        let (hz, claim) = (reading.hz()?, reading.claim?);
        let is_doubtful = |warning: &Warning| matches!(warning, Warning::FactorSuspected { .. });
        if reading.verdict == Verdict::Unconfirmed || reading.warnings.iter().any(is_doubtful) {
            return None;
        }
        if reading.low_because.is_some() {
            let percent = RoundedNumber::significant(hz / claim.hz * 100.0, PERCENT_DIGITS);
            return Some(ClockReach::HeldDown { percent });
        }
        (!claim.source.is_base()).then_some(ClockReach::Full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interval;
    use crate::estimate::verdict::Reason;
    use crate::host::ClaimSource;
    use crate::report::low::LowCause;
    use crate::report::raw::CoreContext;
    use crate::report::reading::ClaimComparison;
    use crate::report::{CoreOutcome, RawCore};

    #[test]
    fn a_clock_is_full_held_down_or_neither_is_known() {
        let reach = |hz: Option<f64>, source: ClaimSource, low: Option<LowCause>, warnings: Vec<Warning>| {
            let refused = RawCore {
                context: CoreContext::simulated(),
                outcome: CoreOutcome::Refused(Reason::TooFewWindows),
            };
            let claim = ClaimComparison { hz: 2e9, source, difference_percent: None };
            let reading = Reading {
                frequency_hz: hz.map(|hz| Interval::around(hz, 0.0)),
                claim: Some(claim),
                low_because: low,
                warnings,
                ..refused.reading()
            };
            ClockReach::of(&reading)
        };
        let limit = ClaimSource::CpuinfoMaxFreq;
        assert_eq!(reach(Some(1.99e9), limit, None, vec![]), Some(ClockReach::Full));
        let held = reach(Some(1.234e9), limit, Some(LowCause::Heat), vec![]);
        let Some(ClockReach::HeldDown { percent }) = held else { panic!("{held:?}") };
        assert_eq!(percent.digits(), "62");
        assert_eq!(reach(Some(2.5e9), ClaimSource::BaseFrequency, None, vec![]), None, "most exceed it");
        assert_eq!(reach(None, limit, None, vec![]), None, "refused");
        let doubtful = vec![Warning::FactorSuspected { claim_hz: 2e9 }];
        assert_eq!(reach(Some(1e9), limit, Some(LowCause::NoneReported), doubtful), None);
    }
}
