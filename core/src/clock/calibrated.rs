//! A counter that times, at the rate of the system's clock.
//!
//! `clock_gettime` and `QueryPerformanceCounter` read the processor's counter and turn it into
//! time. The cost of that grows with the window before it (read delay): the difference of two
//! lengths retains a fraction of it, and readings by the time stamp counter were 30 to 100 ppm low
//! (docs/sources.md). A fenced read of the counter itself costs the same after every window. If its
//! ticks are much longer than the growth, it does not show, and the system's clock is the timing
//! clock.
//!
//! The counter has the rate of the system's clock, by brackets with it: a reading is as accurate as
//! that clock. Brackets over 16 ms give the rate to some ppm, at once; those of the session give it
//! again, to 0.2 ppm and less ([`SessionRecord::at_its_own_rate`]).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::crosscheck::{MeasuredRate, Recorder, SessionRecord, rate_against};
use super::{Clock, ClockId, Clocks, Rate, RateSource, SelectionNote, Timebase, Witness};

/// Reason why a counter does not time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why")]
#[non_exhaustive]
pub enum CounterRejection {
    /// The counter or the system's clock takes long to read: the kernel traps the counter, or
    /// derives its clock from a slow device because it does not trust the counter.
    SlowReads {
        /// The tightest of the brackets, in nanoseconds.
        bracket_ns: f64,
    },
    /// The two do not run evenly: they jumped, stopped, or changed their rates against each other.
    Uneven,
}

/// Duration of the measurement of the counter's rate before the session, in nanoseconds: brackets
/// of 50 ns bound it to 6 ppm.
const OPENING_NS: f64 = 16e6;

/// Stretches of that time, with a bracket at either end: a jump shows in one of them.
const STRETCHES: u32 = 6;

/// Reads after which a system's clock that does not advance is given up: 0.1 s at 50 ns each.
const READS: u32 = 2_000_000;

/// Maximum uncertainty of the rate of a counter that times, in ppm: less than half of the tolerance
/// of the system's clock itself. Brackets hold a read of each clock, some 30 ns both; if one of
/// them goes through a trap or to a device (HPET, ACPI timer) it takes 1 to 4 µs, and the rate is
/// known to 100 ppm and more.
const MOST_PPM: f64 = 20.0;

/// A counter with the rate of another clock.
#[derive(Debug)]
struct CalibratedClock {
    counter: Witness,
    timebase: Timebase,
    measured: Option<MeasuredRate>,
}

impl Clock for CalibratedClock {
    fn id(&self) -> ClockId {
        self.counter.id()
    }

    fn ticks(&self) -> u64 {
        self.counter.ticks()
    }

    fn timebase(&self) -> Timebase {
        self.timebase
    }

    fn rate_source(&self) -> RateSource {
        RateSource::Measured
    }

    fn measured_rate(&self) -> Option<MeasuredRate> {
        self.measured
    }
}

impl Clocks {
    /// Uses the processor's counter as the timing clock if it is among the clocks, ticks finely,
    /// and runs evenly with the primary one, which becomes the first witness. Otherwise the clocks
    /// are unchanged, with a note if a fine counter does not time.
    #[must_use]
    pub fn timed_by_counter(mut self) -> Self {
        let Some(at) = self.witnesses.iter().position(ticks_finely) else { return self };
        let counter = self.witnesses[at].clone();
        match rate(&counter, &self.primary) {
            Ok((timebase, measured)) => {
                let measured = Some(measured);
                self.witnesses.remove(at);
                self.witnesses.insert(0, Witness::of_clock(self.primary));
                self.primary = Arc::new(CalibratedClock { counter, timebase, measured });
            }
            Err(reason) => {
                log::info!("{} does not time: {reason:?}", counter.id());
                self.notes.push(SelectionNote::CounterRejected { id: counter.id(), reason });
            }
        }
        self
    }
}

/// Returns `true` if the witness is a counter with ticks so short that the read cost of the
/// system's clock would show.
fn ticks_finely(witness: &Witness) -> bool {
    match (witness.id(), witness.rate()) {
        // Whatever its rate: no time stamp counter is slower than 1 GHz.
        (ClockId::Tsc, _) => true,
        (ClockId::Cntvct, Rate::Stated { timebase, .. }) => timebase.hz() >= FINE_HZ,
        _ => false,
    }
}

/// Ticks are fine at this rate: 4 ns is a quarter of the 16 ns by which reads of the system's clock
/// may be delayed. Arm's counters tick at 62.5 MHz and less, or, from Armv8.6 on, at 1 GHz.
const FINE_HZ: f64 = 250e6;

/// Measures the counter's rate against the system's clock.
fn rate(counter: &Witness, system: &Arc<dyn Clock>) -> Result<(Timebase, MeasuredRate), CounterRejection> {
    let against = system.id();
    let record = watch(counter, system);
    let (timebase, uncertainty_ppm) = rate_against(&record, against).ok_or(CounterRejection::Uneven)?;
    if uncertainty_ppm > MOST_PPM {
        let widths =
            record.witnesses[0].brackets.iter().map(|bracket| timebase.ns_f64(bracket.width_ticks()));
        return Err(CounterRejection::SlowReads { bracket_ns: widths.fold(f64::INFINITY, f64::min) });
    }
    Ok((timebase, MeasuredRate { against, uncertainty_ppm, stated: counter.rate() }))
}

/// Brackets of the two over [`OPENING_NS`] of the system's clock. The counter's ticks are treated
/// as nanoseconds.
fn watch(counter: &Witness, system: &Arc<dyn Clock>) -> SessionRecord {
    let primary =
        CalibratedClock { counter: counter.clone(), timebase: Timebase::NANOSECONDS, measured: None };
    let mut recorder = Recorder::new(Clocks {
        primary: Arc::new(primary),
        witnesses: vec![Witness::of_clock(Arc::clone(system))],
        notes: Vec::new(),
    });
    let start = system.ticks();
    let passed_ns = || system.timebase().ns_f64(system.ticks().wrapping_sub(start).cast_signed());
    recorder.sample();
    for stretch in 1..=STRETCHES {
        let until_ns = OPENING_NS * f64::from(stretch) / f64::from(STRETCHES);
        // A clock that steps back or stops is detected by its brackets.
        let _ = (0..READS).find(|_| passed_ns() >= until_ns);
        recorder.sample();
    }
    recorder.into_record()
}

#[cfg(test)]
mod tests;
