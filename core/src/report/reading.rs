//! The result for one core.

use serde::{Deserialize, Serialize};

use crate::Interval;
use crate::clock::crosscheck::CrossCheck;
use crate::clock::quality::ToleranceSource;
use crate::estimate::consensus::ChainResult;
use crate::estimate::recording::WarmUpSample;
use crate::estimate::variation::{Point, Range};
use crate::estimate::verdict::{Reason, Verdict};
use crate::estimate::{ClockState, Frequency, TightLoop, UncertaintyParts, WindowCount};
use crate::host::{ClaimSource, Conditions, CpuLoad, Urgency};

use super::counted::CountersBeside;
use super::display::{FrequencyDisplay, Rounded};
use super::explained::{explained_warnings, tolerance_source};
use super::low::LowCause;
use super::warning::Warning;

/// What was found out about one core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Reading {
    /// The core that was measured, as the system numbers it; absent where the system tells no number.
    pub cpu: Option<u32>,
    /// The kind of core: "Cortex-A78", or what is known instead.
    pub kind: String,
    /// All cores of that kind; empty where the kind is not known.
    pub cpus: Vec<u32>,
    /// How urgent the measuring thread was, as the system granted it. At background priority Apple's efficiency cores run below
    /// their highest clock.
    #[serde(default)]
    pub urgency: Urgency,
    /// The core's clock in hertz; absent when refused.
    pub frequency_hz: Option<f64>,
    /// Lower end of the interval, in hertz.
    pub low_hz: Option<f64>,
    /// Upper end of the interval, in hertz.
    pub high_hz: Option<f64>,
    /// The interval without what the timing clock may be off by: where other readings by the same clock lie. Absent when
    /// refused, and in files of versions whose interval was this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub repeatable: Option<Range>,
    /// The clock was at least this, in hertz: what still holds where no moment was undisturbed. Absent where there is
    /// a number, and where nothing holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least_hz: Option<f64>,
    /// The probability that the interval is meant for.
    pub confidence: f64,
    /// What the interval is made of.
    pub uncertainty: Option<UncertaintyParts>,
    /// How far the timing clock, corrected, may be off, in parts per million: a part of the interval.
    pub clock_tolerance_ppm: f64,
    /// By how much the timing clock is known to be slow, in parts per million (fast: negative): the reading is corrected for
    /// it. 0 where nothing is known of it.
    #[serde(default)]
    #[cfg_attr(feature = "uniffi", uniffi(default = 0.0))]
    pub clock_correction_ppm: f64,
    /// Where that comes from.
    #[serde(with = "tolerance_source")]
    pub clock_tolerance_source: ToleranceSource,
    /// What the reading comes to.
    pub verdict: Verdict,
    /// Why there is no number, where there is none.
    pub reason: Option<Reason>,
    /// What to know besides, the most important first.
    #[serde(serialize_with = "explained_warnings")]
    pub warnings: Vec<Warning>,
    /// Between what a varying clock moved.
    pub range: Option<Range>,
    /// The levels at which a varying clock stood, that of the most time first; empty where it stood at none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<ClockState>,
    /// The clock over time.
    pub time_line: Vec<Point>,
    /// Every kind of chain.
    pub chains: Vec<ChainResult>,
    /// The loop with nothing in it.
    pub tight_loop: TightLoop,
    /// The effective clock: cycles that the thread got per second of wall time.
    pub effective_hz: Option<f64>,
    /// How many windows were taken, and kept.
    pub windows: WindowCount,
    /// What the system says the core runs at.
    pub claim: Option<ClaimCompared>,
    /// Why the clock is below the claim, by more than the interval and 1 %; absent where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub low_because: Option<LowCause>,
    /// How busy the other cores were meanwhile; absent where the system does not tell.
    pub load: Option<OtherLoad>,
    /// The clocks of this measurement against each other; absent when there were no windows.
    pub cross_check: Option<CrossCheck>,
    /// From the first window to the last, in milliseconds.
    pub elapsed_ms: f64,
    /// How long the warm-up took, in milliseconds.
    pub warm_up_ms: f64,
    /// The warm-up's curve in some hundred points at most.
    #[serde(default)]
    pub warm_up_curve: Vec<WarmUpSample>,
    /// From the warm-up's end to the first number, in milliseconds; absent where there was none, and where nobody
    /// watched.
    pub first_number_ms: Option<f64>,
    /// What the platform told meanwhile, the worst of it.
    #[serde(default)]
    pub conditions: Conditions,
    /// What the processor's own counters said of a chain of known length; absent where none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub counters: Option<CountersBeside>,
}

