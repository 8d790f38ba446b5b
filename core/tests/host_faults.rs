//! Reading the machine must come out whatever the files hold, and acting on it must refuse honestly.

use std::fs;
use std::path::Path;
use tempfile::TempDir;
use trueghz::host::{
    Absent, ClaimSource, Evidence, FILE_LIMIT_BYTES, Fact, Folder, Machine, Recording, cpulist,
};

const CPUS: &str = "sys/devices/system/cpu";

/// A made-up root folder.
struct Root(TempDir);

impl Root {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn with(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.0.path().join(path)
    }

    fn evidence(&self) -> Folder {
        Folder::new(self.0.path()).with_architecture("aarch64")
    }

    fn machine(&self) -> Machine {
        Machine::read(&self.evidence())
    }
}

/// A healthy phone with two kinds of core, to be damaged.
fn phone() -> Root {
    let mut root = Root::new()
        .with(&format!("{CPUS}/online"), "0-3\n")
        .with(&format!("{CPUS}/present"), "0-3\n")
        .with("proc/loadavg", "0.5 0.4 0.3 1/200 3\n");
    for cpu in 0..4 {
        let (midr, khz, group) =
            if cpu < 2 { ("0x410fd051", "1800000", "0-1") } else { ("0x410fd411", "2400000", "2-3") };
        let folder = format!("{CPUS}/cpu{cpu}");
        root = root
            .with(&format!("{folder}/regs/identification/midr_el1"), midr)
            .with(&format!("{folder}/cpufreq/cpuinfo_max_freq"), khz)
            .with(&format!("{folder}/cpufreq/related_cpus"), group)
            .with(&format!("{folder}/cpu_capacity"), if cpu < 2 { "400" } else { "1024" });
    }
    root
}

fn cpus(machine: &Machine) -> String {
    cpulist::format(&machine.cores.iter().map(|core| core.cpu).collect::<Vec<_>>())
}

fn kinds(machine: &Machine) -> Vec<(String, String)> {
    let kinds = machine.kinds();
    kinds.into_iter().map(|kind| (kind.name, cpulist::format(&kind.cpus))).collect()
}

#[test]
fn the_healthy_phone_is_understood() {
    let machine = phone().machine();
    let two = [("Cortex-A55", "0-1"), ("Cortex-A78", "2-3")].map(|(name, cpus)| (name.into(), cpus.into()));
    assert_eq!(kinds(&machine), two);
    assert_eq!(machine.claim(3).map(|claim| claim.hz), Some(2_400_000_000));
}

/// Every file of the phone, by its path below the root.
fn files_of(root: &Root) -> Vec<String> {
    fn walk(folder: &Path, root: &Path, files: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, files);
            } else {
                files.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let mut files = Vec::new();
    walk(root.0.path(), root.0.path(), &mut files);
    files.sort();
    files
}

/// What may stand in a file's place.
fn damages() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("empty", Vec::new()),
        ("blank", b" \n\n".to_vec()),
        ("binary", (0..=255).collect()),
        ("zero bytes", vec![0; 100]),
        ("one megabyte of digits", vec![b'1'; 1 << 20]),
        ("one megabyte of lines", b"processor\t: 1\n".repeat(75_000)),
        ("a huge number", b"99999999999999999999999999\n".to_vec()),
        ("a negative number", b"-5\n".to_vec()),
        ("words", b"<unsupported>\n".to_vec()),
        ("a huge range", b"0-4294967295\n".to_vec()),
    ]
}

#[test]
fn any_one_file_may_be_broken() {
    let root = phone();
    let files = files_of(&root);
    assert!(files.len() > 15);
    for file in &files {
        let path = root.path(file);
        let sound = fs::read(&path).unwrap();
        for (damage, content) in damages() {
            fs::write(&path, content).unwrap();
            let machine = root.machine();
            let context = format!("{file}: {damage}: {}", cpus(&machine));
            // The other files still tell of four cores, and of the kind of all those that were not hit.
            assert!(machine.cores.iter().filter(|core| core.cpu < 4).count() == 4, "{context}");
            let named = machine.cores.iter().filter(|core| core.kind.name.is_known()).count();
            assert!(named >= 3, "{context}");
            for claim in machine.cores.iter().flat_map(|core| &core.claims) {
                assert!([1_800_000_000, 2_400_000_000].contains(&claim.hz), "{context}: {claim:?}");
            }
        }
        fs::remove_file(&path).unwrap();
        assert_eq!(cpus(&root.machine()), "0-3", "{file}: absent");
        fs::write(&path, sound).unwrap();
    }
}

