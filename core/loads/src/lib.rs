#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! | folder or file | what it holds |
//! |---|---|
//! | `ramp` | the rise of the clock after a rest: session, estimate, report |
//! | `turbo` | the clock beside more and more busy processors: session, report |
//! | `sustained` | the clock under a steady load: session, estimate of the loss, report, numbers and plot |
//! | `windows` | windows with their place in time, which `ramp` and `sustained` take |
//! | `operations` | operations of a load in each cycle |
//! | `others` | the processors to keep busy, in order |
//! | `pinning` | how the measuring thread gets onto its core |
//! | `plausible` | checks of files from others |
//!
//! The loops that keep cores busy, and their threads, are the kernel's (`trueghz::load`): it needs
//! them to reach the slower cores of Apple's systems. The texts of the reports are in the crate
//! `trueghz-report`.

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a
// Kotlin package and a Swift file. All belongs to the one whose functions use it
// (docs/adr/0010-one-set-of-types.md).
#[cfg(feature = "uniffi")]
macro_rules! module_path {
    () => {
        "trueghz_ffi"
    };
}

pub mod operations;
mod others;
mod pinning;
#[cfg(feature = "json")]
#[doc(hidden)]
pub mod plausible;
pub mod ramp;
pub mod sustained;
pub mod turbo;
pub mod windows;

#[cfg(feature = "uniffi")]
pub use trueghz::UniFfiTag;
pub use trueghz::load::{LoadClass, LoadFacts};
