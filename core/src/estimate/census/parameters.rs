//! The numbers of the model that are chosen, not measured.
//!
//! Those of the verdict define what its words mean. All others were tuned on simulated clocks (ADR 21), and none is validated by a
//! machine. `make bench-parameters` makes each a fifth smaller and larger and prints what that changes.

/// A number that is chosen.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    #[cfg(feature = "simulate")]
    pub name: &'static str,
    value: f64,
}

impl Parameter {
    /// The number, or what a bench has made of it.
    #[cfg(feature = "simulate")]
    pub(super) fn get(&'static self) -> f64 {
        if altered::is(self) { self.value * altered::factor() } else { self.value }
    }

    /// The number.
    #[cfg(not(feature = "simulate"))]
    #[inline]
    pub(super) const fn get(&self) -> f64 {
        self.value
    }

    /// A whole one.
    #[inline]
    pub(super) fn count(&'static self) -> usize {
        self.get().round() as usize
    }
}

/// One of the parameters, altered to see what hangs on it.
#[cfg(feature = "simulate")]
mod altered {
    use std::ptr;
    use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

    use super::Parameter;

    static WHICH: AtomicPtr<Parameter> = AtomicPtr::new(ptr::null_mut());
    static FACTOR: AtomicU64 = AtomicU64::new(0);

    pub(super) fn is(parameter: &'static Parameter) -> bool {
        ptr::eq(WHICH.load(Ordering::Relaxed), parameter)
    }

    pub(super) fn factor() -> f64 {
        f64::from_bits(FACTOR.load(Ordering::Relaxed))
    }

    /// Multiplies one of the parameters, in estimates of all threads, and no other any more.
    pub fn alter(parameter: &'static Parameter, factor: f64) {
        FACTOR.store(factor.to_bits(), Ordering::Relaxed);
        WHICH.store(ptr::from_ref(parameter).cast_mut(), Ordering::Relaxed);
    }
}

#[cfg(feature = "simulate")]
pub use altered::alter;

macro_rules! parameters {
    ($($(#[$doc:meta])+ $name:ident = $value:expr;)+) => {
        $($(#[$doc])+ pub(super) static $name: Parameter = Parameter {
            #[cfg(feature = "simulate")]
            name: stringify!($name),
            value: $value,
        };)+

        /// All of them.
        #[cfg(feature = "simulate")]
        pub static ALL: &[&Parameter] = &[$(&$name),+];
    };
}

parameters! {
    /// Verdict: two levels nearer than this part are one.
    NEAR = 180e-6;
    /// Verdict: the share of the time beyond [`NEAR`] that makes a clock vary.
    AWAY = 0.02;
    /// Verdict: mean and usual level within this part are one number.
    ONE_NUMBER = 50e-6;

    /// Windows of a sort, or of a length, that tell its noise, its edge, or how often windows are late.
    FEWEST = 8.0;
    /// A mode of a sort's times counts that holds this part of what the fullest holds, ...
    LOWEST_MODE = 0.25;
    /// ...and so many windows.
    FEWEST_OF_A_MODE = 3.0;
    /// It is as wide as so many standard deviations of the noise, ...
    MODE_SIGMAS = 5.0;
    /// ...and as this part of its time.
    MODE_PART = 30e-6;
    /// Of a sort's windows this part must agree with their neighbours in time for the sort to be put on their scale.
    AGREE = 0.4;
    /// Windows whose noise is so many times that of the usual long ones tell a sort's place.
    PRECISE = 3.0;

    /// A clock on one level still moves by this part: spread spectrum, and drift within a window's time.
    WITHIN_A_LEVEL = 15e-6;
    /// Neighbouring windows that are late by the same part within so many standard errors propose a level, ...
    SAME_SIGMAS = 3.0;
    /// ...if each is late by more than so many standard deviations of the noise, ...
    LATE_SIGMAS = 8.0;
    /// ...and by more than so many reads of the clock, which may come late themselves, ...
    LATE_READS = 4.0;
    /// ...of both of which this part is enough, as two tell more than one: windows that are left out are missing on the near side of the
    /// level; ...
    TWO_TELL = 0.5;
    /// ...and if they agree so many standard errors more often than windows far apart do by chance, ...
    BEYOND_CHANCE = 4.0;
    /// ...or if this part of the windows on the level have a neighbour there.
    STOOD = 0.5;
    /// Pairs that a level needs.
    FEWEST_PAIRS = 2.0;
    /// What pairs agree on is one level within so many standard errors.
    LEVEL_SIGMAS = 6.0;
    /// Levels that are told apart at most: with ten the sum over all paths takes a tenth of a second.
    MOST_LEVELS = 10.0;
    /// A level must make the windows more probable by so many nats: as many as a level has parameters, thrice.
    NATS_A_LEVEL = 12.0;
    /// Of so many long windows in a row...
    RUN = 9.0;
    /// ...this quantile follows a clock that glides: interruptions only lengthen windows.
    LOW_OF_RUN = 0.25;
    /// A gliding clock's range leaves out this part of the runs at either end.
    BEYOND_RANGE = 0.004;

    /// How long a clock stays on a level before anything is known of it, in nanoseconds...
    DWELL_NS = 20e6;
    /// ...with the weight of so many changes that were seen.
    DWELL_WEIGHT = 0.5;
    /// Interruptions a nanosecond before anything is known of them: 300 a second.
    INTERRUPTIONS = 300e-9;
    /// The logarithm of an interruption's length, in nanoseconds, is known no better than this: visits to a lower clock that are
    /// shorter than a window look alike more than interruptions do.
    LENGTH_CLASS = 0.45;
    /// The part of the reads that are late, before anything is known of them.
    PART_OF_READS_LATE = 0.05;
    /// Before any changes are known, so many are as good as seen that did not halt the core.
    UNHALTED = 4.0;

    /// A clean window is within so many standard deviations of its level, ...
    CLEAN_SIGMAS = 3.0;
    /// ...or within fewer, if interruptions are as short, but never within less than so many, ...
    LEAST_SIGMAS = 1.5;
    /// ...which is where this part of the interrupted windows are.
    SHORTEST = 0.02;
    /// Batches that scatter so many times more than their noise: the clock drifts within the level.
    DRIFTS = 2.5;

    /// What the tail of the reads may leave between long and short windows, in nanoseconds.
    READ_TAIL_NS = 0.1;
    /// The interval covers so many times what the decoding left undecided: how long visits within a window were, what hides in windows
    /// in which the clock changed, and lateness that an interruption or a lower clock may have made. Of 1,116 simulated readings the
    /// error was within 1.2 times that in all but 2 %. With 2.0 the intervals of 99.0 % of 8,300 others held the mean.
    UNDECIDED = 1.35;
    /// Windows are late so many standard errors more often than interruptions make of it: the clock was lower in moments that the
    /// decoding does not show.
    HIDES_VISITS = 4.0;
    /// Windows that something interrupted with more than this probability are in no point of the time line.
    MOST_INTERRUPTED = 0.1;
}
