//! Which of a machine's clusters the program for macOS means. It is told how many cores of each level there are, the fastest
//! first, and numbers them so; no thread of it can be put on one.

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
    let read_hz = core["frequency_hz"].as_f64().unwrap_or_default();
    let off = |cluster: &Cluster| (cluster.clock.pieces_between(0, 1)[0].hz as f64 - read_hz).abs();
    let by_distance = |a: &&Cluster, b: &&Cluster| off(a).total_cmp(&off(b));
    machine.clusters.iter().min_by(by_distance).expect("a machine has a cluster")
}

/// Whether each reading names one type, none twice, or names none: then it stands for no core.
pub fn kinds_are_right(machine: &Machine, cores: &[Value]) -> bool {
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
        serde_json::json!({ "cpus": cpus, "frequency_hz": hz })
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
            kinds_are_right(&machine, &cores)
        };
        assert!(right(&[&[0], &[1, 2]]) && right(&[&[0]]) && right(&[&[], &[]]) && right(&[&[0], &[]]));
        assert!(!right(&[]) && !right(&[&[0], &[0]]) && !right(&[&[0, 1]]) && !right(&[&[0, 1, 2]]));
    }
}
