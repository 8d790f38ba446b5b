//! Lost processor time during a measurement: steal time, and CPU quota throttling.

use std::collections::BTreeMap;
use std::time::Duration;

use super::cpu_load::{self, Jiffies};
use super::evidence::Evidence;
use super::machine::Fact;

/// Steal time and quota throttling over a span, as fractions of it from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct WithheldTime {
    /// Minimum share of steal time on the measured processor. The kernel counts in jiffies of
    /// usually 10 ms, so one of those counted may have begun before the span.
    pub stolen: Fact<f64>,
    /// Maximum share of quota throttling of this process. The kernel adds up the group's
    /// processors; several may have been throttled at once.
    pub throttled: Fact<f64>,
}

/// Measures steal time and quota throttling over a span: Linux only (`/proc/stat`, `cpu.stat` of
/// the process's control groups).
#[derive(Debug, Clone)]
pub struct LostTimeSampler {
    jiffies: Fact<BTreeMap<u32, Jiffies>>,
    /// By control group.
    throttled_ns: Fact<BTreeMap<String, u64>>,
}

const OWN_GROUPS: &str = "/proc/self/cgroup";

/// Mount point of control groups: `cgroups(7)`.
const GROUPS: &str = "/sys/fs/cgroup";

/// Control groups nest only a few levels deep; more levels than these are not read.
const LEVEL_LIMIT: usize = 32;

impl LostTimeSampler {
    /// Takes the first reading.
    pub fn start(evidence: &dyn Evidence) -> Self {
        Self { jiffies: cpu_load::read_stat(evidence), throttled_ns: throttled(evidence) }
    }

    /// Takes the second reading, `elapsed` after the first, and returns the steal time and quota
    /// throttling in between. Without a `cpu` steal time is unknown: it differs from one to the
    /// next.
    pub fn finish(self, evidence: &dyn Evidence, cpu: Option<u32>, elapsed: Duration) -> WithheldTime {
        let after = LostTimeSampler::start(evidence);
        WithheldTime {
            stolen: both(self.jiffies, after.jiffies, |before, after| stolen_share(before, after, cpu?))
                .unwrap_or_else(|| Fact::unknown("the measured processor's times cannot be compared")),
            throttled: both(self.throttled_ns, after.throttled_ns, |before, after| {
                throttled_share(before, after, elapsed)
            })
            .unwrap_or_else(|| Fact::unknown("the control groups' times cannot be compared")),
        }
    }
}

/// Compares two facts; `None` if they cannot be compared.
fn both<T>(
    before: Fact<T>,
    after: Fact<T>,
    compare: impl FnOnce(&T, &T) -> Option<f64>,
) -> Option<Fact<f64>> {
    match (before, after) {
        (Fact::Known { value: before, .. }, Fact::Known { value: after, source }) => {
            Some(Fact::known(compare(&before, &after)?, source))
        }
        (Fact::Unknown { reason }, _) | (_, Fact::Unknown { reason }) => Some(Fact::Unknown { reason }),
    }
}

fn stolen_share(before: &BTreeMap<u32, Jiffies>, after: &BTreeMap<u32, Jiffies>, cpu: u32) -> Option<f64> {
    let (before, after) = (before.get(&cpu)?, after.get(&cpu)?);
    let total = after.total.checked_sub(before.total).filter(|&total| total > 0)?;
    let stolen = after.stolen.checked_sub(before.stolen)?.min(total);
    // Two counts that were rounded down and differ by n are more than n - 1 apart.
    Some(stolen.saturating_sub(1) as f64 / total as f64)
}

fn throttled_share(
    before: &BTreeMap<String, u64>,
    after: &BTreeMap<String, u64>,
    elapsed: Duration,
) -> Option<f64> {
    let of = |(group, later): (&String, &u64)| later.checked_sub(*before.get(group)?);
    // While a group is throttled, so are those inside it: the levels' times are not added up.
    let most_ns = after.iter().filter_map(of).max()?;
    let share = most_ns as f64 / elapsed.as_nanos() as f64;
    share.is_finite().then(|| share.min(1.0))
}

