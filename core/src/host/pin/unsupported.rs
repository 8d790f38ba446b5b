//! Systems without a known call: nothing is pinned, nothing is told.

use super::PinError;
use crate::host::Platform;
use std::io;

#[derive(Debug)]
pub(super) struct Affinity;

impl Affinity {
    pub(super) fn of_this_thread() -> Result<Self, PinError> {
        Ok(Self)
    }

    pub(super) fn restore(&self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn move_to(_cpu: u32) -> Result<(), PinError> {
    Err(PinError::Unsupported { system: std::env::consts::OS })
}

pub(super) fn current_cpu() -> Option<u32> {
    None
}

pub(super) fn current_cluster() -> Option<u32> {
    None
}

pub(super) fn allowed_cpus() -> Vec<u32> {
    Vec::new()
}

pub(super) fn online_cpus() -> Vec<u32> {
    Vec::new()
}
