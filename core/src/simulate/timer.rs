//! The clocks of a simulated machine: the one that times, what may happen to it, and the others beside it.

use crate::clock::{ClockId, Rate, RateSource, Timebase, UnknownRate};

/// The primary clock of the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timer {
    /// Its rate, in hertz.
    pub hz: u64,
    /// What a read costs, in nanoseconds; the count is taken in its middle.
    pub read_ns: f64,
    /// The mean of the exponential delay before the count is taken, in nanoseconds.
    pub jitter_ns: f64,
}

/// Something that a clock should not do, and does at a moment of the machine's time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimerFault {
    /// It moves ahead (back: negative) at once.
    Step {
        /// When, in nanoseconds.
        at_ns: f64,
        /// By how much, in nanoseconds.
        by_ns: f64,
    },
    /// It stands still, and then goes on from where it stands.
    Freeze {
        /// When, in nanoseconds.
        at_ns: f64,
        /// For how long, in nanoseconds; infinite for good.
        for_ns: f64,
    },
}

impl TimerFault {
    /// By how much this has moved the clock until `now_ns`, in nanoseconds.
    fn moved_ns(self, now_ns: f64) -> f64 {
        match self {
            TimerFault::Step { at_ns, by_ns } if now_ns >= at_ns => by_ns,
            TimerFault::Freeze { at_ns, for_ns } if now_ns >= at_ns => -(now_ns - at_ns).min(for_ns),
            TimerFault::Step { .. } | TimerFault::Freeze { .. } => 0.0,
        }
    }
}

/// What a clock with these faults shows at the machine's time `now_ns`, in nanoseconds.
pub(super) fn shown_ns(now_ns: f64, faults: &[TimerFault]) -> f64 {
    now_ns + faults.iter().map(|fault| fault.moved_ns(now_ns)).sum::<f64>()
}

/// A second clock of the machine, which checks the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SecondClock {
    /// Which source it plays.
    pub id: ClockId,
    /// What is stated of its rate.
    pub stated: Rate,
    /// Its true rate, in hertz.
    pub hz: f64,
}

impl SecondClock {
    /// A clock that runs as it states.
    ///
    /// # Panics
    /// If the rate is no timebase.
    pub fn sound(id: ClockId, hz: u64) -> SecondClock {
        let timebase = Timebase::from_hz(hz).expect("a clock's rate");
        SecondClock { id, stated: Rate::Stated { timebase, by: RateSource::System }, hz: hz as f64 }
    }

    /// The same clock, running fast by so many parts per million.
    #[must_use]
    pub fn fast_by_ppm(mut self, ppm: f64) -> SecondClock {
        self.hz *= 1.0 + ppm * 1e-6;
        self
    }

    /// The same clock with a register that states this rate.
    ///
    /// # Panics
    /// If the rate is no timebase.
    #[must_use]
    pub fn stating(mut self, hz: u64) -> SecondClock {
        let timebase = Timebase::from_hz(hz).expect("a clock's rate");
        self.stated = Rate::Stated { timebase, by: RateSource::Register };
        self
    }

    /// The same clock, of unknown rate.
    #[must_use]
    pub fn of_unknown_rate(mut self, reason: UnknownRate) -> SecondClock {
        self.stated = Rate::Unknown { reason };
        self
    }
}