/// The throttled time of each control group around this process, in nanoseconds since its
/// beginning.
fn throttled(evidence: &dyn Evidence) -> Fact<BTreeMap<String, u64>> {
    let own = match evidence.file(OWN_GROUPS) {
        Ok(text) => text,
        Err(absent) => return Fact::unknown(absent),
    };
    let files = own.lines().flat_map(levels);
    let groups: BTreeMap<String, u64> = files
        .filter_map(|file| {
            let time = throttled_ns(&evidence.file(&file).ok()?)?;
            Some((file, time))
        })
        .collect();
    if groups.is_empty() {
        return Fact::unknown("no control group counts the time for which a quota held it back");
    }
    Fact::known(groups, "cpu.stat of the control groups")
}

/// The files `cpu.stat` of a line `id:controllers:path` of `/proc/self/cgroup`, from the process's
/// own group to the root. The quota may be set on any of them; inside a container the path may be
/// the host's, of which only the root is there.
fn levels(line: &str) -> Vec<String> {
    let mut words = line.splitn(3, ':');
    let (Some(id), Some(controllers), Some(path)) = (words.next(), words.next(), words.next()) else {
        return Vec::new();
    };
    let mount = match controllers {
        "" if id == "0" => GROUPS.to_owned(),
        names if names.split(',').any(|name| name == "cpu") => format!("{GROUPS}/cpu"),
        _ => return Vec::new(),
    };
    let mut folders: Vec<&str> = path.split('/').filter(|folder| !folder.is_empty()).collect();
    // A group outside of this process's namespace of groups: the kernel writes "/../name".
    if folders.contains(&"..") {
        folders.clear();
    }
    let depths = (0..=folders.len()).rev().take(LEVEL_LIMIT);
    let inside =
        |depth: usize| folders[..depth].iter().map(|folder| format!("/{folder}")).collect::<String>();
    depths.map(|depth| format!("{mount}{}/cpu.stat", inside(depth))).collect()
}

