//! What runs beside the program: each as a process of its own, this program under another name.
//!
//! The kernel hands `interrupts_hz=N` and `hogs=N` of its command line to the first process as environment.

use std::io;
use std::process::{Child, Command};

/// The processes that were started; they end when this is dropped.
pub struct Load(Vec<Child>);

impl Load {
    /// Starts what the command line asks for.
    pub fn start() -> io::Result<Self> {
        let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u32>().ok());
        let mut load = Self(Vec::new());
        if let Some(hz) = number("interrupts_hz").filter(|hz| *hz > 0) {
            load.add(&["interrupts", &hz.to_string()])?;
        }
        for _ in 0..number("hogs").unwrap_or(0) {
            load.add(&["hog"])?;
        }
        Ok(load)
    }

    fn add(&mut self, words: &[&str]) -> io::Result<()> {
        self.0.push(Command::new("/init").args(words).spawn()?);
        Ok(())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // One that has ended by itself is no longer there to be ended.
            let _ = child.kill();
        }
    }
}

/// Keeps the core busy for ever.
pub fn hog() -> ! {
    stay_on_first_core();
    let mut turns = 0_u64;
    loop {
        turns = std::hint::black_box(turns.wrapping_add(1));
    }
}

/// Is woken so often a second, for ever. Of real-time priority: so each wake is an interrupt and two switches
/// at once, and none waits until the program's time slice is over.
pub fn interrupts(hz: u32) -> io::Result<()> {
    stay_on_first_core();
    let priority = 1_i32;
    // The C library leaves this one out. The kernel's `sched_param` is the priority alone.
    // SAFETY: this process; the parameter is a local.
    let set =
        unsafe { libc::syscall(libc::SYS_sched_setscheduler, 0, libc::SCHED_FIFO, &raw const priority) };
    succeeds(set as i32)?;
    // SAFETY: no pointers.
    let timer = succeeds(unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, 0) })?;
    let every = libc::timespec { tv_sec: 0, tv_nsec: 1_000_000_000 / i64::from(hz.max(2)) };
    let set = libc::itimerspec { it_interval: every, it_value: every };
    // SAFETY: the timer is ours, `set` a local, and the old setting is not asked for.
    succeeds(unsafe { libc::timerfd_settime(timer, 0, &raw const set, std::ptr::null_mut()) })?;
    loop {
        let mut wakes = 0_u64;
        // SAFETY: eight bytes of `wakes`.
        let read = unsafe { libc::read(timer, (&raw mut wakes).cast(), size_of_val(&wakes)) };
        if read < 0 {
            return Err(io::Error::last_os_error());
        }
    }
}

fn succeeds(result: i32) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// The program measures the first core if there is only one kind.
fn stay_on_first_core() {
    // SAFETY: an empty set is all zeros; the set is a local.
    let result = unsafe {
        let mut cores: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(0, &mut cores);
        libc::sched_setaffinity(0, size_of_val(&cores), &raw const cores)
    };
    if let Err(error) = succeeds(result) {
        eprintln!("lab init: not pinned: {error}");
    }
}
