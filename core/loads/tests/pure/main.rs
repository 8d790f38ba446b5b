//! Loads of simulated machines, and recorded ones. They are one program, because each program is
//! linked by itself.

#[path = "../../../tests/pure/cores.rs"]
mod cores;
#[path = "../../../tests/pure/environment.rs"]
mod environment;

mod ramp;
mod recorded_loads;
mod sustained;
mod sustained_shown;
mod turbo;
