//! The counters by name, with the quantity and the scope of each.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The quantity that a counter counts, on any system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Quantity {
    /// Cycles of the core's own clock, which chains measure too.
    CoreCycles,
    /// Instructions that were completed.
    Instructions,
    /// Operations inside the core that were completed: an instruction is one or several, or is part
    /// of one.
    RetiredOperations,
    /// Operations that were issued, including those that were discarded.
    IssuedOperations,
    /// Ticks of a fixed rate, counted while the core runs. Not cycles of the core.
    ReferenceCycles,
    /// Nanoseconds on performance cores.
    PerformanceTime,
    /// Nanojoules that the core used.
    Energy,
}

/// Scope of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The thread that opened it, in user mode, wherever it runs.
    Thread,
    /// All threads of the process, in the kernel too.
    Process,
    /// The core, for all threads that run on it.
    Core,
}

macro_rules! counters {
    ($( $(#[$doc:meta])* $counter:ident { $name:literal, $quantity:ident, $scope:ident } )+) => {
        /// A counter.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Counter {
            $( $(#[$doc])* $counter, )+
        }

        impl Counter {
            /// Every counter.
            pub const ALL: &'static [Counter] = &[$( Counter::$counter, )+];

            /// The name in reports.
            pub const fn name(self) -> &'static str {
                match self { $( Counter::$counter => $name, )+ }
            }

            /// The quantity that it counts.
            pub const fn quantity(self) -> Quantity {
                match self { $( Counter::$counter => Quantity::$quantity, )+ }
            }

            /// The scope in which it counts.
            pub const fn scope(self) -> Scope {
                match self { $( Counter::$counter => Scope::$scope, )+ }
            }
        }
    };
}

counters! {
    /// Linux: the PMU's cycles.
    PerfCycles { "perf_event cycles", CoreCycles, Thread }
    /// Linux: the PMU's instructions.
    PerfInstructions { "perf_event instructions", Instructions, Thread }
    /// Linux: completed operations, where the core has such an event.
    PerfRetiredOperations { "perf_event retired operations", RetiredOperations, Thread }
    /// Linux: issued operations, where the core has such an event.
    PerfIssuedOperations { "perf_event issued operations", IssuedOperations, Thread }
    /// macOS: cycles, on a machine with one kind of core.
    RusageCycles { "rusage cycles", CoreCycles, Process }
    /// macOS: instructions, on a machine with one kind of core.
    RusageInstructions { "rusage instructions", Instructions, Process }
    /// macOS: cycles on performance cores.
    RusagePerformanceCycles { "rusage cycles on P cores", CoreCycles, Process }
    /// macOS: instructions on performance cores.
    RusagePerformanceInstructions { "rusage instructions on P cores", Instructions, Process }
    /// macOS: cycles on efficiency cores.
    RusageEfficiencyCycles { "rusage cycles on E cores", CoreCycles, Process }
    /// macOS: instructions on efficiency cores.
    RusageEfficiencyInstructions { "rusage instructions on E cores", Instructions, Process }
    /// iOS and macOS: cycles. Only builds with the feature `task-counters` read this and the next
    /// three.
    TaskCycles { "task cycles", CoreCycles, Process }
    /// iOS and macOS: instructions.
    TaskInstructions { "task instructions", Instructions, Process }
    /// iOS and macOS: the time on performance cores, in nanoseconds.
    TaskPerformanceTime { "task time on P cores", PerformanceTime, Process }
    /// iOS and macOS: energy, in nanojoules.
    TaskEnergy { "task energy", Energy, Process }
    /// Windows on Arm: the cycle counter, `PMCCNTR_EL0`.
    Pmccntr { "PMCCNTR_EL0", CoreCycles, Core }
    /// AMD: the actual cycles, APERF.
    RdpruActual { "RDPRU APERF", CoreCycles, Core }
    /// AMD: the reference of the actual cycles, MPERF, at the rate of the highest state without
    /// boost.
    RdpruReference { "RDPRU MPERF", ReferenceCycles, Core }
    /// x86: the time stamp counter.
    Tsc { "TSC", ReferenceCycles, Core }
}

impl Counter {
    /// The counters of `perf_event`.
    #[cfg(any(test, target_os = "linux", target_os = "android"))]
    pub(super) const PERF: [Counter; 4] = [
        Counter::PerfCycles,
        Counter::PerfInstructions,
        Counter::PerfRetiredOperations,
        Counter::PerfIssuedOperations,
    ];
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
