//! Copies of files, as std makes them in tests. `<copyfile.h>`, `<sys/clonefile.h>`, `<sys/attr.h>`.

use std::ffi::{c_char, c_int, c_uint, c_ulong, c_void};

use super::errors::{fail, keep};
use super::{answers, errors};

/// `COPYFILE_STATE_COPIED`: how many bytes were copied.
const COPIED: c_uint = 8;

/// Files share nothing here: std copies instead.
extern "C" fn fclonefileat(_from: c_int, _at: c_int, _to: *const c_char, _flags: c_uint) -> c_int {
    fail(errors::NOTSUP)
}

/// A file's times stay.
extern "C" fn fsetattrlist(
    _file: c_int,
    _list: *mut c_void,
    _from: *mut c_void,
    _size: usize,
    _how: c_uint,
) -> c_int {
    fail(errors::NOTSUP)
}

extern "C" fn copyfile_state_alloc() -> *mut i64 {
    Box::into_raw(Box::new(0))
}

unsafe extern "C" fn copyfile_state_free(state: *mut i64) -> c_int {
    // SAFETY: made by the function above.
    drop(unsafe { Box::from_raw(state) });
    0
}

unsafe extern "C" fn copyfile_state_get(state: *mut i64, what: c_uint, to: *mut i64) -> c_int {
    if what != COPIED {
        return fail(errors::INVAL);
    }
    // SAFETY: made by the function above, and the caller's room.
    unsafe { to.write(state.read()) };
    0
}

/// `fcopyfile`: the data, and the mode.
unsafe extern "C" fn fcopyfile(from: c_int, to: c_int, state: *mut i64, _what: c_ulong) -> c_int {
    // SAFETY: numbers of open files, plain numbers for which 0 is a value, and the caller's state.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        if libc::fstat(from, &raw mut status) == -1 || libc::fchmod(to, status.st_mode & 0o7777) == -1 {
            keep();
            return -1;
        }
        let mut copied = 0;
        loop {
            match libc::sendfile(to, from, std::ptr::null_mut(), 1 << 20) {
                -1 => {
                    keep();
                    return -1;
                }
                0 => break,
                length => copied += length as i64,
            }
        }
        if !state.is_null() {
            state.write(copied);
        }
    }
    0
}

answers! {
    "_copyfile_state_alloc" => copyfile_state_alloc,
    "_copyfile_state_free" => copyfile_state_free,
    "_copyfile_state_get" => copyfile_state_get,
    "_fclonefileat" => fclonefileat,
    "_fcopyfile" => fcopyfile,
    "_fsetattrlist" => fsetattrlist,
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;

    use super::*;

    #[test]
    fn a_file_is_copied_with_its_mode() {
        let path = |name: &str| std::env::temp_dir().join(format!("trueghz-{name}-{}", std::process::id()));
        let (from, to) = (path("from"), path("to"));
        std::fs::write(&from, [7; 100_000]).unwrap();
        let mut permissions = std::fs::metadata(&from).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&from, permissions).unwrap();
        let (source, target) = (std::fs::File::open(&from).unwrap(), std::fs::File::create(&to).unwrap());
        let mut copied = 0;
        // SAFETY: open files, a state that is given back, and a place for a number.
        unsafe {
            let state = copyfile_state_alloc();
            assert_eq!(fcopyfile(source.as_raw_fd(), target.as_raw_fd(), state, 8), 0);
            assert_eq!(copyfile_state_get(state, COPIED, &raw mut copied), 0);
            assert_eq!(copyfile_state_get(state, 1, &raw mut copied), -1);
            copyfile_state_free(state);
        }
        assert_eq!(copied, 100_000);
        assert_eq!(std::fs::read(&to).unwrap(), [7; 100_000]);
        assert!(std::fs::metadata(&to).unwrap().permissions().readonly());
        assert_eq!((fclonefileat(0, 0, std::ptr::null(), 0), errors::last()), (-1, errors::NOTSUP));
        std::fs::remove_file(from).unwrap();
        std::fs::remove_file(to).unwrap();
    }
}
