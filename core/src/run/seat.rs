//! Moves the thread of a one-core session onto its core, and reads the clock that the system's
//! frequency driver reports.

use crate::host::{Evidence, Machine, cpufreq};
use crate::load::LoadClass;

use super::event::{Event, Events};
use super::measure::taken_up;
use super::no_report::NoReport;
use super::options::OneOf;
use super::session::Worker;
use super::site::{Busy, LoadedCores, Site};
use super::target::Target;

/// The requested core, or one of the fastest kind. It is reported, and the observer's thread keeps
/// off it.
pub fn only_target<E: Events>(
    site: &impl Site,
    machine: &Machine,
    core: OneOf,
    worker: &Worker<E>,
) -> Target {
    let target = Target::one(core, machine, &site.allowed_cpus());
    worker.turn(taken_up(machine, &target), target.claim(machine), site.reference());
    worker.report(|| Event::Started { targets: vec![target.clone()] }.into());
    target
}

/// Puts the calling thread on its core, until the returned guard is dropped.
///
/// # Errors
/// [`NoReport::NoCore`] if the core cannot be used.
pub fn take_seat<S: Site>(site: &mut S, target: &Target) -> Result<Option<S::Pinned>, NoReport> {
    if let Some(reason) = target.out_of_reach {
        return Err(NoReport::NoCore(reason.text().to_owned()));
    }
    let pinned = target.cpu.map(|cpu| site.pin(cpu)).transpose();
    pinned.map_err(|error| NoReport::NoCore(error.to_string()))
}

/// Keeps the cores busy that the system would prefer to the target's, until the returned guard is
/// dropped. (If no load is written there are no chains either.)
pub fn occupy_faster_cores(site: &mut impl Site, target: &Target) -> Option<Busy> {
    let load = if target.load_threads > 0 { site.load(LoadClass::Scalar).ok() } else { None };
    load.map(|load| site.keep_busy(&LoadedCores::Threads(target.load_threads), &load))
}

/// The clock reported by the frequency driver, in hertz. The driver reports kilohertz.
pub fn current_hz(evidence: &dyn Evidence, cpu: u32) -> Option<u64> {
    cpufreq(evidence, cpu, "scaling_cur_freq")?.parse::<u64>().ok()?.checked_mul(1_000)
}
