//! Copies of files and their times, as std makes them in tests. `<copyfile.h>`,
//! `<sys/clonefile.h>`, `<sys/attr.h>`.

use std::ffi::{c_char, c_int, c_uint, c_ulong};

use libc::timespec;

use super::errors::{fail, keep, result};
use super::{answers, errors};

/// `COPYFILE_STATE_COPIED`: how many bytes were copied.
const COPIED: c_uint = 8;

/// Files share nothing here: std copies instead.
extern "C" fn fclonefileat(_from: c_int, _at: c_int, _to: *const c_char, _flags: c_uint) -> c_int {
    fail(errors::NOTSUP)
}

/// `struct attrlist`: which attributes are set.
#[repr(C)]
struct Attributes {
    count: u16,
    reserved: u16,
    common: u32,
    others: [u32; 4],
}

/// `ATTR_CMN_CRTIME`, which Linux does not set, `ATTR_CMN_MODTIME` and `ATTR_CMN_ACCTIME`, in the
/// order of their values.
const BORN: u32 = 0x200;
const MODIFIED: u32 = 0x400;
const ACCESSED: u32 = 0x1000;

/// Sets a file's times.
unsafe extern "C" fn fsetattrlist(
    file: c_int,
    attributes: *const Attributes,
    values: *const timespec,
    size: usize,
    _how: c_uint,
) -> c_int {
    let left = timespec { tv_sec: 0, tv_nsec: libc::UTIME_OMIT };
    let (mut times, mut place) = ([left; 2], 0);
    // SAFETY: the caller's list, and values for each of it.
    unsafe {
        let common = (*attributes).common;
        if common & !(BORN | MODIFIED | ACCESSED) != 0
            || size < common.count_ones() as usize * size_of::<timespec>()
        {
            return fail(errors::INVAL);
        }
        // Linux has the time of access first.
        for (attribute, to) in [(BORN, None), (MODIFIED, Some(1)), (ACCESSED, Some(0))] {
            if common & attribute != 0 {
                if let Some(to) = to {
                    times[to] = values.add(place).read_unaligned();
                }
                place += 1;
            }
        }
        result(libc::futimens(file, times.as_ptr()))
    }
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
        let attributes =
            Attributes { count: 5, reserved: 0, common: BORN | MODIFIED | ACCESSED, others: [0; 4] };
        let values = [1, 2, 3].map(|tv_sec| timespec { tv_sec, tv_nsec: 0 });
        assert_eq!(size_of::<Attributes>(), 24);
        // SAFETY: a list, and as many values.
        unsafe {
            let set =
                |size| fsetattrlist(target.as_raw_fd(), &raw const attributes, values.as_ptr(), size, 0);
            assert_eq!((set(48), set(32)), (0, -1));
        }
        let told = std::fs::metadata(&to).unwrap();
        assert_eq!(
            (std::os::unix::fs::MetadataExt::mtime(&told), std::os::unix::fs::MetadataExt::atime(&told)),
            (2, 3)
        );
        assert_eq!((fclonefileat(0, 0, std::ptr::null(), 0), errors::last()), (-1, errors::NOTSUP));
        std::fs::remove_file(from).unwrap();
        std::fs::remove_file(to).unwrap();
    }
}
