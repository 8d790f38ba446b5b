//! The interrupts of one process in order of time.

use rand::RngExt;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, LogNormal};

use super::disturbance::{InterruptLength, Interrupts};
use super::exponential;

/// A Poisson process of interrupts, in virtual time.
#[derive(Debug)]
pub(super) struct Arrivals {
    interrupts: Interrupts,
    /// Time of the next one, in nanoseconds.
    pub next_ns: f64,
}

impl Arrivals {
    pub fn new(interrupts: Interrupts, random: &mut SmallRng) -> Arrivals {
        let mut arrivals = Arrivals { interrupts, next_ns: f64::INFINITY };
        arrivals.go_on(0.0, random);
        arrivals
    }

    /// Draws the next one, after `now_ns`.
    pub fn go_on(&mut self, now_ns: f64, random: &mut SmallRng) {
        self.next_ns = if self.interrupts.per_second > 0.0 {
            now_ns + exponential(1e9 / self.interrupts.per_second, random)
        } else {
            f64::INFINITY
        };
    }

    /// Draws the duration of an interrupt, in nanoseconds.
    ///
    /// # Panics
    /// If the length's sigma is not finite.
    pub fn length_ns(&self, random: &mut SmallRng) -> f64 {
        match &self.interrupts.length {
            InterruptLength::LogNormal { median_ns, sigma } => {
                LogNormal::new(median_ns.ln(), *sigma).expect("a finite sigma").sample(random)
            }
            InterruptLength::Uniform(ns) => ns.start() + random.random::<f64>() * (ns.end() - ns.start()),
        }
    }
}
