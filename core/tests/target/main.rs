//! The tests that depend on the processor's code or the system's files: those of `core/tests` that
//! also run for each other system, under emulators. Arithmetic that is the same everywhere is in
//! `pure`.

mod disassembly;
mod host_files;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod instruction_code;
#[path = "../pure/site.rs"]
mod site;
mod store;
