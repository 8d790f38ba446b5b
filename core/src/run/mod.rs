//! What a user starts: a measurement as a session on its own thread, observable and cancellable.

pub mod bench;
pub mod calibrate;
pub mod hardware;
pub mod measure;
pub mod plan;
pub mod timing;
pub mod warm_up;
