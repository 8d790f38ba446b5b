//! The actions of the first process.

use std::ffi::CStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};

use crate::load::Load;

const OUT: &str = "/out";
/// The user that the program runs as: an ordinary one.
const USER: u32 = 1000;

/// Runs the program and ends the machine.
pub fn run() -> ! {
    if let Err(error) = hand_over() {
        eprintln!("lab init: {error}");
    }
    // Ends the emulator; its own status is of no account, `exit` says how the program ended.
    semihosting(SYS_EXIT, &[APPLICATION_EXIT, 0]);
    loop {
        // SAFETY: no pointers.
        unsafe { libc::reboot(libc::RB_POWER_OFF) };
    }
}

fn hand_over() -> io::Result<()> {
    for (kind, folder) in [(c"proc", c"/proc"), (c"sysfs", c"/sys"), (c"devtmpfs", c"/dev")] {
        mount(kind, folder)?;
    }
    fs::create_dir_all(OUT)?;
    let status = program()?;
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(-1);
    for entry in fs::read_dir(OUT)? {
        let entry = entry?;
        write_to_host(&entry.file_name().to_string_lossy(), &fs::read(entry.path())?)?;
    }
    write_to_host("exit", code.to_string().as_bytes())
}

fn mount(kind: &CStr, folder: &CStr) -> io::Result<()> {
    let _ = fs::create_dir(folder.to_string_lossy().as_ref());
    // SAFETY: C strings, and no data.
    let result = unsafe { libc::mount(kind.as_ptr(), folder.as_ptr(), kind.as_ptr(), 0, std::ptr::null()) };
    // The kernel may have mounted /dev itself.
    match io::Error::last_os_error() {
        error if result < 0 && error.raw_os_error() != Some(libc::EBUSY) => Err(error),
        _ => Ok(()),
    }
}

fn program() -> io::Result<ExitStatus> {
    let arguments = fs::read("/arguments")?;
    let arguments = arguments.split_inclusive(|byte| *byte == 0).map(|argument| {
        let text = argument.strip_suffix(&[0]).unwrap_or(argument);
        std::ffi::OsString::from_vec(text.to_vec())
    });
    let mut load = Load::start()?;
    let mut command = Command::new("/program");
    // Root would take nearly all of the core from a hog: its priority may be raised without bounds.
    std::os::unix::fs::chown(OUT, Some(USER), Some(USER))?;
    command.args(arguments).current_dir(OUT).uid(USER).gid(USER);
    command.stdout(File::create("/out/stdout")?).stderr(File::create("/out/stderr")?);
    let interrupts = timer_interrupts()?;
    // Last: what stands between this and the marker is an error of every time on the profile.
    let (began_ns, began_count) = (monotonic_raw_ns(), cntvct_el0());
    // The clock's profile starts here: `MARKER` of trueghz-lab-model.
    // SAFETY: changes nothing.
    unsafe { std::arch::asm!(".inst 0xaa1b037b", options(nomem, nostack, preserves_flags)) };
    let mut program = command.spawn()?;
    load.follow(program.id())?;
    let status = program.wait()?;
    let interrupts = timer_interrupts()? - interrupts;
    let saw =
        format!(r#"{{"began_ns":{began_ns},"began_count":{began_count},"timer_interrupts":{interrupts}}}"#);
    fs::write("/out/guest.json", saw)?;
    Ok(status)
}

fn monotonic_raw_ns() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is a local.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_RAW, &raw mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

fn cntvct_el0() -> u64 {
    let count: u64;
    // SAFETY: reads a register that Linux opens to user space.
    unsafe {
        std::arch::asm!("isb", "mrs {}, cntvct_el0", out(reg) count, options(nomem, nostack, preserves_flags))
    };
    count
}

/// Interrupts of the cores' timers since the start.
fn timer_interrupts() -> io::Result<u64> {
    let table = fs::read_to_string("/proc/interrupts")?;
    let line = table.lines().find(|line| line.ends_with("arch_timer")).unwrap_or_default();
    // The number of the interrupt, then a count for each core, then words.
    Ok(line.split_whitespace().skip(1).map_while(|word| word.parse::<u64>().ok()).sum())
}

// Arm's semihosting: the operation in x0, the address of its arguments in x1.
const SYS_OPEN: u64 = 0x01;
const SYS_CLOSE: u64 = 0x02;
const SYS_WRITE: u64 = 0x05;
const SYS_EXIT: u64 = 0x18;
const APPLICATION_EXIT: u64 = 0x20026;
/// `wb` of C's fopen.
const MODE_WRITE_BINARY: u64 = 5;

fn semihosting(operation: u64, arguments: &[u64]) -> u64 {
    let result;
    // SAFETY: the emulator reads the arguments and the memory that they point to, which lives
    // through the call.
    unsafe {
        std::arch::asm!(
            "hlt #0xf000",
            inout("x0") operation => result,
            in("x1") arguments.as_ptr(),
            options(nostack),
        );
    }
    result
}

fn write_to_host(name: &str, bytes: &[u8]) -> io::Result<()> {
    let named = format!("{name}\0");
    let handle = semihosting(SYS_OPEN, &[named.as_ptr() as u64, MODE_WRITE_BINARY, name.len() as u64]);
    if handle == u64::MAX {
        return Err(io::Error::other(format!("the host does not open {name}")));
    }
    let left = semihosting(SYS_WRITE, &[handle, bytes.as_ptr() as u64, bytes.len() as u64]);
    semihosting(SYS_CLOSE, &[handle]);
    if left != 0 {
        return Err(io::Error::other(format!("the host did not take {left} bytes of {name}")));
    }
    Ok(())
}
