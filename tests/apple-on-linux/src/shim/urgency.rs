//! Quality-of-service classes, as far as Apple describes their effect: threads of background
//! priority run on the slowest cores; urgent ones take the fast cores, and those that find none
//! left the slower ones; others run anywhere. Apple does not describe which threads go without a
//! fast core if there are too many urgent ones, so a setting determines it. `<sys/qos.h>`,
//! `<pthread/qos.h>`.

use std::cell::Cell;
use std::ffi::{c_int, c_uint};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use super::system::levels;
use super::{answers, errors};
use crate::settings::{Spill, Urgencies, settings};

const USER_INTERACTIVE: c_uint = 0x21;
const BACKGROUND: c_uint = 0x09;

/// All classes that can be set: user interactive, user initiated, default, utility, background.
const CLASSES: [c_uint; 5] = [USER_INTERACTIVE, 0x19, 0x15, 0x11, BACKGROUND];

/// `QOS_MIN_RELATIVE_PRIORITY`.
const LEAST: c_int = -15;

/// Duration of a turn if threads take turns.
const TURN: Duration = Duration::from_millis(20);

thread_local! {
    /// The thread's class and its place in it; 0 is "unspecified".
    static CLASS: Cell<(c_uint, c_int)> = const { Cell::new((0, 0)) };
}

/// Background threads that only the first core of the slowest level takes so far.
static WAITING: Mutex<Vec<libc::pid_t>> = Mutex::new(Vec::new());

/// The urgent threads in the order in which they came, and how often they have changed places.
static URGENT: Mutex<Urgent> = Mutex::new(Urgent { threads: Vec::new(), turn: 0 });

struct Urgent {
    threads: Vec<libc::pid_t>,
    turn: usize,
}

impl Urgent {
    /// Each thread with the level that it gets.
    fn dealt(&self, levels: &[Vec<usize>], spill: Spill) -> Vec<(libc::pid_t, usize)> {
        let (count, fast) = (self.threads.len(), levels[0].len());
        let first = match spill {
            Spill::First => 0,
            Spill::Last => count.saturating_sub(fast),
            Spill::Stir => self.turn % count.max(1),
        };
        let in_turn = self.threads.iter().cycle().skip(first).take(count);
        // The cores of each level, one after the other; the remaining threads run on the slowest.
        let places = levels.iter().enumerate().flat_map(|(level, cpus)| cpus.iter().map(move |_| level));
        in_turn.copied().zip(places.chain(std::iter::repeat(levels.len() - 1))).collect()
    }

    fn place(&self) {
        let levels = &levels().0;
        for (thread, level) in self.dealt(levels, settings().spill) {
            run_on(thread, &levels[level]);
        }
    }

    fn forget(&mut self, thread: libc::pid_t) -> bool {
        let before = self.threads.len();
        self.threads.retain(|known| *known != thread);
        self.threads.len() < before
    }
}

fn run_on(thread: libc::pid_t, cpus: &[usize]) {
    // SAFETY: plain numbers, for which 0 is a value; those of processors are within the set; the
    // thread is one of this process.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        for cpu in cpus {
            libc::CPU_SET(*cpu, &mut set);
        }
        libc::sched_setaffinity(thread, size_of_val(&set), &raw const set);
    }
}

fn this_thread() -> libc::pid_t {
    // SAFETY: takes nothing, returns a number.
    unsafe { libc::syscall(libc::SYS_gettid) as libc::pid_t }
}

/// Where a thread of a class that is not urgent runs. Background work that may run anywhere is
/// given the levels in turn, the fastest first, so that it is on fast cores without chance.
fn places(class: c_uint, levels: &[Vec<usize>], anywhere: Option<usize>) -> Vec<usize> {
    match anywhere {
        _ if class != BACKGROUND => levels.concat(),
        None => levels[levels.len() - 1].clone(),
        Some(number) => levels[number % levels.len()].clone(),
    }
}

/// Number of threads that have become background work; `None` unless that may run anywhere.
fn anywhere() -> Option<usize> {
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    settings().is_background_anywhere.then(|| THREADS.fetch_add(1, Ordering::SeqCst))
}

extern "C" fn pthread_set_qos_class_self_np(class: c_uint, relative: c_int) -> c_int {
    if !CLASSES.contains(&class) || !(LEAST..=0).contains(&relative) {
        return errors::INVAL;
    }
    match settings().urgencies {
        Urgencies::Kept => {}
        Urgencies::Refused => return errors::PERM,
        Urgencies::Ignored => return 0,
    }
    CLASS.set((class, relative));
    let levels = &levels().0;
    if levels.len() > 1 {
        stir();
        let mut urgent = URGENT.lock().unwrap_or_else(PoisonError::into_inner);
        let was_urgent = urgent.forget(this_thread());
        stop_waiting(this_thread());
        if class == USER_INTERACTIVE {
            urgent.threads.push(this_thread());
        } else {
            run_on(this_thread(), &places(class, levels, anywhere()));
            if class == BACKGROUND {
                wait();
            }
        }
        if was_urgent || class == USER_INTERACTIVE {
            urgent.place();
        }
    }
    0
}

