//! `PMCCNTR_EL0`, the cycle counter, which Windows on Arm opens to user mode: "Overview of ARM64
//! ABI conventions", cycle counter (learn.microsoft.com/cpp/build/arm64-windows-abi-conventions).
//!
//! A host of virtual machines need not have it: the first read is made where a fault is caught. And
//! the values must behave as cycles: `CNTVCT_EL0`, the timer, is read with it, and a counter that
//! advances at the timer's rate is rejected. Linux closes the register to user mode; there
//! `perf_event` reads it.

#[cfg(all(windows, target_arch = "aarch64"))]
mod pmccntr;
mod rate;
// Built for the tests of every AArch64 system, which look at the instructions.
#[cfg(all(target_arch = "aarch64", not(target_vendor = "apple")))]
mod registers;

#[cfg(all(windows, target_arch = "aarch64"))]
pub(super) use pmccntr::open;
