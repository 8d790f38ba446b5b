//! Numbers and names in words, the same on every front end.

use crate::chain::ChainKind;
use crate::estimate::consensus::ChainFinding;
use crate::estimate::verdict::{Reason, Verdict};
use crate::host::{Fact, Machine, Virtualisation};

use super::Reading;
use super::advice::Advice;
use super::curve::CurveFinding;
use super::display::Rounded;
use super::number::{RoundedNumber, with_thousands};
use super::numbers::{MeasuredNumber, StateNumbers, bin_mhz};

/// A value in hertz that is stated, not measured: "2.80 GHz", "2.596 GHz", "600 MHz".
pub fn stated_hz(hz: f64) -> String {
    Rounded::stated(hz).to_string()
}

/// A tolerance in parts per million: never rounded to zero, however small.
pub fn tolerance_ppm(ppm: f64) -> String {
    format!("{} ppm", RoundedNumber::tolerance_ppm(ppm).digits())
}

/// A difference in percent, with its sign.
pub fn percent(value: f64) -> String {
    format!("{} %", RoundedNumber::percent(value).signed())
}

/// A number with its sign, the minus as typographers want it. Zero has none.
pub fn signed(value: f64, decimals: usize) -> String {
    RoundedNumber::new(value, decimals).signed()
}

/// Formats cycles to the digits that their standard error supports.
pub fn cycles(value: f64, standard_error: Option<f64>) -> String {
    MeasuredNumber::cycles(value, standard_error).value.digits()
}

/// A count with its thousands set apart.
pub fn count(value: usize) -> String {
    with_thousands(&value.to_string())
}

/// The levels of a varying clock with the largest time shares, and the step between operating
/// points if they are one apart: "3.6945 GHz 98 % of the time, 3.6697 GHz 2 %: one step of 25 MHz".
/// `None` if it has no levels.
pub fn levels(reading: &Reading) -> Option<String> {
    let numbers = StateNumbers::of(&reading.states);
    let one = |state: &StateNumbers| format!("{} {} %", state.level, state.percent_of_time.digits());
    let (first, rest) = numbers.split_first()?;
    let first = format!("{} of the time", one(first));
    let levels = std::iter::once(first).chain(rest.iter().map(one)).collect::<Vec<_>>().join(", ");
    let step = bin_mhz(&reading.states).map(|mhz| format!(": one step of {mhz} MHz"));
    Some(levels + &step.unwrap_or_default())
}

/// Names of a machine; `None` if unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct MachineNames {
    /// The chip.
    pub chip: Option<String>,
    /// The device, if its name differs from the chip's.
    pub device: Option<String>,
    /// The operating system.
    pub system: String,
    /// The hypervisor or emulator between the program and the hardware.
    pub between: Option<String>,
}

impl MachineNames {
    /// The names of `machine`.
    pub fn of(machine: &Machine) -> MachineNames {
        let chip = machine.chip.value().cloned();
        let device = machine.device.value().cloned().filter(|device| chip.as_ref() != Some(device));
        let between = match &machine.virtualisation {
            Fact::Known { value, .. } => match value {
                Virtualisation::None => None,
                Virtualisation::Hypervisor { name } | Virtualisation::Emulator { name } => Some(name.clone()),
            },
            Fact::Unknown { .. } => None,
        };
        MachineNames { chip, device, system: machine.system.name.clone(), between }
    }
}

/// Chip, device, system and hypervisor or emulator, as far as they are known.
pub fn machine_line(machine: &Machine) -> String {
    let MachineNames { chip, device, system, between } = MachineNames::of(machine);
    let unknown = (chip.is_none() && device.is_none()).then(|| "unknown chip".to_owned());
    let parts: Vec<String> = [unknown, chip, device, Some(system), between].into_iter().flatten().collect();
    parts.join(" \u{b7} ")
}

impl CurveFinding {
    /// The sentence.
    pub fn text(&self) -> String {
        match self {
            CurveFinding::Reached { from, frequency, after_ms } => {
                format!("Rose from {from} to {frequency} in {} ms.", after_ms.digits())
            }
            CurveFinding::Fell { from, frequency, after_ms, lost_percent } => {
                let (after_ms, lost) = (after_ms.digits(), lost_percent.digits());
                format!("Fell from {from} to {frequency} in {after_ms} ms: {lost} % lost.")
            }
            CurveFinding::AlreadyAtClock { frequency } => format!("Ran at {frequency} from the start."),
            CurveFinding::Moved { low, high } => format!("Varied between {low} and {high}."),
            CurveFinding::WarmUpIncomplete => "Still rising when the warm-up time ran out.".to_owned(),
        }
    }
}

