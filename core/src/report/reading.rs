//! The result for one core.

use serde::{Deserialize, Serialize};

use crate::Interval;
use crate::clock::crosscheck::CrossCheck;
use crate::clock::quality::ToleranceSource;
use crate::estimate::consensus::ChainResult;
use crate::estimate::recording::WarmUpSample;
use crate::estimate::variation::{Point, Range};
use crate::estimate::verdict::{Reason, Verdict};
use crate::estimate::{ClockState, Frequency, TightLoop, UncertaintyBudget, WindowCount};
use crate::host::{ClaimSource, Conditions, CpuLoad, ThreadPriority};

use super::counted::HardwareCounters;
use super::display::{FrequencyDisplay, Rounded};
use super::explained::{explained_warnings, tolerance_source};
use super::low::LowCause;
use crate::warning::Warning;

/// Results for one core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Reading {
    /// The measured core, as the system numbers it; `None` if the system does not report a number.
    pub cpu: Option<u32>,
    /// The kind of core: "Cortex-A78", or other known data.
    pub kind: String,
    /// All cores of that kind; empty if the kind is unknown.
    pub cpus: Vec<u32>,
    /// Priority of the measuring thread, as the system granted it. At background priority Apple's
    /// efficiency cores run below their highest clock.
    #[serde(default)]
    pub urgency: ThreadPriority,
    /// The core's clock with its interval, in hertz; `None` if refused.
    pub frequency_hz: Option<Interval>,
    /// The clock with its interval without the tolerance of the timing clock, in hertz: other
    /// readings by the same clock lie in it. `None` if refused.
    pub repeatable_hz: Option<Interval>,
    /// Lower bound of the clock, in hertz, which holds even if the core was never undisturbed.
    /// Absent if there is a number, or if there is no bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least_hz: Option<f64>,
    /// Confidence level of the interval, 0 to 1.
    pub confidence: f64,
    /// Components of the interval.
    pub uncertainty: Option<UncertaintyBudget>,
    /// Tolerance of the timing clock after correction, in parts per million: a component of the
    /// interval.
    pub clock_tolerance_ppm: f64,
    /// Known rate error of the timing clock, in parts per million: positive if it is slow, negative
    /// if it is fast. The reading is corrected for it. 0 if nothing is known.
    #[serde(default)]
    #[cfg_attr(feature = "uniffi", uniffi(default = 0.0))]
    pub clock_correction_ppm: f64,
    /// Source of the tolerance.
    #[serde(with = "tolerance_source")]
    pub clock_tolerance_source: ToleranceSource,
    /// The verdict on the reading.
    pub verdict: Verdict,
    /// Reason for a missing number; `None` if there is a number.
    pub reason: Option<Reason>,
    /// Warnings, the most important first.
    #[serde(serialize_with = "explained_warnings")]
    pub warnings: Vec<Warning>,
    /// Range of a varying clock.
    pub range: Option<Range>,
    /// Levels of a varying clock by time share, largest first; empty if it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<ClockState>,
    /// The clock over time.
    pub time_line: Vec<Point>,
    /// Every kind of chain.
    pub chains: Vec<ChainResult>,
    /// The empty loop.
    pub tight_loop: TightLoop,
    /// The effective clock: cycles that the thread got per second of wall time.
    pub effective_hz: Option<f64>,
    /// Number of windows taken, and number of undisturbed ones.
    pub windows: WindowCount,
    /// The claimed clock, compared with the reading.
    pub claim: Option<ClaimComparison>,
    /// Cause if the clock is below the claim by more than the interval and 1 %; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub low_because: Option<LowCause>,
    /// Load of the other cores during the measurement; `None` if the system does not report it.
    pub load: Option<OtherLoad>,
    /// Cross-check of the clocks of this measurement; `None` if there were no windows.
    pub cross_check: Option<CrossCheck>,
    /// Time from the first window to the last, in milliseconds.
    pub elapsed_ms: f64,
    /// Duration of the warm-up, in milliseconds.
    pub warm_up_ms: f64,
    /// The warm-up's curve in at most some hundred points.
    #[serde(default)]
    pub warm_up_curve: Vec<WarmUpSample>,
    /// Time from the end of the warm-up to the first number, in milliseconds; `None` if there was
    /// no number, or no observer.
    pub time_to_first_estimate_ms: Option<f64>,
    /// Worst platform conditions during the measurement.
    #[serde(default)]
    pub conditions: Conditions,
    /// Readings of the hardware counters during a chain of known length; absent if none was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub counters: Option<HardwareCounters>,
}