/// `throttled_usec` (version 2) or `throttled_time` in nanoseconds (version 1), of the kernel's
/// Documentation/admin-guide/cgroup-v2.rst and Documentation/scheduler/sched-bwc.rst.
fn throttled_ns(stat: &str) -> Option<u64> {
    stat.lines().find_map(|line| match line.split_once(' ')? {
        ("throttled_usec", time) => time.trim().parse::<u64>().ok()?.checked_mul(1_000),
        ("throttled_time", time) => time.trim().parse().ok(),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordedSystem;

    const HALF_A_SECOND: Duration = Duration::from_millis(500);

    fn with(files: &[(&str, &str)]) -> RecordedSystem {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        RecordedSystem { files, ..RecordedSystem::default() }
    }

    fn lost(before: &[(&str, &str)], after: &[(&str, &str)]) -> WithheldTime {
        LostTimeSampler::start(&with(before)).finish(&with(after), Some(1), HALF_A_SECOND)
    }

    fn stolen(before: &str, after: &str) -> Option<f64> {
        lost(&[("/proc/stat", before)], &[("/proc/stat", after)]).stolen.value().copied()
    }

    fn throttled(group: &str, files: &[(&str, &str, &str)]) -> Option<f64> {
        let own = [("/proc/self/cgroup", group)].into_iter();
        let before: Vec<_> = own.clone().chain(files.iter().map(|&(path, text, _)| (path, text))).collect();
        let after: Vec<_> = own.chain(files.iter().map(|&(path, _, text)| (path, text))).collect();
        lost(&before, &after).throttled.value().copied()
    }

    #[test]
    fn steal_time_is_that_of_the_measured_processor_and_a_lower_bound() {
        let before = "cpu 0 0 0 0 0 0 0 0\ncpu0 100 0 0 0 0 0 0 7 0 0\ncpu1 100 0 0 0 0 0 0 7 0 0\n";
        let after = "cpu 0 0 0 0 0 0 0 0\ncpu0 150 0 0 0 0 0 0 7 0 0\ncpu1 139 0 0 0 0 0 0 18 0 0\n";
        // 11 of 50 jiffies, one of which may have begun before.
        assert_eq!(stolen(before, after), Some(0.2));
        let one = "cpu1 149 0 0 0 0 0 0 8 0 0\n";
        assert_eq!(stolen(before, one), Some(0.0), "a single jiffy says nothing");
        assert_eq!(stolen(after, before), None, "counters that step back say nothing");
        assert_eq!(stolen(before, before), None, "no time passed");
    }

    #[test]
    fn steal_time_without_a_processor_is_unknown() {
        let stat = with(&[("/proc/stat", "cpu0 1 0 0 0 0 0 0 0\n")]);
        let later = with(&[("/proc/stat", "cpu0 9 0 0 0 0 0 0 9\n")]);
        let finish = |cpu| LostTimeSampler::start(&stat).finish(&later, cpu, HALF_A_SECOND).stolen;
        assert!(finish(Some(0)).is_known());
        assert!(!finish(Some(1)).is_known());
        assert!(!finish(None).is_known());
        assert!(!lost(&[], &[]).stolen.is_known());
    }

    #[test]
    fn a_quota_of_version_2_is_found_in_a_group_above_too() {
        let usage = "usage_usec 9\nuser_usec 9\nsystem_usec 0\n";
        let stat = |usec: u32| format!("{usage}nr_periods 5\nnr_throttled 2\nthrottled_usec {usec}\n");
        let (early, late) = (stat(1_000), stat(101_000));
        let own = "0::/user.slice/limited/inside\n";
        let inside = "/sys/fs/cgroup/user.slice/limited/inside/cpu.stat";
        let limited = "/sys/fs/cgroup/user.slice/limited/cpu.stat";
        assert_eq!(throttled(own, &[(inside, &early, &late)]), Some(0.2));
        assert_eq!(throttled(own, &[(inside, usage, usage), (limited, &early, &late)]), Some(0.2));
        let both = [(inside, early.as_str(), late.as_str()), (limited, &early, &late)];
        assert_eq!(throttled(own, &both), Some(0.2), "the same time is not counted twice");
        assert_eq!(throttled(own, &[(inside, &early, &early)]), Some(0.0));
        assert_eq!(throttled(own, &[(inside, usage, usage)]), None, "no quota, nothing to be known");
        assert_eq!(throttled(own, &[(inside, &late, &early)]), None, "a counter that steps back");
        let root = [("/sys/fs/cgroup/cpu.stat", early.as_str(), late.as_str())];
        assert_eq!(throttled("0::/../elsewhere\n", &root), Some(0.2), "outside of the namespace");
    }

    #[test]
    fn a_quota_of_version_1_is_found_from_within_a_container() {
        let stat = |ns: u64| format!("nr_periods 5\nnr_throttled 2\nthrottled_time {ns}\n");
        let (early, late) = (stat(0), stat(900_000_000));
        let own = "9:name=systemd:/docker/0123\n4:cpu,cpuacct:/docker/0123\n0::/docker/0123\n";
        let seen_from_inside = [("/sys/fs/cgroup/cpu/cpu.stat", early.as_str(), late.as_str())];
        assert_eq!(throttled(own, &seen_from_inside), Some(1.0), "several processors, at most all the time");
        let not_the_cpus = [("/sys/fs/cgroup/cpu.stat", early.as_str(), late.as_str())];
        assert_eq!(throttled("3:cpuset:/\n2:cpuacct:/\n", &not_the_cpus), None);
        for odd in ["", "0\n", "0:\n", ":::\n", "1:cpu\n"] {
            assert_eq!(throttled(odd, &not_the_cpus), None, "{odd:?}");
        }
        assert_eq!(throttled(own, &[("/sys/fs/cgroup/cpu/cpu.stat", "throttled_time -3", "x")]), None);
    }

    #[test]
    fn no_end_of_levels_is_looked_at() {
        let deep = format!("0::{}\n", "/a".repeat(10_000));
        assert_eq!(levels(deep.trim_end()).len(), LEVEL_LIMIT);
    }
}
