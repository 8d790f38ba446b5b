//! Files. `<sys/fcntl.h>`, `<sys/filio.h>`, `<sys/ttycom.h>`, `<sys/poll.h>`.
//!
//! Apple's arm64 has variable arguments on the stack: `open`, `openat`, `fcntl` and `ioctl` fetch
//! them from there.

use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulong, c_void};

use libc::{iovec, off_t, pollfd, ssize_t};

use super::errors::{fail, keep, pointer, result};
use super::{answers, but_for_the_error, errors};

/// Apple's flag of `open` and Linux's.
const OPEN: &[(c_int, c_int)] = &[
    (0x4, libc::O_NONBLOCK),
    (0x8, libc::O_APPEND),
    (0x80, libc::O_SYNC),
    (0x100, libc::O_NOFOLLOW),
    (0x200, libc::O_CREAT),
    (0x400, libc::O_TRUNC),
    (0x800, libc::O_EXCL),
    (0x2_0000, libc::O_NOCTTY),
    (0x10_0000, libc::O_DIRECTORY),
    (0x100_0000, libc::O_CLOEXEC),
];

/// `AT_FDCWD`.
pub(super) const CURRENT_FOLDER: c_int = -2;

/// Linux's folders that no Apple system has: a program must not read there what it asks other
/// systems.
const HIDDEN: [&str; 2] = ["/proc", "/sys"];

but_for_the_error! {
    fn chdir(path: *const c_char) -> c_int;
    fn chroot(path: *const c_char) -> c_int;
    fn close(file: c_int) -> c_int;
    fn dup(file: c_int) -> c_int;
    fn dup2(file: c_int, to: c_int) -> c_int;
    fn fchown(file: c_int, user: u32, group: u32) -> c_int;
    fn flock(file: c_int, how: c_int) -> c_int;
    fn ftruncate(file: c_int, length: off_t) -> c_int;
    fn lseek(file: c_int, offset: off_t, from: c_int) -> off_t;
    fn pipe(files: *mut c_int) -> c_int;
    fn read(file: c_int, to: *mut c_void, length: usize) -> ssize_t;
    fn readlink(path: *const c_char, to: *mut c_char, length: usize) -> ssize_t;
    fn readv(file: c_int, parts: *const iovec, count: c_int) -> ssize_t;
    fn rename(from: *const c_char, to: *const c_char) -> c_int;
    fn symlink(to: *const c_char, path: *const c_char) -> c_int;
    fn unlink(path: *const c_char) -> c_int;
    fn write(file: c_int, from: *const c_void, length: usize) -> ssize_t;
    fn writev(file: c_int, parts: *const iovec, count: c_int) -> ssize_t;
    fn recv(socket: c_int, to: *mut c_void, length: usize, flags: c_int) -> ssize_t;
    fn send(socket: c_int, from: *const c_void, length: usize, flags: c_int) -> ssize_t;
    fn socketpair(domain: c_int, kind: c_int, protocol: c_int, sockets: *mut c_int) -> c_int;
}

/// Linux's number of a folder.
pub(super) fn folder(apple: c_int) -> c_int {
    if apple == CURRENT_FOLDER { libc::AT_FDCWD } else { apple }
}

