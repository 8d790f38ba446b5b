//! From Linux's files to cores: which facts are inferred, and which must stay unknown.

use super::cpuinfo::CpuInfo;
use super::cpus::Processor;
use crate::evidence::Evidence;
use crate::machine::cluster::Topology;
use crate::machine::{Claim, ClaimSource, Core, CoreClass, CoreId, CoreIdentity, Fact, Midr, cpulist};
use crate::x86;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// An identification, and its source.
type Identified = BTreeMap<u32, (Midr, String)>;

/// The cores with their places, parallel to each other. Clusters are not numbered yet.
pub(super) fn assemble(
    evidence: &dyn Evidence,
    info: &CpuInfo,
    mut processors: Vec<Processor>,
) -> (Vec<Core>, Vec<Topology>) {
    share_among_siblings(&mut processors);
    share_within_clock_domains(&mut processors);
    let common = is_x86(evidence).then(|| X86Common::read(evidence, info));
    let identified = identify(info, &processors);
    let places = processors.iter().map(|processor| place(processor, common.is_some())).collect();
    let cores = processors
        .into_iter()
        .map(|processor| {
            let kind = match &common {
                Some(common) => common.kind(evidence, processor.cpu),
                None => arm_kind(processor.cpu, &identified, info),
            };
            let mut claims = processor.claims;
            claims.extend(common.iter().flat_map(|common| common.claims(evidence, processor.cpu)));
            claims.sort_by_key(|claim| claim.source);
            claims.dedup_by_key(|claim| claim.source);
            Core {
                cpu: processor.cpu,
                online: processor.online,
                kind,
                cluster: 0,
                smt_siblings: processor.smt_siblings,
                capacity: match processor.capacity {
                    Some(capacity) => Fact::known(capacity, "cpu_capacity"),
                    None => Fact::unknown("the kernel reports no cpu_capacity"),
                },
                claims,
            }
        })
        .collect();
    (cores, places)
}

fn is_x86(evidence: &dyn Evidence) -> bool {
    matches!(evidence.architecture().as_str(), "x86" | "x86_64")
}

/// Processors of one cpufreq policy have one clock, so one highest clock, and (on Arm) one cluster:
/// facts missing from the files of a switched-off core are taken from its companions'.
fn share_within_clock_domains(processors: &mut [Processor]) {
    let index_of: BTreeMap<u32, usize> =
        processors.iter().enumerate().map(|(index, processor)| (processor.cpu, index)).collect();
    // The lists whose processors were given their list already, and whether they were given a
    // package and a clock with it.
    let mut given: HashMap<*const u32, (bool, bool)> = HashMap::new();
    for index in 0..processors.len() {
        let teller = processors[index].clone();
        // The list was accepted only if it contains the processor that it is from.
        if teller.shares_clock.len() < 2 {
            continue;
        }
        let max = teller.claims.iter().find(|claim| claim.source == ClaimSource::CpuinfoMaxFreq);
        let brings = (teller.package.is_some(), max.is_some());
        let has = given.get(&teller.shares_clock.as_ptr()).copied();
        if has.is_some_and(|(package, max)| package >= brings.0 && max >= brings.1) {
            continue;
        }
        let (package, clock) = has.unwrap_or_default();
        given.insert(teller.shares_clock.as_ptr(), (package || brings.0, clock || brings.1));
        for companion in teller.shares_clock.iter().filter_map(|cpu| index_of.get(cpu)) {
            fill(&mut processors[*companion], &teller, max);
        }
    }
}

/// The siblings that one processor lists are siblings of each other, and have one package: a
/// switched-off core's files are gone, and only its companions still list it. Its kind of core does
/// not follow from that.
fn share_among_siblings(processors: &mut [Processor]) {
    // If a list was processed, each processor in it has siblings.
    let mut seen: HashSet<*const u32> = HashSet::new();
    for index in 0..processors.len() {
        let (siblings, package) = (processors[index].siblings.clone(), processors[index].package);
        if siblings.is_empty() || !seen.insert(siblings.as_ptr()) {
            continue;
        }
        let silent = processors
            .iter_mut()
            .filter(|other| other.siblings.is_empty() && siblings.binary_search(&other.cpu).is_ok());
        for other in silent {
            other.siblings.clone_from(&siblings);
            other.package = other.package.or(package);
        }
    }
}

