//! A clock controlled by a test, on a virtual time.
//!
//! For tests, for simulators, and for users of this crate who test their own code: nothing sleeps,
//! nothing depends on the machine. Any number of clocks share one [`VirtualTime`]; advancing it
//! advances them all.
//!
//! ```
//! use std::time::Duration;
//! use trueghz::clock::{Clock, mock::{MockClock, VirtualTime}};
//!
//! let time = VirtualTime::new();
//! let clock = MockClock::new(&time, 24_000_000);
//! time.advance(Duration::from_secs(1));
//! assert_eq!(clock.ticks(), 24_000_000);
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Clock, ClockId, RateSource, Timebase};

/// Femtoseconds in a second: the unit of virtual time. A cycle at 4 GHz is 250,000 of them.
pub const FS_PER_S: u64 = 1_000_000_000_000_000;
/// Femtoseconds in a nanosecond.
pub const FS_PER_NS: u64 = 1_000_000;

/// The time that all mock clocks of a test share, from 0 up to 5.1 hours (2^64 fs). Clones share it
/// too.
#[derive(Debug, Clone, Default)]
pub struct VirtualTime {
    now_fs: Arc<AtomicU64>,
}

impl VirtualTime {
    /// A new time, at 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Femtoseconds since the start.
    pub fn now_fs(&self) -> u64 {
        self.now_fs.load(Ordering::Relaxed)
    }

    /// Lets time pass.
    ///
    /// # Panics
    /// When it leaves the range of 5.1 hours: a longer simulation would silently wrap.
    pub fn advance_fs(&self, fs: u64) {
        let before = self.now_fs.fetch_add(fs, Ordering::Relaxed);
        assert!(before.checked_add(fs).is_some(), "virtual time is over after 2^64 fs (5.1 hours)");
    }

    /// Lets time pass.
    ///
    /// # Panics
    /// As [`VirtualTime::advance_fs`].
    pub fn advance(&self, duration: Duration) {
        let fs = duration.as_nanos() * u128::from(FS_PER_NS);
        self.advance_fs(u64::try_from(fs).expect("no more than 5.1 hours"));
    }
}

/// A clock on a [`VirtualTime`].
///
/// The counter behind it has a rate, an offset and a drift; reads may be coarser. A read may cost
/// time, which then passes for all clocks: half of it before the count is taken, half after.
#[derive(Debug)]
pub struct MockClock {
    time: VirtualTime,
    id: ClockId,
    rate_source: RateSource,
    timebase: Timebase,
    hz: u64,
    step_hz: u64,
    read_cost_fs: u64,
    counter: Mutex<Counter>,
}

/// The counter: its last value, the time of that value, and its rate. In units of 10^-21 ticks (µHz
/// times fs) inside, so that whole hertz and whole femtoseconds give exact counts.
#[derive(Debug)]
struct Counter {
    rate_uhz: u64,
    since_fs: u64,
    ticks: u64,
    rest: u128,
    running: bool,
}

const UNITS_PER_TICK: u128 = 1_000_000 * FS_PER_S as u128;

impl Counter {
    fn catch_up(&mut self, now_fs: u64) {
        let passed_fs = now_fs.saturating_sub(self.since_fs);
        self.since_fs = now_fs;
        if self.running {
            let units = self.rest + u128::from(passed_fs) * u128::from(self.rate_uhz);
            // 2^64 fs at 2^64 µHz stay below 2^128; the whole ticks stay below 2^64 for any rate in
            // hertz.
            self.ticks = self.ticks.wrapping_add((units / UNITS_PER_TICK) as u64);
            self.rest = units % UNITS_PER_TICK;
        }
    }
}

impl MockClock {
    /// A clock of `hz` ticks a second that starts at 0, states its true rate, and is read at no
    /// cost.
    ///
    /// # Panics
    /// If `hz` is not a valid timebase, see [`Timebase::from_hz`].
    pub fn new(time: &VirtualTime, hz: u64) -> Self {
        Self {
            time: time.clone(),
            id: ClockId::Mock,
            rate_source: RateSource::System,
            timebase: Timebase::from_hz(hz).expect("a rate that a mock clock can have"),
            hz,
            step_hz: hz,
            read_cost_fs: 0,
            counter: Mutex::new(Counter {
                rate_uhz: microhertz(hz, 0.0),
                since_fs: time.now_fs(),
                ticks: 0,
                rest: 0,
                running: true,
            }),
        }
    }

    /// Sets the source that it represents.
    #[must_use]
    pub fn with_id(mut self, id: ClockId) -> Self {
        self.id = id;
        self
    }

    /// Sets the source of the rate.
    #[must_use]
    pub fn with_rate_source(mut self, by: RateSource) -> Self {
        self.rate_source = by;
        self
    }

    /// States another length of a tick than the true one: a clock with a wrong stated rate.
    #[must_use]
    pub fn stating(mut self, timebase: Timebase) -> Self {
        self.timebase = timebase;
        self
    }

    /// Lets every read take this long, for all clocks of the same time.
    #[must_use]
    pub fn with_read_cost(mut self, cost: Duration) -> Self {
        self.read_cost_fs = (cost.as_nanos() as u64).saturating_mul(FS_PER_NS);
        self
    }

