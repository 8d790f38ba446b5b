//! What a platform is asked at a session's start, and its start-up.
//!
//! Only Android can be asked from here, once its front end has handed over a context. On Apple systems the front
//! end tells ([`Session::tell`](crate::Session::tell)): Foundation is at hand there and Rust's way to it is long.

#[cfg(not(target_vendor = "apple"))]
mod android;

use trueghz::run::session::Control;

/// Tells a session how things stand, where the platform can be asked.
#[cfg(not(target_vendor = "apple"))]
pub fn tell(control: &Control) {
    if let Some(conditions) = android::conditions() {
        control.tell(conditions);
    }
}

/// Nobody can be asked.
#[cfg(target_vendor = "apple")]
pub fn tell(_control: &Control) {}
