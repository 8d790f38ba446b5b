//! A program for Windows: headers by `object`, imports and chains by hand.

use object::pe::{
    IMAGE_DIRECTORY_ENTRY_IMPORT, IMAGE_FILE_EXECUTABLE_IMAGE, IMAGE_FILE_LARGE_ADDRESS_AWARE,
    IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64, IMAGE_SCN_CNT_CODE, IMAGE_SCN_MEM_EXECUTE,
    IMAGE_SCN_MEM_READ, IMAGE_SUBSYSTEM_WINDOWS_CUI,
};
use object::write::pe::{NtHeaders, Writer};

use super::{assert_refused, chains, verdict};

const HERE: u16 =
    if cfg!(target_arch = "aarch64") { IMAGE_FILE_MACHINE_ARM64 } else { IMAGE_FILE_MACHINE_AMD64 };

/// An import table: a line of 20 bytes for each library, then their names.
fn imports(libraries: &[&str], address: u32) -> Vec<u8> {
    let mut at = address + 20 * (libraries.len() as u32 + 1);
    let mut table = Vec::new();
    for library in libraries {
        table.extend([0, 0, 0, at, address].map(u32::to_le_bytes).concat());
        at += library.len() as u32 + 1;
    }
    table.extend([0; 20]);
    libraries.iter().for_each(|library| table.extend(format!("{library}\0").as_bytes()));
    table
}

struct Recipe {
    machine: u16,
    libraries: Vec<&'static str>,
    chains: Option<Vec<u8>>,
}

impl Recipe {
    fn sound() -> Self {
        Self { machine: HERE, libraries: vec!["KERNEL32.dll", "msvcrt.dll"], chains: Some(chains()) }
    }

    fn program(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(true, 0x1000, 0x200, &mut bytes);
        writer.reserve_dos_header_and_stub();
        writer.reserve_nt_headers(16);
        writer.reserve_section_headers(1 + u16::from(self.chains.is_some()));
        // The system puts the first section right after the headers' page.
        let table = imports(&self.libraries, 0x1000);
        let length = table.len() as u32;
        let data = writer.reserve_data_section(length, length);
        let code = self.chains.as_ref().map(|chains| {
            let length = chains.len() as u32;
            (chains, writer.reserve_section(*b".trueghz", READ_AND_EXECUTE, length, length))
        });
        writer.set_data_directory(IMAGE_DIRECTORY_ENTRY_IMPORT, data.virtual_address, length);
        writer.write_dos_header_and_stub().unwrap();
        writer.write_nt_headers(headers(self.machine));
        writer.write_section_headers();
        writer.write_section(data.file_offset, &table);
        if let Some((chains, range)) = code {
            writer.write_section(range.file_offset, chains);
        }
        bytes
    }
}

const READ_AND_EXECUTE: u32 = IMAGE_SCN_CNT_CODE | IMAGE_SCN_MEM_EXECUTE | IMAGE_SCN_MEM_READ;

fn headers(machine: u16) -> NtHeaders {
    NtHeaders {
        machine,
        time_date_stamp: 0,
        characteristics: IMAGE_FILE_EXECUTABLE_IMAGE | IMAGE_FILE_LARGE_ADDRESS_AWARE,
        major_linker_version: 0,
        minor_linker_version: 0,
        address_of_entry_point: 0,
        image_base: 0x1_4000_0000,
        major_operating_system_version: 10,
        minor_operating_system_version: 0,
        major_image_version: 0,
        minor_image_version: 0,
        major_subsystem_version: 10,
        minor_subsystem_version: 0,
        subsystem: IMAGE_SUBSYSTEM_WINDOWS_CUI,
        dll_characteristics: 0,
        size_of_stack_reserve: 0,
        size_of_stack_commit: 0,
        size_of_heap_reserve: 0,
        size_of_heap_commit: 0,
    }
}

#[test]
fn a_sound_program_passes() {
    let proven = verdict(&Recipe::sound().program()).expect("sound");
    assert!(proven.contains("Windows, imports of kernel32.dll msvcrt.dll"), "{proven}");
    assert!(proven.contains("loads as described"), "{proven}");
}

#[test]
fn a_library_that_is_no_part_of_windows_is_refused() {
    let libraries = vec!["kernel32.dll", "libgcc_s_seh-1.dll"];
    assert_refused(&Recipe { libraries, ..Recipe::sound() }.program(), "needs libgcc_s_seh-1.dll");
    let libraries = vec!["ntdll.dll"];
    assert_refused(&Recipe { libraries, ..Recipe::sound() }.program(), "does not import kernel32.dll");
}

#[test]
fn chains_that_are_missing_or_of_another_processor_and_other_code_are_refused() {
    assert_refused(&Recipe { chains: None, ..Recipe::sound() }.program(), "has no section of chains");
    // A return alone is code that does nothing.
    let returns: &[u8] = if cfg!(target_arch = "aarch64") { &[0xc0, 0x03, 0x5f, 0xd6] } else { &[0xc3] };
    let with_more = [chains(), returns.to_vec()].concat();
    assert_refused(
        &Recipe { chains: Some(with_more), ..Recipe::sound() }.program(),
        "of the chains: no chain",
    );
    let machine =
        if HERE == IMAGE_FILE_MACHINE_AMD64 { IMAGE_FILE_MACHINE_ARM64 } else { IMAGE_FILE_MACHINE_AMD64 };
    assert!(verdict(&Recipe { machine, ..Recipe::sound() }.program()).is_err());
}
