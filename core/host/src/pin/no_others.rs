//! Systems on which a thread cannot move another.

#[derive(Debug)]
pub(super) struct ThisProcess;

#[derive(Debug)]
pub(super) struct OtherThreads;

impl OtherThreads {
    pub(super) const MOVABLE: bool = false;

    pub(super) fn off(_: ThisProcess, _cpu: u32) -> Self {
        Self
    }

    pub(super) fn bring_back(&mut self) {}
}
