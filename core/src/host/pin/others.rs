//! Linux and Android: the other threads of this process, each by its number in `/proc/self/task`.

use super::system::{Affinity, Thread};

/// The threads that were sent away from a processor.
#[derive(Debug)]
pub(super) struct Others {
    cpu: u32,
    /// The affinities that were given, each once: a thread that has one now was sent away, or was started by one
    /// that was and inherited it.
    given: Vec<Affinity>,
    /// Threads that could not be sent away, or did not run there anyway.
    left_alone: Vec<Thread>,
}

impl Others {
    pub(super) const MOVABLE: bool = true;

    pub(super) fn off(cpu: u32) -> Self {
        let mut others = Self { cpu, given: Vec::new(), left_alone: Vec::new() };
        for thread in Thread::others() {
            let Some(away) = send_away(thread, cpu) else {
                others.left_alone.push(thread);
                continue;
            };
            if !others.given.contains(&away) {
                others.given.push(away);
            }
        }
        others
    }

    pub(super) fn bring_back(&self) {
        for thread in Thread::others().into_iter().filter(|thread| !self.left_alone.contains(thread)) {
            let Ok(now) = Affinity::of(thread) else { continue };
            let Some(before) = before(&now, &self.given, self.cpu) else { continue };
            if let Err(error) = before.give(thread) {
                log::debug!("{thread:?} stays off processor {}: {error}", self.cpu);
            }
        }
    }
}

/// What a thread that may use `now` could use before it was given one of `given`, `cpu` included; absent where it
/// was given something else meanwhile, which is not ours to change.
fn before(now: &Affinity, given: &[Affinity], cpu: u32) -> Option<Affinity> {
    // Android lets an app in the background use fewer processors, and a thread then shows what is left. One that
    // shows a single processor was bound to it.
    let left_of = |given: &&Affinity| now == *given || now.is_part_of(given) && now.count() > 1;
    given.iter().find(left_of).map(|given| given.with(cpu))
}

/// What `thread` may use from now on; absent where it stays as it was.
fn send_away(thread: Thread, cpu: u32) -> Option<Affinity> {
    let away = Affinity::of(thread).ok()?.without(cpu)?;
    away.give(thread).ok().map(|()| away)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_away_comes_back() {
        let given = [Affinity::of_cpus([1, 2, 3, 4])];
        let whole = Affinity::of_cpus([0, 1, 2, 3, 4]);
        assert_eq!(before(&given[0], &given, 0), Some(whole.clone()));
        assert_eq!(before(&Affinity::of_cpus([1, 2]), &given, 0), Some(whole), "in the background");
        assert_eq!(before(&Affinity::of_cpus([2]), &given, 0), None, "bound meanwhile");
        assert_eq!(before(&Affinity::of_cpus([2, 5]), &given, 0), None, "given another meanwhile");
        let narrow = [Affinity::of_cpus([7])];
        assert_eq!(before(&narrow[0], &narrow, 6), Some(Affinity::of_cpus([6, 7])));
    }

    #[test]
    fn the_last_processor_is_not_taken() {
        assert_eq!(Affinity::of_cpus([3]).without(3), None);
        assert_eq!(Affinity::of_cpus([3, 70]).without(4), None, "not there");
        assert_eq!(Affinity::of_cpus([3, 70]).without(u32::MAX), None, "beyond all");
        assert_eq!(Affinity::of_cpus([3, 70]).without(3), Some(Affinity::of_cpus([70])));
    }
}
