//! Windows' processor groups, counted through: a group holds up to 64 logical processors, and threads run
//! in one group at a time.

use windows_sys::Win32::System::Threading::{GetActiveProcessorCount, GetActiveProcessorGroupCount};

/// How many processors there are in all groups.
pub(in crate::host) fn count() -> u32 {
    (0..group_count()).map(size_of_group).sum()
}

/// The number of a group's first processor.
pub(in crate::host) fn first_of(group: u16) -> u32 {
    (0..group).map(size_of_group).sum()
}

/// The group of a processor, and its number inside.
pub(in crate::host) fn locate(cpu: u32) -> Option<(u16, u32)> {
    let mut rest = cpu;
    for group in 0..group_count() {
        let size = size_of_group(group);
        if rest < size {
            return Some((group, rest));
        }
        rest -= size;
    }
    None
}

fn group_count() -> u16 {
    // SAFETY: no arguments, no memory.
    unsafe { GetActiveProcessorGroupCount() }
}

fn size_of_group(group: u16) -> u32 {
    // SAFETY: a number only; an unknown group has none.
    unsafe { GetActiveProcessorCount(group) }
}
