//! From the file to its `main`.

use std::convert::Infallible;
use std::ffi::{c_char, c_int};
use std::ptr::null;

use anyhow::Result;

use crate::image::{Arguments, Image};
use crate::shim::{self, loaded, system};
use crate::unwind::{self, Tables};
use crate::{settings, thread_variables};

/// `main`, and functions that initialise a program: the number of words, words, environment, and
/// words of the system's.
type Function =
    unsafe extern "C" fn(c_int, *const *mut c_char, *const *mut c_char, *const *mut c_char) -> c_int;

unsafe extern "C" {
    static environ: *const *mut c_char;
    /// LLVM's: takes an entry of DWARF.
    fn __register_frame(entry: *const u8);
}

/// Runs a program, which ends the process.
///
/// # Errors
/// If it cannot be loaded.
pub fn run(arguments: Vec<String>) -> Result<Infallible> {
    let words = settings::take(arguments)?;
    let image = Image::load(&words, shim::find)?;
    thread_variables::prepare(&image, thread_variables::get as *const () as usize);
    register_unwinding(&image)?;
    image.protect()?;
    let image = image.become_the_program()?;
    let Arguments(words) = &image.arguments;
    forget_own_signals();
    // SAFETY: the image is complete; its functions are called as its system calls them,
    // initialisers first.
    unsafe {
        loaded::keep_arguments(words);
        let call = |function: usize| {
            let function: Function = std::mem::transmute(function);
            function(words.len() as c_int - 1, words.as_ptr(), environ, null())
        };
        for function in image.initialisers() {
            call(function);
        }
        system::end(call(image.base + image.file.entry as usize))
    }
}

/// Gives the unwinder the program's tables, which it keeps.
fn register_unwinding(image: &Image) -> Result<()> {
    let section = |name| image.file.section("__TEXT", name);
    let Some(info) = section("__unwind_info") else { return Ok(()) };
    let frames =
        section("__eh_frame").map_or((&[][..], 0), |room| (image.bytes(room), image.at(room.address) as u64));
    // SAFETY: a place of the image, at which its tables say that an address is.
    let pointer = |place| unsafe { (place as *const u64).read() };
    let tables = Tables { base: image.base as u64, info: image.bytes(info), frames, pointer: &pointer };
    let tables = unwind::rewrite(tables)?;
    let bytes: &'static [u8] = tables.bytes.leak();
    for place in tables.entries {
        // SAFETY: an entry as the unwinder reads it, never given back.
        unsafe { __register_frame(bytes[place..].as_ptr()) };
    }
    Ok(())
}

/// Restores the default of signals that this program's own standard library changed: the loaded
/// program's library checks whether they were changed.
fn forget_own_signals() {
    for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGPIPE] {
        // SAFETY: the default.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}
