//! The vCPU's side: blocks run, time passes.

use std::cell::UnsafeCell;

use trueghz_lab_model::decode::MARKER;
use trueghz_lab_model::follow::Follower;
use trueghz_lab_model::machine::Machine;
use trueghz_lab_model::timeline::{Timeline, Timer};

use crate::report::{Report, write};
use crate::{Translated, clock};

/// Calls of the main loop in a row after which the vCPU goes on although a timer is still due.
const CALLS_MAX: u32 = 100;

/// The one modelled core.
pub struct Processor {
    follower: Follower,
    timeline: Timeline,
    timer: Timer,
    /// A block that has not been run to its end, and how far it has been.
    pending: Option<(*mut Translated, usize)>,
    /// When the instruction that reads the time started.
    read_at: Option<u64>,
    /// The latest time that was read: reads out of order do not go back.
    latest_ns: u64,
    /// The point of the program at which something is due.
    stop: u64,
    /// A register of the timer was written: the main loop has a new deadline.
    rearmed: bool,
    begun: bool,
    sleeps: u32,
    report: Report,
    report_file: String,
}

struct Global(UnsafeCell<Option<Processor>>);

// SAFETY: written once while the emulator loads the plugin, before it starts the vCPU's thread; used by that
// thread alone from then on, until it has stopped.
unsafe impl Sync for Global {}

static PROCESSOR: Global = Global(UnsafeCell::new(None));

impl Processor {
    /// Sets up the core.
    pub fn install(machine: &Machine, remembers: bool, report_file: String) {
        let processor = Self {
            follower: Follower::new(&machine.core, remembers),
            timeline: Timeline::new(&machine.clock, &machine.timer_faults),
            timer: Timer::new(machine.timer_hz, machine.register_hz()),
            pending: None,
            read_at: None,
            latest_ns: 0,
            stop: 0,
            // Deadlines that were set before it began are not known here.
            rearmed: true,
            begun: false,
            sleeps: 0,
            report: Report::default(),
            report_file,
        };
        // SAFETY: the vCPU's thread does not exist yet.
        unsafe { *PROCESSOR.0.get() = Some(processor) };
    }

    /// The core.
    ///
    /// # Safety
    /// Only on the vCPU's thread (or when it has stopped), and not while another reference is in use.
    pub unsafe fn get() -> &'static mut Self {
        // SAFETY: the caller's promise.
        let processor = unsafe { &mut *PROCESSOR.0.get() };
        processor.as_mut().expect("the plugin is installed before anything runs")
    }

    /// A block is about to run.
    ///
    /// # Safety
    /// `translated` is a leaked block.
    pub unsafe fn enter(&mut self, translated: *mut Translated) {
        if self.pending.is_some() || self.read_at.is_some() {
            self.finish_pending();
        }
        // SAFETY: the caller's promise; nobody else refers to the block now.
        let block = unsafe { &mut (*translated).block };
        self.follower.enter(block);
        if block.timed() {
            self.pending = Some((translated, 0));
        }
        if self.follower.now() >= self.stop {
            self.at_stop();
        }
    }

    fn finish_pending(&mut self) {
        self.read_at = None;
        if let Some((translated, done)) = self.pending.take() {
            // SAFETY: blocks live for ever, and nobody else refers to this one now.
            let block = unsafe { &(*translated).block };
            self.follower.advance(block, done, block.instructions());
        }
    }

    /// An instruction that needs the time is about to run.
    pub fn reach(&mut self, translated: *mut Translated, index: usize, word: u32, writes: bool) {
        let done = match self.pending {
            Some((pending, done)) if pending == translated => done,
            _ => return,
        };
        // SAFETY: blocks live for ever, and nobody else refers to this one now.
        let block = unsafe { &(*translated).block };
        self.read_at = Some(self.follower.advance(block, done, index + 1));
        self.pending = Some((translated, index + 1));
        if word == MARKER {
            self.timeline.start(self.follower.now());
            self.report.marked_fs = Some(self.timeline.time_fs(self.follower.now()));
            self.stop = 0;
        }
        if writes {
            self.rearmed = true;
            self.stop = 0;
        }
    }

    /// What the emulator's clock shows to the instruction that is being run.
    pub fn emulator_ns(&mut self) -> u64 {
        let units = self.read_at.unwrap_or_else(|| self.follower.now());
        let ns = self.timer.emulator_ns(self.timeline.time_fs(units));
        self.latest_ns = self.latest_ns.max(ns);
        self.latest_ns
    }

    /// Something may be due: the clock changes, or a timer runs out.
    fn at_stop(&mut self) {
        if !self.begun {
            self.begun = true;
            clock::vcpu_begins();
        }
        let now = self.follower.now();
        self.timeline.change(now);
        let now_ns = self.emulator_ns();
        clock::publish(now_ns);
        if self.rearmed || clock::deadline_ns() <= now_ns {
            self.rearmed = false;
            self.run_timers(now_ns);
        }
        let deadline = self.timeline.units_at(self.timer.time_fs(clock::deadline_ns()));
        let change = self.timeline.next_change_units().unwrap_or(u64::MAX);
        self.stop = deadline.min(change).max(now + 1);
    }

    fn run_timers(&mut self, now_ns: u64) {
        for _ in 0..CALLS_MAX {
            self.report.calls += 1;
            if !clock::call_main_loop() {
                self.report.unanswered_calls += 1;
                return;
            }
            if clock::deadline_ns() > now_ns {
                return;
            }
        }
        self.report.unanswered_calls += 1;
    }

    /// The vCPU waits for an interrupt.
    pub fn sleep(&mut self) {
        if !self.begun {
            return;
        }
        if self.pending.is_some() {
            self.finish_pending();
        }
        clock::publish(self.emulator_ns());
        self.sleeps = self.sleeps.wrapping_add(1).max(1);
        clock::sleep(self.sleeps);
    }

    /// The vCPU has been woken.
    pub fn wake(&mut self) {
        if !self.begun {
            return;
        }
        let woken_fs = self.timer.time_fs(clock::wake());
        let now = self.follower.now();
        self.report.slept_fs += woken_fs.saturating_sub(self.timeline.time_fs(now));
        self.timeline.sleep_until(now, woken_fs);
        self.stop = 0;
    }

    /// Writes what happened.
    pub fn report(&mut self) {
        let now = self.follower.now();
        self.report.sleeps = u64::from(self.sleeps);
        self.report.fill(&self.follower, now, self.timeline.time_fs(now), self.timeline.hz());
        write(&self.report, &self.report_file);
    }
}
