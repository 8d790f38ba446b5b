//! Measures the true clock of a processor core, with a 95 % confidence interval.
//!
//! A phone says "2.8 GHz" because a table says so. This crate *measures*: it times chains of dependent instructions,
//! whose length in cycles is known, against a clock of known rate.
//!
//! ```no_run
//! use trueghz::{Options, measure};
//!
//! let measured = measure(Options::new())?.wait()?;
//! for reading in &measured.measurement.cores {
//!     match reading.display() {
//!         Some(clock) => println!("{}: {} ± {}", reading.kind, clock.number, clock.uncertainty),
//!         None => println!("{}: no reading ({:?})", reading.kind, reading.reason),
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Options`] say which cores and how long. A [`Session`] runs on threads of its own; it can be waited for, polled, hooked
//! and cancelled, and what is known by then is kept. A [`Reading`] has a [`Frequency`], a [`Verdict`], and [`Warning`]s
//! with advice; where the evidence carries no number, it has a [`Reason`] instead.
//!
//! # Nanoseconds to cycles
//!
//! What a benchmark took, in cycles of the core that it ran on, as an interval:
//!
//! ```
//! use trueghz::Reading;
//!
//! fn report(reading: &Reading, elapsed_ns: f64) -> String {
//!     match reading.cycles(elapsed_ns) {
//!         Some(cycles) => format!("{:.1} cycles ({:.1} to {:.1})", cycles.value, cycles.low, cycles.high),
//!         None => format!("{elapsed_ns} ns"),
//!     }
//! }
//! ```
//!
//! # Watching
//!
//! An [`Observer`] is told of the warm-up and of the number so far, on a thread of its own. It may be slow, and it may
//! panic: the measurement does not notice, and a warning says so.
//!
//! ```no_run
//! use trueghz::{Event, Options, measure_observed};
//!
//! let session = measure_observed(Options::new(), |event: Event| {
//!     if let Event::Running { frequency: Some(clock), part, .. } = event {
//!         println!("{:3.0} %: {:.4} GHz", part * 100.0, clock.hz / 1e9);
//!     }
//! })?;
//! let measured = session.wait()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Ticks to nanoseconds
//!
//! A [`Timebase`] converts ticks in integers, without overflow. [`clocks`] tells the quality of every clock of the system.
//!
//! ```
//! use trueghz::Timebase;
//!
//! let apple = Timebase::new(125, 3)?;
//! assert_eq!(apple.ticks_to_ns(24_000_000)?, 1_000_000_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Platforms
//!
//! | system | processor | reference clock | cores are chosen by | tested on |
//! |---|---|---|---|---|
//! | Linux | x86-64 | TSC, at the rate of `CLOCK_MONOTONIC_RAW` | affinity | real machines |
//! | Linux | AArch64 | `CLOCK_MONOTONIC_RAW`, checked with `CNTVCT_EL0` | affinity | emulated cores of known clock |
//! | Android 8.0 and later | AArch64, x86-64 | as on Linux | affinity | not run |
//! | macOS, iOS | AArch64 | `mach_absolute_time` | priority | not run |
//! | Windows | x86-64 | TSC, at the rate of `QueryPerformanceCounter` | affinity | wine |
//! | Windows | AArch64 | `QueryPerformanceCounter` | affinity | not run |
//!
//! Elsewhere everything compiles, and measuring is refused by name.
//!
//! # Caveats
//!
//! - A core on which every instruction took twice its cycles would read at half its clock: ratios cannot tell
//!   ([`Warning::FactorSuspected`] names a reading at twice or half the claim).
//! - A reading is as accurate as the reference clock, as a rule ±50 ppm; that tolerance stands apart in each reading.
//! - A busy SMT sibling shares the core's execution ports, and readings beside one can be low.
//!
//! # How it works
//!
//! 1. [`chain`]: instructions whose length in cycles is known, and why they are believed.
//! 2. [`clock`]: time sources, their quality, and whether two of them agree.
//! 3. [`run`]: warm-up on evidence, a plan, rounds of short windows in random order.
//! 4. [`estimate`]: from recorded windows to a number, as a pure function.
//! 5. [`host`]: cores, names, pinning, and what the system claims, which never enters the number.
//! 6. [`report`]: the result, its JSON, and recordings that can be estimated again.
//!
//! The `method` page has the mathematics and the sources. [`run::bench::Bench`] is all that a
//! measurement needs of the world: behind the feature `simulate` a machine of known clock implements it, on which the
//! instrument is proven.
//!
//! # Features
//!
//! - `json`, `csv`: reports and recordings as texts. On by default; what measures and turns nanoseconds into cycles
//!   builds without.
//! - `openmetrics`: measurements as gauges for Prometheus. Off by default.
//! - `mock`: a clock on a virtual time, for tests. Off by default.
//! - `simulate`: the simulated machine, for tests and benches. Off by default.
//! - `uniffi`: the types of a result derive what the crate `trueghz-ffi` needs to hand them to Swift and Kotlin.
//!   Off by default, and of no use without that crate.

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a Kotlin package
// and a Swift file. All belongs to the one whose functions use it (docs/adr/0010-one-set-of-types.md).
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
#[cfg(feature = "instructions")]
pub mod instructions;
pub mod report;
pub mod run;
#[cfg(feature = "simulate")]
pub mod simulate;

#[cfg(doc)]
#[doc = include_str!("../method.md")]
pub mod method {}

pub use clock::quality::{ClockQuality, QualityTable};
pub use clock::{ClockId, Timebase};
pub use estimate::Frequency;
pub use estimate::verdict::{Reason, Verdict};
#[cfg(feature = "uniffi")]
pub use foreign::UniFfiTag;
pub use report::{Measurement, Reading, Warning};
pub use run::clocks::clocks;
pub use run::event::{Event, Observer, Unobserved};
pub use run::measure::{MeasureError, Measured, measure, measure_observed};
pub use run::options::Options;
pub use run::session::{Control, Session};
pub use run::target::Selection;
