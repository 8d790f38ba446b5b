//! The verdict of a reading, and the reasons for a refusal.
//!
//! The estimators decide whether the clock moved, which `Verdict::of` turns into `varying` or
//! `steady` if the kinds confirm the value. The clock moved if one of these conditions holds:
//!
//! | condition | file | constants |
//! |---|---|---|
//! | `census` (nothing can share the core) | | |
//! | too much of the time was too far from the mean | `reading` | `AWAY`, `NEAR` |
//! | mean and main level differ | `reading` | `ONE_NUMBER`, repeatable component |
//! | short windows show visits to a lower clock | `exposed` | `HIDES_VISITS` |
//! | `shareable` (all other cores) | | |
//! | too much of the time was off the main level | `states` | `BRIEF`, `BRIEF_STAY`, `FAR` |
//! | the trace of the long-latency chains covers a range | `course` | `MOVED`, `SELDOM` |
//! | batches or slices differ | `drift` | `LARGE_PPM`, `SIGNIFICANT` |
//!
//! The constants of `census` are in `census/parameters.rs`, the others in the files of the table;
//! `shareable/uncontended/motion.rs` combines the last three. If no round was uncontended,
//! `shareable/under_contention.rs` uses the first two of `shareable` alone. `docs/method.md` has
//! the reasons and the values ("A core that nothing can share", "A clock that moves").

use serde::{Deserialize, Serialize};

/// The verdict of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The evidence supports the value.
    Steady,
    /// The clock varied: the value is its mean over time, and there are a range and a time line.
    Varying,
    /// The one-cycle kinds agree, but the ratio chains fit no known core, as under emulation. The
    /// value is shown, flagged.
    Unconfirmed,
    /// There is no value, but a reason.
    Refused,
}

impl Verdict {
    /// The verdict of a value, by whether the kinds confirm it and whether the clock varied.
    pub(super) fn of(confirmed: bool, moved: bool) -> Verdict {
        match (confirmed, moved) {
            (false, _) => Verdict::Unconfirmed,
            (true, true) => Verdict::Varying,
            (true, false) => Verdict::Steady,
        }
    }

    /// The code, as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Steady => "steady",
            Verdict::Varying => "varying",
            Verdict::Unconfirmed => "unconfirmed",
            Verdict::Refused => "refused",
        }
    }
}

/// Reason for a missing value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "RefusalReason"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// Fewer than three independent one-cycle kinds agree, or no majority.
    NoConsensus,
    /// Two clocks of this machine disagree by more than 2,000 ppm and nothing shows which is wrong.
    ClocksDisagree,
    /// The reference clock stopped.
    ClockStopped,
    /// The clock's tick is too coarse for the given time.
    ClockTooCoarse,
    /// Too few undisturbed windows.
    #[serde(alias = "starved")]
    TooFewWindows,
    /// No round was undisturbed: there is a lower bound of the clock, but no value.
    #[serde(alias = "no_clean_moment")]
    NoUndisturbedWindows,
    /// The windows give a value that no core has: a chain did not run as it is written, or the
    /// clock is not one.
    Implausible,
    /// The core does not exist or is switched off.
    Offline,
    /// The system does not let this program choose any of these cores.
    #[serde(alias = "out_of_reach")]
    CoreTypeUnreachable,
    /// The thread could not be put on the requested core.
    AffinityRefused,
    /// There are no chains for this processor.
    UnsupportedArchitecture,
    /// Cancelled before there was a value.
    Cancelled,
}

impl Reason {
    /// The code, as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Reason::NoConsensus => "no_consensus",
            Reason::ClocksDisagree => "clocks_disagree",
            Reason::ClockStopped => "clock_stopped",
            Reason::ClockTooCoarse => "clock_too_coarse",
            Reason::TooFewWindows => "too_few_windows",
            Reason::NoUndisturbedWindows => "no_undisturbed_windows",
            Reason::Implausible => "implausible",
            Reason::Offline => "offline",
            Reason::CoreTypeUnreachable => "core_type_unreachable",
            Reason::AffinityRefused => "affinity_refused",
            Reason::UnsupportedArchitecture => "unsupported_architecture",
            Reason::Cancelled => "cancelled",
        }
    }
}
