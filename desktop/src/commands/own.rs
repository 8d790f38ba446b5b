//! The user's own code, measured in a child process of this program.
//!
//! The code may fault, never end, or contain privileged instructions. So a child process runs it
//! and reports its progress line by line; the parent waits, kills the child if it makes no
//! progress, and reports how it ended.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use trueghz::run::event::NoObserver;
use trueghz_instructions::own::{self, Own, measure_own};
use trueghz_instructions::{InstructionOptions, LoopShape, OwnCode, Table};

use super::interrupt::Interrupt;
use crate::cli::CoreArgs;
use crate::outcome::{Failure, Outcome};

/// Hidden command with which this program starts itself as the child.
pub const COMMAND: &str = "own-code";

/// Maximum duration of the first run. Twenty steps usually take a microsecond; code that needs a
/// million times as long is assumed not to end.
const ONCE: Duration = Duration::from_secs(1);

/// Maximum duration of a measurement beyond the requested time: a clock reading, and pilot runs on
/// a busy machine.
const BESIDES: Duration = Duration::from_secs(20);

/// Interval at which the parent checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Request to the child: the code to measure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// Name of the code in the report.
    pub name: String,
    /// Code that runs once before the loop.
    pub first: Vec<u8>,
    /// Code of a step.
    pub step: Vec<u8>,
    /// For a latency: source register, destination register, and the instruction that moves the
    /// result back.
    pub latency: Option<(String, String, String)>,
    /// Measuring time.
    pub duration: Duration,
    /// Seed for the order of the windows.
    pub seed: u64,
}

/// Progress message of the child; one line each.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    /// The code is about to run for the first time.
    Begun,
    /// The code returned from its first run.
    CameBack,
    /// The system provides no executable memory, or there is no clock.
    Refused(String),
    /// The measurement is complete.
    Measured(Box<Table>),
}

/// Runs as the child: reads a request from standard input and measures its code.
///
/// # Errors
/// [`Failure`] if standard input is not a valid request.
pub fn serve(core: CoreArgs) -> Result<Outcome, Failure> {
    let request: Request = serde_json::from_reader(std::io::stdin()).map_err(Failure::new)?;
    limit(request.duration);
    let own = Own {
        name: request.name,
        code: OwnCode { first: request.first, step: request.step },
        latency: request.latency,
    };
    tell(&Told::Begun);
    let tried = match own::try_once(own) {
        Ok(tried) => tried,
        Err(error) => {
            tell(&Told::Refused(format!(
                "this system does not let a program execute generated code: {error}"
            )));
            return Ok(Outcome::Refused);
        }
    };
    tell(&Told::CameBack);
    let options = InstructionOptions::new()
        .shapes([LoopShape::Looped])
        .at_least(request.duration)
        .core(core.which()?)
        .seed(request.seed);
    let table =
        measure_own(tried, options, NoObserver).map_err(Failure::new)?.wait().map_err(Failure::new)?;
    tell(&Told::Measured(Box::new(table)));
    Ok(Outcome::Complete)
}

/// Sends a message to the parent. Exits if the parent is gone: the child has nothing else to do.
fn tell(told: &Told) {
    let line = serde_json::to_string(told).expect("this can be written");
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Sets resource limits: whatever the code does, it leaves no core file, and it ends after a
/// limited CPU time even if its parent was killed.
#[cfg(unix)]
fn limit(duration: Duration) {
    let seconds = (duration + ONCE + BESIDES).as_secs();
    for (what, most) in [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_CPU, seconds)] {
        let limit = libc::rlimit { rlim_cur: most as libc::rlim_t, rlim_max: most as libc::rlim_t };
        // SAFETY: `limit` is valid for the call. A limit that cannot be set is skipped.
        unsafe { libc::setrlimit(what, &raw const limit) };
    }
}

#[cfg(not(unix))]
fn limit(_: Duration) {}

/// Measures code in a child.
///
/// # Errors
/// [`Failure`] with the cause, if the code did not return.
pub fn measured(request: &Request, core: &[String], interrupt: &Interrupt) -> Result<Option<Table>, Failure> {
    let program = std::env::current_exe().map_err(Failure::new)?;
    let mut command = Command::new(program);
    command.arg(COMMAND).args(core).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Watched(command.spawn().map_err(Failure::new)?);
    let text = serde_json::to_vec(request).map_err(Failure::new)?;
    // Ignore a write error: if the child ended before it read, its exit status is reported below.
    drop(child.0.stdin.take().map(|mut pipe| pipe.write_all(&text)));
    let lines = lines(&mut child.0);
    let mut until = Instant::now() + BESIDES;
    loop {
        if interrupt.was_heard() {
            return Ok(None);
        }
        match lines.recv_timeout(LOOK) {
            Ok(Told::Begun) => until = Instant::now() + ONCE,
            Ok(Told::CameBack) => until = Instant::now() + request.duration + BESIDES,
            Ok(Told::Refused(why)) => return Err(Failure::new(why)),
            Ok(Told::Measured(table)) => return Ok(Some(*table)),
            Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
            Err(RecvTimeoutError::Timeout) => {
                return Err(Failure::new("the code does not end: it was stopped"));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.0.wait().map_err(Failure::new)?;
                // Ctrl-C in a terminal is sent to both processes.
                return if interrupt.was_heard() { Ok(None) } else { Err(Failure::new(ended(status))) };
            }
        }
    }
}

/// Guard that kills the child when dropped.
struct Watched(Child);

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Returns the messages of the child; the channel closes when its output ends or is not a message.
fn lines(child: &mut Child) -> Receiver<Told> {
    let (send, receive) = channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let Some(told) = line.ok().and_then(|line| serde_json::from_str(&line).ok()) else { return };
                if send.send(told).is_err() {
                    return;
                }
            }
        });
    }
    receive
}

/// Describes how a process ended.
fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return match signal {
                libc::SIGILL => {
                    "the code has an instruction that this core lacks, or that only the kernel may run".into()
                }
                libc::SIGSEGV | libc::SIGBUS => {
                    "the code uses memory that it may not access, or an instruction that only the kernel may run"
                        .into()
                }
                libc::SIGFPE => "the code divides by zero, or has a quotient that does not fit".into(),
                libc::SIGABRT => "the code used up the stack, or harmed what its process needs".into(),
                libc::SIGTRAP => "the code stopped at a breakpoint".into(),
                libc::SIGXCPU | libc::SIGKILL => "the code does not end: the system stopped it".into(),
                other => format!("the code ended its process by signal {other}"),
            };
        }
    }
    #[cfg(windows)]
    if let Some(code) = status.code() {
        // ntstatus.h.
        match code as u32 {
            0xc000_0005 => return "the code uses memory that it may not access".into(),
            0xc000_001d => return "the code has an instruction that this core lacks".into(),
            0xc000_0096 => return "the code has an instruction that only the kernel may run".into(),
            0xc000_0094 | 0xc000_0095 => {
                return "the code divides by zero, or has a quotient that does not fit".into();
            }
            0x8000_0003 => return "the code stopped at a breakpoint".into(),
            0xc000_00fd => return "the code used up its stack".into(),
            _ => {}
        }
    }
    match status.code() {
        Some(code) => format!("the code ended its process, with status {code}"),
        None => "the code ended its process".into(),
    }
}