fn fill(processor: &mut Processor, teller: &Processor, max: Option<&Claim>) {
    if processor.shares_clock.is_empty() {
        processor.shares_clock.clone_from(&teller.shares_clock);
    }
    // Equal lists are one.
    if !Rc::ptr_eq(&processor.shares_clock, &teller.shares_clock) {
        return; // The two do not agree on who shares: neither is believed about the other.
    }
    processor.package = processor.package.or(teller.package);
    let told = processor.claims.iter().any(|claim| claim.source == ClaimSource::CpuinfoMaxFreq);
    processor.claims.extend(max.filter(|_| !told));
}

fn place(processor: &Processor, x86: bool) -> Topology {
    let Processor { package, cluster, .. } = *processor;
    if x86 {
        // On x86 "cluster" is a group of cores around one cache, which is irrelevant to a clock.
        return Topology { package, cluster: None, siblings_from: None };
    }
    let told = package.is_some() || cluster.is_some();
    let lowest = processor.siblings.first().into_iter().chain(processor.shares_clock.first()).min();
    Topology { package, cluster, siblings_from: lowest.copied().filter(|_| !told) }
}

/// Every processor's identification register, as far as it is reported or inferred.
fn identify(info: &CpuInfo, processors: &[Processor]) -> Identified {
    let told = processors.iter().filter_map(|processor| {
        let (midr, source) = processor.midr?;
        Some((processor.cpu, (midr, source.to_owned())))
    });
    let mut identified: Identified = told.collect();
    if let Some(midr) = info.one_for_all
        && identified.is_empty()
    {
        let source = "/proc/cpuinfo, one entry for all; those switched on all claim one clock";
        let alike = online_and_alike(processors);
        identified.extend(alike.into_iter().map(|cpu| (cpu, (midr, source.to_owned()))));
    }
    let mut tellers: HashMap<*const u32, Option<u32>> = HashMap::new();
    let companions = processors.iter().filter_map(|processor| {
        let list = &processor.shares_clock;
        let first_known = || list.iter().copied().find(|cpu| identified.contains_key(cpu));
        let teller = (*tellers.entry(list.as_ptr()).or_insert_with(first_known))?;
        let (midr, _) = identified.get(&teller)?;
        Some((processor.cpu, (*midr, format!("cpu{teller}, which shares its clock"))))
    });
    let inferred: Vec<_> = companions.collect();
    for (cpu, midr) in inferred {
        identified.entry(cpu).or_insert(midr);
    }
    identified
}

/// The processors that are switched on, if they are indistinguishable: the one identification of an
/// old `/proc/cpuinfo` describes whichever of them read the file, and then applies to all.
/// Otherwise none.
fn online_and_alike(processors: &[Processor]) -> Vec<u32> {
    let max = |processor: &Processor| {
        let claims = processor.claims.iter();
        claims.clone().find(|claim| claim.source == ClaimSource::CpuinfoMaxFreq).map(|claim| claim.hz)
    };
    let online: Vec<&Processor> = processors.iter().filter(|processor| processor.online).collect();
    let alike = match online.as_slice() {
        [] => false,
        [_] => true,
        [first, rest @ ..] => max(first).is_some() && rest.iter().all(|other| max(other) == max(first)),
    };
    if alike { online.iter().map(|processor| processor.cpu).collect() } else { Vec::new() }
}

