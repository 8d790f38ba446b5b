//! Facts from Apple's systems by calls of Mach: `<mach/mach_host.h>`, `<mach/processor_info.h>`,
//! `<mach/vm_map.h>`.

use std::ptr;
use std::sync::OnceLock;

use mach2::mach_init::mach_host_self;
use mach2::port::mach_port_t;
use mach2::traps::mach_task_self;

use crate::evidence::{PROCESSOR_TICKS, ReadError};

/// See [`Evidence::processor_ticks`](crate::Evidence::processor_ticks).
pub(super) fn processor_ticks() -> Result<Vec<[u32; 4]>, ReadError> {
    let (mut processors, mut numbers, mut array) = (0, 0, ptr::null_mut());
    // SAFETY: the host's port is this process's own; the call fills the three places.
    let status = unsafe {
        libc::host_processor_info(
            host(),
            libc::PROCESSOR_CPU_LOAD_INFO,
            &raw mut processors,
            &raw mut array,
            &raw mut numbers,
        )
    };
    if status != libc::KERN_SUCCESS || array.is_null() {
        return Err(ReadError::Unreadable(PROCESSOR_TICKS.into(), format!("error {status}")));
    }
    // SAFETY: the kernel has put `numbers` values there, into this process's memory, with no other
    // reference to them. In the header they are signed; in `processor_cpu_load_info`, which they
    // are here, they are not.
    let told = unsafe { std::slice::from_raw_parts(array.cast::<u32>(), numbers as usize) };
    let (ticks, _) = told.as_chunks();
    let ticks = ticks.to_vec();
    // SAFETY: the whole memory that the call returned, and it is not used any more.
    unsafe { libc::vm_deallocate(mach_task_self(), array as usize, size_of_val(told)) };
    Ok(ticks)
}

/// This process's right to query the host. Each system call would add one more.
fn host() -> mach_port_t {
    static HOST: OnceLock<mach_port_t> = OnceLock::new();
    // SAFETY: no arguments.
    *HOST.get_or_init(|| unsafe { mach_host_self() })
}
