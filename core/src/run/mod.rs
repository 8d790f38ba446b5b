//! What a user starts: a measurement as a session on its own thread, observable and cancellable.
//!
//! | file | what it holds |
//! |---|---|
//! | `measure`, `one_core` | the measurement: each core in turn, pinned, with its context |
//! | `clocks` | what each clock is worth |
//! | `session`, `event`, `telling` | the threads, what they tell, and who tells it |
//! | `conditions` | what only the platform knows, told from outside |
//! | `target`, `company` | which cores, and how to get onto them where nothing can be pinned |
//! | `record` | one core: calibration, warm-up, plan, rounds of windows |
//! | `calibrate`, `warm_up`, `plan` | the steps of that |
//! | `bench`, `hardware`, `timing` | what a recording needs of the world, and the world |
//! | `site` | what a session needs of the system besides: its cores, and how to get onto one |

pub mod bench;
pub mod calibrate;
pub mod clocks;
mod company;
pub mod conditions;
pub mod event;
pub mod hardware;
pub mod measure;
mod one_core;
pub mod plan;
pub mod record;
pub mod session;
pub mod site;
pub mod target;
mod telling;
pub mod timing;
pub mod warm_up;
mod warm_up_curve;
