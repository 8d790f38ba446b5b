//! The system's information on the machine: lists, `/proc/cpuinfo`, files in any combination,
//! recorded hosts.

use std::time::Duration;
use trueghz::host::cpulist::{CPU_LIMIT, CpuListError};

use trueghz::host::{
    Evidence, Fact, LostTimeSampler, Machine, RecordedSystem, cpuinfo as info, cpulist as list,
};

/// The slowest and the fastest plausible clock of a core, in hertz.
const CLAIMS_HZ: std::ops::RangeInclusive<u64> = 1_000_000..=10_000_000_000;

/// A list of processors: all numbers in range, in order, each once; what is written is read back
/// the same; a number out of range is refused as such.
pub fn cpulist(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let too_large =
        |digits: &str| digits.parse::<u64>().map_or(!digits.is_empty(), |n| n >= u64::from(CPU_LIMIT));
    let any_too_large = text.split(|c: char| !c.is_ascii_digit()).any(too_large);
    match list::parse(text) {
        Ok(cpus) => {
            assert!(!any_too_large, "a number out of range was taken");
            assert!(cpus.is_sorted_by(|a, b| a < b) && cpus.iter().all(|&cpu| cpu < CPU_LIMIT));
            assert_eq!(list::parse(&list::format(&cpus)), Ok(cpus));
        }
        Err(CpuListError::TooLarge) => assert!(any_too_large, "no number is out of range"),
        Err(CpuListError::Malformed) => {}
    }
}

/// `/proc/cpuinfo`: no more processors than lines, all numbers in range, clocks that are numbers.
pub fn cpuinfo(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let parsed = info::parse(text);
    assert!(parsed.cpus.len() <= text.lines().count());
    for entry in &parsed.cpus {
        assert!(entry.cpu < CPU_LIMIT);
        assert!(entry.clock_hz.is_none_or(|hz| hz < 1_000_000_000_000));
    }
    let identified = parsed.cpus.iter().filter(|entry| entry.midr.is_some()).count();
    assert!(parsed.one_for_all.is_none() || identified == 0, "one for all, and one of its own");
}

/// Any files of a Linux machine: `== PATH` begins each.
pub fn files(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut recording =
        RecordedSystem { architecture: Some("aarch64".to_owned()), ..RecordedSystem::default() };
    for part in text.split("== ").skip(1) {
        let (path, content) = part.split_once('\n').unwrap_or((part, ""));
        recording.files.insert(path.to_owned(), content.to_owned());
    }
    read(&recording);
    lost_time(&recording);
    recording.architecture = Some("x86_64".to_owned());
    read(&recording);
}

/// Time lost until some of the system's numbers had grown: shares, or a reason why there are none.
fn lost_time(before: &RecordedSystem) {
    let mut after = before.clone();
    for text in after.files.values_mut() {
        *text = text.replace('1', "9");
    }
    for cpu in [None, Some(0), Some(1)] {
        let lost = LostTimeSampler::start(before).finish(&after, cpu, Duration::from_millis(500));
        for share in [&lost.stolen, &lost.throttled] {
            assert!(share.value().is_none_or(|share| (0.0..=1.0).contains(share)), "{lost:?}");
            reasoned(share);
        }
    }
}

/// A recorded host as `tests/devices` holds them: refused, or read and written the same.
pub fn recorded_host(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match RecordedSystem::from_json(text) {
        Ok(recording) => {
            let written = serde_json::to_string(&recording).expect("JSON");
            assert_eq!(RecordedSystem::from_json(&written).expect("what was just written"), recording);
            read(&recording);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads a machine: every processor once, in one cluster and one kind; clocks that cores have; a
/// reason for all that is unknown; and the whole outlives a file.
fn read(evidence: &dyn Evidence) {
    let machine = Machine::read(evidence);
    assert!(machine.cores.len() <= CPU_LIMIT as usize);
    let mut cpus: Vec<u32> = machine.cores.iter().map(|core| core.cpu).collect();
    cpus.sort_unstable();
    let mut of_clusters: Vec<u32> =
        machine.clusters.iter().flat_map(|cluster| cluster.cpus.clone()).collect();
    of_clusters.sort_unstable();
    assert_eq!(of_clusters, cpus);
    let mut of_kinds: Vec<u32> = machine.core_types().into_iter().flat_map(|kind| kind.cpus).collect();
    of_kinds.sort_unstable();
    assert_eq!(of_kinds, cpus);
    cpus.dedup();
    assert_eq!(cpus.len(), machine.cores.len(), "a processor twice");
    for core in &machine.cores {
        assert!(machine.clusters[core.cluster].cpus.contains(&core.cpu));
        assert!(core.claims.iter().all(|claim| CLAIMS_HZ.contains(&claim.hz)), "{:?}", core.claims);
        reasoned(&core.kind.name);
        reasoned(&core.capacity);
    }
    reasoned(&machine.device);
    reasoned(&machine.chip);
    reasoned(&machine.load);
    let json = serde_json::to_string(&machine).expect("JSON");
    assert_eq!(serde_json::from_str::<Machine>(&json).expect("what was just written"), machine);
}

fn reasoned<T>(fact: &Fact<T>) {
    if let Fact::Unknown { reason } = fact {
        assert!(!reason.is_empty(), "unknown, and nobody says why");
    }
}
