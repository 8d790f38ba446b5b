//! The windows so far, for a running estimate: the whole run, but never more than so many rounds of it.
//!
//! An estimate costs in proportion to its windows, and a running one is made again and again. So when a run gets
//! long, every other stretch of it is left out: what remains still spans the run, each stretch whole, so that
//! neighbouring rounds are neighbours in time.

use crate::clock::crosscheck::{ClockRecord, SessionRecord};
use crate::estimate::recording::{ClockFacts, Recording, WarmUp, WarmUpEnd, Window};
use crate::estimate::windows::Windows;
use crate::estimate::{Estimate, estimate};

/// Rounds in a stretch, 80 ms of a quiet run: long beside the rounds at its ends, which miss their neighbours.
const ROUNDS_PER_STRETCH: u32 = 32;

/// Stretches that are kept at most, and half of them at least: 256 to 512 rounds, of 25 windows each. An
/// estimate of so many takes some 10 ms, so that numbers come twice a second, however long the run.
const MOST_STRETCHES: usize = 16;

/// Rounds without windows between two stretches that were not neighbours, so that no window is compared with
/// one of another time: an estimate looks two rounds to either side.
const ROUNDS_BETWEEN: u32 = 2;

/// Windows of one core.
#[derive(Debug, Clone)]
pub(super) struct History {
    clock: ClockFacts,
    cpu: Option<u32>,
    /// Every so many of the run's stretches are kept; a power of two.
    every: u32,
    stretches: Vec<Stretch>,
    /// When the last window of the run ended, kept or not, in ticks since the session's start.
    end_ticks: u64,
}

#[derive(Debug, Clone)]
struct Stretch {
    /// Its place in the run.
    place: u32,
    windows: Vec<Window>,
}

impl History {
    /// Nothing yet of a run on `cpu`, timed with this clock.
    pub(super) fn new(clock: ClockFacts, cpu: Option<u32>) -> History {
        History { clock, cpu, every: 1, stretches: Vec::new(), end_ticks: 0 }
    }

    /// Takes windows that follow those it has.
    pub(super) fn extend(&mut self, windows: &[Window]) {
        let Some(last) = windows.last() else { return };
        self.end_ticks = end_ticks(last);
        for of_stretch in windows.chunk_by(|a, b| place(a) == place(b)) {
            self.add(place(&of_stretch[0]), of_stretch);
        }
    }

    /// Takes a later history of the same run.
    pub(super) fn append(&mut self, later: &History) {
        self.every = self.every.max(later.every);
        self.thin();
        for stretch in &later.stretches {
            self.add(stretch.place, &stretch.windows);
        }
        self.end_ticks = later.end_ticks;
    }

    fn add(&mut self, place: u32, windows: &[Window]) {
        if !place.is_multiple_of(self.every) {
            return;
        }
        match self.stretches.last_mut() {
            Some(last) if last.place == place => last.windows.extend_from_slice(windows),
            _ => self.stretches.push(Stretch { place, windows: windows.to_vec() }),
        }
        while self.stretches.len() > MOST_STRETCHES {
            self.every *= 2;
            self.thin();
        }
    }

    fn thin(&mut self) {
        self.stretches.retain(|stretch| stretch.place.is_multiple_of(self.every));
    }

    /// How many windows it holds.
    #[cfg(test)]
    pub(super) fn windows(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.windows.len()).sum()
    }

    /// Estimates what it holds.
    pub(super) fn estimate(&self) -> Estimate {
        let recording = self.recording();
        let mut running = estimate(&recording);
        let (Some(first), Some(last)) = (recording.windows.0.first(), recording.windows.0.last()) else {
            return running;
        };
        // The time line goes over the time that was kept: spread it over the run's.
        let from_ms = self.ms(first.start_ticks);
        let spread = (self.ms(self.end_ticks) - from_ms) / (self.ms(end_ticks(last)) - from_ms);
        if self.every > 1 && spread.is_finite() {
            for point in &mut running.time_line {
                point.at_ms = from_ms + (point.at_ms - from_ms) * spread;
            }
        }
        running
    }

    fn ms(&self, ticks: u64) -> f64 {
        self.clock.timebase.ns_f64(ticks.cast_signed()) / 1e6
    }

    /// What is kept, as a run in which nothing was left out.
    fn recording(&self) -> Recording {
        let mut windows: Vec<Window> = Vec::new();
        let (mut shift_ticks, mut next_place) = (0_u64, 0);
        for stretch in &self.stretches {
            let Some(first) = stretch.windows.first() else { continue };
            let mut from_round = windows.last().map_or(0, |last| last.round + 1);
            if let Some(last) = windows.last().filter(|_| stretch.place != next_place) {
                shift_ticks = end_ticks(last).wrapping_sub(first.start_ticks);
                from_round += ROUNDS_BETWEEN;
            }
            next_place = stretch.place + 1;
            windows.extend(stretch.windows.iter().map(|window| Window {
                start_ticks: window.start_ticks.wrapping_add(shift_ticks),
                round: from_round + (window.round - first.round),
                ..*window
            }));
        }
        let clock = self.clock;
        let primary = ClockRecord { id: clock.id, timebase: clock.timebase, resolution_ticks: 1 };
        Recording {
            clock,
            cpu: self.cpu,
            not_on: None,
            start_ticks: None,
            warm_up: WarmUp { samples: Vec::new(), end: WarmUpEnd::Flat, elapsed_ms: 0.0 },
            windows: Windows(windows),
            session: SessionRecord { primary, witnesses: Vec::new() },
            elapsed_ms: 0.0,
        }
    }
}

/// The stretch of a window.
fn place(window: &Window) -> u32 {
    window.round / ROUNDS_PER_STRETCH
}

fn end_ticks(window: &Window) -> u64 {
    window.start_ticks.wrapping_add_signed(window.elapsed_ticks)
}

#[cfg(test)]
mod tests;
