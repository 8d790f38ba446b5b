//! Most likely cause of a clock below the claimed clock, according to the system.

use serde::{Deserialize, Serialize};

use super::phrases::stated_hz;
use super::raw::CoreContext;
use super::reading::Reading;
use crate::host::{Claim, ClaimSource, ThermalStatus};
use crate::warning::Warning;

/// A reading is low if it is below the claimed clock by more than this fraction and by more than
/// its interval: claimed clocks are nominal and rounded.
const LOW: f64 = 0.01;

/// A clock is at a limit if it is within this fraction of it: drivers set the next step of a table.
const AT_LIMIT: f64 = 0.03;

/// The most likely cause, in the order in which the evidence is checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case", tag = "code")]
#[non_exhaustive]
pub enum LowCause {
    /// The driver's limit is below the claimed clock.
    DriverLimit {
        /// The limit, in hertz.
        hz: u64,
    },
    /// Power saving is on, by the user or because of a low battery.
    PowerSaving,
    /// The device is hot, or the processor throttled during the measurement.
    Heat,
    /// The supply's voltage is too low.
    Undervoltage,
    /// The governor keeps the clock low.
    Governor {
        /// Its name.
        name: String,
    },
    /// Boost clocks are switched off.
    BoostOff,
    /// The claim may be the clock of one core alone, and others were busy.
    BusyCores {
        /// Number of other busy cores.
        others: u64,
    },
    /// A quota stopped the program at times.
    Quota,
    /// The system reports no cause.
    NoneReported,
}

impl LowCause {
    /// The code, the same as in JSON.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DriverLimit { .. } => "driver_limit",
            Self::PowerSaving => "power_saving",
            Self::Heat => "heat",
            Self::Undervoltage => "undervoltage",
            Self::Governor { .. } => "governor",
            Self::BoostOff => "boost_off",
            Self::BusyCores { .. } => "busy_cores",
            Self::Quota => "quota",
            Self::NoneReported => "none_reported",
        }
    }

    /// In words, after the claim.
    pub fn text(&self) -> String {
        match self {
            Self::DriverLimit { hz } => format!("the driver's limit is {}", stated_hz(*hz as f64)),
            Self::PowerSaving => "power saving is on".to_owned(),
            Self::Heat => "the device is throttling for heat".to_owned(),
            Self::Undervoltage => "the supply's voltage is too low".to_owned(),
            Self::Governor { name } => format!("the governor is {name}"),
            Self::BoostOff => "boost is switched off".to_owned(),
            Self::BusyCores { others: 1 } => "another core is busy".to_owned(),
            Self::BusyCores { others } => format!("{others} other cores are busy"),
            Self::Quota => "a CPU quota stops this program at times".to_owned(),
            Self::NoneReported => "the system reports no cause".to_owned(),
        }
    }
}

/// Returns the cause if this reading is low.
pub(super) fn low_cause(reading: &Reading, context: &CoreContext) -> Option<LowCause> {
    let claim = context.claim?;
    let is_low = reading.frequency_hz?.high < claim.hz as f64 * (1.0 - LOW);
    if !is_low {
        return None;
    }
    let limit_hz = driver_limit_hz(context).filter(|&hz| (hz as f64) < claim.hz as f64 * (1.0 - LOW));
    let by_limit = limit_hz.map(|hz| LowCause::DriverLimit { hz });
    let is_at = |limit_hz: u64| {
        reading.frequency_hz.is_some_and(|clock| (clock.value / limit_hz as f64 - 1.0).abs() <= AT_LIMIT)
    };
    if limit_hz.is_some_and(is_at) {
        return by_limit;
    }
    // A limit above the clock is the cause only if there is no other.
    Some(otherwise(reading, claim, context).or(by_limit).unwrap_or(LowCause::NoneReported))
}

/// The lowest limit that the driver had, before the windows or after.
fn driver_limit_hz(context: &CoreContext) -> Option<u64> {
    let claimed = context.claims.iter().filter(|claim| claim.source == ClaimSource::ScalingMaxFreq);
    let read = context.limits.iter().filter_map(|limits| limits.driver_hz);
    claimed.map(|claim| claim.hz).chain(read).min()
}

