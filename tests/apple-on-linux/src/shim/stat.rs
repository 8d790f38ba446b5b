//! The attributes of a file. `<sys/stat.h>`.

use std::ffi::{c_char, c_int};

use libc::timespec;

use super::answers;
use super::errors::result;
use super::files::{CURRENT_FOLDER, folder, is_hidden};

/// `struct stat` of 64-bit inodes.
#[repr(C)]
struct Stat {
    device: i32,
    mode: u16,
    links: u16,
    inode: u64,
    user: u32,
    group: u32,
    special_device: i32,
    accessed: timespec,
    modified: timespec,
    changed: timespec,
    born: timespec,
    size: i64,
    blocks: i64,
    block_size: i32,
    flags: u32,
    generation: u32,
    spare: [i32; 5],
}

/// Has `call` fill Linux's structure, and writes Apple's.
unsafe fn stat_by(to: *mut Stat, call: impl FnOnce(*mut libc::stat) -> c_int) -> c_int {
    // SAFETY: plain numbers, for which 0 is a value.
    let mut found: libc::stat = unsafe { std::mem::zeroed() };
    if result(call(&raw mut found)) == -1 {
        return -1;
    }
    let at = |tv_sec, tv_nsec| timespec { tv_sec, tv_nsec };
    let changed = at(found.st_ctime, found.st_ctime_nsec);
    let told = Stat {
        device: found.st_dev as i32,
        mode: found.st_mode as u16,
        links: found.st_nlink as u16,
        inode: found.st_ino,
        user: found.st_uid,
        group: found.st_gid,
        special_device: found.st_rdev as i32,
        accessed: at(found.st_atime, found.st_atime_nsec),
        modified: at(found.st_mtime, found.st_mtime_nsec),
        changed,
        // Linux reports it by another call, and no program here reads it.
        born: changed,
        size: found.st_size,
        blocks: found.st_blocks,
        block_size: found.st_blksize as i32,
        flags: 0,
        generation: 0,
        spare: [0; 5],
    };
    // SAFETY: the caller's room.
    unsafe { to.write(told) };
    0
}

unsafe extern "C" fn stat(path: *const c_char, to: *mut Stat) -> c_int {
    // SAFETY: the caller keeps to the interface.
    unsafe { fstatat(CURRENT_FOLDER, path, to, 0) }
}

unsafe extern "C" fn lstat(path: *const c_char, to: *mut Stat) -> c_int {
    // SAFETY: the caller keeps to the interface.
    unsafe { fstatat(CURRENT_FOLDER, path, to, 0x20) }
}

unsafe extern "C" fn fstat(file: c_int, to: *mut Stat) -> c_int {
    // SAFETY: the caller keeps to the interface.
    unsafe { stat_by(to, |found| libc::fstat(file, found)) }
}

unsafe extern "C" fn fstatat(at: c_int, path: *const c_char, to: *mut Stat, flags: c_int) -> c_int {
    // SAFETY: a C string.
    if unsafe { is_hidden(path) } {
        return -1;
    }
    // AT_SYMLINK_NOFOLLOW.
    let flags = if flags & 0x20 != 0 { libc::AT_SYMLINK_NOFOLLOW } else { 0 };
    // SAFETY: the caller keeps to the interface.
    unsafe { stat_by(to, |found| libc::fstatat(folder(at), path, found, flags)) }
}

answers! {
    "_fstat" => fstat,
    "_fstatat" => fstatat,
    "_lstat" => lstat,
    "_stat" => stat,
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;
    use std::mem::offset_of;
    use std::os::unix::fs::{MetadataExt, symlink};

    use super::*;
    use crate::shim::errors;

    #[test]
    fn a_files_state_lies_as_in_the_header() {
        assert_eq!(size_of::<Stat>(), 144);
        let places = [
            offset_of!(Stat, mode),
            offset_of!(Stat, links),
            offset_of!(Stat, inode),
            offset_of!(Stat, user),
        ];
        assert_eq!(places, [4, 6, 8, 16]);
        let times = [
            offset_of!(Stat, accessed),
            offset_of!(Stat, modified),
            offset_of!(Stat, changed),
            offset_of!(Stat, born),
        ];
        assert_eq!(times, [32, 48, 64, 80]);
        assert_eq!(
            [offset_of!(Stat, size), offset_of!(Stat, blocks), offset_of!(Stat, block_size)],
            [96, 104, 112]
        );
    }

    #[test]
    fn files_and_links_are_told_of() {
        let folder = std::env::temp_dir().join(format!("trueghz-stat-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        std::fs::write(&file, "four").unwrap();
        symlink("file", &link).unwrap();
        let name = |path: &std::path::Path| CString::new(path.to_str().unwrap()).unwrap();
        let found = std::fs::metadata(&file).unwrap();
        // SAFETY: C strings and a room; plain numbers, for which 0 is a value.
        unsafe {
            let mut told: Stat = std::mem::zeroed();
            assert_eq!(stat(name(&link).as_ptr(), &raw mut told), 0);
            assert_eq!((told.size, told.links, told.inode), (4, 1, found.ino()));
            assert_eq!((u32::from(told.mode), told.modified.tv_sec), (found.mode(), found.mtime()));
            assert_eq!(lstat(name(&link).as_ptr(), &raw mut told), 0);
            assert_eq!(told.mode & 0o170_000, 0o120_000);
            let within = std::fs::File::open(&folder).unwrap();
            let at = std::os::fd::AsRawFd::as_raw_fd(&within);
            assert_eq!(fstatat(at, c"file".as_ptr(), &raw mut told, 0), 0);
            assert_eq!(told.inode, found.ino());
            assert_eq!(fstat(at, &raw mut told), 0);
            assert_eq!(told.mode & 0o170_000, 0o040_000);
            assert_eq!((stat(c"/sys".as_ptr(), &raw mut told), errors::last()), (-1, errors::NOENT));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
