//! Other load during a measurement.

use super::evidence::{Evidence, PROCESSOR_TICKS, Platform, ReadError};
use super::machine::Fact;
use super::machine::cpulist::CPU_LIMIT;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Load of one processor over a span.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CpuLoad {
    /// The processor, by the kernel's number. On Apple's systems the machine's cores have numbers
    /// of their own.
    pub cpu: u32,
    /// The share of the time that it was not idle, from 0 to 1. It counts this program's own work
    /// too.
    pub busy_fraction: f64,
}

/// Measures the load of all processors over a span: Linux (`/proc/stat`; Android keeps it from
/// apps) and Apple's systems (`host_processor_info`).
#[derive(Debug, Clone)]
pub struct LoadSampler {
    before: Fact<BTreeMap<u32, Jiffies>>,
}

/// Time since boot in the kernel's jiffies, or Apple's ticks: usually 10 ms each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Jiffies {
    busy: u64,
    /// Steal time; included in the time that was not idle.
    pub(super) stolen: u64,
    pub(super) total: u64,
}

const STAT: &str = "/proc/stat";

impl LoadSampler {
    /// Takes the first reading.
    pub fn start(evidence: &dyn Evidence) -> Self {
        Self { before: read(evidence) }
    }

    /// Takes the second reading and returns the load between the two, by rising processor.
    ///
    /// A span shorter than a jiffy (about 10 ms) may show nothing; a processor without any tick is
    /// left out.
    pub fn finish(self, evidence: &dyn Evidence) -> Fact<Vec<CpuLoad>> {
        self.compare(read(evidence))
    }

    fn compare(self, after: Fact<BTreeMap<u32, Jiffies>>) -> Fact<Vec<CpuLoad>> {
        let before = match self.before {
            Fact::Known { value, .. } => value,
            Fact::Unknown { reason } => return Fact::Unknown { reason },
        };
        after.map(|after| {
            let loads = after.iter().filter_map(|(&cpu, later)| {
                let earlier = before.get(&cpu)?;
                // The kernel's idle counters have been seen to step back; such a span is left out.
                let total = later.total.checked_sub(earlier.total).filter(|&total| total > 0)?;
                let busy = later.busy.checked_sub(earlier.busy)?.min(total);
                Some(CpuLoad { cpu, busy_fraction: busy as f64 / total as f64 })
            });
            loads.collect()
        })
    }
}

/// All processors' times since boot.
fn read(evidence: &dyn Evidence) -> Fact<BTreeMap<u32, Jiffies>> {
    match evidence.platform() {
        Platform::Macos | Platform::Ios => {
            listed(evidence.processor_ticks().map(|ticks| from_ticks(&ticks)), PROCESSOR_TICKS)
        }
        _ => read_stat(evidence),
    }
}

/// Reads `/proc/stat`, the only source of stolen time.
pub(super) fn read_stat(evidence: &dyn Evidence) -> Fact<BTreeMap<u32, Jiffies>> {
    listed(evidence.head(STAT).map(|text| parse(&text)), STAT)
}

fn listed(cpus: Result<BTreeMap<u32, Jiffies>, ReadError>, source: &str) -> Fact<BTreeMap<u32, Jiffies>> {
    match cpus {
        Ok(cpus) if cpus.is_empty() => Fact::unknown(format!("{source} lists no processor")),
        Ok(cpus) => Fact::known(cpus, source),
        Err(absent) => Fact::unknown(absent),
    }
}

/// XNU lists processors by their numbers, from 0, as it also reports them to threads
/// (`osfmk/kern/host.c`).
fn from_ticks(ticks: &[[u32; 4]]) -> BTreeMap<u32, Jiffies> {
    let times = ticks.iter().map(|states| {
        let [user, system, idle, nice] = states.map(u64::from);
        let busy = user + system + nice;
        Jiffies { busy, stolen: 0, total: busy + idle }
    });
    (0..CPU_LIMIT).zip(times).collect()
}

