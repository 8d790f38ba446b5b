//! Detects a hypervisor or an emulator.
//!
//! Only reported, never used: a measurement must come out right (or refuse) in any environment.

use super::evidence::{Evidence, Platform, SysctlValue, WindowsProcessor};
use super::linux::{self, cpuinfo};
use super::machine::{Fact, Midr, Virtualisation};
use super::x86::{self, Hypervisor};

/// Searches the evidence, the most certain first.
pub(super) fn recognise(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let found = match evidence.platform() {
        Platform::Macos | Platform::Ios => from_sysctl(evidence),
        Platform::Android => from_properties(evidence).or_else(|| from_cpuinfo(evidence)),
        Platform::Windows => from_windows(evidence),
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

/// Signs of an emulated processor: a core that was never built, or a processor of another
/// instruction set, which user-mode emulators let through from the host.
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

/// Prefixes of brand strings of emulators.
const BRANDS_OF_EMULATORS: [(&str, &str); 3] =
    [("VirtualApple", "Rosetta 2"), ("Box64 on ", "Box64"), ("FEX-Emu", "FEX")];

/// An x86 program on a Windows whose processors are Arm's.
fn from_windows(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let none = || Fact::unknown("Windows names no processor of another architecture");
    let is_x86 = matches!(evidence.architecture().as_str(), "x86" | "x86_64");
    let Some(facts) = evidence.windows().ok().filter(|_| is_x86) else { return none() };
    if facts.native_machine == Some(ARM64) {
        return emulator("Prism, Windows' emulator of x86", "IsWow64Process2");
    }
    // Only Arm cores have the identification register in the registry; otherwise the name decides.
    let is_arm = |processor: &WindowsProcessor| {
        let name = processor.name.as_deref().unwrap_or_default();
        processor.midr.is_some() || ARM_NAMES.iter().any(|start| name.starts_with(start))
    };
    if facts.processors.iter().any(is_arm) {
        return emulator("Prism, Windows' emulator of x86", "registry, ProcessorNameString");
    }
    none()
}

/// The number of 64-bit Arm in PE files (`IMAGE_FILE_MACHINE_ARM64`).
const ARM64: u16 = 0xaa64;

/// Prefixes of the names of Arm processors in Windows.
const ARM_NAMES: [&str; 5] = ["Snapdragon", "Qualcomm", "Microsoft SQ", "Ampere", "Cobalt"];

fn from_cpuid(evidence: &dyn Evidence) -> Fact<Virtualisation> {
    let brand = x86::brand(evidence).unwrap_or_default();
    let by_brand = BRANDS_OF_EMULATORS.iter().find(|(start, _)| brand.starts_with(start));
    if let Some((_, name)) = by_brand {
        return emulator(name, "cpuid brand string");
    }
    let source = "cpuid leaf 0x40000000";
    match x86::hypervisor(evidence) {
        None => Fact::unknown("cpuid is not available here"),
        Some(Hypervisor::Absent) => Fact::known(Virtualisation::None, "cpuid leaf 1, ECX[31]"),
        Some(Hypervisor::Present(signature)) => match signature.as_str() {
            "TCGTCGTCGTCG" => emulator("QEMU", source),
            "FEXIFEXIEMU" => emulator("FEX", source),
            "KVMKVMKVM" => hypervisor("KVM", source),
            // Windows runs under its own hypervisor on most current machines (memory integrity).
            // Only its root partition, which is the machine's own system, may make others.
            "Microsoft Hv" if x86::is_hyper_v_root(evidence) => {
                Fact::known(Virtualisation::None, "cpuid leaf 0x40000003, EBX[0]: Hyper-V's root partition")
            }
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
    if trimmed("/proc/sys/kernel/osrelease").contains("microsoft") {
        return hypervisor("Hyper-V (WSL)", "/proc/sys/kernel/osrelease");
    }
    let firmware = ["/sys/class/dmi/id/sys_vendor", "/sys/class/dmi/id/product_name"];
    // A bare-metal cloud instance.
    if trimmed(firmware[1]).contains(".metal") {
        return Fact::unknown("a machine of a cloud's, which says that it is no guest");
    }
    let products = [
        ("QEMU", "QEMU or KVM"),
        ("KVM", "KVM"),
        ("VMware", "VMware"),
        ("VirtualBox", "VirtualBox"),
        ("Parallels", "Parallels"),
        ("Apple Virtualization", "Apple Virtualization"),
        ("Virtual Machine", "Hyper-V"),
        ("Google Compute Engine", "Google Compute Engine (KVM)"),
        ("Amazon EC2", "Amazon EC2"),
        ("Alibaba Cloud", "Alibaba Cloud"),
        ("Hetzner", "Hetzner"),
        ("OpenStack", "OpenStack"),
    ];
    if linux::compatible(evidence)
        .is_ok_and(|boards| boards.iter().any(|board| board.contains("linux,dummy-virt")))
    {
        return hypervisor("QEMU or KVM", linux::COMPATIBLE);
    }
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
    use crate::RecordedSystem;
    use crate::evidence::WindowsFacts;

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

    /// An x86 system with these cpuid leaves.
    fn with_cpuid(leaves: &[(&str, &str)]) -> RecordedSystem {
        let cpuid = leaves.iter().map(|&(leaf, words)| (leaf.into(), words.into())).collect();
        RecordedSystem { cpuid, ..RecordedSystem::default() }
    }

    #[test]
    fn windows_under_its_own_hypervisor_is_the_machine() {
        // ECX[31] of leaf 1, "Microsoft Hv", and with and without the right to create partitions.
        let announced = [("1:0", "0 0 80000000 0"), ("40000000:0", "4000000c 7263694d 666f736f 76482074")];
        let with = |privileges| with_cpuid(&[&announced[..], &[("40000003:0", privileges)]].concat());
        assert_eq!(found(&with("00003fff 002bb9ff 00000000 00000000")), Some(Virtualisation::None));
        assert_eq!(found(&with("00002e7f 003b8030 00000000 00000000")), hypervisor("Hyper-V"));
        assert_eq!(found(&with_cpuid(&announced)), hypervisor("Hyper-V"));
    }

    #[test]
    fn emulators_of_x86_by_what_they_make_up() {
        let fex = [("1:0", "0 0 80000000 0"), ("40000000:0", "40000001 49584546 49584546 00554d45")];
        assert_eq!(found(&with_cpuid(&fex)), emulator("FEX"));
        // "Box64 on Cortex-A76", which no bit indicates.
        let box64 = [
            ("1:0", "0 0 0 0"),
            ("80000002:0", "36786f42 6e6f2034 726f4320 2d786574"),
            ("80000003:0", "00363741 0 0 0"),
            ("80000004:0", "0 0 0 0"),
        ];
        assert_eq!(found(&with_cpuid(&box64)), emulator("Box64"));
        assert_eq!(found(&with_cpuid(&box64[..1])), Some(Virtualisation::None));
    }

    #[test]
    fn an_x86_program_on_an_arm_windows_is_translated() {
        let with = |architecture: &str, name: &str, native_machine: Option<u16>| {
            let processor = WindowsProcessor { name: Some(name.into()), ..WindowsProcessor::default() };
            let facts =
                WindowsFacts { native_machine, processors: vec![processor], ..WindowsFacts::default() };
            let windows = Some(facts);
            found(&RecordedSystem {
                architecture: Some(architecture.into()),
                windows,
                ..RecordedSystem::default()
            })
        };
        let on = |architecture: &str, name: &str| with(architecture, name, None);
        let prism = emulator("Prism, Windows' emulator of x86");
        assert_eq!(with("x86_64", "Virtual CPU", Some(0xaa64)), prism, "whatever its name");
        assert_eq!(with("x86_64", "Virtual CPU", Some(0x8664)), None);
        assert_eq!(with("aarch64", "Virtual CPU", Some(0xaa64)), None);
        assert_eq!(on("x86_64", "Snapdragon(R) X 10-core X1P64100 @ 3.40 GHz"), prism);
        assert_eq!(on("aarch64", "Snapdragon(R) X 10-core X1P64100 @ 3.40 GHz"), None);
        assert_eq!(on("x86_64", "AMD Ryzen 7 7700"), None);
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
        assert_eq!(found(&with_file(vendor, "Amazon EC2\n")), hypervisor("Amazon EC2"));
        let mut whole = with_file(vendor, "Amazon EC2\n");
        whole.files.insert("/sys/class/dmi/id/product_name".into(), "c7g.metal\n".into());
        assert_eq!(found(&whole), None);
        let board = with_file("/proc/device-tree/compatible", "linux,dummy-virt\0");
        assert_eq!(found(&board), hypervisor("QEMU or KVM"));
        let release = with_file("/proc/sys/kernel/osrelease", "6.6.87.2-microsoft-standard-WSL2\n");
        assert_eq!(found(&release), hypervisor("Hyper-V (WSL)"));
    }
}
