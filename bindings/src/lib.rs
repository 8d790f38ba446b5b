//! TrueGHz for Swift and Kotlin: declarations and start-up, and no logic.
//!
//! What measures, decides and finds words is the crate `trueghz`; this one tells uniffi about it.

pub mod types;

uniffi::setup_scaffolding!("trueghz");
