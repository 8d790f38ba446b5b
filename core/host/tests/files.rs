//! How the files of a machine are interpreted. Files with invalid contents:
//! core/tests/faults/files.rs.

use trueghz_host::{
    ClaimSource, Evidence, FILE_LIMIT_BYTES, Fact, Machine, Platform, ReadError, RecordedSystem,
    Virtualisation,
};

mod root;

use root::{Root, kinds, phone};

#[test]
fn the_healthy_phone_is_understood() {
    let machine = phone().machine();
    let two = [("Cortex-A55", "0-1"), ("Cortex-A78", "2-3")].map(|(name, cpus)| (name.into(), cpus.into()));
    assert_eq!(kinds(&machine), two);
    assert_eq!(machine.claim(3).map(|claim| claim.hz), Some(2_400_000_000));
}

#[test]
fn a_core_can_be_shared_unless_something_says_that_it_cannot() {
    let board = phone().machine();
    assert!(!board.can_share_a_core(Some(0)) && !board.can_share_a_core(None));
    let on = |platform: Platform, architecture: &str, virtualisation: Option<Virtualisation>| {
        let mut machine = board.clone();
        machine.system.platform = platform;
        machine.architecture = architecture.to_owned();
        machine.virtualisation =
            virtualisation.map_or(Fact::unknown("untold"), |it| Fact::known(it, "a test"));
        machine
    };
    let hypervisor = || Some(Virtualisation::Hypervisor { name: "KVM".to_owned() });
    let bare_pc = on(Platform::Linux, "x86_64", Some(Virtualisation::None));
    assert!(!bare_pc.can_share_a_core(Some(1)));
    for (machine, what) in [
        (on(Platform::Linux, "x86_64", None), "of x86, and maybe virtual"),
        (on(Platform::Linux, "x86_64", hypervisor()), "a guest of x86"),
        (on(Platform::Linux, "aarch64", hypervisor()), "a guest of Arm"),
        (on(Platform::Macos, "x86_64", Some(Virtualisation::None)), "a Mac of Intel"),
    ] {
        assert!(machine.can_share_a_core(Some(1)), "{what}");
    }
    let mut with_siblings = bare_pc;
    with_siblings.cores[1].smt_siblings = vec![3];
    assert!(with_siblings.can_share_a_core(Some(1)) && with_siblings.can_share_a_core(None));
    assert!(!with_siblings.can_share_a_core(Some(0)));
    let mut unlisted = board.clone();
    unlisted.cores.clear();
    assert!(unlisted.can_share_a_core(Some(0)), "nothing is known of it");
    unlisted.system.platform = Platform::Android;
    assert!(!unlisted.can_share_a_core(None), "a phone");
    unlisted.system.platform = Platform::Ios;
    unlisted.virtualisation =
        Fact::known(Virtualisation::Hypervisor { name: "Apple's".to_owned() }, "a test");
    assert!(!unlisted.can_share_a_core(None), "of Apple");
}

#[cfg(unix)]
#[test]
fn refusal_is_told_from_absence() {
    use std::os::unix::fs::PermissionsExt;
    let root = phone();
    let path = root.path("proc/loadavg");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything; then there is nothing to see here.
    if std::fs::read(&path).is_err() {
        assert!(matches!(root.evidence().file("/proc/loadavg"), Err(ReadError::Refused(_))));
    }
    assert!(matches!(root.evidence().file("/proc/none"), Err(ReadError::NotThere(_))));
}

#[test]
fn files_are_read_up_to_a_limit() {
    let line = "processor\t: 0\n";
    let long = line.repeat(FILE_LIMIT_BYTES / line.len() + 2);
    let exact = "x".repeat(FILE_LIMIT_BYTES);
    let root = Root::new().with("long", &long).with("exact", &exact).with("binary", [b'a', 0, b'b']);
    let evidence = root.evidence();
    assert_eq!(evidence.file("/long"), Err(ReadError::TooLarge("/long".into())));
    let head = evidence.head("/long").unwrap();
    assert!(head.len() <= FILE_LIMIT_BYTES && head.len() > FILE_LIMIT_BYTES - line.len());
    assert!(head.ends_with(line));
    assert_eq!(evidence.file("/exact").map(|text| text.len()), Ok(FILE_LIMIT_BYTES));
    assert_eq!(evidence.file("/binary"), Err(ReadError::NotText("/binary".into())));
    assert!(matches!(evidence.file("/"), Err(ReadError::Unreadable(..))));
}

#[test]
fn a_thousand_alike_cores_are_one_kind() {
    let mut recording = RecordedSystem::default();
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
fn a_moments_clock_is_never_the_highest() {
    let mut recording = RecordedSystem::default();
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
        let mut recording = RecordedSystem::default();
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
