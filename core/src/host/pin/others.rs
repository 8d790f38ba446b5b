//! Linux and Android: the other threads of this process, each by its number in `/proc/self/task`.

use super::system::{Affinity, Thread};

/// The threads that were sent away from a processor.
#[derive(Debug)]
pub(super) struct Others {
    cpu: u32,
    moved: usize,
    /// The affinities that were given, each once: a thread that has one now was sent away, or was started by one
    /// that was and inherited it.
    given: Vec<Affinity>,
    /// Threads that could not be sent away, or did not run there anyway.
    left_alone: Vec<Thread>,
}

impl Others {
    pub(super) const MOVABLE: bool = true;

    pub(super) fn off(cpu: u32) -> Self {
        let mut others = Self { cpu, moved: 0, given: Vec::new(), left_alone: Vec::new() };
        for thread in Thread::others() {
            let Some(away) = send_away(thread, cpu) else {
                others.left_alone.push(thread);
                continue;
            };
            others.moved += 1;
            if !others.given.contains(&away) {
                others.given.push(away);
            }
        }
        others
    }

    pub(super) fn moved(&self) -> usize {
        self.moved
    }

    pub(super) fn bring_back(&self) {
        for thread in Thread::others().into_iter().filter(|thread| !self.left_alone.contains(thread)) {
            let Ok(now) = Affinity::of(thread) else { continue };
            if !self.given.contains(&now) {
                // It was given another one meanwhile, which is not ours to change.
                continue;
            }
            if let Err(error) = now.with(self.cpu).give(thread) {
                log::debug!("{thread:?} stays off processor {}: {error}", self.cpu);
            }
        }
    }
}

/// What `thread` may use from now on; absent where it stays as it was.
fn send_away(thread: Thread, cpu: u32) -> Option<Affinity> {
    let away = Affinity::of(thread).ok()?.without(cpu)?;
    away.give(thread).ok().map(|()| away)
}
