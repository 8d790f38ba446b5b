use super::*;
use crate::RecordedSystem;

const UNITS: &str = "/sys/bus/event_source/devices";

fn machine(files: &[(&str, &str)]) -> RecordedSystem {
    let files = files.iter().map(|&(path, text)| (format!("{UNITS}/{path}"), format!("{text}\n"))).collect();
    RecordedSystem { files, ..RecordedSystem::default() }
}

/// Units of memory and of software, which count for no core.
const OTHERS: [(&str, &str); 4] = [
    ("software/type", "1"),
    ("arm_dsu_0/type", "9"),
    ("arm_dsu_0/cpumask", "0"),
    ("arm_dsu_0/events/cycles", "x"),
];

fn arm(name: &str, number: &str, cpus: &str, operations: bool) -> Vec<(String, String)> {
    let mut files = vec![
        (format!("{name}/type"), number.to_owned()),
        (format!("{name}/cpus"), cpus.to_owned()),
        (format!("{name}/format/event"), "config:0-15".to_owned()),
        (format!("{name}/events/cpu_cycles"), "event=0x0011".to_owned()),
        (format!("{name}/events/inst_retired"), "event=0x0008".to_owned()),
    ];
    if operations {
        files.push((format!("{name}/events/op_retired"), "event=0x003a".to_owned()));
        files.push((format!("{name}/events/op_spec"), "event=0x003b".to_owned()));
    }
    files
}

fn of(units: &[Vec<(String, String)>]) -> RecordedSystem {
    let files: Vec<_> = units.iter().flatten().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    machine(&[&OTHERS[..], &files].concat())
}

/// An x86 machine: Intel's `cpu` as kernels before Ice Lake's list it, AMD's without the topdown
/// events.
fn x86(vendor: &str, signature: &str, topdown: bool) -> RecordedSystem {
    let mut files = vec![
        ("cpu/type", "4"),
        ("cpu/format/umask", "config:8-15"),
        ("cpu/events/cpu-cycles", if topdown { "event=0x3c" } else { "event=0x76" }),
        ("cpu/events/instructions", "event=0xc0"),
        ("cpu/format/event", if topdown { "config:0-7" } else { "config:0-7,32-35" }),
    ];
    if topdown {
        files.push(("cpu/events/topdown-slots-retired", "event=0xc2,umask=0x2"));
        files.push(("cpu/events/topdown-slots-issued", "event=0xe,umask=0x1"));
    }
    let leaves = [("0:0".to_owned(), vendor.to_owned()), ("1:0".to_owned(), signature.to_owned())];
    RecordedSystem { cpuid: leaves.into(), ..machine(&files) }
}

const AMD: &str = "10 68747541 444d4163 69746e65";
const INTEL: &str = "16 756e6547 6c65746e 49656e69";

/// The unit's number and the config of each event, in the order of `Counter::PERF`.
fn events(system: &RecordedSystem, cpu: Option<u32>) -> Vec<Result<(u32, u64), CounterError>> {
    let opened = open_each(system, cpu, |event| Ok((event.unit, event.config)));
    opened.into_iter().map(|(_, event)| event).collect()
}

#[test]
fn an_arm_core_has_the_events_that_its_kernel_lists() {
    let all = of(&[arm("armv8_pmuv3_0", "8", "0-3", true)]);
    assert_eq!(events(&all, Some(2)), [Ok((8, 0x11)), Ok((8, 8)), Ok((8, 0x3a)), Ok((8, 0x3b))]);
    let some = of(&[arm("armv8_pmuv3_0", "8", "0-3", false)]);
    let no_event = || Err(CounterError::NoEvent);
    assert_eq!(events(&some, None), [Ok((8, 0x11)), Ok((8, 8)), no_event(), no_event()]);
}

