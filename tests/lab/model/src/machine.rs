//! The settings of a machine: the form of the files in tests/lab/machines.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::UNITS_PER_CYCLE;
use crate::class::{Class, Pipe};
use crate::clock::{Clock, Vectors};
use crate::event::{Events, TimerFault};
pub use crate::form::{Form, FormTiming};

/// A machine of known clocks, timer and cores.
///
/// The runner completes a file before it is read in this form: `like`, and the short form of one
/// core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The kind of machine that it represents, in a sentence.
    #[serde(default)]
    pub about: String,
    /// Ticks of the timer in a second. All cores read the same timer.
    pub timer_hz: u64,
    /// Value of the timer's rate register, if it is not the true rate. The kernel gets the true
    /// rate from the device tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer_says_hz: Option<u64>,
    /// Faults of the timer. With several cores it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timer_faults: Vec<TimerFault>,
    /// Processes and migrations during the program.
    #[serde(default)]
    pub events: Events,
    /// The emulator's name of the cores: it sets the identification registers and nothing of the
    /// timing.
    pub cpu: String,
    /// The cores. They are numbered through the clusters.
    #[serde(rename = "cluster")]
    pub clusters: Vec<Cluster>,
}

/// Cores of one kind that share a clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cluster {
    /// Its name in tables.
    pub name: String,
    /// Number of cores.
    #[serde(default = "one_core")]
    pub cores: u32,
    /// Its clock: at any time that of all its cores, except those that run vectors.
    pub clock: Clock,
    /// Lowering of the clock of the core that runs vectors; none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<Vectors>,
    /// The relative computing power that the device tree states: `capacity-dmips-mhz`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// The clock that the device tree claims, in MHz: `clock-frequency`. It need not be true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_mhz: Option<f64>,
    /// The timing of its cores.
    pub core: CoreTiming,
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
    /// Cycles for which an instruction keeps its pipe; at most 1, and never more than the latency,
    /// where a class is not named. 0: it takes no pipe, as what is done at rename.
    #[serde(default)]
    pub occupancy: BTreeMap<Class, f64>,
    /// Number of pipes of each group; 1 for groups not listed.
    #[serde(default)]
    pub pipes: BTreeMap<Pipe, u32>,
    /// Forms that have a timing of their own; all others have that of their class.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forms: BTreeMap<Form, FormTiming>,
}

fn one() -> f64 {
    1.0
}

fn one_core() -> u32 {
    1
}

/// The error in a machine's description.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Invalid {
    /// A quantity is out of its range.
    #[error("{what} is {value}: it must be {range}")]
    Range {
        /// The quantity.
        what: String,
        /// The file's value.
        value: f64,
        /// The permitted range.
        range: &'static str,
    },
    /// The profile has no points, does not begin at 0, its points are not in ascending order, or
    /// its period ends before the last.
    #[error("the clock's profile must begin at 0 ms and go forward")]
    Profile,
    /// There is no cluster.
    #[error("it has no cluster")]
    NoCluster,
    /// Two clusters bear one name.
    #[error("two clusters are called {0}")]
    Namesakes(String),
    /// Some clusters state a capacity, some do not.
    #[error("either all clusters state a capacity, or none")]
    SomeCapacities,
    /// A form is not a machine word, or has registers.
    #[error("{0} is no form: it must be a word in hexadecimal, with zeros where its registers stand")]
    Form(String),
    /// The timer has faults, and there are several cores.
    #[error("a timer with faults can have one core only")]
    FaultsOfSeveral,
}

pub(crate) fn within(
    what: &str,
    value: f64,
    least: f64,
    most: f64,
    range: &'static str,
) -> Result<(), Invalid> {
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
        // Linux takes the rate as 32 bits.
        within("timer_hz", self.timer_hz as f64, 1e5, 4e9, "100 kHz to 4 GHz")?;
        let says = self.register_hz() as f64;
        within("timer_says_hz", says, 1e5, 4e9, "100 kHz to 4 GHz")?;
        self.timer_faults.iter().try_for_each(TimerFault::check)?;
        self.check_clusters()?;
        self.events.check(self.cores().count())
    }

    fn check_clusters(&self) -> Result<(), Invalid> {
        let mut names = BTreeSet::new();
        for cluster in &self.clusters {
            cluster.check()?;
            if !names.insert(&cluster.name) {
                return Err(Invalid::Namesakes(cluster.name.clone()));
            }
        }
        let Some(first) = self.clusters.first() else { return Err(Invalid::NoCluster) };
        // The kernel ignores capacities unless every core states one.
        if self.clusters.iter().any(|cluster| cluster.capacity.is_some() != first.capacity.is_some()) {
            return Err(Invalid::SomeCapacities);
        }
        let cores = self.cores().count();
        // The emulated board's interrupt controller serves eight.
        within("the number of cores", cores as f64, 1.0, 8.0, "1 to 8")?;
        if cores > 1 && !self.timer_faults.is_empty() {
            return Err(Invalid::FaultsOfSeveral);
        }
        Ok(())
    }

    /// The cluster of every core, by the cores' numbers.
    pub fn cores(&self) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter().flat_map(|cluster| (0..cluster.cores).map(move |_| cluster))
    }

    /// Value of the timer's rate register, in Hz.
    pub fn register_hz(&self) -> u64 {
        self.timer_says_hz.unwrap_or(self.timer_hz)
    }
}

impl Cluster {
    fn check(&self) -> Result<(), Invalid> {
        self.clock.check()?;
        self.vectors.iter().try_for_each(Vectors::check)?;
        within("the number of a cluster's cores", f64::from(self.cores), 1.0, 8.0, "1 to 8")?;
        if let Some(capacity) = self.capacity {
            within("the capacity", f64::from(capacity), 1.0, 1e5, "1 to 100,000")?;
        }
        if let Some(mhz) = self.claimed_mhz {
            // The property has 32 bits.
            within("claimed_mhz", mhz, 1.0, 4000.0, "1 to 4,000")?;
        }
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
        self.forms.iter().try_for_each(|(form, timing)| timing.check(*form))
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
