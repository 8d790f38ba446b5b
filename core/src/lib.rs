//! Measures the true clock of a processor core, and says how sure it is.
//!
//! A phone says "2.8 GHz" because a table says so. This crate *measures*: it times chains of dependent
//! instructions, whose length in cycles is known, against a clock whose rate is known, and reports the core's
//! frequency with a 95 % interval and a verdict. Linux, Android, macOS, iOS and Windows; AArch64 and x86-64. On
//! other processors everything compiles and measuring is refused by name.
//!
//! # Measuring
//!
//! ```no_run
//! use trueghz::run::event::Unobserved;
//! use trueghz::run::measure::{Options, measure};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let session = measure(Options::default(), Unobserved)?;
//! let measured = session.wait()?;
//! for reading in &measured.measurement.cores {
//!     match reading.frequency() {
//!         Some(f) => println!("core {:?}: {:.0} Hz, {:.0} to {:.0}", reading.cpu, f.hz, f.low_hz, f.high_hz),
//!         None => println!("core {:?}: no reading: {:?}", reading.cpu, reading.reason),
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A [`Session`](run::session::Session) runs on its own thread, tells an [`Observer`](run::event::Observer) what
//! it finds, and can be cancelled at any moment; what is known by then is kept.
//!
//! # Nanoseconds and cycles
//!
//! ```
//! # use trueghz::report::Reading;
//! fn cycles_of(reading: &Reading, elapsed_ns: f64) -> Option<(f64, f64)> {
//!     let cycles = reading.cycles(elapsed_ns)?;
//!     Some((cycles.low, cycles.high))
//! }
//! ```
//!
//! # How
//!
//! - [`chain`]: instructions whose length in cycles is known, and why they are believed;
//! - [`clock`]: time sources, exact conversion of ticks, whether two clocks agree, what each is worth;
//! - [`host`]: cores, kinds, names, pinning, and what the system claims, which is never used to measure;
//! - [`run`]: warm-up on evidence, the plan, rounds of short windows in random order;
//! - [`estimate`]: from recorded windows to a number, as a pure function;
//! - [`report`]: the result, its JSON, and recordings that can be estimated again.
//!
//! The trait [`run::bench::Bench`] is all that a measurement needs of the world. Behind the feature `simulate` a
//! machine of known clock implements it, on which the instrument is proven.
//!
//! # Features
//!
//! - `json`, `csv`: reports and recordings as texts. On by default; what measures and turns nanoseconds into cycles
//!   builds without.
//! - `mock`: a clock on a virtual time, for tests. Off by default.
//! - `simulate`: the simulated machine, for tests and benches. Off by default.
//! - `uniffi`: the types of a result derive what the crate `trueghz-ffi` needs to hand them to Swift and Kotlin.
//!   Off by default, and of no use without that crate.

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a Kotlin package
// and a Swift file. All belongs to the one whose functions use it (docs/adr/0013-one-set-of-types.md).
#[cfg(feature = "uniffi")]
macro_rules! module_path {
    () => {
        "trueghz_ffi"
    };
}

pub mod chain;
pub mod clock;
pub mod estimate;
#[cfg(feature = "uniffi")]
mod foreign;
pub mod host;
pub mod report;
pub mod run;
#[cfg(feature = "simulate")]
pub mod simulate;

#[cfg(feature = "uniffi")]
pub use foreign::UniFfiTag;
