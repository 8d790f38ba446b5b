//! Files of sysfs and proc that do not hold what they should.

use std::fs;
use std::os::unix::fs::symlink;

use trueghz::host::{Core, Evidence, FILE_LIMIT_BYTES, Fact, Machine, ReadError, RecordedSystem, cpulist};
use trueghz::run::target::Selection;

use crate::environment::{Phone, true_hz};
use crate::root::{CPUS, Root, cpus, damages, files_of, phone};
use crate::stand::expect;
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "Files that do not hold what they should",
    about: "A made-up phone of two kinds of core, whose files are damaged one after the other. The number \
        of core 2 must be the same to the last bit as on the sound phone.",
    rows: &[
        Row {
            fault: "any one file absent",
            outcome: "\"unknown\" with a reason; the number unaffected",
            proof: any_one_absent,
        },
        Row {
            fault: "any one file empty, blank, binary, of zero bytes, 1 MB long, a huge or a negative \
                number, words, a huge range",
            outcome: "the same, and bounded memory",
            proof: any_one_damaged,
        },
        Row { fault: "every file so, at once", outcome: "the same", proof: all_damaged },
        Row { fault: "no file at all", outcome: "the same", proof: no_file_at_all },
        Row {
            fault: "files that contradict each other: policies, identifications",
            outcome: "the one that its own core bears out, or unknown",
            proof: contradictions,
        },
        Row {
            fault: "links that lead nowhere, or round in circles",
            outcome: "\"unknown\" with a reason; the number unaffected",
            proof: loops_of_links,
        },
        Row { fault: "a pipe in a file's place", outcome: "the same, and no waiting", proof: a_pipe },
        Row { fault: "no processor listed", outcome: "the right list: none", proof: || listed("", "") },
        Row { fault: "1 processor", outcome: "the right list", proof: || listed("0", "0") },
        Row { fault: "1,024 processors", outcome: "the right list", proof: || listed("0-1023", "0-1023") },
        Row {
            fault: "sparse processors",
            outcome: "the right list",
            proof: || listed("8191,5,0,63-64", "0,5,63-64,8191"),
        },
        Row {
            fault: "processors plugged out, one with its files, three without",
            outcome: "the right list, with what their companions tell",
            proof: plugged_out,
        },
    ],
};

/// Maximum size of a machine with all its facts in JSON, whatever its files contained: with four
/// cores it is 5 kB, and two files of the limit may be quoted in it.
const BOUND_BYTES: usize = 4 * FILE_LIMIT_BYTES;

/// Returns the reading of core 2 of a phone with this machine information, in hertz and in words.
fn number(host: &Machine) -> (f64, String) {
    let readings = Phone { host: host.clone(), ..Phone::new(0) }.read(Selection::Cpus(vec![2]));
    let seen = expect(&readings[0]).steady().right_to(true_hz(2, 0), 100.0).seen();
    (readings[0].hz().unwrap_or(f64::NAN), seen)
}

/// Asserts that the reading equals the one of the sound phone.
fn number_unaffected(host: &Machine) -> String {
    let (sound, found) = (number(&phone().machine()), number(host));
    // If it is unknown whether the core is shared, the windows are assessed differently.
    let apart = (sound.0 / found.0 - 1.0).abs();
    assert!(apart < 2e-6 && sound.1 == found.1, "{sound:?} and {found:?}");
    format!("the number unaffected: {}", found.1)
}

fn assert_bounded(machine: &Machine, place: &str) {
    let bytes = serde_json::to_string(machine).expect("JSON").len();
    assert!(bytes < BOUND_BYTES, "{place}: {bytes} bytes");
}

/// Returns `true` if everything is known, or unknown with a reason.
fn reasoned(core: &Core) -> bool {
    let name = match &core.kind.name {
        Fact::Known { value, .. } => value,
        Fact::Unknown { reason } => reason,
    };
    let capacity = core.capacity.value().is_some()
        || matches!(&core.capacity, Fact::Unknown { reason } if !reason.is_empty());
    !name.is_empty() && capacity
}

