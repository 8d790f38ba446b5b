//! Variables of which each thread has its own. A descriptor in the program names a function that
//! says where the calling thread's is; behind it are a key and an offset. Layout:
//! `<mach-o/loader.h>` (`S_THREAD_LOCAL_VARIABLES`), and the calling convention of Apple's arm64:
//! that function keeps every register but x0, x16 and x17.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::OnceLock;

use object::macho::{S_THREAD_LOCAL_REGULAR, S_THREAD_LOCAL_VARIABLES, S_THREAD_LOCAL_ZEROFILL};

use crate::image::Image;
use crate::shim::urgency;

/// Larger alignments do not occur.
const ALIGNMENT: usize = 64;

/// The content of a new thread's variables.
#[derive(Debug, Clone, Copy)]
struct Template {
    start: usize,
    length: usize,
}

static TEMPLATE: OnceLock<Template> = OnceLock::new();

/// Whose destructor is called when a thread with variables ends.
static KEY: OnceLock<libc::pthread_key_t> = OnceLock::new();

/// Something to be done when a thread ends.
struct Ending {
    before: *mut Ending,
    function: unsafe extern "C" fn(*mut c_void),
    object: *mut c_void,
}

thread_local! {
    /// Destructors to run when this thread ends, the last first.
    static ENDINGS: Cell<*mut Ending> = const { Cell::new(null_mut()) };
}

/// Where a program's variables begin, and how many bytes all take.
fn template(image: &Image) -> Option<Template> {
    let rooms = || {
        let rooms = [S_THREAD_LOCAL_REGULAR, S_THREAD_LOCAL_ZEROFILL].into_iter();
        rooms.flat_map(|kind| image.file.of_kind(kind))
    };
    let start = rooms().map(|room| room.address).min()?;
    let end = rooms().map(|room| room.address + room.length).max()?;
    Some(Template { start: image.at(start), length: (end - start) as usize })
}

/// Writes `function` into every descriptor of an image whose memory may be written.
pub fn prepare(image: &Image, function: usize) {
    let _ = TEMPLATE.set(template(image).unwrap_or(Template { start: 0, length: 0 }));
    for room in image.file.of_kind(S_THREAD_LOCAL_VARIABLES) {
        for number in 0..room.length / 24 {
            let place = image.at(room.address + number * 24) as *mut usize;
            // SAFETY: a descriptor's first word, in memory of the image that is still written.
            unsafe { place.write(function) };
        }
    }
}

/// Makes the calling thread's variables; returns where they begin.
fn make() -> *mut u8 {
    let template = TEMPLATE.get().copied().unwrap_or(Template { start: 0, length: 0 });
    let mut block = null_mut();
    // SAFETY: the room is as long as the template, which is an image's that is never given back.
    unsafe {
        if libc::posix_memalign(&raw mut block, ALIGNMENT, template.length.max(1)) != 0 {
            libc::abort();
        }
        if template.length > 0 {
            block.cast::<u8>().copy_from_nonoverlapping(template.start as *const u8, template.length);
        }
        libc::pthread_setspecific(key(), block);
    }
    block.cast()
}

fn key() -> libc::pthread_key_t {
    *KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: a key, and the function that is called with a thread's block.
        unsafe { libc::pthread_key_create(&raw mut key, Some(end_thread)) };
        key
    })
}

/// Does what is left to be done on this thread, the last first; more may come while it is done.
pub fn run_endings() {
    loop {
        let ending = ENDINGS.get();
        if ending.is_null() {
            return;
        }
        // SAFETY: made by `at_end`, and taken off the list before anything else is done.
        unsafe {
            let ending = Box::from_raw(ending);
            ENDINGS.set(ending.before);
            (ending.function)(ending.object);
        }
    }
}

unsafe extern "C" fn end_thread(block: *mut c_void) {
    run_endings();
    forget();
    urgency::leave();
    // SAFETY: made by `make`, and forgotten.
    unsafe { libc::free(block) };
}

/// `_tlv_atexit`: has `function` called with `object` when the thread ends.
///
/// # Safety
/// That may be done once, on this thread.
pub unsafe extern "C" fn at_end(function: unsafe extern "C" fn(*mut c_void), object: *mut c_void) {
    let ending = Box::new(Ending { before: ENDINGS.get(), function, object });
    ENDINGS.set(Box::into_raw(ending));
    // Without a value of the key its destructor would not be called.
    // SAFETY: takes and returns pointers.
    if unsafe { libc::pthread_getspecific(key()) }.is_null() {
        remember(make());
    }
}

#[cfg(target_arch = "aarch64")]
pub use on_arm::get;
#[cfg(target_arch = "aarch64")]
use on_arm::{forget, remember};

/// The calling thread's variables where the code below finds them.
#[cfg(target_arch = "aarch64")]
mod on_arm {
    use std::arch::{asm, global_asm, naked_asm};

    global_asm!(
        ".section .tbss,\"awT\",%nobits",
        ".balign 8",
        ".hidden trueghz_thread_variables",
        ".globl trueghz_thread_variables",
        ".type trueghz_thread_variables, %object",
        ".size trueghz_thread_variables, 8",
        "trueghz_thread_variables: .zero 8",
        ".text",
    );