/// The lines `cpuN user nice system idle iowait irq softirq steal guest guest_nice` (proc_stat(5)).
fn parse(text: &str) -> BTreeMap<u32, Jiffies> {
    let lines = text.lines().filter_map(|line| {
        let numbered = line.strip_prefix("cpu").filter(|rest| !rest.starts_with(' '))?;
        // The line of all processors together has a blank where the number would be.
        let mut words = numbered.split_ascii_whitespace();
        let cpu = words.next()?.parse().ok().filter(|&cpu| cpu < CPU_LIMIT)?;
        // The two guest columns are part of user and nice already.
        let times: Option<Vec<u64>> = words.take(8).map(|word| word.parse().ok()).collect();
        let times = times?;
        let total = times.iter().try_fold(0_u64, |sum, time| sum.checked_add(*time))?;
        let idle = times.get(3)?.checked_add(times.get(4).copied().unwrap_or(0))?;
        // Kernels before 2.6.11 count no steal time.
        let stolen = times.get(7).copied().unwrap_or(0);
        Some((cpu, Jiffies { busy: total - idle, stolen, total }))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordedSystem;

    fn stat(text: &str) -> RecordedSystem {
        let mut recording = RecordedSystem::default();
        recording.files.insert(STAT.into(), text.into());
        recording
    }

    #[test]
    fn load_between_two_readings() {
        let before =
            stat("cpu  20 0 0 180 0 0 0 0 0 0\ncpu0 10 0 0 90 0 0 0 0 0 0\ncpu1 10 0 0 90\nintr 5\n");
        let after = stat("cpu  99 0 0 999 0 0 0 0 0 0\ncpu0 60 0 0 120 20 0 0 0 7 7\ncpu1 10 0 0 90\n");
        let loads = LoadSampler::start(&before).finish(&after);
        // cpu0: 50 busy, 30 idle, 20 waiting for a disk, which is idle as well. cpu1: no tick
        // passed.
        assert_eq!(loads.value(), Some(&vec![CpuLoad { cpu: 0, busy_fraction: 0.5 }]));
    }

    #[test]
    fn apples_ticks_are_numbered_and_added_up() {
        let load = |before: &[[u32; 4]], after: &[[u32; 4]]| {
            LoadSampler { before: Fact::known(from_ticks(before), "test") }
                .compare(Fact::known(from_ticks(after), "test"))
        };
        // User, system, idle, nice; the second processor did not tick.
        let loads = load(&[[9, 9, 9, 9], [1, 1, 1, 1]], &[[19, 14, 29, 14], [1, 1, 1, 1]]);
        assert_eq!(loads.value(), Some(&vec![CpuLoad { cpu: 0, busy_fraction: 0.5 }]));
        let second = load(&[[0; 4]; 2], &[[0; 4], [0, 0, 4, 0]]);
        assert_eq!(second.value(), Some(&vec![CpuLoad { cpu: 1, busy_fraction: 0.0 }]));
        // A counter of 32 bits wraps after 497 days.
        assert_eq!(load(&[[u32::MAX, 0, 5, 0]], &[[20, 0, 9, 0]]).value(), Some(&vec![]));
        assert!(!listed(Ok(from_ticks(&[])), "test").is_known());
    }

    #[test]
    fn unknown_where_nothing_can_be_read() {
        let nothing = RecordedSystem::default();
        assert!(!LoadSampler::start(&nothing).finish(&nothing).is_known());
        let broken = stat("cpu0 a b c\ncpuX 1 2 3 4\ncpu1\ncpu2 18446744073709551615 1 1 1\n");
        assert!(!LoadSampler::start(&broken).finish(&broken).is_known());
    }

    #[test]
    fn counters_that_step_back_say_nothing() {
        let later = stat("cpu0 10 0 0 90\n");
        let earlier = stat("cpu0 20 0 0 95\n");
        assert_eq!(LoadSampler::start(&earlier).finish(&later).value(), Some(&vec![]));
    }
}
