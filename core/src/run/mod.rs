//! Entry points for users: a measurement as a session on its own thread, observable and
//! cancellable.
//!
//! | file | what it holds |
//! |---|---|
//! | `measure`, `core_measurement` | the measurement: each core in turn, pinned, with its context |
//! | `here` | the clock of the calling thread's core, in one call |
//! | `clocks` | quality of each clock |
//! | `occupied`, `session_error` | sessions on one core: the cores that are busy, and reasons for a missing report |
//! | `session`, `control`, `end` | its threads, input from outside, and its result |
//! | `event`, `mailbox`, `running`, `warm_up_buffer`, `reporter` | the events, their queue, and the thread that reports them |
//! | `sync` | the locks and the time of `mailbox` and `end`: the system's, and in `models` the models' |
//! | `thinned` | the windows of a run, thinned, however long it is |
//! | `conditions` | conditions that only the platform reports |
//! | `target` | the cores to measure |
//! | `load_threads`, `loaded` | loads of other cores, and of the measured one between its windows |
//! | `background`, `placement` | how to reach cores if threads cannot be pinned, and on which kind a thread was |
//! | `options` | measurement options |
//! | `record` | one core: calibration, warm-up, plan, rounds of windows |
//! | `calibrate`, `warm_up`, `plan` | the steps of `record` |
//! | `counted` | the hardware counters alongside it |
//! | `bench`, `hardware`, `timing` | interface of a recording to the hardware, and the hardware |
//! | `environment` | the rest of the system that a session needs: its cores, and how to get onto one |

mod background;
pub mod bench;
pub(crate) mod calibrate;
pub mod clocks;
mod conditions;
mod control;
mod core_measurement;
mod counted;
mod end;
#[cfg(test)]
mod end_tests;
pub mod environment;
pub mod event;
pub(crate) mod hardware;
pub(crate) mod here;
mod load_threads;
mod loaded;
mod mailbox;
#[cfg(test)]
mod mailbox_tests;
pub mod measure;
#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod models;
pub(crate) mod occupied;
pub mod options;
mod pace;
pub(crate) mod placement;
mod plan;
pub mod record;
mod reporter;
mod running;
pub mod session;
pub mod session_error;
mod sync;
pub mod target;
mod thinned;
mod tick;
pub(crate) mod timing;
mod warm_up;
mod warm_up_buffer;
mod warm_up_curve;
