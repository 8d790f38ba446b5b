//! Maps the clusters of the program for macOS to a machine's. The program gets the number of cores
//! of each level, the fastest first, and numbers them so; none of its threads can be pinned to one.

use serde_json::Value;
use trueghz_lab_model::machine::{Cluster, Machine};

/// The clusters with the program's numbers of their cores, the fastest first.
fn levels(machine: &Machine) -> Vec<(Vec<u64>, &Cluster)> {
    let mut clusters: Vec<&Cluster> = machine.clusters.iter().collect();
    clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.capacity));
    let mut next = 0;
    let numbered = |cluster: &'_ Cluster| {
        let first = next;
        next += u64::from(cluster.cores);
        (first..next).collect()
    };
    let numbers: Vec<Vec<u64>> = clusters.iter().copied().map(numbered).collect();
    numbers.into_iter().zip(clusters).collect()
}

/// The cores that a reading stands for.
fn cpus(core: &Value) -> Vec<u64> {
    core["cpus"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

/// The cluster that a reading names; of one that names no type, the cluster whose clock is nearest.
pub fn cluster<'machine>(machine: &'machine Machine, core: &Value) -> &'machine Cluster {
    let (levels, cpus) = (levels(machine), cpus(core));
    if let Some((_, cluster)) = levels.iter().find(|(numbers, _)| *numbers == cpus) {
        return cluster;
    }
    nearest(machine, core["frequency_hz"]["value"].as_f64().unwrap_or_default())
}

/// The cluster of a type's name; of an unknown one, the cluster whose clock is nearest.
pub fn cluster_of_kind<'machine>(machine: &'machine Machine, kind: &str, read_hz: f64) -> &'machine Cluster {
    let levels = levels(machine);
    match kind {
        _ if kind.contains("performance") => levels[0].1,
        _ if kind.contains("efficiency") => levels[levels.len() - 1].1,
        _ => nearest(machine, read_hz),
    }
}

fn nearest(machine: &Machine, read_hz: f64) -> &Cluster {
    let off = |cluster: &Cluster| (cluster.clock.pieces_between(0, 1)[0].hz as f64 - read_hz).abs();
    let by_distance = |a: &&Cluster, b: &&Cluster| off(a).total_cmp(&off(b));
    machine.clusters.iter().min_by(by_distance).expect("a machine has a cluster")
}

/// Settings under which nothing proves on which of several types a thread ran.
const PROVES_NOTHING: [&str; 4] = ["background=anywhere", "cpu_number=refused", "qos=refused", "qos=ignored"];

/// Returns `true` if each reading names one type, none twice, or names none: then it stands for no
/// core. If nothing can prove a type, no reading with a number may name one.
pub fn kinds_are_right(machine: &Machine, cores: &[Value], settings: &[String]) -> bool {
    let is_unproven = machine.clusters.len() > 1
        && settings.iter().any(|setting| PROVES_NOTHING.contains(&setting.as_str()));
    let is_named = |core: &Value| core["frequency_hz"].is_object() && !cpus(core).is_empty();
    if is_unproven && cores.iter().any(is_named) {
        return false;
    }
    let known: Vec<Vec<u64>> = levels(machine).into_iter().map(|(numbers, _)| numbers).collect();
    let said: Vec<Vec<u64>> = cores.iter().map(cpus).collect();
    let is_once = |cpus: &Vec<u64>| said.iter().filter(|other| *other == cpus).count() == 1;
    let is_right = |cpus: &Vec<u64>| cpus.is_empty() || known.contains(cpus) && is_once(cpus);
    !said.is_empty() && said.iter().all(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Machine {
        let text = r#"
            timer_hz = 24_000_000
            cpu = "max"
            cluster = [
                { name = "slow", cores = 2, capacity = 390, clock = { mhz = 1000 }, core = { width = 4, window = 100 } },
                { name = "fast", cores = 1, capacity = 1024, clock = { mhz = 3000 }, core = { width = 4, window = 100 } },
            ]
        "#;
        toml::from_str(text).unwrap()
    }

    fn core(cpus: &[u64], hz: f64) -> Value {
        serde_json::json!({ "cpus": cpus, "frequency_hz": { "value": hz } })
    }

    #[test]
    fn the_fastest_cores_are_the_first() {
        let machine = machine();
        assert_eq!(cluster(&machine, &core(&[0], 1e9)).name, "fast", "its name counts, and not its number");
        assert_eq!(cluster(&machine, &core(&[1, 2], 3e9)).name, "slow");
        assert_eq!(cluster(&machine, &core(&[], 1.1e9)).name, "slow", "no type: the nearest");
    }

    #[test]
    fn types_are_named_once_or_not_at_all() {
        let machine = machine();
        let right = |lists: &[&[u64]]| {
            let cores: Vec<Value> = lists.iter().map(|cpus| core(cpus, 1e9)).collect();
            kinds_are_right(&machine, &cores, &[])
        };
        assert!(right(&[&[0], &[1, 2]]) && right(&[&[0]]) && right(&[&[], &[]]) && right(&[&[0], &[]]));
        assert!(!right(&[]) && !right(&[&[0], &[0]]) && !right(&[&[0, 1]]) && !right(&[&[0, 1, 2]]));
    }

    #[test]
    fn a_number_names_no_type_that_nothing_proves() {
        let anywhere = ["background=anywhere".to_owned()];
        let right = |core: Value| kinds_are_right(&machine(), &[core], &anywhere);
        assert!(!right(core(&[0], 3e9)), "it may have been on either");
        assert!(right(core(&[], 3e9)));
        assert!(right(serde_json::json!({ "cpus": [0], "reason": "core_type_unreachable" })), "no number");
    }

    #[test]
    fn a_type_is_known_by_its_name() {
        let machine = machine();
        let name = |kind, hz| cluster_of_kind(&machine, kind, hz).name.as_str();
        assert_eq!(name("Firestorm (performance)", 1e9), "fast");
        assert_eq!(name("Icestorm (efficiency)", 3e9), "slow");
        assert_eq!(name("unknown core", 1.1e9), "slow");
    }
}
