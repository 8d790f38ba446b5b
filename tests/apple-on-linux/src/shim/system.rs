//! The emulated machine, and how the program ends. `<sys/sysctl.h>`, `<unistd.h>`, `<pthread.h>`,
//! `<libproc.h>`, `<sys/resource.h>`, `<CommonCrypto/CommonRandom.h>`. The answers are modelled on
//! an M1's; that they agree with one is not proven here.

use std::ffi::{CStr, c_char, c_int, c_long, c_void};
use std::fs;
use std::sync::OnceLock;

use super::errors::{fail, result};
use super::{answers, errors, memory};
use crate::settings::settings;
use crate::thread_variables;

/// The processors of each level, the fastest first. One level: all cores are of one kind.
pub(crate) struct Levels(pub(crate) Vec<Vec<usize>>);

/// The levels of this machine: from the settings, otherwise from Linux's `cpu_capacity`.
pub(crate) fn levels() -> &'static Levels {
    static LEVELS: OnceLock<Levels> = OnceLock::new();
    LEVELS.get_or_init(|| {
        let said = &settings().levels;
        Levels(if said.is_empty() { by_capacity(&allowed(), capacity) } else { said.clone() })
    })
}

/// The processors that this process may use.
fn allowed() -> Vec<usize> {
    // SAFETY: plain numbers, for which 0 is a value, and a place for them.
    let set = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of_val(&set), &raw mut set);
        set
    };
    // SAFETY: numbers within the set.
    (0..libc::CPU_SETSIZE as usize).filter(|cpu| unsafe { libc::CPU_ISSET(*cpu, &set) }).collect()
}

fn capacity(cpu: usize) -> u32 {
    let text = fs::read_to_string(format!("/sys/devices/system/cpu/cpu{cpu}/cpu_capacity"));
    text.ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

fn by_capacity(cpus: &[usize], capacity: impl Fn(usize) -> u32) -> Vec<Vec<usize>> {
    let mut levels: Vec<(u32, Vec<usize>)> = Vec::new();
    for &cpu in cpus {
        let own = capacity(cpu);
        match levels.iter_mut().find(|(known, _)| *known == own) {
            Some((_, level)) => level.push(cpu),
            None => levels.push((own, vec![cpu])),
        }
    }
    levels.sort_by_key(|(capacity, _)| std::cmp::Reverse(*capacity));
    levels.into_iter().map(|(_, level)| level).collect()
}

/// The value of a sysctl.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Text(&'static str),
    /// A number of 32 bits, or of 64.
    Int(u32),
    Long(u64),
}

impl Answer {
    /// The bytes of the value; the setting of this name replaces the text or number.
    fn bytes(self, told: Option<&String>) -> Vec<u8> {
        let number = |text: &String| match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).unwrap_or(0),
            None => text.parse().unwrap_or(0),
        };
        match self {
            Self::Text(text) => {
                let text = told.map_or(text, String::as_str);
                [text.as_bytes(), &[0]].concat()
            }
            Self::Int(value) => told.map_or(value, |text| number(text) as u32).to_ne_bytes().to_vec(),
            Self::Long(value) => told.map_or(value, number).to_ne_bytes().to_vec(),
        }
    }
}

/// The names of two and of three levels; four do not occur.
fn level_name(number: usize, levels: usize) -> &'static str {
    match (number, levels) {
        (0, 3) => "Super",
        (0, _) | (1, 3) => "Performance",
        _ => "Efficiency",
    }
}

fn answer(name: &str, levels: &[Vec<usize>]) -> Option<Answer> {
    let count = |cpus: usize| Some(Answer::Int(cpus as u32));
    match name {
        "hw.model" => Some(Answer::Text("MacBookAir10,1")),
        "hw.machine" => Some(Answer::Text("arm64")),
        "machdep.cpu.brand_string" => Some(Answer::Text("Apple M1")),
        "kern.osproductversion" => Some(Answer::Text("14.5")),
        "kern.osrelease" => Some(Answer::Text("23.5.0")),
        "kern.ostype" => Some(Answer::Text("Darwin")),
        "hw.cputype" => Some(Answer::Int(0x0100_000c)),
        // CPUFAMILY_ARM_FIRESTORM_ICESTORM of <mach/machine.h>.
        "hw.cpufamily" => Some(Answer::Int(0x1b58_8bb3)),
        "hw.pagesize" => Some(Answer::Long(memory::PAGE as u64)),
        "hw.tbfrequency" => Some(Answer::Long(24_000_000)),
        "kern.hv_vmm_present" | "sysctl.proc_translated" => Some(Answer::Int(0)),
        "hw.logicalcpu" | "hw.ncpu" => count(levels.iter().map(Vec::len).sum()),
        "hw.nperflevels" => count(levels.len()),
        _ => {
            let (number, what) = name.strip_prefix("hw.perflevel")?.split_once('.')?;
            let number: usize = number.parse().ok()?;
            let level = levels.get(number)?;
            match what {
                "logicalcpu" => count(level.len()),
                "name" => Some(Answer::Text(level_name(number, levels.len()))),
                _ => None,
            }
        }
    }
}

