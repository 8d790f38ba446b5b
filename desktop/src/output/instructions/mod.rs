//! Instructions in cycles, a file for each form of the answer.

mod compared;
mod html;
mod lines;
mod listed;
mod markdown;
mod text;

pub use compared::compared;
pub use html::html;
pub use lines::missing;
pub use listed::Listed;
pub use markdown::markdown;
pub use text::text;
