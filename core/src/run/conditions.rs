//! Conditions that only the platform's own interfaces report, passed to a session from outside:
//! temperature, power saving, whether the program is in the foreground.
//!
//! When the program moves to the background, its session ends with the results so far; a sustained
//! load waits for a while.

use std::sync::{Arc, Mutex, PoisonError};

use crate::host::Conditions;

/// Channel from the platform to a session. Clones share the reported conditions.
#[derive(Debug, Clone, Default)]
pub struct ConditionsFeed {
    shared: Arc<Mutex<ConditionsState>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct ConditionsState {
    last: Conditions,
    worst: Conditions,
}

impl ConditionsFeed {
    /// Reports the current conditions. Absent fields keep the last reported value.
    pub fn set(&self, now: Conditions) {
        let mut heard = self.lock();
        heard.last = now.or(heard.last);
        heard.worst = heard.worst.worse(heard.last);
    }

    /// Sets the initial conditions, for fields that have not been reported yet.
    pub fn set_initial(&self, first: Conditions) {
        let mut heard = self.lock();
        heard.last = heard.last.or(first);
        heard.worst = heard.worst.worse(heard.last);
    }

    /// Returns the current conditions.
    pub fn last(&self) -> Conditions {
        self.lock().last
    }

    /// Returns the worst conditions since the last call.
    pub fn take_worst(&self) -> Conditions {
        let mut heard = self.lock();
        let worst = heard.worst;
        heard.worst = heard.last;
        worst
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ConditionsState> {
        // Each change is atomic: a panic elsewhere leaves no partial update.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ThermalStatus;

    fn thermal(status: ThermalStatus) -> Conditions {
        Conditions { thermal: Some(status), ..Conditions::default() }
    }

    #[test]
    fn the_worst_of_a_stretch_counts_and_the_next_stretch_begins_with_the_last() {
        let told = ConditionsFeed::default();
        told.set(thermal(ThermalStatus::Critical));
        told.set(Conditions { thermal: Some(ThermalStatus::Light), ..Default::default() });
        assert_eq!(told.take_worst().thermal, Some(ThermalStatus::Critical));
        assert_eq!(told.take_worst().thermal, Some(ThermalStatus::Light));
    }

    #[test]
    fn what_is_not_told_again_stands() {
        let told = ConditionsFeed::default();
        told.set(Conditions { power_saving: Some(true), ..Default::default() });
        told.clone().set(thermal(ThermalStatus::Nominal));
        let last = told.lock().last;
        assert_eq!((last.power_saving, last.thermal), (Some(true), Some(ThermalStatus::Nominal)));
    }

    #[test]
    fn what_is_told_counts_more_than_what_was_asked_at_the_start() {
        let told = ConditionsFeed::default();
        told.set(thermal(ThermalStatus::Nominal));
        told.set_initial(Conditions { power_saving: Some(true), ..thermal(ThermalStatus::Severe) });
        let last = told.lock().last;
        assert_eq!((last.power_saving, last.thermal), (Some(true), Some(ThermalStatus::Nominal)));
        assert_eq!(told.take_worst(), last);
    }
}
