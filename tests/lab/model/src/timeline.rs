//! From cycles to time, and from time to the timer's ticks.

use crate::UNITS_PER_CYCLE;
use crate::clock::{Clock, FS_PER_MS, Piece, Vectors};
use crate::event::TimerFault;

/// Femtoseconds in a second. Times are kept in them: an error of 1 fs in a window of 20 µs is 5 ·
/// 10⁻¹¹.
pub const FS_PER_S: u64 = 1_000_000_000_000_000;

/// Time as a core's clock makes it pass, and as the timer shows it.
///
/// It may be rebased at any point: the clock changes, time passes while the core sleeps, or the
/// timer is at fault.
#[derive(Debug, Clone)]
pub struct Timeline {
    /// Where the present piece began.
    base_units: u64,
    base_fs: u64,
    hz: u64,
    /// The clock of the present piece without vectors.
    piece_hz: u64,
    vectors: Option<Vectors>,
    /// The end of the time for which vectors lower the clock; `None` while they do not.
    low_until_fs: Option<u64>,
    /// Beginning and end of each time for which vectors lowered the clock.
    low_fs: Vec<[u64; 2]>,
    /// The clock's pieces.
    pieces: Vec<Piece>,
    /// Period after which they repeat.
    every_fs: Option<u64>,
    /// Faults of the timer, the next last.
    faults: Vec<TimerFault>,
    /// Value that the timer would have shown with its present offset when the profile's present
    /// round began; `None` before the profile has started.
    round_fs: Option<i64>,
    /// Like `round_fs`, for the first round. Negative if the timer was stopped for longer than the
    /// profile has run.
    start_fs: i64,
    /// The piece that comes next in this round.
    next: usize,
}

/// Milliseconds in femtoseconds.
fn femtoseconds(ms: f64) -> u64 {
    (ms * FS_PER_MS) as u64
}

impl Timeline {
    /// The time of a core whose clock is this one. A profile stands at its first point until it is
    /// started, and so do the timer's faults.
    ///
    /// # Panics
    /// If the clock is still to be drawn, or the profile is empty:
    /// [`crate::machine::Machine::check`].
    pub fn new(clock: &Clock, faults: &[TimerFault]) -> Self {
        let pieces = clock.pieces().expect("the clock has to be drawn before the machine runs");
        let mut faults = faults.to_vec();
        faults.sort_by(|a, b| b.at_ms.total_cmp(&a.at_ms));
        Self {
            base_units: 0,
            base_fs: 0,
            hz: pieces[0].hz,
            piece_hz: pieces[0].hz,
            vectors: None,
            low_until_fs: None,
            low_fs: Vec::new(),
            pieces,
            every_fs: clock.every_fs(),
            faults,
            round_fs: None,
            start_fs: 0,
            next: 1,
        }
    }

    /// Lets vectors lower the clock.
    #[must_use]
    pub fn lowered_by(self, vectors: Option<Vectors>) -> Self {
        Self { vectors, ..self }
    }

    /// The clock now, in Hz.
    pub fn hz(&self) -> u64 {
        self.hz
    }

    /// The time at a point of the core's program, in femtoseconds.
    pub fn time_fs(&self, units: u64) -> u64 {
        // A stopped timer is based at the point at which it goes on.
        let elapsed = u128::from(units.saturating_sub(self.base_units)) * u128::from(FS_PER_S);
        self.base_fs + (elapsed / u128::from(self.hz * UNITS_PER_CYCLE)) as u64
    }

    /// The first point of the core's program at which it is at least this time.
    pub fn units_at(&self, fs: u64) -> u64 {
        let elapsed = u128::from(fs.saturating_sub(self.base_fs)) * u128::from(self.hz * UNITS_PER_CYCLE);
        self.base_units + elapsed.div_ceil(u128::from(FS_PER_S)) as u64
    }

    /// The profile starts, or has started, at a time.
    pub fn start(&mut self, fs: u64) {
        self.start_fs = fs.cast_signed();
        self.round_fs = Some(self.start_fs);
    }

    /// Time of the clock's next change.
    fn next_piece_fs(&self) -> Option<u64> {
        let after = self.pieces.get(self.next).map(|piece| piece.from_fs).or(self.every_fs)?;
        Some(self.round_fs?.saturating_add_unsigned(after).max(0).cast_unsigned())
    }

    /// Time of the timer's next fault.
    fn next_fault_fs(&self) -> Option<u64> {
        self.round_fs?;
        let after = femtoseconds(self.faults.last()?.at_ms);
        Some(self.start_fs.saturating_add_unsigned(after).max(0).cast_unsigned())
    }

    /// The point of the program at which the clock or the timer changes next.
    pub fn next_change_units(&self) -> Option<u64> {
        let changes = [self.next_piece_fs(), self.next_fault_fs(), self.low_until_fs];
        changes.into_iter().flatten().min().map(|fs| self.units_at(fs))
    }

