//! Report of a sustained load, rounded: for front ends with texts of their own.

use trueghz::Interval;
use trueghz::estimate::variation::Range;
use trueghz::host::ThermalStatus;
use trueghz::load::LoadClass;
use trueghz::report::display::{FrequencyDisplay, Rounded};
use trueghz::report::number::RoundedNumber;
use trueghz::report::numbers::RangeNumbers;

use super::track::NOW_DIGITS;
use super::{SustainedRecord, SustainedReport};
use crate::sustained::throttling::Sustained;

/// Significant digits of the time until the clock fell.
const TIME_DIGITS: usize = 3;

/// Significant digits of the duration of the end: if a load was soon stopped, it is a fraction of a
/// second. Digits before the point are never rounded away.
const LAST_DIGITS: usize = 1;

/// Digits that the ends of a loss may have more than the loss itself: a hundredth of its last digit
/// is nothing to see.
const MORE_DIGITS: usize = 2;

/// Minimum duration of the end that is called the last minute: the remainder is the time between
/// windows.
const A_MINUTE_MS: f64 = 59e3;

/// Finding about a clock, for a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum SustainedFinding {
    /// After its peak it never stayed more than 3 % below it.
    Held,
    /// It fell by more than 3 %, and had not recovered at the end.
    Throttled,
    /// It fell by more than 3 %, and recovered.
    Recovered,
    /// It alternated between two levels.
    Alternated,
}

impl SustainedFinding {
    /// The finding in a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Recovered => "The clock fell by more than 3 % and recovered.",
            Self::Throttled => "The clock fell by more than 3 % and had not recovered at the end.",
            Self::Alternated => "The clock alternated between two levels.",
            Self::Held => "After its peak the clock never stayed more than 3 % below it.",
        }
    }

    /// Returns the finding for `found`.
    pub fn of(found: &Sustained) -> SustainedFinding {
        match (found.throttled_ms.is_some(), found.recovered) {
            // It falls and recovers repeatedly.
            _ if found.alternation.is_some() => SustainedFinding::Alternated,
            (true, true) => SustainedFinding::Recovered,
            (true, false) => SustainedFinding::Throttled,
            (false, _) => SustainedFinding::Held,
        }
    }
}

/// Reason for the end of a load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum SustainedEnd {
    /// It ran for its intended duration.
    Complete,
    /// It was stopped.
    Stopped,
    /// The device was critically hot.
    Critical,
    /// The program was in the background for too long.
    InBackground,
}

/// The numbers of a clock under a steady load.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedNumbers {
    /// The finding.
    pub finding: SustainedFinding,
    /// Its highest clock.
    pub peak: FrequencyDisplay,
    /// Its clock at the end.
    pub last: FrequencyDisplay,
    /// Duration of the end, in seconds.
    pub last_s: RoundedNumber,
    /// Whether the end is a minute long.
    pub is_last_minute: bool,
    /// Loss between the two, in percent of the peak; 0 if the interval contains 0.
    pub loss_percent: RoundedNumber,
    /// Lower end of the loss; both ends have one or two more digits if they would look the same
    /// otherwise.
    pub loss_low_percent: RoundedNumber,
    /// Upper end of the loss.
    pub loss_high_percent: RoundedNumber,
    /// Time until the clock fell, in seconds; `None` if it did not.
    pub throttled_after_s: Option<RoundedNumber>,
    /// The two levels between which it alternated; `None` if it did not.
    pub levels: Option<RangeNumbers>,
}

impl SustainedNumbers {
    /// Returns the numbers of `found`; `None` if they are not frequencies.
    pub fn of(found: &Sustained) -> Option<SustainedNumbers> {
        let measured = RoundedNumber::percent(found.loss.value * 100.0);
        let loss_percent =
            if found.loss.is_above(0.0) { measured } else { RoundedNumber { value: 0.0, ..measured } };
        let (loss_low_percent, loss_high_percent) = loss_ends(&found.loss, loss_percent.decimals);
        Some(SustainedNumbers {
            finding: SustainedFinding::of(found),
            peak: FrequencyDisplay::of(&found.peak_hz)?,
            last: FrequencyDisplay::of(&found.last_hz)?,
            last_s: RoundedNumber::significant(found.last_ms / 1e3, LAST_DIGITS),
            is_last_minute: found.last_ms >= A_MINUTE_MS,
            loss_percent,
            loss_low_percent,
            loss_high_percent,
            throttled_after_s: found
                .throttled_ms
                .map(|ms| RoundedNumber::significant(ms.value / 1e3, TIME_DIGITS)),
            levels: found.alternation.and_then(|levels| {
                RangeNumbers::of(Range { low_hz: levels.low_hz.value, high_hz: levels.high_hz.value })
            }),
        })
    }
}

/// Both ends of a loss in percent, with as many decimals as the loss; if they would look the same,
/// with as many more as are needed to distinguish them, at most [`MORE_DIGITS`]: "25 to 25 %" is
/// not informative.
fn loss_ends(loss: &Interval, decimals: usize) -> (RoundedNumber, RoundedNumber) {
    let ends = |decimals| {
        let end = |part: f64| RoundedNumber::new(part * 100.0, decimals);
        (end(loss.low), end(loss.high))
    };
    let mut finer = (decimals..=decimals + MORE_DIGITS).map(ends);
    finer.find(|(low, high)| low != high).unwrap_or_else(|| ends(decimals))
}

