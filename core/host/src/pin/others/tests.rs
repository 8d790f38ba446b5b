//! Threads of a synthetic process: their affinities, and thread starts at the worst times.

use std::cell::RefCell;

use super::*;

type Born = (usize, u32, u32);

#[derive(Debug, Default)]
struct Process {
    threads: RefCell<BTreeMap<Thread, Affinity>>,
    /// Number of affinity changes after which this thread starts that one.
    births: RefCell<Vec<Born>>,
    changes: RefCell<usize>,
}

fn cpus(range: std::ops::RangeInclusive<u32>) -> Affinity {
    Affinity::of_cpus(range)
}

impl Process {
    fn of(threads: &[(u32, Affinity)]) -> Process {
        let threads = threads.iter().map(|(number, may)| (Thread::of(*number), may.clone())).collect();
        Process { threads: RefCell::new(threads), ..Process::default() }
    }

    fn with_births(self, births: &[Born]) -> Process {
        self.births.replace(births.to_vec());
        self
    }

    fn start(&self, parent: u32, child: u32) {
        let inherited = self.may(parent);
        self.threads.borrow_mut().insert(Thread::of(child), inherited);
    }

    fn may(&self, number: u32) -> Affinity {
        self.threads.borrow()[&Thread::of(number)].clone()
    }
}

impl Threads for &Process {
    fn others(&self) -> Vec<Thread> {
        self.threads.borrow().keys().copied().filter(|thread| *thread != Thread::THIS).collect()
    }

    fn affinity(&self, thread: Thread) -> Option<Affinity> {
        self.threads.borrow().get(&thread).cloned()
    }

    fn give(&self, thread: Thread, affinity: &Affinity) -> bool {
        // Born after the list was made, and before its parent's affinity is changed.
        let now = *self.changes.borrow();
        self.changes.replace(now + 1);
        let births: Vec<Born> = self.births.borrow().iter().filter(|born| born.0 == now).copied().collect();
        for (_, parent, child) in births {
            self.start(parent, child);
        }
        self.threads.borrow_mut().insert(thread, affinity.clone());
        true
    }
}

#[test]
fn each_gets_its_own_affinity_back() {
    // Finding 2: the worker came back with the main thread's affinity.
    let process = Process::of(&[(1, cpus(0..=7)), (2, cpus(4..=7)), (3, cpus(7..=7)), (4, cpus(0..=3))]);
    let mut others = OtherThreads::off(&process, 7);
    assert_eq!([1, 2, 3, 4].map(|n| process.may(n)), [cpus(0..=6), cpus(4..=6), cpus(7..=7), cpus(0..=3)]);
    others.bring_back();
    assert_eq!([1, 2, 3, 4].map(|n| process.may(n)), [cpus(0..=7), cpus(4..=7), cpus(7..=7), cpus(0..=3)]);
}

#[test]
fn children_get_what_their_parents_had() {
    let process = Process::of(&[(1, cpus(0..=7)), (2, cpus(4..=7)), (4, cpus(0..=3))]);
    let mut others = OtherThreads::off(&process, 7);
    for parent in [1, 2, 4] {
        process.start(parent, 10 + parent);
    }
    others.bring_back();
    assert_eq!([11, 12, 14].map(|n| process.may(n)), [cpus(0..=7), cpus(4..=7), cpus(0..=3)]);
}

#[test]
fn a_child_that_may_be_of_two_is_kept_off_no_processor() {
    let process = Process::of(&[(1, cpus(0..=7)), (2, cpus(0..=6))]);
    let mut others = OtherThreads::off(&process, 7);
    process.start(2, 12);
    others.bring_back();
    assert_eq!([1, 2, 12].map(|n| process.may(n)), [cpus(0..=7), cpus(0..=6), cpus(0..=7)]);
}

#[test]
fn threads_that_are_born_while_others_are_moved_are_seen() {
    // Finding 3. Thread 21 is born of a thread that is not sent away yet, 22 of one that is not
    // brought back yet.
    let process = Process::of(&[(1, cpus(0..=3)), (2, cpus(0..=3))]).with_births(&[(1, 2, 21), (4, 2, 22)]);
    let mut others = OtherThreads::off(&process, 3);
    assert_eq!(process.may(21), cpus(0..=2), "born while the threads were sent away");
    others.bring_back();
    assert_eq!([1, 2, 21, 22].map(|n| process.may(n)), [(); 4].map(|()| cpus(0..=3)));
}

#[test]
fn what_was_given_to_a_thread_meanwhile_is_its_own() {
    let process = Process::of(&[(1, cpus(0..=5)), (2, cpus(0..=5)), (3, cpus(0..=5)), (4, cpus(0..=5))]);
    let mut others = OtherThreads::off(&process, 0);
    let narrowed = cpus(1..=2);
    for (number, affinity) in [(1, cpus(2..=2)), (2, Affinity::of_cpus([0, 5])), (3, narrowed.clone())] {
        process.threads.borrow_mut().insert(Thread::of(number), affinity);
    }
    process.start(3, 13);
    others.bring_back();
    assert_eq!(process.may(1), cpus(2..=2), "bound meanwhile");
    assert_eq!(process.may(2), Affinity::of_cpus([0, 5]), "given another meanwhile");
    assert_eq!(process.may(3), cpus(0..=5), "narrowed by the system, in the background");
    assert_eq!(process.may(13), cpus(0..=5), "its child, narrowed alike");
}

#[test]
fn only_the_calling_thread_and_its_children_keep_off() {
    let process = Process::of(&[(0, cpus(0..=3)), (1, cpus(0..=3)), (2, Affinity::of_cpus([0, 3]))]);
    let mut off = OtherThreads::this_off(&process, &[1, 2, 9]).unwrap();
    assert_eq!([0, 1].map(|n| process.may(n)), [Affinity::of_cpus([0, 3]), cpus(0..=3)]);
    process.threads.borrow_mut().remove(&Thread::of(2));
    process.start(0, 10);
    process.start(1, 11);
    process.threads.borrow_mut().insert(Thread::of(12), cpus(3..=3));
    off.bring_back();
    assert_eq!([0, 1, 10, 11].map(|n| process.may(n)), [(); 4].map(|()| cpus(0..=3)));
    assert_eq!(process.may(12), cpus(3..=3), "born meanwhile, and bound by itself");
    let alone = Process::of(&[(0, cpus(1..=1))]);
    assert!(OtherThreads::this_off(&alone, &[1]).is_none(), "there is no other: it just runs");
}

#[test]
fn the_last_processor_is_not_taken() {
    assert_eq!(Affinity::of_cpus([3]).without(3), None);
    assert_eq!(Affinity::of_cpus([3, 70]).without(4), None, "not there");
    assert_eq!(Affinity::of_cpus([3, 70]).without(u32::MAX), None, "beyond all");
    assert_eq!(Affinity::of_cpus([3, 70]).without(3), Some(Affinity::of_cpus([70])));
}
