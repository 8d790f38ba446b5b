//! The locks and the time of the mailbox and of a session's end: the system's. The models compile
//! both with their own.

pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
pub(super) use std::time::Instant;
