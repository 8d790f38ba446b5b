#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! Two halves that do not depend on each other:
//!
//! - **Reading.** [`Machine::read`] asks an [`Evidence`] (the live system, a folder, a recording)
//!   and never fails: what cannot be known is a [`Fact::Unknown`] with its reason. Nothing here is
//!   measured, and nothing that is measured depends on it: names and claims are what a measurement
//!   is compared with.
//! - **Acting.** [`pin_to`] keeps a thread on one processor where the system allows it,
//!   [`raise_priority`] asks for the scheduler's attention, and [`LoadSampler`] and
//!   [`LostTimeSampler`] report disturbances of a measurement.
//!
//! | folder | what it holds | needs |
//! |---|---|---|
//! | `evidence` | sources of system information: the trait, a folder, a recording | nothing |
//! | `machine` | known facts: cores, clusters, claims | `evidence` |
//! | `x86`, `linux` (and Android), `apple`, `windows` | a reader for each system | both |
//! | `pin`, `priority`, `cpu_load`, `lost_time`, `thread_time` | acting on threads, the load of the machine | `evidence`, `machine` |
//! | `counters` | the hardware counters: cycles, instructions | `evidence` |
//! | `live` | the running system as evidence | `evidence`, `pin` |
//! | `read`, `virtualisation` | selection of the reader for each system | all readers |
//! | `recorder` | a recording of all values that the readers request | `evidence`, `linux` |

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a
// Kotlin package and a Swift file. All belongs to the one whose functions use it
// (docs/adr/0010-one-set-of-types.md).
#[cfg(feature = "uniffi")]
macro_rules! module_path {
    () => {
        "trueghz_ffi"
    };
}

mod apple;
pub mod counters;
mod cpu_load;
mod evidence;
#[cfg(feature = "uniffi")]
mod foreign;
mod limits;
mod linux;
mod live;
mod lost_time;
mod machine;
mod pin;
mod priority;
mod read;
mod recorder;
mod thread_time;
mod virtualisation;
mod windows;
mod x86;

pub use cpu_load::{CpuLoad, LoadSampler};
pub use evidence::{
    Evidence, FILE_LIMIT_BYTES, FileHead, Folder, LIST_LIMIT, Platform, ReadError, RecordedSystem,
    SysctlValue, WindowsFacts, WindowsProcessor,
};
#[cfg(feature = "uniffi")]
pub use foreign::UniFfiTag;
#[doc(hidden)]
pub use limits::cpufreq;
pub use limits::{Limits, RaspberryPi};
pub use linux::{cpuinfo, thermal};
pub use live::LiveSystem;
pub use lost_time::{LostTimeSampler, WithheldTime};
pub use machine::{
    Claim, ClaimSource, Cluster, Conditions, Core, CoreClass, CoreId, CoreIdentity, CoreType, Fact, LoadHint,
    Machine, Midr, System, Thermal, ThermalStatus, ThermalZone, Virtualisation, cpulist,
};
pub use pin::{
    AvoidCpusGuard, PinError, Pinned, ReservedCpu, allowed_cpus, avoid_cpus, current_cpu, online_cpus,
    pin_to, reserve_cpu,
};
pub use priority::{PriorityGuard, ThreadPriority, raise_priority};
pub use recorder::SystemRecorder;
pub use thread_time::thread_time;
pub use x86::invariant_tsc;
