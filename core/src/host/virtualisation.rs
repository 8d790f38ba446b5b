//! Is this real hardware?
//!
//! Only reported, never used: a measurement must come out right (or refuse) whatever stands here.

use super::evidence::{Evidence, Platform, SysctlValue};
use super::linux::cpuinfo;
use super::machine::{Fact, Midr, Virtualisation};
use super::x86::{self, Hypervisor};

/// Looks through the evidence, the most certain first.
pub(super) fn recognise(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let found = match evidence.platform() {
        Platform::Macos | Platform::Ios => from_sysctl(evidence),
        Platform::Android => from_properties(evidence).or_else(|| from_cpuinfo(evidence)),
        _ => from_cpuinfo(evidence),
    };
    let none = || Fact::unknown("virtual machines cannot be detected here");
    found.or_else(|| from_cpuid(evidence)).or_else(|| from_files(evidence)).or_else(none)
}

fn hypervisor(name: &str, source: &str) -> Fact<Virtualisation> {
    Fact::known(Virtualisation::Hypervisor { name: name.into() }, source)
}

fn emulator(name: &str, source: &str) -> Fact<Virtualisation> {
    Fact::known(Virtualisation::Emulator { name: name.into() }, source)
}

fn from_sysctl(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let flag = |name| match evidence.sysctl(name) {
        Ok(SysctlValue::Integer(value)) => Some(value != 0),
        _ => None,
    };
    if flag("sysctl.proc_translated") == Some(true) {
        return emulator("Rosetta 2", "sysctl.proc_translated");
    }
    match flag("kern.hv_vmm_present") {
        Some(true) => hypervisor("a hypervisor under macOS", "kern.hv_vmm_present"),
        Some(false) => Fact::known(Virtualisation::None, "kern.hv_vmm_present"),
        None => Fact::unknown("not reported (kern.hv_vmm_present)"),
    }
}

fn from_properties(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let property = |name| evidence.property(name).unwrap_or_default();
    let board = property("ro.hardware");
    if property("ro.kernel.qemu") == "1" || property("ro.boot.qemu") == "1" {
        return emulator("Android Emulator", "ro.kernel.qemu");
    }
    match board.as_str() {
        "goldfish" | "ranchu" => emulator("Android Emulator", "ro.hardware"),
        "cutf_cvm" | "cutf" => hypervisor("Cuttlefish", "ro.hardware"),
        _ => Fact::unknown("no property names an emulator"),
    }
}

/// Signs of an emulated processor: a core that no one built, or a processor of another instruction set, which
/// user-mode emulators let through from the host.
fn from_cpuinfo(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let none = || Fact::unknown("/proc/cpuinfo names no emulator");
    let Ok(text) = evidence.head("/proc/cpuinfo") else {
        return none();
    };
    let info = cpuinfo::parse(&text);
    let is_arm = matches!(evidence.architecture().as_str(), "aarch64" | "arm");
    if is_arm && info.cpus.iter().any(|entry| entry.vendor.is_some()) {
        return emulator("a user-mode emulator", "/proc/cpuinfo, which describes an x86 processor");
    }
    let registers = info.cpus.iter().filter_map(|entry| entry.midr).chain(info.one_for_all);
    let is_qemu = |midr: Midr| midr.implementer == 0 && midr.part == 0x051;
    match registers.into_iter().find(|&midr| is_qemu(midr)) {
        Some(_) => emulator("QEMU", "MIDR_EL1, the number of its model 'max'"),
        None => none(),
    }
}

fn from_cpuid(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    if x86::brand(evidence).is_some_and(|brand| brand.starts_with("VirtualApple")) {
        return emulator("Rosetta 2", "cpuid brand string");
    }
    let source = "cpuid leaf 0x40000000";
    match x86::hypervisor(evidence) {
        None => Fact::unknown("cpuid is not available here"),
        Some(Hypervisor::Absent) => Fact::known(Virtualisation::None, "cpuid leaf 1, ECX[31]"),
        Some(Hypervisor::Present(signature)) => match signature.as_str() {
            "TCGTCGTCGTCG" => emulator("QEMU", source),
            "KVMKVMKVM" => hypervisor("KVM", source),
            // Windows runs under its own hypervisor on many real machines (virtualisation-based security).
            "Microsoft Hv" => hypervisor("Hyper-V", source),
            "VMwareVMware" => hypervisor("VMware", source),
            "XenVMMXenVMM" => hypervisor("Xen", source),
            "VBoxVBoxVBox" => hypervisor("VirtualBox", source),
            "bhyve bhyve" => hypervisor("bhyve", source),
            "ACRNACRNACRN" => hypervisor("ACRN", source),
            "" => hypervisor("an unnamed hypervisor", "cpuid leaf 1, ECX[31]"),
            other => hypervisor(other, source),
        },
    }
}

