//! Instructions in cycles, one file for each output format.

mod compared;
mod lines;
mod listed;
mod outline;
mod pages;
mod text;

pub use compared::compared;
pub use lines::missing;
pub use listed::Listed;
pub use outline::{EXPLAINED, outline};
pub use pages::pages;
pub use text::{core_at, text};
