//! Disturbances of a chain: interrupts, another program on the core, and an SMT sibling.

use std::ops::RangeInclusive;

use super::sibling::Sibling;

/// Distribution of the durations of a process's interrupts.
#[derive(Debug, Clone, PartialEq)]
pub enum InterruptLength {
    /// Log-normal.
    LogNormal {
        /// The median, in nanoseconds.
        median_ns: f64,
        /// The standard deviation of the natural logarithm.
        sigma: f64,
    },
    /// Uniform between these, in nanoseconds.
    Uniform(RangeInclusive<f64>),
}

/// Interrupts as a Poisson process: the system's, or anything else that stops the core briefly.
#[derive(Debug, Clone, PartialEq)]
pub struct Interrupts {
    /// Mean number per second.
    pub per_second: f64,
    /// Their durations.
    pub length: InterruptLength,
}

impl Interrupts {
    /// Interrupts at the rate `per_second`, with a median duration of 3 µs and σ 1.
    pub fn per_second(per_second: f64) -> Interrupts {
        Interrupts { per_second, length: InterruptLength::LogNormal { median_ns: 3e3, sigma: 1.0 } }
    }

    /// Interrupts at the rate `per_second`, with durations uniform in `ns`, in nanoseconds.
    pub fn uniform(per_second: f64, ns: RangeInclusive<f64>) -> Interrupts {
        Interrupts { per_second, length: InterruptLength::Uniform(ns) }
    }

    /// Short interrupts, of 50 to 300 ns, at the rate `per_millisecond`.
    ///
    /// Interrupts of a system are longer: these come from below it. Measured on a Cascade Lake
    /// guest, 2026-11: nine a millisecond while its core was uncontended, one in 13 to 70 µs while
    /// the SMT sibling was busy.
    pub fn short(per_millisecond: f64) -> Interrupts {
        Interrupts::uniform(per_millisecond * 1e3, 50.0..=300.0)
    }
}

/// A program on the same core that takes every second slice of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hog {
    /// The length of a slice, in nanoseconds.
    pub slice_ns: f64,
}

/// Everything that disturbs a core.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Disturbances {
    /// Interrupts: independent processes, all at once.
    pub interrupts: Vec<Interrupts>,
    /// A program on the same core.
    pub hog: Option<Hog>,
    /// The core's SMT sibling.
    pub sibling: Option<Sibling>,
}

impl Disturbances {
    /// Only interrupts of the system at the rate `per_second`, with a median duration of 3 µs.
    pub fn interrupts(per_second: f64) -> Disturbances {
        Disturbances { interrupts: vec![Interrupts::per_second(per_second)], ..Disturbances::default() }
    }

    /// Adds these interrupts.
    #[must_use]
    pub fn and_interrupts(mut self, interrupts: Interrupts) -> Disturbances {
        self.interrupts.push(interrupts);
        self
    }

    /// Adds this program on the core.
    #[must_use]
    pub fn and_hog(mut self, hog: Hog) -> Disturbances {
        self.hog = Some(hog);
        self
    }

    /// Adds this SMT sibling.
    #[must_use]
    pub fn and_sibling(mut self, sibling: Sibling) -> Disturbances {
        self.sibling = Some(sibling);
        self
    }
}