fn from_files(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let trimmed = |path| evidence.file(path).map(|text| text.trim().to_owned()).unwrap_or_default();
    let xen = "/sys/hypervisor/type";
    if trimmed(xen) == "xen" {
        return hypervisor("Xen", xen);
    }
    let compatible = "/proc/device-tree/hypervisor/compatible";
    if let Ok(excerpt) = evidence.bytes(compatible) {
        let name = String::from_utf8_lossy(&excerpt.bytes).replace('\0', " ");
        let name = if name.contains("kvm") { "KVM".to_owned() } else { name.trim().to_owned() };
        return hypervisor(&name, compatible);
    }
    let firmware = ["/sys/class/dmi/id/sys_vendor", "/sys/class/dmi/id/product_name"];
    let products = [
        ("QEMU", "QEMU or KVM"),
        ("KVM", "KVM"),
        ("VMware", "VMware"),
        ("VirtualBox", "VirtualBox"),
        ("Parallels", "Parallels"),
        ("Apple Virtualization", "Apple Virtualization"),
        ("Virtual Machine", "Hyper-V"),
        ("Google Compute Engine", "Google Compute Engine (KVM)"),
    ];
    for path in firmware {
        let text = trimmed(path);
        if let Some((_, name)) = products.iter().find(|(sign, _)| text.contains(sign)) {
            return hypervisor(name, path);
        }
    }
    Fact::unknown("no file names a hypervisor")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::RecordedSystem;

    fn found(recording: &RecordedSystem) -> Option<Virtualisation> {
        recognise(recording).value().cloned()
    }

    fn emulator(name: &str) -> Option<Virtualisation> {
        Some(Virtualisation::Emulator { name: name.into() })
    }

    fn hypervisor(name: &str) -> Option<Virtualisation> {
        Some(Virtualisation::Hypervisor { name: name.into() })
    }

    fn with_file(path: &str, text: &str) -> RecordedSystem {
        let mut recording = RecordedSystem::default();
        recording.files.insert(path.into(), text.into());
        recording
    }

    #[test]
    fn emulators_of_a_processor() {
        let max = "processor: 0\nCPU implementer: 0x00\nCPU variant: 0x0\nCPU part: 0x051\nCPU revision: 0\n";
        assert_eq!(found(&with_file("/proc/cpuinfo", max)), emulator("QEMU"));
        let host = "processor: 0\nvendor_id: GenuineIntel\n";
        assert_eq!(found(&with_file("/proc/cpuinfo", host)), emulator("a user-mode emulator"));
        let x86 = RecordedSystem { architecture: Some("x86_64".into()), ..with_file("/proc/cpuinfo", host) };
        assert_eq!(found(&x86), None, "the same file is right for an x86 process");
    }

    #[test]
    fn android_by_its_properties() {
        let mut phone = RecordedSystem { platform: Some(Platform::Android), ..RecordedSystem::default() };
        phone.properties.insert("ro.hardware".into(), "zuma".into());
        assert_eq!(found(&phone), None, "no sign proves nothing");
        phone.properties.insert("ro.hardware".into(), "ranchu".into());
        assert_eq!(found(&phone), emulator("Android Emulator"));
    }

    #[test]
    fn apple_by_its_sysctls() {
        let mut mac = RecordedSystem { platform: Some(Platform::Macos), ..RecordedSystem::default() };
        mac.sysctl.insert("kern.hv_vmm_present".into(), SysctlValue::Integer(1));
        assert_eq!(found(&mac), hypervisor("a hypervisor under macOS"));
        mac.sysctl.insert("sysctl.proc_translated".into(), SysctlValue::Integer(1));
        assert_eq!(found(&mac), emulator("Rosetta 2"));
    }

    #[test]
    fn hypervisors_by_files() {
        assert_eq!(found(&with_file("/sys/hypervisor/type", "xen\n")), hypervisor("Xen"));
        let tree = "/proc/device-tree/hypervisor/compatible";
        assert_eq!(found(&with_file(tree, "linux,kvm\0")), hypervisor("KVM"));
        let vendor = "/sys/class/dmi/id/sys_vendor";
        assert_eq!(found(&with_file(vendor, "VMware, Inc.\n")), hypervisor("VMware"));
        assert_eq!(found(&with_file(vendor, "Example\n")), None);
    }
}