#[test]
fn each_kind_of_core_has_its_own_unit() {
    let system =
        of(&[arm("armv8_cortex_a53", "8", "0-3", false), arm("armv8_cortex_a73", "9", "4,5-7", false)]);
    let cycles = |cpu| events(&system, cpu)[0].clone();
    assert_eq!(cycles(Some(3)), Ok((8, 0x11)));
    assert_eq!(cycles(Some(5)), Ok((9, 0x11)));
    assert_eq!(cycles(None), Err(CounterError::KindOfCoreUnknown));
    assert_eq!(cycles(Some(8)), Err(CounterError::NoPmu), "a processor of neither");
}

#[test]
fn intel_names_its_slots_and_amd_has_operations_by_number() {
    let haswell = x86(INTEL, "306c3 0 0 0", true);
    assert_eq!(events(&haswell, Some(0)), [Ok((4, 0x3c)), Ok((4, 0xc0)), Ok((4, 0x2c2)), Ok((4, 0x10e))]);
    let zen_4 = x86(AMD, "a10f11 0 0 0", false);
    assert_eq!(events(&zen_4, Some(0)), [Ok((4, 0x76)), Ok((4, 0xc0)), Ok((4, 0xc1)), Ok((4, 0x7aa))]);
    let zen_2 = x86(AMD, "830f10 0 0 0", false);
    assert_eq!(events(&zen_2, Some(0))[2..], [Ok((4, 0xc1)), Err(CounterError::NoEvent)]);
    let newer_intel = x86(INTEL, "706e5 0 0 0", false);
    assert_eq!(events(&newer_intel, Some(0))[2..], [Err(CounterError::NoEvent), Err(CounterError::NoEvent)]);
}

#[test]
fn bits_go_where_the_format_says() {
    let mut system = x86(AMD, "a10f11 0 0 0", false);
    let mut encoded = |terms: &str| {
        system.files.insert(format!("{UNITS}/cpu/events/cpu-cycles"), terms.to_owned());
        events(&system, None)[0].clone()
    };
    assert_eq!(encoded("event=0x120,umask=1"), Ok((4, 0x1_0000_0120)), "AMD's upper event bits are 32 to 35");
    assert_eq!(encoded("event=0x1000"), Err(CounterError::NoEvent), "more bits than there is room for");
    assert_eq!(encoded("event=0x76,edge"), Err(CounterError::NoEvent), "a term without a format");
    assert_eq!(encoded("event=high"), Err(CounterError::NoEvent));
    for odd in ["config1:0-7", "config:64", "config:0-400", "config:7-0", "config:", ""] {
        system.files.insert(format!("{UNITS}/cpu/format/event"), odd.to_owned());
        let cycles = encoded_with(&mut system);
        assert!(matches!(cycles, Err(CounterError::NoEvent) | Ok((4, 0x76))), "{odd}: {cycles:?}");
    }
}

fn encoded_with(system: &mut RecordedSystem) -> Result<(u32, u64), CounterError> {
    system.files.insert(format!("{UNITS}/cpu/events/cpu-cycles"), "event=0x76".to_owned());
    events(system, None)[0].clone()
}

#[test]
fn a_machine_without_a_unit_says_so_and_nothing_is_opened() {
    for system in [machine(&[]), machine(&OTHERS)] {
        let opened = open_each(&system, Some(0), |_| -> io::Result<()> { panic!("opened") });
        assert_eq!(opened.len(), Counter::PERF.len());
        assert!(opened.iter().all(|(_, why)| *why == Err(CounterError::NoPmu)), "{opened:?}");
    }
}

/// The config of an event by name.
fn named(system: &RecordedSystem, cpu: Option<u32>, name: &str) -> Result<u64, CounterError> {
    open_named(system, cpu, name, |event| Ok(event.config))
}

