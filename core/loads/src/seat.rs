//! Moves the measuring thread onto its core, and reads the clock that the system's frequency driver
//! reports.

use trueghz::host::{Evidence, cpufreq};
use trueghz::run::no_report::NoReport;
use trueghz::run::site::Site;
use trueghz::run::target::Target;

/// Puts the calling thread on its core, until the returned guard is dropped.
///
/// # Errors
/// [`NoReport::NoCore`] if the core cannot be used.
pub(crate) fn take_seat<S: Site>(site: &mut S, target: &Target) -> Result<Option<S::Pinned>, NoReport> {
    if let Some(reason) = target.out_of_reach {
        return Err(NoReport::NoCore(reason.text().to_owned()));
    }
    let pinned = target.cpu.map(|cpu| site.pin(cpu)).transpose();
    pinned.map_err(|error| NoReport::NoCore(error.to_string()))
}

/// The clock reported by the frequency driver, in hertz. The driver reports kilohertz.
pub(crate) fn current_hz(evidence: &dyn Evidence, cpu: u32) -> Option<u64> {
    cpufreq(evidence, cpu, "scaling_cur_freq")?.parse::<u64>().ok()?.checked_mul(1_000)
}