#[test]
fn every_file_may_be_broken_at_once() {
    for (damage, content) in damages() {
        let mut root = phone().with("proc/cpuinfo", "");
        for file in files_of(&root) {
            root = root.with(&file, &content);
        }
        let machine = root.machine();
        let context = format!("{damage}: {}", cpus(&machine));
        assert!(machine.cores.iter().all(|core| !core.kind.name.is_known()), "{context}");
        assert!(machine.cores.iter().all(|core| core.claims.is_empty()), "{context}");
    }
}

#[test]
fn an_empty_folder_is_a_machine_of_which_nothing_is_known() {
    let machine = Root::new().machine();
    assert!(machine.cores.is_empty() && machine.clusters.is_empty() && machine.kinds().is_empty());
    assert!(!machine.chip.is_known() && !machine.device.is_known() && !machine.load.is_known());
    assert!(!machine.virtualisation.is_known(), "absence of signs proves no real hardware");
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_or_round_in_circles() {
    use std::os::unix::fs::symlink;
    let root = phone();
    let folder = root.path(&format!("{CPUS}/cpu0/cpufreq"));
    fs::remove_dir_all(&folder).unwrap();
    symlink("../cpu0/cpufreq", &folder).unwrap();
    fs::remove_file(root.path(&format!("{CPUS}/online"))).unwrap();
    symlink("online", root.path(&format!("{CPUS}/online"))).unwrap();
    symlink("..", root.path(&format!("{CPUS}/cpu7"))).unwrap();
    symlink("nowhere", root.path("proc/cpuinfo")).unwrap();
    let machine = root.machine();
    assert_eq!(cpus(&machine), "0-3");
    assert_eq!(machine.claim(2).map(|claim| claim.hz), Some(2_400_000_000));

    let online = root.evidence().file("/sys/devices/system/cpu/online");
    assert!(matches!(online, Err(Absent::Unreadable(..))), "{online:?}");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_files_place_does_not_hold_the_reader_up() {
    let root = phone();
    let path = root.path("proc/cpuinfo");
    let name = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
    // SAFETY: the path ends in zero.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    assert_eq!(cpus(&root.machine()), "0-3");
    let answer = root.evidence().file("/proc/cpuinfo");
    assert!(matches!(answer, Err(Absent::Unreadable(..))), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn refusal_is_told_from_absence() {
    use std::os::unix::fs::PermissionsExt;
    let root = phone();
    let path = root.path("proc/loadavg");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything; then there is nothing to see here.
    if fs::read(&path).is_err() {
        assert!(matches!(root.evidence().file("/proc/loadavg"), Err(Absent::Refused(_))));
    }
    assert!(matches!(root.evidence().file("/proc/none"), Err(Absent::NotThere(_))));
}

#[test]
fn files_are_read_up_to_a_limit() {
    let line = "processor\t: 0\n";
    let long = line.repeat(FILE_LIMIT_BYTES / line.len() + 2);
    let exact = "x".repeat(FILE_LIMIT_BYTES);
    let root = Root::new().with("long", &long).with("exact", &exact).with("binary", [b'a', 0, b'b']);
    let evidence = root.evidence();
    assert_eq!(evidence.file("/long"), Err(Absent::TooLarge("/long".into())));
    let head = evidence.head("/long").unwrap();
    assert!(head.len() <= FILE_LIMIT_BYTES && head.len() > FILE_LIMIT_BYTES - line.len());
    assert!(head.ends_with(line));
    assert_eq!(evidence.file("/exact").map(|text| text.len()), Ok(FILE_LIMIT_BYTES));
    assert_eq!(evidence.file("/binary"), Err(Absent::NotText("/binary".into())));
    assert!(matches!(evidence.file("/"), Err(Absent::Unreadable(..))));
}

#[test]
fn any_number_of_processors() {
    for (list, count) in [("0", 1), ("0-1023", 1024), ("0,5,63-64,8191", 5), ("3", 1)] {
        let mut recording = Recording::default();
        recording.files.insert("/sys/devices/system/cpu/online".into(), format!("{list}\n"));
        let machine = Machine::read(&recording);
        assert_eq!(machine.cores.len(), count, "{list}");
        assert_eq!(cpus(&machine), list);
        assert!(machine.cores.iter().all(|core| core.online));
    }
}

#[test]
fn a_thousand_alike_cores_are_one_kind() {
    let mut recording = Recording::default();
    recording.files.insert("/sys/devices/system/cpu/online".into(), "0-1023\n".into());
    for cpu in 0..1024 {
        let folder = format!("/sys/devices/system/cpu/cpu{cpu}");
        let midr = format!("{folder}/regs/identification/midr_el1");
        recording.files.insert(midr, "0x00000000413fd0c1\n".into());
        let package = format!("{folder}/topology/physical_package_id");
        recording.files.insert(package, format!("{}\n", cpu / 128));
    }
    let machine = Machine::read(&recording);
    assert_eq!(machine.clusters.len(), 8);
    assert_eq!(kinds(&machine), [("Neoverse N1".to_owned(), "0-1023".to_owned())]);
}

#[test]
fn processors_that_are_plugged_in_and_out() {
    let off = phone().with(&format!("{CPUS}/online"), "0\n").machine();
    assert_eq!(cpus(&off), "0-3");
    let online: Vec<u32> = off.cores.iter().filter(|core| core.online).map(|core| core.cpu).collect();
    assert_eq!(online, [0]);

    // A switched-off core has lost its files; its companion still tells its clock and kind.
    let root = phone();
    fs::remove_dir_all(root.path(&format!("{CPUS}/cpu3"))).unwrap();
    let machine = root.machine();
    assert_eq!(machine.claim(3).map(|claim| claim.hz), Some(2_400_000_000));
    let core = machine.core(3).unwrap();
    assert!(matches!(&core.kind.name, Fact::Known { value, source }
        if value == "Cortex-A78" && source.starts_with("cpu2")));
}

#[test]
fn lists_that_contradict_each_other() {
    // A policy that does not hold its own processor was caught in the middle of a change: its clock is
    // another's.
    let folder = format!("{CPUS}/cpu0/cpufreq");
    let moved = || {
        phone()
            .with(&format!("{folder}/related_cpus"), "2-3\n")
            .with(&format!("{folder}/cpuinfo_max_freq"), "2400000\n")
    };
    // The other processor of the true policy still names this one.
    assert_eq!(moved().machine().claim(0).map(|claim| claim.hz), Some(1_800_000_000));
    let alone = moved().with(&format!("{CPUS}/cpu1/cpufreq/related_cpus"), "1\n").machine();
    assert_eq!(alone.core(0).unwrap().claims, []);

    // Two identifications of one core: the register itself is believed, not the file made from it.
    let info = "processor: 0\nCPU implementer: 0x41\nCPU variant: 0\nCPU part: 0xd03\nCPU revision: 4\n\n\
        processor: 1\nCPU implementer: 0x41\nCPU variant: 0\nCPU part: 0xd03\nCPU revision: 4\n";
    let machine = phone().with("proc/cpuinfo", info).machine();
    assert_eq!(machine.core(0).unwrap().kind.name.value().map(String::as_str), Some("Cortex-A55"));
}

#[test]
fn a_moments_clock_is_never_the_highest() {
    let mut recording = Recording::default();
    recording.files.insert("/sys/devices/system/cpu/online".into(), "0\n".into());
    let current = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq";
    recording.files.insert(current.into(), "1200000\n".into());
    let machine = Machine::read(&recording);
    assert_eq!(machine.cores[0].claims[0].source, ClaimSource::ScalingCurFreq);
    assert_eq!(machine.claim(0), None);
}

#[test]
fn the_device_trees_clock_is_believed_if_all_cores_share_it() {
    let tree = |clocks: [&str; 2]| {
        let mut recording = Recording::default();
        recording.files.insert("/sys/devices/system/cpu/online".into(), "0-1\n".into());
        for (node, clock) in ["cpu@0", "cpu@100"].iter().zip(clocks) {
            let path = format!("/proc/device-tree/cpus/{node}/clock-frequency");
            recording.binary_files.insert(path, clock.into());
        }
        Machine::read(&recording).claim(1).map(|claim| (claim.hz, claim.source))
    };
    // 1.5 GHz as one cell, and as two.
    assert_eq!(tree(["59682f00"; 2]), Some((1_500_000_000, ClaimSource::DeviceTree)));
    assert_eq!(tree(["0000000059682f00"; 2]), Some((1_500_000_000, ClaimSource::DeviceTree)));
    assert_eq!(tree(["59682f00", "3b9aca00"]), None);
    assert_eq!(tree(["59682f", "59682f"]), None);
}