/// A claim, compared with the reading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClaimComparison {
    /// The claimed clock, in hertz.
    pub hz: f64,
    /// Source of the claim.
    pub source: ClaimSource,
    /// Excess of the reading over the claimed clock, in percent of the latter; `None` if refused.
    pub difference_percent: Option<f64>,
}

/// Load of the rest of the machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct OtherLoad {
    /// Each of the other cores.
    pub others: Vec<CpuLoad>,
    /// Busy fraction of the busiest thread that shares the measured core, 0 to 1; `None` if there
    /// is no such thread.
    pub sibling_busy: Option<f64>,
}

/// A CPU is busy if it is in use for at least this fraction of the time.
const BUSY: f64 = 0.5;

impl OtherLoad {
    /// Number of busy cores, without `siblings`, which share the measured core.
    pub(super) fn busy_cores(&self, siblings: &[u32]) -> u64 {
        let busy = self.others.iter().filter(|other| other.busy_fraction >= BUSY);
        busy.filter(|other| !siblings.contains(&other.cpu)).count() as u64
    }
}

impl Reading {
    /// The number with its interval, if there is one.
    pub fn frequency(&self) -> Option<Frequency> {
        Some(Frequency { hz: self.frequency_hz?, budget: self.uncertainty? })
    }

    /// The core's clock in hertz; `None` if refused.
    pub fn hz(&self) -> Option<f64> {
        self.frequency_hz.map(|clock| clock.value)
    }

    /// The number for display, if there is one.
    pub fn display(&self) -> Option<FrequencyDisplay> {
        FrequencyDisplay::of(&self.frequency_hz?)
    }

    /// The lower bound of the clock for display, if there is one.
    pub fn at_least(&self) -> Option<Rounded> {
        Rounded::down(self.at_least_hz?)
    }

    /// Half-width of the interval in which other readings by the same clock lie, for display, if
    /// there is a number.
    pub fn repeatable_display(&self) -> Option<Rounded> {
        FrequencyDisplay::of(&self.repeatable_hz?).map(|shown| shown.uncertainty)
    }

    /// The larger half-width of the interval, in hertz. Effects that only lengthen windows extend
    /// the interval upwards.
    pub fn half_width_hz(&self) -> Option<f64> {
        Some(self.frequency_hz?.max_half_width())
    }

    /// Returns `true` if the clock is certainly below `hz`: its whole interval is. `None` if there
    /// is no number, and the lower bound does not reach `hz`.
    pub fn is_below(&self, hz: f64) -> Option<bool> {
        let bound = || self.at_least_hz.is_some_and(|bound| bound >= hz).then_some(false);
        self.frequency_hz.map(|clock| clock.high < hz).or_else(bound)
    }

    /// Number of cycles of this core in `ns` nanoseconds, with the interval; `None` if refused.
    ///
    /// They are true nanoseconds: the error of the clock that timed them is not in the interval.
    /// [`std::time::Instant`] is `CLOCK_MONOTONIC` on Linux, which NTP may slew by up to 500 ppm.
    /// The clock of the reading itself ([`Measurement::clock`](crate::Measurement::clock)) is not
    /// corrected: its nanoseconds are longer by [`Reading::clock_correction_ppm`], and are then
    /// converted to within [`Reading::repeatable_hz`].
    pub fn cycles(&self, ns: f64) -> Option<Interval> {
        Some(self.frequency_hz?.map(|hz| ns * hz * 1e-9))
    }

    /// Duration of `cycles` of this core in nanoseconds, with the interval; `None` if refused.
    pub fn nanoseconds(&self, cycles: f64) -> Option<Interval> {
        Some(self.frequency_hz?.map(|hz| cycles / hz * 1e9))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CoreContext, CoreOutcome, RawCore};

    #[test]
    fn a_clock_is_below_where_its_whole_interval_is() {
        let refused = RawCore {
            context: CoreContext::simulated(),
            outcome: CoreOutcome::Refused(Reason::TooFewWindows),
        }
        .reading();
        assert_eq!(refused.is_below(3.0e9), None);
        let bounded = Reading { at_least_hz: Some(3.1e9), ..refused.clone() };
        assert_eq!((bounded.is_below(3.0e9), bounded.is_below(3.2e9)), (Some(false), None));
        let reading = Reading { frequency_hz: Some(Interval::around(3e9, 0.1e9)), ..refused };
        assert_eq!((reading.is_below(3.05e9), reading.is_below(3.2e9)), (Some(false), Some(true)));
    }
}
