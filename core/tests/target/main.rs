//! The tests in which the processor's code or the system's files have a part: those of `core/tests` that run for each other system,
//! too, under emulators. What is the same arithmetic everywhere is in `pure`.

mod disassembly;
mod host_files;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod instruction_code;
#[path = "../pure/site.rs"]
mod site;
mod store;
