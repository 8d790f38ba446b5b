//! Warnings in English: the condition and what to do about it. The apps' translations are in
//! `bindings/words/app.toml`. CONTRIBUTING.md ("Adding a warning") lists the files that a new one
//! changes.

use crate::warning::Warning;

use super::number::RoundedNumber;

/// Minimum slowdown of additions, in percent, and minimum cycles of the tight loop that show a busy
/// sibling: smaller values may result from rounding alone, to two digits and to one.
const SHOWS_PERCENT: f64 = 0.1;
const SHOWS_CYCLES: f64 = 1.05;

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
            Warning::ImplausibleRate { clock, stated_hz, measured_hz } => {
                let seen =
                    measured_hz.map_or("an unknown rate".to_owned(), |hz| format!("{:.3} MHz", hz / 1e6));
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
            Warning::Preempted { undisturbed_percent, busy_cores } => {
                let others = match busy_cores {
                    None | Some(0) => String::new(),
                    Some(1) => "; another core was busy".to_owned(),
                    Some(cores) => format!("; {cores} other cores were busy"),
                };
                format!(
                    "other work on this core: {undisturbed_percent:.0} % of the windows undisturbed{others}"
                )
            }
            Warning::SmtContention { percent_of_time, slower_percent, tight_loop_cycles, sibling_known } => {
                shared_core(*percent_of_time, *slower_percent, *tight_loop_cycles, *sibling_known)
            }
            // Bounds are rounded in the safe direction.
            Warning::StealTime { percent } => {
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
            Warning::WarmUpIncomplete => "the clock had not settled after warm-up".to_owned(),
            Warning::Cancelled => "stopped early".to_owned(),
            Warning::LowPower => "power saving is on".to_owned(),
            Warning::ThermalPressure => "the device is hot".to_owned(),
            Warning::Background => "measured in the background".to_owned(),
            Warning::LowPriority => "measured at background priority".to_owned(),
            Warning::CoreTypeUnknown => "core type unknown".to_owned(),
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
            Warning::ImplausibleRate { .. }
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
            Warning::ImplausibleRate { .. } => "the reading does not depend on that counter",
            Warning::Unchecked { .. } => "the reading relies on that clock alone",
            Warning::ClockFallback { .. } => "the reading relies on that clock",
            Warning::FactorSuspected { .. } => "the checks cannot rule out a factor of two",
            Warning::AffinityRefused { .. } => "the reading names the core that was used",
            Warning::Migrated { .. } => "close other programs, or measure longer",
            Warning::Preempted { .. } => "close other programs, or measure longer",
            Warning::SmtContention { .. } => "the reading uses the moments without it",
            Warning::StealTime { .. } => "measure again when the host is less busy",
            Warning::QuotaReached { .. } => "raise the control group's quota",
            Warning::ChainDisagrees { .. } => "the reading does not depend on it",
            Warning::FoldedImmediate { .. } => "for information: a naive loop would read too high here",
            Warning::NotLinear { .. } => {
                "something other than the chain takes time; treat the reading with care"
            }
            Warning::WarmUpIncomplete => "measure again, or for longer",
            Warning::Cancelled => "the reading covers the time until then",
            Warning::LowPower => "turn it off to see the full clock",
            Warning::ThermalPressure => "the clock is being throttled; let the device cool",
            Warning::Background => "keep the program in the foreground",
            Warning::LowPriority => "these cores run below their highest clock for background work",
            Warning::CoreTypeUnknown => "the system does not show which type of core was measured",
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
        Warning::SmtContention { percent_of_time, slower_percent, tight_loop_cycles, sibling_known }.text()
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
        let stolen = Warning::StealTime { percent: 3.9 }.text();
        assert!(stolen.ends_with("for at least 3 % of the time"), "{stolen}");
        let throttled = Warning::QuotaReached { throttled_percent: 36.1 }.text();
        assert!(throttled.ends_with("for up to 37 % of the time"), "{throttled}");
    }
}
