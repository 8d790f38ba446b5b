//! Machines as their systems describe them, for tests of which cores are chosen.

use crate::host::{Machine, RecordedSystem};

/// A machine of Apple of these numbers of cores, fastest first.
///
/// # Panics
/// Infallible: the description is one.
pub fn apple(levels: &[(&str, u64)]) -> Machine {
    let mut sysctls = serde_json::json!({ "hw.nperflevels": levels.len() });
    for (index, (name, cores)) in levels.iter().enumerate() {
        sysctls[format!("hw.perflevel{index}.name")] = (*name).into();
        sysctls[format!("hw.perflevel{index}.logicalcpu")] = (*cores).into();
    }
    let recording = serde_json::json!({
        "device": "", "origin": "", "platform": "ios", "architecture": "aarch64", "files": {}, "sysctl": sysctls,
    });
    Machine::read(&serde_json::from_value::<RecordedSystem>(recording).expect("a recording"))
}

/// A phone of three kinds, cores 0 to 3, 4 to 6 and 7, of which the first `online` are switched
/// on.
///
/// # Panics
/// Infallible: the description has three kinds of cores.
pub fn phone(online: u32) -> Machine {
    let part = |cpu: u32| ["0xd46", "0xd4d", "0xd4e"][usize::from(cpu >= 4) + usize::from(cpu >= 7)];
    let entry = |cpu: u32| {
        let part = part(cpu);
        format!(
            "processor\t: {cpu}\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\n\
             CPU part\t: {part}\nCPU revision\t: 0\n\n"
        )
    };
    let cpuinfo: String = (0..online).map(entry).collect();
    let recording = serde_json::json!({
        "device": "", "origin": "", "platform": "android", "architecture": "aarch64",
        "files": {
            "/proc/cpuinfo": cpuinfo,
            "/sys/devices/system/cpu/present": "0-7\n",
            "/sys/devices/system/cpu/online": format!("0-{}\n", online - 1),
        },
    });
    let machine = Machine::read(&serde_json::from_value::<RecordedSystem>(recording).expect("a recording"));
    assert_eq!(machine.core_types().len(), 3, "{:?}", machine.core_types());
    machine
}
