//! Acting on the machine that runs the tests: pinning, priority, load. Apple's systems pin no
//! thread.

#![cfg(any(target_os = "linux", windows))]

use trueghz_host::{
    LiveSystem, LoadSampler, LostTimeSampler, Machine, PinError, RecordedSystem, SystemRecorder,
    allowed_cpus, current_cpu, invariant_tsc, online_cpus, pin_to,
};
#[cfg(target_os = "linux")]
use trueghz_host::{ThreadPriority, raise_priority};

#[test]
fn the_live_machine_has_the_cores_that_the_system_counts() {
    let machine = Machine::read(&LiveSystem);
    let online: Vec<u32> = machine.cores.iter().filter(|core| core.online).map(|core| core.cpu).collect();
    assert_eq!(online, online_cpus());
    assert!(!machine.core_types().is_empty());
    assert!(machine.system.version.is_known());
}

#[test]
fn a_recording_of_the_live_machine_reads_back_to_it() {
    let recorder = SystemRecorder::new(&LiveSystem);
    let (machine, tsc) = (Machine::read(&recorder), invariant_tsc(&recorder));
    let json = recorder.recording("this machine", "a test").to_json();
    let recording = RecordedSystem::from_json(&json).unwrap();
    assert_eq!((Machine::read(&recording), invariant_tsc(&recording)), (machine, tsc));
    // Harmless by their contents. Any other file that is read in future must be checked for
    // personal data.
    let harmless = [
        "/sys/devices/",
        "/sys/class/thermal/",
        "/sys/class/dmi/id/product_name",
        "/sys/class/dmi/id/sys_vendor",
        "/sys/firmware/acpi/platform_profile",
        "/sys/hypervisor/type",
        "/proc/device-tree/",
        "/proc/cpuinfo",
        "/proc/loadavg",
        "/proc/sys/kernel/osrelease",
        "/etc/os-release",
    ];
    for path in recording.files.keys().chain(recording.binary_files.keys()) {
        assert!(harmless.iter().any(|known| path.starts_with(known)), "{path}");
        assert!(!path.contains("serial") && !path.contains("uuid"), "{path}");
    }
}

#[test]
fn a_pinned_thread_stays_and_is_set_free_again() {
    let before = allowed_cpus();
    assert!(!before.is_empty());
    for &cpu in &before {
        let pinned = pin_to(cpu).unwrap();
        assert_eq!(pinned.cpu(), cpu);
        assert_eq!(allowed_cpus(), [cpu]);
        for _ in 0..100 {
            std::thread::yield_now();
            assert_eq!(current_cpu(), Some(cpu));
        }
        assert_eq!(pinned.holds(), Some(true));
        drop(pinned);
        assert_eq!(allowed_cpus(), before);
    }
}

#[test]
fn guards_may_be_nested() {
    let before = allowed_cpus();
    let (first, last) = (before[0], before[before.len() - 1]);
    let outer = pin_to(first).unwrap();
    let inner = pin_to(last).unwrap();
    assert_eq!(current_cpu(), Some(last));
    drop(inner);
    assert_eq!(allowed_cpus(), [first]);
    drop(outer);
    assert_eq!(allowed_cpus(), before);
}

#[test]
fn a_processor_that_is_not_there_is_refused_by_name() {
    let before = allowed_cpus();
    let beyond = online_cpus().last().unwrap() + 1;
    for cpu in [beyond, 8191, 8192, u32::MAX] {
        assert_eq!(pin_to(cpu).unwrap_err(), PinError::Offline { cpu });
    }
    assert_eq!(allowed_cpus(), before);
}

#[cfg(target_os = "linux")]
fn nice() -> i32 {
    // SAFETY: numbers only; 0 is the calling thread.
    unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) }
}

/// Compares with the nice value that Linux itself reports.
#[cfg(target_os = "linux")]
#[test]
fn priority_returns_when_the_guard_is_dropped() {
    let before = nice();
    let humble = raise_priority(ThreadPriority::Background);
    assert_eq!(nice(), before, "a raised nice value could not be taken back");
    assert_eq!(humble.granted(), ThreadPriority::Unknown);
    drop(humble);
    let urgent = raise_priority(ThreadPriority::UserInteractive);
    let was_raised = nice() < before;
    assert_eq!(urgent.granted() == ThreadPriority::UserInteractive, was_raised);
    // A lower value was got where the system allows one at all.
    // SAFETY: numbers only; 0 is the calling thread.
    let is_allowed = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, before - 1) } == 0;
    assert_eq!(was_raised, is_allowed);
    drop(urgent);
    assert_eq!(nice(), before);
}

#[test]
fn lost_time_of_the_live_machine() {
    let begun = std::time::Instant::now();
    let sampler = LostTimeSampler::start(&LiveSystem);
    let lost = sampler.finish(&LiveSystem, current_cpu(), begun.elapsed());
    for share in [&lost.stolen, &lost.throttled] {
        assert!(share.value().is_none_or(|share| (0.0..=1.0).contains(share)), "{lost:?}");
    }
}

#[test]
fn load_of_the_live_machine() {
    let sampler = LoadSampler::start(&LiveSystem);
    let loads = sampler.finish(&LiveSystem);
    for load in loads.value().into_iter().flatten() {
        assert!((0.0..=1.0).contains(&load.busy_fraction), "{load:?}");
        assert!(online_cpus().contains(&load.cpu));
    }
}
