//! Recorded machines, each compared with public information on it: see tests/devices/README.md.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use trueghz_host::{
    ClaimSource, Core, CoreClass, Fact, Machine, RecordedSystem, SystemRecorder, Virtualisation, cpulist,
};

/// Required findings, from `<device>.expected.json`. A list of processors is in the kernel's form
/// (`0-3,7`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// Publicly known facts, in words.
    public: String,
    /// The chip's name, or none if the recording does not contain it.
    chip: Option<String>,
    cores: Vec<ExpectedCores>,
    clusters: Vec<String>,
    kinds: Vec<String>,
    offline: String,
    #[serde(default)]
    device: Option<String>,
    #[serde(default)]
    virtualisation: Option<String>,
    #[serde(default)]
    smt: BTreeMap<String, Vec<u32>>,
}

/// Cores with the same known facts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedCores {
    cpus: String,
    /// The core's name, or none if the recording does not prove one.
    core: Option<String>,
    /// The best claim of its highest clock.
    claim_khz: Option<u64>,
    #[serde(default)]
    class: Option<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/devices")
}

fn names_ending_in(suffix: &str) -> Vec<String> {
    let names =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| name.strip_suffix(suffix).map(str::to_owned)).collect();
    names.sort();
    names
}

fn devices() -> Vec<String> {
    names_ending_in(".expected.json")
}

fn recording(device: &str) -> RecordedSystem {
    let json = fs::read_to_string(folder().join(format!("{device}.json"))).unwrap();
    RecordedSystem::from_json(&json).unwrap_or_else(|error| panic!("{device}: {error}"))
}

fn expected(device: &str) -> Expected {
    let json = fs::read_to_string(folder().join(format!("{device}.expected.json"))).unwrap();
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{device}: {error}"))
}

fn list(text: &str) -> Vec<u32> {
    cpulist::parse(text).unwrap()
}

/// Differences between the findings and the known facts; empty if there are none.
fn differences(machine: &Machine, expected: &Expected) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |what: &str, found: String, wanted: String| {
        if found != wanted {
            wrong.push(format!("{what}: found {found}, wanted {wanted}"));
        }
    };
    let all: Vec<u32> = expected.cores.iter().flat_map(|cores| list(&cores.cpus)).collect();
    let found: Vec<u32> = machine.cores.iter().map(|core| core.cpu).collect();
    check("cores", cpulist::format(&found), cpulist::format(&all));
    let off: Vec<u32> = machine.cores.iter().filter(|core| !core.online).map(|core| core.cpu).collect();
    check("offline", cpulist::format(&off), expected.offline.clone());
    check("chip", format!("{:?}", machine.chip.value()), format!("{:?}", expected.chip.as_ref()));
    let clusters: Vec<String> =
        machine.clusters.iter().map(|cluster| cpulist::format(&cluster.cpus)).collect();
    check("clusters", format!("{clusters:?}"), format!("{:?}", expected.clusters));
    let kinds: Vec<String> = machine.core_types().iter().map(|kind| cpulist::format(&kind.cpus)).collect();
    check("kinds", format!("{kinds:?}"), format!("{:?}", expected.kinds));
    if let Some(device) = &expected.device {
        check("device", format!("{:?}", machine.device.value()), format!("{:?}", Some(device)));
    }
    for cores in &expected.cores {
        for core in list(&cores.cpus).iter().filter_map(|&cpu| machine.core(cpu)) {
            check_core(core, cores, &mut check);
        }
    }
    for (cpu, siblings) in &expected.smt {
        let found = machine.core(cpu.parse().unwrap()).map(|core| core.smt_siblings.clone());
        check(&format!("cpu{cpu} SMT"), format!("{found:?}"), format!("{:?}", Some(siblings)));
    }
    wrong
}

fn check_core(core: &Core, cores: &ExpectedCores, check: &mut impl FnMut(&str, String, String)) {
    let cpu = core.cpu;
    let name = core.kind.name.value();
    check(&format!("cpu{cpu} name"), format!("{name:?}"), format!("{:?}", cores.core.as_ref()));
    let khz = core.claim().map(|claim| claim.hz / 1000);
    check(&format!("cpu{cpu} claim"), format!("{khz:?}"), format!("{:?}", cores.claim_khz));
    let class = core.kind.class.value().map(CoreClass::label);
    check(&format!("cpu{cpu} class"), format!("{class:?}"), format!("{:?}", cores.class));
}

