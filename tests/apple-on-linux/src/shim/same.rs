//! Functions that agree on both systems: Linux's own.

use super::answers;

mod own {
    use std::ffi::{c_double, c_int, c_void};

    unsafe extern "C" {
        pub fn asin(x: c_double) -> c_double;
        pub fn bzero(start: *mut c_void, length: usize);
        pub fn cos(x: c_double) -> c_double;
        pub fn exp(x: c_double) -> c_double;
        pub fn exp10(x: c_double) -> c_double;
        pub fn expm1(x: c_double) -> c_double;
        pub fn fmod(x: c_double, y: c_double) -> c_double;
        pub fn hypot(x: c_double, y: c_double) -> c_double;
        pub fn log(x: c_double) -> c_double;
        pub fn log2(x: c_double) -> c_double;
        pub fn log10(x: c_double) -> c_double;
        pub fn pow(x: c_double, y: c_double) -> c_double;
        pub fn sin(x: c_double) -> c_double;
    }

    // The unwinder's, which std itself links: Itanium C++ ABI, Exception Handling. Only their
    // addresses are taken.
    unsafe extern "C" {
        pub fn _Unwind_Backtrace(trace: *const c_void, argument: *mut c_void) -> c_int;
        pub fn _Unwind_DeleteException(exception: *mut c_void);
        pub fn _Unwind_GetCFA(context: *mut c_void) -> usize;
        pub fn _Unwind_GetDataRelBase(context: *mut c_void) -> usize;
        pub fn _Unwind_GetIP(context: *mut c_void) -> usize;
        pub fn _Unwind_GetIPInfo(context: *mut c_void, before: *mut c_int) -> usize;
        pub fn _Unwind_GetLanguageSpecificData(context: *mut c_void) -> *mut c_void;
        pub fn _Unwind_GetRegionStart(context: *mut c_void) -> usize;
        pub fn _Unwind_GetTextRelBase(context: *mut c_void) -> usize;
        pub fn _Unwind_RaiseException(exception: *mut c_void) -> c_int;
        pub fn _Unwind_Resume(exception: *mut c_void) -> !;
        pub fn _Unwind_SetGR(context: *mut c_void, register: c_int, value: usize);
        pub fn _Unwind_SetIP(context: *mut c_void, value: usize);
    }
}

answers! {
    "__Unwind_Backtrace" => own::_Unwind_Backtrace,
    "__Unwind_DeleteException" => own::_Unwind_DeleteException,
    "__Unwind_GetCFA" => own::_Unwind_GetCFA,
    "__Unwind_GetDataRelBase" => own::_Unwind_GetDataRelBase,
    "__Unwind_GetIP" => own::_Unwind_GetIP,
    "__Unwind_GetIPInfo" => own::_Unwind_GetIPInfo,
    "__Unwind_GetLanguageSpecificData" => own::_Unwind_GetLanguageSpecificData,
    "__Unwind_GetRegionStart" => own::_Unwind_GetRegionStart,
    "__Unwind_GetTextRelBase" => own::_Unwind_GetTextRelBase,
    "__Unwind_RaiseException" => own::_Unwind_RaiseException,
    "__Unwind_Resume" => own::_Unwind_Resume,
    "__Unwind_SetGR" => own::_Unwind_SetGR,
    "__Unwind_SetIP" => own::_Unwind_SetIP,
    "___bzero" => own::bzero,
    "___exp10" => own::exp10,
    "__exit" => libc::_exit,
    "_abort" => libc::abort,
    "_asin" => own::asin,
    "_bzero" => own::bzero,
    "_calloc" => libc::calloc,
    "_cos" => own::cos,
    "_exp" => own::exp,
    "_expm1" => own::expm1,
    "_fmod" => own::fmod,
    "_free" => libc::free,
    "_getenv" => libc::getenv,
    "_getpid" => libc::getpid,
    "_getuid" => libc::getuid,
    "_hypot" => own::hypot,
    "_log" => own::log,
    "_log10" => own::log10,
    "_log2" => own::log2,
    "_malloc" => libc::malloc,
    "_memcmp" => libc::memcmp,
    "_memcpy" => libc::memcpy,
    "_memmove" => libc::memmove,
    "_memset" => libc::memset,
    "_posix_memalign" => libc::posix_memalign,
    "_pow" => own::pow,
    "_pthread_self" => libc::pthread_self,
    "_realloc" => libc::realloc,
    "_sched_yield" => libc::sched_yield,
    "_sin" => own::sin,
    "_strlen" => libc::strlen,
}
