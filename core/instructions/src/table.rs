//! The result: a table of rows in cycles.

use serde::{Deserialize, Serialize};
use trueghz::Interval;
use trueghz::chain::ChainKind;
use trueghz::report::provenance::Provenance;
use trueghz::report::{Measurement, Reading};

use super::events::{CountedEvent, UncountedEvent};
use super::form::{InstructionForm, InstructionProperty, Metric};
use super::record::RowError;
use super::shape::LoopShape;

/// The name of the JSON form of a [`Table`] and of its version. Names in it stay; new ones may
/// come.
pub const TABLE_SCHEMA: &str = "trueghz-instructions/2";

/// Instructions in cycles, on one core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "InstructionTable"))]
pub struct Table {
    /// The name of the JSON form and of its version.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// Start of the session, in UTC (RFC 3339); absent in files of versions that did not record it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub measured_at: Option<String>,
    /// The options, in command-line syntax; absent in files of versions that did not record them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub options: Option<String>,
    /// Reading of the core's clock immediately before, with its warnings, such as contention by a
    /// busy SMT sibling; and the system's information on the machine, none of which was measured.
    pub measurement: Measurement,
    /// The chain of one cycle per step with which instructions were compared; absent if none ran.
    pub reference: Option<ChainKind>,
    /// The rows, in the order of the set.
    pub rows: Vec<TableRow>,
    /// Requested events that were not counted; usually empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "uniffi", uniffi(default = []))]
    pub uncounted: Vec<UncountedEvent>,
}

impl Table {
    /// When, by which version and with which options it was made.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }

    /// The reading of the core's clock.
    pub fn reading(&self) -> &Reading {
        // There is a reading for each requested core, and one was requested.
        &self.measurement.cores[0]
    }

    /// The JSON form.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a table holds nothing that JSON cannot")
    }
}

/// The measured property of a form, as reported.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "InstructionMeasure"))]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Cycles from one operand to another; with the instruction that leads back, if they lie in
    /// different register files.
    Latency {
        /// The operand that is waited for.
        from: String,
        /// The result.
        to: String,
        /// The instruction that leads back: the value is the sum of both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<String>,
    },
    /// Cycles per instruction of many that do not wait for each other.
    Throughput,
}

/// Reason why a row has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "MissingCycles"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Missing {
    /// The core lacks the instruction.
    Absent,
    /// Too few windows were undisturbed.
    Disturbed,
    /// The interval reaches zero: the cost of the instruction is below the resolution, for example
    /// if an emulator omits it.
    Unresolved,
    /// The measurement was cancelled.
    Cancelled,
    /// The clock stopped.
    ClockStopped,
    /// No chain is known to take one cycle per step, so the row has no reference. The reading
    /// states the reason.
    NoReference,
    /// The core could not be taken.
    NoCore,
}

/// The value of a row in one shape.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ShapeCycles {
    /// The shape.
    pub shape: LoopShape,
    /// Its value.
    pub cycles: Interval,
    /// Number of comparisons that it is based on.
    pub comparisons: usize,
    /// The steps that ran in these, the overhead of loops apart: each is an instruction, with the
    /// one that leads back if there is one.
    pub steps: u64,
    /// Duration of these steps, in nanoseconds, including the overhead of loops and clock reads.
    pub elapsed_ns: f64,
    /// Cycles per step by the hardware counter; absent if none can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub counted_cycles: Option<f64>,
    /// Instructions per step by the hardware counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub counted_instructions: Option<f64>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "InstructionRow"))]
pub struct TableRow {
    /// The form's text, with classes in place of registers.
    pub form: String,
    /// The form's group.
    pub group: String,
    /// The measured property.
    pub measure: Measure,
    /// Special properties of the form.
    pub marks: Vec<String>,
    /// Cycles: the median of the shapes if they agree, otherwise the lowest. Absent if there is a
    /// reason.
    pub cycles: Option<Interval>,
    /// Whether the shapes agree; absent if there are fewer than two.
    pub shapes_agree: Option<bool>,
    /// Every shape that has a value.
    pub shapes: Vec<ShapeCycles>,
    /// Reason why there is no value.
    pub missing: Option<Missing>,
    /// Counted events, if any were requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "uniffi", uniffi(default = []))]
    pub events: Vec<CountedEvent>,
}

/// Maximum difference between agreeing shapes, in cycles...
const AGREE_CYCLES: f64 = 0.02;

/// ...or as a fraction of the value: the possible effect of the clock's tick and of a varying
/// clock.
const AGREE_PART: f64 = 0.01;

