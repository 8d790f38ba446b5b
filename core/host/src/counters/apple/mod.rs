//! `proc_pid_rusage` of macOS: the kernel's counts for this process, all its threads and their
//! system calls.
//!
//! Public in `libproc.h`, with the structures in `sys/resource.h` of the macOS SDK (XNU,
//! bsd/sys/resource.h). On iOS there is no public header, and it is not called. The kernel reads
//! the core's own counters whenever a thread enters or leaves it, so a call brings the calling
//! thread's counts up to date. Virtual machines have zeros.

use super::{Counter, CounterError};
use crate::evidence::{Evidence, SysctlValue};

/// `struct rusage_info_v6`: a UUID of 16 bytes and 56 numbers of 64 bits. Newer systems gave names
/// to some of those that are reserved in the first; the size stays. The numbers that are read, by
/// their place behind the UUID:
const NUMBERS: usize = 56;
const INSTRUCTIONS: usize = 29;
const CYCLES: usize = 30;
const P_INSTRUCTIONS: usize = 38;
const P_CYCLES: usize = 39;

#[repr(C)]
#[derive(Clone, Copy)]
struct RusageInfo {
    _uuid: [u8; 16],
    numbers: [u64; NUMBERS],
}

const ZERO: RusageInfo = RusageInfo { _uuid: [0; 16], numbers: [0; NUMBERS] };

const ONE_KIND: [Counter; 2] = [Counter::RusageCycles, Counter::RusageInstructions];
const TWO_KINDS: [Counter; 4] = [
    Counter::RusagePerformanceCycles,
    Counter::RusagePerformanceInstructions,
    Counter::RusageEfficiencyCycles,
    Counter::RusageEfficiencyInstructions,
];

/// Kinds of core that a system counts separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kinds {
    One,
    Two,
}

impl Kinds {
    /// `split`: the system supports version 6 of the structure, which counts performance cores
    /// separately.
    fn of(evidence: &dyn Evidence, split: bool) -> Self {
        match evidence.sysctl("hw.nperflevels") {
            Ok(SysctlValue::Integer(2..)) if split => Self::Two,
            _ => Self::One,
        }
    }

    const fn counters(self) -> &'static [Counter] {
        match self {
            Self::One => &ONE_KIND,
            Self::Two => &TWO_KINDS,
        }
    }

    /// The counts in the order of [`Kinds::counters`]. Performance cores are counted separately,
    /// efficiency cores are the rest; `None` if the rest would be negative.
    fn counts(self, info: &RusageInfo) -> [Option<u64>; 4] {
        let number = |place: usize| info.numbers[place];
        let rest = |all: usize, part: usize| number(all).checked_sub(number(part));
        match self {
            Self::One => [Some(number(CYCLES)), Some(number(INSTRUCTIONS)), None, None],
            Self::Two => [
                Some(number(P_CYCLES)),
                Some(number(P_INSTRUCTIONS)),
                rest(CYCLES, P_CYCLES),
                rest(INSTRUCTIONS, P_INSTRUCTIONS),
            ],
        }
    }
}

/// The calling process has run for some cycles: a count of zero means that nothing is counted.
fn counts_at_all(info: &RusageInfo) -> Result<(), CounterError> {
    if info.numbers[CYCLES] == 0 { Err(CounterError::StandsStill) } else { Ok(()) }
}

#[cfg(target_os = "macos")]
pub(super) use live::open;

#[cfg(target_os = "macos")]
mod live {
    use std::io;

    use super::{Kinds, RusageInfo, ZERO, counts_at_all};
    use crate::counters::{CounterError, Found, Reader, Snapshot};
    use crate::evidence::Evidence;

    /// `RUSAGE_INFO_V6` of sys/resource.h.
    const VERSION_6: libc::c_int = 6;

    struct Rusage {
        version: libc::c_int,
        kinds: Kinds,
    }

    impl Reader for Rusage {
        fn read(&mut self, counts: &mut Snapshot) {
            let Ok(info) = rusage(self.version) else { return };
            for (&counter, count) in self.kinds.counters().iter().zip(self.kinds.counts(&info)) {
                if let Some(count) = count {
                    counts.set(counter, count);
                }
            }
        }
    }