/// Returns `true` if a path leads to a file that a program must not see; then the error is ENOENT.
///
/// # Safety
/// A C string.
pub(super) unsafe fn is_hidden(path: *const c_char) -> bool {
    // SAFETY: the caller's promise.
    let path = unsafe { CStr::from_ptr(path) }.to_bytes();
    let hidden = HIDDEN.iter().any(|folder| {
        path.strip_prefix(folder.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    });
    if hidden {
        errors::set(errors::NOENT);
    }
    hidden
}

/// Linux's flags of `open`; `None` if one is not known here.
fn open_flags(apple: c_int) -> Option<c_int> {
    let (mut linux, mut left) = (apple & 3, apple & !3);
    for &(flag, meaning) in OPEN {
        if apple & flag != 0 {
            linux |= meaning;
            left &= !flag;
        }
    }
    (left == 0).then_some(linux)
}

/// Apple's flags for those of an open file.
fn open_flags_to_apple(linux: c_int) -> c_int {
    let known = OPEN.iter().filter(|(_, meaning)| linux & meaning == *meaning);
    known.fold(linux & 3, |flags, (flag, _)| flags | flag)
}

unsafe extern "C" fn open_with(path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: the caller keeps to the interface.
    unsafe { openat_with(CURRENT_FOLDER, path, flags, mode) }
}

unsafe extern "C" fn openat_with(at: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: a C string.
    if unsafe { is_hidden(path) } {
        return -1;
    }
    let Some(flags) = open_flags(flags) else { return fail(errors::INVAL) };
    // SAFETY: the caller keeps to the interface.
    result(unsafe { libc::openat(folder(at), path, flags, mode) })
}

unsafe extern "C" fn fcntl_with(file: c_int, command: c_int, argument: c_long) -> c_int {
    // SAFETY: numbers only.
    unsafe {
        match command {
            // F_DUPFD, F_GETFD and F_SETFD are Linux's.
            0..=2 => result(libc::fcntl(file, command, argument)),
            3 => match result(libc::fcntl(file, libc::F_GETFL)) {
                -1 => -1,
                flags => open_flags_to_apple(flags),
            },
            4 => match open_flags(argument as c_int) {
                Some(flags) => result(libc::fcntl(file, libc::F_SETFL, flags)),
                None => fail(errors::INVAL),
            },
            // F_FULLFSYNC.
            51 => result(libc::fsync(file)),
            67 => result(libc::fcntl(file, libc::F_DUPFD_CLOEXEC, argument)),
            _ => fail(errors::INVAL),
        }
    }
}

unsafe extern "C" fn ioctl_with(file: c_int, request: c_ulong, argument: *mut c_void) -> c_int {
    let request = match request {
        0x4008_7468 => libc::TIOCGWINSZ,
        0x2000_6601 => libc::FIOCLEX,
        0x8004_667e => libc::FIONBIO,
        _ => return fail(errors::NOTTY),
    };
    // SAFETY: the argument has the same form on both systems: a window's size, nothing, a number.
    result(unsafe { libc::ioctl(file, request as _, argument) })
}

unsafe extern "C" fn isatty(file: c_int) -> c_int {
    // SAFETY: a number only.
    let is = unsafe { libc::isatty(file) };
    if is == 0 {
        keep();
    }
    is
}

/// A mode has 16 bits.
unsafe extern "C" fn chmod(path: *const c_char, mode: u16) -> c_int {
    // SAFETY: the caller keeps to the interface.
    result(unsafe { libc::chmod(path, mode.into()) })
}

unsafe extern "C" fn fchmod(file: c_int, mode: u16) -> c_int {
    // SAFETY: numbers only.
    result(unsafe { libc::fchmod(file, mode.into()) })
}

unsafe extern "C" fn mkdir(path: *const c_char, mode: u16) -> c_int {
    // SAFETY: the caller keeps to the interface.
    result(unsafe { libc::mkdir(path, mode.into()) })
}

unsafe extern "C" fn linkat(
    at: c_int,
    from: *const c_char,
    to_at: c_int,
    to: *const c_char,
    flags: c_int,
) -> c_int {
    // AT_SYMLINK_FOLLOW.
    let flags = if flags & 0x40 != 0 { libc::AT_SYMLINK_FOLLOW } else { 0 };
    // SAFETY: the caller keeps to the interface.
    result(unsafe { libc::linkat(folder(at), from, folder(to_at), to, flags) })
}

/// The number of files has 32 bits, and writing in another band another flag.
unsafe extern "C" fn poll(files: *mut pollfd, count: c_uint, timeout_ms: c_int) -> c_int {
    // SAFETY: the caller keeps to the interface.
    result(unsafe { libc::poll(files, count.into(), timeout_ms) })
}

unsafe extern "C" fn realpath(path: *const c_char, to: *mut c_char) -> *mut c_char {
    // SAFETY: the caller keeps to the interface.
    pointer(unsafe { libc::realpath(path, to) })
}

unsafe extern "C" fn getcwd(to: *mut c_char, length: usize) -> *mut c_char {
    // SAFETY: the caller keeps to the interface.
    pointer(unsafe { libc::getcwd(to, length) })
}

#[cfg(target_arch = "aarch64")]
mod variadic {
    use std::arch::naked_asm;

    #[unsafe(naked)]
    pub extern "C" fn open() {
        naked_asm!("ldr x2, [sp]", "b {}", sym super::open_with)
    }

    #[unsafe(naked)]
    pub extern "C" fn openat() {
        naked_asm!("ldr x3, [sp]", "b {}", sym super::openat_with)
    }

    #[unsafe(naked)]
    pub extern "C" fn fcntl() {
        naked_asm!("ldr x2, [sp]", "b {}", sym super::fcntl_with)
    }

    #[unsafe(naked)]
    pub extern "C" fn ioctl() {
        naked_asm!("ldr x2, [sp]", "b {}", sym super::ioctl_with)
    }
}

/// For hosts on which no program is run.
#[cfg(not(target_arch = "aarch64"))]
mod variadic {
    pub(super) use super::{
        fcntl_with as fcntl, ioctl_with as ioctl, open_with as open, openat_with as openat,
    };
}

answers! {
    "_chdir" => chdir,
    "_chmod" => chmod,
    "_chroot" => chroot,
    "_close" => close,
    "_dup" => dup,
    "_dup2" => dup2,
    "_fchmod" => fchmod,
    "_fchown" => fchown,
    "_fcntl" => variadic::fcntl,
    "_flock" => flock,
    "_ftruncate" => ftruncate,
    "_getcwd" => getcwd,
    "_ioctl" => variadic::ioctl,
    "_isatty" => isatty,
    "_linkat" => linkat,
    "_lseek" => lseek,
    "_mkdir" => mkdir,
    "_open" => variadic::open,
    "_openat" => variadic::openat,
    "_pipe" => pipe,
    "_poll" => poll,
    "_read" => read,
    "_readlink" => readlink,
    "_readv" => readv,
    "_realpath" => realpath,
    "_realpath$DARWIN_EXTSN" => realpath,
    "_recv" => recv,
    "_rename" => rename,
    "_send" => send,
    "_socketpair" => socketpair,
    "_symlink" => symlink,
    "_unlink" => unlink,
    "_write" => write,
    "_writev" => writev,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_those_of_the_header() {
        assert_eq!(open_flags(0), Some(libc::O_RDONLY));
        // O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC.
        assert_eq!(
            open_flags(0x100_0601),
            Some(libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_CLOEXEC)
        );
        // O_SHLOCK, which Linux has not.
        assert_eq!(open_flags(0x10), None);
        for &(apple, linux) in OPEN {
            assert_eq!((open_flags(apple), open_flags_to_apple(linux) & apple), (Some(linux), apple));
        }
        // If only O_NONBLOCK is set, F_GETFL does not report O_DIRECTORY.
        assert_eq!(open_flags_to_apple(libc::O_RDWR | libc::O_NONBLOCK), 0x6);
    }

    #[test]
    fn a_file_is_made_written_and_removed() {
        let path = std::env::temp_dir().join(format!("trueghz-files-{}", std::process::id()));
        let name = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
        // SAFETY: a C string, bytes and rooms of their lengths.
        unsafe {
            let file = open_with(name.as_ptr(), 0x601, 0o600);
            assert!(file >= 0);
            assert_eq!(write(file, b"four".as_ptr().cast(), 4), 4);
            assert_eq!(fcntl_with(file, 3, 0), 1);
            assert_eq!(fcntl_with(file, 99, 0), -1);
            assert_eq!(ioctl_with(file, 0x2000_6601, std::ptr::null_mut()), 0);
            assert_eq!(fcntl_with(file, 1, 0), 1, "closed in another program");
            assert_eq!((isatty(file), errors::last()), (0, errors::NOTTY));
            assert_eq!(close(file), 0);
            assert_eq!(unlink(name.as_ptr()), 0);
            assert_eq!((unlink(name.as_ptr()), errors::last()), (-1, errors::NOENT));
        }
    }

    #[test]
    fn linuxs_own_folders_are_not_there() {
        let is_hidden = |path: &CStr| {
            errors::set(0);
            // SAFETY: a C string.
            (unsafe { is_hidden(path.as_ptr()) }, errors::last())
        };
        for path in [c"/proc", c"/proc/stat", c"/sys/devices"] {
            assert_eq!(is_hidden(path), (true, errors::NOENT));
        }
        for path in [c"/", c"/system", c"proc/stat", c"/tmp/proc"] {
            assert_eq!(is_hidden(path), (false, 0));
        }
    }
}
