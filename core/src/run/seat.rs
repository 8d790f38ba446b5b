//! The core of a one-core session, and the cores that are busy at the same time.

use crate::host::Machine;
use crate::load::LoadClass;

use super::event::{Event, Events};
use super::measure::taken_up;
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

/// Keeps the cores busy that the system would prefer to the target's, until the returned guard is
/// dropped. (If no load is written there are no chains either.)
pub fn occupy_faster_cores(site: &mut impl Site, target: &Target) -> Option<Busy> {
    let load = if target.load_threads > 0 { site.load(LoadClass::Scalar).ok() } else { None };
    load.map(|load| site.keep_busy(&LoadedCores::Threads(target.load_threads), &load))
}