/// Everything that is shown about a load in addition to its curve.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedSummary {
    /// Reason for its end.
    pub end: SustainedEnd,
    /// The numbers; `None` if too few windows were undisturbed.
    pub numbers: Option<SustainedNumbers>,
    /// Lowest and highest clock of the records at the end (the last minute), as exact as a running
    /// load shows it; `None` if both look the same.
    pub last_range: Option<RangeNumbers>,
    /// Time that is missing from the numbers because the program was in the background, in seconds;
    /// `None` if none is missing.
    pub missing_s: Option<RoundedNumber>,
    /// Work of the busy cores; `None` in files of versions with a different load.
    pub work: Option<LoadClass>,
    /// Operations of the measured core per cycle; `None` if they were not counted.
    pub operations: Option<RoundedNumber>,
    /// Worst thermal status of the device; `None` if the system does not report it.
    pub hottest: Option<ThermalStatus>,
    /// Whether power saving was on at any time.
    pub power_saving: bool,
}

impl SustainedSummary {
    /// Returns the summary of `report`.
    pub fn of(report: &SustainedReport) -> SustainedSummary {
        let records = &report.records;
        let missing_ms: f64 = away(records).map(|(from_ms, to_ms)| to_ms - from_ms).sum();
        let whole_seconds = RoundedNumber::new((missing_ms / 1e3).ceil(), 0);
        SustainedSummary {
            end: end(report),
            numbers: report.found.as_ref().and_then(SustainedNumbers::of),
            last_range: report.found.as_ref().and_then(|found| last_range(records, found.last_ms)),
            missing_s: (missing_ms > 0.0).then_some(whole_seconds),
            work: report.run.work.as_ref().map(|work| work.class),
            operations: report.operations.map(|operations| RoundedNumber::new(operations.median, 1)),
            hottest: records.iter().filter_map(|record| record.conditions.thermal).max(),
            power_saving: records.iter().any(|record| record.conditions.power_saving == Some(true)),
        }
    }
}

/// The range of the clocks of the records in the last `last_ms`. Their level gives the loss;
/// a clock that still moves is described by both.
fn last_range(records: &[SustainedRecord], last_ms: f64) -> Option<RangeNumbers> {
    let begins_ms = records.last()?.at_ms - last_ms;
    let is_at_the_end = |record: &&SustainedRecord| record.at_ms > begins_ms && !record.is_away();
    let clocks = records.iter().filter(is_at_the_end).filter_map(SustainedRecord::hz);
    let (low, high) =
        clocks.map(|hz| (hz, hz)).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
    let [low, high] = [low, high].map(|hz| Rounded::significant(hz, NOW_DIGITS));
    let range = RangeNumbers { low: low?, high: high? };
    (range.low != range.high).then_some(range)
}

/// Start and end of the records that were taken in the background, in milliseconds.
pub(crate) fn away(records: &[SustainedRecord]) -> impl Iterator<Item = (f64, f64)> {
    let begins = std::iter::once(0.0).chain(records.iter().map(|record| record.at_ms));
    begins
        .zip(records)
        .filter(|(_, record)| record.is_away())
        .map(|(from_ms, record)| (from_ms, record.at_ms))
}

