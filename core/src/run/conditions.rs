//! What only the platform's own interfaces know, told to a session from outside: heat, power saving, whether
//! the program is in front.
//!
//! Nothing here enters the number. It becomes warnings, since it explains a clock that is held down, and a
//! program that goes to the background ends its session with what is known.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::estimate::warning::Warning;

/// How hot the device is, by Android's seven steps (`PowerManager.THERMAL_STATUS_*`).
///
/// Apple's four (`ProcessInfo.ThermalState`) are the first, second, fourth and fifth of them: both platforms
/// document the fourth as the one at which the system lowers clocks noticeably.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum ThermalStatus {
    /// Not throttled. Apple: nominal.
    Nominal,
    /// Light throttling that users do not feel. Apple: fair.
    Light,
    /// Moderate throttling.
    Moderate,
    /// Severe throttling that users feel. Apple: serious.
    Severe,
    /// Everything is done to cool it. Apple: critical.
    Critical,
    /// Parts are being switched off.
    Emergency,
    /// It switches itself off.
    Shutdown,
}

/// What a platform tells; absent what it does not.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Conditions {
    /// How hot the device is.
    pub thermal: Option<ThermalStatus>,
    /// How near severe throttling is: 1 at its limit, above 1 beyond it (Android's
    /// `getThermalHeadroom`).
    pub thermal_headroom: Option<f64>,
    /// Whether the user, or a low battery, asked for less power.
    pub power_saving: Option<bool>,
    /// Whether another program is in front.
    pub in_background: Option<bool>,
}

impl Conditions {
    /// Both together: of each the worse.
    #[must_use]
    pub fn worse(self, other: Conditions) -> Conditions {
        let headroom = match (self.thermal_headroom, other.thermal_headroom) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        Conditions {
            thermal: self.thermal.max(other.thermal),
            thermal_headroom: headroom,
            power_saving: self.power_saving.max(other.power_saving),
            in_background: self.in_background.max(other.in_background),
        }
    }

    /// These, and where they say nothing what others say.
    #[must_use]
    pub fn or(self, other: Conditions) -> Conditions {
        Conditions {
            thermal: self.thermal.or(other.thermal),
            thermal_headroom: self.thermal_headroom.or(other.thermal_headroom),
            power_saving: self.power_saving.or(other.power_saving),
            in_background: self.in_background.or(other.in_background),
        }
    }

    /// What a reader of a number should know of them.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.power_saving == Some(true) {
            warnings.push(Warning::LowPower);
        }
        if self.thermal >= Some(ThermalStatus::Severe) {
            warnings.push(Warning::Hot);
        }
        if self.in_background == Some(true) {
            warnings.push(Warning::Background);
        }
        warnings
    }
}

/// Where a platform tells, and a session listens. Clones share what they were told.
#[derive(Debug, Clone, Default)]
pub struct Told {
    shared: Arc<Mutex<Heard>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Heard {
    last: Conditions,
    worst: Conditions,
}

impl Told {
    /// Tells how things stand now. What is absent stays as it was told before.
    pub fn tell(&self, now: Conditions) {
        let mut heard = self.lock();
        heard.last = now.or(heard.last);
        heard.worst = heard.worst.worse(heard.last);
    }

    /// How things stood at the start, as far as nobody has told it since.
    pub(super) fn begin_with(&self, first: Conditions) {
        let mut heard = self.lock();
        heard.last = heard.last.or(first);
        heard.worst = heard.worst.worse(heard.last);
    }

    /// How things stood last.
    pub fn last(&self) -> Conditions {
        self.lock().last
    }

    /// The worst since the last call of this.
    pub(super) fn take_worst(&self) -> Conditions {
        let mut heard = self.lock();
        let worst = heard.worst;
        heard.worst = heard.last;
        worst
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Heard> {
        // Each change is whole: a panic elsewhere leaves nothing half told.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thermal(status: ThermalStatus) -> Conditions {
        Conditions { thermal: Some(status), ..Conditions::default() }
    }

    #[test]
    fn severe_heat_power_saving_and_background_are_warned_of() {
        assert_eq!(Conditions::default().warnings(), []);
        assert_eq!(thermal(ThermalStatus::Moderate).warnings(), []);
        assert_eq!(thermal(ThermalStatus::Severe).warnings(), [Warning::Hot]);
        let saving = Conditions { power_saving: Some(true), in_background: Some(true), ..Default::default() };
        assert_eq!(saving.warnings(), [Warning::LowPower, Warning::Background]);
        let fine = Conditions { power_saving: Some(false), in_background: Some(false), ..Default::default() };
        assert_eq!(fine.warnings(), []);
    }

    #[test]
    fn the_worst_of_a_stretch_counts_and_the_next_stretch_begins_with_the_last() {
        let told = Told::default();
        told.tell(thermal(ThermalStatus::Critical));
        told.tell(Conditions { thermal: Some(ThermalStatus::Light), ..Default::default() });
        assert_eq!(told.take_worst().thermal, Some(ThermalStatus::Critical));
        assert_eq!(told.take_worst().thermal, Some(ThermalStatus::Light));
    }

    #[test]
    fn what_is_not_told_again_stands() {
        let told = Told::default();
        told.tell(Conditions { power_saving: Some(true), ..Default::default() });
        told.clone().tell(thermal(ThermalStatus::Nominal));
        let last = told.last();
        assert_eq!((last.power_saving, last.thermal), (Some(true), Some(ThermalStatus::Nominal)));
    }

    #[test]
    fn what_is_told_counts_more_than_what_was_asked_at_the_start() {
        let told = Told::default();
        told.tell(thermal(ThermalStatus::Nominal));
        told.begin_with(Conditions { power_saving: Some(true), ..thermal(ThermalStatus::Severe) });
        let last = told.last();
        assert_eq!((last.power_saving, last.thermal), (Some(true), Some(ThermalStatus::Nominal)));
        assert_eq!(told.take_worst(), last);
    }

    #[test]
    fn headroom_is_worse_when_it_is_larger() {
        let at = |headroom| Conditions { thermal_headroom: headroom, ..Default::default() };
        assert_eq!(at(Some(0.4)).worse(at(Some(0.9))).thermal_headroom, Some(0.9));
        assert_eq!(at(Some(0.4)).worse(at(None)).thermal_headroom, Some(0.4));
    }
}
