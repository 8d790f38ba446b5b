//! Stacks on which signals are handled. `<sys/signal.h>`.

use std::ffi::{c_int, c_void};

use super::answers;
use super::errors::result;

/// `SS_DISABLE`.
const DISABLED: c_int = 4;

/// `stack_t`.
#[repr(C)]
struct Stack {
    start: *mut c_void,
    size: usize,
    flags: c_int,
}

unsafe extern "C" fn sigaltstack(new: *const Stack, old: *mut Stack) -> c_int {
    // SAFETY: the caller's structures, or none; Linux's is plain numbers, for which 0 is a value.
    unsafe {
        let mut before: libc::stack_t = std::mem::zeroed();
        let wish = new.as_ref().map(|new| libc::stack_t {
            ss_sp: new.start,
            ss_flags: if new.flags & DISABLED != 0 { libc::SS_DISABLE } else { 0 },
            ss_size: new.size,
        });
        let wish = wish.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let status = result(libc::sigaltstack(wish, &raw mut before));
        if let (0, Some(old)) = (status, old.as_mut()) {
            let disabled = if before.ss_flags & libc::SS_DISABLE != 0 { DISABLED } else { 0 };
            // SS_ONSTACK is the same number.
            let flags = disabled | before.ss_flags & libc::SS_ONSTACK;
            *old = Stack { start: before.ss_sp, size: before.ss_size, flags };
        }
        status
    }
}

answers! {
    "_sigaltstack" => sigaltstack,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_for_signals_is_put_on_and_off() {
        assert_eq!((size_of::<Stack>(), std::mem::offset_of!(Stack, flags)), (24, 16));
        std::thread::spawn(|| {
            let mut room = vec![0_u8; 65536];
            let new = Stack { start: room.as_mut_ptr().cast(), size: room.len(), flags: 0 };
            let off = Stack { start: std::ptr::null_mut(), size: 0, flags: DISABLED };
            let mut old = Stack { start: std::ptr::null_mut(), size: 0, flags: 0 };
            // SAFETY: a room that outlives its use.
            unsafe {
                assert_eq!(sigaltstack(&raw const new, std::ptr::null_mut()), 0);
                assert_eq!(sigaltstack(&raw const off, &raw mut old), 0);
                assert_eq!((old.start, old.size, old.flags), (new.start, room.len(), 0));
                assert_eq!(sigaltstack(std::ptr::null(), &raw mut old), 0);
            }
            assert_eq!(old.flags, DISABLED);
        })
        .join()
        .unwrap();
    }
}