/// Asserts that one damaged file leaves the rest intact: the others still show four cores, and the
/// core type of all those that were not hit; no claim is made up.
fn assert_sound_rest(machine: &Machine, place: &str) {
    assert_eq!(machine.cores.iter().filter(|core| core.cpu < 4).count(), 4, "{place}: {}", cpus(machine));
    let named = machine.cores.iter().filter(|core| core.kind.name.is_known()).count();
    assert!(named >= 3, "{place}");
    for claim in machine.cores.iter().flat_map(|core| &core.claims) {
        assert!([1_800_000_000, 2_400_000_000].contains(&claim.hz), "{place}: {claim:?}");
    }
    assert!(machine.cores.iter().all(reasoned), "{place}");
    assert_bounded(machine, place);
}

/// Damages every file in turn, as `damage` does with its path, and looks at the machine.
fn each_file(mut damage: impl FnMut(&std::path::Path)) -> Vec<Machine> {
    let root = phone();
    let files = files_of(&root);
    assert!(files.len() > 15);
    let machine = |file: &String| {
        let path = root.path(file);
        let sound = fs::read(&path).expect("a file of the phone");
        damage(&path);
        let machine = root.machine();
        assert_sound_rest(&machine, file);
        fs::write(&path, sound).expect("a file of the phone");
        machine
    };
    files.iter().map(machine).collect()
}

fn any_one_absent() -> String {
    let machines = each_file(|path| fs::remove_file(path).expect("it was there"));
    assert!(machines.iter().all(|machine| cpus(machine) == "0-3"));
    let seen: Vec<String> = machines.iter().map(number_unaffected).collect();
    format!("four cores, three kinds known at least; {}", seen[0])
}

fn any_one_damaged() -> String {
    for (_, content) in damages() {
        each_file(|path| fs::write(path, &content).expect("a file of the phone"));
    }
    let [sound, ..] = &each_file(|_| ())[..] else { panic!("no files") };
    let told = "four cores, three kinds known at least, no claim made up; below 256 kB";
    format!("{told}; {}", number_unaffected(sound))
}

fn all_damaged() -> String {
    let mut seen = Vec::new();
    for (damage, content) in damages() {
        let mut root = phone().with("proc/cpuinfo", "");
        for file in files_of(&root) {
            root = root.with(&file, &content);
        }
        let machine = root.machine();
        let nothing = |core: &Core| !core.kind.name.is_known() && core.claims.is_empty() && reasoned(core);
        assert!(machine.cores.iter().all(nothing), "{damage}: {}", cpus(&machine));
        assert_bounded(&machine, damage);
        seen.push(number_unaffected(&machine));
    }
    format!("no kind, no claim, each with a reason; below 256 kB; {}", seen[0])
}

fn no_file_at_all() -> String {
    let machine = Root::new().machine();
    assert!(machine.cores.is_empty() && machine.clusters.is_empty() && machine.core_types().is_empty());
    assert!(!machine.chip.is_known() && !machine.device.is_known() && !machine.load.is_known());
    assert!(!machine.virtualisation.is_known(), "absence of signs proves no real hardware");
    format!("no core, no chip, no device; {}", number_unaffected(&machine))
}

fn contradictions() -> String {
    // A policy that does not contain its own processor was read in the middle of a change: its
    // clock belongs to another one.
    let folder = format!("{CPUS}/cpu0/cpufreq");
    let moved = || {
        phone()
            .with(&format!("{folder}/related_cpus"), "2-3\n")
            .with(&format!("{folder}/cpuinfo_max_freq"), "2400000\n")
    };
    // The other processor of the true policy still lists this one.
    assert_eq!(moved().machine().claim(0).map(|claim| claim.hz), Some(1_800_000_000));
    let alone = moved().with(&format!("{CPUS}/cpu1/cpufreq/related_cpus"), "1\n").machine();
    assert_eq!(alone.core(0).map(|core| core.claims.len()), Some(0));

    // Two identifications of one core: the register takes precedence over the file made from it.
    let info = "processor: 0\nCPU implementer: 0x41\nCPU variant: 0\nCPU part: 0xd03\nCPU revision: 4\n\n\
        processor: 1\nCPU implementer: 0x41\nCPU variant: 0\nCPU part: 0xd03\nCPU revision: 4\n";
    let machine = phone().with("proc/cpuinfo", info).machine();
    let name = machine.core(0).and_then(|core| core.kind.name.value().cloned());
    assert_eq!(name.as_deref(), Some("Cortex-A55"));
    format!("the register's name; the other core's claim, or none; {}", number_unaffected(&alone))
}

