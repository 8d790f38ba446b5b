//! The load that runs during the program: each part as a process of its own, this program under
//! another name.
//!
//! The kernel hands `interrupts_hz=N`, `hogs=N` and the like of its command line to the first
//! process as environment: the fields of `Events` in tests/lab/model/src/event.rs.

use std::io;
use std::process::{Child, Command};

/// The processes that were started; they end when this is dropped.
pub struct Load(Vec<Child>);

impl Load {
    /// Starts what the command line asks for, as far as it begins before the program.
    pub fn start() -> io::Result<Self> {
        let mut load = Self(Vec::new());
        if let Some(hz) = number("interrupts_hz").filter(|hz| *hz > 0) {
            load.add(&["interrupts", &hz.to_string()])?;
        }
        for _ in 0..number("hogs").unwrap_or(0) {
            load.add(&["hog"])?;
        }
        Ok(load)
    }

    /// Starts what the command line asks for that concerns the program, which has just begun.
    pub fn follow(&mut self, program: u32) -> io::Result<()> {
        let (Some(us), Some(core)) = (number("migrate_us"), number("migrate_to")) else { return Ok(()) };
        self.add(&["migrate", &program.to_string(), &us.to_string(), &core.to_string()])
    }

    fn add(&mut self, words: &[&str]) -> io::Result<()> {
        self.0.push(Command::new("/init").args(words).spawn()?);
        Ok(())
    }
}

fn number(name: &str) -> Option<u32> {
    std::env::var(name).ok()?.parse().ok()
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
    stay_on(number("on_core").unwrap_or(0));
    let mut turns = 0_u64;
    loop {
        turns = std::hint::black_box(turns.wrapping_add(1));
    }
}

/// Is woken so often a second, for ever. Of real-time priority: so each wake is an interrupt and
/// two switches at once, and none waits until the program's time slice is over.
pub fn interrupts(hz: u32) -> io::Result<()> {
    stay_on(number("on_core").unwrap_or(0));
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

/// After a time, moves all threads of a process to a core: whatever it had chosen itself.
pub fn migrate(process: u32, after_us: u32, core: u32) -> io::Result<()> {
    std::thread::sleep(std::time::Duration::from_micros(after_us.into()));
    for thread in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let thread = thread?.file_name().to_string_lossy().parse().map_err(io::Error::other)?;
        put_on(thread, core)?;
    }
    Ok(())
}

fn stay_on(core: u32) {
    if let Err(error) = put_on(0, core) {
        eprintln!("lab init: not pinned: {error}");
    }
}

/// Puts a thread on a core; 0 is the calling one.
fn put_on(thread: libc::pid_t, core: u32) -> io::Result<()> {
    // SAFETY: an empty set is all zeros; the set is a local.
    let result = unsafe {
        let mut cores: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core as usize, &mut cores);
        libc::sched_setaffinity(thread, size_of_val(&cores), &raw const cores)
    };
    succeeds(result).map(|_| ())
}
