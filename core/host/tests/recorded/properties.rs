//! No text, no file and no register makes reading the machine panic.

use proptest::prelude::*;
use trueghz_host::{Machine, RecordedSystem, cpuinfo, cpulist};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_makes_the_parsers_panic(text in "\\PC{0,200}|[0-9,\\-: /\n]{0,80}") {
        if let Ok(cpus) = cpulist::parse(&text) {
            prop_assert!(cpus.iter().all(|&cpu| cpu < cpulist::CPU_LIMIT));
            prop_assert_eq!(cpulist::parse(&cpulist::format(&cpus)), Ok(cpus));
        }
        let _ = cpuinfo::parse(&text);
        let keys = ["processor", "CPU implementer", "CPU part", "cpu MHz", "model", "Hardware", "uarch"];
        let lines: String = keys.iter().map(|key| format!("{key}\t: {text}\n")).collect();
        let _ = cpuinfo::parse(&lines);
    }

    #[test]
    fn no_file_makes_reading_panic(
        contents in prop::collection::vec("[0-9a-fx,\\-: \n]{0,30}|\\PC{0,30}", 40),
        architecture in prop::sample::select(vec!["aarch64", "x86_64", "riscv64"]),
    ) {
        let mut recording = RecordedSystem { architecture: Some(architecture.into()), ..RecordedSystem::default() };
        let mut contents = contents.into_iter();
        let names = ["online", "present", "cpu0/cpu_capacity", "cpu0/cpufreq/cpuinfo_max_freq",
            "cpu0/cpufreq/related_cpus", "cpu0/topology/core_siblings_list", "cpu0/topology/cluster_id",
            "cpu1/topology/thread_siblings_list", "cpu1/regs/identification/midr_el1",
            "cpu1/topology/physical_package_id"];
        for name in names {
            let path = format!("/sys/devices/system/cpu/{name}");
            recording.files.insert(path, contents.next().unwrap_or_default());
        }
        for path in ["/proc/cpuinfo", "/proc/loadavg", "/etc/os-release", "/sys/devices/cpu_core/cpus",
            "/sys/class/thermal/thermal_zone0/temp", "/proc/device-tree/model"] {
            recording.files.insert(path.into(), contents.next().unwrap_or_default());
        }
        for leaf in ["0:0", "1:0", "7:0", "15:0", "16:0", "40000000:0", "80000002:0", "0/1a:0"] {
            recording.cpuid.insert(leaf.into(), contents.next().unwrap_or_default());
        }
        let machine = Machine::read(&recording);
        let counted: usize = machine.clusters.iter().map(|cluster| cluster.cpus.len()).sum();
        prop_assert_eq!(counted, machine.cores.len());
        let of_kinds: usize = machine.core_types().iter().map(|kind| kind.cpus.len()).sum();
        prop_assert_eq!(of_kinds, machine.cores.len());
        for core in &machine.cores {
            prop_assert!(machine.clusters[core.cluster].cpus.contains(&core.cpu));
        }
    }

    #[test]
    fn no_registers_make_cpuid_panic(words in prop::collection::vec(any::<u32>(), 40)) {
        let mut recording = RecordedSystem::default();
        recording.files.insert("/sys/devices/system/cpu/online".into(), "0\n".into());
        let leaves = ["0:0", "1:0", "7:0", "15:0", "16:0", "40000000:0", "80000002:0", "80000003:0",
            "80000004:0", "0/1a:0"];
        for (leaf, registers) in leaves.iter().zip(words.chunks(4)) {
            let text: Vec<String> = registers.iter().map(|word| format!("{word:08x}")).collect();
            recording.cpuid.insert((*leaf).into(), text.join(" "));
        }
        let machine = Machine::read(&recording);
        prop_assert_eq!(machine.cores.len(), 1);
    }
}
