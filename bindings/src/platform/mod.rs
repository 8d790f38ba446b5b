//! A platform's start-up, and its queries at a session's start.
//!
//! Only Android can be queried from here, once its front end has handed over a context. On Apple
//! systems the front end passes the conditions on ([`Session::tell`](crate::Session::tell)):
//! Foundation is at hand there and Rust's way to it is long.

#[cfg(not(target_vendor = "apple"))]
mod android;

#[cfg(not(target_vendor = "apple"))]
pub use android::conditions;

/// The system cannot be queried from here.
#[cfg(target_vendor = "apple")]
pub fn conditions() -> trueghz::host::Conditions {
    trueghz::host::Conditions::default()
}
