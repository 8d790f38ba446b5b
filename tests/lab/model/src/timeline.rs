//! From cycles to time, and from time to the timer's ticks.

use crate::UNITS_PER_CYCLE;
use crate::machine::{Clock, Point};

/// Femtoseconds in a second. Times are kept in them: an error of 1 fs in a window of 20 µs is 5 · 10⁻¹¹.
pub const FS_PER_S: u64 = 1_000_000_000_000_000;
/// A ramp is cut into steps of this length, in femtoseconds: 50 µs, below the windows that are measured.
const RAMP_STEP_FS: u64 = 50_000_000_000;
const FS_PER_MS: f64 = 1e12;

/// Time as a core's clock makes it pass.
///
/// It may be rebased at any point: the clock changes, or time passes while the core sleeps.
#[derive(Debug, Clone)]
pub struct Timeline {
    /// Where the present piece began.
    base_units: u64,
    base_fs: u64,
    hz: u64,
    /// Pieces to come, the next last: when each begins, after the start of the profile, and its clock.
    to_come: Vec<(u64, u64)>,
    /// When the profile began.
    start_fs: u64,
    /// The profile, for when it starts.
    profile: Vec<(u64, u64)>,
}

/// MHz to Hz, the nearest: a file gives at most six places.
fn hz(mhz: f64) -> u64 {
    (mhz * 1e6).round() as u64
}

/// Cuts a profile into pieces of fixed clock: when each begins, and its clock in Hz.
pub fn pieces(points: &[Point]) -> Vec<(u64, u64)> {
    let mut pieces = Vec::new();
    for (number, point) in points.iter().enumerate() {
        let begin = (point.at_ms * FS_PER_MS) as u64;
        let Some(next) = points.get(number + 1).filter(|_| point.ramp) else {
            pieces.push((begin, hz(point.mhz)));
            continue;
        };
        let end = (next.at_ms * FS_PER_MS) as u64;
        let steps = (end - begin).div_ceil(RAMP_STEP_FS);
        for step in 0..steps {
            // The clock in the middle of the step is its mean.
            let share = (step as f64 + 0.5) / steps as f64;
            let clock = point.mhz + (next.mhz - point.mhz) * share;
            pieces.push((begin + step * RAMP_STEP_FS, hz(clock)));
        }
    }
    pieces
}

impl Timeline {
    /// The time of a core whose clock is this one. A profile stands at its first point until it is started.
    ///
    /// # Panics
    /// If the clock is still to be drawn, or the profile is empty: [`crate::machine::Machine::check`].
    pub fn new(clock: &Clock) -> Self {
        let profile = match clock {
            Clock::Mhz(mhz) => vec![(0, hz(*mhz))],
            Clock::Profile(points) => pieces(points),
            Clock::DrawMhz(_) => panic!("the clock has to be drawn before the machine runs"),
        };
        let hz = profile[0].1;
        Self { base_units: 0, base_fs: 0, hz, to_come: Vec::new(), start_fs: 0, profile }
    }

    /// The clock now, in Hz.
    pub fn hz(&self) -> u64 {
        self.hz
    }

    /// The time at a point of the core's program, in femtoseconds.
    pub fn time_fs(&self, units: u64) -> u64 {
        let elapsed = u128::from(units - self.base_units) * u128::from(FS_PER_S);
        self.base_fs + (elapsed / u128::from(self.hz * UNITS_PER_CYCLE)) as u64
    }

    /// The first point of the core's program at which it is at least this time.
    pub fn units_at(&self, fs: u64) -> u64 {
        let elapsed = u128::from(fs.saturating_sub(self.base_fs)) * u128::from(self.hz * UNITS_PER_CYCLE);
        self.base_units + elapsed.div_ceil(u128::from(FS_PER_S)) as u64
    }

    /// The profile starts, or has started, at a time.
    pub fn start(&mut self, fs: u64) {
        self.start_fs = fs;
        self.to_come = self.profile.iter().skip(1).rev().copied().collect();
    }

    /// The point of the program at which the clock changes next.
    pub fn next_change_units(&self) -> Option<u64> {
        self.to_come.last().map(|(after, _)| self.units_at(self.start_fs + after))
    }

    /// The clock takes on what the profile has at this point of the program.
    pub fn change(&mut self, units: u64) {
        let now = self.time_fs(units);
        while let Some((_, hz)) = self.to_come.pop_if(|(after, _)| self.start_fs + *after <= now) {
            (self.base_units, self.base_fs, self.hz) = (units, now, hz);
        }
    }

    /// The core sleeps at this point of the program until a time.
    pub fn sleep_until(&mut self, units: u64, fs: u64) {
        let now = self.time_fs(units);
        (self.base_units, self.base_fs) = (units, now.max(fs));
    }
}

/// The timer, and what the emulator has to be told so that its counter is that timer.
///
/// The emulator's counter ticks every ⌊10⁹/F⌋ of *its* nanoseconds, up to 3 % too fast. So its clock is run
/// at another rate: it is told ⌊t · F · P⌋ nanoseconds at time *t*, with P that period. Its counter, the
/// quotient by P rounded down, is then ⌊t · F⌋ exactly, since roundings down nest; and its deadlines come out
/// right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    hz: u64,
    period: u64,
}

impl Timer {
    /// A timer of this rate.
    pub fn new(hz: u64) -> Self {
        Self { hz, period: (1_000_000_000 / hz).max(1) }
    }

    /// What the emulator's clock shows at a time.
    pub fn emulator_ns(&self, fs: u64) -> u64 {
        (u128::from(fs) * u128::from(self.hz * self.period) / u128::from(FS_PER_S)) as u64
    }

    /// The first time at which the emulator's clock shows at least this.
    pub fn time_fs(&self, emulator_ns: u64) -> u64 {
        let rate = u128::from(self.hz * self.period);
        let fs = (u128::from(emulator_ns) * u128::from(FS_PER_S)).div_ceil(rate);
        u64::try_from(fs).unwrap_or(u64::MAX)
    }

    /// What the counter shows at a time.
    pub fn ticks(&self, fs: u64) -> u64 {
        (u128::from(fs) * u128::from(self.hz) / u128::from(FS_PER_S)) as u64
    }
}
