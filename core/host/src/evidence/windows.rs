//! Raw facts that Windows reports: filled by the live system or by a recording.

use serde::{Deserialize, Serialize};

/// Raw facts that Windows reports.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WindowsFacts {
    /// Registry `CurrentVersion`: `DisplayVersion` and `CurrentBuildNumber`, e.g. "24H2 (26100)".
    pub version: Option<String>,
    /// Registry `HARDWARE\DESCRIPTION\System\BIOS`, `SystemProductName`.
    pub product: Option<String>,
    /// `GetSystemPowerStatus`: whether the battery saver is on.
    pub battery_saver: Option<bool>,
    /// `IsWow64Process2`: the architecture of the machine itself, as a number of PE files (0x8664:
    /// x86-64, 0xaa64: Arm).
    pub native_machine: Option<u16>,
    /// The logical processors, numbered through all processor groups.
    pub processors: Vec<WindowsProcessor>,
}

/// One logical processor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WindowsProcessor {
    /// Its number, counted through the groups.
    pub cpu: u32,
    /// The physical core it belongs to (`GetLogicalProcessorInformationEx`, its place in the
    /// result).
    pub core: Option<u32>,
    /// `EfficiencyClass` of that core: larger is faster and less thrifty.
    pub efficiency_class: Option<u8>,
    /// Registry `CentralProcessor\N`, `ProcessorNameString`.
    pub name: Option<String>,
    /// Registry `~MHz`.
    pub registry_mhz: Option<u32>,
    /// Registry `CP 4000` on Arm: the main identification register.
    pub midr: Option<u64>,
    /// `CallNtPowerInformation(ProcessorInformation)`, `MaxMhz`.
    pub power_max_mhz: Option<u32>,
    /// `CallNtPowerInformation(ProcessorInformation)`, `CurrentMhz`.
    pub power_current_mhz: Option<u32>,
}
