//! What a platform is asked at a session's start, and its start-up.
//!
//! Only Android can be asked from here, once its front end has handed over a context. On Apple systems the front
//! end tells ([`Session::tell`](crate::Session::tell)): Foundation is at hand there and Rust's way to it is long.

#[cfg(not(target_vendor = "apple"))]
mod android;

#[cfg(not(target_vendor = "apple"))]
pub use android::conditions;

/// Nobody can be asked.
#[cfg(target_vendor = "apple")]
pub fn conditions() -> trueghz::host::Conditions {
    trueghz::host::Conditions::default()
}
