//! Processor identification by `cpuid` on x86.
//!
//! Leaves as in Intel's SDM volume 2A (CPUID) and AMD's APM volume 3, appendix E. The `raw-cpuid`
//! crate decodes far more; the dozen fields needed here do not justify a dependency of that size.

use super::evidence::Evidence;
use super::machine::{Claim, ClaimSource, CoreClass, CoreId, Fact};

/// Vendor, family, model, stepping.
pub(super) fn identify(evidence: &dyn Evidence) -> Option<CoreId> {
    let [_, b, c, d] = evidence.cpuid(0, 0)?;
    let vendor = text_of(&[b, d, c]);
    let [signature, ..] = evidence.cpuid(1, 0)?;
    let base_family = signature >> 8 & 0xf;
    let base_model = signature >> 4 & 0xf;
    let family = if base_family == 0xf { base_family + (signature >> 20 & 0xff) } else { base_family };
    let extended = matches!(base_family, 0x6 | 0xf);
    let model = if extended { base_model + (signature >> 16 & 0xf) * 16 } else { base_model };
    Some(CoreId::X86 { vendor, family, model, stepping: signature & 0xf })
}

/// The brand string, at most 48 characters.
pub(super) fn brand(evidence: &dyn Evidence) -> Option<String> {
    let words: Option<Vec<u32>> = (0x8000_0002..=0x8000_0004)
        .map(|leaf| evidence.cpuid(leaf, 0))
        .collect::<Option<Vec<_>>>()
        .map(|leaves| leaves.into_iter().flatten().collect());
    Some(text_of(&words?)).filter(|brand| !brand.is_empty())
}

/// P or E core, read on the core itself, and the leaf; `None` if the processor is of one kind or
/// does not report it.
pub(super) fn class(evidence: &dyn Evidence, cpu: u32) -> Option<(CoreClass, &'static str)> {
    if is_hybrid(evidence) {
        // Intel, leaf 0x1A: the native model's type in EAX[31:24].
        let class = match evidence.cpuid_on(cpu, 0x1a, 0)?[0] >> 24 {
            0x40 => CoreClass::Performance,
            0x20 => CoreClass::Efficiency,
            _ => return None,
        };
        return Some((class, "cpuid leaf 0x1A"));
    }
    // AMD, leaf 0x8000_0026 of the core level: bit 30 of EAX is set if not all cores are alike,
    // EBX[31:28] is the core's type.
    let [a, ..] = evidence.cpuid(0x8000_0026, 0)?;
    if a >> 30 & 1 == 0 {
        return None;
    }
    let class = match evidence.cpuid_on(cpu, 0x8000_0026, 0)?[1] >> 28 {
        0 => CoreClass::Performance,
        1 => CoreClass::Efficiency,
        _ => return None,
    };
    Some((class, "cpuid leaf 0x80000026"))
}

/// Intel, leaf 7, EDX[15]: cores of several kinds in one package.
pub(super) fn is_hybrid(evidence: &dyn Evidence) -> bool {
    evidence.cpuid(7, 0).is_some_and(|[_, _, _, d]| d >> 15 & 1 == 1)
}

/// The name by which a hypervisor presents itself (leaf 0x4000_0000), if there is one at all: leaf
/// 1, ECX[31]. `None` if cpuid is unavailable.
pub(super) fn hypervisor(evidence: &dyn Evidence) -> Option<Hypervisor> {
    let [_, _, c, _] = evidence.cpuid(1, 0)?;
    if c >> 31 & 1 == 0 {
        return Some(Hypervisor::Absent);
    }
    let signature = evidence.cpuid(0x4000_0000, 0).map(|[_, b, c, d]| text_of(&[b, c, d]));
    Some(Hypervisor::Present(signature.unwrap_or_default()))
}

/// Returns `true` if Hyper-V lets this system make partitions: leaf 0x4000_0003, EBX[0] (Hypervisor
/// Top Level Functional Specification, `HV_PARTITION_PRIVILEGE_MASK`, CreatePartitions). Only the
/// root partition has this right.
pub(super) fn is_hyper_v_root(evidence: &dyn Evidence) -> bool {
    evidence.cpuid(0x4000_0003, 0).is_some_and(|[_, b, ..]| b & 1 == 1)
}

/// Returns whether the time stamp counter (TSC) ticks at one rate in all states of the processor:
/// leaf 0x8000_0007, bit 8 of EDX.
///
/// Unknown if cpuid is unavailable: on other processors, and for a system of which only files are
/// there.
pub fn invariant_tsc(evidence: &dyn Evidence) -> Fact<bool> {
    const LEAF: u32 = 0x8000_0007;
    if !matches!(evidence.architecture().as_str(), "x86" | "x86_64") {
        return Fact::unknown("only x86 processors have a time stamp counter");
    }
    let Some([highest, ..]) = evidence.cpuid(0x8000_0000, 0) else {
        return Fact::unknown("cpuid is not available here");
    };
    let edx = evidence.cpuid(LEAF, 0).filter(|_| highest >= LEAF).map_or(0, |[_, _, _, edx]| edx);
    Fact::known(edx >> 8 & 1 == 1, "cpuid leaf 0x80000007, EDX[8]")
}

