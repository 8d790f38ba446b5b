//! A core's side: blocks run, time passes.

use std::cell::UnsafeCell;
use std::sync::OnceLock;

use trueghz_lab_model::block::Block;
use trueghz_lab_model::decode::MARKER;
use trueghz_lab_model::follow::Follower;
use trueghz_lab_model::machine::{Cluster, Machine};
use trueghz_lab_model::timeline::Timeline;

use crate::report::CoreReport;
use crate::{Translated, clock, main_loop, turns};

/// Calls of the main loop in a row after which a core goes on although a timer is still due.
const CALLS_MAX: u32 = 100;

/// A modelled core.
pub struct Processor {
    number: usize,
    follower: Follower,
    timeline: Timeline,
    /// Whether its clock's profile has started.
    started: bool,
    /// A block that has not been run to its end, and how far it has been.
    pending: Option<(*mut Block, usize)>,
    /// Start of the instruction that reads the time.
    read_at: Option<u64>,
    /// The latest time that was read: reads out of order do not go back.
    latest_ns: u64,
    /// The point of the program at which something is due.
    stop: u64,
    /// A register of the timer was written: the main loop has a new deadline.
    rearmed: bool,
    begun: bool,
    /// The emulator says that it waits for an interrupt.
    idle: bool,
    report: CoreReport,
}

struct Cores(OnceLock<Box<[UnsafeCell<Processor>]>>);

// SAFETY: written once while the emulator loads the plugin, before it starts a core's thread; from
// then on each core is used by its own thread alone, until all of them have stopped.
unsafe impl Sync for Cores {}

static CORES: Cores = Cores(OnceLock::new());

impl Processor {
    /// Sets up the cores.
    pub fn install(machine: &Machine, remembers: bool) {
        let new = |(number, cluster)| UnsafeCell::new(Self::new(number, machine, cluster, remembers));
        // The emulator loads a plugin once.
        let _ = CORES.0.set(machine.cores().enumerate().map(new).collect());
    }

    fn new(number: usize, machine: &Machine, cluster: &Cluster, remembers: bool) -> Self {
        Self {
            number,
            follower: Follower::new(&cluster.core, remembers),
            timeline: Timeline::new(&cluster.clock, &machine.timer_faults).lowered_by(cluster.vectors),
            started: false,
            pending: None,
            read_at: None,
            latest_ns: 0,
            stop: 0,
            // Deadlines that were set before it began are not known here.
            rearmed: true,
            begun: false,
            idle: false,
            report: CoreReport::of(cluster),
        }
    }

    /// Number of cores.
    pub fn count() -> usize {
        CORES.0.get().map_or(0, |cores| cores.len())
    }

