//! Names of cores and machines.

use trueghz::host::{CoreClass, Fact, Machine};
use trueghz::report::phrases::MachineNames;

use crate::language::{Language, Word, word};

/// The type of core with the numbers of `cpus`; if threads cannot be pinned to a core, its rank and
/// design.
pub(crate) fn core(language: &Language, machine: &Machine, kind: &str, cpus: &[u32]) -> String {
    let core = machine.cores.iter().find(|core| cpus.contains(&core.cpu));
    if let Some(rank) = core.and_then(|core| rank(&core.kind.class)) {
        let rank = language.say(rank);
        return match core.map(|core| &core.kind.name) {
            Some(Fact::Known { value, .. }) => language.join(value, &rank),
            _ => rank,
        };
    }
    let name = if kind.is_empty() { language.say(word::CORE_UNKNOWN) } else { kind.to_owned() };
    match cpus {
        // Elsewhere a core's number is an index that means nothing to users.
        _ if !machine.has_os_cpu_ids => name,
        [] => name,
        [cpu] => {
            let number = language.fill(word::CORE_ONE, &[&language.digits(&cpu.to_string())]);
            language.join(&name, &number)
        }
        cpus => language.join(&name, &language.fill(word::CORE_RANGE, &[&runs(language, cpus)])),
    }
}

fn rank(class: &Fact<CoreClass>) -> Option<Word> {
    match class {
        Fact::Known { value: CoreClass::Performance, .. } => Some(word::CORE_PERFORMANCE),
        Fact::Known { value: CoreClass::Efficiency, .. } => Some(word::CORE_EFFICIENCY),
        _ => None,
    }
}

/// "0–3, 6" for 0, 1, 2, 3 and 6.
fn runs(language: &Language, cpus: &[u32]) -> String {
    let mut cpus = cpus.to_vec();
    cpus.sort_unstable();
    let digits = |cpu: u32| language.digits(&cpu.to_string());
    let run = |run: &[u32]| match run {
        [one] => digits(*one),
        run => format!("{}–{}", digits(run[0]), digits(run[run.len() - 1])),
    };
    cpus.chunk_by(|one, next| one + 1 == *next).map(run).collect::<Vec<String>>().join(", ")
}

/// Chip and device; a device with an unknown chip has its identifier.
pub(crate) fn machine(language: &Language, machine: &Machine) -> String {
    let names = MachineNames::of(machine);
    match (names.chip, names.device) {
        (Some(chip), Some(device)) => language.fill(word::MACHINE_LINE, &[&chip, &device]),
        (Some(chip), None) => chip,
        (None, Some(device)) => language.fill(word::CHIP_UNKNOWN_NAMED, &[&device]),
        (None, None) => language.say(word::CHIP_UNKNOWN),
    }
}
