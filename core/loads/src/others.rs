//! Processors to keep busy during a measurement of another one, and their order.

use trueghz::host::Machine;

/// The other processors that may be used, in the order in which they become busy.
pub(crate) fn others(machine: &Machine, allowed: &[u32], cpu: u32) -> Vec<u32> {
    let kinds = machine.core_types();
    let kind_of = |cpu: u32| kinds.iter().position(|kind| kind.cpus.contains(&cpu));
    let usable = |other: u32| {
        machine.core(other).is_some_and(|core| core.online)
            && (allowed.is_empty() || allowed.contains(&other))
    };
    let mut left: Vec<u32> =
        machine.cores.iter().map(|core| core.cpu).filter(|&other| other != cpu && usable(other)).collect();
    left.sort_by_key(|&other| kind_of(other) != kind_of(cpu));
    // Threads on idle cores come before those that share a core with a busy one.
    let mut first = Vec::new();
    let mut shared = Vec::new();
    for other in left {
        let siblings = machine.core(other).map_or(&[][..], |core| &core.smt_siblings);
        let shares = siblings.iter().any(|sibling| *sibling == cpu || first.contains(sibling));
        if shares { shared.push(other) } else { first.push(other) }
    }
    first.extend(shared);
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueghz::simulate::described::phone;

    #[test]
    fn a_thread_that_shares_a_core_becomes_busy_last() {
        let mut machine = phone(8);
        for core in &mut machine.cores {
            core.smt_siblings = vec![core.cpu ^ 1];
        }
        assert_eq!(others(&machine, &[0, 1, 2, 3, 4, 5], 0), [2, 4, 1, 3, 5]);
    }
}
