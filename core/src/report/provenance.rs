//! When, by which version and with which options a report was made.

use std::fmt::{self, Display, Formatter};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// When, by which version and with which options a report was made; its last columns as CSV, and its foot in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Provenance<'a> {
    /// When the session began, in UTC as RFC 3339 has it; absent in files of versions that did not tell.
    pub measured_at: Option<&'a str>,
    /// The version of this library.
    pub version: &'a str,
    /// The options in the spelling of the command line; absent in files of versions that did not tell.
    pub options: Option<&'a str>,
}

impl<'a> Provenance<'a> {
    /// Of a report with these fields.
    pub(crate) fn of(measured_at: &'a Option<String>, version: &'a str, options: &'a Option<String>) -> Self {
        Provenance { measured_at: measured_at.as_deref(), version, options: options.as_deref() }
    }
}

/// "Measured with TrueGHz 0.1.0 at 2026-11-26T01:00:00Z (--cpu 0 --duration 500ms)".
impl Display for Provenance<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Measured with TrueGHz {}", self.version)?;
        if let Some(at) = self.measured_at {
            write!(f, " at {at}")?;
        }
        match self.options {
            Some(options) if !options.is_empty() => write!(f, " ({options})"),
            _ => Ok(()),
        }
    }
}

/// The time of the system's clock, as [`Provenance::measured_at`] states it.
pub fn now() -> String {
    timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs())
}

/// A time in whole seconds since 1970 in UTC, leap seconds left out: "2026-11-26T01:00:00Z" (RFC 3339).
pub fn timestamp(unix_seconds: u64) -> String {
    const SECONDS_PER_DAY: u64 = 86_400;
    let (year, month, day) = civil(unix_seconds / SECONDS_PER_DAY);
    let second = unix_seconds % SECONDS_PER_DAY;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The seconds since 1970 of a [`timestamp`]; `None` if it is none.
#[cfg(feature = "openmetrics")]
pub(crate) fn unix_seconds(timestamp: &str) -> Option<u64> {
    let (date, time) = timestamp.strip_suffix('Z')?.split_once('T')?;
    let three = |text: &str, mark| -> Option<[u64; 3]> {
        let parts: Vec<u64> = text.split(mark).map(str::parse).collect::<Result<_, _>>().ok()?;
        parts.try_into().ok()
    };
    let ([year, month, day], [hour, minute, second]) = (three(date, '-')?, three(time, ':')?);
    // A year has 365 days, or one more.
    let years = year.checked_sub(1_970).filter(|_| date.len() == 10)?;
    let days = (years * 365..(years + 1) * 366).find(|&days| civil(days) == (year, month, day))?;
    (hour < 24 && minute < 60 && second < 60).then(|| days * 86_400 + hour * 3_600 + minute * 60 + second)
}

/// Year, month and day of the Gregorian calendar, so many days after 1970-01-01. Years are counted from March, so that the day
/// that a leap year has more is the last of its year.
fn civil(days: u64) -> (u64, u64, u64) {
    /// From 0000-03-01 to 1970-01-01.
    const DAYS_BEFORE_1970: u64 = 719_468;
    const DAYS_PER_400_YEARS: u64 = 146_097;
    let days = days + DAYS_BEFORE_1970;
    let (era, day) = (days / DAYS_PER_400_YEARS, days % DAYS_PER_400_YEARS);
    // Without the leap days before: each 4 years have one, each 100 years one less, all 400 years one more.
    let year = (day - day / 1_460 + day / 36_524 - day / (DAYS_PER_400_YEARS - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, each five months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let is_next_year = u64::from(month >= 10);
    (era * 400 + year + is_next_year, if month < 10 { month + 3 } else { month - 9 }, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_763_863_506, "2025-11-23T02:05:06Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(timestamp(seconds), text);
            #[cfg(feature = "openmetrics")]
            assert_eq!(unix_seconds(text), Some(seconds));
        }
    }

    #[cfg(feature = "openmetrics")]
    #[test]
    fn what_is_no_timestamp_has_no_seconds() {
        for text in [
            "",
            "Z",
            "TZ",
            "2026-11-26",
            "2026-11-26T01:00:00",
            "2026-11-31T01:00:00Z",
            "1969-12-31T23:59:59Z",
            "2026-11-26T24:00:00Z",
            "18446744073709551615-11-26T01:00:00Z",
            "2026-11-26T01:00Z",
        ] {
            assert_eq!(unix_seconds(text), None, "{text}");
        }
    }

    /// Counted day by day, by the rule as it is taught.
    #[test]
    fn each_day_of_four_centuries_follows_the_one_before() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..146_097 {
            assert_eq!(civil(days), (year, month, day));
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            day += 1;
            if day > last[month as usize - 1] {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }

    #[test]
    fn the_foot_says_what_is_known() {
        let all = Provenance {
            measured_at: Some("2026-11-26T01:00:00Z"),
            version: "0.1.0",
            options: Some("--cpu 0 --duration 500ms"),
        };
        let words = "Measured with TrueGHz 0.1.0 at 2026-11-26T01:00:00Z (--cpu 0 --duration 500ms)";
        assert_eq!(all.to_string(), words);
        let old = Provenance { measured_at: None, options: None, ..all };
        assert_eq!(old.to_string(), "Measured with TrueGHz 0.1.0");
    }
}
