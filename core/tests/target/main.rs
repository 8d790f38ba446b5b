//! The tests in which the processor's code or the system's files have a part: those of `core/tests` that run for each other system,
//! too, under emulators. What is the same arithmetic everywhere is in `pure`.

mod disassembly;
#[path = "../pure/site.rs"]
mod site;
mod store;
