//! Reads a machine's file, changes what is to be changed, draws its clock.

use std::path::Path;

use toml::{Table, Value};
use trueghz_lab_model::clock::{Clock, Profile};
use trueghz_lab_model::machine::Machine;

use crate::emulator::Error;

/// Settings of a run that replace those in the machine's file.
#[derive(Debug, Clone, clap::Args)]
pub struct Set {
    /// Seed of the random clocks: the same seed draws the same clocks
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Changes the machine, as a line of its file would: "timer_hz = 19_200_000",
    /// "core.latency.multiply = 3"
    #[arg(long, value_parser = change)]
    pub with: Vec<Table>,
}

fn change(line: &str) -> Result<Table, String> {
    line.parse().map_err(|error: toml::de::Error| error.message().to_owned())
}

/// Reads a machine with changes and draws what is to be drawn.
pub fn read(file: &Path, set: &Set) -> Result<Machine, Error> {
    let wrong = |reason: String| Error::Machine(file.display().to_string(), reason);
    let mut table = table(file)?;
    for change in &set.with {
        merge(&mut table, change.clone());
    }
    complete(&mut table, file)?;
    let mut machine: Machine = table.try_into().map_err(|error| wrong(error.to_string()))?;
    machine.check().map_err(|error| wrong(error.to_string()))?;
    let mut random = fastrand::Rng::with_seed(set.seed);
    for cluster in &mut machine.clusters {
        match &mut cluster.clock {
            Clock::DrawMhz(bounds) => cluster.clock = Clock::Mhz(draw(*bounds, &mut random)),
            Clock::Profile(profile) => draw_factor(profile, &mut random),
            Clock::Mhz(_) => {}
        }
    }
    Ok(machine)
}

/// Keys of a cluster, which a machine of one core has at its top.
const OF_CLUSTER: [&str; 3] = ["clock", "core", "vectors"];

/// Completes the clusters: one that is `like` a machine of one core has that one's clock and core,
/// apart from its own settings; and a machine that has `clock` and `core` itself has one cluster of
/// one core.
fn complete(machine: &mut Table, file: &Path) -> Result<(), Error> {
    let wrong = |reason: &str| Error::Machine(file.display().to_string(), reason.to_owned());
    let own: Table = OF_CLUSTER.into_iter().filter_map(|key| machine.remove_entry(key)).collect();
    match machine.get_mut("cluster") {
        Some(Value::Array(_)) if !own.is_empty() => {
            Err(wrong("clock, core and vectors belong into [[cluster]] where there is one"))
        }
        Some(Value::Array(clusters)) => {
            for cluster in clusters.iter_mut().filter_map(Value::as_table_mut) {
                let Some(Value::String(other)) = cluster.remove("like") else { continue };
                let mut like = table(&file.with_file_name(format!("{other}.toml")))?;
                like.retain(|key, _| OF_CLUSTER.contains(&key));
                merge(&mut like, std::mem::take(cluster));
                *cluster = like;
            }
            Ok(())
        }
        Some(_) => Err(wrong("cluster must be a list of tables: [[cluster]]")),
        None => {
            let name = ("name".to_owned(), Value::String("core".into()));
            let only = own.into_iter().chain([name]).collect();
            machine.insert("cluster".into(), Value::Array(vec![Value::Table(only)]));
            Ok(())
        }
    }
}

/// A machine's file; one that is `like` another changes it.
fn table(file: &Path) -> Result<Table, Error> {
    let wrong = |reason: String| Error::Machine(file.display().to_string(), reason);
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let mut own: Table = text.parse().map_err(|error: toml::de::Error| wrong(error.to_string()))?;
    match own.remove("like") {
        None => Ok(own),
        Some(Value::String(other)) => {
            let mut like = table(&file.with_file_name(format!("{other}.toml")))?;
            merge(&mut like, own);
            Ok(like)
        }
        Some(other) => Err(wrong(format!("like = {other}: it must be a machine's name"))),
    }
}

/// Changes a table. A clock takes the place of another clock, of whatever form.
fn merge(table: &mut Table, change: Table) {
    for (key, value) in change {
        match (table.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) if key != "clock" => merge(old, new),
            (_, value) => _ = table.insert(key, value),
        }
    }
}

/// A clock between two bounds in MHz, to a thousandth: nothing can gain by rounding.
fn draw(bounds: [f64; 2], random: &mut fastrand::Rng) -> f64 {
    let [least, most] = bounds.map(|mhz| (mhz * 1e3) as u64);
    random.u64(least..=most) as f64 / 1e3
}

/// Like [`draw`], but for a varying clock: multiplies all of its points by one factor.
fn draw_factor(profile: &mut Profile, random: &mut fastrand::Rng) {
    let Some([least, most]) = profile.draw_factor.take() else { return };
    let factor = least + (most - least) * random.f64();
    for point in &mut profile.points {
        point.mhz = (point.mhz * factor * 1e3).round() / 1e3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x1_like(with: &[&str], seed: u64) -> Result<Machine, Error> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../machines/x1-like.toml");
        read(&file, &Set { seed, with: with.iter().map(|line| change(line).unwrap()).collect() })
    }

    #[test]
    fn a_change_is_a_line_of_the_file() {
        let machine = x1_like(&["timer_hz = 13_000_000", "core.latency.multiply = 7"], 1).unwrap();
        assert_eq!(machine.timer_hz, 13_000_000);
        assert_eq!(
            machine.clusters[0].core.latency_units(trueghz_lab_model::class::Class::Multiply),
            7 * 840
        );
        assert_eq!(machine.clusters[0].core.width, 8, "what is not changed stays");
        assert_eq!(x1_like(&["clock.mhz = 1234.567"], 1).unwrap().clusters[0].clock, Clock::Mhz(1234.567));
        assert!(x1_like(&["core.latency.multipy = 7"], 1).is_err(), "there is no such class");
    }

    #[test]
    fn a_seed_draws_a_clock() {
        let clock = |seed| x1_like(&[], seed).unwrap().clusters[0].clock.clone();
        assert_eq!(clock(1), clock(1));
        assert_ne!(clock(1), clock(2));
        let moving = |seed| {
            let line = "clock.profile = { draw_factor = [0.9, 1.1], points = [{ at_ms = 0, mhz = 1000 }] }";
            match &x1_like(&[line], seed).unwrap().clusters[0].clock {
                Clock::Profile(profile) => profile.points[0].mhz,
                other => panic!("{other:?}"),
            }
        };
        assert!((900.0..=1100.0).contains(&moving(1)) && moving(1) != moving(2));
    }
}