    /// Shows a counter of only `step_hz` steps a second, scaled to the full rate: newer Apple chips
    /// show 24 MHz as 1 GHz, Windows shows some timers as 10 MHz.
    #[must_use]
    pub fn in_steps_of(mut self, step_hz: u64) -> Self {
        self.step_hz = step_hz;
        self
    }

    /// Sets the first count, which is 0 by default.
    #[must_use]
    pub fn starting_at(self, ticks: u64) -> Self {
        self.counter().ticks = ticks;
        self
    }

    /// From now on the counter runs off its nominal rate by `ppm` parts per million (fast:
    /// positive).
    pub fn drift_ppm(&self, ppm: f64) {
        self.now().rate_uhz = microhertz(self.hz, ppm);
    }

    /// The counter stops until [`MockClock::thaw`].
    pub fn freeze(&self) {
        self.now().running = false;
    }

    /// The counter continues from its last value.
    pub fn thaw(&self) {
        self.now().running = true;
    }

    /// The counter jumps by `ticks`, forward or back.
    pub fn step(&self, ticks: i64) {
        let mut counter = self.now();
        counter.ticks = counter.ticks.wrapping_add_signed(ticks);
    }

    fn counter(&self) -> MutexGuard<'_, Counter> {
        // A panic in another thread leaves plain numbers behind, all of them usable.
        self.counter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> MutexGuard<'_, Counter> {
        let mut counter = self.counter();
        counter.catch_up(self.time.now_fs());
        counter
    }

    /// The visible count: scaled from the coarser counter, rounded down at both ends.
    fn shown(&self, ticks: u64) -> u64 {
        if self.step_hz == self.hz {
            return ticks;
        }
        let steps = u128::from(ticks) * u128::from(self.step_hz) / u128::from(self.hz);
        (steps * u128::from(self.hz) / u128::from(self.step_hz)) as u64
    }
}

impl Clock for MockClock {
    fn id(&self) -> ClockId {
        self.id
    }

    fn ticks(&self) -> u64 {
        let before_fs = self.read_cost_fs / 2;
        self.time.advance_fs(before_fs);
        let ticks = self.now().ticks;
        self.time.advance_fs(self.read_cost_fs - before_fs);
        self.shown(ticks)
    }

    fn timebase(&self) -> Timebase {
        self.timebase
    }

    fn rate_source(&self) -> RateSource {
        self.rate_source
    }
}

/// A rate in millionths of a hertz, with a relative error of `ppm`: one ppm of one hertz is one
/// microhertz.
fn microhertz(hz: u64, ppm: f64) -> u64 {
    (hz * 1_000_000).saturating_add_signed((hz as f64 * ppm).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second() -> Duration {
        Duration::from_secs(1)
    }

    #[test]
    fn whole_seconds_give_whole_rates_for_hours() {
        let time = VirtualTime::new();
        let clock = MockClock::new(&time, 33_333_335);
        for passed in 1..=18_000 {
            time.advance(second());
            assert_eq!(clock.ticks(), 33_333_335 * passed);
        }
    }

    #[test]
    fn a_drift_starts_when_it_is_told() {
        let time = VirtualTime::new();
        let clock = MockClock::new(&time, 1_000_000);
        time.advance(second());
        clock.drift_ppm(-250.0);
        time.advance(second());
        assert_eq!(clock.ticks(), 1_000_000 + 999_750);
    }

    #[test]
    fn freezing_stepping_and_offset_do_what_they_say() {
        let time = VirtualTime::new();
        let clock = MockClock::new(&time, 1_000).starting_at(50);
        clock.freeze();
        time.advance(second());
        assert_eq!(clock.ticks(), 50);
        clock.thaw();
        time.advance(second());
        clock.step(-20);
        assert_eq!(clock.ticks(), 1_030);
    }

    #[test]
    fn a_read_costs_time_for_all_clocks_and_counts_in_its_middle() {
        let time = VirtualTime::new();
        let slow = MockClock::new(&time, 1_000_000_000).with_read_cost(Duration::from_nanos(100));
        let other = MockClock::new(&time, 1_000_000_000);
        assert_eq!(slow.ticks(), 50);
        assert_eq!(other.ticks(), 100);
    }

    #[test]
    fn steps_of_24_mhz_show_as_41_or_42_ticks_of_1_ghz() {
        let time = VirtualTime::new();
        let clock = MockClock::new(&time, 1_000_000_000).in_steps_of(24_000_000);
        let mut seen = Vec::new();
        for _ in 0..1000 {
            time.advance_fs(FS_PER_NS);
            seen.push(clock.ticks());
        }
        seen.dedup();
        assert_eq!(seen.len(), 25); // 1 µs holds 24 steps, and the 0 before them
        assert!(seen.windows(2).all(|pair| (41..=42).contains(&(pair[1] - pair[0]))), "{seen:?}");
    }

    #[test]
    #[should_panic(expected = "virtual time is over")]
    fn virtual_time_does_not_start_anew() {
        let time = VirtualTime::new();
        time.advance(Duration::from_secs(18_000));
        time.advance(Duration::from_secs(18_000));
    }
}
