//! A core's performance monitoring unit, and its events, from sysfs.

use super::operations::{self, Named};
use crate::counters::{Counter, CounterError};
use crate::evidence::Evidence;
use crate::machine::cpulist;
use crate::x86;

const UNITS: &str = "/sys/bus/event_source/devices";

/// An event as `perf_event_open` takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Event {
    /// `perf_event_attr.type`: the number of the unit.
    pub unit: u32,
    /// `perf_event_attr.config`.
    pub config: u64,
}

/// A core's performance monitoring unit.
#[derive(Debug)]
pub(super) struct Unit {
    folder: String,
    number: u32,
}

/// The unit of `cpu`. A core's unit is called `cpu`, or it lists its processors in `cpus`: Arm's,
/// and x86's where cores are of several kinds. Those of memory, interconnects and power have a
/// `cpumask` instead.
pub(super) fn unit_of(evidence: &dyn Evidence, cpu: Option<u32>) -> Result<Unit, CounterError> {
    let names = evidence.list(UNITS).map_err(|_| CounterError::NoPmu)?;
    let units = names.into_iter().filter_map(|name| {
        let folder = format!("{UNITS}/{name}");
        let cpus = evidence.file(&format!("{folder}/cpus")).ok();
        let counts_for = match (cpus, cpu) {
            (Some(cpus), Some(cpu)) => cpulist::parse(&cpus).ok()?.contains(&cpu),
            (Some(_), None) => true,
            (None, _) => name == "cpu",
        };
        let number = evidence.file(&format!("{folder}/type")).ok()?.trim().parse().ok()?;
        counts_for.then_some(Unit { folder, number })
    });
    let mut units: Vec<Unit> = units.collect();
    let unit = units.pop().ok_or(CounterError::NoPmu)?;
    if units.is_empty() { Ok(unit) } else { Err(CounterError::KindOfCoreUnknown) }
}

impl Unit {
    /// Returns the event for this counter.
    ///
    /// # Errors
    /// [`CounterError::NoEvent`]: the unit has none, or it cannot be encoded from sysfs.
    pub(super) fn event(&self, evidence: &dyn Evidence, counter: Counter) -> Result<Event, CounterError> {
        let terms = names(counter).iter().find_map(|name| self.terms(evidence, name));
        let config = terms.and_then(|terms| self.encode(evidence, terms.trim()));
        Ok(Event { unit: self.number, config: config.ok_or(CounterError::NoEvent)? })
    }

    /// Returns the event with this name: a listed one, a known one, or a number such as `r1a1`.
    ///
    /// # Errors
    /// [`CounterError::NoEvent`].
    pub(super) fn named(&self, evidence: &dyn Evidence, name: &str) -> Result<Event, CounterError> {
        let config = match self.terms(evidence, name) {
            Some(terms) => self.encode(evidence, terms.trim()),
            None => name.strip_prefix('r').and_then(|digits| u64::from_str_radix(digits, 16).ok()),
        };
        Ok(Event { unit: self.number, config: config.ok_or(CounterError::NoEvent)? })
    }

    /// The names of the events that count operations: those that the kernel lists, and the known
    /// ones.
    pub(super) fn operations(&self, evidence: &dyn Evidence) -> Vec<String> {
        let counters = [Counter::PerfRetiredOperations, Counter::PerfIssuedOperations];
        let listed = counters.into_iter().flat_map(names).copied();
        let listed = listed.filter(|name| self.listed(evidence, name).is_some());
        let known = self.known(evidence).iter().map(|(name, _)| *name);
        listed.chain(known).map(str::to_owned).collect()
    }

    fn known(&self, evidence: &dyn Evidence) -> &'static [Named] {
        let unit = self.folder.rsplit('/').next().unwrap_or_default();
        operations::of_core(unit, x86::identify(evidence).as_ref())
    }

    /// The terms of an event with this name: a listed one, or a known one.
    fn terms(&self, evidence: &dyn Evidence, name: &str) -> Option<String> {
        let known = || self.known(evidence).iter().find(|(known, _)| *known == name);
        self.listed(evidence, name).or_else(|| known().map(|(_, terms)| (*terms).to_owned()))
    }

    /// The terms of the event in the kernel's list. A name is a file's, never a path.
    fn listed(&self, evidence: &dyn Evidence, name: &str) -> Option<String> {
        let is_a_name = !name.is_empty() && !name.contains('/') && !name.starts_with('.');
        is_a_name.then(|| evidence.file(&format!("{}/events/{name}", self.folder)).ok())?
    }

    /// The number of an event such as `event=0xc2,umask=0x2`: `format/` lists the bits of each
    /// term.
    fn encode(&self, evidence: &dyn Evidence, terms: &str) -> Option<u64> {
        let mut config = 0;
        for term in terms.split(',') {
            let (name, value) = term.split_once('=').unwrap_or((term, "1"));
            let layout = evidence.file(&format!("{}/format/{name}", self.folder)).ok()?;
            config |= place(number(value)?, layout.trim())?;
        }
        Some(config)
    }
}

/// Names of an event: the kernel's (drivers/perf/arm_pmuv3.c and apple_m1_cpu_pmu.c,
/// arch/x86/events), and AMD's ([`operations`]), which no kernel lists.
fn names(counter: Counter) -> &'static [&'static str] {
    match counter {
        Counter::PerfCycles => &["cpu_cycles", "cpu-cycles", "cycles"],
        Counter::PerfInstructions => &["inst_retired", "instructions"],
        Counter::PerfRetiredOperations => &["op_retired", "topdown-slots-retired", "ex_ret_ops"],
        Counter::PerfIssuedOperations => &["op_spec", "topdown-slots-issued", "de_src_op_disp.all"],
        _ => &[],
    }
}

/// Places a value's bits, lowest first, by a layout such as `config:0-7,32-35`. `None` if it has
/// more bits than the layout, or belongs into another word.
fn place(value: u64, layout: &str) -> Option<u64> {
    let (mut placed, mut rest) = (0, value);
    for range in layout.strip_prefix("config:")?.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        for bit in first..=last.min(u64::BITS - 1) {
            placed |= (rest & 1).checked_shl(bit)?;
            rest >>= 1;
        }
    }
    (rest == 0).then_some(placed)
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
