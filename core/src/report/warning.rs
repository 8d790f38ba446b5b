//! Warnings about a reading, each with advice: their codes and English texts.
//!
//! Their causes are in other files. `causes` has those from the windows
//! ([`Diagnostic`](crate::estimate::diagnostic::Diagnostic)), the clocks, the claim, lost time and
//! the device's conditions; `run::one_core` adds those from the thread's placement and the machine
//! to the core's context. The apps' translations are in `bindings/words/app.toml`. CONTRIBUTING.md
//! ("Adding a warning") lists the files that a new one changes.

use serde::{Deserialize, Serialize};

use crate::chain::Kind;
use crate::clock::ClockId;
use crate::estimate::consensus::ChainFinding;

use super::number::RoundedNumber;

/// A warning about a reading. The most important ones come first in a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Warning {
    /// Two clocks disagree by more than both uncertainties and 100 ppm.
    ClocksDisagree {
        /// The clock of the reading.
        primary: ClockId,
        /// Its rate as stated, in hertz.
        primary_hz: f64,
        /// The other clock.
        witness: ClockId,
        /// Its rate as stated, in hertz.
        witness_stated_hz: Option<f64>,
        /// Its rate as the clock of the reading sees it, in hertz.
        witness_seen_hz: Option<f64>,
        /// Deviation of the witness's rate, in parts per million; positive if it runs fast.
        ppm: f64,
        /// The clock that a third one shows to be wrong; `None` if there is no third.
        culprit: Option<ClockId>,
    },
    /// A clock jumped, went back or stopped during the measurement.
    ClockStepped {
        /// The clock.
        clock: ClockId,
        /// Size of the step, in nanoseconds; negative if the clock went back or stopped.
        step_ns: f64,
        /// Time of the step, in milliseconds since the session's start.
        at_ms: f64,
    },
    /// A counter states a rate that no counter has. It served to check that the clock of the
    /// reading is steady.
    RateNotBelieved {
        /// The counter.
        clock: ClockId,
        /// Its rate as stated, in hertz.
        stated_hz: u64,
        /// Its rate as the clock of the reading sees it, in hertz.
        seen_hz: Option<f64>,
    },
    /// No second clock could check the first.
    Unchecked {
        /// The only clock.
        clock: ClockId,
    },
    /// The platform's first choice of clock was refused and another one taken.
    ClockFallback {
        /// The clock that was taken.
        clock: ClockId,
        /// Reason for not using the first choice.
        why: String,
    },
    /// The number is twice or half the claimed clock, which ratios cannot distinguish.
    FactorSuspected {
        /// The claimed clock, in hertz.
        claim_hz: f64,
    },
    /// The thread could not be kept on the core.
    AffinityRefused {
        /// The requested core.
        asked: Option<u32>,
        /// The core that was used, if the system reports it.
        used: Option<u32>,
    },
    /// The thread was moved to another core; windows that ended there do not count.
    Migrated {
        /// Number of windows that were lost to this.
        windows: usize,
    },
    /// Another program, or the system, used the core during the measurement.
    Contended {
        /// Undisturbed windows, in percent of all that were taken.
        clean_percent: f64,
        /// Number of other cores that were busy for at least half of the time; `None` if the system
        /// does not report it.
        busy_cores: Option<u64>,
    },
    /// Another hardware thread of the core was busy: chains of one cycle were slower relative to
    /// those of several, and the tight loop took more cycles, as under SMT contention.
    SharedCore {
        /// Share of the time under contention, in percent, above 0 to 100.
        percent_of_time: f64,
        /// Slowdown of chains of one cycle under contention, in percent; `None` if unknown.
        slower_percent: Option<f64>,
        /// Cycles per iteration of the tight loop under contention; `None` if unknown.
        tight_loop_cycles: Option<f64>,
        /// Whether the system reports that the core has another thread. Virtual machines usually
        /// hide it.
        sibling_known: bool,
    },
    /// The hypervisor ran others on this processor (steal time).
    Stolen {
        /// Minimum share of the time, in percent: the kernel counts in jiffies of usually 10 ms.
        percent: f64,
    },
    /// The quota of a control group held this program back.
    QuotaReached {
        /// Maximum share of the time, in percent: the kernel adds up the group's CPUs.
        throttled_percent: f64,
    },
    /// A kind of chain does not behave as on other cores.
    ChainDisagrees {
        /// The kind.
        kind: Kind,
        /// The finding for this chain.
        finding: ChainFinding,
        /// Cycles per step, if measured.
        cycles_per_step: Option<f64>,
    },
    /// The core folds additions of constants: the simplest loop would have misled.
    FoldedImmediate {
        /// Steps per cycle.
        steps_per_cycle: f64,
    },
    /// Time is not linear in the number of steps.
    NotLinear {
        /// Deviation of the middle length from the line, in parts per million of the long window.
        ppm: f64,
    },
    /// The clock was not flat when the time for the warm-up was over.
    StillWarming,
    /// The measurement was stopped early: the reading covers the time until then.
    Cancelled,
    /// Power saving is on.
    LowPower,
    /// The device is hot.
    Hot,
    /// Measured while another program was in front.
    Background,
    /// The measuring thread had background priority: Apple's efficiency cores then run below their
    /// highest clock.
    LowPriority,
    /// Nothing shows which kind of core the thread ran on.
    KindUnknown,
    /// The clock is a virtual machine's.
    VirtualMachine {
        /// The hypervisor, if known.
        hypervisor: Option<String>,
    },
    /// An emulator translates the program's instructions.
    Emulated {
        /// The emulator.
        emulator: String,
    },
    /// The observer panicked; the measurement did not notice.
    ObserverPanicked,
    /// The observer did not return in time; the session ended without it.
    ObserverStalled,
}

