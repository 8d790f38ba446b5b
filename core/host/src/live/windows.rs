//! Reads facts from Windows.

use crate::evidence::{WindowsFacts, WindowsProcessor};
use crate::pin::groups;
use std::mem;
use windows_sys::Win32::System::Power::{
    CallNtPowerInformation, GetSystemPowerStatus, PROCESSOR_POWER_INFORMATION, ProcessorInformation,
    SYSTEM_POWER_STATUS,
};
use windows_sys::Win32::System::Registry::{
    HKEY_LOCAL_MACHINE, RRF_RT_REG_DWORD, RRF_RT_REG_QWORD, RRF_RT_REG_SZ, RegGetValueW,
};
use windows_sys::Win32::System::SystemInformation::{
    GetLogicalProcessorInformationEx, PROCESSOR_RELATIONSHIP, RelationProcessorCore,
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, IsWow64Process2};

/// Reads everything that an ordinary user may read.
pub(super) fn read() -> WindowsFacts {
    let mut processors: Vec<WindowsProcessor> = (0..groups::count()).map(from_registry).collect();
    add_cores(&mut processors);
    add_power(&mut processors);
    let current = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion";
    let build = registry_text(current, "CurrentBuildNumber");
    let version = match (registry_text(current, "DisplayVersion"), build) {
        (Some(display), Some(build)) => Some(format!("{display} ({build})")),
        (display, build) => display.or(build),
    };
    WindowsFacts {
        version,
        product: registry_text(r"HARDWARE\DESCRIPTION\System\BIOS", "SystemProductName"),
        battery_saver: battery_saver(),
        native_machine: native_machine(),
        processors,
    }
}

/// Translators of x86 code do not report themselves to programs, but Windows reports which machine
/// it runs on.
fn native_machine() -> Option<u16> {
    let (mut of_process, mut of_machine) = (0, 0);
    // SAFETY: the pseudo handle of this process is always valid; the call writes one number to each
    // address.
    let is_told =
        unsafe { IsWow64Process2(GetCurrentProcess(), &raw mut of_process, &raw mut of_machine) } != 0;
    is_told.then_some(of_machine)
}

fn from_registry(cpu: u32) -> WindowsProcessor {
    let key = format!(r"HARDWARE\DESCRIPTION\System\CentralProcessor\{cpu}");
    WindowsProcessor {
        cpu,
        name: registry_text(&key, "ProcessorNameString"),
        registry_mhz: registry_number(&key, "~MHz", RRF_RT_REG_DWORD).and_then(|mhz| u32::try_from(mhz).ok()),
        midr: registry_number(&key, "CP 4000", RRF_RT_REG_QWORD),
        ..WindowsProcessor::default()
    }
}

fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

fn registry_text(key: &str, value: &str) -> Option<String> {
    // Names of processors and products are below 128 characters; a longer one is refused by the
    // call.
    let mut buffer = [0_u16; 256];
    let mut bytes = size_of_val(&buffer) as u32;
    // SAFETY: both names end in zero; the call writes at most `bytes` bytes and stores how many it
    // wrote.
    let result = unsafe {
        RegGetValueW(
            HKEY_LOCAL_MACHINE,
            wide(key).as_ptr(),
            wide(value).as_ptr(),
            RRF_RT_REG_SZ,
            std::ptr::null_mut(),
            buffer.as_mut_ptr().cast(),
            &raw mut bytes,
        )
    };
    let written = buffer.get(..bytes as usize / 2).filter(|_| result == 0)?;
    let text = String::from_utf16_lossy(written.split(|&unit| unit == 0).next().unwrap_or_default());
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn registry_number(key: &str, value: &str, kind: u32) -> Option<u64> {
    let mut number = 0_u64;
    let mut bytes = size_of::<u64>() as u32;
    // SAFETY: both names end in zero; the call writes at most 8 bytes, into a number of 8 bytes.
    // Windows runs little-endian only, so 4 bytes of a DWORD land in the lower half.
    let result = unsafe {
        RegGetValueW(
            HKEY_LOCAL_MACHINE,
            wide(key).as_ptr(),
            wide(value).as_ptr(),
            kind,
            std::ptr::null_mut(),
            (&raw mut number).cast(),
            &raw mut bytes,
        )
    };
    (result == 0).then_some(number)
}

/// Adds the logical processors of each core, and the cores' efficiency classes.
fn add_cores(processors: &mut [WindowsProcessor]) {
    let mut length = 0_u32;
    // SAFETY: with no buffer the call only stores the length that it needs.
    unsafe { GetLogicalProcessorInformationEx(RelationProcessorCore, std::ptr::null_mut(), &raw mut length) };
    // In words of 8 bytes, so that the records, which hold pointers' worth of mask, are aligned.
    let mut buffer = vec![0_u64; (length as usize).div_ceil(8)];
    let start: *mut SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX = buffer.as_mut_ptr().cast();
    // SAFETY: the buffer has at least `length` bytes and their alignment.
    if unsafe { GetLogicalProcessorInformationEx(RelationProcessorCore, start, &raw mut length) } == 0 {
        return;
    }
    let header = mem::offset_of!(SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, Anonymous);
    let mut offset = 0_usize;
    for core in 0_u32.. {
        if offset + header + size_of::<PROCESSOR_RELATIONSHIP>() > length as usize {
            break;
        }
        // SAFETY: the record at `offset` lies within the `length` bytes that the call filled; its
        // own size gives the start of the next one, and the union holds the processor kind, which
        // was requested.
        let (size, relation) = unsafe {
            let record = start.byte_add(offset);
            ((*record).Size as usize, (*record).Anonymous.Processor)
        };
        // A core lies in one group, so the one mask of the fixed part is all.
        let group = relation.GroupMask[0];
        let base = groups::first_of(group.Group);
        for bit in (0..usize::BITS).filter(|bit| group.Mask >> bit & 1 == 1) {
            if let Some(processor) = processors.get_mut((base + bit) as usize) {
                processor.core = Some(core);
                processor.efficiency_class = Some(relation.EfficiencyClass);
            }
        }
        if size == 0 {
            break;
        }
        offset += size;
    }
}

/// Clocks by the power manager: of the calling thread's processor group only, which the call does
/// not report.
fn add_power(processors: &mut [WindowsProcessor]) {
    let mut answers = vec![PROCESSOR_POWER_INFORMATION::default(); processors.len()];
    let bytes = u32::try_from(size_of_val(answers.as_slice())).unwrap_or(0);
    // SAFETY: no input; the output has the stated number of bytes.
    let status = unsafe {
        CallNtPowerInformation(ProcessorInformation, std::ptr::null(), 0, answers.as_mut_ptr().cast(), bytes)
    };
    if status != 0 {
        return;
    }
    for (processor, answer) in processors.iter_mut().zip(&answers) {
        // Entries beyond the group stay zero, which is not a clock.
        processor.power_max_mhz = Some(answer.MaxMhz).filter(|&mhz| mhz > 0);
        processor.power_current_mhz = Some(answer.CurrentMhz).filter(|&mhz| mhz > 0);
    }
}

fn battery_saver() -> Option<bool> {
    let mut status = SYSTEM_POWER_STATUS::default();
    // SAFETY: the call fills the structure that it is given.
    let result = unsafe { GetSystemPowerStatus(&raw mut status) };
    (result != 0).then_some(status.SystemStatusFlag == 1)
}
