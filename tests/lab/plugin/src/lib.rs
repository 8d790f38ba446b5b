//! The emulator's plugin: its processor gets the timing of a modelled core, its machine that core's
//! clock.
//!
//! The library is loaded twice over: as a plugin (the emulator passes it every block of code), and
//! before the C library (its `clock_gettime` and `ppoll` are the ones the emulator calls).
//!
//! | file | what it holds |
//! |---|---|
//! | `api` | the plugin interface of QEMU, version 1, as far as it is used |
//! | `translated` | a block of code, and what each core remembers of it |
//! | `processor` | a core's side: blocks run, time passes |
//! | `turns` | the cores' threads take turns |
//! | `clock` | the clock that the emulator sees |
//! | `main_loop` | the emulator's main loop: when it is called, and how it waits |
//! | `report` | what is written at the end |
//!
//! **Determinism.** The emulator's timers belong to its main loop, a thread of its own. A core
//! stops at the first block at or after the next deadline. When no core is behind, it has the main
//! loop run its timers at exactly that time, and goes on when the next deadline is known. When all
//! cores sleep (WFI), time goes to the next deadline at once.

mod api;
mod clock;
mod main_loop;
mod processor;
mod report;
mod translated;
mod turns;

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

use trueghz_lab_model::decode::{needs_time, writes_system_register};
use trueghz_lab_model::machine::Machine;
use trueghz_lab_model::timeline::Timer;

use processor::Processor;
use report::Report;
use translated::{Place, Translated};

/// The plugin's arguments.
struct Arguments {
    machine: Machine,
    report: String,
    remembers: bool,
}

/// `machine=FILE,report=FILE[,slow=on]`.
fn arguments(texts: &[String]) -> Result<Arguments, String> {
    let value = |name: &str| texts.iter().find_map(|text| text.strip_prefix(name));
    let file = value("machine=").ok_or("machine=FILE is missing")?;
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let machine: Machine = serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
    machine.check().map_err(|error| format!("{file}: {error}"))?;
    let report = value("report=").ok_or("report=FILE is missing")?.to_owned();
    Ok(Arguments { machine, report, remembers: value("slow=") != Some("on") })
}

/// Where the report goes.
static REPORT_FILE: OnceLock<String> = OnceLock::new();

/// The version of the plugin interface that this was written for.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the emulator looks for this name")]
pub static qemu_plugin_version: c_int = 1;

/// Called by the emulator when it loads the plugin.
///
/// # Safety
/// `argv` holds `argc` C strings, as the emulator promises.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn qemu_plugin_install(
    id: api::Id,
    _info: *const c_void,
    argc: c_int,
    argv: *const *const c_char,
) -> c_int {
    // SAFETY: the caller vouches for `argc` strings.
    let texts = (0..argc as usize).map(|number| unsafe { CStr::from_ptr(*argv.add(number)) });
    let texts: Vec<String> = texts.map(|text| text.to_string_lossy().into_owned()).collect();
    let arguments = match arguments(&texts) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("trueghz-lab-plugin: {message}");
            return 1;
        }
    };
    if let Err(error) = main_loop::open() {
        eprintln!("trueghz-lab-plugin: no eventfd: {error}");
        return 1;
    }
    let machine = &arguments.machine;
    clock::install(Timer::new(machine.timer_hz, machine.register_hz()));
    Processor::install(machine, arguments.remembers);
    turns::install(Processor::count());
    // The emulator loads a plugin once.
    let _ = REPORT_FILE.set(arguments.report);
    // SAFETY: the id is this plugin's, and the functions have the signatures of the interface.
    unsafe {
        api::qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
        api::qemu_plugin_register_vcpu_idle_cb(id, idle);
        api::qemu_plugin_register_vcpu_resume_cb(id, resumed);
        api::qemu_plugin_register_atexit_cb(id, at_exit, std::ptr::null_mut());
    }
    0
}

/// A block was translated: the model gets its instructions.
extern "C" fn translated(_id: api::Id, tb: *mut api::Tb) {
    // SAFETY: `tb` is valid in this call; data and addresses belong to its instructions.
    let (start, words, instructions) = unsafe {
        let count = api::qemu_plugin_tb_n_insns(tb);
        let instructions: Vec<_> = (0..count).map(|at| api::qemu_plugin_tb_get_insn(tb, at)).collect();
        let word = |insn: &*mut api::Insn| api::qemu_plugin_insn_data(*insn).cast::<u32>().read_unaligned();
        let words: Vec<u32> = instructions.iter().map(word).collect();
        (api::qemu_plugin_tb_vaddr(tb), words, instructions)
    };
    let timed_at: Vec<usize> = (0..words.len()).filter(|at| needs_time(words[*at])).collect();
    // The emulator may run a block as long as it lives, and never says when it has forgotten one:
    // so blocks are never freed. A run translates some tens of thousands.
    let block: *const Translated = Box::leak(Box::new(Translated::new(start, words, Processor::count())));
    // SAFETY: the block and the places live for ever; the functions have the signatures of the
    // interface.
    unsafe {
        api::qemu_plugin_register_vcpu_tb_exec_cb(tb, entered, api::NO_REGISTERS, block.cast_mut().cast());
        for index in timed_at {
            let place = Box::into_raw(Box::new(Place { block, index })).cast();
            let instruction = instructions[index];
            api::qemu_plugin_register_vcpu_insn_exec_cb(instruction, timed, api::NO_REGISTERS, place);
        }
    }
}

/// A block is about to run.
extern "C" fn entered(cpu: c_uint, block: *mut c_void) {
    // SAFETY: `block` was leaked in `translated`; a core's blocks are run by its own thread.
    unsafe { Processor::of(cpu as usize).enter(block.cast()) };
}

/// An instruction that needs the time is about to run.
extern "C" fn timed(cpu: c_uint, place: *mut c_void) {
    // SAFETY: `place` was leaked in `translated`, its block too; a core's blocks are run by its own
    // thread.
    unsafe {
        let place = &*place.cast::<Place>();
        let word = (*place.block).word(place.index);
        let processor = Processor::of(cpu as usize);
        processor.reach(place.block, place.index, word, writes_system_register(word));
    }
}

extern "C" fn idle(_id: api::Id, cpu: c_uint) {
    turns::this_thread_is(cpu as usize);
    // SAFETY: called on the core's thread.
    unsafe { Processor::of(cpu as usize) }.set_idle(true);
}

extern "C" fn resumed(_id: api::Id, cpu: c_uint) {
    // SAFETY: called on the core's thread.
    unsafe { Processor::of(cpu as usize) }.set_idle(false);
}

extern "C" fn at_exit(_id: api::Id, _data: *mut c_void) {
    // SAFETY: either a core's thread ends the emulator by a block that it began when no other
    // thread was arriving, and the others wait for their turns or are away; or the main loop does,
    // and has stopped all cores.
    let cores = (0..Processor::count()).map(|core| unsafe { Processor::of(core) }.report()).collect();
    let file = REPORT_FILE.get().map_or("report.json", String::as_str);
    report::write(&Report::of(cores, clock::marked_fs()), file);
}