/// Returns another cause that the system reports.
fn otherwise(reading: &Reading, claim: Claim, context: &CoreContext) -> Option<LowCause> {
    let has = |warning: fn(&Warning) -> bool| context.warnings.iter().any(warning);
    let limits = || context.limits.iter();
    let pi = || limits().filter_map(|limits| limits.raspberry_pi);
    let throttled = || {
        let [before, after] = context.limits.as_slice() else { return false };
        before.throttled.zip(after.throttled).is_some_and(|(before, after)| after > before)
    };
    if context.conditions.power_saving == Some(true) || has(|warning| *warning == Warning::LowPower) {
        return Some(LowCause::PowerSaving);
    }
    // From light on the system lowers clocks.
    if context.conditions.thermal >= Some(ThermalStatus::Light)
        || throttled()
        || pi().any(|pi| pi.throttled && !pi.undervoltage)
    {
        return Some(LowCause::Heat);
    }
    if pi().any(|pi| pi.undervoltage) {
        return Some(LowCause::Undervoltage);
    }
    if let Some(name) = limits().find_map(|limits| limits.low_governor.clone()) {
        return Some(LowCause::Governor { name });
    }
    let may_be_of_one_core = !claim.source.is_base();
    if may_be_of_one_core && limits().any(|limits| limits.boost_is_off == Some(true)) {
        return Some(LowCause::BoostOff);
    }
    let others = reading.load.as_ref().map_or(0, |load| load.busy_cores(&context.siblings));
    if may_be_of_one_core && others > 0 {
        return Some(LowCause::BusyCores { others });
    }
    has(|warning| matches!(warning, Warning::QuotaReached { .. })).then_some(LowCause::Quota)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interval;
    use crate::estimate::verdict::Reason;
    use crate::host::{CpuLoad, Limits, RaspberryPi};
    use crate::report::reading::OtherLoad;
    use crate::report::{CoreOutcome, RawCore};

    /// The cause for a core that claims 2 GHz and reads this, known to 10 ppm.
    fn cause(hz: f64, change: impl FnOnce(&mut CoreContext, &mut Reading)) -> Option<LowCause> {
        let claim = Claim { hz: 2_000_000_000, source: ClaimSource::CpuinfoMaxFreq };
        let mut context = CoreContext { claim: Some(claim), ..CoreContext::simulated() };
        let refused =
            RawCore { context: context.clone(), outcome: CoreOutcome::Refused(Reason::TooFewWindows) };
        let mut reading =
            Reading { frequency_hz: Some(Interval::around(hz, hz * 1e-5)), ..refused.reading() };
        change(&mut context, &mut reading);
        low_cause(&reading, &context)
    }

    fn limited(hz: u64) -> Limits {
        Limits { driver_hz: Some(hz), ..Limits::default() }
    }

    #[test]
    fn what_is_not_low_has_no_cause() {
        assert_eq!(cause(1.985e9, |_, _| ()), None);
        assert_eq!(cause(2.4e9, |context, _| context.limits = vec![limited(1_000_000_000)]), None);
        assert_eq!(cause(1.9e9, |_, _| ()), Some(LowCause::NoneReported));
    }

    #[test]
    fn a_clock_at_its_limit_is_limited_whatever_else_is_so() {
        let limit = Some(LowCause::DriverLimit { hz: 1_017_600_000 });
        let after_the_windows = |context: &mut CoreContext, _: &mut Reading| {
            context.limits = vec![limited(2_000_000_000), limited(1_017_600_000)];
            context.warnings = vec![Warning::LowPower];
        };
        assert_eq!(cause(1.0176e9, after_the_windows), limit);
        assert_eq!(cause(0.6e9, after_the_windows), Some(LowCause::PowerSaving), "the limit allows more");
        let only = |context: &mut CoreContext, _: &mut Reading| context.limits = vec![limited(1_017_600_000)];
        assert_eq!(cause(0.6e9, only), limit);
        let claimed = |context: &mut CoreContext, _: &mut Reading| {
            context.claims = vec![Claim { hz: 1_017_600_000, source: ClaimSource::ScalingMaxFreq }];
        };
        assert_eq!(cause(1.0176e9, claimed), limit);
    }

    #[test]
    fn each_statement_of_the_system_is_a_cause() {
        let with = |limits: [Limits; 2]| cause(1.5e9, |context, _| context.limits = limits.to_vec());
        let both = |limits: Limits| with([limits.clone(), limits]);
        let throttled = |count| Limits { throttled: Some(count), ..Limits::default() };
        assert_eq!(with([throttled(5), throttled(6)]), Some(LowCause::Heat));
        assert_eq!(with([throttled(5), throttled(5)]), Some(LowCause::NoneReported), "it was so before");
        let pi = |undervoltage, throttled| {
            both(Limits { raspberry_pi: Some(RaspberryPi { undervoltage, throttled }), ..Limits::default() })
        };
        assert_eq!(pi(true, true), Some(LowCause::Undervoltage));
        assert_eq!(pi(false, true), Some(LowCause::Heat));
        let governor = Limits { low_governor: Some("powersave".to_owned()), ..Limits::default() };
        assert_eq!(both(governor), Some(LowCause::Governor { name: "powersave".to_owned() }));
        let no_boost = Limits { boost_is_off: Some(true), ..Limits::default() };
        assert_eq!(both(no_boost), Some(LowCause::BoostOff));
        let busy = |context: &mut CoreContext, reading: &mut Reading| {
            context.siblings = vec![1];
            let others = [(1, 1.0), (2, 0.9), (3, 0.1)];
            let others = others.map(|(cpu, busy_fraction)| CpuLoad { cpu, busy_fraction }).to_vec();
            reading.load = Some(OtherLoad { others, sibling_busy: Some(1.0) });
        };
        assert_eq!(cause(1.5e9, busy), Some(LowCause::BusyCores { others: 1 }));
        let quota = Warning::QuotaReached { throttled_percent: 40.0 };
        assert_eq!(cause(1.5e9, |context, _| context.warnings = vec![quota]), Some(LowCause::Quota));
        let hot = |context: &mut CoreContext, _: &mut Reading| {
            context.conditions.thermal = Some(ThermalStatus::Light);
        };
        assert_eq!(cause(1.5e9, hot), Some(LowCause::Heat));
    }

    #[test]
    fn a_base_clock_is_not_one_cores_alone() {
        let base = |context: &mut CoreContext, _: &mut Reading| {
            context.claim = Some(Claim { hz: 2_000_000_000, source: ClaimSource::BaseFrequency });
            context.limits = vec![Limits { boost_is_off: Some(true), ..Limits::default() }];
        };
        assert_eq!(cause(1.5e9, base), Some(LowCause::NoneReported));
    }
}
