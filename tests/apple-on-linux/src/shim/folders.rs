//! Folders. `<sys/dirent.h>`.

use std::ffi::{c_char, c_int};
use std::io;

use libc::DIR;

use super::errors::{pointer, result, to_apple};
use super::files::{folder, is_hidden};
use super::{answers, but_for_the_error};

/// `struct dirent` of 64-bit inodes.
#[repr(C)]
struct Entry {
    inode: u64,
    seek: u64,
    length: u16,
    name_length: u16,
    kind: u8,
    name: [u8; 1024],
}

/// Number of bytes of an entry before its name.
const BEFORE_NAME: usize = 21;

but_for_the_error! {
    fn closedir(folder: *mut DIR) -> c_int;
    fn dirfd(folder: *mut DIR) -> c_int;
}

unsafe extern "C" fn opendir(path: *const c_char) -> *mut DIR {
    // SAFETY: a C string.
    if unsafe { is_hidden(path) } {
        return std::ptr::null_mut();
    }
    // SAFETY: the same.
    pointer(unsafe { libc::opendir(path) })
}

unsafe extern "C" fn fdopendir(file: c_int) -> *mut DIR {
    // SAFETY: a number.
    pointer(unsafe { libc::fdopendir(file) })
}

unsafe extern "C" fn readdir_r(folder: *mut DIR, entry: *mut Entry, found: *mut *mut Entry) -> c_int {
    // SAFETY: the caller's folder, entry and place for its address; only the end of a list leaves
    // the error at 0.
    unsafe {
        found.write(std::ptr::null_mut());
        *libc::__errno_location() = 0;
        let next = libc::readdir(folder);
        if next.is_null() {
            return to_apple(io::Error::last_os_error().raw_os_error().unwrap_or(0));
        }
        let next = &*next;
        let length = libc::strlen(next.d_name.as_ptr());
        let entry_of = &mut *entry;
        entry_of.inode = next.d_ino;
        entry_of.seek = next.d_off as u64;
        entry_of.length = (BEFORE_NAME + length + 1).next_multiple_of(8) as u16;
        entry_of.name_length = length as u16;
        // DT_*: the same numbers.
        entry_of.kind = next.d_type;
        entry_of.name.as_mut_ptr().copy_from_nonoverlapping(next.d_name.as_ptr().cast(), length + 1);
        found.write(entry);
    }
    0
}

unsafe extern "C" fn unlinkat(at: c_int, path: *const c_char, flags: c_int) -> c_int {
    // AT_REMOVEDIR.
    let flags = if flags & 0x80 != 0 { libc::AT_REMOVEDIR } else { 0 };
    // SAFETY: the caller keeps to the interface.
    result(unsafe { libc::unlinkat(folder(at), path, flags) })
}

answers! {
    "_closedir" => closedir,
    "_dirfd" => dirfd,
    "_fdopendir" => fdopendir,
    "_opendir" => opendir,
    "_readdir_r" => readdir_r,
    "_unlinkat" => unlinkat,
}

#[cfg(test)]
mod tests {
    use std::ffi::{CStr, CString};
    use std::mem::offset_of;

    use super::*;
    use crate::shim::errors;

    #[test]
    fn an_entry_lies_as_in_the_header() {
        let places = [
            offset_of!(Entry, seek),
            offset_of!(Entry, length),
            offset_of!(Entry, name_length),
            offset_of!(Entry, kind),
            offset_of!(Entry, name),
        ];
        assert_eq!(places, [8, 16, 18, 20, BEFORE_NAME]);
        assert_eq!(size_of::<Entry>(), 1048);
    }

    #[test]
    fn entries_are_read_and_removed() {
        let path = std::env::temp_dir().join(format!("trueghz-folders-{}", std::process::id()));
        std::fs::create_dir_all(path.join("within")).unwrap();
        let name = CString::new(path.to_str().unwrap()).unwrap();
        let mut seen = Vec::new();
        // SAFETY: C strings, and rooms of their kinds.
        unsafe {
            let opened = opendir(name.as_ptr());
            let (mut entry, mut found): (Entry, _) = (std::mem::zeroed(), std::ptr::null_mut());
            while readdir_r(opened, &raw mut entry, &raw mut found) == 0 && !found.is_null() {
                assert!(usize::from(entry.length) > BEFORE_NAME + usize::from(entry.name_length));
                let name = CStr::from_ptr(entry.name.as_ptr().cast());
                assert_eq!(name.to_bytes().len(), usize::from(entry.name_length));
                seen.push((name.to_string_lossy().into_owned(), entry.kind));
            }
            assert_eq!(unlinkat(dirfd(opened), c"within".as_ptr(), 0x80), 0);
            assert_eq!(closedir(opened), 0);
            assert!(opendir(c"/proc".as_ptr()).is_null());
        }
        assert_eq!(errors::last(), errors::NOENT);
        std::fs::remove_dir(&path).unwrap();
        seen.sort();
        let names: Vec<&str> = seen.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, [".", "..", "within"]);
        // DT_DIR.
        assert!(seen.iter().all(|(_, kind)| *kind == 4));
    }
}
