//! Machines whose system reports less, or reports it in an unusual form: each in a few files or
//! registers.

use trueghz_host::{ClaimSource, Fact, Machine, RecordedSystem};

/// Processors 0 to `last`, with these files.
fn linux(last: u32, files: &[(String, String)]) -> RecordedSystem {
    let list = format!("0-{last}\n");
    let mut recording = RecordedSystem::default();
    recording.files.extend([
        ("/sys/devices/system/cpu/present".to_owned(), list.clone()),
        ("/sys/devices/system/cpu/online".to_owned(), list),
    ]);
    recording.files.extend(files.iter().cloned());
    recording
}

fn of_cpu(cpu: u32, name: &str, value: &str) -> (String, String) {
    (format!("/sys/devices/system/cpu/cpu{cpu}/{name}"), format!("{value}\n"))
}

fn kinds(machine: &Machine) -> Vec<Vec<u32>> {
    machine.clusters.iter().map(|cluster| cluster.cpus.clone()).collect()
}

#[test]
fn favoured_cores_of_one_design_are_one_kind() {
    // Capacities from ACPI's CPPC: 718, 731 for one design, 997 to 1024 for the other.
    let capacities = [718, 731, 997, 1017, 1024];
    let files = (0..5).flat_map(|cpu: u32| {
        let is_big = cpu >= 2;
        let (part, khz) = if is_big { ("0xd85", "3900000") } else { ("0xd87", "2808000") };
        let midr = format!("0x00000000410f{}1", &part[2..]);
        [
            of_cpu(cpu, "cpu_capacity", &capacities[cpu as usize].to_string()),
            of_cpu(cpu, "regs/identification/midr_el1", &midr),
            of_cpu(cpu, "cpufreq/cpuinfo_max_freq", khz),
        ]
    });
    let machine = Machine::read(&linux(4, &files.collect::<Vec<_>>()));
    assert_eq!(kinds(&machine), [vec![0, 1], vec![2, 3, 4]]);
}

#[test]
fn cores_of_unknown_design_or_clock_are_parted_by_their_capacities() {
    let capacities = || (0..4).map(|cpu| of_cpu(cpu, "cpu_capacity", if cpu < 2 { "400" } else { "1024" }));
    let parted = [vec![0, 1], vec![2, 3]];
    assert_eq!(kinds(&Machine::read(&linux(3, &capacities().collect::<Vec<_>>()))), parted);
    let midr = |cpu| of_cpu(cpu, "regs/identification/midr_el1", "0x00000000410fd871");
    let identified: Vec<_> = capacities().chain((0..4).map(midr)).collect();
    assert_eq!(kinds(&Machine::read(&linux(3, &identified))), parted);
}

/// An x86 of two processors with these leaves.
fn x86(leaves: &[(&str, &str)]) -> Machine {
    let cpuid = leaves.iter().map(|&(leaf, words)| (leaf.to_owned(), words.to_owned())).collect();
    Machine::read(&RecordedSystem { cpuid, ..linux(1, &[]) })
}

#[test]
fn of_hybrid_intel_each_kind_has_its_own_claim() {
    // Whichever core the question without a core is answered by.
    for asked in ["00000dac 000014b4 00000064 0", "00000a28 00000fa0 00000064 0"] {
        let machine = x86(&[
            ("0:0", "00000020 756e6547 6c65746e 49656e69"),
            ("1:0", "000b0671 0 0 0"),
            ("7:0", "0 0 0 00008000"),
            ("16:0", asked),
            ("0/1a:0", "40000001 0 0 0"),
            ("0/16:0", "00000dac 000014b4 00000064 0"),
            ("1/1a:0", "20000001 0 0 0"),
            ("1/16:0", "00000a28 00000fa0 00000064 0"),
        ]);
        let claims: Vec<_> = machine
            .cores
            .iter()
            .map(|core| core.claims.iter().find(|claim| claim.source == ClaimSource::CpuidMax).unwrap().hz)
            .collect();
        assert_eq!(claims, [5_300_000_000, 4_000_000_000]);
        assert_eq!(machine.clusters.len(), 2);
    }
}

#[test]
fn amds_core_types_part_what_has_no_driver() {
    let machine = x86(&[
        ("0:0", "00000010 68747541 444d4163 69746e65"),
        ("1:0", "00b20f40 0 0 0"),
        ("80000026:0", "60000001 00000002 00000100 0"),
        ("0/80000026:0", "60000001 00000002 00000100 0"),
        ("1/80000026:0", "60000001 10000002 00000100 0"),
    ]);
    assert_eq!(machine.clusters.len(), 2, "{:?}", machine.clusters);
    let alike = x86(&[
        ("0:0", "00000010 68747541 444d4163 69746e65"),
        ("1:0", "00a60f12 0 0 0"),
        ("80000026:0", "00000001 00000002 00000100 0"),
    ]);
    assert_eq!(alike.clusters.len(), 1);
}

