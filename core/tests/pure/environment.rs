//! An environment whose only core is a simulated machine that has instructions of known cycles.

use std::collections::BTreeSet;

use trueghz::Timebase;
use trueghz::clock::{ClockId, SelectionNote};
use trueghz::host::{Machine as HostMachine, PinError, RecordedSystem, ThreadPriority};
use trueghz::load::{Load, LoadClass, NoLoad};
use trueghz::run::environment::{Busy, Environment, LoadedCores};
use trueghz::run::session::Cancellation;
use trueghz::simulate::Machine;

/// Creates a new machine for each requested bench.
pub struct SimulatedEnvironment<F: FnMut() -> Machine>(pub F);

impl<F: FnMut() -> Machine> Environment for SimulatedEnvironment<F> {
    type Bench = Machine;
    type Pinned = ();
    type PriorityGuard = ();

    fn machine(&self) -> HostMachine {
        let nothing = r#"{"device":"simulated","origin":"synthetic","platform":"linux"}"#;
        HostMachine::read(&RecordedSystem::from_json(nothing).expect("a recording of nothing"))
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        Vec::new()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (ClockId::Mock, Timebase::NANOSECONDS)
    }

    fn clock_notes(&self) -> &[SelectionNote] {
        &[]
    }

    fn pin(&mut self, _: u32) -> Result<(), PinError> {
        Ok(())
    }

    fn raise_priority(&mut self, _: ThreadPriority) {}

    fn load(&self, class: LoadClass) -> Result<Load, NoLoad> {
        Ok(Load::simulated(class))
    }

    fn keep_busy(&mut self, loaded: &LoadedCores, _: &Load) -> Busy {
        Busy::simulated(loaded)
    }

    fn background_cpus(&mut self, _: usize, _: &Cancellation) -> BTreeSet<u32> {
        BTreeSet::new()
    }

    fn current_cpu(&self) -> Option<u32> {
        None
    }

    fn bench(&mut self) -> Machine {
        (self.0)()
    }
}
