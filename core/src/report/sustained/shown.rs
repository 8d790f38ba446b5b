//! What became of a clock under a steady load, rounded: for front ends that have words of their own.

use super::{SustainedRecord, SustainedReport};
use crate::estimate::sustained::{Sustained, THROTTLED};
use crate::estimate::timed::Level;
use crate::estimate::variation::Range;
use crate::host::ThermalStatus;
use crate::report::display::FrequencyDisplay;
use crate::report::number::RoundedNumber;
use crate::report::numbers::RangeNumbers;

/// Significant digits of the time until the clock fell.
const TIME_DIGITS: usize = 3;

/// The end is the last minute: what it is short of one is the time between windows.
const A_MINUTE_MS: f64 = 59e3;

/// What a clock did, for a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum SustainedFinding {
    /// After its peak it stayed within 3 % of it.
    Held,
    /// It fell by more than 3 %, and stayed there.
    Throttled,
    /// It fell by more than 3 %, and came back.
    Recovered,
    /// It went to and fro between two levels.
    Alternated,
}

impl SustainedFinding {
    /// What `found` comes to.
    pub fn of(found: &Sustained) -> SustainedFinding {
        match (found.throttled.is_some(), found.alternation.is_some()) {
            (true, _) if found.loss.part < THROTTLED => SustainedFinding::Recovered,
            (true, _) => SustainedFinding::Throttled,
            (false, true) => SustainedFinding::Alternated,
            (false, false) => SustainedFinding::Held,
        }
    }
}

/// How a load ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum SustainedEnd {
    /// It took as long as it was to take.
    Complete,
    /// Somebody stopped it.
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
    /// What it did.
    pub finding: SustainedFinding,
    /// Its highest clock.
    pub peak: FrequencyDisplay,
    /// Its clock at the end.
    pub last: FrequencyDisplay,
    /// How much time at the end that is, in seconds.
    pub last_s: RoundedNumber,
    /// Whether that is a minute.
    pub is_last_minute: bool,
    /// What was lost between the two, in percent of the peak.
    pub loss_percent: RoundedNumber,
    /// The lower end of that.
    pub loss_low_percent: RoundedNumber,
    /// The upper end of that.
    pub loss_high_percent: RoundedNumber,
    /// How long it took until the clock fell, in seconds; absent where it did not.
    pub throttled_after_s: Option<RoundedNumber>,
    /// The two levels between which it went to and fro; absent where it did not.
    pub levels: Option<RangeNumbers>,
}

impl SustainedNumbers {
    /// The numbers of what was found; absent where they are no frequencies.
    pub fn of(found: &Sustained) -> Option<SustainedNumbers> {
        let loss_percent = RoundedNumber::percent(found.loss.part * 100.0);
        let as_exact = |part: f64| RoundedNumber::new(part * 100.0, loss_percent.decimals);
        Some(SustainedNumbers {
            finding: SustainedFinding::of(found),
            peak: display(&found.peak)?,
            last: display(&found.last)?,
            last_s: RoundedNumber::new(found.last_ms / 1e3, 0),
            is_last_minute: found.last_ms >= A_MINUTE_MS,
            loss_percent,
            loss_low_percent: as_exact(found.loss.low),
            loss_high_percent: as_exact(found.loss.high),
            throttled_after_s: found
                .throttled
                .map(|moment| RoundedNumber::significant(moment.ms / 1e3, TIME_DIGITS)),
            levels: found.alternation.and_then(|levels| {
                RangeNumbers::of(Range { low_hz: levels.low.hz, high_hz: levels.high.hz })
            }),
        })
    }
}

fn display(level: &Level) -> Option<FrequencyDisplay> {
    FrequencyDisplay::new(level.hz, (level.high_hz - level.hz).max(level.hz - level.low_hz))
}

/// All that is shown of a load besides its curve.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedSummary {
    /// How it ended.
    pub end: SustainedEnd,
    /// The numbers; absent where too few windows were undisturbed.
    pub numbers: Option<SustainedNumbers>,
    /// How much of its time is missing from the numbers since the program was in the background, in seconds; absent where
    /// none is.
    pub missing_s: Option<RoundedNumber>,
    /// How hot the device was at its hottest; absent where the system does not tell.
    pub hottest: Option<ThermalStatus>,
    /// Whether power saving was on at any time.
    pub power_saving: bool,
}

impl SustainedSummary {
    /// What is shown of `report`.
    pub fn of(report: &SustainedReport) -> SustainedSummary {
        let records = &report.records;
        let missing_ms: f64 = away(records).map(|(from_ms, to_ms)| to_ms - from_ms).sum();
        let whole_seconds = RoundedNumber::new((missing_ms / 1e3).ceil(), 0);
        SustainedSummary {
            end: end(report),
            numbers: report.found.as_ref().and_then(SustainedNumbers::of),
            missing_s: (missing_ms > 0.0).then_some(whole_seconds),
            hottest: records.iter().filter_map(|record| record.conditions.thermal).max(),
            power_saving: records.iter().any(|record| record.conditions.power_saving == Some(true)),
        }
    }
}

/// From when to when the records were taken in the background, in milliseconds.
pub(super) fn away(records: &[SustainedRecord]) -> impl Iterator<Item = (f64, f64)> {
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
