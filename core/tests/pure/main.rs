//! The tests that do not depend on this machine: clocks and cores are simulated, readings recorded,
//! files made up. They are one program, because each program is linked by itself, and again for
//! each system.
//!
//! Tests that depend on the processor's code or on the system's files are in `disassembly`, which
//! runs for other systems, too.
//!
//! The other programs remain separate. `clocks`, `emulated` and `session` measure this
//! machine, and one would disturb another's readings: cargo runs programs one after the other.
//! `reserve_cpu` changes all threads of its process, `unobserved` counts them. `faults` is run by
//! itself, and writes a document.

mod apple;
mod cores;
mod counted;
mod environment;
mod known_clocks;
mod measured_rate;
mod raw;
mod readings;
mod recordings;
mod timebase;