#[test]
fn events_that_count_operations_are_those_of_the_core() {
    let operations = |system: &RecordedSystem| operation_events(system, Some(0)).unwrap();
    let arm = of(&[arm("armv8_cortex_a76", "8", "0-3", true)]);
    let recommended = ["dp_spec", "ld_spec", "st_spec", "ase_spec", "vfp_spec"];
    assert_eq!(operations(&arm), [&["op_retired", "op_spec"][..], &recommended].concat());
    assert_eq!(named(&arm, Some(0), "op_retired"), Ok(0x3a), "as the kernel lists it");
    assert_eq!(named(&arm, Some(0), "ase_spec"), Ok(0x74));
    let apple = of(&[self::arm("apple_firestorm_pmu", "8", "0-3", false)]);
    assert_eq!(operations(&apple), ["retire_uop", "map_int_uop", "map_ldst_uop", "map_simd_uop"]);
    assert_eq!(named(&apple, Some(0), "map_simd_uop"), Ok(0x7e));

    let skylake = x86(INTEL, "506e3 0 0 0", true);
    assert_eq!(operations(&skylake)[..2], ["topdown-slots-retired", "topdown-slots-issued"]);
    assert_eq!(named(&skylake, Some(0), "uops_dispatched_port.port_5"), Ok(0x20a1));
    let sapphire_rapids = x86(INTEL, "806f8 0 0 0", false);
    assert_eq!(named(&sapphire_rapids, Some(0), "uops_dispatched.port_5_11"), Ok(0x20b2));
    let zen = [x86(AMD, "870f10 0 0 0", false), x86(AMD, "a10f11 0 0 0", false)];
    assert_eq!(zen.each_ref().map(|system| operations(system).len()), [5, 2]);
    assert!(operations(&x86(INTEL, "106a5 0 0 0", false)).is_empty(), "Nehalem: none is known");
}

#[test]
fn an_event_is_found_by_name_or_number_on_this_core_only() {
    let arm = of(&[arm("armv8_pmuv3_0", "8", "0-3", false)]);
    assert_eq!(named(&arm, Some(0), "inst_retired"), Ok(8));
    assert_eq!(named(&arm, Some(0), "r1a"), Ok(0x1a));
    for absent in ["op_retired", "uops_issued.any", "", "r", "rxyz", "../type", "cpu_cycles/..", ".hidden"] {
        assert_eq!(named(&arm, Some(0), absent), Err(CounterError::NoEvent), "{absent}");
    }
    assert_eq!(named(&machine(&OTHERS), Some(0), "r1a"), Err(CounterError::NoPmu));
    assert_eq!(operation_events(&machine(&OTHERS), Some(0)), Err(CounterError::NoPmu));
}

#[test]
fn a_refusal_has_its_name() {
    let mut system = x86(AMD, "a10f11 0 0 0", false);
    let mut refused = |paranoid: Option<&str>, errno: i32| {
        let path = "/proc/sys/kernel/perf_event_paranoid".to_owned();
        system.files.remove(&path);
        system.files.extend(paranoid.map(|level| (path, level.to_owned())));
        let opened = open_each(&system, Some(0), |_| Err::<(), _>(io::Error::from_raw_os_error(errno)));
        opened[0].1.clone().unwrap_err()
    };
    // errno.h of Linux: ENOENT 2, EACCES 13, EPERM 1, EINVAL 22.
    if cfg!(unix) {
        assert_eq!(refused(Some("4\n"), 13), CounterError::Paranoid { level: 4 });
        assert_eq!(refused(Some("3\n"), 1), CounterError::Paranoid { level: 3 });
        assert_eq!(
            refused(Some("2\n"), 13),
            CounterError::Filtered,
            "the level allows it, so something else forbids it"
        );
        assert_eq!(refused(None, 1), CounterError::Filtered);
        assert_eq!(refused(Some("-1\n"), 2), CounterError::NoEvent);
        assert_eq!(refused(Some("-1\n"), 22), CounterError::NoEvent);
    }
    assert_eq!(refused(Some("2\n"), ENODEV), CounterError::NoEvent);
    assert_eq!(refused(Some("2\n"), EOPNOTSUPP), CounterError::NoEvent);
    assert_eq!(refused(Some("2\n"), ENOSYS), CounterError::Filtered);
    assert!(matches!(refused(Some("2\n"), 24), CounterError::Failed { .. }), "EMFILE");
}

#[test]
fn counters_that_stand_still_are_found() {
    let before = [Some(0), Some(7), None, Some(0), Some(3)];
    let after = [Some(0), Some(9), None, None, Some(3)];
    assert_eq!(that_stand_still(&before, &after), [0, 4]);
}
