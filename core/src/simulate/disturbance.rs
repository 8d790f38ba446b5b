//! What comes between: interrupts, short stalls, and another program.

/// Interrupts as a Poisson process of log-normal length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interrupts {
    /// How many a second on average.
    pub per_second: f64,
    /// The median of their length, in nanoseconds.
    pub median_ns: f64,
    /// The standard deviation of the length's natural logarithm.
    pub sigma: f64,
}

impl Interrupts {
    /// So many a second, of a median length of 3 µs and σ 1.
    pub fn per_second(per_second: f64) -> Interrupts {
        Interrupts { per_second, median_ns: 3e3, sigma: 1.0 }
    }
}

/// A program on the same core that takes every second slice of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hog {
    /// The length of a slice, in nanoseconds.
    pub slice_ns: f64,
}

/// All of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Disturbances {
    /// Interrupts.
    pub interrupts: Option<Interrupts>,
    /// Stalls of a length spread evenly from 0 to a tick of the clock: how many a second on average.
    pub stalls_per_second: f64,
    /// A program beside.
    pub hog: Option<Hog>,
}
