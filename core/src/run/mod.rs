//! Entry points for users: a measurement as a session on its own thread, observable and
//! cancellable.
//!
//! | file | what it holds |
//! |---|---|
//! | `measure`, `one_core` | the measurement: each core in turn, pinned, with its context |
//! | `here` | the clock of the calling thread's core, in one call |
//! | `clocks` | quality of each clock |
//! | `seat`, `no_report` | sessions on one core: the core, and reasons for a missing report |
//! | `session`, `control`, `end` | its threads, input from outside, and its result |
//! | `event`, `mailbox`, `history`, `new_curve`, `reporter` | the events, their queue, and the thread that reports them |
//! | `sync` | the locks and the time of `mailbox` and `end`: the system's, and in `models` the models' |
//! | `kept` | the windows kept of a run, however long it is |
//! | `conditions` | conditions that only the platform reports |
//! | `target` | the cores to measure |
//! | `load_threads`, `loaded` | loads of other cores, and of the measured one between its windows |
//! | `background`, `placement` | how to reach cores if threads cannot be pinned, and on which kind a thread was |
//! | `options` | measurement options |
//! | `record` | one core: calibration, warm-up, plan, rounds of windows |
//! | `calibrate`, `warm_up`, `plan` | the steps of `record` |
//! | `counted` | the hardware counters alongside it |
//! | `bench`, `hardware`, `timing` | interface of a recording to the hardware, and the hardware |
//! | `site` | the rest of the system that a session needs: its cores, and how to get onto one |

mod background;
pub mod bench;
pub(crate) mod calibrate;
pub mod clocks;
mod conditions;
mod control;
mod counted;
mod end;
#[cfg(test)]
mod end_tests;
pub mod event;
pub(crate) mod hardware;
pub(crate) mod here;
mod history;
mod kept;
mod load_threads;
mod loaded;
mod mailbox;
#[cfg(test)]
mod mailbox_tests;
pub mod measure;
#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod models;
mod new_curve;
pub mod no_report;
mod one_core;
pub mod options;
mod pace;
pub(crate) mod placement;
mod plan;
pub mod record;
mod reporter;
pub(crate) mod seat;
pub mod session;
pub mod site;
mod sync;
pub mod target;
mod tick;
pub(crate) mod timing;
mod warm_up;
mod warm_up_curve;