/// Minimum slowdown of additions, in percent, and minimum cycles of the tight loop that show a busy
/// sibling: smaller values may result from rounding alone, to two digits and to one.
const SHOWS_PERCENT: f64 = 0.1;
const SHOWS_CYCLES: f64 = 1.05;

/// The code of each variant, as serde writes it, and the list of them.
macro_rules! codes {
    ($($variant:ident => $code:literal,)+) => {
        impl Warning {
            /// Every code.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The code, the same as in JSON.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Warning::$variant { .. } => $code,)+
                }
            }
        }
    };
}

codes! {
    ClocksDisagree => "clocks_disagree",
    ClockStepped => "clock_stepped",
    RateNotBelieved => "rate_not_believed",
    Unchecked => "unchecked",
    ClockFallback => "clock_fallback",
    FactorSuspected => "factor_suspected",
    AffinityRefused => "affinity_refused",
    Migrated => "migrated",
    Contended => "contended",
    SharedCore => "shared_core",
    Stolen => "stolen",
    QuotaReached => "quota_reached",
    ChainDisagrees => "chain_disagrees",
    FoldedImmediate => "folded_immediate",
    NotLinear => "not_linear",
    StillWarming => "still_warming",
    Cancelled => "cancelled",
    LowPower => "low_power",
    Hot => "hot",
    Background => "background",
    LowPriority => "low_priority",
    KindUnknown => "kind_unknown",
    VirtualMachine => "virtual_machine",
    Emulated => "emulated",
    ObserverPanicked => "observer_panicked",
    ObserverStalled => "observer_stalled",
}

