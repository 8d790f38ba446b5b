//! The machine that this process runs on.

#[cfg(target_vendor = "apple")]
mod apple;
#[cfg(windows)]
mod windows;

use super::evidence::{
    Evidence, FileHead, Platform, ReadError, SysctlValue, WindowsFacts, absent, list_names, read_beginning,
};
use super::pin;
use std::path::Path;

/// Reads the real system.
#[derive(Debug, Clone, Copy, Default)]
pub struct LiveSystem;

impl Evidence for LiveSystem {
    fn platform(&self) -> Platform {
        Platform::current()
    }

    fn architecture(&self) -> String {
        std::env::consts::ARCH.into()
    }

    fn bytes(&self, path: &str) -> Result<FileHead, ReadError> {
        read_beginning(Path::new(path)).map_err(|error| absent(path, &error))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        list_names(Path::new(folder)).map_err(|error| absent(folder, &error))
    }

    fn sysctl(&self, name: &str) -> Result<SysctlValue, ReadError> {
        sysctl(name)
    }

    fn cpuid(&self, leaf: u32, subleaf: u32) -> Option<[u32; 4]> {
        cpuid(leaf, subleaf)
    }

    fn cpuid_on(&self, cpu: u32, leaf: u32, subleaf: u32) -> Option<[u32; 4]> {
        // A query costs a migration and back: only hybrid x86 is queried core by core.
        let _pinned = pin::pin_to(cpu).ok()?;
        cpuid(leaf, subleaf)
    }

    fn property(&self, name: &str) -> Result<String, ReadError> {
        property(name)
    }

    #[cfg(target_vendor = "apple")]
    fn processor_ticks(&self) -> Result<Vec<[u32; 4]>, ReadError> {
        apple::processor_ticks()
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        pin::allowed_cpus()
    }

    fn windows(&self) -> Result<WindowsFacts, ReadError> {
        #[cfg(windows)]
        return Ok(windows::read());
        #[cfg(not(windows))]
        return Err(ReadError::Unsupported("the Windows registry".into()));
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn cpuid(leaf: u32, subleaf: u32) -> Option<[u32; 4]> {
    #[cfg(target_arch = "x86")]
    use std::arch::x86 as arch;
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64 as arch;

    // The ranges (0, 0x4000_0000, 0x8000_0000) each have their own highest leaf, reported by their
    // first one. Above it, Intel processors return another leaf's values, so such leaves must not
    // be read.
    let range = leaf & 0xf000_0000;
    let highest = arch::__cpuid(range).eax;
    if leaf > highest {
        return None;
    }
    let answer = arch::__cpuid_count(leaf, subleaf);
    Some([answer.eax, answer.ebx, answer.ecx, answer.edx])
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn cpuid(_leaf: u32, _subleaf: u32) -> Option<[u32; 4]> {
    None
}

#[cfg(target_os = "android")]
fn property(name: &str) -> Result<String, ReadError> {
    let missing = || ReadError::NotThere(format!("property {name}"));
    let name_c = std::ffi::CString::new(name).map_err(|_| missing())?;
    let mut value = [0_u8; libc::PROP_VALUE_MAX as usize];
    // SAFETY: the name ends in NUL and the buffer has the PROP_VALUE_MAX bytes that bionic asks
    // for.
    let length = unsafe { libc::__system_property_get(name_c.as_ptr(), value.as_mut_ptr().cast()) };
    let bytes = usize::try_from(length).ok().and_then(|length| value.get(..length)).ok_or_else(missing)?;
    match std::str::from_utf8(bytes) {
        Ok("") => Err(missing()),
        Ok(text) => Ok(text.into()),
        Err(_) => Err(ReadError::NotText(format!("property {name}"))),
    }
}

#[cfg(not(target_os = "android"))]
fn property(name: &str) -> Result<String, ReadError> {
    Err(ReadError::Unsupported(format!("property {name}")))
}

#[cfg(target_vendor = "apple")]
fn sysctl(name: &str) -> Result<SysctlValue, ReadError> {
    let label = || format!("sysctl {name}");
    let name_c = std::ffi::CString::new(name).map_err(|_| ReadError::NotThere(label()))?;
    // The longest requested value is kern.version, some hundred bytes.
    let mut buffer = [0_u8; 1024];
    let mut length = buffer.len();
    // SAFETY: the name ends in NUL; the kernel writes at most `length` bytes and stores how many.
    let result = unsafe {
        libc::sysctlbyname(
            name_c.as_ptr(),
            buffer.as_mut_ptr().cast(),
            &raw mut length,
            std::ptr::null_mut(),
            0,
        )
    };
    if result != 0 {
        let error = std::io::Error::last_os_error();
        return Err(absent(&label(), &error));
    }
    let bytes = buffer.get(..length).unwrap_or_default();
    if is_text(name) {
        let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
        return match std::str::from_utf8(text) {
            Ok(text) => Ok(SysctlValue::Text(text.into())),
            Err(_) => Err(ReadError::NotText(label())),
        };
    }
    match *bytes {
        [a, b, c, d] => Ok(SysctlValue::Integer(u32::from_ne_bytes([a, b, c, d]).into())),
        [a, b, c, d, e, f, g, h] => Ok(SysctlValue::Integer(u64::from_ne_bytes([a, b, c, d, e, f, g, h]))),
        _ => Err(ReadError::Malformed(label(), format!("{length} bytes"))),
    }
}

/// Returns `true` for the sysctls read here that are text. The kernel returns bytes, not types.
#[cfg(target_vendor = "apple")]
fn is_text(name: &str) -> bool {
    matches!(name, "hw.machine" | "hw.model" | "kern.osproductversion" | "machdep.cpu.brand_string")
        || name.ends_with(".name")
}

#[cfg(not(target_vendor = "apple"))]
fn sysctl(name: &str) -> Result<SysctlValue, ReadError> {
    Err(ReadError::Unsupported(format!("sysctl {name}")))
}
