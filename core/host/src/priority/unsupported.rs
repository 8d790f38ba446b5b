//! Systems without a known call.

use super::ThreadPriority;
use std::io;

#[derive(Debug)]
pub(super) struct Before;

impl Before {
    pub(super) fn restore(&self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn set(_urgency: ThreadPriority) -> Result<Before, String> {
    Err("not available on this system".into())
}
