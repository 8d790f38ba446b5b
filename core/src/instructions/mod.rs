//! Instructions: the set whose latencies are measured, published figures of known cores, and which of them is near.

pub mod identify;
pub mod published;
