//! The machine: its cores, what kind they are, what the system claims about them, and acting on it.
//!
//! Two halves that do not depend on each other:
//!
//! - **Reading.** [`Machine::read`] asks an [`Evidence`] (the live system, a folder, a recording) and never
//!   fails: what cannot be known is a [`Fact::Unknown`] with its reason. Nothing here is measured, and
//!   nothing that is measured depends on it: names and claims are what a measurement is compared with.
//! - **Acting.** [`pin_to`] keeps a thread on one processor where the system allows it, [`raise_priority`]
//!   asks for the scheduler's attention, [`LoadSampler`] and [`ThreadUsage`] tell what disturbed a
//!   measurement, and [`Placement`] says in words where it ran.
//!
//! One file an operating system says what is read there and how: `linux` (with `linux_cpus`, `linux_cores`),
//! `android`, `macos`, `ios`, `windows`.

mod android;
mod apple;
mod apple_ids;
mod claim;
mod cluster;
mod cores;
pub mod cpuinfo;
pub mod cpulist;
mod evidence;
mod fact;
mod ios;
mod linux;
mod linux_cores;
mod linux_cpus;
mod load;
mod machine;
mod macos;
mod midr;
mod pin;
mod placement;
mod priority;
mod usage;
mod virtualisation;
mod windows;
mod x86;

pub use claim::{Claim, ClaimSource};
pub use cluster::{Cluster, Kind};
pub use cores::{Core, CoreClass, CoreId, CoreKind};
pub use evidence::{
    Absent, Evidence, Excerpt, FILE_LIMIT_BYTES, Folder, LIST_LIMIT, LiveSystem, Platform, Recording,
    SysctlValue,
};
pub use fact::Fact;
pub use load::{CpuLoad, LoadSampler};
pub use machine::{LoadHint, Machine, ReadOptions, System, Thermal, ThermalZone};
pub use midr::Midr;
pub use pin::{
    KeptClear, KeptOff, PinError, Pinned, allowed_cpus, current_cluster, current_cpu, keep_clear, keep_off,
    online_cpus, pin_to,
};
pub use placement::Placement;
pub use priority::{Granted, PriorityGuard, Urgency, raise_priority};
pub use usage::ThreadUsage;
pub use virtualisation::Virtualisation;
pub use windows::{WindowsFacts, WindowsProcessor};
