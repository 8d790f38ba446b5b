//! Reasons for unavailable counters.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Counter;

/// The reason why a counter cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "WhyNoCounter"))]
#[serde(rename_all = "snake_case", tag = "kind")]
#[non_exhaustive]
pub enum CounterError {
    /// The kernel offers no performance monitor of this core: usual on virtual machines.
    #[error("the kernel offers no performance monitoring unit of this core")]
    NoPmu,
    /// The machine has cores of several kinds, and the thread's kind of core is unknown.
    #[error("it is not known on which kind of core the thread runs")]
    KindOfCoreUnknown,
    /// The core or its kernel has no event that counts this.
    #[error("the core has no event for it")]
    NoEvent,
    /// The system's administrator closed the counters to plain users.
    #[error("perf_event_paranoid is {level}; plain users may count up to 2")]
    Paranoid {
        /// The value in `/proc/sys/kernel/perf_event_paranoid`.
        level: i64,
    },
    /// A filter of system calls or a security module refused: usual in containers.
    #[error("a filter of system calls or a security module refuses it")]
    Filtered,
    /// Android closes it to apps.
    #[error("the system keeps it from apps")]
    NotForApps,
    /// The processor does not have it.
    #[error("the processor has no {feature}")]
    FeatureAbsent {
        /// The name, and the register or leaf that reports it.
        feature: String,
    },
    /// A hypervisor may trap the instruction, which would end the process: it is not tried.
    #[error("a hypervisor may trap the instruction, which is not tried therefore")]
    Hypervisor,
    /// The instruction faulted.
    #[error("the instruction is trapped")]
    Trapped,
    /// The process gave up the right to read it.
    #[error("the process may not read time stamps (prctl PR_SET_TSC)")]
    TimeStampsForbidden,
    /// It is there and does not count.
    #[error("it stands still")]
    StandsStill,
    /// It advances as the system's timer does, so that cycles cannot be distinguished from time.
    #[error("it advances at the rate of the system's timer")]
    AtTheTimersRate,
    /// This version of the system does not have it, or not yet this field of it.
    #[error("this version of the system does not have it")]
    NotInTheSystem,
    /// The kernel refuses it.
    #[error("the kernel refuses it, with status {status}")]
    Refused {
        /// The status that the call returned.
        status: i32,
    },
    /// It counts the whole process, and other threads of it ran during the measurement.
    #[error("other threads of the process ran meanwhile, which it counts, too")]
    OtherThreads,
    /// The system failed in another way.
    #[error("{error}")]
    Failed {
        /// The system's error message.
        error: String,
    },
}

/// A counter that cannot be read, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "MissingCounter"))]
pub struct UnavailableCounter {
    /// The counter.
    pub counter: Counter,
    /// The reason.
    pub why: CounterError,
}
