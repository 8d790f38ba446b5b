//! Parameters of the model that are chosen, not measured.
//!
//! The parameters of the verdict define the meaning of its words. All others were tuned on
//! simulated clocks (ADR 21); none is validated on a machine. `make bench-parameters` makes each a
//! fifth smaller and larger and prints the effect.

/// A chosen parameter.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    #[cfg(feature = "simulate")]
    pub name: &'static str,
    value: f64,
}

impl Parameter {
    /// Returns the value, or the one that a bench has set.
    #[cfg(feature = "simulate")]
    pub(super) fn get(&'static self) -> f64 {
        if altered::is(self) { self.value * altered::factor() } else { self.value }
    }

    /// Returns the value.
    #[cfg(not(feature = "simulate"))]
    #[inline]
    pub(super) const fn get(&self) -> f64 {
        self.value
    }

    /// Returns the value as an integer.
    #[inline]
    pub(super) fn count(&'static self) -> usize {
        self.get().round() as usize
    }
}

/// Changes one parameter to show its effect.
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

    /// Multiplies `parameter` by `factor` in the estimates of all threads, and resets all others.
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

        /// All parameters.
        #[cfg(feature = "simulate")]
        pub static ALL: &[&Parameter] = &[$(&$name),+];
    };
}

parameters! {
    /// Verdict: maximum relative distance of two levels that count as one.
    NEAR = 180e-6;
    /// Verdict: minimum share of the time beyond [`NEAR`] for a varying clock.
    AWAY = 0.02;
    /// Verdict: maximum relative difference of mean and main level for which one value describes
    /// the clock.
    ONE_NUMBER = 50e-6;

    /// Minimum number of windows of a type or length for estimating its noise, its edge, or its
    /// fraction of lengthened windows.
    FEWEST = 8.0;
    /// Minimum number of windows in a mode, as a fraction of the fullest mode of the type.
    LOWEST_MODE = 0.25;
    /// Minimum number of windows in a mode.
    FEWEST_OF_A_MODE = 3.0;
    /// Minimum width of a mode, in standard deviations of the noise.
    MODE_SIGMAS = 5.0;
    /// Minimum width of a mode, as a fraction of its duration.
    MODE_PART = 30e-6;
    /// Minimum fraction of a type's windows that must agree with their neighbours in time for the
    /// type to be scaled to them.
    AGREE = 0.4;
    /// Maximum relative noise of the neighbours that determine a type's scale, in multiples of the
    /// noise of the typical long window.
    PRECISE = 3.0;

    /// Standard deviation of a clock on one level, as a fraction: spread spectrum, and drift within
    /// a window's time.
    WITHIN_A_LEVEL = 15e-6;
    /// Maximum difference of two neighbouring windows' log ratios for which they propose a level,
    /// in standard errors.
    SAME_SIGMAS = 3.0;
    /// Minimum excess time of a window beyond its noise, in standard deviations of the noise.
    LATE_SIGMAS = 8.0;
    /// Minimum excess time of a window beyond delayed reads, in read costs of the clock.
    LATE_READS = 4.0;
    /// Fraction of these two minima that suffices for each window of a pair, since two are better
    /// evidence than one: excluded windows are missing on the near side of the level.
    TWO_TELL = 0.5;
    /// Minimum number of agreeing pairs of neighbours beyond those among distant windows, in
    /// standard errors.
    BEYOND_CHANCE = 4.0;
    /// Alternatively, minimum fraction of the level's windows that have a neighbour on it.
    STOOD = 0.5;
    /// Minimum number of pairs for a level.
    FEWEST_PAIRS = 2.0;
    /// Width of a level among the agreeing pairs, in standard errors.
    LEVEL_SIGMAS = 6.0;
    /// Maximum number of levels: with ten the sum over all paths takes a tenth of a second.
    MOST_LEVELS = 10.0;
    /// Minimum gain in log probability per level, in nats: three times the number of a level's
    /// parameters.
    NATS_A_LEVEL = 12.0;
    /// Number of consecutive long windows from which a gliding clock is estimated.
    RUN = 9.0;
    /// Quantile of these windows that follows the clock. It is low because interruptions only
    /// lengthen windows.
    LOW_OF_RUN = 0.25;
    /// Fraction of these runs excluded at either end of a gliding clock's range.
    BEYOND_RANGE = 0.004;

    /// Prior mean dwell time on a level, in nanoseconds.
    DWELL_NS = 20e6;
    /// Weight of that prior, in observed changes.
    DWELL_WEIGHT = 0.5;
    /// Prior rate of interruptions, per nanosecond: 300 a second.
    INTERRUPTIONS = 300e-9;
    /// Width of a class in the log duration of interruptions. Visits to a lower clock that are
    /// shorter than a window resemble each other more than interruptions do, so narrower classes
    /// would absorb them.
    LENGTH_CLASS = 0.45;
    /// Prior fraction of delayed reads.
    PART_OF_READS_LATE = 0.05;
    /// Weight of the prior that changes do not halt the core, in observed changes.
    UNHALTED = 4.0;

    /// Maximum distance of an undisturbed window from its level, in standard deviations.
    CLEAN_SIGMAS = 3.0;
    /// Lower limit of that distance if there are short interruptions, in standard deviations.
    LEAST_SIGMAS = 1.5;
    /// Quantile of the interrupted windows' excess time to which the distance is reduced between
    /// these limits.
    SHORTEST = 0.02;
    /// Minimum scatter of batches that counts as drift within the level, in multiples of their
    /// noise.
    DRIFTS = 2.5;

    /// Maximum mean difference between long and short windows because of the tail of the reads'
    /// distribution, in nanoseconds.
    READ_TAIL_NS = 0.1;
    /// Coverage factor for the undecided time of the decoding: the duration of visits within a
    /// window, interruptions hidden by a change, and excess time from either an interruption or a
    /// lower clock. In all but 2 % of 1,116 simulated readings the error was within 1.2 times that
    /// time. With 2.0 coverage was 99.0 % in 8,300 others.
    UNDECIDED = 1.35;
    /// Minimum excess of lengthened windows over the number that interruptions explain, in standard
    /// errors: beyond it the clock was lower at times that the decoding does not show.
    HIDES_VISITS = 4.0;
    /// Maximum probability of an interruption at which a window contributes to a point of the time
    /// line.
    MOST_INTERRUPTED = 0.1;
}
