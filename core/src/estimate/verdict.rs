//! What a reading comes to, and why there is none.

use serde::{Deserialize, Serialize};

/// What a reading comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A number that the evidence carries.
    Steady,
    /// The clock moved: the number is its mean over time, and there are a range and a time line.
    Varying,
    /// The one-cycle kinds agree, but the ratio chains fit no known core, as under emulation. The number is
    /// shown, flagged.
    Unconfirmed,
    /// No number; a reason instead.
    Refused,
}

impl Verdict {
    /// That of a number, by whether the kinds confirm it and whether the clock moved.
    pub(super) fn of(confirmed: bool, moved: bool) -> Verdict {
        match (confirmed, moved) {
            (false, _) => Verdict::Unconfirmed,
            (true, true) => Verdict::Varying,
            (true, false) => Verdict::Steady,
        }
    }

    /// The code, the same as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Steady => "steady",
            Verdict::Varying => "varying",
            Verdict::Unconfirmed => "unconfirmed",
            Verdict::Refused => "refused",
        }
    }
}

/// Why there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "RefusalReason"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// Fewer than three independent one-cycle kinds agree, or no majority.
    NoConsensus,
    /// Two clocks of this machine disagree by more than 2,000 ppm and nothing tells which is wrong.
    ClocksDisagree,
    /// The clock stands still.
    ClockStopped,
    /// The clock's tick is too coarse for the time that was given.
    ClockTooCoarse,
    /// Too few undisturbed windows.
    Starved,
    /// No moment was undisturbed: there is a lower bound of the clock, and no number.
    NoCleanMoment,
    /// The windows come to a number that no core has: a chain that was not run as it is written, or a clock that is none.
    Implausible,
    /// The core is not there or switched off.
    Offline,
    /// The system lets this program choose none of these cores.
    OutOfReach,
    /// The thread could not be put on the core that was asked for.
    AffinityRefused,
    /// No chains are written for this processor.
    UnsupportedArchitecture,
    /// Cancelled before there was a number.
    Cancelled,
}

impl Reason {
    /// The code, the same as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Reason::NoConsensus => "no_consensus",
            Reason::ClocksDisagree => "clocks_disagree",
            Reason::ClockStopped => "clock_stopped",
            Reason::ClockTooCoarse => "clock_too_coarse",
            Reason::Starved => "starved",
            Reason::NoCleanMoment => "no_clean_moment",
            Reason::Implausible => "implausible",
            Reason::Offline => "offline",
            Reason::OutOfReach => "out_of_reach",
            Reason::AffinityRefused => "affinity_refused",
            Reason::UnsupportedArchitecture => "unsupported_architecture",
            Reason::Cancelled => "cancelled",
        }
    }
}