#[test]
fn every_recording_has_its_expectations() {
    let mut recordings = names_ending_in(".json");
    recordings.retain(|name| !name.ends_with(".expected"));
    assert_eq!(recordings, devices());
    assert!(recordings.iter().filter(|name| !name.starts_with("synthetic-")).count() >= 30);
}

#[test]
fn machines_are_what_is_known_of_them() {
    let mut failures = Vec::new();
    for device in devices() {
        let expected = expected(&device);
        let machine = Machine::read(&recording(&device));
        let wrong = differences(&machine, &expected);
        if !wrong.is_empty() {
            failures.push(format!("{device} ({})\n  {}", expected.public, wrong.join("\n  ")));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn synthetic_recordings_say_so() {
    for device in devices() {
        let origin = recording(&device).origin;
        let synthetic = device.starts_with("synthetic-");
        assert_eq!(origin.starts_with("SYNTHETIC"), synthetic, "{device}: {origin}");
        let has_source = origin.contains("BSD-2-Clause") || origin.starts_with("recorded by trueghz");
        assert_eq!(has_source, !synthetic, "{device}: {origin}");
    }
}

#[test]
fn virtual_machines_are_recognised_and_need_not_be() {
    let mut checked = 0;
    for device in devices() {
        let Some(wanted) = expected(&device).virtualisation else {
            continue;
        };
        let machine = Machine::read(&recording(&device));
        let found = match machine.virtualisation.value() {
            Some(Virtualisation::None) => "none",
            Some(Virtualisation::Hypervisor { name } | Virtualisation::Emulator { name }) => name,
            None => "unknown",
        };
        assert_eq!(found, wanted, "{device}");
        checked += 1;
    }
    assert_eq!(checked, 3);
}

#[test]
fn machines_survive_json() {
    for device in devices() {
        let machine = Machine::read(&recording(&device));
        let json = serde_json::to_string(&machine).unwrap();
        assert_eq!(serde_json::from_str::<Machine>(&json).unwrap(), machine, "{device}");
    }
}

#[test]
fn what_is_recorded_of_a_machine_reads_back_to_it() {
    for device in devices() {
        let recorded = recording(&device);
        let recorder = SystemRecorder::new(&recorded);
        let machine = Machine::read(&recorder);
        assert_eq!(machine, Machine::read(&recorded), "{device}: the recorder hides nothing");
        let json = recorder.recording(&recorded.device, &recorded.origin).to_json();
        assert!(!json.contains("Serial"), "{device}");
        assert_eq!(Machine::read(&RecordedSystem::from_json(&json).unwrap()), machine, "{device}");
    }
}

#[test]
fn what_is_unknown_says_why() {
    for device in devices() {
        let machine = Machine::read(&recording(&device));
        let names = machine.cores.iter().map(|core| &core.kind.name);
        for fact in names.chain([&machine.device, &machine.chip, &machine.system.version]) {
            match fact {
                Fact::Known { source, .. } => assert!(!source.is_empty(), "{device}"),
                Fact::Unknown { reason } => assert!(reason.len() > 10, "{device}: {reason:?}"),
            }
        }
    }
}

#[test]
fn hints_about_heat_power_and_load() {
    let laptop = Machine::read(&recording("synthetic-hybrid-intel"));
    let zones = &laptop.thermal.value().unwrap().zones;
    assert_eq!((zones[0].name.as_str(), zones[0].millicelsius), ("x86_pkg_temp", 47_000));
    assert_eq!(laptop.low_power.value(), Some(&false));
    assert_eq!(laptop.load.value().map(|load| load.load_average_1_min), Some(0.25));
    assert_eq!(laptop.system.name, "Example Linux 1");

    let phone = Machine::read(&recording("synthetic-iphone-13"));
    assert!(!phone.thermal.is_known() && !phone.low_power.is_known());
    assert_eq!(phone.system.version.value().map(String::as_str), Some("18.1"));
    assert!(!phone.has_os_cpu_ids, "iOS tells no numbers");
}

#[test]
fn every_clock_that_an_intel_states() {
    let laptop = Machine::read(&recording("synthetic-hybrid-intel"));
    let claims: Vec<(ClaimSource, u64)> =
        laptop.core(4).unwrap().claims.iter().map(|claim| (claim.source, claim.hz / 1_000_000)).collect();
    let wanted = [
        (ClaimSource::CpuinfoMaxFreq, 3300),
        (ClaimSource::CpuidMax, 3300),
        (ClaimSource::BaseFrequency, 900),
        (ClaimSource::CpuidBase, 900),
        (ClaimSource::CpuidTsc, 2496),
    ];
    assert_eq!(claims, wanted);
}
