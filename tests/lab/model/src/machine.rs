//! What is set of a machine: the form of the files in tests/lab/machines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::UNITS_PER_CYCLE;
use crate::class::{Class, Pipe};

/// A machine of known clock, timer and core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// What it stands for, in a sentence.
    #[serde(default)]
    pub about: String,
    /// The core's clock.
    pub clock: Clock,
    /// Ticks of the timer in a second.
    pub timer_hz: u64,
    /// The emulator's name of the core: it sets the identification registers and nothing of the timing.
    pub cpu: String,
    /// The timing of the core.
    pub core: CoreTiming,
}

/// The clock of a core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// A fixed clock, in MHz.
    Mhz(f64),
    /// A fixed clock, drawn between two bounds in MHz when the machine is run, to a thousandth of a MHz.
    DrawMhz([f64; 2]),
    /// A clock that moves: points in time and what it does from there.
    Profile(Vec<Point>),
}

/// A point of a clock's profile.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Milliseconds after the program's start.
    pub at_ms: f64,
    /// The clock from then on, in MHz.
    pub mhz: f64,
    /// Whether the clock goes evenly from this point's to the next one's, instead of stepping there.
    #[serde(default)]
    pub ramp: bool,
}

/// The timing of a core. Every latency is in cycles and may be a fraction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreTiming {
    /// Instructions that enter in a cycle.
    pub width: u32,
    /// Instructions between the oldest unfinished and the youngest entered.
    pub window: u32,
    /// Whether instructions start in the order of the program.
    #[serde(default)]
    pub in_order: bool,
    /// Cycles from the cycle in which a taken branch enters to the next that instructions enter in.
    #[serde(default = "one")]
    pub taken_branch: f64,
    /// Cycles from an instruction's start to its result; 1 where a class is not named.
    #[serde(default)]
    pub latency: BTreeMap<Class, f64>,
    /// Cycles for which an instruction keeps its pipe; at most 1, and never more than the latency, where a
    /// class is not named. 0: it takes no pipe, as what is done at rename.
    #[serde(default)]
    pub occupancy: BTreeMap<Class, f64>,
    /// How many pipes each group has; 1 where a group is not named.
    #[serde(default)]
    pub pipes: BTreeMap<Pipe, u32>,
}

fn one() -> f64 {
    1.0
}

/// What is wrong with a machine's description.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Invalid {
    /// A quantity is out of its range.
    #[error("{what} is {value}: it must be {range}")]
    Range {
        /// The quantity.
        what: String,
        /// What the file says.
        value: f64,
        /// What it may be.
        range: &'static str,
    },
    /// The profile has no points, does not begin at 0, or its points do not follow one another.
    #[error("the clock's profile must begin at 0 ms and go forward")]
    Profile,
}

fn within(what: &str, value: f64, least: f64, most: f64, range: &'static str) -> Result<(), Invalid> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Invalid::Range { what: what.into(), value, range })
}

impl Machine {
    /// Checks every range.
    ///
    /// # Errors
    /// [`Invalid`] names the first quantity that is out of its range.
    pub fn check(&self) -> Result<(), Invalid> {
        let mhz = |value| within("a clock in MHz", value, 1.0, 20_000.0, "1 to 20,000");
        match &self.clock {
            Clock::Mhz(value) => mhz(*value)?,
            Clock::DrawMhz(bounds) => {
                mhz(bounds[0])?;
                within("the upper bound of the clock", bounds[1], bounds[0], 20_000.0, "above the lower")?;
            }
            Clock::Profile(points) => {
                let begins = points.first().is_some_and(|point| point.at_ms == 0.0);
                let ends = points.last().is_some_and(|point| point.at_ms.is_finite());
                if !begins || !ends || !points.is_sorted_by(|a, b| a.at_ms < b.at_ms) {
                    return Err(Invalid::Profile);
                }
                points.iter().try_for_each(|point| mhz(point.mhz))?;
            }
        }
        // Linux takes the rate as 32 bits.
        within("timer_hz", self.timer_hz as f64, 1e5, 4e9, "100 kHz to 4 GHz")?;
        self.core.check()
    }
}

impl CoreTiming {
    fn check(&self) -> Result<(), Invalid> {
        within("width", f64::from(self.width), 1.0, 16.0, "1 to 16")?;
        within("window", f64::from(self.window), 1.0, 1024.0, "1 to 1,024")?;
        within("taken_branch", self.taken_branch, 0.0, 100.0, "0 to 100 cycles")?;
        for (class, cycles) in &self.latency {
            within(&format!("the latency of {class:?}"), *cycles, 0.0, 200.0, "0 to 200 cycles")?;
        }
        for (class, cycles) in &self.occupancy {
            within(&format!("the occupancy of {class:?}"), *cycles, 0.0, 200.0, "0 to 200 cycles")?;
        }
        for (pipe, count) in &self.pipes {
            within(&format!("the pipes of {pipe:?}"), f64::from(*count), 1.0, 8.0, "1 to 8")?;
        }
        Ok(())
    }

    /// The latency of a class in [`UNITS_PER_CYCLE`] parts of a cycle.
    pub fn latency_units(&self, class: Class) -> u64 {
        units(self.latency.get(&class).copied().unwrap_or(1.0))
    }

    /// For how many parts of a cycle an instruction keeps its pipe.
    pub fn occupancy_units(&self, class: Class) -> u64 {
        let default = || self.latency_units(class).min(UNITS_PER_CYCLE);
        self.occupancy.get(&class).map_or_else(default, |cycles| units(*cycles))
    }
}

/// Cycles in [`UNITS_PER_CYCLE`] parts of a cycle, the nearest.
pub fn units(cycles: f64) -> u64 {
    (cycles * UNITS_PER_CYCLE as f64).round() as u64
}
