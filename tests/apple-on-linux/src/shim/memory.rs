//! Memory. `<sys/mman.h>`, `<libkern/OSCacheControl.h>`, `<string.h>`.

use std::ffi::{c_int, c_void};

use super::{answers, but_for_the_error, errors, system};

// Apple's MAP_*; those for shared, private and fixed are Linux's.
const SAME: c_int = libc::MAP_SHARED | libc::MAP_PRIVATE | libc::MAP_FIXED;
const NO_RESERVE: c_int = 0x40;
const ANONYMOUS: c_int = 0x1000;

/// Apple's page, in bytes.
pub(super) const PAGE: usize = 16384;

but_for_the_error! {
    fn munmap(start: *mut c_void, length: usize) -> c_int;
    fn mprotect(start: *mut c_void, length: usize, rights: c_int) -> c_int;
}

/// Linux's flags; `None` if one is not known here.
fn flags(apple: c_int) -> Option<c_int> {
    let mut linux = apple & SAME;
    for (flag, meaning) in [(NO_RESERVE, libc::MAP_NORESERVE), (ANONYMOUS, libc::MAP_ANONYMOUS)] {
        if apple & flag != 0 {
            linux |= meaning;
        }
    }
    (apple & !(SAME | NO_RESERVE | ANONYMOUS) == 0).then_some(linux)
}

/// Reserves an unused area that begins on one of Apple's pages, which are larger than most
/// kernels'. `None` if there is none: the error is kept.
fn place(length: usize) -> Option<*mut c_void> {
    let (rights, kind) = (libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
    let (page, all) = (system::page(), length.checked_add(PAGE)?);
    // SAFETY: at a place that the kernel chooses; what is given back is before and behind the room.
    unsafe {
        let start = libc::mmap(std::ptr::null_mut(), all, rights, kind, -1, 0);
        if start == libc::MAP_FAILED {
            errors::keep();
            return None;
        }
        let before = (start as usize).next_multiple_of(PAGE) - start as usize;
        let room = start.add(before);
        let behind = (before + length).next_multiple_of(page);
        if before > 0 {
            libc::munmap(start, before);
        }
        if behind < all {
            libc::munmap(start.add(behind), all - behind);
        }
        Some(room)
    }
}

unsafe extern "C" fn mmap(
    start: *mut c_void,
    length: usize,
    rights: c_int,
    apple: c_int,
    file: c_int,
    offset: i64,
) -> *mut c_void {
    let Some(linux) = flags(apple) else {
        errors::set(errors::INVAL);
        return libc::MAP_FAILED;
    };
    // A place of the program's own choice, or one at the begin of a page of Apple's size.
    let room = if linux & libc::MAP_FIXED == 0 { place(length) } else { Some(start) };
    let Some(room) = room else { return libc::MAP_FAILED };
    // SAFETY: the caller keeps to the interface; what is replaced is its own, or was mapped for
    // this.
    let mapped = unsafe { libc::mmap(room, length, rights, linux | libc::MAP_FIXED, file, offset) };
    if mapped == libc::MAP_FAILED {
        errors::keep();
    }
    mapped
}

unsafe extern "C" fn sys_icache_invalidate(start: *mut u8, length: usize) {
    // SAFETY: the caller's own code.
    unsafe { clear_cache::clear_cache(start.cast_const(), start.add(length).cast_const()) };
}

unsafe extern "C" fn memset_pattern16(to: *mut u8, pattern: *const u8, length: usize) {
    for place in 0..length {
        // SAFETY: the caller's room of that length, and 16 bytes.
        unsafe { to.add(place).write(pattern.add(place % 16).read()) };
    }
}

answers! {
    "_memset_pattern16" => memset_pattern16,
    "_mmap" => mmap,
    "_mprotect" => mprotect,
    "_munmap" => munmap,
    "_sys_icache_invalidate" => sys_icache_invalidate,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_those_of_the_header() {
        assert_eq!(flags(0x1002), Some(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS));
        assert_eq!(flags(0x0011), Some(libc::MAP_SHARED | libc::MAP_FIXED));
        assert_eq!(flags(0x1042), Some(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE));
        // MAP_JIT.
        assert_eq!(flags(0x1802), None);
    }

    #[test]
    fn memory_is_mapped_and_what_is_not_known_is_refused() {
        // SAFETY: a place that the kernel chooses, and given back.
        unsafe {
            let start = mmap(std::ptr::null_mut(), 4096, 3, 0x1002, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            assert_eq!(start as usize % PAGE, 0);
            memset_pattern16(start.cast(), (0..16).collect::<Vec<u8>>().as_ptr(), 40);
            assert_eq!(start.cast::<u8>().add(39).read(), 7);
            assert_eq!(start.cast::<u8>().add(40).read(), 0);
            sys_icache_invalidate(start.cast(), 4096);
            assert_eq!(mmap(start, 4096, 3, 0x1012, -1, 0), start);
            assert_eq!(start.cast::<u8>().read(), 0, "mapped anew in the same place");
            assert_eq!(munmap(start, 4096), 0);
            assert_eq!(mmap(std::ptr::null_mut(), 4096, 3, 0x1802, -1, 0), libc::MAP_FAILED);
        }
        assert_eq!(errors::last(), errors::INVAL);
    }
}
