//! Arm cores by their main identification register.
//!
//! `MIDR_EL1` (Arm ARM, D24.2) holds implementer, variant, part number and revision. Which part is
//! which core is published by each implementer; the facts below (numbers and names, no code) were
//! gathered from Arm's Technical Reference Manuals, from Linux `arch/arm64/include/asm/cputype.h`,
//! from util-linux `lscpu` and, for the Samsung and Qualcomm variants, from pytorch/cpuinfo. A
//! number that is not here is reported as a number.

use serde::{Deserialize, Serialize};

/// The fields of `MIDR_EL1` that identify a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Midr {
    /// Designer of the core: bits 31 to 24.
    pub implementer: u8,
    /// Major revision, the `n` of `rnpm`: bits 23 to 20.
    pub variant: u8,
    /// Part number: bits 15 to 4, so at most 0xfff.
    pub part: u16,
    /// Minor revision, the `m` of `rnpm`: bits 3 to 0.
    pub revision: u8,
}

impl Midr {
    /// Decodes the register. Its upper 32 bits are reserved and ignored.
    pub const fn from_register(register: u64) -> Self {
        Self {
            implementer: (register >> 24) as u8,
            variant: (register >> 20) as u8 & 0xf,
            part: (register >> 4) as u16 & 0xfff,
            revision: register as u8 & 0xf,
        }
    }

    /// The register as sysfs prints it (`0x00000000410fd051`).
    pub fn from_text(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix("0x")?;
        let register = u64::from_str_radix(digits, 16).ok()?;
        // A kernel prints zero for a core that it has not inspected.
        (register != 0).then(|| Self::from_register(register))
    }

    /// The name of the core, if the tables know it: `Cortex-A78`.
    pub fn name(self) -> Option<&'static str> {
        // Samsung gave two cores one part number, distinguished by the variant.
        if (self.implementer, self.part, self.variant) == (0x53, 0x001, 4) {
            return Some("Mongoose M2");
        }
        let (_, parts) = implementer(self.implementer)?;
        parts.iter().find(|(part, _)| *part == self.part).map(|(_, name)| *name)
    }

    /// Designer of the core, if known: `Arm`.
    pub fn designer(self) -> Option<&'static str> {
        implementer(self.implementer).map(|(designer, _)| designer)
    }
}

type Parts = &'static [(u16, &'static str)];

fn implementer(code: u8) -> Option<(&'static str, Parts)> {
    let known: (&str, Parts) = match code {
        // 0 is reserved for software; QEMU's model "max" uses it with part 'Q'.
        0x00 => ("software", &[(0x051, "QEMU max")]),
        0x41 => ("Arm", ARM),
        0x42 => ("Broadcom", &[(0x00f, "Brahma-B15"), (0x100, "Brahma-B53"), (0x516, "ThunderX2")]),
        0x43 => ("Cavium", CAVIUM),
        0x46 => ("Fujitsu", &[(0x001, "A64FX"), (0x003, "Monaka")]),
        0x48 => ("HiSilicon", HISILICON),
        0x4e => ("NVIDIA", &[(0x000, "Denver"), (0x003, "Denver 2"), (0x004, "Carmel"), (0x010, "Olympus")]),
        0x50 => ("Applied Micro", &[(0x000, "X-Gene")]),
        0x51 => ("Qualcomm", QUALCOMM),
        0x53 => ("Samsung", SAMSUNG),
        0x56 => ("Marvell", &[(0x581, "PJ4"), (0x584, "PJ4B-MP")]),
        0x61 => ("Apple", APPLE),
        0x6d => ("Microsoft", &[(0xd49, "Azure Cobalt 100 (Neoverse N2)")]),
        0x70 => ("Phytium", PHYTIUM),
        0xc0 => ("Ampere", &[(0xac3, "AmpereOne"), (0xac4, "AmpereOne A")]),
        _ => return None,
    };
    Some(known)
}