    pub(in crate::counters) fn open(evidence: &dyn Evidence, found: &mut Found) {
        // Version 4, of macOS 10.13, has the sums over all cores.
        let newest = rusage(VERSION_6).map(|info| (VERSION_6, info));
        let read = newest.or_else(|_| rusage(libc::RUSAGE_INFO_V4).map(|info| (libc::RUSAGE_INFO_V4, info)));
        let version = *read.as_ref().map_or(&VERSION_6, |(version, _)| version);
        let kinds = Kinds::of(evidence, version == VERSION_6);
        let usable = read
            .map_err(|error| CounterError::Failed { error: error.to_string() })
            .and_then(|(_, info)| counts_at_all(&info));
        match usable {
            Ok(()) => found.reader(kinds.counters(), Rusage { version, kinds }),
            Err(why) => found.missing(kinds.counters(), &why),
        }
    }

    fn rusage(version: libc::c_int) -> io::Result<RusageInfo> {
        let mut info = ZERO;
        // SAFETY: the process's own number; the kernel writes the structure of this version, of
        // which 6 is the largest that is requested, and `info` has its size.
        let result = unsafe { libc::proc_pid_rusage(libc::getpid(), version, (&raw mut info).cast()) };
        if result == 0 { Ok(info) } else { Err(io::Error::last_os_error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordedSystem;

    fn info(cycles: [u64; 2], instructions: [u64; 2]) -> RusageInfo {
        let mut info = ZERO;
        [info.numbers[CYCLES], info.numbers[P_CYCLES]] = cycles;
        [info.numbers[INSTRUCTIONS], info.numbers[P_INSTRUCTIONS]] = instructions;
        info
    }

    fn mac(levels: Option<u64>) -> RecordedSystem {
        let levels = levels.map(|levels| ("hw.nperflevels".to_owned(), SysctlValue::Integer(levels)));
        RecordedSystem { sysctl: levels.into_iter().collect(), ..RecordedSystem::default() }
    }

    #[test]
    fn the_structure_is_that_of_the_header() {
        // Offsets that a C compiler gives for ri_cycles, ri_instructions, ri_pcycles, and sizes of
        // versions 4 and 6.
        let offset = |place: usize| std::mem::offset_of!(RusageInfo, numbers) + 8 * place;
        assert_eq!(offset(INSTRUCTIONS), 248);
        assert_eq!(offset(CYCLES), 256);
        assert_eq!(offset(P_INSTRUCTIONS), 320);
        assert_eq!(offset(P_CYCLES), 328);
        assert_eq!(size_of::<RusageInfo>(), 464);
        assert_eq!(align_of::<RusageInfo>(), 8);
    }

    #[test]
    fn cycles_are_split_by_kind_of_core() {
        let kinds = Kinds::of(&mac(Some(2)), true);
        let counts = kinds.counts(&info([1_000, 700], [3_000, 2_500]));
        let named: Vec<_> = kinds.counters().iter().copied().zip(counts.map(Option::unwrap)).collect();
        assert_eq!(named[0], (Counter::RusagePerformanceCycles, 700));
        assert_eq!(named[1], (Counter::RusagePerformanceInstructions, 2_500));
        assert_eq!(named[2], (Counter::RusageEfficiencyCycles, 300));
        assert_eq!(named[3], (Counter::RusageEfficiencyInstructions, 500));
        assert_eq!(kinds.counts(&info([1, 2], [3, 3]))[2..], [None, Some(0)], "more on P cores than on all");
    }

    #[test]
    fn one_kind_of_core_or_an_older_system_has_sums_only() {
        for kinds in
            [Kinds::of(&mac(Some(1)), true), Kinds::of(&mac(None), true), Kinds::of(&mac(Some(2)), false)]
        {
            assert_eq!(kinds.counters(), ONE_KIND);
            assert_eq!(kinds.counts(&info([1_000, 0], [3_000, 0]))[..2], [Some(1_000), Some(3_000)]);
        }
    }

    #[test]
    fn zeros_are_not_counts() {
        assert_eq!(counts_at_all(&info([0, 0], [5, 5])), Err(CounterError::StandsStill));
        assert_eq!(counts_at_all(&info([1, 0], [0, 0])), Ok(()));
    }
}
