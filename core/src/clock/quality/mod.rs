//! Quality of the system's clocks: resolution, read cost, agreement.
//!
//! A row per clock: the smallest step seen, the time of a read, whichever of the two is larger as
//! the precision, steps back, the rate against the primary clock, whether it counts in sleep and
//! when it wraps. Counters that are not clocks are listed with the reason. The whole table takes
//! about a second.

mod cores;
mod kernel;
mod oscillator;
mod sources;
mod windows;

pub use cores::{CoreOffset, CoreOffsetError, core_offset};
pub use kernel::{KernelEstimate, kernel_estimate};
#[cfg(feature = "json")]
pub(crate) use oscillator::MOST_CORRECTION_PPM;
pub use oscillator::{ASSUMED_PPM, OscillatorEffect, Tolerance, ToleranceSource, clock_tolerance, effects};

mod measure;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::crosscheck::Ppm;
use super::{ClockError, ClockId, Clocks, Rate, Witness};

/// The read cost, over many blocks of reads. A block's mean is one value of the distribution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ReadCost {
    /// The median, in nanoseconds.
    pub median_ns: f64,
    /// The 99th percentile, in nanoseconds, which includes interrupts.
    pub p99_ns: f64,
    /// Blocks that were timed.
    pub blocks: usize,
    /// Reads in a block.
    pub reads_per_block: u32,
}

/// Whether a clock counts while the machine sleeps, by its platform's documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum SuspendBehaviour {
    /// It does.
    Yes,
    /// It stops.
    No,
    /// The documents do not say, or leave it to the hardware.
    Unknown,
}

/// A clock's row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct ClockQuality {
    /// The clock.
    pub id: ClockId,
    /// The nominal rate, or the reason why there is none.
    pub nominal: Rate,
    /// The smallest positive step seen, in ticks; `None` if the clock did not move while it was
    /// watched.
    pub resolution_ticks: Option<u64>,
    /// The smallest positive step in nanoseconds.
    pub resolution_ns: Option<f64>,
    /// The read cost.
    pub access: ReadCost,
    /// The shortest measurable interval in nanoseconds: the larger of resolution and read cost.
    pub precision_ns: Option<f64>,
    /// Reads that were lower than the read before.
    pub steps_back: u64,
    /// Number of reads that were checked for steps back.
    pub reads: u64,
    /// The rate against the primary clock; `None` for that clock itself, and if no rate is stated.
    pub rate: Option<Ppm>,
    /// The rate in hertz as measured by the primary clock.
    pub measured_hz: Option<f64>,
    /// Whether it counts in sleep.
    pub counts_during_suspend: SuspendBehaviour,
    /// Seconds from now until the counter wraps, from its documented width.
    pub wraps_in_s: Option<f64>,
}

/// Reason why a counter is not a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NotAClock {
    /// It counts the core's cycles, whose rate TrueGHz measures.
    CountsCycles,
    /// It counts the time that a processor spent on this process or thread.
    CountsCpuTime,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case", tag = "row")]
pub enum QualityRow {
    /// A clock.
    Clock(ClockQuality),
    /// A clock that does not open here.
    Unavailable {
        /// The clock.
        id: ClockId,
        /// Reason why it does not open.
        error: ClockError,
    },
    /// A counter that is taken for a clock, but is not one.
    NotAClock {
        /// Its name on the platform.
        name: String,
        /// Reason why it is not a clock.
        reason: NotAClock,
    },
}

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct QualityTable {
    /// The clock that timed all others.
    pub primary: ClockId,
    /// A row per clock, the system's order.
    pub rows: Vec<QualityRow>,
}

/// Receives the progress, clocks done and clocks in all; returns whether to go on.
pub type Progress<'a> = &'a dyn Fn(usize, usize) -> ControlFlow<()>;

/// Inspects every clock of this system: 60 to 150 ms for each. If `progress` stops it, the table
/// has the rows that are done.
pub fn table(clocks: &Clocks, progress: Option<Progress<'_>>) -> QualityTable {
    let tell = |done, total| progress.map_or(ControlFlow::Continue(()), |progress| progress(done, total));
    let sources = sources::of_this_system();
    let total = sources.len();
    let mut rows = Vec::with_capacity(total);
    for (done, (id, source)) in sources.into_iter().enumerate() {
        if tell(done, total).is_break() {
            return QualityTable { primary: clocks.primary.id(), rows };
        }
        rows.push(row(clocks, id, source));
    }
    // The last report: there is nothing left to stop.
    let _ = tell(total, total);
    rows.extend(sources::no_clocks());
    QualityTable { primary: clocks.primary.id(), rows }
}

fn row(clocks: &Clocks, id: ClockId, source: Result<Witness, ClockError>) -> QualityRow {
    match source {
        Ok(source) => QualityRow::Clock(measure::quality(clocks.primary.as_ref(), &source)),
        Err(ClockError::NotInvariant { id }) => {
            QualityRow::NotAClock { name: id.name().to_owned(), reason: NotAClock::CountsCycles }
        }
        Err(error) => QualityRow::Unavailable { id, error },
    }
}

#[cfg(test)]
mod tests;