/// A claim, compared with the reading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClaimCompared {
    /// What is claimed, in hertz.
    pub hz: f64,
    /// Who claims it.
    pub source: ClaimSource,
    /// By how much the reading is above it, in percent of the claim; absent when refused.
    pub difference_percent: Option<f64>,
}

/// How busy the rest of the machine was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct OtherLoad {
    /// Each of the other cores.
    pub others: Vec<CpuLoad>,
    /// The busiest thread that shares the measured core, 0 to 1; absent where none does.
    pub sibling_busy: Option<f64>,
}

/// A processor is busy that is busy for this part of the time.
const BUSY: f64 = 0.5;

impl OtherLoad {
    /// Number of busy cores, without `siblings`, which share the measured core.
    pub(super) fn busy_cores(&self, siblings: &[u32]) -> u64 {
        let busy = self.others.iter().filter(|other| other.busy_fraction >= BUSY);
        busy.filter(|other| !siblings.contains(&other.cpu)).count() as u64
    }
}

impl Reading {
    /// The number with its interval, where there is one.
    pub fn frequency(&self) -> Option<Frequency> {
        Some(Frequency {
            hz: self.frequency_hz?,
            low_hz: self.low_hz?,
            high_hz: self.high_hz?,
            parts: self.uncertainty?,
        })
    }

    /// The number as people read it, where there is one.
    pub fn display(&self) -> Option<FrequencyDisplay> {
        FrequencyDisplay::of(&self.frequency()?)
    }

    /// The lower bound of the clock as people read it, where there is one.
    pub fn at_least(&self) -> Option<Rounded> {
        Rounded::down(self.at_least_hz?)
    }

    /// The number with the interval in which other readings by the same clock lie, or nothing where it was refused.
    pub(super) fn repeatable_frequency(&self) -> Option<Frequency> {
        Some(self.frequency()?.repeatable())
    }

    /// How far other readings by the same clock may lie, as people read it, where there is a number.
    pub fn repeatable_display(&self) -> Option<Rounded> {
        FrequencyDisplay::of(&self.repeatable_frequency()?).map(|shown| shown.uncertainty)
    }

    /// How far the farther end of the interval is from the number, in hertz: half its width where it is symmetric. What
    /// lengthens windows makes it reach farther up than down.
    pub fn half_width_hz(&self) -> Option<f64> {
        Some(self.frequency()?.farther_end_hz())
    }

    /// Whether the clock is below so many hertz for certain: its whole interval is. `None` if there is no number, and its lower
    /// bound does not reach so far.
    pub fn is_below(&self, hz: f64) -> Option<bool> {
        let bound = || self.at_least_hz.is_some_and(|bound| bound >= hz).then_some(false);
        self.high_hz.map(|high_hz| high_hz < hz).or_else(bound)
    }

    /// How many cycles of this core `ns` nanoseconds are, with the interval carried through; absent when
    /// refused.
    ///
    /// They are true nanoseconds: what the clock may be off by that timed them is not in the interval.
    /// [`std::time::Instant`] is `CLOCK_MONOTONIC` on Linux, which NTP may steer by up to 500 ppm. The clock of the reading
    /// itself ([`Measurement::clock`](crate::Measurement::clock)) is not corrected: its nanoseconds are longer by
    /// [`Reading::clock_correction_ppm`], and are then converted to within [`Frequency::repeatable`].
    pub fn cycles(&self, ns: f64) -> Option<Interval> {
        Some(self.frequency()?.in_hz().map(|hz| ns * hz * 1e-9))
    }

    /// How many nanoseconds `cycles` of this core take, with the interval carried through; absent when
    /// refused.
    pub fn nanoseconds(&self, cycles: f64) -> Option<Interval> {
        Some(self.frequency()?.in_hz().map(|hz| cycles / hz * 1e9))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CoreContext, Outcome, RawCore};

    #[test]
    fn a_clock_is_below_where_its_whole_interval_is() {
        let refused =
            RawCore { context: CoreContext::simulated(), outcome: Outcome::Refused(Reason::Starved) }
                .reading();
        assert_eq!(refused.is_below(3.0e9), None);
        let bounded = Reading { at_least_hz: Some(3.1e9), ..refused.clone() };
        assert_eq!((bounded.is_below(3.0e9), bounded.is_below(3.2e9)), (Some(false), None));
        let reading = Reading { low_hz: Some(2.9e9), high_hz: Some(3.1e9), ..refused };
        assert_eq!((reading.is_below(3.05e9), reading.is_below(3.2e9)), (Some(false), Some(true)));
    }
}