/// Hypervisor detected by cpuid.
pub(super) enum Hypervisor {
    Absent,
    Present(String),
}

/// The clocks that cpuid and the brand string state of a core. On a hybrid processor leaf 0x16
/// describes the core that reads it; elsewhere every core has the same.
pub(super) fn claims(evidence: &dyn Evidence, cpu: u32) -> Vec<Claim> {
    let mut claims = Vec::new();
    let leaf = if is_hybrid(evidence) { evidence.cpuid_on(cpu, 0x16, 0) } else { evidence.cpuid(0x16, 0) };
    if let Some([base_mhz, max_mhz, ..]) = leaf {
        // Intel defines 16 bits of each; the rest is reserved.
        claims.extend(Claim::from_mhz((max_mhz & 0xffff).into(), ClaimSource::CpuidMax));
        claims.extend(Claim::from_mhz((base_mhz & 0xffff).into(), ClaimSource::CpuidBase));
    }
    if let Some([denominator, numerator, crystal_hz, _]) = evidence.cpuid(0x15, 0)
        && denominator != 0
    {
        let hz = u64::from(crystal_hz) * u64::from(numerator) / u64::from(denominator);
        claims.extend(Claim::plausible(hz, ClaimSource::CpuidTsc));
    }
    claims.extend(brand(evidence).and_then(|brand| brand_clock(&brand)));
    claims
}

/// The clock in a brand string: `... CPU @ 2.60GHz`.
pub(super) fn brand_clock(brand: &str) -> Option<Claim> {
    let (_, clock) = brand.rsplit_once('@')?;
    let clock = clock.trim();
    let (digits, unit_mhz) = match (clock.strip_suffix("GHz"), clock.strip_suffix("MHz")) {
        (Some(digits), _) => (digits, 1e3),
        (None, Some(digits)) => (digits, 1.0),
        (None, None) => return None,
    };
    let mhz = digits.trim().parse::<f64>().ok()? * unit_mhz;
    // The range is checked by `plausible`; a float beyond u64 saturates, and then fails there.
    Claim::plausible((mhz * 1e6).round() as u64, ClaimSource::BrandString)
}

/// The characters in registers, lowest byte first, up to the first zero, without the padding.
fn text_of(registers: &[u32]) -> String {
    let bytes = registers.iter().flat_map(|register| register.to_le_bytes());
    let printable = bytes
        .take_while(|&byte| byte != 0)
        .map(|byte| if byte == b' ' || byte.is_ascii_graphic() { char::from(byte) } else { '?' });
    printable.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_in_brand_strings() {
        let hz = |brand: &str| brand_clock(brand).map(|claim| claim.hz);
        assert_eq!(hz("Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz"), Some(3_200_000_000));
        assert_eq!(hz("Intel(R) Pentium(R) M processor @ 900MHz"), Some(900_000_000));
        assert_eq!(hz("AMD Ryzen 9 7950X 16-Core Processor"), None);
        assert_eq!(hz("VirtualApple @ 2.50GHz"), Some(2_500_000_000));
        assert_eq!(hz("@ 1e999GHz"), None);
        assert_eq!(hz("@ GHz"), None);
    }

    #[test]
    fn a_tsc_is_invariant_if_its_bit_is_set() {
        use crate::RecordedSystem;
        let found = |architecture: &str, leaves: &[(&str, &str)]| {
            let cpuid = leaves.iter().map(|&(leaf, words)| (leaf.into(), words.into())).collect();
            let architecture = Some(architecture.into());
            let system = RecordedSystem { architecture, cpuid, ..RecordedSystem::default() };
            invariant_tsc(&system).value().copied()
        };
        let leaves = |edx| [("80000000:0", "80000008 0 0 0"), ("80000007:0", edx)];
        assert_eq!(found("x86_64", &leaves("0 0 0 100")), Some(true));
        assert_eq!(found("x86_64", &leaves("100 100 100 fffffeff")), Some(false));
        let above = [("80000000:0", "80000006 0 0 0"), ("80000007:0", "0 0 0 100")];
        assert_eq!(found("x86_64", &above), Some(false), "another leaf's answer");
        assert_eq!(found("x86_64", &above[1..]), None);
        assert_eq!(found("aarch64", &leaves("0 0 0 100")), None);
    }

    #[test]
    fn registers_spell_names() {
        assert_eq!(text_of(&[0x756e_6547, 0x4965_6e69, 0x6c65_746e]), "GenuineIntel");
        assert_eq!(text_of(&[0x4b4d_564b, 0x564b_4d56, 0x0000_004d]), "KVMKVMKVM");
        assert_eq!(text_of(&[0, 1]), "");
        assert_eq!(text_of(&[0xff]), "?");
    }
}
