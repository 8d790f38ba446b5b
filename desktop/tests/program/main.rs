//! The program from outside: what it prints and writes, where, and how it ends. Whatever a measurement comes to on a busy
//! machine will do.
//!
//! Programs of their own, which cargo runs one after the other: `instructions`, `ramp`, `sustained` and `turbo` keep processors
//! busy and want them for themselves, `signals` ends measurements at chosen moments, `command_faults` is run by itself and writes a
//! document.

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