unsafe extern "C" fn sysctlbyname(
    name: *const c_char,
    value: *mut c_void,
    size: *mut usize,
    _new: *mut c_void,
    _new_size: usize,
) -> c_int {
    if !settings().has_sysctls {
        return fail(errors::PERM);
    }
    // SAFETY: a C string, as C's interface has it.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    let Some(answer) = answer(&name, &levels().0) else { return fail(errors::NOENT) };
    let bytes = answer.bytes(settings().sysctls.get(name.as_ref()));
    // SAFETY: the caller's room, and how long it is.
    unsafe {
        if !value.is_null() {
            if *size < bytes.len() {
                return fail(errors::NOMEM);
            }
            value.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        }
        *size = bytes.len();
    }
    0
}

/// This kernel's page, in bytes.
pub(super) fn page() -> usize {
    // SAFETY: takes and returns numbers.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}

/// `_SC_*`.
extern "C" fn sysconf(name: c_int) -> c_long {
    match name {
        // _SC_PAGESIZE.
        29 => memory::PAGE as c_long,
        // _SC_IOV_MAX.
        56 => 1024,
        // _SC_NPROCESSORS_CONF and _ONLN.
        57 | 58 => levels().0.iter().map(Vec::len).sum::<usize>() as c_long,
        // _SC_GETPW_R_SIZE_MAX.
        71 => 4096,
        _ => fail(errors::INVAL),
    }
}

/// `_CS_DARWIN_USER_TEMP_DIR`.
const TEMPORARY: c_int = 65537;

unsafe extern "C" fn confstr(name: c_int, to: *mut c_char, size: usize) -> usize {
    if name != TEMPORARY {
        errors::set(errors::INVAL);
        return 0;
    }
    let text = c"/tmp/".to_bytes_with_nul();
    if size >= text.len() {
        // SAFETY: the caller's room.
        unsafe { to.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len()) };
    }
    text.len()
}

unsafe extern "C" fn pthread_cpu_number_np(to: *mut usize) -> c_int {
    if !settings().has_cpu_numbers {
        return errors::INVAL;
    }
    // SAFETY: the caller's room.
    unsafe { to.write(libc::sched_getcpu() as usize) };
    0
}

/// `RUSAGE_INFO_V6`, and how many bytes it has.
const USAGE: (c_int, usize) = (6, 464);

/// Nothing is counted, as in a virtual machine.
unsafe extern "C" fn proc_pid_rusage(_process: c_int, kind: c_int, to: *mut u8) -> c_int {
    if kind != USAGE.0 {
        return fail(errors::INVAL);
    }
    // SAFETY: the caller's room of that kind.
    unsafe { to.write_bytes(0, USAGE.1) };
    0
}

/// `CCRandomGenerateBytes`: 0 is success.
unsafe extern "C" fn random_bytes(to: *mut c_void, size: usize) -> c_int {
    // SAFETY: the caller's room.
    if unsafe { libc::getrandom(to, size, 0) } == size as isize { 0 } else { -1 }
}

/// `GETENTROPY_MAX` bytes at most are given at a time.
const ENTROPY: usize = 256;

unsafe extern "C" fn getentropy(to: *mut c_void, size: usize) -> c_int {
    if size > ENTROPY {
        return fail(errors::INVAL);
    }
    // SAFETY: the caller's room.
    if result(unsafe { libc::getrandom(to, size, 0) }) == -1 { -1 } else { 0 }
}

unsafe extern "C" fn exit(status: c_int) -> ! {
    thread_variables::run_endings();
    // SAFETY: a number only.
    unsafe { libc::exit(status) }
}