/// Keeps a background thread on the first core of the slowest level for the duration of the setting
/// `late`.
fn wait() {
    let (slowest, late) = (&levels().0[levels().0.len() - 1], settings().late);
    if late.is_zero() {
        return;
    }
    let thread = this_thread();
    run_on(thread, &slowest[..1]);
    WAITING.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
    std::thread::spawn(move || {
        std::thread::sleep(late);
        // The lock is held during this: the thread may end, or become urgent.
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.contains(&thread) {
            waiting.retain(|other| *other != thread);
            run_on(thread, slowest);
        }
    });
}

fn stop_waiting(thread: libc::pid_t) {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| *other != thread);
}

/// Starts to rotate threads if the settings request it.
fn stir() {
    static BEGUN: Once = Once::new();
    if settings().spill != Spill::Stir {
        return;
    }
    BEGUN.call_once(|| {
        std::thread::spawn(|| {
            loop {
                std::thread::sleep(TURN);
                let mut urgent = URGENT.lock().unwrap_or_else(PoisonError::into_inner);
                urgent.turn += 1;
                if urgent.threads.len() > levels().0[0].len() {
                    urgent.place();
                }
            }
        });
    });
}

/// Gives up what an ending thread has, for others.
pub(crate) fn leave() {
    if CLASS.get().0 == BACKGROUND {
        stop_waiting(this_thread());
    }
    if CLASS.get().0 == USER_INTERACTIVE {
        let mut urgent = URGENT.lock().unwrap_or_else(PoisonError::into_inner);
        if urgent.forget(this_thread()) {
            urgent.place();
        }
    }
}

unsafe extern "C" fn pthread_get_qos_class_np(
    thread: libc::pthread_t,
    class: *mut c_uint,
    relative: *mut c_int,
) -> c_int {
    // SAFETY: takes nothing, returns a number.
    if thread != unsafe { libc::pthread_self() } {
        return errors::SRCH;
    }
    let (own, place) = CLASS.get();
    // SAFETY: the caller's places, or none.
    unsafe {
        if let Some(class) = class.as_mut() {
            *class = own;
        }
        if let Some(relative) = relative.as_mut() {
            *relative = place;
        }
    }
    0
}

answers! {
    "_pthread_get_qos_class_np" => pthread_get_qos_class_np,
    "_pthread_set_qos_class_self_np" => pthread_set_qos_class_self_np,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels_of(threads: &[libc::pid_t], turn: usize, spill: Spill) -> Vec<usize> {
        let urgent = Urgent { threads: threads.to_vec(), turn };
        let mut dealt = urgent.dealt(&[vec![4, 5], vec![0, 1]], spill);
        dealt.sort_unstable();
        dealt.into_iter().map(|(_, level)| level).collect()
    }

    #[test]
    fn too_many_urgent_threads_are_left_over_by_three_rules() {
        for spill in [Spill::First, Spill::Last, Spill::Stir] {
            assert_eq!(levels_of(&[], 0, spill), [0; 0]);
            assert_eq!(levels_of(&[1, 2], 0, spill), [0, 0]);
        }
        assert_eq!(levels_of(&[1, 2, 3], 0, Spill::First), [0, 0, 1]);
        assert_eq!(levels_of(&[1, 2, 3], 0, Spill::Last), [1, 0, 0]);
        let stirred: Vec<_> = (0..4).map(|turn| levels_of(&[1, 2, 3], turn, Spill::Stir)).collect();
        assert_eq!(stirred, [[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        // More threads than cores: the rest is on the slowest.
        assert_eq!(levels_of(&[1, 2, 3, 4, 5], 0, Spill::First), [0, 0, 1, 1, 1]);
    }

    #[test]
    fn background_work_is_on_the_slowest_cores() {
        let levels = [vec![4], vec![2, 3], vec![0, 1]];
        assert_eq!(places(BACKGROUND, &levels, None), [0, 1]);
        assert_eq!([0, 1, 2, 3].map(|number| places(BACKGROUND, &levels, Some(number))[0]), [4, 2, 0, 4]);
        assert_eq!(places(0x15, &levels, None), [4, 2, 3, 0, 1]);
        assert_eq!(places(0x15, &levels, Some(0)), [4, 2, 3, 0, 1]);
    }

    #[test]
    fn a_class_is_kept_by_the_thread_that_set_it() {
        std::thread::spawn(|| {
            let told = || {
                let (mut class, mut relative) = (7, 7);
                // SAFETY: this thread, and two places.
                let found = unsafe {
                    pthread_get_qos_class_np(libc::pthread_self(), &raw mut class, &raw mut relative)
                };
                (found, class, relative)
            };
            assert_eq!(told(), (0, 0, 0), "unspecified");
            assert_eq!(pthread_set_qos_class_self_np(BACKGROUND, -1), 0);
            assert_eq!(told(), (0, BACKGROUND, -1));
            // "Unspecified" can be reported but not set.
            for (class, relative) in [(0, 0), (7, 0), (BACKGROUND, 1), (BACKGROUND, -16)] {
                assert_eq!(pthread_set_qos_class_self_np(class, relative), errors::INVAL);
            }
            assert_eq!(told(), (0, BACKGROUND, -1));
        })
        .join()
        .unwrap();
    }
}
