//! Windows programs.

use anyhow::{Context, Result, ensure};
use object::LittleEndian as LE;
use object::read::pe::PeFile64;

/// Libraries that are part of every Windows 10 and that the program may use: the kernel's
/// interfaces, those of the registry and of power, random numbers, and the C runtime.
const LIBRARIES: [&str; 10] = [
    "advapi32.dll",
    "api-ms-win-",
    "bcryptprimitives.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ntdll.dll",
    "powrprof.dll",
    "userenv.dll",
    "vcruntime140.dll",
    "ws2_32.dll",
];

/// Proves a program for 64-bit Windows.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove(file: &PeFile64<'_>) -> Result<String> {
    let table = file.import_table()?.context("imports nothing")?;
    let mut descriptors = table.descriptors()?;
    let mut names = Vec::new();
    while let Some(descriptor) = descriptors.next()? {
        let name = table.name(descriptor.name.get(LE))?;
        names.push(String::from_utf8_lossy(name).to_lowercase());
    }
    libraries(&names)?;
    names.sort();
    names.dedup();
    Ok(format!("imports of {}", names.join(" ")))
}

fn libraries(names: &[String]) -> Result<()> {
    let strange = names.iter().find(|name| !LIBRARIES.iter().any(|meant| name.starts_with(meant)));
    ensure!(strange.is_none(), "needs {}, which is no part of Windows", strange.map_or("", String::as_str));
    ensure!(names.iter().any(|name| name == "kernel32.dll"), "does not import kernel32.dll");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_windows_does_not_have_is_refused() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert!(libraries(&names(&["kernel32.dll", "api-ms-win-core-synch-l1-2-0.dll"])).is_ok());
        let error = libraries(&names(&["kernel32.dll", "libgcc_s_seh-1.dll"])).expect_err("mingw's own");
        assert!(error.to_string().contains("libgcc_s_seh-1.dll"));
        assert!(libraries(&names(&["ntdll.dll"])).is_err());
    }
}
