//! Features of Apple's systems only: threads state their urgency and can read where they run, and a
//! call returns the counter's unit. On Linux these tests run on tests/apple-on-linux, which can let
//! each of them fail: tools/apple-faults.sh.

#![cfg(all(target_vendor = "apple", target_arch = "aarch64"))]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use libc::qos_class_t;
use trueghz::clock::choose;
use trueghz::clock::crosscheck::{Agreement, Recorder, check};
use trueghz::host::counters::{Counter, Counters, Difference, UnavailableCounter};
use trueghz::host::{
    CoreClass, LiveSystem, LoadSampler, LostTimeSampler, Machine, ThreadPriority, Virtualisation,
    current_cpu, raise_priority, thread_time,
};

/// The calling thread's class, by the system.
fn class() -> qos_class_t {
    let mut class = qos_class_t::QOS_CLASS_UNSPECIFIED;
    let mut relative = 0;
    // SAFETY: the calling thread, and two places.
    let told =
        unsafe { libc::pthread_get_qos_class_np(libc::pthread_self(), &raw mut class, &raw mut relative) };
    assert_eq!(told, 0);
    class
}

/// All of Apple's clocks run on one oscillator; the calendar's is steered by at most 500 ppm.
#[test]
fn the_counter_has_the_unit_that_is_told() {
    let mut recorder = Recorder::new(choose().expect("every platform has a clock"));
    for _ in 0..11 {
        recorder.sample();
        thread::sleep(Duration::from_millis(10));
    }
    let outcome = check(&recorder.into_record());
    assert!(matches!(outcome.rate, Agreement::Agree { .. }), "{outcome:?}");
}

#[test]
fn a_thread_is_told_where_it_runs() {
    let cores = Machine::read(&LiveSystem).cores.len() as u32;
    for _ in 0..100 {
        thread::yield_now();
        let cpu = current_cpu().expect("every system here numbers its cores");
        assert!(cpu < cores, "{cpu} of {cores}");
    }
}

#[test]
fn the_machine_tells_its_cores_by_their_kinds() {
    let machine = Machine::read(&LiveSystem);
    assert!(machine.system.version.is_known() && machine.chip.is_known(), "{machine:?}");
    assert!(machine.cores.iter().all(|core| core.kind.class.is_known()), "{machine:?}");
}

#[test]
fn a_threads_urgency_is_set_and_given_back() {
    for (urgency, wanted) in [
        (ThreadPriority::UserInteractive, qos_class_t::QOS_CLASS_USER_INTERACTIVE),
        (ThreadPriority::Background, qos_class_t::QOS_CLASS_BACKGROUND),
    ] {
        let before = class();
        let guard = raise_priority(urgency);
        assert_eq!((class() as u32, guard.granted()), (wanted as u32, urgency), "{guard:?}");
        drop(guard);
        // "Unspecified" can be read but not set.
        let after = match before {
            qos_class_t::QOS_CLASS_UNSPECIFIED => qos_class_t::QOS_CLASS_DEFAULT,
            before => before,
        };
        assert_eq!(class() as u32, after as u32);
    }
}

/// The cause "other cores are busy" depends on it. It also shows that threads read the same
/// processor numbers.
#[test]
fn work_is_seen_on_the_processors_where_it_is() {
    let (load, lost_time) = (LoadSampler::start(&LiveSystem), LostTimeSampler::start(&LiveSystem));
    let (begun, mut visited) = (Instant::now(), BTreeSet::new());
    // Long against ticks of 10 ms.
    while begun.elapsed() < Duration::from_millis(500) {
        visited.extend(current_cpu());
        std::hint::spin_loop();
    }
    let load = load.finish(&LiveSystem);
    let loads = load.value().unwrap_or_else(|| panic!("{load:?}"));
    assert!(loads.iter().all(|load| (0.0..=1.0).contains(&load.busy_fraction)), "{loads:?}");
    let here = loads.iter().filter(|load| visited.contains(&load.cpu)).map(|load| load.busy_fraction);
    // On a machine with as much other work, this thread has half of a processor.
    assert!(here.sum::<f64>() > 0.4, "{loads:?}, and the thread was on {visited:?}");
    assert!(!lost_time.finish(&LiveSystem, None, begun.elapsed()).stolen.is_known(), "XNU counts none");
}

