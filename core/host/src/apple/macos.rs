//! Reading macOS: Apple chips and Intel Macs.

use crate::evidence::{Evidence, Platform};
use crate::machine::{Claim, ClaimSource, Core, CoreId, Fact, Machine};
use crate::x86;

/// Reads everything. On Macs `hw.model` is the identifier (`MacBookPro18,1`); `hw.machine` is
/// `arm64`.
pub(crate) fn read(evidence: &dyn Evidence) -> Machine {
    let mut claims: Vec<Claim> = Vec::new();
    // Intel Macs only. On Apple chips the kernel reports that there is no such value, and
    // `hw.tbfrequency`, which it does have, is the timer's rate, not a core's clock.
    for (name, source) in
        [("hw.cpufrequency_max", ClaimSource::SysctlMax), ("hw.cpufrequency", ClaimSource::SysctlNominal)]
    {
        let hz = super::integer(evidence, name).ok();
        claims.extend(hz.and_then(|hz| Claim::plausible(hz, source)));
    }
    claims.extend(x86::claims(evidence, 0));
    claims.sort_by_key(|claim| claim.source);
    let identity: Option<CoreId> = x86::identify(evidence);
    let brand = super::text(evidence, "machdep.cpu.brand_string");
    super::read(evidence, Platform::Macos, "hw.model", |core: &mut Core| {
        core.claims.clone_from(&claims);
        if let Some(identity) = &identity {
            core.kind.id = Fact::known(identity.clone(), "cpuid");
            core.kind.name = brand.clone();
        }
    })
}