impl Warning {
    /// The condition, in a few words.
    pub fn text(&self) -> String {
        match self {
            Warning::ClocksDisagree { primary, witness, ppm, culprit, .. } => {
                let verdict = match culprit {
                    Some(culprit) => format!("{} is wrong", culprit.name()),
                    None => "no third clock shows which is wrong".to_owned(),
                };
                let (witness, primary) = (witness.name(), primary.name());
                format!(
                    "two reference clocks disagree: {witness} runs {ppm:+.0} ppm relative to {primary}; {verdict}"
                )
            }
            Warning::ClockStepped { clock, step_ns, at_ms } => {
                let name = clock.name();
                format!("{name} stepped by {:+.3} ms at {at_ms:.0} ms", step_ns / 1e6)
            }
            Warning::RateNotBelieved { clock, stated_hz, seen_hz } => {
                let seen = seen_hz.map_or("an unknown rate".to_owned(), |hz| format!("{:.3} MHz", hz / 1e6));
                format!("{} reports {stated_hz} Hz but runs at {seen}", clock.name())
            }
            Warning::Unchecked { .. } => "only one reference clock available".to_owned(),
            Warning::ClockFallback { clock, why } => {
                format!("measured with {}, a fallback: {why}", clock.name())
            }
            Warning::FactorSuspected { claim_hz } => {
                format!("twice or half the claimed {:.2} GHz", claim_hz / 1e9)
            }
            Warning::AffinityRefused { asked, used } => {
                let core =
                    |cpu: &Option<u32>| cpu.map_or("an unknown core".to_owned(), |cpu| format!("core {cpu}"));
                match asked {
                    Some(_) => format!("could not stay on {}: measured on {}", core(asked), core(used)),
                    None => format!("not pinned: measured on {}", core(used)),
                }
            }
            Warning::Migrated { windows } => format!("moved to another core: {windows} windows rejected"),
            Warning::Contended { clean_percent, busy_cores } => {
                let others = match busy_cores {
                    None | Some(0) => String::new(),
                    Some(1) => "; another core was busy".to_owned(),
                    Some(cores) => format!("; {cores} other cores were busy"),
                };
                format!("other work on this core: {clean_percent:.0} % of the windows undisturbed{others}")
            }
            Warning::SharedCore { percent_of_time, slower_percent, tight_loop_cycles, sibling_known } => {
                shared_core(*percent_of_time, *slower_percent, *tight_loop_cycles, *sibling_known)
            }
            // Bounds are rounded in the safe direction.
            Warning::Stolen { percent } => {
                let percent = percent.floor();
                format!("steal time: the hypervisor ran others for at least {percent} % of the time")
            }
            Warning::QuotaReached { throttled_percent } => {
                let percent = throttled_percent.ceil();
                format!("CPU quota: this program was throttled for up to {percent} % of the time")
            }
            Warning::ChainDisagrees { kind, finding, cycles_per_step } => {
                let cycles = cycles_per_step.map_or("no".to_owned(), |cycles| format!("{cycles:.3}"));
                let unusual = finding.text();
                format!("chain {kind}: {cycles} cycles per step, {unusual}")
            }
            Warning::FoldedImmediate { steps_per_cycle } => {
                format!("this core folds constants: {steps_per_cycle:.1} such steps per cycle")
            }
            Warning::NotLinear { ppm } => format!("run time is not linear in chain length: {ppm:+.0} ppm"),
            Warning::StillWarming => "the clock had not settled after warm-up".to_owned(),
            Warning::Cancelled => "stopped early".to_owned(),
            Warning::LowPower => "power saving is on".to_owned(),
            Warning::Hot => "the device is hot".to_owned(),
            Warning::Background => "measured in the background".to_owned(),
            Warning::LowPriority => "measured at background priority".to_owned(),
            Warning::KindUnknown => "core type unknown".to_owned(),
            Warning::VirtualMachine { hypervisor } => match hypervisor {
                Some(name) => format!("virtual machine ({name})"),
                None => "virtual machine".to_owned(),
            },
            Warning::Emulated { emulator } => format!("emulator ({emulator})"),
            Warning::ObserverPanicked => "the observer of this session panicked".to_owned(),
            Warning::ObserverStalled => "the observer of this session stalled".to_owned(),
        }
    }

    /// Returns `true` if no number of the reading depends on it, and nothing need be done about it.
    pub const fn is_information(&self) -> bool {
        matches!(
            self,
            Warning::RateNotBelieved { .. }
                | Warning::FoldedImmediate { .. }
                | Warning::VirtualMachine { .. }
                | Warning::ObserverPanicked
                | Warning::ObserverStalled
        )
    }

