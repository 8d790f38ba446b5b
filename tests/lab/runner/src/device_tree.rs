//! The description of a machine for the kernel: a supplement to the emulator's own device tree.
//!
//! The tree is taken from the emulator, turned into source text by `dtc`, supplemented, and turned
//! back: so there is no code for its binary form here. The properties follow the kernel's
//! documentation: cpu-capacity.txt, cpu-topology.txt and arm,arch_timer.yaml in
//! Documentation/devicetree/bindings.

use std::fmt::Write;

use trueghz_lab_model::machine::{Cluster, Machine};

/// The supplement's source text; `None` if the emulator's tree says all there is.
pub fn supplement(machine: &Machine) -> Option<String> {
    let mut text = String::new();
    if machine.timer_says_hz.is_some() {
        // As boards do whose rate register is wrong.
        let _ = writeln!(text, "timer {{ clock-frequency = <{}>; }};", machine.timer_hz);
    }
    let describes = |cluster: &Cluster| cluster.capacity.is_some() || cluster.claimed_mhz.is_some();
    if machine.cores().count() > 1 || machine.clusters.iter().any(describes) {
        text += &cores(machine);
    }
    Some(text).filter(|text| !text.is_empty()).map(|text| format!("/ {{\n{text}}};\n"))
}

fn cores(machine: &Machine) -> String {
    let mut text = String::new();
    for (number, cluster) in machine.cores().enumerate() {
        let mut said = String::new();
        if let Some(capacity) = cluster.capacity {
            let _ = write!(said, "capacity-dmips-mhz = <{capacity}>; ");
        }
        if let Some(mhz) = cluster.claimed_mhz {
            let _ = write!(said, "clock-frequency = <{:.0}>; ", mhz * 1e6);
        }
        let _ = writeln!(text, "cpu@{number} {{ {said}}};");
    }
    text += "cpu-map {\n";
    let mut number = 0;
    for (place, cluster) in machine.clusters.iter().enumerate() {
        let _ = write!(text, "cluster{place} {{ ");
        for core in 0..cluster.cores {
            let _ = write!(text, "core{core} {{ cpu = <&{{/cpus/cpu@{number}}}>; }}; ");
            number += 1;
        }
        text += "};\n";
    }
    // The emulator's own map has clusters of one size.
    format!("cpus {{\n/delete-node/ cpu-map;\n{text}}};\n}};\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(clusters: &str) -> Machine {
        let text = format!("timer_hz = 24_000_000\ncpu = \"max\"\n{clusters}");
        let machine: Machine = toml::from_str(&text).expect("well-formed");
        machine.check().expect("in range");
        machine
    }

    #[test]
    fn clusters_of_different_sizes_are_numbered_through() {
        let core = "clock.mhz = 1000\ncore = { width = 1, window = 1 }";
        let text = supplement(&machine(&format!(
            "[[cluster]]\nname = \"a\"\ncores = 2\ncapacity = 300\nclaimed_mhz = 1800\n{core}\n\
             [[cluster]]\nname = \"b\"\ncapacity = 1024\n{core}"
        )));
        assert_eq!(
            text.unwrap(),
            "/ {\ncpus {\n/delete-node/ cpu-map;\n\
             cpu@0 { capacity-dmips-mhz = <300>; clock-frequency = <1800000000>; };\n\
             cpu@1 { capacity-dmips-mhz = <300>; clock-frequency = <1800000000>; };\n\
             cpu@2 { capacity-dmips-mhz = <1024>; };\n\
             cpu-map {\n\
             cluster0 { core0 { cpu = <&{/cpus/cpu@0}>; }; core1 { cpu = <&{/cpus/cpu@1}>; }; };\n\
             cluster1 { core0 { cpu = <&{/cpus/cpu@2}>; }; };\n\
             };\n};\n};\n"
        );
    }

    #[test]
    fn one_core_of_which_nothing_is_claimed_needs_no_supplement() {
        let one = "[[cluster]]\nname = \"a\"\nclock.mhz = 1000\ncore = { width = 1, window = 1 }";
        let mut machine = machine(one);
        assert_eq!(supplement(&machine), None);
        machine.timer_says_hz = Some(25_000_000);
        assert_eq!(supplement(&machine).unwrap(), "/ {\ntimer { clock-frequency = <24000000>; };\n};\n");
    }
}
