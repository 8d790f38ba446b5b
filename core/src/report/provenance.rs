//! Time, library version and options of a report.

use std::fmt::{self, Display, Formatter};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// Time, library version and options of a report; its last columns as CSV, and its foot in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Provenance<'a> {
    /// Start of the session, in UTC as in RFC 3339; absent in files of versions that did not record
    /// it.
    pub measured_at: Option<&'a str>,
    /// The version of this library.
    pub version: &'a str,
    /// The options in the spelling of the command line; absent in files of versions that did not
    /// record them.
    pub options: Option<&'a str>,
}

impl<'a> Provenance<'a> {
    /// The provenance in these fields of a report.
    #[doc(hidden)]
    pub fn of(measured_at: &'a Option<String>, version: &'a str, options: &'a Option<String>) -> Self {
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

/// A time in whole seconds since 1970 in UTC, leap seconds left out: "2026-11-26T01:00:00Z" (RFC
/// 3339). The calendar ends with the year 9999, and later times are its last second.
pub fn timestamp(unix_seconds: u64) -> String {
    const LAST: u64 = 253_402_300_799;
    let time = UNIX_EPOCH + Duration::from_secs(unix_seconds.min(LAST));
    humantime::format_rfc3339_seconds(time).to_string()
}

/// The seconds since 1970 of a [`timestamp`]; `None` if it is invalid.
#[doc(hidden)]
pub fn unix_seconds(timestamp: &str) -> Option<u64> {
    let time = humantime::parse_rfc3339(timestamp).ok()?;
    Some(time.duration_since(UNIX_EPOCH).ok()?.as_secs())
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
            assert_eq!(unix_seconds(text), Some(seconds));
        }
        assert_eq!(
            timestamp(u64::MAX),
            "9999-12-31T23:59:59Z",
            "no clock of a damaged file ends the program"
        );
    }

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
