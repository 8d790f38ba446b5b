//! Published clocks of Apple's chips, whose systems state none.
//!
//! Figures as they stand at the sources that docs/sources.md lists: of one busy core, if a source
//! separates one from several. A chip is left out if its devices run at different clocks and no
//! source says which (M2 Max, M2 Ultra, M4, M5 Pro), or if the system does not report which cores a
//! thread is on (A10). `CHIPS` is one line a chip.

use crate::machine::{Claim, ClaimSource, CoreClass};

use ClaimSource::{PublishedAnandtech, PublishedEclecticLight, PublishedLinux, PublishedWikipedia};

/// Published clocks of one chip.
struct Chip {
    /// Its name, without "Apple" and without the suffix of some ("Bionic").
    name: &'static str,
    /// Prefix of the identifiers of the devices to which it applies.
    devices: &'static str,
    /// The performance cores' highest clock.
    performance_mhz: u64,
    /// The efficiency cores' highest clock.
    efficiency_mhz: u64,
    source: ClaimSource,
}

const fn chip(
    name: &'static str,
    devices: &'static str,
    performance_mhz: u64,
    efficiency_mhz: u64,
    source: ClaimSource,
) -> Chip {
    Chip { name, devices, performance_mhz, efficiency_mhz, source }
}

/// Applies to all devices with the chip.
const ALL: &str = "";

const CHIPS: &[Chip] = &[
    chip("A12", ALL, 2_500, 1_587, PublishedAnandtech),
    chip("A12X", ALL, 2_490, 1_587, PublishedWikipedia),
    chip("A12Z", ALL, 2_490, 1_587, PublishedWikipedia),
    chip("A13", ALL, 2_660, 1_730, PublishedAnandtech),
    chip("A14", ALL, 2_998, 1_823, PublishedAnandtech),
    // The iPad mini's is slower.
    chip("A15", "iPhone", 3_240, 2_016, PublishedAnandtech),
    chip("A16", ALL, 3_460, 2_020, PublishedWikipedia),
    chip("A17 Pro", ALL, 3_780, 2_110, PublishedWikipedia),
    chip("A18", ALL, 4_040, 2_420, PublishedWikipedia),
    chip("A18 Pro", ALL, 4_044, 2_424, PublishedEclecticLight),
    chip("A19", ALL, 4_260, 2_600, PublishedWikipedia),
    chip("A19 Pro", ALL, 4_260, 2_600, PublishedWikipedia),
    chip("M1", ALL, 3_204, 2_064, PublishedLinux),
    chip("M1 Pro", ALL, 3_228, 2_064, PublishedLinux),
    chip("M1 Max", ALL, 3_228, 2_064, PublishedLinux),
    chip("M1 Ultra", ALL, 3_228, 2_064, PublishedLinux),
    chip("M2", ALL, 3_504, 2_424, PublishedLinux),
    chip("M2 Pro", ALL, 3_504, 2_424, PublishedLinux),
    chip("M3", ALL, 4_056, 2_748, PublishedEclecticLight),
    chip("M3 Pro", ALL, 4_056, 2_748, PublishedEclecticLight),
    chip("M3 Max", ALL, 4_056, 2_748, PublishedEclecticLight),
    chip("M4 Pro", ALL, 4_512, 2_592, PublishedEclecticLight),
    chip("M4 Max", ALL, 4_512, 2_592, PublishedEclecticLight),
];

/// Suffixes that some systems and tables include and others do not.
const SURNAMES: [&str; 2] = [" Bionic", " Fusion"];

/// The published clock of the cores of this class, for the chip of this name ("Apple A15 Bionic")
/// in the device of this identifier ("iPhone14,5").
pub(super) fn find(chip: &str, identifier: &str, class: &CoreClass) -> Option<Claim> {
    let name = chip.strip_prefix("Apple ")?;
    let name = SURNAMES.iter().find_map(|surname| name.strip_suffix(surname)).unwrap_or(name);
    let known = CHIPS.iter().find(|known| known.name == name && identifier.starts_with(known.devices))?;
    let mhz = match class {
        CoreClass::Performance => known.performance_mhz,
        CoreClass::Efficiency => known.efficiency_mhz,
        _ => return None,
    };
    Claim::from_mhz(mhz, known.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hz(chip: &str, identifier: &str, class: &CoreClass) -> Option<u64> {
        find(chip, identifier, class).map(|claim| claim.hz)
    }

    #[test]
    fn a_chip_is_found_under_the_names_that_systems_give_it() {
        let both =
            |chip| [&CoreClass::Performance, &CoreClass::Efficiency].map(|c| hz(chip, "iPhone14,5", c));
        assert_eq!(both("Apple A15 Bionic"), [Some(3_240_000_000), Some(2_016_000_000)]);
        assert_eq!(both("Apple A15"), both("Apple A15 Bionic"));
        assert_eq!(both("Apple A17 Pro"), [Some(3_780_000_000), Some(2_110_000_000)]);
    }

    #[test]
    fn nothing_is_published_for_what_is_not_that_chip() {
        let fast = &CoreClass::Performance;
        assert_eq!(hz("Apple M1 (Virtual)", "VirtualMac2,1", fast), None, "its host's clock is the host's");
        assert_eq!(hz("Apple M2 Max", "Mac14,6", fast), None, "some of them are faster than others");
        assert_eq!(hz("Apple A15 Bionic", "iPad14,1", fast), None, "slower than the phones");
        assert_eq!(hz("Apple A15 Bionic", "iPhone14,5", &CoreClass::Named("Super".into())), None);
        assert_eq!(hz("Intel(R) Core(TM) i5", "MacBookPro16,2", fast), None);
    }

    #[test]
    fn an_efficiency_core_is_slower_and_all_are_published() {
        for chip in CHIPS {
            assert!(chip.efficiency_mhz < chip.performance_mhz, "{}", chip.name);
            assert!(chip.source.is_published(), "{}", chip.name);
        }
    }
}
