//! Numbers of errors. `<sys/errno.h>`.

use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::io;

use super::answers;

/// Linux's number and Apple's, where they differ.
const NUMBERS: &[(c_int, c_int)] = &[
    (libc::EDEADLK, 11),
    (libc::EAGAIN, 35),
    (libc::EINPROGRESS, 36),
    (libc::EALREADY, 37),
    (libc::ENOTSOCK, 38),
    (libc::EDESTADDRREQ, 39),
    (libc::EMSGSIZE, 40),
    (libc::EPROTOTYPE, 41),
    (libc::ENOPROTOOPT, 42),
    (libc::EPROTONOSUPPORT, 43),
    (libc::ESOCKTNOSUPPORT, 44),
    (libc::EOPNOTSUPP, 45),
    (libc::EPFNOSUPPORT, 46),
    (libc::EAFNOSUPPORT, 47),
    (libc::EADDRINUSE, 48),
    (libc::EADDRNOTAVAIL, 49),
    (libc::ENETDOWN, 50),
    (libc::ENETUNREACH, 51),
    (libc::ENETRESET, 52),
    (libc::ECONNABORTED, 53),
    (libc::ECONNRESET, 54),
    (libc::ENOBUFS, 55),
    (libc::EISCONN, 56),
    (libc::ENOTCONN, 57),
    (libc::ESHUTDOWN, 58),
    (libc::ETIMEDOUT, 60),
    (libc::ECONNREFUSED, 61),
    (libc::ELOOP, 62),
    (libc::ENAMETOOLONG, 63),
    (libc::EHOSTDOWN, 64),
    (libc::EHOSTUNREACH, 65),
    (libc::ENOTEMPTY, 66),
    (libc::EUSERS, 68),
    (libc::EDQUOT, 69),
    (libc::ESTALE, 70),
    (libc::ENOLCK, 77),
    (libc::ENOSYS, 78),
    (libc::EOVERFLOW, 84),
    (libc::ECANCELED, 89),
    (libc::EIDRM, 90),
    (libc::ENOMSG, 91),
    (libc::EILSEQ, 92),
    (libc::EBADMSG, 94),
    (libc::EMULTIHOP, 95),
    (libc::ENODATA, 96),
    (libc::ENOLINK, 97),
    (libc::EPROTO, 100),
    (libc::ETIME, 101),
    (libc::EOWNERDEAD, 105),
];

// Apple's numbers that are given without an error of Linux's.
pub(crate) const PERM: c_int = 1;
pub(crate) const NOENT: c_int = 2;
pub(crate) const SRCH: c_int = 3;
pub(crate) const NOMEM: c_int = 12;
pub(crate) const INVAL: c_int = 22;
pub(crate) const NOTTY: c_int = 25;
pub(crate) const NOTSUP: c_int = 45;

thread_local! {
    static LAST: Cell<c_int> = const { Cell::new(0) };
}

/// Apple's number for one of Linux's.
pub fn to_apple(number: c_int) -> c_int {
    NUMBERS.iter().find(|(linux, _)| *linux == number).map_or(number, |(_, apple)| *apple)
}

/// Linux's number for one of Apple's.
pub fn from_apple(number: c_int) -> c_int {
    NUMBERS.iter().find(|(_, apple)| *apple == number).map_or(number, |(linux, _)| *linux)
}

/// Sets the calling thread's last error, as Apple numbers it.
pub(crate) fn set(number: c_int) {
    LAST.set(number);
}

/// The calling thread's last error.
pub(crate) fn last() -> c_int {
    LAST.get()
}

/// Fails with an error, as Apple numbers it.
pub(crate) fn fail<T: From<i8>>(number: c_int) -> T {
    set(number);
    T::from(-1)
}

/// Returns the result of a Linux call; after -1 its error is kept.
pub(crate) fn result<T: PartialEq + From<i8>>(value: T) -> T {
    if value == T::from(-1) {
        keep();
    }
    value
}

/// Keeps Linux's last error.
pub(crate) fn keep() {
    set(to_apple(io::Error::last_os_error().raw_os_error().unwrap_or(0)));
}

/// A pointer that a call of Linux's returned; without one its error is kept.
pub(crate) fn pointer<T>(value: *mut T) -> *mut T {
    if value.is_null() {
        keep();
    }
    value
}

extern "C" fn error() -> *mut c_int {
    LAST.with(Cell::as_ptr)
}

unsafe extern "C" fn strerror_r(number: c_int, text: *mut c_char, size: usize) -> c_int {
    // SAFETY: the caller's room.
    to_apple(unsafe { libc::strerror_r(from_apple(number), text, size) })
}

answers! {
    "___error" => error,
    "_strerror_r" => strerror_r,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_numbered_as_apple_does() {
        // Numbers up to EDOM and ERANGE are equal, except EAGAIN and EDEADLK, which changed places.
        for number in (1..=34).filter(|number| *number != libc::EAGAIN) {
            assert_eq!(to_apple(number), number);
        }
        assert_eq!([libc::EAGAIN, libc::EDEADLK, libc::ETIMEDOUT].map(to_apple), [35, 11, 60]);
        for &(linux, apple) in NUMBERS {
            assert_eq!((to_apple(linux), from_apple(apple)), (apple, linux));
        }
    }

    #[test]
    fn the_last_error_is_the_threads_own() {
        let before = error();
        set(7);
        // SAFETY: this thread's number.
        assert_eq!(unsafe { *error() }, 7);
        assert_eq!((before, last()), (error(), 7));
        std::thread::spawn(move || assert_eq!(last(), 0)).join().unwrap();
        assert_eq!((fail::<c_int>(NOENT), last()), (-1, 2));
        // SAFETY: no file has this number.
        assert_eq!(result(unsafe { libc::close(-1) }), -1);
        assert_eq!(last(), 9);
    }

    #[test]
    fn an_error_is_told_in_its_own_words() {
        let told = |number| {
            let mut text = [0; 64];
            // SAFETY: the buffer has the stated length.
            assert_eq!(unsafe { strerror_r(number, text.as_mut_ptr(), text.len()) }, 0);
            // SAFETY: the text ends inside of it.
            unsafe { std::ffi::CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned()
        };
        assert_ne!(told(35), told(11));
        assert_eq!(
            told(66),
            io::Error::from_raw_os_error(libc::ENOTEMPTY).to_string().split(" (").next().unwrap()
        );
    }
}
