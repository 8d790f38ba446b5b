//! Linux's facts about each processor, file by file, nothing inferred yet.

use super::cpuinfo::CpuInfo;
use crate::evidence::Evidence;
use crate::limits::{CPUS, cpufreq};
use crate::machine::cpulist::{self, CPU_LIMIT};
use crate::machine::{Claim, ClaimSource, Midr};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Processors by rising number. Equal lists are one list, so that thousands of processors that name
/// each other take little space, and are compared by address.
pub(super) type CpuList = Rc<[u32]>;

/// The lists read so far.
#[derive(Default)]
struct Lists {
    by_text: HashMap<String, CpuList>,
    all: HashSet<CpuList>,
}

impl Lists {
    /// Reads a list; `None` if there is no such file, or no list in it, or an empty one.
    fn read(&mut self, evidence: &dyn Evidence, path: &str) -> Option<CpuList> {
        let text = evidence.file(path).ok()?;
        if let Some(list) = self.by_text.get(&text) {
            return Some(list.clone());
        }
        let cpus = cpulist::parse(&text).ok().filter(|cpus| !cpus.is_empty())?;
        let list = self.all.get(cpus.as_slice()).cloned().unwrap_or_else(|| {
            let list = CpuList::from(cpus);
            self.all.insert(list.clone());
            list
        });
        self.by_text.insert(text, list.clone());
        Some(list)
    }
}

/// Maximum plausible number of threads of a core. POWER has 8, x86 4.
const MAX_THREADS: usize = 16;

