//! The machine: its cores, their kinds, the system's claims about them, and control of threads.
//!
//! Two halves that do not depend on each other:
//!
//! - **Reading.** [`Machine::read`] asks an [`Evidence`] (the live system, a folder, a recording) and never
//!   fails: what cannot be known is a [`Fact::Unknown`] with its reason. Nothing here is measured, and
//!   nothing that is measured depends on it: names and claims are what a measurement is compared with.
//! - **Acting.** [`pin_to`] keeps a thread on one processor where the system allows it, [`raise_priority`]
//!   asks for the scheduler's attention, and [`LoadSampler`] and [`LostTimeSampler`] report disturbances of a
//!   measurement.
//!
//! | folder | what it holds | needs |
//! |---|---|---|
//! | `evidence` | sources of system information: the trait, a folder, a recording | nothing |
//! | `machine` | known facts: cores, clusters, claims | `evidence` |
//! | `x86`, `linux` (and Android), `apple`, `windows` | a reader for each system | both |
//! | `pin`, `priority`, `load`, `lost_time`, `thread_time` | acting on threads, the load of the machine | `evidence`, `machine` |
//! | `counters` | the hardware counters: cycles, instructions | `evidence` |
//! | `live` | the running system as evidence | `evidence`, `pin` |
//! | `read`, `virtualisation` | selection of the reader for each system | all readers |
//! | `recorder` | a recording of all values that the readers request | `evidence`, `linux` |

mod apple;
pub mod counters;
mod evidence;
mod limits;
mod linux;
mod live;
mod load;
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

pub use evidence::{
    Absent, Evidence, Excerpt, FILE_LIMIT_BYTES, Folder, LIST_LIMIT, Platform, RecordedSystem, SysctlValue,
    WindowsFacts, WindowsProcessor,
};
pub(crate) use limits::cpufreq;
pub use limits::{Limits, RaspberryPi};
pub use linux::{cpuinfo, thermal};
pub use live::LiveSystem;
pub use load::{CpuLoad, LoadSampler};
pub use lost_time::{LostTime, LostTimeSampler};
pub use machine::{
    Claim, ClaimSource, Cluster, Conditions, Core, CoreClass, CoreId, CoreKind, CoreType, Fact, LoadHint,
    Machine, Midr, System, Thermal, ThermalStatus, ThermalZone, Virtualisation, cpulist,
};
pub use pin::{
    KeptClear, KeptOff, PinError, Pinned, allowed_cpus, current_cpu, keep_clear, keep_off, online_cpus,
    pin_to,
};
pub use priority::{PriorityGuard, Urgency, raise_priority};
pub use recorder::SystemRecorder;
pub use thread_time::thread_time;
pub use x86::invariant_tsc;
