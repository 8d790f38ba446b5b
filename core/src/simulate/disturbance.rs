//! What disturbs a chain: interrupts, another program on the core, and another one beside it.

use std::ops::RangeInclusive;

use super::sibling::Sibling;

/// How long each interrupt of a process takes.
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

/// Interrupts as a Poisson process: the system's, or anything else that stops the core for a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Interrupts {
    /// How many a second on average.
    pub per_second: f64,
    /// How long each takes.
    pub length: InterruptLength,
}

impl Interrupts {
    /// So many a second, of a median length of 3 µs and σ 1.
    pub fn per_second(per_second: f64) -> Interrupts {
        Interrupts { per_second, length: InterruptLength::LogNormal { median_ns: 3e3, sigma: 1.0 } }
    }

    /// So many a second, of uniform length between these, in nanoseconds.
    pub fn uniform(per_second: f64, ns: RangeInclusive<f64>) -> Interrupts {
        Interrupts { per_second, length: InterruptLength::Uniform(ns) }
    }

    /// Short ones, of 50 to 300 ns, so many a millisecond.
    ///
    /// No interrupt of a system is as short: they come from below it. Measured on a Cascade Lake guest, 2026-11:
    /// nine a millisecond while its core was quiet, one in 13 to 70 µs while the SMT sibling was busy.
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
    /// Interrupts of the system and nothing else: so many a second, of a median length of 3 µs.
    pub fn interrupts(per_second: f64) -> Disturbances {
        Disturbances { interrupts: vec![Interrupts::per_second(per_second)], ..Disturbances::default() }
    }

    /// The same with these interrupts besides.
    #[must_use]
    pub fn and_interrupts(mut self, interrupts: Interrupts) -> Disturbances {
        self.interrupts.push(interrupts);
        self
    }

    /// The same beside this program on the core.
    #[must_use]
    pub fn and_hog(mut self, hog: Hog) -> Disturbances {
        self.hog = Some(hog);
        self
    }

    /// The same beside this SMT sibling.
    #[must_use]
    pub fn and_sibling(mut self, sibling: Sibling) -> Disturbances {
        self.sibling = Some(sibling);
        self
    }
}