impl TableRow {
    /// A row without a value.
    pub(super) fn missing(form: &InstructionForm, row: &InstructionProperty, missing: Missing) -> TableRow {
        TableRow {
            form: form.name().to_owned(),
            group: form.group().to_owned(),
            measure: Measure::from(row.metric()),
            marks: form.marks().iter().map(|&mark| mark.to_owned()).collect(),
            cycles: None,
            shapes_agree: None,
            shapes: Vec::new(),
            missing: Some(missing),
            events: Vec::new(),
        }
    }

    /// Creates a row from the results in each shape, or with the reason `otherwise` if there are
    /// none.
    pub(super) fn of(
        form: &InstructionForm,
        row: &InstructionProperty,
        shapes: Vec<ShapeCycles>,
        otherwise: Missing,
    ) -> TableRow {
        TableRow::missing(form, row, otherwise).with(shapes)
    }

    /// Returns the row with these shapes; unchanged if there are none.
    fn with(self, shapes: Vec<ShapeCycles>) -> TableRow {
        let Some((cycles, agree)) = together(&shapes) else { return self };
        let shapes_agree = (shapes.len() > 1).then_some(agree);
        TableRow { cycles: Some(cycles), shapes_agree, shapes, missing: None, ..self }
    }

    /// Returns `true` if a disturbance may have affected the result.
    pub(super) fn shapes_disagree(&self) -> bool {
        let is_wide = |cycles: &Interval| cycles.high - cycles.low > WIDE_PART * cycles.value;
        self.missing == Some(Missing::Disturbed)
            || self.shapes_agree == Some(false)
            || self.cycles.as_ref().is_some_and(is_wide)
    }

    /// Takes over the lower values of another measurement of the same row: disturbances lengthen
    /// windows.
    #[must_use]
    pub(super) fn or_lower(mut self, other: TableRow) -> TableRow {
        let mut shapes = std::mem::take(&mut self.shapes);
        for found in other.shapes {
            match shapes.iter_mut().find(|known| known.shape == found.shape) {
                Some(known) if found.cycles.value < known.cycles.value => *known = found,
                Some(_) => {}
                None => shapes.push(found),
            }
        }
        if self.events.is_empty() {
            self.events = other.events;
        }
        self.with(shapes)
    }
}

impl TableRow {
    /// Cycles by the hardware counter that correspond to [`TableRow::cycles`]: those of the shape
    /// with the nearest value. `None` if none can be read.
    pub fn counted_cycles(&self) -> Option<f64> {
        let cycles = self.cycles?.value;
        let off = |shape: &&ShapeCycles| (shape.cycles.value - cycles).abs();
        let nearest = self.shapes.iter().min_by(|a, b| off(a).total_cmp(&off(b)))?;
        nearest.counted_cycles
    }
}

/// An interval wider than this fraction of the value indicates a disturbed core.
const WIDE_PART: f64 = 0.02;

/// Combines the shapes into one value, and checks if they agree.
fn together(shapes: &[ShapeCycles]) -> Option<(Interval, bool)> {
    let mut values: Vec<Interval> = shapes.iter().map(|shape| shape.cycles).collect();
    values.sort_unstable_by(|a, b| a.value.total_cmp(&b.value));
    let (lowest, highest) = (*values.first()?, *values.last()?);
    let agree = highest.value - lowest.value <= AGREE_CYCLES.max(AGREE_PART * lowest.value);
    if !agree {
        return Some((lowest, false));
    }
    let low = values.iter().map(|cycles| cycles.low).fold(f64::INFINITY, f64::min);
    let high = values.iter().map(|cycles| cycles.high).fold(f64::NEG_INFINITY, f64::max);
    Some((Interval { value: values[values.len() / 2].value, low, high }, true))
}

impl From<Metric> for Measure {
    fn from(metric: Metric) -> Measure {
        match metric {
            Metric::Latency { from, to, via } => {
                Measure::Latency { from: from.to_owned(), to: to.to_owned(), via: via.map(str::to_owned) }
            }
            Metric::Throughput { .. } => Measure::Throughput,
        }
    }
}

impl From<RowError> for Missing {
    fn from(why: RowError) -> Missing {
        match why {
            RowError::NotThere => Missing::Absent,
            RowError::Disturbed => Missing::Disturbed,
            RowError::Unresolved => Missing::Unresolved,
            RowError::Cancelled => Missing::Cancelled,
            RowError::ClockStopped => Missing::ClockStopped,
        }
    }
}