    /// A core.
    ///
    /// # Safety
    /// Only on the core's thread (or when all have stopped), and not while another reference is in
    /// use.
    pub unsafe fn of(core: usize) -> &'static mut Self {
        let cores = CORES.0.get().expect("the plugin is installed before anything runs");
        // SAFETY: the caller's promise.
        unsafe { &mut *cores[core].get() }
    }

    /// A block is about to run.
    ///
    /// # Safety
    /// `translated` is a leaked block.
    #[inline]
    pub unsafe fn enter(&mut self, translated: *const Translated) {
        if self.pending.is_some() || self.read_at.is_some() {
            self.finish_pending();
        }
        // SAFETY: the caller's promise, and the core's own part of the block is used by its thread
        // alone.
        let block = unsafe { (*translated).of(self.number, &self.follower) };
        let begin = self.follower.now();
        self.follower.enter(block);
        if block.fuses_vectors() && self.timeline.fuse_vectors(begin, self.follower.now()) {
            // The next change or deadline comes after fewer cycles.
            self.stop = 0;
        }
        if block.timed() {
            self.pending = Some((block, 0));
        }
        if self.follower.now() >= self.stop {
            self.at_stop();
        }
    }

    fn finish_pending(&mut self) {
        self.read_at = None;
        if let Some((block, done)) = self.pending.take() {
            // SAFETY: blocks live for ever, and nothing else refers to this one now.
            let block = unsafe { &*block };
            self.follower.advance(block, done, block.instructions());
        }
    }

    /// An instruction that needs the time is about to run: it waits until no core is behind.
    ///
    /// # Safety
    /// `translated` is a leaked block.
    pub unsafe fn reach(&mut self, translated: *const Translated, index: usize, word: u32, writes: bool) {
        // SAFETY: the caller's promise, and the core's own part of the block is used by its thread
        // alone.
        let block = unsafe { (*translated).of(self.number, &self.follower) };
        let done = match self.pending {
            Some((pending, done)) if std::ptr::eq(pending, block) => done,
            _ => return,
        };
        let started = self.follower.advance(block, done, index + 1);
        self.read_at = Some(started);
        self.pending = Some((block, index + 1));
        let fs = self.timeline.time_fs(started);
        let limit_fs = turns::take(self.number, fs);
        clock::has_read(fs);
        if word == MARKER {
            clock::mark(self.now_fs());
        }
        self.goes_on(limit_fs);
        if writes {
            self.rearmed = true;
            self.stop = 0;
        }
    }

    /// The core's time, in femtoseconds.
    pub fn now_fs(&self) -> u64 {
        self.timeline.time_fs(self.follower.now())
    }

    /// Value of the emulator's clock for the instruction that is being run.
    pub fn emulator_ns(&mut self) -> u64 {
        let units = self.read_at.unwrap_or_else(|| self.follower.now());
        let ns = clock::timer().emulator_ns(self.timeline.time_fs(units));
        self.latest_ns = self.latest_ns.max(ns);
        self.latest_ns
    }

    /// An event may be due: the clock changes, a timer runs out, another core has the turn.
    fn at_stop(&mut self) {
        if !self.begun {
            self.begun = true;
            turns::this_thread_is(self.number);
            main_loop::begin();
        }
        self.timeline.change(self.follower.now());
        let mut limit_fs = turns::take(self.number, self.now_fs());
        let now_ns = self.emulator_ns();
        clock::publish(now_ns);
        if self.rearmed || main_loop::deadline_ns() <= now_ns {
            self.run_timers(now_ns);
            // They may have called others back.
            limit_fs = turns::take(self.number, self.now_fs());
        }
        self.goes_on(limit_fs);
    }

    /// It is this core's turn until a time, or until something else is due.
    fn goes_on(&mut self, limit_fs: u64) {
        let now = self.follower.now();
        if !self.started
            && let Some(fs) = clock::marked_fs()
        {
            self.started = true;
            self.timeline.start(fs);
            self.timeline.change(now);
        }
        let deadline_fs = clock::timer().time_fs(main_loop::deadline_ns());
        let due = self.timeline.units_at(deadline_fs.min(limit_fs));
        let change = self.timeline.next_change_units().unwrap_or(u64::MAX);
        self.stop = due.min(change).max(now + 1);
    }

    fn run_timers(&mut self, now_ns: u64) {
        self.rearmed = false;
        for _ in 0..CALLS_MAX {
            self.report.calls += 1;
            if !main_loop::call() {
                self.report.unanswered_calls += 1;
                return;
            }
            if main_loop::deadline_ns() > now_ns {
                return;
            }
        }
        self.report.unanswered_calls += 1;
    }

    /// The emulator says whether the core waits for an interrupt.
    pub fn set_idle(&mut self, idle: bool) {
        self.idle = idle;
    }

    /// The core's thread is about to wait: asleep, or held up by the emulator.
    pub fn leaves(&mut self) {
        self.finish_pending();
    }

    /// Like [`Self::leaves`], but called when none of the emulator's locks is held: the main loop
    /// must know the deadlines that this core has set.
    pub fn before_away(&mut self) {
        if self.begun && self.rearmed && turns::has_turn(self.number) {
            turns::take(self.number, self.now_fs());
            let now_ns = self.emulator_ns();
            clock::publish(now_ns);
            self.run_timers(now_ns);
        }
    }

    /// The core's thread goes on, as it was called at a time.
    pub fn comes_back(&mut self, called_fs: u64) {
        let now_fs = self.now_fs();
        // Who was held up goes on where it was, but never behind what others have read.
        let from_fs = if self.idle { called_fs.max(clock::read_fs()) } else { clock::read_fs() };
        // Whether a thread is held up depends on the host: where it takes no time, nothing may
        // change.
        if from_fs > now_fs {
            self.timeline.sleep_until(self.follower.now(), from_fs);
            self.report.away_fs += from_fs - now_fs;
        }
        self.stop = 0;
    }

    /// This core has called others back: it waits for them before it goes on.
    pub fn has_called(&mut self) {
        self.stop = 0;
    }

    /// Returns the events of this core.
    pub fn report(&self) -> CoreReport {
        let now = self.follower.now();
        let hz = self.timeline.hz();
        let report = CoreReport { low_fs: self.timeline.low_fs().to_vec(), ..self.report.clone() };
        report.filled(self.follower.counts(), now, self.timeline.time_fs(now), hz)
    }
}
