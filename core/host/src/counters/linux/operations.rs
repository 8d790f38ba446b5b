//! Events that count a core's operations, in all and by unit, under the names of their makers.
//!
//! A kernel lists few of them in sysfs; `perf` has the others in tables of its own. Here are the
//! numbers of those that count operations of each kind of unit:
//!
//! * Arm: the recommended events of the Arm ARM (DDI 0487), chapter D13, which the manuals of
//!   Cortex-A57 and later cores list.
//! * Apple: the names of Linux's `drivers/perf/apple_m1_cpu_pmu.c`.
//! * Intel: Intel's public lists of events (perfmon), of the cores since Haswell.
//! * AMD: its Processor Programming References. PMCx0C1 "retired ops" is listed for families 17h
//!   to 1Ah, PMCx0AA "ops dispatched, by source", with its three sources, for family 19h and
//!   later, and PMCx000, operations of each pipe of the floating-point unit, for 17h only.

use crate::machine::CoreId;

/// An event: its name, and its terms as sysfs would list them.
pub(super) type Named = (&'static str, &'static str);

const ARM: [Named; 5] = [
    ("dp_spec", "event=0x73"),
    ("ld_spec", "event=0x70"),
    ("st_spec", "event=0x71"),
    ("ase_spec", "event=0x74"),
    ("vfp_spec", "event=0x75"),
];

const APPLE: [Named; 4] = [
    ("retire_uop", "event=0x1"),
    ("map_int_uop", "event=0x7c"),
    ("map_ldst_uop", "event=0x7d"),
    ("map_simd_uop", "event=0x7e"),
];

/// Events of Intel's cores that have the same number on all of them: operations retired.
const RETIRED: Named = ("uops_retired.slots", "event=0xc2,umask=0x2");

const HASWELL: [Named; 10] = [
    RETIRED,
    ("uops_issued.any", "event=0xe,umask=0x1"),
    ("uops_dispatched_port.port_0", "event=0xa1,umask=0x1"),
    ("uops_dispatched_port.port_1", "event=0xa1,umask=0x2"),
    ("uops_dispatched_port.port_2", "event=0xa1,umask=0x4"),
    ("uops_dispatched_port.port_3", "event=0xa1,umask=0x8"),
    ("uops_dispatched_port.port_4", "event=0xa1,umask=0x10"),
    ("uops_dispatched_port.port_5", "event=0xa1,umask=0x20"),
    ("uops_dispatched_port.port_6", "event=0xa1,umask=0x40"),
    ("uops_dispatched_port.port_7", "event=0xa1,umask=0x80"),
];

const ICE_LAKE: [Named; 9] = [
    RETIRED,
    ("uops_issued.any", "event=0xe,umask=0x1"),
    ("uops_dispatched.port_0", "event=0xa1,umask=0x1"),
    ("uops_dispatched.port_1", "event=0xa1,umask=0x2"),
    ("uops_dispatched.port_2_3", "event=0xa1,umask=0x4"),
    ("uops_dispatched.port_4_9", "event=0xa1,umask=0x10"),
    ("uops_dispatched.port_5", "event=0xa1,umask=0x20"),
    ("uops_dispatched.port_6", "event=0xa1,umask=0x40"),
    ("uops_dispatched.port_7_8", "event=0xa1,umask=0x80"),
];

const GOLDEN_COVE: [Named; 9] = [
    RETIRED,
    ("uops_issued.any", "event=0xae,umask=0x1"),
    ("uops_dispatched.port_0", "event=0xb2,umask=0x1"),
    ("uops_dispatched.port_1", "event=0xb2,umask=0x2"),
    ("uops_dispatched.port_2_3_10", "event=0xb2,umask=0x4"),
    ("uops_dispatched.port_4_9", "event=0xb2,umask=0x10"),
    ("uops_dispatched.port_5_11", "event=0xb2,umask=0x20"),
    ("uops_dispatched.port_6", "event=0xb2,umask=0x40"),
    ("uops_dispatched.port_7_8", "event=0xb2,umask=0x80"),
];

const ZEN: [Named; 5] = [
    ("ex_ret_ops", "event=0xc1"),
    ("fpu_pipe_assignment.total0", "event=0x0,umask=0x1"),
    ("fpu_pipe_assignment.total1", "event=0x0,umask=0x2"),
    ("fpu_pipe_assignment.total2", "event=0x0,umask=0x4"),
    ("fpu_pipe_assignment.total3", "event=0x0,umask=0x8"),
];

const ZEN_3: [Named; 2] = [("ex_ret_ops", "event=0xc1"), ("de_src_op_disp.all", "event=0xaa,umask=0x7")];

/// The events of the cores of a unit, which is called `unit` in sysfs; `core` is what an x86 core
/// states of itself.
pub(super) fn of_core(unit: &str, core: Option<&CoreId>) -> &'static [Named] {
    match core {
        Some(CoreId::X86 { vendor, family, model, .. }) => of_x86(unit, vendor, *family, *model),
        _ if unit.starts_with("apple_") => &APPLE,
        _ if unit.starts_with("armv8") => &ARM,
        _ => &[],
    }
}

fn of_x86(unit: &str, vendor: &str, family: u32, model: u32) -> &'static [Named] {
    match (vendor, family, model) {
        // The efficiency cores of a machine with two kinds.
        _ if unit == "cpu_atom" => &[],
        // Haswell, Broadwell, and Skylake with its successors up to Comet Lake.
        (
            "GenuineIntel",
            6,
            0x3c | 0x3f | 0x45 | 0x46 | 0x3d | 0x47 | 0x4f | 0x56 | 0x4e | 0x5e | 0x55 | 0x8e | 0x9e | 0xa5
            | 0xa6,
        ) => &HASWELL,
        // Ice Lake, Tiger Lake, Rocket Lake.
        ("GenuineIntel", 6, 0x6a | 0x6c | 0x7d | 0x7e | 0x8c | 0x8d | 0xa7) => &ICE_LAKE,
        // Alder Lake, Raptor Lake, Sapphire Rapids, Emerald Rapids.
        ("GenuineIntel", 6, 0x97 | 0x9a | 0xb7 | 0xba | 0xbf | 0x8f | 0xcf) => &GOLDEN_COVE,
        ("AuthenticAMD", 0x17, _) => &ZEN,
        ("AuthenticAMD", 0x19.., _) => &ZEN_3,
        _ => &[],
    }
}
