#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! | file | what it holds |
//! |---|---|
//! | `aarch64.tsv`, `x86_64.tsv` | the set, one form per line |
//! | `set` | the same, as build/ makes it into code |
//! | `form` | a form and its properties to measure |
//! | `code` | the loop around a chain; its words in `aarch64`, `x86_64` |
//! | `written` | the body of 1,000 steps, written at run time; `unwritten` in its place on phones |
//! | `shape` | number of consecutive steps, and of iterations of the loop |
//! | `own` | the user's own code, in place of a form |
//! | `bench`, `record` | timed runs of chains and of a reference chain of one cycle per step |
//! | `estimate` | from these to cycles, as a pure function |
//! | `counted` | cycles and instructions by the hardware counters |
//! | `measure` | all of it as a session |
//! | `units` | which forms share units of the core, by mixing them |
//! | `published`, `published_*.tsv` | figures of known cores, for comparison |
//! | `compare`, `identify` | a table compared with them, and the nearest known core |
//! | `table`, `csv`, `osaca` | the result, and it as CSV or as a model of OSACA |
//! | `figures` | the result as front ends show it |

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a
// Kotlin package and a Swift file. All belongs to the one whose functions use it
// (docs/adr/0010-one-set-of-types.md).
#[cfg(feature = "uniffi")]
macro_rules! module_path {
    () => {
        "trueghz_ffi"
    };
}

#[cfg(target_arch = "aarch64")]
#[macro_use]
#[path = "aarch64.rs"]
mod words;
#[cfg(target_arch = "x86_64")]
#[macro_use]
#[path = "x86_64.rs"]
mod words;
#[macro_use]
mod code;

pub mod bench;
mod compare;
mod counted;
#[cfg(feature = "csv")]
mod csv;
mod estimate;
mod events;
mod figures;
mod form;
pub mod identify;
mod measure;
#[cfg(feature = "json")]
mod osaca;
#[cfg(feature = "all")]
#[doc(hidden)]
pub mod own;
pub mod published;
mod record;
mod set;
mod shape;
#[cfg(feature = "simulate")]
pub mod simulated;
mod table;
#[cfg(feature = "all")]
#[doc(hidden)]
pub mod units;
#[cfg_attr(not(feature = "all"), path = "unwritten.rs")]
mod written;

pub use code::{Code, OwnCode};
pub use compare::{Compared, is_apart};
pub use events::{CountedEvent, Events, UncountedEvent};
pub use figures::{Figure, FormFigures, mark_text};
pub use form::{Body, InstructionForm, InstructionProperty, Metric};
pub use measure::{InstructionOptions, measure, measure_at, measure_with};
pub use set::FORMS;
pub use shape::LoopShape;
pub use table::{Measure, Missing, ShapeCycles, TABLE_SCHEMA, Table, TableRow};
#[cfg(feature = "uniffi")]
pub use trueghz::UniFfiTag;
#[cfg(feature = "all")]
#[doc(hidden)]
pub use written::Written;