    fn place() -> *mut *mut u8 {
        let place;
        // SAFETY: computes an address.
        unsafe {
            asm!(
                "mrs {0}, tpidr_el0",
                "add {0}, {0}, #:tprel_hi12:trueghz_thread_variables, lsl #12",
                "add {0}, {0}, #:tprel_lo12_nc:trueghz_thread_variables",
                out(reg) place,
                options(nomem, nostack, preserves_flags)
            );
        }
        place
    }

    pub(super) fn remember(block: *mut u8) {
        // SAFETY: the thread's own word.
        unsafe { place().write(block) };
    }

    pub(super) fn forget() {
        remember(std::ptr::null_mut());
    }

    extern "C" fn make_and_remember() -> *mut u8 {
        let block = super::make();
        remember(block);
        block
    }

    /// The function that descriptors name: takes a descriptor's address, returns that of the
    /// calling thread's variable.
    #[unsafe(naked)]
    pub extern "C" fn get() {
        naked_asm!(
            "mrs x16, tpidr_el0",
            "add x16, x16, #:tprel_hi12:trueghz_thread_variables, lsl #12",
            "add x16, x16, #:tprel_lo12_nc:trueghz_thread_variables",
            "ldr x16, [x16]",
            "cbz x16, 1f",
            "ldr x0, [x0, #16]",
            "add x0, x0, x16",
            "ret",
            "1: stp x29, x30, [sp, #-16]!",
            "mov x29, sp",
            "sub sp, sp, #672",
            "stp x0, x1, [sp]",
            "stp x2, x3, [sp, #16]",
            "stp x4, x5, [sp, #32]",
            "stp x6, x7, [sp, #48]",
            "stp x8, x9, [sp, #64]",
            "stp x10, x11, [sp, #80]",
            "stp x12, x13, [sp, #96]",
            "stp x14, x15, [sp, #112]",
            "str x18, [sp, #128]",
            "add x17, sp, #144",
            "st1 {{v0.2d, v1.2d, v2.2d, v3.2d}}, [x17], #64",
            "st1 {{v4.2d, v5.2d, v6.2d, v7.2d}}, [x17], #64",
            "st1 {{v8.2d, v9.2d, v10.2d, v11.2d}}, [x17], #64",
            "st1 {{v12.2d, v13.2d, v14.2d, v15.2d}}, [x17], #64",
            "st1 {{v16.2d, v17.2d, v18.2d, v19.2d}}, [x17], #64",
            "st1 {{v20.2d, v21.2d, v22.2d, v23.2d}}, [x17], #64",
            "st1 {{v24.2d, v25.2d, v26.2d, v27.2d}}, [x17], #64",
            "st1 {{v28.2d, v29.2d, v30.2d, v31.2d}}, [x17], #64",
            "bl {make}",
            "mov x16, x0",
            "add x17, sp, #144",
            "ld1 {{v0.2d, v1.2d, v2.2d, v3.2d}}, [x17], #64",
            "ld1 {{v4.2d, v5.2d, v6.2d, v7.2d}}, [x17], #64",
            "ld1 {{v8.2d, v9.2d, v10.2d, v11.2d}}, [x17], #64",
            "ld1 {{v12.2d, v13.2d, v14.2d, v15.2d}}, [x17], #64",
            "ld1 {{v16.2d, v17.2d, v18.2d, v19.2d}}, [x17], #64",
            "ld1 {{v20.2d, v21.2d, v22.2d, v23.2d}}, [x17], #64",
            "ld1 {{v24.2d, v25.2d, v26.2d, v27.2d}}, [x17], #64",
            "ld1 {{v28.2d, v29.2d, v30.2d, v31.2d}}, [x17], #64",
            "ldp x0, x1, [sp]",
            "ldp x2, x3, [sp, #16]",
            "ldp x4, x5, [sp, #32]",
            "ldp x6, x7, [sp, #48]",
            "ldp x8, x9, [sp, #64]",
            "ldp x10, x11, [sp, #80]",
            "ldp x12, x13, [sp, #96]",
            "ldp x14, x15, [sp, #112]",
            "ldr x18, [sp, #128]",
            "mov sp, x29",
            "ldp x29, x30, [sp], #16",
            "ldr x0, [x0, #16]",
            "add x0, x0, x16",
            "ret",
            make = sym make_and_remember,
        )
    }
}

/// Elsewhere nothing of a program runs, and only tests come here.
#[cfg(not(target_arch = "aarch64"))]
fn remember(_block: *mut u8) {}

#[cfg(not(target_arch = "aarch64"))]
fn forget() {}

/// Returns `true` if the thread has no destructors left to run: for tests.
#[cfg(test)]
fn is_done() -> bool {
    ENDINGS.get().is_null()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    static SEEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

    unsafe extern "C" fn see(object: *mut c_void) {
        SEEN.lock().unwrap().push(object as usize);
        if object as usize == 2 {
            // SAFETY: a function that takes whatever it is given.
            unsafe { at_end(see, 3 as *mut c_void) };
        }
    }

    #[test]
    fn what_is_left_is_done_when_the_thread_ends_the_last_first() {
        std::thread::spawn(|| {
            for object in [1, 2] {
                // SAFETY: a function that takes whatever it is given.
                unsafe { at_end(see, object as *mut c_void) };
            }
            assert!(!is_done());
        })
        .join()
        .unwrap();
        assert_eq!(*SEEN.lock().unwrap(), [2, 3, 1]);
        assert!(is_done());
    }
}
