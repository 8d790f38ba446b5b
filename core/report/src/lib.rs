#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! | file | what it holds |
//! |---|---|
//! | `any` | a report of any kind |
//! | `outline`, `measurement_outline` | a report in words, which every text lays out in its own way |
//! | `ramp`, `turbo`, `sustained` | the words of each kind of report |
//! | `lines`, `moving` | sentences and numbers that several texts share |
//! | `text`, `markdown`, `html`, `csv`, `openmetrics` | one format each |
//! | `compare` | two measurements, and the significance of their difference |
//! | `store` | reports in a file |
//! | `bars`, `replay` | what the apps draw |

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a
// Kotlin package and a Swift file. All belongs to the one whose functions use it
// (docs/adr/0010-one-set-of-types.md).
#[cfg(feature = "uniffi")]
macro_rules! module_path {
    () => {
        "trueghz_ffi"
    };
}

mod any;
pub mod bars;
pub mod compare;
#[cfg(feature = "csv")]
pub mod csv;
#[cfg(feature = "html")]
pub mod html;
pub mod lines;
#[cfg(feature = "markdown")]
pub mod markdown;
pub mod measurement_outline;
pub mod moving;
#[cfg(feature = "openmetrics")]
pub mod openmetrics;
pub mod outline;
mod ramp;
pub mod replay;
#[cfg(feature = "json")]
pub mod store;
mod sustained;
pub mod text;
mod turbo;

pub use any::Report;
pub use outline::Outlined;
#[cfg(feature = "uniffi")]
pub use trueghz::UniFfiTag;