#[test]
fn a_chip_is_named_by_the_device_tree() {
    let chip = |compatible: &str, hardware: &str| {
        let mut recording =
            linux(0, &[("/proc/cpuinfo".to_owned(), format!("processor\t: 0\n\nHardware\t: {hardware}\n"))]);
        if !compatible.is_empty() {
            let digits: String = compatible.bytes().map(|byte| format!("{byte:02x}")).collect();
            recording.binary_files.insert("/proc/device-tree/compatible".to_owned(), digits);
        }
        Machine::read(&recording).chip.value().cloned()
    };
    let named = |name: &str| Some(name.to_owned());
    assert_eq!(chip("raspberrypi,5-model-b\0brcm,bcm2712\0", "BCM2835"), named("BCM2712"));
    assert_eq!(chip("apple,j314s\0apple,t6000\0apple,arm-platform\0", ""), named("T6000"));
    assert_eq!(chip("", "BCM2835"), None, "every Raspberry Pi says so");
    assert_eq!(chip("", "Amlogic"), named("Amlogic"));
    assert_eq!(chip("linux,dummy-virt\0", ""), None);
}

#[test]
fn a_line_that_runs_into_the_next_one_names_the_chip() {
    let text = "processor\t: 0\n\nHardware\t: Qualcomm Technologies, Inc SDM439Processor\t: AArch64 rev 4\n";
    let mut phone = linux(0, &[("/proc/cpuinfo".to_owned(), text.to_owned())]);
    phone.properties.insert("ro.product.model".to_owned(), "A Phone".to_owned());
    assert_eq!(Machine::read(&phone).chip.value().map(String::as_str), Some("Snapdragon 439"));
}

#[test]
fn what_a_program_may_use_is_there() {
    let nothing = RecordedSystem { allowed_cpus: vec![0, 1], ..RecordedSystem::default() };
    let machine = Machine::read(&nothing);
    assert_eq!(
        machine.cores.iter().map(|core| (core.cpu, core.online)).collect::<Vec<_>>(),
        [(0, true), (1, true)]
    );
}

#[test]
fn a_long_list_of_processors_is_read_whole() {
    let block = |cpu: u32| {
        format!(
            "processor\t: {cpu}\nCPU implementer\t: 0xc0\nCPU part\t: 0xac4\nFeatures\t: {}\n\n",
            "x".repeat(300)
        )
    };
    let recording = RecordedSystem {
        files: [("/proc/cpuinfo".to_owned(), (0..192).map(block).collect())].into(),
        ..RecordedSystem::default()
    };
    let machine = Machine::read(&recording);
    assert_eq!((machine.cores.len(), machine.clusters.len()), (192, 1), "{:?}", machine.clusters);
}

#[test]
fn the_simulator_of_iphones_says_so() {
    let recording = RecordedSystem::from_json(
        r#"{"platform": "ios", "sysctl": {"hw.machine": "arm64", "hw.model": "Mac14,2", "hw.ncpu": 8}}"#,
    );
    let device = Machine::read(&recording.unwrap()).device;
    assert!(matches!(device, Fact::Known { value, .. } if value == "iOS Simulator on Mac14,2"));
}

/// Such as of the days before brand strings (libcpuid's Pentium III).
#[test]
fn a_processor_without_a_brand_is_named_by_its_numbers() {
    let mut machine = linux(0, &[]);
    machine.cpuid = [("0:0", "3 756e6547 6c65746e 49656e69"), ("1:0", "673 0 0 0")]
        .map(|(leaf, registers)| (leaf.to_owned(), registers.to_owned()))
        .into();
    let names: Vec<String> =
        Machine::read(&machine).clusters.iter().map(|cluster| cluster.name.clone()).collect();
    assert_eq!(names, ["GenuineIntel family 6 model 7"]);
}

/// Comparing the lists processor by processor would take minutes, and keeping one for each a
/// quarter of a gigabyte.
#[test]
fn thousands_of_processors_may_share_a_clock_a_package_and_a_core() {
    let all = "0-8191";
    let files = (0..8192).flat_map(|cpu: u32| {
        let of_half = |name, value: &str| cpu.is_multiple_of(2).then(|| of_cpu(cpu, name, value));
        [
            Some(of_cpu(cpu, "cpufreq/related_cpus", all)),
            Some(of_cpu(cpu, "topology/thread_siblings_list", all)),
            of_half("topology/core_siblings_list", all),
            of_half("topology/physical_package_id", "3"),
            of_half("cpufreq/cpuinfo_max_freq", "2000000"),
            (cpu == 8190).then(|| of_cpu(cpu, "regs/identification/midr_el1", "0x410fd081")),
        ]
    });
    let mut recording = linux(8191, &files.flatten().collect::<Vec<_>>());
    recording.architecture = Some("aarch64".to_owned());
    let machine = Machine::read(&recording);
    assert_eq!(kinds(&machine), [(0..8192).collect::<Vec<u32>>()], "the odd ones are as the even ones");
    let last = machine.core(8191).unwrap();
    assert_eq!(last.claim().map(|claim| claim.hz), Some(2_000_000_000));
    assert_eq!(last.kind.name, Fact::known("Cortex-A72".to_owned(), "cpu8190, which shares its clock"));
    assert!(last.smt_siblings.is_empty(), "no core has so many threads");
}
