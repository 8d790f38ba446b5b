//! The plugin interface of QEMU, version 1, as far as it is used here.
//!
//! Debian packages no header of it. The functions are documented in "QEMU TCG Plugins" of the
//! emulator's developer manual.

use std::ffi::{c_int, c_uint, c_void};

/// The emulator's name for a plugin.
pub type Id = u64;

/// A block of translated code.
#[repr(C)]
pub struct Tb {
    _opaque: [u8; 0],
}

/// An instruction of a block, while it is translated.
#[repr(C)]
pub struct Insn {
    _opaque: [u8; 0],
}

/// A callback that neither reads nor writes the guest's registers.
pub const NO_REGISTERS: c_int = 0;

pub type OnTranslation = extern "C" fn(Id, *mut Tb);
pub type OnVcpu = extern "C" fn(Id, c_uint);
pub type OnExecution = extern "C" fn(c_uint, *mut c_void);
pub type OnExit = extern "C" fn(Id, *mut c_void);

unsafe extern "C" {
    pub fn qemu_plugin_register_vcpu_tb_trans_cb(id: Id, callback: OnTranslation);
    pub fn qemu_plugin_register_vcpu_idle_cb(id: Id, callback: OnVcpu);
    pub fn qemu_plugin_register_vcpu_resume_cb(id: Id, callback: OnVcpu);
    pub fn qemu_plugin_register_atexit_cb(id: Id, callback: OnExit, data: *mut c_void);
    pub fn qemu_plugin_register_vcpu_tb_exec_cb(
        tb: *mut Tb,
        callback: OnExecution,
        flags: c_int,
        data: *mut c_void,
    );
    pub fn qemu_plugin_register_vcpu_insn_exec_cb(
        insn: *mut Insn,
        callback: OnExecution,
        flags: c_int,
        data: *mut c_void,
    );
    pub fn qemu_plugin_tb_n_insns(tb: *const Tb) -> usize;
    pub fn qemu_plugin_tb_vaddr(tb: *const Tb) -> u64;
    pub fn qemu_plugin_tb_get_insn(tb: *const Tb, index: usize) -> *mut Insn;
    pub fn qemu_plugin_insn_data(insn: *const Insn) -> *const c_void;
}
