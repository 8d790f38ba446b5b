//! Windows: `SetThreadGroupAffinity`.

use super::{PinError, groups};
use std::io;
use windows_sys::Win32::System::Kernel::PROCESSOR_NUMBER;
use windows_sys::Win32::System::SystemInformation::GROUP_AFFINITY;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcessorNumberEx, GetCurrentThread, GetThreadGroupAffinity, SetThreadGroupAffinity,
};

pub(super) struct Affinity(GROUP_AFFINITY);

impl std::fmt::Debug for Affinity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "group {} mask {:#x}", self.0.Group, self.0.Mask)
    }
}

impl Affinity {
    pub(super) fn of_this_thread() -> Result<Self, PinError> {
        let mut affinity = GROUP_AFFINITY::default();
        // SAFETY: the pseudo handle is this thread's; the call fills the structure.
        let result = unsafe { GetThreadGroupAffinity(GetCurrentThread(), &raw mut affinity) };
        if result == 0 { Err(PinError::Refused { errno: last_error() }) } else { Ok(Self(affinity)) }
    }

    pub(super) fn restore(&self) -> io::Result<()> {
        set(&self.0)
    }
}

/// The calling thread kept off processors. Threads that it starts do not inherit that.
#[derive(Debug)]
pub(super) struct ThreadExclusion {
    before: Affinity,
}

impl ThreadExclusion {
    pub(super) fn of(cpus: &[u32]) -> Option<Self> {
        let before = Affinity::of_this_thread().ok()?;
        let GROUP_AFFINITY { Mask: mask, Group: group, .. } = before.0;
        let in_group = |cpu: &u32| groups::locate(*cpu).filter(|&(of, _)| of == group);
        let left = cpus.iter().filter_map(in_group).fold(mask, |left, (_, number)| left & !(1 << number));
        if left == 0 || left == mask {
            return None;
        }
        let given = GROUP_AFFINITY { Mask: left, ..before.0 };
        set(&given).ok().map(|()| Self { before })
    }

    pub(super) fn bring_back(&mut self) {
        if let Err(error) = self.before.restore() {
            log::debug!("the thread keeps off processors: {error}");
        }
    }
}

pub(super) fn move_to(cpu: u32) -> Result<(), PinError> {
    let (group, number) = groups::locate(cpu).ok_or(PinError::Offline { cpu })?;
    let affinity = GROUP_AFFINITY { Mask: 1 << number, Group: group, Reserved: [0; 3] };
    /// `ERROR_INVALID_PARAMETER`: the processor is not among the process's.
    const INVALID_PARAMETER: i32 = 87;
    set(&affinity).map_err(|error| match error.raw_os_error() {
        Some(INVALID_PARAMETER) => PinError::NotInSet { cpu },
        errno => PinError::Refused { errno: errno.unwrap_or(0) },
    })
}

fn set(affinity: &GROUP_AFFINITY) -> io::Result<()> {
    // SAFETY: the pseudo handle is this thread's; the structure is read, and no old value is
    // requested.
    let result = unsafe { SetThreadGroupAffinity(GetCurrentThread(), affinity, std::ptr::null_mut()) };
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[inline]
pub(super) fn current_cpu() -> Option<u32> {
    let mut place = PROCESSOR_NUMBER::default();
    // SAFETY: the call fills the structure.
    unsafe { GetCurrentProcessorNumberEx(&raw mut place) };
    Some(groups::first_of(place.Group) + u32::from(place.Number))
}

pub(super) fn allowed_cpus() -> Vec<u32> {
    let Ok(Affinity(affinity)) = Affinity::of_this_thread() else {
        return Vec::new();
    };
    groups::allowed(&groups::sizes(), affinity.Group, affinity.Mask as u64)
}

pub(super) fn online_cpus() -> Vec<u32> {
    (0..groups::count()).collect()
}

fn last_error() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}
