//! The core of a one-core session, and the cores that are busy at the same time.

use crate::host::Machine;
use crate::load::LoadClass;

use super::environment::{Busy, Environment, LoadedCores};
use super::event::{Event, Events};
use super::measure::occupied_cpus;
use super::options::OneOf;
use super::session::Worker;
use super::target::Target;

/// The requested core, or one of the fastest kind. It is reported, and the observer's thread keeps
/// off it.
pub fn only_target<E: Events>(
    environment: &impl Environment,
    machine: &Machine,
    core: OneOf,
    worker: &Worker<E>,
) -> Target {
    let target = Target::one(core, machine, &environment.allowed_cpus());
    worker.turn(occupied_cpus(machine, &target), target.claim(machine), environment.reference());
    worker.report(|| Event::Started { targets: vec![target.clone()] }.into());
    target
}

/// Keeps the cores busy that the system would prefer to the target's, until the returned guard is
/// dropped. (If no load is written there are no chains either.)
pub fn occupy_faster_cores(environment: &mut impl Environment, target: &Target) -> Option<Busy> {
    let load = if target.load_threads > 0 { environment.load(LoadClass::Scalar).ok() } else { None };
    load.map(|load| environment.keep_busy(&LoadedCores::Threads(target.load_threads), &load))
}
