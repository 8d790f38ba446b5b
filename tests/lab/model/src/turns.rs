//! Several cores, each with a time of its own: which of them goes next, and how far.
//!
//! One core runs at a time. It is always the one whose time is the lowest, and it may get ahead of
//! the lowest of the others by [`Turns::LEAD_FS`] before it is their turn. So what cores do to one
//! another through memory is out of place by that much at most. Two things are exact:
//!
//! - **Reading the timer.** A core reads it only when no other that is awake is behind
//!   ([`Turns::may_read`]). So of two reads, by whichever cores, the later one never shows less.
//! - **The emulator's timers** are run by the core that is lowest, and no core runs beyond the next
//!   of them.
//!
//! A core that is away (asleep, or held up by the emulator) has no time. One that is woken comes
//! back at the time of the timer or core that woke it; all cores wait until its thread has arrived
//! or proves to have nothing to do. So nothing depends on how fast the emulator's threads are.

/// Where a core is. Times are in femtoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It does nothing: asleep, or held up by the emulator.
    Away,
    /// It was called back and has not arrived yet.
    Coming(u64),
    /// It waits for its turn.
    Ready(u64),
    /// It has the turn, which began at this time.
    Running(u64),
}

/// The cores of a machine.
#[derive(Debug, Clone)]
pub struct Turns {
    stages: Vec<Stage>,
}

impl Turns {
    /// Maximum lead of a core over the others: 10 µs. It is below the windows that are measured,
    /// and a change of turns costs the host as much.
    pub const LEAD_FS: u64 = 10_000_000_000;

    /// So many cores, all of them away.
    pub fn new(cores: usize) -> Self {
        Self { stages: vec![Stage::Away; cores] }
    }

    /// Where a core is.
    pub fn stage(&self, core: usize) -> Stage {
        self.stages[core]
    }

    /// Puts a core somewhere.
    pub fn set(&mut self, core: usize, stage: Stage) {
        self.stages[core] = stage;
    }

    /// Returns `true` if every core is away.
    pub fn all_away(&self) -> bool {
        self.stages.iter().all(|stage| *stage == Stage::Away)
    }

    /// Whose turn it is: the core with the lowest time, of those alike the first. None while one
    /// has the turn, while one has not arrived, or when all are away.
    pub fn next(&self) -> Option<usize> {
        let mut lowest = None;
        for (core, stage) in self.stages.iter().enumerate() {
            match *stage {
                Stage::Running(_) | Stage::Coming(_) => return None,
                Stage::Ready(fs) if lowest.is_none_or(|(least, _)| fs < least) => lowest = Some((fs, core)),
                _ => {}
            }
        }
        lowest.map(|(_, core)| core)
    }

    /// The time until which a core may run, the others being where they are.
    pub fn limit_fs(&self, core: usize) -> u64 {
        self.lowest_other(core).map_or(u64::MAX, |fs| fs.saturating_add(Self::LEAD_FS))
    }

    /// Returns `true` if a core that is at this time may read the timer: no core is behind it.
    pub fn may_read(&self, core: usize, fs: u64) -> bool {
        self.lowest_other(core).is_none_or(|lowest| lowest >= fs)
    }

    /// The lowest time of the other cores that are not away.
    fn lowest_other(&self, core: usize) -> Option<u64> {
        let others = self.stages.iter().enumerate().filter(|(other, _)| *other != core);
        let times = others.filter_map(|(_, stage)| match *stage {
            Stage::Coming(fs) | Stage::Ready(fs) | Stage::Running(fs) => Some(fs),
            Stage::Away => None,
        });
        times.min()
    }
}
