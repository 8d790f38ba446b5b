//! The library, and values across its boundary: as bytes in memory that the library allocates.

use std::ffi::{CStr, CString, c_void};

use anyhow::{Context, Result, bail, ensure};
use trueghz_ffi::UniFfiTag;
use uniffi::{Lift, Lower, RustBuffer, RustCallStatus, RustCallStatusCode};

/// The library's prefix of functions that uniffi makes for ours.
pub const FUNCTION: &str = "uniffi_trueghz_ffi_fn_";

/// The library, loaded for ever.
#[derive(Clone, Copy)]
pub struct Library(*mut c_void);

// SAFETY: a handle may be used on any thread.
unsafe impl Send for Library {}
// SAFETY: the same.
unsafe impl Sync for Library {}

#[repr(C)]
struct ForeignBytes {
    length: i32,
    data: *const u8,
}

impl Library {
    /// Loads it.
    ///
    /// # Errors
    /// In the system's words.
    pub fn open(path: &str) -> Result<Self> {
        let path = CString::new(path)?;
        // SAFETY: a C string. What the library does when it is loaded is what is tested.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
        if handle.is_null() {
            // SAFETY: no pointers.
            let error = unsafe { libc::dlerror() };
            ensure!(!error.is_null(), "dlopen failed and does not say why");
            // SAFETY: a C string until the next call.
            bail!("{}", unsafe { CStr::from_ptr(error) }.to_string_lossy());
        }
        Ok(Self(handle))
    }

    /// A function by its name.
    ///
    /// # Errors
    /// If there is none.
    ///
    /// # Safety
    /// `F` is a pointer to a function, and that function has this type.
    pub unsafe fn function<F: Copy>(self, name: &str) -> Result<F> {
        const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
        let text = CString::new(name)?;
        // SAFETY: a handle that is open, and a C string.
        let found = unsafe { libc::dlsym(self.0, text.as_ptr()) };
        ensure!(!found.is_null(), "exports no {name}");
        // SAFETY: the caller's promise; the sizes are the same.
        Ok(unsafe { std::mem::transmute_copy(&found) })
    }

    /// One of our functions.
    ///
    /// # Errors
    /// If there is none.
    ///
    /// # Safety
    /// `F` is a pointer to a function, and that function has this type.
    pub unsafe fn ours<F: Copy>(self, name: &str) -> Result<F> {
        // SAFETY: the caller's promise.
        unsafe { self.function(&format!("{FUNCTION}{name}")) }
    }

    /// A value for the library.
    ///
    /// # Errors
    /// If the library takes no bytes.
    pub fn lower<T: Lower<UniFfiTag, FfiType = RustBuffer>>(self, value: T) -> Result<RustBuffer> {
        let bytes = T::lower(value).destroy_into_vec();
        type FromBytes = unsafe extern "C" fn(ForeignBytes, &mut RustCallStatus) -> RustBuffer;
        // SAFETY: the type that the Kotlin layer has for it. The bytes outlive the call.
        unsafe {
            let from_bytes: FromBytes = self.function("ffi_trueghz_ffi_rustbuffer_from_bytes")?;
            let bytes = ForeignBytes { length: bytes.len() as i32, data: bytes.as_ptr() };
            self.call(|status| from_bytes(bytes, status))
        }
    }

    /// A value from the library, whose memory goes back to it.
    ///
    /// # Errors
    /// If the bytes are no such value.
    pub fn lift<T: Lift<UniFfiTag, FfiType = RustBuffer>>(self, buffer: RustBuffer) -> Result<T> {
        T::try_lift(RustBuffer::from_vec(self.bytes(buffer)?))
    }

    fn bytes(self, buffer: RustBuffer) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if !buffer.is_empty() {
            // SAFETY: the library says that its bytes lie there, and how many.
            bytes.extend_from_slice(unsafe {
                std::slice::from_raw_parts(buffer.data_pointer(), buffer.len())
            });
        }
        let mut status = RustCallStatus::default();
        // SAFETY: the type that the Kotlin layer has for it; nothing refers to the buffer any more.
        unsafe {
            let free: unsafe extern "C" fn(RustBuffer, &mut RustCallStatus) =
                self.function("ffi_trueghz_ffi_rustbuffer_free")?;
            free(buffer, &mut status);
        }
        ensure!(
            matches!(status.code, RustCallStatusCode::Success),
            "the library does not take its memory back"
        );
        Ok(bytes)
    }

    /// Calls a function; an error of it by the text that came with it.
    ///
    /// # Errors
    /// If the function reports one.
    pub fn call<T>(self, function: impl FnOnce(&mut RustCallStatus) -> T) -> Result<T> {
        let mut status = RustCallStatus::default();
        let result = function(&mut status);
        if matches!(status.code, RustCallStatusCode::Success) {
            return Ok(result);
        }
        let bytes = self.bytes(std::mem::ManuallyDrop::into_inner(status.error_buf))?;
        // An error by name: its number, then a text with its length before it.
        let text = bytes.get(8..).context("an error without a text")?;
        bail!("error {}: {}", bytes[3], String::from_utf8_lossy(text));
    }
}
