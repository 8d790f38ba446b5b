//! What only the platform's own interfaces know, told to a session from outside: heat, power saving, whether
//! the program is in front.
//!
//! A program that goes to the background ends its session with what is known; a sustained load waits a while for it.

use std::sync::{Arc, Mutex, PoisonError};

use crate::host::Conditions;

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
    pub(crate) fn begin_with(&self, first: Conditions) {
        let mut heard = self.lock();
        heard.last = heard.last.or(first);
        heard.worst = heard.worst.worse(heard.last);
    }

    /// How things stand now.
    pub(super) fn last(&self) -> Conditions {
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
    use crate::host::ThermalStatus;

    fn thermal(status: ThermalStatus) -> Conditions {
        Conditions { thermal: Some(status), ..Conditions::default() }
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
        let last = told.lock().last;
        assert_eq!((last.power_saving, last.thermal), (Some(true), Some(ThermalStatus::Nominal)));
    }

    #[test]
    fn what_is_told_counts_more_than_what_was_asked_at_the_start() {
        let told = Told::default();
        told.tell(thermal(ThermalStatus::Nominal));
        told.begin_with(Conditions { power_saving: Some(true), ..thermal(ThermalStatus::Severe) });
        let last = told.lock().last;
        assert_eq!((last.power_saving, last.thermal), (Some(true), Some(ThermalStatus::Nominal)));
        assert_eq!(told.take_worst(), last);
    }
}
