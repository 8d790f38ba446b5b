//! Loads of simulated machines, and recorded ones. They are one program, because each program is
//! linked by itself.

#[path = "../../../tests/pure/cores.rs"]
mod cores;
#[path = "../../../tests/pure/site.rs"]
mod site;

mod ramp;
mod recorded_loads;
mod sustained;
mod sustained_shown;
mod turbo;
