//! Output, files and exit status of the program. Any result of a measurement is accepted, because
//! the machine may be busy.
//!
//! The following tests are separate programs, which cargo runs one after another: `instructions`,
//! `ramp`, `sustained` and `turbo` load CPUs and need them alone, `signals` ends measurements at
//! chosen times, and `command_faults` is run separately and writes a document.

#[path = "../common/mod.rs"]
mod common;

mod commands;
mod compare;
mod examples;
mod foreign_text;
mod history;
mod openmetrics;
mod own_code;
mod page;
mod raw_file;
#[cfg(all(unix, not(any(target_env = "musl", target_os = "macos"))))] // What reads schemas: common/mod.rs.
mod schema;
mod surroundings;
