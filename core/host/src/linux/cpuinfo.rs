//! `/proc/cpuinfo`, in the forms that Linux has had on Arm and x86.
//!
//! Modern kernels write one block a processor that is online, each with its own identification.
//! Arm64 kernels before 3.19 wrote all `processor` lines and then *one* identification: that of the
//! core on which the file was read. On a phone with two kinds of core it says nothing about the
//! other kind, so it is kept apart here.

use crate::machine::Midr;
use crate::machine::cpulist::CPU_LIMIT;

/// Contents of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CpuInfo {
    /// The processors that have a line, in the file's order.
    pub cpus: Vec<CpuInfoEntry>,
    /// The one identification of an old file that lists several processors.
    pub one_for_all: Option<Midr>,
    /// The line `Hardware` of Arm files: the chip, as its vendor wrote it.
    pub hardware: Option<String>,
}

/// The file's entry for one processor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CpuInfoEntry {
    /// Its number.
    pub cpu: u32,
    /// Arm: the identification.
    pub midr: Option<Midr>,
    /// x86: `cpu MHz`, in hertz: the kernel's value of the clock, now or at boot.
    pub clock_hz: Option<u64>,
    /// x86: `vendor_id`.
    pub vendor: Option<String>,
    /// x86: `model name`. (Arm files have such a line too; it does not name the core.)
    pub model_name: Option<String>,
    /// x86: family, model, stepping.
    pub signature: Option<(u32, u32, u32)>,
    /// RISC-V: `uarch`, the core's name in device-tree form (`sifive,u74-mc`).
    pub uarch: Option<String>,
}

#[derive(Default)]
struct Fields<'a> {
    implementer: Option<&'a str>,
    variant: Option<&'a str>,
    part: Option<&'a str>,
    revision: Option<&'a str>,
    family: Option<&'a str>,
    model: Option<&'a str>,
    stepping: Option<&'a str>,
}

impl Fields<'_> {
    fn midr(&self) -> Option<Midr> {
        let within = |text: Option<&str>, limit: u32| integer(text?).filter(|&value| value <= limit);
        Some(Midr {
            implementer: u8::try_from(within(self.implementer, 0xff)?).ok()?,
            variant: u8::try_from(within(self.variant, 0xf)?).ok()?,
            part: u16::try_from(within(self.part, 0xfff)?).ok()?,
            revision: u8::try_from(within(self.revision, 0xf)?).ok()?,
        })
    }

    fn signature(&self) -> Option<(u32, u32, u32)> {
        Some((integer(self.family?)?, integer(self.model?)?, integer(self.stepping?)?))
    }
}

/// Reads the file. Unknown lines are skipped; no text makes it fail.
pub fn parse(text: &str) -> CpuInfo {
    let mut info = CpuInfo::default();
    let mut fields = Fields::default();
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        if key == "Hardware" {
            // Some kernels omit the end of the line, and the next one begins in it.
            let value = value.split("Processor\t").next().unwrap_or_default();
            let value = value.split(char::is_control).next().unwrap_or_default().trim();
            info.hardware = Some(value.to_owned()).filter(|hardware| !hardware.is_empty());
        } else if key == "processor" {
            finish(&mut info, &fields);
            fields = Fields::default();
            // A number that cannot be read still opens a block, so that its lines are not taken for
            // the last one's.
            let cpu = integer(value).unwrap_or(u32::MAX);
            info.cpus.push(CpuInfoEntry { cpu, ..CpuInfoEntry::default() });
        } else {
            take(&mut info, &mut fields, key, value);
        }
    }
    finish(&mut info, &fields);
    info.cpus.retain(|entry| entry.cpu < CPU_LIMIT);
    separate_old_form(&mut info);
    info
}

/// Returns `true` for a line that [`parse`] reads, and for one between two blocks.
pub(crate) fn is_read(line: &str) -> bool {
    const READ: [&str; 13] = [
        "processor",
        "Hardware",
        "CPU implementer",
        "CPU variant",
        "CPU part",
        "CPU revision",
        "cpu family",
        "model",
        "stepping",
        "vendor_id",
        "model name",
        "uarch",
        "cpu MHz",
    ];
    line.trim().is_empty() || line.split_once(':').is_some_and(|(key, _)| READ.contains(&key.trim()))
}

