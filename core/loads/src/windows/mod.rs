//! Windows of additions with their place in time, and the changes of the clock that they show.
//!
//! | file | what it holds |
//! |---|---|
//! | `timed` | windows, their interruptions, levels and steps of the clock |
//! | `taken` | takes them |
//! | `overhead` | the overhead of a window |
//! | `sharing` | whether another thread shares the core |

mod overhead;
mod sharing;
pub(crate) mod taken;
pub mod timed;
