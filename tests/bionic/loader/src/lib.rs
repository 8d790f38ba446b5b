//! Runs programs for Android on aarch64 Linux, on Android's own C library.
//!
//! The loader does the work of `/system/bin/linker64` of Android 6.0 for a program and its
//! libraries, as far as its C library requires it: it maps, relocates and initialises them, makes
//! the first thread, and implements `dlopen` and similar functions. It has no name spaces, no
//! thread-local storage of ELF (both are of later Androids), and no unloading.
//!
//! The loader itself is a static program on another C library. Each has a thread pointer of its
//! own, so the loader puts on its own wherever a library calls it: `thread`.
//!
//! | file | what it holds |
//! |---|---|
//! | `file` | contents of a file: segments, symbols, relocations, all in its own addresses |
//! | `packed` | relocations in Android's compressed form |
//! | `image` | a file in memory |
//! | `linker` | the files that are loaded, and what each finds in the others |
//! | `dl` | the functions of libdl, as libraries call them |
//! | `thread` | thread pointers: the loader's and the program's |
//! | `start` | the first thread, and the way into the program |

#![cfg(target_os = "linux")]

#[cfg(target_arch = "aarch64")]
mod dl;
pub mod file;
pub mod image;
#[cfg(target_arch = "aarch64")]
mod linker;
pub mod packed;
#[cfg(target_arch = "aarch64")]
pub mod start;
#[cfg(target_arch = "aarch64")]
mod thread;