fn take<'a>(info: &mut CpuInfo, fields: &mut Fields<'a>, key: &str, value: &'a str) {
    match key {
        "CPU implementer" => fields.implementer = Some(value),
        "CPU variant" => fields.variant = Some(value),
        "CPU part" => fields.part = Some(value),
        "CPU revision" => fields.revision = Some(value),
        "cpu family" => fields.family = Some(value),
        "model" => fields.model = Some(value),
        "stepping" => fields.stepping = Some(value),
        _ => {}
    }
    let Some(entry) = info.cpus.last_mut() else {
        return;
    };
    match key {
        "vendor_id" => entry.vendor = Some(value.to_owned()),
        "model name" => entry.model_name = Some(value.to_owned()),
        "uarch" => entry.uarch = Some(value.to_owned()),
        "cpu MHz" => entry.clock_hz = megahertz(value),
        _ => {}
    }
}

fn finish(info: &mut CpuInfo, fields: &Fields<'_>) {
    if let Some(entry) = info.cpus.last_mut() {
        entry.midr = fields.midr();
        entry.signature = fields.signature();
    }
}

fn separate_old_form(info: &mut CpuInfo) {
    let identified = info.cpus.iter().filter(|entry| entry.midr.is_some()).count();
    if info.cpus.len() > 1
        && identified == 1
        && let Some(last) = info.cpus.last_mut()
    {
        info.one_for_all = last.midr.take();
    }
}

/// A decimal or `0x` hexadecimal number.
fn integer(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn megahertz(text: &str) -> Option<u64> {
    let mhz: f64 = text.parse().ok()?;
    // Out of range for a clock: a broken file, or a parked core.
    (mhz.is_finite() && mhz > 0.0 && mhz < 1e6).then(|| (mhz * 1e6).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_for_each() {
        let text = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x1\n\
            CPU part\t: 0xd46\nCPU revision\t: 1\n\nprocessor\t: 8\nCPU implementer\t: 0x41\n\
            CPU variant\t: 0x1\nCPU part\t: 0xd4e\nCPU revision\t: 0\n";
        let info = parse(text);
        let names: Vec<_> = info.cpus.iter().map(|entry| (entry.cpu, entry.midr.unwrap().name())).collect();
        assert_eq!(names, [(0, Some("Cortex-A510")), (8, Some("Cortex-X3"))]);
        assert_eq!(info.one_for_all, None);
    }

    #[test]
    fn one_identification_for_several_is_kept_apart() {
        let text = "Processor\t: AArch64 Processor rev 3 (aarch64)\nprocessor\t: 0\nprocessor\t: 1\n\
            CPU implementer\t: 0x41\nCPU variant\t: 0x0\nCPU part\t: 0xd03\nCPU revision\t: 3\n\n\
            Hardware\t: SAMSUNG Exynos7580\n";
        let info = parse(text);
        assert_eq!(info.cpus.iter().filter_map(|entry| entry.midr).count(), 0);
        assert_eq!(info.one_for_all.unwrap().name(), Some("Cortex-A53"));
        assert_eq!(info.hardware.as_deref(), Some("SAMSUNG Exynos7580"));
    }

    #[test]
    fn x86_blocks() {
        let text = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\n\
            model name\t: AMD EPYC\nstepping\t: 1\ncpu MHz\t\t: 2596.118\n";
        let info = parse(text);
        assert_eq!(info.cpus[0].clock_hz, Some(2_596_118_000));
        assert_eq!(info.cpus[0].signature, Some((26, 2, 1)));
        assert_eq!(info.cpus[0].model_name.as_deref(), Some("AMD EPYC"));
    }

    #[test]
    fn nonsense_gives_nothing() {
        for clock in ["nan", "inf", "-5", "0", "1e300", ""] {
            let info = parse(&format!("processor: 0\ncpu MHz: {clock}\n"));
            assert_eq!(info.cpus[0].clock_hz, None, "{clock}");
        }
        assert_eq!(parse("processor: x\n"), CpuInfo::default());
        assert_eq!(parse(""), CpuInfo::default());
        let wide = "processor: 0\nCPU implementer: 0x141\nCPU variant: 0\nCPU part: 1\nCPU revision: 0\n";
        assert_eq!(parse(wide).cpus[0].midr, None);
    }
}
