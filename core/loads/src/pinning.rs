//! Moves the measuring thread onto its core, and reads the clock that the system's frequency driver
//! reports.

use trueghz::host::{Evidence, cpufreq};
use trueghz::run::environment::Environment;
use trueghz::run::session_error::SessionError;
use trueghz::run::target::Target;

/// Puts the calling thread on its core, until the returned guard is dropped.
///
/// # Errors
/// [`SessionError::NoCore`] if the core cannot be used.
pub(crate) fn pin_thread<S: Environment>(
    environment: &mut S,
    target: &Target,
) -> Result<Option<S::Pinned>, SessionError> {
    if let Some(reason) = target.out_of_reach {
        return Err(SessionError::NoCore(reason.text().to_owned()));
    }
    let pinned = target.cpu.map(|cpu| environment.pin(cpu)).transpose();
    pinned.map_err(|error| SessionError::NoCore(error.to_string()))
}

/// The clock reported by the frequency driver, in hertz. The driver reports kilohertz.
pub(crate) fn current_hz(evidence: &dyn Evidence, cpu: u32) -> Option<u64> {
    cpufreq(evidence, cpu, "scaling_cur_freq")?.parse::<u64>().ok()?.checked_mul(1_000)
}
