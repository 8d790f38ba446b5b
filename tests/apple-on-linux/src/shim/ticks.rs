//! How busy each processor was. `<mach/mach_host.h>`, `<mach/processor_info.h>`,
//! `<mach/machine.h>`, `<mach/mach_init.h>`, `<mach/vm_map.h>`.

use std::ffi::{c_int, c_uint, c_void};
use std::fs;

use super::answers;
use crate::settings::settings;

/// `KERN_INVALID_ADDRESS`, `KERN_INVALID_ARGUMENT`, `KERN_FAILURE`, `KERN_RESOURCE_SHORTAGE`.
const ADDRESS: c_int = 1;
const ARGUMENT: c_int = 4;
const FAILURE: c_int = 5;
const SHORTAGE: c_int = 6;

/// `PROCESSOR_CPU_LOAD_INFO`.
const LOAD: c_int = 2;

/// Ports are numbers that the kernel hands out.
const HOST: c_uint = 0x707;
pub(super) static TASK: c_uint = 0x103;

/// By `proc_stat(5)`: of each processor user, system, idle and nice, in the order of `CPU_STATE_*`,
/// in ticks of 10 ms.
fn ticks(stat: &str) -> Vec<[c_uint; 4]> {
    let cpus = stat.lines().filter(|line| line.starts_with("cpu") && !line.starts_with("cpu "));
    let of = |line: &str| {
        let mut times = line.split_ascii_whitespace().skip(1).map(|time| time.parse().unwrap_or(0_u64));
        let mut next = || times.next().unwrap_or(0);
        // Waiting for a disk is idle.
        let (user, nice, system, idle) = (next(), next(), next(), next() + next());
        // They wrap as Apple's do.
        [user, system, idle, nice].map(|time| time as c_uint)
    };
    cpus.map(of).collect()
}

extern "C" fn mach_host_self() -> c_uint {
    HOST
}

unsafe extern "C" fn host_processor_info(
    host: c_uint,
    flavor: c_int,
    processors: *mut c_uint,
    array: *mut *mut c_int,
    numbers: *mut c_uint,
) -> c_int {
    if host != HOST || flavor != LOAD {
        return ARGUMENT;
    }
    if !settings().has_sysctls {
        return FAILURE;
    }
    let ticks = ticks(&fs::read_to_string("/proc/stat").unwrap_or_default());
    let bytes = size_of_val(ticks.as_slice());
    let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: at a place that the kernel chooses.
    let room = unsafe { libc::mmap(std::ptr::null_mut(), bytes.max(1), rights, kind, -1, 0) };
    if room == libc::MAP_FAILED {
        return SHORTAGE;
    }
    // SAFETY: a room of as many bytes, and the caller's three places.
    unsafe {
        room.cast::<[c_uint; 4]>().copy_from_nonoverlapping(ticks.as_ptr(), ticks.len());
        processors.write(ticks.len() as c_uint);
        array.write(room.cast());
        numbers.write(4 * ticks.len() as c_uint);
    }
    0
}

unsafe extern "C" fn vm_deallocate(task: c_uint, start: usize, bytes: usize) -> c_int {
    if task != TASK {
        return ARGUMENT;
    }
    // SAFETY: what the caller was given, which it gives back.
    if unsafe { libc::munmap(start as *mut c_void, bytes) } == 0 { 0 } else { ADDRESS }
}

answers! {
    "_host_processor_info" => host_processor_info,
    "_mach_host_self" => mach_host_self,
    // A variable.
    "_mach_task_self_" => &raw const TASK,
    "_vm_deallocate" => vm_deallocate,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_in_the_order_of_the_header() {
        let stat = "cpu  9 9 9 9 9\ncpu0 1 2 3 4 5 6 7 8 0 0\ncpu1 4294967297 0 0 0\nintr 5\n";
        assert_eq!(ticks(stat), [[1, 3, 9, 2], [1, 0, 0, 0]]);
        assert_eq!(ticks(""), [[0; 4]; 0]);
    }

    #[test]
    fn what_is_given_can_be_given_back_once_asked_for_rightly() {
        let (mut processors, mut array, mut numbers) = (0, std::ptr::null_mut(), 0);
        // SAFETY: three places; what is given is read while it is there.
        unsafe {
            let mut told = |host, flavor| {
                host_processor_info(host, flavor, &raw mut processors, &raw mut array, &raw mut numbers)
            };
            assert_eq!(
                [told(HOST + 1, LOAD), told(HOST, LOAD + 1), told(mach_host_self(), LOAD)],
                [ARGUMENT, ARGUMENT, 0]
            );
            assert!(processors > 0 && numbers == 4 * processors);
            assert!(std::slice::from_raw_parts(array, numbers as usize).iter().any(|&ticks| ticks != 0));
            assert_eq!(vm_deallocate(TASK + 1, array as usize, 4 * numbers as usize), ARGUMENT);
            assert_eq!(vm_deallocate(TASK, array as usize, 4 * numbers as usize), 0);
            assert_eq!(vm_deallocate(TASK, array as usize + 1, 1), ADDRESS);
        }
    }
}