const ARM: Parts = &[
    (0xb76, "ARM1176"),
    (0xc05, "Cortex-A5"),
    (0xc07, "Cortex-A7"),
    (0xc08, "Cortex-A8"),
    (0xc09, "Cortex-A9"),
    (0xc0d, "Cortex-A12"),
    (0xc0e, "Cortex-A17"),
    (0xc0f, "Cortex-A15"),
    (0xd01, "Cortex-A32"),
    (0xd02, "Cortex-A34"),
    (0xd03, "Cortex-A53"),
    (0xd04, "Cortex-A35"),
    (0xd05, "Cortex-A55"),
    (0xd06, "Cortex-A65"),
    (0xd07, "Cortex-A57"),
    (0xd08, "Cortex-A72"),
    (0xd09, "Cortex-A73"),
    (0xd0a, "Cortex-A75"),
    (0xd0b, "Cortex-A76"),
    (0xd0c, "Neoverse N1"),
    (0xd0d, "Cortex-A77"),
    (0xd0e, "Cortex-A76AE"),
    (0xd15, "Cortex-R82"),
    (0xd40, "Neoverse V1"),
    (0xd41, "Cortex-A78"),
    (0xd42, "Cortex-A78AE"),
    (0xd43, "Cortex-A65AE"),
    (0xd44, "Cortex-X1"),
    (0xd46, "Cortex-A510"),
    (0xd47, "Cortex-A710"),
    (0xd48, "Cortex-X2"),
    (0xd49, "Neoverse N2"),
    (0xd4a, "Neoverse E1"),
    (0xd4b, "Cortex-A78C"),
    (0xd4c, "Cortex-X1C"),
    (0xd4d, "Cortex-A715"),
    (0xd4e, "Cortex-X3"),
    (0xd4f, "Neoverse V2"),
    (0xd80, "Cortex-A520"),
    (0xd81, "Cortex-A720"),
    (0xd82, "Cortex-X4"),
    (0xd83, "Neoverse V3AE"),
    (0xd84, "Neoverse V3"),
    (0xd85, "Cortex-X925"),
    (0xd87, "Cortex-A725"),
    (0xd88, "Cortex-A520AE"),
    (0xd89, "Cortex-A720AE"),
    (0xd8a, "C1-Nano"),
    (0xd8b, "C1-Pro"),
    (0xd8c, "C1-Ultra"),
    (0xd8e, "Neoverse N3"),
    (0xd8f, "Cortex-A320"),
    (0xd90, "C1-Premium"),
];

const CAVIUM: Parts = &[
    (0x0a0, "ThunderX"),
    (0x0a1, "ThunderX 88xx"),
    (0x0a2, "ThunderX 81xx"),
    (0x0a3, "ThunderX 83xx"),
    (0x0af, "ThunderX2 99xx"),
    (0x0b0, "OcteonTX2"),
    (0x0b1, "OcteonTX2 98xx"),
    (0x0b2, "OcteonTX2 96xx"),
    (0x0b3, "OcteonTX2 95xx"),
    (0x0b8, "ThunderX3 T110"),
];

/// 0xd40 and 0xd41 are what HiSilicon's Kirin reports for its Cortex-A76 and A77.
const HISILICON: Parts =
    &[(0xd01, "TaiShan v110"), (0xd02, "TaiShan v120"), (0xd40, "Cortex-A76"), (0xd41, "Cortex-A77")];

/// "Gold" and "Silver" are Qualcomm's words for the fast and the thrifty cores; in brackets the Arm
/// core inside. Later Kryo report themselves as the Arm core.
const QUALCOMM: Parts = &[
    (0x001, "Oryon"),
    (0x00f, "Scorpion"),
    (0x02d, "Scorpion"),
    (0x04d, "Krait"),
    (0x06f, "Krait"),
    (0x201, "Kryo Silver"),
    (0x205, "Kryo Gold"),
    (0x211, "Kryo Silver"),
    (0x800, "Kryo 2xx Gold (Cortex-A73)"),
    (0x801, "Kryo 2xx Silver (Cortex-A53)"),
    (0x802, "Kryo 3xx Gold (Cortex-A75)"),
    (0x803, "Kryo 3xx Silver (Cortex-A55)"),
    (0x804, "Kryo 4xx Gold (Cortex-A76)"),
    (0x805, "Kryo 4xx Silver (Cortex-A55)"),
    (0xc00, "Falkor"),
    (0xc01, "Saphira"),
];

