//! Conditions that only the platform's own interfaces report: temperature, power saving, whether
//! the program is in the foreground.
//!
//! The reading does not depend on them. They explain a low clock.

use serde::{Deserialize, Serialize};

/// Thermal state of the device, by Android's seven steps (`PowerManager.THERMAL_STATUS_*`).
///
/// Apple's four (`ProcessInfo.ThermalState`) are the first, second, fourth and fifth of them: both
/// platforms document the fourth as the one at which the system lowers clocks noticeably.
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

/// Conditions reported by a platform; absent if it does not report them.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Conditions {
    /// Thermal state of the device.
    pub thermal: Option<ThermalStatus>,
    /// Thermal load relative to severe throttling: 1 at its limit, above 1 beyond it (Android's
    /// `getThermalHeadroom`).
    pub thermal_headroom: Option<f64>,
    /// Whether the user, or a low battery, requested power saving.
    pub power_saving: Option<bool>,
    /// Whether another program is in the foreground.
    pub in_background: Option<bool>,
}

impl Conditions {
    /// Returns `true` if the device is so hot that the system does everything to cool it, or more.
    pub fn is_critical(&self) -> bool {
        self.thermal >= Some(ThermalStatus::Critical)
    }

    /// The worse of both, field by field.
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

    /// These conditions, with missing fields taken from `other`.
    #[must_use]
    pub fn or(self, other: Conditions) -> Conditions {
        Conditions {
            thermal: self.thermal.or(other.thermal),
            thermal_headroom: self.thermal_headroom.or(other.thermal_headroom),
            power_saving: self.power_saving.or(other.power_saving),
            in_background: self.in_background.or(other.in_background),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headroom_is_worse_when_it_is_larger() {
        let at = |headroom| Conditions { thermal_headroom: headroom, ..Default::default() };
        assert_eq!(at(Some(0.4)).worse(at(Some(0.9))).thermal_headroom, Some(0.9));
        assert_eq!(at(Some(0.4)).worse(at(None)).thermal_headroom, Some(0.4));
    }
}