/// Ends the process as the program's own `exit` does.
#[cfg(target_arch = "aarch64")]
pub(crate) fn end(status: c_int) -> ! {
    // SAFETY: a number only.
    unsafe { exit(status) }
}

answers! {
    "_CCRandomGenerateBytes" => random_bytes,
    "_confstr" => confstr,
    "_exit" => exit,
    "_getentropy" => getentropy,
    "_proc_pid_rusage" => proc_pid_rusage,
    "_pthread_cpu_number_np" => pthread_cpu_number_np,
    "_sysconf" => sysconf,
    "_sysctlbyname" => sysctlbyname,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_told_by_how_fast_their_processors_are() {
        let capacities = [420, 420, 1024, 700, 700];
        let levels = by_capacity(&[0, 1, 2, 3, 4], |cpu| capacities[cpu]);
        assert_eq!(levels, [vec![2], vec![3, 4], vec![0, 1]]);
        assert_eq!(answer("hw.nperflevels", &levels), Some(Answer::Int(3)));
        let names: Vec<_> =
            (0..3).map(|level| answer(&format!("hw.perflevel{level}.name"), &levels)).collect();
        assert_eq!(names, ["Super", "Performance", "Efficiency"].map(|name| Some(Answer::Text(name))));
        assert_eq!(answer("hw.perflevel2.logicalcpu", &levels), Some(Answer::Int(2)));
        assert_eq!(answer("hw.perflevel3.logicalcpu", &levels), None);
        assert_eq!(answer("hw.logicalcpu", &levels), Some(Answer::Int(5)));
        assert_eq!(by_capacity(&[0, 1], |_| 0), [vec![0, 1]]);
    }

    #[test]
    fn numbers_have_the_width_of_the_header() {
        assert_eq!(Answer::Int(3).bytes(None), 3_u32.to_ne_bytes());
        assert_eq!(Answer::Long(3).bytes(Some(&"0x10".to_owned())), 16_u64.to_ne_bytes());
        assert_eq!(Answer::Text("a").bytes(Some(&"bc".to_owned())), b"bc\0");
    }

    #[test]
    fn a_sysctl_is_asked_for_its_length_first() {
        let (mut size, mut room) = (0, [0_u8; 64]);
        let asked = c"hw.model".as_ptr();
        // SAFETY: a C string, a room and its length.
        unsafe {
            let none = std::ptr::null_mut();
            assert_eq!((sysctlbyname(asked, none, &raw mut size, none, 0), size), (0, 15));
            size -= 1;
            assert_eq!(sysctlbyname(asked, room.as_mut_ptr().cast(), &raw mut size, none, 0), -1);
            assert_eq!(errors::last(), errors::NOMEM);
            size = room.len();
            assert_eq!(sysctlbyname(asked, room.as_mut_ptr().cast(), &raw mut size, none, 0), 0);
            assert_eq!(
                (&room[..size], sysctlbyname(c"hw.no".as_ptr(), none, &raw mut size, none, 0)),
                (&b"MacBookAir10,1\0"[..], -1)
            );
        }
        assert_eq!(errors::last(), errors::NOENT);
    }

    #[test]
    fn the_system_answers_what_is_asked() {
        assert_eq!((sysconf(29), sysconf(1), errors::last()), (16384, -1, errors::INVAL));
        let mut text = [0; 8];
        let (mut cpu, mut usage) = (usize::MAX, [1; USAGE.1 + 1]);
        // SAFETY: rooms of their lengths.
        unsafe {
            assert_eq!(confstr(TEMPORARY, text.as_mut_ptr(), text.len()), 6);
            assert_eq!(CStr::from_ptr(text.as_ptr()), c"/tmp/");
            assert_eq!(pthread_cpu_number_np(&raw mut cpu), 0);
            assert_eq!(
                (proc_pid_rusage(0, 6, usage.as_mut_ptr()), usage[USAGE.1 - 1], usage[USAGE.1]),
                (0, 0, 1)
            );
            assert_eq!(random_bytes(text.as_mut_ptr().cast(), text.len()), 0);
            assert_eq!(getentropy(text.as_mut_ptr().cast(), text.len()), 0);
            assert_eq!(getentropy(text.as_mut_ptr().cast(), ENTROPY + 1), -1);
        }
        assert!(cpu < libc::CPU_SETSIZE as usize);
        assert_ne!(&text, &[0; 8]);
    }
}
