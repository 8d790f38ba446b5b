//! The windows that the instrument recorded, on the time of the clock's profile.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::emulator::{Guest, Reference};

/// The name of the instrument's file of windows.
pub const FILE: &str = "raw.json";

/// The clock at a point in time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Milliseconds after the profile's start.
    pub at_ms: f64,
    /// The clock, in Hz.
    pub hz: f64,
}

/// The instrument's raw data of a core.
pub struct Recording {
    core: Value,
    reference: Reference,
    ns_per_tick: f64,
}

/// Steps of the two bodies: docs/method.md.
const LONG: f64 = 256.0;
const SHORT: f64 = 32.0;

impl Recording {
    /// Reads what was kept of one of the cores that were measured.
    pub fn read(folder: &Path, core: usize) -> Result<Self, String> {
        let file = folder.join(FILE);
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(&file).map_err(|error| wrong(&error))?;
        let raw: Value = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        let reference = Reference::named(&raw["clock"]).map_err(|error| wrong(&error))?;
        let timebase = |name: &str| raw["timebase"][name].as_f64().ok_or_else(|| wrong(&"no timebase"));
        let ns_per_tick = timebase("numer")? / timebase("denom")?;
        let core = &raw["cores"][core]["outcome"]["recorded"];
        if core["start_ticks"].is_null() {
            return Err(wrong(&"it does not say when it began"));
        }
        Ok(Self { core: core.clone(), reference, ns_per_tick })
    }

    /// Duration of the warm-up in ms, and how it ended.
    pub fn warm_up(&self) -> (f64, String) {
        let end = self.core["warm_up"]["end"].as_str().unwrap_or_default();
        (self.core["warm_up"]["elapsed_ms"].as_f64().unwrap_or_default(), end.to_owned())
    }

    /// When the instrument began, in ms after the profile's start.
    pub fn began_ms(&self, guest: &Guest) -> f64 {
        let began_ns = self.core["start_ticks"].as_f64().unwrap_or_default() * self.ns_per_tick;
        (began_ns - guest.began_ns(self.reference, self.ns_per_tick)) / 1e6
    }

    /// From the first window's start to the last one's end, in ms after the profile's start.
    pub fn span_ms(&self, guest: &Guest) -> [f64; 2] {
        let (starts, took) = (self.windows("start_ticks"), self.windows("elapsed_ticks"));
        let ends = starts.iter().zip(&took).map(|(start, took)| start + took);
        let last = ends.fold(0.0, f64::max);
        let first = starts.first().copied().unwrap_or_default();
        [first, last].map(|ticks| self.began_ms(guest) + ticks * self.ns_per_tick / 1e6)
    }

    /// The curve of the warm-up: each point is the end of its block.
    pub fn curve(&self, guest: &Guest) -> Vec<Point> {
        let began_ms = self.began_ms(guest);
        let point = |sample: &Value| {
            Some(Point { at_ms: began_ms + sample["at_ms"].as_f64()?, hz: sample["hz"].as_f64()? })
        };
        self.core["warm_up"]["samples"].as_array().into_iter().flatten().filter_map(point).collect()
    }

    /// The clock as every pair of a long and a short window shows it that are of one kind and one
    /// round: the steps that they differ by, over the time that they differ by. Only kinds of one
    /// cycle a step.
    pub fn pairs(&self, guest: &Guest) -> Vec<Point> {
        let column = |name: &str| self.core["windows"][name].as_array().cloned().unwrap_or_default();
        let (kinds, lengths, rounds) = (column("kind"), column("length"), column("round"));
        let (iterations, starts) = (self.windows("iterations"), self.windows("start_ticks"));
        let took = self.windows("elapsed_ticks");
        let mut short: BTreeMap<(u64, &str), usize> = BTreeMap::new();
        let mut long = short.clone();
        for (number, kind) in kinds.iter().enumerate() {
            let key = (rounds[number].as_u64().unwrap_or_default(), kind.as_str().unwrap_or_default());
            match lengths[number].as_str() {
                Some("long") => _ = long.insert(key, number),
                Some("short") => _ = short.insert(key, number),
                _ => {}
            }
        }
        let began_ms = self.began_ms(guest);
        let one_cycle = ["subtract", "add", "xor", "mixed", "rotate"];
        let mut points = Vec::new();
        for (key, &l) in long.iter().filter(|((_, kind), _)| one_cycle.contains(kind)) {
            let Some(&s) = short.get(key) else { continue };
            let ns = (took[l] - took[s]) * self.ns_per_tick;
            let hz = (LONG * iterations[l] - SHORT * iterations[s]) / ns * 1e9;
            let middle = (starts[l] + took[l] / 2.0) * self.ns_per_tick / 1e6;
            points.push(Point { at_ms: began_ms + middle, hz });
        }
        points.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
        points
    }

    fn windows(&self, column: &str) -> Vec<f64> {
        let values = self.core["windows"][column].as_array().into_iter().flatten();
        values.map(|value| value.as_f64().unwrap_or_default()).collect()
    }
}