const SAMSUNG: Parts =
    &[(0x001, "Mongoose M1"), (0x002, "Mongoose M3"), (0x003, "Mongoose M4"), (0x004, "Mongoose M5")];

/// Seen only under a Linux that runs on Apple hardware: macOS and iOS do not report the register.
const APPLE: Parts = &[
    (0x001, "Cyclone"),
    (0x002, "Typhoon"),
    (0x003, "Typhoon"),
    (0x004, "Twister"),
    (0x005, "Twister"),
    (0x006, "Hurricane"),
    (0x007, "Hurricane"),
    (0x008, "Monsoon"),
    (0x009, "Mistral"),
    (0x00b, "Vortex"),
    (0x00c, "Tempest"),
    (0x010, "Vortex"),
    (0x011, "Tempest"),
    (0x012, "Lightning"),
    (0x013, "Thunder"),
    (0x020, "Icestorm (A14)"),
    (0x021, "Firestorm (A14)"),
    (0x022, "Icestorm (M1)"),
    (0x023, "Firestorm (M1)"),
    (0x024, "Icestorm (M1 Pro)"),
    (0x025, "Firestorm (M1 Pro)"),
    (0x028, "Icestorm (M1 Max)"),
    (0x029, "Firestorm (M1 Max)"),
    (0x030, "Blizzard (A15)"),
    (0x031, "Avalanche (A15)"),
    (0x032, "Blizzard (M2)"),
    (0x033, "Avalanche (M2)"),
    (0x034, "Blizzard (M2 Pro)"),
    (0x035, "Avalanche (M2 Pro)"),
    (0x036, "Sawtooth (A16)"),
    (0x037, "Everest (A16)"),
    (0x038, "Blizzard (M2 Max)"),
    (0x039, "Avalanche (M2 Max)"),
];

const PHYTIUM: Parts = &[
    (0x303, "FTC310"),
    (0x660, "FTC660"),
    (0x661, "FTC661"),
    (0x662, "FTC662"),
    (0x663, "FTC663"),
    (0x664, "FTC664"),
    (0x862, "FTC862"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_register() {
        let midr = Midr::from_text("0x00000000531f0020\n").unwrap();
        assert_eq!(midr, Midr { implementer: 0x53, variant: 1, part: 0x002, revision: 0 });
        assert_eq!(midr.name(), Some("Mongoose M3"));
        assert_eq!(midr.designer(), Some("Samsung"));
        assert_eq!(Midr::from_text("0x410fd083").unwrap().name(), Some("Cortex-A72"));
        assert_eq!(Midr::from_text("0x0000000000000000"), None);
        assert_eq!(Midr::from_text("410fd083"), None);
        assert_eq!(Midr::from_text(""), None);
    }

    #[test]
    fn one_part_number_for_two_cores() {
        assert_eq!(Midr::from_register(0x531f_0011).name(), Some("Mongoose M1"));
        assert_eq!(Midr::from_register(0x534f_0010).name(), Some("Mongoose M2"));
    }

    #[test]
    fn the_unknown_stays_a_number() {
        assert_eq!(Midr::from_register(0x410f_fff0).name(), None);
        assert_eq!(Midr::from_register(0xee0f_d030).designer(), None);
    }

    #[test]
    fn tables_name_each_part_once() {
        for code in 0..=u8::MAX {
            let Some((designer, parts)) = implementer(code) else {
                continue;
            };
            let mut numbers: Vec<u16> = parts.iter().map(|(part, _)| *part).collect();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), parts.len(), "{designer}");
            assert!(numbers.iter().all(|&part| part <= 0xfff), "{designer}");
        }
    }
}
