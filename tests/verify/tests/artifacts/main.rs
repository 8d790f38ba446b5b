//! The shipped artifacts, and the projects and texts that they are built from: sound ones pass, and
//! each spoiled one is refused for its fault.

#[cfg(target_os = "linux")]
mod android;
mod apk;
#[cfg(target_os = "linux")]
mod apk_programs;
#[cfg(all(unix, any(target_arch = "aarch64", target_arch = "x86_64")))]
mod apple;
mod calls;
mod dex;
mod gradle;
mod gradlew;
#[cfg(all(unix, any(target_arch = "aarch64", target_arch = "x86_64")))]
mod own_chains;
#[cfg(all(unix, any(target_arch = "aarch64", target_arch = "x86_64")))]
mod programs;
mod store;