fn loops_of_links() -> String {
    let root = phone();
    let folder = root.path(&format!("{CPUS}/cpu0/cpufreq"));
    let link = |to: &str, path: &str| symlink(to, root.path(path)).expect("a link");
    fs::remove_dir_all(&folder).expect("the policy");
    fs::remove_file(root.path(&format!("{CPUS}/online"))).expect("the list");
    link("../cpu0/cpufreq", &format!("{CPUS}/cpu0/cpufreq"));
    link("online", &format!("{CPUS}/online"));
    link("..", &format!("{CPUS}/cpu7"));
    link("nowhere", "proc/cpuinfo");
    let machine = root.machine();
    assert_eq!(cpus(&machine), "0-3");
    assert_eq!(machine.claim(2).map(|claim| claim.hz), Some(2_400_000_000));
    let online = root.evidence().file("/sys/devices/system/cpu/online");
    assert!(matches!(online, Err(ReadError::Unreadable(..))), "{online:?}");
    format!("four cores; \"could not be read\"; {}", number_unaffected(&machine))
}

fn a_pipe() -> String {
    let root = phone();
    let path = root.path("proc/cpuinfo");
    let name = std::ffi::CString::new(path.to_str().expect("UTF-8")).expect("no zero");
    // SAFETY: the path ends in zero.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    let machine = root.machine();
    assert_eq!(cpus(&machine), "0-3");
    let answer = root.evidence().file("/proc/cpuinfo");
    assert!(matches!(answer, Err(ReadError::Unreadable(..))), "{answer:?}");
    format!("four cores; \"could not be read\"; {}", number_unaffected(&machine))
}

/// Asserts how a list of processors is read.
fn listed(written: &str, expected: &str) -> String {
    let mut recording = RecordedSystem::default();
    recording.files.insert("/sys/devices/system/cpu/online".into(), format!("{written}\n"));
    let machine = Machine::read(&recording);
    assert_eq!(cpus(&machine), expected);
    assert!(machine.cores.iter().all(|core| core.online));
    let count = cpulist::parse(expected).map(|cpus| cpus.len());
    assert_eq!(count, Ok(machine.cores.len()));
    format!("{} cores", machine.cores.len())
}

fn plugged_out() -> String {
    let off = phone().with(&format!("{CPUS}/online"), "0\n").machine();
    assert_eq!(cpus(&off), "0-3");
    let online: Vec<u32> = off.cores.iter().filter(|core| core.online).map(|core| core.cpu).collect();
    assert_eq!(online, [0]);

    // A switched-off core has lost its files; its companion still provides its clock and core type.
    let root = phone();
    fs::remove_dir_all(root.path(&format!("{CPUS}/cpu3"))).expect("the core's folder");
    let machine = root.machine();
    assert_eq!(machine.claim(3).map(|claim| claim.hz), Some(2_400_000_000));
    let name = machine.core(3).map(|core| &core.kind.name);
    let from_companion = |name: &Fact<String>| match name {
        Fact::Known { value, source } => value == "Cortex-A78" && source.starts_with("cpu2"),
        Fact::Unknown { .. } => false,
    };
    assert!(name.is_some_and(from_companion), "{name:?}");
    "four cores, one on-line; kind and claim of the core without files from its companion".to_owned()
}
