//! The first thread as Android's linker makes it, and the way into the program.
//!
//! Sources, all of AOSP at Android 6.0: bionic/linker/linker.cpp (`__linker_init_post_relocation`),
//! bionic/libc/bionic/libc_init_common.cpp and libc_init_dynamic.cpp,
//! private/KernelArgumentBlock.h, private/bionic_tls.h, bionic/libc/bionic/pthread_internal.h.

use std::convert::Infallible;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

use anyhow::{Context, Error, Result};
use libc::{AT_BASE, AT_ENTRY, AT_PHDR, AT_PHNUM};

use crate::image::Image;
use crate::thread::{become_the_programs, in_loader};

unsafe extern "C" {
    /// The environment where the kernel put it: the auxiliary vector comes behind.
    static environ: *const usize;
}

/// Runs a program: its C library ends the process with it. So whatever comes back is an error.
pub fn run(arguments: Vec<String>) -> Error {
    match enter(arguments) {
        Err(error) => error,
        Ok(never) => match never {},
    }
}

fn enter(arguments: Vec<String>) -> Result<Infallible> {
    let [folder, program, ..] = &arguments[..] else {
        anyhow::bail!("usage: trueghz-bionic-loader FOLDER PROGRAM [ARGUMENT...]");
    };
    let (initialisers, block, main, init) = in_loader(|linker| {
        linker.look_in(folder);
        let loaded = linker.load(program)?;
        let image = &linker.images()[loaded.number];
        let block = start_block(&arguments[1..], image)?;
        let init = linker.find("__libc_init").context("the C library is not Android's")?;
        Ok::<_, Error>((loaded.initialisers.leak(), block, image.bias + image.file.entry as usize, init))
    })?;
    let block: &'static KernelArguments = Box::leak(Box::new(KernelArguments::of(block)));
    let thread = first_thread(block);
    // SAFETY: the pointer is as Android's linker makes it. Nothing below belongs to the loader's C
    // library: what was allocated is never given back.
    unsafe {
        become_the_programs(thread);
        for function in initialisers {
            initialise_with(*function, block);
        }
        let init: LibcInit = std::mem::transmute(init);
        init(block.start, null(), main as *const c_void, &raw const STRUCTORS)
    }
}

/// Calls a function that initialises a library which was loaded later: those of Android get the
/// same arguments as the program's, and none of them looks at them.
///
/// # Safety
/// A function of a library that is relocated, on a thread of the program.
pub unsafe fn initialise(function: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        let function: Initialiser = std::mem::transmute(function);
        function(0, null(), null());
    }
}

/// # Safety
/// A function of a library that is relocated, on a thread of the program.
unsafe fn initialise_with(function: usize, block: &KernelArguments) {
    // SAFETY: the caller's promise.
    unsafe {
        let function: Initialiser = std::mem::transmute(function);
        function(block.count, block.arguments, block.environment);
    }
}

type Initialiser = unsafe extern "C" fn(c_int, *const *const c_char, *const *const c_char);

/// `__libc_init`: what the kernel handed over, a function for the end, `main`, and lists of
/// functions.
type LibcInit = unsafe extern "C" fn(*const usize, *const c_void, *const c_void, *const [usize; 3]) -> !;

/// The program's lists of functions for its start and end, which only its own start file knows.
/// Programs are linked without one (tools/android-linker.sh): their entry is `main` itself, and
/// they have no such functions.
static STRUCTORS: [usize; 3] = [0; 3];

/// The block that the kernel passes to a program: the number of arguments, arguments, 0,
/// environment, 0, auxiliary vector.
struct StartBlock {
    words: &'static [usize],
    arguments: usize,
    variables: usize,
}

fn start_block(arguments: &[String], program: &Image) -> Result<StartBlock> {
    let mut words = vec![arguments.len()];
    for argument in arguments {
        words.push(CString::new(argument.as_str())?.into_raw() as usize);
    }
    words.push(0);
    // SAFETY: the environment as the kernel left it ends with 0, and so does the vector behind it:
    // pairs of a type and a value. The environment is unchanged.
    let (variables, auxiliary) = unsafe {
        let variables = until_zero(environ, 1);
        (variables, until_zero(environ.add(variables.len() + 1), 2))
    };
    words.extend(variables);
    words.push(0);
    for &[kind, value] in auxiliary.as_chunks::<2>().0 {
        let value = match kind as u64 {
            AT_PHDR => program.headers().as_ptr() as usize,
            AT_PHNUM => program.headers().len(),
            AT_BASE => 0,
            AT_ENTRY => program.bias + program.file.entry as usize,
            _ => value,
        };
        words.extend([kind, value]);
    }
    words.extend([0, 0]);
    Ok(StartBlock { words: words.leak(), arguments: arguments.len(), variables: variables.len() })
}

/// Words from `start` on, in steps, up to the step that begins with 0.
///
/// # Safety
/// There is one.
unsafe fn until_zero(start: *const usize, step: usize) -> &'static [usize] {
    let mut length = 0;
    // SAFETY: the caller's promise.
    unsafe {
        while *start.add(length) != 0 {
            length += step;
        }
        std::slice::from_raw_parts(start, length)
    }
}

/// `KernelArgumentBlock`: the same as Android's C library takes it from the first thread.
#[repr(C)]
struct KernelArguments {
    count: c_int,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    auxiliary: *const usize,
    /// Where the C library keeps its last message before an abort.
    abort_message: *mut *mut c_void,
    /// Not part of it: the block that it was made from.
    start: *const usize,
}

impl KernelArguments {
    fn of(block: StartBlock) -> Self {
        let (arguments, environment) = (&block.words[1..], &block.words[block.arguments + 2..]);
        Self {
            count: block.arguments as c_int,
            arguments: arguments.as_ptr().cast(),
            environment: environment.as_ptr().cast(),
            auxiliary: environment[block.variables + 1..].as_ptr(),
            abort_message: Box::leak(Box::new(null_mut())),
            start: block.words.as_ptr(),
        }
    }
}

// Slots of Android's thread-local storage.
const SELF: usize = 0;
const THREAD: usize = 1;
const KERNEL_ARGUMENTS: usize = 3;
/// Words for each of the two parts of the first thread, whose sizes no interface provides: several
/// times the size in Android 6.0, some 2.5 KB for `pthread_internal_t`.
const WORDS: usize = 4096;
/// Where `pthread_internal_t` keeps the thread's number, and a copy of the process's: behind two
/// pointers.
const THREAD_NUMBER: usize = 2;

/// Makes the first thread, and returns its thread pointer.
fn first_thread(block: &'static KernelArguments) -> usize {
    let thread = vec![0_usize; WORDS].leak();
    let place = &raw mut thread[THREAD_NUMBER];
    // SAFETY: the kernel clears that word when the thread ends, and it is never given back.
    let number = unsafe { libc::syscall(libc::SYS_set_tid_address, place) } as usize;
    // Two numbers of 32 bits.
    thread[THREAD_NUMBER] = number | number << 32;
    let slots = vec![0_usize; WORDS].leak();
    slots[SELF] = slots.as_ptr() as usize;
    slots[THREAD] = thread.as_ptr() as usize;
    slots[KERNEL_ARGUMENTS] = std::ptr::from_ref(block) as usize;
    slots.as_ptr() as usize
}
