//! The clocks of a simulated machine: the timing clock, its faults, and the secondary clocks.

use crate::clock::{ClockId, Rate, RateSource, Timebase, UnknownRate};

/// The primary clock of the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timer {
    /// Its rate, in hertz.
    pub hz: u64,
    /// Read cost, in nanoseconds; the count is taken in the middle of the read.
    pub read_ns: f64,
    /// The mean of the exponential delay before the count is taken, in nanoseconds.
    pub jitter_ns: f64,
}

/// A fault of a clock at a given time of the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimerFault {
    /// It steps ahead (back: negative).
    Step {
        /// Time of the step, in nanoseconds.
        at_ns: f64,
        /// Size of the step, in nanoseconds.
        by_ns: f64,
    },
    /// It stops, and later continues from the same count.
    Freeze {
        /// Time of the stop, in nanoseconds.
        at_ns: f64,
        /// Duration of the stop, in nanoseconds; infinite if permanent.
        for_ns: f64,
    },
}

impl TimerFault {
    /// Change of the clock by this fault until `now_ns`, in nanoseconds.
    fn moved_ns(self, now_ns: f64) -> f64 {
        match self {
            TimerFault::Step { at_ns, by_ns } if now_ns >= at_ns => by_ns,
            TimerFault::Freeze { at_ns, for_ns } if now_ns >= at_ns => -(now_ns - at_ns).min(for_ns),
            TimerFault::Step { .. } | TimerFault::Freeze { .. } => 0.0,
        }
    }
}

/// Indication of a clock with these faults at the machine's time `now_ns`, in nanoseconds.
pub(super) fn shown_ns(now_ns: f64, faults: &[TimerFault]) -> f64 {
    now_ns + faults.iter().map(|fault| fault.moved_ns(now_ns)).sum::<f64>()
}

/// A secondary clock of the machine, which checks the timer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SecondClock {
    /// The source that it simulates.
    pub id: ClockId,
    /// The stated rate.
    pub stated: Rate,
    /// Its true rate, in hertz.
    pub hz: f64,
}

impl SecondClock {
    /// Makes a clock whose true rate is the stated one.
    ///
    /// # Panics
    /// If the rate is not a valid time base.
    pub fn sound(id: ClockId, hz: u64) -> SecondClock {
        let timebase = Timebase::from_hz(hz).expect("a clock's rate");
        SecondClock { id, stated: Rate::Stated { timebase, by: RateSource::System }, hz: hz as f64 }
    }

    /// Makes the clock run fast by `ppm`.
    #[must_use]
    pub fn fast_by_ppm(mut self, ppm: f64) -> SecondClock {
        self.hz *= 1.0 + ppm * 1e-6;
        self
    }

    /// Makes a register state this rate.
    ///
    /// # Panics
    /// If the rate is not a valid time base.
    #[must_use]
    pub fn stating(mut self, hz: u64) -> SecondClock {
        let timebase = Timebase::from_hz(hz).expect("a clock's rate");
        self.stated = Rate::Stated { timebase, by: RateSource::Register };
        self
    }

    /// Makes the rate unknown.
    #[must_use]
    pub fn of_unknown_rate(mut self, reason: UnknownRate) -> SecondClock {
        self.stated = Rate::Unknown { reason };
        self
    }
}
