//! The kernel's own estimate of its clock's error, if NTP disciplines it.

use serde::{Deserialize, Serialize};

use crate::clock::{ClockError, ClockId};

/// The kernel's estimate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct KernelEstimate {
    /// Whether a daemon keeps the clock to a standard. If not, the other fields are meaningless.
    pub synchronised: bool,
    /// Relative change of the clock's rate by the kernel (slower: negative), in ppm, so that it
    /// keeps time. The oscillator is off by the opposite.
    pub correction_ppm: f64,
    /// Maximum error of the wall clock, in microseconds.
    pub max_error_us: i64,
    /// Estimated error of the wall clock, in microseconds.
    pub estimated_error_us: i64,
}

/// Queries the kernel (`adjtimex(2)`, which changes nothing if its `modes` is 0).
///
/// # Errors
/// [`ClockError::NoEstimate`] outside Linux; on Android too, where the system kills an application
/// that asks.
pub fn kernel_estimate() -> Result<KernelEstimate, ClockError> {
    #[cfg(target_os = "linux")]
    return linux::ask();
    #[cfg(not(target_os = "linux"))]
    return Err(ClockError::NoEstimate { id: ClockId::Realtime });
}

/// The total correction in ppm: `freq` in units of 2^-16 ppm, and the length of the kernel's tick,
/// whose nominal value is 10,000 µs, so that one more is 100 ppm (`adjtimex(2)`).
#[cfg(any(test, target_os = "linux"))]
fn correction_ppm(freq: i64, tick_us: i64) -> f64 {
    freq as f64 / 65_536.0 + (tick_us - 10_000) as f64 * 100.0
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{ClockError, ClockId, KernelEstimate, correction_ppm};

    pub(super) fn ask() -> Result<KernelEstimate, ClockError> {
        // SAFETY: timex is a structure of plain numbers, for which all bits 0 is a value.
        let mut timex: libc::timex = unsafe { std::mem::zeroed() };
        // SAFETY: the pointer is to a live timex; with `modes` 0 the call only fills it in.
        let state = unsafe { libc::adjtimex(&raw mut timex) };
        if state == -1 {
            let errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL);
            return Err(ClockError::Refused { id: ClockId::Realtime, errno });
        }
        #[allow(clippy::useless_conversion, reason = "the fields have 32 bits on some targets")]
        Ok(KernelEstimate {
            synchronised: state != libc::TIME_ERROR && timex.status & libc::STA_UNSYNC == 0,
            correction_ppm: correction_ppm(timex.freq.into(), timex.tick.into()),
            max_error_us: timex.maxerror.into(),
            estimated_error_us: timex.esterror.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequency_and_tick_add_up() {
        assert_eq!(correction_ppm(0, 10_000), 0.0);
        assert_eq!(correction_ppm(-12 * 65_536, 10_000), -12.0);
        assert_eq!(correction_ppm(32_768, 10_001), 100.5);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_answers_anybody() {
        let estimate = kernel_estimate().expect("asking needs no privilege");
        // adjtimex(2): freq is within 500 ppm, tick within 10 % of its nominal value.
        assert!(estimate.correction_ppm.abs() <= 100_500.0, "{estimate:?}");
        assert!(estimate.max_error_us >= 0, "{estimate:?}");
    }

    #[cfg(not(target_os = "linux"))]
    #[test]
    fn others_have_no_estimate() {
        let error = kernel_estimate().expect_err("no such call");
        assert_eq!(error.to_string(), "this system does not tell how far off CLOCK_REALTIME may be");
    }
}