/// Measuring the efficiency cores rests on it (`run::background`).
#[test]
fn background_work_is_on_efficiency_cores_only() {
    let machine = Machine::read(&LiveSystem);
    let is_efficient = |class: Option<&CoreClass>| class == Some(&CoreClass::Efficiency);
    let efficient = machine.cores.iter().filter(|core| is_efficient(core.kind.class.value())).count();
    if efficient == 0 {
        println!("skipped: all cores are of one kind");
        return;
    }
    let look = || {
        let _priority = raise_priority(ThreadPriority::Background);
        let (begun, mut seen) = (Instant::now(), BTreeSet::new());
        while begun.elapsed() < Duration::from_millis(300) {
            seen.extend(current_cpu());
            std::hint::spin_loop();
        }
        seen
    };
    let threads: Vec<_> = (0..2 * machine.cores.len()).map(|_| thread::spawn(look)).collect();
    let seen: BTreeSet<u32> =
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect();
    assert!((1..=efficient).contains(&seen.len()), "{seen:?} of {efficient}");
}

const TASK: [Counter; 4] =
    [Counter::TaskCycles, Counter::TaskInstructions, Counter::TaskPerformanceTime, Counter::TaskEnergy];

fn task_counters() -> (Counters, Vec<UnavailableCounter>) {
    let (counters, mut missing) = Counters::open(&LiveSystem, None);
    missing.retain(|missing| TASK.contains(&missing.counter));
    (counters, missing)
}

fn spin_until(mut is_over: impl FnMut() -> bool) {
    while !is_over() {
        std::hint::spin_loop();
    }
}

#[test]
fn the_kernel_counts_what_the_task_does() {
    let virtualisation = Machine::read(&LiveSystem).virtualisation;
    if matches!(virtualisation.value(), Some(Virtualisation::Hypervisor { .. })) {
        println!("skipped: a virtual machine has zeros");
        return;
    }
    let (mut counters, missing) = task_counters();
    assert!(missing.is_empty(), "{missing:?}");
    // Until no other test runs at the same time.
    let mut counted = None;
    for _ in 0..5_000 {
        let (begun, before) = (thread_time().expect("told"), counters.read());
        spin_until(|| thread_time().expect("told") - begun > Duration::from_millis(1));
        let difference = counters.read().difference(&before);
        let used = (thread_time().expect("told") - begun).as_nanos() as f64;
        if difference.get(Counter::TaskCycles).is_some() {
            counted = Some((difference, used));
            break;
        }
    }
    let (counted, used) = counted.expect("5,000 milliseconds beside other threads");
    let per_ns = |counter| counted.get(counter).expect("it is read with the cycles") as f64 / used;
    // A clock of 300 MHz to 6 GHz, no more than ten instructions a cycle, a power below 100 W.
    let (cycles, instructions) = (per_ns(Counter::TaskCycles), per_ns(Counter::TaskInstructions));
    assert!(
        (0.3..6.0).contains(&cycles) && (0.01..10.0 * cycles).contains(&instructions),
        "{counted:?}, {used} ns"
    );
    assert!((0.001..100.0).contains(&per_ns(Counter::TaskEnergy)), "{counted:?}, {used} ns");
    assert!(per_ns(Counter::TaskPerformanceTime) < 1.1, "{counted:?}, {used} ns");
}

#[test]
fn nothing_is_counted_of_a_task_whose_other_threads_run() {
    let (mut counters, _) = task_counters();
    let work = Arc::new(AtomicU64::new(0));
    let done = Arc::downgrade(&work);
    let other = thread::spawn(move || {
        while let Some(work) = done.upgrade() {
            work.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut meanwhile = |rounds| {
        let before = counters.read();
        let begun = work.load(Ordering::Relaxed);
        spin_until(|| work.load(Ordering::Relaxed) - begun > rounds);
        counters.read().difference(&before)
    };
    let of_task = |counted: Difference| TASK.map(|counter| counted.get(counter));
    // Milliseconds of the other one.
    assert_eq!(of_task(meanwhile(1_000_000)), [None; 4]);
    drop(work);
    other.join().expect("no panic");
}