/// Facts from one processor's files.
#[derive(Debug, Clone, Default)]
pub(super) struct Processor {
    pub cpu: u32,
    pub online: bool,
    pub midr: Option<(Midr, &'static str)>,
    pub claims: Vec<Claim>,
    pub capacity: Option<u32>,
    /// The processors that share its clock, itself among them; empty if not reported.
    pub shares_clock: CpuList,
    /// The processors of its cluster or socket, itself among them; empty if not reported.
    pub siblings: CpuList,
    pub smt_siblings: Vec<u32>,
    pub package: Option<u32>,
    pub cluster: Option<u32>,
}

/// The processors that exist, by rising number.
///
/// `present` and `online` are united with the processors in `/proc/cpuinfo`, and with those that
/// this program may use: on phones that plug cores in and out while the files are read, none of
/// them alone is complete (old MediaTek kernels even drop switched-off cores from `present`), and a
/// container may have none of them. Only if none of them can be read are the folders `cpuN`
/// counted.
pub(super) fn read(evidence: &dyn Evidence, info: &CpuInfo) -> Vec<Processor> {
    let online = list_of(evidence, &format!("{CPUS}/online"));
    let mut cpus: BTreeSet<u32> = info.cpus.iter().map(|entry| entry.cpu).collect();
    cpus.extend(online.iter().flatten());
    cpus.extend(list_of(evidence, &format!("{CPUS}/present")).iter().flatten());
    cpus.extend(evidence.allowed_cpus());
    if cpus.is_empty() {
        cpus.extend(folders(evidence));
    }
    let listed: BTreeSet<u32> = info.cpus.iter().map(|entry| entry.cpu).collect();
    let online: BTreeSet<u32> = online.map_or(listed, BTreeSet::from_iter);
    let trees = device_tree_clocks(evidence);
    let mut lists = Lists::default();
    cpus.into_iter()
        .take(CPU_LIMIT as usize)
        .map(|cpu| {
            let mut processor = read_one(evidence, cpu, &mut lists);
            // A machine that lists nothing at all still runs this program: its cores count as
            // online.
            processor.online = online.is_empty() || online.contains(&cpu);
            if let Some(entry) = info.cpus.iter().find(|entry| entry.cpu == cpu) {
                let from_info = entry.midr.map(|midr| (midr, "/proc/cpuinfo"));
                processor.midr = processor.midr.or(from_info);
                let clock = entry.clock_hz.and_then(|hz| Claim::plausible(hz, ClaimSource::ProcCpuinfoMhz));
                processor.claims.extend(clock);
            }
            processor.claims.extend(trees.get(&cpu));
            processor
        })
        .collect()
}

fn list_of(evidence: &dyn Evidence, path: &str) -> Option<Vec<u32>> {
    cpulist::parse(&evidence.file(path).ok()?).ok().filter(|cpus| !cpus.is_empty())
}

fn folders(evidence: &dyn Evidence) -> Vec<u32> {
    let names = evidence.list(CPUS).unwrap_or_default();
    let numbers = names.iter().filter_map(|name| name.strip_prefix("cpu")?.parse::<u32>().ok());
    numbers.filter(|&cpu| cpu < CPU_LIMIT).collect()
}

fn read_one(evidence: &dyn Evidence, cpu: u32, lists: &mut Lists) -> Processor {
    let folder = format!("{CPUS}/cpu{cpu}");
    let number = |name: &str| evidence.file(&format!("{folder}/{name}")).ok()?.trim().parse::<i64>().ok();
    // -1 stands for "not known"; an old arm64 kernel printed it as 65535.
    let place = |name: &str| u32::try_from(number(name)?).ok().filter(|&id| id != 0xffff);
    // A list without the processor itself was read while cores came and went: it is rejected.
    let mut among = |name: &str| {
        let list = lists.read(evidence, &format!("{folder}/{name}"));
        list.filter(|cpus| cpus.binary_search(&cpu).is_ok()).unwrap_or_default()
    };
    let siblings = among("topology/core_siblings_list");
    let threads = among("topology/thread_siblings_list");
    let midr_path = format!("{folder}/regs/identification/midr_el1");
    let midr = evidence.file(&midr_path).ok().and_then(|text| Midr::from_text(&text));
    let (shares_clock, claims) = frequency(evidence, cpu, &folder, lists);
    let threads = threads.iter().filter(|_| threads.len() <= MAX_THREADS);
    let smt_siblings = threads.copied().filter(|&sibling| sibling != cpu).collect();
    Processor {
        cpu,
        midr: midr.map(|midr| (midr, "midr_el1")),
        claims,
        capacity: number("cpu_capacity")
            .and_then(|value| u32::try_from(value).ok())
            .filter(|&value| value > 0),
        shares_clock,
        siblings,
        smt_siblings,
        package: place("topology/physical_package_id"),
        cluster: place("topology/cluster_id"),
        ..Processor::default()
    }
}

/// The frequency driver's facts, unless its policy does not include this processor.
fn frequency(evidence: &dyn Evidence, cpu: u32, folder: &str, lists: &mut Lists) -> (CpuList, Vec<Claim>) {
    let related = lists.read(evidence, &format!("{folder}/cpufreq/related_cpus"));
    match related {
        Some(cpus) if cpus.binary_search(&cpu).is_err() => return (CpuList::default(), Vec::new()),
        _ => {}
    }
    let files = [
        ("cpuinfo_max_freq", ClaimSource::CpuinfoMaxFreq),
        ("scaling_max_freq", ClaimSource::ScalingMaxFreq),
        ("base_frequency", ClaimSource::BaseFrequency),
        ("scaling_cur_freq", ClaimSource::ScalingCurFreq),
    ];
    let claims = files
        .iter()
        .filter_map(|(name, source)| Claim::from_khz(cpufreq(evidence, cpu, name)?.parse().ok()?, *source));
    (related.unwrap_or_default(), claims.collect())
}

/// `clock-frequency` of the device tree's processor nodes, by processor number.
///
/// The nodes are in the order of the kernel's numbers on every tree that describes its processors
/// in that order, which the kernel does not guarantee: so it is only read if all nodes give one
/// clock.
fn device_tree_clocks(evidence: &dyn Evidence) -> BTreeMap<u32, Claim> {
    let folder = "/proc/device-tree/cpus";
    let names = evidence.list(folder).unwrap_or_default();
    let nodes = names.iter().filter(|name| name.starts_with("cpu@")).take(CPU_LIMIT as usize);
    let clocks: Vec<Option<Claim>> = nodes
        .map(|node| {
            let excerpt = evidence.bytes(&format!("{folder}/{node}/clock-frequency")).ok()?;
            // Big-endian, one or two cells of 32 bits.
            let hz = match *excerpt.bytes {
                [a, b, c, d] => u32::from_be_bytes([a, b, c, d]).into(),
                [a, b, c, d, e, f, g, h] => u64::from_be_bytes([a, b, c, d, e, f, g, h]),
                _ => return None,
            };
            Claim::plausible(hz, ClaimSource::DeviceTree)
        })
        .collect();
    match clocks.first().copied().flatten() {
        Some(clock) if clocks.iter().all(|&other| other == Some(clock)) => {
            (0..).zip(clocks.iter().map(|_| clock)).collect()
        }
        _ => BTreeMap::new(),
    }
}
