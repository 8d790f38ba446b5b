//! The functions of libdl. Android's libdl.so holds stand-ins only: its linker answers in their
//! place, and so does this.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::start;
use crate::thread::in_loader;

/// `RTLD_NEXT` of Android with 64 bits.
const NEXT: usize = usize::MAX;

/// The last error, until it is read.
static ERROR: AtomicPtr<c_char> = AtomicPtr::new(null_mut());

/// The loader's function of a name; none if Android's own is right.
pub fn function(name: &str) -> Option<usize> {
    Some(match name {
        "dlopen" => dlopen as *const () as usize,
        "dlsym" => dlsym as *const () as usize,
        "dlclose" => dlclose as *const () as usize,
        "dlerror" => dlerror as *const () as usize,
        "dl_iterate_phdr" => dl_iterate_phdr as *const () as usize,
        _ => return None,
    })
}

/// Keeps an error for `dlerror`. In the loader: the text is its memory, and is never given back.
fn failed(error: &str) {
    let text = CString::new(error).unwrap_or_default();
    ERROR.store(text.into_raw(), Ordering::SeqCst);
}

unsafe extern "C" fn dlopen(name: *const c_char, _flags: c_int) -> *mut c_void {
    // SAFETY: a C string, as C's interface has it.
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) });
    let loaded = in_loader(|linker| {
        // Nothing is the program itself.
        let Some(name) = name else { return Some((0, Vec::new())) };
        match linker.load(&name.to_string_lossy()) {
            Ok(loaded) => Some((loaded.number, loaded.initialisers)),
            Err(error) => {
                failed(&format!("dlopen failed: {error:#}"));
                None
            }
        }
    });
    let Some((number, initialisers)) = loaded else { return null_mut() };
    // The list is the loader's memory, and stays.
    for function in initialisers.leak() {
        // SAFETY: the library is relocated, and this thread is the program's.
        unsafe { start::initialise(*function) };
    }
    // 0 would be no library.
    (number + 1) as *mut c_void
}

unsafe extern "C" fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void {
    // SAFETY: a C string, as C's interface has it.
    let name = unsafe { CStr::from_ptr(name) };
    let found = in_loader(|linker| {
        let name = name.to_string_lossy();
        let found = match library as usize {
            0 | NEXT => linker.find(&name),
            library => linker.find_in(library - 1, &name),
        };
        if found.is_none() {
            failed(&format!("undefined symbol: {name}"));
        }
        found
    });
    found.unwrap_or_default() as *mut c_void
}

/// Libraries stay.
extern "C" fn dlclose(_library: *mut c_void) -> c_int {
    0
}

extern "C" fn dlerror() -> *const c_char {
    ERROR.swap(null_mut(), Ordering::SeqCst)
}

type Report = unsafe extern "C" fn(*mut libc::dl_phdr_info, usize, *mut c_void) -> c_int;

/// Reports every file to `report`, until it answers with another number than 0. Unwinding begins
/// here.
unsafe extern "C" fn dl_iterate_phdr(report: Report, data: *mut c_void) -> c_int {
    for number in 0.. {
        let info = in_loader(|linker| {
            let image = linker.images().get(number)?;
            Some(libc::dl_phdr_info {
                dlpi_addr: image.bias as u64,
                dlpi_name: image.path.as_ptr(),
                dlpi_phdr: image.headers().as_ptr().cast(),
                dlpi_phnum: image.headers().len() as u16,
                dlpi_adds: linker.images().len() as u64,
                dlpi_subs: 0,
                dlpi_tls_modid: 0,
                dlpi_tls_data: null_mut(),
            })
        });
        let Some(mut info) = info else { break };
        // SAFETY: the caller's function with the caller's data, on the caller's thread pointer.
        let answer = unsafe { report(&raw mut info, size_of_val(&info), data) };
        if answer != 0 {
            return answer;
        }
    }
    0
}