    /// Applies the changes of the clock and the timer that are due at this point of the program.
    pub fn change(&mut self, units: u64) {
        loop {
            let now = self.time_fs(units);
            let due = |fs: &u64| *fs <= now;
            let (piece_fs, raised_fs) = (self.next_piece_fs().filter(due), self.low_until_fs.filter(due));
            if self.next_fault_fs().filter(due).is_some() {
                self.fault(units, now);
            } else if let Some(fs) = raised_fs.filter(|fs| piece_fs.is_none_or(|piece_fs| *fs <= piece_fs)) {
                self.low_until_fs = None;
                self.run_at(self.piece_hz, self.units_at(fs).min(units));
            } else if let Some(fs) = piece_fs {
                self.next_piece(self.units_at(fs).min(units));
            } else {
                return;
            }
        }
    }

    /// Fused multiply-adds of vectors run from a point of the program to another. Returns `true` if
    /// they lower the clock.
    pub fn fuse_vectors(&mut self, from_units: u64, to_units: u64) -> bool {
        let Some(vectors) = self.vectors else { return false };
        let lowers = self.low_until_fs.is_none();
        if lowers {
            self.low_fs.push([self.time_fs(from_units); 2]);
            self.run_at(vectors.hz(self.piece_hz), from_units);
        }
        let until_fs = self.time_fs(to_units) + femtoseconds(vectors.for_ms);
        self.low_until_fs = Some(until_fs);
        self.low_fs.last_mut().expect("the clock was lowered")[1] = until_fs;
        lowers
    }

    /// Beginning and end of each time for which vectors lowered the clock, in order, in
    /// femtoseconds.
    pub fn low_fs(&self) -> &[[u64; 2]] {
        &self.low_fs
    }

    /// Sets the clock from this point of the program on.
    fn run_at(&mut self, hz: u64, units: u64) {
        (self.base_units, self.base_fs, self.hz) = (units.max(self.base_units), self.time_fs(units), hz);
    }

    /// The next piece begins at this point of the program: not only with the next block, which may
    /// be hundreds of cycles later.
    fn next_piece(&mut self, units: u64) {
        if self.next == self.pieces.len() {
            self.next = 0;
            self.round_fs =
                self.round_fs.zip(self.every_fs).map(|(round, every)| round.saturating_add_unsigned(every));
        }
        self.piece_hz = self.pieces[self.next].hz;
        self.next += 1;
        let lowered = self.vectors.filter(|_| self.low_until_fs.is_some());
        self.run_at(lowered.map_or(self.piece_hz, |vectors| vectors.hz(self.piece_hz)), units);
    }

    /// Stops or advances the timer; the clock's profile is not affected.
    fn fault(&mut self, units: u64, now_fs: u64) {
        let Some(fault) = self.faults.pop() else { return };
        let (freeze_fs, jump_fs) = (femtoseconds(fault.freeze_ms), femtoseconds(fault.jump_ms));
        let frozen = u128::from(freeze_fs) * u128::from(self.hz * UNITS_PER_CYCLE) / u128::from(FS_PER_S);
        (self.base_units, self.base_fs) = (units + frozen as u64, now_fs + jump_fs);
        let shift = jump_fs.cast_signed() - freeze_fs.cast_signed();
        self.start_fs += shift;
        self.low_until_fs = self.low_until_fs.map(|fs| fs.saturating_add_signed(shift));
        self.round_fs = self.round_fs.map(|fs| fs + shift);
    }

    /// The core sleeps at this point of the program until a time.
    pub fn sleep_until(&mut self, units: u64, fs: u64) {
        let now = self.time_fs(units);
        (self.base_units, self.base_fs) = (units.max(self.base_units), now.max(fs));
    }
}

/// The timer, and the values to give to the emulator so that its counter equals that timer.
///
/// The emulator's counter ticks every ⌊10⁹/F⌋ of *its* nanoseconds, with F the value of its rate
/// register, up to 3 % too fast. So its clock is run at another rate: it shows ⌊t · T · P⌋
/// nanoseconds at time *t*, with P that period and T the timer's true rate. Its counter, the
/// quotient by P rounded down, is then ⌊t · T⌋ exactly, since roundings down nest; and its
/// deadlines come out right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    hz: u64,
    /// That of the rate which the register says.
    period: u64,
}

impl Timer {
    /// A timer of this rate, and what its rate register says.
    pub fn new(hz: u64, says_hz: u64) -> Self {
        Self { hz, period: (1_000_000_000 / says_hz).max(1) }
    }

    /// Value of the emulator's clock at a time.
    pub fn emulator_ns(&self, fs: u64) -> u64 {
        (u128::from(fs) * u128::from(self.hz * self.period) / u128::from(FS_PER_S)) as u64
    }

    /// The first time at which the emulator's clock shows at least this.
    pub fn time_fs(&self, emulator_ns: u64) -> u64 {
        let rate = u128::from(self.hz * self.period);
        let fs = (u128::from(emulator_ns) * u128::from(FS_PER_S)).div_ceil(rate);
        u64::try_from(fs).unwrap_or(u64::MAX)
    }

    /// Value of the counter at a time.
    pub fn ticks(&self, fs: u64) -> u64 {
        (u128::from(fs) * u128::from(self.hz) / u128::from(FS_PER_S)) as u64
    }
}
