//! A machine that counts instructions: the emulator's own `-icount`, without the plugin.
//!
//! Its time advances by a nanosecond with each instruction, and its performance monitoring unit
//! counts instructions, and cycles of 1 GHz, both exactly. The kernel offers them by `perf_event`,
//! which the program can be tested against.

use std::path::PathBuf;

use crate::emulator::{self, Error, Program};

/// Runs a static program, passes on its output, and returns whether it succeeded.
pub fn run(mut program: Vec<String>) -> Result<bool, Error> {
    let arguments = program.split_off(1);
    let file = PathBuf::from(program.remove(0));
    let (exit, output) = emulator::counting(&Program { file, arguments, files: Vec::new() })?;
    print!("{output}");
    Ok(exit == 0)
}
