//! Runs programs for macOS on aarch64 Linux: reads and maps the file, and answers for the system's
//! library.
//!
//! All knowledge of Apple's formats and calls consists of numbers and layouts of public headers,
//! written down independently; each file names its headers. Nothing of Apple's is used.
//!
//! | file | what it holds |
//! |---|---|
//! | `bytes` | numbers in tables |
//! | `file` | the contents of a Mach-O file |
//! | `fixups` | the addresses that are written when it is loaded |
//! | `image` | the file in memory |
//! | `thread_variables` | variables of which each thread has its own |
//! | `unwind` | Apple's tables for unwinding, rewritten as DWARF |
//! | `settings` | the properties of the emulated machine, and the calls that fail on it |
//! | `shim` | the functions of the system's library, by topic |
//! | `start` | from the file to its `main` |

#![cfg(target_os = "linux")]

pub mod bytes;
pub mod file;
pub mod fixups;
pub mod image;
pub mod settings;
pub mod shim;
#[cfg(target_arch = "aarch64")]
pub mod start;
pub mod thread_variables;
pub mod unwind;