impl ChainFinding {
    /// In a few words.
    pub fn text(self) -> &'static str {
        match self {
            ChainFinding::AsExpected => "as expected",
            ChainFinding::Folded => "folded by the core",
            ChainFinding::SeveralCycles => "takes more than one cycle here",
            ChainFinding::UnknownRatio => "unlike any known core",
            ChainFinding::NotWhole => "not a whole number of cycles",
            ChainFinding::NotMeasured => "no undisturbed window",
        }
    }
}

impl ChainKind {
    /// The name for people.
    pub fn text(self) -> &'static str {
        match self {
            ChainKind::TightLoop => "tight loop",
            ChainKind::Decrement => "decrement",
            ChainKind::Add => "add",
            ChainKind::Xor => "exclusive or",
            ChainKind::Subtract => "subtract",
            ChainKind::Rotate => "rotate",
            ChainKind::Mixed => "mixed",
            ChainKind::Multiply => "multiply",
            ChainKind::FloatAdd => "floating-point add",
            ChainKind::FloatMultiply => "floating-point multiply",
        }
    }
}

impl Verdict {
    /// The word for people.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Steady => "steady",
            Verdict::Varying => "varying",
            Verdict::Unconfirmed => "unconfirmed",
            Verdict::Refused => "no reading",
        }
    }

    /// What to do about it, or how to read it, whatever else is known: [`Reading::advice`] knows
    /// more. A refusal has the advice of its reason.
    pub fn advice(self) -> Option<&'static str> {
        match self {
            Verdict::Steady | Verdict::Refused => None,
            Verdict::Varying => Some(Advice::MeasureAgain.text()),
            Verdict::Unconfirmed => Some(Advice::TakeCare.text()),
        }
    }
}

impl Reason {
    /// The reason, in a few words.
    pub fn text(self) -> &'static str {
        match self {
            Reason::NoConsensus => "the checks disagree",
            Reason::ClocksDisagree => "two reference clocks disagree",
            Reason::ClockStopped => "the reference clock has stopped",
            Reason::ClockTooCoarse => "the reference clock is too coarse",
            Reason::TooFewWindows => "not enough processor time",
            Reason::NoUndisturbedWindows => "no undisturbed moment",
            Reason::Implausible => "no core runs at this clock",
            Reason::Offline => "this core is switched off",
            Reason::CoreTypeUnreachable => "out of reach",
            Reason::AffinityRefused => "core not reached",
            Reason::UnsupportedArchitecture => "this processor is not supported",
            Reason::Cancelled => "stopped before the first reading",
        }
    }

    /// What to do about it.
    pub fn advice(self) -> &'static str {
        match self {
            Reason::NoConsensus => "close other programs, then measure again",
            Reason::ClocksDisagree => "one of this machine's clocks is wrong; the warnings have both rates",
            Reason::ClockStopped => "nothing can be done about it here",
            Reason::ClockTooCoarse => "measure for longer",
            Reason::TooFewWindows => "close other programs, or measure for longer",
            Reason::NoUndisturbedWindows => {
                "close other programs, or measure again when the machine is less busy"
            }
            Reason::Implausible => "the chains did not run as written, as in an emulator: measure again",
            Reason::Offline => "choose a core that is online",
            Reason::CoreTypeUnreachable => "the system does not let this program choose these cores",
            Reason::AffinityRefused => {
                "choose a core that this program may use; a system that pins no threads has none"
            }
            Reason::UnsupportedArchitecture => "AArch64 and x86-64 are supported",
            Reason::Cancelled => "let the measurement finish",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_thousands_set_apart() {
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count(999), "999");
    }

    #[test]
    fn differences_have_a_sign_unless_they_are_none() {
        assert_eq!(percent(58.31), "+58 %");
        assert_eq!(percent(-0.21), "\u{2212}0.21 %");
        assert_eq!(percent(-2.04), "\u{2212}2.0 %");
        assert_eq!(percent(-0.001), "0.00 %");
    }
}
