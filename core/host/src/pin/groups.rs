//! Windows' processor groups, counted through: a group holds up to 64 logical processors, and
//! threads run in one group at a time.

/// The processors on which a thread may be put, if it is in group `own`, may use `mask` of it, and
/// the groups have these sizes.
///
/// A thread may go to any group. So all of theirs count too, unless the mask was narrowed: then
/// only the processors in it count.
pub(crate) fn allowed(sizes: &[u32], own: u16, mask: u64) -> Vec<u32> {
    let mut allowed = Vec::new();
    let own = usize::from(own);
    let narrowed = sizes.get(own).is_some_and(|&size| u64::from(mask.count_ones()) < u64::from(size));
    let mut first = 0;
    for (group, &size) in sizes.iter().enumerate() {
        let may = |number: &u32| if group == own { mask >> number & 1 == 1 } else { !narrowed };
        allowed.extend((0..size).filter(may).map(|number| first + number));
        first += size;
    }
    allowed
}

#[cfg(windows)]
pub(crate) use live::*;

#[cfg(windows)]
mod live {
    use windows_sys::Win32::System::Threading::{GetActiveProcessorCount, GetActiveProcessorGroupCount};

    /// Number of processors in all groups.
    pub(crate) fn count() -> u32 {
        sizes().iter().sum()
    }

    /// Number of processors in each group.
    pub(crate) fn sizes() -> Vec<u32> {
        (0..group_count()).map(size_of_group).collect()
    }

    /// The number of a group's first processor.
    pub(crate) fn first_of(group: u16) -> u32 {
        (0..group).map(size_of_group).sum()
    }

    /// The group of a processor, and its number inside.
    pub(crate) fn locate(cpu: u32) -> Option<(u16, u32)> {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_beyond_the_first_group_are_allowed() {
        // Finding 7: on 128 logical processors only the thread's own group was seen.
        assert_eq!(allowed(&[64, 64], 0, u64::MAX), (0..128).collect::<Vec<u32>>());
        assert_eq!(allowed(&[20, 12], 1, 0xfff), (0..32).collect::<Vec<u32>>());
        assert_eq!(allowed(&[4], 0, 0b1111), [0, 1, 2, 3]);
    }

    #[test]
    fn a_mask_that_somebody_narrowed_is_meant() {
        assert_eq!(allowed(&[64, 64], 1, 0b101), [64, 66]);
        assert_eq!(allowed(&[4], 0, 0b1010), [1, 3]);
    }
}