fn end(report: &SustainedReport) -> SustainedEnd {
    match report.records.last() {
        Some(last) if last.at_ms >= report.run.length_ms => SustainedEnd::Complete,
        Some(last) if last.conditions.is_critical() => SustainedEnd::Critical,
        Some(last) if last.is_away() => SustainedEnd::InBackground,
        _ => SustainedEnd::Stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sustained::throttling::sustained;
    use crate::windows::timed::TimedWindow;
    use trueghz::host::Conditions;

    fn ends(low: f64, high: f64, decimals: usize) -> (String, String) {
        let (low, high) = loss_ends(&Interval { value: 0.25, low, high }, decimals);
        (low.digits(), high.digits())
    }

    fn texts(low: &str, high: &str) -> (String, String) {
        (low.to_owned(), high.to_owned())
    }

    #[test]
    fn ends_that_differ_are_as_exact_as_the_loss() {
        assert_eq!(ends(0.17, 0.19, 0), texts("17", "19"));
        assert_eq!(ends(0.021, 0.024, 1), texts("2.1", "2.4"));
    }

    #[test]
    fn ends_that_would_look_alike_have_a_digit_more() {
        assert_eq!(ends(0.2480, 0.2521, 0), texts("24.8", "25.2"));
        assert_eq!(ends(0.2499, 0.2501, 0), texts("24.99", "25.01"));
    }

    #[test]
    fn ends_that_nobody_could_tell_apart_stay_as_they_are() {
        assert_eq!(ends(0.249_999, 0.250_001, 0), texts("25", "25"));
    }

    /// Finding for a minute of a clock that is a function of seconds, with a window each 10 ms.
    fn finding(hz: impl Fn(f64) -> f64) -> SustainedFinding {
        let window = |index: u32| {
            let at_ns = f64::from(index) * 10e6;
            TimedWindow { at_ns, elapsed_ns: 80e3, hz: hz(at_ns / 1e9), interrupted: false }
        };
        let windows: Vec<TimedWindow> = (0..6_000).map(window).collect();
        SustainedFinding::of(&sustained(&windows, 20.0, 0.0).expect("windows enough"))
    }

    #[test]
    fn a_finding_is_what_the_clock_did() {
        let low_in = |ranges: &'static [std::ops::Range<f64>]| {
            move |s: f64| if ranges.iter().any(|range| range.contains(&s)) { 2.4e9 } else { 3e9 }
        };
        assert_eq!(finding(|_| 3e9), SustainedFinding::Held);
        assert_eq!(finding(|s| 2e9 + 1e9 * s / 60.0), SustainedFinding::Held, "it rose");
        assert_eq!(finding(low_in(&[20.0..20.8])), SustainedFinding::Held, "it did not stay there");
        assert_eq!(finding(low_in(&[20.0..60.1])), SustainedFinding::Throttled);
        assert_eq!(
            finding(low_in(&[56.0..60.1])),
            SustainedFinding::Throttled,
            "at the end, which most of the last level is not"
        );
        assert_eq!(finding(low_in(&[20.0..40.0])), SustainedFinding::Recovered);
        assert_eq!(
            finding(low_in(&[20.0..55.0])),
            SustainedFinding::Recovered,
            "late, which most of the last level is not"
        );
        assert_eq!(finding(low_in(&[20.0..30.0, 50.0..60.1])), SustainedFinding::Throttled, "again");
        assert_eq!(
            finding(|s| if ((s * 10.0) as u64).is_multiple_of(2) { 3e9 } else { 2.7e9 }),
            SustainedFinding::Alternated
        );
    }

    fn found(low: f64, part: f64, high: f64) -> Sustained {
        let level = Interval::around(3e9, 10e6);
        Sustained {
            peak_hz: level,
            last_hz: level,
            last_ms: 12e3,
            loss: Interval { value: part, low, high },
            throttled_ms: None,
            recovered: false,
            alternation: None,
            steps: Vec::new(),
        }
    }

    /// The range at the end of a load of 100 s, by the clock at each second.
    fn range(hz: impl Fn(u32) -> f64, is_away: impl Fn(u32) -> bool) -> Option<[String; 2]> {
        let record = |second: u32| {
            let at_ns = f64::from(second) * 1e9;
            let window = TimedWindow { at_ns, elapsed_ns: 80e3, hz: hz(second), interrupted: false };
            SustainedRecord {
                at_ms: at_ns / 1e6,
                windows: vec![window],
                shared: 0,
                elsewhere: 0,
                timing_ms: None,
                operations_per_ns: None,
                zones: Vec::new(),
                conditions: Conditions { in_background: Some(is_away(second)), ..Conditions::default() },
                driver_hz: None,
            }
        };
        let records: Vec<SustainedRecord> = (1..=100).map(record).collect();
        let range = last_range(&records, 60e3)?;
        Some([range.low, range.high].map(|end| end.digits()))
    }

    #[test]
    fn the_range_at_the_end_is_of_the_clocks_there() {
        let saw = |second: u32| 2.45e9 + 0.01e9 * f64::from(second % 14);
        let texts = |low: &str, high: &str| Some([low.to_owned(), high.to_owned()]);
        assert_eq!(range(saw, |_| false), texts("2.45", "2.58"));
        let early = |second| if second <= 40 { 3.1e9 } else { saw(second) };
        assert_eq!(range(early, |_| false), texts("2.45", "2.58"), "the start is not the end");
        let away = |second| if second == 70 { 1e9 } else { saw(second) };
        assert_eq!(range(away, |second| second == 70), texts("2.45", "2.58"), "in the background");
        assert_eq!(range(|second| 2.5e9 + f64::from(second) * 1e3, |_| false), None, "both look the same");
    }

    #[test]
    fn a_loss_whose_interval_holds_none_is_none() {
        let shown = |low, part, high| {
            let found = SustainedNumbers::of(&found(low, part, high)).expect("numbers");
            [found.loss_percent, found.loss_low_percent, found.loss_high_percent]
                .map(|number| number.digits())
        };
        assert_eq!(shown(-0.005, -0.0018, 0.0015), ["0.00", "\u{2212}0.50", "0.15"]);
        assert_eq!(shown(0.01, 0.02, 0.03), ["2.0", "1.0", "3.0"]);
    }

    #[test]
    fn the_end_of_a_short_load_has_a_duration() {
        let last = |last_ms| {
            let found = Sustained { last_ms, ..found(0.0, 0.0, 0.0) };
            SustainedNumbers::of(&found).expect("numbers").last_s.digits()
        };
        assert_eq!([last(200.0), last(4_000.0), last(12_000.0), last(60_000.0)], ["0.2", "4", "12", "60"]);
    }
}
