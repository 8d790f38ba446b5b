//! The telling side of a measurement: estimates what has been recorded so far, and calls the observer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::clock::crosscheck::{ClockRecord, SessionRecord};
use crate::estimate::estimate;
use crate::estimate::recording::{ClockFacts, Recording, WarmUp, WarmUpEnd, WarmUpSample, Window};
use crate::report::Reading;

use super::event::{Event, Observer};
use super::session::Teller;
use super::target::Target;

/// What the measuring thread hands over.
#[derive(Debug)]
pub(super) enum Message {
    Started(Vec<Target>),
    CoreStarted(usize, Option<u32>),
    Clock(ClockFacts),
    WarmUp(Vec<WarmUpSample>),
    WarmedUp { end: WarmUpEnd, elapsed_ms: f64, at: Instant },
    Windows { windows: Vec<Window>, part: f64 },
    CoreDone(Box<Reading>),
}

/// Between two running estimates: sixty a second, as often as most screens are drawn. An estimate takes about a
/// millisecond, on another core than the measured one where there is another.
const ESTIMATE_EVERY: Duration = Duration::from_micros(1_000_000 / 60);

/// From the warm-up's end to the first number of each core, in milliseconds: written by the telling thread,
/// read by the measuring one.
#[derive(Debug, Clone, Default)]
pub(super) struct FirstNumber {
    ms: Arc<Mutex<Option<f64>>>,
}

impl FirstNumber {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<f64>> {
        // A panic elsewhere leaves a number or none behind: both are true.
        self.ms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the number of the core that is done.
    pub(super) fn take(&self) -> Option<f64> {
        self.lock().take()
    }
}

/// Tells an observer.
pub(super) struct Telling<O> {
    observer: O,
    first_number: FirstNumber,
    core: usize,
    so_far: Option<Recording>,
    cpu: Option<u32>,
    warmed_up: Option<Instant>,
    next_estimate: Option<Instant>,
}

impl<O: Observer> Telling<O> {
    pub(super) fn new(observer: O, first_number: FirstNumber) -> Telling<O> {
        let (core, cpu, so_far, warmed_up, next_estimate) = (0, None, None, None, None);
        Telling { observer, first_number, core, so_far, cpu, warmed_up, next_estimate }
    }

    fn windows(&mut self, windows: &[Window], part: f64) {
        let Some(recording) = &mut self.so_far else { return };
        recording.windows.0.extend_from_slice(windows);
        let now = Instant::now();
        if self.next_estimate.is_some_and(|next| now < next) && part < 1.0 {
            return;
        }
        let estimate = estimate(recording);
        let frequency = estimate.frequency;
        if frequency.is_some() {
            self.next_estimate = Some(now + ESTIMATE_EVERY);
            if let Some(warmed_up) = self.warmed_up.take() {
                *self.first_number.lock() = Some(warmed_up.elapsed().as_secs_f64() * 1e3);
            }
        }
        let core = self.core;
        self.observer.event(Event::Running { core, frequency, estimate: Box::new(estimate), part });
    }
}

impl<O: Observer> Teller<Message> for Telling<O> {
    fn tell(&mut self, message: Message) {
        let core = self.core;
        match message {
            Message::Started(targets) => self.observer.event(Event::Started { targets }),
            Message::CoreStarted(core, cpu) => {
                self.core = core;
                self.cpu = cpu;
                self.so_far = None;
                self.next_estimate = None;
                *self.first_number.lock() = None;
                self.observer.event(Event::CoreStarted { core });
            }
            Message::Clock(clock) => self.so_far = Some(empty_recording(clock, self.cpu)),
            Message::WarmUp(samples) => self.observer.event(Event::WarmUp { core, samples }),
            Message::WarmedUp { end, elapsed_ms, at } => {
                self.warmed_up = Some(at);
                self.observer.event(Event::WarmedUp { core, end, elapsed_ms });
            }
            Message::Windows { windows, part } => self.windows(&windows, part),
            Message::CoreDone(reading) => self.observer.event(Event::CoreDone { core, reading }),
        }
    }
}

/// What is recorded before the first window.
fn empty_recording(clock: ClockFacts, cpu: Option<u32>) -> Recording {
    let primary = ClockRecord { id: clock.id, timebase: clock.timebase, resolution_ticks: 1 };
    Recording {
        clock,
        cpu,
        not_on: None,
        start_ticks: None,
        warm_up: WarmUp { samples: Vec::new(), end: WarmUpEnd::Flat, elapsed_ms: 0.0 },
        windows: Default::default(),
        session: SessionRecord { primary, witnesses: Vec::new() },
        elapsed_ms: 0.0,
    }
}