    /// What to do about it, or how to read it.
    pub fn advice(&self) -> &'static str {
        match self {
            Warning::ClocksDisagree { .. } => {
                "one of this machine's clocks is wrong; the report has both rates"
            }
            Warning::ClockStepped { .. } => "windows that span the step were rejected",
            Warning::RateNotBelieved { .. } => "the reading does not depend on that counter",
            Warning::Unchecked { .. } => "the reading relies on that clock alone",
            Warning::ClockFallback { .. } => "the reading relies on that clock",
            Warning::FactorSuspected { .. } => "the checks cannot rule out a factor of two",
            Warning::AffinityRefused { .. } => "the reading names the core that was used",
            Warning::Migrated { .. } => "close other programs, or measure longer",
            Warning::Contended { .. } => "close other programs, or measure longer",
            Warning::SharedCore { .. } => "the reading uses the moments without it",
            Warning::Stolen { .. } => "measure again when the host is less busy",
            Warning::QuotaReached { .. } => "raise the control group's quota",
            Warning::ChainDisagrees { .. } => "the reading does not depend on it",
            Warning::FoldedImmediate { .. } => "for information: a naive loop would read too high here",
            Warning::NotLinear { .. } => {
                "something other than the chain takes time; treat the reading with care"
            }
            Warning::StillWarming => "measure again, or for longer",
            Warning::Cancelled => "the reading covers the time until then",
            Warning::LowPower => "turn it off to see the full clock",
            Warning::Hot => "the clock is being throttled; let the device cool",
            Warning::Background => "keep the program in the foreground",
            Warning::LowPriority => "these cores run below their highest clock for background work",
            Warning::KindUnknown => "the system does not show which type of core was measured",
            Warning::VirtualMachine { .. } => {
                "this is the host's clock; its other guests may affect the reading"
            }
            Warning::Emulated { .. } => "instructions are translated: the reading is no core's clock",
            Warning::ObserverPanicked | Warning::ObserverStalled => "the measurement is not affected",
        }
    }
}

/// Describes contention by another thread of the core, with its signs if they are visible: "SMT
/// sibling busy 23 % of the time (additions 1.2 % slower)".
fn shared_core(percent_of_time: f64, slower: Option<f64>, tight_loop: Option<f64>, known: bool) -> String {
    let time = RoundedNumber::percent(percent_of_time).digits();
    let inferred = (!known).then(|| "inferred".to_owned());
    let slower = slower
        .filter(|percent| *percent >= SHOWS_PERCENT)
        .map(|percent| format!("additions {} % slower", RoundedNumber::percent(percent).digits()));
    let tight_loop = tight_loop
        .filter(|cycles| *cycles >= SHOWS_CYCLES)
        .map(|cycles| format!("tight loop {cycles:.1} cycles"));
    let signs: Vec<String> = [inferred, slower, tight_loop].into_iter().flatten().collect();
    let signs = if signs.is_empty() { String::new() } else { format!(" ({})", signs.join(", ")) };
    format!("SMT sibling busy {time} % of the time{signs}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(percent_of_time: f64, signs: (Option<f64>, Option<f64>), sibling_known: bool) -> String {
        let (slower_percent, tight_loop_cycles) = signs;
        Warning::SharedCore { percent_of_time, slower_percent, tight_loop_cycles, sibling_known }.text()
    }

    #[test]
    fn a_shared_core_names_the_signs_that_show_it() {
        assert_eq!(
            shared(23.4, (Some(1.23), None), true),
            "SMT sibling busy 23 % of the time (additions 1.2 % slower)"
        );
        assert_eq!(
            shared(100.0, (Some(0.86), Some(2.12)), false),
            "SMT sibling busy 100 % of the time (inferred, additions 0.86 % slower, tight loop 2.1 cycles)"
        );
        assert_eq!(shared(2.0, (Some(-0.03), Some(1.01)), true), "SMT sibling busy 2.0 % of the time");
        assert_eq!(shared(2.0, (None, None), false), "SMT sibling busy 2.0 % of the time (inferred)");
    }

    #[test]
    fn bounds_are_rounded_away_from_what_they_bound() {
        let stolen = Warning::Stolen { percent: 3.9 }.text();
        assert!(stolen.ends_with("for at least 3 % of the time"), "{stolen}");
        let throttled = Warning::QuotaReached { throttled_percent: 36.1 }.text();
        assert!(throttled.ends_with("for up to 37 % of the time"), "{throttled}");
    }
}
