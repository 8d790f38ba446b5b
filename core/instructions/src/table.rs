//! The result: a table of rows in cycles.

use serde::{Deserialize, Serialize};

use trueghz::chain::Kind;
use trueghz::report::provenance::Provenance;
use trueghz::report::{Measurement, Reading};

use super::form::{Form, Property, Row};
use super::record::NoNumber;
use super::shape::Shape;
use trueghz::Interval;

/// The name of the JSON form of a [`Table`] and of its version. Names in it stay; new ones may come.
pub const TABLE_SCHEMA: &str = "trueghz-instructions/1";

/// Instructions in cycles, on one core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "InstructionTable"))]
pub struct Table {
    /// The name of the JSON form and of its version.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// When the session began, in UTC as RFC 3339 has it; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub options: Option<String>,
    /// The core's clock just before, with its warnings: a core that is shared with a busy neighbour is named here. And what
    /// the system says of the machine, of which none was measured.
    pub measurement: Measurement,
    /// The chain of one cycle a step against which instructions were held; absent where none ran.
    pub reference: Option<Kind>,
    /// The rows, in the order of the set.
    pub rows: Vec<TableRow>,
}

impl Table {
    /// When, by which version and with which options it was made.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }

    /// The reading of the core's clock.
    pub fn reading(&self) -> &Reading {
        // There is a reading for each core that is asked for, and one was.
        &self.measurement.cores[0]
    }

    /// The JSON form.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a table holds nothing that JSON cannot")
    }
}

/// What was measured of a form, as it is reported.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "InstructionMeasure"))]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Cycles from one operand to another; with the instruction that leads back, if they lie in different files.
    Latency {
        /// The operand that is waited for.
        from: String,
        /// The result.
        to: String,
        /// The instruction that leads back: the number is the sum of both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<String>,
    },
    /// Cycles per instruction of many that do not wait for each other.
    Throughput,
}

/// Why a row has no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "MissingCycles"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Missing {
    /// The core lacks the instruction.
    Absent,
    /// Too few moments were undisturbed.
    Disturbed,
    /// The interval reaches zero: the instruction costs less than can be told, as where an emulator leaves it out.
    Unresolved,
    /// The end was asked for.
    Cancelled,
    /// The clock stood still.
    ClockStopped,
    /// No chain is known to take a cycle a step, so there is nothing to hold the row against: the reading says why.
    NoReference,
    /// The core could not be taken.
    NoCore,
}

/// The number of a row in one shape.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ShapeCycles {
    /// The shape.
    pub shape: Shape,
    /// Its number.
    pub cycles: Interval,
    /// On how many comparisons it rests.
    pub comparisons: usize,
    /// The steps that ran in these, the overhead of loops apart: each is an instruction, with the one that leads back if there
    /// is one.
    pub steps: u64,
    /// How long these took, in nanoseconds, the overhead of loops and of the clock's reads included.
    pub elapsed_ns: f64,
    /// Cycles of a step by the processor's own counter; absent where none can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub counted_cycles: Option<f64>,
    /// Instructions of a step by it.
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
    /// What it belongs to.
    pub group: String,
    /// What was measured of it.
    pub measure: Measure,
    /// What is special about it.
    pub marks: Vec<String>,
    /// Cycles: the median of the shapes where they agree, and the lowest of them where they do not. Absent where there is a
    /// reason.
    pub cycles: Option<Interval>,
    /// Whether the shapes agree; absent where there are not several.
    pub shapes_agree: Option<bool>,
    /// Every shape that has a number.
    pub shapes: Vec<ShapeCycles>,
    /// Why there is no number.
    pub missing: Option<Missing>,
}

/// Shapes agree within this many cycles...
const AGREE_CYCLES: f64 = 0.02;

/// ...or this part of the number: what the clock's tick and a moving clock may do.
const AGREE_PART: f64 = 0.01;

impl TableRow {
    /// A row without a number.
    pub(super) fn missing(form: &Form, row: &Row, missing: Missing) -> TableRow {
        TableRow {
            form: form.name().to_owned(),
            group: form.group().to_owned(),
            measure: Measure::from(row.property()),
            marks: form.marks().iter().map(|&mark| mark.to_owned()).collect(),
            cycles: None,
            shapes_agree: None,
            shapes: Vec::new(),
            missing: Some(missing),
        }
    }

    /// A row of what was found in each shape.
    pub(super) fn of(form: &Form, row: &Row, shapes: Vec<ShapeCycles>, otherwise: Missing) -> TableRow {
        TableRow::missing(form, row, otherwise).with(shapes)
    }

    /// The same row with these shapes; as it is where there is none.
    fn with(self, shapes: Vec<ShapeCycles>) -> TableRow {
        let Some((cycles, agree)) = together(&shapes) else { return self };
        let shapes_agree = (shapes.len() > 1).then_some(agree);
        TableRow { cycles: Some(cycles), shapes_agree, shapes, missing: None, ..self }
    }

    /// Whether what disturbs may be the reason why it is what it is.
    pub(super) fn is_doubtful(&self) -> bool {
        let is_wide = |cycles: &Interval| cycles.high - cycles.low > WIDE_PART * cycles.value;
        self.missing == Some(Missing::Disturbed)
            || self.shapes_agree == Some(false)
            || self.cycles.as_ref().is_some_and(is_wide)
    }

    /// With what another measurement of the same row found lower: what disturbs makes windows longer.
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
        self.with(shapes)
    }
}

impl TableRow {
    /// What the processor's own counter says in the place of [`TableRow::cycles`]: that of the shape that is nearest. Absent
    /// where none can be read.
    pub fn counted_cycles(&self) -> Option<f64> {
        let cycles = self.cycles?.value;
        let off = |shape: &&ShapeCycles| (shape.cycles.value - cycles).abs();
        let nearest = self.shapes.iter().min_by(|a, b| off(a).total_cmp(&off(b)))?;
        nearest.counted_cycles
    }
}

/// An interval wider than this part of the number comes of a disturbed core.
const WIDE_PART: f64 = 0.02;

/// One number of several shapes, and whether they agree.
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

impl From<Property> for Measure {
    fn from(property: Property) -> Measure {
        match property {
            Property::Latency { from, to, via } => {
                Measure::Latency { from: from.to_owned(), to: to.to_owned(), via: via.map(str::to_owned) }
            }
            Property::Throughput { .. } => Measure::Throughput,
        }
    }
}

impl From<NoNumber> for Missing {
    fn from(why: NoNumber) -> Missing {
        match why {
            NoNumber::NotThere => Missing::Absent,
            NoNumber::Disturbed => Missing::Disturbed,
            NoNumber::Unresolved => Missing::Unresolved,
            NoNumber::Cancelled => Missing::Cancelled,
            NoNumber::ClockStopped => Missing::ClockStopped,
        }
    }
}