fn arm_kind(cpu: u32, identified: &Identified, info: &CpuInfo) -> CoreIdentity {
    let class = Fact::unknown("Linux ranks Arm cores by cpu_capacity only");
    if let Some((midr, source)) = identified.get(&cpu) {
        let name = match midr.name() {
            Some(name) => Fact::known(name.to_owned(), source),
            None => Fact::unknown(format!(
                "no table lists implementer {:#04x}, part {:#05x}",
                midr.implementer, midr.part
            )),
        };
        return CoreIdentity { name, id: Fact::known(CoreId::Arm(*midr), source), class };
    }
    let uarch = info.cpus.iter().find(|entry| entry.cpu == cpu).and_then(|entry| entry.uarch.clone());
    let reason = if info.one_for_all.is_some() {
        "/proc/cpuinfo identifies one core only, and not every core is like it"
    } else {
        "no file identifies this core (it may be switched off)"
    };
    let name = match uarch {
        Some(uarch) => Fact::known(uarch, "/proc/cpuinfo"),
        None => Fact::unknown(reason),
    };
    CoreIdentity { name, id: Fact::unknown(reason), class }
}

/// Facts common to all cores of an x86 machine.
struct X86Common {
    name: Fact<String>,
    id: Fact<CoreId>,
    /// The clock in the name that the kernel states.
    by_stated_name: Option<Claim>,
    classes: BTreeMap<u32, CoreClass>,
}

impl X86Common {
    fn read(evidence: &dyn Evidence, info: &CpuInfo) -> Self {
        let first = info.cpus.first();
        let unnamed = || Fact::unknown("neither cpuid nor /proc/cpuinfo names the processor");
        let name = match x86::brand(evidence) {
            Some(brand) => Fact::known(brand, "cpuid brand string"),
            None => unnamed(),
        };
        let stated = first.and_then(|entry| entry.model_name.clone());
        let id = match x86::identify(evidence) {
            Some(id) => Fact::known(id, "cpuid"),
            None => Fact::unknown("neither cpuid nor /proc/cpuinfo identifies the processor"),
        };
        let from_info = || match first.and_then(|entry| Some((entry.signature?, entry.vendor.clone()?))) {
            Some(((family, model, stepping), vendor)) => {
                Fact::known(CoreId::X86 { vendor, family, model, stepping }, "/proc/cpuinfo")
            }
            None => Fact::unknown("/proc/cpuinfo does not identify the processor"),
        };
        let by_stated_name = stated.as_deref().and_then(x86::brand_clock);
        Self {
            name: name.or_else(|| stated.map_or_else(unnamed, |name| Fact::known(name, "/proc/cpuinfo"))),
            id: id.or_else(from_info),
            by_stated_name,
            classes: classes(evidence),
        }
    }

    /// Claims from a core's registers and the processor's name.
    fn claims(&self, evidence: &dyn Evidence, cpu: u32) -> Vec<Claim> {
        let mut claims = x86::claims(evidence, cpu);
        if claims.iter().all(|claim| claim.source != ClaimSource::BrandString) {
            claims.extend(self.by_stated_name);
        }
        claims
    }

    fn kind(&self, evidence: &dyn Evidence, cpu: u32) -> CoreIdentity {
        let class = match self.classes.get(&cpu) {
            Some(class) => Fact::known(class.clone(), "the kernel's performance counters"),
            None => match x86::class(evidence, cpu) {
                Some((class, leaf)) => Fact::known(class, leaf),
                None => Fact::unknown("the processor reports no core types"),
            },
        };
        CoreIdentity { name: self.name.clone(), id: self.id.clone(), class }
    }
}

/// The kernel lists the cores of a hybrid Intel by the performance counters that they have.
fn classes(evidence: &dyn Evidence) -> BTreeMap<u32, CoreClass> {
    let listed = [
        ("cpu_core", CoreClass::Performance),
        ("cpu_atom", CoreClass::Efficiency),
        ("cpu_lowpower", CoreClass::Named("low power".into())),
    ];
    let mut classes = BTreeMap::new();
    for (counters, class) in listed {
        let list = evidence.file(&format!("/sys/devices/{counters}/cpus")).unwrap_or_default();
        let cpus = cpulist::parse(&list).unwrap_or_default();
        classes.extend(cpus.into_iter().map(|cpu| (cpu, class.clone())));
    }
    classes
}
