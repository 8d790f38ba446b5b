//! A processor core whose timing is known, and a clock whose rate is known: the ground truth of the
//! lab.
//!
//! | file | what it holds |
//! |---|---|
//! | `machine` | what is set: clock, timer, core. Read from a machine's file |
//! | `clock` | a core's clock: fixed, to be drawn, or moving |
//! | `event` | what happens on a machine while the program runs |
//! | `class` | the classes of instructions that have a latency of their own |
//! | `form` | the timing of a form of its own, instead of its class's |
//! | `decode` | from a word of A64 code to the properties that the model needs |
//! | `timing` | what an instruction costs on a core |
//! | `core` | the dataflow model, instruction by instruction |
//! | `block` | a block of code, and the results that a core remembers of it |
//! | `round` | a core that has come back to where it was does the same again |
//! | `follow` | the dataflow model, block by block, with earlier results remembered |
//! | `timeline` | from cycles to time, and from time to the timer's ticks |
//! | `turns` | several cores: which of them goes next, and how far |
//!
//! Nothing here knows the emulator. Time inside a core is counted in [`UNITS_PER_CYCLE`] parts of a
//! cycle, in integers, so that a machine's truth is exact.

pub mod block;
pub mod class;
pub mod clock;
pub mod core;
pub mod decode;
pub mod event;
pub mod follow;
pub mod form;
pub mod machine;
mod round;
pub mod timeline;
pub mod timing;
pub mod turns;

/// Parts of a cycle in which the model counts. 840 is the least common multiple of 1 to 8: halves,
/// thirds, up to eighths of a cycle are whole.
pub const UNITS_PER_CYCLE: u64 = 840;
