//! Readings of simulated machines, whose clock is known: are they true?
//!
//! Everything is seeded, so that a run can be repeated to the last bit. There are a few readings of
//! each setting; the coverage of the interval is determined from tens of thousands in
//! benches/simulation. Faults of clocks, cores and their instructions: tests/faults.
//!
//! * `bench`: a machine and a measurement of it.
//! * `claims`: clocks that move at random, by the estimator to come.
//! * `fixed`: constant clocks with interrupts and other programs.
//! * `long`: readings of an hour.
//! * `many`: all cores of a server.
//! * `moving`: clocks that change during the windows.
//! * `neighbours`: an SMT sibling, and short interruptions.
//! * `ramps`: clocks that rise at first.

mod bench;
mod claims;
mod fixed;
mod long;
mod many;
#[path = "../../benches/simulation/motions.rs"]
mod motions;
mod moving;
mod neighbours;
mod ramps;
