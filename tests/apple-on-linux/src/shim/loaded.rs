//! The program's queries about itself: its words, its file, functions by their names.
//! `<crt_externs.h>`, `<mach-o/dyld.h>`, `<dlfcn.h>`.

use std::cell::UnsafeCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

use super::answers;
use crate::image::program;
use crate::settings::{TaskCounts, settings};

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
}

/// A word that C is handed the address of, and reads.
struct Word(UnsafeCell<usize>);

// SAFETY: written once, before the program runs.
unsafe impl Sync for Word {}

static COUNT: Word = Word(UnsafeCell::new(0));
static ARGUMENTS: Word = Word(UnsafeCell::new(0));

/// Takes down the program's words, of which the last is none.
///
/// # Safety
/// Once, before the program runs.
pub unsafe fn keep_arguments(words: &'static [*mut c_char]) {
    // SAFETY: the caller's promise.
    unsafe {
        *COUNT.0.get() = words.len() - 1;
        *ARGUMENTS.0.get() = words.as_ptr() as usize;
    }
}

extern "C" fn count() -> *mut usize {
    COUNT.0.get()
}

extern "C" fn arguments() -> *mut usize {
    ARGUMENTS.0.get()
}

extern "C" fn environment() -> *mut *mut *mut c_char {
    &raw mut environ
}

unsafe extern "C" fn executable_path(to: *mut c_char, size: *mut u32) -> c_int {
    let Some(image) = program() else { return -1 };
    let path = image.path.as_bytes_with_nul();
    // SAFETY: the caller's room, and how long it is.
    unsafe {
        if (*size as usize) < path.len() {
            *size = path.len() as u32;
            return -1;
        }
        to.cast::<u8>().copy_from_nonoverlapping(path.as_ptr(), path.len());
    }
    0
}

extern "C" fn image_count() -> u32 {
    u32::from(program().is_some())
}

extern "C" fn image_header(number: u32) -> *const c_void {
    program().filter(|_| number == 0).map_or(null(), |image| image.base as *const c_void)
}

extern "C" fn image_name(number: u32) -> *const c_char {
    program().filter(|_| number == 0).map_or(null(), |image| image.path.as_ptr())
}

extern "C" fn image_slide(number: u32) -> isize {
    program().filter(|_| number == 0).map_or(0, crate::image::Image::slide)
}

unsafe extern "C" fn dlsym(_library: *mut c_void, name: *const c_char) -> *mut c_void {
    // SAFETY: a C string.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    if name == "task_inspect" && settings().task_counts == TaskCounts::Absent {
        return null_mut();
    }
    super::find(&format!("_{name}")).map_or(null_mut(), |found| found as *mut c_void)
}

answers! {
    "__NSGetArgc" => count,
    "__NSGetArgv" => arguments,
    "__NSGetEnviron" => environment,
    "__NSGetExecutablePath" => executable_path,
    "__dyld_get_image_header" => image_header,
    "__dyld_get_image_name" => image_name,
    "__dyld_get_image_vmaddr_slide" => image_slide,
    "__dyld_image_count" => image_count,
    "_dlsym" => dlsym,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_without_their_underscore() {
        let found = |name: &CStr| {
            // SAFETY: a C string.
            unsafe { dlsym(null_mut(), name.as_ptr()) as usize }
        };
        assert_eq!(found(c"free"), libc::free as *const () as usize);
        assert_eq!(found(c"_free"), 0);
    }

    #[test]
    fn without_a_program_there_is_none() {
        assert_eq!((image_count(), image_header(0), image_name(0), image_slide(0)), (0, null(), null(), 0));
        // SAFETY: a room of no length.
        assert_eq!(unsafe { executable_path(null_mut(), &mut 0) }, -1);
    }
}
